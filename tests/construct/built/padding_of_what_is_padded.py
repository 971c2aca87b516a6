"""What is padded to one multiple, and with it to another."""

from construct import Aligned, CString, Int8ul, Struct

VALUES = [{"a": 1, "name": "", "b": 2}, {"a": 1, "name": "abc", "b": 2}, {"a": 1, "name": "of eleven l", "b": 2}]

toy = Struct("a" / Int8ul, "name" / Aligned(4, Aligned(3, CString("utf8"))), "b" / Int8ul)
