"""What must hold of every codec, as tests of packages ask it."""

from __future__ import annotations

from typing import NoReturn
from unittest import SkipTest

import pytest
from tests.support.compiling import Compile

from bytewright.oracles.kaitai_engine import NoParserError
from bytewright.testing import check_oracle, checks


def test_without_a_parser_of_the_stock_compiler_its_test_is_skipped(
    compiled: Compile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where npm can't be reached, or it refuses the spec: that is no failure."""

    def difference(*_: object) -> NoReturn:
        raise NoParserError("toy has no parser")

    monkeypatch.setattr(checks, "oracle_difference", difference)
    codec = compiled("seq: [{id: a, type: u1}]")
    with pytest.raises(SkipTest, match="toy has no parser"):
        check_oracle(codec, codec.parse(b"\1"))
