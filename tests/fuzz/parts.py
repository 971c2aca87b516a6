"""Parts: a file that is read in pieces of any kind gives each record once, the same rows as the whole.

Parts that are planned by a pass, by an index or by looking for records; threads; blocks; logs that grow between reads;
many files at once; all of it of good files and damaged ones.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.fuzz.fields import damaged
from tests.fuzz.modes import MODES, Asked, Shown, blocks, unlike
from tests.fuzz.samples import Sample
from tests.support.both import numbers

import bytewright
from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import BytewrightError, OptionError, ReadError, SplitError
from bytewright.io.source import BytesSource, Prefix
from bytewright.kernels.drivers import parallel_scan
from bytewright.tables.append.growth import grows, growth
from bytewright.tables.inputs import Input
from bytewright.tables.table import Table
from bytewright.tree.nodes import SLACK
from bytewright.views.evaluate.framing import WHOLE, Part
from bytewright.views.evaluate.layout import pivot_of

_ENGINES: tuple[Any, ...] = ("objects", "auto")


def parts_of(made: Sample, chance: random.Random) -> None:
    """Read files in pieces.

    Raises:
        AssertionError: they aren't the whole.
    """
    with tempfile.TemporaryDirectory() as folder:
        for data in made.files[:3]:
            for way in ("good", "damaged"):
                given = data if way == "good" else damaged(made.codec, data, chance)
                try:
                    for view in made.codec.views:
                        _divided(made.codec, given, view.name, Path(folder), chance)
                except AssertionError as error:
                    raise AssertionError(f"{made.name}\nof {given.hex()}: {error}") from error
            _grown(made, data, Path(folder), chance)
    for _ in range(2):
        _together(made, chance)


def _divided(codec: Codec, data: bytes, view: str, folder: Path, chance: random.Random) -> None:
    """The parts of a file, and threads, of any size."""
    mode = chance.choice(MODES)
    options = {"includeMetadata": True} if chance.random() < 0.3 else {}
    path = folder / "whole"
    path.write_bytes(data)
    wanted = Asked(codec, path, view, mode=mode, options=options).shown("objects")
    engine, size = chance.choice(_ENGINES), chance.randint(1, 1 + len(data))
    what = f"view {view}, {mode}, {options} by {engine}, parts of {size} bytes"
    with blocks(chance, data):
        table = bytewright.open(path, codec, view, mode=mode, options=options, engine=engine)
        found = _shown(table, table.splits(size))
        assert found == wanted, f"{what}: {unlike(found, wanted)}"
        parallel, parallel_scan.PART_BYTES = parallel_scan.PART_BYTES, max(size, parallel_scan.PIECES)
        try:
            shown = Asked(codec, path, view, mode=mode, options=options, threads=3).shown(engine)
        finally:
            parallel_scan.PART_BYTES = parallel
        assert shown == wanted, f"{what}, by threads: {unlike(shown, wanted)}"
    if not options:
        _searched(table, size, wanted, what)


def _searched(table: Table, size: int, wanted: Shown, what: str) -> None:
    """Parts that each look for their first record, or say that they err."""
    try:
        found = _shown(table, table.splits(size, search=True))
    except (OptionError, SplitError):
        return
    if found.error and not wanted.error:
        return  # nobody can look for records behind a bad head, which is one place of the whole
    table.malformed = 0
    named = re.sub(r"\[\d+\]", "[?]", wanted.error, count=1)  # nobody has counted
    error = found.error.partition(". The part begins at offset")[0]
    error = error.partition(" The part begins at offset")[0]
    assert found.rows == wanted.rows, f"{what}, searched: {unlike(found, wanted)}"
    assert error in (wanted.error, named), f"{what}, searched: {error!r} in place of {wanted.error!r}"


def _shown(table: Table, parts: Iterable[Part]) -> Shown:
    """What a table shows of parts."""
    rows: list[str] = []
    error = ""
    for part in parts:
        try:
            for batch in table.to_batches(part=part):
                rows += map(repr, numbers(batch).to_pylist())
        except SplitError:
            raise
        except ReadError as bad:
            error = str(bad)
            break
    return Shown(rows, error, table.malformed)


def _grown(made: Sample, data: bytes, folder: Path, chance: random.Random) -> None:
    """A log that grows by pieces of any size gives its rows once, and none that isn't whole."""
    codec = made.codec
    if any(node.type == SLACK for node in tree.build(codec, BytesSource(data)).children or ()):
        return  # what lies behind the records may become some
    for view in codec.views:
        if not grows(codec, view) or codec.append_refusal or pivot_of(view) is not None:
            continue  # or its head says how large it is, or each read has columns of its own
        path, mode, most = folder / "log", chance.choice(MODES), chance.choice((None, None, 1, 100))
        path.write_bytes(data)
        wanted = Asked(codec, data, view.name, mode=mode).shown("objects")
        sizes = [*sorted(chance.choices(range(len(data) + 1), k=4)), len(data)]
        try:
            rows = _followed(codec, view, path, sizes, mode, most)
        except BytewrightError as error:
            if wanted.error or "begins inside a byte" in str(error):
                continue
            raise AssertionError(f"{made.name}\nof {data.hex()}: view {view.name} grows: {error}") from error
        what = f"{made.name}\nof {data.hex()}: view {view.name}, {mode}, of sizes {sizes}, {most} wanted"
        found = Shown(rows, wanted.error, wanted.malformed)
        assert found == wanted, f"{what}: {unlike(found, wanted)}"


