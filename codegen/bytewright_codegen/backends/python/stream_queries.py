"""What conditions and places ask of streams: writers know where they are, and find out last where those end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bytewright_codegen.analysis.arguments import with_arguments
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.ir.expressions import Expr, Logical, Member, Name
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.walk import asks_stream, children, with_value
from bytewright_codegen.plans.reading import Entry, nested_types
from bytewright_codegen.plans.writing import (
    EntryWriting,
)

_HOPS = 8
"""How many instances are followed."""


def computed(source: str) -> str:
    """A function that computes an expression again with what holds now, apart from late fields."""
    bound = [name for name in ("here", "_index") if re.search(rf"\b{name}\b", source)]
    return f"lambda{' ' if bound else ''}{', '.join(f'{name}={name}' for name in bound)}: {source}"


def until(plans: CodecPlans, entry: Entry) -> str:
    """The condition that ends a list, over ``item``, where it can be checked as soon as the list is known."""
    count = entry.count
    if count is None or count.kind != "until" or count.expr is None or nested_types(entry.item):
        return ""
    return _ending(plans, count.expr) if not asks_stream(_but_for_the_end(count.expr) or count.expr) else ""


def until_late(plans: CodecPlans, writing: EntryWriting) -> str:
    """The same of structures, whose fields may only be known in the end."""
    entry = writing.entry
    count = entry.count
    if count is None or count.kind != "until" or count.expr is None or not nested_types(entry.item):
        return ""
    rests = plans.dependencies(_but_for_the_end(count.expr) or count.expr)
    # Readers ask while the list grows, and while there are bytes to come.
    if rests.stream or any(plans.types[type].fields[i] is entry.attribute for type, i in rests.fields):
        return ""
    return _ending(plans, count.expr)


def until_here(plans: CodecPlans, writing: EntryWriting) -> str:
    """The same where it asks for the stream, which is at ``here`` behind an element; in the end it is known."""
    entry = writing.entry
    count = entry.count
    if count is None or count.kind != "until" or count.expr is None or not asks_only_here(plans, count.expr):
        return ""
    rests = plans.dependencies(count.expr)
    if any(plans.types[type].fields[i] is entry.attribute for type, i in rests.fields):
        return ""  # readers ask while the list grows
    return PythonExpressions(plans.naming, special={"_": "item", "_index": "_index", "_io": "here"})(count.expr)


def asks_only_here(plans: CodecPlans, expr: Expr) -> bool:
    """Whether an expression asks for the stream in which it stands, and for no other place in the bytes."""
    return asks_stream(expr) and not _asks_elsewhere(plans, expr)


def written_out(plans: CodecPlans, expr: Expr) -> Expr:
    """An expression with instances of the same structure written out that ask for a stream."""
    for _ in range(_HOPS):
        found = next(_asking(plans, expr), None)
        if found is None:
            break
        expr = with_value(expr, *found)
    return expr


def _asking(plans: CodecPlans, expr: Expr) -> Iterator[tuple[str, str, Expr]]:
    if isinstance(expr, Name) and expr.binding == "instance" and expr.owner is not None:
        instance = next(i for i in plans.types[expr.owner].instances if i.id == expr.name)
        if isinstance(instance, ValueInstance) and instance.condition is None and plans.dependencies(expr).stream:
            yield expr.owner, expr.name, instance.expr
    for child in children(expr):
        yield from _asking(plans, child)


def asks_only_position(plans: CodecPlans, expr: Expr) -> bool:
    """Whether all that an expression asks of streams is where its own stands, which a writer knows."""
    waiting, met = [expr], set[tuple[str, str]]()
    while waiting:
        part = waiting.pop()
        match part:
            case Member(Name("_io"), "pos"):
                continue
            case Name("_io") | Member(_, "_io"):
                return False
            case Name(name, binding="instance", owner=str(owner)):
                found = next(i for i in plans.types[owner].instances if i.id == name)
                if isinstance(found, ValueInstance) and (owner, name) not in met:
                    met.add((owner, name))
                    waiting.append(found.expr)
            case Member(binding="instance") | Name(binding="parameter") | Member(binding="parameter"):
                if plans.dependencies(part).stream:
                    return False
            case _:
                waiting.extend(children(part))
    return True


def _asks_elsewhere(plans: CodecPlans, expr: Expr) -> bool:
    if isinstance(expr, Name) and expr.name == "_io":
        return False
    if isinstance(expr, Member) and expr.name == "_io":
        return True
    if isinstance(expr, Name | Member) and expr.binding in ("instance", "parameter"):
        return plans.dependencies(expr).stream
    return any(_asks_elsewhere(plans, child) for child in children(expr))


def _ending(plans: CodecPlans, condition: Expr) -> str:
    """A condition that ends a list, as source; the end of the stream ends it behind any element that is the last."""
    rest = _but_for_the_end(condition)
    expressions = PythonExpressions(plans.naming, special={"_": "item", "_index": "_index"})
    if rest is None or rest == condition:
        return expressions(condition) if rest is not None else ""
    return f"_index == len(values) - 1 or {expressions(rest, tight=True)}"


def _but_for_the_end(condition: Expr) -> Expr | None:
    """A condition without ``or _io.eof``; None if it says no more."""
    match condition:
        case Member(Name("_io"), "eof"):
            return None
        case Logical("or", left, right):
            sides = [side for side in (_but_for_the_end(left), _but_for_the_end(right)) if side is not None]
            return replace(condition, left=sides[0], right=sides[1]) if len(sides) == 2 else next(iter(sides), None)
    return condition


def position(plans: CodecPlans, type: str, entry: Entry) -> str:
    """Where an entry lies that has a place of its own, as a function; empty: it has none."""
    if not entry.placed:
        return ""
    position = entry.attribute.position
    if position is None:
        return "None"
    return f"lambda: {PythonExpressions(plans.naming)(with_arguments(plans.types, type, position))}"


def stream_of(plans: CodecPlans, entry: Entry) -> str:
    """The stream in which it lies, as a function; empty: that of its structure."""
    stream = entry.attribute.stream
    if stream is None or (isinstance(stream, Name) and stream.name == "_io"):
        return ""
    expressions = PythonExpressions(plans.naming)
    if isinstance(stream, Member) and stream.name == "_io" and not _is_around(stream.target):
        return f"lambda: out.stream_of({expressions(stream.target)})"
    return f"lambda: {expressions(stream)}"


def _is_around(structure: Expr) -> bool:
    """Whether a structure is one that the own one lies in, so that it has begun before."""
    while isinstance(structure, Member) and structure.name in ("_parent", "_root"):
        structure = structure.target
    return isinstance(structure, Name) and structure.name in ("_parent", "_root")
