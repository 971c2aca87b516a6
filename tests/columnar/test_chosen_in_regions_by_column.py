"""Views of some of the elements of lists in regions, of which objects make columns: only of the rows that are left."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.support.both import SIZES, agree, agree_when_damaged, damaged, handed, read, tolerated

import bytewright
from bytewright.codec.codec import Codec
from bytewright.columnar.scan.nested_scan import NestedScan
from bytewright.kernels.plan import RegionFrame, RowPlan
from bytewright.views.evaluate.nested_lists import Around
from bytewright_codegen.load import load

SPEC = """
meta: {{id: {name}, endian: le}}
seq:
  - {{id: base, type: u1}}
  - {{id: count, type: u2}}
  - {{id: beds, type: bed, repeat: expr, repeat-expr: count}}
types:
  bed:
    seq:
      - {{id: number, type: u1}}
      - {{id: ofs, type: u4}}
      - {{id: len, type: u2}}
      - {{id: plants, type: u2}}
    instances:
      {instance}
  row:
    seq: [{{id: seeds, type: seed, repeat: eos}}]
  seed:
    seq:
      - {{id: kind, type: u1, valid: {{max: 90}}}}
      - {{id: len, type: u1}}
      - {{id: tree, type: node(kind), size: len}}
      - {{id: label, type: str, encoding: ASCII, size: 1}}
      - {{id: days, type: u1, repeat: expr, repeat-expr: kind & 1}}
      - {{id: depth, type: u1, valid: {{max: 200}}}}
  node:
    params: [{{id: most, type: u1}}]
    seq:
      - {{id: weight, type: u1, valid: {{max: most + _root.base}}}}
      - {{id: count, type: u1}}
      - {{id: children, type: node(most), repeat: expr, repeat-expr: count}}
-views:
  trees:
    each: {each}
    where: _.kind > 1
    columns:
      - {{id: number, value: beds.number}}
      - {{id: index, value: _index}}
      - {{id: tree, value: _.tree}}
      - {{id: depth, value: _.depth}}
  every_other:
    each: {each}
    where: _index % 2 == 1
    columns:
      - {{id: weight, value: _.tree.weight + beds.number + _index}}
      - {{id: label, value: _.label}}
  days:
    each: {each}
    where: _.label == "a" and _.days.size < 9
    columns:
      - {{id: kind, value: _.kind}}
      - {{id: days, value: _.days}}
