"""Checksums before their bytes and behind them, of both engines, on toy specs that are compiled on the fly."""

from __future__ import annotations

import hashlib
import struct
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import anycrc
import numpy as np
import pyarrow as pa
import pytest
import xxhash
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile
from tests.support.written_rows import refused, written

import bytewright
from bytewright.codec.settings import parse
from bytewright.codecs.checksums import ALGORITHMS, CATALOGUE, Crc, Octets
from bytewright.errors import ChecksumError, ReadError
from bytewright.tables.write import bytes_of
from bytewright_codegen.ir.diagnostics import SpecErrors

JOURNAL = """
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: sum, type: u4be, -checksum: {algorithm: crc32c-masked, from: len_text, to: body}}
      - {id: len_text, type: u2}
      - {id: flags, type: u1}
      - {id: sum_of_text, type: u4, if: flags & 1 != 0, -checksum: {algorithm: adler32, from: text, to: extra}}
      - {id: text, type: str, size: len_text}
      - {id: extra, type: u2, if: flags & 2 != 0}
      - {id: body, type: body}
      - {id: sum_of_all, type: u4, -checksum: {algorithm: crc32}}
  body:
    seq:
      - {id: sum, type: u4, -checksum: {algorithm: crc32, from: num, to: items}}
      - {id: num, type: u1}
      - {id: items, type: u2, repeat: expr, repeat-expr: num}
"""


def journal(flags: int, text: bytes, extra: int | None, items: list[int]) -> bytes:
    """A record of it."""
    numbers = struct.pack(f"<B{len(items)}H", len(items), *items)
    body = struct.pack("<I", zlib.crc32(numbers)) + numbers
    shown = text + (b"" if extra is None else struct.pack("<H", extra))
    if flags & 1:
        shown = struct.pack("<I", zlib.adler32(shown)) + shown
    inner = struct.pack("<HB", len(text), flags) + shown + body
    whole = struct.pack(">I", ALGORITHMS["crc32c-masked"](inner)) + inner
    return whole + struct.pack("<I", zlib.crc32(whole))


BODY = pa.struct([("sum", pa.uint32()), ("num", pa.uint8()), ("items", pa.list_(pa.uint16()))])


def body(items: list[int]) -> dict[str, Any]:
    """What readers show of its body."""
    numbers = struct.pack(f"<B{len(items)}H", len(items), *items)
    return {"sum": zlib.crc32(numbers), "num": len(items), "items": items}


ROWS: list[tuple[int, bytes, int | None, list[int]]] = [
    (0, b"a", None, []),
    (1, b"bcd" * 40, None, [1, 2]),
    (2, b"", 7, [3]),
    (3, b"e" * 100, 65535, list(range(255))),
    (1, b"", None, [0]),
]


def test_before_their_bytes(compiled: Compile) -> None:
    """Under a condition, of what is under a condition, in each other, and in those behind their bytes."""
    codec = compiled(JOURNAL)
    table = pa.table(
        {
            "flags": pa.array([flags for flags, *_ in ROWS], pa.uint8()),
            "text": [text.decode() for _, text, *_ in ROWS],
            "extra": pa.array([extra for _, _, extra, _ in ROWS], pa.uint16()),
            "body": pa.array([body(items) for *_, items in ROWS], BODY),
        }
    )
    data = written(codec, table)
    assert data == b"".join(journal(*row) for row in ROWS)
    assert len(agree(codec, data)[0]) == len(ROWS)
    tried, bad = agree_when_damaged(codec, journal(*ROWS[2]) + journal(3, b"xy", 1, [5]))
    assert bad > tried // 2


@pytest.mark.parametrize("engine", ["objects", "columns"])
def test_wrong_before_their_bytes(engine: Any, compiled: Compile) -> None:
    codec = compiled(JOURNAL)
    good = journal(*ROWS[0])
    wrong = bytearray(good)
    wrong[7] ^= 1  # the text
    stored = int.from_bytes(good[:4], "big")
    right = ALGORITHMS["crc32c-masked"](bytes(wrong[4:-4]))
    with pytest.raises(ChecksumError) as found:
        bytewright.open(good + bytes(wrong), codec, engine=engine).to_table()
    error = found.value
    begin = len(good)
    assert (error.offset, error.field) == (begin, "records[1].sum")
    of = f"the crc32c-masked of the bytes from {begin + 4} to {begin + len(good) - 4}"
    assert (error.expected, error.found) == (f"{right} (0x{right:08x}), {of}", f"{stored} (0x{stored:08x})")
    for how in ("skip", "report"):
        shown = bytewright.open(bytes(wrong), codec, engine=engine, options={"verifyChecksum": how}).to_table()
        assert shown.column("text").to_pylist() == ["`"]


