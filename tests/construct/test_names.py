"""Names of Construct as ids."""

import pytest

from bytewright.construct.names import identifier


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("plain", "plain"),
        ("kept__as_it_is_", "kept__as_it_is_"),
        ("someWords", "some_words"),
        ("HTTPHeader2Size", "http_header2_size"),
        ("two words, and more!", "two_words_and_more"),
        ("_hidden_", "hidden"),
        ("9lives", None),
        ("_9", None),
        ("", None),
        ("größe", "gr_e"),
        ("…", None),
    ],
)
def test_what_a_name_becomes(name: str, id: str | None) -> None:
    assert identifier(name) == id
