"""Views of one list whose elements are sorted, or chosen by options, which the kernel reads as the plain list."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.support.both import SIZES, agree, agree_when_damaged, damaged, read, tolerated

import bytewright
from bytewright.codec.codec import Codec
from bytewright.columnar.scan import scanner
from bytewright.kernels.plan import RowPlan
from bytewright.tables.engines import Engines
from bytewright.views.evaluate.steps import Steps
from bytewright_codegen.load import load

TYPES = """
types:
  sample:
    seq:
      - {id: key, type: u1, enum: keys}
      - {id: weight, type: f4}
      - {id: len, type: u1, valid: {max: 40}}
      - {id: name, type: strz, encoding: UTF-8, size: len}
      - {id: size, type: u1}
      - {id: tree, type: node(len), size: size}
      - {id: parts, type: u1, repeat: expr, repeat-expr: key.to_i & 3}
  node:
    params: [{id: most, type: u1}]
    seq:
      - {id: depth, type: u1, valid: {max: 99}}
      - {id: count, type: u1}
      - {id: children, type: node(most), repeat: expr, repeat-expr: count}
enums:
  keys: {0: none, 1: one, 2: two}
-options:
  - {id: key, type: int}
  - {id: name, type: str}
-views:
  by_weight:
    each: samples[*]
    order-by: _.weight
    columns: &columns
      - {id: index, value: _index}
      - {id: key, value: _.key}
      - {id: weight, value: _.weight}
      - {id: name, value: _.name}
      - {id: parts, value: _.parts}
  by_name:
    each: samples[*]
    where: _.key.to_i != 3
    order-by: _.name
    select:
      - {option: key, equals: _.key.to_i}
      - {option: name, key: '"n" + name', equals: _.name}
    columns:
      - {id: at, value: _offset}
      - {id: tree, value: _.tree}
      - {id: key, value: _.key}
      - {id: told, value: '_.name + "/" + first.to_s'}
  rows:
    each: samples[*]
    order-by: _.size
    select: [{option: key, equals: _.key.to_i & 1}]
    rows: _.parts.size
    columns:
      - {id: row, value: _row}
      - {id: name, value: _.name}
      - {id: part, value: '_.parts[_row]'}
  chosen:
    each: samples[*]
    select: [{option: name, equals: _.name}]
    columns: *columns
