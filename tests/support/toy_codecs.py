"""Two small formats written by hand, as the compiler would: what the runtime is tested on without any generated code.

``notes``: magic ``NOTE``, then records to the end: u2 length of the body, in it u4 time in s, u1 kind (an enum), u1
length of text, text; the rest of the body is slack.

``grid``: magic ``GRID``, then blocks to the end: u4 length of the body, in it u2 rows, u1 columns, and for each u1 key,
u1 type, u1 whether it has values, and the values, one per row.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa

from bytewright.arrow.types import TIMESTAMP
from bytewright.codec.api_version import CODEC_API
from bytewright.codec.codec import Codec
from bytewright.codec.options import Option
from bytewright.errors import BoundsError, ReadError, TruncatedError, ValueInvalidError
from bytewright.model.enums import Enum, set_labels
from bytewright.model.places import Span
from bytewright.model.structures import Field, Struct
from bytewright.objects.read.coverage import finish_structure
from bytewright.objects.read.cursor import Cursor
from bytewright.schema.pivots import Pivot, PivotSchema
from bytewright.schema.scope import Scope
from bytewright.schema.value_forms import Enumerated, Moment
from bytewright.schema.view import Column, View

# --- notes ------------------------------------------------------------------------------------------------------------


class Kind(Enum):
    MEMO = 1
    IN_ = 2


set_labels(Kind, {1: "memo", 2: "in!"})
KINDS = {1: "memo", 2: "in!"}


@dataclass
class Note(Struct):
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("len_body", "len_body", "u2le", derived=True),
        Field("time", "time", "u4le"),
        Field("kind", "kind", "u1", enum=Kind),
        Field("text", "text", "str"),
    )
    len_body: int = 0
    time: int = 0
    kind: Any = 0
    text: str = ""


@dataclass
class Notes(Struct):
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("magic", "magic", "bytes"),
        Field("notes", "notes", "struct", repeated=True, struct=Note),
    )
    magic: bytes = b""
    notes: list[Note] | None = None


def _fail(error: ReadError, field: str) -> ReadError:
    error.field = field
    return error


def begin_notes(io: Cursor) -> Notes:
    root = Notes._begin(io, None, "", None)
    try:
        root.magic = io.take(4)
    except TruncatedError as error:
        raise _fail(error, "magic") from None
    if root.magic != b"NOTE":
        raise ValueInvalidError(field="magic", offset=0, expected="4e4f5445", found=root.magic.hex())
    return root


def read_note(io: Cursor, root: Notes, index: int) -> Note:
    note = Note._begin(io, root, "notes", index)
    path = f"notes[{index}]"
    start = io.at
    try:
        note.len_body = io.u2le()
    except TruncatedError as error:
        raise _fail(error, f"{path}.len_body") from None
    if note.len_body > io.left:
        raise BoundsError(
            field=f"{path}.len_body",
            offset=start,
            expected=f"at most {io.left} bytes, what is left",
            found=str(note.len_body),
        )
    body = io.sub(note.len_body)
    try:
        note._at[1] = Span(body.at, body.at + 4)
        note.time = body.u4le()
        kind = body.u1()
        note.kind = Kind._value2member_map_.get(kind, kind)
        note.text = body.text(body.take(body.u1()), "utf-8", body.at)
    except ReadError as error:
        raise _fail(error, f"{path}.body") from None
    finish_structure(body, note)
    return note


def notes_of(io: Cursor, root: Notes, index: int = 0) -> Iterator[Note]:
    while not io.eof:
        yield read_note(io, root, index)
        index += 1


def read_notes(io: Cursor) -> Notes:
    root = begin_notes(io)
    root.notes = list(notes_of(io, root))
    return root


def _note_columns() -> tuple[Column, ...]:
    return (
        Column("number", pa.int32(), lambda s: s.index),
        Column("time", TIMESTAMP, lambda s: s.element.time, form=Moment("s")),
        Column("kind", pa.string(), lambda s: s.element.kind, form=Enumerated(KINDS, pa.int16())),
        Column("text", pa.string(), lambda s: s.element.text or None, nullable=True),
        Column(
            "place",
            pa.struct([pa.field("len", pa.int8(), nullable=False), pa.field("in", pa.bool_(), nullable=False)]),
            lambda s: {"len": len(s.element.text), "in": s.element.kind == 2},
        ),
    )


NOTES = Codec(
    name="notes",
    title="Notes",
    api=CODEC_API,
    root=Notes,
    read=read_notes,
    emit=lambda *_: None,
    derive=lambda *_: None,
    begin=begin_notes,
    records=notes_of,
    records_field="notes",
    signature=((0, b"NOTE"),),
    extensions=("note",),
    options=(
        Option("shout", "bool", False, doc="Whether to shout."),
        Option("words", "file", load=lambda text: text.split()),
    ),
    views=(
        View(
            "entries", _note_columns(), each=lambda s: s.root.notes, each_field="notes", default=True, doc="One by one."
        ),
        View("whole", (Column("count", pa.int64(), lambda s: len(s.root.notes)),)),
        View(
            "seconds",
            (Column("second", pa.string(), lambda s: s.element.text[1]),),
            each=lambda s: s.root.notes,
            each_field="notes",
        ),
        View(
            "letters",
            (
                Column("note", pa.int32(), lambda s: s.index, per_row=False),
                Column("letter", pa.string(), lambda s: s.element.text[s.row]),
                Column("words", pa.string(), lambda s: " ".join(s.options["words"] or ()), per_row=False),
            ),
            each=lambda s: s.root.notes,
            each_field="notes",
            rows=lambda s: len(s.element.text),
        ),
    ),
)


def note(time: int, kind: int, text: str, slack: bytes = b"") -> bytes:
    body = struct.pack("<IBB", time, kind, len(text.encode())) + text.encode() + slack
    return struct.pack("<H", len(body)) + body


def notes(*records: bytes) -> bytes:
    return b"NOTE" + b"".join(records)


# --- grid -------------------------------------------------------------------------------------------------------------


@dataclass
class Strip(Struct):
    """A column of a block."""

    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("key", "key", "u1"),
        Field("type", "type", "u1"),
        Field("values", "values", "switch", repeated=True),
    )
    key: int = 0
    type: int = 0
    values: list[Any] | None = None


@dataclass
class Body(Struct):
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("rows", "rows", "u2le"),
        Field("strips", "strips", "struct", repeated=True, struct=Strip),
    )
    rows: int = 0
    strips: list[Strip] | None = None


@dataclass
class Block(Struct):
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("len_body", "len_body", "u4le", derived=True),
        Field("body", "body", "struct", struct=Body),
    )
    len_body: int = 0
    body: Body | None = None


@dataclass
class Grid(Struct):
    FIELDS: ClassVar[tuple[Field, ...]] = (Field("blocks", "blocks", "struct", repeated=True, struct=Block),)
    blocks: list[Block] | None = None


TYPES = {1: ("s1", "<b"), 2: ("s2", "<h"), 3: ("u4", "<I"), 4: ("f4", "<f"), 5: ("b1", "<?"), 6: ("time", "<I")}
CASES: dict[str, pa.DataType] = {
    "s1": pa.int8(),
    "s2": pa.int16(),
    "u4": pa.int64(),
    "f4": pa.float32(),
    "b1": pa.bool_(),
    "time": TIMESTAMP,
}


def begin_grid(io: Cursor) -> Grid:
    root = Grid._begin(io, None, "", None)
    if io.take(4) != b"GRID":
        raise ValueInvalidError(field="magic", offset=0, expected="GRID", found="something else")
    return root


def blocks_of(io: Cursor, root: Grid, index: int = 0) -> Iterator[Block]:
    while not io.eof:
        block = Block._begin(io, root, "blocks", index)
        start = io.at
        block.len_body = io.u4le()
        block._at[0] = Span(start, start + 4)
        body = io.sub(block.len_body)
        block.body = Body._begin(body, block, "body", None)
        block.body._at[0] = Span(body.at, body.at + 2)
        block.body.rows = body.u2le()
        block.body.strips = []
        for number in range(body.u1()):
            strip = Strip._begin(body, block.body, "strips", number)
            strip._at[0] = Span(body.at, body.at + 1)
            strip.key = body.u1()
            strip._at[1] = Span(body.at, body.at + 1)
            strip.type = body.u1()
            code = TYPES[strip.type][1]
            if body.u1():
                size = struct.calcsize(code)
                data = body.take(size * block.body.rows)
                strip.values = [value for (value,) in struct.iter_unpack(code, data)]
            block.body.strips.append(strip)
        yield block
        index += 1


def read_grid(io: Cursor) -> Grid:
    root = begin_grid(io)
    root.blocks = list(blocks_of(io, root))
    return root


def _strips(scope: Scope) -> Iterable[Any]:
    strips: Iterable[Any] = scope.root.strips
    return strips


_ROWS = View(
    "rows",
    (
        Column("block", pa.int32(), lambda s: -1, per_row=False),
        Column("row", pa.int32(), lambda s: s.row),
    ),
    rows=lambda s: s.root.rows,
    pivot=Pivot(
        each=_strips,
        key=lambda s: s.element.key,
        name=lambda s: f"k{s.element.key}",
        vector=lambda s: s.element.values,
        case=lambda s: TYPES[s.element.type][0],
        cases=CASES,
        schema="table",
        forms={"time": Moment("s")},
        origin=lambda s: (s.element, "type", None),
    ),
)

_STRIPS = View(
    "strips",
    (Column("position", pa.int32(), lambda s: s.index), Column("key", pa.int16(), lambda s: s.element.key)),
    each=_strips,
)

GRID = Codec(
    name="grid",
    title="Grid",
    api=CODEC_API,
    root=Grid,
    read=read_grid,
    emit=lambda *_: None,
    derive=lambda *_: None,
    begin=begin_grid,
    records=blocks_of,
    records_field="blocks",
    signature=((0, b"GRID"),),
    options=(
        Option(
            "table",
            "file",
            load=lambda text: [
                PivotSchema(int(k), n, c or None, tuple(v.split("|")) if v else None)
                for k, n, c, v in (line.split(",") for line in text.split())
            ],
        ),
    ),
    views=tuple(
        View(
            inner.name,
            (Column("block", pa.int32(), lambda s: s.index, per_row=False),),
            each=lambda s: s.root.blocks,
            each_field="blocks",
            inner=inner,
            inner_root=lambda s: s.element.body,
            default=inner is _ROWS,
        )
        for inner in (_ROWS, _STRIPS)
    ),
)


def block(rows: int, *strips: tuple[int, int, list[Any] | None]) -> bytes:
    body = struct.pack("<HB", rows, len(strips))
    for key, kind, values in strips:
        body += struct.pack("<BBB", key, kind, values is not None)
        body += b"".join(struct.pack(TYPES[kind][1], value) for value in values or ())
    return struct.pack("<I", len(body)) + body


def grid(*blocks: bytes) -> bytes:
    return b"GRID" + b"".join(blocks)
