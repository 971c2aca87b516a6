"""Rows as others lay them out: the same values, in the arrays that the rest knows."""

import uuid
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from bytewright.arrow import extensions
from bytewright.arrow.backwards import backwards, is_backwards
from bytewright.arrow.logical import MIN_LONG, unwrapped, wrapped
from bytewright.arrow.normalize import received, received_table, usual
from bytewright.arrow.types import moments
from bytewright.errors import OptionError, WriteError

IDS = [uuid.UUID(int=0), uuid.UUID("00112233-4455-6677-8899-aabbccddeeff"), uuid.UUID(int=(1 << 128) - 1)]
TENSOR = pa.fixed_shape_tensor(pa.int32(), (2, 3))
ROWS_OF_TENSOR = [[1, 2, 3, 4, 5, 6], None, [7, 8, 9, 10, 11, 12]]
NESTED = [[[1, 2, 3], [4, 5, 6]], None, [[7, 8, 9], [10, 11, 12]]]


def tensors() -> Any:
    return pa.ExtensionArray.from_storage(TENSOR, pa.array(ROWS_OF_TENSOR, pa.list_(pa.int32(), 6)))


def run_ends(values: list[Any], kind: Any) -> Any:
    compute: Any = pc
    return compute.run_end_encode(pa.array(values, kind))


CASES: dict[str, tuple[Callable[[], Any], pa.DataType, list[Any]]] = {
    "runs": (lambda: run_ends([1, 1, None, 2], pa.int32()), pa.int32(), [1, 1, None, 2]),
    "runs of text": (lambda: run_ends(["a", "a", "b"], pa.string()), pa.string(), ["a", "a", "b"]),
    "text in views": (
        lambda: pa.array(["a", None, "c" * 20], pa.string_view()),
        pa.large_string(),
        ["a", None, "c" * 20],
    ),
    "bytes in views": (lambda: pa.array([b"a", None], pa.binary_view()), pa.large_binary(), [b"a", None]),
    "nanoseconds": (lambda: pa.array([1000, None, -2000], pa.timestamp("ns")), pa.timestamp("us"), [1, None, -2]),
    "nanoseconds of a zone": (
        lambda: pa.array([5000], pa.timestamp("ns", "Europe/Berlin")),
        pa.timestamp("us", "Europe/Berlin"),
        [5],
    ),
    "lists in views": (
        lambda: pa.array([[1, 2], None, [], [3]], pa.list_view(pa.int8())),
        pa.list_(pa.int8()),
        [[1, 2], None, [], [3]],
    ),
    "large lists in views": (
        lambda: pa.array([[1], None, [2, 3]], pa.large_list_view(pa.int8())),
        pa.large_list(pa.int8()),
        [[1], None, [2, 3]],
    ),
    "lists of views": (
        lambda: pa.array([["a"], None, ["b", None]], pa.list_(pa.string_view())),
        pa.list_(pa.large_string()),
        [["a"], None, ["b", None]],
    ),
    "structs": (
        lambda: pa.array([{"a": "x"}, None, {"a": None}], pa.struct([("a", pa.string_view())])),
        pa.struct([("a", pa.large_string())]),
        [{"a": "x"}, None, {"a": None}],
    ),
    "dictionaries": (
        lambda: pa.DictionaryArray.from_arrays(
            pa.array([1, None, 0], pa.int8()), pa.array(["a", "b"], pa.string_view()), ordered=True
        ),
        pa.dictionary(pa.int8(), pa.large_string(), True),
        ["b", None, "a"],
    ),
    "dictionaries of lists in views": (
        lambda: pa.DictionaryArray.from_arrays(
            pa.array([1, None, 0], pa.int8()), pa.array([[1], [2, 3]], pa.list_view(pa.int8()))
        ),
        pa.dictionary(pa.int8(), cast(Any, pa.list_(pa.int8()))),
        [[2, 3], None, [1]],
    ),
    "uuids": (
        lambda: pa.ExtensionArray.from_storage(pa.uuid(), pa.array([IDS[0].bytes, None, IDS[1].bytes], pa.binary(16))),
        pa.string(),
        [str(IDS[0]), None, str(IDS[1])],
    ),
    "json": (
        lambda: pa.ExtensionArray.from_storage(pa.json_(pa.string()), pa.array(['{"a": 1}', None])),
        pa.string(),
        ['{"a": 1}', None],
    ),
    "tensors": (tensors, extensions.plain_type(TENSOR), NESTED),
}


def plain(array: Any) -> list[Any]:
    """Values; moments as numbers."""
    found: list[Any] = (array.cast(pa.int64()) if pa.types.is_timestamp(array.type) else array).to_pylist()
    return found


@pytest.mark.parametrize(("made", "kind", "values"), CASES.values(), ids=CASES)
@pytest.mark.parametrize("first", [0, 1])
def test_values_stay_what_they_are(made: Callable[[], Any], kind: pa.DataType, values: list[Any], first: int) -> None:
    array = made().slice(first)
    assert usual(array.type) == kind
    assert usual(kind) == kind
    found = received_table(pa.table({"it": array, "other": pa.array(range(len(array)))}))
    assert found.schema.field("it").type == kind
    assert plain(found["it"].combine_chunks()) == values[first:]
    assert found["other"].to_pylist() == list(range(len(array)))
    found.validate(full=True)


