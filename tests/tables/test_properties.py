"""What files say of columns beside their values: as metadata, as rows, and written again, by every engine."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.both import toy

import bytewright
from bytewright.arrow.jsonl.encode import encode
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings, parse
from bytewright.errors import BytewrightError, BytewrightWarning, OptionError, ReadError, WriteError
from bytewright.tables import parquet_files
from bytewright.tables.table import Table
from bytewright.tables.write import bytes_of, write_file

Column = tuple[int, str, str, str, Sequence[Any]]
"""Id, kind, rule, trust and values."""
Engine = Literal["objects", "columns"]
ENGINES: tuple[Engine, ...] = ("objects", "columns")
PLAIN: list[list[Column]] = [
    [(1, "small", "add", "bad", [1, None, 3]), (4, "flag", "replace", "good", [True, False, None])],
    [(1, "small", "add", "bad", [4]), (4, "flag", "replace", "good", [None])],
]
"""Batches that agree in all that they say."""
MIXED: list[list[Column]] = [
    [(1, "small", "add", "good", [1, 2]), (2, "real", "keep", "good", [None, None])],
    [(1, "small", "keep", "good", [3]), (2, "real", "keep", "good", [1.5])],
    [(2, "real", "keep", "good", [2.5])],
    [(1, "small", "keep", "good", [4]), (2, "real", "keep", "good", [3.5])],
]
"""Batches whose rules differ, of which one lacks a column."""


def codec() -> Codec:
    return toy("currents")


def file_of(batches: Sequence[Sequence[Column]]) -> bytes:
    """A file, written from its model."""
    made = []
    for columns in batches:
        ids, kinds, rules, trusts, values = zip(*columns, strict=True)
        block = {"num_rows": len(values[0]), "ids": ids, "kinds": kinds, "rules": rules}
        block |= {"marks": [{"trust": trust} for trust in trusts], "columns": [{"data": {"values": v}} for v in values]}
        made.append({"block": block})
    from bytewright.codec.plain_values import from_plain

    return codec().to_bytes(from_plain(codec(), json.loads(json.dumps({"batches": made}))))


def opened(data: bytes | list[bytes], engine: Engine = "objects", /, **options: str) -> Table:
    return bytewright.open(data, codec(), options=options, engine=engine)


def said(data: bytes) -> list[dict[str, Any]]:
    """What a file says of its columns."""
    return bytewright.open(data, codec(), view="columns", engine="objects").to_table().to_pylist()


def metadata(schema: pa.Schema, name: str) -> dict[str, str]:
    return {k.decode().removeprefix("bytewright."): v.decode() for k, v in (schema.field(name).metadata or {}).items()}


@pytest.mark.parametrize("engine", ENGINES)
def test_metadata_says_what_holds_for_every_batch(engine: Engine) -> None:
    table = opened(file_of(PLAIN), engine)
    assert metadata(table.schema, "a1") == {"kind": "small", "rule": "add", "trust": "bad"}
    assert metadata(table.schema, "a4") == {"kind": "flag", "rule": "replace", "trust": "good"}
    assert metadata(table.schema, "row") == {}
    for batch in table.to_batches():
        assert batch.schema.equals(table.schema, check_metadata=True)
    assert table.to_table().schema.equals(table.schema, check_metadata=True)
    assert metadata(opened(file_of(PLAIN), engine).only(["a1"]).schema, "a1")["rule"] == "add"


@pytest.mark.parametrize("engine", ENGINES)
def test_what_differs_is_only_told_to_differ(engine: Engine) -> None:
    table = opened(file_of(MIXED), engine)
    assert metadata(table.schema, "a1") == {"kind": "small", "trust": "good", "varies": "rule"}
    assert metadata(table.schema, "a2") == {"kind": "real", "rule": "keep", "trust": "good"}
    lacking = opened(file_of([[(1, "small", "replace", "good", [1])], [(2, "real", "add", "good", [1.0])]]), engine)
    assert metadata(lacking.schema, "a1")["rule"] == "replace"  # what writers take where nothing is said
    assert metadata(lacking.schema, "a2")["varies"] == "rule"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("other", "blamed", "option"),
    [
        ((1, "small", "keep", "bad", [9]), "rule add of column a1", "rule.a1"),
        ((1, "short", "add", "bad", [9]), "kind small of column a1", "kind.a1"),
        ((1, "small", "add", "good", [9]), "trust bad of column a1", "mergeSchema"),
    ],
)
def test_a_later_file_that_says_something_else_is_an_error(
    engine: Engine, other: Column, blamed: str, option: str
) -> None:
    rest: Column = (4, "flag", "replace", "good", [True])
    files = [file_of(PLAIN), file_of([[(1, "small", "add", "bad", [8]), rest], [other, rest]])]
    table = opened(files, engine)
    errors: list[BytewrightError] = []
    rows = [row for batch in table.to_batches(errors.append) for row in batch.to_pylist()]
    (caught,) = errors
    assert isinstance(caught, ReadError)
    assert blamed in str(caught)
    assert option in str(caught)
    assert [row["a1"] for row in rows] == [1, None, 3, 4, 8]
    merged = opened(files, engine, mergeSchema="true")
    assert merged.to_table().num_rows == 6
    assert blamed.partition(" ")[0] in metadata(merged.schema, "a1")["varies"]
    if option != "mergeSchema":
        told = opened(files, engine, **{option: {"rule.a1": "keep", "kind.a1": "short"}[option]})
        assert metadata(told.schema, "a1")[option.partition(".")[0]] in ("keep", "short")
        assert told.to_table().num_rows == 6


def arrow(table: Table) -> pa.Table:
    return table.to_table()


def by_parquet(table: Table) -> pa.Table:
    sink = pa.BufferOutputStream()
    pq.write_table(table.to_table(), sink)
    return pq.read_table(pa.BufferReader(sink.getvalue()))


def by_spark_key(table: Table, folder: Path) -> pa.Table:
    """As Spark writes it: without Arrow's own schema."""
    path = folder / "rows.parquet"
    table.to_parquet(path, store_schema=False)
    return parquet_files.read(str(path))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("way", ["arrow", "parquet", "spark"])
