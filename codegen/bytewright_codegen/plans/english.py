"""What follows from what, in words: the equations of a derive plan as READMEs and ``bytewright explain`` say them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bytewright_codegen.ir.expressions import Expr, Name
from bytewright_codegen.plans.notation import expression, short
from bytewright_codegen.plans.reading import Bound, ChecksumRange, Nested
from bytewright_codegen.plans.writing import (
    ChecksumOf,
    Constant,
    CountOf,
    EntryWriting,
    Equation,
    LengthOf,
    NullsOf,
    Path,
    PositionOf,
    PresenceOf,
    Ruled,
    SizeOf,
    ValidityOf,
    WritingPlan,
)


@dataclass(frozen=True, slots=True)
class Following:
    """A field that a user doesn't set, or needn't.

    ``what`` it follows from, with code in backticks; ``when`` a writer knows it; ``sure``: whether a user may never set
    it; otherwise what it follows from may be missing."""

    field: str
    what: str
    when: str
    sure: bool


def follows(plan: WritingPlan, writing: EntryWriting, plans: Mapping[str, WritingPlan]) -> Following | None:
    """What one entry follows from; None where a user sets it."""
    entry, equation = writing.entry, writing.equation
    if entry.contents is not None:
        return Following(entry.name, f"always `{entry.contents.hex(' ')}`", "before writing", sure=True)
    if not entry.named:
        what = "as many bytes as lead to what follows" if writing.gap else "zero bytes"
        return Following(f"entry {entry.index}, unnamed", f"{what}, or what was read there", "while writing", sure=True)
    if equation is None:
        return None
    found = _follows(plan, writing, equation, plans)
    return replace(found, sure=False, what=f"some of its bits: {found.what}") if equation.shared else found


def _follows(
    plan: WritingPlan, writing: EntryWriting, equation: Equation, plans: Mapping[str, WritingPlan]
) -> Following:
    """What the field of an equation follows from."""
    entry = writing.entry
    before = "before writing"
    match equation.quantity:
        case Constant(value):
            return Following(entry.name, f"always `{expression(value)}`", before, sure=True)
        case CountOf(lists, certain):
            return Following(entry.name, _count(lists), before, certain)
        case SizeOf(of, _, certain, largest):
            what = _size(plan, of, entry.index, plans)
            if largest:
                what += ", the largest where there are several; what is set stays if it is enough"
            return Following(entry.name, what, "when that is written", certain)
        case LengthOf(of, certain):
            return Following(entry.name, f"number of elements of {_named(of)}", "when they are written", certain)
        case PositionOf(of, when_empty, relative_to, certain, end, unless):
            what = f"where {_named(of)} {'ends' if end else 'begins'}"
            if not of.holder and entry.count is not None:
                what = f"where each `{_path(of)}` begins, and at last where the last one ends"
            if relative_to is not None:
                what += f", counted from `{plan.entries[relative_to].entry.name}`"
            if when_empty is not None:
                what += f" (`{expression(when_empty)}` where there is none)"
            if unless is not None:
                what += f", unless it is set to `{expression(unless)}`"
            return Following(entry.name, what, "when that is written", certain)
        case NullsOf(values, all, none, some):
            what = (
                f"`{_bare(all)}` where every one of `{expression(values)}` is null, `{_bare(none)}` where none is, "
                f"`{_bare(some)}` otherwise"
            )
            return Following(entry.name, what, before, sure=True)
        case ValidityOf(of):
            return Following(entry.name, f"which of `{of}` are not null", before, sure=True)
        case PresenceOf(items, member, at, where):
            which = f", of those where `{expression(where)}`" if where is not None else ""
            what = f"bit `{expression(at)}`: whether an item of `{items}` has a `{member}`{which}"
            return Following(entry.name, what, before, sure=True)
        case Ruled(value):
            return Following(entry.name, f"`{expression(value)}`, as its rule says", "when it is written", sure=True)
        case ChecksumOf(found):
            return Following(entry.name, f"{found.algorithm} of {_range(found, plan, plans)}", "at last", sure=True)


def _range(found: ChecksumRange, plan: WritingPlan, plans: Mapping[str, WritingPlan]) -> str:
    """The bytes that a checksum is of."""

    def name(bound: Bound) -> str:
        holder = plans.get(bound.owner, plan)
        return "_parent." * bound.climb + holder.entries[bound.field].entry.name

    first, last = name(found.start), name(found.end)
    return f"`{first}`" if first == last else f"the bytes from `{first}` to `{last}`"


def _count(lists: Sequence[tuple[Path, Expr]]) -> str:
    solved = {expression(solve, "n") for _, solve in lists}
    names = [f"`{_path(path)}`" for path, _ in lists]
    if not names:
        return "number of elements of what it counts"
    joined = names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
    agree = ", which agree" if len(names) > 1 else ""
    if solved == {"n"}:
        return f"number of elements of {joined}{agree}"
    if len(solved) == 1:
        return f"`{solved.pop()}`, n being the number of elements of {joined}{agree}"
    each = ", ".join(f"`{expression(solve, f'n({_path(path)})')}`" for path, solve in lists)
    return f"{each}, n being the number of elements{agree}"


def _size(plan: WritingPlan, of: Path, field: int, plans: Mapping[str, WritingPlan]) -> str:
    solve = _solution(plan, of, field, plans)
    name = _named(of)
    if solve is None or isinstance(solve, Name):
        return f"size of {name} in bytes"
    return f"`{expression(solve, 'n')}`, n being the size of {name} in bytes"


def _solution(plan: WritingPlan, of: Path, field: int, plans: Mapping[str, WritingPlan]) -> Expr | None:
    """How a field follows from the size of what a path leads to."""
    if of.holder:
        return None
    holder = plan
    for depth, (id, _) in enumerate(of.steps):
        writing = next(w for w in holder.entries if w.entry.name == id)
        if depth == len(of.steps) - 1:
            return next((s.value for s in writing.after if s.field == field and s.climb == depth), None)
        item = writing.entry.item
        if not isinstance(item, Nested):
            return None
        holder = plans[item.type]
    return None


def _named(path: Path) -> str:
    """A path, with the type of the structures that hold it where that is all that is known."""
    return f"`{_path(path)}`" + (f" of a `{short(path.holder)}`" if path.holder else "")


def _path(path: Path) -> str:
    """A path; the last step names the field, not its elements."""
    *way, (last, _) = path.steps
    return ".".join([*(f"{id}[*]" if repeated else id for id, repeated in way), last])


def _bare(expr: Expr) -> str:
    """An enum's member without its enum."""
    return expression(expr).rpartition("::")[2]
