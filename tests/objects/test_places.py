"""What lies at places of its own (instances with ``pos`` and ``io``): read when asked for, in trees, written."""

from __future__ import annotations

import json
import struct
from typing import Any

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.errors import BoundsError, ReadError, SlackError, WriteError
from bytewright.io.source import BytesSource
from bytewright.testing.checks import check_round_trip


def rewritten(codec: Codec, data: bytes) -> tree.Node:
    """The tree of a file, whose leaves share its bytes; the file is written again from objects and from the tree."""
    assert codec.to_bytes(codec.parse(data)) == data
    node = tree.build(codec, BytesSource(data))
    owners = [0] * len(data)
    for leaf in node.leaves():
        if not leaf.again and not leaf.within:
            for place in range(leaf.offset, leaf.offset + leaf.size):
                owners[place] += 1
    assert owners == [1] * len(data)
    assert codec.to_bytes(tree.load(codec, json.dumps(node.to_json()))) == data
    return node


def leaves(node: tree.Node) -> list[tuple[str, int, Any, bool]]:
    return [(leaf.name, leaf.offset, leaf.value, leaf.again) for leaf in node.leaves()]


ARCHIVE = """
seq:
  - {id: magic, contents: ARC1}
  - {id: num_files, type: u2}
  - {id: files, type: file, repeat: expr, repeat-expr: num_files}
types:
  file:
    seq:
      - {id: name, type: strz}
      - {id: ofs_body, type: u4}
      - {id: len_body, type: u4}
    instances:
      body: {pos: ofs_body, size: len_body, io: _root._io}
"""


def archive(*files: tuple[bytes, int, int], rest: bytes) -> bytes:
    header = b"ARC1" + struct.pack("<H", len(files))
    return header + b"".join(name + b"\0" + struct.pack("<II", at, size) for name, at, size in files) + rest


def test_bodies_are_placed_behind_their_table(compiled: Compile) -> None:
    codec = compiled(ARCHIVE)
    files = [{"name": "a", "body": b"first"}, {"name": "bc", "body": b""}, {"name": "d", "body": b"third one"}]
    made: Any = codec.root
    data = codec.to_bytes(made(files=files))
    assert data == archive((b"a", 37, 5), (b"bc", 42, 0), (b"d", 42, 9), rest=b"firstthird one")
    found = codec.parse(data)
    assert [file.body for file in found.files] == [b"first", b"", b"third one"]
    rewritten(codec, data)


def test_what_grows_goes_behind_the_others_and_what_shrinks_stays(compiled: Compile) -> None:
    codec = compiled(ARCHIVE)
    data = archive((b"a", 28, 3), (b"b", 32, 2), rest=b"--" + b"aaa-bb" + b"--")
    assert [leaf for leaf in leaves(rewritten(codec, data)) if leaf[0].startswith("slack")] == [
        ("slack", 26, "2d2d", False),
        ("slack_2", 31, "2d", False),
        ("slack_3", 34, "2d2d", False),
    ]
    found = codec.parse(data)
    found.files[0].body = b"AA"
    again = codec.to_bytes(found)
    assert codec.parse(again).files[0].body == b"AA"
    assert codec.parse(again).files[0].ofs_body == 28
    found.files[0].body = b"longer than before"
    again = codec.to_bytes(found)
    assert [file.body for file in codec.parse(again).files] == [b"longer than before", b"bb"]
    assert codec.parse(again).files[1].ofs_body == 32
    rewritten(codec, again)
    found.files[0].name = "a name that reaches into the bodies"
    again = codec.parse(codec.to_bytes(found))
    assert [(file.name, file.body) for file in again.files] == [
        ("a name that reaches into the bodies", b"longer than before"),
        ("b", b"bb"),
    ]


TRAILER = """
seq:
  - {id: magic, contents: LG}
instances:
  trailer: {pos: _io.size - 6, type: trailer}
  rows: {pos: trailer.ofs_rows, type: strz, repeat: expr, repeat-expr: trailer.num_rows}
types:
  trailer:
    seq:
      - {id: ofs_rows, type: u4}
      - {id: num_rows, type: u2}
"""


