"""Rows: what is written of them reads back equal, by whichever door they come, or is refused in the same words.

Rows of drawn files as they are, with values changed and missing, and rows of values that nobody wrote; as Arrow, with
all of it nullable as Spark has it, as JSON Lines, as Python objects that are appended, and through what Spark's tasks
run; by the kernel and by objects, in blocks of any size.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
from tests.fuzz.samples import Sample, follow
from tests.random_specs.altered import altered
from tests.support.both import numbers

import bytewright
from bytewright import tree
from bytewright.arrow import jsonl
from bytewright.arrow.types import from_spark, nullable_throughout, spark_schema
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import BytewrightError, ReadError, WriteError
from bytewright.io.source import BytesSource
from bytewright.kernels.drivers.encoder import Sizes
from bytewright.kernels.plan.failures import Unsupported
from bytewright.objects.read.traverse import explore
from bytewright.oracles.compare import difference
from bytewright.spark.options import WriteOptions
from bytewright.spark.write.task import Sink
from bytewright.tables.encode_strategies import row_encoder
from bytewright.tables.row_models import lines_of, root_of
from bytewright.tables.write import bytes_of
from bytewright.tables.write_job import WriteJob
from bytewright.testing.checks import check_rewrite, check_tree_of
from bytewright.tree.nodes import SLACK
from bytewright.views.evaluate.layout import pivot_of, row_per_record, view_of

_TIMES = 2
_MOST_ROWS = 1000
"""Rows of a file that are written: a number that says how many there are may say anything."""
_TEXTS = ("", "a", "ab\0", "é" * 3, "x" * 40, "\U0001f600", "\n", " ")
_INTEGERS = (0, 1, -1, 2, 127, 128, 255, 256, 65535, 70_000, -(1 << 63), (1 << 63) - 1)
"""Whole numbers: none that is a size of gigabytes, which would be made."""


def rows_of(made: Sample, chance: random.Random) -> None:
    """Write rows of files by every door.

    Raises:
        AssertionError: the doors differ, or other rows are read than were written.
    """
    with tempfile.TemporaryDirectory() as folder:
        for data in made.files[:3]:
            try:
                check_whole(made.codec, data)
            except AssertionError as error:
                raise AssertionError(f"{error}\n{made.name}, of {data.hex()}") from error
            for view in made.codec.views:
                _of_view(made, data, view.name, Path(folder), chance)


def check_whole(codec: Codec, data: bytes) -> None:
    """A file is written again of its objects, with what was read and of their values alone, and of its tree."""
    if explore(codec.parse(data)):
        return  # a place that can't be read
    check_rewrite(codec, data)
    check_tree_of(codec, data)
    if any(node.type == SLACK for node in tree.build(codec, BytesSource(data)).children or ()):
        return  # values don't hold what lies behind, and may rest on how large the file was
    found = codec.to_bytes(codec.parse(data), canonical=True)
    other = difference(codec.parse(found), codec.parse(codec.to_bytes(codec.parse(found), canonical=True)))
    assert other is None, f"of values alone: {found.hex()}: {other}"


def _of_view(made: Sample, data: bytes, view: str, folder: Path, chance: random.Random) -> None:
    codec, settings = made.codec, parse(made.codec)
    try:
        table = bytewright.open(data, codec, view, engine="objects").to_table()
        told = json.dumps(root_of(codec, BytesSource(data), view, settings))
        usual = codec.to_bytes(codec.parse(data), canonical=True) == data and not _is_dealt(codec, view, told)
        rows = table.to_pylist()
    except (BytewrightError, OverflowError, ValueError):  # or moments that Python has no room for
        return
    if len(rows) > _MOST_ROWS:
        return
    for number in range(2 + _TIMES):
        turned = 1 if pivot_of(view_of(codec, view)) is None else 4  # whose root may say which columns there are
        root = chance.choices((told, None, _in_other_order(told)), (6, 3, turned))[0]
        if number == 1:
            found = [_row(chance, table.schema) for _ in range(chance.randrange(4))]
        else:
            found = altered(chance, rows) if number else rows
        try:
            given = pa.Table.from_pylist(found, table.schema)
        except (pa.ArrowException, OverflowError, ValueError):
            continue  # a number that its column has no room for
        exact = usual and number == 0 and root == told
        what = f"{made.name}\nview {view}, root {root}, rows {found} of {data.hex()}"
        try:
            _written(codec, given, view, root, folder, chance, exact=exact, plainly=root in (told, None))
        except AssertionError as error:
            raise AssertionError(f"{error}\n{what}") from error


def _is_dealt(codec: Codec, view: str, root: str) -> bool:
    """Whether a view leaves records out, so that what rows don't hold of records goes to other ones."""
    return view_of(codec, view).where is not None and codec.records_id in json.loads(root)


