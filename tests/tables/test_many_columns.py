"""Files that name more columns than a table may have are refused, by both engines, wherever the names stand."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.columnar.test_bulletins import FEW, file
from tests.support.both import toy
from tests.support.compiling import Compile

import bytewright
from bytewright.errors import LimitError, ReadError
from bytewright.limits import DEFAULT
from bytewright.schema.discovery import CellKey, PivotKey, PivotKeys
from bytewright.tables import column_discovery

STEPS = """
seq: [{id: steps, type: step, repeat: eos}]
types:
  step: {seq: [{id: len, type: u2}, {id: body, type: body, size: len}]}
  body: {seq: [{id: columns, type: column, repeat: eos}]}
  column:
    seq:
      - {id: key, type: u2}
      - {id: kind, type: u1}
      - {id: values, repeat: expr, repeat-expr: 1, type: {switch-on: kind, cases: {1: u1, 2: u2}}}
-views:
  rows:
    each: steps[*]
    rows: 1
    pivot: {each: '_.body.columns[*]', key: _.key, name: '"c" + _.key.to_s', vector: _.values}
"""
DIVIDED = STEPS.replace("seq: [{id: columns", "seq: [{id: d, type: u1}, {id: columns", 1).replace(
    "    pivot:", "    columns: [{id: x, value: 10 / _.body.d}]\n    pivot:"
)
"""A step is bad whose number is zero."""
HEADER = """
seq:
  - {id: num_columns, type: u2}
  - {id: columns, type: column, repeat: expr, repeat-expr: num_columns}
  - {id: days, type: day, repeat: eos}
types:
  column: {seq: [{id: name, type: strz}, {id: kind, type: u1}]}
  day: {seq: [{id: len, type: u2}, {id: body, type: body, size: len}]}
  body: {seq: [{id: cells, type: cell(_index), repeat: expr, repeat-expr: _root.columns.size}]}
  cell:
    params: [{id: i, type: s4}]
    seq: [{id: value, type: {switch-on: '_root.columns[i].kind', cases: {1: u1, 2: u2}}}]
-views:
  days:
    each: days[*]
    pivot: {each: 'columns[*]', name: _.name, cell: '_.body.cells[_column].value'}
