"""Elements of lists that code gives as columns: the kernel makes their bytes, objects what lies around."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.compiling import Compile

from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.columns import ListColumns
from bytewright.errors import OptionError, WriteError
from bytewright.io import rope
from bytewright.kernels.drivers import encoder
from bytewright.tables.write import bytes_of
from bytewright.tables.write_job import Engine
from bytewright_codegen.load import load

OFFICE = """
meta: {id: office, endian: le, imports: [count]}
-made-of:
  sent:
    with: posting:office
    arrow: true
    columns: {box: str, text: bytes, answers: s8, stamps: 's8[]'}
seq:
  - {id: num_boxes, type: u1}
  - {id: boxes, type: box, repeat: expr, repeat-expr: num_boxes}
  - {id: newest, type: u4, -default: 0}
instances:
  read_newest: {pos: newest, type: letter, if: newest != 0, -role: again}
types:
  box:
    seq:
      - {id: len_name, type: u1}
      - {id: name, type: str, encoding: UTF-8, size: len_name}
      - id: letters
        type: letter
        repeat: until
        repeat-until: _.len.value == 0
        valid: {expr: '_.len.value != 0 or letters[0].len.value != 0'}
  letter:
    seq:
      - {id: len, type: count}
      - {id: body, type: body, size: len.value, if: len.value != 0}
  body:
    seq:
      - {id: answers, type: u4, -default: 0}
      - {id: num_stamps, type: u1}
      - {id: stamps, type: stamp, repeat: expr, repeat-expr: num_stamps}
      - {id: text, size-eos: true}
    instances:
      answered: {io: _root._io, pos: answers, type: letter, if: answers != 0, -role: again}
  stamp:
    seq:
      - {id: value, type: s2}
"""
COUNT = """
meta: {id: count, endian: le}
-show: {value: value}
seq:
  - {id: groups, type: group(_index), repeat: until, repeat-until: not _.more}
instances:
  value: {value: groups.last.value}
types:
  group:
    params: [{id: i, type: s4}]
    seq:
      - {id: more, type: b1}
      - {id: low, type: b7, valid: {max: 'i < 9 ? 127 : 1'}}
    instances:
      value: {value: '(i == 0 ? 0 : _parent.groups[i - 1].value.as<u8>) + (low.as<u8> << (7 * i))'}
"""
POSTING = """
import pyarrow as pa

from bytewright.columns import ListColumns


def office(rows):
    rows = rows.to_pylist()
    boxes, stored, places = {}, [], {}
    for number, row in enumerate(rows):
        boxes.setdefault(row["box"], []).append(number)
    parts = []
    for name, numbers in boxes.items():
        begin = len(stored)
        for number in numbers:
            places[number] = len(stored)
            stored.append(rows[number])
        stored.append(None)
        parts.append((name, begin, len(stored)))
    bodies = [
        row and {
            "answered": places.get(row["answers"]),
            "stamps": [{"value": stamp} for stamp in row["stamps"] or ()],
            "text": row["text"] or b"",
        }
        for row in stored
    ]
    kind = pa.struct(
        {"answered": pa.int64(), "stamps": pa.list_(pa.struct({"value": pa.int64()})), "text": pa.binary()}
    )
    letters = ListColumns(pa.table({"body": held(bodies, kind)}), {"body.answered": None})
    made = {"boxes": [{"name": name, "letters": letters[begin:end - CUT]} for name, begin, end in parts]}
    if rows:
        made["read_newest"] = letters.at(places[len(rows) - 1])
    return made


def held(values, kind):
    return pa.array(values, kind)
"""
# Values in a dictionary, backwards: some are asked for by several rows, some by none, at any depth.
NUMBERED = """

def held(values, kind, nested=False):
    known = [value for value in reversed(values) if value is not None] + [None] * nested + values[:1]
    numbers = [None if value is None else known.index(value) for value in values]
    if pa.types.is_struct(kind):
        members = [held([one and one[field.name] for one in known], field.type, True) for field in kind]
        known = pa.StructArray.from_arrays(members, [field.name for field in kind], mask=pa.array(known).is_null())
    elif pa.types.is_list(kind):
        ends = [0]
        for one in known:
            ends.append(ends[-1] + len(one or ()))
        items = held([item for one in known for item in one or ()], kind.value_type, True)
        known = pa.ListArray.from_arrays(pa.array(ends, pa.int32()), items)
    else:
        known = pa.array(known, kind)
    return pa.DictionaryArray.from_arrays(pa.array(numbers, pa.int16()), known)
