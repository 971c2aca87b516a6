"""Would fuzzing find what was wrong once? ``python -m tests.replanted [--minutes 10] [COMMIT…]``.

Faults of `tests.replanted.bugs`, which `tests.replanted.drawing` has drawn from the history, are put back one after
another, each in a copy of the checkout, and the kinds of `tests.fuzz` are tried in turn for minutes of the processor or
until one finds something: by their shares, and by how many of their cases come to the function with the fault. What is
found without the fault, too, counts as none; ``--none`` puts nothing back, and tells of just that. ``--reach`` only
counts the cases that come to each fault.
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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.fuzz.__main__ import SHARES
from tests.replanted.bugs import BUGS, Change
from tests.replanted.planting import ROOT, mark, plant

_SHOWN = 300
"""Characters of a finding that are shown."""


def main() -> int:
    """Run what the command line says; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.replanted", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="of the processor, for each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=SHARES, help="(default: all)")
    parser.add_argument("--none", action="store_true", help="nothing is put back")
    parser.add_argument("--reach", action="store_true", help="nothing is put back; count cases that come to the faults")
    parser.add_argument("commits", nargs="*", metavar="COMMIT", help="of repairs; none: all")
    arguments = parser.parse_args()
    kinds = arguments.kind or [*SHARES]
    if arguments.none:
        print(f"none: {_tried((), arguments.minutes, arguments.seed, kinds)}")
        return 0
    if arguments.reach:
        print(_reached(arguments.minutes, arguments.seed, kinds))
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
    where = "compiler" if changes and all(change.file.startswith("codegen/") for change in changes) else "runtime"
    with _folder() as folder:
        plant(changes, folder)
        said, spent = _run(folder, where, minutes, seed, kinds)
    if isinstance(said, str):
        return said
    if "found" not in said:
        return f"nothing after {spent}: {_counted(said)}"
    return f"{said['case']} after {spent}: {_brief(said['found'])}"


def _reached(minutes: float, seed: int, kinds: Sequence[str]) -> str:
    """How many cases of each kind come to the code of each fault, of how many."""
    with _folder() as folder:
        mark(BUGS, folder)
        said, spent = _run(folder, "anywhere", minutes, seed, kinds)
    if isinstance(said, str):
        return said
    tried = said["tried"].items()
    lines = [f"{spent}: " + ", ".join(f"{kind} {cases} cases" for kind, (cases, *_) in tried)]
    for number, bug in enumerate(BUGS):
        counts = {kind: len(by.get(str(number), ())) for kind, (*_, by) in tried}
        lines.append(f"{bug.commit}: " + (", ".join(f"{kind} {n}" for kind, n in counts.items() if n) or "never"))
    return "\n".join(lines)


@contextmanager
def _folder() -> Iterator[Path]:
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "build", prefix="replanted-") as name:
        yield Path(name)


def _run(folder: Path, where: str, minutes: float, seed: int, kinds: Sequence[str]) -> tuple[Any, str]:
    """What `tests.replanted.child` says, or how it ended, and how many seconds of the processor it took."""
    paths = [str(folder / each) for each in ("runtime", "codegen", "generated", "pipelines", ".")]
    # Machine code is found by what it was made of, compiled specs by the compiler.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
    before, progress = _processor(), folder / "progress"
    words = [sys.executable, "-m", "tests.replanted.child", str(seed), str(60 * minutes), str(progress), where, *kinds]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    spent = f"{_processor() - before:.0f} s"
    last = done.stdout.splitlines()[-1:]
    if done.returncode or not last:
        at = progress.read_text(encoding="utf-8") if progress.exists() else "the beginning"
        lines = (done.stderr.strip().splitlines() or [""])[-1]
        return f"{at}: the process ended with {done.returncode} after {spent}: {lines[:_SHOWN]}", spent
    return json.loads(last[0]), spent


def _counted(said: dict[str, Any]) -> str:
    """How many cases of each kind came to the fault, of how many, in which time; and what today's code is found by."""
    kinds = [
        f"{kind} {reached} of {cases} ({seconds} s)" for kind, (cases, reached, seconds, _) in said["tried"].items()
    ]
    return "; ".join((", ".join(kinds), *(f"without a fault, too: {one}" for one in said["without"])))


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
