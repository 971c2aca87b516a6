"""The last rows of files, and those that come: each once, in order, whatever the writer does."""

from __future__ import annotations

import contextlib
import random
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pytest
from tests.support.growing_logs import SHAPES, WAYS, LogWriter

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import OptionError, ReadError
from bytewright.tables.append import tail as tails
from bytewright.tables.append.tail import Reading, Tail


class Shape(NamedTuple):
    """A format whose files can grow."""

    spec: str
    codec: Codec
    head: bytes
    record: Any

    def data(self, numbers: Iterable[int]) -> bytes:
        """A file of records of these numbers."""
        rng = random.Random(5)
        return self.head + b"".join(self.record(number, rng) for number in numbers)


@pytest.fixture(scope="module", params=SHAPES)
def shape(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shape:
    text, head, record = SHAPES[request.param]
    path = tmp_path_factory.mktemp("specs") / f"{request.param}.ksy"
    path.write_text(text, encoding="utf-8")
    return Shape(str(path), bytewright.load(str(path)), head, record)


@pytest.fixture(scope="module")
def framed(tmp_path_factory: pytest.TempPathFactory) -> Shape:
    text, head, record = SHAPES["framed"]
    path = tmp_path_factory.mktemp("specs") / "framed.ksy"
    path.write_text(text, encoding="utf-8")
    return Shape(str(path), bytewright.load(str(path)), head, record)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tails, "_PART_BYTES", 500)


def _numbers(batches: Iterator[pa.RecordBatch]) -> list[int | None]:
    return [number for batch in batches for number in batch.column(0).to_pylist()]


class Told:
    """A tail, and what it tells."""

    def __init__(self, path: Path, shape: Shape, *, follow: bool = True, mode: str | None = None) -> None:
        self.told: list[str] = []
        reading = Reading((shape.codec,), columns="number", mode=mode)
        self._tail = Tail(str(path), reading, lambda found: self.told.extend(map(str, found)), follow=follow)

    def there(self, count: int, *, behind: bool = False) -> list[int | None]:
        """The rows that are there."""
        return _numbers(self._tail.there(count, behind=behind))

    def come(self) -> list[int | None]:
        """Those that have come."""
        return _numbers(self._tail.come())


@pytest.mark.parametrize("follow", [False, True])
def test_the_last_rows_are_those_of_the_file(shape: Shape, tmp_path: Path, follow: bool):
    path = tmp_path / "a.log"
    path.write_bytes(shape.data(range(100)) + shape.head[:0] + shape.record(100, random.Random(1))[:-1])
    for count in (0, 1, 7, 50, 100, 1000):
        tail = Told(path, shape, follow=follow)
        assert tail.there(count) == [*range(100)][100 - min(count, 100) :]
        assert any("the last record is unfinished" in one for one in tail.told) is not follow
    for first in (0, 1, 60, 99, 100, 1000):
        assert Told(path, shape, follow=follow).there(first, behind=True) == [*range(first, 100)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(3))
def test_what_comes_is_there_once_through_rotation(shape: Shape, tmp_path: Path, way: str, seed: int):
    rng = random.Random(seed)
    writer = LogWriter(tmp_path, seed, shape.record, shape.head)
    (tmp_path / "app.log.9").write_bytes(shape.data(range(900, 905)))  # was there before
    (tmp_path / "app.other").write_bytes(shape.data(range(700, 705)))
    (tmp_path / "app.log.2020.gz").write_bytes(b"of another log")
    tail = Told(writer.path, shape)
    found = tail.there(10**6)
    for _ in range(40):
        writer.write()
        if rng.random() < 0.1:
            found += tail.come()
            writer.rotate(way)
            if way == "rename" and rng.random() < 0.3:
                writer.write()
                writer.rotate(way)  # again, before anybody has looked
        if rng.random() < 0.6:
            found += tail.come()
            if rng.random() < 0.2:
                writer.crash()
    writer.finish()
    found += tail.come() + tail.come()
    assert found == [*range(writer.numbers)]
    assert len(tail.told) <= 1, "that the file isn't there yet"


def test_a_file_that_is_cut_or_replaced_begins_anew(framed: Shape, tmp_path: Path):
    path = tmp_path / "a.log"
    path.write_bytes(framed.data(range(20)))
    tail = Told(path, framed)
    assert tail.there(1) == [19]
    path.write_bytes(framed.data(range(50, 52)))
    assert tail.come() == [50, 51]
    # Larger than what was read, and with the same header: the last bytes that were read tell.
    path.write_bytes(framed.data(range(60, 80)))
    assert tail.come() == [*range(60, 80)]
    other = tmp_path / "new"
    other.write_bytes(framed.data(range(80, 83)))
    other.replace(path)
    assert tail.come() == [80, 81, 82]
    path.unlink()
    assert tail.come() == []
    assert [one.partition(": ")[2].partition(";")[0] for one in tail.told] == [
        "the file has been truncated or replaced"
    ] * 3 + ["the file is gone"]
    path.write_bytes(framed.data(range(90, 91)))
    assert tail.come() == [90]


