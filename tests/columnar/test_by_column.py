"""What the kernel can't make is left to objects column by column, and bytes of it that no column asks for are read by
nobody."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged, damaged, handed, numbers

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import OptionError, ReadError
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.load import load

NESTED = """
meta: {id: outlines, endian: le}
seq:
  - {id: outlines, type: outline, repeat: eos}
types:
  outline:
    seq:
      - {id: number, type: u2}
      - {id: size, type: u1}
      - {id: root, type: node, size: size}
      - {id: check, type: u1, valid: {max: 200}}
  node:
    seq:
      - {id: weight, type: u1, valid: {max: 9}}
      - {id: count, type: u1}
      - {id: children, type: node, repeat: expr, repeat-expr: count}
    instances:
      half: {value: weight / 2, -valid: {max: 3}}
-views:
  all:
    each: outlines[*]
    columns:
      - {id: number, value: _.number}
      - {id: root, value: _.root}
      - {id: check, value: _.check}
  even:
    each: outlines[*]
    where: _.number % 2 == 0
    columns:
      - {id: number, value: _.number}
      - {id: weight, value: _.root.weight}
      - {id: check, value: _.check}
      - {id: root, value: _.root}
"""
"""A type that holds others of itself, between flat columns."""

LINKED = """
meta: {id: traces, endian: be}
seq:
  - {id: kind, type: u1}
  - {id: traces, type: trace, repeat: eos}
types:
  trace:
    seq:
      - {id: time, type: u4}
      - {id: size, type: u2}
      - id: body
        size: size
        type:
          switch-on: _root.kind
          cases:
            1: wire(size)
            2: light
      - {id: level, type: s2}
  wire:
    params: [{id: whole, type: u2}]
    seq:
      - {id: port, type: u1}
      - {id: rest, type: str, encoding: ASCII, size: whole - 1}
  light:
    seq:
      - {id: colour, type: u1, valid: {max: 7}}
-views:
  all:
    each: traces[*]
    columns:
      - {id: time, value: _.time}
      - {id: body, value: _.body}
      - {id: level, value: _.level}
  bright:
    each: traces[*]
    where: _.level > 0
    columns:
      - {id: body, value: _.body}
      - {id: level, value: _.level}
"""
"""A body of which the header says what it is, which the kernel reads."""

TAGGED = """
meta: {id: notes, endian: le}
seq:
  - {id: notes, type: note, repeat: eos}
types:
  note:
    seq:
      - {id: tag, type: u1}
      - {id: size, type: u1}
      - id: body
        size: size
        type: {switch-on: tag, cases: {1: plain, 2: group}}
  plain:
    seq:
      - {id: value, type: u2, valid: {max: 999}}
  group:
    seq:
      - {id: size, type: u1}
      - {id: inner, type: group, size: size, if: size > 0}
      - {id: mark, type: u1, valid: {max: 5}}
-views:
  all:
    each: notes[*]
    columns:
      - {id: tag, value: _.tag}
      - {id: body, value: _.body}
  plain:
    each: notes[*]
    where: _.tag == 1
    columns:
      - {id: value, value: _.body.as<plain>.value}
  groups:
    each: notes[*]
    where: _.tag == 2
    columns:
      - {id: mark, value: _.body.as<group>.mark}
      - {id: inner, value: _.body.as<group>.inner}
