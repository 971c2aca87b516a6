"""Names that are no ids."""

from construct import Bytes, Computed, CString, Int8ul, Struct, this

VALUES = [{"FirstName": "a", "_len": 2, "class": b"ab"}]

toy = Struct(
    "FirstName" / CString("utf8"), "_len" / Int8ul, "class" / Bytes(this._len), "IHDR" / Computed(this.FirstName)
)
