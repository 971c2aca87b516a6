"""ESDB with spaces: what the kernel needs to make columns of each view.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.kernels.plan import (
    Aside,
    Const,
    Elements,
    End,
    Get,
    Index,
    Let,
    List,
    Load,
    Need,
    Number,
    Outer,
    Piece,
    RegionEnd,
    RegionFrame,
    RowPlan,
    Start,
    Struct,
    Up,
    Varint,
    VarintSize,
)

EVENTS_PLAN = RowPlan(
    frame=RegionFrame(
        steps=(
            Let("records", "len_data#", VarintSize(Start(), End())),
            Let("records", "len_data", Varint(Start(), Get("len_data#"))),
            Let("records", "timestamp", Load("u4le", Start() + Get("len_data#"))),
        ),
        end=Start() + Get("len_data#") + Get("len_data") + 4,
        last=RegionEnd() - Start() - Get("len_data#") - Get("len_data") + -4 <= 1,
        tail="00",
    ),
    steps=(
        Need("records", Start(), Const(1), Start(), End(), "len_data"),
        Let("records", "len_data#", VarintSize(Start(), End())),
        Aside("records", Get("len_data#") > 0, "len_data"),
        Let("records", "len_data", Varint(Start(), Get("len_data#"))),
        Need("records", Start() + Get("len_data#"), Const(4), Start(), End(), "timestamp"),
        Let("records", "timestamp", Load("u4le", Start() + Get("len_data#"))),
        Need("records", Start() + Get("len_data#") + 4, Get("len_data"), Start(), End(), "data"),
        Elements("links", "records", Const(0), "links"),
    ),
    rows="records",
    columns=(
        Outer("block", "string"),
        Outer("grouping", "string"),
        Number("position", "int32", Index()),
        Number("timestamp", "int64", Get("timestamp")),
        Piece("data", "binary", Start() + Get("len_data#") + 4, Get("len_data")),
        List(
            "links",
            "links",
            Struct(
                "element",
                (
                    Piece("index", "string", Up(Start()), Const(0)),
                    Number("previous", "int64", Const(0)),
                    Number("next", "int64", Const(0)),
                ),
            ),
        ),
    ),
)

ROW_PLANS: dict[str, RowPlan | str] = {
    "events": EVENTS_PLAN,
    "index_events": "'found', an instance with a place or a condition",
    "blocks": "elements of lists in lists that don't lie at a place of their own",
}
"""By name of the view: its plan, or why the kernel can't read it."""
