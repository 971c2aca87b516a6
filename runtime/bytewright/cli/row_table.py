"""Rows as a table for people: as many columns as a terminal has room for; elsewhere, all."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from bytewright.cli import console

WIDEST = 60
"""Characters of a cell that are shown."""
_GAP = 2


def show(schema: pa.Schema, rows: Sequence[Sequence[Any]]) -> None:
    """Print a table to standard output.

    Args:
        schema: the columns.
        rows: their values, as JSON has them, numbers as texts.
    """
    from rich.cells import cell_len  # it takes a while to load, and most rows are for programs
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    cells = [[_cell(value) for value in row] for row in rows]
    names = [console.harmless(name) for name in schema.names]
    widths = [max(map(cell_len, column)) for column in zip(names, *cells, strict=True)]
    terminal = Console(force_terminal=sys.stdout.isatty(), highlight=False, emoji=False, markup=False)
    shown = _fitting(widths, terminal.width) if sys.stdout.isatty() else len(widths)
    if not sys.stdout.isatty():
        terminal.width = sum(widths) + _GAP * len(widths) + 1
    table = Table(box=_box(), show_edge=False, padding=(0, _GAP - 1, 0, 0), pad_edge=False, header_style="bold")
    for name, field in zip(names[:shown], schema, strict=False):
        table.add_column(Text(name), justify="right" if _is_number(field.type) else "left", no_wrap=True)
    for row in cells:
        table.add_row(*map(Text, row[:shown]))
    with terminal.capture() as captured:
        terminal.print(table)
    text = "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())
    console.begin_output()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
    sys.stdout.buffer.flush()
    if shown < len(names):
        console.tell(f"There is no room for {_listed(names[shown:])}. --columns A,B shows those that you name.")


def _fitting(widths: Sequence[int], room: int) -> int:
    """How many columns there is room for."""
    taken = 0
    for number, width in enumerate(widths):
        taken += width + _GAP
        if number and taken > room:
            return number
    return len(widths)


def _listed(names: Sequence[str]) -> str:
    some = ", ".join(names[:8])
    return some if len(names) <= 8 else f"{some} and {len(names) - 8} more"


def _box() -> Any:
    from rich.box import Box

    return Box("    \n    \n -  \n    \n    \n    \n    \n    \n", ascii=True)


def _is_number(kind: pa.DataType) -> bool:
    return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind))


def _cell(value: object) -> str:
    """A value in a table."""
    text = value if isinstance(value, str) else "" if value is None else _text(value)
    text = console.harmless(" ".join(text.split("\n"))).replace("\t", "\\t")
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"


def _text(value: object) -> str:
    """A value in another, or a boolean."""
    if isinstance(value, list):
        members = [f"{v[0]}: {_cell(v[1])}" if isinstance(v, tuple) else _cell(v) for v in value]
        brackets = "{}" if value and isinstance(value[0], tuple) else "[]"
        return brackets[0] + ", ".join(members) + brackets[1]
    return json.dumps(value)
