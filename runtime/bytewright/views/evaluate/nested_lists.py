"""The lists that a view goes through, one inside the next, to come to its steps: order, and what options choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from bytewright.errors import NO_VALUE, ReadError, ValueInvalidError, cause
from bytewright.io.source import Counted
from bytewright.model.origins import span_of
from bytewright.model.structures import Struct
from bytewright.objects.read.blame import shown_value
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.recovery import DamagedElement
from bytewright.schema.blame import blamed
from bytewright.schema.lookups import Bound, Selection, Sought, memory_of, sought_in
from bytewright.schema.scope import Expression, Scope
from bytewright.schema.view import View

_UNSORTED = "what is looked up in is not in ascending order"


@dataclass(slots=True)
class _Order:
    """What is known of elements that should be in ascending order.

    Attributes:
        known: what some of them say, by their places.
        costs: whether something is read of the file to know it of another one.
        checked: of how many it has been checked.
    """

    known: dict[int, Any] = field(default_factory=dict)
    costs: bool = False
    checked: int = 0


def through(
    view: View, root: Struct, elements: Iterable[Struct], options: Mapping[str, Any], first: int = 0
) -> Iterator[Scope]:
    """The elements of the innermost list of a view, each with those of the lists around it.

    Args:
        view: the view.
        root: the structure that it belongs to.
        elements: the elements of its outermost list.
        options: values of the options by id.
        first: number of the first of them.
    """
    if not view.deeper and view.order is None and not view.selections:
        for index, element in enumerate(elements, first):
            yield Scope(root, element, index, options=options)
        return
    yield from ListWalk(view, root, options).steps(elements, first)


class Around:
    """The elements of the lists around the innermost one: of the next one, or of those around it, which are gone
    through once. Some of them have what says where the innermost lists lie: a page. Others have these pages: blocks."""

    def __init__(self, view: View, root: Struct, elements: Iterable[Struct], options: Mapping[str, Any]) -> None:
        """See `through`."""
        self._walk = ListWalk(view, root, options)
        self._root = root
        self._options = options
        self._elements = elements
        self._holders = len(view.deeper) - 1
        self._pages = self._holders - 1

    def has_pages(self) -> None:
        """Those that hold the innermost lists have pages of their own, not those around them."""
        self._pages = self._holders

    @property
    def scopes(self) -> Iterator[Scope]:
        """Those that hold the innermost lists."""
        return self._at(self._holders)

    @property
    def outer(self) -> Iterator[Scope]:
        """Those that have pages."""
        return self._at(self._pages)

    @property
    def blocks(self) -> Iterator[Scope]:
        """Those that have blocks."""
        return self._at(self._pages - 1)

    @property
    def tables(self) -> Iterator[Scope]:
        """Those that hold the lists of these."""
        return self._at(self._pages - 2)

    @property
    def sorts_blocks(self) -> bool:
        """Whether `blocks` come in an order of their own."""
        return self._walk.sorts(self._pages - 1)

    def blocks_of(self, tables: Iterable[Scope]) -> Iterator[Scope]:
        """`blocks`, in some of `tables`, in their order."""
        return self._walk.further(tables, self._pages - 1)

    def blocks_in(self, scope: Scope) -> Iterator[Scope]:
        """`blocks`, in one of `tables`, as they are stored."""
        return self._walk.inside(scope, self._pages - 1)

    def pages_of(self, scope: Scope) -> Iterator[Scope]:
        """`outer`, in one of `blocks`."""
        return self._inside(scope, self._pages)

    def holders(self, scope: Scope) -> Iterator[Scope]:
        """Those that hold the innermost lists, in one that has a page."""
        return iter((scope,)) if self._pages == self._holders else self._inside(scope, self._holders)

    def inside(self, scope: Scope) -> Iterator[Scope]:
        """The elements of the innermost list in one of those that hold one."""
        return self._walk.inside(scope, self._holders + 1)

    def _at(self, depth: int) -> Iterator[Scope]:
        """The elements that lie so many lists deep; the file, where they would lie in none."""
        if depth < 0:
            return iter((Scope(self._root, self._root, options=self._options),))
        return self._walk.steps(self._elements, 0, depth)

    def _inside(self, scope: Scope, depth: int) -> Iterator[Scope]:
        return self._walk.inside(scope, depth) if depth else self._at(0)


class ListWalk:
    """Goes through the lists of a view, as deep as is asked for.

    Args:
        view: the view.
        root: the structure that it belongs to.
        options: values of the options by id.
    """

    def __init__(self, view: View, root: Struct, options: Mapping[str, Any]) -> None:
        self._view = view
        self._root = root
        self._options = options
        self._known: dict[Any, Any] = {}
        self._memory = memory_of(options)
        found = ((one, keys_of(one, root, options)) for one in view.selections)
        self._chosen = [(one, keys) for one, keys in found if keys is not None]
        self._bounds: dict[tuple[int, bool], tuple[Any, Any, Any]] = {}

    def steps(self, elements: Iterable[Struct], first: int, deepest: int | None = None) -> Iterator[Scope]:
        """The scopes of the innermost elements, or of those that lie ``deepest`` lists deep."""
        found: Iterator[Scope] = (
            self._scope(element, first + index, ()) for index, element in self._picked(elements, 0, ())
        )
        depth = 0
        while True:
            found = self._sorted(self._selected(found, depth), depth)
            if depth == (len(self._view.deeper) if deepest is None else deepest):
                return _passed(found)
            found = self._opened(found, self._view.deeper[depth], depth + 1)
            depth += 1

    def inside(self, scope: Scope, depth: int) -> Iterator[Scope]:
        """The scopes of the elements that lie ``depth`` lists deep, in one of the list around them."""
        return _passed(self._selected(self._opened((scope,), self._view.deeper[depth - 1], depth), depth))

    def further(self, scopes: Iterable[Scope], depth: int) -> Iterator[Scope]:
        """The scopes of the elements that lie ``depth`` lists deep, in some of the list around them, in their order."""
        found = self._opened(scopes, self._view.deeper[depth - 1], depth)
        return _passed(self._sorted(self._selected(found, depth), depth))

    def sorts(self, depth: int) -> bool:
        """Whether the elements that lie so many lists deep have an order of their own."""
        return self._view.order is not None and self._view.order.level == depth

    def below(self, scope: Scope, depth: int) -> Iterator[Scope]:
        """The scopes of the innermost elements in an element that lies ``depth`` lists deep."""
        found: Iterator[Scope] = iter((scope,))
        for inner in range(depth + 1, len(self._view.deeper) + 1):
            found = self._sorted(self._selected(self._opened(found, self._view.deeper[inner - 1], inner), inner), inner)
        return found

    def _scope(self, element: Any, index: int, levels: tuple[Any, ...]) -> Scope:
        return Scope(self._root, element, index, options=self._options, levels=levels, known=self._known)

    def _inside(self, scope: Scope) -> Scope:
        """A scope in which the element is called by its list's name, as it is further in; the last one never is."""
        return self._scope(scope.element, scope.index, (*scope.levels, scope.element))

    def _opened(
        self, scopes: Iterable[Scope], deeper: Callable[[Scope], Iterable[Any] | None], depth: int
    ) -> Iterator[Scope]:
        """The elements of the lists that elements hold; what can't be read holds none, and stays."""
        # What shows no rows itself leads to them, also when asked again; so does a list in which keys are looked for.
        leads = depth < len(self._view.deeper) or any(one.level == depth for one, _ in self._chosen)
        for scope in scopes:
            if isinstance(scope.element, DamagedElement):
                yield scope
                continue
            levels = (*scope.levels, scope.element)
            unread = _unread(scope.element)
            below = _value(deeper, scope)
            for index, element in () if below is None else self._picked(below, depth, levels):
                yield self._scope(element, index, levels)
            if not leads or self._memory is None or not self._memory.holds:
                _forget(scope.element, unread)

    # --- what options choose -----------------------------------------------------------------------------------------

    def _picked(self, elements: Iterable[Any], depth: int, levels: tuple[Any, ...]) -> Iterable[tuple[int, Any]]:
        """The elements of a list that may lead to what is looked for, with their places; all where nothing is."""
        places: Sequence[int] | None = None
        for one, keys in self._chosen:
            bounds = [bound for bound in one.bounds if bound.level == depth]
            for bound in bounds:
                elements = elements if isinstance(elements, list) else list(elements)
                places = _both(places, self._searched(elements, bound, keys, levels))
            if not bounds and one.level == depth and self._memory is not None and isinstance(elements, list):
                places = _both(places, self._named(elements, one, keys, levels))
        if places is None:
            return enumerate(elements)
        assert isinstance(elements, list)
        return [(place, elements[place]) for place in places]

    def _searched(self, elements: list[Any], bound: Bound, keys: Sequence[Any], levels: tuple[Any, ...]) -> list[int]:
        """The places of the first elements that are not below the keys, or of the last that are not above them, where
        it is said what they start with; found by halving.

        Raises:
            ValueInvalidError: elements that are looked at are not in ascending order.
        """
        order = _Order()
        if self._memory is not None:
            order = self._memory.of(bound.key, (elements, *levels), _Order)

        def held_by(place: int) -> Any:
            if place not in order.known:
                element = elements[place]
                read, unread = self._copied, len(_unread(element))
                order.known[place] = _value(bound.key, self._inside(self._scope(element, place, levels)))
                has_read = self._copied != read or len(_unread(element)) != unread
                order.costs |= has_read and len(order.known) > 1
            return order.known[place]

        found = set[int]()
        for key in keys:
            low, high = 0, len(elements)
            before = behind = None
            while low < high:
                middle = (low + high) // 2
                held = held_by(middle)
                wanted = _like(key, held)
                if held < wanted or (bound.starts and held == wanted):
                    low, before = middle + 1, held
                else:
                    high, behind = middle, held
            place = low - bound.starts
            if 0 <= place < len(elements):
                found.add(place)
                self._bounds[id(elements[place]), bound.starts] = elements[place], before, behind
        for place in range(0 if order.checked == len(elements) else len(elements)):
            if order.costs:  # it is read for each element: of those that nothing leads to, no more than that
                break
            held_by(place)
        self._check(order, elements)
        return sorted(found)

    def _check(self, order: _Order, elements: list[Any]) -> None:
        """Check that elements are in ascending order, as far as that is known.

        Raises:
            ValueInvalidError: they aren't: something may lie elsewhere than it is looked for.
        """
        if order.checked == len(order.known):
            return
        for place, behind in pairwise(sorted(order.known)):
            if order.known[behind] < order.known[place]:
                error = ValueInvalidError(_UNSORTED, found=shown_value(order.known[behind]))
                raise blamed(error, elements[behind])
        order.checked = len(order.known)

    @property
    def _copied(self) -> int:
        """How many bytes of the file have been read."""
        source = getattr(self._root._io, "source", None)  # other parsers have streams of their own
        return source.copied if isinstance(source, Counted) else 0

    def _named(
        self, elements: list[Any], one: Selection, keys: Sequence[Any], levels: tuple[Any, ...]
    ) -> list[int] | range:
        """The places of the elements whose values are among some keys."""

        def make() -> dict[Any, list[int]] | None:
            table: dict[Any, list[int]] = {}
            try:
                for place, element in enumerate(elements):
                    table.setdefault(self._held(one, self._scope(element, place, levels)), []).append(place)
            except TypeError:
                return None  # lists are no keys
            return table

        assert self._memory is not None
        table = self._memory.of(one, (elements, *levels), make)
        if table is None or not table:
            return range(len(elements))
        kind = next(iter(table))
        return sorted({place for key in keys for place in table.get(_like(key, kind), ())})

    def _selected(self, scopes: Iterator[Scope], depth: int) -> Iterator[Scope]:
        """The elements whose values are what options say."""
        chosen = [(one, keys) for one, keys in self._chosen if one.level == depth]
        if not chosen:
            return scopes
        return (scope for scope in scopes if all(self._is_it(one, keys, scope) for one, keys in chosen))

    def _sorted(self, scopes: Iterator[Scope], depth: int) -> Iterator[Scope]:
        order = self._view.order
        if order is None or order.level != depth:
            return scopes
        return iter(sorted(scopes, key=lambda scope: _value(order.key, self._inside(scope))))

    def _is_it(self, one: Selection, keys: Sequence[Any], scope: Scope) -> bool:
        return is_one_of(self._held(one, scope), keys)

    def _held(self, one: Selection, scope: Scope) -> Any:
        """What an element has where a key is looked for.

        Raises:
            ValueInvalidError: it should not stand in the element of the list further out, by what that says: it isn't
                found where it is looked for.
        """
        held = _value(one.equals, self._inside(scope))
        levels = (*scope.levels, scope.element)
        for bound in one.bounds:
            _, before, behind = self._bounds.get((id(levels[bound.level]), bound.starts), (None, None, None))
            if not _is_between(held, before, behind, starts=bound.starts):
                raise blamed(ValueInvalidError(_UNSORTED, found=shown_value(held)), scope.element)
        return held


