"""Every operation against plain Python, over blocks and batches of many sizes."""

from __future__ import annotations

import functools
import operator
import random
import struct
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from tests.support.reading import TINY, read

from bytewright.codecs.checksums import ALGORITHMS
from bytewright.io.source import BytesSource
from bytewright.kernels.drivers.scan import Scan, Settings
from bytewright.kernels.plan import (
    CHECKSUMS,
    RECORDS,
    Aside,
    Before,
    Best,
    Binary,
    Check,
    Checksum,
    CheckText,
    Column,
    Compared,
    Const,
    Cut,
    Elements,
    End,
    Expr,
    FixedFrame,
    Get,
    Given,
    Index,
    Joined,
    Joins,
    Last,
    LengthFrame,
    Let,
    Load,
    Lookup,
    Match,
    Named,
    Need,
    Number,
    Offset,
    Piece,
    Previous,
    RowPlan,
    Running,
    Select,
    SoFar,
    Start,
    Step,
    Struct,
    Up,
    add,
    codes,
)
from bytewright.kernels.plan.codes import OPERATORS
from bytewright.kernels.plan.failures import BadRecord, PlanError, Unsupported
from bytewright.kernels.plan.types import KINDS
from bytewright.model.padding import Padding

LEFT = Load("s8le", Start())
RIGHT = Load("s8le", add(Start(), 8))
EDGES = [0, 1, -1, 2, -2, 7, 63, 64, -(1 << 63), (1 << 63) - 1, 1 << 31, -(1 << 31)]


def wrapped(value: int) -> int:
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


def unsigned(value: int) -> int:
    return value % (1 << 64)


def divided(left: int, right: int) -> int:
    return wrapped(left // right) if right else 0


PYTHON: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": lambda a, b: a << (b & 63),
    ">>": lambda a, b: a >> (b & 63),
    "//": divided,
    "%": lambda a, b: a % b if b else 0,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    "min": min,
    "max": max,
    "u//": lambda a, b: unsigned(a) // unsigned(b) if b else 0,
    "u%": lambda a, b: unsigned(a) % unsigned(b) if b else 0,
}


def pairs() -> list[tuple[int, int]]:
    generator = random.Random(1)
    found = [(a, b) for a in EDGES for b in EDGES]
    found += [(generator.getrandbits(64) - (1 << 63), generator.getrandbits(20) - (1 << 19)) for _ in range(700)]
    return found


def table(frame: int, columns: tuple[Column, ...], steps: tuple[Step, ...] = ()) -> RowPlan:
    return RowPlan(FixedFrame(frame), steps, RECORDS, columns)


def column(values: list[dict[str, Any]], name: str = "x") -> list[Any]:
    return [row[name] for row in values]


@pytest.mark.parametrize("code", OPERATORS)
def test_binary(code: Any) -> None:
    numbers = pairs()
    data = b"".join(struct.pack("<qq", *pair) for pair in numbers)
    constants = [3, 8, -1, 0, 1 << 40]
    columns = [Number("x", "int64", Binary(code, LEFT, RIGHT))]
    columns += [Number(f"right{k}", "int64", Binary(code, LEFT, Const(k))) for k in constants]
    columns += [Number(f"left{k}", "int64", Binary(code, Const(k), RIGHT)) for k in constants]
    rows, bad = read(table(16, tuple(columns)), data, settings=Settings(batch_rows=100, block_records=37))
    assert bad is None
    compute = PYTHON[code]
    assert column(rows) == [wrapped(int(compute(a, b))) for a, b in numbers]
    for k in constants:
        assert column(rows, f"right{k}") == [wrapped(int(compute(a, k))) for a, _ in numbers]
        assert column(rows, f"left{k}") == [wrapped(int(compute(k, b))) for _, b in numbers]


