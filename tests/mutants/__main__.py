"""How many small faults the tests notice: ``make mutants``, or ``python -m tests.mutants [--count N] [--room ROOM]``.

Modules of the runtime and the compiler are changed in one place each, by a seed; the tests that run this place are run.
Which these are is found out once, by a run of the tests with marks in all blocks. A mutant is killed if a test fails
that passes without it. What came of a mutant is kept in ``build/mutants`` until its function changes; ``--again``
tries those anew that nobody killed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from tests.mutants import covering, results, running, sampling
from tests.mutants.sampling import Mutant

COLLECTED = ("-m", "not slow")


def main() -> int:
    """Run what the command line says; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=sampling.USUAL, help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=51, help="(default: %(default)s)")
    parser.add_argument("--room", action="append", help="only this one; may be said again")
    parser.add_argument("--again", action="store_true", help="those that nobody killed, too")
    parser.add_argument("--collect", action="store_true", help="find out anew which tests run what")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="(default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=30.0, help="of tests for a mutant (default: %(default)s)")
    parser.add_argument("--least", type=float, default=0.0, help="percent that must be killed, as lower bound")
    arguments = parser.parse_args()
    try:
        covered = None if arguments.collect else covering.read()
    except FileNotFoundError:
        covered = None
    if covered is None:
        covering.collect("all", COLLECTED, arguments.processes)
        covered = covering.read()
    drawn = _drawn(arguments)
    same, outcomes = results.equivalent(), results.kept()
    wanted = [mutant for mutant in drawn if mutant.key not in same]
    wanted = [
        mutant
        for mutant in wanted
        if mutant.key not in outcomes or (arguments.again and outcomes[mutant.key].verdict != "killed")
    ]
    for number, (mutant, outcome) in enumerate(running.run(wanted, covered, arguments.processes, arguments.seconds), 1):
        outcomes[mutant.key] = outcome
        results.keep(outcomes)
        print(
            f"{number}/{len(wanted)} {mutant.key} {outcome.verdict} {outcome.seconds:.0f} s: {mutant.shown}", flush=True
        )
        print(f"    {outcome.how} {outcome.test}" if outcome.how else f"    {outcome.tests} tests", flush=True)
    print("\nsurvivors:")
    for mutant in drawn:
        if mutant.key not in same and mutant.key in outcomes and outcomes[mutant.key].verdict != "killed":
            print(f"{mutant.key} {outcomes[mutant.key].verdict} {mutant.shown}")
    table = results.rows(outcomes, drawn, same)
    print(f"\n{results.shown(table)}")
    return int(bool(table) and 100 * table[-1].lowest < arguments.least)


def _drawn(arguments: argparse.Namespace) -> Sequence[Mutant]:
    sample = sampling.sample(sampling.names(), arguments.count, arguments.seed)
    return sampling.named([each for each in sample if not arguments.room or each.room in arguments.room])


if __name__ == "__main__":
    sys.exit(main())
