"""Trees as rows: those of the nodes that `bytewright.tree` makes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.compiling import Compile
from tests.support.toy_codecs import GRID

import bytewright
from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.errors import OptionError, ReadError
from bytewright.io.source import BytesSource
from bytewright.tables.sql.session import Session
from bytewright.tables.trees import tree_rows as rows_of_trees

SPEC = """\
seq:
  - {id: version, type: u1}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq: [{id: len, type: u1}, {id: body, type: body, size: len}]
  body:
    seq:
      - {id: kind, type: u1, enum: kind}
      - {id: text, type: strz}
      - {id: packed, size: 2, process: xor(1), type: packed}
  packed: {seq: [{id: number, type: u2}]}
enums: {kind: {1: start}}
"""
DATA = b"\7" + b"\5\1a\0\0\0" + b"\6\2\0\3\1!!"


def made(codec: Codec, data: bytes = DATA) -> list[tuple[str, int, int]]:
    found: list[tuple[str, int, int]] = []

    def walk(node: tree.Node, path: str) -> None:
        found.append((path, node.offset, node.size))
        for child in node.children or ():
            walk(child, tree_path(path, child.name))

    walk(tree.build(codec, BytesSource(data)), "")
    return found


def tree_path(path: str, name: str) -> str:
    return f"{path}{name}" if name.startswith("[") or not path else f"{path}.{name}"


@pytest.mark.parametrize("rows", [1, 5, 4096])
def test_a_row_for_each_node(rows: int, compiled: Compile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows_of_trees, "_ROWS", rows)
    codec = compiled(SPEC)
    (tmp_path / "a.bin").write_bytes(DATA)
    name = f"{tmp_path}/a.bin?view=tree"
    table = bytewright.sql(f"SELECT * FROM '{name}'", codec)
    assert list(zip(*(table[one].to_pylist() for one in ("path", "offset", "size")), strict=True)) == made(codec)
    (row,) = bytewright.sql(f"SELECT * FROM '{name}' WHERE path = 'records[1].body.packed.number'", codec).to_pylist()
    assert row == {
        "path": "records[1].body.packed.number",
        "level": 5,
        "name": "number",
        "type": "u2le",
        "offset": 0,
        "size": 2,
        "value": "2",
        "raw": None,
        "within": "records[1].body.packed",
        "file": f"{tmp_path}/a.bin",
    }
    found = bytewright.sql(f"SELECT value FROM '{name}' WHERE name IN ('kind', 'text') ORDER BY path", codec)
    assert found["value"].to_pylist() == ["start", "a", "2", ""]


def test_several_files_warnings_and_errors(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(SPEC)
    (tmp_path / "a.bin").write_bytes(DATA)
    (tmp_path / "b.bin").write_bytes(DATA)
    with Session(codec) as session:
        reader = session.run(f"SELECT count(*) AS n, file FROM '{tmp_path}/*.bin?view=tree' GROUP BY file")
        assert reader is not None
        assert reader.read_all()["n"].to_pylist() == [len(made(codec))] * 2
        assert any("2 bytes that no field describes" in str(notice) for notice in session.warnings)
    (tmp_path / "b.bin").write_bytes(DATA[:-1])
    with pytest.raises(ReadError, match=r"records\[1\]"):
        bytewright.sql(f"SELECT * FROM '{tmp_path}/b.bin?view=tree'", codec)
    with pytest.raises(OptionError, match="backwards"):
        list(Session(codec).open(f"{tmp_path}/a.bin?view=tree").to_batches(order="desc"))


def test_what_it_says_of_itself(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(SPEC)
    (tmp_path / "a.bin").write_bytes(DATA)
    table = Session(codec).open(f"{tmp_path}/a.bin?view=tree")
    assert table.title == "toy, view tree"
    assert "offset" in repr(table)
    assert "records[0].len" in table._repr_html_()


def test_an_option_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "a.grid").write_bytes(b"GRID")
    with pytest.raises(OptionError, match="nothing"):
        bytewright.sql(f"SELECT * FROM '{tmp_path}/a.grid?view=tree&nothing=1'", GRID)
