"""Sets of records of Deephaven's logs: visible as a whole or not at all."""

from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from tests.formats.deephaven_logs import NAME, ROW_FLAGS, Server, log_of, served, write_logs
from tests.formats.fixtures import DATA

pytest.importorskip("bytewright_formats.deephaven_log")

import bytewright
from bytewright.errors import OptionError, ReadError, TruncatedError, ValueInvalidError
from bytewright_pipelines.deephaven.judging import Judgement, Judging, Position, Report, Rules, judge
from bytewright_pipelines.deephaven.log_names import LogName
from bytewright_pipelines.deephaven.sets import Applied, apply_sets

GOOD = DATA / "deephaven" / "good"
SEED = 43
WORDS = ("0", "0", "0", "1", "1", "2", "2", "3", "3", "delete", "command+", "other")
CODES = {"0": 0, "1": 1, "2": 2, "3": 3, "delete": 4, "command+": 5, "other": 6}

CASES = {
    "single rows": (["3 3 3"], [0, 1, 2]),
    "sets": (["1 0 0 2 1 2 3"], [0, 1, 2, 3, 4, 5, 6]),
    "aborted by a start": (["1 0 1 0 2"], [2, 3, 4]),
    "aborted by a row on its own": (["1 0 3 0"], [2, 3]),
    "pending at the end": (["3 1 0"], [0]),
    "0 without a start": (["0 3 0"], [0, 1, 2]),
    "2 without a start": (["2 3 2 1 2"], [0, 1, 2, 3, 4]),
    "a delete inside of a set": (["3 1 0 delete 0 2"], [3, 4]),
    "delete, then rows": (["3 1 2 delete+ 3 1 2"], [3, 4, 5]),
    "delete at the end": (["3 3 delete"], []),
    "a delete first": (["delete 3"], [0]),
    "an unknown command inside of a set": (["1 0 command 2 3"], [2, 3]),
    "a record of another type inside of a set": (["1 other 0 other+ 2 3"], [0, 1, 2, 3]),
    "two logs of a partition": (["3 1 2", "3 3"], [0, 1, 2, 3, 4]),
    "a set that the next log doesn't end": (["3 1 0", "0 2 1 2"], [0, 3, 4, 5, 6]),
    "a delete in the second log": (["3 3", "3 delete 3"], [3]),
    "no rows": ([""], []),
}


def shown(applied: Applied) -> list[int]:
    """What the visible rows count."""
    return [row["Id"] for row in applied.table.to_pylist()]


@pytest.mark.parametrize("case", CASES)
def test_what_is_visible(case: str, tmp_path: Path) -> None:
    descriptions, expected = CASES[case]
    assert served(descriptions).shown == expected  # the model of the tests below agrees with what people expect
    write_logs(tmp_path, descriptions)
    applied = apply_sets(str(tmp_path))
    assert shown(applied) == expected
    assert applied.table.column_names == ["Id", "Text", "InternalPartition", "Date"]
    if expected:
        assert applied.table.column("InternalPartition").unique().to_pylist() == ["host1"]
        assert applied.table.column("Date").unique().to_pylist() == ["2026-03-21"]


def test_rows_are_those_of_the_log() -> None:
    path = str(GOOD / "transactions.bin")
    applied, log = apply_sets(path), bytewright.open(path).to_table()
    assert applied.schema.equals(log.schema, check_metadata=True)
    assert repr(applied.table.to_pylist()) == repr(log.to_pylist())  # NaN is not equal to itself


@pytest.mark.parametrize("number", range(100))
def test_random_histories(number: int) -> None:
    chance = random.Random(SEED * 1000 + number)
    words = [chance.choice(WORDS) for _ in range(chance.randrange(60))]
    expected = served([" ".join(words)])
    events = np.array([(10 * place, 10 * place + 10, CODES[word]) for place, word in enumerate(words)], np.int64)
    judging = Judging("LOG", Rules(), 0, cut_bytes=50)
    edges = sorted(chance.choices(range(len(words) + 1), k=chance.randrange(8)))  # batches may end anywhere
    for batch in np.split(events.reshape(-1, 3), edges):
        judging.feed(batch[:, 0], batch[:, 1], batch[:, 2])
    found = judging.judgement(10 * len(words))
    offsets = np.array([10 * place for place, word in enumerate(words) if word in ROW_FLAGS], np.int64)
    assert np.flatnonzero(found.visible(offsets)).tolist() == expected.shown
    agree(found.report, found.dropped, expected)
    places = [found.begins[0], *(stop for _, stop in found.parts)] if len(found.begins) else []
    assert all(stop - start <= 60 for start, stop in found.parts)  # 50, to the end of a record
    assert all(place % 10 == 0 for place in places)


