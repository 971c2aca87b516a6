"""Elements up to an end, floats, bytes that are decoded, and what entries of a list describe, against plain Python."""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.support.reading import TINY, read

from bytewright.codecs import nibble_pack
from bytewright.codecs.nibble_pack import NibblePack
from bytewright.io.source import BytesSource
from bytewright.kernels.drivers.region_scan import RegionScan, Wave
from bytewright.kernels.drivers.scan import Settings
from bytewright.kernels.plan import (
    RECORDS,
    Begin,
    Binary,
    Cells,
    CellVariant,
    Check,
    Const,
    Count,
    Decode,
    Decoded,
    Elements,
    End,
    Entry,
    FixedFrame,
    Float,
    Fronts,
    Get,
    Given,
    Index,
    Inner,
    LengthFrame,
    Let,
    List,
    Load,
    Map,
    Named,
    Need,
    Number,
    Piece,
    Region,
    RegionFrame,
    RowPlan,
    Run,
    Select,
    Sought,
    Start,
    Texts,
    Unrolled,
    Up,
    Variant,
    Varint,
    VarintSize,
    WalkFrame,
    chosen,
    codes,
)
from bytewright.kernels.plan.failures import BadRecord, PlanError, Unsupported
from bytewright.kernels.plan.json_printer import from_json, to_json
from bytewright.kernels.program.assemble import assemble
from bytewright.kernels.program.specialize import unroll
from bytewright.kernels.program.unrolled.element_names import ASIDE, Cell
from bytewright.limits import Limits
from bytewright.model import arithmetic

SETTINGS = [Settings(), TINY, Settings(batch_rows=3, block_records=2, elements=2)]
LEFT, RIGHT = Load("f8le", Start()), Load("f8le", Start() + 8)


# --- elements up to an end -------------------------------------------------------------------------------------------

RUN = RowPlan(
    LengthFrame("u1", 0, 1, 1),
    (
        Run(
            "words",
            RECORDS,
            Start() + 1,
            (Let("words", "size", Load("u1", Begin())),),
            Begin() + Get("size") + 1,
            End(),
            "words",
        ),
        Let("words", "size", Load("u1", Begin())),
    ),
    "words",
    (
        Number("record", "int32", Up(Index())),
        Number("word", "int32", Index()),
        Number("of", "int32", Up(Count("words"))),
        Piece("bytes", "binary", Begin() + 1, Get("size")),
    ),
)


def runs(count: int) -> list[list[bytes]]:
    generator = random.Random(count)
    return [[generator.randbytes(generator.randrange(5)) for _ in range(generator.randrange(9))] for _ in range(count)]


def run(words: list[bytes]) -> bytes:
    body = b"".join(bytes([len(word)]) + word for word in words)
    return bytes([len(body)]) + body


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_elements_up_to_an_end(settings: Settings) -> None:
    records = runs(90)
    expected = [
        {"record": number, "word": place, "of": len(words), "bytes": word}
        for number, words in enumerate(records)
        for place, word in enumerate(words)
    ]
    data = b"".join(map(run, records))
    assert read(RUN, data, settings=settings) == (expected, None)
    # A word that ends behind its record.
    rows, bad = read(RUN, data + b"\x03\x01a\x01" + data, settings=settings)
    assert (rows, bad) == (expected, len(data))


def test_elements_of_no_bytes() -> None:
    plan = RowPlan(WHOLE, (Run("none", RECORDS, Start(), (), Begin(), End(), "none"),), "none", ())
    assert read(plan, b"x") == ([], 0)
    backwards = RowPlan(WHOLE, (Run("none", RECORDS, End() + 1, (), Begin() + 1, End(), "none"),), "none", ())
    assert read(backwards, b"x") == ([], 0)


WHOLE = LengthFrame("u1", 0, 0, 1)


PREFIX = VarintSize(Start(), End())
PREFIXED = Start() + PREFIX + Varint(Start(), PREFIX)


def prefixed(data: bytes, at: int, end: int) -> tuple[int, int] | None:
    """A number in groups of seven bits, and where as many bytes behind it end; None: not within these bounds."""
    number = 0
    for place in range(at, end):
        number |= (data[place] & 0x7F) << 7 * (place - at)
        if data[place] < 0x80:
            behind = place + 1 + number
            return (number, behind) if behind <= end else None
    return None


