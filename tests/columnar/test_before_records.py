"""Lists that stand before a file's records: the kernel reads no further than they are, as objects do."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.support.both import agree, agree_in_all_modes, agree_when_damaged, made_by_the_kernel, read

import bytewright
from bytewright.codec.codec import Codec
from bytewright.io.source import BytesSource
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.load import load

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SPEC = """
meta: {id: cargo, endian: le}
seq:
  - {id: magic, contents: CRG1}
  - {id: num_tags, type: u4}
  - {id: num_decks, type: u1}
  - {id: num_items, type: u4}
  - {id: tags, type: tag, repeat: expr, repeat-expr: num_tags}
  - {id: stamp, type: u2, valid: {max: 999}}
  - {id: decks, type: deck, repeat: expr, repeat-expr: num_decks}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
  - {id: body, size-eos: true}
instances:
  twice: {value: stamp * 2, -valid: {max: 1900}}
types:
  name:
    seq:
      - {id: len_text, type: u2}
      - {id: text, type: str, size: len_text, encoding: UTF-8}
  tag:
    seq:
      - {id: key, type: name}
      - {id: kind, type: u1, valid: {max: 2}}
      - {id: value, type: {switch-on: kind, cases: {0: u4, 1: f8, 2: name}}}
  deck:
    seq:
      - {id: label, type: strz, encoding: UTF-8}
      - {id: len_slots, type: u1}
      - {id: slots, type: slot, repeat: expr, repeat-expr: len_slots}
  slot:
    seq:
      - {id: weight, type: u2, valid: {max: 5000}}
      - {id: closed, type: b1}
      - {id: row, type: b7}
  item:
    seq:
      - {id: name, type: name}
      - {id: num_dims, type: u1}
      - {id: dims, type: u4, repeat: expr, repeat-expr: num_dims}
-views:
  items:
    default: true
    each: items[*]
    columns:
      - {id: name, value: _.name.text}
      - {id: dims, value: _.dims}
      - {id: stamp, value: stamp}
  tags:
    each: tags[*]
    columns:
      - {id: number, value: _index}
      - {id: key, value: _.key.text}
      - {id: kind, value: _.kind}
      - {id: value, value: _.value}
      - {id: text, value: _.value.as<name>.text, if: _.kind == 2}
      - {id: stamp, value: twice}
  heavy:
    each: tags[*]
    where: _.kind != 1
    columns:
      - {id: key, value: _.key.text}
  decks:
    each: decks[*]
    columns:
      - {id: label, value: _.label}
      - {id: slots, value: _.slots}
      - {id: tags, value: num_tags}
  slots:
    each: decks[*].slots[*]
    columns:
      - {id: deck, value: decks.label}
      - {id: weight, value: _.weight}
      - {id: row, value: _.row}
  repeated:
    each: decks[*]
    rows: _.len_slots
    columns:
      - {id: label, value: _.label}
      - {id: weight, value: '_.slots[_row].weight'}
  stamp:
    columns:
      - {id: stamp, value: stamp}
