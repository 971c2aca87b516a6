"""Encoding plans for the files of one header: what the header decides is decided, what it lists is written out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, cast

from bytewright.errors import NO_VALUE
from bytewright.kernels import plan as kernel
from bytewright.kernels.encoding import plan as encoding
from bytewright.kernels.encoding.plan import EncodingPlan, Source, Step
from bytewright.kernels.plan import RECORDS, Binary, Const, Expr, Get, Given, Select
from bytewright.kernels.unroll import MOST_UNROLLED, HeaderError, Value, computed

_LOWEST, _HIGHEST = -(1 << 63), (1 << 63) - 1


def unroll(plan: EncodingPlan, value: Value) -> EncodingPlan:
    """The plan for the files of a header.

    Args:
        plan: the plan.
        value: what the header gives for a name and the number of a column (-1: of none).

    Raises:
        HeaderError: a value that is needed isn't there, or too many are.
    """
    unroller = _Unroller(plan, value)
    steps = unroller.steps(plan.steps, _Names(-1))
    sources = [source for source in plan.sources if encoding.MEMBER not in source.path]
    return EncodingPlan(tuple(steps), unroller.expr(plan.size, unroller.outer), (*sources, *unroller.sources.values()))


class _Names:
    """What names stand for in the element of a column, or (-1) outside of the list."""

    __slots__ = ("column", "known")

    def __init__(self, column: int, known: Mapping[str, Expr] | None = None) -> None:
        self.column = column
        self.known = dict(known or {})


class _Unroller:
    def __init__(self, plan: EncodingPlan, value: Value) -> None:
        self._lists = {step.name: step for step in plan.steps if isinstance(step, encoding.Columns)}
        self._outer_sources = [source for source in plan.sources if encoding.MEMBER in source.path]
        self._value = value
        self._numbers: dict[tuple[str, int], int] = {}
        self.sources: dict[tuple[str, ...], Source] = {}
        self.outer = _Names(-1)

    # --- what the header gives ---------------------------------------------------------------------------------------

    def _number(self, name: str, column: int) -> int:
        key = (name, column)
        if key not in self._numbers:
            try:
                found = self._value(name, column)
            except (*NO_VALUE, RecursionError) as error:
                raise HeaderError(f"{name} has no value: {error}") from error
            if not isinstance(found, int) or not _LOWEST <= found <= _HIGHEST:
                raise HeaderError(f"{name} is no number of 64 bits")
            self._numbers[key] = int(found)
        return self._numbers[key]

    def _constant(self, expr: Expr, column: int) -> int:
        found = self.expr(expr, _Names(column))
        if not isinstance(found, Const):
            raise HeaderError("a number that isn't in the header")
        return found.value

    def _count(self, listed: encoding.Columns) -> int:
        count = self._constant(listed.count, -1)
        if not 0 <= count <= MOST_UNROLLED:
            raise HeaderError(f"a list of {count} elements")
        return count

    # --- expressions -------------------------------------------------------------------------------------------------

    def expr(self, expr: Expr, names: _Names) -> Expr:
        """An expression with what is known computed. What isn't needed isn't asked for."""
        match expr:
            case Given(kernel.COLUMN):
                return Const(names.column)
            case Given(name):
                return Const(self._number(name, names.column))
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
        return replace(node, **changed) if changed else node

    # --- steps -------------------------------------------------------------------------------------------------------

    def steps(self, steps: Sequence[Step], names: _Names) -> list[Step]:
        """Steps with what is known computed."""
        written: list[Step] = []
        if names.column >= 0:
            # Each column has such names, which may be asked for before they are told.
            lets = [step for step in steps if isinstance(step, kernel.Let)]
            names.known |= {let.name: Get(f"{let.name}#{names.column}") for let in lets}
        for step in steps:
            match step:
                case kernel.Let(domain, name, value) if names.column >= 0:
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
        for column in range(self._count(listed)):
            names = _Names(column, {f"{listed.name}@": at})
            variant = next((v for v in listed.variants if self._constant(v.when, column)), None)
            if variant is None:
                raise HeaderError("nothing fits the header")
            for source in (*self._outer_sources, *variant.sources):
                way = _way(source.path, column)
                known = self.sources.get(way)
                if known is None or known.kind == "any":
                    self.sources[way] = replace(source, path=way)
            written += self.steps(variant.steps, names)
            end = self.expr(variant.end, names)
            name = f"{listed.name}@{column + 1}"
            written.append(kernel.Let(RECORDS, name, end))
            at = end if isinstance(end, Const) else Get(name)
        self.outer.known[f"{listed.name}>"] = at

    def _presence(self, step: encoding.PutPresence, written: list[Step]) -> None:
        """The bits that say which columns have a value, as few numbers."""
        count = self._constant(step.count, -1)
        if not 0 <= count <= MOST_UNROLLED or step.list not in self._lists:
            raise HeaderError(f"{count} bits")
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
                raise HeaderError(f"the bit {place} of {count}")
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


def _way(path: tuple[str, ...], column: int) -> tuple[str, ...]:
    return tuple(str(column) if step == encoding.MEMBER else step for step in path)
