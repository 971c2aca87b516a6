"""Files that grow: what is appended is what would have been written, and what was left of a killed writer is cut."""

from __future__ import annotations

import errno
import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import ChecksumError, OptionError, ReadError, WriteError
from bytewright.io.source import open_source
from bytewright.views.evaluate.steps import Steps

EVENTS = """
seq:
  - {id: magic, contents: EVT}
  - {id: version, type: u2}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len, type: u4}
      - {id: kind, type: u1, enum: kind}
      - {id: number, type: s8}
      - {id: body, size: len}
      - {id: digest, type: u4, -checksum: {algorithm: crc32, from: len, to: body}}
enums:
  kind: {1: start, 2: step, 3: stop}
"""
ROOT = json.dumps({"version": 7})
BATCHES = """
-views:
  rows:
    default: true
    each: batches[*]
    columns:
      - {id: batch, value: _index, type: s4}
    view: block.rows
seq:
  - {id: magic, contents: BTC}
  - {id: batches, type: batch, repeat: eos}
types:
  batch:
    seq:
      - {id: len, type: u4}
      - {id: block, type: block, size: len}
"""
BLOCK = """
-views:
  rows:
    default: true
    each: items[*]
    columns:
      - {id: stamp, value: stamp}
      - {id: value, value: _.value}
seq:
  - {id: stamp, type: u4}
  - {id: num, type: u4}
  - {id: items, type: item, repeat: expr, repeat-expr: num}
types:
  item:
    seq:
      - {id: value, type: s4}
"""


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("events") / "events.ksy"
    path.write_text(f"meta: {{id: events, endian: le}}\n{EVENTS}")
    return bytewright.load(path)


def row(number: int) -> dict[str, Any]:
    return {"kind": ("start", "step", "stop")[number % 3], "number": number, "body": b"x" * (number % 7)}


def table(*numbers: int) -> pa.Table:
    return pa.Table.from_pylist([row(number) for number in numbers])


def test_what_is_appended_is_what_would_have_been_written(events: Codec, tmp_path: Path):
    other = events.parse(_written(events, tmp_path / "other", table(7, 8)))
    with bytewright.append(tmp_path / "log", events, root=ROOT) as log:
        log.append(row(0))
        log.append([row(1), row(2)])
        log.append(table(3, 4))
        log.append(table(5).to_batches()[0])
        log.append(events.parse(_written(events, tmp_path / "other", table(6))).records[0])
        assert len(bytewright.open(tmp_path / "log", events).to_table()) == 0
        log.flush()
        assert len(bytewright.open(tmp_path / "log", events).to_table()) == 7
    with bytewright.append(tmp_path / "log", events) as log:  # without the root: the file has its own
        log.append(other)
        log.append(row(9))
        log.sync()
    whole = _written(events, tmp_path / "whole", table(*range(10)))
    assert (tmp_path / "log").read_bytes() == whole.read_bytes()


def _written(codec: Codec, path: Path, rows: pa.Table) -> Path:
    bytewright.write(rows, path, codec, root=ROOT)
    return path


def test_rows_that_lie_in_batches(compiled: Compile, tmp_path: Path):
    codec = compiled(BATCHES, block=BLOCK)
    with bytewright.append(tmp_path / "log", codec) as log:
        assert (tmp_path / "log").read_bytes() == b"BTC"
        log.append([{"stamp": 7, "value": 1}, {"stamp": 7, "value": 2}])
        log.append(pa.table({"stamp": [8], "value": [3]}))
        log.append(pa.table({"batch": [4, 4, 9], "stamp": [1, 1, 2], "value": [4, 5, 6]}))
    found = bytewright.open(tmp_path / "log", codec).to_table().to_pydict()
    assert found == {"batch": [0, 0, 1, 2, 2, 3], "stamp": [7, 7, 8, 1, 1, 2], "value": [1, 2, 3, 4, 5, 6]}


