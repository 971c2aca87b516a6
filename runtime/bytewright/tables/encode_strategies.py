"""Ways to make a file of rows behind one interface; `bytewright.tables.write.STRATEGIES` says in which order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.arrow.normalize import Batches
from bytewright.codec.codec import Codec
from bytewright.codec.maker_columns import check_columns
from bytewright.codec.settings import Settings
from bytewright.columnar.encode.containers.encoder import ContainerEncoder
from bytewright.columnar.encode.directory_encoder import DirectoryEncoder
from bytewright.columnar.encode.list_encoders import ListEncoders
from bytewright.columnar.encode.nested.encoder import NestedEncoder
from bytewright.columnar.encode.plain_values.root_elements import RootElements
from bytewright.columnar.encode.row_encoder import RowEncoder, encoding_of, refusal
from bytewright.columnar.encode.template_encoder import TemplateEncoder
from bytewright.errors import MissingError, WriteError
from bytewright.io.sinks import Sink
from bytewright.kernels.drivers.encoder import USUAL, Sizes
from bytewright.kernels.plan.encoding import EncodingPlan
from bytewright.kernels.plan.failures import Unsupported
from bytewright.model.member_names import attribute_of
from bytewright.model.structures import Struct
from bytewright.schema.view import View
from bytewright.tables import row_models
from bytewright.tables.write_job import Engine, WriteJob, Written
from bytewright.views.evaluate.layout import levels_of, view_of
from bytewright.views.invert.column_origins import column_of, ways_to_say
from bytewright.views.invert.invertible import step_places
from bytewright.views.invert.model_paths import elements_at

Edges = npt.NDArray[np.int64]
Several = tuple[Mapping[int, bytes], Mapping[int, Unsupported]]
"""See `EncodeStrategy.encode_several`."""

_FEW_FILES = 4
"""Files of which some can't be made at once, that are no longer halved to find which."""

BY_CODE = "code makes files of such rows"
NO_VECTORS = "its rows are no parallel vectors"
NO_ITEMS = "no code makes columns of such rows"
NO_LISTS = "no code gives elements of lists as columns"


class EncodeStrategy(Protocol):
    """A way to make a file of rows.

    Attributes:
        name: what users know it as.
        kernel: whether the kernel does it, which may have to be compiled.
    """

    name: str
    kernel: bool = True

    def accepts(self, job: WriteJob) -> Unsupported | None:
        """Whether files of such rows may be made so, as far as the format and the view tell; otherwise why not."""

    def encode(self, job: WriteJob, batches: Batches, sink: Sink) -> Written:
        """Make the file of some rows.

        Raises:
            Unsupported: it can't be made so of these rows. What the sink holds then is nothing.
            WriteError: they are no rows of the format.
        """

    def encode_several(self, job: WriteJob, table: pa.Table, edges: Edges) -> Several:
        """What is made of several files at once.

        Args:
            job: of all rows.
            table: the rows of all files, those of each behind those of the one before.
            edges: where the rows of each file begin, and those of the last one end.

        Returns:
            By the numbers of files, the bytes of some, and why there are none of others. The rest is to be tried one
            by one.
        """
        return {}, {}


class RowStrategy(EncodeStrategy):
    """Each row becomes a record."""

    name = "rows"

    def accepts(self, job: WriteJob) -> Unsupported | None:
        """See `EncodeStrategy`."""
        why = BY_CODE if job.maker is not None else refusal(job.codec, job.levels)
        return None if why is None else Unsupported(why)

    def encode(self, job: WriteJob, batches: Batches, sink: Sink) -> Written:
        """See `EncodeStrategy`."""
        key = job.key(self.name)
        encoder: RowEncoder | None = job.kept.get(key)
        if encoder is None or not job.count:
            encoder = row_encoder(job)
        else:
            encoder.restart(job.count)
        if encoder.rests and sink.file is not None:
            encoder.write(batches(), sink.file)
        else:
            sink.write(encoder.pieces(batches()))
        if encoder.serves_again:
            job.kept[key] = encoder
        return Written(job.count, encoder.rows, warnings=encoder.warnings)


