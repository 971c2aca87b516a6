"""Containers as plain values, made of rows: what FiloDB's record builder does before it writes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cmp_to_key
from typing import Any

from .filodb_keys import utf16_order, word_order
from .filodb_schemas import standard

Plain = dict[str, Any]

PREDEFINED = 0xC0
"""Added to the place of a predefined key, it is the byte that stands for it."""

LONGS = {"geometric": 3, "geometric_minus_1": 4, "custom": 5, "exponential": 9}
DOUBLES = {"geometric": 8, "custom": 10, "exponential": 16}
"""Codes of formats by the scheme of the buckets, of values that are integers and of those that aren't."""

STATED = frozenset(("container", "record", "container_time", "schema_id", "schema", "partition_hash"))
"""Columns that every record has."""

INNER = frozenset(("schema_id", "schema", "partition_hash"))
"""What nested records may have beside the columns of their schema, where these have other names."""

NO_SCHEMA = 0xFFFF
"""Number of the schema of a nested record for which nothing says one: the -1 of schemas that have none."""

EMPTY = 0
MOST_EXACT = 1 << 63


def containers(rows: Iterable[Mapping[str, Any]], options: Mapping[str, Any]) -> Plain:
    """Containers of rows as the view ``records`` shows them.

    Rows without a number of their container go into one. What names a row's schema is the option ``schema``, else its
    ``schema`` or ``schema_id``, else that it is the only one. A partition hash that isn't given is found when the
    record is written; maps of such records are sorted by their keys, others stay as they are, unless ``mapOrder``
    says otherwise.

    The number that a nested record holds is that of the schema whose partition key it is, which its own columns don't
    tell. So rows of such records may have ``schema_id``, or the name of a ``schema`` (one of the option's, or of
    FiloDB's standard ones), and ``partition_hash``. Where they say none, it is the number that the schema file gives
    the nested schema, and `NO_SCHEMA` where it gives none.

    Args:
        rows: the rows.
        options: ``schemas``: those that records may have; ``schema``: the name of the schema of all rows, or None;
            ``mapOrder``: ``sorted``, ``words``, ``given`` or ``auto``.

    Raises:
        ValueError: a row has no schema, or a value that its schema has no place for.
    """
    known = _Schemas(options["schemas"], options["schema"])
    found: dict[Any, list[tuple[Any, Any, Plain]]] = {}
    for number, row in enumerate(rows):
        try:
            schema = known.of(row)
            _check(row, schema)
            body = _body(row, schema, options["mapOrder"], known)
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"rows[{number}]: {error}") from None
        place = row.get("record")
        found.setdefault(row.get("container"), []).append((number if place is None else place, row, body))
    made = []
    for number in sorted(found, key=lambda one: -1 if one is None else one):
        records = sorted(found[number], key=lambda one: one[0])
        moment = next((row["container_time"] for _, row, _ in records if row.get("container_time") is not None), None)
        made.append(
            {
                "reserved": "000000",
                "time": int(time.time() * 1000) if moment is None else moment,
                "area": {"records": [{"body": body} for _, _, body in records]},
            }
        )
    return {"containers": made}


class _Schemas:
    def __init__(self, schemas: Sequence[Any], chosen: str | None) -> None:
        self._all = list(schemas)
        self._by_name = {schema.name: schema for schema in schemas}
        self._by_id = {schema.id: schema for schema in schemas}
        self._chosen = chosen

    def of(self, row: Mapping[str, Any]) -> Any:
        name = row.get("schema") if row.get("schema") is not None else self._chosen
        if name is not None:
            if name not in self._by_name:
                raise ValueError(f"there is no schema {name!r}")
            return self._by_name[name]
        if row.get("schema_id") is not None:
            if row["schema_id"] not in self._by_id:
                raise ValueError(f"there is no schema with the id {row['schema_id']}")
            return self._by_id[row["schema_id"]]
        if len(self._all) == 1:
            return self._all[0]
        raise ValueError("it doesn't say which schema it has")

    def number_of(self, name: str) -> int:
        """The number by which records name a schema.

        Raises:
            ValueError: there is no such schema, or it has none.
        """
        if name in self._by_name:
            number = int(self._by_name[name].id)
            if number < 0:
                raise ValueError(f"the schema {name} has no id")
            return number
        number = _standard_numbers().get(name, -1)
        if number < 0:
            raise ValueError(f"there is no schema {name!r}")
        return number


@cache
def _standard_numbers() -> Mapping[str, int]:
    return {schema["name"]: schema["id"] for schema in standard()}


def _check(row: Mapping[str, Any], schema: Any) -> None:
    """Refuse what a record of a schema has no place for.

    Raises:
        ValueError: there is something.
    """
    _check_columns(row, schema, STATED)
    stated = row.get("schema_id")
    if stated is not None and schema.has_id and stated != schema.id & 0xFFFF:
        raise ValueError(f"the schema {schema.name} has the id {schema.id & 0xFFFF}, not {stated}")


