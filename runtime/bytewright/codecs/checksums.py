"""Checksums that a field may be of other bytes: one row each, which the compiler and both engines read."""

from __future__ import annotations

import binascii
import hashlib
import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple, dataclass
from functools import cache, partial, reduce
from typing import Any, Literal

import google_crc32c
import numpy as np

from bytewright.host.optional import needed

Octets = bytes | bytearray | memoryview


@dataclass(frozen=True)
class Algorithm:
    """How a checksum is computed.

    Args:
        over: gives that of bytes which are not in memory all at once, in pieces that follow each other.
        size: bytes of the checksum.
        digest: whether it is bytes; else an unsigned integer.
        kernel: by which operation of the kernel; None: its library computes it, between two calls of the kernel.
        crc: gives the parameters of that operation, where it is a CRC's.
    """

    over: Callable[[Iterable[Octets]], Any]
    size: int = 4
    digest: bool = False
    kernel: Literal["adler", "crc", "masked crc", "sum", "xor", "fletcher"] | None = None
    crc: Callable[[], Crc] | None = None

    def __call__(self, data: Octets) -> Any:
        """The checksum of bytes."""
        return self.over((data,))

    def shown(self, value: Any) -> str:
        """A checksum as errors have it."""
        return value.hex() if self.digest else f"{value} (0x{value:0{2 * self.size}x})"


