"""Rows become records in the kernel: the bytes that objects write, or the errors that they raise."""

from __future__ import annotations

import importlib
import json
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any, Literal

import pyarrow as pa
import pytest
from hypothesis import given, reject
from tests.support.both import documented, toy
from tests.support.drawn import same_each_time

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.columnar.encode.row_encoder import RowEncoder
from bytewright.errors import OptionError, WriteError
from bytewright.kernels.drivers.encoder import USUAL, Sizes
from bytewright.kernels.plan.encoding import EncodingPlan
from bytewright.kernels.plan.failures import Unsupported
from bytewright.tables import row_models
from bytewright.tables.write import bytes_of
from bytewright.testing import check_encoding_of

TOYS = {
    "messages": 33,
    "nested": 6,
    "samples": 33,
    "weather": 33,
    "orders": 1,
    "choices": 33,
    "tallies": 20,
    "slips": 20,
    "traces": 13,
    "stock": 13,
    "rolls": 13,
    "scripts": 13,
}
"""Toys, and how many rows the kernel makes records of, at least."""
SIZES = (USUAL, Sizes(1, 1), Sizes(200, 3))
ROOT = json.dumps({"batch": 7})


def order(number: int, random: Random) -> dict[str, Any]:
    """The body of a record of the toy."""
    items = [
        {
            "name": random.choice(["", "a", "häuser", "日本" * random.randrange(20)]),
            "price": random.random() * 100,
            "kind": (kind := random.choice(["open", "closed", "gone", "77"])),
            "discount": random.randrange(-9, 9) if kind == "open" else None,
        }
        for _ in range(random.choice([0, 0, 1, 2, 9]))
    ]
    noted = random.random() < 0.4
    return {
        "body": {
            "number": Decimal((1 << 64) - 1 - number if number % 3 == 0 else number),
            "placed": datetime(2026, 11, 21, 1, 2, 3, number % 1000, tzinfo=UTC),
            "paid": random.random() < 0.5,
            "has_note": noted,
            "rank": random.randrange(1 << 11),
            "state": random.choice(["open", "closed", "gone", "7"]),
            "gap": None,
            "customer": random.choice(["", "Zoë", "x" * random.randrange(100)]),
            "city": random.choice(["", "Köln", "ÿ" * random.randrange(200)]),
            "note": {"text": random.choice(["", "plain", "🜁 and more", "ä" * 40])} if noted else None,
            "items": items,
            "codes": [random.randrange(-5, 1 << 31) for _ in range(random.randrange(4))],
            "key": random.randbytes(4),
            "level": random.choice([0.5, -0.0, float("inf"), float("nan")]),
            "trailer": random.randbytes(random.randrange(70)),
        }
    }


def orders(count: int) -> pa.Table:
    """Rows of the toy."""
    codec = toy("orders")
    root: Any = codec.root
    schema = bytewright.open(codec.to_bytes(root(batch=1, orders=[])), codec).schema
    body = schema.field("body").type
    wanted = pa.struct([pa.field(f.name, f.type) for f in body if not f.name.startswith(("len_", "num_"))])
    random = Random(5)
    plain = [order(number, random) for number in range(count)]
    return pa.table({"body": pa.array([one["body"] for one in plain], wanted)})


def both(codec: Codec, table: pa.Table, root: str | None = None) -> bytes:
    """What the kernel writes, for every size of its buffers; it is what objects write."""
    chosen = parse(codec)
    wanted, how = bytes_of(codec, table, None, chosen, root, "objects")
    assert (how.rows, how.encoded) == (table.num_rows, 0)
    for sizes in SIZES:
        model, layout, names = row_models.described(codec, table.schema, None, chosen, root)
        encoder = RowEncoder(codec, layout, names, model, chosen, table.num_rows, sizes)
        found = b"".join([bytes(piece) for piece in encoder.pieces(table.to_batches(max_chunksize=100))])
        assert found == wanted
        assert encoder.rows == table.num_rows
    return wanted


