"""Parts of a file that are planned by its size, and begin at the first record that is found in them."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from tests.damage.specs import FORMATS, Format
from tests.views.test_resync import Log, codec_of, damaged, log_of

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.errors import BytewrightError, OptionError, ReadError, SplitError
from bytewright.io.source import BytesSource
from bytewright.views.evaluate.file_resync import search_of

__all__ = ["codec_of"]
MODES = ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"]


def _rows(table: Any, target: int) -> list[Any]:
    """The rows of a table's parts, each of which is read for itself."""
    parts = table.splits(target, search=True)
    return [row for part in parts for batch in table.to_batches(part=part) for row in batch.to_pylist()]


def _whole(table: Any) -> list[Any]:
    return [row for batch in table.to_batches() for row in batch.to_pylist()]


@pytest.mark.parametrize("engine", ["columns", "objects"])
@pytest.mark.parametrize("name", FORMATS)
def test_parts_are_the_file(name: str, engine: Any, codec_of: Callable[[str], Codec]) -> None:
    """In every mode, whatever the size of the parts; a plan reads nothing."""
    kind, log = FORMATS[name], log_of(FORMATS[name], 100)
    codec = codec_of(kind.spec)
    for mode in MODES:
        table = bytewright.open(log.data, codec, engine=engine, mode=mode)
        for target in (61, 900, len(log.data)) if mode == "FAILFAST" else (900,):
            assert _rows(table, target) == _whole(table)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", FORMATS)
def test_damage_gives_no_other_rows(name: str, mode: Any, codec_of: Callable[[str], Codec]) -> None:
    """The same rows, or an error that names the place."""
    kind, rng = FORMATS[name], random.Random(name)
    codec, log = codec_of(kind.spec), log_of(FORMATS[name], 200)
    refused = 0
    for _ in range(8):
        data, _ = damaged(log, rng)
        table = bytewright.open(data, codec, mode=mode, options={"includeError": mode == "PERMISSIVE"})
        whole, error = _until_bad(table.to_batches())
        parts = (batch for part in table.splits(1500, search=True) for batch in table.to_batches(part=part))
        found, other = _until_bad(parts)
        if isinstance(other, SplitError):
            assert other.offset is not None
            refused += 1
        else:
            assert found == whole
            assert (other is None) == (error is None)
    assert refused <= 2


def _until_bad(batches: Iterable[Any]) -> tuple[list[Any], BytewrightError | None]:
    """The rows before an error, and that; errors in rows without the names of fields, which hold numbers of records."""
    rows: list[Any] = []
    error = None
    try:
        for batch in batches:
            rows += batch.to_pylist()
    except BytewrightError as raised:
        error = raised
    return [
        {**row, "_error": row["_error"] and row["_error"]["offset"]} if "_error" in row else row for row in rows
    ], error


def with_payload(kind: Format, size: int) -> Log:
    """A log with one record whose payload is so many bytes of whole records."""
    log, inner = log_of(kind, 200), log_of(kind, 20_000, seed=9)
    stop = next(edge for edge in inner.edges if edge - inner.edges[0] >= size)
    body = inner.data[inner.edges[0] : stop]
    outer = struct.pack("<IBI", len(body), 1, 7) + body
    outer += struct.pack("<I", zlib.adler32(outer))
    data = log.data[: log.edges[100]] + outer + log.data[log.edges[100] :]
    return Log(data, log.edges)


def test_records_in_a_payload(codec_of: Callable[[str], Codec]) -> None:
    """A few records in a payload are seen to be its own; of many, the part before tells that they are none."""
    kind = FORMATS["journal"]
    codec = codec_of(kind.spec)
    few = bytewright.open(with_payload(kind, 3000).data, codec)
    assert _rows(few, 1000) == _whole(few)
    many = bytewright.open(with_payload(kind, 200_000).data, codec)
    with pytest.raises(SplitError, match=r"offset \d+ .*splitFiles=all"):
        _rows(many, 20_000)


class _Read(BytesSource):
    """Counts the bytes that are read."""

    count = 0

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        self.count += size
        return super().read(offset, size)


def test_what_states_to_be_large_is_not_read(codec_of: Callable[[str], Codec]) -> None:
    """A payload holds what looks like records of megabytes, which end where others begin; small records divide."""
    codec, kind = codec_of(FORMATS["journal"].spec), FORMATS["journal"]
    log, behind = log_of(kind, 40), log_of(kind, 400_000, seed=2)
    rest = behind.data[len(kind.head) :]
    heads = 200
    far = behind.edges[300_000] - len(kind.head)
    body = b"".join(struct.pack("<IBI", 9 * (heads - one) + 4 + far - 13, 1, one) for one in range(heads))
    outer = struct.pack("<IBI", len(body), 1, 7) + body
    outer += struct.pack("<I", zlib.adler32(outer))
    data = log.data + outer + rest
    source = _Read(data)
    place = search_of(codec, source, Settings(), None).first(len(log.data) + 9, len(data))
    assert source.count < 1 << 20 < far
    assert place == len(log.data) + len(outer)


def test_errors_of_parts(codec_of: Callable[[str], Codec]) -> None:
    """Nobody knows the number of a bad record, but where it is."""
    kind, log = FORMATS["journal"], log_of(FORMATS["journal"], 300)
    data = bytearray(log.data)
    data[log.edges[250] + 10] ^= 1
    table = bytewright.open(bytes(data), codec_of(kind.spec))
    with pytest.raises(ReadError) as whole:
        _whole(table)
    with pytest.raises(ReadError, match=r"records\[\?\].crc.*found by search") as found:
        _rows(table, 2000)
    assert found.value.offset == whole.value.offset


