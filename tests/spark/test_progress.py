"""How far Spark's jobs are: what is told of them, and when."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pyspark")

from bytewright.spark.process.progress import _watch

STAGES = {
    5: SimpleNamespace(numCompletedTasks=2, numTasks=3),
    6: None,
    7: SimpleNamespace(numCompletedTasks=0, numTasks=9),
}
JOBS = {1: SimpleNamespace(stageIds=[5, 6]), 2: None, 3: SimpleNamespace(stageIds=[7])}


def test_it_is_told_once_more_when_all_is_done() -> None:
    """What was there is counted; of what Spark has forgotten nothing is."""
    tracker = SimpleNamespace(getJobIdsForGroup={"ours": list(JOBS)}.get, getJobInfo=JOBS.get, getStageInfo=STAGES.get)
    context: Any = SimpleNamespace(statusTracker=lambda: tracker)
    done = threading.Event()
    told: list[tuple[int, int]] = []

    def report(finished: int, total: int) -> None:
        told.append((finished, total))
        if len(told) == 2:
            done.set()

    _watch(context, "ours", report, done)
    assert told[:2] == [(2, 12)] * 2
    assert len(told) == 3
