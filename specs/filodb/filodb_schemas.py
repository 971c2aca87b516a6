"""FiloDB's schemas: how records are laid out, by what number they name that, and how time series are hashed.

From FiloDB's sources at commit 41bed2ec (May 2026): ``core/src/main/resources/filodb-defaults.conf``,
``core/…/metadata/Schemas.scala``, ``core/…/binaryrecord2/RecordSchema.scala``, and its document *BinaryRecord v2*.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from bytewright.errors import OptionError
from bytewright.host.optional import needed

SEED = 0x9747B28C
"""Of all hashes of texts and bytes."""
_MASK = (1 << 32) - 1
START = 7
"""Where sums of hashes begin."""

_TYPES = {
    "int": "IntColumn",
    "long": "LongColumn",
    "double": "DoubleColumn",
    "string": "StringColumn",
    "ts": "TimestampColumn",
    "map": "MapColumn",
    "br": "BinaryRecordColumn",
    "hist": "HistogramColumn",
}
"""Types of columns, with the names by which FiloDB hashes them."""

_MOST_KEYS = 64
_LONGEST_KEY = 191
_NO_ID = -1
_MOST_ID = 0xFFFF

PREDEFINED_KEYS = ("_ws_", "_ns_", "app", "__name__", "instance", "dc", "le", "job", "exporter", "_pi_")
"""The keys that FiloDB's default configuration predefines."""

_PARTITION = {"columns": ["_metric_:string", "tags:map"], "predefined-keys": list(PREDEFINED_KEYS)}

_DELTA = "double:{detectDrops=false,delta=true}"
_DELTAS = "hist:{counter=false,delta=true}"
_EXPONENTIAL = "hist:{counter=false,delta=true,exp=true}"
_COUNTER = "double:detectDrops=true"
_PLAIN = "double:detectDrops=false"

_STANDARD: Mapping[str, str] = {
    "gauge": f"value:{_PLAIN}",
    "untyped": "number:double",
    "prom-counter": f"count:{_COUNTER}",
    "delta-counter": f"count:{_DELTA}",
    "prom-histogram": f"sum:{_COUNTER} count:{_COUNTER} h:hist:counter=true",
    "delta-histogram": f"sum:{_DELTA} count:{_DELTA} h:{_DELTAS}",
    "delta-histogram-v2": f"sum:{_DELTA} count:{_DELTA} h:{_DELTAS} min:{_DELTA} max:{_DELTA} sumLast:{_DELTA}",
    "otel-cumulative-histogram": f"sum:{_COUNTER} count:{_COUNTER} h:hist:counter=true min:{_COUNTER} max:{_COUNTER}",
    "otel-delta-histogram": f"sum:{_DELTA} count:{_DELTA} h:{_DELTAS} min:{_DELTA} max:{_DELTA}",
    "otel-exp-delta-histogram": f"sum:{_DELTA} count:{_DELTA} h:{_EXPONENTIAL} min:{_DELTA} max:{_DELTA}",
    "ds-gauge": "min:double max:double sum:double count:double avg:double",
    "preagg-gauge": f"count:{_PLAIN} min:{_PLAIN} sum:{_PLAIN} max:{_PLAIN}",
    "preagg-gauge-v2": " ".join(
        f"{name}:{_PLAIN}" for name in ("count", "min", "sum", "max", "countl", "minl", "suml", "maxl")
    ),
    "preagg-delta-counter": f"count:{_DELTA} min:{_PLAIN} sum:{_DELTA} max:{_PLAIN}",
    "preagg-delta-histogram": f"sum:{_DELTA} count:{_DELTA} tscount:{_DELTA} h:{_DELTAS}",
    "preagg-delta-histogram-v2": (
        f"sum:{_DELTA} count:{_DELTA} tscount:{_DELTA} h:{_DELTAS} min:{_DELTA} max:{_DELTA} sumLast:{_DELTA}"
    ),
    "preagg-otel-delta-histogram": (
        f"sum:{_DELTA} count:{_DELTA} tscount:{_DELTA} h:{_DELTAS} min:{_DELTA} max:{_DELTA}"
    ),
    "preagg-otel-exp-delta-histogram": (
        f"sum:{_DELTA} count:{_DELTA} tscount:{_DELTA} h:{_EXPONENTIAL} min:{_DELTA} max:{_DELTA}"
    ),
}
"""The schemas of FiloDB's default configuration: their data columns behind ``timestamp:ts``."""


