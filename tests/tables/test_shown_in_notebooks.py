"""What prompts and notebooks show of tables and of structures."""

from __future__ import annotations

from pathlib import Path

from tests.support.compiling import Compile

import bytewright
from bytewright.model.html import MOST

SPEC = """
seq:
- {id: items, type: item, repeat: eos}
types:
  item:
    seq:
    - {id: number, type: u1}
    - {id: text, type: strz}
"""
HOSTILE = "</td><script>alert(1)</script>"


def test_table_says_what_it_is(compiled: Compile, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.toy" for number in range(5)]
    for file in files:
        file.write_bytes(b"\x01one\0\x02two\0")
    table = bytewright.open(files, compiled(SPEC), columns=["text"])
    assert repr(table).splitlines() == [
        "toy, view rows",
        f"5 files: {', '.join(map(str, files[:3]))}, …",
        "  text: string",
    ]
    assert repr(bytewright.open(b"", compiled(SPEC))).splitlines()[1] == "1 file: <bytes>"
    assert table.engines == []


def test_table_shows_first_rows(compiled: Compile) -> None:
    table = bytewright.open(b"".join(b"\x07text %d\0" % number for number in range(100)), compiled(SPEC))
    shown = table._repr_html_()
    assert shown.count("<tr>") == 11
    assert "<td>7</td><td>text 9</td>" in shown
    assert table.engines == []  # it was read beside
    assert table.to_table().num_rows == 100


def test_table_shows_why_it_cant_be_read(compiled: Compile) -> None:
    shown = bytewright.open(b"\x01one\0\x02tw", compiled(SPEC))._repr_html_()
    assert "<td>one</td>" in shown
    assert "items[1].text" in shown


def test_structure_shows_its_fields(compiled: Compile) -> None:
    codec = compiled(SPEC)
    shown = codec.parse(b"\x01one\0\x02two\0")._repr_html_()
    assert shown.startswith("<details open><summary>Toy</summary>")
    assert "items [2]" in shown
    assert "<b>text</b> <code>&#x27;two&#x27;</code>" in shown
    many = codec.parse(b"\x01one\0" * 5000)._repr_html_()
    assert "… 4,980 more" in many
    assert many.count("<li>") <= MOST + 10


def test_nothing_is_read_to_be_shown(compiled: Compile) -> None:
    codec = compiled("seq:\n- {id: at, type: u1}\ninstances:\n  far: {pos: at, type: u1}\n")
    model = codec.parse(b"\x09")
    assert "<b>far</b> <code>not read yet</code>" in model._repr_html_()


def test_text_of_a_file_is_text(compiled: Compile) -> None:
    data = b"\x01" + HOSTILE.encode() + b"\0"
    for shown in (compiled(SPEC).parse(data)._repr_html_(), bytewright.open(data, compiled(SPEC))._repr_html_()):
        assert "<script" not in shown
        assert "&lt;script&gt;" in shown
