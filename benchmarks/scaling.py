"""What planning costs the driver where there are many files: on a simulated object store, without data.

``python -m benchmarks.scaling`` prints the table of docs/scaling.md: what the driver takes to list a million files of a
gigabyte each (a petabyte), to plan a read of them, to take a batch of a stream of them, and to commit what an ingestion
has made of them. The store answers after the latencies of a real one, so that time is waited for; bytes of files are
computed when somebody reads them. ``--files`` and ``--latency`` make it smaller.
"""

from __future__ import annotations

import argparse
import io
import pickle
import resource
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import fsspec
from fsspec.spec import AbstractFileSystem

SCHEME = "simulated"
LATENCIES = {"list": 0.1, "head": 0.02, "get": 0.03, "put": 0.05, "copy": 0.05, "delete": 0.02}
"""Seconds until the first byte of an answer, as object stores take them within a region."""
PAGE = 1000
"""Names that a store tells at once."""
FOLDER = 1000
"""Files of a directory."""
SIZE = 1 << 30
"""Bytes of a file."""
RECORD = b"\xb5\x07" + bytes(range(62))
SPEC = """
meta: {id: readings, endian: le}
seq: [{id: records, type: reading, repeat: eos}]
types:
  reading:
    seq: [{id: magic, contents: [0xb5, 0x07]}, {id: number, type: u2}, {id: rest, size: 60}]
"""


