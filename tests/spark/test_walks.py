"""Machine code of what finds where records end: the driver makes it, tasks take it or interpret."""

from __future__ import annotations

import pickle
from pathlib import Path

import pyarrow as pa
import pytest

from bytewright.kernels.drivers import walk_codes
from bytewright.kernels.native.machine import cache, walks
from bytewright.spark.options import ReadOptions
from bytewright.spark.read import task
from bytewright.spark.read.planning import Planner

TEXTS = """
meta: {id: texts, endian: le, encoding: UTF-8}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: size, type: u1}
      - {id: text, type: str, size: size}
      - {id: kind, type: u1}
      - {id: more, type: u1, if: kind == 1}
"""


@pytest.mark.parametrize("size", [18 << 20, 4 << 20])
def test_a_task_takes_what_the_driver_has_made(size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It makes none itself, also where there is none."""
    spec, data = tmp_path / "texts.ksy", tmp_path / "data"
    spec.write_text(TEXTS)
    data.write_bytes(b"\x03abc\1x" * (size // 6))
    options = ReadOptions.parse({"spec": str(spec), "path": str(data)})
    planner = Planner(options)
    wanted = pa.schema([field.with_nullable(True) for field in planner.schema()])
    sent = pickle.dumps(planner.request(wanted, options))
    monkeypatch.setattr(walk_codes, "_may_make", True)
    monkeypatch.setattr(walk_codes, "_taken", {})
    monkeypatch.setattr(walks, "_addresses", {})
    monkeypatch.setattr(cache, "read", lambda _name: None)
    request = pickle.loads(sent)
    pieces = [task.Piece(planner.files[0], size)]
    rows = pa.Table.from_batches(task.read(pieces, request, lambda _done: None))
    assert rows.num_rows == size // 6
    assert rows.column("text").unique().to_pylist() == ["abc"]
    assert [address != 0 for address in walks._addresses.values()] == ([True] if size > walk_codes.MADE else [])
