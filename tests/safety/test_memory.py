"""What reading takes, above what the process takes with its imports: 64 MB and four batches, whatever the file."""

from __future__ import annotations

import gc
import json
import struct
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.shapes import SHAPES, Shape
from tests.support.hanging import HANGS

import bytewright.kernels

ROOT = Path(__file__).parents[2]
MOST = 64 << 20
OBJECTS = {"telemetry": 400}
"""Bytes for each byte of a file where there are more than 300: its fields are of a few bits."""
ITEMS = """
types:
  items: {seq: [{id: item, type: item, repeat: eos}]}
  item: {seq: [{id: key, type: u4}, {id: n, type: u1}, {id: text, type: str, size: n, encoding: ASCII}]}
"""
LISTED = """
-views:
  items: {each: 'blocks[*].items.item[*]', columns: [{id: key, value: _.key}, {id: text, value: _.text}]}
"""


def _framed() -> bytes:
    """Records whose numbers look, here and there, like the length of a record that takes all of the file."""
    bodies = [struct.pack("<QdH", n, n / 7, 5 + n % 9) + b"names of any kind"[: 5 + n % 9] for n in range(20_000)]
    return b"".join(struct.pack("<I", len(body)) + body for body in bodies)


def _items(pack: Callable[[bytes], bytes]) -> bytes:
    """Blocks of items."""
    block = pack(b"".join(struct.pack("<IB", n, n % 20) + b"x" * (n % 20) for n in range(2000)))
    return 40 * (struct.pack("<I", len(block)) + block)


def _referred() -> bytes:
    """A block with a long text, which each of its items shows."""
    return struct.pack("<I", 32_000) + b"x" * 32_000 + struct.pack("<I", 500) + bytes(500)


REFERRED = """
seq: [{id: blocks, type: block, repeat: eos}]
types:
  item: {seq: [{id: key, type: u1}]}
  block:
    seq:
      - {id: len_text, type: u4}
      - {id: text, size: len_text, type: str, encoding: ASCII}
      - {id: num_items, type: u4}
      - {id: items, type: item, repeat: expr, repeat-expr: num_items}
-views:
  items: {each: 'blocks[*].items[*]', columns: [{id: key, value: _.key}, {id: text, value: blocks.text}]}
"""
BLOCKS = (
    "seq: [{id: blocks, type: block, repeat: eos}]"
    + ITEMS
    + "  block: {seq: [{id: len, type: u4}, {id: items, type: items, size: len}]}"
    + LISTED
)
FRAMED = """seq: [{id: records, type: record, repeat: eos}]
types:
  record: {seq: [{id: len, type: u4}, {id: body, type: body, size: len}]}
  body:
    seq:
      - {id: id, type: u8}
      - {id: score, type: f8}
      - {id: size, type: u2}
      - {id: name, type: str, size: size, encoding: UTF-8}
"""
WIDE = "seq: [{id: records, type: record, repeat: eos}]\ntypes: {record: {seq: [" + ", ".join(
    f"{{id: c{n}, type: u4}}" for n in range(300)
)
FILES: dict[str, tuple[str, bytes, int]] = {
    "framed": (FRAMED, _framed(), 96 << 20),
    "blocks": (BLOCKS, _items(bytes), 96 << 20),
    "packed": (BLOCKS.replace("size: len}", "size: len, process: zlib}"), _items(zlib.compress), 40 << 20),
    "referred": (REFERRED, _referred(), 2 << 20),
    "wide": (f"{WIDE}]}}}}", b"".join(struct.pack("<300I", *range(n, n + 300)) for n in range(200)), 96 << 20),
}
"""By name: a spec, some of a file, and how large the file is."""


def taken(folder: Path, name: str, how: dict[str, Any]) -> dict[str, Any]:
    """What reading a file takes, in a process of its own."""
    text, some, size = FILES[name]
    large = folder / "large.bin"
    with large.open("wb") as file:
        while file.tell() < size:
            file.write(some)
    return measured(folder, name, text, some, how)


