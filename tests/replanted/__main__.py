"""Would fuzzing find what was wrong once? ``python -m tests.replanted [--minutes 10] [COMMIT…]``.

Faults of `tests.replanted.bugs`, which `tests.replanted.drawing` has drawn from the history, are put back one after
another, each in a copy of the checkout, and the kinds of `tests.fuzz` are tried in turn by their shares, for minutes of
the processor or until one finds something. What that is must be judged: another fault than the one put back counts as
none, so that a run without any (``--none``) has to find nothing first.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.fuzz.__main__ import SHARES
from tests.replanted.bugs import BUGS, Change
from tests.replanted.planting import ROOT, plant

_SHOWN = 300
"""Characters of a finding that are shown."""


def main() -> int:
    """Run what the command line says; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.replanted", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="of the processor, for each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=SHARES, help="(default: all)")
    parser.add_argument("--none", action="store_true", help="nothing is put back")
    parser.add_argument("commits", nargs="*", metavar="COMMIT", help="of repairs; none: all")
    arguments = parser.parse_args()
    kinds = arguments.kind or [*SHARES]
    if arguments.none:
        print(f"none: {_tried((), arguments.minutes, arguments.seed, kinds)}")
        return 0
    known = {bug.commit: bug for bug in BUGS}
    found = 0
    for commit in arguments.commits or known:
        said = _tried(known[commit].changes, arguments.minutes, arguments.seed, kinds)
        found += not said.startswith("nothing")
        print(f"{commit} ({known[commit].fault}): {said}", flush=True)
    print(f"{found} of {len(arguments.commits or known)} found")
    return 0


def _tried(changes: Sequence[Change], minutes: float, seed: int, kinds: Sequence[str]) -> str:
    """What is found with some changes, and after how many seconds of the processor."""
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "build", prefix="replanted-") as name:
        folder = Path(name)
        plant(changes, folder)
        paths = [str(folder / each) for each in ("runtime", "codegen", "generated", "pipelines", ".")]
        # Machine code is found by what it was made of, compiled specs by the compiler.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
        before, progress = _processor(), folder / "progress"
        words = [sys.executable, "-m", "tests.replanted.child", str(seed), str(60 * minutes), str(progress), *kinds]
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        spent = f"{_processor() - before:.0f} s"
        last = done.stdout.splitlines()[-1:]
        if done.returncode or not last:
            at = progress.read_text(encoding="utf-8") if progress.exists() else "the beginning"
            lines = (done.stderr.strip().splitlines() or [""])[-1]
            return f"{at}: the process ended with {done.returncode} after {spent}: {lines[:_SHOWN]}"
        said = json.loads(last[0])
        if "found" not in said:
            return f"nothing after {spent}: {sum(said['tried'].values())} cases"
        return f"{said['case']} after {spent}: {_brief(said['found'])}"


def _brief(text: str) -> str:
    """A finding in a line, without the bytes of its files."""
    short = re.sub(r"[0-9a-f]{60,}", "…", " ".join(text.split()))
    return short if len(short) <= 2 * _SHOWN else f"{short[:_SHOWN]} … {short[-_SHOWN:]}"


def _processor() -> float:
    """Seconds of the processor that processes have taken that are over."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
