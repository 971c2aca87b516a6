"""Items that are dealt out over elements of a size: written once each where they rest on nothing outside of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.compiling import Compile

from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.model.structures import Struct
from bytewright.objects.write.output import Output
from bytewright.tables.row_models import made_of

SPEC = """
-options:
  - {id: most, type: int, default: 0}
-made-of:
  rows:
    with: packing:boxes
    columns: {label: bytes, notes: 'bytes[]'}
    deal: {list: 'boxes[*].body.parcels[*]', limit: most}
seq:
  - {id: boxes, type: box, repeat: eos}
types:
  box:
    seq:
      - {id: number, type: u1}
      - {id: len_body, type: u2}
      - {id: body, size: len_body, type: body}
  body:
    seq:
      - {id: parcels, type: parcel, repeat: eos}
  parcel:
    seq:
      - {id: len_content, type: u1}
      - {id: content, size: len_content, type: content}
      - {size: (-len_content) % 2}
  content:
    seq:
      - {id: ofs_label, type: u1}
      - {id: num_notes, type: u1}
      - {id: notes, type: text, repeat: expr, repeat-expr: num_notes}
    instances:
      label: {pos: ofs_label, type: text}
  text:
    seq:
      - {id: len_text, type: u1}
      - {id: text, size: len_text}
"""
ASKED = "valid: {expr: '_.parcels[0].len_content >= 0'}"
CODE = '''
"""Boxes of parcels."""

def boxes(rows):
    parcels = [
        {"content": {"label": {"text": row["label"]}, "notes": [{"text": one} for one in row["notes"]]}} for row in rows
    ]
    return {"boxes": [{"number": 7, "body": {"parcels": parcels}}]}
'''
ROWS = st.lists(st.fixed_dictionaries({"label": st.binary(max_size=9), "notes": st.lists(st.binary(max_size=3))}))


def bytes_of(row: dict[str, Any]) -> bytes:
    """A parcel, made by hand."""
    notes = b"".join(bytes([len(note)]) + note for note in row["notes"])
    content: bytes = bytes([2 + len(notes), len(row["notes"])]) + notes + bytes([len(row["label"])]) + row["label"]
    return bytes([len(content)]) + content + bytes(-len(content) % 2)


def packed(rows: list[dict[str, Any]], most: int) -> bytes:
    """The file, made by hand."""
    found: list[bytes] = [b""]
    for row in rows:
        if most and found[-1] and 3 + len(found[-1]) + len(bytes_of(row)) > most:
            found.append(b"")
        found[-1] += bytes_of(row)
    return b"".join(b"\x07" + len(box).to_bytes(2, "little") + box for box in found)


def written(codec: Codec, rows: list[dict[str, Any]], most: int) -> bytes:
    chosen = parse(codec, {"most": str(most)})
    (maker,) = codec.makers
    table = pa.Table.from_pylist(rows, schema=maker.schema)
    model = made_of(codec, maker, table, chosen)
    data: bytes = codec.to_bytes(model, canonical=True, options=chosen.values)
    return data


@pytest.fixture
def codec(compiled: Compile, tmp_path: Path) -> Codec:
    (tmp_path / "packing.py").write_text(CODE, encoding="utf-8")
    return compiled(SPEC)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often structures are written, by their types."""
    found: Counter[str] = Counter()
    begin = Output.begin

    def counted(self: Output, owner: Struct) -> None:
        found[type(owner).__name__] += 1
        begin(self, owner)

    monkeypatch.setattr(Output, "begin", counted)
    return found


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(rows=ROWS, most=st.sampled_from([0, 64, 100, 1000]))
def test_files_are_what_one_makes_by_hand(codec: Codec, rows: list[dict[str, Any]], most: int) -> None:
    rows = [row for row in rows if len(bytes_of(row)) <= 60]
    assert written(codec, rows, most) == packed(rows, most)


def test_files_whose_items_are_measured_together_are_the_same(compiled: Compile, tmp_path: Path) -> None:
    (tmp_path / "packing.py").write_text(CODE, encoding="utf-8")
    codec = compiled(SPEC.replace("size: len_body, type: body", "size: len_body, type: body, " + ASKED))
    assert not _lasts(codec)
    rows = [{"label": bytes(number % 9), "notes": [b"x"] * (number % 4)} for number in range(100)]
    assert written(codec, rows, 64) == packed(rows, 64)


def test_each_item_is_written_once(codec: Codec, begun: Counter[str]) -> None:
    rows = [{"label": b"label", "notes": [b"a", b"bb"]} for _ in range(100)]
    assert written(codec, rows, 256) == packed(rows, 256)
    assert begun["Parcel"] == 100


def test_errors_name_the_whole_way(codec: Codec) -> None:
    rows: list[dict[str, Any]] = [{"label": b"", "notes": []}, {"label": b"x" * 256, "notes": []}]
    with pytest.raises(WriteError) as error:
        written(codec, rows, 256)
    assert error.value.field == "boxes[0].body.parcels[1].len_content"
    with pytest.raises(WriteError) as error:
        written(codec, [{"label": b"x" * 200, "notes": []}], 100)
    assert error.value.field == "boxes[0].body.parcels[0]"
    assert error.value.expected == "at most 97 bytes (most)"


def test_elements_that_rest_on_nothing_outside_are_known(codec: Codec) -> None:
    assert _lasts(codec) == {"boxes", "parcels"}


def _lasts(codec: Codec) -> set[str]:
    return {field.id for kind in codec.structures().values() for field in kind.FIELDS if field.lasts and field.repeated}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("type: parcel, repeat: eos", "type: 'parcel(_index)', repeat: eos"),
        ("{size: (-len_content) % 2}", "{size: (-_io.pos) % 2}"),
        ("{size: (-len_content) % 2}", "{id: mark, type: u1, valid: _parent._parent.number}"),
        ("{size: (-len_content) % 2}", "{id: mark, type: u1, valid: _root.boxes.size}"),
        ("size: len_body, type: body", "size: len_body, type: body, " + ASKED),
        ("type: parcel, repeat: eos", "type: parcel, repeat: until, repeat-until: _.len_content == 0"),
        ("type: parcel, repeat: eos", "type: parcel, repeat: eos, -valid: {unique: _.len_content}"),
        ("pos: ofs_label, type: text", "io: _parent._io, pos: ofs_label, type: text"),
        ("size: len_content, type: content", "type: content"),
    ],
    ids=["number", "place", "parent", "root", "asked", "until", "unique", "stream", "no stream"],
)
def test_elements_that_rest_on_others_are_not_written_apart(
    old: str, new: str, compiled: Compile, tmp_path: Path
) -> None:
    (tmp_path / "packing.py").write_text(CODE, encoding="utf-8")
    assert old in SPEC
    spec = SPEC.replace(old, new)
    if "(_index)" in new:
        spec = spec.replace("  parcel:\n", "  parcel:\n    params: [{id: number, type: u1}]\n")
    assert "parcels" not in _lasts(compiled(spec))
