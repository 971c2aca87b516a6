"""Elements that take no bytes: both engines count them for all records of a file, and refuse the same one."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, Literal

import pytest

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import LimitError, ReadError
from bytewright.limits import Limits
from bytewright_codegen.load import load

SPEC = """
meta: {{id: {id}, endian: le}}
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record:
    seq:
      - {{id: mark, contents: [0xab, 0xcd, 0xef, 1]}}
      - {{id: num, type: u4}}
      - {{id: list, {what}}}
      - {{id: tail, type: u1, valid: {{max: 9}}}}
  nothing: {{seq: []}}
  maybe: {{seq: [{{id: there, type: u1, if: _parent.as<record>.num == 3}}]}}
  several: {{seq: [{{id: inner, type: nothing, repeat: expr, repeat-expr: _parent.as<record>.num}}]}}
"""
_TIMES = "repeat: expr, repeat-expr: num"
FORMS = {
    "nothing": f"type: nothing, {_TIMES}",
    "maybe": f"type: maybe, {_TIMES}",
    "several": f"type: several, {_TIMES}",
}
ENGINES: tuple[Literal["columns", "objects"], ...] = ("columns", "objects")
MOST = 40_000
"""Such elements of a file."""


@pytest.fixture(scope="module", params=FORMS)
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def codec(form: str, tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("specs") / f"{form}.ksy"
    path.write_text(SPEC.format(id=form, what=FORMS[form]), encoding="utf-8")
    return load(path)


def elements(form: str, number: int) -> int:
    """How many of the elements of a record take no bytes."""
    return number * number + number if form == "several" else 0 if form == "maybe" and number == 3 else number


def record(number: int, tail: int = 7) -> bytes:
    return b"\xab\xcd\xef\1" + struct.pack("<IB", number, tail)


def seen(codec: Codec, data: Any, engine: Literal["columns", "objects"], **how: Any) -> tuple[list[Any], str]:
    """What rows there are, and the error behind them."""
    options = {"maxSteps": MOST, **how.pop("options", {})}
    rows: list[Any] = []
    try:
        for batch in bytewright.open(data, codec, engine=engine, options=options, **how).to_batches():
            rows += batch.to_pylist()
    except ReadError as error:
        return rows, f"{type(error).__name__}: {error}"
    return rows, ""


def agreed(codec: Codec, data: Any, **how: Any) -> tuple[list[Any], str]:
    found = [seen(codec, data, engine, **how) for engine in ENGINES]
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize("columns", [None, ["num"]])
def test_they_count_across_records(form: str, codec: Codec, columns: list[str] | None) -> None:
    number = 90 if form == "several" else 1500
    before = MOST // elements(form, number)
    rows, error = agreed(codec, record(number) * 250, columns=columns)
    assert len(rows) == before
    assert error.startswith("LimitError: ")
    assert f"records[{before}]" in error
    assert "(maxSteps)" in error


def test_few_in_a_record_are_free(form: str, codec: Codec) -> None:
    """So few that the kernel reads records without counting them, however many records there are."""
    free = Limits(maxSteps=MOST).free_steps
    number = max(one for one in range(1, 3) if elements(form, one) <= free)
    data = record(number) * (MOST + 1)
    rows, error = agreed(codec, data)
    assert (len(rows), error) == (MOST + 1, "")


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
def test_no_more_is_read_behind_too_many(form: str, codec: Codec, mode: str) -> None:
    """In bad records, they count as well; a file that has too many isn't read on."""
    number = 90 if form == "several" else 1500
    shown = ["num", *(["_error"] if mode == "PERMISSIVE" else [])]
    rows, error = agreed(codec, (record(number, 77) + 3 * record(2)) * 60, mode=mode, columns=shown)
    assert not error
    assert sum(row["num"] == 2 for row in rows) == 3 * (MOST // elements(form, number))
    if mode == "PERMISSIVE":
        assert "(maxSteps)" in rows[-1]["_error"]["reason"]


def test_parts(form: str, codec: Codec, tmp_path: Path) -> None:
    path = tmp_path / "file.bin"
    number = 40 if form == "several" else 1500
    path.write_bytes(record(number) * 12)
    for engine in ENGINES:
        table = bytewright.open(path, codec, engine=engine, options={"maxSteps": MOST})
        parts = table.splits(20)
        assert len(parts) > 3
        for _ in range(2):
            assert sum(batch.num_rows for part in parts for batch in table.to_batches(part=part)) == 12
        assert table.to_table().num_rows == 12


def test_a_second_pass_counts_anew(form: str, codec: Codec) -> None:
    table = bytewright.open(
        record(20 if form == "several" else 450) * 40, codec, engine="columns", options={"maxSteps": MOST}
    )
    for _ in range(3):
        assert table.to_table().num_rows == 40


@pytest.mark.parametrize("count", [1 << 20, (1 << 32) - 1])
def test_one_list_with_too_many(form: str, codec: Codec, count: int) -> None:
    rows, error = agreed(codec, record(2) + record(count) + record(2))
    assert len(rows) == 1
    assert error.startswith(LimitError.__name__)
