"""Records whose size is said before them: a bad one ends where its size says, and costs no other."""

from __future__ import annotations

import random
import struct
from typing import Any

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec

SIZE = 48
SPEC = """
{params}
seq:
  {head}
  - {{id: pages, type: page, size: '{size}', {repeat}}}
{instances}
types:
  header: {{seq: [{{id: page_size, type: u2}}]}}
  page:
    seq:
      - {{id: number, type: u4}}
      - {{id: count, type: u2, {valid}}}
      - {{id: values, type: u2, repeat: expr, repeat-expr: count}}
{more}
-views:
  pages: {{each: 'pages[*]', columns: [{{id: number, value: _.number}}{column}]}}
"""
NUMBER = "- {id: size, type: u2}"
SIZES = {
    "number": {"size": "size"},
    "header": {"head": "- {id: head, type: header}", "size": "_root.head.page_size"},
    "computed": {"head": "- {id: units, type: u2}", "size": "units / 2 + 24"},
    "instance": {"size": "whole", "instances": "instances: {whole: {value: size}}"},
    "placed": {"head": "- {size: 2}", "size": "whole", "instances": "instances: {whole: {pos: 0, type: u2}}"},
    "table": {"head": "- {id: sizes, type: u2, repeat: expr, repeat-expr: 1}", "size": "sizes[0]"},
    "parameter": {
        "head": "- {size: 2}",
        "params": "params: [{id: whole, type: u2}]\n-options: [{id: whole, type: int, default: 48}]",
        "size": "whole",
    },
    "counted": {"size": "size", "repeat": "repeat: expr, repeat-expr: 12"},
    "constant": {"head": "- {size: 2}", "size": "48"},
    "by objects": {
        "head": "- {size: 2}",
        "size": "48",
        "more": "    instances: {again: {value: 'values[count - 1]'}}",
        "column": ", {id: again, value: '_.again'}",
    },
    "nothing in common": {"size": "size", "valid": "doc: any"},
}


def _compiled(compiled: Compile, kind: str) -> Codec:
    given = {"params": "", "head": NUMBER, "repeat": "repeat: eos", "instances": "", "more": "", "column": ""}
    return compiled(SPEC.format(**given | {"valid": "valid: {max: 7}"} | SIZES[kind]))


def _page(number: int, count: int) -> bytes:
    # The zeros in it look like pages, too: of other numbers.
    return struct.pack("<IH2H", number, count, number, number) + bytes(SIZE - 10)


def _rows(data: bytes, codec: Codec, engine: Any, mode: Any, **options: str) -> tuple[list[int | None], int]:
    table = bytewright.open(data, codec, engine=engine, mode=mode, options=options)
    return table.to_table()["number"].to_pylist(), table.malformed_bytes


@pytest.mark.parametrize("resync", ["true", "false"])
@pytest.mark.parametrize("kind", SIZES)
def test_a_bad_one_costs_no_other(kind: str, resync: str, compiled: Compile) -> None:
    codec, drawn = _compiled(compiled, kind), random.Random(kind)
    for bad in ({2}, {0}, {3, 4, 5}, set(drawn.sample(range(11), 4))):
        pages = [_page(number, 60_000 if number in bad else 2) for number in range(12)]
        data = struct.pack("<H", SIZE) + b"".join(pages)
        good = [number for number in range(12) if number not in bad]
        for engine in ("objects", "auto"):
            assert _rows(data, codec, engine, "DROPMALFORMED", resync=resync) == (good, len(bad) * SIZE)
            shown, size = _rows(data, codec, engine, "PERMISSIVE", resync=resync)
            assert ([number for number in shown if number is not None], size) == (good, len(bad) * SIZE)
            assert None in shown


@pytest.mark.parametrize("size", ["sizes[_index]", "_io.size - 2", "pages.size + 40"])
def test_a_size_that_differs_is_of_one_record(size: str, compiled: Compile) -> None:
    head = "- {id: sizes, type: u2, repeat: expr, repeat-expr: 2}"
    given = {"params": "", "head": head, "repeat": "repeat: eos", "instances": "", "more": "", "column": ""}
    codec = compiled(SPEC.format(**given, size=size, valid="valid: {max: 7}"))
    assert codec.pass_over is None
    assert codec.beginning is None or not codec.beginning.alike


@pytest.mark.parametrize("lost", [0, 1, SIZE - 1])
@pytest.mark.parametrize("there", [1, 7, 11])
@pytest.mark.parametrize("count", [2, 1])  # bytes of a page that no field describes, or a page that is full
def test_records_that_are_missing_are_one_bad_place(count: int, there: int, lost: int, compiled: Compile) -> None:
    codec = _compiled(compiled, "counted")
    size = SIZE if count == 2 else 8
    data = struct.pack("<H", size) + b"".join(_page(number, count)[:size] for number in range(12))
    data = data[: 2 + size * there + min(lost, size - 1)]
    for engine in ("objects", "auto"):
        given = list(range(there))
        assert _rows(data, codec, engine, "PERMISSIVE") == ([*given, None], (len(data) - 2) % size)
        assert _rows(data, codec, engine, "DROPMALFORMED") == (given, (len(data) - 2) % size)
        with pytest.raises(bytewright.errors.ReadError, match=f"at offset {2 + size * there}, found {size}$"):
            _rows(data, codec, engine, "FAILFAST")


def test_a_count_bounds_good_and_bad_places(compiled: Compile) -> None:
    codec, drawn = _compiled(compiled, "counted"), random.Random(5)
    for _ in range(12):
        data = bytearray(struct.pack("<H", SIZE) + b"".join(_page(number, 2) for number in range(12)))
        for _ in range(drawn.randrange(1, 4)):
            at = drawn.randrange(2, len(data))
            del data[at : at + drawn.choice([1, 4, SIZE])]
        shown = [_rows(bytes(data), codec, engine, "PERMISSIVE") for engine in ("objects", "auto")]
        assert shown[0] == shown[1]
        assert len(shown[0][0]) <= 12
