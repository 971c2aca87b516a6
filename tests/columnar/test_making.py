"""Items of which code makes columns become bytes in the kernel: those that objects write of the same rows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.drawn import same_each_time

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.columnar.encode.containers.encoder import ContainerEncoder
from bytewright.errors import OptionError, WriteError
from bytewright.kernels.drivers.encoder import USUAL, Sizes
from bytewright.kernels.plan.failures import Unsupported
from bytewright.tables.write import bytes_of, bytes_of_each
from bytewright_codegen.load import load

SPEC = """
meta: {id: crates, endian: le, encoding: UTF-8}
-options:
  - {id: forms, type: file, loader: packing:forms, otherwise: packing:usual}
  - {id: most, type: int, default: 0}
-made-of:
  orders:
    with: packing:crates
    columns: {form: str, amount: s8, ratio: f8, title: str, notes: 'str[]', way: s8, words: 's8[]'}
    options: [forms]
    deal: {list: 'crates[*].body.orders[*]', limit: most}
    by-columns: packing:columns
params:
  - {id: forms, type: 'form[]'}
seq:
  - {id: crates, type: crate, repeat: eos}
types:
  form:
    params:
      - {id: name, type: str}
      - {id: columns, type: 'column[]'}
      - {id: keys, type: 'str[]'}
      - {id: checked, type: bool}
  column:
    params:
      - {id: name, type: str}
      - {id: kind, type: u1, enum: kind}
  crate:
    seq:
      - {id: len_body, type: u2}
      - {id: number, type: u1}
      - {id: body, size: len_body, type: crate_body}
  crate_body:
    seq: [{id: orders, type: order, repeat: eos}]
  order:
    seq:
      - {id: len_body, type: u2}
      - {id: body, size: len_body, type: body}
      - {size: (-len_body) % 4}
  body:
    seq:
      - {id: number, type: u1, valid: {max: _root.forms.size - 1}}
      - id: fields
        type: field(form.columns[_index], form)
        repeat: expr
        repeat-expr: form.columns.size
      - {id: check, type: u1, -default: {call: 'packing:check', with: [number]}}
    instances:
      form: {value: '_root.forms[number]'}
  field:
    -show: {value: value}
    params:
      - {id: column, type: column}
      - {id: form, type: form}
    seq:
      - id: value
        type:
          switch-on: column.kind
          cases:
            'kind::amount': s4
            'kind::ratio': f8
            'kind::title': title_ref
            'kind::notes': notes_ref(form)
            'kind::tally': tally
            'kind::counts': counts
  tally:
    seq: [{id: digits, size: 4, process: xor(7)}]
  counts:
    seq:
      - {id: way, type: u1}
      - {id: len_content, type: u2, if: way != 0}
      - id: content
        size: len_content
        if: way != 0
        type:
          switch-on: way
          cases: {1: sums, 2: floats, 3: floats}
      - {id: words, size-eos: true, process: 'bytewright.codecs.nibble_pack(num, 0)', type: integers, if: way == 4}
    instances:
      num: {value: 'way == 1 ? content.as<sums>.num + 0 : 3'}
  sums:
    seq:
      - {id: num, type: u1}
      - {id: words, size-eos: true, process: 'bytewright.codecs.nibble_pack(num, 1)', type: integers}
  floats:
    seq:
      - {id: num, type: u2}
      - {id: words, size-eos: true, process: 'bytewright.codecs.nibble_pack(num, 2)', type: integers}
  integers:
    seq: [{id: values, type: s8, repeat: eos}]
  title_ref:
    -show: {value: title}
    seq: [{id: ofs, type: u1}]
    instances:
      title: {pos: ofs - 1, type: title}
  title:
    -show: {value: text}
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
  notes_ref:
    params: [{id: form, type: form}]
    seq: [{id: ofs, type: u2}]
    instances:
      target: {pos: ofs, type: sized_notes(form)}
  sized_notes:
    params: [{id: form, type: form}]
    seq:
      - {id: len_notes, type: u2}
      - {id: notes, size: len_notes, type: notes(form)}
  notes:
    params: [{id: form, type: form}]
    seq: [{id: notes, type: note(form), repeat: eos}]
  note:
    params: [{id: form, type: form}]
    seq:
      - {id: code, type: u1, valid: {expr: _ < 200 or _ - 200 < form.keys.size}}
      - {id: key, type: str, size: code, if: code < 200}
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
enums:
  kind: {0: amount, 1: ratio, 2: title, 3: notes, 4: tally, 5: counts}
