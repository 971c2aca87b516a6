"""Print what the rows of a file don't hold."""

from __future__ import annotations

import argparse
import json

from bytewright.cli import console
from bytewright.cli.parser import option_argument, pairs, paths
from bytewright.cli.spec_arguments import codec_named, trust_argument
from bytewright.codec import registry
from bytewright.codec.settings import check_written, limits_on_disk, parse
from bytewright.io.source import open_source
from bytewright.tables.remade_files import differs_at
from bytewright.tables.row_models import root_of
from bytewright.views.evaluate.layout import view_of

READING = "Reading"
EXAMPLES = ("bytewright root log.bin > root.json",)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a file; - is standard input")
    parser.add_argument("--spec", metavar="NAME|PATH", help="the format (default: by the file's magic)")
    parser.add_argument("--view", metavar="NAME", help="whose rows (default: the format's first view)")
    option_argument(parser)
    trust_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the root as JSON; gives the exit status."""
    source = open_source(paths([arguments.file])[0], limits=limits_on_disk(pairs(arguments.option)))
    try:
        codec = codec_named(arguments) or registry.codec_of(source)
        settings = parse(codec, pairs(arguments.option))
        check_written(codec, arguments.view, settings)  # as for the writing that the root is for
        found = root_of(codec, source, arguments.view, settings)
        made_by_code = any(maker.view == view_of(codec, arguments.view).name for maker in codec.makers)
        other = None if made_by_code else differs_at(codec, source, settings)
    finally:
        source.close()
    if other is not None:
        said = "rows and this root make another file: what no field says is in neither"
        console.warn(f"{source.name}: offset {other} ({other:#x}): {said}")
    console.say(json.dumps(found, ensure_ascii=False, separators=(",", ":")))
    return console.DONE
