"""Errors are one line, whatever files and specs say."""

import pytest

from bytewright.errors import ReadError


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x0b", "\x1c", "\x85", "\u2028"])
def test_an_error_is_one_line(end: str):
    error = ReadError(f"a{end}b", path=f"f{end}g", expected=f"c{end}d", found="e", hint=f"x{end}y")
    assert str(error) == "f g: a b: expected c d, found e. x y"
