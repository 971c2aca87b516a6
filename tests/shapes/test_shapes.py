"""Files of each shape, which an encoder that knows nothing of us has written, are read and written both ways."""

from __future__ import annotations

import pytest
from benchmarks.groups.examples import stock_parser
from tests.shapes import SHAPES, Shape

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import ReadError
from bytewright.testing import check_rewrite, check_tree_of, oracle_difference
from bytewright_codegen.load import load

RECORDS = 40


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.name for shape in SHAPES])
def test_files_of_a_shape_are_read_and_written(shape: Shape) -> None:
    codec, data = load(shape.spec), shape.file(RECORDS)
    check_rewrite(codec, data)
    check_tree_of(codec, data)
    table = bytewright.open(data, codec, engine="objects").to_table()
    assert bytewright.open(data, codec).to_table() == table
    assert table.num_rows in (RECORDS, 1)
    again = codec.to_bytes(codec.parse(data), canonical=True)  # what has a place of its own may lie elsewhere
    assert bytewright.open(again, codec, engine="objects").to_table() == table


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.name for shape in SHAPES])
def test_files_that_end_too_early_name_place_and_field(shape: Shape) -> None:
    codec, data = load(shape.spec), shape.file(8)
    errors = [_error(shape, codec, data[:end]) for end in range(0, len(data), 1 if len(data) < 300 else 41)]
    assert any(errors)
    assert all(error.offset is not None and error.field for error in errors if error)


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.name for shape in SHAPES])
@pytest.mark.usefixtures("kaitai_compiler")
def test_the_stock_parser_reads_the_same(shape: Shape) -> None:
    codec = load(shape.spec)
    stock = stock_parser(codec.name, shape.spec)
    assert oracle_difference(codec, shape.file(RECORDS), stock) is None


def _error(shape: Shape, codec: Codec, data: bytes) -> ReadError | None:
    try:
        shape.reach(codec.parse(data))
    except ReadError as error:
        return error
    return None
