"""An archive of compressed batches of items, each with a checksum behind it, declared in Construct."""

import zlib

from construct import (
    Checksum,
    Compressed,
    Float64l,
    GreedyRange,
    Int8ul,
    Int32ul,
    PascalString,
    Prefixed,
    RawCopy,
    Struct,
    this,
)

META = {"id": "archive"}
VIEWS = {
    "items": {
        "default": True,
        "each": "batches[*].content.items[*]",
        "columns": [
            {"id": "number", "value": "_.number"},
            {"id": "weight", "value": "_.weight"},
            {"id": "name", "value": "_.name"},
        ],
    }
}

item = Struct("number" / Int32ul, "weight" / Float64l, "name" / PascalString(Int8ul, "utf8"))
content = Struct("items" / GreedyRange(item))
batch = Struct(
    "content" / RawCopy(Prefixed(Int32ul, Compressed(content, "zlib"))),
    "digest" / Checksum(Int32ul, lambda data: zlib.crc32(data) & 0xFFFFFFFF, this.content.data),
)
archive = Struct("batches" / GreedyRange(batch))
