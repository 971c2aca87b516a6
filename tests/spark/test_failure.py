"""Errors on their way from a worker."""

import pytest

from bytewright.errors import BoundsError, BytewrightError, OptionError
from bytewright.spark.process.failure import reason, short_errors


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("[PYTHON_DATA_SOURCE_ERROR] Failed: bytewright.errors.OptionError: unknown option x\n SQLSTATE: 38000",
         OptionError, "unknown option x"),
        ("Job aborted\nTraceback:\n  File x\nbytewright.errors.BoundsError: f: offset 4 (0x4): n: too far\n\tat java",
         BoundsError, "f: offset 4 (0x4): n: too far"),
        ("[X] bytewright.errors.BytewrightError: said: with: colons", BytewrightError, "said: with: colons"),
    ],
)  # fmt: skip
def test_ours_is_found_in_the_text_of_spark(text: str, kind: type[BytewrightError], message: str):
    found = reason(RuntimeError(text))
    assert type(found) is kind
    assert str(found) == message


def test_others_are_not_ours():
    assert reason(RuntimeError("ValueError: bytewright.errors.Unknown: x")) is None


def test_ours_is_itself():
    error = OptionError("x")
    assert reason(error) is error


def test_outside_of_a_worker_nothing_is_set(monkeypatch: pytest.MonkeyPatch):
    import os

    monkeypatch.delenv("SPARK_HIDE_TRACEBACK", raising=False)
    with pytest.raises(OptionError), short_errors():
        raise OptionError("x")
    assert "SPARK_HIDE_TRACEBACK" not in os.environ
