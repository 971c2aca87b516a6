"""Tables for other libraries (Arrow streams, datasets, data frames), and SQL over files."""

import io
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import polars
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from tests.support.toy_codecs import GRID, NOTES, block, grid, note, notes

import bytewright
from bytewright import cli
from bytewright.codec import registry
from bytewright.errors import CodecError, InputMissingError, OptionError, ReadError
from bytewright.host.optional import needed
from bytewright.tables.file_rows import FileRows
from bytewright.tables.sql.session import Session, sql

GOOD = notes(note(0, 1, "hi"), note(5, 2, ""), note(7, 9, "ü"))
ROWS = bytewright.open(GOOD, NOTES).to_table().to_pylist()
TEXTS = [row["text"] for row in ROWS]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "good.note").write_bytes(GOOD)
    (tmp_path / "bad.note").write_bytes(GOOD + b"\x09")
    monkeypatch.chdir(tmp_path)
    return tmp_path


class TestTables:
    def test_a_reader_of_batches(self) -> None:
        table = bytewright.open(GOOD, NOTES, batch_rows=2)
        reader = table.to_reader()
        assert reader.schema == table.schema
        assert [batch.num_rows for batch in reader] == [2, 1]

    def test_an_error_comes_behind_the_good_rows_as_ours(self, folder: Path) -> None:
        reader = bytewright.open(folder / "bad.note", NOTES).to_reader()
        assert next(reader).num_rows == 3
        with pytest.raises(ReadError) as error:
            next(reader)
        assert error.value.offset == len(GOOD)

    def test_arrow_streams_can_be_had_again(self) -> None:
        table = bytewright.open(GOOD, NOTES)
        for _ in range(2):
            assert pa.RecordBatchReader.from_stream(table).read_all().to_pylist() == ROWS

    def test_polars_and_pandas(self) -> None:
        table = bytewright.open(GOOD, NOTES)
        assert table.to_polars()["text"].to_list() == polars.DataFrame(table)["text"].to_list() == TEXTS
        assert table.to_pandas()["number"].tolist() == [row["number"] for row in ROWS]

    def test_polars_shares_memory(self) -> None:
        arrays = bytewright.open(GOOD, NOTES, columns=["number"]).to_table()
        frame = polars.from_arrow(arrays)
        assert isinstance(frame, polars.DataFrame)
        (given,) = arrays.column(0).chunks
        places = [array.buffers()[1] for array in (given, frame["number"].to_arrow())]
        assert len({place.address for place in places if place is not None}) == 1

    def test_duckdb_reads_a_table_by_its_variable(self) -> None:
        shown = bytewright.open(GOOD, NOTES)
        relation = duckdb.sql("select text from shown order by number")
        assert relation is not None
        assert relation.fetchall() == [(text,) for text in TEXTS]
        assert shown.engines  # it was this that was read

    def test_a_missing_library_is_asked_for(self) -> None:
        with pytest.raises(CodecError, match=r"needs no_such_library.*pip install 'bytewright\[frames\]'"):
            needed("no_such_library", "frames")


class TestDatasets:
    def test_only_what_is_asked_for_is_read(self, folder: Path) -> None:
        dataset = bytewright.open(folder / "good.note", NOTES).dataset()
        shown = dataset.to_table(columns=["text"], filter=pc.field("number") > 0)
        assert shown.to_pylist() == [{"text": row["text"]} for row in ROWS if row["number"] > 0]
        assert [table.schema.names for table in dataset.tables] == [["number", "text"]]
        assert dataset.count_rows() == 3
        assert dataset.head(1).to_pylist() == ROWS[:1]
        assert dataset.to_table().to_pylist() == ROWS

    def test_lazy_frames(self, folder: Path) -> None:
        dataset = bytewright.open(folder / "good.note", NOTES).dataset()
        found = polars.scan_pyarrow_dataset(dataset).filter(polars.col("number") == 0).select("text").collect()
        assert found["text"].to_list() == ["hi"]
        assert dataset.tables[-1].schema.names == ["number", "text"]

    def test_a_stream_is_read_once(self) -> None:
        dataset = bytewright.open(io.BytesIO(GOOD), NOTES).dataset()
        assert dataset.to_table(columns=["text"]).num_rows == dataset.to_table(columns=["number"]).num_rows == 3


