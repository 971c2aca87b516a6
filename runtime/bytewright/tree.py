"""Every byte of a file, as a tree: what it is, where it lies, what it says; and back.

Each byte belongs to exactly one leaf. ``raw`` stands exactly where encoding ``value`` would not give the bytes back.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bytewright.codec import Codec
from bytewright.cursor import Cursor
from bytewright.errors import ReadError, WriteError
from bytewright.limits import DEFAULT, Limits
from bytewright.model import Enum, Field, Run, Struct, label_of, span_of
from bytewright.output import KINDS, TAIL, shown
from bytewright.source import Source

BITS = "bits"
PADDING = "padding"
SLACK = "slack"


@dataclass(slots=True)
class Node:
    """A piece of a file.

    Attributes:
        name: id of the field; elements of a list ``[i]``; bit fields that share bytes joined by ``+``.
        type: how it is stored, or the id of a user type; ``bits`` for bit fields that share bytes, ``padding`` for
            bytes without an id, ``slack`` for bytes that no field describes.
        offset: its first byte in the file.
        size: bytes.
        value: of a leaf: number, text, boolean, bytes as lower-case hex, name of an enum's member; of ``bits`` an
            object.
        children: of a structure or list.
        raw: its bytes, where the value doesn't give them.
    """

    name: str
    type: str
    offset: int
    size: int
    value: Any = None
    children: list[Node] | None = None
    raw: bytes | None = None

    def to_json(self) -> dict[str, Any]:
        """The node as ``tree --json`` prints it."""
        found: dict[str, Any] = {"name": self.name, "type": self.type, "offset": self.offset, "size": self.size}
        if self.children is None:
            found["value"] = self.value
        else:
            found["children"] = [child.to_json() for child in self.children]
        if self.raw is not None:
            found["raw"] = self.raw.hex()
        return found

    def leaves(self) -> Iterator[Node]:
        """The leaves, in the order of their fields."""
        if self.children is None:
            yield self
        for child in self.children or ():
            yield from child.leaves()


def build(codec: Codec, source: Source, limits: Limits = DEFAULT) -> Node:
    """The tree of a file.

    Raises:
        ReadError: the file is not what the format says.
    """
    data = source.read(0, source.size)
    io = Cursor(data, limits=limits)
    try:
        root = codec.read_from(io)
    except ReadError as error:
        error.path = error.path or source.name
        raise
    builder = _Builder(data)
    return Node(codec.name, codec.name, 0, len(data), children=builder.children(root, 0, len(data)))


class _Builder:
    """Makes nodes of a model that was read from ``data``."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def children(self, owner: Struct, start: int, end: int) -> list[Node]:
        """The nodes of a structure that begins at ``start`` in a stream that ends at ``end`` (with its slack)."""
        found: list[Node] = []
        reached = start
        group: list[int] = []
        for index, field in enumerate(owner.FIELDS):
            span = span_of(owner, index)
            if span is None:
                continue
            is_bits = _is_bits(owner, index)
            if group and (not is_bits or span.start >= reached):
                found.append(self._bits(owner, group))
                group = []
            reached = span.end
            if is_bits:
                group.append(index)
            else:
                found.append(self._field(owner, index, field))
        if group:
            found.append(self._bits(owner, group))
        slack = owner._kept.get(TAIL)
        if slack is not None:
            at = end - len(slack)
            found.append(Node("slack", SLACK, at, len(slack), slack.hex()))
        return found

    def _field(self, owner: Struct, index: int, field: Field) -> Node:
        span = span_of(owner, index)
        assert span is not None
        if not field.name:
            if field.kind == PADDING:
                data = self._data[span.start : span.end]
                return Node(field.id, PADDING, span.start, len(data), raw=data if any(data) else None)
            data = self._data[span.start : span.end]
            return Node(field.id, field.kind, span.start, len(data), data.hex())
        value = getattr(owner, field.name)
        if not field.repeated:
            return self._value(owner, index, field, None, value)
        case = owner._cases.get(index)
        kind = case if isinstance(case, str) else _type_name(field.struct) if field.struct is not None else field.kind
        items = [self._value(owner, index, field, i, item) for i, item in enumerate(value)]
        return Node(field.id, f"{kind}[]", span.start, span.end - span.start, children=items)

    def _value(self, owner: Struct, index: int, field: Field, element: int | None, value: Any) -> Node:
        name = field.id if element is None else f"[{element}]"
        span = span_of(owner, index, element)
        assert span is not None
        size = span.end - span.start
        if isinstance(value, Struct):
            node = Node(name, _type_name(type(value)), span.start, size)
            node.children = self.children(value, span.start, span.end)
            return node
        data = self._data[span.start : span.end]
        kind = self._stored_kind(owner, index, field, element)
        if value is None:
            kept = owner._kept.get(index)
            differs = any(data) or (isinstance(kept, dict) and element in kept)
            return Node(name, kind, span.start, size, raw=data if differs else None)
        return Node(
            name, kind, span.start, size, _shown(value, kind), raw=self._raw(owner, index, element, kind, value, data)
        )

    def _stored_kind(self, owner: Struct, index: int, field: Field, element: int | None) -> str:
        """How a value lies in the bytes: of a switch, as its case says."""
        if field.kind != "switch":
            return _type_name(field.struct) if field.struct is not None else field.kind
        case = owner._cases.get(index, "bytes")
        return str(case.get(element, "bytes") if isinstance(case, dict) else case)

    def _raw(self, owner: Struct, index: int, element: int | None, kind: str, value: Any, data: bytes) -> bytes | None:
        if kind in KINDS:
            try:
                same = KINDS[kind].pack(_parsed_number(_shown(value, kind), kind, value)) == data
            except (struct.error, OverflowError, TypeError):
                same = False
            return None if same else data
        kept = owner._kept.get(index)
        if isinstance(kept, dict):
            kept = kept.get(element)
        if isinstance(kept, bytes):
            return kept
        if kind == "str":
            encoding = owner.FIELDS[index].encoding
            return None if data.startswith(value.encode(encoding)) else data
        return None

    def _bits(self, owner: Struct, group: list[int]) -> Node:
        """One leaf for bit fields that share bytes."""
        fields = [owner.FIELDS[i] for i in group]
        first, last = span_of(owner, group[0]), span_of(owner, group[-1])
        assert first is not None
        assert last is not None
        value = {f.id: _bits_value(getattr(owner, f.name)) for f in fields}
        kept = ~group[-1] in owner._kept or any(i in owner._kept for i in group)
        data = self._data[first.start : last.end]
        return Node("+".join(f.id for f in fields), BITS, first.start, len(data), value, raw=data if kept else None)


