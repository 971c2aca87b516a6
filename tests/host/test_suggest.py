"""Hints that name what was probably meant."""

import pytest

from bytewright.host.suggest import hint, nearest


@pytest.mark.parametrize(
    ("word", "known", "found"),
    [
        ("recrods", ["records", "rows"], "records"),
        ("RECORDS", ["rows", "Records"], "Records"),
        ("xyz", ["records", "rows"], None),
        ("rows", [], None),
    ],
)
def test_the_nearest_name_is_found_where_one_is_near(word: str, known: list[str], found: str | None) -> None:
    assert nearest(word, known) == found


@pytest.mark.parametrize(
    ("word", "known", "text"),
    [
        ("recrods", ["records", "rows"], "Did you mean 'records'?"),
        ("xyz", [], "There are no views."),
        ("xyz", ["records", "rows"], "Known views: records, rows."),
        ("xyz", ["a"] * 12, "Known views: a, a, a, a, a, a, a, a, a, a, a, a."),
        ("xyz", ["a"] * 13, "Known views: a, a, a, a, a, a, a, a, a, a, a, a, …."),
    ],
)
def test_a_hint_names_it_or_what_there_is(word: str, known: list[str], text: str) -> None:
    assert hint(word, iter(known), "views") == text
