"""Structures without bytes that stand for the entries of a list, given as columns: objects make the same bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.columnar.test_elements import COUNT

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import OptionError, WriteError
from bytewright.io import rope
from bytewright.io.rope import LazySegment
from bytewright.tables.write import bytes_of
from bytewright.tables.write_job import Engine
from bytewright_codegen.load import load

CATALOGUE = """
meta: {id: catalogue, endian: le, imports: [count]}
-made-of:
  found:
    with: cataloguing:catalogue
    arrow: true
    columns: {shelf: bytes, title: bytes, drawer: s8}
seq:
  - {id: num_drawers, type: u1}
  - {id: drawers, type: drawer, repeat: expr, repeat-expr: num_drawers}
types:
  drawer:
    seq:
      - {id: len_cards, type: u2}
      - {id: cards, type: cards, size: len_cards}
    instances:
      entries: {value: cards.cards}
      shelves: {pos: 0, type: 'shelf(entries[_index])', repeat: expr, repeat-expr: entries.size}
  cards:
    seq:
      - {id: cards, type: card(_index), repeat: eos}
  card:
    params: [{id: i, type: s4}]
    seq:
      - {id: len_shared, type: u1}
      - {id: len_rest, type: u1}
      - {id: nothing, size: 0}
      - {id: name, size: len_rest, process: 'bytewright.codecs.front_coding(previous, len_shared)'}
      - {id: len_about, type: count}
      - {id: about, type: room, size: len_about.value}
    instances:
      previous: {value: 'i == 0 ? nothing : _parent.cards[i - 1].name'}
  room: {doc: What is known of a shelf.}
  shelf:
    params: [{id: card, type: card}]
    instances:
      is_open: {value: 'card.name[0] == 0x6f'}
      where: {io: card.about._io, pos: 0, type: where}
      books: {io: _root._io, pos: where.books, type: books, if: is_open}
      first: {io: _root._io, pos: where.books, type: book, -role: again}
      newest: {io: _root._io, pos: where.newest, type: book, if: where.newest != 0, -role: again}
  where:
    seq:
      - {id: number, type: count}
      - {id: books, type: u4, -default: 0}
      - {id: newest, type: u4, -default: 0}
  books:
    seq:
      - {id: books, type: book, repeat: until, repeat-until: _.len == 0}
  book:
    seq:
      - {id: len, type: u1}
      - {id: title, size: len}
"""
CATALOGUING = """
from os.path import commonprefix

import pyarrow as pa

from bytewright.columns import ListColumns


def catalogue(rows):
    shelves = {}
    for row in rows.to_pylist():
        shelves.setdefault(row["drawer"] or 0, {}).setdefault(row["shelf"], []).append(row["title"] or b"?")
    titles, cards, about, ends = [], [], [], []
    some = 0 if any(name.startswith(b"o") for drawer in shelves.values() for name in drawer) else None
    for drawer in shelves.values():
        before = b""
        for name, found in sorted(drawer.items()):
            same = len(commonprefix([before, name]))
            cards.append({"len_shared": same, "nothing": b"", "name": name})
            if name.startswith(b"o"):
                begin = len(titles)
                titles += [*found, b""]
                lists = {"books": list(range(begin, len(titles)))}
                about.append({"where": {"number": len(found)}, "books": lists, "newest": begin})
            else:
                about.append({"where": {"number": 1 << 20}, "first": some, "newest": some})
            before = name
        ends.append(len(cards))
    kind = pa.struct(
        {
            "where": pa.struct({"number": pa.uint64()}),
            "books": pa.struct({"books": pa.list_(pa.int64())}),
            "first": pa.int64(),
            "newest": pa.int64(),
        }
    )
    CHANGE
    books = ListColumns(pa.table({"title": pa.array(titles, pa.binary())}))
    shelves = ListColumns(
        pa.RecordBatch.from_struct_array(pa.array(about, kind)),
        {"books.books": books, "first": books, "newest": books},
    )
    named = pa.struct({"len_shared": pa.int64(), "nothing": pa.binary(), "name": pa.binary()})
    cards = ListColumns(pa.RecordBatch.from_struct_array(pa.array(cards, named)), inside={"about": shelves})
    parts = [slice(begin, end) for begin, end in zip([0, *ends], ends)]
    held, lists = [cards[part] for part in parts], [shelves[part] for part in parts]
    ORDER
    return {"drawers": [{"cards": {"cards": one}, "shelves": other} for one, other in zip(held, lists)]}