def _in_other_order(told: str) -> str:
    """A root whose lists are in another order."""

    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: turned(item) for key, item in value.items()}
        if isinstance(value, list):
            return [turned(item) for item in reversed(value)]
        return value

    return json.dumps(turned(json.loads(told)))


def _written(
    codec: Codec,
    given: pa.Table,
    view: str,
    root: str | None,
    folder: Path,
    chance: random.Random,
    *,
    exact: bool,
    plainly: bool,
) -> None:
    """Rows by every door; ``exact``: they are those of a file, with all that rows don't hold of it; ``plainly``: the
    root is none that says other types of their columns."""
    by_objects, by_kernel = (_made(codec, given, view, root, engine) for engine in ("objects", "auto"))
    assert by_kernel == by_objects, f"the kernel makes {by_kernel!r}, objects {by_objects!r}"
    if not isinstance(by_objects, bytes):
        return
    fields = [one.with_type(nullable_throughout(one.type)).with_nullable(True) for one in given.schema]
    nullable = _made(codec, given.cast(pa.schema(fields)), view, root, "auto")
    assert isinstance(nullable, bytes), f"refused only where all is nullable: {nullable}"
    if nullable != by_objects:  # a header may say which columns can hold null
        _check_alike(codec, nullable, by_objects, view, "where all is nullable")
    other = _laid_out(given, chance)
    found = _made(codec, other, view, root, chance.choice(("objects", "auto")))
    assert found == by_objects, f"as {other.schema.to_string()!r}: {found!r} in place of {by_objects!r}"
    _check_read(codec, given, by_objects, view, exact=exact)
    _check_blocks(codec, given, by_objects, view, root, chance)
    if not plainly:
        return
    _check_lines(codec, given, by_objects, view, root, folder)
    _check_spark(codec, given, by_objects, view, root, folder)
    _check_appended(codec, given, view, root, folder, chance, exact=exact)


def _made(codec: Codec, table: pa.Table, view: str, root: str | None, engine: Any) -> bytes | str:
    """The file of some rows, or why there is none."""
    try:
        return bytes_of(codec, table, view, parse(codec), root, engine)[0]
    except BytewrightError as error:
        return str(error)


def _laid_out(rows: pa.Table, chance: random.Random) -> pa.Table:
    """The same values in other types of Arrow's, which other libraries have."""
    fields = [field.with_type(_otherwise(field.type, chance)) for field in rows.schema]
    told: Any = rows.schema.metadata
    try:
        return rows.cast(pa.schema(fields, told))
    except ValueError:
        return rows  # of which some are null that can't be


def _otherwise(kind: Any, chance: random.Random) -> Any:
    if pa.types.is_list(kind):
        inner = kind.value_field.with_type(_otherwise(kind.value_type, chance))
        return chance.choice((pa.list_, pa.large_list))(inner)
    if pa.types.is_string(kind):
        return chance.choice((kind, pa.large_string(), pa.dictionary(pa.int32(), pa.string())))
    return chance.choice((kind, pa.large_binary())) if pa.types.is_binary(kind) else kind


def _listed(table: pa.Table) -> list[str]:
    return [repr(row) for batch in table.to_batches() for row in numbers(batch).to_pylist()]


