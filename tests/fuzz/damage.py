"""Damage: what one damaged place of a file costs is bounded, and no row comes that wasn't in the file.

Of the logs of `tests.damage`, and of drawn files that are lists of records.
"""

from __future__ import annotations

import random
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
from tests.damage.damaging import Judge, damage
from tests.damage.logs import LOGS, is_sought
from tests.fuzz.modes import Asked, unlike
from tests.fuzz.samples import Sample, follow, sample
from tests.safety.mutations import randomly

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import OptionError, ReadError, WriteError
from bytewright.schema.view import View
from bytewright.tables.append.growth import grows
from bytewright.tables.damage.repair import repair
from bytewright.tables.inputs import Input
from bytewright.tables.trees.tree_rows import tree_rows
from bytewright.views.evaluate.layout import levels_of, pivot_of

RECORDS = (3, 20, 60)
MOST_LOST = 12
"""Untouched records that one place may cost where records are looked for behind it, but for those whose own structure
it touches: the most that `make damage` has found in small files, and some more."""


@cache
def judge(name: str, records: int) -> Judge:
    """What judges the reads of a log of `tests.damage`."""
    return Judge(LOGS[name](records, 1))


def any_damage(chance: random.Random) -> str:
    """Damage a file at one place; gives which file.

    Raises:
        AssertionError: it costs too much, or a row comes that wasn't in the file.
    """
    if chance.random() < 0.3:
        return _logged(chance)
    with sample(chance) as made:
        damage_of(made, chance)
        return made.name


def damage_of(made: Sample, chance: random.Random) -> None:
    """Damage files, each at one place; see `any_damage`."""
    with tempfile.TemporaryDirectory() as folder:
        for data in made.files[:3]:
            for _ in range(2):
                _before(made, data, chance)
                _repaired(made, randomly(data, chance), Path(folder))


def _logged(chance: random.Random) -> str:
    name, records = chance.choice(list(LOGS)), chance.choice(RECORDS)
    log, number = LOGS[name](records, 1), chance.randrange(1 << 30)
    place = damage(log, random.Random(number))
    cost = judge(name, records).cost(place)
    what = f"{name}, {records} records, place {number}: {place.kind} from {place.low} to {place.high}: {cost}"
    assert cost.failed == 0, what
    assert cost.wrong <= 1, what
    if is_sought(log):
        assert cost.lost - cost.orphans <= MOST_LOST, what
    return name


def _before(made: Sample, data: bytes, chance: random.Random) -> None:
    """Records that end before a damaged place come as they were."""
    codec, place = made.codec, chance.randrange(len(data) + 1)
    bad = data[:place] + randomly(data[place:], chance)
    for view in codec.views:
        if not grows(codec, view) or codec.append_refusal or pivot_of(view) or len(levels_of(view)) > 1:
            continue  # or what lies behind may say something of what lies before
        good = _ended(codec, data, view.name, place)
        if good is None:
            continue
        for mode in ("FAILFAST", "PERMISSIVE", "DROPMALFORMED"):
            engine: Any = chance.choice(("objects", "auto"))
            found = Asked(codec, bad, view.name, mode=mode).shown(engine)
            what = f"{made.name}\nof {data.hex()}\nand {bad.hex()}: view {view.name}, {mode}, by {engine}"
            assert found.rows[: len(good)] == good, f"{what}: rows before {place}: {found.rows} in place of {good}"


def _ended(codec: Codec, data: bytes, view: str, place: int) -> list[str] | None:
    """The rows of records that end before a place of a good file; None: nothing says so."""
    whole = Asked(codec, data, view).shown("objects")
    if whole.error:
        return None
    told = bytewright.open(data, codec, view, engine="objects", options={"includeMetadata": True})
    places: list[Any] = told.to_table()["_metadata"].to_pylist()
    ends = _ends_in_file(codec, data, [(row["record_offset"], row["record_length"]) for row in places])
    return whole.rows[: sum(end <= place for end in ends)]


def _ends_in_file(codec: Codec, data: bytes, places: list[tuple[int, int]]) -> list[int]:
    """Where records end in a file, by their places in their streams: those in decoded bytes with what was decoded."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        tree = tree_rows([file.name], codec, {})
        assert tree is not None
        nodes: list[Any] = tree.only(["path", "offset", "size", "within"]).to_table().to_pylist()
    stored = {node["path"]: node for node in nodes}
    ends: dict[tuple[int, int], int] = {}
    for node in nodes:
        place, outer = (node["offset"], node["size"]), node
        while outer["within"] is not None:
            outer = stored[outer["within"]]
        # Of several of one place, in several streams, the last one.
        ends[place] = max(ends.get(place, 0), outer["offset"] + outer["size"])
    return [ends[place] for place in places]


def _repaired(made: Sample, data: bytes, folder: Path) -> None:
    """A repaired file is good, and has the rows that were read of the damaged one, as far as columns `_keep` them."""
    codec = made.codec
    bad, new = folder / "bad", folder / "new"
    bad.write_bytes(data)
    new.unlink(missing_ok=True)
    try:
        repair(codec, Input(str(bad)), parse(codec), str(new))
    except (OptionError, ReadError, WriteError):
        return  # no list of records, or what precedes them is bad
    what = f"{made.name}\nof {data.hex()}, repaired: {new.read_bytes().hex()}"
    for view in codec.views:
        names = _keep(codec, data, view)
        expected = Asked(codec, data, view.name, mode="DROPMALFORMED", columns=names).shown("objects")
        found = Asked(codec, new.read_bytes(), view.name, columns=names).shown("auto")
        if len(codec.views) == 1:
            assert (found.rows, found.error) == (expected.rows, ""), f"{what}: {unlike(found, expected)}"
        else:
            assert not found.error, f"{what}: view {view.name}: {found.error}"


def _keep(codec: Codec, data: bytes, view: View) -> list[str]:
    """Columns that are the same in a repaired file: what is calculated may count the records before (``_index``), and
    something may be written at another place."""
    others = follow(codec, view) | {column.id for column in view.columns if column.path in ((), ("index",))}
    shown = bytewright.open(data, codec, view.name, mode="DROPMALFORMED").available
    is_moved = {field.name for field in shown if codec.placed and pa.types.is_nested(field.type)}
    return [name for name in shown.names if name not in others | is_moved]
