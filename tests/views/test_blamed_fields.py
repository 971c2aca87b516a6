"""Which field errors blame: the stored one on which a value rests, and for rows the one that says too much."""

from __future__ import annotations

import zlib
from functools import partial
from pathlib import Path
from typing import Literal

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.cli import main
from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain
from bytewright.errors import BytewrightError, OptionError, ReadError, ValueInvalidError, WriteError

SHELF = """
seq:
  - {id: names, type: name, repeat: expr, repeat-expr: 2}
  - {id: boxes, type: box, repeat: eos}
types:
  name:
    seq: [{id: text, type: str, size: 1}]
  box:
    seq:
      - {id: pad, size: 3}
      - {id: kind, type: u1}
      - id: body
        size: 2
        type: {switch-on: kind, cases: {1: small, 2: large}}
      - {id: count, type: u1, repeat: expr, repeat-expr: amount}
      - {id: named, type: u1}
      - {id: label, size: '_root.names[named].text.length'}
    instances:
      amount: {value: 'kind == 2 ? body.as<large>.amount : body.as<small>.amount', -valid: {max: 3}}
      name: {value: '_root.names[named].text'}
  small:
    seq: [{id: amount, type: u1}, {id: rest, type: u1}]
  large:
    seq: [{id: rest, type: u1}, {id: amount, type: u1}]
"""
GOOD = b"xyz\1\2\0" + b"\7\7" + b"\0" + b"a"


@pytest.fixture
def shelf(compiled: Compile) -> Codec:
    return compiled(SHELF)


@pytest.mark.parametrize("engine", ["auto", "objects"])
@pytest.mark.parametrize(
    ("bad", "offset", "field", "found"),
    [
        (b"xyz\3\2\0" + b"\7\7" + b"\0" + b"a", 3, "kind", "3"),  # the body is bytes, of which nothing says the amount
        (b"xyz\1\2\0" + b"\7\7" + b"\5" + b"a", 8, "named", "5"),  # there is no such name
        (b"xyz\1\4\0" + b"\7\7\7\7" + b"\0" + b"a", 4, "amount", "4"),  # a rule of a calculated value
        (b"xyz\2\0\5" + b"\7\7\7\7\7" + b"\0" + b"a", 5, "amount", "5"),
    ],
)
def test_the_stored_field_on_which_a_value_rests_is_to_blame(
    shelf: Codec, engine: Literal["auto", "objects"], bad: bytes, offset: int, field: str, found: str
) -> None:
    with pytest.raises(ValueInvalidError) as caught:
        bytewright.open(b"ab" + GOOD + bad, shelf, engine=engine).to_table()
    error = caught.value
    assert (error.offset, error.field, error.found) == (2 + len(GOOD) + offset, f"boxes[1].{field}", found)


KEYS = """
seq: [{id: entries, type: entry, repeat: eos}]
types:
  entry:
    seq:
      - {id: code, type: u1}
      - {id: literal, size: code, if: code < 192}
    instances:
      key: {value: 'code < 192 ? literal.length : code - 192'}
"""


@pytest.mark.parametrize(
    ("size", "field", "found"),
    [
        ("items[0]", "items[0]", "7"),
        ("key[1]", "key[1]", "7"),
        ("same[1]", "items[1]", "7"),
        ("[items[1], 300][0]", "items[1]", "7"),
        ("[n, 300][0]", "n", "7"),
        ("made[n]", "n", "7"),  # the spec's own lists are no longer
        ("[n, 300][2]", "body", None),
        ("[1, n].as<bytes>[2]", "body", None),
        ("(n == 7 ? [n, 300] : [300, 3])[2]", "body", None),
        ("[items.first, 300][2]", "body", None),
        ("items[2]", "body", None),
        ("key[2]", "body", None),
    ],
)
def test_what_an_index_finds_is_blamed_on_what_is_read(
    compiled: Compile, size: str, field: str, found: str | None
) -> None:
    spec = f"""
seq:
  - {{id: n, type: u1}}
  - {{id: items, type: u1, repeat: expr, repeat-expr: 2}}
  - {{id: key, size: 2}}
  - {{id: body, size: '{size}'}}
instances:
  same: {{value: items}}
  made: {{value: '[n, 300]'}}
"""
    with pytest.raises(ReadError) as caught:
        compiled(spec).parse(b"\7" * 5)
    assert (caught.value.field, caught.value.found and caught.value.found.partition(",")[0]) == (field, found)


