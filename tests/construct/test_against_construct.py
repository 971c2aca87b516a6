"""What Construct builds by a declaration, our reader reads with the same values and our writer writes again."""

from __future__ import annotations

from pathlib import Path

import pytest
from construct import SelectError
from tests.construct.declared import module

from bytewright.errors import ReadError
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


def test_bytes_that_none_of_several_forms_has(tmp_path: Path) -> None:
    path = tmp_path / "forms.py"
    path.write_text(
        "from construct import Const, Int8ul, Select, Struct\n"
        'forms = Struct("x" / Select(Struct(Const(b"A"), "n" / Int8ul), Struct(Const(b"B"), "m" / Int8ul)))\n'
    )
    codec = load(path, trust=path)
    assert codec.to_bytes(codec.parse(b"B\7")) == b"B\7"
    with pytest.raises(SelectError):
        module(path).forms.parse(b"C\7")
    with pytest.raises(ReadError, match="which_x") as caught:
        codec.parse(b"C\7")
    assert caught.value.offset == 0
