"""Fields that may begin inside a byte which a list of bits began: bits go on where those before them ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bytewright_codegen.ir.expressions import Expr, Logical
from bytewright_codegen.notation import expression
from bytewright_codegen.plans.reading import Bits, Choice, Entry, Item, Nested, RecordPlan, frame_of
from bytewright_codegen.symbolic.values import Refusal


class Inside:
    """What can be told of the fields of types. Single bit fields are counted by who reads them: they end no byte
    early."""

    def __init__(self, plans: Mapping[str, RecordPlan]) -> None:
        self._plans = plans
        self._open: list[str] = []

    def ends(self, entry: Entry) -> bool:
        """Whether bits may be left of the last byte of a field."""
        for item in _bare(entry):
            if isinstance(item, Bits) and entry.count is not None and item.width % 8:
                return True
            if isinstance(item, Nested) and self._of_type(item.type, ends=True):
                return True
        return False

    def begins(self, entry: Entry) -> bool:
        """Whether a field may begin with bits."""
        return any(
            isinstance(item, Bits) or (isinstance(item, Nested) and self._of_type(item.type, ends=False))
            for item in _bare(entry)
        )

    def share(self, entry: Entry) -> bool:
        """Whether one structure of a list may begin in the last byte of the one before it."""
        types = [item.type for item in _bare(entry) if isinstance(item, Nested)] if entry.count is not None else []
        return any(self._of_type(t, ends=True) for t in types) and any(self._of_type(t, ends=False) for t in types)

    def passes(self, entry: Entry) -> bool:
        """Whether a field may take nothing, not even the rest of a byte."""
        if entry.condition is not None or (entry.count is not None and entry.count.kind != "until"):
            return True
        items = list(_bare(entry))
        if isinstance(entry.item, Choice):
            return True  # there may be no case
        return any(isinstance(item, Nested) and self._is_empty(item.type) for item in items)

    def _of_type(self, name: str, *, ends: bool) -> bool:
        """Whether a structure begins, or ends, so."""
        if name in self._open or name not in self._plans:
            return False
        self._open.append(name)
        found = False
        fields: Iterable[Entry] = self._plans[name].sequence
        for entry in reversed(tuple(fields)) if ends else fields:
            found = self.ends(entry) if ends else self.begins(entry)
            if found or not self.passes(entry):
                break
        self._open.pop()
        return found

    def _is_empty(self, name: str) -> bool:
        if name in self._open or name not in self._plans:
            return False
        self._open.append(name)
        found = all(map(self.passes, self._plans[name].sequence))
        self._open.pop()
        return found


class Behind:
    """Whether the next field of a structure may begin inside a byte, while its fields are gone through."""

    def __init__(self, inside: Inside) -> None:
        self._inside = inside
        self._may = False
        self._unless: set[str] = set()
        """Conditions under which the rest of the byte has been passed over since."""

    def add(self, entry: Entry) -> None:
        """Go on behind a field.

        Raises:
            Refusal: it may go on in a byte that a list of bits began.
        """
        inside, asked = self._inside, _conjuncts(entry.condition)
        ends, begins = inside.ends(entry), inside.begins(entry)
        may = self._may and not asked & self._unless
        if (begins and may) or inside.share(entry):
            raise Refusal("bits that begin inside a byte, behind a list of bits", entry.loc)
        if ends:
            self._may, self._unless = True, set()
        elif self._may and not begins:
            if not inside.passes(entry):
                self._may = False
            elif entry.condition is not None and not inside.passes(replace(entry, condition=None)):
                self._unless.add(expression(entry.condition))


def _conjuncts(condition: Expr | None) -> set[str]:
    """What holds where a condition does."""
    if condition is None:
        return set()
    if isinstance(condition, Logical) and condition.operator == "and":
        return _conjuncts(condition.left) | _conjuncts(condition.right)
    return {expression(condition)}


def _bare(entry: Entry) -> Iterable[Item]:
    """What a field may be that isn't bounded as bytes are."""
    if entry.contents is not None:
        return
    for item in (case for _, case in entry.item.cases) if isinstance(entry.item, Choice) else (entry.item,):
        if frame_of(entry, item).kind == "none":
            yield item
