"""The keys that are ours: where each may stand, and what those of former versions are called now.

Whatever else begins with ``-`` belongs to other tools and says nothing about the bytes.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from bytewright_codegen.front.ksy.document import Entry, Mapping, Node, Scalar, Sequence
from bytewright_codegen.ir.diagnostics import Edit, Problems

Place = Literal["field", "instance", "value instance", "type", "inner type", "spec", "enum member"]
"""What a key stands on; an instance is one that reads bytes, an inner type one below another."""

VENDOR_KEYS: dict[str, tuple[Place, ...]] = {
    "-type": ("field", "instance", "value instance", "type", "inner type", "spec"),
    "-show": ("type", "inner type", "spec"),
    "-validity-of": ("field", "instance"),
    "-label": ("enum member",),
    "-open": ("field", "instance"),
    "-null": ("field", "instance"),
    "-checksum": ("field", "instance"),
    "-valid": ("field", "instance", "value instance"),
    "-sync": ("field", "type", "inner type", "spec"),
    "-hint": ("field", "instance"),
    "-find": ("value instance",),
    "-role": ("field", "instance", "value instance", "inner type"),
    "-default": ("field", "instance"),
    "-derive": ("field", "instance"),
    "-options": ("spec",),
    "-views": ("spec",),
    "-samples": ("spec",),
    "-file-order": ("spec",),
    "-made-of": ("spec",),
}
"""Where each key may stand. What mappings know follows; the schema for editors and the docs are held to it."""

ROLES: dict[str, tuple[Place, ...]] = {
    "internal": ("instance", "value instance", "inner type"),
    "again": ("instance",),
    "slack": ("field", "instance"),
}
"""What ``-role`` may say, and of what."""


def vendor_keys(place: Place) -> tuple[str, ...]:
    """The keys that may stand in some place."""
    return tuple(key for key, places in VENDOR_KEYS.items() if place in places)


def roles(place: Place) -> tuple[str, ...]:
    """What ``-role`` may say there."""
    return tuple(role for role, places in ROLES.items() if place in places)


@dataclass(frozen=True)
class Former:
    """What a key of a former version is now: ``key`` with its value below ``member``, or the word ``role`` for true;
    ``renamed`` says what a key inside of the value is called now."""

    key: str
    member: str = ""
    role: str = ""
    renamed: tuple[str, str] | None = None

    @property
    def spelled(self) -> str:
        """As messages show it."""
        if self.role:
            return f"{self.key}: {self.role}"
        return f"{self.key}: {{{self.member or (self.renamed or ('',) * 2)[1]}: …}}"


FORMER_KEYS = {
    "-value": Former("-show", member="value"),
    "-columns": Former("-show", member="columns"),
    "-cells": Former("-show", member="cells"),
    "-unique": Former("-valid", member="unique"),
    "-checksum-of": Former("-valid", member="checksum-of"),
    "-count": Former("-find", renamed=("in", "count")),
    "-internal": Former("-role", role="internal"),
    "-again": Former("-role", role="again"),
    "-until-zeros": Former("-role", role="slack"),
}
"""Keys that were merged into others. They are read for one version more, with a warning."""


def current(mapping: Mapping, known: Collection[str], problems: Problems) -> Mapping:
    """A mapping whose keys of former versions have become those of this one.

    Args:
        mapping: as it is written.
        known: the keys that may stand in it.
        problems: gets a warning for each, and the edit that spells it anew.
    """
    if not any(e.key.text in FORMER_KEYS and FORMER_KEYS[e.key.text].key in known for e in mapping.entries):
        return mapping
    found: dict[str, Entry] = {}
    for entry in mapping.entries:
        former = FORMER_KEYS.get(entry.key.text)
        if former is None or former.key not in known:
            _add(found, entry, problems)
            continue
        hint = "`bytewright lint --fix` changes that."
        problems.warn(entry.key.loc, f"'{entry.key.text}' is called '{former.spelled}' now", hint)
        if former.role and isinstance(entry.node, Scalar) and entry.node.value is False:
            continue
        alone = sum(_key_now(other) == former.key for other in mapping.entries) == 1
        if alone and (edits := _edits(entry, former)) is not None:
            problems.edits |= dict.fromkeys(edits)
        _add(found, _renewed(entry, former), problems)
    return replace(mapping, entries=tuple(found.values()))


def _key_now(entry: Entry) -> str:
    former = FORMER_KEYS.get(entry.key.text)
    return entry.key.text if former is None else former.key


def _add(found: dict[str, Entry], entry: Entry, problems: Problems) -> None:
    """Puts an entry beside the others; what two keys of former versions say of one new key goes together."""
    key = entry.key.text
    before = found.get(key)
    if before is None:
        found[key] = entry
    elif isinstance(before.node, Mapping) and isinstance(entry.node, Mapping):
        entries = {e.key.text: e for e in (*entry.node.entries, *before.node.entries)}
        found[key] = Entry(before.key, replace(before.node, entries=tuple(entries.values())))
    else:
        problems.add(entry.key.loc, f"'{key}' is said twice")


def _renewed(entry: Entry, former: Former) -> Entry:
    key = replace(entry.key, text=former.key, value=former.key)
    if former.role:
        true = isinstance(entry.node, Scalar) and entry.node.value is True
        return Entry(key, replace(entry.key, text=former.role, value=former.role) if true else entry.node)
    if former.member:
        name = replace(entry.key, text=former.member, value=former.member)
        return Entry(key, Mapping((Entry(name, entry.node),), entry.node.loc))
    if former.renamed is None or not isinstance(entry.node, Mapping):
        return Entry(key, entry.node)
    old, new = former.renamed
    entries = (
        Entry(replace(e.key, text=new, value=new), e.node) if e.key.text == old else e for e in entry.node.entries
    )
    return Entry(key, replace(entry.node, entries=tuple(entries)))


def _edits(entry: Entry, former: Former) -> list[Edit] | None:
    """What to write in place of an entry; None: that is left to people."""
    key, node = entry.key, entry.node
    if former.role:
        true = isinstance(node, Scalar) and node.value is True
        return [Edit(key.start, node.end, f"{former.key}: {former.role}")] if true else None
    if former.renamed is not None:
        old, new = former.renamed
        inner = node.key(old) if isinstance(node, Mapping) else None
        return [Edit(key.start, key.end, former.key), Edit(inner.start, inner.end, new)] if inner is not None else None
    if isinstance(node, Scalar):
        end = len(node.source.text[: node.end].rstrip())  # a block of text ends with its line
        return [Edit(key.start, end, f"{former.key}: {{{former.member}: {_raw(node)}}}")]
    if node.flow:
        return [Edit(key.start, node.start, f"{former.key}: {{{former.member}: "), Edit(node.end, node.end, "}")]
    return _indented(key, node, former)


def _raw(scalar: Scalar) -> str:
    """A scalar as it may stand in braces."""
    written = scalar.source.text[scalar.start : scalar.end]
    if scalar.style in ("'", '"') or (not scalar.style and not set(written) & set(",[]{}#\n")):
        return written
    return "'" + scalar.text.strip().replace("'", "''") + "'"


def _indented(key: Scalar, node: Mapping | Sequence, former: Former) -> list[Edit]:
    """A block goes two columns to the right, below the new key."""
    text = key.source.text
    column = key.loc.column - 1
    edits = [Edit(key.start, key.end, f"{former.key}:\n{' ' * (column + 2)}{former.member}")]
    # The end of a block is where the next thing begins; a comment before that may belong to either.
    below = (m for m in re.finditer(r"^( *)\S", text[: node.end], re.MULTILINE) if m.start() > key.end)
    return [*edits, *(Edit(line.start(), line.start(), "  ") for line in below if len(line[1]) >= column)]


def has_role(node: Node, role: str, problems: Problems) -> bool:
    """Whether a mapping that is not read whole has a role."""
    if not isinstance(node, Mapping):
        return False
    found = current(node, ("-role",), problems).get("-role")
    return isinstance(found, Scalar) and found.value == role
