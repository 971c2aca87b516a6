"""What a user tells readers: schemas that no file holds, members that they name, and what code makes of values."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import bytewright
from bytewright.cli import main
from bytewright.codec import settings
from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain
from bytewright.errors import CodecError, OptionError, ReadError, WriteError
from bytewright.model import arithmetic
from bytewright.tables import row_models as rows
from bytewright.tables import write
from bytewright.testing import check_rewrite, check_tree_of
from bytewright_codegen.load import load

SPEC = """
meta: {id: ledger, endian: le, encoding: UTF-8}
-options:
  - {id: forms, type: file, loader: ledger_forms:forms, otherwise: ledger_forms:usual}
  - {id: form, type: str}
  - {id: pageBytes, type: int, default: 0}
  - {id: seed, type: int, default: 7}
-made-of:
  entries:
    view: entries
    with: ledger_forms:pages
    options: [forms]
    inner-columns: {plus: s8, A: str}
    deal: {list: 'pages[*].body.entries[*]', limit: pageBytes}
-views:
  entries:
    default: true
    each: pages[*].body.entries[*]
    columns:
      - {id: page, value: pages._index, type: s4}
      - {id: form, value: _.body.form.name}
    pivot: {of: _.body, option: form, among: 'forms[*]', name: _.name, each: '_.columns[*]'}
params:
  - {id: forms, type: 'form[]'}
seq:
  - {id: pages, type: page, repeat: eos, -role: slack}
types:
  form:
    params:
      - {id: name, type: str}
      - {id: columns, type: 'column[]'}
  column:
    params:
      - {id: name, type: str}
      - {id: kind, type: u1, enum: kind}
      - {id: inner, type: form}
  page:
    seq:
      - {id: len_body, type: u2}
      - {id: body, size: len_body, type: page_body}
  page_body:
    seq: [{id: entries, type: entry, repeat: eos}]
  entry:
    seq:
      - {id: len_body, type: u1}
      - {id: body, size: len_body, type: 'numbered'}
  numbered:
    -show:
      cells:
        each: form.columns[*]
        name: _.name
        case: _.kind
        cell: fields.fields[_column].value
        inner: _.inner.columns[*]
    seq:
      - {id: number, type: u1, valid: {max: _root.forms.size - 1}}
      - {id: fields, type: 'fields(form)'}
      - id: stamp
        type: u4
        -default: {call: 'ledger_forms:stamp', with: [seed, bytes_of(fields), {size: fields.fields.size, item: _index}]}
    instances:
      form: {value: '_root.forms[number]'}
  fields:
    -show:
      cells:
        each: form.columns[*]
        name: _.name
        case: _.kind
        cell: fields[_column].value
        inner: _.inner.columns[*]
    params: [{id: form, type: form}]
    seq:
      - {id: fields, type: 'field(form.columns[_index])', repeat: expr, repeat-expr: form.columns.size}
  field:
    -show: {value: value}
    params: [{id: column, type: column}]
    seq:
      - id: value
        type:
          switch-on: column.kind
          cases:
            'kind::amount': s4
            'kind::circle': circle
            'kind::notes': notes
            'kind::fields': fields(column.inner)
  circle:
    -show:
      columns:
        - {id: size, value: 'radius > 2 ? "large" : "small"'}
        - {id: radius, value: radius, type: s8}
        - {id: area, value: 'pow(radius, 2) * 3.0', if: radius > 0}
        - {id: growth, list: {size: 3, item: exp(_index) * radius}}
    seq: [{id: radius, type: u1}]
  notes:
    -show: {value: notes}
    seq:
      - {id: num_notes, type: u1}
      - {id: notes, type: note, repeat: expr, repeat-expr: num_notes, -type: {map: {key: _.key, value: _.text}}}
  note:
    seq:
      - {id: key, type: u1}
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
enums:
  kind: {0: amount, 1: circle, 2: notes, 3: fields}
