"""Encodes the structures around items that are encoded already, many containers at a time, by the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from bytewright.columnar.encode.arrow_fields import FieldResolver, SourceColumn
from bytewright.columnar.encode.encoded_elements import EncodedElements
from bytewright.columnar.encode.plain_values.arrays import PlainType, structures
from bytewright.kernels.drivers.encoder import Encoder, Sizes
from bytewright.kernels.plan.encoding import COUNT, EncodingPlan
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
        self._kind = PlainType.of(plan.sources, [way])
        self._counted = any(source.path == (COUNT, *way) for source in plan.sources)
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
            columns = [SourceColumn(self._way, items.column())]
            if self._counted:
                columns.append(SourceColumn((COUNT, *self._way), pa.array(counts)))
            taking = FieldResolver(columns, _no_texts, told=structures(values, self._kind))
            arrays = taking.arrays(self._encoder.plan.sources)
            made = EncodedElements.made(self._encoder, len(values), arrays)
        except Unsupported:
            return None
        self._encoder.part_with()
        return made

    def let_go(self) -> None:
        """Keep no more memory than to begin with."""
        self._encoder.let_go()


def _no_texts(name: str, column: int) -> list[str]:
    raise Unsupported("places in a list of the header's")
