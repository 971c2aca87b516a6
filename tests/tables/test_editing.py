"""Single values that are changed: what follows is derived, and all else stays as it is."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from tests.support.compiling import Compile

from bytewright import cli, tree
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import BytewrightError, OptionError, ReadError, WriteError
from bytewright.io.source import BytesSource
from bytewright.tables.inputs import Input
from bytewright.tables.trees.editing import Assignment, Edited, edit
from bytewright.tree import Node
from bytewright.tree.paths import below
from bytewright_codegen.load import load

SPEC = """\
seq:
  - {id: version, type: u2}
  - {id: wide, type: u1}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len, type: u2}
      - {id: body, type: body, size: len}
      - {id: digest, type: u4, -checksum: {algorithm: crc32, from: len, to: body}}
  body:
    seq:
      - {id: kind, type: u1, enum: kind}
      - {id: low, type: b3}
      - {id: high, type: b4}
      - {id: has_name, type: b1}
      - {id: number, type: {switch-on: _root.wide, cases: {0: u1, 1: u4}}}
      - {id: num_marks, type: u1}
      - {id: marks, type: s2, repeat: expr, repeat-expr: num_marks}
      - {id: name, type: strz, if: has_name}
      - {id: raw, size: 2}
      - {id: price, type: f4}
    instances: {twice: {value: number * 2}}
enums: {kind: {1: start, 2: stop}}
"""
PLACED = """\
seq:
  - {id: num, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: num}
types:
  entry:
    seq: [{id: ofs, type: u1}, {id: len, type: u1}]
    instances: {name: {pos: ofs, size: len, type: str}}
"""
COUNTED = """\
seq:
  - {id: num, type: u1}
  - {id: records, type: record, repeat: expr, repeat-expr: num}
