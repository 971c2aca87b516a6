"""What is refused, and what to write instead; and what of Construct is no declaration at all."""

from __future__ import annotations

from collections.abc import Mapping

REFUSED: Mapping[str, str] = {
    "sum_": "Known are len_, min_, max_ and abs_.",
    "BitsSwapped": "Only 'BitStruct' with members of one bit can be read from the lowest bit on.",
    "CompressedLZ4": "Write 'Coded' with a codec of bytes.",
    "EncryptedSym": "What is encrypted stays bytes.",
    "EncryptedSymAead": "What is encrypted stays bytes.",
    "Filter": "Read the list; a view's 'where' leaves elements out.",
    "Indexing": "Read the list; an expression names its item: this.items[0].",
    "Numpy": "Declare the numbers: 'Array' of them.",
    "Pickled": "What is pickled can't be declared; it stays bytes.",
    "RestreamData": "Write 'Pointer', or 'FixedSized' where the data lies.",
    "Restreamed": "Write 'Coded' with a codec of bytes.",
    "Transformed": "Write 'Coded' with a codec of bytes.",
    "Seek": "Write 'Pointer' for what lies elsewhere, 'Padding' for what is passed over.",
    "Slicing": "Read the list; a view's 'where' leaves elements out.",
    "Timestamp": "Write Keyed(…, type={'timestamp': 's'}), or ms, us, ns.",
    "TimestampAdapter": "Write Keyed(…, type={'timestamp': 's'}), or ms, us, ns.",
    "Tunnel": "Write 'Coded' with a codec of bytes.",
    "Union": "Write 'Pointer' or 'Peek' for what is read in several ways.",
    "Rebuffered": "Leave it out: every stream is buffered.",
    "Compiled": "Declare what it was compiled from.",
    "BitwisableString": "Compare with the flag's member: this.flags.name.",
}
"""Names of Construct that can't be compiled, with what to write instead."""

IRRELEVANT = frozenset(
    [
        "Construct",
        "Subconstruct",
        "Container",
        "ListContainer",
        "LazyContainer",
        "LazyListContainer",
        "EnumInteger",
        "EnumIntegerString",
        "RebufferedBytesIO",
        "RestreamedBytesIO",
        "lib",
        "version",
        "version_string",
        "release_date",
        "__author__",
        "__version__",
        "globalPrintFalseFlags",
        "globalPrintFullStrings",
        "setGlobalPrintFalseFlags",
        "setGlobalPrintFullStrings",
        "setGlobalPrintPrivateEntries",
        "possiblestringencodings",
        "stream_iseof",
        "stream_read",
        "stream_read_entire",
        "stream_seek",
        "stream_size",
        "stream_tell",
        "stream_write",
        "AdaptationError",
        "CheckError",
        "ChecksumError",
        "CipherError",
        "ConstError",
        "ConstructError",
        "ExplicitError",
        "FormatFieldError",
        "IndexFieldError",
        "IntegerError",
        "MappingError",
        "NamedTupleError",
        "PaddingError",
        "RangeError",
        "RepeatError",
        "RotationError",
        "SelectError",
        "SizeofError",
        "StopFieldError",
        "StreamError",
        "StringError",
        "SwitchError",
        "TerminatedError",
        "TimestampError",
        "UnionError",
        "ValidationError",
        "CancelParsing",
    ]
)
"""Names that are no part of a declaration: what parsing gives and raises, streams, settings."""


def hint_for(kind: type) -> str:
    """What to write instead of a class."""
    own = "Write 'Computed' beside a field, 'Check', or 'Coded' with a codec of bytes."
    return next((REFUSED[one.__name__] for one in kind.__mro__ if one.__name__ in REFUSED), own)
