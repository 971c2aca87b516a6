"""What is attacked: a plan, a small good input, and what plain Python makes of it."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pyarrow as pa
from tests.columnar.test_cards import card
from tests.columnar.test_directories import FIRST, page, read_cards
from tests.columnar.test_market import DAYS, DEEP, MARKET, NESTED_DAYS, day, stall
from tests.columnar.test_processed import crate
from tests.columnar.test_regions import book, leb, row
from tests.columnar.test_toys import PARCELS
from tests.formats import test_aresdb_kernel_rows_pass as test_rows_pass
from tests.safety.mutations import damaged, lightly, sparsely, widely
from tests.support import inputs, ledgers, plans, reference, shelves
from tests.support.both import numbers, toy
from tests.support.reading import pivot_columns, plain

import bytewright
from bytewright.arrow.conditions import Condition, Holds, Some
from bytewright.codec.settings import parse
from bytewright.columnar.scan.preparation.header_values import Header, header_of
from bytewright.errors import ReadError
from bytewright.io.source import BytesSource
from bytewright.kernels.drivers.region_scan import Keys, laid_out
from bytewright.kernels.plan import CHECKSUMS, MOST_TURNS, SLACK, RowPlan
from bytewright.kernels.plan import MOST_ROWS as GIVEN_ROWS
from bytewright.kernels.program.pivot import PivotColumn
from bytewright.kernels.program.specialize import unroll
from bytewright.kernels.program.unrolled.element_names import Cell
from bytewright.limits import DEFAULT
from bytewright.objects.read.cursor import Cursor
from bytewright.views.evaluate.record_batches import evaluate
from bytewright.views.evaluate.steps import Steps
from bytewright_formats.aresdb_redo_log import CODEC as REDO_LOG

MOST_ROWS = 60
"""Rows that are compared: a damaged count may announce billions that take no bytes."""


@dataclass(frozen=True)
class Around:
    """What lies beside an input that is a region, and what that points into."""

    beside: Mapping[str, Any]
    held: Sequence[Any]


@dataclass(frozen=True)
class Subject:
    """A plan and its input.

    ``name``: several may have the same; they are attacked by one process. ``listed``: the rows of a batch, as
    ``expected`` gives them. ``around``: the input is a region, with that around it. ``condition``: on the rows that are
    asked for."""

    name: str
    plan: RowPlan
    data: bytes
    expected: Callable[[bytes], tuple[list[dict[str, Any]], int | None]]
    pivot: Sequence[PivotColumn] = ()
    batch_rows: int = 16
    damage: Callable[[bytes], Iterator[bytes]] = damaged
    given: Mapping[str, int] = field(default_factory=dict)
    listed: Callable[[Any], list[dict[str, Any]]] = lambda batch: plain(batch.to_pylist())
    around: Around | None = None
    condition: Condition | None = None


def _rows(name: str, data: bytes, batch_rows: int = 16, log: bool = True) -> Subject:
    plan = plans.upsert_batches(log=log)
    types = reference.discovered(data, log)

    def expected(damaged: bytes) -> tuple[list[dict[str, Any]], int | None]:
        return reference.upsert_batches(damaged, types, log, MOST_ROWS)

    return Subject(name, plan, data, expected, pivot_columns(plan, data), batch_rows)


def SUBJECTS() -> list[Subject]:  # noqa: N802 - a constant, but for the time that it takes
    """All of them."""
    generator = random.Random(7)
    small = [
        inputs.body(9, [(3, "uint8", 2), (1, "bool", 2)], generator),
        inputs.body(2, [(1, "bool", 1), (3, "int16", 2), (2, "int64", 0)], generator),
        inputs.body(0, [], generator),
    ]
    wide = [
        inputs.body(3, [(1, "uuid", 2), (2, "geopoint", 2), (3, "float32", 1), (4, "uint32", 2)], generator),
        inputs.body(1, [(4, "uint16", 1), (5, "int64", 2), (4, "uint32", 1)], generator, gap=3, slack=8),
    ]
    slots = [
        inputs.body(9, [(3, "uint8[]", 2), (1, "geoshape", 2)], generator),
        inputs.body(2, [(1, "geoshape", 1), (3, "int16[]", 2), (2, "uuid[]", 1)], generator),
        inputs.body(3, [(3, "uint8[]", 1), (2, "uuid[]", 2), (4, "bool[]", 1), (5, "geopoint[]", 1)], generator),
    ]
    return [
        _rows("rows", inputs.log(small)),
        _rows("slots", inputs.log(slots[:1])),
        _rows("slots-resumed", inputs.log(slots[1:]), batch_rows=1),
        _compiled("compiled-slots", inputs.log(slots[1:2])),
        _rows("rows-resumed", inputs.log(small), batch_rows=2),
        _rows("rows-wide", inputs.log(wide)),
        _rows("rows-alone", wide[0], log=False),
        Subject("columns", plans.upsert_batches("columns"), inputs.log(small), _first(reference.upsert_columns), (), 3),
        Subject("messages", plans.messages(), inputs.messages(5, 7), _first(reference.messages)),
        Subject("samples", plans.samples(), inputs.samples(5, 4), _first(reference.samples), (), 3),
        _compiled("compiled-rows", inputs.log(small)),
        Subject(
            "compiled-points", test_rows_pass.plan(POINTS, "points", "rows"), _points(), _first(test_rows_pass.points)
        ),
        _nested(),
        _records("parcels", "rows", PARCELS[:2], damaged),
        _records("parcels", "rows", PARCELS[:5], sparsely),
        _asked(_records("parcels", "rows", PARCELS[:5], sparsely)),
        _records("crates", "crates", [crate(2), crate(3)], sparsely),
        _records("cards", "rows", [card(1), card(2), card(3)], sparsely),
        *(_records("sundries", view, SUNDRIES, sparsely) for view in ("rows", "files", "lines")),
        *_shelves(),
        *_archive(),
        *_ledgers(),
        *_market(),
        *_fixtures(),
    ]


def _nested() -> Subject:
    """Structures and text that may be missing, against objects."""
    codec = toy("nested")
    plan = codec.row_plans[codec.views[0].name]
    assert isinstance(plan, RowPlan)
    outer = b"\x01\x09\0\x05\0\0\0\0\0\0\0\x01\x03abc\x01\0\0\0\x3fok"
    data = b"".join(bytes([len(body)]) + body for body in (b"\0", outer, b"\0", b"\x01\0\0" + outer[3:], b"\0"))

    def expected(damaged: bytes) -> tuple[list[dict[str, Any]], int | None]:
        rows: list[dict[str, Any]] = []
        try:
            for batch in bytewright.open(damaged, codec, engine="objects").to_batches():
                rows += listed(batch)
        except ReadError:
            place = 0
            for _ in rows:
                place += 1 + damaged[place]
            return rows, place
        return rows, None

    def listed(batch: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = numbers(batch).to_pylist()
        return found

    return Subject("compiled-nested", plan, data, expected, (), 3, listed=listed)


def _records(name: str, view: str, records: Sequence[bytes], damage: Callable[[bytes], Iterator[bytes]]) -> Subject:
    """Records whose end only shows when they are read, against objects."""
    codec = toy(name)
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan)

    def expected(damaged: bytes) -> tuple[list[dict[str, Any]], int | None]:
        io = Cursor.of(BytesSource(damaged), DEFAULT)
        assert codec.begin is not None
        assert codec.records is not None
        root = codec.begin(io)
        edges = [0]
        bad = None
        try:
            edges.extend(record._io.at for record in codec.records(io, root))
        except ReadError:
            bad = edges[-1]
        try:
            return rows_of(damaged[: edges[-1]]), bad
        except ReadError:  # a record is good, but has no value for a column
            good: list[dict[str, Any]] = []
            for before, edge in pairwise(edges):
                try:
                    good = rows_of(damaged[:edge])
                except ReadError:
                    return good, before
            raise

    def rows_of(data: bytes) -> list[dict[str, Any]]:
        batches = bytewright.open(data, codec, view=view, engine="objects").to_batches()
        return [row for batch in batches for row in listed(batch)]

    def listed(batch: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = numbers(batch).to_pylist()
        return found

    return Subject(name, plan, b"".join(records), expected, (), 2, damage, listed=listed)


def _counted(text: str) -> bytes:
    return bytes([len(text.encode())]) + text.encode()


def _sundry(place: int, name: str, files: Mapping[str, int], shorts: Sequence[int], lines: Sequence[bytes]) -> bytes:
    """A record of the toy at a place in a file."""
    found = _counted(name) + bytes([len(files)])
    found += b"".join(_counted(text) + struct.pack("<H", size) for text, size in files.items())
    found += struct.pack(f"<B{len(shorts)}H", len(shorts), *shorts)
    found += bytes(-(place + len(found)) % 4)
    rest = b"".join(struct.pack(">H", len(line)) + line for line in lines)
    return found + bytes([len(rest)]) + rest


def _sundries() -> list[bytes]:
    records: list[bytes] = []
    for values in (
        ("größer", {"a": 1, "b": 65535, "öl": 7}, [5, 60000, 2], [b"one", b"", b"three"]),
        ("", {}, [], []),
        ("x" * 20, {"": 3}, [1], [b"\xff" * 40]),
    ):
        records.append(_sundry(sum(map(len, records)), *values))
    return records


SUNDRIES = _sundries()


def _asked(subject: Subject) -> Subject:
    """The same with conditions on texts, which are looked at before these are known to be good; more rows may be given
    than are asked for."""
    has: list[tuple[str, str, Literal["begin", "end", "any"]]] = [("name", "abcd", "begin"), ("name", "ur", "end")]
    has += [("name", "bc", "any"), ("note", "öt!", "any"), ("wide", "x", "any")]
    condition = Some(tuple(Holds((column,), text, where) for column, text, where in has))

    def asked(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [row for row in rows if row["name"].endswith("ur") or "bc" in row["name"] or "öt!" in row["note"]]

    def expected(damaged: bytes) -> tuple[list[dict[str, Any]], int | None]:
        rows, bad = subject.expected(damaged)
        return asked(rows), bad

    return replace(subject, expected=expected, listed=lambda batch: asked(subject.listed(batch)), condition=condition)


def _shelves() -> list[Subject]:
    """Records in a region, with lists, and names that lie beside the input."""
    codec = toy("shelves")
    names, held = laid_out("tags.label", pa.array(list(shelves.LABELS.values())))
    shelf, more = laid_out("shelf", pa.array(["low"]))
    beside: dict[str, Any] = {**names, **shelf}
    beside["tags.label="] = Keys(np.array(list(shelves.LABELS)), np.array([0, len(shelves.LABELS)]))
    beside["tags.label@"] = np.zeros(1, np.int64)
    for name, value in (("floor", 1), ("height", 20), ("weight", 0x3FC00000)):
        beside[name] = np.array([value])
    books = row(
        book(7, b"Seven", b"\x01\x02", [(1, 9), (3, 0)]),
        book(300, "größer".encode(), b"", [(200, 1 << 62)], size=2),
        book(1, b"x" * 40, b"c" * 33, [(3, 5)] * 3, size=3),
    )
    visits = b"\5\5hello" + leb(1 << 62) + b"\0" + leb(300) + b"\3\xe2\x82\xac"
    found = []
    for view, region in (("books", books), ("visits", visits)):
        plan = codec.row_plans[view]
        assert isinstance(plan, RowPlan)
        around = Around(beside, (held, more))
        found.append(Subject("regions", plan, region, shelves.READERS[view], (), 3, around=around))
    return found


def _archive() -> list[Subject]:
    """Pages of names of which only what differs from the one before is stored, with a checksum and without."""
    plan = toy("archive").row_plans["notes"]
    assert isinstance(plan, RowPlan)
    assert plan.directory is not None
    pages = (page(*FIRST), page((b"tcorn", 9, None, None), (b"tcorner" * 6, 9, b"", None), (b"tcorns", 1, None, b"")))
    around = Around({}, ())
    return [
        Subject("directories", plan.directory, data, read_cards, (), 2, given={CHECKSUMS: 0}, around=around)
        for data in pages
    ]


def _market() -> list[Subject]:
    """Lists in lists of records that forms lay out, with places, maps and packed words, against objects."""
    codec = toy("market")
    row_plan = codec.row_plans["sales"]
    assert isinstance(row_plan, RowPlan)
    view = codec.views[0]
    settings = parse(codec)
    layout = bytewright.open(b"".join([MARKET, *NESTED_DAYS]), codec)._shown
    root = Steps(codec, BytesSource(b""), settings).root(view)
    header = header_of(codec, view, layout, root, settings)
    given = {GIVEN_ROWS: 1 << 20, MOST_TURNS: 1000, SLACK: 0, CHECKSUMS: 1}
    plan = unroll(row_plan, given, header.value, header.cells)
    # Each day is read on its own below.
    plan = replace(plan, columns=tuple(column for column in plan.columns if column.name != "day"))
    wanted = [column.name for column in plan.columns]

    def expected(damaged: bytes) -> tuple[list[dict[str, Any]], int | None]:
        rows: list[dict[str, Any]] = []
        place = 0
        while place < len(damaged):
            size = int.from_bytes(damaged[place : place + 2], "little") + 6
            steps = Steps(codec, BytesSource(damaged[place : place + size]), settings)
            try:
                if size == 6 or place + size > len(damaged):
                    return rows, place
                scopes = list(steps.of(view))
                if any(scope.element.body.form.name == "deeper" for (scope,) in scopes):
                    return rows, place  # which is left to objects
                found = [row for batch in evaluate(layout, iter(scopes), 1 << 20) for row in listed(batch)]
            except ReadError:
                return rows, place
            rows += found
            place += size
        return rows, None

    def listed(batch: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = numbers(batch.select(wanted)).to_pylist()
        return found

    files = [(b"".join(DAYS[:3]), 2, sparsely), (DAYS[2], 16, lightly), (day(1, stall(1, DEEP)), 2, damaged)]
    return [
        Subject("market", plan, data, expected, (), size, damage, given=given, listed=listed)
        for data, size, damage in files
    ]


def _ledgers() -> list[Subject]:
    """Records whose columns a header describes: of every kind, and too many for one byte of presence bits."""
    codec = toy("ledger")
    row_plan = codec.row_plans["entries"]
    assert isinstance(row_plan, RowPlan)
    found = []
    for seed, count in ((5, 3), (6, 8), (7, 17)):
        data, known, _ = ledgers.random_ledger(seed, count, 4, notes=0.1)
        steps = Steps(codec, BytesSource(data), parse(codec))
        root = steps.root(next(view for view in codec.views if view.name == "entries"))
        header = Header(root, codec.header or {}, {})
        names = [f"c{number}" for number in range(count)]
        cells = [Cell(n, name) for n, name in enumerate(names) if known[n].constant is None]
        given = {GIVEN_ROWS: 1 << 20, MOST_TURNS: 1000, SLACK: 0, CHECKSUMS: 1}
        plan = unroll(row_plan, given, header.value, cells)
        shown = [cell.name for cell in cells]
        records = data[root._io.at :]
        found.append(Subject("ledger", plan, records, _entries(known, shown), (), 3, given=given, listed=_milliseconds))
    return found


def _entries(
    known: list[ledgers.Column], names: list[str]
) -> Callable[[bytes], tuple[list[dict[str, Any]], int | None]]:
    def expected(damaged: bytes) -> tuple[list[dict[str, Any]], int | None]:
        rows, bad = ledgers.read(known, damaged)
        return [dict(zip(names, row, strict=True)) for row in rows], bad

    return expected


def _milliseconds(batch: Any) -> list[dict[str, Any]]:
    """Rows with the numbers that are stored for moments."""
    rows: list[dict[str, Any]] = numbers(batch).to_pylist()
    times = [one.name for one in batch.schema if str(one.type).startswith("timestamp")]
    return [{**row, **{name: None if row[name] is None else row[name] // 1000 for name in times}} for row in rows]


def _fixtures() -> list[Subject]:
    """Small files that the original software wrote, with the plans of the generated codec."""
    rows, columns = REDO_LOG.row_plans["rows"], REDO_LOG.row_plans["columns"]
    assert isinstance(rows, RowPlan)
    assert isinstance(columns, RowPlan)
    found: list[Subject] = []
    small = {path.read_bytes() for path in FIXTURES.rglob("*") if path.suffix in (".bin", ".redolog")}
    for number, data in enumerate(sorted((data for data in small if len(data) <= MOST_BYTES), key=len)):
        if data[: len(MAGIC)] != MAGIC:
            continue
        data = data[len(MAGIC) :]
        if number % 2:
            found.append(_fixture("fixtures", rows, data, 1 + number % 5))
        if len(data) <= LEAST_BYTES:
            found.append(replace(_fixture("fixtures-every", rows, data, 4), damage=widely))
        if len(data) <= FEW_BYTES:
            found.append(_fixture("fixtures-strict", rows, data, 16, strict=True))
            expected = _first(reference.upsert_columns)
            found.append(Subject("fixtures-columns", columns, data, expected, (), 3, lightly))
    return found


def _fixture(name: str, plan: RowPlan, data: bytes, batch_rows: int, *, strict: bool = False) -> Subject:
    types = reference.discovered(data)

    def expected(damaged: bytes) -> tuple[list[dict[str, Any]], int | None]:
        return reference.upsert_batches(damaged, types, True, MOST_ROWS, strict)

    return Subject(name, plan, data, expected, pivot_columns(plan, data), batch_rows, lightly, {SLACK: int(strict)})


FIXTURES = Path(__file__).parents[1] / "data" / "aresdb"
MAGIC = bytes.fromhex("edfedaad")
MOST_BYTES, FEW_BYTES, LEAST_BYTES = 400, 200, 132
"""Files up to the first size are tried in one way, up to the second in all, up to the third with more values."""


def _compiled(name: str, data: bytes) -> Subject:
    """The same, with the plan that the compiler makes."""
    written = _rows(name, data)
    plan = test_rows_pass.batches("rows")
    return Subject(name, plan, data, written.expected, written.pivot, 5)


POINTS = test_rows_pass.TOYS / "points.ksy"


def _points() -> bytes:
    body = b"GP\x02" + bytes([1, 1, 0, 9]) + bytes(8) + bytes(4) + b"name"
    return bytes([len(body) + 1]) + body + b"\x0aGP\x01\x00\x07\x00\x01\x02\x03" + bytes([len(body) + 1]) + body


def _first(read: Callable[[bytes], Any]) -> Callable[[bytes], tuple[list[dict[str, Any]], int | None]]:
    def expected(damaged: bytes) -> tuple[list[dict[str, Any]], int | None]:
        rows, bad = read(damaged)
        return (rows[:MOST_ROWS], None) if len(rows) >= MOST_ROWS else (rows, bad)

    return expected
