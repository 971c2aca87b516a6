"""Digests of bytes, by which things are told apart: no cryptography."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_u1, load_u4
from bytewright.kernels.native.machine.jit import inner

_WORD = (1 << 32) - 1
_FIRST = 0x9E3779B1
_SECOND = 0x85EBCA77
_THIRD = 0xC2B2AE3D
_FOURTH = 0x27D4EB2F
_FIFTH = 0x165667B1


@inner
def _times(one: int, other: int) -> int:
    """A product in 32 bits; both have as many."""
    return (one * other) & _WORD


@inner
def _turned(word: int, bits: int) -> int:
    """A word of 32 bits, turned to the left."""
    return (word << bits | word >> (32 - bits)) & _WORD


@inner
def _round(total: int, word: int) -> int:
    return _times(_turned((total + _times(word, _SECOND)) & _WORD, 13), _FIRST)


@inner
def xxh_32(address: int, size: int, seed: int) -> int:
    """XXH32 of bytes, of which no others are read."""
    end = address + size
    total = (seed + _FIFTH) & _WORD
    if size >= 16:
        a = (seed + _FIRST + _SECOND) & _WORD
        b = (seed + _SECOND) & _WORD
        c = seed
        d = (seed - _FIRST) & _WORD
        while address + 16 <= end:
            a = _round(a, load_u4(address))
            b = _round(b, load_u4(address + 4))
            c = _round(c, load_u4(address + 8))
            d = _round(d, load_u4(address + 12))
            address += 16
        total = (_turned(a, 1) + _turned(b, 7) + _turned(c, 12) + _turned(d, 18)) & _WORD
    total = (total + size) & _WORD
    while address + 4 <= end:
        total = _times(_turned((total + _times(load_u4(address), _THIRD)) & _WORD, 17), _FOURTH)
        address += 4
    while address < end:
        total = _times(_turned((total + _times(load_u1(address), _FIFTH)) & _WORD, 11), _FIRST)
        address += 1
    total = _times(total ^ total >> 15, _SECOND)
    total = _times(total ^ total >> 13, _THIRD)
    return total ^ total >> 16
