"""Large structures that are made when they are needed lie in the file as soon as they are made."""

from __future__ import annotations

import os
import random
import struct
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import WriteError
from bytewright.io import spill
from bytewright.io.rope import Part
from bytewright.io.spill import FileSegment, SpillFile
from bytewright.tables.write import write_document
from bytewright_codegen.load import load

TRUNKS = """
meta: {id: trunks, endian: le}
-made-of:
  packed: {with: packing:trunks, arrow: true, columns: {text: bytes}}
seq:
  - {id: head, size: HEAD}
instances:
  packed: {pos: 0, type: packed(_index), repeat: expr, repeat-expr: places.places.size}
  places: {pos: _io.size - 40, size: 40, type: places}
types:
  packed:
    params: [{id: i, type: s4}]
    instances:
      trunk: {io: _root._io, pos: '_root.places.places[i].begin', size: '_root.places.places[i].len', type: trunk}
  places: {seq: [{id: places, type: place, repeat: eos}]}
  place:
    seq:
      - {id: begin, type: u4}
      - {id: len, type: u4}
  trunk: {seq: [{id: words, type: word, repeat: eos}]}
  word:
    seq:
      - {id: len, type: u2}
      - {id: text, size: len}
"""
PACKING = """
from functools import partial


def trunks(rows):
    trunks = [partial(dict, words=[{"text": text}]) for text in rows["text"].to_pylist()]
    return {"head": b"h" * HEAD, "packed": [{"trunk": trunk} for trunk in trunks], "places": {"places": [{}] * 5}}
"""
TEXTS = [b"a" * 100, b"few", b"", b"b" * 64, b"c" * 1000]


def _made(head: int) -> bytes:
    data, places = b"h" * head, b""
    for text in TEXTS:
        places += struct.pack("<II", len(data), len(text) + 2)
        data += struct.pack("<H", len(text)) + text
    return data + places


def _trunks(folder: Path, head: int) -> Codec:
    (folder / "trunks.ksy").write_text(TRUNKS.replace("HEAD", str(head)), encoding="utf-8")
    (folder / "packing.py").write_text(PACKING.replace("HEAD", str(head)), encoding="utf-8")
    return load(folder / "trunks.ksy", trust=folder)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[list[Part]]:
    """The parts of each file."""
    found: list[list[Part]] = []
    write = SpillFile.write

    def noted(self: SpillFile, parts: Any) -> None:
        found.append([*parts])
        write(self, parts)

    monkeypatch.setattr(spill, "SPOOLED", 64)
    monkeypatch.setattr(SpillFile, "write", noted)
    return found


@pytest.mark.parametrize("head", [0, 3, 150])
def test_parts_stay_where_they_are_or_move(tmp_path: Path, written: list[list[Part]], head: int) -> None:
    codec = _trunks(tmp_path, head)
    path = tmp_path / "made"
    bytewright.write(pa.table({"text": TEXTS}), path, codec, "packed")
    assert path.read_bytes() == _made(head)
    (parts,) = written
    assert [len(part) for part in parts if isinstance(part, FileSegment)] == [102, 66, 1002]


@pytest.mark.parametrize("head", [0, 3, 150])
def test_small_parts_are_kept_in_memory_up_to_a_bound(
    tmp_path: Path, written: list[list[Part]], head: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spill, "SPOOLED", 1 << 20)
    monkeypatch.setattr(spill, "HELD", 100)
    codec, path = _trunks(tmp_path, head), tmp_path / "made"
    bytewright.write(pa.table({"text": TEXTS}), path, codec, "packed")
    assert path.read_bytes() == _made(head)
    (parts,) = written
    assert [len(part) for part in parts if isinstance(part, FileSegment)] == [102, 1002]


def test_a_document_is_written_as_what_code_makes_of_rows(tmp_path: Path, written: list[list[Part]]) -> None:
    codec, path = _trunks(tmp_path, 3), tmp_path / "made"
    asked: list[int] = []

    def trunk(number: int) -> dict[str, Any]:
        asked.append(number)
        return {"words": [{"text": TEXTS[number]}]}

    packed = [{"trunk": partial(trunk, number)} for number in range(5)]
    document = {"head": b"hhh", "packed": packed, "places": {"places": [{}] * 5}}
    assert write_document(document, path, codec) == ""
    assert path.read_bytes() == _made(3)
    assert asked == [0, 1, 2, 3, 4]
    with pytest.raises(WriteError, match="heads"):
        write_document({"heads": b""}, tmp_path / "other", codec)
    assert not (tmp_path / "other").exists()
    assert len(written) == 1


@pytest.mark.parametrize("seed", range(20))
def test_parts_move_either_way_over_each_other(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that stay in their order piece by piece, others as wholes."""
    chance = random.Random(seed)
    monkeypatch.setattr(spill, "SPOOLED", 16)
    with (tmp_path / "made").open("w+b") as file:
        spool = SpillFile(file)
        kept = [(data, spool.keep([data])) for data in (chance.randbytes(chance.randrange(16, 90)) for _ in range(9))]
        if seed % 4:
            kept = [one for one in kept if chance.random() < 0.6]
        else:
            chance.shuffle(kept)
        parts: list[tuple[bytes, Part]] = []
        for data, part in kept:
            other = chance.randbytes(chance.choice((0, 0, 5, 40)))
            parts += [(other, other), (data, part)]
        spool.write([part for _, part in parts])
        file.seek(0)
        assert file.read() == b"".join(data for data, _ in parts)


def test_a_pipe_takes_all_at_the_end(tmp_path: Path, written: list[list[Part]]) -> None:
    codec, path, found = _trunks(tmp_path, 0), tmp_path / "pipe", []
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()))
    reader.start()
    bytewright.write(pa.table({"text": TEXTS}), path, codec, "packed")
    reader.join()
    assert (found, written) == ([_made(0)], [])


def test_nothing_is_left_of_a_file_that_cannot_be_made(tmp_path: Path, written: list[list[Part]]) -> None:
    codec = _trunks(tmp_path, 0)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(WriteError):
        bytewright.write(pa.table({"text": [*TEXTS[1:], None]}), tmp_path / "made", codec, "packed")
    assert sorted(tmp_path.iterdir()) == before


def test_what_cannot_be_read_again_is_an_error(tmp_path: Path) -> None:
    with (tmp_path / "made").open("w+b") as file:
        spool = SpillFile(file)
        kept = spool.keep([bytes(spill.SPOOLED)])
        file.truncate(9)
        with pytest.raises(OSError, match="again"):
            spool.write([b"moved", kept])
