"""The record plan: what a reader does, step by step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from bytewright_codegen.ir.expressions import Compare, Expr, Literal_, Member, Name
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Attribute, Order, Process, Terminator, Valid
from bytewright_codegen.ir.walk import asks_end, asks_position, takes_rest


@dataclass(frozen=True, slots=True)
class Blame:
    """Which field is to blame where a size, count or offset leads outside.

    ``way``: from the structure that is being read to the one that holds the field: expressions that give structures,
    each as seen from the one before; ``element``: which element, where the field is a list, as seen from the end of
    ``element_way``."""

    way: tuple[Expr, ...]
    owner: str
    field: int
    element: Expr | None
    element_way: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """A number of whole bytes; ``kind`` names its reader and writer (``u4le``, ``f8be``; ``u4``: in an order that its
    structure finds out)."""

    kind: str
    size: int


@dataclass(frozen=True, slots=True)
class Bits:
    """An unsigned number of ``width`` bits; ``flag``: one bit that is a boolean."""

    width: int
    order: Order
    flag: bool


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes. ``frame``: what bounds them in place of their entry's frame."""

    frame: Frame | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """Text in an encoding. ``frame``: see `Raw`."""

    encoding: str
    frame: Frame | None = None


@dataclass(frozen=True, slots=True)
class Nested:
    """A structure of a user type; ``args`` are its parameters' values."""

    type: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A switch. ``once``: what decides is the same for all elements of the list; ``blame``: where it is stored."""

    on: Expr
    cases: tuple[tuple[Expr | None, Item], ...]
    once: bool
    blame: Blame | None

    @property
    def may_choose_none(self) -> bool:
        """Whether it decides for all elements of the list, and may have no case for them."""
        return self.once and all(value is not None for value, _ in self.cases)


Item = Number | Bits | Raw | Text | Nested | Choice


def nested_types(item: Item) -> list[str]:
    """The user types that an item may be."""
    match item:
        case Nested(type):
            return [type]
        case Choice(_, cases, _, _):
            return [t for _, case in cases for t in nested_types(case)]
    return []


@dataclass(frozen=True, slots=True)
class Frame:
    """What bounds a value's bytes: nothing, a size, the end of the stream, a terminator (also inside a size)."""

    kind: Literal["none", "size", "eos", "terminator"]
    size: Expr | None = None
    blame: Blame | None = None
    terminator: Terminator | None = None
    pad_right: int | None = None
    process: Process | None = None

    @property
    def fills_up(self) -> bool:
        """Whether its size is what lacks to a multiple, or to a position."""
        if self.size is None or self.terminator is not None or self.pad_right is not None or self.process is not None:
            return False
        return not asks_end(self.size) and (asks_position(self.size) or takes_rest(self.size))


@dataclass(frozen=True, slots=True)
class Count:
    """How often an entry repeats: to the end of the stream, a number of times, or until a condition holds."""

    kind: Literal["eos", "expr", "until"]
    expr: Expr | None
    blame: Blame | None
    smallest: int
    """Smallest size of an element in bits; bounds a count before anything is read."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A field of this structure, or of one ``climb`` parents up: an end of a range of bytes."""

    climb: int
    owner: str
    field: int


