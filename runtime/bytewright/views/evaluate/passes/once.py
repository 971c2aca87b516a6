"""An iterator whose items are kept, for whoever goes through them a second time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bytewright.errors import ReadError
from bytewright.io.decode_budget import FREE
from bytewright.model.structures import Struct


class Once:
    """An iterator whose items are kept, and can be gone through again; so is the error that it ends with.

    Args:
        items: the items.
        held: says how many decoded bytes they hold: where these are many, items aren't kept.

    Attributes:
        is_kept: whether they are.
    """

    def __init__(self, items: Iterator[Struct], held: Callable[[], int]) -> None:
        self._source: Iterator[Struct] | None = items
        self._held = held
        self._items: list[Struct] = []
        self._error: ReadError | None = None
        self.is_kept = True

    @property
    def complete(self) -> bool:
        """Whether the last item, or the error, has come, and all are kept."""
        return self._source is None and self.is_kept

    @property
    def is_bad(self) -> bool:
        """Whether it has ended with an error."""
        return self._error is not None

    def __iter__(self) -> Iterator[Struct]:
        place = 0
        while True:
            if place < len(self._items):
                yield self._items[place]
                place += 1
                continue
            if self._source is None:
                break
            try:
                item = next(self._source)
            except StopIteration:
                self._source = None
                continue
            except ReadError as error:
                self._source = None
                self._error = error
                continue
            if self.is_kept and self._held() <= FREE:
                self._items.append(item)
                continue
            self.is_kept, self._items = False, []
            yield item
            del item
        if self._error is not None:
            raise self._error
