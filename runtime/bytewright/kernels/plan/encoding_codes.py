"""Numbers that the assembler, the driver and the encoding kernel agree on, besides those of
`bytewright.kernels.plan.codes`.

Instructions, registers and domains are as they are for reading.
"""

from __future__ import annotations

from bytewright.kernels.plan.codes import STATE as _SCAN

# --- operations: values ----------------------------------------------------------------------------------------------
# Where operands end with "numbers", these are a register of `NUMBERED`, or -1: values stand in the order of elements.
HELD = 64  # source, kind, numbers -> register
THERE = 65  # source, numbers -> register
SIZES = 66  # source, encoding, numbers -> register
ITEMS = 67  # source, numbers -> register
LISTED = 68  # child domain, source, numbers -> register of the child: numbers of elements
BEHIND = 69  # size, parent's register for the first element -> register
TOTAL = 70  # child domain, child's register -> register
DIGITS = 71  # register -> register
PACKED = 72  # source of lists, source of their elements, kind, numbers -> register
NUMBERED = 73  # source of numbers -> register: which value each element has where values stand elsewhere, -1: none

# --- operations: bytes -----------------------------------------------------------------------------------------------
PLACE = 80  # size: gives each record its place
PUT = 81  # kind, start, place, constant added to it, value, condition
PUT_PIECE = 82  # start, place, constant, source, encoding, condition, numbers
PUT_BYTES = 83  # start, place, constant, address of the bytes, their number, condition
FILL = 84  # start, place, constant, size, byte
PUT_SUM = 85  # algorithm, kind, start, place, where it begins, size, condition, tables
PUT_VARINT = 86  # start, place, constant added to it, value, condition
PUT_PACKED = 87  # start, place, constant, source of lists, source of their elements, kind, condition, numbers
PUT_FOREIGN = 88  # number of the checksum, start, place, where it begins, size, condition: a library puts it

# --- encodings: -1 is bytes, others as in `bytewright.kernels.plan.codes`
# -------------------------------------------------
BYTES = -1

# --- how the kernel ended, besides END, FULL, GROW and INVALID -------------------------------------------------------
MALFORMED = 16  # text that isn't valid

# --- sources: eight int64 each ---------------------------------------------------------------------------------------
SOURCE = 8
VALUES, VALIDITY, BIT, OFFSETS, VALUES_END = range(5)

# --- domains: besides PARENT, COUNT_OF, ROOM_OF and OFFSETS_OF -------------------------------------------------------
ROW_OF = 4  # the first element of the block
INDEX_OF = 5  # address of the number of each element of the block, which don't follow each other; 0: they do

# --- state of an encoder: that of a scan, as parts of the kernel do for both, and behind it --------------------------
(
    SOURCES,
    OUT,
    OUT_END,
    NOWHERE,
    ENDS,  # address of where each row's record ends, counted from where the first one begins; 0: nobody asks
    CHOSEN,  # address of the numbers of rows in their arrays; 0: they are all, in their order
) = range(_SCAN, _SCAN + 6)
STATE = _SCAN + 6
# RECORD is the row that comes next, ROWS how many there are.

OUT_SLACK = 128
"""Bytes behind the output that may be read and written; what they hold doesn't matter."""

# --- vectors in copies of a skeleton: how each part of a vector is put, eight int64 -----------------------------------
PART = 8
(
    PART_SOURCE,
    PART_BIT,  # the first one, of bits
    PART_KIND,  # bytes of a value, or one of the following
    PART_VALIDITY,  # address of its validity bits, 0: all values are there
    PART_VALIDITY_BIT,
    PART_TARGET,  # from where the skeleton begins
    PART_STRIDE,
    PART_BITS,  # where its validity bits are put; -1: nowhere
) = range(PART)
COPY_BITS = 0
COPY_BITS_BE = -1
COPY_NOTHING = -2

# --- state of the kernel that puts them -------------------------------------------------------------------------------
(
    COPY,  # what it does: `FOUND` or `PUT_COPIES`
    COPY_TABLE,
    COPY_PARTS,
    COPIES,
    COPY_STARTS,
    COPY_ROWS,
    COPY_FIRST,
    COPY_OUT,
    COPY_SIZE,
) = range(9)
COPY_STATE = 9
FOUND, PUT_COPIES = range(2)

# --- state of the kernel that makes digests: addresses of int64, one of each for a piece ------------------------------
(
    DIGEST_PLACES,
    DIGEST_SIZES,
    DIGEST_COUNT,
    DIGEST_OUT,
    DIGEST_SEED,
) = range(5)
DIGEST_STATE = 5

# --- state of the kernel that puts pieces of memory together: addresses of int64, one of each for a piece -------------
(
    GATHER_PLACES,
    GATHER_SIZES,
    GATHER_COUNT,
    GATHER_OUT,
) = range(4)
GATHER_STATE = 4

