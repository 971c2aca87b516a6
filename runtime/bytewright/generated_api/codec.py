"""What the packages of codecs (`__init__.py`) are made of."""

from bytewright.codec import missing_parsers
from bytewright.codec.block_index import BlockIndex, StoredNumber
from bytewright.codec.codec import Codec, Parse
from bytewright.codec.makers import Deal, Maker
from bytewright.codec.options import Option, OptionUses
from bytewright.codec.plan_file import PlanFile
from bytewright.kernels.plan import LengthFrame
from bytewright.kernels.plan.beginning import Beginning, Mark
from bytewright.model.parameters import option_default, option_loader

__all__ = [
    "Beginning",
    "BlockIndex",
    "Codec",
    "Deal",
    "LengthFrame",
    "Maker",
    "Mark",
    "Option",
    "OptionUses",
    "Parse",
    "PlanFile",
    "StoredNumber",
    "option_default",
    "option_loader",
]

missing_parsers.tell()
