"""What headers need, on a toy: finding by name, checksums, nulls, presence bits, instances that are read later."""

from __future__ import annotations

import json
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import sampled_from

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain, to_plain
from bytewright.codec.settings import parse as options_of
from bytewright.errors import ChecksumError, OptionError, ReadError, ValueInvalidError, WriteError
from bytewright.io.source import BytesSource
from bytewright.testing import (
    PROFILE,
    check_coverage,
    check_refusals,
    check_rewrite,
    check_round_trip,
    check_tree,
    check_views,
)
from bytewright.testing.goals import Beyond, Coverage, Values
from bytewright.tree import build
from bytewright.tree import load as load_tree
from bytewright_codegen.load import load

SPEC = """
meta: {id: diary, endian: le, bit-endian: le, encoding: UTF-8}
-options:
  - {id: noMood, type: enum, choices: {zero: 0, all: 255, never: -1}, default: all}
  - {id: when, type: enum, choices: [s, ms], per: column}
  - {id: most, type: int, min: 2, max: 5}
-views:
  entries:
    each: entries[*]
    pivot: {each: 'fields[*]', name: _.name, cell: '_.cells[_column].value', times: when}
  moods:
    each: header.moods.all[*]
    columns:
      - {id: name, value: _.name}
      - {id: mood, value: _.mood}
      - {id: sunny, value: _.sunny}
      - {id: letter, value: _.letter}
      - {id: color, value: _.color}
      - {id: note, value: _.note, nullable: true}
seq:
  - {id: magic, contents: DIARY, -hint: Diaries begin with their name.}
  - {id: len_header, type: u2}
  - {id: header, type: header, size: len_header}
  - {id: crc, type: u4, -checksum: {algorithm: crc32, to: header}}
  - {id: entries, type: entry, repeat: eos}
instances:
  fields: {value: 'header.parts[header.fields_at].body.as<fields>.all'}
types:
  header:
    seq: [{id: parts, type: part, repeat: eos, -valid: {unique: _.kind}}]
    instances:
      fields_at: {value: 0, -find: {in: parts, where: 'kind::fields == _.kind'}, -valid: {min: 0}}
      moods_at: {value: 0, -find: {in: parts, where: _.kind == kind::moods}}
      moods: {value: 'parts[moods_at].body.as<mood_part>.moods', if: moods_at >= 0}
      probe: {-role: internal, type: no_such_type}
  part:
    seq:
      - {id: kind, type: u1, enum: kind, -open: true}
      - {id: len_body, type: u2}
      - {id: body, size: len_body, type: {switch-on: kind, cases: {'kind::fields': fields, 'kind::moods': mood_part}}}
  fields:
    seq:
      - {id: num_all, type: u1}
      - {id: all, type: field(_index), repeat: expr, repeat-expr: num_all}
  field:
    params: [{id: i, type: s4}]
    seq:
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
      - {id: fixed, type: u1}
    instances:
      bit: {value: 0, -find: {count: _parent.all, before: i, where: _.fixed == 0}}
      variable: {value: fixed == 0}
  mood_part: {instances: {moods: {type: moods}}}
  moods:
    seq:
      - {id: num_all, type: u1}
      - {id: all, type: mood, repeat: expr, repeat-expr: num_all, -valid: {unique: _.name}}
  mood:
    seq:
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
      - {id: mood, type: u1, -null: noMood}
      - {id: sunny, type: u1, -type: bool}
      - {id: letter, type: u2, -type: utf16-unit}
      - {id: color, type: s1, valid: {min: -1, max: 2}, -type: {index: _root.header.colors}, -null: -1}
      - {id: len_note, type: s1}
      - {id: note, type: str, size: len_note, if: len_note != -1}
    instances:
      field_at: {value: 0, -find: {in: _root.fields, where: _.name == name}, -valid: {min: 0}}
  entry:
    seq:
      - {id: bits, type: b1, repeat: expr, repeat-expr: _root.fields.size,
         -derive: {presence-of: 'cells[*].value', at: _.field.bit, where: _.field.variable}}
      - {id: cells, type: cell(_index), repeat: expr, repeat-expr: _root.fields.size}
      - {id: tail, type: tail}
  cell:
    params: [{id: i, type: s4}]
    -show: {value: value}
    seq: [{id: value, type: u4, if: 'field.variable and _parent.bits[field.bit]'}]
    instances: {field: {value: '_root.fields[i]'}}
  tail: {seq: [{id: len_body, type: u1}, {id: body, type: signed, size: len_body}]}
  signed:
    seq:
      - {id: text, size: '_io.size - _io.pos - (is_signed ? 4 : 0)'}
      - {id: sum, type: u4, if: is_signed, -checksum: {algorithm: adler32, from: _parent.len_body, to: text}}
    instances: {is_signed: {value: false, -valid: {checksum-of: sum}}}
enums:
  kind: {1: fields, 2: moods}
"""
# The colors are a list that needs no bytes of its own.
SPEC = SPEC.replace("      probe:", '      colors: {value: \'["red", "green", "blue"]\'}\n      probe:')