def test_what_is_usual_is_handed_on() -> None:
    table = pa.table({"a": [1], "b": [["x"]]})
    assert received_table(table) is table


def test_two_columns_of_one_name_are_refused() -> None:
    schema = pa.schema([("a", pa.int8()), ("b", pa.int8()), ("b", pa.int8())])
    with pytest.raises(WriteError, match="several columns 'b'"):
        received(schema, list)


@pytest.mark.parametrize("bad", [0, 1, 4, 6])
def test_the_row_is_named_that_cannot_be_taken(bad: int) -> None:
    """A number of nanoseconds that is none of microseconds, in any place of any batch."""
    counts = [1000] * 7
    counts[bad] = 1001
    column = pa.array(counts, pa.timestamp("ns"))
    schema, batches = received(
        pa.schema([("at", column.type)]),
        lambda: [pa.record_batch([part], ["at"]) for part in (column[:2], column[2:])],
    )
    with pytest.raises(WriteError, match="would lose data") as caught:
        pa.Table.from_batches(batches(), schema)
    assert caught.value.field == f"rows[{bad}].at"


@pytest.mark.parametrize("values", [IDS, [None, *IDS, None], [], [None]])
def test_uuids_go_to_bytes_and_back(values: list[uuid.UUID | None]) -> None:
    texts = pa.array([None if value is None else str(value) for value in values], pa.string())
    for array in (texts, pa.concat_arrays([pa.array(["before"]), texts]).slice(1)):
        made = extensions.as_extension(array, pa.uuid())
        made.validate(full=True)
        assert made.storage.to_pylist() == [None if value is None else value.bytes for value in values]
        assert extensions.plain(made).to_pylist() == texts.to_pylist()
    upper = pa.array([str(value).upper() for value in IDS])
    assert extensions.as_extension(upper, pa.uuid()).storage.to_pylist() == [value.bytes for value in IDS]


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_tensors_go_to_lists_and_back(first: int) -> None:
    lists = pa.array(NESTED, extensions.plain_type(TENSOR)).slice(first)
    made = extensions.as_extension(lists, TENSOR)
    made.validate(full=True)
    assert made.storage.to_pylist() == ROWS_OF_TENSOR[first:]
    assert extensions.plain(tensors().slice(first)).to_pylist() == NESTED[first:]


def test_tensors_that_are_all_null() -> None:
    made = extensions.as_extension(pa.array([None, None], extensions.plain_type(TENSOR)), TENSOR)
    made.validate(full=True)
    assert made.storage.to_pylist() == [None, None]


def test_which_types_are_known() -> None:
    assert all(map(extensions.is_known, (pa.uuid(), pa.json_(), TENSOR)))
    assert not any(map(extensions.is_known, (pa.binary(16), pa.bool8(), pa.opaque(pa.int8(), "a", "b"))))


@pytest.mark.parametrize(
    ("unit", "counts", "found"),
    [
        ("s", [1, -1], [1_000_000, -1_000_000]),
        ("ms", [1, -1], [1_000, -1_000]),
        ("us", [1, -1], [1, -1]),
        ("ns", [0, 999, 1000, 1001, -1, -999, -1000, -1001], [0, 0, 1, 1, -1, -1, -1, -2]),
    ],
)
def test_columns_of_moments(unit: Any, counts: list[int], found: list[int]) -> None:
    array = moments(pa.array([None, *counts], pa.int64()), unit)
    assert array.type == pa.timestamp("us", "UTC")
    assert array.cast(pa.int64()).to_pylist() == [None, *found]


def test_moments_too_far_away() -> None:
    with pytest.raises(pa.ArrowInvalid, match="overflow"):
        moments(pa.array([1 << 62]), "s")


@pytest.mark.parametrize("bits", [0, 1, 2**31, 2**63 - 1, 2**63, 2**64 - 1])
def test_bits_of_a_long(bits: int) -> None:
    signed = int.from_bytes(bits.to_bytes(8, "big"), "big", signed=True)
    assert wrapped(bits) == wrapped(signed) == signed
    assert unwrapped(signed) == bits
    assert -MIN_LONG == 2**63


@pytest.mark.parametrize("limit", [None, 0, 1, 4, 5, 6, 9, 100])
@pytest.mark.parametrize("held", [0, 100, 64 << 20])
def test_rows_from_the_last_to_the_first(limit: int | None, held: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many wait in memory, and however many are asked for."""
    monkeypatch.setattr("bytewright.arrow.backwards._HELD", held)
    numbers = np.arange(9, dtype=np.int64)
    batches = [pa.record_batch({"n": numbers[begin:end]}) for begin, end in ((0, 3), (3, 3), (3, 7), (7, 9))]
    found = list(backwards(iter(batches), limit))
    assert all(batch.num_rows for batch in found)
    given = [number for batch in found for number in batch["n"].to_pylist()]
    assert given == list(range(8, -1, -1))[:limit]


def test_orders() -> None:
    assert is_backwards("desc")
    assert not is_backwards("asc")
    with pytest.raises(OptionError, match="asc or desc"):
        is_backwards("up")
