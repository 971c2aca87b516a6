"""Unsigned LEB128 integer: models as users make them, drawn by Hypothesis.

``models()`` draws them, without one field that follows from others. Structures are drawn as they are read: what decides how
the rest lies (counts, tags, presence) comes first, and is taken away in the end where a writer derives it.
``GOALS`` says what such models are to cover: each case, each condition both ways, each bound, and values beyond it.

Generated from specs/common/uvarint.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

from hypothesis.strategies import DrawFn, SearchStrategy, composite

from bytewright.generated_api import strategies as rt
from bytewright.generated_api.strategies import (
    Beyond,
    Draft,
    Goal,
    Lengths,
    Struct,
    Values,
)

from .model import Group, Uvarint


def models() -> SearchStrategy[Uvarint]:
    """Models of whole files."""
    return _models()


@composite
def _models(draw: DrawFn) -> Uvarint:
    draft = Draft(draw)
    found: Uvarint = draft.model(lambda: draw_uvarint(draft))
    return found


def draw_uvarint(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Uvarint:
    """Draw a ``uvarint``."""
    self: Any = draft.begin(Uvarint, parent, name, index)
    self.groups = []
    while True:
        _index = len(self.groups)
        item = draw_group(draft, self, "groups", _index, _index)
        self.groups.append(item)
        if not item.has_next:
            break
        draft.turn(self.groups)
    made: Uvarint = self
    return made


def draw_group(draft: Draft, parent: Struct | None, name: str, index: int | None, given_i: int | None) -> Group:
    """Draw a ``group``."""
    self: Any = draft.begin(Group, parent, name, index)
    self.i = given_i
    self.has_next = draft.one(rt.booleans())
    self.low = draft.one(rt.integers(0, 127), lambda value: value > (127 if self.i < 9 else 1))
    made: Group = self
    return made


GOALS: tuple[Goal, ...] = (
    Lengths(Uvarint, 0, least=1, long=2),
    Values(Group, 0, (False, True)),
    Beyond(Group, 1, (-1, 128)),
)
"""What models are to cover, as `bytewright.testing.goals` counts it."""
