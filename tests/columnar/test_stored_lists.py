"""Lists given as columns, of which entries say where something lies that decodes to them: objects make the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.columnar.test_elements import COUNT

from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import OptionError, WriteError
from bytewright.tables.write import bytes_of
from bytewright.tables.write_job import Engine
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

from bytewright.columns import ListColumns


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
        f"{name}.{name}": ListColumns(pa.table({"text": pa.array(texts, pa.binary())})) for name, texts in held.items()
    }
    array = pa.array(sections, pa.struct({"where": where, **kind}))
    folder = ListColumns(pa.RecordBatch.from_struct_array(array), lists)
    cards = ListColumns(pa.table({"name": pa.array(folders, pa.binary())}), inside={"about": folder})
    return {"names": {"names": cards[:]}, "folders": folder[:]}
"""
PROCESSES = ["zlib", "xor(0x5a)", "bytewright.codecs.snappy_chunks(16)"]
ENGINES: tuple[Engine, ...] = ("auto", "objects")


def _archive(
    folder: Path, process: str = "zlib", change: str = "", spec: str = ARCHIVE, code: str = ARCHIVING
) -> Codec:
    (folder / "count.ksy").write_text(COUNT, encoding="utf-8")
    (folder / "archive.ksy").write_text(spec.replace("PROCESS", f"'{process}'"), encoding="utf-8")
    (folder / "archiving.py").write_text(code.replace("CHANGE", change), encoding="utf-8")
    return load(folder / "archive.ksy", trust=folder)


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


def _texts(codec: Codec, data: bytes, *, strict: bool = True) -> list[tuple[bytes, bytes]]:
    found = []
    for folder in codec.parse(data, strict=strict).folders:
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


@pytest.mark.parametrize("rows", [ROWS, ROWS[:1], ROWS[1:3]], ids=["all", "texts", "others"])
def test_no_structures_are_made_of_them(
    archive: Codec, monkeypatch: pytest.MonkeyPatch, rows: list[dict[str, Any]]
) -> None:
    made: list[object] = []
    wanted = _written(archive, rows, "objects")
    folder = archive.parse(wanted).folders[0]
    for kind in (type(folder), type(folder.entry), type(folder.where)):
        monkeypatch.setattr(kind, "_adopt", lambda self: made.append(self))
    assert _written(archive, rows, "columns") == wanted
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


TICKS = ARCHIVE.replace(
    "instances:\n  entries",
    "  - {id: ticks, type: tick, repeat: until, repeat-until: _.last != 0}\ninstances:\n  entries",
).replace(
    "  room: {doc",
    """  tick:
    seq:
      - {id: last, type: u1}
      - {id: at, type: u2, -default: 0}
    instances:
      entry: {io: _root.names._io, pos: at, type: name, if: at != 9999, -role: again}
  room: {doc""",
)
TICKING = ARCHIVING.replace("folder[:]}", "folder[:], 'ticks': ticks[:]}").replace(
    "    return {",
    """    last = [int(number == len(folders) - 1) for number in range(len(folders))]
    ticks = ListColumns(pa.table({"last": last, "entry": pa.array(range(len(last)), pa.int64())}), {"entry": cards})
    return {""",
)
GROWING = [{"folder": b"%c%d" % (b"tmx"[at % 3], at), "text": bytes(range(at, 5 * at + 9))} for at in range(40)]


def test_others_may_refer_to_entries_whose_size_rests_on_places(tmp_path: Path) -> None:
    codec = _archive(tmp_path, spec=TICKS, code=TICKING)
    data = _written(codec, GROWING, "columns")
    assert data == _written(codec, GROWING, "objects")
    model = codec.parse(data, strict=True)
    assert [tick.entry.name for tick in model.ticks] == [entry.name for entry in model.names.names]


def test_what_refers_to_elements_that_objects_make_is_made_by_these_too(tmp_path: Path) -> None:
    spec = TICKS.replace("{id: len_about, type: u1}", "{id: len_about, type: u1, valid: {max: 5}}")
    codec = _archive(tmp_path, spec=spec, code=TICKING)
    table = pa.Table.from_pylist(ROWS, schema=codec.makers[0].schema)
    data, written = bytes_of(codec, table, "found", parse(codec))
    assert (written.encoded, written.reason) == (0, "elements from 0 on: len_about")
    assert data == _written(codec, ROWS, "objects")
    assert [tick.entry.name for tick in codec.parse(data).ticks] == [b"texts", b"m", b"closed", b"t"]


def test_one_kind_of_lists_may_be_stored_in_two_forms(tmp_path: Path) -> None:
    spec = ARCHIVE.replace("process: PROCESS, type: texts", "process: zlib, type: marks").replace(
        "process: PROCESS, type: marks", "process: xor(9), type: marks"
    )
    change = """
    held["texts"] = held["marks"] = []
    for section in sections:
        name = next(name for name in section if name != "where")
        section[name] = {"marks" if name == "texts" else name: []} if name != "others" else section[name]
    kind["texts"] = kind["marks"]
"""
    code = ARCHIVING.replace(
        "    array =",
        """    lists["texts.marks"] = lists["marks.marks"]
    del lists["texts.texts"]
    array =""",
    )
    codec = _archive(tmp_path, spec=spec, change=change, code=code)
    data = _written(codec, ROWS, "columns")
    assert data == _written(codec, ROWS, "objects")
    assert [len(folder.texts.marks) for folder in codec.parse(data).folders if folder.is_text] == [0, 0]


