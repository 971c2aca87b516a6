"""No way to open a file keeps it open: not where it fails, nor where what was opened is left."""

import contextlib
import gc
import gzip
import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.support.toy_codecs import GRID, NOTES, block, grid, note, notes

import bytewright
from bytewright.errors import BytewrightError

FILES = {
    "notes": notes(note(0, 1, "hi"), note(5, 2, ""), note(7, 9, "ü")),
    "grid": grid(block(2, (3, 1, [1, -1])), block(1, (3, 1, [5]))),
}
CODECS = {"notes": NOTES, "grid": GRID}
PATIENCE = 1000
STATES = ("good", "cut", "other", "gz", "bad.gz", "missing")

Open = Callable[..., bytewright.Table]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    for name, data in FILES.items():
        (folder / f"{name}.good").write_bytes(data)
        (folder / f"{name}.cut").write_bytes(data[:-1])
        (folder / f"{name}.other").write_bytes(b"????" + data[4:])
        (folder / f"{name}.gz").write_bytes(gzip.compress(data))
        (folder / f"{name}.bad.gz").write_bytes(gzip.compress(data)[:-9])
    return folder


def read(table: bytewright.Table) -> None:
    table.to_table()


OPENINGS: dict[str, Callable[[Open], Any]] = {
    "left": lambda opened: opened(),
    "read": lambda opened: read(opened()),
    "begun": lambda opened: next(opened().to_batches()),
    "limited": lambda opened: list(opened().to_batches(limit=1)),
    "stream begun": lambda opened: opened().to_reader().read_next_batch(),
    "spec": lambda opened: opened(spec="no_such_spec"),
    "no spec": lambda opened: opened(spec=None),
    "view": lambda opened: opened(view="none"),
    "option": lambda opened: opened(options={"none": "1"}),
    "value": lambda opened: opened(options={"tornTail": "perhaps"}),
    "limit": lambda opened: opened(options={"maxDecodedBytes": "much"}),
    "mode": lambda opened: opened(mode="SOME"),
    "columns": lambda opened: opened(columns="none"),
    "engine": lambda opened: read(opened(engine="kaitai")),
    "objects": lambda opened: read(opened(engine="objects")),
    "tolerant": lambda opened: read(opened(mode="PERMISSIVE")),
    "strict": lambda opened: read(opened(strict=True)),
    "merged": lambda opened: read(opened(options={"mergeSchema": "true"})),
    "splits": lambda opened: opened().splits(10),
    "only": lambda opened: next(opened().only([]).to_batches()),
    "unknown column": lambda opened: opened().only(["none"]),
    "dataset": lambda opened: next(opened().dataset().to_batches()),
    "scanner left": lambda opened: opened().dataset().scanner(),
    "unknown column of a dataset": lambda opened: opened().dataset().to_table(columns=["none"]),
    "sorted": lambda opened: opened().dataset().sort_by("row"),
}


def queries(path: Path, codec: Any) -> Iterator[Callable[[], Any]]:
    for behind in ("", "?view=none", "?none=1", "?spec=none", "?spec"):
        for query in (f"from '{path}{behind}'", f"select none from '{path}{behind}'", f"from '{path}{behind}' limit 1"):
            yield partial(bytewright.sql, query, codec)


def descriptors() -> list[str]:
    found = []
    for name in os.listdir("/proc/self/fd"):
        try:
            found.append(os.readlink(f"/proc/self/fd/{name}"))
        except OSError:
            continue  # that of the listing itself
    return found


def kept_open(folder: Path, action: Callable[[], Any]) -> list[str]:
    """The files that an action leaves open, which may fail as it likes. Threads of Arrow's may go on for a moment."""
    before = set(descriptors())  # also what other tests of this process have left
    with contextlib.suppress(BytewrightError, StopIteration, ValueError, OSError):
        action()
    for _ in range(PATIENCE):
        found = [
            name for name in descriptors() if (str(folder) in name or "bytewright-" in name) and name not in before
        ]
        if not found:
            break
        time.sleep(0.01)
    return found


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("name", FILES)
def test_nothing_stays_open(folder: Path, name: str, state: str):
    path, codec = folder / f"{name}.{state}", CODECS[name]
    found: dict[str, list[str]] = {}
    gc.disable()  # files are closed, not collected
    try:
        for files in (path, [path, folder / f"{name}.good"]):
            opened = partial(bytewright.open, files, spec=codec)
            for what, opening in OPENINGS.items():
                found[f"{what}: {files}"] = kept_open(folder, partial(opening, opened))
        for place, query in enumerate(queries(path, codec)):
            found[f"query {place}"] = kept_open(folder, query)
    finally:
        gc.enable()
    assert {what: files for what, files in found.items() if files} == {}
