"""Cases of one kind, one after another, in a process of their own, since a fault ends it.

``python -m tests.fuzz.child KIND SEED FIRST SECONDS PROGRESS`` prints one line of JSON; the file ``PROGRESS`` names the
case in work.
"""

from __future__ import annotations

import faulthandler
import json
import mmap
import resource
import sys
import time
from pathlib import Path

from tests.fuzz.cases import FoundError, case, prepare

import bytewright.kernels

LONGEST = 120
"""Seconds after which a case hangs."""
MOST_GROWTH_KB = 512 << 10
"""By which a case may make the process larger: what it compiles and caches counts as well."""


def main() -> None:
    """Try cases until the time is over, or one is found."""
    faulthandler.enable()
    kind, seed, first, seconds, path = sys.argv[1:]
    bytewright.kernels.warm()
    prepare(kind)  # not by the clock of a case
    with Path(path).open("w+b") as file:
        file.write(bytes(64))
        file.flush()
        progress = mmap.mmap(file.fileno(), 64)
        print(json.dumps(_tried(kind, int(seed), int(first), float(seconds), progress)))


def _tried(kind: str, seed: int, first: int, seconds: float, progress: mmap.mmap) -> dict[str, object]:
    end = time.monotonic() + seconds
    number = first
    slowest = 0.0
    while time.monotonic() < end:
        progress[:64] = str(number).encode().ljust(64)
        faulthandler.dump_traceback_later(LONGEST, exit=True)
        before, begin = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
        try:
            what = case(kind, seed, number)
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
            if grown > MOST_GROWTH_KB and number > first:
                raise FoundError(f"{what}: it took {grown >> 10} MB")
        except FoundError as found:
            return {"next": number + 1, "found": str(found)}
        slowest = max(slowest, time.monotonic() - begin)
        number += 1
    faulthandler.cancel_dump_traceback_later()
    return {"next": number, "slowest": round(slowest, 2)}


if __name__ == "__main__":
    main()
