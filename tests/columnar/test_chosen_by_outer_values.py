"""Elements of lists in regions that a condition chooses which asks for numbers of the structures around the list, and
elements that stand for what they lead to, of which a condition chooses some."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.columnar.test_chains import SMALL as THREADS
from tests.columnar.test_references import SMALL as SHOPS
from tests.support.both import SIZES, TOYS, agree, damaged, handed, read, tolerated

from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RegionFrame, RowPlan
from bytewright_codegen.load import load

SPEC = """
meta: {{id: {name}, endian: le}}
seq:
  - {{id: base, type: u1}}
  - {{id: count, type: u1}}
  - {{id: plots, type: plot, repeat: expr, repeat-expr: count}}
types:
  plot:
    seq:
      - {{id: owner, type: u1}}
      - {{id: has_code, type: u1}}
      - {{id: code, type: u8, if: has_code != 0}}
      - {{id: num_beds, type: u1}}
      - {{id: beds, type: bed, repeat: expr, repeat-expr: num_beds}}
  bed:
    seq:
      - {{id: number, type: u1}}
      - {{id: ofs, type: u2}}
      - {{id: len, type: u2}}
      - {{id: plants, type: u2}}
    instances:
      twice: {{value: number * 2}}
      {instance}
  row:
    seq: [{{id: seeds, type: seed, repeat: eos}}]
  seed:
    seq:
      - {{id: kind, type: u1, valid: {{max: 90}}}}
      - {{id: len, type: u1}}
      - {{id: tree, type: node(kind), size: len}}
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
    where: beds.number > 1
    columns:
      - {{id: number, value: beds.number}}
      - {{id: index, value: _index}}
      - {{id: tree, value: _.tree}}
      - {{id: depth, value: _.depth}}
  both:
    each: {each}
    where: _.kind + beds.twice < plots.owner + base
    columns:
      - {{id: owner, value: plots.owner}}
      - {{id: kind, value: _.kind}}
      - {{id: weight, value: _.tree.weight}}
  codes:
    each: {each}
    where: plots.code > 5 or _.depth == 0
    columns:
      - {{id: kind, value: _.kind}}
      - {{id: depth, value: _.depth}}
"""
WAYS = {
    "row": ("row: {pos: ofs, size: len, type: row}", "plots[*].beds[*].row.seeds[*]"),
    "alone": ("seeds: {pos: ofs, type: seed, repeat: expr, repeat-expr: plants}", "plots[*].beds[*].seeds[*]"),
}
LEAF, TREE, BAD = b"\3\0", b"\1\2\2\0\0\1\1\0", b"\xff\0"
CHOSEN = {"trees": 4, "both": 5, "codes": 4}
"""How many rows there are."""


def seed(kind: int, tree: bytes = LEAF) -> bytes:
    return bytes([kind, len(tree)]) + tree + b"\7"


def garden(
    plots: Sequence[tuple[int, int | None, Sequence[tuple[int, Sequence[bytes]]]]],
    title: bytes = b"",
    label: bytes = b"",
) -> bytes:
    heads = len(title) + 2 + sum(len(label) + 3 + 8 * (code is not None) + 7 * len(beds) for _, code, beds in plots)
    found, body = title + bytes([5, len(plots)]), b""
    for owner, code, beds in plots:
        found += label + bytes([owner, code is not None]) + (b"" if code is None else struct.pack("<Q", code))
        found += bytes([len(beds)])
        for number, seeds in beds:
            data = b"".join(seeds)
            found += struct.pack("<BHHH", number, heads + len(body), len(data), len(seeds))
            body += data
    return found + body


PLOTS: Sequence[tuple[int, int | None, Sequence[tuple[int, Sequence[bytes]]]]] = [
    (3, 6, [(1, [seed(1), seed(2, TREE), seed(9, BAD)]), (2, [seed(1, TREE)]), (3, [])]),
    (0, 1 << 63, []),
    (9, 4, [(0, [seed(40, BAD)]), (4, [seed(2), seed(5), seed(60, TREE)])]),
]
DATA = garden(PLOTS)


@pytest.fixture(scope="module")
def codecs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Codec]:
    folder = tmp_path_factory.mktemp("specs")
    for name, (instance, each) in WAYS.items():
        text = SPEC.format(name=name, instance=instance, each=each)
        (folder / f"{name}.ksy").write_text(text, encoding="utf-8")
    return {name: load(folder / f"{name}.ksy") for name in WAYS}


each_way = pytest.mark.parametrize("way", WAYS)
each_view = pytest.mark.parametrize("view", CHOSEN)


@each_way
@each_view
def test_engines_agree(codecs: Mapping[str, Codec], way: str, view: str) -> None:
    codec = codecs[way]
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    assert isinstance(plan.frame, RegionFrame)
    rows, error, _ = agree(codec, DATA, view=view)
    assert (len(rows), error) == (CHOSEN[view], None)
    forms = list(damaged(DATA))
    told = [read(codec, broken, "objects", view=view) for broken in forms[::9]]
    for number, (broken, expected) in enumerate(zip(forms[::9], told, strict=True)):
        assert read(codec, broken, "columns", SIZES[number % 3], view=view) == expected, broken.hex()
    assert sum(error is not None for _, error, _ in told) > 10


@each_way
@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
def test_engines_agree_on_bad_files(codecs: Mapping[str, Codec], way: str, mode: str) -> None:
    codec, options = codecs[way], {"mode": mode, "includeError": True}

    def told(data: bytes, view: str, engine: Any, size: int = 65_536) -> tuple[list[str], int, list[str]]:
        return tolerated(codec, data, engine, size, view=view, options=options)

    for place, broken in enumerate(list(damaged(DATA))[::17]):
        for view in CHOSEN:
            assert told(broken, view, "columns", SIZES[place % 3]) == told(broken, view, "objects"), broken.hex()


@each_way
def test_what_is_left_out_is_not_read_as_objects(
    codecs: Mapping[str, Codec], way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trees are bad that no row shows; of the others, objects are handed the spans."""
    assert BAD in DATA
    expected = read(codecs[way], DATA, "objects", view="trees")
    seen = handed(monkeypatch)
    assert read(codecs[way], DATA, "columns", view="trees") == expected
    assert len(seen) == CHOSEN["trees"]


