"""The number of an element: with a name, without one, and asked for."""

from construct import Array, Bytes, Check, Index, Int8ul, Struct, this

VALUES = [{"xs": [{"at": 0, "size": 0, "text": b""}, {"at": 1, "size": 1, "text": b"a"}], "ys": [{"b": 5}, {"b": 6}]}]

toy = Struct(
    "xs" / Array(2, Struct("at" / Index, "size" / Int8ul, Check(this.size == this.at), "text" / Bytes(this._index))),
    "ys" / Array(2, Struct(Index, "b" / Int8ul)),
)
