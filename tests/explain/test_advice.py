"""What `bytewright lint` says of specs that are right, and could get more."""

from __future__ import annotations

from pathlib import Path

import pytest

import bytewright
from bytewright.cli import main

SPEC = """
meta: {id: advised, endian: le, encoding: UTF-8}
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len, type: u1}
      - {id: width, type: u1}
      - {id: text, type: str, size: len / 3 * width}
      - {id: sum, size: 32, -checksum: {algorithm: sha256}, if: len > 2}
  plain: {seq: [{id: x, type: u1}]}
enums:
  spare: {1: a}
"""
WELL = """
meta: {id: well, endian: le}
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: magic, contents: [1, 2, 3, 4]}
      - {id: kind, type: u1, enum: kind}
enums:
  kind: {1: a}
"""


def said(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    path = tmp_path / "spec.ksy"
    path.write_text(text, encoding="utf-8")
    assert main(["lint", str(path)]) == 0
    lines = capsys.readouterr().err.splitlines()
    return [line.partition("spec.ksy:")[2] for line in lines if "spec.ksy:" in line]


def test_all_that_could_be_had(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = said(SPEC, tmp_path, capsys)
    assert [line.split(" ", 1)[0] for line in found] == ["10:37:", "11:9:", "12:3:", "14:3:"]
    for line, part in zip(
        found,
        (
            "writers can't find it out: 'len' and 'width' can't be found from the size of 'text'",
            "Python reads this for rows: the checksum sha256 under a condition",
            "the type 'plain' is used nowhere",
            "the enum 'spare' is used nowhere",
        ),
        strict=True,
    ):
        assert part in line


def test_records_that_nothing_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = said(
        WELL.replace("contents: [1, 2, 3, 4]", "size: 4").replace("enum: kind}", "enum: kind, -open: true}"),
        tmp_path,
        capsys,
    )
    assert line.startswith("4:5: behind a bad record, the next one isn't looked for")


LISTED = """meta: {id: listed, endian: le}
seq: [{id: head, type: u4}, {id: BODY}]
types:
  body: {seq: [{id: rows, type: row, repeat: eos}]}
  row: {params: [{id: i, type: s4}], seq: [{id: mark, contents: [1, 2, 3, 4]}, {id: n, type: u2}]INSTANCES}
-views: {rows: {each: 'EACH[*]', columns: [{id: n, value: SHOWN}]}}
"""


@pytest.mark.parametrize(
    ("body", "instances", "each", "shown", "noted"),
    [
        ("rows, type: row(_index), repeat: eos", "", "rows", "_.n", False),
        ("body, type: body", "", "body.rows", "_.n", True),
        (
            "rows, type: row(_index), repeat: eos",
            ", instances: {sum: {value: '(i == 0 ? 0 : _root.rows[i - 1].sum) + n'}}",
            "rows",
            "_.sum",
            True,
        ),
    ],
)
def test_elements_that_are_no_records(
    body: str, instances: str, each: str, shown: str, noted: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And that is so: behind a bad element nothing is read, and nothing before it is shown."""
    text = LISTED.replace("BODY", body).replace("INSTANCES", instances).replace("EACH", each).replace("SHOWN", shown)
    text = (
        text.replace("type: row,", "type: row(_index),")
        if "body" in each
        else text.replace("  body: {seq: [{id: rows, type: row, repeat: eos}]}\n", "")
    )
    found = said(text, tmp_path, capsys)
    assert [line for line in found if "one bad element costs all rows of rows" in line] == (found if noted else [])
    assert bool(found) == noted
    data = b"head" + b"".join(b"\1\2\3\4" + bytes([n, 0]) for n in range(9))
    damaged = data.replace(b"\4\5", b"\0\5")
    table = bytewright.open(damaged, tmp_path / "spec.ksy", mode="DROPMALFORMED").to_table()
    assert table.num_rows == (0 if noted else 8)


def test_nothing_of_a_spec_that_has_it_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(WELL, tmp_path, capsys) == []


def test_the_schema_for_editors(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "--schema"]) == 0
    assert Path(capsys.readouterr().out.strip()).is_file()


def test_all_specs_of_a_project(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["lint"]) == 2
    (tmp_path / "pyproject.toml").write_text('[tool.bytewright]\npackage = "formats"\n', encoding="utf-8")
    (tmp_path / "specs").mkdir()
    for name in ("one", "two"):
        (tmp_path / "specs" / f"{name}.ksy").write_text(SPEC.replace("id: advised", f"id: {name}"), encoding="utf-8")
    capsys.readouterr()
    assert main(["lint"]) == 0
    said = capsys.readouterr().err
    assert said.count("the type 'plain' is used nowhere") == 2


UNSAID = """
meta: {{id: unsaid, endian: le}}
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record: {{seq: [{{id: len, type: u1}}, {{id: body, type: body{sized}}}]}}
  body: {{seq: [{{id: kind, type: u1{rule}}}, {{id: rest, {size}}}]}}
"""


@pytest.mark.parametrize(
    ("sized", "rule", "size", "said", "cure"),
    [
        (", size: len", "", "size: _io.size - 1", "body.rest rests on where body ends", "let the last field take the"),
        (
            "",
            ", valid: {expr: _io.pos > 1}",
            "size: 3",
            "body.kind rests on where a record begins",
            "not on '_io.pos'.",
        ),
    ],
)
def test_what_rows_do_not_say_before_it_is_written(
    sized: str, rule: str, size: str, said: str, cure: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "unsaid.ksy"
    path.write_text(UNSAID.format(sized=sized, rule=rule, size=size))
    assert main(["explain", str(path)]) == 0
    told = capsys.readouterr().out
    assert f"not by rows: {said}" in told
    assert cure in told
    path.write_text(UNSAID.format(sized=", size: len", rule="", size="size-eos: true"))
    assert main(["explain", str(path)]) == 0
    assert "encoded by rows" in capsys.readouterr().out  # the cure is one
