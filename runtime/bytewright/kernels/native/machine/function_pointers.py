"""Functions of the kernel that Python calls."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

# As Numba has it for functions within Python: a status, what is returned, what is raised, and then the arguments.
_Function = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_void_p), ctypes.c_int64
)


def function_at(address: int) -> Callable[[int], int]:
    """The function ``(int64) -> int64`` at an address, which is called without the GIL."""
    function = _Function(address)

    def called(state: int) -> int:
        found, raised = ctypes.c_int64(), ctypes.c_void_p()
        status = function(ctypes.byref(found), ctypes.byref(raised), state)
        assert status == 0, "nothing in the kernel raises"
        return found.value

    return called
