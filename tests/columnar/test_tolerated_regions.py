"""Views of lists in regions in modes that pass over what is bad: the kernel reads a good file, and a bad one as far as
its rows are given, as it does where a bad record is an error."""

from __future__ import annotations

from typing import Any

import pytest
from tests.columnar.test_chains import SMALL as THREADS
from tests.columnar.test_directories import SMALL as ARCHIVE
from tests.columnar.test_index_blocks import SMALL as COFFERS
from tests.columnar.test_outer_structures import SMALL as DEPOTS
from tests.columnar.test_references import SMALL as SHOPS
from tests.columnar.test_regions import SMALL as SHELVES
from tests.support.both import SIZES, damaged, numbers, toy

import bytewright

FILES = {
    "shelves": (SHELVES, None),
    "archive": (ARCHIVE, "letters"),
    "contents": (ARCHIVE, "contents"),
    "coffers": (COFFERS, None),
    "depots": (DEPOTS, "parcels"),
    "shops": (SHOPS, None),
    "threads": (THREADS, "drafts"),
}


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("name", FILES)
def test_engines_agree(name: str, mode: str) -> None:
    data, view = FILES[name]
    codec = toy("archive" if name == "contents" else name)
    options = {"mode": mode, "includeError": True, "includeMetadata": True}

    def read(data: bytes, engine: Any, size: int = 65536) -> tuple[list[str], int, list[str], Any]:
        table = bytewright.open(data, codec, view=view, engine=engine, options=options, batch_rows=size)
        rows = [repr(row) for batch in table.to_batches() for row in numbers(batch).to_pylist()]
        return rows, table.malformed, [str(one) for one in table.warnings], dict(table.counted)

    for size in SIZES:
        rows, bad, _, counted = read(data, "columns", size)
        assert (bad, counted) == (0, {"columns": len(rows)})
    forms = list(damaged(data))
    for number, broken in enumerate(forms[:: 1 + len(forms) // 25]):
        assert read(broken, "columns", SIZES[number % 3])[:3] == read(broken, "objects")[:3], broken.hex()
