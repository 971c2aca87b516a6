"""Random lists of records, and views of them: columns of what records have, and of what lies in them."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.random_specs.drawing import Attribute, Drawing, Structure, tree_of
from tests.random_specs.scope import Scope

_DEEPEST = 2
_MEANT = ("u1", "u2", "s4", "u4", "f8", "u2be", "s4le")
"""Types of fields that views may show as something else."""


def random_records(seed: int) -> dict[str, dict[str, Any]]:
    """A spec of records up to the end of a file, mostly with a view, by its number; see `random_spec`."""
    random = Random(seed)
    return drawn_records(random, Records(random, f"records_{seed}", {}))


def drawn_records(random: Random, drawing: Records) -> dict[str, dict[str, Any]]:
    """A spec of records of some drawing; see `random_records`."""
    meta = {
        "id": drawing.id,
        "endian": random.choice(("le", "be")),
        "bit-endian": random.choice(("le", "be")),
        "encoding": random.choice(("UTF-8", "ASCII", "UTF-16LE", "ISO-8859-1")),
    }
    framed = random.random() < 0.4
    record = Structure("body" if framed else "record", 1, closed=framed)
    drawing.fill(record, random.randint(1, 6))
    if framed:
        types = {"record": {"seq": [named("len_body", "u2"), {**named("body", "body"), "size": "len_body"}]}}
        types["body"] = tree_of(record)
    else:
        record.seq.append(named("last", "u1"))  # a record has some bytes
        types = {"record": tree_of(record)}
    columns = drawing.columns(record, "_.body" if framed else "_", 0)
    view: dict[str, Any] = {"each": "records[*]", "columns": columns or [{"id": "number", "value": "_index"}]}
    if not framed and random.random() < 0.2:
        view["where"] = seen(record.scope, "_").condition(random)
    head = [named("head", "u2")] if random.random() < 0.3 else []
    seq = [*head, {**named("records", "record"), "repeat": "eos"}]
    spec = {"meta": meta, "seq": seq, "types": types}
    if random.random() < 0.6:
        spec["-views"] = {"rows": view}
    return {drawing.id: spec}  # without views, rows hold all that files are made of


class Records(Drawing):
    """Draws records, and columns of what they have.

    Attributes:
        known: the structures that were drawn, by their names from the root of the spec.
        shown: how many columns have been drawn.
    """

    def __init__(self, random: Random, id: str, imports: dict[str, Drawing]) -> None:
        super().__init__(random, id, imports)
        self.known: dict[str, Structure] = {}
        self.shown = 0

    def fill(self, here: Structure, count: int) -> None:
        """Draw fields, some of which mean more than a number, and remember where they are."""
        self.known[here.path] = here
        super().fill(here, count)
        for field in here.seq:
            if field.get("type") in _MEANT and not {"enum", "repeat"} & field.keys() and self.random.random() < 0.2:
                moment = {"-type": {"timestamp": self.random.choice(("s", "ms"))}}
                field |= self.random.choice(({"-null": 0}, moment if field["type"] != "f8" else {}))

    def columns(self, here: Structure, path: str, depth: int) -> list[Attribute]:
        """Columns of what a structure has.

        Args:
            here: the structure.
            path: what leads to it.
            depth: in how many others it lies.
        """
        random, scope = self.random, seen(here.scope, path)
        found: list[Attribute] = []
        for field in here.seq:
            if "id" in field and "contents" not in field and random.random() < 0.75:
                found += self._of_field(here, field, scope, path, depth)
        for name in here.instances:
            if random.random() < 0.6:
                found.append(self._maybe({"value": f"{path}.{name}", "nullable": random.random() < 0.8}, scope))
        for _ in range(random.randrange(3)):
            found.append(self._maybe({"value": scope.value(random)}, scope))
        return [self._called(column) for column in found]

    def _of_field(self, here: Structure, field: Attribute, scope: Scope, path: str, depth: int) -> list[Attribute]:
        """Columns of a field: what it is, what lies in it, what its elements have, how many these are."""
        random, place = self.random, f"{path}.{field['id']}"
        inner = self._structure(here, field) if depth < _DEEPEST else None
        if "repeat" in field and random.random() < 0.7:
            if inner is not None:
                members, where = self.columns(inner, "_", depth + 1), seen(inner.scope, "_").condition(random)
            elif field.get("type") in ("u1", "u2", "s2", "s4") and "enum" not in field:
                members, where = [self._called(self._maybe({"value": "_ * 2"}, Scope(["_"])))], "_ % 3 == 1"
            else:
                return []
            counted = {"in": f"{place}[*]", **({"where": where} if random.random() < 0.7 else {})}
            listed = [{"each": f"{place}[*]", "columns": members}] if members else []
            return [*listed, self._maybe({"count": counted}, scope)]
        found = []
        if inner is not None and "repeat" not in field and "if" not in field and random.random() < 0.5:
            found += self.columns(inner, place, depth + 1)
        if not found or random.random() < 0.5:
            found.append(self._maybe({"value": place, "nullable": random.random() < 0.75}, scope))
        return found

    def _structure(self, here: Structure, field: Attribute) -> Structure | None:
        """The structure that a field is, or its elements are."""
        type = field.get("type")
        name = type.partition("(")[0] if isinstance(type, str) else ""
        return self.known.get(name) or self.known.get(f"{here.path}::{name}")

    def _maybe(self, column: Attribute, scope: Scope) -> Attribute:
        return {**column, "if": scope.condition(self.random)} if self.random.random() < 0.25 else column

    def _called(self, column: Attribute) -> Attribute:
        if "id" in column:
            return column
        self.shown += 1
        return {"id": f"column_{self.shown}", **column}


def named(name: str, type: str) -> Attribute:
    """A field."""
    return {"id": name, "type": type}


def seen(scope: Scope, path: str) -> Scope:
    """What a structure reaches of its own, asked for from a view, where its enums have no names."""
    own = {
        kind: [name for name in names if not name.startswith("_")]
        for kind, names in vars(scope).items()
        if kind != "members"
    }
    return Scope(**own).seen_from(path)
