"""Objects of ten shapes of formats: `parse`, and rows by the engine of objects, next to ksc's parser.

By the median of the time that the processor works, all three in turns, over the same bytes in memory.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable

from tests.shapes import SHAPES, Shape

import bytewright
from benchmarks.bench import Bench
from benchmarks.groups.examples import stock_parser
from benchmarks.measuring import taking_turns
from benchmarks.report import times
from bytewright_codegen.load import load

RECORDS = 20_000
PARSE, ROWS = 1.0, 0.7
"""What is promised, as a multiple of the speed of ksc's parser."""
MEASURED = SHAPES[:10]
"""The others are for ``shapes``."""
SHARE = 0.75
"""Of the shapes, for how many `parse` is promised."""


def run(bench: Bench) -> None:
    """Measure a file of each shape."""
    parsed = []
    for shape in MEASURED:
        parse, rows = _measured(bench, shape)
        parsed.append(parse)
        bench.claim(f"{shape.name}, rows by objects, to ksc's parser", rows, ROWS, times)
    promised = sorted(parsed, reverse=True)[int(SHARE * len(parsed) - 0.01)]
    bench.claim("parse, to ksc's parser, of three quarters of the shapes at least", promised, PARSE, times)


def _measured(bench: Bench, shape: Shape) -> tuple[float, float]:
    """How fast ``parse`` and rows are, as multiples of the stock parser's speed."""
    codec, data = load(shape.spec), shape.file(RECORDS)
    stock = stock_parser(codec.name, shape.spec)

    def rows() -> object:
        return bytewright.open(data, codec, engine="objects").to_table()

    runs: list[Callable[[], object]] = [
        lambda: shape.reach(codec.parse(data)),
        rows,
        lambda: shape.reach(stock.from_bytes(data)),
    ]
    taken = [statistics.median(seconds) for seconds in taking_turns(bench.runs, *runs)]
    for what, seconds in zip(("parse", "rows by objects", "ksc's parser"), taken, strict=True):
        bench.measured(f"{shape.name}, {what}", len(data), seconds, rows=RECORDS, columns=1)
    parse, shown, theirs = taken
    bench.note(f"{shape.name}: {', '.join(shape.properties)}; parse {times(theirs / parse)} of ksc's speed.")
    return theirs / parse, theirs / shown
