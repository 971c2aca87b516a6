"""10,000 files of 1 kB: in one process next to objects, in Spark on two cores next to ``binaryFile``.

Redo logs of AresDB, and a format that is only written down here. Seconds of Spark's are core-seconds of all processes.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import bytewright
from benchmarks.bench import Bench
from benchmarks.measuring import fastest, fewest
from benchmarks.report import times
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.spark.process.jvm_log import jvm_log
from bytewright.spark.session import local_session

FILES = 10_000
_TENTH = 10
"""Of the files, objects read one in so many: they take their time."""
ROWS = {"redo logs": 24, "stations": 50}
COLUMNS = {"redo logs": 7, "stations": 4}
SPEC = """meta: {id: stations, endian: le, file-extension: station}
seq:
  - {id: magic, contents: STAT}
  - {id: len_name, type: u1}
  - {id: name, type: str, encoding: UTF-8, size: len_name}
  - {id: readings, type: reading, repeat: eos}
types:
  reading:
    seq: [{id: moment, type: u8}, {id: value, type: f8}, {id: channel, type: u2}, {id: flags, type: u2}]
"""
LOG = Path(__file__).parents[2] / "examples" / "data" / "aresdb" / "fact_table" / "200.redolog"


def run(bench: Bench) -> None:
    """Measure both formats, in process and in a session."""
    spec = bench.folder / "stations.ksy"
    spec.write_text(SPEC)
    formats = {"redo logs": "aresdb_redo_log", "stations": str(spec)}
    folders = {name: bench.folder / name.replace(" ", "-") for name in formats}
    for name, folder in folders.items():
        folder.mkdir()
        for number in range(FILES):
            (folder / f"{number:05}.{name[:7].strip()}").write_bytes(_file(name, number))
    for name, folder in folders.items():
        _in_process(bench, name, folder, registry.load(formats[name]))
    with (bench.folder / "spark.log").open("wb") as log, jvm_log(log):
        settings: dict[str, Any] = {"spark.driver.memory": "2g"}
        spark = local_session(2, "bytewright bench", **settings)
    try:
        for name, folder in folders.items():
            source = spark.read.format("bytewright").option("spec", formats[name])
            ours, theirs = fewest(
                bench.runs,
                lambda source=source, folder=folder: _noop(source.load(str(folder))),  # type: ignore[misc]
                lambda folder=folder: _noop(spark.read.format("binaryFile").load(str(folder))),  # type: ignore[misc]
            )
            _measured(bench, f"{name}, in Spark", name, folder, ours)
            _measured(bench, f"{name}, binaryFile", name, folder, theirs)
            bench.claim(f"{name}, in Spark, to binaryFile", ours / theirs, 3.0, times, at_most=True)
    finally:
        spark.stop()


def _in_process(bench: Bench, name: str, folder: Path, codec: Codec) -> None:
    paths = sorted(folder.iterdir())[::_TENTH]
    ours, objects = fastest(
        bench.runs,
        lambda: bytewright.open(folder, codec).to_table(),
        lambda: [codec.parse(path.read_bytes()) for path in paths],
    )
    _measured(bench, f"{name}, as a table", name, folder, ours)
    _measured(bench, f"{name}, as objects (of a tenth)", name, folder, objects * _TENTH)
    bench.claim(f"{name}, a table, to objects", ours / objects / _TENTH, 2.0, times, at_most=True)


def _measured(bench: Bench, what: str, name: str, folder: Path, seconds: float) -> None:
    size = sum(path.stat().st_size for path in folder.iterdir())
    bench.measured(what, size, seconds, rows=FILES * ROWS[name], columns=COLUMNS[name])


def _noop(frame: object) -> None:
    frame.write.format("noop").mode("overwrite").save()  # type: ignore[attr-defined]


def _file(name: str, number: int) -> bytes:
    if name == "redo logs":
        return LOG.read_bytes()
    said = b"station %d" % number
    rows = (struct.pack("<QdHH", 50 * number + row, row / 7, row, 0) for row in range(ROWS[name]))
    return b"STAT" + bytes([len(said)]) + said + b"".join(rows)
