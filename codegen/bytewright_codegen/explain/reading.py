"""The record plan: what a reader does, step by step."""

from __future__ import annotations

from bytewright.kernels.plan.beginning import LEAST_BITS, PROVEN_BITS, Beginning, Mark
from bytewright_codegen.analysis.block_index import BlockIndex
from bytewright_codegen.backends.docs.type_layout import amount, times
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.ir.schema import TypeDef
from bytewright_codegen.plans.notation import expression, rule, short
from bytewright_codegen.plans.reading import (
    Bits,
    Blame,
    Choice,
    Entry,
    Frame,
    Item,
    Nested,
    Number,
    Raw,
    RecordPlan,
    Text,
)


def record_lines(plans: CodecPlans) -> list[str]:
    """The record plan of every type of a spec."""
    lines = []
    for plan in plans.reading:
        lines.append(short(plan.type))
        lines += _steps(plans, plan)
    return [*lines, *_beginning(plans)]


def _beginning(plans: CodecPlans) -> list[str]:
    """What tells the beginning of a record, where one is looked for behind a bad one, and how often that errs."""
    if plans.block_index is not None:
        return _of_blocks(plans, plans.block_index)
    known = plans.beginning
    if known is None:
        return [f"Behind a bad record, the next one isn't looked for: {plans.unsought}."]
    if known.most < LEAST_BITS:
        return [
            f"Behind a bad record, the next one isn't looked for: what any record has proves {known.most:g} bits, less "
            f"than {LEAST_BITS:g}. Only a length of four bytes or more adds to that, by what is left of the file."
        ]
    return [
        f"Behind a bad record, the next one is found by what any record has: {_evidence(known)}.",
        f"  That proves {known.most:g} bits; records count that prove {PROVEN_BITS:g} bits together, or reach the end.",
        f"  Errors in a GB of noise: {2 ** (30 - PROVEN_BITS):.0e}; in runs of one byte: none, as these prove nothing;",
        "  in data of the file itself that are shifted: as in noise, as far as its fields differ.",
    ]


def _of_blocks(plans: CodecPlans, index: BlockIndex) -> list[str]:
    """What a bad block costs to which an index leads, and where the blocks are found if that is lost."""
    owner, name = index.list
    kind = short(index.block)
    said = [f"A bad {kind} costs no more than itself: {short(owner)}.{name} says where each lies."]
    known = plans.block_beginning
    if known is not None:
        return [*said, f"  Where that is lost, it is found by what any {kind} has: {_evidence(known)}."]
    if index.offset is not None and index.size is not None:
        said.append(
            "  Where bytes were lost before it, or put in, it is found by its checksums, as far on as what follows."
        )
    if not index.is_alone:
        return [*said, f"  Where the list is lost, none is looked for: a {kind} doesn't say itself where it ends."]
    return [
        *said,
        f"  Where that is lost, none is looked for: what any {kind} has proves too little, or '-sync: false'.",
    ]


def _evidence(known: Beginning) -> str:
    said = [_mark(mark) for mark in known.marks] + ([f"a checksum of {known.sums} bits"] if known.sums else [])
    return "; ".join(said) or "its checks"


def _mark(mark: Mark) -> str:
    ranges = (f"{low:#x}" if low == high else f"{low} to {high}" for low, high in mark.ranges)
    return f"{mark.kind} at {mark.offset}: {', '.join(ranges)}"


def _steps(plans: CodecPlans, plan: RecordPlan) -> list[str]:
    lines = []
    for entry in plan.entries:
        name = entry.name if entry.named else "(unnamed)"
        text = f"  {entry.index}. {name}: {_item(entry.item) if entry.contents is None else 'bytes'}"
        if entry.contents is not None:
            text += f" = {entry.contents.hex(' ')}"
        if entry.count is not None:
            often = times(entry)
            text += f", repeated {often}" if often.startswith(("to", "until")) else f", {often} times"
        if entry.index == plan.records:
            text += ", the records of the file"
        lines.append(text + _frame(entry.frame))
        lines += [f"       {line}" for line in _notes(plans, entry)]
    return lines


def _notes(plans: CodecPlans, entry: Entry) -> list[str]:
    types = plans.types
    notes = []
    if entry.condition is not None:
        notes.append(f"if {expression(entry.condition)}")
    if entry.enum is not None:
        notes.append(f"enum {short(entry.enum)}")
    if entry.valid is not None:
        notes.append(f"must be {rule(entry.valid)}")
    if entry.masked_by is not None:
        notes.append(f"elements without a bit in entry {entry.masked_by} are null")
    if entry.count is not None and entry.count.kind == "expr":
        notes.append(
            f"an element takes at least {_bits(entry.count.smallest)}; blame {_blame(types, entry.count.blame)}"
        )
    if entry.frame.kind == "size":
        notes.append(f"a size that leads outside: blame {_blame(types, entry.frame.blame)}")
    if isinstance(entry.item, Choice):
        notes += [f"case {expression(v) if v is not None else '_'}: {_case(case)}" for v, case in entry.item.cases]
        once = "once" if entry.item.once or entry.count is None else "for each element"
        notes.append(f"chosen {once}; an unknown value: blame {_blame(types, entry.item.blame)}")
    return notes


def _item(item: Item) -> str:
    match item:
        case Number(kind):
            return kind
        case Bits(width, order, flag):
            return f"b{width}{order}" + (" as a boolean" if flag else "")
        case Raw():
            return "bytes"
        case Text(encoding):
            return f"text in {encoding}"
        case Nested(type, args):
            return short(type) + (f"({', '.join(expression(a) for a in args)})" if args else "")
        case Choice(on):
            return f"by {expression(on)}"


def _case(item: Item) -> str:
    own = item.frame if isinstance(item, Raw | Text) else None
    return _item(item) + (_frame(own) if own is not None else "")


def _frame(frame: Frame) -> str:
    match frame.kind:
        case "size" if frame.size is not None:
            text = f", in {expression(frame.size)} bytes"
        case "eos":
            text = ", in all bytes up to the end"
        case "terminator" if frame.terminator is not None:
            text = f", up to {frame.terminator.bytes.hex(' ')}"
        case _:
            return ""
    if frame.pad_right is not None:
        text += f", padded with {frame.pad_right:02x}"
    if frame.kind != "terminator" and frame.terminator is not None:
        text += f", of these up to {frame.terminator.bytes.hex(' ')}"
    if frame.process is not None:
        text += f", processed by {frame.process.name}"
    return text


def _bits(bits: int) -> str:
    return amount(bits // 8, "byte") if bits % 8 == 0 else amount(bits, "bit")


def _blame(types: dict[str, TypeDef], blame: Blame | None) -> str:
    if blame is None:
        return "the field itself"
    text = ".".join([*map(expression, blame.way), str(types[blame.owner].fields[blame.field].id)])
    if blame.element is not None:
        text += f"[{'.'.join(map(expression, (*blame.element_way, blame.element)))}]"
    return text
