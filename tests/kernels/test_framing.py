"""Where records lie: the compiled walk over lengths against plain Python, on good and bad lengths of every kind."""

from __future__ import annotations

import random
import struct

import numpy as np
import pytest

from bytewright.io.source import BytesSource
from bytewright.kernels.plan import NUMBER_KINDS, FixedFrame, LengthFrame
from bytewright.kernels.plan.types import KINDS
from bytewright.views.evaluate.framing import Extents, Framing, LengthWalk, end_of, parts

LENGTHS = [kind for kind in NUMBER_KINDS if kind[0] in "us"]


def walked(frame: Framing, data: bytes, start: int = 0) -> tuple[list[int], int]:
    """Where the records end, and where the walk is over."""
    walk = LengthWalk(frame, BytesSource(data), start, record=7)
    found: list[int] = []
    while not walk.over:
        places, numbers = walk.go_on()
        assert numbers.tolist() == list(range(8 + len(found), 8 + len(found) + len(places)))
        found += places.tolist()
    return found, walk.position


def stepped(frame: Framing, data: bytes, start: int = 0) -> tuple[list[int], int]:
    """The same, record by record."""
    source = BytesSource(data)
    found: list[int] = []
    while start < len(data) and (end := end_of(frame, source, start)) is not None:
        found.append(end)
        start = end
    return found, start


def packed(kind: str, value: int) -> bytes:
    size = KINDS[kind].size
    order = "big" if kind.endswith("be") else "little"
    return (value & ((1 << 8 * size) - 1)).to_bytes(size, order)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", LENGTHS)
@pytest.mark.parametrize("extra", [0, 4, -1])
def test_a_walk_goes_where_steps_go(kind: str, extra: int) -> None:
    size = KINDS[kind].size
    frame = LengthFrame(kind, 1, size + 1 + extra, size + 1)
    draw = random.Random(f"{kind}{extra}")
    for _ in range(60):
        data = b""
        for _ in range(draw.randrange(6)):
            length = draw.choice((0, 1, 5, 100))
            data += b"x" + packed(kind, length) + bytes(max(0, length + extra))
        broken = draw.choice((0, -1, -128, 1 << 20, 1 << 47, (1 << 63) - 1, -1 << 63))
        data += b"x" + packed(kind, broken) + bytes(draw.randrange(20))
        data = data[: draw.randrange(len(data) + 1)]
        assert walked(frame, data) == stepped(frame, data)


def test_records_of_one_size() -> None:
    for size in range(40):
        assert walked(FixedFrame(7), bytes(size), 3) == stepped(FixedFrame(7), bytes(size), 3)


def test_beyond_one_buffer() -> None:
    """Records that are larger than it, and many that aren't."""
    draw = random.Random(1)
    lengths = [draw.choice((0, 10, 3_000_000)) for _ in range(30)] + [draw.randrange(50) for _ in range(60_000)]
    data = b"".join(struct.pack("<I", length) + bytes(length) for length in lengths)
    frame = LengthFrame("u4le", 0, 4, 4)
    ends, position = walked(frame, data)
    assert ends == np.cumsum([4 + length for length in lengths]).tolist()
    assert position == len(data)
    extents = Extents(LengthWalk(frame, BytesSource(data), 0))
    for asked in ([0, 0, 1], [5, 29, 30], [40_000, 40_001, 60_029], [60_029]):
        offsets, sizes = extents.of(np.array(asked))
        assert sizes.tolist() == [4 + lengths[record] for record in asked]
        assert (offsets + sizes).tolist() == [ends[record] for record in asked]
    assert extents.of(np.array([60_030]))[0].tolist() == [-1]


def test_parts() -> None:
    data = b"".join(struct.pack("<H", n) + bytes(n) for n in range(100)) + b"\xff\xff" + bytes(500)
    frame = LengthFrame("u2le", 0, 2, 2)
    found = parts(LengthWalk(frame, BytesSource(data), 0, step=300), len(data))
    assert [part.start for part in found[1:]] == [part.stop for part in found[:-1]]
    lied = sum(2 + n for n in range(100))
    assert (found[-1].stop, found[-1].start is not None and found[-1].start <= lied) == (None, True)
    for part in found[1:-1]:
        assert part.start is not None
        assert part.stop is not None
        assert part.stop - part.start >= 300
        assert part.start == sum(2 + n for n in range(part.record))
