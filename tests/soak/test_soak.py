"""A minute of the soak, and that it sees what it looks for."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from tests.soak import logs
from tests.soak.__main__ import ROOT, Soak
from tests.support.hanging import HANGS


@pytest.mark.slow
def test_half_a_minute(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.soak", "--minutes", "0.5", "--every", "5", "--seed", "5"]
    # In a process of its own, as Spark's session in this one is that of other tests.
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=HANGS, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    assert done.stdout.endswith("0 found\n")
    assert list(tmp_path.glob("soak-*")) == []


def test_rows_that_are_wrong_are_seen() -> None:
    table = logs.rows(95, 10)
    assert logs.check(table, "here").tolist() == [*range(95, 105)]
    bodies: list[Any] = table["body"].to_pylist()
    for number in (3, 9):
        changed = [*bodies[:number], bodies[number] + b"x", *bodies[number + 1 :]]
        with pytest.raises(logs.WrongRowsError, match=f"here: body of record {95 + number} isn't what was written"):
            logs.check(table.set_column(2, "body", pa.array(changed, pa.binary())), "here")
    assert logs.check_run(np.arange(5, 9), 5, "here") == 9
    with pytest.raises(logs.WrongRowsError, match="here: record 6 should be here; 7 is"):
        logs.check_run(np.array([5, 7, 8]), 5, "here")


def test_rows_that_are_missing_or_there_twice_are_seen(tmp_path: Path) -> None:
    run = Soak(tmp_path, 1)
    whole = logs.rows(0, 10)
    assert run._once(pa.concat_tables([whole, logs.rows(0, 4)]), [10, 4], "here") == 14
    assert run.found == []
    run._once(pa.concat_tables([whole.slice(1), whole.slice(5)]), [10], "here")
    assert run.found == ["here: 5 rows too many, as [5, 6, 7, 8, 9]; 1 missing, as [0]"]


def test_growth_of_what_is_never_killed_is_seen(tmp_path: Path) -> None:
    run = Soak(tmp_path, 1)
    steady, growing = (next(actor for actor in run.actors if actor.name == name) for name in ("query", "tail b"))
    steady.samples = [(100 << 20, 9, 3)] * 40
    growing.samples = [((100 + number) << 20, 9, 3) for number in range(100)]
    assert len(run.leaks(60)) == 2
    assert run.found == [
        "leak of tail b: 149 MB, 9 descriptors, 3 threads in its second quarter; 199 MB, 9, 3 in its last"
    ]
    growing.samples = [(100 << 20, 9 + number // 10, 3) for number in range(100)]
    run.leaks(60)
    assert run.found[1:] == [
        "leak of tail b: 100 MB, 13 descriptors, 3 threads in its second quarter; 100 MB, 18, 3 in its last"
    ]