@pytest.mark.parametrize(("batches", "modes"), [(PLAIN, "false"), (PLAIN, "true"), (MIXED, "true")])
def test_what_is_read_is_written(
    engine: Engine, way: str, batches: list[list[Column]], modes: str, tmp_path: Path
) -> None:
    data = file_of(batches)
    table = opened(data, includeModes=modes)
    rows = arrow(table) if way == "arrow" else by_parquet(table) if way == "parquet" else by_spark_key(table, tmp_path)
    found, how = bytes_of(codec(), rows, None, parse(codec()), engine=engine)
    assert said(found) == said(data)
    assert opened(found).to_table().equals(opened(data).to_table())
    assert how.encoded == (len(rows) if engine == "columns" else 0)
    assert how.warnings == ()


@pytest.mark.parametrize("engine", ENGINES)
def test_rows_are_cut_where_modes_change(engine: Engine) -> None:
    modes = [[("a1", "add")], [("a1", "add")], [("a1", "keep"), ("a2", "add")], [("a1", "add")], None, None]
    batch = [0, 0, 0, 1, 2, 2]
    kind = pa.map_(pa.string(), pa.string())
    columns = {"batch": pa.array(batch, pa.int32()), "a1": pa.array(range(6), pa.int64())}
    columns |= {"a2": pa.array([None, None, 1, None, None, None], pa.int64()), "_modes": pa.array(modes, kind)}
    for size in (1, 2, 6):
        rows = pa.Table.from_batches(pa.table(columns).to_batches(max_chunksize=size))
        found, how = bytes_of(codec(), rows, None, parse(codec()), engine=engine)
        assert how.encoded == (6 if engine == "columns" else 0)
        rules = [(one["batch"], one["id"], one["rule"]) for one in said(found)]
        last = [(3, 1, "replace"), (3, 2, "replace")]
        assert rules == [(0, 1, "add"), (1, 1, "keep"), (1, 2, "add"), (2, 1, "add"), *last]
        assert opened(found).to_table()["a1"].to_pylist() == list(range(6))


