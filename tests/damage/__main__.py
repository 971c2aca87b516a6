"""What random damage costs, as a table: ``python -m tests.damage --count 100 --records 50 --records 50000``."""

from __future__ import annotations

import argparse
import random
import time

from tests.damage.damaging import KINDS, Cost, Judge, damage
from tests.damage.logs import LOGS, is_sought

_COLUMNS = {
    "format": "what is damaged",
    "records": "how many there are",
    "places": "how many were tried",
    "lost a place": "untouched records that are not read",
    "orphans": "of these, those of structures whose own head is touched",
    "wrong": "rows that are none of the file's, outside of the place",
    "made": "likewise, of its bytes",
    "changed": "rows of touched records with other values: no check covers them",
    "refused": "places at which the whole file was",
    "seconds": "of the processor",
}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.damage",
        description=__doc__,
        epilog="Columns: " + "; ".join(f"{name}: {what}" for name, what in _COLUMNS.items()) + ".",
    )
    parser.add_argument("formats", nargs="*", default=list(LOGS), help="names of formats; none: all")
    parser.add_argument("--count", type=int, default=100, help="places of damage for each format and size")
    parser.add_argument("--records", type=int, action="append", help="records of a file; may be given more than once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--kind", action="append", choices=KINDS, help="kinds of damage; none: all")
    parser.add_argument("--worst", type=int, help="say which places cost so many untouched records, or more")
    given = parser.parse_args()
    print(f"| {' | '.join(_COLUMNS)} |\n|{'---|' * len(_COLUMNS)}")
    unsought = {
        name for records in given.records or [50] for name in given.formats if not _measure(name, records, given)
    }
    for name in sorted(unsought):
        print(f"Nothing is looked for in {name}: no evidence tells where; bytewright explain says why.")


def _measure(name: str, records: int, given: argparse.Namespace) -> bool:
    """Print a line; gives whether something is looked for that the damage has hidden."""
    log = LOGS[name](records, given.seed)
    judge, total, begun = Judge(log, engine=given.engine), Cost(), time.process_time()
    for number in range(given.count):
        rng = random.Random(f"{given.seed} {name} {records} {number}")
        place = damage(log, rng, tuple(given.kind or KINDS))
        cost = judge.cost(place)
        total += cost
        if given.worst is not None and (cost.lost >= given.worst or cost.wrong or cost.made):
            print(f"  {number}: {place.kind} at {place.low} to {place.high}, {place.new} new: {cost}")
    seconds, places = time.process_time() - begun, total.places
    said = [name, f"{records:,}", f"{places:,}", f"{total.lost / places:.2f}", f"{total.orphans / places:.2f}"]
    said += [*map(str, (total.wrong, total.made, total.changed, total.failed)), f"{seconds:.1f}"]
    print(f"| {' | '.join(said)} |", flush=True)
    return is_sought(log)


if __name__ == "__main__":
    main()
