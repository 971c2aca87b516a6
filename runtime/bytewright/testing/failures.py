"""What failures of checks say: the spec, the value, how to see it again."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import SkipTest

from hypothesis.errors import UnsatisfiedAssumption

from bytewright.codec.codec import Codec
from bytewright.model.structures import Struct

_INLINE = 4000
"""Characters of a file that is said as text."""


@contextmanager
def explained(codec: Codec, data: bytes, model: Struct | None) -> Iterator[None]:
    """Makes a failure say the spec, the value, and how to see it again."""
    try:
        yield
    except AssertionError as error:
        raise AssertionError(failed(codec, str(error), model, data)) from None
    except (SkipTest, UnsatisfiedAssumption):
        raise
    except Exception as error:
        raise AssertionError(failed(codec, f"{type(error).__name__}: {error}", model, data)) from error


def failed(codec: Codec, what: str, model: Struct | None, data: bytes | None = None) -> str:
    """What a failure says."""
    lines = [f"{codec.name}: {what}"]
    if model is not None:
        lines.append(f"value: {model!r}")
    if data is not None:
        text = base64.b85encode(zlib.compress(data, 9)).decode()
        if len(text) <= _INLINE:
            lines.append(f"again: python -m bytewright.testing {codec.name} '{text}'")
    return "\n".join(lines)


def first_difference(a: bytes, b: bytes) -> str:
    """Where some bytes begin to be others."""
    place = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return f"{len(a)} bytes instead of {len(b)}, other ones from offset {place} (0x{place:x})"
