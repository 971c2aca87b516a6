"""Places."""

from construct import Bytes, Computed, FixedSized, Int8ul, Int16ul, Padding, Pointer, Struct, Tell, this

VALUES = [{"n": 2, "data": b"ab", "first": 97, "last": 0, "box": {"a": 1, "b": 2}}]

toy = Struct(
    "n" / Int8ul,
    "at" / Tell,
    "data" / Bytes(this.n),
    "end" / Tell,
    "size" / Computed(this.end - this.at),
    "first" / Pointer(this.at, Int8ul),
    "last" / Pointer(-1, Int8ul),
    "box" / FixedSized(4, Struct("begin" / Tell, "a" / Int16ul, "b" / Pointer(this.begin + 2, Int16ul), Padding(2))),
)
