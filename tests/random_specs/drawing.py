"""Random specs, well-formed by construction, as plain data.

A structure is drawn field by field. What is drawn knows what stands before it (`Scope`), so expressions name what is
there; what takes all that is left only stands at the end of something whose size is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.random_specs.scope import Scope

Attribute = dict[str, Any]

_WORDS = (
    "alpha",
    "beta",
    "gamma",
    "delta",
    "size",
    "value",
    "data",
    "index",
    "number",
    "kind",
    "part",
    "x",
    "y2",
    "len",
)
_AWKWARD = (
    "class",
    "def",
    "self",
    "io",
    "none",
    "list",
    "int",
    "print",
    "root",
    "parent",
    "on",
    "no",
    "type",
    "id",
    "out",
    "from",
)
_SMALL = ("u1", "u1", "u2", "u2le", "u2be", "u4", "u4le")
_INTEGERS = ("u1", "u2", "u4", "u8", "s1", "s2", "s4", "s8", "u2le", "u4be", "u8le", "s2be", "s4le", "s8be")
_NUMBERS = (*_INTEGERS, "f4", "f8", "f4le", "f4be", "f8le", "f8be")
_ENCODINGS = (
    *("UTF-8", "ASCII", "ISO-8859-1", "UTF-16LE", "UTF-16BE", "windows-1252", "IBM437", "Shift_JIS", "UTF-32LE"),
    *("GB18030", "EUC-KR", "Big5-HKSCS", "UTF-32BE"),
)
_CASES = ("u1", "u2", "s4", "f8", "strz")
_BITS = ("b1", "b12", "b20", "b9le")
DEEPEST = 3
_MOST_TYPES = 8


@dataclass
class _Type:
    """A type that was drawn.

    Attributes:
        path: its name from the root of its spec.
        params: the types of its parameters.
        open: whether it takes all that is left, so that it needs a size.
        private: whether it asks for something around it, so that it can't stand elsewhere.
    """

    path: str
    params: list[str]
    open: bool
    private: bool


@dataclass
class Structure:
    """A structure that is being drawn."""

    path: str
    depth: int
    closed: bool
    scope: Scope = field(default_factory=Scope)
    seq: list[Attribute] = field(default_factory=list)
    instances: dict[str, Attribute] = field(default_factory=dict)
    types: dict[str, Any] = field(default_factory=dict)
    enums: dict[str, Any] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    open: bool = False
    private: bool = False
    placed: bool = False
    turning: bool = False


def random_spec(seed: int) -> dict[str, dict[str, Any]]:
    """A spec by its number.

    Returns:
        By id, the spec and what it imports, as plain data; the spec first.
    """
    return drawn(Random(seed), str(seed), Drawing)


def drawn(random: Random, name: str, drawing: type[Drawing]) -> dict[str, dict[str, Any]]:
    """A spec of some drawing; see `random_spec`."""
    imported: dict[str, tuple[dict[str, Any], Drawing]] = {}
    if random.random() < 0.15:
        other = drawing(random, f"other_{name}", {})
        imported[other.id] = (other.spec(), other)
    made = drawing(random, f"random_{name}", {id: other for id, (_, other) in imported.items()})
    return {made.id: made.spec(), **{id: tree for id, (tree, _) in imported.items()}}


class Drawing:
    """A spec while it is drawn; ``id``: its name; ``imports``: others that it may use, by their names."""

    ends = (("u1", "_ == 0"), ("s2", "_ < 0"), ("u4", "_ & 1 == 1"), ("u1", "_ == 5 or _ > 9"))
    """Types of the elements of lists, and when these end."""

    def __init__(self, random: Random, id: str, imports: dict[str, Drawing]) -> None:
        self.random = random
        self.id = id
        self.imports = imports
        self.root: Structure | None = None
        self.types: list[_Type] = []
        self.awkward = random.random() < 0.15
        self.serial = 0
        self.open = False
        self.type_names: set[str] = set()

    def spec(self) -> dict[str, Any]:
        """The whole spec."""
        random = self.random
        meta: dict[str, Any] = {
            "id": self.id,
            "endian": random.choice(("le", "be")),
            "bit-endian": random.choice(("le", "be")),
            "encoding": random.choice(_ENCODINGS),
        }
        if self.imports:
            meta["imports"] = list(self.imports)
        structure = Structure("", 0, closed=True)
        self.root = structure
        self.fill(structure, random.randint(1, 7))
        if self.imports:
            for other in self.imports.values():
                # What takes all that is left fills no size that is fixed.
                size = self._counter(structure, asked=False, before_end=True) if other.open else 64
                self._append(structure, {"size": size, "type": other.id}, before_end=True)
        self.open = structure.open
        return {"meta": meta, **tree_of(structure)}

    # --- structures -------------------------------------------------------------------------------------------------

    def fill(self, here: Structure, count: int) -> None:
        """Draw so many kinds of fields, and instances."""
        weights, makers = zip(*self.kinds(here), strict=True)
        for _ in range(count):
            self.random.choices(makers, weights)[0](here)
        if here.closed and not here.placed and self.random.random() < 0.4:
            self.random.choice((self._rest, self._rest_text, self._rest_items))(here)
            here.open = True
        for _ in range(self.random.randrange(3)):
            self._value(here)

    def kinds(self, here: Structure) -> list[tuple[int, Callable[[Structure], None]]]:
        """What draws fields of a structure, with how often that is chosen."""
        kinds: list[tuple[int, Callable[[Structure], None]]] = [
            (4, self._number),
            (3, self._count),
            (3, self._sized),
            (2, self._text),
            (2, self._terminated),
            (2, self._bits),
            (2, self._enum),
            (1, self._contents),
            (1, self._checked),
            (2, self._until),
            (1, self._processed),
            (2, self._value),
        ]
        if here.depth < DEEPEST:
            kinds += [(3, self._nested), (3, self._framed), (3, self._switch), (2, self._items)]
            kinds += [(2, self._placed)] if here.closed else []
        return kinds

    def _type(self, here: Structure, *, closed: bool, solid: bool = False) -> str:
        """A type to be used in a structure, with its arguments: a new one, or one that is there.

        One that is ``solid`` has some bytes.
        """
        random = self.random
        known = [t for t in self.types if (closed or not t.open) and not t.private]
        if known and not solid and (random.random() < 0.3 or len(self.types) >= _MOST_TYPES):
            type = random.choice(known)
            return self._reference(here, type.path, type.params)
        # Types of one name may stand in each other; the inner one hides the outer one.
        name = "shadow" if random.random() < 0.1 and "shadow" not in here.types else self._name(here, self.type_names)
        self.type_names.add(name)
        made = Structure(f"{here.path}::{name}".removeprefix("::"), here.depth + 1, closed, turning=here.turning)
        tree = self._head(here, made)
        if solid:
            made.seq.append({"id": self._name(made, made.names), "type": "u1"})
        self.fill(made, random.randint(1, 4))
        here.types[name] = {**tree, **tree_of(made)}
        params = [param["type"] for param in tree.get("params", ())]
        private = made.private or here.turning or "shadow" in made.path
        self.types.append(_Type(made.path, params, made.open, private))
        return self._reference(here, name, params)

    def _head(self, here: Structure, made: Structure) -> dict[str, Any]:
        """What a type has besides its fields, and what it can ask for around it."""
        random = self.random
        tree: dict[str, Any] = {}
        if random.random() < 0.25:
            tree["params"] = []
            for type in random.choices(("u1", "u2", "s4", "bool", "str"), k=random.randint(1, 2)):
                param = self._name(made, made.names, "p")
                tree["params"].append({"id": param, "type": type})
                getattr(made.scope, {"bool": "flags", "str": "texts"}.get(type, "numbers")).append(param)
        if random.random() < 0.3:
            made.private = True
            made.scope.add(here.scope.seen_from("_parent"))
        elif random.random() < 0.3 and self.root is not None:
            made.private = True
            made.scope.add(self.root.scope.seen_from("_root"))
        meta: dict[str, Any] = {}
        if random.random() < 0.15:
            meta["endian"] = random.choice(("le", "be"))
        elif made.scope.numbers and random.random() < 0.2:
            cases = {1: "le", 2: "be", "_": random.choice(("le", "be"))}
            meta["endian"] = {"switch-on": random.choice(made.scope.numbers), "cases": cases}
            made.turning = True  # what is in it has no byte order elsewhere
        if random.random() < 0.1:
            meta["encoding"] = random.choice(_ENCODINGS)
        if random.random() < 0.1:
            meta["bit-endian"] = random.choice(("le", "be"))
        return {"meta": meta, **tree} if meta else tree

    def _reference(self, here: Structure, name: str, params: list[str]) -> str:
        """A type with its arguments."""
        scope, random = here.scope, self.random
        values = {"bool": lambda: scope.condition(random), "str": lambda: random.choice([*scope.texts, '"ab"'])}
        made = [values.get(type, lambda: random.choice([*scope.numbers, "3"]))() for type in params]
        return f"{name}({', '.join(made)})" if made else name

    def _name(self, here: Structure, taken: Any, prefix: str = "") -> str:
        random = self.random
        words = _AWKWARD if self.awkward and random.random() < 0.4 else _WORDS
        name = prefix or random.choice(words)
        if name in taken or name in here.names:
            self.serial += 1
            name = f"{name}_{self.serial}"
        if taken is here.names or taken is here.instances:
            here.names.add(name)
        return name

    def _append(self, here: Structure, attribute: Attribute, *, before_end: bool = False, free: bool = True) -> str:
        """Add a field; often with a condition or repeated, if it is ``free``.

        Returns:
            Its name, if it is always there and one value; otherwise nothing.
        """
        random = self.random
        name = self._name(here, here.names)
        attribute = {"id": name, **attribute}
        plain = True
        if free and random.random() < 0.15:
            attribute["if"] = here.scope.condition(random)
            plain = False
        if free and random.random() < 0.12:
            attribute["repeat"] = "expr"
            attribute["repeat-expr"] = random.choice((2, 3, 0))
            plain = False
        if before_end and here.open:
            here.seq.insert(len(here.seq) - 1, attribute)
        else:
            here.seq.append(attribute)
        return name if plain else ""

    # --- fields -----------------------------------------------------------------------------------------------------

    def _number(self, here: Structure) -> None:
        type = self.random.choice(_NUMBERS)
        name = self._append(here, {"type": type})
        if name and type[0] != "f":
            here.scope.numbers.append(name)

    def _checked(self, here: Structure) -> None:
        random = self.random
        type = random.choice(("u1", "s2", "u4", "s8"))
        valid: Any = random.choice(
            (7, {"eq": 3}, {"min": 1}, {"min": 2, "max": 9}, {"any-of": [1, 5, 9]}, {"expr": "_ % 2 == 0"}, {"max": 90})
        )
        if here.scope.numbers and random.random() < 0.2:
            valid = {"expr": f"_ != {random.choice(here.scope.numbers)}"}
        name = self._append(here, {"type": type, "valid": valid})
        if name:
            here.scope.numbers.append(name)

    def _contents(self, here: Structure) -> None:
        self._append(here, {"contents": self.random.choice(([1, 2], "ab", ["x", 0, 255]))})

    def _enum(self, here: Structure) -> None:
        random = self.random
        holder = here if random.random() < 0.5 or self.root is None else self.root
        self.serial += 1
        name = f"kind_{self.serial}"
        words = ("one", "two", "class" if self.awkward else "three", "none", "on", "true_one", "x1")
        ids = random.sample(words, random.randint(1, 4))
        numbers = random.sample((0, 1, 2, 3, 5, 100, 127), len(ids))
        holder.enums[name] = dict(zip(numbers, ids, strict=True))
        attribute: Attribute = {"type": random.choice(("u1", "u2", "s4", "b8")), "enum": name}
        if random.random() < 0.3:
            attribute["valid"] = {"in-enum": True}
        elif random.random() < 0.3:
            attribute["-open"] = True
        made = self._append(here, attribute)
        if made:
            path = f"{holder.path}::{name}" if holder.path and random.random() < 0.5 else name
            here.scope.members.append((made, path, ids))

    def _bits(self, here: Structure) -> None:
        """A run of bits of one order, seldom a whole number of bytes."""
        random = self.random
        order = random.choice(("", "", "le", "be"))
        widths = [random.choice((1, 1, 2, 3, 5, 7, 8, 12, 24, 33, 64)) for _ in range(random.randint(1, 4))]
        if order or random.random() < 0.5:
            widths.append(-sum(widths) % 8 or 8)
        whole = sum(widths) % 8 == 0
        for width in widths:
            name = self._append(here, {"type": f"b{width}{order}"}, free=random.random() < 0.3 and not order)
            if name:
                (here.scope.flags if width == 1 else here.scope.numbers).append(name)
            whole &= bool(name)
        if not whole:
            here.seq.append({"type": "u1"} if random.random() < 0.5 else {"size": 1})

    def _count(self, here: Structure) -> None:
        """A list and the field that says how long it is."""
        random = self.random
        count = self._counter(here)
        form = random.choice(("{}", "{}", "{} + 1", "{} * 2", "{} - 1", "3 + {}"))
        for _ in range(random.choice((1, 1, 2))):
            name = self._name(here, here.names)
            type = random.choice(_NUMBERS)
            here.seq.append({"id": name, "type": type, "repeat": "expr", "repeat-expr": form.format(count)})
            if type[0] != "f":
                here.scope.lists.append(name)

    def _counter(self, here: Structure, *, asked: bool = True, before_end: bool = False) -> str:
        """A field that says how many or how large; others may ask for it where that is drawn before they are."""
        name = self._name(here, here.names)
        place = len(here.seq) - 1 if before_end and here.open else len(here.seq)
        here.seq.insert(place, {"id": name, "type": self.random.choice(_SMALL)})
        if asked:
            here.scope.numbers.append(name)
        if self.random.random() < 0.2:  # asked for by a value instance
            other = self._name(here, here.instances)
            here.instances[other] = {"value": name}
            return other
        return name

    def _size(self, here: Structure, *, asked: bool = True, padded: bool = False) -> Any:
        """A size: of a field before, or fixed."""
        random = self.random
        if random.random() < 0.3:
            return random.choice((0, 1, 4, 9, 40))
        form = random.choice(("{}", "{}", "{}", "{} - 2", "{} + 1", "{}" if padded else "{} * 4"))
        return form.format(self._counter(here, asked=asked and not padded))

    def _sized(self, here: Structure) -> None:
        attribute: Attribute = {"size": self._size(here, padded=True), **self._padding()}
        name = self._append(here, attribute)
        if name:
            here.scope.blobs.append(name)

    def _padding(self) -> Attribute:
        random = self.random
        found: Attribute = {}
        if random.random() < 0.25:
            found["pad-right"] = random.choice((0, 32, 0xFF))
        if random.random() < 0.25:
            found["terminator"] = random.choice((0, 10))
            if random.random() < 0.3:
                found["include"] = True
        return found

    def _text(self, here: Structure) -> None:
        random = self.random
        attribute: Attribute = {"type": random.choice(("str", "str", "strz")), "size": self._size(here, padded=True)}
        if random.random() < 0.6:
            attribute["encoding"] = random.choice(_ENCODINGS)
        elif attribute["type"] == "strz":
            attribute["encoding"] = "UTF-8"
        wide = attribute.get("encoding", "UTF-16")
        if isinstance(attribute["size"], int) and wide.startswith(("UTF-16", "UTF-32")):
            attribute["size"] = attribute["size"] // 4 * 4
        if attribute["type"] == "str" and "UTF-" not in wide:
            attribute |= self._padding()
        name = self._append(here, attribute)
        if name:
            here.scope.texts.append(name)

    def _terminated(self, here: Structure) -> None:
        """Bytes or text that end at a terminator, which may be left to the next field."""
        random = self.random
        attribute: Attribute
        if random.random() < 0.5:
            attribute = {"type": "strz", "encoding": random.choice(_ENCODINGS)}
        elif random.random() < 0.5:
            attribute = {"type": "str", "encoding": "ASCII", "terminator": random.choice((0, 10))}
        else:
            attribute = {"terminator": random.choice((0, 0x7C, [13, 10]))}
        if random.random() < 0.2:
            attribute["include"] = True
        left = random.random() < 0.15 and isinstance(attribute.get("terminator"), int)
        if left:
            attribute["consume"] = False
        name = self._append(here, attribute, free=not left)
        if left:
            here.seq.append({"contents": [attribute["terminator"]]})
        elif name:
            (here.scope.texts if "type" in attribute else here.scope.blobs).append(name)

    def _until(self, here: Structure) -> None:
        random = self.random
        type, end = random.choice(self.ends)
        name = self._name(here, here.names)
        here.seq.append({"id": name, "type": type, "repeat": "until", "repeat-until": end})
        here.scope.lists.append(name)

    def _processed(self, here: Structure) -> None:
        random = self.random
        ways = ["xor(0x5a)", "xor([1, 2, 3])", "rol(3)", "ror(1)", "zlib"]
        ways += [f"xor({name} & 0xff)" for name in here.scope.numbers[:1]]
        attribute: Attribute = {"size": self._size(here, asked=False), "process": random.choice(ways)}
        if attribute["process"] == "zlib":
            attribute["size"] = self._counter(here, asked=False)
        if random.random() < 0.4 and here.depth < DEEPEST:
            attribute["type"] = self._type(here, closed=not isinstance(attribute["size"], int))
        self._append(here, attribute)
        if attribute["process"] == "zlib":  # several would have to be of one size
            here.seq[-1] = {key: value for key, value in here.seq[-1].items() if not key.startswith("repeat")}

    # --- structures in structures -----------------------------------------------------------------------------------

    def _nested(self, here: Structure) -> None:
        self._append(here, {"type": self._type(here, closed=False)})

    def _items(self, here: Structure) -> None:
        count = self._counter(here)
        type = self._type(here, closed=False)
        name = self._name(here, here.names)
        here.seq.append({"id": name, "type": type, "repeat": "expr", "repeat-expr": count})

    def _framed(self, here: Structure) -> None:
        """A structure in a size, which it may not fill."""
        size = self._size(here, asked=False)
        if isinstance(size, int):
            size = 48  # what takes all that is left would have to fill it
        type = self._type(here, closed=size != 48)
        self._append(here, {"type": type, "size": size})

    def _switch(self, here: Structure) -> None:
        framed = self.random.random() < 0.5
        frame: Attribute = {"size": self._counter(here, asked=False)} if framed else {}
        self._append(here, {"type": self._choice(here, framed), **frame})

    def _choice(self, here: Structure, framed: bool) -> Attribute:
        """A type that something before says; ``framed``: its cases have a size."""
        random, scope = self.random, here.scope
        labels: list[Any] = random.sample((0, 1, 2, 7, 255), random.randint(1, 3))
        if scope.members and random.random() < 0.4:
            on, enum, ids = random.choice(scope.members)
            labels = [f"{enum}::{id}" for id in ids]
        elif scope.texts and random.random() < 0.4:
            on, labels = random.choice(scope.texts), ['"a"', '"bb"']
        elif scope.flags and random.random() < 0.4:
            on, labels = random.choice(scope.flags), ["true"]
        elif scope.numbers and random.random() < 0.5:
            on = random.choice(scope.numbers)
        else:
            on = self._name(here, here.names)
            here.seq.append({"id": on, "type": random.choice(_SMALL)})
        if random.random() < 0.5:
            labels.append("_")
        return {"switch-on": on, "cases": {label: self._case(here, framed) for label in labels}}

    def _case(self, here: Structure, framed: bool) -> str:
        random = self.random
        if random.random() < 0.4 or here.depth >= DEEPEST:
            cases: list[str] = [*_CASES, *_BITS, *(("str",) if framed else ())]
            return random.choice(cases)
        return self._type(here, closed=framed)

    # --- at the end -------------------------------------------------------------------------------------------------

    def _rest(self, here: Structure) -> None:
        attribute: Attribute = {"size-eos": True, **self._padding()}
        if self.random.random() < 0.2 and "terminator" not in attribute:
            attribute["process"] = self.random.choice(("xor(7)", "zlib"))
        self._append(here, attribute, free=False)

    def _rest_text(self, here: Structure) -> None:
        attribute: Attribute = {"type": "str", "size-eos": True, "encoding": self.random.choice(_ENCODINGS)}
        if self.random.random() < 0.3:
            attribute = {"type": "strz", "encoding": "UTF-8", "eos-error": False}
        self._append(here, attribute, free=False)

    def _rest_items(self, here: Structure) -> None:
        type = self.random.choice(_INTEGERS)
        if here.depth < DEEPEST and self.random.random() < 0.6:
            type = self._type(here, closed=False, solid=True)
        name = self._name(here, here.names)
        here.seq.append({"id": name, "type": type, "repeat": "eos"})

    # --- instances --------------------------------------------------------------------------------------------------

    def _value(self, here: Structure) -> None:
        """A value that is calculated, seldom with a rule."""
        random = self.random
        name = self._name(here, here.instances)
        instance: Attribute = {"value": here.scope.value(random)}
        if random.random() < 0.15:
            rules: list[Any] = [{"min": 1}, {"max": 90}, {"min": 2, "max": 200}, {"any-of": [0, 1, 3, 9]}]
            rules.append({"expr": "_ % 4 != 1"})
            instance = {"value": here.scope.number(random), "-valid": random.choice(rules)}
        here.instances[name] = instance

    def _placed(self, here: Structure) -> None:
        """What lies behind the sequence, at a place that a field says, or at the end of its stream."""
        random = self.random
        if here.placed and random.random() < 0.5:
            return
        name = self._name(here, here.instances)
        if random.random() < 0.7:
            position: Any = self._name(here, here.names)
            here.seq.append({"id": position, "type": random.choice(("u2", "u4"))})
        else:
            position = "_io.size - 8"
        here.private = here.placed = True
        attribute: Attribute = {"pos": position}
        way = random.random() if position != "_io.size - 8" else 0
        if way < 0.3:
            attribute["type"] = "u8"
        elif way < 0.5:
            attribute |= {"type": "strz", "encoding": "UTF-8"}
        elif way < 0.7 or here.depth >= DEEPEST:
            attribute["size"] = self._counter(here, asked=False)
        else:
            attribute["type"] = self._type(here, closed=False)
        here.instances[name] = attribute


def tree_of(here: Structure) -> dict[str, Any]:
    """A structure as plain data."""
    parts = {"seq": here.seq, "instances": here.instances, "types": here.types, "enums": here.enums}
    return {key: value for key, value in parts.items() if value}
