"""What headers say of the columns that they name beside their values: as metadata, in new headers, of several files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain
from bytewright.codec.settings import parse
from bytewright.errors import OptionError, ReadError, WriteError
from bytewright.tables import parquet_files
from bytewright.tables.write import bytes_of
from bytewright.testing import check_kept_of
from bytewright_codegen.load import load

SPEC = """
meta: {id: weather, endian: be, encoding: UTF-8}
-options:
  - {id: kind, type: str, per: column, doc: What a column is stored as.}
  - {id: words, type: str, per: column, doc: 'Its words, as a JSON array.'}
-views:
  days:
    each: days[*]
    pivot:
      each: header.columns[*]
      name: _.name
      cell: _.body.cells[_column].value
      properties:
        - {id: kind, value: _.kind, option: kind}
        - {id: words, value: _.words, option: words}
        - {id: station, value: _.station}
      new:
        root: {header: {columns: '*'}}
        name: name
        types: {int64: {kind: large}, int32: {kind: large}, string: {kind: text}, double: {kind: real}}
        said:
          kind:
            word: {kind: word, words: '*words', station: '*station'}
            _: {kind: '*kind', station: '*station'}
seq:
  - {id: len_header, type: u2}
  - {id: header, type: header, size: len_header}
  - {id: days, type: day, repeat: eos}
types:
  header:
    seq: [{id: columns, type: column, repeat: eos}]
  column:
    seq:
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
      - {id: kind, type: u1, enum: kind, valid: {in-enum: true}}
      - {id: station, type: u2, -default: 0}
      - {id: num_words, type: u1, if: kind == kind::word}
      - {id: words, type: word, repeat: expr, repeat-expr: num_words, if: kind == kind::word}
  word:
    -show: {value: text}
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
  day:
    seq:
      - {id: len_body, type: u2}
      - {id: body, type: body, size: len_body}
  body:
    seq: [{id: cells, type: cell(_index), repeat: expr, repeat-expr: _root.header.columns.size}]
  cell:
    params: [{id: i, type: s4}]
    seq:
      - id: value
        type:
          switch-on: '_root.header.columns[i].kind'
          cases:
            'kind::small': s1
            'kind::large': s8
            'kind::real': f8
            'kind::text': word
            'kind::word': listed(i)
  listed:
    -show: {value: number}
    params: [{id: i, type: s4}]
    seq: [{id: number, type: u1, -type: {index: '_root.header.columns[i].words'}}]
enums:
  kind: {1: small, 2: large, 3: real, 4: text, 9: word}
