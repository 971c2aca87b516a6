"""A call of the system fails, any one: what is done is done, or it is an error and all is as it was."""

from __future__ import annotations

import ast
import errno
import gzip
import os
import random
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.calls import CALLS
from tests.support.faults import KINDS, Faults, Held, Kind, each_call_fails, held, kinds, outcome, restored
from tests.support.growing_logs import SHAPES

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import BytewrightError, InputMissingError, ReadError
from bytewright.host import cache as kept
from bytewright.io.atomic_files import replacing
from bytewright.io.commit_journal import recover
from bytewright.io.folders import local_folder
from bytewright.io.jobs.journal import JOB
from bytewright.io.spill import SpillFile
from bytewright.spark.write.target import open_target
from bytewright.tables.append.compaction import compact
from bytewright.tables.damage.repair import repair
from bytewright.tables.inputs import Input
from bytewright.tables.trees.editing import Assignment, edit
from bytewright.tables.write import write_file
from bytewright_codegen.load import load

ROWS = 40
TIME = 1_700_000_000
"""When files of tests were changed."""
ROOT = '{"magic": "47524f57"}'


@pytest.fixture(scope="session")
def codecs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Codec]:
    """By the names of the shapes."""
    folder = tmp_path_factory.mktemp("specs")
    found = {}
    for name, (spec, _, _) in SHAPES.items():
        path = folder / f"{name}.ksy"
        path.write_text(spec, encoding="utf-8")
        found[name] = load(path)
    return found


@cache
def data_of(shape: str, count: int = ROWS) -> bytes:
    _, head, record = SHAPES[shape]
    draw = random.Random(shape)
    return head + b"".join(record(number, draw) for number in range(count))


def rows(count: int = ROWS) -> pa.Table:
    return pa.table({"number": pa.array(range(count), pa.uint32()), "body": [b"body" * (n % 9) for n in range(count)]})


def fails(tmp_path: Path, run: Callable[[Path], Any], kind: Kind, **arguments: Any) -> None:
    folder = tmp_path / "files"
    folder.mkdir(exist_ok=True)
    done = each_call_fails(folder, run, kind, **arguments)
    assert done or kind.name in ("ENOSPC", "short")


@kinds
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("engine", ["objects", "auto"])
def test_reading(engine: Any, shape: str, kind: Kind, codecs: dict[str, Codec], tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "log").write_bytes(data_of(shape))

    def run(folder: Path) -> Any:
        return bytewright.open(folder / "log", codecs[shape], engine=engine, batch_rows=7).to_table().to_pylist()

    fails(tmp_path, run, kind)


