"""Lists in lists whose elements an option's forms lay out: the same rows and errors as by objects."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.both import agree, agree_when_damaged, numbers, toy

import bytewright
from bytewright.codecs.nibble_pack import NibblePack
from bytewright.columnar.scan import scanner as seam
from bytewright.columnar.scan.preparation import program_pool
from bytewright.errors import ReadError
from bytewright.kernels.program import assembled
from bytewright.kernels.program.assemble import assemble
from bytewright.kernels.program.program import Program


def day(date: int, *stalls: bytes) -> bytes:
    body = b"".join(stalls)
    return struct.pack("<Hi", len(body), date) + body


def stall(number: int, *sales: bytes) -> bytes:
    body = b"".join(bytes([len(sale)]) + sale for sale in sales)
    return bytes([number, len(body)]) + body


def sale(form: int, *fields: tuple[str, Any], stamp: int = 515) -> bytes:
    """A sale: fields of fixed size, then what they say the place of."""
    fixed, rest = laid_out(1, 2, fields)
    return bytes([form]) + fixed + struct.pack("<H", stamp) + rest


def laid_out(start: int, between: int, fields: tuple[tuple[str, Any], ...]) -> tuple[bytes, bytes]:
    """Fields from a place on, and what they say the place of, so many bytes behind them."""
    sizes = {"amount": 4, "price": 8, "when": 8, "text": 1, "notes": 2, "curve": 1, "inside": 1, "low": 1}
    place = start + sum(sizes[kind] for kind, _ in fields) + between
    fixed, rest = b"", b""
    for kind, value in fields:
        if kind in ("amount", "price", "when"):
            fixed += struct.pack({"amount": "<i", "price": "<d", "when": "<q"}[kind], value)
        else:
            fixed += struct.pack("<H" if kind == "notes" else "<B", place + len(rest))
            rest += value(place + len(rest)) if callable(value) else value
    return fixed, rest


def low(number: int) -> tuple[str, bytes]:
    return "low", struct.pack("<i", number)


def inside(*fields: tuple[str, Any]) -> Callable[[int], bytes]:
    """Fields inside of a field, by the place where they are."""
    return lambda place: b"".join(laid_out(place, 0, fields))


def text(shown: str) -> bytes:
    return bytes([len(shown.encode())]) + shown.encode()


def notes(*pairs: tuple[int | str, str]) -> bytes:
    area = b"".join((bytes([key]) if isinstance(key, int) else text(key)) + text(value) for key, value in pairs)
    return bytes([len(area)]) + area


def packed(*words: int) -> bytes:
    data = NibblePack(len(words), 1).encode(struct.pack(f"<{len(words)}Q", *words))
    return bytes([2, len(words), 99, len(data)]) + data


PLAIN = sale(7, ("amount", -5))
NAMED = sale(3, ("amount", 1 << 30), ("text", text("Äpfel")), ("price", 2.5))
NOTED = sale(200, ("price", -0.0), ("notes", notes((201, "3"), ("größe", "x" * 20), (200, ""))), ("text", text("")))
DRAWN = sale(
    4,
    ("curve", packed(1, 5, 5, 1 << 40, (1 << 63) - 1, (1 << 63) - 1, (1 << 63) - 1, (1 << 63) - 1, 1 << 63)),
    ("when", 1_700_000_000_000),
    ("notes", notes()),
    ("curve", bytes([1, 5, 256 - 2])),
)
BARE = sale(4, ("curve", bytes([3, 2])), ("when", -1), ("notes", notes((200, "a"))), ("curve", packed()))
BOX = (("amount", 8), ("text", text("in")), ("notes", notes((201, "x"), ("own", ""))), ("curve", packed(1, 2, 4)))
DEEP = sale(9, ("amount", 3), ("inside", inside(*BOX, low(2))), ("notes", notes((200, "1"))))
EMPTY = (("amount", -1), ("text", text("")), ("notes", notes()), ("curve", bytes([1, 3, 1])), low(99))
TURNED = sale(10, ("inside", inside(*EMPTY)), low(-7), ("amount", 1))
APART = sale(12, low(100), ("inside", inside(("when", 1_600_000_000_000))))
DEEPER = sale(20, ("inside", inside(("inside", inside(*BOX, low(3))), ("amount", 4))))
NESTED_DAYS = [
    day(1, stall(1, DEEP, PLAIN, TURNED), stall(2, APART)),
    day(2, stall(3, sale(10, ("inside", inside(*BOX, low(7))), low(0), ("amount", 5)), DEEP, DEEP)),
]
NESTED = b"".join(NESTED_DAYS)
"""Forms inside of forms; the column inside is that of two, of which each has other words, and other bounds."""
DAYS = [
    day(1, stall(1, PLAIN, NAMED, PLAIN), stall(2), stall(3, NOTED, PLAIN)),
    day(2, stall(1)),
    day(3, stall(9, DRAWN), stall(8, NOTED, NAMED, BARE)),
    day(4, stall(4, *[PLAIN] * 20)),
]
MARKET = b"".join(DAYS)


@pytest.fixture
def by_objects(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Offsets of the records that the kernel leaves to objects."""
    found: list[int] = []
    usual = seam._Rows._by_objects

    def noted(self: Any, bad: Any) -> Any:
        found.append(bad.offset)
        return usual(self, bad)

    monkeypatch.setattr(seam._Rows, "_by_objects", noted)
    return found