def test_of_a_changed_model(compiled: Compile) -> None:
    codec = compiled(JOURNAL)
    model = codec.parse(journal(*ROWS[3]))
    model.records[0].text = "shorter"
    model.records[0].body.items.append(9)
    items = [*ROWS[3][3][:-1], 9]
    del model.records[0].body.items[-2]
    assert codec.to_bytes(model) == journal(3, b"shorter", 65535, items)


CHECKS: dict[str, int | bytes] = {
    "adler32": 0x091E01DE,
    "crc32": 0xCBF43926,
    "crc32c": 0xE3069283,
    "crc32c-masked": ((0xE3069283 >> 15 | 0xE3069283 << 17) + 0xA282EAD8) & 0xFFFFFFFF,
    "crc16-xmodem": 0x31C3,
    "sum8": 0xDD,
    "sum16": 0x1DD,
    "sum32": 0x1DD,
    "xor8": 0x31,
    "fletcher16": 0x1EDE,
    "fletcher32": 0xDF09D509,
    "xxh32": 0x937BAD67,
    "xxh64": 0x8CB841DB40E6AE83,
    "xxh3-64": 0x72DCB18B67A17DFF,
    "xxh3-128": xxhash.xxh3_128_digest(b"123456789"),
    "md5": hashlib.md5(b"123456789").digest(),
    "sha1": hashlib.sha1(b"123456789").digest(),
    "sha256": hashlib.sha256(b"123456789").digest(),
}
"""Of ``123456789``, without those of the catalogue."""
LISTED = [name for names in CATALOGUE.values() for name in names.split()]


def test_check_values() -> None:
    """Of all algorithms, also in pieces, and by the parameters of the catalogue."""
    models = {name.lower(): model for name, model in anycrc.models.items()}
    models |= {name.lower(): anycrc.models[of] for name, of in anycrc.aliases.items()}
    checks = CHECKS | {name: models[name].check for name in LISTED}
    assert set(checks) == set(ALGORITHMS)
    assert {name: row(b"123456789") for name, row in ALGORITHMS.items()} == checks
    pieces: list[Octets] = [b"", b"1", memoryview(b"23"), bytearray(b"4567"), b"", b"89"]
    assert {name: row.over(pieces) for name, row in ALGORITHMS.items()} == checks
    for name, model in models.items():
        if model.width in CATALOGUE:
            crc = Crc(model.width, model.poly, model.init, model.refin, model.refout, model.xorout)
            assert ALGORITHMS[crc.name](b"123456789") == model.check, name
            assert 8 * ALGORITHMS[crc.name].size == model.width
    assert ALGORITHMS["fletcher16"](b"abcdef") == 0x2057
    assert [ALGORITHMS["fletcher32"](data) for data in (b"abcde", b"abcdef")] == [0xF04FC729, 0x56502D2A]
    assert ALGORITHMS["fletcher16"](b"\xfe" * 1_000_000) == (1_000_000 * 1_000_001 // 2 * 254 % 255) << 8 | (
        1_000_000 * 254 % 255
    )


def test_all_of_the_catalogue_in_one_record(compiled: Compile) -> None:
    """Written, read, and refused by each where it doesn't fit."""
    fields = [
        f"- {{id: sum_{at}, type: u{ALGORITHMS[name].size}, -checksum: {{algorithm: {name}, from: data, to: data}}}}"
        for at, name in enumerate(LISTED)
    ]
    codec = compiled("seq:\n- {id: data, size: 9}\n" + "\n".join(fields))
    size = {name: ALGORITHMS[name].size for name in LISTED}
    sums = [ALGORITHMS[name](b"123456789").to_bytes(size[name], "little") for name in LISTED]
    data = b"123456789" + b"".join(sums)
    model = codec.parse(data)
    assert codec.to_bytes(model) == data
    model.data = b"987654321"
    others = [ALGORITHMS[name](b"987654321").to_bytes(size[name], "little") for name in LISTED]
    assert codec.to_bytes(model) == b"987654321" + b"".join(others)
    at = 9
    for place, stored in enumerate(sums):
        damaged = bytearray(data)
        damaged[at] ^= 1
        with pytest.raises(ChecksumError) as found:
            codec.parse(bytes(damaged))
        assert (found.value.field, found.value.offset) == (f"sum_{place}", at)
        at += len(stored)


