"""Lists that are written symbolically."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RECORDS, Binary, Const, Expr, Get, encoding
from bytewright.kernels.plan.encoding import ITEM
from bytewright_codegen.ir.walk import asks_stream
from bytewright_codegen.lowering.encode.by_column import is_alike, shown_by_column
from bytewright_codegen.lowering.encode.context import LONGEST, Elsewhere, Here, Presence
from bytewright_codegen.lowering.encode.placed import Placed
from bytewright_codegen.lowering.encode.record import Record, steps_of
from bytewright_codegen.lowering.expressions.arithmetic import constant, difference, scaled, total
from bytewright_codegen.lowering.expressions.header import COLUMN
from bytewright_codegen.lowering.expressions.values import Context, Num, Refusal, Sequence, Structure
from bytewright_codegen.plans.reading import Bits, Entry, Nested
from bytewright_codegen.plans.writing import EntryWriting, PresenceOf


class ElementWriter(Protocol):
    """See `bytewright_codegen.lowering.encode.structures.Writing`."""

    def one(self, structure: Structure, one: EntryWriting, here: Here) -> Expr:
        """Write one value; gives where it ends."""


class Lists:
    """Writes lists, whose elements are written as anything is."""

    def __init__(self, record: Record, placed: Placed, writing: ElementWriter) -> None:
        self._record = record
        self._steps = record.steps
        self._evaluation = record.evaluation
        self._shown = shown_by_column(record.library)
        self._placed = placed
        self._writing = writing

    def write(self, structure: Structure, one: EntryWriting, here: Here) -> Expr:
        """Write a list; gives where it ends."""
        entry = one.entry
        assert entry.count is not None
        if entry.masked_by is not None or entry.attribute.compared:
            raise Refusal("a list with validity bits, or whose elements are compared", entry.loc)
        if isinstance(one.equation and one.equation.quantity, PresenceOf):
            return self._presence_bits(structure, one, here)
        measured = (*one.after, *one.sizes)
        if one.equation is not None or isinstance(entry.item, Bits) or one.default is not None or measured:
            raise Refusal("a list that follows from others, or of bits", entry.loc)
        if self._record.given and here.way == self._record.given:
            return self._given(structure, one, here)
        if entry.count.kind == "expr":
            assert entry.count.expr is not None
            count = self._evaluation.number(entry.count.expr, self._record.context(structure, here))
            alike = isinstance(count.expr, kernel.Given) and is_alike(structure.type, entry, self._shown)
            if isinstance(count.expr, kernel.Given | kernel.Entry) and not alike:
                if isinstance(count.expr, kernel.Given) and (structure.type, entry.name) not in self._shown:
                    raise Refusal(
                        "a list that the header describes, of whose elements no view makes columns", entry.loc
                    )
                return self._columns(structure, one, here, count)
        else:
            count = None
        items = self._record.items(here.way)
        if entry.count.kind != "eos" or here.guard is not None:
            self._record.require(structure, one, here)
        if entry.count.kind != "eos":
            right = Binary("<", Const(0), items) if count is None else Binary("==", items, count.expr)
            self._record.check(here, right, here.guard)
        child = self._steps.add_domain(here.domain, items, here.path)
        self._record.add(encoding.Listed(child, here.domain, here.way))
        position = Get(f"{here.path}@")
        inside = Here(
            child, position, structure, here.path, (*here.way, ITEM), None, Num(child, kernel.Index(), 0, LONGEST)
        )
        # What lies around the elements is seen from them; fields of the structure belong to the domain above.
        element = replace(one, entry=replace(entry, count=None, condition=None), equation=None, after=(), otherwise=())
        end = self._writing.one(structure, element, inside)
        if entry.count.kind == "until":
            self._check_last(structure, entry, items, here, inside)
        size = self._steps.let(child, f"{here.path}#", difference(end, position))
        begin = kernel.Behind(size, here.place)
        self._steps.names.setdefault(child, {})[f"{here.path}@"] = begin
        self._record.add(kernel.Let(child, f"{here.path}@", begin))
        structure.fields[entry.name] = Sequence(
            here.domain, Num(here.domain, items, 0, LONGEST), here.place, entry, child
        )
        fixed = constant(size) if not isinstance(size, Get) else None
        taken: Expr = scaled(items, fixed) if fixed is not None else kernel.Sum(child, size)
        return total(here.place, taken)

    def _check_last(self, structure: Structure, entry: Entry, items: Expr, here: Here, inside: Here) -> None:
        """Refuse a list that doesn't end with the first of its elements that says so."""
        assert entry.count is not None
        assert entry.count.expr is not None
        if asks_stream(entry.count.expr) or entry.name not in structure.fields:
            raise Refusal("a list that ends by what isn't in its elements", entry.loc)
        context = self._record.context(structure, inside, _=structure.fields[entry.name])
        says_so = Binary("!=", self._evaluation.number(entry.count.expr, context).expr, Const(0))
        count = self._evaluation.bring(Num(here.domain, items, 0, LONGEST), inside.domain, entry.count.expr)
        is_last = Binary("==", total(kernel.Index(), 1), count.expr)
        self._record.check(inside, Binary("==", says_so, is_last), None)

    def _given(self, structure: Structure, one: EntryWriting, here: Here) -> Expr:
        """Write a list whose elements rows hold as bytes; gives where it ends."""
        entry = one.entry
        assert entry.count is not None
        if entry.valid is not None or here.guard is not None:
            raise Refusal("a list that has rules, or may be left out", entry.loc)
        self._record.source(here.way, "bytes")
        self._record.require(structure, one, here)
        if entry.count.kind == "until":  # which of its elements is the last, they say where they are made
            self._record.check(here, Binary("<", Const(0), self._record.items(here.way)), None)
        elif entry.count.expr is not None:
            count = self._evaluation.number(entry.count.expr, self._record.context(structure, here))
            self._record.check(here, Binary("==", self._record.items(here.way), count.expr), None)
        self._record.add(encoding.PutPiece(here.domain, here.place, here.way))
        return total(here.place, kernel.Size(here.way, ""))

    def _columns(self, structure: Structure, one: EntryWriting, here: Here, count: Num) -> Expr:
        """Write a list with an element per column of the header: each in the way that the header decides."""
        entry = one.entry
        if here.domain != RECORDS or self._evaluation.decisions.followed:
            raise Refusal("a list that the header describes inside another list", entry.loc)
        name = f"{here.path}[*]"
        index = Num(here.domain, kernel.Given(kernel.COLUMN), 0, LONGEST)
        entry_described = isinstance(count.expr, kernel.Entry)
        variants: list[encoding.ColumnVariant] = []
        referred: list[encoding.ColumnVariant] = []
        within, streams = list(self._record.within), list(self._record.streams)
        stream = streams[-1] if streams else None

        def write() -> None:
            # An alternative before may have been left half written.
            self._record.within, self._record.streams = list(within), list(streams)
            around, sums = self._record.sources, len(self._record.sums)
            self._record.sources = {}
            when, begin = self._evaluation.decisions.when(), Get(f"{name}&@")
            try:
                with self._steps.apart() as steps:
                    if stream is not None:
                        self._record.streams.append(Elsewhere(stream.domain, stream.start))
                    inside = replace(here, place=Get(f"{name}@"), way=(*here.way, encoding.MEMBER), index=index)
                    element = replace(one, entry=replace(entry, count=None, condition=None), equation=None)
                    end = self._writing.one(structure, element, inside)
                with self._steps.apart() as more:
                    behind = begin if stream is None else self._placed.put(begin)
                if len(self._record.sums) != sums:
                    raise Refusal("checksums in a list that the header describes", entry.loc)
            except Refusal as refusal:
                if entry_described:
                    # Only records that such an entry describes are left to objects.
                    found = encoding.ColumnVariant(when, (), Get(f"{name}@"), (), refusal.reason)
                    variants.append(found)
                    referred.append(found)
                    return
                raise
            finally:
                found_sources, self._record.sources = tuple(self._record.sources.values()), around
                del self._record.sums[sums:]
            variants.append(encoding.ColumnVariant(when, steps_of(steps), end, found_sources))
            referred.append(encoding.ColumnVariant(when, steps_of(more), behind, ()))

        self._evaluation.decisions.alternatives((), write)
        self._record.within, self._record.streams = within, streams
        self._record.add(encoding.Columns(name, count.expr, here.place, tuple(variants)))
        if stream is not None and any(variant.steps for variant in referred):
            stream.waiting.append(encoding.Columns(f"{name}&", count.expr, here.place, tuple(referred), beside=name))
        return Get(f"{name}>")

    def _presence_bits(self, structure: Structure, one: EntryWriting, here: Here) -> Expr:
        """Bits that say which columns have a value."""
        entry, item = one.entry, one.entry.item
        assert one.equation is not None
        quantity = one.equation.quantity
        assert isinstance(quantity, PresenceOf)
        assert entry.count is not None
        assert entry.count.expr is not None
        assert isinstance(item, Bits)
        count = self._evaluation.number(entry.count.expr, self._record.context(structure, here))
        if not isinstance(count.expr, kernel.Given) or item.width != 1:
            raise Refusal("presence bits whose number the record decides", entry.loc)
        items = next(e for e in self._record.plans[structure.type].entries if e.name == quantity.items)
        if not isinstance(items.item, Nested):
            raise Refusal("presence bits of such a list", entry.loc)
        owner, header = structure.owner, self._evaluation.header
        assert owner is not None
        assert header is not None
        element = Structure(items.item.type, here.domain, structure.stream, here.place, structure, here.path)
        element.owner = header.nested(owner, items.item.type, items.item.args, COLUMN)
        index = Num(here.domain, kernel.Given(kernel.COLUMN), 0, LONGEST)
        context = Context(structure, here.domain, {"_": element, "_index": index})
        place = self._evaluation.number(quantity.at, context).expr
        where = Const(1) if quantity.where is None else self._evaluation.number(quantity.where, context).expr
        self._record.opened[id(structure)].presence[quantity.member] = Presence(one, structure, here.place, here.guard)
        way = (*self._record.opened[id(structure)].way, quantity.items, encoding.MEMBER, quantity.member)
        self._record.source(way, "any")
        self._record.add(
            encoding.PutPresence(
                here.place,
                count.expr,
                f"{structure.path}.{quantity.items}[*]".lstrip("."),
                place,
                where,
                way,
                item.order,
                here.guard,
            )
        )
        return total(here.place, Binary("//", total(count.expr, 7), Const(8)))
