"""Rows of pixels, each padded: of bits to whole bytes, and those to words."""

from construct import Aligned, Array, Bit, Bitwise, Byte, Construct, Int8ul, Nibble, Struct, Switch, this

VALUES = [
    {"width": 3, "height": 2, "bpp": 1, "rows": [[1, 0, 1], [0, 1, 1]]},
    {"width": 9, "height": 1, "bpp": 1, "rows": [[1, 0, 1, 0, 1, 1, 0, 0, 1]]},
    {"width": 3, "height": 1, "bpp": 4, "rows": [[1, 2, 15]]},
    {"width": 3, "height": 2, "bpp": 8, "rows": [[1, 2, 3], [4, 5, 6]]},
    {"width": 1, "height": 2, "bpp": 24, "rows": [[[1, 2, 3]], [[4, 5, 6]]]},
]


def rows(pixel: Construct) -> Construct:
    """Lists of pixels."""
    return Array(this.height, Aligned(4, pixel))


toy = Struct(
    "width" / Int8ul,
    "height" / Int8ul,
    "bpp" / Int8ul,
    "rows"
    / Switch(
        this.bpp,
        {
            1: rows(Bitwise(Aligned(8, Array(this.width, Bit)))),
            4: rows(Bitwise(Aligned(8, Array(this.width, Nibble)))),
            8: rows(Array(this.width, Byte)),
            24: rows(Array(this.width, Byte[3])),
        },
    ),
)
