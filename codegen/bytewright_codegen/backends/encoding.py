"""``encoding.py``: what the kernel needs to make records of rows."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

from bytewright.kernels import plan as kernel
from bytewright.kernels.encoding import plan as encoding
from bytewright_codegen.backends.codec import CodecPlans
from bytewright_codegen.backends.columns import asked_of_entries, asked_of_header, classes_of
from bytewright_codegen.backends.named_steps import Definition
from bytewright_codegen.backends.naming import field_name
from bytewright_codegen.backends.row_plans import encoding_definitions, source
from bytewright_codegen.backends.templates import render
from bytewright_codegen.passes.encoding import Encoded
from bytewright_codegen.passes.skeletons import unlike


def encoding_module(plans: CodecPlans) -> str:
    """Source of a codec's ``encoding.py``."""
    found = plans.encoding
    skeletons = {
        view.name: unlike(plans.library, plans.spec, plans.all_plans, plans.derivations, view)
        for view in plans.spec.views
        if view.inner is not None or view.pivot is not None
    }
    if isinstance(found, Encoded):
        definitions = encoding_definitions(_named(found.plan), "ENCODING")
    else:
        definitions = [Definition("ENCODING", "EncodingPlan | str", repr(found.reason))]
    lists = {
        (plans.naming.types[type], field_name(plans.all_plans[type].entries[index].name)): source(_named(plan))
        for (type, index), plan in plans.elements.items()
    }
    made = [one.source for one in definitions] if isinstance(found, Encoded) else []
    names = {*re.findall(r"\b([A-Z]\w+)\(", " ".join((*made, *lists.values())))}
    asked: dict[str, Any] = {}
    if isinstance(found, Encoded):
        asked = asked_of_header(plans, found.givens, found.tables)
        asked |= asked_of_entries(plans, found.lists, found.parts)
    own, foreign = classes_of(plans, asked)
    vocabulary = {*names, "EncodingPlan"} & set(vars(encoding)) - set(vars(kernel))
    vocabulary |= {"Step"} if len(definitions) > 1 else set()
    return render(
        "encoding.py.jinja",
        spec=plans.spec,
        definitions=definitions,
        lists=lists,
        skeletons=skeletons,
        kernel=sorted(name for name in names if getattr(kernel, name, None).__class__ is type),
        encoding=sorted(vocabulary),
        header=asked,
        models=sorted({*own, *(model for model, _ in lists)}),
        foreign_enums=foreign,
    )


def _named(node: Any) -> Any:
    """A plan whose paths consist of names in Python, not of ids."""
    if isinstance(node, tuple):
        return tuple(_named(each) for each in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changed: dict[str, Any] = {}
    for field in fields(node):
        value = getattr(node, field.name)
        is_path = field.name == "path" or (isinstance(node, encoding.Referring) and value is not None)
        named = tuple(field_name(id) for id in value) if is_path else _named(value)
        if named is not value:
            changed[field.name] = named
    return replace(node, **changed) if changed else node
