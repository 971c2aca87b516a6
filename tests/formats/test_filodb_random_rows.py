"""Random rows: what the writer makes of them is read as these rows by every engine, Construct's parser among them."""

from __future__ import annotations

import math
import struct
from typing import Any

import pyarrow as pa
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

import bytewright
from bytewright.codec import settings
from bytewright.tables import row_models
from bytewright_formats.filodb_container import CODEC

VALUES = st.floats(allow_nan=False) | st.floats(0, 1e6)
LABELS = st.dictionaries(
    st.sampled_from(["job", "le", "_ws_", "instance", "pod"]) | st.text("abcxyz_", min_size=1, max_size=70),
    st.text(max_size=8) | st.text("ab", min_size=250, max_size=300),
    max_size=7,
)
TIMES = st.integers(0, 1 << 41).map(lambda milliseconds: milliseconds * 1000)


@st.composite
def histograms(draw: st.DrawFn) -> dict[str, Any]:
    """Buckets of one of the schemes; integers that grow where deltas are packed, any doubles where these are."""
    count = draw(st.integers(1, 40))
    shape: dict[str, Any] = dict.fromkeys(("first", "multiplier", "scale", "start_index"))
    code, scheme = draw(st.sampled_from([(3, "geometric"), (5, "custom"), (8, "geometric")]))
    if scheme == "geometric":
        first, multiplier = draw(st.sampled_from([(2.0, 2.0), (1.0, 3.0), (0.5, 10.0)]))
        shape |= {"first": first, "multiplier": multiplier}
        tops = [first * math.pow(multiplier, place) for place in range(count)]
    else:
        tops = sorted(draw(st.lists(st.floats(0, 1e9), min_size=count, max_size=count, unique=True)))
    if code == 8:
        values = draw(st.lists(st.floats(allow_nan=False), min_size=count, max_size=count))
    else:
        steps = draw(st.lists(st.integers(0, 1 << 40), min_size=count, max_size=count))
        values = [float(sum(steps[: place + 1])) for place in range(count)]
    return {"format": code, "scheme": scheme, **shape, "bucket_tops": tops, "values": values}


def samples(schema: str, **values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Rows of a schema."""
    known = {"schema": st.just(schema), "timestamp": TIMES, "_metric_": st.text(max_size=40), "tags": LABELS}
    return st.fixed_dictionaries(known | values)


SAMPLES = (
    samples("gauge", value=VALUES)
    | samples("prom-counter", count=VALUES)
    | samples("prom-histogram", sum=VALUES, count=VALUES, h=histograms())
)


def comparable(row: dict[str, Any]) -> dict[str, Any]:
    """A row with floats by their bits, maps without the order of their keys, and nothing that is not known."""

    def plain(value: Any) -> Any:
        if isinstance(value, float):
            return struct.pack("<d", value)
        if isinstance(value, list):
            return [plain(item) for item in value]
        return {k: plain(v) for k, v in value.items()} if isinstance(value, dict) else value

    return {name: plain(value) for name, value in row.items() if value is not None}


@profile(max_examples=20, deadline=None)
@given(st.lists(SAMPLES, min_size=1, max_size=12), st.sampled_from([4096, 8192, 1 << 20]))  # a row takes up to 3.6 kB
def test_every_engine_reads_the_rows_that_were_written(given_rows: list[dict[str, Any]], size: int) -> None:
    chosen = settings.parse(CODEC, {"containerBytes": str(size)})
    maker = row_models.maker_of(CODEC, None, chosen)
    assert maker is not None
    assert maker.schema is not None
    schema = pa.schema([maker.schema.field(name) for name in maker.schema.names if name in SHOWN])
    data = CODEC.to_bytes(row_models.made_of(CODEC, maker, pa.Table.from_pylist(given_rows, schema), chosen))
    expected = [comparable(row) for row in given_rows]
    for engine in ("columns", "objects", "construct"):
        table = bytewright.open(data, CODEC, engine=engine).to_table()
        shown = table.select([name for name in SHOWN if name in table.column_names])
        times = shown.column("timestamp").cast(pa.int64())
        shown = shown.set_column(shown.column_names.index("timestamp"), "timestamp", times)
        found = [{**row, "tags": dict(row["tags"])} for row in shown.to_pylist()]
        assert [comparable(row) for row in found] == expected, engine


SHOWN = ("schema", "timestamp", "_metric_", "tags", "value", "count", "sum", "h")
