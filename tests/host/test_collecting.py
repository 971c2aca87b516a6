"""Garbage in cycles is looked for between items, and rarely while one is made."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from bytewright.host import gc_pause
from bytewright.host.gc_pause import relieve, spared, uncollected


def states() -> Iterator[bool]:
    for _ in range(3):
        yield gc.isenabled()
    raise ValueError("the end")


def test_the_collector_pauses_while_an_item_is_made() -> None:
    items = spared(states())
    assert [(next(items), gc.isenabled()) for _ in range(3)] == [(False, True)] * 3
    with pytest.raises(ValueError, match="the end"):
        next(items)
    assert gc.isenabled()


def test_who_has_turned_it_off_keeps_it_off() -> None:
    with uncollected():
        with uncollected():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


class Ring:
    def __init__(self) -> None:
        self.ring = self


def rings() -> int:
    """How many there are."""
    return sum(type(one) is Ring for one in gc.get_objects())


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few objects are many."""
    monkeypatch.setattr(gc_pause, "_FEW", 1000)
    monkeypatch.setattr(gc_pause, "_most", 1000)
    monkeypatch.setattr(gc_pause, "_stayed", 0)
    monkeypatch.setattr(gc_pause, "_there", lambda: 0)
    gc.collect()


@pytest.mark.usefixtures("few")
def test_much_garbage_is_looked_for_among_what_is_new() -> None:
    looked: list[int] = []

    def noted(phase: str, info: dict[str, int]) -> None:
        looked.append(info["generation"])

    with uncollected():
        gc.callbacks.append(noted)
        for _ in range(5000):
            Ring()
            relieve()
        gc.callbacks.remove(noted)
        assert rings() < 2000
    assert {*looked} == {0}


@pytest.mark.usefixtures("few")
def test_garbage_that_was_in_use_is_looked_for_when_much_has_stayed() -> None:
    with uncollected():
        used = [Ring() for _ in range(3000)]
        relieve()
        assert rings() == 3000
        used = [Ring() for _ in range(1500)]
        relieve()
        assert rings() == len(used)
