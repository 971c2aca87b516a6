"""Libraries that only some users need: imported where they are used, asked for by name where they are missing."""

from __future__ import annotations

import importlib
from typing import Any

from bytewright.errors import CodecError


def needed(module: str, extra: str) -> Any:
    """A module of an extra.

    Args:
        module: its name.
        extra: the extra of this distribution that has it.

    Raises:
        CodecError: it isn't installed.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise CodecError(
            f"this needs {error.name}, which is not installed", hint=f"Run: pip install 'bytewright[{extra}]'"
        ) from error
