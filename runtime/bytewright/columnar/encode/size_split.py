"""Splits items over structures with a size limit: containers, batches, pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bytewright.codec.codec import Codec
from bytewright.codec.makers import Deal
from bytewright.codec.plain_values import from_plain, later
from bytewright.codec.settings import Settings
from bytewright.errors import WriteError
from bytewright.model.structures import Field, Struct
from bytewright.schema.blame import length_of


def dealt(codec: Codec, document: Mapping[str, Any], deal: Deal, settings: Settings) -> Mapping[str, Any]:
    """The file with more, but smaller elements of a list, where some would be too large. What else they hold is the
    same in all that are made of one.

    How large items are is found by writing them. Where they rest on nothing outside of themselves, their bytes stay.

    Args:
        codec: the format.
        document: the file as plain values.
        deal: what is dealt out.
        settings: options.

    Raises:
        WriteError: an item alone is too large, or the file can't be written.
    """
    limit = int(settings.values[deal.limit] or 0)
    elements = _at(document, deal.outer)
    if not limit or not elements:
        return document
    outer = _field(codec.root, deal.outer)
    inner = _field(outer.struct, deal.inner) if outer is not None and outer.struct is not None else None
    if outer is not None and inner is not None and outer.lasts and inner.lasts:
        measured = _written(codec, document, deal, settings, outer, inner)
    else:
        measured = _read(codec, document, deal, settings)
    found: list[Any] = []
    for number, one in enumerate(measured):
        found += _pieces(one, deal, limit, number)
    return _with(document, deal.outer, found)


@dataclass(frozen=True, slots=True)
class _Element:
    """An element of the outer list: its plain values, and its size and those of its items in bytes."""

    values: Mapping[str, Any]
    size: int
    sizes: Sequence[int]


def _field(kind: type[Struct], way: Sequence[str]) -> Field | None:
    """The field at the end of a way through structures; None: the way isn't known before there are some."""
    found: Field | None = None
    for name in way:
        found = next((field for field in kind.FIELDS if field.id == name), None)
        if found is None:
            return None
        if name is not way[-1]:
            if found.struct is None:
                return None
            kind = found.struct
    return found


def _written(
    codec: Codec, document: Mapping[str, Any], deal: Deal, settings: Settings, outer: Field, inner: Field
) -> list[_Element]:
    """The elements, with items whose bytes have been made, each on its own."""
    assert outer.struct is not None
    assert inner.struct is not None
    structures = codec.structures()
    elements, made, parts = [], [], []
    for number, element in enumerate(_at(document, deal.outer)):
        place = ".".join(deal.outer) + f"[{number}]"
        items = [
            later(inner.struct, item, structures, f"{place}.{'.'.join(deal.inner)}[{index}]")
            for index, item in enumerate(_at(element, deal.inner))
        ]
        elements.append(_with(element, deal.inner, items))
        made.append(items)
        parts.append(later(outer.struct, elements[-1], structures, place))
    whole = from_plain(codec, _with(document, deal.outer, parts))
    codec.to_bytes(whole, canonical=True, relocate=True, options=settings.values)
    return [
        _Element(element, len(part.data or b""), [len(item.data or b"") for item in items])
        for element, part, items in zip(elements, parts, made, strict=True)
    ]


def _read(codec: Codec, document: Mapping[str, Any], deal: Deal, settings: Settings) -> list[_Element]:
    """The elements, measured in the file with all items together: what they are may rest on what lies around them."""
    data = codec.to_bytes(from_plain(codec, document), options=settings.values)
    measured = codec.parse(data, options=settings.values, limits=settings.limits)
    for name in deal.outer:
        measured = getattr(measured, name)
    elements = zip(_at(document, deal.outer), measured, strict=True)
    return [_Element(element, length_of(read) or 0, _sizes(read, deal)) for element, read in elements]


def _sizes(element: Any, deal: Deal) -> list[int]:
    """How many bytes the items of an element have that was read."""
    for name in deal.inner:
        element = getattr(element, name)
    return [length_of(item) or 0 for item in element]


def _pieces(element: _Element, deal: Deal, limit: int, number: int) -> Iterator[Mapping[str, Any]]:
    """An element in pieces that are small enough."""
    if element.size <= limit:
        yield element.values
        return
    around = element.size - sum(element.sizes)
    items = _at(element.values, deal.inner)
    start, used = 0, around
    for place, one in enumerate(element.sizes):
        if around + one > limit:
            path = ".".join(deal.outer) + f"[{number}]." + ".".join(deal.inner) + f"[{place}]"
            expected = f"at most {limit - around} bytes ({deal.limit})"
            raise WriteError(field=path, expected=expected, found=str(one))
        if used + one > limit:
            yield _with(element.values, deal.inner, items[start:place])
            start, used = place, around
        used += one
    yield _with(element.values, deal.inner, items[start:])


def _at(document: Mapping[str, Any], way: Sequence[str]) -> list[Any]:
    found: Any = document
    for name in way:
        found = found[name]
    return list(found)


def _with(document: Mapping[str, Any], way: Sequence[str], items: list[Any]) -> Mapping[str, Any]:
    """A document with another list at the end of a way."""
    first, *rest = way
    return {**document, first: _with(document[first], rest, items) if rest else items}
