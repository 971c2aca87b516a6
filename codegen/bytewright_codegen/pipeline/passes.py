"""The passes of the compiler in their order, each with what it reads and what it writes.

What passes hand on has a name, in the end that of an attribute of `CodecPlans`. Some run once for a library, then
others for each of its specs. The last ones run when a back end first asks for what they write: some commands don't.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Literal

from bytewright_codegen.analysis.sizes import sizes
from bytewright_codegen.backends.python.naming import Naming
from bytewright_codegen.derive.plan import derive
from bytewright_codegen.derive.sequence_end import unplaced
from bytewright_codegen.derive.sizeof import answers
from bytewright_codegen.lowering.read.records import records

GIVEN = ("resolved", "spec")
"""What the front end and the resolver have made, and the spec at hand."""


@dataclass(frozen=True)
class Pass:
    """A pass.

    Attributes:
        writes: the name of what it makes.
        reads: the names of what it is given, in the order of the arguments of ``run``.
        run: makes it; on demand, given the plans of a spec, which have what it reads.
        runs: once for a library, for each spec, or for a spec on demand.
    """

    writes: str
    reads: tuple[str, ...]
    run: Callable[..., Any]
    runs: Literal["once", "each", "on demand"]


PASSES = (
    Pass("placed", ("resolved",), unplaced, "once"),
    Pass("sizes", ("placed",), sizes, "once"),
    Pass("library", ("placed", "sizes"), answers, "once"),
    Pass("naming", ("library", "spec"), Naming.of, "each"),
    Pass("reading", ("library", "spec", "sizes"), records, "each"),
    Pass("writing", ("library", "spec", "reading", "sizes"), derive, "each"),
    Pass("rows", ("library", "spec", "reading", "sizes"), attrgetter("rows"), "on demand"),
    Pass("encoding", ("library", "spec", "reading", "writing", "sizes"), attrgetter("encoding"), "on demand"),
    Pass("elements", ("library", "spec", "reading", "writing", "sizes"), attrgetter("elements"), "on demand"),
    Pass(
        "mirrored",
        ("library", "spec", "reading", "writing", "sizes", "elements"),
        attrgetter("mirrored"),
        "on demand",
    ),
)
"""All of them."""


def check_order(passes: Iterable[Pass], given: Iterable[str] = GIVEN) -> None:
    """See that passes read only what earlier ones write.

    Args:
        passes: in their order.
        given: what is there before the first.

    Raises:
        ValueError: one reads what no earlier one writes, or writes what is there already.
    """
    known = set(given)
    for one in passes:
        if missing := [name for name in one.reads if name not in known]:
            raise ValueError(f"the pass that writes {one.writes!r} reads {missing[0]!r}, which no earlier pass writes")
        if one.writes in known:
            raise ValueError(f"{one.writes!r} is there before the pass that writes it")
        known.add(one.writes)
