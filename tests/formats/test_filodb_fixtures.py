"""Containers that FiloDB's own writer made, good and damaged: rows, errors, rewriting."""

from __future__ import annotations

import json
import math
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.formats.fixtures import DATA, Bad, Row, bad_files, expected_rows, known, lines, named

import bytewright
from bytewright.cli import main
from bytewright.codec import settings
from bytewright.errors import ReadError
from bytewright.oracles.construct_difference import construct_difference
from bytewright.oracles.construct_difference import told as construct_of
from bytewright.tables.opening import schema_of
from bytewright.testing import check_rewrite, check_tree_of
from bytewright_codegen.load import load
from bytewright_formats.filodb_container import CODEC
from bytewright_formats.filodb_container.parser import filodb_container

GOOD = DATA / "filodb" / "good"
SPECS = Path(__file__).parents[2] / "specs" / "filodb"
FILES = sorted(GOOD.glob("*.bin"))
BAD = bad_files(DATA / "filodb" / "bad")
SCHEMAS = {name: file for name, file, _ in json.loads((DATA / "filodb" / "bad" / "schemas.json").read_text())}
NOT_REBUILT = ("dirty_padding", "untrimmed_container")
"""Files whose bytes have more than their values: what was in a buffer before."""
WITH_SLACK = ("untrimmed_container",)
"""Files that end with zeros, where Construct sees bytes left over."""


def schemas_of(path: Path) -> Path:
    """The file with the schemas of a file's records."""
    return path.with_suffix(".schema.json")


def told(path: Path) -> Any:
    """The options by which a file is read."""
    return settings.parse(CODEC, {"schemas": str(schemas_of(path))}).values


def nearly(row: Row) -> list[Any]:
    """A row in which calculated tops of buckets are rounded: their last bits are the processor's."""
    return [(name, _rounded(value) if isinstance(value, list) else value) for name, value in row]


def _rounded(value: list[Any]) -> list[Any]:
    scheme = dict(value).get("scheme") if value and all(isinstance(pair, tuple) for pair in value) else None
    if scheme not in ("geometric", "geometric_minus_1", "exponential"):
        return value
    return [
        (name, [f"{top[1]:.11e}" if isinstance(top, tuple) else top for top in item] if name == "bucket_tops" else item)
        for name, item in value
    ]


