"""Numbers that the assembler, the driver and the kernel agree on.

An instruction is `INSTRUCTION` int64: operation, domain, nine operands, guard, number of the field to blame. Operands
are registers (by number), constants, or addresses of tables that the program keeps alive. A guard is the address of a
flag (or 0): the instruction is passed over where it isn't set.
"""

from __future__ import annotations

INSTRUCTION = 13
OPERANDS = 9

# --- operations: check phase, over all elements of the block's records -----------------------------------------------
FRAME = 1  # kind, kind of the length, its place, bytes added to it, size of what must be there to read it, start, end
ELEMENTS = 2  # child domain, count
INDEX = 3  # -> register
UP = 4  # parent's register -> register
PREVIOUS = 5  # register, parent's register for the first element -> register
LAST = 6  # child domain, child's register, register where there is no child -> register
LOAD = 7  # kind, address, constant added to it -> register
BINARY = 8  # operator, left, right -> register
SELECT = 9  # test, then, otherwise -> register
LOOKUP = 10  # index, table, entries, default -> register
MATCH = 11  # value, table of ascending values and their codes, entries, default -> register
CHECK = 12  # condition
NEED = 13  # low, place, size, high
TEXT = 14  # address, size, encoding
LOCATE = 15  # child domain, child's slot, number of slots, positions
ADMIT = 16  # child domain, child's case, number of slots, positions, table of admitted cases
OFFSET = 17  # address -> register
LEAVE = 18  # condition
SUM = 19  # algorithm, address, size, stored, tables
ENDS = 21  # address, size, pad, terminator, its width, whether it is included -> register
FIND = 22  # address, high, terminator, its width (below 0: it lies anywhere) -> register
CHAIN = 23  # first, high, walk, its slots, low -> register
VARINT_SIZE = 24  # address, high -> register
VARINT = 25  # address, size -> register
FETCH = 26  # index, address of an array's address and length, default -> register
KEYED = 27  # key, number of the part, address of where keys and the bounds of the parts lie -> register
# child domain, first, high, walk, its slots, slot that says which element is the last one (-1: none), low -> register
RUN = 28
COUNTED = 29  # child domain -> register
FLOAT = 30  # function, left, right, where -> register
DECODE = 31  # algorithm, there, address, size, decoded size, two arguments -> register
FRONTS = 32  # address, size, how many bytes of the string before it begins with -> register
SPELLED = 34  # address, size, base -> register
CHARACTERS = 35  # address, size, encoding -> register
COMPARED = 36  # address, size, other address, other size -> register
JOINED = 38  # address of the text before it (0: none), what is appended, value, size, encoding (-1: known) -> register
BEST = 37  # child domain, child's register, register where there is no child, one of `BESTS` -> register
PROCESSED = 39  # number of the process, there, address, size, up to `MOST_ARGUMENTS` arguments -> register
RUNNING = 40  # walk, its slots -> register
REPEATS = 41  # register -> register
FOREMOST = 42  # child domain -> register
CHOSEN = 43  # register of another domain, number, register of its parent's first element, of their count -> register
WHETHER = 33  # register, address of the flag to set: whether one isn't 0
SLOTS = 20  # case, count, offsets, address, high, table of shapes, number of cases, whether bytes may be left over

# --- operations: output phase, over the window of rows that go into the batch ----------------------------------------
WINDOW = 48  # count of rows per parent (only where the rows are vectors), which rows are asked for (-1: all)
COPY = 49  # kind, address, constant added to it, column
STORE = 50  # register, column
PACK = 51  # register, column, 0: values, 1: validity
BYTES = 52  # address, size, column
LABEL = 53  # code, value, table of names, column
REPEAT = 54  # parent's register, column
ROW = 55  # column
VECTOR = (
    56  # column, positions, child's case, child's address, child's presence, child's validity, table, labels, flags
)
TRANSCODE = 57  # address, size, encoding, column
LISTS = 58  # column, pivot, slot, table of shapes, labels, numbers of labels, their number, table of parts, leaves

