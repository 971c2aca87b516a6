"""What rests on nothing outside of itself: written once while the rest settles, and made when its bytes are needed."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain
from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.model.structures import Struct
from bytewright.objects.write.output import Output
from bytewright.tables.row_models import made_of

LENT = """
-made-of:
  lent:
    with: shelving:library
    columns: {shelf: s4, title: bytes}
"""
LIBRARY = """
seq:
  - {id: num_refs, type: u1}
  - {id: refs, type: ref, repeat: expr, repeat-expr: num_refs}
instances:
  len_note: {pos: _io.size - 2, type: u2}
  note: {pos: _io.size - 2 - len_note, size: len_note}
types:
  ref:
    seq:
      - {id: ofs, type: u4}
      - {id: len, type: u2}
    instances:
      shelf: {io: _root._io, pos: ofs, size: len, type: shelf}
  shelf:
    seq:
      - {id: num_books, type: u1}
      - {id: ofs_register, type: u2}
      - {id: books, type: book, repeat: expr, repeat-expr: num_books}
    instances:
      register: {pos: ofs_register, type: register}
  register:
    seq:
      - {id: favourite, type: u1, -default: 0}
      - {id: sum, type: u4, -checksum: {algorithm: crc32, from: favourite}}
    instances:
      book: {io: _parent._io, pos: favourite, type: book, -role: again}
  book:
    seq:
      - {id: len, type: u1}
      - {id: title, size: len}
"""

BOX = """
seq:
  - {id: len_box, type: u1}
  - {id: ofs_box, type: u1}
instances:
  box: {pos: ofs_box, size: len_box, type: box}
  label: {io: 'box.cards[0]._io', pos: 1 + box.cards.size, type: u4}
types:
  box:
    seq:
      - {id: num_cards, type: u1}
      - {id: cards, type: card, repeat: expr, repeat-expr: num_cards}
  card:
    seq:
      - {id: value, type: u1}
"""

SHELVING = """
def library(rows):
    shelves = {}
    for row in rows:
        shelves.setdefault(row["shelf"], []).append({"title": row["title"]})

    def shelf(books):
        if books[-1]["title"] == b"none":
            raise ValueError("nobody lends that")
        return {"books": books, "register": {"book": books[-1]}}

    made = SHELF
    return {"refs": [{"shelf": made(books)} for books in shelves.values()], "note": b"n"}
"""


def library(codec: Codec) -> Any:
    shelves = [[b"one", b"a longer one"], [b""], [b"x" * 200, b"y"]]
    refs = []
    for titles in shelves:
        books = [{"title": title.hex()} for title in titles]
        refs.append({"shelf": {"books": books, "register": {}}})
    model = from_plain(codec, {"refs": refs, "note": b"back".hex()})
    for ref in model.refs:
        ref.shelf.register.book = ref.shelf.books[-1]
    return model


def bytes_of(*shelves: list[bytes], note: bytes) -> bytes:
    """The file, made by hand."""
    at, head, bodies = 1 + 6 * len(shelves), bytes([len(shelves)]), b""
    for titles in shelves:
        books = b"".join(bytes([len(title)]) + title for title in titles)
        favourite = bytes([3 + len(books) - 1 - len(titles[-1])])
        body = struct.pack("<BH", len(titles), 3 + len(books)) + books
        body += favourite + struct.pack("<I", zlib.crc32(favourite))
        head += struct.pack("<IH", at + len(bodies), len(body))
        bodies += body
    return head + bodies + note + struct.pack("<H", len(note))


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


def test_what_has_not_changed_is_not_written_again(compiled: Compile, begun: Counter[str]) -> None:
    codec = compiled(LIBRARY)
    model = library(codec)
    data = codec.to_bytes(model)
    assert data == bytes_of([b"one", b"a longer one"], [b""], [b"x" * 200, b"y"], note=b"back")
    assert begun["Book"] / 5 < begun["Ref"] / 3  # there are five books and three references
    model.refs[0].shelf.books[0].title = b"another"
    model.note = b"changed"
    changed = codec.to_bytes(model)
    assert changed == bytes_of([b"another", b"a longer one"], [b""], [b"x" * 200, b"y"], note=b"changed")
    assert codec.to_bytes(codec.parse(changed)) == changed


def test_what_is_put_into_it_from_outside_is_written(compiled: Compile) -> None:
    codec = compiled(BOX)
    model = codec.parse(bytes([10, 2, 2, 7, 8, 1, 2, 3, 4, 0, 0, 0]))
    assert model.label == 0x04030201
    model.label = 5
    model.box.cards.append(type(model.box.cards[0])(value=9))
    made = codec.to_bytes(model)
    again = codec.parse(made)
    assert [card.value for card in again.box.cards] == [7, 8, 9]
    assert again.label == 5


@pytest.mark.parametrize("shelf", ["shelf", "lambda books: lambda: shelf(books)"], ids=["at once", "when needed"])
def test_what_is_made_when_it_is_needed_is_the_same(shelf: str, compiled: Compile, tmp_path: Path) -> None:
    (tmp_path / "shelving.py").write_text(SHELVING.replace("SHELF", shelf), encoding="utf-8")
    codec = compiled(LENT + LIBRARY)
    rows = [{"shelf": 1, "title": b"a"}, {"shelf": 2, "title": b"bb"}, {"shelf": 1, "title": b"ccc"}]
    table = pa.Table.from_pylist(rows, schema=codec.makers[0].schema)
    data = codec.to_bytes(made_of(codec, codec.makers[0], table, parse(codec)))
    assert data == bytes_of([b"a", b"ccc"], [b"bb"], note=b"n")
    assert [ref.shelf.register.book.title for ref in codec.parse(data).refs] == [b"ccc", b"bb"]


def test_errors_of_what_is_made_later_name_the_whole_way(compiled: Compile, tmp_path: Path) -> None:
    (tmp_path / "shelving.py").write_text(SHELVING.replace("SHELF", "lambda b: lambda: shelf(b)"), encoding="utf-8")
    codec = compiled(LENT + LIBRARY)
    rows = [{"shelf": 1, "title": b"a"}, {"shelf": 2, "title": b"b" * 256}]
    table = pa.Table.from_pylist(rows, schema=codec.makers[0].schema)
    with pytest.raises(WriteError) as error:
        codec.to_bytes(made_of(codec, codec.makers[0], table, parse(codec)))
    assert error.value.field == "refs[1].shelf.books[0].len"
    table = pa.Table.from_pylist([{"shelf": 1, "title": b"none"}], schema=codec.makers[0].schema)
    with pytest.raises(WriteError, match="nobody lends that"):
        codec.to_bytes(made_of(codec, codec.makers[0], table, parse(codec)))


CHUNKED = """
-made-of:
  notes:
    with: noting:pad
    columns: {text: bytes}