def test_records_that_forms_lay_out(by_objects: list[int]) -> None:
    codec = toy("market")
    rows, error, _ = agree(codec, MARKET)
    assert (len(rows), error) == (29, None)
    assert "'notes': [('größe', '3'), ('größe', 'xxxxxxxxxxxxxxxxxxxx'), ('colour', '')]" in rows[3]
    assert "9.223372036854776e+18" in rows[5]
    assert [row.partition(", 'stamp'")[0] for row in rows[2:4]] == [
        "{'day': 0, 'date': 1, 'stall': 1, 'sale': 2, 'form': 'plain'",
        "{'day': 0, 'date': 1, 'stall': 3, 'sale': 0, 'form': 'noted'",
    ]
    assert agree(codec, MARKET, view="days")[0][2].startswith("{'day': 2, 'date': 3, 'stalls': 2")
    assert agree(codec, b"")[:2] == ([], None)
    # What follows in zeros is no day.
    assert agree(codec, MARKET + bytes(100))[:2] == (rows, None)
    assert set(by_objects) <= {len(MARKET)}


@pytest.mark.parametrize("form", ["plain", "named", "noted", "drawn", "deep", "turned"])
def test_a_form_that_an_option_names(form: str, by_objects: list[int]) -> None:
    rows, error, _ = agree(toy("market"), MARKET, options={"form": form})
    assert (len(rows), error) == (29, None)
    assert not by_objects


@pytest.mark.parametrize("columns", ["price", "notes,day", "curve,stamp", "name", "sale", "curve_2", "form,when"])
def test_projection(columns: str, by_objects: list[int]) -> None:
    codec = toy("market")
    assert len(agree(codec, MARKET, columns=columns)[0]) == 29
    assert not by_objects
    broken = MARKET.replace("Äpfel".encode(), b"\xff" * 6)
    rows, error, _ = agree(codec, broken, columns=columns)
    assert len(rows) == 1
    assert error is not None
    assert "days[0].stalls.stalls[0].body.sales[1].body.fields[1].value.text.text" in error


def test_what_the_kernel_leaves_to_objects(by_objects: list[int]) -> None:
    """A record that holds one with forms too deep inside; records before and behind it are the kernel's."""
    data = b"".join([*DAYS[:2], day(5, stall(1, PLAIN, DEEPER)), *DAYS[2:]])
    rows, error, _ = agree(toy("market"), data)
    assert (len(rows), error) == (31, None)
    assert set(by_objects) == {len(DAYS[0] + DAYS[1])}