@pytest.mark.parametrize("name", TOYS)
def test_drawn_files(name: str) -> None:
    codec = toy(name)
    tried: Counter[str] = Counter()

    @given(importlib.import_module(f"{codec.package}.strategies").models())
    @same_each_time(24)
    def draw(model: Any) -> None:
        try:
            data = codec.to_bytes(model)
        except WriteError:
            reject()
        tried["rows"] += max(check_encoding_of(codec, data, None, sizes) for sizes in SIZES)

    draw()
    assert tried["rows"] >= TOYS[name]


def test_every_character() -> None:
    """Texts in encodings of several bytes a character; what a field is called is its encoding."""
    codec = toy("scripts")
    others = {"padded": "euc_kr", "sized": "gb18030", "wide": "utf-32be", "low": "utf-32le", "rest": "euc_jp"}
    kind = bytewright.open(b"", codec).schema.field("lines").type
    encodings = {field.name: others.get(field.name, field.name) for field in kind if pa.types.is_string(field.type)}
    points = [*range(1, 0xD800), *range(0xE000, 0x10000), 0x10000, 0x1F600, 0x2070E, 0x10FFFF]
    lines = []
    for first in range(0, len(points), 200):
        chars = list(map(chr, points[first : first + 200]))
        line = {
            name: "".join(char for char in chars if 1 <= len(char.encode(encoding, "ignore")) <= 4)
            for name, encoding in encodings.items()
        }
        lines.append({**line, "padded": line["padded"][:6].rstrip(" ")})
    both(codec, pa.table({"lines": pa.array(lines, pa.struct([(name, pa.string()) for name in encodings]))}))


@pytest.mark.parametrize(("field", "char"), [("big5", "é"), ("johab", "😀"), ("koi8_r", "ë")])
def test_a_character_that_an_encoding_does_not_have(field: str, char: str) -> None:
    """Objects say so."""
    codec = toy("scripts")
    kind = bytewright.open(b"", codec).schema.field("lines").type
    line = {field.name: "a" for field in kind if pa.types.is_string(field.type)}
    table = pa.table({"lines": [line, {**line, field: char}]})
    with pytest.raises(WriteError) as by_objects:
        bytes_of(codec, table, None, parse(codec), None, "objects")
    with pytest.raises(WriteError) as by_any:
        bytes_of(codec, table, None, parse(codec))
    assert str(by_any.value) == str(by_objects.value)
    with pytest.raises(OptionError, match=rf"engine columns can't write .*lines\.{field}"):
        bytes_of(codec, table, None, parse(codec), None, "columns")


def test_numbers_in_digits() -> None:
    """As many groups of seven bits as a number takes, sizes and counts of lists among them; negative ones have none."""
    numbers = [0, 1, 127, 128, 300, 1 << 14, (1 << 21) - 1, 1 << 35, (1 << 63) - 1]
    codec = toy("tallies")
    schema = bytewright.open(b"", codec).schema
    plain = [
        {
            "number": number,
            "is_split": int(number % 2 == 0),
            "second": None if number % 2 else number,
            "name": "ä" * (number % 199),
            "marks": [{"at": other, "weight": -1} for other in numbers] * (number % 40),
        }
        for number in numbers
    ]
    kind = schema.field("body").type
    wanted = pa.struct([field for field in kind if not field.name.startswith(("len_", "num_"))])
    table = pa.table({"body": pa.array(plain, wanted)})
    data = both(codec, table)
    back: Any = bytewright.open(data, codec, engine="objects").to_table()
    assert [row["body"]["number"] for row in back.to_pylist()] == numbers
    assert [row["body"]["marks"] for row in back.to_pylist()] == [one["marks"] for one in plain]
    with pytest.raises(OptionError, match=r"engine columns can't write .*body\.number"):
        bytes_of(
            codec,
            pa.table({"body": pa.array([{**plain[0], "number": -1}], wanted)}),
            None,
            parse(codec),
            engine="columns",
        )