class TemplateStrategy(EncodeStrategy):
    """Rows become batches of parallel vectors, which are copies of one that objects make."""

    name = "template"

    def accepts(self, job: WriteJob) -> Unsupported | None:
        """See `EncodeStrategy`."""
        if job.maker is not None:
            return Unsupported(BY_CODE)
        why = job.codec.skeletons.get(job.levels[0].name, NO_VECTORS)
        return Unsupported(why) if why else None

    def encode(self, job: WriteJob, batches: Batches, sink: Sink) -> Written:
        """See `EncodeStrategy`."""
        key = job.key(self.name)
        encoder: TemplateEncoder | None = job.kept.get(key)
        if encoder is None:
            _, layout, names = job.described()
            encoder = TemplateEncoder(job.codec, layout, names, job.root, job.settings)
        else:
            encoder.restart()
        sink.write(encoder.pieces(batches()))
        job.kept[key] = encoder
        return Written(job.count, encoder.rows, warnings=encoder.warnings)


class ContainerStrategy(EncodeStrategy):
    """Code makes columns of items, which are dealt out over containers."""

    name = "containers"

    def accepts(self, job: WriteJob) -> Unsupported | None:
        """See `EncodeStrategy`."""
        if job.maker is None or job.maker.columns is None:
            return Unsupported(NO_ITEMS)
        return None

    def encode(self, job: WriteJob, batches: Batches, sink: Sink) -> Written:
        """See `EncodeStrategy`."""
        encoder = self._encoder(job)
        sink.write(encoder.pieces(batches()))
        return Written(job.count, encoder.rows)

    def encode_several(self, job: WriteJob, table: pa.Table, edges: Edges) -> Several:
        """See `EncodeStrategy`."""
        try:
            encoder = self._encoder(job)
        except Unsupported as why:
            return {}, dict.fromkeys(range(len(edges) - 1), without_traceback(why))
        if not encoder.makes_several:
            return {}, {}
        filled = np.flatnonzero(np.diff(edges))
        bounds = np.append(edges[filled], edges[-1])
        made: dict[int, bytes] = {}
        refused: dict[int, Unsupported] = {}
        left = [(0, len(filled))]
        while left:
            first, behind = left.pop()
            if first == behind:
                continue
            some = bounds[first : behind + 1]
            try:
                found = encoder.several(table.slice(some[0], some[-1] - some[0]), some - some[0])
                made.update(zip(filled[first:behind].tolist(), found, strict=True))
            except Unsupported as why:
                if behind - first <= _FEW_FILES:
                    refused.update(dict.fromkeys(filled[first:behind].tolist(), without_traceback(why)))
                else:
                    middle = (first + behind) // 2
                    left += [(first, middle), (middle, behind)]
        return made, refused

    def _encoder(self, job: WriteJob) -> ContainerEncoder:
        assert job.maker is not None
        return ContainerEncoder(job.codec, job.maker, job.settings, job.schema, job.root)


class ListColumnsStrategy(EncodeStrategy):
    """Code makes the file, with the elements of lists as columns: the kernel makes these, objects what is around."""

    name = "list columns"

    def accepts(self, job: WriteJob) -> Unsupported | None:
        """See `EncodeStrategy`."""
        if job.maker is None or not job.maker.arrow or not job.codec.plans.elements:
            return Unsupported(NO_LISTS)
        return None

    def encode(self, job: WriteJob, batches: Batches, sink: Sink) -> Written:
        """See `EncodeStrategy`. Lists that the kernel can't make are made by objects, unless columns are asked for."""
        return _by_objects(job, batches, sink, ListEncoders(job.codec.plans, job.codec.mirrors))


class ObjectStrategy(EncodeStrategy):
    """Rows become a model, which is written as any other. It takes everything, and knows what is wrong."""

    name = "objects"
    kernel = False

    def accepts(self, job: WriteJob) -> Unsupported | None:
        """See `EncodeStrategy`."""
        return None

    def encode(self, job: WriteJob, batches: Batches, sink: Sink) -> Written:
        """See `EncodeStrategy`."""
        return _by_objects(job, batches, sink)


def without_traceback(why: Unsupported) -> Unsupported:
    """The same without where it was raised: who holds that holds the rows, until Python looks for garbage."""
    return Unsupported(why.reason, why.where)