def standard() -> list[dict[str, Any]]:
    """The schemas of FiloDB's default configuration, as `schemas` gives them."""
    columns = {name: {"columns": ["timestamp:ts", *text.split()]} for name, text in _STANDARD.items()}
    return _configured(_PARTITION, columns)


def schemas(text: str) -> list[dict[str, Any]]:
    """The schemas of a file.

    Args:
        text: a configuration of FiloDB's in HOCON or JSON, with ``schemas`` and perhaps ``partition-schema`` (below
            ``filodb``, or at the top); or an object in JSON with a list ``schemas``, each with ``name``, ``fields``
            (``name``, ``type``, for nested records ``br_schema``), ``schema_id``, ``partition_key_start`` and
            ``predefined_keys``.

    Returns:
        For each: ``name``, ``id`` (-1: records don't name it), ``has_id``, ``columns`` (``name``, ``type``, ``inner``),
        ``partition_start`` (the number of columns where there is no partition key) and ``predefined_keys``.

    Raises:
        OptionError: it is neither, or no schemas that records can have.
    """
    try:
        document = json.loads(text)
    except ValueError:
        document = _hocon(text)
    if isinstance(document, Mapping) and isinstance(document.get("schemas"), list):
        found = [_described(one) for one in document["schemas"]]
    elif isinstance(document, Mapping):
        top = document.get("filodb", document)
        if not isinstance(top.get("schemas"), Mapping):
            raise OptionError(expected="schemas", found="none", hint="They stand below filodb.schemas.")
        found = _configured(top.get("partition-schema", _PARTITION), top["schemas"])
    else:
        raise OptionError(expected="an object", found=type(document).__name__)
    _check(found)
    return found


def _hocon(text: str) -> Any:
    parser = needed("pyhocon", "filodb")  # it takes a while, and few need it
    from pyhocon.exceptions import ConfigException
    from pyparsing import ParseBaseException

    if re.search(r"^\s*include\b", text, re.MULTILINE):
        raise OptionError("includes are not followed", hint="Put the configuration into one file.")
    try:
        return parser.ConfigFactory.parse_string(text).as_plain_ordered_dict()
    except (ParseBaseException, ConfigException) as error:
        raise OptionError(f"neither JSON nor HOCON: {error}") from None


# --- a configuration -------------------------------------------------------------------------------------------------


def _configured(partition: Mapping[str, Any], stated: Mapping[str, Any]) -> list[dict[str, Any]]:
    keys = [_column(text) for text in partition["columns"]]
    key_hash = column_set_hash(keys)
    found = []
    for name, schema in stated.items():
        data = [_column(text) for text in schema["columns"]]
        found.append(
            {
                "name": name,
                "id": (key_hash + 31 * column_set_hash(data)) & 0xFFFF,
                "has_id": True,
                "columns": [{"name": column, "type": kind, "inner": None} for column, kind, _ in (*data, *keys)],
                "partition_start": len(data),
                "predefined_keys": [str(key) for key in partition.get("predefined-keys", ())],
            }
        )
    return found


def _column(text: str) -> tuple[str, str, dict[str, Any]]:
    """A column from ``name:type[:params]``: its name, its type, its parameters."""
    name, _, rest = text.partition(":")
    kind, _, params = rest.partition(":")
    if kind not in _TYPES:
        raise OptionError(f"column {name}", expected="one of the types " + ", ".join(_TYPES), found=repr(kind))
    found = {}
    for pair in params.strip().removeprefix("{").removesuffix("}").split(","):
        if pair.strip():
            key, _, value = re.split(r"\s*([=:])\s*", pair.strip(), maxsplit=1)
            found[key.strip('"')] = {"true": True, "false": False}.get(value, value.strip('"'))
    if kind == "hist" and not isinstance(found.get("counter"), bool):
        raise OptionError(
            f"column {name}",
            expected="hist with counter=true or counter=false",
            found=repr(text),
            hint="As h:hist:counter=true.",
        )
    return name, kind, found


