"""The columnar engine: one kernel, compiled once, that interprets programs made from row plans.

Importing this package imports neither Numba nor the kernel.
"""

from __future__ import annotations

from bytewright.kernels.cache import is_loaded, is_warm

__all__ = ["is_loaded", "is_warm", "warm"]


def warm() -> None:
    """Load the kernel, or compile it (up to a minute, once per installation, with a line on standard error)."""
    import bytewright.kernels.encoding.copies
    import bytewright.kernels.encoding.run
    import bytewright.kernels.run
    import bytewright.kernels.walk  # noqa: F401