def row_encoder(job: WriteJob, sizes: Sizes = USUAL) -> RowEncoder:
    """What makes a file of rows that are records, or lie in them.

    Args:
        job: of a view that has a plan for that.
        sizes: sizes that decide how fast it is, not what it gives.

    Raises:
        Unsupported: the kernel can't make such a file.
        WriteError: the view has no such columns, or nothing says how one is stored.
    """
    why = refusal(job.codec, job.levels)
    if why is not None:
        raise Unsupported(why)
    plan = encoding_of(job.codec, job.levels[0])
    assert isinstance(plan, EncodingPlan)
    paths = job.levels[0].list_paths if plan.inside is not None else (tuple(map(attribute_of, plan.way)),)
    told = RootElements(job.root, paths)
    if told.records and not told.counts:
        _refuse_others(job, paths[0])
    model, layout, names = replace(job, root=told.root).described()
    if plan.inside is not None:
        return NestedEncoder(job.codec, layout, names, model, job.settings, job.count, sizes, told=told)
    kind = RowEncoder if plan.apart is None else DirectoryEncoder
    return kind(job.codec, layout, names, model, job.settings, job.count, sizes, said=told.records)


def _refuse_others(job: WriteJob, way: tuple[str, ...]) -> None:
    """Refuse a root that has records, at the end of a way, which are no rows of the view, or come in another order.

    Raises:
        Unsupported: there is such a one, or the view sorts its rows.
    """
    view = job.levels[0]
    if view.order is not None:
        raise Unsupported("a root that tells of elements, which the view sorts")
    if view.where is not None:
        model, _, _ = job.described()
        elements = elements_at(model, way)
        if len(step_places(view, model, elements, job.settings.values)) < len(elements):
            raise Unsupported("a root that tells of elements without rows")


def _by_objects(job: WriteJob, batches: Batches, sink: Sink, encoders: ListEncoders | None = None) -> Written:
    """Make a file by objects, but for the elements of lists that ``encoders`` make."""
    codec, settings, maker = job.codec, job.settings, job.maker
    table = pa.Table.from_batches(batches(), job.schema)
    told: tuple[str, ...] = ()
    if maker is not None:
        # What is made of rows by code has nothing that it could have kept.
        if job.root is not None:
            check_columns(maker, table.schema, job.root)
        shown = levels_of(view_of(codec, maker.view)) if maker.view else ()
        with _naming_columns(shown, settings, made=True):
            model = row_models.made_of(codec, maker, table, settings, encoders)
    else:
        found = job.described()
        model, told, shown = row_models.filled_of(codec, table, settings, *found), found[1].warnings, found[1].levels
    with _naming_columns(shown, settings, model, made=maker is not None):
        reason = put(codec, model, settings, sink, encoders, canonical=maker is not None, engine=job.engine)
    return Written(table.num_rows, table.num_rows if encoders is not None and not reason else 0, reason, told)


def put(
    codec: Codec,
    model: Struct,
    settings: Settings,
    sink: Sink,
    encoders: ListEncoders | None,
    *,
    canonical: bool,
    engine: Engine,
) -> str:
    """Write a model.

    Args:
        codec: the format.
        model: the model.
        settings: options.
        sink: takes the bytes.
        encoders: what makes the elements of some of its lists; None: objects make all.
        canonical: whether nothing stays that was kept from a file.
        engine: what makes the elements.

    Returns:
        Why objects made elements that are columns; empty: they didn't.

    Raises:
        Unsupported: they would have, and columns are asked for.
        WriteError: the model can't be written.
    """
    parts = codec.to_parts(model, canonical=canonical, relocate=True, options=settings.values, spool=sink.spool)
    reason = encoders.reason if encoders is not None else ""
    if reason and engine == "columns":
        raise Unsupported(reason)
    sink.write_parts(parts)
    return reason


@contextmanager
def _naming_columns(
    shown: Sequence[View], settings: Settings, model: Struct | None = None, *, made: bool = False
) -> Iterator[None]:
    """Let errors of a model that is made of rows name the column that is wrong, besides the field.

    Args:
        shown: the view of the rows, its inner view, and so on.
        settings: options.
        model: the model, where it is known.
        made: whether code of the format makes it, so that it is not for the view to say more.
    """
    try:
        yield
    except WriteError as error:
        where = error.reached or model
        if where is not None and error.field:
            column = column_of(shown, where, error.field, settings.values)
            if column is not None:
                error.hint = " ".join(filter(None, (error.hint, f"The column {column} says it.")))
            elif isinstance(error, MissingError) and not made:
                decided = column_of(shown, where, error.decided, settings.values) if error.decided else None
                says = f"The column {decided} says {error.decided}." if decided is not None else None
                error.hint = " ".join(filter(None, (error.hint, says, ways_to_say(shown, where, error))))
        raise
