"""Columns that a file's header names: by objects and by the kernel, against plain Python."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.support import ledgers
from tests.support.both import agree, agree_when_damaged, numbers, read, toy
from tests.support.ledgers import Column

import bytewright
from bytewright.arrow import jsonl
from bytewright.codec.settings import parse
from bytewright.errors import ReadError, WriteError
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import model_of, root_of

STATED = ("record", "offset", "length")


def rows_of(data: bytes, view: str | None = None, **arguments: Any) -> list[dict[str, Any]]:
    table = bytewright.open(data, toy("ledger"), view, engine="objects", **arguments)
    return [row for batch in table.to_batches() for row in milliseconds(numbers(batch), table.schema)]


def milliseconds(table: Any, schema: pa.Schema) -> list[dict[str, Any]]:
    """Rows with the milliseconds that moments are stored as."""
    times = [field.name for field in schema if pa.types.is_timestamp(field.type)]
    return [
        {**row, **{name: None if row[name] is None else row[name] // 1000 for name in times}}
        for row in table.to_pylist()
    ]


@pytest.mark.parametrize("seed", range(12))
def test_random_headers(seed: int) -> None:
    """Files with no column, with constants only, with more than 8 and more than 16 columns are among them."""
    data, known, rows = ledgers.random_ledger(seed, seed * 2, 30)
    expected = ledgers.expected(known, rows, STATED)
    for view in ("rows", "entries"):
        assert agree(toy("ledger"), data, view=view)[1:] == (None, [])
    found = rows_of(data)
    assert [{k: v for k, v in row.items() if k not in STATED} for row in found] == expected


@pytest.mark.parametrize("seed", range(8))
def test_damage(seed: int) -> None:
    """Headers, notes and entries that are cut off or changed: both engines say the same."""
    data, _, _ = ledgers.random_ledger(seed, 5, 3, notes=0.3)
    tried, bad = agree_when_damaged(toy("ledger"), data, view=("rows", "entries")[seed % 2])
    assert tried > 70
    assert bad > 15


@pytest.mark.parametrize("verify", ["fail", "report", "skip"])
def test_digests(verify: str) -> None:
    known = [Column("a", "short"), Column("b", "text")]
    record = ledgers.entry(known, [7, "x" * 200], 11)
    wrong = record[:20] + b"y" + record[21:]
    data = ledgers.header(known) + record + wrong + ledgers.note("") + wrong + record
    rows, error, warnings = agree(toy("ledger"), data, view="entries", options={"verifyChecksum": verify})
    assert len(rows) == (1 if verify == "fail" else 4)
    assert (error is not None) == (verify == "fail")
    assert len(warnings) == (2 if verify == "report" else 0)
    many = ledgers.header(known) + wrong * 300
    _, error, warnings = read(toy("ledger"), many, "columns", view="entries", options={"verifyChecksum": verify})
    assert (error is not None, len(warnings)) == (verify == "fail", 101 if verify == "report" else 0)


def test_bytes_that_no_field_describes() -> None:
    known = [Column("a", "short"), Column("b", "blob")]
    good, more = ledgers.entry(known, [1, b"x"], 8), ledgers.entry(known, [2, None], 8, b"abc")
    data = ledgers.header(known) + good + more + ledgers.note("n") + more + good
    rows, error, warnings = agree(toy("ledger"), data, view="entries")
    assert (len(rows), error, len(warnings)) == (4, None, 2)
    rows, error, _ = agree(toy("ledger"), data, view="entries", strict=True)
    assert (len(rows), error is not None) == (1, True)


def test_a_header_that_only_objects_can_show() -> None:
    """A symbol that is no text: it is in nobody's way until a record has it."""
    known = [Column("s", "symbol", symbols=("one", "two"))]
    data = ledgers.header(known).replace(b"two", b"tw\xff") + ledgers.entry(known, ["one"])
    assert agree(toy("ledger"), data, view="entries")[1] is not None
    places = ledgers.header([Column("a", "tiny"), Column("b", "tiny")])
    places = places[:-2] + b"\xff\xf0"
    rows, error, _ = agree(toy("ledger"), places + ledgers.entry(known[:0], []), view="entries")
    assert (rows, error is not None) == ([], True)


def test_places_and_names() -> None:
    known = [Column("length", "tiny"), Column("a", "flag", True), Column("A", "text", latin1=True)]
    data = ledgers.header(known)
    start = len(data)
    data += ledgers.note("none") + ledgers.entry(known, [1, "é"])
    [row] = rows_of(data)
    assert row == {
        **dict(zip(STATED, (1, start + 9, 12), strict=True)),
        "length_2": 1,
        "a": True,
        "A_2": "é",
    }


def test_the_schema_needs_no_records() -> None:
    known = [Column("a", "int"), Column("b", "symbol", symbols=("x",)), Column("c", "moment", 7)]
    data = ledgers.header(known)
    table = bytewright.open(data + b"\xff\xff\xff", toy("ledger"), "entries")
    kinds: list[tuple[str, Any]] = [("a", pa.int32()), ("b", pa.string()), ("c", pa.timestamp("us", "UTC"))]
    assert table.schema == pa.schema([pa.field(name, kind) for name, kind in kinds])
    with pytest.raises(ReadError):
        table.to_table()


