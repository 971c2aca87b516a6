"""What code beside a spec makes of rows: elements of an outer list, and columns of their items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.columnar.encode.hash_fields import HashField

Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class LayoutGroup:
    """Items that are laid out alike.

    Attributes:
        rows: the numbers of their rows.
        fields: what their fields are, as many of each as there are rows: arrays by the way to the field from the item
            down, in names of fields in Python with dots between them, the numbers of elements of a list that has one
            per column of a layout among them.
        chosen: which of the values of each field are theirs, by number, where there are more; None: all, in their
            order. What is looked at of arrays that several `LayoutGroup` have in common is looked at once.
    """

    rows: Places
    fields: Mapping[str, pa.Array[Any] | HashField]
    chosen: Places | None = None


@dataclass(frozen=True, slots=True)
class Container:
    """An element of the outer list.

    Attributes:
        values: its plain values, without items.
        rows: the numbers of the rows that are its items, in their order.
        more: whether it goes on with the first of the next `ContainerBatch`, whose values are the same.
    """

    values: Mapping[str, Any]
    rows: Places
    more: bool = False


@dataclass(frozen=True, slots=True)
class ContainerBatch:
    """What code makes of rows, or of some of them: the next elements of the outer list.

    Attributes:
        wholes: the elements of the outer list; each row belongs to one.
        items: the items of these, each row's once.
    """

    wholes: Sequence[Container]
    items: Sequence[LayoutGroup]
