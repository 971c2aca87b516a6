"""Fields that follow from others, as an output knows them: what they become while it is written, their rules, and where
lists end that nothing counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from types import EllipsisType
from typing import Any

from bytewright.errors import WriteError, shown
from bytewright.model.kept_keys import STATED
from bytewright.model.number_formats import KINDS, is_number, stored_kind
from bytewright.model.structures import Struct, field_path, value_of
from bytewright.objects.write.drafts import PlacingOutput
from bytewright.objects.write.fixups import Assumed, End, FixupTable, ZeroEnd
from bytewright.objects.write.list_terminators import WHOLE_BYTES

Otherwise = int | EllipsisType | None
"""What a field is if nothing solves it: a number; ``...``: what it was given; None: an error."""


class DerivingOutput(PlacingOutput):
    """An output as far as derived fields know it.

    Attributes:
        unset: see `bytewright.objects.write.output.Output`.
        learnt: whether a field has become known that may make the model right the next time.
    """

    unset: dict[tuple[int, int, int | None], tuple[Struct, Otherwise]]
    learnt: bool
    _changed: tuple[Struct, int, int | None] | None
    _rules: list[tuple[Callable[[Any, int], bool], Struct, int, str]]

    def note_free(self, owner: Struct, field: int, element: int | EllipsisType | None = None) -> None:
        """Note that nothing says yet where something lies: the value of a field follows from where it is put.

        ``element`` ``...``: all of a list."""
        self.free.add((id(owner), field, element))

    def note_unset(self, owner: Struct, field: int, element: int | None = None, otherwise: Otherwise = None) -> None:
        """Note that a field is to be solved."""
        self.unset[id(owner), field, element] = owner, otherwise

    def forgo(self, owner: Struct, field: int) -> None:
        """Note that a field isn't there, so that nothing need solve it."""
        for key in [key for key in self.unset if key[:2] == (id(owner), field)]:
            del self.unset[key]

    def stays(self, owner: Struct, field: int, element: int | None = None) -> bool:
        """Whether a field is as it was read, and that was kept, as nothing that follows from others is written so."""
        if not is_number(owner.FIELDS[field].kind):
            stated = self.kept(owner, STATED + field)
            return stated is not None and bool(getattr(owner, owner.FIELDS[field].name) == stated)
        kept = self.kept_element(owner, field, element)
        if not isinstance(kept, bytes):
            return False
        value = value_of(owner, field, element)
        return value is not None and KINDS[stored_kind(owner, field)].pack(value) == kept

    def number_size(
        self,
        size: int,
        said: Callable[[], int],
        owner: Struct | None = None,
        field: int = 0,
        element: int | None = None,
    ) -> int:
        """What is to be said of the size of a number that a case of a switch is.

        Args:
            size: how many bytes it takes.
            said: what is said of it, which readers don't go by.
            owner: the structure that holds the field which says so; None: that isn't clear.
            field: which of its fields it is.
            element: which of its elements.
        """
        return said() if owner is not None and self.stays(owner, field, element) else size

    def solve(
        self, owner: Struct, field: int, value: Any, element: int | None = None, *, reserved: bool = True
    ) -> None:
        """A late field is known; if it isn't ``reserved``, it was written as it stood."""
        if self.override:
            return
        self.unset.pop((id(owner), field, element), None)
        name = owner.FIELDS[field].name
        if element is None and (id(owner), field, None) in self.absentees:
            self.needless.append((owner, name))
        values = getattr(owner, name)
        changed = False
        if element is None:
            changed = values != value
            setattr(owner, name, value)
        elif values is not None and 0 <= element < len(values):
            changed = values[element] != value
            values[element] = value
        if changed:
            self.learn(owner, field, element)
            self.unsettled |= self.memory.touch(owner) or (not reserved and owner in self.begun)

    def learn(self, owner: Struct, field: int, element: int | None = None) -> None:
        """A field has another value than it had before: the model may be right the next time."""
        self.learnt = True
        self._changed = self._changed or (owner, field, element)

    def fit(
        self,
        owner: Struct,
        field: int,
        again: Callable[[], Any],
        quantity: Any,
        *solutions: Callable[[], Any],
        element: int | None = None,
        reserved: bool = True,
    ) -> None:
        """A late field is to say what was measured; what it is stays if it does.

        Args:
            owner: the structure that holds it.
            field: which of its fields it is.
            again: what it says.
            quantity: what was measured.
            solutions: what it may become; the first that says it is taken.
            element: which of its elements.
            reserved: see `solve`.
        """
        for solution in (None, *solutions):
            try:
                if solution is not None:
                    self.solve(owner, field, solution(), element, reserved=reserved)
                if again() == quantity:
                    self.unset.pop((id(owner), field, element), None)
                    return
            except ArithmeticError:
                continue

    def _is_stated(self, owner: Struct, field: int) -> bool:
        """Whether a field that follows from others is written as it is."""
        return self.override and getattr(owner, owner.FIELDS[field].name) is not None

    def guess(self, owner: Struct, field: int) -> None:
        """A late field was written as it is now, as its bytes can't be reserved; `seal` checks it."""
        self._guessed(owner, field, None)
        value = getattr(owner, owner.FIELDS[field].name)
        if isinstance(value, Struct) and value in self.begun and not self._bit_count:
            self.spans.pop(id(value), None)  # what is new is last
            self.spans[id(value)] = self.begun.place(value), len(self.buffer)

    def spelt(self, owner: Struct) -> bool:
        """Write a structure as others that spell the number that it was told; whether it is, as otherwise its digits
        are to be written."""
        data = None if self._bit_count else self._spelt(owner)
        if data is None:
            return False
        self.buffer += data
        return True

    def _spelt(self, owner: Struct) -> bytes | None:
        """The bytes of the number that a structure was told; None: they aren't known, or it has digits."""
        return owner._told.data if owner._told is not None and owner._is_told else None

    def amend(self, owner: Struct, emit: Callable[[Any, Any], None]) -> bool:
        """Write a structure that has changed, and nothing around it, where it was written before.

        Args:
            owner: the structure.
            emit: writes it.

        Returns:
            Whether all of it is as it should be: it hasn't been written, or takes as many bytes as it did.
        """
        if owner not in self.begun:
            return True
        span, stream = self.spans.get(id(owner)), self._streams[-1]
        if span is None or self.agreed or owner._io is not stream:
            return False
        self.align()
        start, end = span
        spelt = self._spelt(owner)
        if spelt is not None and len(spelt) == end - start:
            self.buffer[start:end] = spelt
            return True
        mark, tasks, noted = len(self.buffer), stream.waiting, len(self.noted)
        around, self.outstanding = self.outstanding, FixupTable()
        emit(owner, self)
        self.align()
        inside, self.outstanding = self.outstanding, around
        buffer = self.buffer
        data = buffer[mark:]
        del buffer[mark:]
        if len(data) != end - start or inside.reserves or stream.waiting > tasks or len(self.noted) > noted:
            return False
        self.outstanding.add_checks(inside)
        buffer[start:end] = data
        self.begun.note(owner, start)
        return True

    def _guessed(self, owner: Struct, field: int, element: int | None) -> None:
        value = value_of(owner, field, element)
        used = list(value) if isinstance(value, list) else value
        self.outstanding.guesses.append(Assumed(owner, field, element, used))

    def must(self, wrong: Callable[[Any, int], bool], owner: Struct, field: int, expected: str) -> None:
        """A rule of a derived field: once it is known, `seal` raises an error if it is ``wrong``, as it says of a value
        and its number in a list."""
        if not self.override:
            self._rules.append((wrong, owner, field, expected))

    def assure(self, check: Callable[[], None]) -> None:
        """A check that may ask derived fields: `seal` calls it when they are known."""
        if not self.override:
            self.outstanding.assured.append(check)

    def to_end(self, owner: Struct, field: int) -> None:
        """A field that readers take to the end of its stream ends here: nothing may be written behind it."""
        if self.override:
            return
        self._streams[-1].ended = True
        self.outstanding.ends.append(End(self._streams[-1], self.pos, owner, field))

    def listed_to_end(self, owner: Struct, field: int, last: int | None) -> None:
        """A list that readers take to the end of its stream ends here: see `to_end`.

        Args:
            owner: the structure that holds it.
            field: which of its fields it is.
            last: where the last element begins (`bits_pos`); None: there is none.

        Raises:
            WriteError: a byte has bits left, or the last element takes no bytes, so that no reader finds it.
        """
        if self.override:
            return
        self.whole(owner, field)
        if last is not None and last == self.bits_pos:
            raise WriteError(field=field_path(owner, field), expected="a last element that takes bytes", found="none")
        self.to_end(owner, field)

    def listed_to_zeros(self, owner: Struct, field: int, last: int | None) -> None:
        """A list ends here that readers take on until nothing but zeros is left of its stream.

        Args:
            owner: the structure that holds it.
            field: which of its fields it is.
            last: where the last element begins (`bits_pos`); None: there is none.

        Raises:
            WriteError: a byte has bits left.
        """
        if self.override:
            return
        self.whole(owner, field)
        size = 0 if last is None else len(self.buffer) - last // 8
        end = ZeroEnd(len(self.buffer), size, self._streams[-1], self.pos, owner, field)
        self.outstanding.left.append(end)

    def whole(self, owner: Struct, field: int) -> None:
        """A list ends here that readers take to the end of its stream: bits that are left would be one more element.

        Raises:
            WriteError: bits are left.
        """
        if self._bit_count and not self.override:
            found = f"{self._bit_count} bits in the last one"
            raise WriteError(field=field_path(owner, field), expected=WHOLE_BYTES, found=found)

    def contradiction(self) -> WriteError:
        """The error for a model whose sizes never become what its late fields say of them.

        It names the first field that still changes, where nothing contradicts another."""
        left = self.outstanding
        conflict = next(filter(None, chain(self.conflicts, (check.conflict() for check in left.checks))), None)
        if conflict is not None:
            return conflict
        guessed = ((guess.owner, guess.field, guess.element) for guess in left.guesses if not guess.right)
        changed = self._changed or next(guessed, None)
        path = field_path(*changed) if changed is not None else None
        return WriteError("sizes and places don't settle: they depend on each other", field=path)

    def _obey(self) -> None:
        for (_, field, element), (owner, otherwise) in self.unset.items():
            if otherwise is None:
                expected = "a value, as what it follows from is left out"
                raise WriteError(field=field_path(owner, field, element), expected=expected, found="nothing")
        for check in self.outstanding.assured:
            check()
        for error in self.broken(0):
            raise error

    def broken(self, since: int) -> Iterator[WriteError]:
        """What breaks the rules that were noted, from one on."""
        for wrong, owner, field, expected in self._rules[since:]:
            value = getattr(owner, owner.FIELDS[field].name)
            listed = isinstance(value, list)
            for element, item in enumerate(value if listed else [value]):
                if wrong(item, element):
                    place = field_path(owner, field, element if listed else None)
                    yield WriteError(field=place, expected=expected, found=shown(item))
