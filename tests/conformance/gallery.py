"""The public gallery of formats: compiled, values drawn, written and re-read, their rows in Arrow by both engines, and
in Spark by its source."""

from __future__ import annotations

import importlib
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, Phase, given, reject, settings
from hypothesis.errors import Unsatisfiable
from tests.conformance.handing import load_without_processes
from tests.conformance.python_tests import parameters
from tests.conformance.results import Outcome, Result, described, failed, not_applicable, passed
from tests.conformance.workers import Item
from tests.conformance.wrapping import wrapped

import bytewright
from bytewright.arrow.types import nullable_throughout
from bytewright.codec.codec import Codec
from bytewright.errors import OptionError, ReadError, WriteError
from bytewright.kernels.plan import RowPlan
from bytewright.model.structures import Struct
from bytewright.objects.read.traverse import explore
from bytewright.schema.view import View
from bytewright.testing import check_round_trip
from bytewright.testing.steady import steady
from bytewright_codegen.front.ksy import load as load_ksy
from bytewright_codegen.ir.schema import StructWire
from bytewright_codegen.semantics.resolve import resolve

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

VALUES = 25
ENOUGH = 20
"""Of so many drawn values a writer takes more than this, or the report says why not."""
_TRIES = 4000
_MORE = (4 * VALUES, 16 * VALUES)
_PATIENCE = 20.0
"""How many more values are drawn where none has a row, and how many seconds may have passed before that."""
_MOST = 1000
"""How many random files are tried, and the bytes that one has at most."""
_DRAWN = settings(
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@dataclass(frozen=True)
class Format:
    """A format of the gallery; ``rows``: the folder that gets the rows of its values."""

    name: str
    spec: Path
    checkout: Path
    rows: Path


@dataclass(frozen=True)
class Shown:
    """What is left for Spark of a view: the path of the spec, the folder of files, and the rows that these have."""

    view: str
    spec: str
    files: str
    rows: str


def formats(checkout: Path, rows: Path) -> list[Format]:
    """All formats; folders that begin with an underscore hold none."""
    found = []
    for path in sorted(checkout.rglob("*.ksy")):
        place = path.relative_to(checkout)
        if not place.parts[0].startswith(("_", ".")):
            found.append(Format(place.with_suffix("").as_posix(), path, checkout, rows))
    return found


def items(checkout: Path, rows: Path) -> list[Item]:
    """What is to be done for the gallery."""
    parts = ("gallery-compile", "gallery-values", "gallery-arrow")
    return [Item(check, one, tuple((part, one.name) for part in parts)) for one in formats(checkout, rows)]


def check(format: Format) -> Iterator[Result]:
    """All that holds of a format."""
    try:
        codec = load_without_processes(format.spec, (format.checkout,))
    except Exception as error:
        yield failed("gallery-compile", format.name, described(error))
        for part in ("gallery-values", "gallery-arrow"):
            yield failed(part, format.name, "not compiled")
        return
    yield passed("gallery-compile", format.name)
    told, spec = bool(parameters(codec)), format.spec
    if told:
        library = resolve(load_ksy(format.spec, (format.checkout,)))
        path = wrapped(library, f"/{format.name}", format.rows)
        if path is None:
            for part in ("gallery-values", "gallery-arrow"):
                yield not_applicable(part, format.name, "its root takes parameters that no file can tell")
            return
        codec, spec = load_without_processes(path, (format.checkout,)), path
    began = time.monotonic()
    files: list[bytes] = []
    refusals: Counter[str] = Counter()
    try:
        more: list[bytes] = []
        if told:  # what it is told may say several things at once, which draws of each don't
            _read(codec, more)
        try:
            _draw(codec, files, refusals)
        except Unsatisfiable:
            if len(more) < VALUES:
                raise
        files += more
    except Unsatisfiable:
        reason = f"the writer takes {len(files)} of the values that were drawn"
        if refusals:
            reason += f"; most often, {refusals.most_common(1)[0][0]}"
        endless = _endless(format)
        if endless and not files:
            reason = f"each value holds a structure of the type {endless}, which always holds another: there is no end"
            for part in ("gallery-values", "gallery-arrow"):
                yield not_applicable(part, format.name, reason)
            return
        yield failed("gallery-values", format.name, reason)
    except Exception as error:
        yield failed("gallery-values", format.name, described(error))
    else:
        yield _written(format, len(files), refusals)
    shown = _rows(format, codec, spec, files)
    for most in _MORE:
        # None had all that the views ask for; formats whose values are large have no time for many.
        if shown.extra or not files or time.monotonic() - began > _PATIENCE:
            break
        with suppress(Unsatisfiable):
            _draw(codec, files, refusals, most)
        shown = _rows(format, codec, spec, files)
    yield shown


def _written(format: Format, written: int, refusals: Counter[str]) -> Result:
    """That all values which the writer takes are read again; why it refuses others, where it refuses many."""
    counts = {"values written": written, "refused": refusals.total()}
    reason = ""
    if written * VALUES < ENOUGH * (written + refusals.total()):
        most, times = refusals.most_common(1)[0]
        reason = f"{written} of {written + refusals.total()} values are written; {times} times: {most}"
    return replace(passed("gallery-values", format.name, reason), counts=counts)


def _endless(format: Format) -> str:
    """A type of a format whose structures always hold one of the same type, so that none can be written; or nothing."""
    types = resolve(load_ksy(format.spec, (format.checkout,))).types
    held = {
        name: {a.wire.type for a in type.attributes if isinstance(a.wire, StructWire) and not (a.condition or a.repeat)}
        for name, type in types.items()
    }
    for name in types:
        found: set[str] = set()
        todo = [name]
        while todo:
            new = held[todo.pop()] - found
            found |= new
            todo += new
        if name in found:
            return name.rpartition("::")[2]
    return ""


def _draw(codec: Codec, files: list[bytes], refusals: Counter[str], most: int = VALUES) -> None:
    """Draw values, and check those that can be written; ``files`` gets these.

    Args:
        codec: of the format.
        files: gets the files of those.
        refusals: gets what the writer says of the others, which contradict themselves.
        most: how many.

    Raises:
        Unsatisfiable: nearly all do.
    """
    models = importlib.import_module(f"{codec.package}.strategies").models

    @given(models())
    @settings(_DRAWN, max_examples=most)
    def values(model: Struct) -> None:
        try:
            data = codec.to_bytes(model)
        except WriteError as error:
            refusals[re.sub(r"\[\d+\]", "[…]", str(error))] += 1
            reject()
        check_round_trip(codec, model)
        files.append(data)

    with steady():
        values()


def _read(codec: Codec, files: list[bytes]) -> None:
    """Read values from random bytes, and check those.

    Args:
        codec: of the format.
        files: gets the files of what was read, until there are enough.
    """
    random = Random(0)
    for _ in range(_TRIES):
        if len(files) >= VALUES:
            return
        data = random.randbytes(random.randint(1, _MOST))
        try:
            model = codec.parse(data)
            if explore(model):
                continue
        except ReadError:
            continue
        found = codec.to_bytes(model, canonical=True)  # without the bytes that no field describes
        check_round_trip(codec, codec.parse(found))
        files.append(found)


def _rows(format: Format, codec: Codec, spec: Path, files: list[bytes]) -> Result:
    """The rows of all views by both engines; they are left in files for Spark."""
    if not files:
        return failed("gallery-arrow", format.name, "there is no value")
    count = planned = 0
    reason = "there is no row"
    shown: list[Shown] = []
    try:
        for view in codec.views:
            tables: dict[bytes, pa.Table] = {}
            for data in files:
                try:
                    table = bytewright.open(data, spec=codec, view=view.name, engine="objects").to_table()
                except ReadError as error:
                    reason = f"no row of a drawn value can be shown: {described(error)}"
                    continue  # a value that the view's type can't hold
                table.validate(full=True)
                tables[data] = table
                count += len(table)
            schemas = {table.schema for table in tables.values()}
            if not tables or len(schemas) > 1:
                continue
            by_kernel = _by_kernel(codec, view.name, tables)
            planned += by_kernel is not None
            if by_kernel:
                return failed("gallery-arrow", format.name, by_kernel)
            shown.append(_left(format, view.name, spec, tables))
    except Exception as error:
        return failed("gallery-arrow", format.name, described(error))
    if not shown:
        return failed("gallery-arrow", format.name, reason)
    lists = [view for view in codec.views if view.each is not None]
    counts = {"rows": count, "views by both engines": planned, "by objects alone": len(shown) - planned}
    counts |= {"lists of records": len(lists), "three quarters by the kernel": sum(_mostly(codec, v) for v in lists)}
    return replace(passed("gallery-arrow", format.name), extra=tuple(shown), counts=counts)


def _by_kernel(codec: Codec, view: str, tables: dict[bytes, pa.Table]) -> str | None:
    """Where the kernel shows other rows of some files than objects did, in the columns that it makes; empty: nowhere;
    None: it has no plan, or makes no column."""
    stated = next(one for one in codec.views if one.name == view)
    columns = [column.id for column in stated.columns if not column.by_objects]
    if stated.columns and not columns:
        return None
    chosen = columns if len(columns) < len(stated.columns) else None
    for data, whole in tables.items():
        try:
            found = bytewright.open(data, spec=codec, view=view, engine="columns", columns=chosen).to_table()
        except OptionError:
            return None
        table = whole if chosen is None else whole.select(chosen)
        if found.schema != table.schema or repr(found.to_pylist()) != repr(table.to_pylist()):
            return f"the kernel shows other rows of the view {view} than objects do"
    return ""


def _mostly(codec: Codec, view: View) -> bool:
    """Whether the kernel reads a view, and objects make at most a quarter of its columns."""
    by_objects = sum(column.by_objects != "" for column in view.columns)
    return isinstance(codec.row_plans.get(view.name), RowPlan) and 4 * by_objects <= len(view.columns)


def _left(format: Format, view: str, spec: Path, tables: dict[bytes, pa.Table]) -> Shown:
    """Leave files for Spark, in order, with the rows that it should show."""
    base = format.rows / f"{format.name.replace('/', '.')}.{view}"
    base.mkdir()
    for number, data in enumerate(tables):
        (base / f"{number:04}.bin").write_bytes(data)
    rows = base.with_name(f"{base.name}.arrow")
    with pa.OSFile(str(rows), "wb") as file, pa.ipc.new_file(file, next(iter(tables.values())).schema) as writer:
        for table in tables.values():
            writer.write_table(table)
    return Shown(view, str(spec), str(base), str(rows))


def in_spark(results: list[Result], checkout: Path, most: int | None = None) -> Iterator[Result]:
    """What Spark's source shows of the files that were left for it: one session for all.

    Args:
        results: of the gallery in Arrow.
        checkout: where absolute imports lead.
        most: how many formats, chosen evenly; None: all.
    """
    from bytewright.spark.session import local_session

    found = [result for result in results if result.part == "gallery-arrow"]
    asked = [result for result in found if result.extra]
    chosen = asked if most is None or len(asked) <= most else [asked[i * len(asked) // most] for i in range(most)]
    yield from (replace(r, part="gallery-spark", counts={}) for r in found if r.outcome is Outcome.NOT_APPLICABLE)
    if most is None:
        reason = "there are no rows"
        for result in found:
            if not result.extra and result.outcome is not Outcome.NOT_APPLICABLE:
                yield failed("gallery-spark", result.name, result.reason or reason)
    if not chosen:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KSPATH", str(checkout))
        session = local_session(app_name="conformance")
        for result in chosen:
            yield _in_spark(session, result)


def _in_spark(session: SparkSession, result: Result) -> Result:
    for shown in result.extra:
        with pa.OSFile(shown.rows, "rb") as file:
            wanted = pa.ipc.open_file(file).read_all()
        if not wanted.schema.names:
            reason = f"the view {shown.view} has no columns: all of a file lies at places of its own"
            return not_applicable("gallery-spark", result.name, reason)
        source = session.read.format("bytewright").option("spec", shown.spec).option("view", shown.view)
        try:
            fields = [pa.field(f.name, nullable_throughout(f.type)) for f in wanted.schema]  # as all is in Spark
            found = source.load(shown.files).toArrow().cast(pa.schema(fields))
        except Exception as error:
            what = described(error)
            if "UntrustedError" in what:
                return not_applicable("gallery-spark", result.name, "nobody has written its process")
            return failed("gallery-spark", result.name, what)
        if repr(found.to_pylist()) != repr(wanted.to_pylist()):
            return failed("gallery-spark", result.name, f"other rows of the view {shown.view}")
    return passed("gallery-spark", result.name)
