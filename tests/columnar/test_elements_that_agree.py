"""Lists of which all elements must give the same value: both engines refuse what doesn't, wherever reading begins."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.support.both import agree, agree_when_damaged, read

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import OptionError, ReadError, SpecError, WriteError
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.load import load

IN_RECORDS = """
meta: {{id: agree, endian: le}}
seq:
  - {{id: records, type: record, repeat: eos}}
types:
  record:
    seq:
      - {{id: number, type: u1}}
      - {{id: count, type: u2}}
      - {{id: items, {item}, repeat: expr, repeat-expr: count, -valid: {{same: {key}}}}}
      - {{id: behind, type: u1}}
  plain:
    seq: [{{id: kind, type: u1}}, {{id: value, type: u1}}]
  lacking:
    seq: [{{id: kind, type: u1}}, {{id: extra, type: u1, if: kind > 3}}]
  named:
    seq: [{{id: len, type: u1}}, {{id: name, size: len}}]
-views:
  rows:
    each: records[*]
    columns: [{{id: number, value: _.number}}, {{id: count, value: _.count}}, {{id: behind, value: _.behind}}]
"""
SHAPES = {
    "numbers": ("type: s4", "_", lambda n: (n - 5).to_bytes(4, "little", signed=True)),
    "of 64 bits": ("type: u8", "_", lambda n: (n << 61 | 5 - n & 7).to_bytes(8, "little")),
    "fields": ("type: plain", "_.kind", lambda n: bytes([n, 7])),
    "computed": ("type: plain", "_.kind % 8", lambda n: bytes([n, 7])),
    "with the record": ("type: plain", "_.kind ^ number", lambda n: bytes([n, 7])),
    "fractions": ("type: f4", "_", lambda n: struct.pack("<f", n / 2)),
    "some lack": ("type: lacking", "_.extra", lambda n: bytes([n]) + b"\7" * (n > 3)),
    "of elements of any size": ("type: named", "_.len", lambda n: bytes([n]) + b"x" * n),
}
OF_FILE = """
meta: {id: alike, endian: le}
seq:
  - {id: head, contents: HE}
  - {id: records, type: record, repeat: eos, -valid: {same: _.kind}, -hint: Records are of one kind.}
types:
  record:
    seq:
      - {id: kind, type: u1, enum: kind}
      - {id: len, type: u1, valid: {max: 9}}
      - {id: text, type: str, size: len, encoding: ASCII}
      - {id: mark, contents: '$$$$'}
enums:
  kind: {1: rain, 2: wind}
-views:
  rows:
    each: records[*]
    columns: [{id: kind, value: _.kind}, {id: text, value: _.text}]