"""


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    return _office(tmp_path_factory.mktemp("office"), POSTING.replace("CUT", "0"))


@pytest.fixture(scope="module")
def numbered(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    return _office(tmp_path_factory.mktemp("numbered"), POSTING.replace("CUT", "0") + NUMBERED)


def _office(folder: Path, code: str) -> Codec:
    (folder / "count.ksy").write_text(COUNT, encoding="utf-8")
    (folder / "office.ksy").write_text(OFFICE, encoding="utf-8")
    (folder / "posting.py").write_text(code, encoding="utf-8")
    return load(folder / "office.ksy", trust=folder)


def _written(codec: Codec, rows: list[dict[str, Any]], engine: Engine) -> bytes:
    table = pa.Table.from_pylist(rows, schema=codec.makers[0].schema)
    data, written = bytes_of(codec, table, codec.makers[0].name, parse(codec), engine=engine)
    assert written.encoded == (len(rows) if engine == "columns" else 0)
    return data


LETTERS = st.lists(
    st.fixed_dictionaries(
        {
            "box": st.sampled_from(["a", "b", "ü"]),
            "text": st.none() | st.sampled_from([b"", b"dear", b"x" * 121, b"y" * 300]),
            "answers": st.none() | st.integers(0, 5),
            "stamps": st.none() | st.lists(st.integers(-(1 << 15), (1 << 15) - 1), max_size=3),
        }
    ),
    max_size=8,
)


@given(LETTERS)
@settings(max_examples=60, deadline=None)
def test_the_kernel_makes_what_objects_make(office: Codec, rows: list[dict[str, Any]]) -> None:
    data = _written(office, rows, "columns")
    assert data == _written(office, rows, "objects")
    model = office.parse(data, strict=True)
    assert {box.name: [letter.body.text for letter in box.letters[:-1]] for box in model.boxes} == {
        name: [row["text"] or b"" for row in rows if row["box"] == name] for name in {row["box"]: 0 for row in rows}
    }
    if rows:
        assert model.read_newest.body.text == (rows[-1]["text"] or b"")
        by_text = [letter.body for box in model.boxes for letter in box.letters if letter.body is not None]
        answers = sum(row["answers"] is not None and row["answers"] < len(rows) for row in rows)
        assert sum(body.answers != 0 for body in by_text) == answers


@given(LETTERS)
@settings(max_examples=60, deadline=None)
def test_values_stand_in_dictionaries(numbered: Codec, office: Codec, rows: list[dict[str, Any]]) -> None:
    data = _written(numbered, rows, "columns")
    assert data == _written(numbered, rows, "objects") == _written(office, rows, "columns")


def test_many_letters(office: Codec, numbered: Codec) -> None:
    rows = [
        {"box": "ab"[number % 2], "text": b"x" * (number * 7 % 300), "answers": number * 13 % 1500, "stamps": [number]}
        for number in range(1500)
    ]
    data = _written(office, rows, "columns")
    assert data == _written(office, rows, "objects") == _written(numbered, rows, "columns")


def test_large_lists_are_the_same(office: Codec, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"box": "ab"[number % 2], "text": b"x" * 70, "answers": number * 7 % 40} for number in range(40)]
    wanted = _written(office, rows, "columns")
    monkeypatch.setattr(rope, "LARGE", 64)
    assert _written(office, rows, "columns") == wanted == _written(office, rows, "objects")


def test_programs_are_assembled_once(office: Codec, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"box": "a", "text": b"x", "answers": 0, "stamps": [1]}]
    wanted = _written(office, rows, "columns")
    monkeypatch.setattr(encoder, "assemble", None)
    assert _written(office, rows, "columns") == wanted


def test_references_lead_to_where_letters_lie(office: Codec) -> None:
    rows = [
        {"box": "b", "text": b"first", "answers": 2},
        {"box": "a", "text": b"second", "answers": 0},
        {"box": "b", "text": b"third", "answers": 1},
    ]
    model = office.parse(_written(office, rows, "columns"))
    found = {letter.body.text: letter.body.answered.body.text for box in model.boxes for letter in box.letters[:-1]}
    assert found == {b"first": b"third", b"second": b"first", b"third": b"second"}


@pytest.mark.parametrize(
    ("row", "error"),
    [
        ({"box": "a", "stamps": [0] * 256}, "boxes\\[0\\].letters\\[0\\].body.num_stamps"),
        ({"box": "a", "stamps": [1 << 15]}, "boxes\\[0\\].letters\\[0\\].body.stamps\\[0\\].value"),
    ],
    ids=["count", "number"],
)
def test_objects_say_what_is_wrong(office: Codec, row: dict[str, Any], error: str) -> None:
    table = pa.Table.from_pylist([row], schema=office.makers[0].schema)
    engines: tuple[Engine, ...] = ("columns", "objects")
    for engine in engines:
        with pytest.raises(WriteError, match=error):
            bytes_of(office, table, "sent", parse(office), engine=engine)


def test_lists_must_end_where_their_elements_end(tmp_path: Path) -> None:
    # Without the empty letter behind them, no list ends.
    codec = _office(tmp_path, POSTING.replace("CUT", "1"))
    table = pa.Table.from_pylist([{"box": "a", "text": b"x"}], schema=codec.makers[0].schema)
    with pytest.raises(WriteError, match="a last element that ends the list"):
        bytes_of(codec, table, "sent", parse(codec), engine="columns")


def test_columns_that_are_no_fields_are_errors(tmp_path: Path) -> None:
    codec = _office(
        tmp_path, POSTING.replace("CUT", "0").replace('{"body": held', '{"envelope": [0] * len(bodies), "body": held')
    )
    table = pa.Table.from_pylist([{"box": "a", "text": b"x"}], schema=codec.makers[0].schema)
    with pytest.raises(WriteError, match="there is no such field") as error:
        bytes_of(codec, table, "sent", parse(codec), engine="columns")
    assert error.value.field == "boxes[0].letters[0].envelope"


def test_columns_are_looked_at_when_they_are_others(tmp_path: Path) -> None:
    more = '{**({"envelope": [0] * len(bodies)} if stored[0]["text"] else {}), "body": held'
    codec = _office(tmp_path, POSTING.replace("CUT", "0").replace('{"body": held', more))
    for text in (b"", b"x", b""):
        table = pa.Table.from_pylist([{"box": "a", "text": text}], schema=codec.makers[0].schema)
        if text:
            with pytest.raises(WriteError, match="there is no such field"):
                bytes_of(codec, table, "sent", parse(codec), engine="columns")
        else:
            assert bytes_of(codec, table, "sent", parse(codec), engine="columns")[1].encoded == 1


PAD = """
-made-of:
  notes:
    with: noting:pad
    arrow: true
    columns: {text: bytes}
