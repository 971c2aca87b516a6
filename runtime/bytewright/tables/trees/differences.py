"""How two files of a format differ: by their records, as they are aligned by content, and by the fields of these."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.errors import OptionError, ReadError
from bytewright.io.source import Source
from bytewright.tables.inputs import Input
from bytewright.tables.table import Table
from bytewright.tables.trees.alignment import Digests, Gap, Numbers, gaps, in_order, paired
from bytewright.tables.trees.record_walks import records_view, walk_of
from bytewright.tree import FileTree, Node, build_partly
from bytewright.tree.paths import below
from bytewright.tree.record_places import runs
from bytewright.tree.window import Window
from bytewright.views.evaluate.malformed import ERROR, Malformed
from bytewright.views.evaluate.steps import Steps

_COMPARED = 1 << 12
"""Pairs of records of a gap, at most, of which it is found out which are most alike."""
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference.

    Attributes:
        kind: what it is: a value that is another one, something that only one of the files has, or something that can't
            be read.
        path: where it is in the one file; empty: it isn't there.
        new_path: likewise in the other one.
        old: what is there in the one file.
        new: likewise in the other one.
        error: why it can't be read.
    """

    kind: Literal["changed", "removed", "added", "damaged"]
    path: str
    new_path: str
    old: Node | None
    new: Node | None
    error: str = ""


def differences(codec: Codec, old: Input, new: Input, settings: Settings) -> Iterator[Difference]:
    """The differences of two files, in the order of the first one.

    Of files of records, some bytes for each are held, and besides these one record of each; others are held whole.

    Args:
        codec: the format of both.
        old: the one.
        new: the other one.
        settings: the options.

    Raises:
        ReadError: what precedes the records of one is bad.
        InputMissingError: one isn't there.
    """
    if is_same(old.open(), new.open()):
        return
    one, other = (_Side(codec, file, settings) for file in (old, new))
    if not one.tree.streams:
        yield from _of_trees(codec, old, new, settings)
        return
    root = one.tree.root
    yield from _members(replace(root, children=one.header()), replace(root, children=other.header()), "", "")
    one.list_records()
    other.list_records()
    for gap in gaps(one.digests.numbers(), other.digests.numbers()):
        yield from _of_records(one, other, gap)
    yield from _members(replace(root, children=one.rest()), replace(root, children=other.rest()), "", "")


def is_same(one: Source, other: Source) -> bool:
    """Whether two files have the same bytes."""
    if one.size != other.size:
        return False
    places = range(0, one.size, _PIECE)
    return all(one.read(place, _PIECE) == other.read(place, _PIECE) for place in places)