def test_a_copy_that_is_being_made_is_no_new_log(framed: Shape, tmp_path: Path):
    path, data = tmp_path / "a.log", framed.data(range(40))
    path.write_bytes(data)
    tail = Told(path, framed)
    assert tail.there(0) == []
    for size in (len(data) // 3, len(data)):
        (tmp_path / "a.log.1").write_bytes(data[:size])
        assert tail.come() == []
    path.write_bytes(framed.data(range(40, 42)))
    assert tail.come() == [40, 41]
    assert tail.told == []


@pytest.mark.parametrize("first", [True, False])
def test_a_log_with_a_higher_number_that_is_written_at_the_same_time_is_another_one(
    framed: Shape, tmp_path: Path, first: bool
):
    path, other = tmp_path / "machine-1.log", tmp_path / "machine-2.log"
    path.write_bytes(framed.data(range(3)))
    tail = Told(path, framed)
    assert tail.there(1) == [2]
    other.write_bytes(framed.data(range(100, 102)))
    if first:  # nothing tells yet that it hasn't taken its place
        assert tail.come() == [100, 101]
    path.write_bytes(framed.data(range(5)))
    assert tail.come() == [3, 4]
    other.write_bytes(framed.data(range(100, 105)))
    assert tail.come() == []
    assert [one for one in tail.told if "written at the same time" in one] == tail.told
    assert len(tail.told) == 1


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"])
def test_damage_counts_by_the_mode_once_it_is_certain(shape: Shape, tmp_path: Path, mode: str):
    rng = random.Random(3)
    path = tmp_path / "a.log"
    path.write_bytes(shape.data(range(5)) + shape.record(5, rng)[:-1])
    tail = Told(path, shape, mode=mode)
    assert tail.there(2) == [3, 4]
    assert tail.come() == []
    path.rename(tmp_path / "a.log.1")
    assert tail.come() == [], "nothing has taken its place yet"
    path.write_bytes(shape.data(range(6, 9)))
    if mode == "FAILFAST":
        with pytest.raises(ReadError):
            tail.come()
        return
    assert tail.come() == [None] * (mode == "PERMISSIVE") + [6, 7, 8]
    assert any("bad records" in one for one in tail.told)


def test_a_file_that_comes_later_is_waited_for(framed: Shape, tmp_path: Path):
    path = tmp_path / "a.log"
    tail = Told(path, framed)
    assert tail.there(10) == tail.come() == []
    path.write_bytes(framed.head[:2])
    assert tail.come() == []
    path.write_bytes(framed.data(range(3)))
    assert tail.come() == [0, 1, 2]


def test_what_cannot_grow_has_last_rows_and_is_not_followed(framed: Shape, tmp_path: Path):
    import gzip

    path = tmp_path / "a.log.gz"
    path.write_bytes(gzip.compress(framed.data(range(30))))
    assert Told(path, framed, follow=False).there(3) == [27, 28, 29]
    assert Told(path, framed, follow=False).there(28, behind=True) == [28, 29]
    with pytest.raises(OptionError, match="compressed"):
        Told(path, framed)


WRITER = """
import random, sys, time
from pathlib import Path
from tests.support.growing_logs import SHAPES, LogWriter
spec, head, record = SHAPES["framed"]
writer = LogWriter(Path(sys.argv[1]), 11, record, head)
rng = random.Random(2)
while writer.numbers < 295:
    writer.write()
    if rng.random() < 0.05:
        writer.rotate("rename")
    time.sleep(0.002)
writer._waiting += b"".join(record(number, rng) for number in range(writer.numbers, 300))
writer.finish()
"""


@contextlib.contextmanager
def _running(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_the_command_follows_another_process_and_ends_when_it_is_told_to(framed: Shape, tmp_path: Path):
    log = tmp_path / "logs" / "app.log"
    log.parent.mkdir()
    words = ["tail", str(log), "-f", "-s", "0.01", "--spec", framed.spec, "--columns", "number"]
    command = [sys.executable, "-m", "bytewright", *words]
    with _running(command) as tail:
        assert tail.stdout is not None
        assert tail.stderr is not None
        assert "no such file yet" in tail.stderr.readline()
        subprocess.run([sys.executable, "-c", WRITER, str(log.parent)], check=True)
        lines: list[str] = []
        while not lines or lines[-1] != '{"number":299}\n':
            lines.append(tail.stdout.readline())
            assert lines[-1], tail.stderr.read()
        assert lines == [f'{{"number":{number}}}\n' for number in range(300)]
        tail.send_signal(signal.SIGINT)
        assert (tail.wait(60), tail.stdout.read()) == (130, "")
    with _running([*command, "-n", "1"]) as tail:
        assert tail.stdout is not None
        assert tail.stdout.readline() == '{"number":299}\n'
        tail.stdout.close()  # nobody reads any more, though nothing comes
        assert tail.wait(60) == 0
