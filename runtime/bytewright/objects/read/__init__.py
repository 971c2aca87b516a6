"""Bytes to objects: the cursor, and what generated readers call."""
