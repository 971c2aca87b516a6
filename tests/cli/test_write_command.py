"""``bytewright write``: what can't be written, and moments that Python's ``datetime`` can't say."""

import json
import os
import struct
from pathlib import Path

import pytest

from bytewright.cli import main
from bytewright.errors import LimitError
from bytewright.io.source import open_source

TOYS = Path(__file__).parents[1] / "toys"


def item(large: int, nanos: int, seconds: int) -> bytes:
    """An item of the toy ``narrow``."""
    return bytes([21]) + struct.pack("<iBqq", large, 1, nanos, seconds)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("BYTEWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    Path("in.bin").write_bytes(item(1, -5000, 9_223_372_036_854) + item(2, 0, -9_223_372_036_854) + item(3, 0, 0))
    return str(TOYS / "narrow.ksy")


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The error, behind which no file was left."""
    assert main(["write", *words, "-o", "out.bin"]) == 1
    assert not Path("out.bin").exists()
    return capsys.readouterr().err.removeprefix("bytewright: error: ").rstrip("\n")


def test_rows_with_moments_of_any_year(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = printed(capsys, "cat", "--spec", file, "in.bin")
    assert ["294247-01-10T04:00:54Z" in rows, "-290308-12-21T19:59:06Z" in rows] == [True, True]
    Path("rows.jsonl").write_text(rows)
    assert main(["write", "--spec", file, "--from", "rows.jsonl", "-o", "out.bin"]) == 0
    assert Path("out.bin").read_bytes() == Path("in.bin").read_bytes()


@pytest.mark.parametrize("left", ["--spec", "--from", "-o"])
def test_what_must_be_said(file: str, capsys: pytest.CaptureFixture[str], left: str) -> None:
    Path("rows.jsonl").write_text("")
    words = {"--spec": file, "--from": "rows.jsonl", "-o": "out.bin"}
    assert main(["write", *(word for name, value in words.items() if name != left for word in (name, value))]) == 2
    assert f"are required: {left}" in capsys.readouterr().err


def test_orders_that_there_are_not(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cat", "--spec", file, "--order", "up", "in.bin"]) == 2
    assert "argument --order: expected one of asc, desc; found 'up'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "found"),
    [('{"a":1}', '{"a": 1}'), ("1.5", "1.5"), ('"1"', '"1"'), ("[1]", "[1]"), ("1" * 100, "1" * 57 + "...")],
)
def test_values_of_another_type(file: str, capsys: pytest.CaptureFixture[str], value: str, found: str) -> None:
    Path("rows.jsonl").write_text(f'{{"number":0,"large":{value},"nanos":null,"seconds":null}}\n')
    said = refused(capsys, "--spec", file, "--from", "rows.jsonl")
    assert said == f"rows.jsonl: rows[0].large: expected a value of type int16, found {found}"


@pytest.mark.parametrize(
    ("root", "said"),
    [
        ("[]", "root: expected an object, found list"),
        ('{"items":5}', "root: items: expected a list, found 5"),
        ('{"no":5}', "root: no: there is no such field. Known fields: items."),
    ],
)
def test_roots_that_are_none(file: str, capsys: pytest.CaptureFixture[str], root: str, said: str) -> None:
    Path("rows.jsonl").write_text(printed(capsys, "cat", "--spec", file, "in.bin"))
    Path("root.json").write_text(root)
    assert refused(capsys, "--spec", file, "--from", "rows.jsonl", "--root", "root.json") == said


def test_trees_that_are_none(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    tree = json.loads(printed(capsys, "tree", "--spec", file, "--json", "in.bin"))
    large = tree["children"][0]["children"][0]["children"][1]["children"][0]
    large["value"] = {"not": "a number"}
    Path("tree.json").write_text(json.dumps(tree))
    said = refused(capsys, "--spec", file, "--from", "tree.json")
    assert said.startswith("tree.json: items[0].body.large: expected ")
    Path("tree.json").write_text("[" * 100_000)
    assert refused(capsys, "--spec", file, "--from", "tree.json").startswith("tree.json: the tree is not JSON: ")
    Path("tree.json").write_bytes(b"\xff")
    assert refused(capsys, "--spec", file, "--from", "tree.json") == "tree.json: it is not text in UTF-8"
    Path("folder").mkdir()
    assert refused(capsys, "--spec", file, "--from", "folder") == "folder: it is a directory"


def test_a_device_without_end(file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bytewright.io.source.MOST_PIPED", 1000)
    assert refused(capsys, "--spec", file, "--from", "/dev/zero") == (
        "/dev/zero: offset 1000 (0x3e8): expected at most 1000 bytes from a pipe or device, found more"
    )


@pytest.mark.parametrize("size", [999, 1000, 1001])
def test_a_pipe_gives_as_much_as_it_may(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bytewright.io.source.MOST_PIPED", 1000)
    reading, writing = os.pipe()
    os.write(writing, bytes(size))
    os.close(writing)
    try:
        if size <= 1000:
            assert open_source(f"/dev/fd/{reading}").read(0, 2000) == bytes(size)
        else:
            with pytest.raises(LimitError, match="at most 1000 bytes from a pipe or device, found more"):
                open_source(f"/dev/fd/{reading}")
    finally:
        os.close(reading)
