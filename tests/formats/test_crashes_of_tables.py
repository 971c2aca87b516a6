"""Tables of pipelines behind a crash, or a call that fails, at any moment: a version of before or of after, and the
next one comes through."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.crash.judging import recorded
from tests.crash.writers import Promise, Writer
from tests.formats.test_deephaven_tables import LOGS, Rows, expected, rows, write
from tests.support.faults import Held, Kind, each_call_fails, kinds, restored

from bytewright_pipelines.aresdb.snapshots import current, publish
from bytewright_pipelines.deephaven.tables import apply_to_parquet


def faults_of(writer: Writer) -> list[str]:
    found = recorded(writer)
    faults = [found.fault(state) for state in found.states(100)]
    assert len(faults) > 10
    return [fault for fault in faults if fault]


def published(folder: Path, promise: Promise) -> None:
    def content(place: Path) -> None:
        place.mkdir()
        (place / "part").write_bytes(b"rows" * 10)

    publish(folder / "table", None, content)
    promise(1)


def version(folder: Path) -> bytes | None:
    found = current(folder / "table")
    return None if found is None else (found.folder / "part").read_bytes()


FORMER = {"table/current.json": b'{"folder": "000001", "position": null}', "table/000001/part": b"former rows"}


@pytest.mark.parametrize("before", [{}, FORMER])
def test_a_version_that_is_published(before: dict[str, bytes]) -> None:
    assert not faults_of(Writer("publish", published, lambda: before, version))


@kinds
@pytest.mark.parametrize("before", [{}, FORMER], ids=["new", "replaced"])
def test_calls_that_fail_while_a_version_is_published(before: dict[str, bytes], kind: Kind, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    restored(folder, before)
    done = each_call_fails(folder, lambda place: published(place, lambda what: None), kind)
    assert done or kind.error is None


FIRST = {LOGS[0][0]: ["3"], LOGS[1][0]: [], LOGS[2][0]: []}
THEN = {**FIRST, LOGS[0][0]: ["3", "delete", "3", "3"]}


def applied_once(folder: Path) -> tuple[dict[str, bytes], Path]:
    """What a table holds when logs have been applied to it, and the folder of logs that go on."""
    write(folder, FIRST)
    apply_to_parquet(str(folder), folder / "table")
    write(folder / "logs", THEN)
    return {str(path.relative_to(folder)): path.read_bytes() for path in (folder / "table").rglob("*.*")}, (
        folder / "logs"
    )


@kinds
def test_calls_that_fail_while_a_partition_is_exchanged(kind: Kind, tmp_path: Path) -> None:
    """No row is lost: not of files that can't be listed either."""
    (tmp_path / "first").mkdir()
    before, logs = applied_once(tmp_path / "first")
    folder = tmp_path / "files"
    folder.mkdir()
    restored(folder, before)

    def apply(place: Path) -> None:
        apply_to_parquet(str(logs), place / "table")

    def settled(place: Path, old: Held, new: Held) -> bool:
        apply(place)
        return rows("parquet", place / "table") == expected(THEN) and not list(place.rglob(".*"))

    each_call_fails(folder, apply, kind, settled=settled)
    assert rows("parquet", folder / "table") == expected(THEN)


def test_a_partition_that_is_exchanged(tmp_path: Path) -> None:
    before, logs = applied_once(tmp_path)
    words = THEN

    def apply(folder: Path, promise: Promise) -> None:
        apply_to_parquet(str(logs), folder / "table")

    def found(folder: Path) -> tuple[Rows, list[Path]]:
        apply_to_parquet(str(logs), folder / "table")
        return rows("parquet", folder / "table"), list(folder.rglob(".*"))

    writer = Writer("apply", apply, lambda: before, found, lambda now, *_: now == (expected(words), []))
    assert not faults_of(writer)
