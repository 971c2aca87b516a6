"""Encodings of one byte a character or several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import pytest
from tests.support.both import agree, agree_when_damaged, toy

import bytewright
from bytewright.kernels.plan.codes import LARGE, NODE, SECOND
from bytewright.kernels.program.charmaps import SEVERAL, encoded, is_plain, is_spelled_once, points

STAND_FOR_TWO = {"big5hkscs", "euc_jis_2004", "euc_jisx0213", "shift_jis_2004", "shift_jisx0213"}
"""Encodings in which some bytes are two characters: how one is written rests on the next."""
NOT_ASCII = {"shift_jis_2004", "shift_jisx0213"}
"""Encodings with another character in place of one of ASCII."""


@pytest.mark.parametrize("encoding", ["windows-1252", "IBM437", "koi8-r", "ISO-8859-7", "cp037", "mac_roman"])
def test_points_are_those_of_python(encoding: str) -> None:
    found = points(encoding)
    assert found is not None
    for byte, point in enumerate(found[:256]):
        if point < 0:
            with pytest.raises(UnicodeDecodeError):
                bytes([byte]).decode(encoding)
        else:
            assert bytes([byte]).decode(encoding) == chr(point)


@pytest.mark.parametrize(
    "encoding", ["iso2022_jp", "utf-8", "utf-7", "utf-16", "hz", "unicode_escape", "hex", "rot13", "nonsense"]
)
def test_others_have_none(encoding: str) -> None:
    assert points(encoding) is None
    assert encoded(encoding) is None


def decoded(table: list[int], data: bytes) -> str | None:
    """Text by a table, as `bytewright.kernels.program.charmaps` says; None: it isn't valid."""
    text, rest = "", list(data)
    while rest:
        entry = table[rest.pop(0)]
        number = entry % (1 << NODE)
        while entry >> NODE > 0:
            node = entry >> NODE
            place = rest.pop(0) - table[node] if rest else -1
            if not 0 <= place < table[node + 1]:
                return None
            entry = table[node + 2 + place]
            number += entry % (1 << NODE)
        if entry < 0:
            return None
        text += chr(number % (1 << SECOND)) + (chr(number >> SECOND) if number >> SECOND else "")
    return text


