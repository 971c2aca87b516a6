"""Records of which the beginning of a file says how many there are: they come one by one, before what follows them."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import BytewrightError
from bytewright.tables.engines import Engine

TRAINS = """
seq:
  - {id: num_trains, type: u2}
  - {id: title, type: strz, encoding: UTF-8}
  - {id: trains, type: train, repeat: expr, repeat-expr: num_trains}
  - {id: mark, contents: END}
  - {id: rest, size: 2}
types:
  train:
    seq:
      - {id: cars, type: u1, valid: {max: 40}}
      - {id: weight, type: u2}
"""
NAMED = TRAINS.replace(
    "{id: weight, type: u2}", "{id: len_name, type: u1}\n      - {id: name, type: str, size: len_name}"
)
CHECKED = TRAINS.replace("{id: rest, size: 2}", "{id: sum, type: u4, -checksum: {algorithm: adler32, to: mark}}")
TITLED = """
-views:
  trains:
    each: trains[*]
    columns: [{id: title, value: title}, {id: cars, value: _.cars}]
"""
HEAD = b"\4\0Line 1\0"
GOOD = HEAD + b"".join(struct.pack("<BH", cars, 1000 * cars) for cars in (3, 5, 8, 13)) + b"ENDzz"
BAD = bytearray(GOOD)
BAD[len(HEAD) + 6] = 99


@pytest.fixture
def trains(compiled: Compile) -> Codec:
    return compiled(TRAINS)


def read(codec: Codec, data: bytes, engine: Engine, **given: Any) -> tuple[list[Any], list[Any]]:
    """Rows, and what an error and the warnings say."""
    table = bytewright.open(data, codec, engine=engine, **given)
    rows: list[Any] = []
    said: list[Any] = []
    try:
        for batch in table.to_batches():
            rows += batch.to_pylist()
    except BytewrightError as error:
        said += [error.offset, error.field, error.expected, error.found]
    return rows, [*said, *(notice.text for notice in table.warnings)]


def both(codec: Codec, data: bytes, **given: Any) -> tuple[list[Any], list[Any]]:
    """The same, of both engines, which agree."""
    found = read(codec, data, "objects", **given)
    assert read(codec, data, "columns", **given) == found
    return found


def cars(rows: list[Any]) -> list[int]:
    return [row["cars"] for row in rows]


def test_good_files_read(trains: Codec) -> None:
    rows, said = both(trains, GOOD)
    assert cars(rows) == [3, 5, 8, 13]
    assert not said
    assert trains.parse(GOOD).mark == b"END"
    assert both(trains, b"\0\0none\0ENDzz") == ([], [])


def test_the_records_before_a_bad_one_come(trains: Codec) -> None:
    rows, said = both(trains, bytes(BAD))
    assert cars(rows) == [3, 5]
    assert said == [len(HEAD) + 6, "trains[2].cars", "at most 40", "99"]


def test_a_bad_record_costs_no_more_than_itself(trains: Codec) -> None:
    assert cars(both(trains, bytes(BAD), mode="DROPMALFORMED")[0]) == [3, 5, 13]
    assert cars(both(trains, bytes(BAD), mode="PERMISSIVE")[0]) == [3, 5, None, 13]


@pytest.mark.parametrize(("cut", "field"), [(5, "mark"), (4, "mark"), (1, "rest")])
def test_what_follows_is_checked_after_the_records(trains: Codec, cut: int, field: str) -> None:
    rows, said = both(trains, GOOD[:-cut])
    assert cars(rows) == [3, 5, 8, 13]
    assert said[1] == field
    rows, _ = both(trains, GOOD[:-cut], mode="PERMISSIVE")
    assert cars(rows) == [3, 5, 8, 13, None]


def test_bytes_behind_the_last_field_are_noticed(trains: Codec) -> None:
    rows, said = both(trains, GOOD + b"more")
    assert cars(rows) == [3, 5, 8, 13]
    assert said == ["4 bytes that no field describes"]
    rows, said = both(trains, GOOD + b"more", strict=True)
    assert cars(rows) == [3, 5, 8, 13]
    assert said[1] == "slack"


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE"])
def test_bytes_that_no_field_describes_in_a_record_for_objects(compiled: Compile, mode: str) -> None:
    """A number above all signed ones is left to them; other records are the kernel's, with such bytes or without."""
    codec = compiled(
        """
seq:
  - {id: num, type: u1}
  - {id: sums, type: sum, repeat: expr, repeat-expr: num}
types:
  sum: {seq: [{id: len, type: u1}, {id: body, type: body, size: len}]}
  body: {seq: [{id: total, type: u8}], instances: {more: {value: total > 7}}}
-views:
  sums: {each: 'sums[*]', columns: [{id: total, value: _.body.total}, {id: more, value: _.body.more}]}
"""
    )
    sums = [(1, b""), (1 << 63, b"zz"), (8, b"z"), ((1 << 64) - 1, b""), ((1 << 64) - 1, b"z"), (9, b"")]
    data = bytes([len(sums)]) + b"".join(bytes([8 + len(x)]) + struct.pack("<Q", n) + x for n, x in sums)
    rows, said = both(codec, data, mode=mode)
    assert [(int(row["total"]), row["more"]) for row in rows] == [(n, n > 7) for n, _ in sums]
    assert said == [f"{n} bytes that no field describes" for n in (2, 1, 1)]