def measured(folder: Path, name: str, text: str, some: bytes, how: dict[str, Any]) -> dict[str, Any]:
    """The same of ``large.bin``; ``some``: a small file."""
    spec, small, large = folder / f"{name}.ksy", folder / "small.bin", folder / "large.bin"
    spec.write_text(f"meta: {{id: {name}, endian: le}}\n{text}\n", encoding="utf-8")
    small.write_bytes(some)
    command = [sys.executable, "-m", "tests.safety.memory_child", str(spec), str(small), str(large), json.dumps(how)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HANGS, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", FILES)
def test_large_files(name: str, threads: int, tmp_path: Path) -> None:
    bytewright.kernels.warm()
    found = taken(tmp_path, name, {"engine": "columns", "threads": threads})
    assert found["error"] is None
    assert found["rows"] > 20_000
    assert found["grown"] <= MOST + 4 * found["batch"], found


VALUES = """
seq: [{id: records, type: record, repeat: eos}]
types:
  record: {seq: [{id: len, type: u4}, {id: value, size: len}]}
"""


@pytest.mark.slow
@pytest.mark.parametrize("size", [200, 50_000])
def test_dictionaries_in_parquet(size: int, tmp_path: Path) -> None:
    """Values that all differ: how many there are doesn't matter to what writing them takes."""
    bytewright.kernels.warm()
    values = (struct.pack("<IQ", size, number) + bytes(size - 8) for number in range((256 << 20) // size))
    with (tmp_path / "large.bin").open("wb") as file:
        file.writelines(values)
    some = struct.pack("<IQ", size, 0) + bytes(size - 8)
    found = measured(tmp_path, "values", VALUES, some, {"engine": "columns", "threads": 1, "written": True})
    assert (found["rows"], found["error"]) == ((256 << 20) // size, None)
    assert found["grown"] <= MOST + 5 * found["batch"], found


@pytest.mark.slow
def test_a_text_that_many_rows_show_by_objects(tmp_path: Path) -> None:
    bytewright.kernels.warm()
    found = taken(tmp_path, "referred", {"engine": "objects", "threads": 1})
    assert found["error"] is None
    assert found["rows"] > 20_000
    assert found["batch"] <= 16 << 20
    assert found["grown"] <= MOST + 4 * found["batch"], found


SHOWN = """
seq:
  - {id: len_text, type: u4}
  - {id: text, type: str, size: len_text, encoding: ASCII}
  - {id: lists, type: items, repeat: eos}
types:
  items: {seq: [{id: count, type: u2}, {id: items, type: u1, repeat: expr, repeat-expr: count}]}
-views:
  lists: {each: 'lists[*]', columns: [{id: all, each: '_.items[*]', columns: [{id: text, value: text}]}]}
  rows: {each: 'lists[*]', rows: _.count, columns: [{id: text, value: text}]}
"""


def _shown(size: int, count: int) -> bytes:
    return struct.pack("<I", size) + b"x" * size + struct.pack("<H", count) + bytes(count)


@pytest.mark.parametrize("engine", ["objects", "columns"])
def test_a_row_whose_elements_show_one_text(engine: str, tmp_path: Path) -> None:
    """It may be many times as large as the file, and is refused where a record of its size is."""
    most = 32 << 20
    (tmp_path / "large.bin").write_bytes(_shown(1 << 20, 2000))
    how = {"engine": engine, "view": "lists", "options": {"maxRecordBytes": most}}
    found = measured(tmp_path, "shown", SHOWN, _shown(9, 3), how)
    assert (found["rows"], found["error"]) == (0, "LimitError")
    assert found["grown"] <= MOST + 4 * most, found


def test_rows_of_one_step_that_show_one_text(tmp_path: Path) -> None:
    (tmp_path / "large.bin").write_bytes(_shown(1 << 20, 300))
    found = measured(tmp_path, "shown", SHOWN, _shown(9, 3), {"engine": "objects", "view": "rows"})
    assert (found["rows"], found["error"]) == (300, None)
    assert found["batch"] <= 17 << 20
    assert found["grown"] <= MOST + 4 * found["batch"], found


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_objects_take_so_much_for_each_byte(shape: Shape) -> None:
    """What a model holds, and what reading it takes at one time, for each byte of the file."""
    data = shape.encode(Random(1), 1000)
    shape.reach(shape.codec.parse(data))  # what is imported doesn't count
    gc.collect()
    tracemalloc.start()
    try:
        model = shape.codec.parse(data)
        shape.reach(model)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most <= OBJECTS.get(shape.name, 300) * len(data)
