"""``encoding.py``: what the kernel needs to make records of rows."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from bytewright.generated_api import encoding as facade
from bytewright.kernels.plan import encoding
from bytewright_codegen.backends.kernel.columns import asked_of_entries, asked_of_header, classes_of
from bytewright_codegen.backends.kernel.named_steps import Definition
from bytewright_codegen.backends.kernel.row_plans import encoding_definitions, source
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import field_name, spec_of
from bytewright_codegen.backends.python.reader import process
from bytewright_codegen.backends.templates import render
from bytewright_codegen.lowering.write.encoding import Encoded
from bytewright_codegen.lowering.write.entry_columns import Mirrored, MirroredList
from bytewright_codegen.lowering.write.templates import unlike


def encoding_module(plans: CodecPlans) -> str:
    """Source of a codec's ``encoding.py``."""
    found = plans.encoding
    if isinstance(found, Encoded):
        definitions = encoding_definitions(_named(found.plan), "ENCODING")
    else:
        definitions = [Definition("ENCODING", "EncodingPlan | str", repr(found.reason))]
    lists = {
        (plans.naming.types[type], field_name(plans.all_plans[type].entries[index].name)): source(_named(plan))
        for (type, index), plan in plans.elements.items()
    }
    mirrors = [_mirror(plans, owner, index, one) for (owner, index), one in plans.mirrored.items()]
    nested = {
        view: source(_named(one.plan)) if isinstance(one, Encoded) else repr(one.reason)
        for view, one in plans.nested.items()
    }
    made = [one.source for one in definitions] if isinstance(found, Encoded) else []
    made += [*lists.values(), *(one.plan for one in mirrors), *nested.values()]
    names = {*re.findall(r"\b([A-Z]\w+)\(", " ".join(made))}
    asked: dict[str, Any] = {}
    for one in (found, *plans.nested.values()):
        if isinstance(one, Encoded):
            asked |= asked_of_header(plans, one.givens, one.tables)
            asked |= asked_of_entries(plans, one.lists, one.parts)
    own, enums = classes_of(plans, asked)
    foreign = dict(enums)
    for module, known in plans.foreign_enums(one.entry for one in plans.mirrored.values()):
        foreign[module] = sorted({*foreign.get(module, ()), *known})
    names |= {"EncodingPlan", *(["Step"] if len(definitions) > 1 else []), *(["HeaderValue"] if asked else [])}
    if lists or mirrors:
        names.add("ElementsPlan")
    if mirrors:
        names |= {"Mirror", "MirroredList"}
    return render(
        "encoding.py.jinja",
        spec=plans.spec,
        definitions=definitions,
        lists=lists,
        nested=nested,
        skeletons=templates(plans),
        names=sorted(names & set(facade.__all__)),
        header=asked,
        models=sorted({*own, *(model for model, _ in lists), *(name for one in mirrors for name in one.classes)}),
        foreign_models=sorted(foreign.items()),
        imported=sorted(plans.imported) if mirrors else (),
        mirrors=mirrors,
    )


def templates(plans: CodecPlans) -> dict[str, str]:
    """By name of the view, why its steps differ in more than vectors and numbers; empty: they don't."""
    return {
        view.name: unlike(plans.library, plans.spec, plans.all_plans, plans.derivations, view)
        for view in plans.spec.views
        if view.inner is not None or view.pivot is not None
    }


@dataclass(frozen=True, slots=True)
class _MirrorView:
    """A list whose elements stand for entries: its class and field, what is said of it as source, and the classes of
    the spec that this names."""

    owner: str
    name: str
    plan: str
    arguments: dict[str, str]
    classes: tuple[str, ...]


def _mirror(plans: CodecPlans, owner: str, index: int, one: Mirrored) -> _MirrorView:
    types = plans.naming.types
    arguments = {
        "element": types[one.shape.element],
        "parameter": repr(field_name(one.shape.parameter)),
        "entry": types[one.entry],
    }
    if one.asked:
        arguments["asked"] = repr(tuple(field_name(name) for name in one.asked))
    if one.lists:
        arguments["lists"] = f"({', '.join(_mirrored_list(plans, listed) for listed in one.lists)},)"
    named = [owner, one.shape.element, one.entry, *(listed.holder for listed in one.lists)]
    classes = tuple(types[name] for name in named if spec_of(name) == plans.spec.id)
    name = field_name(plans.all_plans[owner].entries[index].name)
    return _MirrorView(types[owner], name, source(_named(one.plan)), arguments, classes)


def _mirrored_list(plans: CodecPlans, one: MirroredList) -> str:
    """What else is said of a list that lies elsewhere, as source."""
    arguments = [plans.naming.types[one.holder]]
    expressions = PythonExpressions(plans.naming)
    if one.there is not None:
        arguments.append(f"there=lambda self: {expressions(one.there)}")
    if one.place.frame.process is not None:
        arguments.append(f"process={process(expressions, one.place.frame)}")
    if one.until is not None:
        until = PythonExpressions(plans.naming, special={"_io": "here"})(one.until)
        arguments.append(f"until=lambda here: {until}")
    return f"MirroredList({', '.join(arguments)})"


_OF_PATHS = (encoding.Referring, encoding.Fronted, encoding.ListPlan, encoding.Apart)
"""What consists of paths."""


def _named(node: Any) -> Any:
    """A plan whose paths consist of names in Python, not of ids."""
    if isinstance(node, tuple):
        return tuple(_named(each) for each in node)
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
        named = _ids(value) if is_path else _named(value)
        if named is not value:
            changed[field.name] = named
    return replace(node, **changed) if changed else node


def _ids(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(field_name(id) for id in path)
