"""Lists of which no two elements may have the same key: the kernel refuses what objects refuse."""

from __future__ import annotations

import random
import struct
from pathlib import Path
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged, read

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import ReadError
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.load import load

SPEC = """
meta: {{id: differ, endian: le}}
seq:
  - {{id: records, type: record, repeat: eos}}
types:
  record:
    seq:
      - {{id: number, type: u1}}
      - {{id: count, type: u2}}
      - {{id: items, {item}, repeat: expr, repeat-expr: count, -valid: {{unique: {key}}}}}
      - {{id: behind, type: u1}}
  plain:
    seq:
      - {{id: id, type: {number}}}
      - {{id: value, type: u1}}
  named:
    seq:
      - {{id: len, type: u1}}
      - {{id: name, size: len}}
-views:
  rows:
    each: records[*]
    columns:
      - {{id: number, value: _.number}}
      - {{id: count, value: _.count}}
      - {{id: behind, value: _.behind}}
  elements:
    each: records[*].items[*]
    columns:
      - {{id: element, value: {shown}}}
"""
SHAPES = {
    "numbers": ("type: s4", "_", "u1", lambda n: (n - 5).to_bytes(4, "little", signed=True)),
    "of 64 bits": ("type: u8", "_", "u1", lambda n: (n << 61 | 5 - n & 7).to_bytes(8, "little")),
    "fields": ("type: plain", "_.id", "u1", lambda n: bytes([n, 7])),
    "computed": ("type: plain", "_.id % 8", "u4", lambda n: (n + (n * 3 << 8)).to_bytes(4, "little") + b"\7"),
    "with the record": ("type: plain", "_.id ^ number", "u2be", lambda n: bytes([0, n, 7])),
    "of elements of any size": ("type: named", "_.len", "u1", lambda n: bytes([n]) + b"x" * n),
}

SHOWN = {"type: s4": "_", "type: u8": "_", "type: plain": "_.id", "type: named": "_.name"}


def compiled(tmp_path: Path, shape: str) -> Codec:
    item, key, number, _ = SHAPES[shape]
    path = tmp_path / "differ.ksy"
    path.write_text(SPEC.format(item=item, key=key, number=number, shown=SHOWN[item]), encoding="utf-8")
    return load(path)


def made(shape: str, *lists: list[int]) -> bytes:
    """Records with these elements."""
    one: Any = SHAPES[shape][3]
    return b"".join(
        bytes([n]) + len(items).to_bytes(2, "little") + b"".join(map(one, items)) + b"\xee"
        for n, items in enumerate(lists)
    )


@pytest.mark.parametrize(
    ("shape", "view"),
    [
        *((shape, "rows") for shape in SHAPES),
        *((shape, "elements") for shape, (item, *_) in SHAPES.items() if item in ("type: plain", "type: named")),
    ],
)
def test_kernels_refuse_what_repeats(tmp_path: Path, shape: str, view: str) -> None:
    codec = compiled(tmp_path, shape)
    assert isinstance(codec.row_plans[view], RowPlan)
    good = made(shape, [3, 1, 2], [], [4], [0, 1, 2, 3, 4, 5, 6, 7])
    assert agree(codec, good, view=view)[1] is None
    for bad in ([1, 1], [3, 1, 2, 3], [7, 6, 5, 4, 3, 2, 1, 0, 5]):
        data = made(shape, [3, 1], bad, [2])
        assert "only once" in str(agree(codec, data, view=view)[1])
        for mode in ("PERMISSIVE", "DROPMALFORMED"):
            kept = read(codec, data, "columns", view=view, mode=mode)
            assert kept == read(codec, data, "objects", view=view, mode=mode)
        assert agree(codec, data, view=view, options={"checks": "frames"})[1] is None


@pytest.mark.parametrize("shape", ["numbers", "of elements of any size"])
def test_damage(tmp_path: Path, shape: str) -> None:
    _, bad = agree_when_damaged(compiled(tmp_path, shape), made(shape, [3, 1], [2], [0, 1, 2]), view="rows")
    assert bad > 20


