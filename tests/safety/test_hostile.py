"""Hostile files are refused by every door, in bounded memory and without a hang."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.safety.hostile import HOSTILE
from tests.safety.hostile_child import COLUMNS, DOORS, LASTING, Job
from tests.safety.test_memory import MOST, ROOT
from tests.support.hanging import HANGS

import bytewright.kernels

REFUSED = ("LimitError", "BoundsError", "ValueInvalidError", "ReadError", "command")
DATABASE = 32 << 20
"""What DuckDB takes for itself."""
IN_SPARK = ("read", "streamed", "cells", "ingested", "written")
ON_DRIVER = ("read", "streamed", "ingested", "written")
"""Those that ask on the driver which columns files have."""


def laid(folder: Path, name: str, doors: list[str]) -> Job:
    """A file, with what it takes to read it."""
    case = HOSTILE[name]
    folder.mkdir(exist_ok=True)
    spec, small, large = (folder / one for one in ("toy.ksy", "small.bin", "large.bin"))
    spec.write_text(f"meta: {{id: toy, endian: le}}\n{case.spec}", encoding="utf-8")
    small.write_bytes(case.small)
    large.write_bytes(case.file())
    return Job(name, str(spec), str(small), str(large), case.options, doors)


def said(module: str, *arguments: str) -> list[dict[str, Any]]:
    """The lines of JSON that a process prints."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HANGS, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(name: str, tmp_path: Path) -> None:
    bytewright.kernels.warm()
    job = laid(tmp_path, name, [*COLUMNS] if HOSTILE[name].columns else [*DOORS, *LASTING])
    for file in (job.small, job.file):
        Path(f"{file}.other").write_bytes(Path(file).read_bytes() + bytes(1))
    jobs = tmp_path / "jobs.json"
    jobs.write_text(json.dumps([job]), encoding="utf-8")
    found = said("tests.safety.hostile_child", str(jobs))
    assert [one["door"] for one in found] == job.doors
    for one in found:
        if one["door"] in DOORS or HOSTILE[name].columns or "error" in one:
            assert HOSTILE[name].error in one.get("error", ""), one
            assert one["kind"] in REFUSED, one
        most = MOST + HOSTILE[name].decoded + (DATABASE if one["door"] == "sql" else 0)
        assert one["grown"] <= most, one


@pytest.mark.slow
@pytest.mark.xdist_group("spark")
def test_hostile_files_in_spark(tmp_path: Path) -> None:
    """Each by two doors: reading, and one of the others, which take turns."""
    bytewright.kernels.warm()
    jobs = []
    for number, (name, case) in enumerate(HOSTILE.items()):
        first, *others = ON_DRIVER if case.columns else IN_SPARK
        jobs.append(laid(tmp_path / str(number), name, [first, others[number % len(others)]]))
    (tmp_path / "jobs.json").write_text(json.dumps(jobs), encoding="utf-8")
    good = laid(tmp_path / "good", "a count of structures", [])
    shutil.copy(good.spec, tmp_path / "good.ksy")
    shutil.copy(good.small, tmp_path / "good.bin")
    found = said("tests.safety.spark_child", str(tmp_path))
    assert [one["door"] for one in found] == [*IN_SPARK, *(door for job in jobs for door in job.doors)]
    for one in found[: len(IN_SPARK)]:
        assert "error" not in one, one
    for one in found[len(IN_SPARK) :]:
        case = HOSTILE[one["job"]]
        assert case.error in one.get("error", ""), one
        assert one["kind"] in REFUSED, one
        assert one["workers"] or case.columns, one
        assert one["grown"] <= MOST + case.decoded, one
