"""Logs to damage, of so many records: of shipped formats that are lists of records, and of specs of other kinds."""

from __future__ import annotations

import io
import random
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks import batches, containers, log
from tests.damage.specs import FORMATS

import bytewright
from bytewright.codec.codec import Codec
from bytewright_formats.filodb_container.filodb_schemas import standard

_CONTAINER = 4096
"""Bytes of a container: many of them in a small file."""


@dataclass(frozen=True, slots=True)
class Log:
    """A good file.

    Attributes:
        codec: its format.
        data: its bytes.
        head: how many of them precede the records.
        keys: the columns that tell rows apart and don't depend on others: not those that count.
        options: of the format.
    """

    codec: Codec
    data: bytes
    head: int
    keys: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)


_SPECS = tempfile.TemporaryDirectory()
"""Where the specs lie as long as somebody may ask for their stock parsers."""


@cache
def codec_of(name: str) -> Codec:
    """The codec of one of the specs of other kinds."""
    path = Path(_SPECS.name, f"{name}.ksy")
    path.write_text(FORMATS[name].spec, encoding="utf-8")
    return bytewright.load(str(path))


def _other(name: str) -> Callable[[int, int], Log]:
    def made(records: int, seed: int) -> Log:
        kind, rng = FORMATS[name], random.Random(seed)
        data = kind.head + b"".join(kind.record(number, rng) for number in range(records))
        return Log(codec_of(name), data, len(kind.head), ("number",))

    return made


def _deephaven(records: int, seed: int) -> Log:
    head = log.header()
    data = head + log.records(np.random.default_rng(seed), records)
    return Log(bytewright.load("deephaven_log"), data, len(head), ("id", "quantity", "price", "name", "tag"))


def _aresdb(records: int, seed: int) -> Log:
    random = np.random.default_rng(seed)
    made = io.BytesIO()
    made.write(batches.MAGIC)
    for _ in range(records):
        body = batches.batch(random, int(random.integers(2, 30)))
        made.write(len(body).to_bytes(4, "little") + body)
    return Log(bytewright.load("aresdb_redo_log"), made.getvalue(), 4, ("row", "c0", "c1", "c2", "c4"))


def _filodb(records: int, seed: int) -> Log:
    random = np.random.default_rng(seed)
    ids = {schema["name"]: schema["id"] for schema in standard()}
    made, count = bytearray(), 0
    while count < records:
        body, held = containers.container(random, ids, _CONTAINER)
        made, count = made + body, count + held
    return Log(bytewright.load("filodb_container"), bytes(made), 0, ("schema", "timestamp", "_metric_", "value"))


LOGS: dict[str, Callable[[int, int], Log]] = {
    "deephaven_log": _deephaven,
    "aresdb_redo_log": _aresdb,
    "filodb_container": _filodb,
    **{name: _other(name) for name in FORMATS},
}
"""Makers of logs, by the names of their formats: of so many records, with a seed."""
