"""What Construct builds by a declaration, our reader reads with the same values and our writer writes again."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.construct.declared import module

from bytewright.oracles.construct_difference import construct_difference
from bytewright_codegen.load import load

BUILT = sorted((Path(__file__).parent / "built").glob("*.py"))


@pytest.mark.parametrize("path", BUILT, ids=[path.stem for path in BUILT])
def test_what_construct_builds_reads_the_same(path: Path) -> None:
    declaration = module(path)
    codec = load(path, trust=path)
    for value in declaration.VALUES:
        data = declaration.toy.build(value)
        assert construct_difference(codec, data, declaration.toy) is None
        assert codec.to_bytes(codec.parse(data)) == data
        assert codec.to_bytes(codec.parse(data), canonical=True) == data
