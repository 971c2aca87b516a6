"""The columnar encoder: rows in Arrow to the bytes of records, by a kernel that interprets programs made of plans.

Importing this package imports neither Numba nor the kernel.
"""
