"""Numbers that the assembler, the driver and the encoding kernel agree on, besides those of `bytewright.kernels.codes`.

Instructions, registers and domains are as they are for reading.
"""

from __future__ import annotations

# --- operations: values ----------------------------------------------------------------------------------------------
HELD = 64  # source, kind -> register
THERE = 65  # source -> register
SIZES = 66  # source, encoding -> register
ITEMS = 67  # source -> register
LISTED = 68  # child domain, source
BEHIND = 69  # size, parent's register for the first element -> register
TOTAL = 70  # child domain, child's register -> register

# --- operations: bytes -----------------------------------------------------------------------------------------------
PLACE = 80  # size: gives each record its place
PUT = 81  # kind, start, place, constant added to it, value, condition
PUT_PIECE = 82  # start, place, constant, source, encoding, condition
PUT_BYTES = 83  # start, place, constant, address of the bytes, their number, condition
FILL = 84  # start, place, constant, size, byte
PUT_SUM = 85  # algorithm, kind, start, place, where it begins, size, condition

# --- encodings: -1 is bytes, others as in `bytewright.kernels.codes` -------------------------------------------------
BYTES = -1

# --- how the kernel ended, besides END, FULL, GROW and INVALID -------------------------------------------------------
MALFORMED = 16  # text that isn't valid

# --- sources: eight int64 each ---------------------------------------------------------------------------------------
SOURCE = 8
VALUES, VALIDITY, BIT, OFFSETS, VALUES_END = range(5)

# --- domains: besides PARENT, COUNT_OF, ROOM_OF and OFFSETS_OF -------------------------------------------------------
ROW_OF = 4  # the first element of the block

# --- state of an encoder ---------------------------------------------------------------------------------------------
(
    PROGRAM,
    INSTRUCTIONS,
    REGISTERS,
    DOMAINS,
    DOMAIN_COUNT,
    SOURCES,
    ROW,
    ROWS,
    BLOCK,
    OUT,
    OUT_END,
    CODE,
    FIELD,
    NEEDED,
    WHICH,
    NOWHERE,
) = range(16)
STATE = 16

OUT_SLACK = 128
"""Bytes behind the output that may be read and written; what they hold doesn't matter."""
