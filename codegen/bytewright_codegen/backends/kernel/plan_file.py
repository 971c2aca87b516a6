"""``plans.json``: what the kernel needs of a spec, as data (`bytewright.codec.plan_file`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from bytewright.codec.api_version import CODEC_API
from bytewright.kernels.plan import RowPlan, encoding
from bytewright.kernels.plan.json_printer import PlanPrinter
from bytewright_codegen.backends.kernel.choices import choice_plans
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.naming import field_name
from bytewright_codegen.lowering.write.encoding import Encoded
from bytewright_codegen.lowering.write.templates import unlike

Sections = dict[str, dict[str, Any]]
"""Plans, and reasons why there is none, by name; of each kind (`SECTIONS` in `bytewright.codec.plan_file`)."""


def plan_file(plans: CodecPlans) -> str:
    """Text of a codec's ``plans.json``: a plan of many steps has each in a line of its own, as shared nodes have."""
    return printed(sections(plans))


def sections(plans: CodecPlans) -> Sections:
    """All that the kernel needs of a spec."""
    return {
        "rows": {
            name: found if isinstance(found, RowPlan) else found.reason for name, found in plans.row_plans.items()
        },
        "encoding": {"": _encoded(plans.encoding)},
        "nested": {view: _encoded(one) for view, one in plans.nested.items()},
        "elements": _elements(plans),
        "mirrors": {_place(plans, *place): named(one.plan) for place, one in plans.mirrored.items()},
        "templates": templates(plans),
        "choices": {name: _encoded(one) for name, one in choice_plans(plans).items()},
    }


def printed(made: Sections) -> str:
    """Sections as the text of a file; those without plans are left out."""
    printer = PlanPrinter([plan for section in made.values() for plan in section.values()])
    texts = {
        kind: _object({name: printer.text(plan) for name, plan in section.items()})
        for kind, section in made.items()
        if section
    }
    return _object({"api": json.dumps(CODEC_API), "shared": _object(printer.shared), **texts}) + "\n"


def _object(members: Mapping[str, str]) -> str:
    """Texts of JSON as an object, with a member a line."""
    return "{" + ",\n".join(f"{json.dumps(name)}:{text}" for name, text in members.items()) + "}"


def templates(plans: CodecPlans) -> dict[str, str]:
    """By name of the view, why its steps differ in more than vectors and numbers; empty: they don't."""
    return {
        view.name: unlike(plans.library, plans.spec, plans.all_plans, plans.derivations, view)
        for view in plans.spec.views
        if view.inner is not None or view.pivot is not None
    }


def _encoded(found: Any) -> Any:
    return named(found.plan) if isinstance(found, Encoded) else found.reason


def _elements(plans: CodecPlans) -> dict[str, Any]:
    """How columns become the elements of lists; of other specs' lists, where code gives what lies in their entries."""
    found = dict(plans.elements)
    if plans.mirrored:
        for lists in plans.imported.values():
            found |= lists
    return {_place(plans, *place): named(plan) for place, plan in found.items()}


def _place(plans: CodecPlans, type: str, index: int) -> str:
    """What the plans of a list are called; see `bytewright.codec.plan_file.place_name`."""
    return f"{type}.{field_name(plans.all_plans[type].entries[index].name)}"


_OF_PATHS = (encoding.Referring, encoding.Fronted, encoding.ListPlan, encoding.Apart)
"""What consists of paths."""


def named(node: Any) -> Any:
    """A plan whose paths consist of names in Python, not of ids."""
    if isinstance(node, tuple):
        return tuple(named(each) for each in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changed: dict[str, Any] = {}
    if isinstance(node, encoding.ElementsPlan):
        changed["rooms"] = tuple(_ids(path) for path in node.rooms)
    if isinstance(node, encoding.MirrorPlan):
        changed["room"] = field_name(node.room)
    for field in fields(node):
        if field.name in changed:
            continue
        value = getattr(node, field.name)
        is_path = field.name == "path" or (isinstance(node, _OF_PATHS) and isinstance(value, tuple))
        found = _ids(value) if is_path else named(value)
        if found is not value:
            changed[field.name] = found
    return replace(node, **changed) if changed else node


def _ids(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(field_name(id) for id in path)
