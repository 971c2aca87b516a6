"""The kernel and damaged inputs: no crash, no hang, nothing read or written outside, and the answer of plain Python.

Inputs begin and end (with the slack that is documented) at protected pages, and so do registers and columns.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.support.hanging import HANGS

import bytewright.kernels

FEWEST = {
    "rows": 3000,
    "rows-resumed": 3000,
    "rows-wide": 4500,
    "rows-alone": 3000,
    "columns": 3000,
    "messages": 6000,
    "samples": 1300,
    "compiled-rows": 3000,
    "compiled-points": 700,
    "compiled-nested": 600,
    "parcels": 1300,
    "crates": 300,
    "cards": 300,
    "sundries": 400,
    "regions": 2500,
    "directories": 2300,
    "ledger": 12_000,
    "market": 2500,
    "fixtures": 15_000,
    "fixtures-every": 15_000,
    "fixtures-strict": 10_000,
    "fixtures-columns": 10_000,
}
"""How many inputs there are at least, by the name of the subjects."""
WALKED = ("parcels", "crates", "sundries", "regions", "directories")
"""Those with walks, of which machine code is made."""
MOST_GROWTH_KB = 64 << 10

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("names", "walks"),
    [
        ([name for name in FEWEST if not name.startswith("fixtures")], "interpreted"),
        ([name for name in FEWEST if name.startswith("fixtures")], "interpreted"),
        (WALKED, "made"),
    ],
    ids=["small", "shipped", "made"],
)
def test_damage(names: Sequence[str], walks: str, tmp_path: Path) -> None:
    bytewright.kernels.warm()
    progress = tmp_path / "progress"
    command = [sys.executable, "-m", "tests.safety.child", str(progress), walks, *names]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HANGS, check=False)
    place = progress.read_bytes().rstrip(b"\0 ").decode()
    assert done.returncode == 0, f"the process ended with {done.returncode} at {place}: {done.stderr}"
    reports = json.loads(done.stdout)
    for name in names:
        report = reports[name]
        assert "different" not in report, f"{name}: {report}"
        assert report["tried"] > FEWEST[name], name
        assert report["grown_kb"] < MOST_GROWTH_KB, name


def test_the_guard_works() -> None:
    """A read one byte behind guarded memory ends the process: otherwise the test above proves nothing."""
    for place in ("ctypes.string_at(a + 64, 1)", "ctypes.string_at(b - 1, 1)"):
        script = (
            "import ctypes; from tests.safety.guarded import Guarded; g = Guarded(100);"
            f"a = int(g.at_end(64).ctypes.data); b = int(g.at_start(64).ctypes.data); {place}"
        )
        done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, timeout=HANGS, check=False)
        assert done.returncode < 0
