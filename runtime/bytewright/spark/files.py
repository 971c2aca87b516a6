"""The files that a read covers, and how they are dealt out to partitions.

Everything here runs on the driver, once per read. Names, defaults and rules are those of Spark's own file sources where
they have one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from bytewright.errors import InputMissingError, OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX_PARTITION_BYTES = 128 << 20
"""Default of ``maxPartitionBytes``: that of ``spark.sql.files.maxPartitionBytes``."""

OPEN_COST_IN_BYTES = 4 << 20
"""Default of ``openCostInBytes``: that of ``spark.sql.files.openCostInBytes``."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_MAGIC = re.compile(r"[*?\[{]")


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file as it was when it was listed.

    Attributes:
        path: its absolute path.
        size: its size in bytes.
        modified: when it was last modified, in microseconds since 1970-01-01 UTC.
    """

    path: str
    size: int
    modified: int


def local_path(text: str) -> Path:
    """The absolute local path that ``text`` (a path or a ``file:`` URI, which may hold a glob) means.

    Raises:
        OptionError: it is a URI of another file system.
    """
    if not _SCHEME.match(text) or Path(text).exists():
        return Path(text).absolute()
    parts = urlsplit(text)
    if parts.scheme.lower() != "file" or parts.netloc not in ("", "localhost"):
        raise OptionError(
            expected="a local path or a file: URI", found=text, hint="Copy the files to a file system that is mounted."
        )
    # Not parts.path: `?` is a glob here, not the begin of a query, and `#` belongs to the name.
    return Path(unquote(re.sub(r"^//(localhost)?(?=/)", "", text[len("file:") :]))).absolute()


def list_files(paths: Iterable[str], *, name_filter: str | None = None, recursive: bool = False) -> list[DataFile]:
    """All files that ``paths`` name, sorted by path.

    A path may be a file, a directory (its files, hidden ones aside) or a glob (``*``, ``?``, ``[a-c]``, ``[^a]``,
    ``{a,b}``) of both; one that exists is never taken for a glob.

    Args:
        paths: what to read.
        name_filter: a glob that the name of every file must match (Spark's ``pathGlobFilter``).
        recursive: whether directories below the named ones count (Spark's ``recursiveFileLookup``).

    Raises:
        InputMissingError: a path names nothing.
    """
    found: list[DataFile] = []
    for text in paths:
        path = local_path(text)
        if path.exists() or path.is_symlink():
            roots = [path]
        elif _MAGIC.search(str(path)):
            roots = _matches(path)
            if not roots:
                raise InputMissingError("no file has such a name", path=text)
        else:
            raise InputMissingError("no such file or directory", path=text)
        for root in roots:
            found.extend(_files_of(root, recursive))
    if name_filter is not None:
        patterns = [_python_glob(pattern) for pattern in _alternatives(name_filter)]
        found = [f for f in found if any(fnmatchcase(Path(f.path).name, pattern) for pattern in patterns)]
    return sorted(found, key=lambda file: file.path)


def pack(
    files: Sequence[DataFile],
    *,
    max_bytes: int = MAX_PARTITION_BYTES,
    open_cost: int = OPEN_COST_IN_BYTES,
    min_partitions: int = 1,
) -> list[list[DataFile]]:
    """Deal ``files`` out to partitions, in their order, by the rule of Spark's file sources.

    A partition takes files until the next one would bring it over the target, every file counting ``open_cost`` more
    than its size. The target is ``max_bytes``, or less where that leaves fewer than ``min_partitions`` busy.
    """
    total = sum(file.size + open_cost for file in files)
    target = min(max_bytes, max(open_cost, total // max(1, min_partitions)))
    partitions: list[list[DataFile]] = []
    filled = 0
    for file in files:
        if not partitions or filled + file.size > target:
            partitions.append([])
            filled = 0
        partitions[-1].append(file)
        filled += file.size + open_cost
    return partitions


def _files_of(root: Path, recursive: bool) -> list[DataFile]:
    try:
        if not root.is_dir():
            status = root.stat()
            return [DataFile(str(root), status.st_size, status.st_mtime_ns // 1000)]
        entries = list(root.iterdir())
    except OSError as error:
        raise InputMissingError((error.strerror or str(error)).lower(), path=str(root)) from None
    files: list[DataFile] = []
    for entry in entries:
        if not _hidden(entry.name) and (recursive or not entry.is_dir()):
            files.extend(_files_of(entry, recursive))
    return files


def _hidden(name: str) -> bool:
    """Whether Spark passes over an entry of a directory that is called so (`_SUCCESS`, `.part.crc`)."""
    return name.startswith(".") or (name.startswith("_") and "=" not in name) or name.endswith("._COPYING_")


def _matches(pattern: Path) -> list[Path]:
    found: dict[Path, None] = {}
    for alternative in _alternatives(str(pattern)):
        wanted = Path(_python_glob(alternative))
        for path in Path(wanted.anchor).glob(str(wanted.relative_to(wanted.anchor))):
            names = zip(reversed(path.parts), reversed(wanted.parts), strict=False)
            if not any(_hidden(name) and not _hidden(asked) for name, asked in names):
                found[path] = None
    return list(found)


def _alternatives(pattern: str) -> list[str]:
    """``pattern`` without braces: one pattern for each choice of the alternatives in them."""
    depth = 0
    start = 0
    commas: list[int] = []
    for at, char in enumerate(pattern):
        if char == "{":
            if depth == 0:
                start, commas = at, []
            depth += 1
        elif char == "," and depth == 1:
            commas.append(at)
        elif char == "}" and depth:
            depth -= 1
            if depth == 0:
                edges = [start, *commas, at]
                choices = [pattern[a + 1 : b] for a, b in pairwise(edges)]
                heads = [pattern[:start] + choice for choice in choices]
                return [text for head in heads for text in _alternatives(head + pattern[at + 1 :])]
    return [pattern]


def _python_glob(pattern: str) -> str:
    return pattern.replace("[^", "[!")
