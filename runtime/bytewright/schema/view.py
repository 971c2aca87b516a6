"""What a view is, as generated code states it: data, and small functions that the compiler made of expressions.

The functions take a `Scope` and give plain values of the model (ints, enum members, text, bytes, structures, lists,
None).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import pyarrow as pa

from bytewright.errors import WriteError
from bytewright.model.structures import Struct
from bytewright.schema.lookups import Selection
from bytewright.schema.pivots import Pivot, Property
from bytewright.schema.scope import Expression, Scope
from bytewright.schema.table_codecs import Shape
from bytewright.schema.value_forms import PLAIN, Form


class HandedSpan(NamedTuple):
    """A field that objects read without the rest of its record.

    Attributes:
        way: the names in Python of the fields that lead to it from the record, the last of which is its own.
        depth: how many streams its structure lies in, inside of that of the record.
        alone: what the codec has to read it (`Codec.alone`).
        start: the kernel's column of where it begins.
        size: likewise of how many bytes it has; -1: it isn't there.
    """

    way: tuple[str, ...]
    depth: int
    alone: str
    start: str
    size: str


class Handed(NamedTuple):
    """What the kernel hands of a record to objects, which make a column of it.

    Attributes:
        spans: the fields that they read.
        values: numbers, bytes and texts that they ask for beside these: the names that lead there, and the kernel's
            column.
    """

    spans: tuple[HandedSpan, ...]
    values: tuple[tuple[tuple[str, ...], str], ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a view.

    Attributes:
        id: its name.
        type: the Arrow type that it has.
        value: gives the model's value.
        nullable: whether there may be none.
        doc: what it shows.
        form: how the model's value becomes one of the type, where the type alone doesn't say it.
        per_row: whether the value may differ between the rows of one step (it uses ``Scope.row``).
        path: where the value is stored, for writing: ``root`` or ``element`` and names in Python, or ``index`` or
            ``row`` alone; ``level0`` and names in an element of the outermost of lists in lists, and so on; empty
            where it is calculated. Behind the name of a switch comes the case that holds it: its name behind `CASE`
            (`bytewright.kernels.plan.encoding`).
        ways: where conditions decide that: the first path counts of which the condition holds (None: it does); where
            none does, or there is no value, the column says nothing of what is stored.
        is_member: whether the value is the element's attribute at the end of ``path``.
        by_objects: in a view that the kernel reads, why objects make it; empty: the kernel does.
        handed: what they are handed of a record then; None: they read all of it.
        shape: how many numbers there are in it, dimension by dimension, where constants say so; otherwise empty.
    """

    id: str
    type: pa.DataType
    value: Expression
    nullable: bool = False
    doc: str = ""
    form: Form = PLAIN
    per_row: bool = True
    path: tuple[str, ...] = ()
    ways: tuple[tuple[Expression | None, tuple[str, ...]], ...] = ()
    is_member: bool = False
    by_objects: str = ""
    handed: Handed | None = None
    shape: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CellsInverse:
    """How cells become fields of records again. Names are those in Python.

    Attributes:
        each: way from a record to the list that has an element per column.
        cell: way from an element of that list to the value.
    """

    each: tuple[str, ...]
    cell: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewHeader:
    """What a header is where rows come without one.

    Attributes:
        root: the file as plain values, in JSON; the text ``*`` in it stands for the list of columns.
        name: the member of a column that is its name.
        types: a column as plain values, in JSON, by the Arrow type of its values as text.
        by: id of the property that decides what a column is where it is known; empty: none does.
        said: a column likewise, by what that property says, ``_``: anything else; a text ``*ID`` in it stands for what
            the property of that id says, and a member that is one of which nothing is said is left out.
    """

    root: str
    name: str
    types: Mapping[str, str]
    by: str = ""
    said: Mapping[str, str] = field(default_factory=dict)

    def document(
        self,
        columns: Mapping[str, pa.DataType],
        properties: Sequence[Property] = (),
        said: Mapping[str, Mapping[str, str]] | None = None,
        told: Mapping[str, Collection[str]] | None = None,
    ) -> dict[str, Any]:
        """The file as plain values, for columns by name.

        Args:
            columns: Arrow types of the columns' values.
            properties: what can be said of columns.
            said: what is said of them, by property.
            told: ids of the properties that options say, by column.

        Raises:
            WriteError: a column has a type that none of the format's columns has, a property has no such value, or an
                option says what a column of that kind doesn't have.
        """
        made = []
        for name, kind in columns.items():
            texts = (said or {}).get(name, {})
            values = {one.id: one.parsed(texts[one.id], name) for one in properties if one.id in texts}
            stated = self.types.get(str(kind))
            if self.by in values and not pa.types.is_timestamp(kind):
                stated = self.said.get(str(values[self.by]), self.said.get("_", stated))
            if stated is None:
                expected = "a column of one of the types " + ", ".join(self.types)
                raise WriteError(
                    field=name,
                    expected=expected,
                    found=str(kind),
                    hint="Cast it, say its unit if it is a moment, or give a root that has it.",
                )
            made.append({self.name: name, **_put_in(json.loads(stated), values)})
            for id in (told or {}).get(name, ()):
                if id != self.by and json.dumps(f"*{id}") not in stated:
                    raise WriteError(
                        f"a column such as {name} has no {id}: it is {stated}",
                        hint=f"Say its {self.by} as well." if self.by else None,
                    )
        found: dict[str, Any] = json.loads(self.root.replace('"*"', json.dumps(made)))
        return found


