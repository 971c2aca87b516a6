"""What mechanisms that only speed asks for buy: the same work with each of them, and with it switched off."""

from __future__ import annotations

import ast
import gc
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

import bytewright
from benchmarks import batches, events
from benchmarks.bench import Bench
from benchmarks.measuring import fastest
from benchmarks.report import times
from bytewright.codec import registry
from bytewright.columnar.scan import batch_scan
from bytewright.columnar.scan.scanner import _Rows
from bytewright.kernels.drivers import discover, scan
from bytewright.kernels.drivers.walk_codes import WalkCodes
from bytewright.kernels.program import assembled
from bytewright.kernels.program.assemble import assemble
from bytewright.kernels.program.lifting import Lifter
from bytewright.tables.lookup.open_files import LookUps
from bytewright_formats import esdb

ROOT = Path(__file__).parents[2]
PAYS = 1.2
"""What a mechanism must buy: how many times the processor time is taken without it."""
MACHINE_CODE = 32 << 20
"""Bytes of a file of which it pays to make machine code."""
LARGE = 200 << 20
"""Bytes of the file of long records: of a small one all is read at once."""
FEW = 300
"""Small files that are opened one by one."""

FRAMED = """
meta: {id: ablated, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: len, type: u4}
      - {id: id, type: s8}
      - {id: a, type: f8}
      - {id: b, type: s4}
      - {id: c, type: s4}
      - {id: rest, size: len}
"""
FIELDS = 60
WIDE = """
meta: {id: wide, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
""" + "".join(f"      - {{id: f{number}, type: s4}}\n" for number in range(FIELDS))
UNFRAMED = """
meta: {id: unframed, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: flags, type: u1}
      - {id: id, type: s8, if: flags & 1 != 0}
      - {id: a, type: f8, if: flags & 2 != 0}
      - {id: len, type: u1}
      - {id: name, type: str, encoding: UTF-8, size: len}
"""
NESTED = """
meta: {id: nested, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: len, type: u4}
      - {id: body, size: len, type: body}
  body:
    seq:
      - {id: base, type: u8}
      - {id: flags, type: u1}
      - {id: num, type: u2}
      - {id: items, type: item, repeat: expr, repeat-expr: num}
  item:
    seq: [{id: number, type: u2}]
    instances:
      high: {value: _parent.base % 1000}
      low: {value: _parent.base / 1000 % 77}
      other: {value: '_parent.flags & 1 != 0 ? 5 : _parent.base * 3'}
      kind: {value: '_parent.flags == 3 ? 2 : (_parent.flags == 1 ? 7 : 9)'}
-views:
  rows:
    each: records[*].body.items[*]
    columns:
      - {id: number, value: _.number}
      - {id: high, value: _.high}
      - {id: low, value: _.low}
      - {id: other, value: _.other}
      - {id: kind, value: _.kind}
"""
LOOKED_UP = 16
"""Keys of the events that are looked up one after another."""


@dataclass(frozen=True)
class Ablation:
    """A mechanism, and what it is for.

    Attributes:
        name: what it does.
        modules: where it is, below ``runtime/bytewright``.
        work: what a user does that it makes faster.
        off: in which block it is off.
    """

    name: str
    modules: tuple[str, ...]
    work: Callable[[], object]
    off: Callable[[], AbstractContextManager[object]]


def run(bench: Bench) -> None:
    """Measure all of them; each is to buy 1.2."""
    for one in ablations(bench.folder, bench.size):

        def without(one: Ablation = one) -> None:
            with one.off():
                one.work()

        on, off = fastest(bench.runs, one.work, without)
        said = f"{one.name} ({statements(one.modules)} statements), without it"
        bench.claim(said, off / on, PAYS, times)


