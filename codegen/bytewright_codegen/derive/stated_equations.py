"""What a spec states of its fields: constants, rules, ``-derive`` and the like, as equations."""

from __future__ import annotations

from dataclasses import replace

from bytewright_codegen.analysis.dependencies import Place
from bytewright_codegen.analysis.field_paths import Ways
from bytewright_codegen.derive.equations import Equations
from bytewright_codegen.ir.diagnostics import Diagnostic
from bytewright_codegen.ir.expressions import Expr, Item, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Attribute
from bytewright_codegen.ir.walk import asks_stream, is_constant, structures_in
from bytewright_codegen.plans.reading import Bits, Entry, Number, Raw, Text
from bytewright_codegen.plans.writing import (
    ChecksumOf,
    Constant,
    NullsOf,
    PositionOf,
    PresenceOf,
    Ruled,
    Solve,
    ValidityOf,
)


class Stated:
    """Takes down what entries state.

    Attributes:
        before: what is solved for a field before something is written, by what that is.
        after: the same behind it.
        noted: the fields whose place is noted when they are written.
        problems: what names something that isn't there.
    """

    def __init__(self, library: Library, ways: Ways, equations: Equations) -> None:
        self._types = library.types
        self._ways = ways
        self._equations = equations
        self.before: dict[Place, list[Solve]] = {}
        self.after: dict[Place, list[Solve]] = {}
        self.noted: set[Place] = set()
        self.problems: list[Diagnostic] = []

    def note(self, owner: str, entry: Entry) -> None:
        """Note what an entry states."""
        attribute = entry.attribute
        if entry.checksum is not None:
            self._equations.add(owner, entry, ChecksumOf(entry.checksum))
            self.noted |= {(b.owner, b.field) for b in (entry.checksum.start, entry.checksum.end)}
            if entry.sums_ahead:
                self.noted.add((owner, entry.index))
        elif attribute.validity_of is not None:
            self._equations.add(owner, entry, ValidityOf(attribute.validity_of))
        elif attribute.derive is not None:
            self._derived(owner, entry, attribute)
        elif entry.named and entry.count is None:
            always = entry.valid.eq if entry.valid is not None else None
            if always is not None and is_constant(always):
                self._equations.add(owner, entry, Constant(always))

    def _derived(self, owner: str, entry: Entry, attribute: Attribute) -> None:
        derive = attribute.derive
        assert derive is not None
        if derive.kind == "nulls-of":
            choices = dict(derive.choices)
            self._equations.add(owner, entry, NullsOf(derive.path, choices["all"], choices["none"], choices["some"]))
        elif derive.kind == "presence-of":
            assert isinstance(derive.path, Member)
            assert isinstance(derive.path.target, Item)
            assert isinstance(derive.path.target.target, Name)
            assert derive.at is not None
            items, member = derive.path.target.target.name, derive.path.name
            self._equations.add(owner, entry, PresenceOf(items, member, derive.at, derive.where))
        elif derive.kind == "value":
            if not _is_length(derive.path):  # which may be the count or the size of something
                self._equations.add(owner, entry, Constant(derive.path))
        else:
            steps = self._ways.way_of(owner, derive.path)
            if steps is None:
                self.problems.append(Diagnostic(derive.loc, f"{derive.kind} names no field that can be placed"))
                return
            path, target, repeated_at = steps
            base = self._base(owner, derive.relative_to)
            end = derive.kind == "end-of"
            self._equations.add(
                owner, entry, PositionOf(path, derive.when_empty, base, derive.unless is None, end, derive.unless)
            )
            climb = len(path.steps) - 1
            holder, field = target
            if entry.count is not None and (end or derive.unless is not None):
                message = "'end-of' and 'unless' stand on a number, not on a list"
                self.problems.append(Diagnostic(derive.loc, message))
                return
            if _names_elements(derive.path):
                if climb or entry.count is None or not structures_in(self._ways.wire(target)):
                    self.problems.append(Diagnostic(derive.loc, "position-of names elements that can't be placed"))
                    return
                solve = Solve(0, entry.index, entry.name, None, True, each=True, relative_to=base)
                self.before.setdefault(target, []).append(solve)
                return
            index_climb = climb - 1 - repeated_at if repeated_at is not None else 0
            listed = entry.count is not None
            solve = Solve(
                climb,
                entry.index,
                entry.name,
                None,
                listed,
                index_climb,
                relative_to=base,
                unless=derive.unless,
                stays=end or not (climb or listed),
            )
            (self.after if end else self.before).setdefault((holder, field), []).append(solve)
            for other in derive.also:
                found = self._ways.way_of(owner, other)
                if found is None or len(found[0].steps) > 1:
                    self.problems.append(Diagnostic(derive.loc, "of several, 'end-of' names fields beside this one"))
                    return
                self.after.setdefault(found[1], []).append(replace(solve, climb=0))
            if entry.count is not None:
                self.after.setdefault((holder, field), []).append(replace(solve, offset=1))

    def _base(self, owner: str, relative_to: Expr | None) -> int | None:
        """The entry from which places are counted."""
        if not isinstance(relative_to, Name):
            return None
        found = next(i for i, a in enumerate(self._types[owner].attributes) if a.id == relative_to.name)
        self.noted.add((owner, found))
        return found

    def note_rule(self, owner: str, entry: Entry) -> None:
        """Note that a field is what its rule says, where nothing else says it (by now).

        Only a number may rest on a late field, as it can be another one until that is known."""
        derive = entry.attribute.derive
        if derive is not None and derive.kind == "value":
            stated = self._equations.get((owner, entry.index))
            if stated is not None and not isinstance(stated.quantity, Constant):
                return
            late = self._equations.is_late(derive.path) or asks_stream(derive.path)
            quantity = Ruled if late and isinstance(entry.item, Number | Bits) else Constant
            self._equations.add(owner, entry, quantity(derive.path))
            return
        rule = entry.valid.eq if entry.valid is not None else None
        if rule is None or (owner, entry.index) in self._equations or not entry.named or entry.placed:
            return
        if entry.count is not None or not isinstance(entry.item, Number | Text | Raw):
            return
        if (owner, entry.index) in self._equations.trace(rule):
            return
        if isinstance(entry.item, Number) or not self._equations.rests_on_late(rule):
            self._equations.add(owner, entry, Ruled(rule))


def _is_length(expr: Expr) -> bool:
    """Whether an expression is how long a list, text or bytes are."""
    return isinstance(expr, Member) and expr.binding == "method" and expr.name in ("size", "length")


def _names_elements(path: Expr) -> bool:
    """Whether a path ends in ``[*]``: what it names is each element, not the list."""
    return isinstance(path, Item) and isinstance(path.index, Name) and path.index.name == "*"
