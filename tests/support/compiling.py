"""Specs that tests of the compiler state in a few lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bytewright.codec.codec import Codec

Compile = Callable[..., Codec]
"""Makes a codec of the text of a spec behind its ``meta``: little-endian, bits from the lowest on, text in UTF-8.

Specs that it imports are given by their names; code beside it may run, and what ``trust`` names."""


@pytest.fixture
def compiled(tmp_path: Path) -> Compile:
    def compile_text(text: str, bit_order: str = "le", trust: Sequence[str] = (), **imported: str) -> Codec:
        for name, other in imported.items():
            (tmp_path / f"{name}.ksy").write_text(f"meta: {{id: {name}, endian: le}}\n{other}", encoding="utf-8")
        from bytewright_codegen.load import load  # here, as every run of tests imports this module

        path = tmp_path / "toy.ksy"
        imports = f", imports: [{', '.join(imported)}]" if imported else ""
        meta = f"meta: {{id: toy, endian: le, bit-endian: {bit_order}, encoding: UTF-8{imports}}}"
        path.write_text(f"{meta}\n{text}", encoding="utf-8")
        return load(path, trust=[tmp_path, *trust])

    return compile_text
