"""FiloDB RecordContainer (BinaryRecord v2): what the kernel needs to make columns of each view.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.columns import (
    Aside,
    Begin,
    Binary,
    Cells,
    CellVariant,
    Check,
    CheckText,
    Const,
    Count,
    Decode,
    Elements,
    End,
    Entry,
    Float,
    Get,
    Given,
    HeaderValue,
    Index,
    Inner,
    LengthFrame,
    Let,
    List,
    Load,
    Map,
    Match,
    Named,
    Need,
    Number,
    Offset,
    Piece,
    RowPlan,
    Run,
    Select,
    Sought,
    Start,
    Step,
    Struct,
    Tabled,
    Texts,
    Unrolled,
    Up,
    Variant,
)

_NUMBERS = (3, 4, 5, 8, 9, 10, 16)

_NUMBERS_2 = (0, 0, 1, 0, 2, 1, 2)

_STEPS: tuple[Step, ...] = (
    Need("records", Start(), Const(4), Start(), End(), "containers"),
    Aside("records", Load("u4le", Start()).differs(0), "containers"),
    Need("records", Start(), Const(16), Start(), End(), "num_bytes"),
    Let("records", "num_bytes", Load("s4le", Start())),
    Check("records", Get("num_bytes") >= 12, "num_bytes"),
    Let("records", "version", Load("u1", Start() + 7)),
    Check("records", Get("version").equals(1), "version", True),
    Let("records", "time", Load("s8le", Start() + 8)),
    Need("records", Start() + 16, Get("num_bytes") + -12, Start(), End(), "area"),
    Run(
        "area.records",
        "records",
        Start() + 16,
        (Let("area.records", "area.records.len_body", Load("s4le", Begin())),),
        Begin() + Get("area.records.len_body") + (0 - Get("area.records.len_body")) % 4 + 4,
        Start() + Get("num_bytes") + 4,
        "area.records",
    ),
    Need(
        "area.records",
        Begin(),
        Const(4),
        Up(Start()) + 16,
        Up(Start()) + Up(Get("num_bytes")) + 4,
        "area.records.len_body",
    ),
    Let("area.records", "area.records.len_body", Load("s4le", Begin())),
    Check("area.records", Get("area.records.len_body") >= 0, "area.records.len_body"),
    Need(
        "area.records",
        Begin() + 4,
        Get("area.records.len_body"),
        Up(Start()) + 16,
        Up(Start()) + Up(Get("num_bytes")) + 4,
        "area.records.body",
    ),
    Let("area.records", "area.records.body.schema_id?", Given("schemas[0].has_id")),
    Need(
        "area.records",
        Begin() + 4,
        Select(Get("area.records.body.schema_id?"), Const(2), Const(0)),
        Begin() + 4,
        Begin() + Get("area.records.len_body") + 4,
        "area.records.body.schema_id",
    ),
    Let(
        "area.records",
        "area.records.body.schema_id",
        Load("u2le", Select(Get("area.records.body.schema_id?"), Begin() + 4, Up(Start()))),
    ),
    Aside("area.records", Given("schemas[0].has_id and not false").equals(0) | Get("area.records.body.schema_id?"), ""),
    Check(
        "area.records",
        Get("area.records.body.schema_id?").equals(0)
        | (
            Select(
                Given("schemas[0].has_id and not false"),
                Sought("schemas[*]", "schemas[*].id", Get("area.records.body.schema_id")),
                Const(0),
            )
            >= 0
        ),
        "area.records.body.schema_id",
    ),
    Let(
        "area.records",
        "area.records.body.schema_id>",
        Select(Get("area.records.body.schema_id?"), Begin() + 6, Begin() + 4),
    ),
)

_RECORDS_FIELDS_TYPE_4: tuple[Step, ...] = (
    Let(
        "area.records",
        "area.records.body.fields.value.offset",
        Load("s4le", Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields[*]@"), Up(Start()))),
    ),
    Let(
        "area.records", "area.records.body.fields.value.target@", Begin() + Get("area.records.body.fields.value.offset")
    ),
    Need(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@"), Begin() + 4),
        Const(0),
        Begin() + 4,
        Begin() + Get("area.records.len_body") + 4,
        "area.records.body.fields.value.target",
    ),
    Need(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@"), Begin() + 4),
        Select(Get("area.records.body.fields[*]?"), Const(2), Const(0)),
        Begin() + 4,
        Begin() + Get("area.records.len_body") + 4,
        "area.records.body.fields.value.target.len_text",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.len_text",
        Load(
            "u2le",
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@"), Up(Start())),
        ),
    ),
    Need(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target.len_text"), Const(0)),
        Begin() + 4,
        Begin() + Get("area.records.len_body") + 4,
        "area.records.body.fields.value.target.text",
    ),
    CheckText(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target.len_text"), Const(0)),
        "area.records.body.fields.value.target.text",
    ),
)

_RECORDS_FIELDS_TYPE_5: tuple[Step, ...] = (
    Let(
        "area.records",
        "area.records.body.fields.value.offset",
        Load("s4le", Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields[*]@"), Up(Start()))),
    ),
    Let(
        "area.records", "area.records.body.fields.value.target@", Begin() + Get("area.records.body.fields.value.offset")
    ),
    Need(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@"), Begin() + 4),
        Const(0),
        Begin() + 4,
        Begin() + Get("area.records.len_body") + 4,
        "area.records.body.fields.value.target",
    ),
    Need(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@"), Begin() + 4),
        Select(Get("area.records.body.fields[*]?"), Const(2), Const(0)),
        Begin() + 4,
        Begin() + Get("area.records.len_body") + 4,
        "area.records.body.fields.value.target.len_area",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.len_area",
        Load(
            "u2le",
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@"), Up(Start())),
        ),
    ),
    Need(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target.len_area"), Const(0)),
        Begin() + 4,
        Begin() + Get("area.records.len_body") + 4,
        "area.records.body.fields.value.target.area",
    ),
    Run(
        "area.records.body.fields.value.target.area.entries_",
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Up(Start())),
        (
            Let(
                "area.records.body.fields.value.target.area.entries_",
                "area.records.body.fields.value.target.area.entries.code",
                Load("u1", Begin()),
            ),
            Let(
                "area.records.body.fields.value.target.area.entries_",
                "area.records.body.fields.value.target.area.entries.literal?",
                Get("area.records.body.fields.value.target.area.entries.code") < 192,
            ),
            Let(
                "area.records.body.fields.value.target.area.entries_",
                "area.records.body.fields.value.target.area.entries.literal>",
                Select(
                    Get("area.records.body.fields.value.target.area.entries.literal?"),
                    Begin() + Get("area.records.body.fields.value.target.area.entries.code") + 1,
                    Begin() + 1,
                ),
            ),
            Let(
                "area.records.body.fields.value.target.area.entries_",
                "area.records.body.fields.value.target.area.entries.len_value",
                Load("u2le", Get("area.records.body.fields.value.target.area.entries.literal>")),
            ),
        ),
        Get("area.records.body.fields.value.target.area.entries.literal>")
        + Get("area.records.body.fields.value.target.area.entries.len_value")
        + 2,
        Select(
            Get("area.records.body.fields[*]?"),
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@")
                + Get("area.records.body.fields.value.target.len_area")
                + 2,
                Begin() + 4,
            ),
            Up(Start()),
        ),
        "area.records.body.fields.value.target.area.entries",
    ),
    Need(
        "area.records.body.fields.value.target.area.entries_",
        Begin(),
        Const(1),
        Up(Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4)),
        Up(
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@")
                + Get("area.records.body.fields.value.target.len_area")
                + 2,
                Begin() + 4,
            )
        ),
        "area.records.body.fields.value.target.area.entries.code",
    ),
    Let(
        "area.records.body.fields.value.target.area.entries_",
        "area.records.body.fields.value.target.area.entries.code",
        Load("u1", Begin()),
    ),
    Check(
        "area.records.body.fields.value.target.area.entries_",
        (Get("area.records.body.fields.value.target.area.entries.code") < 192)
        | (
            Get("area.records.body.fields.value.target.area.entries.code") & 63
            < Entry(
                "schemas[*]",
                "schemas[*].predefined_keys.size",
                Up(
                    Select(
                        Given("schemas[0].has_id and not false"),
                        Sought("schemas[*]", "schemas[*].id", Get("area.records.body.schema_id")),
                        Const(0),
                    )
                ),
            )
        ),
        "area.records.body.fields.value.target.area.entries.code",
    ),
    Let(
        "area.records.body.fields.value.target.area.entries_",
        "area.records.body.fields.value.target.area.entries.literal?",
        Get("area.records.body.fields.value.target.area.entries.code") < 192,
    ),
    Need(
        "area.records.body.fields.value.target.area.entries_",
        Select(
            Get("area.records.body.fields.value.target.area.entries.literal?"),
            Begin() + 1,
            Up(
                Select(
                    Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4
                )
            ),
        ),
        Select(
            Get("area.records.body.fields.value.target.area.entries.literal?"),
            Get("area.records.body.fields.value.target.area.entries.code"),
            Const(0),
        ),
        Up(Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4)),
        Up(
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@")
                + Get("area.records.body.fields.value.target.len_area")
                + 2,
                Begin() + 4,
            )
        ),
        "area.records.body.fields.value.target.area.entries.literal",
    ),
    CheckText(
        "area.records.body.fields.value.target.area.entries_",
        Select(
            Get("area.records.body.fields.value.target.area.entries.literal?"),
            Begin() + 1,
            Up(
                Select(
                    Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4
                )
            ),
        ),
        Select(
            Get("area.records.body.fields.value.target.area.entries.literal?"),
            Get("area.records.body.fields.value.target.area.entries.code"),
            Const(0),
        ),
        "area.records.body.fields.value.target.area.entries.literal",
    ),
    Let(
        "area.records.body.fields.value.target.area.entries_",
        "area.records.body.fields.value.target.area.entries.literal>",
        Select(
            Get("area.records.body.fields.value.target.area.entries.literal?"),
            Begin() + Get("area.records.body.fields.value.target.area.entries.code") + 1,
            Begin() + 1,
        ),
    ),
    Need(
        "area.records.body.fields.value.target.area.entries_",
        Get("area.records.body.fields.value.target.area.entries.literal>"),
        Const(2),
        Up(Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4)),
        Up(
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@")
                + Get("area.records.body.fields.value.target.len_area")
                + 2,
                Begin() + 4,
            )
        ),
        "area.records.body.fields.value.target.area.entries.len_value",
    ),
    Let(
        "area.records.body.fields.value.target.area.entries_",
        "area.records.body.fields.value.target.area.entries.len_value",
        Load("u2le", Get("area.records.body.fields.value.target.area.entries.literal>")),
    ),
    Need(
        "area.records.body.fields.value.target.area.entries_",
        Get("area.records.body.fields.value.target.area.entries.literal>") + 2,
        Get("area.records.body.fields.value.target.area.entries.len_value"),
        Up(Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4)),
        Up(
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@")
                + Get("area.records.body.fields.value.target.len_area")
                + 2,
                Begin() + 4,
            )
        ),
        "area.records.body.fields.value.target.area.entries.value",
    ),
    CheckText(
        "area.records.body.fields.value.target.area.entries_",
        Get("area.records.body.fields.value.target.area.entries.literal>") + 2,
        Get("area.records.body.fields.value.target.area.entries.len_value"),
        "area.records.body.fields.value.target.area.entries.value",
    ),
)

_RECORDS_FIELDS_TYPE_6: tuple[Step, ...] = (
    Let(
        "area.records",
        "area.records.body.fields.value.offset",
        Load("s4le", Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields[*]@"), Up(Start()))),
    ),
    Let(
        "area.records", "area.records.body.fields.value.target@", Begin() + Get("area.records.body.fields.value.offset")
    ),
    Need(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@"), Begin() + 4),
        Const(0),
        Begin() + 4,
        Begin() + Get("area.records.len_body") + 4,
        "area.records.body.fields.value.target",
    ),
    Need(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@"), Begin() + 4),
        Select(Get("area.records.body.fields[*]?"), Const(2), Const(0)),
        Begin() + 4,
        Begin() + Get("area.records.len_body") + 4,
        "area.records.body.fields.value.target.len_histogram",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.len_histogram",
        Load(
            "u2le",
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@"), Up(Start())),
        ),
    ),
    Check(
        "area.records",
        Get("area.records.body.fields[*]?").equals(0)
        | (Get("area.records.body.fields.value.target.len_histogram") <= 32767),
        "area.records.body.fields.value.target.len_histogram",
    ),
    Need(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(
            Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target.len_histogram"), Const(0)
        ),
        Begin() + 4,
        Begin() + Get("area.records.len_body") + 4,
        "area.records.body.fields.value.target.histogram",
    ),
    Need(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(Get("area.records.body.fields[*]?"), Const(1), Const(0)),
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@")
            + Get("area.records.body.fields.value.target.len_histogram")
            + 2,
            Begin() + 4,
        ),
        "area.records.body.fields.value.target.histogram.format",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.format",
        Load(
            "u1",
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Up(Start())),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.len_buckets?",
        Get("area.records.body.fields.value.target.histogram.format").differs(0),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.len_buckets?"),
            Get("area.records.body.fields.value.target@") + 3,
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.len_buckets?"),
            Const(2),
            Const(0),
        ),
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@")
            + Get("area.records.body.fields.value.target.len_histogram")
            + 2,
            Begin() + 4,
        ),
        "area.records.body.fields.value.target.histogram.len_buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.len_buckets",
        Load(
            "u2le",
            Select(
                Get("area.records.body.fields[*]?")
                & Get("area.records.body.fields.value.target.histogram.len_buckets?"),
                Get("area.records.body.fields.value.target@") + 3,
                Up(Start()),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.len_buckets>",
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.len_buckets?"),
            Get("area.records.body.fields.value.target@") + 5,
            Get("area.records.body.fields.value.target@") + 3,
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets?",
        Get("area.records.body.fields.value.target.histogram.format").differs(0),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets<case>",
        Match(Get("area.records.body.fields.value.target.histogram.format"), _NUMBERS, _NUMBERS_2, 3),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets<0>",
        Get("area.records.body.fields[*]?")
        & Get("area.records.body.fields.value.target.histogram.buckets?")
        & Get("area.records.body.fields.value.target.histogram.buckets<case>").equals(0),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<0>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<0>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets"),
            Const(0),
        ),
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@")
            + Get("area.records.body.fields.value.target.len_histogram")
            + 2,
            Begin() + 4,
        ),
        "area.records.body.fields.value.target.histogram.buckets",
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<0>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(Get("area.records.body.fields.value.target.histogram.buckets<0>"), Const(18), Const(0)),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<0>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<0>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>")
            + Get("area.records.body.fields.value.target.histogram.len_buckets"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        "area.records.body.fields.value.target.histogram.buckets.num_buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets.num_buckets",
        Load(
            "u2le",
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<0>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>"),
                Up(Start()),
            ),
        ),
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<0>").equals(0)
        | (Get("area.records.body.fields.value.target.histogram.buckets.num_buckets") >= 1),
        "area.records.body.fields.value.target.histogram.buckets.num_buckets",
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<0>").equals(0)
        | (Get("area.records.body.fields.value.target.histogram.buckets.num_buckets") <= 32767),
        "area.records.body.fields.value.target.histogram.buckets.num_buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets.first",
        Load(
            "f8le",
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<0>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>") + 2,
                Up(Start()),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets.multiplier",
        Load(
            "f8le",
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<0>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>") + 10,
                Up(Start()),
            ),
        ),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<0>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>") + 18,
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<0>"),
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<0>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>")
                + Get("area.records.body.fields.value.target.histogram.len_buckets"),
                Select(
                    Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4
                ),
            )
            - Get("area.records.body.fields.value.target.histogram.len_buckets>")
            + -18,
            Const(0),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<0>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<0>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>")
            + Get("area.records.body.fields.value.target.histogram.len_buckets"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        "area.records.body.fields.value.target.histogram.buckets",
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<0>").equals(0)
        | (
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<0>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>")
                + Get("area.records.body.fields.value.target.histogram.len_buckets"),
                Select(
                    Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4
                ),
            )
            - Get("area.records.body.fields.value.target.histogram.len_buckets>")
            + -18
        ).equals(0),
        "area.records.body.fields.value.target.histogram.buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets<1>",
        Get("area.records.body.fields[*]?")
        & Get("area.records.body.fields.value.target.histogram.buckets?")
        & Get("area.records.body.fields.value.target.histogram.buckets<case>").equals(1),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets"),
            Const(0),
        ),
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@")
            + Get("area.records.body.fields.value.target.len_histogram")
            + 2,
            Begin() + 4,
        ),
        "area.records.body.fields.value.target.histogram.buckets",
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(Get("area.records.body.fields.value.target.histogram.buckets<1>"), Const(2), Const(0)),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>")
            + Get("area.records.body.fields.value.target.histogram.len_buckets"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        "area.records.body.fields.value.target.histogram.buckets.num_buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets.num_buckets'",
        Load(
            "u2le",
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<1>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>"),
                Up(Start()),
            ),
        ),
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<1>").equals(0)
        | (Get("area.records.body.fields.value.target.histogram.buckets.num_buckets'") >= 1),
        "area.records.body.fields.value.target.histogram.buckets.num_buckets",
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<1>").equals(0)
        | (Get("area.records.body.fields.value.target.histogram.buckets.num_buckets'") <= 8191),
        "area.records.body.fields.value.target.histogram.buckets.num_buckets",
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>") + 2,
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<1>"),
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<1>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>")
                + Get("area.records.body.fields.value.target.histogram.len_buckets"),
                Select(
                    Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4
                ),
            )
            - Get("area.records.body.fields.value.target.histogram.len_buckets>")
            + -2,
            Const(0),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>")
            + Get("area.records.body.fields.value.target.histogram.len_buckets"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        "area.records.body.fields.value.target.histogram.buckets.tops",
    ),
    Decode(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets.tops<decoded>",
        "nibble_pack",
        Get("area.records.body.fields.value.target.histogram.buckets<1>"),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>") + 2,
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<1>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>"),
                Select(
                    Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4
                ),
            ),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<1>"),
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<1>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>")
                + Get("area.records.body.fields.value.target.histogram.len_buckets"),
                Select(
                    Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4
                ),
            )
            - Get("area.records.body.fields.value.target.histogram.len_buckets>")
            + -2,
            Const(0),
        ),
        Get("area.records.body.fields.value.target.histogram.buckets.num_buckets'") * 8,
        (Get("area.records.body.fields.value.target.histogram.buckets.num_buckets'"), Const(2)),
        "area.records.body.fields.value.target.histogram.buckets.tops",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets.tops<end>",
        Get("area.records.body.fields.value.target.histogram.buckets.tops<decoded>")
        + Select(
            Get("area.records.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.histogram.buckets.num_buckets'") * 8,
            Const(0),
        ),
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<1>").equals(0)
        | (
            (
                Get("area.records.body.fields.value.target.histogram.buckets.tops<end>")
                - Get("area.records.body.fields.value.target.histogram.buckets.tops<decoded>")
            )
            % 8
        ).equals(0),
        "area.records.body.fields.value.target.histogram.buckets.tops.values",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets.tops.values#",
        (
            Get("area.records.body.fields.value.target.histogram.buckets.tops<end>")
            - Get("area.records.body.fields.value.target.histogram.buckets.tops<decoded>")
        )
        // 8,
    ),
    Need(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets.tops<decoded>"),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<1>"),
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<1>"),
                Get("area.records.body.fields.value.target.histogram.buckets.tops.values#"),
                Const(0),
            )
            * 8,
            Const(0),
        ),
        Get("area.records.body.fields.value.target.histogram.buckets.tops<decoded>"),
        Get("area.records.body.fields.value.target.histogram.buckets.tops<end>"),
        "area.records.body.fields.value.target.histogram.buckets.tops.values",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets<2>",
        Get("area.records.body.fields[*]?")
        & Get("area.records.body.fields.value.target.histogram.buckets?")
        & Get("area.records.body.fields.value.target.histogram.buckets<case>").equals(2),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<2>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<2>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets"),
            Const(0),
        ),
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@")
            + Get("area.records.body.fields.value.target.len_histogram")
            + 2,
            Begin() + 4,
        ),
        "area.records.body.fields.value.target.histogram.buckets",
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<2>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(Get("area.records.body.fields.value.target.histogram.buckets<2>"), Const(16), Const(0)),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<2>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<2>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>")
            + Get("area.records.body.fields.value.target.histogram.len_buckets"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        "area.records.body.fields.value.target.histogram.buckets.num_buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets.num_buckets''",
        Load(
            "u2le",
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>"),
                Up(Start()),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets.scale",
        Load(
            "s2le",
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>") + 2,
                Up(Start()),
            ),
        ),
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<2>").equals(0)
        | (Get("area.records.body.fields.value.target.histogram.buckets.scale") >= -20),
        "area.records.body.fields.value.target.histogram.buckets.scale",
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<2>").equals(0)
        | (Get("area.records.body.fields.value.target.histogram.buckets.scale") <= 20),
        "area.records.body.fields.value.target.histogram.buckets.scale",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets.start_index",
        Load(
            "s4le",
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>") + 4,
                Up(Start()),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets.num_positive",
        Load(
            "s2le",
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>") + 8,
                Up(Start()),
            ),
        ),
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<2>").equals(0)
        | (Get("area.records.body.fields.value.target.histogram.buckets.num_positive") >= 0),
        "area.records.body.fields.value.target.histogram.buckets.num_positive",
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<2>").equals(0)
        | (Get("area.records.body.fields.value.target.histogram.buckets.num_positive") <= 180),
        "area.records.body.fields.value.target.histogram.buckets.num_positive",
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<2>").equals(0)
        | Load(
            "u1",
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>") + 10,
                Up(Start()),
            ),
        ).equals(0),
        "area.records.body.fields.value.target.histogram.buckets.negative",
        True,
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<2>").equals(0)
        | Load(
            "u1",
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>") + 11,
                Up(Start()),
            ),
        ).equals(0),
        "area.records.body.fields.value.target.histogram.buckets.negative",
        True,
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<2>").equals(0)
        | Load(
            "u1",
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>") + 12,
                Up(Start()),
            ),
        ).equals(0),
        "area.records.body.fields.value.target.histogram.buckets.negative",
        True,
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<2>").equals(0)
        | Load(
            "u1",
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>") + 13,
                Up(Start()),
            ),
        ).equals(0),
        "area.records.body.fields.value.target.histogram.buckets.negative",
        True,
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<2>").equals(0)
        | Load(
            "u1",
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>") + 14,
                Up(Start()),
            ),
        ).equals(0),
        "area.records.body.fields.value.target.histogram.buckets.negative",
        True,
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<2>").equals(0)
        | Load(
            "u1",
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>") + 15,
                Up(Start()),
            ),
        ).equals(0),
        "area.records.body.fields.value.target.histogram.buckets.negative",
        True,
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<2>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>") + 16,
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<2>"),
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>")
                + Get("area.records.body.fields.value.target.histogram.len_buckets"),
                Select(
                    Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4
                ),
            )
            - Get("area.records.body.fields.value.target.histogram.len_buckets>")
            + -16,
            Const(0),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<2>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<2>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>")
            + Get("area.records.body.fields.value.target.histogram.len_buckets"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        "area.records.body.fields.value.target.histogram.buckets",
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.buckets<2>").equals(0)
        | (
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>")
                + Get("area.records.body.fields.value.target.histogram.len_buckets"),
                Select(
                    Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4
                ),
            )
            - Get("area.records.body.fields.value.target.histogram.len_buckets>")
            + -16
        ).equals(0),
        "area.records.body.fields.value.target.histogram.buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets<3>",
        Get("area.records.body.fields[*]?")
        & Get("area.records.body.fields.value.target.histogram.buckets?")
        & Get("area.records.body.fields.value.target.histogram.buckets<case>").equals(3),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<3>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<3>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets"),
            Const(0),
        ),
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@")
            + Get("area.records.body.fields.value.target.len_histogram")
            + 2,
            Begin() + 4,
        ),
        "area.records.body.fields.value.target.histogram.buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets>",
        Select(
            Get("area.records.body.fields.value.target.histogram.buckets<3>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>")
            + Get("area.records.body.fields.value.target.histogram.len_buckets"),
            Select(
                Get("area.records.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.histogram.len_buckets>")
                + Get("area.records.body.fields.value.target.histogram.len_buckets"),
                Select(
                    Get("area.records.body.fields.value.target.histogram.buckets<1>"),
                    Get("area.records.body.fields.value.target.histogram.len_buckets>")
                    + Get("area.records.body.fields.value.target.histogram.len_buckets"),
                    Select(
                        Get("area.records.body.fields.value.target.histogram.buckets<0>"),
                        Get("area.records.body.fields.value.target.histogram.len_buckets>")
                        + Get("area.records.body.fields.value.target.histogram.len_buckets"),
                        Get("area.records.body.fields.value.target.histogram.len_buckets>"),
                    ),
                ),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.buckets>'",
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.buckets?"),
            Get("area.records.body.fields.value.target.histogram.buckets>"),
            Get("area.records.body.fields.value.target.histogram.len_buckets>"),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram._unnamed3?",
        Get("area.records.body.fields.value.target.histogram.format").equals(0),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram._unnamed3?"),
            Get("area.records.body.fields.value.target.histogram.buckets>'"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram._unnamed3?"),
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@")
                + Get("area.records.body.fields.value.target.len_histogram")
                + 2,
                Begin() + 4,
            )
            - Get("area.records.body.fields.value.target.histogram.buckets>'"),
            Const(0),
        ),
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@")
            + Get("area.records.body.fields.value.target.len_histogram")
            + 2,
            Begin() + 4,
        ),
        "area.records.body.fields.value.target.histogram",
    ),
    Check(
        "area.records",
        (
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram._unnamed3?")
        ).equals(0)
        | (
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@")
                + Get("area.records.body.fields.value.target.len_histogram")
                + 2,
                Begin() + 4,
            )
            - Get("area.records.body.fields.value.target.histogram.buckets>'")
        ).equals(0),
        "area.records.body.fields.value.target.histogram",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram>",
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram._unnamed3?"),
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@")
                + Get("area.records.body.fields.value.target.len_histogram")
                + 2,
                Begin() + 4,
            ),
            Get("area.records.body.fields.value.target.histogram.buckets>'"),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.longs?",
        Get("area.records.body.fields.value.target.histogram.format").differs(0)
        & (
            Get("area.records.body.fields.value.target.histogram.format").equals(8)
            | Get("area.records.body.fields.value.target.histogram.format").equals(10)
            | Get("area.records.body.fields.value.target.histogram.format").equals(16)
        ).equals(0),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.longs?"),
            Get("area.records.body.fields.value.target.histogram>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.longs?"),
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@")
                + Get("area.records.body.fields.value.target.len_histogram")
                + 2,
                Begin() + 4,
            )
            - Get("area.records.body.fields.value.target.histogram>"),
            Const(0),
        ),
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@")
            + Get("area.records.body.fields.value.target.len_histogram")
            + 2,
            Begin() + 4,
        ),
        "area.records.body.fields.value.target.histogram.longs",
    ),
    Aside(
        "area.records",
        (
            Get("area.records.body.fields[*]?")
            & Get("area.records.body.fields.value.target.histogram.format").equals(0).equals(0)
            & (
                Get("area.records.body.fields.value.target.histogram.format").equals(9)
                | Get("area.records.body.fields.value.target.histogram.format").equals(16)
            ).equals(0)
            & (
                Get("area.records.body.fields.value.target.histogram.format").equals(3)
                | Get("area.records.body.fields.value.target.histogram.format").equals(4)
                | Get("area.records.body.fields.value.target.histogram.format").equals(8)
            ).equals(0)
            & (
                Get("area.records.body.fields.value.target.histogram.format").equals(5)
                | Get("area.records.body.fields.value.target.histogram.format").equals(10)
            ).equals(0)
        ).equals(0)
        | Get("area.records.body.fields.value.target.histogram.buckets<2>"),
        "",
    ),
    Decode(
        "area.records",
        "area.records.body.fields.value.target.histogram.longs<decoded>",
        "nibble_pack",
        Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.longs?"),
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.longs?"),
            Get("area.records.body.fields.value.target.histogram>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.longs?"),
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@")
                + Get("area.records.body.fields.value.target.len_histogram")
                + 2,
                Begin() + 4,
            )
            - Get("area.records.body.fields.value.target.histogram>"),
            Const(0),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.format").equals(0),
            Const(0),
            Select(
                Get("area.records.body.fields.value.target.histogram.format").equals(9)
                | Get("area.records.body.fields.value.target.histogram.format").equals(16),
                Get("area.records.body.fields.value.target.histogram.buckets.num_positive") + 1,
                Select(
                    Get("area.records.body.fields.value.target.histogram.format").equals(3)
                    | Get("area.records.body.fields.value.target.histogram.format").equals(4)
                    | Get("area.records.body.fields.value.target.histogram.format").equals(8),
                    Get("area.records.body.fields.value.target.histogram.buckets.num_buckets"),
                    Select(
                        Get("area.records.body.fields.value.target.histogram.format").equals(5)
                        | Get("area.records.body.fields.value.target.histogram.format").equals(10),
                        Get("area.records.body.fields.value.target.histogram.buckets.num_buckets'"),
                        Get("area.records.body.fields.value.target.histogram.buckets.num_buckets''"),
                    ),
                ),
            ),
        )
        * 8,
        (
            Select(
                Get("area.records.body.fields.value.target.histogram.format").equals(0),
                Const(0),
                Select(
                    Get("area.records.body.fields.value.target.histogram.format").equals(9)
                    | Get("area.records.body.fields.value.target.histogram.format").equals(16),
                    Get("area.records.body.fields.value.target.histogram.buckets.num_positive") + 1,
                    Select(
                        Get("area.records.body.fields.value.target.histogram.format").equals(3)
                        | Get("area.records.body.fields.value.target.histogram.format").equals(4)
                        | Get("area.records.body.fields.value.target.histogram.format").equals(8),
                        Get("area.records.body.fields.value.target.histogram.buckets.num_buckets"),
                        Select(
                            Get("area.records.body.fields.value.target.histogram.format").equals(5)
                            | Get("area.records.body.fields.value.target.histogram.format").equals(10),
                            Get("area.records.body.fields.value.target.histogram.buckets.num_buckets'"),
                            Get("area.records.body.fields.value.target.histogram.buckets.num_buckets''"),
                        ),
                    ),
                ),
            ),
            Const(1),
        ),
        "area.records.body.fields.value.target.histogram.longs",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.longs<end>",
        Get("area.records.body.fields.value.target.histogram.longs<decoded>")
        + Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.longs?"),
            Select(
                Get("area.records.body.fields.value.target.histogram.format").equals(0),
                Const(0),
                Select(
                    Get("area.records.body.fields.value.target.histogram.format").equals(9)
                    | Get("area.records.body.fields.value.target.histogram.format").equals(16),
                    Get("area.records.body.fields.value.target.histogram.buckets.num_positive") + 1,
                    Select(
                        Get("area.records.body.fields.value.target.histogram.format").equals(3)
                        | Get("area.records.body.fields.value.target.histogram.format").equals(4)
                        | Get("area.records.body.fields.value.target.histogram.format").equals(8),
                        Get("area.records.body.fields.value.target.histogram.buckets.num_buckets"),
                        Select(
                            Get("area.records.body.fields.value.target.histogram.format").equals(5)
                            | Get("area.records.body.fields.value.target.histogram.format").equals(10),
                            Get("area.records.body.fields.value.target.histogram.buckets.num_buckets'"),
                            Get("area.records.body.fields.value.target.histogram.buckets.num_buckets''"),
                        ),
                    ),
                ),
            )
            * 8,
            Const(0),
        ),
    ),
    Check(
        "area.records",
        (Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.longs?")).equals(0)
        | (
            (
                Get("area.records.body.fields.value.target.histogram.longs<end>")
                - Get("area.records.body.fields.value.target.histogram.longs<decoded>")
            )
            % 8
        ).equals(0),
        "area.records.body.fields.value.target.histogram.longs.values",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.longs.values#",
        (
            Get("area.records.body.fields.value.target.histogram.longs<end>")
            - Get("area.records.body.fields.value.target.histogram.longs<decoded>")
        )
        // 8,
    ),
    Need(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.longs<decoded>"),
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.longs?"),
            Select(
                Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.longs?"),
                Get("area.records.body.fields.value.target.histogram.longs.values#"),
                Const(0),
            )
            * 8,
            Const(0),
        ),
        Get("area.records.body.fields.value.target.histogram.longs<decoded>"),
        Get("area.records.body.fields.value.target.histogram.longs<end>"),
        "area.records.body.fields.value.target.histogram.longs.values",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.longs>",
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.longs?"),
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@")
                + Get("area.records.body.fields.value.target.len_histogram")
                + 2,
                Begin() + 4,
            ),
            Get("area.records.body.fields.value.target.histogram>"),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.doubles?",
        Get("area.records.body.fields.value.target.histogram.format").equals(8)
        | Get("area.records.body.fields.value.target.histogram.format").equals(10)
        | Get("area.records.body.fields.value.target.histogram.format").equals(16),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.doubles?"),
            Get("area.records.body.fields.value.target.histogram.longs>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.doubles?"),
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@")
                + Get("area.records.body.fields.value.target.len_histogram")
                + 2,
                Begin() + 4,
            )
            - Get("area.records.body.fields.value.target.histogram.longs>"),
            Const(0),
        ),
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@")
            + Get("area.records.body.fields.value.target.len_histogram")
            + 2,
            Begin() + 4,
        ),
        "area.records.body.fields.value.target.histogram.doubles",
    ),
    Decode(
        "area.records",
        "area.records.body.fields.value.target.histogram.doubles<decoded>",
        "nibble_pack",
        Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.doubles?"),
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.doubles?"),
            Get("area.records.body.fields.value.target.histogram.longs>"),
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.doubles?"),
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@")
                + Get("area.records.body.fields.value.target.len_histogram")
                + 2,
                Begin() + 4,
            )
            - Get("area.records.body.fields.value.target.histogram.longs>"),
            Const(0),
        ),
        Select(
            Get("area.records.body.fields.value.target.histogram.format").equals(0),
            Const(0),
            Select(
                Get("area.records.body.fields.value.target.histogram.format").equals(9)
                | Get("area.records.body.fields.value.target.histogram.format").equals(16),
                Get("area.records.body.fields.value.target.histogram.buckets.num_positive") + 1,
                Select(
                    Get("area.records.body.fields.value.target.histogram.format").equals(3)
                    | Get("area.records.body.fields.value.target.histogram.format").equals(4)
                    | Get("area.records.body.fields.value.target.histogram.format").equals(8),
                    Get("area.records.body.fields.value.target.histogram.buckets.num_buckets"),
                    Select(
                        Get("area.records.body.fields.value.target.histogram.format").equals(5)
                        | Get("area.records.body.fields.value.target.histogram.format").equals(10),
                        Get("area.records.body.fields.value.target.histogram.buckets.num_buckets'"),
                        Get("area.records.body.fields.value.target.histogram.buckets.num_buckets''"),
                    ),
                ),
            ),
        )
        * 8,
        (
            Select(
                Get("area.records.body.fields.value.target.histogram.format").equals(0),
                Const(0),
                Select(
                    Get("area.records.body.fields.value.target.histogram.format").equals(9)
                    | Get("area.records.body.fields.value.target.histogram.format").equals(16),
                    Get("area.records.body.fields.value.target.histogram.buckets.num_positive") + 1,
                    Select(
                        Get("area.records.body.fields.value.target.histogram.format").equals(3)
                        | Get("area.records.body.fields.value.target.histogram.format").equals(4)
                        | Get("area.records.body.fields.value.target.histogram.format").equals(8),
                        Get("area.records.body.fields.value.target.histogram.buckets.num_buckets"),
                        Select(
                            Get("area.records.body.fields.value.target.histogram.format").equals(5)
                            | Get("area.records.body.fields.value.target.histogram.format").equals(10),
                            Get("area.records.body.fields.value.target.histogram.buckets.num_buckets'"),
                            Get("area.records.body.fields.value.target.histogram.buckets.num_buckets''"),
                        ),
                    ),
                ),
            ),
            Const(2),
        ),
        "area.records.body.fields.value.target.histogram.doubles",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.doubles<end>",
        Get("area.records.body.fields.value.target.histogram.doubles<decoded>")
        + Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.doubles?"),
            Select(
                Get("area.records.body.fields.value.target.histogram.format").equals(0),
                Const(0),
                Select(
                    Get("area.records.body.fields.value.target.histogram.format").equals(9)
                    | Get("area.records.body.fields.value.target.histogram.format").equals(16),
                    Get("area.records.body.fields.value.target.histogram.buckets.num_positive") + 1,
                    Select(
                        Get("area.records.body.fields.value.target.histogram.format").equals(3)
                        | Get("area.records.body.fields.value.target.histogram.format").equals(4)
                        | Get("area.records.body.fields.value.target.histogram.format").equals(8),
                        Get("area.records.body.fields.value.target.histogram.buckets.num_buckets"),
                        Select(
                            Get("area.records.body.fields.value.target.histogram.format").equals(5)
                            | Get("area.records.body.fields.value.target.histogram.format").equals(10),
                            Get("area.records.body.fields.value.target.histogram.buckets.num_buckets'"),
                            Get("area.records.body.fields.value.target.histogram.buckets.num_buckets''"),
                        ),
                    ),
                ),
            )
            * 8,
            Const(0),
        ),
    ),
    Check(
        "area.records",
        (Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.doubles?")).equals(
            0
        )
        | (
            (
                Get("area.records.body.fields.value.target.histogram.doubles<end>")
                - Get("area.records.body.fields.value.target.histogram.doubles<decoded>")
            )
            % 8
        ).equals(0),
        "area.records.body.fields.value.target.histogram.doubles.values",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.doubles.values#",
        (
            Get("area.records.body.fields.value.target.histogram.doubles<end>")
            - Get("area.records.body.fields.value.target.histogram.doubles<decoded>")
        )
        // 8,
    ),
    Need(
        "area.records",
        Get("area.records.body.fields.value.target.histogram.doubles<decoded>"),
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.doubles?"),
            Select(
                Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.doubles?"),
                Get("area.records.body.fields.value.target.histogram.doubles.values#"),
                Const(0),
            )
            * 8,
            Const(0),
        ),
        Get("area.records.body.fields.value.target.histogram.doubles<decoded>"),
        Get("area.records.body.fields.value.target.histogram.doubles<end>"),
        "area.records.body.fields.value.target.histogram.doubles.values",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.histogram.doubles>",
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.doubles?"),
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@")
                + Get("area.records.body.fields.value.target.len_histogram")
                + 2,
                Begin() + 4,
            ),
            Get("area.records.body.fields.value.target.histogram.longs>"),
        ),
    ),
)

_RECORDS_FIELDS_TYPE_7_FIELDS_TYPE_4: tuple[Step, ...] = (
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.offset",
        Load(
            "s4le",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                Get("area.records.body.fields.value.target.record.body.fields[*]@"),
                Up(Start()),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target@",
        Get("area.records.body.fields.value.target.record.body.fields<first>")
        + Get("area.records.body.fields.value.target.record.body.fields.value.offset")
        + -4,
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@"),
            Get("area.records.body.fields.value.target.record.body.fields<first>"),
        ),
        Const(0),
        Get("area.records.body.fields.value.target.record.body.fields<first>"),
        Get("area.records.body.fields.value.target.record.body.fields<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target",
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@"),
            Get("area.records.body.fields.value.target.record.body.fields<first>"),
        ),
        Select(Get("area.records.body.fields.value.target.record.body.fields[*]?"), Const(2), Const(0)),
        Get("area.records.body.fields.value.target.record.body.fields<first>"),
        Get("area.records.body.fields.value.target.record.body.fields<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.len_text",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.len_text",
        Load(
            "u2le",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target@"),
                Up(Start()),
            ),
        ),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@") + 2,
            Get("area.records.body.fields.value.target.record.body.fields<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.len_text"),
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields<first>"),
        Get("area.records.body.fields.value.target.record.body.fields<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.text",
    ),
    CheckText(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@") + 2,
            Get("area.records.body.fields.value.target.record.body.fields<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.len_text"),
            Const(0),
        ),
        "area.records.body.fields.value.target.record.body.fields.value.target.text",
    ),
)

_RECORDS_FIELDS_TYPE_7_FIELDS_TYPE_5: tuple[Step, ...] = (
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.offset",
        Load(
            "s4le",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                Get("area.records.body.fields.value.target.record.body.fields[*]@"),
                Up(Start()),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target@",
        Get("area.records.body.fields.value.target.record.body.fields<first>")
        + Get("area.records.body.fields.value.target.record.body.fields.value.offset")
        + -4,
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@"),
            Get("area.records.body.fields.value.target.record.body.fields<first>"),
        ),
        Const(0),
        Get("area.records.body.fields.value.target.record.body.fields<first>"),
        Get("area.records.body.fields.value.target.record.body.fields<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target",
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@"),
            Get("area.records.body.fields.value.target.record.body.fields<first>"),
        ),
        Select(Get("area.records.body.fields.value.target.record.body.fields[*]?"), Const(2), Const(0)),
        Get("area.records.body.fields.value.target.record.body.fields<first>"),
        Get("area.records.body.fields.value.target.record.body.fields<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.len_area",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.len_area",
        Load(
            "u2le",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target@"),
                Up(Start()),
            ),
        ),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@") + 2,
            Get("area.records.body.fields.value.target.record.body.fields<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.len_area"),
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields<first>"),
        Get("area.records.body.fields.value.target.record.body.fields<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.area",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.area<first>",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@") + 2,
            Get("area.records.body.fields.value.target.record.body.fields<first>"),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.area<behind>",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@")
            + Get("area.records.body.fields.value.target.record.body.fields.value.target.len_area")
            + 2,
            Get("area.records.body.fields.value.target.record.body.fields<first>"),
        ),
    ),
    Run(
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@") + 2,
            Up(Start()),
        ),
        (
            Let(
                "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
                "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code",
                Load("u1", Begin()),
            ),
            Let(
                "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
                "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal?",
                Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code") < 192,
            ),
            Let(
                "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
                "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal>",
                Select(
                    Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal?"),
                    Begin()
                    + Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code")
                    + 1,
                    Begin() + 1,
                ),
            ),
            Let(
                "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
                "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.len_value",
                Load(
                    "u2le",
                    Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal>"),
                ),
            ),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal>")
        + Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.len_value")
        + 2,
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.area<behind>"),
            Up(Start()),
        ),
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries",
    ),
    Need(
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
        Begin(),
        Const(1),
        Up(Get("area.records.body.fields.value.target.record.body.fields.value.target.area<first>")),
        Up(Get("area.records.body.fields.value.target.record.body.fields.value.target.area<behind>")),
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code",
    ),
    Let(
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code",
        Load("u1", Begin()),
    ),
    Check(
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
        (Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code") < 192)
        | (
            Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code") & 63
            < Given("schemas[*].columns[_column].inner.predefined_keys.size")
        ),
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code",
    ),
    Let(
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal?",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code") < 192,
    ),
    Need(
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal?"),
            Begin() + 1,
            Up(Get("area.records.body.fields.value.target.record.body.fields.value.target.area<first>")),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code"),
            Const(0),
        ),
        Up(Get("area.records.body.fields.value.target.record.body.fields.value.target.area<first>")),
        Up(Get("area.records.body.fields.value.target.record.body.fields.value.target.area<behind>")),
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal",
    ),
    CheckText(
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal?"),
            Begin() + 1,
            Up(Get("area.records.body.fields.value.target.record.body.fields.value.target.area<first>")),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code"),
            Const(0),
        ),
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal",
    ),
    Let(
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal>",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal?"),
            Begin()
            + Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code")
            + 1,
            Begin() + 1,
        ),
    ),
    Need(
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal>"),
        Const(2),
        Up(Get("area.records.body.fields.value.target.record.body.fields.value.target.area<first>")),
        Up(Get("area.records.body.fields.value.target.record.body.fields.value.target.area<behind>")),
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.len_value",
    ),
    Let(
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.len_value",
        Load(
            "u2le", Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal>")
        ),
    ),
    Need(
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal>") + 2,
        Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.len_value"),
        Up(Get("area.records.body.fields.value.target.record.body.fields.value.target.area<first>")),
        Up(Get("area.records.body.fields.value.target.record.body.fields.value.target.area<behind>")),
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.value",
    ),
    CheckText(
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal>") + 2,
        Get("area.records.body.fields.value.target.record.body.fields.value.target.area.entries.len_value"),
        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.value",
    ),
)

_RECORDS_FIELDS_TYPE_7_FIELDS_TYPE_6: tuple[Step, ...] = (
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.offset",
        Load(
            "s4le",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                Get("area.records.body.fields.value.target.record.body.fields[*]@"),
                Up(Start()),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target@",
        Get("area.records.body.fields.value.target.record.body.fields<first>")
        + Get("area.records.body.fields.value.target.record.body.fields.value.offset")
        + -4,
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@"),
            Get("area.records.body.fields.value.target.record.body.fields<first>"),
        ),
        Const(0),
        Get("area.records.body.fields.value.target.record.body.fields<first>"),
        Get("area.records.body.fields.value.target.record.body.fields<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target",
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@"),
            Get("area.records.body.fields.value.target.record.body.fields<first>"),
        ),
        Select(Get("area.records.body.fields.value.target.record.body.fields[*]?"), Const(2), Const(0)),
        Get("area.records.body.fields.value.target.record.body.fields<first>"),
        Get("area.records.body.fields.value.target.record.body.fields<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.len_histogram",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.len_histogram",
        Load(
            "u2le",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target@"),
                Up(Start()),
            ),
        ),
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields[*]?").equals(0)
        | (Get("area.records.body.fields.value.target.record.body.fields.value.target.len_histogram") <= 32767),
        "area.records.body.fields.value.target.record.body.fields.value.target.len_histogram",
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@") + 2,
            Get("area.records.body.fields.value.target.record.body.fields<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.len_histogram"),
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields<first>"),
        Get("area.records.body.fields.value.target.record.body.fields<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@") + 2,
            Get("area.records.body.fields.value.target.record.body.fields<first>"),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@")
            + Get("area.records.body.fields.value.target.record.body.fields.value.target.len_histogram")
            + 2,
            Get("area.records.body.fields.value.target.record.body.fields<first>"),
        ),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@") + 2,
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
        Select(Get("area.records.body.fields.value.target.record.body.fields[*]?"), Const(1), Const(0)),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format",
        Load(
            "u1",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target@") + 2,
                Up(Start()),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets?",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").differs(0),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@") + 3,
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets?"),
            Const(2),
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets",
        Load(
            "u2le",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields[*]?")
                & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets?"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target@") + 3,
                Up(Start()),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target@") + 5,
            Get("area.records.body.fields.value.target.record.body.fields.value.target@") + 3,
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets?",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").differs(0),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<case>",
        Match(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"),
            _NUMBERS,
            _NUMBERS_2,
            3,
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>",
        Get("area.records.body.fields.value.target.record.body.fields[*]?")
        & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets?")
        & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<case>").equals(
            0
        ),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets"),
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<behind>",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
            + Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>"),
            Const(18),
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets",
        Load(
            "u2le",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"),
                Up(Start()),
            ),
        ),
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>").equals(0)
        | (
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets")
            >= 1
        ),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets",
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>").equals(0)
        | (
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets")
            <= 32767
        ),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.first",
        Load(
            "f8le",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>") + 2,
                Up(Start()),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.multiplier",
        Load(
            "f8le",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
                + 10,
                Up(Start()),
            ),
        ),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>") + 18,
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<behind>")
            - Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
            + -18,
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets",
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>").equals(0)
        | (
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<behind>")
            - Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
            + -18
        ).equals(0),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>",
        Get("area.records.body.fields.value.target.record.body.fields[*]?")
        & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets?")
        & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<case>").equals(
            1
        ),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets"),
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>'",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<behind>'",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
            + Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>'"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
            Const(2),
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>'"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<behind>'"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets'",
        Load(
            "u2le",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"),
                Up(Start()),
            ),
        ),
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>").equals(0)
        | (
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets'")
            >= 1
        ),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets",
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>").equals(0)
        | (
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets'")
            <= 8191
        ),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets",
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>") + 2,
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>'"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<behind>'")
            - Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
            + -2,
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>'"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<behind>'"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops",
    ),
    Decode(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops<decoded>",
        "nibble_pack",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>") + 2,
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>'"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<behind>'")
            - Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
            + -2,
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets'") * 8,
        (
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets'"),
            Const(2),
        ),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops<end>",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops<decoded>")
        + Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets'")
            * 8,
            Const(0),
        ),
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>").equals(0)
        | (
            (
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops<end>")
                - Get(
                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops<decoded>"
                )
            )
            % 8
        ).equals(0),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops.values",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops.values#",
        (
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops<end>")
            - Get(
                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops<decoded>"
            )
        )
        // 8,
    ),
    Need(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops<decoded>"),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
                Get(
                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops.values#"
                ),
                Const(0),
            )
            * 8,
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops<decoded>"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops<end>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops.values",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>",
        Get("area.records.body.fields.value.target.record.body.fields[*]?")
        & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets?")
        & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<case>").equals(
            2
        ),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets"),
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>''",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<behind>''",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
            + Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>''"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
            Const(16),
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>''"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<behind>''"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets''",
        Load(
            "u2le",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"),
                Up(Start()),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.scale",
        Load(
            "s2le",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>") + 2,
                Up(Start()),
            ),
        ),
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>").equals(0)
        | (Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.scale") >= -20),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.scale",
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>").equals(0)
        | (Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.scale") <= 20),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.scale",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.start_index",
        Load(
            "s4le",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>") + 4,
                Up(Start()),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_positive",
        Load(
            "s2le",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>") + 8,
                Up(Start()),
            ),
        ),
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>").equals(0)
        | (
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_positive")
            >= 0
        ),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_positive",
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>").equals(0)
        | (
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_positive")
            <= 180
        ),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_positive",
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>").equals(0)
        | Load(
            "u1",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
                + 10,
                Up(Start()),
            ),
        ).equals(0),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.negative",
        True,
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>").equals(0)
        | Load(
            "u1",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
                + 11,
                Up(Start()),
            ),
        ).equals(0),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.negative",
        True,
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>").equals(0)
        | Load(
            "u1",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
                + 12,
                Up(Start()),
            ),
        ).equals(0),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.negative",
        True,
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>").equals(0)
        | Load(
            "u1",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
                + 13,
                Up(Start()),
            ),
        ).equals(0),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.negative",
        True,
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>").equals(0)
        | Load(
            "u1",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
                + 14,
                Up(Start()),
            ),
        ).equals(0),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.negative",
        True,
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>").equals(0)
        | Load(
            "u1",
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
                + 15,
                Up(Start()),
            ),
        ).equals(0),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.negative",
        True,
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>") + 16,
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>''"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<behind>''")
            - Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
            + -16,
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<first>''"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<behind>''"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets",
    ),
    Check(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>").equals(0)
        | (
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<behind>''")
            - Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
            + -16
        ).equals(0),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<3>",
        Get("area.records.body.fields.value.target.record.body.fields[*]?")
        & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets?")
        & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<case>").equals(
            3
        ),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<3>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<3>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets"),
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets>",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<3>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
            + Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets"),
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
                + Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets"),
                Select(
                    Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"),
                    Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>")
                    + Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets"
                    ),
                    Select(
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>"
                        ),
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"
                        )
                        + Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets"
                        ),
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"
                        ),
                    ),
                ),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets>'",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.len_buckets>"),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram._unnamed3?",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(0),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram._unnamed3?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets>'"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram._unnamed3?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>")
            - Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets>'"),
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram",
    ),
    Check(
        "area.records",
        (
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram._unnamed3?")
        ).equals(0)
        | (
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>")
            - Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets>'")
        ).equals(0),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram>",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram._unnamed3?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets>'"),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs?",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").differs(0)
        & (
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(8)
            | Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(10)
            | Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(16)
        ).equals(0),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>")
            - Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram>"),
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs",
    ),
    Aside(
        "area.records",
        (
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format")
            .equals(0)
            .equals(0)
            & (
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(9)
                | Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(
                    16
                )
            ).equals(0)
            & (
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(3)
                | Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(
                    4
                )
                | Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(
                    8
                )
            ).equals(0)
            & (
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(5)
                | Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(
                    10
                )
            ).equals(0)
        ).equals(0)
        | Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"),
        "",
    ),
    Decode(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs<decoded>",
        "nibble_pack",
        Get("area.records.body.fields.value.target.record.body.fields[*]?")
        & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs?"),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>")
            - Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram>"),
            Const(0),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(0),
            Const(0),
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(9)
                | Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(
                    16
                ),
                Get(
                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_positive"
                )
                + 1,
                Select(
                    Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                    ).equals(3)
                    | Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                    ).equals(4)
                    | Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                    ).equals(8),
                    Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets"
                    ),
                    Select(
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(5)
                        | Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(10),
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets'"
                        ),
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets''"
                        ),
                    ),
                ),
            ),
        )
        * 8,
        (
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(0),
                Const(0),
                Select(
                    Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                    ).equals(9)
                    | Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                    ).equals(16),
                    Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_positive"
                    )
                    + 1,
                    Select(
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(3)
                        | Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(4)
                        | Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(8),
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets"
                        ),
                        Select(
                            Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                            ).equals(5)
                            | Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                            ).equals(10),
                            Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets'"
                            ),
                            Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets''"
                            ),
                        ),
                    ),
                ),
            ),
            Const(1),
        ),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs<end>",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs<decoded>")
        + Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs?"),
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(0),
                Const(0),
                Select(
                    Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                    ).equals(9)
                    | Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                    ).equals(16),
                    Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_positive"
                    )
                    + 1,
                    Select(
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(3)
                        | Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(4)
                        | Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(8),
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets"
                        ),
                        Select(
                            Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                            ).equals(5)
                            | Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                            ).equals(10),
                            Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets'"
                            ),
                            Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets''"
                            ),
                        ),
                    ),
                ),
            )
            * 8,
            Const(0),
        ),
    ),
    Check(
        "area.records",
        (
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs?")
        ).equals(0)
        | (
            (
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs<end>")
                - Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs<decoded>")
            )
            % 8
        ).equals(0),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs.values",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs.values#",
        (
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs<end>")
            - Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs<decoded>")
        )
        // 8,
    ),
    Need(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs<decoded>"),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs?"),
            Select(
                Get("area.records.body.fields.value.target.record.body.fields[*]?")
                & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs?"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs.values#"),
                Const(0),
            )
            * 8,
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs<decoded>"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs<end>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs.values",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs>",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram>"),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles?",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(8)
        | Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(10)
        | Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(16),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>")
            - Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs>"),
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles",
    ),
    Decode(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles<decoded>",
        "nibble_pack",
        Get("area.records.body.fields.value.target.record.body.fields[*]?")
        & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles?"),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<first>"),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>")
            - Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs>"),
            Const(0),
        ),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(0),
            Const(0),
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(9)
                | Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(
                    16
                ),
                Get(
                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_positive"
                )
                + 1,
                Select(
                    Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                    ).equals(3)
                    | Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                    ).equals(4)
                    | Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                    ).equals(8),
                    Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets"
                    ),
                    Select(
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(5)
                        | Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(10),
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets'"
                        ),
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets''"
                        ),
                    ),
                ),
            ),
        )
        * 8,
        (
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(0),
                Const(0),
                Select(
                    Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                    ).equals(9)
                    | Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                    ).equals(16),
                    Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_positive"
                    )
                    + 1,
                    Select(
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(3)
                        | Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(4)
                        | Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(8),
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets"
                        ),
                        Select(
                            Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                            ).equals(5)
                            | Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                            ).equals(10),
                            Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets'"
                            ),
                            Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets''"
                            ),
                        ),
                    ),
                ),
            ),
            Const(2),
        ),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles<end>",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles<decoded>")
        + Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles?"),
            Select(
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.format").equals(0),
                Const(0),
                Select(
                    Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                    ).equals(9)
                    | Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                    ).equals(16),
                    Get(
                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_positive"
                    )
                    + 1,
                    Select(
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(3)
                        | Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(4)
                        | Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                        ).equals(8),
                        Get(
                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets"
                        ),
                        Select(
                            Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                            ).equals(5)
                            | Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                            ).equals(10),
                            Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets'"
                            ),
                            Get(
                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets''"
                            ),
                        ),
                    ),
                ),
            )
            * 8,
            Const(0),
        ),
    ),
    Check(
        "area.records",
        (
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles?")
        ).equals(0)
        | (
            (
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles<end>")
                - Get(
                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles<decoded>"
                )
            )
            % 8
        ).equals(0),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles.values",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles.values#",
        (
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles<end>")
            - Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles<decoded>")
        )
        // 8,
    ),
    Need(
        "area.records",
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles<decoded>"),
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles?"),
            Select(
                Get("area.records.body.fields.value.target.record.body.fields[*]?")
                & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles?"),
                Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles.values#"),
                Const(0),
            )
            * 8,
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles<decoded>"),
        Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles<end>"),
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles.values",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles>",
        Select(
            Get("area.records.body.fields.value.target.record.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles?"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram<behind>"),
            Get("area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs>"),
        ),
    ),
)

_RECORDS_FIELDS_TYPE_7: tuple[Step, ...] = (
    Let(
        "area.records",
        "area.records.body.fields.value.offset",
        Load("s4le", Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields[*]@"), Up(Start()))),
    ),
    Let(
        "area.records", "area.records.body.fields.value.target@", Begin() + Get("area.records.body.fields.value.offset")
    ),
    Need(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@"), Begin() + 4),
        Const(0),
        Begin() + 4,
        Begin() + Get("area.records.len_body") + 4,
        "area.records.body.fields.value.target",
    ),
    Need(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@"), Begin() + 4),
        Select(Get("area.records.body.fields[*]?"), Const(2), Const(0)),
        Begin() + 4,
        Begin() + Get("area.records.len_body") + 4,
        "area.records.body.fields.value.target.len_record",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.len_record",
        Load(
            "u2le",
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@"), Up(Start())),
        ),
    ),
    Need(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target.len_record"), Const(0)),
        Begin() + 4,
        Begin() + Get("area.records.len_body") + 4,
        "area.records.body.fields.value.target.record",
    ),
    Need(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(Get("area.records.body.fields[*]?"), Const(4), Const(0)),
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@") + Get("area.records.body.fields.value.target.len_record") + 2,
            Begin() + 4,
        ),
        "area.records.body.fields.value.target.record.len_body",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.len_body",
        Load(
            "s4le",
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Up(Start())),
        ),
    ),
    Need(
        "area.records",
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 6, Begin() + 4),
        Select(
            Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target.record.len_body"), Const(0)
        ),
        Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@") + Get("area.records.body.fields.value.target.len_record") + 2,
            Begin() + 4,
        ),
        "area.records.body.fields.value.target.record.body",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.schema_id?",
        Given("schemas[*].columns[_column].inner.has_id"),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.record.body.schema_id?"),
            Get("area.records.body.fields.value.target@") + 6,
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@") + 6,
                Select(
                    Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4
                ),
            ),
        ),
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.record.body.schema_id?"),
            Const(2),
            Const(0),
        ),
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@") + 6,
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@")
            + Get("area.records.body.fields.value.target.record.len_body")
            + 6,
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        "area.records.body.fields.value.target.record.body.schema_id",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.schema_id",
        Load(
            "u2le",
            Select(
                Get("area.records.body.fields[*]?")
                & Get("area.records.body.fields.value.target.record.body.schema_id?"),
                Get("area.records.body.fields.value.target@") + 6,
                Up(Start()),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.schema_id>",
        Select(
            Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.record.body.schema_id?"),
            Get("area.records.body.fields.value.target@") + 8,
            Get("area.records.body.fields.value.target@") + 6,
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields<first>",
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@") + 6,
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.fields<behind>",
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@")
            + Get("area.records.body.fields.value.target.record.len_body")
            + 6,
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
    ),
    Unrolled(
        "area.records.body.fields.value.target.record.body.fields[*]",
        "area.records",
        Given("schemas[*].columns[_column].inner.columns.size"),
        Get("area.records.body.fields.value.target.record.body.schema_id>"),
        (),
        (
            Variant(
                Given("schemas[*].columns[_column].inner.columns[_column'].type").equals(0),
                (
                    Let(
                        "area.records",
                        "area.records.body.fields.value.target.record.body.fields.value",
                        Load(
                            "s4le",
                            Select(
                                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                                Get("area.records.body.fields.value.target.record.body.fields[*]@"),
                                Up(Start()),
                            ),
                        ),
                    ),
                ),
                Get("area.records.body.fields.value.target.record.body.fields[*]@") + 4,
            ),
            Variant(
                Given("schemas[*].columns[_column].inner.columns[_column'].type").equals(1),
                (
                    Let(
                        "area.records",
                        "area.records.body.fields.value.target.record.body.fields.value",
                        Load(
                            "s8le",
                            Select(
                                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                                Get("area.records.body.fields.value.target.record.body.fields[*]@"),
                                Up(Start()),
                            ),
                        ),
                    ),
                ),
                Get("area.records.body.fields.value.target.record.body.fields[*]@") + 8,
            ),
            Variant(
                Given("schemas[*].columns[_column].inner.columns[_column'].type").equals(2),
                (
                    Let(
                        "area.records",
                        "area.records.body.fields.value.target.record.body.fields.value",
                        Load(
                            "f8le",
                            Select(
                                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                                Get("area.records.body.fields.value.target.record.body.fields[*]@"),
                                Up(Start()),
                            ),
                        ),
                    ),
                ),
                Get("area.records.body.fields.value.target.record.body.fields[*]@") + 8,
            ),
            Variant(
                Given("schemas[*].columns[_column].inner.columns[_column'].type").equals(3),
                (
                    Let(
                        "area.records",
                        "area.records.body.fields.value.target.record.body.fields.value.value",
                        Load(
                            "s8le",
                            Select(
                                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                                Get("area.records.body.fields.value.target.record.body.fields[*]@"),
                                Up(Start()),
                            ),
                        ),
                    ),
                ),
                Get("area.records.body.fields.value.target.record.body.fields[*]@") + 8,
            ),
            Variant(
                Given("schemas[*].columns[_column].inner.columns[_column'].type").equals(4),
                _RECORDS_FIELDS_TYPE_7_FIELDS_TYPE_4,
                Get("area.records.body.fields.value.target.record.body.fields[*]@") + 4,
            ),
            Variant(
                Given("schemas[*].columns[_column].inner.columns[_column'].type").equals(5),
                _RECORDS_FIELDS_TYPE_7_FIELDS_TYPE_5,
                Get("area.records.body.fields.value.target.record.body.fields[*]@") + 4,
            ),
            Variant(
                Given("schemas[*].columns[_column].inner.columns[_column'].type").equals(6),
                _RECORDS_FIELDS_TYPE_7_FIELDS_TYPE_6,
                Get("area.records.body.fields.value.target.record.body.fields[*]@") + 4,
            ),
            Variant(
                Given("schemas[*].columns[_column].inner.columns[_column'].type").equals(7),
                (),
                Get("area.records.body.fields.value.target.record.body.fields[*]@") + 4,
                True,
            ),
        ),
        "schemas[*]",
        Select(
            Given("schemas[0].has_id and not false"),
            Sought("schemas[*]", "schemas[*].id", Get("area.records.body.schema_id")),
            Const(0),
        ),
        Get("area.records.body.fields.value.target.record.body.fields<first>"),
        Get("area.records.body.fields.value.target.record.body.fields<behind>"),
        Get("area.records.body.fields[*]?"),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.partition_hash?",
        Given("schemas[*].columns[_column].inner.has_id"),
    ),
    Need(
        "area.records",
        Select(
            Get("area.records.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.partition_hash?"),
            Get("area.records.body.fields.value.target.record.body.fields[*]>"),
            Select(
                Get("area.records.body.fields[*]?"),
                Get("area.records.body.fields.value.target@") + 6,
                Select(
                    Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4
                ),
            ),
        ),
        Select(
            Get("area.records.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.partition_hash?"),
            Const(4),
            Const(0),
        ),
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@") + 6,
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        Select(
            Get("area.records.body.fields[*]?"),
            Get("area.records.body.fields.value.target@")
            + Get("area.records.body.fields.value.target.record.len_body")
            + 6,
            Select(Get("area.records.body.fields[*]?"), Get("area.records.body.fields.value.target@") + 2, Begin() + 4),
        ),
        "area.records.body.fields.value.target.record.body.partition_hash",
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.partition_hash",
        Load(
            "s4le",
            Select(
                Get("area.records.body.fields[*]?")
                & Get("area.records.body.fields.value.target.record.body.partition_hash?"),
                Get("area.records.body.fields.value.target.record.body.fields[*]>"),
                Up(Start()),
            ),
        ),
    ),
    Let(
        "area.records",
        "area.records.body.fields.value.target.record.body.partition_hash>",
        Select(
            Get("area.records.body.fields[*]?")
            & Get("area.records.body.fields.value.target.record.body.partition_hash?"),
            Get("area.records.body.fields.value.target.record.body.fields[*]>") + 4,
            Get("area.records.body.fields.value.target.record.body.fields[*]>"),
        ),
    ),
)

_RECORDS_FIELDS_SHOWN_TYPE_6: tuple[Step, ...] = (
    Aside(
        "area.records",
        (
            Get("area.records.body.fields[*]?")
            & Get("area.records.body.fields.value.target.histogram.format").equals(0).equals(0)
            & (
                Get("area.records.body.fields.value.target.histogram.format").equals(9)
                | Get("area.records.body.fields.value.target.histogram.format").equals(16)
            ).equals(0)
            & (
                Get("area.records.body.fields.value.target.histogram.format").equals(3)
                | Get("area.records.body.fields.value.target.histogram.format").equals(4)
                | Get("area.records.body.fields.value.target.histogram.format").equals(8)
            ).equals(0)
            & (
                Get("area.records.body.fields.value.target.histogram.format").equals(5)
                | Get("area.records.body.fields.value.target.histogram.format").equals(10)
            ).equals(0)
        ).equals(0)
        | Get("area.records.body.fields.value.target.histogram.buckets<2>"),
        "",
    ),
    Elements(
        "bucket_tops",
        "area.records",
        Select(
            Get("area.records.body.fields[*]?"),
            Binary(
                "max",
                Select(
                    Get("area.records.body.fields.value.target.histogram.format").equals(0),
                    Const(0),
                    Select(
                        Get("area.records.body.fields.value.target.histogram.format").equals(9)
                        | Get("area.records.body.fields.value.target.histogram.format").equals(16),
                        Get("area.records.body.fields.value.target.histogram.buckets.num_positive") + 1,
                        Select(
                            Get("area.records.body.fields.value.target.histogram.format").equals(3)
                            | Get("area.records.body.fields.value.target.histogram.format").equals(4)
                            | Get("area.records.body.fields.value.target.histogram.format").equals(8),
                            Get("area.records.body.fields.value.target.histogram.buckets.num_buckets"),
                            Select(
                                Get("area.records.body.fields.value.target.histogram.format").equals(5)
                                | Get("area.records.body.fields.value.target.histogram.format").equals(10),
                                Get("area.records.body.fields.value.target.histogram.buckets.num_buckets'"),
                                Get("area.records.body.fields.value.target.histogram.buckets.num_buckets''"),
                            ),
                        ),
                    ),
                ),
                Const(0),
            ),
            Const(0),
        ),
        "bucket_tops",
    ),
    Aside(
        "bucket_tops",
        (
            Up(Get("area.records.body.fields[*]?"))
            & Up(
                Get("area.records.body.fields.value.target.histogram.format").equals(3)
                | Get("area.records.body.fields.value.target.histogram.format").equals(4)
                | Get("area.records.body.fields.value.target.histogram.format").equals(8)
            ).equals(0)
            & Up(
                Get("area.records.body.fields.value.target.histogram.format").equals(9)
                | Get("area.records.body.fields.value.target.histogram.format").equals(16)
            )
            & Index().equals(0).equals(0)
        ).equals(0)
        | Up(Get("area.records.body.fields.value.target.histogram.buckets<2>")),
        "",
    ),
    Check(
        "bucket_tops",
        (
            Up(Get("area.records.body.fields[*]?"))
            & Up(
                Get("area.records.body.fields.value.target.histogram.format").equals(3)
                | Get("area.records.body.fields.value.target.histogram.format").equals(4)
                | Get("area.records.body.fields.value.target.histogram.format").equals(8)
            ).equals(0)
            & Up(
                Get("area.records.body.fields.value.target.histogram.format").equals(9)
                | Get("area.records.body.fields.value.target.histogram.format").equals(16)
            ).equals(0)
        ).equals(0)
        | (Index() >= 0)
        & (
            Index()
            < Up(
                Select(
                    Get("area.records.body.fields.value.target.histogram.buckets<1>"),
                    Get("area.records.body.fields.value.target.histogram.buckets.tops.values#"),
                    Const(0),
                )
            )
        ),
        "values",
    ),
    Check(
        "bucket_tops",
        (
            Up(Get("area.records.body.fields[*]?"))
            & Up(
                Get("area.records.body.fields.value.target.histogram.format").equals(8)
                | Get("area.records.body.fields.value.target.histogram.format").equals(10)
                | Get("area.records.body.fields.value.target.histogram.format").equals(16)
            )
        ).equals(0)
        | (Index() >= 0)
        & (
            Index()
            < Up(
                Select(
                    Get("area.records.body.fields[*]?")
                    & Get("area.records.body.fields.value.target.histogram.doubles?"),
                    Get("area.records.body.fields.value.target.histogram.doubles.values#"),
                    Const(0),
                )
            )
        ),
        "values",
    ),
    Check(
        "bucket_tops",
        (
            Up(Get("area.records.body.fields[*]?"))
            & Up(
                Get("area.records.body.fields.value.target.histogram.format").equals(8)
                | Get("area.records.body.fields.value.target.histogram.format").equals(10)
                | Get("area.records.body.fields.value.target.histogram.format").equals(16)
            ).equals(0)
        ).equals(0)
        | (Index() >= 0)
        & (
            Index()
            < Up(
                Select(
                    Get("area.records.body.fields[*]?") & Get("area.records.body.fields.value.target.histogram.longs?"),
                    Get("area.records.body.fields.value.target.histogram.longs.values#"),
                    Const(0),
                )
            )
        ),
        "values",
    ),
)

RECORDS_PLAN = RowPlan(
    frame=LengthFrame(kind="s4le", at=0, extra=4, header=4),
    steps=(
        *_STEPS,
        Unrolled(
            "area.records.body.fields[*]",
            "area.records",
            Entry(
                "schemas[*]",
                "schemas[*].columns.size",
                Select(
                    Given("schemas[0].has_id and not false"),
                    Sought("schemas[*]", "schemas[*].id", Get("area.records.body.schema_id")),
                    Const(0),
                ),
            ),
            Get("area.records.body.schema_id>"),
            (),
            (
                Variant(
                    Given("schemas[*].columns[_column].type").equals(0),
                    (
                        Let(
                            "area.records",
                            "area.records.body.fields.value",
                            Load(
                                "s4le",
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields[*]@"),
                                    Up(Start()),
                                ),
                            ),
                        ),
                    ),
                    Get("area.records.body.fields[*]@") + 4,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(1),
                    (
                        Let(
                            "area.records",
                            "area.records.body.fields.value",
                            Load(
                                "s8le",
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields[*]@"),
                                    Up(Start()),
                                ),
                            ),
                        ),
                    ),
                    Get("area.records.body.fields[*]@") + 8,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(2),
                    (
                        Let(
                            "area.records",
                            "area.records.body.fields.value",
                            Load(
                                "f8le",
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields[*]@"),
                                    Up(Start()),
                                ),
                            ),
                        ),
                    ),
                    Get("area.records.body.fields[*]@") + 8,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(3),
                    (
                        Let(
                            "area.records",
                            "area.records.body.fields.value.value",
                            Load(
                                "s8le",
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields[*]@"),
                                    Up(Start()),
                                ),
                            ),
                        ),
                    ),
                    Get("area.records.body.fields[*]@") + 8,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(4),
                    _RECORDS_FIELDS_TYPE_4,
                    Get("area.records.body.fields[*]@") + 4,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(5),
                    _RECORDS_FIELDS_TYPE_5,
                    Get("area.records.body.fields[*]@") + 4,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(6),
                    _RECORDS_FIELDS_TYPE_6,
                    Get("area.records.body.fields[*]@") + 4,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(7),
                    _RECORDS_FIELDS_TYPE_7,
                    Get("area.records.body.fields[*]@") + 4,
                ),
            ),
            "schemas[*]",
            Select(
                Given("schemas[0].has_id and not false"),
                Sought("schemas[*]", "schemas[*].id", Get("area.records.body.schema_id")),
                Const(0),
            ),
            Begin() + 4,
            Begin() + Get("area.records.len_body") + 4,
        ),
        Let("area.records", "area.records.body.partition_hash?", Given("schemas[0].has_id")),
        Need(
            "area.records",
            Select(Get("area.records.body.partition_hash?"), Get("area.records.body.fields[*]>"), Begin() + 4),
            Select(Get("area.records.body.partition_hash?"), Const(4), Const(0)),
            Begin() + 4,
            Begin() + Get("area.records.len_body") + 4,
            "area.records.body.partition_hash",
        ),
        Let(
            "area.records",
            "area.records.body.partition_hash",
            Load(
                "s4le",
                Select(Get("area.records.body.partition_hash?"), Get("area.records.body.fields[*]>"), Up(Start())),
            ),
        ),
        Let(
            "area.records",
            "area.records.body.partition_hash>",
            Select(
                Get("area.records.body.partition_hash?"),
                Get("area.records.body.fields[*]>") + 4,
                Get("area.records.body.fields[*]>"),
            ),
        ),
        Need(
            "area.records",
            Begin() + Get("area.records.len_body") + 4,
            (0 - Get("area.records.len_body")) % 4,
            Up(Start()) + 16,
            Up(Start()) + Up(Get("num_bytes")) + 4,
            "area.records",
        ),
    ),
    rows="area.records",
    columns=(
        Number("container", "int32", Up(Index()), fits=Up(Index()) <= 0x7FFFFFFF),
        Number("record", "int32", Index()),
        Number(
            "container_time",
            "timestamp[us]",
            Up(Get("time")) * 1000,
            fits=(Up(Get("time")) >= -9223372036854775) & (Up(Get("time")) <= 9223372036854775),
        ),
        Number("schema_id", "int32", Get("area.records.body.schema_id"), Get("area.records.body.schema_id?")),
        Tabled(
            "schema",
            Select(
                Given("schemas[0].has_id and not false"),
                Sought("schemas[*]", "schemas[*].id", Get("area.records.body.schema_id")),
                Const(0),
            ),
            "schemas[*].name",
        ),
        Number(
            "partition_hash", "int32", Get("area.records.body.partition_hash"), Get("area.records.body.partition_hash?")
        ),
    ),
    cells=Cells(
        "area.records.body.fields[*]",
        (
            CellVariant(
                Given("schemas[*].columns[_column].type").equals(0),
                (),
                Number("", "int32", Get("area.records.body.fields.value"), Get("area.records.body.fields[*]?")),
            ),
            CellVariant(
                Given("schemas[*].columns[_column].type").equals(1),
                (),
                Number("", "int64", Get("area.records.body.fields.value"), Get("area.records.body.fields[*]?")),
            ),
            CellVariant(
                Given("schemas[*].columns[_column].type").equals(2),
                (),
                Number("", "float64", Get("area.records.body.fields.value"), Get("area.records.body.fields[*]?")),
            ),
            CellVariant(
                Given("schemas[*].columns[_column].type").equals(3),
                (),
                Number(
                    "",
                    "timestamp[us]",
                    Get("area.records.body.fields.value.value") * 1000,
                    Get("area.records.body.fields[*]?"),
                    Get("area.records.body.fields[*]?").equals(0)
                    | (Get("area.records.body.fields.value.value") >= -9223372036854775)
                    & (Get("area.records.body.fields.value.value") <= 9223372036854775),
                ),
            ),
            CellVariant(
                Given("schemas[*].columns[_column].type").equals(4),
                (),
                Piece(
                    "",
                    "string",
                    Get("area.records.body.fields.value.target@") + 2,
                    Get("area.records.body.fields.value.target.len_text"),
                    Get("area.records.body.fields[*]?"),
                ),
            ),
            CellVariant(
                Given("schemas[*].columns[_column].type").equals(5),
                (
                    Check(
                        "area.records.body.fields.value.target.area.entries_",
                        (Get("area.records.body.fields.value.target.area.entries.code") < 192).equals(0).equals(0)
                        | (
                            Get("area.records.body.fields.value.target.area.entries.code") & 63
                            < Entry(
                                "schemas[*]",
                                "schemas[*].predefined_keys.size",
                                Up(
                                    Select(
                                        Given("schemas[0].has_id and not false"),
                                        Sought("schemas[*]", "schemas[*].id", Get("area.records.body.schema_id")),
                                        Const(0),
                                    )
                                ),
                            )
                        ),
                        "area.records.body.fields.value.target.area.entries",
                    ),
                ),
                Map(
                    "",
                    "area.records.body.fields.value.target.area.entries_",
                    Piece(
                        "key",
                        "string",
                        Select(
                            Get("area.records.body.fields.value.target.area.entries.code") < 192,
                            Begin() + 1,
                            Texts(
                                "schemas[*]",
                                "schemas[*].predefined_keys",
                                Up(
                                    Select(
                                        Given("schemas[0].has_id and not false"),
                                        Sought("schemas[*]", "schemas[*].id", Get("area.records.body.schema_id")),
                                        Const(0),
                                    )
                                ),
                                Get("area.records.body.fields.value.target.area.entries.code") & 63,
                                "address",
                            ),
                        ),
                        Select(
                            Get("area.records.body.fields.value.target.area.entries.code") < 192,
                            Get("area.records.body.fields.value.target.area.entries.code"),
                            Texts(
                                "schemas[*]",
                                "schemas[*].predefined_keys",
                                Up(
                                    Select(
                                        Given("schemas[0].has_id and not false"),
                                        Sought("schemas[*]", "schemas[*].id", Get("area.records.body.schema_id")),
                                        Const(0),
                                    )
                                ),
                                Get("area.records.body.fields.value.target.area.entries.code") & 63,
                                "size",
                            ),
                        ),
                    ),
                    Piece(
                        "value",
                        "string",
                        Get("area.records.body.fields.value.target.area.entries.literal>") + 2,
                        Get("area.records.body.fields.value.target.area.entries.len_value"),
                    ),
                    Get("area.records.body.fields[*]?"),
                ),
            ),
            CellVariant(
                Given("schemas[*].columns[_column].type").equals(6),
                _RECORDS_FIELDS_SHOWN_TYPE_6,
                Struct(
                    "",
                    (
                        Number("format", "int16", Get("area.records.body.fields.value.target.histogram.format")),
                        Named(
                            "scheme",
                            Select(
                                Get("area.records.body.fields.value.target.histogram.format").equals(0),
                                Const(0),
                                Select(
                                    Get("area.records.body.fields.value.target.histogram.format").equals(4),
                                    Const(1),
                                    Select(
                                        Get("area.records.body.fields.value.target.histogram.format").equals(3)
                                        | Get("area.records.body.fields.value.target.histogram.format").equals(4)
                                        | Get("area.records.body.fields.value.target.histogram.format").equals(8),
                                        Const(2),
                                        Select(
                                            Get("area.records.body.fields.value.target.histogram.format").equals(9)
                                            | Get("area.records.body.fields.value.target.histogram.format").equals(16),
                                            Const(3),
                                            Const(4),
                                        ),
                                    ),
                                ),
                            ),
                            (0, 1, 2, 3, 4),
                            ("empty", "geometric_minus_1", "geometric", "exponential", "custom"),
                        ),
                        Number(
                            "first",
                            "float64",
                            Get("area.records.body.fields.value.target.histogram.buckets.first"),
                            Get("area.records.body.fields.value.target.histogram.buckets<0>"),
                        ),
                        Number(
                            "multiplier",
                            "float64",
                            Get("area.records.body.fields.value.target.histogram.buckets.multiplier"),
                            Get("area.records.body.fields.value.target.histogram.buckets<0>"),
                        ),
                        Number(
                            "scale",
                            "int32",
                            Get("area.records.body.fields.value.target.histogram.buckets.scale"),
                            Get("area.records.body.fields.value.target.histogram.buckets<2>"),
                        ),
                        Number(
                            "start_index",
                            "int32",
                            Get("area.records.body.fields.value.target.histogram.buckets.start_index"),
                            Get("area.records.body.fields.value.target.histogram.buckets<2>"),
                        ),
                        List(
                            "bucket_tops",
                            "bucket_tops",
                            Number(
                                "element",
                                "float64",
                                Select(
                                    Up(
                                        Get("area.records.body.fields.value.target.histogram.format").equals(3)
                                        | Get("area.records.body.fields.value.target.histogram.format").equals(4)
                                        | Get("area.records.body.fields.value.target.histogram.format").equals(8)
                                    ),
                                    Float(
                                        "-",
                                        Float(
                                            "*",
                                            Up(Get("area.records.body.fields.value.target.histogram.buckets.first")),
                                            Float(
                                                "pow",
                                                Up(
                                                    Get(
                                                        "area.records.body.fields.value.target.histogram.buckets.multiplier"
                                                    )
                                                ),
                                                Float("of", Index()),
                                                Up(
                                                    Get(
                                                        "area.records.body.fields.value.target.histogram.format"
                                                    ).equals(3)
                                                    | Get(
                                                        "area.records.body.fields.value.target.histogram.format"
                                                    ).equals(4)
                                                    | Get(
                                                        "area.records.body.fields.value.target.histogram.format"
                                                    ).equals(8)
                                                ),
                                            ),
                                        ),
                                        Select(
                                            Up(Get("area.records.body.fields.value.target.histogram.format")).equals(4),
                                            Const(4607182418800017408),
                                            Const(0),
                                        ),
                                    ),
                                    Select(
                                        Up(
                                            Get("area.records.body.fields.value.target.histogram.format").equals(9)
                                            | Get("area.records.body.fields.value.target.histogram.format").equals(16)
                                        ),
                                        Select(
                                            Index().equals(0),
                                            Const(0),
                                            Float(
                                                "exp",
                                                Float(
                                                    "*",
                                                    Float(
                                                        "of",
                                                        Up(
                                                            Get(
                                                                "area.records.body.fields.value.target.histogram.buckets.start_index"
                                                            )
                                                        )
                                                        + Index(),
                                                    ),
                                                    Float(
                                                        "log",
                                                        Float(
                                                            "pow",
                                                            Const(4611686018427387904),
                                                            Float(
                                                                "pow",
                                                                Const(4611686018427387904),
                                                                Float(
                                                                    "of",
                                                                    0
                                                                    - Up(
                                                                        Get(
                                                                            "area.records.body.fields.value.target.histogram.buckets.scale"
                                                                        )
                                                                    ),
                                                                ),
                                                                Up(
                                                                    Get(
                                                                        "area.records.body.fields.value.target.histogram.format"
                                                                    ).equals(3)
                                                                    | Get(
                                                                        "area.records.body.fields.value.target.histogram.format"
                                                                    ).equals(4)
                                                                    | Get(
                                                                        "area.records.body.fields.value.target.histogram.format"
                                                                    ).equals(8)
                                                                ).equals(0)
                                                                & Up(
                                                                    Get(
                                                                        "area.records.body.fields.value.target.histogram.format"
                                                                    ).equals(9)
                                                                    | Get(
                                                                        "area.records.body.fields.value.target.histogram.format"
                                                                    ).equals(16)
                                                                )
                                                                & Index().equals(0).equals(0),
                                                            ),
                                                            Up(
                                                                Get(
                                                                    "area.records.body.fields.value.target.histogram.format"
                                                                ).equals(3)
                                                                | Get(
                                                                    "area.records.body.fields.value.target.histogram.format"
                                                                ).equals(4)
                                                                | Get(
                                                                    "area.records.body.fields.value.target.histogram.format"
                                                                ).equals(8)
                                                            ).equals(0)
                                                            & Up(
                                                                Get(
                                                                    "area.records.body.fields.value.target.histogram.format"
                                                                ).equals(9)
                                                                | Get(
                                                                    "area.records.body.fields.value.target.histogram.format"
                                                                ).equals(16)
                                                            )
                                                            & Index().equals(0).equals(0),
                                                        ),
                                                        where=Up(
                                                            Get(
                                                                "area.records.body.fields.value.target.histogram.format"
                                                            ).equals(3)
                                                            | Get(
                                                                "area.records.body.fields.value.target.histogram.format"
                                                            ).equals(4)
                                                            | Get(
                                                                "area.records.body.fields.value.target.histogram.format"
                                                            ).equals(8)
                                                        ).equals(0)
                                                        & Up(
                                                            Get(
                                                                "area.records.body.fields.value.target.histogram.format"
                                                            ).equals(9)
                                                            | Get(
                                                                "area.records.body.fields.value.target.histogram.format"
                                                            ).equals(16)
                                                        )
                                                        & Index().equals(0).equals(0),
                                                    ),
                                                ),
                                                where=Up(
                                                    Get(
                                                        "area.records.body.fields.value.target.histogram.format"
                                                    ).equals(3)
                                                    | Get(
                                                        "area.records.body.fields.value.target.histogram.format"
                                                    ).equals(4)
                                                    | Get(
                                                        "area.records.body.fields.value.target.histogram.format"
                                                    ).equals(8)
                                                ).equals(0)
                                                & Up(
                                                    Get(
                                                        "area.records.body.fields.value.target.histogram.format"
                                                    ).equals(9)
                                                    | Get(
                                                        "area.records.body.fields.value.target.histogram.format"
                                                    ).equals(16)
                                                )
                                                & Index().equals(0).equals(0),
                                            ),
                                        ),
                                        Load(
                                            "f8le",
                                            Select(
                                                (Index() >= 0)
                                                & (
                                                    Index()
                                                    < Up(
                                                        Select(
                                                            Get(
                                                                "area.records.body.fields.value.target.histogram.buckets<1>"
                                                            ),
                                                            Get(
                                                                "area.records.body.fields.value.target.histogram.buckets.tops.values#"
                                                            ),
                                                            Const(0),
                                                        )
                                                    )
                                                ),
                                                Up(
                                                    Select(
                                                        Get(
                                                            "area.records.body.fields.value.target.histogram.buckets<1>"
                                                        ),
                                                        Get(
                                                            "area.records.body.fields.value.target.histogram.buckets.tops<decoded>"
                                                        ),
                                                        Get(
                                                            "area.records.body.fields.value.target.histogram.buckets.tops<decoded>"
                                                        ),
                                                    )
                                                )
                                                + Index() * 8,
                                                Up(Up(Start())),
                                            ),
                                        ),
                                    ),
                                ),
                            ),
                        ),
                        List(
                            "values",
                            "bucket_tops",
                            Number(
                                "element",
                                "float64",
                                Select(
                                    Up(
                                        Get("area.records.body.fields.value.target.histogram.format").equals(8)
                                        | Get("area.records.body.fields.value.target.histogram.format").equals(10)
                                        | Get("area.records.body.fields.value.target.histogram.format").equals(16)
                                    ),
                                    Load(
                                        "f8le",
                                        Select(
                                            (Index() >= 0)
                                            & (
                                                Index()
                                                < Up(
                                                    Select(
                                                        Get("area.records.body.fields[*]?")
                                                        & Get(
                                                            "area.records.body.fields.value.target.histogram.doubles?"
                                                        ),
                                                        Get(
                                                            "area.records.body.fields.value.target.histogram.doubles.values#"
                                                        ),
                                                        Const(0),
                                                    )
                                                )
                                            ),
                                            Up(
                                                Select(
                                                    Get("area.records.body.fields[*]?")
                                                    & Get("area.records.body.fields.value.target.histogram.doubles?"),
                                                    Get(
                                                        "area.records.body.fields.value.target.histogram.doubles<decoded>"
                                                    ),
                                                    Get(
                                                        "area.records.body.fields.value.target.histogram.doubles<decoded>"
                                                    ),
                                                )
                                            )
                                            + Index() * 8,
                                            Up(Up(Start())),
                                        ),
                                    ),
                                    Float(
                                        "*",
                                        Float(
                                            "of",
                                            Load(
                                                "s8le",
                                                Select(
                                                    (Index() >= 0)
                                                    & (
                                                        Index()
                                                        < Up(
                                                            Select(
                                                                Get("area.records.body.fields[*]?")
                                                                & Get(
                                                                    "area.records.body.fields.value.target.histogram.longs?"
                                                                ),
                                                                Get(
                                                                    "area.records.body.fields.value.target.histogram.longs.values#"
                                                                ),
                                                                Const(0),
                                                            )
                                                        )
                                                    ),
                                                    Up(
                                                        Select(
                                                            Get("area.records.body.fields[*]?")
                                                            & Get(
                                                                "area.records.body.fields.value.target.histogram.longs?"
                                                            ),
                                                            Get(
                                                                "area.records.body.fields.value.target.histogram.longs<decoded>"
                                                            ),
                                                            Get(
                                                                "area.records.body.fields.value.target.histogram.longs<decoded>"
                                                            ),
                                                        )
                                                    )
                                                    + Index() * 8,
                                                    Up(Up(Start())),
                                                ),
                                            ),
                                        ),
                                        Const(4607182418800017408),
                                    ),
                                ),
                            ),
                        ),
                    ),
                    Get("area.records.body.fields[*]?"),
                ),
            ),
            CellVariant(
                Given("schemas[*].columns[_column].type").equals(7),
                (),
                Inner(
                    "",
                    "area.records.body.fields.value.target.record.body.fields[*]",
                    (
                        CellVariant(
                            Given("schemas[*].columns[_column].inner.columns[_column'].type").equals(0),
                            (),
                            Number(
                                "",
                                "int32",
                                Get("area.records.body.fields.value.target.record.body.fields.value"),
                                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                            ),
                        ),
                        CellVariant(
                            Given("schemas[*].columns[_column].inner.columns[_column'].type").equals(1),
                            (),
                            Number(
                                "",
                                "int64",
                                Get("area.records.body.fields.value.target.record.body.fields.value"),
                                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                            ),
                        ),
                        CellVariant(
                            Given("schemas[*].columns[_column].inner.columns[_column'].type").equals(2),
                            (),
                            Number(
                                "",
                                "float64",
                                Get("area.records.body.fields.value.target.record.body.fields.value"),
                                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                            ),
                        ),
                        CellVariant(
                            Given("schemas[*].columns[_column].inner.columns[_column'].type").equals(3),
                            (),
                            Number(
                                "",
                                "timestamp[us]",
                                Get("area.records.body.fields.value.target.record.body.fields.value.value") * 1000,
                                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                                Get("area.records.body.fields.value.target.record.body.fields[*]?").equals(0)
                                | (
                                    Get("area.records.body.fields.value.target.record.body.fields.value.value")
                                    >= -9223372036854775
                                )
                                & (
                                    Get("area.records.body.fields.value.target.record.body.fields.value.value")
                                    <= 9223372036854775
                                ),
                            ),
                        ),
                        CellVariant(
                            Given("schemas[*].columns[_column].inner.columns[_column'].type").equals(4),
                            (),
                            Piece(
                                "",
                                "string",
                                Get("area.records.body.fields.value.target.record.body.fields.value.target@") + 2,
                                Get("area.records.body.fields.value.target.record.body.fields.value.target.len_text"),
                                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                            ),
                        ),
                        CellVariant(
                            Given("schemas[*].columns[_column].inner.columns[_column'].type").equals(5),
                            (
                                Check(
                                    "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
                                    (
                                        Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code"
                                        )
                                        < 192
                                    )
                                    .equals(0)
                                    .equals(0)
                                    | (
                                        Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code"
                                        )
                                        & 63
                                        < Given("schemas[*].columns[_column].inner.predefined_keys.size")
                                    ),
                                    "area.records.body.fields.value.target.record.body.fields.value.target.area.entries",
                                ),
                            ),
                            Map(
                                "",
                                "area.records.body.fields.value.target.record.body.fields.value.target.area.entries_",
                                Piece(
                                    "key",
                                    "string",
                                    Select(
                                        Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code"
                                        )
                                        < 192,
                                        Begin() + 1,
                                        Texts(
                                            "schemas[*]",
                                            "schemas[*].columns[_column].inner.predefined_keys",
                                            Up(
                                                Select(
                                                    Given("schemas[0].has_id and not false"),
                                                    Sought(
                                                        "schemas[*]",
                                                        "schemas[*].id",
                                                        Get("area.records.body.schema_id"),
                                                    ),
                                                    Const(0),
                                                )
                                            ),
                                            Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code"
                                            )
                                            & 63,
                                            "address",
                                        ),
                                    ),
                                    Select(
                                        Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code"
                                        )
                                        < 192,
                                        Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code"
                                        ),
                                        Texts(
                                            "schemas[*]",
                                            "schemas[*].columns[_column].inner.predefined_keys",
                                            Up(
                                                Select(
                                                    Given("schemas[0].has_id and not false"),
                                                    Sought(
                                                        "schemas[*]",
                                                        "schemas[*].id",
                                                        Get("area.records.body.schema_id"),
                                                    ),
                                                    Const(0),
                                                )
                                            ),
                                            Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.code"
                                            )
                                            & 63,
                                            "size",
                                        ),
                                    ),
                                ),
                                Piece(
                                    "value",
                                    "string",
                                    Get(
                                        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.literal>"
                                    )
                                    + 2,
                                    Get(
                                        "area.records.body.fields.value.target.record.body.fields.value.target.area.entries.len_value"
                                    ),
                                ),
                                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                            ),
                        ),
                        CellVariant(
                            Given("schemas[*].columns[_column].inner.columns[_column'].type").equals(6),
                            (
                                Aside(
                                    "area.records",
                                    (
                                        Get("area.records.body.fields.value.target.record.body.fields[*]?")
                                        & Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                        )
                                        .equals(0)
                                        .equals(0)
                                        & (
                                            Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(9)
                                            | Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(16)
                                        ).equals(0)
                                        & (
                                            Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(3)
                                            | Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(4)
                                            | Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(8)
                                        ).equals(0)
                                        & (
                                            Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(5)
                                            | Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(10)
                                        ).equals(0)
                                    ).equals(0)
                                    | Get(
                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"
                                    ),
                                    "",
                                ),
                                Elements(
                                    "bucket_tops_",
                                    "area.records",
                                    Select(
                                        Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                                        Binary(
                                            "max",
                                            Select(
                                                Get(
                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                ).equals(0),
                                                Const(0),
                                                Select(
                                                    Get(
                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                    ).equals(9)
                                                    | Get(
                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                    ).equals(16),
                                                    Get(
                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_positive"
                                                    )
                                                    + 1,
                                                    Select(
                                                        Get(
                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                        ).equals(3)
                                                        | Get(
                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                        ).equals(4)
                                                        | Get(
                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                        ).equals(8),
                                                        Get(
                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets"
                                                        ),
                                                        Select(
                                                            Get(
                                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                            ).equals(5)
                                                            | Get(
                                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                            ).equals(10),
                                                            Get(
                                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets'"
                                                            ),
                                                            Get(
                                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.num_buckets''"
                                                            ),
                                                        ),
                                                    ),
                                                ),
                                            ),
                                            Const(0),
                                        ),
                                        Const(0),
                                    ),
                                    "bucket_tops",
                                ),
                                Aside(
                                    "bucket_tops_",
                                    (
                                        Up(Get("area.records.body.fields.value.target.record.body.fields[*]?"))
                                        & Up(
                                            Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(3)
                                            | Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(4)
                                            | Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(8)
                                        ).equals(0)
                                        & Up(
                                            Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(9)
                                            | Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(16)
                                        )
                                        & Index().equals(0).equals(0)
                                    ).equals(0)
                                    | Up(
                                        Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"
                                        )
                                    ),
                                    "",
                                ),
                                Check(
                                    "bucket_tops_",
                                    (
                                        Up(Get("area.records.body.fields.value.target.record.body.fields[*]?"))
                                        & Up(
                                            Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(3)
                                            | Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(4)
                                            | Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(8)
                                        ).equals(0)
                                        & Up(
                                            Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(9)
                                            | Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(16)
                                        ).equals(0)
                                    ).equals(0)
                                    | (Index() >= 0)
                                    & (
                                        Index()
                                        < Up(
                                            Select(
                                                Get(
                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"
                                                ),
                                                Get(
                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops.values#"
                                                ),
                                                Const(0),
                                            )
                                        )
                                    ),
                                    "values",
                                ),
                                Check(
                                    "bucket_tops_",
                                    (
                                        Up(Get("area.records.body.fields.value.target.record.body.fields[*]?"))
                                        & Up(
                                            Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(8)
                                            | Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(10)
                                            | Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(16)
                                        )
                                    ).equals(0)
                                    | (Index() >= 0)
                                    & (
                                        Index()
                                        < Up(
                                            Select(
                                                Get("area.records.body.fields.value.target.record.body.fields[*]?")
                                                & Get(
                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles?"
                                                ),
                                                Get(
                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles.values#"
                                                ),
                                                Const(0),
                                            )
                                        )
                                    ),
                                    "values",
                                ),
                                Check(
                                    "bucket_tops_",
                                    (
                                        Up(Get("area.records.body.fields.value.target.record.body.fields[*]?"))
                                        & Up(
                                            Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(8)
                                            | Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(10)
                                            | Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(16)
                                        ).equals(0)
                                    ).equals(0)
                                    | (Index() >= 0)
                                    & (
                                        Index()
                                        < Up(
                                            Select(
                                                Get("area.records.body.fields.value.target.record.body.fields[*]?")
                                                & Get(
                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs?"
                                                ),
                                                Get(
                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs.values#"
                                                ),
                                                Const(0),
                                            )
                                        )
                                    ),
                                    "values",
                                ),
                            ),
                            Struct(
                                "",
                                (
                                    Number(
                                        "format",
                                        "int16",
                                        Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                        ),
                                    ),
                                    Named(
                                        "scheme",
                                        Select(
                                            Get(
                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                            ).equals(0),
                                            Const(0),
                                            Select(
                                                Get(
                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                ).equals(4),
                                                Const(1),
                                                Select(
                                                    Get(
                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                    ).equals(3)
                                                    | Get(
                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                    ).equals(4)
                                                    | Get(
                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                    ).equals(8),
                                                    Const(2),
                                                    Select(
                                                        Get(
                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                        ).equals(9)
                                                        | Get(
                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                        ).equals(16),
                                                        Const(3),
                                                        Const(4),
                                                    ),
                                                ),
                                            ),
                                        ),
                                        (0, 1, 2, 3, 4),
                                        ("empty", "geometric_minus_1", "geometric", "exponential", "custom"),
                                    ),
                                    Number(
                                        "first",
                                        "float64",
                                        Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.first"
                                        ),
                                        Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>"
                                        ),
                                    ),
                                    Number(
                                        "multiplier",
                                        "float64",
                                        Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.multiplier"
                                        ),
                                        Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<0>"
                                        ),
                                    ),
                                    Number(
                                        "scale",
                                        "int32",
                                        Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.scale"
                                        ),
                                        Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"
                                        ),
                                    ),
                                    Number(
                                        "start_index",
                                        "int32",
                                        Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.start_index"
                                        ),
                                        Get(
                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<2>"
                                        ),
                                    ),
                                    List(
                                        "bucket_tops",
                                        "bucket_tops_",
                                        Number(
                                            "element",
                                            "float64",
                                            Select(
                                                Up(
                                                    Get(
                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                    ).equals(3)
                                                    | Get(
                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                    ).equals(4)
                                                    | Get(
                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                    ).equals(8)
                                                ),
                                                Float(
                                                    "-",
                                                    Float(
                                                        "*",
                                                        Up(
                                                            Get(
                                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.first"
                                                            )
                                                        ),
                                                        Float(
                                                            "pow",
                                                            Up(
                                                                Get(
                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.multiplier"
                                                                )
                                                            ),
                                                            Float("of", Index()),
                                                            Up(
                                                                Get(
                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                ).equals(3)
                                                                | Get(
                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                ).equals(4)
                                                                | Get(
                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                ).equals(8)
                                                            ),
                                                        ),
                                                    ),
                                                    Select(
                                                        Up(
                                                            Get(
                                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                            )
                                                        ).equals(4),
                                                        Const(4607182418800017408),
                                                        Const(0),
                                                    ),
                                                ),
                                                Select(
                                                    Up(
                                                        Get(
                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                        ).equals(9)
                                                        | Get(
                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                        ).equals(16)
                                                    ),
                                                    Select(
                                                        Index().equals(0),
                                                        Const(0),
                                                        Float(
                                                            "exp",
                                                            Float(
                                                                "*",
                                                                Float(
                                                                    "of",
                                                                    Up(
                                                                        Get(
                                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.start_index"
                                                                        )
                                                                    )
                                                                    + Index(),
                                                                ),
                                                                Float(
                                                                    "log",
                                                                    Float(
                                                                        "pow",
                                                                        Const(4611686018427387904),
                                                                        Float(
                                                                            "pow",
                                                                            Const(4611686018427387904),
                                                                            Float(
                                                                                "of",
                                                                                0
                                                                                - Up(
                                                                                    Get(
                                                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.scale"
                                                                                    )
                                                                                ),
                                                                            ),
                                                                            Up(
                                                                                Get(
                                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                                ).equals(3)
                                                                                | Get(
                                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                                ).equals(4)
                                                                                | Get(
                                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                                ).equals(8)
                                                                            ).equals(0)
                                                                            & Up(
                                                                                Get(
                                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                                ).equals(9)
                                                                                | Get(
                                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                                ).equals(16)
                                                                            )
                                                                            & Index().equals(0).equals(0),
                                                                        ),
                                                                        Up(
                                                                            Get(
                                                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                            ).equals(3)
                                                                            | Get(
                                                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                            ).equals(4)
                                                                            | Get(
                                                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                            ).equals(8)
                                                                        ).equals(0)
                                                                        & Up(
                                                                            Get(
                                                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                            ).equals(9)
                                                                            | Get(
                                                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                            ).equals(16)
                                                                        )
                                                                        & Index().equals(0).equals(0),
                                                                    ),
                                                                    where=Up(
                                                                        Get(
                                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                        ).equals(3)
                                                                        | Get(
                                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                        ).equals(4)
                                                                        | Get(
                                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                        ).equals(8)
                                                                    ).equals(0)
                                                                    & Up(
                                                                        Get(
                                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                        ).equals(9)
                                                                        | Get(
                                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                        ).equals(16)
                                                                    )
                                                                    & Index().equals(0).equals(0),
                                                                ),
                                                            ),
                                                            where=Up(
                                                                Get(
                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                ).equals(3)
                                                                | Get(
                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                ).equals(4)
                                                                | Get(
                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                ).equals(8)
                                                            ).equals(0)
                                                            & Up(
                                                                Get(
                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                ).equals(9)
                                                                | Get(
                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                                ).equals(16)
                                                            )
                                                            & Index().equals(0).equals(0),
                                                        ),
                                                    ),
                                                    Load(
                                                        "f8le",
                                                        Select(
                                                            (Index() >= 0)
                                                            & (
                                                                Index()
                                                                < Up(
                                                                    Select(
                                                                        Get(
                                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"
                                                                        ),
                                                                        Get(
                                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops.values#"
                                                                        ),
                                                                        Const(0),
                                                                    )
                                                                )
                                                            ),
                                                            Up(
                                                                Select(
                                                                    Get(
                                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets<1>"
                                                                    ),
                                                                    Get(
                                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops<decoded>"
                                                                    ),
                                                                    Get(
                                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.buckets.tops<decoded>"
                                                                    ),
                                                                )
                                                            )
                                                            + Index() * 8,
                                                            Up(Up(Start())),
                                                        ),
                                                    ),
                                                ),
                                            ),
                                        ),
                                    ),
                                    List(
                                        "values",
                                        "bucket_tops_",
                                        Number(
                                            "element",
                                            "float64",
                                            Select(
                                                Up(
                                                    Get(
                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                    ).equals(8)
                                                    | Get(
                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                    ).equals(10)
                                                    | Get(
                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.format"
                                                    ).equals(16)
                                                ),
                                                Load(
                                                    "f8le",
                                                    Select(
                                                        (Index() >= 0)
                                                        & (
                                                            Index()
                                                            < Up(
                                                                Select(
                                                                    Get(
                                                                        "area.records.body.fields.value.target.record.body.fields[*]?"
                                                                    )
                                                                    & Get(
                                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles?"
                                                                    ),
                                                                    Get(
                                                                        "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles.values#"
                                                                    ),
                                                                    Const(0),
                                                                )
                                                            )
                                                        ),
                                                        Up(
                                                            Select(
                                                                Get(
                                                                    "area.records.body.fields.value.target.record.body.fields[*]?"
                                                                )
                                                                & Get(
                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles?"
                                                                ),
                                                                Get(
                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles<decoded>"
                                                                ),
                                                                Get(
                                                                    "area.records.body.fields.value.target.record.body.fields.value.target.histogram.doubles<decoded>"
                                                                ),
                                                            )
                                                        )
                                                        + Index() * 8,
                                                        Up(Up(Start())),
                                                    ),
                                                ),
                                                Float(
                                                    "*",
                                                    Float(
                                                        "of",
                                                        Load(
                                                            "s8le",
                                                            Select(
                                                                (Index() >= 0)
                                                                & (
                                                                    Index()
                                                                    < Up(
                                                                        Select(
                                                                            Get(
                                                                                "area.records.body.fields.value.target.record.body.fields[*]?"
                                                                            )
                                                                            & Get(
                                                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs?"
                                                                            ),
                                                                            Get(
                                                                                "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs.values#"
                                                                            ),
                                                                            Const(0),
                                                                        )
                                                                    )
                                                                ),
                                                                Up(
                                                                    Select(
                                                                        Get(
                                                                            "area.records.body.fields.value.target.record.body.fields[*]?"
                                                                        )
                                                                        & Get(
                                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs?"
                                                                        ),
                                                                        Get(
                                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs<decoded>"
                                                                        ),
                                                                        Get(
                                                                            "area.records.body.fields.value.target.record.body.fields.value.target.histogram.longs<decoded>"
                                                                        ),
                                                                    )
                                                                )
                                                                + Index() * 8,
                                                                Up(Up(Start())),
                                                            ),
                                                        ),
                                                    ),
                                                    Const(4607182418800017408),
                                                ),
                                            ),
                                        ),
                                    ),
                                ),
                                Get("area.records.body.fields.value.target.record.body.fields[*]?"),
                            ),
                        ),
                    ),
                    Get("area.records.body.fields[*]?"),
                ),
            ),
        ),
    ),
    extent=(
        Offset(Begin()),
        Offset(Begin() + Get("area.records.len_body") + (0 - Get("area.records.len_body")) % 4 + 4),
    ),
)

CONTAINERS_PLAN = RowPlan(
    frame=LengthFrame(kind="s4le", at=0, extra=4, header=4),
    steps=(
        *_STEPS,
        Unrolled(
            "area.records.body.fields[*]",
            "area.records",
            Entry(
                "schemas[*]",
                "schemas[*].columns.size",
                Select(
                    Given("schemas[0].has_id and not false"),
                    Sought("schemas[*]", "schemas[*].id", Get("area.records.body.schema_id")),
                    Const(0),
                ),
            ),
            Get("area.records.body.schema_id>"),
            (),
            (
                Variant(
                    Given("schemas[*].columns[_column].type").equals(0),
                    (
                        Let(
                            "area.records",
                            "area.records.body.fields.value",
                            Load(
                                "s4le",
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields[*]@"),
                                    Up(Start()),
                                ),
                            ),
                        ),
                    ),
                    Get("area.records.body.fields[*]@") + 4,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(1),
                    (
                        Let(
                            "area.records",
                            "area.records.body.fields.value",
                            Load(
                                "s8le",
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields[*]@"),
                                    Up(Start()),
                                ),
                            ),
                        ),
                    ),
                    Get("area.records.body.fields[*]@") + 8,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(2),
                    (
                        Let(
                            "area.records",
                            "area.records.body.fields.value",
                            Load(
                                "f8le",
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields[*]@"),
                                    Up(Start()),
                                ),
                            ),
                        ),
                    ),
                    Get("area.records.body.fields[*]@") + 8,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(3),
                    (
                        Let(
                            "area.records",
                            "area.records.body.fields.value.value",
                            Load(
                                "s8le",
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields[*]@"),
                                    Up(Start()),
                                ),
                            ),
                        ),
                    ),
                    Get("area.records.body.fields[*]@") + 8,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(4),
                    (
                        Let(
                            "area.records",
                            "area.records.body.fields.value.offset",
                            Load(
                                "s4le",
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields[*]@"),
                                    Up(Start()),
                                ),
                            ),
                        ),
                    ),
                    Get("area.records.body.fields[*]@") + 4,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(5),
                    (
                        Let(
                            "area.records",
                            "area.records.body.fields.value.offset",
                            Load(
                                "s4le",
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields[*]@"),
                                    Up(Start()),
                                ),
                            ),
                        ),
                    ),
                    Get("area.records.body.fields[*]@") + 4,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(6),
                    (
                        Let(
                            "area.records",
                            "area.records.body.fields.value.offset",
                            Load(
                                "s4le",
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields[*]@"),
                                    Up(Start()),
                                ),
                            ),
                        ),
                    ),
                    Get("area.records.body.fields[*]@") + 4,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(7),
                    (
                        Let(
                            "area.records",
                            "area.records.body.fields.value.offset",
                            Load(
                                "s4le",
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields[*]@"),
                                    Up(Start()),
                                ),
                            ),
                        ),
                    ),
                    Get("area.records.body.fields[*]@") + 4,
                ),
            ),
            "schemas[*]",
            Select(
                Given("schemas[0].has_id and not false"),
                Sought("schemas[*]", "schemas[*].id", Get("area.records.body.schema_id")),
                Const(0),
            ),
            Begin() + 4,
            Begin() + Get("area.records.len_body") + 4,
        ),
        Let("area.records", "area.records.body.partition_hash?", Given("schemas[0].has_id")),
        Need(
            "area.records",
            Select(Get("area.records.body.partition_hash?"), Get("area.records.body.fields[*]>"), Begin() + 4),
            Select(Get("area.records.body.partition_hash?"), Const(4), Const(0)),
            Begin() + 4,
            Begin() + Get("area.records.len_body") + 4,
            "area.records.body.partition_hash",
        ),
        Let(
            "area.records",
            "area.records.body.partition_hash",
            Load(
                "s4le",
                Select(Get("area.records.body.partition_hash?"), Get("area.records.body.fields[*]>"), Up(Start())),
            ),
        ),
        Let(
            "area.records",
            "area.records.body.partition_hash>",
            Select(
                Get("area.records.body.partition_hash?"),
                Get("area.records.body.fields[*]>") + 4,
                Get("area.records.body.fields[*]>"),
            ),
        ),
        Need(
            "area.records",
            Begin() + Get("area.records.len_body") + 4,
            (0 - Get("area.records.len_body")) % 4,
            Up(Start()) + 16,
            Up(Start()) + Up(Get("num_bytes")) + 4,
            "area.records",
        ),
    ),
    rows="records",
    columns=(
        Number("container", "int32", Index(), fits=Index() <= 0x7FFFFFFF),
        Number("offset", "int64", Offset(Start())),
        Number("num_bytes", "int32", Get("num_bytes")),
        Number("version", "int16", Get("version")),
        Number(
            "container_time",
            "timestamp[us]",
            Get("time") * 1000,
            fits=(Get("time") >= -9223372036854775) & (Get("time") <= 9223372036854775),
        ),
        Number("records", "int32", Count("area.records")),
    ),
)

ROW_PLANS: dict[str, RowPlan | str] = {
    "records": RECORDS_PLAN,
    "containers": CONTAINERS_PLAN,
}
"""By name of the view: its plan, or why the kernel can't read it."""

