"""The trees of files as rows: one for each node."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import pyarrow as pa

from bytewright.arrow.backwards import Order
from bytewright.arrow.conditions import Condition
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings, check_model, limits_on_disk, parse
from bytewright.errors import OptionError
from bytewright.io.filesystems import storage_of
from bytewright.schema.selection import select
from bytewright.tables.file_rows import FileRows, Notice
from bytewright.tables.inputs import Input
from bytewright.tables.trees.record_walks import walk_of
from bytewright.tree import FileTree, Node
from bytewright.tree.paths import below
from bytewright.views.evaluate.framing import Part

TREE = "tree"
"""What stands for a view's name."""
_FIELDS: list[pa.Field[Any]] = [
    pa.field("path", pa.string(), nullable=False),
    pa.field("level", pa.int32(), nullable=False),
    pa.field("name", pa.string(), nullable=False),
    pa.field("type", pa.string(), nullable=False),
    pa.field("offset", pa.int64(), nullable=False),
    pa.field("size", pa.int64(), nullable=False),
    pa.field("value", pa.string()),
    pa.field("raw", pa.binary()),
    pa.field("within", pa.string()),
    pa.field("file", pa.string(), nullable=False),
]
SCHEMA = pa.schema(_FIELDS)
_ROWS = 4096


def tree_rows(files: Sequence[Any], codec: Codec | None, options: Mapping[str, Any]) -> TreeRows | None:
    """The trees of files; None: their format has a view of that name.

    Args:
        files: their paths.
        codec: the format; None: by the first bytes of the first file.
        options: options by name.

    Raises:
        OptionError: there is no such option.
        InputMissingError: the first file isn't there.
    """
    inputs = [Input(file, storage_of(options), limits_on_disk(options)) for file in files]
    codec = registry.codec_of(inputs[0].open()) if codec is None else codec
    if any(view.name == TREE for view in codec.views):
        return None
    settings = parse(codec, options)
    check_model(codec, settings, written=False)
    return TreeRows(codec, inputs, settings)


class TreeRows(FileRows):
    """The nodes of files, each before those below it. Of files of records, a record at a time is held.

    Attributes:
        schema: the columns that are shown.
        available: all columns.
    """

    def __init__(
        self, codec: Codec, inputs: Sequence[Input], settings: Settings, columns: Sequence[str] | None = None
    ) -> None:
        super().__init__()
        self._codec = codec
        self._inputs = list(inputs)
        self._settings = settings
        self.condition = None
        self.available = SCHEMA
        self.schema = SCHEMA if columns is None else select(SCHEMA, columns).schema

    @property
    def title(self) -> str:
        """See `FileRows`."""
        return f"{self._codec.name}, view {TREE}"

    def only(self, columns: Sequence[str], condition: Condition | None = None) -> TreeRows:
        """See `FileRows.only`."""
        return TreeRows(self._codec, [one.again() for one in self._inputs], self._settings, columns)

    def _rows(self, one: Input, part: Part, limit: int | None = None, order: Order = "asc") -> Iterator[pa.RecordBatch]:
        if order != "asc":
            raise OptionError("the nodes of trees are not given backwards")
        source = one.open()
        tree = FileTree(self._codec, source, self._settings, walk_of(self._codec, one, self._settings))
        rows = _of_nodes(tree.nodes(), source.name)
        names = self.schema.names
        while batch := list(islice(rows, _ROWS)):
            yield pa.RecordBatch.from_pylist([{name: row[name] for name in names} for row in batch], self.schema)
        self.warnings += [Notice(source.name, offset, text) for offset, text in tree.warnings]


def _of_nodes(nodes: Iterator[tuple[int, Node]], file: str) -> Iterator[dict[str, Any]]:
    """The rows of nodes; the file itself has no path."""
    way: list[str] = []
    for level, node in nodes:
        del way[level:]
        way.append(below(way[-1], node.name) if level else "")
        yield {
            "path": way[-1],
            "level": level,
            "name": node.name,
            "type": node.type,
            "offset": node.offset,
            "size": node.size,
            "value": _text(node),
            "raw": node.raw,
            "within": node.within or None,
            "file": file,
        }


def _text(node: Node) -> str | None:
    """What a node says, as text."""
    if node.children is not None or node.value is None:
        return None
    return node.value if isinstance(node.value, str) else json.dumps(node.value, ensure_ascii=False)
