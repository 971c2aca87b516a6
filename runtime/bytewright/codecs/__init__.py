"""Algorithms for ``process`` in any spec, as in ``process: bytewright.codecs.front_coding(key, shared)``."""

from bytewright.codecs.front_coding import FrontCoding
from bytewright.codecs.nibble_pack import NibblePack
from bytewright.codecs.snappy_chunks import SnappyChunks

__all__ = ["FrontCoding", "NibblePack", "SnappyChunks"]
