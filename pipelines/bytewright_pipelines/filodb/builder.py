"""Containers made record by record, and field by field, or of rows in Arrow."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from numbers import Integral, Real
from pathlib import Path
from typing import Any

import pyarrow as pa

import bytewright
from bytewright.codec.plain_values import from_plain
from bytewright.errors import OptionError, WriteError, shown
from bytewright_formats import filodb_container as format
from bytewright_formats.filodb_container import CODEC
from bytewright_pipelines.filodb.records import RecordSchema, settings_of

CONTAINER_BYTES = 1 << 18
"""Most bytes of a container, unless somebody says another number."""
MAX_KEY_BYTES = 127
"""Most bytes of a key of a map by FiloDB's document."""
STORABLE_KEY_BYTES = 191
"""Most bytes of a key that a map can hold."""

_MAX_BYTES = (1 << 16) - 1
_BITS = {"int": 32, "long": 64, "ts": 64}
_VALUES: Mapping[str, tuple[Any, str]] = {
    **dict.fromkeys(_BITS, (Integral, "an integer")),
    "double": (Real, "a number"),
    "string": (str, "text"),
    "map": ((list, tuple), "keys with their values"),
    "hist": (Mapping, "a histogram as a mapping"),
    "br": (Mapping, "a record as a mapping"),
}
"""By type of a column, what its values are in Python, and how errors say that."""
(_MAKER,) = CODEC.makers


