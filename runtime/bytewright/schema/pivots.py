"""Columns that values in a file name and type, as generated code states them, and the way back from rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from bytewright.errors import WriteError
from bytewright.model.structures import Struct
from bytewright.schema.arrays import array_of
from bytewright.schema.scope import Expression, Scope
from bytewright.schema.value_forms import PLAIN, Form


@dataclass(frozen=True, slots=True)
class PivotSchema:
    """One column that an option names: which key it shows, under which name, with which type.

    ``case`` is a case of the pivot by its name (None: whatever the file says); ``labels`` are the names of an enum's
    values, shown instead of numbers. ``required``: what it is, where rows without a value in it can't be written."""

    key: int
    name: str
    case: str | None = None
    labels: tuple[str, ...] | None = None
    required: str = ""


@dataclass(frozen=True, slots=True)
class Stored:
    """Where a property of a column is stored. Names are those in Python.

    Attributes:
        list: a list of the root, parallel with that of the columns; empty: the structure that is the column.
        path: way from an element of that list, or from the structure, to the value; empty: the element is it.
    """

    list: str
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Property:
    """What a file says of a column beside its values.

    Attributes:
        id: what it is called; metadata of Arrow's fields have it under ``bytewright.ID``.
        value: what it is (``Scope.element`` is the structure that holds the column, or describes it).
        labels: the names of an enum's numbers; empty: it is none.
        option: id of the option, set per column, that says it instead; None: none does.
        is_mode: whether rows may say it, step by step.
        is_case: whether it decides how the values are stored.
        stored: where it is stored; None: it is calculated.
        default: what a writer stores where nobody says it.
        doc: what it means.
        type: Arrow type of an integer, or of a list, whose text is a JSON array; None: it is text or an enum.
        form: how its values become ones of that type.
    """

    id: str
    value: Expression
    labels: Mapping[int, str] = field(default_factory=dict)
    option: str | None = None
    is_mode: bool = False
    is_case: bool = False
    stored: Stored | None = None
    default: str | None = None
    doc: str = ""
    type: pa.DataType | None = None
    form: Form = PLAIN

    def said(self, scope: Scope) -> str | None:
        """What a file says of a column, as text; None: nothing, or what no name stands for."""
        found = self.value(scope)
        if found is None or (self.labels and found not in self.labels.values()):
            return None
        if self.type is None or not pa.types.is_list(self.type):
            return str(found)
        return json.dumps(array_of([found], self.type, self.form).to_pylist()[0], ensure_ascii=False)

    def parsed(self, text: str, column: str) -> Any:
        """What a text stands for, as a plain value.

        Raises:
            WriteError: it isn't what the property's texts are.
        """
        if self.type is None:
            return text
        wanted, what = (list, "a JSON array") if pa.types.is_list(self.type) else (int, "an integer")
        try:
            found = json.loads(text)
        except ValueError:
            found = None
        if not isinstance(found, wanted):
            raise WriteError(f"{self.id} of the column {column}", expected=what, found=text)
        return found


@dataclass(frozen=True, slots=True)
class PivotInverse:
    """How columns of a pivot become structures again. Names are those in Python.

    Attributes:
        each: way from the root of the view to the list of structures.
        vector: way from one of them to its values.
        keys: list of the root, parallel with ``each``, that holds the keys; empty: they are not stored so.
        kinds: list of the root, parallel with ``each``, that holds what decides the case; empty: likewise.
        prefix: what stands before the key in a column's name; None: the name is made in another way.
        natural: the case whose own type a type of Arrow is, by the case's name, for columns that nothing else types.
        beside: the lists of the root that have as many elements as there are structures, and these.
        of_step: whether all of these lie in the step, and not in the root of the view.
        name: way from a structure to the text that is its key, and what the column is called; empty: that is none.
        kind: likewise to what decides the case.
    """

    each: tuple[str, ...]
    vector: tuple[str, ...]
    keys: str = ""
    kinds: str = ""
    prefix: str | None = None
    natural: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    of_step: bool = False
    name: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pivot:
    """Columns that are named and typed by values: one per distinct key, ascending.

    Attributes:
        each: the structures that hold one column each, from the root of the view.
        key: which column one of them is (``Scope.element`` is that structure).
        name: what the column is called.
        vector: its values, one per row, or None where all are null.
        case: name of the case of the switch that types the values.
        cases: Arrow type of each case, by name.
        schema: id of the option whose value (a sequence of `PivotSchema`) names and types the columns instead.
        forms: form of the values of a case, by its name, for those that are not plain.
        origin: where the case is stored (a structure, the id of its field, the index in that field's list or None),
            which is what errors about the case blame; None: the structure that holds the column.
        inverse: how columns become structures again, for writing.
        properties: what a file says of a column beside its values.
    """

    each: Callable[[Scope], Iterable[Struct]]
    key: Expression
    name: Expression
    vector: Expression
    case: Expression
    cases: Mapping[str, pa.DataType]
    schema: str | None = None
    forms: Mapping[str, Form] = field(default_factory=dict)
    origin: Callable[[Scope], tuple[Struct, str, int | None]] | None = None
    inverse: PivotInverse | None = None
    properties: tuple[Property, ...] = ()

    @property
    def mode(self) -> Property | None:
        """The property that rows may say."""
        return next((one for one in self.properties if one.is_mode), None)
