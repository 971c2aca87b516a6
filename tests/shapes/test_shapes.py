"""Files of each shape, which an encoder that knows nothing of us has written, are read and written both ways."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from benchmarks.groups.examples import stock_parser
from tests.shapes import FOLDER, PROPERTIES, SHAPES, Shape
from tests.support.both import damaged, read

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.codec.trust import consent
from bytewright.errors import ReadError
from bytewright.io.source import BytesSource
from bytewright.kernels.plan import RowPlan
from bytewright.tables.row_models import root_of
from bytewright.tables.write import bytes_of
from bytewright.testing import check_rewrite, check_tree_of, oracle_difference
from bytewright_codegen.explain.cures import cure_of
from bytewright_codegen.explain.engines import reading, writing
from bytewright_codegen.pipeline.compilation import plan
from bytewright_codegen.pipeline.resolved import resolved

RECORDS = 40
READ = {
    "trees": ("a structure inside one of its own type",),
    "documents": ("a structure inside one of its own type",),
}
"""Why the kernel doesn't read a shape; of those that aren't here, it makes all columns."""
BY_OBJECTS = {"documents": {"content"}}
"""The columns that it can't make where it can make the others."""
WRITTEN = {
    "columns": ("a list that the header describes, of whose elements no view makes columns",),
    "pages": (
        "such a field with a place of its own",
        "a field whose place rests on more than a field beside it",
    ),
    "trees": ("a structure inside one of its own type",),
    "documents": ("a structure inside one of its own type",),
}
"""Why the kernel doesn't write one, likewise."""
each_shape = pytest.mark.parametrize("shape", SHAPES, ids=[shape.name for shape in SHAPES])


def test_each_property_is_met_twice_together_with_another() -> None:
    met = Counter(found for shape in SHAPES if len(shape.properties) > 1 for found in shape.properties)
    assert set(met) == set(PROPERTIES)
    assert min(met.values()) >= 2
    assert sum(shape.spec.suffix == ".py" for shape in SHAPES) == 2


@each_shape
def test_explain_says_what_is_in_the_kernels_way(shape: Shape) -> None:
    plans = plan(resolved(shape.spec, trust=consent([str(FOLDER)])))[shape.name]
    view = shape.codec.views[0]
    apart = BY_OBJECTS.get(shape.name)
    for engines, expected in ((reading(plans, view.name), READ), (writing(plans, view.name), WRITTEN)):
        reasons = expected.get(shape.name, ())
        assert tuple(dict.fromkeys(one.reason for one in engines.reasons)) == reasons
        assert all(one.location.file == str(shape.spec) for one in engines.reasons)
        for column in view.columns:
            slow = bool(reasons) if expected is WRITTEN or apart is None else column.id in apart
            assert (engines.of(column.id) == "kernel") is not slow
        lines = engines.lines()
        assert sum(line.lstrip() == "^" for line in lines) == len(engines.reasons)
        assert all(cure_of(one.reason) for one in engines.reasons)


@each_shape
def test_files_of_a_shape_are_read_and_written(shape: Shape) -> None:
    codec, data = shape.codec, shape.file(RECORDS)
    check_rewrite(codec, data)
    check_tree_of(codec, data)
    table = bytewright.open(data, codec, engine="objects").to_table()
    assert bytewright.open(data, codec).to_table() == table
    assert table.num_rows in (RECORDS, 1)
    again = codec.to_bytes(codec.parse(data), canonical=True)  # what has a place of its own may lie elsewhere
    assert bytewright.open(again, codec, engine="objects").to_table() == table


@each_shape
def test_rows_become_the_file_that_they_are_of(shape: Shape) -> None:
    codec, data = shape.codec, shape.file(RECORDS)
    table, settings = bytewright.open(data, codec, engine="objects").to_table(), parse(codec, {})
    root = json.dumps(root_of(codec, BytesSource(data), None, settings))
    written, how = bytes_of(codec, table, None, settings, root, "auto")
    assert written == bytes_of(codec, table, None, settings, root, "objects")[0]
    assert bytewright.open(written, codec, engine="objects").to_table() == table
    assert (written == data) is shape.canonical
    assert (how.encoded > 0) is (shape.name not in WRITTEN)


@each_shape
def test_engines_agree_in_all_modes(shape: Shape) -> None:
    codec, data = shape.codec, shape.file(12)
    apart = BY_OBJECTS.get(shape.name, set())
    assert isinstance(shape.plan, RowPlan) is (READ.get(shape.name) is None or apart != set())
    if not isinstance(shape.plan, RowPlan):
        return
    columns = [column.id for column in codec.views[0].columns if column.id not in apart]
    table = bytewright.open(data, codec, engine="columns", columns=columns)
    rows = table.to_table().num_rows
    assert table.counted == {"columns": rows}  # none was left to objects
    forms = list(damaged(data))
    for mode in ("FAILFAST", "PERMISSIVE", "DROPMALFORMED"):
        for number, form in enumerate([data, *forms[:: len(forms) // 12]]):
            expected = read(codec, form, "objects", mode=mode, columns=columns)
            found = read(codec, form, "columns", (1, 3, 65_536)[number % 3], mode=mode, columns=columns)
            assert found == expected, (mode, number)


@each_shape
def test_files_that_end_too_early_name_place_and_field(shape: Shape) -> None:
    codec, data = shape.codec, shape.file(8)
    errors = [_error(shape, codec, data[:end]) for end in range(0, len(data), 1 if len(data) < 300 else 41)]
    assert any(errors)
    assert all(error.offset is not None and error.field for error in errors if error)


@each_shape
@pytest.mark.usefixtures("kaitai_compiler")
def test_the_stock_parser_reads_the_same(shape: Shape) -> None:
    codec, data = shape.codec, shape.file(RECORDS)
    if shape.spec.suffix == ".py":
        expected = bytewright.open(data, codec, engine="objects").to_table()
        assert bytewright.open(data, codec, engine="construct").to_table() == expected
    else:
        assert oracle_difference(codec, data, stock_parser(codec.name, shape.spec)) is None


def _error(shape: Shape, codec: Codec, data: bytes) -> ReadError | None:
    try:
        shape.reach(codec.parse(data))
    except ReadError as error:
        return error
    return None
