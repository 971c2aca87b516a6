"""Every form of ``-derive``, and every size, against every kind of field: what is written is what the tree measures.

A spec is made of the table; its root chooses the row. The spans that a reader finds are the measure: reading alone
notices nothing where readers don't go by a field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest
from tests.support.compiling import Compile

from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain
from bytewright.errors import WriteError
from bytewright.io.source import BytesSource
from bytewright.model.origins import span_of
from bytewright.model.structures import Struct
from bytewright_codegen.load import load


class Kind(NamedTuple):
    """A kind of field: the entries in which ``x`` is such a one, and values for them."""

    entries: str
    values: Mapping[str, Any]


def kind(entries: str, x: Any = None, **values: Any) -> Kind:
    return Kind(entries, values if x is None else {**values, "x": x})


def case(x: Any, on: int, more: str = "", case: str = "u4", other: str = "words") -> Kind:
    """A value that a switch chooses: of case 1 ``case``, of case 2 ``other``, of any other bytes, if it has a size."""
    switch = f"{{switch-on: t, cases: {{1: {case}, 2: {other}}}}}"
    return kind(
        f"{{id: t, type: u1}}, {{id: n, type: u1}}, {{id: x, type: {switch}, encoding: ASCII{more}}}",
        x,
        t=on,
        **({} if more else {"n": 0}),
    )


WORDS, POINT = {"s": "ab"}, {"a": 1, "b": 2}
SIZED = ", size: n"
KINDS: Mapping[str, Kind] = {
    "number": kind("{id: x, type: u1}", 7),
    "big-endian": kind("{id: x, type: u2be}", 7),
    "float": kind("{id: x, type: f8}", -7.5),
    "bits": kind("{id: x, type: b12}", 9),
    "bits that others follow": kind("{id: x, type: b12}, {id: y, type: b4}", 9, y=3),
    "flag": kind("{id: x, type: b1}", True),
    "text": kind("{id: x, type: str, size: 4, encoding: ASCII}", "abcd"),
    "ended text": kind("{id: x, type: strz, encoding: ASCII}", "ab"),
    "ended UTF-16": kind("{id: x, type: strz, encoding: UTF-16LE}", "abĀ"),
    "ended UTF-32": kind("{id: x, type: strz, encoding: UTF-32BE}", "ab"),
    "terminator": kind("{id: x, terminator: 0x3b}", "6162"),
    "included": kind("{id: x, terminator: 0x3b, include: true}", "61623b"),
    "not consumed": kind("{id: x, terminator: 0x3b, consume: false}, {id: y, contents: ';'}", "6162"),
    "terminator of two": kind("{id: x, type: str, encoding: UTF-16BE, terminator: [0, 59]}", "ab"),
    "ended in a size": kind("{id: x, size: 6, terminator: 0x3b}", "6162"),
    "padded": kind("{id: x, size: 6, pad-right: 0x20}", "6162"),
    "ended UTF-16 in a size": kind("{id: x, type: str, size: 8, encoding: UTF-16LE, terminator: [0, 0]}", "ab"),
    "bytes": kind("{id: n, type: u1}, {id: x, size: n}", "010203"),
    "text of a size": kind("{id: n, type: u1}, {id: x, type: str, encoding: UTF-8, size: n}", "abc"),
    "structure of a size": kind("{id: n, type: u1}, {id: x, type: words, size: n}", WORDS),
    "structure in a size": kind("{id: x, type: point, size: 5}", POINT),
    "structure": kind("{id: x, type: point}", POINT),
    "numbers": kind("{id: x, type: u2, repeat: expr, repeat-expr: 3}", [1, 2, 3]),
    "flags": kind("{id: x, type: b1, repeat: expr, repeat-expr: 11}", [True] * 11),
    "structures": kind("{id: x, type: words, repeat: expr, repeat-expr: 2}", [WORDS, {"s": ""}]),
    "pieces": kind("{id: n, type: u1}, {id: x, size: n, repeat: expr, repeat-expr: 2}", ["6162", "6364"]),
    "pieces of their own sizes": kind(
        "{id: n, type: u1, repeat: expr, repeat-expr: 2}, {id: x, size: 'n[_index]', repeat: expr, repeat-expr: 2}",
        ["6162", "636465"],
    ),
    "list to a mark": kind("{id: x, type: u1, repeat: until, repeat-until: _ == 0}", [1, 2, 0]),
    "constant": kind("{id: x, contents: [1, 2]}"),
    "number of a case": case(5, 1),
    "bits of a case": case(5, 1, case="b12"),
    "structure of a case": case(WORDS, 2),
    "text of a case": case("ab", 2, other="strz"),
    "sized number of a case": case(5, 1, SIZED),
    "sized bits of a case": case(5, 1, SIZED, case="b12"),
    "sized float of a case": case(1.5, 1, SIZED, case="f8"),
    "sized structure of a case": case(WORDS, 2, SIZED),
    "sized text of a case": case("abc", 2, SIZED, other="str"),
    "bytes of no case": case("0102", 3, SIZED),
    "number of a case, and more": case(5, 1, ", size: n - 4"),
    "sized numbers of a case": case([5, 6], 1, ", size: n, repeat: expr, repeat-expr: 2"),
    "sized cases": kind(
        "{id: t, type: u1, repeat: expr, repeat-expr: 4}, {id: n, type: u1, repeat: expr, repeat-expr: 4},"
        "{id: x, size: 'n[_index]', repeat: expr, repeat-expr: 4,"
        " type: {switch-on: 't[_index]', cases: {1: words, 2: u4, 3: b12}}}",
        [WORDS, 5, 7, "4141"],
        t=[1, 2, 3, 4],
    ),
    "processed": kind("{id: n, type: u1}, {id: x, size: n, process: zlib}", "010203"),
    "processed structure": kind("{id: n, type: u1}, {id: x, size: n, process: xor(5), type: words}", WORDS),
    "checksum": kind("{id: y, size: 2}, {id: x, type: u4, -checksum: {algorithm: crc32}}", y="6162"),
    "checksum before": kind(
        "{id: x, type: u4, -checksum: {algorithm: crc32, from: y, to: y}}, {id: y, size: 2}", y="6162"
    ),
    "derived": kind("{id: x, type: u2, -derive: {value: 9}}"),
    "under a condition": kind("{id: f, type: u1}, {id: x, type: u2, if: f == 1}", 5, f=1),
    "nulls": kind(
        "{id: p, type: b1, repeat: expr, repeat-expr: 8, -validity-of: x},"
        "{id: x, type: u2, repeat: expr, repeat-expr: 8}",
        [1, None, 3, 4, 5, 6, 7, 8],
    ),
    "to the end": kind("{id: x, size-eos: true}", "0102"),
    "list to the end": kind("{id: x, type: u2, repeat: eos}", [1, 2]),
}
BEFORE = {
    "end": "type: u2, -derive: {end-of: x}",
    "begin": "type: u4be, -derive: {position-of: x}",
    "end_unless": "type: s2, -derive: {end-of: x, unless: -1}",
    "begin_unless": "type: s8, -derive: {position-of: x, unless: -1}",
    "end_in_bits": "type: b16, -derive: {end-of: x}",
    "begin_in_bits": "type: b16, -derive: {position-of: x}",
}
BEHIND = {"end_behind": "type: u2, -derive: {end-of: x}", "begin_behind": "type: u4, -derive: {position-of: x}"}


def _spec() -> str:
    types, cases = [], []
    for number, (name, one) in enumerate(KINDS.items()):
        behind = {} if name.endswith("to the end") else BEHIND
        before, after = ([f"{{id: {id}, {how}}}" for id, how in some.items()] for some in (BEFORE, behind))
        types.append(f"  kind{number}: {{seq: [{', '.join([*before, one.entries, *after])}]}}")
        cases.append(f"{number}: kind{number}")
    return "\n".join(
        [
            "meta: {id: toy, endian: le, bit-endian: be}",
            "seq:",
            "  - {id: kind, type: u1}",
            f"  - {{id: body, type: {{switch-on: kind, cases: {{{', '.join(cases)}}}}}}}",
            "types:",
            "  point: {seq: [{id: a, type: u1}, {id: b, type: u2}]}",
            "  words: {seq: [{id: s, type: strz, encoding: ASCII}]}",
            *types,
        ]
    )


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("derived") / "toy.ksy"
    path.write_text(_spec(), encoding="utf-8")
    return load(path)


def measured(owner: Struct, field: str) -> tuple[int, int, list[int]]:
    """Where a field begins and ends, and the sizes of its elements; of a single value, its own."""
    place = next(i for i, known in enumerate(owner.FIELDS) if known.id == field)
    span = span_of(owner, place)
    assert span is not None
    value = getattr(owner, field)
    if not isinstance(value, list):
        return span.start, span.end, [span.end - span.start]
    spans = [span_of(owner, place, element) for element in range(len(value))]
    return span.start, span.end, [one.end - one.start for one in spans if one is not None]


@pytest.mark.parametrize("name", KINDS)
def test_what_is_written_is_what_is_measured(name: str, codec: Codec) -> None:
    number = list(KINDS).index(name)
    data = codec.to_bytes(from_plain(codec, {"kind": number, "body": dict(KINDS[name].values)}))
    body = codec.parse(data).body
    start, end, sizes = measured(body, "x")
    for id in (*BEFORE, *BEHIND):
        if hasattr(body, id):
            assert getattr(body, id) == (start if id.startswith("begin") else end), id
    if "size: n" in KINDS[name].entries or "size: 'n" in KINDS[name].entries:
        more = 4 if "n - 4" in KINDS[name].entries else 0
        told = body.n if isinstance(body.n, list) else [body.n] * len(sizes)
        assert told == [size + more for size in sizes]
    assert codec.to_bytes(codec.parse(data)) == data
    assert codec.to_bytes(codec.parse(data), canonical=True) == data
    dumped = json.dumps(tree.build(codec, BytesSource(data)).to_json())
    assert codec.to_bytes(tree.load(codec, dumped)) == data
    assert codec.to_bytes(tree.load(codec, dumped), canonical=True) == data


SIZED_NUMBER = (
    "[{id: n, type: u1}, {id: t, type: u1}, {id: x, size: n, type: {switch-on: t, cases: {1: u2, 2: words}}}]"
)
WORDS_TYPE = "types: {words: {seq: [{id: s, type: strz, encoding: ASCII}]}}"


def test_a_size_that_a_number_contradicts_is_written_as_it_was_read(compiled: Compile) -> None:
    codec = compiled(f"seq: {SIZED_NUMBER}\n{WORDS_TYPE}")
    data = b"\x07\1\5\0"
    assert codec.to_bytes(codec.parse(data)) == data
    dumped = json.dumps(tree.build(codec, BytesSource(data)).to_json())
    assert codec.to_bytes(tree.load(codec, dumped)) == data
    assert codec.to_bytes(codec.parse(data), canonical=True) == b"\2\1\5\0"
    changed = codec.parse(data)
    changed.t, changed.x = 2, {"s": "abc"}
    assert codec.to_bytes(changed) == b"\4\2abc\0"


def test_sizes_beside_that_numbers_contradict_are_written_as_they_were_read(compiled: Compile) -> None:
    switch = "{switch-on: 't', cases: {1: u2, 2: words}}"
    each = f"{{id: x, size: 'n[_index]', repeat: expr, repeat-expr: 2, type: {switch}}}"
    codec = compiled(
        f"seq: [{{id: t, type: u1}}, {{id: n, type: u1, repeat: expr, repeat-expr: 2}}, {each}]\n{WORDS_TYPE}"
    )
    data = b"\1\2\7\5\0\6\0"
    assert codec.to_bytes(codec.parse(data)) == data
    dumped = json.dumps(tree.build(codec, BytesSource(data)).to_json())
    assert codec.to_bytes(tree.load(codec, dumped)) == data
    assert codec.to_bytes(codec.parse(data), canonical=True) == b"\1\2\2\5\0\6\0"


LEFT_OUT = ", {id: f, type: u1}, {id: x, type: u2, if: f == 1}]"


@pytest.mark.parametrize("form", ["end-of: x", "position-of: x"])
def test_what_rests_on_something_left_out_is_no_default(form: str, compiled: Compile) -> None:
    codec = compiled(f"seq: [{{id: d, type: u2, -derive: {{{form}}}}}{LEFT_OUT}")
    with pytest.raises(WriteError, match="d: expected a value, as what it follows from is left out, found nothing"):
        codec.to_bytes(from_plain(codec, {"f": 0}))
    assert codec.to_bytes(from_plain(codec, {"f": 0, "d": 7})) == b"\7\0\0"
    assert codec.to_bytes(codec.parse(b"\7\0\0"), canonical=True) == b"\7\0\0"
    unless = compiled(f"seq: [{{id: d, type: s2, -derive: {{{form}, unless: -1}}}}{LEFT_OUT}")
    assert unless.to_bytes(from_plain(unless, {"f": 0})) == b"\xff\xff\0"


def test_a_place_of_nothing_may_be_said(compiled: Compile) -> None:
    codec = compiled(f"seq: [{{id: d, type: u2, -derive: {{position-of: x, when-empty: 9}}}}{LEFT_OUT}")
    assert codec.to_bytes(from_plain(codec, {"f": 0})) == b"\x09\0\0"
    assert codec.to_bytes(from_plain(codec, {"f": 1, "x": 5})) == b"\3\0\1\5\0"


def test_places_of_elements_that_say_nothing_are_no_defaults(compiled: Compile) -> None:
    text = """
