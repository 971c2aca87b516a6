"""Types in the making: what a walk over constructs fills in before they are part of a spec."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from bytewright_codegen.ir.expressions import Expr, Logical, Member, Name
from bytewright_codegen.ir.location import NOWHERE, Location
from bytewright_codegen.ir.schema import (
    Attribute,
    EnumDef,
    Parameter,
    Process,
    Repeat,
    Terminator,
    TypeDef,
    Valid,
    ValueInstance,
    Wire,
)

Kind = Literal["int", "float", "bool", "bit", "byte flag", "text", "bytes", "list", "struct", "enum", "stream", "any"]
"""What Construct makes of a value. *bit*: 0 or 1 there, false or true here; *byte flag*: truth there, a byte here."""


class Refused(Exception):  # noqa: N818  (a diagnostic on its way)
    """Something that can't be compiled: where, what, and what to do about it.

    Without a message it follows from something that has been named."""

    def __init__(self, loc: Location, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.loc = loc
        self.message = message
        self.hint = hint


class Stream:
    """Bytes in which positions count; ``outer`` is the stream that these bytes are a piece of, None where there is
    none: of the file, and of what a codec made."""

    def __init__(self, outer: Stream | None = None) -> None:
        self.outer = outer

    @property
    def base(self) -> Stream:
        """The stream in which Construct counts here."""
        stream = self
        while stream.outer is not None:
            stream = stream.outer
        return stream


@dataclass(frozen=True, eq=False)
class Meaning:
    """What a value is to an expression.

    ``path``: the members that lead from what is read to the value. ``level``: the names of a structure. ``item``: of
    a list. ``numbered``: members of the enum are equal to their numbers. ``tell``: it is a position, in this stream.
    ``copied``: ids of the first and the last member of what ``RawCopy`` keeps (None: it has none)."""

    kind: Kind = "any"
    path: tuple[str, ...] = ()
    enum: EnumDef | None = None
    numbered: bool = False
    level: Level | None = None
    item: Meaning | None = None
    tell: Stream | None = None
    cases: Cases | None = None
    copied: tuple[str | None, str | None] | None = None


@dataclass(frozen=True, eq=False)
class Cases:
    """What a choice may be: on what it depends, as it is written and where, and for each case its test (None: all
    else), its type and what it means."""

    on: Any
    level: Level
    cases: tuple[tuple[Expr | None, str | None, Meaning], ...]


INT, FLOAT, BOOL, TEXT, BYTES, ANY = (
    Meaning("int"), Meaning("float"), Meaning("bool"), Meaning("text"), Meaning("bytes"), Meaning("any"),
)  # fmt: skip


@dataclass(eq=False)
class Level:
    """One of the contexts that Construct nests: its names, and the type that has them as members."""

    draft: Draft
    outer: Level | None
    names: dict[str, tuple[str, Meaning]] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    """Names of members that were refused: what follows from them is no mistake of its own."""


@dataclass(eq=False)
class Draft:
    """A type in the making.

    ``user``: the type that has it as a member. ``stream``: what it is read from; ``starts_stream``: it lies where that
    begins. ``asks_outside``: it names something of the types around it, so that it can't serve elsewhere.
    ``asks_place``: it rests on where it lies. ``repeating``: elements of a list are being made. ``parameter``: by which
    an element learns its number; ``parameters``: those that the declaration gives it. ``bits``: the sizes of the
    attributes, in bits, where they are always the same. ``starts_bits``: it lies where bytes are first taken apart."""

    name: str
    loc: Location
    user: Draft | None = None
    stream: Stream = field(default_factory=Stream)
    starts_stream: bool = False
    starts_bits: bool = False
    doc: str = ""
    attributes: list[Attribute] = field(default_factory=list)
    bits: list[int | None] = field(default_factory=list)
    instances: list[Attribute | ValueInstance] = field(default_factory=list)
    shown_as: Expr | None = None
    keys: tuple[tuple[str, Any], ...] = ()
    asks_outside: bool = False
    asks_place: bool = False
    parameter: Parameter | None = None
    parameters: list[Parameter] = field(default_factory=list)
    repeating: bool = False
    ids: set[str] = field(default_factory=set)

    def definition(self) -> TypeDef:
        """The type."""
        return TypeDef(
            name=self.name,
            loc=self.loc,
            doc=self.doc,
            params=(*self.parameters, *((self.parameter,) if self.parameter else ())),
            attributes=tuple(self.attributes),
            instances=tuple(self.instances),
            **{"shown_as": self.shown_as, **dict(self.keys)},
        )

    @property
    def size(self) -> tuple[int, int]:
        """How many attributes and instances it has so far."""
        return len(self.attributes), len(self.instances)

    def free_id(self, wanted: str) -> str:
        """An id that no member has yet: the one that is wanted, or with a number behind it."""
        found, number = wanted, 2
        while found in self.ids:
            found, number = f"{wanted}_{number}", number + 1
        self.ids.add(found)
        return found

    def fixed_size(self, until: int | None = None) -> int | None:
        """How many bytes the attributes up to one take, where that is always the same."""
        sizes = self.bits[:until]
        total = sum(size or 0 for size in sizes)
        return None if None in sizes or total % 8 else total // 8


@dataclass(frozen=True)
class Frame:
    """What surrounds a construct on the way to it: everything of an attribute but its wire type.

    ``encoding``: bytes inside are text. ``keys``: fields of `Attribute` that keys of ours set.
    ``structure``: fields of `TypeDef`, for the structure that it is; ``called``: the name of the text for what
    such keys stand on."""

    id: str | None
    loc: Location
    doc: str = ""
    name: str | None = None
    condition: Expr | None = None
    repeat: Repeat | None = None
    size: Expr | None = None
    size_eos: bool = False
    terminator: Terminator | None = None
    pad_right: int | None = None
    process: Process | None = None
    position: Expr | None = None
    stream: Expr | None = None
    enum: EnumDef | None = None
    valid: Valid | None = None
    default: Expr | None = None
    encoding: str | None = None
    keys: tuple[tuple[str, Any], ...] = ()
    structure: tuple[tuple[str, Any], ...] = ()
    called: str | None = None

    @property
    def placed(self) -> bool:
        """Whether the field lies at a place of its own."""
        return self.position is not None

    @property
    def framed(self) -> bool:
        """Whether the bytes of a value (of an element) are cut out for it."""
        return self.size is not None or self.size_eos or self.terminator is not None

    @property
    def is_plain(self) -> bool:
        """Whether other members may stand beside it: nothing says where or how often it is, or how long."""
        return not (self.placed or self.framed or self.repeat or self.process)

    def under(self, condition: Expr) -> Frame:
        """The frame with a condition more."""
        both = condition
        if self.condition is not None:
            both = Logical("and", self.condition, condition, condition.loc)
        return replace(self, condition=both)

    def around(self) -> Frame:
        """The part that is about the bytes: of a structure that is put around the value."""
        return replace(self, enum=None, valid=None, default=None, encoding=None, keys=(), structure=(), called=None)

    def inside(self, id: str, loc: Location) -> Frame:
        """The part that is about the value: of the one member of such a structure."""
        return Frame(
            id,
            loc,
            name=self.name,
            enum=self.enum,
            valid=self.valid,
            default=self.default,
            encoding=self.encoding,
            keys=self.keys,
            structure=self.structure,
            called=self.called,
        )

    def attribute(self, wire: Wire, **more: Any) -> Attribute:
        """The attribute that it frames."""
        return Attribute(
            id=self.id,
            wire=wire,
            loc=self.loc,
            **{
                "doc": self.doc,
                "condition": self.condition,
                "repeat": self.repeat,
                "size": self.size,
                "size_eos": self.size_eos,
                "terminator": self.terminator,
                "pad_right": self.pad_right,
                "process": self.process,
                "position": self.position,
                "stream": self.stream,
                "enum": self.enum.name.rpartition("::")[2] if self.enum else None,
                "enum_loc": self.enum.loc if self.enum else NOWHERE,
                "valid": self.valid,
                "default": self.default,
                **dict(self.keys),
                **more,
            },
        )


def through(expr: Expr, path: tuple[str, ...]) -> Expr:
    """An expression with members behind it."""
    for name in path:
        expr = Member(expr, name, expr.loc)
    return expr


def member(draft: Draft, id: str, loc: Location, inside: Draft) -> Expr:
    """A member of a type, seen from a type inside it (or from itself)."""
    steps = 0
    here: Draft | None = inside
    while here is not None and here is not draft:
        here.asks_outside = True
        here, steps = here.user, steps + 1
    assert here is not None
    expr: Expr | None = None
    for _ in range(steps):
        expr = Name("_parent", loc) if expr is None else Member(expr, "_parent", loc)
    return Name(id, loc) if expr is None else Member(expr, id, loc)