SLIP = {
    "number": 1,
    "spaces": "ab",
    "zero": "äb",
    "both": "ab",
    "alike": b"\x01",
    "filled": b"\x00",
    "latin": "ä",
    "lines": [{"text": "abc"}, {"text": ""}],
}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("spaces", text) for text in ("", "abcdef", " b", "a\0b", "a ", "abcdefg", "ä", None)),
        *(("zero", text) for text in ("", "abcde", "äöx", "äöü", "a ", "a\0", "abcdef")),
        *(("both", text) for text in ("", "abcde", "ab.", "abcd.", "....", "a.b", "a@", "abc@d", "abcdef")),
        *(("alike", data) for data in (b"", b"abcd", b"a\0", b"\0", b"abcde")),
        *(("filled", data) for data in (b"", b"abcdefg", b"\xffa", b"a\xff", b"\xff", b"abcdefgh")),
        *(("latin", text) for text in ("", "äöüß", "äöüßx", "€", "a\0")),
        *(("lines", [{"text": text}, {"text": "x"}]) for text in ("ääää", "ääääx", "äääääx", "a\0b")),
    ],
)
def test_what_is_padded(name: str, value: Any) -> None:
    """The kernel writes what objects do, where they do."""
    codec = toy("slips")
    schema = bytewright.open(b"", codec).schema
    table = pa.Table.from_pylist([SLIP, {**SLIP, name: value}, SLIP], schema)
    outcomes = [_outcome(codec, table, engine) for engine in ("objects", "auto", "columns")]
    assert outcomes[1] == outcomes[0]
    if isinstance(outcomes[0], bytes) and not (name == "both" and value.endswith(".") and len(value) < 5):
        assert outcomes[2] == outcomes[0]
    else:  # only objects tell what is wrong, and padding from what it pads where a terminator lies between them
        assert outcomes[2] == "engine columns"


def _outcome(codec: Codec, table: pa.Table, engine: Any) -> bytes | str:
    try:
        return bytes_of(codec, table, None, parse(codec), engine=engine)[0]
    except OptionError as error:
        return str(error)[:14]
    except WriteError as error:
        return str(error)


@pytest.mark.parametrize("size", [0, 3])
@pytest.mark.parametrize("order", [0, 1])
def test_byte_orders(order: int, size: int) -> None:
    """What a header says of the order of bytes."""
    table = pa.table({"number": pa.array([1, -2, 70_000], pa.int32()), "data": [b"abc", b"def", b"ghi"]})
    if not size:
        table = table.append_column("len_data", pa.array([3, 3, 3], pa.int32()))
    data = both(toy("traces"), table, json.dumps({"order": order, "len_record": size}))
    name: Literal["little", "big"] = "little" if order else "big"
    sized = b"" if size else (3).to_bytes(2, name)
    assert data[2 : 2 + len(sized) + 4] == sized + (1).to_bytes(4, name)


def test_many_rows() -> None:
    """Blocks of rows, pieces of output, lists longer than registers: all the same bytes."""
    codec, table = toy("orders"), orders(700)
    data = both(codec, table, ROOT)
    back: Any = bytewright.open(data, codec, engine="objects").to_table()
    assert back.num_rows == 700
    for name in ("number", "placed", "rank", "state", "customer", "city", "codes", "key", "trailer"):
        shown = [row[name] for row in back["body"].to_pylist()]
        assert shown == [row["body"][name] for row in table.to_pylist()], name
    long = orders(3).to_pylist()
    long[1]["body"]["items"] = 700 * [{"name": "a", "price": 1.5, "kind": "gone", "discount": None}]
    long[2]["body"]["items"] = 3000 * [{"name": "", "price": 1.5, "kind": "gone", "discount": None}]
    both(codec, pa.Table.from_pylist(long, table.schema), ROOT)


def test_arrays_of_all_sorts() -> None:
    """Slices, chunks, large and dictionary-encoded text: what it is in memory doesn't matter."""
    codec = documented()
    assert isinstance(codec.encoding, EncodingPlan)
    kind = pa.struct(
        [
            ("sensor_id", pa.uint64()),
            ("time", pa.timestamp("ms")),
            ("value", pa.float32()),
            ("quality", pa.dictionary(pa.int8(), pa.string())),
            ("battery", pa.decimal128(5, 0)),
            ("name", pa.large_string()),
        ]
    )
    plain = [
        {
            "sensor_id": number,
            "time": datetime(2026, 1, 1, 0, 0, number % 60),
            "value": number / 4,
            "quality": ["good", "out of range", "estimated", "out_of_range", "5"][number % 5],
            "battery": None if number % 3 else Decimal(number % 100),
            "name": "Brücke" * (number % 5),
        }
        for number in range(500)
    ]
    table = pa.table({"body": pa.array(plain, kind)})
    whole = both(codec, table)
    pieces = pa.concat_tables([table.slice(0, 7), table.slice(7, 300), table.slice(307)])
    assert both(codec, pieces) == whole
    assert both(codec, table.slice(100, 33)) == whole[:4] + b"".join(_records(whole)[100:133])


