"""Calculated values that can't be calculated: models say which, and why, as other errors do."""

from __future__ import annotations

import pickle

import pytest
from tests.support.compiling import Compile

from bytewright.errors import BytewrightError, NoValueError

SPEC = """
seq: [{id: rs, type: r, repeat: expr, repeat-expr: 2}]
types:
  q: {seq: [{id: z, type: u1}]}
  r:
    seq: [{id: n, type: u1}, {id: t, type: str, size: 2, encoding: ASCII}, {id: q, type: q, if: n == 9}]
    instances: {x: {value: '%s'}, y: {value: x}}
"""


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ('t.to_b("ASCII")[n]', "an index finds no element"),
        ("1 / (n - 7)", "a division by zero"),
        ("q.z", "something that it asks for is absent"),
        ("t.to_i", "invalid literal for int() with base 10: 'xx'"),
    ],
)
@pytest.mark.parametrize("asked", ["x", "y"])
def test_a_value_that_a_model_is_asked_for(value: str, found: str, asked: str, compiled: Compile) -> None:
    model = compiled(SPEC % value).parse(b"\1yy\7xx")
    with pytest.raises(NoValueError) as caught:
        getattr(model.rs[1], asked)
    error = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(error, BytewrightError)
    assert isinstance(error, ValueError)
    assert (error.field, error.offset, error.expected, error.found) == (
        "rs[1].x",
        3,
        "a value that can be calculated",
        found,
    )
