"""Makes the machine code that ships in the wheel, for each level of processors: the kernel, and walks of codecs."""

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
        sys.path[:0] = [str(Path(self.root) / "runtime"), str(Path(self.root) / "generated")]
        import bytewright_formats
        from bytewright.codec import walk_libraries
        from bytewright.kernels.native.machine import cpu_levels, shipping

        made = [shipping.make(level) for level in cpu_levels.of_architecture()]
        walk_libraries.make(bytewright_formats, cpu_levels.of_architecture())
        if made:
            machine = platform.machine()
            build_data["pure_python"] = False
            # They ask nothing of the C library that older ones lack, nor of one of the two more than of the other.
            build_data["tag"] = f"py3-none-manylinux_2_17_{machine}.musllinux_1_1_{machine}"
