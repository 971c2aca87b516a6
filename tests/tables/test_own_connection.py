"""One's own connection to DuckDB, to which paths are tables: `bytewright.duckdb.register`."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from tests.support.toy_codecs import NOTES, note, notes

import bytewright
from bytewright.arrow.conditions import Condition
from bytewright.duckdb import register
from bytewright.errors import CodecError, OptionError
from bytewright.tables.table import Table

GOOD = notes(note(0, 1, "hi"), note(5, 2, ""), note(7, 9, "ü"))
MORE = notes(note(4, 3, "more"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "good.note").write_bytes(GOOD)
    (tmp_path / "bad.note").write_bytes(GOOD + b"\x09")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def connection(folder: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with register(duckdb.connect(), NOTES) as connection:
        yield connection


@pytest.mark.parametrize("how", ["sql", "query", "from_query", "execute"])
def test_paths_are_tables_beside_those_of_the_connection_and_variables(
    connection: duckdb.DuckDBPyConnection, how: str
) -> None:
    connection.execute("create table wanted as select 1::utinyint as number")
    mine = pa.table({"number": pa.array([2], pa.uint8())})
    assert mine.num_rows == 1
    query = "select text from 'good.note' where number in (from wanted) or number in (from mine) -- don't"
    assert getattr(connection, how)(query).fetchall() == [(None,), ("ü",)]
    assert connection.execute("show tables").fetchall() == [("wanted",)]


def test_parameters_many_times_and_names_of_arguments(connection: duckdb.DuckDBPyConnection) -> None:
    assert connection.execute("select 'ä', text from 'good.note' where number = ?", [2]).fetchall() == [("ä", "ü")]
    relation = connection.sql("select $text from 'good.note' limit 1", params={"text": "x"}, alias="a")
    assert relation.fetchall() == [("x",)]
    connection.execute("create table found(text varchar)")
    connection.executemany("insert into found select text from 'good.note' where number = ?", [[0], [2]])
    assert connection.execute("from found").fetchall() == [("hi",), ("ü",)]


@pytest.mark.parametrize(
    "statement",
    [
        "update kept set text = (select max(text) from 'good.note')",
        "delete from kept using 'good.note' as x where x.text = kept.text",
        "merge into kept using 'good.note' as x on x.text = kept.text when matched then delete",
        "copy 'good.note' to 'out.parquet'",
        "pivot 'good.note' on text using count(*)",
        "prepare one as from 'good.note'",
        "create macro notes() as table from 'good.note'",
        """select * from "good.note" """,
    ],
)
def test_files_stand_wherever_tables_do(connection: duckdb.DuckDBPyConnection, statement: str) -> None:
    connection.execute("create table kept as select text from 'good.note'")
    connection.execute(statement)


def test_columns_and_conditions_are_pushed(
    connection: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[list[str], Condition | None]] = []
    plain = Table.only

    def watched(table: Table, columns: Sequence[str], condition: Condition | None = None) -> Table:
        asked.append((list(columns), condition))
        return plain(table, columns, condition)

    monkeypatch.setattr(Table, "only", watched)
    assert connection.sql("select text from 'good.note' where number > 1").fetchall() == [("ü",)]
    ((columns, condition),) = asked
    assert sorted(columns) == ["number", "text"]
    assert "Below" in repr(condition)


def test_views_find_files_that_have_come(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    connection.execute("create view found as select text, 'a.b' as dotted from '*.note?mode=DROPMALFORMED'")
    (folder / "bad.note").unlink()
    for how in (connection.sql, connection.execute):
        assert how("select count(*) from found").fetchall() == [(3,)]
    (folder / "more.note").write_bytes(MORE)
    for how in (connection.sql, connection.execute):
        assert how("select count(*) from found").fetchall() == [(4,)]
        assert how("select count(*) from '*.note'").fetchall() == [(4,)]


def test_names_that_differ_in_case_are_other_files(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    (folder / "GOOD.note").write_bytes(MORE)
    query = "select (select count(*) from 'good.note'), (select count(*) from 'GOOD.note')"
    assert connection.execute(query).fetchall() == [(3, 1)]
    with pytest.raises(OptionError, match="two registrations"):
        bytewright.sql(query, NOTES)
    for name, count in (("good.note", 3), ("GOOD.note", 1)):
        assert bytewright.sql(f"select count(*) n from '{name}'", NOTES).to_pylist() == [{"n": count}]
    connection.execute("create view one as from 'good.note'")
    with pytest.raises(OptionError, match=r"GOOD\.note: views of files whose names differ only in case: found good\.n"):
        connection.execute("create view two as from 'GOOD.note'")


def test_what_duckdb_knows_goes_first(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    connection.execute("""create table "good.note" as select 5 as five""")
    assert connection.execute("from 'good.note'").fetchall() == [(5,)]
    (folder / "rows.csv").write_text("a\n7\n")
    assert connection.execute("from 'rows.csv'").fetchall() == [(7,)]


def test_names_that_are_nobodys_are_left_to_duckdb(folder: Path) -> None:
    connection = register(duckdb.connect())
    with pytest.raises(duckdb.Error, match="No extension found"):
        connection.execute("from 'good.note'")
    for name in ("none.note", "none*.note", "s3://none/note"):
        with pytest.raises(duckdb.Error):
            connection.execute(f"from '{name}'")


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("select * from 'bad.note'", r"bad\.note: offset \d+ "),
        ("select * from 'good.note?view=nots'", "unknown view 'nots'"),
        ("select * from 'good.note?mod=x'", "unknown option 'mod'"),
        ("select * from 'good.note?trust=.'", "a path gives no consent"),
        ("select * from 'none.note?view=notes'", "none.note: no such file"),
        ("select * fro 'good.note'", "Parser Error"),
    ],
)
def test_errors_are_duckdbs_with_our_text(connection: duckdb.DuckDBPyConnection, query: str, text: str) -> None:
    with pytest.raises(duckdb.Error, match=text):
        connection.execute(query).fetchall()
    assert connection.execute("select count(*) from 'good.note'").fetchall() == [(3,)]


def test_cursors_know_files_and_later_arguments_count(connection: duckdb.DuckDBPyConnection) -> None:
    for other in (connection.cursor(), connection.duplicate()):
        assert other.execute("select count(*) from 'good.note'").fetchall() == [(3,)]
    kind = type(connection)
    assert register(connection, NOTES, {"mode": "DROPMALFORMED"}) is connection
    assert connection.execute("select count(*) from 'bad.note'").fetchall() == [(3,)]
    assert len(type(connection).__mro__) == len(kind.__mro__)


def test_what_is_no_connection_or_one_of_another_duckdb(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match="connection: expected one of DuckDB's, found str"):
        register("good.note")  # type: ignore[arg-type]

    monkeypatch.setattr(duckdb, "DuckDBPyConnection", (duckdb.DuckDBPyConnection, Refusing))
    other: Any = Refusing()
    with pytest.raises(CodecError, match=rf"DuckDB {duckdb.__version__} can't be told of files"):
        register(other, NOTES)


class Refusing:
    """What stands for a connection of another DuckDB, whose class can't be another one."""

    def __setattr__(self, name: str, value: object) -> None:
        raise TypeError(name)


def test_specs_are_named_by_paths(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    (folder / "pairs.ksy").write_text("meta: {id: pairs}\nseq: [{id: records, type: u1, repeat: eos}]\n")
    own = register(duckdb.connect())
    assert own.execute("select len(records) from 'good.note?spec=pairs.ksy'").fetchall() == [(len(GOOD),)]
