"""Files in pieces: they are as long as their pieces, whether room for these can be taken ahead or not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bytewright import files


def _refused(descriptor: int, mode: int, begin: int, size: int) -> int:
    return -1


@pytest.mark.parametrize("allocator", ["system", "none", "full", "full later"])
@pytest.mark.parametrize("sizes", [[], [0], [5], [3, 7, 1] * 9, [10, 10], [100, 1]])
def test_pieces(sizes: list[int], allocator: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_AHEAD", 10)
    real, calls = files._allocator(), 0

    def at_first(descriptor: int, mode: int, begin: int, size: int) -> int:
        nonlocal calls
        calls += 1
        return real(descriptor, mode, begin, size) if real is not None and calls == 1 else -1

    found = {"system": real, "none": None, "full": _refused, "full later": at_first}[allocator]
    monkeypatch.setattr(files, "_allocator", lambda: found)
    pieces = [bytes([number]) * size for number, size in enumerate(sizes)]
    with files.replacing(tmp_path / "made") as file:
        file.write(b"begin")
        files.write_pieces(file, iter(pieces))
    assert (tmp_path / "made").read_bytes() == b"begin" + b"".join(pieces)


def test_pieces_into_what_is_no_file() -> None:
    with files.replacing("/dev/null") as file:
        files.write_pieces(file, [bytes(files._AHEAD), b"more"])


def test_a_piece_that_can_not_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_AHEAD", 10)

    def pieces() -> Iterator[bytes]:
        yield bytes(20)
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"), files.replacing(tmp_path / "made") as file:
        files.write_pieces(file, pieces())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("there", [True, False])
def test_the_disk_begins_before_the_end(there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With each part once, where the system can do that."""
    begun: list[tuple[int, int]] = []

    def begin(descriptor: int, start: int, size: int, how: int) -> int:
        begun.append((start, size))
        return 0

    monkeypatch.setattr(files, "_AHEAD", 10)
    monkeypatch.setattr(files, "_starter", lambda: begin if there else None)
    with files.replacing(tmp_path / "made") as file:
        files.write_pieces(file, [bytes(size) for size in (4, 9, 25, 3, 8)])
    assert (tmp_path / "made").stat().st_size == 49
    assert begun == ([(0, 13), (13, 25), (38, 11)] if there else [])
