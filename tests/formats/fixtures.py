"""What fixtures of the formats have in common: lists of files, rows as text says them, damaged files."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bytewright.codec import settings
from bytewright.codec.codec import Codec
from bytewright.columnar.scan.preparation import capability
from bytewright.views.evaluate.layout import layout_of

DATA = Path(__file__).parents[1] / "data"
ENGINES = ["objects", "columns", "kaitai"]

Row = list[tuple[str, Any]]


class Bad(NamedTuple):
    """A damaged file: its name, and what a strict reader does with it."""

    file: str
    expect: str
    exit_status: str
    good_rows: int
    where: str

    @property
    def offsets(self) -> range:
        """Where the error may lie."""
        low, high = map(int, self.where.split("-"))
        return range(low, high + 1)


def bad_files(folder: Path) -> list[Bad]:
    """The damaged files that ``expected.tsv`` in a folder lists."""
    with (folder / "expected.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [Bad(r["file"], r["expect"], r["exit_status"], int(r["good_rows"]), r["where"]) for r in rows]


def named(path: Path) -> str:
    """The id of a test about a file."""
    return f"{path.parent.name}/{path.stem}"


def skip_unless(engine: str, codec: Codec, view: str) -> None:
    """Skip what the kernel refuses, and says why."""
    if engine == "columns":
        shown = next(v for v in codec.views if v.name == view)
        options = settings.parse(codec)
        reason = capability.refusal(codec, shown, options) or capability.left_to_objects(
            codec, shown, layout_of(shown, options)
        )
        if reason is not None:
            pytest.skip(reason)


def lines(text: str) -> Iterator[Row]:
    """JSON Lines with all that equality would hide: order and repetition of keys, signs of zeros."""
    for line in text.splitlines():
        yield json.loads(line, object_pairs_hook=list, parse_float=_spelled)


def expected_rows(path: Path, view: str) -> list[Row]:
    """The rows that stand beside a file."""
    return list(lines(path.with_suffix(f".{view}.jsonl").read_text(encoding="utf-8")))


def known(row: Row) -> Row:
    """A row without nulls: columns that only the damaged part has are not known."""
    return [(name, value) for name, value in row if value is not None]


def _spelled(text: str) -> tuple[str, float]:
    value = float(text)
    return ("float", value) if value or math.copysign(1, value) > 0 else ("float", -0.0)