def test_what_the_header_needs_comes_with_the_first_records(events: Codec, tmp_path: Path):
    whole = events.parse(_written(events, tmp_path / "whole", table(1)))
    with bytewright.append(tmp_path / "log", events) as log:
        with pytest.raises(WriteError, match="log: version: expected a value, found nothing"):
            log.append(row(1))
        assert not (tmp_path / "log").exists()
        log.append(whole)
        log.append(row(2))
    assert bytewright.open(tmp_path / "log", events).to_table()["number"].to_pylist() == [1, 2]
    with pytest.raises(WriteError, match="another header than the file has"):
        bytewright.append(tmp_path / "log", events, root='{"version": 8}')
    whole.version = 8
    with bytewright.append(tmp_path / "log", events) as log, pytest.raises(WriteError, match="another header"):
        log.append(whole)


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ([row(1), row(2) | {"number": "x"}], r"rows\[1\].number: expected int64, found 'x'"),
        ([row(1), row(2) | {"kind": "go"}], r"records\[1\].kind: .*found 'go'"),
        (row(1) | {"nubmer": 1}, "no column 'nubmer'. Did you mean 'number'"),
    ],
)
def test_what_is_no_record_leaves_nothing(events: Codec, tmp_path: Path, records: Any, message: str):
    with bytewright.append(tmp_path / "log", events, root=ROOT) as log:
        log.append(row(5))
        with pytest.raises(WriteError, match=message):
            log.append(records)
        log.append(row(6))
    assert bytewright.open(tmp_path / "log", events).to_table()["number"].to_pylist() == [5, 6]


@contextmanager
def fork_of_nothing() -> Iterator[None]:
    child = os.fork()
    if child == 0:
        signal.pause()
    try:
        yield
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_one_writer_at_a_time(events: Codec, tmp_path: Path):
    log = bytewright.append(tmp_path / "log", events, root=ROOT)
    with pytest.raises(WriteError, match="log: somebody else appends to the file"):
        bytewright.append(tmp_path / "log", events, root=ROOT)
    with fork_of_nothing():  # whoever was forked meanwhile has the file open, too
        log.close()
        bytewright.append(tmp_path / "log", events).close()


def test_a_file_that_others_change_is_left_alone(events: Codec, tmp_path: Path):
    log = bytewright.append(tmp_path / "log", events, root=ROOT)
    log.append(row(1))
    os.truncate(tmp_path / "log", 2)
    with pytest.raises(WriteError, match=r"somebody else has changed the file .*expected 5 bytes, found 2"):
        log.close()
    with pytest.raises(WriteError, match="the appender is closed"):
        log.append(row(2))
    log = bytewright.append(tmp_path / "gone", events, root=ROOT)
    (tmp_path / "gone").unlink()
    log.append(row(1))
    with pytest.raises(WriteError, match=r"gone: .*found a file that was deleted"):
        log.flush()


