"""Checksums of the kernel on any processor: by products, and by tables where it has none."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from bytewright.codecs.checksums import ALGORITHMS, Crc
from bytewright.kernels.native.machine import vectors
from bytewright.kernels.native.machine.function_pointers import function_at
from bytewright.kernels.native.machine.intrinsics import load_8, processor_has
from bytewright.kernels.native.machine.jit import compiled, inner
from bytewright.kernels.native.machine.link import link
from bytewright.kernels.native.operations import sums
from bytewright.kernels.plan.codes import SLACK
from bytewright.kernels.program.crc_tables import known, tables

KOOPMAN = 0xEB31D82E
"""The polynomial of a check that no algorithm names."""
SIZES = (*range(701), 1023, 1024, 1025, 4096, 5003, 65537, 1 << 20)


def check(polynomial: int, data: bytes) -> int:
    """Bit by bit."""
    found = 0xFFFFFFFF
    for byte in data:
        found ^= byte
        for _ in range(8):
            found = (found & 1) * polynomial ^ found >> 1
    return found ^ 0xFFFFFFFF


@pytest.fixture(scope="module", params=["products", "tables"])
def crc_32(request: Any) -> Callable[[bytes, int], int]:
    """The kernel's function of bytes and a polynomial."""
    # What others have had compiled for this processor isn't taken.
    kernel: Callable[[int, int, int], int] = inner(sums.crc_32.py_func)  # type: ignore[attr-defined]

    def entry(state: int) -> int:
        return kernel(load_8(state), load_8(state + 8), load_8(state + 16))

    with pytest.MonkeyPatch.context() as patched:
        if request.param == "tables":
            patched.setattr(vectors, "processor_has", lambda *_features: False)
        elif not processor_has("pclmul"):
            pytest.skip("the processor has no products without carries")
        code = compiled(entry, 1, "entry")
    run = function_at(link({"entry": code})["entry"])

    def called(data: bytes, polynomial: int) -> int:
        # Not aligned; and what lies behind the bytes doesn't matter.
        whole = np.frombuffer(b"?" + data + b"?" * SLACK, np.uint8)
        highest_first = int(f"{polynomial:032b}"[::-1], 2)
        numbers = tables(Crc(32, highest_first, 0xFFFFFFFF, refin=True, refout=True, xorout=0xFFFFFFFF))
        state = np.array([whole.ctypes.data + 1, len(data), numbers.ctypes.data], np.int64)
        return run(state.ctypes.data)

    return called


@pytest.mark.parametrize(("algorithm", "polynomial"), [("crc32", 0xEDB88320), ("crc32c", 0x82F63B78)])
def test_sizes(crc_32: Callable[[bytes, int], int], algorithm: str, polynomial: int) -> None:
    data = random.Random(5).randbytes(max(SIZES))
    found = {size: crc_32(data[:size], polynomial) for size in SIZES}
    assert found == {size: ALGORITHMS[algorithm](data[:size]) for size in SIZES}


@pytest.mark.parametrize("polynomial", [KOOPMAN, 0x80000000, 0xFFFFFFFF, 1])
def test_any_polynomial(crc_32: Callable[[bytes, int], int], polynomial: int) -> None:
    generator = random.Random(6)
    for size in (3, 16, 17, 31, 32, 33, 64, 65, 81, 128, 129, 200, 333):
        for data in (generator.randbytes(size), bytes(size), b"\xff" * size):
            assert crc_32(data, polynomial) == check(polynomial, data), size


@pytest.fixture(scope="module")
def checksum() -> Callable[[str, bytes], int]:
    """The kernel's function of an algorithm and bytes."""
    kernel: Callable[[int, int, int, int], int] = inner(sums.checksum.py_func)  # type: ignore[attr-defined]

    def entry(state: int) -> int:
        return kernel(load_8(state), load_8(state + 8), load_8(state + 16), load_8(state + 24))

    run = function_at(link({"entry": compiled(entry, 1, "entry")})["entry"])

    def called(algorithm: str, data: bytes) -> int:
        whole = np.frombuffer(b"?" + data + b"?" * SLACK, np.uint8)
        code, numbers = known(algorithm)
        address = 0 if numbers is None else numbers.ctypes.data
        state = np.array([code, whole.ctypes.data + 1, len(data), address], np.int64)
        return run(state.ctypes.data) & (1 << 64) - 1

    return called


TURNED = [
    Crc(width, 0x1D5B3 >> 1 & (1 << width) - 1 | 1, init, refin=refin, refout=refout, xorout=xorout)
    for width in (8, 16, 32, 64)
    for refin in (False, True)
    for refout in (False, True)
    for init, xorout in ((0, 0), (0x5A & (1 << width) - 1, (1 << width) - 1))
]
"""Checks of all forms, most of which nobody uses."""


@pytest.mark.parametrize(
    "algorithm", [*(name for name, row in ALGORITHMS.items() if row.kernel is not None), *(crc.name for crc in TURNED)]
)
def test_all_that_the_kernel_has(checksum: Callable[[str, bytes], int], algorithm: str) -> None:
    data = random.Random(7).randbytes(20_001)
    for size in (*range(40), 63, 64, 65, 254, 255, 256, 5503, 5504, 5505, 11_009, 20_001):
        assert checksum(algorithm, data[:size]) == ALGORITHMS[algorithm](data[:size]), size
    assert checksum(algorithm, b"\xff" * 20_001) == ALGORITHMS[algorithm](b"\xff" * 20_001)
