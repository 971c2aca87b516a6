import pickle
from pathlib import Path

import pytest

from bytewright.errors import SpecError
from bytewright_codegen.ir.diagnostics import Diagnostic, Problems, SpecErrors, misspelt, nearest
from bytewright_codegen.ir.location import Location


def at(line: int, column: int, file: str = "x.ksy") -> Location:
    return Location(file, line, column)


def test_one_line_names_the_first_and_counts_the_others():
    problems = Problems()
    problems.add(at(3, 1), "third")
    problems.add(at(1, 9), "second")
    problems.add(at(1, 2), "first", "Do this.")
    problems.add(at(1, 2), "first", "Do this.")
    with pytest.raises(SpecError) as caught:
        problems.raise_any()
    assert isinstance(caught.value, SpecErrors)
    assert str(caught.value) == "x.ksy:1:2: first (and 2 more). Do this."
    assert [d.message for d in caught.value.diagnostics] == ["first", "second", "third"]


def test_no_problems():
    problems = Problems()
    assert not problems
    problems.raise_any()


def test_files_stay_together_in_the_order_of_their_first_error():
    problems = Problems()
    for file, line in (("main", 5), ("other", 1), ("main", 2)):
        problems.add(at(line, 1, file), "wrong")
    with pytest.raises(SpecErrors) as caught:
        problems.raise_any()
    assert [(d.loc.file, d.loc.line) for d in caught.value.diagnostics] == [("main", 2), ("main", 5), ("other", 1)]


def test_rendering(tmp_path: Path):
    file = tmp_path / "x.ksy"
    file.write_text("a: 1\n\tb: ü2\r\n", encoding="utf-8")
    found = Diagnostic(at(2, 6, str(file)), "wrong", "Do this.").render()
    assert found == f"{file}:2:6: wrong\n    \tb: ü2\n    \t    ^\n  Do this."


def test_a_spec_gives_no_commands_to_a_terminal(tmp_path: Path):
    path = tmp_path / "a\x1b[1m.ksy"
    path.write_text("\tx: \x1b[31my\n", encoding="utf-8")
    found = Diagnostic(at(1, 10, str(path)), "unknown key 'y\x9b'", "No \u202e.").render()
    said = f"{tmp_path}/a\\x1b[1m.ksy:1:10: unknown key 'y\\x9b'"
    assert found.split("\n") == [said, "    \tx: \\x1b[31my", "    \t           ^", "  No \\u202e."]


def test_rendering_without_the_file():
    assert Diagnostic(at(2, 6, "/nowhere/x.ksy"), "wrong").render() == "/nowhere/x.ksy:2:6: wrong"


def test_pickling():
    error = SpecErrors((Diagnostic(at(1, 2), "wrong", "Do this."), Diagnostic(at(2, 2), "too")))
    found = pickle.loads(pickle.dumps(error))
    assert found.diagnostics == error.diagnostics
    assert str(found) == str(error)


def test_nearest():
    assert nearest("tpye", ["type", "size"]) == "Did you mean 'type'?"
    assert nearest("UTF8", ["ASCII", "utf-8"]) == "Did you mean 'utf-8'?"
    assert nearest("zzz", ["type", "size"]) is None


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("-dervie", "-derive"),
        ("-drive", "-derive"),
        ("-derrivve", "-derive"),
        ("-vaule", "-value"),
        ("-views", "-view"),
        ("-value", None),
        ("-webide", None),
        ("-drv", None),
    ],
)
def test_misspelt(name: str, meant: str | None):
    assert misspelt(name, ["-derive", "-value", "-view"]) == meant


def test_warnings_alone_raise_nothing():
    problems = Problems()
    problems.warn(at(2, 1), "odd", "Look.")
    problems.advise(at(1, 1), "ugly")
    problems.raise_any()
    assert not problems
    assert [(d.message, d.severity) for d in problems.warnings()] == [("ugly", "style"), ("odd", "warning")]


def test_warnings_stand_before_errors():
    problems = Problems()
    problems.add(at(1, 1), "wrong")
    problems.warn(at(2, 1), "odd", "Look.")
    problems.advise(at(3, 1), "ugly")
    with pytest.raises(SpecErrors) as caught:
        problems.raise_any()
    assert caught.value.render() == "x.ksy:2:1: warning: odd\n  Look.\nx.ksy:3:1: style: ugly\nx.ksy:1:1: wrong"
    assert [(kind, text) for kind, text, _ in caught.value.remarks()] == [
        ("warning", "x.ksy:2:1: odd. Look."),
        ("error", "x.ksy:1:1: wrong"),
    ]
    assert pickle.loads(pickle.dumps(caught.value)).warnings == caught.value.warnings
