"""Models from plain values: what is refused, and how it is told."""

from typing import Any

import pytest
from tests.support.compiling import Compile

from bytewright.codec.plain_values import from_plain
from bytewright.errors import WriteError


@pytest.mark.parametrize("value", [5, "text", {"x": 1}])
def test_one_value_is_no_list(compiled: Compile, value: Any) -> None:
    codec = compiled("seq: [{id: num, type: u1}, {id: numbers, type: u1, repeat: expr, repeat-expr: num}]")
    with pytest.raises(WriteError, match="numbers: expected a list, found"):
        from_plain(codec, {"numbers": value})
