"""Whole files as values of a column: arrays of bytes to lists of rows and back, without a Spark session."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from bytewright.codec.codec import Codec
from bytewright.errors import OptionError, ReadError, WriteError
from bytewright.spark.cell_values import Reader, Writer
from bytewright_codegen.load import load

SPEC = """
meta: {id: notes, endian: le, encoding: UTF-8}
seq:
  - {id: notes, type: note, repeat: eos}
types:
  note:
    seq:
      - {id: len_body, type: u2}
      - {id: body, size: len_body, type: body}
  body:
    seq:
      - {id: number, type: s4}
      - {id: text, type: str, size-eos: true}
-views:
  rows:
    each: notes[*]
    columns:
      - {id: place, value: _index, type: s4}
      - {id: number, value: _.body.number}
      - {id: text, value: _.body.text}
"""


@pytest.fixture
def spec(tmp_path: Path) -> Codec:
    """A format of records behind their lengths."""
    (tmp_path / "notes.ksy").write_text(SPEC)
    return load(tmp_path / "notes.ksy")


def note(number: int, text: str) -> bytes:
    """A record."""
    body = number.to_bytes(4, "little", signed=True) + text.encode()
    return len(body).to_bytes(2, "little") + body


def read(spec: Codec, values: Any, **options: str) -> list[Any]:
    """The rows of values."""
    found: list[Any] = Reader(spec, options=options)(values).to_pylist()
    return found


FILES: list[bytes | None] = [note(1, "a") + note(-2, "bc"), None, b"", note(3, "ö")]
ROWS: list[list[dict[str, Any]] | None] = [
    [{"place": 0, "number": 1, "text": "a"}, {"place": 1, "number": -2, "text": "bc"}],
    None,
    [],
    [{"place": 0, "number": 3, "text": "ö"}],
]
BAD = note(1, "a") + b"\x05\x00\x00\x00\x00\x00\xff" + note(2, "b")


def test_each_value_becomes_its_rows(spec: Codec) -> None:
    found = Reader(spec)(pa.array(FILES, pa.binary()))
    found.validate(full=True)
    assert found.to_pylist() == ROWS


def test_rows_become_the_values_again(spec: Codec) -> None:
    rows = Reader(spec)(pa.array(FILES, pa.binary()))
    assert Writer(spec)(rows).to_pylist() == FILES
    assert Writer(spec)(rows.slice(3)).to_pylist() == FILES[3:]


def test_a_struct_is_a_file_of_one_row(spec: Codec) -> None:
    one = pa.array([{"number": 7, "text": "x"}, None], pa.struct([("number", pa.int64()), ("text", pa.string())]))
    assert Writer(spec)(one).to_pylist() == [note(7, "x"), None]


def test_what_goes_to_tasks_is_plain_data(spec: Codec) -> None:
    reader = Reader(spec, columns=("text",))
    assert reader.schema.names == ["text"]
    again = pickle.loads(pickle.dumps(reader))
    assert again(pa.array([note(1, "a")])).to_pylist() == [[{"text": "a"}]]


def test_a_bad_value_is_an_error_or_what_the_mode_says(spec: Codec) -> None:
    values = pa.array([BAD])
    with pytest.raises(ReadError, match=r"notes\[1\]\.body\.text"):
        Reader(spec)(values)
    (dropped,) = read(spec, values, mode="DROPMALFORMED")
    assert [row["number"] for row in dropped] == [1, 2]
    (rows,) = read(spec, values, mode="PERMISSIVE", columnNameOfCorruptRecord="bad")
    assert [row["number"] for row in rows] == [1, None, 2]
    assert [row["bad"] for row in rows] == [None, b"\x05\x00\x00\x00\x00\x00\xff", None]


def alone(spec: Codec, values: Any, **options: str) -> list[Any]:
    """The rows of values that are read each on its own."""
    return [row for value in values for row in read(spec, pa.array([value], pa.binary()), **options)]


FIXED = """
meta: {id: fixed, endian: be}
seq:
  - {id: notes, type: note, repeat: eos}
types:
  note:
    seq:
      - {id: number, type: s4, valid: {min: -9}}
-views:
  rows:
    each: notes[*]
    columns:
      - {id: place, value: _index, type: s4}
      - {id: number, value: _.number}
"""
WALKED = """
meta: {id: walked, endian: le, encoding: UTF-8}
seq:
  - {id: notes, type: note, repeat: eos}