"""
ROWS = {"tags": 4, "heavy": 3, "decks": 3, "slots": 3, "repeated": 3}


def name(text: str) -> bytes:
    return struct.pack("<H", len(text.encode())) + text.encode()


def tag(key: str, value: int | float | str) -> bytes:
    match value:
        case int():
            return name(key) + b"\0" + struct.pack("<I", value)
        case float():
            return name(key) + b"\1" + struct.pack("<d", value)
    return name(key) + b"\2" + name(value)


def deck(label: str, *slots: tuple[int, int]) -> bytes:
    return label.encode() + b"\0" + bytes([len(slots)]) + b"".join(struct.pack("<HB", *slot) for slot in slots)


def item(text: str, *dims: int) -> bytes:
    return name(text) + bytes([len(dims)]) + struct.pack(f"<{len(dims)}I", *dims)


def cargo(tags: list[bytes], decks: list[bytes], items: list[bytes], stamp: int = 7) -> bytes:
    counts = struct.pack("<IBI", len(tags), len(decks), len(items))
    return b"CRG1" + counts + b"".join((*tags, struct.pack("<H", stamp), *decks, *items)) + b"the rest"


TAGS = [tag("a", 1), tag("bc", 2.5), tag("d", "tëxt"), tag("ee", 9)]
DECKS = [deck("upper", (12, 3), (4000, 130)), deck(""), deck("x", (1, 255))]
ITEMS = [item("first", 3, 4), item(""), item("last", 1)]
DATA = cargo(TAGS, DECKS, ITEMS)
HEAD = DATA.index(ITEMS[0])


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("specs") / "cargo.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize("view", ROWS)
def test_engines_agree(codec: Codec, view: str) -> None:
    assert made_by_the_kernel(codec, view)
    rows, error, warnings = agree(codec, DATA, view=view)
    assert (len(rows), error, warnings) == (ROWS[view], None, [])
    agree_in_all_modes(codec, DATA, view=view)


OPTIONS: list[dict[str, Any]] = [
    {"strict": True},
    {"options": {"includeMetadata": True}},
    {"options": {"includeMetadata": True}, "mode": "PERMISSIVE"},
    {"options": {"checks": "frames"}},
    {"options": {"tornTail": "ignore"}},
    {"options": {"maxRecordBytes": 20}},
    {"options": {"maxSteps": 3}},
    {"mode": "DROPMALFORMED"},
]


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_options(codec: Codec, number: int) -> None:
    """What is wrong before the records is told, and nothing behind where they begin is looked at."""
    cut, late = DATA[: HEAD - 1], DATA[:HEAD] + b"\xff"
    for data in (DATA, cut, late, cargo(TAGS, DECKS, ITEMS, stamp=960), cargo(TAGS, DECKS, ITEMS, stamp=1200)):
        for view in ROWS:
            agree(codec, data, view=view, **OPTIONS[number])
    assert agree(codec, late, view="tags")[1] is None
    assert agree(codec, cut, view="tags")[0] == []


def test_several_files(codec: Codec) -> None:
    files = [DATA, cargo([], [], []), DATA[: HEAD - 3], cargo(TAGS[:1], DECKS, ITEMS)]
    for view in ROWS:
        found = [
            bytewright.open(files, codec, view, engine=engine, mode="PERMISSIVE").to_table()
            for engine in ("objects", "columns")
        ]
        assert found[0].equals(found[1])


def test_in_spark(spark: SparkSession, tmp_path: Path) -> None:
    """Tasks give the rows of both files, in every view, and find what is wrong in front of the records."""
    spec, folder = tmp_path / "cargo.ksy", tmp_path / "files"
    spec.write_text(SPEC, encoding="utf-8")
    folder.mkdir()
    (folder / "a.cargo").write_bytes(DATA)
    (folder / "b.cargo").write_bytes(cargo(TAGS[:1], DECKS, ITEMS * 2))
    for view in load(spec).views:
        expected = bytewright.open(folder, spec, view.name).to_table()
        found = spark.read.format("bytewright").options(spec=str(spec), view=view.name).load(str(folder)).toArrow()
        assert found.column_names == expected.column_names
        assert sorted(map(repr, found.to_pylist())) == sorted(map(repr, expected.to_pylist()))
    (folder / "c.cargo").write_bytes(DATA[: HEAD - 3])
    frame = spark.read.format("bytewright").options(spec=str(spec), view="tags").load(str(folder))
    with pytest.raises(Exception, match=r"c\.cargo.*decks"):
        frame.collect()


def test_what_lies_far_behind_is_not_read(codec: Codec, monkeypatch: pytest.MonkeyPatch) -> None:
    reached, read_into = list[int](), BytesSource.read_into

    def noted(source: BytesSource, offset: int, into: memoryview) -> int:
        size = read_into(source, offset, into)
        reached.append(offset + size)
        return size

    monkeypatch.setattr(BytesSource, "read_into", noted)
    table = bytewright.open(DATA + bytes(1 << 26), codec, "tags", engine="columns")
    assert table.to_table().num_rows == ROWS["tags"]
    assert table.counted == {"columns": ROWS["tags"]}
    assert HEAD <= max(reached) < 1 << 25


def test_one_row_is_left_to_objects(codec: Codec) -> None:
    assert str(codec.row_plans["stamp"]) == "all that it shows stands before the records, and is one row"
    assert read(codec, DATA, "auto", view="stamp")[0] == ["{'stamp': 7}"]


def test_records_behind_the_lists(codec: Codec) -> None:
    """The list behind those is that of the records, which are read by themselves."""
    assert made_by_the_kernel(codec, "items") == {"name", "dims", "stamp"}
    agree_in_all_modes(codec, DATA, view="items")


FORMS = {
    "of one size": "seq: [{id: flags, type: u1}, {id: tags, type: tag, repeat: expr, repeat-expr: 3}, RECORDS]",
    "up to the end": "seq: [{id: count, type: u1}, {id: tags, type: tag, repeat: expr, repeat-expr: count}, RECORDS]",
    "until": "seq: [{id: tags, type: tag, repeat: until, repeat-until: _.mark == 0}, RECORDS]",
    "in a structure": "seq: [{id: head, type: head}, RECORDS]",
    "of a length": "seq: [{id: len, type: u2}, {id: head, type: head, size: len}, RECORDS]",
    "inside a byte": "seq: [{id: tags, type: tag, repeat: expr, repeat-expr: 3}, {id: few, type: b3}, RECORDS]",
    "by conditions": "seq: [{id: n, type: u1}, {id: tags, type: tag, repeat: expr, repeat-expr: n, if: n!=0}, RECORDS]",
}
FORM = """
meta: {{id: form, endian: le}}
{seq}
types:
  head: {{seq: [{{id: count, type: u1}}, {{id: tags, type: tag, repeat: expr, repeat-expr: count}}]}}
  tag: {{seq: [{{id: weight, type: u2}}, {{id: mark, type: u1, valid: {{max: 9}}}}]}}
  record: {{seq: [{{id: a, type: u1, valid: {{max: 200}}}}, {{id: b, type: b8}}]}}
-views:
  tags: {{each: '{each}', columns: [{{id: weight, value: _.weight}}, {{id: mark, value: _.mark}}]}}
"""
TAIL = b"\1\0\3" + b"\2\0\4" + b"\3\0\0" + b"\7\1\7\2\7\3"
HEADS = {
    "of one size": b"\1",
    "up to the end": b"\3",
    "until": b"",
    "in a structure": b"\3",
    "of a length": b"\x0a\0\3",
    "inside a byte": b"",
    "by conditions": b"\3",
}


@pytest.mark.parametrize("form", FORMS)
def test_how_what_stands_before_ends(form: str, tmp_path: Path) -> None:
    path = tmp_path / "form.ksy"
    each = "head.tags[*]" if form in ("in a structure", "of a length") else "tags[*]"
    seq = FORMS[form].replace("RECORDS", "{id: records, type: record, repeat: eos}")
    path.write_text(FORM.format(seq=seq, each=each), encoding="utf-8")
    codec = load(path)
    plan = codec.row_plans["tags"]
    assert isinstance(plan, RowPlan), plan
    agree_in_all_modes(codec, HEADS[form] + TAIL, view="tags")
    assert agree_when_damaged(codec, HEADS[form] + TAIL, view="tags")[1] > 0
