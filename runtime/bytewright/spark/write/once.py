"""What is written only once: a version of an application, or a batch of a stream.

A file in the table says so, which is committed with the rows: both appear, or neither.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bytewright.spark.write.target import Target

_PREFIX = "_txn-"
_MARKER = "once"


@dataclass(frozen=True, slots=True)
class Once:
    """A version of what an application writes.

    Attributes:
        app: what tells it from other applications.
        version: its number, which is above those that were written before.
    """

    app: str
    version: int

    @property
    def _prefix(self) -> str:
        return f"{_PREFIX}{blake2b(self.app.encode(errors='surrogatepass'), digest_size=8).hexdigest()}-"

    @property
    def _name(self) -> str:
        return f"{self._prefix}{self.version}"

    def is_done(self, target: Target) -> bool:
        """Whether this version, or a later one, has been written."""
        return any(version >= self.version for version in self._versions(target).values())

    def write(self, target: Target, folder: str) -> str:
        """Write the file that says so into the directory of a job; gives its name there."""
        with target.writing(folder, _MARKER) as file:
            file.write(json.dumps({"txnAppId": self.app, "txnVersion": self.version}).encode())
        return _MARKER

    def final(self, name: str, other: Callable[[str], str]) -> str:
        """The name that a file gets in the table; ``other``: that of one with rows."""
        return self._name if name == _MARKER else other(name)

    def forget(self, target: Target) -> None:
        """Delete what says so of earlier versions."""
        for name, version in self._versions(target).items():
            if version < self.version:
                target.delete(name)

    def _versions(self, target: Target) -> dict[str, int]:
        numbers = {name: name.removeprefix(self._prefix) for name in target.names(self._prefix)}
        return {name: int(number) for name, number in numbers.items() if number.isdecimal()}