"""
CODE = '''
"""Orders in crates."""
import json

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.columns import LayoutGroup, ContainerBatch, Container

def usual():
    return [{"name": "plain", "columns": [{"name": "amount", "kind": "amount"}], "keys": [], "checked": False}]

def forms(text):
    return json.loads(text)

def check(number):
    return 77

def note(text, keys):
    key, _, rest = text.partition("=")
    return {"code": 200 + keys.index(key), "text": rest} if key in keys else {"key": key, "text": rest}

def value(row, column, form):
    found = row[column.name]
    if column.kind.label == "title":
        return {"title": {"text": found}}
    if column.kind.label == "notes":
        return {"target": {"notes": {"notes": [note(one, form.keys) for one in found]}}}
    if column.kind.label == "counts":
        words = {"values": row["words"]}
        content = {"num": len(row["words"]), "words": words} if 0 < row["way"] < 4 else None
        return {"way": row["way"], "content": content, "words": words if row["way"] == 4 else None}
    return {"digits": b"%04d" % found} if column.kind.label == "tally" else found

def crates(rows, options):
    known = {form.name: (number, form) for number, form in enumerate(options["forms"])}
    orders = []
    for row in rows:
        if row["form"] not in known:
            raise ValueError("there is no form like that")
        number, form = known[row["form"]]
        fields = [{"value": value(row, column, form)} for column in form.columns]
        orders.append({"body": {"number": number, "fields": fields, "check": 77 if form.checked else None}})
    return {"crates": [{"number": 5, "body": {"orders": orders}}]}

def columns(rows, options, files=None):
    made = []
    names = rows.column("form").to_pylist()
    for number, form in enumerate(options["forms"]):
        chosen = np.array([place for place, name in enumerate(names) if name == form.name], np.int64)
        if len(chosen) and number % 2:
            every = fields(rows, number, form)
            made += [LayoutGroup(some, every, some) for some in (chosen[3::-1], chosen[4:]) if len(some)]
        elif len(chosen):
            made.append(LayoutGroup(chosen, fields(rows.take(pa.array(chosen)), number, form)))
    every = np.arange(len(rows))
    members = [every] if files is None else [every[files == file] for file in np.unique(files)]
    yield ContainerBatch([Container({"number": 5}, one) for one in members], made)

def counts(ways, lists):
    words = pa.struct([("values", pa.list_(pa.int64()))])
    content = pa.struct([("num", pa.int64()), ("words", words)])
    kind = pa.struct(
        [("way", pa.int64()), ("content", pa.struct([("|sums", content), ("|floats", content)])), ("words", words)]
    )
    found = []
    for way, values in zip(ways, lists):
        made = {"num": len(values), "words": {"values": values}}
        cases = {"|sums": made if way == 1 else None, "|floats": made if way in (2, 3) else None}
        left = {"values": values} if way == 4 else None
        found.append({"way": way, "content": cases if 0 < way < 4 else None, "words": left})
    return pa.array(found, kind)

def hidden(texts):
    """The same with bytes where there is no text, which nobody may see."""
    there = np.packbits(texts.is_valid().to_numpy(zero_copy_only=False), bitorder="little")
    filled = texts.fill_null("hidden" * 9)
    return pa.Array.from_buffers(pa.string(), len(texts), [pa.py_buffer(there.data), *filled.buffers()[1:]])

def fields(rows, number, form):
    found = {"body.number": pa.array([number] * len(rows), pa.uint8())}
    if form.checked:
        found["body.check"] = pa.array([77] * len(rows), pa.uint8())
    for place, column in enumerate(form.columns):
        array = rows.column(column.name).combine_chunks()
        way = f"body.fields.{place}.value"
        match column.kind.label:
            case "title":
                found[f"{way}.title.text"] = array
            case "notes":
                kind = pa.struct([("code", pa.uint8()), ("key", pa.string()), ("text", pa.string())])
                lists = [[note(one, form.keys) for one in notes] for notes in array.to_pylist()]
                notes = pa.array(lists, pa.list_(kind))
                parts = [notes.values.field("code"), hidden(notes.values.field("key")), notes.values.field("text")]
                structs = pa.StructArray.from_arrays(parts, names=["code", "key", "text"])
                found[f"{way}.target.notes.notes"] = pa.ListArray.from_arrays(notes.offsets, structs)
            case "tally":
                found[f"{way}.digits"] = pa.array([b"%04d" % one for one in array.to_pylist()])
            case "counts":
                found[way] = counts(rows.column("way").to_pylist(), rows.column("words").to_pylist())
            case _:
                found[way] = array
    return found
'''
FORMS: list[dict[str, Any]] = [
    {"name": "plain", "columns": [{"name": "amount", "kind": "amount"}], "keys": [], "checked": True},
    {
        "name": "rich",
        "columns": [
            {"name": "title", "kind": "title"},
            {"name": "amount", "kind": "amount"},
            {"name": "notes", "kind": "notes"},
            {"name": "ratio", "kind": "ratio"},
        ],
        "keys": ["known", "häufig"],
        "checked": True,
    },
    {"name": "bare", "columns": [{"name": "notes", "kind": "notes"}], "keys": [], "checked": True},
    {
        "name": "counted",
        "columns": [{"name": "title", "kind": "title"}, {"name": "words", "kind": "counts"}],
        "keys": [],
        "checked": True,
    },
    {"name": "left", "columns": [{"name": "amount", "kind": "tally"}], "keys": [], "checked": True},
    {"name": "unchecked", "columns": [{"name": "amount", "kind": "amount"}], "keys": [], "checked": False},
]
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="="), max_size=9)
NOTES = st.builds("=".join, st.tuples(st.sampled_from(["known", "häufig", "", "a", "b" * 150]), TEXTS))
WORDS = st.one_of(
    st.integers(-(1 << 63), (1 << 63) - 1), st.integers(0, 5000), st.builds(lambda n: 1 << n, st.integers(0, 62))
)
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "form": st.sampled_from(["plain", "rich", "bare", "counted"]),
            "amount": st.integers(-(1 << 31), (1 << 31) - 1),
            "ratio": st.floats(allow_nan=False),
            "title": TEXTS,
            "notes": st.lists(NOTES, max_size=4),
            "way": st.sampled_from([0, 1, 2, 3]),
            "words": st.lists(WORDS, max_size=19),
        }
    ),
    max_size=12,
)
ROW = {
    "form": "rich",
    "amount": 7,
    "ratio": 0.5,
    "title": "x",
    "notes": ["known=1", "other=2"],
    "way": 1,
    "words": [5, 9],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A spec with code beside it, and a file of forms."""
    here = tmp_path_factory.mktemp("crates")
    (here / "crates.ksy").write_text(SPEC, encoding="utf-8")
    (here / "packing.py").write_text(CODE, encoding="utf-8")
    (here / "forms.json").write_text(json.dumps(FORMS), encoding="utf-8")
    return here


