"""Fields of fixed size that follow each other, whose bytes are asked for at once."""

from __future__ import annotations

from collections.abc import Sequence

from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.lowering.layout.bit_positions import Inside
from bytewright_codegen.plans.reading import Entry


class FixedRuns:
    """How many bytes the fields of fixed size have that begin with one, each run gone through once.

    Args:
        sizes: of all fields.
        inside: what can be told of fields that begin or end inside a byte.
    """

    def __init__(self, sizes: Sizes, inside: Inside) -> None:
        self._sizes = sizes
        self._inside = inside
        self._known: dict[tuple[str, int], int] = {}

    def size(self, type: str, rest: Sequence[Entry]) -> int:
        """How many bytes the run has that begins with the first of some fields of a type, at the beginning of a byte;
        0: that one has no fixed size, or may be absent."""
        if (type, rest[0].index) not in self._known:
            self._go_through(type, rest)
        return self._known[type, rest[0].index]

    def _go_through(self, type: str, rest: Sequence[Entry]) -> None:
        bits = 0
        begins: dict[int, int] = {rest[0].index: 0}
        for entry in rest:
            size = self._sizes.attributes[type, entry.index].exact
            if size is None or entry.condition is not None or entry.frame.kind not in ("none", "size"):
                break
            if not entry.is_bit_field:
                if bits % 8 and self._inside.begins(entry):
                    break
                bits = -(-bits // 8) * 8
            if bits % 8 == 0:  # a run that begins here ends where this one does
                begins[entry.index] = bits // 8
            bits += size
            if self._inside.ends(entry):
                break
        self._known |= {(type, index): -(-bits // 8) - begin for index, begin in begins.items()}
