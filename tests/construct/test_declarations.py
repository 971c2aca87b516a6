"""What a file declares besides constructs, and what becomes of it."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from bytewright.cli import main
from bytewright.codec.trust import consent
from bytewright.errors import OptionError
from bytewright_codegen.front.construct.shipping import shipped
from bytewright_codegen.front.shipped_specs import spec_files
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.load import load
from bytewright_codegen.pipeline.project import loose_project
from bytewright_codegen.pipeline.resolved import resolved
from bytewright_codegen.pipeline.workspace import generated_files

BUILT = Path(__file__).parent / "built"
SPEC = '''"""Toy files.

More about them.
"""

from construct import GreedyRange, Int8ul, Struct

from toy_values import most

META = {"id": "toy", "license": ["CC0-1.0", "MIT"], "file-extension": "toy", "application": "Toys", "tags": ["small"]}
OPTIONS = [{"id": "table", "type": "file", "loader": "toy_values:loaded"}]
SAMPLES = ["a.toy"]
FILE_ORDER = "numeric"
other = Struct("x" / Int8ul)
toy = Struct("first" / other, "rest" / GreedyRange(other))
last = Struct("n" / Int8ul[most])
'''
VALUES = "def loaded(text: str) -> str:\n    return text\n\n\nmost = 3\n"


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    folder = tmp_path / "specs" / "toys"
    folder.mkdir(parents=True)
    (folder / "toy_values.py").write_text(VALUES)
    (folder / "toy.py").write_text(SPEC)
    (folder / "a.toy").write_bytes(b"\1\2\3")
    return folder / "toy.py"


def test_meta_and_the_docstring_describe_the_spec(toy: Path) -> None:
    spec = resolved(toy, trust=consent(toy)).main
    assert (spec.id, spec.title, spec.doc) == ("toy", "Toy files", "More about them.")
    assert (spec.license, spec.extensions, spec.applications) == ("CC0-1.0, MIT", ("toy",), ("Toys",))
    assert (spec.tags, spec.samples, spec.file_order) == (("small",), ("a.toy",), "numeric")
    assert [option.loader for option in spec.options] == ["toy_values:loaded"]
    assert [definition.name for definition in spec.types] == ["toy", "toy::other"]
    assert "toy_values" not in sys.modules


def test_an_order_that_files_cannot_have(toy: Path) -> None:
    toy.write_text(SPEC.replace('"numeric"', '"random"'))
    with pytest.raises(SpecErrors, match="FILE_ORDER is path or numeric, not 'random'"):
        resolved(toy, trust=consent(toy))


def test_without_a_name_the_last_construct_is_the_file(tmp_path: Path) -> None:
    path = tmp_path / "some_file.py"
    path.write_text('from construct import *\none = Struct("a" / Int8ul)\ntwo = Struct("b" / one)\n')
    spec = resolved(path, trust=consent(path)).main
    assert (spec.id, spec.root.attributes[0].id) == ("some_file", "b")


def test_what_is_said_of_a_type_is_not_said_of_a_field() -> None:
    spec = resolved(BUILT / "what_is_said_of_types.py", trust=consent(BUILT)).main
    docs = {definition.name.rpartition("::")[2]: definition.doc for definition in spec.types}
    assert docs["point"] == "A place."
    assert {a.id: a.doc for a in spec.root.attributes if a.doc} == {"at": "Where it is."}


def test_declarations_among_specs_are_those_that_say_what_they_are(toy: Path) -> None:
    (toy.parent / "kaitai.ksy").write_text("meta: {id: kaitai}\n")
    assert [path.name for path in spec_files(toy.parent)] == ["kaitai.ksy", "toy.py"]


def test_the_declaration_is_the_parser_of_its_codec(toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    project = loose_project(tmp_path)
    files = generated_files(project, [toy], lambda text: None, consent(toy)).files
    parser = files[project.package / "toy" / "parser.py"]
    assert "from .toy_values import most" in parser
    assert files[project.package / "toy" / "toy_values.py"] == VALUES
    tests = files[project.tests / "test_toy.py"]
    assert "check_construct(CODEC, model, declared)" in tests
    assert "from formats.toy.parser import toy as declared" in tests
    assert "## The declaration" in files[project.package / "toy" / "README.md"]
    package = tmp_path / "made"
    for name in ("toy_values.py", "parser.py"):
        package.mkdir(exist_ok=True)
        (package / name).write_text(files[project.package / "toy" / name])
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert importlib.import_module("made.parser").toy.parse(b"\1\2\3").rest[1].x == 3
    assert shipped(toy, "toy").root == "toy"


def test_mistakes_are_shown_by_the_command_that_generates(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = SPEC.replace('"x" / Int8ul', '"x" / BytesInteger(9)')
    toy.write_text(text.replace("import GreedyRange", "import BytesInteger, GreedyRange"))
    assert main(["generate", str(toy), "--check"]) == 1
    assert "toy.py:14:22: this BytesInteger can't be compiled" in capsys.readouterr().err


def test_the_engine_kaitai_is_not_for_declarations(toy: Path) -> None:
    import bytewright

    codec = load(toy, trust=toy)
    with pytest.raises(OptionError, match="no parser for the engine kaitai"):
        bytewright.open(b"\1\2", spec=codec, engine="kaitai").to_table()
