"""Specs that tests of the compiler state in a few lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bytewright.codec import Codec
from bytewright_codegen.load import load

Compile = Callable[..., Codec]
"""Makes a codec of the text of a spec behind its ``meta``: little-endian, bits from the lowest on, text in UTF-8."""


@pytest.fixture
def compiled(tmp_path: Path) -> Compile:
    def compile_text(text: str, bit_order: str = "le") -> Codec:
        path = tmp_path / "toy.ksy"
        meta = f"meta: {{id: toy, endian: le, bit-endian: {bit_order}, encoding: UTF-8}}"
        path.write_text(f"{meta}\n{text}", encoding="utf-8")
        return load(path)

    return compile_text
