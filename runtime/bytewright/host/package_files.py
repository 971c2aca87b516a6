"""The files of an installed package, whether they lie in a folder or in an archive on the path (``--py-files``)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable


def package_files(package: str, suffixes: Collection[str]) -> Iterator[tuple[str, Traversable]]:
    """The files of a package and of those below it, sorted by name.

    Args:
        package: its name.
        suffixes: what the names of files end with.

    Yields:
        The file's path in the package, and the file.
    """
    yield from _below(files(package), "", tuple(suffixes))


def _below(folder: Traversable, before: str, suffixes: tuple[str, ...]) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _below(entry, f"{before}{entry.name}/", suffixes)
        elif entry.name.endswith(suffixes):
            yield f"{before}{entry.name}", entry
