"""The formats of `tests.support.plans` read the plain way: with ``struct``, record by record.

Each function gives the rows of the good records, and where the first bad one begins (None: there is none). They share
nothing with the engine.
"""

from __future__ import annotations

import struct
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field

Row = dict[str, object]


class Bad(Exception):  # noqa: N818 - a verdict, not a mistake
    """A record that isn't what its format says."""


@dataclass
class Vector:
    """One column of a batch."""

    id: int
    type: str
    mode: int
    update: int
    values: list[object] = field(default_factory=list)


_INTEGERS = {"int8": "b", "uint8": "B", "int16": "<h", "uint16": "<H", "int32": "<i", "uint32": "<I", "int64": "<q"}
_INTEGERS |= {"small_enum": "B", "big_enum": "<H"}
_TYPES = {
    0x00000001: "bool",
    0x00010008: "int8",
    0x00020008: "uint8",
    0x00030010: "int16",
    0x00040010: "uint16",
    0x00050020: "int32",
    0x00060020: "uint32",
    0x00070020: "float32",
    0x00080008: "small_enum",
    0x00090010: "big_enum",
    0x000A0080: "uuid",
    0x000B0040: "geopoint",
    0x000C0000: "geoshape",
    0x000D0040: "int64",
}
_TYPES |= {word | 0x01000000: f"{kind}[]" for word, kind in _TYPES.items() if kind != "geoshape"}
_UPDATES = ("overwrite_not_null", "overwrite", "add", "min", "max")
_MODES = ("all_null", "all_valid", "null_vector")


def _need(condition: bool) -> None:
    if not condition:
        raise Bad


@dataclass
class Batch:
    """A batch, with the values of its vectors for rows 0 to ``decoded``."""

    rows: int
    arrival: int
    vectors: list[Vector]


