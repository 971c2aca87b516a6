"""Elements of lists in lists that say how long they are: a bad one costs no more than itself."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import BytewrightError
from bytewright.kernels.plan import RowPlan
from bytewright.views.evaluate.framing import WHOLE

NOTES = """
-views:
  notes:
    each: pages[*].body.notes[*]
    columns:
      - {id: page, value: pages.number}
      - {id: note, value: _index, type: s4}
      - {id: text, value: _.body.text}
  sorted:
    each: pages[*].body.notes[*]
    order-by: _.body.text
    columns: [{id: text, value: _.body.text}]
seq:
  - {id: pages, type: page, repeat: eos}
types:
  page:
    seq:
      - {id: number, type: u1}
      - {id: len_body, type: u1}
      - {id: body, type: notes, size: len_body}
  notes:
    seq:
      - {id: notes, type: note, repeat: eos}
  note:
    seq:
      - {id: len_body, type: u1}
      - {id: body, type: text, size: len_body}
      - {size: len_body % 2}
  text:
    seq:
      - {id: kind, type: u1, valid: {any-of: [1, 2]}}
      - {id: text, type: str, size-eos: true, encoding: ASCII}
"""
COUNTED = NOTES.replace("{id: notes, type: note, repeat: eos}", "{id: num, type: u1}").replace(
    "  note:\n", "      - {id: notes, type: note, repeat: expr, repeat-expr: num}\n  note:\n"
)


def note(text: bytes, kind: int = 1, length: int | None = None) -> bytes:
    body = bytes([kind]) + text
    return bytes([len(body) if length is None else length]) + body + bytes(len(body) % 2)


def page(number: int, *notes: bytes, length: int | None = None, before: bytes = b"") -> bytes:
    body = before + b"".join(notes)
    return bytes([number, len(body) if length is None else length]) + body


GOOD = page(1, note(b"one"), note(b"two")) + page(2) + page(3, note(b"three"), note(b""), note(b"six"))
ROWS = [(1, 0, "one"), (1, 1, "two"), (3, 0, "three"), (3, 1, ""), (3, 2, "six")]


@pytest.fixture
def codec(compiled: Compile) -> Codec:
    return compiled(NOTES)


def read(codec: Codec, data: bytes, mode: str | None = None, **options: Any) -> tuple[list[Any], list[Any]]:
    """The rows of a file and its errors."""
    errors: list[BytewrightError] = []
    table = bytewright.open(data, codec, "notes", options=options, mode=mode)
    batches = list(table.to_batches(on_error=errors.append))
    return [tuple(row.values()) for batch in batches for row in batch.to_pylist()], errors


def test_rows_before_a_bad_element_are_given(codec: Codec) -> None:
    assert read(codec, GOOD) == (ROWS, [])
    data = page(1, note(b"one"), note(b"two", kind=7), note(b"three")) + page(2, note(b"four"))
    rows, (error,) = read(codec, data)
    assert rows == [(1, 0, "one")]
    assert (error.field, error.offset) == ("pages[0].body.notes[1].body.kind", 8)


def test_a_bad_element_costs_no_more_than_itself(codec: Codec) -> None:
    data = page(1, note(b"one"), note(b"two", kind=7), note(b"three")) + page(2, note(b"four"))
    good = [(1, 0, "one"), (1, 2, "three"), (2, 0, "four")]
    assert read(codec, data, "DROPMALFORMED")[0] == good
    rows, _ = read(codec, data, "PERMISSIVE", includeError=True, columnNameOfCorruptRecord="bytes")
    assert [row[:3] for row in rows] == [good[0], (None, None, None), *good[1:]]
    assert rows[1][3]["field"] == "pages[0].body.notes[1].body.kind"
    assert rows[1][4] == note(b"two", kind=7)


def test_a_bad_length_costs_the_rest_of_its_list(codec: Codec) -> None:
    data = page(1, note(b"one"), note(b"two", length=200), note(b"three")) + page(2, note(b"four"))
    assert read(codec, data, "DROPMALFORMED")[0] == [(1, 0, "one"), (2, 0, "four")]
    rows, (error,) = read(codec, data)
    assert (rows, error.field) == ([(1, 0, "one")], "pages[0].body.notes[1].len_body")


def test_a_bad_length_of_the_outer_list_costs_what_it_doesnt_hold(codec: Codec) -> None:
    data = page(1, note(b"one")) + page(2, note(b"two"), length=250)
    rows, (error,) = read(codec, data)
    assert rows == [(1, 0, "one"), (2, 0, "two")]
    assert error.field == "pages[1].len_body"
    assert read(codec, data, "PERMISSIVE")[0] == [*rows, (None, None, None)]
    assert read(codec, data, tornTail="ignore")[0] == [(1, 0, "one")]


@pytest.mark.parametrize("mode", ["FAILFAST", "DROPMALFORMED"])
def test_every_prefix_gives_the_rows_that_it_holds(codec: Codec, mode: str) -> None:
    for size in range(len(GOOD)):
        rows, errors = read(codec, GOOD[:size], mode)
        assert rows == ROWS[: sum(end <= size for end in (7, 12, 23, 26, 31))]
        assert len(errors) == (0 if mode != "FAILFAST" or size in (0, 12, 14) else 1)


@pytest.mark.parametrize("engine", ["columns", "objects"])
def test_metadata_tells_of_elements(codec: Codec, engine: Any) -> None:
    data = page(1, note(b"one"), note(b"two", kind=7)) + page(2, note(b"four"))

    def told(mode: str) -> list[Any]:
        rows, _ = places(codec, data, engine, mode)
        return [row[0] for row in rows]

    assert told("FAILFAST") == [(0, 0, 2, 5)]
    assert told("PERMISSIVE") == [(0, 0, 2, 5), (1, 1, 7, 5), (2, 2, 14, 7)]
    assert told("DROPMALFORMED") == [(0, 0, 2, 5), (1, 2, 14, 7)]


def places(
    codec: Codec, data: bytes, engine: Any, mode: str, batch_rows: int | None = None, columns: str | None = None
) -> tuple[list[Any], list[Any]]:
    """What ``_metadata`` tells of the rows of a file, each with its columns, and the errors."""
    errors: list[BytewrightError] = []
    options = {"includeMetadata": "true"}
    table = bytewright.open(
        data, codec, "notes", options=options, mode=mode, engine=engine, batch_rows=batch_rows, columns=columns
    )
    rows = []
    for batch in table.to_batches(on_error=errors.append):
        for row in batch.to_pylist():
            told = row.pop("_metadata")
            rows.append(
                (tuple(told[name] for name in ("row_index", "record_index", "record_offset", "record_length")), row)
            )
    if engine == "columns" and not errors and not table.malformed:
        assert table.counted["objects"] == 0
    return rows, [(error.field, error.offset) for error in errors]


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"])
def test_metadata_of_damaged_files(codec: Codec, mode: str) -> None:
    """Both engines tell the same, whichever columns are shown and however many rows a batch has."""
    assert places(codec, GOOD * 3, "columns", mode, 2)[0][-1][0] == (14, 14, 2 * len(GOOD) + 26, 5)
    generator = random.Random(4)
    bad = 0
    for number in range(60):
        data = bytearray(GOOD * 3)
        for _ in range(generator.randrange(3)):
            data[generator.randrange(len(data))] = generator.choice([0, 1, 2, 3, 7, 200])
        shown = [None, "_metadata,text", "_metadata", "note,_metadata"][number % 4]
        expected = places(codec, bytes(data), "objects", mode, None, shown)
        for batch_rows in (None, 1, 4):
            assert places(codec, bytes(data), "columns", mode, batch_rows, shown) == expected, data.hex()
        bad += bool(expected[1])
    assert mode != "FAILFAST" or bad > 8


def test_a_bad_length_costs_the_rest_of_its_list_where_that_is_counted(compiled: Compile) -> None:
    codec = compiled(COUNTED)
    data = page(1, note(b"one"), note(b"x", 9), before=b"\2") + page(2, note(b"four"), before=b"\1")
    assert read(codec, data, "DROPMALFORMED")[0] == [(1, 0, "one"), (2, 0, "four")]
    data = page(1, note(b"one"), note(b"x", length=99), before=b"\2") + page(2, note(b"four"), before=b"\1")
    assert read(codec, data, "DROPMALFORMED")[0] == [(1, 0, "one"), (2, 0, "four")]
    assert read(codec, data, "DROPMALFORMED", resync=False)[0] == [(2, 0, "four")]


def test_what_sorts_elements_has_none_that_are_bad(codec: Codec) -> None:
    data = page(1, note(b"one"), note(b"two", kind=7))
    errors: list[BytewrightError] = []
    table = bytewright.open(data, codec, "sorted")
    assert sum(batch.num_rows for batch in table.to_batches(on_error=errors.append)) == 0
    assert len(errors) == 1


def test_elements_whose_end_rests_on_their_contents_are_not_spared(compiled: Compile) -> None:
    codec = compiled(NOTES.replace("{size: len_body % 2}", "{size: body.kind % 2}"))
    assert [view.spared for view in codec.views] == [0, 0]
    data = page(1, note(b"one"), note(b"two", kind=7)) + page(2, note(b"four"))
    assert read(codec, data)[0] == []
    assert read(codec, data, "DROPMALFORMED")[0] == [(2, 0, "four")]


UNBOUND = """
seq:
  - {id: pages, type: page, repeat: eos}