def test_compared() -> None:
    """Which of two runs of bytes comes first: as Python orders them."""
    generator = random.Random(5)
    pairs_of_bytes: list[tuple[bytes, bytes]] = []
    for _ in range(500):
        one = bytes(generator.choice(b"\0a\xff") for _ in range(generator.randrange(20)))
        other = one[: generator.randrange(21)] + bytes(
            generator.choice(b"\0a\xff") for _ in range(generator.randrange(3))
        )
        pairs_of_bytes.append((one, other[:20]))
    data = b"".join(struct.pack("BB20s20s", len(a), len(b), a, b) for a, b in pairs_of_bytes)
    first, second = Load("u1", Start()), Load("u1", add(Start(), 1))
    found = Compared(add(Start(), 2), first, add(Start(), 22), second)
    columns = (
        Number("less", "bool", Binary("<", found, Const(0))),
        Number("same", "bool", Binary("==", found, Const(0))),
    )
    rows, bad = read(table(42, columns), data, settings=Settings(batch_rows=100, block_records=37))
    assert bad is None
    assert [(row["less"], row["same"]) for row in rows] == [(a < b, a == b) for a, b in pairs_of_bytes]


def test_joined() -> None:
    """Texts, digits and words, one behind the other, in blocks for which the room for texts has to grow."""
    generator = random.Random(7)
    texts = ["".join(generator.choice("aé€😀") for _ in range(generator.randrange(9))) for _ in range(400)]
    numbers = [generator.choice([*EDGES, 9, 10, -10, 99, 100, generator.getrandbits(63)]) for _ in texts]
    data = b"".join(
        struct.pack("<qB36sB36s", number, len(text.encode()), text.encode(), len(units), units)
        for number, text in zip(numbers, texts, strict=True)
        for units in [text.encode("utf-16le")]
    )
    size, wide = Load("u1", add(Start(), 8)), Load("u1", add(Start(), 45))
    shown = Binary("<", Const(0), LEFT)

    def joined(*parts: tuple[Joins, Expr, Expr, str]) -> tuple[Column, ...]:
        text: Expr = Const(0)
        for kind, value, length, encoding in parts:
            text = Joined(text, kind, value, length, encoding)
        return (Piece("x", "string", add(text, 8), Load("s8le", text), None, "utf-8"),)

    word = int.from_bytes(b": ", "little")
    plan = table(
        82,
        joined(
            ("digits", LEFT, Const(1), ""),
            ("word", Const(word), Const(2), ""),
            ("text", add(Start(), 9), size, ""),
            ("reversed", add(Start(), 9), size, ""),
            ("text", add(Start(), 46), wide, "utf-16le"),
            ("digits", LEFT, shown, ""),
            ("text", add(Start(), 9), Select(shown, size, Const(0)), "utf-8"),
        ),
    )
    wanted = [
        f"{number}: {text}{text[::-1]}{text}" + (f"{number}{text}" if number > 0 else "")
        for number, text in zip(numbers, texts, strict=True)
    ]
    for settings in (Settings(batch_rows=100, block_records=37), Settings(batch_rows=1000, block_records=400)):
        rows, bad = read(plan, data, settings=settings)
        assert bad is None
        assert column(rows) == wanted


@pytest.mark.parametrize("kind", ["s8le", "f8le", "f4le"])
def test_best(kind: str) -> None:
    """Floats are held against each other as Python does, also those that are no number."""
    generator = random.Random(6)
    size, code = int(kind[1]), {"s8le": "q", "f8le": "d", "f4le": "f"}[kind]
    values: list[Any] = EDGES if kind == "s8le" else [0.0, -0.0, 1.5, -2.5, float("inf"), float("-inf"), float("nan")]
    lists = [[generator.choice(values) for _ in range(5)] for _ in range(300)]
    lengths = [generator.randrange(6) for _ in lists]
    data = b"".join(struct.pack(f"<B5{code}", n, *each) for n, each in zip(lengths, lists, strict=True))
    element = Load(kind, Up(Start()) + 1 + Index() * size)
    largest, smallest = ("largest", "smallest") if kind[0] == "s" else (f"largest {kind[:2]}", f"smallest {kind[:2]}")
    shown = "int64" if kind[0] == "s" else f"float{8 * size}"
    none = Const(0)
    columns = (
        Number("largest", shown, Best(largest, "each", element, none)),  # type: ignore[arg-type]
        Number("smallest", shown, Best(smallest, "each", element, none)),  # type: ignore[arg-type]
    )
    steps = (Elements("each", RECORDS, Load("u1", Start()), "each"),)
    rows, bad = read(table(1 + 5 * size, columns, steps), data, settings=Settings(batch_rows=100, block_records=37))
    assert bad is None
    expected = [(max(e[:n], default=0), min(e[:n], default=0)) for n, e in zip(lengths, lists, strict=True)]
    assert repr([(row["largest"], row["smallest"]) for row in rows]) == repr(
        [tuple(map(float, pair)) if kind[0] == "f" else pair for pair in expected]
    )


