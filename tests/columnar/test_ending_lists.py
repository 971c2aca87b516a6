"""Lists in records that an element ends, by kernels and through objects."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from tests.support.both import agree_when_damaged
from tests.support.compiling import Compile
from tests.support.written_rows import refused, written

LISTS = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: codes, type: u2, repeat: until, repeat-until: _ == 0 or _index == 2}
      - {id: names, type: strz, encoding: UTF-8, repeat: until, repeat-until: '_ == ""'}
      - {id: last, type: u1}
      - {id: parts, type: part, repeat: until, repeat-until: _.kind == last, if: last != 0}
      - {id: sum, type: u1, valid: codes.size}
  part:
    seq:
      - {id: kind, type: u2}
      - {id: values, type: f4, repeat: expr, repeat-expr: 2}
      - {id: tags, type: u1, repeat: until, repeat-until: _ >= 128 or _index == kind}
"""
PART = pa.struct([("kind", pa.uint16()), ("values", pa.list_(pa.float32())), ("tags", pa.list_(pa.uint8()))])
ROWS: tuple[dict[str, Any], ...] = (
    {
        "codes": [5, 0],
        "names": ["a", ""],
        "last": 5,
        "parts": [{"kind": 7, "values": [1.5, 2], "tags": [1, 2, 200]}, {"kind": 5}],
    },
    {"codes": [0], "names": [""]},
    {"codes": [1, 2, 3], "names": ["é", "zwei", ""], "last": 1, "parts": [{"kind": 1, "tags": [3, 4]}]},
)


def rows(*of: dict[str, Any]) -> pa.Table:
    """Rows of lists; what is left out of parts is two zeros, and a tag that is the last."""
    parts = [
        None if row.get("parts") is None else [{"values": [0, 0], "tags": [128]} | part for part in row["parts"]]
        for row in of
    ]
    return pa.table(
        {
            "codes": pa.array([row["codes"] for row in of], pa.list_(pa.uint16())),
            "names": pa.array([row["names"] for row in of], pa.list_(pa.string())),
            "last": pa.array([row.get("last", 0) for row in of], pa.uint8()),
            "parts": pa.array(parts, pa.list_(PART)),
            "sum": pa.array([len(row["codes"]) for row in of], pa.uint8()),
        }
    )


def test_lists(compiled: Compile) -> None:
    data = written(compiled(LISTS), rows(*ROWS))
    tried, bad = agree_when_damaged(compiled(LISTS), data)
    assert bad > tried // 8


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"codes": [5]}, "codes"),
        ({"codes": [0, 5, 0]}, "codes"),
        ({"codes": [1, 2, 3, 0]}, "codes"),
        ({"codes": []}, "codes"),
        ({"codes": [5, 0], "names": ["a"]}, "names"),
        ({"codes": [5, 0], "names": ["", ""]}, "names"),
        ({"codes": [5, 0], "names": []}, "names"),
        ({"codes": [0], "last": 5, "parts": [{"kind": 6}]}, "parts"),
        ({"codes": [0], "last": 5, "parts": [{"kind": 5}, {"kind": 5}]}, "parts"),
        ({"codes": [0], "last": 5, "parts": [{"kind": 5, "tags": [1, 2]}]}, "parts[0].tags"),
        ({"codes": [0], "last": 1, "parts": [{"kind": 1, "tags": [1, 2, 200]}]}, "parts[0].tags"),
        ({"codes": [0], "last": 5, "parts": []}, "parts"),
        ({"codes": [0], "last": 5}, "parts"),
        ({"codes": [0], "last": 0, "parts": [{"kind": 0}]}, "parts"),
    ],
)
def test_other_lists(wrong: dict[str, Any], field: str, compiled: Compile) -> None:
    found = refused(compiled(LISTS), rows(ROWS[0], {"names": [""], **wrong})).field
    assert found is not None
    assert found.startswith(f"all[1].{field}")
