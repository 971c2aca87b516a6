"""Row plans written by hand: what the compiler pass is held against, and what the kernel is tested with."""

from __future__ import annotations

from bytewright.kernels.plan import (
    RECORDS,
    Binary,
    Case,
    Check,
    CheckText,
    Column,
    Const,
    Elements,
    End,
    Expr,
    FixedFrame,
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
    Piece,
    Pivot,
    Previous,
    RowPlan,
    Rows,
    Select,
    Slots,
    Start,
    Up,
    WholeFrame,
    add,
)

TYPES = {
    0x00000001: "bool",
    0x00010008: "int8",
    0x00020008: "uint8",
    0x00030010: "int16",
    0x00040010: "uint16",
    0x00050020: "int32",
    0x00060020: "uint32",
    0x00070020: "float32",
    0x00080008: "small_enum",
    0x00090010: "big_enum",
    0x000A0080: "uuid",
    0x000B0040: "geopoint",
    0x000C0000: "geoshape",
    0x000D0040: "int64",
    0x01000001: "bool[]",
    0x01010008: "int8[]",
    0x01020008: "uint8[]",
    0x01030010: "int16[]",
    0x01040010: "uint16[]",
    0x01050020: "int32[]",
    0x01060020: "uint32[]",
    0x01070020: "float32[]",
    0x01080008: "small_enum[]",
    0x01090010: "big_enum[]",
    0x010A0080: "uuid[]",
    0x010B0040: "geopoint[]",
    0x010D0040: "int64[]",
}
KINDS = {
    "bool": "bit",
    "int8": "s1",
    "uint8": "u1",
    "int16": "s2le",
    "uint16": "u2le",
    "int32": "s4le",
    "uint32": "u4le",
    "float32": "f4le",
    "small_enum": "u1",
    "big_enum": "u2le",
    "uuid": "uuid",
    "int64": "s8le",
}