class RecordBuilder:
    """Makes records of one or several schemas, in containers that are full before the next one begins.

    Fields are added in the order of the schema's columns. A record is written when it is ended; one that is refused
    leaves nothing behind. Containers that are handed out end with their last record. A builder belongs to one thread.
    """

    def __init__(
        self,
        *,
        container_bytes: int = CONTAINER_BYTES,
        map_order: str = "sorted",
        partition_hash: str = "bulk",
        partition_hash_ignores: str = "le",
        max_key_bytes: int = MAX_KEY_BYTES,
        clock: Callable[[], int] = lambda: int(time.time() * 1000),
    ) -> None:
        """Begin with an empty container.

        Args:
            container_bytes: most bytes of a container.
            map_order: see the format's option ``mapOrder``.
            partition_hash: see its option ``partitionHash``.
            partition_hash_ignores: see its option ``partitionHashIgnores``.
            max_key_bytes: most bytes of a key of a map: `MAX_KEY_BYTES`, or more, up to `STORABLE_KEY_BYTES`.
            clock: the time in milliseconds since 1970, when a container begins.

        Raises:
            OptionError: one of them is no such value.
        """
        if not 1 <= max_key_bytes <= STORABLE_KEY_BYTES:
            raise OptionError("max_key_bytes", expected=f"1 to {STORABLE_KEY_BYTES}", found=str(max_key_bytes))
        self._options = {
            "containerBytes": str(container_bytes),
            "mapOrder": map_order,
            "partitionHash": partition_hash,
            "partitionHashIgnores": partition_hash_ignores,
        }
        self._limit = container_bytes
        self._max_key_bytes = max_key_bytes
        self._clock = clock
        self._schemas: dict[str, RecordSchema] = {}
        self._schema: RecordSchema | None = None
        self._row: dict[str, Any] = {}
        self._full: list[bytes] = []
        self._records: list[Mapping[str, Any]] = []
        self._size = self._began = self._empty = 0
        # which says what is wrong with them
        self._told = {**settings_of([*RecordSchema.all().values()], **self._options).values}
        self._begin()

    def start_new_record(self, schema: RecordSchema) -> None:
        """Begin a record.

        Raises:
            WriteError: one has begun and hasn't ended, another schema has the same name or number, or this one has a
                partition key, but no number.
        """
        if self._schema is not None:
            raise WriteError(expected="the end of the record before", found=f"a record of {schema.name}")
        if schema.partition_start is not None and schema.id is None:
            raise WriteError(f"the schema {schema.name}", expected="a number by which records name it", found="none")
        for other in self._schemas.values():
            same = schema.id is not None and other.id == schema.id
            if other != schema and (other.name == schema.name or same):
                raise WriteError(f"the schema {schema.name} isn't the one of this name or number that records have")
        if schema.name not in self._schemas:
            self._schemas[schema.name] = schema
            self._told = {**settings_of([*self._schemas.values()], **self._options).values}
        self._schema, self._row = schema, {}

    def add_int(self, value: int) -> None:
        """Add a field of type ``int``; see `start_new_record`."""
        self._add(value, "int")

    def add_long(self, value: int) -> None:
        """Add a field of type ``long``, or the milliseconds of one of type ``ts``."""
        self._add(value, "long", "ts")

    def add_double(self, value: float) -> None:
        """Add a field of type ``double``."""
        self._add(value, "double")

    def add_string(self, value: str) -> None:
        """Add a field of type ``string``, of less than 64 KB."""
        self._add(value, "string")

    def add_map(self, value: Mapping[str, str] | Sequence[tuple[str, str]]) -> None:
        """Add a field of type ``map``, of less than 64 KB. Its entries are sorted by their keys."""
        self._add([*value.items()] if isinstance(value, Mapping) else value, "map")

    def add_histogram(self, value: Mapping[str, Any]) -> None:
        """Add a field of type ``hist``: a mapping as a row of the view ``records`` has it, with ``scheme``, ``values``
        and what the scheme asks for."""
        self._add(value, "hist")

    def add_record(self, value: Mapping[str, Any]) -> None:
        """Add a field of type ``br``: the columns of the nested record."""
        self._add(value, "br")

    def end_record(self) -> bytes:
        """End a record; it goes into the current container, or into a new one, if it doesn't fit.

        Returns:
            The record as it lies there, with what fills it up to a multiple of four bytes; a `RecordView` may lie over
            it.

        Raises:
            WriteError: fields are lacking, one can't be written, or the record is larger than a container.
        """
        schema, row = self._schema, self._row
        if schema is None:
            raise WriteError(expected="a record that has begun", found="none")
        if len(row) < len(schema.columns):
            name, kind = schema.columns[len(row)]
            raise WriteError(field=name, expected=f"a field of type {kind}", found="the end of the record")
        self._schema, self._row = None, {}
        try:
            document = _MAKER.make([{**row, "schema": schema.name}], self._told)
        except (ValueError, KeyError, TypeError) as error:
            raise WriteError(f"no record can be made of these fields: {error}") from None
        (record,) = document["containers"][0]["area"]["records"]
        made = self._written([record])[self._empty :]
        size = len(made)
        if self._empty + size > self._limit:
            raise WriteError(expected=f"a record of at most {self._limit - self._empty} bytes", found=str(size))
        if self._size + size > self._limit:
            self._full.append(self._written(self._records))
            self._begin()
        self._records.append(record)
        self._size += size
        return made

    def optimal_container_bytes(self, reset: bool = False) -> list[bytes]:
        """The full containers, and the current one as far as it is filled, unless it is empty.

        Args:
            reset: whether to go on with none of them.
        """
        found = self.all_containers
        if reset:
            self._full.clear()
            self._begin()
        return found

    def non_current_container_bytes(self, reset: bool = False) -> list[bytes]:
        """The full containers.

        Args:
            reset: whether they are forgotten.
        """
        found = [*self._full]
        if reset:
            self._full.clear()
        return found

    @property
    def all_containers(self) -> list[bytes]:
        """All containers with records."""
        return [*self._full, self._written(self._records)] if self._records else [*self._full]

    def _begin(self) -> None:
        """Go on with an empty container."""
        self._records = []
        self._began = self._clock()
        self._size = self._empty = len(self._written([]))

    def _written(self, records: Sequence[Mapping[str, Any]]) -> bytes:
        """The container of some records."""
        container = {"reserved": "000000", "time": self._began, "area": {"records": [*records]}}
        return CODEC.to_bytes(from_plain(CODEC, {"containers": [container]}), canonical=True, options=self._told)

    def _next(self, *kinds: str) -> str:
        """The column that is added next.

        Raises:
            WriteError: there is none of one of these types.
        """
        if self._schema is None:
            raise WriteError(expected="a record that has begun", found="none")
        columns = self._schema.columns
        given = f"a field of type {' or '.join(kinds)}"
        if len(self._row) == len(columns):
            raise WriteError(expected="the end of the record", found=given)
        name, kind = columns[len(self._row)]
        if kind not in kinds:
            raise WriteError(field=name, expected=f"a field of type {kind}", found=given)
        return name

    def _add(self, value: Any, *kinds: str) -> None:
        name = self._next(*kinds)
        assert self._schema is not None
        kind = self._schema.columns[len(self._row)][1]
        self._row[name] = _value_of(name, kind, value, self._max_key_bytes)


