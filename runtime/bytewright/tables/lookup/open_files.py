"""Looks rows up in files that stay open: what leads to rows is kept for the next look-up, within bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import pyarrow as pa

from bytewright.arrow.backwards import Order
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings, value_of
from bytewright.errors import OptionError
from bytewright.host.suggest import hint
from bytewright.schema.lookups import Memory, Sought
from bytewright.schema.view import View
from bytewright.tables.inputs import Input

MOST_HELD = 2 << 20
"""Bytes of files, at most, of which structures are kept between look-ups: as objects they take some fifty times as
many."""
MOST_OPEN = 64
"""Files that stay open between look-ups; where there are more, each is opened anew."""


def keys_of(codec: Codec, view: View, given: Mapping[str, Any]) -> dict[str, Sequence[Any]]:
    """What is looked up, by the ids of options.

    Args:
        codec: the format.
        view: the view.
        given: a value, or several, by the name of an option.

    Raises:
        OptionError: rows aren't looked up by such an option, a value is wrong, or nothing is looked up.
    """
    known = {one.option for one in view.selections}
    options = {option.id.lower(): option for option in codec.options if option.id in known}
    if not options:
        raise OptionError(f"rows of the view {view.name} of {codec.name} are not looked up by anything")
    found: dict[str, Sequence[Any]] = {}
    for name, value in given.items():
        option = options.get(name.lower())
        if option is None:
            what = f"rows of the view {view.name} are not looked up by {name!r}"
            raise OptionError(what, hint=hint(name, sorted(known), "keys"))
        several = value if isinstance(value, (list, tuple, set, frozenset)) else (value,)
        found[option.id] = [value_of(option, one) for one in several]
    if not found:
        raise OptionError("there is no key to look up", hint=f"Name one of {', '.join(sorted(known))}.")
    return found


class Files(Protocol):
    """Files whose rows are looked up: a `Table`."""

    view: View
    settings: Settings

    @property
    def inputs(self) -> Sequence[Input]:
        """The files."""

    def use(self, settings: Settings) -> None:
        """Go by other values of the format's options."""

    def to_batches(self, *, limit: int | None = None, order: Order = "asc") -> Iterator[pa.RecordBatch]:
        """The rows."""


class LookUps:
    """The files of a table, in which rows are looked up, one time after another.

    Args:
        table: a table of them that nobody else reads.
    """

    def __init__(self, table: Files) -> None:
        self._table = table
        self._settings = table.settings
        self._stays = len(table.inputs) <= MOST_OPEN
        self._memory = Memory(self._has_room)
        for one in table.inputs:
            one.stays = self._stays

    def rows(self, sought: Mapping[str, Sequence[Any]], limit: int | None, order: Order) -> Iterator[pa.RecordBatch]:
        """The rows of some keys.

        Args:
            sought: the keys, by the ids of options.
            limit: see `Table.lookup`.
            order: likewise.

        Raises:
            ReadError: a file is bad.
        """
        for one in self._table.inputs:
            if one.has_changed:
                self._forget()
        self._table.use(replace(self._settings, values=Sought(self._settings.values, sought, self._memory)))
        done = False
        try:
            yield from self._table.to_batches(limit=limit, order=order)
            done = True
        except GeneratorExit:
            done = True
            raise
        finally:
            if not done or not self._has_room():
                self._forget()

    def _has_room(self) -> bool:
        """Whether structures stay, and more may: not where bad records are passed over, for which files are read
        otherwise."""
        if not self._stays or self._settings.mode != "FAILFAST":
            return False
        size = 0
        for one in self._table.inputs:
            if one.held is not None:
                if not one.held.steps.holds(self._table.view):
                    return False
                size += one.held.steps.copied
        return size <= MOST_HELD

    def _forget(self) -> None:
        self._memory.forget()
        for one in self._table.inputs:
            one.end()
