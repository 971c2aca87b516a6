"""The formats of `examples/`, read by the kernel alone; their samples are what our writer makes of these values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.docs.blocks import ROOT
from tests.safety.mutations import lightly
from tests.support.both import agree, agree_when_damaged

import bytewright
from bytewright.codec.codec import Codec
from bytewright_codegen.load import load

EXAMPLES = ROOT / "examples"

PACKETS = [
    (1_700_000_000, 250_000, bytes.fromhex("ffffffffffff00005e00530108060001080006040001") + bytes(20)),
    (1_700_000_000, 250_431, bytes.fromhex("00005e00530100005e0053020806") + bytes(range(28))),
    (1_700_000_061, 0, bytes.fromhex("00005e00530200005e0053010800450000") + bytes(range(200))),
    (1_700_000_061, 999_999, b""),
]
LOGINS: list[dict[str, Any]] = [
    {"type": "boot_time", "line": "~", "id": "~~", "user": "reboot", "host": "6.1.0-27-amd64"},
    {"type": "login_process", "pid": 812, "line": "tty1", "id": "tty1", "user": "LOGIN"},
    {"type": "user_process", "pid": 2011, "line": "pts/0", "id": "ts/0", "user": "kim", "host": "192.0.2.17",
     "session": 3, "address": bytes([192, 0, 2, 17]) + bytes(12)},
    {"type": "dead_process", "pid": 2011, "line": "pts/0", "id": "ts/0", "user": "", "exit": 130},
]  # fmt: skip
TRADES: list[dict[str, Any]] = [
    {"number": 1, "size": 200, "price": 101.25, "fee": 0.5, "kind": "opening", "symbol": "BYTE"},
    {"number": 2, "size": 15, "price": 99.0, "fee": 0.0, "is_buy": True, "symbol": "WR"},
    {"number": 3, "size": 1, "price": 100.125, "fee": 0.25, "kind": "closing", "venue": 4, "symbol": "KAITAI01"},
]
COUNTRIES: tuple[tuple[str, str, int, int], ...] = (
    ("NAME", "character", 12, 0),
    ("AREA", "numeric", 9, 1),
    ("SINCE", "date", 8, 0),
    ("ISLAND", "logical", 1, 0),
)
"""Name, type, size and decimals of columns."""
STATES = [
    ("Malta", "    316.0", "19640921", "T"),
    ("Samoa", "   2842.0", "19620101", "T"),
    ("Atlantis", "", "", "?"),
    ("Curaçao", "    444.0", "20101010", "T"),
    ("Chad", "1284000.0", "19600811", "F"),
]


def capture(magic: str = "microseconds", scale: int = 1) -> dict[str, Any]:
    packets = [
        {"seconds": seconds, "fraction": fraction * scale, "len_packet": len(data) + 4, "data": data}
        for seconds, fraction, data in PACKETS
    ]
    header = {"minor": 4, "reserved": bytes(8), "most_bytes": 65535, "link": 1}
    return {"magic": magic, "header": header, "packets": packets}


def logins() -> dict[str, Any]:
    usual = {"gap": bytes(2), "pid": 0, "host": "", "termination": 0, "exit": 0, "session": 0, "address": bytes(16)}
    usual |= {"microseconds": 5, "reserved": bytes(20)}
    return {"records": [usual | {"seconds": 1_700_000_000 + 60 * n} | one for n, one in enumerate(LOGINS)]}


def trades() -> dict[str, Any]:
    usual = {"is_buy": False, "kind": "regular", "venue": 1, "account": 77}
    return {"records": [usual | {"time": f"2026-11-20T08:00:0{n}.5Z"} | one for n, one in enumerate(TRADES)]}


def countries() -> dict[str, Any]:
    columns = [
        {"name": name, "type": kind, "address": bytes(4), "len": size, "decimals": decimals, "reserved": bytes(14)}
        for name, kind, size, decimals in COUNTRIES
    ]
    records = [
        {"mark": "deleted" if name == "Atlantis" else "valid", "cells": [{"text": text} for text in (name, *others)]}
        for name, *others in STATES
    ]
    day = {"year": 126, "month": 11, "day": 20}
    return {**day, "reserved": bytes(20), "columns": columns, "records": records, "rest": b"\x1a"}


FILES: dict[str, tuple[str, dict[str, Any], int]] = {
    "pcap": ("capture.pcap", capture(), 4),
    "utmp": ("wtmp.utmp", logins(), 4),
    "trades": ("day.trades", trades(), 3),
    "dbf": ("countries.dbf", countries(), 4),
}
"""By spec: its sample, what that is made of, and how many rows it has."""


def spec(name: str) -> Codec:
    return load(EXAMPLES / f"{name}.ksy")


def made(codec: Codec, values: dict[str, Any]) -> bytes:
    return codec.to_bytes(codec.root(**values))


@pytest.mark.parametrize("name", FILES)
def test_samples_are_what_the_writer_makes(name: str) -> None:
    file, values, _ = FILES[name]
    assert (EXAMPLES / "data" / "own" / file).read_bytes() == made(spec(name), values)


@pytest.mark.parametrize("name", FILES)
def test_all_rows_come_from_the_kernel(name: str) -> None:
    file, _, count = FILES[name]
    table = bytewright.open(EXAMPLES / "data" / "own" / file, spec(name), engine="columns")
    rows = table.to_table()
    assert rows.num_rows == count
    assert table.counted == {"columns": count}
    agree(spec(name), (EXAMPLES / "data" / "own" / file).read_bytes())


@pytest.mark.parametrize("name", FILES)
def test_damage(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.support.both.damaged", _some)
    tried, bad = agree_when_damaged(spec(name), made(spec(name), FILES[name][1]))
    assert tried > 20
    assert bad > 4


def _some(data: bytes) -> Any:
    """One of so many damaged forms: all of them are for smaller files."""
    return (form for number, form in enumerate(lightly(data)) if number % 11 == 0)


@pytest.mark.parametrize("magic", ["nanoseconds", "nanoseconds_be", "microseconds_be"])
def test_captures_of_other_machines(magic: str, tmp_path: Path) -> None:
    codec = spec("pcap")
    expected = bytewright.open(made(codec, capture()), codec, engine="columns").to_table()
    data = made(codec, capture(magic, 1000 if magic.startswith("nano") else 1))
    agree(codec, data)
    table = bytewright.open(data, codec, engine="columns")
    assert table.to_table().equals(expected)
    assert table.counted == {"columns": len(PACKETS)}
    assert (data[0] == 0xA1) == magic.endswith("_be")
