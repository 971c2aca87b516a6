"""The logger of Deephaven's logs: what it writes is what readers and import servers see."""

from __future__ import annotations

import math
import random
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import bytewright
from bytewright.errors import OptionError, WriteError
from bytewright_pipelines.deephaven.logger import IntradayLogger, LogColumn
from bytewright_pipelines.deephaven.sets import apply_sets

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

COLUMNS: dict[str, Any] = {
    "Bool": "Boolean",
    "Byte": "Byte",
    "Char": "Char",
    "Short": "Short",
    "Int": "Int",
    "Long": "Long",
    "Float": "Float",
    "Double": "Double",
    "Blob": "Blob",
    "Text": "EnhancedString",
    "Latin": LogColumn("EnhancedString", "ISO-8859-1"),
    "Side": ["BUY", "SELL", ""],
    "Venue": LogColumn("Enum", "ISO-8859-1", ("é", "")),
}
VALUES: dict[str, tuple[Any, ...]] = {
    "Bool": (True, False),
    "Byte": (-128, 0, 127),
    "Char": ("A", "é", "\0", "\ufffe", "\uffff"),
    "Short": (-(1 << 15), (1 << 15) - 1),
    "Int": (-(1 << 31), 0),
    "Long": (-(1 << 63), 1 << 62),
    "Float": (0.0, -0.0, 1.5, math.inf, math.nan, -3.4028234663852886e38),
    "Double": (0.0, -0.0, 0.1, -math.inf, math.nan, -1.7976931348623157e308),
    "Blob": (b"", b"\0\xff"),
    "Text": ("", "日本", "x\0y"),
    "Latin": ("", "é"),
    "Side": ("BUY", "SELL", ""),
    "Venue": ("é", ""),
}
WHERE = {"namespace": "Market", "table": "Trades"}


class Clock:
    """A clock that stands still until it is set on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 21, 23, 59, 59, 500_000, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def rows_of(chance: random.Random, count: int, names: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Rows with values of all kinds and nulls."""
    for _ in range(count):
        yield {name: None if chance.random() < 0.3 else chance.choice(VALUES[name]) for name in names}


def texts(rows: list[dict[str, Any]]) -> list[str]:
    """Rows as text: NaN is not equal to itself, and -0.0 is equal to 0.0."""
    return [repr(row) for row in rows]


def ids(path: Path) -> list[int]:
    """What the visible rows of logs count."""
    return [row["Id"] for row in apply_sets(str(path)).table.to_pylist()]


@pytest.mark.parametrize("constant", [(), ("Char", "Float", "Blob", "Latin", "Side"), tuple(COLUMNS)])
def test_what_is_logged_is_read(constant: tuple[str, ...], tmp_path: Path, clock: Clock) -> None:
    chance = random.Random(43)
    constants = {
        name: VALUES[name][number % 2] for number, name in enumerate(constant) if name not in ("Char", "Float")
    }
    constants |= dict.fromkeys(set(constant) & {"Char", "Float"})
    if len(constant) == len(COLUMNS):
        constants |= {"Byte": 1, "Short": 2, "Int": 3, "Long": 4, "Double": -0.0}
    logged = [name for name in COLUMNS if name not in constants]
    rows = list(rows_of(chance, 40, dict.fromkeys(logged)))
    with IntradayLogger(tmp_path, COLUMNS, constants, **WHERE, application_version=7, clock=clock) as logger:
        for row in rows[:20]:
            logger.log(row)
        with logger.set():
            for row in rows[20:]:
                logger.log({name: value for name, value in row.items() if value is not None})
    expected = texts([{name: {**constants, **row}[name] for name in COLUMNS} for row in rows])
    engines: tuple[Any, ...] = ("objects", "columns", "kaitai")
    for engine in engines:
        table = bytewright.open(logger.path, engine=engine, options={"verifyChecksum": "fail"}).to_table()
        assert texts(table.to_pylist()) == expected, engine
    (header,) = bytewright.open(logger.path, view="header").to_table().to_pylist()
    assert (header["application_version"], header["num_constants"]) == (7, len(constants))
    assert apply_sets(logger.path, application_version=7).report.sets == 1


