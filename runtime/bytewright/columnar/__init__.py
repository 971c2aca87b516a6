"""Codec, view and kernel together: bytes to record batches, and record batches to bytes."""
