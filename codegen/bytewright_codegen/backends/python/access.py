"""``access.py``: bytes → objects of which each field is read when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.read_entries import ReadEntry, ReadFrame, ReadItem, RecordView
from bytewright_codegen.backends.python.reader import byte_order, foreign_functions, named_enums, record_view
from bytewright_codegen.backends.templates import render
from bytewright_codegen.plans.reading import Bits, Choice, Entry, Item, Nested, Number, Raw, RecordPlan, Text


def access(plans: CodecPlans) -> str:
    """Source of a codec's ``access.py``."""
    records = [(plan, record_view(plans, plan)) for plan in plans.reading]
    viewed = [_viewed(plans, plan, record) for plan, record in records if _is_viewed(plan, record)]
    whole = [record for plan, record in records if not _is_viewed(plan, record)]
    enums = named_enums(plans)
    return render(
        "access.py.jinja",
        spec=plans.spec,
        circular=plans.circular,
        root=records[0][1],
        settles=False,
        records=viewed,
        models=sorted(plans.own_enums(enums) | {record.name for _, record in records}),
        enums=plans.foreign_enums(enums),
        functions=foreign_functions(plans, "view"),
        imported=sorted(
            [f"read_{record.function} as view_{record.function}" for record in whole]
            + [f"RESTS_OF_{record.function.upper()}" for record in viewed if record.rests]
        ),
        views=[(record.type, record.function) for _, record in records],
    )


@dataclass(frozen=True)
class AccessEntry(ReadEntry):
    """How an entry is read when it is asked for, or passed over, as source.

    Attributes:
        value: what gives its value, or that of an element; empty: a function of its own reads all of it.
        room: how many bytes it takes, or what gives that; empty: only reading it tells. Of numbers in a list the size
            of one, where ``each``.
        each: see ``room``.
        inline: whether it, or its elements, may be structures that end where their last fields do.
    """

    value: str = ""
    room: str = ""
    each: bool = False
    inline: bool = False

    @property
    def conditional(self) -> bool:
        """Whether a function that reads all of it asks whether it is there, as something is asked of it in any case."""
        return self.condition is not None and bool(self.summed)


def _is_viewed(plan: RecordPlan, record: RecordView) -> bool:
    """Whether fields can be read each by itself; otherwise they are read at once, as what holds of one rests on others:
    bits that say which elements are there, rules of calculated values, digits of one number."""
    bound = record.deferred or record.presence or record.checks or record.leb128
    placed = all(entry.position for entry in record.placed)
    return not bound and placed and all(entry.masked_by is None for entry in plan.entries)


def _viewed(plans: CodecPlans, plan: RecordPlan, record: RecordView) -> RecordView:
    whole, entries = True, []
    for entry in record.entries:
        planned = plan.entries[entry.index]
        size = plans.sizes.attributes[plan.type, entry.index].bytes
        behind = _ends_whole(planned, size, whole)
        fixed = size if behind and (whole or _begins_whole(planned)) else None
        entries.append(_entry(plans, plan, entry, planned, fixed))
        whole = behind
    placed = [_entry(plans, plan, entry, plan.entries[entry.index], None) for entry in record.placed]
    order = byte_order(plans, plans.types[plan.type], "self._parent")
    return replace(record, entries=[*entries], placed=[*placed], marked=False, order=order)


def _begins_whole(entry: Entry) -> bool:
    """Whether what is left of a byte is dropped before an entry."""
    return isinstance(entry.item, Number | Raw | Text) or entry.frame.kind != "none"


def _ends_whole(entry: Entry, size: int | None, whole: bool) -> bool:
    """Whether an entry ends with a byte; ``whole``: whether it begins with one."""
    if isinstance(entry.item, Bits):
        return False
    if _begins_whole(entry):
        return (entry.count is None and entry.condition is None) or whole
    return whole and size is not None


def _entry(plans: CodecPlans, plan: RecordPlan, entry: ReadEntry, planned: Entry, size: int | None) -> AccessEntry:
    framed = planned.frame.kind != "none"
    inline = not framed and _may_nest(planned.item)
    known = {field.name: getattr(entry, field.name) for field in fields(ReadEntry)}
    known |= {"spared": False, "spares": False, "lazy": {}, "again": False, "marked": False}
    ends = not framed and bool(entry.summed)  # a checksum asks where it ends
    value = _value(replace(entry, item=_item(entry.item, behind=ends and planned.count is None)))
    known["item"] = _item(entry.item, behind=ends or (not framed and planned.count is not None))
    found = AccessEntry(**known, value=value, inline=inline)
    if found.conditional:
        return replace(found, value="")
    given = value and not planned.count and _is_bounded(entry.frame) and planned.contents is None
    said = f"({entry.frame.size}, {entry.frame.size_blame})"
    if size is not None and not given:
        return replace(found, room=str(size))
    if size is not None:
        constant = entry.frame.size.isdecimal()
        return replace(found, room=said) if constant else replace(found, value="", room=str(size))
    passed = _passed(plans, plan, planned, entry)
    if passed and planned.count is not None:
        return replace(found, room=passed, each=True)
    if passed or given:
        return replace(found, room="rt.rest" if entry.frame.kind == "eos" else f"lambda io, self: {said}")
    return found


