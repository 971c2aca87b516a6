"""``encoding.py``: what encoding plans ask of a file's header, and what Python says of structures without bytes."""

from __future__ import annotations

from dataclasses import dataclass

from bytewright_codegen.backends.kernel.choices import choice_plans
from bytewright_codegen.backends.kernel.columns import asked_of_entries, asked_of_header, classes_of
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import field_name, spec_of
from bytewright_codegen.backends.python.reader import process
from bytewright_codegen.backends.templates import render
from bytewright_codegen.lowering.write.encoding import Encoded
from bytewright_codegen.lowering.write.entry_columns import Mirrored, MirroredList


def encoding_module(plans: CodecPlans) -> tuple[str, bool]:
    """Source of a codec's ``encoding.py`` (empty: there is nothing to say), and whether plans ask a header for
    something."""
    mirrors = [_mirror(plans, owner, index, one) for (owner, index), one in plans.mirrored.items()]
    asked: dict[str, str] = {}
    for one in (plans.encoding, *plans.nested.values(), *choice_plans(plans).values()):
        if isinstance(one, Encoded):
            asked |= asked_of_header(plans, one.givens, one.tables)
            asked |= asked_of_entries(plans, one.lists, one.parts)
    if not mirrors and not asked:
        return "", False
    own, enums = classes_of(plans, asked)
    foreign = dict(enums)
    for module, known in plans.foreign_enums(one.entry for one in plans.mirrored.values()):
        foreign[module] = sorted({*foreign.get(module, ()), *known})
    text = render(
        "encoding.py.jinja",
        spec=plans.spec,
        names=[*(["HeaderValue"] if asked else []), *(["Mirror", "MirroredList"] if mirrors else [])],
        header=asked,
        models=sorted({*own, *(name for one in mirrors for name in one.classes)}),
        foreign_models=sorted(foreign.items()),
        mirrors=mirrors,
    )
    return text, bool(asked)


@dataclass(frozen=True, slots=True)
class _MirrorView:
    """A list whose elements stand for entries: its class and field, what is said of it as source, and the classes of
    the spec that this names."""

    owner: str
    name: str
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
    return _MirrorView(types[owner], name, arguments, classes)


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
