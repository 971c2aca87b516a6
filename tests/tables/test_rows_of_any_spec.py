"""Files written from the rows that any spec's default view shows, on toy specs that are compiled on the fly."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.cli import main

CALCULATED = """
seq:
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq:
      - {id: kind, type: u1}
      - {id: value, type: {switch-on: kind, cases: {0: text, 1: u2, 2: list}}}
    instances:
      is_text: {value: kind == 0}
  list:
    seq:
      - {id: n, type: u1}
      - {id: items, type: item, repeat: expr, repeat-expr: n}
  text:
    seq:
      - {id: len, type: size}
      - {id: value, type: str, size: len.doubled / 2}
  size:
    seq:
      - {id: n, type: u1}
    instances:
      doubled: {value: n * 2}
"""

PLACED = """
seq:
  - {id: start, type: u1}
  - {id: num_marks, type: u1}
instances:
  marks: {pos: start, type: mark, repeat: expr, repeat-expr: num_marks}
types:
  mark:
    seq: [{id: x, type: u2}]
"""

PLACES_BELOW_ROWS = """
seq:
  - {id: body, type: body}
instances:
  trailer: {pos: _io.size - 3, type: trailer}
types:
  body:
    seq:
      - {id: num_points, type: u1}
      - {id: points, type: point, repeat: expr, repeat-expr: num_points}
  point:
    seq:
      - {id: x, type: u1}
      - {id: ofs_label, type: u1}
    instances:
      label: {pos: ofs_label, type: label, if: ofs_label != 0}
  label:
    seq:
      - {id: len, type: u1}
      - {id: text, type: str, size: len}
  trailer:
    seq:
      - {id: ofs_blob, type: u1}
      - {id: len_blob, type: u1}
      - {id: sig, contents: E}
    instances:
      blob: {pos: ofs_blob, size: len_blob}
"""
PLACES_BELOW_ROWS_DATA = b"\3\1\x07\2\0\3\x09\1a\2bcBLOB\x0c\4E"

ROWS_WITH_PLACES = """
seq:
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq:
      - {id: len, type: u1}
      - {id: body, type: body, size: len}
  body:
    seq:
      - {id: tag, type: u1}
      - {id: ofs, type: u1}
    instances:
      text: {pos: ofs, type: strz}
