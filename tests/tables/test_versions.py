"""Versions of a format: specs side by side, of which each file is read by the one that fits, into one table."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import bytewright
from bytewright.cli import main
from bytewright.codec.codec import Codec
from bytewright.errors import OptionError, ReadError
from bytewright.schema.conform import united

FIRST = """
meta: {id: ticks_v1, endian: le}
seq:
  - {id: header, type: header}
  - {id: ticks, type: tick, repeat: eos}
types:
  header:
    seq:
      - {id: magic, contents: TICK}
      - {id: version, type: u2, valid: 1}
  tick:
    seq:
      - {id: at, type: u4}
      - {id: size, type: u2}
      - {id: place, type: place}
  place: {seq: [{id: x, type: u1}]}
-options: [{id: old, type: bool, default: false}]
-views:
  rows:
    each: ticks[*]
    columns:
      - {id: version, value: header.version}
      - {id: at, value: _.at}
      - {id: size, value: _.size}
      - {id: place, value: _.place}
  sizes: {each: 'ticks[*]', columns: [{id: size, value: 'old ? 0 : _.size', type: u2}]}
  first_only: {each: 'ticks[*]', columns: [{id: at, value: _.at}]}
"""
SECOND = """
meta: {id: ticks_v2, endian: le}
seq:
  - {id: header, type: header}
  - {id: ticks, type: tick, repeat: eos}
types:
  header:
    seq:
      - {id: magic, contents: TICK}
      - {id: version, type: u2, valid: 2}
      - {id: len_host, type: u1}
      - {id: host, type: str, size: len_host, encoding: ASCII}
  tick:
    seq:
      - {id: place, type: place}
      - {id: size, type: u4}
      - {id: at, type: u4}
      - {id: unit, type: strz, encoding: ASCII}
  place: {seq: [{id: y, type: u1}, {id: x, type: u2}]}
-views:
  rows:
    each: ticks[*]
    columns:
      - {id: unit, value: _.unit}
      - {id: version, value: header.version}
      - {id: at, value: _.at}
      - {id: size, value: _.size}
      - {id: place, value: _.place}
  sizes: {each: 'ticks[*]', columns: [{id: size, value: _.size}]}
