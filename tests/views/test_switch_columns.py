"""Columns over switches: a struct with a nullable member per case, in every view, both ways."""

from __future__ import annotations

import struct
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from tests.support.both_ways import both_ways, read, write
from tests.support.compiling import Compile

import bytewright
from bytewright.errors import WriteError
from bytewright_codegen.ir.diagnostics import SpecErrors

TYPES = """
types:
  reading:
    seq:
      - {id: kind, type: u1}
      - {id: level, type: {switch-on: kind, cases: {0: f8, 1: s8, 2: note, 3: histogram, 5: mark}}}
  note:
    seq: [{id: len, type: u1}, {id: text, type: str, size: len}]
    instances: {twice: {value: len * 2}}
  histogram:
    seq: [{id: n, type: u1}, {id: buckets, type: bucket, repeat: expr, repeat-expr: n}]
  bucket: {seq: [{id: bound, type: f4}, {id: count, type: u2}]}
  mark:
    -show: {value: letter}
    seq: [{id: letter, type: str, size: 1}]
"""
FLAT = "seq: [{id: readings, type: reading, repeat: eos}]" + TYPES
LEVELS: list[tuple[bytes, str | None, Any]] = [
    (b"\0" + struct.pack("<d", 2.5), "f8", 2.5),
    (b"\1" + struct.pack("<q", -7), "s8", -7),
    (b"\2\3abc", "note", {"len": 3, "text": "abc", "twice": 6}),
    (b"\3\1" + struct.pack("<fH", 1.5, 3), "histogram", {"n": 1, "buckets": [{"bound": 1.5, "count": 3}]}),
    (b"\5x", "mark", "x"),
    (b"\4", None, None),  # no case matches
]
CASES = ["f8", "s8", "note", "histogram", "mark"]
READINGS = b"".join(data for data, _, _ in LEVELS)


def level(case: str | None, value: Any, *, tags: bool = False) -> dict[str, Any] | None:
    """What a column shows of a switch."""
    return None if case is None else {**({"case": case} if tags else {}), **dict.fromkeys(CASES), case: value}


VIEWS = {
    "default": ("", "level"),
    "stated": ("each: 'readings[*]'", "_.level"),
    "without its tag": ("each: 'readings[*]'", "_.level"),
    "through a calculated value": ("each: 'readings[*]'", "_.again"),
}


@pytest.mark.parametrize("tags", [False, True])
@pytest.mark.parametrize("view", VIEWS)
def test_a_struct_of_cases(compiled: Compile, view: str, tags: bool) -> None:
    each, value = VIEWS[view]
    spec = FLAT
    if "calculated" in view:
        spec = spec.replace("  note:", "    instances: {again: {value: level}}\n  note:", 1)
    if each:
        kind = "" if "without" in view else "{id: kind, value: _.kind}, "
        shown = f"{kind}{{id: level, value: {value}}}"
        shown += ", {id: stored, value: _.level}" if "calculated" in view else ""
        spec = f"{spec}-views: {{readings: {{{each}, columns: [{shown}]}}}}\n"
    codec = compiled(spec)
    data = READINGS.removesuffix(b"\4") if "without" in view else READINGS
    rows = both_ways(codec, data, options={"switchTags": tags})
    expected = [level(case, value, tags=tags) for _, case, value in LEVELS]
    assert rows["level"].to_pylist() == expected[: len(rows)]
    kind = rows.schema.field("level").type
    assert [one.name for one in kind] == [*(["case"] if tags else []), *CASES]
    assert (kind.field("s8").type, kind.field("f8").type) == (pa.int64(), pa.float64())
    assert all(one.nullable for one in kind)
    assert rows.schema.field("level").nullable


NESTED = """
seq:
  - {id: first, type: cell}
  - {id: cells, type: cell, repeat: expr, repeat-expr: 2}
  - {id: kind, type: u1}
  - {id: many, type: {switch-on: kind, cases: {0: u1, 1: f4, 2: pair}}, repeat: eos}
types:
  cell:
    -show: {value: content}
    seq:
      - {id: kind, type: u1}
      - {id: content, type: {switch-on: kind, cases: {0: u1, 1: f4, 2: pair}}, if: kind != 9}
  pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}
"""
NESTED_DATA = b"\0\5" + b"\1" + struct.pack("<f", 1.5) + b"\x09" + b"\2" + b"\1\2\3\4"


