from construct import (
    Aligned,
    AlignedStruct,
    Const,
    FixedSized,
    GreedyBytes,
    Int8ul,
    Int16ul,
    Int32ul,
    OffsettedEnd,
    Padded,
    Padding,
    Prefixed,
    Struct,
    Terminated,
)

padded = Struct(
    "magic" / Const(b"PAD"),
    Padding(5),
    "a" / Padded(8, Int16ul),
    "b" / Aligned(4, Prefixed(Int8ul, GreedyBytes)),
    "c" / Aligned(4, Int8ul),
    "d" / AlignedStruct(4, "x" / Int8ul, "y" / Int16ul),
    "boxed" / FixedSized(8, Struct("p" / Int32ul, "reserved" / Padding(4), Terminated)),
    "last" / OffsettedEnd(-2, GreedyBytes),
    "end" / Int16ul,
)
