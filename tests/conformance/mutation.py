"""Files changed at one place, written, and read again by our reader and by the stock parser.

Every value of a file is changed, in several ways, up to a bound. Everything else must be what it was, but for what
follows from the change. What becomes of each change is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tests.conformance.results import Result, described, failed, not_applicable, passed

from bytewright.codec.codec import Codec
from bytewright.errors import WriteError, shown
from bytewright.model.enums import Enum
from bytewright.model.origins import span_of
from bytewright.model.places import Span
from bytewright.model.structures import Struct, field_path, given, is_null
from bytewright.objects.read.traverse import explore
from bytewright.oracles.compare import same, width_of
from bytewright.oracles.kaitai_difference import oracle_difference

_MOST = 120
"""Changes of one file that are tried. Where there are more, they are taken evenly from all of its places."""

TAKEN, REFUSED, FURTHER, STOCK, WRONG = (
    "changes read back as meant",
    "refused by the writer",
    "change more than themselves",
    "read by us alone",
    "read back otherwise",
)
"""What may become of a change."""


class Readers(NamedTuple):
    """Readers of what was written.

    Attributes:
        ours: the codec, told what the root's parameters are in a model.
        stock: the stock parser, likewise.
        without: why there is no stock parser; empty where there is one.
    """

    ours: Callable[[Struct], Codec]
    stock: Callable[[Struct], Callable[[Any], Any]]
    without: str = ""


class ConsequenceError(Exception):
    """Something else follows from the change than what is derived, or it follows from something else itself."""


class StockParserError(Exception):
    """The stock parser can't read a file that our reader reads as it was meant."""


@dataclass(frozen=True)
class Place:
    """A value in a model: the way to it from the root, by names of fields and numbers of elements."""

    way: tuple[str | int, ...]
    kind: str

    def get(self, model: Any) -> Any:
        """The value in a model."""
        for step in self.way:
            model = getattr(model, step) if isinstance(step, str) else model[step]
        return model

    def put(self, model: Any, value: Any) -> None:
        """Change the value in a model."""
        *before, last = self.way
        owner = Place(tuple(before), "").get(model)
        if isinstance(last, str):
            setattr(owner, last, value)
        else:
            owner[last] = value


def result(
    name: str,
    codec: Codec,
    data: bytes,
    placed: Mapping[str, frozenset[str]],
    readers: Readers,
) -> Result:
    """Whether a file can be changed.

    Args:
        name: the name in the table.
        codec: the format.
        data: the file.
        placed: by absolute name of a type, the ids of its instances that are read from the file.
        readers: read what was written.
    """
    part = "mutate"
    try:
        model = _parsed(codec, data)
    except Exception as error:
        return failed(part, name, f"not read: {described(error)}")
    places = list(_places(model, (), placed, in_instance=False))
    if readers.without:
        return not_applicable(part, name, readers.without)
    counts = dict.fromkeys((TAKEN, REFUSED, FURTHER, STOCK, WRONG), 0)
    reasons: dict[str, list[str]] = {outcome: [] for outcome in counts}
    for place, number in _changes(places, model):
        outcome, reason = _outcome(codec, data, place, number, readers)
        counts[outcome] += 1
        reasons[outcome].append(f"{place.kind}, {_shown(place)}: {reason}")
    if counts[WRONG]:
        found = failed(part, name, "; ".join(dict.fromkeys(reasons[WRONG]))[:600])
    elif counts[TAKEN]:
        found = passed(part, name)
    elif any(counts.values()):
        others = (*reasons[REFUSED], *reasons[FURTHER], *reasons[STOCK])
        found = failed(part, name, "; ".join(dict.fromkeys(others))[:600])
    else:
        found = not_applicable(part, name, "nothing is stored that could be another")
    return replace(found, counts=counts)


def _outcome(codec: Codec, data: bytes, place: Place, number: int, readers: Readers) -> tuple[str, str]:
    """What becomes of a change, and why."""
    try:
        what = _changed(codec, data, place, number, readers)
    except WriteError as error:
        return REFUSED, str(error)
    except ConsequenceError as error:
        return FURTHER, str(error)
    except StockParserError as error:
        return STOCK, str(error)
    except Exception as error:
        return WRONG, described(error)
    return (TAKEN, "") if what is None else (WRONG, what)


def _parsed(codec: Codec, data: bytes) -> Struct:
    """A file, all that can be read of it, each place once."""
    model: Struct = codec.parse(data)
    explore(model)
    return model


def _changed(codec: Codec, data: bytes, place: Place, number: int, readers: Readers) -> str | None:
    """What is wrong with a file after a change to another value, by its number; None where nothing is.

    Raises:
        WriteError: the writer refuses the change.
        ConsequenceError: it changes others as well: what it says decides how they are read.
        StockParserError: the stock parser can't read it.
    """
    before, model = _parsed(codec, data), _parsed(codec, data)
    place.put(model, _others(place.get(model), place.get(_parsed(codec, data)))[number])
    written = codec.to_bytes(model)
    if written == data and same(place.get(model), place.get(before)):
        raise ConsequenceError("it follows from others, and is what it was")
    if written == data:
        return "the change isn't written"
    codec = readers.ours(model)
    back = _parsed(codec, written)
    span = _span(before, place.way)
    found = _Comparison(place.way, span, strict=True).structure(model, back)
    if found is not None:
        return f"meant and read again: {found}"
    found = _Comparison(place.way, span, strict=False).structure(before, back)
    if found is not None:
        raise ConsequenceError(f"more depends on it: {found}")
    try:
        found = oracle_difference(codec, written, readers.stock(model))
    except Exception as error:
        raise StockParserError(f"the stock parser fails where ours reads what was meant: {described(error)}") from error
    return None if found is None else f"the stock parser: {found}"


