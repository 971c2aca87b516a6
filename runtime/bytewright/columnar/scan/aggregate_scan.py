"""Scans views whose columns count entries of tables: the steps as objects, the entries by the kernel, page by page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from bytewright.codec.settings import Settings
from bytewright.columnar.scan.page_tables import PAGE
from bytewright.columnar.scan.region_locator import UnplacedError, page_at
from bytewright.errors import NO_VALUE, ReadError
from bytewright.host.gc_pause import relieve
from bytewright.kernels.drivers.region_scan import Pending, RegionScan, Wave
from bytewright.kernels.plan import RowPlan
from bytewright.kernels.plan.failures import BadRecord
from bytewright.kernels.program.program import Words
from bytewright.schema.arrays import UnfitError, array_of
from bytewright.schema.scope import Scope
from bytewright.schema.view import View
from bytewright.views.evaluate.layout import FixedColumn, Layout
from bytewright.views.evaluate.record_batches import evaluate, most_rows
from bytewright.views.evaluate.steps import Steps

_STEPS = 1024
"""Steps whose entries are counted at a time, as far as they have no more than so many pages, and their values aren't
larger than so many bytes."""
_PAGES = 4096
_BYTES = 4 << 20


@dataclass(slots=True)
class _Steps:
    """Some steps of a view.

    Attributes:
        steps: the steps.
        values: of each, those of the columns that count nothing.
        pages: where the pages begin and end whose entries are counted.
        owners: of which step each page is.
        size: bytes of the values, about.
        left: the step behind them, if something about it is to be found out by objects.
        error: what is bad behind them.
        over: whether there are no more.
    """

    steps: list[tuple[Scope, ...]] = field(default_factory=list)
    values: list[list[object]] = field(default_factory=list)
    pages: list[tuple[int, int]] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    size: int = 0
    left: tuple[Scope, ...] | None = None
    error: ReadError | None = None
    over: bool = False

    @property
    def is_full(self) -> bool:
        return len(self.steps) >= _STEPS or len(self.pages) >= _PAGES or self.size >= _BYTES


class AggregateScan:
    """The rows of a view of one file, whose plan says which entries of a page its columns count.

    Where a page isn't as the plan has it, objects count, which know what is wrong with it, if anything is.

    Attributes:
        of_kernel: whether what the batch that was given last counts was counted by the kernel.
    """

    def __init__(
        self,
        plan: RowPlan,
        view: View,
        steps: Steps,
        layout: Layout,
        settings: Settings,
        given: Mapping[str, int],
        batch_rows: int,
    ) -> None:
        assert view.counted is not None
        self.of_kernel = True
        self._view = view
        self._pages_of = view.counted
        self._steps = steps
        self._layout = layout
        self._limits = settings.limits
        self._batch_rows = batch_rows
        self._most_rows = most_rows(steps.source.size, settings.limits)
        counts = {column.name for column in plan.columns}
        columns = [column for column in layout.columns if isinstance(column, FixedColumn)]
        self._counts = [column for column in columns if column.name in counts]
        self._others = [column for column in columns if column.name not in counts]
        self._pending = Pending()
        asked = [PAGE, *(column.name for column in self._counts)]
        self._scan = RegionScan(plan, steps.source, self._pending, columns=asked, given=given, limits=settings.limits)

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows.

        Raises:
            ReadError: something is bad; the rows before it have been given.
        """
        steps = self._steps.of(self._view)
        if not self._counts:
            yield from self._by_objects(steps)
            return
        while True:
            relieve()
            found = self._gathered(steps)
            batch = self._counted(found) if found.steps else None
            if batch is not None:
                for start in range(0, batch.num_rows, self._batch_rows):
                    yield batch.slice(start, self._batch_rows)
            else:
                yield from self._by_objects(iter(found.steps))
            if found.left is not None:
                yield from self._by_objects(iter((found.left,)))
            if found.error is not None:
                raise found.error
            if found.over:
                return

    def _gathered(self, steps: Iterator[tuple[Scope, ...]]) -> _Steps:
        """The next steps."""
        found = _Steps()
        try:
            for scopes in steps:
                scope = scopes[-1]
                try:
                    pages = [page_at(*page, self._limits) for page in self._pages_of(scope)]
                    values = [column.column.value(scope) for column in self._others]
                except (ReadError, UnplacedError, *NO_VALUE):
                    found.left = scopes
                    return found
                found.owners += [len(found.steps)] * len(pages)
                found.pages += pages
                found.steps.append(scopes)
                found.values.append(values)
                found.size += sum(len(value) for value in values if isinstance(value, (str, bytes)))
                if found.is_full:
                    return found
            found.over = True
        except ReadError as error:
            found.error = error
        return found

    def _counted(self, found: _Steps) -> pa.RecordBatch | None:
        """The rows of some steps; None where objects must count, or know which value doesn't fit."""
        try:
            counts = self._counts_of(found)
        except BadRecord:
            self._scan.abandon()
            return None
        arrays: dict[str, pa.Array[Any]] = {}
        try:
            for column, count in zip(self._counts, counts, strict=True):
                arrays[column.name] = array_of(count.tolist(), column.type, column.form, nullable=column.nullable)
            for place, column in enumerate(self._others):
                values = [of_step[place] for of_step in found.values]
                arrays[column.name] = array_of(values, column.type, column.form, nullable=column.nullable)
        except UnfitError:
            return None
        schema = self._layout.schema
        return pa.RecordBatch.from_arrays([arrays[name] for name in schema.names], schema=schema)

    def _counts_of(self, found: _Steps) -> list[Words]:
        """How many entries each column counts, of each step.

        Raises:
            BadRecord: a page isn't as the plan has it.
        """
        counts = [np.zeros(len(found.steps), np.int64) for _ in self._counts]
        if not found.pages:
            return counts
        owners = np.array(found.owners, np.int64)
        self._pending.wave = Wave(np.array(found.pages, np.int64))
        self._scan.go_on()
        for batch in self._scan:
            steps = owners[batch.column(0).to_numpy()]
            for place, count in enumerate(counts, 1):
                met = batch.column(place).to_numpy(zero_copy_only=False)
                count += np.bincount(steps[met], minlength=len(count))
        return counts

    def _by_objects(self, steps: Iterator[tuple[Scope, ...]]) -> Iterator[pa.RecordBatch]:
        """The rows of steps, counted by objects."""
        noticed = self._steps
        for batch in evaluate(self._layout, steps, self._most_rows, self._batch_rows, lambda: noticed.warnings):
            self.of_kernel = False
            yield batch
        self.of_kernel = True
