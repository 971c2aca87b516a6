"""Sorted tables in blocks, as LevelDB has them: where blocks end, what of each key is stored, what leads to a block.

This turns keys into what a table says of them; which bytes that becomes is the business of a spec.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Block:
    """A block of a table.

    Attributes:
        keys: its keys, ascending.
        shared: how many bytes each has in common with the one before it, as far as that is left out.
        restarts: where the entries begin whose keys are stored whole.
        size: of the entries, in bytes.
    """

    keys: list[bytes] = field(default_factory=list)
    shared: list[int] = field(default_factory=list)
    restarts: list[int] = field(default_factory=lambda: [0])
    size: int = 0


def cut(entries: Iterable[tuple[bytes, int]], limit: int = 4096, interval: int = 16) -> list[Block]:
    """The blocks of a table; one without entries if there are none.

    Args:
        entries: keys, ascending, with the sizes of their values.
        limit: size of the entries and of what is said of them from which on a block is full.
        interval: after how many entries a key is stored whole.

    Raises:
        ValueError: keys don't ascend.
    """
    block = Block()
    blocks = [block]
    restarts = block.restarts
    previous: bytes | None = None
    many, size = 0, 0
    for key, value_size in entries:
        shared = 0
        if previous is not None:
            if key <= previous:
                raise ValueError(f"the key {key.hex()} is not above {previous.hex()}")
            if size + 4 * (len(restarts) + 1) >= limit:
                block.size = size
                block = Block()
                blocks.append(block)
                restarts = block.restarts
                many, size = 0, 0
            if many % interval:
                shared = _common(previous, key)
            elif many:
                restarts.append(size)
        block.keys.append(key)
        block.shared.append(shared)
        rest = len(key) - shared
        digits = (
            3 if shared < 128 and rest < 128 and value_size < 128 else sum(map(_digits, (shared, rest, value_size)))
        )
        size += digits + rest + value_size
        many += 1
        previous = key
    block.size = size
    return blocks


def index(blocks: Sequence[Block], trailer: int) -> Block:
    """The block that leads to the others by where they begin and their sizes, as numbers in groups of seven bits.

    Args:
        blocks: the others, one behind the other.
        trailer: bytes that follow each of them.
    """
    entries, place = [], 0
    for key, block in zip(separators(blocks), blocks, strict=True):
        size = block.size + 4 * (len(block.restarts) + 1)
        entries.append((key, _digits(place) + _digits(size)))
        place += size + trailer
    (found,) = cut(entries, limit=1 << 62, interval=1)
    return found


def separators(blocks: Sequence[Block]) -> Iterator[bytes]:
    """For each block a short key that none of its keys is above, and that is below the next block's."""
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        if not block.keys:
            yield b""
        elif following is None:
            yield _successor(block.keys[-1])
        else:
            yield _between(block.keys[-1], following.keys[0])


def _between(low: bytes, high: bytes) -> bytes:
    same = _common(low, high)
    if same >= len(low) or low[same] == 0xFF or low[same] + 1 >= high[same]:
        return low
    return low[:same] + bytes([low[same] + 1])


def _successor(key: bytes) -> bytes:
    for place, byte in enumerate(key):
        if byte != 0xFF:
            return key[:place] + bytes([byte + 1])
    return key


def _common(one: bytes, other: bytes) -> int:
    most = min(len(one), len(other))
    # The first byte that differs is the highest one of the numbers that they are.
    differ = int.from_bytes(one[:most]) ^ int.from_bytes(other[:most])
    return most - (differ.bit_length() + 7 >> 3)


def _digits(number: int) -> int:
    """How many groups of seven bits a number takes."""
    return 1 if number < 1 << 7 else -(-number.bit_length() // 7)
