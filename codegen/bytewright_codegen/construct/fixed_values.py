"""What follows, what is calculated, and what must hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import construct
from construct import (
    Check,
    Checksum,
    Computed,
    Const,
    Default,
    Enum,
    ExprValidator,
    Index,
    Mapping,
    Rebuild,
    Tell,
    Terminated,
)
from construct.expr import FuncPath, Path

from bytewright import checksums
from bytewright_codegen.construct.drafts import INT, Frame, Meaning, Refused, through
from bytewright_codegen.construct.expressions import Value
from bytewright_codegen.construct.judging import judge
from bytewright_codegen.construct.numbers import number_of
from bytewright_codegen.construct.walk import Here, Walk, bare, reads
from bytewright_codegen.ir import schema
from bytewright_codegen.ir.expressions import Compare, Expr, Literal_, Logical, Member, Name
from bytewright_codegen.ir.schema import BitsWire, BytesWire, Derive, Valid


@reads(Const)
def const(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """Always the same."""
    inner = bare(con.subcon)
    if isinstance(con.value, bytes) and isinstance(inner, construct.Bytes) and inner.length == len(con.value):
        if not frame.is_plain:
            return walk.wrapped(con, frame, here)
        walk.emit(here, frame, BytesWire(), contents=con.value)
        return Meaning("bytes")
    value = walk.translator.value(con.value, here.scope(), frame.loc).expr
    wire = number_of(inner, here.bits)
    if isinstance(wire, BitsWire) and wire.width == 1:
        value = Literal_(bool(con.value), frame.loc)
    elif isinstance(value, Literal_) and isinstance(value.value, bool):
        value = Literal_(int(value.value), frame.loc)
    place = len(here.draft.attributes)
    meaning = walk.put(con.subcon, frame, here)
    made = here.draft.attributes[place:]
    if len(made) != 1 or (meaning is not None and meaning.path):
        raise Refused(walk.loc(con, frame.loc), "this can't be constant", "Const takes a number, bytes or text.")
    if meaning is not None and meaning.enum is not None and isinstance(con.value, str):
        value = walk.translator.enum_member(meaning, str(con.value), frame.loc)
    here.draft.attributes[place] = replace(made[0], valid=Valid(frame.loc, eq=value))
    return meaning


@reads(Default)
def default(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """What a writer puts there otherwise."""
    written = con.value
    if isinstance(written, list | tuple):
        if any(item != written[0] for item in written):
            raise Refused(walk.loc(con, frame.loc), "the elements of a default must be the same")
        written = written[0] if written else 0
    value = walk.translator.value(written, here.scope(), frame.loc).expr
    wire = number_of(bare(con.subcon), here.bits)
    if isinstance(value, Literal_) and isinstance(value.value, int):
        is_bit = isinstance(wire, BitsWire) and wire.width == 1
        value = Literal_(bool(value.value) if is_bit else int(value.value), frame.loc)
    place = len(here.draft.attributes)
    meaning = walk.put(con.subcon, replace(frame, default=value), here)
    if meaning is not None and meaning.enum is not None and isinstance(con.value, str):
        value = walk.translator.enum_member(meaning, str(con.value), frame.loc)
        here.draft.attributes[place] = replace(here.draft.attributes[place], default=value)
    return meaning


@reads(Rebuild)
def rebuild(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """What follows from others. Counts and sizes are found by the passes, as in any spec."""
    place = len(here.draft.attributes)
    meaning = walk.put(con.subcon, frame, here)
    made = here.draft.attributes[place:]

    def follow() -> None:
        if len(made) != 1 or here.draft.attributes[place].derive is not None or _measures(con.func):
            return
        expr = walk.translator.value(con.func, here.scope(), frame.loc).expr
        attribute = here.draft.attributes[place]
        here.draft.attributes[place] = replace(attribute, derive=Derive("value", expr, frame.loc))

    walk.later(follow)
    return meaning


def _measures(func: Any) -> bool:
    return isinstance(func, FuncPath) and getattr(func, "_FuncPath__func") is len  # noqa: B009


@reads(Enum)
def enum(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A number with names."""
    found = walk.enum(con, con.encmapping, frame)
    return walk.put(con.subcon, replace(frame, enum=found), here)


