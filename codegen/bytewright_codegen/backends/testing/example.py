"""An example of a model: the shortest expression that makes one with something in every list."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from bytewright_codegen.analysis.dependencies import Dependencies
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.naming import field_name, member_name, spec_of
from bytewright_codegen.ir.expressions import Compare, EnumMember, Expr, Literal_, Logical, Name, Unary
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Bits, Choice, Entry, Item, Nested, Number, Raw, Text
from bytewright_codegen.plans.writing import EntryWriting

_WIDTH = 100
_UUID = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
_MOMENT = "2026-01-31T12:00:00Z"
_TEXT = "text"


@dataclass(frozen=True, slots=True)
class Example:
    """Source of a model. ``imports``: by spec, the names that it needs; the root's first."""

    source: str
    imports: tuple[tuple[str, tuple[str, ...]], ...]


def example(plans: CodecPlans) -> Example:
    """A model of a whole file, made of what a user must set; everything else follows."""
    maker = _Maker(plans)
    node = maker.structure(plans.spec.root.name)
    names: dict[str, set[str]] = {plans.spec.id: set()}
    for spec, name in sorted(maker.used):
        names.setdefault(spec, set()).add(name)
    return Example(_printed(node, 0), tuple((spec, tuple(sorted(found))) for spec, found in names.items()))


@dataclass(frozen=True, slots=True)
class _Call:
    """``name(key=…, …)``, or a list where ``name`` is empty."""

    name: str
    parts: tuple[tuple[str, _Node], ...]


_Node = str | _Call


_SPELLED_OUT = 16
"""Elements of a list that are written one by one."""


class _Maker:
    def __init__(self, plans: CodecPlans) -> None:
        self._plans = plans
        self._dependencies = Dependencies(plans.library)
        self.used: set[tuple[str, str]] = set()
        self._within: list[str] = []

    def structure(self, type: str) -> _Node:
        name = self._plans.naming.types[type]
        self.used.add((spec_of(type), self._plans.naming.imported(type)))
        self._within.append(type)
        shown = [w for w in self._plans.derivations[type].entries if self._shown(type, w)]
        writings = [w for n, w in enumerate(shown) if not any(_excludes(w.entry, o.entry) for o in shown[n + 1 :])]
        parts = tuple((field_name(w.entry.name), self._field(type, w.entry)) for w in writings)
        self._within.pop()
        return _Call(name, parts)

    def _shown(self, type: str, writing: EntryWriting) -> bool:
        entry = writing.entry
        if entry.attribute.again:
            return False
        if not entry.named or entry.contents is not None or writing.equation is not None or writing.default is not None:
            return False
        if self._recurses(entry.item):
            return False
        item = entry.item
        if isinstance(item, Nested) and self._plans.constructible(item.type) and not self._says_something(item.type):
            return False
        if entry.condition is None or self._follows(entry.condition):
            return True
        return bool(self._known(type, entry.condition))

    def _recurses(self, item: Item) -> bool:
        """Whether a value can only be a structure that encloses it."""
        if isinstance(item, Choice):
            return all(self._recurses(case) for _, case in item.cases)
        return isinstance(item, Nested) and item.type in self._within

    def _says_something(self, type: str) -> bool:
        """Whether an example of a structure sets anything at all."""
        self._within.append(type)
        found = any(self._shown(type, writing) for writing in self._plans.derivations[type].entries)
        self._within.pop()
        return found

    def _follows(self, condition: Expr) -> bool:
        """Whether a condition holds because something is set, not the other way round."""
        fields = self._dependencies(condition).fields
        return any(self._plans.derivations[type].entries[index].equation is not None for type, index in fields)

    def _known(self, type: str, expr: Expr) -> object:
        """What an expression over fields of the same example is, as far as that is easily seen; None otherwise."""
        match expr:
            case Literal_(value):
                return value
            case EnumMember(enum, member):
                return f"{self._plans.naming.enums[enum]}.{member_name(member)}"
            case Unary("not", operand):
                known = self._known(type, operand)
                return None if known is None else not known
            case Name(name, binding="attribute", owner=owner) if owner == type:
                entry = self._plans.entry(type, name)
                if entry.attribute.default is not None:
                    return self._known(type, entry.attribute.default)
                text = self._value(entry, entry.item) if entry.count is None else None
                plain = isinstance(text, str) and entry.enum is None and not text.startswith(("b", '"'))
                return ast.literal_eval(text) if plain and isinstance(text, str) else text
            case Compare(operator, left, right):
                a, b = self._known(type, left), self._known(type, right)
                return None if a is None or b is None else _compared(operator, a, b)
            case Logical("and", left, right):
                return bool(self._known(type, left)) and bool(self._known(type, right))
            case Logical("or", left, right):
                return bool(self._known(type, left)) or bool(self._known(type, right))
        return None

    def _field(self, type: str, entry: Entry) -> _Node:
        value = self._value(entry, entry.item)
        if entry.count is None:
            return value
        count = entry.count.expr
        if entry.count.kind == "expr" and isinstance(count, Literal_) and isinstance(count.value, int):
            if count.value > _SPELLED_OUT:
                return f"[{_printed(value, 0)} for _ in range({count.value})]"
            return _Call("", tuple(("", value) for _ in range(count.value)))
        if entry.count.kind == "until" and isinstance(count, Compare) and isinstance(count.right, Literal_):
            value = str(count.right.value)  # what ends the list, in the plain case
        return _Call("", (("", value),))

    def _value(self, entry: Entry, item: Item) -> _Node:
        logical = entry.attribute.logical
        if logical is not None and logical.kind == "timestamp":
            return _quoted(_MOMENT)
        if logical is not None and logical.members is not None:
            return _quoted("{}")
        if entry.enum is not None:
            return self._member(entry, entry.enum)
        match item:
            case Bits(_, _, True):
                return "False"
            case Number(kind) if kind.startswith("f"):
                return "1.5"
            case Number() | Bits():
                return self._number(entry)
            case Raw():
                size = _fixed(entry)
                return "b" + _quoted("data"[:size]) if size is None or size <= 4 else f"bytes({size})"
            case Text():
                size = _fixed(entry)
                return _quoted((_TEXT * 8)[:size] if size is not None else _TEXT)
            case Nested(type):
                typedef = self._plans.types[type]
                if (
                    isinstance(typedef.shown_as, Name)
                    and typedef.logical is not None
                    and typedef.logical.kind == "uuid"
                ):
                    return _quoted(_UUID)
                return self.structure(type)
            case Choice(_, cases):
                return self._value(entry, next(case for _, case in cases if not self._recurses(case)))

    def _member(self, entry: Entry, enum: str) -> str:
        self.used.add((spec_of(enum), self._plans.naming.imported(enum)))
        member = self._chosen(entry) or self._plans.enums[enum].entries[0].id
        for wanted in entry.valid.any_of if entry.valid is not None else ():
            if isinstance(wanted, EnumMember):
                member = wanted.member
                break
        return f"{self._plans.naming.enums[enum]}.{member_name(member)}"

    def _chosen(self, entry: Entry) -> str | None:
        """The member that chooses the first case of a switch of the same structure, which is the one that is shown."""
        for writing in self._plans.derivations[self._within[-1]].entries:
            match writing.entry.item:
                case Choice(Name(name), ((EnumMember(_, member), _), *_)) if name == entry.attribute.id:
                    return member
        return None

    def _number(self, entry: Entry) -> str:
        valid = entry.valid
        wanted = [*valid.any_of, valid.min, valid.max] if valid is not None else []
        return next((str(e.value) for e in wanted if isinstance(e, Literal_)), "1")


