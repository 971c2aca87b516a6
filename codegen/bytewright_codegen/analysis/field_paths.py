"""How fields of structures are reached from each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bytewright_codegen.analysis.dependencies import Place
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.analysis.solve import Reference
from bytewright_codegen.ir.expressions import Expr, Item, Literal_, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Attribute, BitsWire, Spec, StructWire, SwitchWire, Wire
from bytewright_codegen.ir.values import StructValue
from bytewright_codegen.ir.walk import structures_in
from bytewright_codegen.plans.writing import Path


class Ways:
    """Finds fields from the structures of a spec."""

    def __init__(self, library: Library, spec: Spec, known: Sizes) -> None:
        self._types = library.types
        self._spec = spec
        self._sizes_of = known.attributes
        self._indices: dict[str, dict[str | None, int]] = {}

    def wire(self, place: Place) -> Wire:
        """How a field is stored."""
        return self._types[place[0]].fields[place[1]].wire

    def index_of(self, reference: Reference) -> int:
        """The place of the field that a reference leads to, among those of its type."""
        found = self._indices.get(reference.owner)
        if found is None:
            fields = self._types[reference.owner].fields
            found = self._indices[reference.owner] = {a.id: i for i, a in reversed(list(enumerate(fields)))}
        return found[reference.name]

    def place_of(self, reference: Reference) -> Place | None:
        """The field that holds what a reference leads to: of a number in digits, the one whose structure spells it.
        None: a parameter, or digits that no field alone spells."""
        if reference.parameter:
            return None
        if reference.digits is not None:
            return self.spelled_in(reference)
        return reference.owner, self.index_of(reference)

    def is_own(self, type: str) -> bool:
        """Whether a type is one of the spec, not of one that it imports."""
        return type.partition("::")[0] == self._spec.id

    def above(self, owner: str, climb: int) -> str:
        """The type so many parents up."""
        for _ in range(climb):
            owner = self._types[owner].parent_type or owner
        return owner

    def path_down(self, owner: str, climb: int) -> tuple[tuple[str, bool], ...] | None:
        """How one gets from the structure ``climb`` parents up down to ``owner``."""
        steps: list[tuple[str, bool]] = []
        here = owner
        for _ in range(climb):
            parent = self._types[here].parent_type
            if not parent:
                return None
            users = [a for a in self._types[parent].fields if here in structures_in(a.wire)]
            if len(users) != 1 or users[0].id is None:
                return None
            steps.append((users[0].id, users[0].repeat is not None))
            here = parent
        return tuple(reversed(steps))

    def way_of(self, owner: str, path: Expr) -> tuple[Path, Place, int | None] | None:
        """The steps of a path down from ``owner``, the type and index of the field at its end, which step repeats."""
        ids: list[str] = []
        node = path
        while True:
            if isinstance(node, Item):
                node = node.target
            elif isinstance(node, Member):
                ids.append(node.name)
                node = node.target
            elif isinstance(node, Name):
                ids.append(node.name)
                break
            else:
                return None
        steps: list[tuple[str, bool]] = []
        holder, repeated = owner, None
        for depth, id in enumerate(reversed(ids)):
            found = next(((i, a) for i, a in enumerate(self._types[holder].attributes) if a.id == id), None)
            if found is None:
                return None
            index, attribute = found
            steps.append((id, attribute.repeat is not None))
            if depth == len(ids) - 1:
                return Path(tuple(steps)), (holder, index), repeated
            if attribute.repeat is not None:
                repeated = depth
            if not isinstance(attribute.wire, StructWire):
                return None
            holder = attribute.wire.type
        return None

    def same_bytes(self, reference: Reference) -> Reference | None:
        """The field of the sequence that always lies where a number with a constant place of its own does."""
        if reference.digits is not None or reference.base or reference.element is not None:
            return None
        number = self._types[reference.owner].fields[self.index_of(reference)]
        position = number.position
        if number.condition is not None or number.stream is not None or not isinstance(position, Literal_):
            return None
        assert isinstance(position.value, int)
        owner, way, left = reference.owner, reference.way, 8 * position.value
        while True:
            found = self._at(owner, left)
            if found is None:
                return None
            attribute, at = found
            if attribute.id is None or attribute.repeat is not None or attribute.condition is not None:
                return None
            if at == left and attribute.wire == number.wire:
                return replace(reference, way=way, owner=owner, name=attribute.id)
            if not isinstance(attribute.wire, StructWire) or attribute.process is not None:
                return None
            value = StructValue(attribute.wire.type)
            if way is None:
                way = Name(attribute.id, position.loc, value, "attribute", owner)
            else:
                way = Member(way, attribute.id, position.loc, value, "attribute", owner)
            owner, left = attribute.wire.type, left - at

    def _at(self, owner: str, place: int) -> tuple[Attribute, int] | None:
        """What always lies at a place of a structure, counted in bits, and where it begins."""
        at = 0
        for index, attribute in enumerate(self._types[owner].attributes):
            if at % 8 and not isinstance(attribute.wire, BitsWire):
                return None  # the rest of a byte may be dropped
            size = self._sizes_of[owner, index].exact
            if at == place or size is None or at + size > place:
                return attribute, at
            at += size
        return None

    def spelled_in(self, reference: Reference) -> Place | None:
        """The field whose structure spells a number."""
        way = reference.way
        if not isinstance(way, Name | Member) or way.binding != "attribute" or way.owner is None:
            return None
        found = next((i, a) for i, a in enumerate(self._types[way.owner].fields) if a.id == way.name)
        is_one = found[1].repeat is None and isinstance(found[1].wire, StructWire) and found[1].condition is None
        return (way.owner, found[0]) if is_one and self.is_own(way.owner) else None


def structures(wire: Wire) -> Iterator[StructWire]:
    """The uses of user types by a field."""
    match wire:
        case StructWire():
            yield wire
        case SwitchWire(_, cases):
            for _, case in cases:
                yield from structures(case)


def is_flag(attribute: Attribute) -> bool:
    """Whether a field is a bit that is true or false."""
    return isinstance(attribute.wire, BitsWire) and attribute.wire.width == 1 and attribute.enum is None
