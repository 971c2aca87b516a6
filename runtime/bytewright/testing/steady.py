"""Draws that depend on nothing but their seed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants


@contextmanager
def steady() -> Iterator[None]:
    """Let Hypothesis draw the same values whatever else was tried before in the process.

    By default it takes some from the source of all modules that are loaded, which no setting turns off: other codecs'
    then, too, so that a failure could not be reproduced by its seed.
    """
    known = providers._get_local_constants
    providers._get_local_constants = Constants
    providers.CONSTANTS_CACHE.cache.clear()
    try:
        yield
    finally:
        providers._get_local_constants = known
        providers.CONSTANTS_CACHE.cache.clear()
