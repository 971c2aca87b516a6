"""Trees of files of which no more is read, and held, than what is asked for.

Of a file whose codec gives its records one by one, a record is held at a time; others are held whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.errors import OptionError, ReadError, of_file
from bytewright.host.suggest import hint
from bytewright.io.source import Source
from bytewright.model.places import Span
from bytewright.model.structures import Struct
from bytewright.objects.read.traverse import explore
from bytewright.tree.building import Builder, build, guarded, type_name
from bytewright.tree.nodes import MORE, SLACK, Node
from bytewright.tree.paths import Step, parsed, shown
from bytewright.tree.record_places import MakeWalk, runs
from bytewright.tree.window import Window
from bytewright.views.evaluate.steps import Steps


class FileTree:
    """A file as a tree.

    Args:
        codec: the format.
        source: the file.
        settings: the options.
        walk: makes a walk over its records; see `bytewright.tree.record_places`.

    Attributes:
        root: the node of the file, without what is below it.
        streams: whether it holds a record at a time.
    """

    def __init__(self, codec: Codec, source: Source, settings: Settings, walk: MakeWalk = lambda: None) -> None:
        self._codec = codec
        self._source = source
        self._settings = settings
        self._walk = walk
        self.root = Node(codec.name, codec.name, 0, source.size, children=[])
        self._steps = Steps(codec, source, settings)
        self._builder = Builder(Window(source))
        self._decoded: dict[str, bytes] = {}
        self._noticed: list[tuple[int, str]] = []
        self._end: int | None = None
        self._at = records_at(codec)
        self._kind = codec.root.FIELDS[self._at].struct
        self.streams = self._at >= 0

    @property
    def warnings(self) -> list[tuple[int, str]]:
        """What was noticed and tolerated in what has been read, as ``(offset, text)``."""
        return list(dict.fromkeys(self._noticed))

    # --- what is shown -----------------------------------------------------------------------------------------------

    def nodes(self, path: str = "", depth: int | None = None, limit: int | None = None) -> Iterator[tuple[int, Node]]:
        """The nodes, each before those below it, with the level of each, from 0 on.

        What isn't shown isn't read, as far as it is known without that where the rest lies.

        Args:
            path: the way to the first of them; empty: the file.
            depth: how many levels are shown below the first one; None: all.
            limit: how many elements are shown of each list; one of the type ``more`` stands for the others. None: all.

        Raises:
            OptionError: the path leads nowhere.
            ReadError: the file is bad; the nodes before that have come.
        """
        steps = parsed(path)
        with of_file(self._source.name):
            if self.streams and not steps:
                yield 0, self.root
                if depth != 0:
                    yield from self._streamed(None if depth is None else depth - 1, limit)
            elif self.streams and steps == (self._codec.records_id,):
                yield from self._listed(0, depth, limit)
            else:
                yield from below(self._find(steps), 0, depth, limit)

    def json(self, path: str = "") -> Iterator[str]:
        """What lies at a path as JSON, in pieces.

        Raises:
            OptionError: the path leads nowhere.
            ReadError: the file is bad.
        """
        steps = parsed(path)
        with of_file(self._source.name):
            if self.streams and not steps:
                yield from _joined(self.root, self._texts())
            elif self.streams and steps == (self._codec.records_id,):
                yield from self._listed_text()
            else:
                yield _text(self._find(steps))

    def covering(self, offset: int) -> list[Node]:
        """The nodes that a byte of the file belongs to, each before those inside of it.

        Raises:
            OptionError: the file has no such byte.
            ReadError: the file is bad, where that has to be read.
        """
        if not 0 <= offset < self._source.size:
            expected = f"an offset from 0 to {self._source.size - 1}" if self._source.size else "a file with bytes"
            raise OptionError("offset", expected=expected, found=str(offset))
        with of_file(self._source.name):
            if not self.streams:
                return _around(self._whole(), offset)
            header = self.header()
            if not (self.records_begin <= offset < self.records_end):
                return [self.root, *(one for node in [*header, *self.rest()] for one in _around(node, offset))]
            for run in runs(self._steps, self._walk):
                if int(run.edges[-1]) > offset:
                    at = int(run.edges.searchsorted(offset, "right")) - 1
                    record = self.record(run.first + at, int(run.edges[at]))
                    return [self.root, self.records_node(), *_around(record, offset)]
        raise AssertionError("records go on up to where they end")

    def bytes_of(self, node: Node) -> bytes:
        """The bytes of a node that came last, or of one below it."""
        return node.bytes_in(self._source, self._decoded)

    # --- record by record --------------------------------------------------------------------------------------------

    def header(self) -> list[Node]:
        """What precedes the records, where the tree streams.

        Raises:
            ReadError: it is bad.
        """
        self._steps.begin()
        return self._header(self._steps.root_begun)

    def _header(self, root: Struct) -> list[Node]:
        self._builder.enter(root)
        self._decoded = self._builder.decoded()
        return guarded(lambda: self._builder.children(root, self._source.size), self._codec.name, 0)

    def records(self) -> Iterator[Node]:
        """The records, one after another, where the tree streams.

        Raises:
            ReadError: one is bad; those before it have come.
        """
        root, records = self._steps.structures()
        self._header(root)  # bits may go on from there
        try:
            for number, record in enumerate(records):
                yield self._node_of(root, number, record)
                root._kept.pop(self._at, None)
                record._disown()
        finally:
            self._noticed += self._steps.warnings

    def record(self, number: int, start: int) -> Node:
        """The record that begins at an offset, where the tree streams and what precedes the records has been read.

        Raises:
            ReadError: it is bad.
        """
        root, records = self._steps.structures(None, start, number)
        return self._node_of(root, number, next(iter(records)))

    def _node_of(self, root: Struct, number: int, record: Struct) -> Node:
        for unread in explore(record):
            self._noticed.append((unread.error.offset or 0, unread.error.what))
        self._builder.enter(record)
        self._decoded = self._builder.decoded()
        span = Span(self._steps.at, self._steps.reached)
        return guarded(
            lambda: self._builder.value(root, self._at, number, record, span), self._codec.records_id, span.start
        )

    @property
    def records_begin(self) -> int:
        """Where the first record begins; what precedes it has been read."""
        return self._steps.first

    @property
    def records_end(self) -> int:
        """Where the last record ends."""
        size = self._source.size
        # A list may end where nothing but zeros is left.
        if self._codec.record_count is None and (not size or self._source.read(size - 1, 1) != b"\0"):
            return size
        if self._end is None:
            self._end = self.records_begin
            try:
                for run in runs(self._steps, self._walk):
                    self._end = int(run.edges[-1])
            except ReadError:  # told where the record comes that is bad
                self._end = size
        return self._end

    def records_node(self) -> Node:
        """The node of the list of records, without these."""
        assert self._kind is not None
        size = self.records_end - self.records_begin
        return Node(self._codec.records_id, f"{type_name(self._kind)}[]", self.records_begin, size, children=[])

    def rest(self) -> list[Node]:
        """What follows the records."""
        end, size = self.records_end, self._source.size
        if end == size:
            return []
        return [Node("slack", SLACK, end, size - end, self._source.read(end, size - end).hex())]

    def _streamed(self, depth: int | None, limit: int | None) -> Iterator[tuple[int, Node]]:
        for node in self.header():
            yield from below(node, 1, depth, limit)
        yield from self._listed(1, depth, limit)
        for node in self.rest():
            yield from below(node, 1, depth, limit)

    def _listed(self, level: int, depth: int | None, limit: int | None) -> Iterator[tuple[int, Node]]:
        """The list of records, and these."""
        self._steps.begin()
        listed = self.records_node()
        yield level, listed
        if depth == 0:
            return
        reached, shown = listed.offset, 0
        for node in self._passed(limit) if depth == 1 else self.records():
            if shown == limit:
                break
            yield from below(node, level + 1, None if depth is None else depth - 1, limit)
            reached, shown = node.offset + node.size, shown + 1
        end = listed.offset + listed.size
        if reached < end:
            yield level + 1, Node("…", MORE, reached, end - reached, children=[])

    def _passed(self, most: int | None) -> Iterator[Node]:
        """The records without what is in them."""
        assert self._kind is not None
        kind = type_name(self._kind)
        for run in runs(self._steps, self._walk, most):
            edges = run.edges.tolist()
            for at, start in enumerate(edges[:-1]):
                yield Node(f"[{run.first + at}]", kind, start, edges[at + 1] - start, children=[])

    def _texts(self) -> Iterator[Iterable[str]]:
        for node in self.header():
            yield (_text(node),)
        yield self._listed_text()
        for node in self.rest():
            yield (_text(node),)

    def _listed_text(self) -> Iterator[str]:
        self._steps.begin()
        return _joined(self.records_node(), ((_text(node),) for node in self.records()))

    # --- what lies at a path -----------------------------------------------------------------------------------------

    def _whole(self) -> Node:
        settings, noticed = self._settings, self._noticed
        return build(
            self._codec,
            self._source,
            settings.limits,
            warnings=noticed,
            options=settings.values,
            decoded=self._decoded,
        )

    def _find(self, steps: tuple[Step, ...]) -> Node:
        """The node that steps lead to, with all below it: not the file, nor the list of records, where it streams."""
        if not self.streams:
            return _reached(self._whole(), steps, 0)
        if steps[0] != self._codec.records_id:
            others = [*self.header(), self.records_node(), *self.rest()]
            return _reached(Node("", "", 0, 0, children=others), steps, 0)
        number, count = steps[1], 0
        if not isinstance(number, int):
            raise _no_element(steps, 1, count)
        for run in runs(self._steps, self._walk, number + 1):
            count = run.first + len(run)
            if number < count:
                return _reached(self.record(number, int(run.edges[number - run.first])), steps, 2)
        raise _no_element(steps, 1, count)


def records_at(codec: Codec) -> int:
    """Which field of the root holds records that can be read one by one, and are structures behind which there is no
    other field; -1: there is none."""
    fields = codec.root.FIELDS
    if codec.begin is None or codec.records is None or codec.placed:
        return -1
    at = next(at for at, field in enumerate(fields) if field.name == codec.records_field)
    last = all(field.again for field in fields[at + 1 :])
    return at if last and fields[at].struct is not None and not fields[at].stream else -1


def below(node: Node, level: int, depth: int | None, limit: int | None) -> Iterator[tuple[int, Node]]:
    """A node and those below it, each with its level; see `FileTree.nodes`."""
    yield level, node
    if depth == 0 or not node.children:
        return
    left = None if depth is None else depth - 1
    children = node.children
    cut = limit is not None and len(children) > limit and node.is_list
    for child in children[:limit] if cut else children:
        yield from below(child, level + 1, left, limit)
    if cut:
        start, last = children[limit].offset, children[-1]  # type: ignore[index]
        size = max(0, last.offset + last.size - start)
        yield level + 1, Node("…", MORE, start, size, children=[], within=last.within)


def _around(node: Node, offset: int) -> list[Node]:
    """A node and those in it that a byte of the file belongs to."""
    found: list[Node] = []
    todo = [node]
    while todo:
        one = todo.pop()
        if one.within:
            continue
        if one.offset <= offset < one.offset + one.size:
            found.append(one)
        todo += reversed(one.children or ())  # what lies at a place of its own may lie outside of what holds it
    return found


def _reached(node: Node, steps: tuple[Step, ...], at: int) -> Node:
    """The node that the steps from the one of a number on lead to."""
    for number in range(at, len(steps)):
        step, children = steps[number], node.children or []
        if isinstance(step, int):
            if not node.is_list or step >= len(children):
                raise _no_element(steps, number, len(children) if node.is_list else None)
            node = children[step]
            continue
        found = next((child for child in children if step in (child.name, *child.name.split("+"))), None)
        if found is None:
            names = [name for child in children for name in child.name.split("+") if not node.is_list]
            here = shown(steps[: number + 1])
            raise OptionError("there is no such field", field=here, hint=hint(step, names, "fields"))
        node = found
    return node


def _no_element(steps: tuple[Step, ...], at: int, count: int | None) -> OptionError:
    found = str(steps[at])
    if count is None or not isinstance(steps[at], int):
        what = "the id of a field" if count is None else "the number of an element, in brackets"
        return OptionError(field=shown(steps[:at]), expected=what, found=found)
    expected = f"the number of an element, from 0 to {count - 1}" if count else "a list that has elements"
    return OptionError(field=shown(steps[:at]), expected=expected, found=found)


def _text(node: Node) -> str:
    return json.dumps(node.to_json(), ensure_ascii=False, separators=(",", ":"))


def _joined(node: Node, children: Iterable[Iterable[str]]) -> Iterator[str]:
    """A node without children as JSON, with children that are given in pieces."""
    yield _text(node).removesuffix("]}")
    for number, child in enumerate(children):
        if number:
            yield ","
        yield from child
    yield "]}"
