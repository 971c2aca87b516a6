"""`bytewright generate` on a checkout of its own, and what the generated strategies do for a toy format."""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import Phase, given, settings

from bytewright.cli import main
from bytewright.codec.codec import Codec
from bytewright.testing import PROFILE, check_coverage, check_oracle, check_round_trip, check_tree
from bytewright.testing.goals import Values

# Parsers are made by kaitai-struct-compiler, which is fetched once.
pytestmark = pytest.mark.slow

TOY = """
meta: {id: toy_log, endian: be, encoding: UTF-8, bit-endian: be, imports: [toy_item], file-extension: toy}
doc: A toy.
seq:
  - {id: magic, contents: [0x54, 0x4f]}
  - {id: flags, type: flags}
  - {id: note, type: strz, if: flags.has_note}
  - {id: num_items, type: u1, valid: {max: 100}}
  - {id: kinds, type: u1, enum: kind, valid: {in-enum: true}, repeat: expr, repeat-expr: num_items}
  - {id: items, type: entry(_index), repeat: expr, repeat-expr: num_items}
  - {id: marks, type: s2, repeat: until, repeat-until: _ == 0}
  - {id: rest, type: toy_item, repeat: eos}
types:
  flags:
    seq:
      - {id: has_note, type: b1}
      - {id: level, type: b3, valid: {min: 1, max: 6}}
      - {id: reserved, type: b4, -default: 0}
  entry:
    params: [{id: i, type: u1}]
    seq:
      - id: value
        type:
          switch-on: _parent.kinds[i]
          cases: {'kind::small': s1, 'kind::real': f8, 'kind::item': toy_item}
enums:
  kind: {1: small, 2: real, 7: item}
"""

ITEM = """
meta: {id: toy_item, endian: le, encoding: UTF-8}
seq:
  - {id: len_text, type: u2, valid: {max: 300}}
  - {id: text, type: str, size: len_text}
  - {id: code, type: u4, if: len_text > 3}
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    specs = tmp_path / "specs"
    (specs / "toys").mkdir(parents=True)
    (specs / "toys" / "toy_log.ksy").write_text(TOY)
    (specs / "toys" / "toy_item.ksy").write_text(ITEM)
    (tmp_path / "pyproject.toml").write_text('[tool.bytewright]\npackage = "generated/toy_formats"\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files_of(root: Path) -> dict[str, tuple[bytes, int]]:
    found = (path for place in ("generated", "tests") for path in (root / place).rglob("*") if path.is_file())
    return {str(path.relative_to(root)): (path.read_bytes(), path.stat().st_mtime_ns) for path in found}


def test_twice_gives_the_same_and_touches_nothing(checkout: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--check"]) == 1
    assert not (checkout / "generated").exists()
    assert main(["generate"]) == 0
    first = files_of(checkout)
    assert "generated/toy_formats/toy_log/parser.py" in first
    assert "generated/pyspark_toy_item/__init__.py" in first
    assert "tests/generated/test_toy_log.py" in first
    assert b"Generated from specs/toys/toy_log.ksy" in first["generated/toy_formats/toy_log/reader.py"][0]
    assert not any(str(checkout).encode() in data for data, _ in first.values())
    capfd.readouterr()
    assert main(["generate"]) == 0
    assert files_of(checkout) == first
    assert ", 0 written, 0 removed" in capfd.readouterr().err
    assert main(["generate", "--check"]) == 0


def test_what_no_spec_makes_is_removed(checkout: Path) -> None:
    assert main(["generate"]) == 0
    mine = checkout / "tests" / "generated" / "test_by_hand.py"
    mine.write_text("def test() -> None: ...\n")
    stale = checkout / "generated" / "toy_formats" / "toy_item" / "old.py"
    stale.write_text("")
    (checkout / "specs" / "toys" / "toy_log.ksy").unlink()
    assert main(["generate"]) == 0
    left = files_of(checkout)
    assert not any("toy_log" in name for name in left)
    assert any("toy_item" in name for name in left)
    assert mine.exists()
    assert not stale.exists()


def test_errors_show_their_place(checkout: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (checkout / "specs" / "toys" / "toy_item.ksy").write_text(ITEM.replace("len_text > 3", "len_txt > 3"))
    assert main(["generate"]) == 1
    said = capfd.readouterr().err
    assert "len_txt" in said
    assert "^" in said
    assert not (checkout / "generated").exists()


@pytest.fixture
def toy(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    assert main(["generate"]) == 0
    monkeypatch.syspath_prepend(checkout / "generated")
    for name in [name for name in sys.modules if name.partition(".")[0] == "toy_formats"]:
        monkeypatch.delitem(sys.modules, name)
    return importlib.import_module("toy_formats.toy_log.strategies")


def _with(codec: Codec, check: Callable[[Codec, Any], None]) -> Callable[[Any], None]:
    def checked(model: Any) -> None:
        check(codec, model)

    return checked


def test_drawn_models_hold_and_cover(toy: ModuleType) -> None:
    codec = importlib.import_module("toy_formats.toy_log").CODEC
    run = settings(PROFILE, max_examples=40, phases=[Phase.generate])
    for check in (check_round_trip, check_oracle, check_tree):
        run(given(toy.models())(_with(codec, check)))()  # type: ignore[no-untyped-call]
    coverage = check_coverage(codec, toy.models(), toy.GOALS)
    for expected in (
        "toy_log.note: left out",
        "toy_log.kinds: empty",
        "toy_log.items: long",
        "toy_log.marks: one element",
        "entry.value: case real",
        "entry.value<real> = denormal",
        "entry.value<small> refuses 128",
        "flags.level = 1",
        "flags.level refuses 7",
        "toy_log.kinds = 7",
        "toy_log.rest: long",
    ):
        assert coverage.counts[expected] > 0, (expected, coverage.names)


def test_a_goal_that_is_never_met_is_named(toy: ModuleType) -> None:
    package = importlib.import_module("toy_formats.toy_log")
    never = Values(package.Flags, 1, (0,))
    with pytest.raises(AssertionError, match=r"never had: flags\.level = 0"):
        check_coverage(package.CODEC, toy.models(), [never], examples=2)


def test_a_package_of_a_strangers_spec(checkout: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    package, other = tmp_path / "formats_of_mine", tmp_path / "other.ksy"
    other.write_text(
        "meta: {id: other, endian: le}\nseq: [{id: len, type: u1}, {id: w, type: u1}, {id: x, size: len * w}]"
    )
    assert main(["generate", str(checkout / "specs/toys/toy_log.ksy"), "--package", str(package)]) == 0
    made = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    assert {"__init__.py", "py.typed", "toy_log/model.py", "toy_item/writer.py"} <= made
    assert not any(name.endswith(("parser.py", "README.md")) for name in made)
    assert "parse: Parse[ToyLog] = CODEC.parse" in (package / "toy_log/__init__.py").read_text()
    capfd.readouterr()
    # Another spec comes beside it, and what writers can't find out is said.
    assert main(["generate", str(other), "--package", str(package)]) == 0
    assert "'len' and 'w' can't be found from the size of 'x'" in capfd.readouterr().err
    assert (package / "toy_log/model.py").exists()
    assert main(["generate", str(other), "--package", str(package), "--check"]) == 0
    assert main(["generate", "--package", str(package)]) == 2
