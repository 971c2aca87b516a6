"""Why some of the suite's tests can't be passed, in words: what the runner finds out says only how they fail."""

from __future__ import annotations

from tests.conformance.results import Result

_EMPTY = "All its values have a size of zero: each is empty, and can be nothing else."
_PARTIAL = (
    "It asks a parser for debugging what it had read before it failed. A count that can't fit is refused here before "
    "its list is read, so that no count makes a reader allocate what isn't there."
)
_EXPLANATIONS = {
    ("read", "debug_array_user_eof_exception"): _PARTIAL,
    ("rewrite", "debug_array_user_eof_exception (nav_parent_codes.bin)"): "The file is too short for its spec.",
    ("mutate", "debug_array_user_eof_exception (nav_parent_codes.bin)"): "The file is too short for its spec.",
    ("mutate", "bytes_pad_term_zero_size (enum_negative.bin)"): _EMPTY,
    ("mutate", "str_pad_term_zero_size (enum_negative.bin)"): _EMPTY,
    ("mutate", "switch_repeat_expr_invalid (switch_integers.bin)"): (
        "Both of its lists have three elements, as the spec says, and what an element is follows from the list of "
        "codes: no value can become another on its own."
    ),
    ("mutate", "valid_optional_id (fixed_struct.bin)"): "All its values are constants, one of them by a condition.",
}
"""By part and name."""


def explanation(result: Result) -> str:
    """Why a test can't be passed; nothing where that is not known, and there is something to do."""
    return _EXPLANATIONS.get((result.part, result.name), "")
