"""Files of which several threads read parts at once give the rows, errors and warnings that one thread gives."""

from __future__ import annotations

import random
import struct
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.damage.specs import FORMATS
from tests.support.both import read
from tests.support.hanging import HANGS
from tests.tables.test_search_splits import COUNTED, with_payload
from tests.views.test_resync import codec_of, damaged, log_of

import bytewright
from bytewright.codec.codec import Codec
from bytewright.columnar.scan import small_files
from bytewright.errors import BytewrightError, OptionError
from bytewright.kernels.drivers import parallel_scan
from bytewright.kernels.drivers.parallel_scan import ParallelScan
from bytewright.tables.file_rows import FileRead

__all__ = ["codec_of"]
PLAIN = """
meta: {id: plain, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types:
  record: {seq: [{id: len, type: u2}, {id: body, size: len}, {id: number, type: u4}]}
"""
PAIRS = """
meta: {id: pairs, endian: le}
seq: [{id: head, size: 5}, {id: records, type: pair, repeat: eos}]
types: {pair: {seq: [{id: a, type: u4}, {id: b, type: u2, valid: {max: 65000}}]}}
"""


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel_scan, "PART_BYTES", 700)


@pytest.fixture
def parts_of(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The parts that threads have read."""
    seen: list[tuple[int, int]] = []
    whole = ParallelScan._read

    def noted(scan: Any, source: Any, part: Any) -> Any:
        if part.scan is None:
            seen.append((part.start, part.stop))
        return whole(scan, source, part)

    monkeypatch.setattr(ParallelScan, "_read", noted)
    return seen


def _alike(codec: Codec, data: bytes, **arguments: Any) -> None:
    alone = read(codec, data, "columns", threads=1, **arguments)
    assert all(read(codec, data, "columns", rows, threads=threads, **arguments) == alone for rows, threads in _WAYS)


_WAYS = (65_536, 2), (7, 3)


@pytest.mark.parametrize("name", FORMATS)
def test_good_files(name: str, codec_of: Callable[[str], Codec], parts_of: list[tuple[int, int]]) -> None:
    log = log_of(FORMATS[name], 400)
    _alike(codec_of(FORMATS[name].spec), log.data)
    assert len(parts_of) >= 2 * (len(log.data) - log.edges[0]) // 1400
    assert {start for start, _ in parts_of} <= set(log.edges)


@pytest.mark.parametrize("files", [1, 20])
def test_little_waits(
    files: int, tmp_path: Path, codec_of: Callable[[str], Codec], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few rows are made ahead of those that are taken, and none is waited for by whom nobody goes on to ask."""
    monkeypatch.setattr(small_files, "_SMALL", 0)
    monkeypatch.setattr(parallel_scan, "MOST_HELD", 0)  # one batch of each part, or file
    kind, log = FORMATS["journal"], log_of(FORMATS["journal"], 400)
    for number in range(files):
        (tmp_path / f"{number:02}.bin").write_bytes(log.data)
    codec, folder = codec_of(kind.spec), str(tmp_path)
    rows = [bytewright.open(folder, codec, engine="columns", batch_rows=3, threads=threads) for threads in (1, 3)]
    assert rows[1].to_table() == rows[0].to_table()
    batches = rows[1].to_batches()
    next(batches)
    del batches
    assert rows[1].to_table().num_rows == 400 * files


LEFT = """
import sys
import bytewright
from bytewright.kernels.drivers import parallel_scan
parallel_scan.PART_BYTES, parallel_scan.MOST_HELD = 700, 0
batches = bytewright.open(sys.argv[2], sys.argv[1], engine="columns", batch_rows=3, threads=3).to_batches()
print(next(batches).num_rows)
"""


def test_a_program_ends_that_leaves_a_table_half_read(tmp_path: Path) -> None:
    kind, log = FORMATS["journal"], log_of(FORMATS["journal"], 400)
    (tmp_path / "journal.ksy").write_text(kind.spec, encoding="utf-8")
    (tmp_path / "journal.bin").write_bytes(log.data)
    command = [sys.executable, "-c", LEFT, str(tmp_path / "journal.ksy"), str(tmp_path / "journal.bin")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANGS, check=False)
    assert (done.returncode, done.stdout) == (0, "3\n"), done.stderr


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("name", FORMATS)
def test_damaged_files(name: str, mode: str, codec_of: Callable[[str], Codec]) -> None:
    """What is said of a bad record, its number in the file and place are those of one thread."""
    rng, log = random.Random(name), log_of(FORMATS[name], 300)
    codec = codec_of(FORMATS[name].spec)
    for _ in range(6):
        _alike(codec, damaged(log, rng)[0], mode=mode, options={"includeError": mode == "PERMISSIVE"})


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE"])
def test_records_without_evidence(mode: str, codec_of: Callable[[str], Codec], parts_of: list[tuple[int, int]]) -> None:
    """Lengths lead to where a file is divided, or the size of its records says that."""
    rng = random.Random(mode)
    bodies = [rng.randbytes(rng.randrange(30)) for _ in range(400)]
    framed = b"".join(struct.pack("<H", len(body)) + body + b"\x01\x00\x00\x00" for body in bodies)
    fixed = rng.randbytes(5) + b"".join(struct.pack("<IH", number, number) for number in range(2000))
    for spec, data in ((PLAIN, framed), (PAIRS, fixed)):
        parts_of.clear()
        codec = codec_of(spec)
        _alike(codec, data, mode=mode)
        assert len(parts_of) > 10
        cut, wrong = data[:-3], bytearray(data)
        wrong[5 + 6 * 900 : 5 + 6 * 901] = b"\xff" * 6
        for bad in (cut, bytes(wrong)):
            _alike(codec, bad, mode=mode)


def test_records_in_a_payload(codec_of: Callable[[str], Codec]) -> None:
    """A part that begins in a payload is read again, with what precedes it."""
    kind = FORMATS["journal"]
    _alike(codec_of(kind.spec), with_payload(kind, 200_000).data)


def test_columns_that_count_and_places(codec_of: Callable[[str], Codec], parts_of: list[tuple[int, int]]) -> None:
    """They are those of the file, as one thread reads it."""
    kind, log = FORMATS["journal"], log_of(FORMATS["journal"], 300)
    counting = codec_of(kind.spec + COUNTED.format(where="_index % 2 == 0"))
    _alike(counting, log.data)
    _alike(codec_of(kind.spec), log.data, options={"includeMetadata": True})
    assert parts_of == []


def test_bad_records_are_noted_once(tmp_path: Path, codec_of: Callable[[str], Codec]) -> None:
    kind, log = FORMATS["journal"], log_of(FORMATS["journal"], 300)
    data = bytearray(log.data)
    for record in (20, 130, 250):
        data[log.edges[record] + 10] ^= 1
    noted = []
    for threads in (1, 2):
        folder = tmp_path / str(threads)
        options = {"badRecordsPath": str(folder)}
        path = tmp_path / "journal.bin"
        path.write_bytes(data)
        table = bytewright.open(
            path, codec_of(kind.spec), options=options, mode="DROPMALFORMED", engine="columns", threads=threads
        )
        assert table.to_table().num_rows == 297
        assert table.malformed == 3
        noted.append([line for file in sorted(folder.rglob("*.json*")) for line in file.read_text().splitlines()])
    assert len(noted[0]) == 3
    assert noted[1] == noted[0]


def test_a_table_that_eight_threads_read(tmp_path: Path, codec_of: Callable[[str], Codec]) -> None:
    """Each gets all rows, also of several files; bad records are counted for each."""
    kind, log = FORMATS["journal"], log_of(FORMATS["journal"], 300)
    bad = bytearray(log.data)
    bad[log.edges[250] + 10] ^= 1
    for number, data in enumerate((log.data, bytes(bad), log.data)):
        (tmp_path / f"{number}.bin").write_bytes(data)
    table = bytewright.open(str(tmp_path), codec_of(kind.spec), mode="DROPMALFORMED", engine="columns", threads=2)
    expected = table.to_table()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: table.to_table(), range(16)))
    assert all(one == expected for one in found)
    assert table.malformed == 17
    first, second = table.to_batches(), table.to_batches()
    assert next(first) == next(second)
    assert sum(batch.num_rows for batch in first) == sum(batch.num_rows for batch in second)


