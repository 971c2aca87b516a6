"""How far a job of Spark is, and a bar that shows it."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark import SparkContext
    from pyspark.sql import SparkSession
    from rich.console import Console

Report = Callable[[int, int], None]
"""Told how many tasks are done, and how many there are."""

_GROUP = ("spark.jobGroup.id", "spark.job.description")
_SECONDS_BETWEEN_LOOKS = 0.1


@contextmanager
def watched(spark: SparkSession, report: Report | None) -> Iterator[None]:
    """Tell ``report`` how far the jobs are that this thread starts meanwhile."""
    context = getattr(spark, "_sc", None)  # a session of Spark Connect has none
    if report is None or context is None:
        yield
        return
    saved = [(name, context.getLocalProperty(name)) for name in _GROUP]
    group = f"bytewright-{uuid.uuid4().hex}"
    context.setLocalProperty("spark.jobGroup.id", group)
    done = threading.Event()
    watcher = threading.Thread(target=_watch, args=(context, group, report, done), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        for name, value in saved:
            context.setLocalProperty(name, value)


@contextmanager
def bar(console: Console, label: str) -> Iterator[Report]:
    """A progress bar that is there while the body runs; on anything but a terminal, nothing."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("tasks"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as shown:
        task = shown.add_task(label, total=None)
        yield lambda done, total: shown.update(task, completed=done, total=total or None)


def _watch(context: SparkContext, group: str, report: Report, done: threading.Event) -> None:
    tracker = context.statusTracker()
    over = False
    while not over:
        over = done.wait(_SECONDS_BETWEEN_LOOKS)
        finished = total = 0
        for job in tracker.getJobIdsForGroup(group):
            info = tracker.getJobInfo(job)
            for stage in info.stageIds if info is not None else ():
                tasks = tracker.getStageInfo(stage)
                if tasks is not None:
                    finished += tasks.numCompletedTasks
                    total += tasks.numTasks
        report(finished, total)
