"""Where the kernel spends its time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bytewright.kernels.drivers.scan import Scan
from bytewright.kernels.plan import codes


def profile(run: Callable[[], object]) -> str:
    """The share of the cycles that each kind of instruction takes in all scans of a run."""
    watched: dict[Scan, Any] = {}
    usual = Scan.restart

    def restart(self: Scan, *given: Any, **named: Any) -> None:
        usual(self, *given, **named)  # scans are kept for files to come, so that many begin here only
        cycles = watched.setdefault(self, np.zeros(len(self._program.instructions), np.int64))
        self._state[codes.PROFILE] = cycles.ctypes.data

    Scan.restart = restart  # type: ignore[method-assign]
    try:
        run()
    finally:
        Scan.restart = usual  # type: ignore[method-assign]
        for scan in watched:
            scan._state[codes.PROFILE] = 0
    names = _names()
    spent: dict[str, int] = {}
    for scan, cycles in watched.items():
        for instruction, taken in zip(scan._program.instructions, cycles.tolist(), strict=True):
            name = names[int(instruction[0])]
            spent[name] = spent.get(name, 0) + taken
    total = max(1, sum(spent.values()))
    shares = (f"{name} {taken / total:.0%}" for name, taken in sorted(spent.items(), key=lambda item: -item[1]))
    return "Cycles of the kernel: " + ", ".join(shares)


def _names() -> dict[int, str]:
    """Names of operations, which `codes` states before all other numbers but two."""
    found: dict[int, str] = {}
    for name, value in vars(codes).items():
        if name.isupper() and isinstance(value, int) and name not in ("INSTRUCTION", "OPERANDS"):
            found.setdefault(value, name)
    return found
