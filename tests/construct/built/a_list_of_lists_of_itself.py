"""A list of lists of itself."""

from typing import Any

from construct import Int8ul, LazyBound, PrefixedArray, Struct

VALUES = [{"x": []}, {"x": [[], [[], []]]}]

nest: Any = PrefixedArray(Int8ul, LazyBound(lambda: nest))
toy = Struct("x" / nest)