"""


def compiled(tmp_path: Path, spec: str) -> Codec:
    path = tmp_path / "agree.ksy"
    path.write_text(spec, encoding="utf-8")
    return load(path)


def in_records(tmp_path: Path, shape: str) -> Codec:
    item, key, _ = SHAPES[shape]
    return compiled(tmp_path, IN_RECORDS.format(item=item, key=key))


def made(shape: str, *lists: list[int]) -> bytes:
    """Records with these elements."""
    one: Any = SHAPES[shape][2]
    return b"".join(
        bytes([n]) + len(items).to_bytes(2, "little") + b"".join(map(one, items)) + b"\xee"
        for n, items in enumerate(lists)
    )


def record(kind: int, text: str = "") -> bytes:
    return bytes([kind, len(text)]) + text.encode() + b"$$$$"


@pytest.mark.parametrize("shape", SHAPES)
def test_lists_in_records(tmp_path: Path, shape: str) -> None:
    codec = in_records(tmp_path, shape)
    assert isinstance(codec.row_plans["rows"], RowPlan)
    good = made(shape, [3, 3, 3], [], [4], [5] * 40)
    assert agree(codec, good)[1] is None
    for bad in ([1, 5], [4, 4, 4, 2], [2, 6, 2], [*[1] * 40, 4]) if shape == "some lack" else (
        [1, 2], [3, 3, 3, 2], [7, 6, 7], [*[5] * 40, 4],
    ):  # fmt: skip
        data = made(shape, [3, 3], bad, [2])
        said = str(agree(codec, data)[1])
        place = next(i for i, value in enumerate(bad) if value != bad[0])
        assert f"records[1].items[{place}]: expected " in said
        assert ", as items[0] is, found " in said
        for mode in ("PERMISSIVE", "DROPMALFORMED"):
            assert read(codec, data, "columns", mode=mode) == read(codec, data, "objects", mode=mode)
        assert agree(codec, data, options={"checks": "frames"})[1] is None


def test_no_number_is_like_no_other(tmp_path: Path) -> None:
    codec = in_records(tmp_path, "fractions")
    zeros, nans = b"\0\2\0" + struct.pack("<2f", 0.0, -0.0) + b"\1", b"\0\2\0" + b"\0\0\xc0\x7f" * 2 + b"\1"
    assert agree(codec, zeros)[1] is None
    assert "items[1]: expected nan, as items[0] is, found nan" in str(agree(codec, nans)[1])


@pytest.mark.parametrize("shape", ["numbers", "of elements of any size"])
def test_damage_in_records(tmp_path: Path, shape: str) -> None:
    _, bad = agree_when_damaged(in_records(tmp_path, shape), made(shape, [3, 3], [2], [1, 1, 1]), view="rows")
    assert bad > 20


def test_texts_are_compared(tmp_path: Path) -> None:
    codec = compiled(tmp_path, IN_RECORDS.format(item="type: named", key="_.name"))
    assert isinstance(codec.row_plans["rows"], RowPlan)
    data = b"\1\2\0\1a\1a\7"
    assert bytewright.open(data, codec).to_table()["count"].to_pylist() == [2]
    with pytest.raises(ReadError, match=r"items\[1\]: expected 61, as items\[0\] is, found 62"):
        bytewright.open(data.replace(b"\1a\7", b"\1b\7"), codec).to_table()


@pytest.mark.parametrize("counted", [False, True])
def test_records_of_a_file(tmp_path: Path, counted: bool) -> None:
    """They come one by one: those before the one that differs are shown."""
    spec = OF_FILE
    if counted:
        spec = spec.replace("repeat: eos,", "repeat: expr, repeat-expr: num,").replace(
            "  - {id: records,", "  - {id: num, type: u1}\n  - {id: records,"
        )
    codec = compiled(tmp_path, spec)
    assert codec.records is not None
    assert isinstance(codec.row_plans["rows"], RowPlan)
    head = b"HE" + b"\5" * counted
    records = [record(1, "a"), record(1, "b"), record(2, "c"), record(1, "d"), record(1)]
    rows, error, _ = agree(codec, head + b"".join(records))
    assert [row[-3] for row in rows] == ["a", "b"]
    assert str(error).endswith(
        "records[2]: expected rain (1), as records[0] is, found wind (2). Records are of one kind."
    )
    assert f"offset {len(head) + 14} " in str(error)
    for mode, kept in (("PERMISSIVE", 5), ("DROPMALFORMED", 4)):
        assert len(agree(codec, head + b"".join(records), mode=mode)[0]) == kept
    good = head + b"".join(records).replace(b"\2\1c", b"\1\1c")
    assert len(agree(codec, good)[0]) == 5
    assert agree(codec, head + b"".join(records), options={"checks": "frames"})[1] is None
    for mode in ("FAILFAST", "PERMISSIVE", "DROPMALFORMED"):
        agree_when_damaged(codec, good, mode=mode)


def test_the_first_record_decides_wherever_reading_begins(tmp_path: Path) -> None:
    codec = compiled(tmp_path, OF_FILE)
    data = b"HE" + record(1, "a") + b"".join(record(2, str(n % 10)) for n in range(40)) + record(1, "z")
    for engine in ("objects", "columns"):
        table = bytewright.open(data, codec, engine=engine, mode="DROPMALFORMED")
        assert table.to_table()["text"].to_pylist() == ["a", "z"]
        parts = table.splits(60, search=True)
        assert len(parts) > 3
        shown = [text for part in parts for batch in table.to_batches(part=part) for text in batch["text"].to_pylist()]
        assert shown == ["a", "z"]


def test_a_first_record_that_is_bad_decides_nothing(tmp_path: Path) -> None:
    codec = compiled(tmp_path, OF_FILE)
    data = b"HE" + record(1, "a").replace(b"$$$$", b"$?$$") + record(2, "b") + record(1, "c")
    for engine in ("objects", "columns"):
        table = bytewright.open(data, codec, engine=engine, mode="DROPMALFORMED")
        assert table.to_table()["text"].to_pylist() == ["b", "c"]


def test_writers_refuse_them(tmp_path: Path) -> None:
    codec = compiled(tmp_path, OF_FILE)
    good = b"HE" + record(1, "a") + record(1, "b")
    assert codec.to_bytes(codec.parse(good)) == good
    model = codec.parse(good)
    model.records[1].kind = 2
    with pytest.raises(WriteError, match=r"records\[1\]: expected rain \(1\), as records\[0\] is, found wind \(2\)"):
        codec.to_bytes(model)
    rows = pa.table({"kind": ["rain", "wind"], "text": ["a", "b"]})
    with pytest.raises(WriteError, match=r"records\[1\]: expected rain"):
        bytewright.write(rows, tmp_path / "out", codec)
    bytewright.write(rows.slice(1), tmp_path / "out", codec)
    assert (tmp_path / "out").read_bytes() == b"HE" + record(2, "b")
    with pytest.raises(OptionError, match="what records must be is what the first one is"):
        bytewright.append(tmp_path / "out", codec)


def test_views_of_one_structure_ask_it(tmp_path: Path) -> None:
    codec = compiled(tmp_path, OF_FILE)
    view: Any = bytewright.view_of(b"HE" + record(1, "a") + record(2, "b"), codec)
    with pytest.raises(ReadError, match=r"records\[1\]: expected rain"):
        len(view.records)


def test_a_rule_of_a_list_stands_on_a_list(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"'-valid: \{same: …\}' stands on a list"):
        compiled(tmp_path, "meta: {id: a}\nseq: [{id: b, type: u1, -valid: {same: _}}]\n")
    with pytest.raises(SpecError, match="unique"):
        compiled(tmp_path, "meta: {id: a}\nseq: [{id: b, type: u1, repeat: eos, -valid: {}}]\n")
    both = compiled(
        tmp_path, "meta: {id: a}\nseq: [{id: b, type: u1, repeat: eos, -valid: {same: _ / 16, unique: _}}]\n"
    )
    assert both.parse(b"\x21\x22").b == [0x21, 0x22]
    for data, message in ((b"\x21\x31", "as b"), (b"\x21\x22\x21", "only once")):
        with pytest.raises(ReadError, match=message):
            both.parse(data)
