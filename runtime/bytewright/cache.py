"""Where things that are made once per machine are kept: compiled kernels, the Java shim, the Kaitai compiler."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from bytewright.errors import BytewrightError


def cache_directory(name: str) -> Path:
    """The folder for one kind of things, made if need be.

    Below ``$XDG_CACHE_HOME`` or ``~/.cache``; where that can't be written (services without a home, read-only
    containers) below the directory for temporary files.

    Args:
        name: a relative path, one folder per kind of things.

    Raises:
        BytewrightError: nothing can be written anywhere.
    """
    for base in _bases():
        folder = base / name
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError:
            continue
        if os.access(folder, os.W_OK | os.X_OK) and _ours(base):
            return folder
    raise BytewrightError(
        "no cache directory can be written",
        hint="Set XDG_CACHE_HOME to a folder that can be written.",
    )


def _bases() -> list[Path]:
    bases = []
    if configured := os.environ.get("XDG_CACHE_HOME"):
        bases.append(Path(configured) / "bytewright")
    with contextlib.suppress(RuntimeError):  # no HOME, and the user is not in the password file
        bases.append(Path.home() / ".cache" / "bytewright")
    bases.append(Path(tempfile.gettempdir()) / f"bytewright-{os.getuid()}")
    return bases


def _ours(base: Path) -> bool:
    # What lies here is executed: a folder in /tmp that someone else made first must not be used.
    return base.stat().st_uid == os.getuid()