"""
CODE = '''
"""Forms of ledgers."""
import json

def usual():
    return [{"name": "plain", "columns": [{"name": "amount", "kind": "amount"}]}]

def forms(text):
    return json.loads(text)

def stamp(seed, content, numbers):
    return seed + sum(content) + len(numbers)

def fields_of(row, form):
    more = row.get("plus") or 0
    return {"fields": [{"value": value_of(row[column.name.lower()], column, more)} for column in form.columns]}

def value_of(value, column, more):
    match int(column.kind):
        case 0:
            return value + more
        case 1:
            return {"radius": value["radius"]}
        case 2:
            return {"notes": [{"key": key, "text": text} for key, text in value]}
        case 3:
            return fields_of(value, column.inner)

def pages(rows, options):
    known = {form.name: (place, form) for place, form in enumerate(options["forms"])}
    entries = []
    for row in rows:
        if row["form"] not in known:
            raise ValueError(f"there is no form {row['form']!r}")
        number, form = known[row["form"]]
        entries.append({"body": {"number": number, "fields": fields_of(row, form)}})
    return {"pages": [{"body": {"entries": entries}}]}
'''
FORMS = [
    {"name": "plain", "columns": [{"name": "amount", "kind": "amount"}]},
    {
        "name": "rich",
        "columns": [
            {"name": "Amount", "kind": 0},
            {"name": "shape", "kind": "circle"},
            {"name": "notes", "kind": "notes"},
            {"name": "inside", "kind": "fields", "inner": {"name": "in", "columns": [{"name": "a", "kind": "amount"}]}},
        ],
    },
]
RICH = {"Amount": 5, "shape": {"radius": 3}, "notes": {"notes": [{"key": 9, "text": "x"}, {"key": 9, "text": "y"}]}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A spec with code beside it, and a file of forms."""
    here = tmp_path_factory.mktemp("ledger")
    (here / "ledger.ksy").write_text(SPEC)
    (here / "ledger_forms.py").write_text(CODE)
    (here / "forms.json").write_text(json.dumps(FORMS))
    return here


@pytest.fixture(scope="module")
def codec(folder: Path) -> Codec:
    """The codec of the spec."""
    return load(folder / "ledger.ksy", trust=folder)


@pytest.fixture(scope="module")
def options(folder: Path) -> dict[str, str]:
    """The options by which the forms are told."""
    return {"forms": str(folder / "forms.json")}


def plain(number: int, amount: int) -> dict[str, Any]:
    """An entry of a form with one column."""
    return {"body": {"number": number, "fields": {"fields": [{"value": amount}]}}}


def rich() -> dict[str, Any]:
    """An entry of a form with columns of all kinds."""
    fields = [{"value": value} for value in (*RICH.values(), {"fields": [{"value": -1}]})]
    return {"body": {"number": 1, "fields": {"fields": fields}}}


def made(codec: Codec, options: dict[str, str] | None, *pages: list[dict[str, Any]], **more: str) -> bytes:
    """A file with these entries."""
    values = settings.parse(codec, {**(options or {}), **more}).values
    model = from_plain(codec, {"pages": [{"body": {"entries": list(entries)}} for entries in pages]})
    return codec.to_bytes(model, options=values)


def test_members_are_those_that_schemas_name(codec: Codec, options: dict[str, str]) -> None:
    data = made(codec, options, [plain(0, 1), rich()], [plain(0, 2)])
    rows: list[Any] = bytewright.open(data, codec, options=options).to_table().to_pylist()
    assert [(row["page"], row["form"], row["amount"]) for row in rows] == [
        (0, "plain", 1),
        (0, "rich", 5),
        (1, "plain", 2),
    ]
    assert list(rows[0]) == ["page", "form", "amount", "shape", "notes", "inside"]
    shape = rows[1]["shape"]
    assert shape == {"size": "large", "radius": 3, "area": 27.0, "growth": [3 * math.exp(i) for i in range(3)]}
    assert rows[1]["notes"] == [(9, "x"), (9, "y")]
    assert rows[1]["inside"] == {"a": -1}
    assert rows[2]["shape"] is None


def test_files_are_read_by_the_usual_schemas_where_none_are_told(codec: Codec) -> None:
    data = made(codec, None, [plain(0, 1)])
    assert bytewright.open(data, codec).to_table().to_pylist() == [{"page": 0, "form": "plain", "amount": 1}]
    with pytest.raises(CodecError, match="nothing says what the parameter forms is"):
        codec.parse(data, options={"forms": None})


def test_trees_and_files_are_written_again(codec: Codec, options: dict[str, str]) -> None:
    values = settings.parse(codec, options).values
    data = made(codec, options, [rich(), plain(0, 7)]) + bytes(5)
    check_rewrite(codec, data, values)
    check_tree_of(codec, data, values)


def test_zeros_behind_a_list_are_slack_and_anything_else_an_element(codec: Codec, options: dict[str, str]) -> None:
    data = made(codec, options, [plain(0, 1)])
    for size in (1, 2, 1000, 100_000):
        table = bytewright.open(data + bytes(size), codec, options=options)
        assert table.to_table().num_rows == 1
    with pytest.raises(ReadError, match=r"pages\[\d\]\.len_body"):
        bytewright.open(data + bytes(9) + b"\x01", codec, options=options, strict=True).to_table()


def test_an_option_chooses_columns(codec: Codec, options: dict[str, str]) -> None:
    data = made(codec, options, [plain(0, 1), rich()])
    table = bytewright.open(data, codec, options={**options, "form": "rich"})
    assert table.schema.names == ["page", "form", "Amount", "shape", "notes", "inside"]
    assert [row["Amount"] for row in table.to_table().to_pylist()] == [1, 5]
    with pytest.raises(OptionError, match=r"there is no 'rch'\. Did you mean 'rich'"):
        bytewright.open(data, codec, options={**options, "form": "rch"})


