"""Damaged files: what of them is good, as files of their own."""
