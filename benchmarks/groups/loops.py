"""Records whose end only reading tells, next to loops in C that were written for these bytes alone.

Values with a tag and a length, in any order; maps of MessagePack; lines of texts. Ours gives the table that was
written, cell for cell, and looks at more: texts are UTF-8, keys are those that are declared.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pyarrow as pa

import bytewright
from benchmarks import plain_c
from benchmarks.bench import Bench
from benchmarks.measuring import fastest
from benchmarks.report import times

HERE = Path(__file__).parents[1] / "rivals"
ROWS = 100_000
"""Rows that are drawn; the file has them again and again."""
TO_C = 2.0


def run(bench: Bench) -> None:
    """Measure each of them."""
    for title, name, made in (
        ("tags, lengths, values", "tagged_values", tagged_values),
        ("maps of MessagePack", "packed_maps", packed_maps),
        ("lines", "lines", lines),
    ):
        _measure(bench, title, name, made)


def _measure(bench: Bench, title: str, name: str, made: Callable[[], tuple[bytes, pa.Table]]) -> None:
    part, table = made()
    again = max(1, bench.size // len(part))
    path = bench.folder / name
    path.write_bytes(part * again)
    rows, width = table.num_rows * again, table.num_columns
    ours = partial(_ours, path, name)
    if not ours().slice(0, table.num_rows).cast(table.schema).equals(table):
        raise ValueError(f"{name}: what was read isn't what was written")
    by_hand = plain_c.loop(bench.folder, HERE / f"{name}.c", path, table.schema.types, rows)
    runs = [ours] if by_hand is None else [ours, by_hand]
    taken = fastest(bench.runs, *runs)
    for who, seconds in zip(("Bytewright, to Arrow", "plain C, to column buffers"), taken, strict=False):
        bench.measured(f"{title}: {who}", path.stat().st_size, seconds, rows=rows, columns=width)
    if by_hand is None:
        bench.note(plain_c.MISSING)
    else:
        bench.claim(f"{title}, to plain C", taken[0] / taken[1], TO_C, times, at_most=True)


def _ours(path: Path, name: str) -> pa.Table:
    return bytewright.open(path, HERE / f"{name}.ksy", engine="columns", threads=1).to_table()


def _text(chance: random.Random) -> str:
    return "".join(chance.choices("abcdefgh", k=chance.randrange(25)))


def tagged_values() -> tuple[bytes, pa.Table]:
    """Values with a tag and a length, of three kinds."""
    chance, data = random.Random(1), bytearray()
    rows: list[tuple[int, int | None, float | None, str | None]] = []
    for _ in range(ROWS):
        tag = chance.randrange(1, 4)
        number, price, text = chance.randrange(1 << 40), chance.random(), _text(chance)
        value = (struct.pack("<q", number), struct.pack("<d", price), text.encode())[tag - 1]
        data += bytes([tag, len(value)]) + value
        rows.append((tag, number if tag == 1 else None, price if tag == 2 else None, text if tag == 3 else None))
    kinds = {"tag": pa.uint8(), "number": pa.int64(), "price": pa.float64(), "name": pa.string()}
    return bytes(data), _table(kinds, rows)


def packed_maps() -> tuple[bytes, pa.Table]:
    """Maps of MessagePack with three keys: numbers of four sizes, floats, texts."""
    chance, data = random.Random(2), bytearray()
    rows: list[tuple[int, float, str]] = []
    for _ in range(ROWS):
        number, price, text = chance.randrange(1 << chance.choice((7, 8, 16, 32))), chance.random(), _text(chance)
        data += b"\x83\xa2id"
        if number < 0x80:
            data.append(number)
        elif number < 1 << 8:
            data += struct.pack(">BB", 0xCC, number)
        elif number < 1 << 16:
            data += struct.pack(">BH", 0xCD, number)
        else:
            data += struct.pack(">BI", 0xCE, number)
        data += b"\xa5price\xcb" + struct.pack(">d", price) + b"\xa4name" + bytes([0xA0 + len(text)]) + text.encode()
        rows.append((number, price, text))
    return bytes(data), _table({"id": pa.int64(), "price": pa.float64(), "name": pa.string()}, rows)


def lines() -> tuple[bytes, pa.Table]:
    """Lines of three texts."""
    chance = random.Random(3)
    rows = [(_text(chance), _text(chance), _text(chance)) for _ in range(ROWS)]
    data = "".join(",".join(row) + "\n" for row in rows).encode()
    return data, _table(dict.fromkeys(("city", "street", "note"), pa.string()), rows)


def _table(kinds: dict[str, pa.DataType], rows: list[tuple[object, ...]]) -> pa.Table:
    return pa.table(
        {name: pa.array(values, kinds[name]) for name, values in zip(kinds, zip(*rows, strict=True), strict=True)}
    )