def test_in_structures_and_lists(compiled: Compile) -> None:
    names = ("first", "cells", "kind", "many")
    columns = ", ".join(f"{{id: {name}, value: {name}}}" for name in names)
    rows = both_ways(compiled(f"{NESTED}-views: {{file: {{columns: [{columns}]}}}}"), NESTED_DATA)
    nothing = {"u1": None, "f4": None, "pair": None}
    assert rows.to_pylist() == [
        {
            "first": {**nothing, "u1": 5},
            "cells": [{**nothing, "f4": 1.5}, None],
            "kind": 2,
            "many": [{**nothing, "pair": {"a": 1, "b": 2}}, {**nothing, "pair": {"a": 3, "b": 4}}],
        }
    ]


def test_an_item_of_a_list(compiled: Compile) -> None:
    columns = "{id: second, value: 'many[1]'}, {id: content, value: 'cells[0].content'}"
    rows = read(compiled(f"{NESTED}-views: {{file: {{columns: [{columns}]}}}}"), NESTED_DATA)
    assert rows.to_pylist() == [
        {
            "second": {"u1": None, "f4": None, "pair": {"a": 3, "b": 4}},
            "content": {"u1": None, "f4": 1.5, "pair": None},
        }
    ]


SIZED = """
seq: [{id: all, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: kind, type: u1}
      - {id: len, type: u1}
      - {id: body, size: len, type: {switch-on: kind, cases: {0: u1, 1: note, 7: case}}}
  note: {-show: {value: text}, seq: [{id: text, type: str, size-eos: true}]}
  case: {seq: [{id: n, type: u1}]}
-views: {items: {each: 'all[*]', columns: [{id: kind, value: _.kind}, {id: body, value: _.body}]}}
"""
SIZED_DATA = b"\0\1\5" + b"\1\2hi" + b"\7\1\3" + b"\x09\2zz"


@pytest.mark.parametrize("tags", [False, True])
def test_a_kind_without_a_case_is_bytes(compiled: Compile, tags: bool) -> None:
    """A type that is called as the tag is gets another name beside it."""
    rows = both_ways(compiled(SIZED), SIZED_DATA, options={"switchTags": tags})
    other = "case_2" if tags else "case"
    cases = [("u1", 5), ("note", "hi"), (other, {"n": 3}), ("bytes", b"zz")]
    nothing = dict.fromkeys(["u1", "note", other, "bytes"])
    tag = [{"case": case} if tags else {} for case, _ in cases]
    expected = [{**said, **nothing, case: value} for said, (case, value) in zip(tag, cases, strict=True)]
    assert rows["body"].to_pylist() == expected


def test_text_where_it_is_asked_for(compiled: Compile) -> None:
    columns = "{id: kind, value: _.kind}, {id: level, value: _.level, type: str}"
    codec = compiled(f"{FLAT}-views: {{readings: {{each: 'readings[*]', columns: [{columns}]}}}}")
    rows = both_ways(codec, READINGS)
    assert rows.schema.field("level") == pa.field("level", pa.string())
    assert rows["level"].to_pylist()[:3] == ["2.5", "-7", '{"len":3,"text":"abc","twice":6}']


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"kind": 0, "level": {"s8": 5}}, r"readings\[0\]\.level: expected f8, as kind says, found s8"),
        ({"level": {"s8": 5, "f8": 5.0}}, "expected one member at most"),
        ({"level": {"case": "f8", "s8": 5}}, "expected s8, the member that is set, as case, found 'f8'"),
        ({"level": {"case": "f4", "s8": None}}, "there is no member f4, which case says"),
    ],
)
def test_rows_that_contradict_themselves(compiled: Compile, row: dict[str, Any], message: str) -> None:
    codec = compiled(FLAT)
    tagged = "case" in row["level"]
    schema = bytewright.open(READINGS, codec, options={"switchTags": tagged}).schema
    fields = [schema.field("kind").with_nullable(True), schema.field("level")]
    table = pa.Table.from_pylist([{"kind": None, **row}], pa.schema(fields))
    with pytest.raises(WriteError, match=message):
        write(codec, table, options={"switchTags": tagged})


