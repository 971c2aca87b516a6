"""Tables that are kept of Deephaven's logs: a partition is seen before or after, whoever stops where."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import pytest
from tests.formats.deephaven_logs import log_of, served

from bytewright.errors import OptionError, ValueInvalidError, WriteError
from bytewright_pipelines.deephaven.sets import Applied, apply_sets
from bytewright_pipelines.deephaven.tables import apply_to_delta, apply_to_parquet

WORDS = ("0", "0", "0", "1", "1", "2", "2", "3", "3", "delete", "command+", "other")
LOGS = [
    ("Market.Trades.System.host1.2026-03-21.bin.2026-03-21.150000.000+0000", ("host1", "2026-03-21")),
    ("Market.Trades.System.host1.2026-03-21.bin.2026-03-21.160000.000+0000", ("host1", "2026-03-21")),
    ("Market.Trades.System.o'k 2.2026-03-21.bin.2026-03-21.150000.000+0000", ("o'k 2", "2026-03-21")),
]
APPLY_SETS = "bytewright_pipelines.deephaven.tables.apply_sets"
KINDS = ("delta", "parquet")

Rows = set[tuple[str, str, int]]


def applier(kind: str) -> Callable[..., Applied]:
    if kind == "delta":
        pytest.importorskip("deltalake")
        return apply_to_delta
    return apply_to_parquet


def rows(kind: str, table: Path) -> Rows:
    """The rows of a table, which has each once."""
    if kind == "delta":
        from deltalake import DeltaTable

        found: Any = DeltaTable(str(table)).to_pyarrow_table()
    else:
        found = ds.dataset(table, format="parquet", partitioning="hive").to_table()
    columns = [found.column(name).to_pylist() for name in ("InternalPartition", "Date", "Id")]
    listed = [(host, str(day), number) for host, day, number in zip(*columns, strict=True)]
    assert len(set(listed)) == len(listed)
    return set(listed)


def expected(words: dict[str, list[str]]) -> Rows:
    """What a server shows of logs, of which the first two are of one partition."""
    first, second, third = (" ".join(words[name]) for name, _ in LOGS)
    shown = {("host1", "2026-03-21", number) for number in served([first, second]).shown}
    return shown | {("o'k 2", "2026-03-21", number) for number in served([third]).shown}


def write(folder: Path, words: dict[str, list[str]]) -> None:
    folder.mkdir(exist_ok=True)
    first = 0
    for number, (name, _) in enumerate(LOGS):
        said = " ".join(words[name])
        (folder / name).write_bytes(log_of(said, 0 if number == 2 else first))
        first += sum(word.isdigit() for word in words[name])


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_follows_its_logs(kind: str, tmp_path: Path) -> None:
    chance = random.Random(43)
    apply, logs, table = applier(kind), tmp_path / "logs", tmp_path / "table"
    words: dict[str, list[str]] = {name: [] for name, _ in LOGS}
    growing = [LOGS[0][0], LOGS[2][0]]
    for step in range(7):
        if step == 4:  # the next log of the partition: nothing is written to the one before any more
            growing[0] = LOGS[1][0]
        for name in growing:
            words[name] += [chance.choice(WORDS) for _ in range(chance.randrange(12))]
        write(logs, words)
        apply(str(logs), table)
        assert rows(kind, table) == expected(words)
    assert apply(str(logs), table).report.rows == 0
    assert rows(kind, table) == expected(words)


@pytest.mark.parametrize("kind", KINDS)
def test_a_bad_log_applies_nothing(kind: str, tmp_path: Path) -> None:
    apply, logs, table = applier(kind), tmp_path / "logs", tmp_path / "table"
    words = {name: ["3"] for name, _ in LOGS}
    write(logs, words)
    apply(str(logs), table)
    before = expected(words)
    words = {LOGS[0][0]: ["3", "3"], LOGS[1][0]: ["3"], LOGS[2][0]: ["3", "2"]}
    write(logs, words)
    with pytest.raises(ValueInvalidError):
        apply(str(logs), table, strict_sets=True)
    assert rows(kind, table) == before
    (tmp_path / "log.bin").write_bytes(log_of("3"))
    with pytest.raises(OptionError, match="which says the partition"):
        apply(str(tmp_path / "log.bin"), table)


def test_a_delete_and_what_follows_are_one_commit(tmp_path: Path) -> None:
    from_pip = pytest.importorskip("deltalake")
    logs, table = tmp_path / "logs", tmp_path / "table"
    write(logs, {LOGS[0][0]: ["3", "3"], LOGS[1][0]: [], LOGS[2][0]: []})
    apply_to_delta(str(logs), table)
    first = from_pip.DeltaTable(str(table)).version()
    write(logs, {LOGS[0][0]: ["3", "3", "delete", "3"], LOGS[1][0]: [], LOGS[2][0]: []})
    apply_to_delta(str(logs), table)
    found = from_pip.DeltaTable(str(table))
    assert found.version() == first + 1
    assert found.to_pyarrow_table().column("Id").to_pylist() == [2]


def test_an_error_of_reading_is_handed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("deltalake")
    logs = tmp_path / "logs"
    write(logs, {name: ["3"] for name, _ in LOGS})

    def broken(*_: Any) -> Any:
        yield from ()
        raise ValueInvalidError("a record changed meanwhile")

    monkeypatch.setattr("bytewright_pipelines.deephaven.sets.visible_rows", broken)
    with pytest.raises(ValueInvalidError, match="changed meanwhile"):
        apply_to_delta(str(logs), tmp_path / "table")


def test_of_two_that_apply_the_same_logs_one_gets_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("deltalake")
    logs, table = tmp_path / "logs", tmp_path / "table"
    write(logs, {LOGS[0][0]: ["3"], LOGS[1][0]: [], LOGS[2][0]: []})
    apply_to_delta(str(logs), table)
    words = {LOGS[0][0]: ["3", "3"], LOGS[1][0]: [], LOGS[2][0]: []}
    write(logs, words)

    def overtaken(*args: Any, **settings: Any) -> Applied:
        monkeypatch.setattr(APPLY_SETS, apply_sets)
        apply_to_delta(str(logs), table)
        return apply_sets(*args, **settings)

    monkeypatch.setattr(APPLY_SETS, overtaken)
    with pytest.raises(WriteError, match="Concurrent transaction"):
        apply_to_delta(str(logs), table)
    assert rows("delta", table) == expected(words)


@pytest.mark.parametrize("stop", range(7))
def test_whoever_is_stopped_leaves_a_partition_that_is_whole(
    stop: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs, table = tmp_path / "logs", tmp_path / "table"
    write(logs, {LOGS[0][0]: ["3"], LOGS[1][0]: [], LOGS[2][0]: []})
    apply_to_parquet(str(logs), table)
    words = {LOGS[0][0]: ["3", "delete", "3", "3"], LOGS[1][0]: [], LOGS[2][0]: []}
    write(logs, words)
    left = iter(range(stop))

    def counted(do: Callable[..., Any]) -> Callable[..., Any]:
        def step(*args: Any, **settings: Any) -> Any:
            if next(left, None) is None:
                raise KeyboardInterrupt
            return do(*args, **settings)

        return step

    with monkeypatch.context() as patched:
        for name in ("rename", "write_text"):
            patched.setattr(Path, name, counted(getattr(Path, name)))
        patched.setattr(os, "fsync", counted(os.fsync))
        with pytest.raises(KeyboardInterrupt):
            apply_to_parquet(str(logs), table)
    apply_to_parquet(str(logs), table)
    assert rows("parquet", table) == expected(words)
    assert not list(table.rglob(".*"))


def test_only_one_applies_logs_to_a_parquet_table(tmp_path: Path) -> None:
    from bytewright.host.locks import locked

    logs, table = tmp_path / "logs", tmp_path / "table"
    write(logs, {name: ["3"] for name, _ in LOGS})
    table.mkdir()
    with locked(str(table)), pytest.raises(WriteError, match="somebody else"):
        apply_to_parquet(str(logs), table)