seq:
  - {id: places, type: u1, repeat: expr, repeat-expr: 2, -derive: {position-of: 'items[*].x'%s}}
  - {id: items, type: item, repeat: expr, repeat-expr: 2}
types:
  item: {seq: [{id: f, type: u1}, {id: x, type: u1, if: f == 1}]}
"""
    codec = compiled(text % "")
    with pytest.raises(WriteError, match=r"places\[0\]: expected a value, as what it follows from is left out"):
        codec.to_bytes(from_plain(codec, {"items": [{"f": 0}, {"f": 1, "x": 5}]}))
    empty = compiled(text % ", when-empty: 0")
    assert empty.to_bytes(from_plain(empty, {"items": [{"f": 0}, {"f": 1, "x": 5}]})) == b"\0\4\0\1\5"


STATED: Mapping[str, tuple[str, str, str, str]] = {
    "number": ("type: u1", "2", "02", "07"),
    "of another": ("type: u2be", "first + 1", "0002", "0077"),
    "float": ("type: f4", "1.5", "0000c03f", "0000803f"),
    "enum": ("type: u1, enum: letter", "letter::b", "02", "01"),
    "byte of bits": ("type: b8", "2", "02", "07"),
    "bits": ("type: b4", "2", "20", "70"),
    "text": ("type: str, size: 3, encoding: ASCII", '"abc"', "616263", "787878"),
    "ended text": ("type: strz, encoding: ASCII", '"abc"', "61626300", "787800"),
    "UTF-16": ("type: str, size: 4, encoding: UTF-16LE", '"ab"', "61006200", "78007900"),
    "Shift_JIS": ("type: str, size: 3, encoding: Shift_JIS", '"abc"', "616263", "787878"),
    "padded text": ("type: str, size: 4, pad-right: 32, encoding: ASCII", '"ab"', "61622020", "78782020"),
    "bytes": ("size: 2", "[1, 2]", "0102", "0505"),
    "flag": ("type: b1", "first == 0", "00", "80"),
}


@pytest.fixture(scope="module")
def stated(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    fields = (
        f"{{id: x{i}, {how}, -derive: {{value: '{value}'}}}}" for i, (how, value, *_) in enumerate(STATED.values())
    )
    path = tmp_path_factory.mktemp("stated") / "toy.ksy"
    path.write_text(
        "meta: {id: toy, endian: le, bit-endian: be}\n"
        f"seq: [{{id: first, type: u1}}, {', '.join(fields)}]\n"
        "enums: {letter: {1: a, 2: b}}\n"
    )
    return load(path)


@pytest.mark.parametrize("name", STATED)
def test_a_value_of_any_kind_that_is_another_is_written_as_it_was_read(name: str, stated: Codec) -> None:
    right = b"\1" + bytes.fromhex("".join(good for *_, good, _ in STATED.values()))
    wrong = b"\1" + bytes.fromhex("".join(bad if one == name else good for one, (*_, good, bad) in STATED.items()))
    assert stated.to_bytes(from_plain(stated, {"first": 1})) == right
    assert stated.to_bytes(stated.parse(wrong)) == wrong
    dumped = json.dumps(tree.build(stated, BytesSource(wrong)).to_json())
    assert stated.to_bytes(tree.load(stated, dumped)) == wrong
    assert stated.to_bytes(stated.parse(wrong), canonical=True) == right
    assert stated.to_bytes(tree.load(stated, dumped), canonical=True) == right


@pytest.mark.parametrize("kind", ["u2", "b16"])
def test_a_wrong_place_of_any_kind_is_written_as_it_was_read(kind: str, compiled: Compile) -> None:
    codec = compiled(f"seq: [{{id: d, type: {kind}, -derive: {{end-of: x}}}}, {{id: x, size: 2}}]")
    data = b"\7\0ab"
    assert codec.to_bytes(codec.parse(data)) == data
    assert codec.to_bytes(tree.load(codec, json.dumps(tree.build(codec, BytesSource(data)).to_json()))) == data
    assert codec.to_bytes(codec.parse(data), canonical=True) == b"\4\0ab"


BODY = "{id: len, type: u1}, {id: body, size: len}]"
COMPUTED: Mapping[str, tuple[str, Mapping[str, Any], str]] = {
    "a size": (f"[{{id: n, type: u1, -derive: {{value: len * 2}}}}, {BODY}", {"body": "616263"}, "0603616263"),
    "a size, in bits": (f"[{{id: n, type: b8, -derive: {{value: len * 2}}}}, {BODY}", {"body": "61"}, "020161"),
    "the stream": (f"[{{id: n, type: u1, -derive: {{value: _io.size}}}}, {BODY}", {"body": "616263"}, "0503616263"),
    "a length": (f"[{{id: n, type: u1, -derive: {{value: body.length}}}}, {BODY}", {"body": "616263"}, "0303616263"),
    "a place": (
        "[{id: n, type: u1, -derive: {value: at + 1}},"
        " {id: at, type: u1, -derive: {position-of: x}}, {id: x, size: 1}]",
        {"x": "61"},
        "030261",
    ),
    "a structure behind": (
        "[{id: n, type: u1, -derive: {value: x.s.length}}, {id: x, type: words}]",
        {"x": {"s": "ab"}},
        "02616200",
    ),
    "a case behind": (
        "[{id: n, type: u1, -derive: {value: x.as<words>.s.length}}, {id: t, type: u1},"
        " {id: x, type: {switch-on: t, cases: {1: words, 2: u1}}}]",
        {"x": {"s": "ab"}, "t": 1},
        "0201616200",
    ),
    "an element behind": (
        "[{id: n, type: u1, -derive: {value: 'x[1].s.length'}}, {id: x, type: words, repeat: expr, repeat-expr: 2}]",
        {"x": [{"s": ""}, {"s": "ab"}]},
        "0200616200",
    ),
    "what is left out": (
        "[{id: f, type: u1}, {id: n, type: u1, if: f == 1, -derive: {value: x.s.length}},"
        " {id: x, type: words, if: f == 1}]",
        {"f": 0},
        "00",
    ),
    "a checksum": (
        "[{id: n, type: u4, -derive: {value: sum}}, {id: x, size: 2}, {id: sum, type: u4, -checksum:"
        " {algorithm: crc32, from: x, to: x}}]",
        {"x": "6162"},
        "6d48839e61626d48839e",
    ),
}


@pytest.mark.parametrize(("seq", "values", "expected"), COMPUTED.values(), ids=COMPUTED)
def test_a_value_rests_on_what_is_known_late(
    seq: str, values: Mapping[str, Any], expected: str, compiled: Compile
) -> None:
    codec = compiled(f"seq: {seq}\n{WORDS_TYPE}")
    data = codec.to_bytes(from_plain(codec, dict(values)))
    assert data.hex() == expected
    assert codec.to_bytes(codec.parse(data)) == data
    assert codec.to_bytes(codec.parse(data), canonical=True) == data


def test_a_value_of_what_is_not_set_is_no_default(compiled: Compile) -> None:
    codec = compiled("seq: [{id: n, type: u1, -derive: {value: a + 1}}, {id: a, type: u1}]")
    with pytest.raises(WriteError, match="n: expected a value that follows from others, found nothing"):
        codec.to_bytes(from_plain(codec, {}))


def test_a_value_is_held_against_its_rule(compiled: Compile) -> None:
    codec = compiled("seq: [{id: n, type: u1, -derive: {value: a + 1}, valid: {max: 5}}, {id: a, type: u1}]")
    with pytest.raises(WriteError, match="n: expected at most 5, found 10"):
        codec.to_bytes(from_plain(codec, {"a": 9}))


@pytest.mark.parametrize(
    ("entries", "data"),
    [
        ("{size-eos: true}", "0102030405"),
        ("{size-eos: true, terminator: 4}", "0102030405"),
        ("{terminator: 4}", "01020304"),
        ("{type: strz, encoding: ASCII}", "01616200"),
        ("{id: b, type: tail, size: 3}", "01020304"),
        ("{id: b, type: tail, terminator: 0}", "01020300"),
        ("{id: b, type: tail, size: 4, terminator: 0}", "0102030000"),
    ],
)
def test_bytes_without_an_id_are_written_as_they_were_read(entries: str, data: str, compiled: Compile) -> None:
    text = f"seq: [{{id: a, type: u1}}, {entries}]\ntypes: {{tail: {{seq: [{{id: q, type: u1}}, {{size-eos: true}}]}}}}"
    codec, raw = compiled(text), bytes.fromhex(data)
    assert codec.to_bytes(codec.parse(raw)) == raw
    assert codec.to_bytes(tree.load(codec, json.dumps(tree.build(codec, BytesSource(raw)).to_json()))) == raw


def test_parts_of_a_size_that_values_put_together(compiled: Compile) -> None:
    """Bits side by side, of which the spec states each part by itself: each field gets its own, and keeps others."""
    codec = compiled("""
