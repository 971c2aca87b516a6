"""Keys of ours on a member, as in a ``.ksy``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from construct import Computed, Struct

from bytewright.construct import Keyed
from bytewright_codegen.construct.drafts import Frame, Meaning, Refused
from bytewright_codegen.construct.walk import Here, Walk, bare, reads
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ksy.attributes import read_valid
from bytewright_codegen.ksy.document import Entry, Mapping, Scalar
from bytewright_codegen.ksy.fields import Fields
from bytewright_codegen.ksy.vendor import read_checksum, read_derive, read_logical, read_lookup

_KEYS = (
    "-type", "-derive", "-default", "-validity-of", "-open", "-checksum", "-null", "-unique", "-hint", "-again",
    "-valid", "-value", "-find", "-count", "-checksum-of",
)  # fmt: skip


@reads(Keyed)
def keyed(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A member with keys."""
    fields = _fields(walk, con, frame, here)
    place = len(here.draft.instances)
    inner = bare(con.subcon)
    if "-value" in fields and not isinstance(inner, Struct):
        raise Refused(fields.key_loc("-value"), "'value' stands on a Struct")
    if isinstance(inner, Computed):
        meaning = walk.put(con.subcon, frame, here)
        instance = here.draft.instances[place]
        assert isinstance(instance, ValueInstance)
        here.draft.instances[place] = replace(
            instance,
            expr=read_lookup(fields) or instance.expr,
            logical=read_logical(fields),
            valid=read_valid(fields, "-valid"),
            checksum_field=fields.text("-checksum-of") or None,
        )
        return meaning
    found = {
        "logical": read_logical(fields),
        "derive": read_derive(fields),
        "default": fields.expression("-default"),
        "validity_of": fields.text("-validity-of") or None,
        "open_enum": fields.flag("-open"),
        "checksum": read_checksum(fields),
        "null": fields.expression("-null"),
        "unique": fields.expression("-unique"),
        "hint": fields.text("-hint") or None,
        "again": fields.flag("-again"),
        "valid": read_valid(fields, "-valid"),
    }
    keys = tuple((key, value) for key, value in found.items() if value is not None)
    shown = fields.expression("-value") or frame.shown_as
    return walk.put(con.subcon, replace(frame, keys=(*frame.keys, *keys), shown_as=shown), here)


def _fields(walk: Walk, con: Keyed, frame: Frame, here: Here) -> Fields:
    walk.at(here)
    loc = walk.loc(con, frame.loc)
    call = walk.declaration.call(con)
    written = {keyword.arg: keyword.value for keyword in call.keywords} if call else {}
    entries = []
    for name, value in con.keys.items():
        text = written.get(name)
        node = walk.nodes.node(value, text, loc)
        key = "-" + name.rstrip("_").replace("_", "-")
        source = walk.declaration.source
        at = node.start if isinstance(node, Scalar) else walk.declaration.index(node.loc.line, 0) + node.loc.column - 1
        entries.append(Entry(Scalar(key, key, "", source, at, at), node))
    return Fields(Mapping(tuple(entries), loc), "a member", _KEYS, walk.problems)
