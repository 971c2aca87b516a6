"""What constructors of a model take, as annotations: more than what reading gives, as writers make the rest of it."""

from __future__ import annotations

from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.ir.logical_types import Logical
from bytewright_codegen.ir.values import ArrayValue, EnumValue, StructValue, Value
from bytewright_codegen.plans.reading import Choice, Entry, Item, Nested, Number, Raw, Text

_MEANT = {"timestamp": "AnyMoment", "uuid": "AnyUuid", "utf16-unit": "str"}
"""What values may be by what they mean, besides what is stored."""


def accepted(plans: CodecPlans, entry: Entry) -> str:
    """What a constructor takes for an entry.

    Args:
        plans: of the spec.
        entry: of a structure.

    Returns:
        The annotation, as source; None is no part of it.
    """
    attribute = entry.attribute
    one = _joined(_items(plans, entry.item, attribute.value, attribute.logical))
    if entry.masked_by is not None:
        one = _joined([one, "None"])
    repeated = entry.count is not None or isinstance(attribute.value, ArrayValue)
    if not repeated:
        return one
    mapped = attribute.logical is not None and attribute.logical.key is not None
    return _joined([f"AnySequence[{one}]", *(["Mapping[Any, Any]"] if mapped else [])])


def chosen(plans: CodecPlans, choice: Choice) -> str:
    """What reading gives for a switch: the union of its cases, as source."""
    return _joined([_read(plans, case) for _, case in choice.cases])


def _read(plans: CodecPlans, item: Item) -> str:
    match item:
        case Nested(type):
            return plans.naming.types[type]
        case Choice():
            return chosen(plans, item)
        case Raw():
            return "bytes"
        case Text():
            return "str"
        case Number(kind) if kind.startswith("f"):
            return "float"
    return "int"


def _items(plans: CodecPlans, item: Item, value: Value | None, logical: Logical | None) -> list[str]:
    """What a constructor takes for a value, or for one of a list."""
    while isinstance(value, ArrayValue):
        value = value.item
    if logical is not None and logical.index is not None:
        return ["Any"]  # the item in place of its number
    match item:
        case Nested(type):
            return _structures(plans, type)
        case Choice(_, cases, _, _):
            return [one for _, case in cases for one in _items(plans, case, None, None)]
    plain = plans.naming.annotation(value) if value is not None else _read(plans, item)
    found = [plain, *_meant(logical)]
    return [*found, "str"] if isinstance(value, EnumValue) else found


def _structures(plans: CodecPlans, type: str) -> list[str]:
    """What a constructor takes for a structure: it, its members by name, or what stands for it."""
    definition = plans.types[type]
    found = [plans.naming.types[type], "Mapping[str, Any]"]
    if definition.shown_as is not None:
        shown = definition.shown_as.type
        match shown:
            case StructValue() | ArrayValue() | None:
                found.append("Any")
            case EnumValue():
                found += [plans.naming.annotation(shown), "str"]
            case _:
                found.append(plans.naming.annotation(shown))
        found += _meant(definition.logical)
    return found


def _meant(logical: Logical | None) -> list[str]:
    return [_MEANT[logical.kind]] if logical is not None and logical.kind in _MEANT else []


def _joined(annotations: list[str]) -> str:
    """A union, each of which is named once; of anything, anything."""
    members = dict.fromkeys(one for annotation in annotations for one in _members(annotation))
    return "Any" if "Any" in members else " | ".join(members)


def _members(annotation: str) -> list[str]:
    """The members of a union, as source."""
    depth, found = 0, [""]
    for char in annotation:
        depth += (char == "[") - (char == "]")
        if char == "|" and not depth:
            found.append("")
        else:
            found[-1] += char
    return [one.strip() for one in found]
