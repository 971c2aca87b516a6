"""Columns over switches: a struct with a nullable member per case, in every view, both ways."""

from __future__ import annotations

import struct
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
    rows = read(compiled(f"{NESTED}-views: {{file: {{columns: [{columns}]}}}}"), NESTED_DATA, kernel=False)
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
    rows = both_ways(codec, READINGS, kernel=False)
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
    ("value", "members", "expected", "kernel"),
    [
        (f"'_.kind < 3 ? _.request : _.reply'}}, {REST}", ["open", "f4", "u2", "shut", "note"], SHOWN, True),
        (f"_.body}}, {REST}", ["open", "f4", "u2", "shut", "note"], SHOWN, True),
        (f"_.sent}}, {SENT_REST}", ["open", "f4", "u2"], SENT, True),
        (
            f"_.request, if: _.kind < 3}}, {{id: r, value: _.reply}}, {REST}",
            ["open", "f4", "u2"],
            [*SHOWN[:3], *[{}] * 7],
            True,
        ),
        ("_.any}, {id: x, value: _.extra}", ["note", "open", "f4", "u2", "shut"], PLAIN, False),
        (f"_.extra.either}}, {{id: b, value: _.body}}, {REST}", ["u1", "f8", "note"], INNER, True),
    ],
)
def test_several_switches(
    compiled: Compile, value: str, members: list[str], expected: list[dict[str, Any]], kernel: bool, tags: bool
) -> None:
    codec = compiled(UNITED.replace("CASE", "shut").replace("COLUMNS", f"{{id: v, value: {value}"))
    rows = both_ways(codec, FRAMES, options={"switchTags": tags}, kernel=kernel)
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


def test_cases_of_several_switches_that_do_not_unite(compiled: Compile) -> None:
    spec = UNITED.replace("CASE", "sub::note").replace(
        "  inner:", "  sub: {types: {note: {seq: [{id: q, type: u1}]}}}\n  inner:"
    )
    with pytest.raises(
        SpecErrors, match=r"'v' shows values of several types that don't unite: note is struct<q: int16"
    ):
        compiled(spec.replace("COLUMNS", "{id: v, value: '_.kind == 3 ? _.reply : _.plain'}"))
    codec = compiled(spec.replace("COLUMNS", "{id: v, value: '_.kind == 3 ? _.reply : _.plain', type: str}"))
    assert read(codec, b"\3\6\7\1x", kernel=False)["v"].to_pylist() == ['{"q":6}', '{"len":1,"text":"x"}']


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
    model = codec.root(all=[item(kind=None, body=value)])  # type: ignore[call-arg]
    if kind is None:
        with pytest.raises(WriteError, match=r"all\[0\]\.kind: expected a value, found nothing"):
            codec.to_bytes(model)
    else:
        assert codec.to_bytes(model)[0] == kind