def test_records_behind_numbers_in_groups_of_seven_bits() -> None:
    plan = RowPlan(WalkFrame((), PREFIXED), (), RECORDS, (Number("n", "int64", End() - Start()),))
    generator = random.Random(4)
    good = 0
    for _ in range(600):
        data = bytes(generator.choice([0, 1, 2, 0x80, 0x83]) for _ in range(generator.randrange(1, 40)))
        expected: list[dict[str, int]] = []
        at = 0
        while at < len(data) and (found := prefixed(data, at, len(data))) is not None:
            expected.append({"n": found[1] - at})
            at = found[1]
        for settings in (Settings(), Settings(buffer_bytes=5, block_records=3)):
            assert read(plan, data, settings=settings) == (expected, at if at < len(data) else None), data.hex()
        good += len(expected)
    assert good > 1000


@pytest.mark.parametrize("last", [None, 0, 2])
def test_records_in_regions(last: int | None) -> None:
    """Also where a number says which record is the last one of its region."""
    told = None if last is None else Varint(Start(), PREFIX).equals(last)
    generator = random.Random(5)
    good = 0
    for _ in range(600):
        data = bytes(generator.choice([0, 0, 1, 2, 2, 0x82]) for _ in range(generator.randrange(2, 40)))
        middle = generator.randrange(1, len(data))
        bounds = [(0, middle), (middle, len(data))]
        expected = in_regions_by_hand(data, bounds, last)
        assert in_regions(RegionFrame((), PREFIXED, told), data, bounds) == expected, data.hex()
        good += len(expected[0])
    assert good > 500


Found = tuple[list[dict[str, int]], int | None]


def in_regions_by_hand(data: bytes, bounds: list[tuple[int, int]], last: int | None) -> Found:
    """Regions and sizes of records, and where one is bad."""
    rows: list[dict[str, int]] = []
    for region, (at, end) in enumerate(bounds):
        while at < end or last is not None:
            found = prefixed(data, at, end)
            if found is None:
                return rows, at
            rows.append({"region": region, "size": found[1] - at})
            at = found[1]
            if found[0] == last:
                break
    return rows, None


def in_regions(frame: RegionFrame, data: bytes, bounds: list[tuple[int, int]]) -> Found:
    """The same by the kernel."""
    columns = (Number("region", "int64", Region()), Number("size", "int64", End() - Start()))
    waves = iter([Wave(np.array(bounds, np.int64)), None])
    scan = RegionScan(RowPlan(frame, (), RECORDS, columns), BytesSource(data), lambda: next(waves))
    rows: list[dict[str, int]] = []
    try:
        for batch in scan:
            rows += batch.to_pylist()
    except BadRecord as bad:
        return rows, bad.offset
    return rows, None


def test_what_plans_contradict() -> None:
    contradictory = (Begin(), Decoded("x"), Count(RECORDS))
    headless = (Entry("l", "v", Const(0)), Sought("l", "k", Const(0)))
    for value in (*contradictory, *headless):
        plan = RowPlan(FixedFrame(1), (), RECORDS, (Number("n", "int64", value),))
        with pytest.raises(PlanError if value in contradictory else Unsupported):
            assemble(plan)


# --- floats ----------------------------------------------------------------------------------------------------------

EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 1e308, -1e308, 1e-308, math.inf, -math.inf, 3.0, -3.5, 709.0, 710.0]
FUNCTIONS: dict[str, Callable[[float, float], float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "pow": arithmetic.power,
    "exp": lambda a, b: arithmetic.exponential(a),
    "log": lambda a, b: arithmetic.logarithm(a),
}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_floats(function: Any) -> None:
    pairs = [(a, b) for a in EDGES for b in EDGES]
    data = b"".join(struct.pack("<dd", *pair) for pair in pairs)
    plan = RowPlan(FixedFrame(16), (), RECORDS, (Number("f", "float64", Float(function, LEFT, RIGHT)),))
    rows, bad = read(plan, data)
    assert bad is None
    for (a, b), row in zip(pairs, rows, strict=True):
        expected = FUNCTIONS[function](a, b)
        assert (
            math.isnan(row["f"]) if math.isnan(expected) else struct.pack("<d", row["f"]) == struct.pack("<d", expected)
        ), (a, b)


def test_floats_of_integers_and_where_they_are_asked_for() -> None:
    numbers = [0, 1, -1, (1 << 53) + 1, -(1 << 63), (1 << 63) - 1]
    data = b"".join(struct.pack("<qq", number, place % 2) for place, number in enumerate(numbers))
    value = Float("of", Load("s8le", Start()))
    asked = Load("s8le", Start() + 8)
    power = Select(asked, Float("pow", value, Float("of", Const(2)), asked), Float("of", Const(0)))
    columns = (Number("f", "float64", value), Number("p", "float64", power))
    rows, bad = read(RowPlan(FixedFrame(16), (), RECORDS, columns), data)
    assert bad is None
    assert [row["f"] for row in rows] == [float(number) for number in numbers]
    assert [row["p"] for row in rows] == [
        float(number) ** 2 if place % 2 else 0 for place, number in enumerate(numbers)
    ]


# --- bytes that are decoded ------------------------------------------------------------------------------------------

PACKED = RowPlan(
    LengthFrame("u1", 0, 4, 4),
    (
        Decode(
            RECORDS,
            "words",
            "nibble_pack",
            Binary("!=", Load("u1", Start() + 3), Const(9)),
            Start() + 4,
            End() - Start() - 4,
            Load("u1", Start() + 1) * 8,
            (Load("u1", Start() + 1), Load("u1", Start() + 2)),
            "words",
        ),
        Elements(
            "each", RECORDS, Select(Load("u1", Start() + 3).differs(9), Load("u1", Start() + 1), Const(0)), "each"
        ),
    ),
    RECORDS,
    (List("words", "each", Number("element", "int64", Load("s8le", Up(Get("words")) + Index() * 8))),),
)


def packed(words: list[int], kind: int) -> bytes:
    data = NibblePack(len(words), kind).encode(struct.pack(f"<{len(words)}Q", *words))
    return bytes([len(data), len(words), kind, 0]) + data


def random_words(generator: random.Random) -> list[int]:
    words = []
    for _ in range(generator.randrange(20)):
        low = generator.choice([0, 0, 4, 8, 60])
        words.append((generator.getrandbits(generator.choice([1, 4, 9, 33, 64])) << low) % (1 << 64))
    return words


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_nibble_pack(settings: Settings) -> None:
    assert (codes.NIBBLE_WORDS, codes.NIBBLE_SUMS, codes.NIBBLE_XORS) == (
        nibble_pack.WORDS,
        nibble_pack.SUMS,
        nibble_pack.XORS,
    )
    generator = random.Random(5)
    lists = [(random_words(generator), kind) for kind in (0, 1, 2) for _ in range(60)]
    generator.shuffle(lists)
    data = b"".join(packed(*one) for one in lists)
    expected = [{"words": list(struct.unpack(f"<{len(w)}q", struct.pack(f"<{len(w)}Q", *w)))} for w, _ in lists]
    assert read(PACKED, data, settings=settings) == (expected, None)
    # What isn't there isn't decoded.
    assert read(PACKED, b"\x02\x07\x01\x09\xff\xff", settings=settings) == ([{"words": []}], None)


def test_damaged_nibble_pack() -> None:
    """The kernel takes what the codec takes."""
    generator = random.Random(6)
    tried = bad = 0
    for _ in range(1500):
        kind = generator.randrange(4)
        whole = bytearray(packed(random_words(generator), kind % 3))
        whole[2] = kind
        for _ in range(generator.randrange(1, 3)):
            whole[generator.choice([1, *range(4, len(whole))])] = generator.choice(
                [0, 1, 255, generator.randrange(256)]
            )
        if generator.random() < 0.3 and len(whole) > 4:
            whole = whole[:-1]
            whole[0] -= 1
        try:
            decoded = NibblePack(whole[1], kind).decode(bytes(whole[4:]))
            expected: tuple[list[dict[str, Any]], int | None]
            expected = [{"words": list(struct.unpack(f"<{whole[1]}q", decoded))}], None
        except ValueError:
            expected = [], 0
            bad += 1
        assert read(PACKED, bytes(whole)) == expected, whole.hex()
        tried += 1
    assert 200 < bad < tried - 200


def test_what_is_decoded_is_bounded() -> None:
    data = packed([0] * 200, 0)
    assert read(PACKED, data, limits=Limits(maxDecodedBytes=1600))[1] is None
    assert read(PACKED, data, limits=Limits(maxDecodedBytes=1599))[1] == 0
    many = data * 1000
    rows, failure = read(PACKED, many)
    assert (len(rows), failure) == (1000, None)


# --- what entries describe -------------------------------------------------------------------------------------------

BY = Sought("forms", "forms.id", Load("u1", Start() + 1))
HERE, THERE = Get("cells@"), Get("cells?")


def variant(kind: int, number: str, size: int, *, aside: bool = False) -> Variant:
    address = Select(THERE, HERE, Start())
    return Variant(Given("kind").equals(kind), (Let(RECORDS, "value", Load(number, address)),), HERE + size, aside)


DESCRIBED = RowPlan(
    LengthFrame("u1", 0, 1, 1),
    (
        Need(RECORDS, Start(), Const(2), Start(), End(), "form"),
        Check(RECORDS, BY >= 0, "form"),
        Unrolled(
            "cells",
            RECORDS,
            Entry("forms", "forms.size", BY),
            Start() + 2,
            (),
            (variant(0, "u1", 1), variant(1, "s4le", 4), variant(2, "u1", 1, aside=True)),
            list="forms",
            by=BY,
            low=Start(),
            high=End(),
        ),
    ),
    RECORDS,
    (
        Number("form", "int32", BY),
        Number("behind", "int32", Get("cells>") - Start()),
        Piece("text", "string", *(Texts("forms", "forms.texts", BY, Const(1), what) for what in ("address", "size"))),  # type: ignore[arg-type]
    ),
)
CELLS = tuple(
    (Given("kind").equals(kind), Number("", type, Get("value"), THERE)) for kind, type in ((0, "int16"), (1, "int32"))
)
FORMS: list[dict[str, Any]] = [
    {"id": 5, "kinds": [0, 1], "texts": ["a", "bé"]},
    {"id": 2, "kinds": [1], "texts": ["", "long text"]},
    {"id": 9, "kinds": [0, 0, 1], "texts": ["x", "", "z"]},
    {"id": 7, "kinds": [2], "texts": ["x", "y"]},
]


def value(name: str, column: int, entry: Any = None) -> Any:
    match name:
        case "forms":
            return FORMS
        case "forms.id":
            return entry["id"]
        case "forms.size":
            return len(entry["kinds"])
        case "forms.texts":
            return entry["texts"]
        case "kind":
            return entry["kinds"][column]
    raise LookupError(name)


def described(*cells: Cell) -> RowPlan:
    variants = tuple(CellVariant(when, (), column) for when, column in CELLS)
    return unroll(
        RowPlan(DESCRIBED.frame, DESCRIBED.steps, RECORDS, DESCRIBED.columns, None, Cells("cells", variants)),
        {},
        value,
        cells,
    )


def test_lists_that_entries_describe() -> None:
    first, last = Cell(-1, "first", (0, -1, 0, -1)), Cell(-1, "last", (1, 0, 2, -1))
    data = b"\x06\x05\x01\x02\0\0\0" + b"\x05\x02\x03\0\0\0" + b"\x07\x09\x04\x05\x06\0\0\0"
    data = b"".join(bytes([len(one) - 1]) + one[1:] for one in (data[:7], data[7:13], data[13:]))
    expected = [
        {"form": 0, "behind": 7, "text": "bé", "first": 1, "last": 2},
        {"form": 1, "behind": 6, "text": "long text", "first": None, "last": 3},
        {"form": 2, "behind": 8, "text": "", "first": 4, "last": 6},
    ]
    for settings in SETTINGS:
        assert read(described(first, last), data * 40, settings=settings) == (expected * 40, None)
    assert read(described(last), data) == ([{k: v for k, v in row.items() if k != "first"} for row in expected], None)
    assert read(chosen_of(), data)[0] == [{"entry": 0}, {"entry": 1}, {"entry": 2}]
    # No such form; too short for its form; one that is left to objects.
    for bad in (b"\x05\x03\0\0\0\0", b"\x04\x02\0\0\0", b"\x02\x07\0"):
        assert read(described(first, last), data + bad) == (expected, len(data))
    aside = Cell(-1, "last", (1, 0, ASIDE, -1))
    assert read(described(aside), data)[1] == 13
    assert len(read(described(aside), data)[0]) == 2


def chosen_of() -> RowPlan:
    return unroll(chosen(DESCRIBED), {}, value)


def test_what_entries_cannot_describe() -> None:
    with pytest.raises(Unsupported, match="different ways"):
        described(Cell(-1, "mixed", (0, 0, -1, -1)))
    with pytest.raises(Unsupported, match="no value"):
        unroll(DESCRIBED, {}, lambda name, column, entry=None: FORMS if name == "forms" else entry["nothing"])
    with pytest.raises(ValueError, match="describes"):
        chosen(RUN)


# --- what entries describe inside of that ----------------------------------------------------------------------------


def inner_variant(kind: int, number: str, size: int) -> Variant:
    address = Select(Get("inner?"), Get("inner@"), Start())
    steps = (
        Let(RECORDS, "part", Load(number, address)),
        Check(RECORDS, Get("inner?").equals(0) | (Get("part") >= Given("least")), "part"),
    )
    return Variant(Given("inner kind").equals(kind), steps, Get("inner@") + size)


PLACE = Start() + Load("u1", Select(THERE, HERE, Start()))
INSIDE = Unrolled(
    name="inner",
    domain=RECORDS,
    count=Given("inner size"),
    first=Get("place"),
    steps=(),
    variants=(inner_variant(0, "u1", 1), inner_variant(1, "s2le", 2)),
    list="forms",
    by=BY,
    low=Start(),
    high=End(),
    there=THERE,
)
OUTSIDE = Unrolled(
    name="cells",
    domain=RECORDS,
    count=Entry("forms", "forms.size", BY),
    first=Start() + 2,
    steps=(),
    variants=(
        variant(0, "u1", 1),
        Variant(Given("kind").equals(3), (Let(RECORDS, "place", PLACE), INSIDE), HERE + 1),
    ),
    list="forms",
    by=BY,
    low=Start(),
    high=End(),
)
NESTED = RowPlan(
    LengthFrame("u1", 0, 1, 1),
    (
        Need(RECORDS, Start(), Const(2), Start(), End(), "form"),
        Check(RECORDS, BY >= 0, "form"),
        OUTSIDE,
    ),
    RECORDS,
    (),
    None,
    Cells(
        "cells",
        (
            CellVariant(Given("kind").equals(0), (), Number("", "int16", Get("value"), THERE)),
            CellVariant(
                Given("kind").equals(3),
                (),
                Inner(
                    "",
                    "inner",
                    tuple(
                        CellVariant(
                            Given("inner kind").equals(kind),
                            (Let(RECORDS, "twice", Get("part") * 2),),
                            Number("", type, Get("twice"), Get("inner?")),
                        )
                        for kind, type in ((0, "int16"), (1, "int32"))
                    ),
                    THERE,
                ),
            ),
        ),
    ),
)
OUTER_FORMS: list[dict[str, Any]] = [
    {"id": 1, "kinds": [0, [0, 1]], "least": 3},
    {"id": 2, "kinds": [[0, 1], 0, [1]], "least": -5},
    {"id": 3, "kinds": [[1], 0], "least": 0},
]


def nested_value(name: str, column: int, entry: Any = None, inner: int = 0) -> Any:
    if name == "forms":
        return OUTER_FORMS
    if name in ("forms.id", "least"):
        return entry[name.removeprefix("forms.")]
    if name == "forms.size":
        return len(entry["kinds"])
    kind = entry["kinds"][column]
    match name:
        case "kind":
            return 3 if isinstance(kind, list) else kind
        case "inner size":
            return len(kind)
        case "inner kind":
            return kind[inner]
    raise LookupError(name)


def both_inside(*places: int) -> tuple[Cell, ...]:
    """Two members, in the forms whose column has a place."""
    there = tuple(0 if place >= 0 else -1 for place in places)
    return (Cell(-1, "p", there), Cell(-1, "q", tuple(-1 if place < 0 else 1 for place in there)))


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_lists_inside_of_what_entries_describe(settings: Settings) -> None:
    """Columns of one name lie in other places of each form; numbers of a form are its own."""
    pair = Cell(-1, "pair", (1, 0, -1), both_inside(1, 0, -1))
    single = Cell(-1, "single", (-1, 2, 0), (Cell(-1, "q", (-1, 0, 0)),))
    plan = unroll(NESTED, {}, nested_value, (pair, single))
    records = [
        struct.pack("<BBBBh", 1, 7, 4, 5, 300),
        struct.pack("<BBBBBhh", 2, 5, 9, 8, 8, -4, -2),
        struct.pack("<BBBh", 3, 4, 42, 32),
    ]
    data = b"".join(bytes([len(one)]) + one for one in records)
    expected: list[dict[str, Any]] = [
        {"pair": {"p": 10, "q": 600}, "single": None},
        {"pair": {"p": 16, "q": -8}, "single": {"q": -4}},
        {"pair": None, "single": {"q": 64}},
    ]
    assert read(plan, data * 30, settings=settings) == (expected * 30, None)
    shown = unroll(NESTED, {}, nested_value, (single,))
    assert read(shown, data)[0] == [{"single": row["single"]} for row in expected]
    bad = [
        struct.pack("<BBBBh", 1, 7, 4, 5, 2),  # less than its form allows
        struct.pack("<BBBBBhh", 2, 5, 9, 8, 8, -4, -6),
        struct.pack("<BBBh", 3, 4, 42, -1),
        struct.pack("<BBBBh", 1, 7, 5, 5, 300),  # a place from which on there is too little
        struct.pack("<BBBBh", 1, 7, 255, 5, 300),
    ]
    for one in bad:
        assert read(plan, data + bytes([len(one)]) + one, settings=settings) == (expected, len(data))


def test_what_lies_inside_in_different_ways() -> None:
    with pytest.raises(Unsupported, match="different ways"):
        unroll(NESTED, {}, nested_value, (Cell(-1, "pair", (1, 2, -1), (Cell(-1, "q", (0, 0, -1)),)),))
    with pytest.raises(Unsupported, match="isn't stored"):
        unroll(NESTED, {}, nested_value, (Cell(-1, "pair", (1, -1, -1), (Cell(-1, "q", (2, -1, -1)),)),))


def test_maps_and_json() -> None:
    pairs = Map(
        "pairs",
        "words",
        Piece("key", "binary", Begin() + 1, Const(0)),
        Named("value", Get("size"), (0, 1), ("none", "one")),
    )
    plan = RowPlan(RUN.frame, RUN.steps, RECORDS, (pairs,))
    records = runs(20)
    shown = [[(b"", {0: "none", 1: "one"}.get(len(word), str(len(word)))) for word in words] for words in records]
    assert read(plan, b"".join(map(run, records)))[0] == [{"pairs": each} for each in shown]
    for each in (plan, RUN, PACKED, DESCRIBED, NESTED, described(Cell(-1, "last", (1, 0, 2, -1)))):
        assert from_json(to_json(each)) == each


# --- strings that begin as the one before them -----------------------------------------------------------------------

FRONTED = RowPlan(
    LengthFrame("u1", 0, 1, 1),
    (
        Run(
            "names",
            RECORDS,
            Start() + 1,
            (Let("names", "size", Load("u1", Begin() + 1)),),
            Begin() + 2 + Get("size"),
            End(),
            "names",
        ),
        Let("names", "size", Load("u1", Begin() + 1)),
        Need("names", Begin() + 2, Get("size"), Up(Start()), Up(End()), "name"),
        Fronts("names", "whole", Begin() + 2, Get("size"), Load("u1", Begin()), "name"),
    ),
    RECORDS,
    (List("names", "names", Piece("element", "binary", Get("whole"), Load("u1", Begin()) + Get("size"))),),
)


def fronted(names: list[bytes], extra: int = 0) -> bytes:
    made, before = b"", b""
    for name in names:
        same = next((i for i, pair in enumerate(zip(name, before, strict=False)) if pair[0] != pair[1]), 0)
        made += bytes([same + extra, len(name) - same]) + name[same:]
        before = name
    return bytes([len(made)]) + made


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_front_coding(settings: Settings) -> None:
    generator = random.Random(8)
    lists = [
        sorted(
            bytes(generator.choice(b"ab") for _ in range(generator.randrange(9))) for _ in range(generator.randrange(9))
        )
        for _ in range(200)
    ]
    data = b"".join(map(fronted, lists))
    assert read(FRONTED, data, settings=settings) == ([{"names": names} for names in lists], None)
    # The first string of a list has nothing before it, whatever the list before holds.
    good = fronted([b"abc"])
    assert read(FRONTED, good + fronted([b"abd"], extra=1), settings=settings) == ([{"names": [b"abc"]}], len(good))


def test_completed_strings_are_bounded() -> None:
    """Strings that all begin as a long one take more room than there is in the file; there is a limit for each."""
    long = b"x" * 200
    made = b"\0\xc8" + long + b"\xc8\0" * 20
    data = bytes([len(made)]) + made
    assert read(FRONTED, data, limits=Limits(maxDecodedBytes=200)) == ([{"names": [long] * 21}], None)
    assert read(FRONTED, data, limits=Limits(maxDecodedBytes=199)) == ([], 0)
    many = data * 400
    assert read(FRONTED, many)[0] == [{"names": [long] * 21}] * 400
