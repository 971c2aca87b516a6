"""``bytewright explain``."""

from pathlib import Path

import pytest

from bytewright.cli import main
from bytewright_codegen.explain.command import SECTIONS
from bytewright_codegen.ir.serial import from_json
from bytewright_codegen.ksy import load
from bytewright_codegen.passes.resolve import resolve

FIXTURES = Path(__file__).parent / "fixtures"
GRID = FIXTURES / "readme" / "grid.ksy"


def explain(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["explain", *words])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_all_sections_in_order(capsys: pytest.CaptureFixture[str]):
    status, out, err = explain(capsys, str(GRID))
    assert (status, err) == (0, "")
    headings = [line for line in out.splitlines() if line.isupper() and line.isalpha()]
    assert headings == [section.upper() for section in SECTIONS]


def test_some_sections(capsys: pytest.CaptureFixture[str]):
    _, out, _ = explain(capsys, str(GRID), "--section", "types", "--section", "derive")
    assert "TYPES" in out
    assert "DERIVE" in out
    assert "SCOPES" not in out


def test_types_say_where_everything_lies(capsys: pytest.CaptureFixture[str]):
    _, out, _ = explain(capsys, str(GRID), "--section", "types")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "15 + 2·num_columns 4 + 4·num_columns f4be edges × num_columns + 1" in lines
    assert "0, bits 4–6 3 bits b3 kind enum kind; a member of its enum" in lines
    assert "pair 2 bytes" in lines


def test_views_say_which_engine_reads_them(capsys: pytest.CaptureFixture[str]):
    _, out, _ = explain(capsys, str(GRID), "--section", "views")
    assert "rows (default): read " in out
    assert "… and one column per key of columns[*]" in out


@pytest.mark.parametrize("words", [(), ("--unresolved",)])
def test_json_is_the_ir(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]):
    _, out, _ = explain(capsys, str(GRID), "--json", *words)
    library = load(str(GRID))
    assert from_json(out) == (library if words else resolve(library))


def test_wrong_words(capsys: pytest.CaptureFixture[str]):
    status, _, err = explain(capsys, str(GRID), "--section", "type")
    assert status == 2
    assert "types" in err
    status, _, err = explain(capsys, str(GRID), "--unresolved")
    assert (status, "--json" in err) == (2, True)
    status, _, err = explain(capsys, "no_such_spec")
    assert (status, "unknown spec 'no_such_spec'" in err) == (2, True)


def test_every_error_of_a_spec_has_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    path = tmp_path / "bad.ksy"
    path.write_text("meta: {id: bad}\nseq:\n  - {id: a, type: u2}\n  - {id: b, typ: u1}\n", encoding="utf-8")
    status, out, err = explain(capsys, str(path))
    assert (status, out) == (1, "")
    lines = err.splitlines()
    assert all(line.startswith("bytewright: error: ") for line in lines)
    assert f"{path}:3:19: " in lines[0]
    assert any(f"{path}:4:13: unknown key 'typ'" in line for line in lines)