class TestSql:
    def test_a_path_is_a_table(self, folder: Path) -> None:
        found = sql("select text, number from 'good.note' where number > 0 order by number desc", NOTES)
        assert found.to_pylist() == [{"text": r["text"], "number": r["number"]} for r in ROWS[:0:-1]]

    def test_only_the_columns_of_the_query_are_read(self, folder: Path) -> None:
        with Session(NOTES) as session:
            reader = session.run("select text from 'good.note' where number = 0")
            assert reader is not None
            assert reader.read_all().to_pylist() == [{"text": "hi"}]
            (dataset,) = session._datasets.values()
            assert {tuple(table.schema.names) for table in dataset.tables} == {("number", "text")}

    def test_a_file_with_itself_and_a_glob(self, folder: Path) -> None:
        (folder / "more.note").write_bytes(notes(note(9, 1, "x")))
        counted = "select count(*) n from 'good.note' a join 'good.note' b using (number)"
        assert sql(counted, NOTES).to_pylist() == [{"n": 3}]
        assert sql("select count(*) n from '[gm]o*.note'", NOTES).to_pylist() == [{"n": 4}]

    def test_no_folder_with_a_commit_that_was_cut_short(self, folder: Path) -> None:
        job = folder / "_bytewright-j"
        job.mkdir()
        query = "select count(*) from '[gm]o*.note'"
        sql(query, NOTES)
        (job / "commit.json").write_bytes(b"")
        with pytest.raises(InputMissingError, match=r"was cut short: .*`bytewright recover`"):
            sql(query, NOTES)

    def test_views_and_options_stand_behind_the_path(self, folder: Path) -> None:
        (folder / "some.grid").write_bytes(grid(block(2, (1, 2, [1, 2]))))
        views = [view.name for view in GRID.views]
        for name in views:
            expected = bytewright.open(folder / "some.grid", GRID, name).to_table()
            found = sql(f"select * from 'some.grid?view={name}'", GRID)
            assert found.to_pylist() == expected.to_pylist()
        passed = sql("select count(*) n from 'bad.note?mode=DROPMALFORMED'", NOTES)
        assert passed.to_pylist() == [{"n": 3}]

    def test_definitions_last_and_other_names_are_left_alone(self, folder: Path) -> None:
        with Session(NOTES) as session:
            session.run("create view texts as select text from 'good.note'")
            reader = session.run("with t as (select * from texts) select count(*) n from t")
            assert reader is not None
            assert reader.read_all().to_pylist() == [{"n": 3}]
            session.run("copy (select a.number from 'good.note' a join 'good.note' using (number)) to 'out.parquet'")
            session.run("create table kept as from 'good.note' limit 1")
            reader = session.run("select sum(number) n from 'out.parquet'")
            assert reader is not None
            assert [int(row["n"]) for row in reader.read_all().to_pylist()] == [sum(r["number"] for r in ROWS)]

    @pytest.mark.parametrize(
        ("query", "kind", "text"),
        [
            ("select * from 'none.note'", InputMissingError, "none.note: no such file"),
            ("select * from 'none*.note'", InputMissingError, "none*.note: no file fits"),
            ("select * from 'bad.note'", ReadError, "bad.note: offset"),
            ("select nothing from 'good.note'", OptionError, 'query: Binder Error: Referenced column "nothing"'),
            ("select * fro 'good.note'", OptionError, "query: Parser Error"),
            ("select * from 'good.note?view=nots'", OptionError, "unknown view 'nots'"),
            ("select * from 'good.note?mod=x'", OptionError, "unknown option 'mod'"),
            ("select * from 'good.note?view=notes&view=notes'", OptionError, "good.note: view is given twice"),
            ("select * from 'good.note?view=notes&'", OptionError, "expected key=value"),
            ("select * from nothing", OptionError, "query: Catalog Error: Table with name nothing does not exist"),
        ],
    )
    def test_errors_are_ours(self, folder: Path, query: str, kind: type[Exception], text: str) -> None:
        with pytest.raises(kind) as error:
            sql(query, NOTES)
        assert type(error.value).__module__ == "bytewright.errors"
        assert text in str(error.value)
        assert "\n" not in str(error.value)

    @pytest.mark.parametrize("condition", ["", " where number > 0", " where text is not null limit 1"])
    def test_only_our_own_thread_touches_what_is_read(
        self, folder: Path, condition: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A thread of a library's that drops objects of Python while the interpreter ends aborts the process."""
        seen: list[int] = []

        class Watched:
            def __del__(self) -> None:
                seen.append(threading.get_ident())

        def watched(rows: FileRows) -> Iterator[pa.RecordBatch]:
            seen.append(threading.get_ident())
            held = Watched()
            yield from plain(rows)
            del held

        plain = FileRows.to_batches
        monkeypatch.setattr(FileRows, "to_batches", watched)
        sql(f"select text from 'good.note'{condition}", NOTES)
        with pytest.raises(ReadError):
            sql("select text from 'bad.note'", NOTES)
        assert len(seen) == 4
        assert set(seen) == {threading.get_ident()}

    def test_warnings_of_what_was_tolerated(self, folder: Path) -> None:
        with Session(NOTES, {"mode": "DROPMALFORMED"}) as session:
            reader = session.run("select * from 'bad.note'")
            assert reader is not None
            reader.read_all()
            assert [notice.path for notice in session.warnings] == ["bad.note"]


class TestCommand:
    @pytest.fixture(autouse=True)
    def compiler(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(registry, "compiler", lambda: lambda path, *_, **__: NOTES)

    def ran(self, capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
        status = cli.main(["sql", "--spec", "notes.ksy", *words])
        out, err = capfd.readouterr()
        return status, out, err

    def test_rows_are_json_lines(self, capfd: pytest.CaptureFixture[str]) -> None:
        status, out, err = self.ran(capfd, "select text, time '10:00' t from 'good.note' limit 1; select 1 a")
        assert (status, err) == (0, "")
        assert [json.loads(line) for line in out.splitlines()] == [{"text": "hi", "t": "10:00:00.000000"}, {"a": 1}]

    def test_a_table_for_people(self, capfd: pytest.CaptureFixture[str]) -> None:
        query = "select number n, text, [true, null] l, {'a': 'b'} s, null z from 'good.note' order by 1"
        status, out, _ = self.ran(capfd, "--table", query)
        assert status == 0
        lines = out.splitlines()
        assert lines[0].split() == ["n", "text", "l", "s", "z"]
        assert set(lines[1]) == {"-", " "}
        assert lines[2].split(None, 1) == ["0", "hi    [true, ]  {a: b}"]
        assert len(lines) == 5

    def test_statuses(self, capfd: pytest.CaptureFixture[str]) -> None:
        bad: Any = self.ran(capfd, "select count(*) from 'bad.note'")
        assert (bad[0], bad[1], bad[2].startswith("bytewright: error: bad.note: offset ")) == (1, "", True)
        assert self.ran(capfd, "select interval 1 day")[0] == 2
        assert self.ran(capfd, "selec")[0] == 2
        assert self.ran(capfd)[0] == 2
