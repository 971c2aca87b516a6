"""What groups of fields promise of a spec: the kernel reads it, and values that are drawn of it make files.

Nothing else sees either. Rows are right by objects, too, and what can't be written is no file that is compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tests.fuzz.fields import damaged
from tests.fuzz.samples import Sample

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.columnar.scan.preparation import capability
from bytewright.errors import BytewrightError
from bytewright.objects.read.traverse import explore
from bytewright.schema.view import View

OTHERS = 12
"""Files that are damaged to find good ones."""


def promised(made: Sample, chance: Random) -> None:
    """Ask what reads a sample of groups of fields, and what has become of the values that were drawn.

    Raises:
        AssertionError: objects read something, or values make no file, for no reason that a group states.
    """
    assert made.made is not None
    for why in made.refused:
        known = any(re.search(pattern, why) for pattern in made.made.refused)
        assert known, f"values are drawn that make no file: {why}\n{made.name}"
    for view in made.codec.views:
        for reason in refusals(made.codec, view):
            known = any(reason.endswith(one) for one in made.made.left)
            assert known, f"view {view.name} is left to objects: {reason}\n{made.name}"
        for place in view.lazy if not made.made.left else ():
            raise AssertionError(f"view {view.name} is read by objects where {place} is asked for\n{made.name}")
        for data in _good(made, chance) if not made.made.left else ():
            count = left(made.codec, view, data)
            assert not count, f"view {view.name}: objects read {count} rows of {data.hex()}\n{made.name}"


def _good(made: Sample, chance: Random) -> Iterator[bytes]:
    """The files, and others that are made of them and good, too."""
    yield from made.files
    for _ in range(OTHERS if made.files else 0):
        data = damaged(made.codec, chance.choice(made.files), chance)
        try:
            bad = explore(made.codec.parse(data))
        except BytewrightError:
            continue
        if not bad:
            yield data


def refusals(codec: Codec, view: View) -> Iterator[str]:
    """Why objects read a view, or columns of it."""
    why = capability.refusal(codec, view, parse(codec))
    if why is not None:
        yield why
    yield from (f"column {column.id}: {column.by_objects}" for column in view.columns if column.by_objects)


def left(codec: Codec, view: View, data: bytes) -> int:
    """How many rows of a file the kernel leaves to objects."""
    table = bytewright.open(data, codec, view.name, engine="columns")
    try:
        table.to_table()
    except BytewrightError:
        return 0  # a value too large for its column, say, which other checks hold against objects
    return table.counted["objects"]
