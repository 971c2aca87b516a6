"""Logs made from the design document by an independent encoder, good and damaged: rows, errors, rewriting."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.formats.fixtures import DATA, ENGINES, Bad, bad_files, expected_rows, known, lines, named, skip_unless

import bytewright
from bytewright.cli import main
from bytewright.errors import ReadError
from bytewright.testing import check_rewrite, check_tree_of, check_views_of, oracle_difference
from bytewright_formats.deephaven_log import CODEC

GOOD = sorted((DATA / "deephaven" / "good").glob("*.bin"))
BAD = bad_files(DATA / "deephaven" / "bad")


# --- good files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("view", ["rows", "records", "columns"])
@pytest.mark.parametrize("path", GOOD, ids=named)
def test_cat_prints_what_is_expected(
    path: Path, view: str, engine: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    if engine == "kaitai" and view == "records":
        pytest.skip("the stock parser knows no offsets")
    skip_unless(engine, CODEC, view)
    status = main(["cat", "--spec", CODEC.name, "--view", view, "--engine", engine, str(path)])
    printed = capfdbinary.readouterr()
    assert (status, printed.err) == (0, b"")
    assert list(lines(printed.out.decode())) == expected_rows(path, view)


@pytest.mark.parametrize("path", GOOD, ids=named)
def test_files_are_written_again_byte_for_byte(path: Path) -> None:
    data = path.read_bytes()
    check_rewrite(CODEC, data)
    check_tree_of(CODEC, data)
    assert CODEC.to_bytes(CODEC.parse(data), canonical=True) == data


@pytest.mark.parametrize("path", GOOD, ids=named)
def test_kaitai_reads_the_same_values(path: Path) -> None:
    assert oracle_difference(CODEC, path.read_bytes()) is None


@pytest.mark.parametrize("path", GOOD, ids=named)
def test_engines_agree(path: Path) -> None:
    check_views_of(CODEC, path.read_bytes())


@pytest.mark.parametrize("rows", ["rows.jsonl", "rows.parquet"])
@pytest.mark.parametrize("path", GOOD, ids=named)
def test_rows_and_root_make_the_file_again(
    path: Path, rows: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["root", "--spec", CODEC.name, str(path)]) == 0
    root = tmp_path / "root.json"
    root.write_bytes(capfdbinary.readouterr().out)
    held = tmp_path / rows
    if rows.endswith("parquet"):
        import pyarrow.parquet as pq

        pq.write_table(bytewright.open(path, CODEC).to_table(), held)
    else:
        assert main(["cat", "--spec", CODEC.name, str(path)]) == 0
        held.write_bytes(capfdbinary.readouterr().out)
    made = tmp_path / "made.bin"
    assert main(["write", "--spec", CODEC.name, "--from", str(held), "--root", str(root), "-o", str(made)]) == 0
    assert made.read_bytes() == path.read_bytes()


# --- damaged files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.file.removesuffix(".bin"))
def test_damage_is_told_in_one_line(bad: Bad, engine: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = DATA / "deephaven" / "bad" / bad.file
    status = main(["cat", "--spec", CODEC.name, "--engine", engine, str(path)])
    printed = capfdbinary.readouterr()
    assert str(status) in bad.exit_status.split("|")
    errors = printed.err.decode().splitlines()
    assert len(errors) == 1, errors
    if engine == "kaitai":  # it reads files wholly, and knows no places
        return
    rows = list(lines(printed.out.decode()))
    expected = expected_rows(path, "rows")
    assert len(rows) == bad.good_rows
    assert [known(row) for row in rows] == [known(row) for row in expected[: len(rows)]]
    found = re.search(r"offset (\d+) \(0x([0-9a-f]+)\)", errors[0])
    assert found is not None, errors
    assert int(found[1]) in bad.offsets, errors[0]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.file.removesuffix(".bin"))
def test_damage_blames_a_field(bad: Bad) -> None:
    with pytest.raises(ReadError) as caught:
        CODEC.parse(DATA / "deephaven" / "bad" / bad.file)
    assert caught.value.field
    assert caught.value.expected
    assert caught.value.offset in bad.offsets


@pytest.mark.parametrize("engine", ["objects", "columns"])
def test_a_digest_may_be_reported_or_passed_over(engine: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = DATA / "deephaven" / "bad" / "bad_bad_row_digest.bin"
    rows = {}
    for choice in ("report", "skip"):
        assert main(["cat", "--engine", engine, "--option", f"verifyChecksum={choice}", str(path)]) == 0
        printed = capfdbinary.readouterr()
        rows[choice] = printed.out
        assert (b"records[3].body.digest: expected" in printed.err) == (choice == "report")
    assert rows["report"] == rows["skip"]
    assert len(rows["skip"].splitlines()) == 4


@pytest.mark.parametrize("engine", ["objects", "columns"])
@pytest.mark.parametrize("file", ["bad_trunc_row.bin", "bad_trunc_row_size.bin"])
def test_an_unfinished_row_may_be_left_out(file: str, engine: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = DATA / "deephaven" / "bad" / file
    assert main(["cat", "--engine", engine, "--option", "tornTail=ignore", str(path)]) == 0
    assert len(capfdbinary.readouterr().out.splitlines()) == len(expected_rows(path, "rows"))


def test_a_file_that_no_spec_fits_is_told_what_specs_say_of_such(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.bin"
    path.write_bytes(b"\3" + GOOD[0].read_bytes())
    assert main(["cat", str(path)]) == 2
    assert "deephaven_log: A file that begins with a small number" in capsys.readouterr().err
