"""Tables of Spark's catalog: `CREATE TABLE … USING`.

Spark tells a source in Python the options of a table once, when the table is made, and none in queries. What it keeps
is the schema, with the metadata of columns: so options go there, under one key. Anybody may read them, and columns take
them along to wherever they are selected. Hence only harmless options are kept; they count with the columns that they
were made for; and a write must be able to tell the columns of its table from those that rows bring along.

For that, a column says to be declared ``varchar(n)``, as Spark notes it, where ``n`` is above all lengths and another
one in each table. Spark then takes no column for that of a table but the table's own; it gives all others the metadata
of the table, without that note. Where a table has no text, Spark may pass on columns of other tables as they are: then
the note is still there, and the write is refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bytewright.errors import OptionError
from bytewright.io.file_listing import absolute
from bytewright.io.filesystems import PREFIX, is_remote

if TYPE_CHECKING:
    from pyspark.sql.types import StructField, StructType

    from bytewright.codec.codec import Codec

KEY = "bytewright.table"
"""The metadata of a column that holds the options of a table."""

DECLARED = "__CHAR_VARCHAR_TYPE_STRING"
"""The metadata in which Spark notes how a column of text was declared. It is gone where a write gives a column the
metadata of its table."""

_OPTION = "option."
_KEPT = ("path", "spec", "view", "columns")
_NOT_FOR_WRITES = ("columns",)
_LONGEST = (1 << 31) - 1
_INSTEAD = "Use CREATE TEMPORARY VIEW, or name it in each query: SELECT … FROM table WITH (…)."


def declared(options: Mapping[str, str]) -> dict[str, str] | None:
    """The options of a table that is being made; None: Spark asks for something else.

    Args:
        options: what Spark hands over: options, once more behind ``option.``, properties and what the catalog adds.
    """
    if "provider" not in options or "owner" not in options:
        return None
    from bytewright.codec.registry import placed

    given = {name[len(_OPTION) :]: text for name, text in options.items() if name.startswith(_OPTION)}
    path = given.get("path") or options.get("path")
    if path is not None:
        given["path"] = ",".join(absolute(_unescaped(path)))
    return {name: placed(text) if name.lower() == "spec" else text for name, text in given.items()}


def _unescaped(path: str) -> str:
    """A location as Spark tells it, where nothing is escaped in spite of its scheme."""
    return path.removeprefix("file:") if path.startswith("file:/") and not path.startswith("file://") else path


def check(options: Mapping[str, str], codecs: Sequence[Codec]) -> None:
    """Refuse options that a table can't keep.

    Raises:
        OptionError: there is one.
    """
    own = {option.id.lower(): option for codec in codecs for option in codec.options}
    for name in options:
        option = own.get(name.partition(".")[0].lower())
        if name.lower() in _KEPT or (option is not None and option.type != "file"):
            continue
        if option is not None:
            why = "the file that it names is read where a query is planned"
        elif name.lower().startswith(PREFIX):
            why = "anybody who reads the catalog would see it"
        elif name.lower() == "trust":
            why = "whoever runs a query says what code it may run"
        else:
            why = "it keeps path, spec, view, columns and options of the format"
        raise OptionError(f"a table of the catalog can't keep the option {name}: {why}", hint=_INSTEAD)
    path = options.get("path", "")
    if is_remote(path) and ("?" in path or ":" in urlsplit(path).netloc.rpartition("@")[0]):
        raise OptionError(
            "a table of the catalog can't keep arguments of a file system: anybody who reads the catalog would see it",
            hint=_INSTEAD,
        )


def keeping(schema: StructType, options: Mapping[str, str]) -> StructType:
    """A schema whose metadata hold the options of a table.

    Raises:
        OptionError: no column can hold them.
    """
    from pyspark.sql.types import ArrayType, MapType, StringType, StructField, StructType

    text = (place for place, field in enumerate(schema) if isinstance(field.dataType, StringType))
    plain = (n for n, field in enumerate(schema) if not isinstance(field.dataType, (ArrayType, MapType, StructType)))
    place = next(text, next(plain, None))
    if place is None:
        raise OptionError("a table of the catalog needs a column that is no list, map or structure", hint=_INSTEAD)
    field, digest = schema[place], _digest(schema, options)
    metadata = {
        **(field.metadata or {}),
        KEY: json.dumps({"options": dict(options), "digest": digest}),
        DECLARED: _declaration(field, digest),
    }
    changed = StructField(field.name, field.dataType, field.nullable, metadata)
    return StructType([changed if one is field else one for one in schema])


def options_of(schema: StructType, *, written: bool = False) -> dict[str, str]:
    """The options of the table that has these columns; none, where it isn't known.

    Args:
        schema: the columns of a read or a write that was told no options.
        written: whether rows are written to the table.

    Raises:
        OptionError: the columns come from a table, but aren't all that it has, or needn't be those that are written.
    """
    holders = [field for field in schema if KEY in (field.metadata or {})]
    if not holders:
        return {}
    field = holders[0]
    kept = json.loads(field.metadata[KEY])
    options: dict[str, str] = kept["options"]
    digest = _digest(schema, options)
    if len(holders) > 1 or kept["digest"] != digest:
        raise OptionError(
            "the columns aren't those with which the table was made",
            hint="Make the table anew, or name the path: WITH (path = '…'), .save(PATH).",
        )
    if not written:
        return options
    note = field.metadata.get(DECLARED)
    if note is not None and (note != _declaration(field, digest) or not note.startswith("varchar")):
        raise OptionError(
            "rows that have the columns of a table, as they were read, don't say to which table they go",
            hint="Name it: INSERT INTO table WITH (path = '…') SELECT …, or give a column another name.",
        )
    return {name: text for name, text in options.items() if name not in _NOT_FOR_WRITES}


def without(schema: StructType) -> StructType:
    """A schema whose columns know nothing of a table."""
    from pyspark.sql.types import StructField, StructType

    return StructType(
        [
            StructField(
                field.name,
                field.dataType,
                field.nullable,
                {name: value for name, value in (field.metadata or {}).items() if name not in (KEY, DECLARED)},
            )
            for field in schema
        ]
    )


def _digest(schema: StructType, options: Mapping[str, str]) -> str:
    told = [sorted(options.items()), [[field.name, field.dataType.simpleString()] for field in schema]]
    return blake2b(json.dumps(told).encode(), digest_size=16).hexdigest()


def _declaration(field: StructField, digest: str) -> str:
    """How a column says to be declared: text in a way that no other table has."""
    kind = field.dataType.simpleString()
    return f"varchar({_LONGEST - int(digest[:16], 16) % (1 << 30)})" if kind == "string" else kind
