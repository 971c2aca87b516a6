"""Compiled functions in this process: machine code that LLVM links, without Numba.

Importing and starting Numba takes more time than reading most files does.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from bytewright.kernels.native.machine.object_file import Code

_numbers = itertools.count()
_kept: list[Any] = []
"""What has been linked: machine code is let go with the object that stands for it."""


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


@cache
def _linker() -> Any:
    binding: Any = llvm
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.create_lljit_compiler(binding.Target.from_default_triple().create_target_machine())
