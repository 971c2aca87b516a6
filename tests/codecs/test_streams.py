"""Compressed streams: whole, several, cut off, damaged, larger than they may be."""

from __future__ import annotations

import bz2
import gzip
import lzma
from typing import Any

import pytest

from bytewright.codecs.bzip2 import Bzip2
from bytewright.codecs.gzip import Gzip
from bytewright.codecs.lzma import Lzma
from bytewright.codecs.process import Process
from bytewright.errors import LimitError, ValueInvalidError
from bytewright.limits import Limits

DATA = bytes(range(256)) * 3000
CODECS = [("gzip", Gzip(), gzip.decompress), ("bzip2", Bzip2(), bz2.decompress), ("lzma", Lzma(), lzma.decompress)]


@pytest.mark.parametrize(("name", "codec", "theirs"), CODECS, ids=[name for name, _, _ in CODECS])
@pytest.mark.parametrize("data", [b"", b"a", DATA], ids=["nothing", "a byte", "much"])
def test_what_is_written_is_read(name: str, codec: Any, theirs: Any, data: bytes) -> None:
    packed = codec.encode(data)
    assert theirs(packed) == data
    assert codec.decode(packed) == data
    assert codec.decode(packed + codec.encode(b"more")) == data + b"more"
    assert codec.encode(data) == packed
    assert Process(f"bytewright.codecs.{name}").decode(packed, Limits()) == data


@pytest.mark.parametrize("name", [name for name, _, _ in CODECS])
def test_what_is_no_stream(name: str) -> None:
    process = Process(f"bytewright.codecs.{name}")
    packed = process.encoded(DATA[:1000])
    assert packed is not None
    for bad in (b"", packed[:-1], packed[:5], b"\0" * 30, packed + b"\0", packed[:-20] + bytes(20)):
        with pytest.raises(ValueInvalidError):
            process.decode(bad, Limits(), 3)


@pytest.mark.parametrize("name", [name for name, _, _ in CODECS])
def test_no_more_is_decoded_than_may_be(name: str) -> None:
    process = Process(f"bytewright.codecs.{name}")
    packed = process.encoded(bytes(50_000_000))
    assert packed is not None
    with pytest.raises(LimitError, match="maxDecodedBytes"):
        process.decode(packed, Limits(maxDecodedBytes=1 << 20, maxExpansion=1 << 30))
    with pytest.raises(LimitError, match="maxExpansion"):
        process.decode(packed, Limits(maxExpansion=50))
    assert sum(map(len, process.pieces(lambda at, n: packed[at : at + n], len(packed), Limits()))) == 50_000_000