def test_how_many_threads(codec_of: Callable[[str], Codec], parts_of: list[tuple[int, int]]) -> None:
    kind, log = FORMATS["journal"], log_of(FORMATS["journal"], 300)
    codec = codec_of(kind.spec)
    with pytest.raises(OptionError, match=r"threads.*at least 1"):
        bytewright.open(log.data, codec, threads=0)
    for batch in bytewright.open(log.data, codec, engine="columns", threads=2).to_batches(limit=3):
        assert batch.num_rows == 3
    bytewright.open(log.data, codec, engine="objects", threads=2).to_table()
    assert parts_of == []
    batches = bytewright.open(log.data, codec, engine="columns", threads=2).to_batches()
    next(batches)
    del batches
    assert len(parts_of) <= 4  # no more is read than was ahead


def test_several_files_at_once(
    tmp_path: Path, codec_of: Callable[[str], Codec], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their rows, errors, warnings and engines come in the order of the files."""
    monkeypatch.setattr(small_files, "_SMALL", 3_000)  # the others are read on their own
    kind, codec, rng = FORMATS["journal"], codec_of(FORMATS["journal"].spec), random.Random(5)
    for number in range(20):
        log = log_of(kind, 20 if number in (3, 4, 5, 6, 11) else 200, seed=number)
        data = damaged(log, rng)[0] if number % 5 == 2 else log.data
        (tmp_path / f"{number:02}.bin").write_bytes(data)
    (tmp_path / "07.bin").unlink()
    files = [str(tmp_path / f"{number:02}.bin") for number in range(20)]
    seen: list[str] = []
    make = FileRead.make

    def noted(read: FileRead) -> bool:
        seen.append(read.table._inputs[0].open().name)
        return make(read)

    monkeypatch.setattr(FileRead, "make", noted)
    for mode in ("FAILFAST", "PERMISSIVE", "DROPMALFORMED"):
        found = []
        for threads in (1, 2, 5):
            errors: list[BytewrightError] = []
            options = {"includeError": mode == "PERMISSIVE"}
            table = bytewright.open(files, codec, mode=mode, options=options, engine="columns", threads=threads)
            rows = [row for batch in table.to_batches(errors.append) for row in batch.to_pylist()]
            found.append((rows, list(map(str, errors)), table.warnings, table.engines, table.counted, table.malformed))
        assert found[0] == found[1] == found[2]
        assert len(found[0][1]) == (4 if mode == "FAILFAST" else 1)
    assert len(seen) == 3 * 2 * (19 - 4)
