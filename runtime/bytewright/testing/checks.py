"""What must hold of every codec: the checks that generated tests make, and that anyone may make of his own."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal
from unittest import SkipTest

import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import HealthCheck, Phase, given, reject, seed, settings
from hypothesis.strategies import SearchStrategy

from bytewright.arrow.jsonl.encode import encode
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.codec.settings import parse as parse_settings
from bytewright.columnar.encode.row_encoder import RowEncoder
from bytewright.columnar.encode.template_encoder import TemplateEncoder
from bytewright.columnar.scan.preparation import capability
from bytewright.errors import NO_VALUE, ReadError, WriteError
from bytewright.io.source import BytesSource
from bytewright.kernels.drivers.encoder import USUAL, Sizes
from bytewright.kernels.plan.encoding import EncodingPlan
from bytewright.kernels.plan.failures import Unsupported
from bytewright.model.member_names import id_of
from bytewright.model.structures import Struct, field_path
from bytewright.objects.read.traverse import explore
from bytewright.objects.write.list_terminators import WHOLE_BYTES
from bytewright.oracles.compare import difference
from bytewright.oracles.kaitai_difference import oracle_difference
from bytewright.oracles.kaitai_engine import NoParserError
from bytewright.schema.discovery import last_by_key
from bytewright.schema.header_columns import header_columns
from bytewright.schema.view import View
from bytewright.tables import parquet_files, row_models
from bytewright.tables.encode_strategies import row_encoder
from bytewright.tables.opening import open as open_table
from bytewright.tables.write import bytes_of
from bytewright.tables.write_job import WriteJob
from bytewright.testing.failures import explained, failed, first_difference
from bytewright.testing.goals import Beyond, Coverage, Goal, Scalar, structures
from bytewright.views.evaluate.layout import cells_of, levels_of, pivot_of, stated_names, view_of
from bytewright.views.evaluate.steps import Steps

PROFILE = settings(
    max_examples=min(60, settings().max_examples),
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
"""How generated tests run: the same examples every time, no more of them than the profile of Hypothesis says."""
FEW = settings(PROFILE, max_examples=PROFILE.max_examples // 5)
"""Likewise, where an example takes longer."""

_ROUNDS = 16
_ROWS_EACH = (65_536, 3)
"""Most rows of batches that are written."""


def written(codec: Codec, model: Struct) -> bytes:
    """The bytes of a drawn model.

    One whose parts don't fit a size that is fixed, a field that measures or places them, or whole bytes, is no example,
    nor is one of which a rule about a calculated value doesn't hold: nothing draws backwards through a calculation.
    """
    try:
        return codec.to_bytes(model)
    except WriteError as error:
        field = error.field or ""
        unaimed = _measured(model) | _instances(model)
        if (
            error.expected == WHOLE_BYTES
            or field in unaimed
            or (field.endswith("]") and field.rpartition("[")[0] in unaimed)
        ):
            reject()
        raise AssertionError(failed(codec, f"a drawn model can't be written: {error}", model)) from error


def check_round_trip(codec: Codec, model: Struct) -> None:
    """What is written reads back equal; what was read writes the same bytes, and so does it from its values alone."""
    data = written(codec, model)
    with explained(codec, data, model):
        back = codec.parse(data)
        found = difference(back, model)
        assert found is None, f"what was read and what was written differ: {found}"
        check_rewrite(codec, data)
        again = codec.to_bytes(_given_up(codec.parse(data)), canonical=True)
        assert again == data, f"rebuild: {first_difference(again, data)}"


def _given_up(model: Struct) -> Struct:
    """A model without places that can't be read: what is drawn may say any place of what it leaves out."""
    for unread in explore(model):
        setattr(unread.owner, unread.name, None)
    return model


def check_rewrite(codec: Codec, data: bytes, options: Mapping[str, Any] | None = None) -> None:
    """A file that was read writes the same bytes; ``options``: values of the format's options by id."""
    again = codec.to_bytes(codec.parse(data, options=options))
    assert again == data, f"rewrite: {first_difference(again, data)}"


def check_oracle(codec: Codec, model: Struct) -> None:
    """The parser that kaitai-struct-compiler makes reads the same values.

    Raises:
        SkipTest: the codec's package has no such parser.
    """
    data = written(codec, model)
    with explained(codec, data, model):
        try:
            found = oracle_difference(codec, data)
        except NoParserError as error:
            raise SkipTest(str(error)) from None
        assert found is None, f"read by Bytewright and by Kaitai: {found}"


