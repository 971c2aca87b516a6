"""Sizes of modules, functions and classes: what is above a limit, and the list of those that may be.

``python -m tests.packaging.sizes`` takes from the list, sizes.json, what has shrunk. It adds nothing.
"""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

from tests.packaging.modules import PACKAGES, ROOT, sources

LISTED = Path(__file__).with_suffix(".json")
LIMITS = {"lines of a module": 600, "lines of a function": 80, "attributes of a class": 12}
OPERATIONS = PACKAGES[0] / "kernels" / "native" / "operations"
"""Functions of any length: what the kernel does in one of them costs no calls."""

Sizes = dict[str, dict[str, int]]
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def large() -> Sizes:
    """All that is above a limit now, by kind and place, with its size."""
    found: Sizes = {kind: {} for kind in LIMITS}
    for path in (path for package in PACKAGES for path in sources(package)):
        name = path.relative_to(ROOT).as_posix()
        for kind, place, size in sizes(path.read_text(encoding="utf-8")):
            if size > LIMITS[kind] and not (kind == "lines of a function" and path.parent == OPERATIONS):
                found[kind][f"{name}:{place}".rstrip(":")] = size
    return found


def sizes(text: str) -> Iterator[tuple[str, str, int]]:
    """The kind, place and size of a module and of all that it defines."""
    yield "lines of a module", "", len(text.splitlines())
    for place, definition in definitions(ast.parse(text)):
        if isinstance(definition, ast.ClassDef):
            yield "attributes of a class", place, len(attributes(definition))
        elif definition.end_lineno is not None:
            yield "lines of a function", place, definition.end_lineno - definition.lineno + 1


def definitions(node: ast.AST, inside: str = "") -> Iterator[tuple[str, Definition]]:
    """Classes and functions, also in each other, by their dotted names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Definition):
            name = f"{inside}{child.name}"
            yield name, child
            yield from definitions(child, f"{name}.")
        else:
            yield from definitions(child, inside)


def attributes(definition: ast.ClassDef) -> set[str]:
    """What instances of a class hold: the fields that it declares, and what its methods assign to ``self``."""
    declared = {
        node.target.id
        for node in definition.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        if "ClassVar" not in ast.unparse(node.annotation)
    }
    assigned = {
        node.attr
        for method in definition.body
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(method)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    return declared | assigned


def listed() -> Sizes:
    """What may be above a limit, with the size that it may have."""
    sizes: Sizes = json.loads(LISTED.read_text(encoding="utf-8"))
    return sizes


def differences(listed: Sizes, large: Sizes) -> list[str]:
    """Why a list isn't the one of what is large: of what has grown, and of what has shrunk since."""
    return [
        f"{place}: {now} {kind}, {'above' if now > was else 'below'} the {was} listed"
        for kind, limit in LIMITS.items()
        for place in sorted(listed[kind].keys() | large[kind].keys())
        for was, now in [(listed[kind].get(place, limit), large[kind].get(place, limit))]
        if was != now
    ]


def shrunk(listed: Sizes, large: Sizes) -> Sizes:
    """A list without what is no longer large, and with the sizes of now where these are smaller."""
    return {
        kind: {place: min(was, large[kind][place]) for place, was in sorted(places.items()) if place in large[kind]}
        for kind, places in listed.items()
    }


if __name__ == "__main__":
    LISTED.write_text(json.dumps(shrunk(listed(), large()), indent=2) + "\n", encoding="utf-8")