def test_a_trailer_counts_from_the_end(compiled: Compile) -> None:
    codec = compiled(TRAILER)
    data = b"LG??one\0two\0" + struct.pack("<IH", 4, 2)
    rewritten(codec, data)
    found = codec.parse(data)
    assert found.rows == ["one", "two"]
    found.rows = ["one", "two", "three"]
    found.trailer.num_rows = 3
    again = codec.to_bytes(found)
    assert codec.parse(again).rows == ["one", "two", "three"]
    assert codec.parse(again).trailer.num_rows == 3
    assert len(again) == again.index(struct.pack("<H", 3), 8) + 2


def test_places_are_read_when_they_are_asked_for(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: ofs, type: u1}]\ninstances: {x: {pos: ofs, type: u4}, y: {pos: 0, type: u1, if: ofs > 9}}"
    )
    found = codec.parse(b"\1\2\3\4\5")
    assert (found.x, found.y) == (0x05040302, None)
    bad = codec.parse(b"\7\2\3\4\5")
    for _ in range(2):
        with pytest.raises(BoundsError) as caught:
            _ = bad.x
        assert (caught.value.field, caught.value.offset, caught.value.found) == ("ofs", 0, "7")
    warnings: list[tuple[int, str]] = []
    node = tree.build(codec, BytesSource(b"\7\2\3\4\5"), warnings=warnings)
    assert [leaf[0] for leaf in leaves(node)] == ["ofs", "slack"]
    assert "a position from 0 to 5, found 7" in warnings[0][1]
    assert codec.to_bytes(codec.parse(b"\7\2\3\4\5")) == b"\7\2\3\4\5"


def test_bytes_that_nothing_describes(compiled: Compile) -> None:
    codec = compiled("seq: [{id: ofs, type: u1}]\ninstances: {x: {pos: ofs, type: u2}}")
    assert codec.parse(b"\1\2\3", strict=True).x == 0x0302
    with pytest.raises(SlackError) as caught:
        codec.parse(b"\2?\2\3?", strict=True)
    assert (caught.value.offset, caught.value.field) == (1, "slack")
    with pytest.raises(BoundsError):
        codec.parse(b"\7?\2\3?", strict=True)
    assert leaves(rewritten(codec, b"\2?\2\3?")) == [
        ("ofs", 0, 2, False),
        ("x", 2, 0x0302, False),
        ("slack", 1, "3f", False),
        ("slack_2", 4, "3f", False),
    ]
    assert codec.to_bytes(codec.parse(b"\2?\2\3?"), canonical=True) == b"\1\2\3"


def test_bytes_that_several_fields_read(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: a, type: u2}, {id: b, type: u2}]\n"
        "instances: {both: {pos: 0, type: u4}, middle: {pos: 1, size: 2}, more: {pos: 3, size-eos: true}}"
    )
    data = b"\1\2\3\4\5\6"
    node = rewritten(codec, data)
    assert leaves(node) == [
        ("a", 0, 0x0201, False),
        ("b", 2, 0x0403, False),
        ("both", 0, 0x04030201, True),
        ("middle", 1, "0203", True),
        ("more", 3, "040506", True),
        ("slack", 4, "0506", False),
    ]
    found = codec.parse(data)
    found.a = 0xFFFF
    assert codec.to_bytes(found) == b"\xff\xff\3\4\5\6"
    found = codec.parse(data)
    found.both = 1
    with pytest.raises(WriteError) as caught:
        codec.to_bytes(found)
    assert (caught.value.field, caught.value.expected) == ("both", "what other fields say of the same bytes")


