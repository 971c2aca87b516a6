"""Deephaven intraday binary log: what the kernel needs to make records of rows.

Generated from specs/deephaven/deephaven_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.encoding import (
    Check,
    Columns,
    ColumnVariant,
    Const,
    EncodingPlan,
    Fits,
    Get,
    Given,
    HeaderValue,
    Held,
    Let,
    Match,
    Put,
    PutPiece,
    PutPresence,
    PutSum,
    Select,
    Size,
    Source,
    Step,
    There,
)

_CELLS_STORAGE_1: tuple[Step, ...] = (
    Check("records", There(("body", "cells", "*")).equals(Get("body.cells?")), "body.cells"),
    Let("records", "body.cells.cell?", There(("body", "cells", "*", "cell"))),
    Fits("records", ("body", "cells", "*", "cell", "value"), -128, 127, "body.cells.cell.value"),
    Check(
        "records",
        There(("body", "cells", "*", "cell", "value")).equals(Get("body.cells?") & Get("body.cells.cell?")),
        "body.cells.cell.value",
    ),
    Check(
        "records",
        (Get("body.cells?") & Get("body.cells.cell?")).equals(0)
        | (
            Match(
                Select(
                    There(("body", "cells", "*", "cell", "value")),
                    Held(("body", "cells", "*", "cell", "value")),
                    Const(0),
                ),
                (0, 1),
                (0, 1),
            )
            >= 0
        ),
        "body.cells.cell.value",
    ),
    Put(
        "records",
        "s1",
        Get("body.cells[*]@"),
        Select(There(("body", "cells", "*", "cell", "value")), Held(("body", "cells", "*", "cell", "value")), Const(0)),
        Get("body.cells?") & Get("body.cells.cell?"),
    ),
    Let("records", "body.cells.cell>", Select(Get("body.cells.cell?"), Const(1), Const(0))),
)

_CELLS_STORAGE_2: tuple[Step, ...] = (
    Check("records", There(("body", "cells", "*")).equals(Get("body.cells?")), "body.cells"),
    Let("records", "body.cells.cell?", There(("body", "cells", "*", "cell"))),
    Fits("records", ("body", "cells", "*", "cell"), -128, 127, "body.cells.cell"),
    Put(
        "records",
        "s1",
        Get("body.cells[*]@"),
        Select(There(("body", "cells", "*", "cell")), Held(("body", "cells", "*", "cell")), Const(0)),
        Get("body.cells?") & Get("body.cells.cell?"),
    ),
    Let("records", "body.cells.cell>", Select(Get("body.cells.cell?"), Const(1), Const(0))),
)

_CELLS_STORAGE_3: tuple[Step, ...] = (
    Check("records", There(("body", "cells", "*")).equals(Get("body.cells?")), "body.cells"),
    Let("records", "body.cells.cell?", There(("body", "cells", "*", "cell"))),
    Fits("records", ("body", "cells", "*", "cell", "value"), 0, 65535, "body.cells.cell.value"),
    Check(
        "records",
        There(("body", "cells", "*", "cell", "value")).equals(Get("body.cells?") & Get("body.cells.cell?")),
        "body.cells.cell.value",
    ),
    Put(
        "records",
        "u2be",
        Get("body.cells[*]@"),
        Select(There(("body", "cells", "*", "cell", "value")), Held(("body", "cells", "*", "cell", "value")), Const(0)),
        Get("body.cells?") & Get("body.cells.cell?"),
    ),
    Let("records", "body.cells.cell>", Select(Get("body.cells.cell?"), Const(2), Const(0))),
)

_CELLS_STORAGE_4: tuple[Step, ...] = (
    Check("records", There(("body", "cells", "*")).equals(Get("body.cells?")), "body.cells"),
    Let("records", "body.cells.cell?", There(("body", "cells", "*", "cell"))),
    Fits("records", ("body", "cells", "*", "cell"), -32768, 32767, "body.cells.cell"),
    Put(
        "records",
        "s2be",
        Get("body.cells[*]@"),
        Select(There(("body", "cells", "*", "cell")), Held(("body", "cells", "*", "cell")), Const(0)),
        Get("body.cells?") & Get("body.cells.cell?"),
    ),
    Let("records", "body.cells.cell>", Select(Get("body.cells.cell?"), Const(2), Const(0))),
)

_CELLS_STORAGE_5: tuple[Step, ...] = (
    Check("records", There(("body", "cells", "*")).equals(Get("body.cells?")), "body.cells"),
    Let("records", "body.cells.cell?", There(("body", "cells", "*", "cell"))),
    Fits("records", ("body", "cells", "*", "cell"), -2147483648, 0x7FFFFFFF, "body.cells.cell"),
    Put(
        "records",
        "s4be",
        Get("body.cells[*]@"),
        Select(There(("body", "cells", "*", "cell")), Held(("body", "cells", "*", "cell")), Const(0)),
        Get("body.cells?") & Get("body.cells.cell?"),
    ),
    Let("records", "body.cells.cell>", Select(Get("body.cells.cell?"), Const(4), Const(0))),
)

_CELLS_STORAGE_6: tuple[Step, ...] = (
    Check("records", There(("body", "cells", "*")).equals(Get("body.cells?")), "body.cells"),
    Let("records", "body.cells.cell?", There(("body", "cells", "*", "cell"))),
    Fits("records", ("body", "cells", "*", "cell"), -9223372036854775808, 9223372036854775807, "body.cells.cell"),
    Put(
        "records",
        "s8be",
        Get("body.cells[*]@"),
        Select(There(("body", "cells", "*", "cell")), Held(("body", "cells", "*", "cell")), Const(0)),
        Get("body.cells?") & Get("body.cells.cell?"),
    ),
    Let("records", "body.cells.cell>", Select(Get("body.cells.cell?"), Const(8), Const(0))),
)

_CELLS_STORAGE_7: tuple[Step, ...] = (
    Check("records", There(("body", "cells", "*")).equals(Get("body.cells?")), "body.cells"),
    Let("records", "body.cells.cell?", There(("body", "cells", "*", "cell"))),
    Put(
        "records",
        "f4be",
        Get("body.cells[*]@"),
        Select(There(("body", "cells", "*", "cell")), Held(("body", "cells", "*", "cell")), Const(0)),
        Get("body.cells?") & Get("body.cells.cell?"),
    ),
    Let("records", "body.cells.cell>", Select(Get("body.cells.cell?"), Const(4), Const(0))),
)

_CELLS_STORAGE_8: tuple[Step, ...] = (
    Check("records", There(("body", "cells", "*")).equals(Get("body.cells?")), "body.cells"),
    Let("records", "body.cells.cell?", There(("body", "cells", "*", "cell"))),
    Put(
        "records",
        "f8be",
        Get("body.cells[*]@"),
        Select(There(("body", "cells", "*", "cell")), Held(("body", "cells", "*", "cell")), Const(0)),
        Get("body.cells?") & Get("body.cells.cell?"),
    ),
    Let("records", "body.cells.cell>", Select(Get("body.cells.cell?"), Const(8), Const(0))),
)

_CELLS_STORAGE_9: tuple[Step, ...] = (
    Check("records", There(("body", "cells", "*")).equals(Get("body.cells?")), "body.cells"),
    Let("records", "body.cells.cell?", There(("body", "cells", "*", "cell"))),
    Check(
        "records",
        (Get("body.cells?") & Get("body.cells.cell?")).equals(0)
        | (Get("body.cells.cell=0") >= -2147483648) & (Get("body.cells.cell=0") <= 0x7FFFFFFF),
        "body.cells.cell.len_value",
    ),
    Put(
        "records", "s4be", Get("body.cells[*]@"), Get("body.cells.cell=0"), Get("body.cells?") & Get("body.cells.cell?")
    ),
    Check(
        "records",
        There(("body", "cells", "*", "cell", "value")).equals(Get("body.cells?") & Get("body.cells.cell?")),
        "body.cells.cell.value",
    ),
    PutPiece(
        "records",
        Get("body.cells[*]@") + 4,
        ("body", "cells", "*", "cell", "value"),
        when=Get("body.cells?") & Get("body.cells.cell?"),
    ),
    Let("records", "body.cells.cell=0", Size(("body", "cells", "*", "cell", "value"))),
    Let(
        "records",
        "body.cells.cell>",
        Select(Get("body.cells.cell?"), Size(("body", "cells", "*", "cell", "value")) + 4, Const(0)),
    ),
)

_CELLS_STORAGE_11: tuple[Step, ...] = (
    Check("records", There(("body", "cells", "*")).equals(Get("body.cells?")), "body.cells"),
    Let("records", "body.cells.cell?", There(("body", "cells", "*", "cell"))),
    Fits("records", ("body", "cells", "*", "cell", "number"), -2147483648, 0x7FFFFFFF, "body.cells.cell.number"),
    Check(
        "records",
        There(("body", "cells", "*", "cell", "number")).equals(Get("body.cells?") & Get("body.cells.cell?")),
        "body.cells.cell.number",
    ),
    Check(
        "records",
        (Get("body.cells?") & Get("body.cells.cell?")).equals(0)
        | (
            Select(
                There(("body", "cells", "*", "cell", "number")),
                Held(("body", "cells", "*", "cell", "number")),
                Const(0),
            )
            >= 0
        ),
        "body.cells.cell.number",
    ),
    Check(
        "records",
        (Get("body.cells?") & Get("body.cells.cell?")).equals(0)
        | (
            Select(
                There(("body", "cells", "*", "cell", "number")),
                Held(("body", "cells", "*", "cell", "number")),
                Const(0),
            )
            <= Given("columns[_column].symbols.size - 1")
        ),
        "body.cells.cell.number",
    ),
    Put(
        "records",
        "s4be",
        Get("body.cells[*]@"),
        Select(
            There(("body", "cells", "*", "cell", "number")), Held(("body", "cells", "*", "cell", "number")), Const(0)
        ),
        Get("body.cells?") & Get("body.cells.cell?"),
    ),
    Let("records", "body.cells.cell>", Select(Get("body.cells.cell?"), Const(4), Const(0))),
)

_CELLS_STORAGE_12: tuple[Step, ...] = (
    Check("records", There(("body", "cells", "*")).equals(Get("body.cells?")), "body.cells"),
    Let("records", "body.cells.cell?", There(("body", "cells", "*", "cell"))),
    Check(
        "records",
        (Get("body.cells?") & Get("body.cells.cell?")).equals(0)
        | (Get("body.cells.cell=0") >= -2147483648) & (Get("body.cells.cell=0") <= 0x7FFFFFFF),
        "body.cells.cell.len_value",
    ),
    Put(
        "records", "s4be", Get("body.cells[*]@"), Get("body.cells.cell=0"), Get("body.cells?") & Get("body.cells.cell?")
    ),
    Check(
        "records",
        There(("body", "cells", "*", "cell", "value")).equals(Get("body.cells?") & Get("body.cells.cell?")),
        "body.cells.cell.value",
    ),
    Check(
        "records",
        (Get("body.cells?") & Get("body.cells.cell?")).equals(0)
        | (Size(("body", "cells", "*", "cell", "value"), "latin-1") >= 0),
        "body.cells.cell.value",
    ),
    PutPiece(
        "records",
        Get("body.cells[*]@") + 4,
        ("body", "cells", "*", "cell", "value"),
        "latin-1",
        Get("body.cells?") & Get("body.cells.cell?"),
    ),
    Let("records", "body.cells.cell=0", Size(("body", "cells", "*", "cell", "value"), "latin-1")),
    Let(
        "records",
        "body.cells.cell>",
        Select(Get("body.cells.cell?"), Size(("body", "cells", "*", "cell", "value"), "latin-1") + 4, Const(0)),
    ),
)

ENCODING: EncodingPlan | str = EncodingPlan(
    steps=(
        Check("records", (Get("=0") >= -2147483648) & (Get("=0") <= 0x7FFFFFFF), "len_body"),
        Check("records", Get("=0") >= 5, "len_body"),
        Put("records", "s4be", Const(0), Get("=0")),
        Check("records", There(("body",)), "body"),
        Fits("records", ("body", "flags"), 0, 255, "body.flags"),
        Put("records", "u1", Const(4), Select(There(("body", "flags")), Held(("body", "flags")), Const(3))),
        Let(
            "records",
            "body.presence?",
            (Select(There(("body", "flags")), Held(("body", "flags")), Const(3)) & 4).equals(0),
        ),
        PutPresence(
            Const(5),
            Given("columns.size - header.num_constants"),
            "body.cells[*]",
            Given("columns[_column].presence_index"),
            Given("not columns[_column].is_constant"),
            ("body", "cells", "*", "cell"),
            "le",
            Get("body.presence?"),
        ),
        Let(
            "records",
            "body.presence>",
            Select(Get("body.presence?"), (Given("columns.size - header.num_constants") + 7) // 8, Const(0)),
        ),
        Let(
            "records",
            "body.cells?",
            (Select(There(("body", "flags")), Held(("body", "flags")), Const(3)) & 4).equals(0),
        ),
        Columns(
            "body.cells[*]",
            Given("columns.size"),
            Get("body.presence>") + 5,
            (
                ColumnVariant(
                    Given("columns[_column].storage").equals(1),
                    _CELLS_STORAGE_1,
                    Get("body.cells[*]@") + Get("body.cells.cell>"),
                    (
                        Source(("body", "cells", "*"), "struct"),
                        Source(("body", "cells", "*", "cell"), "struct"),
                        Source(("body", "cells", "*", "cell", "value"), "s1", logical="bool", shown=True),
                    ),
                ),
                ColumnVariant(
                    Given("columns[_column].storage").equals(2),
                    _CELLS_STORAGE_2,
                    Get("body.cells[*]@") + Get("body.cells.cell>"),
                    (
                        Source(("body", "cells", "*"), "struct"),
                        Source(("body", "cells", "*", "cell"), "s1", shown=True),
                    ),
                ),
                ColumnVariant(
                    Given("columns[_column].storage").equals(3),
                    _CELLS_STORAGE_3,
                    Get("body.cells[*]@") + Get("body.cells.cell>"),
                    (
                        Source(("body", "cells", "*"), "struct"),
                        Source(("body", "cells", "*", "cell"), "struct"),
                        Source(("body", "cells", "*", "cell", "value"), "u2be", logical="utf16-unit", shown=True),
                    ),
                ),
                ColumnVariant(
                    Given("columns[_column].storage").equals(4),
                    _CELLS_STORAGE_4,
                    Get("body.cells[*]@") + Get("body.cells.cell>"),
                    (
                        Source(("body", "cells", "*"), "struct"),
                        Source(("body", "cells", "*", "cell"), "s2be", shown=True),
                    ),
                ),
                ColumnVariant(
                    Given("columns[_column].storage").equals(5),
                    _CELLS_STORAGE_5,
                    Get("body.cells[*]@") + Get("body.cells.cell>"),
                    (
                        Source(("body", "cells", "*"), "struct"),
                        Source(("body", "cells", "*", "cell"), "s4be", shown=True),
                    ),
                ),
                ColumnVariant(
                    Given("columns[_column].storage").equals(6),
                    _CELLS_STORAGE_6,
                    Get("body.cells[*]@") + Get("body.cells.cell>"),
                    (
                        Source(("body", "cells", "*"), "struct"),
                        Source(("body", "cells", "*", "cell"), "s8be", shown=True),
                    ),
                ),
                ColumnVariant(
                    Given("columns[_column].storage").equals(7),
                    _CELLS_STORAGE_7,
                    Get("body.cells[*]@") + Get("body.cells.cell>"),
                    (
                        Source(("body", "cells", "*"), "struct"),
                        Source(("body", "cells", "*", "cell"), "f4be", shown=True),
                    ),
                ),
                ColumnVariant(
                    Given("columns[_column].storage").equals(8),
                    _CELLS_STORAGE_8,
                    Get("body.cells[*]@") + Get("body.cells.cell>"),
                    (
                        Source(("body", "cells", "*"), "struct"),
                        Source(("body", "cells", "*", "cell"), "f8be", shown=True),
                    ),
                ),
                ColumnVariant(
                    Given("columns[_column].storage").equals(9),
                    _CELLS_STORAGE_9,
                    Get("body.cells[*]@") + Get("body.cells.cell>"),
                    (
                        Source(("body", "cells", "*"), "struct"),
                        Source(("body", "cells", "*", "cell"), "struct"),
                        Source(("body", "cells", "*", "cell", "value"), "bytes", shown=True),
                    ),
                ),
                ColumnVariant(
                    Given("columns[_column].storage").equals(10),
                    _CELLS_STORAGE_9,
                    Get("body.cells[*]@") + Get("body.cells.cell>"),
                    (
                        Source(("body", "cells", "*"), "struct"),
                        Source(("body", "cells", "*", "cell"), "struct"),
                        Source(("body", "cells", "*", "cell", "value"), "str", shown=True),
                    ),
                ),
                ColumnVariant(
                    Given("columns[_column].storage").equals(11),
                    _CELLS_STORAGE_11,
                    Get("body.cells[*]@") + Get("body.cells.cell>"),
                    (
                        Source(("body", "cells", "*"), "struct"),
                        Source(("body", "cells", "*", "cell"), "struct"),
                        Source(
                            ("body", "cells", "*", "cell", "number"),
                            "s4be",
                            table="columns[_column].symbols[*]",
                            shown=True,
                        ),
                    ),
                ),
                ColumnVariant(
                    Given("columns[_column].storage").equals(12),
                    _CELLS_STORAGE_12,
                    Get("body.cells[*]@") + Get("body.cells.cell>"),
                    (
                        Source(("body", "cells", "*"), "struct"),
                        Source(("body", "cells", "*", "cell"), "struct"),
                        Source(("body", "cells", "*", "cell", "value"), "str", shown=True),
                    ),
                ),
            ),
        ),
        Let(
            "records",
            "body.cells>",
            Select(Get("body.cells?"), Get("body.cells[*]>") - Get("body.presence>") + -5, Const(0)),
        ),
        Let(
            "records",
            "body.digest?",
            (Select(There(("body", "flags")), Held(("body", "flags")), Const(3)) & 4).equals(0),
        ),
        Let("records", "body.digest>", Select(Get("body.digest?"), Const(4), Const(0))),
        Let(
            "records",
            "body.other?",
            (Select(There(("body", "flags")), Held(("body", "flags")), Const(3)) & 4).equals(0).equals(0),
        ),
        Check("records", Get("body.other?").equals(0), "body.other"),
        Check("records", There(("body", "other")).equals(0), "body.other"),
        Let("records", "=0", Get("body.presence>") + Get("body.cells>") + Get("body.digest>") + 1),
        PutSum(
            "records",
            "u4be",
            Get("body.presence>") + Get("body.cells>") + 5,
            "adler32",
            Const(0),
            Get("body.presence>") + Get("body.cells>") + 5,
            Get("body.digest?"),
        ),
    ),
    size=Get("body.presence>") + Get("body.cells>") + Get("body.digest>") + 5,
    sources=(
        Source(("body",), "struct"),
        Source(("body", "flags"), "u1"),
        Source(("body", "cells", "*", "cell"), "any"),
        Source(("body", "other"), "any"),
    ),
    field="records",
)
"""How rows become records, or why the kernel can't make them."""

SKELETONS: dict[str, str] = {}
"""By name of the view: why its steps differ in more than their vectors; empty where they don't."""

ENCODING_HEADER: dict[str, HeaderValue] = {
    "columns.size - header.num_constants": lambda scope: len(scope.root.columns) - scope.root.header.num_constants,
    "columns[_column].presence_index": lambda scope: scope.root.columns[scope.column].presence_index,
    "not columns[_column].is_constant": lambda scope: not scope.root.columns[scope.column].is_constant,
    "columns.size": lambda scope: len(scope.root.columns),
    "columns[_column].storage": lambda scope: scope.root.columns[scope.column].storage,
    "columns[_column].symbols.size - 1": lambda scope: len(scope.root.columns[scope.column].symbols) - 1,
    "columns[_column].symbols[*]": lambda scope: list(scope.root.columns[scope.column].symbols),
}
"""By the names that the plan has for it, what it asks of a file's header."""
