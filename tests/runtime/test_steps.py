"""Steps of a file: reading one record again, and the engine of kaitai-struct-compiler's parsers."""

import dataclasses
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.runtime.toys import NOTES, Note, note, notes

import bytewright
from bytewright.errors import LimitError, ReadError
from bytewright.settings import parse
from bytewright.source import BytesSource
from bytewright.views.again import error_of
from bytewright.views.layout import layout_of, view_of
from bytewright.views.steps import Once, Steps

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
        kept = Once(iter([Note(time=1), Note(time=2)]))
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
        self.magic = io.read_bytes(4)
        self.notes = []
        while not io.is_eof():
            self.notes.append(Note(io))


class Note:
    def __init__(self, io):
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