def _check_columns(row: Mapping[str, Any], schema: Any, stated: frozenset[str]) -> None:
    columns = {column.name for column in schema.columns}
    other = next((name for name, value in row.items() if value is not None and name not in columns | stated), None)
    if other is not None:
        raise ValueError(f"the schema {schema.name} has no column {other!r}")


def _body(row: Mapping[str, Any], schema: Any, order: str, known: _Schemas) -> Plain:
    stored = row.get("partition_hash")
    if order == "auto":
        order = "sorted" if schema.has_id and stored is None else "given"
    made = _fields(row, schema, order, known)
    if schema.has_id:
        made |= {"schema_id": schema.id & 0xFFFF, "partition_hash": stored}
    return made


def _inner_body(row: Mapping[str, Any], schema: Any, order: str, known: _Schemas) -> Plain:
    """The body of a nested record, whose maps are sorted as those of the record around it."""
    _check_columns(row, schema, INNER)
    made = _fields(row, schema, order, known)
    columns = {column.name for column in schema.columns}
    said = {name: row.get(name) for name in INNER if name not in columns}
    if schema.has_id:
        return made | {"schema_id": _inner_id(said, schema, known), "partition_hash": said.get("partition_hash")}
    other = next((name for name in sorted(said) if said[name] is not None), None)
    if other is not None:
        raise ValueError(f"records of the schema {schema.name} have no {other}")
    return made


def _inner_id(said: Mapping[str, Any], schema: Any, known: _Schemas) -> int:
    """The number of its schema that a nested record holds.

    Raises:
        ValueError: it is unknown, or said to be another one as well.
    """
    numbers = []
    if schema.id >= 0:
        numbers.append(schema.id)
    if said.get("schema") is not None and (said["schema"] != schema.name or schema.id < 0):
        numbers.append(known.number_of(said["schema"]))
    if said.get("schema_id") is not None:
        numbers.append(said["schema_id"])
    other = next((number for number in numbers if number != numbers[0]), None)
    if other is not None:
        raise ValueError(f"the nested schema has the id {numbers[0]}, not {other}")
    return numbers[0] if numbers else NO_SCHEMA


def _fields(row: Mapping[str, Any], schema: Any, order: str, known: _Schemas) -> Plain:
    values = (_value(row.get(column.name), column, schema, order, known) for column in schema.columns)
    return {"fields": [{"value": value} for value in values]}


def _value(value: Any, column: Any, schema: Any, order: str, known: _Schemas) -> Any:
    kind = column.type.label
    if kind in ("string", "map", "hist") and value is None:
        value = {"string": "", "map": [], "hist": {"format": EMPTY}}[kind]
    if value is None:
        raise ValueError(f"{column.name}: there is no value, and records have no null")
    match kind:
        case "ts":
            return {"value": value}
        case "string":
            return {"target": {"text": value}}
        case "map":
            return {"target": {"area": {"entries": _entries(value, schema, order)}}}
        case "hist":
            return {"target": {"histogram": _histogram(value, column.name)}}
        case "br":
            return {"target": {"record": {"body": _inner_body(value, column.inner, order, known)}}}
    return value


def _entries(value: Any, schema: Any, order: str) -> list[Plain]:
    pairs = list(value.items()) if isinstance(value, Mapping) else list(value)
    if order == "sorted":
        pairs.sort(key=utf16_order)
    elif order == "words":
        pairs.sort(key=cmp_to_key(word_order))
    codes = {key: PREDEFINED | place for place, key in enumerate(schema.predefined_keys)}
    return [
        {"code": codes[key], "value": text} if key in codes else {"literal": key, "value": text} for key, text in pairs
    ]


def _histogram(value: Mapping[str, Any], name: str) -> Plain:
    values = list(value.get("values") or ())
    scheme = value.get("scheme")
    code = value.get("format")
    if code is None:
        whole = scheme == "geometric_minus_1" or all(_is_whole(one) for one in values)
        code = EMPTY if scheme in (None, "empty") else (LONGS if whole else DOUBLES).get(scheme)
    if code is None:
        raise ValueError(f"{name}: there is no format for buckets that are {scheme}")
    if code == EMPTY:
        return {"format": code}
    made: Plain = {"format": code, "buckets": _buckets(code, value, len(values))}
    if code in DOUBLES.values():
        made["doubles"] = {"values": values}
    else:
        made["longs"] = {"values": [min(int(one), MOST_EXACT - 1) for one in values]}
    return made


def _is_whole(value: float) -> bool:
    return -MOST_EXACT <= value <= MOST_EXACT and float(value).is_integer()


def _buckets(code: int, value: Mapping[str, Any], count: int) -> Plain:
    if code in (LONGS["exponential"], DOUBLES["exponential"]):
        # The first of the buckets is that of zero.
        return {
            "num_buckets": count,
            "scale": value["scale"],
            "start_index": value["start_index"],
            "num_positive": count - 1,
        }
    if code in (LONGS["custom"], DOUBLES["custom"]):
        return {"num_buckets": count, "tops": {"values": list(value["bucket_tops"])}}
    return {"num_buckets": count, "first": value["first"], "multiplier": value["multiplier"]}
