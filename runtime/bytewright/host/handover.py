"""What one thread makes and another one takes, of which no more than some bytes wait."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from threading import Condition
from typing import Generic, TypeVar

T = TypeVar("T")


class Handover(Iterator[T], Generic[T]):
    """Things in their order, from the thread that makes them to the one that iterates.

    Args:
        most: bytes that wait, at most, but for one thing, which may be larger.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[tuple[T, int]] = deque()
        self._held = 0
        self._is_over = self._is_closed = False
        self._changed = Condition()

    def put(self, thing: T, size: int) -> bool:
        """Hand something over; waits until there is room for it.

        Args:
            thing: what is handed over.
            size: how many bytes it holds.

        Returns:
            Whether anybody takes what comes next.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or not self._held or self._held + size <= self._most)
            if self._is_closed:
                return False
            self._waiting.append((thing, size))
            self._held += size
            self._changed.notify_all()
            return True

    def end(self) -> None:
        """Say that nothing more is made."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def close(self) -> None:
        """Say that nothing more is taken, and let go of what waits."""
        with self._changed:
            self._is_closed = True
            self._waiting.clear()
            self._changed.notify_all()

    def __next__(self) -> T:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_over or self._is_closed)
            if not self._waiting:
                raise StopIteration
            thing, size = self._waiting.popleft()
            self._held -= size
            self._changed.notify_all()
            return thing
