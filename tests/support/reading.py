"""What the tests do with a plan: read bytes with it, and say what came out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bytewright.io.source import BytesSource
from bytewright.kernels.drivers.discover import discover
from bytewright.kernels.drivers.scan import Scan, Settings
from bytewright.kernels.plan import RowPlan
from bytewright.kernels.plan.failures import BadRecord
from bytewright.kernels.program.pivot import PivotColumn

TINY = Settings(batch_rows=7, buffer_bytes=64, block_records=3, block_bytes=100, elements=1, enough=1)
"""Everything is full all the time."""


def read(plan: RowPlan, data: bytes, **arguments: Any) -> tuple[list[dict[str, Any]], int | None]:
    """All rows, and where the first bad record begins."""
    rows: list[dict[str, Any]] = []
    scan = Scan(plan, BytesSource(data), **arguments)
    most = arguments.get("settings", Settings()).batch_rows
    try:
        for batch in scan:
            batch.validate(full=True)
            assert 0 < batch.num_rows <= most
            assert batch.schema == scan.schema
            rows += plain(batch.to_pylist())
    except BadRecord as bad:
        failure = bad
    else:
        assert scan.position == max(arguments.get("start", 0), len(data))
        return rows, None
    assert (failure.offset, failure.record) == (scan.position, scan.record)
    return rows, failure.offset


def plain(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Times as seconds, decimals as integers."""
    for row in rows:
        for name, value in row.items():
            if hasattr(value, "timestamp"):
                row[name] = int(value.timestamp())
            elif type(value).__name__ == "Decimal":
                row[name] = int(value)
    return rows


def pivot_columns(plan: RowPlan, data: bytes, **arguments: Any) -> Sequence[PivotColumn]:
    """The columns that values name in a file, called c<key>."""
    return discover(plan, BytesSource(data), lambda key: f"c{key}", **arguments).columns
