"""Codecs that were compiled on the fly: packages whose modules are in memory, here and wherever a codec is sent.

A codec is pickled with the modules of its package, so that whoever unpickles it (a task of Spark's, another process)
needs neither the compiler nor the spec. A package is called after a digest of all that its modules depend on: one that
a process has already is used again, and a spec that has changed, or another one of the same name, is another package.
"""

from __future__ import annotations

import importlib
import importlib.util
import marshal
import sys
import zlib
from collections.abc import Iterable, Mapping
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any

from bytewright.codecs.process import HANDED, class_of, table_class_of
from bytewright.errors import CodecError

Modules = dict[str, tuple[str, CodeType | None]]
"""Source and code by the name of the module in the package of codecs: ``album.reader``; a codec's own is ``album``. A
file of data has no code, and is called ``album/plans.json``."""

Classes = tuple[tuple[str, type], ...]
"""Classes for ``process`` and ``decode: by`` that a program hands over, each by the name that specs call it."""

KEPT_FOR = f"{importlib.util.MAGIC_NUMBER.hex()} {sys.flags.optimize}"
"""What code depends on besides its source."""


def imported(package: str, modules: Modules, codec: str) -> Any:
    """Import a codec.

    Args:
        package: what the package of all codecs is called.
        modules: of it.
        codec: which one.
    """
    _provide(package, modules)
    return importlib.import_module(f"{package}.{codec}")


def with_classes(package: str, codecs: Iterable[str], classes: Mapping[str, type]) -> str:
    """The name of a package that is imported with classes that a program hands over, and nobody else's.

    Args:
        package: what the package of all codecs is called without them.
        codecs: the names of its codecs.
        classes: by the names that specs call them.
    """
    if not classes:
        return package
    handed = tuple(sorted(classes.items(), key=lambda item: item[0]))
    name = f"{package}_{_numbers.setdefault(handed, len(_numbers))}"
    _handed[name] = package, handed
    for codec in codecs:
        inner = f"{name}.{codec}.{HANDED}"
        sys.modules.setdefault(inner, ModuleType(inner))
        for process, given in handed:
            for module, class_name in (class_of(process), table_class_of(process)):
                place = f"{inner}.{module}"
                setattr(sys.modules.setdefault(place, ModuleType(place)), class_name, given)
    return name


_numbers: dict[Classes, int] = {}
"""Number of each set of classes that was handed over in this process."""

_handed: dict[str, tuple[str, Classes]] = {}
"""Packages with such classes: what each is called without them, and the classes."""


# --- to other processes ----------------------------------------------------------------------------------------------


def pickled(package: str) -> tuple[Any, ...]:
    """What pickle is told of the codec in a package: see ``object.__reduce__``."""
    outer, _, codec = package.rpartition(".")
    modules = _FINDER.modules_of(outer)
    if not modules:
        return installed, (package,)
    known = _packed.get(outer)
    if known is None or known[0] != len(modules):  # the stock parsers may have come along
        _packed[outer] = known = len(modules), _pack(modules)
    return unpickled, (*_handed.get(outer, (outer, ())), codec, *known)


def installed(package: str) -> Any:
    """The codec in a package that Python finds.

    Raises:
        CodecError: it isn't installed here.
    """
    try:
        return importlib.import_module(package).CODEC
    except ModuleNotFoundError as error:
        if error.name is None or not f"{package}.".startswith(f"{error.name}."):
            raise
        raise CodecError(
            f"the codec {package.rpartition('.')[2]} is needed in a process that has no package {error.name}",
            hint="Install it there as well (on each executor), or name the spec by its path: its codec is sent along.",
        ) from None