@pytest.mark.parametrize("engine", ["columns", "objects"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", [name for name, kind in FORMATS.items() if kind.head])
def test_a_bad_head(name: str, mode: Any, engine: Any, codec_of: Callable[[str], Codec]) -> None:
    """It is one bad place of the file, as it is where that isn't divided: the first part's."""
    kind, log = FORMATS[name], log_of(FORMATS[name], 100)
    data = bytes([log.data[0] ^ 0xFF]) + log.data[1:]
    options = {"includeError": True} if mode == "PERMISSIVE" else {}
    table = bytewright.open(data, codec_of(kind.spec), engine=engine, mode=mode, options=options)
    whole, error = _until_bad(table.to_batches())
    assert (error is None, len(whole)) == {"FAILFAST": (False, 0), "PERMISSIVE": (True, 1)}.get(mode, (True, 0))
    parts = table.splits(500, search=True)
    assert len(parts) > 2
    found = [_until_bad(table.to_batches(part=part)) for part in parts]
    assert [row for rows, _ in found for row in rows] == whole
    assert {str(other) for _, other in found} == {str(error)}


COUNTED = """
-views:
  rows:
    each: records[*]
    where: {where}
    columns: [{{id: place, value: _index, type: s4}}, {{id: after, value: _index + 1}}, {{id: number, value: _.number}}]
"""


def test_columns_that_count(codec_of: Callable[[str], Codec]) -> None:
    """They are refused, and so is what rests on them, but only where they are shown."""
    kind, log = FORMATS["journal"], log_of(FORMATS["journal"], 100)
    codec = codec_of(kind.spec + COUNTED.format(where="_.number >= 0"))
    for column in ("place", "after"):
        table = bytewright.open(log.data, codec, columns=["number", column])
        with pytest.raises(OptionError, match=f"divided by search: the column {column} counts"):
            table.splits(500, search=True)
    table = bytewright.open(log.data, codec, columns=["number"])
    assert _rows(table, 500) == _whole(table)
    told = bytewright.open(log.data, codec, columns=["number", "_metadata"], options={"includeMetadata": True})
    with pytest.raises(OptionError, match="_metadata counts"):
        told.splits(500, search=True)
    chosen = codec_of(kind.spec + COUNTED.format(where="_index % 2 == 0"))
    with pytest.raises(OptionError, match="the column number counts"):
        bytewright.open(log.data, chosen, columns=["number"]).splits(500, search=True)


def test_no_evidence(codec_of: Callable[[str], Codec]) -> None:
    """It is said where nothing tells a record; those of a fixed size need nothing that does."""
    spec = (
        FORMATS["feed"].spec.replace(", valid: {min: 5}", "").replace(", valid: {any-of: [0x41, 0x45, 0x50, 0x58]}", "")
    )
    with pytest.raises(OptionError, match="no evidence of where one begins"):
        bytewright.open(log_of(FORMATS["feed"], 9).data, codec_of(spec)).splits(50, search=True)
    plain = "meta: {id: pairs, endian: le}\nseq: [{id: head, size: 5}, {id: records, type: pair, repeat: eos}]\n"
    codec = codec_of(plain + "types: {pair: {seq: [{id: a, type: u4}, {id: b, type: u2}]}}")
    data = bytes(random.Random(1).randbytes(5 + 6 * 80))
    table = bytewright.open(data, codec)
    assert all(_rows(table, target) == _whole(table) for target in (1, 7, 64))


NUMBERED = """
meta: {id: numbered, endian: le}
seq:
  - {id: records, type: record(_index), repeat: eos}
types:
  record:
    params: [{id: number, type: u4}]
    seq:
      - {id: mark, contents: abcdefgh}
      - {id: more, type: u1, if: number % 2 == 0}
"""


def test_records_that_rest_on_their_number(codec_of: Callable[[str], Codec]) -> None:
    codec = codec_of(NUMBERED)
    with pytest.raises(OptionError, match="says nothing of where a record begins"):
        bytewright.open(b"abcdefgh.abcdefgh", codec).splits(4, search=True)


def test_a_file_that_grows_is_searched_as_it_was(codec_of: Callable[[str], Codec]) -> None:
    """All parts divide the file at the same places, whenever they are read."""
    kind, log = FORMATS["feed"], log_of(FORMATS["feed"], 200)
    codec, short = codec_of(kind.spec), log.data[: log.edges[120] + 3]
    parts = bytewright.open(short, codec).splits(300, search=True)
    found = {data: [bytewright.open(data, codec).found(part) for part in parts] for data in (short, log.data)}
    assert found[short] == found[log.data]


class _NeverRead(BytesSource):
    def read(self, offset: int, size: int) -> bytes:
        raise AssertionError("a plan reads nothing")

    def read_into(self, offset: int, buffer: memoryview) -> int:
        raise AssertionError("a plan reads nothing")


def test_a_plan_reads_nothing(codec_of: Callable[[str], Codec]) -> None:
    table = bytewright.open(b"", codec_of(FORMATS["journal"].spec))
    table._inputs[0]._source = _NeverRead(b"JRNL" + bytes(10**6))
    assert len(table.splits(100_000, search=True)) == 11
