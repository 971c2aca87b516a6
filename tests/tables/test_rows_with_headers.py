"""What precedes records, where rows say it: in columns that are the same in all of them, or by how long their lists
are."""

from __future__ import annotations

import struct

import pyarrow as pa
import pytest
from tests.support.compiling import Compile
from tests.support.written_rows import refused, rows_of, written

from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.tables.write import bytes_of

LOGGER = """
seq: [{id: header, type: header}, {id: scans, type: scan, repeat: eos}]
types:
  header:
    seq:
      - {id: magic, contents: LG}
      - {id: station, type: strz}
      - {id: gain, type: f4}
      - {id: num_channels, type: u2}
  label: {seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}
  scan:
    seq:
      - {id: at, type: u4}
      - {id: volts, type: s2, repeat: expr, repeat-expr: _root.header.num_channels}
      - {id: labels, type: label, repeat: expr, repeat-expr: _root.header.num_channels}
-views:
  scans:
    each: scans[*]
    columns:
      - {id: station, value: header.station}
      - {id: gain, value: header.gain}
      - {id: at, value: _.at}
      - {id: volts, value: _.volts}
      - {id: labels, value: _.labels}
"""
COUNTED = """
seq:
  - {id: kind, type: u1}
  - {id: num_marks, type: u1}
  - {id: marks, type: mark, repeat: expr, repeat-expr: num_marks}
  - {id: end, contents: END}
types:
  mark: {seq: [{id: x, type: u1}, {id: more, type: u2, if: _root.kind == 2}]}
-views:
  marks:
    each: marks[*]
    columns: [{id: kind, value: kind}, {id: x, value: _.x}, {id: more, value: _.more, nullable: true}]
"""


@pytest.fixture
def logger(compiled: Compile) -> Codec:
    return compiled(LOGGER)


def scans(count: int = 1) -> pa.Table:
    return pa.table(
        {
            "station": ["north"] * count,
            "gain": pa.array([0.5] * count, pa.float32()),
            "at": range(count),
            "volts": [[1, -2]] * count,
            "labels": [[{"text": "a"}, {"text": "ä"}]] * count,
        }
    )


def changed(table: pa.Table, name: str, values: list[object]) -> pa.Table:
    place = table.schema.get_field_index(name)
    return table.set_column(place, name, pa.array(values, table.schema.field(name).type))


def test_a_header_of_columns(logger: Codec) -> None:
    """Its number of channels follows from the lists of the records, which are written as lists."""
    header = b"LGnorth\0" + struct.pack("<fH", 0.5, 2)
    record = struct.pack("<Ihh", 0, 1, -2) + b"\1a\2\xc3\xa4"
    table = rows_of(logger, header + record + b"\1" + record[1:])
    assert written(logger, table) == header + record + b"\1" + record[1:]
    without = scans(250)
    for engine in ("objects", "columns"):
        assert bytes_of(logger, without, None, parse(logger), None, engine)[0].startswith(header + record)
    assert len(written(logger, table.slice(0, 0), '{"header":{"station":"","gain":1,"num_channels":0}}')) == 9


@pytest.mark.parametrize(
    ("name", "values", "field"),
    [
        ("station", ["north", "north", "south"], "rows[2].station"),
        ("station", ["north", None, "north"], "rows[1].station"),
        ("station", [None] * 3, "header.station"),
        ("station", ["nor\0th"] * 3, "header.station"),
        ("volts", [[1, 2], [1, 2], [3]], "header.num_channels"),
        ("volts", [[1, 2], [1, 2, 3], [1, 2]], "header.num_channels"),
        ("volts", [[1, 2], None, [1, 2]], "scans[1].volts"),
        ("volts", [[1, 2], [1, None], [1, 2]], "scans[1].volts[1]"),
        ("volts", [[1, 1 << 15]] * 3, "scans[0].volts[1]"),
    ],
)
def test_rows_that_disagree_or_do_not_fit(logger: Codec, name: str, values: list[object], field: str) -> None:
    assert refused(logger, changed(scans(3), name, values)).field == field


def test_what_a_root_tells_of_lists_follows_from_them(logger: Codec) -> None:
    data, how = bytes_of(logger, scans(2), None, parse(logger), '{"header":{"num_channels":3}}', "auto")
    assert data == written(logger, rows_of(logger, data))
    assert how.reason


def test_a_number_that_is_none_is_left_to_objects(logger: Codec) -> None:
    """Not all NaNs are the same one; objects know."""
    table = changed(scans(2), "gain", [float("nan")] * 2)
    assert bytes_of(logger, table, None, parse(logger), None, "auto")[1].rows == 2


def test_columns_around_records_that_are_counted(compiled: Compile) -> None:
    """What they say decides how records are written."""
    codec = compiled(COUNTED)
    for data in (b"\1\3\5\6\7END", b"\2\2\5\1\0\6\2\0END"):
        assert written(codec, rows_of(codec, data)) == data
    table = rows_of(codec, b"\2\2\5\1\0\6\2\0END")
    assert refused(codec, changed(table, "kind", [2, 1])).field == "rows[1].kind"
    assert refused(codec, changed(table, "kind", [1, 1])).field == "marks[0].more"


def test_no_rows_say_nothing(logger: Codec) -> None:
    with pytest.raises(WriteError, match=r"header: expected a value, found nothing.*header.station, header.gain"):
        bytes_of(logger, scans(0), None, parse(logger), None, "auto")
