"""AresDB upsert batch: what the kernel needs to make columns of each view.

Generated from specs/aresdb/aresdb_upsert_batch.ksy; change that and run ``bytewright generate``.
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
    WholeFrame,
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
    Need("records", Start(), Const(28), Start(), End(), "version"),
    Let("records", "version", Load("u4le", Start())),
    Check("records", Get("version").equals(0xFEED0001), "version", True),
    Let("records", "num_rows", Load("s4le", Start() + 4)),
    Check("records", Get("num_rows") >= 0, "num_rows"),
    Let("records", "num_columns", Load("u2le", Start() + 8)),
    Let("records", "arrival_time", Load("u4le", Start() + 24)),
    Need("records", Start() + 28, Get("num_columns") * 4 + 4, Start(), End(), "column_offsets"),
    Need("records", Start() + Get("num_columns") * 4 + 32, Get("num_columns") * 4, Start(), End(), "reserved_1"),
    Need("records", Start() + Get("num_columns") * 8 + 32, Get("num_columns") * 4, Start(), End(), "reserved_2"),
    Need("records", Start() + Get("num_columns") * 12 + 32, Get("num_columns") * 4, Start(), End(), "types"),
    Elements("types", "records", Get("num_columns"), "types"),
    Let("types", "types", Load("u4le", Up(Start()) + Up(Get("num_columns")) * 12 + Index() * 4 + 32)),
    Check("types", Match(Get("types"), _NUMBERS, tuple(range(27))) >= 0, "types"),
    Need("records", Start() + Get("num_columns") * 16 + 32, Get("num_columns") * 2, Start(), End(), "column_ids"),
    Need("records", Start() + Get("num_columns") * 18 + 32, Get("num_columns"), Start(), End(), "modes"),
    Let("types", "modes.data_mode", Load("u1", Up(Start()) + Up(Get("num_columns")) * 18 + Index() + 32) & 7),
    Check("types", Match(Get("modes.data_mode"), (0, 1, 2), (0, 1, 2)) >= 0, "modes.data_mode"),
    Let("types", "modes.update_mode", Load("u1", Up(Start()) + Up(Get("num_columns")) * 18 + Index() + 32) >> 3 & 7),
    Check("types", Match(Get("modes.update_mode"), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4)) >= 0, "modes.update_mode"),
    Let("types", "modes.reserved", Load("u1", Up(Start()) + Up(Get("num_columns")) * 18 + Index() + 32) >> 6 & 3),
    Let(
        "types",
        "columns@",
        Previous(Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 32), Start() + Get("num_columns") * 19 + 32),
    ),
    Need(
        "types",
        Get("columns@"),
        Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()) - Get("columns@"),
        Up(Start()),
        Up(End()),
        "columns",
    ),
    Need(
        "types",
        Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        Load("u4le", Up(Start()) + Index() * 4 + 32) - Load("u4le", Up(Start()) + Index() * 4 + 28),
        Up(Start()),
        Up(End()),
        "columns.data",
    ),
    Let(
        "types",
        "columns.data.validity?",
        (Load("u1", Up(Start()) + Up(Get("num_columns")) * 18 + Index() + 32) & 7).equals(2)
        & Load("u4le", Up(Start()) + Up(Get("num_columns")) * 12 + Index() * 4 + 32).differs(0xC0000),
    ),
    Let(
        "types",
        "columns.data.validity#bytes",
        (Select(Get("columns.data.validity?"), Up(Get("num_rows")), Const(0)) + 7) // 8,
    ),
    Need(
        "types",
        Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        Select(Get("columns.data.validity?"), Get("columns.data.validity#bytes"), Const(0)),
        Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 32),
        "columns.data.validity",
    ),
    Let(
        "types",
        "columns.data.validity>",
        Select(
            Get("columns.data.validity?"),
            Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()) + Get("columns.data.validity#bytes"),
            Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        ),
    ),
    Let(
        "types",
        "columns.data._unnamed1?",
        (
            Load("u4le", Up(Start()) + Up(Get("num_columns")) * 12 + Index() * 4 + 32).equals(0xC0000)
            | (Load("u4le", Up(Start()) + Up(Get("num_columns")) * 12 + Index() * 4 + 32) & 0x1000000).differs(0)
        )
        & (Load("u1", Up(Start()) + Up(Get("num_columns")) * 18 + Index() + 32) & 7).differs(0),
    ),
    Need(
        "types",
        Select(
            Get("columns.data._unnamed1?"),
            Get("columns.data.validity>"),
            Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        ),
        Select(Get("columns.data._unnamed1?"), (Up(Start()) - Get("columns.data.validity>")) % 4, Const(0)),
        Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 32),
        "columns.data",
    ),
    Let(
        "types",
        "columns.data>",
        Select(
            Get("columns.data._unnamed1?"),
            Get("columns.data.validity>") + (Up(Start()) - Get("columns.data.validity>")) % 4,
            Get("columns.data.validity>"),
        ),
    ),
    Let(
        "types",
        "columns.data.offsets?",
        (
            Load("u4le", Up(Start()) + Up(Get("num_columns")) * 12 + Index() * 4 + 32).equals(0xC0000)
            | (Load("u4le", Up(Start()) + Up(Get("num_columns")) * 12 + Index() * 4 + 32) & 0x1000000).differs(0)
        )
        & (Load("u1", Up(Start()) + Up(Get("num_columns")) * 18 + Index() + 32) & 7).differs(0),
    ),
    Need(
        "types",
        Select(
            Get("columns.data.offsets?"),
            Get("columns.data>"),
            Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        ),
        Select(
            Get("columns.data.offsets?"),
            Select(Get("columns.data.offsets?"), Up(Get("num_rows")) + 1, Const(0)) * 4,
            Const(0),
        ),
        Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 32),
        "columns.data.offsets",
    ),
    Let(
        "types",
        "columns.data.offsets>",
        Select(
            Get("columns.data.offsets?"),
            Get("columns.data>") + Select(Get("columns.data.offsets?"), Up(Get("num_rows")) + 1, Const(0)) * 4,
            Get("columns.data>"),
        ),
    ),
    Let(
        "types",
        "columns.data._unnamed3?",
        (Load("u1", Up(Start()) + Up(Get("num_columns")) * 18 + Index() + 32) & 7).differs(0),
    ),
    Need(
        "types",
        Select(
            Get("columns.data._unnamed3?"),
            Get("columns.data.offsets>"),
            Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        ),
        Select(Get("columns.data._unnamed3?"), (Up(Start()) - Get("columns.data.offsets>")) % 8, Const(0)),
        Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 32),
        "columns.data",
    ),
    Let(
        "types",
        "columns.data>'",
        Select(
            Get("columns.data._unnamed3?"),
            Get("columns.data.offsets>") + (Up(Start()) - Get("columns.data.offsets>")) % 8,
            Get("columns.data.offsets>"),
        ),
    ),
    Let(
        "types",
        "columns.data._unnamed5?",
        (
            Load("u4le", Up(Start()) + Up(Get("num_columns")) * 12 + Index() * 4 + 32).equals(0xC0000)
            | (Load("u4le", Up(Start()) + Up(Get("num_columns")) * 12 + Index() * 4 + 32) & 0x1000000).differs(0)
        )
        & (Load("u1", Up(Start()) + Up(Get("num_columns")) * 18 + Index() + 32) & 7).differs(0),
    ),
    Check(
        "types",
        Get("columns.data._unnamed5?").equals(0)
        | (Const(0) <= 0) & (Select(Get("columns.data.offsets?"), Up(Get("num_rows")) + 1, Const(0)) > 0),
        "offsets",
    ),
    Need(
        "types",
        Select(
            Get("columns.data._unnamed5?"),
            Get("columns.data>'"),
            Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        ),
        Select(
            Get("columns.data._unnamed5?"),
            Load(
                "u4le",
                Select(
                    (Const(0) <= 0) & (Select(Get("columns.data.offsets?"), Up(Get("num_rows")) + 1, Const(0)) > 0),
                    Select(
                        Get("columns.data.offsets?"),
                        Get("columns.data>"),
                        Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
                    ),
                    Up(Start()),
                ),
            ),
            Const(0),
        ),
        Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 32),
        "columns.data",
    ),
    Let(
        "types",
        "columns.data>''",
        Select(
            Get("columns.data._unnamed5?"),
            Get("columns.data>'")
            + Load(
                "u4le",
                Select(
                    (Const(0) <= 0) & (Select(Get("columns.data.offsets?"), Up(Get("num_rows")) + 1, Const(0)) > 0),
                    Select(
                        Get("columns.data.offsets?"),
                        Get("columns.data>"),
                        Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
                    ),
                    Up(Start()),
                ),
            ),
            Get("columns.data>'"),
        ),
    ),
    Let(
        "types",
        "columns.data.values?",
        (Load("u1", Up(Start()) + Up(Get("num_columns")) * 18 + Index() + 32) & 7).differs(0),
    ),
    Let(
        "types",
        "columns.data.values:",
        Match(Load("u4le", Up(Start()) + Up(Get("num_columns")) * 12 + Index() * 4 + 32), _NUMBERS, tuple(range(27))),
    ),
    Let(
        "types",
        "columns.data.values#slots",
        Lookup(Get("columns.data.values:"), _NUMBERS_2)
        * Select(Get("columns.data.values?"), Up(Get("num_rows")), Const(0)),
    ),
    Check(
        "types",
        (Get("columns.data.values#slots") <= 0)
        | (Get("columns.data.values#slots") < Select(Get("columns.data.offsets?"), Up(Get("num_rows")) + 1, Const(0))),
        "columns.data.values",
    ),
    Slots(
        "types",
        Get("columns.data.values:"),
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
        Get("columns.data.values#slots"),
        "u4le",
        Select(
            Get("columns.data.offsets?"),
            Get("columns.data>"),
            Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        ),
        Get("columns.data>''"),
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 32),
        "columns.data.values",
    ),
    Let(
        "types",
        "columns.data.values#bytes",
        Select(
            Get("columns.data.values#slots") > 0,
            Load(
                "u4le",
                Select(
                    Get("columns.data.values#slots") > 0,
                    Select(
                        Get("columns.data.offsets?"),
                        Get("columns.data>"),
                        Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
                    )
                    + Get("columns.data.values#slots") * 4,
                    Up(Start()),
                ),
            )
            - Load(
                "u4le",
                Select(
                    Get("columns.data.values#slots") > 0,
                    Select(
                        Get("columns.data.offsets?"),
                        Get("columns.data>"),
                        Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
                    ),
                    Up(Start()),
                ),
            ),
            (
                Lookup(Get("columns.data.values:"), _NUMBERS_3)
                * Select(Get("columns.data.values?"), Up(Get("num_rows")), Const(0))
                + 7
            )
            // 8,
        ),
    ),
    Need(
        "types",
        Select(
            Get("columns.data.values?"),
            Get("columns.data>''"),
            Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        ),
        Select(Get("columns.data.values?"), Get("columns.data.values#bytes"), Const(0)),
        Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 32),
        "columns.data.values",
    ),
    Let(
        "types",
        "columns.data.values>",
        Select(
            Get("columns.data.values?"),
            Get("columns.data>''") + Get("columns.data.values#bytes"),
            Get("columns.data>''"),
        ),
    ),
    Slack(
        "types",
        Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 32) - Get("columns.data.values>"),
        "columns.data",
    ),
    Let(
        "records",
        "columns>",
        Last(
            "types", Up(Start()) + Load("u4le", Up(Start()) + Index() * 4 + 32), Start() + Get("num_columns") * 19 + 32
        ),
    ),
    Need("records", Get("columns>"), (Start() - Get("columns>")) % 8, Start(), End(), "_unnamed12"),
    Slack("records", End() - Get("columns>") - (Start() - Get("columns>")) % 8, ""),
)

ROWS_PLAN = RowPlan(
    frame=WholeFrame(),
    steps=(
        *_STEPS,
        Rows("rows", "records", Get("num_rows"), ""),
    ),
    rows="rows",
    columns=(
        Number("batch", "int32", Const(0)),
        Number("row", "int32", Index()),
        Number("arrival_time", "timestamp[us]", Up(Get("arrival_time")) * 1000000),
    ),
    pivot=Pivot(
        domain="types",
        key=Load("u2le", Up(Start()) + Up(Get("num_columns")) * 16 + Index() * 2 + 32),
        case=Get("columns.data.values:"),
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
            Get("columns.data.values?"), Select(Get("columns.data.validity?"), Const(2), Const(1)), Const(0)
        ),
        validity=Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        address=Get("columns.data>''"),
        field="columns",
        offsets=Select(
            Get("columns.data.offsets?"),
            Get("columns.data>"),
            Load("u4le", Up(Start()) + Index() * 4 + 28) + Up(Start()),
        ),
        offset_kind="u4le",
        properties=(
            Property(
                "update", Load("u1", Up(Start()) + Up(Get("num_columns")) * 18 + Index() + 32) >> 3 & 7, (0, 1, 2, 3, 4)
            ),
        ),
    ),
)

COLUMNS_PLAN = RowPlan(
    frame=WholeFrame(),
    steps=_STEPS,
    rows="types",
    columns=(
        Number("batch", "int32", Const(0)),
        Number("position", "int32", Index()),
        Number("column_id", "int32", Load("u2le", Up(Start()) + Up(Get("num_columns")) * 16 + Index() * 2 + 32)),
        Named(
            "type",
            Load("u4le", Up(Start()) + Up(Get("num_columns")) * 12 + Index() * 4 + 32),
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
            Load("u1", Up(Start()) + Up(Get("num_columns")) * 18 + Index() + 32) & 7,
            (0, 1, 2),
            ("all_null", "all_valid", "null_vector"),
        ),
        Named(
            "update_mode",
            Load("u1", Up(Start()) + Up(Get("num_columns")) * 18 + Index() + 32) >> 3 & 7,
            (0, 1, 2, 3, 4),
            ("overwrite_not_null", "overwrite", "add", "min", "max"),
        ),
        Number("num_rows", "int32", Up(Get("num_rows"))),
    ),
)

ROW_PLANS: dict[str, RowPlan | str] = {
    "rows": ROWS_PLAN,
    "columns": COLUMNS_PLAN,
}
"""By name of the view: its plan, or why the kernel can't read it."""
