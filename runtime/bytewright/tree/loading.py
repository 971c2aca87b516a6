"""Models from trees: what ``tree --json`` printed becomes what was read, with all that lies beyond its meaning."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bytewright.codec.codec import Codec
from bytewright.errors import WriteError, shown
from bytewright.io.byte_ranges import Ranges
from bytewright.limits import DEFAULT
from bytewright.model.kept_keys import GAPS, STATED, TAIL
from bytewright.model.number_formats import KINDS, bit_width
from bytewright.model.places import Span
from bytewright.model.structures import Field, Struct
from bytewright.objects.write.placement import Gaps
from bytewright.objects.write.streams import OutputStream
from bytewright.tree.building import spare_of
from bytewright.tree.nodes import BITS, FRAME, SLACK


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
    size = _size(document, "")
    root = _Loader(codec).stream(codec.root, document, "", 0, size)
    root._io = OutputStream(None, 0, given=size)  # what counts from its end counts from there
    return root


def _children(node: Mapping[str, Any], path: str) -> list[Any]:
    children = node.get("children")
    if not isinstance(children, list):
        raise WriteError(expected="a list of children", found=shown(children), field=path)
    return children


def _is_node(node: object) -> bool:
    return isinstance(node, Mapping)


def _size(node: Mapping[str, Any], path: str) -> int:
    """The size of a node in bytes."""
    size = node.get("size")
    if not isinstance(size, int) or not 0 <= size <= DEFAULT.maxRecordBytes:
        raise WriteError(expected=f"a size from 0 to {DEFAULT.maxRecordBytes}", found=shown(size), field=path)
    return size


def _reach(node: Mapping[str, Any]) -> int:
    """The byte after the last of what lies in the same stream, or in the same decoded bytes, below a node."""
    within = {child.get("in") for child in node["children"] if child.get("type") == SLACK}
    reached = 0
    todo = list(node["children"])
    while todo:
        child = todo.pop()
        if child.get("in") in within:
            reached = max(reached, int(child["offset"]) + int(child["size"]))
        todo += child.get("children", ())
    return reached


def _joined(pieces: list[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    """Bytes by their positions, as long as they can be: of some a tree says that others describe them, too."""
    found: list[tuple[int, bytes]] = []
    for start, data in sorted(pieces):
        if found and found[-1][0] + len(found[-1][1]) == start:
            found[-1] = (found[-1][0], found[-1][1] + data)
        else:
            found.append((start, data))
    return found


class _Loader:
    def __init__(self, codec: Codec) -> None:
        self._structures = codec.structures()
        self._placed = codec.placed
        self._again = Ranges()
        """Where leaves of the stream lie whose bytes belong to others, or to nobody where these end."""

    def stream(
        self, kind: type[Struct], node: Mapping[str, Any], path: str, origin: int, size: int | None = None
    ) -> Struct:
        """A structure with a stream of its own; see `structure`."""
        around = self._again
        if self._placed:
            try:
                self._again = self._described_again(kind, node)
            except (ValueError, KeyError, TypeError, AttributeError):
                self._again = Ranges()  # it is no tree: reading it says where
        made = self.structure(kind, node, path, origin, size)
        self._again = around
        return made

    def _described_again(self, kind: type[Struct], node: Mapping[str, Any]) -> Ranges:
        """Where the leaves of a structure's stream lie that are described again."""
        found = Ranges()
        todo: list[tuple[type[Struct], Any]] = [(kind, node)]
        while todo:
            of, parent = todo.pop()
            fields = {field.id: field for field in of.FIELDS}
            for child in filter(_is_node, parent.get("children") or ()):
                field = fields.get(child.get("name"))
                items = [child, *filter(_is_node, child.get("children") or ())] if field and field.repeated else [child]
                for item in items:
                    if item.get("again") is True and item.get("type") != SLACK:
                        start = int(item["offset"])
                        found.add(start, start + _size(item, str(item.get("name", ""))))
                if field is not None and not field.stream:
                    inner = items[1:] if field.repeated else items
                    todo += [(self._kind(field, item), item) for item in inner if "children" in item]
        return found

    def _kind(self, field: Field, node: Mapping[str, Any]) -> type[Struct]:
        """The class of a structure's node."""
        case = (field.cases or {}).get(str(node["type"]))
        return field.struct or (case if isinstance(case, type) else self._structures[str(node["type"])])

    def _gaps(self, node: Mapping[str, Any], path: str, origin: int) -> list[tuple[int, bytes]]:
        """The bytes of slack that no leaf describes again, by their positions in a stream."""
        start, data = int(node["offset"]), bytes.fromhex(node["value"])
        if node.get("again") is True:
            return [(start - origin, data)]
        lacks = self._again.lacks(start, start + len(data))
        return [(low - origin, data[low - start : high - start]) for low, high in lacks]

    def structure(
        self, kind: type[Struct], node: Mapping[str, Any], path: str, origin: int, size: int | None = None
    ) -> Struct:
        """A structure of a node's children.

        Args:
            kind: its class.
            node: the node.
            path: the way to it.
            origin: offset of the first byte of the stream that it lies in.
            size: of that stream, where it is its own.
        """
        made = kind._begin(None, None, "", None)
        made._pending = {}  # nothing is left to read, as of a structure that was read
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
                self._child(made, places, child, name, here, origin)
            except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
                found = shown(child["value"]) if "value" in child else shown(child.get("type"))
                raise WriteError(expected="a node of this format's tree", found=found, field=here) from error
        for flag, place in kind.PRESENCE.items():
            setattr(made, flag, getattr(made, kind.FIELDS[place].name) is not None)
        if GAPS in made._kept:
            made._kept[GAPS] = Gaps(_joined(made._kept[GAPS]), _reach(node) - origin if size is None else size)
        return made

    def _child(
        self, made: Struct, places: Mapping[str, int], child: Mapping[str, Any], name: str, path: str, origin: int
    ) -> None:
        raw = bytes.fromhex(child["raw"]) if "raw" in child else None
        if child.get("type") == SLACK and name not in places:
            if self._placed:
                made._kept.setdefault(GAPS, [])
                made._kept[GAPS] += self._gaps(child, path, origin)
            else:
                made._kept[TAIL] = bytes.fromhex(child["value"])
            return
        if child.get("type") == BITS and "children" not in child:
            self._bits(made, [places[part] for part in name.split("+")], child["value"], raw)
            _keep_stated(made, places, child)
            return
        if name == FRAME:
            return  # the structure's own `raw` says it, where that can't be told
        index = places[name]
        field = made.FIELDS[index]
        if not field.name:
            size = _size(child, path)
            made._kept[index] = raw if raw is not None else bytes(size)
            return
        if field.placed:
            start = int(child["offset"]) - origin
            made._at[index] = Span(start, start + _size(child, path))
        if "children" in child and field.repeated:
            items = []
            kept: dict[int, bytes] = {}
            for i, item in enumerate(_children(child, path)):
                items.append(self._value(field, item, f"{path}[{i}]", origin))
                if "raw" in item and bit_width(str(item["type"])):
                    self._spare(made, index, item, i)
                elif "raw" in item:
                    kept[i] = bytes.fromhex(item["raw"])
            setattr(made, field.name, items)
            if kept:
                made._kept.setdefault(index, {}).update(kept)
            if raw is not None:  # what bits that are none leave of a byte
                _keep_spare(made, index, raw, 0, str(child["type"]).removesuffix("[]")[-2:])
            return
        setattr(made, field.name, self._value(field, child, path, origin))
        if raw is not None and bit_width(str(child["type"])):
            self._spare(made, index, child)
        elif raw is not None:
            made._kept[index] = raw
        _keep_stated(made, places, child)

    def _value(self, field: Field, node: Mapping[str, Any], path: str, origin: int) -> Any:
        if "children" in node:
            known = self._kind(field, node)
            if field.stream == "own":
                size = None if "raw" in node else _size(node, path)
                made = self.stream(known, node, path, int(node["offset"]), size)
                if size is not None:
                    made._io = OutputStream(None, 0, given=size)  # what counts from its end counts from there
                return made
            if field.stream == "decoded":
                return self.stream(known, node, path, 0)
            return self.structure(known, node, path, origin)
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
            order = "be" if field.kind.endswith("be") else "le"
            width, first = bit_width(field.kind), widths
            widths += width * (len(parsed) if isinstance(parsed, list) else 1)
            if raw is not None and isinstance(parsed, list):
                found = {i: _bits_of(raw, first + i * width, width, order) for i, v in enumerate(parsed) if v is None}
                kept = {i: number for i, number in found.items() if number}
                if kept:
                    made._kept[index] = kept
        if raw is not None:
            _keep_spare(made, group[-1], raw, widths, order)

    def _spare(self, made: Struct, index: int, node: Mapping[str, Any], element: int | None = None) -> None:
        """Keep what a switch's bits don't say: of null, and what is left of the last byte."""
        kind, raw = str(node["type"]), bytes.fromhex(node["raw"])
        width, order = bit_width(kind), kind[-2:]
        number = _bits_of(raw, 0, width, order)
        if element is not None and node["value"] is None and number:
            made._kept.setdefault(index, {})[element] = number
        _keep_spare(made, index, raw, width, order)


def _keep_stated(made: Struct, places: Mapping[str, int], child: Mapping[str, Any]) -> None:
    """Keep fields that say something else than what follows from others."""
    for id in child.get("stated", ()):
        index = places[id]
        made._kept[STATED + index] = getattr(made, made.FIELDS[index].name)


def _keep_spare(made: Struct, index: int, raw: bytes, width: int, order: str) -> None:
    spare = spare_of(raw, width, order)
    if spare:
        made._kept[~index] = spare


def _bits_of(data: bytes, place: int, width: int, order: str) -> int:
    """Some bits of data as a number; places count from the lowest bit of each byte, or the highest."""
    whole = int.from_bytes(data, "little" if order == "le" else "big")
    return whole >> (place if order == "le" else 8 * len(data) - place - width) & ((1 << width) - 1)


def _member(field: Field, value: Any) -> Any:
    if field.enum is None:
        return value
    if isinstance(value, str):
        member = field.enum.labelled(value)
        return member if member is not None else int(value)
    return field.enum._value2member_map_.get(value, value)
