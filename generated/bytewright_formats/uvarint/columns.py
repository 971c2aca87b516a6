"""Unsigned LEB128 integer: what the kernel needs to make columns of each view.

Generated from specs/common/uvarint.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.columns import (
    Aside,
    Before,
    Begin,
    Check,
    Const,
    End,
    Get,
    Index,
    Last,
    Let,
    Load,
    Need,
    Number,
    RowPlan,
    Run,
    Running,
    Select,
    Slack,
    SoFar,
    Start,
    Up,
    WholeFrame,
)

ROWS_PLAN = RowPlan(
    frame=WholeFrame(),
    steps=(
        Need("records", Start(), Const(1), Start(), End(), "groups"),
        Run(
            "groups",
            "records",
            Start(),
            (
                Let("groups", "groups.has_next", Load("u1", Begin()) >> 7 & 1),
                Let("groups", "groups<last>", Get("groups.has_next").equals(0)),
            ),
            Begin() + 1,
            End(),
            "groups",
            Get("groups<last>"),
        ),
        Need("groups", Begin(), Const(1), Up(Start()), Up(End()), "groups.has_next"),
        Let("groups", "groups.has_next", Load("u1", Begin()) >> 7 & 1),
        Let("groups", "groups.low", Load("u1", Begin()) & 127),
        Check("groups", Get("groups.low") <= Select(Index() < 9, Const(127), Const(1)), "groups.low"),
        Let("groups", "groups<last>", Get("groups.has_next").equals(0)),
        Let("records", "groups>", Last("groups", Begin() + 1, Start())),
        Slack("records", End() - Get("groups>"), ""),
        Let(
            "groups",
            "groups.value",
            Running(Select(Index().equals(0), Const(0), SoFar()) + (Get("groups.low") << 7 * Index())),
        ),
        Aside("groups", Index().equals(0).equals(0).equals(0) | (Index() > 0), ""),
        Aside("groups", 7 * Index() <= 63, ""),
        Aside("groups", (Get("groups.low") << 7 * Index() >> 7 * Index()).equals(Get("groups.low")), ""),
        Aside("groups", Select(Index().equals(0), Const(0), Before(Get("groups.value"))) >= 0, ""),
        Aside("groups", Select(Index().equals(0), Const(0), Before(Get("groups.value"))) <= 4611686018427387903, ""),
        Aside("groups", Get("groups.low") << 7 * Index() <= 4611686018427387903, ""),
    ),
    rows="groups",
    columns=(
        Number("has_next", "bool", Get("groups.has_next")),
        Number("low", "int16", Get("groups.low")),
        Number("value", "decimal128(20,0)", Get("groups.value")),
    ),
)

ROW_PLANS: dict[str, RowPlan | str] = {
    "rows": ROWS_PLAN,
}
"""By name of the view: its plan, or why the kernel can't read it."""
