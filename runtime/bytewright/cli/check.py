"""Read files wholly, every value of every record, and say whether they are good."""

from __future__ import annotations

import argparse

from bytewright import registry
from bytewright.cli import console
from bytewright.cli.compiling import codec_named
from bytewright.cli.parser import pairs, paths, reading_arguments
from bytewright.codec import Codec
from bytewright.errors import BytewrightError, OptionError
from bytewright.settings import Settings, check_checked, parse
from bytewright.source import Source, open_source


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    reading_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a line per good file; gives the exit status."""
    status = console.DONE
    given = pairs(arguments.option)
    named = codec_named(arguments)
    if named is not None:
        check_checked(named, parse(named, given))  # what is wrong with the options is so for every file
    for path in paths(arguments.files):
        try:
            source = open_source(path)
            try:
                codec = named or registry.codec_of(source)
                told, warnings = check(codec, source, parse(codec, given), strict=arguments.strict)
            finally:
                source.close()
        except OptionError:
            raise
        except BytewrightError as error:
            console.report(error)
            status = console.BAD_INPUT
            continue
        console.warn_of([f"{path}: offset {offset} (0x{offset:x}): {text}" for offset, text in warnings])
        console.say(f"{path}: {told}")
    return status


def check(
    codec: Codec, source: Source, settings: Settings, *, strict: bool = False
) -> tuple[str, list[tuple[int, str]]]:
    """Read a file wholly; gives what to say of it, and what was tolerated in it.

    Raises:
        ReadError: it is bad.
    """
    from bytewright.views.steps import Steps

    check_checked(codec, settings)
    steps = Steps(codec, source, settings, strict=strict)
    records = steps.read()
    size = "1 byte" if source.size == 1 else f"{source.size} bytes"
    if records is None:
        return f"good {codec.name}, {size}", steps.warnings
    what = "1 record" if records == 1 else f"{records} records"
    return f"good {codec.name}, {size}, {what} ({codec.records_id})", steps.warnings