seq:
  - {id: ofs_pad, type: u2}
  - {id: len_pad, type: u2}
instances:
  pad: {pos: ofs_pad, size: len_pad, type: pad}
types:
  pad:
    seq:
      - {id: ofs_notes, type: u2}
      - {id: len_notes, type: u2}
      - {id: len_marks, type: u2}
      - {id: marks, size: len_marks, type: marks}
      - {id: last, type: mark(_io)}
    instances:
      notes: {pos: ofs_notes, size: len_notes, process: bytewright.codecs.snappy_chunks(16), type: notes}
  notes:
    seq:
      - {id: notes, type: note, repeat: UNTIL}
      - {id: end, contents: [1]}
  note:
    seq:
      - {id: len, type: u1}
      - {id: text, size: len}
  marks:
    seq:
      - {id: marks, type: mark(_parent._io), repeat: eos}
  mark:
    params: [{id: pad, type: io}]
    seq:
      - {id: chunk, type: u4, -default: 0}
      - {id: offset, type: u1, -default: 0}
    instances:
      found:
        io: pad
        pos: chunk
        size: pad.size - chunk
        process: bytewright.codecs.snappy_chunks(16)
        type: note_at(offset)
        -role: again
  note_at:
    params: [{id: offset, type: u1}]
    seq:
      - {size: offset}
      - {id: note, type: note}
"""
NOTING = """
import pyarrow as pa

from bytewright.columns import ListColumns


def pad(rows):
    return {"pad": lambda: _pad(rows)}


def _pad(rows):
    notes = ListColumns(pa.table({"text": rows["text"]}))
    backwards = pa.array([{"note": number} for number in reversed(range(len(notes)))])
    marks = ListColumns(pa.table({"found": backwards}), {"found.note": notes})
    return {
        "notes": {"notes": notes[:]},
        "marks": {"marks": marks[:]},
        "last": {"found": {"note": notes.at(len(notes) - 1)}},
    }