def test_what_cannot_be_written_is_not_appended(events: Codec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A disk is full for a while: what was appended before waits, what was refused is not written later."""
    monkeypatch.setattr("bytewright.tables.append.appender.BUFFERED", 100)
    log = bytewright.append(tmp_path / "log", events, root=ROOT)
    log.append(row(0))
    with monkeypatch.context() as patch:
        patch.setattr("bytewright.io.appended_file.os.write", Mock(side_effect=OSError(errno.ENOSPC, "full")))
        for records, flush in ((table(*range(1, 9)), False), (row(9), True)):
            with pytest.raises(WriteError, match="can't be appended to"):
                log.append(records, flush=flush)
        assert (tmp_path / "log").stat().st_size == 5
    log.append(row(10), flush=True)
    assert bytewright.open(tmp_path / "log", events).to_table()["number"].to_pylist() == [0, 10]
    log.close()


def test_what_is_half_written_goes_as_soon_as_it_can(events: Codec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A disk takes a part, fails then, and doesn't even let that be taken back for a while."""
    log = bytewright.append(tmp_path / "log", events, root=ROOT)
    log.append(row(0), flush=True)
    size, write = (tmp_path / "log").stat().st_size, os.write
    with monkeypatch.context() as patch:
        taken = [3]

        def broken(descriptor: int, data: memoryview) -> int:
            if taken:
                return write(descriptor, data[: taken.pop()])
            raise OSError(errno.EIO, "broken")

        patch.setattr(os, "write", broken)
        patch.setattr(os, "ftruncate", Mock(side_effect=OSError(errno.EIO, "broken")))
        with pytest.raises(WriteError, match="log: can't be appended to: broken"):
            log.append(row(1), flush=True)
        assert (tmp_path / "log").stat().st_size == size + 3
        with pytest.raises(WriteError, match="log: can't be appended to: broken"):
            log.append(row(2), flush=True)
    log.append(row(3), flush=True)
    log.close()
    assert bytewright.open(tmp_path / "log", events).to_table()["number"].to_pylist() == [0, 3]


def test_what_a_disk_has_lost_is_not_said_to_be_there(events: Codec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A system tells once that it couldn't write something, and has forgotten it the next time."""
    with bytewright.append(tmp_path / "log", events, root=ROOT) as log:
        log.append(row(0))
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", Mock(side_effect=OSError(errno.EIO, "broken")))
            with pytest.raises(WriteError, match="log: can't be appended to: broken"):
                log.sync()
        with pytest.raises(WriteError, match="log: can't be appended to: broken"):
            log.sync()
    with bytewright.append(tmp_path / "log", events, root=ROOT) as log:
        log.append(row(1))
        log.sync()
    assert bytewright.open(tmp_path / "log", events).to_table()["number"].to_pylist() == [0, 1]


# --- what is there --------------------------------------------------------------------------------------------------


def test_what_a_killed_writer_left_is_cut_and_kept(events: Codec, tmp_path: Path):
    whole = _written(events, tmp_path / "whole", table(*range(6))).read_bytes()
    last = _written(events, tmp_path / "five", table(*range(5))).stat().st_size
    for size in (*range(5), *range(last + 1, len(whole))):
        path = tmp_path / f"log{size}"
        path.write_bytes(whole[:size])
        first, numbers = (0, []) if size < 5 else (last, [0, 1, 2, 3, 4])
        with bytewright.append(path, events, root=ROOT) as log:
            log.append(row(9))
        kept = Path(f"{path}.torn-{first}")
        assert log.cut == (str(kept) if size else None)
        assert not size or kept.read_bytes() == whole[first:size]
        assert bytewright.open(path, events).to_table()["number"].to_pylist() == [*numbers, 9]
    path.write_bytes(whole[:-1])
    bytewright.append(path, events).close()
    assert Path(f"{path}.torn-{last}.2").read_bytes() == whole[last:-1]


@pytest.mark.parametrize("root", [None, ROOT])
def test_a_header_that_is_not_whole_is_cut_and_kept(events: Codec, tmp_path: Path, root: str | None):
    whole = events.parse(_written(events, tmp_path / "whole", table(1)))
    for size in range(5):
        path = tmp_path / f"log{size}"
        path.write_bytes((tmp_path / "whole").read_bytes()[:size])
        with bytewright.append(path, events, root=root) as log:
            log.append(whole)
            log.append(row(2))
        assert log.cut == (f"{path}.torn-0" if size else None)
        assert bytewright.open(path, events).to_table()["number"].to_pylist() == [1, 2]


def test_records_behind_a_damaged_header_are_kept(compiled: Compile, tmp_path: Path):
    """A length in the header leads beyond the end of the file."""
    codec = compiled(EVENTS.replace("{id: version, type: u2}", "{id: len, type: u2}\n  - {id: name, size: len}"))
    path = tmp_path / "log"
    bytewright.write(table(1, 2, 3), path, codec, root='{"name": "61626364"}')
    data = path.read_bytes()
    path.write_bytes(data[:3] + b"\xff" + data[4:])
    with pytest.raises(ReadError, match=r"offset 3 .*bytewright repair"):
        bytewright.append(path, codec)
    path.write_bytes(data[:7])
    bytewright.append(path, codec).close()
    assert (tmp_path / "log.torn-0").read_bytes() == data[:7]


def test_files_of_what_was_cut_are_none_of_their_directory(events: Codec, tmp_path: Path):
    path = tmp_path / "logs" / "a.log"
    path.parent.mkdir()
    path.write_bytes(_written(events, tmp_path / "whole", table(1, 2)).read_bytes()[:-1])
    bytewright.append(path, events).close()
    assert len([*path.parent.iterdir()]) == 2
    for named in (path.parent, path.parent / "*"):
        assert bytewright.open(named, events).to_table()["number"].to_pylist() == [1]


def _flipped(data: bytes) -> bytes:
    return data[:10] + bytes([data[10] ^ 1]) + data[11:]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (_flipped, ChecksumError),
        (lambda data: _flipped(data)[:-1], ChecksumError),
        (lambda data: data[:5] + b"\xff\xff\xff\x7f" + data[9:], ReadError),  # a length that takes in the rest
        (lambda data: data[:40] + data[41:], ReadError),
        (lambda data: data + bytes(20), ReadError),
        (lambda data: b"EVX" + data[3:], ReadError),
    ],
)
def test_damage_is_refused(events: Codec, tmp_path: Path, change: Any, error: Any):
    path = tmp_path / "log"
    data = change(_written(events, tmp_path / "whole", table(*range(20))).read_bytes())
    path.write_bytes(data)
    with pytest.raises(error, match=r"log: offset .*bytewright repair"):
        bytewright.append(path, events)
    assert path.read_bytes() == data
    assert [*tmp_path.glob("*.torn*")] == []


