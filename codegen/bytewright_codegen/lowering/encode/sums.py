"""Checksums that are written symbolically: numbers and digests of bytes that have been put."""

from __future__ import annotations

from bytewright.kernels.plan import Const, Expr, encoding
from bytewright_codegen.lowering.encode.context import Here
from bytewright_codegen.lowering.encode.record import Record
from bytewright_codegen.lowering.expressions.arithmetic import difference, total
from bytewright_codegen.lowering.expressions.values import Piece, Refusal, Structure
from bytewright_codegen.plans.reading import Entry, Number
from bytewright_codegen.plans.writing import ChecksumOf, EntryWriting


def is_sum(one: EntryWriting) -> bool:
    """Whether a field is a checksum of others."""
    return one.equation is not None and isinstance(one.equation.quantity, ChecksumOf)


class Sums:
    """Writes checksums, behind all else."""

    def __init__(self, record: Record) -> None:
        self._record = record

    def put(self, structure: Structure, entry: Entry, here: Here) -> None:
        """Write a checksum; of bytes behind it, later (`ahead`)."""
        if entry.sums_ahead:
            self._record.opened[id(structure)].ahead[entry.index] = here
        else:
            self._put(structure, entry, here)

    def ahead(self, structure: Structure, entry: Entry) -> None:
        """Write the checksum of bytes that came behind it, in the room that was left for it, if that was."""
        here = self._record.opened[id(structure)].ahead.get(entry.index)
        if here is not None:
            self._put(structure, entry, here)

    def digest(self, structure: Structure, entry: Entry, size: int, here: Here) -> Expr:
        """Write a digest of so many bytes; gives where it ends."""
        if entry.valid is not None:
            raise Refusal("a digest with a rule", entry.loc)
        structure.fields[entry.name] = Piece(here.domain, here.place, Const(size), False, here.guard)
        self.put(structure, entry, here)
        return total(here.place, size)

    def _put(self, structure: Structure, entry: Entry, here: Here) -> None:
        stated = entry.checksum
        assert stated is not None
        start, end = (self._record.layout.bound(structure, bound) for bound in (stated.start, stated.end))
        if start is None or end is None:
            raise Refusal(f"the checksum {stated.algorithm} of such a range", entry.loc)
        size = difference(end[1], start[0])
        kind = entry.item.kind if isinstance(entry.item, Number) else ""
        self._record.sums.append(
            encoding.PutSum(here.domain, kind, here.place, stated.algorithm, start[0], size, here.guard)
        )