def _is_bits(owner: Struct, index: int) -> bool:
    field = owner.FIELDS[index]
    place = owner._at[index]
    return (field.kind[0] == "b" and field.kind[1:2].isdigit()) or (isinstance(place, Run) and place.stride == 0)


def _type_name(kind: type[Struct]) -> str:
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


# --- back ----------------------------------------------------------------------------------------------------------


def load(codec: Codec, document: str | bytes | Mapping[str, Any]) -> Any:
    """The model that a tree describes, with all that its file had beyond its meaning.

    Args:
        codec: the format.
        document: what ``tree --json`` printed, or the object of it.

    Raises:
        WriteError: it is no tree of this format; names the field.
    """
    if isinstance(document, str | bytes):
        try:
            document = json.loads(document)
        except (ValueError, RecursionError) as error:
            raise WriteError(f"the tree is not JSON: {error}") from None
    if not isinstance(document, Mapping) or "children" not in document:
        raise WriteError(expected="an object with name, type, offset, size and children", found="something else")
    return _Loader(codec).structure(codec.root, document, "")


def _children(node: Mapping[str, Any], path: str) -> list[Any]:
    children = node.get("children")
    if not isinstance(children, list):
        raise WriteError(expected="a list of children", found=shown(children), field=path)
    return children


class _Loader:
    def __init__(self, codec: Codec) -> None:
        self._structures = codec.structures()

    def structure(self, kind: type[Struct], node: Mapping[str, Any], path: str) -> Struct:
        """A structure of a node's children."""
        made = kind._begin(None, None, "", None)
        places = {field.id: i for i, field in enumerate(kind.FIELDS)}
        seen: set[str] = set()
        for number, child in enumerate(_children(node, path)):
            if not isinstance(child, Mapping) or not isinstance(child.get("name"), str):
                raise WriteError(
                    expected="an object with a name", found=shown(child), field=f"{path}.children[{number}]"
                )
            name = child["name"]
            here = f"{path}.{name}" if path else name
            if name in seen:
                raise WriteError(expected="each name once", found="it again", field=here)
            seen.add(name)
            try:
                self._child(made, places, child, name, here)
            except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
                raise WriteError(expected="a node of this tree's format", found=f"{error}", field=here) from None
        for flag, place in kind.PRESENCE.items():
            setattr(made, flag, getattr(made, kind.FIELDS[place].name) is not None)
        return made

    def _child(self, made: Struct, places: Mapping[str, int], child: Mapping[str, Any], name: str, path: str) -> None:
        raw = bytes.fromhex(child["raw"]) if "raw" in child else None
        if child.get("type") == SLACK and name not in places:
            made._kept[TAIL] = bytes.fromhex(child["value"])
            return
        if child.get("type") == BITS and "children" not in child:
            self._bits(made, [places[part] for part in name.split("+")], child["value"], raw)
            return
        index = places[name]
        field = made.FIELDS[index]
        if not field.name:
            size = int(child["size"])
            if not 0 <= size <= DEFAULT.maxRecordBytes:
                expected = f"a size from 0 to {DEFAULT.maxRecordBytes}"
                raise WriteError(expected=expected, found=str(size), field=path)
            made._kept[index] = raw if raw is not None else bytes(size)
            return
        if "children" in child and field.repeated:
            items = []
            kept: dict[int, bytes] = {}
            for i, item in enumerate(_children(child, path)):
                items.append(self._value(field, item, f"{path}[{i}]"))
                if "raw" in item:
                    kept[i] = bytes.fromhex(item["raw"])
            setattr(made, field.name, items)
            if kept:
                made._kept[index] = kept
            return
        setattr(made, field.name, self._value(field, child, path))
        if raw is not None:
            made._kept[index] = raw

    def _value(self, field: Field, node: Mapping[str, Any], path: str) -> Any:
        if "children" in node:
            case = (field.cases or {}).get(str(node["type"]))
            known = field.struct or (case if isinstance(case, type) else self._structures[str(node["type"])])
            return self.structure(known, node, path)
        value, kind = node["value"], str(node["type"])
        if value is None:
            return None
        if isinstance(value, list | Mapping):
            raise WriteError(expected="a value", found=shown(value), field=path)
        if kind == "bytes":
            return bytes.fromhex(value)
        if kind.startswith("f") and kind in KINDS:
            return float(value.lower()) if isinstance(value, str) else float(value)
        return _member(field, value)

    def _bits(self, made: Struct, group: list[int], value: Mapping[str, Any], raw: bytes | None) -> None:
        widths = 0
        order = "le"
        for index in group:
            field = made.FIELDS[index]
            given = value[field.id]
            parsed = [_member(field, v) for v in given] if isinstance(given, list) else _member(field, given)
            setattr(made, field.name, parsed)
            digits = "".join(c for c in field.kind[1:] if c.isdigit()) if field.kind[0] == "b" else "1"
            order = "be" if field.kind.endswith("be") else "le"
            first = widths
            widths += int(digits or 1) * (len(parsed) if isinstance(parsed, list) else 1)
            if raw is not None and isinstance(parsed, list):
                kept = {i: 1 for i, v in enumerate(parsed) if v is None and _bit(raw, first + i, order)}
                if kept:
                    made._kept[index] = kept
        if raw is not None:
            whole = int.from_bytes(raw, "little" if order == "le" else "big")
            spare = whole >> widths if order == "le" else whole & ((1 << (8 * len(raw) - widths)) - 1)
            if spare:
                made._kept[~group[-1]] = spare


def _bit(data: bytes, place: int, order: str) -> int:
    """A bit of data, counted from its first byte on: from the lowest bit of each byte, or from the highest."""
    shift = place % 8 if order == "le" else 7 - place % 8
    return data[place // 8] >> shift & 1


def _member(field: Field, value: Any) -> Any:
    if field.enum is None:
        return value
    if isinstance(value, str):
        member = field.enum.labelled(value)
        return member if member is not None else int(value)
    return field.enum._value2member_map_.get(value, value)
