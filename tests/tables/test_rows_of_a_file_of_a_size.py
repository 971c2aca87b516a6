"""Files that say how large they are: the kernel makes their records, and what rests on these is written behind them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile
from tests.support.written_rows import refused, written

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.tables.write import write_rows
from bytewright.tables.write_job import WriteJob, Written

LETTERS = """
seq:
  - {id: magic, contents: LT}
  - {id: len_file, type: u4, valid: _io.size}
  - {id: letters, type: letter, repeat: eos}
types: {letter: {seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}}
"""
COUNTED = """
seq:
  - {id: num, type: u2}
  - {id: len_file, type: u4, valid: _io.size}
  - {id: letters, type: letter, repeat: expr, repeat-expr: num}
  - {id: sign, type: strz}
types: {letter: {seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}}
"""
ASKING = LETTERS.replace(
    "{id: text, type: str, size: len}", "{id: text, type: str, size: len}, {id: z, type: u1, if: _root.len_file > 9}"
)


def texts(values: list[Any]) -> pa.Table:
    return pa.table({"text": pa.array(values, pa.string())})


def of_file(codec: Codec, table: pa.Table, path: Path, root: str | None = None) -> tuple[bytes, Written]:
    """A file that is written where it is to be."""

    def batches() -> list[pa.RecordBatch]:
        return table.to_batches(max_chunksize=100)

    job = WriteJob(codec, None, parse(codec), root, "columns", table.schema, len(table))
    how = write_rows(job, batches, path)
    return path.read_bytes(), how


@pytest.mark.parametrize("count", [0, 1, 300])
def test_a_file_that_says_its_size(compiled: Compile, tmp_path: Path, count: int) -> None:
    codec = compiled(LETTERS)
    table = texts(["ä" * (number % 90) for number in range(count)])
    data = written(codec, table)
    assert data[:2] == b"LT"
    assert int.from_bytes(data[2:6], "little") == len(data)
    assert of_file(codec, table, tmp_path / "letters", "{}") == (data, Written(count, count, strategy="rows"))


def test_more_behind_the_records(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(COUNTED)
    table, root = texts(["a", "bc", ""] * 50), '{"sign": "yours"}'
    data = written(codec, table, root)
    assert data.endswith(b"\0yours\0")
    assert int.from_bytes(data[2:6], "little") == len(data)
    assert of_file(codec, table, tmp_path / "letters", root)[0] == data


def test_nothing_is_left_of_rows_that_do_not_fit(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(LETTERS)
    table = texts(["a"] * 150 + ["x" * 300])
    assert refused(codec, table).field == "letters[150].len"
    with pytest.raises(WriteError):
        bytewright.write(table, tmp_path / "letters", codec)
    assert not [*tmp_path.glob("letters*")]


def test_records_that_ask_how_large_the_file_is(compiled: Compile) -> None:
    """They are there when the file's size is known, and would be others then: objects know."""
    table = pa.table({"text": ["abc"], "z": pa.array([None], pa.int16())})
    assert refused(compiled(ASKING), table).field == "letters[0].z"
    assert written(compiled(ASKING), table.slice(0, 0)) == b"LT\6\0\0\0"
