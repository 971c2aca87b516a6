"""The nodes of a spec: types, attributes, instances, enums, options, views.

All types of a spec stand in one flat tuple under absolute names (``spec::outer::inner``, the root type first), so a
reference is a name and a node never contains another type. `bytewright_codegen.semantics.resolve` turns the names as
written into absolute ones; everything after it may rely on that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bytewright.codecs.built_in import BUILT_IN
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.location import NOWHERE, Location
from bytewright_codegen.ir.logical_types import Logical
from bytewright_codegen.ir.values import Value
from bytewright_codegen.ir.views import Maker, NamedCells, View, ViewColumn

Order = Literal["le", "be"]
FileOrder = Literal["path", "numeric"]
FILE_ORDERS: tuple[FileOrder, ...] = ("path", "numeric")


@dataclass(frozen=True, slots=True)
class CalculatedOrder:
    """``endian: {switch-on, cases}``: decided when a structure is read."""

    on: Expr
    cases: tuple[tuple[Expr | None, Order], ...]
    loc: Location


TypeOrder = Order | CalculatedOrder | Literal["inherited"]


# --- wire types: how a value lies in the bytes --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IntWire:
    """``u1 … s8be``: ``size`` in bytes; ``order`` is None for one byte and where it is calculated or inherited."""

    size: int
    signed: bool
    order: Order | None


@dataclass(frozen=True, slots=True)
class FloatWire:
    """``f4``, ``f8``."""

    size: int
    order: Order | None


@dataclass(frozen=True, slots=True)
class BitsWire:
    """``bN``: ``width`` in bits. ``b1`` without an enum is a boolean."""

    width: int
    order: Order


@dataclass(frozen=True, slots=True)
class BytesWire:
    """Bytes, framed by the attribute (size, terminator, end of stream)."""


@dataclass(frozen=True, slots=True)
class StrWire:
    """Text, framed by the attribute; ``encoding`` by its canonical name.

    ``terminator``: of a ``strz`` that is a case of a switch, in place of the attribute's."""

    encoding: str
    terminator: Terminator | None = None


@dataclass(frozen=True, slots=True)
class StructWire:
    """A user type (absolute name after resolving) with arguments."""

    type: str
    args: tuple[Expr, ...] = ()
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class SwitchWire:
    """``switch-on``. A case of None is ``_`` (default)."""

    on: Expr
    cases: tuple[tuple[Expr | None, Wire], ...]


Wire = IntWire | FloatWire | BitsWire | BytesWire | StrWire | StructWire | SwitchWire


# --- attributes ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Terminator:
    """``terminator`` with its companions."""

    bytes: bytes
    include: bool
    consume: bool
    eos_error: bool


@dataclass(frozen=True, slots=True)
class Repeat:
    """``repeat: eos | expr | until``; ``expr`` is the count or the condition."""

    kind: Literal["eos", "expr", "until"]
    expr: Expr | None


@dataclass(frozen=True, slots=True)
class Valid:
    """``valid`` in one of its forms (what is not used is None or empty)."""

    loc: Location
    eq: Expr | None = None
    min: Expr | None = None
    max: Expr | None = None
    any_of: tuple[Expr, ...] = ()
    expr: Expr | None = None
    in_enum: bool = False

    @property
    def exprs(self) -> tuple[Expr, ...]:
        """All expressions in it."""
        return tuple(e for e in (self.eq, self.min, self.max, *self.any_of, self.expr) if e is not None)


@dataclass(frozen=True, slots=True)
class Process:
    """``process``: a codec of bytes by name (``zlib``, ``xor``, ``rol``, ``ror`` or a dotted path) with arguments.

    ``beside``: whether the module of its class lies beside the spec. ``handed``: whether the caller hands over the
    class."""

    name: str
    args: tuple[Expr, ...]
    loc: Location = NOWHERE
    beside: bool = False
    handed: bool = False

    @property
    def keeps_size(self) -> bool:
        """Whether encoded bytes are as many as decoded ones."""
        return self.name in BUILT_IN and BUILT_IN[self.name].keeps_size


