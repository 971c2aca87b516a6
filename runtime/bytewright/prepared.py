"""Scans that are ready for another file: what nothing in a file decides is written out once for many small ones."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, NamedTuple

from bytewright.headers import Header
from bytewright.kernels.plan import RowPlan

if TYPE_CHECKING:
    from bytewright.kernels.scan import Scan  # needs Numba

_MOST = 4


class Prepared(NamedTuple):
    """A scan with what it was made of; ``kept``: objects whose identities are part of its key."""

    header: Header
    plan: RowPlan
    scan: Scan
    kept: tuple[Any, ...]


class _Pool(threading.local):
    """Scans that nobody uses, of one thread, the last used last."""

    def __init__(self) -> None:
        self.free: dict[Hashable, Prepared] = {}


_POOL = _Pool()


def take(key: Hashable) -> Prepared | None:
    """A scan for those who have the key; it is theirs until they give it back."""
    return _POOL.free.pop(key, None)


def give(key: Hashable, prepared: Prepared) -> None:
    """Keep a scan for others with the same key."""
    _POOL.free.pop(key, None)
    _POOL.free[key] = prepared
    while len(_POOL.free) > _MOST:
        del _POOL.free[next(iter(_POOL.free))]
