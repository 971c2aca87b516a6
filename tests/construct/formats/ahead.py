from construct import (
    Bytes,
    Computed,
    FixedSized,
    GreedyBytes,
    GreedyRange,
    Int8ul,
    Int16ul,
    Peek,
    Struct,
    Switch,
    Tell,
    this,
)

one = Struct("tag" / Int8ul, "a" / Int8ul)
two = Struct("tag" / Int8ul, "b" / Int16ul)
body = Struct(
    "begin" / Tell,
    "kind" / Peek(Int8ul),
    "size" / Int8ul,
    "data" / Bytes(this.size),
    "after" / Tell,
    "next" / Peek(Int8ul),
    "value" / Switch(this.next, {1: one, 2: two}),
    "rest" / GreedyBytes,
    "taken" / Computed(this.after - this.begin),
)
record = Struct("len_body" / Int16ul, "body" / FixedSized(this.len_body, body))
ahead = Struct("records" / GreedyRange(record))
