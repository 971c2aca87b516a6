"""What lies at places of its own: it is written behind all else in its stream."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from bytewright.kernels import plan as kernel
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
        if entry is self._record.apart:
            if place is None:
                raise Refusal("such a field with a place of its own", entry.loc)
            self._tell_apart(structure, one)
            return
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
        entry = one.entry
        assert isinstance(entry.item, Nested)
        here = replace(here, place=at)
        self._tell(structure, one, here, difference(at, start))
        self._record.source(here.way, "struct")
        self._record.require(structure, one, here)
        self._record.streams.append(None)  # what lies elsewhere again would come behind all of this
        end = self._writing.structure(entry.item, here).position
        self._record.streams.pop()
        if here.domain == RECORDS and here.guard is None:
            self._record.add(encoding.Lies(RECORDS, here.way, at, end))
        return end

    def _tell(self, structure: Structure, one: EntryWriting, here: Here, begin: Expr) -> None:
        """Note what the field is that says where something begins."""
        place = one.place
        assert place is not None
        if place.value is not None:
            measured = Num(here.domain, begin, 0, LONGEST)
            begin = self._evaluation.number(
                place.value, self._record.context(structure, here, **{QUANTITY: measured})
            ).expr
        self._following.tell(structure, place.field, begin, one, here)

    def _tell_apart(self, structure: Structure, one: EntryWriting) -> None:
        """Note what fields are that say where something lies that is made apart, and how large it is."""
        entry = one.entry
        here = self._record.inside(structure, entry, structure.present)
        begin, size = kernel.Held((*here.way, encoding.BEGIN)), kernel.Held((*here.way, encoding.SIZE))
        self._tell(structure, one, here, begin)
        assert entry.attribute.position is not None
        self._following.verify(structure, entry.attribute.position, begin, here)
        for solve in one.after:
            self._following.solve(structure, solve, size, one, here)
        for answer in one.sizes:
            self._following.answer(structure, answer, size, one, here)
        if entry.frame.size is not None:
            self._following.verify(structure, entry.frame.size, size, here)