def test_a_value_that_is_too_much_for_its_condition_is_said_with_it(compiled: Compile) -> None:
    codec = compiled(KEYS)
    model = codec.parse(b"\2ab\3abc")
    model.entries[1].literal = b"x" * 191
    assert codec.to_bytes(model, relocate=True)[3:] == b"\xbf" + b"x" * 191
    model.entries[1].literal = b"x" * 192
    with pytest.raises(WriteError) as caught:
        codec.to_bytes(model, relocate=True)
    error = caught.value
    assert (error.field, error.expected) == ("entries[1].literal", "nothing unless code < 192")


def test_an_element_that_a_header_lacks_is_said(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
  - {id: parts, type: part, repeat: expr, repeat-expr: 2}
  - {id: rows, type: u1, repeat: eos}
instances:
  index_at: {value: 0, -find: {in: parts, where: _.kind == 7}, -valid: {min: 0}}
types:
  part: {seq: [{id: kind, type: u1}]}
"""
    )
    assert codec.parse(b"\1\7\0").index_at == 1
    with pytest.raises(ReadError) as caught:
        codec.parse(b"\1\2\0")
    error = caught.value
    assert (error.offset, error.field, error.expected, error.found) == (
        0, "parts", "an element with _.kind == 7", "none",
    )  # fmt: skip


def test_check_refuses_what_lies_at_places_and_what_views_show(
    compiled: Compile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compiled(
        """
seq: [{id: ofs, type: u1}, {id: items, type: u1, repeat: eos}]
instances:
  index: {pos: ofs, type: u4}
  inverse: {value: '255 / items[0]'}
-views:
  whole: {columns: [{id: inverse, value: inverse}]}
"""
    )
    for name, data, status in (("good", b"\1\1\2\3\4", 0), ("place", b"\x09\1\2\3\4", 1), ("view", b"\1\0\2\3\4", 1)):
        path = tmp_path / name
        path.write_bytes(data)
        assert main(["check", "--spec", str(tmp_path / "toy.ksy"), str(path)]) == status
    place, view = capsys.readouterr().err.splitlines()
    assert ": ofs: " in place
    assert "inverse" in view


@pytest.mark.parametrize("engine", ["auto", "objects"])
@pytest.mark.parametrize("count", [3, 4, 1 << 31, (1 << 64) - 1])
def test_a_file_that_ends_early_has_the_records_that_are_whole(
    compiled: Compile, engine: Literal["auto", "objects"], count: int
) -> None:
    codec = compiled(
        """
seq:
  - {id: count, type: u8}
  - {id: records, type: record, repeat: expr, repeat-expr: count}
types:
  record: {seq: [{id: size, type: u1}, {id: text, type: str, size: size}]}
"""
    )
    data = count.to_bytes(8, "little") + b"\2ab\1c\3d"
    errors: list[BytewrightError] = []
    batches = list(bytewright.open(data, codec, engine=engine).to_batches(on_error=errors.append))
    assert [text for batch in batches for text in batch.column("text").to_pylist()] == ["ab", "c"]
    assert [(error.field, error.offset) for error in errors] == [("records[2].size", 13)]


@pytest.mark.parametrize("engine", ["auto", "objects"])
def test_an_offset_in_decoded_bytes_is_said_to_be_one(compiled: Compile, engine: Literal["auto", "objects"]) -> None:
    codec = compiled(
        """
seq: [{id: blocks, type: block, repeat: eos}]
types:
  block:
    seq: [{id: size, type: u1}, {id: body, size: size, type: body, process: zlib}, {id: end, contents: [7]}]
  body:
    seq: [{id: mark, contents: [1, 2]}, {id: value, type: u4}]
"""
    )
    packed, wrong = (zlib.compress(mark + bytes(4)) for mark in (b"\1\2", b"\1\3"))
    block = bytes([len(packed)]) + packed
    bad = block + b"\7" + bytes([len(wrong)]) + wrong + b"\7"
    with pytest.raises(ReadError) as caught:
        bytewright.open(bad, codec, engine=engine).to_table()
    assert (caught.value.offset, caught.value.within) == (0, "blocks[1].body")
    assert str(caught.value).endswith("The offset counts in the decoded bytes of blocks[1].body.")
    with pytest.raises(ReadError) as caught:
        bytewright.open(block + b"\6", codec, engine=engine).to_table()
    assert (caught.value.offset, caught.value.within) == (len(block), None)


def test_what_rows_say_is_an_error_of_their_column(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(
        """
seq: [{id: notes, type: note, repeat: eos}]
types:
  note:
    seq: [{id: inner, type: inner}]
  inner:
    seq: [{id: text, type: str, size: 3}]
-views:
  rows: {each: 'notes[*]', columns: [{id: words, value: _.inner.text}]}
"""
    )
    rows = pa.table({"words": ["abc", "def", "ghij"]})
    with pytest.raises(WriteError) as caught:
        bytewright.write(rows, tmp_path / "out", codec)
    error = caught.value
    assert (error.field, error.hint) == ("notes[2].inner.text", "The column words says it.")


FOUND = """
seq: [{id: head, type: head}, {id: rest, type: rest}]
types:
  head: {seq: [{id: items, type: item, repeat: expr, repeat-expr: 2}]}
  item: {seq: [{id: key, type: u1}]}
  rest:
    seq: [{id: y, type: u1}]
    instances: {there: {value: -1, -find: {in: _root.head.items, where: _.key == 7}, -valid: {min: 0}}}
instances:
  at: {value: -1, -find: {in: head.items, where: _.key == 3}, -valid: {min: 0}}
"""


@pytest.mark.parametrize(
    ("data", "field", "expected"),
    [
        (b"\1\7z", "head.items", "an element with _.key == 3"),
        (b"\1\3z", "rest.there", "an element of _root.head.items with _.key == 7"),
    ],
)
def test_what_was_not_found_is_named(data: bytes, field: str, expected: str, compiled: Compile) -> None:
    with pytest.raises(ValueInvalidError) as caught:
        compiled(FOUND).parse(data)
    assert (caught.value.field, caught.value.expected, caught.value.found) == (field, expected, "none")


BEYOND = """
seq: [{id: items, type: u1, repeat: expr, repeat-expr: 2}]
instances: {x: {value: 'items[7]'%s}}
"""


def test_an_index_that_finds_nothing_is_no_matter_of_python(compiled: Compile) -> None:
    codec = compiled(BEYOND % ", -valid: {min: 0}")
    missing = r"x: expected a value that can be calculated, found none, as an index finds no element"
    with pytest.raises(ReadError, match=missing):
        codec.parse(b"\1\2")
    with pytest.raises(WriteError, match=missing):
        codec.to_bytes(from_plain(codec, {"items": [1, 2]}))
    shown = compiled(BEYOND % "")
    for engine in ("auto", "objects"):
        with pytest.raises(ReadError, match=r"\(column x\): an index finds no element"):
            bytewright.open(b"\1\2", shown, engine=engine).to_table()


def test_values_of_options_that_a_format_does_not_have_are_refused(compiled: Compile) -> None:
    codec = compiled("-options: [{id: flavour, type: int, default: 0}]\nseq: [{id: x, type: u1}]")
    model = codec.parse(b"\1", options={"flavour": 1})
    refused = partial(pytest.raises, OptionError, match="unknown option 'flavor'")
    with refused():
        codec.parse(b"\1", options={"flavor": 1})
    with refused():
        codec.parse_partly(b"\1", options={"flavor": 1})
    with refused():
        codec.to_bytes(model, options={"flavor": 1})
