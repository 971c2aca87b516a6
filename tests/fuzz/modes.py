"""Modes: whatever is asked of a file, both engines show the same of it, and what options promise of each other holds.

Modes of bad records, checks, columns, conditions, bounds and order of rows, their metadata, sizes of batches, fields
that are read one by one; of good files, damaged ones and bytes that never were one.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pyarrow as pa
import pyarrow.compute as pc
from tests.fuzz.fields import damaged
from tests.fuzz.samples import Sample
from tests.support.both import numbers
from tests.support.viewed import agree_as_view

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.columnar.scan import discovery, region_locator, small_files
from bytewright.columnar.scan.preparation import capability
from bytewright.errors import OptionError, ReadError
from bytewright.kernels.drivers import scan
from bytewright.tables import table
from bytewright.views.evaluate import steps
from bytewright.views.evaluate.layout import pivot_of

MODES = ("FAILFAST", "PERMISSIVE", "DROPMALFORMED")
TOLD = {"includeMetadata": True, "includeError": True, "columnNameOfCorruptRecord": "bad bytes"}
_SMALL: dict[tuple[ModuleType, str], int] = {
    (steps, "KEPT"): 0,
    (table, "BACKWARDS"): 60,
    (table, "READ_AHEAD"): 1,
    (small_files, "_MOST"): small_files.FEWEST,
    (region_locator, "DECODED"): 1,
    (discovery, "_LOOKED_THROUGH"): 1,
}
"""Sizes up to which files, or what is in them, are worked on in one way and beyond them in another."""
_ASKED = 3
"""How often something is asked of a file."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown of a file.

    Attributes:
        rows: each as text.
        error: what ends them; empty: nothing.
        malformed: bad records that were passed over.
    """

    rows: list[str]
    error: str
    malformed: int


class Asked:
    """Something that is asked of a file, of both engines.

    Args:
        codec: the format.
        data: the file.
        view: the view.
        arguments: of `bytewright.open`.
    """

    def __init__(self, codec: Codec, data: Any, view: str, **arguments: Any) -> None:
        self._codec, self._data, self._view, self._arguments = codec, data, view, arguments
        self.what = f"view {view}, {arguments}"

    def opened(self, engine: Any) -> Any:
        """The file as a table."""
        return bytewright.open(self._data, self._codec, self._view, engine=engine, **self._arguments)

    def shown(self, engine: Any, **asked: Any) -> Shown:
        """What an engine shows; ``asked``: arguments of ``to_batches``."""
        opened = self.opened(engine)
        rows: list[str] = []
        error = ""
        try:
            for batch in opened.to_batches(**asked):
                most = self._arguments.get("batch_rows", batch.num_rows)
                assert 0 < batch.num_rows <= most, f"{self.what}: a batch of {batch.num_rows} rows by {engine}"
                assert batch.schema.equals(opened.schema), "a batch of another schema"
                batch.validate(full=True)
                rows += map(repr, numbers(batch).to_pylist())
        except ReadError as bad:
            error = str(bad)
        return Shown(rows, error, opened.malformed)


def modes_of(made: Sample, chance: random.Random) -> None:
    """Ask something of files at random, of both engines.

    Raises:
        AssertionError: the engines differ, or what was asked for doesn't hold.
    """
    for data in made.files[:3]:
        for way in ("good", "damaged", "damaged"):
            given = data if way == "good" else damaged(made.codec, data, chance)
            try:
                _ask(made, given, chance)
            except AssertionError as error:
                raise AssertionError(f"{made.name}\nof {given.hex()}: {error}") from error


def _ask(made: Sample, data: bytes, chance: random.Random) -> None:
    for view in made.codec.views:
        for _ in range(_ASKED):
            asked, engines = _drawn(made.codec, data, view, chance)
            wanted = asked.shown("objects")
            for engine in engines:
                with blocks(chance, data):
                    found = asked.shown(engine)
                assert found == wanted, f"{asked.what}: {unlike(found, wanted)}"
            for check in (_bounded, _turned, _kept):
                if chance.random() < 0.5:
                    check(asked, wanted, chance.choice(("objects", *engines)), chance)
    _modes_agree(made.codec, data, chance)
    agree_as_view(made.codec, data)


def _drawn(codec: Codec, data: bytes, view: Any, chance: random.Random) -> tuple[Asked, list[Any]]:
    """Something to ask, and the engines beside objects that can be asked."""
    options: dict[str, Any] = {"verifyChecksum": chance.choice(("fail", "fail", "skip"))}
    options |= {name: value for name, value in TOLD.items() if chance.random() < 0.2}
    if chance.random() < 0.2:
        options["tornTail"] = "ignore"
    if chance.random() < 0.1:
        options["resync"] = False
    arguments: dict[str, Any] = {"options": options, "mode": chance.choice(MODES)}
    arguments |= {"batch_rows": chance.choice((1, 2, 3, 7))} if chance.random() < 0.7 else {}
    names = bytewright.open(data, codec, view.name, **arguments).available.names
    if names and chance.random() < 0.5:
        arguments["columns"] = chance.sample(names, chance.randint(1, len(names)))
    settings = parse(codec, options, mode=arguments["mode"])
    apart = {column.id for column in view.columns if column.by_objects} & {*arguments.get("columns", names)}
    able = capability.refusal(codec, view, settings) is None and (view.where is not None or not apart)
    able = able and ("includeMetadata" not in options or capability.tells_places(codec, view))
    strict = chance.random() < 0.1
    if strict and capability.refusal(codec, view, settings, strict=True) is None:
        arguments["strict"] = True
    return Asked(codec, data, view.name, **arguments), ["columns", "auto"] if able else ["auto"]


@contextmanager
def blocks(chance: random.Random, data: bytes) -> Iterator[None]:
    """Files are worked on in pieces of some size, mostly a small one, which decides nothing but how fast that is."""
    with ExitStack() as stack:
        if chance.random() < 0.8:
            bytes_each = {"buffer_bytes": chance.choice((1, 16, 100, max(1, len(data)))), "block_bytes": 90}
            few = {"block_records": chance.choice((1, 2, 8)), "elements": chance.choice((1, 4)), "enough": 4}
            stack.enter_context(patch.object(scan, "Settings", partial(scan.Settings, **bytes_each, **few)))
        for (module, name), small in _SMALL.items():
            if chance.random() < 0.4:
                stack.enter_context(patch.object(module, name, small))
        yield


def _bounded(asked: Asked, wanted: Shown, engine: Any, chance: random.Random) -> None:
    """Some of the first rows are the first of all."""
    most = chance.randrange(2 + len(wanted.rows))
    found = asked.shown(engine, limit=most)
    assert found.rows == wanted.rows[:most], f"{asked.what}, limit {most} by {engine}"
    if most > len(wanted.rows):
        assert found.error == wanted.error, f"{asked.what}, limit {most} by {engine}: {unlike(found, wanted)}"


def _turned(asked: Asked, wanted: Shown, engine: Any, chance: random.Random) -> None:
    """Rows from the end are all rows the other way around."""
    if wanted.error:
        return
    most = chance.choice((None, chance.randrange(2 + len(wanted.rows))))
    found = asked.shown(engine, order="desc", limit=most)
    assert (found.rows, found.error) == (wanted.rows[::-1][:most], ""), f"{asked.what}, backwards by {engine}, {most}"


def _kept(asked: Asked, wanted: Shown, engine: Any, chance: random.Random) -> None:
    """Rows that a condition keeps are those of all rows that Arrow keeps by it."""
    opened = asked.opened("objects")
    batches: list[Any] = []
    with suppress(ReadError):
        batches.extend(opened.to_batches())
    rows = pa.Table.from_batches(batches, opened.schema)
    leaves = [*_leaves(rows)]
    if not leaves:
        return
    try:
        condition = _condition(chance, leaves)
        kept = rows.filter(condition)
        expected = [repr(row) for batch in kept.to_batches() for row in numbers(batch).to_pylist()]
        found = asked.shown(engine, filters=condition)
    except (pa.ArrowException, OptionError, OverflowError):
        return  # a condition that Arrow doesn't compute
    assert (found.rows, found.error) == (expected, wanted.error), f"{asked.what}, by {engine} where {condition}"


def _leaves(rows: Any) -> Iterator[tuple[Any, list[Any]]]:
    """Fields of rows that conditions may be about, with some of their values."""
    for name in rows.schema.names:
        kind = rows.schema.field(name).type
        if pa.types.is_struct(kind):
            for member in kind:
                if _is_plain(member.type) and rows[name].num_chunks:
                    yield pc.field(name, member.name), _values(pc.struct_field(rows[name], member.name))
        elif _is_plain(kind):
            yield pc.field(name), _values(rows[name])


def _is_plain(kind: Any) -> bool:
    tests = (pa.types.is_integer, pa.types.is_floating, pa.types.is_boolean, pa.types.is_string, pa.types.is_binary)
    return any(test(kind) for test in (*tests, pa.types.is_decimal, pa.types.is_timestamp))


def _values(column: Any) -> list[Any]:
    try:
        found = [value for value in column.slice(0, 20).to_pylist() if value is not None]
    except (OverflowError, ValueError):  # moments that Python has none of
        return []
    return found or [0]


def _condition(chance: random.Random, leaves: list[tuple[Any, list[Any]]], depth: int = 2) -> Any:
    if depth and chance.random() < 0.5:
        one, other = (_condition(chance, leaves, depth - 1) for _ in range(2))
        return chance.choice((one & other, one | other, ~one))
    field, values = chance.choice(leaves)
    value = _near(chance, chance.choice(values or [None]))
    if value is None or chance.random() < 0.15:
        return chance.choice((field.is_null(), field.is_valid()))
    match chance.randrange(8):
        case 0:
            return field.isin([*values[:3], value])
        case 1 | 2 if isinstance(value, str):
            part = value[chance.randrange(len(value) + 1) :][:3]
            return chance.choice((pc.starts_with, pc.ends_with, pc.match_substring))(field, part)
        case 3:
            return field != value
        case 4:
            return chance.choice((field < value, field >= value))
        case 5:
            return chance.choice((field > value, field <= value))
    return field == value


def _near(chance: random.Random, value: Any) -> Any:
    """A value, or one near it."""
    if chance.random() < 0.6 or isinstance(value, bool | datetime.datetime):
        return value
    if isinstance(value, int):
        return value + chance.choice((-1, 1))
    return value[:-1] if isinstance(value, str | bytes) else value


def _modes_agree(codec: Codec, data: bytes, chance: random.Random) -> None:
    """What is dropped in one mode has a row in another, and what fails nowhere is the same in all."""
    for view in codec.views:
        if pivot_of(view) is not None:
            continue  # which columns there are, modes that go on find in more records
        told = {"includeError": True}
        strict, marked, dropped = (
            Asked(codec, data, view.name, mode=mode, options=told).shown(chance.choice(("objects", "auto")))
            for mode in MODES
        )
        if marked.error or dropped.error:
            assert marked.error == dropped.error, f"view {view.name}: {marked.error!r}, {dropped.error!r}"
        good = [row for row in marked.rows if "'_error': None" in row]
        assert good == dropped.rows, f"view {view.name}: rows of DROPMALFORMED are no others than those of PERMISSIVE"
        assert len(marked.rows) - len(good) == marked.malformed == dropped.malformed, f"view {view.name}: counted"
        if not strict.error:
            assert (marked.rows, marked.malformed) == (strict.rows, 0), f"view {view.name}: rows of a good file"
        else:
            assert dropped.rows[: len(strict.rows)] == strict.rows, f"view {view.name}: rows before the first bad one"


def unlike(found: Shown, wanted: Shown) -> str:
    """What of two results is not the same."""
    pairs: list[tuple[object, object]] = [*zip(found.rows, wanted.rows, strict=False)]
    pairs += [(len(found.rows), len(wanted.rows)), (found.error, wanted.error), (found.malformed, wanted.malformed)]
    return next((f"{one!r} in place of {other!r}" for one, other in pairs if one != other), "")
