"""Parsers of kaitai-struct-compiler: none imports what nobody has consented to."""

from pathlib import Path

import pytest

from bytewright.errors import SpecError
from bytewright_codegen.front.ksy import load
from bytewright_codegen.kaitai import parsers

SPEC = "meta: {id: toy}\nseq: [{id: a, size: 1, process: 'turned.way(1)'}]\n"


@pytest.mark.parametrize(
    ("line", "strange"),
    [
        ("import zlib", ""),
        ("import kaitaistruct", ""),
        ("from enum import IntEnum", ""),
        ("from . import other", ""),
        ("import turned", ""),
        ("from turned import Way", ""),
        ("import os", "os"),
        ("import os.path as kaitaistruct", "os.path"),
        ("from os import system", "os"),
        ("from os.path import join", "os.path"),
        ("class A:\n    def b(self):\n        from subprocess import run", "subprocess"),
    ],
)
def test_what_a_parser_imports(line: str, strange: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file may have changed since it was asked what code it runs."""
    path = tmp_path / "toy.ksy"
    path.write_text(SPEC, encoding="utf-8")
    monkeypatch.setattr(parsers, "compile_parsers", lambda documents, **_: {"toy": f"{line}\n"})
    if not strange:
        assert set(parsers.parsers([load(path)])) == {"toy"}
        return
    with pytest.raises(SpecError, match=rf"its parser imports {strange}, which the spec didn't name"):
        parsers.parsers([load(path)])
