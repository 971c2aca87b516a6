"""Rows with maps become the lists of structures that these stand for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile
from tests.support.written_rows import refused, rows_of, written

from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.tables import row_models
from bytewright.tables.write import bytes_of

TAGGED = """
seq: [{id: songs, type: song, repeat: eos}]
types:
  tag:
    seq:
      - {id: len_key, type: u1}
      - {id: key, type: str, size: len_key}
      - {id: value, type: s4}
  song:
    seq:
      - {id: num_tags, type: u1}
      - {id: tags, type: tag, repeat: expr, repeat-expr: num_tags, -type: {map: {key: _.key, value: _.value}}}
      - {id: year, type: u2}
"""
DEEP = """
enums: {color: {1: red, 2: {id: blue, -label: 'light blue'}}}
seq: [{id: charts, type: chart, repeat: eos}]
types:
  word: {-show: {value: text}, seq: [{id: text, type: strz}]}
  point: {seq: [{id: x, type: s2}, {id: seen, type: u4, -type: {timestamp: s}}]}
  place: {seq: [{id: color, type: u1, enum: color}, {id: point, type: point}]}
  line:
    seq:
      - {id: name, type: word}
      - {id: num, type: u1}
      - {id: heights, type: s2, repeat: expr, repeat-expr: num}
  group:
    seq:
      - {id: num, type: u1}
      - {id: lines, type: line, repeat: expr, repeat-expr: num, -type: {map: {key: _.name, value: _.heights}}}
  chart:
    seq:
      - {id: num_places, type: u1}
      - {id: places, type: place, repeat: expr, repeat-expr: num_places, -type: {map: {key: _.color, value: _.point}}}
      - {id: num_groups, type: u1}
      - {id: groups, type: group, repeat: expr, repeat-expr: num_groups}
"""
CALCULATED = """
seq: [{id: boxes, type: box, repeat: eos}]
types:
  slot:
    seq: [{id: half, type: u1}, {id: value, type: u1}]
    instances: {key: {value: half * 2}}
  box:
    seq:
      - {id: num, type: u1}
      - {id: slots, type: slot, repeat: expr, repeat-expr: num, -type: {map: {key: _.key, value: _.value}}}
"""
DOTS = """
seq: [{id: dots, type: dot, repeat: eos}]
types:
  place: {seq: [{id: x, type: s2}]}
  dot:
    seq:
      - {id: at, type: place}
      - {id: num, type: u1}
      - {id: rest, type: place, repeat: expr, repeat-expr: num}
"""
MAP = pa.map_(pa.string(), pa.int32())


def songs(tags: list[Any], kind: Any = MAP) -> pa.Table:
    return pa.table({"tags": pa.array(tags, kind), "year": pa.array(range(len(tags)), pa.int32())})


@pytest.fixture
def tagged(compiled: Compile) -> Codec:
    return compiled(TAGGED)


def test_maps_become_structures(tagged: Codec) -> None:
    """In their order, keys that occur twice among them; what counts them and their keys follows."""
    found = written(tagged, songs([[("a", 1), ("bb", -2), ("a", 3)], [], [("ä", 1 << 30)]] * 20))
    assert found[:23] == b"\3\1a\1\0\0\0\2bb\xfe\xff\xff\xff\1a\3\0\0\0\0\0\0"


def test_a_part_of_a_table(tagged: Codec) -> None:
    """Arrays whose first maps don't begin where their memory does."""
    table = songs([[("left", 0)], [("a", 1)], [], [("b", 2)]])
    assert written(tagged, table.slice(1)) == written(tagged, pa.table(table.slice(1).to_pydict(), table.schema))


def test_other_types_that_say_the_same(tagged: Codec) -> None:
    tags: list[Any] = [[("a", 1), ("b", 2)], []]
    wanted = written(tagged, songs(tags))
    for kind in (pa.map_(pa.large_string(), pa.int64()), pa.map_(pa.string(), pa.uint8())):
        assert bytes_of(tagged, songs(tags, kind), None, parse(tagged), None, "columns")[0] == wanted
    entry = pa.struct([("key", pa.string()), ("value", pa.int32())])
    listed = songs([[{"key": key, "value": value} for key, value in each] for each in tags], pa.list_(entry))
    for engine in ("columns", "objects"):
        assert bytes_of(tagged, listed, None, parse(tagged), None, engine)[0] == wanted


