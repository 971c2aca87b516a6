"""Bad files up to what is wrong with them: what was read is there, and the error is that of readers."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from tests.support.compiling import Compile

from bytewright import cli, tree
from bytewright.codec.codec import Codec
from bytewright.errors import ReadError
from bytewright.io.source import BytesSource

CARGO = """
seq:
  - {id: magic, contents: CARG}
  - {id: num_holds, type: u2}
  - {id: holds, type: hold, repeat: expr, repeat-expr: num_holds}
  - {id: end, type: u1, valid: 9}
instances:
  seal: {pos: 0, type: u1}
types:
  hold:
    seq:
      - {id: len, type: u2}
      - {id: body, type: body, size: len}
      - {id: len_packed, type: u2}
      - {id: packed, type: packed, size: len_packed, process: zlib}
  body:
    seq:
      - {id: num, type: u4}
      - {id: crates, type: crate, repeat: expr, repeat-expr: num}
  crate: {seq: [{id: kind, type: u1, valid: {max: 5}}, {id: name, type: strz}]}
  packed: {seq: [{id: num, type: u4}, {id: notes, type: u2, repeat: expr, repeat-expr: num}, {id: last, type: u1}]}
"""


def hold(crates: bytes, num: int, packed: bytes) -> bytes:
    body, stored = struct.pack("<I", num) + crates, zlib.compress(packed)
    return struct.pack("<H", len(body)) + body + struct.pack("<H", len(stored)) + stored


GOOD = hold(b"\1ab\0\2c\0", 2, struct.pack("<IHB", 1, 7, 8))


def read(codec: Codec, data: bytes) -> tuple[Any, str]:
    """What was read, and the error, which is the one that a reader raises."""
    with pytest.raises(ReadError) as caught:
        codec.parse(data)
    model, error = codec.parse_partly(data)
    assert error is not None
    assert str(error) == str(caught.value)
    return model, error.field or ""


def test_what_was_read_before_an_error_is_there(compiled: Compile) -> None:
    codec = compiled(CARGO)
    whole = b"CARG\2\0" + GOOD + hold(b"\3d\0\6x\0\4y\0", 3, b"") + b"\x09"
    model, field = read(codec, whole)
    assert field == "holds[1].body.crates[1].kind"
    assert (model.num_holds, len(model.holds), model.end, model.seal) == (2, 2, None, 0x43)
    assert [crate.name for crate in model.holds[0].body.crates] == ["ab", "c"]
    assert model.holds[0].packed.notes == [7]
    assert [(crate.kind, crate.name) for crate in model.holds[1].body.crates] == [(3, "d"), (6, None)]
    assert (model.holds[1].len_packed, model.holds[1].packed) == (None, None)


def test_of_lists_that_do_not_fit_what_there_is_is_read(compiled: Compile) -> None:
    """No number makes a reader take memory, here either."""
    codec = compiled(CARGO)
    model, field = read(codec, b"CARG\xff\xff" + GOOD + GOOD[:7])
    assert field == "holds[1].len"
    assert [hold.len for hold in model.holds] == [11, 11]
    assert model.holds[1].body is None  # its bytes aren't there
    model, field = read(codec, b"CARG\1\0" + hold(b"\1ab\0\2", 1 << 31, b""))
    assert field == "holds[0].body.num"
    assert [(crate.kind, crate.name) for crate in model.holds[0].body.crates] == [(1, "ab"), (2, None)]
    model, field = read(codec, b"CARG\1\0" + hold(b"", 0, struct.pack("<IH", 1 << 31, 5)))
    assert field == "holds[0].packed.num"
    assert (model.holds[0].packed.num, model.holds[0].packed.notes) == (1 << 31, None)


def test_a_good_file_is_read_as_a_whole(compiled: Compile) -> None:
    codec = compiled(CARGO)
    data = b"CARG\1\0" + GOOD + b"\x09"
    model, error = codec.parse_partly(data)
    assert error is None
    assert codec.to_bytes(model) == data
    model, error = codec.parse_partly(b"CA")
    assert error is not None
    assert model.magic is None


def test_a_tree_of_what_was_read(compiled: Compile) -> None:
    codec = compiled(CARGO)
    whole = b"CARG\1\0" + GOOD + b"\x09"
    for length in range(len(whole)):
        root, error = tree.build_partly(codec, BytesSource(whole[:length]))
        assert error is not None
        covered = bytearray(length)
        for leaf in root.leaves():
            if not leaf.within and not leaf.again:
                covered[leaf.offset : leaf.offset + leaf.size] = b"x" * leaf.size
        assert bytes(covered) == b"x" * length
    root, error = tree.build_partly(codec, BytesSource(whole))
    assert error is None
    assert root == tree.build(codec, BytesSource(whole))


def test_the_command_shows_it_and_the_error(
    compiled: Compile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compiled(CARGO)
    (tmp_path / "torn.bin").write_bytes(b"CARG\1\0" + GOOD[:-3])
    arguments = ["tree", "--spec", str(tmp_path / "toy.ksy"), str(tmp_path / "torn.bin")]
    assert cli.main([*arguments, "--partly"]) == 1
    out, error = capsys.readouterr()
    assert 'name str = "ab"' in out
    assert "unread slack" in out
    assert cli.main(arguments) == 1
    assert capsys.readouterr() == ("", error)
    (tmp_path / "torn.bin").write_bytes(b"CARG\2\0" + GOOD + GOOD[:2])
    assert cli.main([*arguments, "--partly", "--hex"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:6] == ["0000", "4", "43", "41", "52", "47"]
    (note,) = (line for line in lines if line.endswith("[0] u2le = 7"))
    assert note.split()[:4] == ["0004", "2", "07", "00"]  # of what is decoded
