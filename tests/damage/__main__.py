"""What random damage costs, as a table: ``python -m tests.damage --count 100 --records 50 --records 50000``."""

from __future__ import annotations

import argparse
import random
import time

from tests.damage.damaging import KINDS, Cost, Judge, damage
from tests.damage.logs import LOGS


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.damage", description=__doc__)
    parser.add_argument("formats", nargs="*", default=list(LOGS), help="names of formats; none: all")
    parser.add_argument("--count", type=int, default=100, help="places of damage for each format and size")
    parser.add_argument("--records", type=int, action="append", help="records of a file; may be given more than once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--kind", action="append", choices=KINDS, help="kinds of damage; none: all")
    parser.add_argument("--worst", type=int, help="say which places cost so many untouched records, or more")
    given = parser.parse_args()
    print("| format | records | places | lost a place | wrong rows | rows of touched records | refused | seconds |")
    print("|---|---|---|---|---|---|---|---|")
    for records in given.records or [50]:
        for name in given.formats:
            _measure(name, records, given)


def _measure(name: str, records: int, given: argparse.Namespace) -> None:
    log = LOGS[name](records, given.seed)
    judge, total, begun = Judge(log, engine=given.engine), Cost(), time.process_time()
    for number in range(given.count):
        rng = random.Random(f"{given.seed} {name} {records} {number}")
        place = damage(log, rng, tuple(given.kind or KINDS))
        cost = judge.cost(place)
        total += cost
        if given.worst is not None and (cost.lost >= given.worst or cost.wrong):
            print(f"  {number}: {place.kind} at {place.low} to {place.high}, {place.new} new: {cost}")
    seconds = time.process_time() - begun
    lost = total.lost / total.places
    print(
        f"| {name} | {records:,} | {total.places:,} | {lost:.2f} | {total.wrong} | {total.changed} | {total.failed} "
        f"| {seconds:.1f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
