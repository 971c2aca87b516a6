"""Errors are one line, whatever files and specs say."""

import pytest

from bytewright.errors import BytewrightWarning, ReadError


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x0b", "\x1c", "\x85", "\u2028"])
def test_an_error_is_one_line(end: str):
    error = ReadError(f"a{end}b", path=f"f{end}g", expected=f"c{end}d", found="e", hint=f"x{end}y")
    assert str(error) == "f g: a b: expected c d, found e. x y"


@pytest.mark.parametrize("said", ["\x1b[31m", "\x9b31m", "\x07", "\x00", "\u202e", "\ud800"])
def test_an_error_is_no_command_to_a_terminal(said: str):
    escape = said[0].encode("unicode_escape").decode() + said[1:]
    assert str(ReadError(f"a{said}", path=f"f{said}", hint=f"x{said}")) == f"f{escape}: a{escape}. x{escape}"
    assert str(BytewrightWarning(f"a{said}")) == f"a{escape}"