"""
WAYS = {
    "plain": ("row: {pos: ofs, size: len, type: row}", "beds[*].row.seeds[*]"),
    "packed": ("row: {pos: ofs, size: len, type: row, process: zlib}", "beds[*].row.seeds[*]"),
    "alone": ("seeds: {pos: ofs, type: seed, repeat: expr, repeat-expr: plants}", "beds[*].seeds[*]"),
}
VIEWS = ["trees", "every_other", "days"]
LEAF, TREE, BAD = b"\3\0", b"\1\2\2\0\0\1\1\0", b"\xff\0"


def seed(kind: int, tree: bytes = LEAF, label: bytes = b"a") -> bytes:
    return bytes([kind, len(tree)]) + tree + label + bytes([8] * (kind & 1)) + b"\7"


def garden(way: str, beds: Sequence[Sequence[bytes]]) -> bytes:
    at, head, body = 3 + 9 * len(beds), b"", b""
    for number, seeds in enumerate(beds):
        data = zlib.compress(b"".join(seeds)) if way == "packed" else b"".join(seeds)
        head += struct.pack("<BIHH", number % 5, at + len(body), len(data), len(seeds))
        body += data
    return b"\5" + len(beds).to_bytes(2, "little") + head + body


BEDS: list[list[bytes]] = [
    [seed(1), seed(2, TREE), seed(0, BAD, b"b")],
    [],
    [seed(1, BAD), seed(0)],
    [seed(3, TREE), seed(9), seed(0, BAD), seed(4, LEAF, b"b")],
]
LEFT = {"trees": 4, "every_other": 4, "days": 7}


@pytest.fixture(scope="module")
def codecs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Codec]:
    folder = tmp_path_factory.mktemp("specs")
    for name, (instance, each) in WAYS.items():
        text = SPEC.format(name=name, instance=instance, each=each)
        (folder / f"{name}.ksy").write_text(text, encoding="utf-8")
    return {name: load(folder / f"{name}.ksy") for name in WAYS}


each_way = pytest.mark.parametrize("way", WAYS)
each_view = pytest.mark.parametrize("view", VIEWS)


@each_way
@each_view
def test_engines_agree(codecs: Mapping[str, Codec], way: str, view: str) -> None:
    codec, data = codecs[way], garden(way, BEDS)
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    assert isinstance(plan.frame, RegionFrame)
    rows, error, _ = agree(codec, data, view=view)
    assert (len(rows), error) == (LEFT[view], None)
    table = bytewright.open(data, codec, view=view, engine="columns")
    assert table.to_table().num_rows == LEFT[view]
    assert table.counted == {"columns": LEFT[view]}
    _, bad = agree_when_damaged(codec, data, view=view)
    assert bad > 20


@each_way
@each_view
@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
def test_engines_agree_on_bad_files(codecs: Mapping[str, Codec], way: str, view: str, mode: str) -> None:
    codec, data = codecs[way], garden(way, BEDS)
    options = {"mode": mode, "includeError": True, "includeMetadata": True}

    def told(data: bytes, engine: Any, size: int = 65536) -> tuple[list[str], int, list[str]]:
        return tolerated(codec, data, engine, size, view=view, options=options)

    for place, broken in enumerate(list(damaged(data))[::17]):
        assert told(broken, "columns", SIZES[place % 3]) == told(broken, "objects"), broken.hex()


@each_way
@pytest.mark.parametrize("size", [1, 4, 65536])
def test_many_regions(codecs: Mapping[str, Codec], way: str, size: int) -> None:
    """More than are looked for at a time; one of them is bad in what objects read, or the kernel, behind good rows."""
    codec, drawn = codecs[way], Random(3)
    beds = [[seed(drawn.randrange(5), drawn.choice((LEAF, TREE))) for _ in range(number % 7)] for number in range(330)]
    for view in VIEWS:
        expected = read(codec, garden(way, beds), "objects", view=view)
        assert read(codec, garden(way, beds), "columns", size, view=view) == expected
    kept = sum(one[0] > 1 for bed in beds[:301] for one in bed)
    for bad, found in ((seed(2, BAD), ".tree.weight"), (seed(99), ".kind")):
        beds[301] = [seed(2), seed(0, BAD), seed(3), bad, seed(2)]
        data = garden(way, beds)
        rows, error, _ = read(codec, data, "columns", size, view="trees")
        assert (rows, error) == read(codec, data, "objects", view="trees")[:2]
        assert f"seeds[3]{found}" in str(error)
        assert len(rows) == kept + (2 if found == ".tree.weight" else 0)


def test_a_large_region_is_held_until_it_is_good(codecs: Mapping[str, Codec], monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of a region that were given before it is known to be bad are given once."""
    from bytewright.columnar.scan import nested_scan

    monkeypatch.setattr(nested_scan, "_HELD", 500)
    drawn = Random(8)
    for way in ("plain", "packed"):
        for bad in (seed(2, BAD), seed(99)):
            seeds = [seed(drawn.randrange(4), LEAF) for _ in range(500)]
            data = garden(way, [[seed(2)] * 9, [*seeds, bad, seed(3)]])
            for size in (1, 7, 100):
                found = read(codecs[way], data, "columns", size, view="trees")
                expected = read(codecs[way], data, "objects", view="trees")
                assert found[1] == expected[1] is not None
                assert found[0][: len(expected[0])] == expected[0]
                assert len(set(found[0])) == len(found[0])


@pytest.mark.parametrize("view", ["trees", "every_other"])
def test_only_rows_are_read_by_objects(codecs: Mapping[str, Codec], monkeypatch: pytest.MonkeyPatch, view: str) -> None:
    seen = handed(monkeypatch)

    def never(*given: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(NestedScan, "_by_objects", never)
    monkeypatch.setattr(Around, "inside", never)
    for way in ("plain", "alone"):
        seen.clear()
        table = bytewright.open(garden(way, BEDS), codecs[way], view=view)
        assert table.to_table().num_rows == LEFT[view]
        assert (len(seen), table.counted) == (LEFT[view], {"columns": LEFT[view]})
    others = {"trees": ["depth"], "every_other": ["label"]}[view]
    seen.clear()
    table = bytewright.open(garden("plain", [[seed(2, BAD)] * 4]), codecs["plain"], view=view, columns=others)
    assert table.to_table().num_rows == {"trees": 4, "every_other": 2}[view]
    assert seen == []


def test_explain_says_what_objects_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bytewright.cli import main

    path = tmp_path / "plain.ksy"
    instance, each = WAYS["plain"]
    path.write_text(SPEC.format(name="plain", instance=instance, each=each), encoding="utf-8")
    assert main(["explain", str(path), "--section", "views"]) == 0
    said = capsys.readouterr().out
    assert said.count("read by the kernel, with columns that objects make of records which are rows:") == 3
    assert "  for tree, objects read the bytes of tree, and are told kind" in said
    assert "  for weight, objects read the bytes of tree, and are told kind" in said
    assert "  for days, objects read whole regions: it asks for seed.days, and so all columns" in said
