"""How files differ: by records that are aligned by content, by fields, by rows."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pytest
from tests.support.both import damaged
from tests.support.compiling import Compile

from bytewright import cli
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import ReadError
from bytewright.tables.inputs import Input
from bytewright.tables.trees import alignment
from bytewright.tables.trees.alignment import Gap, gaps
from bytewright.tables.trees.differences import Difference, differences
from bytewright_codegen.load import load

SPEC = """\
seq:
  - {id: version, type: u2}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len, type: u1}
      - {id: body, type: body, size: len}
  body:
    seq:
      - {id: number, type: u2}
      - {id: num_marks, type: u1}
      - {id: marks, type: u1, repeat: expr, repeat-expr: num_marks}
      - {id: name, type: strz}
-views:
  rows:
    each: records[*]
    columns: [{id: number, value: _.body.number}, {id: name, value: _.body.name}]
"""
PLACED = """\
seq:
  - {id: num, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: num}
types:
  entry:
    seq: [{id: ofs, type: u1}, {id: len, type: u1}]
    instances: {name: {pos: ofs, size: len, type: str}}
"""

Row = tuple[int, tuple[int, ...], str]

GROUPS = """\
meta: {id: groups}
seq: [{id: numbers, type: leb128, repeat: eos}]
types:
  leb128:
    -show: {value: value}
    seq: [{id: groups, type: group(_index), repeat: until, repeat-until: not _.has_next}]
    instances: {value: {value: groups.last.value}}
  group:
    params: [{id: i, type: s4}]
    seq: [{id: has_next, type: b1}, {id: low, type: b7, valid: {max: 'i < 9 ? 127 : 1'}}]
    instances: {value: {value: '(i == 0 ? 0 : _parent.groups[i - 1].value.as<u8>) + (low.as<u8> << (7 * i))'}}