def _records(data: bytes) -> list[bytes]:
    found, at = [], 4
    while at < len(data):
        size = 2 + int.from_bytes(data[at : at + 2], "little")
        found.append(data[at : at + size])
        at += size
    return found


Change = Callable[[dict[str, Any]], None]


def _set(name: str, value: Any) -> Change:
    return lambda body: body.__setitem__(name, value)


@pytest.mark.parametrize(
    "change",
    [
        _set("rank", 1 << 11),
        _set("rank", -1),
        _set("number", Decimal(-1)),
        _set("number", None),
        _set("customer", "a\0b"),
        _set("customer", None),
        _set("city", "Łódź"),
        _set("city", "x" * 256),
        _set("key", b"abc"),
        _set("state", "unknown"),
        _set("note", None),
        _set("codes", [1, None]),
        _set("items", None),
        _set("items", [{"name": "a", "price": 1.0, "kind": "open", "discount": None}]),
        _set("items", [{"name": "a", "price": 1.0, "kind": "gone", "discount": 3}]),
        _set("items", [None]),
        lambda body: body.clear(),
    ],
)
def test_what_can_not_be_written(change: Change) -> None:
    """The kernel writes no such row, and the error is that of objects."""
    codec, table = toy("orders"), orders(20)
    plain = table.to_pylist()
    plain[13]["body"]["has_note"] = True
    plain[13]["body"]["note"] = {"text": "there"}
    change(plain[13]["body"])
    table = pa.Table.from_pylist(plain, table.schema)
    with pytest.raises(WriteError) as by_objects:
        bytes_of(codec, table, None, parse(codec), ROOT, "objects")
    with pytest.raises(WriteError) as by_any:
        bytes_of(codec, table, None, parse(codec), ROOT)
    assert str(by_any.value) == str(by_objects.value)
    with pytest.raises(OptionError, match="engine columns can't write such rows of orders"):
        bytes_of(codec, table, None, parse(codec), ROOT, "columns")


BOX = {"num_items": None, "items": [1, -2]}
HEAVY = {"kind": "heavy", "body": {"box": BOX}, "number": 255, "extra": {"gate": {"open": True, "rest": 3, "z": 9}}}
TUBE = {"kind": "tube", "body": {"s4": -5}, "number": -255, "extra": {"bytes": b"none"}}
LETTER = {"kind": "letter", "body": {"str": "Zoë"}, "number": 65535, "extra": {"bytes": b""}}
STOPS = [{"tag": 4, "what": {"u8": Decimal(1 << 63)}}, {"tag": 1, "what": {"spot": {"x": 1, "y": -2}}}, {"tag": 9}]


def choices(*changes: dict[str, Any]) -> pa.Table:
    """Rows of the toy that chooses among values."""
    codec = toy("choices")
    schema = bytewright.open(b"", codec).schema
    wanted = pa.schema([field for field in schema if not field.name.startswith(("len_", "num_"))])
    return pa.Table.from_pylist([{"stops": STOPS} | change for change in changes], wanted)


def test_choices() -> None:
    codec, table = toy("choices"), choices(*(7 * [HEAVY, TUBE, LETTER]))
    data = both(codec, table)
    back = bytewright.open(data, codec, engine="objects").to_table().select(table.column_names).to_pylist()
    assert [row["number"] for row in back[:3]] == [255, -255, 65535]
    assert [row["body"]["str"] for row in back[:3]] == [None, None, "Zoë"]
    assert [list(filter(None, stop["what"].values())) if stop["what"] else [] for stop in back[0]["stops"]] == [
        [Decimal(1 << 63)],
        [{"x": 1, "y": -2}],
        [],
    ]


