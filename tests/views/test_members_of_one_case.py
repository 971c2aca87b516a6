"""Views of the elements of one kind: the case that they show, and what their condition says, is written with them."""

from __future__ import annotations

import struct

import pyarrow as pa
import pytest
from tests.support.both_ways import both_ways, read, write
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.settings import parse
from bytewright.errors import MissingError, WriteError
from bytewright.tables.write import bytes_of

FEED = """
seq: [{id: messages, type: message, repeat: eos}]
types:
  message:
    seq:
      - {id: len_body, type: u2}
      - {id: urgent, type: u1}
      - {id: kind, type: u1, enum: kinds}
      - id: body
        size: len_body
        type: {switch-on: kind, cases: {'kinds::add': order, 'kinds::change': order, 'kinds::stop': stop}}
  order: {seq: [{id: number, type: u4}, {id: more, type: more}]}
  more: {seq: [{id: len, type: u1}, {id: symbol, type: str, size: len}]}
  stop: {seq: [{id: number, type: u4}]}
enums: {kinds: {1: add, 2: change, 3: stop}}
-views:
  changes:
    each: messages[*]
    where: _.urgent == 1 and _.kind == kinds::change
    columns:
      - {id: number, value: _.body.as<order>.number}
      - {id: symbol, value: _.body.as<order>.more.symbol}
      - {id: again, value: _.body.as<order>.number}
  stops:
    each: messages[*]
    where: kinds::stop == _.kind
    columns: [{id: urgent, value: _.urgent}, {id: number, value: _.body.as<stop>.number}]
  orders:
    each: messages[*]
    where: _.kind != kinds::stop
    columns: [COLUMNS{id: urgent, value: _.urgent}, {id: number, value: _.body.as<order>.number}SYMBOL]
"""
SPEC = FEED.replace("COLUMNS", "{id: kind, value: _.kind}, ").replace(
    "SYMBOL", ", {id: symbol, value: _.body.as<order>.more.symbol}"
)


def order(kind: int, urgent: int, number: int, symbol: bytes) -> bytes:
    return struct.pack("<HBBIB", 5 + len(symbol), urgent, kind, number, len(symbol)) + symbol


def stop(number: int, urgent: int = 0) -> bytes:
    return struct.pack("<HBBI", 4, urgent, 3, number)


CHANGES = order(2, 1, 7, b"ABC") + order(2, 1, 8, b"")
STOPS = stop(4) + stop(5, 1)
ORDERS = order(1, 0, 1, b"ab") + order(2, 1, 2, b"c")


@pytest.mark.parametrize(("view", "data"), [("changes", CHANGES), ("stops", STOPS), ("orders", ORDERS)])
def test_rows_of_one_kind_say_which(compiled: Compile, view: str, data: bytes) -> None:
    codec = compiled(SPEC)
    rows = both_ways(codec, data, view)
    for engine in ("objects", "columns"):
        assert bytes_of(codec, rows, view, parse(codec, {}), None, engine)[0] == data


@pytest.mark.parametrize("view", ["changes", "stops", "orders"])
def test_a_root_holds_the_others(compiled: Compile, view: str) -> None:
    codec = compiled(SPEC)
    both_ways(codec, CHANGES + STOPS + ORDERS + STOPS, view, alone=False)


def test_rows_that_do_not_say_which(compiled: Compile) -> None:
    codec = compiled(FEED.replace("COLUMNS", "").replace("SYMBOL", ""))
    rows = read(codec, ORDERS, "orders")
    for engine in ("objects", "auto"):
        with pytest.raises(MissingError) as found:
            bytes_of(codec, rows, "orders", parse(codec, {}), None, engine)
        assert str(found.value).startswith("messages[0].kind: expected a value, found nothing. It decides what ")
        assert "(value: _.kind)" in str(found.value)


def test_members_that_no_column_shows_are_named_as_views_name_them(compiled: Compile) -> None:
    codec = compiled(FEED.replace("COLUMNS", "{id: kind, value: _.kind}, ").replace("SYMBOL", ""))
    rows = read(codec, ORDERS, "orders")
    with pytest.raises(MissingError, match=r"column for it \(value: _\.body\.as<order>\.more\)"):
        write(codec, rows, "orders")


def test_columns_that_contradict_each_other(compiled: Compile) -> None:
    codec = compiled(SPEC)
    rows = read(codec, CHANGES, "changes")
    other = rows.set_column(2, rows.schema.field(2), pa.array([7, 9], rows.schema.field(2).type))
    with pytest.raises(WriteError, match=r"rows\[1\]\.again: expected 8, as another column says, found 9"):
        write(codec, other, "changes")


def test_a_root_of_another_kind_is_refused(compiled: Compile) -> None:
    codec = compiled(SPEC)
    rows = bytewright.open(ORDERS, codec, "orders").to_table()
    wrong = {"messages": [{"kind": "stop", "body": {"number": 1}}, {}]}
    with pytest.raises(WriteError):
        write(codec, rows, "orders", root=wrong)