types:
  note:
    seq:
      - {id: text, type: strz}
      - {id: num_items, type: u1}
      - {id: items, type: item, repeat: expr, repeat-expr: num_items}
  item:
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
-views:
  rows:
    each: notes[*].items[*]
    columns:
      - {id: note, value: notes._index, type: s4}
      - {id: item, value: _index, type: s4}
      - {id: text, value: notes.text}
      - {id: more, value: _.text}
"""
MOMENTS = """
meta: {id: moments, endian: le}
seq:
  - {id: notes, type: note, repeat: eos}
types:
  note:
    seq:
      - {id: time, type: s8, -type: {timestamp: s}}
-views:
  rows:
    each: notes[*]
    columns:
      - {id: time, value: _.time}
"""
ONE = """
meta: {id: one, endian: be, encoding: UTF-8}
seq:
  - {id: magic, contents: [7]}
  - {id: number, type: s4, valid: {min: -9}}
  - {id: text, type: strz}
  - {id: rest, size-eos: true, type: rest}
types:
  rest:
    seq:
      - {id: len_more, type: u1}
      - {id: more, type: str, size: len_more}
"""
PLACED = SPEC.replace("_index, type: s4", "_offset, type: s8")
TOGETHER = {
    "length": (SPEC, [note(1, "a") + note(-2, "bc"), note(3, "ö")], [BAD, b"\x05", note(1, "a") + b"\xff\xff"]),
    "fixed": (FIXED, [bytes(range(40)), b"\0\0\0\7"], [bytes(5), b"\0\0\0\1\x80\0\0\0\0\0\0\3"]),
    "one": (
        ONE,
        [b"\7\0\0\0\1ab\0\2cd", b"\7\xff\xff\xff\xf7\0\0", b"\7\0\0\0\1\0\2cd and more"],
        [b"\7\0\0\0\1a", b"\6\0\0\0\1\0\0", b"\7\x80\0\0\1\0\0"],
    ),
    "walked": (WALKED, [b"a\0\2\1b\0c\0\0", b"\0\1\2\xc3\xb6"], [b"a\0\2\1b\1", b"abc", b"a\0\1\1\xff"]),
}


@pytest.mark.parametrize("kind", TOGETHER)
@pytest.mark.parametrize("mode", ["DROPMALFORMED", "PERMISSIVE"])
def test_values_are_read_together_as_each_is_alone(tmp_path: Path, kind: str, mode: str) -> None:
    text, good, bad = TOGETHER[kind]
    (tmp_path / f"{kind}.ksy").write_text(text)
    spec = load(tmp_path / f"{kind}.ksy")
    reader = Reader(spec, options={"mode": mode})
    assert reader._together(1 << 30) is not None
    values = pa.array([*good, None, *bad, b"", bad[0], *good * 40, bad[-1]], pa.binary())
    found = reader(values)
    found.validate(full=True)
    assert found.to_pylist() == alone(spec, values, mode=mode)
    assert reader(values.slice(3, 5)).to_pylist() == found.slice(3, 5).to_pylist()
    assert read(spec, pa.array(good), mode="FAILFAST") == alone(spec, pa.array(good))
    for one in bad:
        with pytest.raises(ReadError) as together:
            read(spec, pa.array([*good, one, *good]))
        with pytest.raises(ReadError) as single:
            read(spec, pa.array([one]))
        assert str(together.value) == str(single.value)


def test_bytes_in_front_of_each_file_are_skipped(spec: Codec) -> None:
    files = [note(1, "a"), note(1, "a") * 2, b"", BAD]
    values = pa.array([b"\0\0\0\0\x2a" + one for one in files] + [None, b"\0\0\0"], pa.binary())
    for options in ({"mode": "DROPMALFORMED"}, {"mode": "PERMISSIVE", "columnNameOfCorruptRecord": "bad"}):
        *found, null, short = Reader(spec, options=options, skip=5)(values).to_pylist()
        assert [*found, null] == read(spec, pa.array([*files, None]), **options)
        told = [{"place": None, "number": None, "text": None, "bad": b"\0\0\0"}]
        assert short == (told if options["mode"] == "PERMISSIVE" else [])
    with pytest.raises(ReadError, match="too short: expected at least 5 bytes, as skipBytes says, found 3"):
        Reader(spec, skip=5)(values.slice(5))


def test_a_file_that_is_one_row_may_be_a_struct(tmp_path: Path, spec: Codec) -> None:
    assert not Reader(spec).is_single
    (tmp_path / "one.ksy").write_text(ONE)
    one = load(tmp_path / "one.ksy")
    _, good, bad = TOGETHER["one"]
    values = pa.array([*good, None, *bad, *good], pa.binary())
    reader = Reader(one, options={"mode": "DROPMALFORMED"})
    assert reader.is_single
    rows: Any = reader.row_of_each(values)
    rows.validate(full=True)
    lists = reader(values).to_pylist()
    assert rows.to_pylist() == [row[0] if row else None for row in lists]
    shown = [tuple(row.values()) for row in rows.drop_null().to_pylist()]
    assert list(reader.tuples(values.to_pylist())) == shown


def test_a_reader_goes_on_after_an_error(spec: Codec) -> None:
    reader = Reader(spec)
    for _ in range(2):
        with pytest.raises(ReadError):
            reader(pa.array([note(1, "a"), BAD, note(2, "b")]))
        assert reader(pa.array(FILES, pa.binary())).to_pylist() == ROWS


def test_places_are_those_in_each_value(tmp_path: Path) -> None:
    (tmp_path / "placed.ksy").write_text(PLACED)
    found = read(load(tmp_path / "placed.ksy"), pa.array([note(1, "abc") + note(2, ""), note(3, "")]))
    assert [[row["place"] for row in rows] for rows in found] == [[0, 9], [0]]


def test_a_moment_that_cannot_be_shown_is_the_error_of_its_value(tmp_path: Path) -> None:
    (tmp_path / "moments.ksy").write_text(MOMENTS)
    spec = load(tmp_path / "moments.ksy")
    values = pa.array([bytes(8), bytes(16), b"\xff" * 7 + b"\x7f", bytes(24)])
    assert [len(rows) for rows in read(spec, values, mode="DROPMALFORMED")] == [1, 2, 0, 3]
    with pytest.raises(ReadError, match="time"):
        read(spec, values)


def test_rows_may_have_a_wanted_schema(spec: Codec) -> None:
    fields: list[pa.Field[Any]] = [
        pa.field("text", pa.string()),
        pa.field("number", pa.int64()),
        pa.field("more", pa.string()),
    ]
    found: list[Any] = Reader(spec, want=pa.schema(fields))(pa.array(FILES, pa.binary())).to_pylist()
    rows = found[0]
    assert rows == [{"text": "a", "number": 1, "more": None}, {"text": "bc", "number": -2, "more": None}]


def test_rows_that_cannot_be_written_are_named(spec: Codec) -> None:
    rows = pa.array([[{"number": 1, "text": "a"}], [{"number": 1 << 40, "text": "a"}]])
    with pytest.raises(WriteError, match=r"values\[1\]\.rows\[0\]\.number"):
        Writer(spec)(rows)
    with pytest.raises(WriteError, match="there is no column 'txt'"):
        Writer(spec)(pa.array([[{"txt": "a"}]]))


def test_columns_that_only_values_tell_must_be_said(tmp_path: Path) -> None:
    pivot = """    pivot: {each: 'columns[*]', key: _.key, name: '"c" + _.key.to_s', vector: _.values}"""
    text = f"""
meta: {{id: grid, endian: le}}
seq:
  - {{id: num_rows, type: u1}}
  - {{id: columns, type: column, repeat: eos}}
types:
  column:
    seq: [{{id: key, type: u1}}, {{id: values, type: u1, repeat: expr, repeat-expr: _root.num_rows}}]
-views:
  rows:
    rows: num_rows
{pivot}
"""
    (tmp_path / "grid.ksy").write_text(text)
    reader = Reader(load(tmp_path / "grid.ksy"))
    with pytest.raises(OptionError, match="depends on the values"):
        _ = reader.schema
    wanted: list[pa.Field[Any]] = [pa.field("c1", pa.int16()), pa.field("c2", pa.int16())]
    said = Reader(load(tmp_path / "grid.ksy"), want=pa.schema(wanted))
    values = pa.array([b"\2\1\5\6", None, b"", b"\1\2\7\1\x08"], pa.binary())
    with pytest.raises(ReadError, match="num_rows"):
        said(values)
    assert said(values.filter(pa.array([True, True, False, True]))).to_pylist() == [
        [{"c1": 5, "c2": None}, {"c1": 6, "c2": None}],
        None,
        [{"c1": 8, "c2": 7}],
    ]
