"""Compiled functions in this process: machine code that LLVM links, called without Numba.

Importing and starting Numba takes more time than reading most files does.
"""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from bytewright.kernels.native.machine.object_file import Code

_numbers = itertools.count()
_kept: list[Any] = []
"""What has been linked: machine code is let go with the object that stands for it."""

# As Numba has it for functions within Python: a status, what is returned, what is raised, and then the arguments.
_Function = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_void_p), ctypes.c_int64
)


def link(codes: Mapping[str, Code]) -> dict[str, int]:
    """Have functions in this process.

    Args:
        codes: the functions, by any name.

    Returns:
        Their addresses.

    Raises:
        RuntimeError: this system's linker doesn't take them.
    """
    if not codes:
        return {}
    builder: Any = llvm.JITLibraryBuilder()
    for code in codes.values():
        builder.add_object_img(code.content).export_symbol(code.symbol)
    library = builder.add_current_process().link(_linker(), f"bytewright-{next(_numbers)}")
    _kept.append(library)
    return {name: library[code.symbol] for name, code in codes.items()}


def function_at(address: int) -> Callable[[int], int]:
    """The function ``(int64) -> int64`` at an address, which is called without the GIL."""
    function = _Function(address)

    def called(state: int) -> int:
        found, raised = ctypes.c_int64(), ctypes.c_void_p()
        status = function(ctypes.byref(found), ctypes.byref(raised), state)
        assert status == 0, "nothing in the kernel raises"
        return found.value

    return called


@cache
def _linker() -> Any:
    binding: Any = llvm
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.create_lljit_compiler(binding.Target.from_default_triple().create_target_machine())
