"""Files whose rows both engines give alike, and that these rows become again, in Arrow and as JSON Lines."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pytest

import bytewright
from bytewright.arrow import jsonl
from bytewright.arrow.types import from_spark, nullable_throughout, spark_schema
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import OptionError
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import lines_of, root_of
from bytewright.tables.write import bytes_of

Options = Mapping[str, Any]


def read(
    codec: Codec, data: bytes, view: str | None = None, *, options: Options | None = None, kernel: bool = True
) -> pa.Table:
    """The rows of a file, as both engines give them; ``kernel``: whether it can."""
    engines: tuple[Any, ...] = ("objects", "columns" if kernel else "auto")
    found = [_table(bytewright.open(data, codec, view, engine=engine, options=options)) for engine in engines]
    if not kernel:
        with pytest.raises(OptionError, match="engine columns can't read the view"):
            _table(bytewright.open(data, codec, view, engine="columns", options=options))
    assert found[0].schema.equals(found[1].schema, check_metadata=True)
    assert found[0].to_pylist() == found[1].to_pylist()
    for table in found:
        table.validate(full=True)
    plain = pa.schema([pa.field(one.name, nullable_throughout(one.type)) for one in found[0].schema])
    assert from_spark(spark_schema(found[0].schema)).equals(plain)
    return found[0]


def _table(file: Any) -> pa.Table:
    return pa.Table.from_batches([*file.to_batches()], file.schema)


def write(
    codec: Codec,
    rows: pa.Table,
    view: str | None = None,
    *,
    root: Mapping[str, Any] | None = None,
    options: Options | None = None,
) -> bytes:
    """The file that rows become, whatever writes them and however they come."""
    settings, text = parse(codec, options or {}), None if root is None else json.dumps(root)
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        for batch in rows.to_batches():
            file.write(jsonl.encode(batch))
        file.flush()
        lines = lines_of(codec, file.name, view, settings, text)
    nullable = [pa.field(one.name, nullable_throughout(one.type)) for one in rows.schema]
    forms = (rows, rows.cast(pa.schema(nullable)), lines)
    engines: tuple[Any, ...] = ("objects", "auto")
    made = {bytes_of(codec, form, view, settings, text, engine)[0] for form in forms for engine in engines}
    assert len(made) == 1
    return made.pop()


def both_ways(
    codec: Codec,
    data: bytes,
    view: str | None = None,
    *,
    options: Options | None = None,
    kernel: bool = True,
    alone: bool = True,
) -> pa.Table:
    """The rows of a file, which they become again with what `bytewright root` prints; ``alone``: and without it."""
    rows = read(codec, data, view, options=options, kernel=kernel)
    root = root_of(codec, BytesSource(data), view, parse(codec, options or {}))
    assert write(codec, rows, view, root=root, options=options) == data
    if alone:
        assert write(codec, rows, view, options=options) == data
    return rows
