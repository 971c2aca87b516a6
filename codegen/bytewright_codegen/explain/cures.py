"""What to do about refusals: one sentence for each kind, by the words that its reasons have in common."""

from __future__ import annotations

import re

UNCHANGEABLE = "Nothing in the spec: a library makes these rows, in columns of its own."

CURES: tuple[tuple[str, str], ...] = (
    (
        r"number of an element among",
        "Let a field of the element say it, and let sizes and values rest on that, not on '_index'.",
    ),
    (
        r"which only its bytes say",
        "In place of '_io.size', let a field before it say its size, or let the last field take the rest ('size-eos').",
    ),
    (
        r"begins in its stream",
        "Let sizes and rules rest on fields of the record, not on '_io.pos'.",
    ),
    (
        r"the element before",
        "Let it be a number that each element computes of that before it and its own fields, and read nothing by it.",
    ),
    (
        r"of its own type",
        "Give that field a size, and where a view goes through it, state the type inside of it under a second name.",
    ),
    (
        r"a library",
        UNCHANGEABLE,
    ),
    (
        r"than 6[34] bits|fit 64 bits|able to hold|above all longs|of another type|as something else",
        "Bound the number by 'valid: {max: …}', or give the column a wider type.",
    ),
    (
        r"vectors?\b|pivot|\bslots?\b|validity|presence",
        "Let the vectors lie as those of 'pivot' in docs/language.md do.",
    ),
    (
        r"one switch chooses",
        "Let the values of each case have one size.",
    ),
    (
        r"a list .*repeated for",
        "Show the list by a view of its own, one row per element.",
    ),
    (
        r"\brules?\b|checks that|isn't valid|are compared|lead in a circle",
        "Leave the rule out of the spec, and check the rows in the query.",
    ),
    (
        r"checksum",
        "Without '-checksum' the field is read and written as a number, which nobody checks.",
    ),
    (
        r"a class that belongs to the spec",
        "Install the class as a distribution that registers it (entry points of the group 'bytewright.processes').",
    ),
    (
        r"processed|decoded|packed",
        "Read the bytes as they are stored, without 'process', and decode them afterwards.",
    ),
    (
        r"\bbits?\b|inside a byte|part of a byte",
        "Let bits fill whole bytes within each type and each case.",
    ),
    (
        r"\bheader\b|\bentry\b|\bentries\b|a file decides|byte order",
        "Declare one spec, or one view, for each layout, with the types written out.",
    ),
    (
        r"chosen|sorted|first row|that count\b|meet a condition|condition chooses|more than show|more than one row",
        "Show the plain list, and sort, choose or count its rows in the query.",
    ),
    (
        r"ends? where|end only shows|ends? by|end at|ends with|stream ends|no bytes|zeros",
        "Say how many elements there are, or how many bytes they take.",
    ),
    (
        r"above the records|parameter of a file|beginning of a file|in the file|how far|the records lie in|files that",
        "Let the root be a header of fields and one list, and show what else there is by a view of its own.",
    ),
    (
        r"\bplaces?\b|rests? on|refer|isn't read with|stream|region|layout|where others lie|where what lies|elsewhere",
        "Show what lies elsewhere by a view whose 'each' is the list that says where, one place for each element.",
    ),
    (
        r"under a condition|may be missing|may be absent|never there|left out|may be another",
        "Put what is conditional into a structure of its own, and the condition on that.",
    ),
    (
        r"stands? for|names repeated|meaning|mean something else|stand for|none where|where none",
        "Show the stored value, without '-null', '-show', 'enum', 'named' or '-type', and translate it in the query.",
    ),
    (
        r"\btexts?\b|UTF-16|\bstrings?\b|terminator|padded|padding",
        "Store text in UTF-8 or ASCII, of a stated size, and compare a number or an enum in its place.",
    ),
    (
        r"too many|too much|larger than|can be followed|very many|too long",
        "Show fewer columns in a view, or divide the spec.",
    ),
    (
        r"switch|\bcases?\b|several types|a choice|in two ways",
        "Let one number of the record choose among types of the spec, each of its own name.",
    ),
    (
        r"follows? from|\bsizes\b|\bsize\b|says?\b|counts?\b|in a frame|\bfollow\b",
        "Let one field beside it say its size, or its count, and nothing else.",
    ),
    (
        r"\blists?\b|\belements?\b|\bitems?\b|\bmap\b|\brow\b",
        "Show the inner list by a view of its own, one row per element.",
    ),
    (
        r"",
        "Show the fields that it is made of, and compute it in the query.",
    ),
)
"""Patterns, and what to do, in a sentence; the first that is found counts, and the last is always found."""


OF_WRITING: tuple[tuple[str, str], ...] = (
    (
        r"lists in one case|lists in lists that are calculated",
        "Show the outer elements, with the inner list as a column, or have code make files of such rows ('-made-of').",
    ),
    (
        r"\bplaces?\b|files that aren't|fields behind",
        "State counts, lengths and places before what they are of, in a root that is a header and a list of records.",
    ),
    (r" asks for the list ", "Leave it out of the spec, and compute it in the query."),
    (r"aren't structures", "Let the elements be of a type with that one field."),
    (r"of its own type", "Let rows hold that field as bytes: a stated size, and no type."),
    (r"processed|packed|checksum .* of such a range", "Nothing in the spec: objects make what is compressed."),
)
"""The same of writing, where it differs."""


def cure_of(reason: str, *, writes: bool = False) -> str:
    """What can be done about a refusal, in a sentence.

    Args:
        reason: what is refused, as `bytewright_codegen.lowering` words it.
        writes: whether that is to be written.
    """
    return next(cure for pattern, cure in (*(OF_WRITING if writes else ()), *CURES) if re.search(pattern, reason))
