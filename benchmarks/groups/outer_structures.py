"""The same 100,000 rows in 100 and in 20,000 outer structures: blocks, batches, pages, parts (places
behind them, or in front) and chunks.

ESDB's blocks have an index each. The other formats are only written down here.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

import bytewright
from benchmarks import events
from benchmarks.bench import Bench
from benchmarks.measuring import fastest
from benchmarks.report import times
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright_formats import esdb

ROWS = 100_000
FEW, MANY = 100, 20_000
MOST = 10.0
"""Times as long as few structures many may take."""
_RECORD = struct.Struct("<Iq")
_VIEW = (
    "-views: {rows: {each: '%s', columns: [{id: of, value: %s}, {id: key, value: _.key}, {id: value, value: _.value}]}}"
)
_TYPE = "  record: {seq: [{id: key, type: u4}, {id: value, type: s8}]}\n"
SPECS = {
    "batches": f"""{_VIEW % ("batches[*].records[*]", "batches.number")}
seq: [{{id: batches, type: batch, repeat: eos}}]
types:
{_TYPE}  batch:
    seq:
      - {{id: number, type: u4}}
      - {{id: count, type: u4}}
      - {{id: crc, type: u4, -checksum: {{algorithm: crc32, from: records, to: records}}}}
      - {{id: records, type: record, repeat: expr, repeat-expr: count}}
""",
    "pages": f"""{_VIEW.replace("_.", "_.record.") % ("pages[*].body.slots[*]", "pages.number")}
seq: [{{id: pages, type: page, repeat: eos}}]
types:
{_TYPE}  page: {{seq: [{{id: len_body, type: u4}}, {{id: number, type: u4}}, {{id: body, size: len_body, type: body}}]}}
  body: {{seq: [{{id: num_slots, type: u2}}, {{id: slots, type: slot, repeat: expr, repeat-expr: num_slots}}]}}
  slot:
    seq: [{{id: ofs, type: u2}}]
    instances: {{record: {{pos: ofs, type: record}}}}
""",
    "parts": f"""{_VIEW % ("parts[*].part.records.records[*]", "parts.name")}
instances:
  footer: {{pos: _io.size - 8, type: footer}}
  parts: {{pos: footer.ofs_parts, type: line, repeat: expr, repeat-expr: footer.num_parts}}
types:
{_TYPE}  footer: {{seq: [{{id: ofs_parts, type: u4}}, {{id: num_parts, type: u4}}]}}
  line:
    seq: [{{id: name, type: str, size: 8, encoding: ASCII}}, {{id: ofs, type: u4}}, {{id: len, type: u4}}]
    instances: {{part: {{pos: ofs, size: len, type: part}}}}
  part:
    seq: [{{id: magic, contents: PART}}]
    instances:
      trailer: {{pos: _io.size - 4, type: u4}}
      records: {{pos: 4, size: trailer, type: records}}
  records: {{seq: [{{id: records, type: record, repeat: eos}}]}}
""",
    "named": f"""{_VIEW % ("named[*].part.records[*]", "named.name")}
seq:
  - {{id: num_named, type: u4}}
  - {{id: named, type: line, repeat: expr, repeat-expr: num_named}}
types:
{_TYPE}  line:
    seq: [{{id: name, type: str, size: 8, encoding: ASCII}}, {{id: ofs, type: u4}}, {{id: len, type: u4}}]
    instances: {{part: {{pos: ofs, size: len, type: records}}}}
  records: {{seq: [{{id: records, type: record, repeat: eos}}]}}
""",
    "chunks": f"""{_VIEW % ("chunks[*].body.records[*]", "chunks.number")}
seq: [{{id: chunks, type: chunk, repeat: eos}}]
types:
{_TYPE}  chunk:
    seq:
      - {{id: number, type: u4}}
      - {{id: len_body, type: u4}}
      - {{id: body, size: len_body, type: records, process: zlib}}
  records: {{seq: [{{id: records, type: record, repeat: eos}}]}}
