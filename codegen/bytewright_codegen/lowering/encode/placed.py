"""What lies at places of its own: it is written behind all else in its stream."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from bytewright.kernels.plan import RECORDS, Expr, Get, encoding
from bytewright_codegen.lowering.encode.context import LONGEST, Here
from bytewright_codegen.lowering.encode.following import Following
from bytewright_codegen.lowering.encode.record import Record
from bytewright_codegen.lowering.expressions.arithmetic import difference
from bytewright_codegen.lowering.expressions.values import Num, Refusal, Structure
from bytewright_codegen.plans.reading import Nested
from bytewright_codegen.plans.writing import QUANTITY, EntryWriting


class StructureWriter(Protocol):
    """See `bytewright_codegen.lowering.encode.structures.Writing`."""

    def structure(self, nested: Nested, here: Here) -> Structure:
        """Write a structure; its ``position`` is where it ends."""


class Placed:
    """Writes what lies at places of its own, in the order in which it was met."""

    def __init__(self, record: Record, following: Following, writing: StructureWriter) -> None:
        self._record = record
        self._evaluation = record.evaluation
        self._following = following
        self._writing = writing

    def wait(self, structure: Structure, one: EntryWriting) -> None:
        """Note what lies at a place of its own: it is written behind all else in its stream."""
        entry, place = one.entry, one.place
        stream = self._record.streams[-1] if self._record.streams else None
        plain = isinstance(entry.item, Nested) and entry.frame.kind == "none" and entry.count is None
        if not plain or entry.condition is not None or entry.attribute.again or place is None:
            raise Refusal("such a field with a place of its own", entry.loc)
        strange = (place.climb, place.element, place.each, place.relative_to is not None, place.unless)
        others = (one.equation, one.before, one.after, one.sizes, one.told, one.settled, one.inferred, one.follows)
        if any(strange) or any(others) or stream is None or stream.domain != structure.domain:
            raise Refusal("a field whose place rests on more than a field beside it", entry.loc)
        stream.waiting.append((structure, one, self._record.inside(structure, entry, structure.present)))

    def put(self, end: Expr) -> Expr:
        """Write what lies at places of its own in a stream, from where its sequence ends; gives where that ends."""
        stream = self._record.streams.pop()
        assert stream is not None
        for one in stream.waiting:
            if isinstance(one, encoding.Columns):
                self._record.add(replace(one, first=end))
                end = Get(f"{one.name}>")
            else:
                end = self._put_one(*one, stream.start, end)
        return end

    def _put_one(self, structure: Structure, one: EntryWriting, here: Here, start: Expr, at: Expr) -> Expr:
        """Write a structure at a place of its own, and say where that is; gives where it ends."""
        entry, place = one.entry, one.place
        assert isinstance(entry.item, Nested)
        assert place is not None
        here = replace(here, place=at)
        found: Expr = difference(at, start)
        if place.value is not None:
            measured = Num(here.domain, found, 0, LONGEST)
            found = self._evaluation.number(
                place.value, self._record.context(structure, here, **{QUANTITY: measured})
            ).expr
        self._following.tell(structure, place.field, found, one, here)
        self._record.source(here.way, "struct")
        self._record.require(structure, one, here)
        self._record.streams.append(None)  # what lies elsewhere again would come behind all of this
        end = self._writing.structure(entry.item, here).position
        self._record.streams.pop()
        if here.domain == RECORDS and here.guard is None:
            self._record.add(encoding.Lies(RECORDS, here.way, at, end))
        return end
