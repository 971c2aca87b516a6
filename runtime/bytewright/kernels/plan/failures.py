"""A record that the kernel refused."""

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


class PlanError(Exception):
    """A row plan asks for something that the engine can't do, or contradicts itself."""
