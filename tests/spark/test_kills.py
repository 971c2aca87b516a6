"""Whatever is killed of a stream that writes, each record is there once."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.spark.kills import kill_them, wrong


@pytest.mark.slow
def test_processes_that_are_killed_lose_nothing_and_leave_nothing_twice(tmp_path: Path):
    killed, records = kill_them(tmp_path, 6, seed=2, most=300)
    assert killed.total()
    assert records
    assert wrong(tmp_path, records) == []