def test_forms_inside_of_forms(by_objects: list[int]) -> None:
    codec = toy("market")
    rows, error, _ = agree(codec, NESTED)
    assert (len(rows), error) == (7, None)
    values = "'values': [1.0, 2.0, 4.0]}"
    assert "'inside': {'a': 8, 'b': 'in', 'tags': [('first', 'x'), ('own', '')], 'line': {'kind': 'packed'" in rows[0]
    assert values in rows[0]
    assert "'inside': None" in rows[1]
    assert "'tags': [('third', 'x'), ('own', '')]" in rows[4]
    assert "'low': 0" in rows[4]
    for columns in ("inside", "inside.b,sale", "low,other", "amount"):
        assert len(agree(codec, NESTED, columns=columns)[0]) == 7
    for form in ("deep", "turned", "apart", "plain"):
        assert len(agree(codec, NESTED, options={"form": form})[0]) == 7
    assert not by_objects
    # The column is there where a form that goes deeper is one of those that are met.
    mixed = NESTED + day(3, stall(1, DEEPER, DEEP))
    rows, error, _ = agree(codec, mixed)
    assert (len(rows), error) == (9, None)
    assert "'nest': {'in': {'a': 8" in rows[7]
    assert set(by_objects) == {len(NESTED)}


@pytest.mark.parametrize(
    ("form", "outer", "inner"),
    [(9, None, 2), (10, -7, None), (10, -8, None), (12, 100, None), (12, 99, None), (9, None, 1)],
)
def test_bounds_are_those_of_the_form(form: int, outer: int | None, inner: int | None) -> None:
    """Numbers of several forms that are looked at together each have bounds of their own."""
    box = inside(*BOX, low(2 if inner is None else inner))
    bounded = low(0 if outer is None else outer)
    bad = {
        9: lambda: sale(9, ("amount", 3), ("inside", box), ("notes", notes())),
        10: lambda: sale(10, ("inside", box), bounded, ("amount", 1)),
        12: lambda: sale(12, bounded, ("inside", inside(("when", 0)))),
    }[form]()
    rows, error, _ = agree(toy("market"), NESTED + day(1, stall(1, bad)))
    good = (form, outer, inner) in [(9, None, 2), (10, -7, None), (12, 100, None)]
    assert len(rows) == 7 + good
    assert (error is None) == good


def test_types_that_differ_between_forms(tmp_path: Any) -> None:
    codec = toy("market")
    forms = [
        {"name": name, "id": number, "stamped": True, "words": [], "columns": [{"name": "amount", "kind": kind}]}
        for name, number, kind in (("one", 1, "amount"), ("two", 2, "price"))
    ]
    path = tmp_path / "forms.json"
    path.write_text(json.dumps(forms))
    ones, twos = sale(1, ("amount", 3)), sale(2, ("price", 0.5))
    options = {"forms": str(path)}
    assert agree(codec, day(1, stall(1, ones, ones)), options=options)[1] is None
    rows, error, _ = agree(codec, day(1, stall(1, ones)) + day(2, stall(1, ones, twos)), options=options)
    assert len(rows) == 2
    assert error is not None
    assert "goes together" in error
    rows, error, _ = agree(codec, day(1, stall(1, twos, ones)), options={**options, "form": "one"})
    assert error is None


def test_forms_without_a_stamp(tmp_path: Any) -> None:
    form = {"name": "a", "id": 1, "stamped": False, "words": [], "columns": [{"name": "name", "kind": "text"}] * 2}
    path = tmp_path / "forms.json"
    path.write_text(json.dumps([form]))
    data = day(1, stall(1, bytes([1, 3, 5]) + text("x") + text("yz")))
    rows, error, _ = agree(toy("market"), data, options={"forms": str(path)})
    assert (len(rows), error) == (1, None)
    assert "'stamp': None, 'name': 'x', 'name_2': 'yz'" in rows[0]


