"""Where things that are made once per machine are kept: compiled specs and kernels, the Java shim, the Kaitai compiler.

What lies there is run. So every folder of ours, from the base down, must belong to this user, be no link, and give
nobody else a permission to write; a place that isn't so is done without, with a line on standard error. Files carry a
digest of their name and content.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bytewright.errors import BytewrightError, OptionError
from bytewright.host.byte_sizes import bytes_of

SIZE = "BYTEWRIGHT_CACHE_SIZE"
"""Variable of the environment that says how large the cache may grow."""
USUAL_SIZE = 256 << 20

_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_DIGEST_SIZE = 32
_USED_AGAIN = 60
"""Seconds after which it is noted that something has been used again: few, as a test run or a loop over specs writes
more than the cache may hold within the hour, and what is in use must not go before what was written once."""


class _RefusedError(Exception):
    """A folder that isn't safe: which, and why."""


def lasting_directory(name: str, *, by_path: bool = False) -> Path | None:
    """The folder for one kind of things, made if need be; None where there is none that is private and can be written.

    Below ``$XDG_CACHE_HOME`` or ``~/.cache``; where that can't be written (services without a home, read-only
    containers), or isn't safe, below the directory for temporary files.

    Args:
        name: a relative path, one folder per kind of things.
        by_path: whether other programs run what lies there, by its path: then nobody else may exchange the folders
            around it, either.

    Raises:
        OptionError: the environment says no size of the cache.
    """
    limit()  # here, not only when something is written: what is wrong shows at the first use
    for base in _bases():
        try:
            if by_path:
                _check_around(base.parent)
            return _made(base, name)
        except _RefusedError as refused:
            _tell(f"the cache {base} isn't used: {refused}")
        except OSError:
            continue
    return None


def cache_directory(name: str, *, by_path: bool = False) -> Path:
    """Likewise; where there is none that lasts, one that goes with this process.

    Args:
        name: a relative path, one folder per kind of things.
        by_path: see `lasting_directory`.

    Raises:
        BytewrightError: nothing can be written anywhere.
        OptionError: the environment says no size of the cache.
    """
    found = lasting_directory(name, by_path=by_path)
    try:
        return found or _made(_of_this_process(), name)
    except (OSError, _RefusedError):
        raise BytewrightError(
            "no cache directory can be written",
            hint="Set XDG_CACHE_HOME to a folder that can be written.",
        ) from None


def write(path: Path, content: bytes) -> None:
    """Write a file that other processes find whole or not at all, also after a loss of power.

    Args:
        path: of the file, in a folder of this module's.
        content: what `read` gives.

    Raises:
        OSError: it can't be written.
    """
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        written = Path(file.name)
        try:
            file.write(_digest(path, content) + content)
            file.flush()
            os.fsync(file.fileno())
            written.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                written.unlink()
            raise


def read(path: Path) -> bytes | None:
    """What was written into a file.

    Args:
        path: of the file.

    Returns:
        None: there is none, it isn't as it was written, or somebody else may have written it.
    """
    try:
        with open(path, "rb", opener=_opened) as file:
            state = os.fstat(file.fileno())
            whole = file.read() if stat.S_ISREG(state.st_mode) and _fault(state) is None else b""
    except OSError:
        return None
    content = whole[_DIGEST_SIZE:]
    if whole[:_DIGEST_SIZE] != _digest(path, content):
        return None
    used(path, state.st_mtime)
    return content


