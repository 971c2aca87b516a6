"""AresDB redo log: what the kernel needs to make columns of each view.

Generated from specs/aresdb/aresdb_redo_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.columns import (
    Case,
    Check,
    Const,
    Elements,
    End,
    Get,
    Index,
    Last,
    LengthFrame,
    Let,
    Listing,
    Load,
    Lookup,
    Match,
    Named,
    Need,
    Number,
    Part,
    Pivot,
    Previous,
    Property,
    RowPlan,
    Rows,
    Select,
    Slack,
    Slots,
    Start,
    Step,
    Up,
)

_NUMBERS = (
    1,
    0x10008,
    0x20008,
    0x30010,
    0x40010,
    0x50020,
    0x60020,
    0x70020,
    0x80008,
    0x90010,
    0xA0080,
    0xB0040,
    0xC0000,
    0xD0040,
    0x1000001,
    0x1010008,
    0x1020008,
    0x1030010,
    0x1040010,
    0x1050020,
    0x1060020,
    17236000,
    0x1080008,
    0x1090010,
    0x10A0080,
    0x10B0040,
    0x10D0040,
)

_NUMBERS_2 = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)

_NUMBERS_3 = (1, 8, 8, 16, 16, 32, 32, 32, 8, 16, 128, 64, 0, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

_STEPS: tuple[Step, ...] = (
    Need("records", Start(), Const(4), Start(), End(), "len_body"),
    Let("records", "len_body", Load("u4le", Start())),
    Check("records", Get("len_body") >= 32, "len_body"),
    Need("records", Start() + 4, Get("len_body"), Start(), End(), "body"),
    Need("records", Start() + 4, Const(28), Start() + 4, Start() + Get("len_body") + 4, "body.version"),
    Let("records", "body.version", Load("u4le", Start() + 4)),
    Check("records", Get("body.version").equals(0xFEED0001), "body.version", True),
    Let("records", "body.num_rows", Load("s4le", Start() + 8)),
    Check("records", Get("body.num_rows") >= 0, "body.num_rows"),
    Let("records", "body.num_columns", Load("u2le", Start() + 12)),
    Let("records", "body.arrival_time", Load("u4le", Start() + 28)),
    Need(
        "records",
        Start() + 32,
        Get("body.num_columns") * 4 + 4,
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.column_offsets",
    ),
    Need(
        "records",
        Start() + Get("body.num_columns") * 4 + 36,
        Get("body.num_columns") * 4,
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.reserved_1",
    ),
    Need(
        "records",
        Start() + Get("body.num_columns") * 8 + 36,
        Get("body.num_columns") * 4,
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.reserved_2",
    ),
    Need(
        "records",
        Start() + Get("body.num_columns") * 12 + 36,
        Get("body.num_columns") * 4,
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.types",
    ),
    Elements("body.types", "records", Get("body.num_columns"), "body.types"),
    Let("body.types", "body.types", Load("u4le", Up(Start()) + Up(Get("body.num_columns")) * 12 + Index() * 4 + 36)),
    Check("body.types", Match(Get("body.types"), _NUMBERS, tuple(range(27))) >= 0, "body.types"),
    Need(
        "records",
        Start() + Get("body.num_columns") * 16 + 36,
        Get("body.num_columns") * 2,
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.column_ids",
    ),
    Need(
        "records",
        Start() + Get("body.num_columns") * 18 + 36,
        Get("body.num_columns"),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.modes",
    ),
    Let(
        "body.types",
        "body.modes.data_mode",
        Load("u1", Up(Start()) + Up(Get("body.num_columns")) * 18 + Index() + 36) & 7,
    ),
    Check("body.types", Match(Get("body.modes.data_mode"), (0, 1, 2), (0, 1, 2)) >= 0, "body.modes.data_mode"),
    Let(
        "body.types",
        "body.modes.update_mode",
        Load("u1", Up(Start()) + Up(Get("body.num_columns")) * 18 + Index() + 36) >> 3 & 7,
    ),
    Check(
        "body.types",
        Match(Get("body.modes.update_mode"), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4)) >= 0,
        "body.modes.update_mode",
    ),
    Let(
        "body.types",
        "body.modes.reserved",
        Load("u1", Up(Start()) + Up(Get("body.num_columns")) * 18 + Index() + 36) >> 6 & 3,
    ),
    Let(
        "body.types",
        "body.columns@",
        Previous(
            Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 36) + 4, Start() + Get("body.num_columns") * 19 + 36
        ),
    ),
    Need(
        "body.types",
        Get("body.columns@"),
        Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) - Get("body.columns@") + 4,
        Up(Start()) + 4,
        Up(Start()) + Up(Get("len_body")) + 4,
        "body.columns",
    ),
    Need(
        "body.types",
        Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        Load("u4le", Up(Start()) + Index() * 4 + 36) - Load("u4le", Up(Start()) + Index() * 4 + 32),
        Up(Start()) + 4,
        Up(Start()) + Up(Get("len_body")) + 4,
        "body.columns.data",
    ),
    Let(
        "body.types",
        "body.columns.data.validity?",
        (Load("u1", Up(Start()) + Up(Get("body.num_columns")) * 18 + Index() + 36) & 7).equals(2)
        & Load("u4le", Up(Start()) + Up(Get("body.num_columns")) * 12 + Index() * 4 + 36).differs(0xC0000),
    ),
    Let(
        "body.types",
        "body.columns.data.validity#bytes",
        (Select(Get("body.columns.data.validity?"), Up(Get("body.num_rows")), Const(0)) + 7) // 8,
    ),
    Need(
        "body.types",
        Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        Select(Get("body.columns.data.validity?"), Get("body.columns.data.validity#bytes"), Const(0)),
        Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 36) + 4,
        "body.columns.data.validity",
    ),
    Let(
        "body.types",
        "body.columns.data.validity>",
        Select(
            Get("body.columns.data.validity?"),
            Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + Get("body.columns.data.validity#bytes") + 4,
            Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        ),
    ),
    Let(
        "body.types",
        "body.columns.data._unnamed1?",
        (
            Load("u4le", Up(Start()) + Up(Get("body.num_columns")) * 12 + Index() * 4 + 36).equals(0xC0000)
            | (Load("u4le", Up(Start()) + Up(Get("body.num_columns")) * 12 + Index() * 4 + 36) & 0x1000000).differs(0)
        )
        & (Load("u1", Up(Start()) + Up(Get("body.num_columns")) * 18 + Index() + 36) & 7).differs(0),
    ),
    Need(
        "body.types",
        Select(
            Get("body.columns.data._unnamed1?"),
            Get("body.columns.data.validity>"),
            Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        ),
        Select(
            Get("body.columns.data._unnamed1?"), (Up(Start()) - Get("body.columns.data.validity>") + 4) % 4, Const(0)
        ),
        Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 36) + 4,
        "body.columns.data",
    ),
    Let(
        "body.types",
        "body.columns.data>",
        Select(
            Get("body.columns.data._unnamed1?"),
            Get("body.columns.data.validity>") + (Up(Start()) - Get("body.columns.data.validity>") + 4) % 4,
            Get("body.columns.data.validity>"),
        ),
    ),
    Let(
        "body.types",
        "body.columns.data.offsets?",
        (
            Load("u4le", Up(Start()) + Up(Get("body.num_columns")) * 12 + Index() * 4 + 36).equals(0xC0000)
            | (Load("u4le", Up(Start()) + Up(Get("body.num_columns")) * 12 + Index() * 4 + 36) & 0x1000000).differs(0)
        )
        & (Load("u1", Up(Start()) + Up(Get("body.num_columns")) * 18 + Index() + 36) & 7).differs(0),
    ),
    Need(
        "body.types",
        Select(
            Get("body.columns.data.offsets?"),
            Get("body.columns.data>"),
            Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        ),
        Select(
            Get("body.columns.data.offsets?"),
            Select(Get("body.columns.data.offsets?"), Up(Get("body.num_rows")) + 1, Const(0)) * 4,
            Const(0),
        ),
        Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 36) + 4,
        "body.columns.data.offsets",
    ),
    Let(
        "body.types",
        "body.columns.data.offsets>",
        Select(
            Get("body.columns.data.offsets?"),
            Get("body.columns.data>")
            + Select(Get("body.columns.data.offsets?"), Up(Get("body.num_rows")) + 1, Const(0)) * 4,
            Get("body.columns.data>"),
        ),
    ),
    Let(
        "body.types",
        "body.columns.data._unnamed3?",
        (Load("u1", Up(Start()) + Up(Get("body.num_columns")) * 18 + Index() + 36) & 7).differs(0),
    ),
    Need(
        "body.types",
        Select(
            Get("body.columns.data._unnamed3?"),
            Get("body.columns.data.offsets>"),
            Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        ),
        Select(
            Get("body.columns.data._unnamed3?"), (Up(Start()) - Get("body.columns.data.offsets>") + 4) % 8, Const(0)
        ),
        Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 36) + 4,
        "body.columns.data",
    ),
    Let(
        "body.types",
        "body.columns.data>'",
        Select(
            Get("body.columns.data._unnamed3?"),
            Get("body.columns.data.offsets>") + (Up(Start()) - Get("body.columns.data.offsets>") + 4) % 8,
            Get("body.columns.data.offsets>"),
        ),
    ),
    Let(
        "body.types",
        "body.columns.data._unnamed5?",
        (
            Load("u4le", Up(Start()) + Up(Get("body.num_columns")) * 12 + Index() * 4 + 36).equals(0xC0000)
            | (Load("u4le", Up(Start()) + Up(Get("body.num_columns")) * 12 + Index() * 4 + 36) & 0x1000000).differs(0)
        )
        & (Load("u1", Up(Start()) + Up(Get("body.num_columns")) * 18 + Index() + 36) & 7).differs(0),
    ),
    Check(
        "body.types",
        Get("body.columns.data._unnamed5?").equals(0)
        | (Const(0) <= 0) & (Select(Get("body.columns.data.offsets?"), Up(Get("body.num_rows")) + 1, Const(0)) > 0),
        "offsets",
    ),
    Need(
        "body.types",
        Select(
            Get("body.columns.data._unnamed5?"),
            Get("body.columns.data>'"),
            Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        ),
        Select(
            Get("body.columns.data._unnamed5?"),
            Load(
                "u4le",
                Select(
                    (Const(0) <= 0)
                    & (Select(Get("body.columns.data.offsets?"), Up(Get("body.num_rows")) + 1, Const(0)) > 0),
                    Select(
                        Get("body.columns.data.offsets?"),
                        Get("body.columns.data>"),
                        Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
                    ),
                    Up(Start()),
                ),
            ),
            Const(0),
        ),
        Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 36) + 4,
        "body.columns.data",
    ),
    Let(
        "body.types",
        "body.columns.data>''",
        Select(
            Get("body.columns.data._unnamed5?"),
            Get("body.columns.data>'")
            + Load(
                "u4le",
                Select(
                    (Const(0) <= 0)
                    & (Select(Get("body.columns.data.offsets?"), Up(Get("body.num_rows")) + 1, Const(0)) > 0),
                    Select(
                        Get("body.columns.data.offsets?"),
                        Get("body.columns.data>"),
                        Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
                    ),
                    Up(Start()),
                ),
            ),
            Get("body.columns.data>'"),
        ),
    ),
    Let(
        "body.types",
        "body.columns.data.values?",
        (Load("u1", Up(Start()) + Up(Get("body.num_columns")) * 18 + Index() + 36) & 7).differs(0),
    ),
    Let(
        "body.types",
        "body.columns.data.values:",
        Match(
            Load("u4le", Up(Start()) + Up(Get("body.num_columns")) * 12 + Index() * 4 + 36), _NUMBERS, tuple(range(27))
        ),
    ),
    Let(
        "body.types",
        "body.columns.data.values#slots",
        Lookup(Get("body.columns.data.values:"), _NUMBERS_2)
        * Select(Get("body.columns.data.values?"), Up(Get("body.num_rows")), Const(0)),
    ),
    Check(
        "body.types",
        (Get("body.columns.data.values#slots") <= 0)
        | (
            Get("body.columns.data.values#slots")
            < Select(Get("body.columns.data.offsets?"), Up(Get("body.num_rows")) + 1, Const(0))
        ),
        "body.columns.data.values",
    ),
    Slots(
        "body.types",
        Get("body.columns.data.values:"),
        (
            Case("bool", 0, (Part("bit"),)),
            Case("int8", 1, (Part("s1"),)),
            Case("uint8", 1, (Part("u1"),)),
            Case("int16", 2, (Part("s2le"),)),
            Case("uint16", 2, (Part("u2le"),)),
            Case("int32", 4, (Part("s4le"),)),
            Case("uint32", 4, (Part("u4le"),)),
            Case("float32", 4, (Part("f4le"),)),
            Case("small_enum", 1, (Part("u1"),)),
            Case("big_enum", 2, (Part("u2le"),)),
            Case("uuid", 16, (Part("uuid"),)),
            Case("geopoint", 8, (Part("f4le", "lat"), Part("f4le", "lng", 4))),
            Case("geoshape", 8, (Part("f4le", "lat"), Part("f4le", "lng", 4)), (Listing("u4le"), Listing("u4le"))),
            Case("int64", 8, (Part("s8le"),)),
            Case("bool[]", 0, (Part("bit"),), (Listing("u4le", True, 8),)),
            Case("int8[]", 1, (Part("s1"),), (Listing("u4le", True, 8),)),
            Case("uint8[]", 1, (Part("u1"),), (Listing("u4le", True, 8),)),
            Case("int16[]", 2, (Part("s2le"),), (Listing("u4le", True, 8),)),
            Case("uint16[]", 2, (Part("u2le"),), (Listing("u4le", True, 8),)),
            Case("int32[]", 4, (Part("s4le"),), (Listing("u4le", True, 8),)),
            Case("uint32[]", 4, (Part("u4le"),), (Listing("u4le", True, 8),)),
            Case("float32[]", 4, (Part("f4le"),), (Listing("u4le", True, 8),)),
            Case("small_enum[]", 1, (Part("u1"),), (Listing("u4le", True, 8),)),
            Case("big_enum[]", 2, (Part("u2le"),), (Listing("u4le", True, 8),)),
            Case("uuid[]", 16, (Part("uuid"),), (Listing("u4le", True, 8),)),
            Case("geopoint[]", 8, (Part("f4le", "lat"), Part("f4le", "lng", 4)), (Listing("u4le", True, 8),)),
            Case("int64[]", 8, (Part("s8le"),), (Listing("u4le", True, 8),)),
        ),
        Get("body.columns.data.values#slots"),
        "u4le",
        Select(
            Get("body.columns.data.offsets?"),
            Get("body.columns.data>"),
            Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        ),
        Get("body.columns.data>''"),
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 36) + 4,
        "body.columns.data.values",
    ),
    Let(
        "body.types",
        "body.columns.data.values#bytes",
        Select(
            Get("body.columns.data.values#slots") > 0,
            Load(
                "u4le",
                Select(
                    Get("body.columns.data.values#slots") > 0,
                    Select(
                        Get("body.columns.data.offsets?"),
                        Get("body.columns.data>"),
                        Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
                    )
                    + Get("body.columns.data.values#slots") * 4,
                    Up(Start()),
                ),
            )
            - Load(
                "u4le",
                Select(
                    Get("body.columns.data.values#slots") > 0,
                    Select(
                        Get("body.columns.data.offsets?"),
                        Get("body.columns.data>"),
                        Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
                    ),
                    Up(Start()),
                ),
            ),
            (
                Lookup(Get("body.columns.data.values:"), _NUMBERS_3)
                * Select(Get("body.columns.data.values?"), Up(Get("body.num_rows")), Const(0))
                + 7
            )
            // 8,
        ),
    ),
    Need(
        "body.types",
        Select(
            Get("body.columns.data.values?"),
            Get("body.columns.data>''"),
            Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        ),
        Select(Get("body.columns.data.values?"), Get("body.columns.data.values#bytes"), Const(0)),
        Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 36) + 4,
        "body.columns.data.values",
    ),
    Let(
        "body.types",
        "body.columns.data.values>",
        Select(
            Get("body.columns.data.values?"),
            Get("body.columns.data>''") + Get("body.columns.data.values#bytes"),
            Get("body.columns.data>''"),
        ),
    ),
    Slack(
        "body.types",
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 36) - Get("body.columns.data.values>") + 4,
        "body.columns.data",
    ),
    Let(
        "records",
        "body.columns>",
        Last(
            "body.types",
            Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 36) + 4,
            Start() + Get("body.num_columns") * 19 + 36,
        ),
    ),
    Need(
        "records",
        Get("body.columns>"),
        (Start() - Get("body.columns>") + 4) % 8,
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body",
    ),
    Slack(
        "records",
        Start() + Get("len_body") - Get("body.columns>") - (Start() - Get("body.columns>") + 4) % 8 + 4,
        "body",
    ),
)

ROWS_PLAN = RowPlan(
    frame=LengthFrame(kind="u4le", at=0, extra=4, header=4),
    steps=(
        *_STEPS,
        Rows("rows", "records", Get("body.num_rows"), ""),
    ),
    rows="rows",
    columns=(
        Number("batch", "int32", Up(Index()), fits=Up(Index() <= 0x7FFFFFFF)),
        Number("row", "int32", Index()),
        Number("arrival_time", "timestamp[us]", Up(Get("body.arrival_time")) * 1000000),
    ),
    pivot=Pivot(
        domain="body.types",
        key=Load("u2le", Up(Start()) + Up(Get("body.num_columns")) * 16 + Index() * 2 + 36),
        case=Get("body.columns.data.values:"),
        cases=(
            Case("bool", 0, (Part("bit"),)),
            Case("int8", 1, (Part("s1"),)),
            Case("uint8", 1, (Part("u1"),)),
            Case("int16", 2, (Part("s2le"),)),
            Case("uint16", 2, (Part("u2le"),)),
            Case("int32", 4, (Part("s4le"),)),
            Case("uint32", 4, (Part("u4le"),)),
            Case("float32", 4, (Part("f4le"),)),
            Case("small_enum", 1, (Part("u1"),)),
            Case("big_enum", 2, (Part("u2le"),)),
            Case("uuid", 16, (Part("uuid"),)),
            Case("geopoint", 8, (Part("f4le", "lat"), Part("f4le", "lng", 4))),
            Case("geoshape", 8, (Part("f4le", "lat"), Part("f4le", "lng", 4)), (Listing("u4le"), Listing("u4le"))),
            Case("int64", 8, (Part("s8le"),)),
            Case("bool[]", 0, (Part("bit"),), (Listing("u4le", True, 8),)),
            Case("int8[]", 1, (Part("s1"),), (Listing("u4le", True, 8),)),
            Case("uint8[]", 1, (Part("u1"),), (Listing("u4le", True, 8),)),
            Case("int16[]", 2, (Part("s2le"),), (Listing("u4le", True, 8),)),
            Case("uint16[]", 2, (Part("u2le"),), (Listing("u4le", True, 8),)),
            Case("int32[]", 4, (Part("s4le"),), (Listing("u4le", True, 8),)),
            Case("uint32[]", 4, (Part("u4le"),), (Listing("u4le", True, 8),)),
            Case("float32[]", 4, (Part("f4le"),), (Listing("u4le", True, 8),)),
            Case("small_enum[]", 1, (Part("u1"),), (Listing("u4le", True, 8),)),
            Case("big_enum[]", 2, (Part("u2le"),), (Listing("u4le", True, 8),)),
            Case("uuid[]", 16, (Part("uuid"),), (Listing("u4le", True, 8),)),
            Case("geopoint[]", 8, (Part("f4le", "lat"), Part("f4le", "lng", 4)), (Listing("u4le", True, 8),)),
            Case("int64[]", 8, (Part("s8le"),), (Listing("u4le", True, 8),)),
        ),
        present=Select(
            Get("body.columns.data.values?"), Select(Get("body.columns.data.validity?"), Const(2), Const(1)), Const(0)
        ),
        validity=Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        address=Get("body.columns.data>''"),
        field="body.columns",
        offsets=Select(
            Get("body.columns.data.offsets?"),
            Get("body.columns.data>"),
            Load("u4le", Up(Start()) + Index() * 4 + 32) + Up(Start()) + 4,
        ),
        offset_kind="u4le",
        properties=(
            Property(
                "update",
                Load("u1", Up(Start()) + Up(Get("body.num_columns")) * 18 + Index() + 36) >> 3 & 7,
                (0, 1, 2, 3, 4),
            ),
        ),
    ),
)

COLUMNS_PLAN = RowPlan(
    frame=LengthFrame(kind="u4le", at=0, extra=4, header=4),
    steps=_STEPS,
    rows="body.types",
    columns=(
        Number("batch", "int32", Up(Index()), fits=Up(Index()) <= 0x7FFFFFFF),
        Number("position", "int32", Index()),
        Number("column_id", "int32", Load("u2le", Up(Start()) + Up(Get("body.num_columns")) * 16 + Index() * 2 + 36)),
        Named(
            "type",
            Load("u4le", Up(Start()) + Up(Get("body.num_columns")) * 12 + Index() * 4 + 36),
            _NUMBERS,
            (
                "bool",
                "int8",
                "uint8",
                "int16",
                "uint16",
                "int32",
                "uint32",
                "float32",
                "small_enum",
                "big_enum",
                "uuid",
                "geopoint",
                "geoshape",
                "int64",
                "bool[]",
                "int8[]",
                "uint8[]",
                "int16[]",
                "uint16[]",
                "int32[]",
                "uint32[]",
                "float32[]",
                "small_enum[]",
                "big_enum[]",
                "uuid[]",
                "geopoint[]",
                "int64[]",
            ),
        ),
        Named(
            "data_mode",
            Load("u1", Up(Start()) + Up(Get("body.num_columns")) * 18 + Index() + 36) & 7,
            (0, 1, 2),
            ("all_null", "all_valid", "null_vector"),
        ),
        Named(
            "update_mode",
            Load("u1", Up(Start()) + Up(Get("body.num_columns")) * 18 + Index() + 36) >> 3 & 7,
            (0, 1, 2, 3, 4),
            ("overwrite_not_null", "overwrite", "add", "min", "max"),
        ),
        Number("num_rows", "int32", Up(Get("body.num_rows"))),
    ),
)

BATCHES_PLAN = RowPlan(
    frame=LengthFrame(kind="u4le", at=0, extra=4, header=4),
    steps=_STEPS,
    rows="records",
    columns=(
        Number("batch", "int32", Index(), fits=Index() <= 0x7FFFFFFF),
        Number("arrival_time", "timestamp[us]", Get("body.arrival_time") * 1000000),
        Number("num_rows", "int32", Get("body.num_rows")),
        Number("num_columns", "int32", Get("body.num_columns")),
    ),
)

ROW_PLANS: dict[str, RowPlan | str] = {
    "rows": ROWS_PLAN,
    "columns": COLUMNS_PLAN,
    "batches": BATCHES_PLAN,
}
"""By name of the view: its plan, or why the kernel can't read it."""
