"""What a spec says of its views, and of rows of which files are made: typed, frozen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bytewright_codegen.ir.expressions import Cast, Expr, Item, Member, Name
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.logical_types import Logical
from bytewright_codegen.ir.values import Value


@dataclass(frozen=True, slots=True)
class NamedCells:
    """A structure is shown as a struct, a member per element of ``each``, a list of what describes them.

    ``name`` is over that element (``_``), and so is ``case``, what the switch is over that types the member. ``cell``
    is the member's value, over the structure and ``_column``, its place in the list. ``inner``: of an element that
    describes a structure with cells of its own, the list that describes these."""

    each: Expr
    name: Expr
    cell: Expr
    loc: Location
    case: Expr | None = None
    inner: Expr | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """What a column shows in place of its value: ``shown`` of the first item of ``items`` (a path with ``[*]``, without
    the last) whose ``key`` that is; both are over the item, ``_``."""

    items: Expr
    key: Expr
    shown: Expr


@dataclass(frozen=True, slots=True)
class Counted:
    """What a column counts: the items of ``items`` (a path with ``[*]``, without the last) that meet ``where``."""

    items: Expr
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class ViewColumn:
    """A column: an expression over the members of the view's root, the element ``_``, ``_index`` and ``_row``.

    ``type_name``: the type that is shown (``s4``, ``s8`` …) where it is not the expression's own. ``nullable``: whether
    there may be no value (None: what it shows decides). ``never``: it has no value in any row. ``members``: it is a
    list of structures with these members, one per item ``_`` of the list that the expression gives; with ``never``
    always an empty one. ``condition``: there is none where it doesn't hold."""

    id: str
    expr: Expr
    loc: Location
    type_name: str | None = None
    value: Value | None = None
    logical: Logical | None = None
    nullable: bool | None = None
    doc: str = ""
    never: bool = False
    members: tuple[ViewColumn, ...] = ()
    named: Named | None = None
    counted: Counted | None = None
    condition: Expr | None = None
    first: Expr | None = None


