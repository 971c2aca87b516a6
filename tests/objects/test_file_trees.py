"""Trees of which no more is read than what is asked for: they say what the tree of the whole file says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.support.both import damaged, toy
from tests.support.compiling import Compile

from bytewright import cli, tree
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import BytewrightError, OptionError, ReadError
from bytewright.io.source import BytesSource
from bytewright.tables.inputs import Input
from bytewright.tables.trees.record_walks import walk_of
from bytewright.tree import FileTree, Node
from bytewright.tree.paths import below, parsed, shown

FRAMED = """\
seq:
  - {id: version, type: u1}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len, type: u1}
      - {id: body, type: body, size: len}
  body:
    seq:
      - {id: kind, type: u1, enum: kind}
      - {id: marks, type: u2, repeat: expr, repeat-expr: 3}
      - {id: text, type: strz}
      - {id: packed, size: 9, process: xor(7), type: packed}
  packed: {seq: [{id: number, type: u8}]}
enums: {kind: {1: start, 2: stop}}
"""
VARINTS = """\
seq:
  - {id: records, type: record, repeat: eos}
types:
  record: {seq: [{id: len, type: leb}, {id: text, type: str, size: len.value}]}
  leb:
    seq: [{id: groups, type: group, repeat: until, repeat-until: not _.more}]
    instances: {value: {value: 'groups[0].low + (groups.size > 1 ? groups[1].low * 128 : 0)'}}
  group: {seq: [{id: low, type: b7}, {id: more, type: b1}]}
-views: {rows: {each: 'records[*]', columns: [{id: text, value: _.text}]}}
"""
COUNTED = """\
seq:
  - {id: num, type: u1}
  - {id: records, type: record, repeat: expr, repeat-expr: num}
