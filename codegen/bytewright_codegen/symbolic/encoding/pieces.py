"""Bytes and text that are written symbolically."""

from __future__ import annotations

from dataclasses import replace

from bytewright.kernels import plan as kernel
from bytewright.kernels.encoding import plan as encoding
from bytewright.kernels.encoding.plan import ITEM
from bytewright.kernels.plan import Binary, Const, Expr, Select
from bytewright_codegen.ir.schema import Process
from bytewright_codegen.ir.walk import asks_position
from bytewright_codegen.plans.reading import Entry, Nested, Number, Raw, Text
from bytewright_codegen.plans.writing import EntryWriting
from bytewright_codegen.symbolic.arithmetic import difference, total
from bytewright_codegen.symbolic.encoding.here import MOST_FILLED, Here, is_padded
from bytewright_codegen.symbolic.encoding.record import Record
from bytewright_codegen.symbolic.texts import stands_alone, written_as
from bytewright_codegen.symbolic.values import Piece, Refusal, Structure

_NIBBLE_PACK = "bytewright.codecs.nibble_pack"
_WORD = 8


class Pieces:
    """Writes bytes and text, padding, and what is packed."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._steps = record.steps
        self._evaluation = record.evaluation

    def padding(self, structure: Structure, entry: Entry, here: Here) -> Expr:
        """Bytes without an id: zeros."""
        if entry.frame.kind == "eos":
            return here.place  # there is nothing to write up to the end of what it is in
        counts = entry.frame.size is not None and entry.frame.fills_up and asks_position(entry.frame.size)
        if entry.frame.kind != "size" or entry.frame.size is None or counts or here.guard is not None:
            raise Refusal("bytes without an id whose number isn't stated", entry.loc)
        if is_padded(entry):
            raise Refusal("padded bytes without an id", entry.loc)
        size = self._evaluation.number(entry.frame.size, self._record.context(structure, here))
        if size.low < 0:
            self._record.check(here, Binary("<=", Const(0), size.expr), None)
        if size.high > MOST_FILLED:
            raise Refusal("very many bytes without an id", entry.loc)
        self._record.add(encoding.Fill(here.domain, here.place, size.expr, 0))
        return total(here.place, size.expr)

    def piece(self, structure: Structure, one: EntryWriting, item: Raw | Text, here: Here) -> Expr:
        """Write bytes or text; gives where they end."""
        entry = one.entry
        # Around a list that is given, whatever isn't said is left to objects.
        unsaid = one.default is not None and not self._record.given
        if one.equation is not None or entry.valid is not None or entry.frame.fills_up or unsaid:
            raise Refusal("bytes or text with rules, or that follow from others", entry.loc)
        encoded, name = "", ""
        if isinstance(item, Text):
            known = written_as(item.encoding)
            if known is None:
                raise Refusal(f"text in {item.encoding}", entry.loc)
            name = known
            encoded = name if name not in ("utf-8", "ascii") else ""
        if entry.attribute.logical is not None or entry.attribute.null is not None:
            raise Refusal("bytes or text that mean something else", entry.loc)
        frame = entry.frame
        without = ""
        if frame.kind == "size" and is_padded(entry):
            return self._padded(structure, one, item, name, here)
        if frame.terminator is not None:
            mark = frame.terminator
            simple = mark.consume and not mark.include and len(mark.bytes) == 1 and mark.bytes < b"\x80"
            if frame.kind != "terminator" or not simple or not stands_alone(mark.bytes[0], name or "ascii"):
                raise Refusal("such a terminator", entry.loc)
            without = mark.bytes.hex()
        elif is_padded(entry):
            raise Refusal("padded bytes or text up to the end of what they lie in", entry.loc)
        kind = "str" if isinstance(item, Text) else "bytes"
        logical = "ascii" if name == "ascii" else ""
        self._record.source(
            here.way, kind, shown=self._record.stands(structure, entry), logical=logical, without=without
        )
        self._record.require(structure, one, here)
        size = kernel.Size(here.way, encoded)
        if encoded:
            self._record.check(here, Binary("<=", Const(0), size), here.guard)
        structure.fields[entry.name] = Piece(here.domain, here.place, size, kind == "str", here.guard, encoded)
        self._record.add(encoding.PutPiece(here.domain, here.place, here.way, encoded, here.guard))
        end = total(here.place, size)
        if without:
            self._record.add(encoding.PutBytes(here.domain, end, without, here.guard))
            end = total(end, 1)
        return end

    def _padded(self, structure: Structure, one: EntryWriting, item: Raw | Text, name: str, here: Here) -> Expr:
        """Write bytes or text in a larger size: behind them a terminator, where there is room, then padding."""
        frame, loc = one.entry.frame, one.entry.loc
        assert frame.size is not None
        mark = frame.terminator.bytes if frame.terminator is not None else b""
        pad = bytes((frame.pad_right or 0,))
        is_text = isinstance(item, Text)
        if one.after or one.sizes or one.entry.condition is not None or here.guard is not None:
            raise Refusal("padded bytes or text that may be left out, or whose size follows from them", loc)
        if (frame.terminator is not None and frame.terminator.include) or len(mark) > 1:
            raise Refusal("such a terminator", loc)
        if is_text and not all(stands_alone(byte, name) for byte in mark + pad):
            raise Refusal("text that ends with what isn't ASCII", loc)
        size = self._evaluation.number(frame.size, self._record.context(structure, here))
        if size.high > MOST_FILLED:
            raise Refusal("padded bytes or text in very many bytes", loc)
        padded = frame.pad_right is not None and pad != mark
        self._record.source(
            here.way,
            "str" if is_text else "bytes",
            shown=self._record.stands(structure, one.entry),
            logical="ascii" if name == "ascii" else "",
            without=mark.hex(),
            not_behind=pad.hex() if padded else "",
        )
        self._record.require(structure, one, here)
        encoded = name if name not in ("utf-8", "ascii") else ""
        taken = kernel.Size(here.way, encoded)
        self._record.check(here, Binary("&", Binary("<=", Const(0), taken), Binary("<=", taken, size.expr)), None)
        structure.fields[one.entry.name] = Piece(here.domain, here.place, taken, is_text, None, encoded)
        end = total(here.place, taken)
        self._record.add(encoding.PutPiece(here.domain, here.place, here.way, encoded))
        self._record.add(encoding.Fill(here.domain, end, difference(size.expr, taken), pad[0]))
        if mark and mark != pad:
            self._record.add(encoding.PutBytes(here.domain, end, mark.hex(), Binary("<", taken, size.expr)))
        return total(here.place, size.expr)

    def room(self, structure: Structure, one: EntryWriting, here: Here) -> Expr:
        """Write what others put into a structure without fields of its own, which is given as bytes; gives where that
        ends."""
        self._record.rooms.append(here.way)
        self._record.source(here.way, "bytes")
        self._record.require(structure, one, here)
        self._record.add(encoding.PutPiece(here.domain, here.place, here.way, "", here.guard))
        return total(here.place, kernel.Size(here.way))

    def front(self, structure: Structure, one: EntryWriting, process: Process, here: Here) -> Expr:
        """Write a string that begins as that of the element before it; gives where it ends."""
        entry = one.entry
        shared = self._evaluation.number(process.args[1], self._record.context(structure, here)).expr
        alone = self._record.anywhere and here.guard is None and len(self._record.within) == 1
        follows = self._record.layout.fronts.is_before(structure, process.args[0], entry.name)
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
        number, ruled = words.item, (inner[0].equation, words.valid, words.attribute.unique, words.condition)
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
