"""Values of variable size in slots: read by both engines, written from rows, refused where they lie."""

from __future__ import annotations

import json
import random
import struct
import uuid
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.both import agree, agree_when_damaged, toy

import bytewright
from bytewright import tree
from bytewright.codec.settings import parse
from bytewright.columnar.scan.preparation import capability
from bytewright.errors import WriteError
from bytewright.io.source import BytesSource
from bytewright.kernels.plan import RowPlan
from bytewright.kernels.plan.json_printer import from_json, to_json
from bytewright.tables.row_models import model_of, root_of

KINDS = ("number", "shorts", "longs", "flags", "cube", "names")
NAMES = [str(uuid.UUID(int=n << 100 | n)) for n in range(1, 9)]


def value(kind: str, generator: random.Random, depth: int = 3) -> Any:
    """What one row may hold."""
    count = generator.choice([0, 1, 2, 3, 9])
    match kind:
        case "number":
            return generator.randrange(1 << 16)
        case "flags":
            return [generator.random() < 0.5 for _ in range(count)]
        case "cube" if depth == 0:
            return {"x": generator.randrange(-128, 128), "y": generator.choice([0.5, -0.0, 2.0**100])}
        case "cube":
            return [value(kind, generator, depth - 1) for _ in range(min(count, 3))]
        case "names":
            return [generator.choice([None, *NAMES]) for _ in range(count)]
    limit = 1 << (15 if kind == "shorts" else 31)
    return [generator.choice([None, generator.randrange(-limit, limit)]) for _ in range(count)]


