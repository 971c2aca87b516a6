"""Writing structures symbolically, as `bytewright_codegen.symbolic.layout` reads them: how rows become records."""

from bytewright_codegen.symbolic.encoding.following import refuse_strange
from bytewright_codegen.symbolic.encoding.writing import Writing

__all__ = ["Writing", "refuse_strange"]
