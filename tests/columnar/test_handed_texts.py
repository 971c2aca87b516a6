"""Columns that objects make of bytes and texts that the kernel has read: they are told these, and read nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged

import bytewright
from bytewright.cli import main
from bytewright.codec.codec import Codec
from bytewright.views.evaluate.steps import Steps
from bytewright_codegen.load import load

SPEC = """
meta: {id: told, endian: le}
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: size, type: u1, valid: {min: 8}}
      - {id: body, type: body, size: size}
  body:
    seq:
      - {id: flags, type: u1}
      - {id: len_wide, type: u1}
      - {id: wide, type: str, encoding: UTF-16LE, size: len_wide}
      - {id: head, type: head}
      - {id: maybe, type: strz, encoding: UTF-8, if: flags & 1 == 1}
      - {id: parts, type: part, repeat: eos}
  head:
    seq:
      - {id: padded, type: str, encoding: ASCII, size: 4, pad-right: 0x20}
      - {id: raw, size: 2}
  part:
    seq:
      - {id: n, type: u1}
      - {id: name, type: str, encoding: UTF-16BE, size: n}
-views:
  rows:
    default: true
    each: records[*]
    columns:
      - {id: wide, value: '_.body.wide.substring(0, 2)'}
      - {id: padded, value: '_.body.head.padded + "/" + _.body.wide.substring(1, 2)'}
      - {id: raw, value: '_.body.head.raw == [1, 2] ? _.body.wide.substring(0, 1) : "none"'}
      - {id: maybe, value: '_.body.flags & 1 == 1 ? _.body.maybe + _.body.wide.substring(0, 1) : ""'}
      - {id: flags, value: _.body.flags}
  parts:
    each: records[*].body.parts[*]
    columns:
      - {id: name, value: '_.name.substring(0, 2)'}
      - {id: both, value: '_.name.substring(0, 1) + records.body.wide.substring(0, 1)'}
"""


def record(wide: str, padded: bytes, raw: bytes, maybe: str | None, parts: list[str]) -> bytes:
    stored = wide.encode("utf-16le")
    body = bytes([2 if maybe is None else 1, len(stored)]) + stored + padded + raw
    body += b"" if maybe is None else maybe.encode() + b"\0"
    for part in parts:
        name = part.encode("utf-16be")
        body += bytes([len(name)]) + name
    return bytes([len(body)]) + body


RECORDS = [
    record("日記𝄞x", b"ab  ", b"\1\2", "é", ["x", "日記帳"]),
    record("", b"    ", b"\0\0", None, []),
    record("ab", b"a b ", b"\1\3", "", ["𝄞𝄞𝄞"]),
]
ROWS = [
    {"wide": "日記", "padded": "ab/記", "raw": "日", "maybe": "é日", "flags": 1},
    {"wide": "", "padded": "/", "raw": "none", "maybe": "", "flags": 2},
    {"wide": "ab", "padded": "a b/b", "raw": "none", "maybe": "a", "flags": 1},
]
PARTS = [{"name": "x", "both": "x日"}, {"name": "日記", "both": "日日"}, {"name": "𝄞𝄞", "both": "𝄞a"}]


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("told") / "told.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize(("view", "expected"), [("rows", ROWS), ("parts", PARTS)])
def test_objects_are_told_texts(
    codec: Codec, view: str, expected: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    data, read = b"".join(RECORDS), Steps.of
    records: list[int] = []

    def noted(steps: Any, view: Any, *given: Any) -> Iterator[Any]:
        for scopes in read(steps, view, *given):
            records.append(scopes[-1].index)
            yield scopes

    with monkeypatch.context() as patched:
        patched.setattr(Steps, "of", noted)
        bytewright.open(data, codec, view, engine="columns").to_table()
    assert records == []
    assert agree(codec, data, view=view) == (list(map(repr, expected)), None, [])
    tried, bad = agree_when_damaged(codec, data, view=view)
    assert tried > 150
    assert bad > 20


def test_explain_says_what_objects_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "told.ksy"
    path.write_text(SPEC, encoding="utf-8")
    assert main(["explain", str(path), "--section", "views"]) == 0
    said = capsys.readouterr().out
    assert "  for wide, objects are told body.wide\n" in said
    assert "  for raw, objects are told body.head.raw, body.wide\n" in said