def _followed(codec: Codec, view: Any, path: Path, sizes: list[int], mode: str, most: int | None) -> list[str]:
    """The rows of a log of growing sizes; at the last one nobody writes any more."""
    after, rows = WHOLE, list[str]()
    settings = parse(codec, None, mode=mode)
    for number, size in enumerate(sizes):
        ended = number == len(sizes) - 1
        while True:
            one = Input(Prefix(str(path), size))
            grown = growth(codec, view, settings, one, after, most, ended=ended)
            after = grown.following
            if grown.part is None:
                break
            assert grown.part.stop is not None
            piece = Prefix(str(path), grown.part.stop)
            table = bytewright.open(piece, codec, view.name, mode=mode)
            rows += (repr(row) for batch in table.to_batches(part=grown.part) for row in numbers(batch).to_pylist())
            if most is None:
                break
    return rows


def _together(made: Sample, chance: random.Random) -> None:
    """Files that are read at once give the rows of each, in their order."""
    files = [
        data if chance.random() < 0.7 else damaged(made.codec, data, chance) for data in made.files for _ in range(4)
    ]
    if not files:
        return
    codec = made.codec
    for view in codec.views:
        engine, mode = chance.choice(_ENGINES), chance.choice(MODES)
        table = bytewright.open(files, codec, view.name, engine=engine, mode=mode)
        raised: list[BytewrightError] = []
        rows: list[str] = []
        try:
            with blocks(chance, files[0]):
                for batch in table.to_batches(raised.append):
                    assert batch.schema.equals(table.schema)
                    rows += map(repr, numbers(batch).to_pylist())
        except BytewrightError as error:
            raise AssertionError(f"{made.name}: files together: {error}") from error
        if not table.schema.names:
            continue
        each = [
            Asked(codec, data, view.name, mode=mode, columns=table.schema.names, keys=table.keys).shown("objects")
            for data in files
        ]
        what = f"{made.name}: view {view.name}, {mode}, {len(files)} files by {engine}"
        assert rows == [row for one in each for row in one.rows], f"{what}: other rows: {[f.hex() for f in files]}"
        errors = [*map(str, raised)]
        assert errors == [one.error for one in each if one.error], f"{what}: other errors: {[f.hex() for f in files]}"
