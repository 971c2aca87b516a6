from construct import (
    Compressed,
    FixedSized,
    GreedyBytes,
    GreedyRange,
    GreedyString,
    Int8ub,
    Int16ub,
    Int32ub,
    Prefixed,
    ProcessRotateLeft,
    ProcessXor,
    Struct,
    this,
)

item = Struct("a" / Int8ub, "b" / Int16ub)
compressed = Struct(
    "key" / Int8ub,
    "text" / Prefixed(Int32ub, Compressed(GreedyString("utf8"), "zlib")),
    "items" / Prefixed(Int16ub, Compressed(GreedyRange(item), "zlib")),
    "secret" / FixedSized(8, ProcessXor(this.key, GreedyBytes)),
    "turned" / FixedSized(4, ProcessRotateLeft(3, 1, GreedyBytes)),
    "rest" / ProcessXor(0x5A, GreedyBytes),
)
