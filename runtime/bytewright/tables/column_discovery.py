"""Finds the columns of a table that only its files name, before rows are read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import chain

import pyarrow as pa

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.columnar.scan import discovery
from bytewright.errors import InputMissingError, OptionError, ReadError, of_file
from bytewright.kernels.plan.failures import Unsupported
from bytewright.schema.discovery import Gathering, PivotGathering, PivotKeys, join
from bytewright.schema.header_columns import discover_cells
from bytewright.schema.scope import Scope
from bytewright.schema.variant_columns import VariantGathering
from bytewright.schema.view import Decode, View
from bytewright.tables.engines import Engines
from bytewright.tables.inputs import Input
from bytewright.views.evaluate.decoded_tables import opened, type_before
from bytewright.views.evaluate.file_choice import label
from bytewright.views.evaluate.layout import cells_of, levels_of, pivot_of, stated_names, variants_of
from bytewright.views.evaluate.tolerant import GoodColumns

_TOGETHER = 16
"""Files in a store that are looked at the same time: it takes its time for each."""


class ColumnDiscovery:
    """Finds the columns that the values of files name.

    Args:
        codec: the format.
        view: which rows are shown.
        settings: the options.
        engines: how files are read.
        strict: bytes left over are an error, not a warning.
    """

    def __init__(self, codec: Codec, view: View, settings: Settings, engines: Engines, *, strict: bool) -> None:
        self._codec = codec
        self._view = view
        self._settings = settings
        self._engines = engines
        self._strict = strict

    def of(self, inputs: Sequence[Input]) -> PivotKeys:
        """The columns of files: of the first one that isn't bad, or of all.

        Raises:
            InputMissingError: all files are missing.
            OptionError: the files hold values of different types, or none is meant.
            LimitError: they name too many columns.
        """
        keys = PivotKeys(most=self._settings.limits.maxColumns)
        failures: list[InputMissingError] = []
        decodes = levels_of(self._view)[-1].decode is not None
        merges = self._settings.mergeSchema
        if merges and not decodes and len(inputs) > 1:
            failures = self._join(inputs, keys)
        else:
            for one in self._alike(inputs) if decodes and len(inputs) > 1 else inputs:
                error = self._add(one, keys)
                if isinstance(error, InputMissingError):
                    failures.append(error)
                # A file that is bad from its beginning has no columns; the next one counts as the first.
                elif not merges and (error is None or keys.steps):
                    break
        if len(failures) == len(inputs):
            raise failures[0]
        return keys if merges or len(inputs) == 1 else keys.of_others()

    def _add(self, one: Input, keys: PivotKeys) -> ReadError | InputMissingError | None:
        """Add the columns of a file, and close it.

        Raises:
            LimitError: there are too many.
        """
        try:
            error = self._discover(one, keys)
            if keys.refused is not None:
                with of_file(one.open().name):
                    raise keys.refused
            return error
        except InputMissingError as error:
            return error
        finally:
            if one.begun is None:
                one.close(done=False)

    def _join(self, inputs: Sequence[Input], keys: PivotKeys) -> list[InputMissingError]:
        """Add the columns of all files, several of which are looked at the same time; gives those that are missing."""
        failures: list[InputMissingError] = []

        def look(one: Input) -> tuple[PivotKeys, ReadError | InputMissingError | None]:
            own = PivotKeys(most=keys.most)
            return own, self._add(one, own)

        count = _TOGETHER if any(one.is_remote for one in inputs) else os.cpu_count() or 1
        with ThreadPoolExecutor(min(count, len(inputs))) as pool:
            for one, (own, error) in zip(inputs, pool.map(look, inputs), strict=True):
                if not join(keys, own, pivot_of(self._view)):
                    error = self._add(one, keys)
                if isinstance(error, InputMissingError):
                    failures.append(error)
        return failures

    def _alike(self, inputs: Sequence[Input]) -> list[Input]:
        """The files that are meant, of a view whose rows a library decodes: their values must be of one type.

        Raises:
            OptionError: they aren't, or no file is meant.
        """
        view, choice = levels_of(self._view)[0], self._engines.choice
        decode = levels_of(self._view)[-1].decode
        assert decode is not None
        meant, types, seen = [], dict[pa.DataType, list[str]](), list[int | None]()
        for one in inputs:
            try:
                root = self._engines.steps(one).root(self._view)
            except (ReadError, InputMissingError):
                meant.append(one)  # whoever reads it says what is wrong
                continue
            finally:
                one.close(done=False)
            if choice is not None:
                seen.append(choice.of(root, self._settings.values))
                if seen[-1] != choice.number:
                    continue
            meant.append(one)
            kind = type_before(decode, root, self._settings.values, certain=True)
            if kind is not None:
                said = label(view.files.value(Scope(root, root))) if view.files is not None else None
                types.setdefault(kind, []).append("?" if said is None else str(said))
        if not meant and choice is not None:
            raise choice.nothing(seen)
        if len(types) > 1:
            shown = "; ".join(f"{kind}: {', '.join(dict.fromkeys(names))}" for kind, names in types.items())
            more = f" The option {view.files.option} chooses one." if view.files is not None else ""
            raise OptionError(
                f"the files hold values of different types in {decode.column}: {shown}", hint=f"Read one kind.{more}"
            )
        return meant

    def _discover(self, one: Input, keys: PivotKeys) -> ReadError | None:
        """Add the columns of a file; its error is met again, after the good rows, by whoever reads the rows."""
        cells, decode = cells_of(self._view), levels_of(self._view)[-1].decode
        if cells is not None:
            try:
                root = self._engines.steps(one).root(self._view)
            except ReadError as error:
                return error
            return discover_cells(cells, root, self._settings.values, stated_names(self._view), keys)
        if decode is not None:
            return self._discover_decoded(one, decode, keys)
        return self._discover_steps(one, self._gathering(keys))

    def _gathering(self, keys: PivotKeys) -> Gathering:
        """What finds the columns that steps name."""
        variants, pivot = variants_of(self._view), pivot_of(self._view)
        if variants is not None:
            return VariantGathering(variants, self._settings.values, stated_names(self._view), keys)
        assert pivot is not None
        return PivotGathering(pivot, keys)

    def _discover_steps(self, one: Input, gathering: Gathering) -> ReadError | None:
        """Add the columns that the steps of a file name: by the kernel, or by objects."""
        source, end_of = one.open(), self._engines.end_of(one)
        if self._engines.by_kernel(one):
            with suppress(Unsupported):
                return discovery.discover(
                    *(self._codec, self._view, source, self._settings, gathering, one.part),
                    strict=self._strict,
                    end_of=end_of,
                )
        steps = self._engines.steps(one)
        if end_of is not None and steps.streams(self._view):
            return GoodColumns(self._codec, gathering, self._view, self._settings, source.size).of(
                steps, end_of, one.part
            )
        return gathering.all(steps.of(self._view, one.part.start, one.part.record))

    def _discover_decoded(self, one: Input, decode: Decode, keys: PivotKeys) -> ReadError | None:
        """Likewise the type of what a library decodes: by the first step, or the file's beginning if it has none."""
        if not self._engines.is_meant(one):
            return None
        steps = self._engines.steps(one)
        error: ReadError | None = None
        try:
            following = steps.of(self._view)
            first = next(following, None)
            if first is not None:
                keys.decoded = opened(decode, first[-1], self._settings.limits).shape.type
                keys.steps += 1
                if self._settings.mode == "FAILFAST" and not steps.kept:
                    one.begun = chain([first], following)
                return None
        except ReadError as bad:
            error = bad
        if steps.begun:
            keys.decoded = type_before(decode, steps.root(self._view), self._settings.values)
        return error