def by_codec(encoding: str, data: bytes) -> str | None:
    """Text as Python decodes it."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


@pytest.mark.parametrize("encoding", sorted(SEVERAL))
def test_sequences_mean_what_they_mean_to_python(encoding: str) -> None:
    found = points(encoding)
    assert found is not None
    table = found.tolist()
    random = Random(encoding)
    drawn = [random.randbytes(random.randrange(12)) for _ in range(5_000)]
    halves = [bytes(random.randrange(0x80, 256) for _ in range(random.randrange(12))) for _ in range(5_000)]
    pairs = [bytes((first, second)) for first in range(256) for second in range(256)]
    for data in [*pairs, *drawn, *halves]:
        assert decoded(table, data) == by_codec(encoding, data), data.hex()


def known(encoding: str, sequences: Iterable[bytes]) -> set[bytes]:
    """Those of some sequences of bytes that are text."""
    return {data for data in sequences if by_codec(encoding, data) is not None}


def characters(encoding: str) -> Iterator[bytes]:
    """All characters of an encoding, up to three bytes each, and some of four."""
    singles = known(encoding, (bytes([byte]) for byte in range(256)))
    leads = [bytes([byte]) for byte in range(0x80, 256) if bytes([byte]) not in singles]
    pairs = known(encoding, (lead + bytes([byte]) for lead in leads for byte in range(256)))
    open_leads = [bytes((0x8F, byte)) for byte in range(0xA1, 0xFF) if bytes((0x8F, byte)) not in pairs]
    longer = (lead + bytes([byte]) for lead in open_leads for byte in range(0xA1, 0xFF))
    yield from sorted(singles | pairs | (set() if b"\x8f" in singles else known(encoding, longer)))
    if encoding == "gb18030":
        yield from (chr(point).encode(encoding) for point in range(0x80, 0x110000, 13) if not 0xD800 <= point < 0xE000)


def test_every_character() -> None:
    codec = toy("signs")
    whole = {name: [data for data in characters(name) if data != b"\0"] for name in SEVERAL}
    names = [field.name for field in bytewright.open(b"", codec).schema][: len(SEVERAL)]
    data, shown = b"", []
    for first in range(0, max(map(len, whole.values())), 400):
        parts = {name: b"".join(whole[name][first : first + 400]) for name in names}
        data += b"".join(parts[name] + b"\0" for name in names)
        shown.append({name: part.decode(name) for name, part in parts.items()})
    table = bytewright.open(data, codec, engine="columns")
    assert table.to_table().drop_columns("is_stop").to_pylist() == shown
    assert table.counted == {"columns": len(shown)}


@pytest.mark.parametrize("encoding", sorted(SEVERAL - STAND_FOR_TWO))
def test_codes_are_those_of_python(encoding: str) -> None:
    for char in map(chr, [*range(0x80, 0xD800, 97), *range(0xE000, 0x10000, 31), 0x1F600, 0x2A6D6]):
        size = len(char.encode(encoding, "ignore"))
        code = encoded(encoding)
        assert code is not None
        if ord(char) <= 0xFFFF:
            entry = code[code[ord(char) >> 8] + ord(char) % 256]
            assert entry >> 32 == (size if 0 < size < 5 else -1)
        else:
            assert size == (4 if code[LARGE] else 0)


def test_texts_of_one_spelling() -> None:
    assert is_spelled_once("STOP", "shift_jis")
    assert is_spelled_once("STOP≒", "gb18030")
    assert not is_spelled_once("≒", "cp932")  # 8790 and 81e0
    assert not is_spelled_once("か", "shift_jis_2004")  # bytes may be it and a mark


@pytest.mark.parametrize("encoding", sorted(SEVERAL))
def test_bytes_that_are_always_ascii(encoding: str) -> None:
    inside = {byte for data in characters(encoding) for byte in data[1:]}
    assert all(is_plain(byte, encoding) for byte in range(0x30)) == (encoding not in NOT_ASCII)
    assert not any(is_plain(byte, encoding) for byte in inside)


def label(number: int) -> bytes:
    """A label whose name ends at a zero, with a padded one behind it."""
    name = bytes(range(128 + number % 100, 128 + number % 100 + number % 7))
    return name + b"\0" + "Zoë™ €"[: number % 7].encode("cp1252").ljust(8, b" ")


def test_rows() -> None:
    data = b"".join(map(label, range(300)))
    rows, error, _ = agree(toy("tags"), data)
    assert (len(rows), error) == (300, None)
    table = bytewright.open(data, toy("tags"), engine="columns")
    assert table.to_table()["shown"].to_pylist()[4:7] == ["Zoë™", "Zoë™", "Zoë™ €"]
    assert table.counted == {"columns": 300}


def test_damage() -> None:
    tried, bad = agree_when_damaged(toy("tags"), b"".join(map(label, (3, 8, 13, 118))))
    assert tried > 40
    assert bad > 4


def script(number: int) -> bytes:
    """A record of texts of several bytes a character."""
    random = Random(number)

    def text(chars: str, encoding: str, most: int = 4) -> bytes:
        return "".join(random.choice(chars) for _ in range(random.randrange(most))).encode(encoding)

    names = [field.name for field in bytewright.open(b"", toy("scripts")).schema.field("lines").type][:12]
    body = b"".join(text("Aあ" if name != "koi8_r" else "Aж", name) + b"\0" for name in names)
    body += text("가나다", "euc_kr", 6).ljust(12)
    for chars, encoding in (("汉㐀𠀀é€A𝄞\x80", "gb18030"), ("é😀", "utf-32be"), ("é😀", "utf-32le")):
        sized = text(chars, encoding)
        body += len(sized).to_bytes(2, "little") + sized
    body += random.choice(["", "日本語", "｡ﾟ", "丂"]).encode("euc_jp")
    return len(body).to_bytes(2, "little") + body


def test_rows_of_several_bytes_a_character() -> None:
    data = b"".join(map(script, range(150)))
    rows, error, _ = agree(toy("scripts"), data)
    assert (len(rows), error) == (150, None)


def test_damage_of_several_bytes_a_character() -> None:
    tried, bad = agree_when_damaged(toy("scripts"), script(1) + script(2))
    assert tried > 70
    assert bad > 15


def test_a_comparison_with_text() -> None:
    data = b"".join(bytes(13) + text + bytes(3) for text in (b"STOP", b"GO", b"STOP!"))
    rows, error, _ = agree(toy("signs"), data)
    assert ["'is_stop': True" in row for row in rows] == [True, False, False]
    assert error is None


def test_syllables_of_parts_are_left_to_objects() -> None:
    """In EUC-KR, eight bytes may be one character."""
    data = b"\0" * 8 + "\uac02".encode("euc_kr") + b"\0" * 8
    rows, error, _ = agree(toy("signs"), data * 3)
    assert (len(rows), error) == (3, None)