@kinds
@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("engine", ["objects", "auto"])
@pytest.mark.parametrize("shape", SHAPES)
def test_reading_behind_bad_records(
    shape: str, engine: Any, mode: str, kind: Kind, codecs: dict[str, Codec], tmp_path: Path
) -> None:
    """What the system can't read is no bad record."""
    (tmp_path / "files").mkdir()
    data = bytearray(data_of(shape))
    data[len(data) // 2] ^= 0x55
    (tmp_path / "files" / "log").write_bytes(data)

    def run(folder: Path) -> Any:
        table = bytewright.open(folder / "log", codecs[shape], engine=engine, batch_rows=7, options={"mode": mode})
        return table.to_table().to_pylist()

    fails(tmp_path, run, kind)


@kinds
@pytest.mark.parametrize("engine", ["objects", "columns"])
def test_writing(engine: Any, kind: Kind, codecs: dict[str, Codec], tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "log").write_bytes(b"what was there before")

    def run(folder: Path) -> Any:
        bytewright.write(rows(), folder / "log", codecs["framed"], engine=engine)

    fails(tmp_path, run, kind)


@kinds
@pytest.mark.parametrize("way", ["threads", "compressed", "folder", "glob", "index", "cut", "metadata"])
def test_reading_in_other_ways(
    way: str, kind: Kind, codecs: dict[str, Codec], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By several threads, decompressed into a temporary file, of a folder, of a glob in SQL, by an index, of a log that
    is written, with what the system says of files."""
    (tmp_path / "files").mkdir()
    path = tmp_path / "files" / ("log.gz" if way == "compressed" else "log")
    data = data_of("framed", 4_000) if way in ("threads", "index") else data_of("framed")
    if way == "compressed":
        data = gzip.compress(data)
    path.write_bytes(data[:-3] if way == "cut" else data)
    if way in ("folder", "glob"):
        (tmp_path / "files" / "other").write_bytes(data)
    elif way == "metadata":
        (tmp_path / "files" / "other.gz").write_bytes(gzip.compress(data))
    os.utime(path, (TIME, TIME))
    if way == "index":
        assert bytewright.index(path, codecs["framed"], every=1 << 16)[0].places
    ways: dict[str, dict[str, Any]] = {"cut": {"tornTail": "ignore"}, "metadata": {"includeMetadata": True}}
    options = ways.get(way, {})

    def run(folder: Path) -> Any:
        if way == "glob":
            return bytewright.sql(f"select count(*), sum(number) from '{folder}/*'", codecs["framed"]).to_pylist()
        what = folder if way in ("folder", "metadata") else folder / path.name
        table = bytewright.open(what, codecs["framed"], options=options, threads=3)
        if way == "index":
            table.splits(1 << 16)
        return table.to_table().to_pylist()

    fails(tmp_path, run, kind)


@pytest.mark.parametrize("engine", ["objects", "auto"])
def test_the_time_of_a_file_that_is_replaced(engine: Any, codecs: dict[str, Codec], tmp_path: Path) -> None:
    """Rows are those of the file that was opened, and so is what is told of it, whatever has its name by then."""
    path, compressed = tmp_path / "log", tmp_path / "packed.gz"
    path.write_bytes(data_of("framed"))
    compressed.write_bytes(gzip.compress(data_of("framed")))
    for one in (path, compressed):
        os.utime(one, (TIME, TIME))
        table = bytewright.open(one, codecs["framed"], engine=engine, batch_rows=7, options={"includeMetadata": True})
        batches = table.to_batches()
        found = [next(batches)]
        (tmp_path / "next").write_bytes(b"another")
        (tmp_path / "next").replace(one)
        found += batches
        told: Any = pa.Table.from_batches(found)["_metadata"].to_pylist()
        assert {one["file_modification_time"].timestamp() for one in told} == {TIME}


@kinds
def test_specs(kind: Kind, tmp_path: Path) -> None:
    """A spec, what it imports, and code that lies beside them."""
    folder = tmp_path / "files"
    folder.mkdir()
    spec = "meta: {id: outer, imports: [inner]}\nseq: [{id: one, type: inner}]\n"
    (folder / "outer.ksy").write_text(spec, encoding="utf-8")
    (folder / "inner.ksy").write_text("meta: {id: inner}\nseq: [{id: a, type: u1}]\n", encoding="utf-8")
    (folder / "inner.py").write_text("", encoding="utf-8")

    def run(place: Path) -> Any:
        return load(place / "outer.ksy").name

    fails(tmp_path, run, kind)


@kinds
@pytest.mark.parametrize("way", ["new", "link", "spooled", "index", "as Parquet"])
def test_writing_in_other_ways(
    way: str, kind: Kind, codecs: dict[str, Codec], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "files").mkdir()
    path = tmp_path / "files" / "log"
    if way == "link":
        (tmp_path / "link").symlink_to(path)
        path = tmp_path / "link"
    elif way == "spooled":
        monkeypatch.setattr("bytewright.io.spill.SPOOLED", 64)
        monkeypatch.setattr("bytewright.io.spill.HELD", 200)
    elif way == "index":
        path.write_bytes(data_of("framed", 4_000))

    def run(folder: Path) -> Any:
        if way == "index":
            (found,) = bytewright.index(path, codecs["framed"], every=1 << 16)
            if not found.whole:  # that is told, and no error: the index leads to what could be read
                raise ReadError(found.reason, path=found.path)
            return found
        if way == "as Parquet":
            bytewright.open(data_of("framed"), codecs["framed"]).to_parquet(path)
        else:
            bytewright.write(rows(), path, codecs["framed"], engine="objects" if way == "spooled" else "auto")
        return None  # which engine has written few rows depends on what was written before

    def indexed(folder: Path, old: Held, new: Held) -> bool:
        assert bytewright.open(path, codecs["framed"]).to_table().num_rows == 4_000
        return {**new, **held(folder)}.keys() == new.keys() and held(folder)["log"] == old["log"]

    fails(tmp_path, run, kind, **({"settled": indexed} if way == "index" else {}))
    assert path.is_symlink() == (way == "link")


@pytest.mark.parametrize("call", ["iter_batches", "close"])
def test_rows_in_parquet_that_cannot_be_read(
    call: str, codecs: dict[str, Codec], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names them, not what is made of them."""
    source, made = tmp_path / "rows.parquet", tmp_path / "log"
    pq.write_table(rows(), source)

    def fails(file: Any) -> Any:
        raise OSError(errno.EIO, "Error reading bytes from file")

    monkeypatch.setattr(pq.ParquetFile, call, fails)
    with pytest.raises(InputMissingError, match=r"rows\.parquet: can't be read: input/output error"):
        write_file(codecs["framed"], str(source), made, None, parse(codecs["framed"], {}))
    assert made.exists() == (call == "close")


def appended(folder: Path, old: Held, new: Held) -> bool:
    """Whether a log ends in a whole record, or as it did, and nothing of it is lost."""
    before, after = old.get("log", b""), new["log"]
    now = held(folder)
    log = now.pop("log", b"")
    if log != before and not (after.startswith(log) and len(log) in ends_of(after)):
        return False
    return all(before.endswith(data) and name.startswith("log.torn-") for name, data in now.items())


def ends_of(data: bytes) -> list[int]:
    """Where records of a framed log end, and its header, and nothing."""
    found = [0, 4]
    while found[-1] < len(data):
        found.append(found[-1] + 12 + int.from_bytes(data[found[-1] : found[-1] + 4], "little"))
    return found


def recovered(folder: Path, old: Held, new: Held) -> bool:
    """Whether all or nothing of a commit is done, once it is recovered."""
    for table in (folder, folder / "table"):
        if table.exists():
            recover(local_folder(str(table)))
    return held(folder) in (old, new)


@kinds
@pytest.mark.parametrize("there", ["", "whole", "torn"])
def test_appending(there: str, kind: Kind, codecs: dict[str, Codec], tmp_path: Path) -> None:
    """What isn't in a log yet is appended; an error leaves what was flushed before."""
    (tmp_path / "files").mkdir()
    if there:
        data = data_of("framed", 3)
        (tmp_path / "files" / "log").write_bytes(data[:-2] if there == "torn" else data)

    def run(folder: Path) -> Any:
        with bytewright.append(folder / "log", codecs["framed"], root=ROOT) as log:
            log.append(rows(5), flush=True)
            log.sync()

    fails(tmp_path, run, kind, exact=False, settled=appended)


@kinds
@pytest.mark.parametrize("way", ["new", "append", "replace"])
def test_committing(way: str, kind: Kind, tmp_path: Path) -> None:
    """A job writes two files and moves them to where others are."""
    folder = tmp_path / "files"
    folder.mkdir()
    if way != "new":
        (folder / "table" / "day=1").mkdir(parents=True)
        (folder / "table" / "old").write_bytes(b"old")
        (folder / "table" / "day=1" / "old").write_bytes(b"old as well")

    def run(folder: Path) -> Any:
        target, job = open_target(str(folder / "table")), f"{JOB}job"
        hold = target.begin(job)
        try:
            for name in ("a", "b"):
                with target.writing(job, name) as file:
                    file.write(name.encode())
            final = {"a": "new", "b": "day=1/new"}.__getitem__
            return target.commit(job, ["a", "b"], final, replace=way == "replace")
        finally:
            hold.release()
            target.discard(job, whole=way == "new")

    fails(tmp_path, run, kind, settled=recovered)


@kinds
def test_caching(kind: Kind, tmp_path: Path) -> None:
    def run(folder: Path) -> Any:
        kept.write(folder / "entry", b"content" * 100)
        return kept.read(folder / "entry")

    fails(tmp_path, run, kind, errors=OSError, results=(None,), named=False)


def test_what_was_cut_off_is_kept(codecs: dict[str, Codec], tmp_path: Path) -> None:
    """Also what was before, where the system can't tell whether it is there."""
    (tmp_path / "log").write_bytes(data_of("framed", 3)[:-2])
    taken = tmp_path / f"log.torn-{ends_of(data_of('framed', 3))[-2]}"
    taken.write_bytes(b"of before")
    old = held(tmp_path)

    def run(folder: Path) -> Any:
        return bytewright.append(folder / "log", codecs["framed"]).close()

    for number in KINDS[0].numbers:
        restored(tmp_path, old)
        faults = Faults(tmp_path, KINDS[0], number)
        outcome(tmp_path, run, faults)
        assert taken.read_bytes() == b"of before"
        if not faults.failed:
            break


@kinds
def test_parts_that_are_moved(kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was put into a file before all was known is moved in it, to either side, and copied."""
    monkeypatch.setattr("bytewright.io.spill.SPOOLED", 64)
    first, second, third = (bytes([number]) * 150 for number in (1, 2, 3))

    def run(folder: Path) -> Any:
        with replacing(folder / "made") as file:
            spool = SpillFile(file)
            one, two, three = (spool.keep([data]) for data in (first, second, third))
            spool.write([b"head", one, b"x" * 9, two, three])
        with replacing(folder / "shorter") as file:
            spool = SpillFile(file)
            one, two, three = (spool.keep([data]) for data in (first, second, third))
            spool.write([two, b"between", three])
        with replacing(folder / "other") as file:
            spool = SpillFile(file)
            one, two, three = (spool.keep([data]) for data in (first, second, third))
            spool.write([two, three, b"between", one])

    fails(tmp_path, run, kind, settled=lambda folder, old, new: held(folder).items() <= new.items())


@kinds
@pytest.mark.parametrize("way", ["repair", "edit", "compact"])
def test_changing(
    way: str, kind: Kind, codecs: dict[str, Codec], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is repaired, or edited, into another one; files are joined."""
    (tmp_path / "files").mkdir()
    data = bytearray(data_of("framed"))
    if way == "repair":
        data[300] ^= 1
    for name in ("log", "part-00000-" + "0" * 32 + ".bin", "part-00001-" + "0" * 32 + ".bin"):
        if (name == "log") != (way == "compact"):
            (tmp_path / "files" / name).write_bytes(data)
    codec, settings = codecs["framed"], parse(codecs["framed"], {})
    monkeypatch.setattr("bytewright.tables.append.compaction.uuid.uuid4", lambda: uuid.UUID(int=7))

    def left_alone(told: str) -> None:
        raise ReadError(told, path=str(tmp_path))

    def run(folder: Path) -> Any:
        if way == "compact":
            return compact(str(folder), codec, settings, left_alone)
        with closing(Input(str(folder / "log"))) as file:
            if way == "repair":
                return repair(codec, file, settings, str(folder / "good")).records > 0
            return edit(codec, file, settings, [Assignment.parsed("records[7].number=77")], str(folder / "edited"))

    fails(tmp_path, run, kind, **({"settled": recovered} if way == "compact" else {}))


def _shrunk(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _grown(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\xff" * 50)


def _replaced(path: Path) -> None:
    path.with_name("next").write_bytes(data_of("walked"))
    path.with_name("next").replace(path)


@pytest.mark.parametrize("shape", ["framed", "objects"])
@pytest.mark.parametrize("change", [_shrunk, _grown, _replaced, Path.unlink], ids=lambda change: change.__name__)
@pytest.mark.parametrize("engine", ["objects", "auto"])
def test_a_file_that_changes(
    engine: Any, change: Callable[[Path], None], shape: str, codecs: dict[str, Codec], tmp_path: Path
) -> None:
    """Between two calls: rows are those of before or of after, or there is an error."""
    path = tmp_path / "log"

    def run(folder: Path) -> Any:
        return bytewright.open(folder / "log", codecs[shape], engine=engine, batch_rows=7).to_table().to_pylist()

    path.write_bytes(data_of(shape))
    expected, error = outcome(tmp_path, run, Faults(tmp_path, None))
    assert error is None
    for number in KINDS[0].numbers:
        path.write_bytes(data_of(shape))
        faults = Faults(tmp_path, None, number, partial(change, path))
        found, error = outcome(tmp_path, run, faults)
        if not faults.failed:
            break
        assert found == expected or (isinstance(error, BytewrightError) and error.path == str(path)), (number, error)


# --- ways to files ---------------------------------------------------------------------------------------------------

NO_CALLS = frozenset({
    "MFD_CLOEXEC", "PathLike", "W_OK", "X_OK", "cpu_count", "curdir", "devnull", "environ", "fsdecode", "fsencode",
    "fspath", "geteuid", "getpgrp", "getpid", "kill", "name", "path", "pathsep", "pidfd_open", "sched_getaffinity",
    "sep", "stat_result", "strerror", "umask", "urandom",
})  # fmt: skip
"""What the runtime has of `os` that reaches no file."""
AS_OPEN = frozenset({"fdopen"})
"""What gives files as `open` does."""
FOREIGN = frozenset({"ctypes", "fcntl", "mmap", "posix", "pyarrow.dataset", "pyarrow.fs", "sqlite3", "subprocess"})
"""Modules that may reach files in other ways."""
METHODS = frozenset({"FileIO", "LocalFileSystem", "OSFile", "ParquetFile", "memory_map", "read_table"})
"""What else may, of pyarrow and `io`."""
OTHER_WAYS = {
    "arrow/expressions.py": {"ctypes"},  # of Python's own objects
    "cli/__init__.py": {"getcwd"},  # asked of a deleted directory, which is said
    "cli/standard_streams.py": {"FileIO", "dup2"},  # standard output
    "codecs/parquet.py": {"ParquetFile"},  # of our sources
    "host/locks.py": {"fcntl"},  # what can't be locked counts as without locks
    "io/atomic_files.py": {"ctypes"},  # room that is taken ahead, where that can be done
    "io/file_listing.py": {"pyarrow.fs"},  # other file systems, as the next three
    "io/filesystems.py": {"pyarrow.fs"},
    "io/folders.py": {"pyarrow.fs"},
    "io/remote_source.py": {"pyarrow.fs"},
    "kernels/drivers/libraries.py": {"ctypes"},  # no files
    "kernels/drivers/prefix_scan.py": {"ctypes"},  # `pread` of the C library: what it can't read is read as usual
    "kernels/native/machine/compile.py": {"fcntl", "subprocess"},  # a lock among compilers
    "kernels/native/machine/function_pointers.py": {"ctypes"},  # no files
    "kernels/native/machine/shared_library.py": {"ctypes", "memfd_create"},  # libraries of the package
    "kernels/native/machine/shipped_walks.py": {"ctypes"},  # likewise
    "kernels/native/machine/shipping.py": {"subprocess"},  # builds wheels
    "kernels/program/unrolled/constant_folding.py": {"ctypes"},  # numbers of C, no files
    "spark/command_session.py": {"subprocess"},  # the end of the JVM
    "spark/ingest/manifest.py": {"ParquetFile"},  # by `Target.reading`
    "spark/process/java.py": {"subprocess"},
    "spark/process/jvm_log.py": {"dup2"},
    "spark/write/job_keeper.py": {"subprocess"},
    "spark/write/target.py": {"LocalFileSystem", "pyarrow.fs"},  # files of rows are written by Arrow
    "tables/dataset.py": {"LocalFileSystem", "pyarrow.dataset", "pyarrow.fs"},  # hands Arrow's files to Arrow
    "tables/parquet_files.py": {"ParquetFile"},  # rows that are written are read by Arrow
    "testing/checks.py": {"read_table"},
    "views/evaluate/record_index.py": {"ParquetFile"},  # of bytes
}
"""The runtime's modules that reach files by something that doesn't fail here, and why that is."""


def ways(text: str) -> Iterator[str]:
    """What a source uses that may reach files and doesn't fail here."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute):
            of_os = isinstance(node.value, ast.Name) and node.value.id == "os" and not node.attr.startswith("O_")
            if node.attr in METHODS or (of_os and node.attr not in CALLS | NO_CALLS | AS_OPEN):
                yield node.attr
        elif isinstance(node, ast.Import):
            yield from FOREIGN & {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from FOREIGN & {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            names = {alias.name for alias in node.names}
            yield from (names - NO_CALLS if node.module == "os" else names & METHODS)


def test_files_are_reached_by_what_fails_here() -> None:
    """Or it is said why not: a call that is new fails here as well."""
    runtime = Path(bytewright.__file__).parent
    found = {
        str(path.relative_to(runtime)): set(ways(path.read_text(encoding="utf-8"))) for path in runtime.rglob("*.py")
    }
    assert {path: names for path, names in found.items() if names} == OTHER_WAYS