def _cases() -> tuple[Case, ...]:
    cases = []
    for word, name in TYPES.items():
        item = name.removesuffix("[]")
        lists: tuple[Listing, ...] = ()
        if name.endswith("[]"):
            lists = (Listing("u4le", validity=True, padding=8),)
        elif name == "geoshape":
            lists = (Listing("u4le"), Listing("u4le"))
        if item in ("geopoint", "geoshape"):
            cases.append(Case(name, 8, (Part("f4le", "lat"), Part("f4le", "lng", 4)), lists))
        else:
            cases.append(Case(name, (word & 0xFFFF) // 8, (Part(KINDS[item]),), lists))
    return tuple(cases)


CASES = _cases()


def upsert_batches(view: str = "rows", log: bool = True) -> RowPlan:
    """Batches of parallel vectors that a header describes: views ``rows`` and ``columns``, in a log or alone."""
    body = Get("body")
    count = Get("num_columns")
    steps: list[object] = []

    def let(domain: str, name: str, value: Expr) -> None:
        steps.append(Let(domain, name, value))

    def check(domain: str, field: str, condition: Expr) -> None:
        steps.append(Check(domain, condition, field))

    let(RECORDS, "body", add(Start(), 4 if log else 0))
    if log:
        check(RECORDS, "len_body", Binary("<=", Const(32), Load("u4le", Start())))
    steps.append(Need(RECORDS, body, Const(28), Start(), End(), "body.version"))
    check(RECORDS, "body.version", Binary("==", Load("u4le", body), Const(0xFEED0001)))
    let(RECORDS, "num_rows", Load("s4le", add(body, 4)))
    check(RECORDS, "body.num_rows", Binary("<=", Const(0), Get("num_rows")))
    let(RECORDS, "num_columns", Load("u2le", add(body, 8)))
    let(RECORDS, "header", add(Binary("*", count, Const(19)), 32))
    steps.append(Need(RECORDS, body, Get("header"), Start(), End(), "body.column_offsets"))
    steps.append(Elements("columns", RECORDS, count, "body.columns"))

    def at(offset: int, per_column: int, stride: int) -> Expr:
        base = Binary("+", body, add(Binary("*", count, Const(per_column)), offset))
        return Binary("+", Up(base), Binary("*", Index(), Const(stride)))

    let("columns", "from", Load("u4le", at(28, 0, 4)))
    let("columns", "to", Load("u4le", add(at(28, 0, 4), 4)))
    let("columns", "type", Load("u4le", at(32, 12, 4)))
    let("columns", "id", Load("u2le", at(32, 16, 2)))
    let("columns", "mode_byte", Load("u1", at(32, 18, 1)))
    let("columns", "mode", Binary("&", Get("mode_byte"), Const(7)))
    let("columns", "update", Binary("&", Binary(">>", Get("mode_byte"), Const(3)), Const(7)))
    words = tuple(sorted(TYPES))
    let("columns", "case", Match(Get("type"), words, tuple(list(TYPES).index(word) for word in words)))
    check("columns", "body.types", Binary("<=", Const(0), Get("case")))
    check("columns", "body.modes.data_mode", Binary("<=", Get("mode"), Const(2)))
    check("columns", "body.modes.update_mode", Binary("<=", Get("update"), Const(4)))
    check("columns", "body.columns", Binary("<=", Previous(Get("to"), Get("header")), Get("from")))
    place = Binary("+", Up(body), Get("from"))
    size = Binary("-", Get("to"), Get("from"))
    steps.append(Need("columns", place, size, Up(body), Up(End()), "body.columns.data"))
    rows = Up(Get("num_rows"))
    shape = tuple(int(name == "geoshape") for name in TYPES.values())
    let("columns", "masked", Binary("<", Lookup(Get("case"), shape), Binary("==", Get("mode"), Const(2))))
    validity = Select(Get("masked"), Binary("//", add(rows, 7), Const(8)), Const(0))
    let("columns", "bits_end", add(Get("from"), validity))
    variable = Lookup(Get("case"), tuple(int(bool(case.lists)) for case in CASES))
    let("columns", "slotted", Binary("&", variable, Binary("!=", Get("mode"), Const(0))))
    let("columns", "offsets", Binary("&", add(Get("bits_end"), 3), Const(-4)))
    let("columns", "offsets_end", add(Get("offsets"), Binary("*", rows, Const(4)), 4))
    listed = Binary("<=", Get("offsets_end"), Get("to"))
    check("columns", "body.columns.data.offsets", Binary("|", Binary("==", Get("slotted"), Const(0)), listed))
    before = Select(Get("slotted"), Get("offsets_end"), Get("bits_end"))
    let("columns", "vector", Binary("&", add(before, 7), Const(-8)))
    offsets = Select(Get("slotted"), Binary("+", Up(body), Get("offsets")), Up(Start()))
    let("columns", "gap", Select(Get("slotted"), Load("u4le", offsets), Const(0)))
    let("columns", "values", Binary("+", Get("vector"), Get("gap")))
    bits = Lookup(Get("case"), tuple(word & 0xFFFF if word < 0x01000000 else 0 for word in TYPES))
    let("columns", "size", Binary("//", add(Binary("*", bits, rows), 7), Const(8)))
    fits = Binary("<=", add(Get("values"), Get("size")), Get("to"))
    absent = Binary("==", Get("mode"), Const(0))
    check("columns", "body.columns.data.values", Binary("|", absent, fits))
    slots = Binary("*", Get("slotted"), rows)
    first, high = Binary("+", Up(body), Get("values")), Binary("+", Up(body), Get("to"))
    steps.append(Slots("columns", Get("case"), CASES, slots, "u4le", offsets, first, high, "body.columns.data.values"))
    let(RECORDS, "reached", Last("columns", Get("to"), Get("header")))
    padded = Binary("&", add(Get("reached"), 7), Const(-8))
    check(RECORDS, "body", Binary("<=", Binary("+", body, padded), End()))
    steps.append(Rows("rows", RECORDS, Get("num_rows"), "body.num_rows"))
    columns: tuple[Column, ...]
    if view == "columns":
        columns = (
            Number("batch", "int32", Up(Index())),
            Number("position", "int32", Index()),
            Number("column_id", "int32", Get("id")),
            Named("type", Get("type"), tuple(TYPES), tuple(TYPES.values())),
            Named("data_mode", Get("mode"), (0, 1, 2), ("all_null", "all_valid", "null_vector")),
            Named(
                "update_mode", Get("update"), tuple(range(5)), ("overwrite_not_null", "overwrite", "add", "min", "max")
            ),
            Number("num_rows", "int32", Up(Get("num_rows"))),
        )
        return RowPlan(_frame(log), tuple(steps), "columns", columns)  # type: ignore[arg-type]
    pivot = Pivot(
        "columns",
        Get("id"),
        Get("case"),
        CASES,
        Select(Binary("==", Get("mode"), Const(2)), add(Get("masked"), 1), Get("mode")),
        place,
        first,
        "body.columns",
        offsets,
        "u4le",
    )
    columns = (
        Number("batch", "int32", Up(Index())),
        Number("row", "int32", Index()),
        Number("arrival_time", "timestamp[s]", Up(Load("u4le", add(body, 24)))),
    )
    return RowPlan(_frame(log), tuple(steps), "rows", columns, pivot)  # type: ignore[arg-type]


def _frame(log: bool) -> LengthFrame | WholeFrame:
    return LengthFrame("u4le", 0, 4, 4, "len_body") if log else WholeFrame()


def messages() -> RowPlan:
    """Records behind a length: ``[u2 len][u4 id, s8 ts, f8 x, u1 flags, u2 len_name, name]``."""
    at = add(Start(), 2)
    name = add(at, 23)
    length = Load("u2le", add(at, 21))
    return RowPlan(
        LengthFrame("u2le", 0, 2, 2, "len"),
        (
            Need(RECORDS, at, Const(23), Start(), End(), "payload"),
            Need(RECORDS, name, length, Start(), End(), "payload.name"),
            CheckText(RECORDS, name, length, "payload.name"),
        ),
        RECORDS,
        (
            Number("id", "int64", Load("u4le", at)),
            Number("ts", "int64", Load("s8le", add(at, 4))),
            Number("x", "float64", Load("f8le", add(at, 12))),
            Number("flags", "int16", Load("u1", add(at, 20))),
            Piece("name", "string", name, length),
        ),
    )


def samples() -> RowPlan:
    """Records of 24 bytes: ``u4 id, u8 n, b1 ok, b3 level, b4 unused, u1 kind, s2be delta, f4be ratio, u4``."""
    bits = Load("u1", add(Start(), 12))
    return RowPlan(
        FixedFrame(24),
        (Check(RECORDS, Binary("<=", Load("u1", add(Start(), 13)), Const(200)), "kind"),),
        RECORDS,
        (
            Number("id", "int64", Load("u4le", Start())),
            Number("n", "decimal128(20,0)", Load("u8le", add(Start(), 4))),
            Number("ok", "bool", Binary("&", Binary(">>", bits, Const(7)), Const(1))),
            Number("level", "int16", Binary("&", Binary(">>", bits, Const(4)), Const(7))),
            Named("kind", Load("u1", add(Start(), 13)), (1, 2, 7), ("buy", "sell", "cancel")),
            Number("delta", "int16", Load("s2be", add(Start(), 14))),
            Number("ratio", "float32", Load("f4be", add(Start(), 16))),
        ),
    )