"""
ENGINES = pytest.mark.parametrize("engine", ["objects", "columns"])
MODES = pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"])


def step(*keys: int) -> bytes:
    """A step with a column for each key."""
    body = b"".join(struct.pack("<HBB", key, 1, 7) for key in keys)
    return struct.pack("<H", len(body)) + body


def divided(number: int, *keys: int) -> bytes:
    """The same, with a number."""
    body = bytes([number]) + step(*keys)[2:]
    return struct.pack("<H", len(body)) + body


class Looked(dict[Any, Any]):
    """Columns that count how many of them are looked at."""

    count = 0

    def __iter__(self) -> Iterator[Any]:
        self.count += len(self)
        return super().__iter__()

    def keys(self) -> Any:
        self.count += len(self)
        return super().keys()

    def items(self) -> Any:
        self.count += len(self)
        return super().items()

    def __eq__(self, other: object) -> bool:
        self.count += len(self)
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        self.count += len(self)
        return super().__ne__(other)

    def __getitem__(self, key: Any) -> Any:
        self.count += 1
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        self.count += 1
        return super().get(key, default)


def headed(*names: str, kind: int = 1) -> bytes:
    """A file of a day, with a column for each name."""
    head = b"".join(name.encode() + bytes([0, kind]) for name in names)
    return struct.pack("<H", len(names)) + head + struct.pack("<H", len(names)) + bytes(len(names))


def refused(data: Any, codec: Any, **arguments: Any) -> str:
    """What is said of files with too many columns."""
    with pytest.raises(LimitError) as error:
        bytewright.open(data, codec, **arguments).to_table()
    return str(error.value)


@MODES
@ENGINES
@pytest.mark.parametrize(
    ("steps", "place"),
    [
        ([step(1, 2, 3)], "offset 10 (0xa): steps[0].body.columns[2]"),
        ([step(1, 2), step(2, 1), step(2, 3)], "offset 26 (0x1a): steps[2].body.columns[1]"),
    ],
)
def test_names_in_records(compiled: Compile, steps: list[bytes], place: str, engine: Any, mode: str) -> None:
    codec, data = compiled(STEPS), b"".join(steps)
    options = {"maxColumns": 2, "mode": mode}
    said = f"<bytes>: {place}: expected at most 2 columns (maxColumns), found more"
    assert refused(data, codec, engine=engine, options=options) == said
    found = bytewright.open(data, codec, engine=engine, options={"maxColumns": 3}).to_table()
    assert (found.schema.names, found.num_rows) == (["c1", "c2", "c3"], len(steps))


@ENGINES
@pytest.mark.parametrize("steps", [[range(DEFAULT.maxColumns)], [[n] for n in range(DEFAULT.maxColumns)]])
def test_as_many_as_there_may_be(compiled: Compile, steps: list[list[int]], engine: Any) -> None:
    """One more is refused, in one record as in many."""
    codec, data = compiled(STEPS), b"".join(step(*keys) for keys in steps)
    assert len(bytewright.open(data, codec, engine=engine).schema) == DEFAULT.maxColumns
    assert f"at most {DEFAULT.maxColumns} columns" in refused(data + step(DEFAULT.maxColumns), codec, engine=engine)


@ENGINES
def test_a_key_that_comes_again_is_one_column(compiled: Compile, engine: Any) -> None:
    data = step(*[5, 6] * 3000) + step(6)
    found = bytewright.open(data, compiled(STEPS), engine=engine, options={"maxColumns": 2}).to_table()
    assert found.to_pylist() == [{"c5": 7, "c6": 7}, {"c5": None, "c6": 7}]


@MODES
@ENGINES
def test_names_in_a_header(compiled: Compile, engine: Any, mode: str) -> None:
    codec, data = compiled(HEADER), headed("a", "b", "c")
    options = {"maxColumns": 2, "mode": mode}
    said = "<bytes>: offset 8 (0x8): columns[2]: expected at most 2 columns (maxColumns), found more"
    assert refused(data, codec, engine=engine, options=options) == said
    found = bytewright.open(data, codec, engine=engine, options={"maxColumns": 3}).to_table()
    assert found.to_pylist() == [{"a": 0, "b": 0, "c": 0}]


@ENGINES
def test_a_header_that_is_met_later(compiled: Compile, engine: Any) -> None:
    """Of files that nobody looked at for columns, one with too many is bad; what comes before it is given."""
    table = bytewright.open(
        [headed("a"), headed("a", "b", "c")], compiled(HEADER), engine=engine, options={"maxColumns": 2}
    )
    errors: list[str] = []
    rows = [row for batch in table.to_batches(lambda error: errors.append(str(error))) for row in batch.to_pylist()]
    assert rows == [{"a": 0}]
    assert errors == ["<bytes>: offset 8 (0x8): columns[2]: expected at most 2 columns (maxColumns), found more"]


@ENGINES
@pytest.mark.parametrize(
    ("spec", "files", "place"),
    [
        (HEADER, [headed("a", "b"), headed("b", "c")], "offset 5 (0x5): columns[1]"),
        (STEPS, [step(1, 2), step(2, 3)], "offset 6 (0x6): steps[0].body.columns[1]"),
    ],
)
def test_names_in_several_files(
    compiled: Compile, spec: str, files: list[bytes], place: str, engine: Any, tmp_path: Path
) -> None:
    paths = [tmp_path / str(number) for number in range(len(files))]
    for path, data in zip(paths, files, strict=True):
        path.write_bytes(data)
    options = {"maxColumns": 2, "mergeSchema": True}
    said = f"{paths[1]}: {place}: expected at most 2 columns (maxColumns), found more"
    assert refused(paths, compiled(spec), engine=engine, options=options) == said


@ENGINES
def test_columns_that_steps_name_for_themselves(engine: Any) -> None:
    codec, data = toy("bulletins"), file(FEW)
    said = refused(data, codec, engine=engine, options={"maxColumns": 2})
    assert said.startswith("<bytes>: offset ")
    assert said.endswith(": expected at most 2 columns (maxColumns), found more")
    assert bytewright.open(data, codec, engine=engine, options={"maxColumns": 5}).to_table().num_rows == len(FEW)


@ENGINES
def test_a_header_that_the_view_cannot_show(compiled: Compile, engine: Any) -> None:
    """There is no column, and an error all the same."""
    table = bytewright.open(headed("a", "b", kind=9), compiled(HEADER), engine=engine)
    with pytest.raises(ReadError, match=r"offset 2 \(0x2\): columns\[0\]: expected one of 1, 2, found 9"):
        table.to_table()


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@ENGINES
def test_columns_of_bad_records_do_not_count(compiled: Compile, engine: Any, mode: str) -> None:
    """Wherever they stand: those of a first one neither are there nor lacked by those that follow."""
    codec, options = compiled(DIVIDED), {"mode": mode}

    def rows(*steps: bytes) -> list[Any]:
        found = bytewright.open(b"".join(steps), codec, engine=engine, options=options).to_table().to_pylist()
        return [row for row in found if row["x"] is not None]  # PERMISSIVE shows the bad one as well

    assert rows(divided(0, 1), divided(2, 2)) == [{"x": 5, "c2": 7}]
    assert rows(divided(0, 1), divided(2, 2), divided(1)) == [{"x": 5, "c2": 7}, {"x": 10, "c2": None}]
    assert rows(divided(1, 1), divided(0, 2), divided(2, 3)) == [
        {"x": 10, "c1": 7, "c3": None},
        {"x": 5, "c1": None, "c3": 7},
    ]


def test_what_is_known_of_columns_goes_back() -> None:
    """To what it was at the mark: columns that are new, those that changed, and which of them no step lacks."""

    def column(name: str, said: str | None) -> PivotKey:
        return PivotKey(name, pa.uint8(), said={"mode": said})

    def key(one: str) -> CellKey:
        return CellKey(one, pa.uint8())

    keys = PivotKeys({1: column("c1", "a"), 2: column("c2", "a")}, {"d": key("d")}, steps=3, everywhere={1, 2})
    keys.mark()
    keys.add({2: column("c2", None), 3: column("c3", "a")}, {"d": key("D"), "e": key("e")})
    keys.add({3: column("c3", None)}, {})
    keys.lose({2})
    keys.steps += 2
    assert keys.has_changed
    keys.go_back()
    assert (list(keys.columns.items()), list(keys.cells.items())) == (
        [(1, column("c1", "a")), (2, column("c2", "a"))],
        [("d", key("d"))],
    )
    assert (keys.steps, keys.everywhere) == (3, {1, 2})
    keys.mark()
    keys.add({1: column("c1", "a")}, {})
    assert not keys.has_changed


@ENGINES
def test_a_record_with_a_new_column_costs_no_look_at_all_others(
    compiled: Compile, engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In modes that go on behind bad records: twice as many records look at twice as many columns."""
    codec, counts = compiled(STEPS), []
    for count in (100, 200):
        columns = Looked()
        monkeypatch.setattr(column_discovery, "PivotKeys", partial(PivotKeys, columns))
        data = b"".join(step(number) for number in range(count))
        table = bytewright.open(data, codec, engine=engine, options={"mode": "DROPMALFORMED"})
        assert len(table.schema) == count
        counts.append(columns.count)
    assert counts[1] < 3 * counts[0]
