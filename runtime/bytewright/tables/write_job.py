"""A file that is to be made of rows, and what is told of it afterwards."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, get_args

import pyarrow as pa

from bytewright.arrow.normalize import Batches
from bytewright.codec.codec import Codec
from bytewright.codec.makers import Maker
from bytewright.codec.settings import Settings
from bytewright.errors import OptionError
from bytewright.host.suggest import hint
from bytewright.schema.view import View
from bytewright.tables import row_models
from bytewright.views.evaluate.layout import Layout, levels_of, view_of

Engine = Literal["auto", "columns", "objects"]


@dataclass(frozen=True)
class WriteJob:
    """A file that is to be made of rows.

    Attributes:
        codec: the format.
        view: the name of the view, or of the other rows of the format, that they are; None: the default view.
        settings: options.
        root: what the rows don't hold, as JSON; None: nothing.
        engine: what makes the records.
        schema: the columns of the rows.
        count: how many rows there are.
        kept: encoders of files that were made before, which know how such rows become records, by their `key`.

    Raises:
        OptionError: there is no such engine, or the root is no text.
    """

    codec: Codec
    view: str | None
    settings: Settings
    root: str | None = None
    engine: Engine = "auto"
    schema: pa.Schema = pa.schema([])  # noqa: RUF009 - schemas never change
    count: int = 0
    kept: dict[Hashable, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.engine not in get_args(Engine):
            what = f"unknown engine {self.engine!r}"
            raise OptionError(what, hint=hint(str(self.engine), get_args(Engine), "engines"))
        if type(self.root) not in (str, type(None)):
            found = type(self.root).__name__
            raise OptionError("root", expected="JSON as text", found=found, hint="json.dumps makes text of it.")

    def key(self, strategy: str) -> Hashable:
        """What files have in common that an encoder can make, one after another."""
        return strategy, self.root, self.schema.serialize().to_pybytes()

    @cached_property
    def maker(self) -> Maker | None:
        """The code that makes files of such rows; None: their view is turned round.

        Raises:
            OptionError: there are neither such rows nor such a view.
        """
        return row_models.maker_of(self.codec, self.view, self.settings)

    @cached_property
    def levels(self) -> tuple[View, ...]:
        """The view of the rows, its inner view, and so on; none of rows that code makes files of and no view shows."""
        if self.maker is not None and not self.maker.view:
            return ()
        return levels_of(view_of(self.codec, self.view))

    def described(self) -> tuple[Any, Layout, list[str]]:
        """A new model for the rows, the columns of their view, and theirs by their names there; see
        `bytewright.tables.row_models.described`.

        Raises:
            WriteError: the view has no such columns, or nothing says how one is stored.
        """
        return row_models.described(self.codec, self.schema, self.view, self.settings, self.root)

    def prepared(self, batches: Batches) -> tuple[WriteJob, Batches]:
        """The job and its rows with what a view adds to them, and sees to; what code makes files of stays what it is.

        Raises:
            WriteError: a column lacks in which rows must have a value. Batches raise it where a row has none.
        """
        if self.maker is not None:
            return self, batches
        view = view_of(self.codec, self.view)
        schema, batches = row_models.prepared(self.schema, batches, view, self.settings, self.root)
        return replace(self, schema=schema), batches


@dataclass(frozen=True, slots=True)
class Written:
    """What was written, and how.

    Attributes:
        rows: how many rows there were.
        encoded: how many of them the kernel made records, or elements of lists, of: all or none.
        reason: why it made none; empty: it did.
        warnings: what of the rows, or of what they were read from, isn't in the file.
        strategy: what made the file: ``rows``, ``template``, ``containers``, ``list columns`` or ``objects``.
        refusals: why each of those before it in that order didn't, as ``strategy: reason``.
    """

    rows: int
    encoded: int
    reason: str = ""
    warnings: tuple[str, ...] = ()
    strategy: str = ""
    refusals: tuple[str, ...] = ()
