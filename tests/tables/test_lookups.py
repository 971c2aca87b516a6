"""Look-ups in files that stay open: the rows of a scan, whichever was looked up before, and only what leads to them is
read."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.support.both import damaged, toy

import bytewright
from bytewright.columnar.scan.nested_scan import NestedScan
from bytewright.errors import OptionError, ReadError, ValueInvalidError
from bytewright.io.source import FileSource
from bytewright.tables.lookup import open_files

REGISTERS = toy("registers")
ENGINES: tuple[Any, ...] = ("objects", "columns")
Account = tuple[bytes, int, list[tuple[int, str]]]


def register(pages: Sequence[Sequence[Account]], apart: int = 3, last_keys: Sequence[bytes] = ()) -> bytes:
    """A file of accounts, page by page; keys are stored whole every so many accounts."""
    made, entries = bytearray(b"REGS"), []
    for page in pages:
        of_page = []
        for key, kind, lines in page:
            start = len(made)
            for amount, note in lines:
                text = note.encode()
                made += struct.pack("<iB", amount, len(text)) + text
            of_page.append((key, kind, start, len(made) - start))
        entries.append(of_page)
    refs = b""
    for number, of_page in enumerate(entries):
        stored, restarts, before = bytearray(), [], b""
        for place, (key, kind, start, size) in enumerate(of_page):
            shared = 0
            if place % apart == 0:
                restarts.append(len(stored))
            else:
                while shared < min(len(key), len(before)) and key[shared] == before[shared]:
                    shared += 1
            stored += (
                struct.pack("<BBB", shared, len(key) - shared, kind) + key[shared:] + struct.pack("<II", start, size)
            )
            before = key
        stored += struct.pack(f"<{len(restarts) + 1}I", *restarts, len(restarts))
        last = last_keys[number] if last_keys else of_page[-1][0]
        refs += struct.pack("<IIB", len(made), len(stored), len(last)) + last
        made += stored
    return bytes(made) + refs + struct.pack("<II", len(made), len(pages))


def drawn(seed: int) -> tuple[bytes, list[str]]:
    """A file of drawn accounts, and their names."""
    chance = random.Random(seed)
    names = sorted({"".join(chance.choices("abé", k=chance.randrange(1, 6))) for _ in range(40)}, key=str.encode)
    accounts: list[Account] = []
    for name in names:
        lines = [(chance.randrange(-9, 9), "x" * chance.randrange(4)) for _ in range(chance.randrange(5))]
        accounts.append((b"a/" + name.encode(), chance.randrange(3), lines))
    pages, place = [], 0
    while place < len(accounts):
        size = chance.randrange(1, 8)
        pages.append(accounts[place : place + size])
        place += size
    return register(pages, chance.randrange(1, 5)), names


SMALL = register(
    [
        [(b"a/ada", 1, [(5, "five"), (-6, "")]), (b"a/adele", 2, [(7, "x")])],
        [(b"a/ben", 1, []), (b"a/bert", 1, [(8, "y"), (9, "z")])],
        [(b"a/carl", 2, [(1, "")]), (b"a/carol", 1, [(2, "é"), (3, "")]), (b"a/cy", 0, [(4, "")])],
    ]
)


def scanned(
    data: bytes | Path, accounts: Iterable[str], kinds: Iterable[int] | None = None, view: str = "lines"
) -> Any:
    """What a scan gives, without other rows."""
    rows = bytewright.open(data, REGISTERS, view, engine="objects").to_table().to_pylist()
    wanted = {"a/" + name for name in accounts}
    return [row for row in rows if row["account"] in wanted and (kinds is None or row["kind"] in set(kinds))]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("seed", range(4))
def test_what_is_found_is_what_a_scan_gives(engine: Any, seed: int) -> None:
    data, names = drawn(seed)
    chance = random.Random(seed + 100)
    table = bytewright.open(data, REGISTERS, engine=engine)
    for _ in range(25):
        few = chance.sample(names, chance.randrange(1, 5)) + chance.sample(["", "a", "bbbbbb", "zz"], 1)
        assert table.lookup(account=few).to_pylist() == scanned(data, few)
        assert table.lookup(account=few[0]).to_pylist() == scanned(data, few[:1])
        kinds = chance.sample(range(4), 2)
        assert table.lookup({"Account": few}, kind=kinds).to_pylist() == scanned(data, few, kinds)
    assert table.lookup(account=names).to_pylist() == scanned(data, names) == table.to_table().to_pylist()
    assert table.lookup(kind=2).to_pylist() == scanned(data, names, [2])


@pytest.mark.parametrize("seed", range(3))
def test_elements_that_are_rows_themselves_keep_their_places(seed: int) -> None:
    data, names = drawn(seed)
    table = bytewright.open(data, REGISTERS, "accounts")
    few = names[:: seed + 2]
    for _ in range(2):
        assert table.lookup(account=few).to_pylist() == scanned(data, few, view="accounts")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("most", [0, 1 << 20])
def test_what_is_kept_is_bounded_and_changes_nothing(engine: Any, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_files, "MOST_HELD", most)
    data, names = drawn(7)
    table = bytewright.open(data, REGISTERS, engine=engine, batch_rows=2)
    for name in [*names, *reversed(names)]:
        assert table.lookup(account=name).to_pylist() == scanned(data, [name])


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("engine", ENGINES)
def test_other_modes_find_the_same(engine: Any, mode: str) -> None:
    table = bytewright.open(SMALL, REGISTERS, mode=mode, engine=engine)
    for name in ("carol", "ada", "carol", "dora"):
        assert table.lookup(account=name).to_pylist() == scanned(SMALL, [name])


def read_bytes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Where files are read from now on."""
    found: list[tuple[int, int]] = []
    whole, fill = FileSource.read, FileSource.read_into

    def read(self: FileSource, offset: int, size: int) -> bytes:
        data = whole(self, offset, size)
        found.append((offset, offset + len(data)))
        return data

    def read_into(self: FileSource, offset: int, buffer: memoryview) -> int:
        size = fill(self, offset, buffer)
        found.append((offset, offset + size))
        return size

    monkeypatch.setattr(FileSource, "read", read)
    monkeypatch.setattr(FileSource, "read_into", read_into)
    return found