# --- good files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["rows", "containers"])
@pytest.mark.parametrize("path", FILES, ids=named)
def test_cat_prints_what_is_expected(path: Path, view: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    arguments = ["cat", "--spec", "filodb_container", "--option", f"schemas={schemas_of(path)}", "--view", view]
    status = main([*arguments, str(path)])
    printed = capfdbinary.readouterr()
    assert (status, printed.err) == (0, b"")
    expected = [nearly(row) for row in expected_rows(path, view)]
    assert [nearly(row) for row in lines(printed.out.decode())] == expected


@pytest.mark.parametrize("path", FILES, ids=named)
def test_files_are_written_again_byte_for_byte(path: Path) -> None:
    data = path.read_bytes()
    check_rewrite(CODEC, data, told(path))
    check_tree_of(CODEC, data, told(path))


@pytest.mark.parametrize("path", FILES, ids=named)
def test_files_are_made_of_their_values(path: Path) -> None:
    data = path.read_bytes()
    made = CODEC.to_bytes(CODEC.parse(data, options=told(path)), canonical=True)
    if path.stem not in NOT_REBUILT:
        assert made == data
    before, after = (bytewright.open(file, CODEC, options=_named(path)).to_table().to_pylist() for file in (data, made))
    assert str(after) == str(before)


def _named(path: Path) -> dict[str, str]:
    return {"schemas": str(schemas_of(path))}


@pytest.mark.parametrize("path", [path for path in FILES if path.stem not in WITH_SLACK], ids=named)
def test_construct_reads_the_same_values_and_builds_the_same_bytes(path: Path) -> None:
    data, options = path.read_bytes(), told(path)
    assert construct_difference(CODEC, data, filodb_container, options) is None
    declared = construct_of(CODEC, filodb_container, options)
    if path.stem not in NOT_REBUILT:
        assert declared.build(declared.parse(data)) == data


@pytest.mark.parametrize("path", [path for path in FILES if path.stem not in WITH_SLACK], ids=named)
def test_the_engine_construct_shows_the_same_rows(path: Path) -> None:
    shown = bytewright.open(path, CODEC, options=_named(path), engine="construct").to_table()
    read = bytewright.open(path, CODEC, options=_named(path), engine="objects").to_table()
    assert shown.schema == read.schema
    assert repr(shown.to_pylist()) == repr(read.to_pylist())  # NaN isn't equal to itself


@pytest.mark.parametrize("name", ["gauge_basic", "mixed_schemas", "br_column", "hist_xor_doubles", "all_types_partkey"])
def test_the_same_declared_for_kaitai_reads_and_writes_the_same(name: str, tmp_path: Path) -> None:
    shutil.copytree(SPECS, tmp_path, dirs_exist_ok=True)
    shutil.copy(Path(__file__).parent / "filodb_container.ksy", tmp_path)
    twin = load(tmp_path / "filodb_container.ksy", trust=tmp_path)
    path = GOOD / f"{name}.bin"
    data, options = path.read_bytes(), {"schemas": str(schemas_of(path))}
    rows, others = (bytewright.open(data, one, options=options).to_table() for one in (CODEC, twin))
    assert others.schema == rows.schema
    assert repr(others.to_pylist()) == repr(rows.to_pylist())  # NaN isn't equal to itself
    check_rewrite(twin, data, settings.parse(twin, options).values)


@pytest.mark.parametrize("view", ["records", "containers"])
@pytest.mark.parametrize("path", FILES, ids=named)
def test_the_kernel_reads_all_of_them(path: Path, view: str) -> None:
    options = {**_named(path), "includeMetadata": "true"}
    by_kernel, by_objects = (
        bytewright.open(path, CODEC, view, options=options, engine=engine) for engine in ("columns", "objects")
    )
    assert repr(by_kernel.to_table().to_pylist()) == repr(by_objects.to_table().to_pylist())
    assert by_kernel.counted["objects"] == 0


# --- damaged files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.file)
def test_damaged_files_fail_where_they_are_damaged(bad: Bad, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = DATA / "filodb" / "bad" / bad.file
    schema = SCHEMAS.get(path.stem)
    options = ["--option", f"schemas={DATA / 'filodb' / 'good' / schema}"] if schema else []
    status = main(["cat", "--spec", "filodb_container", *options, str(path)])
    printed = capfdbinary.readouterr()
    assert status == int(bad.exit_status)
    stated = path.with_suffix(".rows.jsonl")
    good = [nearly(known(row)) for row in lines(stated.read_text(encoding="utf-8"))] if stated.exists() else None
    rows = [nearly(known(row)) for row in lines(printed.out.decode())]
    assert len(rows) >= bad.good_rows
    if good is not None:
        assert rows == good[: len(rows)]
    if status:
        (line,) = printed.err.decode().splitlines()
        found = re.match(r"bytewright: error: (.*): offset (\d+) \(0x([0-9a-f]+)\): ", line)
        assert found is not None
        assert (found[1], int(found[2])) == (str(path), int(found[3], 16))
        assert int(found[2]) in bad.offsets


def test_a_schema_that_is_not_known_is_named_with_what_helps() -> None:
    path = DATA / "filodb" / "bad" / "unknown_schema.bin"
    with pytest.raises(ReadError, match=r"body\.schema_id.*9999.*The option schemas says which schemas there are"):
        bytewright.open(path, CODEC).to_table()


RECORD_ENDS = (116, 196, 288, 360, 460)
"""Where the records of the file of the next test end."""


@pytest.mark.parametrize("size", range(0, 460, 7))
def test_no_prefix_of_a_file_is_more_than_an_error(size: int) -> None:
    data = (DATA / "filodb" / "good" / "gauge_basic.bin").read_bytes()[:size]
    table = bytewright.open(data, CODEC)
    errors: list[Exception] = []
    rows = sum(batch.num_rows for batch in table.to_batches(on_error=errors.append))
    assert (rows, len(errors)) == (sum(end <= size for end in RECORD_ENDS), 1 if size else 0)


def test_a_bad_record_costs_itself_and_a_bad_size_of_a_container_nothing_that_is_whole() -> None:
    data = (DATA / "filodb" / "bad" / "unknown_schema.bin").read_bytes()
    two = data + (DATA / "filodb" / "good" / "gauge_basic.bin").read_bytes()
    dropped = bytewright.open(two, CODEC, mode="DROPMALFORMED")
    rows = dropped.to_table().to_pylist()
    assert [(row["container"], row["record"]) for row in rows] == [(0, n) for n in (0, 2, 3, 4)] + [
        (1, n) for n in range(5)
    ]
    assert dropped.malformed == 1
    told = bytewright.open(two, CODEC, options={"includeMetadata": "true"}, mode="PERMISSIVE").to_table().to_pylist()
    places = [
        (one["record_index"], one["record_offset"], one["record_length"]) for one in (r["_metadata"] for r in told)
    ]
    assert places[:3] == [(0, 16, 100), (1, 116, 80), (2, 196, 92)]
    assert places[5] == (5, len(data) + 16, 100)
    long = bytearray(two)
    long[:4] = (1 << 30).to_bytes(4, "little")
    assert bytewright.open(bytes(long), CODEC, mode="DROPMALFORMED").to_table().num_rows >= 4


# --- columns ----------------------------------------------------------------------------------------------------------


def test_columns_are_those_of_all_schemas_that_are_met() -> None:
    path = DATA / "filodb" / "good" / "mixed_schemas.bin"
    table = bytewright.open(path, CODEC).to_table()
    met = list(dict.fromkeys(table.column("schema").to_pylist()))
    assert len(met) > 2
    stated = ["container", "record", "container_time", "schema_id", "schema", "partition_hash"]
    assert table.schema.names[: len(stated)] == stated
    assert len(set(table.schema.names)) == len(table.schema.names)


def test_an_option_chooses_the_columns_of_one_schema_before_any_file_is_read(tmp_path: Path) -> None:
    path = DATA / "filodb" / "good" / "mixed_schemas.bin"
    table = bytewright.open(path, CODEC, options={"schema": "gauge"})
    assert table.schema.names[6:] == ["timestamp", "value", "_metric_", "tags"]
    rows = table.to_table().to_pylist()
    assert {row["value"] is None for row in rows if row["schema"] == "gauge"} == {False}
    assert {row["value"] is None for row in rows if row["schema"] not in ("gauge", "untyped")} == {True}
    assert schema_of(CODEC, None, None, {"schema": "gauge"}) == table.schema


def test_columns_of_one_name_and_two_types_are_an_error_unless_one_schema_is_chosen(tmp_path: Path) -> None:
    stated = {
        "schemas": [
            {"name": name, "schema_id": id, "partition_key_start": 1, "fields": [{"name": "v", "type": kind}, KEY]}
            for name, id, kind in (("a", 1, "int"), ("b", 2, "double"))
        ]
    }
    (tmp_path / "schemas.json").write_text(json.dumps(stated))
    options = {"schemas": str(tmp_path / "schemas.json")}
    values = settings.parse(CODEC, options).values
    data = CODEC.to_bytes(_file(values, [(1, 7), (2, 7.5)]), options=values)
    with pytest.raises(ReadError, match=r"goes together with int32 of column v.*option schema can say"):
        bytewright.open(data, CODEC, options=options).to_table()
    rows = bytewright.open(data, CODEC, options={**options, "schema": "b"}).to_table().to_pylist()
    assert [row["v"] for row in rows] == [None, 7.5]


KEY = {"name": "metric", "type": "string"}


def _file(values: Any, records: list[tuple[int, Any]]) -> Any:
    from bytewright.codec.plain_values import from_plain

    bodies = [
        {"schema_id": id, "partition_hash": 0, "fields": [{"value": v}, {"value": {"target": {"text": "m"}}}]}
        for id, v in records
    ]
    container = {"time": 0, "reserved": "000000", "area": {"records": [{"body": body} for body in bodies]}}
    model = from_plain(CODEC, {"containers": [container]})
    model.schemas = values["schemas"]
    return model


def test_values_of_histograms_beyond_what_doubles_hold_are_rounded() -> None:
    path = DATA / "filodb" / "good" / "hist_big_numbers.bin"
    rows = bytewright.open(path, CODEC).to_table().to_pylist()
    tops = [value for row in rows for value in row["h"]["values"]]
    assert max(tops) > 2**53
    assert all(math.isfinite(top) for top in tops)
