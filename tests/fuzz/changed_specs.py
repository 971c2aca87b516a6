"""Specs with something changed that keeps them specs, mostly: types, conditions, frames, names, what holds them.

Slips of the hand (`tests.pipeline.slips`) show what the compiler says of specs that mean nothing; these mean something
else than what they were changed from. Which of them compile says the compiler.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.fuzz.groups import PROCESSES, TEXTS, WORDS, added, group, quoted

Tree = dict[str, Any]

_WHOLE = re.compile(r"[us][1248](le|be)?|b(8|16|24|32|64)(le|be)?")
_NUMBERS = ("u1", "u2", "u4", "u8", "s1", "s2", "s4", "s8", "u2be", "u4be", "u8be", "u2le", "u4le", "u8le", "b8", "b16")
_NAMES = (*WORDS, "io", "read", "value", "x_1")
_ENCODINGS = ("ASCII", "UTF-8", "UTF-16LE", "UTF-16BE", "ISO-8859-1", "windows-1252", "IBM437", "SJIS")
_NO_TYPE = ("meta", "-views", "-options", "-makers", "doc", "doc-ref")
_TIMES = (1, 1, 2, 3)


def changed(tree: Tree, chance: Random, other: Tree) -> Tree:
    """A spec changed in some places; ``other``: one of which a part may be taken."""
    found = copy.deepcopy(tree)
    for _ in range(chance.choice(_TIMES)):
        way = chance.choice(_WAYS)
        found = way(found, chance, copy.deepcopy(other)) or found
    return found


# --- fields -----------------------------------------------------------------------------------------------------------


def _types(tree: Tree) -> Iterator[Tree]:
    yield tree
    for inner in (tree.get("types") or {}).values():
        if isinstance(inner, dict):
            yield from _types(inner)


def _sequences(tree: Tree) -> list[list[Tree]]:
    found = [each["seq"] for each in _types(tree) if isinstance(each.get("seq"), list)]
    return [seq for seq in found if seq and all(isinstance(one, dict) for one in seq)]


def _fields(tree: Tree) -> list[Tree]:
    placed = [one for each in _types(tree) for one in (each.get("instances") or {}).values()]
    found = [one for seq in _sequences(tree) for one in seq]
    return found + [one for one in placed if isinstance(one, dict) and "value" not in one]


def _one(tree: Tree, chance: Random, test: Callable[[Tree], bool]) -> Tree:
    """A field that something holds of; what nobody looks at where there is none."""
    fields = [field for field in _fields(tree) if test(field)]
    return chance.choice(fields) if fields else {}


def _is_number(field: Tree) -> bool:
    return isinstance(field.get("type"), str) and _WHOLE.fullmatch(field["type"]) is not None


def _is_text(field: Tree) -> bool:
    return field.get("type") in ("str", "strz")


def _another_number(tree: Tree, chance: Random, other: Tree) -> None:
    if field := _one(tree, chance, _is_number):
        field["type"] = chance.choice(_NUMBERS)


def _all_numbers(tree: Tree, chance: Random, other: Tree) -> None:
    """All numbers of a size are of another one."""
    if field := _one(tree, chance, _is_number):
        kind, new = field["type"], chance.choice(_NUMBERS)
        for each in _fields(tree):
            if each.get("type") == kind:
                each["type"] = new


def _another_order(tree: Tree, chance: Random, other: Tree) -> None:
    key = chance.choice(("endian", "bit-endian"))
    order = tree.setdefault("meta", {}).get(key)
    tree["meta"][key] = "be" if order == "le" else "le"


def _left_out(tree: Tree, chance: Random, other: Tree) -> None:
    """A field is there only by the value of one before it, or of anything."""
    sequences = [seq for seq in _sequences(tree) if len(seq) > 1]
    if sequences:
        seq = chance.choice(sequences)
        place = chance.randrange(1, len(seq))
        known = [one["id"] for one in seq[:place] if _is_number(one) and "id" in one and "repeat" not in one]
        asked = chance.choice(known) if known else "_io.size"
        seq[place]["if"] = chance.choice((f"{asked} != 0", f"{asked} % 2 == 1", f"{asked} & 4 != 0", f"{asked} < 3"))


def _always(tree: Tree, chance: Random, other: Tree) -> None:
    _one(tree, chance, lambda field: "if" in field).pop("if", None)


def _repeated(tree: Tree, chance: Random, other: Tree) -> None:
    if field := _one(tree, chance, lambda field: "repeat" not in field and "contents" not in field):
        counts: tuple[Tree, ...] = (
            {"repeat": "expr", "repeat-expr": chance.choice((0, 1, 2, 3))},
            {"repeat": "until", "repeat-until": "_io.eof"},
            {"repeat": "eos"},
        )
        field |= chance.choice(counts)


def _ended(tree: Tree, chance: Random, other: Tree) -> None:
    """Text and bytes end by something, which is theirs, or the next one's, or nobody's."""
    if field := _one(tree, chance, lambda field: bool({"size", "size-eos", "terminator"} & field.keys())):
        field |= {"terminator": chance.choice((0, 1, 255)), "consume": chance.random() < 0.5}
        field |= {"include": chance.random() < 0.5, "eos-error": chance.random() < 0.7}
        if chance.random() < 0.5:
            field.pop("size", None)
            field.pop("size-eos", None)


def _measured(tree: Tree, chance: Random, other: Tree) -> None:
    """A size counts from somewhere else."""
    if field := _one(tree, chance, lambda field: "size" in field or "size-eos" in field):
        field.pop("size-eos", None)
        field["size"] = chance.choice(("_io.size - _io.pos", "_io.size - _io.pos - 1", 3, 8, 16))


def _processed(tree: Tree, chance: Random, other: Tree) -> None:
    if field := _one(tree, chance, lambda field: bool({"size", "size-eos"} & field.keys())):
        field["process"] = chance.choice(PROCESSES)


def _in_another_encoding(tree: Tree, chance: Random, other: Tree) -> None:
    if field := _one(tree, chance, _is_text):
        field["encoding"] = chance.choice(_ENCODINGS)


def _unnamed(tree: Tree, chance: Random, other: Tree) -> None:
    _one(tree, chance, lambda field: "id" in field).pop("id", None)


def _renamed(tree: Tree, chance: Random, other: Tree) -> Tree | None:
    """A field is called something else, wherever it is named."""
    ids = sorted({field["id"] for field in _fields(tree) if isinstance(field.get("id"), str)})
    if not ids:
        return None
    pattern, new = re.compile(rf"(?<![\w-]){re.escape(chance.choice(ids))}(?![\w-])"), chance.choice(_NAMES)

    def named(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {
                pattern.sub(new, name) if key in ("instances", "params") else name: named(item, str(name))
                for name, item in value.items()
            }
        if isinstance(value, list):
            return [named(item, key) for item in value]
        return pattern.sub(new, value) if isinstance(value, str) and key not in ("type", "endian") else value

    found: Tree = {key: item if key == "meta" else named(item, key) for key, item in tree.items()}
    return found


# --- what values mean -------------------------------------------------------------------------------------------------


def _null(tree: Tree, chance: Random, other: Tree) -> None:
    """A value stands for null: a number, or a member of an enum."""
    enums = {name: members for each in _types(tree) for name, members in (each.get("enums") or {}).items()}
    if field := _one(tree, chance, lambda field: _is_number(field) and "-type" not in field):
        members = enums.get(field.get("enum"))
        if isinstance(members, dict) and members:
            member = chance.choice([*members.values()])
            field["-null"] = f"{field['enum']}::{member['id'] if isinstance(member, dict) else member}"
        else:
            field["-null"] = chance.choice((0, 1, 255))


def _moment(tree: Tree, chance: Random, other: Tree) -> None:
    if field := _one(tree, chance, lambda field: _is_number(field) and "enum" not in field):
        field["-type"] = {"timestamp": chance.choice(("ns", "us", "ms", "s"))}
        if chance.random() < 0.7:
            field["type"] = chance.choice(("u8", "s8", "u8be"))


def _valid(tree: Tree, chance: Random, other: Tree) -> None:
    if chance.random() < 0.5 and (field := _one(tree, chance, _is_text)):
        texts = [quoted(text) for text in chance.sample(TEXTS, 3)]
        field["valid"] = chance.choice(({"any-of": texts}, {"eq": texts[0]}, {"min": texts[0]}))
    elif field := _one(tree, chance, lambda field: _is_number(field) and "enum" not in field):
        field["valid"] = chance.choice(({"any-of": [0, 1, 2, 77]}, {"min": 1}, {"max": 100}, {"expr": "_ & 3 != 1"}))


# --- what holds what --------------------------------------------------------------------------------------------------


def _as_type(tree: Tree) -> Tree:
    return {key: value for key, value in tree.items() if key not in _NO_TYPE}


def _in_records(tree: Tree, chance: Random, other: Tree) -> Tree:
    """The structure is what records are."""
    record: Tree = {"seq": [{"id": "len", "type": chance.choice(("u1", "u2", "u8"))}], "types": {"b": _as_type(tree)}}
    record["seq"].append({"id": "body", "type": "b", "size": "len"})
    framed = chance.random() < 0.5
    listed: Tree = {"id": "all", "type": "r", "repeat": "eos"}
    if chance.random() < 0.3:
        listed |= {"repeat": "expr", "repeat-expr": "n"}
    return {
        "meta": tree["meta"],
        "seq": [{"id": "n", "type": "u2"}, listed],
        "types": {"r": record if framed else _as_type(tree)},
    }


def _grafted(tree: Tree, chance: Random, other: Tree) -> None:
    """Another structure lies somewhere in this one."""
    kinds = [*_types(tree)]
    kind = chance.choice([one for one in kinds if isinstance(one.get("seq"), list)] or [tree])
    kind["types"] = {**(kind.get("types") or {}), "grafted": _as_type(other)}
    field: Tree = {"id": "graft", "type": "grafted"}
    field |= chance.choice(({}, {"size": 24}, {"size-eos": True}, {"repeat": "expr", "repeat-expr": 2}))
    kind["seq"].insert(chance.randrange(len(kind["seq"]) + 1), field)


def _moved(tree: Tree, chance: Random, other: Tree) -> None:
    """A field comes earlier or later."""
    if sequences := [seq for seq in _sequences(tree) if len(seq) > 1]:
        seq = chance.choice(sequences)
        seq.insert(chance.randrange(len(seq)), seq.pop(chance.randrange(len(seq))))


def _doubled(tree: Tree, chance: Random, other: Tree) -> None:
    """A field comes once more, under another name."""
    if sequences := _sequences(tree):
        seq = chance.choice(sequences)
        place = chance.randrange(len(seq))
        seq.insert(place, {**copy.deepcopy(seq[place]), "id": f"again_{len(seq)}"})


def _neighbour(tree: Tree, chance: Random, other: Tree) -> None:
    """A number more."""
    if sequences := _sequences(tree):
        seq = chance.choice(sequences)
        field = {"id": f"more_{len(seq)}", "type": chance.choice((*_NUMBERS, "b1", "b3", "b12", "f4", "f8be"))}
        seq.insert(chance.randrange(len(seq) + 1), field)


def _group(tree: Tree, chance: Random, other: Tree) -> None:
    """Fields more that mean something together."""
    kinds = [one for one in _types(tree) if isinstance(one.get("seq"), list)]
    if kinds:
        kind = chance.choice(kinds)
        added(kind, group(chance, f"more_{len(kind['seq'])}_"), chance.randrange(len(kind["seq"]) + 1))


# --- views ------------------------------------------------------------------------------------------------------------


def _views(tree: Tree) -> list[Tree]:
    found = tree.get("-views")
    return [one for one in found.values() if isinstance(one, dict)] if isinstance(found, dict) else []


def _no_views(tree: Tree, chance: Random, other: Tree) -> None:
    """Rows hold all that files are made of."""
    tree.pop("-views", None)


def _chosen_rows(tree: Tree, chance: Random, other: Tree) -> None:
    """A view gives some rows only, or shows some values under a condition only."""
    for view in chance.sample(_views(tree), min(1, len(_views(tree)))):
        columns = [
            one for one in view.get("columns") or () if isinstance(one, dict) and isinstance(one.get("value"), str)
        ]
        if columns:
            asked = chance.choice(columns)["value"]
            condition = chance.choice((f"{asked} != 0", f"{asked} & 1 == 0", "_index % 2 == 0", f"{asked} < 100"))
            if chance.random() < 0.6:
                view["where"] = condition
            else:
                chance.choice(columns)["if"] = condition


_WAYS: tuple[Callable[[Tree, Random, Tree], Tree | None], ...] = (
    _another_number, _all_numbers, _another_order, _left_out, _left_out, _always, _repeated, _ended, _ended, _measured,
    _processed, _in_another_encoding, _unnamed, _renamed, _null, _moment, _valid, _in_records, _grafted, _grafted,
    _moved, _doubled, _neighbour, _no_views, _chosen_rows, _chosen_rows,
    _group, _group, _group, _group,
)  # fmt: skip
