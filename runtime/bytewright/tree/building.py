"""Trees of files.

What lies at places of its own may lie where the sequence lies, or other such fields: then its bytes belong to the
sequence, else to what comes first in the tree. What is left of a stream when all have theirs is slack.

A byte of which several leaves have bits belongs to the first of them; the next one begins behind it.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from bytewright.codec.codec import Codec
from bytewright.errors import LimitError, ReadError
from bytewright.io.byte_ranges import Ranges
from bytewright.io.source import Source
from bytewright.limits import DEFAULT, Limits
from bytewright.model.enums import Enum, label_of
from bytewright.model.kept_keys import GAPS, STATED, STREAMS, TAIL
from bytewright.model.number_formats import KINDS, bit_width, ordered
from bytewright.model.origins import span_of
from bytewright.model.places import Span
from bytewright.model.structures import Field, Struct, field_path, given
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.traverse import explore, structures_below
from bytewright.tree.nodes import BITS, FRAME, MORE, PADDING, SLACK, Node, shown_value

Made = TypeVar("Made")


def build(
    codec: Codec,
    source: Source,
    limits: Limits = DEFAULT,
    *,
    warnings: list[tuple[int, str]] | None = None,
    options: Mapping[str, Any] | None = None,
    decoded: dict[str, bytes] | None = None,
    ends: int | None = None,
) -> Node:
    """The tree of a file.

    Args:
        codec: the format.
        source: the file.
        limits: bounds on what it may ask for.
        warnings: gets what was noticed and tolerated: bytes that no field describes, fields at places of their own that
            can't be read.
        options: values of the format's options by id.
        decoded: gets what the bytes of nodes are decoded to, by their paths (`Node.within`).
        ends: of lists of plain values so many at each end have nodes, and one node stands for the others; None: all.

    Raises:
        ReadError: the file is not what the format says.
    """
    data = source.read(0, source.size)
    io = Cursor(data, limits=limits)
    io.path = source.name
    io.options = options or {}
    try:
        root = codec.read_from(io)
        for unread in explore(root):
            io.warn(unread.error.offset or 0, unread.error.what)
    except ReadError as error:
        error.path = error.path or source.name
        raise
    if warnings is not None:
        warnings += io.warnings
    return _built(codec, data, source.name, root, decoded, ends)


def build_partly(
    codec: Codec,
    source: Source,
    limits: Limits = DEFAULT,
    *,
    options: Mapping[str, Any] | None = None,
    decoded: dict[str, bytes] | None = None,
    ends: int | None = None,
) -> tuple[Node, ReadError | None]:
    """The tree of a file up to what is wrong with it, and that.

    The bytes behind what was read in sequence are one leaf of it, ``unread``.

    Args:
        codec: the format.
        source: the file.
        limits: bounds on what it may ask for.
        options: values of the format's options by id.
        decoded: gets what the bytes of nodes are decoded to, by their paths.
        ends: see `build`.
    """
    data = source.read(0, source.size)
    model, error = codec.read_partly_from(lambda: Cursor(data, limits=limits), options=options)
    if error is None:
        return build(codec, source, limits, options=options, decoded=decoded, ends=ends), None
    error.path = error.path or source.name
    found, reached = Node(codec.name, codec.name, 0, len(data), children=[]), 0
    if model is not None:
        found = _built(codec, data, source.name, model, decoded, ends)
        reaches = (place.end for at, place in model._at.items() if not model.FIELDS[at].placed)
        reached = max(reaches, default=0)
    assert found.children is not None
    if reached < len(data):
        found.children.append(Node("unread", SLACK, reached, len(data) - reached, data[reached:].hex()))
    return found, error


def build_structure(
    owner: Struct,
    name: str,
    data: Bytes,
    start: int,
    size: int,
    *,
    decoded: dict[str, bytes] | None = None,
    ends: int | None = None,
) -> Node:
    """The tree of a structure of a file that isn't held: a record, or what precedes the records.

    Args:
        owner: the structure, all of whose fields lie in sequence.
        name: what its node is called.
        data: the bytes of the file.
        start: where it begins in these.
        size: how many bytes it has.
        decoded: gets what the bytes of nodes are decoded to, by their paths.
        ends: see `build`.

    Raises:
        LimitError: it is nested too deeply.
    """
    found = Node(name, type_name(type(owner)), start, size)
    _fill(found, Builder(data, ends), owner, None, decoded)
    return found


def _built(
    codec: Codec, data: bytes, path: str | None, root: Struct, decoded: dict[str, bytes] | None, ends: int | None
) -> Node:
    builder, found = Builder(data, ends), Node(codec.name, codec.name, 0, len(data))
    _fill(found, builder, root, path, decoded)
    if codec.placed:
        builder.settle(found)
    return found


def _fill(node: Node, builder: Builder, owner: Struct, path: str | None, decoded: dict[str, bytes] | None) -> None:
    """Make the children of a structure's node."""
    builder.enter(owner)
    try:
        node.children = guarded(lambda: builder.children(owner, node.offset + node.size), node.name, node.offset)
    except LimitError as error:
        error.path = path
        raise
    if decoded is not None:
        decoded.update(builder.decoded())


