"""The option ``badRecordsPath``: what is passed over is noted once, whole or not at all, and can be read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.columnar.test_toys import MEASUREMENTS, measurement
from tests.support.both import documented

import bytewright
from bytewright.errors import InputMissingError, OptionError, WriteError
from bytewright.views.evaluate.bad_records import SCHEMA

GOOD = MEASUREMENTS[0]
BAD = measurement(9, 0, 0.0, None, 0, b"\xff\xfe")
DATA = b"SLOG" + GOOD + BAD + GOOD + BAD + GOOD + b"\xff\xff" + GOOD
FIRST = 4 + len(GOOD)
PLACES = [
    (FIRST, FIRST + len(BAD), "records[1].body.name"),
    (FIRST + len(BAD) + len(GOOD), FIRST + 2 * len(BAD) + len(GOOD), "records[3].body.name"),
    (FIRST + 2 * (len(BAD) + len(GOOD)), len(DATA), "records[5].len_body"),
]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.log").write_bytes(DATA)


def opened(engine: Any = "auto", what: Any = "a.log", **options: Any) -> Any:
    return bytewright.open(
        what, documented(views=True), engine=engine, options={"badRecordsPath": "bad", "resync": False, **options}
    )


def noted() -> list[tuple[int, int, str]]:
    rows: list[dict[str, Any]] = bytewright.damage("bad").to_pylist()
    return sorted((row["from"], row["to"], row["field"]) for row in rows)


@pytest.mark.parametrize("engine", ["columns", "objects"])
def test_what_is_passed_over_is_noted(engine: Any) -> None:
    table = opened(engine, maxCorruptBytes=7)
    assert table.to_table().num_rows == 3
    assert (table.malformed, noted()) == (3, PLACES)
    found = bytewright.damage("bad")
    assert found.schema == SCHEMA
    assert found["bytes"].to_pylist() == [DATA[begin:end][:7] for begin, end, _ in PLACES]
    assert found["file"].to_pylist() == 3 * ["a.log"]
    assert found["record"].to_pylist() == [1, 3, 5]
    assert all(str(reason).startswith("expected") for reason in found["reason"].to_pylist())
    (lines,) = Path("bad").rglob("*.jsonl")
    keys = {tuple(json.loads(line))[:5] for line in lines.read_text(encoding="utf-8").splitlines()}
    assert keys == {("file", "from", "to", "reason", "field")}


def test_a_table_notes_a_place_once_and_each_opening_anew() -> None:
    table = opened()
    for _ in range(2):
        table.to_table()
    table.only(["number"]).to_table()
    assert next(table.to_batches(limit=1)).num_rows == 1  # it ends early: what is noted stays
    assert noted() == PLACES
    names = sorted(path.suffix for path in Path("bad").rglob("*.*"))
    assert names == [".bin", ".jsonl"]
    opened().to_table()
    assert noted() == sorted(2 * PLACES)
    (first, _) = sorted(Path("bad").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert bytewright.damage(first).num_rows == 3


def test_parts_note_their_own() -> None:
    table = opened()
    for part in table.splits(len(GOOD)):
        list(table.to_batches(part=part))
    assert noted() == PLACES
    assert len(list(Path("bad").rglob("*.jsonl"))) > 1


def test_several_files_and_bytes() -> None:
    opened(what=[Path("a.log"), DATA, b"SLOG" + BAD]).to_table()
    assert len(noted()) == 7


def test_rows_of_nulls_are_shown_where_they_are_asked_for() -> None:
    assert opened(mode="PERMISSIVE").to_table().num_rows == 6
    assert noted() == PLACES


def test_good_files_leave_nothing() -> None:
    assert opened(what=[b"SLOG" + GOOD]).to_table().num_rows == 1
    assert not Path("bad").exists()


@pytest.mark.parametrize("name", ["mode", "MODE"])
def test_errors_can_not_be_noted(name: str) -> None:
    with pytest.raises(OptionError, match="badRecordsPath has no effect where a bad record is an error"):
        opened(**{name: "FAILFAST"})
    with pytest.raises(OptionError, match="badRecordsPath has no effect"):
        bytewright.open("a.log", documented(), mode="FAILFAST", options={"badRecordsPath": "bad"})


@pytest.mark.parametrize("path", ["logs", "logs/bad", "./logs/x/y", "l*s", "logs/*", "{logs,x}", "LINK"])
def test_notes_lie_outside_of_what_is_read(path: str) -> None:
    Path("logs").mkdir()
    Path("logs/a.log").write_bytes(DATA)
    Path("LINK").symlink_to("logs")
    what, kept = (path, "logs/bad") if any(mark in path for mark in "*{") else ("logs", path)
    with pytest.raises(OptionError, match="badRecordsPath: expected a directory outside of what is read"):
        opened(what=what, badRecordsPath=kept)
    assert opened(what=what, badRecordsPath="logs2").to_table().num_rows == 3


def test_what_can_not_be_noted_is_an_error() -> None:
    Path("bad").write_bytes(b"")
    with pytest.raises(WriteError, match="badRecordsPath: can't be written"):
        opened().to_table()
    with pytest.raises(InputMissingError, match="nothing: no such directory"):
        bytewright.damage("nothing")
