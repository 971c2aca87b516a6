"""Sizes as people write them, wherever one is an option."""

from __future__ import annotations

from pathlib import Path

import pytest

from bytewright.codec import registry, settings
from bytewright.codec.settings import limits_on_disk
from bytewright.errors import OptionError
from bytewright.host.byte_sizes import bytes_of
from bytewright.limits import DEFAULT, MOST, Limits
from bytewright.spark.options import ReadOptions

GOOD = {
    "0": 0,
    "4096": 4096,
    "1_000": 1000,
    "0x10": 16,
    " 64MB ": 64 << 20,
    "64MiB": 64 << 20,
    "64 m": 64 << 20,
    "1g": 1 << 30,
}
GOOD |= {"2K": 2048, "3kb": 3072, "5B": 5, "1t": 1 << 40, "1PB": 1 << 50}
BAD = ["", "MB", "-1", "1.5g", "64MBs", "1e6", "64 iB", "ten", "0x", "1 2"]


@pytest.mark.parametrize("text", GOOD)
def test_a_size(text: str) -> None:
    assert bytes_of(text) == GOOD[text]


@pytest.mark.parametrize("text", BAD)
def test_what_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="a size, as in 4096, 64MB or 1g"):
        bytes_of(text)


@pytest.fixture
def spec(tmp_path: Path) -> str:
    path = tmp_path / "toy.ksy"
    path.write_text(
        "meta: {id: toy}\nseq: [{id: mark, type: u1}]\n-views: {rows: {columns: [{id: mark, value: mark}]}}\n"
    )
    return str(path)


SIZES = [option.id for option in settings.GENERAL if option.type == "size"]


@pytest.mark.parametrize("name", SIZES)
def test_options_of_every_format(name: str, spec: str) -> None:
    codec = registry.codec(spec)
    for given in ("64MB", 64 << 20, "67108864"):
        found = settings.parse(codec, {name.upper(): given})
        assert getattr(found if name == "maxCorruptBytes" else found.limits, name) == 64 << 20
    with pytest.raises(OptionError, match=f"option {name}: expected a size, as in 4096, 64MB or 1g, found 'some'"):
        settings.parse(codec, {name: "some"})
    with pytest.raises(OptionError, match=f"option {name}"):
        settings.parse(codec, {name: "8192PB"})


def test_all_options_that_are_sizes() -> None:
    assert SIZES == ["maxCorruptBytes", "maxRecordBytes", "maxDecodedBytes"]


def test_options_of_spark(spec: str) -> None:
    assert ReadOptions.parse({"path": "x", "maxPartitionBytes": "1g"}, spec).max_partition_bytes == 1 << 30
    with pytest.raises(
        OptionError, match="option maxPartitionBytes: expected a size, as in 4096, 64MB or 1g, found some"
    ):
        ReadOptions.parse({"path": "x", "maxPartitionBytes": "some"}, spec)
    with pytest.raises(OptionError, match="expected a size of at least 1, found 0"):
        ReadOptions.parse({"path": "x", "maxPartitionBytes": "0"}, spec)


def test_of_a_compressed_file_only_the_expansion_is_limited_unless_it_is_said() -> None:
    assert limits_on_disk({}).maxDecodedBytes == MOST
    assert limits_on_disk({}).maxExpansion == DEFAULT.maxExpansion
    assert limits_on_disk({"MAXDECODEDBYTES": "1m", "maxExpansion": "7", "mode": "none"}) == Limits(
        maxDecodedBytes=1 << 20, maxExpansion=7
    )
    assert limits_on_disk({}, Limits(maxDecodedBytes=5)).maxDecodedBytes == 5
