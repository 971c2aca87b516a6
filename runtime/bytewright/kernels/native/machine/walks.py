"""Machine code of walks: made by LLVM from text, without Numba, and kept as the parts of the kernel are."""

from __future__ import annotations

import hashlib
import warnings
from threading import Lock
from typing import Any

import llvmlite.binding as llvm

from bytewright.errors import BytewrightWarning
from bytewright.kernels.native.machine import cache
from bytewright.kernels.native.machine.link import link
from bytewright.kernels.native.machine.object_file import Code

_addresses: dict[str, int] = {}
"""Where in this process functions lie, by the digest of their text; 0: there will be none."""
_lock = Lock()


def address_of(text: str, symbol: str, *, makes: bool) -> int:
    """Where the machine code of a function lies; 0: there is none.

    Args:
        text: the function, in LLVM's assembly language.
        symbol: its name.
        makes: whether it is made now where nobody has yet.
    """
    name = f"walk-{hashlib.sha256(text.encode()).hexdigest()[:32]}"
    with _lock:
        found = _addresses.get(name)
        if found is None:
            code = cache.read(name)
            if code is None and not makes:
                return 0
            found = _addresses[name] = _linked(name, code, text, symbol)
        return found


def _linked(name: str, code: Code | None, text: str, symbol: str) -> int:
    try:
        if code is None:
            code = Code(symbol, _object_of(text))
            cache.save(name, code)
        return link({name: code})[name]
    except (AttributeError, RuntimeError) as error:  # whatever a version of LLVM does that nobody has seen yet
        warnings.warn(f"where records end is interpreted, as LLVM says: {error}", BytewrightWarning, stacklevel=2)
        return 0


def _object_of(text: str) -> bytes:
    """The object file of a module, for this processor."""
    binding: Any = llvm
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    processor, features = binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
    target = binding.Target.from_default_triple()
    machine = target.create_target_machine(cpu=processor, features=features, opt=2)
    module = binding.parse_assembly(text)
    module.verify()
    builder = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=2))
    builder.getModulePassManager().run(module, builder)
    content: bytes = machine.emit_object(module)
    return content
