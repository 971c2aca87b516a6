"""How much memory reading a large file takes: bounded, however large the file is."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("bytewright_formats.deephaven_log")

SIZE = 300_000_000
MOST = 128 << 20

TABLE = """
import resource, sys
import bytewright, bytewright.columnar.scan.preparation.capability
bytewright.columnar.scan.preparation.capability.warm()
from bytewright_formats.deephaven_log import CODEC
small, large = sys.argv[1:]
sum(batch.num_rows for batch in bytewright.open(small, CODEC, engine="columns").to_batches())
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
rows = sum(batch.num_rows for batch in bytewright.open(large, CODEC).to_batches())
print(rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""

CAT = """
import os, resource, sys
from bytewright.cli import main
import bytewright.columnar.scan.preparation.capability
bytewright.columnar.scan.preparation.capability.warm()
small, large = sys.argv[1:]
out = os.dup(1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
assert main(["cat", small]) == 0
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert main(["cat", "--columns", "id,price,name", large]) == 0
os.dup2(out, 1)
print(0, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, int]:
    from benchmarks import log

    folder = tmp_path_factory.mktemp("logs")
    (folder / "small.bin").write_bytes(log.header() + log.records(np.random.default_rng(1), 10))
    return folder / "small.bin", folder / "large.bin", log.write(folder / "large.bin", SIZE)


@pytest.mark.slow
@pytest.mark.parametrize("script", [TABLE, CAT], ids=["to_batches", "cat"])
def test_a_file_of_300_megabytes(logs: tuple[Path, Path, int], script: str):
    """Above what importing and the smallest read take, in kilobytes on Linux, in bytes elsewhere."""
    small, large, rows = logs
    done = subprocess.run(
        [sys.executable, "-c", script, str(small), str(large)], capture_output=True, text=True, check=True
    )
    counted, grown = map(int, done.stdout.split())
    assert counted in (0, rows)
    assert grown * (1024 if sys.platform == "linux" else 1) <= MOST