def test_rows_that_lose_modes_are_told_once(tmp_path: Path) -> None:
    table = opened(file_of(MIXED))
    with pytest.warns(BytewrightWarning, match="rule of the column a1 differed .* includeModes=true") as caught:
        bytewright.write(table, tmp_path / "out", codec())
    assert len(caught) == 1
    told = bytes_of(codec(), table.to_table(), None, parse(codec(), {"rule.a1": "add"}))
    assert told[1].warnings == ()
    assert {one["rule"] for one in said(told[0]) if one["id"] == 1} == {"add"}


def test_options_win() -> None:
    table = opened(file_of(PLAIN), includeModes="true").to_table()
    options = {"rule.A1": "keep", "kind.a1": "large"}
    for engine, root in itertools.product(ENGINES, (None, root_of(file_of(PLAIN)))):
        found, _ = bytes_of(codec(), table, None, parse(codec(), options), root, engine=engine)
        assert {(one["kind"], one["rule"]) for one in said(found) if one["id"] == 1} == {("large", "keep")}
    read = opened(file_of(PLAIN), "objects", **{"kind.a1": "large"})
    assert read.schema.field("a1").type == pa.int64()
    for options, message in (({"kind.a9": "large"}, "no such column"), ({"kind.a1": "huge"}, "one of flag, small")):
        with pytest.raises(OptionError, match=message):
            opened(file_of(PLAIN), "objects", **options)
        with pytest.raises(OptionError, match=message):
            bytes_of(codec(), table, None, parse(codec(), options))


def test_columns_that_lost_what_others_say_are_an_error() -> None:
    table = opened(file_of(PLAIN)).to_table()
    lost = table.set_column(table.schema.get_field_index("a4"), "a4", table["a4"])
    with pytest.raises(WriteError, match=r"column a4 says nothing of its kind, the column a1 does.*kind\.a4"):
        bytes_of(codec(), lost, None, parse(codec()))
    told = parse(codec(), {"kind.a4": "flag", "rule.a4": "replace"})
    with pytest.raises(WriteError, match="column a4 says nothing of its trust"):
        bytes_of(codec(), lost, None, told)
    bytes_of(codec(), bare_of(table), None, parse(codec()))
    wrong = table.schema.field("a1").with_metadata({"bytewright.kind": "huge"})
    with pytest.raises(WriteError, match=r"bytewright\.kind of the column a1"):
        bytes_of(codec(), table.set_column(2, wrong, table["a1"]), None, parse(codec()))


def test_a_kind_that_differs_must_be_told() -> None:
    batches: list[list[Column]] = [[(1, "small", "add", "bad", [1])], [(1, "short", "add", "bad", [2])]]
    for engine in ENGINES:
        rows = opened(file_of(batches), engine).to_table()
        assert metadata(rows.schema, "a1") == {"rule": "add", "trust": "bad", "varies": "kind"}
        with pytest.raises(WriteError, match=r"more than one kind.*kind\.a1"):
            bytes_of(codec(), rows, None, parse(codec()))
        found, _ = bytes_of(codec(), rows, None, parse(codec(), {"kind.a1": "short"}))
        assert {one["kind"] for one in said(found)} == {"short"}


def root_of(data: bytes) -> str:
    from bytewright.io.source import BytesSource
    from bytewright.tables import row_models as rows

    return json.dumps(rows.root_of(codec(), BytesSource(data), None, parse(codec())))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("batches", [PLAIN, MIXED])
def test_a_root_says_what_rows_do_not(engine: Engine, batches: list[list[Column]]) -> None:
    data = file_of(batches)
    bare = bare_of(opened(data).to_table())
    found, how = bytes_of(codec(), bare, None, parse(codec()), root_of(data), engine=engine)
    assert found == data
    assert how.encoded == (len(bare) if engine == "columns" else 0)


def bare_of(table: pa.Table) -> pa.Table:
    """The same rows without metadata."""
    return pa.table({name: table[name] for name in table.schema.names})


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("rooted", [False, True])
def test_some_columns_are_a_file_of_these(engine: Engine, rooted: bool) -> None:
    data = file_of(MIXED)
    rows = opened(data, includeModes="true").to_table().drop_columns(["a1", "_modes"])
    root = root_of(data) if rooted else None
    found, how = bytes_of(codec(), rows, None, parse(codec()), root, engine=engine)
    assert {one["id"] for one in said(found)} == {2}
    assert opened(found).to_table()["a2"].equals(opened(data).to_table()["a2"])
    assert {one["rule"] for one in said(found)} == {"keep"} if rooted else True
    assert how.encoded == (len(rows) if engine == "columns" else 0)


