"""Steps of a file: reading one record again, and the engine of kaitai-struct-compiler's parsers."""

import dataclasses
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.support.toy_codecs import NOTES, Note, note, notes

import bytewright
from bytewright.codec.settings import parse
from bytewright.errors import LimitError, ReadError
from bytewright.io.source import BytesSource
from bytewright.views.evaluate.layout import layout_of, view_of
from bytewright.views.evaluate.passes.once import Once
from bytewright.views.evaluate.reread import error_of
from bytewright.views.evaluate.steps import Steps
from bytewright_codegen.load import load

GOOD = notes(note(0, 1, "hi"), note(5, 2, ""))


def again(data: bytes, offset: int, record: int, view: str = "entries", **options: Any) -> ReadError | None:
    settings = parse(NOTES, options)
    steps = Steps(NOTES, BytesSource(data), settings)
    return error_of(steps, layout_of(view_of(NOTES, view), settings), settings.limits, offset, record)


class TestErrorOfOneRecord:
    """What an engine says that only knows which record is bad is what the object reader says."""

    @pytest.mark.parametrize(
        ("tail", "view"),
        [
            (note(1, 1, "xyz")[:-1], "entries"),
            (b"\x02\0\0\0", "entries"),
            (note(1, 1, "b" * 200) + b"\xff", "entries"),
            (note(1, 1, "x") + note(1, 1, "xy"), "seconds"),
        ],
    )
    def test_it_is_the_error_of_a_whole_pass(self, tail: bytes, view: str) -> None:
        good = notes(note(0, 1, "hi"), note(5, 2, "you"))
        with pytest.raises(ReadError) as caught:
            bytewright.open(good + tail, NOTES, view).to_table()
        assert str(again(good + tail, len(good), 2, view)) == str(caught.value)

    def test_an_unfinished_record(self) -> None:
        assert again(GOOD + b"\x09", len(GOOD), 2, tornTail="ignore") is None

    def test_a_record_that_is_good(self) -> None:
        error = again(GOOD, 4, 0)
        assert error is not None
        assert "the kernel refuses what the object reader accepts" in str(error)


class TestOnce:
    def test_items_are_kept_while_they_come(self) -> None:
        kept = Once(iter([Note(time=1), Note(time=2)]), lambda: 0)
        first = iter(kept)
        next(first)
        assert [one.time for one in kept] == [1, 2]  # type: ignore[attr-defined]
        assert kept.complete
        assert next(first).time == 2  # type: ignore[attr-defined]


def test_nesting_that_python_cannot_follow_is_an_error_of_the_input() -> None:
    def read(io: Any) -> Any:
        return read(io)

    codec = dataclasses.replace(NOTES, read=read, begin=None, records=None)
    with pytest.raises(LimitError, match="nested less deeply"):
        bytewright.open(GOOD, codec).to_table()


class TestKaitai:
    """A parser in the manner of kaitai-struct-compiler's: the attributes of our models, nothing of our errors."""

    SOURCE = """
class Notes:
    def __init__(self, io):
        self._parent, self._root = None, self
        self.magic = io.read_bytes(4)
        self.notes = []
        while not io.is_eof():
            self.notes.append(Note(io, self))


class Note:
    def __init__(self, io, parent):
        self._parent, self._root = parent, parent._root
        self.len_body = io.read_u2le()
        self.time = io.read_u4le()
        self.kind = io.read_u1()
        self.text = io.read_bytes(io.read_u1()).decode()
"""

    @pytest.fixture
    def codec(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
        package, module = ModuleType("toy_kaitai"), ModuleType("toy_kaitai.parser")
        package.__path__ = []
        exec(self.SOURCE, module.__dict__)
        monkeypatch.setitem(sys.modules, "toy_kaitai", package)
        monkeypatch.setitem(sys.modules, "toy_kaitai.parser", module)
        return dataclasses.replace(NOTES, package="toy_kaitai")

    def test_rows_are_the_same(self, codec: Any) -> None:
        assert bytewright.open(GOOD, codec, engine="kaitai").to_table() == bytewright.open(GOOD, codec).to_table()

    def test_errors_name_the_place(self, codec: Any) -> None:
        with pytest.raises(ReadError) as caught:
            bytewright.open(GOOD + b"\x09", codec, engine="kaitai").to_table()
        assert str(caught.value).startswith(f"<bytes>: offset {len(GOOD)} (0x{len(GOOD):x}): kaitai: requested 2 bytes")

    def test_absent_values_and_cases_are_those_of_our_reader(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        spec = tmp_path / "toy.ksy"
        spec.write_text(
            """
meta: {id: toy, endian: le, bit-endian: le}
seq:
  - {id: kind, type: u1}
  - {id: extra, type: u2, if: kind > 1}
  - {id: value, type: {switch-on: kind, cases: {1: u1, 2: pair, 3: s8}}}
  - {id: bits, type: b1, repeat: expr, repeat-expr: 4, -validity-of: some}
  - {id: some, type: u1, repeat: expr, repeat-expr: 4}
types: {pair: {seq: [{id: a, type: u1}, {id: b, type: u1, if: a > 0}]}}
"""
        )
        module = ModuleType("toy_kaitai.parser")
        exec(
            """
class Toy:
    def __init__(self, io):
        self._parent, self._root = None, self
        self.kind = io.read_u1()
        if self.kind > 1:
            self.extra = io.read_u2le()
        self.value = {1: io.read_u1, 2: lambda: Pair(io, self), 3: io.read_s8le}[self.kind]()
        self.bits = [io.read_bits_int_le(1) != 0 for _ in range(4)]
        io.align_to_byte()
        self.some = [io.read_u1() for _ in range(4)]

class Pair:
    def __init__(self, io, parent):
        self._parent, self._root = parent, parent._root
        self.a = io.read_u1()
        if self.a > 0:
            self.b = io.read_u1()
""",
            module.__dict__,
        )
        monkeypatch.setitem(sys.modules, "toy_kaitai", ModuleType("toy_kaitai"))
        monkeypatch.setitem(sys.modules, "toy_kaitai.parser", module)
        codec = dataclasses.replace(load(spec), package="toy_kaitai")
        some = b"\x0a\1\2\3\4"
        for start in (b"\1\7", b"\2\0\1\0", b"\2\0\1\5\6", b"\3\0\1" + b"\xff" * 8):
            kaitai = bytewright.open(start + some, codec, engine="kaitai").to_table()
            assert kaitai == bytewright.open(start + some, codec, engine="objects").to_table()
            assert kaitai["some"].to_pylist() == [[None, 2, None, 4]]
