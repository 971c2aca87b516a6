"""What drafts of models make of what Hypothesis draws."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption
from tests.support.compiling import Compile

from bytewright.model.padding import Padding
from bytewright.testing import draft
from bytewright.testing.draft import LONG, Draft


class Drawn:
    """Draws what is given, in turn; keeps what might have been drawn."""

    def __init__(self, *values: Any) -> None:
        self._values = list(values)
        self.asked: list[Any] = []

    def __call__(self, strategy: Any) -> Any:
        self.asked.append(strategy)
        return self._values.pop(0)


@pytest.fixture(autouse=True)
def rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis warns of examples that are rejected where it draws none."""

    def reject() -> None:
        raise UnsatisfiedAssumption

    monkeypatch.setattr(draft, "reject", reject)


def test_of_long_lists_only_some_elements_are_made() -> None:
    made: list[int] = []

    def make(place: int) -> int:
        made.append(place)
        return place

    found = Draft(Drawn()).each(make, 100)
    assert made == [*range(draft._MADE)]
    assert found == [*made, *(place * 7 % draft._MADE for place in range(draft._MADE, 100))]
    assert Draft(Drawn()).each(make, 2) == [0, 1]
    drawn = [*range(10, 10 + draft._DISTINCT)]
    many = Draft(Drawn(*drawn)).many(st.nothing(), 50)
    assert many == [*drawn, *(drawn[place * 5 % draft._DISTINCT] for place in range(draft._DISTINCT, 50))]


def test_values_are_made_until_one_is_right() -> None:
    made: list[int] = []

    def make() -> int:
        made.append(len(made))
        return made[-1]

    assert Draft(Drawn()).right(make, lambda value: value < 11) == 11
    made.clear()
    with pytest.raises(UnsatisfiedAssumption):
        Draft(Drawn()).right(make, lambda value: True)
    assert len(made) == 12


def test_keys_are_told_apart() -> None:
    items = [SimpleNamespace(key=key, _index=9) for key in "abacb"]
    assert Draft(Drawn()).distinct(items, lambda item: item.key) == 3
    assert [(item.key, item._index) for item in items] == [("a", 0), ("b", 1), ("c", 2)]
    items = [SimpleNamespace(key=key, _index=9) for key in "abacb"]
    assert Draft(Drawn()).alike(items, lambda item: item.key) == 2
    assert [(item.key, item._index) for item in items] == [("a", 0), ("a", 1)]


def test_a_place_is_found_or_there_is_none() -> None:
    assert Draft(Drawn(True)).somewhere(-1) == -1
    assert Draft(Drawn(False)).somewhere(-1) not in (None, -1)


def test_lists_are_long_as_long_as_there_is_room() -> None:
    drawn = Drawn(LONG, 1)
    made = Draft(drawn)
    assert made.quantity(0, LONG) == LONG
    assert drawn.asked[0].elements.count(LONG) == 2
    made._room = 0
    assert made.quantity(0, LONG) == 1
    assert set(drawn.asked[1].elements) == {0, 1}
    with pytest.raises(UnsatisfiedAssumption):
        Draft(Drawn()).quantity(3, 2)


def test_no_model_has_too_many_structures(compiled: Compile, monkeypatch: pytest.MonkeyPatch) -> None:
    root = compiled("seq: [{id: a, type: u1}]").root
    monkeypatch.setattr(draft, "_STRUCTURES", 3)
    made = Draft(Drawn())
    for _ in range(3):
        made.begin(root, None, "", None)
    with pytest.raises(UnsatisfiedAssumption):
        made.begin(root, None, "", None)


@pytest.mark.parametrize(("size", "value"), [(None, b"ab"), (1, b"a"), (2, b"ab"), (5, b"ab")])
def test_bytes_in_a_larger_size(size: int | None, value: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Draft(Drawn())
    monkeypatch.setattr(made, "_encoded", lambda size, encoding: b"ab ")
    assert made.padded(size, Padding(pad=32)) == value
