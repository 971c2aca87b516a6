"""A pool of specialised plans and their scans, for the next file of a codec whose header decides nothing."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.columnar.scan.preparation.header_values import Header
from bytewright.io.source import BytesSource
from bytewright.kernels.plan import RowPlan, Rows

if TYPE_CHECKING:
    from bytewright.kernels.drivers.scan import Scan  # takes a while to import

_NOTHING = BytesSource(b"")


class Prepared(NamedTuple):
    """A scan with what it was made of."""

    header: Header
    plan: RowPlan
    scan: Scan


Kept = TypeVar("Kept")


class Pool(threading.local, Generic[Kept]):
    """Things that nobody uses, of one thread, the last used last.

    Args:
        most: how many are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._free: list[tuple[Codec, Settings, Hashable, Kept]] = []

    def take(self, codec: Codec, settings: Settings, key: Hashable) -> Kept | None:
        """What was made for a codec with equal settings and the same key; it is the caller's until it is given back."""
        for place, (its_codec, its_settings, its_key, kept) in enumerate(self._free):
            if its_codec is codec and its_key == key and its_settings == settings:
                del self._free[place]
                return kept
        return None

    def give(self, codec: Codec, settings: Settings, key: Hashable, kept: Kept) -> None:
        """Keep something for others that take it by the same."""
        self._free.append((codec, settings, key, kept))
        del self._free[: -self._most]


_SCANS: Pool[Prepared] = Pool(4)


def take(codec: Codec, settings: Settings, key: Hashable) -> Prepared | None:
    """A scan; see `Pool.take`."""
    return _SCANS.take(codec, settings, key)


def give(codec: Codec, settings: Settings, key: Hashable, prepared: Prepared) -> None:
    """Keep a scan for others that take it by the same; one whose program rests on the size of its file isn't kept."""
    if any(isinstance(step, Rows) for step in prepared.plan.steps):
        return
    prepared.scan.aside = None
    prepared.scan.restart(_NOTHING)
    prepared.scan.let_go()
    _SCANS.give(codec, settings, key, prepared)
