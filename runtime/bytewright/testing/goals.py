"""What drawn models are to cover, and counting it on what a reader makes of their bytes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bytewright.model.structures import Struct
from bytewright.testing.draft import LONG

Test = Callable[[Any, int | None], bool]
"""Whether an element of a structure's list (None: its value) is meant."""


def structures(root: Struct) -> Iterator[Struct]:
    """A structure and all that are below it."""
    yield root
    for one in root.FIELDS:
        value = getattr(root, one.name) if one.name else None
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, Struct):
                yield from structures(item)


@dataclass(frozen=True)
class Goal:
    """Something to cover of one field; it may be several things, of which each has a name.

    Attributes:
        kind: the structure.
        field: place of the field among its entries.
    """

    kind: type[Struct]
    field: int

    @property
    def label(self) -> str:
        """Type and field, as messages call them."""
        return f"{self.kind.TYPE.rpartition('::')[2]}.{self.kind.FIELDS[self.field].id}"

    def names(self) -> list[str]:
        """What is to be covered."""
        raise NotImplementedError

    def hit(self, owner: Struct) -> Iterator[str]:
        """What a structure that was read covers."""
        raise NotImplementedError

    def values(self, owner: Struct) -> Iterator[tuple[int | None, Any]]:
        """The field's values, each with its place in the list."""
        value = getattr(owner, owner.FIELDS[self.field].name)
        if self.field not in owner._at:
            return
        if owner.FIELDS[self.field].repeated:
            yield from ((i, v) for i, v in enumerate(value) if v is not None)
        elif value is not None:
            yield None, value


@dataclass(frozen=True)
class Either(Goal):
    """A condition both ways."""

    def names(self) -> list[str]:
        """See `Goal.names`."""
        return [f"{self.label}: there", f"{self.label}: left out"]

    def hit(self, owner: Struct) -> Iterator[str]:
        """See `Goal.hit`."""
        yield f"{self.label}: {'there' if self.field in owner._at else 'left out'}"


@dataclass(frozen=True)
class Lengths(Goal):
    """A list that is as short as can be, and one that is long.

    Attributes:
        least: elements that it has at least; -1: it is left out where it has none.
        long: elements that are many.
    """

    least: int = 0
    long: int = LONG

    def names(self) -> list[str]:
        """See `Goal.names`."""
        least = {0: "empty", 1: "one element"}.get(self.least, f"{self.least} elements")
        short = [] if self.least < 0 else [f"{self.label}: {least}"]
        return [*short, f"{self.label}: long"]

    def hit(self, owner: Struct) -> Iterator[str]:
        """See `Goal.hit`."""
        if self.field not in owner._at:
            return
        length = len(getattr(owner, owner.FIELDS[self.field].name))
        if length <= self.least:
            yield self.names()[0]
        if length >= self.long:
            yield self.names()[-1]


@dataclass(frozen=True)
class Nulls(Goal):
    """A list that validity bits belong to: some of its elements absent, and none."""

    def names(self) -> list[str]:
        """See `Goal.names`."""
        return [f"{self.label}: nulls", f"{self.label}: no nulls"]

    def hit(self, owner: Struct) -> Iterator[str]:
        """See `Goal.hit`."""
        if self.field not in owner._at:
            return
        values = getattr(owner, owner.FIELDS[self.field].name)
        yield f"{self.label}: {'nulls' if any(v is None for v in values) else 'no nulls'}"


@dataclass(frozen=True)
class Cases(Goal):
    """Each case of a switch, with a value."""

    cases: Mapping[str, Test]

    def names(self) -> list[str]:
        """See `Goal.names`."""
        return [f"{self.label}: case {name}" for name in self.cases]

    def hit(self, owner: Struct) -> Iterator[str]:
        """See `Goal.hit`."""
        for index, _ in self.values(owner):
            for name, test in self.cases.items():
                if test(owner, index):
                    yield f"{self.label}: case {name}"
                    break


@dataclass(frozen=True)
class Scalar(Goal):
    """A goal of single values, perhaps of one case of a switch.

    Attributes:
        case: what messages call the case.
        when: whether an element of a structure's list (None: its value) is of the case.
    """

    case: str = field(default="", kw_only=True)
    when: Test | None = field(default=None, kw_only=True)

    @property
    def label(self) -> str:
        """See `Goal.label`."""
        return f"{super().label}<{self.case}>" if self.case else super().label

    def values(self, owner: Struct) -> Iterator[tuple[int | None, Any]]:
        """See `Goal.values`."""
        for index, value in super().values(owner):
            if self.when is None or self.when(owner, index):
                yield index, value

    def wanted(self) -> Iterator[tuple[str, Any]]:
        """Values that cover something wherever they are put, each with the name of that."""
        yield from ()


