"""The kernel and damaged inputs: no crash, no hang, nothing read or written outside, and the answer of plain Python.

Inputs begin and end (with the slack that is documented) at protected pages, and so do registers and columns.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.hanging import HANGS

import bytewright.kernels

NAMES = (
    "rows",
    "rows-resumed",
    "rows-wide",
    "rows-alone",
    "columns",
    "messages",
    "samples",
    "compiled-rows",
    "compiled-points",
    "compiled-nested",
    "parcels",
    "regions",
    "directories",
    "ledger",
    "market",
    "fixtures",
    "fixtures-every",
    "fixtures-strict",
    "fixtures-columns",
)
FEWEST = {
    "samples": 1500,
    "compiled-points": 1000,
    "regions": 4000,
    "directories": 3500,
    "compiled-nested": 1000,
    "fixtures": 42_000,
    "fixtures-every": 200_000,
    "fixtures-strict": 15_000,
    "fixtures-columns": 15_000,
}
MOST_GROWTH_KB = 64 << 10

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", NAMES)
def test_damage(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bytewright.kernels.warm()
    progress = tmp_path / "progress"
    command = [sys.executable, "-m", "tests.safety.child", name, str(progress)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HANGS, check=False)
    place = progress.read_bytes().rstrip(b"\0 ").decode()
    assert done.returncode == 0, f"the process ended with {done.returncode} at {place}: {done.stderr}"
    report = json.loads(done.stdout)
    assert "different" not in report, f"{place}: {report}"
    with capsys.disabled():
        print(f" {name}: {report['tried']} inputs, {report['bad']} refused, slowest {report['slowest'] * 1e3:.1f} ms")
    assert report["tried"] > FEWEST.get(name, 5000)
    assert report["grown_kb"] < MOST_GROWTH_KB


def test_the_guard_works() -> None:
    """A read one byte behind guarded memory ends the process: otherwise the test above proves nothing."""
    for place in ("ctypes.string_at(a + 64, 1)", "ctypes.string_at(b - 1, 1)"):
        script = (
            "import ctypes; from tests.safety.guarded import Guarded; g = Guarded(100);"
            f"a = int(g.at_end(64).ctypes.data); b = int(g.at_start(64).ctypes.data); {place}"
        )
        done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, timeout=HANGS, check=False)
        assert done.returncode < 0
