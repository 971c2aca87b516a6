"""Small structures with an index each, found by the kernel many at a time: the same rows and errors as by objects."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import pytest
from tests.support.both import agree, agree_when_damaged, left_behind, noting, read, toy

from bytewright.columnar.scan import index_blocks
from bytewright.columnar.scan.index_blocks import IndexBlocks
from bytewright.columnar.scan.index_pages import IndexPages
from bytewright.columnar.scan.nested_scan import NestedScan
from bytewright.kernels.plan import RowPlan

Box = tuple[int, bytes, Sequence[tuple[int, int]]]
"""Its number and label, and its coins: what each is worth, and of which kind it is."""


def vault(keeper: int, *pages: Sequence[Box], leaves: int | None = None, moved: int = 0) -> bytes:
    """A vault; ``leaves``: how many pages it says that it has; ``moved``: how far from a page it says that this is."""
    made, at = struct.pack("<h", keeper), 2
    places: list[tuple[int, int]] = []
    for boxes in pages:
        lists = [b"".join(struct.pack("<iB", *coin) for coin in coins) for _, _, coins in boxes]
        page = b""
        for (number, label, _), data in zip(boxes, lists, strict=True):
            page += struct.pack("<iB", number, len(label)) + label + struct.pack("<HH", at, len(data))
            at += len(data)
        made += b"".join(lists) + page
        places.append((at + moved, len(page)))
        at += len(page)
    made += b"".join(struct.pack("<HH", *place) for place in places)
    return made + bytes([len(pages) if leaves is None else leaves])


def vaults(*sheets: Sequence[bytes]) -> bytes:
    """A file of vaults, in sheets that name them in the order that is given; they lie the other way round."""
    at = 3 + 8 * len(sheets) + sum(11 * len(sheet) for sheet in sheets)
    every = [one for sheet in sheets for one in sheet]
    places: list[int] = []
    behind = at + sum(map(len, every))
    for one in every:
        behind -= len(one)
        places.append(behind)
    slips = lines = b""
    number = 0
    for sheet in sheets:
        slips += struct.pack("<II", 3 + 8 * len(sheets) + len(lines), 11 * len(sheet))
        for one in sheet:
            lines += struct.pack("<B2sII", 2, b"%02d" % (number % 100), places[number], len(one))
            number += 1
    return struct.pack("<HB", 7, len(sheets)) + slips + lines + b"".join(reversed(every))


FIRST: list[Box] = [(1, b"gold", [(10, 1), (20, 2)]), (2, "süß".encode(), [(-5, 1)])]
SECOND: list[Box] = [(3, b"", [(0, 3), (7, 3)]), (1, b"not gold", [])]
GOOD = vault(-4, FIRST, SECOND)
SMALL = vaults([GOOD, vault(1)], [vault(2, [(9, b"tin", [(1, 9)] * 3)]), GOOD])


@pytest.fixture
def left(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is read as objects: vaults, pages of boxes, and coins."""
    return noting(monkeypatch, {IndexBlocks: "vault", IndexPages: "page", NestedScan: "coins"})


def test_no_vault_becomes_an_object(left: list[str]) -> None:
    """The edition is the file's, though structures on the way have one as well."""
    rows, error, warnings = agree(toy("coffers"), SMALL)
    assert (len(rows), error, warnings) == (13, None, [])
    assert rows[1] == (
        "{'edition': 7, 'vault': '03', 'keeper': -4, 'page': 0, 'box': 1, 'place': 1, 'worth': 20, 'kind': 'süß'}"
    )
    assert "'vault': '03', 'keeper': -4, 'page': 1, 'box': 3, 'place': 0, 'worth': 0, 'kind': ''" in rows[3]
    assert "'vault': '02', 'keeper': 2" in rows[5]
    assert "'vault': '00'" in rows[-1]
    rows, _, _ = agree(toy("coffers"), SMALL, view="unsorted")
    assert (rows[0], len(rows)) == ("{'vault': '00', 'worth': 10}", 13)
    assert left == []


def test_more_than_are_gone_through_at_a_time(left: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_blocks, "_BLOCKS", 3)
    for view in ("coins", "unsorted"):
        rows, error, _ = agree(toy("coffers"), vaults([GOOD] * 5, [vault(5)] * 4, [GOOD] * 2), view=view)
        assert (len(rows), error, left) == (35, None, [])


def test_pages_of_large_vaults_are_found_by_objects(left: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_blocks, "SMALL", len(GOOD) - 1)
    rows, error, _ = agree(toy("coffers"), SMALL)
    assert (len(rows), error, set(left)) == (13, None, {"vault"})


@pytest.mark.parametrize(
    ("bad", "by_objects"),
    [
        (vault(1, FIRST, leaves=21), {"vault"}),
        (vault(1, FIRST, leaves=20), {"vault"}),
        (vault(1, FIRST, moved=500), {"vault", "page"}),
        (vault(1, [(1, b"\xff", [(1, 1)])]), {"page"}),
        (vault(1, [(1, b"", [(1, 2)])]), {"coins"}),
        (vault(1, []), {"vault", "page"}),
        (b"", {"vault"}),
        (b"\0", {"vault"}),
    ],
)
def test_what_the_kernel_leaves(bad: bytes, by_objects: set[str], left: list[str]) -> None:
    """Other vaults are read all the same, until one is bad."""
    for view in ("coins", "unsorted"):
        agree(toy("coffers"), vaults([GOOD, bad], [GOOD]), view=view)
    assert set(left) >= by_objects


def test_many_that_the_kernel_leaves(left: list[str]) -> None:
    """It is asked no more after some."""
    data = vaults([vault(1, FIRST, []), GOOD] * 60)
    assert read(toy("coffers"), data, "columns") == read(toy("coffers"), data, "objects")
    assert left.count("vault") < 60


def test_damage() -> None:
    for view in ("coins", "unsorted"):
        agree_when_damaged(toy("coffers"), SMALL, view=view)


def test_memory_is_let_go_of() -> None:
    assert left_behind(toy("coffers"), SMALL) == [0] * 4


@pytest.mark.parametrize(("name", "view", "indexed"), [("coffers", "coins", True), ("archive", "notes", False)])
def test_plans_have_blocks(name: str, view: str, indexed: bool) -> None:
    plan = toy(name).row_plans[view]
    assert isinstance(plan, RowPlan)
    assert plan.directory is not None
    assert plan.directory.directory is not None
    assert (plan.directory.directory.directory is not None) == indexed