@pytest.mark.parametrize("pad", [None, 0, 0x20])
@pytest.mark.parametrize("mark", [None, b"\0", b" ", b"\0\0", b"ab ", b"\xff" * 7])
@pytest.mark.parametrize("include", [False, True])
def test_ends(pad: int | None, mark: bytes | None, include: bool) -> None:
    size = 14
    generator = random.Random(3)
    pieces = [bytes(generator.choice(b"\0\0\0 ab\xff") for _ in range(size)) for _ in range(500)]
    pieces += [b"\0" * size, b" " * size, b"\xff" * size, b"ab ab ab ab a", b"a" * size]
    pieces = [piece.ljust(size, b"\0") for piece in pieces]
    padding = Padding(pad, mark, include)
    stripped = -1 if pad is None or (mark and mark[-1] == pad) else pad
    lengths = [0, 1, 5, size]
    columns = tuple(
        Number(f"n{n}", "int64", Cut(Start(), Const(n), stripped, (mark or b"").hex(), include)) for n in lengths
    )
    rows, bad = read(table(size, columns), b"".join(pieces), settings=Settings(batch_rows=100, block_records=37))
    assert bad is None
    for n in lengths:
        assert column(rows, f"n{n}") == [len(padding.strip(piece[:n])) for piece in pieces]


def test_select_lookup_match_given_index() -> None:
    numbers = [(a % 12 - 3, b) for a, b in pairs()]
    data = b"".join(struct.pack("<qq", *pair) for pair in numbers)
    values, numbers_of = (-3, -1, 4, 1 << 40), (9, 8, 7, -6)
    columns = (
        Number("select", "int64", Select(Binary("<", LEFT, Const(2)), LEFT, RIGHT)),
        Number("lookup", "int64", Lookup(LEFT, (5, 6, 7, 8), -9)),
        Number("match", "int64", Match(LEFT, values, numbers_of, 77)),
        Number("nothing", "int64", Match(LEFT, (), (), 5)),
        Number("dense", "int64", Match(LEFT, tuple(range(0, 64, 7)), tuple(range(10)), -4)),
        Number("undone", "bool", Binary("==", Binary("==", Binary("<", LEFT, RIGHT), Const(0)), Const(0))),
        Number("kept", "int64", Binary("==", Binary("==", LEFT, Const(0)), Const(0))),
        Number("given", "int64", Binary("+", LEFT, Given("k"))),
        Number("index", "int32", Index()),
        Number("constant", "int16", Const(-5)),
        Number("yes", "bool", Const(1)),
        Number("flag", "bool", Binary("&", LEFT, Const(4))),
        Number("maybe", "int64", LEFT, Binary("&", LEFT, Const(1))),
    )
    rows, _ = read(table(16, columns), data, given={"k": 10}, settings=Settings(batch_rows=70, block_records=33))
    for place, (row, (a, b)) in enumerate(zip(rows, numbers, strict=True)):
        assert row == {
            "select": a if a < 2 else b,
            "lookup": (5, 6, 7, 8)[a] if 0 <= a < 4 else -9,
            "match": dict(zip(values, numbers_of, strict=True)).get(a, 77),
            "nothing": 5,
            "dense": a // 7 if 0 <= a < 64 and a % 7 == 0 else -4,
            "undone": a < b,
            "kept": int(a != 0),
            "given": a + 10,
            "index": place,
            "constant": -5,
            "yes": True,
            "flag": bool(a & 4),
            "maybe": a if a & 1 else None,
        }


