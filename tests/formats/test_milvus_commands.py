"""Commands for files of Milvus that need no Spark."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from types import ModuleType

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.stores import arguments, object_store

pytest.importorskip("bytewright_formats.milvus_binlog")

import bytewright
from bytewright.errors import InputMissingError, OptionError
from bytewright_formats.milvus_binlog import CODEC, EventType
from bytewright_pipelines.milvus import collections_command, segment_command
from bytewright_pipelines.milvus.catalog import request
from bytewright_pipelines.milvus.command import ids_of
from bytewright_pipelines.milvus.writing import write_requests


def _run(command: ModuleType, *words: str) -> int:
    parser = argparse.ArgumentParser()
    command.arguments(parser)
    done: int = command.run(parser.parse_args(words))
    return done


def test_rows_in_parquet_become_a_segment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, schema = tmp_path / "rows.parquet", tmp_path / "schema.json"
    pq.write_table(pa.table({"pk": [7, 8]}), rows)
    schema.write_text('[{"name": "pk", "data_type": "Int64", "is_primary_key": true}]', encoding="utf-8")
    where = ["--to", str(tmp_path), "--schema", str(schema), "--collection", "1", "--partition", "2", "--segment", "3"]
    assert _run(segment_command, str(rows), *where, "--timestamp", "5", "--log", "9") == 0
    names = [str(tmp_path / f"insert_log/1/2/3/{field}/9") for field in (0, 1, 100)]
    assert capsys.readouterr().out.splitlines() == names
    assert bytewright.open(names[2], CODEC).to_table()["value"].to_pylist() == [7, 8]
    with pytest.raises(InputMissingError, match=r"schema\.json"):
        _run(segment_command, str(schema), *where)


def test_a_segment_in_an_object_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, schema = tmp_path / "rows.parquet", tmp_path / "schema.json"
    pq.write_table(pa.table({"pk": [7, 8]}), rows)
    schema.write_text('[{"name": "pk", "data_type": "Int64", "is_primary_key": true}]', encoding="utf-8")
    with object_store("segments") as (address, _):
        options = arguments(address)
        told = [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
        where = ["--to", "s3://segments/a", "--schema", str(schema), "--collection", "1", "--partition", "2"]
        assert _run(segment_command, str(rows), *where, "--segment", "3", "--timestamp", "5", *told) == 0
        names = capsys.readouterr().out.splitlines()
        assert names == [f"s3://segments/a/insert_log/1/2/3/{field}/1" for field in (0, 1, 100)]
        assert bytewright.open(names[2], CODEC, options=options).to_table()["value"].to_pylist() == [7, 8]


def test_collections_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = [request(EventType.CREATE_PARTITION, 5, collection=1, name="films", partition=2, tag="abc")]
    write_requests(str(tmp_path), asked, 1)
    assert _run(collections_command, str(tmp_path), "--as-of", "5") == 0
    found = {"number": 1, "name": "films", "created": None}
    assert json.loads(capsys.readouterr().out) == {
        **found,
        "partitions": [{"number": 2, "name": "abc", "created": 5}],
    }


def test_ids_of_partitions() -> None:
    assert ids_of(["a=b=1", "c=2"]) == {"a=b": 1, "c": 2}
    with pytest.raises(OptionError, match="expected NAME=ID, found 'a'"):
        ids_of(["a"])
