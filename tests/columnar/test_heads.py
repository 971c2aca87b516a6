"""Columns that large records name: found in their heads alone, the same as in all of their bytes."""

from __future__ import annotations

import os
import random
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support import inputs, plans
from tests.support.both import read, toy
from tests.support.reading import TINY

import bytewright
from bytewright.io.source import BytesSource, FileSource
from bytewright.kernels.drivers import prefix_scan
from bytewright.kernels.drivers.discover import Discovered, discover
from bytewright.kernels.drivers.scan import Settings
from bytewright.kernels.plan import Chain, Const, Index, Let, RowPlan, Start, discovery
from bytewright.limits import DEFAULT

MAGIC = b"STR"
SIZES = (0.125, 1, 8, 4)
"""Bytes of a value, by kind."""
LARGE = 3000
"""Rows of a strip whose head is read alone."""
ALL = (Settings(), Settings(batch_rows=1), TINY)


class Watched(FileSource):
    """A file that counts what is read of it piece by piece."""

    taken = 0

    def read_into(self, offset: int, buffer: memoryview) -> int:
        found = super().read_into(offset, buffer)
        self.taken += found
        return found


class Whole(BytesSource):
    """A file that isn't known as one, so that all of it is read."""

    def __init__(self, source: FileSource) -> None:
        super().__init__(b"", source.name)
        self.size = source.size
        self.read_into = source.read_into  # type: ignore[method-assign]


