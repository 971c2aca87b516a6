"""Bytes of a size of which not all count: the others stay where a file is written back."""

import pytest
from tests.support.compiling import Compile

TERMINATED = {b"a\0xy": b"a\0\0\0", b"a   ": b"a   ", b"\0xyz": bytes(4), b"a\0\0\0": b"a\0\0\0", b"abcd": b"abcd"}
PADDED = {b"a\0xy": b"a\0xy", b"a   ": b"a   ", b"    ": b"    ", b" a  ": b" a  ", b"abcd": b"abcd"}
BOTH = {b"a\0xy": b"a\0  ", b"a   ": b"a\0  ", b"a \0 ": b"a \0 ", b"\0xyz": b"\0   ", b"a\0  ": b"a\0  "}


@pytest.mark.parametrize("kind", ["", "type: str, encoding: ASCII, "])
@pytest.mark.parametrize(
    ("form", "files"),
    [("terminator: 0", TERMINATED), ("pad-right: 32", PADDED), ("terminator: 0, pad-right: 32", BOTH)],
)
def test_what_does_not_count_is_kept(compiled: Compile, kind: str, form: str, files: dict[bytes, bytes]) -> None:
    codec = compiled(f"seq: [{{id: a, {kind}size: 4, {form}}}, {{id: b, type: u1}}]")
    for file, filled in files.items():
        model = codec.parse(file + b"\7")
        assert codec.to_bytes(model) == file + b"\7"
        assert codec.to_bytes(model, canonical=True) == filled + b"\7"
        model.a = model.a
        model.b = 8
        assert codec.to_bytes(model)[4] == 8
