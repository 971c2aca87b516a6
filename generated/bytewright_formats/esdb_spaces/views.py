"""ESDB with spaces: the views.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import pyarrow as pa

from bytewright.generated_api import views as rt

from .model import EsdbSpaces

EVENTS = rt.View(
    name="events",
    default=True,
    doc="One row per event, in the order in which they are stored.",
    each=lambda scope: scope.root.pages,
    deeper=(
        lambda scope: scope.element.spaces,
        lambda scope: scope.element.space.pages_of_space,
        lambda scope: scope.element.sections,
        lambda scope: rt.member_of(scope.element.group, "events"),
    ),
    order=rt.Order(1, lambda scope: scope.levels[1].offset),
    selections=(
        rt.Selection(
            "block",
            lambda scope: scope.options["block"],
            1,
            lambda scope: scope.levels[1].entry.key,
            around=0,
            through=lambda scope: scope.levels[0].last_key,
        ),
        rt.Selection(
            "grouping",
            lambda scope: "g" + scope.options["grouping"],
            3,
            lambda scope: scope.levels[3].entry.key,
            around=2,
            through=lambda scope: scope.levels[2].last_key,
        ),
    ),
    region=rt.Region(
        lambda scope: scope.element._parent._parent._io,
        lambda scope: scope.element.location.offset.value,
        lambda scope: scope.element.is_group,
        size=lambda scope: scope.element.location.len.value,
        process=lambda scope: rt.Process("bytewright.codecs.snappy_chunks", 4096),
        directory=rt.Directory(
            stream=lambda scope: scope.element._parent.index.pages[scope.element.i]._io,
            position=lambda scope: scope.element._parent.index.pages[scope.element.i].handle.offset.value,
            size=lambda scope: scope.element._parent.index.pages[scope.element.i].handle.len.value + 5,
            regions=lambda scope: scope.element._parent._io,
            blocks=rt.Region(
                stream=lambda scope: scope.element._top(EsdbSpaces)._io,
                position=lambda scope: scope.element.location.offset,
                size=lambda scope: scope.element.location.len,
                directory=rt.Directory(
                    stream=lambda scope: scope.element._top(EsdbSpaces).index.pages[scope.element.i]._io,
                    position=lambda scope: (
                        scope.element._top(EsdbSpaces).index.pages[scope.element.i].handle.offset.value
                    ),
                    size=lambda scope: scope.element._top(EsdbSpaces).index.pages[scope.element.i].handle.len.value + 5,
                    regions=lambda scope: scope.root._top(EsdbSpaces)._io,
                ),
            ),
        ),
    ),
    columns=(
        rt.Column(
            "block",
            pa.string(),
            lambda scope: scope.levels[1].name,
            per_row=False,
            doc="Id of the space.",
        ),
        rt.Column(
            "grouping",
            pa.string(),
            lambda scope: scope.levels[3].name,
            per_row=False,
            doc="Name of the grouping.",
        ),
        rt.Column(
            "position",
            pa.int32(),
            lambda scope: scope.index,
            per_row=False,
            path=("index",),
            doc="Place of the event in the grouping, from 0.",
        ),
        rt.Column(
            "timestamp",
            pa.int64(),
            lambda scope: scope.element.timestamp,
            nullable=True,
            per_row=False,
            is_member=True,
            path=("element", "timestamp"),
            doc="When it happened.",
        ),
        rt.Column(
            "data",
            pa.binary(),
            lambda scope: scope.element.data,
            per_row=False,
            is_member=True,
            path=("element", "data"),
            doc="The event.",
        ),
        rt.Column(
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
            lambda scope: [],
            per_row=False,
            doc="Always empty. The format stores lists of events instead.",
        ),
    ),
    list_paths=(("pages",), ("spaces",), ("space", "pages_of_space"), ("sections",), ("group", "events")),
)

INDEX_EVENTS = rt.View(
    name="index_events",
    doc="One row per event of an index, the newest first.",
    each=lambda scope: scope.root.pages,
    deeper=(
        lambda scope: scope.element.spaces,
        lambda scope: scope.element.space.pages_of_space,
        lambda scope: scope.element.sections,
        lambda scope: rt.member_of(scope.element.references, "entries"),
    ),
    order=rt.Order(1, lambda scope: scope.levels[1].offset),
    selections=(
        rt.Selection(
            "block",
            lambda scope: scope.options["block"],
            1,
            lambda scope: scope.levels[1].entry.key,
            around=0,
            through=lambda scope: scope.levels[0].last_key,
        ),
        rt.Selection(
            "index",
            lambda scope: "i" + scope.options["index"],
            3,
            lambda scope: scope.levels[3].entry.key,
            around=2,
            through=lambda scope: scope.levels[2].last_key,
        ),
    ),
    region=rt.Region(
        lambda scope: scope.element._parent._parent._io,
        lambda scope: scope.element.location.offset.value,
        lambda scope: not scope.element.is_group,
        size=lambda scope: scope.element.location.len.value,
        process=lambda scope: rt.Process("bytewright.codecs.snappy_chunks", 4096),
        numbers={
            "entries[*]._parent._parent._io.size - 8 - _parent._parent.len_index": lambda scope: (
                scope.element._parent._parent._io.size - 8 - scope.element._parent._parent.len_index
            ),
        },
        referred=lambda scope: rt.Process("bytewright.codecs.snappy_chunks", 4096),
        directory=rt.Directory(
            stream=lambda scope: scope.element._parent.index.pages[scope.element.i]._io,
            position=lambda scope: scope.element._parent.index.pages[scope.element.i].handle.offset.value,
            size=lambda scope: scope.element._parent.index.pages[scope.element.i].handle.len.value + 5,
            regions=lambda scope: scope.element._parent._io,
            numbers={
                "entries[*]._parent._parent._io.size - 8 - _parent._parent.len_index": lambda scope: (
                    scope.element._parent._io.size - 8 - scope.element._parent.len_index
                ),
            },
            blocks=rt.Region(
                stream=lambda scope: scope.element._top(EsdbSpaces)._io,
                position=lambda scope: scope.element.location.offset,
                size=lambda scope: scope.element.location.len,
                directory=rt.Directory(
                    stream=lambda scope: scope.element._top(EsdbSpaces).index.pages[scope.element.i]._io,
                    position=lambda scope: (
                        scope.element._top(EsdbSpaces).index.pages[scope.element.i].handle.offset.value
                    ),
                    size=lambda scope: scope.element._top(EsdbSpaces).index.pages[scope.element.i].handle.len.value + 5,
                    regions=lambda scope: scope.root._top(EsdbSpaces)._io,
                ),
            ),
        ),
    ),
    columns=(
        rt.Column(
            "block",
            pa.string(),
            lambda scope: scope.levels[1].name,
            per_row=False,
            doc="Id of the space.",
        ),
        rt.Column(
            "index",
            pa.string(),
            lambda scope: scope.levels[3].name,
            per_row=False,
            doc="Name of the index, a colon and the value.",
        ),
        rt.Column(
            "position",
            pa.int32(),
            lambda scope: scope.index,
            per_row=False,
            path=("index",),
            doc="Place of the event in the index, from 0.",
        ),
        rt.Column(
            "timestamp",
            pa.int64(),
            lambda scope: scope.element.found.event.timestamp,
            nullable=True,
            per_row=False,
            doc="When it happened.",
        ),
        rt.Column(
            "data",
            pa.binary(),
            lambda scope: scope.element.found.event.data,
            per_row=False,
            doc="The event.",
        ),
    ),
    list_paths=(("pages",), ("spaces",), ("space", "pages_of_space"), ("sections",), ("references", "entries")),
)

SECTIONS = rt.View(
    name="sections",
    doc="One row per grouping and per index.",
    each=lambda scope: scope.root.pages,
    deeper=(
        lambda scope: scope.element.spaces,
        lambda scope: scope.element.space.pages_of_space,
        lambda scope: scope.element.sections,
    ),
    order=rt.Order(1, lambda scope: scope.levels[1].offset),
    selections=(
        rt.Selection(
            "block",
            lambda scope: scope.options["block"],
            1,
            lambda scope: scope.levels[1].entry.key,
            around=0,
            through=lambda scope: scope.levels[0].last_key,
        ),
    ),
    columns=(
        rt.Column(
            "block",
            pa.string(),
            lambda scope: scope.levels[1].name,
            per_row=False,
            doc="Id of the space.",
        ),
        rt.Column(
            "name",
            pa.string(),
            lambda scope: scope.element.name,
            per_row=False,
            doc="Its name; of an index, its name, a colon and the value.",
        ),
        rt.Column(
            "is_grouping",
            pa.bool_(),
            lambda scope: scope.element.is_group,
            per_row=False,
            doc="Whether it is a grouping.",
        ),
        rt.Column(
            "offset",
            pa.int64(),
            lambda scope: scope.element.location.offset.value,
            per_row=False,
            doc="Where it begins in the space.",
        ),
        rt.Column(
            "length",
            pa.int64(),
            lambda scope: scope.element.location.len.value,
            per_row=False,
            doc="Its size in bytes.",
        ),
    ),
    list_paths=(("pages",), ("spaces",), ("space", "pages_of_space"), ("sections",)),
)

REFERENCES = rt.View(
    name="references",
    doc="One row per event of an index, the newest first: where the event lies.",
    each=lambda scope: scope.root.pages,
    deeper=(
        lambda scope: scope.element.spaces,
        lambda scope: scope.element.space.pages_of_space,
        lambda scope: scope.element.sections,
        lambda scope: rt.member_of(scope.element.references, "entries"),
    ),
    order=rt.Order(1, lambda scope: scope.levels[1].offset),
    selections=(
        rt.Selection(
            "block",
            lambda scope: scope.options["block"],
            1,
            lambda scope: scope.levels[1].entry.key,
            around=0,
            through=lambda scope: scope.levels[0].last_key,
        ),
        rt.Selection(
            "index",
            lambda scope: "i" + scope.options["index"],
            3,
            lambda scope: scope.levels[3].entry.key,
            around=2,
            through=lambda scope: scope.levels[2].last_key,
        ),
    ),
    region=rt.Region(
        lambda scope: scope.element._parent._parent._io,
        lambda scope: scope.element.location.offset.value,
        lambda scope: not scope.element.is_group,
        size=lambda scope: scope.element.location.len.value,
        process=lambda scope: rt.Process("bytewright.codecs.snappy_chunks", 4096),
        numbers={
            "entries[*]._parent._parent._io.size - 8 - _parent._parent.len_index": lambda scope: (
                scope.element._parent._parent._io.size - 8 - scope.element._parent._parent.len_index
            ),
        },
        referred=lambda scope: rt.Process("bytewright.codecs.snappy_chunks", 4096),
        directory=rt.Directory(
            stream=lambda scope: scope.element._parent.index.pages[scope.element.i]._io,
            position=lambda scope: scope.element._parent.index.pages[scope.element.i].handle.offset.value,
            size=lambda scope: scope.element._parent.index.pages[scope.element.i].handle.len.value + 5,
            regions=lambda scope: scope.element._parent._io,
            numbers={
                "entries[*]._parent._parent._io.size - 8 - _parent._parent.len_index": lambda scope: (
                    scope.element._parent._io.size - 8 - scope.element._parent.len_index
                ),
            },
            blocks=rt.Region(
                stream=lambda scope: scope.element._top(EsdbSpaces)._io,
                position=lambda scope: scope.element.location.offset,
                size=lambda scope: scope.element.location.len,
                directory=rt.Directory(
                    stream=lambda scope: scope.element._top(EsdbSpaces).index.pages[scope.element.i]._io,
                    position=lambda scope: (
                        scope.element._top(EsdbSpaces).index.pages[scope.element.i].handle.offset.value
                    ),
                    size=lambda scope: scope.element._top(EsdbSpaces).index.pages[scope.element.i].handle.len.value + 5,
                    regions=lambda scope: scope.root._top(EsdbSpaces)._io,
                ),
            ),
        ),
    ),
    columns=(
        rt.Column(
            "block",
            pa.string(),
            lambda scope: scope.levels[1].name,
            per_row=False,
            doc="Id of the space.",
        ),
        rt.Column(
            "index",
            pa.string(),
            lambda scope: scope.levels[3].name,
            per_row=False,
            doc="Name of the index, a colon and the value.",
        ),
        rt.Column(
            "position",
            pa.int32(),
            lambda scope: scope.index,
            per_row=False,
            path=("index",),
            doc="Place of the event in the index, from 0.",
        ),
        rt.Column(
            "chunk",
            pa.int64(),
            lambda scope: scope.element.position,
            per_row=False,
            is_member=True,
            path=("element", "position"),
            doc="Where the chunk begins in which the event does, in the space.",
        ),
        rt.Column(
            "offset",
            pa.int32(),
            lambda scope: scope.element.offset,
            per_row=False,
            is_member=True,
            path=("element", "offset"),
            doc="Where the event begins in what the chunk holds.",
        ),
        rt.Column(
            "timestamp",
            pa.int64(),
            lambda scope: scope.element.found.event.timestamp,
            nullable=True,
            per_row=False,
            doc="When it happened.",
        ),
        rt.Column(
            "data",
            pa.binary(),
            lambda scope: scope.element.found.event.data,
            per_row=False,
            doc="The event.",
        ),
    ),
    list_paths=(("pages",), ("spaces",), ("space", "pages_of_space"), ("sections",), ("references", "entries")),
)

BLOCKS = rt.View(
    name="blocks",
    doc="One row per space.",
    each=lambda scope: scope.root.pages,
    deeper=(lambda scope: scope.element.spaces,),
    order=rt.Order(1, lambda scope: scope.element.offset),
    selections=(
        rt.Selection(
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
        for one in scope.element.space.pages_of_space or ()
    ),
    columns=(
        rt.Column(
            "block",
            pa.string(),
            lambda scope: scope.element.name,
            per_row=False,
            doc="Its id.",
        ),
        rt.Column(
            "offset",
            pa.int64(),
            lambda scope: scope.element.offset,
            per_row=False,
            doc="Where it begins.",
        ),
        rt.Column(
            "length",
            pa.int64(),
            lambda scope: scope.element.len,
            per_row=False,
            doc="Its size in bytes.",
        ),
        rt.Column(
            "groupings",
            pa.int32(),
            lambda scope: sum(
                1 for one in scope.element.space.pages_of_space or () for one in one.sections or () if one.is_group
            ),
            per_row=False,
            doc="How many groupings it has.",
        ),
        rt.Column(
            "indexes",
            pa.int32(),
            lambda scope: sum(
                1 for one in scope.element.space.pages_of_space or () for one in one.sections or () if not one.is_group
            ),
            per_row=False,
            doc="How many indexes it has.",
        ),
    ),
    list_paths=(("pages",), ("spaces",)),
)

VIEWS = (
    EVENTS,
    INDEX_EVENTS,
    SECTIONS,
    REFERENCES,
    BLOCKS,
)
"""All views, the default one first."""
