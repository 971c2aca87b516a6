"""Items of lists that entries of a header's list have, where plans of encoders are written out for a header."""

from __future__ import annotations

from typing import Any

import pytest

from bytewright.kernels.plan import Const, Expr, encoding
from bytewright.kernels.plan.expressions import Entry, Held
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.specialize_encoding import unroll

LAYOUTS = [[7, 1], [2, 5, 9]]


def header(name: str, column: int, entry: list[int] | None = None) -> Any:
    """What the header says."""
    if entry is None:
        return LAYOUTS
    return len(entry) if name == "layouts[*].size" else entry[column]


def written(place: Expr, layout: int = 1) -> Expr:
    asked = Entry("layouts[*]", "layouts[*][_column]", Const(layout), place, "layouts[*].size")
    return unroll(encoding.EncodingPlan((), asked, ()), header).size


def test_an_item_by_its_number() -> None:
    assert [written(Const(place)) for place in range(3)] == [Const(2), Const(5), Const(9)]
    assert written(Const(0), 0) == Const(7)


@pytest.mark.parametrize("place", [Const(-1), Const(3), Held(("kind",))], ids=["below", "behind", "of rows"])
def test_no_other_item_takes_its_place(place: Expr) -> None:
    with pytest.raises(Unsupported, match="there is no such item"):
        written(place)