def test_many_elements(tmp_path: Path) -> None:
    """In any order, with and without one that repeats, and each the same."""
    codec, drawn = compiled(tmp_path, "numbers"), random.Random(3)
    for size in (2, 3, 17, 1000, 60_000):
        items = [drawn.randrange(1 << 31) for _ in range(size)]
        items = list(dict.fromkeys(items))
        for order in (items, sorted(items), sorted(items, reverse=True)):
            table = bytewright.open(made("numbers", order), codec, view="rows", engine="columns").to_table()
            assert table["count"].to_pylist() == [len(items)]
        for bad in ([*items, items[0]], [items[-1], *items], [items[0]] * size, sorted([*items, items[size // 2]])):
            with pytest.raises(ReadError, match="only once"):
                bytewright.open(made("numbers", bad), codec, view="rows", engine="columns").to_table()


NAN, ZERO = float("nan"), 0.0
KEYS: dict[str, tuple[str, str, Any, Any]] = {
    "missing, small": ("u1", "_.extra", [(1, 4), (2, None), (3, 5)], [(1, None), (2, 4), (3, None)]),
    "missing, of 64 bits": ("s8", "_.extra", [(1, -(1 << 63)), (2, None), (3, 5)], [(1, None), (2, 4), (3, None)]),
    "missing, unsigned": ("u8", "_.extra", [(1, (1 << 64) - 1), (2, None), (3, 0)], [(1, 1 << 63), (2, 1 << 63)]),
    "floats": ("f8", "_.extra", [(1, 1.5), (2, NAN), (3, NAN), (4, None), (5, -1.5)], [(1, ZERO), (2, -ZERO)]),
    "small floats": ("f4", "_.extra", [(1, 1.5), (2, NAN), (3, NAN), (4, None), (5, -1.5)], [(1, 2.5), (3, 2.5)]),
    "of 32 bits that are nothing": ("f4", "_.extra", [(1, ZERO), (2, 1.0)], [(1, -ZERO), (2, ZERO)]),
    "missing floats": ("f8", "_.extra", [(1, float("inf")), (2, -float("inf"))], [(1, None), (2, 1.0), (3, None)]),
    "computed": ("f4", "_.extra * 2.0", [(1, 1.5), (2, 1.0)], [(1, 2.5), (2, 0.5), (3, 2.5)]),
}
FORMS = {"u1": "<B", "s8": "<q", "u8": "<Q", "f4": "<f", "f8": "<d"}


@pytest.mark.parametrize("name", KEYS)
def test_keys_that_may_be_missing_and_floats(tmp_path: Path, name: str) -> None:
    number, key, good, bad = KEYS[name]
    path = tmp_path / "differ.ksy"
    condition = "" if key != "_.extra" else ", if: id < 128"
    text = SPEC.format(item="type: plain", key=key, number="u1", shown="_.id")
    path.write_text(
        text.replace("{id: value, type: u1}", f"{{id: extra, type: {number}{condition}}}"), encoding="utf-8"
    )
    codec = load(path)
    assert isinstance(codec.row_plans["rows"], RowPlan)

    def record(items: list[tuple[int, Any]]) -> bytes:
        stored = [
            bytes([n | 128]) if value is None else bytes([n]) + struct.pack(FORMS[number], value) for n, value in items
        ]
        return bytes([1, len(items), 0, *b"".join(stored), 7])

    data = record(good) + record([]) + record(good[:1])
    assert agree(codec, data, view="rows") == read(codec, data, "objects", view="rows")
    assert agree(codec, data, view="rows")[1] is None
    assert "only once" in str(agree(codec, data + record(bad) + record([]), view="rows")[1])
    for mode in ("PERMISSIVE", "DROPMALFORMED"):
        kept = read(codec, data + record(bad) + record([]), "columns", view="rows", mode=mode)
        assert kept == read(codec, data + record(bad) + record([]), "objects", view="rows", mode=mode)
    agree_when_damaged(codec, record(good[:2]) + record(bad[:1]), view="rows")


def test_keys_that_are_text(tmp_path: Path) -> None:
    path = tmp_path / "differ.ksy"
    path.write_text(SPEC.format(item="type: named", key="_.name", number="u1", shown="_.len"), encoding="utf-8")
    codec = load(path)
    assert isinstance(codec.row_plans["rows"], RowPlan)
    data = made("of elements of any size", [1, 2])
    assert bytewright.open(data, codec, view="rows").to_table()["count"].to_pylist() == [2]