def test_damage() -> None:
    codec = toy("market")
    small = b"".join([day(1, stall(1, NAMED, NOTED), stall(2, PLAIN)), DAYS[1], day(3, stall(3, DRAWN))])
    tried, bad = agree_when_damaged(codec, small)
    assert tried > 70
    assert bad > 15
    tried, bad = agree_when_damaged(codec, small[:90], view="days")
    assert tried > 70
    assert bad > 15


def test_damage_inside_of_forms() -> None:
    tried, bad = agree_when_damaged(toy("market"), day(1, stall(1, DEEP)))
    assert tried > 70
    assert bad > 15


def test_modes() -> None:
    """Of a day with sales that are bad all others are shown, with their columns, in modes that go on."""
    codec = toy("market")
    broken = MARKET.replace("Äpfel".encode(), b"\xff" * 6)
    for mode in ("PERMISSIVE", "DROPMALFORMED"):
        rows, error, warnings = agree(codec, broken, columns="Name,notes", options={"mode": mode})
        assert error is None
        assert len(warnings) == 1
        assert len(rows) == 27 + 2 * (mode == "PERMISSIVE")


def test_a_large_list(by_objects: list[int]) -> None:
    """More elements than registers have room for, in one record."""
    codec = toy("market")
    wide = day(1, *[stall(1, *[PLAIN] * 20) for _ in range(200)], stall(2, DRAWN))
    assert len(wide) > 20_000
    expected = bytewright.open(wide, codec, engine="objects").to_table()
    for size in (1000, 65_536):
        found = bytewright.open(wide, codec, engine="columns", batch_rows=size).to_table()
        assert found.equals(expected)
    assert not by_objects


def test_parquet_holds_what_columns_do() -> None:
    """Its writer goes by the types of what lies below maps and structures, not by those of the columns alone."""
    codec = toy("market")
    for engine in ("objects", "columns"):
        table = bytewright.open(MARKET + NESTED, codec, engine=engine).to_table()
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink)
        assert pq.read_table(pa.BufferReader(sink.getvalue())).to_pylist() == table.to_pylist()


def test_scans_are_used_again() -> None:
    """By files one after another, but not at once, and not behind an error."""
    codec = toy("market")

    def rows(data: bytes) -> Iterator[str]:
        for batch in bytewright.open(data, codec, engine="columns", batch_rows=2).to_batches():
            yield from map(repr, numbers(batch).to_pylist())

    whole = list(rows(MARKET))
    assert len(whole) == 29
    first, second = rows(MARKET), rows(MARKET)
    assert list(zip(first, second, strict=True)) == [(row, row) for row in whole]
    assert list(rows(DAYS[0])) == list(rows(DAYS[0]))
    with pytest.raises(ReadError):
        list(rows(MARKET[:-1]))
    assert list(rows(MARKET)) == whole
    assert list(rows(b"")) == []


def test_programs_are_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """For files of one format with the same options; other options are another program."""
    codec = toy("market")
    written: list[object] = []

    def counting(*arguments: Any) -> Program:
        written.append(arguments)
        return assemble(*arguments)

    monkeypatch.setattr(assembled, "assemble", counting)
    monkeypatch.setattr(assembled, "_kept", {})
    monkeypatch.setattr(program_pool, "_SCANS", program_pool.Pool[program_pool.Prepared](4))

    def read(data: bytes, **options: Any) -> None:
        bytewright.open(data, codec, engine="columns", batch_rows=3, options=options).to_table()

    read(MARKET)
    written.clear()
    read(MARKET + DAYS[0])
    assert not written
    read(MARKET, verifyChecksum="skip")
    assert len(written) == 2  # what finds out which columns there are, too: the first scan may go on with its own
    read(MARKET)
    assert len(written) == 2
