"""Scopes: whose bytes an expression reads, and so how often it is computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Literal

from bytewright_codegen.ir.expressions import Expr

Kind = Literal["spec", "parameter", "file", "structure", "record", "element"]


@dataclass(frozen=True, slots=True)
class Step:
    """One structure on the way from a file to a place: its type, the field that holds it, whether that is a list."""

    type: str
    id: str
    repeated: bool
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A structure of a file, by the way from the root to it; the root's own step first."""

    steps: tuple[Step, ...]

    @property
    def type(self) -> str:
        """Absolute name of its type."""
        return self.steps[-1].type

    def path(self, depth: int | None = None) -> str:
        """The way in ids, elements as ``[*]``; empty for the root. ``depth``: how many steps of it."""
        return ".".join(f"{s.id}[*]" if s.repeated else s.id for s in self.steps[1:depth])


@dataclass(frozen=True, slots=True)
class Scope:
    """How often a value is computed: once per instance of this.

    ``kind`` as seen from where the expression stands: ``spec`` (a constant), ``parameter`` (known from options before a
    file is opened), ``file``, ``structure`` (an element of a list around the innermost one), ``record`` (an element of
    the innermost list of structures around it), ``element`` (of the list that the expression belongs to, or a row of
    a view). ``path``: the list's elements, ``batches[*].columns[*]``; empty for the first three.
    """

    kind: Kind
    path: str = ""

    @property
    def lists(self) -> int:
        """How many lists are around: 0 for what is computed once per file or less."""
        return self.path.count("[*]")


@dataclass(frozen=True, slots=True)
class Scoped:
    """An expression with its scope.

    ``owner``: absolute name of the type in whose text it stands, or ``view NAME``; ``role``: what it is there for
    (``size of data``, ``column batch``); ``place``: the structure that it is computed for.
    """

    owner: str
    role: str
    expr: Expr
    place: Place
    scope: Scope


@dataclass(frozen=True)
class Scopes:
    """The scopes of all expressions of a spec, in the order in which a file meets them, those of views last.

    A type that is used in several places occurs once for each of them; ``complete``: none was left out, as types that
    use each other twice have 2ⁿ.
    """

    expressions: tuple[Scoped, ...]
    complete: bool = True

    @cached_property
    def by_expression(self) -> Mapping[tuple[str, Expr], tuple[Scoped, ...]]:
        """By owner and expression; several where the type is used in several places, or views contain each other."""
        found: dict[tuple[str, Expr], tuple[Scoped, ...]] = {}
        for scoped in self.expressions:
            key = (scoped.owner, scoped.expr)
            found[key] = (*found.get(key, ()), scoped)
        return MappingProxyType(found)

    def of(self, owner: str, expr: Expr, path: str | None = None) -> Scope:
        """The scope of one expression.

        Args:
            owner: absolute name of the type, or ``view NAME``.
            expr: the expression, as the resolved spec has it.
            path: of the place that is meant; without it, the innermost scope of all places.

        Raises:
            KeyError: the spec has no such expression there.
        """
        found = [s for s in self.by_expression[owner, expr] if path is None or s.place.path() == path]
        if not found:
            raise KeyError(path)
        return max((s.scope for s in found), key=lambda scope: (_ORDER[scope.kind], scope.lists))


_ORDER = {kind: i for i, kind in enumerate(("spec", "parameter", "file", "structure", "record", "element"))}
