"""Rows as JSON Lines: what ``cat`` prints and ``write --from rows.jsonl`` reads."""

from bytewright.jsonl.decode import decode
from bytewright.jsonl.encode import encode

__all__ = ["decode", "encode"]