BY_PARAMETERS = "{width: 16, poly: 0x8005, init: 0xffff, refin: true, refout: true}"


@pytest.mark.parametrize(
    ("algorithm", "message"),
    [
        ("crc16-modbuss", "the checksum 'crc16-modbuss' is not known"),
        ("{poly: 7}", "a CRC needs 'width'"),
        ("{width: 8}", "a CRC needs 'poly'"),
        ("{width: 12, poly: 7}", "a CRC has 8, 16, 32, 64 bits here, not 12"),
        ("{width: 8, poly: 0x107}", "'poly' must be an integer of 8 bits, not 0x107"),
        ("{width: 8, poly: 7, init: -1}", "'init' must be an integer of 8 bits, not -0x1"),
        ("{width: 8, poly: 7, xorout: a}", "'xorout' must be an integer"),
        ("{width: 8, poly: 7, refin: 2}", "'refin' must be true or false"),
        ("{width: 8, poly: 7, reflect: true}", "unknown key 'reflect' in a CRC"),
        ("{width: 8, poly: 7}", r"'-checksum' by crc8\(poly=0x7, .*\) stands on a u1"),
    ],
)
def test_of_what_is_no_algorithm(algorithm: str, message: str, compiled: Compile) -> None:
    with pytest.raises(SpecErrors, match=message):
        compiled(f"seq: [{{id: data, size: 3}}, {{id: sum, type: u2, -checksum: {{algorithm: {algorithm}}}}}]")


