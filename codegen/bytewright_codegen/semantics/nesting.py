"""How deep structures hold each other, whatever a file says."""

from __future__ import annotations

from collections.abc import Iterator

from bytewright_codegen.ir.diagnostics import Problems
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Attribute, TypeDef
from bytewright_codegen.ir.walk import structures_in

MOST = 64
"""Types that may stand inside each other, one in the next. Passes go into them by recursion."""


def check_nesting(library: Library, problems: Problems) -> None:
    """Notes types that lie too deep inside others.

    Args:
        library: resolved, but for what was noted.
        problems: where errors go.
    """
    seen: set[str] = set()
    for root in library.types.values():
        if root.name in seen:
            continue
        seen.add(root.name)
        ways = [_uses(root)]
        while ways:
            use = next(ways[-1], None)
            if use is None:
                ways.pop()
                continue
            attribute, name = use
            if name in seen or name not in library.types:
                continue
            if len(ways) >= MOST:
                message = f"structures are nested too deeply: '{name}' is in {MOST} others, one inside the next"
                problems.add(attribute.loc, message)
                return
            seen.add(name)
            ways.append(_uses(library.types[name]))


def _uses(definition: TypeDef) -> Iterator[tuple[Attribute, str]]:
    for attribute in (*definition.attributes, *definition.instances):
        if isinstance(attribute, Attribute):
            for name in sorted(structures_in(attribute.wire)):
                yield attribute, name