@pytest.mark.parametrize(
    ("root", "given"),
    [
        (
            "{id: x, type: u2}, {id: y, type: u2}, {id: one, type: entry(x)}, {id: other, type: entry(y)}",
            {"x": None, "y": None, "one": {"data": 1}, "other": {"data": 2}},
        ),
        (
            "{id: at, type: u2, repeat: expr, repeat-expr: 2}, {id: one, type: 'entry(at[0])'}, "
            "{id: other, type: 'entry(at[1] + 1)'}",
            {"at": [0, 0], "one": {"data": 1}, "other": {"data": 2}},
        ),
    ],
    ids=["fields", "list"],
)
def test_a_place_that_several_fields_hand_on(compiled: Compile, root: str, given: dict[str, Any]) -> None:
    codec = compiled(
        f"seq: [{root}]\n"
        "types:\n"
        "  entry:\n"
        "    params: [{id: offset, type: u2}]\n"
        "    instances:\n"
        "      data: {pos: offset, io: _root._io, type: u4}\n"
    )
    with pytest.raises(WriteError) as caught:
        codec.to_bytes(codec.root(**given))
    assert caught.value.field == "one.data"
    assert "(toy.ksy:7), whose offset is derived only where a single field hands it on." in str(caught.value)


CIRCLE = """
seq: [{id: first, type: node}]
types:
  node:
    seq: [{id: next, type: u1}, {id: value, type: u1}]
    instances: {following: {pos: next, type: node, if: next != 255}}
"""


def test_places_that_lead_to_each_other_in_circles(compiled: Compile) -> None:
    codec = compiled(CIRCLE)
    data = bytes([2, 10, 4, 20, 2, 30])
    node = rewritten(codec, data)
    assert [leaf[:3] for leaf in leaves(node) if not leaf[3]] == [
        ("next", 0, 2),
        ("value", 1, 10),
        ("next", 2, 4),
        ("value", 3, 20),
        ("next", 4, 2),
        ("value", 5, 30),
    ]
    assert codec.parse(data).first.following.following.following.value == 20
    rewritten(codec, bytes([0, 1]))
    chain = bytes(value for place in range(120) for value in (2 * place + 2, place)) + b"\xff\0"
    rewritten(codec, chain)


def test_slack_of_which_another_stream_describes_a_part(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: a, type: nothing, size: 12}]\ninstances: {b: {pos: _io.size - 6, type: u1}}\ntypes: {nothing: {}}"
    )
    rewritten(codec, b"ab1defgh\0\0\0\0\0")


def test_slack_of_a_stream_that_another_one_describes_with_more(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: a, type: nothing, size: 4}, {id: at, type: u1}, {id: len, type: u1}]\n"
        "instances: {b: {pos: at, size: len}}\ntypes: {nothing: {}}"
    )
    rewritten(codec, b"\0cq\0\0\6zz")
    rewritten(codec, b"\0cq\0\1\2zz")
    codec = compiled(
        "seq: [{id: a, type: some, size: 4}, {id: at, type: u1}]\n"
        "instances: {b: {pos: at, size: 2}, c: {pos: 5, size: 2}}\ntypes: {some: {seq: [{id: x, type: u1}]}}"
    )
    rewritten(codec, b"\1cq\2\0zz")
    rewritten(codec, b"\1cq\2\3zz")


def test_many_ways_to_one_place(compiled: Compile) -> None:
    """They would be 2 to the power of 100."""
    codec = compiled(
        "seq: [{id: top, type: node}]\n"
        "types:\n  node:\n    seq: [{id: next, type: u1}]\n"
        "    instances: {left: {pos: next, type: node, if: next > 0}, right: {pos: next, type: node, if: next > 0}}"
    )
    rewritten(codec, bytes([*range(1, 101), 0]))


def test_streams_of_other_structures(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: box, size: 6, type: box}, {id: len, type: u1}, {id: text, size: len}]\n"
        "instances: {inside: {io: box._io, pos: 2, type: u2}, outside: {pos: 7, type: u1}}\n"
        "types: {box: {seq: [{id: n, type: u1}], instances: {last: {pos: 5, type: u1}}}}"
    )
    data = b"\1a\2\0b\3\4abcd!"
    node = rewritten(codec, data)
    assert [leaf[:2] for leaf in leaves(node) if leaf[0].startswith("slack")] == [
        ("slack", 1),
        ("slack_2", 4),
        ("slack", 11),
    ]
    found = codec.parse(data)
    assert (found.inside, found.box.last, found.outside) == (2, 3, ord("a"))
    found.inside, found.box.last, found.text = 0x5A5A, 9, b"Abc"
    assert codec.to_bytes(found) == b"\1aZZb\x09\3Abc!"
    with pytest.raises(ReadError) as caught:
        _ = compiled("seq: [{id: box, size: 2, type: box}]\ninstances: {inside: {io: box._io, pos: 1, type: u2}}\n"
                     "types: {box: {}}").parse(b"abcd").inside  # fmt: skip
    assert (caught.value.offset, caught.value.field) == (1, "inside")