class Store(AbstractFileSystem):  # type: ignore[misc]  # fsspec has no types
    """An object store that holds files which nobody has written, beside those that somebody has.

    Attributes:
        files: how many of them.
        latency: by how much latencies are multiplied.
        written: the others, by their paths.
        requests: how many there were of each kind.
    """

    protocol = SCHEME
    cachable = False
    files = 0
    latency = 1.0
    written: ClassVar[dict[str, bytes]] = {}
    requests: ClassVar[Counter[str]] = Counter()
    _lock = threading.Lock()

    def _asked(self, kind: str, times: int = 1) -> None:
        with self._lock:
            self.requests[kind] += times
        time.sleep(times * LATENCIES[kind] * self.latency)

    def _made(self, path: str) -> dict[str, Any] | None:
        """A file that nobody has written."""
        folder, _, name = path.rpartition("/")
        if not folder.startswith("logs/day=") or not name.endswith(".bin"):
            return None
        number = int(folder[9:]) * FOLDER + int(name[:-4])
        return _entry(path, SIZE) if number < self.files else None

    def ls(self, path: str, detail: bool = True, **kwargs: Any) -> Any:
        """See fsspec."""
        folder = self._strip_protocol(path)
        if folder == "logs":
            found = [_folder(f"logs/day={day:04}") for day in range(-(-self.files // FOLDER))]
        elif folder.startswith("logs/day="):
            count = min(FOLDER, self.files - int(folder[9:]) * FOLDER)
            found = [_entry(f"{folder}/{number:04}.bin", SIZE) for number in range(count)]
        else:
            found = self._inside(folder)
        self._asked("list", max(1, -(-len(found) // PAGE)))
        return found if detail else [one["name"] for one in found]

    def _inside(self, folder: str) -> list[dict[str, Any]]:
        below = folder + "/"
        entries: dict[str, dict[str, Any]] = {}
        for path, data in self.written.items():
            if path.startswith(below):
                name, deeper, _ = path[len(below) :].partition("/")
                entries[name] = _folder(below + name) if deeper else _entry(path, len(data))
        return list(entries.values())

    def info(self, path: str, **kwargs: Any) -> dict[str, Any]:
        """See fsspec."""
        self._asked("head")
        name = self._strip_protocol(path)
        if name in self.written:
            return _entry(name, len(self.written[name]))
        if made := self._made(name):
            return made
        if name.startswith("logs") or any(one.startswith(name + "/") for one in self.written):
            return _folder(name)
        raise FileNotFoundError(name)

    def _open(self, path: str, mode: str = "rb", **kwargs: Any) -> Any:
        if mode != "rb":
            self._asked("put")
            return _Written(self.written, path)
        made = self._made(path)
        self._asked("get")
        if made is None and path not in self.written:
            raise FileNotFoundError(path)
        return io.BytesIO(self.written[path]) if made is None else _Computed(made["size"])

    def makedirs(self, path: str, exist_ok: bool = False) -> None:
        """See fsspec: a store has no directories."""

    def cp_file(self, path1: str, path2: str, **kwargs: Any) -> None:
        """See fsspec."""
        self._asked("copy")
        self.written[path2] = self.written[path1]

    def rm_file(self, path: str) -> None:
        """See fsspec."""
        self._asked("delete")
        self.written.pop(path, None)

    def mv(self, path1: str, path2: str, **kwargs: Any) -> None:
        """See fsspec: copied, then deleted."""
        self.cp_file(path1, path2)
        self.rm_file(path1)


class _Written(io.BytesIO):
    """A file that is in the store when it is closed."""

    def __init__(self, store: dict[str, bytes], path: str) -> None:
        super().__init__()
        self._store, self._path = store, path

    def close(self) -> None:
        """See `io.IOBase`."""
        if not self.closed:
            self._store[self._path] = self.getvalue()
        super().close()


class _Computed(io.RawIOBase):
    """The same record over and over again."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size
        self._at = 0

    def readable(self) -> bool:
        """See `io.IOBase`."""
        return True

    def seekable(self) -> bool:
        """See `io.IOBase`."""
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        """See `io.IOBase`."""
        self._at = offset + (0, self._at, self.size)[whence]
        return self._at

    def tell(self) -> int:
        """See `io.IOBase`."""
        return self._at

    def read(self, count: int | None = -1) -> bytes:
        """See `io.IOBase`."""
        left = self.size - self._at
        count = left if count is None or count < 0 else min(count, left)
        skip = self._at % len(RECORD)
        self._at += count
        return (RECORD * (count // len(RECORD) + 2))[skip : skip + count]


def _folder(path: str) -> dict[str, Any]:
    return {"name": path, "size": 0, "type": "directory"}


def _entry(path: str, size: int) -> dict[str, Any]:
    return {"name": path, "size": size, "type": "file", "mtime": 1_700_000_000.0}


@dataclass(slots=True)
class Step:
    """What something took.

    Attributes:
        name: what it was.
        seconds: how long it took.
        worked: seconds of processors.
        memory: bytes of memory that the process has more behind it than before, at its peak.
        requests: how many requests it made.
        said: what else there is to say.
    """

    name: str
    seconds: float = 0.0
    worked: float = 0.0
    memory: int = 0
    requests: Counter[str] = field(default_factory=Counter)
    said: str = ""


class Steps:
    """What is measured, one step after another."""

    def __init__(self) -> None:
        self.done: list[Step] = []

    @contextmanager
    def step(self, name: str) -> Iterator[Step]:
        """Measure what a block does."""
        one = Step(name)
        before, started, worked = Counter(Store.requests), time.perf_counter(), time.process_time()
        memory = _peak()
        yield one
        one.seconds, one.worked = time.perf_counter() - started, time.process_time() - worked
        one.memory, one.requests = _peak() - memory, Store.requests - before
        self.done.append(one)


def _peak() -> int:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak << 10


def measure(files: int, partition_bytes: int, outputs: int, folder: Path) -> list[Step]:
    """Plan, stream and commit.

    Args:
        files: how many files there are.
        partition_bytes: bytes of a partition.
        outputs: how many Parquet files are committed.
        folder: where the spec goes.
    """
    from bytewright.arrow.types import from_spark, spark_schema
    from bytewright.spark.options import ReadOptions
    from bytewright.spark.read.planning import Planner
    from bytewright.spark.read.shares import shares
    from bytewright.spark.streaming.offsets import Offset, digest
    from bytewright.spark.write.target import folder_of

    fsspec.register_implementation(SCHEME, Store, clobber=True)
    Store.files = files
    Store.written.clear()
    spec = folder / "readings.ksy"
    spec.write_text(SPEC, encoding="utf-8")
    options = ReadOptions.parse(
        {"path": f"{SCHEME}://logs", "splitFiles": "search", "maxPartitionBytes": str(partition_bytes)}, str(spec)
    )
    steps = Steps()
    with steps.step("list") as step:
        listed = options.files()
        step.said = f"{len(listed):,} files"
    with steps.step("columns") as step:
        planner = Planner(options, files=listed)
        want = from_spark(spark_schema(planner.schema()))
        request = planner.request(want, options)
    with steps.step("plan") as step:
        groups = planner.partitions(want, options.filters)
        step.said = f"{len(groups):,} partitions"
    with steps.step("hand over") as step:
        dealt = shares(planner.files, len(groups))
        sent = sum(len(pickle.dumps((tuple(group), share))) for group, share in zip(groups, dealt, strict=True))
        step.said = f"{sent / len(groups):,.0f} bytes a task, and {len(pickle.dumps(request)):,} for all"
    del groups, dealt
    with steps.step("stream: an offset") as step:
        names = [(digest(file.path), file.modified // 1_000_000) for file in listed]
        offset = Offset().with_files(names, 7 * 86400)
        step.said = "of all files"
    del names, offset
    _ingested(steps, listed, outputs, folder_of)
    return steps.done


def _ingested(steps: Steps, listed: list[Any], outputs: int, folder_of: Callable[[str], str]) -> None:
    """What an ingestion does besides what tasks do."""
    import pyarrow as pa

    from bytewright.spark.ingest.files import Job, Layout, Output
    from bytewright.spark.ingest.manifest import entries_of
    from bytewright.spark.ingest.stores import Change, ParquetStore, place_of

    store = ParquetStore(f"{SCHEME}://table/t", ())
    job = Job("a" * 32, store.target.uri, (), Layout())
    hold = store.target.begin(job.folder)
    written = tuple(Output(f"{number:06}.0-c00000.parquet", 1, 8) for number in range(outputs))
    for one in written:
        Store.written[f"table/t/{job.folder}/{one.name}"] = b"PAR1PAR1"
    each = -(-len(listed) // max(1, outputs))
    with steps.step("ingest: the manifest") as step:
        places = [place_of(job, one) for one in written]
        within = {file.path: [places[number // each]] for number, file in enumerate(listed)}
        added = entries_of(listed, {}, within, "readings")
        change = Change(written, store.manifest(), added)
    del within
    with steps.step("ingest: the commit") as step:
        store.commit(job, change, pa.schema([]))
        step.said = f"{outputs:,} Parquet files"
    hold.release()
    with steps.step("ingest: what is new") as step:
        work = store.manifest().work(listed, "readings", "error")
        step.said = f"{work.known:,} files known"


def page(steps: list[Step], files: int) -> str:
    """The table, as Markdown."""
    lines = ["| | seconds | of a processor | memory | per file | requests | |", "|---|---|---|---|---|---|---|"]
    for one in steps:
        asked = ", ".join(f"{count:,} {kind}" for kind, count in sorted(one.requests.items())) or "none"
        memory = f"{one.memory / (1 << 20):,.0f} MB" if one.memory > 1 << 20 else "–"
        each = f"{one.worked / files * 1e6:.1f} µs"
        lines.append(
            f"| {one.name} | {one.seconds:.1f} | {one.worked:.1f} | {memory} | {each} | {asked} | {one.said} |"
        )
    return "\n".join(lines)


def main(words: list[str] | None = None) -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=1_000_000, help="files of 1 GB (default: a million)")
    parser.add_argument("--partition-bytes", type=int, default=SIZE, help="of a partition (default: 1 GB)")
    parser.add_argument("--outputs", type=int, default=10_000, help="Parquet files of a commit (default: 10,000)")
    parser.add_argument("--latency", type=float, default=1.0, help="by how much latencies are multiplied")
    given = parser.parse_args(words)
    Store.latency = given.latency
    with tempfile.TemporaryDirectory() as folder:
        steps = measure(given.files, given.partition_bytes, given.outputs, Path(folder))
    print(page(steps, given.files))
    return 0


if __name__ == "__main__":
    sys.exit(main())
