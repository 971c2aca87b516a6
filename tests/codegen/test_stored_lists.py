"""Lists given as columns, of which entries say where something lies that decodes to them: objects make the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.codegen.test_elements import COUNT

from bytewright.codec import Codec
from bytewright.errors import OptionError, WriteError
from bytewright.settings import parse
from bytewright.writing import Engine, bytes_of
from bytewright_codegen.load import load

ARCHIVE = """
meta: {id: archive, endian: le, imports: [count]}
-made-of:
  found:
    with: archiving:archive
    arrow: true
    columns: {folder: bytes, text: bytes}
seq:
  - {id: len_names, type: u2}
  - {id: names, type: names, size: len_names}
instances:
  entries: {value: names.names}
  folders: {pos: 0, type: 'folder(entries[_index])', repeat: expr, repeat-expr: entries.size}
types:
  names:
    seq:
      - {id: names, type: name, repeat: eos}
  name:
    seq:
      - {id: len, type: u1}
      - {id: name, size: len}
      - {id: len_about, type: u1}
      - {id: about, type: room, size: len_about}
  room: {doc: What is known of a folder.}
  folder:
    params: [{id: entry, type: name}]
    instances:
      is_text: {value: 'entry.name[0] == 0x74'}
      is_mark: {value: 'entry.name[0] == 0x6d'}
      where: {io: entry.about._io, pos: 0, type: where}
      texts:
        {io: _root._io, pos: where.begin.value, size: where.len.value, process: PROCESS, type: texts, if: is_text}
      marks:
        {io: _root._io, pos: where.begin.value, size: where.len.value, process: PROCESS, type: marks, if: is_mark}
      others:
        io: _root._io
        pos: where.begin.value
        size: where.len.value
        process: PROCESS
        type: others
        if: not (is_text or is_mark)
  where:
    seq:
      - {id: begin, type: count}
      - {id: len, type: count}
  texts:
    seq:
      - {id: texts, type: text, repeat: until, repeat-until: '_io.size - _io.pos == 2'}
      - contents: [0xff]
      - contents: [0xfe]
  marks:
    seq:
      - {id: marks, type: text, repeat: eos}
  others:
    seq:
      - {id: others, type: text, repeat: until, repeat-until: _.len == 0}
  text:
    seq:
      - {id: len, type: u1}
      - {id: text, size: len}
"""
ARCHIVING = """
import pyarrow as pa

from bytewright.elements import Elements


def archive(rows):
    folders = {}
    for row in rows.to_pylist():
        folders.setdefault(row["folder"], []).append(row["text"])
    names = {b"t": "texts", b"m": "marks"}
    held = {name: [] for name in ("texts", "marks", "others")}
    sections = []
    for name, found in folders.items():
        kind = names.get(name[:1], "others")
        begin = len(held[kind])
        held[kind] += [*found, b""] if kind == "others" else found
        sections.append({"where": {}, kind: {kind: list(range(begin, len(held[kind])))}})
    kind = {name: pa.struct({name: pa.list_(pa.int64())}) for name in held}
    where = pa.struct({})
    CHANGE
    lists = {
        f"{name}.{name}": Elements(pa.table({"text": pa.array(texts, pa.binary())})) for name, texts in held.items()
    }
    array = pa.array(sections, pa.struct({"where": where, **kind}))
    folder = Elements(pa.RecordBatch.from_struct_array(array), lists)
    cards = Elements(pa.table({"name": pa.array(folders, pa.binary())}), inside={"about": folder})
    return {"names": {"names": cards[:]}, "folders": folder[:]}
