"""FiloDB RecordContainer (BinaryRecord v2): what the kernel needs to make columns of each view.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.codec import HeaderValue
from bytewright.kernels.plan import (
    Begin,
    Cells,
    CellVariant,
    Check,
    CheckText,
    Const,
    Count,
    End,
    Entry,
    Get,
    Given,
    Index,
    LengthFrame,
    Let,
    Load,
    Map,
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
    Tabled,
    Texts,
    Unrolled,
    Up,
    Variant,
)

_STEPS: tuple[Step, ...] = (
    Need("records", Start(), Const(16), Start(), End(), "num_bytes"),
    Let("records", "num_bytes", Load("s4le", Start())),
    Check("records", Get("num_bytes") >= 12, "num_bytes"),
    Let("records", "version", Load("u1", Start() + 7)),
    Check("records", Get("version").equals(1), "version"),
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
        Select(Get("area.records.body.schema_id?"), Begin() + 4, Begin() + 4),
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
    Check(
        "area.records",
        Get("area.records.body.schema_id?").equals(0)
        | (
            0
            | (
                Select(
                    Given("schemas[0].has_id and not false"),
                    Sought("schemas[*]", "schemas[*].id", Get("area.records.body.schema_id")),
                    Const(0),
                )
                >= 0
            )
        ),
        "area.records.body.schema_id",
    ),
    Let(
        "area.records",
        "area.records.body.schema_id>",
        Select(Get("area.records.body.schema_id?"), Begin() + 6, Begin() + 4),
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
                        Let(
                            "area.records",
                            "area.records.body.fields.value.target@",
                            Begin() + Get("area.records.body.fields.value.offset"),
                        ),
                        Need(
                            "area.records",
                            Select(
                                Get("area.records.body.fields[*]?"),
                                Get("area.records.body.fields.value.target@"),
                                Begin() + 4,
                            ),
                            Select(Get("area.records.body.fields[*]?"), Const(0), Const(0)),
                            Begin() + 4,
                            Begin() + Get("area.records.len_body") + 4,
                            "area.records.body.fields.value.target",
                        ),
                        Need(
                            "area.records",
                            Select(
                                Get("area.records.body.fields[*]?"),
                                Get("area.records.body.fields.value.target@"),
                                Begin() + 4,
                            ),
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
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields.value.target@"),
                                    Up(Start()),
                                ),
                            ),
                        ),
                        Need(
                            "area.records",
                            Select(
                                Get("area.records.body.fields[*]?"),
                                Get("area.records.body.fields.value.target@") + 2,
                                Begin() + 4,
                            ),
                            Select(
                                Get("area.records.body.fields[*]?"),
                                Get("area.records.body.fields.value.target.len_text"),
                                Const(0),
                            ),
                            Begin() + 4,
                            Begin() + Get("area.records.len_body") + 4,
                            "area.records.body.fields.value.target.text",
                        ),
                        CheckText(
                            "area.records",
                            Select(
                                Get("area.records.body.fields[*]?"),
                                Get("area.records.body.fields.value.target@") + 2,
                                Begin() + 4,
                            ),
                            Select(
                                Get("area.records.body.fields[*]?"),
                                Get("area.records.body.fields.value.target.len_text"),
                                Const(0),
                            ),
                            "area.records.body.fields.value.target.text",
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
                        Let(
                            "area.records",
                            "area.records.body.fields.value.target@",
                            Begin() + Get("area.records.body.fields.value.offset"),
                        ),
                        Need(
                            "area.records",
                            Select(
                                Get("area.records.body.fields[*]?"),
                                Get("area.records.body.fields.value.target@"),
                                Begin() + 4,
                            ),
                            Select(Get("area.records.body.fields[*]?"), Const(0), Const(0)),
                            Begin() + 4,
                            Begin() + Get("area.records.len_body") + 4,
                            "area.records.body.fields.value.target",
                        ),
                        Need(
                            "area.records",
                            Select(
                                Get("area.records.body.fields[*]?"),
                                Get("area.records.body.fields.value.target@"),
                                Begin() + 4,
                            ),
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
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields.value.target@"),
                                    Up(Start()),
                                ),
                            ),
                        ),
                        Need(
                            "area.records",
                            Select(
                                Get("area.records.body.fields[*]?"),
                                Get("area.records.body.fields.value.target@") + 2,
                                Begin() + 4,
                            ),
                            Select(
                                Get("area.records.body.fields[*]?"),
                                Get("area.records.body.fields.value.target.len_area"),
                                Const(0),
                            ),
                            Begin() + 4,
                            Begin() + Get("area.records.len_body") + 4,
                            "area.records.body.fields.value.target.area",
                        ),
                        Run(
                            "area.records.body.fields.value.target.area.entries_",
                            "area.records",
                            Select(
                                Get("area.records.body.fields[*]?"),
                                Get("area.records.body.fields.value.target@") + 2,
                                Up(Start()),
                            ),
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
                            Up(
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields.value.target@") + 2,
                                    Begin() + 4,
                                )
                            ),
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
                                        Get("area.records.body.fields[*]?"),
                                        Get("area.records.body.fields.value.target@") + 2,
                                        Begin() + 4,
                                    )
                                ),
                            ),
                            Select(
                                Get("area.records.body.fields.value.target.area.entries.literal?"),
                                Get("area.records.body.fields.value.target.area.entries.code"),
                                Const(0),
                            ),
                            Up(
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields.value.target@") + 2,
                                    Begin() + 4,
                                )
                            ),
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
                                        Get("area.records.body.fields[*]?"),
                                        Get("area.records.body.fields.value.target@") + 2,
                                        Begin() + 4,
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
                            Up(
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields.value.target@") + 2,
                                    Begin() + 4,
                                )
                            ),
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
                            Up(
                                Select(
                                    Get("area.records.body.fields[*]?"),
                                    Get("area.records.body.fields.value.target@") + 2,
                                    Begin() + 4,
                                )
                            ),
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
                    ),
                    Get("area.records.body.fields[*]@") + 4,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(6),
                    (),
                    Get("area.records.body.fields[*]@") + 4,
                    True,
                ),
                Variant(
                    Given("schemas[*].columns[_column].type").equals(7),
                    (),
                    Get("area.records.body.fields[*]@") + 4,
                    True,
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
        ),
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
    "schemas[*].predefined_keys": lambda scope: scope.element.predefined_keys,
}
"""By the names that plans have for it, what they ask of a file's header."""
