"""AresDB's live table, obviously: row by row and value by value, from objects. And logs at random, to try it with."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bytewright.errors import ReadError
from bytewright_formats.aresdb_redo_log import CODEC
from bytewright_formats.aresdb_redo_log.model import AresdbRedoLog, Batch
from bytewright_formats.aresdb_upsert_batch.model import (
    AresdbUpsertBatch,
    Array,
    ArraySlot,
    Column,
    ColumnData,
    Geopoint,
    Geoshape,
    GeoshapeSlot,
    Mode,
    Polygon,
    Type,
    UpdateMode,
    Uuid,
)

NUMBERS = {
    "int8": "i1",
    "uint8": "u1",
    "int16": "i2",
    "uint16": "u2",
    "int32": "i4",
    "uint32": "u4",
    "int64": "i8",
    "float32": "f4",
}
STATED = {
    **{name: name.capitalize() for name in ("bool", *NUMBERS)},
    "small_enum": "SmallEnum",
    "big_enum": "BigEnum",
    "uuid": "UUID",
    "geopoint": "GeoPoint",
    "geoshape": "GeoShape",
}
ELEMENTS = [name for name in STATED if name != "geoshape"]
BY_NAME = {type.name.lower(): type for type in Type}
WRAP = 1 << 64


class StopReplayError(Exception):
    """A place where AresDB stops; ``at`` is file, batch, row."""

    def __init__(self, *at: Any) -> None:
        super().__init__(at)
        self.at = at


@dataclass
class Made:
    """What became of logs."""

    rows: list[list[Any]] = field(default_factory=list)
    backfill: list[tuple[Any, ...]] = field(default_factory=list)
    newest: dict[int, int] = field(default_factory=dict)
    batches: int = 0
    position: tuple[int, int] | None = None
    tails: list[int] = field(default_factory=list)
    stop: tuple[Any, ...] | None = None


def plain(value: Any) -> Any:
    """A value of a model as one that can be compared, and is nothing but itself."""
    match value:
        case ArraySlot():
            return None if value.array is None else [plain(item) for item in value.array.items]
        case GeoshapeSlot():
            return None if value.shape is None else [[plain(p) for p in one.points] for one in value.shape.polygons]
        case Uuid():
            text = value.value.hex()
            return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
        case Geopoint():
            return (bits(value.lat), bits(value.lng))
        case float():
            return bits(value)
    return value


def bits(number: float) -> Any:
    """A float of 32 bits that compares by its bits."""
    return ("float", "nan" if number != number else np.float32(number).tobytes())


class Store:
    """A table of rows, as dictionaries by column."""

    def __init__(self, schema: dict[str, Any], terms: dict[str, Any]) -> None:
        self.columns = schema["columns"]
        self.keys = schema["primaryKeyColumns"]
        self.schema = schema
        self.terms = terms
        self.table: dict[Any, dict[int, Any]] = {}
        self.made = Made()

    def replay(self, files: dict[int, bytes]) -> Made:
        """Replay files by number."""
        try:
            for number in sorted(files):
                found = CODEC.parse_partly(files[number])
                batches = found.model.batches or []
                whole = len(batches) if found.error is None else _whole(found.error)
                for place, batch in enumerate(batches[:whole]):
                    self.made.newest.setdefault(number, 0)
                    self.apply(number, place, batch.body)
                    self.made.batches += 1
                    self.made.position = (number, place)
                if found.error is not None:
                    self.made.tails.append(number)
        except StopReplayError as stop:
            self.made.stop = stop.at
        self.made.rows = [
            [
                row.get(number, self.default(number))
                for number, column in enumerate(self.columns)
                if not column["deleted"]
            ]
            for row in self.table.values()
        ]
        return self.made

    def default(self, number: int) -> Any:
        return self.columns[number]["plain"]

    def apply(self, file: int, place: int, body: Any) -> None:
        """Apply a batch, or nothing of it."""
        names = [_name(type) for type in body.types]
        modes = [UpdateMode(mode.update_mode).name.lower() for mode in body.modes]
        values = [column.data.values for column in body.columns]
        ids = body.column_ids
        for number, name in zip(ids, names, strict=True):
            if number >= len(self.columns) or self.columns[number]["kind"] != name:
                raise StopReplayError(file, place, None)
        last = {number: position for position, number in enumerate(ids)}
        fact, missing = self.schema["isFactTable"], self.schema["config"]["allowMissingEventTime"]
        if (fact and not missing and 0 not in last) or any(key not in last for key in self.keys):
            raise StopReplayError(file, place, None)

        def value(position: int, row: int) -> Any:
            found = values[position]
            return None if found is None else plain(found[row])

        taken: list[tuple[int, Any, bool]] = []
        late: list[int] = []
        known = set(self.table)
        for row in range(body.num_rows):
            key = tuple(value(last[key], row) for key in self.keys)
            if None in key:
                raise StopReplayError(file, place, row)
            if fact:
                time = value(last[0], row) if 0 in last else None
                if time is None:
                    if not missing:
                        raise StopReplayError(file, place, row)
                    if body.arrival_time < self.terms["cutoff"]:
                        continue
                else:
                    days = self.schema["config"]["recordRetentionInDays"]
                    if days and time // 86400 < self.terms["now"] // 86400 - days:
                        continue
                    if time > self.terms["now"]:
                        continue
                    self.made.newest[file] = max(self.made.newest[file], time)
                    if time < self.terms["cutoff"]:
                        if (file, place) > self.terms["checkpoint"]:
                            late.append(row)
                        continue
            taken.append((row, key, key in known))
            known.add(key)
        for inserts in (True, False):
            for position, number in enumerate(ids):
                name, mode, column = names[position], modes[position], self.columns[number]
                rows = [(row, key) for row, key, update in taken if update is not inserts]
                if column["deleted"] or not rows or (values[position] is None and mode == "overwrite_not_null"):
                    continue
                if name == "geoshape" and values[position] is None:
                    raise StopReplayError(file, place, min(row for row, *_ in taken))
                if not inserts and mode in ("add", "min", "max") and name not in NUMBERS:
                    raise StopReplayError(file, place, rows[0][0])
        for inserts in (True, False):
            for position, number in enumerate(ids):
                if self.columns[number]["deleted"]:
                    continue
                for row, key, update in taken:
                    if update is inserts:
                        continue
                    slots = self.table.setdefault(key, {})
                    self.write(slots, number, names[position], modes[position], value(position, row), inserts=inserts)
        if fact:
            whole = len(late) == body.num_rows
            kept = [p for p in range(len(ids)) if whole or modes[p] in ("overwrite_not_null", "overwrite")]
            if late or whole:
                held = [[value(position, row) for position in kept] for row in late]
                said = [(ids[position], modes[position]) for position in kept]
                self.made.backfill.append((file, place, body.arrival_time, whole, said, held))

    def write(self, slots: dict[int, Any], number: int, name: str, mode: str, new: Any, *, inserts: bool) -> None:
        """Write a value."""
        if new is None:
            if mode == "overwrite" and not inserts:
                slots[number] = None
            return
        old = slots.get(number, self.default(number))
        if mode in ("overwrite_not_null", "overwrite") or old is None or name in ("bool", "geoshape"):
            slots[number] = new
        elif name in NUMBERS:
            slots[number] = combined(mode, name, old, new)


def combined(mode: str, name: str, old: Any, new: Any) -> Any:
    """What becomes of two numbers."""
    if name == "float32":
        x, y = (np.float32(np.nan) if one[1] == "nan" else np.frombuffer(one[1], "f4")[0] for one in (old, new))
        if mode == "add":
            with np.errstate(all="ignore"):
                return bits(float(x + y))
        order = -1 if x < y else 0 if x == y else 1
        return new if (order > 0 if mode == "min" else order < 0) else old
    if mode == "add":
        with np.errstate(over="ignore"):
            return int((np.array([old], NUMBERS[name]) + np.array([new], NUMBERS[name]))[0])
    order = (old - new + WRAP // 2) % WRAP - WRAP // 2
    if mode == "max":
        order = (-order + WRAP // 2) % WRAP - WRAP // 2
    return new if order > 0 else old


def _name(type: Any) -> str:
    name = Type(type).name.lower()
    return f"{name.removeprefix('array_of_')}[]" if name.startswith("array_of_") else name


def _whole(error: ReadError) -> int:
    """How many batches come before an error."""
    return int((error.field or "").partition("[")[2].partition("]")[0])


# --- at random --------------------------------------------------------------------------------------------------------


def table_at_random(chance: random.Random) -> dict[str, Any]:
    """A schema, as AresDB has it, with what a default is beside the text of it."""
    fact = chance.random() < 0.5
    kinds = ["uint32"] if fact else []
    kinds += [chance.choice(["uint8", "bool", "uuid", "small_enum", "int64", "geopoint", "float32"])]
    kinds += chance.choices([*STATED, *(f"{name}[]" for name in ELEMENTS)], k=chance.randrange(1, 7))
    kinds += chance.choices([*NUMBERS], k=2)
    keys = [len(kinds) - 1, 1 if fact else 0] if chance.random() < 0.3 else [1 if fact else 0]
    columns = []
    for number, kind in enumerate(kinds):
        deleted = chance.random() < 0.1 and number not in keys and not (fact and number == 0)
        column: dict[str, Any] = {"name": f"n{number}", "kind": kind, "deleted": deleted, "plain": None}
        base = kind.removesuffix("[]")
        column["type"] = STATED[base] + kind[len(base) :]
        if base == kind and kind != "geoshape" and chance.random() < 0.4 and not (fact and number == 0):
            column["plain"], column["defaultValue"] = default_at_random(chance, kind)
        columns.append(column)
    config = {"allowMissingEventTime": chance.random() < 0.4, "recordRetentionInDays": chance.choice([0, 0, 2])}
    return {"name": "t", "isFactTable": fact, "primaryKeyColumns": keys, "columns": columns, "config": config}


def default_at_random(chance: random.Random, kind: str) -> tuple[Any, str]:
    """A default, and its text."""
    if kind == "bool":
        return True, "true"
    if kind == "uuid":
        return "00112233-4455-6677-8899-aabbccddeeff", "00112233-4455-6677-8899-aabbccddeeff"
    if kind == "geopoint":
        return (bits(1.5), bits(-2.0)), "Point(-2,1.5)"
    if kind == "float32":
        return bits(2.5), "2.5"
    number = chance.choice([0, 7, 120])
    return number, str(number)


def value_at_random(chance: random.Random, kind: str, few: bool = False) -> Any:
    """A value of a model."""
    match kind:
        case "bool":
            return chance.random() < 0.5
        case "uuid":
            return Uuid(value=chance.randrange(6).to_bytes(16, "big") if few else chance.randbytes(16))
        case "geopoint":
            return Geopoint(lat=chance.choice([0.0, 1.0]), lng=chance.choice([0.0, 3.5]))
        case "float32":
            return chance.choice([0.0, 1.0, 2.0] if few else [0.0, -0.0, 1.25, -3.5, 1e38, float("inf"), float("nan")])
        case "geoshape":
            return GeoshapeSlot(
                shape=Geoshape(polygons=[Polygon(points=[Geopoint(lat=1.0, lng=chance.choice([2.0, 5.0]))])])
            )
        case "small_enum":
            return chance.randrange(4 if few else 256)
        case "big_enum":
            return chance.randrange(65536)
    if kind.endswith("[]"):
        items = [
            value_at_random(chance, kind[:-2]) if chance.random() < 0.8 else None for _ in range(chance.randrange(4))
        ]
        return ArraySlot(array=Array(items=items))
    bounds = np.iinfo(NUMBERS[kind])
    if few:
        return chance.randrange(5)
    return chance.choice([int(bounds.min), int(bounds.max), 0, 1, chance.randint(int(bounds.min), int(bounds.max))])


NOW = 1_600_000_000


def batch_at_random(chance: random.Random, schema: dict[str, Any], wrong: float) -> Batch:
    """A batch, which AresDB applies most often."""
    columns, keys, fact = schema["columns"], schema["primaryKeyColumns"], schema["isFactTable"]
    rows = chance.choice([0, 1, 2, 5, 9])
    ids = [
        number for number in range(len(columns)) if number in keys or (fact and number == 0) or chance.random() < 0.7
    ]
    if chance.random() < 0.15:
        ids += chance.choices(ids, k=2)
    chance.shuffle(ids)
    if chance.random() < wrong and len(ids) > 1:
        ids.pop()
    types: list[Type | int] = []
    modes, made = [], []
    for number in ids:
        kind = columns[number]["kind"]
        numeric = kind in NUMBERS
        mode = chance.choice([0, 0, 1, 2, 3, 4] if numeric and number not in keys else [0, 0, 1])
        if chance.random() < wrong and number not in keys:
            mode = chance.choice([2, 3, 4])
        full = number in keys or (fact and number == 0 and not schema["config"]["allowMissingEventTime"])
        nulls = (0.0 if chance.random() >= wrong else 0.2) if full else chance.choice([0.0, 0.4, 1.0])
        if kind == "geoshape" and nulls == 1.0 and chance.random() >= wrong:
            mode = 0
        values: list[Any] = []
        for _ in range(rows):
            if chance.random() < nulls:
                values.append(
                    {"geoshape": GeoshapeSlot(), "[]": ArraySlot()}.get(kind if kind == "geoshape" else kind[-2:])
                )
            elif fact and number == 0:
                values.append(NOW - chance.choice([-5, 0, 1, 4000, 5000, 5001, 100_000, 200_000, 300_000]))
            else:
                values.append(value_at_random(chance, kind, few=number in keys))
        base = kind.removesuffix("[]")
        types.append(BY_NAME[kind if base == kind else f"array_of_{base}"])
        modes.append(Mode(update_mode=UpdateMode(mode)))
        made.append(Column(data=ColumnData(values=values)))
    if chance.random() < wrong / 4:
        number = chance.randrange(len(types))
        types[number] = Type.UINT8 if types[number] is Type.INT8 else Type.INT8
        made[number] = Column(data=ColumnData(values=[None] * rows))
    arrival = NOW - chance.choice([0, 100, 4999, 5000, 5001])
    body = AresdbUpsertBatch(
        arrival_time=arrival, types=types, column_ids=ids, num_rows=rows, modes=modes, columns=made
    )
    return Batch(body=body)


def logs_at_random(seed: int) -> tuple[dict[str, Any], dict[int, bytes], dict[str, Any]]:
    """A schema, files by number, and what a replay is asked for."""
    chance = random.Random(seed)
    schema = table_at_random(chance)
    wrong = chance.choice([0.0, 0.0, 0.03])
    files = {}
    for number in sorted(chance.sample([1, 9, 10, 100], k=chance.choice([1, 2, 3]))):
        batches = [batch_at_random(chance, schema, wrong) for _ in range(chance.randrange(6))]
        files[number] = CODEC.to_bytes(AresdbRedoLog(batches=batches))
        if batches and chance.random() < 0.2:
            files[number] = files[number][: chance.randrange(4, len(files[number]))]
    checkpoint = (chance.choice([0, 9, 10]), chance.randrange(3))
    return schema, files, {"cutoff": chance.choice([0, NOW - 5000]), "checkpoint": checkpoint, "now": NOW}