"""
PROCESSES = ["zlib", "xor(0x5a)", "bytewright.codecs.snappy_chunks(16)"]
ENGINES: tuple[Engine, ...] = ("auto", "objects")


def _archive(folder: Path, process: str = "zlib", change: str = "", spec: str = ARCHIVE) -> Codec:
    (folder / "count.ksy").write_text(COUNT, encoding="utf-8")
    (folder / "archive.ksy").write_text(spec.replace("PROCESS", f"'{process}'"), encoding="utf-8")
    (folder / "archiving.py").write_text(ARCHIVING.replace("CHANGE", change), encoding="utf-8")
    return load(folder / "archive.ksy")


@pytest.fixture(scope="module", params=PROCESSES)
def archive(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Codec:
    return _archive(tmp_path_factory.mktemp("archive"), request.param)


def _written(codec: Codec, rows: list[dict[str, Any]], engine: Engine) -> bytes:
    table = pa.Table.from_pylist(rows, schema=codec.makers[0].schema)
    data, written = bytes_of(codec, table, "found", parse(codec), engine=engine)
    assert written.encoded == (len(rows) if engine == "columns" else 0)
    return data


ROWS = [
    {"folder": b"texts", "text": b"Ants" * 30},
    {"folder": b"m", "text": b"Bees"},
    {"folder": b"closed", "text": b"Cats"},
    {"folder": b"texts", "text": b"Dogs" * 40},
    {"folder": b"t", "text": b""},
]
TEXTS = st.lists(
    st.fixed_dictionaries(
        {
            "folder": st.sampled_from([b"t", b"texts", b"tea", b"m", b"marks", b"o", b"x" * 90, b"y" * 90]),
            "text": st.sampled_from([b"A", b"Bees", b"C" * 250, bytes(range(200))]),
        }
    ),
    max_size=14,
)


def _texts(codec: Codec, data: bytes) -> list[tuple[bytes, bytes]]:
    found = []
    for folder in codec.parse(data, strict=True).folders:
        name = "texts" if folder.is_text else "marks" if folder.is_mark else "others"
        listed = getattr(getattr(folder, name), name)
        found += [(folder.entry.name, one.text) for one in (listed[:-1] if name == "others" else listed)]
    return sorted(found)


@given(TEXTS)
@settings(max_examples=60, deadline=None)
def test_the_kernel_makes_what_objects_make(archive: Codec, rows: list[dict[str, Any]]) -> None:
    data = _written(archive, rows, "columns")
    assert data == _written(archive, rows, "objects")
    assert _texts(archive, data) == sorted((row["folder"], row["text"]) for row in rows)


def test_entries_are_as_large_as_the_places_that_they_say(archive: Codec) -> None:
    rows = [{"folder": b"%c%d" % (b"tmx"[at % 3], at), "text": bytes(range(at, 5 * at + 9))} for at in range(40)]
    data = _written(archive, rows, "columns")
    sizes = {entry.len_about for entry in archive.parse(data).names.names}
    assert len(sizes) > 1
    assert data == _written(archive, rows, "objects")


def test_no_structures_are_made_of_them(archive: Codec, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    wanted = _written(archive, ROWS, "objects")
    folder = archive.parse(wanted).folders[0]
    for kind in (type(folder), type(folder.texts), type(folder.where)):
        monkeypatch.setattr(kind, "_adopt", lambda self: made.append(self))
    assert _written(archive, ROWS, "columns") == wanted
    assert made == []


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ('sections[0]["marks"] = {"marks": []}', r"folders\[0\].marks"),
        ('held["others"][-1] = b"x"', "a last element that ends the list"),
        ('held["texts"][0] = b"x" * 256', r"folders\[0\].texts.texts\[0\]"),
    ],
    ids=["several", "end", "large"],
)
def test_objects_say_what_is_wrong(tmp_path: Path, change: str, error: str) -> None:
    codec = _archive(tmp_path, change=change)
    table = pa.Table.from_pylist(ROWS, schema=codec.makers[0].schema)
    for engine in ENGINES:
        with pytest.raises(WriteError, match=error):
            bytes_of(codec, table, "found", parse(codec), engine=engine)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ('where = pa.struct({"begin": pa.uint64()}); sections[0]["where"] = {"begin": 99}', "a place that is said"),
        ('sections[-1]["texts"] = None; held["texts"].pop()', "a place of several things, or of none"),
    ],
    ids=["said", "none"],
)
def test_what_the_kernel_does_not_make_is_left_to_objects(tmp_path: Path, change: str, reason: str) -> None:
    codec = _archive(tmp_path, change=change)
    table = pa.Table.from_pylist(ROWS, schema=codec.makers[0].schema)
    with pytest.raises(OptionError, match=reason):
        bytes_of(codec, table, "found", parse(codec), engine="columns")


def test_a_process_that_only_decodes_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "reversed.py").write_text(
        "class Reversed:\n    def decode(self, data):\n        return data[::-1]\n", encoding="utf-8"
    )
    codec = _archive(tmp_path, "reversed")
    table = pa.Table.from_pylist(ROWS, schema=codec.makers[0].schema)
    for engine in ENGINES:
        with pytest.raises(WriteError, match="a process that encodes") as error:
            bytes_of(codec, table, "found", parse(codec), engine=engine)
        assert error.value.field == "folders[0].texts"


@pytest.mark.parametrize(
    "spec",
    [
        ARCHIVE.replace("PROCESS, type: marks", "'xor(entry.len)', type: marks"),
        ARCHIVE.replace("- contents: [0xfe]", "- {id: more, type: u1, -default: 3}"),
        ARCHIVE.replace("process: PROCESS, type: marks", "type: marks"),
    ],
    ids=["key", "behind", "plain"],
)
def test_more_than_lists_and_constants_is_left_to_objects(tmp_path: Path, spec: str) -> None:
    codec = _archive(tmp_path, spec=spec)
    table = pa.Table.from_pylist(ROWS, schema=codec.makers[0].schema)
    with pytest.raises(OptionError, match="said by no list beside theirs"):
        bytes_of(codec, table, "found", parse(codec), engine="columns")


def _fixed(begin: str, len_: str) -> str:
    """The same with numbers of a fixed size, with rules."""
    spec = ARCHIVE.replace("where.begin.value", "where.begin").replace("where.len.value", "where.len")
    spec = spec.replace("{id: begin, type: count}", f"{{id: begin, {begin}}}")
    return spec.replace("      - {id: len, type: count}", f"      - {{id: len, {len_}}}")


@pytest.mark.parametrize(
    ("begin", "len_"),
    [("type: u4", "type: u2"), ("type: s8be, valid: {min: 3}", "type: u2, valid: {min: 1}")],
    ids=["plain", "ruled"],
)
def test_places_and_sizes_are_numbers(tmp_path: Path, begin: str, len_: str) -> None:
    codec = _archive(tmp_path, spec=_fixed(begin, len_))
    data = _written(codec, ROWS, "columns")
    assert data == _written(codec, ROWS, "objects")
    assert _texts(codec, data) == sorted((row["folder"], row["text"]) for row in ROWS)


@pytest.mark.parametrize(
    ("begin", "len_", "field", "error"),
    [
        ("type: u1", "type: u2", r"folders\[\d\].where.begin", "an integer from 0 to 255"),
        ("type: u4", "type: s1", r"folders\[\d\].where.len", "an integer from -128 to 127"),
        ("type: u4, valid: {max: 9}", "type: u2", r"folders\[\d\].where.begin", "at most 9"),
        ("type: u4", "type: u2, valid: {min: 900}", r"where.len", "at least 900|a value by its rules"),
    ],
    ids=["place", "size", "most", "least"],
)
def test_what_numbers_cannot_say_is_an_error(tmp_path: Path, begin: str, len_: str, field: str, error: str) -> None:
    codec = _archive(tmp_path, process="xor(7)", spec=_fixed(begin, len_))
    rows = [*ROWS, *({"folder": b"t", "text": b"T" * 200} for _ in range(3))]
    table = pa.Table.from_pylist(rows, schema=codec.makers[0].schema)
    for engine in ENGINES:
        with pytest.raises(WriteError, match=error) as raised:
            bytes_of(codec, table, "found", parse(codec), engine=engine)
        assert raised.value.field is not None
        assert re.search(field, raised.value.field)