seq:
  - {id: ofs_pad, type: u2}
  - {id: len_pad, type: u2}
instances:
  pad: {pos: ofs_pad, size: len_pad, type: pad}
types:
  pad:
    seq:
      - {id: ofs_notes, type: u2}
      - {id: len_notes, type: u2}
      - {id: num_marks, type: u1}
      - {id: marks, type: mark, repeat: expr, repeat-expr: num_marks}
      - {id: len_digits, type: u1, -default: 0}
    instances:
      notes: {pos: ofs_notes, size: len_notes, process: bytewright.codecs.snappy_chunks(16), type: notes}
  notes:
    seq:
      - {id: notes, type: note, repeat: eos}
  note:
    seq:
      - {id: len, type: u1}
      - {id: text, size: len}
  mark:
    seq:
      - {id: chunk, type: u4, -default: 0}
      - {id: offset, type: u1, -default: 0}
    instances:
      found:
        io: _parent._io
        pos: chunk
        size: _parent.ofs_notes + _parent.len_notes - chunk
        process: bytewright.codecs.snappy_chunks(16)
        type: note_at(offset)
        -role: again
  note_at:
    params: [{id: offset, type: u1}]
    seq:
      - {size: offset}
      - {id: note, type: note}
"""

NOTING = """
def pad(rows):
    return {"pad": lambda: _pad([row["text"] for row in rows])}


def _pad(texts):
    notes = [{"text": text} for text in texts]
    marks = [{"found": {"note": note}} for note in reversed(notes)]
    digits = 0
    while True:
        written = yield {"notes": {"notes": notes}, "marks": marks, "len_digits": digits}
        if written.len_digits == written.len_notes % 100:
            return
        digits = written.len_notes % 100
"""


def test_fields_say_where_something_lies_in_decoded_pieces(compiled: Compile, tmp_path: Path) -> None:
    (tmp_path / "noting.py").write_text(NOTING, encoding="utf-8")
    codec = compiled(CHUNKED)
    texts = [b"first", b"a" * 9, b"at the end of its piece", b"x" * 40, b"", b"last"]
    table = pa.Table.from_pylist([{"text": text} for text in texts], schema=codec.makers[0].schema)
    pad = codec.parse(codec.to_bytes(made_of(codec, codec.makers[0], table, parse(codec)))).pad
    assert [note.text for note in pad.notes.notes] == texts
    assert [mark.found.note.text for mark in pad.marks] == texts[::-1]
    # Sixteen bytes of the notes are in a piece; what begins behind them is at its end.
    assert [mark.offset for mark in pad.marks][::-1] == [0, 6, 16, 8, 1, 2]
    assert min(mark.chunk for mark in pad.marks) == pad.ofs_notes
    assert pad.len_digits == pad.len_notes % 100  # which it is told when it has been written once


def test_nothing_can_refer_to_the_middle_of_other_encoded_bytes(compiled: Compile, tmp_path: Path) -> None:
    (tmp_path / "noting.py").write_text(NOTING, encoding="utf-8")
    codec = compiled(CHUNKED.replace("bytewright.codecs.snappy_chunks(16)", "zlib"))
    table = pa.Table.from_pylist([{"text": b"a"}], schema=codec.makers[0].schema)
    with pytest.raises(WriteError, match="nothing can refer to the middle of what zlib encodes"):
        codec.to_bytes(made_of(codec, codec.makers[0], table, parse(codec)))


def test_what_is_made_anew_without_end_is_an_error(compiled: Compile, tmp_path: Path) -> None:
    endless = NOTING.replace("if written.len_digits == written.len_notes % 100:", "if False:")
    (tmp_path / "noting.py").write_text(endless.replace("written.len_notes % 100", "1 - digits"), encoding="utf-8")
    codec = compiled(CHUNKED)
    table = pa.Table.from_pylist([{"text": b"a"}], schema=codec.makers[0].schema)
    with pytest.raises(WriteError, match="it is made anew again and again") as error:
        codec.to_bytes(made_of(codec, codec.makers[0], table, parse(codec)))
    assert error.value.field == "pad"
