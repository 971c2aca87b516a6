"""Runs libraries that decode bytes of a block's elements, or sum them, between two calls of the kernel."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from typing import NamedTuple

from bytewright.codecs.checksums import ALGORITHMS, SUM, Sum
from bytewright.codecs.process import Process
from bytewright.errors import NO_VALUE, CodecError, ReadError
from bytewright.kernels.drivers.buffers import Bytes, Registers
from bytewright.kernels.plan import NUMBER, codes
from bytewright.kernels.program.program import Program
from bytewright.limits import Limits

_SIZE = 8
"""Bytes that say how many are decoded, before these; what comes next lies at a multiple of as many."""
_ASKED = 5
"""What an instruction asks for that has a checksum put: where the record begins, where the checksum lies in it, where
what it is of, how much that is, and whether there is one."""
_TOO_MUCH = 1 << 62
"""Bytes that no arena has."""


class _Decoded(NamedTuple):
    """What something is decoded to for which there was no room.

    Attributes:
        number: the number of the process.
        arguments: its arguments.
        stored: what is stored.
        meant: what is meant.
    """

    number: int
    arguments: list[int]
    stored: bytes
    meant: bytes


class _Numbers:
    """Numbers for bytes, the same for the same ones, of those of one block."""

    def __init__(self) -> None:
        self._known: dict[bytes, bytes] = {}

    def begin(self) -> None:
        """Forget those of the block before."""
        self._known.clear()

    def decode(self, data: bytes, _limits: object) -> bytes:
        """The number of some bytes."""
        return self._known.setdefault(data, len(self._known).to_bytes(_SIZE, "little"))


def _made(name: str, texts: tuple[str, ...]) -> Process | Sum | _Numbers:
    """What needs no numbers."""
    if name == NUMBER:
        return _Numbers()
    return Sum(*texts) if name == SUM else Process(name, *texts)


class Libraries:
    """The processes of a program."""

    def __init__(self, processes: Sequence[tuple[str, int, tuple[str, ...]]], limits: Limits) -> None:
        """Prepare to run them.

        Args:
            processes: what specs call each, how many numbers are its arguments, and which texts behind them.
            limits: bounds on what may be decoded.
        """
        self._processes = [
            (name, count, texts, None if count else _made(name, texts)) for name, count, texts in processes
        ]
        self._limits = limits
        self._ahead: _Decoded | None = None

    def run(self, state: memoryview[int], program: Program, registers: Registers, arena: Bytes) -> None:
        """Do what the kernel waits for: decode for as many elements as can be, and there is room for in the arena.

        Args:
            state: the state of the scan.
            program: its program.
            registers: the registers of that.
            arena: memory for what is decoded.
        """
        _, domain, number, there, address, size, *rest = program.instructions[state[codes.WAITING]].tolist()
        count = int(registers.domains[domain, codes.COUNT_OF])
        name, arguments, texts, process = self._processes[number]
        asked = [registers.values(one, count) for one in (there, address, size, *rest[:arguments])]
        begin = int(arena.ctypes.data)
        used, room = state[codes.ARENA_USED], state[codes.ARENA_SIZE]
        ahead, self._ahead = self._ahead, None
        if isinstance(process, _Numbers):
            process.begin()
            ahead = None
        most, memory = self._limits.maxDecodedBytes, arena.data
        pack, move = struct.Struct("<q").pack_into, ctypes.memmove
        found: list[int] = []
        state[codes.REASON] = codes.NONE
        for is_there, place, stored, *told in zip(*asked, strict=True):
            meant = b""
            if is_there:
                data = ctypes.string_at(place, stored)
                if ahead is not None and ahead[:3] == (number, told, data):
                    meant = ahead.meant
                else:
                    try:
                        meant = (process or Process(name, *told, *texts)).decode(data, self._limits)
                    except (ReadError, CodecError, *NO_VALUE):  # objects will say which
                        state[codes.REASON] = codes.INVALID
                        break
                ahead = None
            size = len(meant)
            wanted = used + _SIZE + (size + _SIZE - 1) // _SIZE * _SIZE
            if wanted > room or used + size > most:
                state[codes.REASON], state[codes.WHICH] = codes.CUT, codes.DECODING
                state[codes.NEEDED] = wanted if used + size <= most else _TOO_MUCH
                self._ahead = _Decoded(number, told, data, meant) if is_there else None
                break
            pack(memory, used, size)
            move(begin + used + _SIZE, meant, size)
            found.append(begin + used)
            used = wanted
        state[codes.ARENA_USED] = used
        state[codes.PASSED] = len(found)
        registers.put(rest[arguments], found)


def put_sums(program: Program, waiting: int, registers: Registers) -> None:
    """Do what the encoding kernel waits for: put checksums of bytes that it has put.

    Args:
        program: its program.
        waiting: the number of the instruction that says which.
        registers: the registers of the program.
    """
    _, domain, number, *rest = program.instructions[waiting].tolist()
    count = int(registers.domains[domain, codes.COUNT_OF])
    algorithm, _, (kind,) = program.processes[number]
    row, order = ALGORITHMS[algorithm], "big" if kind.endswith("be") else "little"
    width = row.size if row.digest else int(kind[1])
    asked = [registers.values(one, count) for one in rest[:_ASKED]]
    for start, place, begin, size, when in zip(*asked, strict=True):
        if when:
            found = row(ctypes.string_at(start + begin, size))
            ctypes.memmove(start + place, found if row.digest else found.to_bytes(width, order), width)
