"""Files through both engines: what comes out has to be the same, to the last word of the error."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.docs.blocks import ROOT, blocks

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import ReadError
from bytewright.host.gc_pause import uncollected
from bytewright.kernels.plan import RowPlan
from bytewright.views.evaluate.handed import HandedRecords
from bytewright_codegen.load import load

TOYS = Path(__file__).parents[1] / "toys"
SIZES = (1, 3, 65_536)
"""Rows per batch."""

Outcome = tuple[list[str], str | None, list[str]]


@cache
def toy(name: str) -> Codec:
    """The codec of a toy."""
    return load(TOYS / f"{name}.ksy", trust=[str(TOYS)])


@cache
def documented(*, views: bool = False) -> Codec:
    """The codec of the format that docs/adding-a-format.md adds, before or after it has views."""
    specs = [block for block in blocks(ROOT / "docs" / "adding-a-format.md") if block.language == "yaml" and block.info]
    assert [block.info.startswith("append") for block in specs] == [False, True]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sensor_log.ksy"
        path.write_text("".join(block.text for block in specs[: 1 + views]), encoding="utf-8")
        return load(path)


def read(codec: Codec, data: bytes | Path, engine: Any, batch_rows: int = 65_536, **arguments: Any) -> Outcome:
    """Rows, the text of the error, and the warnings."""
    table = bytewright.open(data, codec, engine=engine, batch_rows=batch_rows, **arguments)
    rows: list[str] = []
    error = None
    try:
        for batch in table.to_batches():
            assert 0 < batch.num_rows <= batch_rows
            assert batch.schema == table.schema
            batch.validate(full=True)
            rows += map(repr, numbers(batch).to_pylist())
    except ReadError as bad:
        error = str(bad)
    return rows, error, [str(warning) for warning in table.warnings]


def tolerated(
    codec: Codec, data: bytes, engine: Any, batch_rows: int = 65_536, **arguments: Any
) -> tuple[list[str], int, list[str]]:
    """Rows, how many records are bad, and the warnings, in a mode that goes on behind these."""
    table = bytewright.open(data, codec, engine=engine, batch_rows=batch_rows, **arguments)
    rows = [repr(row) for batch in table.to_batches() for row in numbers(batch).to_pylist()]
    return rows, table.malformed, [str(warning) for warning in table.warnings]


def handed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the elements that objects are handed by the kernel from now on."""
    found: list[int] = []
    go = HandedRecords.scopes

    def noted(self: HandedRecords, *given: Any) -> Iterator[Any]:
        for scopes in go(self, *given):
            found.append(scopes[-1].index)
            yield scopes

    monkeypatch.setattr(HandedRecords, "scopes", noted)
    return found


def numbers(batch: Any) -> Any:
    """A batch with numbers in place of times: there are more of them than Python has times."""
    return pa.Table.from_batches([batch]).cast(pa.schema([_number(field) for field in batch.schema]))


def _number(field: Any) -> Any:
    kind = field.type
    if pa.types.is_timestamp(kind):
        kind = pa.int64()
    elif pa.types.is_list(kind):
        kind = pa.list_(_number(kind.value_field))
    elif pa.types.is_struct(kind):
        kind = pa.struct([_number(child) for child in kind])
    return pa.field(field.name, kind)  # Arrow casts no null structs with members that can't be null


def damaged(data: bytes) -> Iterator[bytes]:
    """Every prefix, and every byte changed to two of some values, which ones takes turns."""
    for size in range(len(data)):
        yield data[:size]
    for place, byte in enumerate(data):
        values = (0x00, byte ^ 1, 0xFF, byte ^ 0x80, 0x7F)
        for value in {values[place % 5], values[(place + 1) % 5]} - {byte}:
            yield data[:place] + bytes([value]) + data[place + 1 :]


def agree(codec: Codec, data: bytes, **arguments: Any) -> Outcome:
    """What both engines say of a file, at every batch size."""
    expected = read(codec, data, "objects", **arguments)
    for size in SIZES:
        assert read(codec, data, "columns", size, **arguments) == expected, size
    return expected


def agree_within_limits(codec: Codec, data: bytes, **arguments: Any) -> list[Outcome]:
    """What both engines say of a file under a bound on what a reader holds at one time.

    How much that is is an engine's own: one that holds less may come further. Neither gives other rows."""
    outcomes = [read(codec, data, "objects", **arguments)]
    outcomes += [read(codec, data, "columns", size, **arguments) for size in SIZES]
    most = max((rows for rows, _, _ in outcomes), key=len)
    for rows, error, _ in outcomes:
        assert rows == most[: len(rows)]
        assert (error is None and rows == most) or "maxDecodedBytes" in str(error)
    return outcomes


