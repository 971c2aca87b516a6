"""Encodings by their canonical names."""

from __future__ import annotations

import codecs

from bytewright_codegen.ir.diagnostics import Problems, nearest
from bytewright_codegen.ir.location import Location

CANONICAL = (
    "ASCII",
    "UTF-8",
    "UTF-16LE",
    "UTF-16BE",
    "UTF-32LE",
    "UTF-32BE",
    *(f"ISO-8859-{n}" for n in range(1, 17) if n != 12),
    *(f"windows-{n}" for n in range(1250, 1259)),
    "IBM437",
    "IBM866",
    "Shift_JIS",
    "Big5",
    "EUC-KR",
)


def _key(name: str) -> str | None:
    try:
        "".encode(name)  # some codecs aren't of text
        return codecs.lookup(name).name
    except (LookupError, ValueError):
        return None


_BY_KEY = {_key(name): name for name in CANONICAL}


def canonical_encoding(name: str) -> str | None:
    """The canonical name of an encoding.

    Args:
        name: as written, in any case, or an alias.

    Returns:
        The name that the language lists, for another encoding that Python knows its name as written, and None for
        one that nobody knows.
    """
    if name in CANONICAL:
        return name
    key = _key(name)
    if key is None:
        return None
    return _BY_KEY.get(key, name)


def check_encoding(written: str, loc: Location, problems: Problems) -> str:
    """The canonical name of an encoding, with a warning where another is written.

    One that nobody knows stays as it is: whoever reads the text may know it. One that can't be asked for is an error.
    """
    if "\0" in written:
        problems.add(loc, "no encoding's name has a character U+0000")
        return CANONICAL[0]
    name = canonical_encoding(written)
    if name is None:
        hint = nearest(written, CANONICAL) or "Such text can only be read where Python knows the encoding."
        problems.warn(loc, f"unknown encoding '{written}'", hint)
        return written
    if name != written:
        problems.advise(loc, f"the canonical name of encoding '{written}' is '{name}'")
    return name


def unit_size(name: str) -> int:
    """Bytes of the code unit of an encoding: what a terminator is as long as."""
    if name.upper().startswith("UTF-16"):
        return 2
    return 4 if name.upper().startswith("UTF-32") else 1
