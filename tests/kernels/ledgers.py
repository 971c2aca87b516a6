"""Files of the toy ``ledger``, and what their rows must be: written with ``struct``, sharing nothing with a codec."""

from __future__ import annotations

import random
import struct
from dataclasses import dataclass
from typing import Any

KINDS = (
    *("flag", "tiny", "short", "int", "long", "count", "float", "double"),
    *("moment", "blob", "text", "symbol"),
)
_CODES = {
    "tiny": ">b",
    "short": ">h",
    "int": ">i",
    "long": ">q",
    "count": ">I",
    "float": ">f",
    "double": ">d",
    "moment": ">q",
}


@dataclass(frozen=True)
class Column:
    """A column of a header; ``constant`` where it has its value there."""

    name: str
    kind: str
    constant: Any = None
    latin1: bool = False
    symbols: tuple[str, ...] = ()


def cell(column: Column, value: Any) -> bytes:
    """A value as records hold it."""
    if column.kind == "flag":
        return bytes([value])
    if column.kind in _CODES:
        return struct.pack(_CODES[column.kind], value)
    if column.kind == "symbol":
        return struct.pack(">i", column.symbols.index(value))
    raw: bytes = value if column.kind == "blob" else value.encode("latin-1" if column.latin1 else "utf-8")
    return struct.pack(">I", len(raw)) + raw


def header(columns: list[Column]) -> bytes:
    """Everything before the records."""
    slots = [column for column in columns if column.constant is None]
    found = struct.pack(">H", len(slots))
    place = 0
    for column in columns:
        name = column.name.encode()
        found += bytes([len(name)]) + name
        found += struct.pack(">BBH", KINDS.index(column.kind) + 1, column.constant is not None, place)
        place += column.constant is None
        if column.kind == "text":
            found += bytes([column.latin1])
        if column.kind == "symbol":
            found += bytes([len(column.symbols)])
            for symbol in column.symbols:
                found += bytes([len(symbol.encode())]) + symbol.encode()
    constants = b"".join(cell(column, column.constant) for column in columns if column.constant is not None)
    return b"LDGR" + struct.pack(">I", len(found)) + found + constants


def entry(columns: list[Column], values: list[Any], flags: int = 3, slack: bytes = b"") -> bytes:
    """A record with a value, or None, for each column that isn't constant."""
    slots = [column for column in columns if column.constant is None]
    presence = bytearray((len(slots) + 7) // 8)
    for place, value in enumerate(values):
        presence[place // 8] |= (value is not None) << place % 8
    cells = b"".join(cell(c, v) for c, v in zip(slots, values, strict=True) if v is not None)
    body = bytes([flags]) + presence + cells + slack
    return struct.pack(">I", len(body)) + body


def note(text: str) -> bytes:
    """A record that isn't a row."""
    body = b"\x04" + text.encode()
    return struct.pack(">I", len(body)) + body


def value(column: Column, generator: random.Random) -> Any:
    """Some value of a column."""
    if column.kind == "flag":
        return generator.random() < 0.5
    if column.kind == "symbol":
        return generator.choice(column.symbols)
    if column.kind == "blob":
        return generator.randbytes(generator.randrange(40))
    if column.kind == "text":
        letters = "aé" if column.latin1 else "aé€😀"
        return "".join(generator.choice(letters) for _ in range(generator.randrange(25)))
    if column.kind in ("float", "double"):
        return generator.choice([0.0, -1.5, 3.25, float("inf"), 2.0**100])
    bits = 8 * struct.calcsize(_CODES[column.kind])
    if column.kind == "count":
        return generator.getrandbits(bits)
    if column.kind == "moment":
        return generator.randrange(-(1 << 40), 1 << 40)
    return generator.getrandbits(bits) - (1 << bits - 1)


def columns(generator: random.Random, count: int, constants: float = 0.2) -> list[Column]:
    """Some columns; now and then two with one name."""
    found = []
    for number in range(count):
        kind = generator.choice(KINDS)
        name = generator.choice([f"c{number}", f"c{number}", "same", "SAME"])
        bare = Column(name, kind, None, generator.random() < 0.5, ("", "one", "zwölf")[: generator.randrange(1, 4)])
        constant = value(bare, generator) if generator.random() < constants else None
        found.append(Column(name, kind, constant, bare.latin1, bare.symbols))
    return found


def random_ledger(
    seed: int, count: int, records: int, notes: float = 0.1
) -> tuple[bytes, list[Column], list[list[Any]]]:
    """A file, its columns, and the values of its entries (of columns that aren't constant)."""
    generator = random.Random(seed)
    known = columns(generator, count)
    slots = [column for column in known if column.constant is None]
    data = header(known)
    rows = []
    for _ in range(records):
        if generator.random() < notes:
            data += note("x" * generator.randrange(5))
            continue
        values = [None if generator.random() < 0.2 else value(column, generator) for column in slots]
        rows.append(values)
        data += entry(known, values, generator.randrange(4))
    return data, known, rows


def names(known: list[Column], taken: tuple[str, ...] = ()) -> list[str]:
    """The names that the columns have in views."""
    used = {name.lower() for name in taken}
    found = []
    for column in known:
        name, number = column.name, 2
        while name.lower() in used:
            name, number = f"{column.name}_{number}", number + 1
        used.add(name.lower())
        found.append(name)
    return found


def expected(known: list[Column], rows: list[list[Any]], taken: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """The rows of a file by the names of their columns; moments as numbers."""
    found = []
    for values in rows:
        rest = iter(values)
        cells = [column.constant if column.constant is not None else next(rest) for column in known]
        found.append(dict(zip(names(known, taken), cells, strict=True)))
    return found
