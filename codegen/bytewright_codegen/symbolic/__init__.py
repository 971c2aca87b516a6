"""Symbolic reading: where everything lies and what it is worth, as expressions over earlier fields."""
