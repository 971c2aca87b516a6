"""What generated strategies draw models with: lengths, presence, bytes and text that fit where they are to stand."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from types import SimpleNamespace
from typing import Any, TypeVar

from hypothesis import reject
from hypothesis import strategies as st

from bytewright.codecs.process import Process
from bytewright.errors import AbsentValueError, NoValueError
from bytewright.model.padding import Padding, cut
from bytewright.model.structures import Struct

LONG = 17
"""Length of a long list: more than two bytes of bits."""
_ROOM = 80
_DISTINCT = 6
_MADE = 24
_DEPTH = 24
_STRUCTURES = 3000
_PLACES = 40
_MOST = 1 << 14
_FAR = 1 << 15
_NOT_YET = (TypeError, AttributeError, AbsentValueError)
"""What is raised where something is asked for that is drawn later."""
_LETTERS = "abé ß漢😀\x00\n\"\\'"

_SOMEWHERE = SimpleNamespace(pos=64)

S = TypeVar("S", bound=Struct)
V = TypeVar("V")


class Draft:
    """A model that is being drawn.

    Args:
        draw: what Hypothesis gives to draw with.
    """

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self._draw = draw
        self._room = _ROOM
        self._structures = 0
        self._sizes: dict[int, int | None] = {}
        self._size: int | None = None
        self._cleared: dict[tuple[int, str], Struct] = {}  # held, so that no other structure has its number
        self._told: dict[str, Any] = {}
        self._pending: list[Callable[[], Any]] = []
        self._placed: deque[Callable[[], Any]] = deque()
        self._places = 0
        self._counts: list[tuple[Struct, str, Callable[[], Iterable[Iterable[Any]]]]] = []
        self._keys: set[tuple[int, Any]] = set()

    # --- structures -------------------------------------------------------------------------------------------------

    def begin(self, kind: type[S], parent: Struct | None, name: str, index: int | None) -> S:
        """A structure without values; too many of them in each other are no example."""
        depth, node = 0, parent
        while node is not None:
            depth, node = depth + 1, node._parent
        self._structures += 1
        if depth > _DEPTH or self._structures > _STRUCTURES:
            reject()
        found = kind._begin(None, parent, name, index)
        self._sizes[id(found)], self._size = self._size, None
        return found

    def inside(self, size: int, make: Callable[[], V]) -> V:
        """A structure that has a size, so that something in it takes what is left of that."""
        self._size = size
        return make()

    def left(self, owner: Struct, before: int) -> int | None:
        """How many bytes are left of a structure's size behind those that come first; None: it has none."""
        size = self._sizes[id(owner)]
        return None if size is None else size - before

    def fitting(self, owner: Struct, before: int, each: int) -> int:
        """How many elements of a size fill what is left of a structure."""
        left = self.left(owner, before)
        if left is None:
            return self.length()
        if left < 0 or left % each:
            reject()
        return self.count(left // each)

    def clear(self, owner: Struct, name: str) -> None:
        """A field that a user leaves out, as it follows from others; it is needed until the rest is drawn."""
        self._cleared[id(owner), name] = owner

    def counts(self, owner: Struct, name: str, lists: Callable[[], Iterable[Iterable[Any]]]) -> None:
        """A field that is the number of elements of some lists: it is left out if there is one of them in the end."""
        self._counts.append((owner, name, lists))

    def leaves_out(self, owner: Struct, field: int) -> bool:
        """Whether a field that has a default is left out."""
        if not self.either():
            return False
        self.clear(owner, owner.FIELDS[field].name)
        return True

    def model(self, make: Callable[[], Struct]) -> Any:
        """The model as a user makes it, by constructors and keywords, without what follows from the rest.

        One whose values the expressions of its spec can't be computed with (a division by zero, an element that isn't
        there, a member of something absent, text that is no number) is no example.
        """
        try:
            root = make()
            self._room = _ROOM
            while self._placed:  # what is placed may hold more
                self._placed.popleft()()
            for owner, name, lists in self._counts:
                if any(values is not None for some in lists() for values in some):
                    self.clear(owner, name)
        except (ArithmeticError, LookupError, TypeError, AttributeError, ValueError):
            reject()
        return self._rebuilt(root)

    def _rebuilt(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._rebuilt(item) for item in value]
        if not isinstance(value, Struct):
            return value
        given = {
            field.name: self._rebuilt(getattr(value, field.name))
            for field in fields(value)  # type: ignore[arg-type]  # all structures are dataclasses
            if field.init and (id(value), field.name) not in self._cleared
        }
        return type(value)(**given)

    # --- what lies at places of its own -----------------------------------------------------------------------------

    def place(
        self,
        owner: Struct,
        name: str,
        make: Callable[[], Any],
        *,
        always: bool = False,
        at: Callable[[], Any] | None = None,
    ) -> None:
        """Draw a field that lies at a place of its own when it is first asked for, or else when all else is drawn.

        Unless it is ``always`` there, a user may leave it out: then it is whatever lies there. So it is where there are
        many of them already, as they may hold each other, and where what was drawn says that it lies far away (``at``).
        """

        def draw() -> None:
            setattr(owner, name, None)
            self._places += 1
            if _is_near(at) and (always or (self._places <= _PLACES and self.either())):
                setattr(owner, name, make())

        owner._defer(name, draw)
        self._placed.append(lambda: getattr(owner, name))

    # --- what is found in lists ---------------------------------------------------------------------------------------

    def defer(self, owner: Struct, name: str, make: Callable[[], Any]) -> None:
        """Draw a field when it is first asked for, at the latest before anything that comes after."""

        def draw() -> None:
            setattr(owner, name, None)
            setattr(owner, name, make())

        owner._defer(name, draw)
        self._pending.append(lambda: getattr(owner, name))

    def settle(self) -> None:
        """Draw what was left for later; that, and what comes then, has room of its own."""
        while self._pending:
            self._room = _ROOM
            self._pending.pop(0)()
        self._room = _ROOM

    def require(
        self, items: list[Any], key: Callable[[Any], Any], wanted: Any, field: str, make: Callable[[int], Any]
    ) -> None:
        """Put an item into a list in which one with a key must be.

        ``make`` draws it; it asks ``told`` for the field that is the key.
        """
        if any(key(item) == wanted for item in items):
            return
        self._told[field] = wanted
        items.insert(self._draw(st.integers(0, len(items))), make(len(items)))
        del self._told[field]
        for place, item in enumerate(items):
            item._index = place

    def told(self, field: str, make: Callable[[], V]) -> V:
        """The value of a field that something requires, or else one that is drawn."""
        found: V = self._told[field] if field in self._told else make()
        return found

    @contextmanager
    def closing(self, items: list[Any], field: str, wanted: Any) -> Iterator[None]:
        """Draw an element of a list that goes on until a field of an element has a value; sometimes it is the last."""
        if len(items) >= LONG or self.of(False, False, True):
            self._told[field] = wanted
        yield
        self._told.pop(field, None)

    def distinct(self, items: list[Any], key: Callable[[Any], Any]) -> int:
        """Take out of a list all but the first of what has the same key; how many are left."""
        seen: set[Any] = set()
        kept: list[Any] = []
        for item in items:
            value = key(item)
            if value not in seen:
                seen.add(value)
                item._index = len(kept)
                kept.append(item)
        items[:] = kept
        return len(kept)

    def alike(self, items: list[Any], key: Callable[[Any], Any]) -> int:
        """Take out of a list all that hasn't the same key as the first; how many are left."""
        kept = [item for item in items if key(item) == key(items[0])]
        for index, item in enumerate(kept):
            item._index = index
        items[:] = kept
        return len(kept)

    def key_of(self, items: list[Any], key: Callable[[Any], V]) -> V:
        """The key of some item of a list, rather one that wasn't drawn yet."""
        if not items:
            reject()
        keys = [key(item) for item in items]
        found = self.of(*([k for k in keys if (id(items), k) not in self._keys] or keys))
        self._keys.add((id(items), found))
        return found

    def place_in(self, items: list[Any], null: int | None = None) -> int:
        """The place of some item of a list, or what stands for none."""
        if null is not None and (not items or self.either()):
            return null
        if not items:
            reject()
        found: int = self._draw(st.integers(0, len(items) - 1))
        return found

    # --- decisions --------------------------------------------------------------------------------------------------

    def either(self) -> bool:
        """A condition that can't be computed before bytes are written."""
        found: bool = self._draw(st.booleans())
        return found

    def somewhere(self, nowhere: Any) -> Any:
        """A place that a writer finds, or the value that says that there is none."""
        return nowhere if self.either() else _Somewhere()

    def holds(self, condition: Callable[[], Any]) -> bool:
        """A condition on what isn't known yet, as far as what is says it."""
        try:
            return bool(condition())
        except _NOT_YET:
            return self.either()

    def ends(self, condition: Callable[[], Any]) -> bool:
        """A condition that ends a list, on what isn't known yet: as far as what is says it, or by chance."""
        try:
            return bool(condition()) or self.of(False, False, True)
        except _NOT_YET:
            return self.either()

    def standing(self, owner: Struct, condition: Callable[[], Any]) -> bool:
        """A condition that asks where its stream stands: as it is somewhere."""
        owner._io = _SOMEWHERE
        try:
            return bool(condition())
        except _NOT_YET:
            return self.either()
        finally:
            owner._io, owner._asked = None, None

    def length(self) -> int:
        """Length of a list that nothing bounds."""
        return self.quantity(0, LONG)

    def quantity(self, low: int, high: int, solve: Callable[[int], int] = int, likely: tuple[int, ...] = ()) -> int:
        """A count or size from ``low`` to ``high``, computed by ``solve`` from how many there are."""
        wanted = [0, 1, 2, 3, 5, 8, *likely]
        if self._room >= 2 * LONG:
            wanted += [LONG, LONG]
        elif self._room <= 0:
            wanted = [0, 1]
        fitting = {n: found for n in wanted if low <= (found := solve(n)) <= high}
        if not fitting:
            # None of the usual ones fits: look for the first that does.
            fitting = next(({n: f} for n in range(4096) if low <= (f := solve(n)) <= high), {})
        if not fitting:
            reject()
        number = self._draw(st.sampled_from([n for n in wanted if n in fitting] or list(fitting)))
        self._room -= number
        return fitting[number]

    def sayable(self, size: Callable[[], Any], holder: Any, name: str, solve: Callable[[int], int]) -> int | None:
        """A size that a field can say, which does so from now on; what it says where it was drawn already.

        Args:
            size: what it says.
            holder: the structure that holds the field.
            name: of the field.
            solve: what the field is for a size.
        """
        if getattr(holder, name) is not None:
            return self.said(size)
        for most in (_ROOM, _MOST):  # some say large ones only: 1024 << n
            for wanted in (self.of(0, 1, 2, 5, LONG), *range(_ROOM)):
                setattr(holder, name, 0)
                setattr(holder, name, solve(wanted))
                found = self.said(size)
                if found is None or 0 <= found <= max(wanted, most):
                    return found
        return reject()

    def said(self, size: Callable[[], Any]) -> int | None:
        """A size that rests on what others say; None where they don't yet, so that it is free."""
        try:
            found = size()
        except _NOT_YET:
            return None
        return found if isinstance(found, int) else None

    def count(self, number: int) -> int:
        """A length that is computed from what was drawn; some are no example."""
        if not 0 <= number <= _MOST:
            reject()
        return number

    def turn(self, items: list[Any]) -> None:
        """A list goes on until one of its values ends it; one that never ends is no example."""
        if len(items) > 4 * LONG:
            reject()

    def presence(self, count: int) -> list[bool]:
        """Which elements of a list are present."""
        if count <= 0:
            return []
        every = (1 << count) - 1
        bits = self._draw(st.one_of(st.sampled_from((0, every)), st.integers(0, every), st.integers(0, every)))
        return [bool(bits >> i & 1) for i in range(count)]

    def mask(self, values: list[Any] | None, present: list[bool] | None) -> None:
        """Take away the elements that are absent."""
        if values is None or present is None:
            return
        for i, there in enumerate(present):
            if not there:
                values[i] = None

    # --- values -----------------------------------------------------------------------------------------------------

    def one(self, values: st.SearchStrategy[V], wrong: Callable[[V], bool] | None = None) -> V:
        """One value."""
        if wrong is None:
            return self._draw(values)  # type: ignore[no-any-return]
        return self.right(lambda: self.one(values), wrong)

    def many(self, values: st.SearchStrategy[V], count: int, wrong: Callable[[V], bool] | None = None) -> list[V]:
        """``count`` values; of a long list only some are drawn, the others repeat them."""
        found = [self.one(values, wrong) for _ in range(min(count, _DISTINCT))]
        while len(found) < count:
            found.append(found[len(found) * 5 % _DISTINCT])
        return found

    def each(self, make: Callable[[int], V], count: int) -> list[V]:
        """``count`` values that are made by their places; of a long list only some, the others repeat them."""
        found = [make(place) for place in range(min(count, _MADE))]
        while len(found) < count:
            found.append(found[len(found) * 7 % _MADE])
        return found

    def of(self, *values: V) -> V:
        """One of some values."""
        return self._draw(st.sampled_from(values))  # type: ignore[no-any-return]

    def right(self, make: Callable[[], V], wrong: Callable[[V], bool]) -> V:
        """A value that breaks no rule; if none is found soon, it is no example."""
        for _ in range(12):
            value = make()
            if not wrong(value):
                return value
        return reject()

    def rather(self, texts: tuple[str, ...], make: Callable[[], str]) -> str:
        """Text, often one that makes a difference, if there is one of the same size."""
        found = make()
        same = [text for text in texts if len(text) == len(found)]
        return self.of(*same) if same and self.either() else found

    def numeral(self, make: Callable[[], str], encoding: str, base: int = 10) -> str:
        """Text that is a number, of as many bytes as another one where it can be."""
        size = len(make().encode(encoding))
        number, text = self._draw(st.integers(0, 20)), ""
        while number or not text:
            number, digit = divmod(number, base)
            text = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + text
        return text.rjust(size // len("0".encode(encoding)), "0")

    def raw(self, size: int | None = None) -> bytes:
        """Bytes, of any size or of one."""
        if size is None:
            size = self.of(0, 1, 2, 5, LONG)
        if not 0 <= size <= _MOST:
            reject()
        found: bytes = self._draw(st.binary(min_size=min(size, LONG), max_size=min(size, LONG)))
        return (found * (size // LONG + 1))[:size] if size > LONG else found

    def text(self, encoding: str, size: int | None = None) -> str:
        """Text, of any length or one of ``size`` bytes."""
        found: str = self._draw(st.text(_letters(encoding), max_size=8 if size is None else max(0, min(size, LONG))))
        if size is None:
            return found
        if not 0 <= size <= _MOST:
            reject()
        while found and len(found.encode(encoding)) > size:
            found = found[:-1]
        while len((found + "a").encode(encoding)) <= size:
            found += "a"
        if len(found.encode(encoding)) != size:  # no text is as long in this encoding
            reject()
        return found

    def json(self, members: Mapping[str, str]) -> str:
        """Text of a JSON object in which members that are there are of these kinds."""
        kinds = {
            "bool": st.booleans(),
            "int": st.integers(),
            "float": st.floats(allow_nan=False, allow_infinity=False),
            "str": st.text(max_size=8),
            "list": st.just([]),
            "object": st.just({}),
        }
        known = {name: kinds[kind] for name, kind in members.items()}
        found = self._draw(st.fixed_dictionaries({}, optional=known) | st.none())
        return json.dumps(found, ensure_ascii=self.either())

    def terminated(
        self, terminator: bytes, include: bool, consume: bool, eos_error: bool, *, encoding: str = ""
    ) -> Any:
        """Bytes or text that end with a terminator, or before one."""
        data = self._encoded(None, encoding)
        if terminator in data:
            data = cut(data, terminator, False)
            while terminator in data:  # not at a multiple of its length
                data = data[: data.index(terminator) // len(terminator) * len(terminator)]
        data = data[: len(data) // len(terminator) * len(terminator)]
        data += terminator if include else b""
        return _decoded(data, encoding)

    def room(self) -> int:
        """How many bytes each element of a list lies in, which a field says that follows from them."""
        return self.of(0, 1, 2, 5, LONG)

    def padded(self, size: int | None, padding: Padding, *, encoding: str = "") -> Any:
        """Bytes or text in a larger size, as a reader takes them out of it; ``size`` None: to the end."""
        data = self._encoded(None, encoding)
        if size is not None:
            if not 0 <= size <= _MOST:
                reject()
            data = data[:size]
        while encoding and not _is_text(data, encoding):
            data = data[:-1]
        room = len(data) if size is None else size
        for _ in range(4):
            data = padding.strip(data)
            filled = padding.fill(data, room)
            again = padding.strip(filled)
            if again == data and len(filled) == room:
                return _decoded(data, encoding)
            data = again
        return reject()

    def stored(
        self,
        make: Callable[[], Any],
        process: Callable[[], Process],
        padding: Padding,
        size: int | None,
        *,
        encoding: str = "",
    ) -> Any:
        """Bytes or text that can be told from their padding as a process stores them."""
        value = make()
        try:
            data = process().encoded(value.encode(encoding) if encoding else value)
        except _NOT_YET:  # what the process asks for is drawn later
            return value
        if data is not None and not padding.holds(data, max(len(data), size or 0)):
            reject()
        return value

    def _encoded(self, size: int | None, encoding: str) -> bytes:
        return self.text(encoding, size).encode(encoding) if encoding else self.raw(size)


class _Somewhere:
    """A place that isn't known yet: it is none that has a meaning of its own, and nothing can be computed with it."""


def _is_near(at: Callable[[], Any] | None) -> bool:
    """Whether a place, if it is known, exists and isn't far away."""
    try:
        found = at() if at is not None else None
    except _NOT_YET:
        return True
    except (LookupError, ArithmeticError, NoValueError):
        return False
    return not isinstance(found, int) or 0 <= found <= _FAR


def _decoded(data: bytes, encoding: str) -> Any:
    if not encoding:
        return data
    if not _is_text(data, encoding):
        reject()
    return data.decode(encoding)


def _is_text(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _fits(letter: str, encoding: str) -> bool:
    try:
        return letter.encode(encoding).decode(encoding) == letter
    except UnicodeError:
        return False


@cache
def _letters(encoding: str) -> st.SearchStrategy[str]:
    some = st.sampled_from([c for c in _LETTERS if _fits(c, encoding)])
    return st.one_of(some, st.characters(codec=encoding)) if encoding in ("ascii", "utf-8") else some