types:
  page:
    seq:
      - {id: count, type: u1}
      - {id: notes, type: note, repeat: expr, repeat-expr: count}
  note:
    seq:
      - {id: len_body, type: u1}
      - {id: body, type: body, size: len_body}
  body:
    seq: [{id: mark, contents: N}, {id: text, type: str, size-eos: true}]
-views:
  notes:
    each: pages[*].notes[*]
    columns: [{id: text, value: _.body.text, nullable: false}]
"""


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE"])
@pytest.mark.parametrize("engine", ["objects", "columns"])
def test_the_first_bad_element_is_told_where_a_later_one_has_no_end(compiled: Compile, engine: Any, mode: str) -> None:
    codec = compiled(UNBOUND)
    data = b"\4" + b"\2Na" + b"\2?b" + b"\2Nc" + b"\x09Nd"
    table = bytewright.open(data, codec, engine=engine, options={"mode": mode, "includeError": True})
    if mode == "FAILFAST":
        with pytest.raises(BytewrightError, match=r"pages\[0\]\.notes\[1\]\.body\.mark"):
            table.to_table()
    else:
        assert [row["_error"]["field"] for row in table.to_table().to_pylist()] == ["pages[0].notes[1].body.mark"]


@pytest.mark.parametrize("most", [0, 1, 9, 13, 30])
@pytest.mark.parametrize("engine", ["objects", "columns"])
def test_a_part_ends_where_it_does_behind_a_bad_element(compiled: Compile, engine: Any, most: int) -> None:
    """Nothing says where its page ends; it can be read, but not shown."""
    codec = compiled(
        UNBOUND.replace("contents: N", "type: u1").replace("size-eos: true", "size-eos: true, if: mark > 0")
    )
    data = b"\2" + b"\2\0a" + b"\2Nb" + b"\2" + b"\2Nc" + b"\2\0d" + b"\1" + b"\2Ne"
    table = bytewright.open(data, codec, engine=engine, options={"mode": "DROPMALFORMED"})
    parts = table.splits(most) if most else [WHOLE]
    rows = [row["text"] for part in parts for batch in table.to_batches(part=part) for row in batch.to_pylist()]
    assert (rows, table.malformed) == (["b", "c", "e"], 2)


def test_where_elements_lie_that_the_kernel_cannot_read(compiled: Compile) -> None:
    codec = compiled("""
