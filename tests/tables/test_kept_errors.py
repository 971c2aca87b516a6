"""Errors that somebody keeps: nothing of the file stays with them."""

import gc

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.errors import ReadError
from bytewright.host.gc_pause import uncollected
from bytewright.kernels.drivers.scan import Scan

SPEC = """
seq: [{id: records, type: record, repeat: eos}]
types: {record: {seq: [{id: len, type: u1}, {id: text, type: str, size: len, encoding: ASCII}]}}
"""


def scans() -> set[int]:
    """Those that there are, by where they lie."""
    return {id(each) for each in gc.get_objects() if type(each) is Scan}  # a proxy says otherwise of what has gone


@pytest.mark.parametrize("way", ["raised", "told", "tolerated"])
def test_nothing_of_a_bad_file_stays(compiled: Compile, way: str) -> None:
    """Before, it stayed until Python's collector came by; the next file had its program assembled anew."""
    codec = compiled(SPEC)
    data = b"\3abc" * 5000 + b"\5x"
    files = [data, data] if way == "told" else data
    mode = "PERMISSIVE" if way == "tolerated" else "FAILFAST"
    kept: list[BaseException] = []
    with uncollected():
        gc.collect()
        before = scans()
        left: list[int] = []
        for _ in range(3):
            table = bytewright.open(files, codec, mode=mode, engine="columns", batch_rows=1000, threads=1)
            rows = 0
            try:
                for batch in table.to_batches(kept.append if way == "told" else None):
                    rows += batch.num_rows
                    del batch  # which the error would keep
                assert rows == {"told": 10_000, "tolerated": 5_001}[way]
            except ReadError as error:
                kept.append(error)
            del table
            left.append(pa.total_allocated_bytes())
        assert len(kept) == {"raised": 3, "told": 6, "tolerated": 0}[way]
        assert not scans() - before
        assert max(left[1:]) <= left[0]  # the program is kept for other files
