"""Plain records in the kernel, behind a length or of one size: the same rows and errors as by objects."""

from __future__ import annotations

import struct

import pytest
from tests.support.both import agree, agree_when_damaged, documented, toy

import bytewright


def measurement(sensor: int, time: int, value: float, battery: int | None, quality: int, name: bytes) -> bytes:
    """A record of the sensor log."""
    body = struct.pack("<IqdB", sensor, time, value, (battery is not None) << 7 | quality << 4)
    body += b"" if battery is None else bytes([battery])
    body += bytes([len(name)]) + name
    return struct.pack("<H", len(body)) + body


MEASUREMENTS = [
    measurement(7, 1777636800000, 21.5, 93, 0, "Brücke".encode()),
    measurement(1 << 31, -1, float("-inf"), None, 2, b""),
    measurement(1, -9223372036854775, -0.0, None, 1, "日本".encode()),
    measurement(0, 9223372036854775, float("nan"), 0, 7, b"a" * 255),
]
LOG = b"SLOG" + b"".join(MEASUREMENTS)


@pytest.mark.parametrize("views", [False, True], ids=["fields", "view"])
def test_length_prefixed_records(views: bool) -> None:
    """The format of docs/adding-a-format.md."""
    codec = documented(views=views)
    rows, error, _ = agree(codec, LOG)
    assert (len(rows), error) == (4, None)
    assert "'Brücke'" in rows[0]
    tried, bad = agree_when_damaged(codec, b"SLOG" + b"".join(MEASUREMENTS[:3]))
    assert tried > 70
    assert bad > 15


@pytest.mark.parametrize("views", [False, True], ids=["fields", "view"])
def test_a_time_that_does_not_fit(views: bool) -> None:
    """Milliseconds in 64 bits are more than microseconds in 64 bits."""
    codec = documented(views=views)
    for time in (9223372036854776, -9223372036854776, (1 << 63) - 1, -1 << 63):
        bad = LOG + measurement(3, time, 0.0, None, 0, b"x") + LOG[4:]
        rows, error, _ = agree(codec, bad)
        assert len(rows) == 4
        assert error is not None
        assert "timestamp" in error
    if views:
        # Nobody sees it, so it isn't wrong.
        rows, error, _ = agree(codec, bad, columns="number,place")
        assert (len(rows), error) == (9, None)


def reports() -> bytes:
    return b"".join(
        struct.pack(">HBfhIB", *report)
        for report in [
            (1, 0x80, 21.5, -500, 0, 0),
            (2, 0x10, float("nan"), 500, (1 << 32) - 1, 200),
            (65535, 0xAF, float("-inf"), 0, 1_600_000_000, 7),
            (0, 0x7F, -0.0, 1, 1, 255),
        ]
    )


def test_records_of_one_size() -> None:
    codec = toy("weather")
    rows, error, _ = agree(codec, reports())
    assert error is None
    assert "'sky': 'few clouds'" in rows[1]
    assert "'sky': '7'" in rows[3]
    assert [("'storm'" in row, "'wind': '7'" in row) for row in rows[1:3]] == [(True, False), (False, True)]
    tried, bad = agree_when_damaged(codec, reports())
    assert tried > 70
    assert bad > 15
    assert agree(codec, b"") == ([], None, [])


def label(spaces: bytes, zero: bytes, both: bytes, alike: bytes, included: bytes, wide: bytes, rest: bytes) -> bytes:
    return b"".join([spaces, zero, both, alike, included, wide, b"\3", rest])