HEADER: dict[str, HeaderValue] = {
    "schemas[0].has_id": lambda scope: scope.root.schemas[0].has_id,
    "schemas[0].has_id and not false": lambda scope: scope.root.schemas[0].has_id and not False,
    "schemas[*].name": lambda scope: [item.name for item in scope.root.schemas],
    "schemas[*]": lambda scope: scope.root.schemas,
    "schemas[*].id": lambda scope: scope.element.id,
    "schemas[*].columns.size": lambda scope: len(scope.element.columns),
    "schemas[*].columns[_column].type": lambda scope: scope.element.columns[scope.column].type,
    "schemas[*].predefined_keys.size": lambda scope: len(scope.element.predefined_keys),
    "schemas[*].columns[_column].inner.has_id": lambda scope: scope.element.columns[scope.column].inner.has_id,
    "schemas[*].columns[_column].inner.columns.size": lambda scope: len(
        scope.element.columns[scope.column].inner.columns
    ),
    "schemas[*].columns[_column].inner.columns[_column'].type": lambda scope: (
        scope.element.columns[scope.column].inner.columns[scope.inner].type
    ),
    "schemas[*].columns[_column].inner.predefined_keys.size": lambda scope: len(
        scope.element.columns[scope.column].inner.predefined_keys
    ),
    "schemas[*].columns[_column].inner.columns[_column'].inner.has_id": lambda scope: (
        scope.element.columns[scope.column].inner.columns[scope.inner].inner.has_id
    ),
    "schemas[*].columns[_column].inner.columns[_column'].inner.columns.size": lambda scope: len(
        scope.element.columns[scope.column].inner.columns[scope.inner].inner.columns
    ),
    "schemas[*].predefined_keys": lambda scope: scope.element.predefined_keys,
    "schemas[*].columns[_column].inner.predefined_keys": lambda scope: (
        scope.element.columns[scope.column].inner.predefined_keys
    ),
}
"""By the names that plans have for it, what they ask of a file's header."""