def slot(kind: str, found: Any, depth: int = 3) -> bytes:
    """The bytes of a value, made without us."""
    data: bytes
    if kind == "number":
        return struct.pack(">H", found or 0)
    if found is None:
        return b""
    bits = sum((item is not None) << i for i, item in enumerate(found)).to_bytes((len(found) + 7) // 8, "little")
    if kind == "flags":
        packed = sum(item << i for i, item in enumerate(found)).to_bytes((len(found) + 7) // 8, "little")
        data = struct.pack(">H", len(found)) + packed
        return data + bytes(-len(data) % 4)
    if kind == "cube":
        if depth == 1:
            return bytes([len(found)]) + b"".join(struct.pack(">bf", item["x"], item["y"]) for item in found)
        return bytes([len(found)]) + b"".join(slot(kind, item, depth - 1) for item in found)
    if kind == "names":
        items = b"".join(uuid.UUID(item).bytes if item else bytes(16) for item in found)
        return struct.pack(">H", len(found)) + items + bits
    letter = "h" if kind == "shorts" else "i"
    return bytes([len(found)]) + struct.pack(f">{len(found)}{letter}", *(item or 0 for item in found)) + bits


def table(rows: list[list[Any]], kinds: list[str], first: int = 0) -> bytes:
    """A file; ``first``: bytes before the first slot of each column."""
    head = 2 + 2 * (len(kinds) + 1) + 2 * len(kinds)
    data, offsets = b"", [head if kinds else 0]
    for place, kind in enumerate(kinds):
        cells = [row[place] for row in rows]
        data += sum((cell is not None) << i for i, cell in enumerate(cells)).to_bytes((len(rows) + 7) // 8, "little")
        slots = [slot(kind, cell) for cell in cells]
        if kind != "number":
            ends = [first]
            for one in slots:
                ends.append(ends[-1] + len(one))
            data += struct.pack(f">{len(ends)}H", *ends) + bytes(first)
        data += b"".join(slots)
        offsets.append(head + len(data))
    keys = bytes(range(1, len(kinds) + 1)) + bytes(KINDS.index(kind) for kind in kinds)
    return bytes([len(rows), len(kinds)]) + struct.pack(f">{len(offsets)}H", *offsets) + keys + data


def drawn(seed: int, rows: int, kinds: list[str]) -> list[list[Any]]:
    generator = random.Random(seed)
    return [[None if generator.random() < 0.3 else value(kind, generator) for kind in kinds] for _ in range(rows)]


@pytest.mark.parametrize("seed", range(6))
def test_lists_in_slots(seed: int) -> None:
    codec = toy("slots")
    kinds = random.Random(seed).sample(KINDS, k=1 + seed)
    rows = drawn(seed, 40, kinds)
    data = table(rows, kinds)
    found, error, _ = agree(codec, data)
    assert error is None
    names = [f"k{key}" for key in range(1, len(kinds) + 1)]
    expected = [{"row": i, **dict(zip(names, row, strict=True))} for i, row in enumerate(rows)]
    assert found == [repr(row) for row in expected]
    assert capability.refusal(codec, codec.views[0], parse(codec)) is None


def test_types_of_cases() -> None:
    """Each case has the type that the switches inside have then."""
    data = table([[None] * len(KINDS)], list(KINDS))
    point = pa.struct([pa.field("x", pa.int8(), nullable=False), pa.field("y", pa.float32(), nullable=False)])

    def listed(item: pa.DataType) -> pa.DataType:
        return pa.list_(pa.field("element", item))

    assert bytewright.open(data, toy("slots")).schema.types[1:] == [
        pa.int32(),
        listed(pa.int16()),
        listed(pa.int32()),
        listed(pa.bool_()),
        listed(listed(listed(point))),
        listed(pa.string()),
    ]


def test_plans_travel() -> None:
    plan = toy("slots").row_plans["rows"]
    assert isinstance(plan, RowPlan)
    assert from_json(to_json(plan)) == plan


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_slots(kind: str) -> None:
    """What one engine refuses the other refuses too, and both say the same."""
    data = table(drawn(11, 5, [kind]), [kind], first=2)
    tried, bad = agree_when_damaged(toy("slots"), data)
    assert tried > 40
    assert bad > 8
    agree_when_damaged(toy("slots"), table(drawn(3, 3, [kind]), [kind]), strict=True)


def starts(*numbers: int) -> bytes:
    """A column of three rows of lists of shorts, of which only the places of the slots are given."""
    body = b"\x07" + struct.pack(f">{len(numbers)}H", *numbers) + b"\x01\x00\x05\x01" * 3
    return b"\x03\x01" + struct.pack(">HH", 8, 8 + len(body)) + b"\x01\x01" + body


@pytest.mark.parametrize(
    ("places", "field"),
    [
        ((0, 4, 2, 12), "columns[0].data.starts[2]"),  # backwards
        ((0, 4, 8, 13), "columns[0].data.starts[3]"),  # beyond the end
        ((13, 4, 8, 12), "columns[0].data.starts[0]"),
        ((0, 1, 8, 12), "columns[0].data.values[0].found.num_items"),  # no room for the item
        ((0, 4, 4, 65535), "columns[0].data.starts[3]"),
    ],
)
def test_places_that_lie(places: tuple[int, ...], field: str) -> None:
    rows, error, _ = agree(toy("slots"), starts(*places))
    assert rows == []
    assert error is not None
    assert f": {field}: " in error


def test_slack_in_slots_is_told() -> None:
    data = starts(0, 4, 4, 12)  # the last slot has four bytes more than its list
    rows, error, warnings = agree(toy("slots"), data)
    assert (len(rows), error) == (3, None)
    assert len(warnings) == 1
    assert "4 bytes that no field describes" in warnings[0]
    assert agree(toy("slots"), data, strict=True)[1] is not None
    codec = toy("slots")
    assert codec.to_bytes(codec.parse(data)) == data


def test_gaps_and_absent_values_are_written_as_they_were() -> None:
    """A slot whose bit is not set may hold something all the same."""
    codec = toy("slots")
    for bits in (0b111, 0b101, 0b000):
        for first in (0, 2):
            data = bytearray(table([[[1, None]], [[]], [None]], ["shorts"], first))
            data[8] = bits
            again = bytes(data)
            assert codec.to_bytes(codec.parse(again)) == again
            assert (
                codec.to_bytes(tree.load(codec, json.dumps(tree.build(codec, BytesSource(again)).to_json()))) == again
            )
            shown = [row["k1"] for row in bytewright.open(again, codec).to_table().to_pylist()]
            expected = [[1, None], [], None]
            assert shown == [item if bits >> i & 1 else None for i, item in enumerate(expected)]


def test_a_slot_without_a_value_is_null_by_its_size() -> None:
    codec = toy("slots")
    root: Any = codec.root
    slot_of = codec.structures()["numbers_slot"]
    made = root(keys=[1], kinds=["shorts"], columns=[{"data": {"values": [[1], None, slot_of()]}}])
    data = codec.to_bytes(made)
    assert data[8] == 0b101  # the bit says that there is a value, its size that there is none
    values = codec.parse(data).columns[0].data.values
    assert values[1] is None
    assert values[2].found is None
    assert [row["k1"] for row in bytewright.open(data, codec).to_table().to_pylist()] == [[1], None, None]


def test_a_column_changes_alone() -> None:
    codec = toy("slots")
    model = codec.parse(table([[[1, 2], 7], [[3], 8]], ["longs", "number"]))
    model.columns[0].data.values = [None, [None, 5, 6]]
    data = codec.to_bytes(model)
    assert data == table([[None, 7], [[None, 5, 6], 8]], ["longs", "number"])


@pytest.mark.parametrize("as_parquet", [False, True])
def test_rows_become_the_same_file(as_parquet: bool, tmp_path: Path) -> None:
    codec = toy("slots")
    settings = parse(codec)
    data = table(drawn(5, 30, list(KINDS)), list(KINDS))
    root = json.dumps(root_of(codec, BytesSource(data), None, settings))
    rows = bytewright.open(data, codec).to_table()
    path = tmp_path / ("rows.parquet" if as_parquet else "rows.jsonl")
    if as_parquet:
        pq.write_table(rows, path)
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in rows.to_pylist()), encoding="utf-8")
    assert codec.to_bytes(model_of(codec, str(path), None, settings, root)) == data


@pytest.mark.parametrize(
    ("kind", "found", "field", "expected"),
    [
        ("shorts", [1 << 15], "columns[0].data.values[0].found.items[0]", "an integer from -32768 to 32767"),
        ("longs", 5, "columns[0].data.values[0].found.items", "a list"),
        ("flags", [None], "columns[0].data.values[0].found.items[0]", "true or false"),
        ("cube", [[[{"x": 1}]]], "columns[0].data.values[0].planes.items[0].items[0].items[0].y", "a value"),
        ("names", ["x"], "columns[0].data.values[0].found.items[0]", "a UUID"),
        ("shorts", [0] * 256, "columns[0].data.values[0].found.num_items", "an integer from 0 to 255"),
    ],
)
def test_values_that_are_none_are_refused(kind: str, found: Any, field: str, expected: str) -> None:
    codec = toy("slots")
    root: Any = codec.root
    with pytest.raises(WriteError) as caught:
        codec.to_bytes(root(keys=[1], kinds=[kind], columns=[{"data": {"values": [found]}}]))
    assert caught.value.field == field
    assert caught.value.expected == expected


def test_many_slots_without_bytes() -> None:
    """Nulls may be as many as there are places, whatever bounds turns that read nothing."""
    data = table([[None]] * 255, ["longs"])
    for limit in (1, 100, 1000):
        rows, error, _ = agree(toy("slots"), data, limits=bytewright.limits.Limits(maxSteps=limit))
        assert (len(rows), error) == (255, None)


def test_lists_larger_than_the_room_that_they_get() -> None:
    generator = random.Random(2)
    rows = [[[generator.randrange(100) for _ in range(generator.choice([0, 255]))]] for _ in range(60)]
    found, error, _ = agree(toy("slots"), table(rows, ["shorts"]))
    assert error is None
    assert found == [repr({"row": i, "k1": row[0]}) for i, row in enumerate(rows)]
