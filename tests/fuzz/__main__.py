"""Damage for as long as one likes: ``make fuzz MINUTES=10``, or ``python -m tests.fuzz [--seed N] [KIND…]``.

Kinds of cases: ``files``, damaged ones by both engines; ``plans``, the kernel against plain Python; ``programs``, specs
at random; ``readers``, objects and what is written of them, guided by coverage where there is atheris; ``specs``, the
compiler on whatever a grammar gives, and on real specs with slips, each with a budget of time and memory; and of files
of all shapes, those of the repository and of drawn specs, ``rows``, which are written by every door; ``modes``, what
options ask of them; ``parts``, whatever they are divided into; ``models``, other forms of what they hold; ``damage``,
what a place of it costs. ``stated`` does likewise with each spec that tests and documents state, and then with changed
ones, ``groups`` with specs that are made of groups of fields. Whatever is found is printed with the command that tries
it again: ``python -m tests.fuzz again KIND SEED NUMBER``, or ``python -m tests.fuzz again readers FILE CODEC``.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "fuzz"
SHARES = {
    "stated": 0.2,
    "groups": 0.25,
    "files": 0.05,
    "plans": 0.03,
    "programs": 0.04,
    "readers": 0.05,
    "specs": 0.05,
    "rows": 0.1,
    "models": 0.05,
    "modes": 0.1,
    "parts": 0.05,
    "damage": 0.03,
}
MOST_FOUND = 20
"""Findings of a kind after which no more are looked for."""


@dataclass
class Run:
    """What came of a kind."""

    cases: int = 0
    found: list[str] = field(default_factory=list)


def main() -> int:
    """Run what the command line says; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=None, help="(default: by chance)")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{', '.join(SHARES)}, or again (see above)")
    arguments = parser.parse_args()
    if arguments.kinds[:1] == ["again"]:
        return _again(*arguments.kinds[1:])
    seed = random.SystemRandom().randrange(1 << 30) if arguments.seed is None else arguments.seed
    kinds = {kind: share for kind, share in SHARES.items() if not arguments.kinds or kind in arguments.kinds}
    print(f"seed {seed}, {arguments.minutes:g} minutes", flush=True)
    found = 0
    for kind, share in kinds.items():
        seconds = 60 * arguments.minutes * share / sum(kinds.values())
        covering = kind == "readers" and importlib.util.find_spec("atheris") is not None
        done = _covered(seed, seconds) if covering else _tried(kind, seed, seconds)
        print(
            f"{kind}{', guided by coverage' if covering else ''}: {done.cases} cases, {len(done.found)} found",
            flush=True,
        )
        for text in done.found:
            print(text, flush=True)
        found += len(done.found)
    return 1 if found else 0


def _again(kind: str, first: str, second: str) -> int:
    """Try a case again, in this process."""
    from tests.fuzz.cases import FoundError, case, check_reader, corpora

    try:
        if Path(first).is_file():
            good = check_reader(corpora()[second][0], Path(first).read_bytes())
            print("read and written back" if good else "refused, by an error of ours")
        else:
            print(case(kind, int(first), int(second)))
    except FoundError as found:
        print(found)
        return 1
    return 0


def _tried(kind: str, seed: int, seconds: float) -> Run:
    """Cases of a kind in processes of their own, each until something is found."""
    run, number, end = Run(), 0, time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        progress = Path(folder) / "progress"
        while (left := end - time.monotonic()) > 0 and len(run.found) < MOST_FOUND:
            progress.write_bytes(b"")
            words = [sys.executable, "-m", "tests.fuzz.child", kind, str(seed), str(number), str(left), str(progress)]
            done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
            if done.returncode == 0:
                report = json.loads(done.stdout.splitlines()[-1])
                text, following = report.get("found"), int(report["next"])
            else:
                at = progress.read_bytes().rstrip(b"\0 ").decode()
                text, following = (
                    f"the process ended with {done.returncode}\n{done.stderr[-3000:]}",
                    int(at or number) + 1,
                )
            if text is not None:
                run.found.append(f"{text}\nagain: python -m tests.fuzz again {kind} {seed} {following - 1}\n")
            run.cases += following - number
            number = following
    return run


def _covered(seed: int, seconds: float) -> Run:
    """Object readers of all codecs, one after another."""
    from tests.fuzz.cases import corpora

    run = Run()
    KEPT.mkdir(parents=True, exist_ok=True)
    names = sorted(corpora())
    for name in names:
        share = max(1, int(seconds / len(names)))
        words = [sys.executable, "-m", "tests.fuzz.covering", name, str(seed % (1 << 31) + 1), str(share), str(KEPT)]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, errors="replace")
        said = done.stdout + done.stderr
        counted = re.findall(r"number_of_executed_units: (\d+)", said) or re.findall(r"^#(\d+)", said, re.MULTILINE)
        run.cases += int(counted[-1]) if counted else 0
        if done.returncode != 0:
            file = re.findall(r"Test unit written to (\S+)", said)
            again = f"again: python -m tests.fuzz again readers {file[-1]} {name}\n" if file else ""
            told = re.findall(r"=== Uncaught Python exception: ===\n(.*?)\n==", said, re.DOTALL)
            run.found.append(f"{name}: {told[0] if told else said[-3000:]}\n{again}")
    return run


if __name__ == "__main__":
    sys.exit(main())
