"""Options of a format, and where they count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a user may set for a format.

    ``load`` (for ``file``) turns the text of the named file into the value that views see. ``values``: the numbers that
    choices stand for, if they do. ``per``: it is set for each column on its own, as ``ID.COLUMN``; its value is then a
    mapping from names of columns in lower case. ``otherwise`` (for ``file``): gives it where no file is named.
    ``min``, ``max``: the smallest and the largest number."""

    id: str
    type: Literal["str", "int", "size", "bool", "enum", "file"]
    default: str | int | bool | None = None
    choices: tuple[str, ...] = ()
    load: Callable[[str], Any] | None = None
    doc: str = ""
    values: tuple[int, ...] = ()
    per: Literal["column", ""] = ""
    otherwise: Callable[[], Any] | None = None
    min: int | None = None
    max: int | None = None

    @property
    def usual(self) -> Any:
        """What it is where nobody sets it."""
        if self.per:
            return {}
        if self.otherwise is not None:
            return self.otherwise()
        return self.values[self.choices.index(str(self.default))] if self.values else self.default


@dataclass(frozen=True, slots=True)
class OptionUses:
    """Which of a format's options count where, by their ids.

    Attributes:
        files: those that say how any file is read.
        models: those that say how models are written.
        read: by name of the view, those on which its rows rest.
        write: by name of the view, or of other rows, those on which files of such rows rest.
    """

    files: tuple[str, ...]
    models: tuple[str, ...]
    read: Mapping[str, tuple[str, ...]]
    write: Mapping[str, tuple[str, ...]]