"""
SPECS = {
    "endless": "seq: [{id: first, type: u1}, {id: samples, type: sample, repeat: eos}]" + TYPES,
    "counted": "seq: [{id: first, type: u1}, {id: samples, type: sample, repeat: expr, repeat-expr: first}]" + TYPES,
    "within": "seq: [{id: first, type: u1}, {id: samples, type: sample, repeat: expr, repeat-expr: first}, "
    "{id: end, type: u2}]" + TYPES,
}
LEAF, TREE = b"\3\0", b"\1\2\2\0\0\1\1\0"


def sample(key: int, weight: float, name: bytes, tree: bytes = LEAF) -> bytes:
    parts = bytes(range(key & 3))
    return struct.pack("<BfB", key, weight, len(name) + 1) + name + b"\0" + bytes([len(tree)]) + tree + parts


SAMPLES = [
    sample(1, 2.5, b"nb"),
    sample(2, -1.0, b"\xc3\xa9"),
    sample(0, 2.5, b"na", TREE),
    sample(3, 0.0, b"nb"),
    sample(2, -0.0, b"nb", TREE),
    sample(1, 7.0, b""),
]


def file(spec: str, samples: list[bytes]) -> bytes:
    return bytes([len(samples)]) + b"".join(samples) + (b"\7\7" if spec == "within" else b"")


@pytest.fixture(scope="module")
def codecs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Codec]:
    folder = tmp_path_factory.mktemp("specs")
    for name, text in SPECS.items():
        (folder / f"{name}.ksy").write_text(f"meta: {{id: {name}, endian: le}}\n{text}", encoding="utf-8")
    return {name: load(folder / f"{name}.ksy") for name in SPECS}


each_spec = pytest.mark.parametrize("spec", SPECS)
each_view = pytest.mark.parametrize("view", ["by_weight", "by_name", "rows", "chosen"])


@each_spec
@each_view
def test_engines_agree(codecs: Mapping[str, Codec], spec: str, view: str) -> None:
    codec, data = codecs[spec], file(spec, SAMPLES)
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    columns = ["at", "key", "told"] if view == "by_name" else None
    rows, error, _ = agree(codec, data, view=view, columns=columns)
    assert (len(rows), error) == ({"by_name": 5, "rows": 9}.get(view, 6), None)
    table = bytewright.open(data, codec, view=view, engine="columns", columns=columns)
    assert table.to_table().num_rows == len(rows)
    assert table.counted == {"columns": len(rows)}
    _, bad = agree_when_damaged(codec, data, view=view, columns=columns)
    assert bad > 20
    known = {"by_name": ("key", "name"), "rows": ("key",), "chosen": ("name",)}.get(view, ())
    for options in ({"key": "1"}, {"key": "2", "name": "b"}, {"name": "nb"}, {"key": "77"}):
        used = {name: value for name, value in options.items() if name in known}
        agree(codec, data, view=view, columns=columns, options=used)
        for form in list(damaged(data))[::23]:
            expected = read(codec, form, "objects", view=view, columns=columns, options=used)
            assert read(codec, form, "columns", 3, view=view, columns=columns, options=used) == expected


@each_spec
@each_view
@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
def test_engines_agree_on_bad_files(codecs: Mapping[str, Codec], spec: str, view: str, mode: str) -> None:
    codec, data = codecs[spec], file(spec, SAMPLES)
    options: dict[str, Any] = {"mode": mode, "includeError": True, "includeMetadata": True, "tornTail": "ignore"}

    def told(data: bytes, engine: Any, size: int) -> tuple[list[str], int, list[str]]:
        columns = ["at", "key", "told", "_metadata", "_error"] if view == "by_name" else None
        return tolerated(codec, data, engine, size, view=view, options=options, columns=columns)

    for place, broken in enumerate([data, *list(damaged(data))[::11]]):
        assert told(broken, "columns", SIZES[place % 3]) == told(broken, "objects", 65536), broken.hex()


def test_columns_by_objects_are_made_of_spans(codecs: Mapping[str, Codec], monkeypatch: pytest.MonkeyPatch) -> None:
    codec, data = codecs["endless"], file("endless", SAMPLES)
    expected = read(codec, data, "objects", view="by_name", options={"name": "b"})
    assert len(expected[0]) == 2
    agree(codec, data, view="by_name")
    agree_when_damaged(codec, data, view="by_name", options={"key": "2"})
    monkeypatch.setattr(Steps, "of", never)
    assert read(codec, data, "columns", 1, view="by_name", options={"name": "b"}) == expected


def never(*given: Any, **named: Any) -> Any:
    raise AssertionError


@pytest.mark.parametrize("size", [1, 1000, 65_536])
def test_many_rows(codecs: Mapping[str, Codec], size: int) -> None:
    drawn = Random(7)
    samples = [sample(drawn.randrange(4), drawn.randrange(9), b"n%d" % drawn.randrange(99)) for _ in range(900)]
    for view, options in (("by_weight", {}), ("by_name", {"key": "2"}), ("rows", {"key": "1"}), ("chosen", {})):
        expected = read(codecs["endless"], b"\5" + b"".join(samples), "objects", view=view, options=options)
        assert len(expected[0]) > 200
        assert (
            read(codecs["endless"], b"\5" + b"".join(samples), "columns", size, view=view, options=options) == expected
        )


def test_numbers_that_are_none_have_no_order(codecs: Mapping[str, Codec]) -> None:
    data = file("endless", [sample(1, float("nan"), b"a"), *SAMPLES, sample(2, float("nan"), b"b")])
    rows, error, _ = agree(codecs["endless"], data, view="by_weight")
    assert (len(rows), error) == (8, None)


def test_look_ups_and_conditions(codecs: Mapping[str, Codec]) -> None:
    table = bytewright.open(file("endless", SAMPLES), codecs["endless"], view="by_name", engine="columns")
    for _ in range(2):
        for key, told in ((1, ["/6", "nb/6"]), (2, ["nb/6", "\xe9/6"]), (9, [])):
            assert table.lookup(key=key)["told"].to_pylist() == told
    assert table.lookup(key=[0, 1])["told"].to_pylist() == ["/6", "na/6", "nb/6"]
    found = table.to_table(filters=[("at", ">", 30)])
    assert found["told"].to_pylist() == ["/6", "nb/6"]


def test_look_ups_stay_with_objects_that_know_where_keys_are(
    codecs: Mapping[str, Codec], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanner, "arranged", never)
    monkeypatch.setattr(Engines, "is_worth", lambda *given: True)
    table = bytewright.open(file("endless", SAMPLES), codecs["endless"], view="by_name", columns=["key", "told"])
    assert table.lookup(key=2).num_rows == 2
    with pytest.raises(AssertionError):
        table.to_table()


def test_small_files_are_read_one_by_one(codecs: Mapping[str, Codec]) -> None:
    several = bytewright.open([file("endless", SAMPLES)] * 9, codecs["endless"], view="by_weight", engine="columns")
    assert several.to_table()["weight"].to_pylist() == [-1.0, 0.0, 0.0, 2.5, 2.5, 7.0] * 9


REFUSED = {
    "_.key": "elements sorted, or chosen, by neither a number nor text",
    "_.tree.depth": "a structure inside one of its own type",
}


@pytest.mark.parametrize("order", REFUSED)
def test_explain_says_what_objects_sort(tmp_path: Path, capsys: pytest.CaptureFixture[str], order: str) -> None:
    from bytewright.cli import main

    path = tmp_path / "spec.ksy"
    text = f"meta: {{id: spec, endian: le}}\n{SPECS['endless']}"
    path.write_text(text.replace("order-by: _.weight", f"order-by: {order}"), encoding="utf-8")
    assert main(["explain", str(path), "--section", "views"]) == 0
    assert REFUSED[order] in capsys.readouterr().out.partition("by_name")[0]
    codec = load(path)
    assert not isinstance(codec.row_plans["by_weight"], RowPlan)
    agree_by_objects = bytewright.open(file("endless", SAMPLES), codec, view="by_weight").to_table()
    assert agree_by_objects.num_rows == 6
