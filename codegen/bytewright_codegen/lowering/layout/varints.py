"""Types whose values are unsigned LEB128 integers: a list of groups of seven bits, and what they make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Varint, VarintSize
from bytewright_codegen.ir.expressions import Expr, Member, Name, Unary
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import TypeDef, Valid, ValueInstance
from bytewright_codegen.lowering.expressions.arithmetic import choose, total
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import Num, Place, Structure, Value
from bytewright_codegen.lowering.layout.element_layout import ElementLayout
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Bits, Entry, Nested, Number, RecordPlan

MOST_BYTES = 10
"""Bytes of 64 bits."""


class Spelling(NamedTuple):
    """How a type spells an unsigned LEB128 integer.

    Attributes:
        value: the id of the instance that is the integer.
        size: that of the instance that says how many bytes it takes; None: there is none.
        most: bytes that count at most; of longer ones the value is something else.
    """

    value: str
    size: str | None = None
    most: int = MOST_BYTES


class _Groups(NamedTuple):
    """The groups of a type: the field that holds them, their type, and what they say."""

    name: str
    type: TypeDef
    args: tuple[Expr, ...]
    more: str
    low: str
    more_valid: Valid | None = None
    low_valid: Valid | None = None


def spelled(library: Library, plans: Mapping[str, RecordPlan], type: str) -> Spelling | None:
    """How a type spells an integer, in any of the ways that are known; None: the type is something else.

    What a type is shows in how it says it: as many bytes as say that another follows (in their highest bit), and a
    value of their lower bits: each adds its own to those of the bytes before (`varint_value`), is told by arguments
    what these make and what its own count for, or they are summed up one by one. The last two are those of Kaitai's
    gallery, before and since version 0.11 of its compiler.

    Args:
        library: the resolved specs.
        plans: record plans by type.
        type: absolute name of the type.
    """
    chained = varint_value(library, plans, type)
    if chained is not None:
        return Spelling(chained)
    groups = _groups(library, plans, type)
    if groups is None:
        return None
    typedef = library.types[type]
    size = next((i.id for i in _values(typedef) if expression(i.expr) == f"{groups.name}.size"), None)
    told = _told(groups, typedef)
    if told is not None:
        return Spelling(told, size)
    if groups.args or groups.type.params or groups.more_valid is not None or groups.low_valid is not None:
        return None
    for most in range(2, MOST_BYTES):
        wanted = _sum(groups, f"{groups.name}.size" if size is None else size, most)
        found = next((i.id for i in _values(typedef) if expression(i.expr) == wanted), None)
        if found is not None:
            return Spelling(found, size, most)
    return None


def varint_value(library: Library, plans: Mapping[str, RecordPlan], type: str) -> str | None:
    """The id of the instance that is an integer whose groups each add to those before; None: the type is something
    else. Args: see `spelled`."""
    typedef, groups = library.types[type], _groups(library, plans, type)
    if groups is None or groups.more_valid is not None or len(groups.args) != 1 or len(groups.type.params) != 1:
        return None
    (index,) = groups.args
    if not isinstance(index, Name) or index.name != "_index":
        return None
    number = groups.type.params[0].id
    if groups.low_valid is not None and not _bounds_last(groups.low_valid, number):
        return None
    if not any(isinstance(entry.item, Bits) for entry in plans[groups.type.name].entries):
        return None
    sums = _instance(typedef, f"{groups.name}.last.", "")
    return sums if sums is not None and _adds_up(groups.type, groups.name, groups.low, number, typedef, sums) else None


class Varints:
    """Reads integers of such types as a whole.

    Args:
        layout: what they are read in.
        steps: where they are read.
        plans: record plans by type.
        of_bytes: a list of single bytes that lie at a place, so many of them.
        integers: whether the groups that spell integers are nothing but these.
    """

    def __init__(
        self,
        layout: ElementLayout,
        steps: Steps,
        plans: Mapping[str, RecordPlan],
        of_bytes: Callable[[Entry, Place, Num], Value],
        *,
        integers: bool,
    ) -> None:
        self._layout = layout
        self._steps = steps
        self._library = steps.library
        self._plans = plans
        self._of_bytes = of_bytes
        self._integers = integers

    def spelling(self, type: str) -> Spelling | None:
        """How a type spells an integer that is read as a whole."""
        if self._integers:
            return spelled(self._library, self._plans, type)
        value = varint_value(self._library, self._plans, type)
        return None if value is None else Spelling(value)

    def read(self, type: str, spelling: Spelling, here: Place) -> Structure:
        """A structure that is an unsigned LEB128 integer."""
        self._layout.need(here, Const(1))
        address = choose(here.guard, here.position, here.stream.base)
        there = Const(1) if here.guard is None else here.guard
        size = self._steps.let(here.domain, f"{here.path}#", VarintSize(address, here.stream.end, there))
        whole: plan.Expr = Binary("<", Const(0), size)
        if spelling.most < MOST_BYTES:
            whole = Binary("&", whole, Binary("<=", size, Const(spelling.most)))
        if here.guard is not None:
            whole = Binary("|", Binary("==", here.guard, Const(0)), whole)
        # One that doesn't end, or holds more bits than count: what that means, the object reader knows.
        self._steps.leave(here.domain, whole, here.path)
        size = choose(here.guard, size, Const(0))
        number = self._steps.let(here.domain, here.path, Varint(address, size))
        found = Structure(type, here.domain, here.stream, total(here.position, size), here.parent, here.path)
        found.present, found.start = here.guard, here.position
        high = (1 << min(64, 7 * spelling.most)) - 1
        found.instances[spelling.value] = Num(here.domain, number, 0, high, present=here.guard)
        if spelling.size is not None:
            found.instances[spelling.size] = Num(here.domain, size, 0, spelling.most, present=here.guard)
        (groups,) = self._plans[type].sequence
        path = f"{here.path}.{groups.name}".lstrip(".")
        inside = Place(here.domain, address, here.stream, found, path, here.guard)
        found.fields[groups.name] = self._of_bytes(groups, inside, Num(here.domain, size, 0, MOST_BYTES))
        return found


def _groups(library: Library, plans: Mapping[str, RecordPlan], type: str) -> _Groups | None:
    """The groups that are all that a type holds: as many as say that another follows."""
    entries = plans[type].entries
    if library.types[type].params or len(entries) != 1:
        return None
    (groups,) = entries
    if not isinstance(groups.item, Nested) or groups.count is None or groups.count.kind != "until":
        return None
    if groups.condition is not None or groups.placed or groups.valid is not None:
        return None
    group, parts = library.types[groups.item.type], plans[groups.item.type].entries
    found: _Groups | None = None
    if len(parts) == 2 and _is_bits(parts[0], 1) and _is_bits(parts[1], 7):
        more, low = parts
        found = _Groups(groups.name, group, groups.item.args, more.name, low.name, more.valid, low.valid)
    elif len(parts) == 1 and parts[0].item == Number("u1", 1) and _is_plain(parts[0]) and parts[0].valid is None:
        byte = parts[0].name
        told = {expression(i.expr): i.id for i in _values(group)}
        names = told.get(f"{byte} & 128 != 0"), told.get(f"{byte} & 127")
        if names[0] is not None and names[1] is not None:
            found = _Groups(groups.name, group, groups.item.args, names[0], names[1])
    until = groups.count.expr
    if found is None or not isinstance(until, Unary) or expression(until) != f"not _.{found.more}":
        return None
    return found


def _told(groups: _Groups, typedef: TypeDef) -> str | None:
    """The instance that is the integer, where groups are told what those before them make."""
    if len(groups.args) != 3 or len(groups.type.params) != 3:
        return None
    number, before, counts = (param.id for param in groups.type.params)
    made = f"({before} + {groups.low} * {counts}).as<u8>"
    value = next((i.id for i in _values(groups.type) if expression(i.expr) == made), None)
    shown = next((i.id for i in _values(typedef) if expression(i.expr) == f"{groups.name}.last.{value}"), None)
    if value is None or shown is None or [param.type_name for param in groups.type.params[1:]] != ["u8", "u8"]:
        return None
    last = f"{groups.name}[_index - 1]"
    times = f"{last}.{counts} * 128"
    told = tuple(expression(one) for one in groups.args)
    if told[:2] != ("_index", f"_index != 0 ? {last}.{value} : 0"):
        return None
    if told[2] not in (
        f"_index != 0 ? (_index == 9 ? 0x8000000000000000 : {times}) : 1",
        f"_index != 0 ? {times} : 1",
    ):
        return None
    ends = groups.more_valid is not None and _only(groups.more_valid, "eq") == f"{number} == 9 ? false : {groups.more}"
    most = None if groups.low_valid is None else _only(groups.low_valid, "max")
    return shown if ends and most in (f"({number} == 9 ? 1 : 127).as<u8>", f"{number} == 9 ? 1 : 127") else None


def _sum(groups: _Groups, size: str, most: int) -> str:
    """What a sum of so many groups, one by one, is as text."""
    name, low = groups.name, groups.low
    others = (f"({size} >= {i + 1} ? {name}[{i}].{low} << {7 * i} : 0)" for i in range(1, most))
    return " + ".join((f"{name}[0].{low}", *others))


def _only(valid: Valid, name: Literal["eq", "max"]) -> str | None:
    """What a rule says, if it says nothing else."""
    said = {key: getattr(valid, key) for key in ("eq", "min", "max", "expr")}
    wanted = said.pop(name)
    if wanted is None or valid.any_of or valid.in_enum or any(one is not None for one in said.values()):
        return None
    return expression(wanted)


def _values(typedef: TypeDef) -> Iterator[ValueInstance]:
    """What a type computes in any case."""
    for instance in typedef.instances:
        if isinstance(instance, ValueInstance) and instance.condition is None:
            yield instance


def _is_plain(entry: Entry) -> bool:
    return entry.named and entry.count is None and entry.condition is None and not entry.placed


def _is_bits(entry: Entry, width: int) -> bool:
    bits = isinstance(entry.item, Bits) and entry.item.width == width and entry.item.order == "be"
    return bits and _is_plain(entry)


def _bounds_last(valid: Valid, number: str) -> bool:
    """Whether a rule just says that the last group of 64 bits has one."""
    return _only(valid, "max") == f"{number} < 9 ? 127 : 1"


def _instance(typedef: TypeDef, begin: str, end: str) -> str | None:
    """The only value instance whose expression begins and ends so."""
    found = [
        instance.id
        for instance in typedef.instances
        if isinstance(instance, ValueInstance)
        and instance.condition is None
        and isinstance(instance.expr, Member)
        and expression(instance.expr).startswith(begin)
        and expression(instance.expr).endswith(end)
    ]
    return found[0] if len(found) == 1 else None


def _adds_up(group: TypeDef, groups: str, low: str, number: str, typedef: TypeDef, sums: str) -> bool:
    """Whether the value of a group is that of those before it and its own bits."""
    shown = next(i for i in typedef.instances if i.id == sums)
    assert isinstance(shown, ValueInstance)
    assert isinstance(shown.expr, Member)
    name = shown.expr.name
    value = next((i for i in group.instances if isinstance(i, ValueInstance) and i.id == name), None)
    if value is None or value.condition is not None:
        return False
    before = f"({number} == 0 ? 0 : _parent.{groups}[{number} - 1].{name}.as<u8>)"
    own = f"{low}.as<u8> << 7 * {number}"
    return expression(value.expr) in (f"{before} + ({own})", f"{before} | {own}")
