"""Codecs are found by entry points, and named, refused and identified as they should be."""

import importlib
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from tests.support.toy_codecs import NOTES, notes

from bytewright.cli import main
from bytewright.codec import registry
from bytewright.errors import CodecError, OptionError
from bytewright.io.source import BytesSource

CODEC = "from tests.support.toy_codecs import {name} as CODEC\n"


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package of codecs: two that work and four that don't."""
    name = "toy_codecs_" + tmp_path.name.replace("-", "_")
    folder = tmp_path / name
    sources = {
        "notes": CODEC.format(name="NOTES"),
        "grid": CODEC.format(name="GRID"),
        "older": CODEC.format(name="NOTES") + "import dataclasses\nCODEC = dataclasses.replace(CODEC, api=0)\n",
        "newer": "from bytewright.generated_api import api_99\nfrom bytewright.generated_api import no_such_part\n",
        "broken": "import no_such_module\n",
        "empty": "",
        "_private": "",
    }
    for module, text in {"": "", **sources}.items():
        (folder / module).mkdir(parents=True, exist_ok=True)
        (folder / module / "__init__.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    entries = [EntryPoint("toys", name, registry.GROUP)]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: entries if group == registry.GROUP else [])
    return name


def test_names_import_no_codec(package: str) -> None:
    assert registry.names() == ["broken", "empty", "grid", "newer", "notes", "older"]
    assert f"{package}.notes" not in sys.modules


def test_a_codec_by_name() -> None:
    assert registry.codec("notes") is NOTES


def test_an_unknown_name() -> None:
    with pytest.raises(OptionError, match=r"unknown spec 'note'\. Did you mean 'notes'\?"):
        registry.codec("note")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("older", "the codec notes was generated for another version of Bytewright: expected CODEC_API 6, found 0"),
        ("newer", "the codec newer was generated for another version of Bytewright: expected CODEC_API 6, found 99"),
        ("broken", "the codec broken can't be imported"),
        ("empty", "has no CODEC"),
    ],
)
def test_codecs_that_are_refused(name: str, message: str) -> None:
    with pytest.raises(CodecError, match=message) as caught:
        registry.codec(name)
    assert "bytewright generate" in str(caught.value)


def test_parse_of_another_version_is_refused_by_its_import(package: str) -> None:
    with pytest.raises(CodecError, match=r"CODEC_API 6, found 99\. Run `bytewright generate`"):
        importlib.import_module(f"{package}.newer")


def test_identify() -> None:
    assert registry.identify(BytesSource(notes())).names == ["notes"]
    assert registry.codec_of(BytesSource(b"GRID")).name == "grid"
    assert registry.identify(BytesSource(b"GRI")).names == []


def test_a_file_that_no_codec_knows_may_be_of_one_that_cannot_be_loaded(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither one codec nor a whole package keeps the others from being found; both are told of."""
    entries = [EntryPoint("toys", name, registry.GROUP) for name in (package, "no_such_package")]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: entries if group == registry.GROUP else [])
    assert registry.codec_of(BytesSource(b"GRID")).name == "grid"
    with pytest.raises(OptionError, match=r"unknown spec 'n'.* no_such_package can't be imported"):
        registry.codec("n")
    file = tmp_path / "some.thing"
    file.write_bytes(b"?")
    reasons = ("the codec newer was generated for another version", "the codec broken", "codecs no_such_package")
    for command in ("cat", "identify"):
        assert main([command, str(file)]) != 0
        said = capsys.readouterr().err
        assert all(reason in said for reason in (*reasons, "Run `bytewright generate`"))


def test_paths_need_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "bytewright_codegen.load", None)
        with pytest.raises(CodecError, match=r"needs the compiler: .* Run: pip install"):
            registry.codec("x/notes.ksy")
    monkeypatch.setattr(registry, "compiler", lambda: lambda path, *_, **__: NOTES)
    assert registry.codec("x/notes.ksy") is NOTES
