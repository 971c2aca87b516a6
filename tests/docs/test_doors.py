"""The doors of docs/doors.md: the same rows come through each, by the page's snippets; its tables say what is so."""

from __future__ import annotations

import os
import shutil
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.docs import doors
from tests.docs.blocks import ROOT
from tests.docs.doors import DOORS, PAGE, TYPES, Door

import bytewright
from bytewright.arrow.conditions import Condition
from bytewright.tables.table import Table

HEADED = """
meta: {id: headed, endian: be}
seq:
  - {id: magic, contents: HEAD}
  - {id: station, type: strz, encoding: UTF-8}
  - {id: readings, type: reading, repeat: eos}
types:
  reading:
    seq:
      - {id: count, type: u1}
      - {id: at, type: u8, -type: {timestamp: ms}}
      - {id: samples, type: sample, repeat: expr, repeat-expr: count}
  sample:
    seq: [{id: kind, type: u1, enum: kind}, {id: value, type: f8, if: kind != kind::none}]
enums:
  kind: {0: none, 1: wind, 2: rain}
-views:
  samples:
    default: true
    each: readings[*].samples[*]
    columns:
      - {id: station, value: _root.station}
      - {id: at, value: readings.at}
      - {id: kind, value: _.kind}
      - {id: value, value: _.value}
"""
SWITCHED = """
meta: {id: switched, endian: le}
seq: [{id: messages, type: message, repeat: eos}]
types:
  message:
    seq:
      - {id: tag, type: u1}
      - {id: size, type: u2}
      - {id: body, size: size, type: {switch-on: tag, cases: {1: text, 2: point}}}
  text:
    seq: [{id: lines, type: strz, encoding: UTF-8, repeat: eos}]
  point:
    seq: [{id: id, size: 16, -type: uuid}, {id: x, type: f4}, {id: y, type: s4}]
"""


def _headed() -> bytes:
    samples = [b"\x01" + struct.pack(">d", 2.5), b"\0", b"\x02" + struct.pack(">d", float("nan"))]
    readings = [bytes([n]) + struct.pack(">Q", 1_700_000_000_123 + n) + b"".join(samples[:n]) for n in (3, 0, 1)]
    return "HEADNørre\0".encode() + b"".join(readings)


def _switched() -> bytes:
    bodies = [(1, b"one\0\0three\0"), (2, bytes(range(16)) + struct.pack("<fi", 1.5, -2)), (3, b"?"), (1, b"")]
    return b"".join(struct.pack("<BH", tag, len(body)) + body for tag, body in bodies)


