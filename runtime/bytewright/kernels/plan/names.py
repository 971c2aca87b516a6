"""What stands in plans by name: the outermost domain, what is given, how a number lies in memory."""

RECORDS = "records"
"""Name of the outermost domain."""

BEGIN = "where an element begins"
"""Name of the `Given` that stands for that in a `Chain`."""

MOST_ROWS = "most rows"
"""Name of the `Given` that bounds the rows of `Rows` (not given: 2 ** 40)."""

SLACK = "slack"
"""Name of the `Given` that says whether records are refused where `Slack` finds bytes (not given: they aren't)."""

COLUMN = "_column"
"""Name of the `Given` that is the number of the column in what is written once per column of a header."""

COLUMNS = (COLUMN, "_column'")
"""Names of the same in lists that entries describe: in one of the records, in one inside of an element of such, and so
on as far as plans go."""

RULES = "rules"
"""Name of the `Given` that says whether rules are looked at (not given: they are)."""
CHECKSUMS = "checksums"
"""Name of the `Given` that says whether checksums are looked at (not given: they are)."""

FILE_END = "where the file ends"
"""Name of the `Given` that is the size of the file (not given: no record ends there)."""

MOST_TURNS = "most turns"
"""Name of the `Given` that bounds the elements of an `Unrolled` list that take no bytes (not given: nothing does)."""

FREE_TURNS = "free turns"
"""Name of the `Given` up to which a list may have more elements than bytes are left for it (not given: any number)."""

MOST_EMPTY = "most empty elements"
"""Name of the `Given` that bounds the elements without bytes of a record (not given: nothing does)."""

MOST_ELEMENTS = (1 << 31) - 1
"""Elements of one domain in a record, at most: an `Index` fits 32 bits."""

NUMBER_KINDS = (
    *("u1", "s1"),
    *("u2le", "s2le", "u4le", "s4le", "u8le", "s8le", "f4le", "f8le"),
    *("u2be", "s2be", "u4be", "s4be", "u8be", "s8be", "f4be", "f8be"),
)
"""How a number lies in memory."""