@dataclass(frozen=True, slots=True)
class TableType:
    """What values of a table that a library decodes are shown as.

    ``kind`` ``plain``: the type ``name`` (``s4``, ``str`` …). ``list``: a list of ``items[0]``; where the table has
    bytes, these lie in them one after another. ``map``: likewise pairs of ``items``. ``struct``: ``members`` by name,
    each of the first of its types that fits what is there; ``tags``: names of members that text of JSON objects gets
    besides, each with the member that it is about, and its value for each of the types of that."""

    kind: Literal["plain", "list", "map", "struct"]
    name: str = ""
    items: tuple[TableType, ...] = ()
    members: tuple[tuple[str, tuple[TableType, ...]], ...] = ()
    tags: tuple[tuple[str, str, tuple[int | str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a table is made anew, where ``where`` holds of the step: ``settings`` of the library's class by name."""

    settings: tuple[tuple[str, int | str | bool], ...]
    loc: Location
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class DecodeCase:
    """What a table's values are shown as where ``where`` holds of a step, and the table's column says of itself all of
    ``metadata``."""

    type: TableType
    loc: Location
    where: Expr | None = None
    metadata: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class StatedSize:
    """Where it is said how many bytes the values of tables take in memory: a member of ``text``, a field before the
    records that holds a JSON object."""

    text: Expr
    member: str
    loc: Location


@dataclass(frozen=True, slots=True)
class Decode:
    """Rows that a library makes of ``bytes`` of a step: ``codec`` is its class by dotted path, in lower case with
    underscores, or by a registered name; ``column`` what the column is called that shows them; of ``cases`` the first
    that holds counts, and of ``encodings`` when tables are written. ``handed``: the caller hands over the class."""

    bytes: Expr
    codec: str
    column: str
    cases: tuple[DecodeCase, ...]
    loc: Location
    doc: str = ""
    encodings: tuple[Encoding, ...] = ()
    stated_size: StatedSize | None = None
    handed: bool = False


@dataclass(frozen=True, slots=True)
class FileChoice:
    """Where ``option`` is set, only files are shown of which ``value``, something before the records, is what it says.

    ``names``: an option whose value gives numbers for names. ``known``: names that always stand for a number."""

    option: str
    value: Expr
    loc: Location
    names: str | None = None
    known: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Requirement:
    """What a file must fulfil to be shown: ``holds``; otherwise ``field``, something before the records, is blamed."""

    holds: Expr
    field: Expr
    loc: Location


@dataclass(frozen=True, slots=True)
class Property:
    """What a file says of a column beside its values: an expression over the element that is the column.

    ``option``: set per column, it says the property instead. ``is_mode``: whether it may differ from step to step, so
    that rows may say it."""

    id: str
    value: Expr
    loc: Location
    option: str | None = None
    is_mode: bool = False
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Pivot:
    """Columns that are named and typed by values: one per distinct ``key`` of the elements of ``each``, ascending.

    ``vector``: the list that holds the column's values, one per row; absent: all null. Where a key occurs twice in one
    structure the last counts. ``schema``: an option whose loaded value names and types the columns instead.
    ``properties``: what else is said of a column."""

    each: Expr
    key: Expr
    name: Expr
    vector: Expr
    loc: Location
    schema: str | None = None
    properties: tuple[Property, ...] = ()


@dataclass(frozen=True, slots=True)
class NewHeader:
    """What a header is where rows come without one: plain values as JSON text.

    ``root``: the file, in which the text ``*`` stands for the list of columns. ``types``: a column by the name of an
    Arrow type; its member ``name`` becomes the column's name. ``said``: likewise by what the property ``by`` says of
    the column (``_``: anything else), in which ``*ID`` stands for what the property of that id says."""

    root: str
    name: str
    types: tuple[tuple[str, str], ...]
    by: str = ""
    said: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CellPivot:
    """Columns that a file's header names and types, for rows that are records: one per element of ``each``.

    ``name`` is over that element; ``cell``, the value in a row, over the step (``_``) and the number of the column
    (``_column``); ``constant``, over the element again, is the value of all rows where it isn't null. ``times``: an
    option, set per column, that says in which unit its integers are moments. ``properties``: what else the header says
    of a column."""

    each: Expr
    name: Expr
    cell: Expr
    loc: Location
    constant: Expr | None = None
    times: str | None = None
    new: NewHeader | None = None
    properties: tuple[Property, ...] = ()


@dataclass(frozen=True, slots=True)
class Variants:
    """Columns that each step names for itself: those of the structure ``of`` (over the step), which has cells.

    The columns of a file are those of all its steps, by name. ``option``: one that chooses the columns instead, by the
    ``name`` (over ``_``) of an item of the list ``among``; its columns are ``each``."""

    of: Expr
    loc: Location
    option: str | None = None
    among: Expr | None = None
    name: Expr | None = None
    each: Expr | None = None


@dataclass(frozen=True, slots=True)
class Selection:
    """What an option chooses: the elements for which ``equals`` is ``key``, an expression over options.

    Of the elements of a list around these, ascending by ``through``, only the first that isn't below the key is looked
    into; of those of a list that ascend by ``start``, only the last that isn't above it."""

    option: str
    key: Expr
    equals: Expr
    loc: Location
    through: Expr | None = None
    start: Expr | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A named way to see a file as rows.

    ``each``: the path to the list whose elements are steps of the view, without its ``[*]`` (None: the structure
    itself). Lists around it that the path passes through (``[*]``) name their elements in the view's expressions.
    ``order``: by what the elements of one of these lists, or the steps, are sorted. ``rows``: how many rows each step
    gives (``zip``: vectors side by side), None for one. ``first``: a structure that gives a row before those of the
    elements. ``metadata``: what ``_metadata`` tells of a file besides. ``inner``: the view of the structure that
    ``inner_path`` names (in the element; None: itself), whose columns follow (hidden by ours of the same name)."""

    name: str
    loc: Location
    default: bool = False
    each: Expr | None = None
    rows: Expr | None = None
    columns: tuple[ViewColumn, ...] = ()
    pivot: Pivot | None = None
    inner_path: Expr | None = None
    inner: str | None = None
    doc: str = ""
    where: Expr | None = None
    cells: CellPivot | None = None
    variants: Variants | None = None
    order: Expr | None = None
    selections: tuple[Selection, ...] = ()
    decode: Decode | None = None
    first: Expr | None = None
    files: FileChoice | None = None
    requirements: tuple[Requirement, ...] = ()
    metadata: tuple[ViewColumn, ...] = ()

    @property
    def lists(self) -> tuple[Expr, ...]:
        """The lists that ``each`` passes through and then names, the outermost first."""
        return () if self.each is None else (*listed(self.each), self.each)

    @property
    def plain(self) -> bool:
        """Whether its steps are all elements of one list, in their order."""
        return len(self.lists) < 2 and self.order is None and not self.selections


def listed(path: Expr) -> tuple[Expr, ...]:
    """The lists that a path passes through (``[*]``), the outermost first."""
    found: list[Expr] = []
    node = path
    while isinstance(node, Member | Item | Cast):
        if isinstance(node, Item) and isinstance(node.index, Name) and node.index.name == "*":
            found.insert(0, node.target)
        node = node.target
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Maker:
    """Rows of which a file may be made by code beside the spec: ``function`` (``module:function``) turns them into the
    file as plain values. ``columns``: their names with the names of their types, which end in ``[]`` for lists.
    ``view``: the rows are those of that view instead. ``told``: options that the function is given by name.
    ``dealt``: a list of lists (without the last ``[*]``) whose innermost items are dealt out over as many of the
    outermost as it takes for none to be larger than the option ``limit`` says. ``columnar``: the function that makes
    columns of rows, which become the innermost items without objects. ``arrow``: the function is given the rows as
    columns. ``inner``: as ``columns``, what structs whose members values name may have beside these."""

    name: str
    function: str
    columns: tuple[tuple[str, str], ...]
    loc: Location
    doc: str = ""
    view: str | None = None
    told: tuple[str, ...] = ()
    dealt: Expr | None = None
    limit: str | None = None
    columnar: str | None = None
    arrow: bool = False
    inner: tuple[tuple[str, str], ...] = ()
