"""Random lists some of whose elements are null: bits say which, of elements of any kind."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.random_specs.drawing import DEEPEST, Attribute, Structure, drawn
from tests.random_specs.records import Records, drawn_records, named

_BITS = ("b1", "b3", "b12le")
_PLAIN: tuple[Attribute, ...] = (
    *({"type": type} for type in ("u1", "s4", "f8", "u2be", *_BITS)),
    *({"type": "strz", "encoding": encoding} for encoding in ("UTF-8", "UTF-16LE")),
    *({"size": 3}, {"type": "str", "size": 2, "encoding": "ASCII", "pad-right": 32}, {"terminator": 10}),
    *({"type": "u1", "valid": {"min": 3}}, {"size": 16, "-type": "uuid"}),
)
_ROOM = 40


def random_nulls(seed: int) -> dict[str, dict[str, Any]]:
    """A spec with such lists by its number, of any form or of records; see `random_spec`."""
    random = Random(seed)
    if random.random() < 0.5:
        return drawn_records(random, _Nulls(random, f"nulls_{seed}", {}))
    return drawn(random, f"nulls_{seed}", _Nulls)


class _Nulls(Records):
    """Draws lists with validity bits, too; most lists that an element ends, zeros end."""

    ends = (("u1", "_ == 0"), ("s2", "_ >= 0"), ("u4", "_ & 1 == 0"), ("u1", "_ == 5 or _ > 9"))

    def kinds(self, here: Structure) -> list[tuple[int, Callable[[Structure], None]]]:
        """See `Drawing.kinds`."""
        return [*super().kinds(here), (10, self._masked)]

    def _masked(self, here: Structure) -> None:
        """A list, and before it or behind it the bits that say which of its elements are there."""
        random = self.random
        many = {"repeat": "expr", "repeat-expr": self._counter(here)}
        element = self._element(here, many)
        name, present = self._name(here, here.names), self._name(here, here.names)
        bits = {"id": present, "type": random.choice(("b1", "b1", "b1le", "b1be")), **many, "-validity-of": name}
        if random.random() < 0.2:
            bits["if"] = here.scope.condition(random)
        values = {"id": name, **element, **many}
        whole = [named(self._name(here, here.names), "u1")]  # what is a structure, or ends one, has whole bytes
        if random.random() < 0.3:
            here.seq += [values, bits, *whole]
        elif str(element.get("type")) in _BITS:
            here.seq += [bits, values, *whole]
        else:
            here.seq += [bits, *(whole if element not in _PLAIN else []), values]

    def _element(self, here: Structure, many: Attribute) -> Attribute:
        """What the elements are; ``many``: how often they are repeated."""
        random = self.random
        if here.depth >= DEEPEST or random.random() < 0.2:
            return dict(random.choice(_PLAIN))
        if random.random() < 0.15:
            return {"type": self._standing(here)}
        if random.random() < 0.05:
            return {"type": self._type(here, closed=True), "terminator": 0x7C}
        frame = self._frame(here, many) if random.random() < 0.5 else {}
        closed = bool(frame) and frame["size"] != _ROOM
        if random.random() < 0.5:
            return {"type": self._type(here, closed=closed), **frame}
        if random.random() < 0.5:
            return {"type": self._choice(here, closed), **frame}
        on = random.choice(("_index", "_index % 3", f"{many['repeat-expr']} - _index"))
        labels: list[Any] = random.sample((0, 1, 2, 3), random.randint(1, 3))
        labels += ["_"] if random.random() < 0.4 else []
        return {"type": {"switch-on": on, "cases": {label: self._case(here, closed) for label in labels}}, **frame}

    def _frame(self, here: Structure, many: Attribute) -> Attribute:
        """What encloses each element."""
        random = self.random
        found: Attribute = {"size": random.choice((_ROOM, self._counter(here, asked=False)))}
        ways = ("xor(7)", "rol(3)")
        if random.random() < 0.3:
            sizes = self._name(here, here.names)
            here.seq.append({**named(sizes, random.choice(("u1", "u2"))), **many})
            found, ways = {"size": f"{sizes}[_index]"}, ("xor(7)", "zlib")
        if random.random() < 0.2:
            found["process"] = random.choice(ways)
        return found

    def _standing(self, here: Structure) -> str:
        """A type that stands for one of its members, which may not be there."""
        random = self.random
        name = self._name(here, self.type_names)
        self.type_names.add(name)
        member = random.choice(
            ({"type": "str", "size": "len"}, {"type": "u2", "-null": 7}, {"size": "len", "if": "len != 0"})
        )
        here.types[name] = {"-show": {"value": "of"}, "seq": [named("len", "u1"), {"id": "of", **member}]}
        return name