types: {record: {seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}}
"""


MEANT = """\
meta: {id: meant, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types:
  record: {seq: [{id: len, type: u1}, {id: body, type: body, size: len}]}
  body:
    seq:
      - {id: time, type: u8, -type: {timestamp: ms}}
      - {id: times, type: u8, -type: {timestamp: ms}, repeat: expr, repeat-expr: 2}
      - {id: key, size: 16, -type: uuid}
      - {id: number, type: leb128}
      - {id: signed, type: zigzag}
      - {id: ok, type: b1}
  leb128:
    -show: {value: value}
    seq: [{id: groups, type: group(_index), repeat: until, repeat-until: not _.has_next}]
    instances: {value: {value: groups.last.value}}
  group:
    params: [{id: i, type: s4}]
    seq: [{id: has_next, type: b1}, {id: low, type: b7, valid: {max: 'i < 9 ? 127 : 1'}}]
    instances: {value: {value: '(i == 0 ? 0 : _parent.groups[i - 1].value.as<u8>) + (low.as<u8> << (7 * i))'}}
  zigzag:
    -show: {value: value}
    seq: [{id: stored, type: leb128}]
    instances: {value: {value: '(stored.value >> 1).as<s8> ^ -(stored.value & 1).as<s8>'}}
"""


def body(number: int) -> dict[str, Any]:
    return {
        "kind": 1,
        "low": number % 8,
        "high": 3,
        "number": number,
        "marks": [number] * (number % 3),
        "name": f"n{number}" if number % 2 else None,
        "raw": b"\1\2",
        "price": 0.5,
    }


def made(codec: Codec, count: int = 6) -> bytes:
    root: Any = codec.root
    return codec.to_bytes(root(version=1, wide=1, records=[{"body": body(n)} for n in range(count)]))


def edited(codec: Codec, data: bytes, folder: Path, *words: str) -> tuple[bytes, Edited]:
    (folder / "old").write_bytes(data)
    given = [Assignment.parsed(word) for word in words]
    file = Input(folder / "old")
    try:
        done = edit(codec, file, parse(codec), given, str(folder / "new"))
    finally:
        file.close()
    return (folder / "new").read_bytes(), done


def leaves(codec: Codec, data: bytes) -> dict[str, Any]:
    """What each leaf says, by its path."""
    found: dict[str, Any] = {}

    def walk(node: Node, path: str) -> None:
        for child in node.children or ():
            here = below(path, child.name)
            if child.children is None:
                found[here] = child.value
            walk(child, here)

    walk(tree.build(codec, BytesSource(data)), "")
    return found


@pytest.mark.parametrize(
    ("word", "value", "follows"),
    [
        ("number=0x10", 16, set()),
        ("kind=stop", "stop", set()),
        ("kind=9", 9, set()),
        ("marks=[1,-2,3]", None, {"marks", "num_marks", "len"}),
        ("marks[0]=-7", -7, set()),
        ("name=a longer one", "a longer one", {"len"}),
        ('name="null"', "null", {"len"}),
        ("raw=ff00", "ff00", set()),
        ("raw=0xff00", "ff00", set()),
        ("price=0.1", 0.1, set()),
        ("price=NaN", "NaN", set()),
    ],
)
def test_a_value(word: str, value: Any, follows: set[str], compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(SPEC)
    old = made(codec)
    new, done = edited(codec, old, tmp_path, f"records[1].body.{word}")
    before, after = leaves(codec, old), leaves(codec, new)
    path = f"records[1].body.{word.partition('=')[0]}"
    if value is not None:
        assert after[path] == value
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    around = {path, "records[1].digest"} | {name for name in changed if name.split(".")[-1].split("[")[0] in follows}
    assert changed <= around
    assert path in changed or value is None
    # The others are copied, byte by byte.
    record = len(old) - done.copied
    assert done.copied + done.written == len(new)
    assert 0 < record < len(old)
    assert codec.parse(new).records[5].digest == codec.parse(old).records[5].digest


def test_bits_and_what_says_whether_something_is_there(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(SPEC)
    old = made(codec)
    new, _ = edited(
        codec, old, tmp_path, "records[0].body.low=5", "records[0].body.name=x", "records[1].body.name=null"
    )
    first, second = (record.body for record in codec.parse(new).records[:2])
    assert (first.low, first.high, first.has_name, first.name) == (5, 3, True, "x")
    assert (second.has_name, second.name) == (False, None)


def test_slack_stays(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled("seq: [{id: records, type: record, repeat: eos}]\n" + SPEC_OF_SLACK)
    old = b"\5\1\2??!" + b"\3\7\2?"
    assert [record.body.n for record in codec.parse(old).records] == [1, 7]
    new, done = edited(codec, old, tmp_path, "records[0].body.n=9")
    assert new == b"\5\x09\2??!" + old[6:]
    assert done == Edited(len(old) - 6, 6)


SPEC_OF_SLACK = """\
types:
  record: {seq: [{id: len, type: u1}, {id: body, type: body, size: len}]}
  body: {seq: [{id: n, type: u1}, {id: m, type: u1}]}
"""


def test_what_precedes_the_records(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(SPEC)
    old = made(codec)
    new, _ = edited(codec, old, tmp_path, "version=0x203")
    assert new == b"\3\2" + old[2:]
    # Records rest on it, so that they are written anew.
    new, _ = edited(codec, old, tmp_path, "wide=0", "records[2].body.number=9")
    again = codec.parse(new)
    assert [record.body.number for record in again.records] == [0, 1, 9, 3, 4, 5]
    assert len(new) == len(old) - 6 * 3


def test_many_records_behind_what_changed(compiled: Compile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bytewright.tables.trees.editing._RECORDS", 2)
    codec = compiled(SPEC)
    new, _ = edited(codec, made(codec, 7), tmp_path, "wide=0", "records[6].body.kind=stop")
    assert [record.body.number for record in codec.parse(new).records] == list(range(7))
    assert codec.parse(new).records[6].body.kind == 2
    with pytest.raises(OptionError, match="from 0 to 6, found 7"):
        edited(codec, made(codec, 7), tmp_path, "wide=0", "records[7].body.kind=stop")


@pytest.mark.parametrize("spec", [COUNTED, PLACED], ids=["counted", "placed"])
def test_files_that_are_held_whole(spec: str, compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(spec)
    if spec == COUNTED:
        new, _ = edited(codec, b"\2\1a\2bc??", tmp_path, "records[0].text=long")
        assert new == b"\2\4long\2bc??"
        new, _ = edited(codec, b"\2\1a\2bc??", tmp_path, 'records=[{"text":"x"}]')
        assert new == b"\1\1x??"
    else:
        old = b"\2\5\2\7\3" + b"abcde" + b"?"
        assert edited(codec, old, tmp_path, "entries[1].name=xyz")[0] == b"\2\5\2\7\3" + b"abxyz" + b"?"
        new, _ = edited(codec, old, tmp_path, "entries[0].name=longer")
        assert [entry.name for entry in codec.parse(new).entries] == ["longer", "cde"]


def test_places_that_follow(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(
        "seq: [{id: records, type: record, repeat: eos}]\n"
        "types:\n"
        "  record:\n"
        "    seq:\n"
        "      - {id: next, type: u2, -derive: {end-of: name}}\n"
        "      - {id: len, type: u1}\n"
        "      - {id: name, type: str, size: len}\n"
    )
    assert codec.append_refusal
    old = b"\4\0\1a\x09\0\2bc"
    assert edited(codec, old, tmp_path, "records[0].name=long")[0] == b"\7\0\4long\x0c\0\2bc"
    with pytest.raises(WriteError, match="It follows from other values"):
        edited(codec, old, tmp_path, "records[0].next=9")


@pytest.mark.parametrize(
    ("word", "kind", "said"),
    [
        ("records[1].len=3", WriteError, "records[1].len: expected 18, found 3. It follows from other values"),
        ("records[1].digest=0", WriteError, "It follows from other values: change these, and it is derived."),
        ("records[1].body.num_marks=0", WriteError, "It follows from other values"),
        ("records[1].body.twice=0", OptionError, "records[1].body.twice: it is calculated. Change what"),
        ("records[1].body.nane=x", OptionError, "there is no such field. Did you mean 'name'?"),
        ("recrds[1].body.name=x", OptionError, "recrds: there is no such field. Did you mean 'records'?"),
        ("records[6].body.name=x", OptionError, "expected the number of an element, from 0 to 5, found 6"),
        ("records[1].body.marks[1]=1", OptionError, "expected the number of an element, from 0 to 0, found 1"),
        ("records[1].body.name.x=1", OptionError, "records[1].body.name: expected a structure, found x"),
        ("records[1].body.kind=strt", WriteError, "expected a name or a number, found strt. Did you mean 'start'?"),
        ("records[1].body.number=x", WriteError, "records[1].body.number: "),
        ("records[1].body.number=5000000000", WriteError, "records[1].body.number: expected an integer from 0"),
        ("records[1].body.low=8", WriteError, "records[1].body.low: "),
        ("records[1].body.raw=ff", WriteError, "records[1].body.raw: "),
        ("records[1].body.raw=zz", WriteError, "expected bytes in hexadecimal"),
        ("records[1].body.marks=[1", WriteError, "records[1].body.marks: not JSON"),
        ("records[1].body.marks=3", WriteError, "records[1].body.marks: expected a list"),
        ("records[1].body=3", WriteError, "records[1].body: expected an object"),
        ("version", OptionError, "expected path=value"),
        ("version=99999", WriteError, "version: expected an integer from 0 to 65535"),
    ],
)
def test_what_is_refused_leaves_no_file(
    word: str, kind: type[BytewrightError], said: str, compiled: Compile, tmp_path: Path
) -> None:
    codec = compiled(SPEC)
    with pytest.raises(kind) as found:
        edited(codec, made(codec), tmp_path, word)
    assert said in str(found.value)
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".ksy"] in (["old"], [])


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("time=2026-11-20T08:00:00Z", "1795161600000"),
        ("time=0x10", "16"),
        ('times=["2026-11-20T08:00:00Z",7]', "[1795161600000, 7]"),
        ("times[1]=2026-11-20T08:00:00+01:00", "1795158000000"),
        ("key=0b5e3c1a-9f0d-4a7e-8b56-1c2d3e4f5a6c", "0b5e3c1a9f0d4a7e8b561c2d3e4f5a6c"),
        ("key=0b5e3c1a9f0d4a7e8b561c2d3e4f5a6c", "0b5e3c1a9f0d4a7e8b561c2d3e4f5a6c"),
        ("number=70000", "70000"),
        ("signed.stored=9", "9"),
        ('signed={"stored":9}', "-5"),
        ("ok=true", "True"),
    ],
)
def test_values_are_taken_as_constructors_take_them(word: str, shown: str, tmp_path: Path) -> None:
    codec = meant_codec(tmp_path)
    name = word.partition("=")[0]
    value: Any = codec.parse(edited(codec, meant(codec), tmp_path, f"records[1].body.{word}")[0]).records[1].body
    for step in name.replace("[1]", ".1").split("."):
        value = value[1] if step == "1" else getattr(value, step)
    value = getattr(value, "value", value)
    assert (value.hex() if isinstance(value, bytes) else str(value)) == shown


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("time=yesterday", "time: expected a moment as in ISO 8601, found 'yesterday'"),
        ("key=zz", "key: expected a UUID, found 'zz'"),
        ("number=many", "number: expected a whole number, found 'many'"),
        ("ok=maybe", "ok: expected true or false, found maybe"),
    ],
)
def test_what_is_no_value_is_called_what_users_wrote(word: str, said: str, tmp_path: Path) -> None:
    codec = meant_codec(tmp_path)
    with pytest.raises(WriteError) as found:
        edited(codec, meant(codec), tmp_path, f"records[1].body.{word}")
    assert str(found.value) == f"{tmp_path / 'old'}: records[1].body.{said}"


def meant_codec(folder: Path) -> Codec:
    (folder / "meant.ksy").write_text(MEANT)
    return load(str(folder / "meant.ksy"))


def meant(codec: Codec) -> bytes:
    root: Any = codec.root
    one = {"time": 1, "times": [2, 3], "key": b"k" * 16, "number": 300, "signed": {"stored": 7}, "ok": False}
    return codec.to_bytes(root(records=[{"body": one}, {"body": one}]))


def test_what_follows_may_be_said(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(SPEC)
    old = made(codec)
    length = codec.parse(old).records[1].len
    assert edited(codec, old, tmp_path, f"records[1].len={length}")[0] == old
    grown, _ = edited(codec, old, tmp_path, "records[1].body.name=abcd", f"records[1].len={length + 2}")
    assert len(grown) == len(old) + 2


def test_damage_elsewhere_is_copied(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(SPEC)
    old = bytearray(made(codec))
    old[-1] ^= 1
    new, _ = edited(codec, bytes(old), tmp_path, "records[1].body.number=99")
    assert new[-20:] == old[-20:]
    with pytest.raises(ReadError, match=r"records\[5\].digest"):
        edited(codec, bytes(old), tmp_path, "records[5].body.number=99")


def test_random_edits(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(SPEC)
    draw = random.Random(3)
    data = made(codec)
    for _ in range(40):
        number = draw.randrange(6)
        field, value = draw.choice(
            [("number", draw.randrange(2**32)), ("kind", draw.randrange(256)), ("high", draw.randrange(16))]
        )
        data, _ = edited(codec, data, tmp_path, f"records[{number}].body.{field}={value}")
        assert int(getattr(codec.parse(data).records[number].body, field)) == value


def test_the_command(compiled: Compile, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    codec = compiled(SPEC)
    file = tmp_path / "a.bin"
    file.write_bytes(made(codec))
    command = ["edit", "--spec", str(tmp_path / "toy.ksy"), str(file)]
    assert cli.main([*command, "records[1].body.number=7", "-o", str(file)]) == 0
    assert ": 1 value set; " in capsys.readouterr().out
    assert codec.parse(file).records[1].body.number == 7
    assert cli.main([*command, "records[1].body.numbr=7", "-o", str(tmp_path / "b")]) == 2
    assert cli.main([*command, "records[1].body.number=x", "-o", str(tmp_path / "b")]) == 1
    assert not (tmp_path / "b").exists()


def test_a_record_that_would_change_what_precedes_the_records_is_refused(compiled: Compile, tmp_path: Path) -> None:
    """The header says how long the key of each record is, so that it would follow from the one that is set."""
    codec = compiled(
        """\
seq:
  - {id: header, type: header}
  - {id: records, type: record, repeat: eos}
types:
  header: {seq: [{id: len_key, type: u1}]}
  record:
    seq:
      - {id: key, type: str, size: _root.header.len_key}
      - {id: number, type: u1}
"""
    )
    old, made = tmp_path / "old", tmp_path / "made"
    old.write_bytes(b"\2ab\1cd\2ef\3")
    for number in range(3):
        field = f"records[{number}]"
        with pytest.raises(WriteError, match="values that change nothing of what precedes the records") as caught:
            edit(codec, Input(old), parse(codec, {}), [Assignment.parsed(f"{field}.key=xyz")], str(made))
        assert (caught.value.field, caught.value.path) == (field, str(old))
        assert not made.exists()
    edit(codec, Input(old), parse(codec, {}), [Assignment.parsed("records[1].key=xy")], str(made))
    assert made.read_bytes() == b"\2ab\1xy\2ef\3"


def test_what_reads_again_what_others_describe_has_no_bytes(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled("seq: [{id: a, type: u1}, {id: b, type: u1}]\ninstances: {both: {pos: 0, type: u2, -role: again}}")
    with pytest.raises(WriteError, match="expected a field with bytes of its own, found both") as caught:
        edited(codec, b"\1\2", tmp_path, "both=7")
    assert caught.value.field == "both"
    assert edited(codec, b"\1\2", tmp_path, "b=7")[0] == b"\1\7"
