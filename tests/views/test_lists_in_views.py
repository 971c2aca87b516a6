"""Views that go through lists in lists, look up what options choose, and show lists of structures."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import LimitError, ReadError, TruncatedError, ValueInvalidError, WriteError
from bytewright.io.source import BytesSource
from bytewright.limits import Limits
from bytewright.tables.row_models import layout_of_rows, model_of_table, root_of
from bytewright.views.evaluate.nested_lists import through
from bytewright.views.evaluate.steps import Steps
from bytewright_codegen.ir.diagnostics import SpecErrors

LIBRARY = """
-options:
  - {id: book, type: str}
  - {id: least, type: int}
-views:
  pages:
    each: shelves[*].books[*].body.pages[*]
    where: _.number != 0
    order-by: books.weight
    select:
      - {option: book, key: '"b" + book', equals: books.title, through: shelves.last}
      - {option: least, equals: _.number}
    columns:
      - {id: shelf, value: shelves.name}
      - {id: book, value: books.title}
      - {id: at, value: _index, type: s4}
      - {id: number, value: _.number}
      - {id: author, value: _.author, named: {in: 'people[*]', key: _.number, value: _.name}}
      - {id: lent, type: s8}
      - id: others
        each: books.body.pages[*]
        columns:
          - {id: number, value: _.number, type: s4}
          - {id: who, value: _.author, named: {in: 'people[*]', key: _.number, value: _.name}}
      - {id: none, columns: [{id: number, value: 0, type: s4}]}
  shelves:
    each: shelves[*]
    order-by: _.name
    columns:
      - {id: name, value: _.name}
      - {id: books, count: {in: '_.books[*]'}, type: s4}
      - {id: pages, count: {in: '_.books[*].body.pages[*]', where: _.number != 0}}
seq:
  - {id: num_people, type: u1}
  - {id: people, type: person, repeat: expr, repeat-expr: num_people}
  - {id: num_shelves, type: u1}
  - {id: shelves, type: shelf, repeat: expr, repeat-expr: num_shelves}
types:
  person:
    seq:
      - {id: number, type: u1}
      - {id: name, type: strz}
  shelf:
    seq:
      - {id: name, type: strz}
      - {id: last, type: strz}
      - {id: num_books, type: u1}
      - {id: books, type: book, repeat: expr, repeat-expr: num_books}
  book:
    seq:
      - {id: title, type: strz}
      - {id: weight, type: u1}
      - {id: len_body, type: u1}
      - {id: body, type: body, size: len_body, if: len_body != 0}
  body:
    seq:
      - {id: pages, type: page, repeat: eos}
  page:
    seq:
      - {id: number, type: u1}
      - {id: author, type: u1}
