"""Numbers with names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from construct import Enum, Mapping

from bytewright_codegen.front.construct.drafts import Frame, Meaning
from bytewright_codegen.front.construct.walk import Here, Walk, reads
from bytewright_codegen.ir.schema import Valid


@reads(Enum)
def enum(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A number with names."""
    found = walk.enum(con, con.encmapping, frame)
    return walk.put(con.subcon, replace(frame, enum=found), here)


@reads(Mapping)
def mapping(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A number that must have a name."""
    found = walk.enum(con, con.encmapping, frame)
    return walk.put(con.subcon, replace(frame, enum=found, valid=Valid(frame.loc, in_enum=True)), here)
