"""Finds the columns that only files name, with the kernel, as `bytewright.schema.discovery` does by objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bytewright import kernels
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.columnar.scan.preparation.file_plans import checked, is_alike, plan_of, start_of_records
from bytewright.columnar.scan.preparation.header_values import Header
from bytewright.columnar.scan.preparation.program_pool import Prepared, give, take
from bytewright.errors import LimitError, ReadError, ValueInvalidError
from bytewright.io.source import Source
from bytewright.kernels.plan import (
    FILE_END,
    MOST_ROWS,
    SLACK,
    chosen,
    codes,
)
from bytewright.kernels.plan.failures import BadRecord, Unsupported
from bytewright.kernels.program.pivot import column_of_type, column_type
from bytewright.kernels.program.specialize import unroll
from bytewright.model.structures import Struct
from bytewright.schema.discovery import Gathering, PivotKey, absent, lack
from bytewright.schema.pivots import Pivot
from bytewright.schema.value_forms import PLAIN
from bytewright.schema.variant_columns import VariantGathering
from bytewright.schema.view import View
from bytewright.views.evaluate.framing import WHOLE, Part, frame_of
from bytewright.views.evaluate.framing import end_of as end_by_length
from bytewright.views.evaluate.layout import (
    layout_of,
    pivot_of,
)
from bytewright.views.evaluate.malformed import EndOf
from bytewright.views.evaluate.record_batches import most_rows
from bytewright.views.evaluate.reread import error_of
from bytewright.views.evaluate.steps import Steps
from bytewright.views.evaluate.tolerant import GoodColumns

if TYPE_CHECKING:
    from bytewright.kernels.drivers.discover import Discovered
    from bytewright.kernels.plan import Pivot as KernelPivot

_LOOKED_THROUGH = 1 << 18
"""Steps of a batch where a file is looked through for columns: a batch of one column takes as long as many of them."""


def discover(
    codec: Codec,
    view: View,
    source: Source,
    settings: Settings,
    gathering: Gathering,
    part: Part = WHOLE,
    *,
    strict: bool = False,
    end_of: EndOf | None = None,
) -> ReadError | None:
    """Add the columns that the steps of a file name; a bad record ends the file, and its error comes back.

    The same as `Gathering.all`, from the record on with which ``part`` begins. With ``end_of`` bad records are passed
    over: the columns are those of good ones. Of a file without records nothing is.

    Raises:
        Unsupported: the kernel can't tell all of them, or those before an error.
    """
    if isinstance(gathering, VariantGathering):
        if end_of is not None:
            raise Unsupported("members of good records")
        _discover_members(codec, view, source, settings, gathering, part, strict=strict)
        return None
    try:
        steps = Steps(codec, source, settings, strict=strict)
        start = start_of_records(steps, view)
    except ReadError as error:
        return error
    place = start if part.start is None else part.start, part.record
    if end_of is not None and (steps.streams(view) or frame_of(codec) is not None):
        return _discover_good(codec, view, steps, settings, gathering, place, end_of)
    return _discover(codec, view, source, settings, gathering, place, strict=strict, records=steps.count(view))


def _discover_good(
    codec: Codec,
    view: View,
    steps: Steps,
    settings: Settings,
    gathering: Gathering,
    start: tuple[int, int],
    end_of: EndOf,
) -> ReadError | None:
    """Add the columns of good records: the kernel finds those that say something new, and objects look at these."""
    from bytewright.kernels.drivers.discover import Novelties, Place

    source, plan, frame = steps.source, plan_of(codec, view), frame_of(codec)
    keys, good = gathering.keys, GoodColumns(codec, gathering, view, settings, source.size)
    if frame is None:
        return good.of(steps, end_of)
    kernels.prepare(plan)
    first: ReadError | None = None
    last = start[1], start[0]

    def looked_at(record: int, offset: int) -> tuple[bool, int | None]:
        """Whether a record is good, and where it ends; None: it is unfinished, which is accepted."""
        nonlocal first
        read = steps.record(view, offset, record)
        bad = good.take(read.scopes)
        first = first or bad
        return bad is None, read.end

    def take(record: int, place: Place) -> bool:
        nonlocal last
        if keys.refused is not None:
            return False
        number, offset = max(place, last)
        while number < record:
            end = end_by_length(frame, source, offset)
            if end is None:
                return False
            number, offset = number + 1, end
        last = number, offset
        is_good, end = looked_at(record, offset)
        return is_good and end is not None

    novelties = Novelties(plan, take)
    place, counted, before = Place(start[1], start[0]), steps.count(view), keys.steps
    while True:
        given = {SLACK: int(steps.strict), FILE_END: source.size}
        bad = novelties.look_through(source, place, given=given, limits=settings.limits, records=counted)
        keys.steps = before + novelties.records
        if bad is None:
            return first
        if keys.refused is not None:
            return first
        # Objects may accept what the kernel stops at.
        is_good, end = looked_at(bad.record, bad.offset)
        if is_good:
            before += 1
        else:
            end = end_of(bad.offset)
        if end is None or end == bad.offset:
            return first
        place = Place(bad.record + 1, end)


def _discover(
    codec: Codec,
    view: View,
    source: Source,
    settings: Settings,
    gathering: Gathering,
    first: tuple[int, int],
    *,
    strict: bool,
    records: int | None,
) -> ReadError | None:
    """The same for records from one on (where it begins, and its number), up to a bad one."""
    from bytewright.kernels.drivers.discover import discover as discover_columns

    keys, pivot = gathering.keys, pivot_of(view)
    assert pivot is not None
    assert pivot.inverse is not None
    plan = plan_of(codec, view)
    prefix = pivot.inverse.prefix
    assert plan.pivot is not None
    kernels.prepare(plan)
    known = {key: column_of_type(plan.pivot, key, seen.name, seen.type) for key, seen in keys.columns.items()}
    found = discover_columns(
        plan,
        source,
        lambda key: f"{prefix}{key}",
        given={SLACK: int(strict), FILE_END: source.size, **checked(settings)},
        start=first[0],
        limits=settings.limits,
        known={key: column for key, column in known.items() if column is not None},
        records=records,
        most=keys.most - sum(column is None for column in known.values()),
    )
    if found.failure is not None and (found.failure.code == codes.LIMIT or settings.checks == "frames"):
        # A record that is larger than the kernel may hold, which objects needn't do; or it lacks what only a rule asks
        # for that isn't looked at.
        return gathering.all(Steps(codec, source, settings, strict=strict).of(view, *first))
    for column in found.columns:
        kind = column_type(plan.pivot, column)
        seen = keys.columns.get(column.key)
        said = _said(pivot, plan.pivot, found, column.key)
        if seen is None:
            said = absent(pivot, said) if keys.steps else said
            form = pivot.forms.get(column.case, PLAIN)
            keys.columns[column.key] = PivotKey(column.name, kind, form, column.case, said)
            if not keys.steps:
                keys.everywhere.add(column.key)
            continue
        both = seen.widened(kind, seen.form, column.case) or seen
        keys.columns[column.key] = both.with_said(said)
    if found.records:
        lack(pivot, keys, found.cases)
    keys.steps += found.records
    if found.failure is None:
        return None
    place = found.failure.offset, found.failure.record + first[1]
    steps = Steps(codec, source, settings, strict=strict)
    if found.failure.code == codes.LEFT:
        return gathering.all(steps.of(view, *place))
    return error_of(steps, layout_of(view, settings, keys), settings.limits, *place)


def _said(pivot: Pivot, known: KernelPivot, found: Discovered, key: int) -> dict[str, str | None]:
    """What the records of a file say of a column beside its values; nothing, where they don't have it."""
    if key not in found.cases:
        return {}
    numbers = {one.name: values for one, values in zip(known.properties, found.said[key], strict=True)}
    said: dict[str, str | None] = {}
    for stated in pivot.properties:
        if stated.is_case:
            values: frozenset[Any] = found.cases[key]
        else:
            values = frozenset(None if number is None else stated.labels.get(number) for number in numbers[stated.id])
        said[stated.id] = next(iter(values)) if len(values) == 1 else None
    return said if found.there.get(key) == found.records else absent(pivot, said)


