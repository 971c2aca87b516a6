"""The command: rows and errors by what users rely on."""

import importlib.metadata
import json
import signal
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from tests.support.toy_codecs import GRID, NOTES, block, grid, note, notes

from bytewright import cli
from bytewright.cli import command_table
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.errors import SpecError

GOOD = notes(note(0, 1, "hi"), note(5, 2, ""))


def compile_toy(path: str, *_: object, **__: object) -> Codec:
    """Stands for the compiler: specs that the tests name by a path."""
    toys = {"notes.ksy": NOTES, "grid.ksy": GRID}
    if path not in toys:
        raise SpecError("expected a toy", path=f"{path}:1:1")
    return toys[path]


@pytest.fixture(autouse=True)
def compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "compiler", lambda: compile_toy)


@pytest.fixture
def good(tmp_path: Path) -> str:
    path = tmp_path / "good.note"
    path.write_bytes(GOOD)
    return str(path)


@pytest.fixture
def bad(tmp_path: Path) -> str:
    path = tmp_path / "bad.note"
    path.write_bytes(GOOD + b"\x09")
    return str(path)


class Ran:
    """What a command printed, and its status."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out
        self.err = err

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> "Run":
    return Run(capfdbinary)


class Run:
    def __init__(self, captured: pytest.CaptureFixture[bytes]) -> None:
        self._captured = captured

    def __call__(self, *words: str) -> Ran:
        status = cli.main(words)
        out, err = self._captured.readouterr()
        return Ran(status, out.decode(), err.decode())


class TestCat:
    def test_rows(self, run: Run, good: str) -> None:
        ran = run("cat", "--spec", "notes.ksy", good)
        assert (ran.status, ran.err) == (0, "")
        assert ran.lines == [
            '{"number":0,"time":"1970-01-01T00:00:00Z","kind":"memo","text":"hi","place":{"len":2,"in":false}}',
            '{"number":1,"time":"1970-01-01T00:00:05Z","kind":"in!","text":null,"place":{"len":0,"in":true}}',
        ]

    def test_view_columns_limit_options(self, run: Run, good: str) -> None:
        ran = run("cat", "--spec", "notes.ksy", "--view", "entries", "--columns", "place.len,kind", good, "--limit=1")
        assert ran.lines == ['{"place.len":2,"kind":"memo"}']
        ran = run(
            "cat", "--spec", "notes.ksy", "--columns", "kind", "--option", "enums=int", good, good, "--limit", "3"
        )
        assert ran.lines == ['{"kind":1}', '{"kind":2}', '{"kind":1}']

    def test_the_last_rows(self, run: Run, good: str) -> None:
        ran = run("cat", "--spec", "notes.ksy", "--columns", "kind", good, good, "--limit=3", "--order", "desc")
        assert ran.lines == ['{"kind":"in!"}', '{"kind":"memo"}', '{"kind":"in!"}']

    def test_metadata(self, run: Run, good: str) -> None:
        ran = run("cat", "--spec", "notes.ksy", "--metadata", good)
        assert json.loads(ran.lines[1])["_metadata"]["row_index"] == 1

    def test_a_bad_file_ends_its_own_rows(self, run: Run, good: str, bad: str) -> None:
        ran = run("cat", "--spec", "notes.ksy", "--columns", "number", bad, good)
        assert ran.status == 1
        assert ran.lines == ['{"number":0}', '{"number":1}'] * 2
        at = len(GOOD)
        assert ran.err == (
            f"bytewright: error: {bad}: offset {at} (0x{at:x}): notes[2].len_body: "
            "expected 2 bytes, found 1 before the end\n"
        )

    def test_missing(self, run: Run, good: str, tmp_path: Path) -> None:
        missing = str(tmp_path / "missing")
        ran = run("cat", "--spec", "notes.ksy", missing)
        assert (ran.status, ran.out) == (1, "")
        assert ran.err == f"bytewright: error: {missing}: no such file or directory\n"
        ran = run("cat", "--spec", "notes.ksy", good, missing)
        assert (ran.status, len(ran.lines)) == (1, 2)

    def test_directories_and_globs(self, run: Run, good: str, tmp_path: Path) -> None:
        folder = tmp_path / "folder"
        folder.mkdir()
        assert run("cat", "--spec", "notes.ksy", str(folder)).err == (
            f"bytewright: error: {folder}: the directory holds no files\n"
        )
        for name in ("a", "b"):
            (folder / name).write_bytes(Path(good).read_bytes())
        expected = run("cat", "--spec", "notes.ksy", good).lines * 2
        assert run("cat", "--spec", "notes.ksy", str(folder)).lines == expected
        assert run("cat", "--spec", "notes.ksy", f"{folder}/?").lines == expected

    def test_left_over(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "x"
        path.write_bytes(notes(note(0, 1, "a", b"?")))
        ran = run("cat", "--spec", "notes.ksy", str(path))
        assert (ran.status, len(ran.lines)) == (0, 1)
        assert ran.err == f"bytewright: warning: {path}: offset 13 (0xd): 1 bytes that no field describes\n"
        ran = run("cat", "--spec", "notes.ksy", "--strict", str(path))
        assert (ran.status, len(ran.lines)) == (1, 0)

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["cta"], "unknown command 'cta'. Did you mean 'cat'?"),
            (["--vresion"], "unknown option '--vresion'."),
            (["cat", "--spec", "notes.ksy", "--view", "entrie", "F"], "unknown view 'entrie' of notes. Did you mean"),
            (["cat", "--spec", "notes.ksy", "--columns", "txt", "F"], "unknown column 'txt'. Did you mean 'text'?"),
            (["cat", "--spec", "notes.ksy", "--option", "shuot=true", "F"], "unknown option 'shuot'. Did you mean"),
            (["cat", "--spec", "notes.ksy", "--option", "shout", "F"], "--option: expected key=value, found 'shout'"),
            (["cat", "--spec", "no_such_spec", "F"], "unknown spec 'no_such_spec'."),
            (
                ["cat", "--spec", "notes.ksy", "--colums", "x", "F"],
                "unknown argument --colums. Did you mean '--columns'",
            ),
            (["cat", "--spec", "notes.ksy", "--limit", "x", "F"], "argument --limit: invalid int value: 'x'."),
            (
                ["cat", "--spec", "notes.ksy", "--limit", "-1", "F"],
                "--limit: expected a number of at least 0, found -1",
            ),
            (
                ["cat", "--spec", "notes.ksy", "--engine", "colums", "F"],
                "argument --engine: expected one of auto, columns, objects, kaitai, construct; found 'colums'. Did"
                " you mean 'columns'? See",
            ),
            (["cat", "--mode", "strict", "F"], "argument --mode: expected one of FAILFAST, PERMISSIVE, DROPMALFORMED;"),
            (
                ["cat", "--colour"],
                "unknown argument --colour. Did you mean '--columns'? See `bytewright cat --help`.\n",
            ),
            (["cat"], "the following arguments are required: FILE."),
            (["tree", "--partly", "--json", "F"], "argument --json: not allowed with argument --partly."),
        ],
    )
    def test_bad_usage(self, run: Run, good: str, words: list[str], message: str) -> None:
        ran = run(*[good if word == "F" else word for word in words])
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"bytewright: error: {message}")
        assert ran.err.count("\n") == 1

    def test_debug_shows_where(self, run: Run) -> None:
        assert "Traceback" not in run("cat", "--spec", "x.ksy", "f").err
        ran = run("cat", "--spec", "x.ksy", "f", "--debug")
        assert "Traceback" in ran.err
        assert ran.status == 1

    def test_pivot(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "x"
        path.write_bytes(grid(block(1, (2, 4, [0.1]))))
        assert run("cat", "--spec", "grid.ksy", str(path)).lines == ['{"block":0,"row":0,"k2":0.1}']

    def test_a_closed_pipe_is_silence(self, tmp_path: Path) -> None:
        path = tmp_path / "x.note"
        path.write_bytes(notes(*[note(1, 1, "some text to fill the pipe with")] * 20_000))
        root = Path(__file__).parents[2]
        program = (
            "import sys\nfrom bytewright import cli; from bytewright.codec import registry\n"
            "from tests.cli.test_cli import compile_toy\nregistry.compiler = lambda: compile_toy\n"
            "sys.exit(cli.main(sys.argv[1:]))"
        )
        command = [sys.executable, "-c", program, "cat", "--engine", "objects", "--spec", "notes.ksy", str(path)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=root)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
        process.stderr.close()


def test_what_is_half_written_goes_when_the_process_is_told_to_end(tmp_path: Path) -> None:
    program = (
        "import sys, time\nfrom bytewright import cli; from bytewright.io import atomic_files as files\n"
        "def writing(words):\n    with files.replacing(words[0]) as file:\n"
        "        file.write(b'half'); file.flush(); print('begun', flush=True); time.sleep(600)\n"
        "cli._run = writing\nsys.exit(cli.main())"
    )
    for number, status in ((signal.SIGTERM, 143), (signal.SIGINT, 130)):
        command = [sys.executable, "-c", program, str(tmp_path / "out.bin")]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        assert len(list(tmp_path.iterdir())) == 1
        process.send_signal(number)
        assert process.communicate() == ("", "")
        assert process.returncode == status
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "closed", "status", "said"),
    [
        ("--version", ">&-", 1, "standard output can't be written: bad file descriptor"),
        ("cat --spec {spec} {file}", ">&-", 1, "standard output can't be written: bad file descriptor"),
        ("--help", ">&-", 1, "standard output can't be written: bad file descriptor"),
        ("cat --help", ">&-", 1, "standard output can't be written: bad file descriptor"),
        (
            "tree --json --spec {spec} {file}",
            ">/dev/full",
            1,
            "standard output can't be written: no space left on device",
        ),
        ("cat --spec {spec} {file}", "2>&-", 0, ""),
        ("cat --spec {spec} {file}.none", "2>&-", 1, ""),
        ("cat --spec {spec} -", "<&-", 1, "standard input is closed"),
        ("sql -", "<&-", 1, "standard input is closed"),
        ("cat --spec {spec} -", "<&- >&- 2>&-", 1, ""),
    ],
)
def test_a_standard_stream_that_is_closed_is_told(words: str, closed: str, status: int, said: str) -> None:
    examples = Path(__file__).parents[2] / "examples"
    words = words.format(file=examples / "data/own/wtmp.utmp", spec=examples / "utmp.ksy")
    command = f"{sys.executable} -m bytewright {words} {closed}"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert ran.returncode == status
    assert ran.stderr == (f"bytewright: error: {said}\n" if said else "")


@pytest.mark.parametrize("words", ["new mine", "generate", "compact t"])
def test_a_directory_that_has_been_deleted_is_told(tmp_path: Path, words: str) -> None:
    """One that a command is run in: the system says only that something isn't there."""
    command = f'mkdir here; cd here; rmdir "$PWD"; {sys.executable} -m bytewright {words}'
    ran = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    said = "bytewright: error: the current directory has been deleted\n"
    assert (ran.returncode, ran.stderr) == (1, said)