"""

Engine = Literal["objects", "columns"]
ENGINES: tuple[Engine, ...] = ("objects", "columns")
SKY = {"name": "sky", "kind": "word", "words": ["clear", "grey"], "station": 5}
RAIN = {"name": "rain", "kind": "small", "station": 7}
NOTE = {"name": "note", "kind": "text", "station": 0}


@pytest.fixture(scope="module", name="codec")
def _codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    folder = tmp_path_factory.mktemp("weather")
    (folder / "weather.ksy").write_text(SPEC)
    return load(folder / "weather.ksy")


def file_of(codec: Codec, columns: list[dict[str, Any]], days: list[list[Any]]) -> bytes:
    cells = [{"body": {"cells": [{"value": value} for value in day]}} for day in days]
    return codec.to_bytes(from_plain(codec, {"header": {"columns": columns}, "days": cells}))


def usual(codec: Codec) -> bytes:
    return file_of(codec, [SKY, RAIN, NOTE], [["grey", 3, "a"], ["clear", 4, "b"]])


def said(schema: pa.Schema) -> dict[str, dict[str, str]]:
    return {
        field.name: {key.decode().removeprefix("bytewright."): value.decode() for key, value in field.metadata.items()}
        for field in schema
        if field.metadata
    }


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_header_says_is_written_again(codec: Codec, engine: Engine, tmp_path: Path) -> None:
    data = usual(codec)
    table = bytewright.open(data, codec, engine=engine)
    assert said(table.schema) == {
        "sky": {"kind": "word", "words": '["clear", "grey"]', "station": "5"},
        "rain": {"kind": "small", "station": "7"},
        "note": {"kind": "text", "station": "0"},
    }
    rows = table.to_table()
    pq.write_table(rows, tmp_path / "arrow.parquet")
    table.to_parquet(tmp_path / "spark.parquet", store_schema=False)
    for one in (rows, pq.read_table(tmp_path / "arrow.parquet"), parquet_files.read(str(tmp_path / "spark.parquet"))):
        found, how = bytes_of(codec, one, None, parse(codec), engine=engine)
        assert found == data
        assert how.warnings == ()
    some = rows.select(["rain", "sky"])
    assert said(bytewright.open(bytes_of(codec, some, None, parse(codec))[0], codec).schema) == said(some.schema)
    assert check_kept_of(codec, data) == 6


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("other", "blamed", "helps"),
    [
        ({**RAIN, "kind": "large"}, "kind small of column rain.*found large", "kind.rain"),
        ({**SKY, "words": ["clear", "grey", "red"]}, "words .* of column sky", "words.sky"),
        ({**SKY, "station": 6}, "station 5 of column sky.*found 6", "mergeSchema"),
        ({**SKY, "kind": "text", "words": None}, "goes together with string of column sky.*found text", ""),
    ],
)
def test_a_later_header_that_says_something_else(
    codec: Codec, engine: Engine, other: dict[str, Any], blamed: str, helps: str
) -> None:
    columns = [{k: v for k, v in other.items() if v is not None}]
    files = [usual(codec), file_of(codec, columns, [[1 if other["name"] == "rain" else "clear"]])]
    with pytest.raises(ReadError, match=blamed) as caught:
        bytewright.open(files, codec, engine=engine).to_table()
    assert helps in str(caught.value)
    if not helps:
        return
    merged = bytewright.open(files, codec, options={"mergeSchema": "true"}, engine=engine)
    assert merged.to_table().num_rows == 3
    assert blamed.partition(" ")[0] in said(merged.schema)[other["name"]]["varies"]
    if helps != "mergeSchema":
        with pytest.raises(WriteError, match=f"more than one .*{helps}"):
            bytes_of(codec, merged.to_table(), None, parse(codec))


def test_columns_that_lost_it_and_options(codec: Codec) -> None:
    rows = bytewright.open(usual(codec), codec).to_table()
    lost = rows.set_column(1, "rain", rows["rain"])
    with pytest.raises(WriteError, match=r"column rain says nothing of its kind, the column sky does.*kind\.rain"):
        bytes_of(codec, lost, None, parse(codec))
    told = {"kind.rain": "real", "kind.note": "word", "words.note": '["b", "a"]'}
    with pytest.raises(WriteError, match=r"rain"):
        bytes_of(codec, lost.set_column(1, "rain", pa.array(["x", "y"])), None, parse(codec, told))
    real = lost.set_column(1, "rain", lost["rain"].cast(pa.float64()))
    found = said(bytewright.open(bytes_of(codec, real, None, parse(codec, told))[0], codec).schema)
    assert found["rain"] == {"kind": "real", "station": "0"}
    assert found["note"] == {"kind": "word", "words": '["b", "a"]', "station": "0"}
    for options, error, message in (
        ({"kind.snow": "real"}, OptionError, "no such column"),
        ({"kind.rain": "huge"}, OptionError, "one of small"),
        ({"kind.rain": "small", "words.rain": '["a"]'}, WriteError, "such as rain has no words"),
        ({"kind.rain": "small", "words.sky": "clear"}, WriteError, "words of the column sky: expected a JSON array"),
    ):
        with pytest.raises(error, match=message):
            bytes_of(codec, lost, None, parse(codec, options))


def test_roots_win(codec: Codec) -> None:
    from bytewright.io.source import BytesSource
    from bytewright.tables import row_models as rows

    root = json.dumps(rows.root_of(codec, BytesSource(usual(codec)), None, parse(codec)))
    bare = bytewright.open(usual(codec), codec).to_table()
    bare = pa.table({name: bare[name] for name in bare.schema.names})
    assert bytes_of(codec, bare, None, parse(codec), root)[0] == usual(codec)


def test_what_another_format_says(codec: Codec) -> None:
    """It is left out with a warning, unless columns say something that this format knows."""
    rows = bytewright.open(usual(codec), codec).to_table().select(["note"])
    bare = pa.table({"rain": pa.array([1.0, 2.0]), "note": rows["note"].combine_chunks()})
    foreign = bare.cast(pa.schema([one.with_metadata({"bytewright.kind": "uint32"}) for one in bare.schema]))
    data, written = bytes_of(codec, foreign, None, parse(codec))
    assert data == bytes_of(codec, bare, None, parse(codec))[0]
    assert list(written.warnings) == ["kind uint32 of the column rain is another format's, and is left out"]
    fields = [foreign.schema.field("rain"), rows.schema.field("note")]
    mixed = bare.cast(pa.schema(fields))
    with pytest.raises(WriteError, match=r"bytewright\.kind of the column rain: expected one of small"):
        bytes_of(codec, mixed, None, parse(codec))
