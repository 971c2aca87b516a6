"""A spec with everything it imports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bytewright_codegen.ir.diagnostics import Diagnostic
from bytewright_codegen.ir.schema import EnumDef, Spec, TypeDef


@dataclass
class Effort:
    """What the plans of all views of a library have cost, so that many views don't take for ever.

    Attributes:
        spent: what has been read and computed symbolically.
        built: nodes of steps.
    """

    spent: int = 0
    built: int = 0


@dataclass(frozen=True)
class Library:
    """A spec and all specs that it reaches by imports.

    ``specs``: the main spec first. ``imports``: for each spec, by id, the ids of those it imports itself, in the order
    in which it names them; cycles are possible. ``warnings``: what was noticed in the specs.
    """

    specs: tuple[Spec, ...]
    imports: tuple[tuple[str, tuple[str, ...]], ...] = ()
    warnings: tuple[Diagnostic, ...] = ()

    @property
    def main(self) -> Spec:
        """The spec that was asked for."""
        return self.specs[0]

    @cached_property
    def by_id(self) -> Mapping[str, Spec]:
        """The specs by their ids."""
        return {spec.id: spec for spec in self.specs}

    @cached_property
    def types(self) -> Mapping[str, TypeDef]:
        """The types of all specs by their absolute names."""
        return {definition.name: definition for spec in self.specs for definition in spec.types}

    @cached_property
    def enums(self) -> Mapping[str, EnumDef]:
        """The enums of all specs by their absolute names."""
        return {enum.name: enum for spec in self.specs for enum in spec.enums}

    @cached_property
    def effort(self) -> Effort:
        """What planning has cost so far."""
        return Effort()

    def spec_of(self, name: str) -> Spec:
        """The spec that declares a type or an enum, given by its absolute name."""
        return self.by_id[name.split("::", 1)[0]]

    def reached(self, spec: str) -> tuple[str, ...]:
        """The ids of a spec and all that it imports, directly or through others; itself first."""
        graph = dict(self.imports)
        found = {spec: None}
        todo = [spec]
        while todo:
            for other in graph.get(todo.pop(), ()):
                if other not in found:
                    found[other] = None
                    todo.append(other)
        return tuple(found)
