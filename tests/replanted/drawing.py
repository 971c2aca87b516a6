"""Which repairs are drawn: ``fix:`` commits of the runtime and the compiler, in an order that a seed decides."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
SEED = 51
UNTIL = "6ee5f397"
"""The newest commit of the history that is drawn from: what comes later changes no drawing."""


def drawn(root: Path = ROOT) -> list[tuple[str, str]]:
    """All such commits in the drawn order, each with its subject.

    Raises:
        LookupError: the history isn't there, or not all of it.
    """
    if _said(root, "rev-parse", "--is-shallow-repository").strip() != "false":
        raise LookupError("not all of the history is there")
    asked = ("--format=%H\t%s", "--extended-regexp", "--grep=^fix[(:]", UNTIL, "--", "runtime", "codegen")
    lines = _said(root, "log", *asked).splitlines()
    found = [(commit[:8], said) for commit, _, said in (line.partition("\t") for line in lines)]
    return random.Random(SEED).sample(sorted(found, key=lambda one: one[::-1]), len(found))


def _said(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise LookupError(done.stderr.strip())
    return done.stdout