def test_headers_that_differ() -> None:
    """Columns are the same where their names are."""
    first = [Column("a", "short"), Column("b", "text")]
    second = [Column("c", "flag"), Column("A", "tiny")]
    files = [
        ledgers.header(first) + ledgers.entry(first, [300, "x"]),
        ledgers.header(second) + ledgers.entry(second, [True, -1]),
    ]
    table = bytewright.open(files, toy("ledger"), "entries", engine="objects")
    assert table.to_table().to_pylist() == [{"a": 300, "b": "x"}, {"a": -1, "b": None}]
    table = bytewright.open(files, toy("ledger"), "entries", options={"mergeSchema": "true"}, engine="objects")
    assert table.to_table().to_pylist() == [{"a": 300, "b": "x", "c": None}, {"a": -1, "b": None, "c": True}]
    other = ledgers.header([Column("a", "text")])
    assert bytewright.open([files[0], other], toy("ledger"), "entries", engine="objects").to_table().num_rows == 1
    table = bytewright.open([files[0], other + ledgers.entry([Column("a", "text")], ["x"])], toy("ledger"), "entries")
    with pytest.raises(ReadError, match="goes together with int16 of column a"):
        table.to_table()


def test_values_that_do_not_fit() -> None:
    known = [Column("s", "symbol", symbols=("x",)), Column("t", "text")]
    good = ledgers.entry(known, ["x", "y"])
    bad = [
        good.replace(b"\0\0\0\0\0\0\0\1y", b"\0\0\0\1\0\0\0\1y"),
        good[:-1] + b"\xff",
    ]
    for number, record in enumerate(bad):
        table = bytewright.open(ledgers.header(known) + good + record, toy("ledger"), "entries", engine="objects")
        batches = table.to_batches()
        assert next(batches).num_rows == 1
        with pytest.raises(ReadError, match=r"records\[1\]"):
            next(batches)
        other = bytewright.open(ledgers.header(known) + good + record, toy("ledger"), "entries", "ts"[number])
        assert other.to_table().num_rows == 2


def test_many_columns() -> None:
    generator = random.Random(1)
    known = [Column("same", "tiny") for _ in range(3000)]
    values = [generator.choice([None, 1]) for _ in known]
    data = ledgers.header(known) + ledgers.entry(known, values)
    assert read(toy("ledger"), data, "columns", view="entries") == read(toy("ledger"), data, "objects", view="entries")
    table = bytewright.open(data, toy("ledger"), "entries", engine="columns").to_table()
    assert table.schema.names[:3] == ["same", "same_2", "same_3"]
    assert list(table.to_pylist()[0].values()) == values


@pytest.mark.parametrize("view", ["rows", "entries"])
def test_rows_and_root_make_the_file_again(view: str, tmp_path: Path) -> None:
    """What rows don't hold is the header, the notes and the flags; a constant may be said again, but not otherwise."""
    codec = toy("ledger")
    known = [Column("a", "short"), Column("same", "float"), Column("Same", "double"), Column("fixed", "int", 5)]
    data = ledgers.header(known) + ledgers.note("first") + ledgers.entry(known, [7, None, 1.0], 1)
    data += ledgers.entry(known, [None, 0.5, None], 2) + ledgers.note("last")
    source = BytesSource(data)
    root = root_of(codec, source, view, parse(codec))
    assert [record["body"].get("note") for record in root["records"]] == ["first", None, None, "last"]
    assert "cells" not in json.dumps(root["records"])
    rows = tmp_path / "rows.jsonl"
    table = bytewright.open(data, codec, view, engine="objects")
    with rows.open("wb") as file:
        for batch in table.to_batches():
            file.write(jsonl.encode(batch))
    model = model_of(codec, str(rows), view, parse(codec), json.dumps(root))
    cells = [[cell.cell for cell in record.body.cells or ()] for record in model.records]
    assert cells == [[], [7, None, 1.0, None], [None, 0.5, None, None], []]
    if view == "entries":
        return
    rows.write_bytes(rows.read_bytes().replace(b'"fixed":5', b'"fixed":6'))
    with pytest.raises(WriteError, match="expected 5, as the root says"):
        model_of(codec, str(rows), view, parse(codec), json.dumps(root))
    with pytest.raises(WriteError, match="can't be made from rows alone"):
        model_of(codec, str(rows), view, parse(codec))


@pytest.mark.parametrize("engine", ["objects", "columns"])
@pytest.mark.parametrize("columns", [None, ["_error"]])
def test_rows_of_a_header_without_columns_are_counted_by_what_is_told_of_them(
    engine: Any, columns: list[str] | None
) -> None:
    data, _, _ = ledgers.random_ledger(1, 0, 3, notes=0)
    table = bytewright.open(data, toy("ledger"), "entries", columns, {"includeError": True}, engine=engine)
    assert table.to_table().to_pylist() == [{"_error": None}] * 3


@pytest.mark.parametrize("engine", ["objects", "columns"])
def test_a_file_without_columns_is_read_backwards(engine: Any) -> None:
    data, _, _ = ledgers.random_ledger(1, 0, 3, notes=0)
    table = bytewright.open(data, toy("ledger"), "entries", engine=engine)
    assert (table.schema.names, list(table.to_batches(order="desc"))) == ([], list(table.to_batches()))
