"""Files that the original software wrote, and damaged ones, against what its own reader found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support import plans
from tests.support.both import read
from tests.support.reading import TINY, plain

from bytewright.io.source import FileSource
from bytewright.kernels.drivers.discover import discover
from bytewright.kernels.drivers.scan import Scan, Settings
from bytewright.kernels.plan import RowPlan
from bytewright.kernels.plan.failures import BadRecord
from bytewright_formats import aresdb_redo_log

FOLDER = Path(__file__).parents[1] / "data" / "aresdb"
GOOD = sorted(FOLDER.glob("good/*.bin"))
BAD = sorted(FOLDER.glob("bad/*.bin"))
MAGIC = bytes.fromhex("edfedaad")


def rows(path: Path, plan: RowPlan, settings: Settings) -> tuple[list[dict[str, Any]], BadRecord | None]:
    source = FileSource(path)
    start = 0 if path.name.startswith("bare") else 4
    columns = ()
    if plan.pivot is not None:
        columns = discover(plan, source, lambda key: f"c{key}", start=start).columns
    found: list[dict[str, Any]] = []
    try:
        for batch in Scan(plan, source, pivot=columns, start=start, settings=settings):
            found += plain(batch.to_pylist())
    except BadRecord as bad:
        return found, bad
    finally:
        source.close()
    return found, None


def expected(path: Path) -> list[dict[str, Any]]:
    """Rows as they are printed, with times as seconds and floats in 32 bits."""
    from datetime import datetime

    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in found:
        if "arrival_time" in row:
            row["arrival_time"] = int(datetime.fromisoformat(row["arrival_time"]).timestamp())
    return found


def same(left: object, right: object) -> bool:
    import struct

    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, float):
        other = float(right) if isinstance(right, str | float | int) else None
        return other is not None and (
            struct.pack("f", left) == struct.pack("f", other) or (left != left and other != other)
        )
    return left == right


@pytest.mark.parametrize("settings", [Settings(), TINY], ids=["usual", "tiny"])
@pytest.mark.parametrize("view", ["rows", "columns"])
@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good(path: Path, view: str, settings: Settings) -> None:
    plan = plans.upsert_batches(view, log=not path.name.startswith("bare"))
    found, bad = rows(path, plan, settings)
    assert bad is None
    wanted = expected(path.with_suffix(f".{view}.jsonl"))
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        assert same(one, other)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad(path: Path) -> None:
    """The good rows before the damage, and the record that holds it."""
    lines = [line.split("\t") for line in (FOLDER / "bad" / "expected.tsv").read_text(encoding="utf-8").splitlines()]
    fields = next(dict(zip(lines[0], line, strict=False)) for line in lines[1:] if line[0] == path.name)
    if path.read_bytes()[:4] != MAGIC:
        pytest.skip("what precedes the records is read by the object reader")
    found, bad = rows(path, plans.upsert_batches(), Settings())
    if fields["expect"] == "fail":
        assert bad is not None
        assert bad.offset <= int(fields["where"].split("-")[1])
    elif fields["expect"] == "accept":
        assert bad is None
    if bad is None or fields["note"].find("may be printed or not") < 0:
        assert len(found) == int(fields["good_rows"])


@pytest.mark.parametrize(
    ("view", "torn", "strict"),
    [("rows", "fail", False), ("rows", "ignore", True), ("columns", "fail", True), ("columns", "ignore", False)],
)
def test_both_engines_say_the_same(view: str, torn: str, strict: bool) -> None:
    """Rows, errors and warnings."""
    for path in sorted([*GOOD, *BAD, *FOLDER.rglob("*.redolog")]):
        data = path.read_bytes()
        options: dict[str, Any] = {"view": view, "strict": strict, "options": {"tornTail": torn}}
        expected = read(aresdb_redo_log.CODEC, data, "objects", **options)
        assert read(aresdb_redo_log.CODEC, data, "columns", 7, **options) == expected, path