seq: [{id: blocks, type: block, repeat: eos}]
types:
  block:
    seq:
      - {id: num_items, type: u1}
      - {id: items, type: item, repeat: expr, repeat-expr: num_items}
      - {id: last, type: tree, valid: {expr: _.more == 0}}
  item: {seq: [{id: len, type: u1}, {id: body, type: body, size: len}]}
  body: {seq: [{id: number, type: u1}, {id: tree, type: tree}]}
  tree: {seq: [{id: more, type: u1}, {id: inner, type: tree, if: more != 0}]}
-views:
  rows:
    each: blocks[*].items[*]
    columns: [{id: number, value: _.body.number}, {id: more, value: _.body.tree.inner.more}]
""")
    assert not isinstance(codec.row_plans["rows"], RowPlan)
    data = b"\2" + b"\3\5\1\0" + b"\2\6\0" + b"\0" + b"\1" + b"\2\7\0" + b"\0"
    rows = bytewright.open(data, codec, options={"includeMetadata": "true"}).to_table().to_pylist()
    assert [row["number"] for row in rows] == [5, 6, 7]
    told = [tuple(row["_metadata"][f"record_{name}"] for name in ("index", "offset", "length")) for row in rows]
    assert told == [(0, 1, 4), (1, 5, 3), (2, 10, 3)]