@pytest.mark.parametrize(
    "change",
    [
        HEAVY | {"kind": "tube"},
        TUBE | {"body": {"s4": 1, "str": "both"}},
        TUBE | {"body": None},
        LETTER | {"number": -1},
        HEAVY | {"number": 256},
        TUBE | {"number": 32768},
        TUBE | {"number": None},
        LETTER | {"body": {"str": "\0"}},
        LETTER | {"kind": "77", "body": {"str": "no case"}},
        LETTER | {"stops": [{"tag": 2, "what": {"spot": {"x": 1, "y": 2}}}]},
    ],
)
def test_a_choice_that_is_none(change: dict[str, Any]) -> None:
    """Values of another case than the record says, of two, of none, or that don't fit: what objects have to say."""
    codec, table = toy("choices"), choices(LETTER, change)
    outcomes: list[bytes | str] = []
    for engine in ("objects", "auto"):
        try:
            outcomes.append(bytes_of(codec, table, None, parse(codec), engine=engine)[0])
        except WriteError as error:
            outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]
    with pytest.raises(OptionError, match="engine columns can't write such rows of choices"):
        bytes_of(codec, table, None, parse(codec), engine="columns")


def test_what_is_left_out_follows() -> None:
    """A bit that another value tells, a default."""
    codec = documented()
    kind = pa.struct(
        [
            ("sensor_id", pa.int32()),
            ("time", pa.int64()),
            ("value", pa.float64()),
            ("quality", pa.int8()),
            ("battery", pa.int16()),
            ("name", pa.string()),
        ]
    )
    plain = [
        {"sensor_id": n, "time": n, "value": 1.5, "quality": 1, "battery": 9 if n % 2 else None, "name": ""}
        for n in range(9)
    ]
    data = both(codec, pa.table({"body": pa.array(plain, kind)}))
    back = bytewright.open(data, codec).to_table().to_pylist()
    assert [row["body"]["has_battery"] for row in back] == [bool(n % 2) for n in range(9)]


def test_a_file_is_written(tmp_path: Path) -> None:
    codec, table, path = toy("orders"), orders(30), tmp_path / "orders.bin"
    written = bytewright.write(table, path, codec, root=ROOT, engine="columns")
    assert (written.rows, written.encoded, written.reason) == (30, 30, "")
    whole = path.read_bytes()
    reader = pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=7))
    assert bytewright.write(reader, path, codec, root=ROOT, engine="objects").reason == "objects are wanted"
    assert path.read_bytes() == whole


def test_a_bad_row_late_in_a_file_leaves_nothing(tmp_path: Path) -> None:
    """What the kernel wrote before it came to a row that it can't write is not in the file."""
    codec = toy("samples")
    good = [{"id": n, "n": Decimal(n), "ok": True, "level": 1, "unused": 0} for n in range(9000)]
    more = {"kind": "buy", "delta": 1, "ratio": 1.0, "rest": 0}
    schema = bytewright.open(b"", codec).schema
    schema = pa.schema([pa.field(field.name, field.type) for field in schema if field.name != "twice"])
    table = pa.Table.from_pylist([{**row, **more} for row in good], schema)
    path = tmp_path / "samples.bin"
    assert bytewright.write(table, path, codec, engine="columns").encoded == 9000
    whole = path.read_bytes()
    # A float where an integer is wanted is nothing for the kernel; objects know what is wrong with it.
    bad = table.set_column(0, "id", pa.array([*range(8999), None], pa.int64()))
    with pytest.raises(WriteError):
        bytewright.write(bad, path, codec)
    assert path.read_bytes() == whole


def test_what_has_no_plan() -> None:
    codec = toy("slots")
    assert codec.encoding == "what follows from others in more than sizes and counts"
    with pytest.raises(Unsupported, match="follows from others"):
        RowEncoder(
            codec, row_models.described(codec, pa.schema([]), None, parse(codec), "{}")[1], [], None, parse(codec), 0
        )
