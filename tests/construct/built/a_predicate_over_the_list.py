"""A predicate over the list."""

from construct import Int8ul, RepeatUntil, Struct

VALUES = [{"x": [1, 2, 0], "y": [1, 0, 9], "z": [7, 8, 9]}]

toy = Struct(
    "x" / RepeatUntil(lambda x, lst, ctx: lst[-1] == 0, Int8ul),
    "y" / RepeatUntil(lambda x, lst, ctx: x > ctx.x[0], Int8ul),
    "z" / RepeatUntil(lambda x, lst, ctx: ctx._index == 2, Int8ul),
)
