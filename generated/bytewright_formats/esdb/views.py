"""ESDB: the views.

Generated from specs/esdb/esdb.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import pyarrow as pa

from bytewright.model.structures import member_of
from bytewright.schema.view import (
    Column,
    Directory,
    Names,
    Order,
    Region,
    Selection,
    View,
)

EVENTS = View(
    name="events",
    default=True,
    doc="One row per event, in the order in which they are stored.",
    each=lambda scope: scope.root.pages,
    where=lambda scope: scope.element.len.value != 0,
    deeper=(
        lambda scope: scope.element.blocks,
        lambda scope: scope.element.block.pages_of_block,
        lambda scope: scope.element.sections,
        lambda scope: member_of(scope.element.group, "events"),
    ),
    order=Order(1, lambda scope: scope.levels[1].offset),
    selections=(
        Selection(
            "block",
            lambda scope: scope.options["block"],
            1,
            lambda scope: scope.levels[1].entry.key,
            around=0,
            through=lambda scope: scope.levels[0].last_key,
        ),
        Selection(
            "grouping",
            lambda scope: "g" + scope.options["grouping"],
            3,
            lambda scope: scope.levels[3].entry.key,
            around=2,
            through=lambda scope: scope.levels[2].last_key,
        ),
    ),
    region=Region(
        lambda scope: scope.element._parent._parent._io,
        lambda scope: scope.element.ends.first,
        lambda scope: scope.element.is_group,
        names={
            "links.index": Names(
                lambda scope: scope.levels[1].block.pages_of_block,
                lambda outer: ((one.index_key, one.name) for one in outer or () for one in one.sections or ()),
            ),
        },
        directory=Directory(
            stream=lambda scope: scope.element._parent.index.pages[scope.element.i]._io,
            position=lambda scope: scope.element._parent.index.pages[scope.element.i].handle.offset.value,
            size=lambda scope: scope.element._parent.index.pages[scope.element.i].handle.len.value + 5,
            regions=lambda scope: scope.element._parent._io,
        ),
    ),
    columns=(
        Column(
            "block",
            pa.string(),
            lambda scope: scope.levels[1].name,
            per_row=False,
            doc="Id of the block.",
        ),
        Column(
            "grouping",
            pa.string(),
            lambda scope: scope.levels[3].name,
            per_row=False,
            doc="Name of the grouping.",
        ),
        Column(
            "position",
            pa.int32(),
            lambda scope: scope.index,
            per_row=False,
            path=("index",),
            doc="Place of the event in the grouping, from 0.",
        ),
        Column(
            "timestamp",
            pa.int64(),
            lambda scope: None,
            nullable=True,
            per_row=False,
            doc="When it happened. The format doesn't store that.",
        ),
        Column(
            "data",
            pa.binary(),
            lambda scope: member_of(scope.element.body, "data"),
            per_row=False,
            path=("element", "body", "data"),
            doc="The event.",
        ),
        Column(
            "links",
            pa.list_(
                pa.field(
                    "element",
                    pa.struct(
                        [
                            pa.field("index", pa.string(), nullable=False),
                            pa.field("previous", pa.int64(), nullable=False),
                            pa.field("next", pa.int64(), nullable=False),
                        ]
                    ),
                    nullable=False,
                )
            ),
            lambda scope: [
                {
                    "index": scope.named(
                        scope.levels[1].block.pages_of_block,
                        lambda outer: ((one.index_key, one.name) for one in outer or () for one in one.sections or ()),
                        item.key.value,
                    ),
                    "previous": item.previous,
                    "next": item.next,
                }
                for item in member_of(scope.element.body, "links") or ()
            ],
            per_row=False,
            doc="Its place in each of its indexes.",
        ),
    ),
)

INDEX_EVENTS = View(
    name="index_events",
    doc="One row per event of an index, the oldest first.",
    each=lambda scope: scope.root.pages,
    deeper=(
        lambda scope: scope.element.blocks,
        lambda scope: scope.element.block.pages_of_block,
        lambda scope: scope.element.sections,
        lambda scope: scope.element.chain,
    ),
    order=Order(1, lambda scope: scope.levels[1].offset),
    selections=(
        Selection(
            "block",
            lambda scope: scope.options["block"],
            1,
            lambda scope: scope.levels[1].entry.key,
            around=0,
            through=lambda scope: scope.levels[0].last_key,
        ),
        Selection(
            "index",
            lambda scope: "i" + scope.options["index"],
            3,
            lambda scope: scope.levels[3].entry.key,
            around=2,
            through=lambda scope: scope.levels[2].last_key,
        ),
    ),
    region=Region(
        lambda scope: scope.element._parent._parent._io,
        lambda scope: scope.element.ends.first,
        lambda scope: not scope.element.is_group,
        follows=True,
        numbers={
            "chain[*].key": lambda scope: scope.element.ends.key.value,
        },
        directory=Directory(
            stream=lambda scope: scope.element._parent.index.pages[scope.element.i]._io,
            position=lambda scope: scope.element._parent.index.pages[scope.element.i].handle.offset.value,
            size=lambda scope: scope.element._parent.index.pages[scope.element.i].handle.len.value + 5,
            regions=lambda scope: scope.element._parent._io,
        ),
    ),
    columns=(
        Column(
            "block",
            pa.string(),
            lambda scope: scope.levels[1].name,
            per_row=False,
            doc="Id of the block.",
        ),
        Column(
            "index",
            pa.string(),
            lambda scope: scope.levels[3].name,
            per_row=False,
            doc="Name of the index.",
        ),
        Column(
            "position",
            pa.int32(),
            lambda scope: scope.index,
            per_row=False,
            path=("index",),
            doc="Place of the event in the index, from 0.",
        ),
        Column(
            "timestamp",
            pa.int64(),
            lambda scope: None,
            nullable=True,
            per_row=False,
            doc="When it happened. The format doesn't store that.",
        ),
        Column(
            "data",
            pa.binary(),
            lambda scope: member_of(scope.element.event.body, "data"),
            per_row=False,
            doc="The event.",
        ),
    ),
)

BLOCKS = View(
    name="blocks",
    doc="One row per block.",
    each=lambda scope: scope.root.pages,
    deeper=(lambda scope: scope.element.blocks,),
    order=Order(1, lambda scope: scope.element.offset),
    selections=(
        Selection(
            "block",
            lambda scope: scope.options["block"],
            1,
            lambda scope: scope.element.entry.key,
            around=0,
            through=lambda scope: scope.levels[0].last_key,
        ),
    ),
    counted=lambda scope: (
        (
            one._parent.index.pages[one.i]._io,
            one._parent.index.pages[one.i].handle.offset.value,
            one._parent.index.pages[one.i].handle.len.value + 5,
        )
        for one in scope.element.block.pages_of_block or ()
    ),
    columns=(
        Column(
            "block",
            pa.string(),
            lambda scope: scope.element.name,
            per_row=False,
            doc="Its id.",
        ),
        Column(
            "offset",
            pa.int64(),
            lambda scope: scope.element.offset,
            per_row=False,
            doc="Where it begins.",
        ),
        Column(
            "length",
            pa.int64(),
            lambda scope: scope.element.len,
            per_row=False,
            doc="Its size in bytes.",
        ),
        Column(
            "groupings",
            pa.int32(),
            lambda scope: sum(
                1 for one in scope.element.block.pages_of_block or () for one in one.sections or () if one.is_group
            ),
            per_row=False,
            doc="How many groupings it has.",
        ),
        Column(
            "indexes",
            pa.int32(),
            lambda scope: sum(
                1 for one in scope.element.block.pages_of_block or () for one in one.sections or () if not one.is_group
            ),
            per_row=False,
            doc="How many indexes it has.",
        ),
    ),
)

VIEWS = (
    EVENTS,
    INDEX_EVENTS,
    BLOCKS,
)
"""All views, the default one first."""
