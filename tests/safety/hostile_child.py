"""Reads hostile files by all doors and says what becomes of them; a process of its own, with a fork for each of these.

``python -m tests.safety.hostile_child JOBS``: ``JOBS`` is a file of JSON, a list of `Job`. Before it is measured, each
door reads a small good file of the same format: what is imported and compiled doesn't count. Prints one line of JSON
for each door of each job.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pyarrow as pa
from tests.safety.memory_child import status

import bytewright
from bytewright import cli
from bytewright.errors import BytewrightError

SECONDS = 300
"""Of the processor: what isn't done by then hangs."""
ROOM = 6 << 30
"""Bytes of addresses that a door may have beyond those that there are: so that nothing else of the machine is taken."""

Found = dict[str, Any]
Options = dict[str, str]


class Job(NamedTuple):
    """A file that is read by some doors."""

    name: str
    spec: str
    small: str
    file: str
    options: Options
    doors: list[str]


def _batches(path: str, spec: str, options: Options, engine: Literal["columns", "objects"]) -> Found:
    rows = largest = 0
    for batch in bytewright.open(path, spec, engine=engine, options=options, threads=1).to_batches():
        rows, largest = rows + batch.num_rows, max(largest, batch.nbytes)
    return {"rows": rows, "batch": largest}


def _counted(path: str, spec: str, options: Options) -> Found:
    return {"rows": bytewright.open(path, spec, options=options).dataset().count_rows()}


def _held(path: str, spec: str, options: Options) -> Found:
    from bytewright.codec.settings import parse
    from bytewright_codegen.load import load

    codec = load(Path(spec))
    codec.parse(path, limits=parse(codec, options).limits)
    return {}


def _asked(path: str, spec: str, options: Options) -> Found:
    return {"rows": bytewright.sql(f"FROM '{path}'", spec, options, threads=1).num_rows}


def _divided(path: str, spec: str, options: Options) -> Found:
    return {"parts": len(bytewright.splits(path, 1 << 16, spec, options=options))}


def _planned(path: str, spec: str, options: Options) -> Found:
    """What a process does that Spark asks for a schema and for partitions."""
    from bytewright.spark.options import ReadOptions
    from bytewright.spark.read.planning import Planner

    planner = Planner(ReadOptions.parse({"path": path, "spec": spec, **options}, None))
    return {"parts": len(planner.partitions(planner.schema(), ()))}


def _rewritten(path: str, spec: str, options: Options) -> Found:
    table = bytewright.open(path, spec, options=options, threads=1)
    bytewright.write(table, f"{path}.made", spec)
    return {}


def _command(words: list[str], path: str, spec: str, options: Options) -> Found:
    """Run a command; what it says of an error is the error."""
    said = [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    words = [word.format(path=path) for word in words]
    with tempfile.TemporaryFile("w+b") as heard:
        sys.stderr.flush()
        os.dup2(heard.fileno(), 2)
        code = cli.main([words[0], path, *words[1:], "--spec", spec, *said])
        sys.stderr.flush()
        heard.seek(0)
        text = heard.read().decode()
    return {"status": code, **({"kind": "command", "error": text.strip()} if "bytewright: error" in text else {})}


DOORS: dict[str, Callable[[str, str, Options], Found]] = {
    "columns": partial(_batches, engine="columns"),
    "objects": partial(_batches, engine="objects"),
    "held": _held,
    "count": _counted,
    "sql": _asked,
    "rewritten": _rewritten,
    "cat": lambda *how: _command(["cat"], *how),
    "check": lambda *how: _command(["check"], *how),
    "tree": lambda *how: _command(["tree"], *how),
    "edit": lambda *how: _command(["edit", "records=[]", "-o", "{path}.made"], *how),
}
"""By name: what reads a file, and refuses a bad one."""
LASTING: dict[str, Callable[[str, str, Options], Found]] = {
    "parts": _divided,
    "planned": _planned,
    "tail": lambda *how: _command(["tail"], *how),
    "page": lambda *how: _command(["view", "-o", "{path}.html"], *how),
    "repair": lambda *how: _command(["repair", "-o", "{path}.made"], *how),
    "index": lambda *how: _command(["index"], *how),
    "diff": lambda *how: _command(["diff", "{path}.other"], *how),
}
"""Likewise, what may do without what is bad, or show it."""
COLUMNS = ("columns", "objects", "count", "sql", "cat", "parts", "planned", "tail", "repair")
"""Those of both kinds that ask first which columns a file has."""


def tried(door: str, path: str, spec: str, options: Options) -> Found:
    """What becomes of a file."""
    try:
        return (DOORS | LASTING)[door](path, spec, options)
    except BytewrightError as error:
        return {"kind": type(error).__name__, "error": str(error)}


def measured(door: str, path: str, spec: str, options: Options) -> Found:
    """Likewise, with the bytes that the process grew by at most; in a fork, which nothing that it does outlives."""
    read, write = os.pipe()
    child = os.fork()
    if child:
        os.close(write)
        with open(read, "rb") as answer:
            said = answer.read()
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return json.loads(said) if said else {"kind": "end", "error": _end(ended)}
    try:
        os.close(read)
        gc.collect()
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 60))
        resource.setrlimit(resource.RLIMIT_AS, (status("VmSize") + ROOM,) * 2)
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the most so far is what there is now
        before = status("VmRSS")
        found = tried(door, path, spec, options)
        found["grown"] = status("VmHWM") - before
        os.write(write, json.dumps(found).encode())
    except BaseException as error:
        os.write(write, json.dumps({"kind": "untyped", "error": repr(error)}).encode())
    finally:
        os._exit(0)


def _end(code: int) -> str:
    return "hangs" if code == -signal.SIGXCPU else f"ended with {code}"


def main() -> None:
    """Try what the command line says."""
    jobs = [Job(*one) for one in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))]
    out, loud = os.dup(1), os.dup(2)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    pa.set_cpu_count(1)
    for job in jobs:
        for door in job.doors:
            found = tried(door, job.small, job.spec, job.options)
            if "error" not in found:
                found = measured(door, job.file, job.spec, job.options)
            os.dup2(loud, 2)
            os.write(out, (json.dumps({"job": job.name, "door": door, **found}) + "\n").encode())


if __name__ == "__main__":
    main()
