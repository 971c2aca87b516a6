"""Texts that commands and functions are told the paths of."""

from __future__ import annotations

from pathlib import Path

from bytewright.errors import InputMissingError, OptionError


def text_of(path: str, what: str) -> str:
    """The text of a file.

    Args:
        path: its path.
        what: what it is to be, for errors.

    Raises:
        InputMissingError: there is no such file.
        OptionError: it is no text in UTF-8.
    """
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputMissingError((error.strerror or str(error)).lower(), path=path) from None
    except UnicodeDecodeError:
        raise OptionError(what, path=path, expected="text in UTF-8", found="other bytes") from None
