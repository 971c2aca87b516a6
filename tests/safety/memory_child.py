"""Reads a file and says what memory that takes; a process of its own, since the most that one has held is asked for.

``python -m tests.safety.memory_child SPEC SMALL FILE OPTIONS…``: OPTIONS is one line of JSON, the
arguments of `read`. ``SMALL`` is a file of the same format, which is read first: what is imported and compiled doesn't
count. Prints one line of JSON.
"""

from __future__ import annotations

import gc
import json
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
from tests.support.walks import walks

import bytewright
from bytewright.errors import BytewrightError
from bytewright.tables import parquet_files


def status(what: str) -> int:
    """Bytes that the system says of this process."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return 1024 * int(next(line for line in lines if line.startswith(what)).split()[1])


def read(path: str, spec: str, how: dict[str, Any]) -> dict[str, Any]:
    """Read a file; gives how many rows there are, the bytes of the largest batch, and the error.

    Args:
        path: the file.
        spec: its spec.
        how: arguments of `bytewright.open`, and ``written``: whether the rows go into a Parquet file beside it.
    """
    written = how.get("written", False)
    rows = largest = 0

    def batches(table: bytewright.Table) -> Iterator[pa.RecordBatch]:
        nonlocal rows, largest
        for batch in table.to_batches():
            rows, largest = rows + batch.num_rows, max(largest, batch.nbytes)
            yield batch

    try:
        table = bytewright.open(path, spec, **{name: value for name, value in how.items() if name != "written"})
        if written:
            parquet_files.write(batches(table), table.schema, f"{path}.parquet")
        else:
            deque(batches(table), 0)
    except BytewrightError as error:
        return {"rows": rows, "batch": largest, "error": type(error).__name__}
    return {"rows": rows, "batch": largest, "error": None}


def main() -> None:
    """Read what the command line says."""
    spec, small, path, options = sys.argv[1:]
    how = json.loads(options)
    with walks(made=True):  # as it is made for a large file, which the small one isn't
        read(small, spec, how)
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the most so far is what there is now
    before = status("VmRSS")
    found = read(path, spec, how)
    print(json.dumps({**found, "grown": status("VmHWM") - before}))


if __name__ == "__main__":
    main()
