"""Codecs of bytes in a declaration."""

from __future__ import annotations

from typing import Any

from construct import Construct, Tunnel
from construct.core import evaluate

from bytewright.codecs.process import process_class


class Coded(Tunnel):  # type: ignore[misc]  # Construct has no types
    """What lies encoded to the end of the bytes: ``process`` of a ``.ksy``.

    Args:
        subcon: what is encoded.
        codec: dotted name of the codec, as ``process`` has it: ``bytewright.codecs.snappy_chunks``.
        arguments: what its class is made with: values, or expressions over the context.
    """

    def __init__(self, subcon: Construct, codec: str, *arguments: Any) -> None:
        super().__init__(subcon)
        self.codec = codec
        self.arguments = arguments

    def _made(self, context: Any) -> Any:
        return process_class(self.codec)(*(evaluate(argument, context) for argument in self.arguments))

    def _decode(self, data: bytes, context: Any, path: str) -> bytes:
        found: bytes = self._made(context).decode(data)
        return found

    def _encode(self, data: bytes, context: Any, path: str) -> bytes:
        found: bytes = self._made(context).encode(data)
        return found
