"""Warnings of a stream, where Spark's log has them."""

from __future__ import annotations

import sys


def warn(message: str) -> None:
    """Say something on standard error."""
    sys.stderr.write(f"bytewright: warning: {message}\n")