def _check_read(codec: Codec, given: pa.Table, data: bytes, view: str, *, exact: bool) -> None:
    """What was written reads back by both engines, as many rows; equal where nothing in them follows from others."""
    shown = []
    for engine in ("objects", "auto"):
        try:
            shown.append(bytewright.open(data, codec, view, engine=engine).to_table())
        except ReadError as error:
            if _has_bad_places(codec, data):
                return  # rows don't hold what lies there
            raise AssertionError(f"what was written can't be read by {engine}: {data.hex()}: {error}") from error
    by_objects, by_kernel = map(_listed, shown)
    assert by_objects == by_kernel, f"{data.hex()} is read as {by_objects} by objects, as {by_kernel} by the kernel"
    if exact:  # but what is written anew: places, and checksums over what rows show in another form than it is stored
        others = follow(codec, view_of(codec, view))
        names = [name for name in given.schema.names if name not in others]
        assert _listed(shown[0].select(names)) == _listed(given.select(names)), f"{data.hex()} is read as {by_objects}"
    _check_again(codec, shown[0], data, view)


def _has_bad_places(codec: Codec, data: bytes) -> bool:
    """Whether something lies at a place of its own that can't be read, in a file that can."""
    try:
        return codec.placed and bool(explore(codec.parse(data)))
    except ReadError:
        return False


def _check_alike(codec: Codec, found: bytes, data: bytes, view: str, what: str) -> None:
    """Files of the same rows, whose heads may say otherwise of columns."""
    one, other = (_listed(bytewright.open(each, codec, view, engine="objects").to_table()) for each in (found, data))
    assert one == other, f"{what}: {found.hex()} in place of {data.hex()}"


def _check_again(codec: Codec, found: pa.Table, data: bytes, view: str) -> None:
    """What was read of what was written makes the same file."""
    try:
        root = json.dumps(root_of(codec, BytesSource(data), view, parse(codec)))
    except ReadError:
        return  # what lies at a place that nothing in the rows says
    if _is_dealt(codec, view, root):
        return
    again = _made(codec, found, view, root, "auto")
    if isinstance(again, bytes):
        wanted = bytewright.open(again, codec, view, engine="objects").to_table()
        if codec.placed:  # which lies where the writer puts it, and tells what is calculated so
            shown, others = view_of(codec, view), follow(codec, view_of(codec, view))
            stored = [
                column.id
                for column in shown.columns
                if column.path and column.id in found.schema.names and column.id not in others
            ]
            wanted, found = wanted.select(stored), found.select(stored)
        assert _listed(wanted) == _listed(found), f"{data.hex()}, written again: {again.hex()}: {_listed(wanted)}"


def _check_blocks(codec: Codec, given: pa.Table, data: bytes, view: str, root: str | None, chance: Any) -> None:
    """The kernel makes the same in blocks of any size."""
    try:
        job = WriteJob(codec, view, parse(codec), root, "auto", given.schema, given.num_rows)
        encoder = row_encoder(job, Sizes(chance.choice((1, 20, 300)), chance.choice((1, 2, 5))))
        batches = given.to_batches(max_chunksize=chance.choice((1, 2, 100)))
        found = b"".join([bytes(piece) for piece in encoder.pieces(batches)])
    except (Unsupported, BytewrightError):
        return  # it is left to objects
    assert found == data, f"in blocks: {found.hex()} in place of {data.hex()}"


def _check_lines(codec: Codec, given: pa.Table, data: bytes, view: str, root: str | None, folder: Path) -> None:
    """JSON Lines of the rows are the same file."""
    path = folder / "rows.jsonl"
    path.write_bytes(b"".join(bytes(jsonl.encode(batch)) for batch in given.to_batches()))
    try:
        lines = lines_of(codec, str(path), view, parse(codec), root)
    except (ReadError, WriteError) as error:
        if root is None and isinstance(error, WriteError):
            return  # what has no types doesn't say which the columns have
        raise AssertionError(f"rows can't be read as JSON Lines: {error}") from error
    if given.num_rows:  # without any, there are no columns
        found = _made(codec, lines, view, root, "auto")
        assert isinstance(found, bytes), f"of JSON Lines: {found}"
        if found != data:  # which don't tell numbers that are none from each other
            _check_alike(codec, found, data, view, "of JSON Lines")


