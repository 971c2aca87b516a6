"""Cases of all kinds in turn until one is found, in a process of its own, since a fault may end it.

``python -m tests.replanted.child SEED SECONDS PROGRESS KIND…``: SECONDS of the processor; the file ``PROGRESS`` names
the case in work. Prints a line of JSON with what was found.
"""

from __future__ import annotations

import faulthandler
import json
import random
import resource
import sys
import time
from pathlib import Path

from tests.fuzz.__main__ import SHARES
from tests.fuzz.cases import FoundError, case

import bytewright.kernels

LONGEST = 300
"""Seconds after which a case hangs."""


def main() -> None:
    """Try cases until the time is over, or one is found."""
    faulthandler.enable()
    seed, seconds, progress = int(sys.argv[1]), float(sys.argv[2]), Path(sys.argv[3])
    bytewright.kernels.warm()
    kinds = sys.argv[4:]
    spent, numbers = dict.fromkeys(kinds, 0.0), dict.fromkeys(kinds, 0)
    while sum(spent.values()) < seconds:
        kind = min(kinds, key=lambda one: spent[one] / SHARES[one] + random.Random(f"{seed} {one}").random())
        begin = _processor()
        progress.write_text(f"{kind} {seed} {numbers[kind]}", encoding="utf-8")
        faulthandler.dump_traceback_later(LONGEST, exit=True)
        try:
            case(kind, seed, numbers[kind])
        except FoundError as error:
            print(json.dumps({"case": progress.read_text(encoding="utf-8"), "found": str(error)}))
            return
        finally:
            faulthandler.cancel_dump_traceback_later()
        numbers[kind] += 1
        spent[kind] += _processor() - begin
    print(json.dumps({"tried": numbers}))


def _processor() -> float:
    """Seconds of the processor that this process has taken, and those that it has made."""
    made = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + made.ru_utime + made.ru_stime


if __name__ == "__main__":
    main()