ASKED = {
    "of a number": "beds.number.to_s > '1'",
    "compared": "beds.number > 1 and beds.plants < 'A'",
    "with the element": "(beds.plants < 'A' or _.kind == 200) and beds.number != 1",
    "with others": "beds.plants.length + beds.number > 3 and plots.label != beds.plants and _.kind < 90",
    "two levels out": "plots.label == 'ok' and beds.number > 1 or title == beds.plants",
    "absent": "plots.note == '' and beds.number > 1",
    "bytes": "plots.mark == [9] or plots.mark == [3] and beds.number > 1 ",
}
"""Conditions on texts and bytes of structures further out."""


@pytest.mark.parametrize("name", ASKED)
def test_texts_further_out(tmp_path: Path, name: str) -> None:
    instance, each = WAYS["row"]
    spec = SPEC.format(name="row", instance=instance, each=each)
    spec = spec.replace("{id: plants, type: u2}", "{id: plants, type: str, size: 2, encoding: latin-1}")
    note = "{id: note, type: str, size: 0, encoding: ASCII, if: has_code != 0}"
    spec = spec.replace("- {id: num_beds,", f"- {note}\n      - {{id: num_beds,")
    label = "{id: label, type: str, size: 2, encoding: ASCII}"
    spec = spec.replace("- {id: owner, type", f"- {label}\n      - {{id: mark, size: 1}}\n      - {{id: owner, type")
    spec = spec.replace("- {id: base,", f"- {label.replace('label', 'title')}\n  - {{id: base,")
    (tmp_path / "row.ksy").write_text(spec.replace("where: beds.number > 1", f"where: {ASKED[name]}"), encoding="utf-8")
    codec = load(tmp_path / "row.ksy")
    plan = codec.row_plans["trees"]
    assert isinstance(plan, RowPlan), plan
    data = garden([*PLOTS, (1, None, PLOTS[0][2])], b"\3\0", b"ok\3").replace(BAD, LEAF)
    rows, error, _ = agree(codec, data, view="trees")
    assert len(rows) > 0
    assert error is None
    for number, broken in enumerate(list(damaged(data))[::9]):
        expected = read(codec, broken, "objects", view="trees")
        assert read(codec, broken, "columns", SIZES[number % 3], view="trees") == expected, broken.hex()
        expected = read(codec, broken, "objects", view="trees", mode="PERMISSIVE")
        assert read(codec, broken, "columns", SIZES[number % 3], view="trees", mode="PERMISSIVE") == expected


LED = {
    "shops": ("wares", "_.rank > 96 and _.found.ware.price < 6", SHOPS, 4),
    "threads": ("posts", "_.post.num_links > 1", THREADS, 4),
}
"""Toys whose elements stand for what they lead to, by references and in chains: what a condition chooses of a view."""


@pytest.mark.parametrize("name", LED)
def test_what_elements_lead_to_is_chosen(name: str, tmp_path: Path) -> None:
    view, where, data, count = LED[name]
    head, _, rest = (TOYS / f"{name}.ksy").read_text(encoding="utf-8").partition(f"  {view}:\n")
    rest = rest.replace("    columns:", f"    where: {where}\n    columns:", 1)
    (tmp_path / f"{name}.ksy").write_text(f"{head}  {view}:\n{rest}", encoding="utf-8")
    codec = load(tmp_path / f"{name}.ksy", trust=[str(tmp_path)])
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    assert isinstance(plan.frame, RegionFrame)
    rows, error, _ = agree(codec, data, view=view)
    assert (len(rows), error) == (count, None)
    forms = list(damaged(data))
    for number, broken in enumerate(forms[:: len(forms) // 40]):
        expected = read(codec, broken, "objects", view=view)
        assert read(codec, broken, "columns", SIZES[number % 3], view=view) == expected, broken.hex()
