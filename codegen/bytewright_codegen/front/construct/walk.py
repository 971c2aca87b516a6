"""The walk over constructs: what each of them is among the members of a type.

What is known of one class of constructs stands in a module named for what these are about; ``reads`` enters it here.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import construct
from construct import Construct, Renamed
from construct.expr import ExprMixin

from bytewright.construct.names import identifier
from bytewright_codegen.front.construct.annotations import ParameterTypes
from bytewright_codegen.front.construct.declaration import Declaration
from bytewright_codegen.front.construct.drafts import Draft, Frame, Level, Meaning, Refused, Stream
from bytewright_codegen.front.construct.expressions import Translator, id_of
from bytewright_codegen.front.construct.nodes import Nodes
from bytewright_codegen.front.construct.refusals import hint_for
from bytewright_codegen.front.construct.scopes import Scope, Value
from bytewright_codegen.ir.diagnostics import Problems
from bytewright_codegen.ir.expressions import Binary, Expr, Literal_, Name, Unary
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import (
    Attribute,
    BitsWire,
    EnumDef,
    EnumEntry,
    FloatWire,
    IntWire,
    Order,
    StructWire,
    TypeDef,
    ValueInstance,
    Wire,
)
from bytewright_codegen.plans.notation import expression

_DEEPEST = 64
_NEW_EACH_TIME = "LazyBound must give the same construct each time: that of a variable."


@dataclass(frozen=True, eq=False)
class Here:
    """Where the walk is: the type that gets members, the context that names them, and the order of bits where these
    are bits (None: they are bytes)."""

    draft: Draft
    level: Level
    bits: Order | None = None

    @property
    def in_bits(self) -> bool:
        """Whether it lies in what was taken apart into bits."""
        draft: Draft | None = self.draft
        while draft is not None and not draft.starts_bits:
            draft = draft.user
        return self.bits is not None or draft is not None

    def scope(self, element: Value | None = None) -> Scope:
        """The scope of expressions here."""
        return Scope(self.level, self.draft, element)


Reader = Callable[["Walk", Any, Frame, Here], "Meaning | None"]
"""Adds a construct to the type: gives what its value is to expressions, None where it has none."""

_READERS: dict[type, Reader] = {}


def reads(*classes: type) -> Callable[[Reader], Reader]:
    """Enters the reader of constructs of some classes."""

    def enter(reader: Reader) -> Reader:
        for one in classes:
            _READERS[one] = reader
        return reader

    return enter


@dataclass(eq=False)
class Walk:
    """Turns the constructs of a declaration into types and enums.

    ``spec``: id of the spec, whose name the types have in front of their own.
    """

    spec: str
    declaration: Declaration
    problems: Problems
    drafts: list[Draft] = field(default_factory=list)
    ready: list[TypeDef] = field(default_factory=list)
    enums: list[EnumDef] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.translator = Translator(self.declaration)
        self.types = ParameterTypes(self.spec, self.type_name, self.enums, self.ready)
        self.parametric: dict[int, tuple[Draft, Meaning]] = {}
        self.bound: dict[int, tuple[StructWire, Meaning, Construct]] = {}
        self.nodes = Nodes(self.declaration, self._spelled)
        self._here: Here | None = None
        self._taken = {"var_int", "var_int_group", "zig_zag"}
        self._enums: dict[int, EnumDef] = {}
        self._known: dict[tuple[int, str], tuple[Draft, Level]] = {}
        self._made: list[object] = []
        self._docs: dict[int, str] = {}
        self._later: list[list[Callable[[], None]]] = []

    # --- the walk ---------------------------------------------------------------------------------------------

    def put(self, con: Construct, frame: Frame, here: Here) -> Meaning | None:
        """Adds a construct to the type.

        Raises:
            Refused: it can't be compiled.
        """
        frame = replace(frame, loc=self.loc(con, frame.loc) if frame.id is None else frame.loc)
        if len(self._later) > _DEEPEST:
            raise Refused(frame.loc, f"more than {_DEEPEST} structures lie one in the next", _NEW_EACH_TIME)
        reader = next((_READERS[kind] for kind in type(con).__mro__ if kind in _READERS), None)
        if reader is None:
            name = type(con).__name__
            raise Refused(self.loc(con, frame.loc), f"{name} can't be compiled", hint_for(type(con)))
        return reader(self, con, frame, here)

    def members(self, subcons: Iterable[Construct], here: Here) -> None:
        """Adds the members of a structure; what is wrong in one of them hides nothing in the others."""
        subcons = list(subcons)
        ids: dict[str, str] = {}
        for sub in subcons:
            if sub.name:
                with self.confined(here.draft):
                    ids[sub.name] = self._id(sub, ids)
        here.draft.ids |= set(ids.values())
        self._later.append([])
        stop: Expr | None = None
        for sub in subcons:
            frame = self.frame(sub, ids.get(sub.name))
            if stop is not None:
                frame = frame.under(stop)
            with self.confined(here.draft, frame.id) as member:
                if isinstance(bare(sub), construct.StopIf):
                    test = self.translator.test(bare(sub).condfunc, here.scope(), frame.loc)
                    stop = frame.under(Unary("not", test, test.loc)).condition
                    continue
                meaning = self.put(bare(sub), frame, here)
                if sub.name and meaning is not None and frame.id is not None:
                    here.level.names[sub.name] = frame.id, meaning
            if member.refused and sub.name:
                here.level.broken.add(sub.name)
        for later in self._later.pop():
            with self.confined(here.draft):
                later()

    def later(self, add: Callable[[], None]) -> None:
        """Does something when all members of the structure are known."""
        if self._later:
            self._later[-1].append(add)
        else:
            add()

    def frame(self, sub: Construct, id: str | None) -> Frame:
        """The frame of a member."""
        self.note_docs(sub)
        own = sub.docs if isinstance(sub, Renamed) and sub.docs is not sub.subcon.docs else ""
        docs = inspect.cleandoc(own) if own else ""
        return Frame(id, self.loc(sub, Location(self.declaration.file, 1, 1)), docs, sub.name)

    def note_docs(self, con: Construct) -> None:
        """Keeps what is said of a construct itself, behind its name: ``point = Struct(…) * "Where it is."``"""
        inner = bare(con)
        while isinstance(con, Renamed):
            if con.docs and not con.name:
                self._docs[id(inner)] = inspect.cleandoc(con.docs)
                self._made.append(inner)
            con = con.subcon

    def confined(self, draft: Draft | None = None, member: str | None = None) -> _Confined:
        """Notes what is refused inside, as errors of one member."""
        return _Confined(self.problems, draft, member)

    def loc(self, con: object, otherwise: Location) -> Location:
        """Where a construct stands in the text."""
        return self.declaration.loc(con) or otherwise

    # --- members ----------------------------------------------------------------------------------------------

    def emit(self, here: Here, frame: Frame, wire: Wire, bits: int | None = None, **more: Any) -> Attribute:
        """Adds an attribute; ``bits``: its size, where the wire doesn't say it."""
        attribute = frame.attribute(wire, **more)
        if here.bits and not isinstance(wire, BitsWire):
            self._at_a_byte(here.draft, frame, attribute)
        if frame.placed:
            here.draft.instances.append(attribute)
        else:
            self._reachable(here.draft, frame, attribute)
            here.draft.attributes.append(attribute)
            here.draft.bits.append(self._bits(attribute, bits))
        return attribute

    def made(self, here: Here, frame: Frame, before: tuple[int, int]) -> Attribute | None:
        """The attribute that was made for a member; ``before``: `Draft.size` until then."""
        new = (*here.draft.attributes[before[0] :], *here.draft.instances[before[1] :])
        return next((one for one in new if isinstance(one, Attribute) and one.id == frame.id), None)

    def amend(self, here: Here, attribute: Attribute, **changes: Any) -> None:
        """Changes an attribute of a type."""
        fields: tuple[list[Any], list[Any]] = here.draft.attributes, here.draft.instances
        for found in fields:
            for place, known in enumerate(found):
                if known is attribute:
                    found[place] = replace(known, **changes)

    def emit_value(self, here: Here, frame: Frame, expr: Expr) -> None:
        """Adds a calculated value."""
        allowed = {"logical"}
        keys = {key: value for key, value in frame.keys if key in allowed}
        here.draft.instances.append(
            ValueInstance(frame.id or "", expr, frame.loc, frame.doc, frame.condition, valid=frame.valid, **keys)
        )

    @staticmethod
    def _reachable(draft: Draft, frame: Frame, attribute: Attribute) -> None:
        """Refuses what stands behind a list that goes on to the end: Construct would try, and go back."""
        last = draft.attributes[-1] if draft.attributes else None
        if last is None or last.repeat is None or last.repeat.kind != "eos" or last.condition is not None:
            return
        takes = attribute.condition is None and not attribute.size_eos and attribute.repeat is None
        if takes and not (isinstance(attribute.size, Literal_) and attribute.size.value == 0):
            message = f"GreedyRange before this takes all bytes, so that there are none for '{frame.id or 'it'}'"
            raise Refused(frame.loc, message, "Give the list a size (FixedSized, Prefixed), a count, or an end.")

    @staticmethod
    def _at_a_byte(draft: Draft, frame: Frame, attribute: Attribute) -> None:
        """Refuses what is no number among bits unless it begins at a byte, as readers find it at the next one."""
        if attribute.size is None and draft.fixed_size() is None:
            message = "what is no number must begin at a byte, also among bits"
            raise Refused(frame.loc, message, "Let the bits before it be of fixed number, and fill whole bytes.")

    @staticmethod
    def _bits(attribute: Attribute, bits: int | None) -> int | None:
        if attribute.condition is not None or attribute.terminator is not None or attribute.size_eos:
            return None
        if attribute.contents is not None:
            bits = 8 * len(attribute.contents)
        elif attribute.size is not None:
            size = attribute.size
            bits = size.value * 8 if isinstance(size, Literal_) and isinstance(size.value, int) else None
        elif isinstance(attribute.wire, IntWire | FloatWire):
            bits = 8 * attribute.wire.size
        elif isinstance(attribute.wire, BitsWire):
            bits = attribute.wire.width
        if attribute.repeat is None or bits is None:
            return bits
        count = attribute.repeat.expr
        return bits * count.value if isinstance(count, Literal_) and isinstance(count.value, int) else None

    def extent(self, here: Here, since: int, loc: Location) -> Expr | None:
        """How many bytes (among bits: bits) the attributes from one on take; None where no expression says it."""
        unit = 1 if here.bits else 8
        constant, parts = 0, []
        for attribute, bits in zip(here.draft.attributes[since:], here.draft.bits[since:], strict=True):
            part = None if bits is not None else self._part(attribute, unit, loc)
            if part is None and bits is None:
                return None
            constant += bits or 0
            parts += [part] if part is not None else []
        if constant % unit:
            return None
        expr: Expr | None = Literal_(constant // unit, loc) if constant or not parts else None
        for part in parts:
            expr = part if expr is None else Binary("+", expr, part, loc)
        return expr

    def _part(self, attribute: Attribute, unit: int, loc: Location) -> Expr | None:
        """How much an attribute takes that isn't always the same."""
        if attribute.condition is not None or attribute.terminator is not None:
            return None
        if attribute.repeat is None:
            return attribute.size if unit == 8 else None
        each = self._bits(replace(attribute, repeat=None), None)
        if attribute.repeat.kind != "expr" or attribute.repeat.expr is None or not each or each % unit:
            return None
        count, times = attribute.repeat.expr, each // unit
        return count if times == 1 else Binary("*", count, Literal_(times, loc), loc)

    def wrapped(self, con: Construct, frame: Frame, here: Here, of: str | None = None) -> Meaning:
        """Adds a construct as a structure of its own, whose one value stands for it: for what takes several members
        where there is room for one.

        Args:
            con: the construct.
            frame: of the structure.
            here: where that is a member.
            of: what the structure is called after, by default the member.
        """
        wire, meaning, bits = self.wrapper(con, frame, here, of)
        self.emit(here, frame.around(), wire, bits)
        return meaning

    def wrapper(
        self, con: Construct, frame: Frame, here: Here, of: str | None = None, *, bound: bool = False
    ) -> tuple[StructWire, Meaning, int | None]:
        """The type of such a structure; ``bound``: the construct may hold itself."""
        draft = self.draft(of or self.declaration.name(con) or singular(frame.id or "unnamed", frame), frame, here)
        id = draft.free_id("items" if is_list(con) else "value")
        inside = Here(draft, here.level, here.bits)
        if bound:
            own = Meaning("list", path=(id,)) if is_list(con) else Meaning(path=(id,))
            self.bound[id_of(con)] = self.wire_of(draft, here, frame.loc), own, con
        meaning = self.put(con, frame.inside(id, self.loc(con, frame.loc)), inside) or Meaning()
        draft.shown_as = Name(id, frame.loc)
        wire = self.wire_of(draft, here, frame.loc)
        return wire, replace(meaning, path=(id, *meaning.path)), self._total(draft)

    @staticmethod
    def _total(draft: Draft) -> int | None:
        size = draft.fixed_size()
        return None if size is None else 8 * size

    def structure(
        self, con: Construct, subcons: Sequence[Construct], frame: Frame, here: Here, bits: Order | None = None
    ) -> tuple[StructWire, Meaning, int | None]:
        """The type of a structure, which is made unless there is one already that can serve here too."""
        key = id(con), repr(frame.structure)
        found = self._known.get(key)
        if found is None or not self._serves(found[0], frame):
            hint = self.declaration.name(con) or frame.called or singular(frame.name or frame.id or "", frame)
            draft = self.draft(hint, frame, here)
            draft.starts_bits = bits is not None and not here.bits
            draft.doc = self._docs.get(id(con), "")
            draft.keys = frame.structure
            draft.loc = self.loc(con, frame.loc)
            level = Level(draft, here.level)
            self._made.append(con)
            self._known[key] = found = draft, level
            self.members(subcons, Here(draft, level, bits))
            if draft.asks_outside or draft.asks_place:
                del self._known[key]
        draft, level = found
        return self.wire_of(draft, here, frame.loc), Meaning("struct", level=level), self._total(draft)

    @staticmethod
    def _serves(draft: Draft, frame: Frame) -> bool:
        return not draft.asks_place

    def draft(self, hint: str, frame: Frame, here: Here) -> Draft:
        """A new type for a member."""
        stream, starts = here.draft.stream, False
        if frame.process is not None:
            stream, starts = Stream(), True
        elif frame.framed or frame.placed:
            stream, starts = (Stream(stream), True) if frame.framed else (stream, False)
        draft = Draft(f"{self.spec}::{self.type_name(hint)}", frame.loc, here.draft, stream, starts)
        self.drafts.append(draft)
        return draft

    def wire_of(self, draft: Draft, here: Here, loc: Location) -> StructWire:
        """The wire of a structure, with the arguments that its type asks for."""
        args = (here.scope().index(loc),) if draft.parameter is not None else ()
        return StructWire(draft.name.rpartition("::")[2], args, loc)

    # --- names ------------------------------------------------------------------------------------------------

    def type_name(self, hint: str) -> str:
        """A name for a type that none has yet."""
        name = identifier(hint) or "part"
        if re.fullmatch(r"[usbf][0-9]+(le|be)?|strz?|bytes|bool|any|io|struct", name):
            name += "_type"
        found, number = name, 2
        while found in self._taken:
            found, number = f"{name}_{number}", number + 1
        self._taken.add(found)
        return found

    def _id(self, sub: Construct, taken: dict[str, str]) -> str:
        loc = self.loc(sub, Location(self.declaration.file, 1, 1))
        name = str(sub.name)
        if name in taken:
            raise Refused(loc, f"'{name}' occurs twice")
        id = identifier(name)
        if id is None:
            raise Refused(loc, f"'{name}' can't be the id of a member", "Ids are letters, digits and underscores.")
        if id in taken.values():
            raise Refused(loc, f"'{name}' and another member have one id, '{id}'")
        return id

    def enum(self, con: Construct, mapping: dict[Any, Any], frame: Frame) -> EnumDef:
        """The enum of an ``Enum`` or ``Mapping``, of labels to values."""
        known = self._enums.get(id(con))
        if known is not None:
            return known
        loc = self.loc(con, frame.loc)
        by_value: dict[int, str] = {}
        for label, value in mapping.items():
            if not isinstance(value, int) or not isinstance(label, str):
                hint = "Enum names integers; other values are said by ExprAdapter, or by Computed beside the number."
                raise Refused(loc, "only names, as text, can stand for integers here", hint)
            by_value[int(value)] = str(label)
        entries, taken = [], set()
        for value, label in by_value.items():
            id_ = identifier(label) or f"value_{value}".replace("-", "minus_")
            while id_ in taken:
                id_ += "_"
            taken.add(id_)
            entries.append(EnumEntry(value, id_, label=None if id_ == label else label, loc=loc))
        name = self.type_name(self.declaration.name(con) or frame.name or "enum")
        found = EnumDef(f"{self.spec}::{name}", tuple(entries), loc)
        self._enums[id(con)] = found
        self._made.append(con)
        self.enums.append(found)
        return found

    # --- expressions ------------------------------------------------------------------------------------------

    def expr(self, written: Any, frame: Frame, here: Here) -> Expr:
        """An expression of a construct."""
        return self.translator.expr(written, here.scope(), frame.loc)

    def test(self, written: Any, frame: Frame, here: Here) -> Expr:
        """A condition of a construct."""
        return self.translator.test(written, here.scope(), frame.loc)

    def at(self, here: Here) -> None:
        """Where expressions inside keys of ours stand that are written in Construct's way."""
        self._here = here

    def _spelled(self, written: ExprMixin, loc: Location) -> str:
        assert self._here is not None, "keys are read behind `at`"
        return expression(self.translator.expr(written, self._here.scope(), loc))


class _Confined:
    def __init__(self, problems: Problems, draft: Draft | None, member: str | None) -> None:
        self._problems = problems
        self._draft = draft
        self._member = member
        self.refused = False

    def __enter__(self) -> _Confined:
        self._since = self._problems.count
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        self.refused = isinstance(error, Refused)
        if isinstance(error, Refused) and error.message:
            self._problems.add(error.loc, error.message, error.hint)
        if self._draft is not None:
            self._problems.confine(self._since, self._draft.name, self._member)
        return isinstance(error, Refused)


def bare(con: Construct) -> Construct:
    """A construct without its name."""
    while type(con) is Renamed:
        con = con.subcon
    return con


def is_list(con: Construct) -> bool:
    """Whether the value of a construct is a list."""
    con = bare(con)
    if isinstance(con, construct.FocusedSeq):
        return any(sub.name == con.parsebuildfrom and is_list(sub) for sub in con.subcons)
    if isinstance(con, construct.Prefixed | construct.FixedSized | construct.Padded | construct.Aligned):
        return is_list(con.subcon)
    return isinstance(con, construct.Array | construct.GreedyRange | construct.RepeatUntil | construct.LazyArray)


def singular(name: str, frame: Frame) -> str:
    """What one element of a list is called."""
    if frame.repeat is None:
        return name
    if name.endswith("ies"):
        return name[:-3] + "y"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else f"{name}_item"
