"""Rows of lists in lists, in blocks that are processed and summed up: kernels make the files that objects make."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile
from tests.support.encoded_rows import made, refused

import bytewright
from bytewright.codec.settings import parse
from bytewright.io.source import BytesSource
from bytewright.kernels.plan.encoding import EncodingPlan
from bytewright.kernels.plan.failures import Unsupported
from bytewright.tables.encode_strategies import row_encoder
from bytewright.tables.row_models import root_of
from bytewright.tables.write import bytes_of
from bytewright.tables.write_job import WriteJob

CRATES = """
seq:
  - {id: magic, contents: CR}
  - {id: version, type: u1}
  - {id: num_crates, type: u2}
  - {id: crates, type: crate, repeat: expr, repeat-expr: num_crates}
  - {id: total, type: u4, -checksum: {algorithm: crc32, from: crates, to: crates}}
types:
  crate:
    seq:
      - {id: site, type: u4}
      - {id: owner, type: strz}
      - {id: len_body, type: u4}
      - {id: body, size: len_body, process: zlib, type: body}
      - {id: digest, type: u4, -checksum: {algorithm: crc32, from: body, to: body}}
  body:
    seq:
      - {id: kind, type: u1}
      - {id: num_records, type: u2}
      - {id: records, type: record, repeat: expr, repeat-expr: num_records}
      - {id: note, type: strz}
  record:
    seq:
      - {id: id, type: u4}
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
      - {id: values, type: s2, repeat: expr, repeat-expr: 2}
-views:
  records:
    each: crates[*].body.records[*]
    columns:
      - {id: version, value: version}
      - {id: site, value: crates.site}
      - {id: owner, value: crates.owner}
      - {id: kind, value: crates.body.kind}
      - {id: note, value: crates.body.note}
      - {id: id, value: _.id}
      - {id: name, value: _.name}
      - {id: values, value: _.values}
"""
SHELVES = """
seq: [{id: shelves, type: shelf, repeat: eos}]
types:
  shelf:
    seq:
      - {id: label, type: u1}
      - {id: num_boxes, type: u1}
      - {id: boxes, type: box, repeat: expr, repeat-expr: num_boxes}
  box:
    seq:
      - {id: len_hidden, type: u2}
      - {id: hidden, size: len_hidden, process: 'xor([1, 2, 3])', type: hidden}
  hidden:
    seq:
      - {id: weight, type: s4}
      - {id: len_packed, type: u2}
      - {id: sum, type: u4, -checksum: {algorithm: adler32, from: packed, to: packed}}
      - {id: packed, size: len_packed, process: zlib, type: items}
  items:
    seq: [{id: items, type: item, size: 6, repeat: eos}]
  item:
    seq: [{id: number, type: u4}]
-views:
  items:
    each: shelves[*].boxes[*].hidden.packed.items[*]
    columns:
      - {id: label, value: shelves.label}
      - {id: weight, value: boxes.hidden.weight}
      - {id: place, value: _index}
      - {id: number, value: _.number}
