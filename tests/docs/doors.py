"""The doors of docs/doors.md: its snippets, run, and its tables, as `tests.docs.test_doors` makes them."""

from __future__ import annotations

import datetime
import math
import re
import struct
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
from tests.docs.blocks import ROOT, blocks

PAGE = ROOT / "docs" / "doors.md"


class Door(NamedTuple):
    """A door: what it pushes, whether rows come in batches, what may go back; its heading, and what it needs."""

    heading: str
    columns: str
    conditions: str
    streams: bool
    back: bool
    needs: tuple[str, ...] = ()
    spark: bool = False


DOORS = (
    Door("Spark, a table", "by option", "by option", True, True, spark=True),
    Door("Spark, a stream", "by option", "by option", True, True, spark=True),
    Door("DuckDB, a table", "pushed", "pushed", True, True, ("duckdb",)),
    Door("DuckDB, paths in one's own connection", "pushed", "pushed", True, True, ("duckdb",)),
    Door("Polars", "pushed", "pushed", True, True, ("polars",)),
    Door("pandas", "by option", "by option", False, True, ("pandas",)),
    Door("DataFusion", "pushed", "pushed", True, True, ("datafusion",)),
    Door("Delta", "by option", "by option", True, True, ("deltalake",), spark=True),
    Door("Iceberg", "by option", "by option", True, True, ("pyiceberg",), spark=True),
    Door("ADBC", "by option", "by option", True, True, ("duckdb", "adbc_driver_manager")),
)

TYPES = """
meta: {id: all_types, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types:
  pair:
    seq: [{id: x, type: s1}, {id: y, type: f4}]
  entry:
    seq: [{id: key, type: u1}, {id: value, type: s2}]
  record:
    seq:
      - {id: flag, type: u1, -type: bool}
      - {id: tiny, type: s1}
      - {id: small, type: s2}
      - {id: int, type: s4}
      - {id: long, type: s8}
      - {id: unsigned, type: u8}
      - {id: float, type: f4}
      - {id: double, type: f8}
      - {id: text, type: str, size: 2, encoding: UTF-8}
      - {id: bytes, size: 2}
      - {id: moment, type: u4, -type: {timestamp: s}}
      - {id: pair, type: pair}
      - {id: list, type: u1, repeat: expr, repeat-expr: 2}
      - {id: maybe, type: s4, if: tiny > 0}
      - {id: map, type: entry, repeat: expr, repeat-expr: 2, -type: {map: {key: _.key, value: _.value}}}
"""
"""A spec with a column of each type."""


def record_of_all_types(number: int) -> bytes:
    """A record of `TYPES`."""
    tiny = (-1) ** number
    numbers = struct.pack("<BbhiqQfd", number % 2, tiny, -300, -70000, -(2**40), 2**64 - 1 - number, 0.5, math.pi)
    tail = b"hi" + b"\xff\x00" + struct.pack("<I", 1_700_000_000 + number) + struct.pack("<bf", -2, 1.5) + b"\x07\xff"
    return numbers + tail + (struct.pack("<i", 5) if tiny > 0 else b"") + struct.pack("<BhBh", 1, -1, 2, 300)


def snippet(door: Door) -> str:
    """The code below a door's heading."""
    text = PAGE.read_text(encoding="utf-8")
    at = text[: text.index(f"\n## {door.heading}\n")].count("\n")
    return next(block.text for block in blocks(PAGE) if block.language == "python" and block.line > at)


def through(door: Door, file: Path, spec: str, spark: Any = None) -> pa.Table:
    """The rows that come through a door, in Arrow."""
    names: dict[str, Any] = {"file": str(file), "spec": spec, "spark": spark}
    exec(compile(snippet(door), f"{PAGE.name}: {door.heading}", "exec"), names)  # it is ours
    return in_arrow(names["rows"])


def in_arrow(rows: Any) -> pa.Table:
    """What a door gives, in Arrow."""
    if isinstance(rows, pa.Table):
        return rows
    for name in ("to_arrow_table", "toArrow", "to_arrow"):
        if hasattr(rows, name):
            found: pa.Table = getattr(rows, name)()
            return found
    return pa.Table.from_pandas(rows, preserve_index=False)


def canonical(value: Any) -> Any:
    """A value as all doors have it: see the page for what that leaves out."""
    if isinstance(value, dict):
        return {name: canonical(member) for name, member in value.items()}
    if isinstance(value, list) and any(isinstance(one, tuple) for one in value):  # a map
        return sorted(([canonical(key), canonical(item)] for key, item in value), key=repr)
    if isinstance(value, list):
        return [canonical(one) for one in value]
    if isinstance(value, Decimal) and value == int(value):
        return int(value)
    if isinstance(value, float) and math.isnan(value):
        return "NaN"
    if isinstance(value, datetime.datetime):
        return value.replace(tzinfo=value.tzinfo or datetime.UTC).astimezone(datetime.UTC).isoformat()
    return value


def rows_of(table: pa.Table) -> list[Any]:
    """The rows of a table after that cast."""
    return [canonical(row) for row in table.to_pylist()]


# --- the tables of the page ------------------------------------------------------------------------------------------


def matrix() -> str:
    """What each door does."""
    yes = {True: "yes", False: "no"}
    lines = ["| door | columns | conditions | batch by batch | back |", "|---|---|---|---|---|"]
    for door in DOORS:
        anchor = re.sub(r"[^\w -]", "", door.heading.lower()).replace(" ", "-")
        cells = [f"[{door.heading}](#{anchor})", door.columns, door.conditions, yes[door.streams], yes[door.back]]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def differences(expected: pa.Schema, found: dict[str, pa.Schema]) -> str:
    """Which types are others by some door."""
    lines = [f"| in Arrow | {' | '.join(found)} |", "|---" * (len(found) + 1) + "|"]
    for field in expected:
        cells = [_type(schema.field(field.name).type) for schema in found.values()]
        shown = ["" if cell == _type(field.type) else f"`{cell}`" for cell in cells]
        if any(shown) and f"`{_type(field.type)}`" not in "\n".join(lines):
            lines.append(f"| `{_type(field.type)}` | {' | '.join(shown)} |")
    return "\n".join(lines)


def _type(kind: pa.DataType) -> str:
    """A type without what differs from library to library: names of members of lists, and what may be null."""
    return re.sub(r"(list|large_list)<\w+: ", r"\1<", str(kind).replace(" not null", "").replace("Etc/UTC", "UTC"))


def replaced(page: str, mark: str, table: str) -> str:
    """The page with a table behind its mark."""
    found = re.sub(rf"(<!-- {mark} -->\n)\n*(\|[^\n]*\n)*\n*", lambda match: f"{match[1]}\n{table}\n\n", page).rstrip(
        "\n"
    )
    assert table in found
    return f"{found}\n"