def keys_of(one: Selection, root: Any, options: Mapping[str, Any]) -> list[Any] | None:
    """What is looked for; None where the option isn't set."""
    values = sought_in(options, one.option)
    if not isinstance(options, Sought) or one.option not in options.sought:
        return [one.key(Scope(root, root, options=options)) for _ in values] or None
    return [one.key(Scope(root, root, options={**options, one.option: value})) for value in values]


# A file may be larger than memory: of what lies at places of its own, only what leads to a step is held with it.


def _passed(scopes: Iterable[Scope]) -> Iterator[Scope]:
    """Steps, of which nothing is held that was read of one when the next is asked for."""
    for scope in scopes:
        unread = _unread(scope.element)
        yield scope
        _forget(scope.element, unread)


def _unread(element: Any) -> Mapping[str, Callable[[], None]]:
    """The fields of a structure that have not been read, with what reads them."""
    pending = element._pending if isinstance(element, Struct) else None
    return dict(pending) if pending else {}


def _forget(element: Any, unread: Mapping[str, Callable[[], None]]) -> None:
    """Let go of what has been read of a structure since; it is read again when it is asked for again."""
    for name, read in unread.items():
        if name not in element._pending:
            element._defer(name, read)


def _is_between(held: Any, before: Any, behind: Any, *, starts: bool) -> bool:
    """Whether something belongs behind one bound, if there is one, and before the next; at one, it belongs before it,
    or, where elements start with what it says, behind it."""
    for bound, lies_behind in ((before, True), (behind, False)):
        if bound is None:
            continue
        like = _like(held, bound)
        if (like > bound or (starts and like == bound)) != lies_behind:
            return False
    return True