def _put_in(node: Any, values: Mapping[str, Any]) -> Any:
    """Plain values with what is said in place of texts ``*ID``; members of which nothing is said are left out."""
    if isinstance(node, str) and node.startswith("*"):
        return values.get(node[1:])
    if isinstance(node, dict):
        made = {name: _put_in(inner, values) for name, inner in node.items()}
        return {name: inner for name, inner in made.items() if inner is not None}
    return [_put_in(inner, values) for inner in node] if isinstance(node, list) else node


@dataclass(frozen=True, slots=True)
class Cells:
    """Columns that a file's header names and types, for rows that are records.

    Attributes:
        each: the structures of the header that describe one column each, from the root of the view.
        name: what a column is called (``Scope.element`` is such a structure, ``Scope.index`` its number).
        cell: the value in a row (``Scope.element`` is the step, ``Scope.column`` the number of the column).
        case: name of the case of the switch that types a column, by ``Scope.column``.
        cases: Arrow type of each case, by name.
        forms: form of the values of a case, by its name, for those that are not plain.
        nullable: whether a cell may be absent.
        constant: value of a column in all rows (scope as for ``name``); None: it is in the records.
        constants: form of such a value, by the name of the case, where it is another one than in a row.
        times: option that says by column, in lower case, in which unit its integers are moments; empty: none does.
        new: what the header is where rows come without one; None: that isn't known.
        inverse: how cells become fields again, for writing.
        properties: what the header says of a column beside its values (scope as for ``name``).
    """

    each: Callable[[Scope], Iterable[Struct]]
    name: Expression
    cell: Expression
    case: Expression
    cases: Mapping[str, pa.DataType]
    forms: Mapping[str, Form] = field(default_factory=dict)
    nullable: bool = True
    constant: Expression | None = None
    constants: Mapping[str, Form] = field(default_factory=dict)
    times: str = ""
    new: NewHeader | None = None
    inverse: CellsInverse | None = None
    properties: tuple[Property, ...] = ()


@dataclass(frozen=True, slots=True)
class NamedCells:
    """Structures whose members values name.

    Attributes:
        each: the list that describes the members of a structure, one by one.
        name: what a member is called, by its description.
        case: name of the case of the switch that types it, by its description.
        cell: a member of a structure, by its place in the list.
        cases: Arrow type of each case, by name; of one that is such a structure itself, the way to it in Python.
        forms: form of the values of a case, by its name, for those that are not plain.
        inner: the list that describes the members of a member that is such a structure, by its description.
        others: how members of these are named, by case.
    """

    each: Callable[[Any], Sequence[Any]]
    name: Callable[[Any], str]
    case: Callable[[Any], str]
    cell: Callable[[Any, int], Any]
    cases: Mapping[str, pa.DataType | tuple[str, ...]]
    forms: Mapping[str, Form] = field(default_factory=dict)
    inner: Callable[[Any], Sequence[Any]] | None = None
    others: Callable[[], Mapping[str, NamedCells]] = dict


@dataclass(frozen=True, slots=True)
class Variants:
    """Columns that each step names for itself.

    Attributes:
        of: the structure whose members are the columns of a step.
        cells: how they are named.
        option: one that chooses the columns; empty: none does.
        among: what it chooses among (``Scope.root`` has the parameters of a file's root).
        name: which of these it is, by the option's value.
        each: the descriptions of the columns that one of these has.
    """

    of: Expression
    cells: NamedCells
    option: str = ""
    among: Callable[[Scope], Iterable[Any]] | None = None
    name: Expression | None = None
    each: Callable[[Scope], Sequence[Any]] | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """By what elements come in ascending order: those of the list of a ``level``, 0 for the outermost."""

    level: int
    key: Expression


