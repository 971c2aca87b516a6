"""Algorithms for ``process`` in any spec, as in ``process: bytewright.codecs.front_coding(key, shared)``."""

from bytewright.codecs.arrow_streams import Brotli, Lz4, Zstd
from bytewright.codecs.blocks import Lz4Block, Snappy, SnappyFrames
from bytewright.codecs.bzip2 import Bzip2
from bytewright.codecs.deflate import Deflate
from bytewright.codecs.front_coding import FrontCoding
from bytewright.codecs.gzip import Gzip
from bytewright.codecs.lzma import Lzma
from bytewright.codecs.nibble_pack import NibblePack
from bytewright.codecs.one_of import OneOf
from bytewright.codecs.snappy_chunks import SnappyChunks

__all__ = [
    "Brotli",
    "Bzip2",
    "Deflate",
    "FrontCoding",
    "Gzip",
    "Lz4",
    "Lz4Block",
    "Lzma",
    "NibblePack",
    "OneOf",
    "Snappy",
    "SnappyChunks",
    "SnappyFrames",
    "Zstd",
]
