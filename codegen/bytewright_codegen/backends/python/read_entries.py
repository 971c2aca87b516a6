"""What templates of readers are given of types and entries, as source."""

from __future__ import annotations

from dataclasses import dataclass

from bytewright.kernels.plan.beginning import Beginning
from bytewright_codegen.analysis.list_bounds import ListBound
from bytewright_codegen.backends.python.rules import Rule
from bytewright_codegen.lowering.layout.lazy_fields import Lazy


@dataclass(frozen=True)
class ReadFrame:
    """What bounds bytes, as source; ``kind`` as in `Frame`."""

    kind: str
    size: str
    size_blame: str
    terminator: str
    padding: str
    process: str


@dataclass(frozen=True)
class ReadItem:
    """How one value is read: ``kind`` names the macro, ``kind_name`` is what the model calls it; the rest is source.

    ``frame``: what bounds its bytes, where it says that itself.
    """

    kind: str
    kind_name: str = ""
    one: str = ""
    many: str = ""
    stride: int = 0
    function: str = ""
    args: str = ""
    arms: tuple[tuple[str | None, ReadItem], ...] = ()
    on: str = ""
    by_match: bool = False
    once: bool = False
    encoding: str = ""
    deferring: bool = False
    smallest: int = 0
    backed: str = ""
    frame: ReadFrame | None = None
    order: str = ""

    @property
    def room(self) -> int:
        """How many bytes a number takes; bits fill up the last one."""
        return -(-self.smallest // 8)

    @property
    def has_default(self) -> bool:
        """Whether a choice has a case for all other values."""
        return any(value is None for value, _ in self.arms)

    exact: bool = True


@dataclass(frozen=True)
class RuledList:
    """The rules of a list that are asked behind it; ``conditional``: it may not be there."""

    index: int
    name: str
    rules: list[Rule]
    conditional: bool
    repeat: bool = True


@dataclass(frozen=True)
class ReadEntry:
    """How an entry is read, as source; ``waiting``: the rules of a list before it, which wait for it."""

    index: int
    id: str
    name: str
    condition: str | None
    repeat: str
    count: str
    until: str
    smallest: int
    count_blame: str
    counts_records: bool
    frame: ReadFrame
    contents: str
    enum: str
    item: ReadItem
    is_bits: bool
    count_by_case: bool
    mask: str
    masked: int
    varying: str
    has_f4: bool
    rules: list[Rule]
    waiting: RuledList | None
    doc: str
    deferred: bool
    unique: str
    same: str
    checksum: str
    summed: list[str]
    placed: bool
    again: bool
    opened: bool
    stream: str
    position: str
    position_blame: str
    ended: str
    spared: bool
    bound: ListBound
    """Where such a list ends, if its count is stated."""
    spares: bool
    tracked: bool
    marked: bool
    """Whether it is noted in order where it ends; otherwise, by its number where it lies."""
    lazy: dict[str, Lazy]
    """By the function that reads a structure, what the field is called that may be left to be read later."""
    rests: str
    """What such fields rest on, as source; empty: on nothing that may be missing."""
    to_set: str
    """What it is where nothing is read, as a statement; empty: something is, or it is that already."""

    @property
    def entries(self) -> list[ReadEntry]:
        """What is read at once; see `ReadRun`."""
        return []

    @property
    def is_bits_by_case(self) -> bool:
        """Whether it is a switch some cases of which are bits, so that it may begin within a byte."""
        return any(arm.kind in ("flag", "bits") for _, arm in self.item.arms)

    @property
    def runs(self) -> bool:
        """Whether it may be one of numbers that are read at once."""
        kind = self.item.kind_name if self.item.kind == "number" and self.frame.kind == "none" else ""
        ordered = kind[2:] != "" or kind[1:] == "1"
        return ordered and not self.repeat and self.condition is None and self.name != "_"

    @property
    def moves(self) -> bool:
        """Whether each element of the list takes bytes, so that it comes to an end."""
        plain = self.item.kind in ("number", "nested") and not self.frame.process and not self.spared
        return plain and self.item.smallest > 0

    @property
    def ends_run(self) -> bool:
        """Whether what follows is asked of it before the next one is read."""
        return bool(self.rules or self.checksum or self.summed or self.waiting or self.unique or self.same)


@dataclass(frozen=True)
class ReadRun:
    """Numbers that are read at once: the name of what says which, and their entries."""

    name: str
    entries: list[ReadEntry]

    @property
    def fields(self) -> str:
        """Number, name and kind of each, as source."""
        return ", ".join(f"({e.index}, {e.name[5:]!r}, {e.item.kind_name!r})" for e in self.entries)

    @property
    def sizes(self) -> str:
        """Number and size of each, as source."""
        return _tuple([f"({e.index}, {e.item.room})" for e in self.entries])


@dataclass(frozen=True)
class Check:
    """What holds of a value instance: its Python name, its id, its rules as source, whether it may be absent, and
    arguments that name the stored field on which it rests."""

    name: str
    id: str
    rules: list[Rule]
    absent: bool
    blame: str


@dataclass(frozen=True)
class Presence:
    """A value instance that a checksum answers: its Python name, and arguments that say which checksum."""

    name: str
    arguments: str


@dataclass(frozen=True)
class RecordView:
    """How a type is read, as source."""

    name: str
    function: str
    id: str
    type: str
    params: list[tuple[str, str, str]]
    entries: list[ReadEntry]
    records: ReadEntry | None
    deferred: ReadEntry | None
    placed: list[ReadEntry]
    told: bool
    asked_inside: bool
    order: str
    surveyed: bool
    checks: list[Check]
    rests: list[tuple[int, list[tuple[str, str]]]]
    presence: list[Presence]
    kept: list[str]
    is_root: bool
    alone: list[ReadEntry]
    """Fields of which the bytes may be all that is read."""
    told_params: list[tuple[str, str]]
    passed: bool
    is_spared: bool
    """Whether it is an element of a list in a list of which a bad one costs no more than itself."""
    beginning: Beginning | None
    """What tells such elements."""
    marked: bool
    leb128: int

    @property
    def steps(self) -> list[ReadEntry | ReadRun]:
        """What is read, one after the other."""
        if not self.marked:
            return list(self.entries)
        found: list[ReadEntry | ReadRun] = []
        together: list[ReadEntry] = []
        order = ""  # in which all of these lie that have more than a byte
        for entry in [*self.entries, None]:
            own = entry.item.kind_name[2:] if entry is not None else ""
            other = order and own not in ("", order)
            if together and (entry is None or not entry.runs or together[-1].ends_run or other):
                alone = len(together) == 1
                name = f"NUMBERS_{together[0].index}_OF_{self.function.upper()}"
                found.append(together[0] if alone else ReadRun(name, together))
                together, order = [], ""
            if entry is not None:
                if entry.runs:
                    together.append(entry)
                    order = order or own
                else:
                    found.append(entry)
        return found

    @property
    def chooses(self) -> bool:
        """Whether it is noted which cases of switches were read."""
        return any(entry.item.kind == "choice" for entry in self.entries)

    @property
    def marks(self) -> str:
        """Which fields it is noted of where they end, as source."""
        return _tuple([step.sizes if isinstance(step, ReadRun) else str(step.index) for step in self.steps])

    @property
    def preceding(self) -> list[ReadEntry]:
        """What is read before the records of a file."""
        return [e for e in self.entries if self.records is not None and e.index < self.records.index]

    @property
    def following(self) -> list[ReadEntry]:
        """What is read after them."""
        return [e for e in self.entries if self.records is not None and e.index > self.records.index]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to read or check."""
        return not (
            self.entries
            or self.params
            or self.deferred
            or self.checks
            or self.presence
            or self.is_root
            or self.placed
            or self.order
        )


def _tuple(items: list[str]) -> str:
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