# --- state of the kernel that numbers texts ---------------------------------------------------------------------------
(
    TEXT_OFFSETS,  # address of the offsets (int32) of the texts
    TEXT_VALUES,
    TEXT_SIZE,  # bytes of all
    TEXT_COUNT,
    TEXT_NUMBERS,  # address of an int32 for each: its number
    TEXT_FIRSTS,  # address of `TEXTS` int64: which is the first of each that differs
    TEXT_NEXT,  # address of `TEXTS` + 1 int64: which follows each (and comes first), -1
    TEXT_SLOTS,  # address of `TEXTS_SLOTS` int64, -1
    TEXT_FREE,  # how often a slot may be taken by another
    TEXT_FOUND,  # how many differ
) = range(10)
TEXT_STATE = 10
TEXTS = 1024
"""Texts that differ, at most."""
TEXTS_SLOTS = 4096

# --- state of the kernel that goes along chains: int64 are of 8 bytes, other numbers of 4 -----------------------------
(
    CHAIN_NUMBERS,  # address of the chain of each entry of the rows' lists
    CHAIN_ENTRIES,  # how many there are
    CHAIN_OFFSETS,  # address of where each row's list begins, and the last one ends
    CHAIN_ROWS,
    CHAIN_ORDER,  # address of an int64 for each row: which comes next; 0: they come as they are
    CHAIN_PLACES,  # address of what stands for each row
    CHAIN_COUNT,  # how many chains there are
    CHAIN_BEFORE,  # address of what comes before each entry, -1
    CHAIN_BEHIND,  # address of what comes behind it, -1
    CHAIN_FIRSTS,  # address of the first of each chain, -1
    CHAIN_LASTS,  # address of the last one, -1
    CHAIN_LAST_ENTRIES,  # address of an int64 for each chain: its last entry so far, -1
) = range(12)
CHAIN_STATE = 12

# --- state of the kernel that orders the numbers in lists: addresses of int32 ----------------------------------------
(
    ASCEND_NUMBERS,  # address of the numbers in the lists
    ASCEND_ENTRIES,  # how many there are
    ASCEND_OFFSETS,  # address of where each list begins, and the last one ends
    ASCEND_LISTS,
    ASCEND_RANKS,  # address of what stands for each number, at least 0
    ASCEND_COUNT,  # how many numbers there may be
    ASCEND_MADE,  # address of what is made of the numbers
    ASCEND_ENDS,  # address of where each list begins in that, and the last one ends; the first one is known
) = range(8)
ASCEND_STATE = 8

# --- state of the kernel that puts rows behind each other group by group ---------------------------------------------
(
    DEAL_NUMBERS,  # address of an int32 for each row: its group
    DEAL_ROWS,
    DEAL_ORDER,  # address of an int64 for each row: which comes next; 0: they come as they are
    DEAL_TURNS,  # address of an int64 for each group: the place of its next row
    DEAL_COUNT,  # how many groups there are
    DEAL_PLACES,  # address of an int32 for each row: its place
    DEAL_STANDING,  # address of an int32 for each place: the row there, -1
    DEAL_SIZE,  # how many places there are
) = range(8)
DEAL_STATE = 8

# --- state of the kernel that numbers keys ----------------------------------------------------------------------------
(
    KEY_ROWS,  # address of the keys, one behind another
    KEY_COUNT,
    KEY_WIDTH,  # bytes of each
    KEY_NEXT,  # which key is numbered next
    KEY_NUMBERS,  # address of an int32 for each: its number
    KEY_KNOWN,  # address of the keys that have numbers, in their order, with room for as many again as there are keys
    KEY_SIZE,  # how many have numbers
    KEY_SLOTS,  # address of int64 by hash: the hash above the number, -1
    KEY_MASK,  # how many slots there are, less one; that is a power of two
) = range(9)
KEY_STATE = 9

# --- state of the kernel that folds values into slots -----------------------------------------------------------------
(
    FOLD_NUMBERS,  # address of an int32 for each value: its slot
    FOLD_COUNT,
    FOLD_STEPS,  # address of a byte for each value: one of `FOLD_…`; 0: they are all `FOLD_SET`
    FOLD_VALUES,  # address of the values
    FOLD_KIND,  # one of `FOLDED_…`
    FOLD_WIDTH,  # bytes of each
    FOLD_SLOTS,  # address of the slots
    FOLD_VALID,  # address of a byte for each slot: whether it has a value
    FOLD_SIZE,  # how many slots there are
) = range(9)
FOLD_STATE = 9
FOLD_NOTHING, FOLD_SET, FOLD_CLEAR, FOLD_ADD, FOLD_MIN, FOLD_MAX, FOLD_FILL = range(7)
FOLDED_BYTES, FOLDED_SIGNED, FOLDED_UNSIGNED, FOLDED_FLOAT = range(4)
