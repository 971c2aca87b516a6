"""Machine code as it is kept on disk: an object file, with the name of its function, and a digest of both."""

from __future__ import annotations

import hashlib
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_DIGEST_SIZE = 32
"""Bytes."""


@dataclass(frozen=True, slots=True)
class Code:
    """A compiled function.

    Attributes:
        symbol: what the object file calls it.
        content: the object file, in the format of this system.
    """

    symbol: str
    content: bytes


def save(code: Code, path: Path) -> None:
    """Write a file that other processes find whole or not at all.

    Raises:
        OSError: it can't be written.
    """
    body = code.symbol.encode() + b"\0" + code.content
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        written = Path(file.name)
        try:
            file.write(_digest(body) + body)
            file.flush()
            written.replace(path)
        except BaseException:
            with suppress(OSError):
                written.unlink()
            raise


def read(path: Path) -> Code | None:
    """What a file holds; None: there is none, or it isn't what was written."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    stored, body = whole[:_DIGEST_SIZE], whole[_DIGEST_SIZE:]
    if stored != _digest(body):
        return None
    symbol, _, content = body.partition(b"\0")
    return Code(symbol.decode(), content)


def _digest(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=_DIGEST_SIZE).digest()
