"""Make a file from rows or a tree."""

from __future__ import annotations

import argparse

from bytewright import tree
from bytewright.cli import console
from bytewright.cli.parser import option_argument, pairs
from bytewright.cli.spec_arguments import codec_named, trust_argument
from bytewright.codec.settings import check_model, check_written, parse
from bytewright.errors import InputMissingError, OptionError, WriteError
from bytewright.io.filesystems import PREFIX, storage_of
from bytewright.io.source import open_source
from bytewright.tables import row_models, write

EXAMPLES = (
    "bytewright write --spec log.ksy --from rows.jsonl -o new.bin",
    "bytewright write --spec log.ksy --from rows.parquet --root root.json -o new.bin",
    "bytewright write --spec log.ksy --from tree.json -o same.bin",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--spec", metavar="NAME|PATH", required=True, help="the format")
    parser.add_argument(
        "--from",
        dest="source",
        metavar="FILE",
        required=True,
        help="rows as JSON Lines (.jsonl) or Parquet (.parquet), or a tree (.json)",
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the file to make")
    parser.add_argument("--root", metavar="FILE", help="what the rows don't hold, as `bytewright root` prints it")
    parser.add_argument(
        "--view", metavar="NAME", help="which view, or which other rows, they are (default: the format's first view)"
    )
    parser.add_argument(
        "--rebuild",
        action="store_true",
        help="leave out what a tree keeps beyond the values' meaning, and encode anew what libraries do",
    )
    option_argument(parser)
    trust_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the file; gives the exit status."""
    codec = codec_named(arguments)
    assert codec is not None
    given = pairs(arguments.option)
    settings, storage = parse(codec, given), storage_of(given)
    of_rows = arguments.source.endswith((".jsonl", ".ndjson", ".parquet"))
    if of_rows:
        check_written(codec, arguments.view, settings)
    else:
        check_model(codec, settings, written=True)
        for name in ("root", "view"):
            if getattr(arguments, name) is not None:
                raise OptionError(f"--{name} has no effect on a tree", hint="It is for rows; a tree is the whole file.")
    root = _text(arguments.root) if arguments.root else None
    if of_rows:
        made = write.write_file(
            codec, arguments.source, arguments.output, arguments.view, settings, root, storage=storage
        )
        console.warn_of(made.warnings)
        return console.DONE
    try:
        model = tree.load(codec, _text(arguments.source))
    except WriteError as error:
        error.path = error.path or arguments.source
        raise
    if arguments.rebuild:
        model = row_models.reencoded(codec, model, settings)
    of_store = {PREFIX + name: value for name, value in storage}
    codec.write(model, arguments.output, canonical=arguments.rebuild, options={**settings.values, **of_store})
    return console.DONE


def _text(path: str) -> str:
    source = open_source(path)
    try:
        return source.read(0, source.size).decode()
    except UnicodeDecodeError:
        raise InputMissingError("it is not text in UTF-8", path=path) from None
    finally:
        source.close()
