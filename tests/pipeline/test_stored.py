"""Compiled specs in the cache: checked before anything of them is imported, and made anew where they aren't whole."""

from __future__ import annotations

import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

from bytewright.errors import SpecError
from bytewright.host.cache import SIZE
from bytewright_codegen import load as load_module
from bytewright_codegen.ir.library import Library
from bytewright_codegen.load import load
from bytewright_codegen.pipeline import codec_cache
from bytewright_codegen.pipeline.compilation import compiled

SPEC = """
meta: {id: pairs, endian: le, imports: [one]}
seq:
  - {id: first, type: one}
  - {id: second, type: u2, valid: {max: 9}}
instances:
  sum: {value: first.value + second}
"""
ONE = "meta: {id: one}\nseq: [{id: value, type: u1}]\n"
DATA = b"\3\4\0"


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "one.ksy").write_text(ONE)
    (tmp_path / "pairs.ksy").write_text(SPEC)
    return tmp_path / "pairs.ksy"


def entry(spec: Path) -> Path:
    (found,) = (spec.parent / "cache" / "bytewright" / "compiled").iterdir()
    return found


def read_by_another_process(spec: Path) -> str:
    """The sum, and whether the spec was compiled for it."""
    script = (
        "import sys; from bytewright_codegen import load; made = []; compiled = load.compiled\n"
        "load.compiled = lambda library: made.append(1) or compiled(library)\n"
        f"print(load.load(sys.argv[1]).parse({DATA!r}).sum, len(made))"
    )
    done = subprocess.run([sys.executable, "-c", script, spec], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.fixture
def read_here(spec: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """The same in this process."""

    def read() -> str:
        made = []

        def counted(library: Library) -> dict[str, dict[str, str]]:
            made.append(library)
            return compiled(library)

        monkeypatch.setattr(load_module, "compiled", counted)
        return f"{load(spec).parse(DATA).sum} {len(made)}\n"

    return read


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def changed(path: Path) -> None:
    whole = path.read_bytes()
    place = whole.index(b"sum")
    path.write_bytes(whole[:place] + b"mus" + whole[place + 3 :])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def gone(path: Path) -> None:
    path.unlink()


def test_what_one_process_compiled_another_uses(spec: Path, read_here: Callable[[], str]):
    assert read_here() == "7 1\n"
    assert read_by_another_process(spec) == "7 0\n"


def test_another_compiler_compiles_anew(
    spec: Path, read_here: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which one it is, is told by what its files hold."""
    source = tmp_path / "compiler" / "all.py"  # what lies beside a spec counts itself
    source.parent.mkdir()

    def read(text: str) -> str:
        source.write_text(text)
        return read_here()

    monkeypatch.setattr(load_module, "_sources", load_module._sources.__wrapped__)  # which keeps what it found
    monkeypatch.setattr(load_module, "package_files", lambda package, suffixes: [(package, source)])
    assert [read("one"), read("two"), read("one"), read("two")] == ["7 1\n", "7 1\n", "7 0\n", "7 0\n"]


def test_what_is_damaged_is_compiled_anew(spec: Path, read_here: Callable[[], str]):
    assert read_here() == "7 1\n"
    for damage in (cut, changed, empty, gone):
        damage(entry(spec))
        assert read_here() == "7 1\n"
    assert read_here() == "7 0\n"


def test_what_can_not_be_kept_is_used(spec: Path, read_here: Callable[[], str]):
    assert read_here() == "7 1\n"
    folder(entry(spec))
    assert read_here() == "7 1\n"
    assert [path.name for path in entry(spec).parent.iterdir()] == [entry(spec).name]


def test_the_size_of_the_cache(spec: Path, monkeypatch: pytest.MonkeyPatch):
    """Of what is larger than the cache may be, the last one stays."""
    monkeypatch.setattr(codec_cache, "_UNTRIMMED", 1)
    monkeypatch.setenv(SIZE, "1k")
    load(spec.parent / "one.ksy")
    first = entry(spec)
    load(spec)
    assert entry(spec) != first


def test_errors_show_the_source_of_what_is_in_memory(spec: Path):
    try:
        load(spec).parse(b"\3")
    except Exception as error:
        shown = "".join(traceback.format_exception(error))
    assert '/pairs/reader.py"' in shown
    assert "cursor." in shown


def test_a_spec_that_is_wrong_is_blamed(spec: Path):
    spec.write_text(SPEC.replace("u2", "u3"))
    with pytest.raises(SpecError, match="unknown type 'u3'"):
        load(spec)
    assert not (spec.parent / "cache").exists() or not list((spec.parent / "cache").rglob("*.codecs"))


def test_nothing_that_has_been_changed_is_unmarshalled(spec: Path, monkeypatch: pytest.MonkeyPatch):
    def never(content: bytes) -> None:
        raise AssertionError(content[:8])

    load(spec)
    changed(entry(spec))
    monkeypatch.setattr("bytewright_codegen.pipeline.codec_cache.marshal.loads", never)
    assert codec_cache.read(entry(spec).stem) is None
