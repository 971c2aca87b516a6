"""Small files of a task: read at once they give the same rows, errors and warnings as one by one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pyarrow as pa
import pytest

from bytewright.errors import BytewrightError
from bytewright.spark.options import ReadOptions
from bytewright.spark.read.planning import Planner
from bytewright.spark.read.task import Outcome, Piece, Request, read

pytest.importorskip("bytewright_formats.aresdb_redo_log")

LOGS = Path(__file__).parents[2] / "examples" / "data" / "aresdb"
LOG = LOGS / "fact_table" / "200.redolog"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Logs of two tables and two days, one of them cut off."""
    for day in ("2026-06-01", "2026-06-02"):
        (tmp_path / f"day={day}").mkdir()
        for number in range(6):
            shutil.copy(LOG, tmp_path / f"day={day}" / f"{number}.redolog")
    (tmp_path / "day=2026-06-01" / "3.redolog").write_bytes(LOG.read_bytes()[:-5])
    for other in ("every_type", "batch_sizes"):
        for log in (LOGS / other).iterdir():
            shutil.copy(log, tmp_path / "day=2026-06-02")
    return tmp_path


def _outcome(pieces: list[list[Piece]], request: Request) -> tuple[list[object], str | None, int, list[str]]:
    """Rows, the error, how many were told of, and warnings."""
    rows: list[object] = []
    told: list[Outcome] = []
    error = None
    try:
        for group in pieces:
            for batch in read(group, request, told.append):
                batch.validate(full=True)
                rows += batch.to_pylist()
    except BytewrightError as bad:
        error = str(bad)
    return rows, error, sum(one.rows for one in told), [text for one in told for text in one.warnings]


def _nullable(schema: pa.Schema) -> pa.Schema:
    """As Spark has it."""
    return pa.schema([field.with_nullable(True) for field in schema])


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"ignoreCorruptFiles": "true"},
        {"ignoreCorruptFiles": "true", "mergeSchema": "true"},
        {"mode": "PERMISSIVE", "columnNameOfCorruptRecord": "_bad"},
        {"mode": "DROPMALFORMED", "columns": "c0, day", "filters": '[["c0", "!=", 5]]'},
        {"ignoreCorruptFiles": "true", "includeMetadata": "true"},
    ],
)
@pytest.mark.parametrize("others", [False, True])
def test_at_once_and_one_by_one(folder: Path, given: dict[str, str], others: bool) -> None:
    name_filter = "*" if others else "?.redolog"
    options = ReadOptions.parse({"path": str(folder), "pathGlobFilter": name_filter, **given}, "aresdb_redo_log")
    planner = Planner(options)
    request = planner.request(_nullable(planner.schema()), options)
    pieces = [piece for group in planner.partitions(request.columns, options.filters) for piece in group]
    assert len(pieces) > 10
    alone = _outcome([[piece] for piece in pieces], request)
    assert _outcome([pieces], request) == alone
    assert alone[0]


def test_a_column_that_only_later_files_have_is_shown(tmp_path: Path) -> None:
    for number in range(6):
        shutil.copy(
            LOGS / "fact_table" / ("100.redolog" if number < 3 else "200.redolog"), tmp_path / f"{number}.redolog"
        )
    options = ReadOptions.parse({"path": str(tmp_path)}, "aresdb_redo_log")
    later = ReadOptions.parse({"path": str(tmp_path / "5.redolog")}, "aresdb_redo_log")
    schema = pa.unify_schemas([_nullable(Planner(options).schema()), _nullable(Planner(later).schema())])
    planner = Planner(options)
    request = planner.request(schema, options)
    pieces = [Piece(file, file.size) for file in planner.files]
    assert _outcome([pieces], request) == _outcome([[piece] for piece in pieces], request)
