from construct import (
    Array,
    Check,
    Computed,
    Float32l,
    GreedyRange,
    Int8ul,
    Int16sl,
    Int16ul,
    Int32ul,
    PrefixedArray,
    RepeatUntil,
    Struct,
    Terminated,
    obj_,
    this,
)

point = Struct("x" / Float32l, "y" / Float32l)
link = Struct("value" / Int8ul, "more" / Int8ul)

lists = Struct(
    "points" / PrefixedArray(Int16ul, point),
    "fixed" / Int16sl[3],
    "until_zero" / RepeatUntil(obj_ == 0, Int8ul),
    "chain" / RepeatUntil(lambda item, items, ctx: item.more == 0, link),
    "num_rows" / Int8ul,
    "width" / Int8ul,
    Check(this.width <= 4),
    "grid" / Array(this.num_rows, Array(this.width, Int8ul)),
    "ranks" / Array(2, Struct("base" / Int8ul, "place" / Computed(this.base + this._index))),
    "tail" / GreedyRange(Int32ul),
    Terminated,
)
