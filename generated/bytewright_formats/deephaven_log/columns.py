"""Deephaven intraday binary log: what the kernel needs to make columns of each view.

Generated from specs/deephaven/deephaven_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.columns import (
    Aside,
    Cells,
    CellVariant,
    Check,
    Checksum,
    CheckText,
    Const,
    Elements,
    End,
    Get,
    Given,
    HeaderValue,
    LengthFrame,
    Let,
    Load,
    Match,
    Need,
    Number,
    Offset,
    Piece,
    RowPlan,
    Select,
    Slack,
    Start,
    Step,
    Tabled,
    Unrolled,
    Up,
    Variant,
)

_STEPS: tuple[Step, ...] = (
    Need("records", Start(), Const(4), Start(), End(), "len_body"),
    Let("records", "len_body", Load("s4be", Start())),
    Check("records", Get("len_body") >= 5, "len_body"),
    Need("records", Start() + 4, Get("len_body"), Start(), End(), "body"),
    Need("records", Start() + 4, Const(1), Start() + 4, Start() + Get("len_body") + 4, "body.flags"),
    Let("records", "body.flags", Load("u1", Start() + 4)),
)

_ROWS_CELLS_STORAGE_1: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells.cell?"), Const(1), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell.value",
    ),
    Let(
        "records", "body.cells.cell.value", Load("s1", Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start()))
    ),
    Check(
        "records",
        Get("body.cells.cell?").equals(0) | (Match(Get("body.cells.cell.value"), (0, 1), (0, 1)) >= 0),
        "body.cells.cell.value",
    ),
    Let(
        "records", "body.cells.cell>", Select(Get("body.cells.cell?"), Get("body.cells[*]@") + 1, Get("body.cells[*]@"))
    ),
)

_ROWS_CELLS_STORAGE_2: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells.cell?"), Const(1), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell",
    ),
    Let("records", "body.cells.cell", Load("s1", Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start()))),
    Let(
        "records", "body.cells.cell>", Select(Get("body.cells.cell?"), Get("body.cells[*]@") + 1, Get("body.cells[*]@"))
    ),
)

_ROWS_CELLS_STORAGE_3: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells.cell?"), Const(2), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell.value",
    ),
    Let(
        "records",
        "body.cells.cell.value",
        Load("u2be", Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start())),
    ),
    Let(
        "records", "body.cells.cell>", Select(Get("body.cells.cell?"), Get("body.cells[*]@") + 2, Get("body.cells[*]@"))
    ),
)

_ROWS_CELLS_STORAGE_4: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells.cell?"), Const(2), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell",
    ),
    Let("records", "body.cells.cell", Load("s2be", Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start()))),
    Let(
        "records", "body.cells.cell>", Select(Get("body.cells.cell?"), Get("body.cells[*]@") + 2, Get("body.cells[*]@"))
    ),
)

_ROWS_CELLS_STORAGE_5: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells.cell?"), Const(4), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell",
    ),
    Let("records", "body.cells.cell", Load("s4be", Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start()))),
    Let(
        "records", "body.cells.cell>", Select(Get("body.cells.cell?"), Get("body.cells[*]@") + 4, Get("body.cells[*]@"))
    ),
)

_ROWS_CELLS_STORAGE_6: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells.cell?"), Const(8), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell",
    ),
    Let("records", "body.cells.cell", Load("s8be", Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start()))),
    Let(
        "records", "body.cells.cell>", Select(Get("body.cells.cell?"), Get("body.cells[*]@") + 8, Get("body.cells[*]@"))
    ),
)

_ROWS_CELLS_STORAGE_7: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells.cell?"), Const(4), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell",
    ),
    Let("records", "body.cells.cell", Load("f4be", Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start()))),
    Let(
        "records", "body.cells.cell>", Select(Get("body.cells.cell?"), Get("body.cells[*]@") + 4, Get("body.cells[*]@"))
    ),
)

_ROWS_CELLS_STORAGE_8: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells.cell?"), Const(8), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell",
    ),
    Let("records", "body.cells.cell", Load("f8be", Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start()))),
    Let(
        "records", "body.cells.cell>", Select(Get("body.cells.cell?"), Get("body.cells[*]@") + 8, Get("body.cells[*]@"))
    ),
)

_ROWS_CELLS_STORAGE_9: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells.cell?"), Const(4), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell.len_value",
    ),
    Let(
        "records",
        "body.cells.cell.len_value",
        Load("s4be", Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start())),
    ),
    Need(
        "records",
        Select(Get("body.cells.cell?"), Get("body.cells[*]@") + 4, Start() + 4),
        Select(Get("body.cells.cell?"), Get("body.cells.cell.len_value"), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell.value",
    ),
    Let(
        "records",
        "body.cells.cell>",
        Select(
            Get("body.cells.cell?"), Get("body.cells[*]@") + Get("body.cells.cell.len_value") + 4, Get("body.cells[*]@")
        ),
    ),
)

_ROWS_CELLS_STORAGE_10: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells.cell?"), Const(4), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell.len_value",
    ),
    Let(
        "records",
        "body.cells.cell.len_value",
        Load("s4be", Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start())),
    ),
    Need(
        "records",
        Select(Get("body.cells.cell?"), Get("body.cells[*]@") + 4, Start() + 4),
        Select(Get("body.cells.cell?"), Get("body.cells.cell.len_value"), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell.value",
    ),
    CheckText(
        "records",
        Select(Get("body.cells.cell?"), Get("body.cells[*]@") + 4, Start() + 4),
        Select(Get("body.cells.cell?"), Get("body.cells.cell.len_value"), Const(0)),
        "body.cells.cell.value",
    ),
    Let(
        "records",
        "body.cells.cell>",
        Select(
            Get("body.cells.cell?"), Get("body.cells[*]@") + Get("body.cells.cell.len_value") + 4, Get("body.cells[*]@")
        ),
    ),
)

_ROWS_CELLS_STORAGE_11: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells.cell?"), Const(4), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell.number",
    ),
    Let(
        "records",
        "body.cells.cell.number",
        Load("s4be", Select(Get("body.cells.cell?"), Get("body.cells[*]@"), Start())),
    ),
    Check(
        "records", Get("body.cells.cell?").equals(0) | (Get("body.cells.cell.number") >= 0), "body.cells.cell.number"
    ),
    Check(
        "records",
        Get("body.cells.cell?").equals(0)
        | (Get("body.cells.cell.number") <= Given("columns[_column].symbols.size - 1")),
        "body.cells.cell.number",
    ),
    Let(
        "records", "body.cells.cell>", Select(Get("body.cells.cell?"), Get("body.cells[*]@") + 4, Get("body.cells[*]@"))
    ),
)

ROWS_PLAN = RowPlan(
    frame=LengthFrame(kind="s4be", at=0, extra=4, header=4),
    steps=(
        *_STEPS,
        Aside("records", (Get("body.flags") & 4).equals(0), ""),
        Check("records", Given("columns.size - header.num_constants") <= 1099511627776, "body.presence"),
        Check("records", Given("columns.size - header.num_constants") >= 0, "body.presence"),
        Let("records", "body.presence#bytes", (Given("columns.size - header.num_constants") + 7) // 8),
        Need(
            "records",
            Start() + 5,
            Get("body.presence#bytes"),
            Start() + 4,
            Start() + Get("len_body") + 4,
            "body.presence",
        ),
        Check(
            "records",
            (Given("columns.size") <= Given("most turns"))
            | (Given("columns.size") <= Get("len_body") - Get("body.presence#bytes") + -1),
            "body.cells",
        ),
        Unrolled(
            "body.cells[*]",
            "records",
            Given("columns.size"),
            Start() + Get("body.presence#bytes") + 5,
            (
                Aside(
                    "records",
                    Given("columns[_column].is_constant").equals(0).equals(0)
                    | (Given("columns[_column].presence_index") >= 0),
                    "",
                ),
                Check(
                    "records",
                    Given("columns[_column].is_constant").equals(0).equals(0)
                    | (Given("columns[_column].presence_index") >= 0)
                    & (Given("columns[_column].presence_index") < Given("columns.size - header.num_constants")),
                    "body.cells",
                ),
                Let(
                    "records",
                    "body.cells.cell?",
                    Select(
                        Given("columns[_column].is_constant"),
                        Const(0),
                        Load(
                            "u1",
                            Select(
                                (Given("columns[_column].presence_index") >= 0)
                                & (
                                    Given("columns[_column].presence_index")
                                    < Given("columns.size - header.num_constants")
                                ),
                                Start() + 5,
                                Start(),
                            )
                            + (
                                Select(
                                    (Given("columns[_column].presence_index") >= 0)
                                    & (
                                        Given("columns[_column].presence_index")
                                        < Given("columns.size - header.num_constants")
                                    ),
                                    Given("columns[_column].presence_index"),
                                    Const(0),
                                )
                                >> 3
                            ),
                        )
                        >> (
                            Select(
                                (Given("columns[_column].presence_index") >= 0)
                                & (
                                    Given("columns[_column].presence_index")
                                    < Given("columns.size - header.num_constants")
                                ),
                                Given("columns[_column].presence_index"),
                                Const(0),
                            )
                            & 7
                        )
                        & 1,
                    ),
                ),
            ),
            (
                Variant(Given("columns[_column].storage").equals(1), _ROWS_CELLS_STORAGE_1, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(2), _ROWS_CELLS_STORAGE_2, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(3), _ROWS_CELLS_STORAGE_3, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(4), _ROWS_CELLS_STORAGE_4, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(5), _ROWS_CELLS_STORAGE_5, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(6), _ROWS_CELLS_STORAGE_6, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(7), _ROWS_CELLS_STORAGE_7, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(8), _ROWS_CELLS_STORAGE_8, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(9), _ROWS_CELLS_STORAGE_9, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(10), _ROWS_CELLS_STORAGE_10, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(11), _ROWS_CELLS_STORAGE_11, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(12), _ROWS_CELLS_STORAGE_9, Get("body.cells.cell>")),
            ),
        ),
        Need("records", Get("body.cells[*]>"), Const(4), Start() + 4, Start() + Get("len_body") + 4, "body.digest"),
        Let("records", "body.digest", Load("u4be", Get("body.cells[*]>"))),
        Checksum("records", "adler32", Start(), Get("body.cells[*]>") - Start(), Get("body.digest"), "body.digest"),
        Slack("records", Start() + Get("len_body") - Get("body.cells[*]>"), "body"),
    ),
    rows="records",
    columns=(),
    cells=Cells(
        "body.cells[*]",
        (
            CellVariant(
                Given("columns[_column].storage").equals(1),
                (),
                Number("", "bool", Get("body.cells.cell.value").differs(0), Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(2),
                (),
                Number("", "int8", Get("body.cells.cell"), Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(3),
                (),
                Piece("", "string", Get("body.cells[*]@"), Const(2), Get("body.cells.cell?"), "utf-16be"),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(4),
                (),
                Number("", "int16", Get("body.cells.cell"), Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(5),
                (),
                Number("", "int32", Get("body.cells.cell"), Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(6),
                (),
                Number("", "int64", Get("body.cells.cell"), Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(7),
                (),
                Number("", "float32", Get("body.cells.cell"), Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(8),
                (),
                Number("", "float64", Get("body.cells.cell"), Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(9),
                (),
                Piece(
                    "", "binary", Get("body.cells[*]@") + 4, Get("body.cells.cell.len_value"), Get("body.cells.cell?")
                ),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(10),
                (),
                Piece(
                    "", "string", Get("body.cells[*]@") + 4, Get("body.cells.cell.len_value"), Get("body.cells.cell?")
                ),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(11),
                (),
                Tabled("", Get("body.cells.cell.number"), "columns[_column].symbols[*]", Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(12),
                (),
                Piece(
                    "",
                    "string",
                    Get("body.cells[*]@") + 4,
                    Get("body.cells.cell.len_value"),
                    Get("body.cells.cell?"),
                    "latin-1",
                ),
            ),
        ),
    ),
)

SETS_PLAN = RowPlan(
    frame=LengthFrame(kind="s4be", at=0, extra=4, header=4),
    steps=(
        *_STEPS,
        Aside("records", (Get("body.flags") & 4).equals(0), ""),
        Check("records", Given("columns.size - header.num_constants") <= 1099511627776, "body.presence"),
        Check("records", Given("columns.size - header.num_constants") >= 0, "body.presence"),
        Let("records", "body.presence#bytes", (Given("columns.size - header.num_constants") + 7) // 8),
        Need(
            "records",
            Start() + 5,
            Get("body.presence#bytes"),
            Start() + 4,
            Start() + Get("len_body") + 4,
            "body.presence",
        ),
        Check(
            "records",
            (Given("columns.size") <= Given("most turns"))
            | (Given("columns.size") <= Get("len_body") - Get("body.presence#bytes") + -1),
            "body.cells",
        ),
        Unrolled(
            "body.cells[*]",
            "records",
            Given("columns.size"),
            Start() + Get("body.presence#bytes") + 5,
            (
                Aside(
                    "records",
                    Given("columns[_column].is_constant").equals(0).equals(0)
                    | (Given("columns[_column].presence_index") >= 0),
                    "",
                ),
                Check(
                    "records",
                    Given("columns[_column].is_constant").equals(0).equals(0)
                    | (Given("columns[_column].presence_index") >= 0)
                    & (Given("columns[_column].presence_index") < Given("columns.size - header.num_constants")),
                    "body.cells",
                ),
                Let(
                    "records",
                    "body.cells.cell?",
                    Select(
                        Given("columns[_column].is_constant"),
                        Const(0),
                        Load(
                            "u1",
                            Select(
                                (Given("columns[_column].presence_index") >= 0)
                                & (
                                    Given("columns[_column].presence_index")
                                    < Given("columns.size - header.num_constants")
                                ),
                                Start() + 5,
                                Start(),
                            )
                            + (
                                Select(
                                    (Given("columns[_column].presence_index") >= 0)
                                    & (
                                        Given("columns[_column].presence_index")
                                        < Given("columns.size - header.num_constants")
                                    ),
                                    Given("columns[_column].presence_index"),
                                    Const(0),
                                )
                                >> 3
                            ),
                        )
                        >> (
                            Select(
                                (Given("columns[_column].presence_index") >= 0)
                                & (
                                    Given("columns[_column].presence_index")
                                    < Given("columns.size - header.num_constants")
                                ),
                                Given("columns[_column].presence_index"),
                                Const(0),
                            )
                            & 7
                        )
                        & 1,
                    ),
                ),
            ),
            (
                Variant(Given("columns[_column].storage").equals(1), _ROWS_CELLS_STORAGE_1, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(2), _ROWS_CELLS_STORAGE_2, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(3), _ROWS_CELLS_STORAGE_3, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(4), _ROWS_CELLS_STORAGE_4, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(5), _ROWS_CELLS_STORAGE_5, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(6), _ROWS_CELLS_STORAGE_6, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(7), _ROWS_CELLS_STORAGE_7, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(8), _ROWS_CELLS_STORAGE_8, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(9), _ROWS_CELLS_STORAGE_9, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(10), _ROWS_CELLS_STORAGE_10, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(11), _ROWS_CELLS_STORAGE_11, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(12), _ROWS_CELLS_STORAGE_9, Get("body.cells.cell>")),
            ),
        ),
        Need("records", Get("body.cells[*]>"), Const(4), Start() + 4, Start() + Get("len_body") + 4, "body.digest"),
        Let("records", "body.digest", Load("u4be", Get("body.cells[*]>"))),
        Checksum("records", "adler32", Start(), Get("body.cells[*]>") - Start(), Get("body.digest"), "body.digest"),
        Slack("records", Start() + Get("len_body") - Get("body.cells[*]>"), "body"),
    ),
    rows="records",
    columns=(
        Number("record_offset", "int64", Offset(Start())),
        Number("record_end", "int64", Offset(Start()) + End() - Start()),
        Number("record_flags", "int16", Get("body.flags")),
    ),
    cells=Cells(
        "body.cells[*]",
        (
            CellVariant(
                Given("columns[_column].storage").equals(1),
                (),
                Number("", "bool", Get("body.cells.cell.value").differs(0), Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(2),
                (),
                Number("", "int8", Get("body.cells.cell"), Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(3),
                (),
                Piece("", "string", Get("body.cells[*]@"), Const(2), Get("body.cells.cell?"), "utf-16be"),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(4),
                (),
                Number("", "int16", Get("body.cells.cell"), Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(5),
                (),
                Number("", "int32", Get("body.cells.cell"), Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(6),
                (),
                Number("", "int64", Get("body.cells.cell"), Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(7),
                (),
                Number("", "float32", Get("body.cells.cell"), Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(8),
                (),
                Number("", "float64", Get("body.cells.cell"), Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(9),
                (),
                Piece(
                    "", "binary", Get("body.cells[*]@") + 4, Get("body.cells.cell.len_value"), Get("body.cells.cell?")
                ),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(10),
                (),
                Piece(
                    "", "string", Get("body.cells[*]@") + 4, Get("body.cells.cell.len_value"), Get("body.cells.cell?")
                ),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(11),
                (),
                Tabled("", Get("body.cells.cell.number"), "columns[_column].symbols[*]", Get("body.cells.cell?")),
            ),
            CellVariant(
                Given("columns[_column].storage").equals(12),
                (),
                Piece(
                    "",
                    "string",
                    Get("body.cells[*]@") + 4,
                    Get("body.cells.cell.len_value"),
                    Get("body.cells.cell?"),
                    "latin-1",
                ),
            ),
        ),
    ),
)

_RECORDS_CELLS_STORAGE_1: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells?") & Get("body.cells.cell?"), Const(1), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell.value",
    ),
    Let(
        "records",
        "body.cells.cell.value",
        Load("s1", Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start())),
    ),
    Check(
        "records",
        (Get("body.cells?") & Get("body.cells.cell?")).equals(0)
        | (Match(Get("body.cells.cell.value"), (0, 1), (0, 1)) >= 0),
        "body.cells.cell.value",
    ),
    Let(
        "records",
        "body.cells.cell>",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@") + 1, Get("body.cells[*]@")),
    ),
)

_RECORDS_CELLS_STORAGE_2: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells?") & Get("body.cells.cell?"), Const(1), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell",
    ),
    Let(
        "records",
        "body.cells.cell",
        Load("s1", Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start())),
    ),
    Let(
        "records",
        "body.cells.cell>",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@") + 1, Get("body.cells[*]@")),
    ),
)

_RECORDS_CELLS_STORAGE_3: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells?") & Get("body.cells.cell?"), Const(2), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell.value",
    ),
    Let(
        "records",
        "body.cells.cell.value",
        Load("u2be", Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start())),
    ),
    Let(
        "records",
        "body.cells.cell>",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@") + 2, Get("body.cells[*]@")),
    ),
)

_RECORDS_CELLS_STORAGE_4: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells?") & Get("body.cells.cell?"), Const(2), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell",
    ),
    Let(
        "records",
        "body.cells.cell",
        Load("s2be", Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start())),
    ),
    Let(
        "records",
        "body.cells.cell>",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@") + 2, Get("body.cells[*]@")),
    ),
)

_RECORDS_CELLS_STORAGE_5: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells?") & Get("body.cells.cell?"), Const(4), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell",
    ),
    Let(
        "records",
        "body.cells.cell",
        Load("s4be", Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start())),
    ),
    Let(
        "records",
        "body.cells.cell>",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@") + 4, Get("body.cells[*]@")),
    ),
)

_RECORDS_CELLS_STORAGE_6: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells?") & Get("body.cells.cell?"), Const(8), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell",
    ),
    Let(
        "records",
        "body.cells.cell",
        Load("s8be", Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start())),
    ),
    Let(
        "records",
        "body.cells.cell>",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@") + 8, Get("body.cells[*]@")),
    ),
)

_RECORDS_CELLS_STORAGE_7: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells?") & Get("body.cells.cell?"), Const(4), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell",
    ),
    Let(
        "records",
        "body.cells.cell",
        Load("f4be", Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start())),
    ),
    Let(
        "records",
        "body.cells.cell>",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@") + 4, Get("body.cells[*]@")),
    ),
)

_RECORDS_CELLS_STORAGE_8: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells?") & Get("body.cells.cell?"), Const(8), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell",
    ),
    Let(
        "records",
        "body.cells.cell",
        Load("f8be", Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start())),
    ),
    Let(
        "records",
        "body.cells.cell>",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@") + 8, Get("body.cells[*]@")),
    ),
)

_RECORDS_CELLS_STORAGE_9: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells?") & Get("body.cells.cell?"), Const(4), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell.len_value",
    ),
    Let(
        "records",
        "body.cells.cell.len_value",
        Load("s4be", Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start())),
    ),
    Need(
        "records",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@") + 4, Start() + 4),
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells.cell.len_value"), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell.value",
    ),
    Let(
        "records",
        "body.cells.cell>",
        Select(
            Get("body.cells?") & Get("body.cells.cell?"),
            Get("body.cells[*]@") + Get("body.cells.cell.len_value") + 4,
            Get("body.cells[*]@"),
        ),
    ),
)

_RECORDS_CELLS_STORAGE_10: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells?") & Get("body.cells.cell?"), Const(4), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell.len_value",
    ),
    Let(
        "records",
        "body.cells.cell.len_value",
        Load("s4be", Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start())),
    ),
    Need(
        "records",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@") + 4, Start() + 4),
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells.cell.len_value"), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell.value",
    ),
    CheckText(
        "records",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@") + 4, Start() + 4),
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells.cell.len_value"), Const(0)),
        "body.cells.cell.value",
    ),
    Let(
        "records",
        "body.cells.cell>",
        Select(
            Get("body.cells?") & Get("body.cells.cell?"),
            Get("body.cells[*]@") + Get("body.cells.cell.len_value") + 4,
            Get("body.cells[*]@"),
        ),
    ),
)

_RECORDS_CELLS_STORAGE_11: tuple[Step, ...] = (
    Need(
        "records",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start() + 4),
        Select(Get("body.cells?") & Get("body.cells.cell?"), Const(4), Const(0)),
        Start() + 4,
        Start() + Get("len_body") + 4,
        "body.cells.cell.number",
    ),
    Let(
        "records",
        "body.cells.cell.number",
        Load("s4be", Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@"), Start())),
    ),
    Check(
        "records",
        (Get("body.cells?") & Get("body.cells.cell?")).equals(0) | (Get("body.cells.cell.number") >= 0),
        "body.cells.cell.number",
    ),
    Check(
        "records",
        (Get("body.cells?") & Get("body.cells.cell?")).equals(0)
        | (Get("body.cells.cell.number") <= Given("columns[_column].symbols.size - 1")),
        "body.cells.cell.number",
    ),
    Let(
        "records",
        "body.cells.cell>",
        Select(Get("body.cells?") & Get("body.cells.cell?"), Get("body.cells[*]@") + 4, Get("body.cells[*]@")),
    ),
)

RECORDS_PLAN = RowPlan(
    frame=LengthFrame(kind="s4be", at=0, extra=4, header=4),
    steps=(
        *_STEPS,
        Let("records", "body.presence?", (Get("body.flags") & 4).equals(0)),
        Check(
            "records",
            Get("body.presence?").equals(0) | (Given("columns.size - header.num_constants") <= 1099511627776),
            "body.presence",
        ),
        Check(
            "records",
            Get("body.presence?").equals(0) | (Given("columns.size - header.num_constants") >= 0),
            "body.presence",
        ),
        Let(
            "records",
            "body.presence#bytes",
            (Select(Get("body.presence?"), Given("columns.size - header.num_constants"), Const(0)) + 7) // 8,
        ),
        Need(
            "records",
            Select(Get("body.presence?"), Start() + 5, Start() + 4),
            Select(Get("body.presence?"), Get("body.presence#bytes"), Const(0)),
            Start() + 4,
            Start() + Get("len_body") + 4,
            "body.presence",
        ),
        Let(
            "records",
            "body.presence>",
            Select(Get("body.presence?"), Start() + Get("body.presence#bytes") + 5, Start() + 5),
        ),
        Let("records", "body.cells?", (Get("body.flags") & 4).equals(0)),
        Check(
            "records",
            Get("body.cells?").equals(0)
            | (
                (Given("columns.size") <= Given("most turns"))
                | (Given("columns.size") <= Start() + Get("len_body") - Get("body.presence>") + 4)
            ),
            "body.cells",
        ),
        Unrolled(
            "body.cells[*]",
            "records",
            Given("columns.size"),
            Get("body.presence>"),
            (
                Aside(
                    "records",
                    (Get("body.cells?") & Given("columns[_column].is_constant").equals(0)).equals(0)
                    | (Given("columns[_column].presence_index") >= 0),
                    "",
                ),
                Check(
                    "records",
                    (Get("body.cells?") & Given("columns[_column].is_constant").equals(0)).equals(0)
                    | (Given("columns[_column].presence_index") >= 0)
                    & (
                        Given("columns[_column].presence_index")
                        < Select(Get("body.presence?"), Given("columns.size - header.num_constants"), Const(0))
                    ),
                    "body.cells",
                ),
                Let(
                    "records",
                    "body.cells.cell?",
                    Select(
                        Given("columns[_column].is_constant"),
                        Const(0),
                        Load(
                            "u1",
                            Select(
                                (Given("columns[_column].presence_index") >= 0)
                                & (
                                    Given("columns[_column].presence_index")
                                    < Select(
                                        Get("body.presence?"), Given("columns.size - header.num_constants"), Const(0)
                                    )
                                ),
                                Start() + 5,
                                Start(),
                            )
                            + (
                                Select(
                                    (Given("columns[_column].presence_index") >= 0)
                                    & (
                                        Given("columns[_column].presence_index")
                                        < Select(
                                            Get("body.presence?"),
                                            Given("columns.size - header.num_constants"),
                                            Const(0),
                                        )
                                    ),
                                    Given("columns[_column].presence_index"),
                                    Const(0),
                                )
                                >> 3
                            ),
                        )
                        >> (
                            Select(
                                (Given("columns[_column].presence_index") >= 0)
                                & (
                                    Given("columns[_column].presence_index")
                                    < Select(
                                        Get("body.presence?"), Given("columns.size - header.num_constants"), Const(0)
                                    )
                                ),
                                Given("columns[_column].presence_index"),
                                Const(0),
                            )
                            & 7
                        )
                        & 1,
                    ),
                ),
            ),
            (
                Variant(Given("columns[_column].storage").equals(1), _RECORDS_CELLS_STORAGE_1, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(2), _RECORDS_CELLS_STORAGE_2, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(3), _RECORDS_CELLS_STORAGE_3, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(4), _RECORDS_CELLS_STORAGE_4, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(5), _RECORDS_CELLS_STORAGE_5, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(6), _RECORDS_CELLS_STORAGE_6, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(7), _RECORDS_CELLS_STORAGE_7, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(8), _RECORDS_CELLS_STORAGE_8, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(9), _RECORDS_CELLS_STORAGE_9, Get("body.cells.cell>")),
                Variant(
                    Given("columns[_column].storage").equals(10), _RECORDS_CELLS_STORAGE_10, Get("body.cells.cell>")
                ),
                Variant(
                    Given("columns[_column].storage").equals(11), _RECORDS_CELLS_STORAGE_11, Get("body.cells.cell>")
                ),
                Variant(
                    Given("columns[_column].storage").equals(12), _RECORDS_CELLS_STORAGE_9, Get("body.cells.cell>")
                ),
            ),
        ),
        Let("records", "body.cells>", Select(Get("body.cells?"), Get("body.cells[*]>"), Get("body.presence>"))),
        Let("records", "body.digest?", (Get("body.flags") & 4).equals(0)),
        Need(
            "records",
            Select(Get("body.digest?"), Get("body.cells>"), Start() + 4),
            Select(Get("body.digest?"), Const(4), Const(0)),
            Start() + 4,
            Start() + Get("len_body") + 4,
            "body.digest",
        ),
        Let("records", "body.digest", Load("u4be", Select(Get("body.digest?"), Get("body.cells>"), Start()))),
        Let("records", "body.digest>", Select(Get("body.digest?"), Get("body.cells>") + 4, Get("body.cells>"))),
        Checksum(
            "records",
            "adler32",
            Select(Get("body.digest?"), Start(), Start()),
            Select(Get("body.digest?"), Get("body.cells>") - Start(), Const(0)),
            Select(Get("body.digest?"), Get("body.digest"), Const(1)),
            "body.digest",
        ),
        Let("records", "body.other?", (Get("body.flags") & 4).equals(0).equals(0)),
        Need(
            "records",
            Select(Get("body.other?"), Get("body.digest>"), Start() + 4),
            Select(Get("body.other?"), Start() + Get("len_body") - Get("body.digest>") + 4, Const(0)),
            Start() + 4,
            Start() + Get("len_body") + 4,
            "body.other",
        ),
        Let("records", "body.other>", Select(Get("body.other?"), Start() + Get("len_body") + 4, Get("body.digest>"))),
        Slack("records", Start() + Get("len_body") - Get("body.other>") + 4, "body"),
    ),
    rows="records",
    columns=(
        Number("offset", "int64", Offset(Start())),
        Number("flags", "int16", Get("body.flags")),
        Number("start_of_set", "bool", (Get("body.flags") & 1).differs(0)),
        Number("end_of_set", "bool", (Get("body.flags") & 2).differs(0)),
    ),
)

COMMANDS_PLAN = RowPlan(
    frame=LengthFrame(kind="s4be", at=0, extra=4, header=4),
    steps=(
        *_STEPS,
        Let("records", "body.presence?", (Get("body.flags") & 4).equals(0)),
        Check(
            "records",
            Get("body.presence?").equals(0) | (Given("columns.size - header.num_constants") <= 1099511627776),
            "body.presence",
        ),
        Check(
            "records",
            Get("body.presence?").equals(0) | (Given("columns.size - header.num_constants") >= 0),
            "body.presence",
        ),
        Let(
            "records",
            "body.presence#bytes",
            (Select(Get("body.presence?"), Given("columns.size - header.num_constants"), Const(0)) + 7) // 8,
        ),
        Need(
            "records",
            Select(Get("body.presence?"), Start() + 5, Start() + 4),
            Select(Get("body.presence?"), Get("body.presence#bytes"), Const(0)),
            Start() + 4,
            Start() + Get("len_body") + 4,
            "body.presence",
        ),
        Let(
            "records",
            "body.presence>",
            Select(Get("body.presence?"), Start() + Get("body.presence#bytes") + 5, Start() + 5),
        ),
        Let("records", "body.cells?", (Get("body.flags") & 4).equals(0)),
        Check(
            "records",
            Get("body.cells?").equals(0)
            | (
                (Given("columns.size") <= Given("most turns"))
                | (Given("columns.size") <= Start() + Get("len_body") - Get("body.presence>") + 4)
            ),
            "body.cells",
        ),
        Unrolled(
            "body.cells[*]",
            "records",
            Given("columns.size"),
            Get("body.presence>"),
            (
                Aside(
                    "records",
                    (Get("body.cells?") & Given("columns[_column].is_constant").equals(0)).equals(0)
                    | (Given("columns[_column].presence_index") >= 0),
                    "",
                ),
                Check(
                    "records",
                    (Get("body.cells?") & Given("columns[_column].is_constant").equals(0)).equals(0)
                    | (Given("columns[_column].presence_index") >= 0)
                    & (
                        Given("columns[_column].presence_index")
                        < Select(Get("body.presence?"), Given("columns.size - header.num_constants"), Const(0))
                    ),
                    "body.cells",
                ),
                Let(
                    "records",
                    "body.cells.cell?",
                    Select(
                        Given("columns[_column].is_constant"),
                        Const(0),
                        Load(
                            "u1",
                            Select(
                                (Given("columns[_column].presence_index") >= 0)
                                & (
                                    Given("columns[_column].presence_index")
                                    < Select(
                                        Get("body.presence?"), Given("columns.size - header.num_constants"), Const(0)
                                    )
                                ),
                                Start() + 5,
                                Start(),
                            )
                            + (
                                Select(
                                    (Given("columns[_column].presence_index") >= 0)
                                    & (
                                        Given("columns[_column].presence_index")
                                        < Select(
                                            Get("body.presence?"),
                                            Given("columns.size - header.num_constants"),
                                            Const(0),
                                        )
                                    ),
                                    Given("columns[_column].presence_index"),
                                    Const(0),
                                )
                                >> 3
                            ),
                        )
                        >> (
                            Select(
                                (Given("columns[_column].presence_index") >= 0)
                                & (
                                    Given("columns[_column].presence_index")
                                    < Select(
                                        Get("body.presence?"), Given("columns.size - header.num_constants"), Const(0)
                                    )
                                ),
                                Given("columns[_column].presence_index"),
                                Const(0),
                            )
                            & 7
                        )
                        & 1,
                    ),
                ),
            ),
            (
                Variant(Given("columns[_column].storage").equals(1), _RECORDS_CELLS_STORAGE_1, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(2), _RECORDS_CELLS_STORAGE_2, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(3), _RECORDS_CELLS_STORAGE_3, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(4), _RECORDS_CELLS_STORAGE_4, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(5), _RECORDS_CELLS_STORAGE_5, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(6), _RECORDS_CELLS_STORAGE_6, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(7), _RECORDS_CELLS_STORAGE_7, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(8), _RECORDS_CELLS_STORAGE_8, Get("body.cells.cell>")),
                Variant(Given("columns[_column].storage").equals(9), _RECORDS_CELLS_STORAGE_9, Get("body.cells.cell>")),
                Variant(
                    Given("columns[_column].storage").equals(10), _RECORDS_CELLS_STORAGE_10, Get("body.cells.cell>")
                ),
                Variant(
                    Given("columns[_column].storage").equals(11), _RECORDS_CELLS_STORAGE_11, Get("body.cells.cell>")
                ),
                Variant(
                    Given("columns[_column].storage").equals(12), _RECORDS_CELLS_STORAGE_9, Get("body.cells.cell>")
                ),
            ),
        ),
        Let("records", "body.cells>", Select(Get("body.cells?"), Get("body.cells[*]>"), Get("body.presence>"))),
        Let("records", "body.digest?", (Get("body.flags") & 4).equals(0)),
        Need(
            "records",
            Select(Get("body.digest?"), Get("body.cells>"), Start() + 4),
            Select(Get("body.digest?"), Const(4), Const(0)),
            Start() + 4,
            Start() + Get("len_body") + 4,
            "body.digest",
        ),
        Let("records", "body.digest", Load("u4be", Select(Get("body.digest?"), Get("body.cells>"), Start()))),
        Let("records", "body.digest>", Select(Get("body.digest?"), Get("body.cells>") + 4, Get("body.cells>"))),
        Checksum(
            "records",
            "adler32",
            Select(Get("body.digest?"), Start(), Start()),
            Select(Get("body.digest?"), Get("body.cells>") - Start(), Const(0)),
            Select(Get("body.digest?"), Get("body.digest"), Const(1)),
            "body.digest",
        ),
        Let("records", "body.other?", (Get("body.flags") & 4).equals(0).equals(0)),
        Need(
            "records",
            Select(Get("body.other?"), Get("body.digest>"), Start() + 4),
            Select(Get("body.other?"), Start() + Get("len_body") - Get("body.digest>") + 4, Const(0)),
            Start() + 4,
            Start() + Get("len_body") + 4,
            "body.other",
        ),
        Let("records", "body.other>", Select(Get("body.other?"), Start() + Get("len_body") + 4, Get("body.digest>"))),
        Slack("records", Start() + Get("len_body") - Get("body.other>") + 4, "body"),
        Elements("shown", "records", (Get("body.flags") & 4).equals(0).equals(0).differs(0), ""),
    ),
    rows="shown",
    columns=(
        Number("offset", "int64", Up(Offset(Start()))),
        Number("end", "int64", Up(Offset(Start())) + Up(End()) - Up(Start())),
    ),
)

ROW_PLANS: dict[str, RowPlan | str] = {
    "rows": ROWS_PLAN,
    "sets": SETS_PLAN,
    "records": RECORDS_PLAN,
    "commands": COMMANDS_PLAN,
    "columns": "all that it shows stands before the records",
    "header": "all that it shows stands before the records",
}
"""By name of the view: its plan, or why the kernel can't read it."""

HEADER: dict[str, HeaderValue] = {
    "columns.size - header.num_constants": lambda scope: len(scope.root.columns) - scope.root.header.num_constants,
    "columns.size": lambda scope: len(scope.root.columns),
    "columns[_column].is_constant": lambda scope: scope.root.columns[scope.column].is_constant,
    "columns[_column].presence_index": lambda scope: scope.root.columns[scope.column].presence_index,
    "columns[_column].storage": lambda scope: scope.root.columns[scope.column].storage,
    "columns[_column].symbols.size - 1": lambda scope: len(scope.root.columns[scope.column].symbols) - 1,
    "columns[_column].symbols[*]": lambda scope: list(scope.root.columns[scope.column].symbols),
}
"""By the names that plans have for it, what they ask of a file's header."""