class _Side:
    """One of the files, whose records lie one behind the other.

    Attributes:
        tree: its tree.
        digests: what stands for each of its records.
    """

    def __init__(self, codec: Codec, file: Input, settings: Settings) -> None:
        self.tree = FileTree(codec, file.open(), settings, walk_of(codec, file, settings))
        self.digests = Digests()
        self._codec = codec
        self._file = file
        self._settings = settings
        self._walk = walk_of(codec, file, settings)
        self._starts, self._end = array("q"), 0
        self._bad: dict[int, Malformed] = {}

    def header(self) -> list[Node]:
        """What precedes the records."""
        return self._read(self.tree.header)

    def rest(self) -> list[Node]:
        """What follows them; what follows a bad record that has no end is part of it."""
        return self._read(self.tree.rest) if not self._bad else []

    def list_records(self) -> None:
        """Find all records, the bad ones too, and what stands for each."""
        source = self._file.open()
        window = Window(source)
        place = self.tree.records_begin
        for bad in self._damage():
            self._add(window, place, bad.start)
            start, end = bad.extent(source)
            if end > start:
                self._bad[len(self._starts)] = bad
                self._note(window, start, end)
            place = end
        self._add(window, place, None)

    def _damage(self) -> Iterator[Malformed]:
        """What can't be read, as a read shows it that goes on behind it."""
        view = records_view(self._codec)
        if view is None or view.spared:
            return  # a read goes on inside of records
        settings = replace(self._settings, mode="DROPMALFORMED", resync=True, given=frozenset())
        table = Table(self._codec, view, [self._file.again()], settings, (ERROR.name,))
        found: list[Malformed] = []
        table.tell = found.append
        for _ in table.to_batches():
            yield from found
            found.clear()
        yield from found

    def _add(self, window: Window, start: int, stop: int | None) -> None:
        """Note the records from a place on, up to another; None: the end."""
        steps = Steps(self._codec, self._file.open(), self._settings)
        place, number = start, len(self._starts)
        try:
            for run in runs(steps, self._walk, start=start, first=number, stop=stop):
                edges = run.edges.tolist()
                for at, end in enumerate(edges[1:]):
                    self._note(window, edges[at], end)
                place = edges[-1]
        except ReadError as error:
            self._bad[len(self._starts)] = Malformed(error, len(self._starts), place, None)
            self._note(window, place, len(window))

    def _note(self, window: Window, start: int, end: int) -> None:
        self._starts.append(start)
        self._end = end
        self.digests.add(window[start:end])

    def bad(self, number: int) -> str | None:
        """Why a record can't be read."""
        found = self._bad.get(number)
        return None if found is None else str(found.error)

    def record(self, number: int) -> Node:
        """A record; one that is bad has nothing in it."""
        start = self._starts[number]
        end = self._starts[number + 1] if number + 1 < len(self._starts) else self._end
        if number not in self._bad:
            try:
                return self.tree.record(number, start)
            except ReadError as error:
                self._bad[number] = Malformed(error, number, start, end)
        return Node(f"[{number}]", "bytes", start, end - start)

    def contents(self, begin: int, end: int) -> Numbers:
        """What stands for records, but for what follows from others."""
        digests = Digests()
        for number in range(begin, end):
            digests.add(repr(_content(self.record(number))).encode())
        return digests.numbers()

    def path(self, number: int) -> str:
        """The path of a record."""
        return f"{self._codec.records_id}[{number}]"

    def _read(self, read: Callable[[], list[Node]]) -> list[Node]:
        try:
            return read()
        except ReadError as error:
            error.path = error.path or self._file.open().name
            raise


def _of_records(one: _Side, other: _Side, gap: Gap) -> Iterator[Difference]:
    """The differences of records that aren't the same, byte by byte."""
    olds, news = gap.sizes
    if olds and news and olds != news:
        # Those of which only what follows from others differs, as places in the file, are the same ones.
        old, new = one.contents(gap.begin, gap.end), other.contents(gap.new_begin, gap.new_end)
        alike = _between(gaps(old, new), gap)
    else:
        alike = [gap]
    place, new_place = gap.begin, gap.new_begin
    for inner in [*alike, Gap(gap.end, gap.end, gap.new_end, gap.new_end)]:
        for both in zip(range(place, inner.begin), range(new_place, inner.new_begin), strict=True):
            yield from _of_pair(one, other, *both)
        for pair in _pairs(one, other, inner):
            yield from _of_pair(one, other, *pair)
        place, new_place = inner.end, inner.new_end


def _between(found: list[Gap], gap: Gap) -> list[Gap]:
    """Gaps inside of one, by places of all."""
    return [
        Gap(gap.begin + one.begin, gap.begin + one.end, gap.new_begin + one.new_begin, gap.new_begin + one.new_end)
        for one in found
    ]


def _pairs(one: _Side, other: _Side, gap: Gap) -> list[tuple[int | None, int | None]]:
    olds, news = gap.sizes
    if olds == news or olds * news > _COMPARED:
        return in_order(gap)
    old = [_leaves(one.record(number)) for number in range(gap.begin, gap.end)]
    return paired(gap, old, [_leaves(other.record(number)) for number in range(gap.new_begin, gap.new_end)])


def _of_pair(one: _Side, other: _Side, number: int | None, new_number: int | None) -> Iterator[Difference]:
    old = None if number is None else one.record(number)
    new = None if new_number is None else other.record(new_number)
    path = "" if number is None else one.path(number)
    new_path = "" if new_number is None else other.path(new_number)
    error = None if number is None else one.bad(number)
    new_error = None if new_number is None else other.bad(new_number)
    if error is not None:
        yield Difference("damaged", path, "", old, None, error)
    if new_error is not None:
        yield Difference("damaged", "", new_path, None, new, new_error)
    if old is not None and new is not None and error is None and new_error is None:
        found = False
        for difference in _of_nodes(old, new, path, new_path):
            found = True
            yield difference
        if not found:  # what they mean is the same
            yield Difference("changed", path, new_path, replace(old, children=None), replace(new, children=None))
    elif old is not None and error is None:
        yield Difference("removed", path, "", old, None)
    elif new is not None and new_error is None:
        yield Difference("added", "", new_path, None, new)


