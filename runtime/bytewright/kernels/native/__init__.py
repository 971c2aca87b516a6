"""Compiled code: what runs over bytes."""