@pytest.fixture(scope="module")
def codec(folder: Path) -> Codec:
    return load(folder / "crates.ksy", trust=folder)


def table(codec: Codec, rows: list[dict[str, Any]]) -> pa.Table:
    (maker,) = codec.makers
    return pa.Table.from_pylist(rows, schema=maker.schema)


def options(folder: Path, **more: int) -> Mapping[str, str]:
    return {"forms": str(folder / "forms.json"), **{name: str(value) for name, value in more.items()}}


@given(rows=ROWS, most=st.sampled_from([0, 700, 2000]), sizes=st.sampled_from([USUAL, Sizes(1, 1), Sizes(300, 3)]))
@same_each_time(60)
def test_items_are_those_that_objects_write(
    codec: Codec, folder: Path, rows: list[dict[str, Any]], most: int, sizes: Sizes
) -> None:
    settings = parse(codec, options(folder, most=most))
    made = table(codec, rows)
    (maker,) = codec.makers
    encoder = ContainerEncoder(codec, maker, settings, made.schema, None, sizes)
    found = b"".join(bytes(piece) for piece in encoder.pieces(made.to_batches(max_chunksize=5)))
    expected, written = bytes_of(codec, made, "orders", settings, engine="objects")
    assert written.encoded == 0
    assert found == expected
    assert encoder.rows == len(rows)


@given(files=st.lists(ROWS, max_size=6), most=st.sampled_from([0, 700]))
@same_each_time(40)
def test_several_files_are_those_that_are_made_one_by_one(
    codec: Codec, folder: Path, files: list[list[dict[str, Any]]], most: int
) -> None:
    settings = parse(codec, options(folder, most=most))
    edges = np.concatenate([[0], np.cumsum([len(rows) for rows in files])]).astype(np.int64)
    together = table(codec, [row for rows in files for row in rows])
    made = list(bytes_of_each(codec, together, edges, "orders", settings, engine="columns"))
    expected = [bytes_of(codec, table(codec, rows), "orders", settings, engine="objects")[0] for rows in files]
    assert [data for data, _ in made] == expected
    assert [(one.rows, one.encoded) for _, one in made] == [(len(rows), len(rows)) for rows in files]


