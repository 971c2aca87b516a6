"""Expressions as Python source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from bytewright_codegen.backends.python.naming import Naming, field_name, function_name, member_name, spec_of
from bytewright_codegen.ir import precedence
from bytewright_codegen.ir.diagnostics import Diagnostic, SpecErrors
from bytewright_codegen.ir.expressions import (
    OWN_INDEX,
    Apply,
    Binary,
    Call,
    Cast,
    Compare,
    ComparisonOperator,
    Conditional,
    CountBefore,
    EnumMember,
    Expr,
    Find,
    FormatString,
    Invoke,
    Item,
    ListLiteral,
    Literal_,
    Logical,
    Member,
    Name,
    SizeOf,
    Tabulate,
    Unary,
)
from bytewright_codegen.ir.values import (
    ArrayValue,
    BytesValue,
    EnumValue,
    FloatValue,
    IntValue,
    StreamValue,
    StructValue,
    StrValue,
)
from bytewright_codegen.ir.walk import children
from bytewright_codegen.semantics.values import is_case

_OPPOSITES: Mapping[ComparisonOperator, ComparisonOperator] = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}


_FUNCTIONS = {"pow": "power", "exp": "exponential", "log": "logarithm", "log2": "doublings"}
"""Functions of numbers, by what `bytewright.generated_api` calls them."""
_SMALL_SHIFTS = range(65)
"""Counts of bits by which numbers are shifted without a look at how many they are."""


class PythonExpressions:
    """Renders expressions in one place of the generated code.

    Args:
        naming: names of classes.
        this: what the structure is called in whose type the expression stands.
        special: what special names are called there (``_io``, ``_index``, ``_`` …), over the usual ones.
        options: what the mapping of options is called.
        absent: whether what an expression names may be absent: a member of that is none then, and no error.
    """

    def __init__(
        self,
        naming: Naming,
        this: str = "self",
        special: Mapping[str, str] | None = None,
        options: str = "options",
        absent: Callable[[Expr], bool] | None = None,
    ) -> None:
        self._naming = naming
        self._this = this
        self._options = options
        self._absent = absent
        self._above = "_above" if naming.tells else "_parent"
        self._special = {
            "_io": f"{this}._io",
            "_parent": f"{this}.{self._above}",
            "_root": self._top(this),
            OWN_INDEX: f"{this}._index",
            **(special or {}),
        }

    def __call__(self, expr: Expr, tight: bool = False) -> str:
        """Python source of an expression; ``tight``: in parentheses unless it is a name, literal or call."""
        text, level = self._render(expr)
        return f"({text})" if tight and level < precedence.POSTFIX else text

    def negated(self, condition: Expr, tight: bool = False) -> str:
        """Python source of a test that a condition doesn't hold."""
        match condition:
            case Compare(operator, left) if operator in ("==", "!=") or not _is_float(left):
                return self(replace(condition, operator=_OPPOSITES[operator]), tight)
            case Unary("not", operand):
                return self(operand, tight)
        text = f"not {self._at(condition, precedence.NOT)}"
        return f"({text})" if tight else text

    def with_special(self, special: Mapping[str, str]) -> PythonExpressions:
        """The same place, with other names for special names."""
        special = {**self._special, **special}
        return type(self)(self._naming, self._this, special, self._options, self._absent)

    def at(self, this: str) -> PythonExpressions:
        """Expressions of another structure's type."""
        if this == self._this:
            return self
        special = {k: v for k, v in self._special.items() if k not in ("_parent", "_root", "_io", OWN_INDEX)}
        return type(self)(self._naming, this, special, self._options, self._absent)

    def along(self, way: Iterable[Expr]) -> PythonExpressions:
        """Expressions of the type of the structure at the end of a way; see `Blame`."""
        found = self
        for step in way:
            found = found.at(found(step, tight=True))
        return found

    @property
    def this(self) -> str:
        """What the structure is called in whose type the expressions stand."""
        return self._this

    @property
    def _root_class(self) -> str:
        """The class of a whole file."""
        return self._naming.types[self._naming.spec]

    @property
    def above(self) -> str:
        """What ``_parent`` is called as a member of a structure."""
        return self._above

    def _at(self, expr: Expr, level: int) -> str:
        return _enclosed(*self._render(expr), level)

    def _holder(self, target: Expr, member: Member) -> str:
        """The structure of which a member is asked for."""
        return self._at(target, precedence.POSTFIX)

    def _item(self, items: Expr, index: Expr) -> str:
        """An item of a list."""
        return f"{self._at(items, precedence.POSTFIX)}[{self(index)}]"

    def _top(self, structure: str) -> str:
        """``_root`` of a structure."""
        return f"{structure}._top({self._root_class})"

    def _render(self, expr: Expr) -> tuple[str, int]:
        match expr:
            case Literal_(value):
                return _literal(value)
            case ListLiteral(items):
                return self._list(expr, items), precedence.POSTFIX
            case FormatString(parts):
                joined = ", ".join(self._text(part) for part in parts)
                single = sum(not _is_literal(part) for part in parts) < 2
                return f'"".join([{joined}])' if single else f"rt.joined_text({joined})", precedence.POSTFIX
            case Member(_, "_sizeof") | Name("_sizeof") | SizeOf():
                raise _unsupported(expr, "sizeof")
            case Name():
                return self._name(expr)
            case Member(target, name, binding="method"):
                return self._method(target, name, ())
            case Member(target, "_parent" | "_root" as name, binding="special") if isinstance(target.type, StructValue):
                return self._around(self._at(target, precedence.POSTFIX), target.type.type, name), precedence.POSTFIX
            case Member(target, name) if self._absent is not None and self._absent(target):
                return f"rt.member_of({self(target)}, {_member(name)!r})", precedence.POSTFIX
            case Member(target, name):
                return f"{self._holder(target, expr)}.{_member(name)}", precedence.POSTFIX
            case Call(target, method, args):
                return self._method(target, method, args)
            case Item(target, index) if self._absent is not None and self._absent(expr):
                return f"rt.item_of({self(target)}, {self(index)})", precedence.POSTFIX
            case Item(target, index):
                return self._item(target, index), precedence.POSTFIX
            case Unary("not", operand):
                return f"not {self._at(operand, precedence.NOT)}", precedence.NOT
            case Unary(operator, operand):
                return f"{operator}{self._at(operand, precedence.SIGN)}", precedence.SIGN
            case Binary("<<", left, right) if not (isinstance(right, Literal_) and right.value in _SMALL_SHIFTS):
                return f"rt.shifted({self(left)}, {self(right)})", precedence.POSTFIX
            case Binary("+", left, right, type=StrValue()) if not (_is_literal(left) or _is_literal(right)):
                return f"rt.joined_text({self(left)}, {self(right)})", precedence.POSTFIX
            case Binary("*", left, right, type=IntValue()) if _may_double(left, right):
                return f"rt.product({self(left)}, {self(right)})", precedence.POSTFIX
            case Binary(operator, left, right):
                level = precedence.BINARY[operator]
                if operator == "/" and not _is_float(left) and not _is_float(right):
                    operator = "//"  # type: ignore[assignment]
                return f"{self._at(left, level)} {operator} {self._at(right, level + 1)}", level
            case Compare(operator, left, right):
                sides = self._at(left, precedence.BITOR), self._at(right, precedence.BITOR)
                return f"{sides[0]} {operator} {sides[1]}", precedence.COMPARE
            case Logical(operator, left, right):
                level = precedence.AND if operator == "and" else precedence.OR
                # Python needs no parentheses around `and` in `or`, readers do.
                first, second = (
                    precedence.POSTFIX if operator == "or" and _is_and(s) else level for s in (left, right)
                )
                return f"{self._at(left, first)} {operator} {self._at(right, max(second, level + 1))}", level
            case Conditional(test, then, otherwise):
                one, other = self._render(then), self._render(otherwise)
                if one == other:  # they differ by a cast, which Python doesn't need
                    return one
                condition = self._at(test, precedence.OR)
                yes, no = _enclosed(*one, precedence.OR), _enclosed(*other, precedence.TERNARY)
                return f"{yes} if {condition} else {no}", precedence.TERNARY
            case EnumMember(enum, member):
                return f"{self._naming.enums[enum]}.{member_name(member)}", precedence.POSTFIX
            case Cast(target):
                return self._cast(expr) if self._absent is not None and is_case(expr) else self._render(target)
            case Find(items, of_item, wanted) | CountBefore(items, wanted, of_item):
                function = "place_of" if isinstance(expr, Find) else "count_before"
                told = self.with_special({"_": "item"})(of_item)
                called = f"rt.{function}({self._this}, {self(items)}, lambda item: {told}, {self(wanted)})"
                return called, precedence.POSTFIX
            case Apply("bytes_of", (arg,)):
                kind = arg.type.type if isinstance(arg.type, StructValue) else ""
                emit = f"emit_{function_name(self._naming.types[kind])}"
                return f"rt.bytes_of({emit}, {self(arg)}, out)", precedence.POSTFIX
            case Invoke(function, args):
                return f"call_{function.partition(':')[2]}({', '.join(self(a) for a in args)})", precedence.POSTFIX
            case Apply(function, args):
                return f"rt.{_FUNCTIONS[function]}({', '.join(self(a) for a in args)})", precedence.POSTFIX
            case Tabulate(size, item):
                inner = self.with_special({"_index": "_index"})
                return f"[{inner(item)} for _index in rt.places({self(size)})]", precedence.POSTFIX

    def _list(self, expr: ListLiteral, items: Sequence[Expr]) -> str:
        """A list of values, or bytes."""
        inside = ", ".join(self(item) for item in items)
        match expr.type:
            case BytesValue() if all(isinstance(item, Literal_) for item in items):
                return repr(bytes(item.value for item in items if isinstance(item, Literal_)))  # type: ignore[misc]
            case BytesValue():
                return f"bytes([{inside}])"
            case ArrayValue(ArrayValue()):
                return f"rt.list_of_lists({inside})"
        return f"[{inside}]"

    def _cast(self, expr: Cast) -> tuple[str, int]:
        """A structure that may be one of another type, and is none then."""
        assert isinstance(expr.type, StructValue)
        match expr.target:
            case Name(name, binding="attribute"):
                return f"rt.field_as_case({self._this}, {field_name(name)!r}, {expr.type.type!r})", precedence.POSTFIX
            case Member(owner, name, binding="attribute"):
                return f"rt.field_as_case({self(owner)}, {field_name(name)!r}, {expr.type.type!r})", precedence.POSTFIX
        return f"rt.as_case({self(expr.target)}, {expr.type.type!r})", precedence.POSTFIX

    def _name(self, expr: Name) -> tuple[str, int]:
        if expr.binding in ("special", "level"):
            return self._special.get(expr.name, expr.name), precedence.POSTFIX
        if expr.binding == "option":
            return f"{self._options}[{expr.name!r}]", precedence.POSTFIX
        return f"{self._this}.{field_name(expr.name)}", precedence.POSTFIX

    def _around(self, structure: str, type: str, name: str) -> str:
        """``_parent`` or ``_root`` of a structure; where its spec ends, there is neither."""
        if type and spec_of(type) != self._naming.spec:
            return f"{structure}.{'_above_in_spec' if name == '_parent' else '_root_in_spec'}"
        return f"{structure}.{self._above}" if name == "_parent" else self._top(structure)

    def _text(self, part: Expr) -> str:
        if isinstance(part.type, IntValue):
            return _decimal(self(part))
        return self(part) if isinstance(part.type, StrValue) else f"str({self(part)})"

    def _method(self, target: Expr, name: str, args: tuple[Expr, ...]) -> tuple[str, int]:
        # Once: what renders its target twice takes 2ⁿ steps for a chain of n.
        inner, level = self._render(target)
        tight = _enclosed(inner, level, precedence.POSTFIX)
        match target.type, name:
            case StreamValue(), _:
                return f"{tight}.{name}", precedence.POSTFIX
            case StrValue() | BytesValue() | ArrayValue(), "length" | "size":
                return f"len({inner})", precedence.POSTFIX
            case StrValue(), "reverse":
                return f"{tight}[::-1]", precedence.POSTFIX
            case StrValue(), "to_i":
                return f"int({', '.join([inner, *(self(a) for a in args)])})", precedence.POSTFIX
            case StrValue(), "substring":
                return f"{tight}[{self(args[0])}:{self(args[1])}]", precedence.POSTFIX
            case StrValue(), "to_b":
                return f"{tight}.encode({self(args[0])})", precedence.POSTFIX
            case BytesValue(), "to_s":
                return f"{tight}.decode({self(args[0])})", precedence.POSTFIX
            case BytesValue(), "index_of":
                return f"{tight}.find({self(args[0])})", precedence.POSTFIX
            case ((BytesValue() | ArrayValue()), "first"):
                return f"{tight}[0]", precedence.POSTFIX
            case ((BytesValue() | ArrayValue()), "last"):
                return f"{tight}[-1]", precedence.POSTFIX
            case ((BytesValue() | ArrayValue()), "min" | "max"):
                return f"{name}({inner})", precedence.POSTFIX
            case IntValue(), "to_s":
                return _decimal(inner), precedence.POSTFIX
            case _, "to_i":
                return f"int({inner})", precedence.POSTFIX
            case EnumValue(), "to_s":
                return f"str({inner})", precedence.POSTFIX
        raise _unsupported(target, f"the method {name}")