@pytest.mark.parametrize(
    "spec",
    [
        ARCHIVE.replace("size: len_about}", "size: 30}").replace("      - {id: len_about, type: u1}\n", ""),
        ARCHIVE.replace("_io.size - _io.pos == 2", "_io.size == 123"),
        ARCHIVE.replace(
            "{id: name, size: len}", "{id: name, size: len}\n      - {id: kind, type: u1, -default: 1}"
        ).replace("entry.name[0] == 0x74", "entry.kind == 0"),
    ],
    ids=["room", "until", "null"],
)
def test_objects_make_what_is_more_than_the_kernel_knows(tmp_path: Path, spec: str) -> None:
    codec = _archive(tmp_path, spec=spec)
    rows = [row for row in ROWS if not row["folder"].startswith(b"t")]
    table = pa.Table.from_pylist(rows, schema=codec.makers[0].schema)
    data, written = bytes_of(codec, table, "found", parse(codec))
    assert written.encoded == 0
    assert data == _written(codec, rows, "objects")
    assert _texts(codec, data, strict=False) == sorted((row["folder"], row["text"]) for row in rows)


def test_a_condition_that_cannot_be_asked_is_an_error(archive: Codec) -> None:
    table = pa.Table.from_pylist([{"folder": b"", "text": b"x"}], schema=archive.makers[0].schema)
    for engine in ENGINES:
        with pytest.raises(WriteError, match="the model is not complete"):
            bytes_of(archive, table, "found", parse(archive), engine=engine)


def test_structures_that_hold_nothing_are_no_lists(tmp_path: Path) -> None:
    codec = _archive(tmp_path, spec=ARCHIVE.replace("type: marks, if", "type: room, if"))
    rows = [row for row in ROWS if row["folder"] != b"m"]
    table = pa.Table.from_pylist(rows, schema=codec.makers[0].schema)
    with pytest.raises(OptionError, match="engine columns can't write"):
        bytes_of(codec, table, "found", parse(codec), engine="columns")


CONSTANTS = """
meta: {id: archive, endian: le, imports: [count]}
-made-of:
  found: {with: archiving:archive, arrow: true, columns: {folder: bytes, text: bytes}}
seq:
  - {id: len_names, type: u2}
  - {id: names, type: names, size: len_names}
instances:
  entries: {value: names.names}
  folders: {pos: 0, type: 'folder(entries[_index])', repeat: expr, repeat-expr: entries.size}
types:
  names: {seq: [{id: names, type: name, repeat: eos}]}
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
      where: {io: entry.about._io, pos: 0, type: where}
      others: {io: _root._io, pos: where.begin, type: others}
  where: {seq: [{id: begin, type: u4}]}
  others: {seq: [{id: others, type: text, repeat: until, repeat-until: _.len == 0}, {contents: [0xff]}]}
  text: {seq: [{id: len, type: u1}, {id: text, size: len}]}
"""


def test_constants_behind_lists_that_are_stored_as_they_are_are_left_to_objects(tmp_path: Path) -> None:
    code = ARCHIVING.replace('names = {b"t": "texts", b"m": "marks"}', "names = {}").replace(
        '("texts", "marks", "others")', '("others",)'
    )
    codec = _archive(tmp_path, spec=CONSTANTS, code=code)
    table = pa.Table.from_pylist(ROWS[:-1], schema=codec.makers[0].schema)
    data, written = bytes_of(codec, table, "found", parse(codec))
    assert written.encoded == 0
    found = [(f.entry.name, one.text) for f in codec.parse(data, strict=True).folders for one in f.others.others[:-1]]
    assert sorted(found) == sorted((row["folder"], row["text"]) for row in ROWS[:-1])


@pytest.mark.parametrize("valid", ["", ", valid: {max: 5}"], ids=["kernel", "objects"])
def test_code_is_told_what_was_found(tmp_path: Path, valid: str) -> None:
    spec = ARCHIVE.replace("{id: len_about, type: u1}", f"{{id: len_about, type: u1{valid}}}")
    begin, end = spec.split("seq:", 1)
    inner, types = end.split("types:\n", 1)
    spec = f"""{begin}instances:
  archive: {{pos: 0, size: _io.size, type: whole}}
types:
  whole:
    seq:{inner.replace(chr(10), chr(10) + "    ")}
{types.replace("_root._io", "_parent._io")}"""
    code = ARCHIVING.replace("def archive(rows):", "def made(rows):").replace(
        '    return {"names"', '    yield {"names"'
    )
    code += """
    raise ValueError(f"found {folder.found('where.begin')}")


def archive(rows):
    return {"archive": lambda: made(rows)}
"""
    codec = _archive(tmp_path, spec=spec, code=code)
    table = pa.Table.from_pylist(ROWS, schema=codec.makers[0].schema)
    with pytest.raises(WriteError, match="found None" if valid else r"found \[31 55 68 82\]"):
        bytes_of(codec, table, "found", parse(codec))
