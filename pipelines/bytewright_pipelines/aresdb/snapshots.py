"""Tables in Parquet that are replaced as a whole: a folder for each version, and a file that names the last one."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
from pyarrow import parquet

from bytewright.errors import BytewrightError, InputMissingError, OptionError, UnreadableError
from bytewright.io.atomic_files import replacing, writing
from bytewright.io.folders import is_there, local_folder, sync_all, sync_folder
from bytewright_pipelines.aresdb.logs import Position

CURRENT = "current.json"
"""The file that names the version which counts."""


class Version(NamedTuple):
    """A version of a table.

    Attributes:
        folder: where its files are.
        position: the last batch that is in it; None: there is none.
    """

    folder: Path
    position: Position | None


def current(table: str | os.PathLike[str]) -> Version | None:
    """The version of a table that counts; None: there is no such table.

    Args:
        table: its folder.

    Raises:
        OptionError: the file that names it says something else.
        UnreadableError: it can't be read.
    """
    path = Path(table) / CURRENT
    try:
        named = json.loads(path.read_text(encoding="utf-8"))
        position = named["position"]
        return Version(Path(table) / named["folder"], None if position is None else Position(*position))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise UnreadableError((error.strerror or str(error)).lower(), path=str(path)) from None
    except (ValueError, KeyError, TypeError) as error:
        raise OptionError("what names the version of a table", path=str(path), found=str(error)) from None


def publish(table: str | os.PathLike[str], position: Position | None, write: Callable[[Path], object]) -> Version:
    """Replace a table. Readers see its former version until all of the new one is there, and on the disk.

    Args:
        table: its folder.
        position: the last batch that is in it.
        write: writes the rows into a folder, which isn't there yet.

    Returns:
        The new version.

    Raises:
        WriteError: it can't be written; the former version counts.
        UnreadableError: what names that can't be read.
    """
    folder = Path(table)
    with writing(folder), _made_with(folder):
        before = current(folder)
        versions = sorted(path for path in folder.iterdir() if path.is_dir() and path.name.isdigit())
        made = folder / f"{int(versions[-1].name) + 1 if versions else 1:06d}"
        try:
            write(made)
            sync_all(made)
            sync_folder(folder)  # before a file names it
            text = json.dumps({"folder": made.name, "position": None if position is None else list(position)})
            with replacing(folder / CURRENT) as file:
                file.write(text.encode())
        except BaseException:
            with suppress(OSError, BytewrightError):
                if current(folder) == before:  # otherwise it counts already
                    local_folder(str(folder)).delete(made.name)
            raise
    kept = {made} | ({before.folder} if before is not None else set())
    for version in versions:
        if version not in kept:
            shutil.rmtree(version, ignore_errors=True)
    return Version(made, position)


@contextmanager
def _made_with(folder: Path) -> Iterator[None]:
    """Make a folder, which goes again if it is new and nothing comes into it."""
    is_new = not is_there(folder)
    try:
        local_folder(str(folder)).make()
        yield
    except BaseException:
        if is_new:
            with suppress(OSError):
                folder.rmdir()
        raise


def write_table(table: pa.Table) -> Callable[[Path], None]:
    """What writes a table into a folder, for `publish`."""

    def write(folder: Path) -> None:
        folder.mkdir()
        parquet.write_table(table, folder / "part-00000.parquet")

    return write


def read_snapshot(path: str | os.PathLike[str]) -> pa.Table:
    """The rows of a table in Parquet: a file, a folder of such, or one that `publish` made.

    Args:
        path: where it is.

    Raises:
        InputMissingError: there is none.
        OptionError: it is none.
        UnreadableError: it can't be read.
    """
    version = current(path)
    where = Path(path) if version is None else version.folder
    if not where.exists():
        raise InputMissingError("no such file or directory", path=str(where))
    try:
        return parquet.read_table(where)
    except (OSError, pa.ArrowInvalid) as error:
        if isinstance(error, OSError) and error.errno:
            raise UnreadableError(os.strerror(error.errno).lower(), path=str(where)) from None
        raise OptionError("a snapshot", path=str(where), expected="a table in Parquet", found=str(error)) from None