"""
KINDS = {
    "version": pa.uint8(),
    "site": pa.int64(),
    "owner": pa.string(),
    "kind": pa.int16(),
    "note": pa.string(),
    "id": pa.uint32(),
    "name": pa.string(),
    "values": pa.list_(pa.int16()),
}


def crates(*changed: dict[str, Any], count: int = 40) -> pa.Table:
    found = [
        {
            "version": 4,
            "site": n // 7,
            "owner": "abc"[n // 14 % 3],
            "kind": n // 14 % 250,
            "note": "",
            "id": n,
            "name": "n" * (n % 5),
            "values": [n, -n],
        }
        for n in range(count)
    ]
    found += [found[-1] | one for one in changed]
    return pa.table({name: pa.array([row[name] for row in found], kind) for name, kind in KINDS.items()})


def items(labels: str, weights: str, places: str) -> pa.Table:
    columns = [pa.array(map(int, each), kind) for each, kind in ((labels, pa.uint8()), (weights, pa.int32()))]
    place = pa.array(map(int, places), pa.int64())
    return pa.table(
        [*columns, place, pa.array(range(len(labels)), pa.uint32())], ["label", "weight", "place", "number"]
    )


def test_what_rows_say_of_blocks_tells_them_apart(compiled: Compile) -> None:
    codec = compiled(CRATES)
    assert isinstance(codec.encoding_nested["records"], EncodingPlan)
    table = crates()
    found = made(codec, table)
    assert found[:5] == b"CR\4\6\0"
    assert int.from_bytes(found[-4:], "little") == zlib.crc32(found[5:-4])
    read = bytewright.open(found, codec).to_table()
    assert read.to_pylist() == table.to_pylist()


def test_a_root_says_what_rows_do_not(compiled: Compile) -> None:
    codec, table = compiled(CRATES), crates()
    data = made(codec, table)
    shown = table.select(["site", "id", "name", "values"])
    told = [
        {"owner": "an owner", "body": {"kind": 200, "note": "ü", "records": [{}] * rows}} for rows in (7, 7, 7, 7, 7, 5)
    ]
    found = made(codec, shown, json.dumps({"version": 9, "crates": told}))
    assert [row["owner"] for row in bytewright.open(found, codec).to_table().to_pylist()] == ["an owner"] * 40
    root = json.dumps(root_of(codec, BytesSource(data), None, parse(codec, {})))
    assert made(codec, table, root) == data


def test_blocks_without_rows(compiled: Compile) -> None:
    codec = compiled(CRATES)
    told = [
        {"site": 1, "owner": "o", "body": {"kind": 2, "note": "", "records": [{}] * rows}} for rows in (0, 2, 0, 3, 0)
    ]
    table = crates(count=5).select(["id", "name", "values"])
    found = made(codec, table, json.dumps({"version": 1, "crates": told}))
    assert [len(crate.body.records) for crate in codec.parse(found).crates] == [0, 2, 0, 3, 0]


def test_lists_in_lists_in_lists(compiled: Compile) -> None:
    codec = compiled(SHELVES)
    found = made(codec, items("11112223", "55665555", "01012010"))
    shelves = codec.parse(found).shelves
    counts = [[len(box.hidden.packed.items) for box in shelf.boxes] for shelf in shelves]
    assert counts == [[2, 2], [1, 2], [1]]
    told = json.dumps(root_of(codec, BytesSource(found), None, parse(codec, {})))
    assert made(codec, items("11112223", "55665555", "01010120"), told)


def test_a_file_of_many_blocks(compiled: Compile, tmp_path: Any) -> None:
    codec, table = compiled(CRATES), crates(count=30_000)
    how = bytewright.write(table, tmp_path / "crates", codec)
    assert how.encoded == 30_000
    assert bytes_of(codec, table, None, parse(codec, {}), None, "objects")[0] == (tmp_path / "crates").read_bytes()


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": None},
        {"name": "n" * 256},
        {"name": None},
        {"values": [1]},
        {"version": 5},
        {"site": 1 << 32},
        {"site": None},
        {"owner": "a\0b"},
        {"kind": -1},
    ],
)
def test_rows_that_no_file_can_be_made_of(compiled: Compile, wrong: dict[str, Any]) -> None:
    refused(compiled(CRATES), crates(wrong, {}))


@pytest.mark.parametrize(
    ("told", "rows"),
    [
        ({"crates": [{"site": 3, "body": {"records": [{}] * 3}}]}, 3),
        ({"crates": [{"body": {"records": [{}] * 3}}, {"body": {"records": [{}] * 3}}]}, 9),
        ({"crates": [{"body": {"records": [{}] * 10}}]}, 10),
        ({"crates": [{"body": {"records": [{"id": 4}]}}]}, 1),
        ({"crates": [{"body": {"records": []}}]}, 0),
        ({"crates": [{"len_body": 7, "body": {"records": [{}] * 3}}]}, 3),
        ({"crates": [{"body": 4}]}, 3),
        ({"crates": {"body": 4}}, 3),
        ({"crates": [[]]}, 3),
        ({"nothing": []}, 3),
        ([], 3),
    ],
)
def test_roots_that_contradict_rows(compiled: Compile, told: Any, rows: int) -> None:
    refused(compiled(CRATES), crates(count=rows), json.dumps(told))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("repeat-expr: num_records}", "repeat-expr: _parent.site}", "'site' isn't read with the record"),
        ("process: zlib", "process: xor(len_body)", "processed bytes with arguments that rest on them"),
        (
            "repeat: expr, repeat-expr: num_crates",
            "repeat: until, repeat-until: _.site == 9",
            "lists in lists of which",
        ),
        (
            "{id: records, type: record,",
            "{id: records, type: record, size: 60 + _index,",
            "a size rests on the number of an",
        ),
    ],
)
def test_what_lies_in_blocks_and_rests_on_them(compiled: Compile, old: str, new: str, reason: str) -> None:
    text = CRATES.replace(old, new)
    assert text != CRATES
    assert str(compiled(text).encoding_nested["records"]).startswith(reason)


def test_columns_are_asked_for_and_cannot_be_had(compiled: Compile) -> None:
    codec = compiled(CRATES)
    job = WriteJob(codec, None, parse(codec, {}), None, "columns", crates().schema, 3)
    with pytest.raises(Unsupported, match="more or fewer rows"):
        b"".join(map(bytes, row_encoder(job).pieces(crates().to_batches())))