@pytest.mark.parametrize("engine", ["objects", "auto"])
def test_strict_views(compiled: Compile, engine: Any) -> None:
    """A trailer that lies behind the records is no slack, whoever reads the rows; what lies between them is."""
    codec = compiled(
        "seq: [{id: num, type: u1}, {id: rows, type: row, repeat: expr, repeat-expr: num}]\n"
        "instances: {sum: {pos: _io.size - 1, type: u1}}\ntypes: {row: {seq: [{id: n, type: u2}]}}"
    )
    good = b"\2\1\0\2\0\x07"
    for strict in (False, True):
        table = bytewright.open(good, codec, engine=engine, strict=strict)
        assert table.to_table().to_pylist() == [{"n": 1}, {"n": 2}]
        assert table.warnings == []
    bad = good[:-1] + b"??" + good[-1:]
    assert bytewright.open(bad, codec, engine=engine).to_table().num_rows == 2
    with pytest.raises(SlackError) as caught:
        bytewright.open(bad, codec, engine=engine, strict=True).to_table()
    assert caught.value.offset == 5


def test_a_file_is_read_again_where_it_is_streamed(compiled: Compile) -> None:
    """Records come one by one from a window of the file; what lies far away is fetched when a view asks for it."""
    codec = compiled(
        "seq: [{id: rows, type: row, repeat: eos}]\n"
        "types: {row: {seq: [{id: n, type: u4}], instances: {twin: {io: _root._io, pos: 4 * (n % 50000), type: u4}}}}\n"
        "-views: {twins: {each: 'rows[*]', columns: [{id: n, value: _.n}, {id: twin, value: _.twin}]}}"
    )
    data = struct.pack("<50000I", *((7 * i) % 50000 for i in range(50000)))
    rows = bytewright.open(data, codec, view="twins").to_table()
    assert rows["twin"].to_pylist() == [(49 * i) % 50000 for i in range(50000)]


@pytest.mark.parametrize("more", range(1, 8))
def test_what_moves_does_not_lie_in_place_of_a_trailer(compiled: Compile, more: int) -> None:
    """Also where it is as long as the trailer, so that the file would be no longer with one of them only."""
    codec = compiled(
        "seq: [{id: parts, type: part, repeat: expr, repeat-expr: trailer.num_parts}]\n"
        "instances: {trailer: {pos: _io.size - 8, type: trailer}}\n"
        "types:\n"
        "  trailer: {seq: [{id: num_parts, type: u4}, {id: sign, contents: ENDY}]}\n"
        "  part:\n"
        "    seq: [{id: ofs, type: u2}, {id: len, type: u2}]\n"
        "    instances: {body: {pos: ofs, size: len}}"
    )
    data = struct.pack("<4H", 8, 4, 12, 4) + b"somebody" + struct.pack("<I", 2) + b"ENDY"
    rewritten(codec, data)
    model = codec.parse(data)
    model.parts[0].body += b"!" * more
    again = codec.parse(codec.to_bytes(model))
    assert [part.body for part in again.parts] == [b"some" + b"!" * more, b"body"]
    assert (again.trailer.num_parts, again.trailer.sign) == (2, b"ENDY")


