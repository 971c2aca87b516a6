"""Options by name, and what they mean."""

from typing import Any

import pytest
from tests.support.compiling import Compile

from bytewright.codec import settings
from bytewright.codec.codec import Codec
from bytewright.errors import OptionError
from bytewright.limits import DEFAULT, Limits

SPEC = """
-options:
  - {id: level, type: int, default: 3, min: 0, max: 9}
  - {id: room, type: size, default: 4096}
  - {id: exact, type: bool, default: false}
  - {id: form, type: enum, choices: [Plain, Packed], default: Plain}
  - {id: step, type: enum, choices: {second: 1, minute: 60}, default: second}
  - {id: title, type: str, default: none}
  - {id: kind, type: enum, choices: [int, text], per: column}
-views:
  rows: {default: true, columns: [{id: a, value: a}]}
seq:
  - {id: a, type: u1}
"""
USUAL = {"level": 3, "room": 4096, "exact": False, "form": "Plain", "step": 1, "title": "none", "kind": {}}


@pytest.fixture
def codec(compiled: Compile) -> Codec:
    return compiled(SPEC)


def test_options_that_are_not_set_have_their_defaults(codec: Codec) -> None:
    found = settings.parse(codec)
    assert (found.values, found.given, found.texts) == (USUAL, frozenset(), {})
    assert (found.mode, found.limits, found.header, found.run) == ("FAILFAST", DEFAULT, None, "")


@pytest.mark.parametrize(
    ("name", "given", "id", "value"),
    [
        ("level", 0, "level", 0),
        ("LEVEL", "0x9", "level", 9),
        ("room", "2k", "room", 2048),
        ("room", 7, "room", 7),
        ("exact", "TRUE", "exact", True),
        ("exact", True, "exact", True),
        ("exact", "false", "exact", False),
        ("form", "packed", "form", "Packed"),
        ("step", "minute", "step", 60),
        ("title", 5, "title", "5"),
        ("kind.Some", "text", "kind", {"some": "text"}),
    ],
)
def test_an_option_is_what_its_text_means(codec: Codec, name: str, given: Any, id: str, value: Any) -> None:
    found = settings.parse(codec, {name: given})
    assert found.values == {**USUAL, id: value}
    assert found.given == {id}
    assert type(found.values[id]) is type(value)


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        ({"levle": 1}, "unknown option 'levle'", "Did you mean 'level'?"),
        ({"kind": "int"}, "unknown option 'kind'", "Did you mean 'kind.COLUMN'?"),
        ({"level": "x"}, "option level: expected an integer, found 'x'", None),
        ({"level": True}, "option level: expected an integer, found True", None),
        ({"level": -1}, "option level: expected at least 0, found -1", None),
        ({"level": 10}, "option level: expected at most 9, found 10", None),
        ({"exact": "yes"}, "option exact: expected true or false, found 'yes'", None),
        ({"form": "plane"}, "option form: expected one of Plain, Packed, found 'plane'", "Did you mean 'Plain'?"),
        ({"badRecordsPath": ""}, "option badRecordsPath: expected a directory, found nothing", None),
    ],
)
def test_what_is_wrong_is_said(codec: Codec, options: dict[str, Any], message: str, hint: str | None) -> None:
    with pytest.raises(OptionError) as caught:
        settings.parse(codec, options)
    assert str(caught.value).startswith(message)
    if hint is not None:
        assert caught.value.hint == hint


def test_limits_are_options_over_those_that_are_given(codec: Codec) -> None:
    name = next(iter(vars(DEFAULT) if hasattr(DEFAULT, "__dict__") else Limits.__dataclass_fields__))
    assert getattr(settings.parse(codec, {name: 5}).limits, name) == 5
    given = Limits(**{name: 7})
    assert settings.parse(codec, limits=given).limits == given
    with pytest.raises(OptionError, match=f"option {name}: expected a number from 0 to"):
        settings.parse(codec, {name: -1})


def test_what_columns_say_is_kept_of_those_that_are_there(codec: Codec) -> None:
    said = settings.parse(codec, {"kind.a": "int", "kind.B": "text", "level": 4})
    assert settings.of_columns(codec, said, ["A", "c"]).values == {**USUAL, "level": 4, "kind": {"a": "int"}}


def test_where_bad_records_are_noted_they_are_left_out(codec: Codec) -> None:
    found = settings.parse(codec, {"badRecordsPath": "bad"}, run="one")
    assert (found.mode, found.badRecordsPath, found.run) == ("DROPMALFORMED", "bad", "one")
    for said in (
        settings.parse(codec, {"badRecordsPath": "bad"}, mode="PERMISSIVE"),
        settings.parse(codec, {"badRecordsPath": "bad", "mode": "permissive"}),
    ):
        assert said.mode == "PERMISSIVE"
    with pytest.raises(OptionError, match="badRecordsPath has no effect where a bad record is an error"):
        settings.parse(codec, {"badRecordsPath": "bad", "mode": "FAILFAST"})


def test_where_checksums_are_not_looked_at_nothing_is_said_of_them(codec: Codec) -> None:
    assert settings.parse(codec, {"checks": "frames"}).verifyChecksum == "skip"
    assert settings.parse(codec, {"checks": "all"}).verifyChecksum == "fail"
    assert settings.parse(codec, {"checks": "frames", "verifyChecksum": "skip"}).verifyChecksum == "skip"
    with pytest.raises(OptionError, match="verifyChecksum=report has no effect"):
        settings.parse(codec, {"checks": "frames", "verifyChecksum": "report"})


def test_an_option_of_a_format_may_be_called_mode(compiled: Compile) -> None:
    """What a bad record does is then said by the argument alone."""
    codec = compiled(SPEC.replace("id: level", "id: mode"))
    found = settings.parse(codec)
    assert (found.mode, found.values["mode"], found.given) == ("FAILFAST", 3, frozenset())
    found = settings.parse(codec, {"mode": 4}, mode="permissive")
    assert (found.mode, found.values["mode"], found.given) == ("PERMISSIVE", 4, frozenset({"mode"}))
