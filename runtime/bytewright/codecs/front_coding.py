"""Front coding: of each string in a sorted list only what differs from the string before it is stored."""

from __future__ import annotations


class FrontCoding:
    """What is stored follows the first bytes of another string.

    Args:
        previous: the string before this one.
        shared: how many of its first bytes this one begins with.
    """

    def __init__(self, previous: bytes, shared: int) -> None:
        if not 0 <= shared <= len(previous):
            raise ValueError(f"{shared} bytes of a string of {len(previous)}")
        self._prefix = previous[:shared]

    def decode(self, data: bytes) -> bytes:
        """The whole string."""
        return self._prefix + data

    def encode(self, data: bytes) -> bytes:
        """What differs from the string before.

        Raises:
            ValueError: it doesn't begin as the string before.
        """
        if not data.startswith(self._prefix):
            raise ValueError(f"a string that doesn't begin with {self._prefix.hex()}")
        return data[len(self._prefix) :]
