"""Rows of which a file is made by code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Deal:
    """A list of lists whose innermost items are dealt out over as many of the outermost as it takes.

    Attributes:
        outer: way to the outer list, in ids.
        inner: way from one of its elements to the inner list, likewise.
        limit: id of the option that says how many bytes an element may have; 0: any number.
    """

    outer: tuple[str, ...]
    inner: tuple[str, ...]
    limit: str


@dataclass(frozen=True, slots=True)
class Maker:
    """Rows of which a file is made by code.

    Attributes:
        name: what they are called, as a view is.
        schema: their columns, all of which may be null; None: those of ``view``.
        make: turns rows into the file as plain values; an object of these that stands for a field which reads again
            what others describe is one of theirs.
        doc: what they are.
        view: the view whose rows they are; empty: they are those of none.
        told: ids of the options whose values ``make`` is given as well, as a mapping.
        deal: what of the file is dealt out anew, so that nothing is too large.
        columns: turns rows into columns of the items that are dealt out; see
        `bytewright.columnar.encode.containers.encoder`. arrow: whether ``make`` is given the rows as a table, not as
        mappings. inner: what structs of ``view`` whose members values name may have beside these.
    """

    name: str
    schema: pa.Schema | None
    make: Callable[..., Mapping[str, Any]]
    doc: str = ""
    view: str = ""
    told: tuple[str, ...] = ()
    deal: Deal | None = None
    columns: Callable[..., Iterable[object]] | None = None
    arrow: bool = False
    inner: pa.Schema | None = None
