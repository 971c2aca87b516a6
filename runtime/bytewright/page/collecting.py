"""What a page holds of a file, as JSON: its tree, rows, bytes, damage, and where its records lie."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Iterable
from typing import Any

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.errors import ReadError
from bytewright.io.source import Source
from bytewright.page.counterparts import counterparts
from bytewright.page.flattening import DAMAGE, ENDS, SHOWN, Flat, abridged
from bytewright.page.records import Place, Record, Records
from bytewright.page.row_samples import samples
from bytewright.tables.inputs import Input
from bytewright.tree import MORE, SLACK, Node, build, build_partly, build_structure
from bytewright.tree.window import Window

WHOLE = 2 << 20
"""Size in bytes of the largest file that a page holds whole."""
PIECES = 2 << 20
"""Bytes of other files that a page holds, at most."""
DECODED = 1 << 20
"""Decoded bytes that it holds, at most."""
NODES = 100_000
"""Nodes of trees that it holds, about, at most."""


def data_of(codec: Codec, file: Input, settings: Settings) -> dict[str, Any]:
    """What a page holds of a file.

    Args:
        codec: the format.
        file: the file.
        settings: the options.

    Raises:
        LimitError: a format whose files are read as a whole, and the file is too large for that.
    """
    return {"files": [_told(codec, file, settings, _records(codec, file, settings))]}


def data_of_both(one: tuple[Codec, Input, Settings], other: tuple[Codec, Input, Settings]) -> dict[str, Any]:
    """What a page holds of two files, and which of their records are each other's counterparts; see `data_of`."""
    records = [_records(*one), _records(*other)]
    runs = None
    if records[0] is not None and records[1] is not None:
        runs = counterparts(records[0], records[1])
    told = [_told(*file, known) for file, known in zip((one, other), records, strict=True)]
    return {"files": told, "runs": runs}


def _told(codec: Codec, file: Input, settings: Settings, records: Records | None) -> dict[str, Any]:
    source = file.open()
    found = _Collected(codec, source)
    if records is None:
        found.whole(settings)
    else:
        found.streaming(records)
    views = samples(codec, file, settings, [] if records is None else records.stretches)
    return {
        "label": os.fsencode(os.path.basename(source.name)).decode("utf-8", "replace"),
        "size": source.size,
        "format": codec.name,
        "title": codec.title,
        "records": None if records is None else {"id": codec.records_id, "count": records.count},
        "tree": found.flat.to_json(),
        "spaces": found.spaces(),
        "pieces": found.pieces(),
        "damage": [place._asdict() for place in found.damage],
        "lost": list(found.lost),
        "warnings": found.warnings,
        "index": _index(records),
        "views": views,
    }


def _records(codec: Codec, file: Input, settings: Settings) -> Records | None:
    """The records; None: the file is no sequence of any, or what precedes them is bad."""
    if not Records.are_in(codec, file, settings):
        return None
    try:
        return Records(codec, file, settings)
    except ReadError:
        return None