ITEMS = 59  # child domain, column

JOINS = ("text", "digits", "word", "reversed")
JOINED_TEXT, JOINED_DIGITS, JOINED_WORD, JOINED_REVERSED = range(4)
# What is appended to a text: text at an address; the digits of a number, where the size isn't 0; up to eight bytes of
# a number, the lowest first; text in UTF-8 from its last character to its first.
MOST_JOINED = 1 << 20
"""Bytes of a text that is put together; larger ones are left to the object reader."""

NOT_SPELLED = -(1 << 63)
"""What stands for the number of a text that is none."""
MOST_MARK = 7
"""Bytes of a terminator."""

# --- registers that are always there ---------------------------------------------------------------------------------
START_REGISTER, END_REGISTER, REGION_REGISTER, INDEX_REGISTER = range(4)

# --- kinds of frames -------------------------------------------------------------------------------------------------
FRAME_FIXED = 0
FRAME_LENGTH = 1
FRAME_WHOLE = 2
FRAME_WALK = 3
FRAME_REGIONS = 4

# --- a walk: a table that begins with numbers of words, of the slots of its result and of the element's number, and of
# inputs, where machine code of it lies (0: there is none), and how many of the inputs, the first ones, all elements of
# a list share; then register and slot of each input; then the words: operation, six operands, slot of the result -----
# Of a value that rests on that of the element before, slot 0 is that, and inputs are those of the element itself.
# Slot 0 says where it begins; slot 1, of a record, what makes a place in the source of an address.
WALK_HEADER = 6
WALK_WORDS, WALK_RESULT, WALK_NUMBER, WALK_INPUTS, WALK_CODE, WALK_SHARED = range(WALK_HEADER)
WALK_SHIFT = 1
WALK_WORD = 8
WALK_LOAD = 1  # kind, address, constant added to it, size, condition (-1: none)
WALK_BINARY = 2  # operator, left, right
WALK_SELECT = 3  # test, then, otherwise
WALK_LOOKUP = 4  # index, table, entries, default
WALK_MATCH = 5  # value, table of ascending values and their codes, entries, default
WALK_FIND = 6  # address, terminator, its width, high (-1: the end), condition (-1: none)
WALK_SIZE = 9  # address, constant added to it, condition (-1: none)
WALK_VARINT = 10  # address, constant added to it, size
WALK_LOOP = 7  # count, words to behind the loop, number of the element, where the first begins -> where it begins
WALK_BESIDE = 11  # number of the entry, address of an array's address and length, default
WALK_AGAIN = 8  # count, words back, number of the element, where it ends -> where it begins
WALK_CUT = (
    13  # address, constant added to it, size, pad (-1: none), terminator, its width, negative where it is included
)
WALK_SPELLED = 14  # address, constant added to it, size, base, condition (-1: none)
WALK_CHARACTERS = 15  # address, constant added to it, size, encoding, condition (-1: none)
WALK_COMPARED = 16  # address, size, other address, other size
WALK_FLOAT = 17  # function, left, right
WALK_UNTIL = 12  # whether it is the last one, words back, number of the element, where it ends -> where it begins

# --- how an integer lies in memory -----------------------------------------------------------------------------------
U1, S1, U2, S2, U4, S4, WORD = range(7)
U2BE, S2BE, U4BE, S4BE, WORDBE = range(7, 12)

# --- binary operators ------------------------------------------------------------------------------------------------
OPERATORS = ("+", "-", "*", "&", "|", "^", "<<", ">>", "//", "%", "==", "!=", "<", "<=", "min", "max", "u//", "u%")

# --- encodings of text; what is more is the address of a table of `bytewright.kernels.program.charmaps`
# -----------------------
UTF_8 = 0
ASCII = 1
UTF_16LE = 2
UTF_16BE = 3
LATIN_1 = 4
UTF_32LE = 5
UTF_32BE = 6
UUID_TEXT = 7  # of bytes: their text in hexadecimal