@dataclass(frozen=True, slots=True)
class DecodeCase:
    """What a table's values are shown as: ``shape``, where ``where`` holds of the step, and the table's column says of
    itself all that is in ``metadata``."""

    where: Expression
    shape: Shape
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decode:
    """Rows that a library makes of bytes of a step.

    Attributes:
        column: what the column is called that shows them.
        bytes: the bytes.
        codec: the class that opens them, by the name that the spec calls it.
        cases: what they are shown as; the first that holds counts.
        origin: the structure that holds the bytes, and the id of its field, which errors blame.
        path: where the bytes are stored, from the element on; empty: that can't be told.
        encodings: how tables are made anew: settings of the class, the first whose condition holds.
        stated_size: where it is said how many bytes all values take in memory, which follows them: way from the root to
            the text of a JSON object, and the name of a member, whose value is digits as text; None: nowhere.
        doc: what the column shows.
        package: the package that has the module of the class; empty: Python finds it.
    """

    column: str
    bytes: Expression
    codec: str
    cases: tuple[DecodeCase, ...]
    origin: Callable[[Scope], tuple[Struct, str]]
    path: tuple[str, ...] = ()
    encodings: tuple[tuple[Expression, Mapping[str, Any]], ...] = ()
    stated_size: tuple[tuple[str, ...], str] | None = None
    doc: str = ""
    package: str = ""


@dataclass(frozen=True, slots=True)
class FileChoice:
    """Which files are shown where an option is set.

    Attributes:
        option: its id.
        value: what of the beginning of a file (``Scope.root``) it must be, a number.
        names: an option whose value gives numbers for names.
        known: numbers of names that always stand for one.
    """

    option: str
    value: Expression
    names: str | None = None
    known: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Requirement:
    """What the beginning of a file must fulfil, and the field that is blamed where it doesn't."""

    holds: Expression
    origin: Callable[[Scope], tuple[Struct, str]]


@dataclass(frozen=True, slots=True)
class Names:
    """What values stand for: ``outer`` is the list that says so, ``pairs`` gives values with what they stand for of
    it."""

    outer: Expression
    pairs: Callable[[Any], Iterable[tuple[Any, Any]]]


