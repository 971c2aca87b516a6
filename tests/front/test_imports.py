import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bytewright.errors import InputMissingError
from bytewright_codegen.front.ksy import imports, load
from bytewright_codegen.front.ksy.reader import read_spec
from bytewright_codegen.ir.diagnostics import Problems, SpecErrors
from bytewright_codegen.semantics.resolve import resolve


def spec(folder: Path, name: str, *imports: str, more: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["meta:", f"  id: {name}"]
    if imports:
        lines += ["  imports:", *(f"    - {i}" for i in imports)]
    path = folder / f"{name}.ksy"
    path.write_text("\n".join(lines) + "\n" + more, encoding="utf-8")
    return path


def test_relative_and_absolute(tmp_path: Path):
    main = spec(tmp_path, "main", "sub/near", "/far/away")
    spec(tmp_path / "sub", "near", "nearer", "../up")
    spec(tmp_path / "sub", "nearer")
    spec(tmp_path, "up")
    spec(tmp_path / "lib" / "far", "away")
    library = load(main, [tmp_path / "none", tmp_path / "lib"])
    assert [s.id for s in library.specs] == ["main", "near", "nearer", "up", "away"]
    assert dict(library.imports) == {
        "main": ("near", "away"),
        "near": ("nearer", "up"),
        "nearer": (),
        "up": (),
        "away": (),
    }
    assert library.main.id == "main"
    assert library.reached("near") == ("near", "nearer", "up")
    assert library.by_id["up"].file == str(tmp_path / "up.ksy")


def test_circles(tmp_path: Path):
    main = spec(tmp_path, "a", "b", more="seq:\n  - {id: b, type: b}\n")
    spec(tmp_path, "b", "a", more="seq:\n  - {id: a, type: a, if: not _io.eof}\n")
    library = resolve(load(main))
    assert dict(library.imports) == {"a": ("b",), "b": ("a",)}
    assert [t.parent_type for s in library.specs for t in s.types] == [None, None]


def test_what_is_imported_by_others_only_can_be_named(tmp_path: Path):
    main = spec(tmp_path, "a", "b", more="seq:\n  - {id: c, type: 'c::inner'}\n")
    spec(tmp_path, "b", "c")
    spec(tmp_path, "c", more="types:\n  inner: {}\n")
    assert resolve(load(main)).main.root.attributes[0].wire.type == "c::inner"  # type: ignore[union-attr]


def test_what_is_not_imported_cannot_be_named(tmp_path: Path):
    main = spec(tmp_path, "a", "b", "c")
    spec(tmp_path, "b", more="seq:\n  - {id: c, type: c}\n")
    spec(tmp_path, "c")
    with pytest.raises(SpecErrors, match="unknown type 'c'"):
        resolve(load(main))


def test_errors_of_all_files_at_once(tmp_path: Path):
    main = spec(tmp_path, "a", "b", "x", more="tilte: 1\n")
    other = spec(tmp_path, "b", more="sqe: []\n")
    with pytest.raises(SpecErrors) as caught:
        load(main)
    assert [str(d) for d in caught.value.diagnostics] == [
        f"{main}:5:7: no spec 'x.ksy' to import (searched: {tmp_path})",
        f"{main}:6:1: unknown key 'tilte' in a spec",
        f"{other}:3:1: unknown key 'sqe' in a spec",
    ]


def test_a_broken_import(tmp_path: Path):
    main = spec(tmp_path, "a", "b")
    (tmp_path / "b.ksy").write_text("a: b: c", encoding="utf-8")
    with pytest.raises(SpecErrors, match=r"b\.ksy:1:5: not YAML"):
        load(main)


def test_two_specs_with_one_id(tmp_path: Path):
    main = spec(tmp_path, "a", "sub/a")
    spec(tmp_path / "sub", "a")
    with pytest.raises(SpecErrors, match=r"spec 'a' is declared in .*a\.ksy too"):
        load(main)


def test_absolute_without_an_import_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "home" / "deep" / "down").mkdir(parents=True)
    importer = spec(tmp_path / "home" / "deep" / "down", "a", "/b/c")
    top = spec(tmp_path / "home", "top", "deep/down/a")
    # What lies around the folder of the spec that is named is somebody else's.
    (tmp_path / "b").mkdir()
    spec(tmp_path / "b", "c")
    for path in (importer, top):
        with pytest.raises(SpecErrors, match=r"no spec '/b/c.ksy' to import .* KSPATH names more folders"):
            load(path)
    (tmp_path / "home" / "b").mkdir()
    spec(tmp_path / "home" / "b", "c")
    assert load(top.relative_to(tmp_path)).by_id["c"].file == "home/b/c.ksy"
    with pytest.raises(SpecErrors, match="no spec"):
        load(importer)
    (tmp_path / "home" / "deep" / "b").mkdir()
    spec(tmp_path / "home" / "deep" / "b", "c")
    assert load(top.relative_to(tmp_path)).by_id["c"].file == "home/deep/b/c.ksy"
    (tmp_path / "elsewhere" / "b").mkdir(parents=True)
    spec(tmp_path / "elsewhere" / "b", "c")
    monkeypatch.setenv("KSPATH", "nowhere:elsewhere")
    assert load(importer).by_id["c"].file == "elsewhere/b/c.ksy"