@dataclass(frozen=True, slots=True)
class Derive:
    """``-derive`` as written, for what inference can't find; each form names one quantity.

    kind ``position-of``: the place, in the stream of the structure that holds this field, where ``path`` begins; in a
    list, element *i* belongs to element *i* of the list that ``path`` names, and an element one past the last is the
    *end* of the last. ``when_empty`` is the value where there is no element; ``relative_to``: the field where counting
    begins instead (an attribute of the structure that holds this field).
    kind ``end-of``: the place where ``path`` ends, or the last of those of ``also`` that are there. ``unless``: a value
    that stays where it is set.
    In ``path``, ``x[*]`` is ``Item(x, Name("*"))``: all items.
    kind ``nulls-of``: ``choices`` (all, none, some) by how many values of ``path`` are null.
    kind ``presence-of``: of a list of bits; the bit ``at`` says of each item of the list in ``path`` that meets
    ``where`` whether it has the member at the end of the path (``at`` and ``where`` over ``_``, the item)."""

    kind: Literal["position-of", "end-of", "nulls-of", "value", "presence-of"]
    path: Expr
    loc: Location
    when_empty: Expr | None = None
    choices: tuple[tuple[str, Expr], ...] = ()
    at: Expr | None = None
    where: Expr | None = None
    relative_to: Expr | None = None
    unless: Expr | None = None
    also: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Checksum:
    """``-checksum``: the field is the checksum, by ``algorithm``, of the bytes from the first of ``start`` to the last
    of ``end``: fields of this structure or, through ``_parent``, of one that it lies in; None: where this structure
    begins, and the byte before the field."""

    algorithm: str
    loc: Location
    start: Expr | None = None
    end: Expr | None = None


@dataclass(frozen=True, slots=True)
class Attribute:
    """One entry of ``seq``, or a parse instance.

    ``id`` is None for an entry without one (padding); ``value`` is the type of what is read, per element where it
    repeats (set by resolving, without the array around it); ``doc`` is plain text. ``parent``: what the structure
    has as its ``_parent`` (the literal false: nothing). ``deferred``: an instance without a place of its own: it lies
    behind the others and is read when it is first asked for, at the latest before anything that comes after.
    ``inserted``: one that lies before the first entry that asks for it.
    ``again``: it reads what other fields describe, so that neither trees nor writers know it. ``until_zeros``: zero
    bytes up to the end of the stream are no elements of the list, but slack. ``sync``: what it is in records that are
    looked for. ``is_evidence``: whether it tells anything of where one begins."""

    id: str | None
    wire: Wire
    loc: Location
    doc: str = ""
    condition: Expr | None = None
    repeat: Repeat | None = None
    size: Expr | None = None
    size_eos: bool = False
    terminator: Terminator | None = None
    pad_right: int | None = None
    contents: bytes | None = None
    enum: str | None = None
    process: Process | None = None
    valid: Valid | None = None
    position: Expr | None = None
    stream: Expr | None = None
    parent: Expr | None = None
    value: Value | None = None
    references: tuple[str, ...] = ()
    enum_loc: Location = NOWHERE
    # vendor keys
    logical: Logical | None = None
    derive: Derive | None = None
    default: Expr | None = None
    validity_of: str | None = None
    open_enum: bool = False
    deferred: bool = False
    inserted: bool = False
    checksum: Checksum | None = None
    null: Expr | None = None
    unique: Expr | None = None
    same: Expr | None = None
    hint: str = ""
    again: bool = False
    until_zeros: bool = False
    sync: Valid | None = None
    is_evidence: bool = True

    @property
    def placed(self) -> bool:
        """Whether it lies at a place of its own (an instance with ``pos`` or ``io``), outside the sequence."""
        return self.position is not None or self.stream is not None

    @property
    def compared(self) -> tuple[Expr, ...]:
        """The rules of a list that compare its elements: what differs among them, what is the same."""
        return tuple(rule for rule in (self.unique, self.same) if rule is not None)


@dataclass(frozen=True, slots=True)
class ValueInstance:
    """``instances`` with ``value``.

    ``valid``: what holds of it once its structure has been read. ``checksum_field``: id of the field whose checksum
    says whether it is there: then the value is what a reader found out, and writers are told."""

    id: str
    expr: Expr
    loc: Location
    doc: str = ""
    condition: Expr | None = None
    enum: str | None = None
    value: Value | None = None
    logical: Logical | None = None
    references: tuple[str, ...] = ()
    enum_loc: Location = NOWHERE
    valid: Valid | None = None
    checksum_field: str | None = None