"""
ROWS_WITH_PLACES_DATA = b"\5\1\2hi\0\4\2\2x\0"


@pytest.mark.parametrize(
    ("text", "data"),
    [
        (CALCULATED, b"\0\2hi\1\7\0\2\2\0\1x\2\1\1\5\0"),
        (PLACED, b"\2\2\1\0\2\0"),
        (PLACES_BELOW_ROWS, PLACES_BELOW_ROWS_DATA),
        (ROWS_WITH_PLACES, ROWS_WITH_PLACES_DATA),
    ],
    ids=["calculated members, derived members, recursion", "places", "places below a column", "places in rows"],
)
def test_rows_make_the_file_again(text: str, data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec, file, rows, root, made = (str(tmp_path / n) for n in ("toy.ksy", "a.bin", "r.jsonl", "root.json", "b.bin"))
    Path(spec).write_text(f"meta: {{id: toy, endian: le, encoding: UTF-8}}\n{text}", encoding="utf-8")
    Path(file).write_bytes(data)
    assert main(["cat", "--spec", spec, file]) == 0
    Path(rows).write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["root", "--spec", spec, file]) == 0
    Path(root).write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["write", "--spec", spec, "--from", rows, "--root", root, "-o", made]) == 0
    assert capsys.readouterr().err == ""
    assert Path(made).read_bytes() == data


def test_rows_without_what_has_a_place_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec, file, rows, made = (str(tmp_path / name) for name in ("toy.ksy", "a.bin", "r.jsonl", "b.bin"))
    Path(spec).write_text(f"meta: {{id: toy, endian: le, encoding: UTF-8}}\n{PLACES_BELOW_ROWS}", encoding="utf-8")
    Path(file).write_bytes(PLACES_BELOW_ROWS_DATA)
    assert main(["cat", "--spec", spec, file]) == 0
    Path(rows).write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["write", "--spec", spec, "--from", rows, "-o", made]) == 1
    told = capsys.readouterr().err
    assert "trailer" in told
    assert "body.points.label" in told
    assert "--root" in told
    assert not Path(made).exists()


def test_places_that_rows_tell_are_another_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec, rows, root, made = (str(tmp_path / name) for name in ("toy.ksy", "r.jsonl", "root.json", "b.bin"))
    Path(spec).write_text(f"meta: {{id: toy, endian: le, encoding: UTF-8}}\n{PLACED}", encoding="utf-8")
    Path(rows).write_text('{"start":9,"num_marks":1}\n', encoding="utf-8")
    Path(root).write_text('{"marks":[{"x":7}]}', encoding="utf-8")
    assert main(["write", "--spec", spec, "--from", rows, "--root", root, "-o", made]) == 0
    assert Path(made).read_bytes() == b"\2\1\7\0"


def test_a_place_that_cannot_be_read_is_said_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec, file = tmp_path / "toy.ksy", tmp_path / "a.bin"
    spec.write_text(f"meta: {{id: toy, endian: le, encoding: UTF-8}}\n{PLACED}", encoding="utf-8")
    file.write_bytes(b"\2\3\1\0\2\0")
    assert main(["tree", "--spec", str(spec), str(file)]) == 0
    assert capsys.readouterr().err.count(str(file)) == 1
    assert main(["root", "--spec", str(spec), str(file)]) == 1
    assert f"{file}: offset " in capsys.readouterr().err


def test_nesting_that_cannot_be_shown_is_an_error_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, file = tmp_path / "toy.ksy", tmp_path / "a.bin"
    spec.write_text(f"meta: {{id: toy, endian: le, encoding: UTF-8}}\n{CALCULATED}", encoding="utf-8")
    file.write_bytes(b"\2\1" * 400 + b"\1\5\0")
    for command in ("cat", "tree"):
        assert main([command, "--spec", str(spec), str(file)]) == 1
        assert f"{file}: offset " in (said := capsys.readouterr().err)
        assert "expected structures nested less deeply, found nesting beyond what" in said


def test_columns_may_ask_for_the_root(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: num, type: u1}\n"
        "  - {id: points, type: point, repeat: expr, repeat-expr: num}\n"
        "  - {id: name, type: strz}\n"
        "types:\n  point:\n    seq: [{id: x, type: u1}]\n"
        "-views:\n"
        "  points: {each: 'points[*]', columns: [{id: x, value: _.x}, {id: name, value: _root.name}]}"
    )
    rows = [{"x": 5, "name": "abc"}, {"x": 6, "name": "abc"}]
    assert bytewright.open(b"\2\5\6abc\0", spec=codec).to_table().to_pylist() == rows


def test_moments_that_python_has_no_value_for(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: num, type: u1}\n"
        "  - {id: items, type: item, repeat: expr, repeat-expr: num}\n"
        "types:\n  item:\n    seq: [{id: at, type: s8, -type: {timestamp: us}}]\n"
        "-views:\n  items: {each: 'items[*]', columns: [{id: at, value: _.at}]}"
    )
    moments = pa.array([0, 1 << 62], pa.int64()).cast(pa.timestamp("us", "UTC"))
    path = tmp_path / "far"
    bytewright.write(pa.table({"at": moments}), path, codec, engine="objects")
    assert path.read_bytes() == struct.pack("<Bqq", 2, 0, 1 << 62)
    assert bytewright.open(path, spec=codec).to_table()["at"].combine_chunks() == moments


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize(
    ("spec", "data", "bad", "good"),
    [
        (  # a value that is wrong, in records whose ends only reading them tells
            "record: {seq: [{id: n, type: u1}, {id: x, type: u1, valid: {max: 9}, if: n > 1}, {id: data, size: n}]}\n",
            bytes([1, 5, 2, 99, 0, 0, 0, 3, 77, 1, 2, 3, 2, 9, 1, 1]),
            2,
            3,
        ),
        (  # a good record, of which a column that must have a value has none
            "record: {seq: [{id: n, type: u1}, {id: x, type: s1, repeat: expr, repeat-expr: n, if: n < 3}]}\n"
            "-views: {rows: {each: 'records[*]', columns: [{id: x, value: _.x, nullable: false}]}}\n",
            bytes([1, 5, 3, 4, 2, 6, 7, 0, 3, 1, 8]),
            3,
            4,
        ),
    ],
)
def test_what_follows_a_bad_record_is_read_by_both_engines(
    compiled: Compile, spec: str, data: bytes, bad: int, good: int, mode: str
) -> None:
    codec = compiled(f"seq: [{{id: records, type: record, repeat: eos}}]\ntypes:\n  {spec}")
    found = {}
    engines: tuple[Any, ...] = ("objects", "columns")
    for engine in engines:
        table = bytewright.open(data, codec, engine=engine, options={"mode": mode})
        found[engine] = table.to_table().to_pylist(), table.malformed
    assert found["objects"] == found["columns"]
    rows, malformed = found["columns"]
    assert malformed == bad
    assert len(rows) == good + bad * (mode == "PERMISSIVE")
