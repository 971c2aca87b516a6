"""Containers, whose items companion code gives as columns."""
