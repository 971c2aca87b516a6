"""Files of a small format, and pages of them."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings, parse
from bytewright.page import data_of, data_of_both, page_of
from bytewright.tables.inputs import Input

SPEC = """
doc: What was heard, in its order.
seq:
- {id: magic, contents: HEARD}
- {id: sounds, type: sound, repeat: eos, doc: The sounds.}
types:
  sound:
    doc: Something that was heard.
    seq:
    - {id: len, type: u2, doc: How many bytes follow.}
    - {id: body, type: body, size: len}
  body:
    seq:
    - {id: time, type: u4, doc: When it was heard.}
    - {id: kind, type: u1, enum: kinds, valid: {in-enum: true}}
    - {id: name, type: strz, doc: Who said it.}
    - {id: score, type: f4}
    - {id: gap, size: 2}
    - {id: len_more, type: u1}
    - {id: more, type: more, size: len_more, process: zlib}
  more:
    seq:
    - {id: text, type: str, size-eos: true}
enums:
  kinds: {0: speech, 1: music, 2: noise}
"""
"""Each sound holds text that is compressed, so that it has bytes of its own."""


def sound(number: int, name: str = "", *, kind: int = 0) -> bytes:
    """A record; of a kind above 2 it is bad."""
    more = zlib.compress(f"text {number}".encode())
    body = struct.pack("<IB", number * 10, kind) + (name or f"name {number}").encode() + b"\0"
    body += struct.pack("<fBBB", number / 2, 0, 0, len(more)) + more
    return struct.pack("<H", len(body)) + body


def heard(sounds: Iterable[bytes]) -> bytes:
    """A file."""
    return b"HEARD" + b"".join(sounds)


def read(codec: Codec, file: bytes | Path) -> tuple[Codec, Input, Settings]:
    """A file with what it is read by."""
    return codec, Input(file), parse(codec, {})


def told(codec: Codec, data: bytes | Path) -> dict[str, Any]:
    """What a page holds of a file, as it comes out of JSON."""
    found: dict[str, Any] = json.loads(json.dumps(data_of(*read(codec, data))))["files"][0]
    return found


def written(path: Path, codec: Codec, *files: Path) -> Path:
    """Write a page of a file, or of two."""
    each = [read(codec, file) for file in files]
    path.write_text(page_of(data_of(*each[0]) if len(each) == 1 else data_of_both(*each)), "utf-8")
    return path


class Nodes:
    """The tree that a page holds, by paths."""

    def __init__(self, data: dict[str, Any]) -> None:
        tree, names = data["tree"], list[str]()
        self.by_path: dict[str, dict[str, Any]] = {}
        for number, depth in enumerate(tree["depth"]):
            del names[depth:]
            names.append(tree["strings"][tree["name"][number]])
            node = {name: tree[name][number] for name in ("offset", "size", "value", "space")}
            node |= {name: tree["strings"][tree[name][number]] for name in ("type", "doc")}
            self.by_path[".".join(names[1:])] = node
