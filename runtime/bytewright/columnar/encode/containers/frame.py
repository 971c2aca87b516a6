"""Encodes the structures around items that are encoded already, many containers at a time, by the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.columnar.encode.arrow_fields import FieldResolver, SourceColumn
from bytewright.kernels.drivers.encoder import Encoder, Sizes
from bytewright.kernels.plan.encoding import EncodingPlan, Source
from bytewright.kernels.plan.failures import Unsupported

Path = tuple[str, ...]
Places = npt.NDArray[np.int64]
_MOST = (1 << 31) - 1
"""Bytes of items that are given at a time: their offsets are int32."""


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

    def made(self, values: Sequence[Mapping[str, Any]], ends: Places, items: memoryview) -> list[memoryview] | None:
        """The bytes of some elements; None: objects make them, or know what is wrong.

        Args:
            values: the plain values of each, without items.
            ends: where the items of each begin in ``items``, and where those of the last one end.
            items: their bytes.
        """
        if int(ends[-1] - ends[0]) > _MOST:
            return None
        count = len(values)
        found: dict[Path, list[Any]] = {}
        try:
            for number, one in enumerate(values):
                for path, value in leaves(one):
                    found.setdefault(path, [None] * count)[number] = stored_plain(path, self._sources.get(path), value)
            columns = [SourceColumn(path, pa.array(each)) for path, each in found.items()]
            offsets = pa.py_buffer((ends - ends[0]).astype(np.int32).data)
            data = pa.py_buffer(items[int(ends[0]) : int(ends[-1])])
            given = pa.Array.from_buffers(pa.binary(), count, [None, offsets, data])
            taking = FieldResolver([*columns, SourceColumn(self._way, given)], _no_texts)
            arrays = taking.arrays(self._encoder.plan.sources)
            places = np.empty(count + 1, np.int64)
            memory = self._encoder.whole(count, arrays, places)
        except (Unsupported, ValueError, TypeError, OverflowError, pa.ArrowException):
            return None
        self._encoder.part_with()
        return [memory[first:behind] for first, behind in pairwise(places.tolist())]

    def let_go(self) -> None:
        """Keep no more memory than to begin with."""
        self._encoder.let_go()


def stored_plain(path: Path, source: Source | None, value: Any) -> Any:
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
