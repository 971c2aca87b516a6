"""Codecs that were compiled on the fly, as the cache keeps them: one file for all modules, source and code.

They are imported from memory: what is run is what was checked.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import marshal
import sys
from collections.abc import Mapping
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from bytewright.host import cache

Modules = dict[str, tuple[str, CodeType]]
"""Source and code by the name of the module in the package of codecs: ``album.reader``; a codec's own is ``album``."""

KEPT_FOR = f"{importlib.util.MAGIC_NUMBER.hex()} {sys.flags.optimize}"
"""What code depends on besides its source."""


def read(key: str) -> Modules | None:
    """What was saved; None: nothing, or not what was saved."""
    path = _path(key)
    content = None if path is None else cache.read(path)
    if content is None:
        return None
    found: Modules = marshal.loads(content)  # noqa: S302 - nobody else may have written it, and the digest is right
    return found


def save(key: str, codecs: Mapping[str, Mapping[str, str]], before: Modules | None = None) -> Modules:
    """Compile modules, and keep them for other processes where that can be.

    Args:
        key: what they are kept by: all that they depend on.
        codecs: the sources of each codec by file name.
        before: modules that are kept with them.
    """
    modules = dict(before or {})
    for codec, files in codecs.items():
        for file, text in files.items():
            if file.endswith(".py"):
                name = codec if file == "__init__.py" else f"{codec}.{file.removesuffix('.py')}"
                modules[name] = text, compile(text, f"{key}/{codec}/{file}", "exec", dont_inherit=True)
    path = _path(key)
    if path is not None:
        with contextlib.suppress(OSError):
            cache.write(path, marshal.dumps(modules))
            cache.trim(path.parent)
    return modules


def imported(package: str, modules: Modules, codec: str) -> Any:
    """Import a codec.

    Args:
        package: what the package of all codecs is called in this process.
        modules: of it.
        codec: which one.
    """
    if _FINDER not in sys.meta_path:
        sys.meta_path.append(_FINDER)
    if package not in sys.modules:
        sys.modules[package] = ModuleType(package, "Codecs that were compiled on the fly.")
        sys.modules[package].__path__ = []
    _FINDER.add(package, modules)
    return importlib.import_module(f"{package}.{codec}")


def _path(key: str) -> Path | None:
    folder = cache.lasting_directory("compiled")
    return None if folder is None else folder / f"{key}.codecs"


class _Finder(MetaPathFinder, InspectLoader):
    """Finds and loads modules of codecs in memory; tracebacks and debuggers show their source."""

    def __init__(self) -> None:
        self._modules: Modules = {}
        self._packages: set[str] = set()

    def add(self, package: str, modules: Modules) -> None:
        """Make modules known."""
        self._modules |= {f"{package}.{name}": module for name, module in modules.items()}
        self._packages |= {f"{package}.{name}" for name in modules if "." not in name}

    def find_spec(self, fullname: str, path: object, target: ModuleType | None = None) -> ModuleSpec | None:
        """See `importlib.abc.MetaPathFinder`."""
        if fullname not in self._modules:
            return None
        origin = self._modules[fullname][1].co_filename
        return ModuleSpec(fullname, self, origin=origin, is_package=fullname in self._packages)

    def get_code(self, fullname: str) -> CodeType:
        """See `importlib.abc.InspectLoader`."""
        return self._modules[fullname][1]

    def get_source(self, fullname: str) -> str:
        """See `importlib.abc.InspectLoader`."""
        return self._modules[fullname][0]

    def is_package(self, fullname: str) -> bool:
        """See `importlib.abc.InspectLoader`."""
        return fullname in self._packages


_FINDER = _Finder()
