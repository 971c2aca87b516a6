"""Show what every byte of a file is."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from bytewright.cli import console
from bytewright.cli.parser import number, option_argument, pairs, paths
from bytewright.cli.spec_arguments import codec_named, trust_argument
from bytewright.codec import registry
from bytewright.codec.settings import check_model, limits_on_disk, parse
from bytewright.errors import OptionError
from bytewright.tables.inputs import Input
from bytewright.tables.trees.record_walks import walk_of
from bytewright.tree import MORE, PADDING, SLACK, FileTree, Node, below, build_partly

_LINE = 16
"""Bytes of a line with ``--hex``."""
_TOGETHER = 256
"""Lines that are printed at once."""

READING = "Reading"
EXAMPLES = (
    "bytewright tree file.bin --depth 2",
    "bytewright tree file.bin --path 'records[7].body' --hex",
    "bytewright tree file.bin --at 0x1f4",
    "bytewright tree file.bin --limit 3",
    "bytewright tree damaged.bin --partly --hex",
    "bytewright tree file.bin --json > tree.json",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a file; - is standard input")
    parser.add_argument("--spec", metavar="NAME|PATH", help="the format (default: by the file's magic)")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument(
        "--json", action="store_true", help="print the tree as JSON, exact enough to write the file again"
    )
    shown.add_argument(
        "--partly", action="store_true", help="show a bad file up to what is wrong with it (not with --json)"
    )
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--path", metavar="PATH", help="show what lies at a path, as batches[0].body")
    place.add_argument("--at", type=number, metavar="OFFSET", help="show the fields that a byte belongs to")
    parser.add_argument("--depth", type=number, metavar="N", help="show at most N levels, and read no others")
    parser.add_argument("--limit", type=number, metavar="N", help="show at most N elements of each list")
    parser.add_argument("--hex", action="store_true", help="show the bytes beside what they are")
    option_argument(parser)
    trust_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the tree; gives the exit status."""
    _refuse(arguments)
    file = Input(paths([arguments.file])[0], limits=limits_on_disk(pairs(arguments.option)))
    source = file.open()
    try:
        codec = codec_named(arguments) or registry.codec_of(source)
        settings = parse(codec, pairs(arguments.option))
        check_model(codec, settings, written=False)
        if arguments.partly:
            decoded: dict[str, bytes] = {}
            root, error = build_partly(codec, source, settings.limits, options=settings.values, decoded=decoded)
            if error is not None:
                lines = _Lines(arguments, source.size, lambda node: node.bytes_in(source, decoded))
                lines.print(below(root, 0, arguments.depth, arguments.limit))
                raise error
        tree = FileTree(codec, source, settings, walk_of(codec, file, settings))
        if arguments.json:
            for text in chain(tree.json(arguments.path or ""), ("\n",)):
                console.begin_output()
                sys.stdout.write(text)
        elif arguments.at is not None:
            _Lines(arguments, source.size, tree.bytes_of).print(enumerate(tree.covering(arguments.at)))
        else:
            nodes = tree.nodes(arguments.path or "", arguments.depth, arguments.limit)
            _Lines(arguments, source.size, tree.bytes_of).print(nodes)
        console.warn_of([f"{source.name}: offset {offset} (0x{offset:x}): {text}" for offset, text in tree.warnings])
    finally:
        file.close()
    return console.DONE


def _refuse(arguments: argparse.Namespace) -> None:
    """Refuse arguments that have no effect on others."""
    given = {
        "--depth": arguments.depth is not None,
        "--limit": arguments.limit is not None,
        "--at": arguments.at is not None,
        "--path": arguments.path is not None,
        "--hex": arguments.hex,
    }
    for whole, without in (
        ("--json", ("--depth", "--limit", "--at", "--hex")),
        ("--partly", ("--at", "--path")),
        ("--at", ("--depth", "--limit")),
    ):
        asked = given.get(whole) or getattr(arguments, whole.removeprefix("--")) is True
        for name in without:
            if asked and given[name]:
                raise OptionError(f"{name} has no effect on {whole}", hint="Leave one of them out.")


class _Lines:
    """Nodes as lines of text."""

    def __init__(self, arguments: argparse.Namespace, size: int, bytes_of: Callable[[Node], bytes]) -> None:
        self._width = max(len(f"{size:x}"), 4)
        self._hex: bool = arguments.hex
        self._limit: int | None = arguments.limit
        self._path: str | None = arguments.path
        self._bytes_of = bytes_of
        self._dim, self._slack, self._name, self._type, self._value, self._raw, self._decoded = _styles(
            "dim", "red", "bold cyan", "magenta", "green", "yellow", "dim italic"
        )

    def print(self, nodes: Iterable[tuple[int, Node]]) -> None:
        """Print them, some at a time; those that come before an error, too."""
        waiting: list[str] = []
        try:
            for level, node in nodes:
                waiting += self._lines(level, node)
                if len(waiting) >= _TOGETHER:
                    console.show("\n".join(waiting))
                    waiting.clear()
        finally:
            if waiting:
                console.show("\n".join(waiting))

    def _lines(self, level: int, node: Node) -> Iterator[str]:
        name = self._path if level == 0 and self._path else node.name
        place = f"{node.offset:0{self._width}x} {node.size:>{self._width + 2}}  "
        kind = node.type
        style = self._slack if kind == SLACK else self._dim if kind in (PADDING, MORE) else self._name
        text = f"{'  ' * level}{style(console.harmless(name))}{self._type(f' {kind}')}"
        value = node.value if node.children is None else node.shown
        if value is not None or (node.children is None and kind != PADDING):
            text += f" = {self._value(console.harmless(_brief(value)))}"
        if node.again:
            text += self._dim("  again")
        if node.raw is not None:
            text += self._raw(f"  raw {node.raw[:16].hex()}{'…' if len(node.raw) > 16 else ''}")
        if not self._hex:
            yield (self._decoded if node.within else self._dim)(place) + text
            return
        rows = self._rows(node) if node.is_leaf and kind != MORE else []
        yield self._dim(f"{place}{rows[0] if rows else ' ' * _ROW}  ") + text
        for count, row in enumerate(rows[1:], 1):
            at = f"{node.offset + count * _LINE:0{self._width}x} {'':>{self._width + 2}}  "
            yield self._dim(f"{at}{row}".rstrip())

    def _rows(self, node: Node) -> list[str]:
        data = self._bytes_of(node)
        rows = [data[at : at + _LINE] for at in range(0, len(data), _LINE)]
        found = [f"{row.hex(' '):<{3 * _LINE - 1}}  {_text(row):<{_LINE}}" for row in rows[: self._limit]]
        return found if len(found) == len(rows) else [*found, "…"]


_ROW = 3 * _LINE - 1 + 2 + _LINE


def _text(data: bytes) -> str:
    return "".join(chr(byte) if 32 <= byte < 127 else "." for byte in data)


def _styles(*styles: str) -> Iterator[Callable[[str], str]]:
    """What makes text look like that, where it is printed to a terminal."""
    if not (sys.stdout.isatty() or os.environ.get("FORCE_COLOR")):
        return iter([str] * len(styles))
    from rich.console import Console

    out = Console(highlight=False, soft_wrap=True)

    def look(style: str) -> Callable[[str], str]:
        with out.capture() as captured:
            out.print("@", style=style, end="")
        before, _, after = captured.get().partition("@")
        return lambda text: f"{before}{text}{after}"

    return map(look, styles)


def _brief(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "…"
