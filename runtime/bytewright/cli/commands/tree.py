"""Show what every byte of a file is."""

from __future__ import annotations

import argparse
import json
import sys

from bytewright import tree
from bytewright.cli import console
from bytewright.cli.parser import option_argument, pairs, paths
from bytewright.cli.spec_arguments import codec_named, trust_argument
from bytewright.codec import registry
from bytewright.codec.settings import check_model, limits_on_disk, parse
from bytewright.errors import OptionError
from bytewright.io.source import open_source
from bytewright.tree import PADDING, SLACK, Node

EXAMPLES = (
    "bytewright tree file.bin",
    "bytewright tree file.bin --depth 2",
    "bytewright tree damaged.bin --partly",
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
    parser.add_argument("--depth", type=int, metavar="N", help="show at most N levels (not with --json)")
    option_argument(parser)
    trust_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the tree; gives the exit status."""
    if arguments.json and arguments.depth is not None:
        raise OptionError("--depth has no effect on --json", hint="Leave one of them out.")
    source = open_source(paths([arguments.file])[0], limits=limits_on_disk(pairs(arguments.option)))
    try:
        codec = codec_named(arguments) or registry.codec_of(source)
        settings = parse(codec, pairs(arguments.option))
        check_model(codec, settings, written=False)
        if arguments.partly:
            root, error = tree.build_partly(codec, source, settings.limits, options=settings.values)
            if error is not None:
                _show(root, arguments.depth)
                raise error
        warnings: list[tuple[int, str]] = []
        root = tree.build(codec, source, settings.limits, warnings=warnings, options=settings.values)
        console.warn_of([f"{source.name}: offset {offset} (0x{offset:x}): {text}" for offset, text in warnings])
    finally:
        source.close()
    if arguments.json:
        json.dump(root.to_json(), sys.stdout, ensure_ascii=False, separators=(",", ":"))
        sys.stdout.write("\n")
    else:
        _show(root, arguments.depth)
    return console.DONE


def _show(root: Node, depth: int | None) -> None:
    from rich.console import Console
    from rich.text import Text

    class Terminal(Console):
        def on_broken_pipe(self) -> None:
            # Who read us has seen enough; rich would end the process with another status than the other commands.
            raise BrokenPipeError

    out = Terminal(highlight=False, soft_wrap=True)
    width = max(len(f"{root.size:x}"), 4)

    def line(node: Node, level: int) -> None:
        text = Text(
            f"{node.offset:0{width}x} {node.size:>{width + 2}}  ", style="dim" if not node.within else "dim italic"
        )
        text.append("  " * level)
        style = "red" if node.type == SLACK else "dim" if node.type == PADDING else "bold cyan"
        text.append(node.name, style=style)
        text.append(f" {node.type}", style="magenta")
        if node.children is None and node.type != PADDING:
            text.append(" = ")
            text.append(_brief(node.value), style="green")
        if node.again:
            text.append("  again", style="dim")
        if node.raw is not None:
            text.append(f"  raw {node.raw[:16].hex()}{'…' if len(node.raw) > 16 else ''}", style="yellow")
        out.print(text)
        if node.children is not None and (depth is None or level < depth):
            for child in node.children:
                line(child, level + 1)

    line(root, 0)


def _brief(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "…"