def read_batch(body: bytes, most_rows: int, strict: bool = False) -> Batch:
    """Check a batch, and decode its first rows; ``strict``: no bytes may be left over."""
    _need(len(body) >= 28)
    version, rows, count = struct.unpack_from("<IiH", body)
    _need(version == 0xFEED0001 and rows >= 0)
    (arrival,) = struct.unpack_from("<I", body, 24)
    header = 32 + 19 * count
    _need(len(body) >= header)
    offsets = struct.unpack_from(f"<{count + 1}I", body, 28)
    at = 32 + 12 * count
    words = struct.unpack_from(f"<{count}I", body, at)
    ids = struct.unpack_from(f"<{count}H", body, at + 4 * count)
    modes = body[at + 6 * count : at + 7 * count]
    position = header
    vectors = []
    for i in range(count):
        _need(words[i] in _TYPES)
        mode, update = modes[i] & 7, modes[i] >> 3 & 7
        _need(mode <= 2 and update <= 4)
    for i in range(count):
        start, end = offsets[i], offsets[i + 1]
        _need(position <= start <= end <= len(body))
        mode = modes[i] & 7
        vector = Vector(ids[i], _TYPES[words[i]], mode, modes[i] >> 3 & 7)
        place = start
        masked = mode == 2 and vector.type != "geoshape"
        if masked:
            place += (rows + 7) // 8
        if mode and (vector.type == "geoshape" or vector.type.endswith("[]")):
            place += -place % 4
            _need(place + 4 * rows + 4 <= end)
            ends = struct.unpack_from(f"<{rows + 1}I", body, place)
            place += 4 * rows + 4
            place += -place % 8
            _need(place <= end)
            for row in range(rows):
                found = _slot(body[:end], place, ends[row], ends[row + 1], vector.type, strict)
                if row < most_rows:
                    valid = not masked or body[start + row // 8] >> row % 8 & 1
                    vector.values.append(found if valid else None)
            _need(place + ends[rows] <= end)
            _need(place + ends[rows] == end or not strict)
        elif mode:
            place += -place % 8
            used = place + ((words[i] & 0xFFFF) * rows + 7) // 8
            _need(used <= end)
            _need(used == end or not strict)
            for row in range(min(rows, most_rows)):
                valid = mode == 1 or body[start + row // 8] >> row % 8 & 1
                vector.values.append(_value(vector.type, body, place, row) if valid else None)
        else:
            _need(start == end or not strict)
            vector.values = [None] * min(rows, most_rows)
        vectors.append(vector)
        position = end
    _need(position + -position % 8 <= len(body))
    _need(position + -position % 8 == len(body) or not strict)
    return Batch(rows, arrival, vectors)


def _slot(body: bytes, place: int, start: int, end: int, kind: str, strict: bool) -> object:
    """An array or a shape; None in no bytes."""
    _need(start <= end and place + end <= len(body))
    if start == end:
        return None
    data = body[place + start : place + end]
    found: list[object] = []
    at = 4
    _need(len(data) >= at)
    (count,) = struct.unpack_from("<I", data)
    if kind == "geoshape":
        _need(count <= len(data))
        for _ in range(count):
            _need(len(data) >= at + 4)
            (points,) = struct.unpack_from("<I", data, at)
            at += 4
            _need(len(data) >= at + 8 * points)
            found.append([_value("geopoint", data, at, i) for i in range(points)])
            at += 8 * points
    else:
        item = kind.removesuffix("[]")
        bits = next(word & 0xFFFF for word, name in _TYPES.items() if name == item)
        masks = at + (bits * count + 7) // 8
        at = masks + (count + 7) // 8
        at += -at % 8
        _need(at <= len(data))
        valid = [data[masks + i // 8] >> i % 8 & 1 for i in range(count)]
        found = [_value(item, data, 4, i) if there else None for i, there in enumerate(valid)]
    _need(at == len(data) or not strict)
    return found


def _value(kind: str, body: bytes, place: int, row: int) -> object:
    if kind == "bool":
        return bool(body[place + row // 8] >> row % 8 & 1)
    if kind == "float32":
        return struct.unpack_from("<f", body, place + 4 * row)[0]
    if kind == "uuid":
        return str(uuid.UUID(bytes=body[place + 16 * row : place + 16 * row + 16]))
    if kind == "geopoint":
        lat, lng = struct.unpack_from("<ff", body, place + 8 * row)
        return {"lat": lat, "lng": lng}
    return struct.unpack_from(_INTEGERS[kind], body, place + struct.calcsize(_INTEGERS[kind]) * row)[0]


def bodies(data: bytes, log: bool) -> Iterator[tuple[int, bytes | None]]:
    """Where each record begins, and its body; None: the frame is bad."""
    if not log:
        yield 0, data
        return
    at = 0
    while at < len(data):
        if len(data) - at < 4:
            yield at, None
            return
        (size,) = struct.unpack_from("<I", data, at)
        if size < 32 or size > len(data) - at - 4:
            yield at, None
            return
        yield at, data[at + 4 : at + 4 + size]
        at += 4 + size


def upsert_batches(
    data: bytes, types: dict[int, str], log: bool = True, most_rows: int = 1 << 60, strict: bool = False
) -> tuple[list[Row], int | None]:
    """View ``rows``: ``types`` are the columns by id, integers as the widest type; the first ``most_rows`` rows at
    most."""
    found: list[Row] = []
    for number, (at, body) in enumerate(bodies(data, log)):
        if body is None:
            return found, at
        try:
            batch = read_batch(body, most_rows - len(found), strict)
            last = {vector.id: vector for vector in batch.vectors}
            for key, vector in last.items():
                _need(key not in types or _goes_into(vector.type, types[key]))
        except Bad:
            return found, at
        for row in range(min(batch.rows, most_rows - len(found))):
            values: Row = {"batch": number, "row": row, "arrival_time": batch.arrival}
            for key in types:
                values[f"c{key}"] = last[key].values[row] if key in last else None
            found.append(values)
        if len(found) >= most_rows:
            break
    return found, None


_WIDTHS = {
    "int8": 1,
    "uint8": 2,
    "small_enum": 2,
    "int16": 2,
    "uint16": 3,
    "big_enum": 3,
    "int32": 3,
    "uint32": 4,
    "int64": 4,
}


def _goes_into(kind: str, column: str) -> bool:
    if kind.endswith("[]") and column.endswith("[]"):
        kind, column = kind[:-2], column[:-2]
    if kind in _WIDTHS and column in _WIDTHS:
        return _WIDTHS[kind] <= _WIDTHS[column]
    return kind == column


def discovered(data: bytes, log: bool = True) -> dict[int, str]:
    """Columns by id: the widest type that the good batches give it, up to the first that disagrees."""
    types: dict[int, str] = {}
    for _, body in bodies(data, log):
        if body is None:
            break
        try:
            last = {vector.id: vector.type for vector in read_batch(body, 0).vectors}
        except Bad:
            break
        if any(
            key in types and not (_goes_into(kind, types[key]) or _goes_into(types[key], kind))
            for key, kind in last.items()
        ):
            break
        for key, kind in last.items():
            if key not in types or not _goes_into(kind, types[key]):
                types[key] = kind
    return dict(sorted(types.items()))


def upsert_columns(data: bytes, log: bool = True) -> tuple[list[Row], int | None]:
    """View ``columns``."""
    found: list[Row] = []
    for number, (at, body) in enumerate(bodies(data, log)):
        try:
            if body is None:
                raise Bad
            batch = read_batch(body, 0)
        except Bad:
            return found, at
        found.extend(
            {
                "batch": number,
                "position": position,
                "column_id": vector.id,
                "type": vector.type,
                "data_mode": _MODES[vector.mode],
                "update_mode": _UPDATES[vector.update],
                "num_rows": batch.rows,
            }
            for position, vector in enumerate(batch.vectors)
        )
    return found, None


def messages(data: bytes) -> tuple[list[Row], int | None]:
    """Records behind a length."""
    found: list[Row] = []
    at = 0
    while at < len(data):
        try:
            _need(len(data) - at >= 2)
            (size,) = struct.unpack_from("<H", data, at)
            payload = data[at + 2 : at + 2 + size]
            _need(len(payload) == size >= 23)
            number, ts, x, flags, length = struct.unpack_from("<IqdBH", payload)
            _need(23 + length <= size)
            name = payload[23 : 23 + length].decode()
        except (Bad, UnicodeDecodeError):
            return found, at
        found.append({"id": number, "ts": ts, "x": x, "flags": flags, "name": name})
        at += 2 + size
    return found, None


def samples(data: bytes) -> tuple[list[Row], int | None]:
    """Records of 24 bytes."""
    found: list[Row] = []
    for at in range(0, len(data), 24):
        record = data[at : at + 24]
        if len(record) < 24 or record[13] > 200:
            return found, at
        number, n, bits, kind = struct.unpack_from("<IQBB", record)
        delta, ratio = struct.unpack_from(">hf", record, 14)
        name = {1: "buy", 2: "sell", 7: "cancel"}.get(kind, str(kind))
        row = {"id": number, "n": n, "ok": bool(bits >> 7), "level": bits >> 4 & 7, "kind": name}
        found.append({**row, "delta": delta, "ratio": ratio})
    return found, None