@dataclass(frozen=True)
class Values(Scalar):
    """Values that must occur: bounds and their neighbours, members."""

    expected: tuple[Any, ...]

    def names(self) -> list[str]:
        """See `Goal.names`."""
        return [self._name(value) for value in self.expected]

    def hit(self, owner: Struct) -> Iterator[str]:
        """See `Goal.hit`."""
        for _, value in self.values(owner):
            if value in self.expected:
                yield self._name(value)

    def wanted(self) -> Iterator[tuple[str, Any]]:
        """See `Scalar.wanted`."""
        yield from ((self._name(value), value) for value in self.expected)

    def _name(self, value: Any) -> str:
        return f"{self.label} = {int(value)}"


@dataclass(frozen=True)
class Beyond(Scalar):
    """Values that a writer must refuse, naming the field; covered by trying, not by drawing."""

    refused: tuple[int, ...]

    def names(self) -> list[str]:
        """See `Goal.names`."""
        return [self.name(value) for value in self.refused]

    def hit(self, owner: Struct) -> Iterator[str]:
        """Nothing: see `bytewright.testing.checks.check_refusals`."""
        yield from ()

    def name(self, value: int) -> str:
        """What a refused value is called."""
        return f"{self.label} refuses {value}"


@dataclass(frozen=True)
class Floats(Scalar):
    """Floats that are no usual numbers."""

    width: int

    def names(self) -> list[str]:
        """See `Goal.names`."""
        return [name for name, _ in self.wanted()]

    def wanted(self) -> Iterator[tuple[str, Any]]:
        """See `Scalar.wanted`."""
        denormal = 2.0**-149 if self.width == 32 else 2.0**-1074
        unusual = (math.nan, math.inf, -math.inf, -0.0, denormal, _LARGEST[self.width])
        yield from ((f"{self.label} = {_kind_of(value, self.width)}", value) for value in unusual)

    def hit(self, owner: Struct) -> Iterator[str]:
        """See `Goal.hit`."""
        for _, value in self.values(owner):
            name = _kind_of(value, self.width)
            if name:
                yield f"{self.label} = {name}"


_LARGEST = {32: 3.4028234663852886e38, 64: 1.7976931348623157e308}


def _kind_of(value: float, width: int) -> str:
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value == 0:
        return "-0.0" if math.copysign(1, value) < 0 else ""
    if abs(value) < (2.0**-126 if width == 32 else 2.0**-1022):
        return "denormal"
    return "largest" if value == _LARGEST[width] else ""


@dataclass(frozen=True)
class Sizes(Scalar):
    """Bytes or text of free size: empty, and not."""

    def names(self) -> list[str]:
        """See `Goal.names`."""
        return [f"{self.label}: {name}" for name in ("empty", "several")]

    def hit(self, owner: Struct) -> Iterator[str]:
        """See `Goal.hit`."""
        for _, value in self.values(owner):
            if len(value) != 1:
                yield f"{self.label}: {'several' if value else 'empty'}"


@dataclass(frozen=True)
class BeyondAscii(Scalar):
    """Text with characters that are more than one byte in some encoding."""

    def names(self) -> list[str]:
        """See `Goal.names`."""
        return [f"{self.label}: not ASCII"]

    def hit(self, owner: Struct) -> Iterator[str]:
        """See `Goal.hit`."""
        for _, value in self.values(owner):
            if not value.isascii():
                yield f"{self.label}: not ASCII"


class Coverage:
    """Counts how often each thing was covered.

    Attributes:
        counts: how often, by name.
        names: of all that is to be covered.
        instead: what a writer said of another field, by the name of the refusal that was expected.
    """

    def __init__(self, goals: Iterable[Goal]) -> None:
        self._goals: dict[type[Struct], list[Goal]] = {}
        self.counts: Counter[str] = Counter()
        self.names: list[str] = []
        self.instead: dict[str, str] = {}
        for goal in goals:
            self._goals.setdefault(goal.kind, []).append(goal)
            self.names += goal.names()

    def add(self, root: Struct) -> None:
        """Count what a file that was read covers."""
        for owner in structures(root):
            for goal in self._goals.get(type(owner), ()):
                self.counts.update(goal.hit(owner))

    def missing(self) -> list[str]:
        """What was never covered."""
        return [name for name in self.names if not self.counts[name]]
