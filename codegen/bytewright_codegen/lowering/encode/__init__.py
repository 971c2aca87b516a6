"""Lowers the writing of structures: rows to records. `bytewright_codegen.lowering.layout` is the reading of them."""

from bytewright_codegen.lowering.encode.following import refuse_strange
from bytewright_codegen.lowering.encode.structures import Writing

__all__ = ["Writing", "refuse_strange"]
