"""Repaired files: they are good, have the good records of the damaged ones, and what was lost lies beside them."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.columnar.test_toys import MEASUREMENTS
from tests.support.both import damaged, documented, numbers
from tests.support.compiling import Compile
from tests.views.test_spared_elements import GOOD as PAGES
from tests.views.test_spared_elements import NOTES

import bytewright
from bytewright.cli import main
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import OptionError, ReadError, WriteError
from bytewright.tables.damage import repair as module
from bytewright.tables.damage.places import Places
from bytewright.tables.damage.repair import repair
from bytewright.tables.inputs import Input

LOG = b"SLOG" + b"".join(MEASUREMENTS)
COUNTED = """
seq:
  - {id: magic, contents: CNT}
  - {id: num, type: u2}
  - {id: records, type: record, repeat: expr, repeat-expr: num}
types:
  record:
    seq:
      - {id: len, type: u1}
      - {id: body, type: body, size: len}
      - {id: sum, type: u4, -checksum: {algorithm: crc32, from: body, to: body}}
  body:
    seq:
      - {id: kind, type: u1, valid: {max: 3}}
      - {id: text, type: str, size-eos: true, encoding: ASCII}
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def counted(codec: Codec, texts: list[str]) -> bytes:
    root: Any = codec.root
    return codec.to_bytes(root(records=[{"body": {"kind": 1, "text": text}} for text in texts]))


def rows(codec: Codec, what: Any, view: str | None = None, **arguments: Any) -> list[str]:
    """The rows of a file, but for what counts records."""
    table = bytewright.open(what, codec, view, engine="objects", **arguments).to_table()
    shown = table.drop([name for name in table.column_names if name in ("number", "note")])
    return [repr(row) for batch in shown.to_batches() for row in numbers(batch).to_pylist()]


def repaired(codec: Codec, data: bytes, path: str = "new") -> module.Repaired:
    Path("old").write_bytes(data)
    return repair(codec, Input("old"), parse(codec), path)


def _cases(compiled: Compile) -> Iterator[tuple[Codec, bytes, str | None]]:
    yield documented(views=True), LOG, None
    codec = compiled(COUNTED)
    yield codec, counted(codec, ["one", "", "three", "four"]), None
    yield compiled(NOTES), PAGES, "notes"


@pytest.mark.parametrize("case", range(3))
def test_a_repaired_file_has_the_good_records(compiled: Compile, case: int) -> None:
    """However it was damaged: what a reader gives that passes over bad records is what the repaired file has."""
    codec, data, view = list(_cases(compiled))[case]
    lost = tried = 0
    for number, broken in enumerate([data, *list(damaged(data))[case::5]]):
        try:
            bytewright.open(broken, codec, view).to_table()
            good = True
        except ReadError:
            good = False
        for path in Path().glob("new*"):
            path.unlink()
        try:
            done = repaired(codec, broken)
        except ReadError:  # what precedes the records is bad
            assert not list(Path().glob("*new*"))
            continue
        tried += 1
        assert rows(codec, "new", view) == rows(codec, broken, view, mode="DROPMALFORMED"), (number, broken.hex())
        assert (done.places == 0) == good
        if not good:
            lines = [json.loads(line) for line in Path("new.damage.jsonl").read_text(encoding="utf-8").splitlines()]
            assert len(lines) == done.places
            kept = b"".join(broken[line["from"] : line["to"]] for line in lines)
            assert (Path("new.damage.bin").read_bytes(), done.lost) == (kept, len(kept))
        beside = [] if good else ["new.damage.bin", "new.damage.jsonl"]
        assert sorted(str(path) for path in Path().glob("*new*")) == ["new", *beside]
        lost += done.places
    assert tried > 10
    assert lost > 10


