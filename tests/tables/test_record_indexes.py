"""Indexes beside files: they divide what nothing else divides; no rows change, whatever stands in them."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.damage.specs import FORMATS
from tests.views.test_resync import codec_of, damaged, log_of

import bytewright
from bytewright.cli import main
from bytewright.codec.codec import Codec
from bytewright.errors import OptionError, ReadError, SplitError
from bytewright.io.file_listing import list_files
from bytewright.io.index_names import beside
from bytewright.kernels.drivers import parallel_scan
from bytewright.kernels.drivers.parallel_scan import ParallelScan
from bytewright.tables.indexes import building
from bytewright.views.evaluate.record_index import RecordIndex, Stated, write_index

__all__ = ["codec_of"]
MODES = ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"]
EVERY = 64 << 10
NOTES = """
meta: {id: notes, endian: be}
seq: [{id: records, type: note, repeat: eos}]
types:
  note:
    seq:
      - {id: author, type: u1, valid: {max: 99}}
      - {id: digits, type: str, size: 8, encoding: UTF-16LE}
      - {id: text, size: digits.to_i}
-views:
  rows:
    each: records[*]
    columns: [{id: place, value: _index}, {id: author, value: _.author}, {id: text, value: _.text}]
"""
"""The kernel can't compute the length of a record, and nothing tells one from other bytes."""


def notes(count: int, seed: int = 1) -> tuple[bytes, list[int]]:
    """A file of notes, and where each begins."""
    rng = random.Random(seed)
    pieces, edges, place = [], [], 0
    for _ in range(count):
        size = rng.randrange(200)
        pieces.append(bytes([rng.randrange(100)]) + f"{size:04}".encode("utf-16le") + rng.randbytes(size))
        edges.append(place)
        place += len(pieces[-1])
    return b"".join(pieces), edges


@pytest.fixture
def places_are_near(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "READ", EVERY)


@pytest.fixture
def spec(codec_of: Callable[[str], Codec]) -> Codec:
    return codec_of(NOTES)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.notes"
    path.write_bytes(notes(4000)[0])
    return path


def _rows(table: Any, target: int | None = None) -> list[Any]:
    parts = [None] if target is None else table.splits(target)
    batches = (
        batch for part in parts for batch in (table.to_batches() if part is None else table.to_batches(part=part))
    )
    return [row for batch in batches for row in batch.to_pylist()]


def _forged(path: Path, **changed: Any) -> None:
    """Write an index that says other things than the one that is there, but of the same file."""
    there = pq.read_table(beside(str(path)))
    told = __import__("json").loads(there.schema.metadata[b"bytewright.index"])
    offsets, numbers = (np.array(changed.pop(name, there[name].to_pylist()), np.int64) for name in ("offset", "record"))
    write_index(str(path), (), RecordIndex(Stated(**{**told, **changed}), offsets, numbers))


def test_files_are_divided_that_nothing_else_divides(file: Path, spec: Codec):
    table = bytewright.open(file, spec)
    assert len(table.splits(100_000)) == 1
    with pytest.raises(OptionError, match="no evidence"):
        table.splits(100_000, search=True)
    (done,) = bytewright.index(file, spec, every=EVERY)
    assert (done.index, done.records, done.whole, done.reason) == (beside(str(file)), 4000, True, "")
    assert done.places == file.stat().st_size // EVERY
    for mode in MODES:
        for options in ({}, {"includeMetadata": True}):
            table = bytewright.open(file, spec, mode=mode, options=options)
            assert len(table.splits(EVERY)) > len(table.splits(3 * EVERY)) > 1
            assert _rows(table, EVERY) == _rows(table, 3 * EVERY) == _rows(table)
            assert [*table.warnings] == []
    without = bytewright.open(file, spec, options={"useIndex": False})
    assert len(without.splits(EVERY)) == 1


@pytest.mark.parametrize("engine", ["columns", "objects"])
@pytest.mark.parametrize("name", FORMATS)
def test_rows_are_the_same_in_every_mode(name: str, engine: Any, codec_of: Callable[[str], Codec], tmp_path: Path):
    """Of good and damaged files: what was damaged when the index was made serves no mode that goes on."""
    codec, rng = codec_of(FORMATS[name].spec), random.Random(name)
    log = log_of(FORMATS[name], 6000)
    for number in range(3):
        path = tmp_path / f"{number}.log"
        path.write_bytes(damaged(log, rng)[0] if number else log.data)
        (done,) = bytewright.index(str(path), codec, every=EVERY)
        assert done.whole is not number
        for mode in MODES:
            options = {"includeError": mode == "PERMISSIVE"}
            table = bytewright.open(path, codec, engine=engine, mode=mode, options=options)
            other = bytewright.open(path, codec, engine=engine, mode=mode, options={**options, "useIndex": False})
            assert _until_bad(table, EVERY) == _until_bad(other, None)
            assert done.places == 0 or len(table.splits(EVERY)) > 1