def column_set_hash(columns: Iterable[tuple[str, str, Mapping[str, Any]]]) -> int:
    """FiloDB's hash of columns (name, type, parameters), in 16 bits."""
    found = START
    for name, kind, params in columns:
        found = combined(found, hash_of(name) * _java_hash(_TYPES[kind]) + _params_hash(params))
    return found & 0xFFFF


def _params_hash(params: Mapping[str, Any]) -> int:
    """What Typesafe's Config gives as the hash of an object."""
    keys = 1
    for name in sorted(params):
        keys = (31 * keys + _java_hash(name)) & _MASK
    values = sum(_value_hash(value) for value in params.values())
    return 41 * (41 * (41 + keys) + values) & _MASK


def _value_hash(value: Any) -> int:
    if isinstance(value, bool):
        return 1231 if value else 1237
    return int(value) & _MASK if re.fullmatch(r"-?\d+", str(value)) else _java_hash(str(value))


def _java_hash(text: str) -> int:
    """``String.hashCode`` of Java, without its sign."""
    found = 0
    for unit in text:
        found = (31 * found + ord(unit)) & _MASK
    return found


# --- a list of schemas ------------------------------------------------------------------------------------------------


def _described(schema: Mapping[str, Any]) -> dict[str, Any]:
    start = schema.get("partition_key_start")
    has_id = schema.get("has_schema_id", start is not None)
    number = schema.get("schema_id")
    columns = []
    for field in schema["fields"]:
        inner = field.get("br_schema")
        if field["type"] not in _TYPES:
            raise OptionError(f"column {field['name']}", expected="one of " + ", ".join(_TYPES), found=field["type"])
        if (inner is None) == (field["type"] == "br"):
            raise OptionError(f"column {field['name']}: a column of type br, and no other, has a br_schema")
        columns.append(
            {"name": field["name"], "type": field["type"], "inner": None if inner is None else _described(inner)}
        )
    return {
        "name": str(schema["name"]),
        "id": _NO_ID if number is None else int(number),
        "has_id": bool(has_id),
        "columns": columns,
        "partition_start": len(columns) if start is None else int(start),
        "predefined_keys": [str(key) for key in schema.get("predefined_keys", ())],
    }


def _check(found: list[dict[str, Any]]) -> None:
    """Refuse what no record can have."""
    if not found:
        raise OptionError(expected="a schema at least", found="none")
    for schema in found:
        if not schema["columns"]:
            raise OptionError(f"schema {schema['name']}", expected="a column at least", found="none")
        if not _NO_ID <= schema["id"] <= _MOST_ID:
            raise OptionError(
                f"schema {schema['name']}", expected=f"an id from 0 to {_MOST_ID}", found=str(schema["id"])
            )
        if schema["has_id"] and not 0 <= schema["partition_start"] < len(schema["columns"]):
            raise OptionError(
                f"schema {schema['name']}",
                expected=f"a partition key that begins below column {len(schema['columns'])}",
                found=str(schema["partition_start"]),
            )
        keys = schema["predefined_keys"]
        if len(keys) > _MOST_KEYS:
            raise OptionError(f"schema {schema['name']}", expected=f"at most {_MOST_KEYS} keys", found=str(len(keys)))
        if any(len(key.encode()) > _LONGEST_KEY for key in keys):
            raise OptionError(f"schema {schema['name']}", expected=f"keys of at most {_LONGEST_KEY} bytes")
    if len({schema["has_id"] for schema in found}) > 1:
        raise OptionError(
            "records either all name their schema or none does", hint="Give schemas of one kind in a file."
        )


def combined(total: Any, one: Any) -> Any:
    """A sum of hashes with one more, in 32 bits; also of many sums at once, in arrays."""
    return (31 * total + one) & _MASK


def hash_of(content: str | bytes) -> int:
    """FiloDB's hash of a text (as UTF-8) or of bytes: XXH32 with its seed."""
    begin = needed("xxhash", "filodb").xxh32
    return int(begin(content.encode() if isinstance(content, str) else content, seed=SEED).intdigest())