LABELS = [
    label(b"abc   ", b"xy\0zz", b"ab@..", b"q\0\0\0", b"\1\2\xff\3", "né\0z".encode("utf-16le"), b"end\0"),
    label(b"abcdef", "naïf".encode(), b"abcde", b"abcd", b"abcd", "日本語字".encode("utf-16le"), b"full"),
    label(b"      ", b"\0" * 5, b"@....", bytes(4), b"\xff" * 4, bytes(8), bytes(4)),
    label(b"  a b ", b"\0abcd", b"a.@..", b"\0\1\0\0", b"a\xffb\xff", b"a\0\0b\0\0\1\1", b"a\0b\0"),
    label(b"\0 \0   ", b"abcd\0", b".....", b"ab\0c", b"abc\xff", b"\0\1\0\0\1\0\2\0", b"\0\0\0a"),
]


def test_texts_that_end_before_their_size() -> None:
    codec = toy("labels")
    rows, error, _ = agree(codec, b"".join(LABELS))
    assert (len(rows), error) == (5, None)
    assert "'zero': 'naïf'" in rows[1]
    bad = LABELS[0].replace(b"xy", b"x\xff")
    rows, error, _ = agree(codec, b"".join([*LABELS, bad, *LABELS]))
    assert len(rows) == 5
    assert error is not None
    assert "labels[5].zero" in error
    assert len(agree(codec, b"".join([*LABELS, LABELS[0].replace(b"xy\0zz", b"xy\0\xff\xff")]))[0]) == 6
    tried, wrong = agree_when_damaged(codec, b"".join(LABELS))
    assert tried > 70
    assert wrong > 15


def item(large: int, nanos: int, seconds: int | None) -> bytes:
    body = struct.pack("<iBq", large, seconds is not None, nanos)
    body += b"" if seconds is None else struct.pack("<q", seconds)
    return bytes([len(body)]) + body


def test_columns_that_are_too_narrow() -> None:
    codec = toy("narrow")
    good = [item(-32768, -(1 << 63), None), item(32767, -1, 9_223_372_036_854), item(0, 999, -9_223_372_036_854)]
    assert len(agree(codec, b"".join(good))[0]) == 3
    for bad in (item(32768, 0, None), item(-32769, 0, 0), item(0, 0, 9_223_372_036_855), item(0, 0, -(1 << 63))):
        rows, error, _ = agree(codec, b"".join([*good, bad, *good]))
        assert len(rows) == 3
        assert error is not None
        assert "items[3]" in error
    rows, error, _ = agree(codec, good[0] * 200)
    assert len(rows) == 128
    assert error is not None
    assert "number" in error
    assert len(agree(codec, good[0] * 200, columns="large")[0]) == 200


def frame(kind: int, rest: bytes) -> bytes:
    return bytes([1 + len(rest), kind | 0x54]) + rest


FRAMES = [
    frame(0, b"\x12"),
    frame(1, b"\1\2\3\x45"),
    frame(2, b"\xff\xff\xff\1\2\3\4\5\6\7\x67"),
    frame(3, b"\0\0\x80" + b"\xff" * 7 + b"\x89\x09"),
]


def test_bit_fields_of_whole_bytes_that_may_be_left_out() -> None:
    codec = toy("frames")
    rows, error, _ = agree(codec, b"".join(FRAMES))
    assert (len(rows), error) == (4, None)
    assert "'short': None, 'wide': None, 'low': 1, 'high': 2" in rows[0]
    assert "'short': 197121, 'wide': None" in rows[1]
    assert "'wide': 283686952306183" in rows[2]
    assert "'limited': 9" in rows[3]
    tried, bad = agree_when_damaged(codec, b"".join(FRAMES))
    assert tried > 40
    assert bad > 15


def nested(outer: bytes | None) -> bytes:
    body = b"\0" if outer is None else b"\1" + outer
    return bytes([len(body)]) + body


