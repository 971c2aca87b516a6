"""Checksums that the kernel doesn't compute: a library puts them between two calls of the kernel, as objects do."""

from __future__ import annotations

import hashlib
import zlib
from typing import Any

import pyarrow as pa
import pytest
import xxhash
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.codecs.checksums import ALGORITHMS
from bytewright.kernels.drivers.encoder import Sizes
from bytewright.kernels.plan.encoding import EncodingPlan, PutSum
from bytewright.tables.encode_strategies import row_encoder
from bytewright.tables.write_job import WriteJob

FOREIGN = [name for name, row in ALGORITHMS.items() if row.kernel is None]
PARCELS = """
seq: [{{id: parcels, type: parcel, repeat: eos}}]
types:
  parcel:
    seq:
      - {{id: ahead, {field}, -checksum: {{algorithm: {name}, from: number, to: stamps}}}}
      - {{id: number, type: u2}}
      - {{id: len_note, type: u1}}
      - {{id: note, type: str, size: len_note}}
      - {{id: num_stamps, type: u1}}
      - {{id: stamps, type: stamp, repeat: expr, repeat-expr: num_stamps}}
      - {{id: behind, {field}, -checksum: {{algorithm: {name}, from: ahead, to: stamps}}, if: number != 3}}
      - {{id: all, type: u4be, -checksum: {{algorithm: crc32, from: ahead, to: behind}}}}
  stamp:
    seq:
      - {{id: price, type: u4}}
      - {{id: seal, {field}, -checksum: {{algorithm: {name}, from: price, to: price}}}}
"""

CARDS = """
seq: [{id: cards, type: card, repeat: eos}]
types:
  card:
    seq:
      - {id: number, type: u4}
      - {id: quick, type: u8be, -checksum: {algorithm: xxh64, from: number, to: number}}
      - {id: slow, size: 20, -checksum: {algorithm: sha1, from: number, to: quick}}
      - {id: last, type: u4, -checksum: {algorithm: crc32, from: number, to: slow}}
"""


def parcels(compiled: Compile, name: str) -> Codec:
    """Records with a checksum of each kind."""
    row = ALGORITHMS[name]
    field = f"size: {row.size}" if row.digest else f"type: u{row.size}{'be' if len(name) % 2 else 'le'}"
    return compiled(PARCELS.format(field=field, name=name))


def shown(count: int) -> pa.Table:
    """Rows of them."""
    rows = [
        {
            "number": number,
            "note": "n" * (number % 5),
            "stamps": [{"price": 7 * number + place} for place in range(number % 4)],
        }
        for number in range(count)
    ]
    kind = pa.struct([pa.field("price", pa.uint32(), nullable=False)])
    stamps = pa.list_(pa.field("item", kind, nullable=False))
    fields: list[pa.Field[Any]] = [
        pa.field("number", pa.uint16()),
        pa.field("note", pa.string()),
        pa.field("stamps", stamps),
    ]
    return pa.Table.from_pylist(rows, pa.schema(fields))


@pytest.mark.parametrize("name", FOREIGN)
def test_records_are_written_as_objects_write_them(compiled: Compile, name: str, tmp_path: Any) -> None:
    codec, rows = parcels(compiled, name), shown(30)
    assert isinstance(codec.encoding, EncodingPlan)
    assert sum(isinstance(step, PutSum) for step in codec.encoding.steps) == 4
    for engine in ("columns", "objects"):
        done = bytewright.write(rows, tmp_path / engine, codec, engine=engine)
        assert done.strategy == ("rows" if engine == "columns" else "objects")
    data = (tmp_path / "columns").read_bytes()
    assert data == (tmp_path / "objects").read_bytes()
    found = bytewright.open(data, codec).to_table()
    assert found.select(["number", "note"]) == rows.select(["number", "note"]).cast(
        pa.schema([found.schema.field("number"), found.schema.field("note")])
    )


def test_blocks_and_buffers_that_are_too_small_for_all(compiled: Compile) -> None:
    codec, rows = parcels(compiled, "sha256"), shown(300)
    made = []
    for sizes in (Sizes(), Sizes(1, 1), Sizes(200, 7)):
        job = WriteJob(codec, None, parse(codec, {}), None, "columns", rows.schema, len(rows))
        made.append(b"".join(map(bytes, row_encoder(job, sizes).pieces(rows.to_batches(max_chunksize=97)))))
    assert made[0] == made[1] == made[2]


def test_digests_are_those_of_the_bytes(compiled: Compile, tmp_path: Any) -> None:
    codec = compiled(CARDS)
    bytewright.write(pa.table({"number": pa.array([5, 1 << 31], pa.uint32())}), tmp_path / "made", codec)
    data = (tmp_path / "made").read_bytes()
    for at, number in ((0, 5), (36, 1 << 31)):
        body = number.to_bytes(4, "little")
        body += xxhash.xxh64(body).intdigest().to_bytes(8, "big")
        body += hashlib.sha1(body, usedforsecurity=False).digest()
        assert data[at : at + 36] == body + zlib.crc32(body).to_bytes(4, "little")
    agree(codec, data)
    agree_when_damaged(codec, data)
