from typing import Any

from construct import Int8ul, LazyBound, PascalString, PrefixedArray, Struct

node: Any = Struct("name" / PascalString(Int8ul, "utf8"), "children" / PrefixedArray(Int8ul, LazyBound(lambda: node)))
tree = LazyBound(lambda: node)
