"""Files that Milvus' own writers made, good and damaged: rows, errors, rewriting."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.formats.fixtures import DATA, Bad, bad_files, expected_rows, known, lines, named

import bytewright
from bytewright.cli import main
from bytewright.codec.settings import parse as options
from bytewright.errors import LimitError, OptionError, ReadError
from bytewright.io.source import BytesSource
from bytewright.limits import Limits
from bytewright.schema.blame import start_of_field
from bytewright.tables.engines import Engine
from bytewright.tables.row_models import model_of, reencoded, root_of
from bytewright.testing import check_rewrite, check_tree_of, oracle_difference
from bytewright_formats.milvus_binlog import CODEC, parse

FILES = sorted((DATA / "milvus" / "good").glob("*.bin"))
BAD = bad_files(DATA / "milvus" / "bad")
VIEWS = ["rows", "events", "descriptor"]
ENGINES: tuple[Engine, ...] = ("objects", "kaitai")
GOOD = DATA / "milvus" / "good"


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("path", FILES, ids=named)
def test_cat_prints_what_is_expected(path: Path, view: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    status = main(["cat", "--spec", "milvus_binlog", "--view", view, str(path)])
    printed = capfdbinary.readouterr()
    assert (status, printed.err) == (0, b"")
    assert list(lines(printed.out.decode())) == expected_rows(path, view)


@pytest.mark.parametrize("path", FILES, ids=named)
def test_files_are_written_again_byte_for_byte(path: Path) -> None:
    data = path.read_bytes()
    check_rewrite(CODEC, data)
    check_tree_of(CODEC, data)
    assert CODEC.to_bytes(parse(data), canonical=True) == data


@pytest.mark.parametrize("path", FILES, ids=named)
def test_rows_and_a_root_give_the_file_again(path: Path, tmp_path: Path) -> None:
    settings = options(CODEC)
    root = json.dumps(root_of(CODEC, BytesSource(path.read_bytes()), None, settings))
    model = model_of(CODEC, str(path.with_suffix(".rows.jsonl")), None, settings, root)
    again = CODEC.to_bytes(model, relocate=True)
    rebuilt = CODEC.to_bytes(reencoded(CODEC, parse(path.read_bytes()), settings), canonical=True)
    for view in ("rows", "descriptor"):
        want = bytewright.open(path, CODEC, view).to_table()
        for data in (again, rebuilt):
            found = bytewright.open(data, CODEC, view).to_table()
            assert found.schema == want.schema
            assert str(found.to_pylist()) == str(want.to_pylist())
    for old, new in zip(parse(path.read_bytes()).events, parse(again).events, strict=True):
        before, after = (pq.ParquetFile(pa.BufferReader(event.body.payload)) for event in (old, new))
        assert after.schema_arrow.equals(before.schema_arrow, check_metadata=True)
        groups = [file.metadata.row_group(0).column(0).compression for file in (before, after) if file.num_row_groups]
        assert len(set(groups)) < 2


@pytest.mark.parametrize("name", ["m2x_s101_insert_multi_event", "m2rc_s101_insert_int8", "mdec2020_s101_insert_bool"])
@pytest.mark.parametrize("wrong", [0, 12345])
def test_places_that_are_wrong_stay(name: str, wrong: int) -> None:
    right = (GOOD / f"{name}.bin").read_bytes()
    model = parse(right)
    for node in (model.descriptor, model.events[0]):
        at = start_of_field(node, "next_position")
        assert at is not None
        data = right[:at] + wrong.to_bytes(4, "little") + right[at + 4 :]
        table = bytewright.open(data, CODEC)
        assert table.to_table().equals(bytewright.open(right, CODEC).to_table())
        assert [(one.offset, "it stays" in one.text) for one in table.warnings] == [(at, True)]
        check_rewrite(CODEC, data)
        check_tree_of(CODEC, data)
        assert CODEC.to_bytes(parse(data), canonical=True) == right


@pytest.mark.parametrize("path", FILES, ids=named)
def test_the_frame_follows_from_the_rest(path: Path) -> None:
    data = path.read_bytes()
    model = parse(data)
    model.descriptor.server_id_or_len = model.descriptor.len_legacy = model.descriptor.next_position = None
    for event in model.events:
        event.len_event = None
        event.server_id = None
        event.next_position = -1 if event.next_position == -1 else None
    assert CODEC.to_bytes(model) == data


@pytest.mark.parametrize("path", FILES, ids=named)
def test_kaitai_reads_the_same_values(path: Path) -> None:
    assert oracle_difference(CODEC, path.read_bytes()) is None
    for view in VIEWS:
        shown, theirs = (bytewright.open(path, CODEC, view, engine=one).to_table() for one in ENGINES)
        assert str(theirs.to_pylist()) == str(shown.to_pylist())


# --- damaged files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.file)
def test_damage_is_an_error_with_its_place(bad: Bad, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = DATA / "milvus" / "bad" / bad.file
    status = main(["cat", "--spec", "milvus_binlog", str(path)])
    printed = capfdbinary.readouterr()
    assert status in {"fail": (1,), "accept": (0,), "either": (0, 1)}[bad.expect]
    if status == 1:
        found = re.match(
            rf"bytewright: error: {re.escape(str(path))}: offset (\d+) \(0x[0-9a-f]+\): ", printed.err.decode()
        )
        assert found is not None
        assert int(found[1]) in bad.offsets
    rows = path.with_suffix(".rows.jsonl")
    if rows.exists():
        got = [known(row) for row in lines(printed.out.decode())]
        want = [known(row) for row in lines(rows.read_text(encoding="utf-8"))]
        assert got == (want[: len(got)] if status else want)


def _with_payload(path: Path, payload: bytes) -> bytes:
    model = parse(path)
    model.events = model.events[:1]
    model.events[0].body.payload = payload
    return CODEC.to_bytes(model)


def _parquet(table: pa.Table, **options: object) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, **options)
    return sink.getvalue().to_pybytes()


def test_payloads_of_another_type_are_refused() -> None:
    data = _with_payload(GOOD / "m2x_s101_insert_102_i8.bin", _parquet(pa.table({"val": pa.array([1.5])})))
    with pytest.raises(ReadError, match=r"events\[0\]\.body\.payload: expected values of type int8, found double"):
        bytewright.open(data, CODEC).to_table()


def test_values_that_do_not_fit_are_refused() -> None:
    data = _with_payload(GOOD / "m2x_s101_insert_102_i8.bin", _parquet(pa.table({"val": pa.array([300], pa.int32())})))
    with pytest.raises(ReadError, match="300"):
        bytewright.open(data, CODEC).to_table()


def test_text_must_be_text() -> None:
    table = pa.table({"val": pa.array([b"\xff\xfe"], pa.binary())})
    data = _with_payload(GOOD / "m2x_s101_insert_108_varchar.bin", _parquet(table))
    with pytest.raises(ReadError, match="UTF-8"):
        bytewright.open(data, CODEC).to_table()
    replaced = bytewright.open(data, CODEC, options={"malformedStrings": "replace"}).to_table()
    assert replaced["value"].to_pylist() == ["\ufffd\ufffd"]


def test_vectors_are_whole_numbers_of_elements() -> None:
    table = pa.table({"val": pa.array([b"12345"], pa.binary(5))})
    data = _with_payload(GOOD / "m2x_s101_insert_121_fvec.bin", _parquet(table))
    with pytest.raises(ReadError, match="elements of 4 bytes"):
        bytewright.open(data, CODEC).to_table()


def test_payloads_may_not_ask_for_too_much() -> None:
    many = pa.table({"val": pa.array([7] * 200_000, pa.int64())})
    data = _with_payload(GOOD / "m2x_s101_insert_105_i64.bin", _parquet(many))
    assert len(data) < 4096
    with pytest.raises(LimitError, match="maxDecodedBytes"):
        bytewright.open(data, CODEC, limits=Limits(maxDecodedBytes=1 << 20, maxExpansion=100)).to_table()
    assert bytewright.open(data, CODEC).to_table().num_rows == 200_000


def test_large_values_of_a_dictionary_come_in_small_batches() -> None:
    table = pa.table({"val": pa.array(["x" * 1_000_000] * 200)})
    data = _with_payload(GOOD / "m2x_s101_insert_108_varchar.bin", _parquet(table))
    assert len(data) < 1 << 20
    sizes = [batch.nbytes for batch in bytewright.open(data, CODEC).to_batches()]
    assert sum(sizes) > 200_000_000
    assert max(sizes) <= 20 << 20


def test_several_columns_are_none_but_for_deletes() -> None:
    table = pa.table({"pk": pa.array([1]), "ts": pa.array([2])})
    data = _with_payload(GOOD / "m2x_s101_insert_105_i64.bin", _parquet(table))
    with pytest.raises(ReadError, match="a table of one column, found 2"):
        bytewright.open(data, CODEC).to_table()


@pytest.mark.parametrize("text", ["12,7", "-5,452053538476544000"])
def test_deletes_as_text_with_a_comma(text: str) -> None:
    data = _with_payload(GOOD / "m2x_s101_delete_codec_int64.bin", _parquet(pa.table({"val": pa.array([text])})))
    key, _, time = text.partition(",")
    assert bytewright.open(data, CODEC).to_table()["value"].to_pylist() == [{"pk": int(key), "ts": int(time)}]


@pytest.mark.parametrize("text", ["12", "a,b", "{}", '{"pk": 1}', "[1]", '{"pk": true, "ts": 1}'])
def test_deletes_that_are_none(text: str) -> None:
    data = _with_payload(GOOD / "m2x_s101_delete_codec_int64.bin", _parquet(pa.table({"val": pa.array([text])})))
    with pytest.raises(ReadError, match=r"events\[0\]\.body\.payload"):
        bytewright.open(data, CODEC).to_table()


# --- options ----------------------------------------------------------------------------------------------------------


def test_a_layout_may_be_asked_for() -> None:
    path = GOOD / "m2rc_s101_insert_int8.bin"
    assert bytewright.open(path, CODEC, options={"layout": "2021"}).to_table().num_rows == 58
    with pytest.raises(ReadError, match=r"descriptor\.server_id_or_len"):
        bytewright.open(path, CODEC, options={"layout": "2x"}).to_table()


def test_files_of_one_field() -> None:
    paths = sorted(GOOD.glob("m2x_s101_insert_1*.bin"))
    table = bytewright.open(paths, CODEC, options={"field": "121", "includeMetadata": "true"})
    assert str(table.schema.field("value").type) == "list<element: float not null>"
    told = table.to_table().to_pylist()[0]["_metadata"]
    ids = {key: told[key] for key in ("collection_id", "partition_id", "segment_id", "field_id")}
    assert ids == {"collection_id": 440000000101, "partition_id": 7101, "segment_id": 8101, "field_id": 121}
    named = bytewright.open(paths, CODEC, options={"field": "Timestamp"}).to_table()
    assert named.num_rows == 47


def test_files_of_a_field_by_name(tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text('{"fields": [{"name": "vector", "fieldID": 121, "data_type": 101}]}', encoding="utf-8")
    options = {"field": "vector", "schema": str(schema)}
    paths = sorted(GOOD.glob("m2x_s101_insert_1*.bin"))
    assert bytewright.open(paths, CODEC, options=options).to_table().num_rows == 47
    with pytest.raises(OptionError, match="a number or a name"):
        bytewright.open(paths, CODEC, options={**options, "field": "vectors"})


def test_files_of_no_field() -> None:
    paths = sorted(GOOD.glob("m2x_s101_insert_12*.bin"))
    with pytest.raises(OptionError, match="found 7, and files of 120, 121, 122"):
        bytewright.open(paths, CODEC, options={"field": "7"})


def test_values_of_different_types_are_an_error_that_lists_the_fields() -> None:
    paths = sorted(GOOD.glob("m2x_s101_insert_12[01]*.bin"))
    with pytest.raises(OptionError, match=r"binary: 120; list<element: float not null>: 121.* option field"):
        bytewright.open(paths, CODEC)


def test_bad_events_are_passed_over_where_that_is_asked_for() -> None:
    model = parse(GOOD / "m2x_s101_insert_multi_event.bin")
    model.events[1].body.payload = b"PAR1 damaged PAR1"
    table = bytewright.open(CODEC.to_bytes(model), CODEC, mode="PERMISSIVE")
    events = table.to_table()["event"].to_pylist()
    assert table.malformed == 1
    assert events.count(None) == 1
    assert {0, 2, 3} <= set(events)