def _until_bad(table: Any, target: int | None) -> tuple[list[Any], str]:
    rows: list[Any] = []
    try:
        for part in [None] if target is None else table.splits(target):
            for batch in table.to_batches() if part is None else table.to_batches(part=part):
                rows += batch.to_pylist()
    except ReadError as error:
        return rows, str(error)
    return rows, ""


def test_an_index_that_does_not_fit_is_passed_over(file: Path, spec: Codec, codec_of: Callable[[str], Codec]):
    data = file.read_bytes()
    bytewright.index(str(file), spec, every=EVERY)
    stamp = file.stat()

    def said(codec: Codec = spec) -> str:
        table = bytewright.open(file, codec)
        assert len(table.splits(EVERY)) == 1
        (notice,) = table.warnings
        assert _rows(bytewright.open(file, codec)) == _rows(bytewright.open(file, codec, options={"useIndex": False}))
        return notice.text

    assert "for another spec" in said(codec_of(NOTES.replace("max: 99", "max: 255")))
    os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns + 10**9))
    assert "has changed since" in said()
    file.write_bytes(b"\x05" + data[1:])
    os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert "has changed since" in said()
    file.write_bytes(data + data[:9] + bytes(int(data[1:9].decode("utf-16le"))))
    assert "has changed since" in said()
    bytewright.index(str(file), spec, every=EVERY)
    assert len(bytewright.open(file, spec).splits(EVERY)) > 1
    index = Path(beside(str(file)))
    good = index.read_bytes()
    for bad in (b"", b"PAR1", good[:-9], good[: len(good) // 2], os.urandom(500), good + bytes(200_000)):
        index.write_bytes(bad)
        assert "it is damaged" in said()
    index.unlink()
    index.mkdir()
    assert "it is damaged" in said()
    index.rmdir()
    os.mkfifo(index)
    assert "it is damaged: it is no file" in said()


def test_damaged_indexes_give_no_other_rows(file: Path, spec: Codec):
    bytewright.index(str(file), spec, every=EVERY)
    index, rng = Path(beside(str(file))), random.Random(7)
    good, whole = index.read_bytes(), _rows(bytewright.open(file, spec))
    refused = 0
    for _ in range(150):
        data = bytearray(good)
        for _ in range(rng.choice([1, 1, 4])):
            data[rng.randrange(len(data))] = rng.randrange(256)
        index.write_bytes(data)
        table = bytewright.open(file, spec)
        try:
            assert _rows(table, EVERY) == whole
        except SplitError:
            refused += 1
    assert refused < 150


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("engine", ["auto", "objects"])
def test_what_a_hostile_index_says_is_noticed(file: Path, spec: Codec, mode: Any, engine: Any):
    edges = notes(4000)[1]
    bytewright.index(str(file), spec, every=EVERY)
    first = edges[1000]

    def error(**changed: Any) -> str:
        _forged(file, **changed)
        with pytest.raises(SplitError) as raised:
            _rows(bytewright.open(file, spec, engine=engine, mode=mode), EVERY)
        return str(raised.value)

    assert "expected 999 records from offset 0, found 1000" in error(offset=[first], record=[999])
    assert f"before offset {first + 1} " in error(offset=[first + 1], record=[1000])
    assert "`bytewright index` makes it anew; useIndex=false" in error(offset=[first, edges[2000]], record=[1000, 2001])
    assert _rows(bytewright.open(file, spec, mode=mode, options={"useIndex": False}), EVERY)
    for changed in (
        {"offset": [5, 3], "record": [1, 2]}, {"offset": [3, 5], "record": [2, 1]}, {"offset": [0], "record": [0]},
        {"offset": [-9], "record": [4]}, {"offset": [1 << 62], "record": [4]}, {"offset": [3], "record": [-1]},
        {"offset": [3], "record": [1 << 62]}, {"version": 2}, {"size": "1"},
    ):  # fmt: skip
        _forged(file, **changed)
        table = bytewright.open(file, spec, mode=mode)
        assert len(table.splits(EVERY)) == 1
        assert "it is damaged" in table.warnings[0].text


def test_indexes_that_claim_much_are_refused(file: Path, spec: Codec):
    """Places that a file can't have, and columns that would take more memory than bytes."""
    bytewright.index(str(file), spec, every=EVERY)
    index = beside(str(file))
    there = pq.read_table(index)
    many = pa.table({"offset": range(1, 2000), "record": range(1, 2000)}, schema=there.schema)
    cases: list[tuple[pa.Table, Any, str]] = [
        (many, "none", "more places than the file can have"),
        (there, "zstd", "its columns are compressed"),
        (there.append_column("more", there["record"]), "none", "it has other columns"),
    ]
    for table, compression, text in cases:
        pq.write_table(table, index, compression=compression, use_dictionary=False)
        opened = bytewright.open(file, spec)
        assert len(opened.splits(EVERY)) == 1
        assert text in opened.warnings[0].text


@pytest.mark.parametrize("mode", MODES)
def test_threads_begin_where_an_index_says(tmp_path: Path, mode: Any, monkeypatch: pytest.MonkeyPatch):
    """Of records that only the kernel finds, by reading them; at places that are none, one thread goes on."""
    from bytewright_codegen.load import load

    spec = tmp_path / "varints.ksy"
    spec.write_text(
        "meta: {id: varints, endian: le}\n"
        "seq: [{id: records, type: item, repeat: eos}]\n"
        "types: {item: {seq: [{id: bytes, type: u1, repeat: until, repeat-until: _ < 128}, {id: value, type: u2}]}}\n"
    )
    codec, rng = load(spec), random.Random(3)
    path = tmp_path / "v.bin"
    items = [
        bytes(rng.randrange(128, 256) for _ in range(rng.randrange(9))) + b"\x07" + rng.randbytes(2)
        for _ in range(40_000)
    ]
    path.write_bytes(b"".join(items))
    monkeypatch.setattr(parallel_scan, "PART_BYTES", EVERY)
    seen: list[int] = []
    whole = ParallelScan._read

    def noted(scan: Any, source: Any, part: Any) -> Any:
        if part.scan is None:
            seen.append(part.start)
        return whole(scan, source, part)

    monkeypatch.setattr(ParallelScan, "_read", noted)
    alone = bytewright.open(path, codec, engine="columns", mode=mode, threads=1).to_table()
    bytewright.open(path, codec, engine="columns", mode=mode, threads=2).to_table()
    assert not seen
    (done,) = bytewright.index(str(path), codec, every=EVERY)
    assert bytewright.open(path, codec, engine="columns", mode=mode, threads=2).to_table().equals(alone)
    assert len(seen) == done.places + 1
    _forged(path, offset=[80_001], record=[3])
    assert bytewright.open(path, codec, engine="columns", mode=mode, threads=2).to_table().equals(alone)


def test_what_gets_no_index(tmp_path: Path, spec: Codec):
    small, squeezed, whole = tmp_path / "small", tmp_path / "a.gz", tmp_path / "whole"
    small.write_bytes(notes(10)[0])
    squeezed.write_bytes(__import__("gzip").compress(notes(4000)[0]))
    whole.write_bytes(bytes(100_000))
    (one,), (other,) = bytewright.index(str(small), spec), bytewright.index(str(squeezed), spec)
    assert (one.index, one.reason) == ("", "it has no more than 65536 bytes")
    assert (other.index, other.reason) == ("", "it is compressed")
    with pytest.raises(OptionError, match="every: expected at least 65536 bytes"):
        bytewright.index(str(small), spec, every=1000)


def test_files_of_several_versions(tmp_path: Path, codec_of: Callable[[str], Codec]):
    seq = "seq: [{id: records, type: note, repeat: eos}]"
    codecs = []
    for name in "ab":
        text = NOTES.replace("id: notes", f"id: notes_{name}")
        codecs.append(codec_of(text.replace(seq, seq.replace("[{", f"[{{id: magic, contents: [{ord(name)}]}}, {{", 1))))
        (tmp_path / name).write_bytes(name.encode() + notes(2000, ord(name))[0])
    done = bytewright.index(str(tmp_path), codecs, every=EVERY)
    assert [(Path(one.path).name, one.records, one.whole) for one in done] == [("a", 2000, True), ("b", 2000, True)]
    for name in "ab":
        table = bytewright.open(tmp_path / name, codecs)
        assert table.is_indexed
        assert len(table.splits(EVERY)) > 2
        assert _rows(table, EVERY) == _rows(table)


def test_listings_note_indexes(file: Path, spec: Codec):
    for named in (file, file.parent, file.parent / "*.notes"):
        assert [one.indexed for one in list_files([str(named)])] == [False]
    bytewright.index(str(file), spec, every=EVERY)
    for named in (file, file.parent, file.parent / "*.notes"):
        assert [(one.path, one.indexed) for one in list_files([str(named)])] == [(str(file), True)]


def test_the_command(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("notes.ksy").write_text(NOTES)
    data, edges = notes(4000)
    Path("good.notes").write_bytes(data)
    Path("small.notes").write_bytes(data[: edges[5]])
    Path("bad.notes").write_bytes(data[: edges[3000]] + b"\x64" + data[edges[3000] + 1 :])
    words = ["index", "--spec", "notes.ksy", "--every", "64kB"]
    assert main([*words, "good.notes", "small.notes"]) == 0
    said = capfd.readouterr()
    places = len(data) // EVERY
    assert said.out == (
        f"good.notes: {places} places in 4,000 records: .good.notes.bytewright.index\n"
        "small.notes: no index: it has no more than 65536 bytes\n"
    )
    assert main([*words, "bad.notes", "missing"]) == 1
    said = capfd.readouterr()
    assert "records: .bad.notes.bytewright.index" in said.out
    assert "records[3000].author: expected at most 99, found 100" in said.err
    assert "missing: no such file" in said.err
    assert main([*words[:-1], "x", "good.notes"]) == 2
    assert "--every: expected a size" in capfd.readouterr().err
