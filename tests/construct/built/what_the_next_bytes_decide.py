"""What the next bytes decide."""

from construct import Const, GreedyBytes, Int8ul, Int16ub, Int32ul, Optional, Prefixed, Select, Struct

VALUES = [
    {"head": {"n": 5}, "body": {"x": 1}, "box": {"first": {"x": 3}, "more": 7}, "tail": 8, "rest": b"abc"},
    {"head": None, "body": {"y": 9}, "box": {"first": {"y": 4}, "more": None}, "tail": None, "rest": b"abc"},
    {"head": {"n": 5}, "body": {"kind": 0}, "box": {"first": {"x": 3}, "more": None}, "tail": None, "rest": b""},
]

a = Struct(Const(b"AA"), "x" / Int8ul)
b = Struct("magic" / Const(0x4242, Int16ub), "y" / Int32ul)
c = Struct("kind" / Int8ul)

toy = Struct(
    "head" / Optional(Struct(Const(b"HD"), "n" / Int8ul)),
    "body" / Select(a, b, c),
    "box" / Prefixed(Int8ul, Struct("first" / Select(a, b), "more" / Optional(Int16ub))),
    "tail" / Optional(Int32ul),
    "rest" / GreedyBytes,
)
