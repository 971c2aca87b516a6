"""Runs the kernel over damaged inputs; a process of its own, since a fault ends it.

``python -m tests.safety.child PROGRESS WALKS SUBJECT…``: prints one line of JSON, a report for each name of subjects.
``PROGRESS`` is a file that names the input in work; ``WALKS``: whether walks are ``made`` into machine code of their
own, or ``interpreted``.
"""

from __future__ import annotations

import faulthandler
import json
import mmap
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from tests.safety.guarded import Guarded, allocate, allocate_behind
from tests.safety.subjects import MOST_ROWS, SUBJECTS, Subject
from tests.support.walks import walks

from bytewright.io.source import BytesSource
from bytewright.kernels.drivers import buffers
from bytewright.kernels.drivers.region_scan import RegionScan, Wave
from bytewright.kernels.drivers.scan import Scan, Settings
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.failures import BadRecord

Outcome = tuple[list[dict[str, Any]], int | None]


class GuardedScan(Scan):
    """A scan whose input lies where it is put."""

    def read(self, data: bytes, place: Callable[[int], Any], listed: Callable[[Any], list[dict[str, Any]]]) -> Outcome:
        """Rows and place of the first bad record, from a buffer that ``place`` gives for a number of bytes."""
        self._hold(place(len(data) + codes.SLACK))
        self._buffer[len(data) :] = 0xFF
        self.restart(BytesSource(data))
        self._walks.go_on(len(data), 0)
        rows: list[dict[str, Any]] = []
        try:
            for batch in self:
                rows += listed(batch)
                if len(rows) >= MOST_ROWS:
                    return rows[:MOST_ROWS], None
        except BadRecord as bad:
            return rows, bad.offset
        return rows, None


class GuardedRegion(RegionScan):
    """The same, of an input that is a region."""

    def __init__(self, subject: Subject, settings: Settings) -> None:
        assert subject.around is not None
        self._around = subject.around
        self._size = -1
        super().__init__(subject.plan, BytesSource(b""), self._next_wave, given=subject.given, settings=settings)

    def _next_wave(self) -> Wave | None:
        size, self._size = self._size, -1
        return None if size < 0 else Wave(np.array([[0, size]]), self._around.beside, self._around.held)

    def read(self, data: bytes, place: Callable[[int], Any], listed: Callable[[Any], list[dict[str, Any]]]) -> Outcome:
        """See `GuardedScan`."""
        self._state[codes.REGION] = self._state[codes.REGION_COUNT] = self._state[codes.REGION_INDEX] = 0
        self._wave, self._size = None, len(data)
        return GuardedScan.read(self, data, place, listed)  # type: ignore[arg-type]


def guarded_scan(subject: Subject) -> GuardedScan | GuardedRegion:
    """A scan of what a subject's plan reads, with as little room as it goes with."""
    settings = Settings(batch_rows=subject.batch_rows, buffer_bytes=1, block_records=8, elements=4)
    if subject.around is not None:
        return GuardedRegion(subject, settings)
    return GuardedScan(
        subject.plan,
        BytesSource(b""),
        pivot=subject.pivot,
        given=subject.given,
        settings=settings,
        condition=subject.condition,
    )


def attack(subject: Subject, progress: mmap.mmap) -> dict[str, Any]:
    """Try all damaged forms of a subject: each ends at a protected page, every fourth begins at one, too, as does all
    that the kernel writes to then."""
    scans = {}
    for name, buffers.allocate in (("end", allocate), ("start", allocate_behind)):
        scans[name] = guarded_scan(subject)
    memory = Guarded(len(subject.data) + codes.SLACK)
    tried = bad = 0
    for number, data in enumerate(subject.damage(subject.data)):
        expected = repr(subject.expected(data))
        places = [("end", memory.at_end), ("start", memory.at_start)]
        for name, place in places[: 1 if number % 4 else 2]:
            progress[:64] = f"{subject.name} {number} {name}".encode().ljust(64)
            buffers.allocate = allocate if name == "end" else allocate_behind
            found = scans[name].read(data, place, subject.listed)
            tried += 1
            bad += found[1] is not None
            if repr(found) != expected:
                what = {"different": f"{number} {name}", "found": repr(found), "expected": expected}
                return {"tried": tried, "bad": bad, **what}
    return {"tried": tried, "bad": bad}


def main() -> None:
    """Attack the subjects of some names."""
    faulthandler.enable()
    buffers.allocate = allocate
    path, how, *names = sys.argv[1:]
    with Path(path).open("w+b") as file, walks(made=how == "made"):
        file.write(bytes(64))
        file.flush()
        progress = mmap.mmap(file.fileno(), 64)
        subjects = [subject for subject in SUBJECTS() if subject.name in names]
        for subject in subjects if how == "made" else ():
            guarded_scan(subject).read(subject.data, Guarded(len(subject.data) + codes.SLACK).at_end, subject.listed)
        # Memory that the process has anyhow is not the kernel's, nor is that of LLVM.
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        reports: dict[str, dict[str, Any]] = {name: {"tried": 0, "bad": 0} for name in names}
        for subject in subjects:
            found, report = attack(subject, progress), reports[subject.name]
            report |= found | {what: report[what] + found[what] for what in ("tried", "bad")}
            report["grown_kb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        print(json.dumps(reports))


if __name__ == "__main__":
    main()