@pytest.mark.parametrize("gap", [b"", b"GAP"])
def test_what_a_trailer_leads_to_gives_way_as_well(compiled: Compile, gap: bytes) -> None:
    """What has grown takes the place of the index, which then needs one before the trailer that names it."""
    codec = compiled(
        "seq: [{id: ofs_label, type: u4}]\n"
        "instances: {label: {pos: ofs_label, type: label}, trailer: {pos: _io.size - 8, type: trailer}}\n"
        "types:\n"
        "  label: {seq: [{id: len, type: u2}, {id: text, type: str, size: len}]}\n"
        "  trailer:\n"
        "    seq: [{id: ofs_index, type: u4}, {id: sign, contents: ENDY}]\n"
        "    instances: {index: {pos: ofs_index, type: u4}}"
    )
    front = struct.pack("<I", 4) + b"\2\0hi" + gap
    data = front + struct.pack("<II", 9, len(front)) + b"ENDY"
    rewritten(codec, data)
    model = codec.parse(data)
    model.label.text += "-longer"
    again = codec.parse(codec.to_bytes(model))
    assert (again.label.text, again.trailer.index, again.trailer.sign) == ("hi-longer", 9, b"ENDY")
    rewritten(codec, codec.to_bytes(model))


def test_a_place_that_says_that_there_is_nothing(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: notes, type: note, repeat: expr, repeat-expr: 2}]\n"
        "types:\n  note:\n    seq: [{id: ofs, type: u2}]\n"
        "    instances: {text: {io: _root._io, pos: ofs, type: strz, if: ofs != 0}}"
    )
    made: Any = codec.root
    data = codec.to_bytes(made(notes=[{"text": "a"}, {}]))
    assert data == b"\4\0\0\0a\0"
    rewritten(codec, data)
    model = codec.parse(data)
    assert [note.text for note in model.notes] == ["a", None]
    model.notes[0].text, model.notes[1].text = None, "bc"
    assert codec.to_bytes(model)[:4] == b"\0\0\4\0"
    assert [note.text for note in codec.parse(codec.to_bytes(model)).notes] == [None, "bc"]


def test_an_index_that_a_trailer_measures_from_the_end(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: magic, contents: X}]\n"
        "instances:\n"
        "  footer: {pos: _io.size - 8, type: footer}\n"
        "  index: {pos: _io.size - 8 - footer.len_index, size: footer.len_index, type: index}\n"
        "types:\n"
        "  footer: {seq: [{id: len_index, type: u4}, {id: len_file, type: u4}]}\n"
        "  index: {seq: [{id: names, type: strz, repeat: eos}]}"
    )
    data = b"X" + b"ab\0c\0" + struct.pack("<II", 5, 14)
    rewritten(codec, data)
    model = codec.parse(data)
    model.index.names = ["ab", "c", "longer"]
    again = codec.parse(codec.to_bytes(model))
    assert again.index.names == ["ab", "c", "longer"]
    assert again.footer.len_index == 12


def test_places_that_are_counted_in_blocks(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: block, type: u2}, {id: name, type: strz}]\ninstances: {payload: {pos: block * 16, size-eos: true}}"
    )
    made: Any = codec.root
    model = made(name="x", payload=b"data")
    data = codec.to_bytes(model)
    assert data == b"\1\0x\0" + bytes(12) + b"data"
    assert codec.to_bytes(model) == data
    model = codec.parse(data)
    model.name = "a name of more than a block"
    assert codec.to_bytes(model) == b"\2\0a name of more than a block\0" + bytes(2) + b"data"


def test_a_size_that_counts_from_the_end_is_held_against_it(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n  - {id: has_pad, type: u1}\n"
        "  - {id: data, size: '_io.size - _io.pos - (has_pad != 0 ? len_pad : 0)'}\n"
        "  - {id: pad, size-eos: true, if: has_pad != 0}\n"
        "instances: {len_pad: {pos: _io.size - 1, type: u1}}"
    )
    for data in (b"\0abc", b"\1abc??\3", b"\1\1"):
        rewritten(codec, data)
    made: Any = codec.root
    assert codec.to_bytes(made(has_pad=1, data=b"ab", pad=b"??\3", len_pad=3)) == b"\1ab??\3"
    model = codec.parse(b"\1abc??\3")
    model.data = b"longer"
    assert codec.to_bytes(model) == b"\1longer??\3"
    model.pad, model.len_pad = b"?\3", 3
    with pytest.raises(WriteError) as caught:
        codec.to_bytes(model)
    assert caught.value.field in ("data", "pad", "len_pad")


