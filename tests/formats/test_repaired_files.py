"""Damaged files of the formats, repaired: what is written is what a reader has that passes over bad records."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from tests.formats.fixtures import DATA

import bytewright
from bytewright.cli import main
from bytewright.codec import registry

FORMATS = {
    "aresdb_redo_log": "aresdb",
    "deephaven_log": "deephaven",
    "filodb_container": "filodb",
    "milvus_binlog": "milvus",
}
NO_TEXT = ("_binary_names", "_ff_keys")
"""Files of ESDB whose names are no text, which is what views take them for."""
NUMBERS = {"batch", "container", "record", "event"}
"""Columns that count what is in a file."""


def _rows(path: str, name: str, **arguments: Any) -> list[str]:
    table = bytewright.open(path, name, **arguments).to_table()
    return [repr(row) for row in table.drop([one for one in table.column_names if one in NUMBERS]).to_pylist()]


@pytest.mark.parametrize("name", [name for name in FORMATS if name in registry.names()])
def test_repaired_files(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    generator = random.Random(3)
    files = sorted((DATA / FORMATS[name] / "good").glob("*.bin"), key=lambda path: path.stat().st_size)
    files = [path for path in files if 500 < path.stat().st_size < 100_000][:6]
    lost = 0
    for path in files:
        for _ in range(4):
            data = bytearray(path.read_bytes())
            for _ in range(3):
                data[generator.randrange(len(data) // 3, len(data))] ^= 1 << generator.randrange(8)
            Path("old").write_bytes(data)
            status = main(["repair", "--spec", name, "old", "-o", "new"])
            said = capsys.readouterr()
            if status == 1:  # what precedes the records is bad
                assert not list(Path().glob("*new*")), said.err
                assert _rows("old", name, mode="DROPMALFORMED") == []
                continue
            assert status == 0, said.err
            assert main(["check", "--spec", name, "new"]) == 0, path
            assert _rows("new", name) == _rows("old", name, mode="DROPMALFORMED"), path
            lost += "lost: " in said.out
            for one in Path().glob("new*"):
                one.unlink()
    assert lost > 3


@pytest.mark.skipif("esdb" not in registry.names(), reason="the format was deleted")
def test_an_index_with_names_that_only_it_holds_is_not_made_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is written where the good blocks don't tell what stood in the index."""
    path = DATA / "esdb" / "good" / "v1_binary_names.bin"  # by default its names are no text, so its blocks are bad
    assert main(["repair", "--spec", "esdb", str(path), "-o", str(tmp_path / "new")]) == 1
    assert "Its index holds what can't be derived from the good blocks." in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("name", "files"), [("esdb", "v1_*.bin"), ("esdb_spaces", "head_*.bin")])
def test_good_blocks_keep_their_names(name: str, files: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Views sort blocks by where they lie, the index by their names: which block is called what stays so."""
    if name not in registry.names():
        pytest.skip("the format was deleted")
    monkeypatch.chdir(tmp_path)
    paths = [path for path in (DATA / "esdb" / "good").glob(files) if not path.stem.endswith(NO_TEXT)]
    assert len(paths) > 7
    for path in paths:
        assert main(["repair", "--spec", name, str(path), "-o", "new"]) == 0
        for view in registry.load(name).views:
            old, new = (bytewright.open(file, name, view.name).to_table() for file in (path, "new"))
            moved = [column for column in ("offset", "position") if column in old.schema.names]
            rows = [sorted(map(repr, table.drop_columns(moved).to_pylist())) for table in (old, new)]
            assert rows[0] == rows[1], (path, view.name)
        Path("new").unlink()


@pytest.mark.parametrize(
    ("name", "file", "places"),
    [
        ("filodb_container", "many_containers.bin", [(20863, 20863), (12739, 12788)]),
        ("aresdb_redo_log", "multi_batch_rowcounts.bin", [(140, 146)]),
    ],
)
def test_engines_agree_on_damaged_files(name: str, file: str, places: list[tuple[int, int]]) -> None:
    """Also on numbers and columns, where rows go on before or behind the end that a bad record states."""
    if name not in registry.names():
        pytest.skip("the format was deleted")
    data = next((DATA / FORMATS[name] / "good").glob(file)).read_bytes()
    for low, high in places:
        found = []
        for engine in ("columns", "objects"):
            table = bytewright.open(
                data[:low] + b"m" * (low == high) + data[high:], name, engine=engine, mode="PERMISSIVE"
            )
            found.append((repr(table.to_table().to_pylist()), table.malformed, table.malformed_bytes))
        assert found[0] == found[1]
