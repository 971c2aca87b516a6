"""The formats of `examples/`: captured packets, login records, tables of dBASE, records of one size.

Next to the parsers that kaitai-struct-compiler makes of the same specs.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import bytewright
from benchmarks.bench import Bench
from benchmarks.measuring import fastest
from benchmarks.report import times
from bytewright.codec.codec import Codec
from bytewright_codegen.front.ksy.document import parse
from bytewright_codegen.kaitai.compiler import compile_parsers
from bytewright_codegen.kaitai.documents import plain
from bytewright_codegen.load import load

SPECS = Path(__file__).parents[2] / "examples"
CUT = 1 << 20
"""Bytes that parsers in Python read."""
CHUNK = 20_000
TARGET = 50


@dataclass(frozen=True, slots=True)
class Example:
    """A format: what its records are made of, what precedes them, and columns for its view."""

    spec: str
    records: Callable[[np.random.Generator, int], bytes]
    header: Callable[[int], bytes] = lambda rows: b""
    """Of a file with so many of them."""


def trades(random: np.random.Generator, rows: int) -> bytes:
    """Trades of a few symbols."""
    kind = np.dtype(
        [
            *(("time", "<i8"), ("number", "<u4"), ("size", "<i4"), ("price", "<f8"), ("fee", "<f4")),
            *(("bits", "u1"), ("venue", "u1"), ("account", "<u2"), ("symbol", "S8")),
        ]
    )
    found = np.zeros(rows, kind)
    found["time"] = 1_700_000_000_000_000 + np.arange(rows) * 37
    found["number"] = np.arange(rows)
    found["size"] = random.integers(1, 10_000, rows)
    found["price"] = random.random(rows) * 500
    found["fee"] = random.random(rows, np.float32)
    found["bits"] = random.integers(0, 8, rows)
    found["venue"] = random.integers(0, 20, rows)
    found["account"] = random.integers(0, 1 << 16, rows)
    found["symbol"] = np.array([b"BYTE    ", b"WR      ", b"KAITAI  ", b"A       "])[random.integers(0, 4, rows)]
    return found.tobytes()


def logins(random: np.random.Generator, rows: int) -> bytes:
    """Logins of some users from some hosts."""
    kind = np.dtype(
        [
            *(("type", "<i2"), ("gap", "S2"), ("pid", "<i4"), ("line", "S32"), ("id", "S4"), ("user", "S32")),
            *(("host", "S256"), ("exit", "<i2", 2), ("session", "<i4"), ("time", "<i4", 2), ("address", "S16")),
            ("reserved", "S20"),
        ]
    )
    found = np.zeros(rows, kind)
    found["type"] = random.integers(1, 9, rows)
    found["pid"] = random.integers(1, 1 << 22, rows)
    found["line"] = np.array([b"pts/0", b"pts/1", b"tty1", b"~"])[random.integers(0, 4, rows)]
    found["user"] = np.array([b"root", b"operator", b"kim", b""])[random.integers(0, 4, rows)]
    found["host"] = np.array([b"192.0.2.17", b"gate.example.org", b"2001:db8::7", b""])[random.integers(0, 4, rows)]
    found["session"] = random.integers(0, 1000, rows)
    found["time"][:, 0] = 1_700_000_000 + np.arange(rows)
    found["time"][:, 1] = random.integers(0, 1_000_000, rows)
    return found.tobytes()


def packets(random: np.random.Generator, rows: int) -> bytes:
    """Packets of 60 to 1500 bytes, most of them short."""
    sizes = np.minimum(1500, 60 + random.exponential(120, rows).astype(np.int64))
    heads = np.zeros((rows, 4), "<u4")
    heads[:, 0] = 1_700_000_000 + np.arange(rows) // 1000
    heads[:, 1] = random.integers(0, 1_000_000, rows)
    heads[:, 2] = heads[:, 3] = sizes
    data = random.bytes(int(sizes.sum()))
    ends = np.cumsum(sizes)
    parts: list[bytes] = []
    for head, begin, end in zip(heads, (ends - sizes).tolist(), ends.tolist(), strict=True):
        parts += (head.tobytes(), data[begin:end])
    return b"".join(parts)


DBF_COLUMNS = (
    ("ID", b"N", 9),
    ("NAME", b"C", 20),
    ("CITY", b"C", 16),
    ("DAY", b"D", 8),
    ("PAID", b"L", 1),
    ("SUM", b"N", 12),
)
"""Name, type and size of each."""


def table_rows(random: np.random.Generator, rows: int) -> bytes:
    """Records of a table of dBASE, a fiftieth of which are deleted."""
    kind = np.dtype([("mark", "S1"), *((name, f"S{size}") for name, _, size in DBF_COLUMNS)])
    found = np.zeros(rows, kind)
    found["mark"] = np.where(random.random(rows) < 0.02, b"*", b" ")
    found["ID"] = [b"%9d" % number for number in range(rows)]
    found["NAME"] = [b"%-20s" % name for name in random.choice([b"Curie", b"Noether", b"Ramanujan", b"Erd\xf6s"], rows)]
    found["CITY"] = [b"%-16s" % name for name in random.choice([b"Warszawa", b"Erlangen", b"Chennai"], rows)]
    found["DAY"] = [b"202611%02d" % day for day in random.integers(1, 31, rows)]
    found["PAID"] = random.choice([b"T", b"F", b"?"], rows)
    found["SUM"] = [b"%12.2f" % value for value in random.random(rows) * 1e6]
    return found.tobytes()


def table_header(rows: int) -> bytes:
    """What precedes so many of them."""
    columns = [struct.pack("<11sc4xBB14x", name.encode(), kind, size, 0) for name, kind, size in DBF_COLUMNS]
    sizes = 33 + 32 * len(columns), 1 + sum(size for *_, size in DBF_COLUMNS)
    return struct.pack("<BBBBIHH20x", 3, 126, 11, 20, rows, *sizes) + b"".join(columns) + b"\r"


PCAP = np.array([0xA1B2C3D4, 0x00040002, 0, 0, 65535, 1], "<u4").tobytes()

EXAMPLES = {
    "pcap": Example("pcap.ksy", packets, lambda rows: PCAP),
    "utmp": Example("utmp.ksy", logins),
    "dbf": Example("dbf.ksy", table_rows, table_header),
    "fixed records": Example("trades.ksy", trades),
}


def run(bench: Bench) -> None:
    """Measure a file of each."""
    for name, example in EXAMPLES.items():
        codec = load(SPECS / example.spec)
        records = example.records(np.random.default_rng(1), CHUNK)
        path = bench.folder / name
        turns = -(-bench.size // len(records))
        path.write_bytes(example.header(turns * CHUNK) + records * turns)
        table = bytewright.open(path, codec)
        found = bench.against_memcpy(
            name, path, partial(_rows, path, codec), rows=turns * CHUNK, columns=len(table.schema)
        )
        if name == "fixed records":
            every, one = fastest(bench.runs, partial(_rows, path, codec), partial(_rows, path, codec, "size"))
            bench.measured(f"{name}, one column", path.stat().st_size, one, rows=turns * CHUNK, columns=1)
            bench.claim(f"{name}, one column of eight, to all", every / one, 2, times)
        share = CUT / len(records)
        counted = max(1, int(CHUNK * share))
        cut = example.header(counted) + example.records(np.random.default_rng(1), counted)
        stock = stock_parser(codec.name, SPECS / example.spec)
        (seconds,) = fastest(3, lambda stock=stock, cut=cut: stock.from_bytes(cut))  # type: ignore[misc]
        slow = bench.measured(f"{name}, ksc's parser", len(cut), seconds, rows=counted, columns=len(table.schema))
        bench.claim(f"{name}, to ksc's parser", found.speed / slow.speed, TARGET, times)
        path.unlink()


def stock_parser(name: str, path: Path) -> Any:
    """The class that kaitai-struct-compiler makes of a spec (fetched once)."""
    source = compile_parsers({name: plain(parse(path.read_text(encoding="utf-8"), str(path)))})[name]
    module = ModuleType(name)
    exec(compile(source, f"{name}.py", "exec"), vars(module))  # noqa: S102 - of a spec of ours
    return getattr(module, name.title().replace("_", ""))


def _rows(path: Path, codec: Codec, *columns: str) -> int:
    """Read columns, by default all, by the kernel alone; gives the number of rows."""
    table = bytewright.open(path, codec, columns=columns or None, engine="columns", threads=1)
    rows = sum(batch.num_rows for batch in table.to_batches())
    assert table.counted == {"columns": rows}
    return rows