types: {record: {seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}}
"""


def framed(count: int, **given: Any) -> bytes:
    packed = bytes(7 ^ byte for byte in b"\5\0\0\0\0\0\0\0\x2a")
    bodies = [bytes([1 + n % 2, n, 0, 2, 0, 3, 0]) + b"ab" * (n % 3) + b"\0" + packed for n in range(count)]
    return b"\1" + b"".join(bytes([len(body) + 2]) + body + b"\7\7" for body in bodies)


def varints(count: int) -> bytes:
    found = bytearray()
    for number in range(count):
        size = number * 7 % 300
        found += bytes([size]) if size < 128 else bytes([size & 127 | 128, size >> 7])
        found += b"x" * size
    return bytes(found)


def file_tree(codec: Codec, data: bytes) -> FileTree:
    settings, file = parse(codec), Input(data)
    return FileTree(codec, file.open(), settings, walk_of(codec, file, settings))


def flat(nodes: Iterator[tuple[int, Node]]) -> list[tuple[Any, ...]]:
    return [(level, one.name, one.type, one.offset, one.size, one.is_leaf and one.value) for level, one in nodes]


def paths_of(node: Node, path: str = "") -> Iterator[tuple[str, Node]]:
    yield path, node
    for child in node.children or ():
        yield from paths_of(child, below(path, child.name))


CASES = {
    "framed": (FRAMED, framed(5)),
    "varints": (VARINTS, varints(60)),
    "counted": (COUNTED, b"\3\1a\0\2bc"),
    "counted with slack": (COUNTED, b"\2\1a\2bc??"),
    "no records": (COUNTED, b"\0"),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_the_tree_of_the_whole_file(name: str, compiled: Compile) -> None:
    codec, data = compiled(CASES[name][0]), CASES[name][1]
    whole = tree.build(codec, BytesSource(data))
    made = file_tree(codec, data)
    assert made.streams
    assert json.loads("".join(made.json())) == whole.to_json()
    for depth in (0, 1, 2, 3, None):
        for limit in (None, 0, 2):
            expected = flat(tree.below(whole, 0, depth, limit))
            assert flat(made.nodes(depth=depth, limit=limit)) == expected, (depth, limit)
    for path, node in paths_of(whole):
        assert flat(file_tree(codec, data).nodes(path)) == flat(tree.below(node, 0, None, None)), path
        assert json.loads("".join(file_tree(codec, data).json(path))) == node.to_json()
    for offset in range(len(data)):
        chain = [node for _, node in paths_of(whole) if not node.within and 0 <= offset - node.offset < node.size]
        assert [(one.name, one.offset) for one in file_tree(codec, data).covering(offset)] == [
            (one.name, one.offset) for one in chain
        ]


@pytest.mark.parametrize("name", ["framed", "varints", "counted"])
def test_damaged_files_give_the_nodes_before_the_error(name: str, compiled: Compile) -> None:
    codec, data = compiled(CASES[name][0]), CASES[name][1][:50]
    bad = 0
    for broken in damaged(data):
        whole, error = _outcome(partial(_whole, codec, broken))
        streamed, said = _outcome(file_tree(codec, broken).nodes)
        assert said == error
        bad += error is not None
        if error is None:
            assert streamed == whole
        for depth in (1, 2):  # what isn't shown need not be good, but nothing hangs
            streamed, said = _outcome(partial(file_tree(codec, broken).nodes, depth=depth))
            assert said is None or "<bytes>: offset" in said
    assert bad > 5


def _whole(codec: Codec, data: bytes) -> Iterator[tuple[int, Node]]:
    return tree.below(tree.build(codec, BytesSource(data)), 0, None, None)


def _outcome(nodes: Callable[[], Iterator[tuple[int, Node]]]) -> tuple[list[tuple[Any, ...]], str | None]:
    """The nodes, and the text of the error behind them."""
    found: list[tuple[Any, ...]] = []
    try:
        for one in nodes():
            found += flat(iter([one]))
    except ReadError as error:
        return found, str(error)
    return found, None


def test_bytes_beside_nodes_also_of_what_is_decoded(compiled: Compile) -> None:
    codec, data = compiled(FRAMED), framed(3)
    made = file_tree(codec, data)
    number = 0
    for _, node in made.nodes("records[2].body.packed"):
        if node.name == "number":
            assert made.bytes_of(node) == b"\5\0\0\0\0\0\0\0"
            number += 1
    assert number == 1
    for _, node in made.nodes():
        if not node.within:
            assert made.bytes_of(node) == data[node.offset : node.offset + node.size]


def test_a_large_file_is_passed_over(compiled: Compile) -> None:
    for spec, data in ((FRAMED, framed(250) * 1), (VARINTS, varints(20_000))):
        codec = compiled(spec)
        made = file_tree(codec, data)
        records = [node for _, node in made.nodes(depth=2) if node.name.startswith("[")]
        assert [node.name for node in records[:2]] == ["[0]", "[1]"]
        assert records[-1].offset + records[-1].size == len(data)
        found = next(made.nodes(f"records[{len(records) - 1}]"))[1]
        assert (found.offset, found.size) == (records[-1].offset, records[-1].size)
        assert made.covering(len(data) - 1)[2].name == records[-1].name


def test_fields_behind_the_records(compiled: Compile) -> None:
    codec = compiled(f"{COUNTED.partition('types')[0]}  - {{id: last, type: u2}}\ntypes{COUNTED.partition('types')[2]}")
    data = CASES["counted"][1] + b"\1\2"
    made = file_tree(codec, data)
    assert not made.streams
    assert flat(made.nodes()) == flat(_whole(codec, data))


def test_places_of_their_own_and_bits(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: at, type: u1}, {id: low, type: b3}, {id: high, type: b5}]\n"
        "instances: {there: {pos: at, type: u2}}\n"
    )
    made = file_tree(codec, b"\3\x2a\0\1\2")
    assert not made.streams
    assert [node.name for node in made.covering(1)] == ["toy", "low+high"]
    assert [node.name for node in made.covering(3)] == ["toy", "there"]
    assert [node.name for node in made.covering(2)] == ["toy", "slack"]
    assert next(made.nodes("high"))[1].name == "low+high"


def test_paths() -> None:
    for path, steps in {
        "": (),
        "a": ("a",),
        "a[0].b": ("a", 0, "b"),
        "a[0][12].b+c": ("a", 0, 12, "b+c"),
    }.items():
        assert parsed(path) == steps
        assert shown(steps) == path
    for wrong in ("[0]", ".a", "a.", "a[", "a[x]", "a..b", "a[0]b", "a]"):
        with pytest.raises(OptionError, match="expected ids of fields"):
            parsed(wrong)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("recods", "there is no such field. Did you mean 'records'?"),
        ("records[5]", "expected the number of an element, from 0 to 4, found 5"),
        ("records.body", "records: expected the number of an element, in brackets, found body"),
        ("records[1].bod", "records[1].bod: there is no such field. Did you mean 'body'?"),
        ("records[1].body[0]", "records[1].body: expected the id of a field, found 0"),
        ("records[1].body.marks[3]", "expected the number of an element, from 0 to 2, found 3"),
        ("version.x", "there is no such field"),
    ],
)
def test_paths_that_lead_nowhere(path: str, said: str, compiled: Compile) -> None:
    with pytest.raises(OptionError) as found:
        list(file_tree(compiled(FRAMED), framed(5)).nodes(path))
    assert said in str(found.value)


def test_the_command(compiled: Compile, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    compiled(FRAMED)
    file = tmp_path / "a.bin"
    file.write_bytes(framed(3))
    command = ["tree", "--spec", str(tmp_path / "toy.ksy"), str(file)]

    def ran(*words: str) -> tuple[int, list[str], str]:
        status = cli.main([*command, *words])
        out, error = capsys.readouterr()
        return status, out.splitlines(), error

    assert ran("--depth", "2", "--limit", "1")[1] == [
        "0000     67  toy toy",
        "0000      1    version u1 = 1",
        "0001     66    records record[]",
        "0001     20      [0] record",
        "0015     46      … more",
    ]
    chain = ran("--at", "0x17", "--hex")[1]
    assert [line.split("  ")[0] for line in chain] == ["0000", "0001", "0015", "0016", "0017", "0017"]
    assert chain[0] == f"0000     67  {' ' * (47 + 2 + 16)}  toy toy"
    assert chain[-1].startswith("0017      2  01 00   ")
    assert chain[-1].endswith("[0] u2le = 1")
    assert ran("--path", "records[1].body.kind", "--hex")[1] == [
        f'0016      1  02{" " * 45}  .{" " * 15}  records[1].body.kind u1 = "stop"'
    ]
    assert json.loads(ran("--json", "--path", "records[1].body.kind")[1][0])["value"] == "stop"
    assert ran("--json", "--depth", "1")[0] == 2
    assert "--limit has no effect on --at" in ran("--at", "1", "--limit", "1")[2]
    assert ran("--at", "-1")[0] == 2
    assert ran("--at", "69")[::2] == (
        2,
        "bytewright: error: offset: expected an offset from 0 to 66, found 69\n",
    )


def test_values_are_no_commands_to_a_terminal(
    compiled: Compile, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled("seq: [{id: text, type: strz}]\n")
    file = tmp_path / "a.bin"
    file.write_bytes("\x1b[31mred\x9b\0".encode())
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert cli.main(["tree", "--spec", str(tmp_path / "toy.ksy"), str(file)]) == 0
    out = capsys.readouterr().out
    assert "\x1b[31mred" not in out
    assert "\x9b" not in out
    assert "\x1b[" in out


def test_calculated_values_that_stand_for_structures(
    compiled: Compile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = VARINTS.replace("  leb:\n", "  leb:\n    -show: {value: value}\n")
    compiled(spec)
    command = ["--spec", str(tmp_path / "toy.ksy"), str(tmp_path / "a.bin")]
    (tmp_path / "a.bin").write_bytes(b"\x82\x01" + b"." * 130)
    assert cli.main(["tree", *command, "--depth", "3"]) == 0
    assert [line.split("  ")[-1].strip() for line in capsys.readouterr().out.splitlines()][3] == "len leb = 130"
    (tmp_path / "b.bin").write_bytes((tmp_path / "a.bin").read_bytes() + b"\x02hi")
    assert cli.main(["diff", *command, str(tmp_path / "b.bin")]) == 1
    assert capsys.readouterr().out == '+ records[1] (0x84, 3 bytes): text="hi"\n'


def test_toys_whose_records_have_views() -> None:
    codec = toy("ledger")
    assert isinstance(file_tree(codec, b"").root, Node)
    with pytest.raises(BytewrightError):
        list(file_tree(codec, b"").nodes())


def test_what_fills_a_frame_up_is_kept_where_it_isnt_zeros(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: body, type: body, size: 4, terminator: 0}, {id: n, type: u1}]\n"
        "types: {body: {seq: [{id: a, type: u1}]}}"
    )
    for rest, raw in ((b"\0\0\0", None), (b"\0\1\0", b"\0\1\0")):
        nodes = tree.build(codec, BytesSource(b"\7" + rest + b"\x09")).children
        assert nodes is not None
        assert nodes[0].children is not None
        padding = nodes[0].children[-1]
        assert (padding.offset, padding.size, padding.raw) == (1, 3, raw)
