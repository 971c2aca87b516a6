"""Levels of processors that the kernel is shipped for."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Level:
    """What a shared library of the kernel needs of a processor.

    Attributes:
        name: of the level, as compilers and the psABI of x86-64 have it.
        processor: LLVM's name of the processor.
        features: what it has, by LLVM's names.
        flags: the same, by the names in ``/proc/cpuinfo``.
    """

    name: str
    processor: str
    features: tuple[str, ...]
    flags: frozenset[str]

    @property
    def settings(self) -> dict[str, str]:
        """Variables of the environment by which Numba compiles for the level."""
        return {"NUMBA_CPU_NAME": self.processor, "NUMBA_CPU_FEATURES": ",".join(f"+{each}" for each in self.features)}


_V1 = ("64bit", "cmov", "cx8", "fxsr", "mmx", "sse", "sse2")
_V2 = (*_V1, "cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3")
# Each processor of this level that is sold has carry-less multiplication, which the psABI doesn't name; CRCs need it.
_V3 = (*_V2, "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "pclmul", "xsave")

_V2_FLAGS = frozenset({"cx16", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3", "lahf_lm"})
_V3_FLAGS = _V2_FLAGS | {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "pclmulqdq", "xsave"}

# Masked stores and dot products of bytes, which digests gain a sixth by.
_V4 = (*_V3, "avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl", "avx512vnni")
_V4_FLAGS = _V3_FLAGS | {"avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl", "avx512_vnni"}

_LEVELS = {
    "x86_64": (
        Level("x86-64-v4", "x86-64-v4", _V4, _V4_FLAGS),
        Level("x86-64-v3", "x86-64-v3", _V3, _V3_FLAGS),
        Level("x86-64-v2", "x86-64-v2", _V2, _V2_FLAGS),
    ),
    "aarch64": (Level("armv8-a", "generic", ("neon",), frozenset({"asimd"})),),
}


def of_architecture() -> tuple[Level, ...]:
    """The levels of this machine's architecture, the highest one first; none where nothing is shipped."""
    return _LEVELS.get(platform.machine(), ()) if sys.platform == "linux" else ()


def of_processor() -> tuple[Level, ...]:
    """Those of them that this processor reaches."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return ()
    told = next((line.partition(":")[2] for line in lines if line.startswith(("flags", "Features"))), "")
    flags = set(told.split())
    return tuple(level for level in of_architecture() if level.flags <= flags)
