"""Items dealt out over as many structures as it takes for none to be too large: containers, batches, pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bytewright.codec import Codec, Deal
from bytewright.errors import WriteError
from bytewright.plain import from_plain
from bytewright.settings import Settings
from bytewright.views.blame import length_of


def dealt(codec: Codec, document: Mapping[str, Any], deal: Deal, settings: Settings) -> Mapping[str, Any]:
    """The file with more, but smaller elements of a list, where some would be too large. What else they hold is the
    same in all that are made of one.

    How large items are is found by writing them once.

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
    data = codec.to_bytes(from_plain(codec, document), options=settings.values)
    measured = codec.parse(data, options=settings.values, limits=settings.limits)
    for name in deal.outer:
        measured = getattr(measured, name)
    found: list[Any] = []
    for number, (element, sizes) in enumerate(zip(elements, measured, strict=True)):
        found += _pieces(element, _sizes(sizes, deal), length_of(sizes) or 0, deal, limit, number)
    return _with(document, deal.outer, found)


def _sizes(element: Any, deal: Deal) -> list[int]:
    """How many bytes the items of an element have that was read."""
    for name in deal.inner:
        element = getattr(element, name)
    return [length_of(item) or 0 for item in element]


def _pieces(
    element: Mapping[str, Any], sizes: Sequence[int], size: int, deal: Deal, limit: int, number: int
) -> Iterator[Mapping[str, Any]]:
    """An element in pieces that are small enough."""
    if size <= limit:
        yield element
        return
    around = size - sum(sizes)
    items = _at(element, deal.inner)
    start, used = 0, around
    for place, one in enumerate(sizes):
        if around + one > limit:
            path = ".".join(deal.outer) + f"[{number}]." + ".".join(deal.inner) + f"[{place}]"
            expected = f"at most {limit - around} bytes ({deal.limit})"
            raise WriteError(field=path, expected=expected, found=str(one))
        if used + one > limit:
            yield _with(element, deal.inner, items[start:place])
            start, used = place, around
        used += one
    yield _with(element, deal.inner, items[start:])


def _at(document: Mapping[str, Any], way: Sequence[str]) -> list[Any]:
    found: Any = document
    for name in way:
        found = found[name]
    return list(found)


def _with(document: Mapping[str, Any], way: Sequence[str], items: list[Any]) -> Mapping[str, Any]:
    """A document with another list at the end of a way."""
    first, *rest = way
    return {**document, first: _with(document[first], rest, items) if rest else items}