@dataclass(frozen=True, slots=True)
class ChecksumRange:
    """What a checksum is of: from the first byte of one field to the last of another."""

    algorithm: str
    start: Bound
    end: Bound

    def follows(self, index: int) -> bool:
        """Whether the bytes come behind the checksum, which is the entry ``index``."""
        return not self.start.climb and self.start.field > index


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of ``seq``: ``index`` is its place, ``name`` its id or ``_unnamedN``."""

    index: int
    name: str
    attribute: Attribute
    item: Item
    frame: Frame
    count: Count | None
    condition: Expr | None
    enum: str | None
    valid: Valid | None
    contents: bytes | None
    masked_by: int | None
    """Entry whose bits say which elements are present (``-validity-of``); they may come before or after."""
    loc: Location
    checksum: ChecksumRange | None = None
    position_blame: Blame | None = None
    opened: bool = False
    """Whether it is bytes as they are stored, one value, that a view has a library open."""
    leads: bool = False
    """Whether something else is read or calculated by its value."""

    @property
    def asks_for_end(self) -> bool:
        """Whether its rule says that no bytes are left, and nothing else."""
        if self.frame.kind != "eos" or self.named or self.valid is None:
            return False
        match self.valid.expr:
            case Compare("==", Member(Name("_"), "length" | "size"), Literal_(0)):
                return True
        return False

    @property
    def bounds(self) -> bool:
        """Whether its rules bound reading, so that they are always looked at."""
        return self.leads or self.asks_for_end

    @property
    def deferred(self) -> bool:
        """Whether it is read when it is first asked for; it is the last of the sequence then."""
        return self.attribute.deferred

    @property
    def placed(self) -> bool:
        """Whether it lies at a place of its own and is read when it is first asked for."""
        return self.attribute.placed

    @property
    def sums_ahead(self) -> bool:
        """Whether it is the checksum of bytes behind it."""
        return self.checksum is not None and self.checksum.follows(self.index)

    @property
    def named(self) -> bool:
        """Whether it is a field of the model: bytes without an id are padding, unless they are a list, or only their
        terminator says where they end."""
        known = self.attribute.id is not None or self.count is not None
        return known or not isinstance(self.item, Raw) or self.frame.kind == "terminator"

    @property
    def is_bits(self) -> bool:
        """Whether it is read in bits."""
        return isinstance(self.item, Bits)

    @property
    def is_bit_field(self) -> bool:
        """Whether it is one number of bits, which may share its bytes with those beside it."""
        return self.is_bits and self.count is None


def sums_by_end(entries: Iterable[Entry]) -> dict[int, list[Entry]]:
    """The checksums of bytes behind them, by the index of the entry with which these bytes end: the last checksum
    first, as what the others are of may hold it."""
    found: dict[int, list[Entry]] = {}
    for one in entries:
        if one.checksum is not None and one.sums_ahead:
            found.setdefault(one.checksum.end.field, []).insert(0, one)
    return found


def case_member(item: Item) -> str:
    """What a case is called as a member of a struct: its type without byte order or arguments."""
    match item:
        case Number(kind):
            return kind[:2]
        case Bits(width):
            return f"b{width}"
        case Text():
            return "str"
        case Nested(type):
            return type.rpartition("::")[2]
    return "bytes"


def frame_of(entry: Entry, item: Item) -> Frame:
    """What bounds the bytes of an entry that are a certain item: a case of a switch may say that itself.

    A number knows how large it is: a size beside a switch is that of its other cases."""
    if isinstance(item, Number | Bits):
        return Frame("none")
    own = item.frame if isinstance(item, Raw | Text) else None
    return entry.frame if own is None else own


@dataclass(frozen=True)
class RecordPlan:
    """How one type is read.

    Attributes:
        type: its absolute name.
        entries: what it consists of.
        records: index of the entry that holds the records of a file, of the root type only.
        made: the same for writers, also where checksums are of all of them or one of them ends them, which readers must
            have come to before they show one.
        asker: that something asks for a list whose elements were the records of a file if nothing did, and where it
            stands.
    """

    type: str
    entries: tuple[Entry, ...]
    records: int | None
    made: int | None = None
    asker: tuple[str, Location] | None = None

    @property
    def counted(self) -> bool:
        """Whether the records of a file are as many as is said before them, not all up to its end."""
        count = None if self.records is None else self.entries[self.records].count
        return count is not None and count.kind == "expr"

    @cached_property
    def sequence(self) -> tuple[Entry, ...]:
        """The entries that lie one after another."""
        return tuple(entry for entry in self.entries if not entry.placed)

    @cached_property
    def masked(self) -> dict[int, Entry]:
        """The lists whose bits of null lie behind them, by the index of these bits."""
        return {
            entry.masked_by: entry
            for entry in self.entries
            if entry.masked_by is not None and entry.masked_by > entry.index
        }

    @cached_property
    def sums_by_end(self) -> dict[int, list[Entry]]:
        """See `sums_by_end`."""
        return sums_by_end(self.entries)

    @property
    def rows(self) -> Entry | None:
        """The list whose elements are the rows where no view says it: the only one of a user type in the sequence."""
        lists = [e for e in self.sequence if e.count is not None and e.named and not e.attribute.inserted]
        found = [entry for entry in lists if isinstance(entry.item, Nested)]
        return found[0] if len(found) == 1 else None

    @cached_property
    def placed(self) -> tuple[Entry, ...]:
        """The entries with places of their own."""
        return tuple(entry for entry in self.entries if entry.placed)

    @cached_property
    def written(self) -> tuple[Entry, ...]:
        """What a writer writes: all but what reads again what others describe."""
        return tuple(entry for entry in self.entries if not entry.attribute.again)
