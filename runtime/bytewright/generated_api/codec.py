"""What the packages of codecs (`__init__.py`) are made of."""

from bytewright.codec import missing_parsers
from bytewright.codec.codec import Codec, Deal, Maker, Option, OptionUses, Parse
from bytewright.model.parameters import loading, standing

__all__ = [
    "Codec",
    "Deal",
    "Maker",
    "Option",
    "OptionUses",
    "Parse",
    "loading",
    "standing",
]

missing_parsers.tell()
