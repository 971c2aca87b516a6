"""Expressions of a spec as expressions of a plan."""