UNITED = """
seq: [{id: frames, type: frame, repeat: eos}]
types:
  frame:
    seq:
      - {id: kind, type: u1}
      - {id: request, type: {switch-on: kind, cases: {0: open, 1: f4, 2: u2be}}, if: kind < 3}
      - {id: reply, type: {switch-on: kind, cases: {3: CASE, 4: note, 5: u2}}, if: kind >= 3 and kind != 8}
      - {id: extra, type: inner, if: kind == 8}
      - {id: plain, type: note, if: kind == 7}
    instances:
      body: {value: 'kind < 3 ? request : reply'}
      sent: {value: request, if: kind < 3}
      any: {value: 'kind == 7 ? plain : body'}
  inner:
    seq:
      - {id: n, type: u1}
      - {id: small, type: {switch-on: n, cases: {0: u1, 1: f8}}, if: n < 2}
      - {id: large, type: {switch-on: n, cases: {2: note, 3: f8}}, if: n >= 2}
    instances: {either: {value: 'n < 2 ? small : large'}}
  open: {seq: [{id: flags, type: u1}]}
  shut: {seq: [{id: code, type: u2}]}
  note: {seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}
-views: {frames: {each: 'frames[*]', columns: [{id: kind, value: _.kind}, COLUMNS]}}
"""
FRAMES = b"\0\5" + b"\1" + struct.pack("<f", 1.5) + b"\2\1\2" + b"\3\7\0" + b"\4\2hi" + b"\5\1\2" + b"\6" + b"\7\1x"
FRAMES += b"\x08\1" + struct.pack("<d", 2.5) + b"\x08\2\1y"
SHOWN = [
    {"open": {"flags": 5}},
    {"f4": 1.5},
    {"u2": 258},
    {"shut": {"code": 7}},
    {"note": {"len": 2, "text": "hi"}},
    {"u2": 513},
    {},
    {},
    {},
    {},
]
PLAIN = [*SHOWN[:7], {"note": {"len": 1, "text": "x"}}, {}, {}]
INNER = [*[{}] * 8, {"f8": 2.5}, {"note": {"len": 1, "text": "y"}}]
SENT = [*SHOWN[:3], *[{}] * 7]
REST = "{id: x, value: _.extra}, {id: p, value: _.plain}"
SENT_REST = f"{{id: r, value: _.reply}}, {REST}"


@pytest.mark.parametrize("tags", [False, True])
@pytest.mark.parametrize(
    ("value", "members", "expected"),
    [
        (f"'_.kind < 3 ? _.request : _.reply'}}, {REST}", ["open", "f4", "u2", "shut", "note"], SHOWN),
        (f"_.body}}, {REST}", ["open", "f4", "u2", "shut", "note"], SHOWN),
        (f"_.sent}}, {SENT_REST}", ["open", "f4", "u2"], SENT),
        (
            f"_.request, if: _.kind < 3}}, {{id: r, value: _.reply}}, {REST}",
            ["open", "f4", "u2"],
            [*SHOWN[:3], *[{}] * 7],
        ),
        ("_.any}, {id: x, value: _.extra}", ["note", "open", "f4", "u2", "shut"], PLAIN),
        (f"_.extra.either}}, {{id: b, value: _.body}}, {REST}", ["u1", "f8", "note"], INNER),
    ],
)
def test_several_switches(
    compiled: Compile, value: str, members: list[str], expected: list[dict[str, Any]], tags: bool
) -> None:
    codec = compiled(UNITED.replace("CASE", "shut").replace("COLUMNS", f"{{id: v, value: {value}"))
    rows = both_ways(codec, FRAMES, options={"switchTags": tags})
    assert [one.name for one in rows.schema.field("v").type] == [*(["case"] if tags else []), *members]
    nothing = dict.fromkeys(members)
    said = [{"case": next(iter(one), None)} if tags else {} for one in expected]
    assert rows["v"].to_pylist() == [
        {**tag, **nothing, **one} if one else None for tag, one in zip(said, expected, strict=True)
    ]


def test_a_case_says_which_of_several_switches_it_is_of(compiled: Compile) -> None:
    codec = compiled(
        UNITED.replace("CASE", "shut").replace("{id: kind, value: _.kind}, COLUMNS", "{id: v, value: _.body}")
    )
    data = FRAMES[: FRAMES.index(b"\2\1\2")] + b"\3\7\0\4\2hi"
    both_ways(codec, data)
    with pytest.raises(WriteError, match=r"rows\[0\]\.v: it is stored in reply or request, as conditions say"):
        write(codec, read(codec, b"\2\1\2"))


