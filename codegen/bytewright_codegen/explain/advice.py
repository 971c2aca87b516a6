"""What a spec could have, and hasn't: columns that Python reads, fields that users must say, records that nobody finds
behind a bad one, types and enums that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from bytewright.kernels.plan.beginning import LEAST_BITS
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.explain.cures import UNCHANGEABLE, cure_of
from bytewright_codegen.explain.engines import reading
from bytewright_codegen.ir.diagnostics import Diagnostic, Problems
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import NOWHERE, Location
from bytewright_codegen.ir.schema import Attribute, EnumDef, TypeDef
from bytewright_codegen.lowering.read.row_plans import NoPlan
from bytewright_codegen.plans.notation import short


def advice(plans: CodecPlans) -> tuple[Diagnostic, ...]:
    """What could be had of a spec by saying more, or otherwise.

    Args:
        plans: of the spec.
    """
    problems = Problems()
    _columns(plans, problems)
    for plan in plans.writing:
        for note in plan.notes:
            problems.advise(note.loc, f"writers can't find it out: {note.message}", "'-derive' or '-default' says it.")
    _records(plans, problems)
    _unused(plans.library, problems)
    return problems.warnings()


def _columns(plans: CodecPlans, problems: Problems) -> None:
    """Notes what keeps columns from the kernel, once for all views, where the spec can change it."""
    stated = {view.name: view for view in plans.spec.views}
    found: dict[NoPlan, list[str]] = {}
    for view in plans.rows:
        if view not in stated or not plans.of_header(stated[view]):  # which is read once
            for reason in reading(plans, view).reasons:
                found.setdefault(reason, []).append(view)
    for reason, views in found.items():
        where = plans.spec.loc if reason.location == NOWHERE else reason.location
        cure = cure_of(reason.reason)
        if cure != UNCHANGEABLE:
            problems.advise(where, f"Python reads this for {', '.join(views)}: {reason.reason}", cure)


def _records(plans: CodecPlans, problems: Problems) -> None:
    """Notes that no record is looked for behind a bad one, as nothing tells where one begins."""
    known, number = plans.beginning, plans.reading[0].records
    if known is not None and number is not None and known.most < LEAST_BITS:
        entry = plans.reading[0].entries[number]
        what = f"behind a bad record, the next one isn't looked for: all that any has proves {known.most:g} bits of"
        hint = "A constant, a narrower 'valid', a '-checksum' or '-sync' tells where one begins."
        problems.advise(entry.loc, f"{what} {LEAST_BITS:g}", hint)
    if number is None and plans.block_index is None:
        _one_record(plans, problems)


def _one_record(plans: CodecPlans, problems: Problems) -> None:
    """Notes lists to the end of the file whose elements are no records of it, so that all of them are bad together."""
    for view in plans.spec.views:
        listed = plans.absence.member(view.each) if view.each is not None and view.plain else None
        if isinstance(listed, Attribute) and listed.repeat is not None and listed.repeat.kind == "eos":
            what = (
                f"one bad element costs all rows of {view.name}: the list is in a structure, or elements ask for others"
            )
            hint = "Elements of a list in the sequence of the file that know nothing of each other are bad one by one."
            problems.advise(listed.loc, what, hint)


def _unused(library: Library, problems: Problems) -> None:
    """Notes types and enums of the spec itself that nothing names, unless the spec is a collection of types."""
    spec = library.main
    if not (spec.root.attributes or spec.root.instances):
        return
    named = set(_texts(library.specs))
    for kind, definitions in (("type", spec.types), ("enum", spec.enums)):
        for one in definitions:
            if one.name not in named and one is not spec.root:
                problems.advise(one.loc, f"the {kind} '{short(one.name)}' is used nowhere")


def _texts(node: object) -> Iterator[str]:
    """All texts of specs but the names under which types and enums are declared."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, tuple):
        for item in node:
            yield from _texts(item)
    elif is_dataclass(node) and not isinstance(node, Location):
        declared = ("name", "parent_type") if isinstance(node, TypeDef | EnumDef) else ()
        for field in fields(node):
            if field.name not in declared:
                yield from _texts(getattr(node, field.name))
