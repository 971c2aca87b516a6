"""Typed expression trees.

``type`` is ``None`` as the front end leaves an expression and set by `bytewright_codegen.semantics.resolve`;
``binding`` of a name likewise.

``loc`` is where the text of an expression begins; of a ``Member`` or ``Call`` it is the place of the name after the
dot, of a ``Cast`` that of the type. ``beginning`` finds the first character of any of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.values import Value

BinaryOperator = Literal["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"]
ComparisonOperator = Literal["==", "!=", "<", "<=", ">", ">="]
Binding = Literal["attribute", "instance", "parameter", "special", "method", "option", "level"]
"""What a name stands for. *special*: ``_ _root _parent _io _index _row _column _on _sizeof _offset _length`` and ``*``
(all items, in ``x[*]``). *method*: a member of a built-in type (``_io.pos``), whether or not it takes arguments."""

OWN_INDEX = "_own_index"
"""Special name of a structure's number in its list, in expressions of its type; no spec can name it."""


@dataclass(frozen=True, slots=True)
class Literal_:  # noqa: N801  (typing has a Literal)
    """A number, a boolean or a text."""

    value: int | float | bool | str
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class ListLiteral:
    """``[a, b]``: bytes where all items are literals that fit a byte (``type`` says which), otherwise an array."""

    items: tuple[Expr, ...]
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class FormatString:
    """``f"…{expr}…"``: parts are literal texts and expressions."""

    parts: tuple[Expr, ...]
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class Name:
    """A name on its own: a member of the type in whose text it stands, or a special name.

    ``owner`` is the absolute name of the type that declares an attribute, instance or parameter."""

    name: str
    loc: Location
    type: Value | None = None
    binding: Binding | None = None
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """``target.name``: a member of a structure, or a method without arguments of a built-in type."""

    target: Expr
    name: str
    loc: Location
    type: Value | None = None
    binding: Binding | None = None
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """``target.method(args)`` of a built-in type."""

    target: Expr
    method: str
    args: tuple[Expr, ...]
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """``target[index]``."""

    target: Expr
    index: Expr
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class Unary:
    """``-x``, ``~x``, ``not x`` (``+x`` is x)."""

    operator: Literal["-", "~", "not"]
    operand: Expr
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class Binary:
    """Arithmetic and bits. ``/`` of integers and ``%`` floor."""

    operator: BinaryOperator
    left: Expr
    right: Expr
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class Compare:
    """One comparison."""

    operator: ComparisonOperator
    left: Expr
    right: Expr
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class Logical:
    """``and``, ``or``."""

    operator: Literal["and", "or"]
    left: Expr
    right: Expr
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class Conditional:
    """``test ? then : otherwise``."""

    test: Expr
    then: Expr
    otherwise: Expr
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class EnumMember:
    """``enum::member``. ``enum`` as written by the front end (``a::b``), absolute after resolving."""

    enum: str
    member: str
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class Cast:
    """``target.as<type>``; ``type_name`` as written, with ``[]`` behind it for an array; ``type`` is that type."""

    target: Expr
    type_name: str
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class SizeOf:
    """``sizeof<type>`` or ``bitsizeof<type>``; a user type by its absolute name after resolving."""

    type_name: str
    bits: bool
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class Find:
    """``-find``: the place of the first item of a list whose ``key`` (over ``_``, the item) is ``wanted``, or -1."""

    items: Expr
    key: Expr
    wanted: Expr
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class CountBefore:
    """How many items of a list before the place ``before`` meet a condition (``where``, over ``_``)."""

    items: Expr
    before: Expr
    where: Expr
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class Apply:
    """A function by its name: of numbers as IEEE 754 has it (what is too large is infinity, what isn't defined NaN), of
    integers (``log2``, which no spec can name), or ``bytes_of`` of a structure that is written."""

    function: Literal["pow", "exp", "log", "log2", "bytes_of"]
    args: tuple[Expr, ...]
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class Invoke:
    """What a function beside the spec (``module:function``) makes of values."""

    function: str
    args: tuple[Expr, ...]
    loc: Location
    type: Value | None = None


@dataclass(frozen=True, slots=True)
class Tabulate:
    """A list of ``size`` values: ``item`` for each ``_index`` from 0 on."""

    size: Expr
    item: Expr
    loc: Location
    type: Value | None = None


Expr = (
    Literal_
    | ListLiteral
    | FormatString
    | Name
    | Member
    | Call
    | Item
    | Unary
    | Binary
    | Compare
    | Logical
    | Conditional
    | EnumMember
    | Cast
    | SizeOf
    | Find
    | CountBefore
    | Apply
    | Invoke
    | Tabulate
)


def beginning(expr: Expr) -> Location:
    """Where the text of an expression begins."""
    while isinstance(expr, Member | Call | Cast):
        expr = expr.target
    return expr.loc
