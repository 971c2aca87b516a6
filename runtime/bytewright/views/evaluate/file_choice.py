"""Which files an option chooses, by what stands at their beginning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bytewright.codec.settings import Settings
from bytewright.errors import OptionError
from bytewright.host.suggest import hint
from bytewright.model.structures import Struct
from bytewright.schema.scope import Scope
from bytewright.schema.view import FileChoice, View
from bytewright.views.evaluate.layout import levels_of


class Choice:
    """What an option says of the files that are meant.

    Attributes:
        option: its id.
        number: what a file must be.
    """

    def __init__(self, stated: FileChoice, number: int) -> None:
        self.option = stated.option
        self.number = number
        self._value = stated.value

    def of(self, root: Struct, options: Mapping[str, Any]) -> int | None:
        """What a file is, whose beginning has been read."""
        return label(self._value(Scope(root, root, options=options)))

    def nothing(self, found: Iterable[int | None]) -> OptionError:
        """The error where no file is meant; ``found``: what the files are."""
        numbers = sorted({number for number in found if number is not None})
        there = "files of " + ", ".join(map(str, numbers[:20])) if numbers else "files that don't say what they are"
        return OptionError(f"option {self.option}", expected="what some file is", found=f"{self.number}, and {there}")


def label(value: Any) -> int | None:
    """A number that stands for a file; None: it doesn't say."""
    return None if value is None else int(value)


def choice_of(view: View, settings: Settings) -> Choice | None:
    """What the options say of the files that a view shows; None: all.

    Raises:
        OptionError: a name stands for nothing.
    """
    stated = levels_of(view)[0].files
    given = settings.values.get(stated.option) if stated is not None else None
    if stated is None or given is None:
        return None
    names: dict[str, int] = dict(stated.known)
    if stated.names is not None:
        names |= settings.values.get(stated.names) or {}
    text = str(given)
    if text in names:
        return Choice(stated, names[text])
    try:
        return Choice(stated, int(text))
    except ValueError:
        more = hint(text, names, "names")
        if stated.names is not None and settings.values.get(stated.names) is None:
            more = f"{more} The option {stated.names} says which other names there are."
        raise OptionError(
            f"option {stated.option}", expected="a number or a name", found=repr(text), hint=more
        ) from None
