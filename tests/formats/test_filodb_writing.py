"""Containers made of rows: what FiloDB's record builder derives, byte for byte where files say no more than rows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from tests.formats.fixtures import DATA, named

import bytewright
from bytewright.cli import main
from bytewright.codec import settings
from bytewright.errors import OptionError, WriteError
from bytewright.spark.functions import from_bytes, to_bytes
from bytewright.tables import row_models
from bytewright.tables.write import write_file
from bytewright_formats.filodb_container import CODEC
from bytewright_formats.filodb_container.filodb_keys import word_order

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FILES = sorted((DATA / "filodb" / "good").glob("*.bin"))
BEYOND_ROWS = {
    "dirty_padding": "what was in the buffer before",
    "untrimmed_container": "the unused rest of the buffer",
    "empty_container": "a container without rows",
    "all_types_noparts": "long values of histograms, of which rows show doubles",
    "all_types_partkey": "the same",
    "br_column": "the id that nested records have, which rows may say",
}
BEYOND_DERIVING = {
    "map_pairhash_exclude_le": "hashed pair by pair",
    "map_sort_order_zc": "sorted in another order of FiloDB's, which differs for keys beyond ASCII",
    "untyped_utf8": "the same",
    "map_unsorted_dups": "sorted by nobody",
}
"""Files whose bytes say more than their rows, or than their rows without what is derived."""

Written = Callable[..., bytes]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes rows by the command."""

    def write(lines: list[dict[str, Any]] | bytes, **options: Any) -> bytes:
        text = lines if isinstance(lines, bytes) else "".join(json.dumps(line) + "\n" for line in lines).encode()
        (tmp_path / "rows.jsonl").write_bytes(text)
        given = [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
        arguments = ["write", "--spec", "filodb_container", "--from", str(tmp_path / "rows.jsonl"), *given]
        assert main([*arguments, "-o", str(tmp_path / "out.bin")]) == 0
        return (tmp_path / "out.bin").read_bytes()

    return write


def printed(path: Path | bytes, schemas: Path, capfdbinary: pytest.CaptureFixture[bytes], folder: Path) -> bytes:
    """The rows of a file as JSON Lines."""
    if isinstance(path, bytes):
        (folder / "again.bin").write_bytes(path)
        path = folder / "again.bin"
    capfdbinary.readouterr()
    assert main(["cat", "--spec", "filodb_container", "--option", f"schemas={schemas}", str(path)]) == 0
    return capfdbinary.readouterr().out


def without(lines: bytes, *names: str) -> bytes:
    """Rows without some of their columns; keys of maps that occur twice stay."""

    def dumped(value: Any) -> str:
        if isinstance(value, _Pairs):
            return "{" + ",".join(f"{json.dumps(k)}:{dumped(v)}" for k, v in value) + "}"
        return "[" + ",".join(map(dumped, value)) + "]" if isinstance(value, list) else json.dumps(value)

    found = [json.loads(line, object_pairs_hook=_Pairs) for line in lines.splitlines()]
    return "".join(dumped(_Pairs(p for p in row if p[0] not in names)) + "\n" for row in found).encode()


class _Pairs(list[Any]):
    """An object as its pairs."""


@pytest.mark.parametrize("path", FILES, ids=named)
def test_rows_make_the_file_again(
    path: Path, written: Written, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    schemas = path.with_suffix(".schema.json")
    shown = printed(path, schemas, capfdbinary, tmp_path)
    data = written(shown, schemas=schemas)
    assert printed(data, schemas, capfdbinary, tmp_path) == shown
    assert (data == path.read_bytes()) == (path.stem not in BEYOND_ROWS)


@pytest.mark.parametrize("path", [p for p in FILES if p.stem not in BEYOND_ROWS], ids=named)
def test_ids_and_hashes_are_found(
    path: Path, written: Written, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    schemas = path.with_suffix(".schema.json")
    shown = without(printed(path, schemas, capfdbinary, tmp_path), "schema_id", "partition_hash")
    assert (written(shown, schemas=schemas) == path.read_bytes()) == (path.stem not in BEYOND_DERIVING)


NESTED = DATA / "filodb" / "good" / "br_column.bin"


def nested(**said: Any) -> list[dict[str, Any]]:
    """Rows with nested records that say more than their columns."""
    lines = NESTED.with_suffix(".rows.jsonl").read_text().splitlines()
    return [{**row, "pk": {**row["pk"], **said}} for row in map(json.loads, lines)]


@pytest.mark.parametrize(
    "said", [{"schema_id": 2200}, {"schema": "gauge"}, {"schema": "gauge", "schema_id": 2200}], ids=str
)
def test_nested_records_hold_the_ids_that_rows_say(
    said: dict[str, Any], written: Written, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    schemas = NESTED.with_suffix(".schema.json")
    data = written(nested(**said), schemas=schemas)
    assert data == NESTED.read_bytes()
    assert printed(data, schemas, capfdbinary, tmp_path) == NESTED.with_suffix(".rows.jsonl").read_bytes()


def test_nested_records_say_more_in_arrow_as_well(tmp_path: Path) -> None:
    options = {"schemas": str(NESTED.with_suffix(".schema.json"))}
    table = bytewright.open(NESTED, CODEC, options=options).to_table()
    struct = table.column("pk").combine_chunks()
    assert isinstance(struct, pa.StructArray)
    members = dict(zip([field.name for field in struct.type], struct.flatten(), strict=True))
    members["schema_id"] = pa.array([2200] * len(table), pa.int64())
    place = table.schema.get_field_index("pk")
    said = table.set_column(place, "pk", pa.StructArray.from_arrays(list(members.values()), names=list(members)))
    bytewright.write(said, tmp_path / "out.bin", CODEC, options=options)
    assert (tmp_path / "out.bin").read_bytes() == NESTED.read_bytes()


def test_nested_records_say_more_in_spark_as_well(spark: SparkSession) -> None:
    from pyspark.sql.functions import lit, transform

    options = {"schemas": str(NESTED.with_suffix(".schema.json"))}
    files = spark.createDataFrame([(bytearray(NESTED.read_bytes()),)], "file binary")
    shown = from_bytes("file", CODEC.name, options)
    said = transform(shown, lambda row: row.withField("pk", row["pk"].withField("schema_id", lit(2200))))
    (row,) = files.select(to_bytes(said, CODEC.name, options).alias("file")).collect()
    assert bytes(row.file) == NESTED.read_bytes()


def test_nested_records_hold_no_id_where_nothing_says_one(written: Written) -> None:
    schemas = NESTED.with_suffix(".schema.json")
    data = written(nested(), schemas=schemas)
    given = NESTED.read_bytes()
    assert len(data) == len(given)
    changed = [place for place, pair in enumerate(zip(data, given, strict=True)) if pair[0] != pair[1]]
    assert {data[place] for place in changed} == {0xFF}
    assert len(changed) == 2 * len(nested())
    hashed = written(nested(schema_id=2200, partition_hash=-7), schemas=schemas)
    values = settings.parse(CODEC, {"schemas": str(schemas)}).values
    for record in CODEC.parse(hashed, options=values).containers[0].area.records:
        body = record.body.fields[1].value.target.record.body
        assert (body.schema_id, body.partition_hash) == (2200, -7)


def test_nested_records_hold_the_id_of_their_schema(written: Written, tmp_path: Path) -> None:
    document = json.loads(NESTED.with_suffix(".schema.json").read_text())
    document["schemas"][0]["fields"][1]["br_schema"]["schema_id"] = 2200
    (tmp_path / "schemas.json").write_text(json.dumps(document))
    for said in ({}, {"schema": "inner"}, {"schema": "gauge"}, {"schema_id": 2200}):
        assert written(nested(**said), schemas=tmp_path / "schemas.json") == NESTED.read_bytes()


@pytest.mark.parametrize(
    ("said", "inner", "message"),
    [
        ({"schema": "gaug"}, {}, "rows[0]: there is no schema 'gaug'"),
        ({"schema": "inner"}, {}, "rows[0]: there is no schema 'inner'"),
        ({"schema": "withbr"}, {}, "rows[0]: the schema withbr has no id"),
        ({"schema": "gauge", "schema_id": 5903}, {}, "rows[0]: the nested schema has the id 2200, not 5903"),
        ({"schema_id": 5903}, {"schema_id": 2200}, "rows[0]: the nested schema has the id 2200, not 5903"),
        ({"schema_id": 65536}, {}, "schema_id"),
        ({"schema_id": 1}, {"has_schema_id": False}, "rows[0]: records of the schema inner have no schema_id"),
    ],
    ids=str,
)
def test_what_nested_records_cannot_be_is_refused(
    said: dict[str, Any],
    inner: dict[str, Any],
    message: str,
    tmp_path: Path,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    document = json.loads(NESTED.with_suffix(".schema.json").read_text())
    document["schemas"][0]["fields"][1]["br_schema"].update(inner)
    (tmp_path / "schemas.json").write_text(json.dumps(document))
    (tmp_path / "rows.jsonl").write_text(json.dumps(nested(**said)[0]))
    arguments = ["write", "--spec", "filodb_container", "--from", str(tmp_path / "rows.jsonl")]
    option = f"schemas={tmp_path / 'schemas.json'}"
    assert main([*arguments, "--option", option, "-o", str(tmp_path / "out.bin")]) == 1
    assert message in capfdbinary.readouterr().err.decode()
    assert not (tmp_path / "out.bin").exists()


def test_hashes_of_sorted_pairs(written: Written, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    path = DATA / "filodb" / "good" / "map_pairhash_exclude_le.bin"
    schemas = path.with_suffix(".schema.json")
    shown = without(printed(path, schemas, capfdbinary, tmp_path), "partition_hash")
    assert written(shown, schemas=schemas, partitionHash="pairs") == path.read_bytes()
    assert written(shown, schemas=schemas, partitionHash="pairs", partitionHashIgnores="none") != path.read_bytes()
    assert written(shown, schemas=schemas, partitionHash="single") != path.read_bytes()


@pytest.mark.parametrize("name", ["map_sort_order_zc", "untyped_utf8"])
def test_maps_sorted_by_words(
    name: str, written: Written, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    path = DATA / "filodb" / "good" / f"{name}.bin"
    schemas = path.with_suffix(".schema.json")
    shown = without(printed(path, schemas, capfdbinary, tmp_path), "partition_hash")
    assert written(shown, schemas=schemas, mapOrder="words") == path.read_bytes()
    assert written(shown, schemas=schemas, mapOrder="sorted") != path.read_bytes()


def test_words_of_keys_have_no_order_beyond_ascii() -> None:
    def before(one: str, other: str) -> bool:
        return word_order((one, ""), (other, "")) < 0

    assert before("a", "b")
    assert before("ab", "abc")
    assert before("é", "A")
    assert [before(*pair) for pair in (("éabc", "z"), ("z", "zzzz"), ("zzzz", "éabc"))] == [True, True, True]


def sample(number: int, **more: Any) -> dict[str, Any]:
    """A row of FiloDB's schema gauge."""
    tags = {"zone": "a", "instance": f"i-{number}", "_ws_": "demo"}
    row = {"timestamp": "2026-05-01T12:00:00Z", "value": number / 2, "_metric_": "load", "tags": tags}
    return {"schema": "gauge", **row, **more}


def test_maps_of_new_records_are_sorted_and_known_keys_stored_as_numbers(written: Written) -> None:
    data = written([sample(1)])
    (row,) = bytewright.open(data, CODEC).to_table().to_pylist()
    assert row["tags"] == [("_ws_", "demo"), ("instance", "i-1"), ("zone", "a")]
    assert b"zone" in data
    assert b"instance" not in data
    (given,) = bytewright.open(written([sample(1)], mapOrder="given"), CODEC).to_table().to_pylist()
    assert given["tags"] == [("zone", "a"), ("instance", "i-1"), ("_ws_", "demo")]
    assert given["partition_hash"] != row["partition_hash"]


@pytest.mark.parametrize("limit", [2048, 10_000, 262_144, (1 << 31) - 1])
def test_records_are_dealt_out_over_containers_of_a_size(written: Written, limit: int) -> None:
    data = written([sample(number) for number in range(3000)], containerBytes=limit)
    shown = bytewright.open(data, CODEC, "containers").to_table().to_pylist()
    sizes = [row["num_bytes"] + 4 for row in shown]
    assert sum(row["records"] for row in shown) == 3000
    assert sum(sizes) == len(data)
    assert all(size <= limit for size in sizes)
    assert all(size > limit - 100 for size in sizes[:-1])
    values = bytewright.open(data, CODEC, columns="value").to_table().column("value").to_pylist()
    assert values == [number / 2 for number in range(3000)]


@pytest.mark.parametrize(
    ("row", "options", "said"),
    [
        (sample(1, schema="gaug"), {}, "there is no schema 'gaug'"),
        ({"value": 1.0}, {}, "rows[0]: it doesn't say which schema it has"),
        ({"schema": "gauge", "value": 1.0}, {}, "timestamp: there is no value, and records have no null"),
        (sample(1, _metric_="x" * 3000), {"containerBytes": 2048}, "expected at most 2032 bytes (containerBytes)"),
        (sample(1, _metric_="x" * 65536), {}, "_metric_"),
        (sample(1, tags={"k" * 192: "v"}), {}, "literal"),
        (sample(1, avg=2.0), {}, "rows[0]: the schema gauge has no column 'avg'"),
        (sample(1, schema_id=1), {}, "rows[0]: the schema gauge has the id 2200, not 1"),
    ],
)
def test_rows_that_no_container_can_hold_are_named(
    row: dict[str, Any], options: dict[str, Any], said: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    (tmp_path / "rows.jsonl").write_text(json.dumps(row))
    given = [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    arguments = ["write", "--spec", "filodb_container", "--from", str(tmp_path / "rows.jsonl"), *given]
    assert main([*arguments, "-o", str(tmp_path / "out.bin")]) == 1
    (line,) = capfdbinary.readouterr().err.decode().splitlines()
    assert said in line or said == "_metric_"
    assert not (tmp_path / "out.bin").exists()


def test_histograms_are_packed_by_what_their_values_are(written: Written) -> None:
    tops = [0.5, 1.0, float("inf")]
    shown = {"scheme": "custom", "bucket_tops": [0.5, 1.0, "Infinity"]}
    row = {"schema": "prom-histogram", "timestamp": "2026-05-01T12:00:00Z", "sum": 1.0, "count": 3.0, "_metric_": "m"}
    data = written([{**row, "h": {**shown, "values": values}} for values in ([1.0, 2.0, 3.0], [0.5, 2.25, 3.0])])
    found: list[Any] = bytewright.open(data, CODEC, columns="h").to_table().column("h").to_pylist()
    assert [(h["format"], h["values"]) for h in found] == [(5, [1.0, 2.0, 3.0]), (10, [0.5, 2.25, 3.0])]
    assert [h["bucket_tops"] for h in found] == [tops, tops]


def test_a_root_holds_nothing_as_rows_say_all(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = DATA / "filodb" / "good" / "gauge_basic.bin"
    assert main(["root", "--spec", "filodb_container", str(path)]) == 0
    root = capfdbinary.readouterr().out
    assert json.loads(root) == {}
    (tmp_path / "root.json").write_bytes(root)
    (tmp_path / "rows.jsonl").write_bytes(path.with_suffix(".rows.jsonl").read_bytes())
    source, out = str(tmp_path / "rows.jsonl"), tmp_path / "out.bin"
    arguments = ["write", "--spec", "filodb_container", "--from", source, "--root", str(tmp_path / "root.json")]
    assert main([*arguments, "-o", str(out)]) == 0
    assert out.read_bytes() == path.read_bytes()


def test_rows_in_arrow_make_the_file_again() -> None:
    path = DATA / "filodb" / "good" / "mixed_schemas.bin"
    table = bytewright.open(path, CODEC).to_table()
    chosen = settings.parse(CODEC)
    maker = row_models.maker_of(CODEC, None, chosen)
    assert maker is not None
    assert maker.schema is not None
    assert set(table.schema.names) <= set(maker.schema.names)
    model = row_models.made_of(CODEC, maker, table, chosen)
    assert CODEC.to_bytes(model) == path.read_bytes()
    with pytest.raises(WriteError, match="there is no column 'valu'"):
        row_models.made_of(CODEC, maker, pa.table({"valu": [1.0]}), chosen)


def test_containers_have_sizes_that_filodb_allows() -> None:
    with pytest.raises(OptionError, match="option containerBytes: expected at least 2048, found '2047'"):
        settings.parse(CODEC, {"containerBytes": "2047"})


def test_an_unknown_schema_is_an_error_of_the_option() -> None:
    with pytest.raises(OptionError, match=r"there is no 'gaug'.*gauge"):
        row_models.maker_of(CODEC, None, settings.parse(CODEC, {"schema": "gaug"}))


@pytest.mark.parametrize(
    ("changed", "column"),
    [({"tags": {"k" * 200: "v"}}, "tags"), ({"tags": {"k": "v" * 70000}}, "tags"), ({"s": "x" * 70000}, "s")],
)
def test_what_is_too_long_is_an_error_of_its_column(changed: dict[str, Any], column: str, tmp_path: Path) -> None:
    good = DATA / "filodb" / "good" / "all_types_noparts"
    row = json.loads(good.with_suffix(".rows.jsonl").read_text().splitlines()[0]) | changed
    source = tmp_path / "rows.jsonl"
    source.write_text(json.dumps(row) + "\n")
    options = settings.parse(CODEC, {"schemas": str(good.with_suffix(".schema.json")), "schema": "alltypes"})
    with pytest.raises(WriteError, match=f"The column {column} says it"):
        write_file(CODEC, str(source), tmp_path / "out", None, options)