def guarded(make: Callable[[], Made], name: str, offset: int) -> Made:
    """What ``make`` makes of structures; ``name``, ``offset``: what holds them, and where.

    Raises:
        LimitError: they are nested too deeply.
    """
    try:
        return make()
    except RecursionError:
        raise LimitError(
            offset=offset,
            field=name,
            expected="structures nested less deeply",
            found="nesting beyond what a tree can show",
        ) from None


class Bytes(Protocol):
    """Bytes by their places, which need not be in memory."""

    def __getitem__(self, places: slice, /) -> bytes: ...

    def __len__(self) -> int: ...


class _Space(NamedTuple):
    """The bytes that offsets count in: of the file, or what the node at a path is decoded to."""

    data: Bytes
    within: str


class _Stream(NamedTuple):
    """A stream of its own: the nodes of what was read from it, where it lies, and what no field of its describes."""

    children: list[Node]
    start: int
    end: int
    space: _Space
    gaps: list[tuple[int, int]]


class _Begun(NamedTuple):
    """Bits that were read last: how many of their last byte, which ends at ``end``, in which order; 0: all, or none."""

    used: int = 0
    end: int = 0
    order: str = ""


class Builder:
    """Makes nodes of a model that was read from ``data``, or of the records of one, in their order."""

    def __init__(self, data: Bytes, ends: int | None = None) -> None:
        self._ends = ends
        self._space = self._file = _Space(data, "")
        self._spaces: dict[int, _Space] = {}
        self._streams: list[_Stream] = []
        self._placed: set[int] = set()
        self._begun = _Begun()

    def enter(self, root: Struct) -> None:
        """Begin with a structure, and forget which bytes those before it are decoded to."""
        self._spaces = {id(self._file.data): self._file}
        for owner in structures_below(root):
            for index, field in enumerate(owner.FIELDS):
                if field.stream == "decoded" and not field.again and given(owner, field.name):
                    self._name_spaces(owner, index, field)

    def _name_spaces(self, owner: Struct, index: int, field: Field) -> None:
        """Note what the decoded bytes of a field are called."""
        value = getattr(owner, field.name)
        items = enumerate(value) if field.repeated else ((None, value),)
        for element, item in items:
            io = item._io if isinstance(item, Struct) else None
            if isinstance(io, Cursor):
                self._spaces.setdefault(id(io.data), _Space(io.data, field_path(owner, index, element)))

    def decoded(self) -> dict[str, bytes]:
        """What the bytes of nodes are decoded to, by their paths."""
        return {
            space.within: space.data
            for space in self._spaces.values()
            if isinstance(space.data, bytes) and space.within
        }

    def settle(self, root: Node) -> None:
        """Say whose the bytes are that several leaves describe, and whose nobody's."""
        taken: dict[str, Ranges] = {}
        sequence: list[Node] = []
        others: list[Node] = []
        todo = [(root, False)]
        while todo:
            node, placed = todo.pop()
            placed = placed or id(node) in self._placed
            if node.is_leaf:
                (others if placed else sequence).append(node)
            todo += [(child, placed) for child in reversed(node.children or ())]
        for leaf in [*sequence, *others]:
            ranges = taken.setdefault(leaf.within, Ranges())
            if ranges.overlaps(leaf.offset, leaf.offset + leaf.size):
                leaf.again = True
            else:
                ranges.add(leaf.offset, leaf.offset + leaf.size)
        # What lies inside another comes before it: the innermost stream has the bytes that are nobody's.
        for stream in sorted(self._streams, key=lambda stream: stream.end - stream.start):
            ranges = taken.setdefault(stream.space.within, Ranges())
            nobodys = [(low, high, False) for low, high in ranges.lacks(stream.start, stream.end)]
            for start, end in stream.gaps:
                nobodys += [(low, high, True) for low, high in ranges.overlaps(start, end)]
            for number, (start, end, again) in enumerate(sorted(nobodys)):
                name = f"slack_{number + 1}" if number else "slack"
                value = stream.space.data[start:end].hex()
                slack = Node(name, SLACK, start, end - start, value, again=again, within=stream.space.within)
                stream.children.append(slack)
            ranges.add(stream.start, stream.end)

    def children(self, owner: Struct, end: int) -> list[Node]:
        """The nodes of a structure in a stream that ends at ``end`` (with its slack)."""
        found: list[Node] = []
        reached = opened = 0
        group: list[int] = []
        for index, field in enumerate(owner.FIELDS):
            span = span_of(owner, index)
            if span is None or field.again or (field.name and not given(owner, field.name) and field.placed):
                continue
            of_bits = bit_width(field.kind) > 0
            between = span.start == span.end and not field.placed and not self._takes_bits(owner, index, field)
            if group and (field.placed or (span.start >= reached if of_bits else not between)):
                found.insert(opened, self._bits(owner, group))
                group = []
            reached = (
                max(reached, span.end) if group else span.end
            )  # a list of no bits ends before those that precede it
            if field.placed:
                found.append(self._elsewhere(owner, index, field, of_bits))
            elif of_bits:
                opened = opened if group else len(found)
                group.append(index)
            else:
                found.append(self._field(owner, index, field))
        if group:
            found.insert(opened, self._bits(owner, group))
        slack = owner._kept.get(TAIL)
        if slack is not None:
            at = end - len(slack)
            found.append(self._node("slack", SLACK, at, len(slack), slack.hex()))
        gaps = owner._kept.get(GAPS)
        if gaps is not None:
            bounds = [(gaps.origin + at, gaps.origin + at + len(data)) for at, data in gaps.uncovered()]
            self._streams.append(_Stream(found, gaps.origin, gaps.origin + gaps.size, self._space, bounds))
        return found

    def _elsewhere(self, owner: Struct, index: int, field: Field, of_bits: bool) -> Node:
        """The node of a field that lies at a place of its own, perhaps in another stream."""
        space, begun = self._space, self._begun
        self._space, self._begun = self._spaces[id(owner._kept[STREAMS + index].data)], _Begun()
        found = self._bits(owner, [index]) if of_bits else self._field(owner, index, field)
        self._placed.add(id(found))
        self._space, self._begun = space, begun
        return found

    def _node(self, name: str, kind: str, offset: int, size: int, value: Any = None, raw: bytes | None = None) -> Node:
        return Node(name, kind, offset, size, value, raw=raw, within=self._space.within)

    def _field(self, owner: Struct, index: int, field: Field) -> Node:
        span = span_of(owner, index)
        assert span is not None
        if not field.name:
            self._begun = _Begun()
            data = self._data[span.start : span.end]
            if field.kind == PADDING:
                return self._node(field.id, PADDING, span.start, len(data), raw=data if any(data) else None)
            return self._node(field.id, field.kind, span.start, len(data), data.hex())
        value = getattr(owner, field.name)
        if not field.repeated:
            node = self.value(owner, index, None, value, span)
            node.derived = bool(field.derived)
            node.stated = _stated(owner, [index])
            return node
        case = owner._cases.get(index)
        kind = case if isinstance(case, str) else type_name(field.struct) if field.struct is not None else field.kind
        node = self._node(field.id, f"{kind}[]", span.start, span.end - span.start)
        node.derived = bool(field.derived)
        node.children = self._elements(owner, index, value, plain=kind != "switch" and not bit_width(kind))
        if not value and _aligns(owner, index, field):
            self._begun = _Begun()
        elif not value and bit_width(kind) and ~index in owner._kept:
            node.raw = self._place_bits(self._begun.end - 1, 0, kind[-2:])[2]
        return node

    def _elements(self, owner: Struct, index: int, items: Sequence[Any], *, plain: bool) -> list[Node]:
        """The nodes of a list's elements; ``plain``: where these are no structures, some may be left out."""

        def nodes(first: int, end: int) -> list[Node]:
            return [self.value(owner, index, i, items[i], span_of(owner, index, i)) for i in range(first, end)]

        count, ends = len(items), self._ends
        if ends is None or not plain or count <= 2 * ends + 1 or isinstance(items[0], Struct):
            return nodes(0, count)
        first, last = span_of(owner, index, ends), span_of(owner, index, count - ends - 1)
        assert first is not None
        assert last is not None
        what = f"… {count - 2 * ends:,} elements"
        more = self._node(what, MORE, first.start, last.end - first.start)
        return [*nodes(0, ends), more, *nodes(count - ends, count)]

    def value(self, owner: Struct, index: int, element: int | None, value: Any, span: Span | None) -> Node:
        """The node of a value.

        Args:
            owner: the structure that holds it.
            index: as which of its fields.
            element: as which element of that.
            value: the value.
            span: where it lies.
        """
        assert span is not None
        field = owner.FIELDS[index]
        name = field.id if element is None else f"[{element}]"
        size = span.end - span.start
        if isinstance(value, Struct):
            kept = owner._kept.get(index)
            raw = kept.get(element) if isinstance(kept, dict) else kept
            node = self._node(name, type_name(type(value)), span.start, size, raw=raw)
            node.shown = shown_value(value)
            space = self._space
            if field.stream:
                self._begun = _Begun()
            if field.stream == "decoded":
                self._space = self._spaces[id(value._io.data)]
                node.decoded = True
                node.children = self.children(value, len(self._data))
            elif field.stream == "own":
                end = value._io.origin + value._io.size
                node.children = self.children(value, end)
                if end < span.end:  # what ends or pads the bytes of a frame
                    rest = self._data[end : span.end]
                    node.children.append(self._node(FRAME, PADDING, end, len(rest), raw=rest if any(rest) else None))
            else:
                node.children = self.children(value, span.end)
            if field.stream:
                self._begun = _Begun()
            self._space = space
            return node
        kind = self._stored_kind(owner, index, field, element)
        if bit_width(kind):
            return self._own_bits(owner, index, element, name, kind, value)
        if value is not None or size:  # null may have bytes; what is left out has none
            self._begun = _Begun()
        data = self._data[span.start : span.end]
        if value is None:
            kept = owner._kept.get(index)
            differs = any(data) or (isinstance(kept, dict) and element in kept)
            return self._node(name, kind, span.start, size, raw=data if differs else None)
        raw = self._raw(owner, index, element, kind, value, data)
        return self._node(name, kind, span.start, size, _shown(value, kind), raw)

    @property
    def _data(self) -> Bytes:
        return self._space.data

    def _stored_kind(self, owner: Struct, index: int, field: Field, element: int | None) -> str:
        """How a value lies in the bytes: of a switch, as its case says."""
        kind = field.kind
        if kind == "switch":
            case = owner._cases.get(index, "bytes")
            kind = str(case.get(element, "bytes") if isinstance(case, dict) else case)
        elif field.struct is not None:
            kind = type_name(field.struct)
        return ordered(owner, kind) if kind not in KINDS and f"{kind}le" in KINDS else kind

    def _raw(self, owner: Struct, index: int, element: int | None, kind: str, value: Any, data: bytes) -> bytes | None:
        if kind in KINDS:
            try:
                same = KINDS[kind].pack(_parsed_number(_shown(value, kind), kind, value)) == data
            except (struct.error, OverflowError, TypeError):
                same = False
            if same and owner.FIELDS[index].derived:
                # It is what follows from others that would not give these bytes.
                same = index not in owner._kept if element is None else element not in owner._kept.get(index, ())
            return None if same else data
        kept = owner._kept.get(index)
        if isinstance(kept, dict):
            kept = kept.get(element)
        if isinstance(kept, bytes):
            return kept
        return None

    def _bits(self, owner: Struct, group: list[int]) -> Node:
        """One leaf for bit fields that share bytes."""
        fields = [owner.FIELDS[i] for i in group]
        spans = [span for i in group if (span := span_of(owner, i)) is not None]
        value = {f.id: _bits_value(getattr(owner, f.name)) for f in fields}
        kept = ~group[-1] in owner._kept or any(i in owner._kept for i in group)
        widths = sum(bit_width(f.kind) * (len(value[f.id]) if isinstance(value[f.id], list) else 1) for f in fields)
        order = next((f.kind[-2:] for f in fields if value[f.id] != []), fields[-1].kind[-2:])
        start, size, raw = self._place_bits(spans[0].start, widths, order)
        name = "+".join(f.id for f in fields)
        node = self._node(name, BITS, start, size, value, raw if kept else None)
        node.derived = all(field.derived for field in fields)
        node.stated = _stated(owner, group)
        return node

    def _takes_bits(self, owner: Struct, index: int, field: Field) -> bool:
        """Whether a field that takes no whole byte has some of the bits of the last one, or leaves them behind."""
        if _aligns(owner, index, field) or ~index in owner._kept:
            return True
        value = getattr(owner, field.name)
        return any(
            self._takes_bits(one, i, inner)
            for one in (value if isinstance(value, list) else [value])
            if isinstance(one, Struct)
            for i, inner in enumerate(one.FIELDS)
            if i in one._at and not inner.placed
        )

    def _own_bits(self, owner: Struct, index: int, element: int | None, name: str, kind: str, value: Any) -> Node:
        """The leaf of a number of bits of a switch."""
        span = span_of(owner, index, element)
        assert span is not None
        width, order, begun = bit_width(kind), kind[-2:], self._begun
        start = span.start
        if element is not None and begun.order == order and (element or start == begun.end):
            start = begun.end - (begun.used > 0)  # of lists only whole bytes are noted
        start, size, raw = self._place_bits(start, width, order)
        kept = owner._kept.get(index)
        # Of a list it is kept once, so that what is left behind this element may be another's.
        differs = ~index in owner._kept and owner._kept[~index] == spare_of(raw, width, order)
        if not differs and isinstance(kept, dict) and element in kept:
            room = (width + 7) // 8
            number = kept[element] if order == "le" else kept[element] << 8 * room - width
            differs, raw = True, number.to_bytes(room, "little" if order == "le" else "big")
        return self._node(name, kind, start, size, _bits_value(value), raw if differs else None)

    def _place_bits(self, start: int, widths: int, order: str) -> tuple[int, int, bytes]:
        """Where bits lie, without a byte in which others come before them; and their bytes, as if none did.

        In these, what is left of the last byte comes behind the bits from the lowest on, or is the lowest of all."""
        begun = self._begun
        shift = begun.used if order == begun.order and start < begun.end else 0
        if shift:
            start = begun.end - 1
        end = start + (shift + widths + 7) // 8
        data = self._data[start:end]
        if shift:
            whole, room = int.from_bytes(data, "little" if order == "le" else "big"), 8 * len(data) - shift
            size = (room + 7) // 8
            if order == "le":
                data = (whole >> shift).to_bytes(size, "little")
            else:
                spare = room - widths
                value = whole >> spare & ((1 << widths) - 1)
                data = (value << 8 * size - widths | whole & ((1 << spare) - 1)).to_bytes(size, "big")
            start += 1
        if widths:
            self._begun = _Begun((shift + widths) % 8, end, order)
        return start, end - start, data