def strip(rows: int, columns: list[tuple[int, int]]) -> bytes:
    """A strip of columns, each a key and a kind."""
    count = len(columns)
    offsets = [5 + 4 * (count + 1) + 3 * count]
    data = b""
    for _, kind in columns:
        data += b"\xff" * ((rows + 7) // 8) + bytes(-int(-rows * SIZES[kind] // 1))
        offsets.append(offsets[0] + len(data))
    keys, kinds = (
        struct.pack(f">{count}{letter}", *part)
        for letter, part in zip("HB", ([k for k, _ in columns], [k for _, k in columns]), strict=True)
    )
    body = struct.pack(f">IB{count + 1}I", rows, count, *offsets) + keys + kinds + data
    return struct.pack(">I", len(body)) + body


def plan() -> RowPlan:
    found = toy("strips").row_plans["rows"]
    assert isinstance(found, RowPlan)
    return found


def found(source: Any, settings: Settings = ALL[0], **arguments: Any) -> tuple[Any, ...]:
    """What a file has, in a form that compares."""
    told: Discovered = discover(plan(), source, str, start=len(MAGIC), settings=settings, **arguments)
    bad = told.failure
    return told.columns, None if bad is None else (bad.offset, bad.code, bad.record)


def same(path: Path, data: bytes, **arguments: Any) -> tuple[Any, ...]:
    """What a file has, which doesn't rest on how much of it is read."""
    path.write_bytes(data)
    source = FileSource(path)
    try:
        outcomes = [found(BytesSource(data), settings, **arguments) for settings in ALL]
        outcomes += [found(source, settings, **arguments) for settings in ALL]
    finally:
        source.close()
    assert all(outcome == outcomes[0] for outcome in outcomes)
    return outcomes[0]


def keys(outcome: tuple[Any, ...]) -> list[int]:
    return [column.key for column in outcome[0]]


def test_only_heads_are_read(tmp_path: Path) -> None:
    """A column that only the last of many strips has is found, and nothing but heads is read for it."""
    usual = strip(LARGE, [(1, 1), (2, 2)])
    data = MAGIC + usual * 100 + strip(LARGE, [(1, 1), (2, 2), (700, 0)])
    assert keys(same(tmp_path / "log", data)) == [1, 2, 700]
    source = Watched(tmp_path / "log")
    assert keys(found(source)) == [1, 2, 700]
    assert source.taken == 0
    source.close()


@pytest.mark.parametrize("patience", [prefix_scan._PATIENCE, -1e9], ids=["heads", "slow"])
def test_strips_of_all_sizes(tmp_path: Path, patience: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Large ones between small ones, and such as have heads of any size; also where heads come too slowly."""
    monkeypatch.setattr(prefix_scan, "_PATIENCE", patience)
    generator = random.Random(4)
    wide = [[(key, generator.randrange(4)) for key in range(600 * count, 601 * count)] for count in (3, 90)]
    pieces = [
        *[strip(LARGE, [(1, 2)])] * 20,
        *[strip(3, [(2, 1), (3, 3)])] * 300,
        *(strip(LARGE, columns) for columns in wide),
        *[strip(0, [])] * 3,
        *[strip(LARGE, [(4, 2)])] * 20,
        strip(0, [(5, 0)]),
        *[strip(LARGE, wide[1])] * 6,
        strip(LARGE, [(6, 2), (7, 2)]),
        strip(2, [(8, 2)]),
    ]
    outcome = same(tmp_path / "log", MAGIC + b"".join(pieces))
    assert keys(outcome) == [*range(1, 9), *range(1800, 1803), *range(54_000, 54_090)]
    assert outcome[1] is None


def test_records_that_are_counted(tmp_path: Path) -> None:
    data = MAGIC + strip(LARGE, [(1, 2)]) * 20 + strip(LARGE, [(2, 2)])
    assert keys(same(tmp_path / "log", data, records=20)) == [1]
    assert keys(same(tmp_path / "log", data, records=21)) == [1, 2]
    assert same(tmp_path / "log", data, records=22)[1] is not None
    assert keys(same(tmp_path / "log", data, stop=len(data) - len(strip(LARGE, [(2, 2)])))) == [1]
    limits = replace(DEFAULT, maxRecordBytes=1000)
    assert same(tmp_path / "log", data, limits=limits)[1] is not None


def test_what_is_wrong_is_noticed(tmp_path: Path) -> None:
    """In heads, in lengths and at the end; columns behind it don't count."""
    good, late = strip(LARGE, [(1, 2), (2, 1)]), strip(LARGE, [(3, 2)])
    begin = len(MAGIC) + 19 * len(good)
    data = MAGIC + good * 20 + late
    for size in (begin, begin + 3, begin + 4, begin + 100, len(data) - len(late) + 500, len(data) - 1):
        outcome = same(tmp_path / "log", data[:size])
        assert keys(outcome) == [1, 2]
        assert (outcome[1] is None) == (size == begin)
    kinds = begin + 4 + 5 + 12 + 4
    lengths = (0, 4, 5, 20, len(good) - 5, len(good) - 3, len(good) + 1, 1 << 30, (1 << 32) - 1)
    changes = [(begin, struct.pack(">I", length)) for length in lengths]
    changes += [(begin + 9 + 4 * place, struct.pack(">I", offset)) for place in range(3) for offset in (0, 24, 1 << 31)]
    changes += [(kinds, b"\4"), (kinds + 1, b"\xff"), (begin + 4, b"\xff"), (begin + 8, b"\xff")]
    for place, changed in changes:
        outcome = same(tmp_path / "log", data[:place] + changed + data[place + len(changed) :])
        assert outcome[1] is not None
        assert outcome[1][2] in (19, 20)
        assert keys(outcome)[:2] == [1, 2]


def test_files_that_change(tmp_path: Path) -> None:
    """One that has become shorter is bad where it ends; what has been added since it was opened isn't looked at."""
    path, good = tmp_path / "log", strip(LARGE, [(1, 2)])
    path.write_bytes(MAGIC + good * 40)
    source = FileSource(path)
    for size in (len(MAGIC) + 30 * len(good) + 100, len(MAGIC) + 20 * len(good) + 3, len(MAGIC) + 2, 0):
        os.truncate(path, size)
        outcome = found(source)
        assert outcome == found(Whole(source))
        assert keys(outcome) == ([1] if size > len(good) else [])
    source.close()
    path.write_bytes(MAGIC + good * 20)
    source = FileSource(path)
    with path.open("ab") as file:
        file.write(strip(LARGE, [(2, 2)]) * 20)
    assert found(source) == found(BytesSource(MAGIC + good * 20))
    source.close()


def test_slots_are_looked_at_whole(tmp_path: Path) -> None:
    """What slots hold lies behind the heads, and may be bad."""
    generator = random.Random(5)
    arrays = inputs.body(1500, [(1, "int64", 1), (2, "int32[]", 1)], generator)
    plain = inputs.body(2500, [(3, "int64", 1)], generator)
    broken = bytearray(arrays)
    broken[-400:] = b"\xff" * 400
    for last in (arrays, bytes(broken)):
        data = inputs.log([*[plain] * 20, *[arrays] * 6, plain, last, inputs.body(2500, [(9, "int64", 1)], generator)])
        (tmp_path / "log").write_bytes(data)
        source = FileSource(tmp_path / "log")
        outcomes = [discover(plans.upsert_batches(), one, str) for one in (BytesSource(data), source)]
        source.close()
        assert outcomes[0].columns == outcomes[1].columns
        places = [None if one.failure is None else one.failure.offset for one in outcomes]
        assert places[0] == places[1]
        assert (places[0] is None) == (last is arrays)


def test_what_can_not_be_said_of_heads() -> None:
    """Elements that only reading tells apart, and other ways to find records."""
    whole = discovery(plan())
    assert prefix_scan.plan_of_heads(whole, 512) is not None
    assert prefix_scan.plan_of_heads(whole, 3) is None
    (domain,) = {step.domain for step in whole.steps if isinstance(step, Let) and step.domain != "records"}
    chained = Let(domain, "chained", Chain(Start(), (), Index() + 1, Const(0)))
    assert prefix_scan.plan_of_heads(replace(whole, steps=(*whole.steps, chained)), 512) is None
    assert isinstance(toy("probes").row_plans["rows"], RowPlan)


@pytest.mark.parametrize("mode", ["FAILFAST", "DROPMALFORMED"])
def test_tables(tmp_path: Path, mode: str) -> None:
    """Both engines show the same columns and rows of a file, also behind a bad record where these are left out."""
    bad = bytearray(strip(LARGE, [(2, 2)]))
    bad[4 + 5 + 8 + 2] = 9
    path = tmp_path / "log.strips"
    path.write_bytes(MAGIC + strip(LARGE, [(1, 2)]) + bytes(bad) + strip(LARGE, [(3, 2)]) + strip(1, [(4, 0)]))
    arguments = {"options": {"mode": mode}}
    outcomes = [
        read(toy("strips"), path, engine, size, **arguments)
        for engine, size in (("objects", 65_536), ("columns", 65_536), ("columns", 700))
    ]
    assert outcomes[1] == outcomes[0]
    assert outcomes[2] == outcomes[0]
    shown = bytewright.open(path, toy("strips"), options=arguments["options"]).schema.names
    assert shown[2:] == (["k1"] if mode == "FAILFAST" else ["k1", "k3", "k4"])