@pytest.mark.parametrize("number", range(12))
def test_random_logs(number: int, tmp_path: Path) -> None:
    chance = random.Random(SEED * 3000 + number)
    descriptions = [
        " ".join(chance.choice(WORDS) for _ in range(chance.randrange(30))) for _ in range(chance.randint(1, 3))
    ]
    paths = write_logs(tmp_path, descriptions)
    expected = served(descriptions)
    applied = apply_sets(str(tmp_path))
    assert shown(applied) == expected.shown
    agree(applied.report, applied.dropped, expected)
    assert [position.file for position in applied.positions] == list(map(str, paths))


def agree(report: Report, dropped: pa.Table, expected: Server) -> None:
    """See that nothing was lost without a word."""
    pending, said = len(expected.pending or []), sum(dropped.column("rows").to_pylist())
    assert (report.rows, report.pending_rows) == (len(expected.shown), pending)
    assert (report.aborted_rows, report.deleted_rows) == (expected.aborted, expected.deleted)
    assert said == expected.aborted + pending
    assert report.rows + said + report.deleted_rows == expected.next_id


@pytest.mark.parametrize("number", range(8))
def test_going_on_from_a_position_gives_the_same(number: int, tmp_path: Path) -> None:
    chance = random.Random(SEED * 2000 + number)
    words = " ".join(chance.choice(WORDS) for _ in range(40))
    (path,) = write_logs(tmp_path, [words])
    data = path.read_bytes()
    rows: list[int] = []
    positions: tuple[Position, ...] = ()
    for size in [*sorted(chance.sample(range(len(log_of("")), len(data)), 5)), len(data)]:
        path.write_bytes(data[:size])
        applied = apply_sets(str(path), start=positions)
        rows = shown(applied) if applied.partitions[0].emptied else rows + shown(applied)
        positions = applied.positions
    assert rows == served([words]).shown
    assert sum(each.offset for each in positions) <= len(data)


def test_a_position_is_never_inside_of_a_set(tmp_path: Path) -> None:
    (path,) = write_logs(tmp_path, ["3 1 0"])
    (_, begin, _) = bytewright.open(str(path), view="sets").to_table().column("record_offset").to_pylist()
    first = apply_sets(str(path))
    assert first.positions == (Position(str(path), begin),)
    path.write_bytes(log_of("3 1 0 2 3"))
    assert shown(apply_sets(str(path), start=first.positions)) == [1, 2, 3, 4]


def test_an_unfinished_record_waits(tmp_path: Path) -> None:
    (path,) = write_logs(tmp_path, ["3 1 2 3"])
    data = path.read_bytes()
    path.write_bytes(data[:-3])
    applied = apply_sets(str(path))
    assert shown(applied) == [0, 1, 2]
    assert applied.report.unfinished_bytes == len(data) - 3 - applied.positions[0].offset > 0
    with pytest.raises(ReadError):
        apply_sets(str(path), {"tornTail": "fail"})


def test_a_log_that_was_cut_is_an_error(tmp_path: Path) -> None:
    (path,) = write_logs(tmp_path, ["3 3"])
    positions = apply_sets(str(path)).positions
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(TruncatedError, match="which were applied"):
        apply_sets(str(path), start=positions)


@pytest.mark.parametrize(
    ("words", "flags"), [("3 0 1 2", 0), ("3 2", 2), ("1 2 2", 2), ("1 delete 0", 0), ("1 0 2", None), ("", None)]
)
def test_strict_sets(words: str, flags: int | None, tmp_path: Path) -> None:
    (path,) = write_logs(tmp_path, [words])
    if flags is None:
        assert shown(apply_sets(str(path), strict_sets=True)) == shown(apply_sets(str(path)))
        return
    with pytest.raises(ValueInvalidError, match=rf"records\[\d\].*flags {flags}") as caught:
        apply_sets(str(path), strict_sets=True)
    with pytest.raises(ValueInvalidError, match=f"flags {flags}"):
        apply_sets(str(path), {"strictSets": "true"})
    assert caught.value.path == str(path)
    number = re.search(r"records\[(\d+)\]", str(caught.value))
    offsets = bytewright.open(str(path), view="records").to_table().column("offset").to_pylist()
    assert number is not None
    assert caught.value.offset == offsets[int(number[1])]


