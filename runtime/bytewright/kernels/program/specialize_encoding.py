"""Specialises encoding plans to a file's header: constants for what it decides, steps for each column it lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RECORDS, Binary, Const, Expr, Get, Given, Select, encoding
from bytewright.kernels.plan.encoding import EncodingPlan, Source, Step
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.unrolled.constant_folding import computed
from bytewright.kernels.program.unrolled.header_values import MOST_UNROLLED, HeaderValues, Value

_DOMAINS = ("domain", "parent")
"""Fields of steps and expressions that name a domain."""

Path = tuple[str, ...]


def choosing(plan: EncodingPlan) -> tuple[Path, ...]:
    """The fields whose numbers choose among the entries of a list in the header, which decide how a record is laid
    out: a plan is written out for one number of each (``chosen`` of `unroll`)."""
    sought = [node.value for node in nodes_of(plan) if isinstance(node, kernel.Sought)]
    sought += [node.index for node in nodes_of(plan) if isinstance(node, kernel.Entry)]
    return tuple(dict.fromkeys(node.path for node in nodes_of(tuple(sought)) if isinstance(node, kernel.Held)))


def unroll(plan: EncodingPlan, value: Value, chosen: Mapping[Path, int] | None = None) -> EncodingPlan:
    """The plan for the files of a header.

    Args:
        plan: the plan.
        value: what the header gives for a name and the number of a column (-1: of none), perhaps of an entry.
        chosen: fields that have the same number in all rows; see `choosing`.

    Raises:
        Unsupported: a value that is needed isn't there, or too many are, or the kernel can't make such records.
    """
    unroller = _Unroller(plan, value, chosen or {})
    steps = unroller.steps(plan.steps, _Names(-1))
    sources = [source for source in plan.sources if encoding.MEMBER not in source.path]
    size = unroller.expr(plan.size, unroller.outer)
    last = None if plan.last is None else unroller.expr(plan.last, unroller.outer)
    return replace(plan, steps=tuple(steps), size=size, sources=(*sources, *unroller.sources.values()), last=last)


class _Names:
    """What names stand for in the element of a column, or (-1) outside of the list; ``entry``: of those that describe
    columns, the one that this belongs to."""

    __slots__ = ("column", "domains", "entry", "known")

    def __init__(self, column: int, known: Mapping[str, Expr] | None = None, entry: Any = None) -> None:
        self.column = column
        self.known = dict(known or {})
        self.domains: dict[str, str] = {}
        self.entry = entry


class _Unroller:
    def __init__(self, plan: EncodingPlan, value: Value, chosen: Mapping[Path, int]) -> None:
        self._lists = {step.name: step for step in plan.steps if isinstance(step, encoding.Columns)}
        self._outer_sources = [source for source in plan.sources if encoding.MEMBER in source.path]
        self._header = HeaderValues(value)
        self._chosen = chosen
        self._elements: dict[str, list[_Names]] = {}
        self.sources: dict[tuple[str, ...], Source] = {}
        self.outer = _Names(-1)

    # --- what the header gives ---------------------------------------------------------------------------------------

    def _entry(self, listed: str, index: Expr) -> Any:
        """An entry of a list of the header's, by a number that is known."""
        entries = self._header.entries(listed)
        if not isinstance(index, Const) or not 0 <= index.value < len(entries):
            raise Unsupported(f"there is no such entry in {listed}")
        return entries[index.value]

    def _sought(self, listed: str, key: str, wanted: Expr) -> Const:
        """The number of the entry with a key."""
        if not isinstance(wanted, Const):
            raise Unsupported(f"an entry of {listed} that rows choose")
        places = (
            n for n, e in enumerate(self._header.entries(listed)) if self._header.number(key, entry=e) == wanted.value
        )
        return Const(next(places, -1))

    def _constant(self, expr: Expr, column: int, entry: Any = None) -> int:
        found = self.expr(expr, _Names(column, None, entry))
        if not isinstance(found, Const):
            raise Unsupported("a number that isn't in the header")
        return found.value

    def _count(self, listed: encoding.Columns) -> int:
        count = self._constant(listed.count, -1)
        if not 0 <= count <= MOST_UNROLLED:
            raise Unsupported(f"a list of {count} elements")
        return count

    # --- expressions -------------------------------------------------------------------------------------------------

    def expr(self, expr: Expr, names: _Names) -> Expr:
        """An expression with what is known computed. What isn't needed isn't asked for."""
        match expr:
            case Given(kernel.COLUMN):
                return Const(names.column)
            case Given(name):
                return Const(self._header.number(name, (names.column,), names.entry))
            case kernel.Entry(listed, name, index, inner, count):
                entry = self._entry(listed, self.expr(index, names))
                if inner is None:
                    return Const(self._header.number(name, entry=entry))
                place = self.expr(inner, names)
                if not isinstance(place, Const) or not 0 <= place.value < self._header.number(count, entry=entry):
                    raise Unsupported(f"there is no such item in an entry of {listed}")
                return Const(self._header.number(name, (place.value,), entry))
            case kernel.Sought(listed, key, value):
                return self._sought(listed, key, self.expr(value, names))
            case kernel.Held(path) if path in self._chosen:
                return Const(self._chosen[path])
            case kernel.There(path) if path in self._chosen:
                return Const(1)
            case kernel.Up(value):
                above = self.expr(value, names)
                return above if isinstance(above, Const) else kernel.Up(above)
            case Get(name):
                known = names.known.get(name, self.outer.known.get(name))
                return expr if known is None else known
            case Select(test, then, otherwise):
                tested = self.expr(test, names)
                if isinstance(tested, Const):
                    return self.expr(then if tested.value else otherwise, names)
                return Select(tested, self.expr(then, names), self.expr(otherwise, names))
            case Binary(operator, left, right):
                a = self.expr(left, names)
                if a == Const(0) and operator == "&":
                    return a
                b = self.expr(right, names)
                if isinstance(a, Const) and isinstance(b, Const):
                    return Const(computed(operator, a.value, b.value))
                if operator == "+" and isinstance(b, Const):
                    return kernel.add(a, b)
                return Binary(operator, a, b)
        return cast("Expr", self._rebuilt(expr, names))

    def _rebuilt(self, node: Any, names: _Names) -> Any:
        changed: dict[str, Any] = {}
        for field in fields(node):
            value = getattr(node, field.name)
            if isinstance(value, kernel.Arithmetic):
                changed[field.name] = self.expr(cast("Expr", value), names)
            elif field.name == "path" and encoding.MEMBER in value:
                changed["path"] = _way(value, names.column)
            elif field.name in _DOMAINS and value in names.domains:
                changed[field.name] = names.domains[value]
        return replace(node, **changed) if changed else node

    # --- steps -------------------------------------------------------------------------------------------------------

    def _name(self, steps: Sequence[Step], names: _Names) -> None:
        """Each column has names and domains of its own, which may be asked for before steps tell what they are."""
        if names.column < 0:
            return
        for step in steps:
            if isinstance(step, kernel.Let):
                names.known[step.name] = Get(f"{step.name}#{names.column}")
            elif isinstance(step, encoding.Listed):
                names.domains[step.domain] = f"{step.domain}#{names.column}"

    def steps(self, steps: Sequence[Step], names: _Names) -> list[Step]:
        """Steps with what is known computed."""
        written: list[Step] = []
        self._name(steps, names)
        for step in steps:
            match step:
                case kernel.Let(domain, name, value) if names.column >= 0:
                    domain = names.domains.get(domain, domain)
                    written.append(kernel.Let(domain, f"{name}#{names.column}", self.expr(value, names)))
                case encoding.Columns():
                    self._list(step, written)
                case encoding.PutPresence():
                    self._presence(step, written)
                case _:
                    written.append(self._rebuilt(step, names))
        return written

    def _list(self, listed: encoding.Columns, written: list[Step]) -> None:
        at = self.expr(listed.first, self.outer)
        entry = None
        if isinstance(listed.count, kernel.Entry):
            entry = self._entry(listed.count.list, self.expr(listed.count.index, self.outer))
        elements = self._elements.get(listed.beside) or [_Names(n, None, entry) for n in range(self._count(listed))]
        self._elements[listed.name] = elements
        elsewhere = [one for one in self._lists.values() if one.beside == listed.name]
        for column, names in enumerate(elements):
            names.known[f"{listed.name}@"] = at
            variant = self._variant(listed, names)
            for one in elsewhere:
                self._name(self._variant(one, names).steps, names)
            for source in (*self._outer_sources, *variant.sources):
                way = _way(source.path, column)
                known = self.sources.get(way)
                if known is None or known.kind == "any":
                    self.sources[way] = replace(source, path=way)
            written += self.steps(variant.steps, names)
            end = self.expr(variant.end, names)
            name = f"{listed.name}@{column + 1}"
            written.append(kernel.Let(RECORDS, name, end))
            at = end if _is_offset(end) else Get(name)
        self.outer.known[f"{listed.name}>"] = at

    def _variant(self, listed: encoding.Columns, names: _Names) -> encoding.ColumnVariant:
        """How the element of a column is written."""
        variant = next((v for v in listed.variants if self._constant(v.when, names.column, names.entry)), None)
        if variant is None:
            raise Unsupported("nothing fits the header")
        if variant.refused:
            raise Unsupported(variant.refused)
        return variant

    def _presence(self, step: encoding.PutPresence, written: list[Step]) -> None:
        """The bits that say which columns have a value, as few numbers."""
        count = self._constant(step.count, -1)
        if not 0 <= count <= MOST_UNROLLED or step.list not in self._lists:
            raise Unsupported(f"{count} bits")
        bits: dict[int, Expr] = {}
        for column in range(self._count(self._lists[step.list])):
            there = kernel.There(_way(step.path, column))
            if not self._constant(step.where, column):
                # There is no bit that could say it.
                none = Binary("==", there, Const(0))
                written.append(kernel.Check(RECORDS, none, ".".join(there.path)))
                continue
            place = self._constant(step.place, column)
            if not 0 <= place < count:
                raise Unsupported(f"the bit {place} of {count}")
            bits[place if step.order == "le" else place ^ 7] = there
        at = 0
        while at < count:
            left = -(-(count - at) // 8)
            size = next(size for size in (8, 4, 2, 1) if size <= left)
            joined: Expr = Const(0)
            for place in range(at, at + 8 * size):
                if place in bits:
                    part = Binary("<<", bits[place], Const(place - at)) if place > at else bits[place]
                    joined = part if joined == Const(0) else Binary("|", joined, part)
            kind = "u1" if size == 1 else f"u{size}le"
            when = None if step.when is None else self.expr(step.when, self.outer)
            written.append(
                encoding.Put(RECORDS, kind, kernel.add(self.expr(step.at, self.outer), at // 8), joined, when)
            )
            at += 8 * size


def _is_offset(place: Expr) -> bool:
    """Whether a place lies so many bytes behind another: said in place of a name, what is added to it is added up."""
    match place:
        case Const() | Binary("+", Get(), Const()):
            return True
    return False


def nodes_of(part: object) -> Iterator[object]:
    """All that a plan, or a part of one, consists of."""
    todo = [part]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            todo.extend(reversed(part))
        elif is_dataclass(part):
            yield part
            todo.extend(getattr(part, field.name) for field in reversed(fields(part)))


def _way(path: tuple[str, ...], column: int) -> tuple[str, ...]:
    return tuple(str(column) if step == encoding.MEMBER else step for step in path)
