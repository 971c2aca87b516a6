"""Show how two files differ: by records, as they are aligned by content, and by fields.

The exit status is 0 if they are the same, 1 if they differ, and 2 where that isn't known: one is missing or
damaged, or what differs can't be printed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from bytewright.cli import console
from bytewright.cli.parser import format_arguments, pairs, paths
from bytewright.cli.spec_arguments import codecs_named
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.settings import MODES, Settings, check_model, limits_on_disk, parse
from bytewright.errors import OptionError
from bytewright.tables.inputs import Input
from bytewright.tables.table import Table
from bytewright.tables.trees.differences import Difference, differences, same_format
from bytewright.tables.trees.row_differences import RowDifference, row_differences
from bytewright.tree import Node
from bytewright.views.evaluate.layout import view_of

SAME, DIFFERENT = 0, 1
"""Exit statuses, beside `console.TROUBLE`."""
_LONGEST = 120

READING = "Comparing"
EXAMPLES = (
    "bytewright diff monday.log tuesday.log",
    "bytewright diff a.bin b.bin --rows --columns time,value",
    "bytewright diff a.bin b.bin --json",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("old", metavar="A", help="a file; - is standard input")
    parser.add_argument("new", metavar="B", help="another file of its format")
    format_arguments(parser, versions=True)
    parser.add_argument("--json", action="store_true", help="print a line of JSON for each difference")
    parser.add_argument("--rows", action="store_true", help="compare rows, not fields")
    parser.add_argument("--view", metavar="NAME", help="whose rows (with --rows; default: the format's first view)")
    parser.add_argument("--columns", metavar="A,B.C", help="the columns that count (with --rows)")
    parser.add_argument("--mode", type=str.upper, choices=MODES, help="what a bad record does (with --rows)")


def run(arguments: argparse.Namespace) -> int:
    """Print the differences; gives the exit status."""
    for name in ("view", "columns", "mode"):
        if getattr(arguments, name) is not None and not arguments.rows:
            raise OptionError(f"--{name} has no effect without --rows", hint="Leave it out, or compare rows.")
    given = pairs(arguments.option)
    old, new = (Input(path, limits=limits_on_disk(given)) for path in paths([arguments.old, arguments.new]))
    try:
        named = codecs_named(arguments)
        codec, other = (
            registry.version_of(file.open(), named) if named else registry.codec_of(file.open()) for file in (old, new)
        )
        same_format(codec, other, arguments.new)
        settings = parse(codec, given, mode=arguments.mode)
        found = _rows if arguments.rows else _fields
        return found(codec, old, new, settings, arguments)
    finally:
        old.close()
        new.close()


def _fields(codec: Codec, old: Input, new: Input, settings: Settings, arguments: argparse.Namespace) -> int:
    check_model(codec, settings, written=False)
    status = SAME
    for one in differences(codec, old, new, settings):
        status = console.TROUBLE if one.kind == "damaged" else status or DIFFERENT
        console.say(_json(_as_json(one)) if arguments.json else _line(one))
    return status


def _rows(codec: Codec, old: Input, new: Input, settings: Settings, arguments: argparse.Namespace) -> int:
    columns = arguments.columns.split(",") if arguments.columns else None
    one, other = (Table(codec, view_of(codec, arguments.view), [file], settings, columns) for file in (old, new))
    status = SAME
    for row in row_differences(one, other):
        status = DIFFERENT
        for text in [_json(_row_as_json(row))] if arguments.json else _row_lines(row):
            console.say(text)
    for table in (one, other):
        console.warn_of(table.warnings)
        if table.malformed:
            status = console.TROUBLE
    return status


# --- lines -----------------------------------------------------------------------------------------------------------


def _line(one: Difference) -> str:
    if one.kind == "damaged":
        return f"! {one.path or one.new_path}: {one.error}"
    if one.old is None or one.new is None:
        node, path = one.old or one.new, one.path or one.new_path
        assert node is not None
        size = f"{node.size} byte{'s' * (node.size != 1)}"
        return f"{'-' if one.new is None else '+'} {path} ({_place(node)}, {size}): {_said(node)}"
    where = one.path if one.path == one.new_path else f"{one.path} → {one.new_path}"
    places = dict.fromkeys((_place(one.old), _place(one.new)))
    if one.old.children is None and one.old.value is None and one.new.value is None and one.old.type == one.new.type:
        return f"~ {where} ({' → '.join(places)}): other bytes of the same meaning"
    return f"~ {where} ({' → '.join(places)}): {_said(one.old)} → {_said(one.new)}"


def _place(node: Node) -> str:
    return f"0x{node.offset:x}{f' of {node.within}' if node.within else ''}"


def _said(node: Node) -> str:
    """What is in a node, in brief."""
    if node.children is None:
        return _cut(json.dumps(node.value, ensure_ascii=False))
    text = ""
    for name, value in _leaves(node):
        text += f"{' ' if text else ''}{name}={json.dumps(value, ensure_ascii=False)}"
        if len(text) > _LONGEST:
            break
    return _cut(text) or node.type


def _leaves(node: Node) -> Iterator[tuple[str, Any]]:
    for child in node.children or ():
        if child.shown is not None:
            yield from [] if child.derived else [(child.name, child.shown)]
        elif child.children is not None:
            yield from _leaves(child)
        elif isinstance(child.value, dict):
            yield from child.value.items()
        elif not child.derived and child.value is not None:
            yield child.name, child.value


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _as_json(one: Difference) -> dict[str, Any]:
    found: dict[str, Any] = {"change": one.kind}
    for name, path, node in (("old", one.path, one.old), ("new", one.new_path, one.new)):
        if node is not None:
            found[name] = {"path": path, **{key: value for key, value in node.to_json().items() if key != "name"}}
    return found | ({"error": one.error} if one.error else {})


def _row_lines(row: RowDifference) -> Iterator[str]:
    if row.old is None or row.new is None:
        number, shown = (row.number, row.old) if row.new is None else (row.new_number, row.new)
        yield f"{'-' if row.new is None else '+'} rows[{number}]: {_json(shown)}"
        return
    where = f"rows[{row.number}]" if row.number == row.new_number else f"rows[{row.number}] → rows[{row.new_number}]"
    for name, value in row.old.items():
        yield f"~ {where}.{name}: {_json(value)} → {_json(row.new[name])}"


def _row_as_json(row: RowDifference) -> dict[str, Any]:
    kind = "removed" if row.new is None else "added" if row.old is None else "changed"
    found: dict[str, Any] = {"change": kind}
    for name, number, shown in (("old", row.number, row.old), ("new", row.new_number, row.new)):
        if shown is not None:
            found[name] = {"row": number, "columns": shown}
    return found


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
