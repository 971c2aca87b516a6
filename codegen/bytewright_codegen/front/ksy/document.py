"""YAML with positions: a tree of nodes that know where they stand, down to single characters of a scalar.

YAML 1.2, so ``on``, ``off``, ``yes`` and ``no`` are text. Integers are spelled as in .ksy: underscores, ``0x``, ``0o``
and ``0b``; they are exact at any size. Of YAML 1.1 there are merge keys (``<<``).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)
from ruamel.yaml.reader import ReaderError

from bytewright_codegen.ir.diagnostics import Diagnostic, SpecErrors
from bytewright_codegen.ir.location import Location

ScalarValue = str | int | float | bool | None

_DEEPEST, _MOST = 100, 1_000_000
"""Levels of mappings and lists, and values with all that aliases stand for, which may be more than memory holds."""

_MOST_BITS = 1 << 12

LONGEST = 4 << 20
"""Characters of a file: what reads YAML takes some seconds for a million."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_INT = re.compile(
    r"[-+]?(0x[0-9a-fA-F_]*[0-9a-fA-F][0-9a-fA-F_]*|0o[0-7_]*[0-7][0-7_]*|0b[01_]*[01][01_]*|[0-9][0-9_]*)"
)
_FLOAT = re.compile(r"[-+]?(\.[0-9][0-9_]*|[0-9][0-9_]*(\.[0-9_]*)?)([eE][-+]?[0-9]+)?")
_SPECIAL_FLOAT = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_NULL = {"", "~", "null", "Null", "NULL"}
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)


@dataclass(frozen=True)
class Source:
    """The text of a file; ``file`` is its name as it is shown in errors."""

    file: str
    text: str

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(m.end() for m in re.finditer("\n", self.text))]

    def locate(self, index: int) -> Location:
        """The place of a character, by its index in the text."""
        line = bisect_right(self._starts, index)
        return Location(self.file, line, index - self._starts[line - 1] + 1)


@dataclass(frozen=True, eq=False)
class Scalar:
    """A scalar: ``text`` as YAML gives it, ``value`` with its type, ``start`` and ``end`` in the source.

    A quoted scalar is always text.
    """

    text: str
    value: ScalarValue
    style: str
    source: Source
    start: int
    end: int

    @property
    def loc(self) -> Location:
        """Where it begins: the quote or block indicator where it has one."""
        return self.source.locate(self.start)

    def locate(self, index: int) -> Location:
        """Where a character of ``text`` stands in the source.

        Args:
            index: 0 to the length of ``text``.
        """
        return self.source.locate(self._places[min(index, len(self.text))])

    @cached_property
    def _places(self) -> list[int]:
        # Folding only ever changes white space, so the other characters can be found again one after the other.
        source = self.source.text
        at = self.start
        if self.style in ("'", '"'):
            at += 1
        elif self.style in ("|", ">"):
            at = source.find("\n", at) + 1
        places = []
        for char in self.text:
            if not char.isspace():
                while (at < self.end and source[at].isspace()) or source.startswith("\\\n", at):
                    at += 1
            places.append(min(at, self.end))
            if char.isspace() and not (self.style == '"' and source.startswith("\\", at)):
                at += at < self.end and source[at] in " \t"
            elif self.style == '"' and source.startswith("\\", at):
                escape = _ESCAPE.match(source, at)
                at = escape.end() if escape else at + 1
            elif self.style == "'" and char == "'":
                at += 2
            else:
                at += 1
        return [*places, min(at, self.end)]


@dataclass(frozen=True, eq=False)
class Entry:
    """A key with its value."""

    key: Scalar
    node: Node


