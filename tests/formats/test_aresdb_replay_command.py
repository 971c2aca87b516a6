"""The command ``replay``, and the tables that it makes: replaced as a whole, gone on with."""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

import pytest
from pyarrow import parquet
from tests.formats.test_aresdb_replay import DATA

from bytewright.errors import OptionError, WriteError
from bytewright_pipelines.aresdb import ReplayError, replay
from bytewright_pipelines.aresdb.command import arguments, run
from bytewright_pipelines.aresdb.snapshots import current, publish, read_snapshot, write_table

CASE = DATA / "replay" / "dup_keys_in_batch"
FACTS = DATA / "replay" / "fact_cutoff"


def ran(*words: object) -> None:
    parser = argparse.ArgumentParser()
    arguments(parser)
    assert run(parser.parse_args([str(word) for word in words])) == 0


def said(text: str) -> dict[str, str]:
    return {line.split()[0]: line.split(maxsplit=1)[1] for line in text.splitlines()}


def test_a_table_is_made_and_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logs, table = tmp_path / "logs", tmp_path / "table"
    logs.mkdir()
    shutil.copy(CASE / "2.redolog", logs)
    common = ("--schema", CASE / "schema.json", "--logs", logs, "--to", table)
    ran(*common)
    assert said(capsys.readouterr().out)["position"] == "2:0"
    with pytest.raises(OptionError, match="a table already"):
        ran(*common)
    shutil.copy(CASE / "3.redolog", logs)
    ran(*common, "--resume")
    out = said(capsys.readouterr().out)
    assert (out["rows"], out["applied"], out["position"]) == ("2", "6 rows of 1 batches", "3:0")
    assert read_snapshot(table) == replay(CASE / "schema.json", CASE).table
    ran(*common, "--overwrite")
    assert said(capsys.readouterr().out)["applied"] == "7 rows of 2 batches"
    assert sorted(path.name for path in table.iterdir()) == ["000002", "000003", "current.json"]


def test_what_waits_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    terms = json.loads((FACTS / "schema.json").read_text())
    cutoff = ("--cutoff", terms["archiving_cutoff"], "--now", terms["now_unix"], "--backfill", tmp_path / "waiting")
    ran("--schema", FACTS / "schema.json", "--logs", FACTS, "--to", tmp_path / "table", *cutoff)
    assert said(capsys.readouterr().out)["waiting"] == "4 rows"
    files = sorted((tmp_path / "waiting").iterdir())
    assert sum(parquet.read_table(file).num_rows for file in files) == 4
    field = parquet.read_schema(files[0]).field(0)
    assert field.metadata[b"bytewright.update"] == b"overwrite_not_null"


def test_ends_that_are_left_out_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = DATA / "replay" / "corrupt_tail_then_next_file"
    ran("--schema", case / "schema.json", "--logs", case, "--to", tmp_path / "table")
    assert "1.redolog: left out from offset" in capsys.readouterr().err


def test_nothing_is_written_of_what_stops(tmp_path: Path) -> None:
    case = DATA / "replay" / "err_null_key"
    with pytest.raises(ReplayError, match=r"batches\[1\].rows\[1\]"):
        ran("--schema", case / "schema.json", "--logs", case, "--to", tmp_path / "table")
    assert not (tmp_path / "table").exists()


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--from", "3"], "FILE:BATCH"),
        (["--cores", "2"], "for --spark"),
        (["--resume", "--snapshot", "x"], "--resume says"),
    ],
)
def test_arguments_that_say_nothing(words: list[str], what: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=what):
        ran("--schema", CASE / "schema.json", "--logs", CASE, "--to", tmp_path / "table", *words)


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    with pytest.raises(OptionError, match="expected nothing, or a table"):
        ran("--schema", CASE / "schema.json", "--logs", CASE, "--to", tmp_path, "--overwrite")


def test_a_version_counts_when_it_is_whole(tmp_path: Path) -> None:
    table = replay(CASE / "schema.json", CASE).table
    publish(tmp_path, None, write_table(table))

    def fails(folder: Path) -> None:
        folder.mkdir()
        raise OSError("full")

    with pytest.raises(WriteError, match="can't be written: full"):
        publish(tmp_path, None, fails)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["000001", "current.json"]
    assert read_snapshot(tmp_path) == table
    version = publish(tmp_path, None, write_table(table))
    assert current(tmp_path) == version
    (tmp_path / "current.json").write_text("{}")
    with pytest.raises(OptionError, match=r"current\.json"):
        current(tmp_path)