@reads(Mapping)
def mapping(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A number that must have a name."""
    found = walk.enum(con, con.encmapping, frame)
    return walk.put(con.subcon, replace(frame, enum=found, valid=Valid(frame.loc, in_enum=True)), here)


@reads(Computed)
def computed(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A calculated value."""
    if frame.id is None:
        return None
    if not frame.is_plain:
        return walk.wrapped(con, frame, here)
    value = walk.translator.value(con.func, here.scope(), frame.loc)
    expr = walk.translator.expr(con.func, here.scope(), frame.loc)
    walk.emit_value(here, frame, expr)
    if value.kind == "byte flag":
        return Meaning("bool")
    return Meaning("int") if value.kind == "bit" else replace(value.meaning, path=())


@reads(type(Index))
def index(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """The number of an element."""
    if frame.id is not None:
        walk.emit_value(here, frame, here.scope().index(frame.loc))
    return INT


@reads(type(Tell))
def tell(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """The place that has been reached. It counts in the innermost bytes that are cut out."""
    if frame.id is None:
        return None
    walk.emit_value(here, frame, position(walk, frame, here))
    if not isinstance(here.draft.instances[-1].expr, Literal_):  # type: ignore[union-attr]
        hold(walk, frame.id, frame, here)
    return Meaning("int", tell=here.draft.stream)


def position(walk: Walk, frame: Frame, here: Here, at: int | None = None) -> Expr:
    """The expression for the place that has been reached; or for that of an attribute, by its number."""
    here.draft.asks_place = True
    size = here.draft.fixed_size(at) if here.draft.starts_stream else None
    if size is not None:
        return Literal_(size, frame.loc)
    return Member(Name("_io", frame.loc), "pos", frame.loc)


def hold(walk: Walk, id: str, frame: Frame, here: Here) -> None:
    """Has a value calculated where it stands: a condition asks for it that is never met twice."""
    walk.emit(here, _holding(id, frame), BytesWire())


def _holding(id: str, frame: Frame) -> Frame:
    asked = Compare("<", Name(id, frame.loc), Literal_(0, frame.loc), frame.loc)
    return Frame(None, frame.loc, condition=asked, size=Literal_(0, frame.loc))


def place_of(walk: Walk, at: int, frame: Frame, here: Here) -> Expr:
    """The place of an attribute, by its number, as an expression for those behind it."""
    found = position(walk, frame, here, at)
    if isinstance(found, Literal_):
        return found
    id = here.draft.free_id(f"ofs_{frame.id}" if frame.id else "ofs")
    walk.emit_value(here, Frame(id, frame.loc, f"Where {frame.id} begins." if frame.id else ""), found)
    here.draft.attributes.insert(at, _holding(id, frame).attribute(BytesWire()))
    here.draft.bits.insert(at, 0)
    return Name(id, frame.loc)


@reads(Check)
def check(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """What must hold."""
    judge(walk.test(con.func, frame, here), here.draft)
    return None


@reads(type(Terminated))
def terminated(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """The end of the bytes."""
    last = next((a for a in reversed(here.draft.attributes)), None)
    greedy = last is not None and (last.size_eos or (last.repeat is not None and last.repeat.kind == "eos"))
    if greedy and last is not None and last.condition is None:
        return None
    loc = walk.loc(con, frame.loc)
    empty = Compare("==", Member(Name("_", loc), "length", loc), Literal_(0, loc), loc)
    walk.emit(
        here, Frame(None, loc, condition=frame.condition, size_eos=True, valid=Valid(loc, expr=empty)), BytesWire()
    )
    return None


@reads(ExprValidator)
def validated(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """A value of which something must hold."""
    place = len(here.draft.attributes)
    meaning = walk.put(con.subcon, frame, here)
    made = here.draft.attributes[place:]
    if len(made) != 1 or made[0].valid is not None:
        raise Refused(walk.loc(con, frame.loc), "this can't have a rule", "Write Check behind it.")
    found = meaning or Meaning()
    item = Value(through(Name("_", frame.loc), found.path), found)
    rule = _listed(walk, con, item, frame, here)
    if rule is None:
        validator = _free(con._validate, "validator")
        rule = Valid(frame.loc, expr=walk.translator.validator(validator, here.scope(item), frame.loc))
    here.draft.attributes[place] = replace(made[0], valid=rule)
    return meaning


def _listed(walk: Walk, con: Any, item: Value, frame: Frame, here: Here) -> Valid | None:
    """The rule of ``OneOf`` and ``NoneOf``, which hold their values in a function."""
    validator = _free(con._validate, "validator")
    for name in ("valids", "invalids"):
        values = _free(validator, name)
        if values is None:
            continue
        exprs = []
        for value in sorted(values) if isinstance(values, set | frozenset) else values:
            expr = walk.translator.value(value, here.scope(), frame.loc).expr
            if item.meaning.enum is not None and isinstance(value, str):
                expr = walk.translator.enum_member(item.meaning, value, frame.loc)
            exprs.append(expr)
        if name == "valids":
            return Valid(frame.loc, any_of=tuple(exprs))
        test: Expr = Literal_(True, frame.loc)
        for i, expr in enumerate(exprs):
            unequal = Compare("!=", item.expr, expr, frame.loc)
            test = unequal if i == 0 else _and(test, unequal)
        return Valid(frame.loc, expr=test)
    return None


def _and(left: Expr, right: Expr) -> Expr:
    """Both conditions."""
    return Logical("and", left, right, right.loc)


def _free(function: Any, name: str) -> Any:
    """What a function took from the one around it."""
    code, cells = getattr(function, "__code__", None), getattr(function, "__closure__", None) or ()
    names = code.co_freevars if code else ()
    return next((cell.cell_contents for free, cell in zip(names, cells, strict=True) if free == name), None)


# --- checksums -------------------------------------------------------------------------------------------------------

_PROBES = (b"", b"123456789", bytes(range(256)), b"\xff" * 77)


@reads(Checksum)
def checksum(walk: Walk, con: Any, frame: Frame, here: Here) -> Meaning | None:
    """The checksum of a member before it, which ``RawCopy`` keeps."""
    loc = walk.loc(con, frame.loc)
    algorithm = next((name for name, known in checksums.ALGORITHMS.items() if _same(con.hashfunc, known)), None)
    if algorithm is None:
        known = ", ".join(checksums.ALGORITHMS)
        raise Refused(loc, "this checksum is not known", f"Known are {known}, as functions of bytes.")
    field = _copied(con.bytesfunc, here)
    if field is None:
        raise Refused(loc, "of which bytes it is the checksum can't be told", "Write this.x.data, x being a RawCopy.")
    name = Name(field, loc)
    keys = (*frame.keys, ("checksum", schema.Checksum(algorithm, loc, name, name)))
    return walk.put(con.checksumfield, replace(frame, keys=keys), here)


def _same(function: Any, known: Any) -> bool:
    """Whether a function computes a checksum: it gives the same of bytes that no other would."""
    try:
        return all(function(probe) == known(probe) for probe in _PROBES)
    except Exception:  # it may want whatever it likes
        return False


def _copied(written: Any, here: Here) -> str | None:
    """The id of the member whose bytes ``this.x.data`` is."""
    if not isinstance(written, Path) or written.__getfield__() != "data":
        return None
    parent = getattr(written, "_Path__parent")  # noqa: B009
    if not isinstance(parent, Path) or str(getattr(parent, "_Path__parent")) != "this":  # noqa: B009
        return None
    id, meaning = here.level.names.get(parent.__getfield__(), ("", Meaning()))
    is_copy = meaning.level is not None and list(meaning.level.names) == ["value"]
    return id if is_copy else None
