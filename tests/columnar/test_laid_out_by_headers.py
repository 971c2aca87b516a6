"""Records, and elements of lists in them, that a header lays out and that say no length of their own."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from tests.support.both import agree, made_by_the_kernel, read

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.drivers.any_header import for_any_header
from bytewright.kernels.plan import FixedFrame, RowPlan, WalkFrame
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.specialize import unroll
from bytewright_codegen.load import load

COLUMNS = """
  - {id: num_columns, type: u1}
  - {id: columns, type: column, repeat: expr, repeat-expr: num_columns}
"""
COLUMN = """
  column:
    seq: [{id: kind, type: u1, enum: kind, valid: {in-enum: true}}, {id: name, type: str, size: 2}]
enums: {kind: {0: small, 1: text, 2: point, 3: large}}
"""
CELL = """
  cell:
    params: [{id: at, type: s4}]
    seq:
      - id: value
        CONDITION
        type:
          switch-on: _root.columns[at].kind
          cases: {'kind::small': u1, 'kind::text': text, 'kind::point': point, 'kind::large': u8}
  text:
    -show: {value: text}
    seq: [{id: len_text, type: u1}, {id: text, type: str, size: len_text}]
  point: {seq: [{id: x, type: f4}, {id: y, type: s2}]}
"""
CELLS = "{id: cells, type: cell(_index), repeat: expr, repeat-expr: _root.num_columns}"
SUMMED = f"""
meta: {{id: summed, endian: le, encoding: UTF-8}}
-views:
  listed:
    each: rows[*]
    columns: [{{id: row, value: _index}}, {{id: stamp, value: _.stamp}}, {{id: cells, value: _.cells}}]
  named:
    each: rows[*]
    columns: [{{id: stamp, value: _.stamp}}]
    pivot: {{each: 'columns[*]', name: _.name, cell: '_.cells[_column].value'}}
  stamps: {{each: 'rows[*]', where: _.stamp % 3 != 1, columns: [{{id: stamp, value: _.stamp}}]}}
seq:{COLUMNS}  - {{id: rows, type: row, repeat: eos}}
types:
  row:
    seq:
      - {{id: stamp, type: u4}}
      - {CELLS}
      - {{id: sum, type: u4, -checksum: {{algorithm: crc32, from: stamp, to: cells}}}}
{CELL.replace("CONDITION", "")}{COLUMN}"""
PRESENT = f"""
meta: {{id: present, endian: le, bit-endian: le, encoding: UTF-8}}
-views:
  listed:
    each: rows[*]
    columns: [{{id: there, value: _.there}}, {{id: cells, value: _.cells}}, {{id: note, value: _.note}}]
  named:
    each: rows[*]
    columns: [{{id: note, value: _.note}}]
    pivot: {{each: 'columns[*]', name: _.name, cell: '_.cells[_column].value'}}
seq:{COLUMNS}  - {{id: num_rows, type: u2}}
  - {{id: rows, type: row, repeat: expr, repeat-expr: num_rows}}
  - {{id: mark, contents: END}}
types:
  row:
    seq:
      - {{id: there, type: b1, repeat: expr, repeat-expr: _root.num_columns}}
      - {CELLS}
      - {{id: note, type: strz}}
{CELL.replace("CONDITION", "if: '_parent.there[at]'")}{COLUMN}"""
PACKED = f"""
meta: {{id: packed, endian: le, encoding: UTF-8}}
-views:
  listed:
    each: blocks[*].body.rows[*]
    columns: [{{id: block, value: blocks._index}}, {{id: cells, value: _.cells}}]
  named:
    each: blocks[*].body.rows[*]
    columns: [{{id: block, value: blocks._index}}, {{id: stamp, value: _.stamp}}]
    pivot: {{each: 'columns[*]', name: _.name, cell: '_.cells[_column].value'}}
seq:{COLUMNS}  - {{id: blocks, type: block, repeat: eos}}
types:
  block:
    seq:
      - {{id: len_body, type: u2}}
      - {{id: body, type: body, size: len_body, process: zlib}}
      - {{id: sum, type: u4, -checksum: {{algorithm: crc32, from: len_body, to: body}}}}
  body: {{seq: [HEAD{{id: rows, type: row, REPEAT}}]}}
  row: {{seq: [{{id: stamp, type: u4}}, {CELLS}]}}
{CELL.replace("CONDITION", "")}{COLUMN}"""
FILLED = PACKED.replace("HEAD", "").replace("REPEAT", "repeat: eos")
COUNTED = PACKED.replace("HEAD", "{id: num_rows, type: u1}, ").replace("REPEAT", "repeat: expr, repeat-expr: num_rows")
SIZED = f"""
meta: {{id: sized, endian: be}}
-views:
  listed:
    each: rows[*]
    columns: [{{id: flags, value: _.flags}}, {{id: cells, value: _.cells}}, {{id: last, value: _.last}}]
  named:
    each: rows[*]
    columns: [{{id: flags, value: _.flags}}, {{id: last, value: _.last}}]
    pivot: {{each: 'columns[*]', name: _.name, cell: '_.cells[_column].data'}}