def test_lookups_in_tables_of_any_size() -> None:
    """Small ones are held in vectors, others gathered from."""
    sizes = (1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 100)
    tables = {f"of_{size}": tuple(random.Random(size).getrandbits(62) for _ in range(size)) for size in sizes}
    columns = tuple(Number(name, "int64", Lookup(LEFT, entries, -9)) for name, entries in tables.items())
    numbers = [*range(-3, 104), 1 << 40, -(1 << 63), (1 << 63) - 1]
    data = b"".join(struct.pack("<qq", number, 0) for number in numbers)
    rows, _ = read(table(16, columns), data, settings=Settings(batch_rows=70, block_records=33))
    for row, number in zip(rows, numbers, strict=True):
        assert row == {name: entries[number] if 0 <= number < len(entries) else -9 for name, entries in tables.items()}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("through_register", [False, True])
def test_kinds(kind: str, through_register: bool) -> None:
    """Numbers of every kind, at odd addresses, in their own width and through a register."""
    found = KINDS[kind]
    generator = random.Random(kind)
    letter = {
        "u1": "B",
        "u2": "H",
        "u4": "I",
        "u8": "Q",
        "s1": "b",
        "s2": "h",
        "s4": "i",
        "s8": "q",
        "f4": "f",
        "f8": "d",
    }
    form = (">" if kind.endswith("be") else "<") + letter[kind[:2]]
    values: list[Any] = [generator.uniform(-9, 9) if kind[0] == "f" else 0 for _ in range(200)]
    raw = [struct.pack(form, v) if kind[0] == "f" else generator.randbytes(found.size) for v in values]
    values = [struct.unpack(form, piece)[0] for piece in raw]
    load: Expr = Load(kind, add(Start(), 1))
    steps: tuple[Step, ...] = ()
    if through_register:
        steps = (Check(RECORDS, Binary("==", load, load), ""),)
    plan = table(found.size + 1, (Number("x", found.column, load),), steps)
    rows, bad = read(plan, b"".join(b"?" + piece for piece in raw), settings=Settings(batch_rows=90, block_records=64))
    assert bad is None
    assert column(rows) == values


@pytest.mark.parametrize("width", ["int8", "int16", "int32", "int64"])
def test_widths(width: str) -> None:
    values = [*range(-100, 100)]
    plan = table(8, (Number("x", width, Binary("+", Load("s8le", Start()), Const(1))),))
    rows, _ = read(
        plan, b"".join(struct.pack("<q", v) for v in values), settings=Settings(batch_rows=83, block_records=50)
    )
    assert column(rows) == [v + 1 for v in values]


def test_names() -> None:
    """Dense and scattered numbers, negative ones, digits for what has no name, nulls, long names."""
    values = [*range(-3, 9), 1 << 40, -(1 << 63), (1 << 63) - 1, 99, 12345678901]
    load = Load("s8le", Start())
    long = "ä" * 60
    columns = (
        Named("dense", load, (0, 2, 5), ("a", "", long)),
        Named("scattered", load, (1 << 40, -3, 7), ("far", "below", long)),
        Named("none", load, (), ()),
        Named("maybe", load, (2,), ("two",), Binary("&", load, Const(1))),
    )
    rows, _ = read(table(8, columns), b"".join(struct.pack("<q", v) for v in values), settings=Settings(batch_rows=6))
    for row, v in zip(rows, values, strict=True):
        assert row == {
            "dense": {0: "a", 2: "", 5: long}.get(v, str(v)),
            "scattered": {1 << 40: "far", -3: "below", 7: long}.get(v, str(v)),
            "none": str(v),
            "maybe": {2: "two"}.get(v, str(v)) if v & 1 else None,
        }


