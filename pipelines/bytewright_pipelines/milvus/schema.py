"""Schemas of collections: what a segment's columns are called, and what they hold."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from bytewright.errors import OptionError, WriteError
from bytewright_formats.milvus_binlog import DataType
from bytewright_formats.milvus_binlog.milvus_schema import fields_of
from bytewright_pipelines.milvus.columns import SHOWN, data_type

ROW_ID, TIMESTAMP = 0, 1
"""Numbers of the fields that every collection has."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a collection.

    Attributes:
        name: its name.
        number: its number.
        kind: type of its values.
        dim: elements of a vector; None: nothing says it.
        nullable: whether there may be no value.
        primary: whether it is the primary key.
        default: the value of rows that were written before the field was added; None: they have none.
    """

    name: str
    number: int
    kind: DataType
    dim: int | None = None
    nullable: bool = False
    primary: bool = False
    default: Any = None


SYSTEM = (Field("RowID", ROW_ID, DataType.INT64), Field("Timestamp", TIMESTAMP, DataType.INT64))
"""The fields that every collection has."""


@dataclass(frozen=True, slots=True)
class CollectionSchema:
    """The fields of a collection, without those that every collection has.

    Attributes:
        fields: the fields.
        collection: id of the collection, where the schema says it.
    """

    fields: tuple[Field, ...]
    collection: int | None = None

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    @property
    def primary(self) -> Field | None:
        """The primary key."""
        return next((field for field in self.fields if field.primary), None)

    @classmethod
    def parse(cls, text: str) -> CollectionSchema:
        """A schema in JSON, as Milvus' clients print it.

        Raises:
            OptionError: it is none.
        """
        try:
            found = tuple(_field(one) for one in fields_of(text))
            collection = _collection(text)
        except (ValueError, KeyError, TypeError, WriteError) as error:
            raise OptionError(
                "a collection's schema", expected="fields with names and types", found=str(error)
            ) from None
        if sum(field.primary for field in found) > 1:
            raise OptionError("a collection's schema", expected="one primary key", found="several")
        return cls(tuple(field for field in found if field.number > TIMESTAMP), collection)


def _collection(text: str) -> int | None:
    stated = json.loads(text)
    number = _first(stated, "collection_id", "collectionID", "collectionId") if isinstance(stated, dict) else None
    return None if number is None else int(number)


def _field(stated: Mapping[str, Any]) -> Field:
    kind = _first(stated, "data_type", "dataType", "type", "dtype")
    if kind is None:
        raise ValueError(f"no type of {stated['name']}")
    found = data_type(int(kind) if isinstance(kind, str) and kind.isdigit() else kind)
    dim = _parameters(stated).get("dim")
    return Field(
        name=stated["name"],
        number=stated["field_id"],
        kind=found,
        dim=None if dim is None else int(dim),
        nullable=bool(_first(stated, "nullable")),
        primary=bool(_first(stated, "is_primary_key", "isPrimaryKey", "is_primary", "isPrimary", "primary_key")),
        default=_default(_first(stated, "default_value", "defaultValue"), found),
    )


def _default(given: Any, kind: DataType) -> Any:
    """A default, plain or as Milvus' messages have it: ``{"long_data": 5}``."""
    if isinstance(given, Mapping):
        if len(given) > 1:
            raise ValueError(f"a default is one value, not {json.dumps(given)}")
        of, given = next(iter(given.items()), ("", None))
        if of in ("bytes_data", "bytesData"):
            given = base64.b64decode(given).decode()
    if given is None:
        return None
    wanted = SHOWN.get(kind)
    if wanted is None or pa.types.is_nested(wanted) or pa.types.is_binary(wanted):
        raise ValueError(f"values of {kind.name.lower()} have no default")
    try:
        if isinstance(given, str) and pa.types.is_integer(wanted):  # as JSON has integers of 64 bits
            given = int(given)
        return pa.scalar(given, wanted).as_py()
    except (pa.ArrowInvalid, pa.ArrowTypeError, ValueError, OverflowError):
        raise ValueError(f"the default {given!r} is none of {kind.name.lower()}") from None


def _first(stated: Mapping[str, Any], *names: str) -> Any:
    return next((stated[name] for name in names if name in stated), None)


def _parameters(stated: Mapping[str, Any]) -> dict[str, Any]:
    """What a field says besides, as a mapping or a list of keys and values."""
    found: dict[str, Any] = {"dim": stated["dim"]} if "dim" in stated else {}
    for name in ("type_params", "typeParams", "params"):
        given = stated.get(name) or {}
        if isinstance(given, Mapping):
            found |= given
        else:
            found |= {one["key"]: one["value"] for one in given}
    return found
