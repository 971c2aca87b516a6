"""Rows as JSON Lines: what ``cat`` prints and ``write --from rows.jsonl`` reads."""

from bytewright.arrow.jsonl.decode import decode
from bytewright.arrow.jsonl.encode import encode, texts

__all__ = ["decode", "encode", "texts"]
