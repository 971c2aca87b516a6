"""Files that customer.io's own writers made, good and damaged: rows, errors, rewriting."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.formats.fixtures import DATA, Bad, bad_files, expected_rows, lines, named

import bytewright
from bytewright.cli import main
from bytewright.codec.codec import Codec
from bytewright.errors import ReadError
from bytewright.kernels.plan import RowPlan
from bytewright.testing import check_rewrite, check_tree_of, oracle_difference
from bytewright_formats import esdb, esdb_spaces

FILES = sorted((DATA / "esdb" / "good").glob("*.bin"))
TEXT = [path for path in FILES if path.with_suffix(".events.jsonl").exists()]
BAD = bad_files(DATA / "esdb" / "bad")
VIEWS = ["events", "index_events", "blocks"]


def codec_of(path: Path) -> Codec:
    """The format of a fixture."""
    return esdb_spaces.CODEC if path.name.startswith("head_") else esdb.CODEC


BY_KERNEL = [(path, view) for path in TEXT for view in VIEWS if isinstance(codec_of(path).row_plans[view], RowPlan)]


def test_views_that_the_kernel_reads() -> None:
    assert {(codec_of(path).name, view) for path, view in BY_KERNEL} == {
        (name, view) for name in ("esdb", "esdb_spaces") for view in VIEWS
    }


# --- good files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["objects", "kaitai"])
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("path", TEXT, ids=named)
def test_cat_prints_what_is_expected(
    path: Path, view: str, engine: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    status = main(["cat", "--spec", codec_of(path).name, "--view", view, "--engine", engine, str(path)])
    printed = capfdbinary.readouterr()
    assert (status, printed.err) == (0, b"")
    assert list(lines(printed.out.decode())) == expected_rows(path, view)


@pytest.mark.parametrize(("path", "view"), BY_KERNEL)
def test_the_kernel_reads_all_events(path: Path, view: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["cat", "--spec", codec_of(path).name, "--view", view, "--engine", "columns", str(path)]) == 0
    assert list(lines(capfdbinary.readouterr().out.decode())) == expected_rows(path, view)
    for size in (1, 3, 65_536):
        table = bytewright.open(path, codec_of(path), view, engine="columns", batch_rows=size)
        objects = bytewright.open(path, codec_of(path), view, engine="objects").to_table()
        assert table.to_table().equals(objects)
        assert table.counted == ({"columns": objects.num_rows} if objects.num_rows else {})


@pytest.mark.parametrize("path", [path for path in FILES if path not in TEXT], ids=named)
def test_names_that_are_no_text_are_an_error(path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["cat", "--spec", codec_of(path).name, str(path)]) == 1
    error = capfdbinary.readouterr().err.decode()
    assert error.startswith(f"bytewright: error: {path}: offset ")
    assert "'utf-8' codec can't decode byte" in error


@pytest.mark.parametrize("path", FILES, ids=named)
def test_files_are_written_again_byte_for_byte(path: Path) -> None:
    data = path.read_bytes()
    check_rewrite(codec_of(path), data)
    check_tree_of(codec_of(path), data)


@pytest.mark.parametrize("path", TEXT, ids=named)
def test_all_places_are_found_anew(path: Path) -> None:
    codec = codec_of(path)
    data = path.read_bytes()
    made = codec.to_bytes(codec.parse(data), canonical=True)
    if not path.stem.endswith(("groups_indexes", "v1_restart_17", "v1_restart_33")):  # their blocks lie in no order
        assert made == data
    for view in VIEWS:
        before, after = (bytewright.open(file, codec, view).to_table().to_pylist() for file in (data, made))
        for row in (*before, *after):
            row.pop("offset", None)
        assert sorted(after, key=str) == sorted(before, key=str)


@pytest.mark.parametrize("path", FILES, ids=named)
def test_kaitai_reads_the_same_values(path: Path) -> None:
    assert oracle_difference(codec_of(path), path.read_bytes()) is None


# --- damaged files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.file)
def test_damage_is_an_error_with_its_place(bad: Bad, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = DATA / "esdb" / "bad" / bad.file
    assert main(["cat", "--spec", codec_of(path).name, str(path)]) == int(bad.exit_status)
    printed = capfdbinary.readouterr()
    assert printed.out == b""
    found = re.match(
        rf"bytewright: error: {re.escape(str(path))}: offset (\d+) \(0x[0-9a-f]+\): ", printed.err.decode()
    )
    assert found is not None
    assert int(found[1]) in bad.offsets


def test_a_file_of_the_other_format_says_so() -> None:
    for codec, stem in ((esdb.CODEC, "head_readme_example"), (esdb_spaces.CODEC, "v1_readme_example")):
        with pytest.raises(ReadError) as error:
            bytewright.open(DATA / "esdb" / "good" / f"{stem}.bin", codec).to_table()
        other = "esdb_spaces" if codec is esdb.CODEC else "esdb"
        assert error.value.hint == f"It may be a file of the format {other}."


@pytest.mark.parametrize("codec", [esdb.CODEC, esdb_spaces.CODEC], ids=lambda codec: codec.name)
def test_append_logs_are_refused_by_name(codec: Codec) -> None:
    log = b"ESDBstream" + bytes(100) + (100).to_bytes(8, "little")
    with pytest.raises(ReadError, match="ESDBstream"):
        bytewright.open(log, codec).to_table()


def test_a_chain_that_leads_back_is_an_error() -> None:
    data = bytearray((DATA / "esdb" / "good" / "v1_readme_example.bin").read_bytes())
    block = esdb.parse(bytes(data)).pages[0].blocks[0].block
    step = next(section for section in block.pages_of_block[0].sections if section.name == "page").chain[1]
    link = step.event.body.links[0]
    place = link._at[2].start
    data[place : place + 8] = link.previous.to_bytes(8, "little")
    with pytest.raises(ReadError) as error:
        bytewright.open(bytes(data), "esdb", "index_events").to_table()
    assert "each only once" in str(error.value)
