"""The order of the files of a directory: by characters, or by numbers where the format says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bytewright
from bytewright.io.file_order import order_key
from bytewright.spark.options import ReadOptions

SPEC = "meta: {{id: logs, endian: le}}\n{order}seq: [{{id: records, type: record, repeat: eos}}]\n" + (
    "types: {{record: {{seq: [{{id: value, type: u4}}]}}}}\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in {"999": 1, "1000": 2, "99": 0}.items():
        path = tmp_path / "logs" / f"{name}.log"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(value.to_bytes(4, "little"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "logs"


@pytest.mark.parametrize(("order", "wanted"), [("", [2, 0, 1]), ("-file-order: numeric\n", [0, 1, 2])])
def test_readers_of_a_folder(folder: Path, order: str, wanted: list[int]):
    spec = folder.parent / "logs.ksy"
    spec.write_text(SPEC.format(order=order))
    for named in (folder, f"{folder}/*.log", "logs", "logs/*", [folder]):
        assert bytewright.open(named, str(spec)).to_table()["value"].to_pylist() == wanted
    table = bytewright.open(folder, str(spec)).dataset().to_table()
    assert table["value"].to_pylist() == wanted
    assert bytewright.sql(f"SELECT value FROM '{folder}'", spec=str(spec))["value"].to_pylist() == wanted
    chosen = ReadOptions.parse({"paths": json.dumps([str(folder)]), "spec": str(spec)})
    assert [Path(file.path).read_bytes()[0] for file in chosen.files()] == wanted
    named = [folder / "999.log", folder / "99.log"]  # as they are named
    assert bytewright.open(named, str(spec)).to_table()["value"].to_pylist() == [1, 0]


def test_numbers_in_paths():
    paths = ["a/10/b2", "a/9/b10", "a/9/b2", "a/9/b02", "a/9/b", "a/x/1", "b"]
    assert sorted(paths, key=lambda path: order_key(path, "numeric")) == [
        *("a/9/b", "a/9/b02", "a/9/b2", "a/9/b10", "a/10/b2", "a/x/1", "b"),
    ]
