"""Names in generated Python: classes, fields, enum members, modules."""

from __future__ import annotations

import keyword
from dataclasses import dataclass

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


def field_name(id: str) -> str:
    """The Python name of an id: itself, with ``_`` behind it where Python has the word."""
    return f"{id}_" if keyword.iskeyword(id) else id


_TAKEN_BY_MODULES = frozenset(
    {
        "Any",
        "Beyond",
        "BeyondAscii",
        "Cases",
        "ClassVar",
        "Cursor",
        "Draft",
        "DrawFn",
        "Edges",
        "Either",
        "Enum",
        "Field",
        "Floats",
        "Goal",
        "Iterator",
        "Lengths",
        "Mapping",
        "Nulls",
        "Output",
        "Run",
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
        "Null",
        "OptionValue",
        "Pivot",
        "PivotInverse",
        "Record",
        "Truth",
        "Utf16Unit",
        "Uuid",
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
        tells: whether a spec says what some structures have as their ``_parent``.
    """

    spec: str
    types: dict[str, str]
    enums: dict[str, str]
    tells: bool = False

    @classmethod
    def of(cls, library: Library, spec: Spec) -> Naming:
        """Names for ``spec``, unique among all classes that its modules see."""
        types: dict[str, str] = {}
        enums: dict[str, str] = {}
        for other in library.specs:
            taken: set[str] = set()
            for typedef in other.types:
                types[typedef.name] = _unique(typedef.name, taken)
            for enum in other.enums:
                enums[enum.name] = _unique(enum.name, taken, suffix="Enum")
        fields = [field for typedef in library.types.values() for field in typedef.fields]
        return cls(spec.id, types, enums, any(field.parent is not None for field in fields))

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
    taken.add(found)
    return found
