"""The encoding kernel reads no byte outside of its arrays, and writes none outside of its output and registers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.kernels.test_part_table import OPERATION_NUMBERS
from tests.support.hanging import HANGS

import bytewright.kernels

ROOT = Path(__file__).parents[2]


FEWEST = {
    "messages": 300,
    "samples": 300,
    "nested": 30,
    "orders": 15,
    "tallies": 60,
    "slips": 60,
    "traces": 40,
    "stock": 40,
    "rolls": 40,
}
"""How many rows there are at least, by the toy."""
OTHERS = {"lists": 100, "containers": 100, "sums": 500}
"""Likewise, of what other strategies hand to the kernel."""


@pytest.mark.parametrize("place", ["end", "start"])
def test_protected_pages(place: str) -> None:
    bytewright.kernels.warm()
    command = [sys.executable, "-m", "tests.safety.encoding_child", place, "60", *FEWEST]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HANGS, check=False)
    assert done.returncode == 0, f"the process ended with {done.returncode}: {done.stderr[-3000:]}"
    found = json.loads(done.stdout)
    fewest = FEWEST | OTHERS
    assert found["rows"].keys() == fewest.keys()
    assert {name: rows for name, rows in found["rows"].items() if rows < fewest[name]} == {}
    encoding = {number for name, number in OPERATION_NUMBERS.items() if name.startswith("encoding_codes.")}
    assert encoding <= set(found["operations"])
