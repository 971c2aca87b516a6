"""The files that paths, directories and globs name, by the rules of Spark's own file sources."""

from __future__ import annotations

import os
import re
import stat
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.parse import unquote, urlsplit

from bytewright.errors import BytewrightWarning, InputMissingError, OptionError
from bytewright.io import filesystems
from bytewright.io.appended_file import is_cut
from bytewright.io.commit_journal import settled
from bytewright.io.file_order import FileOrder, order_key
from bytewright.io.filesystems import Place, Storage, is_remote, locate
from bytewright.io.folders import local_folder, remote_folder
from bytewright.io.index_names import LEAST, SUFFIX, beside

Values = tuple[tuple[str, str | None], ...]
"""Columns and their values as text, from the outermost directory on; None is null."""

NULL = "__HIVE_DEFAULT_PARTITION__"
"""What stands for null in the name of a directory."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_QUERY = re.compile(r"\?[\w.]+=.*", re.DOTALL)
"""What a URI tells its file system: no glob, though it begins as one may."""
_MAGIC = re.compile(r"[*?\[{]")


def is_partition(name: str) -> bool:
    """Whether a directory of this name makes a column."""
    column, equals, value = name.partition("=")
    return bool(column and equals and value)


def values_of(path: str, base: str) -> Values:
    """What the names of the directories between ``base`` and a file say."""
    inside = path[len(base) :].strip("/").split("/")[:-1]
    found: list[tuple[str, str | None]] = []
    for name in reversed(inside):
        if not is_partition(name):
            if found:
                break
            continue
        column, _, value = name.partition("=")
        text = unquote(value)
        found.append((unquote(column), None if text == NULL else text))
    return tuple(reversed(found))


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file as it was when it was listed.

    Attributes:
        path: its absolute path, or its URI.
        size: its size in bytes.
        modified: when it was last modified, in microseconds since 1970-01-01 UTC.
        values: what the names of its directories say: columns and their values as text.
        inode: what tells it from another file of its name, on this machine.
        grows: whether others may be appending to it, so that only the first ``size`` bytes count.
        indexed: whether there is an index beside it.
    """

    path: str
    size: int
    modified: int
    values: Values = ()
    inode: int = 0
    grows: bool = False
    indexed: bool = field(default=False, compare=False)


def local_path(text: str) -> Path:
    """The absolute local path that ``text`` (a path or a ``file:`` URI, which may hold a glob) means.

    Raises:
        OptionError: it is a URI of another file system.
    """
    if not _SCHEME.match(text) or os.path.exists(text):
        return Path(text).absolute()
    # Not the path of a parsed URI: `?` is a glob here, not the begin of a query, and `#` belongs to the name.
    parts = urlsplit(text)
    if parts.scheme.lower() != "file" or parts.netloc not in ("", "localhost"):
        raise OptionError(expected="a local path or a file: URI", found=text)
    return Path(filesystems.local_path(text)).absolute()


def absolute(text: str) -> list[str]:
    """The paths that ``text`` means, so that they mean the same in other processes."""
    if is_remote(text) and not os.path.exists(text):
        return [text]
    path = local_path(text)
    pieces = [] if os.path.exists(path) else _split(text, ",")
    return [one for piece in pieces for one in absolute(piece)] if len(pieces) > 1 else [str(path)]


@dataclass(frozen=True, slots=True)
class _Entry:
    """What a file system says of a path."""

    path: str
    folder: bool
    size: int
    modified: int
    inode: int = 0
    indexed: bool = False

    @property
    def name(self) -> str:
        return self.path.rstrip("/").rpartition("/")[2]


def _names(entries: Iterable[_Entry]) -> list[str]:
    return [entry.name for entry in entries]


Asked = TypeVar("Asked")

_LISTED_TOGETHER = 16
"""Directories that are listed at the same time."""