"""
"""Of two cases the kernel reads one, and the outside of the other."""


def outline(number: int, root: bytes, check: int = 1) -> bytes:
    return struct.pack("<HB", number, len(root)) + root + bytes([check])


def trace(time: int, body: bytes, level: int) -> bytes:
    return struct.pack(">IH", time, len(body)) + body + struct.pack(">h", level)


def note(tag: int, body: bytes) -> bytes:
    return bytes([tag, len(body)]) + body


LEAF, TREE = b"\3\0", b"\1\2\2\0\4\1\5\0"
FILES = {
    "outlines": (NESTED, b"".join(outline(n, (LEAF, TREE)[n // 2 % 2]) for n in range(5))),
    "traces": (LINKED, b"\1" + b"".join(trace(n, b"\7ab"[: n + 1], n % 3 - 1) for n in range(4))),
    "notes": (TAGGED, note(1, b"\7\0") + note(2, b"\0\3") + note(2, b"\2\0\2\4") + note(3, b"?")),
}
VIEWS = [
    ("outlines", "all", ["check", "number"]),
    ("outlines", "even", None),
    ("outlines", "even", ["number"]),
    ("traces", "all", ["time", "level"]),
    ("traces", "bright", None),
    ("notes", "all", ["tag"]),
    ("notes", "plain", None),
    ("notes", "groups", None),
    ("notes", "groups", ["mark"]),
]


@pytest.fixture(scope="module")
def codecs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Codec]:
    folder = tmp_path_factory.mktemp("specs")
    found = {}
    for name, (spec, _) in FILES.items():
        (folder / f"{name}.ksy").write_text(spec, encoding="utf-8")
        found[name] = load(folder / f"{name}.ksy")
    return found


@pytest.mark.parametrize(("name", "view", "columns"), VIEWS)
def test_engines_agree(codecs: Mapping[str, Codec], name: str, view: str, columns: list[str] | None) -> None:
    codec, data = codecs[name], FILES[name][1]
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    rows, error, _ = agree(codec, data, view=view, columns=columns)
    assert rows
    assert error is None
    agree_when_damaged(codec, data, view=view, columns=columns)


@pytest.mark.parametrize("name", ["outlines", "notes"])
def test_a_column_that_objects_make_of_all_records(codecs: Mapping[str, Codec], name: str) -> None:
    codec, data = codecs[name], FILES[name][1]
    table = bytewright.open(data, codec, view="all")
    assert table.to_table().num_rows > 3
    assert table.engines == ["columns"]
    table = bytewright.open(data, codec, view="all", columns=["_error"])  # some column counts the rows
    assert (table.to_table().num_rows > 3, table.engines) == (True, ["columns"])


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize(("name", "view", "columns"), VIEWS[::2])
def test_engines_agree_on_bad_records(
    codecs: Mapping[str, Codec], name: str, view: str, columns: list[str] | None, mode: str
) -> None:
    """Records that are bad only in what objects read, and in other ways, between good ones; with where they lie."""
    codec, data = codecs[name], FILES[name][1]
    options = {"mode": mode, "includeMetadata": True, "includeError": True}

    def read(data: bytes, engine: Any) -> tuple[list[str], int]:
        table = bytewright.open(data, codec, view=view, columns=columns, engine=engine, options=options)
        rows = [repr(row) for batch in table.to_batches() for row in numbers(batch).to_pylist()]
        return rows, table.malformed

    for broken in list(damaged(data))[::11]:
        assert read(broken, "columns") == read(broken, "objects"), broken.hex()


def test_bytes_that_no_column_asks_for_are_not_looked_at(codecs: Mapping[str, Codec]) -> None:
    codec = codecs["outlines"]
    data = outline(1, LEAF) + outline(2, b"\x63\0") + outline(3, b"\5\1\x08\0") + outline(4, LEAF, 201)
    rows, error, _ = agree(codec, data, view="all", columns=["number", "check"])
    assert len(rows) == 3
    assert error is not None
    assert "outlines[3].check" in error
    with pytest.raises(ReadError, match=r"outlines\[1\]\.root\.weight"):
        bytewright.open(data, codec, view="all").to_table()
    rows, error, _ = agree(codec, data[:-6] + outline(2, b"\x08\0"), view="even", columns=["root"])
    assert error is not None
    assert "outlines[1].root.weight" in error
    rows, error, _ = agree(codec, outline(1, b"\x63\0") + outline(2, b"\x08\0"), view="even", columns=["root"])
    assert error is not None
    assert "outlines[1].root.half" in error


def test_records_that_a_condition_leaves_out_are_never_objects(
    codecs: Mapping[str, Codec], monkeypatch: pytest.MonkeyPatch
) -> None:
    codec = codecs["outlines"]
    data = b"".join(outline(number, b"\x63" if number % 2 else LEAF) for number in range(300))
    read = handed(monkeypatch)
    table = bytewright.open(data, codec, view="even", engine="columns")
    assert table.to_table().column("number").to_pylist() == [*range(0, 300, 2)]
    assert read == [*range(0, 300, 2)]
    assert table.counted == {"columns": 150}
    read.clear()
    table = bytewright.open(data, codec, view="all", engine="columns", columns=["number", "check"])
    assert table.to_table().num_rows == 300
    assert (read, table.counted) == ([], {"columns": 300})


def test_many_records_that_are_bad_by_column(codecs: Mapping[str, Codec]) -> None:
    codec = codecs["outlines"]
    data = b"".join(outline(number, b"\x63\0" if number % 4 == 2 else LEAF) for number in range(400))
    for engine in ("objects", "columns"):
        table = bytewright.open(data, codec, view="even", engine=engine, options={"mode": "DROPMALFORMED"})
        assert table.to_table().column("number").to_pylist() == [*range(0, 400, 4)]
        assert table.malformed == 100
    with pytest.raises(ReadError, match=r"outlines\[2\]\.root\.weight"):
        bytewright.open(data, codec, view="even", engine="columns").to_table()


@pytest.mark.parametrize("columns", [["number", "check"], None])
@pytest.mark.parametrize("view", ["all", "even"])
def test_all_that_is_lazy_may_be_checked(codecs: Mapping[str, Codec], view: str, columns: list[str] | None) -> None:
    """Also in records that are no rows, by objects."""
    codec, options = codecs["outlines"], {"checks": "all"}
    data = outline(2, LEAF) + outline(1, b"\x63\0") + outline(4, LEAF)
    with pytest.raises(OptionError, match="option checks=all, of fields that only objects can read"):
        bytewright.open(data, codec, view=view, engine="columns", options=options)
    for engine in ("auto", "objects"):
        table = bytewright.open(data, codec, view=view, engine=engine, columns=columns, options=options)
        with pytest.raises(ReadError, match=r"outlines\[1\]\.root\.weight"):
            table.to_table()
        table = bytewright.open(
            data, codec, view=view, engine=engine, columns=columns, options={**options, "mode": "DROPMALFORMED"}
        )
        assert table.to_table()["number"].to_pylist() == [2, 4]
    assert bytewright.open(data, codec, view="all", columns=["number"]).to_table()["number"].to_pylist() == [2, 1, 4]
    with pytest.raises(OptionError, match="checks"):
        bytewright.open(data, codec, view=view, options={"checks": "none"})


def test_views_without_lazy_fields_are_checked_by_the_kernel() -> None:
    codec = load(Path(__file__).parents[1] / "toys" / "tallies.ksy")
    bytewright.open(b"", codec, engine="columns", options={"checks": "all"})