def unpickled(package: str, classes: Classes, codec: str, count: int, packed: bytes) -> Any:
    """The codec that `pickled` told of.

    Args:
        package: what the package of all codecs is called without classes that were handed over.
        classes: these.
        codec: the name of the codec.
        count: how many modules there are.
        packed: the modules.
    """
    name = package
    if len(_FINDER.modules_of(package)) < count:
        _provide(package, _unpacked(package, packed))
    if classes:
        modules = _FINDER.modules_of(package)
        name = with_classes(
            package,
            [module for module, (_, code) in modules.items() if code is not None and "." not in module],
            dict(classes),
        )
        _provide(name, modules)
    return importlib.import_module(f"{name}.{codec}").CODEC


_packed: dict[str, tuple[int, bytes]] = {}
"""What was pickled of packages: the number of modules, and these."""


def _pack(modules: Modules) -> bytes:
    sources = {name: source for name, (source, _) in modules.items()}
    code = {name: marshal.dumps(code) for name, (_, code) in modules.items() if code is not None}
    return zlib.compress(marshal.dumps((KEPT_FOR, sources, code)), 1)


def _unpacked(package: str, packed: bytes) -> Modules:
    kept_for, sources, code = marshal.loads(zlib.decompress(packed))  # noqa: S302 - as safe as the pickle it lay in
    if kept_for == KEPT_FOR:
        made = {name: marshal.loads(one) for name, one in code.items()}  # noqa: S302
    else:
        made = {
            name: compile(sources[name], f"{package}/{name.replace('.', '/')}.py", "exec", dont_inherit=True)
            for name in code
        }
    return {name: (source, made.get(name)) for name, source in sources.items()}


# --- modules in memory -----------------------------------------------------------------------------------------------


def _provide(package: str, modules: Modules) -> None:
    """Let Python find the modules of a package."""
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)  # before what says that a codec has no parser (`missing_parsers`)
    if package not in sys.modules:
        sys.modules[package] = ModuleType(package, "Codecs that were compiled on the fly.")
        sys.modules[package].__path__ = []
    _FINDER.add(package, modules)


class _Finder(MetaPathFinder, InspectLoader):
    """Finds and loads modules of codecs in memory; tracebacks and debuggers show their source."""

    def __init__(self) -> None:
        self._packages: dict[str, Modules] = {}

    def add(self, package: str, modules: Modules) -> None:
        """Make modules known."""
        self._packages.setdefault(package, {}).update(modules)

    def modules_of(self, package: str) -> Modules:
        """The modules of a package; none: it isn't in memory."""
        return self._packages.get(package, {})

    def find_spec(self, fullname: str, path: object, target: ModuleType | None = None) -> ModuleSpec | None:
        """See `importlib.abc.MetaPathFinder`."""
        package, _, name = fullname.partition(".")
        _, code = self.modules_of(package).get(name, ("", None))
        if code is None:
            return None
        is_package = "." not in name
        file = f"{fullname.replace('.', '/')}{'/__init__' if is_package else ''}.py"
        found = ModuleSpec(fullname, self, origin=file, is_package=is_package)
        found.has_location = is_package  # files of data lie beside it
        return found

    def get_code(self, fullname: str) -> CodeType | None:
        """See `importlib.abc.InspectLoader`."""
        return self._found(fullname)[1]

    def get_data(self, path: str) -> bytes:
        """See `importlib.abc.ResourceLoader`: a file of data by where its codec is said to lie.

        Raises:
            FileNotFoundError: there is none.
        """
        package, _, name = path.partition("/")
        text, code = self.modules_of(package).get(name, ("", None))
        if not text or code is not None:
            raise FileNotFoundError(path)
        return text.encode()

    def get_source(self, fullname: str) -> str:
        """See `importlib.abc.InspectLoader`."""
        return self._found(fullname)[0]

    def is_package(self, fullname: str) -> bool:
        """See `importlib.abc.InspectLoader`."""
        return fullname.count(".") == 1

    def _found(self, fullname: str) -> tuple[str, CodeType | None]:
        package, _, name = fullname.partition(".")
        return self._packages[package][name]


_FINDER = _Finder()
