"""Codecs are found by entry points, and named, refused and identified as they should be."""

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from tests.support.toy_codecs import NOTES, notes

from bytewright.codec import registry
from bytewright.errors import CodecError, OptionError
from bytewright.io.source import BytesSource

CODEC = "from tests.support.toy_codecs import {name} as CODEC\n"


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package of codecs: two that work and three that don't."""
    name = "toy_codecs_" + tmp_path.name.replace("-", "_")
    folder = tmp_path / name
    sources = {
        "notes": CODEC.format(name="NOTES"),
        "grid": CODEC.format(name="GRID"),
        "older": CODEC.format(name="NOTES") + "import dataclasses\nCODEC = dataclasses.replace(CODEC, api=0)\n",
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
    assert registry.names() == ["broken", "empty", "grid", "notes", "older"]
    assert f"{package}.notes" not in sys.modules


def test_a_codec_by_name() -> None:
    assert registry.codec("notes") is NOTES


def test_an_unknown_name() -> None:
    with pytest.raises(OptionError, match=r"unknown spec 'note'\. Did you mean 'notes'\?"):
        registry.codec("note")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("older", "the codec notes was generated for another version of Bytewright: expected CODEC_API 2, found 0"),
        ("broken", "the codec broken can't be imported"),
        ("empty", "has no CODEC"),
    ],
)
def test_codecs_that_are_refused(name: str, message: str) -> None:
    with pytest.raises(CodecError, match=message) as caught:
        registry.codec(name)
    assert "bytewright generate" in str(caught.value)


def test_identify() -> None:
    assert registry.identify(BytesSource(notes())) == ["notes"]
    assert registry.codec_of(BytesSource(b"GRID")).name == "grid"
    assert registry.identify(BytesSource(b"GRI")) == []
    with pytest.raises(OptionError, match="no spec fits"):
        registry.codec_of(BytesSource(b"?", "some.note"))


def test_paths_need_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "bytewright_codegen.load", None)
        with pytest.raises(CodecError, match=r"needs the compiler: .* Install it with"):
            registry.codec("x/notes.ksy")
    monkeypatch.setattr(registry, "compiler", lambda: lambda path, *_, **__: NOTES)
    assert registry.codec("x/notes.ksy") is NOTES
