"""Commands whose work is done by an optional part of the distribution."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from bytewright.errors import CodecError


def run_extra(module: str, extra: str, words: Sequence[str]) -> int:
    """Run ``main(words) -> int`` of a module that needs the packages of an extra.

    Raises:
        CodecError: a package is missing; the hint says which extra has it.
    """
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise CodecError(
            f"this command needs {error.name}, which is not installed",
            hint=f"Install it with `pip install 'bytewright[{extra}]'`.",
        ) from error
    return int(found.main(list(words)))
