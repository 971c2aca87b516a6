"""Tables of pipelines behind a crash at any moment: a version of before or of after, and the next one comes through."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.crash.judging import recorded
from tests.crash.writers import Promise, Writer
from tests.formats.test_deephaven_tables import LOGS, Rows, expected, rows, write

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


def test_a_partition_that_is_exchanged(tmp_path: Path) -> None:
    first = {LOGS[0][0]: ["3"], LOGS[1][0]: [], LOGS[2][0]: []}
    words = {**first, LOGS[0][0]: ["3", "delete", "3", "3"]}
    write(tmp_path, first)
    apply_to_parquet(str(tmp_path), tmp_path / "table")
    before = {str(path.relative_to(tmp_path)): path.read_bytes() for path in (tmp_path / "table").rglob("*.*")}
    logs = tmp_path / "logs"
    write(logs, words)

    def apply(folder: Path, promise: Promise) -> None:
        apply_to_parquet(str(logs), folder / "table")

    def found(folder: Path) -> tuple[Rows, list[Path]]:
        apply_to_parquet(str(logs), folder / "table")
        return rows("parquet", folder / "table"), list(folder.rglob(".*"))

    writer = Writer("apply", apply, lambda: before, found, lambda now, *_: now == (expected(words), []))
    assert not faults_of(writer)
