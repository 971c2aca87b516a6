import zlib

from construct import (
    Checksum,
    GreedyBytes,
    GreedyRange,
    Int8ub,
    Int16ub,
    Int32ub,
    Int32ul,
    Prefixed,
    RawCopy,
    Struct,
    this,
)

body = Struct("id" / Int16ub, "data" / Prefixed(Int8ub, GreedyBytes))
record = Struct(
    "body" / RawCopy(body),
    "crc" / Checksum(Int32ub, lambda data: zlib.crc32(data) & 0xFFFFFFFF, this.body.data),
    "sum" / Checksum(Int32ul, zlib.adler32, this.body.data),
)
checksums = Struct("records" / GreedyRange(record))