@pytest.mark.parametrize("name", ["/../b/c", "/b/../../b/c", "/../elsewhere/b/c"])
def test_absolute_stays_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str):
    for folder in ("home", "b", "elsewhere/b"):
        (tmp_path / folder).mkdir(parents=True)
    spec(tmp_path / "b", "c")
    spec(tmp_path / "elsewhere" / "b", "c")
    monkeypatch.setenv("KSPATH", str(tmp_path / "home"))
    with pytest.raises(SpecErrors, match=f"'{name}' leads out of the folders that absolute imports are looked for in"):
        load(spec(tmp_path / "home", "a", name))


def test_no_such_file(tmp_path: Path):
    with pytest.raises(InputMissingError, match=r"can't be opened: No such file or directory"):
        load(tmp_path / "a.ksy")
    (tmp_path / "b.ksy").write_bytes(b"\xff")
    with pytest.raises(InputMissingError, match="is not UTF-8 at byte 0"):
        load(tmp_path / "b.ksy")
    with pytest.raises(SpecErrors, match=r"'.*b\.ksy' is not UTF-8 at byte 0"):
        load(spec(tmp_path, "a", "b"))


UNREADABLE = {
    "pipe": (lambda path: os.mkfifo(path), "is no regular file"),
    "folder": (lambda path: path.mkdir(), "is no regular file"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "leads to /dev/zero, whose name"),
    "other file": (lambda path: path.symlink_to(path.with_name("secret.txt")), "secret.txt, whose name doesn't end in"),
    "circle": (lambda path: path.symlink_to(path), "symbolic links"),
}


@pytest.mark.parametrize(("make", "message"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_only_specs_are_read(tmp_path: Path, make: Callable[[Path], object], message: str):
    (tmp_path / "secret.txt").write_text("password: x\n")
    make(tmp_path / "b.ksy")
    with pytest.raises(SpecErrors, match=rf"a\.ksy:4:7: no spec 'b.ksy' to import \(.*\)\. .*{message}") as caught:
        load(spec(tmp_path, "a", "b"))
    assert "password" not in str(caught.value)


def test_a_link_to_a_spec(tmp_path: Path):
    (tmp_path / "b.ksy").symlink_to(spec(tmp_path / "elsewhere", "b"))
    assert load(spec(tmp_path, "a", "b")).by_id["b"].file == str(tmp_path / "b.ksy")


def test_long_chains_of_imports(tmp_path: Path):
    for i in range(501):
        spec(tmp_path, f"s{i}", f"s{i + 1}")
    spec(tmp_path, "s501")
    assert len(load(tmp_path / "s2.ksy").specs) == 500
    with pytest.raises(SpecErrors, match=r"s500\.ksy:4:7: with what it imports this spec is more than 500 files"):
        load(tmp_path / "s1.ksy")


def test_files_that_have_not_changed_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """What is found in them is said each time; a file that has changed is read anew, beside those that haven't."""
    main, other = tmp_path / "main.ksy", tmp_path / "other.ksy"
    main.write_text("meta: {id: main, imports: [other], endian: le}\ninstances: {b: {value: 1, -internal: true}}\n")
    other.write_text("meta: {id: other}\nseq: [{id: a, type: u1}]\n")
    read: list[str] = []
    whole = read_spec

    def counted(node: Any, file: str, problems: Problems) -> Any:
        read.append(file)
        return whole(node, file, problems)

    monkeypatch.setitem(vars(imports), "read_spec", counted)
    problems = [Problems() for _ in range(4)]
    first = imports.read(main, problems[0])
    assert [Path(file).name for file in read] == ["main.ksy", "other.ksy"]
    assert imports.read(main, problems[1]) == first
    assert len(read) == 2
    assert problems[0].warnings() == problems[1].warnings()
    assert "-internal" in str(problems[1].warnings()[0])
    other.write_text("meta: {id: other}\nseq: [{id: a, type: u2le}, {id: a, type: u1}]\n")
    said = []
    for again in problems[2:]:
        imports.read(main, again)
        with pytest.raises(SpecErrors) as caught:
            again.raise_any()
        said.append(str(caught.value))
    assert said[0] == said[1]
    assert "other.ksy:2" in said[0]
    assert [Path(file).name for file in read[2:]] == ["other.ksy"]
