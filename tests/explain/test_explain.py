"""``bytewright explain``."""

from pathlib import Path

import pytest

from bytewright.cli import main
from bytewright_codegen.explain.command import SECTIONS
from bytewright_codegen.front.ksy import load
from bytewright_codegen.ir.serial import from_json
from bytewright_codegen.semantics.resolve import resolve

FIXTURES = Path(__file__).parents[1] / "pipeline" / "fixtures"
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
    assert f"{path}:3:19: " in lines[0]
    assert lines[1:3] == ["      - {id: a, type: u2}", " " * 22 + "^"]
    assert lines[3] == f"bytewright: error: {path}:4:13: unknown key 'typ' in an attribute. Did you mean 'type'?"
    assert lines[4:] == ["      - {id: b, typ: u1}", " " * 16 + "^"]


def test_warnings_and_matters_of_style(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    path = tmp_path / "odd.ksy"
    text = "meta: {id: odd, encoding: utf8}\nseq:\n  - {id: n, type: u1, -value: x}\n  - {id: a, size: n}\n"
    path.write_text(text, encoding="utf-8")
    status, out, err = explain(capsys, str(path), "--section", "types")
    assert (status, out.splitlines()[0]) == (0, "odd: odd")
    assert [line for line in err.splitlines() if line.startswith("bytewright: ")] == [
        f"bytewright: warning: {path}:1:27: the canonical name of encoding 'utf8' is 'UTF-8'",
        f"bytewright: warning: {path}:3:23: '-value' means nothing in an attribute",
        f"bytewright: warning: {path}:3:5: 'n' is only the size of 'a'. It could be called 'len_a'.",
    ]


def test_what_lies_at_a_place_of_its_own_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    spec = tmp_path / "toy.ksy"
    spec.write_text(
        "meta: {id: toy, endian: le}\n"
        "seq: [{id: start, type: u4}]\n"
        "instances:\n"
        "  marks: {io: _root._io, pos: start, type: u2, repeat: expr, repeat-expr: 3}\n",
        encoding="utf-8",
    )
    status, out, _ = explain(capsys, str(spec))
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert status == 0
    assert "pos start in _root._io 6 u2le marks × 3" in lines


def test_writing_says_which_strategies_don_t_take_rows(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = explain(capsys, str(GRID), "--section", "writing")
    assert "rows: encoded by " in out
    assert "  not by template: its rows are no parallel vectors" in out


SEVERAL = """\
meta: {id: several, endian: le, encoding: ISO-2022-JP}
seq:
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq:
      - {id: number, type: u2}
      - {id: name, type: str, size: 4}
      - {id: sum, type: u4, -checksum: {algorithm: adler32, from: number, to: number}}
      - {id: inner, type: item, if: number > 9}
"""


def test_all_reasons_are_told_at_once_column_by_column(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "several.ksy"
    path.write_text(SEVERAL, encoding="utf-8")
    _, out, _ = explain(capsys, str(path), "--section", "views")
    lines = out.splitlines()
    assert [" ".join(line.split()[:4]) for line in lines if " = _." in line] == [
        f"{column} objects (1, 2)" for column in ("number", "name", "sum", "inner")
    ]
    assert [line.partition(f"{path}:")[2] for line in lines if f"{path}:" in line] == [
        "8:9: text in ISO-2022-JP",
        "5:3: a structure inside one of its own type",
    ]
    carets = [(lines[place - 1], line) for place, line in enumerate(lines) if line.strip() == "^"]
    assert [above[line.index("^") :] for above, line in carets] == ["{id: name, type: str, size: 4}", "item:"]
    assert "Store text in UTF-8 or ASCII" in out
    _, out, _ = explain(capsys, str(path), "--write")
    assert "VIEWS" not in out
    assert [
        " ".join(line.split()) for line in out.splitlines() if line.strip().startswith(("number", "name", "inner"))
    ] == [
        "number objects, as others",
        "name objects (1)",
        "inner objects, as others",
    ]


def test_views_of_headers_say_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "headed.ksy"
    path.write_text(
        "meta: {id: headed, endian: le}\n"
        "seq: [{id: head, type: head}, {id: items, type: item, repeat: eos}]\n"
        "types: {head: {seq: [{id: a, type: u1}]}, item: {seq: [{id: b, type: item, if: false}, {id: c, type: u1}]}}\n"
        "-views: {head: {columns: [{id: a, value: head.a}]}}\n",
        encoding="utf-8",
    )
    _, out, _ = explain(capsys, str(path), "--section", "views")
    assert "all that it shows stands before the records" in out
    assert "of its own type" not in out