"""


def library(shelves: list[tuple[bytes, list[tuple[bytes, int, bytes]]]]) -> bytes:
    """A file of shelves of books, each with a title, a weight and its pages."""
    made = bytearray(b"\x02\x01ann\0\x02bob\0") + bytes([len(shelves)])
    for name, books in shelves:
        made += name + b"\0" + books[-1][0] + b"\0" + bytes([len(books)])
        for title, weight, pages in books:
            made += title + b"\0" + bytes([weight, len(pages)]) + pages
    return bytes(made)


FILE = library(
    [
        (b"z", [(b"ba", 9, bytes([1, 1, 0, 1, 2, 2])), (b"bc", 3, bytes([5, 2]))]),
        (b"y", [(b"bd", 4, b""), (b"bf", 4, bytes([7, 1]))]),
        (b"x", [(b"bh", 1, bytes([8, 1, 9, 1]))]),
    ]
)


def rows(codec: Codec, view: str, options: Mapping[str, Any] | None = None, columns: str | None = None) -> list[Any]:
    table = bytewright.open(FILE, codec, view, columns, options).to_table()
    return [tuple(row.values()) for row in table.to_pylist()]


def test_lists_in_lists_are_gone_through_in_order(compiled: Compile) -> None:
    assert rows(compiled(LIBRARY), "pages", columns="shelf,book,at,number,author,lent,none") == [
        ("x", "bh", 0, 8, "ann", None, []),
        ("x", "bh", 1, 9, "ann", None, []),
        ("z", "bc", 0, 5, "bob", None, []),
        ("y", "bf", 0, 7, "ann", None, []),
        ("z", "ba", 0, 1, "ann", None, []),
        ("z", "ba", 2, 2, "bob", None, []),
    ]


def test_a_column_may_be_a_list_of_structures(compiled: Compile) -> None:
    codec = compiled(LIBRARY)
    table = bytewright.open(FILE, codec, "pages", "others").to_table()
    assert table.column("others")[2].as_py() == [{"number": 5, "who": "bob"}]
    element = pa.struct([pa.field("number", pa.int32(), False), pa.field("who", pa.string(), False)])
    assert table.schema.field("others").type == pa.list_(pa.field("element", element, False))


def test_views_of_sorted_lists_in_lists_are_not_written(compiled: Compile) -> None:
    codec = compiled(LIBRARY)
    message = "the view pages can't be written: elements of its lists in lists are sorted"
    table = bytewright.open(FILE, codec, "pages").to_table()
    with pytest.raises(WriteError, match=message):
        layout_of_rows(codec, table.schema, "pages", parse(codec))
    with pytest.raises(WriteError, match=message):
        model_of_table(codec, table, "pages", parse(codec))
    with pytest.raises(WriteError, match=message):
        root_of(codec, BytesSource(FILE), "pages", parse(codec))


PLACED = """
-views:
  pages:
    each: books[*].body.pages[*]
    columns: [{id: number, value: _.note.number}]
seq:
  - {id: num_books, type: u1}
  - {id: books, type: book, repeat: expr, repeat-expr: num_books}
types:
  book:
    seq:
      - {id: ofs, type: u1}
    instances:
      body: {io: _root._io, pos: ofs, type: body}
  body:
    seq:
      - {id: num_pages, type: u1}
      - {id: pages, type: page, repeat: expr, repeat-expr: num_pages}
  page:
    seq:
      - {id: ofs, type: u1}
    instances:
      note: {io: _root._io, pos: ofs, type: note}
  note:
    seq:
      - {id: number, type: u1}
"""


def test_what_lies_elsewhere_is_let_go_when_it_has_been_passed(compiled: Compile) -> None:
    codec = compiled(PLACED)
    data = bytes([2, 3, 6, 2, 8, 9, 1, 10, 20, 21, 22])
    steps = Steps(codec, BytesSource(data), parse(codec))
    view = codec.views[0]
    unread: list[list[bool]] = []
    numbers = []
    for (scope,) in steps.of(view):
        numbers.append(scope.element.note.number)
        unread.append(["body" in (book._pending or {}) for book in scope.root.books])
    assert numbers == [20, 21, 22]
    assert unread == [[False, True], [False, True], [True, False]]
    assert [scope.element.note.number for (scope,) in steps.of(view)] == numbers
    table = bytewright.open(data, codec, "pages").to_table()
    assert table.column("number").to_pylist() == numbers


def test_items_are_counted(compiled: Compile) -> None:
    assert rows(compiled(LIBRARY), "shelves") == [("x", 1, 2), ("y", 2, 1), ("z", 2, 3)]


@pytest.mark.parametrize(
    ("options", "numbers"),
    [({"book": "a"}, [1, 2]), ({"book": "f"}, [7]), ({"book": "e"}, []), ({"book": "z"}, []), ({"least": "9"}, [9])],
)
def test_options_choose_rows(compiled: Compile, options: dict[str, str], numbers: list[int]) -> None:
    assert [number for (number,) in rows(compiled(LIBRARY), "pages", options, "number")] == numbers


def test_only_the_shelf_is_looked_into_that_may_have_it(compiled: Compile) -> None:
    codec = compiled(LIBRARY)
    (view,) = (view for view in codec.views if view.name == "pages")
    looked: list[str] = []

    def books(scope: Any) -> Any:
        looked.append(scope.element.name)
        return view.deeper[0](scope)

    counting = replace(view, deeper=(books, *view.deeper[1:]))
    root = codec.parse(FILE)
    assert view.each is not None
    found = list(through(counting, root, root.shelves, {"book": "f", "least": None}))
    assert [scope.element.number for scope in found] == [7]
    assert looked == ["y"]


def test_a_key_that_nothing_has_is_an_error(compiled: Compile) -> None:
    data = FILE.replace(b"\x01ann\0", b"\x03ann\0")
    with pytest.raises(ReadError, match="there is none with the key 1"):
        bytewright.open(data, compiled(LIBRARY), "pages").to_table()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("shelves[*].books[*].body.pages[*]", "shelves[*].books[*].body.pages", "'each' must end in"),
        ("shelves.last", "shelfs.last", "has no member 'shelfs'"),
        ("through: shelves.last", "through: _.number", "'through' must be about a list around what 'equals' is about"),
        ("through: shelves.last", "from: _.number", "'from' must be about a list around what 'equals' is about"),
        ("option: book,", "option: bok,", "unknown option 'bok' in 'select'"),
        ("{id: lent, type: s8}", "{id: lent}", "needs 'value'"),
        ("where: _.number != 0\n", "where: _.number\n", "must be a boolean"),
        ("{in: '_.books[*]'}", "{in: '_.books'}", "'in' must end in"),
        ("{id: none, columns", "{id: none, value: 1, columns", "'value' means nothing beside 'columns'"),
    ],
)
def test_mistakes(compiled: Compile, old: str, new: str, message: str) -> None:
    assert old in LIBRARY
    with pytest.raises(SpecErrors, match=message):
        compiled(LIBRARY.replace(old, new))


# --- what reads again -------------------------------------------------------------------------------------------------

CHAIN = """
-views:
  chain: {each: 'chain[*]', columns: [{id: word, value: _.node.word}]}
