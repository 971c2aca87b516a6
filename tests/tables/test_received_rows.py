"""Rows in arrays of every layout that libraries hand over: written, or refused by an error of ours."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pyarrow as pa
import pytest

import bytewright
from bytewright.arrow.normalize import received_table, usual
from bytewright.codec.codec import Codec
from bytewright.errors import WriteError
from bytewright_codegen.load import load

SPEC = """
meta: {id: notes, endian: le, encoding: UTF-8}
seq: [{id: notes, type: note, repeat: eos}]
types:
  note:
    seq:
      - {id: len_text, type: u2}
      - {id: text, type: str, size: len_text}
      - {id: at, type: s8, -type: {timestamp: ms}}
      - {id: weight, type: f8}
      - {id: num_marks, type: u1}
      - {id: marks, type: s2, repeat: expr, repeat-expr: num_marks}
"""
ROWS: dict[str, Any] = {
    "text": pa.array(["a", "\U0001f600é", "", "longer than what a view holds in itself"]),
    "at": pa.array([0, -1000, 253402300799999000, 5000], pa.timestamp("us", "UTC")),
    "weight": pa.array([1.5, 2.25, -1.0, 0.0]),
    "marks": pa.array([[], [1, -2], [3], []], pa.list_(pa.int16())),
}
ENGINES = ("columns", "objects")


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("spec") / "notes.ksy"
    path.write_text(SPEC)
    return load(str(path))


@pytest.fixture(scope="module")
def wanted(codec: Codec, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("wanted") / "x"
    bytewright.write(pa.table(ROWS), path, codec)
    return path.read_bytes()


def _in_views(lists: Any) -> Any:
    """The same lists, whose elements lie in the opposite order."""
    values: Any = pa.array([v for one in reversed(lists.to_pylist()) for v in one], lists.type.value_type)
    sizes = np.array([len(one) for one in lists.to_pylist()], np.int32)
    places = np.cumsum(sizes[::-1])[::-1] - sizes
    made: Any = pa.ListViewArray
    return made.from_arrays(pa.array(places, pa.int32()), pa.array(sizes, pa.int32()), values)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "column",
    [
        {"text": ROWS["text"].cast(pa.string_view())},
        {"text": ROWS["text"].cast(pa.string_view()).dictionary_encode()},
        {"text": ROWS["text"].cast(pa.large_string())},
        {"at": ROWS["at"].cast(pa.timestamp("ns", "UTC"), safe=False)},
        {"marks": _in_views(ROWS["marks"])},
        {"marks": ROWS["marks"].cast(pa.large_list(pa.int64()))},
        {"weight": pa.array([Decimal(text) for text in ("1.5", "2.25", "-1", "0")])},
    ],
    ids=lambda column: "-".join(f"{name}-{array.type}" for name, array in column.items()),
)
def test_layouts(codec: Codec, wanted: bytes, column: dict[str, Any], engine: Any, tmp_path: Path) -> None:
    rows = pa.table(ROWS | column)
    if "at" in column:  # nanoseconds since 1970 end in 2262
        rows = rows.set_column(1, "at", rows["at"].take([0, 1, 0, 3]))
        bytewright.write(rows.set_column(1, "at", ROWS["at"].take(pa.array([0, 1, 0, 3]))), tmp_path / "us", codec)
        wanted = (tmp_path / "us").read_bytes()
    if "weight" in column and engine == "columns":
        engine = "auto"  # a decimal is no float to the kernel
    bytewright.write(rows, tmp_path / "x", codec, engine=engine)
    assert (tmp_path / "x").read_bytes() == wanted
    bytewright.write(pa.concat_tables([rows.slice(0, 1), rows.slice(1)]), tmp_path / "x", codec)
    assert (tmp_path / "x").read_bytes() == wanted


@pytest.mark.parametrize("engine", ENGINES)
def test_runs_and_data_frames(codec: Codec, wanted: bytes, engine: Any, tmp_path: Path) -> None:
    runs: Any = pa.RunEndEncodedArray.from_arrays(pa.array([2, 4], pa.int32()), pa.array(["same", ""]))
    bytewright.write(pa.table(ROWS | {"text": runs}).slice(1), tmp_path / "x", codec, engine=engine)
    assert bytewright.open(tmp_path / "x", codec).to_table()["text"].to_pylist() == ["same", "", ""]
    frame: Any = polars.from_arrow(pa.table(ROWS))
    bytewright.write(pa.table(frame), tmp_path / "x", codec, engine=engine)
    assert (tmp_path / "x").read_bytes() == wanted


@pytest.mark.parametrize("engine", ["auto", "objects"])
@pytest.mark.parametrize(
    ("column", "error"),
    [
        (
            {"text": pa.array([b"a", b"b", b"a\xff", b""]).view(pa.string())},
            "rows[2].text: expected text in UTF-8, found bytes ff",
        ),
        (
            {"text": pa.array([b"\xed\xa0\x80", b"b", b"a", b""]).view(pa.string())},
            "rows[0].text: expected text in UTF-8, found bytes ed",
        ),
        (
            {"at": pa.array([0, 1000, 2001, 5], pa.timestamp("ns"))},
            "rows[2].at: Casting from timestamp[ns] to timestamp[us] would lose data: 2001",
        ),
        (
            {"marks": pa.array([Decimal("1.5")] * 4)},
            "notes[0].marks: expected a list, found 1.5. The column marks says it.",
        ),
        (
            {"at": pa.array([Decimal(0), Decimal("2.5"), Decimal(1), Decimal(0)])},
            "notes[1].at: expected an integer from -9223372036854775808 to 9223372036854775807, found 2.5. "
            "The column at says it.",
        ),
        (
            {"at": pa.array(["yesterday"] * 4)},
            "notes[0].at: expected a moment as in ISO 8601, found 'yesterday'. The column at says it.",
        ),
    ],
    ids=("not UTF-8", "surrogate", "nanoseconds", "decimal", "fraction", "moment"),
)
def test_what_is_refused(codec: Codec, column: dict[str, Any], error: str, engine: Any, tmp_path: Path) -> None:
    with pytest.raises(WriteError) as refused:
        bytewright.write(pa.table(ROWS | column), tmp_path / "x", codec, engine=engine)
    assert str(refused.value) == error
    assert not (tmp_path / "x").exists()


def test_two_columns_of_one_name(codec: Codec, tmp_path: Path) -> None:
    """Objects would take the last one, the kernel the first."""
    rows = pa.table(ROWS).append_column("weight", pa.array([0.0] * 4))
    with pytest.raises(WriteError, match="there are several columns 'weight'"):
        bytewright.write(rows, tmp_path / "x", codec)


def test_values_in_values() -> None:
    inner = pa.struct([("a", pa.string_view()), ("b", pa.list_(pa.timestamp("ns", "UTC")))])
    values = [[{"a": "x", "b": [1000]}, None], None, [], [{"a": None, "b": None}]]
    array: Any = pa.array(values, pa.list_(inner))
    found = received_table(pa.table({"v": array}))["v"]
    found.validate(full=True)
    assert found.to_pylist() == array.to_pylist()
    assert found.type == usual(found.type) != array.type
    views: Any = pa.array([[["a"]], None, [[], None, ["b", "c"]]], pa.large_list_view(pa.list_view(pa.string_view())))
    found = received_table(pa.table({"v": views}).slice(1))["v"]
    found.validate(full=True)
    assert found.to_pylist() == views.to_pylist()[1:]


FLOATS = (
    "seq: [{id: points, type: point, repeat: eos}]\ntypes:\n  point: {seq: [{id: x, type: f4}, {id: y, type: f8be}]}"
)
DOUBLES = [0.1, -0.0, float("nan"), float("-inf"), 1e-45, 7e-46, 1.00000005960464477, 3.4028235e38, 16777217.0]


@pytest.fixture(scope="module")
def points(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("spec") / "points.ksy"
    path.write_text("meta: {id: points, endian: le}\n" + FLOATS)
    return load(str(path))


@pytest.mark.parametrize(
    "numbers",
    [
        pa.array(DOUBLES),
        pa.array(DOUBLES).cast(pa.float32()),
        pa.array([1, -2, 16777217, 1 << 53]),
        pa.array([0, 255], pa.uint8()),
        pa.array([1.5, -2.0], pa.float16()),
    ],
    ids=lambda array: str(array.type),
)
def test_numbers_as_floats(points: Codec, numbers: Any, tmp_path: Path) -> None:
    """As Python rounds them, in floats of both sizes."""
    table, path = pa.table({"x": numbers, "y": numbers}), tmp_path / "x"
    assert bytewright.write(table, path, points).encoded == len(numbers)
    found = path.read_bytes()
    assert bytewright.write(table, path, points, engine="objects").encoded == 0
    assert path.read_bytes() == found


def test_numbers_that_are_no_floats(points: Codec, tmp_path: Path) -> None:
    large = pa.table({"x": pa.array([1e300]), "y": pa.array([1.0])})
    engines: tuple[Any, ...] = ("auto", "objects")
    for engine in engines:
        with pytest.raises(WriteError, match=r"points\[0\]\.x"):
            bytewright.write(large, tmp_path / "x", points, engine=engine)
    many = pa.table({"x": pa.array([1.0]), "y": pa.array([(1 << 53) + 1])})
    assert bytewright.write(many, tmp_path / "x", points).encoded == 0