def pieces(encoding: Any) -> RowPlan:
    text = add(Start(), 2)
    length = Load("u2le", Start())
    steps = (
        Need(RECORDS, text, length, Start(), End(), "text"),
        CheckText(RECORDS, text, length, "text", encoding),
    )
    inner = (Piece("raw", "binary", text, length), Piece("odd", "string", text, length, Binary("&", length, Const(1))))
    columns = (Struct("s", inner, Binary("<", length, Const(100))), Number("n", "int32", length))
    return RowPlan(LengthFrame("u2le", 0, 2, 2), steps, RECORDS, columns)


@pytest.mark.parametrize("settings", [Settings(), TINY, Settings(batch_bytes=3000)], ids=str)
def test_pieces(settings: Settings) -> None:
    """Values of all sizes, also some that make columns grow; nulls; structs that are null."""
    texts = ["x" * size for size in (0, 1, 31, 32, 33, 64, 99, 100, 5000, 3, 70000 % 65536)] * 5
    data = b"".join(struct.pack("<H", len(text)) + text.encode() for text in texts)
    rows, bad = read(pieces("ascii"), data, settings=settings)
    assert bad is None
    for row, text in zip(rows, texts, strict=True):
        inner = {"raw": text.encode(), "odd": text if len(text) & 1 else None}
        assert row == {"s": inner if len(text) < 100 else None, "n": len(text)}


def test_batches_fit_what_values_take() -> None:
    """Of short texts a batch holds more than was thought, and of longer ones behind them fewer again; none holds more
    rows than it may, or takes more memory."""
    texts = ["a"] * 2000 + ["b" * 90] * 300 + [""] * 2000
    data = b"".join(struct.pack("<H", len(text)) + text.encode() for text in texts)
    settings = Settings(batch_rows=800, batch_bytes=16_000)
    batches = list(Scan(pieces("utf-8"), BytesSource(data), settings=settings))
    sizes = [batch.num_rows for batch in batches]
    assert [len(row["s"]["raw"]) for batch in batches for row in batch.to_pylist()] == [len(text) for text in texts]
    assert sizes[1] > 1.25 * sizes[0]
    assert max(sizes) <= 800
    assert min(sizes[:-1]) < sizes[1]
    assert max(batch.nbytes for batch in batches) <= 16_000


def test_text() -> None:
    """What is refused is what Python's own decoder refuses."""
    generator = random.Random(8)
    tricky = [0x41, 0x7F, 0x80, 0xBF, 0xC1, 0xC2, 0xE0, 0xA0, 0x9F, 0xED, 0xEF, 0xF0, 0x90, 0x8F, 0xF4, 0xF5, 0xFF]
    for encoding in ("utf-8", "ascii"):
        for _ in range(1500):
            text = bytes(generator.choice(tricky) for _ in range(generator.randrange(1, 6)))
            text = b"a" * generator.choice([0, 0, 30, 31, 60]) + text
            try:
                text.decode(encoding)
                good = True
            except UnicodeDecodeError:
                good = False
            _, bad = read(pieces(encoding), struct.pack("<H", len(text)) + text)
            assert (bad is None) == good, text


def transcoded(encoding: Any) -> RowPlan:
    text, length = add(Start(), 2), Load("u2le", Start())
    return RowPlan(
        LengthFrame("u2le", 0, 2, 2),
        (Need(RECORDS, text, length, Start(), End(), "text"),),
        RECORDS,
        (
            Piece("text", "string", text, length, None, encoding),
            Piece("short", "string", text, length, Binary("<", length, Const(40)), encoding),
            Number("at", "int64", Offset(text)),
        ),
    )


