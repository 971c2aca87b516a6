"""AresDB redo log: models as users make them, drawn by Hypothesis.

``models()`` draws them, without one field that follows from others. Structures are drawn as they are read: what decides how
the rest lies (counts, tags, presence) comes first, and is taken away in the end where a writer derives it.
``GOALS`` says what such models are to cover: each case, each condition both ways, each bound, and values beyond it.

Generated from specs/aresdb/aresdb_redo_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

from hypothesis.strategies import DrawFn, SearchStrategy, composite

from bytewright.generated_api.strategies import (
    Draft,
    Goal,
    Lengths,
    Struct,
)

from ..aresdb_upsert_batch.strategies import draw_aresdb_upsert_batch
from .model import AresdbRedoLog, Batch


def models() -> SearchStrategy[AresdbRedoLog]:
    """Models of whole files."""
    return _models()


@composite
def _models(draw: DrawFn) -> AresdbRedoLog:
    draft = Draft(draw)
    found: AresdbRedoLog = draft.model(lambda: draw_aresdb_redo_log(draft))
    return found


def draw_aresdb_redo_log(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> AresdbRedoLog:
    """Draw a ``aresdb_redo_log``."""
    self: Any = draft.begin(AresdbRedoLog, parent, name, index)
    self.magic = b"\xed\xfe\xda\xad"
    count = draft.length()
    self.batches = draft.each(lambda _index: draw_batch(draft, self, "batches", _index), count)
    made: AresdbRedoLog = self
    return made


def draw_batch(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Batch:
    """Draw a ``batch``."""
    self: Any = draft.begin(Batch, parent, name, index)
    self.body = draw_aresdb_upsert_batch(draft, self, "body", None)
    made: Batch = self
    return made


GOALS: tuple[Goal, ...] = (Lengths(AresdbRedoLog, 1),)
"""What models are to cover, as `bytewright.testing.goals` counts it."""
