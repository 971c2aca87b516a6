from construct import Bytes, Const, CString, Int8ul, Int16ul, Int32ul, Pointer, PrefixedArray, Struct, this

entry = Struct("offset" / Int32ul, "size" / Int16ul, "data" / Pointer(this.offset, Bytes(this.size)))
directory = Struct(
    "magic" / Const(b"DIR"),
    "entries" / PrefixedArray(Int8ul, entry),
    "ofs_comment" / Int32ul,
    "comment" / Pointer(this.ofs_comment, CString("ascii")),
)