@pytest.mark.parametrize("settings", [Settings(), TINY, Settings(batch_bytes=3000)], ids=str)
@pytest.mark.parametrize("encoding", ["latin-1", "utf-16le", "utf-16be", "utf-8", "ascii", "cp1252", "cp437"])
def test_encodings(encoding: str, settings: Settings) -> None:
    """Text becomes UTF-8; a column that is not asked for isn't looked at."""
    generator = random.Random(4)
    mapped = {"cp1252": "ab\x7fÿ€™", "cp437": "ab\x00é█Γ"}
    letters = {"latin-1": "ab\x7f\x80ÿ", "ascii": "ab\x7f", **mapped}.get(encoding, "aé€\uffff😀")
    texts = ["".join(generator.choices(letters, k=size)) for size in (0, 1, 2, 15, 16, 31, 32, 33, 70, 3000) * 3]
    data, expected = b"", []
    for text in texts:
        raw = text.encode(encoding)
        short = text if len(raw) < 40 else None
        expected.append({"text": text, "short": short, "at": len(data) + 2})
        data += struct.pack("<H", len(raw)) + raw
    assert read(transcoded(encoding), data, settings=settings) == (expected, None)
    known = {"utf-8": b"\xff", "ascii": b"\x80", "latin-1": None, "cp1252": b"a\x8d", "cp437": None}
    bad = known.get(encoding, b"\xdc\xdc")
    if bad is not None:
        rows, place = read(transcoded(encoding), data + struct.pack("<H", len(bad)) + bad, settings=settings)
        assert (rows, place) == (expected, len(data))
        wrong = data + struct.pack("<H", len(bad)) + bad
        assert read(transcoded(encoding), wrong, columns=["at"], settings=settings)[1] is None


def test_units_of_utf_16() -> None:
    """What is refused is what Python's own decoder refuses."""
    generator = random.Random(9)
    units = [0x41, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF]
    for encoding in ("utf-16le", "utf-16be"):
        for _ in range(1500):
            raw = b"".join(struct.pack("<H", generator.choice(units)) for _ in range(generator.randrange(1, 5)))
            raw = raw[: len(raw) - (generator.random() < 0.1)]
            try:
                text = raw.decode(encoding)
            except UnicodeDecodeError:
                text = None
            for plan in (pieces(encoding), transcoded(encoding)):
                rows, bad = read(plan, struct.pack("<H", len(raw)) + raw)
                assert (bad is None) == (text is not None), raw
            if text is not None:
                assert rows[0]["text"] == text


@pytest.mark.parametrize("settings", [Settings(), TINY], ids=str)
def test_adler_32(settings: Settings) -> None:
    """Of every size up to some blocks of it, and of the largest bytes, whose sums are the largest."""
    generator = random.Random(3)
    length, data = Load("u4le", Start()), add(Start(), 8)
    plan = RowPlan(
        LengthFrame("u4le", 0, 8, 8),
        (
            Need(RECORDS, data, length, Start(), End(), "data"),
            Checksum(RECORDS, "adler32", data, length, Load("u4le", add(Start(), 4)), "sum"),
        ),
        RECORDS,
        (Number("size", "int64", length),),
    )
    parts = [generator.randbytes(size) for size in range(300)]
    parts += [b"\xff" * size for size in (5503, 5504, 5505, 11008, 70001)]
    records = [struct.pack("<II", len(part), zlib.adler32(part)) + part for part in parts]
    whole = b"".join(records)
    assert read(plan, whole, settings=settings) == ([{"size": len(part)} for part in parts], None)
    for number in (0, 1, 64, 65, 299):
        wrong = bytearray(records[number])
        wrong[-1] ^= 1
        rows, bad = read(plan, records[5] + bytes(wrong) + records[5], settings=settings)
        assert (len(rows), bad) == (1, len(records[5]))
        assert read(plan, bytes(wrong), settings=settings, given={CHECKSUMS: 0})[1] is None


