"""Places in a piece of the file."""

from __future__ import annotations

from typing import Any

from construct import Construct, Pointer, Subconstruct
from construct.core import evaluate


class Within(Subconstruct):  # type: ignore[misc]  # Construct has no types
    """``Pointer``, with an offset that counts from where the innermost bytes begin that are cut out (``FixedSized``,
    ``Prefixed``).

    Args:
        offset: in bytes: a number, or an expression.
        subcon: what lies there.
    """

    def __init__(self, offset: Any, subcon: Construct) -> None:
        super().__init__(subcon)
        self.offset = offset

    def _parse(self, stream: Any, context: Any, path: str) -> Any:
        return self._pointer(stream, context)._parse(stream, context, path)

    def _build(self, obj: Any, stream: Any, context: Any, path: str) -> Any:
        return self._pointer(stream, context)._build(obj, stream, context, path)

    def _sizeof(self, context: Any, path: str) -> int:
        return 0

    def _pointer(self, stream: Any, context: Any) -> Any:
        # What is cut out of a file knows its place there; what is being built begins anew.
        begins = getattr(stream, "parent_stream_offset", 0)
        return Pointer(begins + evaluate(self.offset, context), self.subcon)
