"""Compressions: whole, several, cut off, damaged, larger than they may be."""

from __future__ import annotations

import bz2
import gzip
import lzma
import random
import tracemalloc
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import cramjam
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codecs.incremental import IncrementalDecoder
from bytewright.codecs.process import Process
from bytewright.errors import LimitError, ValueInvalidError, WriteError
from bytewright.io.source import BytesSource
from bytewright.limits import Limits

DATA = bytes(range(256)) * 3000
THEIRS: dict[str, Callable[[bytes], Any]] = {
    "gzip": gzip.decompress,
    "bzip2": bz2.decompress,
    "lzma": lzma.decompress,
    "deflate": lambda data: zlib.decompress(data, -15),
    "lz4": cramjam.lz4.decompress,
    "zstd": cramjam.zstd.decompress,
    "brotli": cramjam.brotli.decompress,
    "snappy_frames": lambda data: cramjam.snappy.decompress(data) if len(data) > 10 else b"",
    "lz4_block": cramjam.lz4.decompress_block,
    "snappy": cramjam.snappy.decompress_raw,
}
"""Another way to decode each."""
BLOCKS = ("lz4_block", "snappy")
"""Of which none follows another."""


@pytest.mark.parametrize("name", THEIRS)
@pytest.mark.parametrize("data", [b"", b"a", DATA], ids=["nothing", "a byte", "much"])
def test_what_is_written_is_read(name: str, data: bytes) -> None:
    process = Process(f"bytewright.codecs.{name}")
    packed = process.encoded(data)
    assert packed is not None
    assert bytes(THEIRS[name](packed)) == data
    assert process.decode(packed, Limits()) == data
    assert process.encoded(data) == packed
    if name not in BLOCKS:
        more = process.encoded(b"more")
        assert more is not None
        assert process.decode(packed + more, Limits()) == data + b"more"


@pytest.mark.parametrize("name", THEIRS)
def test_what_is_no_stream(name: str) -> None:
    process = Process(f"bytewright.codecs.{name}")
    packed = process.encoded(random.Random(name).randbytes(1000))
    assert packed is not None
    for bad in (b"", packed[:-1], packed[:5], b"\0" * 30, packed + b"\0", packed[:-900], b"\xfe" * 999):
        with pytest.raises((ValueInvalidError, LimitError)) as found:
            process.decode(bad, Limits(), 3)
        assert found.value.offset == 3
    draw = random.Random(name)
    for _ in range(100):
        damaged = bytearray(packed)
        damaged[draw.randrange(len(packed))] ^= 1 << draw.randrange(8)
        with suppress(ValueInvalidError, LimitError):
            process.decode(bytes(damaged), Limits())


@pytest.mark.parametrize("name", THEIRS)
def test_no_more_is_decoded_than_may_be(name: str) -> None:
    process = Process(f"bytewright.codecs.{name}")
    packed = process.encoded(bytes(10_000_000))
    assert packed is not None
    with pytest.raises(LimitError, match="maxDecodedBytes"):
        process.decode(packed, Limits(maxDecodedBytes=1 << 20, maxExpansion=1 << 30))
    with pytest.raises(LimitError, match="maxExpansion"):
        process.decode(packed, Limits(maxExpansion=15))
    sizes = [len(piece) for piece in process.pieces(lambda at, n: packed[at : at + n], len(packed), Limits())]
    assert sum(sizes) == 10_000_000
    assert name in BLOCKS or max(sizes) <= 1 << 16


def test_a_file_that_changes_while_it_is_decoded_ends_early() -> None:
    """Who reads it says what is missing, as of a file that is cut off."""
    process = Process("bytewright.codecs.deflate")
    packed = bytearray(process.encoded(random.Random(1).randbytes(2_000_000)) or b"")
    source = IncrementalDecoder(process, BytesSource(packed), 0, len(packed), Limits())
    assert source.size == len(source.read(0, source.size)) == 2_000_000
    packed[1_500_000:] = bytes(len(packed) - 1_500_000)
    buffer = memoryview(bytearray(source.size))
    assert 1_000_000 < source.read_into(0, buffer) < 2_000_000


@pytest.mark.parametrize("name", BLOCKS)
def test_a_size_that_is_claimed_takes_no_memory(name: str) -> None:
    """What a few bytes claim is refused before there is room for it."""
    claim = {"lz4_block": b"\xff\xff\xff\xff\0", "snappy": b"\xff\xff\xff\xff\x0f\0"}[name]
    with pytest.raises(LimitError, match="maxExpansion"):
        Process(f"bytewright.codecs.{name}").decode(claim, Limits())


def test_a_block_whose_size_stands_elsewhere(compiled: Compile) -> None:
    codec = compiled(
        """
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: len_plain, type: u2}
      - {id: len, type: u2}
      - {id: data, size: len, process: bytewright.codecs.lz4_block(len_plain)}
"""
    )
    packed = bytes(cramjam.lz4.compress_block(b"abc" * 50, store_size=False))
    record = (150).to_bytes(2, "little") + len(packed).to_bytes(2, "little") + packed
    assert bytewright.open(record * 2, codec).to_table().column("data").to_pylist() == [b"abc" * 50] * 2
    model = codec.parse(record)
    assert codec.to_bytes(model) == record
    model.records[0].data = b"abc" * 51
    with pytest.raises(WriteError, match="153 bytes, where 150 are stated"):
        codec.to_bytes(model)
    model.records[0].len_plain = 153
    assert codec.parse(codec.to_bytes(model)).records[0].data == b"abc" * 51
    for stated in (149, 151):
        with pytest.raises(ValueInvalidError):
            bytewright.open(stated.to_bytes(2, "little") + record[2:], codec).to_table()


def test_an_error_holds_nothing_that_was_decoded() -> None:
    """Whoever tells of it reads the file again meanwhile."""
    packed = zlib.compress(bytes(24 << 20))
    tracemalloc.start()
    try:
        with pytest.raises(LimitError) as refused:
            Process("zlib").decode(packed, Limits(maxDecodedBytes=16 << 20))
        assert tracemalloc.get_traced_memory()[0] < 10 << 20  # the last piece, and what zlib has
        assert tracemalloc.get_traced_memory()[1] > 16 << 20
        assert refused.value.expected == f"at most {16 << 20} decoded bytes (maxDecodedBytes)"
    finally:
        tracemalloc.stop()
