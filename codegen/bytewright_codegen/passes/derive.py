"""Derive plans: which fields follow from others, inferred from sizes, counts, constants and ``-derive``."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bytewright_codegen.diagnostics import Diagnostic, SpecErrors
from bytewright_codegen.ir.expressions import Binary, Compare, Expr, Item, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Attribute, BitsWire, IntWire, Spec, StructWire, ValueInstance, Wire
from bytewright_codegen.ir.walk import children, is_constant, parents, structures_in
from bytewright_codegen.passes.slots import present_by_size
from bytewright_codegen.plans.reading import Entry, RecordPlan
from bytewright_codegen.plans.writing import (
    QUANTITY,
    ChecksumOf,
    Constant,
    CountOf,
    EntryWriting,
    Equation,
    NullsOf,
    Path,
    PositionOf,
    PresenceOf,
    SizeOf,
    Solve,
    ValidityOf,
    WritingPlan,
)


def derive(library: Library, spec: Spec, plans: tuple[RecordPlan, ...]) -> tuple[WritingPlan, ...]:
    """The derive plan of every type of a spec, in the order of its record plans.

    Args:
        library: the resolved specs.
        spec: the spec to plan.
        plans: its record plans.

    Raises:
        SpecErrors: a ``-derive`` names something that is not there.
    """
    return _Deriver(library, spec, plans).plan()


@dataclass(frozen=True, slots=True)
class _Reference:
    """A field that an expression rests on, as seen from a structure: parents up, field, element; and solved for it."""

    climb: int
    owner: str
    field: int
    element: Expr | None
    inverse: Expr


class _Deriver:
    def __init__(self, library: Library, spec: Spec, plans: tuple[RecordPlan, ...]) -> None:
        self._types = library.types
        self._spec = spec
        self._plans = plans
        self._equations: dict[tuple[str, int], Equation] = {}
        self._counts: dict[tuple[str, int], list[tuple[Path, Expr, bool]]] = {}
        self._before: dict[tuple[str, int], list[Solve]] = {}
        self._after: dict[tuple[str, int], list[Solve]] = {}
        self._otherwise: dict[tuple[str, int], Solve] = {}
        self._places: dict[tuple[str, int], Solve] = {}
        self._noted: set[tuple[str, int]] = set()
        self._problems: list[Diagnostic] = []

    def plan(self) -> tuple[WritingPlan, ...]:
        for plan in self._plans:
            for entry in plan.entries:
                self._stated(plan.type, entry)
        for plan in self._plans:
            for entry in plan.entries:
                self._counted(plan.type, entry)
        self._settle_counts()
        for plan in self._plans:
            for entry in plan.entries:
                self._sized(plan.type, entry)
        for plan in self._plans:
            for entry in plan.placed:
                self._placed(plan.type, entry)
        if self._problems:
            raise SpecErrors(tuple(self._problems))
        return tuple(
            WritingPlan(plan.type, tuple(self._writing(plan.type, entry) for entry in plan.entries))
            for plan in self._plans
        )

    def _add(self, owner: str, entry: Entry, quantity: object) -> None:
        self._equations[owner, entry.index] = Equation(owner, entry.index, entry.name, quantity, entry.loc)  # type: ignore[arg-type]

    # --- what the spec states ---------------------------------------------------------------------------------

    def _stated(self, owner: str, entry: Entry) -> None:
        attribute = entry.attribute
        if entry.checksum is not None:
            self._add(owner, entry, ChecksumOf(entry.checksum))
            self._noted |= {(b.owner, b.field) for b in (entry.checksum.start, entry.checksum.end)}
        elif attribute.validity_of is not None:
            self._add(owner, entry, ValidityOf(attribute.validity_of))
        elif attribute.derive is not None:
            self._derived(owner, entry, attribute)
        elif entry.named and entry.count is None:
            always = entry.valid.eq if entry.valid is not None else None
            if always is not None and is_constant(always):
                self._add(owner, entry, Constant(always))

    def _derived(self, owner: str, entry: Entry, attribute: Attribute) -> None:
        derive = attribute.derive
        assert derive is not None
        if derive.kind == "nulls-of":
            choices = dict(derive.choices)
            self._add(owner, entry, NullsOf(derive.path, choices["all"], choices["none"], choices["some"]))
        elif derive.kind == "presence-of":
            assert isinstance(derive.path, Member)
            assert isinstance(derive.path.target, Item)
            assert isinstance(derive.path.target.target, Name)
            assert derive.at is not None
            items, member = derive.path.target.target.name, derive.path.name
            self._add(owner, entry, PresenceOf(items, member, derive.at, derive.where))
        elif derive.kind == "value":
            self._add(owner, entry, Constant(derive.path))
        else:
            steps = self._way(owner, derive.path)
            if steps is None:
                self._problems.append(Diagnostic(derive.loc, "position-of names no field that can be placed"))
                return
            path, target, repeated_at = steps
            base = self._base(owner, derive.relative_to)
            self._add(owner, entry, PositionOf(path, derive.when_empty, base))
            climb = len(path.steps) - 1
            holder, field = target
            if _names_elements(derive.path):
                if climb or entry.count is None or not structures_in(self._wire(target)):
                    self._problems.append(Diagnostic(derive.loc, "position-of names elements that can't be placed"))
                    return
                solve = Solve(0, entry.index, entry.name, None, True, each=True, relative_to=base)
                self._before.setdefault(target, []).append(solve)
                return
            index_climb = climb - 1 - repeated_at if repeated_at is not None else 0
            solve = Solve(climb, entry.index, entry.name, None, entry.count is not None, index_climb, relative_to=base)
            self._before.setdefault((holder, field), []).append(solve)
            if entry.count is not None:
                self._after.setdefault((holder, field), []).append(replace(solve, offset=1))

    def _base(self, owner: str, relative_to: Expr | None) -> int | None:
        """The entry from which places are counted."""
        if not isinstance(relative_to, Name):
            return None
        found = next(i for i, a in enumerate(self._types[owner].attributes) if a.id == relative_to.name)
        self._noted.add((owner, found))
        return found

    def _way(self, owner: str, path: Expr) -> tuple[Path, tuple[str, int], int | None] | None:
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

    # --- counts and sizes -------------------------------------------------------------------------------------

    def _counted(self, owner: str, entry: Entry) -> None:
        if entry.count is None or entry.count.kind != "expr" or entry.count.expr is None:
            return
        if not entry.named or (owner, entry.index) in self._equations:
            return
        reference = self._isolate(owner, entry.count.expr)
        if reference is None or reference.element is not None:
            return
        key = (reference.owner, reference.field)
        if key in self._equations or not isinstance(self._wire(key), IntWire | BitsWire):
            return
        down = self._path_down(owner, reference.climb)
        if down is None:
            return
        path = Path((*down, (entry.name, True)))
        certain = reference.climb == 0 and entry.condition is None and entry.attribute.default is None
        self._counts.setdefault(key, []).append((path, reference.inverse, certain))

    def _settle_counts(self) -> None:
        for (owner, field), lists in self._counts.items():
            attribute = self._types[owner].fields[field]
            quantity = CountOf(tuple((p, i) for p, i, _ in lists), any(c for _, _, c in lists))
            self._equations[owner, field] = Equation(owner, field, attribute.id or "", quantity, attribute.loc)

    def _sized(self, owner: str, entry: Entry) -> None:
        size = entry.frame.size
        if size is None or not entry.named:
            return
        reference = self._isolate(owner, size)
        if reference is None or reference.element is not None:
            return
        key = (reference.owner, reference.field)
        target = self._types[reference.owner].fields[reference.field]
        if key in self._equations or target.repeat is not None or not isinstance(target.wire, IntWire):
            return
        down = self._path_down(owner, reference.climb)
        if down is None:
            return
        path = Path((*down, (entry.name, entry.count is not None)))
        absent = self._absent(owner, entry, key)
        quantity = SizeOf(path, absent)
        self._equations[key] = Equation(reference.owner, reference.field, target.id or "", quantity, target.loc)
        solve = Solve(reference.climb, reference.field, target.id or "", reference.inverse)
        self._after.setdefault((owner, entry.index), []).append(solve)
        if absent is not None:
            self._otherwise[owner, entry.index] = replace(solve, value=absent)

    def _placed(self, owner: str, entry: Entry) -> None:
        """A field that says no more than where something lies follows from where it is put."""
        position = entry.attribute.position
        reference = self._isolate(owner, position) if position is not None else None
        if reference is None or reference.element is not None:
            return
        key = (reference.owner, reference.field)
        target = self._types[reference.owner].fields[reference.field]
        if key in self._equations or target.repeat is not None or not isinstance(target.wire, IntWire):
            return
        down = self._path_down(owner, reference.climb)
        if down is None:
            return
        path = Path((*down, (entry.name, entry.count is not None)))
        self._equations[key] = Equation(
            reference.owner, reference.field, target.id or "", PositionOf(path, None), target.loc
        )
        solve = Solve(reference.climb, reference.field, target.id or "", reference.inverse)
        self._places[owner, entry.index] = solve

    def _absent(self, owner: str, entry: Entry, size: tuple[str, int]) -> Expr | None:
        """The constant that a size holds where what it is the size of is left out: ``if: size != constant``."""
        condition = entry.condition
        if not isinstance(condition, Compare) or condition.operator != "!=" or not is_constant(condition.right):
            return None
        reference = self._isolate(owner, condition.left)
        if reference is None or (reference.owner, reference.field) != size:
            return None
        return condition.right

    def _wire(self, place: tuple[str, int]) -> Wire:
        return self._types[place[0]].fields[place[1]].wire

    def _path_down(self, owner: str, climb: int) -> tuple[tuple[str, bool], ...] | None:
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

    def _isolate(self, owner: str, expr: Expr) -> _Reference | None:
        """The field that an expression rests on, where it is the only one and the expression can be solved for it."""
        quantity = Name(QUANTITY, expr.loc, expr.type, "special")
        return self._solve(owner, expr, quantity, 0, 8)

    def _solve(self, owner: str, expr: Expr, value: Expr, climb: int, hops: int) -> _Reference | None:
        if hops == 0:
            return None
        match expr:
            case Binary("+", left, right) if is_constant(right):
                return self._solve(owner, left, Binary("-", value, right, expr.loc, expr.type), climb, hops)
            case Binary("+", left, right) if is_constant(left):
                return self._solve(owner, right, Binary("-", value, left, expr.loc, expr.type), climb, hops)
            case Binary("-", left, right) if is_constant(right):
                return self._solve(owner, left, Binary("+", value, right, expr.loc, expr.type), climb, hops)
            case Binary("*", left, right) if is_constant(right):
                return self._solve(owner, left, Binary("/", value, right, expr.loc, expr.type), climb, hops)
            case Binary("*", left, right) if is_constant(left):
                return self._solve(owner, right, Binary("/", value, left, expr.loc, expr.type), climb, hops)
            case Item(target, index):
                found = self._solve(owner, target, value, climb, hops)
                return None if found is None else replace(found, element=index)
            case Name(name, owner=str(where)) | Member(_, name, owner=str(where)) if where in self._types:
                steps = self._climb(owner, expr.target) if isinstance(expr, Member) else 0
                if steps is None:
                    return None
                typedef = self._types[where]
                place = next((i for i, a in enumerate(typedef.fields) if a.id == name), None)
                if place is not None:
                    return _Reference(climb + steps, where, place, None, value)
                if expr.binding == "instance":
                    for instance in typedef.instances:
                        if instance.id == name and isinstance(instance, ValueInstance):
                            return self._solve(where, instance.expr, value, climb + steps, hops - 1)
        return None

    def _climb(self, owner: str, expr: Expr) -> int | None:
        """How many parents up from a structure another one is, where that is the same everywhere."""
        if not (isinstance(expr, Name) and expr.name == "_root"):
            return parents(expr)
        root = owner.partition("::")[0]
        seen = []
        here: str | None = owner
        while here is not None and here != root and here not in seen:
            seen.append(here)
            here = self._types[here].parent_type
        return len(seen) if here == root else None

    # --- the result -------------------------------------------------------------------------------------------

    def _writing(self, owner: str, entry: Entry) -> EntryWriting:
        late = self._rests_on_late(owner, entry)
        return EntryWriting(
            entry=entry,
            equation=self._equations.get((owner, entry.index)),
            default=entry.attribute.default,
            gap=late and not entry.named and self._is_gap(owner, entry),
            verify=late,
            before=tuple(self._before.get((owner, entry.index), ())),
            after=tuple(self._after.get((owner, entry.index), ())),
            otherwise=tuple(s for s in (self._otherwise.get((owner, entry.index)),) if s is not None),
            noted=(owner, entry.index) in self._noted,
            by_size=late and present_by_size(entry.attribute),
            place=self._places.get((owner, entry.index)),
        )

    def _is_gap(self, owner: str, entry: Entry) -> bool:
        """Whether bytes without an id only bridge the way to something whose place is derived."""
        size = entry.frame.size
        return isinstance(size, Binary) and size.operator == "-" and _is_position(size.right)

    def _rests_on_late(self, owner: str, entry: Entry) -> bool:
        parts = [entry.frame.size, entry.condition, entry.count.expr if entry.count else None]
        return any(self._late(owner, p, 8) for p in parts if p is not None)

    def _late(self, owner: str, expr: Expr, hops: int) -> bool:
        if hops == 0:
            return True
        if isinstance(expr, Name | Member) and expr.owner is not None and expr.owner in self._types:
            typedef = self._types[expr.owner]
            field = next((i for i, a in enumerate(typedef.fields) if a.id == expr.name), None)
            if field is not None:
                equation = self._equations.get((expr.owner, field))
                if equation is not None and equation.late:
                    return True
            elif expr.binding == "instance":
                for instance in typedef.instances:
                    if instance.id == expr.name and isinstance(instance, ValueInstance):
                        return self._late(expr.owner, instance.expr, hops - 1)
            elif expr.binding == "parameter":
                return True
        return any(self._late(owner, child, hops) for child in children(expr))


def _names_elements(path: Expr) -> bool:
    """Whether a path ends in ``[*]``: what it names is each element, not the list."""
    return isinstance(path, Item) and isinstance(path.index, Name) and path.index.name == "*"


def _is_position(expr: Expr) -> bool:
    return (
        isinstance(expr, Member) and expr.name == "pos" and isinstance(expr.target, Name) and expr.target.name == "_io"
    )
