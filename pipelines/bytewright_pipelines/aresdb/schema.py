"""Table schemas of AresDB, with what a replay needs of them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from bytewright.errors import OptionError
from bytewright_pipelines.files import text_of

UPDATE_MODES = ("overwrite_not_null", "overwrite", "add", "min", "max")
"""What a value does to an old one, by number."""

POINT = pa.struct([pa.field("lat", pa.float32()), pa.field("lng", pa.float32())])
"""A place on the earth; as Spark has it, with members that might be null."""
_LIST = "element"


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of AresDB.

    Attributes:
        name: what the format calls it.
        arrow: the type of its columns.
        dtype: NumPy's type of the bytes that a value is; None: values differ in size.
        numeric: whether values of it can be added and compared.
    """

    name: str
    arrow: pa.DataType
    dtype: str | None
    numeric: bool = False

    @property
    def is_array(self) -> bool:
        """Whether its values are arrays."""
        return self.name.endswith("[]")

    @property
    def is_enum(self) -> bool:
        """Whether its values are numbers of cases."""
        return self.name in ("small_enum", "big_enum")

    @property
    def sets(self) -> bool:
        """Whether ``add``, ``min`` and ``max`` replace what a row has from the beginning, as ``overwrite`` does."""
        return self.name in ("bool", "geoshape")