def _excludes(one: Entry, other: Entry) -> bool:
    """Whether one field is there just where the other isn't, as conditions say that differ in nothing else."""
    match one.condition, other.condition:
        case Compare("==" | "!=" as first, left, right), Compare("==" | "!=" as second, l, r):
            return first != second and expression(left) == expression(l) and expression(right) == expression(r)
    return False


def _compared(operator: str, a: object, b: object) -> bool | None:
    if operator in ("==", "!="):
        return (a == b) == (operator == "==")
    if not isinstance(a, int | float) or not isinstance(b, int | float):
        return None
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[operator]


def _quoted(text: str) -> str:
    return f'"{text}"'


def _fixed(entry: Entry) -> int | None:
    size = entry.frame.size
    return size.value if isinstance(size, Literal_) and isinstance(size.value, int) else None


def _printed(node: _Node, indent: int) -> str:
    flat = _flat(node)
    if isinstance(node, str) or (len(flat) + indent <= _WIDTH - 12 and flat.count("(") < 3):
        return flat
    begin, end = (f"{node.name}(", ")") if node.name else ("[", "]")
    inner = " " * (indent + 4)
    lines = [f"{inner}{f'{key}=' if key else ''}{_printed(value, indent + 4)},\n" for key, value in node.parts]
    return f"{begin}\n{''.join(lines)}{' ' * indent}{end}"


def _flat(node: _Node) -> str:
    if isinstance(node, str):
        return node
    begin, end = (f"{node.name}(", ")") if node.name else ("[", "]")
    return begin + ", ".join(f"{key}={_flat(v)}" if key else _flat(v) for key, v in node.parts) + end
