"""Few files of many: the same rows, whoever is killed when."""

from __future__ import annotations

import contextlib
import os
import random
import struct
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.support.growing_logs import SHAPES

import bytewright
from bytewright import cli
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import InputMissingError, OptionError, WriteError
from bytewright.io import commit_journal
from bytewright.io.commit_journal import recover
from bytewright.io.folders import local_folder
from bytewright.tables.append import compaction
from bytewright.tables.append.compaction import compact, origins_of

HEADED = """
meta: {id: compacted_headed, endian: le}
seq:
  - {id: magic, contents: HEAD}
  - {id: origin, type: u4}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len, type: u2}
      - {id: number, type: u4}
      - {id: body, size: len}
"""


class Table(NamedTuple):
    """A directory, and the format of its files."""

    folder: Path
    codec: Codec
    record: Callable[..., bytes]

    def add(self, head: bytes, numbers: range, name: str | None = None) -> Path:
        """A file as a job leaves it."""
        rng = random.Random(numbers.start)
        path = self.folder / (name or f"part-00000-{uuid.UUID(int=numbers.start).hex}.bin")
        path.write_bytes(head + b"".join(self.record(number, rng) for number in numbers))
        return path

    @property
    def rows(self) -> list[Any]:
        """The numbers of the rows."""
        table = bytewright.open(str(self.folder), spec=self.codec, columns="number").to_table()
        return sorted(table["number"].to_pylist())

    @property
    def names(self) -> list[str]:
        """The files that readers see."""
        return sorted(path.name for path in self.folder.iterdir() if path.name[0] not in "._")

    def compact(self, most: int = 1 << 20) -> compaction.Compacted:
        """Join them."""
        return compact(str(self.folder), self.codec, parse(self.codec), self.said.append, most)

    @property
    def said(self) -> list[str]:
        """Of what is left alone."""
        return _SAID


_SAID: list[str] = []


def _headed(number: int, rng: random.Random) -> bytes:
    body = rng.randbytes(rng.randrange(30))
    return struct.pack("<HI", len(body), number) + body


FORMATS = {**{name: shape for name, shape in SHAPES.items() if name != "objects"}, "headed": (HEADED, b"", _headed)}


@pytest.fixture(params=FORMATS)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Table:
    return _table(request.param, tmp_path)


def _table(name: str, tmp_path: Path) -> Table:
    text, _, record = FORMATS[name]
    spec, folder = tmp_path / f"{name}.ksy", tmp_path / "table"
    spec.write_text(text, encoding="utf-8")
    folder.mkdir()
    _SAID.clear()
    return Table(folder, bytewright.load(str(spec)), record)


def _head(table: Table, value: int = 7) -> bytes:
    return {"grown_framed": b"GROW", "grown_walked": b"", "compacted_headed": b"HEAD" + struct.pack("<I", value)}[
        table.codec.name
    ]


def test_rows_stay_and_a_note_says_where_those_of_each_file_are(table: Table):
    parts = {}
    for number in range(6):
        parts[table.add(_head(table), range(10 * number, 10 * number + 10)).name] = range(10 * number, 10 * number + 10)
    parts[table.add(_head(table), range(59, 59)).name] = range(59, 59)
    stays = table.add(_head(table), range(90, 92), "by-hand.bin")
    (table.folder / "_txn-00ff-3").write_bytes(b"{}")
    done = table.compact()
    assert (done.joined, done.made, done.left) == (7, 1, 0)
    assert len(table.names) == 2
    assert table.rows == [*range(60), 90, 91]
    for number in range(6, 9):  # what was joined is joined again
        numbers = range(10 * number, 10 * number + 9)
        parts[table.add(_head(table), numbers).name] = numbers
    assert table.compact().joined == 4
    (name,) = set(table.names) - {stays.name}
    assert [one.name for one in table.folder.iterdir() if one.name[0] == "_" and one.name.endswith(".json")] == [
        f"_{name.split('.')[0]}.json"
    ]
    assert (table.folder / "_txn-00ff-3").exists()
    joined = bytewright.open(str(table.folder / name), spec=table.codec, options={"includeMetadata": "true"})
    for origin in origins_of(str(table.folder / name)):
        rows = [row for batch in joined.to_batches(part=origin.part) for row in batch.to_pylist()]
        numbers = parts.pop(origin.name)
        assert [row["number"] for row in rows] == [*numbers]
        assert [row["_metadata"]["row_index"] for row in rows] == [*range(origin.record, origin.record + len(numbers))]
    assert not parts
    assert table.compact().joined == 0


