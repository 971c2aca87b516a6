"""Bytes and text that are written symbolically."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from bytewright.codecs.checksums import ALGORITHMS
from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import Binary, Const, Expr, Select, any_of, encoding
from bytewright.kernels.plan.encoding import ITEM
from bytewright_codegen.ir.expressions import Expr as SpecExpr
from bytewright_codegen.ir.expressions import ListLiteral, Literal_, Member, Name
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Process, Terminator, Valid
from bytewright_codegen.ir.values import BytesValue
from bytewright_codegen.lowering.encode.context import MOST_FILLED, Here, is_padded
from bytewright_codegen.lowering.encode.following import as_said
from bytewright_codegen.lowering.encode.record import Record
from bytewright_codegen.lowering.encode.sums import Sums, is_sum
from bytewright_codegen.lowering.expressions.arithmetic import difference, total
from bytewright_codegen.lowering.expressions.texts import stands_alone, written_as
from bytewright_codegen.lowering.expressions.values import HIGHEST, Num, Piece, Place, Refusal, Structure
from bytewright_codegen.plans.reading import Entry, Nested, Number, Raw, Text
from bytewright_codegen.plans.writing import Constant, EntryWriting

_NIBBLE_PACK = "bytewright.codecs.nibble_pack"
_WORD = 8
_WIDE = ("utf-16", "utf-32")


@dataclass(frozen=True, slots=True)
class _Content:
    """What is written for bytes or text: as many bytes as ``size`` says; ``otherwise``: where rows don't hold it;
    ``held``: whether they may."""

    is_text: bool
    size: Expr
    encoded: str
    otherwise: bytes | None = None
    held: bool = True


class _Bounds(NamedTuple):
    """What rows may not hold for bytes or text as it would end them, what these may not end with, and what they must
    end with."""

    without: bytes = b""
    not_behind: bytes = b""
    ends: bytes = b""


def _literal(value: SpecExpr, encoding: str) -> bytes:
    """The bytes that are written for bytes, or text, that a spec states.

    Raises:
        Refusal: it states none, or the encoding has no such text.
    """
    match value:
        case Literal_(str() as text):
            try:
                return text.encode(encoding)
            except UnicodeEncodeError:
                raise Refusal(f"a text that {encoding} doesn't have", value.loc) from None
        case ListLiteral(items, type=BytesValue()):
            numbers = [item.value for item in items if isinstance(item, Literal_)]
            if len(numbers) == len(items):
                return bytes(int(number) for number in numbers)
    raise Refusal("bytes or text that are computed", value.loc)


def _allowed(valid: Valid, encoding: str) -> tuple[bytes, ...]:
    """The bytes or texts among which a rule has it that a value is."""
    return tuple(_literal(each, encoding) for each in valid.any_of)


def _shown(mark: Terminator, found: _Content, name: str, loc: Location) -> bytes:
    """A terminator as rows would hold it: of text, in UTF-8; ``found`` is what it ends, ``name`` the encoding of that.

    Raises:
        Refusal: it can't be told from what it ends, or ends that which is written for what rows don't hold.
    """
    stated = mark.bytes
    if found.otherwise is not None and stated in found.otherwise:
        raise Refusal("bytes or text with their terminator inside", loc)
    if found.otherwise is not None and mark.include:
        raise Refusal("bytes or text without the terminator that belongs to them", loc)
    if len(stated) == 1 and stated < b"\x80" and stands_alone(stated[0], name or "ascii"):
        return stated
    if not found.is_text and len(stated) == 1:
        return stated
    if name.startswith(_WIDE) and len(stated) == int(name[4:6]) // 8:
        character = stated.decode(name, "replace")
        if character.encode(name) == stated:
            return character.encode()
    raise Refusal("such a terminator", loc)


class PieceWriter:
    """Writes bytes and text, padding, and what is packed."""

    def __init__(self, record: Record, sums: Sums) -> None:
        self._record = record
        self._sums = sums
        self._steps = record.steps
        self._evaluation = record.evaluation

    def padding(self, structure: Structure, entry: Entry, here: Here) -> Expr:
        """Bytes without an id: zeros."""
        if entry.frame.kind == "eos":
            return here.place  # there is nothing to write up to the end of what it is in
        if entry.frame.kind != "size" or entry.frame.size is None:
            raise Refusal("bytes without an id whose number isn't stated", entry.loc)
        if is_padded(entry):
            raise Refusal("padded bytes without an id", entry.loc)
        size = self._stated(structure, entry.frame.size, here)
        if size.low < 0:
            self._record.check(here, Binary("<=", Const(0), size.expr), here.guard)
        self._fill(here, here.place, size.expr, 0)
        return total(here.place, size.expr)

    def piece(self, structure: Structure, one: EntryWriting, item: Raw | Text, here: Here) -> Expr:
        """Write bytes or text; gives where they end."""
        entry = one.entry
        logical = entry.attribute.logical
        is_uuid = logical is not None and logical.kind == "uuid" and isinstance(item, Raw)
        if (logical is not None and not is_uuid) or entry.attribute.null is not None:
            raise Refusal("bytes or text that mean something else", entry.loc)
        if is_sum(one) and entry.checksum is not None and entry.frame.kind == "size":
            return self._sums.digest(structure, entry, ALGORITHMS[entry.checksum.algorithm].size, here)
        name = ""
        if isinstance(item, Text):
            known = written_as(item.encoding)
            if known is None:
                raise Refusal(f"text in {item.encoding}", entry.loc)
            name = known
        frame = entry.frame
        if frame.fills_up:
            return self._filling(structure, one, item, here)
        found = self._content(one, item, name, here)
        if frame.kind == "size" and is_padded(entry):
            return self._padded(structure, one, found, name, here)
        mark = shown = b""
        included = False
        if frame.terminator is not None:
            stated, included = frame.terminator, frame.terminator.include
            if frame.kind != "terminator" or not stated.consume:
                raise Refusal("such a terminator", entry.loc)
            mark = b"" if included else stated.bytes
            shown = _shown(stated, found, name, entry.loc)
        elif is_padded(entry):
            raise Refusal("padded bytes or text up to the end of what they lie in", entry.loc)
        self._ask(structure, one, found, name, here, _Bounds(*((b"", b"", shown) if included else (shown, b""))))
        if found.encoded:
            self._record.check(here, Binary("<=", Const(0), found.size), here.guard)
        self._known(structure, one, found, here)
        self._put(found, here)
        end = total(here.place, found.size)
        if mark:
            self._record.add(encoding.PutBytes(here.domain, end, mark.hex(), here.guard))
            end = total(end, len(mark))
        return end

    def _stated(self, structure: Structure, size: SpecExpr, here: Here) -> Num:
        """How many bytes are filled, as an expression says."""
        stated = self._evaluation.number(size, self._record.context(structure, here))
        if stated.high > MOST_FILLED:
            raise Refusal("very many bytes that are filled", size.loc)
        return stated

    def _fill(self, here: Here, at: Expr, size: Expr, byte: int) -> None:
        """Put so many times a byte, where anything is there."""
        if here.guard is not None:
            size = Select(here.guard, size, Const(0))
        self._record.add(encoding.Fill(here.domain, at, size, byte))

    def _filling(self, structure: Structure, one: EntryWriting, item: Raw | Text, here: Here) -> Expr:
        """Write bytes that fill up to where something else begins: zeros, unless rows hold others, which have to be as
        many. Gives where they end."""
        entry = one.entry
        assert entry.frame.size is not None
        ruled = one.equation is not None or one.default is not None or entry.valid is not None
        follow = one.after or one.sizes or one.otherwise or one.lengths
        meant = isinstance(item, Text) or entry.attribute.logical is not None
        if ruled or follow or meant or here.way[-1] == ITEM or here.told:
            raise Refusal("padding that is text, or has rules, or of which something follows", entry.loc)
        size = self._stated(structure, entry.frame.size, here).expr
        self._record.source(here.way, "bytes", shown=self._record.stands(structure, entry))
        there = kernel.There(here.way)
        if here.guard is not None:
            self._record.check(here, Binary("<=", there, here.guard), None)
        fits = any_of(Binary("==", there, Const(0)), Binary("==", kernel.Size(here.way), size))
        self._record.check(here, Binary("&", Binary("<=", Const(0), size), fits), here.guard)
        structure.fields[entry.name] = Piece(here.domain, here.place, size, False, here.guard)
        self._fill(here, here.place, size, 0)
        self._record.add(encoding.PutPiece(here.domain, here.place, here.way))
        return total(here.place, size)

    def _content(self, one: EntryWriting, item: Raw | Text, name: str, here: Here) -> _Content:
        """What is written for bytes or text."""
        entry, is_text = one.entry, isinstance(item, Text)
        encoded = name if name not in ("utf-8", "ascii") else ""
        if one.equation is not None:
            quantity = one.equation.quantity
            if not isinstance(quantity, Constant) or one.equation.base or one.equation.shared:
                raise Refusal("bytes or text that follow from others", entry.loc)
            stated = _literal(quantity.value, name)
            return _Content(is_text, Const(len(stated)), encoded, stated, held=False)
        held = kernel.Size(here.way, encoded)
        # Around a list that is given, whatever isn't said is left to objects.
        if one.default is None or self._record.given:
            return _Content(is_text, held, encoded)
        otherwise = _literal(one.default, name)
        if entry.valid is not None and entry.valid.any_of and otherwise not in _allowed(entry.valid, name):
            raise Refusal("a default that isn't valid", entry.loc)
        there = kernel.There(here.way)
        return _Content(is_text, Select(there, held, Const(len(otherwise))), encoded, otherwise)

    def _ask(
        self,
        structure: Structure,
        one: EntryWriting,
        found: _Content,
        name: str,
        here: Here,
        bounds: _Bounds,
    ) -> None:
        """Note what rows may hold for bytes or text, and refuse rows without it where it must be there."""
        if not found.held:
            return
        valid = one.entry.valid
        if valid is not None and (
            valid.eq is not None or valid.in_enum or valid.min is not None or valid.max is not None
        ):
            raise Refusal("which of two texts comes first", valid.loc)
        # In Arrow, text is UTF-8.
        among = _allowed(valid, "utf-8" if found.is_text else "") if valid is not None else ()
        self._record.source(
            here.way,
            "str" if found.is_text else "bytes",
            shown=self._record.stands(structure, one.entry),
            logical="ascii" if name == "ascii" else "" if one.entry.attribute.logical is None else "uuid",
            without=bounds.without.hex(),
            not_behind=bounds.not_behind.hex(),
            ends=bounds.ends.hex(),
            among=tuple(each.hex() for each in among),
        )
        if found.otherwise is None:
            self._record.require(structure, one, here)
        elif here.guard is not None:
            self._record.check(here, Binary("<=", kernel.There(here.way), here.guard), None)

    def _known(self, structure: Structure, one: EntryWriting, found: _Content, here: Here) -> None:
        """Note what others may ask of bytes or text, and check these by the rule for them."""
        means_more = one.entry.attribute.logical is not None
        told = None if means_more else partial(self._is, structure, one, found, here)
        counted = partial(self._characters, structure, one, found, here) if found.is_text else None
        value = Piece(here.domain, here.place, found.size, found.is_text, here.guard, found.encoded, told, counted)
        structure.fields[one.entry.name] = value
        valid = one.entry.valid
        if valid is not None and valid.expr is not None:
            rule = replace(one.entry, valid=replace(valid, any_of=()))
            place = Place(here.domain, here.place, structure.stream, structure, here.path, here.guard)
            self._record.layout.rules.check(rule, value, place)

    def _is(self, structure: Structure, one: EntryWriting, found: _Content, here: Here, wanted: str | bytes) -> Expr:
        """Whether bytes or text are some: Arrow tells it of those that rows hold."""
        stated = wanted.encode() if isinstance(wanted, str) else wanted
        way = (*here.way, f"{encoding.SAME}{stated.hex()}")
        if found.held:
            self._record.source(way, "same", shown=self._record.stands(structure, one.entry))
        if found.otherwise is None:
            return kernel.Held(way)
        try:
            otherwise = wanted.encode(found.encoded or "utf-8") if isinstance(wanted, str) else wanted
        except UnicodeEncodeError:
            otherwise = None
        same = Const(int(otherwise == found.otherwise))
        return Select(kernel.There(here.way), kernel.Held(way), same) if found.held else same

    def _characters(self, structure: Structure, one: EntryWriting, found: _Content, here: Here) -> Expr:
        """How many characters a text has: Arrow counts those of texts that rows hold."""
        otherwise = Const(0 if found.otherwise is None else len(found.otherwise.decode(found.encoded or "utf-8")))
        if not found.held:
            return otherwise
        way = (*here.way, encoding.CHARACTERS)
        self._record.source(way, "characters", shown=self._record.stands(structure, one.entry))
        return Select(kernel.There(here.way), kernel.Held(way), otherwise)

    def _put(self, found: _Content, here: Here) -> None:
        """Put bytes or text, where they are there."""
        if found.otherwise is None:
            self._record.add(encoding.PutPiece(here.domain, here.place, here.way, found.encoded, here.guard))
            return
        when = here.guard
        if found.held:
            self._record.add(encoding.PutPiece(here.domain, here.place, here.way, found.encoded))
            absent = Binary("==", kernel.There(here.way), Const(0))
            when = absent if when is None else Binary("&", when, absent)
        self._record.add(encoding.PutBytes(here.domain, here.place, found.otherwise.hex(), when))

    def _padded(self, structure: Structure, one: EntryWriting, found: _Content, name: str, here: Here) -> Expr:
        """Write bytes or text in a larger size: behind them a terminator, where there is room, then padding."""
        frame, loc = one.entry.frame, one.entry.loc
        assert frame.size is not None
        mark = shown = b""
        pad = bytes((frame.pad_right or 0,))
        if frame.terminator is not None:
            if frame.terminator.include:
                raise Refusal("such a terminator", loc)
            mark, shown = frame.terminator.bytes, _shown(frame.terminator, found, name, loc)
        padded = frame.pad_right is not None and pad != mark[-1:]
        if padded and found.is_text and not stands_alone(pad[0], name):
            raise Refusal("text that ends with what isn't ASCII", loc)
        if padded and found.otherwise is not None and found.otherwise.endswith(pad):
            raise Refusal("bytes or text that end like their padding", loc)
        self._ask(structure, one, found, name, here, _Bounds(shown, pad if padded else b""))
        taken = found.size
        if one.after or one.sizes:
            size = self._room(structure, one, taken, len(mark), here)
        else:
            size = self._stated(structure, frame.size, here).expr
        fits = Binary("&", Binary("<=", Const(0), taken), Binary("<=", taken, size))
        if len(mark) > 1:
            whole = any_of(Binary("==", taken, size), Binary("<=", total(taken, len(mark)), size))
            fits = Binary("&", fits, whole)
        self._record.check(here, fits, here.guard)
        self._known(structure, one, found, here)
        end = total(here.place, taken)
        self._put(found, here)
        self._fill(here, end, difference(size, taken), pad[0])
        if mark and mark != bytes((pad[0],)) * len(mark):
            room: Expr = Binary("<", taken, size)
            room = room if here.guard is None else Binary("&", here.guard, room)
            self._record.add(encoding.PutBytes(here.domain, end, mark.hex(), room))
        return total(here.place, size)

    def _room(self, structure: Structure, one: EntryWriting, taken: Expr, mark: int, here: Here) -> Expr:
        """The size that bytes or text get where a number follows from it: what rows say, if these fit; otherwise just
        what they and a terminator take."""
        entry = one.entry
        assert entry.frame.size is not None
        beside = one.after[0] if len(one.after) == 1 and not one.sizes else None
        if beside is None or beside.climb or here.guard != structure.present:
            raise Refusal("padded bytes or text whose size several fields, or others than one beside, say", entry.loc)
        way, _, told = as_said(self._record, structure, beside.field, entry, here)
        size = self._evaluation.number(entry.frame.size, self._record.context(told, here))
        stated = size.expr
        if size.high > HIGHEST:
            self._record.check(here, Binary("<=", Const(0), stated), here.guard)
        needed = Select(kernel.There(way), taken, total(taken, mark))  # where it isn't said, the size is a guess
        room = Select(Binary("<=", needed, stated), stated, total(taken, mark))
        filled = self._steps.let(here.domain, f"{here.path}<room>", room)
        self._record.check(here, Binary("<=", filled, total(taken, MOST_FILLED)), here.guard)
        return filled

    def room(self, structure: Structure, one: EntryWriting, here: Here) -> Expr:
        """Write what others put into a structure without fields of its own, which is given as bytes; gives where that
        ends."""
        frame = one.entry.frame
        follows = frame.kind == "size" and isinstance(frame.size, Name | Member) and (one.after or one.sizes)
        if not follows or frame.terminator is not None or frame.pad_right is not None:
            raise Refusal("what others lie in, where no number follows from its size", one.entry.loc)
        self._record.rooms.append(here.way)
        return self._whole(structure, one, here)

    def processed(self, structure: Structure, one: EntryWriting, here: Here) -> Expr:
        """Write a structure that has gone through a process, which is given as bytes; gives where it ends."""
        frame, loc = one.entry.frame, one.entry.loc
        if frame.kind not in ("size", "eos") or frame.terminator is not None or frame.pad_right is not None:
            raise Refusal("processed bytes that end at a mark", loc)
        if one.equation is not None or one.entry.valid is not None or one.default is not None:
            raise Refusal("processed bytes that follow from others, or have rules", loc)
        if frame.process is not None:
            context = self._record.context(structure, here)
            numbers = [arg for arg in frame.process.args if not isinstance(arg, Literal_ | ListLiteral)]
            self._record.told = tuple(self._evaluation.number(arg, context).expr for arg in numbers)
        return self._whole(structure, one, here)

    def _whole(self, structure: Structure, one: EntryWriting, here: Here) -> Expr:
        """Write bytes as they are given; gives where they end."""
        self._record.source(here.way, "bytes")
        self._record.require(structure, one, here)
        self._record.add(encoding.PutPiece(here.domain, here.place, here.way, "", here.guard))
        return total(here.place, kernel.Size(here.way))

    def front(self, structure: Structure, one: EntryWriting, process: Process, here: Here) -> Expr:
        """Write a string that begins as that of the element before it; gives where it ends."""
        entry = one.entry
        shared = self._evaluation.number(process.args[1], self._record.context(structure, here)).expr
        alone = self._record.anywhere and here.guard is None and len(self._record.within) == 1
        follows = self._record.layout.processes.fronts.is_before(structure, process.args[0], entry.name)
        if not (alone and follows and isinstance(shared, kernel.Held) and isinstance(entry.item, Raw)):
            raise Refusal("strings that begin as others than the one before them", entry.loc)
        self._record.fronts.append(encoding.Fronted(here.way, shared.path))
        rest = replace(entry, frame=replace(entry.frame, process=None))
        end = self.piece(structure, replace(one, entry=rest), entry.item, here)
        del structure.fields[entry.name]  # what is put there isn't all of it
        return end

    def packed(self, structure: Structure, one: EntryWriting, process: Process, here: Here) -> Expr:
        """Write a structure that is a list of 64-bit words, packed; gives where it ends."""
        entry, item = one.entry, one.entry.item
        inner = self._record.writings[item.type].entries if isinstance(item, Nested) else ()
        words = inner[0].entry if len(inner) == 1 else None
        known = process.name == _NIBBLE_PACK and len(process.args) == 2 and entry.frame.kind in ("eos", "none")
        if not known or words is None or words.count is None or words.count.kind != "eos" or is_padded(entry):
            raise Refusal("processed bytes", entry.loc)
        number, ruled = words.item, (inner[0].equation, words.valid, words.attribute.compared, words.condition)
        plain = isinstance(number, Number) and number.size == _WORD and number.kind.endswith("le")
        if not plain or any(ruled) or words.enum is not None or words.attribute.logical is not None:
            raise Refusal("processed bytes of anything but words", entry.loc)
        assert isinstance(number, Number)
        self._record.source(here.way, "struct")
        self._record.require(structure, one, here)
        way = (*here.way, words.name)
        self._record.source(way, "list")
        self._record.source((*way, ITEM), number.kind)
        self._record.check(here, kernel.There(way), here.guard)
        child = self._steps.add_domain(here.domain, kernel.Items(way), here.path)
        self._record.add(encoding.Listed(child, here.domain, way))
        self._steps.check(child, kernel.There((*way, ITEM)), here.path, None)
        context = self._record.context(structure, here)
        count, kind = (self._evaluation.number(argument, context) for argument in process.args)
        if not isinstance(kind.expr, Const):
            raise Refusal("words that are packed in a way that the record says", entry.loc)
        self._record.check(here, Binary("==", kernel.Items(way), count.expr), here.guard)
        size: Expr = kernel.Packed(way, kind.expr.value)
        size = self._steps.let(here.domain, f"{here.path}<packed>", size)
        if here.guard is not None:
            size = self._steps.let(here.domain, f"{here.path}<size>", Select(here.guard, size, Const(0)))
        self._record.add(encoding.PutPacked(here.domain, here.place, way, kind.expr.value, here.guard))
        return total(here.place, size)