"""


def test_they_lie_in_decoded_pieces(compiled: Compile, tmp_path: Path) -> None:
    (tmp_path / "noting.py").write_text(NOTING, encoding="utf-8")
    codec = compiled(PAD.replace("UNTIL", "until, repeat-until: _io.size - _io.pos <= 1"))
    texts = [b"first", b"a" * 9, b"at the end of its piece", b"x" * 40, b"z", b"last"]
    data = _written(codec, [{"text": text} for text in texts], "columns")
    assert data == _written(codec, [{"text": text} for text in texts], "objects")
    pad = codec.parse(data).pad
    assert [note.text for note in pad.notes.notes] == texts
    assert [mark.found.note.text for mark in pad.marks.marks] == texts[::-1]
    assert pad.last.found.note.text == b"last"


def test_lists_that_end_by_their_place_are_checked(compiled: Compile, tmp_path: Path) -> None:
    (tmp_path / "noting.py").write_text(NOTING, encoding="utf-8")
    codec = compiled(PAD.replace("UNTIL", "until, repeat-until: _io.size - _io.pos <= 4"))
    table = pa.Table.from_pylist([{"text": b"x"}, {"text": b"y"}], schema=codec.makers[0].schema)
    engines: tuple[Engine, ...] = ("columns", "objects")
    for engine in engines:
        with pytest.raises(WriteError, match="nothing behind what ends the list") as error:
            bytes_of(codec, table, "notes", parse(codec), engine=engine)
        assert error.value.field == "pad.notes.notes[1]"


MIXED = """
-made-of:
  notes:
    with: mixing:mixed
    arrow: true
    columns: {text: bytes}
seq:
  - {id: kind, type: u1}
  - {id: body, type: {switch-on: kind, cases: {1: plain, 2: counted}}}
types:
  plain:
    seq:
      - {id: notes, type: note, repeat: until, repeat-until: _.len == 0}
  counted:
    seq:
      - {id: notes, type: note, repeat: until, repeat-until: _.len == 0}
      - {id: num_notes, type: u1, -default: 7}
  note:
    seq:
      - {id: len, type: u1}
      - {id: text, size: len}
"""
MIXING = """
import pyarrow as pa

from bytewright.columns import ListColumns


def mixed(rows):
    texts = rows["text"].to_pylist()
    notes = ListColumns(pa.table({"text": pa.array([*texts, b""], pa.binary())}))
    return {"kind": len(texts), "body": {"notes": notes[:]}}
"""


def test_they_lie_in_what_a_number_chooses(compiled: Compile, tmp_path: Path) -> None:
    (tmp_path / "mixing.py").write_text(MIXING, encoding="utf-8")
    codec = compiled(MIXED)
    data = _written(codec, [{"text": b"first"}, {"text": b"second"}], "columns")
    assert data == b"\x02\x05first\x06second\x00\x07"
    assert data == _written(codec, [{"text": b"first"}, {"text": b"second"}], "objects")


def test_without_a_plan_they_are_objects(compiled: Compile, tmp_path: Path) -> None:
    (tmp_path / "noting.py").write_text(NOTING, encoding="utf-8")
    # What is stored in a note in several ways is nothing that rows hold.
    spec = PAD.replace("UNTIL", "until, repeat-until: _io.size - _io.pos <= 1")
    codec = compiled(spec.replace("{id: text, size: len}", "{id: text, size: len, process: xor(7)}"))
    table = pa.Table.from_pylist([{"text": b"abc"}], schema=codec.makers[0].schema)
    data, written = bytes_of(codec, table, "notes", parse(codec))
    assert codec.parse(data).pad.notes.notes[0].text == b"abc"
    assert written.encoded == 0
    with pytest.raises(OptionError, match=r"the kernel can't make the elements of \w+\.\w+"):
        bytes_of(codec, table, "notes", parse(codec), engine="columns")


@pytest.mark.parametrize(
    ("numbers", "error"),
    [([0, 2], "follow each other"), ([2, 1], "follow each other"), ([2, 3], "aren't there"), ([-1, 0], "aren't there")],
)
def test_lists_are_of_elements_that_are_there(numbers: list[int], error: str) -> None:
    others = ListColumns(pa.RecordBatch.from_pydict({"value": [5, 6, 7]}))
    listed = pa.array([[0, 1], numbers], pa.list_(pa.int64()))
    with pytest.raises(ValueError, match=error):
        ListColumns(pa.RecordBatch.from_pydict({"listed": listed}), {"listed": others})


def test_a_list_that_is_null_may_hide_anything() -> None:
    others = ListColumns(pa.RecordBatch.from_pydict({"value": [5, 6, 7]}))
    listed = pa.ListArray.from_arrays(
        pa.array([0, 2, 4], pa.int32()), pa.array([8, 9, 1, 2]), mask=pa.array([True, False])
    )
    ListColumns(pa.RecordBatch.from_pydict({"listed": listed}), {"listed": others})
    assert [(run.start, run.stop) for run in others.runs] == [(1, 3)]
