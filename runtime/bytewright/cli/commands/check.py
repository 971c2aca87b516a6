"""Read files wholly, every value of every record and every view, and say whether they are good."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace

from bytewright.cli import console
from bytewright.cli.parser import pairs, paths, reading_arguments
from bytewright.cli.progress import several
from bytewright.cli.spec_arguments import codecs_named
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings, check_checked, limits_on_disk, parse
from bytewright.errors import BytewrightError, OptionError, ReadError
from bytewright.io.file_listing import files_named
from bytewright.tables.damage.repair import places, streaming
from bytewright.tables.inputs import Input
from bytewright.tables.table import Table
from bytewright.views.evaluate.malformed import PassedOver
from bytewright.views.evaluate.steps import Steps

READING = "Checking"
EXAMPLES = (
    "bytewright check log.bin",
    "bytewright check 'logs/*.bin' --strict",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    reading_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a line per good file; gives the exit status."""
    status = console.DONE
    given = pairs(arguments.option)
    named = codecs_named(arguments)
    for codec in named:
        check_checked(codec, parse(codec, given))  # what is wrong with the options is so for every file
    for path in _listed(paths(arguments.files)):
        try:
            if isinstance(path, BytewrightError):
                raise path
            file = Input(path, limits=limits_on_disk(given))
            try:
                codec = registry.version_of(file.open(), named) if named else registry.codec_of(file.open())
                settings = parse(codec, given)
                try:
                    told, warnings = check(codec, file, settings, strict=arguments.strict)
                except ReadError as error:
                    _say_damage(codec, file, settings, error)
                    status = console.BAD_INPUT
                    continue
            finally:
                file.close()
        except OptionError:
            raise
        except BytewrightError as error:
            console.report(error)
            status = console.BAD_INPUT
            continue
        console.warn_of([f"{path}: offset {offset} (0x{offset:x}): {text}" for offset, text in warnings])
        console.say(f"{path}: {told}")
    return status


def _listed(given: Sequence[str]) -> Iterator[str | BytewrightError]:
    """The files that paths, directories and globs name, or what is wrong with one of these."""
    for one in given:
        try:
            yield from files_named(one)
        except BytewrightError as error:
            yield error


def _say_damage(codec: Codec, file: Input, settings: Settings, error: ReadError) -> None:
    """Print what is wrong with a bad file: each place that a reader would pass over, if it can pass over any."""
    source = file.open()
    tolerant = replace(settings, mode="DROPMALFORMED", given=frozenset())
    passed, seen = PassedOver(source), set[int]()
    said: list[ReadError] = []
    for view in streaming(codec, Steps(codec, source, settings)):
        with suppress(OptionError, ReadError):
            for bad in places(codec, view, file, tolerant):
                start, end = bad.extent(source)
                if start in seen:
                    continue  # another view refuses it as well
                seen.add(start)
                passed.add(bad)
                if passed.places <= _SHOWN:
                    said.append(_with_extent(bad.error, start, end))
    if not any(_is_of(error, one) for one in said):
        said.insert(0, error)
    if passed.places == 1 and passed.size < source.size:
        said[-1].hint = f"{said[-1].hint} {_REST}."
    for one in said:
        one.path = one.path or source.name
        console.report(one)
    if passed.places > 1:
        console.say(f"{source.name}: damage: {passed} in all; {_REST}")


_REST = "`bytewright repair` keeps the rest"


def _with_extent(error: ReadError, start: int, end: int) -> ReadError:
    """An error that says, too, which bytes are passed over for it."""
    size = f"{end - start:,} byte{'s' * (end - start != 1)}"
    place = "there" if start == error.offset and not error.within else f"offset {start} (0x{start:x})"
    found = copy(error)
    found.hint = " ".join(filter(None, (error.hint, f"{size} from {place} on {_are(end - start)} passed over.")))
    return found


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _is_of(error: ReadError, place: ReadError) -> bool:
    """Whether an error is told already, by that of a place."""
    return (error.field, error.offset, error.expected) == (place.field, place.offset, place.expected)


_SHOWN = 1000
"""Places that are listed of a file, at most."""


def check(codec: Codec, file: Input, settings: Settings, *, strict: bool = False) -> tuple[str, list[tuple[int, str]]]:
    """Read a file wholly: all fields, also those at places of their own, and the rows of all views.

    Args:
        codec: the format.
        file: the file, which stays open.
        settings: the options.
        strict: bytes left over are an error.

    Returns:
        What to say of it, and what was tolerated in it: offsets and texts.

    Raises:
        ReadError: it is bad.
    """
    source = file.open()
    check_checked(codec, settings)
    several(1 + len(codec.views))
    steps = Steps(codec, source, settings, strict=strict)
    records = steps.read()
    for view in codec.views:
        # An option that another view uses is none of this one's.
        given = replace(settings, given=frozenset())
        with suppress(OptionError):  # a view may need to be told more
            for _ in Table(codec, view, [file.again()], given, strict=strict).to_batches():
                pass
    size = "1 byte" if source.size == 1 else f"{source.size} bytes"
    if records is None:
        return f"good {codec.name}, {size}", steps.warnings
    what = "1 record" if records == 1 else f"{records} records"
    return f"good {codec.name}, {size}, {what} ({codec.records_id})", steps.warnings