"""


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    return _catalogue(tmp_path_factory.mktemp("catalogue"))


def _catalogue(folder: Path, change: str = "", order: str = "", spec: str = CATALOGUE) -> Codec:
    (folder / "count.ksy").write_text(COUNT, encoding="utf-8")
    (folder / "catalogue.ksy").write_text(spec, encoding="utf-8")
    (folder / "cataloguing.py").write_text(
        CATALOGUING.replace("CHANGE", change).replace("ORDER", order), encoding="utf-8"
    )
    return load(folder / "catalogue.ksy", trust=folder)


def _table(codec: Codec, rows: list[dict[str, Any]]) -> pa.Table:
    return pa.Table.from_pylist(rows, schema=codec.makers[0].schema)


def _written(codec: Codec, rows: list[dict[str, Any]], engine: Engine) -> bytes:
    data, written = bytes_of(codec, _table(codec, rows), "found", parse(codec), engine=engine)
    assert written.encoded == (len(rows) if engine == "columns" else 0)
    return data


BOOKS = st.lists(
    st.fixed_dictionaries(
        {
            "shelf": st.sampled_from([b"o", b"open", b"opal", b"oz", b"closed", b"clothes", b"c"]),
            "title": st.none() | st.sampled_from([b"A", b"Bees", b"C" * 90]),
            "drawer": st.none() | st.integers(0, 2),
        }
    ),
    max_size=12,
)
ROWS = [
    {"shelf": b"open", "title": b"Ants"},
    {"shelf": b"opal", "title": b"Bees"},
    {"shelf": b"closed", "title": b"Cats"},
    {"shelf": b"open", "title": b"Dogs"},
]


@given(BOOKS)
@settings(max_examples=80, deadline=None)
def test_the_kernel_makes_what_objects_make(catalogue: Codec, rows: list[dict[str, Any]]) -> None:
    data = _written(catalogue, rows, "columns")
    assert data == _written(catalogue, rows, "objects")
    model = catalogue.parse(data, strict=True)
    found = [
        (shelf.card.name, book.title)
        for drawer in model.drawers
        for shelf in drawer.shelves
        if shelf.is_open
        for book in shelf.books.books[:-1]
    ]
    wanted = [(row["shelf"], row["title"] or b"?") for row in rows if row["shelf"].startswith(b"o")]
    assert sorted(found) == sorted(wanted)


def test_what_lies_in_entries_says_where_others_lie(catalogue: Codec) -> None:
    model = catalogue.parse(_written(catalogue, ROWS, "columns"))
    (drawer,) = model.drawers
    assert [shelf.card.name for shelf in drawer.shelves] == [b"closed", b"opal", b"open"]
    assert [shelf.where.number.value for shelf in drawer.shelves] == [1 << 20, 1, 2]
    assert [shelf.first.title for shelf in drawer.shelves] == [b"Bees", b"Bees", b"Ants"]
    assert [shelf.newest.title for shelf in drawer.shelves] == [b"Bees", b"Bees", b"Ants"]
    assert [card.len_shared for card in drawer.cards.cards] == [0, 0, 2]


def test_no_structures_are_made_of_them(catalogue: Codec, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    shelf = type(catalogue.parse(_written(catalogue, ROWS, "objects")).drawers[0].shelves[0])
    monkeypatch.setattr(shelf, "_adopt", lambda self: made.append(self))
    data = _written(catalogue, ROWS, "columns")
    assert made == []
    monkeypatch.undo()
    assert data == _written(catalogue, ROWS, "objects")


@pytest.mark.parametrize("drawers", [1, 3])
def test_many_are_made_when_the_file_is_written(
    catalogue: Codec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drawers: int
) -> None:
    names = [b"open", b"closed", b"opal", b"oz"] * 9
    rows = [{"shelf": name, "title": b"%03d" % at * 20, "drawer": at % drawers} for at, name in enumerate(names)]
    wanted, made = _written(catalogue, rows, "objects"), []
    read = LazySegment.pieces

    def noted(self: LazySegment) -> Any:
        made.append(len(self))
        return read(self)

    monkeypatch.setattr(rope, "LARGE", 64)
    monkeypatch.setattr(LazySegment, "pieces", noted)
    bytewright.write(_table(catalogue, rows), tmp_path / "made", catalogue, "found", engine="columns")
    assert (tmp_path / "made").read_bytes() == wanted
    (size,) = made
    assert size == sum(61 for row in rows if row["shelf"] != b"closed") + len(
        {(row["shelf"], row["drawer"]) for row in rows if row["shelf"] != b"closed"}
    )
    assert _written(catalogue, rows, "columns") == wanted


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ('about[0]["where"]["number"] = None', r"drawers\[0\].shelves\[0\].where.number: expected a value"),
        ('cards[2]["len_shared"] = 3', "a string that doesn't begin with 6f7061"),
        ('cards[0]["len_shared"] = 1', "1 bytes of a string of 0"),
        ('about[0]["books"] = {"books": []}', r"shelves\[0\].books"),
        ('about[1]["books"] = {"books": None}', r"shelves\[1\].books"),
        ('titles[1] = b"x"', "a last element that ends the list"),
    ],
    ids=["number", "front", "first", "closed", "none", "end"],
)
def test_objects_say_what_is_wrong(tmp_path: Path, change: str, error: str) -> None:
    codec = _catalogue(tmp_path, change)
    table = _table(codec, ROWS)
    engines: tuple[Engine, ...] = ("auto", "objects")
    for engine in engines:
        with pytest.raises(WriteError, match=error):
            bytes_of(codec, table, "found", parse(codec), engine=engine)


def test_objects_make_what_the_kernel_does_not(tmp_path: Path) -> None:
    codec = _catalogue(tmp_path, 'about[1]["first"] = 0')
    table = _table(codec, ROWS)
    engines: tuple[Engine, ...] = ("auto", "objects")
    both = [bytes_of(codec, table, "found", parse(codec), engine=engine)[0] for engine in engines]
    assert both[0] == both[1]
    assert [shelf.card.name for shelf in codec.parse(both[0]).drawers[0].shelves] == [b"closed", b"opal", b"open"]
    with pytest.raises(OptionError, match="a place of several things"):
        bytes_of(codec, table, "found", parse(codec), engine="columns")


def test_they_stand_for_the_entries_beside_them(tmp_path: Path) -> None:
    codec = _catalogue(tmp_path, order="lists = lists[::-1]")
    rows = [{"shelf": b"open", "drawer": 0}, {"shelf": b"opal", "drawer": 1}]
    with pytest.raises(WriteError, match="elements in the order of what they stand for") as error:
        bytes_of(codec, _table(codec, rows), "found", parse(codec))
    assert error.value.field == "drawers[0].shelves"


def test_lists_of_what_may_not_have_any_are_errors(tmp_path: Path) -> None:
    codec = _catalogue(tmp_path, spec=CATALOGUE.replace("0x6f", "0x70"))
    engines: tuple[Engine, ...] = ("auto", "objects")
    for engine in engines:
        with pytest.raises(WriteError, match=r"shelves\[1\].books"):
            bytes_of(codec, _table(codec, ROWS), "found", parse(codec), engine=engine)


def test_more_than_columns_can_say_is_left_to_objects(tmp_path: Path) -> None:
    # What an entry says itself decides whether something lies elsewhere, not a value of the entry.
    spec = CATALOGUE.replace("if: is_open}", "if: where.number.value < 100}")
    codec = _catalogue(tmp_path, spec=spec)
    data, written = bytes_of(codec, _table(codec, ROWS), "found", parse(codec))
    assert written.encoded == 0
    assert "said by no list beside theirs" in written.reason
    assert data == _written(codec, ROWS, "objects")
