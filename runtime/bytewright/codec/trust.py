"""Consent to run code that a spec names. A spec is data; the modules that it names are programs.

Codecs that are installed need no consent, nor do the codecs of bytes of this package and those that other packages
register (`bytewright.codecs.process`). Everything else runs only if a user names where it lies: a folder, a file or a
module. `consent` turns such names into a `Trust`, which is plain data, so that Spark carries it to tasks.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.machinery import PathFinder

from bytewright.errors import OptionError

ENVIRONMENT = "BYTEWRIGHT_TRUST"
"""Variable that limits consent: ``never``, or the folders below which it may be given."""

Consent = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
"""What users name: one folder, file or module, or several."""


@dataclass(frozen=True, slots=True)
class Trust:
    """Code that specs may run; see `consent`.

    Attributes:
        folders: real paths of folders. Modules that lie in one of them may run, those in folders below may not.
        files: real paths of single modules and declarations.
        modules: dotted names of modules; what lies in their packages may run, too.
    """

    folders: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    modules: frozenset[str] = frozenset()

    def has_file(self, path: str | os.PathLike[str]) -> bool:
        """Whether a file of code may run."""
        return os.path.realpath(path) in self.files or os.path.realpath(os.path.dirname(path) or ".") in self.folders

    def has_module(self, name: str) -> bool:
        """Whether a module that Python finds by its name may run; none of the standard library may."""
        if is_standard(name):
            return False
        if any(name == known or name.startswith(f"{known}.") for known in self.modules):
            return True
        file = file_of(name)
        return file is not None and self.has_file(file)


NOTHING = Trust()


def consent(given: Consent | Trust = ()) -> Trust:
    """The code that names stand for.

    Args:
        given: folders (whose modules may run, not those of folders below), files of Python, and modules or packages by
            their dotted names. A `Trust` is what it is: it comes from a driver, which has asked the environment.

    Raises:
        OptionError: a name stands for nothing, for the standard library or for more than one distribution; or the
            environment variable `BYTEWRIGHT_TRUST` forbids it.
    """
    if isinstance(given, Trust):
        return given
    names = [given] if isinstance(given, (str, os.PathLike)) else list(given)
    if not names:
        return NOTHING
    folders, files, modules = set[str](), set[str](), set[str]()
    for name in names:
        text = os.fspath(name)
        place = None if _is_path(name) else _package_of(text)
        if place is not None:
            modules.add(text)
        else:
            place = _path_of(text)
            (folders if os.path.isdir(place) else files).add(place)
        _check_environment(text, place)
    return Trust(frozenset(folders), frozenset(files), frozenset(modules))


def is_standard(name: str) -> bool:
    """Whether a module belongs to Python itself."""
    top = name.partition(".")[0]
    if top in sys.stdlib_module_names or top == "__main__":
        return True
    file = file_of(top)
    return file is not None and _is_pythons(os.path.realpath(file))


def file_of(module: str) -> str | None:
    """The file of a module, which is found without importing it or the packages around it; None: there is none."""
    top, *inner = module.split(".")
    try:
        found = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return None
    for name in inner:
        if found is None or found.submodule_search_locations is None:
            return None
        found = PathFinder.find_spec(f"{found.name}.{name}", found.submodule_search_locations)
    return found.origin if found is not None and found.has_location else None


def _is_path(name: str | os.PathLike[str]) -> bool:
    text = os.fspath(name)
    return not isinstance(name, str) or os.sep in text or text in (".", "..") or text.endswith((".py", ".ksy"))


def _package_of(name: str) -> str | None:
    """Where a module lies: its file, or the folder of a package; None: there is none of that name.

    Raises:
        OptionError: several distributions share it, or it is one of the standard library.
    """
    if not all(part.isidentifier() for part in name.split(".")):
        return None
    if is_standard(name):
        raise _refused(name, "no module of the standard library", "A folder is named by a path, as in ./name.")
    file = file_of(name)
    if file is None:
        return None
    is_package = os.path.basename(file).partition(".")[0] == "__init__"
    return os.path.realpath(os.path.dirname(file) if is_package else file)


def _path_of(name: str) -> str:
    """The real path of a folder or a file of Python.

    Raises:
        OptionError: it is neither, or it holds what belongs to Python or to several distributions.
    """
    path = os.path.realpath(os.path.expanduser(name))
    if not os.path.isdir(path) and not (path.endswith(".py") and os.path.isfile(path)):
        hint = "Code lies beside a spec: name its folder." if path.endswith(".ksy") else None
        raise _refused(name, "a folder, a file of Python or a module", hint)
    if path in _site_packages():
        raise _refused(name, "one distribution, by the name of its module")
    if _is_pythons(path):
        raise _refused(name, "nothing of the standard library")
    return path


def _is_pythons(path: str) -> bool:
    """Whether a real path belongs to the standard library."""
    return _is_below(path, _standard_library()) and not _is_below(path, _site_packages())


def _check_environment(name: str, place: str) -> None:
    text = os.environ.get(ENVIRONMENT)
    if text is None:
        return
    if text.strip().lower() == "never":
        raise OptionError(f"trust {name}: {ENVIRONMENT} is never, so specs run no code but that of installed codecs")
    folders = [os.path.expanduser(folder) for folder in text.split(os.pathsep) if folder.strip()]
    if wrong := [folder for folder in folders if not os.path.isabs(folder)]:
        raise OptionError(ENVIRONMENT, expected="never, or absolute paths of folders", found=repr(wrong[0]))
    if not _is_below(place, [os.path.realpath(folder) for folder in folders]):
        raise OptionError(
            f"trust {name}: {ENVIRONMENT} forbids it", expected=f"code below {text or 'no folder'}", found=place
        )


def _refused(name: str, expected: str, hint: str | None = None) -> OptionError:
    return OptionError("trust", expected=expected, found=repr(name), hint=hint)


def _is_below(path: str, folders: Iterable[str]) -> bool:
    return any(path == folder or path.startswith(folder.rstrip(os.sep) + os.sep) for folder in folders)


@cache
def _standard_library() -> frozenset[str]:
    return frozenset(os.path.realpath(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib"))


@cache
def _site_packages() -> frozenset[str]:
    found = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    found |= {path for path in sys.path if os.path.basename(path) in ("site-packages", "dist-packages")}
    return frozenset(os.path.realpath(path) for path in found)