def _stated(owner: Struct, group: list[int]) -> tuple[str, ...]:
    """The ids of those fields that say something else than what follows from others."""
    return tuple(owner.FIELDS[i].id for i in group if STATED + i in owner._kept)


def spare_of(raw: bytes, width: int, order: str) -> int:
    """What is left of the last byte behind some bits."""
    whole = int.from_bytes(raw, "little" if order == "le" else "big")
    return whole >> width if order == "le" else whole & ((1 << (8 * len(raw) - width)) - 1)


def _aligns(owner: Struct, index: int, field: Field) -> bool:
    """Whether a field that takes no whole byte is one of bits, or begins with a byte."""
    value = getattr(owner, field.name) if field.name else b""
    if value != []:
        inside = value[0] if isinstance(value, list) else value
        return value is not None and (bool(field.stream) or not isinstance(inside, Struct))
    case = owner._cases.get(index)
    kind = case if isinstance(case, str) else field.kind
    return kind in KINDS or f"{kind}le" in KINDS


def type_name(kind: type[Struct]) -> str:
    """What trees call a class."""
    return kind.TYPE.rpartition("::")[2]


def _bits_value(value: Any) -> Any:
    if isinstance(value, list):
        return [_bits_value(v) for v in value]
    return label_of(value) if isinstance(value, Enum) else value


def _shown(value: Any, kind: str) -> Any:
    if isinstance(value, Enum):
        return value.label
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, float):
        if math.isnan(value):
            return "NaN"
        if math.isinf(value):
            return "Infinity" if value > 0 else "-Infinity"
        return _shortest(value, kind)
    return value


def _shortest(value: float, kind: str) -> float:
    """The float whose text is the shortest that reads back the same in the width of its kind."""
    if not kind.startswith("f4"):
        return value
    import numpy as np

    return float(str(np.float32(value)))


def _parsed_number(shown: Any, kind: str, value: Any) -> Any:
    return int(value) if kind[0] != "f" else float(shown.lower() if isinstance(shown, str) else shown)
