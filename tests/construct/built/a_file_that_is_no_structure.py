"""A file that is no structure."""

from construct import Int8ul, Int16ul, PrefixedArray

VALUES = [[], [1, 2, 3]]

toy = PrefixedArray(Int8ul, Int16ul)