# --- tables of `bytewright.kernels.program.charmaps`
# -------------------------------------------------------------------------
PLAIN = LARGE = 256
NODE, SECOND = 42, 21
FIRST_LARGE = 189_000
"""The number (by their bytes) of the first character of more than 16 bits in GB 18030, which all others follow."""

# --- functions of floats ---------------------------------------------------------------------------------------------
FUNCTIONS = ("+", "-", "*", "pow", "exp", "log", "of", "/", "wide", "==", "<", "<=", "int", "%", "narrow")

# --- what the numbers of a list come to ------------------------------------------------------------------------------
BESTS = ("largest", "smallest", "largest f8", "smallest f8", "largest f4", "smallest f4", "sum")
SUMMED = BESTS.index("sum")

# --- codecs of bytes -------------------------------------------------------------------------------------------------
NIBBLE_PACK, XOR, ROTATE = range(3)
DECODERS = ("nibble_pack", "xor", "rotate")
MOST_ARGUMENTS = 4  # of a process of a library
ONE_BYTE, EIGHT_BYTES = -1, -8  # sizes of keys that are numbers, in place of addresses
NIBBLE_WORDS, NIBBLE_SUMS, NIBBLE_XORS = 0, 1, 2  # as bytewright.codecs.nibble_pack has them

# --- checksums -------------------------------------------------------------------------------------------------------
ADLER_32, CRC, CRC_MASKED, SUM_OF_BYTES, XOR_OF_BYTES, FLETCHER = range(6)
CRC_FOLDED = 6  # a CRC that processors have products for: of 32 bits, all set before and after, the lowest first
CHECKSUMS = {
    "adler": ADLER_32,
    "crc": CRC,
    "masked crc": CRC_MASKED,
    "sum": SUM_OF_BYTES,
    "xor": XOR_OF_BYTES,
    "fletcher": FLETCHER,
}

# --- how the kernel ended --------------------------------------------------------------------------------------------
NONE = 0
END = 1  # the region ends behind the last record
MORE = 2  # the buffer ends inside a record: NEEDED bytes of it are wanted
FULL = 3  # the batch holds as many rows as it may, or a column of it (WHICH) wants room for NEEDED bytes
CUT = 4  # registers are full; the rest of the block comes next
WAITS = 6  # libraries are to decode what the instruction WAITING says; then it goes on there
GROW = 5  # registers of domain WHICH must hold NEEDED elements
BAD = 10  # from here on: a record is bad
TRUNCATED = 10  # the region ends inside the record
SIZE = 11  # a length that no record can have
LIMIT = 12  # more than a limit allows
OUTSIDE = 13  # bytes are wanted outside of what encloses them
INVALID = 14  # a check failed
COUNT = 15  # a count below zero, or above what there can be
MALFORMED = 16  # text that isn't valid in its encoding
MISMATCH = 17  # values of a kind that the column can't hold
LEFT = 18  # the record is none that the plan is for: the object reader reads it

# --- columns: eight int64 each ---------------------------------------------------------------------------------------
COLUMN = 8
VALUES, VALIDITY, OFFSETS, CAPACITY, WIDTH = range(5)

# --- domains: eight int64 each ---------------------------------------------------------------------------------------
DOMAIN = 8
PARENT, COUNT_OF, ROOM_OF, OFFSETS_OF = range(4)
# Of one whose elements are those of lists in a column: whether that goes on in this block, the elements that belong to
# the window of rows, and how many the batch holds already.
SHOWN, SHOWN_FROM, SHOWN_TO, SHOWN_BEFORE = range(4, 8)