def test_what_has_no_bytes_leaves_its_place_to_what_has_some(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: items, type: item, repeat: expr, repeat-expr: 2}]\n"
        "types:\n"
        "  item:\n"
        "    seq: [{id: size, type: u1}, {id: ofs, type: u1}]\n"
        "    instances: {data: {pos: ofs, size: size}, head: {pos: ofs, size: 2}}"
    )
    data = bytes((0, 4, 3, 6)) + b"ab" + b"cde"
    model = codec.parse(data)
    assert [(item.data, item.head) for item in model.items] == [(b"", b"ab"), (b"cde", b"cd")]
    assert codec.to_bytes(codec.parse(data), canonical=True) == data


PEEKING = """
seq:
  - {id: kind, type: u1}
  - {id: more, type: u1, if: flag == 1}
  - {id: value, type: {switch-on: other, cases: {1: u1, 2: u2}}, if: kind != 9}
  - {id: items, type: u1, repeat: until, repeat-until: _ == last}
instances:
  flag: {pos: 0, type: u1}
  other: {pos: 0, type: u1, if: kind != 9}
  last: {pos: 0, type: u1, if: kind != 9}
"""


def test_what_decides_must_be_said(compiled: Compile) -> None:
    codec = compiled(PEEKING)
    given = {"kind": 1, "more": 7, "value": 3, "items": [5, 1]}
    whole = {**given, "flag": 1, "other": 1, "last": 1}
    assert codec.to_bytes(codec.root(**whole)) == b"\x01\x07\x03\x05\x01"
    for name in ("flag", "other", "last"):
        model = codec.root(**{**whole, name: None})
        with pytest.raises(WriteError) as refused:
            codec.to_bytes(model)
        assert (refused.value.field, refused.value.expected) == (name, "a value, as others ask for it")
        assert getattr(model, name) is None
    # Where a reader finds nothing, there is nothing to say.
    without: dict[str, Any] = {"kind": 9, "items": [5], "flag": 9, "value": None}
    with pytest.raises(WriteError, match="items: expected a last element that ends the list"):
        codec.to_bytes(codec.root(**without))


def test_what_decides_is_what_others_have_written_there(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: kind, type: u1}\n"
        "  - {id: value, type: {switch-on: peek, cases: {1: u1, 2: u2}}}\n"
        "  - {id: rest, type: u1, if: peek == 2}\n"
        "instances:\n  peek: {pos: 0, type: u1}"
    )
    model = codec.parse(b"\x01\x07")
    model.kind = 2
    with pytest.raises(WriteError, match="rest: expected a value"):
        codec.to_bytes(model)
    model = codec.parse(b"\x01\x07")
    model.kind, model.rest = 3, None
    with pytest.raises(WriteError, match="value: expected nothing"):
        codec.to_bytes(model)
    model = codec.parse(b"\x03")
    model.kind = 4
    assert codec.to_bytes(model) == b"\x04"
    assert model.peek == 4


def test_a_rebuilt_file_without_gaps_stays_as_it_was(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: num, type: u1}\n"
        "  - {id: images, type: image, repeat: expr, repeat-expr: num}\n"
        "types:\n"
        "  image:\n"
        "    seq: [{id: ofs, type: u1}, {id: len, type: u1}]\n"
        "    instances:\n"
        "      data: {pos: ofs, size: len}\n"
        "      head: {pos: ofs, size: 3}"
    )
    # Heads reach into what follows, where one image has fewer bytes than that.
    data = bytes((3, 7, 0, 7, 1, 8, 4)) + b"abcde"
    check_round_trip(codec, codec.parse(data))
    assert codec.to_bytes(codec.parse(data), canonical=True) == data


