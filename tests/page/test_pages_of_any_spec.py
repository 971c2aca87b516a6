"""Pages of files of many formats, good and damaged: of a good file each byte is some node's."""

from __future__ import annotations

import importlib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis.errors import Unsatisfiable
from tests.page.heard import read
from tests.support.both import TOYS, toy
from tests.support.drawn import same_each_time

from bytewright.codec.codec import Codec
from bytewright.errors import OptionError, WriteError
from bytewright.page import data_of, page_of

NAMES = sorted(path.stem for path in TOYS.glob("*.ksy"))
FEW = NAMES[::12]


def _files(codec: Codec) -> list[bytes]:
    """Files of some drawn values."""
    models = importlib.import_module(f"{codec.package}.strategies").models
    found: list[bytes] = []

    @given(models())
    @same_each_time(8)
    def draw(model: object) -> None:
        try:
            found.append(codec.to_bytes(model))  # type: ignore[arg-type]
        except WriteError:
            return

    try:
        draw()
    except Unsatisfiable:
        pytest.skip("no value can be drawn")
    return sorted(set(found), key=len)[-3:]


def _check(codec: Codec, data: bytes, *, good: bool) -> None:
    told = data_of(*read(codec, data))
    assert len(page_of(told)) > len(data)
    (file,) = told["files"]
    tree = file["tree"]
    named = [tree["strings"][name] for name in tree["type"]]
    covered = bytearray(len(data))
    for number, (offset, size) in enumerate(zip(tree["offset"], tree["size"], strict=True)):
        inner = number + 1 < len(named) and tree["depth"][number + 1] > tree["depth"][number]
        decoded = inner and tree["space"][number + 1] != tree["space"][number]
        if tree["space"][number] == 0 and (not inner or decoded):
            assert 0 <= offset <= offset + size <= len(data)
            covered[offset : offset + size] = b"\1" * size
    assert all(covered) or not good


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in FEW else [pytest.mark.slow]) for name in NAMES]
)
def test_page_of_any_file(name: str) -> None:
    codec, random = toy(name), Random(0)
    if any(option.default is None and option.type == "file" for option in codec.options):
        pytest.skip("it asks for a file of its own")
    try:
        for data in [*_files(codec), b""]:
            _check(codec, data, good=data != b"")
            for _ in range(3 * (data != b"")):
                broken = bytearray(data[: random.randint(1, len(data))])
                broken[random.randrange(len(broken))] ^= random.randint(1, 255)
                _check(codec, bytes(broken), good=False)
    except OptionError as error:
        pytest.skip(str(error))


def test_name_of_a_file_is_no_path(tmp_path: Path) -> None:
    (tmp_path / "one.frames").write_bytes(b"")
    assert data_of(*read(toy("frames"), tmp_path / "one.frames"))["files"][0]["label"] == "one.frames"
