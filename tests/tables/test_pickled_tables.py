"""Tables in other processes: they go with what they were asked for, and with the code of a spec."""

import multiprocessing
import pickle
from pathlib import Path
from typing import Any

import pytest

import bytewright

SPEC = """
meta: {id: %s, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq: [{id: kind, type: u1, valid: {max: 9}}, {id: number, type: u2}]
-views:
  records:
    default: true
    each: records[*]
    columns: [{id: kind, value: _.kind}, {id: number, value: _.number}]
  kinds:
    each: records[*]
    columns: [{id: kind, value: _.kind}]
"""


def rows_of(table: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = table.to_table().to_pylist()
    return rows


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.ksy"
    path.write_text(SPEC % "pairs")
    return path


def test_another_process_reads_a_table(spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Which knows neither the spec nor where this one stands."""
    monkeypatch.chdir(tmp_path)
    Path("a").write_bytes(b"\1\2\0\xff\4\0\3\6\0")
    options = {"includeMetadata": "true", "mode": "DROPMALFORMED"}
    table = bytewright.open("a", spec, "kinds", "kind,_metadata", options)
    data = pickle.dumps(table)
    expected = rows_of(table)
    assert [row["kind"] for row in expected] == [1, 3]
    spec.unlink()
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        monkeypatch.chdir("/")
        (found,) = pool.map(rows_of, [pickle.loads(data)])
    assert [row["kind"] for row in found] == [1, 3]
    assert [row["_metadata"]["record_offset"] for row in found] == [0, 6]
    assert Path(found[0]["_metadata"]["file_path"]) == tmp_path / "a"


def test_what_a_table_was_asked_for_goes_with_it(spec: Path, tmp_path: Path):
    data: list[Any] = [bytearray(b"\1\2\0"), b"\3\4\0", memoryview(b"\5\6\0")]
    table = bytewright.open(data, spec, columns=["number"], engine="objects", batch_rows=1)
    for again in (pickle.loads(pickle.dumps(table)), pickle.loads(pickle.dumps(table.only(["number"])))):
        assert again.schema == table.schema
        batches = list(again.to_batches())
        assert [batch.to_pylist() for batch in batches] == [[{"number": 2}], [{"number": 4}], [{"number": 6}]]
        assert set(again.engines) == {"objects"}


def test_tables_of_several_versions(tmp_path: Path):
    specs = [tmp_path / "one.ksy", tmp_path / "two.ksy"]
    for number, path in enumerate(specs, 1):
        path.write_text(
            f"meta: {{id: v{number}, endian: le}}\nseq: [{{id: v, contents: [{number}]}}, {{id: a, type: u{number}}}]\n"
        )
    table = bytewright.open([b"\2\3\0", b"\1\4"], specs, columns="a")
    again = pickle.loads(pickle.dumps(table))
    assert rows_of(again) == rows_of(table) == [{"a": 3}, {"a": 4}]
    assert again.title == table.title


def test_an_open_file_does_not_travel(spec: Path, tmp_path: Path):
    (tmp_path / "a").write_bytes(b"\1\2\0")
    with open(tmp_path / "a", "rb") as file, pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(bytewright.open(file, spec))