@pytest.mark.parametrize("words", ["3 command", "other+", "1 other 2"])
def test_unknown_records_may_be_errors(words: str, tmp_path: Path) -> None:
    write_logs(tmp_path, [words])
    report = apply_sets(str(tmp_path)).report
    assert report.unknown_commands + report.unknown_records == 1
    with pytest.raises(ValueInvalidError, match="a command that is known"):
        apply_sets(str(tmp_path), unknown="fail")


def test_the_version_of_the_application(tmp_path: Path) -> None:
    stated, none = tmp_path / "stated.bin", tmp_path / "none.bin"
    stated.write_bytes(log_of("3", version=7))
    none.write_bytes(log_of("3"))
    assert shown(apply_sets([str(stated), str(none)], application_version=7)) == [0, 0]
    with pytest.raises(ValueInvalidError, match="application_version") as caught:
        apply_sets(str(stated), {"applicationVersion": "6"}, application_version=7)
    assert (caught.value.path, caught.value.found) == (str(stated), "7")


def test_damage_is_an_error(tmp_path: Path) -> None:
    for bad in sorted((DATA / "deephaven" / "bad").glob("*row_digest.bin")):
        with pytest.raises(ReadError):
            apply_sets(str(bad))


def test_options() -> None:
    path = str(GOOD / "constants_nulls.bin")
    options = {"time.Long": "ns", "charNull": "none", "TornTail": "fail", "verifyChecksum": "skip"}
    log = bytewright.open(path, options=options).to_table()
    assert repr(apply_sets(path, options).table.to_pylist()) == repr(log.to_pylist())
    for name, value in {
        "mode": "PERMISSIVE",
        "strictSets": "x",
        "applicationVersion": "x",
        "unknown": "x",
        "y": 1,
    }.items():
        with pytest.raises(OptionError, match=name):
            apply_sets(path, {name: value})


def test_partitions_are_apart_and_in_order(tmp_path: Path) -> None:
    names = [
        ("Market.Trades.System.host2.2026-03-21.bin.2026-03-21.150000.000+0000", "3", 10),
        ("Market.Trades.System.host1.2026-03-22.bin.2026-03-22.000000.000+0000", "3", 20),
        ("Market.Trades.System.host1.2026-03-21.bin.2026-03-21.160000.000+0100", "3 delete 3", 30),
        ("Market.Trades.System.host1.2026-03-21.bin.2026-03-21.151000.000+0000", "3", 40),
    ]
    for name, words, first in names:
        (tmp_path / name).write_bytes(log_of(words, first))
    applied = apply_sets(str(tmp_path), partition_columns=("Host", "Day"))
    found = [(row["Host"], row["Day"], row["Id"]) for row in applied.table.to_pylist()]
    assert found == [
        ("host1", "2026-03-21", 31),
        ("host1", "2026-03-21", 40),
        ("host1", "2026-03-22", 20),
        ("host2", "2026-03-21", 10),
    ]
    assert [each.emptied for each in applied.partitions] == [True, False, False]
    with pytest.raises(OptionError, match="column text"):
        apply_sets(str(tmp_path), partition_columns=("Host", "text"))
    (tmp_path / "Market.Quotes.System.host1.2026-03-21.bin.2026-03-21.150000.000+0000").write_bytes(log_of("3"))
    (tmp_path / "Market.Trades.User.host1.2026-03-21.bin.2026-03-21.150000.000+0000").write_bytes(log_of("3"))
    with pytest.raises(OptionError, match=r"Market\.Quotes\.System, Market\.Trades\.System, Market\.Trades\.User"):
        apply_sets(str(tmp_path))


def test_names_of_both_forms() -> None:
    newer = LogName.parse(NAME.format(order="150000"))
    former = LogName.parse("Market.Trades.host.one.bin.2018-03-21.2018-03-21-15")
    assert newer is not None
    assert newer.partition.table_set == "System"
    assert former is not None
    assert (former.partition.internal, former.partition.column, former.partition.table_set) == (
        "host.one",
        "2018-03-21",
        None,
    )
    assert LogName.parse("transactions.bin") is None


def test_logs_are_divided_between_records(tmp_path: Path) -> None:
    (path,) = write_logs(tmp_path, [" ".join(["1 0 2 1 0 3"] * 20)])
    judged: Judgement = judge(str(path), path.stat().st_size, {"tornTail": "ignore"}, Rules(), cut_bytes=100)
    assert len(judged.parts) > 10
    offsets = set(bytewright.open(str(path), view="sets").to_table().column("record_offset").to_pylist())
    assert {start for start, _ in judged.parts} <= offsets
