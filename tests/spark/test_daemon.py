"""The daemon that forks Python workers with the kernel loaded."""

import contextlib
import os
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

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


LEFT = """
import os, sys

def main(infile, outfile):
    import bytewright.spark.{module}
    infile.read()  # until the JVM leaves
    try:
        for _ in range(10_000):
            outfile.write(bytes(1000))
    except OSError:
        if {how!r} == "exits":
            sys.exit(-1)
        raise
    finally:
        if {how!r} == "fails":
            raise ValueError("its own")
"""


@pytest.mark.parametrize("daemon", ["pyspark.daemon", "bytewright.spark.daemon"])
@pytest.mark.parametrize("module", ["source", "sink"])
@pytest.mark.parametrize("how", ["exits", "raises", "fails"])
def test_workers_that_the_jvm_has_left(tmp_path: Path, daemon: str, module: str, how: str) -> None:
    """They say nothing of its connection, and all else, whenever it leaves: here, before there is a row."""
    (tmp_path / "pyspark_left.py").write_text(LEFT.format(module=module, how=how), encoding="utf-8")
    environment = {
        **os.environ,
        "PYTHON_WORKER_FACTORY_SECRET": "secret",
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
    }
    words = [sys.executable, "-m", daemon, "pyspark_left"]
    pipes: Any = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(words, env=environment, **pipes) as process:
        assert process.stdout is not None
        (port,) = struct.unpack(">i", process.stdout.read(4))
        with socket.create_connection(("127.0.0.1", port), timeout=HANGS) as connection:
            file = connection.makefile("rwb")
            file.write(struct.pack(">i", 6) + b"secret")
            file.flush()
            (worker,) = struct.unpack(">i", file.read(4))
            assert file.read(6)[4:] == b"ok"
            file.close()
        with contextlib.suppress(ProcessLookupError):
            for _ in range(100 * HANGS):
                os.kill(worker, 0)
                time.sleep(0.01)
        said = process.communicate(timeout=HANGS)[1].decode()
    if how == "fails":
        assert "its own" in said
    else:
        assert said == ""


@pytest.mark.slow
@pytest.mark.xdist_group("spark")
def test_workers_have_the_kernel():
    kernels.warm()
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == str(len(ENTRIES) + len(NAMES))
