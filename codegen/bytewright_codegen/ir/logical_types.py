"""What stored values mean: a uuid, a moment."""

from __future__ import annotations

from dataclasses import dataclass

from bytewright_codegen.ir.expressions import Expr


@dataclass(frozen=True, slots=True)
class Logical:
    """``-type``: what a value means beyond how it is stored (``timestamp`` with ``unit`` s/ms/us/ns, ``uuid``, …).

    ``index``: of the kind ``index``, the list of which the value is a place. ``members``: of the kind ``json``, what
    members of an object must be (``bool``, ``str``, ``int``, ``float``, ``list``, ``object``) where they are there;
    None: any text will do. ``key`` and ``shown``: of the kind ``map``, on a list of structures, what of an item (``_``)
    is the key and what the value."""

    kind: str
    unit: str | None = None
    index: Expr | None = None
    key: Expr | None = None
    shown: Expr | None = None
    members: tuple[tuple[str, str], ...] | None = None