def _check_spark(codec: Codec, given: pa.Table, data: bytes, view: str, root: str | None, folder: Path) -> None:
    """What Spark's task makes of the rows in its types is the same file."""
    if any(field.metadata for field in given.schema):
        return  # which Spark keeps in its own schema
    rows = given.cast(from_spark(spark_schema(given.schema)))
    sink = Sink("job", str(folder), WriteOptions(codec, str(folder), view, root, texts={}), rows.schema)
    (folder / sink.folder).mkdir(exist_ok=True)
    try:
        sink.check()
        names = sink.write(iter(rows.to_batches(max_chunksize=2)), "part-00000", "0")
    except BytewrightError as error:
        if error.expected == "a number that no other row of the file has":
            return  # which is asked of rows only where they may come in any order
        if not given.schema.names and str(error) == "there are no columns to write":
            return  # of which Spark couldn't say how many rows there are
        if root is None and error.expected == "a column whose type says how it is stored":
            return  # Spark has fewer types, so that it takes a root to say it
        raise AssertionError(f"Spark's task: {error}") from error
    if len(names) == 1:  # without rows there is none, and of a view that is a row, one for each
        found = (folder / sink.folder / names[0]).read_bytes()
        if found != data:
            _check_alike(codec, found, data, view, "by Spark's task")


def _check_appended(
    codec: Codec, given: pa.Table, view: str, root: str | None, folder: Path, chance: random.Random, *, exact: bool
) -> None:
    """Rows that are appended in pieces, as Arrow and as Python has them, read back."""
    if codec.append_refusal or not row_per_record(codec, view_of(codec, view)):
        return
    if root is not None and codec.records_id in json.loads(root):
        return  # what rows don't hold of records can't be told of those that are appended
    path = folder / "appended"
    path.unlink(missing_ok=True)
    try:
        with bytewright.append(path, codec, view, root=root) as log:
            at = 0
            while at < given.num_rows:
                count = chance.randint(1, 3)
                piece = given.slice(at, count)
                log.append(piece if chance.random() < 0.5 else piece.to_pylist())
                at += count
    except (OverflowError, BytewrightError) as error:
        if isinstance(error, WriteError) and (root is None or "another header" in str(error)):
            return  # the header isn't known, or says of each record what another one needs otherwise
        raise AssertionError(f"appended: {type(error).__name__}: {error}") from error
    if path.exists():
        _check_read(codec, given, path.read_bytes(), view, exact=exact)


# --- rows that nobody wrote -------------------------------------------------------------------------------------------


def _row(chance: random.Random, schema: pa.Schema) -> dict[str, Any]:
    return {field.name: _value(chance, field.type, field.nullable) for field in schema}


def _value(chance: random.Random, kind: Any, nullable: bool = False) -> Any:
    """A value of a type; null only where it may be."""
    if nullable and chance.random() < 0.2:
        return None
    types = pa.types
    if types.is_struct(kind):
        return {field.name: _value(chance, field.type, field.nullable) for field in kind}
    if types.is_map(kind):
        return dict(_pairs(chance, kind)).items()
    if types.is_list(kind):
        return [_value(chance, kind.value_type, kind.value_field.nullable) for _ in range(chance.randrange(3))]
    if types.is_boolean(kind):
        return chance.random() < 0.5
    if types.is_integer(kind):
        most = 1 << kind.bit_width - 1
        return chance.choice([number for number in (*_INTEGERS, chance.randrange(10)) if -most <= number < most])
    if types.is_decimal(kind):
        return Decimal(chance.choice((0, 1, (1 << 64) - 1, 1 << 63, chance.randrange(300))))
    if types.is_floating(kind):
        return chance.choice((0.0, -0.0, 1.5, -2.0, float("inf"), float("nan")))
    if types.is_timestamp(kind):
        return chance.choice((0, 1, -1, 1_700_000_000_000_000, 1_700_000_000_123_456, 1 << 50))
    text = chance.choice(_TEXTS)
    return text.encode() if types.is_binary(kind) else text


def _pairs(chance: random.Random, kind: Any) -> Iterator[tuple[Any, Any]]:
    for _ in range(chance.randrange(3)):
        yield _value(chance, kind.key_type), _value(chance, kind.item_type, kind.item_field.nullable)
