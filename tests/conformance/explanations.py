"""Why some of what is asked can't be, in words: what the runner finds out says only how it fails."""

from __future__ import annotations

from tests.conformance.results import Result

_EMPTY = "All its values have a size of zero: each is empty, and can be nothing else."
_INODES = (
    "Its view shows the directory in the second inode of the first group. That lies over the bytes of a block, which "
    "are drawn as bytes: they are no entries of a directory that fill it."
)
_EXPLANATIONS = {
    ("mutate", "bytes_pad_term_zero_size (enum_negative.bin)"): _EMPTY,
    ("mutate", "str_pad_term_zero_size (enum_negative.bin)"): _EMPTY,
    ("mutate", "switch_repeat_expr_invalid (switch_integers.bin)"): (
        "Both of its lists have three elements, as the spec says, and what an element is follows from the list of "
        "codes: no value can become another on its own."
    ),
    ("mutate", "valid_optional_id (fixed_struct.bin)"): "All its values are constants, one of them by a condition.",
    ("gallery-arrow", "filesystem/ext2"): _INODES,
    ("gallery-spark", "filesystem/ext2"): _INODES,
}
"""By part and name."""


def explanation(result: Result) -> str:
    """Why a test can't be passed; nothing where that is not known, and there is something to do."""
    return _EXPLANATIONS.get((result.part, result.name), "")
