from construct import (
    Bytes,
    CString,
    FixedSized,
    GreedyBytes,
    GreedyRange,
    GreedyString,
    Int8ul,
    Int16ul,
    NullTerminated,
    PaddedString,
    PascalString,
    Prefixed,
    Struct,
)
from construct.core import StringEncoded  # fmt: skip

texts = Struct(
    "name" / PascalString(Int8ul, "utf8"),
    "label" / CString("utf8"),
    "code" / PaddedString(8, "ascii"),
    "wide" / StringEncoded(NullTerminated(GreedyBytes, term=b"\0\0"), "utf-16-le"),
    "latin" / StringEncoded(Bytes(3), "latin-1"),
    "line" / NullTerminated(GreedyBytes, term=b"\n"),
    "key" / FixedSized(6, NullTerminated(GreedyBytes, term=b";")),
    "words" / Prefixed(Int16ul, GreedyRange(CString("utf8"))),
    "rest" / GreedyString("utf8"),
)
