"""The driver: where it ends, what it holds, and how it goes on."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from tests.support import inputs, plans, reference
from tests.support.compiling import Compile
from tests.support.reading import pivot_columns, plain, read

import bytewright
from bytewright.io.source import BytesSource, FileSource
from bytewright.kernels.drivers.buffers import Registers
from bytewright.kernels.drivers.scan import Scan, Settings, schema
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.failures import BadRecord
from bytewright.limits import Limits


def test_batches_that_are_kept_stay_as_they_are() -> None:
    """Memory is used again only when nobody holds it."""
    data = inputs.random_log(1, 60)
    plan = plans.upsert_batches()
    columns = pivot_columns(plan, data)
    scan = Scan(plan, BytesSource(data), pivot=columns, settings=Settings(batch_rows=20))
    kept, copies = [], []
    for number, batch in enumerate(scan):
        copies.append(batch.to_pylist())
        # A slice of one column keeps the memory as well as the batch does.
        kept.append(batch if number % 2 else batch.columns[-1].slice(1, 3))
    for number, (held, copied) in enumerate(zip(kept, copies, strict=True)):
        if number % 2:
            assert held.to_pylist() == copied
        else:
            assert held.to_pylist() == [row[columns[-1].name] for row in copied][1:4]
    assert len(kept) > 10


def test_memory_is_used_again() -> None:
    data = inputs.samples(1, 5000)
    scan = Scan(plans.samples(), BytesSource(data), settings=Settings(batch_rows=100))
    places = {batch.column("id").to_numpy().ctypes.data for batch in scan}
    assert len(places) <= 2


def test_a_block_is_checked_once() -> None:
    """Rows that a batch has no room for wait for the next one."""
    data = inputs.random_log(1, 60)
    plan = plans.upsert_batches()
    columns = pivot_columns(plan, data)
    expected = read(plan, data, pivot=columns)
    scan = Scan(plan, BytesSource(data), pivot=columns, settings=Settings(batch_rows=20))
    cycles = np.zeros(len(scan._program.instructions), np.int64)
    scan._state[codes.PROFILE] = cycles.ctypes.data
    checks = scan._program.instructions[:, 0] < codes.WINDOW
    rows, idle = [], 0
    for batch in scan:
        rows += plain(batch.to_pylist())
        idle += not cycles[checks].any()
        cycles[:] = 0
    assert (rows, None) == expected
    assert idle > len(rows) / 20 / 2


def test_regions() -> None:
    """A scan may begin and end at any record, and be taken up where another one ended."""
    data = inputs.messages(4, 50)
    expected, _ = reference.messages(data)
    first = Scan(plans.messages(), BytesSource(b"head" + data), start=4, settings=Settings(batch_rows=10))
    rows = plain(next(first).to_pylist()) + plain(next(first).to_pylist())
    read_so_far = first.record
    assert 0 < read_so_far == len(rows) < 50
    second = Scan(plans.messages(), BytesSource(b"head" + data), start=first.position, record=first.record)
    assert rows + [row for batch in second for row in plain(batch.to_pylist())] == expected
    middle = first.position - 4
    assert read(plans.messages(), data[:middle]) == (expected[:read_so_far], None)
    stopped = Scan(plans.messages(), BytesSource(data), stop=middle)
    assert sum(batch.num_rows for batch in stopped) == read_so_far


def test_a_file_that_gets_shorter(tmp_path: Path) -> None:
    path = tmp_path / "log"
    data = inputs.messages(4, 100)
    path.write_bytes(data)
    source = FileSource(path)
    scan = Scan(plans.messages(), source, settings=Settings(batch_rows=5, buffer_bytes=100))
    rows = next(scan).num_rows
    cut = scan.position + 150
    with path.open("r+b") as file:
        file.truncate(cut)
    with pytest.raises(BadRecord) as caught:  # noqa: PT012 - the batches before it count
        while True:
            rows += next(scan).num_rows
    assert caught.value.truncated
    assert caught.value.offset == reference.messages(data[:cut])[1]
    assert caught.value.record == rows
    source.close()


def test_a_bad_record_is_described() -> None:
    data = bytearray(inputs.samples(1, 9))
    data[24 * 7 + 13] = 255
    scan = Scan(plans.samples(), BytesSource(bytes(data)))
    assert next(scan).num_rows == 7
    with pytest.raises(BadRecord) as caught:
        next(scan)
    assert (caught.value.offset, caught.value.code, caught.value.field) == (24 * 7, codes.INVALID, "kind")
    assert caught.value.record == 7
    assert str(caught.value) == "record 7 at offset 168: kind: a check failed"
    with pytest.raises(StopIteration):
        next(scan)


def test_limits() -> None:
    """A record above the limit is bad, and the buffer doesn't grow for it; nor for a length that the file can't
    hold."""
    data = inputs.log(
        [inputs.body(9, [(1, "int8", 1)], random.Random(1)), inputs.body(9000, [(1, "int64", 1)], random.Random(1))]
    )
    plan = plans.upsert_batches()
    scan = Scan(plan, BytesSource(data), limits=Limits(maxRecordBytes=4000), settings=Settings(buffer_bytes=100))
    assert next(scan).num_rows == 9
    with pytest.raises(BadRecord) as caught:
        next(scan)
    assert caught.value.code == codes.LIMIT
    assert scan._buffer.size < 1000
    scan = Scan(plan, BytesSource(b"\xff\xff\xff\x3f" + bytes(100)))
    with pytest.raises(BadRecord) as caught:
        next(scan)
    assert caught.value.code == codes.TRUNCATED
    assert scan._buffer.size <= Settings().buffer_bytes + codes.SLACK


def test_schema() -> None:
    plan = plans.samples()
    scan = Scan(plan, BytesSource(inputs.samples(1, 2)), columns=["ratio", "n"])
    assert scan.schema == schema(plan, ["ratio", "n"]) == next(scan).schema
    assert scan.schema.names == ["ratio", "n"]


def test_restart() -> None:
    scan = Scan(plans.messages(), BytesSource(b"\xff"))
    with pytest.raises(BadRecord):
        next(scan)
    data = inputs.messages(9, 4)
    scan.restart(BytesSource(data))
    assert [row for batch in scan for row in plain(batch.to_pylist())] == reference.messages(data)[0]


def test_room_for_lists_is_made_at_once(compiled: Compile, monkeypatch: pytest.MonkeyPatch) -> None:
    """A block is computed anew whenever its lists find no room: of lists in lists of one large record, not as often as
    room doubles."""
    codec = compiled(
        "seq: [{id: header, type: u1}, {id: body, type: body}]\n"
        "types:\n"
        "  body: {seq: [{id: outer, type: outer, repeat: eos}]}\n"
        "  outer: {seq: [{id: count, type: u1}, {id: inner, type: u1, repeat: expr, repeat-expr: count}]}\n"
        "-views: {rows: {each: 'body.outer[*]', columns: [{id: inner, value: _.inner}]}}"
    )
    lists = [[number % 251] * (number % 9) for number in range(30_000)]
    grown: list[int] = []
    usual = Registers.grow

    def grow(self: Registers, domain: int, elements: int) -> None:
        grown.append(domain)
        usual(self, domain, elements)

    monkeypatch.setattr(Registers, "grow", grow)
    data = b"\0" + b"".join(bytes([len(one), *one]) for one in lists)
    table = bytewright.open(data, codec, engine="columns").to_table()
    assert table.column("inner").to_pylist() == lists
    outer, inner = min(grown), max(grown)
    assert grown == [outer] * 5 + [inner]
