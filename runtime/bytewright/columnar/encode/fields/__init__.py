"""Columns of which each says something of a field: what they say together, and which say nothing."""