seq:
  - {{id: ends, type: u1}}{COLUMNS}  - {{id: rows, type: row, repeat: eos}}
types:
  column: {{seq: [{{id: width, type: u1}}, {{id: name, type: str, size: 2, encoding: ASCII}}]}}
  row:
    seq:
      - {{id: flags, type: u1}}
      - {{id: cells, type: 'cell(_root.columns[_index].width)', repeat: expr, repeat-expr: _root.num_columns}}
      - {{id: last, type: u2, if: _root.ends != 0}}
  cell: {{params: [{{id: width, type: u1}}], seq: [{{id: data, size: width}}]}}
"""
CHOSEN = """
meta: {id: chosen, endian: le, encoding: UTF-8}
-views:
  rows:
    each: rows[*]
    columns: [{id: schema, value: _.schema}, {id: cells, value: _.cells}, {id: note, value: _.note}]
seq:
  - {id: num_schemas, type: u1}
  - {id: schemas, type: schema, repeat: expr, repeat-expr: num_schemas}
  - {id: rows, type: row, repeat: eos}
types:
  schema:
    seq:
      - {id: num_columns, type: u1}
      - {id: kinds, type: kind, repeat: expr, repeat-expr: num_columns}
  kind: {seq: [{id: kind, type: u1, valid: {max: 2}}]}
  row:
    seq:
      - {id: schema, type: u1, valid: {expr: schema < _root.num_schemas}}
      - {id: cells, type: 'cell(_index, schema)', repeat: expr, repeat-expr: '_root.schemas[schema].kinds.size'}
      - {id: note, type: strz}
  cell:
    params: [{id: at, type: s4}, {id: schema, type: u1}]
    seq:
      - id: value
        type: {switch-on: '_root.schemas[schema].kinds[at].kind', cases: {0: u1, 1: s4, 2: f8}}
