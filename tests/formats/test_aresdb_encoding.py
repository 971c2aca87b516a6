"""Rows of AresDB's logs become batches without an object per value: the bytes that objects write."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import bytewright
from bytewright import registry
from bytewright.errors import WriteError
from bytewright.settings import parse
from bytewright.writing import bytes_of

FOLDER = Path(__file__).parents[1] / "data" / "aresdb" / "good"


def test_fixtures() -> None:
    """Of lists and UUIDs objects make files, of everything else skeletons do."""
    codec = registry.codec("aresdb_redo_log")
    chosen = parse(codec)
    found: Counter[str] = Counter()
    for path in sorted(FOLDER.glob("*.bin")):
        table = bytewright.open(path.read_bytes(), codec, engine="objects").to_table()
        if not table.num_rows:
            continue
        try:
            wanted, _ = bytes_of(codec, table, None, chosen, engine="objects")
        except WriteError:
            found["not to be written from rows alone"] += 1
            continue
        data, how = bytes_of(codec, table, None, chosen)
        assert data == wanted, path.stem
        found["encoded" if how.encoded else how.reason.partition(":")[0]] += 1
    assert found["encoded"] >= 3, found