def test_pages_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "registers"
    lines = [(number, "n" * 200) for number in range(50)]
    pages = [[(f"a/{page}{place}".encode(), 1, lines) for place in range(4)] for page in range(6)]
    path.write_bytes(register(pages))
    table = bytewright.open(path, REGISTERS, engine="columns")
    expected = scanned(path, ["31"])
    read = read_bytes(monkeypatch)
    assert table.lookup(account="31").to_pylist() == expected
    first = sum(end - start for start, end in read)
    read.clear()
    assert table.lookup(account="31").to_pylist() == expected
    again = sum(end - start for start, end in read)
    body = 50 * (5 + 200)
    assert body <= again < 2 * body
    assert again < first < path.stat().st_size / 2


@pytest.mark.parametrize("engine", ENGINES)
def test_a_file_that_has_changed_is_read_anew(engine: Any, tmp_path: Path) -> None:
    path = tmp_path / "registers"
    path.write_bytes(SMALL)
    table = bytewright.open(path, REGISTERS, engine=engine)
    assert table.lookup(account="ada").num_rows == 2
    path.write_bytes(register([[(b"a/ada", 1, [(1, "other")])]]))
    assert table.lookup(account="ada")["note"].to_pylist() == ["other"]
    path.unlink()
    path.write_bytes(SMALL)
    assert table.lookup(account="ada").to_pylist() == scanned(SMALL, ["ada"])


def test_several_threads_look_up_in_one_table() -> None:
    data, names = drawn(3)
    table = bytewright.open(data, REGISTERS, engine="columns")
    expected = {name: scanned(data, [name]) for name in names}

    def ask(seed: int) -> bool:
        chance = random.Random(seed)
        several = [chance.choice(names) for _ in range(20)]
        return all(table.lookup(account=name).to_pylist() == expected[name] for name in several)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(8)))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_and_columns_count(engine: Any) -> None:
    table = bytewright.open([SMALL, SMALL], REGISTERS, columns="note,amount", engine=engine)
    found = table.lookup(account=["carol", "ada"])
    assert found.to_pydict() == {"note": ["five", "", "é", ""] * 2, "amount": [5, -6, 2, 3] * 2}
    for limit in (1, 3, 5, 9):
        assert table.lookup(account=["carol", "ada"], limit=limit) == found.slice(0, limit)
    assert table.lookup(account=[]).schema == found.schema
    assert sum(batch.num_rows for batch in table.lookup_batches(account=["carol", "ada"])) == 8