def test_what_others_say_already_stays_where_nothing_may_follow(compiled: Compile) -> None:
    """A file of rows has its places anew; behind bytes that reach to the end there is none, but others may have the
    same bytes where something is said to lie."""
    codec = compiled(
        """
seq:
  - {id: num, type: u2}
  - {id: items, type: u1, repeat: expr, repeat-expr: num}
  - {id: foot, type: foot}
types:
  foot:
    seq:
      - {id: where, type: u4}
      - {id: rest, size-eos: true}
    instances:
      first: {io: _root._io, pos: where, type: u2}
"""
    )

    def made(where: int, first: int, items: list[int]) -> bytes:
        fields: Any = {"items": items, "foot": {"where": where, "rest": b"rest", "first": first}}
        return codec.to_bytes(codec.root(**fields), relocate=True)

    for where, first in ((0, 2), (2, 0x0807), (8, 0x6572)):
        data = b"\2\0\7\10" + bytes([where, 0, 0, 0]) + b"rest"
        assert made(where, first, [7, 8]) == data
        found = codec.parse(data)
        assert codec.to_bytes(found, relocate=True) == data
    with pytest.raises(WriteError, match="to reach to the end"):
        made(0, 2, [7, 8, 9])
    # Where it is said to lie doesn't count, and need not be said: it is where others have these bytes.
    assert made(99, 0x7365, [7, 8]) == b"\2\0\7\10\11\0\0\0rest"
    fields: Any = {"items": [7, 8], "foot": {"rest": b"rest", "first": 0x0807}}
    assert codec.to_bytes(codec.root(**fields)) == b"\2\0\7\10\2\0\0\0rest"
    # What was read of others' bytes follows them; what was set is found elsewhere, or nowhere.
    found = codec.parse(b"\2\0\7\10\0\0\0\0rest")
    found.items.append(9)
    assert codec.to_bytes(found) == b"\3\0\7\10\11\0\0\0\0rest"
    assert found.foot.first == 3
    found.foot.first = 0x0908
    assert codec.to_bytes(found) == b"\3\0\7\10\11\3\0\0\0rest"
    found.foot.first = 0xFFFF
    with pytest.raises(WriteError, match="to reach to the end"):
        codec.to_bytes(found)


def test_what_others_have_changed_is_read_again_in_the_stream_it_lies_in(compiled: Compile) -> None:
    """That of a structure around it, which may begin where its own does."""
    codec = compiled(
        """
seq:
  - {id: head, type: head, size: 4}
  - {id: more, type: u1}
types:
  head:
    seq: [{id: a, type: u1}, {id: b, type: u1}]
    instances:
      own: {pos: 1, type: u1}
      outer: {io: _root._io, pos: 1, type: u1}
      last: {io: _root._io, pos: 4, type: u1}
"""
    )
    data = b"\1\2\0\0\5"
    model = codec.parse(data)
    assert (model.head.own, model.head.outer, model.head.last) == (2, 2, 5)
    model.head.b, model.more = 7, 8
    assert codec.to_bytes(model) == b"\1\7\0\0\10"
    assert (model.head.own, model.head.outer, model.head.last) == (7, 7, 8)


def test_a_place_that_nothing_says_is_named(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: version, type: u1}\n"
        "  - {id: ofs, type: u1, if: version > 1}\n"
        "instances:\n  late: {pos: ofs - 1, type: u1}"
    )
    root: Any = codec.root
    assert codec.to_bytes(root(version=2, late=7)) == b"\x02\x03\x07"
    with pytest.raises(WriteError, match="late: expected nothing, as what says where it lies is absent, found 7"):
        codec.to_bytes(root(version=1, late=7))


def test_what_follows_a_place_that_something_empty_says(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: page, type: u1}\n"
        "  - {id: len_a, type: u1}\n"
        "  - {id: len_b, type: u1}\n"
        "instances:\n"
        "  a: {pos: page, size: len_a}\n"
        "  b: {pos: (page + len_a + page - 1) / page * page, size: len_b, if: len_b > 0}"
    )
    data = b"\x04\x00\x02\x00bb"
    found = codec.parse(data)
    assert (found.a, found.b) == (b"", b"bb")
    assert codec.to_bytes(codec.parse(data), canonical=True) == data


