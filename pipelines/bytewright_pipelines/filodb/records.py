"""FiloDB's records one by one: their schemas, their fields, their partition keys.

What lies where the format ``filodb_container`` says; here are the names that FiloDB's own document has for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import bytewright
from bytewright.codec import settings
from bytewright.codec.settings import Settings
from bytewright.errors import OptionError, ReadError
from bytewright.objects.read.traverse import read_wholly
from bytewright_formats import filodb_container as format
from bytewright_formats.filodb_container import CODEC

Buffer = bytes | bytearray | memoryview


@dataclass(frozen=True)
class RecordSchema:
    """How records are laid out: data columns, then those of the partition key.

    Attributes:
        name: what it is called.
        columns: name and type of each column: ``int``, ``long``, ``double``, ``ts``, ``string``, ``map``, ``hist`` or
            ``br``.
        partition_start: the first column of the partition key; None: there is none, and records name no schema.
        id: the number by which records name the schema.
        predefined_keys: keys of maps for which records have a number.
        inner: by name of the column, the schemas of nested records.
    """

    name: str
    columns: tuple[tuple[str, str], ...]
    partition_start: int | None = None
    id: int | None = None
    predefined_keys: tuple[str, ...] = ()
    inner: Mapping[str, RecordSchema] = field(default_factory=dict)

    @classmethod
    def all(cls, options: Mapping[str, str] | None = None) -> dict[str, RecordSchema]:
        """The schemas by their names that an option ``schemas`` gives; FiloDB's standard ones without it.

        Raises:
            OptionError: there is no such file, or it has no schemas.
        """
        return {one.name: cls._of(one) for one in settings.parse(CODEC, options).values["schemas"]}

    @classmethod
    def _of(cls, one: format.Schema) -> RecordSchema:
        return cls(
            one.name,
            tuple((column.name, _type(column)) for column in one.columns),
            one.partition_start if one.has_id else None,
            one.id if one.id >= 0 else None,
            tuple(one.predefined_keys),
            {column.name: cls._of(column.inner) for column in one.columns if _type(column) == "br"},
        )

    @property
    def key(self) -> RecordSchema:
        """The schema of its partition keys as FiloDB's tables store them; they keep its number.

        Raises:
            OptionError: it has none.
        """
        if self.partition_start is None:
            raise OptionError(f"the schema {self.name} has no partition key")
        return replace(self, columns=self.columns[self.partition_start :], partition_start=0)

    @property
    def described(self) -> dict[str, Any]:
        """The schema as a file of schemas has it; see the option ``schemas``."""
        fields = [
            {"name": name, "type": kind} | ({"br_schema": self.inner[name].described} if name in self.inner else {})
            for name, kind in self.columns
        ]
        stated: dict[str, Any] = {
            "name": self.name,
            "fields": fields,
            "predefined_keys": [*self.predefined_keys],
            "has_schema_id": self.partition_start is not None,
        }
        if self.partition_start is not None:
            stated["partition_key_start"] = self.partition_start
        return stated if self.id is None else stated | {"schema_id": self.id}


def _type(column: format.Column) -> str:
    return format.ColumnType(column.type).label


def settings_of(schemas: Sequence[RecordSchema], **options: str) -> Settings:
    """The options of containers whose records have some schemas."""
    return _settings(json.dumps({"schemas": [one.described for one in schemas]}), tuple(sorted(options.items())))


@cache
def _settings(text: str, options: tuple[tuple[str, str], ...]) -> Settings:
    return settings.parse(CODEC, {"schemas": "of records", **dict(options)}, texts={"schemas": text})


class RecordView:
    """A record of which each field is read when it is asked for, from the bytes where it lies.

    What is bad shows when it is asked for: as a `ReadError` with the path of the field and its offset.
    """

    __slots__ = ("record",)

    def __init__(self, data: Buffer, schemas: RecordSchema | Sequence[RecordSchema], offset: int = 0) -> None:
        """Lay a view over bytes.

        Args:
            data: the bytes.
            schemas: the schema of the record, or those that it may name. A partition key has the schema's `key`.
            offset: where the record begins.
        """
        options = settings_of([schemas] if isinstance(schemas, RecordSchema) else schemas).values
        self.record: format.Record = bytewright.view_of(data, format.Record, offset=offset, options=options)
        """The record as the format has it."""

    @classmethod
    def each(cls, data: Buffer, schemas: RecordSchema | Sequence[RecordSchema]) -> Iterator[RecordView]:
        """The records of containers, one after the other.

        Raises:
            ReadError: a container is none.
        """
        options = settings_of([schemas] if isinstance(schemas, RecordSchema) else schemas).values
        for container in bytewright.view_of(data, format.FilodbContainer, options=options).containers:
            for record in container.area.records:
                view = cls.__new__(cls)
                view.record = record
                yield view

    @property
    def schema(self) -> RecordSchema:
        """Its schema."""
        return RecordSchema._of(self.record.body.schema)

    @property
    def schema_id(self) -> int | None:
        """The number of its schema; None: records of the schema name none."""
        return self.record.body.schema_id

    def get_int(self, column: int) -> int:
        """The number in a column of type ``int``."""
        return int(self._value(column, "int"))

    def get_long(self, column: int) -> int:
        """The number in a column of type ``long``, or the milliseconds in one of type ``ts``."""
        found = self._value(column, "long", "ts")
        return int(found.value if isinstance(found, format.Moment) else found)

    def get_double(self, column: int) -> float:
        """The number in a column of type ``double``."""
        return float(self._value(column, "double"))

    def utf8(self, column: int) -> str:
        """The text in a column of type ``string``."""
        return str(self._value(column, "string").target.text)

    def map_items(self, column: int) -> Iterator[tuple[str, str]]:
        """The keys and values in a column of type ``map``, as they are stored."""
        for entry in self._value(column, "map").target.area.entries:
            yield entry.key, entry.value

    def histogram(self, column: int) -> format.Histogram:
        """The histogram in a column of type ``hist``, likewise a view."""
        found: format.Histogram = self._value(column, "hist").target.histogram
        return found

    def inner(self, column: int) -> RecordView:
        """The nested record in a column of type ``br``."""
        view = RecordView.__new__(RecordView)
        view.record = self._value(column, "br").target.record
        return view

    def _value(self, column: int, *kinds: str) -> Any:
        """What the format has of a field.

        Raises:
            OptionError: there is no such column, or it has another type.
        """
        fields = self.record.body.fields
        if not 0 <= column < len(fields):
            raise OptionError(expected=f"a column from 0 to {len(fields) - 1}", found=str(column))
        stated = fields[column].column
        if _type(stated) not in kinds:
            expected = f"a column of type {' or '.join(kinds)}"
            raise OptionError(f"column {stated.name}", expected=expected, found=_type(stated))
        return fields[column].value


def partition_hash(record: RecordView) -> int:
    """The hash of a record's partition key, as it is stored.

    Raises:
        OptionError: the record has none.
    """
    found = record.record.body.partition_hash
    if found is None:
        raise OptionError("the record has no partition key")
    return found


def partition_match(ingest: RecordView, key: RecordView) -> bool:
    """Whether a record is of the series that a partition key names.

    What is stored of all columns of the key is the same, with the order of maps and which of their keys are numbers;
    neither the schema nor the hash counts.

    Args:
        ingest: a record with data.
        key: a partition key; see `RecordSchema.key`.
    """
    ours, theirs = _key_fields(ingest), _key_fields(key)
    return len(ours) == len(theirs) and all(_stored(a) == _stored(b) for a, b in zip(ours, theirs, strict=True))


def _key_fields(record: RecordView) -> list[format.Field_]:
    body = record.record.body
    return body.fields[body.schema.partition_start :] if body.schema.has_id else []


def _stored(one: format.Field_) -> tuple[int, bytes | int | float]:
    """What is stored of a field: of those elsewhere in the record, their bytes."""
    value = one.value
    kind = int(one.column.type)
    if isinstance(value, format.Moment):
        return kind, value.value
    target = getattr(value, "target", None)
    return kind, bytewright.bytes_of(one if target is None else target)


def part_key_from_ingest(record: RecordView) -> bytes:
    """The partition key of a record as FiloDB stores it in its tables.

    It is a record of the columns of the key alone, with the schema's number and the hash as they are.

    Raises:
        OptionError: the record has no partition key.
        ReadError: it can't be read.
    """
    body, ingested = record.record.body, record.schema
    schema = ingested.key
    own = RecordView(bytewright.bytes_of(record.record, "len_body", "body"), ingested)  # its fields move
    fields = [format.Field_(value=_unplaced(one.value)) for one in _key_fields(own)]
    made = format.Body(fields=fields, schema_id=body.schema_id, partition_hash=partition_hash(record))
    area = format.Records(records=[format.Record(body=made)])
    model = format.FilodbContainer(containers=[format.Container(time=0, area=area)])
    options = settings_of([schema]).values
    data = CODEC.to_bytes(model, canonical=True, relocate=True, options=options)
    (container,) = bytewright.view_of(data, format.FilodbContainer, options=options).containers
    return bytewright.bytes_of(container.area.records[0], "len_body", "body")


def _unplaced(value: Any) -> Any:
    """The value of a field, which lies nowhere yet."""
    target = getattr(value, "target", None)
    return value if target is None else type(value)(target=read_wholly(target))


def contained(record: bytes) -> bytes:
    """A container with a record, which is filled up to a multiple of four bytes, unless its own length is another one:
    then it is what it is, and bad."""
    try:
        whole = bytewright.view_of(record, format.Record).len_body == len(record) - 4
    except ReadError:
        whole = False
    area = record + bytes(-len(record) % 4 if whole else 0)
    return _head(len(area)) + area


@cache
def _head(size: int) -> bytes:
    """What a container of records of so many bytes begins with."""
    container = format.Container(time=0, area=format.Records(records=[]))
    container.num_bytes = 12 + size
    return CODEC.to_bytes(format.FilodbContainer(containers=[container]), override=True)
