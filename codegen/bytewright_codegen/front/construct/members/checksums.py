"""Checksums."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from construct import Checksum
from construct.expr import Path

from bytewright.codecs import checksums
from bytewright_codegen.front.construct.drafts import Frame, Meaning, Refused
from bytewright_codegen.front.construct.walk import Here, Walk, reads
from bytewright_codegen.ir import schema
from bytewright_codegen.ir.expressions import Name

_PROBES = (b"", b"123456789", bytes(range(256)), b"\xff" * 77)


@reads(Checksum)
def checksum(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """The checksum of a member before it, which ``RawCopy`` keeps."""
    loc = walk.loc(con, frame.loc)
    algorithm = next((name for name, known in checksums.ALGORITHMS.items() if _same(con.hashfunc, known)), None)
    if algorithm is None:
        hint = (
            "Known are functions of bytes that give the same as an algorithm of docs/language.md, such as zlib.crc32."
        )
        raise Refused(loc, "this checksum is not known", hint)
    first, last = _copied(con.bytesfunc, here)
    if first is None or last is None:
        raise Refused(loc, "of which bytes it is the checksum can't be told", "Write this.x.data, x being a RawCopy.")
    keys = (*frame.keys, ("checksum", schema.Checksum(algorithm, loc, Name(first, loc), Name(last, loc))))
    return walk.put(con.checksumfield, replace(frame, keys=keys), here)


def _same(function: Any, known: Any) -> bool:
    """Whether a function computes a checksum: it gives the same of bytes that no other would."""
    try:
        return all(function(probe) == known(probe) for probe in _PROBES)
    except Exception:  # it may want whatever it likes
        return False


def _copied(written: Any, here: Here) -> tuple[str | None, str | None]:
    """The ids of the first and the last of the members whose bytes ``this.x.data`` is."""
    if not isinstance(written, Path) or written.__getfield__() != "data":
        return None, None
    parent = getattr(written, "_Path__parent")  # noqa: B009
    if not isinstance(parent, Path) or str(getattr(parent, "_Path__parent")) != "this":  # noqa: B009
        return None, None
    _, meaning = here.level.names.get(parent.__getfield__(), ("", Meaning()))
    return meaning.copied or (None, None)
