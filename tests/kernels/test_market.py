"""Lists in lists whose elements an option's forms lay out: the same rows and errors as by objects."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from tests.kernels.both import agree, agree_when_damaged, numbers, toy

import bytewright
from bytewright import columns as seam
from bytewright.codecs.nibble_pack import NibblePack
from bytewright.errors import ReadError
from bytewright.kernels import scan
from bytewright.kernels.assemble import assemble
from bytewright.kernels.program import Program


def day(date: int, *stalls: bytes) -> bytes:
    body = b"".join(stalls)
    return struct.pack("<Hi", len(body), date) + body


def stall(number: int, *sales: bytes) -> bytes:
    body = b"".join(bytes([len(sale)]) + sale for sale in sales)
    return bytes([number, len(body)]) + body


def sale(form: int, *fields: tuple[str, Any], stamp: int = 515) -> bytes:
    """A sale: fields of fixed size, then what they say the place of."""
    sizes = {"amount": 4, "price": 8, "when": 8, "text": 1, "notes": 2, "curve": 1, "inside": 1}
    place = 1 + sum(sizes[kind] for kind, _ in fields) + 2
    fixed, rest = b"", b""
    for kind, value in fields:
        if kind in ("amount", "price", "when"):
            fixed += struct.pack({"amount": "<i", "price": "<d", "when": "<q"}[kind], value)
        else:
            fixed += struct.pack("<H" if kind == "notes" else "<B", place + len(rest))
            rest += value
    return bytes([form]) + fixed + struct.pack("<H", stamp) + rest


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
DEEP = sale(9, ("amount", 3), ("inside", struct.pack("<i", 8)))
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


@pytest.mark.parametrize("form", ["plain", "named", "noted", "drawn", "deep"])
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
    """A record that holds one of another form; records before and behind it are the kernel's."""
    data = b"".join([*DAYS[:2], day(5, stall(1, PLAIN, DEEP)), *DAYS[2:]])
    rows, error, _ = agree(toy("market"), data)
    assert (len(rows), error) == (31, None)
    assert set(by_objects) == {len(DAYS[0] + DAYS[1])}


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
    assert tried > 900
    assert bad > 300
    tried, bad = agree_when_damaged(codec, small[:90], view="days")
    assert tried > 300
    assert bad > 50


def test_modes() -> None:
    """Of a day with sales that are bad all others are shown, in modes that go on behind them."""
    codec = toy("market")
    broken = MARKET.replace("Äpfel".encode(), b"\xff" * 6)
    for mode in ("PERMISSIVE", "DROPMALFORMED"):
        rows, error, warnings = agree(codec, broken, columns="name,notes", options={"mode": mode})
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

    monkeypatch.setattr(scan, "assemble", counting)

    def read(data: bytes, **options: Any) -> None:
        bytewright.open(data, codec, engine="columns", batch_rows=3, options=options).to_table()

    read(MARKET)
    written.clear()
    read(MARKET + DAYS[0])
    assert not written
    read(MARKET, verifyChecksum="skip")
    assert len(written) == 2  # one finds out which columns there are
    read(MARKET)
    assert len(written) == 2