def test_what_lies_around_items_is_made_by_the_kernel(
    codec: Codec, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = table(codec, [ROW, {**ROW, "form": "plain"}] * 50)
    settings = parse(codec, options(folder, most=700))
    expected, _ = bytes_of(codec, made, "orders", settings, engine="objects")
    monkeypatch.setattr(ContainerEncoder, "_part", None)
    assert bytes_of(codec, made, "orders", settings, engine="columns")[0] == expected


def test_files_that_the_kernel_cannot_make_are_made_by_objects_alone(codec: Codec, folder: Path) -> None:
    settings = parse(codec, options(folder, most=0))
    odd = {9, 30}
    rows = [{**ROW, "form": "left" if number in odd else "rich"} for number in range(40)]
    edges = np.arange(0, 41, 1)
    made = list(bytes_of_each(codec, table(codec, rows), edges, "orders", settings))
    expected = [bytes_of(codec, table(codec, [row]), "orders", settings, engine="objects")[0] for row in rows]
    assert [data for data, _ in made] == expected
    left = {number for number, (_, one) in enumerate(made) if not one.encoded}
    assert odd <= left
    assert len(left) < 10
    assert all(bool(one.reason) != bool(one.encoded) for _, one in made)
    wrong = [{**row, "form": "none"} if number == 7 else row for number, row in enumerate(rows)]
    found = bytes_of_each(codec, table(codec, wrong), edges, "orders", settings)
    assert [next(found)[0] for _ in range(7)] == expected[:7]
    with pytest.raises(WriteError, match="no form like that"):
        next(found)


def test_rows_are_written_by_the_kernel(codec: Codec, folder: Path, tmp_path: Path) -> None:
    rows = table(codec, [ROW, {**ROW, "form": "plain"}] * 50)
    written = bytewright.write(rows, tmp_path / "x", codec, "orders", options=options(folder), engine="columns")
    assert (written.rows, written.encoded) == (100, 100)
    model: Any = codec.parse(tmp_path / "x", options=parse(codec, options(folder)).values)
    rich, plain = model.crates[0].body.orders[:2]
    assert [note.text for note in rich.body.fields[2].value.target.notes.notes] == ["1", "2"]
    assert (rich.body.fields[0].value.title.text, plain.body.fields[0].value) == ("x", 7)


@pytest.mark.parametrize("form", ["left", "unchecked"])
def test_what_the_kernel_cannot_lay_out_is_left_to_objects(codec: Codec, folder: Path, form: str) -> None:
    rows = table(codec, [ROW, {**ROW, "form": form}])
    settings = parse(codec, options(folder))
    with pytest.raises(OptionError, match="engine columns can't write such rows"):
        bytes_of(codec, rows, "orders", settings, engine="columns")
    data, written = bytes_of(codec, rows, "orders", settings)
    assert written.encoded == 0
    assert data == bytes_of(codec, rows, "orders", settings, engine="objects")[0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"title": "x" * 256}, "from 0 to 255, found 256"),
        ({"amount": 1 << 31}, "value"),
        ({"notes": [f"{'k' * 200}=v"]}, "key: expected nothing"),
        ({"form": "none"}, "there is no form"),
    ],
)
def test_objects_know_what_is_wrong(codec: Codec, folder: Path, change: dict[str, Any], message: str) -> None:
    rows = table(codec, [ROW, {**ROW, **change}])
    settings = parse(codec, options(folder))
    (maker,) = codec.makers
    with pytest.raises(Unsupported):
        list(ContainerEncoder(codec, maker, settings, rows.schema).pieces(rows.to_batches()))
    with pytest.raises(WriteError, match=message):
        bytes_of(codec, rows, "orders", settings)


def test_an_item_too_large_for_any_element_is_refused(codec: Codec, folder: Path) -> None:
    rows = table(codec, [ROW, {**ROW, "title": "x" * 250}])
    with pytest.raises(WriteError, match="at most"):
        bytes_of(codec, rows, "orders", parse(codec, options(folder, most=200)))
