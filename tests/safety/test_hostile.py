"""Hostile files are refused by every door, in bounded memory and without a hang."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.safety.hostile import HOSTILE
from tests.safety.hostile_child import DOORS, Job
from tests.safety.test_memory import MOST, ROOT
from tests.support.hanging import HANGS

import bytewright.kernels


def tried(folder: Path, name: str) -> list[dict[str, Any]]:
    """What becomes of a file, by each door."""
    case = HOSTILE[name]
    spec, small, large, jobs = (folder / one for one in ("toy.ksy", "small.bin", "large.bin", "jobs.json"))
    spec.write_text(f"meta: {{id: toy, endian: le}}\n{case.spec}", encoding="utf-8")
    small.write_bytes(case.small)
    large.write_bytes(case.file())
    job = Job(name, str(spec), str(small), str(large), case.options, list(DOORS))
    jobs.write_text(json.dumps([job]), encoding="utf-8")
    command = [sys.executable, "-m", "tests.safety.hostile_child", str(jobs)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HANGS, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(name: str, tmp_path: Path) -> None:
    bytewright.kernels.warm()
    found = tried(tmp_path, name)
    assert [one["door"] for one in found] == list(DOORS)
    for one in found:
        assert HOSTILE[name].error in one.get("error", ""), one
        assert one["kind"] in ("LimitError", "BoundsError", "command"), one
        assert one["grown"] <= MOST + HOSTILE[name].decoded, one
