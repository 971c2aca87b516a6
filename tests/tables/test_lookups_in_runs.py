"""Look-ups in pages that are entered where keys are stored whole: the rows of a scan; only what they need is read."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from tests.support.both import agree, damaged, toy

import bytewright
from bytewright.codecs.front_coding import FrontCoding
from bytewright.codecs.process import Process
from bytewright.errors import ReadError, ValueInvalidError
from bytewright.testing import checks

CATALOGUES = toy("catalogues")
ENGINES: tuple[Any, ...] = ("objects", "columns")
Article = tuple[bytes, list[int]]


def page_of(articles: Sequence[tuple[bytes, int, int]], apart: int, restarts: Sequence[int] | None = None) -> bytes:
    """A page of articles, each with where its lots lie and how many bytes they take, before it is compressed."""
    stored, begins, before = bytearray(), [], b""
    for number, (key, start, size) in enumerate(articles):
        shared = 0
        if number % apart == 0:
            begins.append(len(stored))
        else:
            while shared < min(len(key), len(before)) and key[shared] == before[shared]:
                shared += 1
        stored += struct.pack("<BB", shared, len(key) - shared) + key[shared:] + struct.pack("<IB", start, size)
        before = key
    begins = begins if restarts is None else [*restarts]
    return bytes(stored) + struct.pack(f"<{len(begins) + 1}I", *begins, len(begins))


def catalogue(
    pages: Sequence[Sequence[Article]], apart: int = 3, days: Iterable[Sequence[tuple[int, int]]] = ()
) -> bytes:
    """A file of articles, page by page, and of days with their visits."""
    stored = [
        struct.pack("<HB", day[0][0], len(day)) + b"".join(struct.pack("<HH", *visit) for visit in day) for day in days
    ]
    made = bytearray(b"CATA" + bytes([len(stored)]) + b"".join(stored))
    refs = b""
    for articles in pages:
        placed = []
        for key, amounts in articles:
            placed.append((key, len(made), 4 * len(amounts)))
            made += struct.pack(f"<{len(amounts)}i", *amounts)
        page = zlib.compress(page_of(placed, apart))
        last = articles[-1][0]
        refs += struct.pack("<IIB", len(made), len(page), len(last)) + last
        made += page
    return bytes(made) + refs + struct.pack("<II", len(made), len(pages))


def drawn(seed: int) -> tuple[bytes, list[str]]:
    """A file of drawn articles and days, and the articles' keys."""
    chance = random.Random(seed)
    keys = sorted({"".join(chance.choices("abé", k=chance.randrange(1, 7))) for _ in range(90)}, key=str.encode)
    articles = [(key.encode(), [chance.randrange(-9, 9) for _ in range(chance.randrange(4))]) for key in keys]
    hours = sorted(chance.sample(range(100), 40))
    days = [[(hour, chance.randrange(99)) for hour in hours[place : place + 5]] for place in range(0, 40, 5)]
    size = chance.randrange(20, 40)
    pages = [articles[place : place + size] for place in range(0, len(articles), size)]
    return catalogue(pages, chance.randrange(1, 6), days), keys


SMALL = catalogue(
    [[(b"ada", [5, -6]), (b"adele", [7]), (b"ben", []), (b"bert", [8, 9])], [(b"carl", [1]), (b"carol", [2, 3])]],
    apart=2,
    days=[[(3, 1), (5, 2)], [(7, 3), (9, 4)]],
)


def scanned(data: bytes, keys: Iterable[Any], view: str = "lots") -> list[dict[str, Any]]:
    """What a scan gives, without other rows."""
    rows = bytewright.open(data, CATALOGUES, view, engine="objects").to_table()
    wanted = set(keys)
    return [row for row in rows.to_pylist() if row[rows.column_names[0]] in wanted]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("seed", range(4))
def test_what_is_found_is_what_a_scan_gives(engine: Any, seed: int) -> None:
    data, keys = drawn(seed)
    chance = random.Random(seed + 100)
    table = bytewright.open(data, CATALOGUES, engine=engine)
    for _ in range(25):
        few = chance.sample(keys, chance.randrange(1, 5)) + chance.sample(["", "a", "bbbbbbb", "zz"], 1)
        assert table.lookup(article=few).to_pylist() == scanned(data, few)
        alone = bytewright.open(data, CATALOGUES, engine=engine, options={"article": few[0]})
        assert alone.to_table().to_pylist() == scanned(data, few[:1])
    assert table.lookup(article=keys).to_pylist() == scanned(data, keys) == table.to_table().to_pylist()


