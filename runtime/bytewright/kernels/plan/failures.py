"""How the kernel says no: to a record, to a way of reading or writing, to a plan that is wrong."""

from __future__ import annotations

from bytewright.kernels.plan import codes

_NAMES = {
    codes.TRUNCATED: "the file ends inside it",
    codes.SIZE: "its length is impossible",
    codes.LIMIT: "it asks for more than a limit allows",
    codes.OUTSIDE: "something lies outside of what encloses it",
    codes.INVALID: "a check failed",
    codes.COUNT: "a count is impossible",
    codes.MALFORMED: "text is not valid in its encoding",
    codes.LEFT: "it is left to the object reader",
    codes.MISMATCH: "values are of a type that the column can't hold",
}


class BadRecord(Exception):  # noqa: N818 - it is caught by the reader that makes the error people see
    """The kernel refused a record. Whoever catches it reads that record again with the object reader for the message.

    Attributes:
        offset: where the record begins in the file, in bytes.
        code: one of the codes from `bytewright.kernels.plan.codes.BAD` on.
        field: path of the field whose check failed, as the plan names it; empty where it is the frame itself.
        record: ordinal number of the record in the file, from 0.
    """

    def __init__(self, offset: int, code: int, field: str, record: int) -> None:
        super().__init__(offset, code, field, record)
        self.offset = offset
        self.code = code
        self.field = field
        self.record = record

    @property
    def truncated(self) -> bool:
        """Whether the region ends inside the record: the tail of a file that is still being written looks so."""
        return self.code == codes.TRUNCATED

    def __str__(self) -> str:
        what = _NAMES.get(self.code, f"code {self.code}")
        return f"record {self.record} at offset {self.offset}: {self.field or 'frame'}: {what}"


class Unsupported(Exception):  # noqa: N818 - it is caught by whoever goes another way
    """A way to read or write can't take something that another way may: no error of the user's, and no bug.

    Args:
        reason: why it can't.
        where: the number of the first row, or element, of those at hand that it is about; None: it is about all.

    Attributes:
        reason: see above.
        where: likewise.
    """

    def __init__(self, reason: str, where: int | None = None) -> None:
        super().__init__(reason, where)
        self.reason = reason
        self.where = where

    def __str__(self) -> str:
        return self.reason if self.where is None else f"rows from {self.where} on: {self.reason}"


class PlanError(Exception):
    """A plan contradicts itself: a bug of who made it, which nobody catches."""
