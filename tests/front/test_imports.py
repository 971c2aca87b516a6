from pathlib import Path

import pytest

from bytewright.errors import InputMissingError
from bytewright_codegen.front.ksy import load
from bytewright_codegen.ir.diagnostics import SpecErrors
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
    with pytest.raises(SpecErrors, match="leads out of the folders"):
        load(spec(tmp_path / "home", "a", name))


def test_no_such_file(tmp_path: Path):
    with pytest.raises(InputMissingError, match=r"can't be opened: No such file or directory"):
        load(tmp_path / "a.ksy")
    (tmp_path / "b.ksy").write_bytes(b"\xff")
    with pytest.raises(InputMissingError, match="is not UTF-8 at byte 0"):
        load(tmp_path / "b.ksy")
