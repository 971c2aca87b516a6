"""Rows to models: the inverse of views."""
