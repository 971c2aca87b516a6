"""What the packages of codecs (`__init__.py`) are made of."""

from bytewright.codec import missing_parsers
from bytewright.codec.codec import Codec, Deal, Maker, Option, OptionUses, Parse
from bytewright.model.parameters import option_default, option_loader

__all__ = [
    "Codec",
    "Deal",
    "Maker",
    "Option",
    "OptionUses",
    "Parse",
    "option_default",
    "option_loader",
]

missing_parsers.tell()
