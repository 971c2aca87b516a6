"""The public gallery of formats: compiled, values drawn, written and re-read, their rows in Arrow and Spark."""

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

import pyarrow as pa
from hypothesis import HealthCheck, Phase, given, reject, settings
from hypothesis.errors import Unsatisfiable
from tests.conformance.handing import load_without_processes
from tests.conformance.python_tests import parameters
from tests.conformance.results import Outcome, Result, described, failed, not_applicable, passed
from tests.conformance.workers import Item
from tests.conformance.wrapping import wrapped

import bytewright
from bytewright.arrow.types import spark_schema
from bytewright.codec.codec import Codec
from bytewright.errors import ReadError, WriteError
from bytewright.model.structures import Struct
from bytewright.objects.read.traverse import explore
from bytewright.testing import check_round_trip
from bytewright.testing.steady import steady
from bytewright_codegen.front.ksy import load as load_ksy
from bytewright_codegen.ir.schema import StructWire
from bytewright_codegen.semantics.resolve import resolve

VALUES = 25
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
    told = bool(parameters(codec))
    if told:
        library = resolve(load_ksy(format.spec, (format.checkout,)))
        path = wrapped(library, f"/{format.name}", format.rows)
        if path is None:
            for part in ("gallery-values", "gallery-arrow"):
                yield not_applicable(part, format.name, "its root takes parameters that no file can tell")
            return
        codec = load_without_processes(path, (format.checkout,))
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
        yield passed("gallery-values", format.name, f"{refusals.total()} more were refused")
    shown = _rows(format, codec, files)
    for most in _MORE:
        # None had all that the views ask for; formats whose values are large have no time for many.
        if shown.extra or not files or time.monotonic() - began > _PATIENCE:
            break
        with suppress(Unsatisfiable):
            _draw(codec, files, refusals, most)
        shown = _rows(format, codec, files)
    yield shown


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


def _rows(format: Format, codec: Codec, files: list[bytes]) -> Result:
    """The rows of all views; they are left in a file for Spark."""
    if not files:
        return failed("gallery-arrow", format.name, "there is no value")
    count = 0
    reason = "there is no row"
    extra = {}
    try:
        for view in codec.views:
            tables = []
            for data in files:
                try:
                    table = bytewright.open(data, spec=codec, view=view.name, engine="objects").to_table()
                except ReadError as error:
                    reason = f"no row of a drawn value can be shown: {described(error)}"
                    continue  # a value that the view's type can't hold
                table.validate(full=True)
                tables.append(table)
                count += len(table)
            schemas = {table.schema for table in tables}
            if not tables or len(schemas) > 1:
                continue
            path = format.rows / f"{format.name.replace('/', '.')}.{view.name}.arrow"
            with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, tables[0].schema) as writer:
                for table in tables:
                    writer.write_table(table)
            spark_schema(tables[0].schema)
            extra[view.name] = str(path)
    except Exception as error:
        return failed("gallery-arrow", format.name, described(error))
    if not extra:
        return failed("gallery-arrow", format.name, reason)
    return replace(passed("gallery-arrow", format.name, f"{count} rows"), extra=extra)


def in_spark(results: list[Result]) -> Iterator[Result]:
    """What Spark says of the rows that were left for it: one session for all."""
    from bytewright.spark.session import local_session

    session = None
    for result in results:
        if result.part != "gallery-arrow":
            continue
        if result.outcome is Outcome.NOT_APPLICABLE:
            yield replace(result, part="gallery-spark")
            continue
        if not result.extra:
            yield failed("gallery-spark", result.name, result.reason or "there are no rows")
            continue
        session = session or local_session(app_name="conformance")
        reason = None
        for path in result.extra.values():
            with pa.OSFile(path, "rb") as file:
                table = pa.ipc.open_file(file).read_all()
            try:
                frame = session.createDataFrame(_plain(table), spark_schema(table.schema), verifySchema=True)
                count = frame.count()
            except Exception as error:
                reason = described(error)
                break
            if count != len(table):
                reason = f"{count} rows, and {len(table)} were given"
                break
        yield passed("gallery-spark", result.name) if reason is None else failed("gallery-spark", result.name, reason)


def _plain(table: pa.Table) -> list[tuple[object, ...]]:
    return [tuple(row.values()) for row in table.to_pylist()]
