"""The forms of rows: tables for people, CSV, Parquet, Arrow; which of them a terminal gets."""

import csv
import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bytewright.cli import row_formats
from bytewright.cli.row_formats import print_rows, print_table
from bytewright.errors import OptionError

TABLE = pa.table(
    {
        "n": pa.array([1, None, 30], pa.int64()),
        "x": pa.array([0.5, float("nan"), None]),
        "ok": [True, False, None],
        "text": ['a "b",\nc', "", None],
        "time": pa.array([0, 1_500_000, None], pa.timestamp("us", "UTC")),
        "list": pa.array([[1, 2], [], None], pa.list_(pa.int32())),
        "bytes": [b"\x00\xff", b"", None],
    }
)


def printed(form: str, capfdbinary: pytest.CaptureFixture[bytes], table: pa.Table = TABLE) -> bytes:
    print_rows(form, table.schema, table.to_batches(max_chunksize=2))
    return capfdbinary.readouterr().out


def test_csv(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    rows = list(csv.reader(io.StringIO(printed("csv", capfdbinary).decode(), newline="")))
    assert rows == [
        ["n", "x", "ok", "text", "time", "list", "bytes"],
        ["1", "0.5", "true", 'a "b",\nc', "1970-01-01T00:00:00Z", "[1,2]", "00ff"],
        ["", "nan", "false", "", "1970-01-01T00:00:01.500Z", "[]", ""],
        ["30", "", "", "", "", "", ""],
    ]


def test_null_and_empty_text_differ_in_csv(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert printed("csv", capfdbinary, pa.table({"t": ["", None]})).splitlines()[1:] == [b'""', b""]


def test_parquet_and_arrow_are_the_same_rows(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    table = TABLE.drop_columns(["x"])  # NaN isn't NaN
    assert pq.read_table(io.BytesIO(printed("parquet", capfdbinary, table))).equals(table)
    assert pa.ipc.open_stream(printed("arrow", capfdbinary, table)).read_all().equals(table)


@pytest.mark.parametrize("form", ["csv", "parquet", "arrow", "jsonl"])
def test_no_rows_have_columns(form: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    print_rows(form, TABLE.schema, [])
    out = capfdbinary.readouterr().out
    assert {"csv": b'"n","x"' in out, "jsonl": out == b""}.get(form, out != b"")


def test_a_table_of_all_columns_in_a_pipe(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    table = pa.table(
        {
            "n": [1, 20],
            "wide": ["日本", "a\x1b[2J\tb"],
            "m": pa.array([[("k", None)], None], pa.map_(pa.string(), pa.int32())),
        }
    )
    assert not print_table(table.schema, table.to_batches())
    assert capfdbinary.readouterr().out.decode().splitlines() == [
        " n  wide           m",
        "--- -------------- -----",
        " 1  日本           {k: }",
        "20  a\\u001b[2J\\tb",
    ]


def test_a_table_ends_where_it_is_told(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    table = pa.table({"n": [1, 2, 3]})
    assert print_table(table.schema, table.to_batches(), 2)
    assert capfdbinary.readouterr().out.splitlines()[2:] == [b"1", b"2"]
    assert not print_table(table.schema, table.to_batches(), 3)


def test_values_without_a_form(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    table = pa.table({"i": pa.array([1], pa.duration("s"))})
    for form in ("jsonl", "csv"):
        with pytest.raises(OptionError, match="rows can't be printed"):
            print_rows(form, table.schema, table.to_batches())
    with pytest.raises(OptionError, match="rows can't be printed"):
        print_table(table.schema, table.to_batches())


class TestOnATerminal:
    def ran(self, *words: str) -> tuple[int, str]:
        """The status of a command, and what a terminal of 80 columns shows of it."""
        end, terminal = pty.openpty()
        with os.fdopen(end, "rb", buffering=0) as shown:
            process = subprocess.Popen(
                [sys.executable, "-m", "bytewright", *words],
                stdin=subprocess.DEVNULL,
                stdout=terminal,
                stderr=terminal,
                cwd=Path(__file__).parents[2],
                env={**os.environ, "TERM": "dumb"},
            )
            os.close(terminal)
            text = b""
            try:
                while piece := shown.read(65536):
                    text += piece
            except OSError:  # the other end is closed
                pass
            return process.wait(), text.decode().replace("\r\n", "\n")

    def test_cat_prints_a_table(self) -> None:
        status, text = self.ran("cat", "--spec", "examples/dbf.ksy", "examples/data/own/countries.dbf")
        lines = text.splitlines()
        assert status == 0
        assert lines[0].split() == ["NAME", "AREA", "SINCE", "ISLAND"]
        assert set(lines[1]) == {"-", " "}
        assert lines[2].split() == ["Malta", "316.0", "19640921", "T"]

    def test_columns_that_have_no_room_are_named(self) -> None:
        words = ["sql", "SELECT 1 AS a, repeat('x', 50) AS b, repeat('y', 50) AS c, 3 AS d"]
        status, text = self.ran(*words)
        assert status == 0
        assert text.splitlines()[0].split() == ["a", "b"]
        assert text.splitlines()[-1] == "There is no room for c, d. --columns A,B shows those that you name."

    def test_what_a_terminal_can_not_show_is_refused(self) -> None:
        status, text = self.ran("sql", "--format", "parquet", "SELECT 1")
        assert status == 2
        assert text.rstrip().endswith("found a terminal. Add: > rows.parquet")


def test_a_table_says_that_there_are_more(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    from bytewright import cli

    monkeypatch.setattr("bytewright.cli.commands.cat.SHOWN", 2)
    words = ["cat", "--format", "table", "--spec", "examples/dbf.ksy", "examples/data/own/countries.dbf"]
    assert cli.main(words) == 0
    out, err = capfd.readouterr()
    assert len(out.splitlines()) == 4
    assert err == "The first 2 rows; --limit N shows more, --format jsonl all.\n"
    assert cli.main([*words, "--limit", "3"]) == 0
    out, err = capfd.readouterr()
    assert (len(out.splitlines()), err) == (5, "")


def test_forms_are_those_that_are_declared() -> None:
    assert set(row_formats._WRITERS) == {"jsonl", "csv", "parquet", "arrow"}
