"""When a process that a test started counts as hanging."""

HANGS = 1800
"""Seconds without an end that only a hang explains.

What is waited for takes seconds, or minutes where few processors are busy with much else. No test is about time.
"""