def test_spark_reads_what_is_logged(spark: SparkSession, tmp_path: Path, clock: Clock) -> None:
    rows = list(rows_of(random.Random(44), 30, COLUMNS))
    with IntradayLogger(tmp_path, COLUMNS, **WHERE, clock=clock) as logger:
        for row in rows:
            logger.log(row)
    found = spark.read.format("deephaven_log").load(str(tmp_path)).toArrow()
    assert texts(found.to_pylist()) == texts(rows)


def test_sets(tmp_path: Path, clock: Clock) -> None:
    with IntradayLogger(tmp_path, {"Id": "Long"}, **WHERE, clock=clock) as logger:
        logger.log(Id=0)
        with logger.set() as same:
            assert same is logger
        with logger.set():
            logger.log(Id=1)
        with logger.set():
            for number in range(2, 5):
                logger.log(Id=number)
        for count in range(4):
            with suppress(KeyError), logger.set():
                for _ in range(count):
                    logger.log(Id=-1)
                raise KeyError
        logger.log(Id=5)
    flags = bytewright.open(logger.path, view="sets").to_table().column("record_flags").to_pylist()
    assert flags == [3, 3, 1, 0, 2, 1, 1, 0, 1, 0, 0, 3]
    assert ids(tmp_path) == [0, 1, 2, 3, 4, 5]


def test_a_closed_logger_takes_no_rows(tmp_path: Path, clock: Clock) -> None:
    with IntradayLogger(tmp_path, {"Id": "Long"}, **WHERE, clock=clock) as logger:
        logger.log(Id=0)
    for log in (partial(logger.log, Id=1), logger.delete_partition, partial(log_a_set, logger)):
        with pytest.raises(WriteError, match="is closed"):
            log()
    assert ids(tmp_path) == [0]


def log_a_set(logger: IntradayLogger) -> None:
    with logger.set():
        logger.log(Id=2)


def test_columns_called_like_others(tmp_path: Path, clock: Clock) -> None:
    columns: dict[str, Any] = {"record_flags": "Int", "Id": "Long", "id": "Long", "record_end": "Boolean"}
    with IntradayLogger(tmp_path, columns, {"record_end": True}, **WHERE, clock=clock) as logger:
        logger.log(record_flags=1, Id=2, id=3)
    (found,) = bytewright.open(logger.path).to_table().to_pylist()
    assert found == {"record_flags": 1, "Id": 2, "id_2": 3, "record_end": True}
    (row,) = apply_sets(logger.path).table.drop_columns(["InternalPartition", "Date"]).to_pylist()
    assert row == found


@pytest.mark.parametrize("digests", [False, True])
def test_deletes(digests: bool, tmp_path: Path, clock: Clock) -> None:
    with IntradayLogger(tmp_path, {"Id": "Long"}, **WHERE, clock=clock, digests=digests) as logger:
        logger.log(Id=0)
        logger.delete_partition()
        logger.log(Id=1)
        with logger.set(), pytest.raises(WriteError, match="inside of a set"):
            logger.delete_partition()
    assert ids(tmp_path) == [1]
    (command,) = bytewright.open(logger.path, view="commands").to_table().to_pylist()
    assert (command["type"], command["command"], command["data"]) == (20000, 10000, b"")
    assert command["end"] - command["offset"] == 17 + 4 * digests


def test_logs_follow_each_other_by_day_and_size(tmp_path: Path, clock: Clock) -> None:
    with IntradayLogger(tmp_path, {"Id": "Long"}, **WHERE, max_bytes=200, clock=clock) as logger:
        for number in range(20):
            logger.log(Id=number)
        with logger.set():
            for number in range(20, 40):
                logger.log(Id=number)
                clock.now += timedelta(seconds=1)
        logger.log(Id=40)
    names = sorted(path.name for path in tmp_path.iterdir())
    prefix = "Market.Trades.System.0."
    assert names[:2] == [prefix + f"2026-03-21.bin.2026-03-21.235959.50{n}+0000" for n in range(2)]
    assert names[-1] == prefix + "2026-03-22.bin.2026-03-22.000019.500+0000"
    assert len(names) == 4
    assert ids(tmp_path) == list(range(41))


