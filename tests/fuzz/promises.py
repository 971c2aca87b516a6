"""What groups of fields promise of a spec: the kernel reads it, and values that are drawn of it make files.

Nothing else sees either. Rows are right by objects, too, and what can't be written is no file that is compared.
As a file costs less than a spec, some damaged ones are looked at as well: engines agree, good ones are written again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tests.fuzz.fields import damaged
from tests.fuzz.modes import MODES, Asked, unlike
from tests.fuzz.rows import check_whole
from tests.fuzz.samples import Sample

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.columnar.scan.preparation import capability
from bytewright.errors import BytewrightError
from bytewright.objects.read.traverse import explore
from bytewright.schema.view import View

OTHERS = 8
"""Damaged files that are looked at."""


def promised(made: Sample, chance: Random) -> None:
    """Ask what reads a sample of groups of fields, and what has become of the values that were drawn.

    Raises:
        AssertionError: objects read something, or values make no file, for no reason that a group states.
    """
    assert made.made is not None
    assert made.drawn is not None
    for why in made.drawn.refused:
        known = any(re.search(pattern, why) for pattern in made.made.refused)
        assert known, f"values are drawn that make no file: {why}\n{made.name}"
    for view in made.codec.views:
        for reason in refusals(made.codec, view):
            known = any(reason.endswith(one) for one in made.made.left)
            assert known, f"view {view.name} is left to objects: {reason}\n{made.name}"
        for place in view.lazy if not made.made.left else ():
            raise AssertionError(f"view {view.name} is read by objects where {place} is asked for\n{made.name}")
    others = [damaged(made.codec, chance.choice(made.files), chance) for _ in range(OTHERS if made.files else 0)]
    for data in (*made.files, *made.drawn.bad, *others):
        try:
            _read_and_written(made.codec, data, chance, left=bool(made.made.left))
        except AssertionError as error:
            raise AssertionError(f"{error}\n{made.name}, of {data.hex()}") from error


def _read_and_written(codec: Codec, data: bytes, chance: Random, *, left: bool) -> None:
    """Engines agree on a file, damaged or not; a good one is written again, and the kernel reads all rows of it unless
    some are ``left`` to objects."""
    for view in codec.views:
        asked = Asked(codec, data, view.name, mode=chance.choice(MODES))
        wanted, found = asked.shown("objects"), asked.shown("auto")
        assert found == wanted, f"{asked.what}: {unlike(found, wanted)}"
    try:
        bad = explore(codec.parse(data))
    except BytewrightError:
        return
    if bad:
        return
    check_whole(codec, data)
    for view in codec.views if not left else ():
        count = left_to_objects(codec, view, data)
        assert not count, f"view {view.name}: objects read {count} rows"


def refusals(codec: Codec, view: View) -> Iterator[str]:
    """Why objects read a view, or columns of it."""
    why = capability.refusal(codec, view, parse(codec))
    if why is not None:
        yield why
    yield from (f"column {column.id}: {column.by_objects}" for column in view.columns if column.by_objects)


def left_to_objects(codec: Codec, view: View, data: bytes) -> int:
    """How many rows of a file the kernel leaves to objects."""
    table = bytewright.open(data, codec, view.name, engine="columns")
    try:
        table.to_table()
    except BytewrightError:
        return 0  # a value too large for its column, say, which other checks hold against objects
    return table.counted["objects"]
