"""The lists that a view goes through: what their elements are called, and which of them are searched for keys."""

from __future__ import annotations

from bytewright_codegen.ir.diagnostics import Problems
from bytewright_codegen.ir.expressions import Expr, Member, Name, beginning
from bytewright_codegen.ir.values import Value
from bytewright_codegen.ir.views import Selection, listed
from bytewright_codegen.ir.walk import level_of
from bytewright_codegen.semantics.methods import item_of

Levels = tuple[tuple[str, Value | None], ...]
"""What the elements of lists are called, and what they are, the outermost first."""


def levels_of(each: Expr | None, problems: Problems) -> Levels:
    """What the elements of the lists are called that a path passes through.

    Args:
        each: the path.
        problems: where errors go.
    """
    found: dict[str, Value | None] = {}
    for passed in listed(each) if each is not None else ():
        name = passed.name if isinstance(passed, Name | Member) else ""
        if not name or name in found:
            message = f"'each' passes through two lists called '{name}'" if name else "'each' must name its lists"
            problems.add(beginning(passed), message)
        found[name] = item_of(passed.type) if passed.type is not None else None
    return tuple(found.items())


def check_bounds(selection: Selection, levels: Levels, problems: Problems) -> None:
    """Check that lists that are searched lie around the elements that are chosen, or are theirs.

    Args:
        selection: what an option chooses.
        levels: the lists that the view passes through.
        problems: where errors go.
    """
    names = {name: depth for depth, (name, _) in enumerate(levels)}
    for word, bound in (("through", selection.through), ("from", selection.start)):
        if bound is not None and level_of(bound, names) > level_of(selection.equals, names):
            message = f"'{word}' must be about a list around what 'equals' is about, or the same"
            problems.add(beginning(bound), message)