seq:
  - {id: first, type: u1}
  - {id: nodes, type: node, repeat: eos}
instances:
  chain:
    pos: 0
    type: step(_index)
    repeat: until
    repeat-until: _.node.next == 0
    -role: again
    -valid: {unique: _.offset}
types:
  node:
    seq:
      - {id: word, type: strz}
      - {id: next, type: u1}
  step:
    params: [{id: i, type: s4}]
    instances:
      offset: {value: 'i == 0 ? _root.first : _root.chain[i - 1].node.next'}
      node: {io: _root._io, pos: offset, type: node, -role: again}
"""


def test_what_reads_again_is_in_no_tree_and_not_written(compiled: Compile) -> None:
    codec = compiled(CHAIN)
    data = b"\x04" + b"b\0\x00" + b"a\0\x01"
    assert rows_of(codec, data) == ["a", "b"]
    names = {leaf.name for leaf in tree.build(codec, BytesSource(data)).leaves()}
    assert names == {"first", "word", "next"}
    model = codec.parse(data)
    assert model.chain[1].node.word == "b"
    assert codec.to_bytes(model) == data
    assert codec.to_bytes(model, canonical=True) == data


def rows_of(codec: Codec, data: bytes) -> list[str]:
    return [row["word"] for row in bytewright.open(data, codec, "chain").to_table().to_pylist()]


def test_a_chain_that_leads_back_ends_at_once(compiled: Compile) -> None:
    with pytest.raises(ValueInvalidError, match=r"chain\[2\].*chain\[0\] is it already"):
        rows_of(compiled(CHAIN), b"\x04" + b"b\0\x04" + b"a\0\x01")


def test_again_needs_a_place(compiled: Compile) -> None:
    with pytest.raises(SpecErrors, match="'-role: again' stands on an instance with 'pos' or 'io'"):
        compiled("seq: [{id: a, type: u1}]\ninstances:\n  b: {type: u1, -role: again}")


PIECES = """
seq:
  - {id: len_stored, type: u2}
  - {id: stored, size: len_stored}
  - {id: place, type: u4}
instances:
  found:
    pos: 2
    size: len_stored
    process: bytewright.codecs.snappy_chunks(8)
    type: word(place)
    -role: again
types:
  word:
    params: [{id: place, type: u4}]
    seq:
      - {size: place}
      - {id: text, size: 4, type: str}
