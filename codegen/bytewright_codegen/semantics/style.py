"""What could be said better: names that the style guide of the language would choose otherwise (``len_x`` for the size
of ``x``, ``num_x``), and ``-sync`` where nothing is looked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from bytewright_codegen.ir.diagnostics import Diagnostic, Problems
from bytewright_codegen.ir.expressions import Expr, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Attribute, TypeDef
from bytewright_codegen.ir.walk import structures_in

_OWN = ("attribute", "instance")


def style(library: Library) -> tuple[Diagnostic, ...]:
    """What could be said better in the specs of a library.

    Args:
        library: resolved.
    """
    problems = Problems()
    uses = Counter(_uses(library.specs))
    for definition in library.types.values():
        for attribute in (*definition.attributes, *definition.instances):
            if isinstance(attribute, Attribute) and attribute.id is not None:
                count = attribute.repeat.expr if attribute.repeat and attribute.repeat.kind == "expr" else None
                _check(definition, attribute.size, f"len_{attribute.id}", "size", uses, problems)
                _check(definition, count, f"num_{attribute.id}", "count", uses, problems)
    _check_sync(library, problems)
    return problems.warnings()


def _check_sync(library: Library, problems: Problems) -> None:
    """Warns of ``-sync`` on fields of types that are, and lie in, no element of a list: only these are looked for."""
    known = library.types.values()
    todo = [held for one in known for field in one.fields if field.repeat is not None for held in _held(field)]
    reached = set[str]()
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo += [held for field in library.types[name].fields for held in _held(field)]
    for definition in known:
        name = definition.name.rpartition("::")[2]
        for field in definition.fields if definition.name not in reached else ():
            if field.sync is not None:
                what = f"'-sync' of '{field.id}' has no effect: '{name}' is in no list of records"
                problems.warn(field.sync.loc, what, "It says what tells a record behind a bad one.")


def _held(field: Attribute) -> set[str]:
    return structures_in(field.wire)


def _check(
    definition: TypeDef, expr: Expr | None, wanted: str, what: str, uses: Counter[tuple[str, str]], problems: Problems
) -> None:
    """Advises another name for a member of a type that is the size or count of one other, and nothing else."""
    if not isinstance(expr, Name) or expr.binding not in _OWN or expr.owner != definition.name:
        return
    if expr.name != wanted and uses[expr.owner, expr.name] == 1:
        member = next(m for m in (*definition.attributes, *definition.instances) if m.id == expr.name)
        of = wanted.partition("_")[2]
        problems.advise(member.loc, f"'{expr.name}' is only the {what} of '{of}'", f"It could be called '{wanted}'.")


def _uses(node: object) -> Iterator[tuple[str, str]]:
    """The members that expressions name: their types and ids."""
    if isinstance(node, Name | Member) and node.owner is not None and node.binding in _OWN:
        yield node.owner, node.name
    if isinstance(node, tuple):
        for item in node:
            yield from _uses(item)
    elif is_dataclass(node):
        for field in fields(node):
            yield from _uses(getattr(node, field.name))