@dataclass(frozen=True, slots=True)
class Directory:
    """Where a page of a table lies that says where regions are: of each element of a list one further out than that
    whose elements have a region.

    Attributes:
        stream: the stream that the page lies in.
        position: where it begins there.
        size: how many bytes it has.
        regions: the stream that the regions lie in; None: the page itself.
        numbers: those of the region's ``numbers`` that are the same for a whole page.
        blocks: where the structure lies that has such pages, of each element of a list one further out, where the
            kernel can find the pages in it; None: only objects can.
        parts: of pages that are structures, or the file, as a whole: how many elements they have that say where regions
            lie (None where only reading the file tells). They are read only where these are small. None: pages are
            nothing but such elements.
        own: whether an element whose list has a region has a page of its own.
    """

    stream: Expression
    position: Expression
    size: Expression
    regions: Expression | None = None
    numbers: Mapping[str, Expression] = field(default_factory=dict)
    blocks: Region | None = None
    parts: Expression | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class Region:
    """Where the innermost list of a view lies, or a structure around it, so that its elements can be read without it.

    Attributes:
        stream: the stream that it lies in.
        position: where it begins there.
        condition: whether there is one; None: always.
        size: how many bytes it has; None: it ends where its elements say, at the latest with the stream.
        process: what its bytes go through before they are its elements; None: nothing.
        names: what values in it stand for, by the names that its plan has for that.
        follows: whether ``position`` is that of the first element only, each of which says where the next one lies:
            anywhere in the stream.
        alone: whether the list itself lies there, not a structure that holds it.
        count: which of ``numbers`` says how many elements the list has; empty: none does.
        numbers: what its plan asks of the element that it belongs to, by name.
        referred: what bytes elsewhere in the stream go through that its elements refer to and that are shown in their
            place; None: they are shown themselves.
        directory: the table that says where such regions lie, where the kernel can read it; None: only objects can.
        parts: of a file that says where structures lie: how many, or None where only reading it tells; None: it is one
            structure.
    """

    stream: Expression
    position: Expression
    condition: Expression | None = None
    size: Expression | None = None
    process: Expression | None = None
    names: Mapping[str, Names] = field(default_factory=dict)
    follows: bool = False
    alone: bool = False
    count: str = ""
    numbers: Mapping[str, Expression] = field(default_factory=dict)
    referred: Expression | None = None
    directory: Directory | None = None
    parts: Expression | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A named way to see a file as rows.

    Attributes:
        name: its name.
        each: the elements that are steps of the view, from its root; None: the root is the only step.
        each_field: name of the root's field whose elements ``each`` gives, where it is just that, and nothing sorts or
            chooses what comes of them.
        where: which of them are steps; None: all.
        says: what that says of each step: ways from the element to fields, and their values.
        rows: how many rows a step gives; None: one.
        columns: the columns.
        pivot: columns that values name.
        cells: columns that the header names.
        variants: columns that each step names.
        of_header: whether it shows nothing of the records of a file.
        inner: a view of ``inner_root``'s structure whose columns follow; one of ours hides one of the same name there.
        left: where the kernel reads the view, of the columns that inner views show those that objects make, by name:
            why, and what they are handed of a record (None: they read all of it).
        doc: what the view shows.
        each_path: way from the root to the list that ``each`` gives, as names in Python; empty: it is calculated.
        rows_path: where the number of rows is stored: way from the element; empty: it is calculated, or elsewhere.
        inner_path: way from the element to the structure of the inner view.
        deeper: lists in the elements of ``each``, in the elements of these, and so on; the last ones' are the steps.
        list_paths: where all of these lists are stored, as names in Python: way from the root to the first, and from an
            element of each to the next; empty: there is one only, or that of one is calculated.
        spared: the innermost of these lists whose elements say how long they are, from 1: a bad one costs no more than
            itself, and is what ``_metadata`` calls a record; 0: an element of ``each`` is.
        order: in which order elements come, if not as they are stored.
        selections: what options choose.
        decode: rows that a library makes of bytes of each step.
        first: a structure that gives a row before those of the elements, as the step with the number -1.
        files: which files an option chooses.
        requirements: what the beginning of a file must fulfil.
        metadata: what ``_metadata`` tells of a file besides.
        region: where the innermost list lies; None: that isn't known before it is read.
        counted: where the pages of a table lie whose entries columns count, of a step: the stream, the place there and
            the size of each; None: columns count nothing that the kernel can read.
        by_number: ids of the columns that rest on the numbers of elements of ``each``, counted from the first one of
            the file; ``*``: all rows do.
        lazy: fields (`bytewright.objects.read.deferral.read_later`) that are only read, and checked, where a column
            asks for them: their bytes lie in bounds, and the kernel can't read them.
    """

    name: str
    columns: tuple[Column, ...] = ()
    each: Callable[[Scope], Iterable[Struct]] | None = None
    each_field: str = ""
    rows: Expression | None = None
    pivot: Pivot | None = None
    inner: View | None = None
    inner_root: Expression | None = None
    default: bool = False
    doc: str = ""
    each_path: tuple[str, ...] = ()
    rows_path: tuple[str, ...] = ()
    inner_path: tuple[str, ...] = ()
    where: Expression | None = None
    says: tuple[tuple[tuple[str, ...], Any], ...] = ()
    cells: Cells | None = None
    variants: Variants | None = None
    of_header: bool = False
    deeper: tuple[Callable[[Scope], Iterable[Any] | None], ...] = ()
    list_paths: tuple[tuple[str, ...], ...] = ()
    spared: int = 0
    order: Order | None = None
    selections: tuple[Selection, ...] = ()
    decode: Decode | None = None
    first: Expression | None = None
    files: FileChoice | None = None
    requirements: tuple[Requirement, ...] = ()
    metadata: tuple[Column, ...] = ()
    region: Region | None = None
    counted: Callable[[Scope], Iterable[tuple[Any, int, int]]] | None = None
    by_number: tuple[str, ...] = ()
    lazy: frozenset[str] = frozenset()
    left: Mapping[str, tuple[str, Handed | None]] = field(default_factory=dict)

    def inside(self, left: Mapping[str, tuple[str, Handed | None]]) -> View:
        """The view as the inner one of another, whose plan says which columns objects make.

        Args:
            left: those, as the outermost view has them.
        """
        if not left and not any(column.by_objects for column in self.columns):
            return self
        by_kernel = "", None
        told = ((column, *left.get(column.id, by_kernel)) for column in self.columns)
        columns = (replace(column, by_objects=reason, handed=handed) for column, reason, handed in told)
        return replace(self, columns=tuple(columns))