""",
}


def run(bench: Bench) -> None:
    """Measure each format in few structures and in many."""
    made: dict[str, tuple[Codec, Callable[[Path, int], None]]] = {"blocks of ESDB": (esdb.CODEC, _events)}
    for name, text in SPECS.items():
        path = bench.folder / f"{name}.ksy"
        path.write_text(f"meta: {{id: {name}, endian: le}}\n{text}")
        made[name] = registry.load(str(path)), partial(_written, name)
    for name, (codec, write) in made.items():
        paths = [bench.folder / f"{name}-{count}" for count in (FEW, MANY)]
        for path, count in zip(paths, (FEW, MANY), strict=True):
            write(path, count)
        found = fastest(bench.runs, *(partial(_read, path, codec) for path in paths))
        for path, count, seconds in zip(paths, (FEW, MANY), found, strict=True):
            bench.measured(f"{count} {name}", path.stat().st_size, seconds, rows=ROWS, columns=3)
        bench.claim(f"{MANY} {name}, to {FEW}", found[1] / found[0], MOST, times, at_most=True)


def _read(path: Path, codec: Codec) -> None:
    assert bytewright.open(path, codec).to_table().num_rows == ROWS


def _events(path: Path, count: int) -> None:
    random = np.random.default_rng(1)
    blocks = [events.block(random, ROWS // count, 2) for _ in range(count)]
    ends = np.cumsum([len(one) for one in blocks]).tolist()
    places = [struct.pack("<qq", end - len(one), len(one)) for one, end in zip(blocks, ends, strict=True)]
    names = events.table((f"block-{number:06}".encode(), place) for number, place in enumerate(places))
    path.write_bytes(b"".join(blocks) + names + struct.pack("<q", len(names)))


def _written(name: str, path: Path, count: int) -> None:
    each = ROWS // count
    bodies = [
        [_RECORD.pack(number, -number) for number in range(first, first + each)] for first in range(0, ROWS, each)
    ]
    path.write_bytes(_FILES[name](bodies))


def _batches(bodies: Sequence[Sequence[bytes]]) -> bytes:
    found = ((number, len(body), b"".join(body)) for number, body in enumerate(bodies))
    return b"".join(struct.pack("<III", number, count, zlib.crc32(data)) + data for number, count, data in found)


def _pages(bodies: Sequence[Sequence[bytes]]) -> bytes:
    made = []
    for number, body in enumerate(bodies):
        first = 2 + 2 * len(body)
        slots = struct.pack(f"<{len(body)}H", *range(first, first + _RECORD.size * len(body), _RECORD.size))
        size = first + _RECORD.size * len(body)
        made += [struct.pack("<IIH", size, number, len(body)), slots, *body]
    return b"".join(made)


def _parts(bodies: Sequence[Sequence[bytes]]) -> bytes:
    made, lines, at = [], [], 0
    for number, body in enumerate(bodies):
        data = b"".join(body)
        made.append(b"PART" + data + struct.pack("<I", len(data)))
        lines.append(b"%08d" % number + struct.pack("<II", at, len(made[-1])))
        at += len(made[-1])
    return b"".join([*made, *lines, struct.pack("<II", at, len(lines))])


def _named(bodies: Sequence[Sequence[bytes]]) -> bytes:
    made, lines, at = [], [], 4 + 16 * len(bodies)
    for number, body in enumerate(bodies):
        made.append(b"".join(body))
        lines.append(b"%08d" % number + struct.pack("<II", at, len(made[-1])))
        at += len(made[-1])
    return b"".join([struct.pack("<I", len(lines)), *lines, *made])


def _chunks(bodies: Sequence[Sequence[bytes]]) -> bytes:
    packed = [zlib.compress(b"".join(body)) for body in bodies]
    return b"".join(struct.pack("<II", number, len(data)) + data for number, data in enumerate(packed))


_FILES = {"batches": _batches, "pages": _pages, "parts": _parts, "named": _named, "chunks": _chunks}
