"""Elements of one size in lists in lists: a bad one costs no other, as it says nothing of where the next one begins."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from typing import Any, Literal

import pytest
from tests.support.both import agree_in_all_modes
from tests.support.compiling import Compile

import bytewright

Engine = Literal["columns", "objects"]
SPEC = """
seq: [{{id: blocks, type: block, repeat: eos}}]
types:
  block:
    seq:
      - {{id: magic, contents: BLK!}}
      - {{id: len_body, type: u2}}
      - {{id: body, type: body, size: len_body}}
  body: {{seq: [{{id: head, type: u1}}, {listed}]}}
  item:
    seq: [{item}]
  pair: {{seq: [{{id: a, type: u1}}, {{id: b, type: u2}}]}}
-views:
  rows:
    each: blocks[*].body.items[*]
    columns: [{{id: block, value: blocks._index}}, {{id: number, value: _.number}}]
"""
KIND = "{id: kind, type: u1, valid: {min: 1, max: 4}}, {id: number, type: u4}"
ITEMS: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "numbers": (KIND, lambda n: struct.pack("<BI", 1 + n % 4, n)),
    "bits": (
        "{id: kind, type: u1, valid: {min: 1, max: 4}}, {id: part, type: b3}, {id: rest, type: b13},"
        " {id: number, type: u4}",
        lambda n: struct.pack("<BHI", 1 + n % 4, 40, n),
    ),
    "structure": (f"{KIND}, {{id: pair, type: pair}}", lambda n: struct.pack("<BIBH", 1 + n % 4, n, 7, 8)),
    "list": (
        f"{KIND}, {{id: pairs, type: pair, repeat: expr, repeat-expr: 2}}",
        lambda n: struct.pack("<BIBHBH", 1 + n % 4, n, 7, 8, 9, 10),
    ),
    "text": (f"{KIND}, {{id: name, type: str, size: 3}}", lambda n: struct.pack("<BI", 1 + n % 4, n) + b"abc"),
    "checksum": (
        f"{KIND}, {{id: sum, type: u4, -checksum: {{algorithm: crc32, from: kind, to: number}}}}",
        lambda n: (data := struct.pack("<BI", 1 + n % 4, n)) + struct.pack("<I", zlib.crc32(data)),
    ),
}
LISTS = {
    "to the end": ("{id: items, type: item, repeat: eos}", False),
    "counted": ("{id: n, type: u2}, {id: items, type: item, repeat: expr, repeat-expr: n}", True),
}
COUNTS = (9, 1, 12)


def blocks(item: Callable[[int], bytes], counted: bool) -> tuple[bytes, list[dict[str, int]], list[int]]:
    """A file, its rows, and where their elements begin."""
    data, rows, places = b"", list[dict[str, int]](), list[int]()
    for block, count in enumerate(COUNTS):
        body = b"\x05" + (struct.pack("<H", count) if counted else b"")
        first = len(data) + 6 + len(body)
        for number in range(block * 100, block * 100 + count):
            places.append(first + (number - block * 100) * len(item(0)))
            rows.append({"block": block, "number": number})
            body += item(number)
        data += b"BLK!" + struct.pack("<H", len(body)) + body
    return data, rows, places


@pytest.mark.parametrize("engine", ["columns", "objects"])
@pytest.mark.parametrize(("listed", "counted"), LISTS.values(), ids=LISTS)
@pytest.mark.parametrize(("item", "made"), ITEMS.values(), ids=ITEMS)
def test_a_bad_element_costs_no_other(
    compiled: Compile, item: str, made: Callable[[int], bytes], listed: str, counted: bool, engine: Engine
) -> None:
    codec = compiled(SPEC.format(item=item, listed=listed))
    data, rows, places = blocks(made, counted)
    assert bytewright.open(data, codec, engine=engine).to_table().to_pylist() == rows
    for bad in ([0], [4], [8], [9], [3, 15, 21]):
        broken = bytearray(data)
        for one in bad:
            broken[places[one]] &= 0xF8  # no kind
        table = bytewright.open(bytes(broken), codec, engine=engine, mode="DROPMALFORMED")
        assert table.to_table().to_pylist() == [row for number, row in enumerate(rows) if number not in bad]
        assert (table.malformed, table.malformed_bytes) == (len(bad), len(bad) * len(made(0)))
        expected: list[dict[str, Any]] = [
            {"block": None, "number": None} if number in bad else row for number, row in enumerate(rows)
        ]
        lenient = bytewright.open(bytes(broken), codec, engine=engine, mode="PERMISSIVE").to_table()
        found = [row if row["number"] is not None else expected[bad[0]] for row in lenient.to_pylist()]
        assert found == expected


@pytest.mark.parametrize(("listed", "counted"), LISTS.values(), ids=LISTS)
@pytest.mark.parametrize(("item", "made"), ITEMS.values(), ids=ITEMS)
def test_engines_agree(compiled: Compile, item: str, made: Callable[[int], bytes], listed: str, counted: bool) -> None:
    codec = compiled(SPEC.format(item=item, listed=listed))
    agree_in_all_modes(codec, blocks(made, counted)[0], few=30)


@pytest.mark.parametrize("engine", ["columns", "objects"])
def test_behind_missing_bytes_elements_that_prove_themselves_are_found(compiled: Compile, engine: Engine) -> None:
    item, made = ITEMS["checksum"]
    codec = compiled(SPEC.format(item=item, listed=LISTS["to the end"][0]))
    data, rows, places = blocks(made, False)
    broken = data[: places[12] + 2] + data[places[12] + 5 :]
    table = bytewright.open(broken, codec, engine=engine, mode="DROPMALFORMED")
    assert table.to_table().to_pylist() == [row for number, row in enumerate(rows) if number != 12]
