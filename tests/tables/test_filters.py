"""Rows that filters keep: the same as of all rows, by both engines, in all modes, whichever library asks."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import islice
from typing import Any

import duckdb
import polars
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pytest
from tests.support.both import damaged, numbers, toy

import bytewright
from bytewright.arrow.expressions import condition_of
from bytewright.errors import OptionError, ReadError
from bytewright.spark import filters as spark_filters

MODES = ("FAILFAST", "PERMISSIVE", "DROPMALFORMED")
IDS = (-(1 << 60), -1, 0, 3, 7, 1 << 60)
LEFT = 1 << 61
"""An id whose record is left to objects, as that of which another column is the double."""
COUNTS = (0, 3, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)
MOMENTS = (-1, 0, 1_700_000_000_123)
RATIOS = (float("nan"), float("-inf"), -0.0, 0.0, 0.1, 2.5, float("inf"))
NAMES = ("", "a", "ab", "abc", "b", "bär", "z" * 40)
f = pc.field


def sighting(generator: random.Random, ids: Sequence[int] = IDS) -> bytes:
    """A record, whose values are some of a few."""
    flags = generator.choice((0, 0xFF, generator.randrange(256), generator.randrange(256)))
    found = struct.pack("<H", flags)
    found += struct.pack("<q", generator.choice(ids)) if flags & 1 else b""
    found += struct.pack("<Q", generator.choice(COUNTS)) if flags & 2 else b""
    found += struct.pack("<q", generator.choice(MOMENTS)) if flags & 4 else b""
    found += struct.pack("<d", generator.choice(RATIOS)) if flags & 8 else b""
    found += struct.pack("<f", generator.choice(RATIOS)) if flags & 16 else b""
    found += bytes([generator.choice((0, 1, 7, 9))]) if flags & 32 else b""
    name = generator.choice(NAMES).encode()
    found += bytes([len(name)]) + name if flags & 64 else b""
    x = generator.randrange(-2, 3)
    found += struct.pack("<h", x) + (b"\x07" if x > 0 else b"") if flags & 128 else b""
    marks = bytes(generator.randrange(3))
    found += bytes([len(marks)]) + marks + generator.choice((b"", b"\0", b"ab"))
    return struct.pack("<H", len(found)) + found


def sightings(seed: int, count: int, ids: Sequence[int] = IDS) -> bytes:
    """A file; some stretches of it are alike, so that blocks are passed over."""
    generator = random.Random(seed)
    found: list[bytes] = []
    while len(found) < count:
        found += [sighting(generator, ids)] * generator.choice((1, 1, 1, 2, 60))
    return b"".join(found[:count])


def leaf(generator: random.Random) -> Any:
    """A condition on a column."""
    values: dict[str, tuple[Any, ...]] = {
        "id": (*IDS, 4),
        "count": tuple(map(Decimal, (*COUNTS, 4))),
        "moment": tuple(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=one) for one in MOMENTS),
        "ratio": (*RATIOS, 0.3),
        "part": (*RATIOS, 0.3, 1e300),
        "kind": ("bird", "owl", "9", "no"),
        "name": (*NAMES, "abx", "bz"),
        "rest": (b"", b"\0", b"ab", b"ac"),
        "num_marks": (0, 1, 1.0, 1.5),
        "twice": (6, 7, 15),
    }
    column = generator.choice((*values, "is_odd", "place", "marks"))
    if column in ("is_odd", "marks"):
        return f("is_odd") if column == "is_odd" else f("marks").is_null()
    here = f(column) if column != "place" else f("place", generator.choice("xy"))
    known = values.get(column, (-1, 0, 1, 7))
    value = generator.choice(known)
    match generator.randrange(8):
        case 0:
            return here.is_null()
        case 1:
            return here.is_valid()
        case 2:
            some = generator.sample(known, generator.randrange(3))
            return here.isin([*some, None] if generator.random() < 0.3 else some) if some else here == value
        case 3 if column == "name":
            has = generator.choice((pc.starts_with, pc.ends_with, pc.match_substring))
            return has(here, generator.choice((*NAMES, "b", "bz", "no")))
        case 4:
            return generator.choice((here != value, pc.scalar(known[0]) <= here))
        case 5:
            return generator.choice((here < value, here <= value))
        case 6:
            return generator.choice((here > value, here >= value))
    return here == value


def condition(generator: random.Random, depth: int = 3) -> Any:
    """Some condition."""
    if depth == 0 or generator.random() < 0.3:
        return leaf(generator)
    match generator.randrange(4):
        case 0:
            return ~condition(generator, depth - 1)
        case 1:
            one = leaf(generator)
            return pc.if_else(f("id").is_valid(), one, pa.scalar(None, pa.bool_()))
        case 2:
            return condition(generator, depth - 1) & condition(generator, depth - 1)
    return condition(generator, depth - 1) | condition(generator, depth - 1)


def outcome(data: bytes, engine: Any, filters: Any = None, batch_rows: int = 65_536, **options: Any) -> Any:
    """Rows, the error and the warnings."""
    table = bytewright.open(data, toy("sightings"), engine=engine, batch_rows=batch_rows, options=options)
    batches, error = [], None
    try:
        for batch in table.to_batches(filters=filters):
            assert 0 < batch.num_rows <= batch_rows
            batch.validate(full=True)
            batches.append(batch)
    except ReadError as bad:
        error = str(bad)
    rows = pa.Table.from_batches(batches, table.schema)
    return rows, error, (table.malformed, table.malformed_bytes, list(map(str, table.warnings)))


def records_of(rows: pa.Table) -> list[str]:
    """Rows as text, in which one NaN is another."""
    return [repr(row) for batch in rows.to_batches() for row in numbers(batch).to_pylist()]


def same(found: Any, expected: Any, kept: Any) -> None:
    """Hold what came with a filter against what came without."""
    rows, *told = expected
    assert found[1:] == tuple(told)
    assert records_of(found[0]) == records_of(rows.filter(kept))


@pytest.mark.parametrize("seed", range(6))
def test_any_condition(seed: int) -> None:
    generator = random.Random(seed)
    data = sightings(seed, 500, (*IDS, LEFT))
    whole = outcome(data, "columns")
    assert whole[0].num_rows == 500
    for _ in range(10):
        kept = condition(generator)
        same(outcome(data, "columns", kept, generator.choice((7, 200, 65_536))), whole, kept)


@pytest.mark.parametrize("mode", MODES)
def test_no_condition_decides_which_records_are_bad(mode: str) -> None:
    generator = random.Random(7)
    data = sightings(7, 12)
    forms = list(damaged(data))
    never = f("id") == 99
    bad = 0
    for number, broken in enumerate(forms[:: len(forms) // 60]):
        whole = outcome(broken, "objects", mode=mode)
        bad += whole[1] is not None or whole[2][0] > 0
        for kept in (never, condition(generator)):
            same(outcome(broken, "columns", kept, (1, 3, 65_536)[number % 3], mode=mode), whole, kept)
        same(outcome(broken, "objects", never, mode=mode), whole, never)
    assert bad > 20


@pytest.mark.parametrize("mode", MODES)
def test_bad_records_between_rows_that_nobody_asks_for(mode: str) -> None:
    records = [sighting(random.Random(number)) for number in range(40)]
    named = struct.pack("<HHBB", 5, 64, 1, 0xFF) + b"\0"  # text that is none, in a column that need not be made
    far = struct.pack("<HHhBB", 6, 128, 1, 201, 0)  # a value that is none
    data = b"".join([*records, named, *records * 40, far, *records])
    for kept in (f("id") == 99, f("id") == 7, f("name") == "abc"):
        whole = outcome(data, "objects", mode=mode)
        same(outcome(data, "columns", kept, mode=mode), whole, kept)
        assert (whole[1] is None) == (mode != "FAILFAST")


UNDERSTOOD: tuple[Any, ...] = (
    f("id") == 99,
    f("id").isin([99, 98, 97, 96, 95, 94]),
    f("id") > 1 << 62,
    pc.scalar(-(1 << 62)) > f("id"),
    f("count") == Decimal(5),
    (f("count") > Decimal(3)) & (f("count") < Decimal((1 << 63) - 1)),
    f("moment") > datetime(2100, 1, 1, tzinfo=UTC),
    (f("ratio") > 0.2) & (f("ratio") < 0.3) & f("ratio").is_valid(),
    f("part") == 7.0,
    f("kind") == "no",
    f("name") == "abx",
    f("name") > "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
    pc.starts_with(f("name"), "abx"),
    pc.ends_with(f("name"), "xyx"),
    pc.ends_with(f("name"), "a" * 50),
    pc.match_substring(f("name"), "bx"),
    pc.match_substring(f("name"), "no such name"),
    ~pc.match_substring(f("name"), "") & f("name").is_valid(),
    f("rest") == b"ac",
    f("place", "x") == 50,
    f("num_marks") == 40.0,
    f("twice") == 99,
    f("marks").is_null(),
    ~pc.or_kleene(f("is_odd"), ~f("is_odd")),
    f("id").is_null() & f("twice").is_valid(),
    ~(f("id").is_null() | f("id").is_valid()),
)
"""Conditions that hold for no row, which the kernel finds out; of NaN, and of numbers without names, it knows
nothing."""


@pytest.mark.parametrize("kept", UNDERSTOOD, ids=str)
def test_rows_that_nobody_asks_for_are_not_made(kept: Any) -> None:
    data = sightings(1, 600)
    table = bytewright.open(data, toy("sightings"), engine="columns")
    assert table.to_table().filter(kept).num_rows == 0
    made = table.only(table.schema.names, condition_of(kept)).to_table()
    knows_all = not any(name in str(kept) for name in ("ratio", "part", "kind"))
    assert made.num_rows == 0 if knows_all else made.num_rows < 300


@pytest.mark.parametrize("sought", ["x", "xy", "xyxyz", "xyxyxyz", "xyxyxyxyz"])
def test_texts_are_found_wherever_they_lie(sought: str) -> None:
    """Also across the 32 bytes that are looked at together; of a long text, the first seven bytes are looked for."""

    def may_hold(name: str, kept: Any) -> bool:
        data = struct.pack("<HHB", 4 + len(name), 1 << 6, len(name)) + name.encode() + b"\0"
        table = bytewright.open(data, toy("sightings"), engine="columns")
        assert table.to_table()["name"].to_pylist() == [name]
        return bool(table.only(["name"], condition_of(kept)).to_table().num_rows)

    for before in (0, 1, 29, 30, 31, 32, 33, 62, 63):
        for behind in (0, 1, 40):
            name = "xy" * (before // 2) + "." * (before % 2) + sought + "xy" * (behind // 2)
            assert may_hold(name, pc.match_substring(f("name"), sought))
            assert may_hold(name, pc.ends_with(f("name"), sought)) == name.endswith(sought)
            other = name.replace("x", "y")
            assert not may_hold(other, pc.match_substring(f("name"), sought))
            assert may_hold(other, ~pc.match_substring(f("name"), sought))
            assert may_hold(name, ~pc.match_substring(f("name"), sought)) == (len(sought) > 7)


def test_few_rows_are_made_around_those_that_are_asked_for() -> None:
    data = b"".join(struct.pack("<HHqB", 11, 1, number, 0) for number in range(5000))
    table = bytewright.open(data, toy("sightings"), engine="columns")
    kept = f("id").isin([3, 20, 1700, 4999])
    made = table.only(table.schema.names, condition_of(kept)).to_table()
    assert made["id"].to_pylist() == [*range(3, 21), 1700, 4999]
    assert table.to_table(filters=kept)["id"].to_pylist() == [3, 20, 1700, 4999]
    assert [batch.num_rows for batch in table.to_batches(filters=kept, limit=3)] == [3]


def test_filters_as_lists_and_of_columns_that_are_not_shown() -> None:
    data = sightings(2, 300)
    whole = bytewright.open(data, toy("sightings")).to_table()
    table = bytewright.open(data, toy("sightings"), columns=["name"])
    kept = pc.or_kleene(f("id") == 7, f("kind").isin(["owl"]))
    assert table.to_table(filters=[[("id", "=", 7)], [("kind", "in", ["owl"])]]).equals(
        whole.filter(kept).select(["name"])
    )
    for wrong in ([("nothing", "=", 1)], [("id", "about", 1)], f("id") + 1, f("id") == "a", 5):
        with pytest.raises(OptionError, match="filters"):
            table.to_table(filters=wrong)


@pytest.mark.parametrize("engine", ["columns", "objects"])
def test_integers_beside_columns_of_decimals(engine: Any) -> None:
    """Lists compare them; Arrow's expressions don't, and the error says what to do."""
    table = bytewright.open(sightings(2, 300), toy("sightings"), engine=engine, columns=["count"])
    whole: list[Any] = table.to_table()["count"].to_pylist()
    top, kept = (1 << 64) - 1, [one for one in whole if one is not None]
    cases: list[tuple[str, Any, list[Any]]] = [
        ("=", 3, [one for one in kept if one == 3]),
        ("!=", 0, [one for one in kept if one]),
        (">=", 1 << 63, [one for one in kept if one >= 1 << 63]),
        ("in", {3, top}, [one for one in kept if one in (3, top)]),
        ("not in", [3], [one for one in kept if one != 3]),
    ]
    for operator, value, expected in cases:
        assert expected
        for filters in ([("count", operator, value)], [[("count", operator, value)], [("count", "=", Decimal(-1))]]):
            found: list[Any] = table.to_table(filters=filters)["count"].to_pylist()
            assert [one for one in found if one is not None] == expected
    with pytest.raises(OptionError, match=r"compares columns of decimals with decimals: decimal\.Decimal"):
        table.to_table(filters=f("count") == 3)


ASKED = (
    *("id = 7", "id IN (0, 3, 99)", "id BETWEEN 0 AND 5", "id IS NULL", "NOT id = 3", "id <> 3 OR id IS NULL"),
    *("count > 3", "count = 9223372036854775808", "name = 'abc'", "name LIKE 'ab%'", "name IN ('a', 'b')"),
    *("ratio < 0.2", "ratio = 'nan'", "part >= 0.1", "kind = 'owl' AND id > 0", "is_odd", "NOT is_odd"),
    *("moment > '1980-01-01'::TIMESTAMPTZ", "place.x = 1", "rest = 'ab'::BLOB", "twice + 1 = 15"),
)


@pytest.mark.parametrize("text", ASKED)
def test_in_sql(text: str) -> None:
    data = sightings(3, 700)
    table = bytewright.open(data, toy("sightings"), engine="columns")
    with duckdb.connect() as connection:
        connection.register("ours", table.dataset())
        connection.register("theirs", table.to_table())
        ours, theirs = (
            connection.sql(f"SELECT * FROM {one} WHERE {text}").to_arrow_table() for one in ("ours", "theirs")
        )
    assert records_of(ours) == records_of(theirs)


def test_in_polars_and_arrow() -> None:
    table = bytewright.open(sightings(4, 200), toy("sightings"), engine="columns")
    whole = table.to_table()
    for kept in (polars.col("id") == 7, polars.col("name").is_in(["a"]), polars.col("id").is_null()):
        found = polars.scan_pyarrow_dataset(table.dataset()).filter(kept).select("id", "name").collect()
        expected = polars.DataFrame(whole.select(["id", "name"])).filter(kept)
        assert found.equals(expected)
    generator = random.Random(4)
    for _ in range(12):
        kept = condition(generator)
        found = table.dataset().to_table(columns=["id", "rest"], filter=kept)
        assert records_of(found) == records_of(ds.dataset(whole).to_table(columns=["id", "rest"], filter=kept))


def test_as_the_option_of_spark() -> None:
    data = sightings(5, 200)
    whole = bytewright.open(data, toy("sightings"), engine="columns").to_table().combine_chunks().to_batches()[0]
    listed: list[list[Any]] = [
        *(["id", operator, value] for operator in ("=", "!=", "<", "<=", ">", ">=", "<=>") for value in (3, None)),
        *(["ratio", operator, value] for operator in ("=", "!=", "<", ">=") for value in ("NaN", 0.1)),
        *(["part", operator, value] for operator in ("=", "!=", "<", ">=") for value in ("NaN", 0.1)),
        *(["name", operator, "ab"] for operator in ("=", "starts with", "ends with", "contains", ">")),
        *([column, operator] for column in ("id", "place.x") for operator in ("is null", "is not null")),
        *(["id", operator, [3, None, 7]] for operator in ("in", "not in")),
        ["moment", ">=", "2000-01-01"],
        ["count", "=", str(1 << 63)],
    ]
    generator = random.Random(5)
    for groups in [*([[one]] for one in listed), *([generator.sample(listed, 2) for _ in range(2)] for _ in range(12))]:
        parsed = spark_filters.parse(json.dumps(groups))
        table = bytewright.open(data, toy("sightings"), engine="columns")
        table.condition = spark_filters.condition_on(parsed, whole.schema, {name: name for name in whole.schema.names})
        found = [spark_filters.applied(parsed, batch) for batch in table.to_batches()]
        expected = spark_filters.applied(parsed, whole)
        assert records_of(pa.Table.from_batches(found, whole.schema)) == records_of(pa.Table.from_batches([expected]))


def test_columns_that_headers_name_and_records_that_a_view_leaves_out() -> None:
    from tests.support.ledgers import random_ledger

    generator = random.Random(6)
    for seed in range(12):
        data, columns, _ = random_ledger(seed, 6, 400, notes=0.3)
        table = bytewright.open(data, toy("ledger"), "entries", engine="columns")
        whole = table.to_table()
        names = [name for name in whole.schema.names if whole[name].type in (pa.int64(), pa.string(), pa.int32())]
        for name in islice(names, 3):
            value = generator.choice([one for one in whole[name].to_pylist() if one is not None] or [None])
            kept = f(name).is_null() if value is None else f(name) == value
            assert records_of(table.to_table(filters=kept)) == records_of(whole.filter(kept))
        assert columns


def test_numbers_of_rows_are_those_of_all() -> None:
    data = b"".join(struct.pack("<HHqB", 11, 1, number, 0) for number in range(3000))
    table = bytewright.open(data, toy("sightings"), engine="columns", options={"includeMetadata": True})
    found = table.to_table(filters=f("id") == 2500)
    assert pc.struct_field(found["_metadata"], "row_index").to_pylist() == [2500]
