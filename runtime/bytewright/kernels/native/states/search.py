"""The state of the search for where records begin."""

(
    POSITION,
    STOP,
    BUFFER_END,
    REGION_END,
    MARKS,
    MARK_COUNT,
    HEAD,
    TELLING_AT,
    TELLING_MASK,
    TELLING_VALUE,
    KIND,
    LENGTH_KIND,
    AT,
    EXTRA,
    HEADER,
    ALIGN,
    PLACES,
    ENDS,
    ROOM,
) = range(19)
STATE = 19
"""The state of a search: positions are addresses. `TELLING_MASK` says which of eight bytes must be `TELLING_VALUE`."""

MARK_OFFSET, MARK_KIND, MARK_RANGES, MARK_FIRST = range(4)
MOST_RANGES = 16
MARK = MARK_FIRST + 2 * MOST_RANGES
"""Words of a mark: where it stands, how it is stored, how many ranges it has, and these."""