def test_a_record_is_cut_only_if_it_may_be_one(events: Codec, tmp_path: Path):
    path = tmp_path / "log"
    path.write_bytes(_written(events, tmp_path / "whole", table(1)).read_bytes() + b"\xff\xff\0\0\1" + bytes(2000))
    with pytest.raises(ReadError, match="bytewright repair"):
        bytewright.append(path, events, options={"maxRecordBytes": 2000})
    bytewright.append(path, events).close()
    assert Path(f"{path}.torn-23").stat().st_size == 2005


def test_records_without_a_view(compiled: Compile, tmp_path: Path):
    """The root has two lists: its view is one row. Records are appended as objects."""
    codec = compiled("""
seq:
  - {id: num, type: u1}
  - {id: names, type: name, repeat: expr, repeat-expr: num}
  - {id: records, type: record, repeat: eos}
types:
  name:
    seq:
      - {id: text, type: strz}
  record:
    seq:
      - {id: which, type: u1}
      - {id: text, type: str, size: '_root.names[which].text.length'}
""")
    root: Any = codec.root
    (tmp_path / "log").write_bytes(codec.to_bytes(root(names=[{"text": "abc"}], records=[{"which": 0, "text": "xyz"}])))
    size = (tmp_path / "log").stat().st_size
    records = codec.parse(tmp_path / "log").records
    with bytewright.append(tmp_path / "log", codec) as log:
        log.append(records)
    with open(tmp_path / "log", "ab") as file:
        file.write(b"\0a")
    with bytewright.append(tmp_path / "log", codec) as log:
        log.append(records)
    assert (tmp_path / f"log.torn-{size + 4}").read_bytes() == b"\0a"
    assert [record.text for record in codec.parse(tmp_path / "log").records] == ["xyz"] * 3


# --- what can be appended to ----------------------------------------------------------------------------------------


