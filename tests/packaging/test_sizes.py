"""No module, function or class grows beyond what one can survey; what is larger already is listed, and only shrinks."""

import ast

from tests.packaging.sizes import LIMITS, Sizes, attributes, definitions, differences, large, listed, shrunk, sizes

HINT = "split what grew; of what shrank, run: python -m tests.packaging.sizes"

SOURCE = """
from typing import ClassVar


class Outer:
    kind: ClassVar[str] = ""
    declared: int

    def __init__(self, other):
        self.declared = 1
        self.assigned, self.second = 2, 3
        other.foreign = self.read

    async def run(self):
        def inner():
            return 1

        self.later = inner()
"""


def test_what_is_large_is_listed_and_only_shrinks() -> None:
    assert not differences(listed(), large()), HINT


def test_the_list_holds_what_the_limits_are_of() -> None:
    assert list(listed()) == list(LIMITS)


def test_sizes_are_those_of_the_source() -> None:
    assert list(sizes(SOURCE)) == [
        ("lines of a module", "", 18),
        ("attributes of a class", "Outer", 4),
        ("lines of a function", "Outer.__init__", 4),
        ("lines of a function", "Outer.run", 5),
        ("lines of a function", "Outer.run.inner", 2),
    ]


def test_attributes_are_declared_or_assigned() -> None:
    outer = dict(definitions(ast.parse(SOURCE)))["Outer"]
    assert isinstance(outer, ast.ClassDef)
    assert attributes(outer) == {"declared", "assigned", "second", "later"}


def test_growth_shrinkage_and_what_is_new_are_told() -> None:
    was, now = of(grown=601, shrunk=700, small=620, same=650), of(grown=602, shrunk=699, new=610, same=650)
    assert differences(was, now) == [
        "grown: 602 lines of a module, above the 601 listed",
        "new: 610 lines of a module, above the 600 listed",
        "shrunk: 699 lines of a module, below the 700 listed",
        "small: 600 lines of a module, below the 620 listed",
    ]


def test_the_list_takes_in_nothing() -> None:
    was, now = of(grown=601, shrunk=700, small=620), of(grown=602, shrunk=699, new=610)
    assert shrunk(was, now) == of(grown=601, shrunk=699)


def of(**modules: int) -> Sizes:
    """Sizes of modules alone."""
    return {kind: modules if kind == "lines of a module" else {} for kind in LIMITS}