def _opened(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


def used(path: Path, last: float | None = None) -> None:
    """Note that something in the cache is used: what hasn't been for the longest time is removed first.

    Args:
        path: a file or a folder.
        last: when that was noted last, where it is known.
    """
    with contextlib.suppress(OSError):
        if time.time() - (path.stat().st_mtime if last is None else last) > _USED_AGAIN:
            os.utime(path)


def trim(folder: Path) -> None:
    """Remove what hasn't been used for the longest time, as far as the cache is larger than it may be.

    What each kind holds are its files and folders; the one that was used last stays.

    Args:
        folder: one of this module's, into which something was written.

    Raises:
        OptionError: the environment says no size.
    """
    most = limit()
    base = next((base for base in (_own_folder(), *_bases()) if base is not None and base in folder.parents), None)
    if base is None:
        return
    found = sorted(entries(base), key=lambda entry: entry[0], reverse=True)
    total = 0
    for number, (_, size, path) in enumerate(found):
        total += size
        if total <= most or number == 0:
            continue
        with contextlib.suppress(OSError):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink()


def limit() -> int:
    """Bytes that the cache may hold.

    Raises:
        OptionError: the environment says no size.
    """
    given = os.environ.get(SIZE)
    if given is None:
        return USUAL_SIZE
    try:
        return bytes_of(given)
    except ValueError as error:
        raise OptionError(SIZE, expected=str(error), found=repr(given)) from None


def entries(base: Path) -> Iterator[tuple[float, int, Path]]:
    """What lies in the folders of all kinds: when it was used last, and its size."""
    with contextlib.suppress(OSError):
        for kind in base.iterdir():
            with contextlib.suppress(OSError):
                for path in kind.iterdir():
                    with contextlib.suppress(OSError):
                        yield path.lstat().st_mtime, _size(path), path


def _size(path: Path) -> int:
    if path.is_symlink() or not path.is_dir():
        return path.lstat().st_size
    return sum(_size(child) for child in path.iterdir())


def _bases() -> list[Path]:
    bases = []
    if configured := os.environ.get("XDG_CACHE_HOME"):
        bases.append(Path(configured) / "bytewright")
    with contextlib.suppress(RuntimeError):  # no HOME, and the user is not in the password file
        bases.append(Path.home() / ".cache" / "bytewright")
    with contextlib.suppress(OSError):  # no directory for temporary files
        bases.append(Path(tempfile.gettempdir()) / f"bytewright-{os.geteuid()}")
    return bases


def _made(base: Path, name: str) -> Path:
    """A folder below a base, each level of which is safe.

    Raises:
        _RefusedError: one isn't.
        OSError: one can't be made or written.
    """
    for folder in reversed(base.parents):
        with contextlib.suppress(FileExistsError):
            if not folder.exists():
                folder.mkdir(mode=0o700)
    folder = base
    for part in ("", *Path(name).parts):
        folder = folder / part
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        state = os.lstat(folder)
        if not stat.S_ISDIR(state.st_mode):
            raise _RefusedError(f"{folder} is {'a link' if stat.S_ISLNK(state.st_mode) else 'no folder'}")
        if fault := _fault(state):
            raise _RefusedError(f"{folder} {fault}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(folder)
    return folder


def _fault(state: os.stat_result) -> str | None:
    """Why others may have written something."""
    if state.st_uid != os.geteuid():
        return f"belongs to user {state.st_uid}"
    return "may be written by other users" if state.st_mode & _OTHERS else None


def _check_around(folder: Path) -> None:
    """See to it that nobody else may exchange a folder that is there, or one around it.

    Raises:
        _RefusedError: somebody may.
    """
    trusted = {0, os.geteuid(), Path("/").stat().st_uid}  # whoever has the root folder may do anything
    resolved = folder.resolve()
    for level in (resolved, *resolved.parents):
        try:
            state = level.stat()
        except OSError:
            continue  # it will be made
        if state.st_uid not in trusted or (state.st_mode & _OTHERS and not state.st_mode & stat.S_ISVTX):
            raise _RefusedError(f"what is in {level} may be exchanged by other users")


def _digest(path: Path, content: bytes) -> bytes:
    digest = hashlib.blake2b(path.name.encode() + b"\0", digest_size=_DIGEST_SIZE)
    digest.update(content)
    return digest.digest()


_temporary: dict[int, Path] = {}
"""The folder of this process, by its number: those that it forks have their own."""


def _own_folder() -> Path | None:
    return _temporary.get(os.getpid())


def _of_this_process() -> Path:
    """A folder that goes when this process ends."""
    process = os.getpid()
    if process not in _temporary:
        folder = _temporary[process] = Path(tempfile.mkdtemp(prefix="bytewright-"))
        atexit.register(_remove, process, folder)
    return _temporary[process]


def _remove(process: int, folder: Path) -> None:
    if process == os.getpid():
        shutil.rmtree(folder, ignore_errors=True)


@functools.cache
def _tell(text: str) -> None:
    """A line on standard error, once."""
    print(f"bytewright: warning: {text}", file=sys.stderr)  # noqa: T201
