"""The daemon that forks Python workers with the kernel loaded."""

import subprocess
import sys

import pytest
from tests.support.hanging import HANGS

from bytewright import kernels
from bytewright.kernels.native.machine.compile import ENTRIES
from bytewright.kernels.native.machine.part_table import NAMES

SCRIPT = """
from bytewright.spark.session import PRELOADING, local_session

spark = local_session(1, **PRELOADING)

def loaded(batches):
    import pyarrow
    from bytewright.kernels.native.machine import compile as compiling

    before = len(compiling.loaded())
    for batch in batches:
        yield pyarrow.record_batch({"parts": [before]})

print(spark.range(1).mapInArrow(loaded, "parts long").collect()[0].parts)
spark.stop()
"""


@pytest.mark.slow
@pytest.mark.xdist_group("spark")
def test_workers_have_the_kernel():
    kernels.warm()
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == str(len(ENTRIES) + len(NAMES))