def test_members_of_a_structure_that_may_be_missing() -> None:
    """They are there wherever it is, unless a condition of their own says otherwise."""

    def outer(number: int, time: int, name: bytes, small: int, ratio: float) -> bytes:
        found = struct.pack("<HqBB", number, time, number % 4, len(name)) + name + struct.pack("<b", small)
        return found + (struct.pack("<f", ratio) if small > 0 else b"") + (b"ok" if number > 5 else b"")

    codec = toy("nested")
    data = [
        nested(None),
        nested(outer(1, 5, b"abc", 1, 0.5)),
        nested(outer(9, -1, "é".encode(), -3, 0.0)),
        nested(None),
    ]
    rows, error, _ = agree(codec, b"".join(data))
    assert (len(rows), error) == (4, None)
    assert "'outer': None" in rows[0]
    assert "'inner': {'small': -3, 'maybe': None}" in rows[2]
    tried, bad = agree_when_damaged(codec, b"".join(data))
    assert tried > 70
    assert bad > 15
    assert agree(codec, data[0] + nested(outer(1, 1 << 62, b"", 0, 0.0)))[1] is not None


def stop(tag: int, what: bytes, *days: bytes) -> bytes:
    return bytes([tag]) + what + bytes([len(days)]) + b"".join(bytes([len(day)]) + day for day in days)


def parcel(kind: int, name: bytes, body: bytes, number: bytes, *stops: bytes) -> bytes:
    """A record of the toy ``parcels``."""
    weight = struct.pack("<I", 70_000) if kind == 1 else b""
    wide = "é€".encode("utf-16-le") + b"\0\0" if len(name) > 2 else b""
    head = bytes([kind, len(name)]) + name + weight + "nöte".encode() + b"\0" + wide + b"m|"
    tail = b"".join(stops) + b"".join(struct.pack("<H", place) for place in range(len(stops)))
    return head + body + number + bytes([len(stops)]) + tail + b"."


PARCELS = [
    parcel(1, b"abc", b"\2x\0yz\0", b"\1\2", stop(1, b"\1\xff\xfe", b"", b"mon"), stop(0, b"raw")),
    parcel(2, b"", b"\xff\xff\xff\xff", b"\7"),
    parcel(3, b"q", b"letter\0", b"\x80\1", stop(1, b"\2\0\1"), stop(9, b"...", b"d")),
    parcel(9, b"four", b"", b"zz", stop(0, b"abc", b"a", b"b", b"c")),
    parcel(1, b"", b"\0", b"\xff"),
]


def test_records_that_are_walked() -> None:
    """Unframed records: terminators, optional fields, switches, lists in lists."""
    codec = toy("parcels")
    rows, error, _ = agree(codec, b"".join(PARCELS))
    assert (len(rows), error) == (5, None)
    assert "'body': {'box': {'num_items': 2, 'items': ['x', 'yz']}, 's4': None, 'str': None}" in rows[0]
    assert "'number': -32767" in rows[2]
    assert "'body': None" in rows[3]
    tried, bad = agree_when_damaged(codec, b"".join(PARCELS[:3]))
    assert tried > 70
    assert bad > 15


def test_many_records_that_are_walked() -> None:
    """More than a block, a batch and a buffer hold."""
    codec = toy("parcels")
    data = b"".join(PARCELS) * 9000
    table = bytewright.open(data, codec, engine="columns").to_table()
    assert table.num_rows == 45_000
    few = bytewright.open(b"".join(PARCELS), codec, engine="objects").to_table()
    for place in (0, 22_500, 44_995):
        assert table.slice(place, 5).to_pylist() == few.to_pylist()


def test_a_terminator_far_away() -> None:
    """Text that no buffer holds, and one that never ends."""
    codec = toy("parcels")
    long = parcel(3, b"q", b"l" * 3_000_000 + b"\0", b"\0\1")
    table = bytewright.open(PARCELS[1] + long + PARCELS[2], codec, engine="columns").to_table()
    assert [len(row["body"]["str"]) for row in table.to_pylist() if row["body"] and row["body"].get("str")] == [
        3_000_000,
        6,
    ]
    rows, error, _ = agree(codec, PARCELS[1] + long[:-100])
    assert len(rows) == 1
    assert error is not None
    assert "parcels[1].body" in error