def test_standard_output_is_blamed_for_nothing_else(tmp_path: Path) -> None:
    """What names no file and isn't standard output is said to be unknown, and what was printed before is there."""
    program = (
        "import os, sys\nfrom bytewright import cli\n"
        "def reading(words):\n    print('before')\n    os.read(os.open(words[0], os.O_RDONLY), 1)\n"
        "cli._run = reading\nsys.exit(cli.main())"
    )
    ran = subprocess.run([sys.executable, "-c", program, tmp_path], capture_output=True, text=True, check=False)
    said = "bytewright: error: a file can't be read or written: is a directory. Use --debug for where.\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "before\n", said)


@pytest.mark.parametrize(
    "words", ["tree", "tree --json", *(f"cat --format {form}" for form in ("jsonl", "csv", "parquet", "arrow"))]
)
def test_what_cannot_be_printed_is_blamed_on_standard_output(words: str) -> None:
    """Whatever prints it, libraries as well."""
    examples = Path(__file__).parents[2] / "examples"
    words = f"{words} --spec {examples / 'utmp.ksy'} {examples / 'data/own/wtmp.utmp'}"
    command = f"{sys.executable} -m bytewright {words} >/dev/full"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    said = "bytewright: error: standard output can't be written: no space left on device\n"
    assert (ran.returncode, ran.stderr) == (1, said)


