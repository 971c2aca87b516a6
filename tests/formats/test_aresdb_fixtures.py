"""Redo logs that AresDB itself wrote, good and damaged: rows, errors, rewriting, agreement of all that reads them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from tests.formats import fixtures
from tests.formats.fixtures import ENGINES, Bad, bad_files, expected_rows, known, lines, named, skip_unless

import bytewright
from bytewright.cli import main
from bytewright.errors import ReadError, WriteError
from bytewright.testing import check_rewrite, check_tree_of, check_views_of, oracle_difference
from bytewright_formats import aresdb_redo_log, aresdb_upsert_batch

DATA = fixtures.DATA / "aresdb"
GOOD = sorted((DATA / "good").glob("*.bin"))
TORN = DATA / "replay" / "corrupt_tail_then_next_file" / "1.redolog"
REPLAY = sorted({*(DATA / "replay").rglob("*.redolog")} - {TORN})
CODEC = aresdb_redo_log.CODEC

BAD = bad_files(DATA / "bad")
ACCEPTED = [DATA / "bad" / b.file for b in BAD if b.expect == "accept"]
READABLE = [*GOOD, *REPLAY, *ACCEPTED]


@cache
def batches() -> dict[str, bytes]:
    """The upsert batches of all good logs, which are files of their own format."""
    found = {}
    for path in READABLE:
        data = path.read_bytes()
        for number, batch in enumerate(CODEC.parse(data).batches):
            place = batch._at[1]
            found[f"{named(path)}[{number}]"] = data[place.start : place.end]
    return found


# --- good files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("view", ["rows", "columns"])
@pytest.mark.parametrize("path", GOOD, ids=named)
def test_cat_prints_what_is_expected(
    path: Path, view: str, engine: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    skip_unless(engine, CODEC, view)
    status = main(["cat", "--spec", CODEC.name, "--view", view, "--engine", engine, str(path)])
    printed = capfdbinary.readouterr()
    assert (status, printed.err) == (0, b"")
    expected = expected_rows(path, view)
    rows = list(lines(printed.out.decode()))
    assert rows == expected


@pytest.mark.parametrize("view", ["rows", "columns"])
@pytest.mark.parametrize("path", GOOD, ids=named)
def test_open_gives_as_many_rows(path: Path, view: str) -> None:
    table = bytewright.open(path, view=view, spec=CODEC)
    rows = table.to_table()
    assert rows.schema == table.schema
    assert rows.num_rows == len(path.with_suffix(f".{view}.jsonl").read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("path", READABLE, ids=named)
def test_files_are_written_again_byte_for_byte(path: Path) -> None:
    data = path.read_bytes()
    check_rewrite(CODEC, data)
    check_tree_of(CODEC, data)


@pytest.mark.parametrize("path", [*GOOD, *REPLAY], ids=named)
def test_files_are_canonical(path: Path) -> None:
    data = path.read_bytes()
    assert CODEC.to_bytes(CODEC.parse(data), canonical=True) == data


@pytest.mark.parametrize("path", READABLE, ids=named)
def test_kaitai_reads_the_same_values(path: Path) -> None:
    assert oracle_difference(CODEC, path.read_bytes()) is None


@pytest.mark.parametrize("path", READABLE, ids=named)
def test_engines_agree(path: Path) -> None:
    check_views_of(CODEC, path.read_bytes())


def test_batches_are_files_of_their_own() -> None:
    codec = aresdb_upsert_batch.CODEC
    found = batches()
    assert len(found) > 100
    for data in list(found.values())[::3]:
        check_rewrite(codec, data)
        check_tree_of(codec, data)
        assert oracle_difference(codec, data) is None
        check_views_of(codec, data)


# --- damaged files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.file.removesuffix(".bin"))
def test_damage_is_told_in_one_line(bad: Bad, engine: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    skip_unless(engine, CODEC, "rows")
    path = DATA / "bad" / bad.file
    status = main(["cat", "--spec", CODEC.name, "--engine", engine, str(path)])
    printed = capfdbinary.readouterr()
    assert str(status) in bad.exit_status.split("|")
    errors = printed.err.decode().splitlines()
    assert len(errors) == (1 if status else 0), errors
    if engine != "kaitai":  # its parser reads files wholly, and knows no places
        rows = list(lines(printed.out.decode()))
        expected = expected_rows(path, "rows")
        assert len(rows) >= bad.good_rows  # of the batch whose size is wrong rows may come or not
        assert [known(row) for row in rows] == [known(row) for row in expected[: len(rows)]]
    if status and engine != "kaitai":
        found = re.search(r"offset (\d+) \(0x([0-9a-f]+)\)", errors[0])
        assert found is not None, errors
        assert int(found[1]) == int(found[2], 16)
        low, high = map(int, bad.where.split("-"))
        assert low <= int(found[1]) <= high, errors[0]


@pytest.mark.parametrize("bad", [b for b in BAD if b.expect == "fail"], ids=lambda bad: bad.file.removesuffix(".bin"))
def test_damage_blames_a_field(bad: Bad) -> None:
    with pytest.raises(ReadError) as caught:
        CODEC.parse(DATA / "bad" / bad.file)
    error = caught.value
    assert error.field
    assert error.expected or error.message
    low, high = map(int, bad.where.split("-"))
    assert error.offset is not None
    assert low <= error.offset <= high


# --- what a writer refuses --------------------------------------------------------------------------------------------


def test_a_count_that_nothing_gives_obeys_its_rule() -> None:
    batch = aresdb_upsert_batch.AresdbUpsertBatch(arrival_time=0, types=[], column_ids=[], num_rows=-1)
    with pytest.raises(WriteError, match="num_rows: expected at least 0, found -1"):
        aresdb_upsert_batch.CODEC.to_bytes(batch)