RECORD = "types: {record: {seq: [{id: value, type: u4}]}}"
REFUSED = {
    "how many records there are stands before them: num": (
        f"seq: [{{id: num, type: u1}}, {{id: records, type: record, repeat: expr, repeat-expr: num}}]\n{RECORD}"
    ),
    "its files are no lists of records up to their end": "seq: [{id: value, type: u4}]",
}


@pytest.mark.parametrize("reason", REFUSED)
def test_other_formats_are_refused_with_the_reason(compiled: Compile, tmp_path: Path, reason: str):
    with pytest.raises(OptionError, match=f"nothing can be appended to files of toy: {reason}"):
        bytewright.append(tmp_path / "log", compiled(REFUSED[reason]))


@pytest.mark.parametrize("name", ["log.gz", "s3://bucket/log"])
def test_files_that_are_refused(events: Codec, name: str):
    with pytest.raises(OptionError, match="a file to append to: expected"):
        bytewright.append(name, events, root=ROOT)


# --- rotation -------------------------------------------------------------------------------------------------------


def test_rotation(events: Codec, tmp_path: Path):
    now = 100.0
    by_size = bytewright.append(tmp_path / "a.log", events, root=ROOT, max_bytes=50)
    by_age = bytewright.append(
        tmp_path / "b0", events, root=ROOT, max_age=10, next_path=lambda _: tmp_path / f"b{now:g}", clock=lambda: now
    )
    by_name = bytewright.append(tmp_path / "c0", events, root=ROOT, next_path=lambda _: tmp_path / f"c{now // 15:g}")
    with by_size, by_age, by_name:
        for number in range(6):
            for log in (by_size, by_age, by_name):
                log.append(row(number))
            now += 4
        by_age.rotate()
        assert by_age.path == str(tmp_path / "b124")
    sizes = {
        path.name: bytewright.open(path, events).to_table()["number"].to_pylist() for path in tmp_path.glob("[abc]*")
    }
    assert sizes == {
        "a.log": [0, 1], "a.1.log": [2, 3], "a.2.log": [4, 5],
        "b0": [0, 1, 2], "b112": [3, 4, 5], "b124": [],
        "c0": [], "c6": [0, 1], "c7": [2, 3, 4], "c8": [5],
    }  # fmt: skip


def test_an_unfinished_record_holds_what_looks_like_one(compiled: Compile, tmp_path: Path):
    """A checksum in the header proves nothing of records: a few bytes that look like one aren't records that follow."""
    codec = compiled("""
seq:
  - {id: magic, contents: LOGS}
  - {id: digest, type: u4, -checksum: {algorithm: crc32, from: magic, to: magic}}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len, type: u4, valid: {min: 1}}
      - {id: body, size: len}
""")
    path = tmp_path / "log"
    inside = b"\7\0\0\0another" + b"\xff\xff\xff"
    with bytewright.append(path, codec) as log:
        log.append([{"body": b"first"}, {"body": b"left " + inside + b"and more"}])
    assert [proved for _, proved in Steps(codec, open_source(path), parse(codec)).ends(8)] == [0, 0]
    whole = path.read_bytes()
    path.write_bytes(whole[:-8])
    with bytewright.append(path, codec) as log:
        log.append({"body": b"last"})
    assert bytewright.open(path, codec).to_table()["body"].to_pylist() == [b"first", b"last"]
    assert Path(f"{path}.torn-17").read_bytes() == whole[17:-8]


KEYED = """
seq:
  - {id: header, type: header}
  - {id: records, type: record, repeat: eos}
types:
  header: {seq: [{id: version, type: u1}, {id: len_key, type: u2}]}
  record: {seq: [{id: key, type: str, size: _root.header.len_key}, {id: value, type: u1}]}
"""
"""How large a field of each record is follows from the records, and stands before them."""


