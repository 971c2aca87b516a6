"""`bytewright.open` over objects: rows, schemas, columns, options, several files, bad files."""

import io
from pathlib import Path
from typing import Any, ClassVar

import pyarrow as pa
import pytest
from tests.support.toy_codecs import GRID, NOTES, block, grid, note, notes

import bytewright
from bytewright.arrow.types import TIMESTAMP
from bytewright.errors import (
    BytewrightWarning,
    InputMissingError,
    LimitError,
    OptionError,
    ReadError,
    SlackError,
    TruncatedError,
    ValueInvalidError,
)
from bytewright.limits import Limits
from bytewright.views.evaluate.record_batches import bounded

GOOD = notes(note(0, 1, "hi"), note(5, 2, ""), note(7, 9, "ü"))


def rows(*arguments: Any, **settings: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = bytewright.open(*arguments, **settings).to_table().to_pylist()
    return found


def until_error(table: bytewright.Table) -> tuple[list[dict[str, Any]], ReadError]:
    """The rows that come before the error, and the error."""
    found: list[dict[str, Any]] = []
    try:
        for batch in table.to_batches():
            found += batch.to_pylist()
    except ReadError as error:
        return found, error
    raise AssertionError(f"no error after {len(found)} rows")


class TestNamedFiles:
    @pytest.mark.parametrize(
        ("path", "names"),
        [
            ("in", ["a.notes", "b.notes", "c.notes"]),
            ("in/*.notes", ["a.notes", "b.notes"]),
            ("in/{b,c}.notes", ["b.notes"]),
            ("*/[^b].notes", ["a.notes"]),
            ("in/a.notes", ["a.notes"]),
            ("w[1].notes", ["w[1].notes"]),
        ],
    )
    @pytest.mark.filterwarnings("ignore:.*the names of directories are no columns")
    def test_directories_and_globs_stand_for_files(
        self, path: str, names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("in/a.notes", "in/b.notes", "in/_hidden", "in/.also", "in/x=1/c.notes", "in/below/d.notes"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(GOOD)
        (tmp_path / "w[1].notes").write_bytes(GOOD)
        monkeypatch.chdir(tmp_path)
        for named in (path, Path(path), str(tmp_path / path), [path]):
            table = bytewright.open(named, NOTES, options={"includeMetadata": True})
            found = dict.fromkeys(row["_metadata"]["file_name"] for row in table.to_table().to_pylist())
            assert list(found) == names

    def test_what_names_no_file_is_an_error(self, tmp_path: Path) -> None:
        for path in ("*.notes", "none", ""):
            with pytest.raises(InputMissingError):
                bytewright.open(tmp_path / path, NOTES)

    def test_columns_of_directories_are_told(self, tmp_path: Path) -> None:
        (tmp_path / "x=1").mkdir()
        (tmp_path / "x=1" / "a").write_bytes(GOOD)
        with pytest.warns(BytewrightWarning, match="names of directories are no columns here, as they are in Spark: x"):
            bytewright.open(tmp_path, NOTES)


class TestRows:
    def test_schema_is_known_before_rows_are_read(self) -> None:
        schema = bytewright.open(GOOD, NOTES).schema
        assert schema.names == ["number", "time", "kind", "text", "place"]
        assert schema.field("time") == pa.field("time", TIMESTAMP, nullable=False)
        assert schema.field("text").nullable

    def test_each_gives_a_row_per_record(self) -> None:
        found = rows(GOOD, NOTES, columns="number,kind,text")
        assert found == [
            {"number": 0, "kind": "memo", "text": "hi"},
            {"number": 1, "kind": "in!", "text": None},
            {"number": 2, "kind": "9", "text": "ü"},
        ]

    def test_rows_of_a_step_and_options_in_expressions(self, tmp_path: Path) -> None:
        words = tmp_path / "words"
        words.write_text("a b")
        found = rows(GOOD, NOTES, "letters", options={"words": str(words)})
        assert [(r["note"], r["letter"], r["words"]) for r in found] == [
            (0, "h", "a b"),
            (0, "i", "a b"),
            (2, "ü", "a b"),
        ]

    def test_a_view_without_each_is_one_row(self) -> None:
        assert rows(GOOD, NOTES, "whole") == [{"count": 3}]

    def test_rows_names_the_default_view(self) -> None:
        assert bytewright.open(GOOD, NOTES, "rows").view.name == "entries"

    @pytest.mark.parametrize("size", [1, 2, 3, 100])
    def test_batches_have_at_most_the_rows_asked_for(self, size: int) -> None:
        table = bytewright.open(GOOD, NOTES, "letters", batch_rows=size)
        batches = list(table.to_batches())
        assert all(0 < batch.num_rows <= size for batch in batches)
        assert pa.Table.from_batches(batches).to_pylist() == rows(GOOD, NOTES, "letters")

    @pytest.mark.parametrize("limit", range(7))
    def test_a_limit_holds_for_all_files(self, limit: int) -> None:
        table = bytewright.open([GOOD, GOOD + b"\x01"], NOTES, columns="number")
        batches = list(table.to_batches(limit=limit))
        assert [n for batch in batches for n in batch.column(0).to_pylist()] == [0, 1, 2, 0, 1, 2][:limit]
        with pytest.raises(ReadError):
            list(table.to_batches(limit=7))

    def test_a_table_can_be_read_again(self) -> None:
        table = bytewright.open(GOOD, NOTES)
        next(iter(table.to_batches()))
        assert table.to_table() == table.to_table()

    def test_no_records(self) -> None:
        table = bytewright.open(notes(), NOTES).to_table()
        assert table.num_rows == 0
        assert table.num_columns == 5

    def test_file_objects_paths_and_bytes_are_the_same(self, tmp_path: Path) -> None:
        path = tmp_path / "x.note"
        path.write_bytes(GOOD)
        assert rows(path, NOTES) == rows(str(path), NOTES) == rows(io.BytesIO(GOOD), NOTES) == rows(GOOD, NOTES)

    def test_enums_as_numbers(self) -> None:
        table = bytewright.open(GOOD, NOTES, columns="kind", options={"enums": "int"})
        assert table.schema.field("kind").type == pa.int16()
        assert table.to_table().column("kind").to_pylist() == [1, 2, 9]


def test_bounded_splits_by_bytes() -> None:
    batch = pa.RecordBatch.from_pydict({"x": [b"a" * 1000] * 10})
    pieces = list(bounded(batch, 3000))
    assert [piece.num_rows for piece in pieces] == [2, 1, 2, 2, 1, 2]
    assert pa.Table.from_batches(pieces).to_batches() is not None
    assert [piece.num_rows for piece in bounded(batch, 10)] == [1] * 10


class TestColumns:
    def test_order_and_members(self) -> None:
        table = bytewright.open(GOOD, NOTES, columns=["place.in", "number"])
        assert table.schema.names == ["place.in", "number"]
        assert table.to_table().to_pylist()[1] == {"place.in": True, "number": 1}

    @pytest.mark.parametrize(
        ("columns", "message"),
        [
            ("nubmer", "unknown column 'nubmer'. Did you mean 'number'?"),
            ("place.leng", "unknown column 'place.leng': no 'leng' in place. Did you mean 'len'?"),
            ("number.x", "unknown column 'number.x': no 'x' in number. There are no members."),
            ("number,number", "column number is asked for twice"),
        ],
    )
    def test_unknown(self, columns: str, message: str) -> None:
        with pytest.raises(OptionError) as caught:
            bytewright.open(GOOD, NOTES, columns=columns)
        assert str(caught.value) == message

    def test_metadata(self, tmp_path: Path) -> None:
        path = tmp_path / "x.note"
        path.write_bytes(GOOD)
        found = rows([path, path], NOTES, columns="_metadata", options={"includeMetadata": "true"})
        assert [row["_metadata"]["row_index"] for row in found] == [0, 1, 2, 0, 1, 2]
        assert {row["_metadata"]["file_name"] for row in found} == {"x.note"}
        assert {row["_metadata"]["file_size"] for row in found} == {len(GOOD)}


class TestOptions:
    @pytest.mark.parametrize(
        ("option", "value", "message"),
        [
            ("enum", "int", "unknown option 'enum'. Did you mean 'enums'?"),
            ("enums", "itn", "option enums: expected one of label, int, found 'itn'. Did you mean 'int'?"),
            ("shout", "yes", "option shout: expected true or false, found 'yes'"),
            ("maxSteps", "many", "option maxSteps: expected an integer, found 'many'"),
            ("maxCorruptBytes", "-1", "option maxCorruptBytes: expected a size, as in 4096, 64MB or 1g, found '-1'"),
            ("maxCorruptBytes", -1, f"option maxCorruptBytes: expected a number from 0 to {(1 << 62) - 1}, found -1"),
        ],
    )
    def test_wrong(self, option: str, value: str | int, message: str) -> None:
        with pytest.raises(OptionError) as caught:
            bytewright.open(GOOD, NOTES, options={option: value})
        assert str(caught.value) == message

    def test_names_are_as_in_spark(self) -> None:
        table = bytewright.open(GOOD, NOTES, options={"MAXSTEPS": "0x10", "Shout": "TRUE"}, limits=Limits(maxDepth=3))
        assert table.settings.limits == Limits(maxSteps=16, maxDepth=3)
        assert table.settings.values == {"shout": True, "words": None}

    def test_a_missing_option_file_is_missing_input(self) -> None:
        with pytest.raises(InputMissingError, match="nowhere: option words: no such file"):
            bytewright.open(GOOD, NOTES, options={"words": "nowhere"})

    def test_texts_spare_reading_the_file(self) -> None:
        table = bytewright.open(GOOD, NOTES, options={"words": "nowhere"}, texts={"words": "c d"})
        assert table.settings.values["words"] == ["c", "d"]
        assert table.settings.texts == {"words": "c d"}

    def test_unknown_names(self) -> None:
        with pytest.raises(OptionError, match=r"unknown view 'entrys' of notes\. Did you mean 'entries'\?"):
            bytewright.open(GOOD, NOTES, "entrys")
        with pytest.raises(OptionError, match=r"unknown engine 'object'\. Did you mean 'objects'\?"):
            bytewright.open(GOOD, NOTES, engine="object")  # type: ignore[call-overload]
        with pytest.raises(OptionError, match="notes has no parser for the engine kaitai"):
            bytewright.open(GOOD, NOTES, engine="kaitai")


class TestBadFiles:
    def test_good_rows_come_before_the_error(self) -> None:
        found, error = until_error(bytewright.open(GOOD + note(1, 1, "x")[:-1], NOTES, columns="number"))
        assert [row["number"] for row in found] == [0, 1, 2]
        offset = len(GOOD)
        assert str(error) == (
            f"<bytes>: offset {offset} (0x{offset:x}): notes[3].len_body: "
            "expected at most 6 bytes, what is left, found 7"
        )

    def test_a_bad_beginning(self) -> None:
        found, error = until_error(bytewright.open(b"NOPE", NOTES))
        assert found == []
        assert error.offset == 0
        assert error.path == "<bytes>"

    def test_several_files(self, tmp_path: Path) -> None:
        bad, good = tmp_path / "bad", tmp_path / "good"
        bad.write_bytes(GOOD + b"\x01")
        good.write_bytes(GOOD)
        table = bytewright.open([bad, tmp_path / "missing", good], NOTES, columns="number")
        found, error = until_error(table)
        assert [row["number"] for row in found] == [0, 1, 2, 0, 1, 2]
        assert error.path == str(bad)
        errors: list[Exception] = []
        assert sum(batch.num_rows for batch in table.to_batches(on_error=errors.append)) == 6
        assert [type(error) for error in errors] == [TruncatedError, InputMissingError]

    def test_missing(self, tmp_path: Path) -> None:
        with pytest.raises(InputMissingError, match="no such file"):
            bytewright.open(tmp_path / "missing", NOTES)
        with pytest.raises(InputMissingError, match="no such file"):
            bytewright.open([tmp_path / "a", tmp_path / "b"], GRID)

    def test_a_value_that_does_not_fit_its_column(self) -> None:
        data = notes(note(0, 1, "a"), note(0, 1, "b" * 200), note(0, 1, "c"))
        found, error = until_error(bytewright.open(data, NOTES))
        assert [row["text"] for row in found] == ["a"]
        assert isinstance(error, ValueInvalidError)
        assert error.field == "notes[1]"
        assert error.offset == 4 + 9 + 2
        assert error.message == "column place"

    def test_an_expression_without_a_value(self) -> None:
        found, error = until_error(bytewright.open(notes(note(0, 1, "ab"), note(0, 1, "a")), NOTES, "seconds"))
        assert found == [{"second": "b"}]
        assert isinstance(error, ValueInvalidError)
        assert error.field == "notes[1]"
        assert error.message.startswith("the view has no value for it (column second): ")


class TestTornTail:
    IGNORE: ClassVar = {"tornTail": "ignore"}

    @pytest.mark.parametrize("left", range(1, len(note(1, 1, "xyz"))))
    def test_an_unfinished_record_is_left_out(self, left: int) -> None:
        table = bytewright.open(GOOD + note(1, 1, "xyz")[:left], NOTES, options=self.IGNORE)
        assert table.to_table().num_rows == 3
        at = len(GOOD)
        assert [str(notice) for notice in table.warnings] == [
            f"<bytes>: offset {at} (0x{at:x}): the last record is unfinished; bytes left out: {left}"
        ]

    def test_a_huge_length_is_torn_too(self) -> None:
        data = grid(block(1, (1, 1, [5]))) + b"\xff\xff\xff\x7f\0"
        assert len(rows(data, GRID, options=self.IGNORE)) == 1

    def test_what_is_wrong_inside_stays_an_error(self) -> None:
        found, error = until_error(bytewright.open(GOOD + b"\x02\0\0\0", NOTES, options=self.IGNORE))
        assert len(found) == 3
        assert error.field == "notes[3].body"


class TestLeftOver:
    def test_warning_and_strict(self) -> None:
        data = notes(note(0, 1, "hi", b"xx"))
        table = bytewright.open(data, NOTES)
        assert table.to_table().num_rows == 1
        assert [str(notice) for notice in table.warnings] == [
            "<bytes>: offset 14 (0xe): 2 bytes that no field describes"
        ]
        _, error = until_error(bytewright.open(data, NOTES, strict=True))
        assert isinstance(error, SlackError)
        assert error.offset == 14


class TestPivot:
    def test_columns_ascend_and_the_last_of_a_key_counts(self) -> None:
        data = grid(
            block(2, (3, 1, [1, -1]), (1, 5, [True, False])),
            block(0),
            block(1, (9, 4, None), (3, 5, [True]), (3, 2, [300]), (2, 6, [5])),
        )
        table = bytewright.open(data, GRID)
        assert table.schema.names == ["block", "row", "k1", "k2", "k3", "k9"]
        assert table.schema.field("k3") == pa.field("k3", pa.int16())
        assert table.to_table().column("k3").to_pylist() == [1, -1, 300]
        assert table.to_table().column("block").to_pylist() == [0, 0, 2]
        assert table.to_table().column("k9").to_pylist() == [None] * 3

    def test_inner_view_and_index(self) -> None:
        data = grid(block(1, (3, 1, [1])), block(1, (5, 1, [1]), (4, 1, [1])))
        assert rows(data, GRID, "strips") == [
            {"block": 0, "position": 0, "key": 3},
            {"block": 1, "position": 0, "key": 5},
            {"block": 1, "position": 1, "key": 4},
        ]

    def test_types_that_do_not_go_together(self) -> None:
        good = block(1, (3, 1, [1]))
        found, error = until_error(bytewright.open(grid(good, block(1, (3, 4, [1.5]), (7, 1, [1]))), GRID))
        assert found == [{"block": 0, "row": 0, "k3": 1}]
        assert error.field == "blocks[1].body.strips[0].type"
        assert error.offset == 4 + len(good) + 8
        assert error.hint is not None

    def test_a_null_column_has_a_type_too(self) -> None:
        found, _ = until_error(bytewright.open(grid(block(1, (3, 1, None)), block(1, (3, 5, None))), GRID))
        assert found == [{"block": 0, "row": 0, "k3": None}]

    def test_columns_are_those_of_the_first_file(self) -> None:
        one, other = grid(block(1, (1, 1, [1]))), grid(block(1, (1, 2, [2]), (2, 1, [3])))
        assert rows([one, other], GRID) == [{"block": 0, "row": 0, "k1": 1}, {"block": 0, "row": 0, "k1": 2}]
        merged = rows([one, other], GRID, options={"mergeSchema": True})
        assert [row["k2"] for row in merged] == [None, 3]

    def test_a_wider_value_of_a_later_file_is_an_error(self) -> None:
        one, other = grid(block(1, (1, 1, [1]))), grid(block(2, (1, 2, [2, 200])))
        found, error = until_error(bytewright.open([one, other], GRID))
        assert [row["k1"] for row in found] == [1, 2]
        assert "column k1: expected a value of type int8, found 200" in str(error)
        assert error.field == "blocks[0].body.strips[0]"

    def test_a_bad_file_has_the_columns_before_the_damage(self) -> None:
        data = grid(block(1, (1, 1, [1])), b"\x05")
        found, _ = until_error(bytewright.open(data, GRID))
        assert found == [{"block": 0, "row": 0, "k1": 1}]

    def test_a_file_without_a_good_beginning_does_not_settle_the_columns(self) -> None:
        found, _ = until_error(bytewright.open([b"NOPE", grid(block(1, (1, 1, [1])))], GRID))
        assert found == [{"block": 0, "row": 0, "k1": 1}]

    def test_rows_that_nothing_is_stored_for(self) -> None:
        data = grid(block(3, (1, 1, [1, 2, 3])), block(60_000, (1, 1, None)))
        assert len(rows(data, GRID)) == 60_003
        found, error = until_error(bytewright.open(data, GRID, options={"maxSteps": 1000}))
        assert len(found) == 3
        assert isinstance(error, LimitError)
        assert error.field == "blocks[1].body"


class TestPivotByOption:
    DATA = grid(block(2, (1, 1, [0, 7]), (2, 4, [0.5, 1.5]), (5, 1, [1, 2])), block(1, (1, 2, [1])))

    def rows(self, table: str, **options: Any) -> list[dict[str, Any]]:
        return rows(self.DATA, GRID, options={"table": "t", **options}, texts={"table": table})

    def test_names_order_types_labels(self) -> None:
        found = self.rows("2,ratio,f4, 8,none,time, 1,state,s2,off|on")
        assert list(found[0]) == ["block", "row", "ratio", "none", "state"]
        assert [row["state"] for row in found] == ["off", "7", "on"]
        assert [row["ratio"] for row in found] == [0.5, 1.5, None]

    def test_labels_as_numbers(self) -> None:
        assert [row["state"] for row in self.rows("1,state,s2,off|on", enums="int")] == [0, 7, 1]

    def test_an_integer_may_be_wider_than_the_tables(self) -> None:
        assert [row["a"] for row in self.rows("1,a,s1,")] == [0, 7, 1]

    def test_a_case_that_does_not_go_together(self) -> None:
        with pytest.raises(ValueInvalidError, match=r"strips\[1\].type: expected a type that goes together"):
            self.rows("2,a,b1,")

    def test_types_of_the_file(self) -> None:
        table = bytewright.open(self.DATA, GRID, options={"table": "t"}, texts={"table": "1,a,, 7,b,,"})
        assert table.schema.field("a").type == pa.int16()
        assert table.schema.field("b").type == pa.null()

    def test_a_name_that_is_taken(self) -> None:
        assert list(self.rows("1,ROW,s2, 2,row,f4,")[0]) == ["block", "row", "ROW_2", "row_3"]

    def test_an_unknown_type(self) -> None:
        with pytest.raises(OptionError, match="option table: column a: unknown type 's8'"):
            self.rows("1,a,s8,")

    def test_a_file_that_the_loader_refuses(self) -> None:
        with pytest.raises(OptionError, match="t: option table: "):
            self.rows("x,a")