def test_a_second_logger_takes_another_name(tmp_path: Path, clock: Clock) -> None:
    with IntradayLogger(tmp_path, {"Id": "Long"}, **WHERE, column_partition="all", roll=None, clock=clock) as first:
        with IntradayLogger(tmp_path, {"Id": "Long"}, **WHERE, column_partition="all", clock=clock) as second:
            second.log(Id=1)
        first.log(Id=0)
    assert ids(tmp_path) == [0, 1]


def test_a_set_holds_other_threads_up(tmp_path: Path, clock: Clock) -> None:
    with IntradayLogger(tmp_path, {"Id": "Long"}, **WHERE, clock=clock) as logger:
        with logger.set():
            logger.log(Id=0)
            other = threading.Thread(target=logger.log, args=({"Id": 2},))
            other.start()
            logger.log(Id=1)
        other.join()
    assert ids(tmp_path) == [0, 1, 2]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"Idd": 1}, "there is no column 'Idd'"),
        ({"Place": "x"}, "the column is constant"),
        ({"Id": 1 << 63}, "a value of type Long"),
        ({"Id": "1"}, "a value of type Long"),
        ({"Side": "HOLD"}, "one of 'BUY', 'SELL'"),
        ({"Char": "ab"}, "a code unit"),
        ({"Char": "🎉"}, "a code unit"),
        ({"Latin": "日"}, "text in ISO-8859-1"),
        ({"Text": "\ud800"}, "Text"),
    ],
)
def test_a_row_that_does_not_fit_is_not_logged(row: dict[str, Any], message: str, tmp_path: Path, clock: Clock) -> None:
    columns: dict[str, Any] = {
        "Id": "Long",
        "Side": ["BUY", "SELL"],
        "Char": "Char",
        "Latin": LogColumn("EnhancedString", "ISO-8859-1"),
        "Text": "EnhancedString",
        "Place": "EnhancedString",
    }
    with IntradayLogger(tmp_path, columns, {"Place": "NYSE"}, **WHERE, clock=clock) as logger:
        logger.log(Id=0)
        with pytest.raises(WriteError, match=message):
            logger.log(row)
        logger.log(Id=1)
    assert ids(tmp_path) == [0, 1]


@pytest.mark.parametrize(
    ("columns", "constants", "settings", "error"),
    [
        ({"Id": "long"}, {}, {}, OptionError),
        ({"Id": LogColumn("Long", symbols=("a",))}, {}, {}, OptionError),
        ({"Id": ["a", "a"]}, {}, {}, OptionError),
        ({"Id": LogColumn("EnhancedString", "UTF-16")}, {}, {}, OptionError),
        ({"Id": "Long"}, {"Ic": 1}, {}, WriteError),
        ({"Id": "Long"}, {"Id": "x"}, {}, WriteError),
        ({"Id": "Long"}, {"Id": -(1 << 63)}, {}, WriteError),
        ({"Id": "Double"}, {"Id": -1.7976931348623157e308}, {}, WriteError),
        ({"Id": "Char"}, {"Id": "\ufffe"}, {}, WriteError),
        ({"Id": "Long"}, {}, {"table": "a.b"}, WriteError),
        ({"Id": "Long"}, {}, {"roll": None}, OptionError),
        ({"Id": "Long"}, {}, {"max_bytes": 0}, OptionError),
    ],
)
def test_what_makes_no_log(
    columns: Any, constants: dict[str, Any], settings: dict[str, Any], error: type[Exception], tmp_path: Path
) -> None:
    with pytest.raises(error):
        IntradayLogger(tmp_path, columns, constants, **{**WHERE, **settings})
    assert not any(tmp_path.iterdir())