def test_what_counts_from_the_end_and_is_larger_than_that(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n  - {id: body, size: 4}\n"
        "instances:\n  trailer: {pos: _io.size - 3, type: trailer, size-eos: true}\n"
        "types:\n  trailer:\n    seq: [{id: len, type: u1}, {id: text, size: len}]"
    )
    root: Any = codec.root
    assert codec.to_bytes(root(body=b"abcd", trailer={"text": b"xy"})) == b"abcd\x02xy"
    with pytest.raises(WriteError):
        codec.to_bytes(root(body=b"abcd", trailer={"text": b"xyz"}))


def test_a_place_that_was_reached_before_is_asked_for_again(compiled: Compile) -> None:
    codec = compiled("""
seq:
  - {id: width, type: u1}
  - {id: lines, type: line, repeat: expr, repeat-expr: 2}
types:
  line:
    seq:
      - {size: 0, if: start < 0}
      - {id: points, type: point, repeat: expr, repeat-expr: _parent.width}
      - {size: (start - _io.pos) % 4}
    instances:
      start: {value: _io.pos}
  point:
    seq: [{id: x, type: u1}, {id: y, type: u2}]
""")
    data = bytes([3, *range(9), 0, 0, 0, *range(9), 0, 0, 0])
    shown = [bytewright.open(data, codec, engine=engine).to_table().to_pylist() for engine in ("objects", "columns")]
    assert shown[0] == shown[1]
    assert [line["points"][2]["x"] for line in shown[1]] == [6, 6]


TOLD = """
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: at, type: u2, -derive: {position-of: text}}
      - {id: behind, type: u1, -derive: {position-of: text, relative-to: len}}
      - {id: len, type: u1}
      - {id: text, size: len}
"""


def test_a_place_that_readers_do_not_go_by_stays(compiled: Compile) -> None:
    codec = compiled(TOLD)
    good = b"\4\0\1\2ab" + b"\x0a\0\1\1c"
    assert codec.to_bytes(codec.parse(good)) == good
    bad = b"\5\0\1\2ab" + b"\x0a\0\7\1c"
    model = codec.parse(bad)
    assert codec.to_bytes(model) == bad
    model.records[0].text = b"abc"
    assert codec.to_bytes(model) == b"\5\0\1\3abc" + b"\x0b\0\7\1c"
    model.records[0].at = model.records[1].behind = None
    assert codec.to_bytes(model) == b"\4\0\1\3abc" + b"\x0b\0\1\1c"
    assert codec.to_bytes(codec.parse(bad), canonical=True) == good
    warned = bytewright.open(bad, codec, engine="objects")
    warned.to_table()
    assert [str(one) for one in warned.warnings] == [
        "<bytes>: offset 0 (0x0): records[0].at is 5, though what it is about begins at 4; it stays",
        "<bytes>: offset 8 (0x8): records[1].behind is 7, though what it is about begins at 1; it stays",
    ]


def test_a_condition_over_the_stream_of_something_else_holds_of_what_is_written(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: part, size: 3, type: part}, {id: row, type: row}]\n"
        "types:\n"
        "  part: {seq: [{id: a, type: u1}]}\n"
        "  row:\n"
        "    seq: [{id: n, type: u1}, {id: b, type: u1, if: there._io.size == 3 and there.a == 7}]\n"
        "    instances: {there: {io: _root.part._io, pos: 1, type: part}}\n"
    )
    data = b"\x01\x07\x02\x05\x09"
    for value in (7, 6):
        model = codec.parse(data)
        assert model.row.b == 9
        model.row.there.a = value
        if value == 7:
            assert codec.to_bytes(model) == data
        else:
            with pytest.raises(WriteError, match=r"row\.b: expected nothing unless there\._io\.size == 3"):
                codec.to_bytes(model)
            model.row.b = None
            assert codec.to_bytes(model) == b"\x01\x06\x02\x05"