OWN = {
    "all_types": (TYPES, b"".join(map(doors.record_of_all_types, range(5)))),
    "headed": (HEADED, _headed()),
    "switched": (SWITCHED, _switched()),
}
DATA = ROOT / "examples" / "data"
INSTALLED = {
    "aresdb_redo_log": DATA / "aresdb" / "every_type",
    "deephaven_log": DATA / "deephaven" / "orders" / "Date=2026-11-19" / "many_rows.bin",
    "esdb": ROOT / "specs" / "esdb" / "samples" / "readme_example.esdb",
    "filodb_container": DATA / "filodb" / "several_schemas" / "several_schemas.bin",
    "milvus_binlog": DATA / "milvus" / "insert_log",
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where snippets run, with a catalog of Iceberg's."""
    pytest.importorskip("pyiceberg")
    from pyiceberg import catalog
    from pyiceberg.utils.config import Config

    monkeypatch.chdir(tmp_path)
    (tmp_path / "warehouse").mkdir()
    monkeypatch.setenv("PYICEBERG_CATALOG__DEFAULT__TYPE", "sql")
    monkeypatch.setenv("PYICEBERG_CATALOG__DEFAULT__URI", f"sqlite:///{tmp_path}/catalog.db")
    monkeypatch.setenv("PYICEBERG_CATALOG__DEFAULT__WAREHOUSE", f"file://{tmp_path}/warehouse")
    monkeypatch.setattr(catalog, "_ENV_CONFIG", Config())  # it is read when pyiceberg is imported
    catalog.load_catalog("default").create_namespace("plant")
    return tmp_path


def told(name: str, place: Path) -> tuple[Path, str]:
    """A file, and its spec."""
    if name in OWN:
        spec, data = OWN[name]
        (place / f"{name}.ksy").write_text(spec)
        (place / "in").mkdir(exist_ok=True)
        (place / "in" / "a.bin").write_bytes(data)
        return place / "in" / "a.bin", str(place / f"{name}.ksy")
    found = INSTALLED[name]
    return next(one for one in sorted(found.rglob("*")) if one.is_file()) if found.is_dir() else found, name


def cases(names: Sequence[str]) -> list[Any]:
    found = []
    for door in DOORS:
        for name in names:
            marks = [pytest.mark.xdist_group("spark")] if door.spark else []
            marks += [pytest.mark.slow] if door.spark and name != "all_types" else []
            found.append(pytest.param(door, name, id=f"{door.heading}-{name}", marks=marks))
    return found


def through(door: Door, name: str, place: Path, request: pytest.FixtureRequest) -> tuple[pa.Table, pa.Table]:
    """The rows of a file as a table of Arrow's, and through a door."""
    for module in door.needs:
        pytest.importorskip(module)
    file, spec = told(name, place)
    spark = None
    if door.spark:
        spark = request.getfixturevalue("spark")
        folder = request.getfixturevalue("spark_folder")  # where it finds files
        request.getfixturevalue("monkeypatch").chdir(folder)
        shutil.rmtree(folder / "delta-rows", ignore_errors=True)
        spark.catalog.dropTempView("door")
    return bytewright.open(file, spec).to_table(), doors.through(door, file, spec, spark)


@pytest.mark.parametrize(("door", "name"), cases([*OWN, *INSTALLED]))
def test_the_same_rows_come_through_each(door: Door, name: str, place: Path, request: pytest.FixtureRequest) -> None:
    expected, found = through(door, name, place, request)
    assert expected.num_rows > 2
    assert found.schema.names == expected.schema.names
    assert doors.rows_of(found) == doors.rows_of(expected)


@pytest.mark.parametrize("door", [one for one in DOORS if one.columns == "pushed"], ids=lambda one: one.heading)
def test_columns_and_conditions_are_pushed(door: Door, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the matrix says: by a query that the rows of the snippet are asked in their own way."""
    for module in door.needs:
        pytest.importorskip(module)
    asked: list[tuple[list[str], Condition | None]] = []
    plain = Table.only

    def watched(table: Table, columns: Sequence[str], condition: Condition | None = None) -> Table:
        asked.append((sorted(columns), condition))
        return plain(table, columns, condition)

    file, spec = told("all_types", place)
    assert pushed(door, file, spec).to_pylist() == [{"text": "hi"}] * 2
    monkeypatch.setattr(Table, "only", watched)
    pushed(door, file, spec)
    columns, condition = asked[-1]
    assert columns == ["text", "tiny"]
    assert "Below" in repr(condition)


QUERIES = {
    "SELECT * FROM files": "SELECT text FROM files WHERE tiny < 0",
    "SELECT * FROM rows": "SELECT text FROM rows WHERE tiny < 0",
    "SELECT * FROM '{file}'": "SELECT text FROM '{file}' WHERE tiny < 0",
    ".collect()": ".filter(polars.col('tiny') < 0).select('text').collect()",
}
"""What stands in snippets, and what is asked in its place."""


def pushed(door: Door, file: Path, spec: str) -> pa.Table:
    """What a query gives that is about two columns, and one row in two."""
    code = doors.snippet(door)
    ((all_rows, some),) = [one for one in QUERIES.items() if one[0] in code]
    names: dict[str, Any] = {"file": str(file), "spec": spec, "polars": pytest.importorskip("polars")}
    exec(code.replace(all_rows, some), names)  # it is the page's
    return doors.in_arrow(names["rows"])


@pytest.mark.parametrize(("door", "name"), cases(["all_types"]))
def test_what_comes_out_goes_back(door: Door, name: str, place: Path, request: pytest.FixtureRequest) -> None:
    _, found = through(door, name, place, request)
    file, spec = place / "in" / "a.bin", str(place / f"{name}.ksy")
    again = place / "again.bin"
    bytewright.write(found, again, spec)
    assert again.read_bytes() == file.read_bytes()


@pytest.mark.xdist_group("spark")
def test_the_tables_of_the_page_are_current(place: Path, request: pytest.FixtureRequest) -> None:
    """``DOORS_WRITE=1`` writes them."""
    found: dict[str, pa.Schema] = {}
    for door in DOORS:
        expected, found[door.heading] = (rows.schema for rows in through(door, "all_types", place, request))
    text = PAGE.read_text(encoding="utf-8")
    made = doors.replaced(doors.replaced(text, "matrix", doors.matrix()), "types", doors.differences(expected, found))
    if os.environ.get("DOORS_WRITE"):
        PAGE.write_text(made, encoding="utf-8")
    assert made == text, "run: DOORS_WRITE=1 pytest tests/docs/test_doors.py -k tables_of_the_page"


def test_snippets_are_short() -> None:
    for door in DOORS:
        assert len(doors.snippet(door).splitlines()) <= 12
    assert len({door.heading for door in DOORS}) == len(DOORS) > 8
