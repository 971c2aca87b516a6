"""Functions that ask how long something is, as those of Python do; numbers that are built of others."""

from typing import Any

from construct import Array, Byte, Check, Computed, Int16ub, Padded, Rebuild, RepeatUntil, Struct

VALUES = [
    {"lines": [[1, 2, 3], [4, 5, 6]], "upto": [1, 0], "rest": 7},
    {"lines": [[1], [2]], "upto": [9, 9, 9], "rest": 0},
]


def area(ctx: Any) -> Any:
    return 2 + ctx.height * ctx.width


toy = Struct(
    "height" / Rebuild(Byte, lambda ctx: len(ctx.lines)),
    "width" / Rebuild(Byte, lambda ctx: len(ctx.lines[0])),
    "area" / Rebuild(Int16ub, area),
    "lines" / Array(lambda ctx: ctx.height, Padded(8, Array(lambda ctx: ctx.width, Byte))),
    "upto" / RepeatUntil(lambda item, items, ctx: item == 0 or len(items) == 3, Byte),
    "count" / Computed(lambda ctx: len(ctx.upto)),
    "rest" / Byte,
    "distance" / Computed(lambda ctx: abs(ctx.rest - ctx.count)),
    Check(lambda ctx: len(ctx.upto) < 4),
)
