"""Names of types and enums, looked up from the inside out, and through imports."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bytewright_codegen.ir.diagnostics import alike, nearest
from bytewright_codegen.ir.library import Library

BUILT_IN = (
    "str", "strz", "u1", "s1",
    *(f"{kind}{size}{order}" for kind in "us" for size in "248" for order in ("", "le", "be")),
    *(f"f{size}{order}" for size in "48" for order in ("", "le", "be")),
)  # fmt: skip
"""The types that have names of their own."""


class Names:
    """Looks names up in a library.

    A name is searched in the type where it stands, in the types around it from the inside out, and at last among the
    specs that the spec reaches by imports; ``::a::b`` begins at the specs and at the types of the root.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._reached = {spec.id: library.reached(spec.id) for spec in library.specs}

    def type(self, name: str, scope: str) -> str | None:
        """The absolute name of a type.

        Args:
            name: as written, ``a::b``.
            scope: absolute name of the type in which it stands.
        """
        return self._find(name, scope, self._library.types)

    def enum(self, name: str, scope: str) -> str | None:
        """The absolute name of an enum; arguments as for ``type``."""
        return self._find(name, scope, self._library.enums)

    def near_type(self, name: str, scope: str) -> str | None:
        """A hint with the name of a type that can be seen and is spelled alike."""
        return _near(name, [*self._visible(scope, self._library.types), *BUILT_IN])

    def near_enum(self, name: str, scope: str) -> str | None:
        """A hint with the name of an enum that can be seen and is spelled alike."""
        return _near(name, self._visible(scope, self._library.enums))

    def _find(self, name: str, scope: str, known: Collection[str]) -> str | None:
        root = scope.split("::", 1)[0]
        scopes = _around(scope)
        if name.startswith("::"):
            name = name[2:]
            scopes = iter((root,))
        for around in scopes:
            if f"{around}::{name}" in known:
                return f"{around}::{name}"
            # As in the stock compiler, a type may also be named by one that can see it.
            first, _, rest = name.partition("::")
            if rest and f"{around}::{first}" in self._library.types:
                found = self._find(rest, f"{around}::{first}", known)
                if found is not None:
                    return found
        first, _, rest = name.partition("::")
        if first not in self._reached[root]:
            return None
        return name if name in known else self._find(rest, first, known) if rest else None

    def _visible(self, scope: str, known: Collection[str]) -> list[str]:
        root = scope.split("::", 1)[0]
        around = list(_around(scope))
        shown = []
        for name in known:
            if name.split("::", 1)[0] == root:
                outer = next((a for a in around if name.startswith(f"{a}::")), None)
                shown.append(name[len(outer) + 2 :] if outer else name)
            elif name.split("::", 1)[0] in self._reached[root]:
                shown.append(name)
        return shown


def _near(name: str, known: Collection[str]) -> str | None:
    """A hint with the nearest name, or the nearest by what it ends in."""
    by_end = {other.rpartition("::")[2]: other for other in known}
    end = alike(name, by_end)
    return nearest(name, known) or (f"Did you mean '{by_end[end]}'?" if end is not None else None)


def _around(scope: str) -> Iterator[str]:
    while scope:
        yield scope
        scope = scope.rpartition("::")[0]
