"""ESDB: what the kernel needs to make records of rows.

Generated from specs/esdb/esdb.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.encoding import (
    Behind,
    Check,
    Const,
    Digits,
    ElementsPlan,
    EncodingPlan,
    Fits,
    Get,
    Held,
    Items,
    Let,
    Listed,
    ListPlan,
    Mirror,
    MirroredList,
    MirrorPlan,
    Put,
    PutPiece,
    PutVarint,
    Referring,
    Select,
    Size,
    Source,
    Sum,
    There,
)

from ..sstable.encoding import ELEMENTS as SSTABLE_ELEMENTS
from ..sstable.model import Entry
from .model import Group, Section, SectionPage

ENCODING: EncodingPlan | str = "files that aren't a list of records"
"""How rows become records, or why the kernel can't make them."""

NESTED: dict[str, EncodingPlan | str] = {
    "events": "rows that are more than elements of lists in lists",
    "index_events": "rows that are more than elements of lists in lists",
    "blocks": "rows that are more than elements of lists in lists",
}
"""Likewise by name of a view that goes through lists in lists."""

ELEMENTS: dict[tuple[type, str], ElementsPlan] = {
    **SSTABLE_ELEMENTS,
    (Group, "events"): ElementsPlan(
        EncodingPlan(
            steps=(
                Check("records", Get("=0") >= 0, "len"),
                PutVarint("records", Const(0), Get("=0")),
                Let("records", "len<digits>", Digits(Get("=0"))),
                Let("records", "body?", There(("body",))),
                Check("records", There(("body",)).equals(Get("body?")), "body"),
                Check("records", Get("body?").equals(0) | (Get("body=0") >= 0), "body.len_data"),
                PutVarint("records", Get("len<digits>"), Get("body=0"), Get("body?")),
                Let("records", "body.len_data<digits>", Digits(Get("body=0"))),
                Check("records", There(("body", "data")).equals(Get("body?")), "body.data"),
                PutPiece(
                    "records", Get("len<digits>") + Get("body.len_data<digits>"), ("body", "data"), when=Get("body?")
                ),
                Let("records", "body=0", Size(("body", "data"))),
                Check("records", Get("body?").equals(0) | There(("body", "links")), "body.num_links"),
                Check(
                    "records",
                    Get("body?").equals(0) | (Items(("body", "links")) >= 0) & (Items(("body", "links")) <= 255),
                    "body.num_links",
                ),
                Put(
                    "records",
                    "u1",
                    Get("len<digits>") + Get("body.len_data<digits>") + Size(("body", "data")),
                    Items(("body", "links")),
                    Get("body?"),
                ),
                Check("records", There(("body", "links")).equals(Get("body?")), "body.links"),
                Check(
                    "records",
                    Get("body?").equals(0) | Items(("body", "links")).equals(Items(("body", "links"))),
                    "body.links",
                ),
                Listed("body.links", "records", ("body", "links")),
                Check("body.links", There(("body", "links", "[]")), "body.links"),
                Fits("body.links", ("body", "links", "[]", "key"), 0, 18446744073709551615, "body.links.key"),
                Check("body.links", There(("body", "links", "[]", "key")), "body.links.key"),
                PutVarint("body.links", Get("body.links@"), Held(("body", "links", "[]", "key"))),
                Let("body.links", "body.links.key<digits>", Digits(Held(("body", "links", "[]", "key")))),
                Fits("body.links", ("body", "links", "[]", "previous"), 0, 18446744073709551615, "body.links.previous"),
                Put(
                    "body.links",
                    "u8le",
                    Get("body.links@") + Get("body.links.key<digits>"),
                    Select(
                        There(("body", "links", "[]", "previous")), Held(("body", "links", "[]", "previous")), Const(0)
                    ),
                ),
                Fits("body.links", ("body", "links", "[]", "next"), 0, 18446744073709551615, "body.links.next"),
                Put(
                    "body.links",
                    "u8le",
                    Get("body.links@") + Get("body.links.key<digits>") + 8,
                    Select(There(("body", "links", "[]", "next")), Held(("body", "links", "[]", "next")), Const(0)),
                ),
                Let("body.links", "body.links#", Get("body.links.key<digits>") + 16),
                Let(
                    "body.links",
                    "body.links@",
                    Behind(
                        Get("body.links#"),
                        Get("len<digits>") + Get("body.len_data<digits>") + Size(("body", "data")) + 1,
                    ),
                ),
                Let(
                    "records",
                    "=0",
                    Select(
                        Get("body?"),
                        Get("body.len_data<digits>")
                        + Size(("body", "data"))
                        + Sum("body.links", Get("body.links#"))
                        + 1,
                        Const(0),
                    ),
                ),
                Check("records", Get("=0").differs(0).equals(Get("body?")), "body"),
                Let(
                    "records",
                    "body>",
                    Select(
                        Get("body?"),
                        Get("body.len_data<digits>")
                        + Size(("body", "data"))
                        + Sum("body.links", Get("body.links#"))
                        + 1,
                        Const(0),
                    ),
                ),
            ),
            size=Get("len<digits>") + Get("body>"),
            sources=(
                Source(("body",), "struct"),
                Source(("body", "data"), "bytes"),
                Source(("body", "links"), "list"),
                Source(("body", "links", "[]"), "struct"),
                Source(("body", "links", "[]", "key"), "u8le"),
                Source(("body", "links", "[]", "previous"), "u8le"),
                Source(("body", "links", "[]", "next"), "u8le"),
            ),
        ),
        Get("=0").equals(0),
        (
            Referring(("body", "links", "[]", "event_before"), ("body", "links", "[]", "previous")),
            Referring(("body", "links", "[]", "event_after"), ("body", "links", "[]", "next")),
        ),
        2,
    ),
}
"""By class and field, how columns become the elements of lists."""