"""
FILES = {
    "a.tick": b"TICK\1\0" + struct.pack("<IHB", 1, 10, 3) + struct.pack("<IHB", 2, 20, 4),
    "b.tick": b"TICK\2\0\2db" + struct.pack("<BHII", 7, 500, 70_000, 5) + b"mm\0",
    "c.tick": b"TICK\1\0" + struct.pack("<IHB", 3, 30, 5),
}
ROWS: list[dict[str, Any]] = [
    {"version": 1, "at": 1, "size": 10, "place": {"x": 3, "y": None}, "unit": None},
    {"version": 1, "at": 2, "size": 20, "place": {"x": 4, "y": None}, "unit": None},
    {"version": 2, "at": 5, "size": 70_000, "place": {"x": 500, "y": 7}, "unit": "mm"},
    {"version": 1, "at": 3, "size": 30, "place": {"x": 5, "y": None}, "unit": None},
]


@pytest.fixture(scope="module")
def codecs(tmp_path_factory: pytest.TempPathFactory) -> list[Codec]:
    folder = tmp_path_factory.mktemp("specs")
    for name, text in (("v1.ksy", FIRST), ("v2.ksy", SECOND)):
        (folder / name).write_text(text)
    return [bytewright.load(folder / name) for name in ("v1.ksy", "v2.ksy")]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    for name, text in (("v1.ksy", FIRST), ("v2.ksy", SECOND)):
        (tmp_path / name).write_text(text)
    return sorted(FILES)


@pytest.mark.parametrize("engine", ["auto", "objects", "columns"])
def test_both_engines_unite_columns_by_name(engine: Any, codecs: list[Codec], files: list[str]):
    table = bytewright.open(files, codecs, engine=engine)
    assert table.to_table().to_pylist() == ROWS
    place = pa.struct([pa.field("x", pa.int32(), False), pa.field("y", pa.int16())])
    types: list[Any] = [pa.int32(), pa.int64(), pa.int64(), place, pa.string()]
    assert [field.type for field in table.schema] == types
    assert [field.name for field in table.schema if field.nullable] == ["unit"]
    some = bytewright.open(files, codecs, columns="place.y,at", engine=engine)
    assert some.to_table().to_pylist() == [{"place.y": row["place"]["y"], "at": row["at"]} for row in ROWS]
    lacking = bytewright.open(files[:1], codecs, columns=["unit"], engine=engine)
    assert lacking.to_table().to_pylist() == [{"unit": None}] * 2
    assert bytewright.open(files, codecs, engine=engine).only(["at"]).to_table()["at"].to_pylist() == [1, 2, 5, 3]
    assert [batch.num_rows for batch in table.to_batches(limit=3)] == [2, 1]


def test_the_columns_do_not_depend_on_the_files(codecs: list[Codec], files: list[str]):
    assert bytewright.open(files[:1], codecs).schema == bytewright.open(files[1], codecs).schema


def test_options_and_metadata(codecs: list[Codec], files: list[str]):
    table = bytewright.open(files, codecs, "sizes", options={"old": "true", "includeMetadata": "true"}).to_table()
    assert table["size"].to_pylist() == [0, 0, 70_000, 0]
    metadata: list[Any] = table["_metadata"].to_pylist()
    assert [row["file_name"] for row in metadata] == ["a.tick", "a.tick", "b.tick", "c.tick"]
    assert table.schema.names[-1] == "_metadata"


def test_damage_is_told_of_where_it_is(codecs: list[Codec], files: list[str]):
    Path("b.tick").write_bytes(FILES["b.tick"][:-1])
    with pytest.raises(ReadError, match=r"b\.tick: offset"):
        bytewright.open(files, codecs).to_table()
    table = bytewright.open(files, codecs, mode="DROPMALFORMED")
    assert table.to_table().num_rows == 3
    assert table.malformed == 1
    assert len(table.warnings) == 1
    Path("d.tick").write_bytes(b"TICK\3\0")
    with pytest.raises(ReadError, match=r"d.tick: offset 4 .*header.version: expected 1, found 3"):
        bytewright.open("d.tick", codecs).to_table()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"view": "first_only"}, "unknown view 'first_only' of ticks_v2"),
        ({"columns": "host"}, "host"),
        ({"options": {"odl": "true"}}, "unknown option 'odl'"),
    ],
)
def test_what_no_version_has(settings: dict[str, Any], message: str, codecs: list[Codec], files: list[str]):
    with pytest.raises(OptionError) as caught:
        bytewright.open(files, codecs, **settings)
    assert message in str(caught.value)


def test_versions_must_be_told_apart_and_unite(codecs: list[Codec], files: list[str], tmp_path: Path):
    with pytest.raises(OptionError, match="found one twice"):
        bytewright.open(files, [codecs[0], codecs[0]])
    Path("other.ksy").write_text(FIRST.replace("ticks_v1", "ticks_other"))
    with pytest.raises(OptionError, match=r"a\.tick: several of the specs fit this file: ticks_v1, ticks_other"):
        bytewright.open("a.tick", [codecs[0], bytewright.load("other.ksy")]).to_table()
    Path("text.ksy").write_text(SECOND.replace("value: _.at}", "value: _.unit}"))
    with pytest.raises(OptionError, match=r"at: .*types don't unite: expected bigint, found string"):
        bytewright.open(files, [codecs[0], bytewright.load("text.ksy")])


def test_commands(files: list[str], capsys: pytest.CaptureFixture[str]):
    assert main(["cat", "--spec", "v1.ksy,v2.ksy", "--columns", "at,unit", *files]) == 0
    assert capsys.readouterr().out.splitlines()[2] == '{"at":5,"unit":"mm"}'
    assert main(["check", "--spec", '["v1.ksy", "v2.ksy"]', *files]) == 0
    assert "b.tick: good ticks_v2" in capsys.readouterr().out
    query = "select version, count(*) as n from '*.tick{}' group by 1 order by 1"
    for words in (["--spec", "v1.ksy,v2.ksy", query.format("")], [query.format("?spec=v1.ksy,v2.ksy")]):
        assert main(["sql", *words]) == 0
        assert capsys.readouterr().out.splitlines() == ['{"version":1,"n":3}', '{"version":2,"n":1}']
    assert main(["cat", "--spec", "[v1.ksy", *files]) == 2


def test_columns_that_files_name_are_those_of_each_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A table whose header names its columns; a version without a file has none of its own."""
    monkeypatch.chdir(tmp_path)
    text = """
meta: {{id: t{0}, endian: le, encoding: ASCII}}
seq:
  - {{id: version, type: u1, valid: {0}}}
  - {{id: num, type: u1}}
  - {{id: names, type: name, repeat: expr, repeat-expr: num}}
  - {{id: rows, type: row, repeat: eos}}
types:
  name: {{seq: [{{id: text, type: strz}}]}}
  cell: {{seq: [{{id: value, type: {1}}}]}}
  row: {{seq: [{{id: cells, type: cell, repeat: expr, repeat-expr: _root.num}}]}}
-views:
  rows: {{each: 'rows[*]', pivot: {{each: 'names[*]', name: _.text, cell: '_.cells[_column].value'}}}}
"""
    for version, kind in ((1, "u1"), (2, "u4")):
        Path(f"{version}.ksy").write_text(text.format(version, kind))
    Path("a").write_bytes(b"\1\2x\0y\0" + b"\1\2" + b"\3\4")
    Path("b").write_bytes(b"\2\2y\0z\0" + struct.pack("<II", 5, 70_000))
    codecs = [bytewright.load(f"{version}.ksy") for version in (1, 2)]
    rows = [{"x": 1, "y": 2, "z": None}, {"x": 3, "y": 4, "z": None}, {"x": None, "y": 5, "z": 70_000}]
    assert bytewright.open(["a", "b"], codecs).to_table().to_pylist() == rows
    assert bytewright.open("a", codecs).to_table().to_pylist() == [{"x": 1, "y": 2}, {"x": 3, "y": 4}]


def test_united_columns():
    one = pa.schema([pa.field("a", pa.int32(), False), pa.field("b", pa.list_(pa.struct([("x", pa.int16())])))])
    other = pa.schema([pa.field("c", pa.string(), False), pa.field("b", pa.list_(pa.struct([("y", pa.int8())])))])
    b = pa.list_(pa.field("item", pa.struct([("x", pa.int16()), ("y", pa.int8())])))
    assert united([one, other]) == pa.schema([("a", pa.int32()), ("b", b), ("c", pa.string())])
    assert united([one]) == one