def test_records_that_are_whole_are_shown_whatever_their_count_says(trains: Codec) -> None:
    rows, said = both(trains, b"\7" + GOOD[1:])
    assert cars(rows) == [3, 5, 8, 13]
    assert said[:2] == [21, "trains[4].cars"]  # what follows the records is taken for one
    rows, said = both(trains, GOOD[: len(HEAD) + 3 * 3 + 1])
    assert cars(rows) == [3, 5, 8]
    assert said[:2] == [len(HEAD) + 3 * 3 + 1, "trains[3].weight"]


def test_more_records_than_bytes(compiled: Compile) -> None:
    named = compiled(NAMED)
    data = b"\3\0\0" + b"\1\4fast" + b"\2\4slow"
    rows, said = both(named, data)
    assert cars(rows) == [1, 2]
    assert said[:2] == [len(data), "trains[2].cars"]


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"])
def test_some_records_have_no_bytes(compiled: Compile, mode: str) -> None:
    """Others show that they come between them, or in the end; the file may have nothing else."""
    stops = compiled(
        """
seq:
  - {id: num, type: u1}
  - {id: stops, type: stop(_index), repeat: expr, repeat-expr: num}
  - {id: mark, size: 3}
types:
  stop:
    params: [{id: number, type: u4}]
    seq: [{id: name, type: strz, encoding: ASCII, if: number % 3 != 0}]
"""
    )
    bare = compiled(
        "seq: [{id: num, type: u1}, {id: stops, type: stop, repeat: expr, repeat-expr: num}]\n"
        "types: {stop: {seq: [{id: kind, type: {switch-on: 1 + 1, cases: {3: strz}}}]}}"
    )
    for spec, data, names in (
        (stops, b"\7a\0b\0c\0d\0END", [None, "a", "b", None, "c", "d", None]),
        (stops, b"\3a\0b\0END", [None, "a", "b"]),
        (stops, b"\1END", [None]),
        (stops, b"\0END", []),
        (bare, b"\5", [None] * 5),
    ):
        rows, said = both(spec, data, mode=mode)
        assert [next(iter(row.values())) for row in rows] == names
        assert not said
    for data, field in (
        (b"\7a\0b\0c\0d\0EN", "mark"),
        (b"\7a\0b\0c\0\377\0END", "stops[5].name"),
        (b"\5a\0b", "stops[2].name"),
    ):
        _, said = both(stops, data, mode=mode)
        assert any(field in str(one) for one in said)


def test_parts_of_a_file_are_the_file(trains: Codec) -> None:
    data = struct.pack("<H", 1000) + b"\0" + b"".join(struct.pack("<BH", i % 40, i) for i in range(1000)) + b"ENDzz" * 9
    for engine in ("objects", "columns"):
        table = bytewright.open(data, trains, engine=engine)
        whole = table.to_table().to_pylist()
        parts = table.splits(600)
        assert len(parts) == 5
        rows = [row for part in parts for batch in table.to_batches(part=part) for row in batch.to_pylist()]
        assert rows == whole
        assert [row["weight"] for row in rows] == list(range(1000))


def test_an_unfinished_end_may_be_left_out(trains: Codec) -> None:
    rows, said = both(trains, GOOD[:-1], options={"tornTail": "ignore"})
    assert cars(rows) == [3, 5, 8, 13]
    assert said == ["the last record is unfinished; bytes left out: 4"]


def test_where_records_lie(trains: Codec) -> None:
    rows, _ = both(trains, GOOD, options={"includeMetadata": "true"})
    places = [(row["_metadata"]["record_offset"], row["_metadata"]["record_length"]) for row in rows]
    assert places == [(len(HEAD) + 3 * i, 3) for i in range(4)]


def test_what_a_checksum_covers_is_good_or_bad_as_a_whole(compiled: Compile) -> None:
    checked = compiled(CHECKED)
    root: Any = checked.root
    model = root(title="", trains=[{"cars": 1, "weight": 2}, {"cars": 3, "weight": 4}])
    data = bytearray(checked.to_bytes(model))
    assert cars(both(checked, bytes(data))[0]) == [1, 3]
    data[5] += 1
    rows, said = both(checked, bytes(data))
    assert not rows
    assert said[1] == "sum"


def test_views_may_show_more_than_the_kernel_knows_of_the_beginning(compiled: Compile) -> None:
    titled = compiled(TRAINS + TITLED)
    rows, said = both(titled, GOOD)
    assert rows == [{"title": "Line 1", "cars": cars} for cars in (3, 5, 8, 13)]
    assert not said
    rows, said = both(titled, bytes(BAD))
    assert cars(rows) == [3, 5]
    assert said[1] == "trains[2].cars"
    numbered = bytewright.open(GOOD, titled, options={"includeMetadata": "true"}).to_table().to_pylist()
    assert [row["_metadata"]["record_index"] for row in numbered] == [0, 1, 2, 3]


def test_what_asks_for_the_end_is_read_as_a_whole(compiled: Compile) -> None:
    asking = compiled(TRAINS.replace("types:", "instances: {size: {value: rest.size}}\ntypes:"))
    assert asking.records is None
    rows, said = read(asking, bytes(BAD), "objects")
    assert not rows
    assert said[1] == "trains[2].cars"
