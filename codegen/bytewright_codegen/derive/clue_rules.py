"""Rules for clues: what being there, and its value, say of the fields that decide about a field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bytewright_codegen.analysis.dependencies import Place
from bytewright_codegen.analysis.field_paths import Ways
from bytewright_codegen.analysis.solve import Isolation
from bytewright_codegen.derive.equations import Equations
from bytewright_codegen.derive.implied_values import Clues, Fact
from bytewright_codegen.ir.expressions import Expr, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import IntWire
from bytewright_codegen.plans.reading import Choice, Entry
from bytewright_codegen.plans.writing import Closing, Clue, Inferred, Path


class Telling:
    """Finds clues to the fields that no equation is about.

    Attributes:
        closings: how the elements of lists say which one is the last, by list.
    """

    def __init__(self, library: Library, ways: Ways, isolation: Isolation, equations: Equations) -> None:
        self._types = library.types
        self._ways = ways
        self._isolation = isolation
        self._equations = equations
        self._clues = Clues(library)
        self._told_of: dict[Place, dict[tuple[str, tuple[str, ...]], dict[Path, Clue]]] = {}
        self._closed: set[Place] = set()
        self.closings: dict[Place, list[Closing]] = {}

    def note(self, owner: str, entry: Entry) -> None:
        """Note what a value says by being there, and by what it is."""
        if not entry.named:
            return
        told = (
            (owner, entry.index) not in self._equations and entry.contents is None and entry.attribute.default is None
        )
        if entry.condition is not None and told:
            self._clue(owner, entry, "there", self._clues.of_condition(entry.condition, True))
            self._clue(owner, entry, "absent", self._clues.of_condition(entry.condition, False))
        if isinstance(entry.item, Choice):
            for kind, facts in self._clues.of_cases(entry.item).items():
                self._clue(owner, entry, "case", facts, kind)
            for name, facts in self._clues.of_members(entry.item).items():
                self._clue(owner, entry, "member", facts, name)
        if entry.count is not None and entry.count.kind == "until" and entry.count.expr is not None:
            self._close(owner, entry, entry.count.expr)

    def _clue(self, owner: str, entry: Entry, when: str, facts: list[Fact], kind: str = "") -> None:
        for fact in facts:
            key = self._key(fact)
            descent = self._isolation.descent(owner, fact.way)
            down = self._ways.path_down(owner, descent[0]) if descent is not None else None
            if key in self._equations or descent is None or down is None:
                continue
            if self._types[key[0]].fields[key[1]].default is not None:
                continue
            path = Path((*down, (entry.name, entry.count is not None)))
            found = self._told_of.setdefault(key, {}).setdefault((self._ways.above(owner, descent[0]), descent[1]), {})
            clue = found.get(path, Clue(path, None, None))
            match when:
                case "there":
                    clue = replace(clue, there=fact.said)
                case "absent":
                    clue = replace(clue, absent=fact.said)
                case "case":
                    clue = replace(clue, cases=(*clue.cases, (kind, fact.said)))
                case _:
                    clue = replace(clue, members=(*clue.members, (kind, fact.said)))
            found[path] = clue

    def _close(self, owner: str, entry: Entry, until: Expr) -> None:
        """Note which field of a list's elements says which one is the last."""
        wire = entry.attribute.wire
        if isinstance(wire, IntWire) and not wire.signed and entry.enum is None:
            self._close_numbers(owner, entry, until, 8 * wire.size)
            return
        others = {self._key(fact): fact for fact in self._clues.of_condition(until, False)}
        for fact in self._clues.of_condition(until, True):
            key = self._key(fact)
            way = _way_from_item(fact.way)
            if key in self._equations or key not in others or way is None:
                continue
            if not fact.said.weak and not others[key].said.weak:
                closing = Closing(way, *key, fact.said, others[key].said)
                self.closings.setdefault((owner, entry.index), []).append(closing)
                self._closed.add(key)

    def _close_numbers(self, owner: str, entry: Entry, until: Expr, width: int) -> None:
        """Note which bits of a list's numbers say which one is the last, if some bits of it do."""
        last, other = (
            [fact.said for fact in self._clues.of_condition(until, holds, width=width) if not fact.owner]
            for holds in (True, False)
        )
        if len(last) == len(other) == 1 and last[0].mask == other[0].mask != 0:
            self.closings.setdefault((owner, entry.index), []).append(Closing((), owner, None, last[0], other[0]))

    def _key(self, fact: Fact) -> Place:
        return fact.owner, next(i for i, a in enumerate(self._types[fact.owner].fields) if a.id == fact.name)

    def inferred(self, owner: str, entry: Entry) -> Iterator[Inferred]:
        """The fields that are found from clues when the deriving of a structure comes to an entry of it."""
        for key, groups in self._told_of.items():
            for (pivot, below), clues in groups.items():
                at = below[0] if below else self._types[key[0]].fields[key[1]].id
                if pivot == owner and at == entry.name:
                    yield Inferred(below, *key, tuple(clues.values()))

    def is_needless(self, key: Place) -> bool:
        """Whether a field may be left out, as clues say what it is."""
        return key in self._closed or key in self._told_of

    def is_assured(self, key: Place) -> bool:
        """Whether clues say what a field is whatever is there."""
        groups = self._told_of.get(key, {}).values()
        told = bool(groups) and all(any(clue.absent is not None for clue in clues.values()) for clues in groups)
        return told or key in self._closed


def _way_from_item(way: Expr | None) -> tuple[str, ...] | None:
    """The fields on the way from a list's element (``_``) down; None where a way begins elsewhere."""
    match way:
        case Name("_"):
            return ()
        case Member(target, name, binding="attribute"):
            above = _way_from_item(target)
            return None if above is None else (*above, name)
    return None