@dataclass(frozen=True)
class _Comparison:
    """Compares what was read again with what it should be.

    ``changed``: the place that was changed; ``span``: where it lay. Other fields that lay on the same bytes follow from
    them. ``strict``: whether the changed place, and what is derived, are compared as well."""

    changed: tuple[str | int, ...]
    span: Span | None
    strict: bool

    def structure(self, a: Struct, b: Struct, way: tuple[str | int, ...] = ()) -> str | None:
        """The first value that differs; ``a`` is a model that was read from the file before the change."""
        for index, field in enumerate(a.FIELDS):
            here = (*way, field.name)
            if not field.name or (not self.strict and (field.derived or here == self.changed)):
                continue
            if not given(a, field.name):  # or it was read at another way to the same place
                continue
            x, y = getattr(a, field.name), getattr(b, field.name)
            if isinstance(x, list) and isinstance(y, list):
                if len(x) != len(y):
                    return f"{field_path(a, field.id)}: {len(x)} elements, and {len(y)}"
                pairs = (
                    self._value(a, index, i, (*here, i), one, other)
                    for i, (one, other) in enumerate(zip(x, y, strict=True))
                )
                found = next((text for text in pairs if text is not None), None)
            else:
                found = self._value(a, index, None, here, x, y)
            if found is not None:
                return found
        return None

    def _value(
        self, owner: Struct, index: int, element: int | None, here: tuple[str | int, ...], x: Any, y: Any
    ) -> str | None:
        if isinstance(x, Struct) and isinstance(y, Struct):
            return self.structure(x, y, here)
        if here[: len(self.changed)] == self.changed:
            if not self.strict:
                return None
        elif self._overlaps(span_of(owner, index, element)):
            return None
        if (x is None and is_null(y)) or (y is None and is_null(x)) or same(x, y, width_of(owner, index, element)):
            return None
        return f"{field_path(owner, index, element)}: {shown(x)}, and {shown(y)}"

    def _overlaps(self, span: Span | None) -> bool:
        return span is not None and self.span is not None and span.start < self.span.end and self.span.start < span.end


def _span(model: Struct, way: tuple[str | int, ...]) -> Span | None:
    """Where a value of a model lay."""
    *before, last = way
    element = None
    if isinstance(last, int):
        element = last
        *before, last = before
    owner = Place(tuple(before), "").get(model)
    return span_of(owner, next(i for i, field in enumerate(owner.FIELDS) if field.name == last), element)


# --- what can be changed ---------------------------------------------------------------------------------------------


def _places(
    owner: Struct, way: tuple[str | int, ...], placed: Mapping[str, frozenset[str]], *, in_instance: bool
) -> Iterator[Place]:
    """All values that a user may set."""
    for field in owner.FIELDS:
        if field.derived or not given(owner, field.name):
            continue
        value = getattr(owner, field.name)
        here = (*way, field.name)
        inside = in_instance or field.id in placed.get(owner.TYPE, ())
        if isinstance(value, list):
            yield Place(here, "count")
        for at, item in [((*here, i), v) for i, v in enumerate(value)] if isinstance(value, list) else [(here, value)]:
            if isinstance(item, Struct):
                yield from _places(item, at, placed, in_instance=inside)
            elif item is not None:
                yield Place(at, "instance" if inside else "text" if isinstance(item, str) else "value")


def _changes(places: list[Place], model: Struct) -> list[tuple[Place, int]]:
    """The changes that are tried: the place, and the number of the other value."""
    values = ((place, place.get(model)) for place in places)
    found = [(place, number) for place, value in values for number in range(len(_others(value, value)))]
    return found if len(found) <= _MOST else [found[i * len(found) // _MOST] for i in range(_MOST)]


def _others(value: Any, again: Any) -> list[Any]:
    """Values to put in the place of a value; ``again``: the same one of another parse, whose items may be added."""
    match value:
        case []:
            return []
        case list():
            # Lists that end by a condition lose another than their last; bits, as many as fill bytes.
            return [value[:-1], [*value, again[-1]], value[1:], [again[0], *value], value[: len(value) // 2]]
        case str():
            return [value + "x", ("y" if value[:1] == "x" else "x") + value[1:], value[:-1] or "xx"]
        case bytes():
            middle = len(value) // 2
            inside = [value[:middle] + bytes([value[middle] ^ 1]) + value[middle + 1 :]] if value else []
            return [value[:-1] + bytes([value[-1] ^ 1]) if value else b"x", value + b"x", value[:-1] or b"xx", *inside]
        case bool():
            return [not value]
        case Enum():
            return [member for member in type(value) if member != value]
        case float():
            return [value + 1.0 if value + 1.0 != value else 1.0]
        case int():
            return [value + 1, value - 1, value ^ 1]
    return []


def _shown(place: Place) -> str:
    text = ""
    for step in place.way:
        text += f"[{step}]" if isinstance(step, int) else f".{step}"
    return text.removeprefix(".")
