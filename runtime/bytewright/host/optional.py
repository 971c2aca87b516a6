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
        raise CodecError(not_installed(error.name), hint=command_for(extra)) from error


def not_installed(name: str | None) -> str:
    """What to say where a package is missing."""
    return f"this needs {name}, which is not installed"


def command_for(extra: str) -> str:
    """How the packages of an extra come in, as a hint; in quotes, as some shells take brackets for a glob."""
    return f"Run: pip install 'bytewright[{extra}]'"