def test_what_begins_otherwise_is_large_or_damaged_stays_apart(tmp_path: Path):
    table = _table("headed", tmp_path)
    for number in range(12):
        table.add(_head(table, number % 3), range(10 * number, 10 * number + 10))
    alone = table.add(_head(table, 9), range(120, 125))
    large = table.add(_head(table, 0), range(200, 400))
    torn = table.add(_head(table, 0), range(500, 502))
    torn.write_bytes(torn.read_bytes()[:-1])
    done = table.compact(large.stat().st_size)
    assert (done.joined, done.made, done.left) == (12, 3, 3)
    assert {alone.name, large.name, torn.name} < {*table.names}
    assert len(table.said) == 1
    assert torn.name in table.said[0]
    torn.unlink()
    assert table.rows == [*range(125), *range(200, 400)]
    assert table.compact(1000).joined == 0


class Death:
    """Ends a process at one of the steps that change a directory: neither that one nor any later one is done."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: type, at: int) -> None:
        self._left = at
        self.has_come = False
        for name in ("move", "delete", "sync", "write", "make"):
            patch.setattr(folder, name, self._step(getattr(folder, name)))

    def _step(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*words: Any) -> Any:
            self.has_come = self.has_come or self._left == 0
            self._left -= 1
            if self.has_come:
                raise KeyboardInterrupt  # after which everything that tidies up fails, too
            return real(*words)

        return step


@pytest.mark.parametrize("again", [False, True])
def test_a_process_that_is_killed_anywhere_leaves_the_old_files_or_the_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: bool
):
    """Whoever comes next recovers them, or joins them again."""
    table = _table("framed", tmp_path)
    finished, taken_back, step = 0, 0, 0
    while True:
        for name in os.listdir(table.folder):
            (table.folder / name).unlink()
        for number in range(4):
            table.add(b"GROW", range(10 * number, 10 * number + 10))
        with monkeypatch.context() as patch, contextlib.suppress(KeyboardInterrupt):
            death = Death(patch, type(local_folder("")), step)
            table.compact()
        if not death.has_come:
            break
        with contextlib.suppress(InputMissingError):  # readers of ours say that a commit was cut short
            assert table.rows == [*range(40)]
        if again:
            table.compact()
        else:
            recover(local_folder(str(table.folder)))
        assert table.rows == [*range(40)]
        assert len(table.names) in ((1,) if again else (1, 4))
        assert not [name for name in os.listdir(table.folder) if name.startswith("_bytewright-")]
        finished += len(table.names) == 1
        taken_back += len(table.names) == 4
        step += 1
    assert len(table.names) == 1
    assert again or min(finished, taken_back) >= 4
    assert step > 20


def test_files_that_a_job_replaces_meanwhile_are_left_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    table = _table("framed", tmp_path)
    for number in range(3):
        table.add(b"GROW", range(10 * number, 10 * number + 10))
    commit = commit_journal.commit

    def late(*words: Any, **named: Any) -> int:
        table.add(b"GROW", range(70, 75))  # what others add meanwhile stays
        (table.folder / table.names[1]).unlink()
        return commit(*words, **named)

    before = table.names
    monkeypatch.setattr(commit_journal, "commit", late)
    with pytest.raises(WriteError, match="is missing"):
        table.compact()
    assert table.names == [before[0], before[2], f"part-00000-{uuid.UUID(int=70).hex}.bin"]


def test_the_command_says_what_it_did(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    table = _table("framed", tmp_path)
    for number in range(3):
        table.add(b"GROW", range(10 * number, 10 * number + 10))
    words = ["compact", str(table.folder), "--spec", str(tmp_path / "framed.ksy")]
    assert cli.main([*words, "--max-file-size", "much"]) == 2
    assert cli.main(words) == 0
    assert cli.main(words) == 0
    out = capfd.readouterr().out.splitlines()
    assert "3 files became 1, " in out[0]
    assert out[1] == f"{table.folder}: there is nothing to join; 1 stay as they are"


def test_files_that_cannot_grow_are_refused(tmp_path: Path):
    spec = tmp_path / "counted.ksy"
    spec.write_text(
        "meta: {id: compacted_counted, endian: le}\nseq:\n  - {id: count, type: u4}\n"
        "  - {id: records, type: u4, repeat: expr, repeat-expr: count}\n",
        encoding="utf-8",
    )
    codec = bytewright.load(str(spec))
    with pytest.raises(OptionError, match="can't be joined"):
        compact(str(tmp_path), codec, parse(codec), print)
