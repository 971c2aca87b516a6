"""Groups of fields that mean something together, with drawn details, and specs that are made of a few of them.

What a field means rests on others: a count on its list, a terminator on what follows, a place on what lies there. A
change of one field seldom makes such a pair, so groups are drawn as a whole: each compiles wherever it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

Tree = dict[str, Any]

TEXTS = ('it\'s "so"', 'a"', "a'", "a\nb", "\\", "{x}", "", "a", "é")
"""Texts, of which most mean something in languages that are generated."""
PROCESSES = ("xor(0)", "xor(7)", "xor([0, 0])", "xor([1, 2])", "rol(0)", "rol(3)", "zlib")
WORDS = ("from", "class", "lambda", "field", "items", "type", "self")
"""Names that mean something in generated code."""
_ORDERED = ("u2le", "u2be", "u4le", "u4be", "s2be", "s4le", "u8be", "f4le")
_MASKS = (1, 2, 4, 8, 1, 2, 4, 8, 12, 3)

IN_A_BYTE = "a list up to the end of a stream that may begin inside a byte"
RULES = "a list with validity bits, and with rules"
DECIDED = "which the bytes before a checksum decide"
VALIDITY = "the elements of a list with validity bits"
BEGUN = "bits that may go on in a byte that others began"
EMPTY = "elements that take no bytes at the end"
"""What the kernel can't read of a group: the ends of reasons."""
WHOLE_BYTES = "expected whole bytes up to the end of the list"
SIZE = r"expected -?\d+ bytes?, found"
TO_THE_END = "expected to reach to the end of its stream"
IN_RANGE = "expected an integer from"
BY_PLACE = "expected (a value where|nothing unless) (not )?_io|as its condition is false"
THERE = "expected nothing unless at != 0"
TWICE = "expected what other fields say of the same bytes"
UNSAID = "expected a value, found nothing"
ABSENT = "something that it asks for is absent"
GONE = "as its condition is false|but what says it is absent"
LEFT_OUT = "as what it follows from is left out"
"""Why values of a group make no file, as those that are drawn don't know of each other: parts of errors."""


@dataclass
class Group:
    """Fields, and what they need.

    Attributes:
        seq: the fields.
        types: their types.
        instances: beside them.
        enums: theirs.
        numbers: what expressions find a number by.
        lists: lists of structures that views may be of, and what columns show of an element.
        left: the reasons for which objects may read it, or their ends; mostly none.
        refused: patterns of errors for which values of it that are drawn may make no file, or none that reads.
        last: whether it takes all that is left of its stream.
    """

    seq: list[Tree]
    types: dict[str, Tree] = field(default_factory=dict)
    instances: dict[str, Tree] = field(default_factory=dict)
    enums: dict[str, dict[int, str]] = field(default_factory=dict)
    numbers: tuple[str, ...] = ()
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    left: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    last: bool = False


@dataclass
class Shown:
    """What views may show of a body.

    Attributes:
        numbers: what expressions find a number by.
        lists: lists of structures, and what columns show of an element.
    """

    numbers: list[str] = field(default_factory=list)
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def inside(self, name: str) -> Shown:
        """The same of a body that is a field of another one."""
        lists = {f"{name}.{one}": columns for one, columns in self.lists.items()}
        return Shown([f"{name}.{one}" for one in self.numbers], lists)


class Made(NamedTuple):
    """A spec of groups.

    Attributes:
        tree: the spec.
        left: the reasons of all of them.
        refused: their patterns.
    """

    tree: Tree
    left: frozenset[str]
    refused: frozenset[str]


