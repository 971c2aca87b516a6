"""Files written from the rows that any spec's default view shows, on toy specs that are compiled on the fly."""

from __future__ import annotations

from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("text", "data"),
    [
        (CALCULATED, b"\0\2hi\1\7\0\2\2\0\1x\2\1\1\5\0"),
        (PLACED, b"\2\2\1\0\2\0"),
    ],
    ids=["calculated members, derived members, recursion", "places"],
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