def test_no_file_is_opened_in_place_of_a_closed_standard_stream(tmp_path: Path) -> None:
    program = (
        f"import os\nfrom bytewright import cli\n"
        f"cli._run = lambda words: os.write(os.open({str(tmp_path / 'told')!r}, os.O_CREAT | os.O_WRONLY),"
        " str([os.path.samestat(os.fstat(fd), os.stat(os.devnull)) for fd in (0, 1, 2)]).encode()) * 0\n"
        "cli.main()"
    )
    path = tmp_path / "program.py"
    path.write_text(program)
    subprocess.run(f"{sys.executable} {path} <&- >&- 2>&-", shell=True, check=False)
    assert (tmp_path / "told").read_text() == "[True, True, True]"


class TestOthers:
    def test_help_and_version(self, run: Run) -> None:
        assert "cat" in run("--help").out
        assert (
            "--columns"
            in subprocess.run(
                [sys.executable, "-m", "bytewright", "cat", "--help"], capture_output=True, text=True, check=True
            ).stdout
        )
        assert run("--version").out.startswith("bytewright ")
        assert run().status == 2

    def test_check(self, run: Run, good: str, bad: str, tmp_path: Path) -> None:
        data = notes(note(0, 1, "ab"), note(0, 1, "cd"))
        whole = tmp_path / "whole.note"
        whole.write_bytes(data)
        ran = run("check", "--spec", "notes.ksy", bad, str(whole), good)
        assert ran.status == 1
        assert ran.lines == [
            f"{bad}: damage: 2 places, {1 + len(note(5, 2, ''))} bytes in all; `bytewright repair` keeps the rest",
            f"{whole}: good notes, {len(data)} bytes, 2 records (notes)",
        ]
        first, second, third = ran.err.splitlines()
        where = f"bytewright: error: {bad}: offset {len(GOOD)} (0x{len(GOOD):x}): notes[2].len_body: expected 2 bytes, "
        assert first == where + "found 1 before the end. 1 byte from there on is passed over."
        # What `cat` refuses of a view, `check` refuses.
        seconds = run("cat", "--spec", "notes.ksy", "--view", "seconds", good)
        assert seconds.status == 1
        refused = seconds.err.rstrip("\n")
        assert second.startswith(refused.replace(good, bad))
        assert third.startswith(refused)

    def test_check_of_directories_and_globs(self, run: Run, tmp_path: Path) -> None:
        folder = tmp_path / "folder"
        folder.mkdir()
        for name in ("a.note", "b.note"):
            (folder / name).write_bytes(notes(note(0, 1, "ab")))
        ran = run("check", "--spec", "notes.ksy", str(folder), str(tmp_path / "none*"), str(folder / "b.*"))
        assert ran.status == 1
        assert [line.partition(": good")[0] for line in ran.lines] == [
            str(folder / n) for n in ("a.note", "b.note", "b.note")
        ]
        assert ran.err.startswith(f"bytewright: error: {tmp_path / 'none*'}: ")

    def test_specs(self, run: Run) -> None:
        ran = run("specs", "grid.ksy")
        assert "columns that the file, or an option, names" in ran.out
        described = json.loads(run("specs", "notes.ksy", "--json").out)
        assert [view["name"] for view in described["views"]] == ["entries", "whole", "seconds", "letters"]
        assert described["options"][0]["name"] == "shout"
        general = {option["name"]: option for option in described["general_options"]}
        assert general["verifyChecksum"]["choices"] == ["fail", "report", "skip"]
        assert "choices" not in general["switchTags"]

    def test_an_unknown_file(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "x"
        path.write_bytes(b"?")
        ran = run("identify", str(path))
        assert (ran.status, ran.out) == (1, "")
        assert run("cat", str(path)).status == 2
        assert "--spec" in run("cat", str(path)).err


def test_other_packages_add_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "greeting.py").write_text(
        '"""Greet somebody.\n\nMore."""\n'
        "def arguments(parser): parser.add_argument('name')\n"
        "def run(arguments): print('hello', arguments.name); return 0\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    found = (
        EntryPoint("greet", "greeting", command_table.GROUP),
        EntryPoint("cat", "greeting", command_table.GROUP),
        EntryPoint("lost", "nowhere.at_all", command_table.GROUP),
    )
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: found)
    assert cli.main(["greet", "world"]) == 0
    assert capsys.readouterr().out == "hello world\n"
    assert cli.main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert "  greet       greet somebody\n" in shown
    assert "  cat         print the rows of files" in shown
    assert cli.main(["gret"]) == 2
    assert "Did you mean 'greet'?" in capsys.readouterr().err