class _Collected:
    """What has been collected of a file."""

    def __init__(self, codec: Codec, source: Source) -> None:
        self.flat = Flat()
        self.damage: list[Place] = []
        self.lost = (0, 0)
        self.warnings: list[dict[str, Any]] = []
        self._codec = codec
        self._source = source
        self._window = Window(source)
        self._wanted: list[tuple[int, int]] = []
        self._decoded: dict[str, tuple[int, bytes]] = {}
        self._room = DECODED

    def whole(self, settings: Settings) -> None:
        """Collect what is known of a file that is read as a whole."""
        codec, source, told = self._codec, self._source, list[tuple[int, str]]()
        decoded: dict[str, bytes] = {}
        try:
            root = build(
                codec, source, settings.limits, warnings=told, options=settings.values, decoded=decoded, ends=ENDS
            )
        except ReadError:
            root, error = build_partly(
                codec, source, settings.limits, options=settings.values, decoded=decoded, ends=ENDS
            )
            if error is not None:
                unread = (root.children or [root])[-1]
                unread.type = DAMAGE
                self.damage.append(Place(0, unread.offset, source.size, error.field or "", error.what))
                self.lost = 1, source.size - unread.offset
        self.warnings = [{"offset": offset, "text": text} for offset, text in told]
        self._wanted.append((0, source.size))
        self.flat.add(abridged(root, NODES), 0, codec.root)
        self._keep(decoded)

    def streaming(self, records: Records) -> None:
        """Collect what is known of a file that is read record by record."""
        codec, source, flat, size = self._codec, self._source, self.flat, self._source.size
        self.damage, self.lost = records.damage, records.lost
        flat.add(Node(codec.name, codec.name, 0, size, children=[]), 0, codec.root)
        decoded: dict[str, bytes] = {}
        self._wanted.append((0, records.first))
        before = abridged(
            build_structure(records.root, codec.name, self._window, 0, records.first, decoded=decoded, ends=ENDS),
            NODES // 10,
        )
        for child in before.children or ():
            flat.add_field(child, 1, codec.root)
        self._keep(decoded)
        listed = next(field for field in codec.root.FIELDS if field.id == codec.records_id)
        kind = listed.kind if listed.struct is None else listed.struct.TYPE.rpartition("::")[2]
        outer = Node(codec.records_id, f"{kind}[]", records.first, size - records.first, children=[])
        flat.add_field(outer, 1, codec.root)
        position, number = records.first, 0
        for stretch in records.stretches:
            if stretch.start > position:
                what = f"… {stretch.number - number:,} records"
                flat.add(Node(what, MORE, position, stretch.start - position), 2, None)
            for record in records.of(stretch):
                self._add_record(record, records)
                position, number = record.end, record.number + 1
        if position < size:
            rest = source.read(position, min(size - position, SHOWN))
            flat.add(Node("slack", SLACK, position, size - position, rest.hex()), 1, None)

    def _add_record(self, record: Record, records: Records) -> None:
        name, size, decoded = f"[{record.number}]", record.end - record.start, dict[str, bytes]()
        self._wanted.append((record.start, record.end))
        if record.structure is None:
            known = records.reason(record)
            self.flat.add(Node(name, DAMAGE, record.start, size, None if known is None else known.reason), 2, None)
            return
        node = build_structure(record.structure, name, self._window, record.start, size, decoded=decoded, ends=ENDS)
        self.flat.add(abridged(node, max(16, NODES // records.shown)), 2, type(record.structure))
        self._keep(decoded)

    def _keep(self, decoded: dict[str, bytes]) -> None:
        """Keep what nodes are decoded to, as far as there is room."""
        for path, data in decoded.items():
            self._decoded[path] = len(data), data[: self._room]
            self._room -= len(self._decoded[path][1])

    def spaces(self) -> list[dict[str, Any]]:
        """What the bytes of nodes are decoded to in which others lie."""
        found = [(path, *self._decoded.get(path, (0, b""))) for path in self.flat.spaces]
        return [{"path": path, "size": size, "data": _text(data)} for path, size, data in found]

    def pieces(self) -> list[dict[str, Any]]:
        """The bytes that a page holds: of a small file all, else those of what its tree shows, as far as there is
        room."""
        source = self._source
        if source.size <= WHOLE:
            return [{"offset": 0, "data": _text(source.read(0, source.size))}]
        ranges = _joined(self._wanted)
        most = _share([end - start for start, end in ranges], PIECES)
        return [{"offset": start, "data": _text(source.read(start, min(most, end - start)))} for start, end in ranges]


def _share(sizes: list[int], room: int) -> int:
    """How much each of some may have so that all together have no more than there is room for."""
    left = room
    for number, size in enumerate(sorted(sizes)):
        if size * (len(sizes) - number) > left:
            return left // (len(sizes) - number)
        left -= size
    return room


def _text(data: bytes) -> str:
    return b64encode(data).decode()


def _index(records: Records | None) -> dict[str, str] | None:
    """Where records lie: the differences of one place from the one before, and those of their numbers, as LEB128."""
    if records is None:
        return None
    return {"starts": _text(_differences(records.index.starts)), "numbers": _text(_differences(records.index.numbers))}


def _differences(numbers: Iterable[int]) -> bytes:
    found, before = bytearray(), 0
    for number in numbers:
        rest, before = number - before, number
        while rest > 0x7F:
            found.append(rest & 0x7F | 0x80)
            rest >>= 7
        found.append(rest)
    return bytes(found)


def _joined(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges in ascending order, those that touch as one."""
    found: list[tuple[int, int]] = []
    for start, end in ranges:
        if found and start == found[-1][1]:
            found[-1] = found[-1][0], end
        elif start < end:
            found.append((start, end))
    return found
