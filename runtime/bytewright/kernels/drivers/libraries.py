"""Runs libraries that decode bytes of a block's elements, between two calls of the kernel."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from typing import NamedTuple

from bytewright.codecs.process import Process
from bytewright.errors import NO_VALUE, CodecError, ReadError
from bytewright.kernels.drivers.buffers import Bytes, Registers
from bytewright.kernels.plan import codes
from bytewright.kernels.program.program import Program
from bytewright.limits import Limits

_SIZE = 8
"""Bytes that say how many are decoded, before these; what comes next lies at a multiple of as many."""
_TOO_MUCH = 1 << 62
"""Bytes that no arena has."""


class _Decoded(NamedTuple):
    """What something is decoded to.

    Attributes:
        number: the number of the process.
        arguments: its arguments.
        stored: what is stored.
        meant: what is meant.
    """

    number: int
    arguments: tuple[int, ...]
    stored: bytes
    meant: bytes


class Libraries:
    """The processes of a program."""

    def __init__(self, processes: Sequence[tuple[str, int]], limits: Limits) -> None:
        """Prepare to run them.

        Args:
            processes: what specs call each, and how many arguments it has.
            limits: bounds on what may be decoded.
        """
        self._processes = [(name, count, Process(name) if count == 0 else None) for name, count in processes]
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
        arguments = self._processes[number][1]
        asked = [registers.values(one, count) for one in (there, address, size, *rest[:arguments])]
        begin = int(arena.ctypes.data)
        used, room = state[codes.ARENA_USED], state[codes.ARENA_SIZE]
        nothing = -1
        found: list[int] = []
        state[codes.REASON] = codes.NONE
        for is_there, place, stored, *told in zip(*asked, strict=True):
            meant = b""
            if is_there:
                decoded = self._decoded(number, tuple(told), ctypes.string_at(place, stored))
                if decoded is None:
                    state[codes.REASON] = codes.INVALID
                    break
                meant = decoded
            elif nothing >= 0:
                found.append(nothing)
                continue
            wanted = used + _SIZE + -(-len(meant) // _SIZE) * _SIZE
            too_much = used + len(meant) > self._limits.maxDecodedBytes
            if wanted > room or too_much:
                state[codes.REASON], state[codes.WHICH] = codes.CUT, codes.DECODING
                state[codes.NEEDED] = _TOO_MUCH if too_much else wanted
                break
            struct.pack_into("<q", arena.data, used, len(meant))
            ctypes.memmove(begin + used + _SIZE, meant, len(meant))
            found.append(begin + used)
            if not is_there:
                nothing = begin + used
            used = wanted
        state[codes.ARENA_USED] = used
        state[codes.PASSED] = len(found)
        registers.put(rest[arguments], found)

    def _decoded(self, number: int, arguments: tuple[int, ...], stored: bytes) -> bytes | None:
        """What bytes mean; None: nothing that can be told, or may be held, as objects will say."""
        ahead = self._ahead
        if ahead is not None and ahead[:3] == (number, arguments, stored):
            return ahead.meant
        name, _, process = self._processes[number]
        try:
            meant = (process or Process(name, *arguments)).decode(stored, self._limits)
        except (ReadError, CodecError, *NO_VALUE):
            return None
        # Where there is no room for it, it is asked for again.
        self._ahead = _Decoded(number, arguments, stored, meant)
        return meant