def test_a_limit_does_not_make_many_batches_of_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read to its end before its first row is given."""
    data = register([[(b"a/x", 1, [(number, "") for number in range(3000)])]])
    batches: list[int] = []
    complete = NestedScan._complete

    def noted(self: NestedScan, batch: Any, open_rows: int) -> Any:
        batches.append(batch.num_rows)
        return complete(self, batch, open_rows)

    monkeypatch.setattr(NestedScan, "_complete", noted)
    table = bytewright.open(data, REGISTERS, engine="columns")
    assert table.lookup(account="x", limit=2)["amount"].to_pylist() == [0, 1]
    assert sum(batches) == 3000
    assert len(batches) < 20
    batches.clear()
    assert table.lookup(account="x", limit=2, order="desc")["amount"].to_pylist() == [2999, 2998]
    assert batches == [3000]


def test_keys_are_those_that_the_view_selects_by() -> None:
    table = bytewright.open(SMALL, REGISTERS)
    with pytest.raises(OptionError, match=r"rows of the view lines are not looked up by 'acount'.*account"):
        table.lookup(acount="ada")
    with pytest.raises(OptionError, match="option kind: expected an integer, found 'x'"):
        table.lookup(kind=["1", "x"])
    with pytest.raises(OptionError, match=r"there is no key to look up.*Name one of account, kind\."):
        table.lookup()
    with pytest.raises(OptionError, match=r"rows of the view small of narrow are not looked up by anything"):
        bytewright.open(b"\0", toy("narrow")).lookup(x=1)


@pytest.mark.parametrize("engine", ENGINES)
def test_pages_that_are_not_sorted_are_an_error(engine: Any) -> None:
    pages = [[(b"a/%c" % letter, 1, [(1, "")])] for letter in b"bdfhjl"]
    swapped = register([pages[0], pages[3], pages[2], pages[1], pages[4], pages[5]])
    with pytest.raises(ValueInvalidError, match=r"pages\[\d\].*what is looked up in is not in ascending order"):
        bytewright.open(swapped, REGISTERS, engine=engine).lookup(account="h")
    beyond = register(
        [[(b"a/b", 1, []), (b"a/x", 1, [(1, "")])], *[[one] for [one] in pages[1:]]],
        last_keys=[b"a/b", b"a/d", b"a/f", b"a/h", b"a/j", b"a/l"],
    )
    for options in ({"account": "b"}, None):
        table = bytewright.open(beyond, REGISTERS, engine=engine, options=options)
        with pytest.raises(ValueInvalidError, match="what is looked up in is not in ascending order"):
            table.to_table() if options else table.lookup(account="b")


def test_damage_is_an_error_or_costs_what_a_scan_loses() -> None:
    """What names the pages may be damaged so that the order stays: then what isn't looked at isn't noticed."""
    directory = len(SMALL) - 8 - sum(9 + len(key) for key in (b"a/adele", b"a/bert", b"a/cy"))
    for number, data in enumerate(damaged(SMALL)):
        if number % 3:
            continue
        intact = data[directory:] == SMALL[directory:]
        try:
            every = bytewright.open(data, REGISTERS, engine="objects").to_table().to_pylist()
        except ReadError:
            every = None
        outcomes = []
        for engine in ENGINES:
            table = bytewright.open(data, REGISTERS, engine=engine)
            of_engine: list[Any] = []
            for name in ("bert", "ada", "bert"):
                try:
                    of_engine.append(table.lookup(account=name).to_pylist())
                except ReadError as error:
                    of_engine.append(str(error))
                    continue
                if every is not None:
                    expected = [row for row in every if row["account"] == "a/" + name]
                    assert of_engine[-1] == expected or (not intact and of_engine[-1] == []), (number, name)
            outcomes.append(of_engine)
        assert outcomes[0] == outcomes[1], number
        assert outcomes[0][0] == outcomes[0][2], number
