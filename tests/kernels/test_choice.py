"""Which engine makes the rows, where nobody says it."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from tests.kernels.both import toy

import bytewright
from bytewright import columns
from bytewright.errors import OptionError
from bytewright.table import LARGE

REPORT = struct.pack(">HBfhIB", 1, 0x80, 21.5, -500, 0, 0)
SMALL = REPORT * 3
BIG = REPORT * (LARGE // len(REPORT) + 1)


def engines(what: Any, **arguments: Any) -> list[str]:
    table = bytewright.open(what, toy("weather"), **arguments)
    assert table.engines == []
    for _ in table.to_batches():
        pass
    return list(table.engines)


def test_the_kernel_where_it_costs_no_wait_or_the_file_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "is_warm", lambda: False)
    assert LARGE < len(BIG) <= LARGE + len(REPORT)
    assert engines([SMALL, BIG, BIG[: LARGE // len(REPORT) * len(REPORT)], SMALL]) == [
        *("objects", "columns", "objects", "objects")
    ]
    monkeypatch.setattr(columns, "is_warm", lambda: True)
    assert engines([SMALL, BIG]) == ["columns", "columns"]


def test_what_is_asked_for() -> None:
    assert engines([SMALL, SMALL], engine="objects") == ["objects", "objects"]
    assert engines(SMALL, engine="columns") == ["columns"]


@pytest.mark.parametrize("options", [{"enums": "int"}, {"malformedStrings": "replace"}])
def test_objects_do_what_the_kernel_can_not(options: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "is_warm", lambda: True)
    assert engines(SMALL, options=options) == ["objects"]
    with pytest.raises(OptionError, match="engine columns can't read"):
        engines(SMALL, options=options, engine="columns")
