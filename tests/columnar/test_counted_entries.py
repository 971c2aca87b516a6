"""Columns that count the entries of tables, read by the kernel: the same rows and errors as by objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.columnar.test_directories import FIRST, SECOND, SMALL, Card, archive, drawer, notes
from tests.support.both import agree, agree_when_damaged, left_behind, toy

import bytewright
from bytewright.columnar.scan import aggregate_scan
from bytewright.columnar.scan.aggregate_scan import AggregateScan
from bytewright.kernels.plan import RowPlan

CONTENTS = [
    "{'floor': -1, 'folders': 6, 'named': 3}",
    "{'floor': 0, 'folders': 2, 'named': 1}",
    "{'floor': 1, 'folders': 0, 'named': 0}",
]


@pytest.fixture
def left(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many steps objects count, whenever they do."""
    found: list[int] = []
    count_them = AggregateScan._by_objects

    def noted(self: AggregateScan, steps: Iterator[Any]) -> Iterator[object]:
        asked = list(steps)
        found.append(len(asked))
        yield from count_them(self, iter(asked))

    monkeypatch.setattr(AggregateScan, "_by_objects", noted)
    return found


def counted(data: bytes, view: str, columns: Any = None) -> tuple[int, dict[str, int]]:
    """How many rows there are, and which engine counted in how many of them."""
    table = bytewright.open(data, toy("archive"), view, columns, engine="columns")
    return sum(batch.num_rows for batch in table.to_batches()), dict(table.counted)


def test_no_entry_becomes_an_object(left: list[int]) -> None:
    assert agree(toy("archive"), SMALL, view="contents") == (CONTENTS, None, [])
    rows, error, _ = agree(toy("archive"), SMALL, view="rooms")
    assert (rows, error) == (
        [
            "{'floor': -1, 'page': 0, 'written': 2}",
            "{'floor': -1, 'page': 1, 'written': 2}",
            "{'floor': 0, 'page': 0, 'written': 1}",
        ],
        None,
    )
    assert sum(left) == 0
    assert counted(SMALL, "contents") == (3, {"columns": 3})


def test_plans_say_what_is_counted() -> None:
    plan = toy("archive").row_plans["contents"]
    assert isinstance(plan, RowPlan)
    assert [column.name for column in plan.columns] == ["@page", "folders", "named"]


def test_columns_are_chosen(left: list[int]) -> None:
    rows, error, _ = agree(toy("archive"), SMALL, view="contents", columns=["named", "floor"])
    assert (rows[0], error) == ("{'named': 3, 'floor': -1}", None)
    assert sum(left) == 0
    assert counted(SMALL, "contents", ["floor"]) == (3, {"objects": 3})


def test_an_option_chooses(left: list[int]) -> None:
    rows, error, _ = agree(toy("archive"), SMALL, view="rooms", options={"floor": 0})
    assert (rows, error) == (["{'floor': 0, 'page': 0, 'written': 1}"], None)
    assert sum(left) == 0


def test_many_pages_and_many_steps(left: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """More pages than are read at a time, and more steps."""
    pages = [[(b"n%d" % i, i, None, None) for i in range(3)] for _ in range(90)]
    data = archive(*[drawer(*pages)] * 6)
    for most in (4096, 100, 1):
        monkeypatch.setattr(aggregate_scan, "_PAGES", most)
        assert counted(data, "contents") == (6, {"columns": 6})
        assert bytewright.open(data, toy("archive"), "contents").to_table()["folders"].to_pylist() == [270] * 6
    for most in (1024, 7):
        monkeypatch.setattr(aggregate_scan, "_STEPS", most)
        assert counted(data, "rooms") == (540, {"columns": 540})
    assert sum(left) == 0


BAD: list[list[Card]] = [
    [("ñame".encode(), 1, notes((7, b"")), None), (b"", 1, None, None)],
    [(b"na", 1 << 63, None, None)],
]


@pytest.mark.parametrize(
    "bad",
    [
        drawer(FIRST, SECOND, spoiled=1),
        drawer(FIRST, SECOND, shares=9),
        drawer(*BAD),
        drawer(BAD[1], SECOND),
        drawer(FIRST, SECOND)[:-60],
        drawer(FIRST, [(b"t" * 200, i, None, None) for i in range(90)]),
        drawer([(b"n", i, notes((1, b"")), None) for i in range(300)]),
    ],
    ids=["checksum", "shared", "name", "number", "cut", "long", "many"],
)
def test_what_the_kernel_leaves(bad: bytes) -> None:
    """Rows before a bad one are given; where nothing is wrong but what the kernel can't read, objects count."""
    good = drawer([(b"ngood", 1, notes((7, b"a")), None), (b"tu", 7, None, None)])
    for view in ("contents", "rooms"):
        rows, _, _ = agree(toy("archive"), archive(good, bad, good), view=view)
        assert len(rows) >= 1


@pytest.mark.parametrize("mode", ["skip", "report", "fail"])
def test_checksums(mode: str) -> None:
    data = archive(drawer(FIRST, SECOND, spoiled=1), drawer(SECOND))
    rows, error, warnings = agree(toy("archive"), data, view="contents", options={"verifyChecksum": mode})
    assert (len(rows), error is None, bool(warnings)) == {
        "skip": (2, True, False),
        "report": (2, True, True),
        "fail": (0, False, False),
    }[mode]


def test_damage() -> None:
    small = archive(drawer([(b"na", 1, notes((7, b"a")), None), (b"nab", 7, None, None)]), drawer())
    for view in ("contents", "rooms"):
        tried, bad = agree_when_damaged(toy("archive"), small, view=view)
        assert 0 < bad < tried


@pytest.mark.parametrize("view", ["contents", "rooms"])
def test_memory_is_let_go_of(view: str) -> None:
    assert left_behind(toy("archive"), SMALL, view) == [0] * 4
