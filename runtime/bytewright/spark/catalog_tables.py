"""Tables of Spark's catalog: `CREATE TABLE … USING`.

Spark tells a source in Python the options of a table once, when the table is made, and none in queries. What it keeps
is the schema, with the metadata of columns: so options go there, under one key. Anybody may read them, and columns take
them along to wherever they are selected. Hence only harmless options are kept; they count with the columns that they
were made for; and a write must be able to tell the columns of its table from those that rows bring along.

For that, columns say to be declared otherwise than they are read, as Spark notes it of ``varchar(n)``, and in another
way in each table: one of text as ``varchar(n)`` with ``n`` above all lengths; where there is none, whole numbers as
decimals that hold all of them. Spark then takes no column for that of a table but the table's own. All others it casts
to what is noted and back, which changes no value, and gives them the metadata of the table, without the note. Too few
whole numbers don't tell all tables apart, and other columns none: where the note is still there then, the columns may
be those of another table, and the write is refused.
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
    from pyspark.sql.types import StructType

    from bytewright.codec.codec import Codec

KEY = "bytewright.table"
"""The metadata of a column that holds the options of a table."""

DECLARED = "__CHAR_VARCHAR_TYPE_STRING"
"""The metadata in which Spark notes how a column was declared. It is gone where a write gives a column the metadata of
its table."""

_OPTION = "option."
_KEPT = ("path", "spec", "view", "columns")
_NOT_FOR_WRITES = ("columns",)
_LONGEST = (1 << 31) - 1
_APART = 1 << 30
"""In how many ways columns must be able to be declared, so that no two tables declare them alike."""
_DIGITS = {"tinyint": 3, "smallint": 5, "int": 10, "bigint": 19}
_MOST_DIGITS = 38
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
    from pyspark.sql.types import ArrayType, MapType, StructField, StructType

    digest = _digest(schema, options)
    notes, _ = _declarations(schema, digest)
    plain = (field for field in schema if not isinstance(field.dataType, (ArrayType, MapType, StructType)))
    holder = next(iter(notes), next((field.name for field in plain), None))
    if holder is None:
        raise OptionError("a table of the catalog needs a column that is no list, map or structure", hint=_INSTEAD)
    notes = notes or {holder: schema[holder].dataType.simpleString()}
    kept = {KEY: json.dumps({"options": dict(options), "digest": digest})}
    fields = []
    for field in schema:
        metadata = dict(field.metadata or {})
        metadata |= kept if field.name == holder else {}
        metadata |= {DECLARED: notes[field.name]} if field.name in notes else {}
        fields.append(StructField(field.name, field.dataType, field.nullable, metadata))
    return StructType(fields)


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
    notes, apart = _declarations(schema, digest)
    note = field.metadata.get(DECLARED)
    if note is not None and (note != notes.get(field.name) or not apart):
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


def _declarations(schema: StructType, digest: str) -> tuple[dict[str, str], bool]:
    """How columns say to be declared, by their names, and whether no other table says so."""
    text = next((field.name for field in schema if field.dataType.simpleString() == "string"), None)
    number = int(digest[:16], 16)
    if text is not None:
        return {text: f"varchar({_LONGEST - number % _APART})"}, True
    notes: dict[str, str] = {}
    ways = 1
    for field in schema:
        digits = _DIGITS.get(field.dataType.simpleString())
        if digits is None or ways >= _APART:
            continue
        # With or without digits behind the point: whatever holds all values.
        scales = range(_MOST_DIGITS - digits + 1)
        decimals = [(size, scale) for scale in scales for size in range(digits + scale, _MOST_DIGITS + 1)]
        number, chosen = divmod(number, len(decimals))
        ways *= len(decimals)
        notes[field.name] = "decimal({},{})".format(*decimals[chosen])
    return notes, ways >= _APART
