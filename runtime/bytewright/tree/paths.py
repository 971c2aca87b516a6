"""Ways to fields as users write them: ``batches[0].body``."""

from __future__ import annotations

import re

from bytewright.errors import OptionError

_STEP = re.compile(r"\[(\d+)\]|(?:^|(?<=.)\.)([^.\[\]]+)")

Step = int | str
"""The id of a field, or the number of an element."""


def parsed(path: str) -> tuple[Step, ...]:
    """The steps of a path.

    Raises:
        OptionError: it is no path.
    """
    steps: list[Step] = []
    place = 0
    while place < len(path):
        found = _STEP.match(path, place)
        if found is None or (not steps and found[1] is not None):
            expected = "ids of fields, joined by dots, and numbers of elements, as batches[0].body"
            raise OptionError("path", expected=expected, found=repr(path))
        steps.append(found[2] if found[1] is None else int(found[1]))
        place = found.end()
    return tuple(steps)


def shown(steps: tuple[Step, ...]) -> str:
    """A path as users write it."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")


def below(path: str, name: str) -> str:
    """The path of what is called so inside of what lies at a path."""
    return f"{path}{name}" if name.startswith("[") or not path else f"{path}.{name}"