@pytest.mark.parametrize("settings", [Settings(), TINY], ids=str)
@pytest.mark.parametrize(
    "algorithm", [name for name, row in ALGORITHMS.items() if "crc" in (row.kernel or "") and row.size == 4]
)
def test_crc_32(algorithm: Any, settings: Settings) -> None:
    generator = random.Random(4)
    length, data = Load("u4le", Start()), add(Start(), 8)
    plan = RowPlan(
        LengthFrame("u4le", 0, 8, 8),
        (
            Need(RECORDS, data, length, Start(), End(), "data"),
            Checksum(RECORDS, algorithm, data, length, Load("u4le", add(Start(), 4)), "sum"),
        ),
        RECORDS,
        (Number("size", "int64", length),),
    )
    sizes = (*range(701), 4095, 4096, 4097, 5003, 70001)
    parts = [*map(generator.randbytes, sizes), bytes(33), b"\xff" * 64, bytes(700)]
    records = [struct.pack("<II", len(part), ALGORITHMS[algorithm](part)) + part for part in parts]
    assert read(plan, b"".join(records), settings=settings) == ([{"size": len(part)} for part in parts], None)
    empty = struct.pack("<II", 0, ALGORITHMS[algorithm](b"") ^ 1)
    assert read(plan, records[5] + empty, settings=settings) == ([{"size": 5}], len(records[5]))
    for number in (1, 8, 9, 10, 16, 17, 40, 64, 65, 128, 129, 500):
        for place in (4, 8, -1):
            wrong = bytearray(records[number])
            wrong[place] ^= 1
            assert read(plan, records[5] + bytes(wrong), settings=settings) == ([{"size": 5}], len(records[5]))


def test_records_that_are_left_aside() -> None:
    """The scan stops at them, and says why."""
    plan = RowPlan(FixedFrame(1), (Aside(RECORDS, Load("u1", Start()), "kind"),), RECORDS, ())
    scan = Scan(plan, BytesSource(b"\1\1\0\1"))
    assert next(scan).num_rows == 2
    with pytest.raises(BadRecord) as stopped:
        next(scan)
    assert (stopped.value.code, stopped.value.offset, stopped.value.record) == (codes.LEFT, 2, 2)


ACCUMULATED: dict[str, Callable[[int, int], int]] = {
    "sum": lambda so_far, value: so_far + value,
    "left": lambda so_far, value: 1000 - so_far - value,
    "most": max,
    "bits": operator.xor,
    "since": lambda so_far, value: 0 if value % 4 == 0 else so_far + value,
    "wrapped": lambda so_far, value: (so_far * 31 + value) % 251,
}
"""Values that rest on those of the elements before, in Python."""


def nested() -> RowPlan:
    """``[u1 size][u1 count][count × [u1 count][values: u1 × count]]``, each list behind the one before."""
    count = Load("u1", add(Start(), 1))
    place = Binary("+", Up(add(Start(), 2)), Binary("*", Index(), Const(4)))
    inner_place = Binary("+", Up(add(place, 1)), Index())
    value = Load("u1", inner_place)
    accumulated: dict[str, Expr] = {
        "sum": SoFar() + value,
        "left": Const(1000) - SoFar() - value,
        "most": Binary("max", SoFar(), value),
        "bits": SoFar() ^ value,
        "since": Select((value % 4).equals(0), Const(0), SoFar() + value),
        "wrapped": (SoFar() * 31 + value) % 251,
    }
    return RowPlan(
        LengthFrame("u1", 0, 1, 1),
        (
            Need(RECORDS, add(Start(), 1), Const(1), Start(), End(), "count"),
            Need(RECORDS, add(Start(), 2), Binary("*", count, Const(4)), Start(), End(), "lists"),
            Elements("lists", RECORDS, count, "lists"),
            Check("lists", Binary("<=", Load("u1", place), Const(3)), "lists.count"),
            Elements("values", "lists", Load("u1", place), "values"),
            Check("values", Binary("!=", value, Const(255)), "values"),
        ),
        "values",
        (
            Number("record", "int32", Up(Up(Index()))),
            Number("list", "int32", Up(Index())),
            Number("place", "int32", Index()),
            Number("value", "int16", value),
            Number("before", "int16", Previous(value, Const(-1))),
            Number("earlier", "int16", Before(value)),
            *(Number(name, "int64", Running(running)) for name, running in accumulated.items()),
            Number("last", "int64", Up(Last("values", value, Const(-2)))),
            Number("lists", "int64", Up(Up(Last("lists", Index(), Const(-3))))),
        ),
    )


