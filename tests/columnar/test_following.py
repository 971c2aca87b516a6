"""Fields that follow from digests of others: the bytes that objects write of the same rows."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st
from tests.support.drawn import same_each_time

from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.columnar.encode.containers.encoder import ContainerEncoder
from bytewright.compute.digests import xxh32
from bytewright.errors import OptionError
from bytewright.kernels.drivers.encoder import USUAL, Sizes
from bytewright.tables.write import bytes_of
from bytewright_codegen.load import load

SPEC = """
meta: {id: parcels, endian: le, encoding: UTF-8}
-options:
  - {id: most, type: int, default: 0}
  - {id: part, type: str, default: body.labels.target}
-made-of:
  parcels:
    with: parcelling:shelves
    columns: {labels: 'str[]', seal: s8, weight: s4}
    options: [part]
    deal: {list: 'shelves[*].body.parcels[*]', limit: most}
    by-columns: parcelling:columns
seq:
  - {id: shelves, type: shelf, repeat: eos}
types:
  shelf:
    seq:
      - {id: len_body, type: u4}
      - {id: body, size: len_body, type: shelf_body}
  shelf_body:
    seq: [{id: parcels, type: parcel, repeat: eos}]
  parcel:
    seq:
      - {id: len_body, type: u2}
      - {id: body, size: len_body, type: body}
  body:
    seq:
      - {id: weight, type: s4}
      - {id: labels, type: labels_ref}
      - {id: seal, type: KIND, -default: {call: 'parcelling:seal', with: ['bytes_of(labels.target)']}}
  labels_ref:
    -show: {value: target}
    seq: [{id: ofs, type: u2}]
    instances:
      target: {pos: ofs, type: sized_labels}
  sized_labels:
    seq:
      - {id: len_labels, type: u2}
      - {id: labels, size: len_labels, type: labels}
  labels:
    seq: [{id: labels, type: label, repeat: eos}]
  label:
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
"""
CODE = '''
"""Parcels on shelves."""
import numpy as np
import pyarrow as pa
import xxhash

from bytewright.columns import HashField
from bytewright.columns import LayoutGroup, ContainerBatch, Container

def seal(labels):
    return (3 * xxhash.xxh32(labels, seed=5).intdigest() + 1) & 0x7FFFFFFF

def shelves(rows, options):
    made = []
    for row in rows:
        labels = {"target": {"labels": {"labels": [{"text": text} for text in row["labels"]]}}}
        made.append({"body": {"weight": row["weight"], "labels": labels, "seal": row["seal"]}})
    return {"shelves": [{"body": {"parcels": made}}]}

def columns(rows, options):
    # A few at a time, so that shelves go on.
    for first in range(0, len(rows), 3):
        some = rows.slice(first, 3).combine_chunks()
        numbers = np.arange(first, first + len(some))
        said = some.column("seal").combine_chunks()

        def sealed(digests, said=said):
            found = pa.array((3 * digests + 1) & 0x7FFFFFFF, pa.int64()).cast(pa.int32())
            return pa.compute.coalesce(said.cast(pa.int32()), found)

        lists = some.column("labels").combine_chunks()
        labels = pa.ListArray.from_arrays(lists.offsets, pa.StructArray.from_arrays([lists.values], names=["text"]))
        fields = {
            "body.weight": some.column("weight").combine_chunks(),
            "body.labels.target.labels.labels": labels,
            "body.seal": HashField([options["part"]], 5, pa.int32(), sealed),
        }
        more = first + 3 < len(rows)
        yield ContainerBatch([Container({}, numbers, more)], [LayoutGroup(numbers, fields)])
'''
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "labels": st.lists(st.text(st.characters(codec="utf-8"), max_size=20), max_size=5),
            "seal": st.one_of(st.none(), st.integers(-(1 << 31), (1 << 31) - 1)),
            "weight": st.integers(-(1 << 31), (1 << 31) - 1),
        }
    ),
    min_size=1,
    max_size=9,
)


def codec_of(folder: Path, kind: str, spec: str = SPEC, code: str = CODE) -> Codec:
    here = folder / kind
    here.mkdir()
    (here / "parcels.ksy").write_text(spec.replace("KIND", kind), encoding="utf-8")
    (here / "parcelling.py").write_text(code, encoding="utf-8")
    return load(here / "parcels.ksy", trust=here)


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    return codec_of(tmp_path_factory.mktemp("parcels"), "s4be")


def table(codec: Codec, rows: list[dict[str, Any]]) -> pa.Table:
    (maker,) = codec.makers
    return pa.Table.from_pylist(rows, schema=maker.schema)


@given(rows=ROWS, most=st.sampled_from(["0", "400"]), sizes=st.sampled_from([USUAL, Sizes(1, 1)]))
@same_each_time(60)
def test_what_follows_is_what_objects_write(codec: Codec, rows: list[dict[str, Any]], most: str, sizes: Sizes) -> None:
    settings = parse(codec, {"most": most})
    made = table(codec, rows)
    (maker,) = codec.makers
    encoder = ContainerEncoder(codec, maker, settings, made.schema, None, sizes)
    found = b"".join(bytes(piece) for piece in encoder.pieces(made.to_batches()))
    assert found == bytes_of(codec, made, "parcels", settings, engine="objects")[0]


@pytest.mark.parametrize("part", ["body.labels", "body.nothing"])
def test_parts_that_lie_nowhere_are_left_to_objects(codec: Codec, part: str) -> None:
    rows = table(codec, [{"labels": ["a"], "seal": None, "weight": 1}])
    with pytest.raises(OptionError, match="doesn't say where"):
        bytes_of(codec, rows, "parcels", parse(codec, {"part": part}), engine="columns")


@pytest.mark.parametrize("name", ["body.wieght", "body.labels.target.lables", "number"])
def test_fields_of_which_nothing_is_made_are_named(tmp_path: Path, name: str) -> None:
    code = CODE.replace('"body.weight":', f'"{name}": said, "body.weight":')
    codec = codec_of(tmp_path, "s4", code=code)
    rows = table(codec, [{"labels": ["a"], "seal": 1, "weight": 1}])
    with pytest.raises(OptionError, match=f"nothing is made of {name}"):
        bytes_of(codec, rows, "parcels", parse(codec, {}), engine="columns")
    data, written = bytes_of(codec, rows, "parcels", parse(codec, {}))
    assert any(f"nothing is made of {name}" in why for why in written.refusals)
    assert data == bytes_of(codec, rows, "parcels", parse(codec, {}), engine="objects")[0]


def test_members_of_which_nothing_is_made_are_named(tmp_path: Path) -> None:
    codec = codec_of(tmp_path, "s4", code=CODE.replace('names=["text"]', 'names=["txet"]'))
    rows = table(codec, [{"labels": ["a"], "seal": 1, "weight": 1}])
    with pytest.raises(OptionError, match=r"nothing is made of body\.labels\.target\.labels\.labels\.\[\]\.txet"):
        bytes_of(codec, rows, "parcels", parse(codec, {}), engine="columns")


@pytest.mark.parametrize("kind", ["u4", "s8", "f4"])
def test_numbers_of_another_kind_are_left_to_objects(tmp_path: Path, kind: str) -> None:
    codec = codec_of(tmp_path, kind)
    rows = table(codec, [{"labels": ["a"], "seal": None, "weight": 1}])
    with pytest.raises(OptionError, match="can't write"):
        bytes_of(codec, rows, "parcels", parse(codec, {}), engine="columns")


@pytest.mark.parametrize("seed", [0, 5, (1 << 32) - 1])
def test_digests_are_those_of_the_library(seed: int) -> None:
    drawn = random.Random(seed)
    pieces = [drawn.randbytes(drawn.randrange(80)) for _ in range(2000)]
    expected = [xxhash.xxh32(piece, seed=seed).intdigest() for piece in pieces]
    array = pa.array(pieces, pa.binary())
    assert xxh32(array, seed).tolist() == expected
    assert xxh32(array[7:], seed).tolist() == expected[7:]
    assert xxh32(array[:0], seed).tolist() == []


@pytest.mark.parametrize("values", [pa.array(["a", None]), pa.array([1, 2])])
def test_digests_are_of_texts_and_bytes(values: Any) -> None:
    with pytest.raises(ValueError, match="texts or bytes"):
        xxh32(values, 0)


@pytest.mark.parametrize("most", ["0", "400"])
def test_files_that_are_more_than_their_list_are_written_at_once(tmp_path: Path, most: str) -> None:
    spec = SPEC.replace("  - {id: shelves", "  - {id: magic, contents: [1, 2]}\n  - {id: shelves")
    codec = codec_of(tmp_path, "s4", spec)
    rows = table(codec, [{"labels": ["a" * 90], "seal": None, "weight": number} for number in range(9)])
    settings = parse(codec, {"most": most})
    found, written = bytes_of(codec, rows, "parcels", settings, engine="columns")
    assert written.encoded == 9
    assert found == bytes_of(codec, rows, "parcels", settings, engine="objects")[0]
