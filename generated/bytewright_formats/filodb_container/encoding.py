"""FiloDB RecordContainer (BinaryRecord v2): what the kernel needs to make records of rows.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.encoding import (
    Behind,
    Check,
    Columns,
    ColumnVariant,
    Const,
    EncodingPlan,
    Entry,
    Fill,
    Fits,
    Get,
    Given,
    HeaderValue,
    Held,
    Items,
    Let,
    Lies,
    Listed,
    Match,
    Packed,
    Put,
    PutBytes,
    PutPacked,
    PutPiece,
    Select,
    Size,
    Sought,
    Source,
    Step,
    Sum,
    There,
    Up,
)

_FIELDS_TYPE_0: tuple[Step, ...] = (
    Check("records", There(("body", "fields", "*")), "body.fields"),
    Fits("records", ("body", "fields", "*", "value"), -2147483648, 0x7FFFFFFF, "body.fields.value"),
    Check("records", There(("body", "fields", "*", "value")), "body.fields.value"),
    Put("records", "s4le", Get("body.fields[*]@"), Held(("body", "fields", "*", "value"))),
)

_FIELDS_TYPE_1: tuple[Step, ...] = (
    Check("records", There(("body", "fields", "*")), "body.fields"),
    Fits("records", ("body", "fields", "*", "value"), -9223372036854775808, 9223372036854775807, "body.fields.value"),
    Check("records", There(("body", "fields", "*", "value")), "body.fields.value"),
    Put("records", "s8le", Get("body.fields[*]@"), Held(("body", "fields", "*", "value"))),
)

_FIELDS_TYPE_2: tuple[Step, ...] = (
    Check("records", There(("body", "fields", "*")), "body.fields"),
    Check("records", There(("body", "fields", "*", "value")), "body.fields.value"),
    Put("records", "f8le", Get("body.fields[*]@"), Held(("body", "fields", "*", "value"))),
)

_FIELDS_TYPE_3: tuple[Step, ...] = (
    Check("records", There(("body", "fields", "*")), "body.fields"),
    Check("records", There(("body", "fields", "*", "value")), "body.fields.value"),
    Fits(
        "records",
        ("body", "fields", "*", "value", "value"),
        -9223372036854775808,
        9223372036854775807,
        "body.fields.value.value",
    ),
    Check("records", There(("body", "fields", "*", "value", "value")), "body.fields.value.value"),
    Put("records", "s8le", Get("body.fields[*]@"), Held(("body", "fields", "*", "value", "value"))),
)

_FIELDS_TYPE_4: tuple[Step, ...] = (
    Check("records", There(("body", "fields", "*")), "body.fields"),
    Check("records", There(("body", "fields", "*", "value")), "body.fields.value"),
    Check(
        "records",
        (Get("body.fields.value=0") >= -2147483648) & (Get("body.fields.value=0") <= 0x7FFFFFFF),
        "body.fields.value.offset",
    ),
    Put("records", "s4le", Get("body.fields[*]@"), Get("body.fields.value=0")),
)

_FIELDS_TYPE_4_2: tuple[Step, ...] = (
    Let("records", "body.fields.value=0", Get("body.fields[*]&@")),
    Check("records", There(("body", "fields", "*", "value", "target")), "body.fields.value.target"),
    Check(
        "records",
        (Get("body.fields.value.target=0") >= 0) & (Get("body.fields.value.target=0") <= 65535),
        "body.fields.value.target.len_text",
    ),
    Put("records", "u2le", Get("body.fields[*]&@"), Get("body.fields.value.target=0")),
    Check("records", There(("body", "fields", "*", "value", "target", "text")), "body.fields.value.target.text"),
    PutPiece("records", Get("body.fields[*]&@") + 2, ("body", "fields", "*", "value", "target", "text")),
    Let("records", "body.fields.value.target=0", Size(("body", "fields", "*", "value", "target", "text"))),
    Lies(
        "records",
        ("body", "fields", "*", "value", "target"),
        Get("body.fields[*]&@"),
        Get("body.fields[*]&@") + Size(("body", "fields", "*", "value", "target", "text")) + 2,
    ),
)

_FIELDS_TYPE_5: tuple[Step, ...] = (
    Let("records", "body.fields.value=0", Get("body.fields[*]&@")),
    Check("records", There(("body", "fields", "*", "value", "target")), "body.fields.value.target"),
    Check(
        "records",
        (Get("body.fields.value.target=0") >= 0) & (Get("body.fields.value.target=0") <= 65535),
        "body.fields.value.target.len_area",
    ),
    Put("records", "u2le", Get("body.fields[*]&@"), Get("body.fields.value.target=0")),
    Check("records", There(("body", "fields", "*", "value", "target", "area")), "body.fields.value.target.area"),
    Listed(
        "body.fields.value.target.area.entries",
        "records",
        ("body", "fields", "*", "value", "target", "area", "entries"),
    ),
    Check(
        "body.fields.value.target.area.entries",
        There(("body", "fields", "*", "value", "target", "area", "entries", "[]")),
        "body.fields.value.target.area.entries",
    ),
    Check(
        "body.fields.value.target.area.entries",
        (Get("body.fields.value.target.area.entries=0") >= 0) & (Get("body.fields.value.target.area.entries=0") <= 255),
        "body.fields.value.target.area.entries.code",
    ),
    Check(
        "body.fields.value.target.area.entries",
        (Get("body.fields.value.target.area.entries=0") < 192)
        | (
            Get("body.fields.value.target.area.entries=0") & 63
            < Entry(
                "schemas[*]",
                "schemas[*].predefined_keys.size",
                Up(
                    Select(
                        Given("schemas[0].has_id and not false"),
                        Sought(
                            "schemas[*]",
                            "schemas[*].id",
                            Select(There(("body", "schema_id")), Held(("body", "schema_id")), Const(0)),
                        ),
                        Const(0),
                    )
                ),
            )
        ),
        "body.fields.value.target.area.entries.code",
    ),
    Put(
        "body.fields.value.target.area.entries",
        "u1",
        Get("body.fields.value.target.area.entries@"),
        Get("body.fields.value.target.area.entries=0"),
    ),
    Check(
        "body.fields.value.target.area.entries",
        (Get("body.fields.value.target.area.entries=0") < 192)
        .differs(0)
        .equals(There(("body", "fields", "*", "value", "target", "area", "entries", "[]", "literal"))),
        "body.fields.value.target.area.entries.literal",
    ),
    Let(
        "body.fields.value.target.area.entries",
        "body.fields.value.target.area.entries.literal?",
        There(("body", "fields", "*", "value", "target", "area", "entries", "[]", "literal")),
    ),
    Check(
        "body.fields.value.target.area.entries",
        There(("body", "fields", "*", "value", "target", "area", "entries", "[]", "literal")).equals(
            Get("body.fields.value.target.area.entries.literal?")
        ),
        "body.fields.value.target.area.entries.literal",
    ),
    PutPiece(
        "body.fields.value.target.area.entries",
        Get("body.fields.value.target.area.entries@") + 1,
        ("body", "fields", "*", "value", "target", "area", "entries", "[]", "literal"),
        when=Get("body.fields.value.target.area.entries.literal?"),
    ),
    Fits(
        "body.fields.value.target.area.entries",
        ("body", "fields", "*", "value", "target", "area", "entries", "[]", "code"),
        0,
        255,
        "body.fields.*.value.target.area.entries.[].code",
    ),
    Check(
        "body.fields.value.target.area.entries",
        There(("body", "fields", "*", "value", "target", "area", "entries", "[]", "code")).equals(
            Get("body.fields.value.target.area.entries.literal?").equals(0)
        ),
        "body.fields.value.target.area.entries.literal",
    ),
    Let(
        "body.fields.value.target.area.entries",
        "body.fields.value.target.area.entries=0",
        Select(
            Get("body.fields.value.target.area.entries.literal?"),
            Size(("body", "fields", "*", "value", "target", "area", "entries", "[]", "literal")),
            Select(
                There(("body", "fields", "*", "value", "target", "area", "entries", "[]", "code")),
                Held(("body", "fields", "*", "value", "target", "area", "entries", "[]", "code")),
                Const(0),
            ),
        ),
    ),
    Let(
        "body.fields.value.target.area.entries",
        "body.fields.value.target.area.entries.literal>",
        Select(
            Get("body.fields.value.target.area.entries.literal?"),
            Size(("body", "fields", "*", "value", "target", "area", "entries", "[]", "literal")),
            Const(0),
        ),
    ),
    Check(
        "body.fields.value.target.area.entries",
        (Get("body.fields.value.target.area.entries=2") >= 0)
        & (Get("body.fields.value.target.area.entries=2") <= 65535),
        "body.fields.value.target.area.entries.len_value",
    ),
    Put(
        "body.fields.value.target.area.entries",
        "u2le",
        Get("body.fields.value.target.area.entries@") + Get("body.fields.value.target.area.entries.literal>") + 1,
        Get("body.fields.value.target.area.entries=2"),
    ),
    Check(
        "body.fields.value.target.area.entries",
        There(("body", "fields", "*", "value", "target", "area", "entries", "[]", "value")),
        "body.fields.value.target.area.entries.value",
    ),
    PutPiece(
        "body.fields.value.target.area.entries",
        Get("body.fields.value.target.area.entries@") + Get("body.fields.value.target.area.entries.literal>") + 3,
        ("body", "fields", "*", "value", "target", "area", "entries", "[]", "value"),
    ),
    Let(
        "body.fields.value.target.area.entries",
        "body.fields.value.target.area.entries=2",
        Size(("body", "fields", "*", "value", "target", "area", "entries", "[]", "value")),
    ),
    Let(
        "body.fields.value.target.area.entries",
        "body.fields.value.target.area.entries#",
        Get("body.fields.value.target.area.entries.literal>")
        + Size(("body", "fields", "*", "value", "target", "area", "entries", "[]", "value"))
        + 3,
    ),
    Let(
        "body.fields.value.target.area.entries",
        "body.fields.value.target.area.entries@",
        Behind(Get("body.fields.value.target.area.entries#"), Get("body.fields[*]&@") + 2),
    ),
    Let(
        "records",
        "body.fields.value.target=0",
        Sum("body.fields.value.target.area.entries", Get("body.fields.value.target.area.entries#")),
    ),
    Lies(
        "records",
        ("body", "fields", "*", "value", "target"),
        Get("body.fields[*]&@"),
        Get("body.fields[*]&@")
        + Sum("body.fields.value.target.area.entries", Get("body.fields.value.target.area.entries#"))
        + 2,
    ),
)

_FIELDS_TYPE_6: tuple[Step, ...] = (
    Let("records", "body.fields.value=0", Get("body.fields[*]&@")),
    Check("records", There(("body", "fields", "*", "value", "target")), "body.fields.value.target"),
    Check(
        "records",
        (Get("body.fields.value.target=0") >= 0) & (Get("body.fields.value.target=0") <= 65535),
        "body.fields.value.target.len_histogram",
    ),
    Check("records", Get("body.fields.value.target=0") <= 32767, "body.fields.value.target.len_histogram"),
    Put("records", "u2le", Get("body.fields[*]&@"), Get("body.fields.value.target=0")),
    Check(
        "records", There(("body", "fields", "*", "value", "target", "histogram")), "body.fields.value.target.histogram"
    ),
    Fits(
        "records",
        ("body", "fields", "*", "value", "target", "histogram", "format"),
        0,
        255,
        "body.fields.value.target.histogram.format",
    ),
    Check(
        "records",
        There(("body", "fields", "*", "value", "target", "histogram", "format")),
        "body.fields.value.target.histogram.format",
    ),
    Put(
        "records",
        "u1",
        Get("body.fields[*]&@") + 2,
        Held(("body", "fields", "*", "value", "target", "histogram", "format")),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.len_buckets?",
        Held(("body", "fields", "*", "value", "target", "histogram", "format")).differs(0),
    ),
    Check(
        "records",
        Get("body.fields.value.target.histogram.len_buckets?").equals(0)
        | (Get("body.fields.value.target.histogram=1") >= 0) & (Get("body.fields.value.target.histogram=1") <= 65535),
        "body.fields.value.target.histogram.len_buckets",
    ),
    Put(
        "records",
        "u2le",
        Get("body.fields[*]&@") + 3,
        Get("body.fields.value.target.histogram=1"),
        Get("body.fields.value.target.histogram.len_buckets?"),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.len_buckets>",
        Select(Get("body.fields.value.target.histogram.len_buckets?"), Const(2), Const(0)),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.buckets?",
        Held(("body", "fields", "*", "value", "target", "histogram", "format")).differs(0),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.buckets<case>",
        Match(
            Held(("body", "fields", "*", "value", "target", "histogram", "format")),
            (3, 4, 5, 8, 9, 10, 16),
            (0, 0, 1, 0, 2, 1, 2),
            3,
        ),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.buckets<0>",
        Get("body.fields.value.target.histogram.buckets?")
        & Get("body.fields.value.target.histogram.buckets<case>").equals(0),
    ),
    Fits(
        "records",
        ("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric", "num_buckets"),
        0,
        65535,
        "body.fields.value.target.histogram.buckets<0>.num_buckets",
    ),
    Check(
        "records",
        There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric", "num_buckets")).equals(
            Get("body.fields.value.target.histogram.buckets<0>")
        ),
        "body.fields.value.target.histogram.buckets<0>.num_buckets",
    ),
    Check(
        "records",
        Get("body.fields.value.target.histogram.buckets<0>").equals(0)
        | (
            Select(
                There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric", "num_buckets")),
                Held(("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric", "num_buckets")),
                Const(0),
            )
            >= 1
        ),
        "body.fields.value.target.histogram.buckets<0>.num_buckets",
    ),
    Check(
        "records",
        Get("body.fields.value.target.histogram.buckets<0>").equals(0)
        | (
            Select(
                There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric", "num_buckets")),
                Held(("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric", "num_buckets")),
                Const(0),
            )
            <= 32767
        ),
        "body.fields.value.target.histogram.buckets<0>.num_buckets",
    ),
    Put(
        "records",
        "u2le",
        Get("body.fields[*]&@") + Get("body.fields.value.target.histogram.len_buckets>") + 3,
        Select(
            There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric", "num_buckets")),
            Held(("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric", "num_buckets")),
            Const(0),
        ),
        Get("body.fields.value.target.histogram.buckets<0>"),
    ),
    Check(
        "records",
        There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric", "first")).equals(
            Get("body.fields.value.target.histogram.buckets<0>")
        ),
        "body.fields.value.target.histogram.buckets<0>.first",
    ),
    Put(
        "records",
        "f8le",
        Get("body.fields[*]&@") + Get("body.fields.value.target.histogram.len_buckets>") + 5,
        Select(
            There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric", "first")),
            Held(("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric", "first")),
            Const(0),
        ),
        Get("body.fields.value.target.histogram.buckets<0>"),
    ),
    Check(
        "records",
        There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric", "multiplier")).equals(
            Get("body.fields.value.target.histogram.buckets<0>")
        ),
        "body.fields.value.target.histogram.buckets<0>.multiplier",
    ),
    Put(
        "records",
        "f8le",
        Get("body.fields[*]&@") + Get("body.fields.value.target.histogram.len_buckets>") + 13,
        Select(
            There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric", "multiplier")),
            Held(("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric", "multiplier")),
            Const(0),
        ),
        Get("body.fields.value.target.histogram.buckets<0>"),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.buckets<1>",
        Get("body.fields.value.target.histogram.buckets?")
        & Get("body.fields.value.target.histogram.buckets<case>").equals(1),
    ),
    Fits(
        "records",
        ("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "num_buckets"),
        0,
        65535,
        "body.fields.value.target.histogram.buckets<1>.num_buckets",
    ),
    Check(
        "records",
        There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "num_buckets")).equals(
            Get("body.fields.value.target.histogram.buckets<1>")
        ),
        "body.fields.value.target.histogram.buckets<1>.num_buckets",
    ),
    Check(
        "records",
        Get("body.fields.value.target.histogram.buckets<1>").equals(0)
        | (
            Select(
                There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "num_buckets")),
                Held(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "num_buckets")),
                Const(0),
            )
            >= 1
        ),
        "body.fields.value.target.histogram.buckets<1>.num_buckets",
    ),
    Check(
        "records",
        Get("body.fields.value.target.histogram.buckets<1>").equals(0)
        | (
            Select(
                There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "num_buckets")),
                Held(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "num_buckets")),
                Const(0),
            )
            <= 8191
        ),
        "body.fields.value.target.histogram.buckets<1>.num_buckets",
    ),
    Put(
        "records",
        "u2le",
        Get("body.fields[*]&@") + Get("body.fields.value.target.histogram.len_buckets>") + 3,
        Select(
            There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "num_buckets")),
            Held(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "num_buckets")),
            Const(0),
        ),
        Get("body.fields.value.target.histogram.buckets<1>"),
    ),
    Check(
        "records",
        There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "tops")).equals(
            Get("body.fields.value.target.histogram.buckets<1>")
        ),
        "body.fields.value.target.histogram.buckets<1>.tops",
    ),
    Check(
        "records",
        Get("body.fields.value.target.histogram.buckets<1>").equals(0)
        | There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "tops", "values")),
        "body.fields.value.target.histogram.buckets<1>.tops",
    ),
    Listed(
        "body.fields.value.target.histogram.buckets<1>.tops",
        "records",
        ("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "tops", "values"),
    ),
    Check(
        "body.fields.value.target.histogram.buckets<1>.tops",
        There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "tops", "values", "[]")),
        "body.fields.value.target.histogram.buckets<1>.tops",
    ),
    Check(
        "records",
        Get("body.fields.value.target.histogram.buckets<1>").equals(0)
        | Items(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "tops", "values")).equals(
            Select(
                There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "num_buckets")),
                Held(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "num_buckets")),
                Const(0),
            )
        ),
        "body.fields.value.target.histogram.buckets<1>.tops",
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.buckets<1>.tops<packed>",
        Packed(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "tops", "values"), 2),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.buckets<1>.tops<size>",
        Select(
            Get("body.fields.value.target.histogram.buckets<1>"),
            Get("body.fields.value.target.histogram.buckets<1>.tops<packed>"),
            Const(0),
        ),
    ),
    PutPacked(
        "records",
        Get("body.fields[*]&@") + Get("body.fields.value.target.histogram.len_buckets>") + 5,
        ("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "tops", "values"),
        2,
        Get("body.fields.value.target.histogram.buckets<1>"),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.buckets<2>",
        Get("body.fields.value.target.histogram.buckets?")
        & Get("body.fields.value.target.histogram.buckets<case>").equals(2),
    ),
    Fits(
        "records",
        ("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "num_buckets"),
        0,
        65535,
        "body.fields.value.target.histogram.buckets<2>.num_buckets",
    ),
    Check(
        "records",
        There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "num_buckets")).equals(
            Get("body.fields.value.target.histogram.buckets<2>")
        ),
        "body.fields.value.target.histogram.buckets<2>.num_buckets",
    ),
    Put(
        "records",
        "u2le",
        Get("body.fields[*]&@") + Get("body.fields.value.target.histogram.len_buckets>") + 3,
        Select(
            There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "num_buckets")),
            Held(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "num_buckets")),
            Const(0),
        ),
        Get("body.fields.value.target.histogram.buckets<2>"),
    ),
    Fits(
        "records",
        ("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "scale"),
        -32768,
        32767,
        "body.fields.value.target.histogram.buckets<2>.scale",
    ),
    Check(
        "records",
        There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "scale")).equals(
            Get("body.fields.value.target.histogram.buckets<2>")
        ),
        "body.fields.value.target.histogram.buckets<2>.scale",
    ),
    Check(
        "records",
        Get("body.fields.value.target.histogram.buckets<2>").equals(0)
        | (
            Select(
                There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "scale")),
                Held(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "scale")),
                Const(0),
            )
            >= -20
        ),
        "body.fields.value.target.histogram.buckets<2>.scale",
    ),
    Check(
        "records",
        Get("body.fields.value.target.histogram.buckets<2>").equals(0)
        | (
            Select(
                There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "scale")),
                Held(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "scale")),
                Const(0),
            )
            <= 20
        ),
        "body.fields.value.target.histogram.buckets<2>.scale",
    ),
    Put(
        "records",
        "s2le",
        Get("body.fields[*]&@") + Get("body.fields.value.target.histogram.len_buckets>") + 5,
        Select(
            There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "scale")),
            Held(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "scale")),
            Const(0),
        ),
        Get("body.fields.value.target.histogram.buckets<2>"),
    ),
    Fits(
        "records",
        ("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "start_index"),
        -2147483648,
        0x7FFFFFFF,
        "body.fields.value.target.histogram.buckets<2>.start_index",
    ),
    Check(
        "records",
        There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "start_index")).equals(
            Get("body.fields.value.target.histogram.buckets<2>")
        ),
        "body.fields.value.target.histogram.buckets<2>.start_index",
    ),
    Put(
        "records",
        "s4le",
        Get("body.fields[*]&@") + Get("body.fields.value.target.histogram.len_buckets>") + 7,
        Select(
            There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "start_index")),
            Held(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "start_index")),
            Const(0),
        ),
        Get("body.fields.value.target.histogram.buckets<2>"),
    ),
    Fits(
        "records",
        ("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "num_positive"),
        -32768,
        32767,
        "body.fields.value.target.histogram.buckets<2>.num_positive",
    ),
    Check(
        "records",
        There(
            ("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "num_positive")
        ).equals(Get("body.fields.value.target.histogram.buckets<2>")),
        "body.fields.value.target.histogram.buckets<2>.num_positive",
    ),
    Check(
        "records",
        Get("body.fields.value.target.histogram.buckets<2>").equals(0)
        | (
            Select(
                There(
                    ("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "num_positive")
                ),
                Held(
                    ("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "num_positive")
                ),
                Const(0),
            )
            >= 0
        ),
        "body.fields.value.target.histogram.buckets<2>.num_positive",
    ),
    Check(
        "records",
        Get("body.fields.value.target.histogram.buckets<2>").equals(0)
        | (
            Select(
                There(
                    ("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "num_positive")
                ),
                Held(
                    ("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "num_positive")
                ),
                Const(0),
            )
            <= 180
        ),
        "body.fields.value.target.histogram.buckets<2>.num_positive",
    ),
    Put(
        "records",
        "s2le",
        Get("body.fields[*]&@") + Get("body.fields.value.target.histogram.len_buckets>") + 11,
        Select(
            There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "num_positive")),
            Held(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "num_positive")),
            Const(0),
        ),
        Get("body.fields.value.target.histogram.buckets<2>"),
    ),
    PutBytes(
        "records",
        Get("body.fields[*]&@") + Get("body.fields.value.target.histogram.len_buckets>") + 13,
        "000000000000",
        Get("body.fields.value.target.histogram.buckets<2>"),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.buckets<3>",
        Get("body.fields.value.target.histogram.buckets?")
        & Get("body.fields.value.target.histogram.buckets<case>").equals(3),
    ),
    PutPiece(
        "records",
        Get("body.fields[*]&@") + Get("body.fields.value.target.histogram.len_buckets>") + 3,
        ("body", "fields", "*", "value", "target", "histogram", "buckets", "|bytes"),
        when=Get("body.fields.value.target.histogram.buckets<3>"),
    ),
    Check(
        "records",
        There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric")).equals(
            Get("body.fields.value.target.histogram.buckets<0>")
        ),
        "body.fields.*.value.target.histogram.buckets.|geometric",
    ),
    Check(
        "records",
        There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom")).equals(
            Get("body.fields.value.target.histogram.buckets<1>")
        ),
        "body.fields.*.value.target.histogram.buckets.|custom",
    ),
    Check(
        "records",
        There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential")).equals(
            Get("body.fields.value.target.histogram.buckets<2>")
        ),
        "body.fields.*.value.target.histogram.buckets.|exponential",
    ),
    Check(
        "records",
        There(("body", "fields", "*", "value", "target", "histogram", "buckets", "|bytes")).equals(
            Get("body.fields.value.target.histogram.buckets<3>")
        ),
        "body.fields.*.value.target.histogram.buckets.|bytes",
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.buckets<size>",
        Select(
            Get("body.fields.value.target.histogram.buckets<3>"),
            Size(("body", "fields", "*", "value", "target", "histogram", "buckets", "|bytes")),
            Select(
                Get("body.fields.value.target.histogram.buckets<2>"),
                Const(16),
                Select(
                    Get("body.fields.value.target.histogram.buckets<1>"),
                    Get("body.fields.value.target.histogram.buckets<1>.tops<size>") + 2,
                    Select(Get("body.fields.value.target.histogram.buckets<0>"), Const(18), Const(0)),
                ),
            ),
        ),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram=1",
        Select(
            Get("body.fields.value.target.histogram.buckets?"),
            Get("body.fields.value.target.histogram.buckets<size>"),
            Const(0),
        ),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.buckets>",
        Select(
            Get("body.fields.value.target.histogram.buckets?"),
            Get("body.fields.value.target.histogram.buckets<size>"),
            Const(0),
        ),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram?",
        Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(0),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram>",
        Select(Get("body.fields.value.target.histogram?"), Const(0), Const(0)),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.longs?",
        Held(("body", "fields", "*", "value", "target", "histogram", "format")).differs(0)
        & (
            Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(8)
            | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(10)
            | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(16)
        ).equals(0),
    ),
    Check(
        "records",
        There(("body", "fields", "*", "value", "target", "histogram", "longs")).equals(
            Get("body.fields.value.target.histogram.longs?")
        ),
        "body.fields.value.target.histogram.longs",
    ),
    Check(
        "records",
        Get("body.fields.value.target.histogram.longs?").equals(0)
        | There(("body", "fields", "*", "value", "target", "histogram", "longs", "values")),
        "body.fields.value.target.histogram.longs",
    ),
    Listed(
        "body.fields.value.target.histogram.longs",
        "records",
        ("body", "fields", "*", "value", "target", "histogram", "longs", "values"),
    ),
    Check(
        "body.fields.value.target.histogram.longs",
        There(("body", "fields", "*", "value", "target", "histogram", "longs", "values", "[]")),
        "body.fields.value.target.histogram.longs",
    ),
    Check(
        "records",
        (
            Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(0).equals(0)
            & (
                Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(9)
                | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(16)
            ).equals(0)
            & (
                Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(3)
                | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(4)
                | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(8)
            ).equals(0)
            & (
                Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(5)
                | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(10)
            ).equals(0)
        ).equals(0)
        | Get("body.fields.value.target.histogram.buckets<2>"),
        "",
    ),
    Check(
        "records",
        Get("body.fields.value.target.histogram.longs?").equals(0)
        | Items(("body", "fields", "*", "value", "target", "histogram", "longs", "values")).equals(
            Select(
                Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(0),
                Const(0),
                Select(
                    Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(9)
                    | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(16),
                    Select(
                        There(
                            (
                                "body",
                                "fields",
                                "*",
                                "value",
                                "target",
                                "histogram",
                                "buckets",
                                "|exponential",
                                "num_positive",
                            )
                        ),
                        Held(
                            (
                                "body",
                                "fields",
                                "*",
                                "value",
                                "target",
                                "histogram",
                                "buckets",
                                "|exponential",
                                "num_positive",
                            )
                        ),
                        Const(0),
                    )
                    + 1,
                    Select(
                        Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(3)
                        | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(4)
                        | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(8),
                        Select(
                            There(
                                (
                                    "body",
                                    "fields",
                                    "*",
                                    "value",
                                    "target",
                                    "histogram",
                                    "buckets",
                                    "|geometric",
                                    "num_buckets",
                                )
                            ),
                            Held(
                                (
                                    "body",
                                    "fields",
                                    "*",
                                    "value",
                                    "target",
                                    "histogram",
                                    "buckets",
                                    "|geometric",
                                    "num_buckets",
                                )
                            ),
                            Const(0),
                        ),
                        Select(
                            Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(5)
                            | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(10),
                            Select(
                                There(
                                    (
                                        "body",
                                        "fields",
                                        "*",
                                        "value",
                                        "target",
                                        "histogram",
                                        "buckets",
                                        "|custom",
                                        "num_buckets",
                                    )
                                ),
                                Held(
                                    (
                                        "body",
                                        "fields",
                                        "*",
                                        "value",
                                        "target",
                                        "histogram",
                                        "buckets",
                                        "|custom",
                                        "num_buckets",
                                    )
                                ),
                                Const(0),
                            ),
                            Select(
                                There(
                                    (
                                        "body",
                                        "fields",
                                        "*",
                                        "value",
                                        "target",
                                        "histogram",
                                        "buckets",
                                        "|exponential",
                                        "num_buckets",
                                    )
                                ),
                                Held(
                                    (
                                        "body",
                                        "fields",
                                        "*",
                                        "value",
                                        "target",
                                        "histogram",
                                        "buckets",
                                        "|exponential",
                                        "num_buckets",
                                    )
                                ),
                                Const(0),
                            ),
                        ),
                    ),
                ),
            )
        ),
        "body.fields.value.target.histogram.longs",
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.longs<packed>",
        Packed(("body", "fields", "*", "value", "target", "histogram", "longs", "values"), 1),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.longs<size>",
        Select(
            Get("body.fields.value.target.histogram.longs?"),
            Get("body.fields.value.target.histogram.longs<packed>"),
            Const(0),
        ),
    ),
    PutPacked(
        "records",
        Get("body.fields[*]&@")
        + Get("body.fields.value.target.histogram.len_buckets>")
        + Get("body.fields.value.target.histogram.buckets>")
        + Get("body.fields.value.target.histogram>")
        + 3,
        ("body", "fields", "*", "value", "target", "histogram", "longs", "values"),
        1,
        Get("body.fields.value.target.histogram.longs?"),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.longs>",
        Select(
            Get("body.fields.value.target.histogram.longs?"),
            Get("body.fields.value.target.histogram.longs<size>"),
            Const(0),
        ),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.doubles?",
        Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(8)
        | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(10)
        | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(16),
    ),
    Check(
        "records",
        There(("body", "fields", "*", "value", "target", "histogram", "doubles")).equals(
            Get("body.fields.value.target.histogram.doubles?")
        ),
        "body.fields.value.target.histogram.doubles",
    ),
    Check(
        "records",
        Get("body.fields.value.target.histogram.doubles?").equals(0)
        | There(("body", "fields", "*", "value", "target", "histogram", "doubles", "values")),
        "body.fields.value.target.histogram.doubles",
    ),
    Listed(
        "body.fields.value.target.histogram.doubles",
        "records",
        ("body", "fields", "*", "value", "target", "histogram", "doubles", "values"),
    ),
    Check(
        "body.fields.value.target.histogram.doubles",
        There(("body", "fields", "*", "value", "target", "histogram", "doubles", "values", "[]")),
        "body.fields.value.target.histogram.doubles",
    ),
    Check(
        "records",
        Get("body.fields.value.target.histogram.doubles?").equals(0)
        | Items(("body", "fields", "*", "value", "target", "histogram", "doubles", "values")).equals(
            Select(
                Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(0),
                Const(0),
                Select(
                    Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(9)
                    | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(16),
                    Select(
                        There(
                            (
                                "body",
                                "fields",
                                "*",
                                "value",
                                "target",
                                "histogram",
                                "buckets",
                                "|exponential",
                                "num_positive",
                            )
                        ),
                        Held(
                            (
                                "body",
                                "fields",
                                "*",
                                "value",
                                "target",
                                "histogram",
                                "buckets",
                                "|exponential",
                                "num_positive",
                            )
                        ),
                        Const(0),
                    )
                    + 1,
                    Select(
                        Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(3)
                        | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(4)
                        | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(8),
                        Select(
                            There(
                                (
                                    "body",
                                    "fields",
                                    "*",
                                    "value",
                                    "target",
                                    "histogram",
                                    "buckets",
                                    "|geometric",
                                    "num_buckets",
                                )
                            ),
                            Held(
                                (
                                    "body",
                                    "fields",
                                    "*",
                                    "value",
                                    "target",
                                    "histogram",
                                    "buckets",
                                    "|geometric",
                                    "num_buckets",
                                )
                            ),
                            Const(0),
                        ),
                        Select(
                            Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(5)
                            | Held(("body", "fields", "*", "value", "target", "histogram", "format")).equals(10),
                            Select(
                                There(
                                    (
                                        "body",
                                        "fields",
                                        "*",
                                        "value",
                                        "target",
                                        "histogram",
                                        "buckets",
                                        "|custom",
                                        "num_buckets",
                                    )
                                ),
                                Held(
                                    (
                                        "body",
                                        "fields",
                                        "*",
                                        "value",
                                        "target",
                                        "histogram",
                                        "buckets",
                                        "|custom",
                                        "num_buckets",
                                    )
                                ),
                                Const(0),
                            ),
                            Select(
                                There(
                                    (
                                        "body",
                                        "fields",
                                        "*",
                                        "value",
                                        "target",
                                        "histogram",
                                        "buckets",
                                        "|exponential",
                                        "num_buckets",
                                    )
                                ),
                                Held(
                                    (
                                        "body",
                                        "fields",
                                        "*",
                                        "value",
                                        "target",
                                        "histogram",
                                        "buckets",
                                        "|exponential",
                                        "num_buckets",
                                    )
                                ),
                                Const(0),
                            ),
                        ),
                    ),
                ),
            )
        ),
        "body.fields.value.target.histogram.doubles",
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.doubles<packed>",
        Packed(("body", "fields", "*", "value", "target", "histogram", "doubles", "values"), 2),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.doubles<size>",
        Select(
            Get("body.fields.value.target.histogram.doubles?"),
            Get("body.fields.value.target.histogram.doubles<packed>"),
            Const(0),
        ),
    ),
    PutPacked(
        "records",
        Get("body.fields[*]&@")
        + Get("body.fields.value.target.histogram.len_buckets>")
        + Get("body.fields.value.target.histogram.buckets>")
        + Get("body.fields.value.target.histogram>")
        + Get("body.fields.value.target.histogram.longs>")
        + 3,
        ("body", "fields", "*", "value", "target", "histogram", "doubles", "values"),
        2,
        Get("body.fields.value.target.histogram.doubles?"),
    ),
    Let(
        "records",
        "body.fields.value.target.histogram.doubles>",
        Select(
            Get("body.fields.value.target.histogram.doubles?"),
            Get("body.fields.value.target.histogram.doubles<size>"),
            Const(0),
        ),
    ),
    Let(
        "records",
        "body.fields.value.target=0",
        Get("body.fields.value.target.histogram.len_buckets>")
        + Get("body.fields.value.target.histogram.buckets>")
        + Get("body.fields.value.target.histogram>")
        + Get("body.fields.value.target.histogram.longs>")
        + Get("body.fields.value.target.histogram.doubles>")
        + 1,
    ),
    Lies(
        "records",
        ("body", "fields", "*", "value", "target"),
        Get("body.fields[*]&@"),
        Get("body.fields[*]&@")
        + Get("body.fields.value.target.histogram.len_buckets>")
        + Get("body.fields.value.target.histogram.buckets>")
        + Get("body.fields.value.target.histogram>")
        + Get("body.fields.value.target.histogram.longs>")
        + Get("body.fields.value.target.histogram.doubles>")
        + 3,
    ),
)

ENCODING: EncodingPlan | str = EncodingPlan(
    steps=(
        Check("records", (Get("=0") >= -2147483648) & (Get("=0") <= 0x7FFFFFFF), "len_body"),
        Check("records", Get("=0") >= 0, "len_body"),
        Put("records", "s4le", Const(0), Get("=0")),
        Check("records", There(("body",)), "body"),
        Let("records", "body.schema_id?", Given("schemas[0].has_id")),
        Fits("records", ("body", "schema_id"), 0, 65535, "body.schema_id"),
        Check("records", There(("body", "schema_id")).equals(Get("body.schema_id?")), "body.schema_id"),
        Check("records", Given("schemas[0].has_id and not false").equals(0) | Get("body.schema_id?"), ""),
        Check(
            "records",
            Get("body.schema_id?").equals(0)
            | (
                Select(
                    Given("schemas[0].has_id and not false"),
                    Sought(
                        "schemas[*]",
                        "schemas[*].id",
                        Select(There(("body", "schema_id")), Held(("body", "schema_id")), Const(0)),
                    ),
                    Const(0),
                )
                >= 0
            ),
            "body.schema_id",
        ),
        Put(
            "records",
            "u2le",
            Const(4),
            Select(There(("body", "schema_id")), Held(("body", "schema_id")), Const(0)),
            Get("body.schema_id?"),
        ),
        Let("records", "body.schema_id>", Select(Get("body.schema_id?"), Const(2), Const(0))),
        Columns(
            "body.fields[*]",
            Entry(
                "schemas[*]",
                "schemas[*].columns.size",
                Select(
                    Given("schemas[0].has_id and not false"),
                    Sought(
                        "schemas[*]",
                        "schemas[*].id",
                        Select(There(("body", "schema_id")), Held(("body", "schema_id")), Const(0)),
                    ),
                    Const(0),
                ),
            ),
            Get("body.schema_id>") + 4,
            (
                ColumnVariant(
                    Given("schemas[*].columns[_column].type").equals(0),
                    _FIELDS_TYPE_0,
                    Get("body.fields[*]@") + 4,
                    (
                        Source(("body", "fields", "*"), "struct"),
                        Source(("body", "fields", "*", "value"), "s4le", shown=True),
                    ),
                ),
                ColumnVariant(
                    Given("schemas[*].columns[_column].type").equals(1),
                    _FIELDS_TYPE_1,
                    Get("body.fields[*]@") + 8,
                    (
                        Source(("body", "fields", "*"), "struct"),
                        Source(("body", "fields", "*", "value"), "s8le", shown=True),
                    ),
                ),
                ColumnVariant(
                    Given("schemas[*].columns[_column].type").equals(2),
                    _FIELDS_TYPE_2,
                    Get("body.fields[*]@") + 8,
                    (
                        Source(("body", "fields", "*"), "struct"),
                        Source(("body", "fields", "*", "value"), "f8le", shown=True),
                    ),
                ),
                ColumnVariant(
                    Given("schemas[*].columns[_column].type").equals(3),
                    _FIELDS_TYPE_3,
                    Get("body.fields[*]@") + 8,
                    (
                        Source(("body", "fields", "*"), "struct"),
                        Source(("body", "fields", "*", "value"), "struct"),
                        Source(("body", "fields", "*", "value", "value"), "s8le", unit="ms", shown=True),
                    ),
                ),
                ColumnVariant(
                    Given("schemas[*].columns[_column].type").equals(4),
                    _FIELDS_TYPE_4,
                    Get("body.fields[*]@") + 4,
                    (
                        Source(("body", "fields", "*"), "struct"),
                        Source(("body", "fields", "*", "value"), "struct"),
                        Source(("body", "fields", "*", "value", "target"), "struct"),
                        Source(("body", "fields", "*", "value", "target", "text"), "str", shown=True),
                    ),
                ),
                ColumnVariant(
                    Given("schemas[*].columns[_column].type").equals(5),
                    _FIELDS_TYPE_4,
                    Get("body.fields[*]@") + 4,
                    (
                        Source(("body", "fields", "*"), "struct"),
                        Source(("body", "fields", "*", "value"), "struct"),
                        Source(("body", "fields", "*", "value", "target"), "struct"),
                        Source(("body", "fields", "*", "value", "target", "area"), "struct"),
                        Source(("body", "fields", "*", "value", "target", "area", "entries"), "list"),
                        Source(("body", "fields", "*", "value", "target", "area", "entries", "[]"), "struct"),
                        Source(("body", "fields", "*", "value", "target", "area", "entries", "[]", "literal"), "str"),
                        Source(("body", "fields", "*", "value", "target", "area", "entries", "[]", "code"), "u1"),
                        Source(("body", "fields", "*", "value", "target", "area", "entries", "[]", "value"), "str"),
                    ),
                ),
                ColumnVariant(
                    Given("schemas[*].columns[_column].type").equals(6),
                    _FIELDS_TYPE_4,
                    Get("body.fields[*]@") + 4,
                    (
                        Source(("body", "fields", "*"), "struct"),
                        Source(("body", "fields", "*", "value"), "struct"),
                        Source(("body", "fields", "*", "value", "target"), "struct"),
                        Source(("body", "fields", "*", "value", "target", "histogram"), "struct"),
                        Source(
                            ("body", "fields", "*", "value", "target", "histogram", "format"),
                            "u1",
                            (
                                ("exponential_double", 16),
                                ("custom_double", 10),
                                ("exponential_long", 9),
                                ("geometric_double", 8),
                                ("custom_long", 5),
                                ("geometric_minus_1_long", 4),
                                ("geometric_long", 3),
                                ("empty", 0),
                            ),
                        ),
                        Source(
                            ("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric"), "struct"
                        ),
                        Source(
                            (
                                "body",
                                "fields",
                                "*",
                                "value",
                                "target",
                                "histogram",
                                "buckets",
                                "|geometric",
                                "num_buckets",
                            ),
                            "u2le",
                        ),
                        Source(
                            ("body", "fields", "*", "value", "target", "histogram", "buckets", "|geometric", "first"),
                            "f8le",
                        ),
                        Source(
                            (
                                "body",
                                "fields",
                                "*",
                                "value",
                                "target",
                                "histogram",
                                "buckets",
                                "|geometric",
                                "multiplier",
                            ),
                            "f8le",
                        ),
                        Source(("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom"), "struct"),
                        Source(
                            (
                                "body",
                                "fields",
                                "*",
                                "value",
                                "target",
                                "histogram",
                                "buckets",
                                "|custom",
                                "num_buckets",
                            ),
                            "u2le",
                        ),
                        Source(
                            ("body", "fields", "*", "value", "target", "histogram", "buckets", "|custom", "tops"),
                            "struct",
                        ),
                        Source(
                            (
                                "body",
                                "fields",
                                "*",
                                "value",
                                "target",
                                "histogram",
                                "buckets",
                                "|custom",
                                "tops",
                                "values",
                            ),
                            "list",
                        ),
                        Source(
                            (
                                "body",
                                "fields",
                                "*",
                                "value",
                                "target",
                                "histogram",
                                "buckets",
                                "|custom",
                                "tops",
                                "values",
                                "[]",
                            ),
                            "f8le",
                        ),
                        Source(
                            ("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential"), "struct"
                        ),
                        Source(
                            (
                                "body",
                                "fields",
                                "*",
                                "value",
                                "target",
                                "histogram",
                                "buckets",
                                "|exponential",
                                "num_buckets",
                            ),
                            "u2le",
                        ),
                        Source(
                            ("body", "fields", "*", "value", "target", "histogram", "buckets", "|exponential", "scale"),
                            "s2le",
                        ),
                        Source(
                            (
                                "body",
                                "fields",
                                "*",
                                "value",
                                "target",
                                "histogram",
                                "buckets",
                                "|exponential",
                                "start_index",
                            ),
                            "s4le",
                        ),
                        Source(
                            (
                                "body",
                                "fields",
                                "*",
                                "value",
                                "target",
                                "histogram",
                                "buckets",
                                "|exponential",
                                "num_positive",
                            ),
                            "s2le",
                        ),
                        Source(("body", "fields", "*", "value", "target", "histogram", "buckets", "|bytes"), "bytes"),
                        Source(("body", "fields", "*", "value", "target", "histogram", "longs"), "struct"),
                        Source(("body", "fields", "*", "value", "target", "histogram", "longs", "values"), "list"),
                        Source(
                            ("body", "fields", "*", "value", "target", "histogram", "longs", "values", "[]"), "s8le"
                        ),
                        Source(("body", "fields", "*", "value", "target", "histogram", "doubles"), "struct"),
                        Source(("body", "fields", "*", "value", "target", "histogram", "doubles", "values"), "list"),
                        Source(
                            ("body", "fields", "*", "value", "target", "histogram", "doubles", "values", "[]"), "f8le"
                        ),
                    ),
                ),
                ColumnVariant(
                    Given("schemas[*].columns[_column].type").equals(7),
                    (),
                    Get("body.fields[*]@"),
                    (),
                    "a structure inside one of its own type",
                ),
            ),
        ),
        Let("records", "body.partition_hash?", Given("schemas[0].has_id")),
        Fits("records", ("body", "partition_hash"), -2147483648, 0x7FFFFFFF, "body.partition_hash"),
        Check("records", There(("body", "partition_hash")).equals(Get("body.partition_hash?")), "body.partition_hash"),
        Put(
            "records",
            "s4le",
            Get("body.fields[*]>"),
            Select(There(("body", "partition_hash")), Held(("body", "partition_hash")), Const(0)),
            Get("body.partition_hash?"),
        ),
        Let("records", "body.partition_hash>", Select(Get("body.partition_hash?"), Const(4), Const(0))),
        Columns(
            "body.fields[*]&",
            Entry(
                "schemas[*]",
                "schemas[*].columns.size",
                Select(
                    Given("schemas[0].has_id and not false"),
                    Sought(
                        "schemas[*]",
                        "schemas[*].id",
                        Select(There(("body", "schema_id")), Held(("body", "schema_id")), Const(0)),
                    ),
                    Const(0),
                ),
            ),
            Get("body.fields[*]>") + Get("body.partition_hash>"),
            (
                ColumnVariant(Given("schemas[*].columns[_column].type").equals(0), (), Get("body.fields[*]&@"), ()),
                ColumnVariant(Given("schemas[*].columns[_column].type").equals(1), (), Get("body.fields[*]&@"), ()),
                ColumnVariant(Given("schemas[*].columns[_column].type").equals(2), (), Get("body.fields[*]&@"), ()),
                ColumnVariant(Given("schemas[*].columns[_column].type").equals(3), (), Get("body.fields[*]&@"), ()),
                ColumnVariant(
                    Given("schemas[*].columns[_column].type").equals(4),
                    _FIELDS_TYPE_4_2,
                    Get("body.fields[*]&@") + Size(("body", "fields", "*", "value", "target", "text")) + 2,
                    (),
                ),
                ColumnVariant(
                    Given("schemas[*].columns[_column].type").equals(5),
                    _FIELDS_TYPE_5,
                    Get("body.fields[*]&@")
                    + Sum("body.fields.value.target.area.entries", Get("body.fields.value.target.area.entries#"))
                    + 2,
                    (),
                ),
                ColumnVariant(
                    Given("schemas[*].columns[_column].type").equals(6),
                    _FIELDS_TYPE_6,
                    Get("body.fields[*]&@")
                    + Get("body.fields.value.target.histogram.len_buckets>")
                    + Get("body.fields.value.target.histogram.buckets>")
                    + Get("body.fields.value.target.histogram>")
                    + Get("body.fields.value.target.histogram.longs>")
                    + Get("body.fields.value.target.histogram.doubles>")
                    + 3,
                    (),
                ),
                ColumnVariant(
                    Given("schemas[*].columns[_column].type").equals(7),
                    (),
                    Get("body.fields[*]@"),
                    (),
                    "a structure inside one of its own type",
                ),
            ),
            "body.fields[*]",
        ),
        Let("records", "=0", Get("body.fields[*]&>") + -4),
        Fill("records", Get("body.fields[*]&>"), (0 - Get("=0")) % 4, 0),
    ),
    size=Get("body.fields[*]&>") + (0 - Get("=0")) % 4,
    sources=(
        Source(("body",), "struct"),
        Source(("body", "schema_id"), "u2le"),
        Source(("body", "partition_hash"), "s4le"),
    ),
    list=("containers", "area", "records"),
    alone=True,
    around=EncodingPlan(
        steps=(
            Check("records", (Get("=0") >= -2147483648) & (Get("=0") <= 0x7FFFFFFF), "num_bytes"),
            Check("records", Get("=0") >= 12, "num_bytes"),
            Put("records", "s4le", Const(0), Get("=0")),
            Check("records", There(("reserved",)), "reserved"),
            PutPiece("records", Const(4), ("reserved",)),
            Check("records", Size(("reserved",)).equals(3), "reserved"),
            Check("records", Const(1).equals(1), "version"),
            Put("records", "u1", Size(("reserved",)) + 4, Const(1)),
            Fits("records", ("time",), -9223372036854775808, 9223372036854775807, "time"),
            Check("records", There(("time",)), "time"),
            Put("records", "s8le", Size(("reserved",)) + 5, Held(("time",))),
            Check("records", There(("area",)), "area"),
            Check("records", There(("area", "records")), "area.records"),
            PutPiece("records", Size(("reserved",)) + 13, ("area", "records")),
            Let("records", "=0", Size(("area", "records")) + 12),
        ),
        size=Size(("reserved",)) + Size(("area", "records")) + 13,
        sources=(
            Source(("reserved",), "bytes"),
            Source(("time",), "s8le", unit="ms"),
            Source(("area",), "struct"),
            Source(("area", "records"), "bytes"),
        ),
    ),
)
"""How rows become records, or why the kernel can't make them."""

SKELETONS: dict[str, str] = {}
"""By name of the view: why its steps differ in more than their vectors; empty where they don't."""

ENCODING_HEADER: dict[str, HeaderValue] = {
    "schemas[0].has_id": lambda scope: scope.root.schemas[0].has_id,
    "schemas[0].has_id and not false": lambda scope: scope.root.schemas[0].has_id and not False,
    "schemas[*]": lambda scope: scope.root.schemas,
    "schemas[*].id": lambda scope: scope.element.id,
    "schemas[*].columns.size": lambda scope: len(scope.element.columns),
    "schemas[*].columns[_column].type": lambda scope: scope.element.columns[scope.column].type,
    "schemas[*].predefined_keys.size": lambda scope: len(scope.element.predefined_keys),
}
"""By the names that the plan has for it, what it asks of a file's header."""
