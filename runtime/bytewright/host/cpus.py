"""How many processors there are to use."""

from __future__ import annotations

import os


def usable() -> int:
    """How many this process may use: containers and taskset give it fewer than the machine has; macOS can't say."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