@pytest.fixture(scope="module")
def diary(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    return compiled(tmp_path_factory.getbasetemp() / "diary.ksy")


@cache
def compiled(path: Path) -> Codec:
    path.write_text(SPEC, encoding="utf-8")
    return load(path)


FIELDS = {
    "kind": "fields",
    "body": {"all": [{"name": "a", "fixed": 0}, {"name": "b", "fixed": 1}, {"name": "c", "fixed": 0}]},
}
MOODS = {
    "kind": "moods",
    "body": {
        "moods": {
            "all": [
                {"name": "c", "mood": 7, "sunny": True, "letter": "ß", "color": "blue", "note": "fine"},
                {"name": "a", "sunny": False, "letter": "x", "color": 0},
            ]
        }
    },
}
ENTRIES = [
    {"cells": [{"value": 1}, {}, {}], "tail": {"body": {"text": "6869", "is_signed": True}}},
    {"cells": [{}, {}, {"value": 2}], "tail": {"body": {"text": "", "is_signed": False}}},
]


def document(**changes: Any) -> dict[str, Any]:
    return {"header": {"parts": [MOODS, FIELDS]}, "entries": ENTRIES, **changes}


def made(codec: Codec, **changes: Any) -> bytes:
    return codec.to_bytes(from_plain(codec, document(**changes)))


def refused(codec: Codec, **changes: Any) -> WriteError:
    with pytest.raises(WriteError) as caught:
        made(codec, **changes)
    return caught.value


def test_a_file_reads_back(diary: Codec) -> None:
    data = made(diary)
    model = diary.parse(data)
    assert model.crc == zlib.crc32(data[: data.index(model.crc.to_bytes(4, "little"))])
    moods = model.header.moods.all
    assert [(m.name, m.mood, m.field_at, m.note, m.len_note) for m in moods] == [
        ("c", 7, 2, "fine", 4),
        ("a", 255, 0, None, -1),
    ]
    assert [e.bits for e in model.entries] == [[True, False, False], [False, True, False]]
    assert [e.tail.body.is_signed for e in model.entries] == [True, False]
    assert [f.bit for f in model.fields] == [0, 1, 1]
    check_rewrite(diary, data)
    again = load_tree(diary, json.dumps(build(diary, BytesSource(data)).to_json()))
    assert diary.to_bytes(again) == data
    assert diary.to_bytes(from_plain(diary, json.dumps(to_plain(model)))) == data


def test_views_show_what_values_mean(diary: Codec) -> None:
    data = made(diary)
    rows = bytewright.open(data, diary, view="moods").to_table().to_pylist()
    assert rows == [
        {"name": "c", "mood": 7, "sunny": True, "letter": "ß", "color": "blue", "note": "fine"},
        {"name": "a", "mood": None, "sunny": False, "letter": "x", "color": "red", "note": None},
    ]
    other = bytewright.open(data, diary, view="moods", options={"noMood": "never"}).to_table()
    assert other["mood"].to_pylist() == [7, 255]
    entries = bytewright.open(data, diary).to_table()
    assert entries.to_pydict() == {"a": [1, None], "b": [None, None], "c": [None, 2]}


def test_numbers_have_bounds(diary: Codec) -> None:
    assert [options_of(diary, {"most": most}).values["most"] for most in ("2", 5)] == [2, 5]
    with pytest.raises(OptionError, match="option most: expected at least 2, found '1'"):
        options_of(diary, {"most": "1"})
    with pytest.raises(OptionError, match="option most: expected at most 5, found 6"):
        options_of(diary, {"most": 6})


def test_an_option_shows_a_column_as_moments(diary: Codec) -> None:
    data = made(diary)
    table = bytewright.open(data, diary, options={"when.C": "s"}).to_table()
    assert [str(v) for v in table["c"].to_pylist()] == ["None", "1970-01-01 00:00:02+00:00"]
    with pytest.raises(OptionError, match=r"option when\.d: there is no such column"):
        bytewright.open(data, diary, options={"when.d": "s"})
    with pytest.raises(OptionError, match="unknown option 'when'"):
        bytewright.open(data, diary, options={"when": "s"})


def test_what_a_header_lacks_is_named(diary: Codec) -> None:
    assert refused(diary, header={"parts": []}, entries=[]).field == "header.parts"
    error = refused(diary, header={"parts": [FIELDS, FIELDS]})
    assert (error.field, error.found) == (
        "header.parts[1].kind" if "kind" in str(error.field) else "header.parts[1]",
        "fields (1)",
    )
    stray = {"kind": "moods", "body": {"moods": {"all": [{"name": "z", "sunny": 0, "letter": 0, "color": 0}]}}}
    assert refused(diary, header={"parts": [FIELDS, stray]}).field == "header.parts[1].body.moods.all[0].field_at"
    black = {"kind": "moods", "body": {"moods": {"all": [{"name": "a", "sunny": 0, "letter": 0, "color": "black"}]}}}
    error = refused(diary, header={"parts": [FIELDS, black]})
    assert (error.expected, error.found) == ("one of 'red', 'green', 'blue'", "'black'")


def test_a_value_without_a_bit_is_refused(diary: Codec) -> None:
    entry = {"cells": [{}, {"value": 3}, {}], "tail": {"body": {"text": ""}}}
    error = refused(diary, entries=[entry])
    assert (error.field, error.expected) == ("entries[0].cells[1].value", "nothing, as no bit says that it is there")


def test_the_instance_is_read_before_what_comes_after(diary: Codec) -> None:
    data = made(diary)
    place = data.index(b"\x01c\x07")  # the first mood: its name is that of no field any more
    with pytest.raises(ValueInvalidError) as caught:
        diary.parse(_sealed(data[: place + 1] + b"z" + data[place + 2 :], data))
    assert caught.value.field == "header.parts[0].body.moods.all[0].field_at"
    expected = "an element of _root.fields with _.name == name"
    assert (caught.value.expected, caught.value.found) == (expected, "none")


def _sealed(changed: bytes, data: bytes) -> bytes:
    """A file whose checksum fits again."""
    end = 7 + int.from_bytes(data[5:7], "little")
    return changed[:end] + zlib.crc32(changed[:end]).to_bytes(4, "little") + changed[end + 4 :]


def test_elements_that_are_there_twice(diary: Codec) -> None:
    data = made(diary)
    place = data.index(b"\x01a\xff")
    with pytest.raises(ValueInvalidError) as caught:
        diary.parse(_sealed(data[: place + 1] + b"c" + data[place + 2 :], data))
    assert caught.value.field == "header.parts[0].body.moods.all[1]"
    assert caught.value.expected == "each only once, as all[0] is it already"


@pytest.mark.parametrize("choice", ["fail", "report", "skip"])
def test_checksums_are_checked_as_asked(diary: Codec, choice: Any) -> None:
    data = bytearray(made(diary))
    end = 7 + int.from_bytes(data[5:7], "little")
    data[end] ^= 1
    table = bytewright.open(bytes(data), diary, options={"verifyChecksum": choice}) if choice != "fail" else None
    if table is None:
        with pytest.raises(ChecksumError) as caught:
            diary.parse(bytes(data))
        assert (caught.value.field, caught.value.offset) == ("crc", end)
        return
    assert table.to_table().num_rows == 2
    assert len(table.warnings) == (choice == "report")
    assert diary.parse(bytes(data), checksums=choice).header.parts


def test_a_hint_comes_with_its_error(diary: Codec) -> None:
    with pytest.raises(ReadError, match=r"found 4449415258\. Diaries begin with their name\.$"):
        diary.parse(b"DIARX")


def test_what_is_left_out_needs_no_null(tmp_path: Path) -> None:
    path = tmp_path / "gaps.ksy"
    path.write_text(
        "meta: {id: gaps}\nseq: [{id: items, type: item, repeat: eos}]\ntypes:\n  item:\n    seq:\n"
        "      - {id: has, type: u1}\n      - {id: v, type: s1, -null: -1, if: has == 1}\n"
        "      - {id: w, type: s1, -default: 9, if: has == 1}\n",
        encoding="utf-8",
    )
    codec = load(path)
    data = codec.to_bytes(from_plain(codec, {"items": [{"has": 0}, {"has": 1}, {"has": 1, "v": 5, "w": 6}]}))
    assert data == b"\0\1\xff\x09\1\5\6"


def test_internal_instances_are_nowhere(diary: Codec) -> None:
    assert "probe" not in diary.root.FIELDS[2].struct.INSTANCES


def test_what_asks_for_itself_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "round.ksy"
    path.write_text(
        "meta: {id: round}\nseq: [{id: a, type: inner, size-eos: true}]\n"
        "types:\n  inner: {instances: {b: {type: leaf(b.c)}}}\n"
        "  leaf: {params: [{id: n, type: u1}], seq: [{id: c, type: u1}]}\n",
        encoding="utf-8",
    )
    with pytest.raises(ReadError) as caught:
        load(path).parse(b"abc")
    assert "depends on itself" in str(caught.value)


def test_drawn_files_read_back(diary: Codec) -> None:
    strategies = __import__(f"{diary.package}.strategies", fromlist=["models", "GOALS"])

    @settings(PROFILE, max_examples=60)
    @given(strategies.models())
    def check(model: Any) -> None:
        check_round_trip(diary, model)
        check_tree(diary, model)
        check_views(diary, model)

    check()
    check_coverage(diary, strategies.models(), strategies.GOALS, lambda _: None, examples=150)


def test_what_is_wrong_first_is_no_refusal(diary: Codec) -> None:
    """A value beyond a field's bounds may make another wrong that is written before it: other files tell."""
    kind = type(diary.parse(made(diary)).header.parts[1].body.all[0])
    goal = Beyond(kind, [field.id for field in kind.FIELDS].index("fixed"), (-1, 256))
    coverage = Coverage([goal])
    check_refusals(diary, made(diary), [goal], coverage)
    assert coverage.missing() == ["field.fixed refuses -1", "field.fixed refuses 256"]
    assert "entries[0].cells[0].value" in coverage.instead["field.fixed refuses -1"]
    check_refusals(diary, made(diary, entries=[]), [goal], coverage)
    assert not coverage.missing()


def test_values_that_were_not_drawn_are_put(diary: Codec) -> None:
    kind = type(diary.parse(made(diary)).header.parts[0].body.moods.all[0])
    letter = [field.id for field in kind.FIELDS].index("letter")
    files = sampled_from([diary.parse(made(diary)), diary.parse(made(diary, entries=[]))])
    goal = Values(kind, letter, (0x17F,))
    assert check_coverage(diary, files, [goal], lambda _: None, examples=1).counts["mood.letter = 383"] > 0
    with pytest.raises(AssertionError, match=r"diary: 32 models never had: mood\.letter = 65536"):
        check_coverage(diary, files, [Values(kind, letter, (0x10000,))], lambda _: None, examples=2)
