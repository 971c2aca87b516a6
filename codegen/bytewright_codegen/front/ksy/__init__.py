"""The front end for Kaitai Struct's declarations: ``.ksy`` files to IR with names as they are written."""

from bytewright_codegen.front.ksy.imports import load, read

__all__ = ["load", "read"]