def _is_bounded(frame: ReadFrame) -> bool:
    return frame.kind in ("size", "eos") and not frame.process and not frame.padding


def _value(entry: ReadEntry) -> str:
    """See `AccessEntry.value`."""
    item, frame = entry.item, entry.frame
    if not entry.repeat:
        if entry.name == "_" and not entry.contents and _is_bounded(frame):
            return f"rt.padding({entry.index})"
        if _is_bounded(frame) and not entry.contents and item.frame is None:
            return _value_of_size(entry)
        one = _one(entry, "None")
        return f"lambda io, self: {one}" if one else ""
    many = entry.repeat == "expr" and item.kind == "number"
    apart = item.backed or entry.mask or entry.count_by_case or (entry.repeat == "until" and entry.unique)
    one = "" if many or apart else _one(entry, "_index")
    return f"lambda io, self, _index: {one}" if one else ""


def _value_of_size(entry: ReadEntry) -> str:
    """The same of an entry that is given its size."""
    match entry.item:
        case ReadItem(kind="raw"):
            return "rt.raw"
        case ReadItem(kind="text", exact=True, encoding=encoding):
            return f"rt.text({encoding!r})"
        case ReadItem(kind="nested", function=function, args=args):
            return f"lambda io, self, size: {function}(rt.cut(io, size), self, {entry.id!r}, None{args})"
    return ""


def _one(entry: ReadEntry, index: str) -> str:
    """A value, or an element, as source of an expression; empty: it takes statements."""
    item, frame = entry.item, entry.item.frame or entry.frame
    room = "io.left" if frame.kind == "eos" else f"({frame.size}, {frame.size_blame})"
    match item:
        case _ if entry.contents:
            return f"rt.check_contents(io, {entry.contents})"
        case ReadItem(kind="number") if frame.kind == "none":
            return item.one
        case ReadItem(kind="nested") if frame.kind == "none" or _is_bounded(frame):
            stream = "io" if frame.kind == "none" else f"rt.cut(io, {room})"
            return f"{item.function}({stream}, self, {entry.id!r}, {index}{item.args})"
        case ReadItem(kind="raw" | "text", exact=True) if _is_bounded(frame):
            data = f"rt.take(io, {room})"
            return data if item.kind == "raw" else f"io.text({data}, {item.encoding!r})"
        case ReadItem(kind="raw") if frame.kind == "terminator" and not frame.process:
            return f"rt.take_terminated(io, self, {entry.index}, {index}, {frame.terminator})"
    return ""


def _passed(plans: CodecPlans, plan: RecordPlan, entry: Entry, source: ReadEntry) -> str:
    """Of an entry that can be passed over by what others say, as source: of a list the size of an element; empty: it
    can't."""
    if entry.contents is not None or entry.placed:
        return ""
    if entry.count is None:
        held = isinstance(entry.item, Raw | Text | Nested) and getattr(entry.item, "frame", None) is None
        return "1" if held and entry.frame.kind in ("size", "eos") and entry.frame.terminator is None else ""
    whole = isinstance(entry.item, Number) and entry.frame.kind == "none"
    if entry.count.kind != "expr" or source.count_by_case or not whole:
        return ""
    size = plans.sizes.elements[plan.type, entry.index].bytes
    return str(size) if size else ""


def _may_nest(item: Item) -> bool:
    match item:
        case Nested():
            return True
        case Choice(_, cases, _, _):
            return any(_may_nest(case) for _, case in cases)
    return False


def _item(item: ReadItem, *, behind: bool) -> ReadItem:
    """How a value is read where structures in it leave their fields to whoever asks; ``behind``: what is next begins
    where they end."""
    arms = tuple((value, _item(arm, behind=behind)) for value, arm in item.arms)
    if item.kind != "nested":
        return replace(item, arms=arms)
    function = item.function.replace("read_", "view_", 1)
    return replace(item, function=f"rt.behind({function})" if behind else function, deferring=True)
