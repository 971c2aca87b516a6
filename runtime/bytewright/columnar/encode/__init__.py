"""Strategies for encoding: record batches to bytes."""
