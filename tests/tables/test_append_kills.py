"""Whenever a writer is killed, its log has all records that were flushed, whole, and goes on behind them."""

from __future__ import annotations

import os
import random
import signal
import struct
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec

LOG = """
seq:
  - {id: magic, contents: [1, 2, 3, 4, 5, 6, 7, 8]}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: number, type: u8}
      - {id: len, type: u4}
      - {id: body, size: len}
      - {id: digest, type: u4, -checksum: {algorithm: crc32, from: number, to: body}}
"""
BODY = bytes(range(256)) * 16


def _tell(pipe: int, number: int) -> None:
    os.write(pipe, struct.pack("<Q", number))


def killed(write: Callable[[Callable[[int], None]], None], after: float) -> int:
    """Run a writer in a process of its own and kill it; gives the last number that it has told."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(told)
            write(lambda number: _tell(tell, number))
        finally:
            os._exit(1)
    os.close(tell)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with open(told, "rb") as pipe:
        data = pipe.read()
    return struct.unpack_from("<Q", data, len(data) - 8)[0] if data else 0


def endless(path: Path, codec: Codec, first: int, seed: int, max_bytes: int | None) -> Callable[..., None]:
    """What appends numbered records for ever, as rows and in Arrow, and tells how many are flushed."""

    def write(tell: Callable[[int], None]) -> None:
        draw = random.Random(seed)
        number = first
        log = bytewright.append(path, codec, engine="objects", max_bytes=max_bytes)
        while True:
            count = draw.choice((1, 3, 300))
            rows = [{"number": number + i, "body": BODY[: draw.randrange(4096)]} for i in range(count)]
            log.append(rows if draw.random() < 0.5 else pa.Table.from_pylist(rows))
            number += count
            if draw.random() < 0.7:
                log.flush()
                tell(number)

    return write


def numbers(folder: Path, codec: Codec, *, torn: str) -> list[int]:
    found: list[int] = []
    for path in sorted(folder.glob("*.log"), key=lambda path: [*map(int, path.name.split(".")[:-1])]):
        table = bytewright.open(path, codec, options={"tornTail": torn}).to_table()
        found += [int(number) for number in table["number"].to_numpy()]
    return found


def kill_often(tmp_path: Path, codec: Codec, kills: int, max_bytes: int | None) -> None:
    draw = random.Random(f"{kills} {max_bytes}")
    for turn in range(kills):
        folder = tmp_path / f"{turn // 8}"  # now and then there is no file before
        folder.mkdir(exist_ok=True)
        whole = numbers(folder, codec, torn="fail")
        last = max((int(path.name.split(".")[0]) for path in folder.glob("*.log")), default=0)
        path = folder / f"{last + 1}.log" if max_bytes is not None else folder / "1.log"
        flushed = killed(endless(path, codec, len(whole), turn, max_bytes), draw.random() ** 2 * 0.2)
        found = numbers(folder, codec, torn="ignore")
        assert len(found) >= max(len(whole), flushed)
        assert found == [*range(len(found))]
        for one in folder.glob("*.log"):
            bytewright.append(one, codec).close()
        assert numbers(folder, codec, torn="fail") == found


@pytest.mark.parametrize("max_bytes", [None, 1 << 20])
def test_a_killed_writer_loses_nothing_that_was_flushed(compiled: Compile, tmp_path: Path, max_bytes: int | None):
    kill_often(tmp_path, compiled(LOG), 4, max_bytes)


@pytest.mark.slow
@pytest.mark.parametrize("max_bytes", [None, 1 << 20])
def test_200_kills(compiled: Compile, tmp_path: Path, max_bytes: int | None):
    kill_often(tmp_path, compiled(LOG), 100, max_bytes)