@dataclass(frozen=True, eq=False)
class Mapping:
    """A mapping, in the order in which it is written.

    ``doubled``: its keys that were in it already, of which the first count: what is wrong with them. ``start`` and
    ``end`` are its own in the source, which ends behind a block's last line; ``flow``: it is written in braces."""

    entries: tuple[Entry, ...]
    loc: Location
    doubled: tuple[Diagnostic, ...] = ()
    start: int = 0
    end: int = 0
    flow: bool = False

    def get(self, key: str) -> Node | None:
        """The value of a key, or None."""
        return next((e.node for e in self.entries if e.key.text == key), None)

    def key(self, key: str) -> Scalar | None:
        """The key itself (for its place), or None."""
        return next((e.key for e in self.entries if e.key.text == key), None)


@dataclass(frozen=True, eq=False)
class Sequence:
    """A list; ``start``, ``end`` and ``flow`` as of a mapping."""

    items: tuple[Node, ...]
    loc: Location
    start: int = 0
    end: int = 0
    flow: bool = False


Node = Scalar | Mapping | Sequence


_COLON = "mapping values are not allowed here"


def parse(text: str, file: str, doubled: list[Diagnostic] | None = None) -> Node:
    """Reads one YAML document.

    Args:
        text: the text of the file.
        file: its name, as errors are to show it.
        doubled: gets what is wrong with keys that occur twice in a mapping, of which the first counts; without it, one
            is an error.

    Returns:
        The root node; an empty document is an empty scalar.

    Raises:
        SpecErrors: the text isn't YAML, a key occurs twice in a mapping, a key isn't a scalar, or there are several
            documents.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    source = Source(file, text)
    if len(text) > LONGEST:
        raise SpecErrors((Diagnostic(Location(file, 1, 1), f"a spec of more than {LONGEST} characters"),))
    try:
        return _Composer(source, YAML(typ="safe", pure=True).parse(text), doubled).document()
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        if error.context == "while scanning a simple key":  # it ends somewhere below; here is what should be a key
            mark = error.context_mark
        loc = Location(file, mark.line + 1, mark.column + 1) if mark else Location(file, 1, 1)
        what = error.problem or error.context
        hint = "A value with ': ' in it, like a choice of two, must be in quotes." if what == _COLON else None
        raise SpecErrors((Diagnostic(loc, f"not YAML: {what}", hint),)) from None
    except ReaderError as error:
        message = f"not YAML: U+{error.character:04X} can't be part of it"
        raise SpecErrors((Diagnostic(source.locate(error.position), message),)) from None
    except YAMLError as error:
        raise SpecErrors((Diagnostic(Location(file, 1, 1), f"not YAML: {str(error).splitlines()[0]}"),)) from None


class _Composer:
    def __init__(self, source: Source, events: Iterator[Event], doubled: list[Diagnostic] | None) -> None:
        self.source = source
        self.events = events
        self.doubled = doubled
        self.peeked: Event | None = None
        self.anchors: dict[str, tuple[Node, int]] = {}
        self.depth = 0
        self.count = 0

    def next(self) -> Event:
        event = self.peek()
        self.peeked = None
        return event

    def peek(self) -> Event:
        if self.peeked is None:
            self.peeked = next(self.events)
        return self.peeked

    def fail(self, loc: Location, message: str, hint: str | None = None) -> SpecErrors:
        return SpecErrors((Diagnostic(loc, message, hint),))

    def document(self) -> Node:
        self.next()
        if isinstance(self.peek(), StreamEndEvent):
            return Scalar("", None, "", self.source, 0, 0)
        self.next()
        node = self.node()
        self.next()
        after = self.next()
        if not isinstance(after, StreamEndEvent):
            raise self.fail(
                self.source.locate(after.start_mark.index), "a second YAML document: a spec is one document"
            )
        return node

    def node(self) -> Node:
        event = self.next()
        start = event.start_mark.index
        before = self.count
        self.count += 1
        if isinstance(event, AliasEvent):
            if event.anchor not in self.anchors:
                raise self.fail(self.source.locate(start), f"not YAML: no anchor '{event.anchor}' before this")
            node, count = self.anchors[event.anchor]
            self.count += count
            if self.count > _MOST:
                raise self.fail(self.source.locate(start), f"with its aliases this is more than {_MOST} values")
            return node
        if isinstance(event, ScalarEvent):
            node = self.scalar(event)
        else:
            assert isinstance(event, SequenceStartEvent | MappingStartEvent)
            if self.depth == _DEEPEST:
                raise self.fail(self.source.locate(start), f"more than {_DEEPEST} levels of mappings and lists")
            self.depth += 1
            flow = bool(event.flow_style)
            node = self.sequence(start, flow) if isinstance(event, SequenceStartEvent) else self.mapping(start, flow)
            self.depth -= 1
        if event.anchor is not None:
            self.anchors[event.anchor] = node, self.count - before
        return node

    def sequence(self, start: int, flow: bool) -> Sequence:
        items = []
        while not isinstance(self.peek(), SequenceEndEvent):
            items.append(self.node())
        end = self.next().end_mark.index
        return Sequence(tuple(items), self.source.locate(start), start, end, flow)

    def mapping(self, start: int, flow: bool) -> Mapping:
        entries: dict[str, Entry] = {}
        merged: list[Mapping] = []
        doubled: list[Diagnostic] = []
        while not isinstance(self.peek(), MappingEndEvent):
            place = self.source.locate(self.peek().start_mark.index)
            key = self.node()
            if not isinstance(key, Scalar):
                raise self.fail(place, "a key must be a scalar")
            node = self.node()
            if key.text == "<<" and not key.style:
                merged += self.merged(node, key)
                continue
            if key.text in entries:
                line = entries[key.text].key.loc.line
                hint = f"It stands in line {line} already."
                doubled.append(Diagnostic(key.loc, f"key '{key.text}' occurs twice", hint))
            entries.setdefault(key.text, Entry(key, node))
        end = self.next().end_mark.index
        for mapping in merged:
            for entry in mapping.entries:
                entries.setdefault(entry.key.text, entry)
        if doubled and self.doubled is None:
            raise SpecErrors(tuple(doubled))
        if self.doubled is not None:
            self.doubled += doubled
        return Mapping(tuple(entries.values()), self.source.locate(start), tuple(doubled), start, end, flow)

    def merged(self, node: Node, key: Scalar) -> list[Mapping]:
        """The mappings whose keys are to be those of another one, where it hasn't these."""
        found = [item for item in (node.items if isinstance(node, Sequence) else (node,)) if isinstance(item, Mapping)]
        if not found or (isinstance(node, Sequence) and len(found) < len(node.items)):
            raise self.fail(key.loc, "'<<' merges mappings, and nothing else")
        return found

    def scalar(self, event: ScalarEvent) -> Scalar:
        style = event.style or ""
        text: str = event.value
        plain = not style and event.tag is None
        value = _value(text) if plain else text
        found = Scalar(text, value, style, self.source, event.start_mark.index, event.end_mark.index)
        if half := _SURROGATE.search(text):
            message = f"U+{ord(half[0]):04X} is half of a character, which no text can hold"
            raise self.fail(found.locate(half.start()), message, "Write the character itself, or \\U and eight digits.")
        return found


def _value(text: str) -> ScalarValue:
    if text in _NULL:
        return None
    if text in _BOOL:
        return _BOOL[text]
    if _INT.fullmatch(text):
        try:
            return integer(text)
        except ValueError:
            return text
    if _FLOAT.fullmatch(text):
        return float(text.replace("_", ""))
    if _SPECIAL_FLOAT.fullmatch(text):
        return float(text.lower().replace(".", ""))
    return text


def integer(text: str) -> int:
    """The value of an integer as .ksy spells it.

    Raises:
        ValueError: it isn't one, or more than anybody means.
    """
    digits = text.replace("_", "").lower()
    sign = -1 if digits.startswith("-") else 1
    digits = digits.lstrip("+-")
    base = {"0x": 16, "0o": 8, "0b": 2}.get(digits[:2], 10)
    value = sign * int(digits[2:] if base != 10 else digits, base)
    if value.bit_length() > _MOST_BITS:
        raise ValueError
    return value
