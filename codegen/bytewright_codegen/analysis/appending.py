"""Whether records may be appended to a file: what stands before them doesn't follow from them, nothing lies behind
them, and each is written the same wherever it lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bytewright_codegen.analysis.self_contained import (
    Enclosure,
    asked_of,
    asks_room,
    nested_in,
    opened_in,
    rules_of,
)
from bytewright_codegen.ir.expressions import Expr, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import CalculatedOrder, TypeDef, ValueInstance
from bytewright_codegen.ir.walk import asks_end, asks_index, asks_stream, children, parents
from bytewright_codegen.plans.notation import expression, short
from bytewright_codegen.plans.reading import Choice, Entry, Nested, RecordPlan, frame_of
from bytewright_codegen.plans.writing import EntryWriting, PositionOf, WritingPlan


def append_refusal(library: Library, root: RecordPlan, plans: Mapping[str, WritingPlan]) -> str:
    """Why records can't be appended to files of a format; empty: they can.

    Args:
        library: the resolved specs.
        root: the plan of a whole file.
        plans: how all types are written, by type.
    """
    return next(_reasons(library, root, plans), "")


def _reasons(library: Library, root: RecordPlan, plans: Mapping[str, WritingPlan]) -> Iterator[str]:
    if root.records is None:
        if root.asker is not None:
            yield root.asker[0]
            return
        if root.made is None:
            yield "its files are no lists of records up to their end"
            return
        entry = root.entries[root.made]
        assert entry.count is not None
        until = entry.count.kind == "until"
        yield f"an element of {entry.name} says that it is the last" if until else f"a checksum is of all {entry.name}"
        return
    entry = root.entries[root.records]
    assert entry.count is not None
    assert isinstance(entry.item, Nested)
    if entry.count.kind != "eos":
        told = "" if entry.count.expr is None else f": {expression(entry.count.expr)}"
        yield f"how many {entry.name} there are stands before them{told}"
        return
    records = _Records(library, plans, root, entry)
    yield from _around(library, plans, root, records)
    yield from records.reasons()


def _around(library: Library, plans: Mapping[str, WritingPlan], root: RecordPlan, records: _Records) -> Iterator[str]:
    """What lies around the records and follows from them, or from the size of the file."""
    types = library.types
    whole = Enclosure(types, dict(plans), root.type, own=False)
    for type in whole.depths:
        for writing in plans[type].entries if type not in records.depths else ():
            other, name = writing.entry, _label(type, writing.entry)
            if other.attribute.again or (type == root.type and other.index == root.records):
                continue
            if other.placed and not whole.streamed[type]:
                yield f"{name} lies at a place of its own"
            exprs = [
                *asked_of(other.attribute),
                *(arg for wire in nested_in(other.attribute.wire) for arg in wire.args),
            ]
            found = next((expr for expr in exprs if not whole.streamed[type] and _asks_size(types, type, expr)), None)
            if found is not None:
                yield f"{name} rests on the size of the file: {expression(found)}"


def _asks_size(types: Mapping[str, TypeDef], type: str, expr: Expr) -> bool:
    """Whether an expression asks where the stream of a structure ends, also through what is calculated in it."""
    return asks_end(expr) or any(asks_end(value) for value in _calculated(types[type], expr, set()))


def _calculated(typedef: TypeDef, expr: Expr, seen: set[str]) -> Iterator[Expr]:
    """The calculated values of a type that an expression names, and those that these name."""
    if isinstance(expr, Name) and expr.binding == "instance" and expr.name not in seen:
        seen.add(expr.name)
        for one in typedef.instances:
            if isinstance(one, ValueInstance) and one.id == expr.name:
                yield one.expr
                yield from _calculated(typedef, one.expr, seen)
    for child in children(expr):
        yield from _calculated(typedef, child, seen)


class _Records(Enclosure):
    """A record, of which what stands before all of them isn't outside: it is the same for each."""

    def __init__(self, library: Library, plans: Mapping[str, WritingPlan], root: RecordPlan, entry: Entry) -> None:
        assert isinstance(entry.item, Nested)
        super().__init__(library.types, dict(plans), entry.item.type, own=entry.frame.kind != "none")
        self._library = library
        self._file = root.type
        self._entry = entry
        self._writing = plans[root.type].entries[entry.index]
        arguments = enumerate(entry.item.args)
        self.handed = {(entry.item.type, i) for i, arg in arguments if self._differs(arg)}

    def reasons(self) -> Iterator[str]:
        """Why it isn't the same wherever it lies, or may not end before the file does."""
        writing, name = self._writing, self._entry.name
        for expr in asked_of(self._entry.attribute):
            if self._differs(expr):
                yield f"{name} rest on where they lie: {expression(expr)}"
        if self._entry.attribute.same is not None:
            yield f"what {name} must be is what the first one is: {expression(self._entry.attribute.same)}"
        # The size of each may be said before them: writers refuse another than the file has.
        if any((writing.after, writing.otherwise, writing.lengths, writing.closings, writing.equation)):
            yield f"something else follows from {name}"
        if not self._own and opened_in(self._library) & self.depths.keys():
            yield f"something is asked of the bytes of {name}"
        self.settle()
        for type in self.depths:
            typedef = self._types[type]
            if isinstance(typedef.order, CalculatedOrder) and self.rests(type, typedef.order.on):
                yield _resting(f"the byte order of {short(type)}", typedef.order.on)
            for one in typedef.instances:
                if isinstance(one, ValueInstance) and one.valid is not None:
                    wrong = (expr for expr in (one.expr, *rules_of(one)) if self.rests(type, expr))
                    yield from (_resting(f"{short(type)}.{one.id}", expr) for expr in wrong)
            for entry_writing in self._plans[type].entries:
                entry = entry_writing.entry
                if entry.attribute.again:
                    continue
                if not self.streamed[type] and (asks_room(entry_writing) or _may_end_with_file(entry)):
                    yield f"{_label(type, entry)} reaches to the end of the file, or lies at a place in it"
                if not self.streamed[type] and _is_place(entry_writing):
                    yield f"{_label(type, entry)} is a place in the file"
                if self.asks(type, entry.attribute):
                    wrong = (expr for expr in asked_of(entry.attribute) if self.rests(type, expr))
                    yield from (_resting(_label(type, entry), expr) for expr in wrong)
                    yield f"{_label(type, entry)} rests on something outside of its record"
                if self.tells(type, entry_writing):
                    yield f"something outside of a record follows from {_label(type, entry)}"

    def _differs(self, expr: Expr) -> bool:
        """Whether an expression at the list of records is another for each of them."""
        return asks_index(expr) or asks_stream(expr)

    def rests(self, type: str, expr: Expr) -> bool:
        """See `Enclosure.rests`; nothing names the list of records, so that all else of the file precedes them."""
        match expr:
            case Member(target, name, owner=str(owner)) if owner == self._file and self._is_file(target):
                return self._of_file(owner, name)
            case Member(_, name, binding="instance" | "parameter", owner=str(owner)) if owner not in self.depths:
                return self._of_file(owner, name) or any(self.rests(type, child) for child in children(expr))
        return super().rests(type, expr)

    @staticmethod
    def _is_file(target: Expr) -> bool:
        return (isinstance(target, Name) and target.name == "_root") or parents(target) is not None

    def _of_file(self, owner: str, name: str) -> bool:
        """Whether a member of what precedes the records rests on the size of the file."""
        if name == "_io":
            return True
        found = next((i for i in self._types[owner].instances if isinstance(i, ValueInstance) and i.id == name), None)
        return found is not None and _asks_size(self._types, owner, found.expr)


def _resting(what: str, expr: Expr) -> str:
    return f"{what} rests on something that differs from record to record: {expression(expr)}"


def _label(type: str, entry: Entry) -> str:
    return f"{short(type)}.{entry.name}" if entry.named else f"entry {entry.index} of {short(type)}"


def _is_place(writing: EntryWriting) -> bool:
    """Whether an entry says where something lies, counted from the beginning of its stream."""
    quantity = writing.equation.quantity if writing.equation is not None else None
    return isinstance(quantity, PositionOf) and quantity.relative_to is None


def _may_end_with_file(entry: Entry) -> bool:
    """Whether the end of the file ends an entry that lacks its terminator."""
    items = [case for _, case in entry.item.cases] if isinstance(entry.item, Choice) else [entry.item]
    ends = [frame_of(entry, item).terminator for item in items]
    return any(end is not None and not end.eos_error for end in ends)
