"""ESDB with spaces: what the kernel needs to make records of rows.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import encoding as rt
from bytewright.generated_api.encoding import (
    Check,
    Const,
    Digits,
    ElementsPlan,
    EncodingPlan,
    Fits,
    Get,
    Held,
    Let,
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
    There,
)

from ..sstable.encoding import ELEMENTS as SSTABLE_ELEMENTS
from ..sstable.model import Entry
from .model import Group, References, Section, SectionPage

ENCODING: EncodingPlan | str = "files that aren't a list of records"
"""How rows become records, or why the kernel can't make them."""

NESTED: dict[str, EncodingPlan | str] = {
    "events": "rows that are more than elements of lists in lists",
    "index_events": "rows that are more than elements of lists in lists",
    "sections": "rows that are more than elements of lists in lists",
    "references": "rows that are more than elements of lists in lists",
    "blocks": "rows that are more than elements of lists in lists",
}
"""Likewise by name of a view that goes through lists in lists."""

ELEMENTS: dict[tuple[type, str], ElementsPlan] = {
    **SSTABLE_ELEMENTS,
    (Group, "events"): ElementsPlan(
        EncodingPlan(
            steps=(
                Check("records", Get("=0") >= 0, "len_data"),
                PutVarint("records", Const(0), Get("=0")),
                Let("records", "len_data<digits>", Digits(Get("=0"))),
                Fits("records", ("timestamp",), 0, 0xFFFFFFFF, "timestamp"),
                Check("records", There(("timestamp",)), "timestamp"),
                Put("records", "u4le", Get("len_data<digits>"), Held(("timestamp",))),
                Check("records", There(("data",)), "data"),
                PutPiece("records", Get("len_data<digits>") + 4, ("data",)),
                Let("records", "=0", Size(("data",))),
            ),
            size=Get("len_data<digits>") + Size(("data",)) + 4,
            sources=(Source(("timestamp",), "u4le"), Source(("data",), "bytes")),
        )
    ),
    (References, "entries"): ElementsPlan(
        EncodingPlan(
            steps=(
                Fits("records", ("position",), -9223372036854775808, 9223372036854775807, "position"),
                Put("records", "s8le", Const(0), Select(There(("position",)), Held(("position",)), Const(0))),
                Fits("records", ("offset",), 0, 65535, "offset"),
                Put("records", "u2le", Const(8), Select(There(("offset",)), Held(("offset",)), Const(0))),
            ),
            size=Const(10),
            sources=(Source(("position",), "s8le"), Source(("offset",), "u2le")),
        ),
        references=(Referring(("found", "event"), ("position",), ("offset",)),),
    ),
}
"""By class and field, how columns become the elements of lists."""

MIRRORS: dict[tuple[type, str], Mirror] = {
    (SectionPage, "sections"): Mirror(
        MirrorPlan(
            inside=ElementsPlan(
                EncodingPlan(
                    steps=(
                        Check("records", There(("location",)), "location"),
                        Fits("records", ("location", "offset"), 0, 18446744073709551615, "location.offset"),
                        Check("records", There(("location", "offset")), "location.offset"),
                        PutVarint("records", Const(0), Held(("location", "offset"))),
                        Let("records", "location.offset<digits>", Digits(Held(("location", "offset")))),
                        Fits("records", ("location", "len"), 0, 18446744073709551615, "location.len"),
                        Check("records", There(("location", "len")), "location.len"),
                        PutVarint("records", Get("location.offset<digits>"), Held(("location", "len"))),
                        Let("records", "location.len<digits>", Digits(Held(("location", "len")))),
                    ),
                    size=Get("location.offset<digits>") + Get("location.len<digits>"),
                    sources=(
                        Source(("location",), "struct"),
                        Source(("location", "offset"), "u8le"),
                        Source(("location", "len"), "u8le"),
                    ),
                )
            ),
            room="value",
            lists=(
                ListPlan(("group", "events"), ("location", "offset"), ("location", "len"), "00"),
                ListPlan(("references", "entries"), ("location", "offset"), ("location", "len"), "00"),
            ),
        ),
        element=Section,
        parameter="entry",
        entry=Entry,
        asked=("key",),
        lists=(
            MirroredList(
                Group,
                there=lambda self: self.is_group,
                process=rt.Process("bytewright.codecs.snappy_chunks", 4096),
                until=lambda here: here.size - here.pos <= 1,
            ),
            MirroredList(
                References,
                there=lambda self: not self.is_group,
                process=rt.Process("bytewright.codecs.snappy_chunks", 4096),
                until=lambda here: here.size - here.pos <= 1,
            ),
        ),
    ),
}
"""Likewise, how they become structures without bytes that stand for the elements of another list."""

SKELETONS: dict[str, str] = {}
"""By name of the view: why its steps differ in more than their vectors; empty where they don't."""