class _Tree(Protocol):
    """What a listing asks a file system."""

    def look(self, path: str) -> _Entry | None:
        """What is at a path, if anything is."""
        ...

    def inside(self, path: str) -> list[_Entry]:
        """What is in a directory."""
        ...


class _LocalTree:
    def look(self, path: str) -> _Entry | None:
        try:
            status = os.stat(path)
        except (FileNotFoundError, NotADirectoryError):
            if os.path.islink(path):
                raise InputMissingError("no such file or directory", path=path) from None
            return None
        except OSError as error:
            raise _failed(error, path) from None
        folder = stat.S_ISDIR(status.st_mode)
        return _Entry(path, folder, status.st_size, status.st_mtime_ns // 1000, status.st_ino)

    def inside(self, path: str) -> list[_Entry]:
        def listed() -> list[_Entry]:
            base = str(Path(path))
            paths = (os.path.join(base, name) for name in os.listdir(base))
            return [entry for entry in map(self.look, paths) if entry is not None]

        try:
            return settled(local_folder(path), listed, _names)
        except OSError as error:
            raise _failed(error, path) from None


class _RemoteTree:
    def __init__(self, place: Place) -> None:
        self._place = place

    def look(self, path: str) -> _Entry | None:
        return self._entry(self._told(path, lambda: self._place.system.get_file_info(path)))

    def inside(self, path: str) -> list[_Entry]:
        from pyarrow.fs import FileSelector

        def listed() -> list[_Entry]:
            found = self._place.system.get_file_info(FileSelector(path, recursive=False))
            return [entry for entry in map(self._entry, found) if entry is not None]

        folder = remote_folder(self._place.system, path, self._place.uri(path))
        return self._told(path, lambda: settled(folder, listed, _names))

    def _told(self, path: str, ask: Callable[[], Asked]) -> Asked:
        import pyarrow as pa

        try:
            return ask()
        except (OSError, pa.ArrowException) as error:
            raise InputMissingError(filesystems.said(error), path=self._place.uri(path)) from None

    def _entry(self, info: Any) -> _Entry | None:
        from pyarrow.fs import FileType

        if info.type == FileType.NotFound:
            return None
        return _Entry(info.path, info.type == FileType.Directory, info.size or 0, (info.mtime_ns or 0) // 1000)


def list_files(
    paths: Iterable[str],
    *,
    name_filter: str | None = None,
    recursive: bool = False,
    base: str | None = None,
    modified_before: int | None = None,
    modified_after: int | None = None,
    storage: Storage = (),
    order: FileOrder = "path",
) -> list[DataFile]:
    """All files that ``paths`` name, sorted by path, of directories into which no commit goes on.

    A path may be a file, a directory (its files, and those in its directories called ``column=value``, hidden ones
    aside) or a glob (``*``, ``?``, ``[a-c]``, ``[^a]``, ``{a,b}``) of both; one that exists is never taken for a glob,
    nor for several with commas between them.

    Args:
        paths: what to read.
        name_filter: a glob that the name of every file must match (Spark's ``pathGlobFilter``).
        recursive: whether all directories below the named ones count (Spark's ``recursiveFileLookup``); their names
            then say nothing.
        base: directory from which on the names of directories say something (Spark's ``basePath``); None: each path.
        modified_before: files count that were modified before, in microseconds since 1970-01-01 UTC.
        modified_after: likewise.
        storage: arguments of file systems.
        order: how paths are sorted.

    Raises:
        InputMissingError: a path names nothing, or a directory holds what a commit has left that was cut short.
        OptionError: ``base`` is none of its directories.
    """
    found: dict[str, DataFile] = {}
    for text in paths:
        for file in _named(text, recursive, base, storage):
            found.setdefault(file.path, file)
    files = list(found.values())
    if name_filter is not None:
        patterns = [_python_glob(pattern) for pattern in _alternatives(name_filter)]
        files = [f for f in files if any(fnmatchcase(f.path.rpartition("/")[2], pattern) for pattern in patterns)]
    if modified_before is not None:
        files = [file for file in files if file.modified < modified_before]
    if modified_after is not None:
        files = [file for file in files if file.modified > modified_after]
    return sorted(files, key=lambda file: order_key(file.path, order))


def files_named(text: str, storage: Storage = ()) -> list[str]:
    """The files that a directory or a glob names, sorted; of any other path, itself.

    Of a store, what ends with ``/`` is a directory: to ask of each path would be a request more.

    Args:
        text: a path or URI.
        storage: arguments of file systems.

    Raises:
        InputMissingError: a glob names nothing, or a directory holds no file, or what a commit has left that was cut
            short.
    """
    remote = is_remote(text) and not os.path.exists(text)
    if remote:
        named = _QUERY.sub("", text)
        several = named.endswith("/") or _MAGIC.search(named) is not None
    else:
        path = Path(filesystems.local_path(text))
        several = os.path.isdir(path) or (_MAGIC.search(str(path)) is not None and not os.path.lexists(path))
    if not several:
        return [text]
    files = list_files([text], storage=storage)
    if not files:
        raise InputMissingError("the directory holds no files", path=text)
    columns = {name: None for file in files for name, _ in file.values}
    if columns:
        said = f"{text}: the names of directories are no columns here, as they are in Spark: {', '.join(columns)}"
        warnings.warn(said, BytewrightWarning, stacklevel=4)
    below = "" if remote or path.is_absolute() or _SCHEME.match(text) else f"{Path.cwd()}/"
    return [file.path.removeprefix(below) for file in files]


def is_below(path: str, text: str) -> bool:
    """Whether a path, of what need not be there, is one that ``text`` (a path, directory or glob) names, or lies below
    it."""
    if is_remote(path) != is_remote(text):
        return False
    if is_remote(path):
        parts, named = (_QUERY.sub("", one).rstrip("/").split("/") for one in (path, text))
        magic = True
    else:
        magic = not os.path.lexists(filesystems.local_path(text))
        parts, named = (os.path.realpath(filesystems.local_path(one)).split(os.sep) for one in (path, text))
    if not (magic and _MAGIC.search(text)):
        return parts[: len(named)] == named
    patterns = [one.split("/") for one in _alternatives(_python_glob("/".join(named)))]
    return any(len(parts) >= len(names) and all(map(fnmatchcase, parts[: len(names)], names)) for names in patterns)


def _named(text: str, recursive: bool, base: str | None, storage: Storage) -> Iterator[DataFile]:
    """The files that one path names."""
    tree: _Tree
    shown: Callable[[str], str]
    if is_remote(text) and not os.path.exists(text):
        place = locate(text, storage)
        tree, path, shown = _RemoteTree(place), place.path, place.uri
        start = "" if base is None else locate(base, storage).path
    else:
        tree, path, shown = _LocalTree(), str(local_path(text)), str
        start = "" if base is None else str(local_path(base))
    root = tree.look(path)
    pieces = _split(text, ",") if root is None else []
    if len(pieces) > 1:
        for piece in pieces:
            yield from _named(piece, recursive, base, storage)
        return
    roots = [_looked_at(tree, root)] if root is not None else []
    if root is None and _MAGIC.search(path):
        roots = _matches(tree, path)
        if not roots:
            raise InputMissingError("no file has such a name", path=text)
    elif root is None:
        raise InputMissingError("no such file or directory", path=text)
    for one in roots:
        if base is not None and not (one.path + "/").startswith(start.rstrip("/") + "/"):
            raise OptionError("option basePath", expected="a directory above all paths", found=base, path=text)
        begin = start if base is not None else one.path if one.folder else one.path.rpartition("/")[0]
        for entry in _files_of(tree, one, recursive):
            values = () if recursive else values_of(entry.path, begin)
            yield DataFile(shown(entry.path), entry.size, entry.modified, values, entry.inode, indexed=entry.indexed)


def _files_of(tree: _Tree, root: _Entry, recursive: bool) -> Iterator[_Entry]:
    """A file itself, or the files of a directory, one level of directories after the other."""
    level = [root]
    with ThreadPoolExecutor(_LISTED_TOGETHER) as pool:  # a store takes its time for each directory
        while level:
            yield from (entry for entry in level if not entry.folder)
            folders = [one.path for one in level if one.folder and (one is root or recursive or is_partition(one.name))]
            lists = pool.map(tree.inside, folders) if len(folders) > 1 else map(tree.inside, folders)
            level = [one for inside in lists for one in _noted(inside) if not _hidden(one.name)]


def _noted(inside: list[_Entry]) -> list[_Entry]:
    """What is in a directory, with a note at files that have an index there."""
    there = {entry.path for entry in inside if entry.name.endswith(SUFFIX)}
    return [replace(one, indexed=True) if beside(one.path) in there else one for one in inside] if there else inside


def _looked_at(tree: _Tree, named: _Entry) -> _Entry:
    """The same of a file that is named; of one that is small, nobody is asked."""
    if named.folder or named.size <= LEAST or tree.look(beside(named.path)) is None:
        return named
    return replace(named, indexed=True)


def _failed(error: OSError, path: str) -> InputMissingError:
    return InputMissingError((error.strerror or str(error)).lower(), path=path)


def _hidden(name: str) -> bool:
    """Whether Spark passes over an entry of a directory that is called so (`_SUCCESS`, `.part.crc`); or it is what was
    cut off a file in it."""
    hidden = name.startswith(".") or (name.startswith("_") and "=" not in name) or name.endswith("._COPYING_")
    return hidden or is_cut(name)


def _matches(tree: _Tree, pattern: str) -> list[_Entry]:
    """What a glob names, directory by directory."""
    found: dict[str, _Entry] = {}
    for alternative in _alternatives(pattern):
        top = "/" if alternative.startswith("/") else ""
        bases = [top]
        names = [name for name in alternative.split("/") if name]
        for place, name in enumerate(names):
            last = place == len(names) - 1
            reached: list[str] = []
            for base in bases:
                if not _MAGIC.search(name):
                    reached.append(_joined(base, name))
                    continue
                glob = _python_glob(name)
                folder = tree.look(base or ".") if base in ("", "/") else tree.look(base)
                if folder is None or not folder.folder:
                    continue
                for entry in _noted(tree.inside(folder.path)):
                    if fnmatchcase(entry.name, glob) and (not _hidden(entry.name) or _hidden(name)):
                        if last:
                            found[entry.path] = entry
                        else:
                            reached.append(entry.path)
            bases = reached
        for base in bases if not _MAGIC.search(names[-1]) else ():
            there = tree.look(base)
            if there is not None:
                found[there.path] = _looked_at(tree, there)
    return list(found.values())


def _joined(base: str, name: str) -> str:
    return f"{base.rstrip('/')}/{name}" if base else name


def _alternatives(pattern: str) -> list[str]:
    """``pattern`` without braces: one pattern for each choice of the alternatives in them."""
    depth = 0
    start = 0
    for at, char in enumerate(pattern):
        if char == "{":
            if depth == 0:
                start = at
            depth += 1
        elif char == "}" and depth:
            depth -= 1
            if depth == 0:
                choices = _split(pattern[start + 1 : at], ",")
                heads = [pattern[:start] + choice for choice in choices]
                return [text for head in heads for text in _alternatives(head + pattern[at + 1 :])]
    return [pattern]


def _split(text: str, separator: str) -> list[str]:
    """The pieces of a text between separators that stand in no braces or brackets."""
    depth = 0
    cuts = [-1]
    for at, char in enumerate(text):
        depth += (char in "{[") - (char in "}]" and depth > 0)
        if char == separator and depth == 0:
            cuts.append(at)
    return [text[a + 1 : b] for a, b in pairwise([*cuts, len(text)])]


def _python_glob(pattern: str) -> str:
    return pattern.replace("[^", "[!")
