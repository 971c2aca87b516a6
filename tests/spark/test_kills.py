"""Whatever is killed of a stream that writes, each record is there once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.spark import kills
from tests.spark.kills import Stream, kill_them, wrong


@pytest.mark.slow
def test_processes_that_are_killed_lose_nothing_and_leave_nothing_twice(tmp_path: Path):
    killed, records = kill_them(tmp_path, 4, seed=2, most=300)
    assert killed.total()
    assert records
    assert wrong(tmp_path, records) == []


@pytest.mark.parametrize(
    ("program", "hangs"),
    [
        ("import time; time.sleep(600)", "has done nothing"),
        ("while True: pass", "begins no batch"),
        ("from sys import argv; open(f'{argv[1]}/checkpoint/offsets/7', 'w'); input()", ""),
        ("", ""),
    ],
)
def test_a_stream_hangs_that_works_nothing_or_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, hangs: str
):
    idle = 0.5 if hangs == "has done nothing" else 60
    for name, seconds in {"_LOOK": 0.1, "_IDLE": idle, "_SPENT": 0.5}.items():
        monkeypatch.setattr(kills, name, seconds)
    (tmp_path / "checkpoint" / "offsets").mkdir(parents=True)
    (tmp_path / "stderr").touch()
    words = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE) as process:
        stream = Stream(tmp_path, process)
        try:
            if hangs:
                with pytest.raises(RuntimeError, match=hangs):
                    stream.wait()
            else:
                assert stream.wait() is bool(program)
        finally:
            process.kill()