def agree_when_damaged(codec: Codec, data: bytes, **arguments: Any) -> tuple[int, int]:
    """Hold the engines against each other on damaged forms of a file; how many there were, and how many were bad.

    Of a file of more than 80 bytes, some of its forms, of all of its length."""
    forms = list(damaged(data))
    apart = 1 + len(forms) // 240 | 1  # odd: of two changes of a byte, now the one and now the other
    bad, outcomes = 0, list[Outcome]()
    for number, broken in enumerate(forms[::apart]):
        expected = read(codec, broken, "objects", **arguments)
        found = read(codec, broken, "columns", SIZES[number % len(SIZES)], **arguments)
        assert found == expected, (number, broken.hex())
        outcomes.append(expected)
        bad += expected[1] is not None
    agree_in_bulk(codec, [data, *forms[::apart]], [read(codec, data, "objects", **arguments), *outcomes], **arguments)
    return len(outcomes), bad


def agree_in_all_modes(codec: Codec, data: bytes, few: int = 60, **arguments: Any) -> None:
    """Hold the engines against each other on a file whose records are good, and on damaged forms of it, in modes that
    go on behind what is bad as well."""
    rows, error, _ = agree(codec, data, **arguments)
    assert rows
    assert error is None
    agree_when_damaged(codec, data, **arguments)
    forms = list(damaged(data))
    for mode in ("PERMISSIVE", "DROPMALFORMED"):
        for form in forms[:: 1 + len(forms) // few]:
            expected = read(codec, form, "objects", mode=mode, **arguments)
            assert read(codec, form, "columns", mode=mode, **arguments) == expected, (mode, form.hex())


def made_by_the_kernel(codec: Codec, view: str = "rows") -> set[str]:
    """The columns of a view that the kernel makes; it has a plan."""
    found = codec.row_plans[view]
    assert isinstance(found, RowPlan), found
    return {column.name for column in found.columns}


def agree_in_bulk(codec: Codec, files: Sequence[bytes], outcomes: Sequence[Outcome], **arguments: Any) -> None:
    """Hold files that are read as one table against what objects say of each; the first one has all columns."""
    table = bytewright.open(files, codec, engine="columns", **arguments)
    if table.keys is not None:
        files = [files[0], *files[1 :: max(1, len(files) // 12)]]
        table = bytewright.open(files, codec, engine="columns", **arguments)
        outcomes = [read(codec, data, "objects", keys=table.keys, **arguments) for data in files]
    errors: list[str] = []
    rows: list[str] = []
    for batch in table.to_batches(lambda error: errors.append(str(error))):
        assert batch.schema == table.schema
        rows += map(repr, numbers(batch).to_pylist())
    assert rows == [row for found, _, _ in outcomes for row in found]
    assert errors == [error for _, error, _ in outcomes if error is not None]
    assert {str(warning) for warning in table.warnings} == {text for _, _, texts in outcomes for text in texts}
    assert len(table.engines) == len(files)


def left_behind(codec: Codec, data: bytes, view: str | None = None) -> list[int]:
    """Bytes that each of some readings of a file leaves in Arrow's pool before Python looks for garbage; every other
    one is stopped at its first batch."""
    found: list[int] = []
    with uncollected():
        for turn in range(5):
            before = pa.total_allocated_bytes()
            batches = bytewright.open(data, codec, view, engine="columns", batch_rows=1).to_batches()
            assert sum(batch.num_rows for batch in islice(batches, 1 if turn % 2 else None)) > 0
            del batches
            found.append(pa.total_allocated_bytes() - before)
    return found[1:]  # what is kept for other files is there by now


def noting(monkeypatch: pytest.MonkeyPatch, what: Mapping[type, str]) -> list[str]:
    """What classes of the runtime read as objects from now on, by what that is called."""
    found: list[str] = []
    for owner, name in what.items():

        def noted(
            self: object,
            *given: object,
            name: str = name,
            go: Any = owner._by_objects,  # type: ignore[attr-defined]
        ) -> Iterator[object]:
            found.append(name)
            yield from go(self, *given)

        monkeypatch.setattr(owner, "_by_objects", noted)
    return found