@pytest.mark.parametrize("seed", range(4))
def test_a_key_before_all_others_is_nowhere_and_numbers_are_keys_as_well(seed: int) -> None:
    data, _ = drawn(seed)
    for hour in range(-1, 101):
        table = bytewright.open(data, CATALOGUES, "visits")
        assert table.lookup(hour=hour).to_pylist() == scanned(data, [hour], "visits")
    hours = random.Random(seed).sample(range(100), 30)
    assert table.lookup(hour=hours).to_pylist() == scanned(data, hours, "visits")


def test_runs_hold_what_their_page_holds() -> None:
    data, keys = drawn(9)
    rows = scanned(data, keys, "articles")
    assert rows == scanned(data, keys, "whole_pages")
    for view in ("articles", "whole_pages"):
        found = [bytewright.open(data, CATALOGUES, view).lookup(article=key).to_pylist() for key in keys]
        assert [row for one in found for row in one] == rows


def test_both_engines_read_all_runs_alike() -> None:
    data, keys = drawn(5)
    rows, error, _ = agree(CATALOGUES, data)
    assert error is None
    assert len(rows) == len(scanned(data, keys)) > 0


def test_files_are_written_as_they_were() -> None:
    data, _ = drawn(2)
    checks.check_rewrite(CATALOGUES, data)