@dataclass(frozen=True, slots=True)
class Parameter:
    """An entry of ``params``; ``type_name`` as written."""

    id: str
    type_name: str
    loc: Location
    doc: str = ""
    enum: str | None = None
    value: Value | None = None
    references: tuple[str, ...] = ()
    type_loc: Location = NOWHERE
    enum_loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class TypeDef:
    """A type: the root of a spec, or one of its ``types``, under its absolute name.

    ``order``: how integers lie whose wire says no order; ``"inherited"`` where an enclosing type calculates it, so that
    what reads this structure passes it on. ``parent_type``: absolute name of the type whose attributes use this one
    (what ``_parent`` is) where there is just one, otherwise None; set by resolving. What ``-show`` says:
    ``shown_as`` is the member that stands for a value of this type, ``columns`` what views show instead of its members,
    ``cells`` the same where values name them. ``is_evidence``: see `Attribute`."""

    name: str
    loc: Location
    doc: str = ""
    params: tuple[Parameter, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    instances: tuple[Attribute | ValueInstance, ...] = ()
    references: tuple[str, ...] = ()
    to_string: Expr | None = None
    order: TypeOrder | None = None
    bit_order: Order = "be"
    parent_type: str | None = None
    logical: Logical | None = None
    shown_as: Expr | None = None
    columns: tuple[ViewColumn, ...] = ()
    cells: NamedCells | None = None
    is_evidence: bool = True

    @property
    def fields(self) -> tuple[Attribute, ...]:
        """All that is read of a structure: its attributes, then its instances with places of their own."""
        return self.attributes + tuple(i for i in self.instances if isinstance(i, Attribute))


@dataclass(frozen=True, slots=True)
class EnumEntry:
    """A member of an enum; ``label`` (``-label``) is the name that is shown where the id can't be it."""

    value: int
    id: str
    doc: str = ""
    label: str | None = None
    loc: Location = NOWHERE
    references: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnumDef:
    """An enum under its absolute name."""

    name: str
    entries: tuple[EnumEntry, ...]
    loc: Location


# --- what the language adds: options and views -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """``-options``: what a user may set. ``loader`` (``module:function`` beside the spec) turns the text of the file
    that a ``file`` option names into a value. ``values``: what the choices of an ``enum`` stand for in expressions, if
    not for their names. ``per``: the option is set for each column of its own (``id.COLUMN``). ``otherwise``: the same
    as ``loader`` for a function without arguments, which gives the value where nobody names a file. ``min``,
    ``max``: the smallest and the largest value of a number."""

    id: str
    type: Literal["str", "int", "size", "bool", "enum", "file"]
    loc: Location
    default: str | int | bool | None = None
    choices: tuple[str, ...] = ()
    loader: str | None = None
    doc: str = ""
    values: tuple[int, ...] = ()
    per: Literal["column"] | None = None
    otherwise: str | None = None
    min: int | None = None
    max: int | None = None


@dataclass(frozen=True, slots=True)
class Spec:
    """A whole declaration.

    ``imports`` as written; ``ir.library`` knows what they are. ``cross_references`` (``xref``): names of other
    registries with the keys there. ``samples``: files beside the spec that are drawn in place of models.
    ``file_order``: how names tell the order of the files of a directory.
    ``references`` of a node (``doc-ref``): where its documentation comes from."""

    id: str
    file: str
    types: tuple[TypeDef, ...]
    enums: tuple[EnumDef, ...]
    loc: Location
    title: str = ""
    doc: str = ""
    license: str = ""
    extensions: tuple[str, ...] = ()
    applications: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    cross_references: tuple[tuple[str, tuple[str, ...]], ...] = ()
    imports: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    views: tuple[View, ...] = ()
    samples: tuple[str, ...] = ()
    file_order: FileOrder = "path"
    makers: tuple[Maker, ...] = ()

    @property
    def root(self) -> TypeDef:
        """The type of a whole file."""
        return self.types[0]
