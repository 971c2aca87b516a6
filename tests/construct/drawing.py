"""Declarations that are drawn at random, with values that Construct builds files of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

Values = dict[str, Any]
Fill = Callable[[Random, Values], None]

_NUMBERS = {
    "Int8ub": (0, 255), "Int8sb": (-128, 127), "Int16ul": (0, 65535), "Int16sb": (-32768, 32767),
    "Int24ub": (0, (1 << 24) - 1), "Int32ul": (0, (1 << 32) - 1), "Int32sb": (-(1 << 31), (1 << 31) - 1),
    "Int64sl": (-(1 << 63), (1 << 63) - 1), "Int64ub": (0, (1 << 64) - 1), "VarInt": (0, (1 << 63) - 1),
    "ZigZag": (-(1 << 62), (1 << 62) - 1), "BytesInteger(3, signed=True)": (-(1 << 23), (1 << 23) - 1),
    "BytesInteger(5, swapped=True)": (0, (1 << 40) - 1), "ByteSwapped(Int32ub)": (0, (1 << 32) - 1),
    "Hex(Int16ub)": (0, 65535), "OneOf(Int8ub, [3, 4, 5])": (3, 5), "ExprValidator(Int8ub, obj_ < 9)": (0, 8),
    "ExprAdapter(Int8ub, obj_ + 3, obj_ - 3)": (3, 258), "Default(Int16ub, 7)": (0, 65535),
}  # fmt: skip
_SIZES = {"Int8ub": 1, "Int8sb": 1, "Int16ul": 2, "Int16sb": 2, "Int24ub": 3, "Int32ul": 4, "Int32sb": 4, "Int64sl": 8}
_LENGTHS = ("Int8ub", "Int16ul", "VarInt", "ZigZag")
_TEXTS = ("", "a", "Zürich", "日本", "x" * 20)


@dataclass(frozen=True)
class Drawn:
    """A construct: its source, what draws a value of it, and its size where that is always the same."""

    source: str
    value: Callable[[Random], Any]
    size: int | None = None


def declaration(number: int) -> tuple[str, Callable[[Random], Any]]:
    """A declaration, as text, and what draws values of it.

    Args:
        number: of the declaration; it is always the same.
    """
    rng = Random(number)
    record = _struct(rng, 3)
    source = "from construct import *\n\n"
    source += f'toy = Struct("magic" / Const(b"TOY"), "records" / GreedyRange({record.source}), Terminated)\n'
    return source, lambda draws: {"records": [record.value(draws) for _ in range(draws.randrange(4))]}


def _struct(rng: Random, depth: int, kind: str = "Struct") -> Drawn:
    members: list[str] = []
    fills: list[Fill] = []
    for place in range(rng.randint(1, 4)):
        sources, fill = rng.choice((_member, _member, _counted, _chosen, _conditional, _ended, _computed))(
            rng, depth, f"m{place}"
        )
        members += sources
        fills.append(fill)

    def value(draws: Random) -> Values:
        found: Values = {}
        for fill in fills:
            fill(draws, found)
        return found

    return Drawn(f"{kind}({', '.join(members)})", value)


# --- members ---------------------------------------------------------------------------------------------------------


def _member(rng: Random, depth: int, name: str) -> tuple[list[str], Fill]:
    drawn = _construct(rng, depth)

    def fill(draws: Random, values: Values) -> None:
        values[name] = drawn.value(draws)

    return [f'"{name}" / {drawn.source}'], fill


def _counted(rng: Random, depth: int, name: str) -> tuple[list[str], Fill]:
    """A list, and its length in a member before it."""
    drawn = _construct(rng, depth - 1)
    count = f"Rebuild({rng.choice(_LENGTHS)}, len_(this.{name}))"
    source = rng.choice((f"this.n_{name}", f"lambda ctx: ctx.n_{name}"))

    def fill(draws: Random, values: Values) -> None:
        values[name] = [drawn.value(draws) for _ in range(draws.randrange(4))]

    return [f'"n_{name}" / {count}', f'"{name}" / Array({source}, {drawn.source})'], fill


def _chosen(rng: Random, depth: int, name: str) -> tuple[list[str], Fill]:
    """One of several, by a tag before it."""
    cases = {tag: _construct(rng, depth - 1) for tag in rng.sample(range(5), rng.randint(1, 3))}
    default = rng.choice((None, "Pass", "Error", "Int16ub"))
    written = ", ".join(f"{tag}: {case.source}" for tag, case in cases.items())
    otherwise = f", default={default}" if default else ""

    def fill(draws: Random, values: Values) -> None:
        tag = draws.choice([*cases, 9] if default != "Error" else [*cases])
        values[f"t_{name}"] = tag
        values[name] = cases[tag].value(draws) if tag in cases else 77 if default == "Int16ub" else None

    return [f'"t_{name}" / Int8ub', f'"{name}" / Switch(this.t_{name}, {{{written}}}{otherwise})'], fill


def _conditional(rng: Random, depth: int, name: str) -> tuple[list[str], Fill]:
    then, otherwise = _construct(rng, depth - 1), _construct(rng, depth - 1)
    tests = {
        f"this.f_{name} > 1": lambda flag: flag > 1,
        f"lambda ctx: ctx.f_{name} in (0, 2) and ctx.f_{name} != 2": lambda flag: flag == 0,
        f"this.f_{name} & 1": lambda flag: flag & 1,
    }
    test = rng.choice([*tests])
    both = rng.random() < 0.4

    def fill(draws: Random, values: Values) -> None:
        flag = values[f"f_{name}"] = draws.randrange(4)
        values[name] = then.value(draws) if tests[test](flag) else otherwise.value(draws) if both else None

    source = f"IfThenElse({test}, {then.source}, {otherwise.source})" if both else f"If({test}, {then.source})"
    return [f'"f_{name}" / Int8ub', f'"{name}" / {source}'], fill


def _ended(rng: Random, depth: int, name: str) -> tuple[list[str], Fill]:
    """A list whose elements say which is the last."""
    until = rng.choice(("obj_ == 0", "lambda item, items, ctx: item == 0"))

    def fill(draws: Random, values: Values) -> None:
        values[name] = [*(draws.randint(1, 255) for _ in range(draws.randrange(3))), 0]

    return [f'"{name}" / RepeatUntil({until}, Int8ub)'], fill


def _computed(rng: Random, depth: int, name: str) -> tuple[list[str], Fill]:
    formulas = ("this.v_{0} * 2 + 1", "lambda ctx: ctx.v_{0} // 3 if ctx.v_{0} > 9 else -ctx.v_{0}", "this.v_{0} == 4")
    formula = rng.choice(formulas).format(name)

    def fill(draws: Random, values: Values) -> None:
        values[f"v_{name}"] = draws.randrange(256)

    return [f'"v_{name}" / Int8ub', f'"{name}" / Computed({formula})'], fill


# --- constructs ------------------------------------------------------------------------------------------------------


def _construct(rng: Random, depth: int) -> Drawn:
    plain = (_number, _number, _number, _text, _bytes, _enum, _flags, _bits, _const)
    return rng.choice(plain if depth <= 0 else (*plain, _list, _framed, _padded, _nested, _nested))(rng, depth)


def _number(rng: Random, depth: int) -> Drawn:
    source = rng.choice([*_NUMBERS])
    low, high = _NUMBERS[source]
    return Drawn(source, lambda draws: draws.choice((low, high, draws.randint(low, high))), _SIZES.get(source))


def _text(rng: Random, depth: int) -> Drawn:
    length = rng.choice(_LENGTHS)
    source = rng.choice(
        (f'PascalString({length}, "utf8")', 'CString("utf8")', 'CString("utf_16_le")', 'PaddedString(24, "utf8")')
    )
    return Drawn(source, lambda draws: draws.choice(_TEXTS), 24 if source[1] == "a" and "24" in source else None)


def _bytes(rng: Random, depth: int) -> Drawn:
    size = rng.randrange(5)
    if rng.random() < 0.5:
        return Drawn(f"Bytes({size})", lambda draws: draws.randbytes(size), size)
    return Drawn(f"Prefixed({rng.choice(_LENGTHS)}, GreedyBytes)", lambda draws: draws.randbytes(draws.randrange(9)))


def _enum(rng: Random, depth: int) -> Drawn:
    if rng.random() < 0.5:
        return Drawn('Mapping(Int8ub, {"on": 1, "off": 0})', lambda draws: draws.choice(("on", "off")), 1)
    return Drawn("Enum(Int16ub, red=1, green=500)", lambda draws: draws.choice(("red", "green", 7)), 2)


def _flags(rng: Random, depth: int) -> Drawn:
    names = ("big", "fast", "late")
    source = rng.choice(("Int8ub", "Int16ul"))
    drawn = "big=1, fast=4, late=128"
    return Drawn(
        f"FlagsEnum({source}, {drawn})",
        lambda draws: {name: draws.random() < 0.5 for name in names},
        _SIZES[source],
    )


def _bits(rng: Random, depth: int) -> Drawn:
    widths = rng.choice(((8,), (3, 5), (1, 15), (4, 4, 8), (12, 4), (2, 7, 7)))
    signed = rng.random() < 0.3
    members = []
    for place, width in enumerate(widths):
        number = "Flag" if width == 1 else f"BitsInteger({width}{', signed=True' if signed and width > 2 else ''})"
        members.append(f'"b{place}" / {number}')

    def value(draws: Random) -> Values:
        found: Values = {}
        for place, width in enumerate(widths):
            low = -(1 << width - 1) if signed and width > 2 else 0
            found[f"b{place}"] = draws.random() < 0.5 if width == 1 else draws.randint(low, low + (1 << width) - 1)
        return found

    return Drawn(f"BitStruct({', '.join(members)})", value, sum(widths) // 8)


def _const(rng: Random, depth: int) -> Drawn:
    return rng.choice((Drawn("Const(b'ab')", lambda draws: b"ab", 2), Drawn("Const(7, Int16ub)", lambda draws: 7, 2)))


def _list(rng: Random, depth: int) -> Drawn:
    item = _construct(rng, depth - 1)
    if rng.random() < 0.5:
        count = rng.randrange(4)
        size = None if item.size is None else count * item.size
        return Drawn(f"Array({count}, {item.source})", lambda draws: [item.value(draws) for _ in range(count)], size)
    return Drawn(
        f"PrefixedArray({rng.choice(_LENGTHS)}, {item.source})",
        lambda draws: [item.value(draws) for _ in range(draws.randrange(4))],
    )


def _framed(rng: Random, depth: int) -> Drawn:
    """In bytes of its own, of which a list takes all or something may be left."""
    inner = _construct(rng, depth - 1)
    length = rng.choice(_LENGTHS)
    if rng.random() < 0.5:
        return Drawn(f"Prefixed({length}, {inner.source})", inner.value)
    number = _number(rng, depth)
    return Drawn(
        f"Prefixed({length}, GreedyRange({number.source}))",
        lambda draws: [number.value(draws) for _ in range(draws.randrange(4))],
    )


def _padded(rng: Random, depth: int) -> Drawn:
    inner = _construct(rng, depth - 1)
    if inner.size is not None and rng.random() < 0.5:
        size = inner.size + rng.randrange(4)
        return Drawn(f"Padded({size}, {inner.source})", inner.value, size)
    aligned = None if inner.size is None else inner.size + -inner.size % 4
    return Drawn(f"Aligned(4, {inner.source})", inner.value, aligned)


def _nested(rng: Random, depth: int) -> Drawn:
    if rng.random() < 0.25:
        items = [_construct(rng, depth - 1) for _ in range(rng.randint(1, 3))]
        source = f"Sequence({', '.join(item.source for item in items)})"
        return Drawn(source, lambda draws: [item.value(draws) for item in items])
    return _struct(rng, depth - 1)