"""


def pieces(place: int, *chunks: bytes) -> bytes:
    stored = b"".join(struct.pack("<HB", len(chunk), 0) + chunk for chunk in chunks)
    return struct.pack("<H", len(stored)) + stored + struct.pack("<I", place)


def test_streams_are_decoded_as_far_as_is_asked_for(compiled: Compile) -> None:
    codec = compiled(PIECES)
    chunks = [b"abcdefgh", b"ijklmnop"]
    bad = struct.pack("<HB", 3, 9) + b"xyz"
    data = bytearray(pieces(6, *chunks))
    data[0:2] = struct.pack("<H", 22 + len(bad))
    data[24:24] = bad
    assert codec.parse(bytes(data)).found.text == "ghij"
    data[-4:] = struct.pack("<I", 13)
    with pytest.raises(ValueInvalidError, match="stored in the way 9"):
        assert codec.parse(bytes(data)).found
    with pytest.raises(TruncatedError):
        assert codec.parse(pieces(14, *chunks)).found
    with pytest.raises(LimitError, match="maxDecodedBytes"):
        assert codec.parse(pieces(14, *chunks), limits=Limits(maxDecodedBytes=8)).found
    assert codec.to_bytes(codec.parse(data)) == data


# --- structures for which one of several things stands ---------------------------------------------------------------

CELLS = """
-views:
  rows: {each: 'rows[*]', columns: [{id: cells, value: _.cells}]}
  cells: {each: 'rows[*].cells[*]', columns: [{id: cell, value: _}]}
seq: [{id: rows, type: row, repeat: eos}]
types:
  row:
    seq: [{id: cells, type: cell, repeat: expr, repeat-expr: 2}]
  cell:
    -show: {value: value}
    seq:
      - {id: kind, type: u1}
      - {id: value, type: {switch-on: kind, cases: {1: s1, 2: text}}}
  text:
    -show: {value: text}
    seq: [{id: len, type: u1}, {id: text, type: str, size: len}]
"""


@pytest.mark.parametrize("engine", ["objects", "columns"])
def test_what_stands_for_a_structure_may_be_of_several_kinds(compiled: Compile, engine: Any) -> None:
    codec = compiled(CELLS)
    data = b"\1\xfb\2\1x" + b"\7\1\3"
    cells: list[Any] = [{"s1": -5, "text": None}, {"s1": None, "text": "x"}, None, {"s1": 3, "text": None}]
    table = bytewright.open(data, codec, engine=engine)
    assert table.to_table().to_pylist() == [{"cells": cells[:2]}, {"cells": cells[2:]}]
    table = bytewright.open(data, codec, view="cells", engine=engine)
    assert table.to_table().to_pylist() == [{"cell": cell} for cell in cells]
    assert table.schema.field("cell").nullable


def test_rows_that_show_nothing_of_the_numbers_that_they_are(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: numbers, type: u1, repeat: eos}]\n"
        "-views: {rows: {each: 'numbers[*]', columns: [{id: place, value: _index}]}}"
    )
    assert root_of(codec, BytesSource(b"\5\6"), None, parse(codec)) == {"numbers": [5, 6]}


def test_lists_behind_a_case_of_a_switch_have_names(compiled: Compile) -> None:
    codec = compiled(
        """
seq: [{id: chunks, type: chunk, repeat: eos}]
types:
  chunk:
    seq:
      - {id: kind, type: u1}
      - {id: len, type: u1}
      - {id: data, size: len, type: {switch-on: kind, cases: {1: marks}}}
  marks: {seq: [{id: form, type: u1}, {id: items, type: u1, repeat: eos}]}
-views:
  items:
    each: chunks[*].data.as<marks>.items[*]
    columns:
      - {id: kind, value: chunks.kind}
      - {id: form, value: chunks.data.as<marks>.form}
      - {id: item, value: _}
"""
    )
    rows = bytewright.open(b"\1\3\7ab" + b"\1\2\x08c", codec).to_table().to_pylist()
    assert rows == [
        {"kind": 1, "form": 7, "item": 97},
        {"kind": 1, "form": 7, "item": 98},
        {"kind": 1, "form": 8, "item": 99},
    ]