CHOSEN = """
seq: [{id: all, type: item, repeat: eos}]
enums: {colour: {1: red, 2: blue}}
types:
  item:
    seq:
      - {id: k, type: u1}
      - {id: a, type: {switch-on: k, cases: FIRST}, if: k < 3}
      - {id: b, if: k >= 3, FIELD}
    instances: {either: {value: 'k < 3 ? a : b'}, late: {value: b, if: k >= 3}}
  pair: {seq: [{id: x, type: u1}, {id: y, type: u1}]}
  mark: {-show: {value: x}, seq: [{id: x, type: u1}]}
-views: {items: {each: 'all[*]', columns: [{id: k, value: _.k}, {id: v, value: CHOICE}]}}
"""
FIRST: dict[str, list[dict[str, Any]]] = {
    "{1: u1, 2: pair}": [{"u1": 5}, {"pair": {"x": 1, "y": 2}}],
    "{1: mark, 2: pair}": [{"mark": 5}, {"pair": {"x": 1, "y": 2}}],
}
SWITCHED = "type: {switch-on: k, cases: {3: %s, 4: %s}}"
MINUTE = datetime.fromtimestamp(60, UTC)
FIELDS: dict[str, tuple[str, bytes, list[dict[str, Any]]]] = {
    "integers": (SWITCHED % ("u1", "s4le"), b"\3\7\4\xff\xff\xff\xff", [{"u1": 7}, {"s4": -1}]),
    "integers or nothing": (SWITCHED % ("u1", "s2le"), b"\3\7\5", [{"u1": 7}, {}]),
    "integers that nothing takes in": (
        SWITCHED % ("u8le", "s8le"),
        b"\3" + b"\xff" * 8 + b"\4" + b"\xff" * 8,
        [{"u8": Decimal((1 << 64) - 1)}, {"s8": -1}],
    ),
    "one type": (SWITCHED % ("u2le", "u2le"), b"\3\1\0\4\2\0", [{"u2": 1}, {"u2": 2}]),
    "floats": (SWITCHED % ("f4le", "f8le"), b"\4" + struct.pack("<d", 2.5), [{"f8": 2.5}]),
    "bits": (SWITCHED % ("b8", "b16"), b"\3\2\4\1\1", [{"b8": 2}, {"b16": 257}]),
    "text": ("type: {switch-on: k, cases: {_: str}}, size: 2, encoding: ASCII", b"\3ab", [{"str": "ab"}]),
    "structures": (SWITCHED % ("mark", "mark"), b"\3\7\4\1", [{"mark": 7}, {"mark": 1}]),
    "shown alike": (
        SWITCHED.replace("{3", "{5: mark, 3") % ("sign", "mark"),
        b"\3\7\5\1",
        [{"sign": 7}, {"mark": 1}],
    ),
    "an enum": (
        SWITCHED % ("u2le", "s4le") + ", enum: colour",
        b"\3\2\0\4\7\0\0\0",
        [{"u2": "blue"}, {"s4": "7"}],
    ),
    "times": (SWITCHED % ("u4le", "u8le") + ", -type: {timestamp: s}", b"\3\x3c\0\0\0", [{"u4": MINUTE}]),
    "null": (SWITCHED % ("u2le", "s4le") + ", -null: 7", b"\3\2\0\4\7\0\0\0", [{"u2": 2}, {"s4": None}]),
    "a number": ("type: s2le", b"\3\xff\xff", [{"s2": -1}]),
    "bytes": ("size: 1", b"\3a", [{"bytes": b"a"}]),
}
CHOICES = {
    "the first one": ("'_.k < 3 ? _.a : _.b'", False),
    "the other one": ("'_.k >= 3 ? _.b : _.a'", False),
    "a calculated value": ("_.either", True),
    "three ways": ("'_.k == 1 ? _.a : (_.k >= 3 ? _.late : _.a)'", False),
    "a choice in it": ("'_.k >= 3 ? (_.k == 3 ? _.b : _.late) : _.a'", True),
}


@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize("field", FIELDS)
def test_a_switch_with_a_type_beside_one_without(compiled: Compile, field: str, first: str) -> None:
    """Whatever the cases of a switch are, or a field that is none: beside a switch of several types it is a struct of
    them."""
    stored, data, shown = FIELDS[field]
    spec = CHOSEN.replace("FIRST", first).replace("FIELD", stored)
    spec = spec.replace("  mark:", "  sign: {-show: {value: x}, seq: [{id: x, type: u1}]}\n  mark:")
    for choice, (value, tags) in CHOICES.items():
        codec = compiled(spec.replace("CHOICE", value))
        options = {"switchTags": tags}
        rows = both_ways(codec, b"\1\5\2\1\2" + data, options=options)
        kind = [one.name for one in rows.schema.field("v").type]
        assert kind[:1] == ["case"] or not tags
        expected = [*FIRST[first], *shown]
        assert {name for one in expected for name in one} <= {*kind}, choice
        assert rows["v"].to_pylist() == [
            {**({"case": next(iter(one))} if tags else {}), **dict.fromkeys(kind[tags:]), **one} if one else None
            for one in expected
        ], choice