_KINDS = {
    "bool": Kind("bool", pa.bool_(), "?"),
    "int8": Kind("int8", pa.int8(), "i1", numeric=True),
    "uint8": Kind("uint8", pa.int16(), "u1", numeric=True),
    "int16": Kind("int16", pa.int16(), "i2", numeric=True),
    "uint16": Kind("uint16", pa.int32(), "u2", numeric=True),
    "int32": Kind("int32", pa.int32(), "i4", numeric=True),
    "uint32": Kind("uint32", pa.int64(), "u4", numeric=True),
    "int64": Kind("int64", pa.int64(), "i8", numeric=True),
    "float32": Kind("float32", pa.float32(), "f4", numeric=True),
    "smallenum": Kind("small_enum", pa.int16(), "u1"),
    "bigenum": Kind("big_enum", pa.int32(), "u2"),
    "uuid": Kind("uuid", pa.string(), "S36"),
    "geopoint": Kind("geopoint", POINT, "V8"),
    "geoshape": Kind("geoshape", pa.list_(pa.field(_LIST, pa.list_(pa.field(_LIST, POINT)))), None),
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        name: its name.
        kind: its type.
        deleted: whether what logs hold of it is skipped.
        default: what rows have that no value was written to; None: nothing.
        cases: of an enum, names of its cases.
    """

    name: str
    kind: Kind
    deleted: bool = False
    default: Any = None
    cases: tuple[str, ...] = ()

    @property
    def field(self) -> pa.Field[Any]:
        """The column of tables."""
        kind = pa.string() if self.cases else self.kind.arrow
        return pa.field(self.name, kind, metadata={"bytewright.type": self.kind.name})


@dataclass(frozen=True)
class TableSchema:
    """A table of AresDB.

    Attributes:
        columns: all of its columns, also deleted ones; their ids are their places.
        keys: ids of the columns of its primary key, in that order.
        is_fact: whether it is a fact table, whose first column is the time of an event.
        allows_missing_time: whether that may be null.
        retention: days after which rows of a fact table are dropped; 0: never.
    """

    columns: tuple[Column, ...]
    keys: tuple[int, ...]
    is_fact: bool = False
    allows_missing_time: bool = False
    retention: int = 0

    @classmethod
    def parse(cls, schema: TableSchema | Mapping[str, Any] | str | os.PathLike[str]) -> TableSchema:
        """A schema as AresDB's controller stores and serves it.

        Args:
            schema: the object, its text in JSON, or the path of a file with that. Names of members may be written with
                underscores. ``defaultValue`` of an enum column is one of its ``enumCases``, or a number.

        Raises:
            InputMissingError: there is no such file.
            OptionError: it is no such schema.
        """
        if isinstance(schema, TableSchema):
            return schema
        if not isinstance(schema, Mapping):
            text = os.fspath(schema)
            schema = _loaded(text if text.lstrip().startswith("{") else text_of(text, "a schema in JSON"))
        try:
            return cls._of(schema)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
            raise OptionError(f"not an AresDB table schema: {type(error).__name__}: {error}") from None

    @classmethod
    def _of(cls, schema: Mapping[str, Any]) -> TableSchema:
        columns = tuple(_column(number, column) for number, column in enumerate(schema["columns"]))
        keys = tuple(int(number) for number in _stated(schema, "primaryKeyColumns") or ())
        if not keys or min(keys) < 0 or any(columns[key].kind.is_array for key in keys):
            raise OptionError("an AresDB table has a primary key, which holds no array")
        if all(columns[key].kind.dtype is None for key in keys):
            raise OptionError("the primary key of a table holds nothing but shapes, which have no bytes in keys")
        is_fact = bool(_stated(schema, "isFactTable"))
        if is_fact and columns[0].kind.name != "uint32":
            raise OptionError(
                "the first column of a fact table is the time of an event",
                expected="Uint32",
                found=columns[0].kind.name,
            )
        retention = _stated(schema, "recordRetentionInDays") or _stated(schema, "recordRetentionDays") or 0
        return cls(columns, keys, is_fact, bool(_stated(schema, "allowMissingEventTime")), int(retention))

    def keeping(self, days: int | None) -> TableSchema:
        """The same with other days after which rows are dropped; None: with its own."""
        return self if days is None else replace(self, retention=days)

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """Ids of the columns that tables have."""
        return tuple(number for number, column in enumerate(self.columns) if not column.deleted)

    @cached_property
    def arrow(self) -> pa.Schema:
        """The schema of tables."""
        return pa.schema([self.columns[number].field for number in self.shown])

    @cached_property
    def text(self) -> str:
        """The schema for readers of logs: all columns, under names that stand for their ids, enums as numbers."""
        names = {kind.name: name for name, kind in _KINDS.items()}
        columns = [
            {"name": source(number), "type": names[column.kind.name.removesuffix("[]")] + "[]" * column.kind.is_array}
            for number, column in enumerate(self.columns)
        ]
        return json.dumps({"columns": columns})


def source(number: int, occurrence: int | None = None) -> str:
    """The name under which rows of logs hold a column.

    Args:
        number: its id.
        occurrence: of a column that occurs several times in a batch: which of these it is; None: the last one.
    """
    return f"c{number}" if occurrence is None else f"c{number}_{occurrence}"


def _column(number: int, column: Mapping[str, Any]) -> Column:
    stated = str(column["type"])
    base, brackets, _ = stated.partition("[]")
    kind = _KINDS.get(base.lower())
    if kind is None or (brackets and kind.name == "geoshape"):
        raise OptionError(f"unknown AresDB type {stated!r} of column {number}")
    cases = tuple(map(str, _stated(column, "enumCases") or ())) if kind.is_enum and not brackets else ()
    if brackets:
        kind = Kind(f"{kind.name}[]", pa.list_(pa.field(_LIST, kind.arrow)), None)
    default = column.get("default", _stated(column, "defaultValue"))
    deleted = bool(column.get("deleted"))
    if default is not None and not deleted and kind.dtype is not None:
        default = _default(number, kind, str(default), cases)
    else:
        default = None
    return Column(str(column.get("name") or source(number)), kind, deleted, default, cases)


def _default(number: int, kind: Kind, text: str, cases: tuple[str, ...]) -> Any:
    """What NumPy makes of a default."""
    try:
        if kind.name == "bool":
            if text.lower() not in ("true", "false", "t", "f", "1", "0"):
                raise ValueError(text)
            return text.lower() in ("true", "t", "1")
        if kind.name == "uuid":
            digits = bytes.fromhex(text.replace("-", "").removeprefix("0x")).hex()
            if len(digits) != 32:
                raise ValueError(text)
            return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])).encode()
        if kind.name == "geopoint":
            longitude, latitude = re.fullmatch(
                r"\s*point\s*\(\s*(\S+?)[\s,]+(\S+?)\s*\)\s*", text, re.IGNORECASE
            ).groups()  # type: ignore[union-attr]
            return np.array([float(latitude), float(longitude)], np.float32).view("V8")[0]
        if kind.name == "float32":
            return np.float32(text)
        if kind.is_enum and text in cases:
            return np.array(cases.index(text), kind.dtype)[()]
        if kind.is_enum and not cases and not text.isdigit():
            return np.array(0, kind.dtype)[()]  # the case that AresDB makes first
        return np.array(int(text), kind.dtype)[()]
    except (ValueError, OverflowError, AttributeError):
        raise OptionError(f"the default of column {number}", expected=f"a value of {kind.name}", found=text) from None


def _stated(schema: Mapping[str, Any], name: str) -> Any:
    """A member of a schema, or of its ``config``, in any of the ways in which its name is written."""
    plain = name.lower()
    for where in (schema, schema.get("config") or {}):
        for key, value in where.items():
            if key.replace("_", "").lower() == plain:
                return value
    return None


def _loaded(text: str) -> Mapping[str, Any]:
    try:
        schema = json.loads(text)
    except ValueError as error:
        raise OptionError(f"not an AresDB table schema: {error}") from None
    if not isinstance(schema, dict):
        raise OptionError("not an AresDB table schema", expected="an object", found=type(schema).__name__)
    return schema
