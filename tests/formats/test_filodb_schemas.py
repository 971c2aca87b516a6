"""FiloDB's schemas: its standard ones, its configuration, files of schemas; the numbers by which records name them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.formats.fixtures import DATA

import bytewright
from bytewright.codec import settings
from bytewright.errors import OptionError
from bytewright_formats.filodb_container import CODEC
from bytewright_formats.filodb_container.filodb_schemas import column_set_hash, hash_of, schemas, standard

STANDARD = {
    "delta-counter": 18248,
    "delta-histogram": 57213,
    "delta-histogram-v2": 21948,
    "ds-gauge": 7507,
    "gauge": 2200,
    "otel-cumulative-histogram": 54427,
    "otel-delta-histogram": 5148,
    "otel-exp-delta-histogram": 35138,
    "preagg-delta-counter": 55076,
    "preagg-delta-histogram": 8176,
    "preagg-delta-histogram-v2": 23657,
    "preagg-gauge": 30850,
    "preagg-gauge-v2": 20666,
    "preagg-otel-delta-histogram": 975,
    "preagg-otel-exp-delta-histogram": 30965,
    "prom-counter": 5903,
    "prom-histogram": 732,
    "untyped": 61075,
}
"""The numbers that FiloDB gives its schemas."""

CONFIGURATION = """
# As a FiloDB cluster has it.
defaults { keys = ["_ws_", "_ns_", "app"] }
filodb {
  partition-schema {
    columns = ["_metric_:string", "tags:map"]
    predefined-keys = ${defaults.keys} ["job"]
    options { metricColumn = "_metric_", ignoreTagsOnPartitionKeyHash = ["le"] }
  }
  schemas {
    gauge {
      columns = ["timestamp:ts", "value:double:detectDrops=false"]
      value-column = "value"
      downsamplers = ["tTime(0)", "dMin(1)"]
    }
    prom-histogram {
      columns = [
        "timestamp:ts", "sum:double:detectDrops=true",
        "count:double:{detectDrops=true}"  // lines end items, too
        "h:hist:{counter = true}"
      ]
      value-column = "h"
    }
  }
}
"""


def test_standard_schemas_have_the_numbers_that_filodb_gives_them() -> None:
    assert {schema["name"]: schema["id"] for schema in standard()} == STANDARD


@pytest.mark.parametrize(
    ("text", "number"),
    [("", 0x8D3B42D8), ("a", 0x12B7E114), ("abc", 0x4D4CB222), ("job", 0xA21BE10F), ("__name__", 0x3F1194E8)],
)
def test_hashes_are_xxh32(text: str, number: int) -> None:
    assert hash_of(text) == hash_of(text.encode()) == number


def test_the_partition_columns_hash_as_in_filodb() -> None:
    assert column_set_hash([("_metric_", "string", {}), ("tags", "map", {})]) == 64146


def test_a_configuration_is_read() -> None:
    gauge, histogram = schemas(CONFIGURATION)
    assert (gauge["name"], gauge["id"], gauge["partition_start"]) == ("gauge", STANDARD["gauge"], 2)
    assert gauge["predefined_keys"] == ["_ws_", "_ns_", "app", "job"]
    assert [column["name"] for column in histogram["columns"]] == ["timestamp", "sum", "count", "h", "_metric_", "tags"]
    assert histogram["id"] == STANDARD["prom-histogram"]


def test_a_configuration_in_json_without_a_partition_schema_has_the_usual_one() -> None:
    (found,) = schemas(
        json.dumps({"schemas": {"mine": {"columns": ["timestamp:ts", "value:double:detectDrops=false"]}}})
    )
    assert (found["id"], len(found["predefined_keys"])) == (STANDARD["gauge"], 10)


def test_other_keys_are_those_of_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "filodb.conf").write_text(CONFIGURATION)
    path = DATA / "filodb" / "good" / "gauge_basic.bin"
    with pytest.raises(bytewright.errors.ReadError, match=r"entries\[\d\]\.code"):  # keys that it doesn't predefine
        bytewright.open(path, CODEC, options={"schemas": str(tmp_path / "filodb.conf")}).to_table()


@pytest.mark.parametrize("path", sorted((DATA / "filodb" / "good").glob("*.schema.json")), ids=lambda path: path.stem)
def test_files_of_schemas_say_what_numbers_follow_from_columns(path: Path) -> None:
    known = {schema["name"]: schema for schema in standard()}
    for schema in schemas(path.read_text(encoding="utf-8")):
        stated = known.get(schema["name"])
        if stated is not None and schema["columns"] == stated["columns"]:
            assert schema["id"] == stated["id"]


WRONG: list[tuple[Any, str]] = [
    ([], "expected an object, found list"),
    ({"x": 1}, "expected schemas"),
    ({"schemas": []}, "expected a schema at least"),
    ({"schemas": {"a": {"columns": ["x:number"]}}}, r"column x: expected one of the types int, .*, found 'number'"),
    ({"schemas": {"a": {}}}, "no 'columns' in it"),
    ({"schemas": {"a": {"columns": ["t:ts", "h:hist"]}}}, "column h: expected hist with counter=true or counter=false"),
    ({"schemas": {"a": {"columns": ["t:ts", "h:hist:counter=1"]}}}, "column h: expected hist with counter=true"),
    ({"schemas": [{"name": "a", "fields": []}]}, "schema a: expected a column at least"),
    ({"schemas": [{"name": "a", "fields": [{"name": "x", "type": "br"}]}]}, "has a br_schema"),
    (
        {"schemas": [{"name": "a", "fields": [{"name": "x", "type": "int"}], "predefined_keys": ["k"] * 65}]},
        "at most 64 keys",
    ),
    (
        {
            "schemas": [
                {"name": "a", "fields": [{"name": "x", "type": "int"}]},
                {"name": "b", "schema_id": 1, "partition_key_start": 0, "fields": [{"name": "x", "type": "int"}]},
            ]
        },
        "records either all name their schema or none does",
    ),
]


@pytest.mark.parametrize(("document", "said"), WRONG, ids=lambda value: value if isinstance(value, str) else None)
def test_wrong_files_are_errors_of_the_option(document: Any, said: str, tmp_path: Path) -> None:
    (tmp_path / "schemas.json").write_text(json.dumps(document))
    with pytest.raises(OptionError, match=said):
        settings.parse(CODEC, {"schemas": str(tmp_path / "schemas.json")})


@pytest.mark.parametrize(
    ("text", "said"), [("a {", "neither JSON nor HOCON"), ('include "x"', "includes are not followed")]
)
def test_what_is_no_configuration_is_refused(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "filodb.conf").write_text(text)
    with pytest.raises(OptionError, match=said):
        settings.parse(CODEC, {"schemas": str(tmp_path / "filodb.conf")})
