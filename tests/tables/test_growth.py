"""Logs that others are writing: what may be read of them now, and what waits."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.support.growing_logs import SHAPES

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import OptionError, ReadError
from bytewright.io.source import Prefix
from bytewright.tables.append.growth import Growth, growth
from bytewright.tables.inputs import Input
from bytewright.views.evaluate.framing import WHOLE, Part
from bytewright.views.evaluate.layout import view_of


class Log(NamedTuple):
    """A format, what precedes its records, and a hundred of them."""

    codec: Codec
    head: bytes
    records: list[bytes]

    def edge(self, number: int) -> int:
        """Where a record begins."""
        return len(self.head) + sum(map(len, self.records[:number]))

    @property
    def data(self) -> bytes:
        return self.head + b"".join(self.records)


def _log(name: str, folder: Path) -> Log:
    spec, head, record = SHAPES[name]
    path = folder / f"{name}.ksy"
    path.write_text(spec, encoding="utf-8")
    rng = random.Random(name)
    return Log(bytewright.load(str(path)), head, [record(number, rng) for number in range(100)])


@pytest.fixture(scope="module", params=SHAPES)
def log(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Log:
    return _log(request.param, tmp_path_factory.mktemp("specs"))


def _numbers(path: Path, codec: Codec, size: int, part: Part, **options: Any) -> list[int | None]:
    table = bytewright.open(Prefix(str(path), size), spec=codec, columns="number", **options)
    return [one for batch in table.to_batches(part=part) for one in batch.column(0).to_pylist()]


MODES = ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"]


def _grown(path: Path, log: Log, size: int, after: Part, mode: str, **told: Any) -> Growth:
    codec, one = log.codec, Input(Prefix(str(path), size))
    return growth(codec, view_of(codec, None), parse(codec, None, mode=mode), one, after, **told)


@pytest.mark.parametrize("mode", MODES)
def test_a_log_that_grows_gives_each_record_once(log: Log, tmp_path: Path, mode: str):
    path = tmp_path / "a.log"
    path.write_bytes(log.data)
    rng = random.Random(7)
    after, found = WHOLE, list[int | None]()
    for size in [*sorted(rng.sample(range(len(log.data)), 25)), len(log.data)]:
        grown = _grown(path, log, size, after, mode)
        if grown.part is not None:
            assert grown.part.stop == size - grown.tail
            found += _numbers(path, log.codec, grown.part.stop, grown.part, mode=mode)
        whole = sum(log.edge(number + 1) <= size for number in range(100))
        assert found == list(range(whole)), size
        assert grown.following.record == whole
        after = grown.following
    assert found == list(range(100))


@pytest.mark.parametrize("most", [1, 100, 1000, 10_000])
def test_what_is_wanted_bounds_what_is_read_but_for_one_record(log: Log, tmp_path: Path, most: int):
    path = tmp_path / "a.log"
    path.write_bytes(log.data)
    after, found = WHOLE, list[int | None]()
    while True:
        grown = _grown(path, log, len(log.data), after, "FAILFAST", most=most)
        if grown.part is None:
            break
        begin = len(log.head) if grown.part.start is None else grown.part.start
        assert grown.part.stop is not None
        assert grown.part.stop - begin <= most or grown.following.record == grown.part.record + 1
        found += _numbers(path, log.codec, grown.part.stop, grown.part)
        after = grown.following
    assert found == list(range(100))


@pytest.mark.parametrize("mode", MODES)
def test_an_unfinished_record_is_bad_once_nobody_writes(log: Log, tmp_path: Path, mode: str):
    path = tmp_path / "a.log"
    path.write_bytes(log.data)
    size = log.edge(100) - 1
    waits = _grown(path, log, size, WHOLE, mode)
    assert waits.following.record == 99
    assert waits.tail == size - log.edge(99)
    grown = _grown(path, log, size, waits.following, mode, ended=True)
    assert grown.part is not None
    assert (grown.part.start, grown.part.stop, grown.tail) == (log.edge(99), size, 0)
    if mode == "FAILFAST":
        with pytest.raises(ReadError):
            _numbers(path, log.codec, size, grown.part)
    else:
        assert _numbers(path, log.codec, size, grown.part, mode=mode) == [None] * (mode == "PERMISSIVE")


@pytest.mark.parametrize("name", ["framed", "walked"])
def test_a_bad_record_fails_or_is_passed_over_when_a_later_one_is_there(name: str, tmp_path: Path):
    log = _log(name, tmp_path)
    data = bytearray(log.data)
    data[log.edge(51) - 1] ^= 1  # a checksum
    path = tmp_path / "a.log"
    path.write_bytes(data)
    strict = _grown(path, log, log.edge(60), WHOLE, "FAILFAST")
    assert strict.part is not None
    with pytest.raises(ReadError, match="record"):
        _numbers(path, log.codec, log.edge(60), strict.part)
    good = [number for number in range(100) if number != 50]
    after, found = WHOLE, list[int | None]()
    for size in range(log.edge(49), log.edge(53), 3):
        grown = _grown(path, log, size, after, "DROPMALFORMED")
        if grown.part is not None and grown.part.stop is not None:
            found += _numbers(path, log.codec, grown.part.stop, grown.part, mode="DROPMALFORMED")
        after = grown.following
    grown = _grown(path, log, len(data), after, "DROPMALFORMED")
    assert grown.part is not None
    found += _numbers(path, log.codec, len(data), grown.part, mode="DROPMALFORMED")
    assert found == good


def test_a_length_that_leads_behind_the_end_waits_and_tells_of_later_records(tmp_path: Path):
    log = _log("framed", tmp_path)
    data = bytearray(log.data)
    data[log.edge(50) + 1] ^= 0x40  # 16 KiB more
    path = tmp_path / "a.log"
    path.write_bytes(data)
    grown = _grown(path, log, len(data), WHOLE, "DROPMALFORMED")
    assert grown.following.record == 50
    assert grown.later == log.edge(51)
    again = _grown(path, log, len(data), grown.following, "DROPMALFORMED", bad=log.edge(50))
    assert again.part is not None
    assert _numbers(path, log.codec, len(data), again.part, mode="DROPMALFORMED") == list(range(51, 100))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("bits", [(3,), (3, 5)], ids=["shared", "whole"])
def test_records_that_share_bytes_are_not_followed(tmp_path: Path, bits: tuple[int, ...], mode: str):
    fields = ", ".join(f"{{id: {name}, type: b{width}}}" for name, width in zip(("number", "rest"), bits, strict=False))
    spec = tmp_path / "bits.ksy"
    spec.write_text(
        "meta: {id: bits, bit-endian: le}\nseq: [{id: rows, type: row, repeat: eos}]\n"
        f"types: {{row: {{seq: [{fields}]}}}}\n",
        encoding="utf-8",
    )
    log = Log(bytewright.load(str(spec)), b"", [bytes([8 * number + number % 8]) for number in range(30)])
    path = tmp_path / "a.log"
    path.write_bytes(log.data)
    if sum(bits) % 8:
        with pytest.raises(OptionError, match="files of bits can't be followed: a record begins inside a byte"):
            _grown(path, log, 2, WHOLE, mode)
        return
    first = _grown(path, log, 2, WHOLE, mode)
    assert first.part is not None
    second = _grown(path, log, 30, first.following, mode)
    assert second.part is not None
    found = [
        *_numbers(path, log.codec, 2, first.part, mode=mode),
        *_numbers(path, log.codec, 30, second.part, mode=mode),
    ]
    assert found == [number % 8 for number in range(30)]
