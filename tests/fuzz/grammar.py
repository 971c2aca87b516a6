"""Specs by a grammar: right in form more often than not, but nobody would write them.

`tests.random_specs` draws specs that mean something, with values of them. These are for the compiler: it says what is
wrong, or compiles them, soon.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

Entry = dict[str, Any]

IDS = ("b", "c", "len", "kind", "items", "body", "flag", "class", "self", "none", "io", "read", "n_1", "x" * 300)
ODD_IDS = ("", "_", "__a", "A", "1a", "a b", "a\nb", "é", "a'", 'a"', "a::b", "\ud800", "a\0", "import os", "a\u2028b")
TEXTS = (
    "plain", 'it\'s "quoted"', '"""', "'''", "\\", "\\N{DASH}", "a\nb\r\nc", "\x85\u2028", "ключ 鍵 🔑", "#", "a: [b",
    "{x} %s {{ x }} {% x %}", "x" * 3000,
)  # fmt: skip
ODD_TEXTS: tuple[Any, ...] = ("\ud800", "\0", "\x1b[1m", "", 5, None)
CONSTANTS = (
    "0", "1", "2", "3", "7", "8", "255", "-1", "0x7fffffffffffffff", "9223372036854775808", "18446744073709551615",
)  # fmt: skip
ODD_CONSTANTS = (
    "18446744073709551616", "0xffff_ffff_ffff_ffff_ffff", "1.5", "1e308", "1e999", "0b1", "99999999999999999999999",
    "(1 << 64)", "(1 << -1)", "(1 >> -1)", "(1 / 0)", "(1 % 0)", "(2 >> 99999999999)", "(1 << 99999999999)", "-0.0",
    "'a'", "true", "1.0.to_i", '"99999999999999999999".to_i', '"x".to_i', "_index", "_", "a[0]", "a._sizeof",
    "_parent.b", "a.a", "_root._parent.a", "sizeof<t0>", "bitsizeof<b3>", "e0::m0.to_i",
)  # fmt: skip
ODD_EXPRESSIONS: tuple[Any, ...] = (
    "",
    "(",
    "a +",
    "1 2",
    "a.",
    "@",
    "'",
    '"\\u{d800}"',
    '"\\x"',
    "_.",
    "[",
    "a[",
    "é",
    None,
    2**70,
    1.5,
)
INTEGERS = (*(f"{sign}{size}{order}" for sign in "us" for size in "248" for order in ("", "le", "be")), *["u1"] * 6)
NUMBERS = (*INTEGERS, "s1", "f4", "f8", "f4le", "f8be", "b1", "b3", "b12", "b64", "b9le")
ODD_TYPES: tuple[Any, ...] = (
    "nothing", "t0::t1", "str(1)", "u1[]", "t0(", "t0", "t0(1)", "", "b65", "b0", "u3", "s16", "f2", "b", "U1", "u1le",
    "\ud800", "m", None, [],
)  # fmt: skip
ENCODINGS = ("UTF-8", "ASCII", "UTF-16LE", "SJIS", "IBM437", "UTF-32BE")
ODD_ENCODINGS = ("none", "", "a\0", "utf-7", "rot13", "\ud800", "a\nb", "idna")
ARITHMETIC = ("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
KINDS = ("number", "number", "number", "flag", "text", "bytes", "list")
PROCESSES = ("zlib", "xor(1)", "xor([1, 2])", "xor(@)", "rol(3)", "rol(@)", "ror(1)")
ODD_PROCESSES = (
    "ror(-1)", "xor", "zlib(1)", "rol(1 / 0)", "nothing", "os.system('true')", "a b", "", "xor(''", "lz4",
    "cat.x(1, @)", "../x", "xor(300)", "xor([])",
)  # fmt: skip
CONTENTS: tuple[Any, ...] = ("abc", [1, 2], [0x50, "x"])
ODD_CONTENTS: tuple[Any, ...] = ("é", "", [], [256], "\ud800", 5, None)
IMPORTS = ("missing", "/missing/x", "../m", "m", "a\0b", "", "\ud800", ".", "//", "a" * 5000, "C:\\x", "é", "a\nb")
KEYS = ("pos", "io", "value", "parent", "size", "repeat", "terminator", "type", "if", "process", "x", "-x", "\ud800")
PARAMETERS = {
    "number": ("u1", "u2", "s8", "u8", "b3"), "flag": ("bool", "b1"), "text": ("str",), "bytes": ("bytes",),
    "list": ("u2[]", "s8[]"), "structure": ("struct",), "stream": ("io",),
}  # fmt: skip
"""Types of parameters, by the kind of their arguments."""
FOLDERS = ("", "", "below/", "below/deep/")
VIEW_TYPES = ("s4", "u8", "f8", "str", "bool", "bytes")
TYPE_KEYS = ("-show", "-role", "-views", "-options", "to-string", "params", "types", "enums")
ANY: tuple[Any, ...] = (
    "",
    None,
    [],
    {},
    -1,
    1.5,
    True,
    "_",
    "_.x",
    "a(1)",
    [[]],
    {"a": "b"},
    2**64,
    "eos",
    "\ud800",
    "a",
    {"rows": "a"},
)
FIELDS = (1, 2, 3, 5, 8, 8, 60)
LEVELS = (3, 12, 90)


class Drawing:
    """Draws the parts of a spec.

    Args:
        chance: all that is left to chance is taken from here.
        name: of the spec.
        others: specs that it may import, as paths from its folder.
    """

    def __init__(self, chance: Random, name: str = "m", others: Sequence[str] = ()) -> None:
        self._chance = chance
        self._name = name
        self._others = tuple(others)
        self._enums = [f"e{i}" for i in range(chance.randrange(3))]
        self._inner = [f"t{i}" for i in range(chance.choice((0, 1, 2, 3, 5)))]
        """Types that the type in work may hold."""
        self._known = {"a": "number"}
        """Kinds of the members of the type in work, as far as it has been drawn."""
        self._imported = [path for path in self._others if chance.random() < 0.7]
        self._parameters = {name: self._drawn_parameters() for name in self._inner}
        self._members: dict[str, dict[str, str]] = {}
        """Those of types that have been drawn."""
        self._lists: dict[str, str] = {}
        """Lists of structures in the type in work, with the types of their elements."""
        self._listed: list[tuple[str, str]] = []
        """Lists of structures that the root holds, with their types."""
        self._oddity = chance.choice((0, 0, 0, 0.004, 0.03))
        """How often something odd stands where something usual should."""

    def _is(self, probability: float) -> bool:
        return self._chance.random() < probability

    def _one(self, usual: tuple[Any, ...], odd: tuple[Any, ...] = ()) -> Any:
        return self._chance.choice(odd if odd and self._odd else usual)

    def _made(self, *ways: Callable[[], Any]) -> Any:
        return self._chance.choice(ways)()

    @property
    def _odd(self) -> bool:
        return self._is(self._oddity)

    # --- expressions --------------------------------------------------------------------------------------------------

    def expression(self, kind: str = "number", depth: int | None = None) -> Any:
        """An expression that gives a value of a kind, or something odd."""
        if depth is None:
            depth = self._one((0, 0, 1, 1, 2, 3, 5))
            if self._odd:
                return self._one(ODD_EXPRESSIONS)
        if self._odd:
            kind = self._one(KINDS)
        if self._is(0.01):
            return self._chain(kind, self._one((5, 12, 24)))
        return self._leaf(kind) if depth <= 0 else self._operation(kind, depth - 1)

    def _leaf(self, kind: str) -> Any:
        if self._odd:
            return self._one(ODD_CONSTANTS)
        known = tuple(id for id, of in self._known.items() if of == kind)
        if known and self._is(0.6):
            return self._one(known)
        match kind:
            case "flag":
                return self._one(("true", "false", "_io.eof", f"{self._leaf('number')} == 1"))
            case "text":
                return self._one(('"a"', "'a'", '""', '"\\n"', '"é"', "'it\"s'", f"{self._leaf('number')}.to_s"))
            case "bytes":
                return self._one(("[1, 2].as<bytes>", "[0x50].as<bytes>", '"a".to_b("ASCII")'))
            case "list":
                return self._one(("[1, 2, 300]", "[300, -1]", f"[{self._leaf('number')}, 300]"))
        structures = (f"{id}.a" for id, of in self._known.items() if of == "structure")
        return self._one((*CONSTANTS[:6], *CONSTANTS, "sizeof<u8>", "_io.size", "_io.pos", "_root.a", *structures))

    def _operation(self, kind: str, depth: int) -> Any:
        def part(of: str) -> Any:
            return self.expression(of, depth)

        def two(of: str, operators: tuple[str, ...]) -> Callable[[], str]:
            return lambda: f"({part(of)} {self._one(operators)} {part(of)})"

        if self._is(0.15):
            return f"({part('flag')} ? {part(kind)} : {part(kind)})"
        ways: tuple[Callable[[], str], ...]
        match kind:
            case "flag":
                compared = (two("number", COMPARISONS), two("text", COMPARISONS))
                ways = (*compared, two("flag", ("and", "or")), lambda: f"(not {part('flag')})")
            case "text":
                ways = (
                    two("text", ("+",)),
                    lambda: f"{part('text')}.substring({part('number')}, {part('number')})",
                    lambda: f"{part('number')}.to_s",
                )
            case "bytes":
                ways = (lambda: f"[{part('number')}, {part('number')}].as<bytes>",)
            case "list":
                ways = (lambda: f"[{part('number')}, {part('number')}, 300]",)
            case _:
                ways = (
                    *[two("number", ARITHMETIC)] * 4,
                    lambda: f"({self._one(('-', '~'))}{part('number')})",
                    lambda: f"{part('list')}[{part('number')}]",
                    lambda: f"{part('bytes')}[{part('number')}]",
                    lambda: f"{part('text')}.to_i",
                    lambda: f"{part('number')}.as<{self._one(('u1', 's8'), ('f4', 'b3', 't0'))}>",
                    lambda: f"{part('flag')}.to_i",
                    lambda: f"{part('list')}.{self._one(('first', 'last', 'size', 'min', 'max'))}",
                )
        return self._made(*ways)

    def _chain(self, kind: str, length: int) -> Any:
        """Methods of methods."""
        text = self._leaf("text")
        recoded = '.to_b("UTF-8").to_s("UTF-8")'
        links = self._one((
            (".reverse",), (".substring(0, 1)",), (".length.to_s",), (".to_i.to_s",), (recoded,),
            (".reverse", ".substring(0, 1)", ".length.to_s", recoded),
        ))  # fmt: skip
        text += "".join(self._one(links) for _ in range(length))
        last = {"number": ".length", "text": "", "flag": " == 'a'", "bytes": '.to_b("UTF-8")'}
        return text + last[kind] if kind in last else f"[{text}.length, 300]"

    # --- members ------------------------------------------------------------------------------------------------------

    def _id(self) -> Any:
        id = self._one(IDS, (*ODD_IDS, "a"))
        return f"f{len(self._known)}" if id in self._known and id != "a" else id

    def _drawn_parameters(self) -> dict[str, str]:
        """Parameters of a type, with the kinds of their arguments."""
        if self._is(0.6):
            return {}
        return {f"p{i}": self._one(tuple(PARAMETERS)) for i in range(self._one((1, 1, 2, 3)))}

    def _type(self) -> Any:
        if self._inner and self._is(0.4):
            return self._nested()
        if self._imported and self._is(0.3):
            path = self._one(tuple(self._imported)).rpartition("/")[2]
            return self._one((path, path, f"{path}::t0"))
        return self._one(NUMBERS, ODD_TYPES)

    def _nested(self) -> str:
        """A type of the spec, with arguments."""
        name: str = self._one(tuple(self._inner))
        kinds = list(self._parameters[name].values())
        if self._odd:
            kinds = kinds[:-1] if kinds and self._is(0.5) else [*kinds, "number"]
        arguments = [self._argument(kind) for kind in kinds]
        return f"{name}({', '.join(arguments)})" if arguments else name

    def _argument(self, kind: str) -> str:
        match kind:
            case "structure":
                structures = tuple(id for id, of in self._known.items() if of == kind)
                return str(self._one(structures or ("_root",), ("_parent", "a", "_io")))
            case "stream":
                return str(self._one(("_io", "_root._io"), ("a", "_parent._io")))
        return str(self.expression(kind, self._one((0, 0, 1))))

    def attribute(self, id: str = "") -> Entry:
        """A field of any kind; without an id nothing rests on it."""
        made: Entry = {"id": id} if id else {}
        made |= self._made(
            *[lambda: {"type": self._type()}] * 4, self._bytes, self._bytes, self._text, self._switch, self._enumerated,
            lambda: {"contents": self._one(CONTENTS, ODD_CONTENTS)},
        )  # fmt: skip
        kind = _kind(made)
        if self._is(0.2):
            made |= self._repeat(kind)
            kind = "list" if kind == "number" else ""
        elif kind in ("number", "text") and self._is(0.1):
            made["valid"] = self._valid(kind)
        if self._is(0.15):
            made["if"] = self.expression("flag")
        if self._is(0.02) or self._odd:
            made |= self._vendor(kind)
        if self._is(0.1):
            made["doc"] = self._one(TEXTS, ODD_TEXTS)
        if self._odd:
            made[self._one(KEYS)] = self._one(ANY)
        if id:
            self._known[id] = kind
            if "repeat" in made and _kind(made) == "structure":
                self._lists[id] = made["type"].partition("(")[0]
        return made

    def _bytes(self) -> Entry:
        made: Entry = self._made(
            lambda: {"size": self.expression()},
            lambda: {"size": self._one((0, 1, 4, 9), (2**63, 2**64, -1))},
            lambda: {"size-eos": True},
            lambda: {"terminator": self._one((0, 255, [13, 10]), (256, -1, [])), "include": self._is(0.5)},
            lambda: {"terminator": 0, "consume": self._is(0.5), "eos-error": self._is(0.5)},
        )
        if self._is(0.3):
            made["process"] = self._one(PROCESSES, ODD_PROCESSES).replace("@", str(self.expression()))
        elif self._is(0.2) and "size" in made:
            made["pad-right"] = self._one((0, 32), (256, -1))
        if self._is(0.3) and (self._inner or self._odd):
            made["type"] = self._nested() if self._inner else "u1"
        return made

    def _text(self) -> Entry:
        ends = self._one(({"size": self.expression()}, {"size": 4}, {"size-eos": True}, {}))
        return {"type": "str" if ends else "strz", **ends, "encoding": self._one(ENCODINGS, ODD_ENCODINGS)}

    def _enumerated(self) -> Entry:
        if not self._enums:
            return {"type": "u1"}
        enum = self._one(tuple(self._enums), ("nothing", "", "e0::m0", 5))
        return {"type": self._one(INTEGERS), "enum": enum} | ({"valid": {"in-enum": True}} if self._is(0.3) else {})

    def _switch(self) -> Entry:
        kind = self._one(("number", "number", "text", "flag"))
        cases = {}
        for i in range(self._one((1, 2, 3, 40))):
            key = {"number": str(i), "text": f'"{i}"', "flag": ("true", "false")[i % 2]}[kind]
            cases[str(self.expression(kind)) if self._odd else key] = self._type()
        if self._is(0.4):
            cases["_"] = self._type()
        made: Entry = {"type": {"switch-on": self.expression(kind), "cases": cases}}
        return made | ({"size": self.expression()} if self._is(0.4) else {})

    def _repeat(self, kind: str) -> Entry:
        found: Entry = self._made(
            lambda: {"repeat": "eos"},
            lambda: {"repeat": "expr", "repeat-expr": self.expression()},
            lambda: {"repeat": "until", "repeat-until": self.expression("flag")},
            lambda: {"repeat": "until", "repeat-until": "_ == 0" if kind == "number" else "_io.eof"},
        )
        return found

    def _valid(self, kind: str) -> Any:
        return self._made(
            lambda: self.expression(kind),
            lambda: {"eq": self.expression(kind)},
            lambda: {"min": self.expression(kind), "max": self.expression(kind)},
            lambda: {"any-of": [self.expression(kind, 0) for _ in range(3)]},
            lambda: {"expr": f"_ {self._one(COMPARISONS)} {self.expression(kind)}"},
            lambda: self._one(({"min": 1},), ({"in-enum": True}, {"x": 1}, *ANY)),
        )

    def _vendor(self, kind: str) -> Entry:
        name = self._one(tuple(self._known))
        derivation = self._one(("value", "position-of", "end-of", "nulls-of", "size-of"))
        number = {
            "-type": self._one(({"timestamp": "ms"}, "bool", {"index": name})),
            "-null": self._one(CONSTANTS),
            "-checksum": {"algorithm": self._one(("crc32", "adler32")), "over": name},
            "-derive": {derivation: self._one((name, self.expression()))},
        }
        usual = {"-default": self.expression(kind or "number"), "-hint": self._one(TEXTS)}
        listed = {"-valid": {self._one(("unique", "same")): "_"}, "-role": "slack", "-validity-of": name}
        odd = number | usual | listed | {"-open": True, "-role": "again", "-type": "json"}
        found = odd if self._odd else usual | {"number": number, "list": listed}.get(kind, {})
        key = self._one(tuple(found))
        return {key: self._one((found[key],), ANY)}

    def _instance(self, id: str) -> Entry:
        if self._is(0.3):
            placed = self.attribute() | {"pos": self.expression()}
            return placed | ({"io": "_root._io"} if self._is(0.2) else {})
        kind = self._one(KINDS)
        made: Entry = {"value": self.expression(kind)}
        if self._is(0.1) and kind == "number":
            made["-valid"] = {"min": self.expression()}
        if self._is(0.1):
            made["if"] = self.expression("flag")
        if self._odd:
            made["-find"] = {"in": self._one(tuple(self._known)), "where": f"_.a == {self.expression()}"}
        self._known[id] = kind
        return made

    # --- types --------------------------------------------------------------------------------------------------------

    def _structure(self, fields: int, name: str = "") -> Entry:
        self._known, self._lists = {"a": "number"}, {}
        made: Entry = {"seq": [{"id": "a", "type": "u1"}]}
        if parameters := self._parameters.get(name):
            made["params"] = [{"id": id, "type": self._one(PARAMETERS[kind])} for id, kind in parameters.items()]
            self._known |= parameters
        if self._odd:
            made["params"] = [{"id": self._id(), "type": self._type()} for _ in range(2)]
        made["seq"] += [self.attribute("" if self._is(0.03) else self._id()) for _ in range(fields)]
        if self._is(0.5):
            made["instances"] = {}
            for _ in range(self._one((1, 1, 2, 3))):
                id = self._id()
                made["instances"][id] = self._instance(id)
        if self._is(0.1):
            made["doc"] = self._one(TEXTS, ODD_TEXTS)
        if self._odd:
            made[self._one(TYPE_KEYS)] = self._one(ANY)
        self._members[name] = self._known
        if not name:
            self._listed = list(self._lists.items())
        return made

    # --- views --------------------------------------------------------------------------------------------------------

    def _views(self) -> Entry:
        """Stated views of the spec, whose types have all been drawn."""
        return {f"v{i}": self._view() for i in range(self._one((1, 1, 2)))}

    def _view(self) -> Entry:
        made: Entry = {"default": True} if self._is(0.2) else {}
        root = self._members[""]
        self._known = {**root, "_index": "number"}
        listed = ""
        if self._listed and self._is(0.8):
            list_id, listed = self._one(tuple(self._listed))
            made["each"] = f"{list_id}[*]"
            self._known |= {f"_.{id}": kind for id, kind in self._members.get(listed, {"a": "number"}).items()}
            if self._is(0.3):
                made["where"] = self.expression("flag")
            if self._is(0.1):
                made["order-by"] = self._one(("_.a",), ("_", "a", self.expression()))
        elif self._odd:
            made["each"] = self._one(("a[*]", "nothing[*]", "a", "_io[*]", "[*]"))
        if self._is(0.1):
            made["rows"] = self.expression()
        made["columns"] = [self._column(f"c{i}", 2) for i in range(self._one((1, 1, 2, 4, 20)))]
        if self._listed and self._is(0.3):
            made["pivot"] = self._pivot()
        if self._odd:
            made[self._one(("each", "rows", "where", "select", "pivot", "doc", "union", "x"))] = self._one(ANY)
        return made

    def _column(self, id: str, depth: int) -> Entry:
        """A column, whose members lie in up to so many lists."""
        made: Entry = {"id": self._one((id,), ("c0", *ODD_IDS))}
        lists = tuple(name for name, _ in self._listed)
        way = self._chance.random()
        if way < 0.15 and lists and depth:
            usual, self._known = self._known, self._known | {"_.a": "number"}
            columns = [self._column(f"m{i}", depth - 1) for i in range(self._one((1, 2, 3)))]
            self._known = usual
            return made | {"each": f"{self._one(lists)}[*]", "columns": columns}
        if way < 0.2:
            return made | {"list": {"size": self.expression(), "item": self._one(("_index", self.expression()))}}
        if way < 0.25 and lists:
            return made | {"count": {"in": f"{self._one(lists)}[*]", "where": "_.a > 1"}}
        if way < 0.28:
            return made | {"type": self._one(VIEW_TYPES, ODD_TYPES)}
        made["value"] = self.expression(self._one(KINDS)) if self._is(0.5) else self._one(tuple(self._known))
        if self._is(0.15):
            made["type"] = self._one(VIEW_TYPES, ODD_TYPES)
        if self._is(0.1):
            made["if"] = self.expression("flag")
        if self._is(0.1):
            made["nullable"] = self._is(0.5)
        if self._is(0.1) and lists:
            made["named"] = {"in": f"{self._one(lists)}[*]", "key": "_.a", "value": self._one(("_.a", "_"))}
        return made

    def _pivot(self) -> Entry:
        each, listed = self._one(tuple(self._listed))
        members = self._members.get(listed, {"a": "number"})
        inside = tuple(f"_.{id}" for id, kind in members.items() if kind == "list") or ("_.a",)
        cells = {"name": self._one(("_.a.to_s", '"n"')), "cell": self._one(("_", "_.a", *inside))}
        vectors = {"key": self._one(("_.a", "_index")), "name": '"c" + _.a.to_s', "vector": self._one(inside)}
        made: Entry = {"each": f"{each}[*]"} | self._one((cells, vectors))
        if self._is(0.2):
            made["properties"] = [{"id": "kind", "value": self._one(("_.a", "_"))}]
        if self._odd:
            made[self._one(tuple(made))] = self._one(ANY)
        return made

    # --- the rest -----------------------------------------------------------------------------------------------------

    def _enum(self) -> Entry:
        made: Entry = {f"@{i}": f"m{i}" for i in range(3)}
        if self._odd:
            made[f"@{self._one((*CONSTANTS, 'x', '2.5'))}"] = self._one((*ODD_IDS, {"id": "m0", "doc": "x"}, None))
        if self._is(0.1):
            made["@9"] = {"id": "m9", "doc": self._one(TEXTS, ODD_TEXTS), "-label": self._one(TEXTS, ODD_TEXTS)}
        return made

    def spec(self) -> Entry:
        """A whole spec. Each type holds those behind it."""
        meta: Entry = {"id": self._one((self._name,), ODD_IDS), "endian": "le", "encoding": "UTF-8"}
        meta |= {"bit-endian": "le"} if self._is(0.1) else {}
        # From its folder, or from that of the spec that is compiled.
        imports = [self._one((path, f"/{path}", f"./{path}")) for path in self._imported]
        imports += [self._one(IMPORTS)] if self._odd else []
        meta |= {"imports": imports} if imports else {}
        meta |= {"title": self._one(TEXTS, ODD_TEXTS)} if self._is(0.2) else {}
        made: Entry = {"meta": meta} | self._structure(self._one(FIELDS)) | {"types": {}}
        while self._inner:
            name = self._inner.pop(0)
            made["types"][name] = self._structure(self._chance.randrange(4), name)
        made["enums"] = {name: self._enum() for name in self._enums}
        if self._is(0.1):
            levels = self._one(LEVELS)
            for i in range(levels):
                inner = f"d{i + 1}" if i < levels - 1 else "u1"
                members = [{"id": "x", "type": inner}, {"id": "y", "type": inner}][: self._one((1, 2))]
                made["types"][f"d{i}"] = {"seq": members}
            made["seq"].append({"id": "deep", "type": "d0"})
        if self._is(0.4):
            made["-views"] = self._views()
        return made


def _kind(made: Entry) -> str:
    type = made.get("type", "bytes")
    if "enum" in made or not isinstance(type, str):
        return ""
    if type in ("str", "strz"):
        return "text"
    if type in INTEGERS:
        return "number"
    return "structure" if type.startswith("t") else type if type == "bytes" else ""


def drawn(chance: Random) -> tuple[str, dict[str, str]]:
    """The text of a spec, and those of specs that it may import, which may import each other, by their paths."""
    names = [f"{chance.choice(FOLDERS)}o{i}" for i in range(chance.choice((0, 0, 0, 1, 2, 3)))]
    beside = {}
    for path in names:
        folder, _, name = path.rpartition("/")
        near = [other.rpartition("/")[2] for other in names if other.rpartition("/")[0] == folder and other != path]
        beside[f"{path}.ksy"] = _text(Drawing(chance, name, near if chance.random() < 0.3 else ()), chance)
    return _text(Drawing(chance, "m", names), chance), beside


def _text(drawing: Drawing, chance: Random) -> str:
    # What is JSON is YAML; lone surrogates can only be written as escapes, and what an enum names are numbers.
    text = json.dumps(drawing.spec(), indent=chance.choice((1, 2, None)), ensure_ascii=False)
    text = re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)
    return re.sub('"@([^"]*)":', r"\1:", text)
