"""The seam between tables and the kernel: everything that the rest of the runtime knows of ``bytewright.kernels``."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from bytewright.codec import Codec
from bytewright.errors import CodecError, ReadError
from bytewright.settings import Settings
from bytewright.source import Source
from bytewright.views.discovery import PivotKeys
from bytewright.views.layout import Layout
from bytewright.views.view import View


def refusal(codec: Codec, view: View, settings: Settings) -> str | None:
    """Why the kernel can't read this view of this format with these options; None: it can."""
    return "this version has no kernel"


def is_warm() -> bool:
    """Whether the kernel is compiled, so that using it costs no wait."""
    return False


def warm() -> str:
    """Compile the kernel for this installation; says where it lies."""
    raise CodecError("this version has no kernel to compile")


def discover(codec: Codec, view: View, source: Source, settings: Settings, keys: PivotKeys) -> ReadError | None:
    """Add the columns of a view's pivot to ``keys``; a bad record ends the file, and its error comes back.

    The same as `bytewright.views.discovery.discover`.
    """
    raise CodecError("this version has no kernel")


def scan(
    codec: Codec, view: View, source: Source, settings: Settings, layout: Layout, batch_rows: int
) -> Iterator[pa.RecordBatch]:
    """The rows of a view, with the columns of ``layout`` in its order.

    The same as `bytewright.views.evaluate.evaluate`: bounded batches, and an error only after the rows before it.
    """
    raise CodecError("this version has no kernel")