def test_what_keys_and_values_are_in_turn(compiled: Compile) -> None:
    """Names of numbers, structures with moments in them, structures for which text stands, lists, maps in lists."""
    codec = compiled(DEEP)
    data = bytes([2, 1, 5, 0, 9, 0, 0, 0, 2, 6, 0, 10, 0, 0, 0, 2, 1, 97, 0, 2, 1, 0, 2, 0, 0, 0, 0])
    assert written(codec, rows_of(codec, data * 3)) == data * 3


def test_lines_of_json(tagged: Codec, tmp_path: Path) -> None:
    lines = tmp_path / "songs.jsonl"
    lines.write_text('{"tags":{"b":2,"a":1},"year":1999}\n', encoding="utf-8")
    model = row_models.model_of(tagged, str(lines), None, parse(tagged))
    assert tagged.to_bytes(model) == b"\2\1b\2\0\0\0\1a\1\0\0\0\xcf\7"


@pytest.mark.parametrize(
    ("tags", "kind", "field"),
    [
        ([[("a", 1)], None], MAP, "songs[1].num_tags"),
        ([[("a", None)]], MAP, "songs[0].tags[0].value"),
        ([[], [("a" * 256, 1)]], MAP, "songs[1].tags[0].len_key"),
        ([[("a", 1)] * 256], MAP, "songs[0].num_tags"),
        ([[("a", "1")]], pa.map_(pa.string(), pa.string()), "songs[0].tags[0].value"),
        ([[("a", 1 << 40)]], pa.map_(pa.string(), pa.int64()), "songs[0].tags[0].value"),
        ([[1, 2]], pa.list_(pa.int64()), "rows[0].tags"),
    ],
)
def test_maps_that_do_not_fit(tagged: Codec, tags: list[Any], kind: Any, field: str) -> None:
    assert refused(tagged, songs(tags, kind)).field == field


def test_a_key_that_is_calculated_makes_no_structure(compiled: Compile) -> None:
    codec = compiled(CALCULATED)
    table = rows_of(codec, b"\1\5\1")
    assert table.to_pylist() == [{"num": 1, "slots": [(10, 1)]}]
    assert "half" in str(refused(codec, table))


def test_keys_that_stand_elsewhere_are_refused(compiled: Compile) -> None:
    """Rows say them, but no field of an entry holds them."""
    codec = compiled("""
seq:
  - {id: head, type: head}
  - {id: boxes, type: box, repeat: eos}
types:
  slot:
    seq: [{id: number, type: u1}, {id: value, type: name}]
    instances: {key: {value: '_root.head.names[number].text'}}
  head: {seq: [{id: names, type: name, repeat: expr, repeat-expr: 2}]}
  name: {seq: [{id: text, type: strz}]}
  box:
    seq:
      - {id: num, type: u1}
      - {id: slots, type: slot, repeat: expr, repeat-expr: num, -type: {map: {key: _.key, value: _.value.text}}}
""")
    table = rows_of(codec, b"a\0b\0\1\1x\0")
    assert table["slots"].to_pylist() == [[("b", "x")]]
    error = refused(codec, table)
    assert "rows[0].slots: the key of an entry is calculated" in str(error)


def test_members_that_no_field_holds_are_not_lost(compiled: Compile) -> None:
    """A struct with more members than the view's has none of them left out in silence."""
    codec = compiled(DOTS)
    good = pa.table({"at": [{"x": 1}], "rest": [[{"x": 2}]]})
    assert written(codec, good) == b"\1\0\1\2\0"
    for column, value in (("at", {"x": 1, "y": 2}), ("rest", [{"x": 2, "y": 3}])):
        place = good.schema.get_field_index(column)
        assert "y" in str(refused(codec, good.set_column(place, column, pa.array([value]))))