def test_records_of_another_size_than_the_header_says_are_refused(compiled: Compile, tmp_path: Path):
    codec = compiled(KEYED)
    path = tmp_path / "log"
    with bytewright.append(path, codec) as log:
        log.append(codec.parse(b"\7\3\0abc\1"))
        log.append({"key": "xyz", "value": 2})
        with pytest.raises(WriteError, match="another header than the file has"):
            log.append({"key": "ab", "value": 3})
    with bytewright.append(path, codec) as log:
        with pytest.raises(WriteError, match="another header than the file has"):
            log.append([{"key": "abcd", "value": 3}])
        log.append({"key": "def", "value": 4})
    assert path.read_bytes() == b"\7\3\0abc\1xyz\2def\4"


@pytest.mark.parametrize("kind", ["rows", "records", "file"])
def test_a_header_follows_from_the_first_records(compiled: Compile, tmp_path: Path, kind: str):
    """Also where a root has said what it can say of it, in each process that goes on."""
    codec, path, root = compiled(KEYED), tmp_path / "log", '{"header": {"version": 7}}'
    bytewright.append(path, codec, root=root).close()
    assert path.read_bytes() == b"\7\0\0"
    file = codec.parse(b"\7\3\0abc\1")
    with bytewright.append(path, codec, root=root, max_bytes=12) as log:
        with pytest.raises(WriteError, match="another header than the file has"):
            log.append(codec.parse(b"\6\3\0abc\1"))
        log.append({"rows": {"key": "abc", "value": 1}, "records": file.records, "file": file}[kind])
        with pytest.raises(WriteError, match="another header than the file has"):
            log.append({"key": "ab", "value": 3})
        log.append({"key": "xyz", "value": 2})
        log.append({"key": "def", "value": 4})
    with bytewright.append(path, codec, root=root) as log:
        with pytest.raises(WriteError, match="another header than the file has"):
            log.append({"key": "ab", "value": 3})
        log.append({"key": "ghi", "value": 5})
    assert path.read_bytes() == b"\7\3\0abc\1xyz\2ghi\5"
    assert (tmp_path / "log.1").read_bytes() == b"\7\3\0def\4"
    with pytest.raises(WriteError, match="another header than the file has"):
        bytewright.append(path, codec, root='{"header": {"version": 8}}')


SHARED = """
seq:
  - {id: header, type: header}
  - {id: records, type: record, repeat: eos}
types:
  header: {seq: [{id: version, type: u1}, {id: site, type: str, size: 2}]}
  record: {seq: [{id: value, type: u1}]}
-views:
  rows: {each: "records[*]", columns: [{id: site, value: header.site}, {id: value, value: _.value}]}
"""
"""What precedes the records is said by a root and by a column of the rows, each in part."""


def test_a_root_and_the_rows_say_of_a_header_each_a_part(compiled: Compile, tmp_path: Path):
    codec, path, root = compiled(SHARED), tmp_path / "log", '{"header": {"version": 7}}'
    bytewright.append(path, codec, root=root).close()
    assert not path.exists()
    with bytewright.append(path, codec, root=root, max_bytes=5) as log:
        log.append({"site": "ab", "value": 1})
        with pytest.raises(WriteError, match="another header than the file has"):
            log.append({"site": "cd", "value": 2})
        log.append([{"site": "ab", "value": 2}, {"site": "ab", "value": 3}])
    assert path.read_bytes() == b"\7ab\1"
    assert (tmp_path / "log.1").read_bytes() == b"\7ab\2\3"
    for other in ('{"header": {"version": 8}}', '{"header": {"version": 7, "site": "cd"}}'):
        with (
            pytest.raises(WriteError, match="another header than the file has"),
            bytewright.append(path, codec, root=other) as log,
        ):
            log.append({"site": "ab", "value": 4})
    with bytewright.append(path, codec, root=root) as log:
        log.append({"site": "ab", "value": 4})
    assert path.read_bytes() == b"\7ab\1\4"
