"""ESDB with spaces: what the kernel needs to make columns of each view.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.columns import (
    Aside,
    Begin,
    Beside,
    Check,
    Checksum,
    Const,
    Elements,
    End,
    Fronts,
    Get,
    Index,
    Let,
    List,
    Load,
    Need,
    Number,
    Offset,
    Outer,
    Piece,
    Region,
    RegionEnd,
    RegionFrame,
    RowPlan,
    Run,
    Select,
    Start,
    Step,
    Struct,
    Up,
    Varint,
    VarintSize,
)

_DIRECTORY_STEPS: tuple[Step, ...] = (
    Need("records", Start(), End() - Start() + -5, Start(), End(), "body"),
    Let("records", "body.num_restarts@", End() + -9),
    Need("records", Get("body.num_restarts@"), Const(0), Start(), End() + -5, "body.num_restarts"),
    Need("records", Get("body.num_restarts@"), Const(4), Start(), End() + -5, "body.num_restarts"),
    Let("records", "body.num_restarts", Load("u4le", Get("body.num_restarts@"))),
    Need("records", Start(), End() - Start() - Get("body.num_restarts") * 4 + -9, Start(), End() + -5, "body.entries"),
    Run(
        "body.entries.entries",
        "records",
        Start(),
        (
            Let(
                "body.entries.entries",
                "body.entries.entries.len_shared#",
                VarintSize(Begin(), Up(End()) - Up(Get("body.num_restarts")) * 4 + -9),
            ),
            Let(
                "body.entries.entries",
                "body.entries.entries.len_unshared#",
                VarintSize(
                    Begin() + Get("body.entries.entries.len_shared#"), Up(End()) - Up(Get("body.num_restarts")) * 4 + -9
                ),
            ),
            Let(
                "body.entries.entries",
                "body.entries.entries.len_unshared",
                Varint(Begin() + Get("body.entries.entries.len_shared#"), Get("body.entries.entries.len_unshared#")),
            ),
            Let(
                "body.entries.entries",
                "body.entries.entries.len_value#",
                VarintSize(
                    Begin() + Get("body.entries.entries.len_shared#") + Get("body.entries.entries.len_unshared#"),
                    Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                ),
            ),
            Let(
                "body.entries.entries",
                "body.entries.entries.len_value",
                Varint(
                    Begin() + Get("body.entries.entries.len_shared#") + Get("body.entries.entries.len_unshared#"),
                    Get("body.entries.entries.len_value#"),
                ),
            ),
        ),
        Begin()
        + Get("body.entries.entries.len_shared#")
        + Get("body.entries.entries.len_unshared#")
        + Get("body.entries.entries.len_value#")
        + Get("body.entries.entries.len_unshared")
        + Get("body.entries.entries.len_value"),
        End() - Get("body.num_restarts") * 4 + -9,
        "body.entries.entries",
    ),
    Need(
        "body.entries.entries",
        Begin(),
        Const(1),
        Up(Start()),
        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
        "body.entries.entries.len_shared",
    ),
    Let(
        "body.entries.entries",
        "body.entries.entries.len_shared#",
        VarintSize(Begin(), Up(End()) - Up(Get("body.num_restarts")) * 4 + -9),
    ),
    Aside("body.entries.entries", Get("body.entries.entries.len_shared#") > 0, "body.entries.entries.len_shared"),
    Let(
        "body.entries.entries",
        "body.entries.entries.len_shared",
        Varint(Begin(), Get("body.entries.entries.len_shared#")),
    ),
    Need(
        "body.entries.entries",
        Begin() + Get("body.entries.entries.len_shared#"),
        Const(1),
        Up(Start()),
        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
        "body.entries.entries.len_unshared",
    ),
    Let(
        "body.entries.entries",
        "body.entries.entries.len_unshared#",
        VarintSize(
            Begin() + Get("body.entries.entries.len_shared#"), Up(End()) - Up(Get("body.num_restarts")) * 4 + -9
        ),
    ),
    Aside("body.entries.entries", Get("body.entries.entries.len_unshared#") > 0, "body.entries.entries.len_unshared"),
    Let(
        "body.entries.entries",
        "body.entries.entries.len_unshared",
        Varint(Begin() + Get("body.entries.entries.len_shared#"), Get("body.entries.entries.len_unshared#")),
    ),
    Need(
        "body.entries.entries",
        Begin() + Get("body.entries.entries.len_shared#") + Get("body.entries.entries.len_unshared#"),
        Const(1),
        Up(Start()),
        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
        "body.entries.entries.len_value",
    ),
    Let(
        "body.entries.entries",
        "body.entries.entries.len_value#",
        VarintSize(
            Begin() + Get("body.entries.entries.len_shared#") + Get("body.entries.entries.len_unshared#"),
            Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
        ),
    ),
    Aside("body.entries.entries", Get("body.entries.entries.len_value#") > 0, "body.entries.entries.len_value"),
    Let(
        "body.entries.entries",
        "body.entries.entries.len_value",
        Varint(
            Begin() + Get("body.entries.entries.len_shared#") + Get("body.entries.entries.len_unshared#"),
            Get("body.entries.entries.len_value#"),
        ),
    ),
    Need(
        "body.entries.entries",
        Begin()
        + Get("body.entries.entries.len_shared#")
        + Get("body.entries.entries.len_unshared#")
        + Get("body.entries.entries.len_value#"),
        Const(0),
        Up(Start()),
        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
        "body.entries.entries.nothing",
    ),
    Need(
        "body.entries.entries",
        Begin()
        + Get("body.entries.entries.len_shared#")
        + Get("body.entries.entries.len_unshared#")
        + Get("body.entries.entries.len_value#"),
        Get("body.entries.entries.len_unshared"),
        Up(Start()),
        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
        "body.entries.entries.key",
    ),
    Fronts(
        "body.entries.entries",
        "body.entries.entries.key<whole>",
        Begin()
        + Get("body.entries.entries.len_shared#")
        + Get("body.entries.entries.len_unshared#")
        + Get("body.entries.entries.len_value#"),
        Get("body.entries.entries.len_unshared"),
        Get("body.entries.entries.len_shared"),
        "body.entries.entries.key",
    ),
    Need(
        "body.entries.entries",
        Begin()
        + Get("body.entries.entries.len_shared#")
        + Get("body.entries.entries.len_unshared#")
        + Get("body.entries.entries.len_value#")
        + Get("body.entries.entries.len_unshared"),
        Get("body.entries.entries.len_value"),
        Up(Start()),
        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
        "body.entries.entries.value",
    ),
    Need(
        "records",
        End() - Get("body.num_restarts") * 4 + -9,
        Get("body.num_restarts") * 4,
        Start(),
        End() + -5,
        "body.restarts",
    ),
    Need("records", End() + -5, Const(5), Start(), End(), "compression"),
    Let("records", "compression", Load("u1", End() + -5)),
    Check("records", Get("compression").equals(0), "compression"),
    Let("records", "crc", Load("u4le", End() + -4)),
    Checksum("records", "crc32c-masked", Start(), End() - Start() + -4, Get("crc"), "crc"),
    Aside("records", End().equals(End()), ""),
    Check(
        "body.entries.entries",
        Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared") > 0,
        "",
    ),
    Let(
        "body.entries.entries",
        "location@",
        Begin()
        + Get("body.entries.entries.len_shared#")
        + Get("body.entries.entries.len_unshared#")
        + Get("body.entries.entries.len_value#")
        + Get("body.entries.entries.len_unshared"),
    ),
    Need(
        "body.entries.entries",
        Get("location@"),
        Const(0),
        Begin()
        + Get("body.entries.entries.len_shared#")
        + Get("body.entries.entries.len_unshared#")
        + Get("body.entries.entries.len_value#")
        + Get("body.entries.entries.len_unshared"),
        Begin()
        + Get("body.entries.entries.len_shared#")
        + Get("body.entries.entries.len_unshared#")
        + Get("body.entries.entries.len_value#")
        + Get("body.entries.entries.len_unshared")
        + Get("body.entries.entries.len_value"),
        "location",
    ),
    Need(
        "body.entries.entries",
        Get("location@"),
        Const(1),
        Begin()
        + Get("body.entries.entries.len_shared#")
        + Get("body.entries.entries.len_unshared#")
        + Get("body.entries.entries.len_value#")
        + Get("body.entries.entries.len_unshared"),
        Begin()
        + Get("body.entries.entries.len_shared#")
        + Get("body.entries.entries.len_unshared#")
        + Get("body.entries.entries.len_value#")
        + Get("body.entries.entries.len_unshared")
        + Get("body.entries.entries.len_value"),
        "location.offset",
    ),
    Let(
        "body.entries.entries",
        "location.offset#",
        VarintSize(
            Get("location@"),
            Begin()
            + Get("body.entries.entries.len_shared#")
            + Get("body.entries.entries.len_unshared#")
            + Get("body.entries.entries.len_value#")
            + Get("body.entries.entries.len_unshared")
            + Get("body.entries.entries.len_value"),
        ),
    ),
    Aside("body.entries.entries", Get("location.offset#") > 0, "location.offset"),
    Let("body.entries.entries", "location.offset", Varint(Get("location@"), Get("location.offset#"))),
    Need(
        "body.entries.entries",
        Get("location@") + Get("location.offset#"),
        Const(1),
        Begin()
        + Get("body.entries.entries.len_shared#")
        + Get("body.entries.entries.len_unshared#")
        + Get("body.entries.entries.len_value#")
        + Get("body.entries.entries.len_unshared"),
        Begin()
        + Get("body.entries.entries.len_shared#")
        + Get("body.entries.entries.len_unshared#")
        + Get("body.entries.entries.len_value#")
        + Get("body.entries.entries.len_unshared")
        + Get("body.entries.entries.len_value"),
        "location.len",
    ),
    Let(
        "body.entries.entries",
        "location.len#",
        VarintSize(
            Get("location@") + Get("location.offset#"),
            Begin()
            + Get("body.entries.entries.len_shared#")
            + Get("body.entries.entries.len_unshared#")
            + Get("body.entries.entries.len_value#")
            + Get("body.entries.entries.len_unshared")
            + Get("body.entries.entries.len_value"),
        ),
    ),
    Aside("body.entries.entries", Get("location.len#") > 0, "location.len"),
    Let(
        "body.entries.entries", "location.len", Varint(Get("location@") + Get("location.offset#"), Get("location.len#"))
    ),
    Aside(
        "body.entries.entries",
        (Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared") > 0)
        & (
            Load(
                "u1",
                Select(
                    Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared") > 0,
                    Get("body.entries.entries.key<whole>"),
                    Up(Start()),
                ),
            )
            < 128
        ),
        "",
    ),
)

_ENTRY_STEPS: tuple[Step, ...] = (
    Need("records", Start(), Const(10), Start(), End(), "position"),
    Let("records", "position", Load("s8le", Start())),
    Let("records", "offset", Load("u2le", Start() + 8)),
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
    directory=RowPlan(
        frame=RegionFrame(steps=(), end=RegionEnd()),
        steps=_DIRECTORY_STEPS,
        rows="body.entries.entries",
        columns=(
            Number("@page", "int64", Up(Region())),
            Number(
                "@there",
                "bool",
                Load(
                    "u1",
                    Select(
                        Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared") > 0,
                        Get("body.entries.entries.key<whole>") + 0,
                        Up(Start()),
                    ),
                ).equals(103),
            ),
            Number("@place", "int64", Get("location.offset"), fits=Get("location.offset") >= 0),
            Number("@size", "int64", Get("location.len"), fits=Get("location.len") >= 0),
            Piece(
                "grouping",
                "string",
                Get("body.entries.entries.key<whole>") + 1,
                Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared") + -1,
                encoding="utf-8",
            ),
        ),
        directory=RowPlan(
            frame=RegionFrame(steps=(), end=RegionEnd()),
            steps=(
                Need("records", Start(), Const(1), Start(), End(), "magic"),
                Check("records", Load("u1", Start()).equals(42), "magic", True),
                Let("records", "len_index@", End() + -8),
                Need("records", Get("len_index@"), Const(0), Start(), End(), "len_index"),
                Need("records", Get("len_index@"), Const(8), Start(), End(), "len_index"),
                Let("records", "len_index", Load("s8le", Get("len_index@"))),
                Check("records", Get("len_index") >= 48, "len_index"),
                Check("records", Get("len_index") <= End() - Start() + -8, "len_index"),
                Let("records", "index@", End() - Get("len_index") + -8),
                Need("records", Get("index@"), Const(0), Start(), End(), "index"),
                Need("records", Get("index@"), Get("len_index"), Start(), End(), "index"),
                Let("records", "index.footer@", Get("index@") + Get("len_index") + -48),
                Need(
                    "records",
                    Get("index.footer@"),
                    Const(0),
                    Get("index@"),
                    Get("index@") + Get("len_index"),
                    "index.footer",
                ),
                Need(
                    "records",
                    Get("index.footer@"),
                    Const(48),
                    Get("index@"),
                    Get("index@") + Get("len_index"),
                    "index.footer",
                ),
                Need(
                    "records",
                    Get("index.footer@"),
                    Const(1),
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer.metaindex.offset",
                ),
                Let(
                    "records",
                    "index.footer.metaindex.offset#",
                    VarintSize(Get("index.footer@"), Get("index.footer@") + 48),
                ),
                Aside("records", Get("index.footer.metaindex.offset#") > 0, "index.footer.metaindex.offset"),
                Let(
                    "records",
                    "index.footer.metaindex.offset",
                    Varint(Get("index.footer@"), Get("index.footer.metaindex.offset#")),
                ),
                Need(
                    "records",
                    Get("index.footer@") + Get("index.footer.metaindex.offset#"),
                    Const(1),
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer.metaindex.len",
                ),
                Let(
                    "records",
                    "index.footer.metaindex.len#",
                    VarintSize(Get("index.footer@") + Get("index.footer.metaindex.offset#"), Get("index.footer@") + 48),
                ),
                Aside("records", Get("index.footer.metaindex.len#") > 0, "index.footer.metaindex.len"),
                Let(
                    "records",
                    "index.footer.metaindex.len",
                    Varint(
                        Get("index.footer@") + Get("index.footer.metaindex.offset#"), Get("index.footer.metaindex.len#")
                    ),
                ),
                Need(
                    "records",
                    Get("index.footer@") + Get("index.footer.metaindex.offset#") + Get("index.footer.metaindex.len#"),
                    Const(1),
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer.index.offset",
                ),
                Let(
                    "records",
                    "index.footer.index.offset#",
                    VarintSize(
                        Get("index.footer@")
                        + Get("index.footer.metaindex.offset#")
                        + Get("index.footer.metaindex.len#"),
                        Get("index.footer@") + 48,
                    ),
                ),
                Aside("records", Get("index.footer.index.offset#") > 0, "index.footer.index.offset"),
                Let(
                    "records",
                    "index.footer.index.offset",
                    Varint(
                        Get("index.footer@")
                        + Get("index.footer.metaindex.offset#")
                        + Get("index.footer.metaindex.len#"),
                        Get("index.footer.index.offset#"),
                    ),
                ),
                Need(
                    "records",
                    Get("index.footer@")
                    + Get("index.footer.metaindex.offset#")
                    + Get("index.footer.metaindex.len#")
                    + Get("index.footer.index.offset#"),
                    Const(1),
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer.index.len",
                ),
                Let(
                    "records",
                    "index.footer.index.len#",
                    VarintSize(
                        Get("index.footer@")
                        + Get("index.footer.metaindex.offset#")
                        + Get("index.footer.metaindex.len#")
                        + Get("index.footer.index.offset#"),
                        Get("index.footer@") + 48,
                    ),
                ),
                Aside("records", Get("index.footer.index.len#") > 0, "index.footer.index.len"),
                Let(
                    "records",
                    "index.footer.index.len",
                    Varint(
                        Get("index.footer@")
                        + Get("index.footer.metaindex.offset#")
                        + Get("index.footer.metaindex.len#")
                        + Get("index.footer.index.offset#"),
                        Get("index.footer.index.len#"),
                    ),
                ),
                Need(
                    "records",
                    Get("index.footer@")
                    + Get("index.footer.metaindex.offset#")
                    + Get("index.footer.metaindex.len#")
                    + Get("index.footer.index.offset#")
                    + Get("index.footer.index.len#"),
                    0
                    - Get("index.footer.metaindex.offset#")
                    - Get("index.footer.metaindex.len#")
                    - Get("index.footer.index.offset#")
                    - Get("index.footer.index.len#")
                    + 40,
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer",
                ),
                Need(
                    "records",
                    Get("index.footer@") + 40,
                    Const(8),
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer.magic",
                ),
                Check("records", Load("u1", Get("index.footer@") + 40).equals(87), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 41).equals(251), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 42).equals(128), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 43).equals(139), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 44).equals(36), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 45).equals(117), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 46).equals(71), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 47).equals(219), "index.footer.magic", True),
                Let("records", "index.index@", Get("index@") + Get("index.footer.index.offset")),
                Need(
                    "records",
                    Get("index.index@"),
                    Const(0),
                    Get("index@"),
                    Get("index@") + Get("len_index"),
                    "index.index",
                ),
                Aside("records", Get("index.footer.index.len") >= 0, ""),
                Aside("records", Get("index.footer.index.len") <= 4611686018427387903, ""),
                Need(
                    "records",
                    Get("index.index@"),
                    Get("index.footer.index.len") + 5,
                    Get("index@"),
                    Get("index@") + Get("len_index"),
                    "index.index",
                ),
                Need(
                    "records",
                    Get("index.index@"),
                    Get("index.footer.index.len"),
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len") + 5,
                    "index.index.body",
                ),
                Let(
                    "records",
                    "index.index.body.num_restarts@",
                    Get("index.index@") + Get("index.footer.index.len") + -4,
                ),
                Need(
                    "records",
                    Get("index.index.body.num_restarts@"),
                    Const(0),
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len"),
                    "index.index.body.num_restarts",
                ),
                Need(
                    "records",
                    Get("index.index.body.num_restarts@"),
                    Const(4),
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len"),
                    "index.index.body.num_restarts",
                ),
                Let("records", "index.index.body.num_restarts", Load("u4le", Get("index.index.body.num_restarts@"))),
                Need(
                    "records",
                    Get("index.index@"),
                    Get("index.footer.index.len") - Get("index.index.body.num_restarts") * 4 + -4,
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len"),
                    "index.index.body.entries",
                ),
                Run(
                    "index.index.body.entries.entries",
                    "records",
                    Get("index.index@"),
                    (
                        Let(
                            "index.index.body.entries.entries",
                            "index.index.body.entries.entries.len_shared#",
                            VarintSize(
                                Begin(),
                                Up(Get("index.index@"))
                                + Up(Get("index.footer.index.len"))
                                - Up(Get("index.index.body.num_restarts")) * 4
                                + -4,
                            ),
                        ),
                        Let(
                            "index.index.body.entries.entries",
                            "index.index.body.entries.entries.len_unshared#",
                            VarintSize(
                                Begin() + Get("index.index.body.entries.entries.len_shared#"),
                                Up(Get("index.index@"))
                                + Up(Get("index.footer.index.len"))
                                - Up(Get("index.index.body.num_restarts")) * 4
                                + -4,
                            ),
                        ),
                        Let(
                            "index.index.body.entries.entries",
                            "index.index.body.entries.entries.len_unshared",
                            Varint(
                                Begin() + Get("index.index.body.entries.entries.len_shared#"),
                                Get("index.index.body.entries.entries.len_unshared#"),
                            ),
                        ),
                        Let(
                            "index.index.body.entries.entries",
                            "index.index.body.entries.entries.len_value#",
                            VarintSize(
                                Begin()
                                + Get("index.index.body.entries.entries.len_shared#")
                                + Get("index.index.body.entries.entries.len_unshared#"),
                                Up(Get("index.index@"))
                                + Up(Get("index.footer.index.len"))
                                - Up(Get("index.index.body.num_restarts")) * 4
                                + -4,
                            ),
                        ),
                        Let(
                            "index.index.body.entries.entries",
                            "index.index.body.entries.entries.len_value",
                            Varint(
                                Begin()
                                + Get("index.index.body.entries.entries.len_shared#")
                                + Get("index.index.body.entries.entries.len_unshared#"),
                                Get("index.index.body.entries.entries.len_value#"),
                            ),
                        ),
                    ),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared")
                    + Get("index.index.body.entries.entries.len_value"),
                    Get("index.index@") + Get("index.footer.index.len") - Get("index.index.body.num_restarts") * 4 + -4,
                    "index.index.body.entries.entries",
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin(),
                    Const(1),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.len_shared",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_shared#",
                    VarintSize(
                        Begin(),
                        Up(Get("index.index@"))
                        + Up(Get("index.footer.index.len"))
                        - Up(Get("index.index.body.num_restarts")) * 4
                        + -4,
                    ),
                ),
                Aside(
                    "index.index.body.entries.entries",
                    Get("index.index.body.entries.entries.len_shared#") > 0,
                    "index.index.body.entries.entries.len_shared",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_shared",
                    Varint(Begin(), Get("index.index.body.entries.entries.len_shared#")),
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin() + Get("index.index.body.entries.entries.len_shared#"),
                    Const(1),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.len_unshared",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_unshared#",
                    VarintSize(
                        Begin() + Get("index.index.body.entries.entries.len_shared#"),
                        Up(Get("index.index@"))
                        + Up(Get("index.footer.index.len"))
                        - Up(Get("index.index.body.num_restarts")) * 4
                        + -4,
                    ),
                ),
                Aside(
                    "index.index.body.entries.entries",
                    Get("index.index.body.entries.entries.len_unshared#") > 0,
                    "index.index.body.entries.entries.len_unshared",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_unshared",
                    Varint(
                        Begin() + Get("index.index.body.entries.entries.len_shared#"),
                        Get("index.index.body.entries.entries.len_unshared#"),
                    ),
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#"),
                    Const(1),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.len_value",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_value#",
                    VarintSize(
                        Begin()
                        + Get("index.index.body.entries.entries.len_shared#")
                        + Get("index.index.body.entries.entries.len_unshared#"),
                        Up(Get("index.index@"))
                        + Up(Get("index.footer.index.len"))
                        - Up(Get("index.index.body.num_restarts")) * 4
                        + -4,
                    ),
                ),
                Aside(
                    "index.index.body.entries.entries",
                    Get("index.index.body.entries.entries.len_value#") > 0,
                    "index.index.body.entries.entries.len_value",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_value",
                    Varint(
                        Begin()
                        + Get("index.index.body.entries.entries.len_shared#")
                        + Get("index.index.body.entries.entries.len_unshared#"),
                        Get("index.index.body.entries.entries.len_value#"),
                    ),
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#"),
                    Const(0),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.nothing",
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#"),
                    Get("index.index.body.entries.entries.len_unshared"),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.key",
                ),
                Fronts(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.key<whole>",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#"),
                    Get("index.index.body.entries.entries.len_unshared"),
                    Get("index.index.body.entries.entries.len_shared"),
                    "index.index.body.entries.entries.key",
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared"),
                    Get("index.index.body.entries.entries.len_value"),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.value",
                ),
                Need(
                    "records",
                    Get("index.index@") + Get("index.footer.index.len") - Get("index.index.body.num_restarts") * 4 + -4,
                    Get("index.index.body.num_restarts") * 4,
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len"),
                    "index.index.body.restarts",
                ),
                Need(
                    "records",
                    Get("index.index@") + Get("index.footer.index.len"),
                    Const(5),
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len") + 5,
                    "index.index.compression",
                ),
                Let(
                    "records",
                    "index.index.compression",
                    Load("u1", Get("index.index@") + Get("index.footer.index.len")),
                ),
                Check("records", Get("index.index.compression").equals(0), "index.index.compression"),
                Let(
                    "records", "index.index.crc", Load("u4le", Get("index.index@") + Get("index.footer.index.len") + 1)
                ),
                Checksum(
                    "records",
                    "crc32c-masked",
                    Get("index.index@"),
                    Get("index.footer.index.len") + 1,
                    Get("index.index.crc"),
                    "index.index.crc",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.pages.handle@",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared"),
                ),
                Need(
                    "index.index.body.entries.entries",
                    Get("index.pages.handle@"),
                    Const(0),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared"),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared")
                    + Get("index.index.body.entries.entries.len_value"),
                    "index.pages.handle",
                ),
                Need(
                    "index.index.body.entries.entries",
                    Get("index.pages.handle@"),
                    Const(1),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared"),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared")
                    + Get("index.index.body.entries.entries.len_value"),
                    "index.pages.handle.offset",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.pages.handle.offset#",
                    VarintSize(
                        Get("index.pages.handle@"),
                        Begin()
                        + Get("index.index.body.entries.entries.len_shared#")
                        + Get("index.index.body.entries.entries.len_unshared#")
                        + Get("index.index.body.entries.entries.len_value#")
                        + Get("index.index.body.entries.entries.len_unshared")
                        + Get("index.index.body.entries.entries.len_value"),
                    ),
                ),
                Aside(
                    "index.index.body.entries.entries",
                    Get("index.pages.handle.offset#") > 0,
                    "index.pages.handle.offset",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.pages.handle.offset",
                    Varint(Get("index.pages.handle@"), Get("index.pages.handle.offset#")),
                ),
                Need(
                    "index.index.body.entries.entries",
                    Get("index.pages.handle@") + Get("index.pages.handle.offset#"),
                    Const(1),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared"),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared")
                    + Get("index.index.body.entries.entries.len_value"),
                    "index.pages.handle.len",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.pages.handle.len#",
                    VarintSize(
                        Get("index.pages.handle@") + Get("index.pages.handle.offset#"),
                        Begin()
                        + Get("index.index.body.entries.entries.len_shared#")
                        + Get("index.index.body.entries.entries.len_unshared#")
                        + Get("index.index.body.entries.entries.len_value#")
                        + Get("index.index.body.entries.entries.len_unshared")
                        + Get("index.index.body.entries.entries.len_value"),
                    ),
                ),
                Aside("index.index.body.entries.entries", Get("index.pages.handle.len#") > 0, "index.pages.handle.len"),
                Let(
                    "index.index.body.entries.entries",
                    "index.pages.handle.len",
                    Varint(
                        Get("index.pages.handle@") + Get("index.pages.handle.offset#"), Get("index.pages.handle.len#")
                    ),
                ),
                Aside("index.index.body.entries.entries", Get("index.pages.handle.len") >= 0, ""),
                Aside("index.index.body.entries.entries", Get("index.pages.handle.len") <= 4611686018427387903, ""),
            ),
            rows="index.index.body.entries.entries",
            columns=(
                Number("@page", "int64", Up(Region())),
                Number("@place", "int64", Get("index.pages.handle.offset"), fits=Get("index.pages.handle.offset") >= 0),
                Number(
                    "@size", "int64", Get("index.pages.handle.len") + 5, fits=Get("index.pages.handle.len") + 5 >= 0
                ),
                Number("@stream", "int64", Offset(Up(Get("index@")))),
                Number("@length", "int64", Up(Get("index@")) + Up(Get("len_index")) - Up(Get("index@"))),
                Number("@regions", "int64", Offset(Up(Start()))),
                Number("@reach", "int64", Up(End()) - Up(Start())),
            ),
            directory=RowPlan(
                frame=RegionFrame(steps=(), end=RegionEnd()),
                steps=(
                    Need("records", Start(), End() - Start() + -5, Start(), End(), "body"),
                    Let("records", "body.num_restarts@", End() + -9),
                    Need("records", Get("body.num_restarts@"), Const(0), Start(), End() + -5, "body.num_restarts"),
                    Need("records", Get("body.num_restarts@"), Const(4), Start(), End() + -5, "body.num_restarts"),
                    Let("records", "body.num_restarts", Load("u4le", Get("body.num_restarts@"))),
                    Need(
                        "records",
                        Start(),
                        End() - Start() - Get("body.num_restarts") * 4 + -9,
                        Start(),
                        End() + -5,
                        "body.entries",
                    ),
                    Run(
                        "body.entries.entries",
                        "records",
                        Start(),
                        (
                            Let(
                                "body.entries.entries",
                                "body.entries.entries.len_shared#",
                                VarintSize(Begin(), Up(End()) - Up(Get("body.num_restarts")) * 4 + -9),
                            ),
                            Let(
                                "body.entries.entries",
                                "body.entries.entries.len_unshared#",
                                VarintSize(
                                    Begin() + Get("body.entries.entries.len_shared#"),
                                    Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                                ),
                            ),
                            Let(
                                "body.entries.entries",
                                "body.entries.entries.len_unshared",
                                Varint(
                                    Begin() + Get("body.entries.entries.len_shared#"),
                                    Get("body.entries.entries.len_unshared#"),
                                ),
                            ),
                            Let(
                                "body.entries.entries",
                                "body.entries.entries.len_value#",
                                VarintSize(
                                    Begin()
                                    + Get("body.entries.entries.len_shared#")
                                    + Get("body.entries.entries.len_unshared#"),
                                    Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                                ),
                            ),
                            Let(
                                "body.entries.entries",
                                "body.entries.entries.len_value",
                                Varint(
                                    Begin()
                                    + Get("body.entries.entries.len_shared#")
                                    + Get("body.entries.entries.len_unshared#"),
                                    Get("body.entries.entries.len_value#"),
                                ),
                            ),
                        ),
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared")
                        + Get("body.entries.entries.len_value"),
                        End() - Get("body.num_restarts") * 4 + -9,
                        "body.entries.entries",
                    ),
                    Need(
                        "body.entries.entries",
                        Begin(),
                        Const(1),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.len_shared",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_shared#",
                        VarintSize(Begin(), Up(End()) - Up(Get("body.num_restarts")) * 4 + -9),
                    ),
                    Aside(
                        "body.entries.entries",
                        Get("body.entries.entries.len_shared#") > 0,
                        "body.entries.entries.len_shared",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_shared",
                        Varint(Begin(), Get("body.entries.entries.len_shared#")),
                    ),
                    Need(
                        "body.entries.entries",
                        Begin() + Get("body.entries.entries.len_shared#"),
                        Const(1),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.len_unshared",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_unshared#",
                        VarintSize(
                            Begin() + Get("body.entries.entries.len_shared#"),
                            Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        ),
                    ),
                    Aside(
                        "body.entries.entries",
                        Get("body.entries.entries.len_unshared#") > 0,
                        "body.entries.entries.len_unshared",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_unshared",
                        Varint(
                            Begin() + Get("body.entries.entries.len_shared#"), Get("body.entries.entries.len_unshared#")
                        ),
                    ),
                    Need(
                        "body.entries.entries",
                        Begin() + Get("body.entries.entries.len_shared#") + Get("body.entries.entries.len_unshared#"),
                        Const(1),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.len_value",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_value#",
                        VarintSize(
                            Begin()
                            + Get("body.entries.entries.len_shared#")
                            + Get("body.entries.entries.len_unshared#"),
                            Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        ),
                    ),
                    Aside(
                        "body.entries.entries",
                        Get("body.entries.entries.len_value#") > 0,
                        "body.entries.entries.len_value",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_value",
                        Varint(
                            Begin()
                            + Get("body.entries.entries.len_shared#")
                            + Get("body.entries.entries.len_unshared#"),
                            Get("body.entries.entries.len_value#"),
                        ),
                    ),
                    Need(
                        "body.entries.entries",
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#"),
                        Const(0),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.nothing",
                    ),
                    Need(
                        "body.entries.entries",
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#"),
                        Get("body.entries.entries.len_unshared"),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.key",
                    ),
                    Fronts(
                        "body.entries.entries",
                        "body.entries.entries.key<whole>",
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#"),
                        Get("body.entries.entries.len_unshared"),
                        Get("body.entries.entries.len_shared"),
                        "body.entries.entries.key",
                    ),
                    Need(
                        "body.entries.entries",
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared"),
                        Get("body.entries.entries.len_value"),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.value",
                    ),
                    Need(
                        "records",
                        End() - Get("body.num_restarts") * 4 + -9,
                        Get("body.num_restarts") * 4,
                        Start(),
                        End() + -5,
                        "body.restarts",
                    ),
                    Need("records", End() + -5, Const(5), Start(), End(), "compression"),
                    Let("records", "compression", Load("u1", End() + -5)),
                    Check("records", Get("compression").equals(0), "compression"),
                    Let("records", "crc", Load("u4le", End() + -4)),
                    Checksum("records", "crc32c-masked", Start(), End() - Start() + -4, Get("crc"), "crc"),
                    Aside("records", End().equals(End()), ""),
                    Let(
                        "body.entries.entries",
                        "location@",
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared"),
                    ),
                    Need(
                        "body.entries.entries",
                        Get("location@"),
                        Const(0),
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared"),
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared")
                        + Get("body.entries.entries.len_value"),
                        "location",
                    ),
                    Need(
                        "body.entries.entries",
                        Get("location@"),
                        Const(16),
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared"),
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared")
                        + Get("body.entries.entries.len_value"),
                        "location.offset",
                    ),
                    Let("body.entries.entries", "location.offset", Load("s8le", Get("location@"))),
                    Let("body.entries.entries", "location.len", Load("s8le", Get("location@") + 8)),
                ),
                rows="body.entries.entries",
                columns=(
                    Number("@page", "int64", Up(Region())),
                    Number("@there", "bool", Const(1)),
                    Number("@place", "int64", Get("location.offset"), fits=Get("location.offset") >= 0),
                    Number("@size", "int64", Get("location.len"), fits=Get("location.len") >= 0),
                    Piece(
                        "block",
                        "string",
                        Get("body.entries.entries.key<whole>"),
                        Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared"),
                        encoding="utf-8",
                    ),
                    Number("@order", "int64", Get("location.offset")),
                ),
            ),
        ),
    ),
)

INDEX_EVENTS_PLAN = RowPlan(
    frame=RegionFrame(
        steps=(
            Let("records", "found.event.len_data#", VarintSize(Start() + Beside("entries[*].offset", Region()), End())),
            Let(
                "records",
                "found.event.len_data",
                Varint(Start() + Beside("entries[*].offset", Region()), Get("found.event.len_data#")),
            ),
            Let(
                "records",
                "found.event.timestamp",
                Load("u4le", Start() + Beside("entries[*].offset", Region()) + Get("found.event.len_data#")),
            ),
        ),
        end=Start()
        + Beside("entries[*].offset", Region())
        + Get("found.event.len_data#")
        + Get("found.event.len_data")
        + 4,
        last=Const(1),
    ),
    steps=(
        Need("records", Start(), Beside("entries[*].offset", Region()), Start(), End(), "found"),
        Need(
            "records", Start() + Beside("entries[*].offset", Region()), Const(1), Start(), End(), "found.event.len_data"
        ),
        Let("records", "found.event.len_data#", VarintSize(Start() + Beside("entries[*].offset", Region()), End())),
        Aside("records", Get("found.event.len_data#") > 0, "found.event.len_data"),
        Let(
            "records",
            "found.event.len_data",
            Varint(Start() + Beside("entries[*].offset", Region()), Get("found.event.len_data#")),
        ),
        Need(
            "records",
            Start() + Beside("entries[*].offset", Region()) + Get("found.event.len_data#"),
            Const(4),
            Start(),
            End(),
            "found.event.timestamp",
        ),
        Let(
            "records",
            "found.event.timestamp",
            Load("u4le", Start() + Beside("entries[*].offset", Region()) + Get("found.event.len_data#")),
        ),
        Need(
            "records",
            Start() + Beside("entries[*].offset", Region()) + Get("found.event.len_data#") + 4,
            Get("found.event.len_data"),
            Start(),
            End(),
            "found.event.data",
        ),
    ),
    rows="records",
    columns=(
        Outer("block", "string"),
        Outer("index", "string"),
        Number("position", "int32", Beside("entries[*]._index", Region())),
        Number("timestamp", "int64", Get("found.event.timestamp")),
        Piece(
            "data",
            "binary",
            Start() + Beside("entries[*].offset", Region()) + Get("found.event.len_data#") + 4,
            Get("found.event.len_data"),
        ),
    ),
    directory=RowPlan(
        frame=RegionFrame(steps=(), end=RegionEnd()),
        steps=_DIRECTORY_STEPS,
        rows="body.entries.entries",
        columns=(
            Number("@page", "int64", Up(Region())),
            Number(
                "@there",
                "bool",
                Load(
                    "u1",
                    Select(
                        Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared") > 0,
                        Get("body.entries.entries.key<whole>") + 0,
                        Up(Start()),
                    ),
                )
                .equals(103)
                .equals(0),
            ),
            Number("@place", "int64", Get("location.offset"), fits=Get("location.offset") >= 0),
            Number("@size", "int64", Get("location.len"), fits=Get("location.len") >= 0),
            Piece(
                "index",
                "string",
                Get("body.entries.entries.key<whole>") + 1,
                Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared") + -1,
                encoding="utf-8",
            ),
        ),
        directory=RowPlan(
            frame=RegionFrame(steps=(), end=RegionEnd()),
            steps=(
                Need("records", Start(), Const(1), Start(), End(), "magic"),
                Check("records", Load("u1", Start()).equals(42), "magic", True),
                Let("records", "len_index@", End() + -8),
                Need("records", Get("len_index@"), Const(0), Start(), End(), "len_index"),
                Need("records", Get("len_index@"), Const(8), Start(), End(), "len_index"),
                Let("records", "len_index", Load("s8le", Get("len_index@"))),
                Check("records", Get("len_index") >= 48, "len_index"),
                Check("records", Get("len_index") <= End() - Start() + -8, "len_index"),
                Let("records", "index@", End() - Get("len_index") + -8),
                Need("records", Get("index@"), Const(0), Start(), End(), "index"),
                Need("records", Get("index@"), Get("len_index"), Start(), End(), "index"),
                Let("records", "index.footer@", Get("index@") + Get("len_index") + -48),
                Need(
                    "records",
                    Get("index.footer@"),
                    Const(0),
                    Get("index@"),
                    Get("index@") + Get("len_index"),
                    "index.footer",
                ),
                Need(
                    "records",
                    Get("index.footer@"),
                    Const(48),
                    Get("index@"),
                    Get("index@") + Get("len_index"),
                    "index.footer",
                ),
                Need(
                    "records",
                    Get("index.footer@"),
                    Const(1),
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer.metaindex.offset",
                ),
                Let(
                    "records",
                    "index.footer.metaindex.offset#",
                    VarintSize(Get("index.footer@"), Get("index.footer@") + 48),
                ),
                Aside("records", Get("index.footer.metaindex.offset#") > 0, "index.footer.metaindex.offset"),
                Let(
                    "records",
                    "index.footer.metaindex.offset",
                    Varint(Get("index.footer@"), Get("index.footer.metaindex.offset#")),
                ),
                Need(
                    "records",
                    Get("index.footer@") + Get("index.footer.metaindex.offset#"),
                    Const(1),
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer.metaindex.len",
                ),
                Let(
                    "records",
                    "index.footer.metaindex.len#",
                    VarintSize(Get("index.footer@") + Get("index.footer.metaindex.offset#"), Get("index.footer@") + 48),
                ),
                Aside("records", Get("index.footer.metaindex.len#") > 0, "index.footer.metaindex.len"),
                Let(
                    "records",
                    "index.footer.metaindex.len",
                    Varint(
                        Get("index.footer@") + Get("index.footer.metaindex.offset#"), Get("index.footer.metaindex.len#")
                    ),
                ),
                Need(
                    "records",
                    Get("index.footer@") + Get("index.footer.metaindex.offset#") + Get("index.footer.metaindex.len#"),
                    Const(1),
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer.index.offset",
                ),
                Let(
                    "records",
                    "index.footer.index.offset#",
                    VarintSize(
                        Get("index.footer@")
                        + Get("index.footer.metaindex.offset#")
                        + Get("index.footer.metaindex.len#"),
                        Get("index.footer@") + 48,
                    ),
                ),
                Aside("records", Get("index.footer.index.offset#") > 0, "index.footer.index.offset"),
                Let(
                    "records",
                    "index.footer.index.offset",
                    Varint(
                        Get("index.footer@")
                        + Get("index.footer.metaindex.offset#")
                        + Get("index.footer.metaindex.len#"),
                        Get("index.footer.index.offset#"),
                    ),
                ),
                Need(
                    "records",
                    Get("index.footer@")
                    + Get("index.footer.metaindex.offset#")
                    + Get("index.footer.metaindex.len#")
                    + Get("index.footer.index.offset#"),
                    Const(1),
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer.index.len",
                ),
                Let(
                    "records",
                    "index.footer.index.len#",
                    VarintSize(
                        Get("index.footer@")
                        + Get("index.footer.metaindex.offset#")
                        + Get("index.footer.metaindex.len#")
                        + Get("index.footer.index.offset#"),
                        Get("index.footer@") + 48,
                    ),
                ),
                Aside("records", Get("index.footer.index.len#") > 0, "index.footer.index.len"),
                Let(
                    "records",
                    "index.footer.index.len",
                    Varint(
                        Get("index.footer@")
                        + Get("index.footer.metaindex.offset#")
                        + Get("index.footer.metaindex.len#")
                        + Get("index.footer.index.offset#"),
                        Get("index.footer.index.len#"),
                    ),
                ),
                Need(
                    "records",
                    Get("index.footer@")
                    + Get("index.footer.metaindex.offset#")
                    + Get("index.footer.metaindex.len#")
                    + Get("index.footer.index.offset#")
                    + Get("index.footer.index.len#"),
                    0
                    - Get("index.footer.metaindex.offset#")
                    - Get("index.footer.metaindex.len#")
                    - Get("index.footer.index.offset#")
                    - Get("index.footer.index.len#")
                    + 40,
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer",
                ),
                Need(
                    "records",
                    Get("index.footer@") + 40,
                    Const(8),
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer.magic",
                ),
                Check("records", Load("u1", Get("index.footer@") + 40).equals(87), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 41).equals(251), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 42).equals(128), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 43).equals(139), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 44).equals(36), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 45).equals(117), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 46).equals(71), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 47).equals(219), "index.footer.magic", True),
                Let("records", "index.index@", Get("index@") + Get("index.footer.index.offset")),
                Need(
                    "records",
                    Get("index.index@"),
                    Const(0),
                    Get("index@"),
                    Get("index@") + Get("len_index"),
                    "index.index",
                ),
                Aside("records", Get("index.footer.index.len") >= 0, ""),
                Aside("records", Get("index.footer.index.len") <= 4611686018427387903, ""),
                Need(
                    "records",
                    Get("index.index@"),
                    Get("index.footer.index.len") + 5,
                    Get("index@"),
                    Get("index@") + Get("len_index"),
                    "index.index",
                ),
                Need(
                    "records",
                    Get("index.index@"),
                    Get("index.footer.index.len"),
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len") + 5,
                    "index.index.body",
                ),
                Let(
                    "records",
                    "index.index.body.num_restarts@",
                    Get("index.index@") + Get("index.footer.index.len") + -4,
                ),
                Need(
                    "records",
                    Get("index.index.body.num_restarts@"),
                    Const(0),
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len"),
                    "index.index.body.num_restarts",
                ),
                Need(
                    "records",
                    Get("index.index.body.num_restarts@"),
                    Const(4),
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len"),
                    "index.index.body.num_restarts",
                ),
                Let("records", "index.index.body.num_restarts", Load("u4le", Get("index.index.body.num_restarts@"))),
                Need(
                    "records",
                    Get("index.index@"),
                    Get("index.footer.index.len") - Get("index.index.body.num_restarts") * 4 + -4,
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len"),
                    "index.index.body.entries",
                ),
                Run(
                    "index.index.body.entries.entries",
                    "records",
                    Get("index.index@"),
                    (
                        Let(
                            "index.index.body.entries.entries",
                            "index.index.body.entries.entries.len_shared#",
                            VarintSize(
                                Begin(),
                                Up(Get("index.index@"))
                                + Up(Get("index.footer.index.len"))
                                - Up(Get("index.index.body.num_restarts")) * 4
                                + -4,
                            ),
                        ),
                        Let(
                            "index.index.body.entries.entries",
                            "index.index.body.entries.entries.len_unshared#",
                            VarintSize(
                                Begin() + Get("index.index.body.entries.entries.len_shared#"),
                                Up(Get("index.index@"))
                                + Up(Get("index.footer.index.len"))
                                - Up(Get("index.index.body.num_restarts")) * 4
                                + -4,
                            ),
                        ),
                        Let(
                            "index.index.body.entries.entries",
                            "index.index.body.entries.entries.len_unshared",
                            Varint(
                                Begin() + Get("index.index.body.entries.entries.len_shared#"),
                                Get("index.index.body.entries.entries.len_unshared#"),
                            ),
                        ),
                        Let(
                            "index.index.body.entries.entries",
                            "index.index.body.entries.entries.len_value#",
                            VarintSize(
                                Begin()
                                + Get("index.index.body.entries.entries.len_shared#")
                                + Get("index.index.body.entries.entries.len_unshared#"),
                                Up(Get("index.index@"))
                                + Up(Get("index.footer.index.len"))
                                - Up(Get("index.index.body.num_restarts")) * 4
                                + -4,
                            ),
                        ),
                        Let(
                            "index.index.body.entries.entries",
                            "index.index.body.entries.entries.len_value",
                            Varint(
                                Begin()
                                + Get("index.index.body.entries.entries.len_shared#")
                                + Get("index.index.body.entries.entries.len_unshared#"),
                                Get("index.index.body.entries.entries.len_value#"),
                            ),
                        ),
                    ),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared")
                    + Get("index.index.body.entries.entries.len_value"),
                    Get("index.index@") + Get("index.footer.index.len") - Get("index.index.body.num_restarts") * 4 + -4,
                    "index.index.body.entries.entries",
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin(),
                    Const(1),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.len_shared",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_shared#",
                    VarintSize(
                        Begin(),
                        Up(Get("index.index@"))
                        + Up(Get("index.footer.index.len"))
                        - Up(Get("index.index.body.num_restarts")) * 4
                        + -4,
                    ),
                ),
                Aside(
                    "index.index.body.entries.entries",
                    Get("index.index.body.entries.entries.len_shared#") > 0,
                    "index.index.body.entries.entries.len_shared",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_shared",
                    Varint(Begin(), Get("index.index.body.entries.entries.len_shared#")),
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin() + Get("index.index.body.entries.entries.len_shared#"),
                    Const(1),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.len_unshared",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_unshared#",
                    VarintSize(
                        Begin() + Get("index.index.body.entries.entries.len_shared#"),
                        Up(Get("index.index@"))
                        + Up(Get("index.footer.index.len"))
                        - Up(Get("index.index.body.num_restarts")) * 4
                        + -4,
                    ),
                ),
                Aside(
                    "index.index.body.entries.entries",
                    Get("index.index.body.entries.entries.len_unshared#") > 0,
                    "index.index.body.entries.entries.len_unshared",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_unshared",
                    Varint(
                        Begin() + Get("index.index.body.entries.entries.len_shared#"),
                        Get("index.index.body.entries.entries.len_unshared#"),
                    ),
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#"),
                    Const(1),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.len_value",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_value#",
                    VarintSize(
                        Begin()
                        + Get("index.index.body.entries.entries.len_shared#")
                        + Get("index.index.body.entries.entries.len_unshared#"),
                        Up(Get("index.index@"))
                        + Up(Get("index.footer.index.len"))
                        - Up(Get("index.index.body.num_restarts")) * 4
                        + -4,
                    ),
                ),
                Aside(
                    "index.index.body.entries.entries",
                    Get("index.index.body.entries.entries.len_value#") > 0,
                    "index.index.body.entries.entries.len_value",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_value",
                    Varint(
                        Begin()
                        + Get("index.index.body.entries.entries.len_shared#")
                        + Get("index.index.body.entries.entries.len_unshared#"),
                        Get("index.index.body.entries.entries.len_value#"),
                    ),
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#"),
                    Const(0),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.nothing",
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#"),
                    Get("index.index.body.entries.entries.len_unshared"),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.key",
                ),
                Fronts(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.key<whole>",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#"),
                    Get("index.index.body.entries.entries.len_unshared"),
                    Get("index.index.body.entries.entries.len_shared"),
                    "index.index.body.entries.entries.key",
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared"),
                    Get("index.index.body.entries.entries.len_value"),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.value",
                ),
                Need(
                    "records",
                    Get("index.index@") + Get("index.footer.index.len") - Get("index.index.body.num_restarts") * 4 + -4,
                    Get("index.index.body.num_restarts") * 4,
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len"),
                    "index.index.body.restarts",
                ),
                Need(
                    "records",
                    Get("index.index@") + Get("index.footer.index.len"),
                    Const(5),
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len") + 5,
                    "index.index.compression",
                ),
                Let(
                    "records",
                    "index.index.compression",
                    Load("u1", Get("index.index@") + Get("index.footer.index.len")),
                ),
                Check("records", Get("index.index.compression").equals(0), "index.index.compression"),
                Let(
                    "records", "index.index.crc", Load("u4le", Get("index.index@") + Get("index.footer.index.len") + 1)
                ),
                Checksum(
                    "records",
                    "crc32c-masked",
                    Get("index.index@"),
                    Get("index.footer.index.len") + 1,
                    Get("index.index.crc"),
                    "index.index.crc",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.pages.handle@",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared"),
                ),
                Need(
                    "index.index.body.entries.entries",
                    Get("index.pages.handle@"),
                    Const(0),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared"),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared")
                    + Get("index.index.body.entries.entries.len_value"),
                    "index.pages.handle",
                ),
                Need(
                    "index.index.body.entries.entries",
                    Get("index.pages.handle@"),
                    Const(1),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared"),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared")
                    + Get("index.index.body.entries.entries.len_value"),
                    "index.pages.handle.offset",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.pages.handle.offset#",
                    VarintSize(
                        Get("index.pages.handle@"),
                        Begin()
                        + Get("index.index.body.entries.entries.len_shared#")
                        + Get("index.index.body.entries.entries.len_unshared#")
                        + Get("index.index.body.entries.entries.len_value#")
                        + Get("index.index.body.entries.entries.len_unshared")
                        + Get("index.index.body.entries.entries.len_value"),
                    ),
                ),
                Aside(
                    "index.index.body.entries.entries",
                    Get("index.pages.handle.offset#") > 0,
                    "index.pages.handle.offset",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.pages.handle.offset",
                    Varint(Get("index.pages.handle@"), Get("index.pages.handle.offset#")),
                ),
                Need(
                    "index.index.body.entries.entries",
                    Get("index.pages.handle@") + Get("index.pages.handle.offset#"),
                    Const(1),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared"),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared")
                    + Get("index.index.body.entries.entries.len_value"),
                    "index.pages.handle.len",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.pages.handle.len#",
                    VarintSize(
                        Get("index.pages.handle@") + Get("index.pages.handle.offset#"),
                        Begin()
                        + Get("index.index.body.entries.entries.len_shared#")
                        + Get("index.index.body.entries.entries.len_unshared#")
                        + Get("index.index.body.entries.entries.len_value#")
                        + Get("index.index.body.entries.entries.len_unshared")
                        + Get("index.index.body.entries.entries.len_value"),
                    ),
                ),
                Aside("index.index.body.entries.entries", Get("index.pages.handle.len#") > 0, "index.pages.handle.len"),
                Let(
                    "index.index.body.entries.entries",
                    "index.pages.handle.len",
                    Varint(
                        Get("index.pages.handle@") + Get("index.pages.handle.offset#"), Get("index.pages.handle.len#")
                    ),
                ),
                Aside("index.index.body.entries.entries", Get("index.pages.handle.len") >= 0, ""),
                Aside("index.index.body.entries.entries", Get("index.pages.handle.len") <= 4611686018427387903, ""),
            ),
            rows="index.index.body.entries.entries",
            columns=(
                Number("@page", "int64", Up(Region())),
                Number("@place", "int64", Get("index.pages.handle.offset"), fits=Get("index.pages.handle.offset") >= 0),
                Number(
                    "@size", "int64", Get("index.pages.handle.len") + 5, fits=Get("index.pages.handle.len") + 5 >= 0
                ),
                Number("@stream", "int64", Offset(Up(Get("index@")))),
                Number("@length", "int64", Up(Get("index@")) + Up(Get("len_index")) - Up(Get("index@"))),
                Number("@regions", "int64", Offset(Up(Start()))),
                Number("@reach", "int64", Up(End()) - Up(Start())),
                Number(
                    "entries[*]._parent._parent._io.size - 8 - _parent._parent.len_index",
                    "int64",
                    Up(End()) - Up(Start()) - Up(Get("len_index")) + -8,
                ),
            ),
            directory=RowPlan(
                frame=RegionFrame(steps=(), end=RegionEnd()),
                steps=(
                    Need("records", Start(), End() - Start() + -5, Start(), End(), "body"),
                    Let("records", "body.num_restarts@", End() + -9),
                    Need("records", Get("body.num_restarts@"), Const(0), Start(), End() + -5, "body.num_restarts"),
                    Need("records", Get("body.num_restarts@"), Const(4), Start(), End() + -5, "body.num_restarts"),
                    Let("records", "body.num_restarts", Load("u4le", Get("body.num_restarts@"))),
                    Need(
                        "records",
                        Start(),
                        End() - Start() - Get("body.num_restarts") * 4 + -9,
                        Start(),
                        End() + -5,
                        "body.entries",
                    ),
                    Run(
                        "body.entries.entries",
                        "records",
                        Start(),
                        (
                            Let(
                                "body.entries.entries",
                                "body.entries.entries.len_shared#",
                                VarintSize(Begin(), Up(End()) - Up(Get("body.num_restarts")) * 4 + -9),
                            ),
                            Let(
                                "body.entries.entries",
                                "body.entries.entries.len_unshared#",
                                VarintSize(
                                    Begin() + Get("body.entries.entries.len_shared#"),
                                    Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                                ),
                            ),
                            Let(
                                "body.entries.entries",
                                "body.entries.entries.len_unshared",
                                Varint(
                                    Begin() + Get("body.entries.entries.len_shared#"),
                                    Get("body.entries.entries.len_unshared#"),
                                ),
                            ),
                            Let(
                                "body.entries.entries",
                                "body.entries.entries.len_value#",
                                VarintSize(
                                    Begin()
                                    + Get("body.entries.entries.len_shared#")
                                    + Get("body.entries.entries.len_unshared#"),
                                    Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                                ),
                            ),
                            Let(
                                "body.entries.entries",
                                "body.entries.entries.len_value",
                                Varint(
                                    Begin()
                                    + Get("body.entries.entries.len_shared#")
                                    + Get("body.entries.entries.len_unshared#"),
                                    Get("body.entries.entries.len_value#"),
                                ),
                            ),
                        ),
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared")
                        + Get("body.entries.entries.len_value"),
                        End() - Get("body.num_restarts") * 4 + -9,
                        "body.entries.entries",
                    ),
                    Need(
                        "body.entries.entries",
                        Begin(),
                        Const(1),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.len_shared",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_shared#",
                        VarintSize(Begin(), Up(End()) - Up(Get("body.num_restarts")) * 4 + -9),
                    ),
                    Aside(
                        "body.entries.entries",
                        Get("body.entries.entries.len_shared#") > 0,
                        "body.entries.entries.len_shared",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_shared",
                        Varint(Begin(), Get("body.entries.entries.len_shared#")),
                    ),
                    Need(
                        "body.entries.entries",
                        Begin() + Get("body.entries.entries.len_shared#"),
                        Const(1),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.len_unshared",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_unshared#",
                        VarintSize(
                            Begin() + Get("body.entries.entries.len_shared#"),
                            Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        ),
                    ),
                    Aside(
                        "body.entries.entries",
                        Get("body.entries.entries.len_unshared#") > 0,
                        "body.entries.entries.len_unshared",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_unshared",
                        Varint(
                            Begin() + Get("body.entries.entries.len_shared#"), Get("body.entries.entries.len_unshared#")
                        ),
                    ),
                    Need(
                        "body.entries.entries",
                        Begin() + Get("body.entries.entries.len_shared#") + Get("body.entries.entries.len_unshared#"),
                        Const(1),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.len_value",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_value#",
                        VarintSize(
                            Begin()
                            + Get("body.entries.entries.len_shared#")
                            + Get("body.entries.entries.len_unshared#"),
                            Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        ),
                    ),
                    Aside(
                        "body.entries.entries",
                        Get("body.entries.entries.len_value#") > 0,
                        "body.entries.entries.len_value",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_value",
                        Varint(
                            Begin()
                            + Get("body.entries.entries.len_shared#")
                            + Get("body.entries.entries.len_unshared#"),
                            Get("body.entries.entries.len_value#"),
                        ),
                    ),
                    Need(
                        "body.entries.entries",
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#"),
                        Const(0),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.nothing",
                    ),
                    Need(
                        "body.entries.entries",
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#"),
                        Get("body.entries.entries.len_unshared"),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.key",
                    ),
                    Fronts(
                        "body.entries.entries",
                        "body.entries.entries.key<whole>",
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#"),
                        Get("body.entries.entries.len_unshared"),
                        Get("body.entries.entries.len_shared"),
                        "body.entries.entries.key",
                    ),
                    Need(
                        "body.entries.entries",
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared"),
                        Get("body.entries.entries.len_value"),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.value",
                    ),
                    Need(
                        "records",
                        End() - Get("body.num_restarts") * 4 + -9,
                        Get("body.num_restarts") * 4,
                        Start(),
                        End() + -5,
                        "body.restarts",
                    ),
                    Need("records", End() + -5, Const(5), Start(), End(), "compression"),
                    Let("records", "compression", Load("u1", End() + -5)),
                    Check("records", Get("compression").equals(0), "compression"),
                    Let("records", "crc", Load("u4le", End() + -4)),
                    Checksum("records", "crc32c-masked", Start(), End() - Start() + -4, Get("crc"), "crc"),
                    Aside("records", End().equals(End()), ""),
                    Let(
                        "body.entries.entries",
                        "location@",
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared"),
                    ),
                    Need(
                        "body.entries.entries",
                        Get("location@"),
                        Const(0),
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared"),
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared")
                        + Get("body.entries.entries.len_value"),
                        "location",
                    ),
                    Need(
                        "body.entries.entries",
                        Get("location@"),
                        Const(16),
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared"),
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared")
                        + Get("body.entries.entries.len_value"),
                        "location.offset",
                    ),
                    Let("body.entries.entries", "location.offset", Load("s8le", Get("location@"))),
                    Let("body.entries.entries", "location.len", Load("s8le", Get("location@") + 8)),
                ),
                rows="body.entries.entries",
                columns=(
                    Number("@page", "int64", Up(Region())),
                    Number("@there", "bool", Const(1)),
                    Number("@place", "int64", Get("location.offset"), fits=Get("location.offset") >= 0),
                    Number("@size", "int64", Get("location.len"), fits=Get("location.len") >= 0),
                    Piece(
                        "block",
                        "string",
                        Get("body.entries.entries.key<whole>"),
                        Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared"),
                        encoding="utf-8",
                    ),
                    Number("@order", "int64", Get("location.offset")),
                ),
            ),
        ),
    ),
    entries=RowPlan(
        frame=RegionFrame(
            steps=(
                Let("records", "position", Load("s8le", Start())),
                Let("records", "offset", Load("u2le", Start() + 8)),
            ),
            end=Start() + 10,
            last=RegionEnd() - Start() + -10 <= 1,
            tail="00",
        ),
        steps=_ENTRY_STEPS,
        rows="records",
        columns=(
            Number("@list", "int64", Region()),
            Number("entries[*]._index", "int64", Index()),
            Number("@place", "int64", Get("position")),
            Number(
                "@behind",
                "int64",
                Beside("entries[*]._parent._parent._io.size - 8 - _parent._parent.len_index", Region()),
            ),
            Number("entries[*].position", "int64", Get("position")),
            Number("entries[*].offset", "int64", Get("offset")),
        ),
    ),
)

REFERENCES_PLAN = RowPlan(
    frame=RegionFrame(
        steps=(
            Let("records", "found.event.len_data#", VarintSize(Start() + Beside("entries[*].offset", Region()), End())),
            Let(
                "records",
                "found.event.len_data",
                Varint(Start() + Beside("entries[*].offset", Region()), Get("found.event.len_data#")),
            ),
            Let(
                "records",
                "found.event.timestamp",
                Load("u4le", Start() + Beside("entries[*].offset", Region()) + Get("found.event.len_data#")),
            ),
        ),
        end=Start()
        + Beside("entries[*].offset", Region())
        + Get("found.event.len_data#")
        + Get("found.event.len_data")
        + 4,
        last=Const(1),
    ),
    steps=(
        Need("records", Start(), Beside("entries[*].offset", Region()), Start(), End(), "found"),
        Need(
            "records", Start() + Beside("entries[*].offset", Region()), Const(1), Start(), End(), "found.event.len_data"
        ),
        Let("records", "found.event.len_data#", VarintSize(Start() + Beside("entries[*].offset", Region()), End())),
        Aside("records", Get("found.event.len_data#") > 0, "found.event.len_data"),
        Let(
            "records",
            "found.event.len_data",
            Varint(Start() + Beside("entries[*].offset", Region()), Get("found.event.len_data#")),
        ),
        Need(
            "records",
            Start() + Beside("entries[*].offset", Region()) + Get("found.event.len_data#"),
            Const(4),
            Start(),
            End(),
            "found.event.timestamp",
        ),
        Let(
            "records",
            "found.event.timestamp",
            Load("u4le", Start() + Beside("entries[*].offset", Region()) + Get("found.event.len_data#")),
        ),
        Need(
            "records",
            Start() + Beside("entries[*].offset", Region()) + Get("found.event.len_data#") + 4,
            Get("found.event.len_data"),
            Start(),
            End(),
            "found.event.data",
        ),
    ),
    rows="records",
    columns=(
        Outer("block", "string"),
        Outer("index", "string"),
        Number("position", "int32", Beside("entries[*]._index", Region())),
        Number("chunk", "int64", Beside("entries[*].position", Region())),
        Number("offset", "int32", Beside("entries[*].offset", Region())),
        Number("timestamp", "int64", Get("found.event.timestamp")),
        Piece(
            "data",
            "binary",
            Start() + Beside("entries[*].offset", Region()) + Get("found.event.len_data#") + 4,
            Get("found.event.len_data"),
        ),
    ),
    directory=RowPlan(
        frame=RegionFrame(steps=(), end=RegionEnd()),
        steps=_DIRECTORY_STEPS,
        rows="body.entries.entries",
        columns=(
            Number("@page", "int64", Up(Region())),
            Number(
                "@there",
                "bool",
                Load(
                    "u1",
                    Select(
                        Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared") > 0,
                        Get("body.entries.entries.key<whole>") + 0,
                        Up(Start()),
                    ),
                )
                .equals(103)
                .equals(0),
            ),
            Number("@place", "int64", Get("location.offset"), fits=Get("location.offset") >= 0),
            Number("@size", "int64", Get("location.len"), fits=Get("location.len") >= 0),
            Piece(
                "index",
                "string",
                Get("body.entries.entries.key<whole>") + 1,
                Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared") + -1,
                encoding="utf-8",
            ),
        ),
        directory=RowPlan(
            frame=RegionFrame(steps=(), end=RegionEnd()),
            steps=(
                Need("records", Start(), Const(1), Start(), End(), "magic"),
                Check("records", Load("u1", Start()).equals(42), "magic", True),
                Let("records", "len_index@", End() + -8),
                Need("records", Get("len_index@"), Const(0), Start(), End(), "len_index"),
                Need("records", Get("len_index@"), Const(8), Start(), End(), "len_index"),
                Let("records", "len_index", Load("s8le", Get("len_index@"))),
                Check("records", Get("len_index") >= 48, "len_index"),
                Check("records", Get("len_index") <= End() - Start() + -8, "len_index"),
                Let("records", "index@", End() - Get("len_index") + -8),
                Need("records", Get("index@"), Const(0), Start(), End(), "index"),
                Need("records", Get("index@"), Get("len_index"), Start(), End(), "index"),
                Let("records", "index.footer@", Get("index@") + Get("len_index") + -48),
                Need(
                    "records",
                    Get("index.footer@"),
                    Const(0),
                    Get("index@"),
                    Get("index@") + Get("len_index"),
                    "index.footer",
                ),
                Need(
                    "records",
                    Get("index.footer@"),
                    Const(48),
                    Get("index@"),
                    Get("index@") + Get("len_index"),
                    "index.footer",
                ),
                Need(
                    "records",
                    Get("index.footer@"),
                    Const(1),
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer.metaindex.offset",
                ),
                Let(
                    "records",
                    "index.footer.metaindex.offset#",
                    VarintSize(Get("index.footer@"), Get("index.footer@") + 48),
                ),
                Aside("records", Get("index.footer.metaindex.offset#") > 0, "index.footer.metaindex.offset"),
                Let(
                    "records",
                    "index.footer.metaindex.offset",
                    Varint(Get("index.footer@"), Get("index.footer.metaindex.offset#")),
                ),
                Need(
                    "records",
                    Get("index.footer@") + Get("index.footer.metaindex.offset#"),
                    Const(1),
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer.metaindex.len",
                ),
                Let(
                    "records",
                    "index.footer.metaindex.len#",
                    VarintSize(Get("index.footer@") + Get("index.footer.metaindex.offset#"), Get("index.footer@") + 48),
                ),
                Aside("records", Get("index.footer.metaindex.len#") > 0, "index.footer.metaindex.len"),
                Let(
                    "records",
                    "index.footer.metaindex.len",
                    Varint(
                        Get("index.footer@") + Get("index.footer.metaindex.offset#"), Get("index.footer.metaindex.len#")
                    ),
                ),
                Need(
                    "records",
                    Get("index.footer@") + Get("index.footer.metaindex.offset#") + Get("index.footer.metaindex.len#"),
                    Const(1),
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer.index.offset",
                ),
                Let(
                    "records",
                    "index.footer.index.offset#",
                    VarintSize(
                        Get("index.footer@")
                        + Get("index.footer.metaindex.offset#")
                        + Get("index.footer.metaindex.len#"),
                        Get("index.footer@") + 48,
                    ),
                ),
                Aside("records", Get("index.footer.index.offset#") > 0, "index.footer.index.offset"),
                Let(
                    "records",
                    "index.footer.index.offset",
                    Varint(
                        Get("index.footer@")
                        + Get("index.footer.metaindex.offset#")
                        + Get("index.footer.metaindex.len#"),
                        Get("index.footer.index.offset#"),
                    ),
                ),
                Need(
                    "records",
                    Get("index.footer@")
                    + Get("index.footer.metaindex.offset#")
                    + Get("index.footer.metaindex.len#")
                    + Get("index.footer.index.offset#"),
                    Const(1),
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer.index.len",
                ),
                Let(
                    "records",
                    "index.footer.index.len#",
                    VarintSize(
                        Get("index.footer@")
                        + Get("index.footer.metaindex.offset#")
                        + Get("index.footer.metaindex.len#")
                        + Get("index.footer.index.offset#"),
                        Get("index.footer@") + 48,
                    ),
                ),
                Aside("records", Get("index.footer.index.len#") > 0, "index.footer.index.len"),
                Let(
                    "records",
                    "index.footer.index.len",
                    Varint(
                        Get("index.footer@")
                        + Get("index.footer.metaindex.offset#")
                        + Get("index.footer.metaindex.len#")
                        + Get("index.footer.index.offset#"),
                        Get("index.footer.index.len#"),
                    ),
                ),
                Need(
                    "records",
                    Get("index.footer@")
                    + Get("index.footer.metaindex.offset#")
                    + Get("index.footer.metaindex.len#")
                    + Get("index.footer.index.offset#")
                    + Get("index.footer.index.len#"),
                    0
                    - Get("index.footer.metaindex.offset#")
                    - Get("index.footer.metaindex.len#")
                    - Get("index.footer.index.offset#")
                    - Get("index.footer.index.len#")
                    + 40,
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer",
                ),
                Need(
                    "records",
                    Get("index.footer@") + 40,
                    Const(8),
                    Get("index.footer@"),
                    Get("index.footer@") + 48,
                    "index.footer.magic",
                ),
                Check("records", Load("u1", Get("index.footer@") + 40).equals(87), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 41).equals(251), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 42).equals(128), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 43).equals(139), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 44).equals(36), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 45).equals(117), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 46).equals(71), "index.footer.magic", True),
                Check("records", Load("u1", Get("index.footer@") + 47).equals(219), "index.footer.magic", True),
                Let("records", "index.index@", Get("index@") + Get("index.footer.index.offset")),
                Need(
                    "records",
                    Get("index.index@"),
                    Const(0),
                    Get("index@"),
                    Get("index@") + Get("len_index"),
                    "index.index",
                ),
                Aside("records", Get("index.footer.index.len") >= 0, ""),
                Aside("records", Get("index.footer.index.len") <= 4611686018427387903, ""),
                Need(
                    "records",
                    Get("index.index@"),
                    Get("index.footer.index.len") + 5,
                    Get("index@"),
                    Get("index@") + Get("len_index"),
                    "index.index",
                ),
                Need(
                    "records",
                    Get("index.index@"),
                    Get("index.footer.index.len"),
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len") + 5,
                    "index.index.body",
                ),
                Let(
                    "records",
                    "index.index.body.num_restarts@",
                    Get("index.index@") + Get("index.footer.index.len") + -4,
                ),
                Need(
                    "records",
                    Get("index.index.body.num_restarts@"),
                    Const(0),
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len"),
                    "index.index.body.num_restarts",
                ),
                Need(
                    "records",
                    Get("index.index.body.num_restarts@"),
                    Const(4),
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len"),
                    "index.index.body.num_restarts",
                ),
                Let("records", "index.index.body.num_restarts", Load("u4le", Get("index.index.body.num_restarts@"))),
                Need(
                    "records",
                    Get("index.index@"),
                    Get("index.footer.index.len") - Get("index.index.body.num_restarts") * 4 + -4,
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len"),
                    "index.index.body.entries",
                ),
                Run(
                    "index.index.body.entries.entries",
                    "records",
                    Get("index.index@"),
                    (
                        Let(
                            "index.index.body.entries.entries",
                            "index.index.body.entries.entries.len_shared#",
                            VarintSize(
                                Begin(),
                                Up(Get("index.index@"))
                                + Up(Get("index.footer.index.len"))
                                - Up(Get("index.index.body.num_restarts")) * 4
                                + -4,
                            ),
                        ),
                        Let(
                            "index.index.body.entries.entries",
                            "index.index.body.entries.entries.len_unshared#",
                            VarintSize(
                                Begin() + Get("index.index.body.entries.entries.len_shared#"),
                                Up(Get("index.index@"))
                                + Up(Get("index.footer.index.len"))
                                - Up(Get("index.index.body.num_restarts")) * 4
                                + -4,
                            ),
                        ),
                        Let(
                            "index.index.body.entries.entries",
                            "index.index.body.entries.entries.len_unshared",
                            Varint(
                                Begin() + Get("index.index.body.entries.entries.len_shared#"),
                                Get("index.index.body.entries.entries.len_unshared#"),
                            ),
                        ),
                        Let(
                            "index.index.body.entries.entries",
                            "index.index.body.entries.entries.len_value#",
                            VarintSize(
                                Begin()
                                + Get("index.index.body.entries.entries.len_shared#")
                                + Get("index.index.body.entries.entries.len_unshared#"),
                                Up(Get("index.index@"))
                                + Up(Get("index.footer.index.len"))
                                - Up(Get("index.index.body.num_restarts")) * 4
                                + -4,
                            ),
                        ),
                        Let(
                            "index.index.body.entries.entries",
                            "index.index.body.entries.entries.len_value",
                            Varint(
                                Begin()
                                + Get("index.index.body.entries.entries.len_shared#")
                                + Get("index.index.body.entries.entries.len_unshared#"),
                                Get("index.index.body.entries.entries.len_value#"),
                            ),
                        ),
                    ),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared")
                    + Get("index.index.body.entries.entries.len_value"),
                    Get("index.index@") + Get("index.footer.index.len") - Get("index.index.body.num_restarts") * 4 + -4,
                    "index.index.body.entries.entries",
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin(),
                    Const(1),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.len_shared",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_shared#",
                    VarintSize(
                        Begin(),
                        Up(Get("index.index@"))
                        + Up(Get("index.footer.index.len"))
                        - Up(Get("index.index.body.num_restarts")) * 4
                        + -4,
                    ),
                ),
                Aside(
                    "index.index.body.entries.entries",
                    Get("index.index.body.entries.entries.len_shared#") > 0,
                    "index.index.body.entries.entries.len_shared",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_shared",
                    Varint(Begin(), Get("index.index.body.entries.entries.len_shared#")),
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin() + Get("index.index.body.entries.entries.len_shared#"),
                    Const(1),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.len_unshared",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_unshared#",
                    VarintSize(
                        Begin() + Get("index.index.body.entries.entries.len_shared#"),
                        Up(Get("index.index@"))
                        + Up(Get("index.footer.index.len"))
                        - Up(Get("index.index.body.num_restarts")) * 4
                        + -4,
                    ),
                ),
                Aside(
                    "index.index.body.entries.entries",
                    Get("index.index.body.entries.entries.len_unshared#") > 0,
                    "index.index.body.entries.entries.len_unshared",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_unshared",
                    Varint(
                        Begin() + Get("index.index.body.entries.entries.len_shared#"),
                        Get("index.index.body.entries.entries.len_unshared#"),
                    ),
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#"),
                    Const(1),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.len_value",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_value#",
                    VarintSize(
                        Begin()
                        + Get("index.index.body.entries.entries.len_shared#")
                        + Get("index.index.body.entries.entries.len_unshared#"),
                        Up(Get("index.index@"))
                        + Up(Get("index.footer.index.len"))
                        - Up(Get("index.index.body.num_restarts")) * 4
                        + -4,
                    ),
                ),
                Aside(
                    "index.index.body.entries.entries",
                    Get("index.index.body.entries.entries.len_value#") > 0,
                    "index.index.body.entries.entries.len_value",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.len_value",
                    Varint(
                        Begin()
                        + Get("index.index.body.entries.entries.len_shared#")
                        + Get("index.index.body.entries.entries.len_unshared#"),
                        Get("index.index.body.entries.entries.len_value#"),
                    ),
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#"),
                    Const(0),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.nothing",
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#"),
                    Get("index.index.body.entries.entries.len_unshared"),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.key",
                ),
                Fronts(
                    "index.index.body.entries.entries",
                    "index.index.body.entries.entries.key<whole>",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#"),
                    Get("index.index.body.entries.entries.len_unshared"),
                    Get("index.index.body.entries.entries.len_shared"),
                    "index.index.body.entries.entries.key",
                ),
                Need(
                    "index.index.body.entries.entries",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared"),
                    Get("index.index.body.entries.entries.len_value"),
                    Up(Get("index.index@")),
                    Up(Get("index.index@"))
                    + Up(Get("index.footer.index.len"))
                    - Up(Get("index.index.body.num_restarts")) * 4
                    + -4,
                    "index.index.body.entries.entries.value",
                ),
                Need(
                    "records",
                    Get("index.index@") + Get("index.footer.index.len") - Get("index.index.body.num_restarts") * 4 + -4,
                    Get("index.index.body.num_restarts") * 4,
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len"),
                    "index.index.body.restarts",
                ),
                Need(
                    "records",
                    Get("index.index@") + Get("index.footer.index.len"),
                    Const(5),
                    Get("index.index@"),
                    Get("index.index@") + Get("index.footer.index.len") + 5,
                    "index.index.compression",
                ),
                Let(
                    "records",
                    "index.index.compression",
                    Load("u1", Get("index.index@") + Get("index.footer.index.len")),
                ),
                Check("records", Get("index.index.compression").equals(0), "index.index.compression"),
                Let(
                    "records", "index.index.crc", Load("u4le", Get("index.index@") + Get("index.footer.index.len") + 1)
                ),
                Checksum(
                    "records",
                    "crc32c-masked",
                    Get("index.index@"),
                    Get("index.footer.index.len") + 1,
                    Get("index.index.crc"),
                    "index.index.crc",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.pages.handle@",
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared"),
                ),
                Need(
                    "index.index.body.entries.entries",
                    Get("index.pages.handle@"),
                    Const(0),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared"),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared")
                    + Get("index.index.body.entries.entries.len_value"),
                    "index.pages.handle",
                ),
                Need(
                    "index.index.body.entries.entries",
                    Get("index.pages.handle@"),
                    Const(1),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared"),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared")
                    + Get("index.index.body.entries.entries.len_value"),
                    "index.pages.handle.offset",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.pages.handle.offset#",
                    VarintSize(
                        Get("index.pages.handle@"),
                        Begin()
                        + Get("index.index.body.entries.entries.len_shared#")
                        + Get("index.index.body.entries.entries.len_unshared#")
                        + Get("index.index.body.entries.entries.len_value#")
                        + Get("index.index.body.entries.entries.len_unshared")
                        + Get("index.index.body.entries.entries.len_value"),
                    ),
                ),
                Aside(
                    "index.index.body.entries.entries",
                    Get("index.pages.handle.offset#") > 0,
                    "index.pages.handle.offset",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.pages.handle.offset",
                    Varint(Get("index.pages.handle@"), Get("index.pages.handle.offset#")),
                ),
                Need(
                    "index.index.body.entries.entries",
                    Get("index.pages.handle@") + Get("index.pages.handle.offset#"),
                    Const(1),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared"),
                    Begin()
                    + Get("index.index.body.entries.entries.len_shared#")
                    + Get("index.index.body.entries.entries.len_unshared#")
                    + Get("index.index.body.entries.entries.len_value#")
                    + Get("index.index.body.entries.entries.len_unshared")
                    + Get("index.index.body.entries.entries.len_value"),
                    "index.pages.handle.len",
                ),
                Let(
                    "index.index.body.entries.entries",
                    "index.pages.handle.len#",
                    VarintSize(
                        Get("index.pages.handle@") + Get("index.pages.handle.offset#"),
                        Begin()
                        + Get("index.index.body.entries.entries.len_shared#")
                        + Get("index.index.body.entries.entries.len_unshared#")
                        + Get("index.index.body.entries.entries.len_value#")
                        + Get("index.index.body.entries.entries.len_unshared")
                        + Get("index.index.body.entries.entries.len_value"),
                    ),
                ),
                Aside("index.index.body.entries.entries", Get("index.pages.handle.len#") > 0, "index.pages.handle.len"),
                Let(
                    "index.index.body.entries.entries",
                    "index.pages.handle.len",
                    Varint(
                        Get("index.pages.handle@") + Get("index.pages.handle.offset#"), Get("index.pages.handle.len#")
                    ),
                ),
                Aside("index.index.body.entries.entries", Get("index.pages.handle.len") >= 0, ""),
                Aside("index.index.body.entries.entries", Get("index.pages.handle.len") <= 4611686018427387903, ""),
            ),
            rows="index.index.body.entries.entries",
            columns=(
                Number("@page", "int64", Up(Region())),
                Number("@place", "int64", Get("index.pages.handle.offset"), fits=Get("index.pages.handle.offset") >= 0),
                Number(
                    "@size", "int64", Get("index.pages.handle.len") + 5, fits=Get("index.pages.handle.len") + 5 >= 0
                ),
                Number("@stream", "int64", Offset(Up(Get("index@")))),
                Number("@length", "int64", Up(Get("index@")) + Up(Get("len_index")) - Up(Get("index@"))),
                Number("@regions", "int64", Offset(Up(Start()))),
                Number("@reach", "int64", Up(End()) - Up(Start())),
                Number(
                    "entries[*]._parent._parent._io.size - 8 - _parent._parent.len_index",
                    "int64",
                    Up(End()) - Up(Start()) - Up(Get("len_index")) + -8,
                ),
            ),
            directory=RowPlan(
                frame=RegionFrame(steps=(), end=RegionEnd()),
                steps=(
                    Need("records", Start(), End() - Start() + -5, Start(), End(), "body"),
                    Let("records", "body.num_restarts@", End() + -9),
                    Need("records", Get("body.num_restarts@"), Const(0), Start(), End() + -5, "body.num_restarts"),
                    Need("records", Get("body.num_restarts@"), Const(4), Start(), End() + -5, "body.num_restarts"),
                    Let("records", "body.num_restarts", Load("u4le", Get("body.num_restarts@"))),
                    Need(
                        "records",
                        Start(),
                        End() - Start() - Get("body.num_restarts") * 4 + -9,
                        Start(),
                        End() + -5,
                        "body.entries",
                    ),
                    Run(
                        "body.entries.entries",
                        "records",
                        Start(),
                        (
                            Let(
                                "body.entries.entries",
                                "body.entries.entries.len_shared#",
                                VarintSize(Begin(), Up(End()) - Up(Get("body.num_restarts")) * 4 + -9),
                            ),
                            Let(
                                "body.entries.entries",
                                "body.entries.entries.len_unshared#",
                                VarintSize(
                                    Begin() + Get("body.entries.entries.len_shared#"),
                                    Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                                ),
                            ),
                            Let(
                                "body.entries.entries",
                                "body.entries.entries.len_unshared",
                                Varint(
                                    Begin() + Get("body.entries.entries.len_shared#"),
                                    Get("body.entries.entries.len_unshared#"),
                                ),
                            ),
                            Let(
                                "body.entries.entries",
                                "body.entries.entries.len_value#",
                                VarintSize(
                                    Begin()
                                    + Get("body.entries.entries.len_shared#")
                                    + Get("body.entries.entries.len_unshared#"),
                                    Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                                ),
                            ),
                            Let(
                                "body.entries.entries",
                                "body.entries.entries.len_value",
                                Varint(
                                    Begin()
                                    + Get("body.entries.entries.len_shared#")
                                    + Get("body.entries.entries.len_unshared#"),
                                    Get("body.entries.entries.len_value#"),
                                ),
                            ),
                        ),
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared")
                        + Get("body.entries.entries.len_value"),
                        End() - Get("body.num_restarts") * 4 + -9,
                        "body.entries.entries",
                    ),
                    Need(
                        "body.entries.entries",
                        Begin(),
                        Const(1),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.len_shared",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_shared#",
                        VarintSize(Begin(), Up(End()) - Up(Get("body.num_restarts")) * 4 + -9),
                    ),
                    Aside(
                        "body.entries.entries",
                        Get("body.entries.entries.len_shared#") > 0,
                        "body.entries.entries.len_shared",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_shared",
                        Varint(Begin(), Get("body.entries.entries.len_shared#")),
                    ),
                    Need(
                        "body.entries.entries",
                        Begin() + Get("body.entries.entries.len_shared#"),
                        Const(1),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.len_unshared",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_unshared#",
                        VarintSize(
                            Begin() + Get("body.entries.entries.len_shared#"),
                            Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        ),
                    ),
                    Aside(
                        "body.entries.entries",
                        Get("body.entries.entries.len_unshared#") > 0,
                        "body.entries.entries.len_unshared",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_unshared",
                        Varint(
                            Begin() + Get("body.entries.entries.len_shared#"), Get("body.entries.entries.len_unshared#")
                        ),
                    ),
                    Need(
                        "body.entries.entries",
                        Begin() + Get("body.entries.entries.len_shared#") + Get("body.entries.entries.len_unshared#"),
                        Const(1),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.len_value",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_value#",
                        VarintSize(
                            Begin()
                            + Get("body.entries.entries.len_shared#")
                            + Get("body.entries.entries.len_unshared#"),
                            Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        ),
                    ),
                    Aside(
                        "body.entries.entries",
                        Get("body.entries.entries.len_value#") > 0,
                        "body.entries.entries.len_value",
                    ),
                    Let(
                        "body.entries.entries",
                        "body.entries.entries.len_value",
                        Varint(
                            Begin()
                            + Get("body.entries.entries.len_shared#")
                            + Get("body.entries.entries.len_unshared#"),
                            Get("body.entries.entries.len_value#"),
                        ),
                    ),
                    Need(
                        "body.entries.entries",
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#"),
                        Const(0),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.nothing",
                    ),
                    Need(
                        "body.entries.entries",
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#"),
                        Get("body.entries.entries.len_unshared"),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.key",
                    ),
                    Fronts(
                        "body.entries.entries",
                        "body.entries.entries.key<whole>",
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#"),
                        Get("body.entries.entries.len_unshared"),
                        Get("body.entries.entries.len_shared"),
                        "body.entries.entries.key",
                    ),
                    Need(
                        "body.entries.entries",
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared"),
                        Get("body.entries.entries.len_value"),
                        Up(Start()),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                        "body.entries.entries.value",
                    ),
                    Need(
                        "records",
                        End() - Get("body.num_restarts") * 4 + -9,
                        Get("body.num_restarts") * 4,
                        Start(),
                        End() + -5,
                        "body.restarts",
                    ),
                    Need("records", End() + -5, Const(5), Start(), End(), "compression"),
                    Let("records", "compression", Load("u1", End() + -5)),
                    Check("records", Get("compression").equals(0), "compression"),
                    Let("records", "crc", Load("u4le", End() + -4)),
                    Checksum("records", "crc32c-masked", Start(), End() - Start() + -4, Get("crc"), "crc"),
                    Aside("records", End().equals(End()), ""),
                    Let(
                        "body.entries.entries",
                        "location@",
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared"),
                    ),
                    Need(
                        "body.entries.entries",
                        Get("location@"),
                        Const(0),
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared"),
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared")
                        + Get("body.entries.entries.len_value"),
                        "location",
                    ),
                    Need(
                        "body.entries.entries",
                        Get("location@"),
                        Const(16),
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared"),
                        Begin()
                        + Get("body.entries.entries.len_shared#")
                        + Get("body.entries.entries.len_unshared#")
                        + Get("body.entries.entries.len_value#")
                        + Get("body.entries.entries.len_unshared")
                        + Get("body.entries.entries.len_value"),
                        "location.offset",
                    ),
                    Let("body.entries.entries", "location.offset", Load("s8le", Get("location@"))),
                    Let("body.entries.entries", "location.len", Load("s8le", Get("location@") + 8)),
                ),
                rows="body.entries.entries",
                columns=(
                    Number("@page", "int64", Up(Region())),
                    Number("@there", "bool", Const(1)),
                    Number("@place", "int64", Get("location.offset"), fits=Get("location.offset") >= 0),
                    Number("@size", "int64", Get("location.len"), fits=Get("location.len") >= 0),
                    Piece(
                        "block",
                        "string",
                        Get("body.entries.entries.key<whole>"),
                        Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared"),
                        encoding="utf-8",
                    ),
                    Number("@order", "int64", Get("location.offset")),
                ),
            ),
        ),
    ),
    entries=RowPlan(
        frame=RegionFrame(
            steps=(
                Let("records", "position", Load("s8le", Start())),
                Let("records", "offset", Load("u2le", Start() + 8)),
            ),
            end=Start() + 10,
            last=RegionEnd() - Start() + -10 <= 1,
            tail="00",
        ),
        steps=_ENTRY_STEPS,
        rows="records",
        columns=(
            Number("@list", "int64", Region()),
            Number("entries[*]._index", "int64", Index()),
            Number("@place", "int64", Get("position")),
            Number(
                "@behind",
                "int64",
                Beside("entries[*]._parent._parent._io.size - 8 - _parent._parent.len_index", Region()),
            ),
            Number("entries[*].position", "int64", Get("position")),
            Number("entries[*].offset", "int64", Get("offset")),
        ),
    ),
)

BLOCKS_PLAN = RowPlan(
    frame=RegionFrame(steps=(), end=RegionEnd()),
    steps=(
        Need("records", Start(), End() - Start() + -5, Start(), End(), "body"),
        Let("records", "body.num_restarts@", End() + -9),
        Need("records", Get("body.num_restarts@"), Const(0), Start(), End() + -5, "body.num_restarts"),
        Need("records", Get("body.num_restarts@"), Const(4), Start(), End() + -5, "body.num_restarts"),
        Let("records", "body.num_restarts", Load("u4le", Get("body.num_restarts@"))),
        Need(
            "records", Start(), End() - Start() - Get("body.num_restarts") * 4 + -9, Start(), End() + -5, "body.entries"
        ),
        Run(
            "body.entries.entries",
            "records",
            Start(),
            (
                Let(
                    "body.entries.entries",
                    "body.entries.entries.len_shared#",
                    VarintSize(Begin(), Up(End()) - Up(Get("body.num_restarts")) * 4 + -9),
                ),
                Let(
                    "body.entries.entries",
                    "body.entries.entries.len_unshared#",
                    VarintSize(
                        Begin() + Get("body.entries.entries.len_shared#"),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                    ),
                ),
                Let(
                    "body.entries.entries",
                    "body.entries.entries.len_unshared",
                    Varint(
                        Begin() + Get("body.entries.entries.len_shared#"), Get("body.entries.entries.len_unshared#")
                    ),
                ),
                Let(
                    "body.entries.entries",
                    "body.entries.entries.len_value#",
                    VarintSize(
                        Begin() + Get("body.entries.entries.len_shared#") + Get("body.entries.entries.len_unshared#"),
                        Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
                    ),
                ),
                Let(
                    "body.entries.entries",
                    "body.entries.entries.len_value",
                    Varint(
                        Begin() + Get("body.entries.entries.len_shared#") + Get("body.entries.entries.len_unshared#"),
                        Get("body.entries.entries.len_value#"),
                    ),
                ),
            ),
            Begin()
            + Get("body.entries.entries.len_shared#")
            + Get("body.entries.entries.len_unshared#")
            + Get("body.entries.entries.len_value#")
            + Get("body.entries.entries.len_unshared")
            + Get("body.entries.entries.len_value"),
            End() - Get("body.num_restarts") * 4 + -9,
            "body.entries.entries",
        ),
        Need(
            "body.entries.entries",
            Begin(),
            Const(1),
            Up(Start()),
            Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
            "body.entries.entries.len_shared",
        ),
        Let(
            "body.entries.entries",
            "body.entries.entries.len_shared#",
            VarintSize(Begin(), Up(End()) - Up(Get("body.num_restarts")) * 4 + -9),
        ),
        Aside("body.entries.entries", Get("body.entries.entries.len_shared#") > 0, "body.entries.entries.len_shared"),
        Let(
            "body.entries.entries",
            "body.entries.entries.len_shared",
            Varint(Begin(), Get("body.entries.entries.len_shared#")),
        ),
        Need(
            "body.entries.entries",
            Begin() + Get("body.entries.entries.len_shared#"),
            Const(1),
            Up(Start()),
            Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
            "body.entries.entries.len_unshared",
        ),
        Let(
            "body.entries.entries",
            "body.entries.entries.len_unshared#",
            VarintSize(
                Begin() + Get("body.entries.entries.len_shared#"), Up(End()) - Up(Get("body.num_restarts")) * 4 + -9
            ),
        ),
        Aside(
            "body.entries.entries", Get("body.entries.entries.len_unshared#") > 0, "body.entries.entries.len_unshared"
        ),
        Let(
            "body.entries.entries",
            "body.entries.entries.len_unshared",
            Varint(Begin() + Get("body.entries.entries.len_shared#"), Get("body.entries.entries.len_unshared#")),
        ),
        Need(
            "body.entries.entries",
            Begin() + Get("body.entries.entries.len_shared#") + Get("body.entries.entries.len_unshared#"),
            Const(1),
            Up(Start()),
            Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
            "body.entries.entries.len_value",
        ),
        Let(
            "body.entries.entries",
            "body.entries.entries.len_value#",
            VarintSize(
                Begin() + Get("body.entries.entries.len_shared#") + Get("body.entries.entries.len_unshared#"),
                Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
            ),
        ),
        Aside("body.entries.entries", Get("body.entries.entries.len_value#") > 0, "body.entries.entries.len_value"),
        Let(
            "body.entries.entries",
            "body.entries.entries.len_value",
            Varint(
                Begin() + Get("body.entries.entries.len_shared#") + Get("body.entries.entries.len_unshared#"),
                Get("body.entries.entries.len_value#"),
            ),
        ),
        Need(
            "body.entries.entries",
            Begin()
            + Get("body.entries.entries.len_shared#")
            + Get("body.entries.entries.len_unshared#")
            + Get("body.entries.entries.len_value#"),
            Const(0),
            Up(Start()),
            Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
            "body.entries.entries.nothing",
        ),
        Need(
            "body.entries.entries",
            Begin()
            + Get("body.entries.entries.len_shared#")
            + Get("body.entries.entries.len_unshared#")
            + Get("body.entries.entries.len_value#"),
            Get("body.entries.entries.len_unshared"),
            Up(Start()),
            Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
            "body.entries.entries.key",
        ),
        Fronts(
            "body.entries.entries",
            "body.entries.entries.key<whole>",
            Begin()
            + Get("body.entries.entries.len_shared#")
            + Get("body.entries.entries.len_unshared#")
            + Get("body.entries.entries.len_value#"),
            Get("body.entries.entries.len_unshared"),
            Get("body.entries.entries.len_shared"),
            "body.entries.entries.key",
        ),
        Need(
            "body.entries.entries",
            Begin()
            + Get("body.entries.entries.len_shared#")
            + Get("body.entries.entries.len_unshared#")
            + Get("body.entries.entries.len_value#")
            + Get("body.entries.entries.len_unshared"),
            Get("body.entries.entries.len_value"),
            Up(Start()),
            Up(End()) - Up(Get("body.num_restarts")) * 4 + -9,
            "body.entries.entries.value",
        ),
        Need(
            "records",
            End() - Get("body.num_restarts") * 4 + -9,
            Get("body.num_restarts") * 4,
            Start(),
            End() + -5,
            "body.restarts",
        ),
        Need("records", End() + -5, Const(5), Start(), End(), "compression"),
        Let("records", "compression", Load("u1", End() + -5)),
        Check("records", Get("compression").equals(0), "compression"),
        Let("records", "crc", Load("u4le", End() + -4)),
        Checksum("records", "crc32c-masked", Start(), End() - Start() + -4, Get("crc"), "crc"),
        Aside("records", End().equals(End()), ""),
        Check(
            "body.entries.entries",
            Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared") > 0,
            "",
        ),
    ),
    rows="body.entries.entries",
    columns=(
        Number("@page", "int64", Up(Region())),
        Number(
            "groupings",
            "bool",
            Load(
                "u1",
                Select(
                    Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared") > 0,
                    Get("body.entries.entries.key<whole>") + 0,
                    Up(Start()),
                ),
            ).equals(103),
        ),
        Number(
            "indexes",
            "bool",
            Load(
                "u1",
                Select(
                    Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared") > 0,
                    Get("body.entries.entries.key<whole>") + 0,
                    Up(Start()),
                ),
            )
            .equals(103)
            .equals(0),
        ),
    ),
)

ROW_PLANS: dict[str, RowPlan | str] = {
    "events": EVENTS_PLAN,
    "index_events": INDEX_EVENTS_PLAN,
    "sections": "a list at a place of its own that is no chain",
    "references": REFERENCES_PLAN,
    "blocks": BLOCKS_PLAN,
}
"""By name of the view: its plan, or why the kernel can't read it."""
