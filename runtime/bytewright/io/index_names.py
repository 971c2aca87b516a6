"""What files are called that say where records of other files begin; see `bytewright.views.evaluate.record_index`."""

from __future__ import annotations

from bytewright.io.filesystems import is_remote

SUFFIX = ".bytewright.index"
LEAST = 64 << 10
"""Bytes between two places that are named, at least; a file that isn't larger has no index."""


def beside(path: str) -> str:
    """The path or URI of the index of a file. Names that begin with a dot are passed over where directories are read,
    by Spark and others as by us."""
    stem, mark, query = path.partition("?") if is_remote(path) else (path, "", "")
    folder, slash, name = stem.rpartition("/")
    return f"{folder}{slash}.{name}{SUFFIX}{mark}{query}"
