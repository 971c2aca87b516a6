"""Some cases of each kind that `make fuzz` tries for longer, always the same."""

import pytest
from tests.fuzz.cases import KINDS, case

import bytewright.kernels

CASES = {"files": 150, "plans": 300, "readers": 300, "programs": 3}


@pytest.mark.parametrize("kind", KINDS)
def test_cases(kind: str) -> None:
    bytewright.kernels.warm()
    said = {case(kind, 1, number) for number in range(CASES[kind])}
    assert len(said) > CASES[kind] // 50
