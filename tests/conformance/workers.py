"""Work in processes of its own: what hangs or crashes costs one item and its time limit, not the run."""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from tests.conformance.results import Result, described, failed

_MEMORY = 6 << 30


@dataclass(frozen=True)
class Item:
    """Something to do in a worker.

    Attributes:
        work: a function of a module; yields results.
        argument: what it is called with.
        expected: the parts and names of all results that it should give; those that are missing when it ends, in
            whatever way, become failures.
    """

    work: Callable[[Any], Iterable[Result]]
    argument: Any
    expected: tuple[tuple[str, str], ...]


@dataclass
class _Worker:
    process: SpawnProcess
    pipe: Connection
    item: Item | None = None
    deadline: float = 0.0
    missing: dict[tuple[str, str], None] | None = None


def run(items: Sequence[Item], processes: int, seconds: float, report: Callable[[int], None]) -> list[Result]:
    """Do all items.

    Args:
        items: what to do.
        processes: how many at a time.
        seconds: how long an item may take.
        report: told how many items are done.

    Returns:
        The results in the order in which they came.
    """
    todo = list(reversed(items))
    found: list[Result] = []
    done = 0
    workers = [_start() for _ in range(min(processes, len(items)))]
    try:
        while todo or any(worker.item for worker in workers):
            for number, worker in enumerate(workers):
                if worker.item is None and todo:
                    if not worker.process.is_alive():
                        workers[number] = worker = _start()
                    _give(worker, todo.pop(), seconds)
            busy = [worker for worker in workers if worker.item]
            ready = wait([worker.pipe for worker in busy], timeout=1.0)
            for worker in busy:
                reason = None
                if worker.pipe in ready:
                    reason = _received(worker, found)
                elif time.monotonic() > worker.deadline:
                    reason = f"no answer within {seconds:.0f} s"
                    worker.process.kill()
                    worker.process.join()
                if reason is not None:
                    found += [failed(part, name, reason) for part, name in worker.missing or ()]
                    worker.item = None
                    done += 1
                    report(done)
    finally:
        for worker in workers:
            worker.process.kill()
    return found


def _start() -> _Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _give(worker: _Worker, item: Item, seconds: float) -> None:
    worker.item = item
    worker.missing = dict.fromkeys(item.expected)
    worker.deadline = time.monotonic() + seconds
    worker.pipe.send((item.work, item.argument))


def _received(worker: _Worker, found: list[Result]) -> str | None:
    """Take what a worker says; why nothing more comes, when it has ended."""
    try:
        message = worker.pipe.recv()
    except (EOFError, OSError):
        worker.process.join()
        return f"the process ended with status {worker.process.exitcode}"
    if isinstance(message, Result):
        found.append(message)
        if worker.missing is not None:
            worker.missing.pop((message.part, message.name), None)
        return None
    return str(message)


def _serve(pipe: Connection) -> None:
    """What a worker process does: items, until it is killed."""
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
    while True:
        try:
            work, argument = pipe.recv()
        except EOFError:
            return
        try:
            for result in _results(work, argument):
                pipe.send(result)
            pipe.send("it gave no answer")
        except Exception as error:
            pipe.send(described(error))


def _results(work: Callable[[Any], Iterable[Result]], argument: Any) -> Iterator[Result]:
    yield from work(argument)
