"""Redo logs as AresDB keeps them: which file a batch goes to, and what a killed writer leaves."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.tables.test_append_kills import killed

import bytewright
from bytewright.errors import InputMissingError, OptionError, WriteError
from bytewright_formats.aresdb_redo_log import CODEC
from bytewright_pipelines.aresdb import RedoLog

TYPES = {"type.c0": "uint32", "type.c1": "int32", "update.c1": "add"}


class Clock:
    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def log_of(folder: Path, clock: Callable[[], float], **more: Any) -> RedoLog:
    return RedoLog(folder, "trips", 3, options=TYPES, clock=clock, **more)


def batch(*values: int, time: int = 5) -> pa.Table:
    return pa.table({"c0": pa.array([time] * len(values), pa.int64()), "c1": pa.array(values, pa.int32())})


def values(log: RedoLog) -> list[int]:
    return [int(value) for value in log.open().to_table()["c1"].to_numpy()]


def test_batches_lie_where_the_database_looks_for_them(tmp_path: Path):
    clock = Clock(1000.7)
    with log_of(tmp_path, clock) as log:
        with pytest.raises(InputMissingError, match="there are no redo logs"):
            log.open()
        assert log.append(batch(1, 2)) == 1000
        assert log.append([{"c0": 5, "c1": 3}]) == 1000  # as is on the disk by now
        path = tmp_path / "trips_3" / "redologs" / "1000.redolog"
        assert log.logs() == [path]
        assert [len(one.body.columns) for one in CODEC.parse(path).batches] == [2, 2]
        read = CODEC.parse(path)
        for model in (read.batches[0], read.batches[1].body, read):
            log.append(model)
        assert values(log) == [1, 2, 3, 1, 2, 3, 1, 2, 3]
        found = log.open("columns").to_table()
        assert found["update_mode"].to_pylist() == ["overwrite_not_null", "add"] * 6
        arrived = log.open().to_table()["arrival_time"].unique().to_pylist()
        assert [time.timestamp() for time in arrived] == [1000]
        again = log.open(options={"includeModes": True}).to_table()
        log.append(again)
    assert values(log) == [1, 2, 3, 1, 2, 3, 1, 2, 3] * 2


def test_columns_say_how_they_update(tmp_path: Path):
    """Encoders are kept between batches, but only for such as say the same."""
    modes = ["add", "min", "overwrite", "add"]
    with RedoLog(tmp_path, "trips", clock=Clock(1)) as log:
        for number, mode in enumerate(modes):
            meta = {"bytewright.type": "int32", "bytewright.update": mode}
            values = pa.array([number, None] if number % 2 else [number], pa.int32())
            log.append(pa.table([values], schema=pa.schema([pa.field("c1", pa.int32(), metadata=meta)])))
        found = log.open("columns").to_table()
    assert found["update_mode"].to_pylist() == modes
    assert found["data_mode"].to_pylist() == ["all_valid", "null_vector"] * 2


def test_no_second_is_begun_twice(tmp_path: Path):
    """The original opened the file of the second again, and wrote a second magic into it."""
    clock = Clock(999)
    for number in range(3):
        with log_of(tmp_path, clock) as log:
            log.append(batch(number))
        clock.now -= 10  # nor do files change their order where a clock is put back
    assert [path.name for path in log.logs()] == ["999.redolog", "1000.redolog", "1001.redolog"]
    assert values(log) == [0, 1, 2]
    assert bytewright.open(log.folder, CODEC).to_table()["c1"].to_pylist() == [0, 1, 2]


def test_files_end_by_time_and_by_size(tmp_path: Path):
    clock = Clock(100)
    with log_of(tmp_path, clock, interval=10) as log:
        assert [log.append(batch(number)) for number in range(2)] == [100, 100]
        clock.now = 109.9
        assert log.append(batch(2)) == 100
        clock.now = 110
        assert log.append(batch(3)) == 110
    size = log.logs()[1].stat().st_size
    with log_of(tmp_path, clock, max_bytes=2 * (size - 4) + 4) as log:  # a file doesn't reach its bound
        assert [log.append(batch(4)), log.append(batch(5))] == [111, 112]
    with log_of(tmp_path, clock, max_bytes=2 * (size - 4) + 5) as log:
        assert [log.append(batch(6)), log.append(batch(7)), log.append(batch(8))] == [113, 113, 114]
    assert values(log) == [*range(9)]
    with pytest.raises(OptionError, match="max_bytes"):
        log_of(tmp_path, clock, max_bytes=0)


def test_one_writer_of_a_table_at_a_time(tmp_path: Path):
    clock = Clock(1)
    with log_of(tmp_path, clock) as log:
        log.append(batch(1))
        with pytest.raises(WriteError, match="somebody else appends to redo logs of the table"):
            log_of(tmp_path, clock).append(batch(2))
        RedoLog(tmp_path, "trips", 4, options=TYPES).append(batch(2))
    log_of(tmp_path, clock).append(batch(3))
    assert values(log) == [1, 3]


def test_what_cannot_be_a_batch_leaves_nothing(tmp_path: Path):
    with log_of(tmp_path, Clock(1)) as log:
        log.append(batch(1))
        with pytest.raises(WriteError, match=r"1\.redolog: .*expected a UUID, found 'x'"):
            log.append(pa.table({"c0": [1], "c7": ["x"]}))
        log.append(batch(2).drop_columns("c0"))  # upserts are of some columns
        assert values(log) == [1, 2]
        assert log.open().to_table()["c0"].to_pylist() == [5, None]


def test_purge(tmp_path: Path):
    clock = Clock(10)
    with log_of(tmp_path, clock, interval=10) as log:
        for time in (100, 300, 200, 100):
            log.append(batch(time, time=time))
            log.append(batch(time - 1, time=time - 1))
            clock.now += 10
        assert [path.stem for path in log.logs()] == ["10", "20", "30", "40"]
        with open(log.logs()[0], "ab") as file:
            file.write(b"\x60\0\0\0\1")  # what a killed writer left
        clock.now = 50
        log.append(batch(1).drop_columns("c0"))
        clock.now += 10
        log.append(batch(1, time=100))
        assert [path.stem for path in log.purge(51)] == ["50"]
        assert log.purge(50) == []
        assert log.purge(250, checkpoint=(10, 0)) == []
        assert [path.stem for path in log.purge(250, checkpoint=(10, 1))] == ["10"]
        assert [path.stem for path in log.purge(250)] == ["30", "40"]
        assert [path.stem for path in log.logs()] == ["20", "60"]  # the last one is appended to
        log.append(batch(7))
    assert [path.stem for path in log.purge(10_000)] == ["20", "60"]


@pytest.mark.parametrize("kills", [3])
def test_killed_writers(tmp_path: Path, kills: int):
    draw = random.Random(kills)

    def write(tell: Callable[[int], None]) -> None:
        number = 0
        with log_of(tmp_path, Clock(999), max_bytes=30_000) as log:
            while True:
                log.append(batch(*range(number, number + 100)))
                number += 100
                tell(number)

    total = 0
    for _ in range(kills):
        flushed = killed(write, draw.uniform(0.2, 1))
        log = log_of(tmp_path, Clock(999))
        found = log.open(options={"tornTail": "ignore"}).to_table()["c1"].to_pylist()
        assert len(found) >= total + flushed
        assert found[total:] == [*range(len(found) - total)]
        total = len(found)
    names = [int(path.stem) for path in log.logs()]
    assert names == sorted(set(names))
