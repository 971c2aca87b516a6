"""The programs of the soak: ``python -m tests.soak.actors NAME FOLDER``. Each goes on until it is killed.

Where they are started again they go on behind what they have done.
"""

from __future__ import annotations

import itertools
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.compute as pc
from tests.soak import logs

import bytewright

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FIRST = 1_000_000_000
"""The time of the first event of the table that is replayed, in seconds."""
PAUSE = 0.5


def write(folder: Path, log: str) -> None:
    """Append records to a log."""
    for _ in logs.write(folder / "live", log, folder / "soak.ksy"):
        pass


def query(folder: Path) -> None:
    """Read all logs, and look for records; prints how many there are."""
    for _ in itertools.count():
        found = [checked(folder, log) for log in "ab"]
        print(json.dumps(found), flush=True)
        time.sleep(PAUSE)


def checked(folder: Path, log: str) -> int:
    """Read a log, count its records by SQL, and look for the first and the last one."""
    spec, live = folder / "soak.ksy", folder / "live"
    count = logs.checked(live, log, spec)
    files = [str(path) for path in logs.files_of(live, log)]
    if not count:
        return 0
    options: dict[str, Any] = {"options": {"tornTail": "ignore"}}
    query = f"SELECT count(*) AS n, max(number) AS last FROM '{live}/{log}-*.soak'"
    counted = bytewright.sql(query, str(spec), options["options"]).to_pylist()[0]
    if counted["n"] < count or counted["last"] != counted["n"] - 1:
        raise logs.WrongRowsError(f"{log}: {counted} of {count} records")
    for number in (0, count // 2, count - 1):
        table = bytewright.open(files, str(spec), columns=logs.COLUMNS, **options)
        hit = table.to_table(filters=[("number", "=", number)])
        if logs.check(hit, log).tolist() != [number]:
            raise logs.WrongRowsError(f"{log}: record {number} found {len(hit)} times")
    return count


def follow(folder: Path, log: str) -> None:
    """Stream a log into a table."""
    from bytewright.spark.session import local_session

    stream(local_session(1), folder, log, processingTime="1 second").awaitTermination()


def stream(spark: SparkSession, folder: Path, log: str, **trigger: Any) -> Any:
    """The stream of a log."""
    read = spark.readStream.format("bytewright").options(spec=str(folder / "soak.ksy"), follow="true")
    writer = read.load(str(folder / "live" / f"{log}-*.soak")).select("kind", "number", "body").writeStream
    writer = writer.option("checkpointLocation", str(folder / f"checkpoint-{log}")).trigger(**trigger)
    return writer.format("parquet").start(str(folder / f"followed-{log}"))


def upsert(folder: Path) -> None:
    """Append batches to redo logs: the event of each second adds its number once."""
    from bytewright_pipelines.aresdb import RedoLog

    after = upserted(folder)
    types = {"type.c0": "uint32", "type.c1": "int64", "update.c1": "add"}
    with RedoLog(folder / "data", "soak", options=types, sync=False, max_bytes=100_000) as log:
        while True:
            log.append([{"c0": FIRST + number, "c1": number} for number in range(after, after + 10)])
            after += 10
            time.sleep(0.1)


def upserted(folder: Path) -> int:
    """How many events redo logs have."""
    files = [str(path) for path in (folder / "data").rglob("*.redolog")]
    if not files:
        return 0
    table = bytewright.open(files, "aresdb_redo_log", columns="c1", options={"tornTail": "ignore"}).to_table()
    return int(pc.max(table["c1"]).as_py() or -1) + 1


def replay(folder: Path) -> None:
    """Replay redo logs into a table, again and again from where it is, once there are some."""
    from bytewright import cli

    while not any((folder / "data").rglob("*.redolog")):
        time.sleep(PAUSE)
    while True:
        status = cli.main(replaying(folder))
        if status:
            sys.exit(status)
        time.sleep(PAUSE)


def replaying(folder: Path) -> list[str]:
    """The command that replays what is new."""
    where = ["--schema", str(folder / "soak.json"), "--logs", str(folder / "data" / "soak_0" / "redologs")]
    return ["replay", *where, "--to", str(folder / "replayed"), "--now", str(FIRST * 4), "--resume"]


PROGRAMS: dict[str, Callable[..., None]] = {
    "write": write,
    "query": query,
    "follow": follow,
    "upsert": upsert,
    "replay": replay,
}


def main() -> None:
    name, folder, *more = sys.argv[1:]
    PROGRAMS[name](Path(folder), *more)


if __name__ == "__main__":
    main()
