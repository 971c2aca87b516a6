"""Evaluates what a plan asks of a file's header: numbers, and the columns that the header names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from bytewright.arrow.logical import Unit
from bytewright.arrow.types import moments
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.errors import LimitError
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.unrolled.element_names import ASIDE, Cell
from bytewright.model.structures import Struct
from bytewright.schema.header_columns import agree, constant_of, header_columns
from bytewright.schema.scope import Scope
from bytewright.schema.value_forms import Form, Named
from bytewright.schema.variant_columns import Member, Room, members_of
from bytewright.schema.view import Variants, View
from bytewright.views.evaluate.layout import CellColumn, Layout
from bytewright.views.evaluate.record_batches import BATCH_BYTES


@dataclass(slots=True)
class Header:
    """A file's header.

    Attributes:
        root: the file, of which only what precedes the records has been read; None: nothing does.
        asked: what the plan asks for, by name.
        options: values of the options.
        cells: the columns that the header names and records hold.
        apart: the columns that the kernel doesn't make: their value in all rows, by name.
        units: the unit of the columns whose integers are shown as moments, by name.
    """

    root: Struct | None
    asked: Mapping[str, Any]
    options: Mapping[str, Any]
    cells: list[Cell] = field(default_factory=list)
    apart: dict[str, pa.Array[Any]] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)

    def value(self, name: str, column: int, entry: Any = None, inner: int = 0) -> Any:
        """What the plan asks for under a name; ``entry``: of an entry of a list; ``inner``: of a column inside of the
        ``column``."""
        element = self.root if entry is None else entry
        found = self.asked[name](Scope(self.root, element, options=self.options, column=column, inner=inner))
        return [_text(item) for item in found] if isinstance(found, list) else found

    def completed(self, batch: pa.RecordBatch, layout: Layout) -> Iterator[pa.RecordBatch]:
        """The columns of a batch of the kernel's as a layout has them, with those that are the same in all rows.

        These may be large: there are several batches then.

        Raises:
            pa.ArrowInvalid: an integer is no moment that a timestamp can say.
        """
        if not self.apart and not self.units and batch.schema.equals(layout.schema):
            yield batch
            return
        width = sum(self.apart[column.name].nbytes for column in layout.columns if column.name in self.apart)
        most = max(1, BATCH_BYTES // max(1, width))
        for start in range(0, max(1, batch.num_rows), most):
            yield self._with_constants(batch.slice(start, most), layout)

    def _with_constants(self, batch: pa.RecordBatch, layout: Layout) -> pa.RecordBatch:
        arrays: list[Any] = []
        for column in layout.columns:
            apart = self.apart.get(column.name)
            if apart is not None:
                arrays.append(pa.repeat(apart[0], batch.num_rows))
                continue
            array = batch.column(column.name)
            if column.name in self.units:
                array = moments(array, self.units[column.name])
            arrays.append(array if array.type.equals(column.type) else array.cast(column.type))
        return pa.RecordBatch.from_arrays(arrays, schema=layout.schema)


def _choose_members(
    header: Header, variants: Variants, shown: Sequence[CellColumn], taken: Sequence[str], most: int
) -> None:
    """Say where the columns lie that structures name, by each of the lists which may describe such a structure."""
    if variants.among is None or variants.each is None:
        raise Unsupported("nothing says which columns there may be")
    scope = Scope(header.root, header.root, options=header.options)
    known: list[dict[str, Member]] = []
    for number, one in enumerate(variants.among(scope)):
        described = variants.each(Scope(header.root, one, number, options=header.options))
        try:
            members = members_of(variants.cells, described, header.options, taken, Room(most))
        except (ValueError, LimitError) as error:
            raise Unsupported(str(error)) from error
        known.append({member.name.lower(): member for member in members})
    for column in shown:
        places = tuple(_place(members.get(column.name.lower()), column) for members in known)
        if any(place != -1 for place in places):
            header.cells.append(Cell(-1, column.name, places, _inside(column.type, column.form, places)))


def _inside(kind: pa.DataType, form: Form, places: tuple[int, ...]) -> tuple[Cell, ...]:
    """The members of a column of structs that are named by what describes it: each lies in the same place of all."""
    if not isinstance(form, Named):
        return ()
    members = zip(kind, form.forms, strict=True)  # type: ignore[call-overload]
    found = []
    for number, (member, shown) in enumerate(members):
        own = tuple(-1 if place < 0 else number for place in places)
        found.append(Cell(-1, member.name, own, _inside(member.type, shown, own)))
    return tuple(found)


def _place(member: Member | None, column: CellColumn) -> int:
    """The number of a member that a column shows: -1 where there is none, `ASIDE` where it is of another type."""
    if member is None:
        return -1
    return member.number if member.type.equals(column.type) and member.form == column.form else ASIDE


def _text(item: Any) -> Any:
    """The text that stands for an item of a list."""
    while isinstance(item, Struct) and item.SHOWN_AS:
        item = getattr(item, item.SHOWN_AS)
    return item


def header_of(codec: Codec, view: View, layout: Layout, root: Struct | None, settings: Settings) -> Header:
    """What the header of a file says about the columns of a layout.

    Raises:
        ReadError: the header is none that the view can show.
        Unsupported: the columns that structures may name can't be told.
    """
    header = Header(root, codec.header or {}, settings.values)
    shown = [column for column in layout.columns if isinstance(column, CellColumn)]
    cells = layout.cells
    if layout.variants is not None and shown:
        _choose_members(header, layout.variants, shown, layout.stated, settings.limits.maxColumns)
        return header
    if cells is None or not layout.asks_headers:
        return header
    named = header_columns(cells, root, settings.values, layout.stated, settings.limits.maxColumns)
    known = {column.name.lower(): column for column in named}
    for wanted in shown:
        column = known.get(wanted.name.lower())
        if column is None:
            header.apart[wanted.name] = pa.array([None], wanted.type)
            continue
        agree(cells, column, wanted.type, wanted.form, wanted.said)
        constant = constant_of(cells, column)
        if constant is None:
            header.cells.append(Cell(column.number, wanted.name))
            if column.unit is not None:
                header.units[wanted.name] = column.unit
        else:
            header.apart[wanted.name] = pa.array([constant.value], wanted.type)
    return header
