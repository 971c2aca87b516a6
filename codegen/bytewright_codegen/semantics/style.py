"""Names that the style guide of the language would choose otherwise: ``len_x`` for the size of ``x``, ``num_x``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from bytewright_codegen.ir.diagnostics import Diagnostic, Problems
from bytewright_codegen.ir.expressions import Expr, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Attribute, TypeDef

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
    return problems.warnings()


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
