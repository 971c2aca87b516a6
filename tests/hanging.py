"""When a process that a test started counts as hanging."""

HANGS = 1800
"""Seconds without an end that only a hang explains.

What is waited for takes seconds, or on a few busy processors minutes; no test is about time, so the limit is far beyond that.
"""
