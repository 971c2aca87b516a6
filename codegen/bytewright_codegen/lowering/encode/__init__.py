"""Writing structures symbolically: how rows become records. `bytewright_codegen.lowering.layout` reads them so."""

from bytewright_codegen.lowering.encode.following import refuse_strange
from bytewright_codegen.lowering.encode.structures import Writing

__all__ = ["Writing", "refuse_strange"]