@pytest.mark.parametrize(
    "way", ["_.k == 3 ? _.b : _.p", "_.k == 1 ? _.p : _.b", "_.k == 3 ? (_.k == 4 ? _.c : _.b) : _.p"]
)
def test_a_switch_of_numbers_beside_a_structure(compiled: Compile, way: str) -> None:
    codec = compiled(f"""
seq: [{{id: all, type: item, repeat: eos}}]
types:
  item:
    seq:
      - {{id: k, type: u1}}
      - {{id: b, type: {{switch-on: k, cases: {{3: u1, 4: s2le}}}}}}
      - {{id: c, type: {{switch-on: k, cases: {{5: u1}}}}}}
      - {{id: p, type: pair, if: k == 1}}
  pair: {{seq: [{{id: x, type: u1}}, {{id: y, type: u1}}]}}
-views: {{items: {{each: 'all[*]', columns: [{{id: k, value: _.k}}, {{id: v, value: '{way}'}}]}}}}
""")
    rows = both_ways(codec, b"\3\7\1\1\2")
    both = {"u1": None, "s2": None, "pair": None}
    assert rows["v"].to_pylist() == [{**both, "u1": 7}, {**both, "pair": {"x": 1, "y": 2}}]


@pytest.mark.parametrize(
    ("field", "why"), [("type: u1, repeat: expr, repeat-expr: 2", "_.b is a list"), ("type: u1", "_.n is calculated")]
)
def test_what_is_no_case(compiled: Compile, field: str, why: str) -> None:
    spec = CHOSEN.replace("FIRST", "{1: u1, 2: pair}").replace("FIELD", field)
    spec = spec.replace("{either", "{n: {value: k + 1}, either").replace("CHOICE", f"'_.k < 3 ? _.a : {why[:3]}'")
    with pytest.raises(SpecErrors, match=f"don't unite: {why}, neither a switch nor a field"):
        compiled(spec)


def test_cases_of_several_switches_that_do_not_unite(compiled: Compile) -> None:
    spec = UNITED.replace("CASE", "sub::note").replace(
        "  inner:", "  sub: {types: {note: {seq: [{id: q, type: u1}]}}}\n  inner:"
    )
    with pytest.raises(
        SpecErrors, match=r"'v' shows values of several types that don't unite: note is struct<q: int16"
    ):
        compiled(spec.replace("COLUMNS", "{id: v, value: '_.kind == 3 ? _.reply : _.plain'}"))
    codec = compiled(spec.replace("COLUMNS", "{id: v, value: '_.kind == 3 ? _.reply : _.plain', type: str}"))
    assert read(codec, b"\3\6\7\1x")["v"].to_pylist() == ['{"q":6}', '{"len":1,"text":"x"}']


TAKEN = """
seq: [{id: all, type: item, repeat: eos}]
types:
  item: {seq: [{id: kind, type: u1}, {id: body, type: {switch-on: kind, cases: {CASES}}}]}
  note: {-show: {value: text}, seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}
  list: {-show: {value: items}, seq: [{id: n, type: u1}, {id: items, type: u1, repeat: expr, repeat-expr: n}]}
  wrapped: {-show: {value: note}, seq: [{id: note, type: note}]}
  pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}
"""


@pytest.mark.parametrize(
    ("cases", "value", "kind"),
    [
        ("1: f8, 2: note", "hi", 2),
        ("1: f8, 2: wrapped", "hi", 2),
        ("1: u1, 2: list", [1, 2], 2),
        ("1: note, 2: pair", {"a": 1, "b": 2}, 2),
        ("1: u1, 2: u2, 3: note", "hi", 3),
        ("1: note, 2: wrapped", "hi", None),  # both take it
        ("1: note, 2: note", "hi", None),
        ("1: u1, 2: u2, 3: note", 5, None),
        ("1: f8, 2: pair", {"c": 1}, None),
    ],
)
def test_a_tag_follows_from_what_only_one_case_takes(
    compiled: Compile, cases: str, value: Any, kind: int | None
) -> None:
    codec = compiled(TAKEN.replace("CASES", cases))
    item = next(field for field in codec.root.FIELDS if field.name == "all").struct
    assert item is not None
    model = codec.root(all=[item(kind=None, body=value)])
    if kind is None:
        with pytest.raises(WriteError, match=r"all\[0\]\.kind: expected a value, found nothing"):
            codec.to_bytes(model)
    else:
        assert codec.to_bytes(model)[0] == kind