def check_construct(codec: Codec, model: Struct, declared: Any) -> None:
    """Construct reads the same values, and what it builds of them reads back equal.

    Args:
        codec: made of a declaration in Construct.
        model: drawn.
        declared: the construct of a whole file, or the function of parameters that makes it.
    """
    from bytewright.oracles.construct_difference import construct_difference  # Construct is part of the extra `codegen`

    data = written(codec, model)
    with explained(codec, data, model):
        found = construct_difference(codec, data, declared)
        assert found is None, f"read by Bytewright and by Construct: {found}"


def check_tree(codec: Codec, model: Struct) -> None:
    """Every byte belongs to exactly one leaf of the tree, and the tree makes the same file."""
    data = written(codec, model)
    with explained(codec, data, model):
        check_tree_of(codec, data)


def check_tree_of(codec: Codec, data: bytes, options: Mapping[str, Any] | None = None) -> None:
    """Every byte of a file belongs to exactly one leaf of its tree, and the tree makes the same file.

    So does every byte of what some bytes are decoded to; there offsets count from its beginning. ``options``: values of
    the format's options by id.
    """
    from bytewright import tree

    node = tree.build(codec, BytesSource(data), options=options)
    reached = {"": 0}
    for leaf in sorted((leaf for leaf in node.leaves() if leaf.size and not leaf.again), key=lambda leaf: leaf.offset):
        end = reached.get(leaf.within, 0)
        assert leaf.offset == end, f"the leaf {leaf.name} begins at {leaf.offset}, the one before ends at {end}"
        reached[leaf.within] = end + leaf.size
    assert reached[""] == len(data), f"the leaves end at {reached['']} of {len(data)} bytes"
    again = codec.to_bytes(tree.load(codec, json.dumps(node.to_json())), options=options)
    assert again == data, f"from its tree: {first_difference(again, data)}"
    streamed = tree.FileTree(codec, BytesSource(data), Settings(values=codec.options_told(options or {})))
    assert json.loads("".join(streamed.json())) == node.to_json()
    shown = [(level, one.name, one.offset, one.size) for level, one in tree.below(node, 0, 3, None)]
    assert [(level, one.name, one.offset, one.size) for level, one in streamed.nodes(depth=3)] == shown


def check_views(codec: Codec, model: Struct) -> None:
    """Every view gives rows of its schema, whichever engine makes them.

    A good file may have values that a view can't show (a column of two types, a time out of range). Then all engines
    say so, in the same words, and the model is no example.
    """
    data = written(codec, model)
    with explained(codec, data, model):
        errors = check_views_of(codec, data)
    if errors:
        reject()


def check_views_of(codec: Codec, data: bytes) -> list[str]:
    """Every view of a file gives rows of its schema, whichever engine makes them.

    Returns:
        The errors of views that can't.
    """
    chosen = parse_settings(codec)
    errors = []
    for view in codec.views:
        shown, error = _rows(codec, data, view.name, "objects")
        own = [column.id for column in view.columns if not column.by_objects]
        only = None if view.where is not None or len(own) == len(view.columns) else own
        if capability.refusal(codec, view, chosen) is None:
            told = (shown, error) if only is None else _rows(codec, data, view.name, "objects", only)
            other, its_error = _rows(codec, data, view.name, "columns", only)
            assert its_error == told[1], f"view {view.name}: objects say {told[1]!r}, columns say {its_error!r}"
            assert other.schema.equals(told[0].schema), f"view {view.name}: the engine columns has another schema"
            assert _same_rows(other, told[0]), f"view {view.name}: the engine columns gives other rows"
        errors += [error] if error is not None else []
        if error is None:
            check_encoding_of(codec, data, view.name)
    return errors


def check_encoding_of(codec: Codec, data: bytes, view: str | None = None, sizes: Sizes = USUAL) -> int:
    """What the kernel makes of the rows of a view is what objects make of them.

    The rows of a file are written anew, as they are and in small batches, with its root, and with one that has none of
    its records.

    Args:
        codec: the format.
        data: a file.
        view: the view; None: the default one.
        sizes: sizes of the encoder's buffers.

    Returns:
        How many rows the kernel made records of; 0 where it can't.
    """
    plans = (codec.encoding, *codec.encoding_nested.values())
    if not any(isinstance(plan, EncodingPlan) for plan in plans) and "" not in codec.skeletons.values():
        return 0
    try:
        root = row_models.root_of(codec, BytesSource(data), view, parse_settings(codec))
        table = open_table(data, spec=codec, view=view, engine="objects").to_table()
    except (ReadError, WriteError):
        return 0
    roots = [root]
    if not view_of(codec, view).deeper and root.get(codec.records_id):
        roots.append({id: value for id, value in root.items() if id != codec.records_id})
    return max(_check_encoding(codec, table, view, json.dumps(one), sizes) for one in roots)


