"""A spec is data: whatever code it names runs with consent only, by every door that takes a spec."""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import bytewright
from bytewright.cli import main
from bytewright.codec.trust import Trust, consent
from bytewright.codecs import process
from bytewright.errors import BytewrightError, CodecError, OptionError, UntrustedError
from bytewright.spark import cell_values, functions, options
from bytewright.spark.ingest import check
from bytewright.tables.opening import schema_of
from bytewright_codegen.load import load
from bytewright_codegen.pipeline import resolved
from bytewright_codegen.pipeline.project import loose_project
from bytewright_codegen.pipeline.workspace import generated_files

MODULE = """
from pathlib import Path

Path("ran").touch()


class Turned:
    def __init__(self, *arguments): Path("ran").touch()
    def decode(self, data): return data[::-1]
    def encode(self, data): return data[::-1]


class Tables:
    def __init__(self): Path("ran").touch()
    def open(self, data, limits): raise ValueError("no table")


def function(*arguments):
    Path("ran").touch()
    return 1
"""
"""Code of somebody else's, which leaves a mark where it is as much as imported."""

BESIDE = "a process beside the spec"
ROWS = "seq: [{id: a, type: u1, repeat: eos}]\n"
SPECS = {
    BESIDE: "seq: [{id: a, size-eos: true, process: turned}]",
    "a process with a module elsewhere": "seq: [{id: a, size-eos: true, process: elsewhere.turned}]",
    "a process in a list": "seq: [{id: a, size: 1, repeat: eos, process: turned}]",
    "a process at a place": "seq: [{id: b, type: u1}]\ninstances: {a: {pos: 0, size-eos: true, process: turned}}",
    "a process of a type": "seq: [{id: b, type: t}]\ntypes: {t: {seq: [{id: a, size-eos: true, process: turned}]}}",
    "a process of an unused type": "seq: [{id: b, type: u1}]\ntypes: {t: {seq: [{id: a, size: 1, process: turned}]}}",
    "tables by a library": (
        "seq: [{id: a, type: t, repeat: eos}]\ntypes: {t: {seq: [{id: b, size: 1}]}}\n"
        "-views: {rows: {each: 'a[*]', columns: [],"
        " decode: {bytes: _.b, by: elsewhere.tables, column: c, as: [{type: s4}]}}}"
    ),
    "a loader": ROWS + "-options: [{id: b, type: file, loader: 'turned:function'}]",
    "a value without a file": ROWS + "-options: [{id: b, type: file, otherwise: 'turned:function'}]",
    "rows of which files are made": ROWS + "-made-of: {of: {with: 'turned:function', columns: {a: s4}}}",
    "columns of which files are made": (
        "seq: [{id: a, type: t, repeat: eos}]\ntypes: {t: {seq: [{id: n, type: u1},"
        " {id: b, type: u1, repeat: expr, repeat-expr: n}]}}\n-options: [{id: l, type: int, default: 0}]\n"
        "-made-of: {of: {with: 'harmless:function', by-columns: 'turned:function', columns: {a: s4},"
        " deal: {list: 'a[*].b[*]', limit: l}}}"
    ),
    "a default": "seq: [{id: a, type: u1, -default: {call: 'turned:function', with: [1]}}]",
    "a process of an import": "meta: {imports: [inner/other]}\nseq: [{id: b, type: other}]",
}
STANDARD = {
    "a process": 'seq: [{id: a, size-eos: true, process: \'subprocess.popen(["touch", "ran"])\'}]',
    "a module": "seq: [{id: a, size-eos: true, process: antigravity.x}]",
    "a library": (
        "seq: [{id: a, type: t, repeat: eos}]\ntypes: {t: {seq: [{id: b, size: 1}]}}\n"
        "-views: {rows: {each: 'a[*]', columns: [],"
        " decode: {bytes: _.b, by: subprocess.popen, column: c, as: [{type: s4}]}}}"
    ),
    "nothing that is there": "seq: [{id: a, size-eos: true, process: nowhere.x}]",
}
PATH = "toy.ksy"
FILE = "in.bin"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with code beside specs, and a module on Python's path."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BYTEWRIGHT_TRUST", raising=False)
    (tmp_path / "path" / "elsewhere").mkdir(parents=True)
    (tmp_path / "path" / "elsewhere" / "__init__.py").write_text(MODULE)
    (tmp_path / "path" / "elsewhere" / "tables.py").write_text(MODULE)
    (tmp_path / "turned.py").write_text(MODULE)
    (tmp_path / "harmless.py").write_text("def function(*arguments): return 1\n")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "turned.py").write_text(MODULE)
    (tmp_path / "inner" / "other.ksy").write_text(
        "meta: {id: other}\nseq: [{id: a, size-eos: true, process: turned}]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path / "path"))
    (tmp_path / FILE).write_bytes(b"abc")
    (tmp_path / "rows.jsonl").write_text('{"a": 1}\n')
    process.process_class.cache_clear()
    for name in ("elsewhere", "elsewhere.tables"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


def spec(text: str) -> None:
    """Writes the spec."""
    text = text if "meta:" in text else "meta: {}\n" + text
    Path(PATH).write_text(text.replace("meta: {", "meta: {id: toy, encoding: UTF-8, ", 1))


def ran() -> bool:
    """Whether code of somebody else's ran; forgets it."""
    mark = Path("ran")
    found = mark.exists()
    mark.unlink(missing_ok=True)
    return found


def given(trust: Any) -> dict[str, str]:
    return {"spec": PATH, "path": "out", **({"trust": json.dumps(trust)} if trust else {})}


IN_PYTHON: dict[str, Callable[[Any], object]] = {
    "load": lambda trust: load(PATH, trust=trust),
    "open": lambda trust: bytewright.open(FILE, PATH, trust=trust).to_table(),
    "splits": lambda trust: bytewright.splits(FILE, 10, PATH, trust=trust),
    "schema_of": lambda trust: schema_of(PATH, None, None, trust=trust),
    "write": lambda trust: bytewright.write(pa.table({"a": [b"x"]}), "out.bin", PATH, trust=trust),
    "sql": lambda trust: bytewright.sql(f"select * from '{FILE}'", PATH, trust=trust),
    "sql by its path": lambda trust: bytewright.sql(f"select * from '{FILE}?spec={PATH}'", trust=trust),
    "Spark's reading": lambda trust: options.ReadOptions.parse(given(trust)),
    "Spark's writing": lambda trust: options.WriteOptions.parse(given(trust)),
    "from_bytes": lambda trust: functions.from_bytes("a", PATH, trust=trust),
    "to_bytes": lambda trust: functions.to_bytes("a", PATH, trust=trust),
    "ingest": lambda trust: check(PATH, [FILE], "out", {"trust": json.dumps(trust)} if trust else {}, "error"),
    "generate": lambda trust: generated_files(
        loose_project(Path.cwd()), [Path(PATH)], lambda text: None, consent(trust)
    ),
}
ON_THE_COMMAND_LINE = {
    "cat": ("cat", "--spec", PATH, FILE),
    "objects": ("cat", "--engine", "objects", "--spec", PATH, FILE),
    "kaitai": ("cat", "--engine", "kaitai", "--spec", PATH, FILE),
    "tree": ("tree", "--spec", PATH, FILE),
    "partly": ("tree", "--partly", "--spec", PATH, FILE),
    "check": ("check", "--spec", PATH, FILE),
    "root": ("root", "--spec", PATH, FILE),
    "write": ("write", "--spec", PATH, "--from", "rows.jsonl", "-o", "out.bin"),
    "sql": ("sql", "--spec", PATH, f"select * from '{FILE}'"),
    "sql by its path": ("sql", f"select * from '{FILE}?spec={PATH}'"),
    "specs": ("specs", PATH),
    "generate": ("generate", "--out", "out", PATH),
    "package": ("generate", "--package", "out", PATH),
    "ingest": ("ingest", "--spec", PATH, "--to", "out", FILE),
}


@pytest.mark.parametrize("door", [*IN_PYTHON, *(f"bytewright {name}" for name in ON_THE_COMMAND_LINE)])
def test_nothing_runs_without_consent(door: str, capsys: pytest.CaptureFixture[str]) -> None:
    for text in (*SPECS.values(), *STANDARD.values()):
        spec(text)
        command = ON_THE_COMMAND_LINE.get(door.removeprefix("bytewright "))
        if door in IN_PYTHON:
            with pytest.raises(UntrustedError, match=r"nobody has consented to: .*(If you trust|No consent)"):
                IN_PYTHON[door](())
        else:
            assert command is not None
            assert main(command) == 1
            (line,) = capsys.readouterr().err.splitlines()
            assert "code that nobody has consented to: " in line
        assert not ran()
        assert not Path("out").exists()


@pytest.mark.parametrize("name", SPECS)
def test_with_consent_it_runs(name: str) -> None:
    spec(SPECS[name])
    with pytest.raises(UntrustedError) as refused:
        load(PATH)
    # The error says what to name.
    _, _, named = str(refused.value).partition("trust=")
    trust = json.loads(named[: named.index("]") + 1].replace("'", '"'))
    codec = load(PATH, trust=trust)
    try:
        found = codec.parse(FILE)
        _ = getattr(found, "a", None)
        bytewright.open(FILE, codec).to_table()
        codec.to_bytes(codec.root())
    except (BytewrightError, TypeError):
        pass  # the code is no good, or a file is more
    assert ran() or name == "a process of an unused type"
    # What has been compiled, in this process or before, is for those who consent.
    with pytest.raises(UntrustedError):
        load(PATH)


def test_with_consent_it_runs_by_every_door(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    spec(SPECS[BESIDE])
    for name, door in IN_PYTHON.items():
        if name not in ("from_bytes", "to_bytes", "generate"):  # of a session, or of the Kaitai compiler
            door(["."])
    assert ran()
    for name, words in ON_THE_COMMAND_LINE.items():
        if name not in ("generate", "kaitai", "ingest", "write", "package"):
            assert main([*words, "--trust", "."]) == 0, capsys.readouterr().err


@pytest.mark.usefixtures("kaitai_compiler")
def test_with_consent_it_becomes_part_of_a_package(capsys: pytest.CaptureFixture[str]) -> None:
    spec(SPECS[BESIDE])
    assert main([*ON_THE_COMMAND_LINE["package"], "--trust", "."]) == 0, capsys.readouterr().err
    assert Path("out/toy/turned.py").exists()


@pytest.mark.parametrize("name", STANDARD)
def test_what_no_consent_allows(name: str) -> None:
    spec(STANDARD[name])
    for trust in ((), ["."], ["elsewhere"]):
        with pytest.raises(UntrustedError, match="No consent can allow"):
            load(PATH, trust=trust)
    assert not ran()


@pytest.mark.parametrize("name", ["lz4_block", "snappy", "zstd"])
def test_our_own_processes_are_named_by_their_package(name: str) -> None:
    spec(f"seq: [{{id: a, size-eos: true, process: {name}}}]")
    with pytest.raises(UntrustedError, match=rf"Bytewright's own is called bytewright\.codecs\.{name}\."):
        load(PATH)
    spec("seq: [{id: a, size-eos: true, process: turned}]")
    with pytest.raises(UntrustedError) as refused:
        load(PATH)
    assert "Bytewright's own" not in str(refused.value)


def test_consent_is_for_one_folder() -> None:
    spec(SPECS["a process of an import"])
    with pytest.raises(UntrustedError, match=r"inner/turned\.py"):
        load(PATH, trust=".")
    load(PATH, trust="inner")
    spec(SPECS["a process with a module elsewhere"])
    with pytest.raises(UntrustedError):
        load(PATH, trust="path")
    for trust in (["path/elsewhere"], ["elsewhere"], ["turned.py", "path/elsewhere/__init__.py"]):
        load(PATH, trust=trust)


def test_explain_says_what_would_run(capsys: pytest.CaptureFixture[str]) -> None:
    spec(SPECS[BESIDE])
    assert main(["explain", PATH]) == 0
    assert "runs turned.py (process turned), to which nobody has consented\n" in capsys.readouterr().out
    assert main(["explain", PATH, "--trust", "."]) == 0
    assert "runs turned.py (process turned)\n" in capsys.readouterr().out
    assert not ran()


def test_a_query_of_a_path_gives_no_consent(capsys: pytest.CaptureFixture[str]) -> None:
    spec(SPECS[BESIDE])
    for key in ("trust", "Trust", "processes"):
        with pytest.raises(OptionError, match="a path gives no consent to run code"):
            bytewright.sql(f"select * from '{FILE}?spec={PATH}&{key}=.'")
    Path("declared.py").write_text(DECLARATION)
    with pytest.raises(UntrustedError, match="is a program"):
        bytewright.sql(f"select * from '{FILE}?spec=declared.py'")
    assert main(["sql", f"select * from '{FILE}?spec=declared.py'"]) == 1
    assert main(["cat", "--spec", PATH, f"{FILE}?trust=."]) == 1
    assert not ran()


DECLARATION = (
    "from construct import Byte, Struct\nfrom pathlib import Path\n\nPath('ran').touch()\ntoy = Struct('a' / Byte)\n"
)


def test_a_declaration_in_construct_is_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    Path("declared.py").write_text(DECLARATION)
    for door in (load, resolved.load, resolved.resolved):
        with pytest.raises(UntrustedError, match=r"declared\.py: a declaration in Construct is a program"):
            door("declared.py")
    with pytest.raises(UntrustedError):
        load("declared.py", trust="inner")
    assert not ran()
    # On the command line, naming it is consent.
    for words in (["explain"], ["cat", FILE, "--spec"], ["specs"], ["generate", "--package", "out"]):
        assert main([*words, "declared.py"]) in (0, 1)
        assert ran(), words
    for trust in ("declared.py", Path("declared.py"), "."):
        load("declared.py", trust=trust)
        assert ran()


@pytest.mark.parametrize("limit", ["never", "NEVER", "", "/nowhere", "{}/inner"])
def test_the_environment_beats_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, limit: str) -> None:
    Path("declared.py").write_text(DECLARATION)
    spec(SPECS[BESIDE])
    monkeypatch.setenv("BYTEWRIGHT_TRUST", limit.format(tmp_path))
    for trust in (".", "turned.py", "elsewhere", "declared.py"):
        with pytest.raises(OptionError, match="BYTEWRIGHT_TRUST"):
            load(PATH, trust=trust)
    for words in (
        ["cat", FILE, "--spec", "declared.py"],
        ["explain", "declared.py"],
        ["cat", "--trust", ".", "--spec", PATH, FILE],
    ):
        assert main(words) == 2
    with pytest.raises(OptionError, match="BYTEWRIGHT_TRUST"):
        options.ReadOptions.parse(given(["."]))
    assert not ran()


def test_the_environment_may_allow_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    spec(SPECS["a process of an import"])
    monkeypatch.setenv("BYTEWRIGHT_TRUST", f"/nowhere:{tmp_path}")
    load(PATH, trust="inner")
    monkeypatch.setenv("BYTEWRIGHT_TRUST", f"{tmp_path}/inner")
    load(PATH, trust="inner")
    with pytest.raises(UntrustedError):
        load(PATH)  # which is no consent by itself
    monkeypatch.setenv("BYTEWRIGHT_TRUST", "inner")
    with pytest.raises(OptionError, match="absolute paths"):
        load(PATH, trust="inner")


def test_what_a_driver_consented_to_reaches_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks have no consent of their own, and their environment says nothing: what they are sent was judged."""
    spec(SPECS[BESIDE])
    chosen = options.ReadOptions.parse(given(["."]))
    monkeypatch.setenv("BYTEWRIGHT_TRUST", "never")
    reader = pickle.loads(pickle.dumps(cell_values.Reader(chosen.codecs[0])))
    assert reader(pa.array([b"abc"])).to_pylist() == [[{"a": b"cba"}]]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("subprocess", "no module of the standard library"),
        ("os.path", "no module of the standard library"),
        ("__main__", "no module of the standard library"),
        (Path(json.__file__).parent, "nothing of the standard library"),
        (Path(pa.__file__).parents[1], "one distribution"),
        ("nowhere", "a folder, a file of Python or a module"),
        ("no/where", "a folder, a file of Python or a module"),
        (FILE, "a folder, a file of Python or a module"),
        (PATH, "name its folder"),
    ],
)
def test_what_consent_cannot_name(name: Any, message: str) -> None:
    spec(ROWS)
    with pytest.raises(OptionError, match=message) as refused:
        consent(name)
    assert f"found {os.fspath(name)!r}" in str(refused.value)


def test_consent_as_names() -> None:
    assert consent() == Trust()
    assert consent(".") == consent([Path.cwd()]) == Trust(folders=frozenset({str(Path.cwd().resolve())}))
    assert consent(["elsewhere", "elsewhere.tables"]).modules == {"elsewhere", "elsewhere.tables"}
    Path("link").symlink_to("inner")
    assert consent("link") == consent("inner")
    assert not consent("elsewhere").has_module("elsewhere_else")
    assert not ran()


class Handed:
    """A process of the caller's."""

    def __init__(self, add: int = 0) -> None:
        self.add = add

    def decode(self, data: bytes) -> bytes:
        return bytes(byte + self.add for byte in data)

    def encode(self, data: bytes) -> bytes:
        return bytes(byte - self.add for byte in data)


class Tables:
    """Tables of the caller's."""

    def open(self, data: bytes, limits: object) -> Any:
        raise ValueError(f"a table, found {data!r}")


def test_classes_that_are_handed_over() -> None:
    class Other(Handed):
        def decode(self, data: bytes) -> bytes:
            return data * 2

    for name in ("acme.lz", "turned", "reader", "subprocess.popen"):
        spec(f"seq: [{{id: a, size-eos: true, process: {name}(1)}}]")
        codec, other = load(PATH, processes={name: Handed}), load(PATH, processes={name: Other})
        assert codec.parse(b"abc").a == b"bcd"
        assert codec.to_bytes(codec.parse(b"abc"), canonical=True) == b"abc"
        assert other.parse(b"abc").a == b"abcabc"
        assert bytewright.open(b"abc", PATH, processes={name: Handed}).to_table().to_pylist() == [{"a": b"bcd"}]
        with pytest.raises(UntrustedError):
            load(PATH)
    spec(SPECS["tables by a library"])
    with pytest.raises(BytewrightError, match="a table, found b'a'"):
        bytewright.open(b"a", PATH, processes={"elsewhere.tables": Tables}).to_table()
    assert not ran()


def test_what_cannot_be_handed_over() -> None:
    spec("seq: [{id: a, size-eos: true, process: acme.lz}]")
    with pytest.raises(OptionError, match=r"no spec names 'acme\.l'\. Did you mean 'acme\.lz'"):
        load(PATH, processes={"acme.l": Handed})
    for wrong in (Tables, Handed(), print):
        with pytest.raises(CodecError, match=r"acme\.lz: expected a class with the method decode"):
            load(PATH, processes={"acme.lz": wrong})  # type: ignore[dict-item]
    codec = load(PATH, processes={"acme.lz": Handed})
    with pytest.raises(OptionError, match="a spec that is named by its path"):
        bytewright.open(b"", codec, processes={"acme.lz": Handed})
    with pytest.raises(OptionError, match="a spec that is named by its path"):
        bytewright.open(b"", "some_name", processes={"acme.lz": Handed})


def test_registered_classes_need_no_consent(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("acme.lz", f"{__name__}:Handed", process.GROUP)
    tables = EntryPoint("acme.tables", f"{__name__}:Tables", process.GROUP)
    monkeypatch.setattr(process, "registered", lambda: {"acme.lz": entry, "acme.tables": tables})
    spec("seq: [{id: a, size-eos: true, process: acme.lz(1)}]")
    assert load(PATH).parse(b"abc").a == b"bcd"


@pytest.mark.parametrize("name", ["popen", "nothing", "partial"])
def test_classes_are_checked_before_they_are_made(folder: Path, name: str) -> None:
    (folder / "path" / "wrong.py").write_text(
        "from functools import partial\nfrom pathlib import Path\nfrom subprocess import Popen\n\n\n"
        "class Nothing:\n    def __init__(self, *_): Path('ran').touch()\n\n\nPartial = partial\n"
    )
    spec(f'seq: [{{id: a, size-eos: true, process: \'wrong.{name}(["touch", "ran"])\'}}]')
    codec = load(PATH, trust="wrong")
    with pytest.raises(CodecError, match="expected a class with the method decode"):
        codec.parse(b"")
    assert not ran()


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "inner/../../outside", "link/hosts"])
def test_samples_lie_beside_the_spec(folder: Path, name: str) -> None:
    Path("link").symlink_to("/etc")
    spec(f"-samples: [{name}]\nseq: [{{id: a, type: u1}}]")
    with pytest.raises(BytewrightError, match="must lie in the folder of the spec or below"):
        load(PATH)
