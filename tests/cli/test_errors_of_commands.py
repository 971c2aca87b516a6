"""What commands say about a spec that is named by its path: all that is wrong, with its lines."""

from pathlib import Path

import pytest

from bytewright.cli import main

BAD = """\
meta:
  id: bad
seq:
  - id: lenght
    type: u1
    -hnit: x
  - id: body
    size: length
  - id: kind
    type: u1
    enum: knid
    encodng: UTF-8
enums:
  kind: {1: apple}
"""
SAID = """\
bytewright: error: bad.ksy:6:5: unknown vendor key '-hnit' in an attribute. Did you mean '-hint'?
        -hnit: x
        ^
bytewright: error: bad.ksy:8:11: 'bad' has no member 'length'. Did you mean 'lenght'?
        size: length
              ^
bytewright: error: bad.ksy:11:11: unknown enum 'knid'. Did you mean 'kind'?
        enum: knid
              ^
bytewright: error: bad.ksy:12:5: unknown key 'encodng' in an attribute. Did you mean 'encoding'?
        encodng: UTF-8
        ^
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.ksy").write_text(BAD, encoding="utf-8")
    Path("f.bin").write_bytes(b"abc")
    Path("rows.jsonl").write_text("{}\n", encoding="utf-8")


@pytest.mark.parametrize(
    "words",
    [
        "cat --spec bad.ksy f.bin",
        "tree --spec bad.ksy f.bin",
        "root --spec bad.ksy f.bin",
        "write --spec bad.ksy --from rows.jsonl -o out.bin",
        "explain bad.ksy",
    ],
)
def test_every_command_shows_all_errors(capsys: pytest.CaptureFixture[str], words: str):
    assert main(words.split()) == 1
    assert capsys.readouterr() == ("", SAID)


def test_an_encoding_that_nobody_knows(capsys: pytest.CaptureFixture[str]):
    spec = (
        "meta: {id: odd, -vendor: 1}\nseq:\n  - {id: a, type: u1}\n  - {id: b, type: str, size: 2, encoding: klingon}\n"
    )
    Path("odd.ksy").write_text(spec, encoding="utf-8")
    assert main(["cat", "--spec", "odd.ksy", "f.bin"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "bytewright: warning: odd.ksy:4:43: unknown encoding 'klingon'. Such text can only be read where Python knows "
        "the encoding.",
        "      - {id: b, type: str, size: 2, encoding: klingon}",
        " " * 46 + "^",
        "bytewright: error: f.bin: offset 1 (0x1): b: expected text in an encoding that Python knows, found klingon",
    ]
    Path("f.bin").write_bytes(b"")
    Path("rows.jsonl").write_text('{"a": 1, "b": "xy"}\n', encoding="utf-8")
    assert main(["write", "--spec", "odd.ksy", "--from", "rows.jsonl", "-o", "out.bin"]) == 1
    assert capsys.readouterr().err.splitlines()[-1].endswith("b: expected an encoding that Python knows, found klingon")


def test_a_loader_that_is_not_there(capsys: pytest.CaptureFixture[str]):
    spec = (
        "meta: {id: lost}\nseq: [{id: a, type: u1}]\n-options:\n  - {id: table, type: file, loader: 'gone:columns'}\n"
    )
    Path("lost.ksy").write_text(spec, encoding="utf-8")
    assert main(["cat", "--spec", "lost.ksy", "--trust", ".", "f.bin"]) == 1
    assert capsys.readouterr().err.splitlines()[0] == (
        "bytewright: error: lost.ksy:4:5: 'gone.py' can't be read beside the spec: No such file or directory"
    )
