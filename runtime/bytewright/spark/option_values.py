"""Values of options, which Spark hands over as text: numbers, sizes, durations, lists."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from bytewright.errors import OptionError
from bytewright.host.byte_sizes import bytes_of

_DURATION = re.compile(r"([0-9]+)\s*([a-z]*)", re.IGNORECASE)
_SECONDS = {
    **dict.fromkeys(("", "s", "sec", "second", "seconds"), 1),
    **dict.fromkeys(("m", "min", "minute", "minutes"), 60),
    **dict.fromkeys(("h", "hour", "hours"), 3600),
    **dict.fromkeys(("d", "day", "days"), 86400),
}


def wrong(name: str, expected: str, found: str) -> OptionError:
    """The error of an option that has a wrong value."""
    return OptionError(f"option {name}", expected=expected, found=found)


def flag(values: Mapping[str, str], name: str, *, default: bool = False) -> bool:
    """An option that is true or false.

    Raises:
        OptionError: it is neither.
    """
    text = values.get(name, str(default)).strip().lower()
    if text not in ("true", "false"):
        raise wrong(name, "true or false", values[name])
    return text == "true"


def size(values: Mapping[str, str], name: str, default: int, least: int = 0) -> int:
    """An option that is a number, or a size in bytes.

    Raises:
        OptionError: it is none, or below ``least``.
    """
    if name not in values:
        return default
    try:
        number = bytes_of(values[name])
    except ValueError as error:
        raise wrong(name, str(error), values[name]) from None
    if number < least:
        raise wrong(name, f"a size of at least {least}", values[name])
    return number


def seconds(values: Mapping[str, str], name: str, default: int) -> int:
    """An option that is a duration: whole seconds, or a number with a unit.

    Raises:
        OptionError: it is none.
    """
    if name not in values:
        return default
    found = _DURATION.fullmatch(values[name].strip())
    if found is None or found[2].lower() not in _SECONDS:
        raise wrong(name, "a duration, as in 90s, 12h or 7d", values[name])
    return int(found[1]) * _SECONDS[found[2].lower()]


def listed(option: str, what: str, text: str) -> list[str]:
    """An option that is a JSON array of texts.

    Raises:
        OptionError: it is none; ``what`` says what it is to list.
    """
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
        raise wrong(option, f"a JSON array of {what}", text)
    return found