@pytest.mark.parametrize("size", [1, 30, 200])
def test_large_files_are_written_group_by_group(compiled: Compile, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """With the same bytes as at once, also where a count before the records says that it can't be done."""
    counting = compiled(COUNTED)
    for codec, data in ((documented(views=True), LOG * 1 + 9 * LOG[4:]), (counting, counted(counting, 40 * ["text"]))):
        broken = data[:40] + bytes([data[40] ^ 0x80]) + data[41:]
        assert repaired(codec, broken, "whole").places < 2
        with monkeypatch.context() as patch:
            patch.setattr(module, "AT_ONCE", size)
            repaired(codec, broken, "grouped")
        assert Path("grouped").read_bytes() == Path("whole").read_bytes()


def test_memory_is_that_of_a_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more records are held than are written together."""
    codec, held = documented(), []
    made, kind = module._file, codec.structures()["measurement"]

    def counted(*arguments: Any) -> Any:
        gc.collect()
        held.append(sum(type(one) is kind for one in gc.get_objects()))
        return made(*arguments)

    monkeypatch.setattr(module, "AT_ONCE", 500)
    monkeypatch.setattr(module, "_file", counted)
    repaired(codec, LOG[:4] + 60 * (LOG[4:-1] + bytes([LOG[-1] ^ 0x80])))
    assert len(held) > 6
    assert max(held) < 80  # of 180


def test_a_count_is_written_anew(compiled: Compile) -> None:
    codec = compiled(COUNTED)
    data = bytearray(counted(codec, ["one", "two", "three"]))
    data[-1] ^= 1
    assert repaired(codec, bytes(data)) == module.Repaired(2, 1, len(b"three") + 6)
    assert Path("new").read_bytes() == counted(codec, ["one", "two"])


def test_a_good_file_loses_nothing() -> None:
    assert repaired(documented(), LOG) == module.Repaired(4, 0, 0)
    assert Path("new").read_bytes() == LOG
    assert not list(Path().glob("new.*"))


def test_what_can_not_be_repaired(compiled: Compile, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("old").write_bytes(LOG[:-3])
    for path in ("old", "./old", "link"):
        Path("link").unlink(missing_ok=True)
        Path("link").symlink_to("old")
        with pytest.raises(OptionError, match="would write over the file that it reads"):
            repair(documented(), Input("old"), parse(documented()), path)
    with pytest.raises(OptionError, match="its files are no lists of records"):
        repaired(compiled("seq: [{id: a, type: u1}]"), LOG[:-3])
    with pytest.raises(ReadError, match="magic"):
        repaired(documented(), b"SLOX" + LOG[4:])
    with pytest.raises(WriteError, match="can't be written"):
        repaired(documented(), LOG[:-3], "nowhere/new")

    def fail(*_: object) -> None:
        raise WriteError("the disk is full")

    monkeypatch.setattr(Places, "write", fail)
    with pytest.raises(WriteError, match="the disk is full"):
        repaired(documented(), LOG[:-3])
    assert sorted(str(path) for path in Path().iterdir() if path.suffix != ".ksy") == ["link", "old"]


def test_commands(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from bytewright.codec import registry

    monkeypatch.setattr(registry, "compiler", lambda: lambda *_, **__: documented())
    Path("old").write_bytes(LOG[:-3])
    start, size = len(LOG) - len(MEASUREMENTS[-1]), len(MEASUREMENTS[-1]) - 3
    assert main(["check", "--spec", "x.ksy", "old"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"bytewright: error: old: offset {start} (0x{start:x}): records[3].")
    assert said.err.endswith(f"{size} bytes from there on are passed over. `bytewright repair` keeps the rest.\n")
    assert said.err.count("\n") == 1
    assert main(["repair", "--spec", "x.ksy", "old", "-o", "new"]) == 0
    said = capsys.readouterr()
    assert said.out == f"new: 3 records (records); lost: 1 place, {size} bytes, see new.damage.jsonl\n"
    assert main(["check", "--spec", "x.ksy", "new"]) == 0
    assert main(["repair", "--spec", "x.ksy", "new", "-o", "newer"]) == 0
    assert "3 records (records); nothing was lost" in capsys.readouterr().out
    assert main(["repair", "--spec", "x.ksy", "old", "-o", "old"]) == 2


VIEWS = """
-views:
  rows: {each: 'records[*]', columns: [{id: text, value: _.body.text}]}
  shares: {each: 'records[*]', columns: [{id: share, value: 100 / _.body.text.length}]}
"""


def test_what_any_view_refuses_is_left_out(compiled: Compile) -> None:
    codec = compiled(COUNTED + VIEWS)
    data = bytearray(counted(codec, ["one", "", "three", "four", ""]))
    data[-12] ^= 1  # the checksum of the fourth record is wrong, which both views refuse
    done = repaired(codec, bytes(data))
    assert (done.records, done.places) == (2, 3)
    assert rows(codec, "new") == rows(codec, counted(codec, ["one", "three"]))
    assert bytewright.open("new", codec, "shares").to_table()["share"].to_pylist() == [33, 20]