@pytest.mark.parametrize("algorithm", [*CHECKS, "crc64-xz", BY_PARAMETERS])
def test_of_the_end_of_a_record(algorithm: str, compiled: Compile) -> None:
    """Of bytes of all sizes, the last of which need not be there. A row of the table is all that an algorithm needs."""
    name = "crc16-modbus" if algorithm is BY_PARAMETERS else algorithm
    row = ALGORITHMS[name]
    form = f"{row.size}s" if row.digest else {1: "<B", 2: "<H", 4: "<I", 8: "<Q"}[row.size]
    stored = f"size: {row.size}" if row.digest else f"type: u{row.size}"
    codec = compiled(
        f"""
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record:
    seq:
      - {{id: len, type: u2}}
      - {{id: data, size: len}}
      - {{id: mark, type: u2, if: len > 20}}
      - {{id: sum, {stored}, -checksum: {{algorithm: {algorithm}, from: data, to: mark}}}}
      - {{id: same, {stored}, -checksum: {{algorithm: {algorithm}, from: data}}}}
"""
    )
    texts = [bytes(range(size % 256)) * (1 + size // 256) for size in range(0, 700, 7)]
    marks = [7 if len(text) > 20 else None for text in texts]
    table = pa.table({"data": texts, "mark": pa.array(marks, pa.uint16())})
    data = bytes_of(codec, table, None, parse(codec))[0] if row.kernel is None else written(codec, table)
    wanted = []
    for text, mark in zip(texts, marks, strict=True):
        summed = text + (b"" if mark is None else struct.pack("<H", mark))
        first = struct.pack(form, row(summed))
        wanted += [
            struct.pack("<H", len(text)),
            summed,
            first,
            struct.pack(form, row(summed + first)),
        ]
    assert data == b"".join(wanted)
    assert bytewright.open(data, codec).to_table().column("mark").to_pylist() == marks
    assert bytewright.open(data, codec, engine="columns").to_table().column("mark").to_pylist() == marks
    for at in (-1, len(data) // 2):
        damaged = bytearray(data)
        damaged[at] ^= 1
        for engine in ("columns", "objects"):
            with pytest.raises(ReadError):
                bytewright.open(bytes(damaged), codec, engine=engine).to_table()
    wrong, stands = f"type: s{row.size}", f"a u{row.size}"
    if row.digest:
        wrong, stands = (
            f"size: {row.size}, terminator: 0",
            f"bytes with 'size: {row.size}', and nothing that changes them",
        )
    with pytest.raises(SpecErrors, match=f"'-checksum' by .* stands on {stands}"):
        compiled(f"seq: [{{id: data, size: 3}}, {{id: sum, {wrong}, -checksum: {{algorithm: {algorithm}}}}}]")


ITEM = "types: {item: {seq: [{id: x, type: u1}, {id: y, type: s4}]}}"
ITEMS = pa.table({"x": pa.array([1, 2, 3], pa.uint8()), "y": pa.array([-1, 0, 5], pa.int32())})
PACKED = struct.pack("<BiBiBi", 1, -1, 2, 0, 3, 5)
COUNTED = struct.pack("<H", 3) + PACKED


@pytest.mark.parametrize(
    ("seq", "wanted"),
    [
        (
            """
  - {id: sum, type: u4, -checksum: {algorithm: crc32, from: num, to: items}}
  - {id: num, type: u2}
  - {id: items, type: item, repeat: expr, repeat-expr: num}
""",
            struct.pack("<I", zlib.crc32(COUNTED)) + COUNTED,
        ),
        (
            """
  - {id: sum, type: u4, -checksum: {algorithm: crc32c-masked, from: items, to: items}}
  - {id: items, type: item, repeat: eos}
""",
            struct.pack("<I", ALGORITHMS["crc32c-masked"](PACKED)) + PACKED,
        ),
        (
            """
  - {id: num, type: u2}
  - {id: items, type: item, repeat: expr, repeat-expr: num}
  - {id: sum, type: u4be, -checksum: {algorithm: adler32}}
""",
            COUNTED + struct.pack(">I", zlib.adler32(COUNTED)),
        ),
        (
            """
  - {id: num, type: u2}
  - {id: items, type: item, repeat: expr, repeat-expr: num}
  - {id: sum, type: u4, -checksum: {algorithm: crc32, from: items, to: items}}
  - {id: mark, contents: END}
  - {id: sum_of_all, type: u4, -checksum: {algorithm: crc32}}
""",
            (all_but := COUNTED + struct.pack("<I", zlib.crc32(PACKED)) + b"END")
            + struct.pack("<I", zlib.crc32(all_but)),
        ),
    ],
    ids=["before", "before the last", "behind", "two"],
)
def test_of_all_records(seq: str, wanted: bytes, compiled: Compile) -> None:
    """It makes all of them good or bad, and kernels write the records nevertheless."""
    codec = compiled(f"seq:{seq}{ITEM}")
    assert written(codec, ITEMS) == wanted
    assert len(agree(codec, wanted)[0]) == 3
    tried, bad = agree_when_damaged(codec, wanted)
    assert bad > tried // 2


def test_of_many_records(compiled: Compile, tmp_path: Path) -> None:
    """The file isn't in memory for it."""
    codec = compiled(
        f"""
seq:
  - {{id: num, type: u4}}
  - {{id: items, type: item, repeat: expr, repeat-expr: num}}
  - {{id: sum, type: u4, -checksum: {{algorithm: crc32c}}}}
{ITEM}
"""
    )
    count = 1_000_000
    numbers = np.arange(count)
    table = pa.table({"x": pa.array(numbers % 256, pa.uint8()), "y": pa.array(numbers, pa.int32())})
    path = tmp_path / "many"
    tracemalloc.start()
    try:
        assert bytewright.write(table, path, codec).encoded == count
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    data = path.read_bytes()
    assert len(data) == 4 + 5 * count + 4
    assert struct.unpack("<I", data[-4:])[0] == ALGORITHMS["crc32c"](data[:-4])
    assert peak < len(data)


@pytest.mark.parametrize(
    "stated",
    [
        "{algorithm: crc32, from: before, to: behind}",
        "{algorithm: crc32, from: before, to: sum}",
        "{algorithm: crc32, from: sum, to: behind}",
        "{algorithm: crc32, from: last, to: behind}",
        "{algorithm: crc32, from: behind, to: _parent.behind}",
        "{algorithm: crc32, from: _parent.before, to: _parent.item}",
        "{algorithm: crc32, from: _parent.behind, to: _parent.behind}",
    ],
)
def test_of_what_they_lie_in(stated: str, compiled: Compile) -> None:
    with pytest.raises(SpecErrors, match="the bytes of a checksum lie before it, or behind it in the same structure"):
        compiled(
            f"""
seq: [{{id: before, type: u1}}, {{id: item, type: item}}, {{id: behind, type: u1}}]
types:
  item:
    seq:
      - {{id: before, type: u1}}
      - {{id: sum, type: u4, -checksum: {stated}}}
      - {{id: behind, type: u1}}
      - {{id: last, type: u1}}
"""
        )


def test_rows_that_do_not_fit(compiled: Compile) -> None:
    codec = compiled(JOURNAL)
    kind = pa.struct([("items", pa.list_(pa.uint16()))])
    table = pa.table(
        {"flags": pa.array([1], pa.uint8()), "text": ["x" * 65536], "body": pa.array([{"items": []}], kind)}
    )
    assert refused(codec, table).field == "records[0].len_text"


BITS = """
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: flag, type: b1}
      - {id: small, type: b5}
      - {id: other, type: b3be}
      - {id: large, type: b10be}
      - {id: sum, type: u4, -checksum: {algorithm: crc32, from: small, to: large}}
"""


def test_what_is_summed_may_begin_and_end_within_a_byte(compiled: Compile) -> None:
    codec = compiled(BITS)
    body = bytes([0b010101, 0b10100000, 0b01100000])
    data = (body + struct.pack("<I", zlib.crc32(body))) * 2
    model = codec.parse(data)
    assert [model.records[0].flag, model.records[0].small, model.records[0].other] == [True, 0b1010, 0b101]
    assert codec.to_bytes(model) == data
    model.records[1].large = 3
    assert codec.parse(codec.to_bytes(model)).records[1].large == 3


def test_a_digest_stands_before_its_bytes_or_says_whether_it_is_there(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
  - {id: ahead, size: 32, -checksum: {algorithm: sha256, from: data, to: data}}
  - {id: data, size: 4}
  - {id: digest, size: 20, if: has_digest, -checksum: {algorithm: sha1}}
instances:
  has_digest: {value: _io.size > 36, -valid: {checksum-of: digest}}
"""
    )
    without = hashlib.sha256(b"abcd").digest() + b"abcd"
    for data in (without, without + hashlib.sha1(without).digest()):
        model = codec.parse(data)
        assert model.has_digest == (data != without)
        assert codec.to_bytes(model) == data
        model.data = b"dcba"
        changed = hashlib.sha256(b"dcba").digest() + b"dcba"
        assert codec.to_bytes(model) == changed + (hashlib.sha1(changed).digest() if data != without else b"")
    with pytest.raises(ChecksumError, match="expected 88d4266fd4e6338d13b845fcf289579d"):
        codec.parse(bytes(32) + b"abcd")


@pytest.mark.parametrize("ahead", [b"", b"zz"])
def test_the_size_of_the_first_field_may_rest_on_whether_a_digest_is_there(compiled: Compile, ahead: bytes) -> None:
    codec = compiled(
        f"""
seq: [{{id: ahead, size: {len(ahead)}}}, {{id: body, type: body}}]
types:
  body:
    seq:
      - {{id: data, size: '_io.size - _io.pos - (has_digest ? 4 : 0)'}}
      - {{id: digest, type: u4, if: has_digest, -checksum: {{algorithm: adler32}}}}
    instances: {{has_digest: {{value: false, -valid: {{checksum-of: digest}}}}}}
"""
    )
    for text in (b"", b"abc", b"abcdefgh"):
        digest = zlib.adler32(text)
        for data, found in ((text, None), (text + digest.to_bytes(4, "little"), digest)):
            body = codec.parse(ahead + data).body
            assert (body.data, body.digest, body.has_digest) == (text, found, found is not None)
            assert codec.to_bytes(codec.parse(ahead + data)) == ahead + data
            assert bytewright.view_of(ahead + data, codec).body.digest == found