def _value_of(field: str, kind: str, value: Any, max_key_bytes: int) -> Any:
    """A value as rows have it.

    Raises:
        WriteError: it is none of the field's type, or too large.
    """
    wanted, said = _VALUES[kind]
    if not isinstance(value, wanted):
        raise WriteError(field=field, expected=said, found=shown(value))
    if kind in _BITS:
        bits = _BITS[kind]
        if not -(1 << bits - 1) <= value < 1 << bits - 1:
            raise WriteError(field=field, expected=f"an integer of {bits} bits", found=shown(value))
        return int(value)
    if kind == "double":
        return float(value)
    if kind == "string":
        _check_text(field, value, _MAX_BYTES)
        return value
    if kind == "map":
        for pair in value:
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise WriteError(field=field, expected="pairs of a key and a value", found=shown(pair))
            _check_text(field, pair[0], max_key_bytes, "keys of ")
            _check_text(field, pair[1], _MAX_BYTES)
        return [*value]
    return dict(value)


def _check_text(field: str, text: Any, most: int, what: str = "") -> None:
    """Check that a text is one, and has no more bytes than fit.

    Raises:
        WriteError: it isn't, or has.
    """
    try:
        size = len(text.encode()) if isinstance(text, str) else None
    except UnicodeEncodeError:
        size = None
    if size is None:
        raise WriteError(field=field, expected="text that UTF-8 has", found=shown(text))
    if size > most:
        raise WriteError(field=field, expected=f"{what}at most {most} bytes", found=f"{size} bytes")


def build(table: pa.Table, schemas: RecordSchema | Sequence[RecordSchema], **options: Any) -> list[bytes]:
    """Containers of rows, at the speed at which files are encoded.

    Args:
        table: the rows, as those of the view ``records``. Integers in columns of type ``ts`` are milliseconds, as
            `RecordBuilder.add_long` takes them.
        schemas: the schema of all rows, or those that their column ``schema`` names.
        **options: options of the format by name, such as ``containerBytes`` and ``mapOrder``.

    Raises:
        WriteError: a row is none of its schema's.
        OptionError: an option is unknown or wrong.
    """
    chosen = [schemas] if isinstance(schemas, RecordSchema) else [*schemas]
    told = settings_of(chosen).values
    moments = {name for schema in chosen for name, kind in schema.columns if kind == "ts"}
    for number, field in enumerate(table.schema):
        if field.name in moments and pa.types.is_signed_integer(field.type):
            times = table.column(number).cast(pa.int64()).cast(pa.timestamp("ms", "UTC"))
            table = table.set_column(number, field.name, times)
    with tempfile.TemporaryDirectory(prefix="bytewright-") as folder:
        described, made = Path(folder, "schemas.json"), Path(folder, "containers")
        described.write_text(settings_of(chosen).texts["schemas"], encoding="utf-8")
        only = {"schema": chosen[0].name} if len(chosen) == 1 else {}
        bytewright.write(table, made, CODEC, options={"schemas": str(described), **only, **options})
        data = made.read_bytes()
    containers = bytewright.view_of(data, format.FilodbContainer, options=told).containers
    return [bytewright.bytes_of(one) for one in containers]