@pytest.mark.parametrize("settings", [Settings(), TINY, Settings(batch_rows=1, block_records=2)], ids=str)
def test_lists_in_lists(settings: Settings) -> None:
    generator = random.Random(2)
    records = []
    for _ in range(40):
        lists = []
        for _ in range(generator.randrange(5)):
            size = generator.randrange(4)
            lists.append(bytes([size]) + generator.randbytes(3).replace(b"\xff", b"\xfe"))
        records.append(lists)
    records[33] = [b"\x01\x05\x06\x07", b"\x02\x01\xff\x00"]
    expected = []
    for number, lists in enumerate(records[:33]):
        for place, values in enumerate(lists):
            for index in range(values[0]):
                row = {"record": number, "list": place, "place": index, "value": values[1 + index]}
                before = values[index] if index else -1
                last = values[values[0]] if values[0] else -2
                so_far = {"earlier": before if index else 0}
                for name, step in ACCUMULATED.items():
                    so_far[name] = functools.reduce(step, values[1 : 2 + index], 0)
                expected.append({**row, "before": before, **so_far, "last": last, "lists": len(lists) - 1})
    encoded = [bytes([1 + 4 * len(lists), len(lists)]) + b"".join(lists) for lists in records]
    rows, bad = read(nested(), b"".join(encoded), settings=settings)
    assert rows == expected
    assert bad == sum(map(len, encoded[:33]))


def test_what_rests_on_parents_alone_is_computed_for_them() -> None:
    # A count, and as many bytes.
    above = Up(Get("count"))
    steps = (
        Let(RECORDS, "count", Load("u1", Start())),
        Elements("items", RECORDS, Get("count"), "items"),
        Let("items", "twice", above + above),
        Let("items", "again", Get("twice") * 3),
        Let("items", "byte", Load("u1", add(Up(Start()), 1) + Index())),
    )
    columns = (
        Number("six", "int64", Get("again")),
        Number("mixed", "int64", Get("again") + Get("byte")),
        Number("chosen", "int64", Select(Get("twice") < 5, Get("twice"), Const(-1))),
        Number("looked", "int64", Lookup(Up(Get("count")), (7, 8, 9), 5)),
    )
    row_plan = RowPlan(LengthFrame("u1", 0, 1, 1), steps, "items", columns)
    lists = [bytes([3, 4, 5]), b"", bytes([9]), bytes(range(200))]
    rows, _ = read(row_plan, b"".join(bytes([len(one)]) + one for one in lists))
    assert rows == [
        {
            "six": 6 * len(one),
            "mixed": 6 * len(one) + byte,
            "chosen": 2 * len(one) if 2 * len(one) < 5 else -1,
            "looked": {1: 8, 2: 9}.get(len(one), 5),
        }
        for one in lists
        for byte in one
    ]
    from bytewright.kernels.program.assemble import assemble

    program = assemble(row_plan)
    items = [one for one in program.instructions.tolist() if one[1] == 1]
    assert sum(one[0] == codes.BINARY for one in items) == 2  # where a byte lies, and the sum with it
    assert not any(one[0] in (codes.LOOKUP, codes.SELECT) for one in items)


def test_what_contradicts_itself() -> None:
    from bytewright.kernels.plan import Get
    from bytewright.kernels.program.assemble import assemble

    for column_ in (
        Number("x", "int64", Up(Start())),
        Number("x", "int64", Get("nowhere")),
        Number("x", "int64", Match(Start(), (2, 1), (0, 1))),
    ):
        with pytest.raises(PlanError):
            assemble(table(8, (column_,)))
    for unable in (table(0, ()), table(8, (Number("x", "int64", Given("nothing")),))):
        with pytest.raises(Unsupported):
            assemble(unable)
    with pytest.raises(KeyError):
        assemble(table(8, ()), columns=["x"])