@pytest.mark.parametrize("engine", ENGINES)
def test_of_a_page_only_what_a_key_needs_is_read(engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [b"%05d" % number for number in range(640)]
    data = catalogue([[(key, [number]) for number, key in enumerate(keys)]], apart=8)
    decoded: list[bytes] = []
    decode = FrontCoding.decode

    def noted(self: FrontCoding, data: bytes) -> bytes:
        decoded.append(data)
        return decode(self, data)

    monkeypatch.setattr(FrontCoding, "decode", noted)
    table = bytewright.open(data, CATALOGUES, engine=engine)
    assert table.lookup(article="00437")["amount"].to_pylist() == [437]
    assert len(decoded) == 8
    assert table.lookup(article=["00434", "00436"])["amount"].to_pylist() == [434, 436]
    assert len(decoded) == 8
    assert table.lookup(article=["00001", "00434"])["amount"].to_pylist() == [1, 434]
    assert len(decoded) == 16
    alone = bytewright.open(data, CATALOGUES, engine=engine, options={"article": "00001"})
    assert alone.to_table()["amount"].to_pylist() == [1]
    assert len(decoded) == 24


def test_what_only_becomes_rows_is_not_encoded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writers need to know whether encoding gives the bytes that were read."""
    data, keys = drawn(1)
    encoded: list[bytes] = []
    encode = Process.encoded

    def noted(self: Process, data: bytes) -> bytes | None:
        encoded.append(data)
        return encode(self, data)

    monkeypatch.setattr(Process, "encoded", noted)
    for engine in ENGINES:
        assert bytewright.open(data, CATALOGUES, engine=engine).lookup(article=keys[3]).num_rows < 4
        assert bytewright.open(data, CATALOGUES, engine=engine).to_table().num_rows > 20
    assert not encoded
    assert CATALOGUES.parse(data).pages[0].page.num_restarts > 0
    assert encoded


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("engine", ENGINES)
def test_other_modes_find_the_same(engine: Any, mode: str) -> None:
    table = bytewright.open(SMALL, CATALOGUES, mode=mode, engine=engine)
    for key in ("carol", "ada", "bert", "dora"):
        assert table.lookup(article=key).to_pylist() == scanned(SMALL, [key])


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_not_sorted_is_an_error_where_it_is_looked_at(engine: Any) -> None:
    articles = [(b"%c" % letter, [1]) for letter in b"bdfhjl"]
    swapped = catalogue([[*articles[:2], articles[3], articles[2], *articles[4:]]], apart=1)
    with pytest.raises(ValueInvalidError, match=r"runs\[\d\].*what is looked up in is not in ascending order"):
        bytewright.open(swapped, CATALOGUES, engine=engine).lookup(article="d")
    beyond = catalogue([[(b"b", [1]), (b"g", [1]), (b"f", [1]), (b"h", [1])]], apart=2)
    with pytest.raises(ValueInvalidError, match=r"articles\[1\]: what .* is not in ascending order: found 67"):
        bytewright.open(beyond, CATALOGUES, engine=engine).lookup(article="b")
    assert bytewright.open(beyond, CATALOGUES, engine=engine).lookup(article="g").num_rows == 0


def test_bounds_of_days_are_checked() -> None:
    for days in ([[(3, 1), (9, 2)], [(7, 3)]], [[(3, 1)], [(7, 3), (2, 4)]]):
        data = catalogue([[(b"a", [])]], days=days)
        for hour in (3, 7):
            table = bytewright.open(data, CATALOGUES, "visits")
            if (hour == 3) == (days[0][-1][0] == 9):
                with pytest.raises(ValueInvalidError, match="is not in ascending order"):
                    table.lookup(hour=hour)
            else:
                assert table.lookup(hour=hour).to_pylist() == scanned(data, [hour], "visits")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_run_whose_first_key_is_not_whole_is_an_error(engine: Any) -> None:
    page = page_of([(b"aa", 0, 0), (b"ab", 0, 0), (b"ac", 0, 0)], 9, restarts=[0, 9])
    stored = zlib.compress(page)
    data = b"CATA\0" + stored + struct.pack("<IIB", 5, len(stored), 2) + b"ac" + struct.pack("<II", 5 + len(stored), 1)
    with pytest.raises(ValueInvalidError, match=r"runs\[1\]\.first\.len_shared: expected 0, found 1"):
        bytewright.open(data, CATALOGUES, engine=engine).lookup(article="ac")


def test_damage_is_an_error_or_costs_what_a_scan_loses() -> None:
    """What names the pages may be damaged so that the order stays: then what isn't looked at isn't noticed."""
    directory = len(SMALL) - 8 - sum(9 + len(key) for key in (b"bert", b"carol"))
    bad = 0
    for number, data in enumerate(damaged(SMALL)):
        if number % 4:
            continue
        intact = data[directory:] == SMALL[directory:]
        try:
            every = bytewright.open(data, CATALOGUES, engine="objects").to_table().to_pylist()
        except ReadError:
            every = None
        outcomes = []
        for engine in ENGINES:
            table = bytewright.open(data, CATALOGUES, engine=engine)
            of_engine = []
            for key in ("bert", "ada", "bert"):
                found = _outcome(table, key)
                of_engine.append(found)
                bad += isinstance(found, str)
                if every is not None and not isinstance(found, str):
                    expected = [row for row in every if row["article"] == key]
                    assert found == expected or (not intact and found == []), (number, key)
            outcomes.append(of_engine)
        assert outcomes[0] == outcomes[1], number
        assert outcomes[0][0] == outcomes[0][2], number
    assert bad > 50


def test_damage_inside_of_a_page_is_noticed_where_it_is_looked_at() -> None:
    """Pages that are stored as they would be if their writer had made them so."""
    articles = [(key, 5, 4) for key in (b"ada", b"adele", b"ben", b"bert", b"carl", b"carol")]
    page = page_of(articles, 2)
    keys = [key.decode() for key, _, _ in articles]
    noticed = 0
    head = b"CATA\0" + b"\7\0\0\0"
    for place in range(0, len(page), 2):
        value = (0, page[place] ^ 1, 0x7F)[place % 3]
        stored = zlib.compress(page[:place] + bytes([value]) + page[place + 1 :])
        data = head + stored + struct.pack("<IIB", len(head), len(stored), 5) + b"carol"
        data += struct.pack("<II", len(head) + len(stored), 1)
        outcomes = []
        for engine in ENGINES:
            table = bytewright.open(data, CATALOGUES, engine=engine)
            outcomes.append([_outcome(table, key) for key in keys])
        assert outcomes[0] == outcomes[1], place
        try:
            every = bytewright.open(data, CATALOGUES, engine="objects").to_table().to_pylist()
        except ReadError:
            assert any(isinstance(one, str) for one in outcomes[0]), place
            noticed += 1
            continue
        for key, one in zip(keys, outcomes[0], strict=True):
            assert isinstance(one, str) or one in ([], [row for row in every if row["article"] == key]), place
    assert noticed > 15


def _outcome(table: Any, key: str) -> Any:
    """The rows of a key, or the text of the error."""
    try:
        return table.lookup(article=key).to_pylist()
    except ReadError as error:
        return str(error)
