"""The standard streams of the command's process, as somebody may have put others in their place."""

import contextlib
import io
import sys
from pathlib import Path

import pytest

from bytewright.cli import standard_streams


def test_output_that_somebody_has_put_in_its_place_stays(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w") as other, contextlib.redirect_stdout(other):
        standard_streams.hold()
        assert sys.stdout is other
    for kept in (io.StringIO(), io.TextIOWrapper(io.BytesIO())):
        with contextlib.redirect_stdout(kept):
            standard_streams.hold()
            assert sys.stdout is kept


def test_streams_that_are_closed_stand_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python has none for descriptors that are closed when it begins; what is said goes nowhere then."""
    monkeypatch.setattr(sys, "stderr", None)
    monkeypatch.setattr(sys, "stdout", None)
    standard_streams.hold()
    assert sys.stdout is not None
    assert sys.stderr is not None
    print("nobody sees this", file=sys.stderr)
    sys.stderr.close()
