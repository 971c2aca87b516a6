"""Logs to damage, of so many records: of shipped formats that are lists of records, and of specs of other kinds."""

from __future__ import annotations

import io
import random
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from benchmarks import batches, containers, log
from tests.damage.specs import FORMATS

import bytewright
from bytewright.codec.codec import Codec
from bytewright.views.evaluate.resync import is_enough
from bytewright_formats.filodb_container.filodb_schemas import standard
from bytewright_formats.milvus_binlog import DataType, EventType
from bytewright_pipelines.milvus.payload import PayloadWriter
from bytewright_pipelines.milvus.writing import Ids, Part, binlog

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
        end: where the records end; 0: with the file.
        places: of records to which an index leads: from where to where each lies, by what the first of ``keys`` says.
        around: of records in others: from where to where the heads of these lie, and where they end.
    """

    codec: Codec
    data: bytes
    head: int
    keys: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    end: int = 0
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    around: tuple[tuple[int, int, int], ...] = ()


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
    made, count, around = bytearray(), 0, list[tuple[int, int, int]]()
    while count < records:
        body, held = containers.container(random, ids, _CONTAINER)
        around.append((len(made), len(made) + 16, len(made) + len(body)))
        made, count = made + body, count + held
    keys = ("schema", "timestamp", "_metric_", "value")
    return Log(bytewright.load("filodb_container"), bytes(made), 0, keys, around=tuple(around))


def _milvus(records: int, seed: int) -> Log:
    random, parts = np.random.default_rng(seed), list[Part]()
    for _ in range(records):
        with PayloadWriter(DataType.INT64) as writer:
            writer.add(pa.array(random.integers(-(1 << 62), 1 << 62, int(random.integers(1, 20)))))
            writer.finish()
            parts.append(Part(EventType.INSERT, bytes(writer.buffer), 1, 2))
    extras = {"nullable": False, "original_size": "0"}
    model = binlog("insert", "2x", Ids(1, 2, 3), DataType.INT64, parts, field=100, extras=extras, written=1)
    codec = bytewright.load("milvus_binlog")
    data = codec.to_bytes(model)
    head = bytewright.open(data, codec, "events").to_table()["offset"][1].as_py()
    return Log(codec, data, head, ("event_type", "row", "value"))


def _esdb(records: int, seed: int) -> Log:
    """Of blocks, each of which is taken for a record."""
    rng, codec = random.Random(seed), bytewright.load("esdb")
    (schema,) = (one.schema for one in codec.makers if one.name == "added")
    added = [
        {
            "block": f"b{block:06}",
            "timestamp": i,
            "data": rng.randbytes(rng.randrange(60)),
            "grouping": f"g{i % 2}",
            "indexes": ["i"],
        }
        for block in range(records)
        for i in range(rng.randrange(1, 8))
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "log")
        bytewright.write(pa.Table.from_pylist(added, schema=schema), path, codec, view="added")
        data = path.read_bytes()
    blocks = bytewright.open(data, codec, "blocks").to_table().to_pylist()
    places = {one["block"]: (one["offset"], one["offset"] + one["length"]) for one in blocks}
    end = max(end for _, end in places.values())
    return Log(codec, data, 0, ("block", "grouping", "position", "data"), end=end, places=places)


def _index(records: int, seed: int) -> Log:
    """The same, of which the index is damaged."""
    log = _esdb(records, seed)
    return replace(log, head=log.end, end=0)


def is_sought(log: Log) -> bool:
    """Whether what a place of damage hides is looked for: records behind it, or blocks without their index. Blocks to
    which an index leads need not be."""
    index, beginning = log.codec.block_index, log.codec.beginning
    if index is not None:
        return index.beginning is not None or log.end > 0
    return beginning is not None and is_enough(beginning, beginning.frame)


LOGS: dict[str, Callable[[int, int], Log]] = {
    "deephaven_log": _deephaven,
    "aresdb_redo_log": _aresdb,
    "filodb_container": _filodb,
    "milvus_binlog": _milvus,
    "esdb": _esdb,
    "esdb, its index": _index,
    **{name: _other(name) for name in FORMATS},
}
"""Makers of logs, by the names of their formats: of so many records, with a seed."""
