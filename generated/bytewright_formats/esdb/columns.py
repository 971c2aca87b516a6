"""ESDB: what the kernel needs to make columns of each view.

Generated from specs/esdb/esdb.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.columns import (
    Aside,
    Begin,
    Beside,
    Chain,
    Check,
    Checksum,
    Const,
    Elements,
    End,
    First,
    Fronts,
    Get,
    Given,
    Index,
    Keyed,
    Last,
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
        "ends@",
        Begin()
        + Get("body.entries.entries.len_shared#")
        + Get("body.entries.entries.len_unshared#")
        + Get("body.entries.entries.len_value#")
        + Get("body.entries.entries.len_unshared"),
    ),
    Need(
        "body.entries.entries",
        Get("ends@"),
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
        "ends",
    ),
    Need(
        "body.entries.entries",
        Get("ends@"),
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
        "ends.key",
    ),
    Let(
        "body.entries.entries",
        "ends.key#",
        VarintSize(
            Get("ends@"),
            Begin()
            + Get("body.entries.entries.len_shared#")
            + Get("body.entries.entries.len_unshared#")
            + Get("body.entries.entries.len_value#")
            + Get("body.entries.entries.len_unshared")
            + Get("body.entries.entries.len_value"),
        ),
    ),
    Aside("body.entries.entries", Get("ends.key#") > 0, "ends.key"),
    Let("body.entries.entries", "ends.key", Varint(Get("ends@"), Get("ends.key#"))),
    Need(
        "body.entries.entries",
        Get("ends@") + Get("ends.key#"),
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
        "ends.first",
    ),
    Let("body.entries.entries", "ends.first", Load("u8le", Get("ends@") + Get("ends.key#"))),
    Let("body.entries.entries", "ends.last", Load("u8le", Get("ends@") + Get("ends.key#") + 8)),
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
    Aside("body.entries.entries", Get("ends.key") >= 0, ""),
)

EVENTS_PLAN = RowPlan(
    frame=RegionFrame(
        steps=(
            Let("records", "len#", VarintSize(Start(), End())),
            Let("records", "len", Varint(Start(), Get("len#"))),
            Let("records", "body?", Get("len").differs(0)),
            Let(
                "records",
                "body.len_data#",
                VarintSize(
                    Select(Get("body?"), Start() + Get("len#"), Select(Get("body?"), Start() + Get("len#"), Start())),
                    Select(Get("body?"), Start() + Get("len#") + Get("len"), Start()),
                    Get("body?"),
                ),
            ),
            Let(
                "records",
                "body.len_data",
                Varint(
                    Select(Get("body?"), Start() + Get("len#"), Select(Get("body?"), Start() + Get("len#"), Start())),
                    Select(Get("body?"), Get("body.len_data#"), Const(0)),
                ),
            ),
            Let(
                "records",
                "body.num_links",
                Load(
                    "u1",
                    Select(
                        Get("body?"),
                        Start()
                        + Get("len#")
                        + Select(Get("body?"), Get("body.len_data#"), Const(0))
                        + Get("body.len_data"),
                        Start(),
                    ),
                ),
            ),
            Elements("body.links", "records", Select(Get("body?"), Get("body.num_links"), Const(0)), "body.links"),
            Let(
                "body.links",
                "body.links@",
                Chain(
                    Start()
                    + Get("len#")
                    + Select(Get("body?"), Get("body.len_data#"), Const(0))
                    + Get("body.len_data")
                    + 1,
                    (
                        Let(
                            "body.links",
                            "body.links.key#",
                            VarintSize(
                                Given("where an element begins"),
                                Up(Select(Get("body?"), Start() + Get("len#") + Get("len"), Start())),
                            ),
                        ),
                    ),
                    Given("where an element begins") + Get("body.links.key#") + 16,
                    Select(Get("body?"), Start() + Get("len#") + Get("len"), Start()),
                    "body.links",
                ),
            ),
            Let(
                "body.links",
                "body.links.key#",
                VarintSize(Get("body.links@"), Up(Select(Get("body?"), Start() + Get("len#") + Get("len"), Start()))),
            ),
            Let("body.links", "body.links.key", Varint(Get("body.links@"), Get("body.links.key#"))),
            Let("body.links", "body.links.previous", Load("u8le", Get("body.links@") + Get("body.links.key#"))),
            Let("body.links", "body.links.next", Load("u8le", Get("body.links@") + Get("body.links.key#") + 8)),
            Let(
                "records",
                "body.links>",
                Last(
                    "body.links",
                    Get("body.links@") + Get("body.links.key#") + 16,
                    Start()
                    + Get("len#")
                    + Select(Get("body?"), Get("body.len_data#"), Const(0))
                    + Get("body.len_data")
                    + 1,
                ),
            ),
            Let("records", "body>", Select(Get("body?"), Start() + Get("len#") + Get("len"), Start() + Get("len#"))),
        ),
        end=Get("body>"),
        last=Get("len").equals(0),
        passed=True,
    ),
    steps=(
        Need("records", Start(), Const(1), Start(), End(), "len"),
        Let("records", "len#", VarintSize(Start(), End())),
        Aside("records", Get("len#") > 0, "len"),
        Let("records", "len", Varint(Start(), Get("len#"))),
        Need("records", Start() + Get("len#"), Get("len"), Start(), End(), "body"),
        Need(
            "records",
            Start() + Get("len#"),
            Const(1),
            Start() + Get("len#"),
            Start() + Get("len#") + Get("len"),
            "body.len_data",
        ),
        Let("records", "body.len_data#", VarintSize(Start() + Get("len#"), Start() + Get("len#") + Get("len"))),
        Aside("records", Get("body.len_data#") > 0, "body.len_data"),
        Let("records", "body.len_data", Varint(Start() + Get("len#"), Get("body.len_data#"))),
        Need(
            "records",
            Start() + Get("len#") + Get("body.len_data#"),
            Get("body.len_data"),
            Start() + Get("len#"),
            Start() + Get("len#") + Get("len"),
            "body.data",
        ),
        Need(
            "records",
            Start() + Get("len#") + Get("body.len_data#") + Get("body.len_data"),
            Const(1),
            Start() + Get("len#"),
            Start() + Get("len#") + Get("len"),
            "body.num_links",
        ),
        Let(
            "records",
            "body.num_links",
            Load("u1", Start() + Get("len#") + Get("body.len_data#") + Get("body.len_data")),
        ),
        Need(
            "records",
            Start() + Get("len#") + Get("body.len_data#") + Get("body.len_data") + 1,
            Get("body.num_links") * 17,
            Start() + Get("len#"),
            Start() + Get("len#") + Get("len"),
            "body.links",
        ),
        Elements("body.links", "records", Get("body.num_links"), "body.links"),
        Let(
            "body.links",
            "body.links@",
            Chain(
                Start() + Get("len#") + Get("body.len_data#") + Get("body.len_data") + 1,
                (
                    Let(
                        "body.links",
                        "body.links.key#",
                        VarintSize(Given("where an element begins"), Up(Start()) + Up(Get("len#")) + Up(Get("len"))),
                    ),
                ),
                Given("where an element begins") + Get("body.links.key#") + 16,
                Start() + Get("len#") + Get("len"),
                "body.links",
            ),
        ),
        Need(
            "body.links",
            Get("body.links@"),
            Const(1),
            Up(Start()) + Up(Get("len#")),
            Up(Start()) + Up(Get("len#")) + Up(Get("len")),
            "body.links.key",
        ),
        Let(
            "body.links",
            "body.links.key#",
            VarintSize(Get("body.links@"), Up(Start()) + Up(Get("len#")) + Up(Get("len"))),
        ),
        Aside("body.links", Get("body.links.key#") > 0, "body.links.key"),
        Let("body.links", "body.links.key", Varint(Get("body.links@"), Get("body.links.key#"))),
        Need(
            "body.links",
            Get("body.links@") + Get("body.links.key#"),
            Const(16),
            Up(Start()) + Up(Get("len#")),
            Up(Start()) + Up(Get("len#")) + Up(Get("len")),
            "body.links.previous",
        ),
        Let("body.links", "body.links.previous", Load("u8le", Get("body.links@") + Get("body.links.key#"))),
        Let("body.links", "body.links.next", Load("u8le", Get("body.links@") + Get("body.links.key#") + 8)),
        Let(
            "records",
            "body.links>",
            Last(
                "body.links",
                Get("body.links@") + Get("body.links.key#") + 16,
                Start() + Get("len#") + Get("body.len_data#") + Get("body.len_data") + 1,
            ),
        ),
    ),
    rows="records",
    columns=(
        Outer("block", "string"),
        Outer("grouping", "string"),
        Number("position", "int32", Index()),
        Number("timestamp", "int64", Const(0), Const(0)),
        Piece("data", "binary", Start() + Get("len#") + Get("body.len_data#"), Get("body.len_data")),
        List(
            "links",
            "body.links",
            Struct(
                "element",
                (
                    Piece(
                        "index",
                        "string",
                        Beside(
                            "links.index",
                            Keyed("links.index=", Up(Beside("links.index@", Region())), Get("body.links.key")),
                        ),
                        Beside(
                            "links.index#",
                            Keyed("links.index=", Up(Beside("links.index@", Region())), Get("body.links.key")),
                        ),
                        fits=Keyed("links.index=", Up(Beside("links.index@", Region())), Get("body.links.key")) >= 0,
                    ),
                    Number("previous", "int64", Get("body.links.previous"), fits=Get("body.links.previous") >= 0),
                    Number("next", "int64", Get("body.links.next"), fits=Get("body.links.next") >= 0),
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
            Number("@place", "int64", Get("ends.first"), fits=Get("ends.first") >= 0),
            Piece(
                "grouping",
                "string",
                Get("body.entries.entries.key<whole>") + 1,
                Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared") + -1,
                encoding="utf-8",
            ),
            Number(
                "links.index=",
                "int64",
                Select(
                    Load(
                        "u1",
                        Select(
                            Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared") > 0,
                            Get("body.entries.entries.key<whole>") + 0,
                            Up(Start()),
                        ),
                    ).equals(103),
                    Const(-1),
                    Get("ends.key"),
                ),
            ),
            Piece(
                "links.index",
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
                Let("records", "len_index@", End() + -4),
                Need("records", Get("len_index@"), Const(0), Start(), End(), "len_index"),
                Need("records", Get("len_index@"), Const(4), Start(), End(), "len_index"),
                Let("records", "len_index", Load("s4le", Get("len_index@"))),
                Check("records", Get("len_index") >= 48, "len_index"),
                Check("records", Get("len_index") <= End() - Start() + -4, "len_index"),
                Let("records", "index@", End() - Get("len_index") + -4),
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
            Let("records", "event.len#", VarintSize(Start(), End())),
            Let("records", "event.len", Varint(Start(), Get("event.len#"))),
            Let("records", "event.body?", Get("event.len").differs(0)),
            Let(
                "records",
                "event.body.len_data#",
                VarintSize(
                    Select(
                        Get("event.body?"),
                        Start() + Get("event.len#"),
                        Select(Get("event.body?"), Start() + Get("event.len#"), Start()),
                    ),
                    Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start()),
                    Get("event.body?"),
                ),
            ),
            Let(
                "records",
                "event.body.len_data",
                Varint(
                    Select(
                        Get("event.body?"),
                        Start() + Get("event.len#"),
                        Select(Get("event.body?"), Start() + Get("event.len#"), Start()),
                    ),
                    Select(Get("event.body?"), Get("event.body.len_data#"), Const(0)),
                ),
            ),
            Let(
                "records",
                "event.body.num_links",
                Load(
                    "u1",
                    Select(
                        Get("event.body?"),
                        Start()
                        + Get("event.len#")
                        + Select(Get("event.body?"), Get("event.body.len_data#"), Const(0))
                        + Get("event.body.len_data"),
                        Start(),
                    ),
                ),
            ),
            Elements(
                "event.body.links",
                "records",
                Select(Get("event.body?"), Get("event.body.num_links"), Const(0)),
                "event.body.links",
            ),
            Let(
                "event.body.links",
                "event.body.links@",
                Chain(
                    Start()
                    + Get("event.len#")
                    + Select(Get("event.body?"), Get("event.body.len_data#"), Const(0))
                    + Get("event.body.len_data")
                    + 1,
                    (
                        Let(
                            "event.body.links",
                            "event.body.links.key#",
                            VarintSize(
                                Given("where an element begins"),
                                Up(Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start())),
                            ),
                        ),
                    ),
                    Given("where an element begins") + Get("event.body.links.key#") + 16,
                    Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start()),
                    "event.body.links",
                ),
            ),
            Let(
                "event.body.links",
                "event.body.links.key#",
                VarintSize(
                    Get("event.body.links@"),
                    Up(Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start())),
                ),
            ),
            Let(
                "event.body.links",
                "event.body.links.key",
                Varint(Get("event.body.links@"), Get("event.body.links.key#")),
            ),
            Let(
                "event.body.links",
                "event.body.links.previous",
                Load("u8le", Get("event.body.links@") + Get("event.body.links.key#")),
            ),
            Let(
                "event.body.links",
                "event.body.links.next",
                Load("u8le", Get("event.body.links@") + Get("event.body.links.key#") + 8),
            ),
            Let(
                "records",
                "event.body.links>",
                Last(
                    "event.body.links",
                    Get("event.body.links@") + Get("event.body.links.key#") + 16,
                    Start()
                    + Get("event.len#")
                    + Select(Get("event.body?"), Get("event.body.len_data#"), Const(0))
                    + Get("event.body.len_data")
                    + 1,
                ),
            ),
            Let(
                "records",
                "event.body>",
                Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start() + Get("event.len#")),
            ),
            Let(
                "records",
                "next",
                First(
                    Get("event.body.links.key").equals(Up(Beside("chain[*].key", Region()))),
                    Get("event.body.links.next"),
                    Last(
                        "event.body.links",
                        Get("event.body.links@") + Get("event.body.links.key#") + 16,
                        Start()
                        + Get("event.len#")
                        + Select(Get("event.body?"), Get("event.body.len_data#"), Const(0))
                        + Get("event.body.len_data")
                        + 1,
                    ),
                    Const(-1),
                ),
            ),
        ),
        end=Get("event.body>"),
        last=Get("next").equals(0),
        next=Get("next"),
    ),
    steps=(
        Need("records", Start(), Const(1), Start(), End(), "event.len"),
        Let("records", "event.len#", VarintSize(Start(), End())),
        Aside("records", Get("event.len#") > 0, "event.len"),
        Let("records", "event.len", Varint(Start(), Get("event.len#"))),
        Let("records", "event.body?", Get("event.len").differs(0)),
        Need(
            "records",
            Select(Get("event.body?"), Start() + Get("event.len#"), Start()),
            Select(Get("event.body?"), Get("event.len"), Const(0)),
            Start(),
            End(),
            "event.body",
        ),
        Need(
            "records",
            Select(Get("event.body?"), Start() + Get("event.len#"), Start()),
            Select(Get("event.body?"), Const(1), Const(0)),
            Select(Get("event.body?"), Start() + Get("event.len#"), Start()),
            Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start()),
            "event.body.len_data",
        ),
        Let(
            "records",
            "event.body.len_data#",
            VarintSize(
                Select(
                    Get("event.body?"),
                    Start() + Get("event.len#"),
                    Select(Get("event.body?"), Start() + Get("event.len#"), Start()),
                ),
                Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start()),
                Get("event.body?"),
            ),
        ),
        Aside("records", Get("event.body?").equals(0) | (Get("event.body.len_data#") > 0), "event.body.len_data"),
        Let(
            "records",
            "event.body.len_data",
            Varint(
                Select(
                    Get("event.body?"),
                    Start() + Get("event.len#"),
                    Select(Get("event.body?"), Start() + Get("event.len#"), Start()),
                ),
                Select(Get("event.body?"), Get("event.body.len_data#"), Const(0)),
            ),
        ),
        Need(
            "records",
            Select(
                Get("event.body?"),
                Start() + Get("event.len#") + Select(Get("event.body?"), Get("event.body.len_data#"), Const(0)),
                Start(),
            ),
            Select(Get("event.body?"), Get("event.body.len_data"), Const(0)),
            Select(Get("event.body?"), Start() + Get("event.len#"), Start()),
            Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start()),
            "event.body.data",
        ),
        Need(
            "records",
            Select(
                Get("event.body?"),
                Start()
                + Get("event.len#")
                + Select(Get("event.body?"), Get("event.body.len_data#"), Const(0))
                + Get("event.body.len_data"),
                Start(),
            ),
            Select(Get("event.body?"), Const(1), Const(0)),
            Select(Get("event.body?"), Start() + Get("event.len#"), Start()),
            Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start()),
            "event.body.num_links",
        ),
        Let(
            "records",
            "event.body.num_links",
            Load(
                "u1",
                Select(
                    Get("event.body?"),
                    Start()
                    + Get("event.len#")
                    + Select(Get("event.body?"), Get("event.body.len_data#"), Const(0))
                    + Get("event.body.len_data"),
                    Start(),
                ),
            ),
        ),
        Need(
            "records",
            Select(
                Get("event.body?"),
                Start()
                + Get("event.len#")
                + Select(Get("event.body?"), Get("event.body.len_data#"), Const(0))
                + Get("event.body.len_data")
                + 1,
                Start(),
            ),
            Select(
                Get("event.body?"), Select(Get("event.body?"), Get("event.body.num_links"), Const(0)) * 17, Const(0)
            ),
            Select(Get("event.body?"), Start() + Get("event.len#"), Start()),
            Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start()),
            "event.body.links",
        ),
        Elements(
            "event.body.links",
            "records",
            Select(Get("event.body?"), Get("event.body.num_links"), Const(0)),
            "event.body.links",
        ),
        Let(
            "event.body.links",
            "event.body.links@",
            Chain(
                Start()
                + Get("event.len#")
                + Select(Get("event.body?"), Get("event.body.len_data#"), Const(0))
                + Get("event.body.len_data")
                + 1,
                (
                    Let(
                        "event.body.links",
                        "event.body.links.key#",
                        VarintSize(
                            Given("where an element begins"),
                            Up(Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start())),
                        ),
                    ),
                ),
                Given("where an element begins") + Get("event.body.links.key#") + 16,
                Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start()),
                "event.body.links",
            ),
        ),
        Need(
            "event.body.links",
            Get("event.body.links@"),
            Const(1),
            Up(Select(Get("event.body?"), Start() + Get("event.len#"), Start())),
            Up(Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start())),
            "event.body.links.key",
        ),
        Let(
            "event.body.links",
            "event.body.links.key#",
            VarintSize(
                Get("event.body.links@"),
                Up(Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start())),
            ),
        ),
        Aside("event.body.links", Get("event.body.links.key#") > 0, "event.body.links.key"),
        Let("event.body.links", "event.body.links.key", Varint(Get("event.body.links@"), Get("event.body.links.key#"))),
        Need(
            "event.body.links",
            Get("event.body.links@") + Get("event.body.links.key#"),
            Const(16),
            Up(Select(Get("event.body?"), Start() + Get("event.len#"), Start())),
            Up(Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start())),
            "event.body.links.previous",
        ),
        Let(
            "event.body.links",
            "event.body.links.previous",
            Load("u8le", Get("event.body.links@") + Get("event.body.links.key#")),
        ),
        Let(
            "event.body.links",
            "event.body.links.next",
            Load("u8le", Get("event.body.links@") + Get("event.body.links.key#") + 8),
        ),
        Let(
            "records",
            "event.body.links>",
            Last(
                "event.body.links",
                Get("event.body.links@") + Get("event.body.links.key#") + 16,
                Start()
                + Get("event.len#")
                + Select(Get("event.body?"), Get("event.body.len_data#"), Const(0))
                + Get("event.body.len_data")
                + 1,
            ),
        ),
        Let(
            "records",
            "event.body>",
            Select(Get("event.body?"), Start() + Get("event.len#") + Get("event.len"), Start() + Get("event.len#")),
        ),
    ),
    rows="records",
    columns=(
        Outer("block", "string"),
        Outer("index", "string"),
        Number("position", "int32", Index()),
        Number("timestamp", "int64", Const(0), Const(0)),
        Piece(
            "data",
            "binary",
            Select(
                Get("event.body?"),
                Start() + Get("event.len#") + Select(Get("event.body?"), Get("event.body.len_data#"), Const(0)),
                Start(),
            ),
            Select(Get("event.body?"), Get("event.body.len_data"), Const(0)),
            fits=Get("event.body?"),
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
            Number("@place", "int64", Get("ends.first"), fits=Get("ends.first") >= 0),
            Piece(
                "index",
                "string",
                Get("body.entries.entries.key<whole>") + 1,
                Get("body.entries.entries.len_shared") + Get("body.entries.entries.len_unshared") + -1,
                encoding="utf-8",
            ),
            Number("chain[*].key", "int64", Get("ends.key")),
        ),
        directory=RowPlan(
            frame=RegionFrame(steps=(), end=RegionEnd()),
            steps=(
                Need("records", Start(), Const(1), Start(), End(), "magic"),
                Check("records", Load("u1", Start()).equals(42), "magic", True),
                Let("records", "len_index@", End() + -4),
                Need("records", Get("len_index@"), Const(0), Start(), End(), "len_index"),
                Need("records", Get("len_index@"), Const(4), Start(), End(), "len_index"),
                Let("records", "len_index", Load("s4le", Get("len_index@"))),
                Check("records", Get("len_index") >= 48, "len_index"),
                Check("records", Get("len_index") <= End() - Start() + -4, "len_index"),
                Let("records", "index@", End() - Get("len_index") + -4),
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
    "blocks": BLOCKS_PLAN,
}
"""By name of the view: its plan, or why the kernel can't read it."""
