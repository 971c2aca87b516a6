"""A size, a count or a choice is left out where something else goes by it: nothing is written that can't be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.plain_values import from_plain
from bytewright.errors import ReadError, WriteError
from bytewright.tables.write import write

HEAD = "{id: f, type: u1}, {id: a, type: u1, if: f == 1}"
SIZE = "b: expected a size, but what says it is absent, found "
GONE = "a: expected nothing, as its condition is false, found "
USES: dict[str, tuple[str, Any, bytes, str]] = {
    "a size": ("{id: b, size: a}", b"xyz", b"\1\3xyz", f"{SIZE}3"),
    "a size of some": ("{id: b, size: a, if: f != 2}", b"xy", b"\1\2xy", f"{SIZE}2"),
    "a size and more": ("{id: b, size: a + 1, if: f != 2}", b"xy", b"\1\1xy", "the model is not complete"),
    "the size of text": ("{id: b, type: str, size: a, encoding: ASCII}", "xy", b"\1\2xy", f"{SIZE}2"),
    "the size of a structure": ("{id: b, type: t, size: a}", {"x": b"xy"}, b"\1\2xy", f"{SIZE}2"),
    "a count": (
        "{id: b, type: u1, repeat: expr, repeat-expr: a}",
        [7, 8],
        b"\1\2\7\x08",
        "b: expected a number of elements, but what says it is absent, found 2",
    ),
    "a choice": ("{id: b, type: {switch-on: a, cases: {3: u1}}}", 7, b"\1\3\7", f"{GONE}3"),
    "a condition": ("{id: b, type: u1, if: a == 3}", 7, b"\1\3\7", f"{GONE}3"),
}


@pytest.mark.parametrize("use", USES)
def test_models(compiled: Compile, use: str) -> None:
    entry, value, data, error = USES[use]
    codec = compiled(f"seq: [{HEAD}, {entry}]\ntypes: {{t: {{seq: [{{id: x, size-eos: true}}]}}}}")
    assert codec.to_bytes(from_plain(codec, {"f": 1, "b": value})) == data
    with pytest.raises(WriteError) as caught:
        codec.to_bytes(from_plain(codec, {"f": 0, "b": value}))
    assert error in str(caught.value)
    if use not in ("a choice", "a condition"):  # these choose nothing then
        with pytest.raises(ReadError, match="something that it asks for is absent"):
            codec.parse(b"\0xyz")


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("engine", ["auto", "objects"])
def test_rows(compiled: Compile, tmp_path: Path, use: str, engine: Any) -> None:
    entry, _, data, error = USES[use]
    codec = compiled(
        f"seq: [{{id: records, type: record, repeat: eos}}]\ntypes:\n  record: {{seq: [{HEAD}, {entry}]}}\n"
        "  t: {seq: [{id: x, size-eos: true}]}"
    )
    table = bytewright.open(3 * data, codec).to_table()
    path = tmp_path / "written"
    write(table, path, codec, engine=engine)
    assert path.read_bytes() == 3 * data
    rows = table.to_pylist()
    rows[1] |= {"f": 0, "a": None}
    with pytest.raises(WriteError) as caught:
        write(pa.Table.from_pylist(rows, table.schema), tmp_path / "bad", codec, engine=engine)
    assert error in str(caught.value)
    assert not (tmp_path / "bad").exists()


@pytest.mark.parametrize("derived", ["position-of: b", "end-of: b"])
def test_what_nobody_goes_by_may_be_left_out(compiled: Compile, derived: str) -> None:
    codec = compiled(
        f"seq: [{{id: f, type: u1}}, {{id: a, type: u1, if: f == 1, -derive: {{{derived}}}}}, {{id: b, type: strz}}]"
    )
    told = {"position-of: b": 2, "end-of: b": 5}[derived]
    for f, data in ((1, bytes([1, told]) + b"xy\0"), (0, b"\0xy\0")):
        model: Any = from_plain(codec, {"f": f, "b": "xy"})
        assert codec.to_bytes(model) == data
        assert codec.parse(data).a == (told if f else None)
        assert model.a == (told if f else None)