@dataclass(frozen=True)
class Crc:
    """A CRC by its parameters, as the catalogue has them (`reveng.sourceforge.io/crc-catalogue`).

    Args:
        width: its bits: 8, 16, 32 or 64.
        poly: its polynomial, the highest bit first.
        init: what stands in the register before any bytes.
        refin: whether the lowest bit of each byte comes first.
        refout: whether the register is turned around at last.
        xorout: what is then added to it, bit by bit.
    """

    width: int
    poly: int
    init: int = 0
    refin: bool = False
    refout: bool = False
    xorout: int = 0

    @property
    def name(self) -> str:
        """By which `ALGORITHMS` finds it."""
        flags = f"refin={int(self.refin)}, refout={int(self.refout)}"
        return f"crc{self.width}(poly={self.poly:#x}, init={self.init:#x}, {flags}, xorout={self.xorout:#x})"

    @property
    def algorithm(self) -> Algorithm:
        """How it is computed."""
        over = _by_library(lambda library: library.CRC(*astuple(self)))
        return Algorithm(over, self.width // 8, kernel="crc", crc=lambda: self)


_NUMBER = "(0x[0-9a-f]+)"
_BY_PARAMETERS = re.compile(
    rf"crc(\d+)\(poly={_NUMBER}, init={_NUMBER}, refin=([01]), refout=([01]), xorout={_NUMBER}\)"
)


class Algorithms(dict[str, Algorithm]):
    """Algorithms by their names; a CRC by its parameters is found by `Crc.name`."""

    def __missing__(self, name: str) -> Algorithm:
        """A CRC by its parameters, which is not listed."""
        return _by_parameters(name)


@cache
def _by_parameters(name: str) -> Algorithm:
    found = _BY_PARAMETERS.fullmatch(name)
    if found is None:
        raise KeyError(name)
    width, poly, init, refin, refout, xorout = (int(part, 0) for part in found.groups())
    return Crc(width, poly, init, refin == 1, refout == 1, xorout).algorithm


def crc32c(data: Octets, before: int = 0) -> int:
    """CRC-32C, by Castagnoli's polynomial; ``before``: that of the bytes before these."""
    found: int = google_crc32c.extend(before, bytes(data))
    return found


def _running(
    step: Callable[[Any, int], int], start: int = 0, finish: Callable[[int], int] = int
) -> Callable[[Iterable[Octets]], int]:
    """A checksum by a function that takes bytes and what was found for those before them."""
    return lambda pieces: finish(reduce(lambda found, piece: step(piece, found), pieces, start))


def _by_library(made: Callable[[Any], Any]) -> Callable[[Iterable[Octets]], int]:
    """A CRC that the module ``anycrc`` computes, which is imported when there is something to sum."""

    @cache
    def crc() -> Any:
        import anycrc

        return made(anycrc)

    return lambda pieces: int(reduce(lambda found, piece: crc().calc(bytes(piece), found), pieces, crc().calc(b"")))


def _catalogued(name: str, bits: int) -> Algorithm:
    """A CRC by its name in the catalogue."""
    known = name.upper()

    @cache
    def parameters() -> Crc:
        import anycrc

        model = anycrc.models[anycrc.aliases.get(known, known)]
        return Crc(model.width, model.poly, model.init, model.refin, model.refout, model.xorout)

    return Algorithm(_by_library(lambda library: library.Model(known)), bits // 8, kernel="crc", crc=parameters)


def _hashed(begin: Callable[[], Any], result: str = "intdigest") -> Callable[[Iterable[Octets]], Any]:
    """A checksum by an object as those of hashlib are, which has a method for what comes out."""

    def over(pieces: Iterable[Octets]) -> Any:
        state = begin()
        for piece in pieces:
            state.update(piece)
        return getattr(state, result)()

    return over


def _xxhash(name: str) -> Callable[[], Any]:
    """How an object of the module ``xxhash`` begins, which is imported when there is something to sum."""
    return lambda: getattr(needed("xxhash", "xxhash"), name)()


def _digest(begin: Callable[[], Any], size: int) -> Algorithm:
    return Algorithm(_hashed(begin, "digest"), size, digest=True)


def _masked(plain: int) -> int:
    return ((plain >> 15 | plain << 17) + 0xA282EAD8) & 0xFFFFFFFF


def _added(bits: int) -> Callable[[Iterable[Octets]], int]:
    """The sum of all bytes, of which so many bits are kept."""
    mask = (1 << bits) - 1
    return _running(lambda data, before: (before + int(np.frombuffer(data, np.uint8).sum(dtype=np.uint64))) & mask)


def _xored(data: Octets, before: int) -> int:
    return before ^ int(np.bitwise_xor.reduce(np.frombuffer(data, np.uint8), initial=0))


_STRETCH = 1 << 16
"""Bytes whose weighted sum is taken at once: it fits 64 bits."""


def _fletcher(size: int) -> Callable[[Iterable[Octets]], int]:
    """Fletcher's checksum of so many bytes, of numbers half as large; zeros fill up the last one."""
    half = size // 2
    modulus = (1 << 8 * half) - 1

    def over(pieces: Iterable[Octets]) -> int:
        low = high = 0
        left = b""
        for piece in (*pieces, None):
            data = left + (bytes(-len(left) % half) if piece is None else bytes(piece))
            whole = len(data) - len(data) % half
            left = data[whole:]
            for at in range(0, whole, _STRETCH):
                numbers = np.frombuffer(data[at : min(at + _STRETCH, whole)], f"<u{half}").astype(np.uint64)
                weights = np.arange(len(numbers), 0, -1).astype(np.uint64)
                high = (high + len(numbers) * low + int((numbers * weights).sum())) % modulus
                low = (low + int(numbers.sum())) % modulus
        return high << 8 * half | low

    return over


_ALL = 0xFFFFFFFF
_ETHERNET = Crc(32, 0x04C11DB7, _ALL, refin=True, refout=True, xorout=_ALL)
_CASTAGNOLI = Crc(32, 0x1EDC6F41, _ALL, refin=True, refout=True, xorout=_ALL)

CATALOGUE: Mapping[int, str] = {
    # Bits, and the names in the catalogue, with others that are in use.
    8: """
        crc8 crc8-aes crc8-autosar crc8-bluetooth crc8-cdma2000 crc8-darc crc8-dvb-s2 crc8-ebu crc8-gsm-a crc8-gsm-b
        crc8-hitag crc8-i-432-1 crc8-i-code crc8-itu crc8-lte crc8-maxim crc8-maxim-dow crc8-mifare-mad crc8-nrsc-5
        crc8-opensafety crc8-rohc crc8-sae-j1850 crc8-smbus crc8-tech-3250 crc8-wcdma
    """,
    16: """
        crc16 crc16-acorn crc16-arc crc16-aug-ccitt crc16-autosar crc16-bluetooth crc16-buypass crc16-ccitt
        crc16-ccitt-false crc16-ccitt-true crc16-cdma2000 crc16-cms crc16-darc crc16-dds-110 crc16-dect-r
        crc16-dect-x crc16-dnp crc16-en-13757 crc16-epc crc16-epc-c1g2 crc16-genibus crc16-gsm crc16-i-code
        crc16-ibm-3740 crc16-ibm-sdlc crc16-iec-61158-2 crc16-iso-hdlc crc16-iso-iec-14443-3-a
        crc16-iso-iec-14443-3-b crc16-kermit crc16-lha crc16-lj1200 crc16-lte crc16-m17 crc16-maxim crc16-maxim-dow
        crc16-mcrf4xx crc16-modbus crc16-nrsc-5 crc16-opensafety-a crc16-opensafety-b crc16-profibus crc16-riello
        crc16-spi-fujitsu crc16-t10-dif crc16-teledisk crc16-tms37157 crc16-umts crc16-usb crc16-v-41-lsb
        crc16-v-41-msb crc16-verifone crc16-x-25
    """,
    32: """
        crc32-aal5 crc32-adccp crc32-aixm crc32-autosar crc32-base91-c crc32-base91-d crc32-bzip2 crc32-castagnoli
        crc32-cd-rom-edc crc32-cksum crc32-dect-b crc32-interlaken crc32-iscsi crc32-iso-hdlc crc32-jamcrc crc32-mef
        crc32-mpeg-2 crc32-nvme crc32-posix crc32-v-42 crc32-xfer crc32-xz crc32d crc32q
    """,
    64: """
        crc64 crc64-ecma-182 crc64-go-ecma crc64-go-iso crc64-ms crc64-nvme crc64-redis crc64-we crc64-xz
    """,
}
"""CRCs of the catalogue that fields can hold."""

ALGORITHMS = Algorithms(
    {
        "adler32": Algorithm(_running(zlib.adler32, 1), kernel="adler"),
        "crc32": Algorithm(_running(zlib.crc32), kernel="crc", crc=lambda: _ETHERNET),
        "crc32c": Algorithm(_running(crc32c), kernel="crc", crc=lambda: _CASTAGNOLI),
        # Turned by 15 bits, and a constant, so that data may hold checksums of its parts: as in LevelDB.
        "crc32c-masked": Algorithm(_running(crc32c, finish=_masked), kernel="masked crc", crc=lambda: _CASTAGNOLI),
        "crc16-xmodem": Algorithm(_running(binascii.crc_hqx), size=2, kernel="crc", crc=lambda: Crc(16, 0x1021)),
        "sum8": Algorithm(_added(8), size=1, kernel="sum"),
        "sum16": Algorithm(_added(16), size=2, kernel="sum"),
        "sum32": Algorithm(_added(32), kernel="sum"),
        "xor8": Algorithm(_running(_xored), size=1, kernel="xor"),
        "fletcher16": Algorithm(_fletcher(2), size=2, kernel="fletcher"),
        "fletcher32": Algorithm(_fletcher(4), kernel="fletcher"),
        "xxh32": Algorithm(_hashed(_xxhash("xxh32"))),
        "xxh64": Algorithm(_hashed(_xxhash("xxh64")), size=8),
        "xxh3-64": Algorithm(_hashed(_xxhash("xxh3_64")), size=8),
        "xxh3-128": _digest(_xxhash("xxh3_128"), 16),
        "md5": _digest(partial(hashlib.md5, usedforsecurity=False), 16),
        "sha1": _digest(partial(hashlib.sha1, usedforsecurity=False), 20),
        "sha256": _digest(hashlib.sha256, 32),
        **{name: _catalogued(name, bits) for bits, names in CATALOGUE.items() for name in names.split()},
    }
)
"""By the names that specs have. A row is all that a new one needs; `kernel` is for one that must be fast."""

SUM = "-checksum"
"""In place of a process: the checksum of bytes, by its name."""


class Sum:
    """A checksum as what bytes are decoded to: its bytes, of an integer eight, the lowest first.

    Args:
        algorithm: its name.
    """

    def __init__(self, algorithm: str) -> None:
        self._row = ALGORITHMS[algorithm]

    def decode(self, data: bytes, _limits: object) -> bytes:
        """That of the bytes."""
        found = self._row(data)
        return bytes(found) if self._row.digest else int(found).to_bytes(8, "little")
