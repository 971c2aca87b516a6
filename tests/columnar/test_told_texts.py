"""Rows whose texts decide what else there is, by kernels and through objects."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from tests.support.both import agree_when_damaged
from tests.support.compiling import Compile
from tests.support.written_rows import refused, written

from bytewright.codec.settings import parse
from bytewright.tables.write import bytes_of

CHUNKS = """
seq:
  - {id: chunks, type: chunk, repeat: until, repeat-until: _.kind == "IEND"}
types:
  chunk:
    seq:
      - {id: len, type: u4be}
      - {id: kind, type: str, size: 4, encoding: ASCII}
      - {id: body, size: len, type: {switch-on: kind, cases: {'"IHDR"': head, '"tEXt"': text}}}
      - {id: sum, type: u4be, -checksum: {algorithm: crc32, from: kind, to: body}}
  head: {seq: [{id: width, type: u4be}, {id: depth, type: u1}]}
  text: {seq: [{id: key, type: strz}, {id: value, type: str, size-eos: true}]}
"""


def chunks(*rows: tuple[str, dict[str, Any] | None]) -> pa.Table:
    """Chunks of some kinds."""
    kind = pa.struct(
        [
            ("head", pa.struct([("width", pa.uint32()), ("depth", pa.uint8())])),
            ("text", pa.struct([("key", pa.string()), ("value", pa.string())])),
            ("bytes", pa.binary()),
        ]
    )
    return pa.table({"kind": [kind for kind, _ in rows], "body": pa.array([body for _, body in rows], kind)})


ROWS: tuple[tuple[str, dict[str, Any] | None], ...] = (
    ("IHDR", {"head": {"width": 640, "depth": 8}}),
    ("tEXt", {"text": {"key": "Author", "value": "é"}}),
    ("IDAT", {"bytes": b"\0\1\2"}),
    ("tEXt", {"text": {"key": "", "value": ""}}),
    ("IEND", {"bytes": b""}),
)


def test_switches_and_ends(compiled: Compile) -> None:
    codec = compiled(CHUNKS)
    data = written(codec, chunks(*ROWS))
    assert data.startswith(b"\0\0\0\5IHDR\0\0\2\x80\10")
    tried, bad = agree_when_damaged(codec, data)
    assert bad > tried // 2
    encoded = chunks(*ROWS)
    table = encoded.set_column(0, "kind", encoded["kind"].combine_chunks().dictionary_encode())
    assert written(codec, table) == data
    wide = encoded.set_column(0, "kind", encoded["kind"].cast(pa.large_string()))
    assert written(codec, wide) == data


@pytest.mark.parametrize(
    ("rows", "field"),
    [
        ((ROWS[0], ROWS[1]), "chunks"),
        ((ROWS[0], ROWS[4], ROWS[4]), "chunks[2]"),
        ((("IHDR", {"bytes": b"x"}), ROWS[4]), "chunks[0].body"),
    ],
)
def test_others(rows: Any, field: str, compiled: Compile) -> None:
    found = refused(compiled(CHUNKS), chunks(*rows)).field
    assert found is not None
    assert found.startswith(field)


PARTS = """
seq:
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq:
      - {id: len, type: u1}
      - {id: name, size: len, type: str, encoding: ENCODING}
      - {id: mark, size: 2, -default: '[65, 66]'}
      - {id: more, type: u2, if: 'name == "zé" or mark == [1, 2] or mark == [65]'}
      - {id: unit, type: strz, encoding: ASCII, if: name == "", -default: '"m"'}
      - {id: digits, type: u1, if: name == "" and unit == "m"}
"""


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16LE", "ISO-8859-1", "Shift_JIS"])
def test_conditions(encoding: str, compiled: Compile) -> None:
    """In all encodings alike; a default counts where rows leave a text out."""
    codec = compiled(PARTS.replace("ENCODING", encoding))
    names = ["a", "zé" if encoding != "Shift_JIS" else "z", "", "", "b"]
    table = pa.table(
        {
            "name": names,
            "mark": [b"AB", b"xy", b"AB", b"AB", b"\1\2"],
            "more": pa.array([None, 7 if names[1] == "zé" else None, None, None, 8], pa.uint16()),
            "unit": [None, None, "m", "km", None],
            "digits": pa.array([None, None, 3, None, None], pa.uint8()),
        }
    )
    written(codec, table)
    fixed = table.set_column(1, "mark", table["mark"].cast(pa.binary(2)))
    assert bytes_of(codec, fixed, None, parse(codec), None, "columns")[0] == written(codec, table)
    stated = table.slice(2, 2)
    left_out = stated.drop_columns(["mark"]).set_column(2, "unit", pa.array([None, "km"], pa.string()))
    for engine in ("objects", "columns"):
        assert bytes_of(codec, left_out, None, parse(codec), None, engine)[0] == written(codec, stated)
