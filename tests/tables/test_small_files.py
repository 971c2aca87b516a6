"""Many small files as one table: read at once they give what each gives on its own."""

from __future__ import annotations

from itertools import groupby

import pyarrow as pa
import pytest
from tests.columnar.test_toys import LOG, MEASUREMENTS
from tests.support.both import documented, numbers
from tests.support.compiling import Compile

import bytewright
from bytewright.columnar.scan import small_files
from bytewright.errors import ReadError

FILES = [b"SLOG" + b"".join(MEASUREMENTS[: number % 5]) for number in range(40)]


def test_files_are_read_at_once_but_for_those_in_which_something_is_to_be_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = list(FILES)
    files[17] = LOG[:-3]
    files[23] = b"SLUG" + LOG[4:]
    table = bytewright.open(files, documented(), engine="columns")
    items = list(table.in_bulk())
    kinds = [kind for kind, _ in groupby(type(item) for item in items)]
    empty = [number for number, data in enumerate(files) if len(data) == 4]
    assert [item for item in items if isinstance(item, int)] == sorted([*empty, 17, 23])
    assert kinds.count(pa.RecordBatch) == kinds.count(int)
    monkeypatch.setattr(small_files, "_MOST", 7)
    errors: list[object] = []
    batches = bytewright.open(files, documented(), engine="columns").to_batches(errors.append)
    found = [row for batch in batches for row in map(repr, numbers(batch).to_pylist())]
    expected: list[object] = []
    for data in files:
        try:
            for batch in bytewright.open(data, documented(), engine="objects").to_batches():
                expected += map(repr, numbers(batch).to_pylist())
        except ReadError:
            continue
    assert found == expected
    assert [isinstance(error, ReadError) for error in errors] == [True, True]


def test_few_files_large_ones_and_places_of_rows_are_read_one_by_one() -> None:
    assert list(bytewright.open(FILES[1:3], documented(), engine="columns").in_bulk()) == [0, 1]
    placed = bytewright.open(FILES, documented(), options={"includeMetadata": True})
    assert list(placed.in_bulk()) == list(range(len(FILES)))


def test_files_whose_rows_have_no_columns_are_read_one_by_one(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: magic, contents: LG}]\n"
        "instances: {last: {pos: _io.size - 2, type: u2}, rows: {pos: 2, type: strz, repeat: expr, repeat-expr: last}}"
    )
    files = [b"LGab\0\1\0", b"LG\0\0", b"LG\1\0", b"LO"]
    errors: list[object] = []
    table = bytewright.open(files, codec)
    assert table.schema.names == []
    assert sum(batch.num_rows for batch in table.to_batches(errors.append)) == 0
    alone: list[str] = []
    for data in files:
        try:
            bytewright.open(data, codec).to_table()
        except ReadError as error:
            alone.append(str(error))
    assert list(map(str, errors)) == alone != []