def test_modes_that_nobody_has(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="includeModes"):
        bytewright.open(file_of(PLAIN), codec(), view="columns", options={"includeModes": "true"})
    with pytest.raises(OptionError, match="includeModes"):
        bytewright.open(b"", toy("probes"), options={"includeModes": "true"})
    rows = opened(file_of(PLAIN), includeModes="true").to_table()
    for modes, message in (([("a9", "add")], "modes of columns"), ([("a1", "sink")], "one of replace, add")):
        column = pa.array([modes] * len(rows), pa.map_(pa.string(), pa.string()))
        with pytest.raises(WriteError, match=message):
            bytes_of(codec(), rows.set_column(len(rows.schema) - 1, "_modes", column), None, parse(codec()))


ODD: dict[str, pa.Array[Any] | None] = {
    "as it is": None,
    "a1: null": pa.nulls(4),
    "a1: short integers": pa.array([1, 2, 3, 4], pa.int8()),
    "a1: text": pa.array(["x"] * 4),
    "a1: halves": pa.array([0.5] * 4),
    "a1: booleans": pa.array([True] * 4),
    "a1: too large": pa.array([1000] * 4),
    "a4: integers": pa.array([1, 0, 1, 0], pa.int32()),
    "other: null": pa.nulls(4),
    "other: integers": pa.array([1, 2, 3, 4]),
}
"""Columns in place of those that a file has, or beside them."""


@pytest.mark.parametrize("rooted", [False, True])
@pytest.mark.parametrize("odd", ODD)
def test_json_lines_parquet_and_arrow_take_the_same(odd: str, rooted: bool, tmp_path: Path) -> None:
    name, column = odd.partition(":")[0], ODD[odd]
    data = file_of(PLAIN)
    rows = bare_of(opened(data).to_table())
    if column is not None and name in rows.schema.names:
        rows = rows.set_column(rows.schema.get_field_index(name), name, column)
    elif column is not None:
        rows = rows.append_column(name, column)
    root = root_of(data) if rooted else None
    told = {} if rooted else {"kind.a1": "small", "kind.a4": "flag"}
    pq.write_table(rows, tmp_path / "rows.parquet")
    lines = tmp_path / "rows.jsonl"
    lines.write_bytes(b"".join(map(encode, rows.to_batches())))
    found = []
    for number, write in enumerate((write_rows_of, write_file, write_file)):
        source = (rows, tmp_path / "rows.parquet", lines)[number]
        try:
            found.append(_by(write, source, tmp_path / "out", told, root))
        except WriteError:
            found.append(b"refused")
    assert len(set(found)) == 1
    refused = ("a1: text", "a1: halves", "a1: booleans", "a1: too large", "a4: integers", "other: null")
    assert (found[0] == b"refused") == (odd in refused or name == "other")


def write_rows_of(
    codec: Codec, rows: pa.Table, path: Path, view: str | None, settings: Settings, root: str | None
) -> None:
    path.write_bytes(bytes_of(codec, rows, view, settings, root)[0])


def _by(write: Any, source: Any, path: Path, options: dict[str, str], root: str | None) -> bytes:
    write(codec(), source if isinstance(source, pa.Table) else str(source), path, None, parse(codec(), options), root)
    return path.read_bytes()


@pytest.mark.parametrize("view", ["rows", "columns"])
def test_numbers_of_enums_are_read_by_kernels(view: str) -> None:
    shown = [
        bytewright.open(file_of(MIXED), codec(), view=view, options={"enums": "int"}, engine=engine).to_table()
        for engine in ENGINES
    ]
    assert shown[0].equals(shown[1])
    assert shown[0].schema.equals(shown[1].schema)
    if view == "columns":
        assert shown[1]["rule"].to_pylist() == [5, 9, 9, 9, 9, 9, 9]