seq: [{id: high, type: u1}, {id: low, type: u1}, {id: data, size: all_bits}]
instances:
  all_bits: {value: top | bottom}
  top: {value: high << 4}
  bottom: {value: low & 15}
""")
    model: Any = codec.parse(b"\x12\xf3" + bytes(0x123))
    model.data = bytes(0x45)
    assert codec.to_bytes(model) == b"\x04\xf5" + bytes(0x45)


@pytest.mark.parametrize(("size", "condition"), [("u1", "size > 0"), ("b8", "size > 0"), ("s1", "size != 0")])
def test_the_size_of_what_is_left_out_is_none(size: str, condition: str, compiled: Compile) -> None:
    """Also where a size is given: readers would look for a value."""
    codec = compiled(
        f"seq: [{{id: size, type: {size}}}, {{id: inner, type: inner, size: size, if: {condition}}}, "
        "{id: mark, type: u1}]\ntypes: {inner: {seq: [{id: n, type: u1}]}}"
    )
    model = from_plain(codec, {"inner": None, "mark": 5})
    model.size = 1
    assert codec.to_bytes(model) == b"\0\5"
    model = from_plain(codec, {"inner": {"n": 3}, "mark": 5})
    model.size = 0
    assert codec.to_bytes(model) == b"\1\3\5"
