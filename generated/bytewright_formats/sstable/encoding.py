"""Sorted string table: what the kernel needs to make records of rows.

Generated from specs/esdb/sstable.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.encoding import (
    Check,
    Const,
    Digits,
    ElementsPlan,
    EncodingPlan,
    Fits,
    Fronted,
    Get,
    Held,
    Let,
    PutPiece,
    PutVarint,
    Size,
    Source,
    There,
)

from .model import Entries

ENCODING: EncodingPlan | str = "several fields with places of their own in an element"
"""How rows become records, or why the kernel can't make them."""

ELEMENTS: dict[tuple[type, str], ElementsPlan] = {
    (Entries, "entries"): ElementsPlan(
        EncodingPlan(
            steps=(
                Fits("records", ("len_shared",), 0, 18446744073709551615, "len_shared"),
                Check("records", There(("len_shared",)), "len_shared"),
                PutVarint("records", Const(0), Held(("len_shared",))),
                Let("records", "len_shared<digits>", Digits(Held(("len_shared",)))),
                Check("records", Get("=1") >= 0, "len_unshared"),
                PutVarint("records", Get("len_shared<digits>"), Get("=1")),
                Let("records", "len_unshared<digits>", Digits(Get("=1"))),
                Check("records", Get("=2") >= 0, "len_value"),
                PutVarint("records", Get("len_shared<digits>") + Get("len_unshared<digits>"), Get("=2")),
                Let("records", "len_value<digits>", Digits(Get("=2"))),
                Check("records", There(("nothing",)), "nothing"),
                PutPiece(
                    "records",
                    Get("len_shared<digits>") + Get("len_unshared<digits>") + Get("len_value<digits>"),
                    ("nothing",),
                ),
                Check("records", Size(("nothing",)).equals(0), "nothing"),
                Check("records", There(("key",)), "key"),
                PutPiece(
                    "records",
                    Get("len_shared<digits>")
                    + Get("len_unshared<digits>")
                    + Get("len_value<digits>")
                    + Size(("nothing",)),
                    ("key",),
                ),
                Let("records", "=1", Size(("key",))),
                Check("records", There(("value",)), "value"),
                PutPiece(
                    "records",
                    Get("len_shared<digits>")
                    + Get("len_unshared<digits>")
                    + Get("len_value<digits>")
                    + Size(("nothing",))
                    + Size(("key",)),
                    ("value",),
                ),
                Let("records", "=2", Size(("value",))),
            ),
            size=Get("len_shared<digits>")
            + Get("len_unshared<digits>")
            + Get("len_value<digits>")
            + Size(("nothing",))
            + Size(("key",))
            + Size(("value",)),
            sources=(
                Source(("len_shared",), "u8le"),
                Source(("nothing",), "bytes"),
                Source(("key",), "bytes"),
                Source(("value",), "bytes"),
            ),
        ),
        fronts=(Fronted(("key",), ("len_shared",)),),
        rooms=(("value",),),
    ),
}
"""By class and field, how columns become the elements of lists."""

SKELETONS: dict[str, str] = {}
"""By name of the view: why its steps differ in more than their vectors; empty where they don't."""
