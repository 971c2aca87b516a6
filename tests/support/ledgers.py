"""Files of the toy ``ledger``, and what their rows must be: written with ``struct``, sharing nothing with a codec."""

from __future__ import annotations

import random
import struct
import zlib
from dataclasses import dataclass
from typing import Any

KINDS = (
    *("flag", "tiny", "short", "int", "long", "count", "float", "double"),
    *("moment", "blob", "text", "symbol", "unit", "wide", "item"),
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
_PLACES = {"symbol": ">i", "item": ">h"}


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
    if column.kind in _PLACES:
        return struct.pack(_PLACES[column.kind], column.symbols.index(value))
    if column.kind == "unit":
        return bytes(value.encode("utf-16-be"))
    if column.kind == "wide":
        wide: bytes = value.encode("utf-16-le")
        return bytes([len(wide)]) + wide
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
        found += bytes([len(column.symbols)])
        for symbol in column.symbols:
            found += bytes([len(symbol.encode())]) + symbol.encode()
    constants = b"".join(cell(column, column.constant) for column in columns if column.constant is not None)
    return b"LDGR" + struct.pack(">I", len(found)) + found + constants


def entry(columns: list[Column], values: list[Any], flags: int = 3, slack: bytes = b"") -> bytes:
    """A record with a value, or None, for each column that isn't constant; with 8 in the flags, with a digest."""
    slots = [column for column in columns if column.constant is None]
    presence = bytearray((len(slots) + 7) // 8)
    for place, value in enumerate(values):
        presence[place // 8] |= (value is not None) << place % 8
    cells = b"".join(cell(c, v) for c, v in zip(slots, values, strict=True) if v is not None)
    body = bytes([flags]) + presence + cells
    if not flags & 8:
        return struct.pack(">I", len(body + slack)) + body + slack
    body = struct.pack(">I", len(body + slack) + 4) + body
    return body + struct.pack(">I", zlib.adler32(body)) + slack


def note(text: str) -> bytes:
    """A record that isn't a row."""
    body = b"\x04" + text.encode()
    return struct.pack(">I", len(body)) + body


def value(column: Column, generator: random.Random) -> Any:
    """Some value of a column."""
    if column.kind == "flag":
        return generator.random() < 0.5
    if column.kind in _PLACES:
        return generator.choice(column.symbols)
    if column.kind == "unit":
        return generator.choice("aé€\uffff")
    if column.kind == "wide":
        return "".join(generator.choice("aé€😀") for _ in range(generator.randrange(20)))
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
        data += entry(known, values, generator.choice([0, 1, 2, 3, 8, 11]))
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


class Stopped(Exception):  # noqa: N818 - a verdict, not a mistake
    """A record that is no entry, or a bad one."""


def read(known: list[Column], data: bytes) -> tuple[list[list[Any]], int | None]:
    """The values of the entries of some records, and where the first record begins that is none (None: all are)."""
    slots = [column for column in known if column.constant is None]
    rows = []
    at = 0
    while at < len(data):
        try:
            rows.append(_entry(slots, data, at))
        except (Stopped, struct.error, IndexError, UnicodeDecodeError, OverflowError):
            return rows, at
        at += 4 + struct.unpack_from(">I", data, at)[0]
    return rows, None


def _entry(slots: list[Column], data: bytes, at: int) -> list[Any]:
    (size,) = struct.unpack_from(">I", data, at)
    body = data[at + 4 : at + 4 + size]
    if not size or len(body) < size or body[0] & 4:
        raise Stopped
    place = 1 + (len(slots) + 7) // 8
    values: list[Any] = []
    for number, column in enumerate(slots):
        if not body[1 + number // 8] >> number % 8 & 1:
            values.append(None)
            continue
        value, place = _cell(column, body, place)
        values.append(value)
    if place > size:
        raise Stopped
    if body[0] & 8 and struct.unpack_from(">I", body, place)[0] != zlib.adler32(data[at : at + 4 + place]):
        raise Stopped
    return values


def _cell(column: Column, body: bytes, at: int) -> tuple[Any, int]:
    """A value, and where it ends."""
    kind = column.kind
    if kind == "flag":
        if body[at] > 1:
            raise Stopped
        return bool(body[at]), at + 1
    if kind in _CODES:
        (value,) = struct.unpack_from(_CODES[kind], body, at)
        if kind == "moment" and abs(value * 1000) >= 1 << 63:
            raise Stopped
        return value, at + struct.calcsize(_CODES[kind])
    if kind in _PLACES:
        (place,) = struct.unpack_from(_PLACES[kind], body, at)
        if place < 0:
            raise Stopped
        return column.symbols[place], at + struct.calcsize(_PLACES[kind])
    head = struct.calcsize(_HEADS[kind]) if kind != "unit" else 0
    size = struct.unpack_from(_HEADS[kind], body, at)[0] if head else 2
    raw = body[at + head : at + head + size]
    if len(raw) < size:
        raise Stopped
    encoding = {"text": "latin-1" if column.latin1 else "utf-8", "unit": "utf-16-be", "wide": "utf-16-le"}.get(kind)
    return raw.decode(encoding) if encoding else raw, at + head + size


_HEADS = {"blob": ">I", "text": ">I", "wide": "B", "unit": ""}