# --- trees -----------------------------------------------------------------------------------------------------------


def _of_trees(codec: Codec, old: Input, new: Input, settings: Settings) -> Iterator[Difference]:
    """The differences of files that are held whole."""
    root, error = build_partly(codec, old.open(), settings.limits, options=settings.values)
    new_root, new_error = build_partly(codec, new.open(), settings.limits, options=settings.values)
    if error is not None:
        yield Difference("damaged", "file", "", root, None, str(error))
    if new_error is not None:
        yield Difference("damaged", "", "file", None, new_root, str(new_error))
    yield from _of_nodes(root, new_root, "", "")


def _of_nodes(old: Node, new: Node, path: str, new_path: str) -> Iterator[Difference]:
    """The differences of what lies at a path, by content: where it lies is none."""
    if old.shown != new.shown and old.type == new.type:  # of a number in groups, say
        old, new = (replace(one, children=None, value=one.shown) for one in (old, new))
    if old.children is None or new.children is None or old.type != new.type:
        if _content(old, derived=True) != _content(new, derived=True):
            yield Difference("changed", path, new_path, old, new)
        return
    if old.is_list:
        yield from _elements(old.children, new.children, path, new_path)
    else:
        yield from _members(old, new, path, new_path)
    if old.raw != new.raw or old.stated != new.stated:
        yield Difference("changed", path, new_path, replace(old, children=None), replace(new, children=None))


def _members(old: Node, new: Node, path: str, new_path: str) -> Iterator[Difference]:
    """The differences of structures."""
    news = {child.name: child for child in new.children or ()}
    for child in old.children or ():
        counterpart = news.pop(child.name, None)
        here = below(path, child.name)
        if counterpart is None:
            yield Difference("removed", here, "", child, None)
        else:
            yield from _of_nodes(child, counterpart, here, below(new_path, child.name))
    for child in news.values():
        yield Difference("added", "", below(new_path, child.name), None, child)


def _elements(old: Sequence[Node], new: Sequence[Node], path: str, new_path: str) -> Iterator[Difference]:
    """The differences of lists."""
    for gap in gaps(_numbers(old), _numbers(new)):
        olds, news = gap.sizes
        if olds == news or olds * news > _COMPARED:
            pairs = in_order(gap)
        else:
            pairs = paired(
                gap,
                [_leaves(one) for one in old[gap.begin : gap.end]],
                [_leaves(one) for one in new[gap.new_begin : gap.new_end]],
            )
        for at, new_at in pairs:
            here = "" if at is None else f"{path}[{at}]"
            there = "" if new_at is None else f"{new_path}[{new_at}]"
            if at is None:
                assert new_at is not None
                yield Difference("added", "", there, None, new[new_at])
            elif new_at is None:
                yield Difference("removed", here, "", old[at], None)
            else:
                yield from _of_nodes(old[at], new[new_at], here, there)


def _numbers(nodes: Sequence[Node]) -> Numbers:
    digests = Digests()
    for node in nodes:
        digests.add(repr(_content(node, derived=True)).encode())
    return digests.numbers()


def _content(node: Node, *, derived: bool = False) -> tuple[Any, ...]:
    """What a node says, wherever it lies; ``derived``: also what follows from others."""
    if node.children is None:
        return node.type, json.dumps(node.value), node.raw, node.stated
    inner = [
        (child.name if not node.is_list else "", *_content(child, derived=derived))
        for child in node.children
        if derived or not child.derived
    ]
    return node.type, node.raw, node.stated, *inner


def _leaves(node: Node, path: str = "") -> list[tuple[Any, ...]]:
    """What is in a node, each with its path, but for what follows from others."""
    if node.children is None:
        return [(path, *_content(node))]
    children = (child for child in node.children if not child.derived)
    return [leaf for child in children for leaf in _leaves(child, below(path, child.name))]


def same_format(codec: Codec, other: Codec, path: str) -> None:
    """Refuse files of two formats.

    Raises:
        OptionError: they are.
    """
    if codec.name != other.name:
        raise OptionError("the files are of two formats", path=path, expected=codec.name, found=other.name)