MIRRORS: dict[tuple[type, str], Mirror] = {
    (SectionPage, "sections"): Mirror(
        MirrorPlan(
            inside=ElementsPlan(
                EncodingPlan(
                    steps=(
                        Check("records", There(("ends",)), "ends"),
                        Fits("records", ("ends", "key"), 0, 18446744073709551615, "ends.key"),
                        Check("records", There(("ends", "key")), "ends.key"),
                        PutVarint("records", Const(0), Held(("ends", "key"))),
                        Let("records", "ends.key<digits>", Digits(Held(("ends", "key")))),
                        Fits("records", ("ends", "first"), 0, 18446744073709551615, "ends.first"),
                        Put(
                            "records",
                            "u8le",
                            Get("ends.key<digits>"),
                            Select(There(("ends", "first")), Held(("ends", "first")), Const(0)),
                        ),
                        Fits("records", ("ends", "last"), 0, 18446744073709551615, "ends.last"),
                        Put(
                            "records",
                            "u8le",
                            Get("ends.key<digits>") + 8,
                            Select(There(("ends", "last")), Held(("ends", "last")), Const(0)),
                        ),
                    ),
                    size=Get("ends.key<digits>") + 16,
                    sources=(
                        Source(("ends",), "struct"),
                        Source(("ends", "key"), "u8le"),
                        Source(("ends", "first"), "u8le"),
                        Source(("ends", "last"), "u8le"),
                    ),
                ),
                references=(
                    Referring(("first_event",), ("ends", "first")),
                    Referring(("last_event",), ("ends", "last")),
                ),
            ),
            room="value",
            lists=(ListPlan(("group", "events"), ("ends", "first")),),
        ),
        element=Section,
        parameter="entry",
        entry=Entry,
        asked=("key",),
        lists=(MirroredList(Group, there=lambda self: self.is_group),),
    ),
}
"""Likewise, how they become structures without bytes that stand for the elements of another list."""

SKELETONS: dict[str, str] = {}
"""By name of the view: why its steps differ in more than their vectors; empty where they don't."""
