"""Which engine makes the rows, where nobody says it."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from tests.support.both import toy

import bytewright
from bytewright.columnar.scan.preparation import capability
from bytewright.errors import OptionError
from bytewright.tables.engines import FEW, FEW_RECORDS, LARGE

REPORT = struct.pack(">HBfhIB", 1, 0x80, 21.5, -500, 0, 0)
SMALL = REPORT * 3
BIG = REPORT * (LARGE // len(REPORT) + 1)


def engines(what: Any, **arguments: Any) -> list[str]:
    opened = bytewright.open(what, toy("weather"), **arguments)
    assert opened.engines == []
    for _ in opened.to_batches():
        pass
    return list(opened.engines)


def test_the_kernel_where_it_costs_no_wait_or_the_file_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capability, "is_warm", lambda codec, view: False)
    assert len(BIG) > LARGE == 4 << 20
    assert engines([SMALL, BIG, SMALL]) == ["objects", "columns", "objects"]
    monkeypatch.setattr(capability, "is_warm", lambda codec, view: True)
    assert engines([SMALL * FEW_RECORDS, BIG]) == ["columns", "columns"]


def test_the_size_from_which_a_file_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capability, "is_warm", lambda codec, view: False)
    small = SMALL * FEW_RECORDS
    monkeypatch.setattr("bytewright.tables.engines.LARGE", len(small))
    assert engines([small, small + REPORT]) == ["objects", "columns"]


@pytest.mark.parametrize(("loaded", "few"), [(False, "objects"), (True, "columns")])
def test_a_few_rows_do_not_wait_for_the_kernel(loaded: bool, few: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capability, "is_warm", lambda codec, view: True)
    monkeypatch.setattr(capability, "is_loaded", lambda: loaded)
    for limit, engine in ((1, few), (FEW, few), (FEW + 1, "columns"), (None, "columns")):
        opened = bytewright.open(BIG, toy("weather"))
        given = sum(batch.num_rows for batch in opened.to_batches(limit=limit))
        assert (given, opened.engines) == (limit or len(BIG) // len(REPORT), [engine])
        read = opened.counted[engine]
        assert read == given, "no more than what is asked for is read"


def test_what_is_asked_for() -> None:
    assert engines([SMALL, SMALL], engine="objects") == ["objects", "objects"]
    assert engines(SMALL, engine="columns") == ["columns"]


@pytest.mark.parametrize("options", [{"malformedStrings": "replace"}])
def test_objects_do_what_the_kernel_can_not(options: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capability, "is_warm", lambda codec, view: True)
    assert engines(SMALL, options=options) == ["objects"]
    with pytest.raises(OptionError, match="engine columns can't read"):
        engines(SMALL, options=options, engine="columns")
