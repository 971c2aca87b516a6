"""Structures that say where regions lie, read by the kernel as a whole, many at a time: the same rows and errors as by
objects."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

import pytest
from tests.support.both import agree, agree_when_damaged, left_behind, noting, toy

from bytewright.columnar.scan import index_blocks, page_tables
from bytewright.columnar.scan.index_blocks import IndexBlocks
from bytewright.columnar.scan.index_pages import IndexPages
from bytewright.columnar.scan.nested_scan import NestedScan
from bytewright.kernels.plan import RowPlan

VIEWS = ("parcels", "crates", "sorted", "letters", "notes")


def text(of: bytes) -> bytes:
    return bytes([len(of)]) + of


def depot(
    keeper: int, parcels: Sequence[tuple[int, bytes]], racks: Sequence[tuple[bytes, Sequence[int]]] = (), moved: int = 0
) -> bytes:
    """A depot; ``moved``: how far from them it says that its parcels are."""
    made = struct.pack("<hB", keeper, len(racks))
    at = 3 + sum(5 + len(label) for label, _ in racks)
    behind = b""
    for label, crates in racks:
        made += text(label) + struct.pack("<HH", at + len(behind) if crates else 0, 4 * len(crates))
        behind += struct.pack(f"<{len(crates)}i", *crates)
    held = b"".join(struct.pack("<i", weight) + text(address) for weight, address in parcels)
    return made + behind + held + struct.pack("<HH", at + len(behind) + moved, len(held))


def depots(
    of: Sequence[tuple[bytes, bytes]], bags: Sequence[tuple[bytes, bytes, bytes]] = (), year: int = 1999
) -> bytes:
    """A file of depots, and of bags of letters and notes."""
    made = lines = bag_lines = b""
    for town, data in of:
        lines += text(town) + struct.pack("<II", len(made), len(data))
        made += data
    for label, letters, notes in bags:
        bag_lines += text(label) + struct.pack("<II", len(made), len(letters))
        made += letters
        bag_lines += struct.pack("<II", len(made), len(notes))
        made += notes
    ends = struct.pack("<IHIHH", len(made), len(of), len(made) + len(lines), len(bags), year)
    return made + lines + bag_lines + ends


GOOD = depot(-1, [(5, b"here"), (6, "Größe".encode())], [(b"low", (1, 2, 3)), (b"none", ()), (b"", (4,))])
BAGS = [
    (b"mail", text(b"dear all") + text(b""), zlib.compress(text(b"a note"))),
    ("süß".encode(), text(b"x" * 90), b""),
    (b"empty", b"", zlib.compress(b"")),
]
SMALL = depots([(b"Xanten", GOOD), (b"Ulm", depot(2, [])), (b"Aalen", depot(3, [(7, b"")]))], BAGS)


@pytest.fixture
def left(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is read as objects: what says where structures lie, these, and regions."""
    return noting(monkeypatch, {IndexBlocks: "file", IndexPages: "structure", NestedScan: "region"})


def test_no_structure_becomes_an_object(left: list[str]) -> None:
    found = {view: agree(toy("depots"), SMALL, view=view) for view in VIEWS}
    assert [(len(rows), error) for rows, error, _ in found.values()] == [
        (3, None),
        (4, None),
        (3, None),
        (3, None),
        (1, None),
    ]
    assert found["parcels"][0][1] == (
        "{'year': 1999, 'town': 'Xanten', 'keeper': -1, 'place': 1, 'weight': 6, 'address': 'Größe'}"
    )
    assert found["crates"][0][3] == "{'town': 'Xanten', 'rack': '', 'weight': 4}"
    assert found["sorted"][0][0] == "{'town': 'Aalen', 'weight': 7}"
    assert found["letters"][0][0] == "{'year': 1999, 'bag': 'mail', 'text': 'dear all'}"
    assert left == []


@pytest.mark.parametrize("small", [0, len(GOOD) - 1])
def test_large_structures_are_read_as_objects(small: int, left: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_blocks, "SMALL", small)
    monkeypatch.setattr(page_tables, "SMALL", small)
    for view in VIEWS:
        agree(toy("depots"), SMALL, view=view)
    assert "structure" in left


@pytest.mark.parametrize(
    "bad", [depot(1, [(5, b"x")], moved=900), depot(1, [(5, b"\xff")]), depot(1, [], [(b"\xff", (1,))]), b"", b"\0"]
)
def test_what_the_kernel_leaves(bad: bytes, left: list[str]) -> None:
    """Other structures are read all the same, until one is bad."""
    data = depots([(b"a", GOOD), (b"b", bad), (b"c", GOOD)])
    for view in ("parcels", "crates", "sorted"):
        agree(toy("depots"), data, view=view)
    assert left != []


@pytest.mark.parametrize("view", VIEWS)
def test_damage(view: str) -> None:
    agree_when_damaged(toy("depots"), SMALL, view=view)


def test_files_that_are_bad() -> None:
    for view in VIEWS:
        agree(toy("depots"), depots([(b"\xff", GOOD)], [(b"\xff", b"", b"")]), view=view)
        agree(toy("depots"), depots([(b"a", GOOD)], BAGS, year=1), view=view)


@pytest.mark.parametrize("view", VIEWS)
def test_memory_is_let_go_of(view: str) -> None:
    assert left_behind(toy("depots"), SMALL, view) == [0] * 4


@pytest.mark.parametrize(
    ("view", "within"), [("parcels", True), ("crates", True), ("sorted", False), ("letters", False)]
)
def test_plans_have_directories(view: str, within: bool) -> None:
    plan = toy("depots").row_plans[view]
    assert isinstance(plan, RowPlan)
    assert plan.directory is not None
    assert (plan.directory.directory is not None) == within
