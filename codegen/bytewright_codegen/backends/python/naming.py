"""Names in generated Python: classes, fields, enum members, modules."""

from __future__ import annotations

import keyword
from dataclasses import dataclass

from bytewright.model.member_names import attribute_of
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Spec
from bytewright_codegen.ir.values import (
    AnyValue,
    ArrayValue,
    BoolValue,
    BytesValue,
    EnumValue,
    FloatValue,
    IntValue,
    StreamValue,
    StructValue,
    StrValue,
    Value,
)

field_name = attribute_of
"""The Python name of an id; the runtime goes by it, too."""


_TAKEN_BY_MODULES = frozenset(
    {
        "Any",
        "AnyMoment",
        "AnySequence",
        "AnyUuid",
        "Beyond",
        "BeyondAscii",
        "Cases",
        "ClassVar",
        "Clue",
        "Codec",
        "Cursor",
        "Draft",
        "DrawFn",
        "Edges",
        "Either",
        "Enum",
        "Field",
        "Floats",
        "Goal",
        "Here",
        "Iterator",
        "Lengths",
        "Mapping",
        "Nulls",
        "Option",
        "Output",
        "Padding",
        "Process",
        "Strided",
        "Said",
        "Same",
        "SearchStrategy",
        "Sizes",
        "Span",
        "Struct",
        "Values",
    }
)
"""What generated modules that name structures import under these names."""

_TAKEN_BY_VIEWS = frozenset(
    {
        "Cells",
        "CellsInverse",
        "Column",
        "Enumerated",
        "Items",
        "JsonText",
        "Long",
        "MemberForm",
        "Moment",
        "NamedCells",
        "Null",
        "OptionValue",
        "Pairs",
        "Pivot",
        "PivotInverse",
        "Record",
        "Truth",
        "Utf16Unit",
        "Uuid",
        "Variants",
        "Via",
        "View",
    }
)
"""What those import that name enums, too."""


def item_name(id: str) -> str:
    """The Python name of the item of a list of which a field is the place."""
    return f"{id}_item"


def class_name(id: str) -> str:
    """``upsert_batch`` → ``UpsertBatch``."""
    name = "".join(part[:1].upper() + part[1:] for part in id.split("_"))
    return f"{name}_" if keyword.iskeyword(name) else name


def member_name(id: str) -> str:
    """The Python name of an enum's member: upper case."""
    return id.upper()


def function_name(of: str) -> str:
    """What the functions for a class are called: ``UpsertBatch`` → ``upsert_batch``."""
    found = ""
    for i, letter in enumerate(of):
        found += f"_{letter.lower()}" if letter.isupper() and i else letter.lower()
    return found.rstrip("_")


def spec_of(name: str) -> str:
    """The spec that declares an absolute name."""
    return name.split("::", 1)[0]


@dataclass(frozen=True)
class Naming:
    """Names for one spec's modules.

    Attributes:
        spec: id of the spec.
        types: class by absolute name of a type, of this spec and of those that it imports.
        enums: class by absolute name of an enum, likewise.
        declared: what the classes of both are called in the modules of their own specs.
        tells: whether a spec says what some structures have as their ``_parent``.
    """

    spec: str
    types: dict[str, str]
    enums: dict[str, str]
    declared: dict[str, str]
    tells: bool = False

    @classmethod
    def of(cls, library: Library, spec: Spec) -> Naming:
        """Names for ``spec``, unique among all classes that its modules see."""
        types: dict[str, str] = {}
        enums: dict[str, str] = {}
        declared: dict[str, str] = {}
        seen: set[str] = set()
        # Its own classes first: what they are called may not depend on who else is there.
        for other in sorted(library.specs, key=lambda one: one.id != spec.id):
            taken: set[str] = set()
            for typedef in other.types:
                declared[typedef.name] = _unique(typedef.name, taken)
                types[typedef.name] = _alias(declared[typedef.name], other.id, seen)
            for enum in other.enums:
                declared[enum.name] = _unique(enum.name, taken, suffix="Enum")
                enums[enum.name] = _alias(declared[enum.name], other.id, seen)
        fields = [field for typedef in library.types.values() for field in typedef.fields]
        return cls(spec.id, types, enums, declared, any(field.parent is not None for field in fields))

    def imported(self, name: str) -> str:
        """How another spec's class is imported, by the absolute name of its type or enum."""
        return _as(self.declared[name], self.types.get(name) or self.enums[name])

    def imported_function(self, verb: str, type: str) -> str:
        """How a function for another spec's type is imported (``read_…``, ``emit_…``)."""
        return _as(*(f"{verb}_{function_name(found)}" for found in (self.declared[type], self.types[type])))

    def annotation(self, value: Value | None) -> str:
        """A type annotation for values of a type."""
        match value:
            case IntValue():
                return "int"
            case FloatValue():
                return "float"
            case BoolValue():
                return "bool"
            case StrValue():
                return "str"
            case BytesValue():
                return "bytes"
            case EnumValue(enum):
                return f"{self.enums[enum]} | int"
            case StructValue(type):
                return self.types.get(type, "Struct")
            case ArrayValue(item):
                return f"list[{self.annotation(item)}]"
            case StreamValue():
                return "Cursor"
            case AnyValue() | None:
                return "Any"


def _alias(name: str, spec: str, seen: set[str]) -> str:
    """What a class of a spec is called where classes of other specs are seen as well."""
    found, number = name, 2
    if found in seen:
        found = f"{class_name(spec)}{name}"
    alike = found
    while found in seen:
        found = f"{alike}_{number}"
        number += 1
    seen.add(found)
    return found


def _as(name: str, alias: str) -> str:
    return name if name == alias else f"{name} as {alias}"


def _unique(name: str, taken: set[str], suffix: str = "") -> str:
    parts = name.split("::")
    found = class_name(parts[-1])
    if found in _TAKEN_BY_MODULES or (suffix and found in _TAKEN_BY_VIEWS):
        found += "_"
    if found in taken and suffix:
        found += suffix
    depth = 2
    while found in taken and depth <= len(parts):
        found = "".join(class_name(p) for p in parts[-depth:]) + suffix
        depth += 1
    alike, number = found, 2
    while found in taken:
        found = f"{alike}_{number}"
        number += 1
    taken.add(found)
    return found
