"""What files say of columns beside their values, as metadata of Arrow's fields: how it is told, and read again.

Metadata say what holds for every step that was read. Of what doesn't, they say no more than that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from bytewright.errors import OptionError, ValueInvalidError, WriteError
from bytewright.host.suggest import hint
from bytewright.schema.pivots import Pivot, Property
from bytewright.schema.scope import Scope
from bytewright.schema.view import Cells

PREFIX = "bytewright."
"""What the names of properties begin with in metadata."""
VARIES = PREFIX + "varies"
"""Metadata that name the properties that differ from step to step, joined by commas."""
MODES = "_modes"
"""The column that says the modes of all columns of a step."""
MODES_TYPE = pa.map_(pa.string(), pa.string())


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of a column.

    Attributes:
        values: what its properties are, by id.
        varies: ids of those that differ from step to step.
        told: ids of those that an option says, whatever files or rows do.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    varies: frozenset[str] = frozenset()
    told: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.values or self.varies)

    @property
    def metadata(self) -> dict[str, str] | None:
        """The same as metadata of a field."""
        found = {PREFIX + name: value for name, value in self.values.items()}
        if self.varies:
            found[VARIES] = ",".join(sorted(self.varies))
        return found or None

    @property
    def certain(self) -> Mapping[str, str]:
        """What a file must say as well."""
        return {name: value for name, value in self.values.items() if name not in self.told}

    def without(self, name: str) -> Said:
        """The same without a property."""
        values = {other: value for other, value in self.values.items() if other != name}
        return Said(values, self.varies - {name}, self.told - {name})

    def telling(self, values: Mapping[str, str]) -> Said:
        """The same with what options say."""
        return Said({**self.values, **values}, self.varies - set(values), self.told | set(values))


NOTHING = Said()


def of_field(one: pa.Field[Any], properties: Iterable[Property]) -> Said:
    """What the metadata of a field say.

    Raises:
        WriteError: a property is none that the format has.
    """
    metadata = {key.decode(): value.decode() for key, value in (one.metadata or {}).items()}
    values = {}
    for stated in properties:
        value = metadata.get(PREFIX + stated.id)
        if value is None:
            continue
        if stated.labels and value not in stated.labels.values():
            what = f"{PREFIX}{stated.id} of the column {one.name}"
            raise WriteError(what, expected="one of " + ", ".join(stated.labels.values()), found=value)
        values[stated.id] = value
    names = metadata.get(VARIES, "")
    return Said(values, frozenset(names.split(",")) & {stated.id for stated in properties})


def own(schema: pa.Schema, properties: Iterable[Property]) -> tuple[pa.Schema, list[str]]:
    """Columns without what another format says of them: of a property no column has a value that this format knows.

    Args:
        schema: the columns of rows.
        properties: what this format says of columns.

    Returns:
        The columns, and one warning for each property that is left out.
    """
    said = [{key.decode(): value.decode() for key, value in (one.metadata or {}).items()} for one in schema]
    foreign, warnings = set(), []
    for stated in properties:
        key = PREFIX + stated.id
        found = [(one.name, values[key]) for one, values in zip(schema, said, strict=True) if key in values]
        if found and stated.labels and not {value for _, value in found} & set(stated.labels.values()):
            foreign.add(key)
            name, value = found[0]
            warnings.append(f"{stated.id} {value} of the column {name} is another format's, and is left out")
    if not foreign:
        return schema, []
    kept = [
        one.with_metadata({key: value for key, value in values.items() if key not in foreign})
        for one, values in zip(schema, said, strict=True)
    ]
    return pa.schema(kept).with_metadata(schema.metadata), warnings


def options_of(properties: Iterable[Property], options: Mapping[str, Any], name: str) -> dict[str, str]:
    """What options say of a column, by property.

    Raises:
        OptionError: a value is none that the property has.
    """
    found = {}
    for stated in properties:
        value = (options.get(stated.option) or {}).get(name.lower()) if stated.option else None
        if value is None:
            continue
        known = list(stated.labels.values())
        if known and value not in known:
            raise OptionError(
                f"option {stated.option}.{name}",
                expected="one of " + ", ".join(known),
                found=repr(value),
                hint=hint(str(value), known, "values"),
            )
        found[stated.id] = str(value)
    return found


def check_options(properties: Iterable[Property], options: Mapping[str, Any], names: Collection[str]) -> None:
    """Refuse options about columns that aren't there.

    Raises:
        OptionError: there is such a one.
    """
    lower = {name.lower() for name in names}
    for stated in properties:
        for name in (options.get(stated.option) or {}) if stated.option else ():
            if name not in lower:
                what = f"option {stated.option}.{name}: there is no such column"
                raise OptionError(what, hint=hint(name, names, "columns"))


def unsaid(owner: Pivot | Cells, columns: Sequence[tuple[str, Said]], *, has_modes: bool) -> Iterator[str]:
    """See that rows, which nothing beside them completes, say enough of their columns.

    Args:
        owner: the pivot. Columns that a header names need not all have the same properties: one that has any says all.
        columns: the columns of the rows by name, and what is said of them.
        has_modes: whether rows say modes.

    Returns:
        What they don't say, one warning each.

    Raises:
        WriteError: some columns say what others, which may have lost it, don't; or what decides how values are stored
            varies.
    """
    for stated in owner.properties:
        if stated.is_mode and has_modes:
            continue
        known = [name for name, said in columns if stated.id in said.certain or stated.id in said.varies]
        lost = [
            name
            for name, said in columns
            if stated.id not in said.values and stated.id not in said.varies and not (said and isinstance(owner, Cells))
        ]
        varying = [name for name, said in columns if stated.id in said.varies]
        option = f"{stated.option}.{{}}=…" if stated.option else ""
        if known and lost:
            raise WriteError(
                f"the column {lost[0]} says nothing of its {stated.id}, the column {known[0]} does",
                hint=f"Casts and calculations lose the metadata {PREFIX}{stated.id}"
                + (f": set the option {option.format(lost[0])}." if option else "."),
            )
        if varying and not stated.is_mode:
            raise WriteError(
                f"the column {varying[0]} was stored with more than one {stated.id}",
                hint=f"Set the option {option.format(varying[0])}." if option else None,
            )
        if varying:
            more = f" (and {len(varying) - 1} more)" if len(varying) > 1 else ""
            default = f"as {stated.default}" if stated.default is not None else "as writers do by default"
            yield (
                f"{stated.id} of the column {varying[0]}{more} differed in what was read, and is written {default}: "
                f"read with includeModes=true to keep it" + (f", or set {option.format(varying[0])}" if option else "")
            )


def said_by(owner: Pivot | Cells, scope: Scope) -> dict[str, str | None]:
    """What a file says of a column in one step; None: what no name stands for."""
    return {stated.id: stated.said(scope) for stated in owner.properties}


def mismatch(stated: Property, name: str, expected: str, found: str | None) -> ValueInvalidError:
    """An error about a column of which a step says something else than those that were read before."""
    ways = ["set mergeSchema=true"]
    if stated.option:
        ways.insert(0, f"set the option {stated.option}.{name}")
    if stated.is_mode:
        ways.append("or includeModes=true")
    what = f"{stated.id} {expected} of column {name}, as in what the columns were taken from"
    return ValueInvalidError(expected=what, found=str(found), hint=f"Rows can't say both: {', '.join(ways)}.")
