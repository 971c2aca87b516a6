"""Machine code of walks: made by LLVM from text, without Numba, and kept as the parts of the kernel are."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Mapping
from threading import Lock
from types import MappingProxyType
from typing import Any

import llvmlite.binding as llvm

from bytewright.errors import BytewrightWarning
from bytewright.kernels.native.machine import cache, cpu_levels
from bytewright.kernels.native.machine.link import link
from bytewright.kernels.native.machine.object_file import Code
from bytewright.kernels.native.machine.shipped_walks import name_of

_addresses: dict[str, int] = {}
"""Where in this process functions lie, by the digest of their text; 0: there will be none."""
_lock = Lock()


def address_of(text: str, symbol: str, *, makes: bool, taken: Mapping[str, bytes] = MappingProxyType({})) -> int:
    """Where the machine code of a function lies; 0: there is none.

    Args:
        text: the function, in LLVM's assembly language.
        symbol: its name.
        makes: whether it is made now where nobody has yet.
        taken: object files that other processes have sent, by the digests of their texts.
    """
    name = name_of(text)
    with _lock:
        found = _addresses.get(name)
        if found is None:
            code = cache.read(name)
            if code is None and name in taken:
                code = Code(symbol, taken[name])
            if code is None and not makes:
                return 0
            found = _addresses[name] = _linked(name, code, text, symbol)
        return found


@functools.cache
def object_for_all(text: str) -> tuple[str, bytes] | None:
    """The digest and the object file of a function, for any processor that the kernel ships for; None: there are none,
    or LLVM doesn't make it.

    Args:
        text: the function, in LLVM's assembly language.
    """
    levels = cpu_levels.of_architecture()
    if not levels:
        return None
    try:
        return name_of(text), _object_of(text, *_target_of(levels[-1]))
    except (AttributeError, RuntimeError):  # as below
        return None


def library_object(text: str, level: cpu_levels.Level, symbol: str) -> bytes:
    """The object file of a function, of which a shared library is linked.

    Args:
        text: the function, in LLVM's assembly language.
        level: the processors that it is for.
        symbol: what it is called there.

    Raises:
        RuntimeError: this LLVM can't make it.
    """
    return _object_of(text, *_target_of(level), symbol)


def _target_of(level: cpu_levels.Level) -> tuple[str, str]:
    """LLVM's name of a processor, and what it has."""
    return level.processor, ",".join(f"+{each}" for each in level.features)


def _linked(name: str, code: Code | None, text: str, symbol: str) -> int:
    try:
        if code is None:
            features = llvm.get_host_cpu_features().flatten()
            code = Code(symbol, _object_of(text, llvm.get_host_cpu_name(), features))
            cache.save(name, code)
        return link({name: code})[name]
    except (AttributeError, RuntimeError) as error:  # whatever a version of LLVM does that nobody has seen yet
        warnings.warn(f"where records end is interpreted, as LLVM says: {error}", BytewrightWarning, stacklevel=2)
        return 0


def _object_of(text: str, processor: str, features: str, symbol: str | None = None) -> bytes:
    """The object file of a module; ``symbol``: what its function is called in a library, None: it is for none."""
    binding: Any = llvm
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple()
    placed = {} if symbol is None else {"reloc": "pic", "codemodel": "small"}
    machine = target.create_target_machine(cpu=processor, features=features, opt=2, **placed)
    module = binding.parse_assembly(text)
    module.verify()
    if symbol is not None:
        (shown,) = (one for one in module.functions if one.linkage.name == "external" and not one.is_declaration)
        shown.name = symbol
    builder = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=2))
    builder.getModulePassManager().run(module, builder)
    content: bytes = machine.emit_object(module)
    return content
