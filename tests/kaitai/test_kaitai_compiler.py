"""The stock parsers: what goes into kaitai-struct-compiler, and what comes out of it.

Node and npm's package are fetched where they are missing, so all of this is left to `make test-all`.
"""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bytewright.errors import SpecError
from bytewright_codegen.front.ksy.document import parse
from bytewright_codegen.kaitai import toolchain
from bytewright_codegen.kaitai.compiler import compile_parsers
from bytewright_codegen.kaitai.documents import plain

pytestmark = pytest.mark.slow

SPECS = Path(__file__).parents[2] / "specs"

POINT = """
meta: {id: point, endian: le}
seq:
  - {id: x, type: s2}
  - {id: y, type: s2}
"""

PATH = """
meta:
  id: path
  endian: be
  imports: [shapes/point]
-views: {rows: {each: 'points[*]'}}
seq:
  - {id: magic, contents: [0x50, 0b0000_0001]}
  - {id: num_points, type: u1, -default: 0}
  - {id: points, type: point, repeat: expr, repeat-expr: num_points}
"""


def documents(*texts: str) -> dict[str, Any]:
    trees = [plain(parse(text, "test.ksy")) for text in texts]
    return {tree["meta"]["id"]: tree for tree in trees}


Load = Callable[[dict[str, str]], dict[str, ModuleType]]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Imports parsers from a package of codecs, laid out as generated code is."""

    def put(sources: dict[str, str]) -> dict[str, ModuleType]:
        root = tmp_path / "codecs_under_test"
        for spec, source in sources.items():
            (root / spec).mkdir(parents=True)
            (root / spec / "__init__.py").touch()
            (root / spec / "parser.py").write_text(source, encoding="utf-8")
        (root / "__init__.py").touch()
        monkeypatch.syspath_prepend(tmp_path)
        for name in [name for name in sys.modules if name.startswith(root.name)]:
            monkeypatch.delitem(sys.modules, name)
        importlib.invalidate_caches()
        return {spec: importlib.import_module(f"{root.name}.{spec}.parser") for spec in sources}

    return put


def test_parser_reads_and_imports_its_sibling(load: Load):
    parsers = load(compile_parsers(documents(PATH, POINT)))
    parsed = parsers["path"].Path.from_bytes(b"P\x01\x02\x01\x00\xff\xff\x02\x00\x03\x00")
    assert [(point.x, point.y) for point in parsed.points] == [(1, -1), (2, 3)]


def test_debug_variant_notes_places(load: Load):
    parsed = load(compile_parsers(documents(PATH, POINT), debug=True))["path"].Path.from_bytes(b"P\x01\x01\x01\0\2\0")
    parsed._read()
    assert parsed._debug["points"]["start"] == 3
    assert parsed.points[0]._debug["y"]["end"] == 7


def test_imports_are_resolved_by_the_caller():
    names: list[tuple[str, str]] = []

    def resolve(spec: str, name: str) -> str:
        names.append((spec, name))
        return "point"

    assert "from ..point import parser as point" in compile_parsers(documents(PATH, POINT), resolve=resolve)["path"]
    assert names == [("path", "shapes/point")]


def test_custom_processes_keep_their_module():
    source = compile_parsers(
        documents("""
            meta: {id: packed}
            seq: [{id: body, size-eos: true, process: some.codecs.shrunk(3)}]
        """)
    )["packed"]
    assert "import some.codecs" in source
    assert "some.codecs.Shrunk(3)" in source


@pytest.mark.parametrize("number", [2**31 - 1, 2**31, 2**53 + 1, 2**63 - 1, 2**64 - 1])
def test_integers_are_exact(load: Load, number: int):
    sources = compile_parsers(
        documents(f"""
            meta: {{id: big, endian: le}}
            seq:
              - {{id: a, type: u8, valid: 0x{number:x}}}
              - {{id: b, type: s8, valid: {{min: {-number >> 1}}}}}
              - {{id: same, type: s8, valid: {{any-of: [{-number >> 1}]}}}}
              - {{id: c, type: {{switch-on: a, cases: {{0x{number:x}: u1, _: u2}}}}}}
            instances: {{value: {{value: {number:_}}}}}
        """)
    )
    data = number.to_bytes(8, "little") + 2 * (-number >> 1).to_bytes(8, "little", signed=True) + b"\7"
    parsed = load(sources)["big"].Big.from_bytes(data)
    assert (parsed.a, parsed.b, parsed.c, parsed.value) == (number, -number >> 1, 7, number)


def test_enum_values_beyond_doubles_and_names_that_yaml_1_1_takes_for_booleans(load: Load):
    parser = load(
        compile_parsers(
            documents("""
                meta: {id: switches, endian: le}
                seq: [{id: state, type: u8, enum: state}]
                enums: {state: {0: off, 1: on, 2: no, 9007199254740993: yes}}
            """)
        )
    )["switches"]
    parsed = parser.Switches.from_bytes((2**53 + 1).to_bytes(8, "little"))
    assert parsed.state.name == "yes"
    assert [member.name for member in parser.Switches.State] == ["off", "on", "no", "yes"]


def test_whole_floats_stay_floats(load: Load):
    parser = load(compile_parsers(documents("{meta: {id: f}, instances: {one: {value: 1.0}}}")))["f"]
    assert isinstance(parser.F.from_bytes(b"").one, float)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "{meta: {id: a}, seq: [{id: x, type: missing}]}",
            r"a: kaitai-struct-compiler: /seq/0/type: error: .*'missing'",
        ),
        ("{meta: {id: a, imports: [b]}}", "imports b, which is not among the specs"),
        ("{meta: {id: a}, seq: [{id: class, type: u1}]}", "does not parse: self.class = .* keyword"),
        ("{meta: {id: a}, enums: {-note: x, e: {1: one}}}", "kaitai-struct-compiler: "),
    ],
)
def test_what_it_refuses_names_the_spec(text: str, message: str):
    with pytest.raises(SpecError, match=message):
        compile_parsers(documents(text))


def test_a_document_under_a_wrong_id_is_refused():
    with pytest.raises(SpecError, match="meta/id is other"):
        compile_parsers({"other": documents(POINT)["point"]})


def test_nothing_to_do_needs_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(toolchain, "install", None)
    assert compile_parsers({}) == {}


def test_install_is_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    said: list[str] = []
    package = toolchain.install(said.append)
    assert package.is_relative_to(tmp_path)
    assert package == toolchain.install(said.append)
    assert said == ["fetching kaitai-struct-compiler from npm"]
    assert [path.name for path in package.parents[2].iterdir()] == [package.parents[1].name]


def test_a_failed_install_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    # Port 9 discards: nothing answers there.
    for name, value in {"registry": "http://127.0.0.1:9", "fetch_retries": "0", "cache": str(tmp_path / "npm")}.items():
        monkeypatch.setenv(f"npm_config_{name}", value)
    with pytest.raises(toolchain.ToolchainError, match=r"npm could not install .* It needs an npm registry"):
        toolchain.install()
    assert list((tmp_path / "bytewright" / "ksc").iterdir()) == []


def test_every_spec_of_ours_compiles():
    texts = [path.read_text(encoding="utf-8") for path in sorted(SPECS.rglob("*.ksy"))]
    specs = documents(*texts)
    assert set(compile_parsers(specs)) == set(specs)
    assert set(compile_parsers(specs, debug=True)) == set(specs)