def quoted(text: str) -> str:
    """A text as expressions have it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


# --- values and what they mean ----------------------------------------------------------------------------------------


def _chosen_texts(chance: Random, p: str) -> Group:
    known = [quoted(text) for text in chance.sample(TEXTS, 3)]
    text = {"id": f"{p}text", "type": "str", "size": f"{p}len", "encoding": "UTF-8", "valid": {"any-of": known}}
    return Group([{"id": f"{p}len", "type": chance.choice(("u1", "u2"))}, text], numbers=(f"{p}len",))


def _nameless(chance: Random, p: str) -> Group:
    """Numbers without an id among such that have one."""
    seq: list[Tree] = [{"id": f"{p}x", "type": "u1"}, {"type": chance.choice(("u1", "u2", "s4"))}]
    seq += chance.choice(([], [{"type": "b4"}, {"id": f"{p}low", "type": "b4"}], [{"size": 2}]))
    seq.append({"id": f"{p}y", "type": "u2"} | chance.choice(({}, {"valid": {"max": 60_000}})))
    return Group(seq, instances={f"{p}sum": {"value": f"{p}x + {p}y"}}, numbers=(f"{p}x", f"{p}y"))


def _named_null(chance: Random, p: str) -> Group:
    """A member of an enum stands for null, or a number does."""
    kind: Tree = {"id": f"{p}kind", "type": "u1", "enum": f"{p}kinds", "-null": f"{p}kinds::none"}
    seq = [kind, {"id": f"{p}n", "type": chance.choice(("u1", "s2", "u8")), "-null": chance.choice((0, 1, 127))}]
    if chance.random() < 0.3:
        kind["valid"] = {"in-enum": True}
    return Group(seq, enums={f"{p}kinds": {0: "one", 1: "two", 7: "none"}})


def _moments(chance: Random, p: str) -> Group:
    types = chance.sample(("u8", "s8", "u8be", "u8", "u4", "s4"), 2)
    units = chance.choices(("ns", "us", "ms", "s"), k=2)
    seq = [
        {"id": f"{p}{number}", "type": kind, "-type": {"timestamp": unit}}
        for number, (kind, unit) in enumerate(zip(types, units, strict=True))
    ]
    return Group(seq)


def _in_orders(chance: Random, p: str) -> Group:
    """Numbers in two byte orders, and such that have none."""
    kinds = [chance.choice(("u1", "s1", *_ORDERED, *_ORDERED)) for _ in range(chance.randint(3, 6))]
    kinds[1] = chance.choice(("u1", "u1", "s1", kinds[1]))
    seq = [{"id": f"{p}{number}", "type": kind} for number, kind in enumerate(kinds)]
    return Group(seq, numbers=tuple(f"{p}{number}" for number, kind in enumerate(kinds) if kind[0] != "f"))


def _quotients(chance: Random, p: str) -> Group:
    """Calculated of wide numbers."""
    by, sign = chance.choice((2, 3, 7, 1000, 1 << 40)), chance.choice(("/", "%"))
    seq = [{"id": f"{p}wide", "type": chance.choice(("u8", "s8", "u8be", "u4"))}]
    return Group(seq, instances={f"{p}part": {"value": f"{p}wide {sign} {by}"}}, numbers=(f"{p}wide", f"{p}part"))


# --- what is there only sometimes -------------------------------------------------------------------------------------


def _masked(chance: Random, p: str) -> Group:
    """Fields under conditions on bits of a number; some ask for others, which may not be there."""

    def asked() -> str:
        one = f"{p}bits & {chance.choice(_MASKS)} {chance.choice(('==', '!='))} 0"
        return chance.choice((one, one, f"{p}bits < {chance.choice((3, 8, 200))}"))

    def both() -> str:
        return chance.choice((f"{asked()} and {asked()}", f"{asked()} or {asked()}", asked()))

    # Where a size says what `a` is, nothing else goes by it: that could be left out with what has the size.
    there, (size, count) = asked(), chance.choice(((f"{p}a", f"{p}bits % 4"), (f"{p}a % 5", f"{p}a % 4")))
    seq: list[Tree] = [
        {"id": f"{p}bits", "type": "u1"},
        {"id": f"{p}a", "type": "u1", "if": there},
        {"id": f"{p}b", "size": size, "if": both()},
        {"id": f"{p}c", "type": "u1", "repeat": "expr", "repeat-expr": count, "if": both()},
    ]
    value = {f"{p}v": {"value": f"{p}a + 1", "if": both()}}
    return Group(seq, instances=value, numbers=(f"{p}bits",), refused=(ABSENT, GONE))


def _optional_list(chance: Random, p: str) -> Group:
    """A list and its count, which are there by the same condition."""
    there = chance.choice((f"{p}has != 0", f"{p}has & 1 == 1", f"{p}has > 2"))
    item = chance.choice(({"type": "u1"}, {"type": "u2"}, {"type": f"{p}item"}))
    seq = [
        {"id": f"{p}has", "type": "u1"},
        {"id": f"{p}num", "type": chance.choice(("u1", "u2", "u8")), "if": there},
        {"id": f"{p}all", **item, "repeat": "expr", "repeat-expr": f"{p}num", "if": there},
    ]
    return Group(seq, types={f"{p}item": {"seq": [{"id": "x", "type": "u1"}]}}, numbers=(f"{p}has",))


def _by_parameter(chance: Random, p: str) -> Group:
    """What stands for null, under conditions on a parameter."""
    inner: list[Tree] = [{"id": "x", "type": "u1", "-null": chance.choice((0, 7))}]
    for number, name in enumerate("yz"):
        stands = chance.choice((0, 9, 255))
        inner.append({"id": name, "type": "u1", "if": f"p > {number + 1}", "-null": stands})
    held: Tree = {"id": f"{p}held", "type": f"{p}item({chance.choice((1, 2, 3))})"}
    held |= chance.choice(({}, {"repeat": "expr", "repeat-expr": 2}))
    return Group([held], types={f"{p}item": {"params": [{"id": "p", "type": "u1"}], "seq": inner}})


def _with_validity(chance: Random, p: str) -> Group:
    """Bits say which elements are null; a rule binds the others."""
    count, there = f"{p}count", chance.choice(({}, {}, {"if": f"{p}count != 1"}, {"if": f"{p}count < 3"}))
    listed = {"repeat": "expr", "repeat-expr": count}
    values: Tree = {"id": f"{p}values", "type": chance.choice(("u1", "s2", "u8")), **listed}
    values |= chance.choice(({}, {"valid": {"min": 3}}, {"valid": {"max": 100}}, {"valid": {"expr": "_ != 0"}}))
    bits: Tree = {"id": f"{p}present", "type": "b1", **listed, "-validity-of": f"{p}values"} | there
    around = chance.choice(([values, bits], [values, bits], [bits, {"size": 0}, values]))
    left: tuple[str, ...] = () if around[0] is bits and not there else (VALIDITY,)
    left += (RULES,) if "valid" in values else ()
    return Group([{"id": count, "type": "u1"}, *around, {"size": 0}], numbers=(count,), left=left)


def _whole_bits(chance: Random, p: str) -> Group:
    """Bits of whole bytes among such that share one; some may be left out."""
    seq: list[Tree] = [{"id": f"{p}kind", "type": "b2"}, {"id": f"{p}spare", "type": "b6"}]
    for number in range(chance.choice((1, 2))):
        asked: Tree = chance.choice(
            (
                {},
                {"if": f"{p}kind >= {number + 1}"},
                {"if": f"{p}spare & {1 << number} != 0"},
                {"if": "not _io.eof"},
                {"if": f"_io.size > {chance.choice((4, 9, 20))}"},
            )
        )
        seq.append({"id": f"{p}wide{number}", "type": f"b{chance.choice((8, 16, 24, 56, 64))}", **asked})
    seq += [{"id": f"{p}low", "type": "b4"}, {"id": f"{p}high", "type": "b4"}]
    rule = chance.choice(({}, {"valid": {"max": 9}}))
    seq.append({"id": f"{p}last", "type": "b8", "if": f"{p}kind == 3", **rule})
    left = (BEGUN,) if any("_io" in one.get("if", "") for one in seq) else ()
    return Group(seq, numbers=(f"{p}kind", f"{p}low"), left=left, refused=(BY_PLACE,))


# --- sizes, ends and places -------------------------------------------------------------------------------------------


def _wide_sizes(chance: Random, p: str) -> Group:
    kind = chance.choice(("u8", "s8", "u8be"))
    seq: list[Tree] = [
        {"id": f"{p}len", "type": kind},
        {"id": f"{p}num", "type": chance.choice((kind, "u1"))},
        {"id": f"{p}body", "size": f"{p}len"},
        {"id": f"{p}all", "type": "u1", "repeat": "expr", "repeat-expr": f"{p}num"},
        {"id": f"{p}total", "type": kind},
    ]
    seq += chance.choice(([], [{"id": f"{p}again", "type": chance.choice(("u8", "s8")), "valid": f"{p}total"}]))
    return Group(seq, numbers=(f"{p}total",), refused=(IN_RANGE,))


def _terminated(chance: Random, p: str) -> Group:
    """Bytes or text with an end that is theirs, or the next one's, or nobody's; alone or in a list."""
    end = chance.choice((0, 0x3B, 255))
    include, consume = chance.random() < 0.6, chance.random() < 0.4
    ended: Tree = {"id": "t", "terminator": end, "include": include, "consume": consume}
    ended |= chance.choice(({}, {}, {"eos-error": False}))
    if end < 128 and chance.random() < 0.5:
        ended |= {"type": "str", "encoding": "UTF-8"}
    seq = [ended] if consume else [ended, {"contents": [end]}]
    held: Tree = {"id": f"{p}held", "type": f"{p}ended"}
    held |= chance.choice(({}, {"repeat": "expr", "repeat-expr": 2}, {"repeat": "expr", "repeat-expr": f"{p}n"}))
    types: dict[str, Tree] = {f"{p}ended": {"seq": seq}}
    left = (EMPTY,) if "eos-error" in ended else ()
    return Group([{"id": f"{p}n", "type": "u1"}, held], types, numbers=(f"{p}n",), left=left)


def _from_the_end(chance: Random, p: str) -> Group:
    """A size counts from the end of the stream, by what lies there."""
    inside: Tree = {
        "seq": [
            {"id": "has", "type": "u1"},
            {"id": "data", "size": "_io.size - _io.pos - (has != 0 ? len_pad : 0)"},
            {"id": "pad", "size-eos": True, "if": "has != 0"},
        ],
        "instances": {"len_pad": {"pos": "_io.size - 1", "type": "u1"}},
    }
    plain: Tree = {"seq": [{"id": "data", "size": f"_io.size - _io.pos - {chance.choice((0, 1, 3))}"}]}
    plain["seq"].append({"id": "pad", "size-eos": True})
    seq = [{"id": f"{p}len", "type": "u1"}, {"id": f"{p}held", "type": f"{p}ending", "size": f"{p}len"}]
    ending = {f"{p}ending": chance.choice((inside, plain))}
    if chance.random() < 0.3:  # of the stream around, in which nothing may follow
        bare = [{**one, "id": f"{p}{one['id']}"} for one in plain["seq"]]
        return Group(bare, refused=(SIZE, TO_THE_END), last=True)
    return Group(seq, ending, numbers=(f"{p}len",), refused=(SIZE, TO_THE_END))


def _places(chance: Random, p: str) -> Group:
    """A number says where something begins or ends, which may be left out; or where it is to be read."""
    kind = chance.choice(({"type": "u2"}, {"size": 3}, {"type": f"{p}there"}))
    there = chance.choice(({}, {"if": f"{p}has != 0"}, {"if": f"{p}has != 0"}))
    said: Tree = {"id": f"{p}at", "type": chance.choice(("u2", "u4", "s4"))}
    types = {f"{p}there": {"seq": [{"id": "x", "type": "u1"}, {"id": "y", "type": "u2"}]}}
    seq: list[Tree] = [{"id": f"{p}has", "type": "u1"}, said]
    if chance.random() < 0.3:
        far = {f"{p}far": {"pos": f"{p}at", **kind, **there}}
        return Group(seq, types, far, numbers=(f"{p}has",), refused=(TO_THE_END,))
    said["-derive"] = {chance.choice(("position-of", "position-of", "end-of")): f"{p}far"}
    said["-derive"] |= chance.choice(({}, {}, {"unless": 0}, {"unless": 9}))
    seq.insert(chance.randrange(1, 3), {"id": f"{p}far", **kind, **there})
    return Group(seq, types, numbers=(f"{p}has",), refused=(LEFT_OUT,))


def _room(chance: Random, p: str) -> Group:
    """Bytes that nothing describes, but for those at places in the middle of them."""
    size, kind = chance.choice((8, 12)), chance.choice(({"type": "u1"}, {"type": "u2"}, {"size": 2}))
    inside = {"pos": chance.choice((3, "_io.size - 6")), **kind}
    room: Tree = chance.choice(({}, {"instances": {"x": inside}}, {"seq": [{"id": "y", "type": "u1"}]}))
    places: dict[str, Tree] = {f"{p}x": {"io": f"{p}room._io", "pos": 5, **kind}} if chance.random() < 0.4 else {}
    if chance.random() < 0.6:
        places[f"{p}z"] = {"pos": "_io.size - 6", **kind}
    seq = [{"id": f"{p}room", "type": f"{p}open", "size": size}]
    return Group(seq, {f"{p}open": room}, places, refused=(TWICE, TO_THE_END))


def _of_the_stream(chance: Random, p: str) -> Group:
    """What is there, and how large it is, follows from the size of the stream."""
    most = chance.choice((4, 9, 20))
    seq = [{"id": f"{p}x", "type": "u1"}, {"id": f"{p}more", "type": "u2", "if": f"_io.size > {most}"}]
    return Group(seq, instances={f"{p}whole": {"value": "_io.size"}}, numbers=(f"{p}x",), refused=(BY_PLACE,))


def _aligned(chance: Random, p: str) -> Group:
    """Elements ask where they begin, and where they end."""
    seq: list[Tree] = [{"id": "len", "type": "u1"}, {"id": "data", "size": "len"}]
    seq.append({"id": "pad", "size": f"(4 - _io.pos % {chance.choice((4, 4, 2))}) % 4"})
    asked: Tree = {"id": "odd", "type": "u1", "if": f"_io.pos % 2 == {chance.choice((0, 1))}"}
    seq.insert(chance.choice((0, 0, 3)), asked)
    if chance.random() < 0.3:
        del seq[seq.index(asked)]
    listed = {"id": f"{p}all", "type": f"{p}item", "repeat": "expr", "repeat-expr": f"{p}n"}
    if asked in seq and chance.random() < 0.5:  # it is asked for where it may not be
        there: list[Tree] = [{}, {"if": "len > 2"}, {"if": f"_parent.{p}n > 1"}]
        seq.append({"id": "again", "size": "odd % 3", **chance.choice(there)})
    items = {f"{p}item": {"seq": seq}}
    return Group(
        [{"id": f"{p}n", "type": "u1"}, listed],
        items,
        numbers=(f"{p}n",),
        lists={f"{p}all": ("len", "data")},
        refused=(BY_PLACE, ABSENT, UNSAID),
    )


def _bits_before(chance: Random, p: str) -> Group:
    """Bits that fill no byte, and then a list to the end, or of a number of elements."""
    listed: Tree = chance.choice(({"repeat": "eos"}, {"repeat": "eos"}, {"repeat": "expr", "repeat-expr": 2}))
    seq: list[Tree] = [{"id": "a", "type": chance.choice(("b12", "b4", "b3", "b12"))}]
    seq.append({"id": "all", **chance.choice(({"type": "u1"}, {"size": 2}, {"type": f"{p}x"})), **listed})
    if chance.random() < 0.3:
        seq.insert(1, {"id": "b", "type": "b4"})
    types: dict[str, Tree] = {f"{p}bits": {"seq": seq}, f"{p}x": {"seq": [{"id": "x", "type": "u1"}]}}
    held = {"id": f"{p}held", "type": f"{p}bits", "size": f"{p}len"}
    whole = listed["repeat"] != "eos" or sum(int(one["type"][1:]) for one in seq[:-1]) % 8 == 0
    left, refused = ((), ()) if whole else ((IN_A_BYTE,), (WHOLE_BYTES,))
    return Group([{"id": f"{p}len", "type": "u1"}, held], types, numbers=(f"{p}len",), left=left, refused=refused)


def _leading(chance: Random, p: str) -> Group:
    """Elements say where in their stream something lies: before the list, in it, or behind it."""
    kind = chance.choice(({"type": "u1"}, {"type": "u2"}, {"size": 2}, {"type": f"{p}there"}))
    there = {"pos": chance.choice(("at", "at", "at + 2", "_io.size - at - 1")), **kind}
    refused: tuple[str, ...] = (TO_THE_END, IN_RANGE)
    if chance.random() < 0.3:
        there["if"], refused = "at != 0", (*refused, THERE)
    entry: Tree = {"seq": [{"id": "at", "type": "u1"}], "instances": {"far": there}}
    table: list[Tree] = [{"id": "n", "type": "u1"}, {"id": "all", "type": f"{p}entry", "repeat": "expr"}]
    table[-1]["repeat-expr"] = "n"
    if chance.random() < 0.5:
        table.insert(0, {"id": "before", "size": 3})
    types = {f"{p}entry": entry, f"{p}table": {"seq": table}, f"{p}there": {"seq": [{"id": "x", "type": "u2"}]}}
    if chance.random() < 0.4:
        beside = [{"id": f"{p}n", "type": "u1"}, {**table[-1], "id": f"{p}all", "repeat-expr": f"{p}n"}]
        return Group(beside, types, numbers=(f"{p}n",), lists={f"{p}all": ("at", "far")}, refused=refused)
    held = {"id": f"{p}held", "type": f"{p}table", "size": f"{p}len"}
    seq, lists = [{"id": f"{p}len", "type": "u1"}, held], {f"{p}held.all": ("at", "far")}
    return Group(seq, types, numbers=(f"{p}len",), lists=lists, refused=refused)


def _until(chance: Random, p: str) -> Group:
    """A list that ends by its elements, beside one that is counted."""
    item: Tree = chance.choice(({"type": "u1"}, {"type": "u2"}, {"type": f"{p}item"}, {"type": f"{p}item"}))
    ends = chance.choice(("{} == 0", "{} < 3", "{} & 1 == 1"))
    sized: list[Tree] = [{"id": "x", "type": "u1"}, {"id": "data", "size": chance.choice(("x", "x % 4", 2))}]
    listed = {
        "id": f"{p}all",
        **item,
        "repeat": "until",
        "repeat-until": ends.format("_.x" if "item" in item["type"] else "_"),
    }
    counted = {"id": f"{p}more", **item, "repeat": "expr", "repeat-expr": f"{p}n"}
    seq: list[Tree] = [{"id": f"{p}n", "type": "u1"}, listed, counted]
    if chance.random() < 0.3:
        seq.reverse()
        seq.insert(0, seq.pop())
    lists = {one["id"]: ("x", "data") for one in (listed, counted) if "item" in item["type"]}
    return Group(seq, {f"{p}item": {"seq": sized}}, numbers=(f"{p}n",), lists=lists)


# --- structures -------------------------------------------------------------------------------------------------------


def _cases(chance: Random, p: str) -> Group:
    """Cases of a switch, and elements in one of them that ask of the structure around them."""
    item: Tree = chance.choice(
        (
            {"id": "x", "type": {"switch-on": "_parent.depth", "cases": {8: "u1", "_": "u2"}}},
            {"id": "x", "size": "_parent.depth % 4"},
            {"id": "x", "type": "u1", "if": "_parent.depth > 8"},
        )
    )
    depth: Tree = {"id": "depth", "type": "u1"}
    depth |= chance.choice(({}, {"valid": {"any-of": [8, 16]}}, {"if": "_io.size > 3"}))
    types: dict[str, Tree] = {
        f"{p}one": {"seq": [depth, {"id": "all", "type": f"{p}item", "repeat": "eos"}]},
        f"{p}two": {"seq": [{"id": "at", "type": "u4"}]},
        f"{p}item": {"seq": [item, {"id": "w", "type": "u1"}]},
    }
    cases: Tree = {"switch-on": f"{p}kind", "cases": {1: f"{p}one", 2: f"{p}two"}}
    seq: list[Tree] = [
        {"id": f"{p}kind", "type": "u1"} | chance.choice(({}, {"valid": {"any-of": [1, 2, 3]}})),
        {"id": f"{p}len", "type": "u1"},
        {"id": f"{p}body", "size": f"{p}len", "type": cases},
    ]
    return Group(seq, types, numbers=(f"{p}kind",), refused=(BY_PLACE, ABSENT))


def _tried(chance: Random, p: str) -> Group:
    """Elements of which nobody knows how large they are before they are read."""
    there = chance.choice(("true", "x < 7", "x & 1 == 0"))
    item: Tree = {"seq": [{"id": "x", "type": "u1"}, {"id": "y", "type": "u1", "if": there}]}
    if there == "true":
        item["seq"].pop(0)
    inner: Tree = {"seq": [{"id": "n", "type": "u1"}]}
    inner["seq"].append({"id": "all", "type": f"{p}item", "repeat": "expr", "repeat-expr": "n"})
    seq = [{"id": f"{p}x", "type": "u1"}, {"id": f"{p}inner", "type": f"{p}inner"}]
    types = {f"{p}inner": inner, f"{p}item": item}
    return Group(seq, types, numbers=(f"{p}x", f"{p}inner.n"), lists={f"{p}inner.all": ("y",)})


def _processed(chance: Random, p: str) -> Group:
    seq: list[Tree] = [{"id": "x", "type": chance.choice(("u1", "u4"))}, {"id": "y", "size-eos": True}]
    held: Tree = {"id": f"{p}held", "type": f"{p}part", "process": chance.choice(PROCESSES)}
    types: dict[str, Tree] = {f"{p}part": {"seq": seq[: chance.choice((1, 2))]}}
    if chance.random() < 0.4:
        return Group(
            [held | chance.choice(({"size": 4}, {"size": 8}, {"size-eos": True}))], types, refused=(SIZE, TO_THE_END)
        )
    types[f"{p}all"] = {"seq": [{**held, "size-eos": True}]}
    return Group(
        [{"id": f"{p}whole", "type": f"{p}all", "size": chance.choice((5, 8))}], types, refused=(SIZE, TO_THE_END)
    )


def _summed(chance: Random, p: str) -> Group:
    """A checksum over what lies before it, which is there always, by a bit, or where the bytes say so."""
    algorithm, kind = chance.choice((("crc32", "u4"), ("adler32", "u4"), ("sum8", "u1"), ("crc16", "u2")))
    digest: Tree = {"id": "digest", "type": kind, "-checksum": {"algorithm": algorithm, "from": "flags"}}
    digest["-checksum"]["to"] = "body"
    size = int(kind[1:])
    inner: Tree = {
        "seq": [{"id": "flags", "type": "u1"}, {"id": "body", "size": f"_io.size - _io.pos - {size}"}, digest]
    }
    left: tuple[str, ...] = ()
    match chance.randrange(3):
        case 0:
            digest["if"] = "flags & 1 == 0"
            inner["seq"][1]["size"] = f"_io.size - _io.pos - (flags & 1 == 0 ? {size} : 0)"
        case 1:
            digest["if"] = "has"
            inner["seq"][1]["size"] = f"_io.size - _io.pos - (has ? {size} : 0)"
            inner["instances"] = {"has": {"value": "flags & 2 == 0", "-valid": {"checksum-of": "digest"}}}
            left = (DECIDED,)
    held = {"id": f"{p}held", "type": f"{p}summed", "size": f"{p}len"}
    numbers = (f"{p}len", f"{p}held.flags")
    return Group([{"id": f"{p}len", "type": "u1"}, held], {f"{p}summed": inner}, numbers=numbers, left=left)


_GROUPS: tuple[Callable[[Random, str], Group], ...] = (
    _chosen_texts, _nameless, _named_null, _moments, _in_orders, _quotients, _masked, _optional_list, _by_parameter,
    _with_validity, _wide_sizes, _terminated, _from_the_end, _places, _room, _of_the_stream, _aligned, _bits_before,
    _cases, _tried, _processed, _whole_bits, _leading, _until, _summed,
)  # fmt: skip


# --- specs ------------------------------------------------------------------------------------------------------------


def group(chance: Random, prefix: str) -> Group:
    """One of them; the prefix keeps its names apart from all others."""
    return chance.choice(_GROUPS)(chance, prefix)


def added(kind: Tree, one: Group, place: int) -> None:
    """Put a group into a type, before the field of a place."""
    kind.setdefault("seq", [])[place:place] = one.seq
    for key, found in (("types", one.types), ("instances", one.instances), ("enums", one.enums)):
        if found:
            kind[key] = {**(kind.get(key) or {}), **found}


def made_of_groups(chance: Random) -> Made:
    """A spec of a few groups: a file, records in frames or without, or lists in lists, and views of them."""
    body: Tree = {"seq": []}
    shown, left, refused = Shown(), set[str](), set[str]()
    groups = [group(chance, f"{'abc'[number]}_") for number in range(chance.choice((1, 1, 2, 3)))]
    for one in sorted(groups, key=lambda one: one.last):
        added(body, one, len(body["seq"]))
        shown.numbers += one.numbers
        shown.lists.update(one.lists)
        left.update(one.left)
        refused.update(one.refused)
    order = chance.choice(("le", "be"))
    meta = {"id": "stated", "endian": order, "bit-endian": chance.choice(("le", "be")), "encoding": "UTF-8"}
    tree = {"meta": meta, **chance.choice(_HOLDERS)(body, chance, shown)}
    if "process" in tree["seq"][0]:
        refused.add(SIZE)
    return Made(tree, frozenset(left), frozenset(refused))


def _file(body: Tree, chance: Random, shown: Shown) -> Tree:
    return body | _view_of_list("", chance, shown)


def _processed_file(body: Tree, chance: Random, shown: Shown) -> Tree:
    whole: Tree = {"id": "whole", "type": "body", "process": chance.choice(PROCESSES)}
    whole |= chance.choice(({"size-eos": True}, {"size": 8}))
    return {"seq": [whole], "types": {"body": body}} | _view_of_list("whole.", chance, shown)


def _records(body: Tree, chance: Random, shown: Shown) -> Tree:
    """A list of records, behind a header that values of theirs are calculated from."""
    name = chance.choice(("records", "records", *WORDS))
    header = [{"id": "wide", "type": chance.choice(("u8", "u8be", "s8", "u2"))}, {"id": "count", "type": "u2"}]
    listed: Tree = {"id": name, "type": "record", "repeat": "eos"}
    if chance.random() < 0.3:
        listed |= {"repeat": "expr", "repeat-expr": "count"}
    if chance.random() < 0.4:
        body, shown = _framed(body, chance), shown.inside("body")
    if chance.random() < 0.3:
        by = chance.choice((3, 10, 1 << 33))
        body["instances"] = {
            **(body.get("instances") or {}),
            "of_header": {"value": f"_root.wide {chance.choice('/%')} {by}"},
        }
        shown.numbers.append("of_header")
    return {"seq": [*header, listed], "types": {"record": body}} | _views(f"{name}[*]", chance, shown)


def _in_blocks(body: Tree, chance: Random, shown: Shown) -> Tree:
    """Lists in lists, whose elements may have fields of the same names."""
    block: Tree = {"seq": [{"id": "count", "type": "u1"}], "types": {"record": body}}
    if shown.numbers and chance.random() < 0.7:
        block["seq"].insert(0, {"id": shown.numbers[0].partition(".")[0], "type": "u1"})
    block["seq"].append({"id": "records", "type": "record", "repeat": "expr", "repeat-expr": "count"})
    tree = {"seq": [{"id": "blocks", "type": "block", "repeat": "eos"}], "types": {"block": block}}
    return tree | _views("blocks[*].records[*]", chance, shown)


def _by_columns(body: Tree, chance: Random, shown: Shown) -> Tree:
    """Records with a cell for each column that the header lists, which says of what kind and size it is."""
    size = chance.choice(("column.wide % 3", "column.wide / 3 % 4", "column.kind == 0 ? 1 : 2"))
    kind = {"switch-on": "column.kind", "cases": {0: "u1", 1: "s2", "_": chance.choice(("u4", "u8"))}}
    cell: Tree = {
        "params": [{"id": "i", "type": "s4"}],
        "seq": [{"id": "v", "type": kind}, {"id": "data", "size": size}],
        "instances": {"column": {"value": "_root.columns[i]"}},
    }
    column: list[Tree] = [{"id": "kind", "type": "u1"}, {"id": "wide", "type": "u8"}, {"id": "len", "type": "u1"}]
    column += [{"id": "name", "type": "str", "size": "len"}]
    cells = {"id": "cells", "type": "cell(_index)", "repeat": "expr", "repeat-expr": "_root.columns.size"}
    record = {**body, "seq": [*body["seq"], cells]}
    columns = {"id": "columns", "type": "column", "repeat": "expr", "repeat-expr": "num"}
    seq = [{"id": "num", "type": "u1"}, columns, {"id": "records", "type": "record", "repeat": "eos"}]
    view: Tree = {"each": "records[*]", "columns": [{"id": "at", "value": "_index", "type": "s4"}]}
    view["pivot"] = {"each": "columns[*]", "name": "_.name", "cell": f"_.cells[_column].{chance.choice(('v', 'data'))}"}
    if shown.numbers and chance.random() < 0.4:
        view["where"] = f"_.{chance.choice(shown.numbers)} != 0"
    types = {"record": record, "cell": cell, "column": {"seq": column}}
    return {"seq": seq, "types": types, "-views": {"rows": view}}


def _framed(body: Tree, chance: Random) -> Tree:
    kind = chance.choice(("u1", "u2", "u4", "u8"))
    return {
        "seq": [{"id": "len", "type": kind}, {"id": "body", "type": "framed", "size": "len"}],
        "types": {"framed": body},
    }


def _view_of_list(around: str, chance: Random, body: Shown) -> Tree:
    """A view of a list in a body, or what there is without a view."""
    if not body.lists or chance.random() < 0.5:
        return {}
    name, names = chance.choice(list(body.lists.items()))
    columns = [{"id": f"v{n}", "value": f"_.{one}"} for n, one in enumerate(names)]
    return {"-views": {"rows": {"each": f"{around}{name}[*]", "columns": columns}}}


def _views(each: str, chance: Random, body: Shown) -> Tree:
    """A view of records that shows some rows, or all, or nothing (as without a view), or of a list in them."""
    numbers = body.numbers
    if body.lists and chance.random() < 0.3:
        return _view_of_list(f"{each}.", chance, body)
    if not numbers or chance.random() < 0.3:
        return {}
    shown = chance.sample(numbers, min(len(numbers), chance.choice((1, 2, 3))))
    view: Tree = {"each": each, "columns": [{"id": f"v{n}", "value": f"_.{one}"} for n, one in enumerate(shown)]}
    if chance.random() < 0.7:
        asked = chance.choice(numbers)
        view["where"] = chance.choice(
            (f"_.{asked} > 2", f"_.{asked} % 3 < 2", f"_.{asked} & 1 == 0", f"_.{asked} != 0")
        )
    inner = [one.split(".")[0] for one in numbers if "." in one]
    if inner and chance.random() < 0.5:
        view["columns"] = [{"id": "inner", "value": f"_.{inner[0]}"}]
    return {"-views": {"rows": view}}


_HOLDERS = (_file, _processed_file, _records, _records, _records, _in_blocks, _by_columns)
