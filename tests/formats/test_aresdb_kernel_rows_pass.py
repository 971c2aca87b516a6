"""Plans that the compiler makes, against plain Python and against plans written by hand."""

from __future__ import annotations

import random
import struct
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.support import inputs, plans, reference
from tests.support.reading import TINY, pivot_columns, read

from bytewright.kernels.plan import LengthFrame, RowPlan
from bytewright.kernels.plan.json_printer import from_json, to_json
from bytewright_codegen.front.ksy import load
from bytewright_codegen.lowering.read.row_plans import NoPlan
from bytewright_codegen.pipeline import compilation
from bytewright_codegen.semantics.resolve import resolve

TOYS = Path(__file__).parents[1] / "toys"
SPECS = Path(__file__).parents[2] / "specs"


@cache
def compiled(path: Path, spec: str, view: str | None) -> RowPlan | NoPlan:
    return compilation.plan(resolve(load(path)))[spec].row_plans[view or "rows"]


def plan(path: Path, spec: str, view: str | None = None) -> RowPlan:
    found = compiled(path, spec, view)
    assert isinstance(found, RowPlan), found
    assert from_json(to_json(found)) == found
    return found


def batches(view: str, log: bool = True) -> RowPlan:
    name = "aresdb_redo_log" if log else "aresdb_upsert_batch"
    return plan(SPECS / "aresdb" / f"{name}.ksy", name, view)


def damaged(data: bytes, seed: int, count: int) -> list[bytes]:
    generator = random.Random(seed)
    found = [data, data[:-1]]
    for _ in range(count):
        place = generator.randrange(len(data))
        value = generator.choice([0, 1, 127, 128, 255, generator.randrange(256)])
        found.append(data[:place] + bytes([value]) + data[place + 1 :])
    return found


@pytest.mark.parametrize("seed", range(3))
def test_batches(seed: int) -> None:
    data = inputs.random_log(seed, 10)
    own, written = batches("rows"), plans.upsert_batches()
    assert own.pivot is not None
    assert written.pivot is not None
    assert own.pivot.cases == written.pivot.cases
    types = reference.discovered(data)
    columns = pivot_columns(own, data)
    assert columns == pivot_columns(written, data)
    options: list[dict[str, Any]] = [{}, {"settings": TINY}]
    for settings in options:
        assert read(own, data, pivot=columns, **settings) == reference.upsert_batches(data, types)
        assert read(batches("columns"), data, **settings) == reference.upsert_columns(data)


def test_damaged_batches() -> None:
    data = inputs.random_log(2, 4, most_rows=10)
    types = reference.discovered(data)
    columns = pivot_columns(batches("rows"), data)
    for number, broken in enumerate(damaged(data, 1, 150)):
        expected, place = reference.upsert_batches(broken, types, most_rows=3000)
        if len(expected) < 3000:
            found = read(batches("rows"), broken, pivot=columns)
            assert repr(found) == repr((expected, place)), number
        assert read(batches("columns"), broken) == reference.upsert_columns(broken)


def test_a_batch_alone() -> None:
    data = inputs.body(20, [(3, "uuid", 2), (1, "geopoint", 2), (2, "bool", 1)], random.Random(5))
    own = batches("rows", log=False)
    types = reference.discovered(data, log=False)
    assert read(own, data, pivot=pivot_columns(own, data)) == reference.upsert_batches(data, types, log=False)
    assert read(batches("columns", log=False), data) == reference.upsert_columns(data, log=False)


def test_messages() -> None:
    own = plan(TOYS / "messages.ksy", "messages")
    assert own.frame == LengthFrame("u2le", 0, 2, 2)
    for data in damaged(inputs.messages(3, 12), 2, 80):
        found, place = read(own, data)
        expected, bad = reference.messages(data)
        assert place == bad
        for row in found:
            payload = row["payload"]
            payload.pop("len_name")
            row.pop("len")
        assert repr([row["payload"] for row in found]) == repr(expected)
    assert [list(row) for row in read(own, inputs.messages(3, 1), columns=["payload.name", "len"])[0]] == [
        ["payload", "len"]
    ]


def test_samples() -> None:
    own = plan(TOYS / "samples.ksy", "samples")
    for data in damaged(inputs.samples(3, 12), 2, 80):
        found, place = read(own, data)
        expected, bad = reference.samples(data)
        assert place == bad
        for row in found:
            row.pop("unused")
            row.pop("rest")
            assert row.pop("twice") == row["level"] * 2 - row["delta"]
            row["kind"] = row["kind"].replace("largest", "200")
        assert repr(found) == repr(expected)


def points(data: bytes) -> tuple[list[dict[str, Any]], int | None]:
    """``toys/points.ksy`` in plain Python."""
    found: list[dict[str, Any]] = []
    at = 0
    while at < len(data):
        size = data[at]
        body = data[at + 1 : at + size]
        try:
            assert size >= 1
            assert len(body) == size - 1
            assert body[:2] == b"GP"
            count = body[2]
            assert count >= 1
            sizes = struct.unpack_from(f">{count}H", body, 3)
            coordinates = struct.unpack_from(f">{2 * count}h", body, 3 + 2 * count)
            assert all(-1000 <= x <= 1000 for x in coordinates[::2])
            behind = 3 + 6 * count
            extra = None
            if sizes[0] > 256:
                (extra,) = struct.unpack_from(">i", body, behind)
                behind += 4
            label = body[behind:].decode("ascii")
        except (AssertionError, struct.error, IndexError, UnicodeDecodeError):
            return found, at
        found.append({"group": len(found), "label": label, "first": sizes[count - 1], "extra": extra})
        at += size
    return found, None


def test_points() -> None:
    """Big-endian; arrays with rules; a condition; an index that must be looked at; text to the end of its structure."""
    own = plan(TOYS / "points.ksy", "points", "rows")
    generator = random.Random(4)
    data = b""
    for _ in range(20):
        count = generator.randrange(1, 5)
        sizes = [generator.choice([3, 256, 257, 40000]) for _ in range(count)]
        body = b"GP" + bytes([count]) + struct.pack(f">{count}H", *sizes)
        body += struct.pack(f">{2 * count}h", *(generator.randrange(-1000, 1001) for _ in range(2 * count)))
        if sizes[0] > 256:
            body += struct.pack(">i", generator.randrange(-(1 << 31), 1 << 31))
        body += bytes(generator.choice(b"abc") for _ in range(generator.randrange(9)))
        data += bytes([len(body) + 1]) + body
    for broken in damaged(data, 3, 120):
        assert read(own, broken) == points(broken)
        assert read(own, broken, settings=TINY) == points(broken)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("- {id: ends, type: b3, repeat: eos, -role: slack}", "bits"),
        ("- {id: x, type: u1, repeat: expr, repeat-expr: 3}\n      - {id: y, size: x.max}", "the largest"),
        ("- {id: kind, type: u1}\n      - {id: x, type: {switch-on: kind, cases: {1: u8, 2: s8}}}", "several types"),
    ],
)
def test_what_is_left_to_objects(body: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "toy.ksy"
    path.write_text(
        "meta: {id: toy, endian: le, encoding: UTF-8}\nseq:\n  - {id: all, type: one, repeat: eos}\n"
        f"types:\n  one:\n    seq:\n      {body}\n",
        encoding="utf-8",
    )
    found = compilation.plan(resolve(load(path)))["toy"].rows["rows"]
    left = found if isinstance(found, NoPlan) else found.by_objects["x"]  # all, or one column
    assert reason in left.reason
    assert left.location.file == str(path)