def _check_encoding(codec: Codec, table: pa.Table, view: str | None, root: str, sizes: Sizes) -> int:
    """The same of rows with a root."""
    chosen = parse_settings(codec)
    found: list[bytes] = []
    try:
        job = WriteJob(codec, view, chosen, root, schema=table.schema, count=table.num_rows)
        _, layout, names = job.described()
        for rows_each in _ROWS_EACH:
            encoder: RowEncoder | TemplateEncoder
            if codec.skeletons.get(layout.levels[0].name) == "":
                encoder = TemplateEncoder(codec, layout, names, root, chosen)
            else:
                encoder = row_encoder(job, sizes)
            batches = table.to_batches(max_chunksize=rows_each)
            found.append(b"".join([bytes(piece) for piece in encoder.pieces(batches)]))
            assert encoder.rows == table.num_rows
    except (Unsupported, ReadError, WriteError):
        return 0
    try:
        wanted = codec.to_bytes(row_models.model_of_table(codec, table, view, chosen, root), relocate=True)
    except OverflowError:
        return 0  # moments that Python has none of
    except WriteError as error:
        raise AssertionError(f"view {view}: only the kernel writes such rows: {error}") from error
    for data in found:
        assert data == wanted, f"view {view}: the kernel writes {first_difference(data, wanted)}"
    return table.num_rows


def check_changed(codec: Codec, model: Struct) -> None:
    """Calculated values follow their fields; see `check_changed_of`."""
    data = written(codec, model)
    with explained(codec, data, model):
        check_changed_of(codec, data)