def test_code_makes_what_a_user_leaves_out(codec: Codec, options: dict[str, str]) -> None:
    values = settings.parse(codec, {**options, "seed": "100"}).values
    data = made(codec, options, [plain(0, 3)], seed="100")
    (entry,) = codec.parse(data, options=values).pages[0].body.entries
    assert entry.body.stamp == 100 + 3 + 1
    entry = plain(0, 3)
    entry["body"]["stamp"] = 1
    assert codec.parse(made(codec, options, [entry]), options=values).pages[0].body.entries[0].body.stamp == 1


def test_rows_are_dealt_out(
    codec: Codec, options: dict[str, str], folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    rows = [{"form": "plain", "amount": number} for number in range(10)]
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    spec, forms = str(folder / "ledger.ksy"), f"forms={options['forms']}"
    arguments = ["write", "--spec", spec, "--from", str(folder / "rows.jsonl"), "--trust", str(folder)]
    arguments += ["--option", forms, "--option"]
    out = folder / "out.bin"
    assert main([*arguments, "pageBytes=32", "-o", str(out)]) == 0
    shown = bytewright.open(out, codec, options=options).to_table().to_pylist()
    assert [row["page"] for row in shown] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3]
    assert [row["amount"] for row in shown] == list(range(10))
    assert main([*arguments, "pageBytes=5", "-o", str(out)]) == 1
    assert "pages[0].body.entries[0]: expected at most 3 bytes (pageBytes), found 10" in capfd.readouterr().err


def test_structs_may_have_more_in_rows_than_in_views(codec: Codec, options: dict[str, str], tmp_path: Path) -> None:
    row = {"form": "rich", "amount": 5, "shape": {"radius": 3}, "notes": {}}
    lines: list[dict[str, Any]] = [
        {**row, "inside": inside} for inside in ({"a": 1}, {"a": 1, "plus": 10}, {"a": 1, "plus": None})
    ]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    chosen = settings.parse(codec, options)
    model = rows.model_of(codec, str(tmp_path / "rows.jsonl"), None, chosen)
    data = codec.to_bytes(model, options=chosen.values)
    shown: list[Any] = bytewright.open(data, codec, options=options).to_table().to_pylist()
    assert [one["inside"] for one in shown] == [{"a": 1}, {"a": 11}, {"a": 1}]
    table = pa.table({name: pa.array([line[name] for line in lines[:2]]) for name in ("form", "amount", "shape")})
    table = table.append_column("notes", pa.array([[], []], pa.map_(pa.int16(), pa.string())))
    whole = table.append_column("inside", pa.array([line["inside"] for line in lines[:2]]))
    data, _ = write.bytes_of(codec, whole, None, chosen)
    again: list[Any] = bytewright.open(data, codec, options=options).to_table().to_pylist()
    assert [one["inside"] for one in again] == [{"a": 1}, {"a": 11}]
    maker = rows.maker_of(codec, None, chosen)
    assert maker is not None
    assert maker.schema is not None
    inside = maker.schema.field("inside").type
    assert [(member.name, member.type) for member in inside] == [("a", pa.int32()), ("plus", pa.int64())]
    wrong = table.append_column("inside", pa.array([{"a": 1, "minus": 2}, {"a": 1}]))
    with pytest.raises(WriteError, match="inside has no member 'minus'"):
        write.bytes_of(codec, wrong, None, chosen)


def test_wrong_schemas_are_errors_of_the_option(codec: Codec, tmp_path: Path) -> None:
    wrongs: list[tuple[Any, str]] = [
        ([{"nam": "x"}], "has no parameter nam"),
        ([3], "expected an object"),
        ([{"name": "x", "columns": [{"name": "y", "kind": "nothing"}]}], "expected one of amount, circle"),
    ]
    for wrong, said in wrongs:
        (tmp_path / "forms.json").write_text(json.dumps(wrong))
        with pytest.raises(OptionError, match=said):
            settings.parse(codec, {"forms": str(tmp_path / "forms.json")})


def test_rows_of_nothing_known_are_refused(codec: Codec, options: dict[str, str]) -> None:
    chosen = settings.parse(codec, options)
    maker = rows.maker_of(codec, None, chosen)
    assert maker is not None
    with pytest.raises(WriteError, match="there is no form 'x'"):
        rows.made_of(codec, maker, pa.table({"form": ["x"]}), chosen)


def test_functions_are_those_of_ieee_754() -> None:
    assert arithmetic.power(10, 400) == math.inf
    assert arithmetic.power(-10, 401) == -math.inf
    assert arithmetic.power(0, -1) == math.inf
    assert math.isnan(arithmetic.power(-8, 1 / 3))
    assert arithmetic.exponential(1000) == math.inf
    assert arithmetic.logarithm(0) == -math.inf
    assert math.isnan(arithmetic.logarithm(-1))
    with pytest.raises(ValueError, match="a list of"):
        arithmetic.places(1 << 40)
