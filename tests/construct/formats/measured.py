"""Measurements.

What a station measures, one record after another.
"""

from construct import (
    Check,
    Enum,
    GreedyRange,
    If,
    Int8ub,
    Int16ub,
    Int32sb,
    Int64sb,
    PascalString,
    Struct,
    Terminated,
    this,
)

from bytewright.construct import Keyed

OPTIONS = [{"id": "floor", "type": "int", "default": 0, "doc": "The smallest number that is shown."}]
VIEWS = {
    "rows": {
        "doc": "One row per record.",
        "default": True,
        "each": "records[*]",
        "where": "_.number >= floor",
        "columns": [
            {"id": "position", "value": "_index", "type": "s4"},
            {"id": "number", "value": "_.number"},
            {"id": "time", "value": "_.time"},
            {"id": "name", "value": "_.name", "nullable": True, "doc": "What it is called."},
        ],
    }
}

kind = Enum(Int8ub, wind=1, rain=2)
record = Struct(
    "number" / Keyed(Int32sb, null=-1, default=7),
    "time" / Keyed(Int64sb, type={"timestamp": "ms"}),
    "has_name" / Keyed(Int8ub, hint="A name is there or not."),
    Check(this.has_name <= 1),
    "name" / If(this.has_name, PascalString(Int8ub, "utf8")),
)
measured = Struct("kind" / Keyed(kind, open=True), "limit" / Int16ub, "records" / GreedyRange(record), Terminated)
