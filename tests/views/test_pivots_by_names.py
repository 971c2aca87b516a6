"""Pivots whose columns have their names in the file, in the structures that hold their values: both ways."""

from __future__ import annotations

import struct

import pyarrow as pa
import pytest
from tests.support.both_ways import both_ways, read
from tests.support.compiling import Compile

from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.tables.write import bytes_of

TYPES = """
  column:
    params: [{id: n, type: u1}]
    seq:
      - {id: name, type: strz}
      - {id: kind, type: u1KIND}
      - {id: values, type: {switch-on: kind, cases: {CASES}}, repeat: expr, repeat-expr: n}
"""
PLAIN = TYPES.replace("KIND", "").replace("CASES", "1: u1, 2: f8, 3: u4")
LABELLED = TYPES.replace("KIND", ", enum: kind").replace(
    "CASES", "'kind::small': u1, 'kind::real': f8, 'kind::big': u4"
)
LABELLED += "enums: {kind: {1: small, 2: real, 3: big}}\n"
BATCH_SEQ = (
    "[{id: num_rows, type: u1}, {id: num_columns, type: u1}, "
    "{id: columns, type: column(num_rows), repeat: expr, repeat-expr: num_columns}]"
)
PIVOT = "pivot: {each: 'EACH[*]', key: _.name, name: _.name, vector: _.values}"
WHOLE = f"seq: {BATCH_SEQ}\ntypes:TYPES-views: {{rows: {{rows: num_rows, {PIVOT.replace('EACH', 'columns')}}}}}"
BATCHES = f"""seq: [{{id: batches, type: batch, repeat: eos}}]
types:
  batch: {{seq: {BATCH_SEQ}}}TYPES-views:
  rows:
    each: batches[*]
    rows: _.num_rows
    columns: [{{id: batch, value: _index, type: s4}}]
    {PIVOT.replace("EACH", "_.columns")}
"""
BATCH = b"\2\2" + b"a\0\1\5\6" + b"b\0\2" + struct.pack("<dd", 1.5, 2.5)


@pytest.mark.parametrize("types", [PLAIN, LABELLED])
@pytest.mark.parametrize(
    ("spec", "data"),
    [(WHOLE, BATCH), (BATCHES, BATCH + b"\1\1a\0\1\7" + b"\1\1c\0\3\x08\0\0\0")],
)
def test_columns_named_where_they_are(compiled: Compile, spec: str, data: bytes, types: str) -> None:
    codec = compiled(spec.replace("TYPES", types))
    rows = both_ways(codec, data, kernel=False, alone=False)
    named = {name: rows.schema.field(name).type for name in rows.column_names if name != "batch"}
    expected = {"a": pa.int16(), "b": pa.float64(), "c": pa.int64()}
    assert named == {name: kind for name, kind in expected.items() if name in named}
    assert bytes_of(codec, rows, None, parse(codec), None, "objects")[0] == data  # from rows alone: types say the kinds


def test_a_type_that_no_kind_has(compiled: Compile) -> None:
    codec = compiled(WHOLE.replace("TYPES", PLAIN))
    rows = read(codec, BATCH, kernel=False).append_column("d", pa.array(["x", "y"]))
    with pytest.raises(WriteError, match="d: expected a column whose type says how it is stored, found string"):
        bytes_of(codec, rows, None, parse(codec), None, "objects")
