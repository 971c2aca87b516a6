"""Bytes to objects and back, one structure at a time."""