def _decimal(number: str) -> str:
    """A number as text. Of a number that is absent ``str`` would make one, too."""
    return f'format({number}, "d")'


def _enclosed(text: str, own: int, level: int) -> str:
    return text if own >= level else f"({text})"


def _unsupported(expr: Expr, what: str) -> SpecErrors:
    return SpecErrors((Diagnostic(expr.loc, f"{what} can't be compiled yet"),))


def _member(name: str) -> str:
    return name if name.startswith("_") else field_name(name)


def _literal(value: int | float | bool | str) -> tuple[str, int]:
    if isinstance(value, bool) or not isinstance(value, int):
        return repr(value), precedence.POSTFIX
    if value < 0:
        return str(value), precedence.SIGN
    return (f"0x{value:X}" if value >= 1 << 16 else str(value)), precedence.POSTFIX


def _is_and(expr: Expr) -> bool:
    return isinstance(expr, Logical) and expr.operator == "and"


def _is_literal(expr: Expr) -> bool:
    return isinstance(expr, Literal_)


def _may_double(left: Expr, right: Expr) -> bool:
    """Whether a product may have twice the bits of what it rests on, which may be such a product itself."""
    return not (_is_literal(left) or _is_literal(right)) and (_is_calculated(left) or _is_calculated(right))


def _is_calculated(expr: Expr) -> bool:
    """Whether a number may have any number of bits, as it rests on what is calculated."""
    named = isinstance(expr, Name | Member) and expr.binding in ("instance", "parameter")
    return named or any(_is_calculated(child) for child in children(expr))


def _is_float(expr: Expr) -> bool:
    return isinstance(expr.type, FloatValue)
