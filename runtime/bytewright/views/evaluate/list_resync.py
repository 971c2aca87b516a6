"""Where a list in a record goes on behind a bad element: where the next one begins in the same list."""

from __future__ import annotations

from typing import NamedTuple

from bytewright.codec.settings import Settings
from bytewright.kernels.plan.beginning import Beginning
from bytewright.model.structures import Struct
from bytewright.objects.read.recovery import Elements, Enclosing
from bytewright.views.evaluate.resync import EFFORT, FREE, Resync, is_enough

_LISTS = 8
"""Lists of which it is kept what was found in them: those around an element, and no others of any size."""


class _Searched(NamedTuple):
    owner: Struct
    field: int
    resync: Resync
    size: int


class ListResync:
    """See `bytewright.objects.read.recovery.Recovery`.

    Args:
        settings: the options.
        file: told where records go on, so that rows can tell it; None: nobody is.
    """

    def __init__(self, settings: Settings, file: Resync | None = None) -> None:
        self.damaged = 0
        self.around: list[Enclosing] = []
        self._settings = settings
        self._file = file
        self._searched: list[_Searched] = []
        self._free = FREE

    def behind(self, elements: Elements, beginning: Beginning, start: int) -> int | None:
        """See `bytewright.objects.read.recovery.Recovery.behind`."""
        if not is_enough(beginning, beginning.frame):
            return None
        resync = self._resync(elements, beginning)
        found = resync.behind(start)
        if found is not None and self._file is not None and found < elements.size:
            self._file.note(found, resync.settled(found))
        return found

    def follows(self, elements: Elements, beginning: Beginning, start: int, *, later: bool) -> bool:
        """See `bytewright.objects.read.recovery.Recovery.follows`."""
        if not is_enough(beginning, beginning.frame):
            return False
        resync = self._resync(elements, beginning)
        return resync.is_likely(start) or (later and resync.is_followed(start))

    def _resync(self, elements: Elements, beginning: Beginning) -> Resync:
        """What finds the elements of a list."""
        owner, field = elements.owner, elements.field
        known = next((one for one in self._searched if one.owner is owner and one.field == field), None)
        if known is None:
            if len(self._searched) == _LISTS:
                past = self._searched.pop(0)
                self._free = max(0, self._free - max(0, past.resync.spent - EFFORT * past.size))
            begin = elements.begin()
            resync = Resync(elements, beginning, elements, self._settings, beginning.frame, begin, self._free)
            known = _Searched(owner, field, resync, elements.size - begin)
            self._searched.append(known)
        return known.resync
