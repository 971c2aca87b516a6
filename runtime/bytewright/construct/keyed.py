"""Keys of ours on a member of a declaration."""

from __future__ import annotations

from typing import Any

from construct import Construct, Subconstruct


class Keyed(Subconstruct):  # type: ignore[misc]  # Construct has no types
    """A construct with keys that only Bytewright reads; Construct passes them over.

    Args:
        subcon: the construct.
        keys: the keys of docs/language.md, without the hyphen in front and with underscores for those inside:
            ``type={"timestamp": "ms"}``, ``validity_of="values"``. Expressions are text in the language of a
            ``.ksy``, over the ids of the members.
    """

    def __init__(self, subcon: Construct, **keys: Any) -> None:
        super().__init__(subcon)
        self.keys = keys

    @staticmethod
    def spelled(name: str) -> str:
        """A key as a ``.ksy`` spells it."""
        return "-" + name.rstrip("_").replace("_", "-")
