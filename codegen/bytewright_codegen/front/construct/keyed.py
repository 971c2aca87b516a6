"""Keys of ours on a member or a structure, read as those of a ``.ksy`` are."""

from __future__ import annotations

from dataclasses import fields as fields_of
from dataclasses import replace
from typing import Any

from construct import Computed, Struct

from bytewright.construct import Keyed
from bytewright_codegen.front.construct.drafts import Frame, Meaning, Refused
from bytewright_codegen.front.construct.walk import Here, Walk, bare, reads
from bytewright_codegen.front.ksy.attributes import read_attribute, read_instance
from bytewright_codegen.front.ksy.document import Entry, Mapping, Node, Scalar, Sequence
from bytewright_codegen.front.ksy.reader import read_spec
from bytewright_codegen.front.ksy.vendor_keys import VENDOR_KEYS, current
from bytewright_codegen.front.ksy.wires import Defaults
from bytewright_codegen.ir.schema import Attribute, ValueInstance

_OF_STRUCTURES = ("-show", "-sync")
"""Keys that say something of a structure wherever it is used."""

_NOT_KEYS = ("id", "loc", "wire", "value", "repeat", "enum", "enum_loc", "expr", "doc")
"""What stands beside keys of ours, to make an entry of them that is whole and may have any of them."""


@reads(Keyed)
def keyed(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A member with keys."""
    entries = _entries(walk, con, frame, here)
    loc = walk.loc(con, frame.loc)
    inner = bare(con.subcon)
    on_member = "-sync" if not isinstance(inner, Struct) else ""
    of_structure = tuple(e for e in entries if e.key.text in _OF_STRUCTURES and e.key.text != on_member)
    if of_structure:
        if not isinstance(inner, Struct):
            raise Refused(of_structure[0].key.loc, f"'{of_structure[0].key.text}' stands on a Struct")
        keys = _structure(walk, of_structure, frame)
        frame = replace(frame, structure=(*frame.structure, *keys), called=walk.declaration.name(con))
    own = tuple(entry for entry in entries if entry not in of_structure)
    if isinstance(inner, Computed):
        return _computed(walk, con, own, frame, here)
    whole = {"id": "x", "type": "u1", "enum": "x", "repeat": "eos"}
    around = (_entry(walk, key, value, frame) for key, value in whole.items())
    again = tuple(e for e in own if e.key.text == "-role" and isinstance(e.node, Scalar) and e.node.text == "again")
    said = (*around, *(entry for entry in own if entry not in again))
    attribute = read_attribute(Mapping(said, loc), Defaults(), walk.problems)
    set_keys = tuple((f.name, getattr(attribute, f.name)) for f in fields_of(Attribute) if _is_set(attribute, f))
    if again:
        set_keys = (*set_keys, ("again", True))
    return walk.put(con.subcon, replace(frame, keys=(*frame.keys, *set_keys)), here)


def bare_structure(walk: Walk, con: Any, frame: Frame, here: Here) -> tuple[Any, Frame]:
    """A structure without the keys around it, which its frame gets; anything else as it is, but for its name."""
    con = bare(con)
    if not isinstance(con, Keyed) or not isinstance(bare(con.subcon), Struct):
        return con, frame
    entries = _entries(walk, con, frame, here)
    if any(entry.key.text not in _OF_STRUCTURES for entry in entries):
        return con, frame
    keys = _structure(walk, entries, frame)
    called = walk.declaration.name(con)
    return bare(con.subcon), replace(frame, structure=(*frame.structure, *keys), called=called)


def _computed(walk: Walk, con: Any, own: tuple[Entry, ...], frame: Frame, here: Here) -> Meaning | None:
    place = len(here.draft.instances)
    meaning = walk.put(con.subcon, frame, here)
    entry = _entry(walk, "value", 0, frame)
    key = Scalar(frame.id or "x", frame.id, "", entry.key.source, entry.key.start, entry.key.end)
    read = read_instance(Entry(key, Mapping((entry, *own), walk.loc(con, frame.loc))), Defaults(), walk.problems)
    instance = here.draft.instances[place]
    assert isinstance(instance, ValueInstance)
    keys: dict[str, Any] = {f.name: getattr(read, f.name) for f in fields_of(ValueInstance) if _is_set(read, f)}
    assert isinstance(read, ValueInstance)
    if read.checksum_field is not None or any(e.key.text == "-find" for e in own):
        keys["expr"] = read.expr
    here.draft.instances[place] = replace(instance, **keys)
    return meaning


def _structure(walk: Walk, entries: tuple[Entry, ...], frame: Frame) -> tuple[tuple[str, Any], ...]:
    """Fields of a type that keys set."""
    loc = frame.loc
    meta = Entry(_entry(walk, "meta", 0, frame).key, Mapping((_entry(walk, "id", "x", frame),), loc))
    seq = Entry(_entry(walk, "seq", 0, frame).key, Sequence((), loc))
    read = read_spec(Mapping((meta, seq, *entries), loc), loc.file, walk.problems).types[0]
    return tuple(
        (f.name, getattr(read, f.name))
        for f in fields_of(type(read))
        if f.name not in ("name", "loc") and getattr(read, f.name) != f.default
    )


def _is_set(read: Any, field: Any) -> bool:
    return field.name not in _NOT_KEYS and getattr(read, field.name) != field.default


def _entry(walk: Walk, key: str, value: Any, frame: Frame) -> Entry:
    node = walk.nodes.node(value, None, frame.loc)
    at = node.start if isinstance(node, Scalar) else 0
    return Entry(Scalar(key, key, "", walk.declaration.source, at, at), node)


def _entries(walk: Walk, con: Keyed, frame: Frame, here: Here) -> tuple[Entry, ...]:
    walk.at(here)
    loc = walk.loc(con, frame.loc)
    call = walk.declaration.call(con)
    written = {keyword.arg: keyword.value for keyword in call.keywords} if call else {}
    entries = []
    for name, value in con.keys.items():
        node: Node = walk.nodes.node(value, written.get(name), loc)
        source = walk.declaration.source
        at = node.start if isinstance(node, Scalar) else walk.declaration.index(node.loc.line, 0) + node.loc.column - 1
        # The language has `valid` for fields; for values, and for what holds of a whole list, there is a key of ours.
        of_list = isinstance(node, Mapping) and any(node.get(rule) is not None for rule in ("unique", "same"))
        standard = name == "valid" and not of_list and not isinstance(bare(con.subcon), Computed)
        key = "valid" if standard else Keyed.spelled(name)
        entries.append(Entry(Scalar(key, key, "", source, at, at), node))
    return current(Mapping(tuple(entries), loc), tuple(VENDOR_KEYS), walk.problems).entries
