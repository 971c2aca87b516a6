"""ESDB: what the kernel needs to make columns of each view.

Generated from specs/esdb/esdb.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.kernels.plan import (
    Aside,
    Beside,
    Chain,
    Const,
    Elements,
    End,
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
    Outer,
    Piece,
    Region,
    RegionFrame,
    RowPlan,
    Select,
    Start,
    Struct,
    Up,
    Varint,
    VarintSize,
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
                        Elements(
                            "body.links", "records", Select(Get("body?"), Get("body.num_links"), Const(0)), "body.links"
                        ),
                        Let(
                            "body.links",
                            "body.links.key#",
                            VarintSize(
                                Given("where an element begins"),
                                Up(Select(Get("body?"), Start() + Get("len#") + Get("len"), Start())),
                            ),
                        ),
                        Let(
                            "body.links",
                            "body.links.key",
                            Varint(Given("where an element begins"), Get("body.links.key#")),
                        ),
                        Let(
                            "body.links",
                            "body.links.previous",
                            Load("u8le", Given("where an element begins") + Get("body.links.key#")),
                        ),
                        Let(
                            "body.links",
                            "body.links.next",
                            Load("u8le", Given("where an element begins") + Get("body.links.key#") + 8),
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
                    Elements("body.links", "records", Get("body.num_links"), "body.links"),
                    Let(
                        "body.links",
                        "body.links.key#",
                        VarintSize(Given("where an element begins"), Up(Start()) + Up(Get("len#")) + Up(Get("len"))),
                    ),
                    Let(
                        "body.links", "body.links.key", Varint(Given("where an element begins"), Get("body.links.key#"))
                    ),
                    Let(
                        "body.links",
                        "body.links.previous",
                        Load("u8le", Given("where an element begins") + Get("body.links.key#")),
                    ),
                    Let(
                        "body.links",
                        "body.links.next",
                        Load("u8le", Given("where an element begins") + Get("body.links.key#") + 8),
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
)

ROW_PLANS: dict[str, RowPlan | str] = {
    "events": EVENTS_PLAN,
    "index_events": "elements of lists in lists that don't lie at a place of their own",
    "blocks": "elements of lists in lists that don't lie at a place of their own",
}
"""By name of the view: its plan, or why the kernel can't read it."""
