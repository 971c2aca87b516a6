"""Where files of Milvus lie: below a folder of this machine, or below a URI of an object store."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from bytewright.io.filesystems import is_remote
from bytewright_formats.milvus_binlog import CODEC, MilvusBinlog

Root = TypeVar("Root", Path, str)
"""A folder, by its path, or by its path or URI as text; what lies below it is named likewise."""
Options = Mapping[str, str] | None
"""Arguments of file systems, as `bytewright.open` has them (``fs.…``)."""

INSERTS, DELETES, REQUESTS = "insert_log", "delta_log", "data_definition_log"
"""Directories with rows, deletes, and requests that change the schema."""


def below(root: Root, *names: object) -> Root:
    """What lies below a folder."""
    inside = "/".join(str(name) for name in names)
    if isinstance(root, Path):
        return root / inside
    if not is_remote(root):
        return os.path.join(root, inside)
    path, mark, arguments = root.partition("?")
    return f"{path.rstrip('/')}/{inside}{mark}{arguments}"


def settings_of(options: Options) -> dict[str, Any]:
    """Arguments of file systems, for what takes other options, too."""
    return dict(options or {})


def write_file(model: MilvusBinlog, path: Path | str, options: Options = None) -> None:
    """Write a file, and let go of its payloads: structures lie in cycles, so that memory would wait for the collector.

    Args:
        model: the file; its payloads are gone when it has been written.
        path: its name, or its URI.
        options: arguments of its file system.

    Raises:
        WriteError: it can't be written.
    """
    if not is_remote(str(path)):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    CODEC.write(model, path, options=settings_of(options))
    for event in model.events:
        event.body.payload = b""
