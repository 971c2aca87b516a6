"""The states of the walks over the frames of records, and over their heads."""

(
    POSITION,
    BUFFER_END,
    REGION_END,
    RECORD,
    KIND,
    LENGTH_KIND,
    AT,
    EXTRA,
    HEADER,
    STEP,
    LAST,
    PLACES,
    NUMBERS,
    ROOM,
    FOUND,
    DELTA,
    ALIGN,
) = range(17)
STATE = 17
"""The state of a walk: positions are addresses, of which `DELTA` less is the place in the source."""

(
    READER,
    DESCRIPTOR,
    HEAD_POSITION,
    HEAD_STOP,
    MOST_BYTES,
    HEAD_LENGTH_KIND,
    HEAD_AT,
    HEAD_EXTRA,
    HEAD_HEADER,
    HEAD_SIZE,
    HEADS,
    HEAD_PLACES,
    HEAD_ROOM,
) = range(13)
HEAD_STATE = 13
"""The state of a walk that reads heads: positions are places in the file, `HEADS` is where the first head goes."""
