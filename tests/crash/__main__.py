"""All states that each writer may leave behind: ``python -m tests.crash``, or ``make crash-states``."""

from __future__ import annotations

import argparse
import sys

from tests.crash.judging import recorded
from tests.crash.writers import writers


def main() -> int:
    """Try them; gives how many writers left something that is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("names", nargs="*", help="beginnings of writers' names; none: all")
    parser.add_argument(
        "--most", type=int, default=1 << 14, help="sets of changes behind each step, if there are more; all otherwise"
    )
    given = parser.parse_args()
    chosen = [one for name, one in writers().items() if not given.names or name.startswith(tuple(given.names))]
    wrong = total = 0
    print("| writer | steps | states | wrong |\n|---|---|---|---|")
    for writer in chosen:
        found = recorded(writer)
        faults = [found.fault(state) for state in found.states(given.most)]
        bad = [fault for fault in faults if fault]
        print(f"| {writer.name} | {len(found.steps)} | {len(faults):,} | {len(bad)} |", flush=True)
        for fault in bad[:5]:
            print(f"  {fault}")
        wrong += bool(bad)
        total += len(faults)
    print(f"{total:,} states")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