def statements(modules: tuple[str, ...]) -> int:
    """How many statements modules have, without docstrings."""
    found = 0
    for module in modules:
        tree = ast.parse((ROOT / "runtime" / "bytewright" / module).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            told = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            found += isinstance(node, ast.stmt) and not told
    return found


def ablations(folder: Path, size: int) -> Iterator[Ablation]:
    """All of them, on files of about so many bytes.

    Args:
        folder: where files are made.
        size: of the larger ones, in bytes.
    """
    framed, unframed, wide, nested = (folder / f"{name}.ksy" for name in ("framed", "unframed", "wide", "nested"))
    for path, text in ((framed, FRAMED), (unframed, UNFRAMED), (wide, WIDE), (nested, NESTED)):
        path.write_text(text)
    log, long, loose, small, lists, stored = (
        folder / name for name in ("log", "long", "loose", "small", "lists", "stored")
    )
    lists.write_bytes(_nested(1000, 20) * max(1, size // 500_000))
    events.write(stored, size // 4)
    keys = [{"block": "block-000000", "grouping": f"user-{number:07}"} for number in range(LOOKED_UP)]
    log.write_bytes(_framed(size // 4, 20))
    batches.write(long, max(size, LARGE), 5000)
    loose.write_bytes(_unframed(1 << 20) * max(MACHINE_CODE >> 20, size >> 22))
    small.write_bytes(_framed(size // 20, 20))
    files = [folder / f"{number}.few" for number in range(FEW)]
    of_many = [path.with_suffix(".many") for path in files]
    for path, other in zip(files, of_many, strict=True):
        path.write_bytes(_framed(2000, 20))
        other.write_bytes(bytes(4 * FIELDS * 10))
    of_wide = registry.load(str(wide))

    def opened(path: Any, spec: Path, **how: Any) -> Any:
        return bytewright.open(path, str(spec), threads=1, **how)

    yield Ablation(
        "the collector of cycles pauses while objects are made",
        ("host/gc_pause.py",),
        lambda: registry.load(str(framed)).parse(small),
        lambda: patch.object(gc, "disable"),
    )
    yield Ablation(
        "walks as machine code",
        ("kernels/drivers/walk_codes.py", "kernels/program/walk_code.py", "kernels/program/walk_functions.py",
         "kernels/native/machine/walks.py", "kernels/native/machine/shipped_walks.py"),
        lambda: _drained(_anew(opened(loose, unframed))),
        lambda: patch.object(WalkCodes, "go_on"),
    )  # fmt: skip
    yield Ablation(
        "conditions in the kernel",
        ("arrow/conditions.py", "kernels/program/kept_rows.py"),
        lambda: _drained(opened(log, framed), filters=[("id", "=", -1)]),
        lambda: patch.object(_Rows, "_kernel_condition", None),
    )
    yield Ablation(
        "only the heads of long records are read to find columns that these name",
        ("kernels/drivers/prefix_scan.py",),
        lambda: bytewright.open(long, "aresdb_redo_log", threads=1).schema,
        lambda: patch.object(discover, "heads_of", lambda *_, **__: None),
    )
    yield Ablation(
        "programs are kept for plans that come again",
        ("kernels/program/assembled.py",),
        lambda: [bytewright.open(path, of_wide, threads=1).to_table() for path in of_many],
        lambda: patch.object(scan, "assembled", _assembled),
    )
    yield Ablation(
        "small files are read many at a time",
        ("columnar/scan/batch_scan.py", "columnar/scan/small_files.py"),
        lambda: opened(files, framed).to_table(),
        lambda: patch.object(batch_scan, "refusal", lambda *_, **__: "switched off"),
    )
    yield Ablation(
        "what rests on an element's parent alone is computed once for the parent",
        ("kernels/program/lifting.py",),
        lambda: _drained(_anew(opened(lists, nested))),
        lambda: patch.object(Lifter, "above", lambda *_: None),
    )
    of_stored = bytewright.open(stored, esdb.CODEC, "events", engine="columns", threads=1)
    yield Ablation(
        "what look-ups have read of open files is kept for the next ones",
        ("tables/lookup/open_files.py",),
        lambda: [of_stored.lookup(key) for key in keys],
        lambda: patch.object(LookUps, "_has_room", lambda *_: False),
    )


def _assembled(plan: Any, columns: Any, pivot: Any, given: Any, most: int, _user: object, condition: Any = None) -> Any:
    return assemble(plan, columns, pivot, given, most, condition)


def _nested(count: int, items: int) -> bytes:
    """Records of so many elements each."""
    body = b"".join(number.to_bytes(2, "little") for number in range(items))
    head = (8 + 1 + 2 + len(body)).to_bytes(4, "little")
    return b"".join(
        head + number.to_bytes(8, "little") + bytes([number % 4]) + items.to_bytes(2, "little") + body
        for number in range(count)
    )


def _anew(table: Any) -> Any:
    """A table whose programs nobody has used."""
    assembled._kept.clear()
    return table


def _drained(table: Any, **how: Any) -> int:
    return sum(batch.num_rows for batch in table.to_batches(**how))


def _framed(size: int, rest: int) -> bytes:
    """Records with so many more bytes each."""
    count = max(1, size // (rest + 28))
    kind = np.dtype([("len", "<u4"), ("id", "<i8"), ("a", "<f8"), ("b", "<i4"), ("c", "<i4"), ("rest", "u1", rest)])
    made = np.zeros(count, kind)
    made["len"] = rest
    made["id"] = np.arange(count)
    return made.tobytes()


def _unframed(size: int) -> bytes:
    """Records of which any value may be missing."""
    rng = np.random.default_rng(1)
    parts, found = [], 0
    while found < size:
        flags, name = int(rng.integers(0, 4)), b"n" * int(rng.integers(0, 12))
        part = bytes([flags]) + bytes(8 * flags.bit_count()) + bytes([len(name)]) + name
        parts.append(part)
        found += len(part)
    return b"".join(parts)