"""


def value(random: Random, kind: int) -> bytes:
    text = random.choice(("", "ash", "Öl", "juniper")).encode()
    point = struct.pack("<fh", random.uniform(-9, 9), random.randrange(-99, 99))
    return [bytes([random.randrange(256)]), bytes([len(text)]) + text, point, random.randbytes(8)][kind]


def header(kinds: tuple[int, ...]) -> bytes:
    return bytes([len(kinds)]) + b"".join(bytes([kind]) + b"c%d" % place for place, kind in enumerate(kinds))


def row(random: Random, kinds: tuple[int, ...], number: int) -> bytes:
    return struct.pack("<I", number) + b"".join(value(random, kind) for kind in kinds)


def summed(random: Random, kinds: tuple[int, ...], count: int = 9) -> bytes:
    rows = [row(random, kinds, number) for number in range(count)]
    return header(kinds) + b"".join(one + struct.pack("<I", zlib.crc32(one)) for one in rows)


def present(random: Random, kinds: tuple[int, ...], count: int = 9) -> bytes:
    rows = []
    for number in range(count):
        there = random.getrandbits(len(kinds)) if kinds else 0
        cells = b"".join(value(random, kind) for place, kind in enumerate(kinds) if there >> place & 1)
        rows.append(there.to_bytes((len(kinds) + 7) // 8, "little") + cells + b"n%d\0" % number)
    return header(kinds) + struct.pack("<H", count) + b"".join(rows) + b"END"


def packed(random: Random, kinds: tuple[int, ...], *, counted: bool = False) -> bytes:
    found = [header(kinds)]
    for count in (3, 0, 5):
        rows = b"".join(row(random, kinds, number) for number in range(count))
        body = zlib.compress(bytes([count]) * counted + rows)
        block = struct.pack("<H", len(body)) + body
        found.append(block + struct.pack("<I", zlib.crc32(block)))
    return b"".join(found)


def sized(random: Random, widths: tuple[int, ...], ends: int = 1) -> bytes:
    size = 1 + sum(widths) + 2 * ends
    return bytes([ends]) + header(widths) + random.randbytes(size * 9)


def chosen(random: Random) -> bytes:
    schemas = ((0, 2, 1), (), (1, 1))
    rows = []
    for number in range(12):
        cells = b"".join(random.randbytes((1, 4, 7)[kind]) + b"\x40" * (kind == 2) for kind in schemas[number % 3])
        rows.append(bytes([number % 3]) + cells + b"n%d\0" % number)
    return bytes([3]) + b"".join(bytes([len(one), *one]) for one in schemas) + b"".join(rows)


@cache
def compiled(text: str, folder: Path) -> Codec:
    path = folder / "laid_out.ksy"
    path.write_text(text, encoding="utf-8")
    return load(path)


KINDS = [(), (0,), (3, 0, 2), (1, 1), (0, 1, 2, 3, 3, 1, 0, 2, 1)]
FORMATS: list[tuple[str, Callable[..., bytes], list[tuple[int, ...]]]] = [
    (SUMMED, summed, KINDS),
    (PRESENT, present, KINDS),
    (FILLED, packed, KINDS),
    (COUNTED, lambda random, kinds: packed(random, kinds, counted=True), KINDS),
    (SIZED, sized, [(), (4, 0, 2), (7,)]),
]


@pytest.mark.parametrize(
    ("text", "encode", "headers"), FORMATS, ids=["summed", "present", "filled", "counted", "sized"]
)
@pytest.mark.parametrize("view", ["listed", "named"])
def test_engines_agree(
    text: str, encode: Callable[..., bytes], headers: list[tuple[int, ...]], view: str, tmp_path: Path
) -> None:
    codec = compiled(text, tmp_path)
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    for number, kinds in enumerate(headers):
        data = encode(Random(number), kinds)
        table = bytewright.open(data, codec, view, engine="columns")
        assert table.counted == {} or set(table.counted) == {"columns"}
        rows = table.to_table()
        assert table.counted == {"columns": rows.num_rows}
        assert rows.num_rows in (8, 9)
        agree(codec, data, view=view)
    size = len(header(headers[-1])) + (text is SIZED)
    agree_behind(codec, data, view, size)


def agree_behind(codec: Codec, data: bytes, view: str, size: int) -> None:
    """Both engines say the same of files with damage behind their headers, in all modes."""
    for at in range(size, len(data), max(1, (len(data) - size) // 12)):
        for form in (data[:at], data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :], data[:at] + data[at + 1 :]):
            for mode in ("FAILFAST", "PERMISSIVE", "DROPMALFORMED"):
                expected = read(codec, form, "objects", view=view, mode=mode)
                assert read(codec, form, "columns", (1, 3, 65_536)[at % 3], view=view, mode=mode) == expected, (
                    mode,
                    at,
                )


def test_only_some_are_asked_for(tmp_path: Path) -> None:
    codec, data = compiled(SUMMED, tmp_path), summed(Random(1), KINDS[-1])
    assert made_by_the_kernel(codec, "stamps") == {"stamp"}
    rows, error, _ = agree(codec, data, view="stamps")
    assert (len(rows), error) == (6, None)
    for columns in (["c8"], ["c1", "stamp"], ["c3", "c2"]):
        agree(codec, data, view="named", columns=columns)
    agree(codec, data, view="listed", columns=["cells"])


def test_what_a_record_chooses_may_say_where_it_ends(tmp_path: Path) -> None:
    codec, data = compiled(CHOSEN, tmp_path), chosen(Random(1))
    assert made_by_the_kernel(codec) >= {"schema", "note"}
    table = bytewright.open(data, codec, engine="columns", columns=["schema", "note"])
    assert table.to_table().column("schema").to_pylist() == [0, 1, 2] * 4
    assert table.counted == {"columns": 12}
    agree(codec, data)
    agree_behind(codec, data, "rows", 9)


def test_a_header_may_leave_nothing_to_read(tmp_path: Path) -> None:
    plan = compiled(SIZED, tmp_path).row_plans["named"]
    assert isinstance(plan, RowPlan)
    assert isinstance(plan.frame, WalkFrame)
    widths = (4, 0, 2)

    def told(name: str, column: int) -> int:
        known = {"num_columns": 3, "ends != 0": 1}
        return known[name] if name in known else widths[column]

    assert unroll(plan, {}, told).frame == FixedFrame(9)
    with pytest.raises(Unsupported, match="a list of the header"):
        for_any_header(plan)