def _both(some: Sequence[int] | None, others: Sequence[int]) -> Sequence[int]:
    """What is among both; all others, where nothing has been said yet."""
    return others if some is None else sorted({*some} & {*others})


def is_one_of(held: Any, keys: Iterable[Any]) -> bool:
    """Whether what an element has is one of the keys that are looked for."""
    return any(held == _like(key, held) for key in keys)


def _like(key: Any, held: Any) -> Any:
    """A key as it is compared: the bytes of a text with bytes."""
    return key.encode() if isinstance(held, bytes) and isinstance(key, str) else key


def _value(expression: Callable[[Scope], Any], scope: Scope) -> Any:
    """What an expression gives; one that has no value for this file is a bad record."""
    try:
        return expression(scope)
    except NO_VALUE as error:
        raise blamed(ValueInvalidError(f"the view has no value for it: {cause(error)}"), scope.element) from error


class UnreadRoot:
    """The structure of a file, which is read when something in it is asked for, but not for its stream."""

    def __init__(self, io: Cursor, read: Callable[[], Struct]) -> None:
        self._io = io
        self._read = read

    def __getattr__(self, name: str) -> Any:
        if "_root" not in self.__dict__:
            self._root = self._read()
        return getattr(self._root, name)


class UnreadList:
    """The elements of a list, which is read when they are asked for."""

    def __init__(self, each: Expression, scope: Scope) -> None:
        self._each = each
        self._scope = scope

    def __iter__(self) -> Iterator[Struct]:
        return iter(self._each(self._scope) or ())


def extent_of(item: Struct) -> tuple[int, int]:
    """Where an element of a list begins and ends."""
    if isinstance(item, DamagedElement):
        return item.start, item.end
    owner: Struct = item._parent
    field = next(i for i, known in enumerate(owner.FIELDS) if known.id == item._field)
    span = span_of(owner, field, item._index)
    assert span is not None
    return span.start, span.end


def error_of(item: Struct) -> ReadError | None:
    """What is wrong with an element of a list; None: it is good."""
    return item.error if isinstance(item, DamagedElement) else None
