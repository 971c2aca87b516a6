"""Bytes to record batches, by the kernel."""