"""


def made(codec: Codec, rows: list[Row], version: int = 1) -> bytes:
    bodies = [{"number": number, "marks": list(marks), "name": name} for number, marks, name in rows]
    root: Any = codec.root
    return codec.to_bytes(root(version=version, records=[{"body": body} for body in bodies]))


def found(codec: Codec, old: bytes, new: bytes) -> list[Difference]:
    return list(differences(codec, Input(old), Input(new), parse(codec)))


def said(codec: Codec, old: bytes, new: bytes) -> list[tuple[str, str, str]]:
    return [(one.kind, one.path, one.new_path) for one in found(codec, old, new)]


ROWS: list[Row] = [(n, tuple(range(n % 4)), f"name {n}") for n in range(6)]


def test_nothing_differs(compiled: Compile) -> None:
    codec = compiled(SPEC)
    assert said(codec, made(codec, ROWS), made(codec, ROWS)) == []


@pytest.mark.parametrize("place", [0, 3, 6])
def test_a_record_more_is_one_difference(place: int, compiled: Compile) -> None:
    codec = compiled(SPEC)
    more = [*ROWS[:place], (77, (), "new"), *ROWS[place:]]
    old, new = made(codec, ROWS), made(codec, more)
    (one,) = found(codec, old, new)
    assert (one.kind, one.path, one.new_path) == ("added", "", f"records[{place}]")
    assert one.new is not None
    assert new[one.new.offset : one.new.offset + one.new.size] == b"\7M\0\0new\0"
    assert said(codec, new, old) == [("removed", f"records[{place}]", "")]


def test_fields_that_changed(compiled: Compile) -> None:
    codec = compiled(SPEC)
    changed: list[Row] = [(9, (), "x"), *ROWS]
    changed[3] = (2, (0, 5), "nome 2")
    changed[4] = (3, (0, 7, 1, 2), ROWS[3][2])
    assert said(codec, made(codec, ROWS), made(codec, changed, 2)) == [
        ("changed", "version", "version"),
        ("added", "", "records[0]"),
        ("changed", "records[2].body.marks[1]", "records[3].body.marks[1]"),
        ("changed", "records[2].body.name", "records[3].body.name"),
        ("changed", "records[3].len", "records[4].len"),
        ("changed", "records[3].body.num_marks", "records[4].body.num_marks"),
        ("added", "", "records[4].body.marks[1]"),
    ]
    one = found(codec, made(codec, ROWS), made(codec, changed, 2))[3]
    assert one.old is not None
    assert one.new is not None
    assert (one.old.value, one.new.value) == ("name 2", "nome 2")


def test_numbers_in_groups_of_bits_are_compared_as_numbers(tmp_path: Path) -> None:
    (tmp_path / "groups.ksy").write_text(GROUPS)
    codec = load(str(tmp_path / "groups.ksy"))
    root: Any = codec.root
    one, other = (codec.to_bytes(root(numbers=[5, number, 7])) for number in (300, 70000))
    (found,) = list(differences(codec, Input(one), Input(other), parse(codec)))
    assert (found.kind, found.path) == ("changed", "numbers[1]")
    assert found.old is not None
    assert found.new is not None
    assert (found.old.value, found.new.value) == (300, 70000)


def test_records_elsewhere(compiled: Compile) -> None:
    codec = compiled(SPEC)
    old, new = made(codec, ROWS), made(codec, [*ROWS[3:], *ROWS[:3]])
    kinds = [kind for kind, _, _ in said(codec, old, new)]
    assert sorted(kinds) == ["added"] * 3 + ["removed"] * 3


def test_bytes_that_mean_the_same(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: a, type: record, repeat: eos}]\ntypes: {record: {seq: [{size: 1}, {id: n, type: u1}]}}"
    )
    ((kind, path, _),) = said(codec, b"\0\1", b"\5\1")
    assert (kind, path) == ("changed", "a[0]._unnamed0")


def test_places_of_records_are_not_what_they_are(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: records, type: record, repeat: eos}]\n"
        "types:\n"
        "  record:\n"
        "    seq:\n"
        "      - {id: next, type: u2, -derive: {end-of: name}}\n"
        "      - {id: len, type: u1}\n"
        "      - {id: name, type: str, size: len}\n"
    )
    root: Any = codec.root
    old, new = (codec.to_bytes(root(records=[{"name": name} for name in names])) for names in ("abc", "xabc"))
    assert said(codec, old, new) == [
        ("added", "", "records[0]"),
        ("changed", "records[0].next", "records[1].next"),
        ("changed", "records[1].next", "records[2].next"),
        ("changed", "records[2].next", "records[3].next"),
    ]


def test_files_without_records_are_compared_as_trees(compiled: Compile) -> None:
    codec = compiled(PLACED)
    one = b"\2\5\2\7\3" + b"abcde"
    other = b"\3\7\2\5\2\x0b\3"[:1] + b"\x07\2\x09\3\x0c\1" + b"abcdef"
    assert found(codec, one, one) == []
    kinds = said(codec, one, other)
    assert kinds[0] == ("changed", "num", "num")
    assert ("added", "", "entries[2]") in kinds
    broken = said(codec, one, other[:4])
    assert broken[0] == ("damaged", "", "file")
    assert ("changed", "num", "num") in broken


def test_damage_is_said_and_the_rest_compared(compiled: Compile) -> None:
    codec = compiled(SPEC)
    rows = ROWS[:3]
    old = made(codec, rows)
    tried = 0
    for new in damaged(old):
        one_way = _tolerant(codec, old, new)
        other_way = _tolerant(codec, new, old)
        assert (one_way == []) is (new == old)
        assert (other_way == []) is (new == old)
        assert ("header" in one_way) is ("header" in other_way)
        assert ("damaged" in one_way) is ("damaged" in other_way)
        tried += 1
    assert tried > 50


def _tolerant(codec: Codec, old: bytes, new: bytes) -> list[str]:
    try:
        return [one.kind for one in found(codec, old, new)]
    except ReadError:
        return ["header"]


# --- the alignment ---------------------------------------------------------------------------------------------------


def _numbers(text: str) -> Any:
    return np.frombuffer(text.encode(), np.uint8).astype(np.int64)


def _common(old: str, new: str) -> int:
    """The length of the longest common subsequence, by the book."""
    row = [0] * (len(new) + 1)
    for one in old:
        before = 0
        for at, other in enumerate(new, 1):
            before, row[at] = row[at], before + 1 if one == other else max(row[at], row[at - 1])
    return row[-1]


def test_the_script_is_the_shortest() -> None:
    draw = random.Random(1)
    for number in range(400):
        kinds = "abcdefgh"[: draw.choice([1, 2, 3, 8])]
        old = "".join(draw.choice(kinds) for _ in range(draw.randrange(14)))
        new = "".join(draw.choice(kinds + "xy") for _ in range(draw.randrange(14)))
        stays = _kept(old, new, gaps(_numbers(old), _numbers(new)))
        assert stays == _common(old, new), (number, old, new)


def _kept(old: str, new: str, found: list[Gap]) -> int:
    """How much stays, which must be the same on both sides."""
    places, others = set(range(len(old))), set(range(len(new)))
    for gap in found:
        places -= set(range(gap.begin, gap.end))
        others -= set(range(gap.new_begin, gap.new_end))
        assert gap.sizes != (0, 0)
    assert [old[at] for at in sorted(places)] == [new[at] for at in sorted(others)]
    return len(places)


def test_what_occurs_too_often_is_aligned_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alignment, "MOST_PAIRS", 10)
    draw = random.Random(2)
    for _ in range(200):
        old = "".join(draw.choice("ab") for _ in range(draw.randrange(60)))
        new = "".join(draw.choice("ab") for _ in range(draw.randrange(60)))
        _kept(old, new, gaps(_numbers(old), _numbers(new)))


def test_many_records_in_another_order() -> None:
    old = np.arange(50_000)
    new = np.roll(old, 3)
    assert gaps(old, new) == [Gap(0, 0, 0, 3), Gap(49_997, 50_000, 50_000, 50_000)]
    turned = gaps(old, old[::-1])
    assert sum(gap.end - gap.begin for gap in turned) == 49_999


# --- the command -----------------------------------------------------------------------------------------------------

Ran = Callable[..., tuple[int, list[str], str]]


@pytest.fixture
def ran(tmp_path: Path, capsys: pytest.CaptureFixture[str], compiled: Compile) -> Ran:
    codec = compiled(SPEC)
    (tmp_path / "a").write_bytes(made(codec, ROWS))
    (tmp_path / "b").write_bytes(made(codec, [(70, (), "new"), *ROWS[:2], (2, (0, 1), "nome"), *ROWS[3:]]))
    broken = bytearray(made(codec, ROWS))
    broken[2] = 200
    (tmp_path / "bad").write_bytes(broken)

    def run(old: str, new: str, *words: str) -> tuple[int, list[str], str]:
        spec = str(tmp_path / "toy.ksy")
        status = cli.main(["diff", "--spec", spec, str(tmp_path / old), str(tmp_path / new), *words])
        out, error = capsys.readouterr()
        return status, out.splitlines(), error

    return run


def test_lines_and_status(ran: Ran) -> None:
    assert ran("a", "a") == (0, [], "")
    assert ran("a", "b") == (
        1,
        [
            '+ records[0] (0x2, 8 bytes): number=70 name="new"',
            "~ records[2].len → records[3].len (0x19 → 0x21): 12 → 10",
            '~ records[2].body.name → records[3].body.name (0x1f → 0x27): "name 2" → "nome"',
        ],
        "",
    )
    status, lines, error = ran("a", "bad")
    assert (status, error) == (2, "")
    assert [line for line in lines if line.startswith("! records[0]: ")]
    status, lines, error = ran("a", "none")
    assert (status, lines) == (2, [])
    assert error.endswith("none: no such file or directory\n")
    assert ran("a", "b", "--view", "rows")[0] == 2


@pytest.mark.usefixtures("ran")
def test_what_cannot_be_printed_is_no_answer(tmp_path: Path) -> None:
    """Nobody takes a full disk for files that differ, or a reader that has gone for files that are the same."""

    def diff(new: str, output: BinaryIO) -> tuple[int, str]:
        words = ["--spec", str(tmp_path / "toy.ksy"), str(tmp_path / "a"), str(tmp_path / new)]
        command = [sys.executable, "-m", "bytewright", "diff", *words]
        done = subprocess.run(command, stdout=output, stderr=subprocess.PIPE, text=True, check=False)
        return done.returncode, done.stderr

    with open("/dev/full", "wb") as full:
        assert diff("a", full) == (0, "")
        assert diff("b", full) == (
            2,
            "bytewright: error: standard output can't be written: no space left on device\n",
        )
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as gone:
        assert diff("b", gone) == (2, "")


def test_a_line_of_bytes_that_mean_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "toy.ksy").write_text("meta: {id: toy}\nseq: [{size: 2}, {id: n, type: u1}]")
    for name, data in {"a": b"\0\0\1", "b": b"\0\5\2"}.items():
        (tmp_path / name).write_bytes(data)
    words = ["diff", "--spec", str(tmp_path / "toy.ksy"), str(tmp_path / "a"), str(tmp_path / "b")]
    assert cli.main(words) == 1
    assert capsys.readouterr().out.splitlines() == [
        "~ _unnamed0 (0x0): other bytes of the same meaning",
        "~ n (0x2): 1 → 2",
    ]


def test_json(ran: Ran) -> None:
    lines = [json.loads(line) for line in ran("a", "b", "--json")[1]]
    assert [line["change"] for line in lines] == ["added", "changed", "changed"]
    assert lines[0]["new"]["path"] == "records[0]"
    assert "old" not in lines[0]
    assert lines[2]["old"] == {
        "path": "records[2].body.name",
        "type": "str",
        "offset": 31,
        "size": 7,
        "value": "name 2",
    }
    assert lines[2]["new"]["value"] == "nome"


def test_rows(ran: Ran) -> None:
    assert ran("a", "a", "--rows")[0] == 0
    assert ran("a", "b", "--rows") == (
        1,
        ['+ rows[0]: {"number":70,"name":"new"}', '~ rows[2] → rows[3].name: "name 2" → "nome"'],
        "",
    )
    assert ran("a", "b", "--rows", "--columns", "number")[1] == ['+ rows[0]: {"number":70}']
    line = json.loads(ran("a", "b", "--rows", "--json")[1][1])
    assert line == {
        "change": "changed",
        "old": {"row": 2, "columns": {"name": "name 2"}},
        "new": {"row": 3, "columns": {"name": "nome"}},
    }
    assert ran("a", "bad", "--rows")[0] == 2
    assert ran("a", "bad", "--rows", "--mode", "DROPMALFORMED")[0] == 2
