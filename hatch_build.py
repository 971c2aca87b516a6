"""Makes the kernel that ships in the wheel: one shared library for each level of processors."""

from __future__ import annotations

import platform
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelHook(BuildHookInterface):  # type: ignore[type-arg]
    """What hatchling runs before it builds a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the libraries, and say which systems the wheel is for; a checkout makes its own (``make setup``)."""
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "runtime"))
        from bytewright.kernels.native.machine import cpu_levels, shipping

        made = [shipping.make(level) for level in cpu_levels.of_architecture()]
        if made:
            machine = platform.machine()
            build_data["pure_python"] = False
            # They ask nothing of the C library that older ones lack, nor of one of the two more than of the other.
            build_data["tag"] = f"py3-none-manylinux_2_17_{machine}.musllinux_1_1_{machine}"
