"""Encodes the structures around items that are encoded already, many containers at a time, by the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

from bytewright.columnar.encode.arrow_fields import FieldResolver, SourceColumn
from bytewright.columnar.encode.encoded_elements import EncodedElements
from bytewright.kernels.drivers.encoder import Encoder, Sizes
from bytewright.kernels.plan.encoding import COUNT, EncodingPlan, Source
from bytewright.kernels.plan.failures import Unsupported

Path = tuple[str, ...]


class ContainerFrame:
    """Makes elements of the outer list.

    Args:
        plan: how they are written (``around`` of an `EncodingPlan`).
        way: to the list of items in them, in names of fields in Python.
        sizes: sizes that decide how fast it is, not what it gives.
    """

    def __init__(self, plan: EncodingPlan, way: Path, sizes: Sizes) -> None:
        self._sources = {source.path: source for source in plan.sources}
        self._way = way
        self._encoder = Encoder(plan, sizes)

    def made(
        self, values: Sequence[Mapping[str, Any]], items: EncodedElements, counts: Sequence[int]
    ) -> EncodedElements | None:
        """Some elements; None: objects make them, or know what is wrong.

        Args:
            values: the plain values of each, without items.
            items: what the items of each are together.
            counts: how many items each has.
        """
        try:
            columns = [*plain_columns(list(map(leaves, values)), self._sources)]
            columns.append(SourceColumn(self._way, items.column()))
            if (counted := (COUNT, *self._way)) in self._sources:
                columns.append(SourceColumn(counted, pa.array(counts)))
            taking = FieldResolver(columns, _no_texts)
            arrays = taking.arrays(self._encoder.plan.sources)
            made = EncodedElements.made(self._encoder, len(values), arrays)
        except (Unsupported, ValueError, TypeError, OverflowError, pa.ArrowException):
            return None
        self._encoder.part_with()
        return made

    def let_go(self) -> None:
        """Keep no more memory than to begin with."""
        self._encoder.let_go()


def plain_columns(each: Sequence[Iterable[tuple[Path, Any]]], sources: Mapping[Path, Source]) -> Iterable[SourceColumn]:
    """Columns of plain values.

    Args:
        each: the values of each structure, behind the ways to them.
        sources: what rows may hold, by these ways.

    Raises:
        ValueError: objects know what a value means.
        TypeError: values are of several kinds.
        pa.ArrowException: there is no array of such values.
    """
    found: dict[Path, list[Any]] = {}
    for number, one in enumerate(each):
        for path, value in one:
            values = found.setdefault(path, [None] * len(each))
            values[number] = _stored_plain(path, sources.get(path), value)
    return [SourceColumn(sources[path].path, pa.array(values)) for path, values in found.items()]


def _stored_plain(path: Path, source: Source | None, value: Any) -> Any:
    """What stands for a plain value.

    Args:
        path: the way to it.
        source: what rows may hold there; None: nothing.
        value: the value.

    Raises:
        ValueError: objects know what it means.
    """
    kind = "" if source is None else source.kind
    if kind == "bytes" and isinstance(value, str):
        return bytes.fromhex(value)
    plain = (kind == "bytes" and isinstance(value, bytes)) or (kind == "str" and isinstance(value, str))
    if plain or (kind[:1] in ("u", "s") and type(value) is int):
        return value
    raise ValueError(f"{'.'.join(path)}: a value that isn't plain")


def leaves(values: Mapping[str, Any], way: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The values that are no structures, each behind the way to it."""
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from leaves(value, (*way, name))
        elif value is not None:
            yield (*way, name), value


def _no_texts(name: str, column: int) -> list[str]:
    raise Unsupported("places in a list of the header's")
