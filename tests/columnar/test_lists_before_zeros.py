"""Lists that end where nothing but zeros follows (``-role: slack``), other than the records of a file, in the kernel:
the same rows, errors and warnings as by objects, and the rows that this file makes."""

from __future__ import annotations

import zlib
from ast import literal_eval
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.both import agree, agree_when_damaged

from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.load import load

ITEMS = {
    "fixed": ("seq: [{id: a, type: u1}, {id: b, type: u2}]", [b"\1\0\0", b"\0\0\3", b"\2\1\0"]),
    "sized": ("seq: [{id: a, type: u1}, {id: b, size: a}]", [b"\2xy", b"\0", b"\1\0", b"\1z"]),
    "ended": ("seq: [{id: a, type: u1}, {id: b, type: strz}]", [b"\1xyz\0", b"\0\0", b"\0y\0"]),
    "chosen": (
        "seq: [{id: a, type: u1}, {id: b, type: {switch-on: a, cases: {0: u1, 1: u2}}}]",
        [b"\1\0\2", b"\0\0", b"\5", b"\1\0\0"],
    ),
    "optional": ("seq: [{id: a, type: u1}, {id: b, type: u2, if: a != 0}]", [b"\1\0\0", b"\0", b"\0", b"\2\1\0"]),
}
"""Types of elements, and elements of each: some begin or end with zeros, the last has another byte."""

PLACES: dict[str, tuple[str, str, Callable[[list[bytes]], bytes]]] = {
    "pages": (
        "seq: [{id: pages, type: page, size: 24, repeat: eos}]",
        "pages[*]",
        lambda bodies: b"".join(body.ljust(24, b"\0") for body in bodies),
    ),
    "compressed": (
        "seq: [{id: pages, type: frame, repeat: eos}]",
        "pages[*].page",
        lambda bodies: b"".join(
            len(data).to_bytes(2, "little") + data for data in (zlib.compress(body + bytes(3)) for body in bodies)
        ),
    ),
    "nested": (
        "seq: [{id: pages, type: group, repeat: eos}]",
        "pages[*].parts[*]",
        lambda bodies: b"".join(b"\2" + body.ljust(24, b"\0") + bytes(24) for body in bodies) + b"\0",
    ),
    "file": (
        "seq: [{id: page, type: page}]",
        "page",
        lambda bodies: bodies[0][:1] + b"".join(body[1:] for body in bodies if body[0] == bodies[0][0]) + bytes(9),
    ),
}
"""Where the structure lies that has the list, the path to it, and a file of several."""

SPEC = """
meta: {{id: before_zeros, endian: le, encoding: UTF-8}}
{place}
types:
  page:
    seq:
      - {{id: mark, type: u1}}
      - {{id: items, type: item, repeat: eos, -role: slack{condition}}}
{behind}
  item:
    {item}
  frame:
    seq: [{{id: size, type: u2}}, {{id: page, type: page, size: size, process: zlib}}]
  group:
    seq: [{{id: n, type: u1}}, {{id: parts, type: page, size: 24, repeat: expr, repeat-expr: n}}]
-views:
  rows:
    default: true
    each: {path}.items[*]
    columns:
      - {{id: place, value: _index}}
      - {{id: a, value: _.a}}
      - {{id: b, value: _.b}}
"""


def codec_of(folder: Path, place: str, item: str, condition: str = "", behind: str = "") -> Codec:
    text = SPEC.format(
        place=PLACES[place][0], path=PLACES[place][1], item=ITEMS[item][0], condition=condition, behind=behind
    )
    (folder / "before_zeros.ksy").write_text(text, encoding="utf-8")
    codec = load(folder / "before_zeros.ksy")
    assert isinstance(codec.row_plans["rows"], RowPlan)
    return codec


def bodies_of(item: str) -> list[bytes]:
    """Contents of structures: some elements, none, and elements of zeros that are such as others follow them."""
    elements = ITEMS[item][1]
    return [b"\1" + b"".join(elements), b"\1", b"\1" + b"".join(reversed(elements[1:])) + elements[0]]


@pytest.mark.parametrize("item", ITEMS)
@pytest.mark.parametrize("place", PLACES)
def test_zeros_end_lists_in_the_kernel(tmp_path: Path, place: str, item: str) -> None:
    elements, bodies = ITEMS[item][1], bodies_of(item)
    firsts = [element[0] for element in [*elements, *reversed(elements[1:]), elements[0]]]
    places = list(range(len(firsts))) if place == "file" else [*range(len(elements))] * 2
    codec, data = codec_of(tmp_path, place, item), PLACES[place][2](bodies)
    rows, error, warnings = agree(codec, data)
    found = [literal_eval(row) for row in rows]
    assert [(row["place"], row["a"]) for row in found] == list(zip(places, firsts, strict=True))
    assert error is None
    assert all("no field describes" in warning for warning in warnings)
    tried, bad = agree_when_damaged(codec, data)
    assert tried > 40
    assert bad > 3


@pytest.mark.parametrize("item", ITEMS)
def test_lists_under_a_condition(tmp_path: Path, item: str) -> None:
    codec = codec_of(tmp_path, "pages", item, ", if: mark == 1")
    bodies = bodies_of(item)
    rows, error, _ = agree(codec, PLACES["pages"][2]([bodies[0], b"\2" + bodies[0][1:], bodies[2]]))
    assert (len(rows), error) == (2 * len(ITEMS[item][1]), None)


@pytest.mark.parametrize("item", ITEMS)
def test_what_follows_such_a_list_begins_in_the_zeros(tmp_path: Path, item: str) -> None:
    codec = codec_of(tmp_path, "pages", item, behind="      - {id: more, contents: [0, 0]}")
    data = PLACES["pages"][2](bodies_of(item))
    rows, error, _ = agree(codec, data)
    assert (len(rows), error) == (2 * len(ITEMS[item][1]), None)
    _, error, _ = agree(codec, data[:23] + b"\1" + data[24:])
    assert error is not None


def test_elements_that_may_have_no_bytes_are_left_to_objects(tmp_path: Path) -> None:
    """How many there are only zeros tell, of which they take none."""
    text = SPEC.format(
        place=PLACES["pages"][0],
        path="pages[*]",
        item="seq: [{id: a, size: 0}, {id: b, type: strz, if: a.size > 0}]",
        condition="",
        behind="",
    )
    (tmp_path / "before_zeros.ksy").write_text(text, encoding="utf-8")
    reason = load(tmp_path / "before_zeros.ksy").row_plans["rows"]
    assert reason == "a list that ends at zeros, of bits or of what may have no bytes"