def check_changed_of(codec: Codec, data: bytes, most: int = 40) -> int:
    """Calculated values, and what is written, are those of the fields as they are, whoever asked for them before.

    Each field in turn is given another value, and each list another order and length: in a model of which all values
    have been asked for, and in one of which none has.

    Args:
        codec: a codec.
        data: a good file.
        most: how many changes are tried.

    Returns:
        How many changes were tried.
    """
    places = [(number, change) for number, one in enumerate(structures(codec.parse(data))) for change in _changes(one)]
    tried = places[:: -(-len(places) // most) or 1]
    asked = codec.parse(data)
    for number, change in tried:
        before = _calculated(asked)
        fresh = codec.parse(data)
        undo = change(list(structures(asked))[number])
        change(list(structures(fresh))[number])
        assert _calculated(asked) == _calculated(fresh), f"values that were asked for before a change ({change})"
        assert _rewritten(codec, asked) == _rewritten(codec, fresh), f"files written after a change ({change})"
        asked = codec.parse(data)
        _calculated(asked)
        undo = change(list(structures(asked))[number])
        undo()
        assert _calculated(asked) == before, f"values after a change was taken back ({change})"
    return len(tried)


Change = Callable[[Struct], Callable[[], None]]
"""Changes a structure, and gives what takes that back."""


def _changes(owner: Struct) -> Iterator[Change]:
    """Other values for the numbers and lists of a structure, its parameters among these."""
    for name in (*(field.name for field in owner.FIELDS), *owner.PARAMETERS):
        value = getattr(owner, name, None) if name else None
        if type(value) is int:
            yield partial(_set, name=name, value=value + 1 if value < 1 else value - 1)
        elif isinstance(value, list) and value:
            yield partial(_reorder, name=name)
            yield partial(_shorten, name=name)
        elif isinstance(value, Struct):
            yield partial(_exchange, name=name)


def _set(owner: Struct, name: str, value: Any) -> Callable[[], None]:
    before = getattr(owner, name)
    setattr(owner, name, value)
    return partial(setattr, owner, name, before)


def _exchange(owner: Struct, name: str) -> Callable[[], None]:
    return _set(owner, name, None)


def _reorder(owner: Struct, name: str) -> Callable[[], None]:
    values = getattr(owner, name)
    values.reverse()
    return values.reverse  # type: ignore[no-any-return]


def _shorten(owner: Struct, name: str) -> Callable[[], None]:
    values = getattr(owner, name)
    last = values.pop()
    return lambda: values.append(last)


def _calculated(root: Struct) -> list[Any]:
    """All calculated values of a model, the last structures first."""
    found = []
    for one in reversed(list(structures(root))):
        for name in one.INSTANCES:
            try:
                value = getattr(one, name)
            except NO_VALUE as error:
                value = type(error)
            found.append(f"{type(one).__name__}.{name} = {value!r}" if not isinstance(value, Struct | list) else name)
    return found


def _rewritten(codec: Codec, model: Struct) -> Any:
    try:
        return codec.to_bytes(model), _calculated(model)
    except WriteError as error:
        return str(error)


def check_kept(codec: Codec, model: Struct) -> None:
    """Rows that are read and written keep what the file says of their columns, through Arrow and Parquet.

    What that is, the pivots of the codec's views list (`bytewright.schema.pivots.Property`). Rows that don't make a
    file alone are written with the root.
    """
    data = written(codec, model)
    with explained(codec, data, model):
        check_kept_of(codec, data)


def check_kept_of(codec: Codec, data: bytes, ways: Mapping[str, Way] | None = None) -> int:
    """The same of a file.

    Args:
        codec: the format.
        data: the file.
        ways: what rows go through, by name; None: Arrow, and Parquet as Arrow and as Spark writes it.

    Returns:
        How many times rows were written and compared.
    """
    compared = 0
    for view in codec.views:
        pivot = pivot_of(view)
        has_modes = pivot is not None and pivot.mode is not None
        options = {"includeModes": "true"} if has_modes else {}
        try:
            table = open_table(data, codec, view.name, options=options, engine="objects")
            shown, wanted = table.to_table(), said_of_columns(codec, data, view)
            root = json.dumps(row_models.root_of(codec, BytesSource(data), view.name, parse_settings(codec)))
        except (ReadError, WriteError):
            continue
        for (name, way), text in itertools.product((ways or WAYS).items(), (None, root)):
            try:
                found, _ = bytes_of(codec, way(shown), view.name, parse_settings(codec), text)
            except (WriteError, OverflowError):
                continue  # rows that don't say enough
            what = f"view {view.name} through {name}, {'alone' if text is None else 'with its root'}"
            assert said_of_columns(codec, found, view) == wanted, f"{what}: the file says something else of its columns"
            if text is not None:
                again = open_table(found, codec, view.name, options=options, engine="objects").to_table()
                assert _same_rows(again, shown), f"{what}: other rows"
            compared += 1
    return compared


def said_of_columns(codec: Codec, data: bytes, view: View) -> list[dict[str, Any]]:
    """What a file says of the columns of each step that has rows."""
    pivot, cells = pivot_of(view), cells_of(view)
    found: list[dict[str, Any]] = []
    steps = Steps(codec, BytesSource(data), parse_settings(codec))
    if cells is not None and cells.properties and view.inner is None:
        named = header_columns(cells, steps.root(view), {}, stated_names(view))
        return [{"name": column.name, **column.said} for column in named]
    if pivot is None or not pivot.properties:
        return found
    count = levels_of(view)[-1].rows
    for scopes in steps.of(view):
        if count is None or count(scopes[-1]):
            columns = last_by_key(pivot, scopes[-1]).items()
            found.append({str(key): {p.id: p.said(scope) for p in pivot.properties} for key, scope in columns})
    return found


def _through_parquet(table: pa.Table) -> pa.Table:
    sink = io.BytesIO()
    pq.write_table(table, sink)
    return pq.read_table(io.BytesIO(sink.getvalue()))


def _through_spark_key(table: pa.Table) -> pa.Table:
    sink = io.BytesIO()
    parquet_files.write(table.to_batches(), table.schema, sink, store_schema=False)
    return parquet_files.read(io.BytesIO(sink.getvalue()))


Way = Callable[[pa.Table], pa.Table]
WAYS: Mapping[str, Way] = {"Arrow": lambda table: table, "Parquet": _through_parquet, "Spark's key": _through_spark_key}
"""What rows go through between a file and the next."""


def _rows(
    codec: Codec, data: bytes, view: str, engine: Literal["objects", "columns"], only: list[str] | None = None
) -> tuple[Any, str | None]:
    """The rows of a view, with all columns or some, and the error after them if there is one."""
    table = open_table(data, spec=codec, view=view, engine=engine, columns=only)
    errors: list[str] = []
    batches = list(table.to_batches(on_error=lambda error: errors.append(str(error))))
    shown = pa.Table.from_batches(batches, schema=table.schema)
    shown.validate(full=True)
    for batch in batches:
        assert batch.schema.equals(table.schema), f"view {view}: {batch.schema} is not {table.schema}"
    return shown, errors[0] if errors else None


def check_coverage(
    codec: Codec,
    models: SearchStrategy[Any],
    goals: Sequence[Goal],
    report: Callable[[str], None] = print,
    *,
    examples: int = 120,
) -> Coverage:
    """Drawn models cover every goal, and what lies beyond a bound is refused with an error that names the field.

    Draws ``examples`` models, and more of them (up to sixteen times as many) while something is missing. Values that
    the first ones never had are put into the others: which values are drawn changes with all that is imported.

    Returns:
        The counts.
    """
    coverage = Coverage(goals)
    drawn = 0
    for number in range(_ROUNDS):

        def collect(model: Struct) -> None:
            nonlocal drawn
            data = written(codec, model)
            drawn += 1
            coverage.add(codec.parse(data))
            if drawn > examples:
                _put_missing(codec, data, goals, coverage)
            check_refusals(codec, data, goals, coverage)

        run = settings(PROFILE, max_examples=examples, phases=[Phase.generate], derandomize=False)
        seed(number)(run(given(models)(collect)))()
        if not coverage.missing():
            break
    report(f"{codec.name}: {len(coverage.names)} goals covered by {drawn} models")
    missing = [name + coverage.instead.get(name, "") for name in coverage.missing()]
    assert not missing, f"{codec.name}: {drawn} models never had: " + "; ".join(missing)
    return coverage


def check_refusals(codec: Codec, data: bytes, goals: Sequence[Goal], coverage: Coverage) -> None:
    """Values beyond a field's bounds are refused, naming the field, wherever that has not been seen yet.

    Such a value may break what another field says, which is found first: that counts as little as no try at all.
    """
    for goal in goals:
        if not isinstance(goal, Beyond):
            continue
        for value in goal.refused:
            if coverage.counts[goal.name(value)]:
                continue
            root = codec.parse(data)
            path = _put(root, goal, value)
            if path is None:
                break
            with explained(codec, data, None):
                refused = _refusal(codec, root)
                assert refused is not None, f"{path} = {value} was written without an error"
            if refused.field in (path, path.rpartition("[")[0]):
                coverage.counts[goal.name(value)] += 1
            else:
                coverage.instead[goal.name(value)] = f" (at {path} the error is {refused})"


def _put_missing(codec: Codec, data: bytes, goals: Sequence[Goal], coverage: Coverage) -> None:
    """Put values that were never seen where they may be, unless what surrounds them is against it."""
    for goal in goals:
        for name, value in goal.wanted() if isinstance(goal, Scalar) else ():
            if coverage.counts[name]:
                continue
            root = codec.parse(data)
            if _put(root, goal, value) is None:
                break
            if _refusal(codec, root) is None:
                coverage.add(codec.parse(written(codec, root)))


def _put(root: Struct, goal: Goal, value: Any) -> str | None:
    """Put a value where a goal's values may first be; gives its path, or None if they can be nowhere."""
    place = next(((o, i) for o in structures(root) if isinstance(o, goal.kind) for i, _ in goal.values(o)), None)
    if place is None:
        return None
    owner, element = place
    name = owner.FIELDS[goal.field].name
    if element is None:
        setattr(owner, name, value)
    else:
        getattr(owner, name)[element] = value
    return field_path(owner, goal.field, element)


def _refusal(codec: Codec, model: Struct) -> WriteError | None:
    try:
        codec.to_bytes(model)
    except WriteError as error:
        return error
    return None


def _measured(model: Struct) -> set[str | None]:
    """Paths of what has a size or a place of its own: derived fields, structures, what is placed of a written model."""
    model._adopt()
    return {
        field_path(owner, index)
        for owner in structures(model)
        for index, field in enumerate(owner.FIELDS)
        if field.derived or field.placed or field.struct is not None or field.cases is not None
    }


def _instances(model: Struct) -> set[str | None]:
    """Paths of the value instances of a model that has been adopted."""
    return {field_path(owner, id_of(name)) for owner in structures(model) for name in owner.INSTANCES}


def _same_rows(a: Any, b: Any) -> bool:
    """Whether two tables are equal, with NaN equal to NaN."""
    if a.equals(b):
        return True
    alike = a.schema.equals(b.schema) and a.num_rows == b.num_rows
    return alike and all(
        bytes(encode(one)) == bytes(encode(other)) for one, other in zip(*map(_in_batches, (a, b)), strict=True)
    )


def _in_batches(table: pa.Table) -> list[pa.RecordBatch]:
    return table.combine_chunks().to_batches()
