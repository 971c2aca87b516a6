"""The engine kaitai for specs that are compiled on the fly."""

from __future__ import annotations

import bz2
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.errors import CodecError, LimitError
from bytewright.views.evaluate.framing import WHOLE
from bytewright_codegen import load as loading
from bytewright_codegen.kaitai import toolchain

SPEC = """
seq:
  - {id: num, type: u1}
  - {id: key, type: u1}
  - {id: points, type: point, repeat: expr, repeat-expr: num}
  - {id: body, size-eos: true, process: my_key(key)}
-views:
  rows: {each: 'points[*]', columns: [{id: x, value: _.x}, {id: body, value: _root.body}]}
"""
POINT = "seq: [{id: x, type: u2}]"
DATA = b"\2\x20\1\0\2\0ABC"


def test_without_the_compiler(compiled: Compile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "compiler_path", lambda: tmp_path / "nowhere")
    codec = compiled("seq: [{id: without_the_compiler, type: u1}]")
    with pytest.raises(CodecError, match="kaitai-struct-compiler, which makes the parser of toy for the engine kaitai"):
        bytewright.open(b"\1", spec=codec, engine="kaitai")


def _planted(package: Path, tampering: str) -> None:
    """Change an installation as somebody else, or a failing disk, would."""
    script, target = package / "main.js", package.parent.parent
    match tampering:
        case "changed":
            script.write_text("other")
        case "added":
            (package / "more.js").touch()
        case "removed":
            script.unlink()
        case "renamed":
            script.rename(package / "other.js")
        case "a link":
            script.rename(target / "main.js")
            script.symlink_to(target / "main.js")
        case "no digest":
            (target / "installed").unlink()
        case "a file":
            shutil.rmtree(target)
            target.touch()


@pytest.mark.parametrize("tampering", ["changed", "added", "removed", "renamed", "a link", "no digest", "a file"])
def test_a_compiler_that_is_not_what_was_installed_is_fetched_anew(
    tampering: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched: list[Path] = []

    def fetch(folder: Path, *, patient: bool) -> None:
        package = folder / "node_modules" / toolchain.PACKAGE
        package.mkdir(parents=True)
        (package / "main.js").write_text("the compiler")
        fetched.append(folder)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(toolchain, "_npm_ci", fetch)
    package = toolchain.install()
    assert toolchain.install() == package
    assert len(fetched) == 1
    _planted(package, tampering)
    assert not toolchain.is_installed()
    assert toolchain.install() == package
    assert (package / "main.js").read_text() == "the compiler"
    assert len(fetched) == 2
    assert {path.name for path in package.parent.parent.parent.iterdir()} == {package.parent.parent.name}


BOMB = "seq: [{id: body, size-eos: true, process: PROCESS}]"
PARSER = """
import zlib
import bytewright.codecs
from kaitaistruct import KaitaiStruct

class Toy(KaitaiStruct):
    def __init__(self, _io, _parent=None, _root=None):
        super().__init__(_io)
        self._raw_body = self._io.read_bytes_full()
        self.body = DECODED
"""
"""As kaitai-struct-compiler has it."""
BOMBS: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "zlib": ("zlib.decompress(self._raw_body)", zlib.compress),
    "bytewright.codecs.bzip2": ("bytewright.codecs.Bzip2().decode(self._raw_body)", bz2.compress),
}


@pytest.mark.parametrize("process", BOMBS)
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, r"at most 1000 decoded bytes for each that is stored \(maxExpansion\)"),
        ({"maxDecodedBytes": "1MB", "maxExpansion": "1000000"}, r"at most 1048576 decoded bytes \(maxDecodedBytes\)"),
    ],
)
def test_the_parser_of_a_spec_keeps_to_the_limits(
    process: str, options: dict[str, str], expected: str, compiled: Compile, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded, compress = BOMBS[process]
    monkeypatch.setattr(loading, "parsers_at_hand", lambda _: {"toy": PARSER.replace("DECODED", decoded)})
    codec = compiled(BOMB.replace("PROCESS", process))
    small = bytewright.open(compress(b"abc"), spec=codec, engine="kaitai", options=options)
    assert small.to_table().to_pylist() == [{"body": b"abc"}]
    with pytest.raises(LimitError, match=expected):
        bytewright.open(compress(bytes(3 << 20)), spec=codec, engine="kaitai", options=options).to_table()


@pytest.mark.slow
def test_with_the_compiler(compiled: Compile, tmp_path: Path) -> None:
    toolchain.install()
    (tmp_path / "my_key.py").write_text(
        "class MyKey:\n"
        "    def __init__(self, key): self.key = key\n"
        "    def decode(self, data): return bytes(byte ^ self.key for byte in data)\n"
    )
    codec = compiled(SPEC, point=POINT)
    found = bytewright.open(DATA, spec=codec, engine="kaitai").to_table()
    assert found == bytewright.open(DATA, spec=codec, engine="objects").to_table()
    assert found.to_pylist() == [{"x": 1, "body": b"abc"}, {"x": 2, "body": b"abc"}]


RECORDS = """
seq: [{id: points, type: point, repeat: eos}]
-records: points
-views: {rows: {each: 'points[*]', columns: [{id: x, value: _.x}]}}
"""


@pytest.mark.slow
def test_files_are_one_part(compiled: Compile) -> None:
    toolchain.install()
    codec = compiled(RECORDS, point=POINT)
    data = DATA[2:6]
    assert len(bytewright.open(data, spec=codec, engine="objects").splits(1)) == 2
    assert bytewright.open(data, spec=codec, engine="kaitai").splits(1) == [WHOLE]
