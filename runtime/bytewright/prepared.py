"""Scans that are ready for another file: what nothing in a file decides is written out once for many files."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple

from bytewright.codec import Codec
from bytewright.headers import Header
from bytewright.kernels.plan import RowPlan, Rows
from bytewright.settings import Settings
from bytewright.source import BytesSource

if TYPE_CHECKING:
    from bytewright.kernels.scan import Scan  # needs Numba

_MOST = 4
_NOTHING = BytesSource(b"")


class Prepared(NamedTuple):
    """A scan with what it was made of."""

    header: Header
    plan: RowPlan
    scan: Scan


class _Pool(threading.local):
    """Scans that nobody uses, of one thread, the last used last. Which codec and settings each is for, and what else
    tells it from others of these."""

    def __init__(self) -> None:
        self.free: list[tuple[Codec, Settings, Hashable, Prepared]] = []


_POOL = _Pool()


def take(codec: Codec, settings: Settings, key: Hashable) -> Prepared | None:
    """A scan for a codec with equal settings and the same key; it is the caller's until it is given back."""
    for place, (its_codec, its_settings, its_key, prepared) in enumerate(_POOL.free):
        if its_codec is codec and its_key == key and its_settings == settings:
            del _POOL.free[place]
            return prepared
    return None


def give(codec: Codec, settings: Settings, key: Hashable, prepared: Prepared) -> None:
    """Keep a scan for others that take it by the same; one whose program rests on the size of its file isn't kept."""
    if any(isinstance(step, Rows) for step in prepared.plan.steps):
        return
    prepared.scan.aside = None
    prepared.scan.restart(_NOTHING)
    prepared.scan.let_go()
    _POOL.free.append((codec, settings, key, prepared))
    del _POOL.free[:-_MOST]
