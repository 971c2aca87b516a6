"""Encodings of one byte a character."""

from __future__ import annotations

import pytest
from tests.kernels.both import agree, agree_when_damaged, toy

import bytewright
from bytewright.kernels.charmaps import points


@pytest.mark.parametrize("encoding", ["windows-1252", "IBM437", "koi8-r", "ISO-8859-7", "cp037", "mac_roman"])
def test_points_are_those_of_python(encoding: str) -> None:
    found = points(encoding)
    assert found is not None
    for byte, point in enumerate(found):
        if point < 0:
            with pytest.raises(UnicodeDecodeError):
                bytes([byte]).decode(encoding)
        else:
            assert bytes([byte]).decode(encoding) == chr(point)


@pytest.mark.parametrize(
    "encoding", ["shift_jis", "gb18030", "utf-8", "utf-7", "utf-16", "hz", "unicode_escape", "hex", "rot13", "nonsense"]
)
def test_others_have_none(encoding: str) -> None:
    assert points(encoding) is None


def label(number: int) -> bytes:
    """A label whose name ends at a zero, with a padded one behind it."""
    name = "".join(
        chr(point) for point in (points("cp866") or ())[128 + number % 100 : 128 + number % 100 + number % 7]
    )
    return name.encode("cp866") + b"\0" + "Zoë™ €"[: number % 7].encode("cp1252").ljust(8, b" ")


def test_rows() -> None:
    data = b"".join(map(label, range(300)))
    rows, error, _ = agree(toy("tags"), data)
    assert (len(rows), error) == (300, None)
    table = bytewright.open(data, toy("tags"), engine="columns")
    assert table.to_table()["shown"].to_pylist()[4:7] == ["Zoë™", "Zoë™", "Zoë™ €"]
    assert table.counted == {"columns": 300}


def test_damage() -> None:
    tried, bad = agree_when_damaged(toy("tags"), b"".join(map(label, (3, 8, 13, 118))))
    assert tried > 100
    assert bad > 10
