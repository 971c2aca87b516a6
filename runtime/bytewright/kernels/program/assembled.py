"""Programs for plans that come again: the next file's is often the same, and to assemble one takes milliseconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import NamedTuple
from weakref import ref

from bytewright.arrow.conditions import Condition
from bytewright.kernels.plan import RowPlan
from bytewright.kernels.program.assemble import assemble
from bytewright.kernels.program.pivot import PivotColumn
from bytewright.kernels.program.program import Program

_MOST = 16
"""Programs that are kept."""
_Key = tuple[
    RowPlan, tuple[str, ...] | None, tuple[PivotColumn, ...], frozenset[tuple[str, int]], int, Condition | None
]


class _Kept(NamedTuple):
    """A program.

    Attributes:
        key: what it was assembled from.
        program: the program.
        user: who last had it.
    """

    key: _Key
    program: Program
    user: ref[object]

    @property
    def free(self) -> bool:
        """Whether somebody else may have it: the kernel writes to tables of it while it runs, in any number of threads,
        and who has one says where what lies beside the input is."""
        return self.user() is None


_kept: dict[int, _Kept] = {}
"""By the hash of the key, which takes a while to find; the last used ones last."""
_lock = Lock()


def assembled(
    plan: RowPlan,
    columns: Sequence[str] | None,
    pivot: Sequence[PivotColumn],
    given: Mapping[str, int] | None,
    most_records: int,
    user: object,
    condition: Condition | None = None,
) -> Program:
    """What `assemble` gives for the same arguments, for one user at a time: nothing but what lies `beside`, and what
    is known of its walks (`Boundary`), may be changed.

    Args:
        plan: see `assemble`.
        columns: likewise.
        pivot: likewise.
        given: likewise.
        most_records: likewise.
        user: who uses it, as long as it exists.
        condition: see `assemble`.
    """
    key = (
        plan,
        None if columns is None else tuple(columns),
        tuple(pivot),
        frozenset((given or {}).items()),
        most_records,
        condition,
    )
    number = hash(key)
    with _lock:
        found = _kept.pop(number, None)
        if found is not None and found.free and found.key == key:
            _kept[number] = found._replace(user=ref(user))
            return found.program
    program = assemble(plan, columns, pivot, given, most_records, condition)
    with _lock:
        _kept[number] = _Kept(key, program, ref(user))
        while len(_kept) > _MOST:
            del _kept[next(iter(_kept))]
    return program