def _discover_members(
    codec: Codec,
    view: View,
    source: Source,
    settings: Settings,
    gathering: VariantGathering,
    part: Part,
    *,
    strict: bool,
) -> None:
    """The same for columns that steps name for themselves, in the order in which these come. An error ends the file:
    who reads the rows meets it."""
    steps = Steps(codec, source, settings, strict=strict)
    if not steps.streams(view):
        raise Unsupported("steps that are no records")
    key = ("members", view.name, strict, source.size if plan_of(codec, view).sized else None)
    try:
        start = start_of_records(steps, view)
        root = steps.root(view)
        ready = take(codec, settings, key) if is_alike(codec) else None
        if ready is None:
            ready = _members(codec, view, source, settings, root, steps.count(view), strict=strict)
    except ReadError as error:
        raise Unsupported(str(error)) from error
    scanned = ready.scan
    scanned.restart(source, start=start if part.start is None else part.start, record=part.record)
    met = np.zeros(0, np.bool_)
    while True:
        try:
            for batch in scanned:
                entries = batch.column(0).to_numpy()
                met = np.pad(met, (0, max(0, int(entries.max()) + 1 - met.size)))
                while not (known := met[entries]).all():
                    entry = int(entries[known.argmin()])
                    gathering.entry(root, entry)
                    met[entry] = True
            if is_alike(codec):
                give(codec, settings, key, ready)
            return
        except (ValueInvalidError, LimitError) as error:
            gathering.keys.refused = None  # objects find which step is to blame
            raise Unsupported(str(error)) from error
        except BadRecord as bad:
            record = steps.record(view, bad.offset, bad.record)
            if gathering.all(record.scopes) is not None or record.end is None:
                return
            scanned.restart(source, start=record.end, record=bad.record + 1)


def _members(
    codec: Codec,
    view: View,
    source: Source,
    settings: Settings,
    root: Struct | None,
    records: int | None,
    *,
    strict: bool,
) -> Prepared:
    """A scan that says of each step which of the entries that describe steps is its own.

    Raises:
        Unsupported: the kernel can't read what the header says.
    """
    from bytewright.kernels.drivers.scan import Scan
    from bytewright.kernels.drivers.scan import Settings as Sizes

    header = Header(root, codec.header or {}, settings.values)
    rows = most_rows(source.size, settings.limits)
    given = {MOST_ROWS: rows, SLACK: int(strict), FILE_END: source.size, **checked(settings)}
    plan = unroll(chosen(plan_of(codec, view)), given, header.value)
    limits = settings.limits.of_any_record(source.size)
    sizes = Sizes(batch_rows=_LOOKED_THROUGH)
    return Prepared(header, plan, Scan(plan, source, given=given, limits=limits, records=records, settings=sizes))