# --- how a vector's elements become values of a column: four int64 per case -------------------------------------------
SHAPE = 4
SHAPE_MODE, SHAPE_KIND, SHAPE_STRIDE, SHAPE_OFFSET = range(4)
REFUSED = 0
NUMBERS = 1  # through registers, whatever their kind
SAME = 2  # as they are
WIDEN = 3  # unsigned to twice the width
BITS = 4  # bit vector, least significant first
BITS_BE = 5  # bit vector, most significant first
UUID = 6  # 16 bytes to text
CHUNKS = 7  # bytes of one size
LABELS = 8  # number to name
SIGNED = 9  # like NUMBERS, into decimals, with the sign

# --- how a slot's bytes become lists: so many int64 per case ----------------------------------------------------------
MOST_DEPTH = 4
DEPTH, OFFSET_KIND, OFFSET_SIZE, ITEM_BITS, ITEM_VALIDITY, PADDING = range(6)
COUNT_KINDS = 6
COUNT_SIZES = COUNT_KINDS + MOST_DEPTH
SLOT = COUNT_SIZES + MOST_DEPTH

# --- state of a scan -------------------------------------------------------------------------------------------------
(
    PROGRAM,
    INSTRUCTIONS,
    REGISTERS,
    DOMAINS,
    DOMAIN_COUNT,
    COLUMNS,
    PATH,
    PATH_LENGTH,
    OUTPUT,
    OUTPUT_IS_VECTORS,
    POSITION,
    BUFFER_END,
    REGION_END,
    RECORD,
    SKIP,
    ROWS,
    ROOM,
    BLOCK,
    BLOCK_BYTES,
    MOST_RECORD_BYTES,
    MOST_ELEMENTS,
    CODE,
    FIELD,
    NEEDED,
    WHICH,
    SCRATCH,
    PROFILE,
    SHIFT,
    BUFFER,
    REGIONS,
    REGION,
    REGION_COUNT,
    REGION_INDEX,
    ARENA,
    ARENA_SIZE,
    ARENA_USED,
    MOST_DECODED,
    RECORDS_END,
    FIRSTS,
    SEEN,
    SEEN_REGION,
    SEEN_INDEX,
    HELD,
    HELD_ROWS,
    HELD_PASSED,
    PARTS,
    REASON,
    ENOUGH,
    WAITING,
    WAITED,
    PASSED,
) = range(51)
STATE = 51
# Of records that lie in regions: REGIONS is a table of where each begins and ends (places in the source), REGION the
# one that the next record lies in, REGION_INDEX the number of that record in it. BUFFER is where the buffer begins.
# Where records say where the next one begins, FIRSTS is a table of the first ones' places, and SEEN the place of one
# that has been come to, which no other may have: number SEEN_INDEX of region SEEN_REGION.
# HELD: records of a block that has been checked, but whose rows didn't all fit the batch (0: there is none). HELD_ROWS
# of these rows have been given, and HELD_PASSED of the records are counted as given whole.
# PARTS is a table of the addresses of compiled parts, one for each instruction (0: none); REASON says why elements
# didn't pass an operation of the check phase, or which code framing a block ended with.
# WAITING: the instruction that a library runs (0: none does), and the code by which the block was cut until then is
# WAITED. PASSED says for how many elements it did; REASON, why not for all.
# ENOUGH: elements that registers hold at least before blocks are cut for want of room.
DECODING = -2
"""In place of a domain that has no room (WHICH): what is decoded hasn't."""
SCRATCH_ELEMENTS = 512
APART = 32
"""Rows that nobody asks for which are made all the same between others: to stop costs as much as some of them do."""

MOST_TAIL = 8
"""Bytes behind the last record of a region that are looked at."""
BESIDE = 4
"""Addresses and lengths of what lies beside the input under one name: of an array, or of keys, bounds and parts."""

SLACK = 64
"""Bytes behind the input that must be readable; what they hold doesn't matter."""
ROW_SLACK = 256
"""Bytes behind the room of every column buffer that may be written."""
REGISTER_SLACK = 64
"""Elements behind the room of every register."""
