"""Algorithms for ``process`` in any spec, as in ``process: bytewright.codecs.front_coding(key, shared)``."""

from bytewright.codecs.bzip2 import Bzip2
from bytewright.codecs.front_coding import FrontCoding
from bytewright.codecs.gzip import Gzip
from bytewright.codecs.lzma import Lzma
from bytewright.codecs.nibble_pack import NibblePack
from bytewright.codecs.snappy_chunks import SnappyChunks

__all__ = ["Bzip2", "FrontCoding", "Gzip", "Lzma", "NibblePack", "SnappyChunks"]
