"""Tables of AresDB: what the upserts in redo logs make of them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bytewright_pipelines.aresdb.in_spark import replay_in_spark
    from bytewright_pipelines.aresdb.in_stream import replay_stream
    from bytewright_pipelines.aresdb.logs import Position
    from bytewright_pipelines.aresdb.redo_log import RedoLog
    from bytewright_pipelines.aresdb.replaying import Backfill, Replayed, ReplayError, replay
    from bytewright_pipelines.aresdb.schema import TableSchema

__all__ = [
    "Backfill",
    "Position",
    "RedoLog",
    "ReplayError",
    "Replayed",
    "TableSchema",
    "replay",
    "replay_in_spark",
    "replay_stream",
]

_HOMES = {
    "Backfill": "replaying",
    "Position": "logs",
    "RedoLog": "redo_log",
    "ReplayError": "replaying",
    "Replayed": "replaying",
    "TableSchema": "schema",
    "replay": "replaying",
    "replay_in_spark": "in_spark",
    "replay_stream": "in_stream",
}


def __getattr__(name: str) -> Any:
    # Arrow takes a while to import, and code for logs that are only appended to does without what replays them.
    if name in _HOMES:
        return getattr(import_module(f"bytewright_pipelines.aresdb.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'bytewright_pipelines.aresdb' has no attribute {name!r}")
