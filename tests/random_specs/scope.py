"""Expressions over what stands before in a structure."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random


@dataclass
class Scope:
    """What expressions may ask for: paths of values that are always there, by their types.

    Attributes:
        numbers: integers.
        flags: booleans.
        texts: text.
        blobs: bytes.
        lists: lists of integers.
        members: enums: the path, the enum, its members.
    """

    numbers: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    blobs: list[str] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)
    members: list[tuple[str, str, list[str]]] = field(default_factory=list)

    def seen_from(self, path: str) -> Scope:
        """The same, asked for from elsewhere."""
        return Scope(
            [f"{path}.{name}" for name in self.numbers],
            [f"{path}.{name}" for name in self.flags],
            [f"{path}.{name}" for name in self.texts],
            [f"{path}.{name}" for name in self.blobs],
            [f"{path}.{name}" for name in self.lists],
        )

    def add(self, other: Scope) -> None:
        """Reach what another scope reaches, too."""
        for mine, its in zip(vars(self).values(), vars(other).values(), strict=True):
            mine += its

    def condition(self, random: Random) -> str:
        """A condition; constant where there is nothing to ask for."""
        forms = ["1 + 1 == 2"]
        if self.numbers:
            one, other = random.choice(self.numbers), random.choice(self.numbers)
            forms = [
                f"{one} == {random.randrange(4)}",
                f"{one} > {other}",
                f"({one} & {random.choice((1, 2, 6))}) != 0",
                f"{one} % 3 < 2",
                f"{one} >= 2 and {other} <= 100",
                f"not ({one} != 0 or {other} == 1)",
            ]
        forms += [random.choice((name, f"not {name}", f"{name} == true")) for name in self.flags]
        forms += [
            f"{path} {random.choice(('==', '!='))} {enum}::{random.choice(ids)}" for path, enum, ids in self.members
        ]
        forms += [f"{name}.length < 3" for name in self.texts]
        forms += [
            f"{name} {random.choice(('==', '!=', '<', '>='))} {random.choice(self.texts)}" for name in self.texts[:2]
        ]
        forms += [f"{name}.size != 2" for name in self.lists]
        return random.choice(forms)

    def number(self, random: Random) -> str:
        """An integer."""
        forms = [str(random.choice((0, 1, 7, 200, -3)))]
        if self.numbers:
            one, other = random.choice(self.numbers), random.choice(self.numbers)
            forms += [
                one,
                f"{one} + {other}",
                f"{one} * 3 - {other}",
                f"{one} / 3",
                f"-{one} % 7",
                f"{one} << 2 | 1",
                f"({one} ^ {other}) >> 1",
                f"~{one}",
                f"{one} > {other} ? {one} : {other}",
            ]
        forms += [f"{name}.to_i" for name in self.flags]
        forms += [f"{path}.to_i" for path, _, _ in self.members]
        forms += [f"{name}.length" for name in (*self.texts, *self.blobs)]
        forms += [f"{name}.size" for name in self.lists]
        return random.choice(forms)

    def value(self, random: Random) -> str:
        """A value of any type."""
        forms = [self.number(random), self.number(random), self.condition(random), f"({self.number(random)}) * 0.5"]
        forms += [form for name in self.texts for form in (f"{name} + '!'", f"{name}.reverse", f"{name}.length.to_s")]
        forms += [f"f'{{{name}}}'".replace("'", '"') for name in self.numbers]
        forms += [f"({self.number(random)}).to_s", f"{self.condition(random)} ? 'yes' : 'no'"]
        forms += self.blobs + self.texts + self.lists
        return random.choice(forms)
