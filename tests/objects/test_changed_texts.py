"""Text of wide characters that changes reads back as itself, whatever ends and bounds it, or is refused."""

from __future__ import annotations

import json

import pytest

from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain
from bytewright.errors import WriteError
from bytewright.io.source import BytesSource
from bytewright_codegen.load import load

WIDTHS = {"UTF-16LE": 2, "UTF-16BE": 2, "UTF-32LE": 4, "UTF-32BE": 4}
FRAMES = {
    "strz": "type: strz",
    "terminator": "type: str, terminator: {nul}",
    "included": "type: str, terminator: {nul}, include: true",
    "at the end or not": "type: str, terminator: {nul}, eos-error: false",
    "in a size": "type: str, size: {room}, terminator: {nul}",
    "in an odd size": "type: str, size: {odd}, terminator: {nul}",
    "included in a size": "type: str, size: {room}, terminator: {nul}, include: true",
    "padded": "type: str, size: {room}, pad-right: 0x20, terminator: {nul}",
    "in a length": "type: strz, size: n",
    "padded in a length": "type: str, size: n, pad-right: 0",
    "in the rest": "type: strz, size-eos: true",
}
TEXTS = ("", "a", "ab", "Ā", "aĀ", "Āb", "ĀĀ", "a\u2020", "\u0001\u0100", "abcd", "a ")


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    types: list[str] = []
    cases: list[str] = []
    for number, (encoding, width) in enumerate(WIDTHS.items()):
        for place, (name, frame) in enumerate(FRAMES.items()):
            field = frame.format(nul=f"[{', '.join('0' * width)}]", room=5 * width, odd=5 * width + 1)
            behind = "" if name == "in the rest" else ", {id: z, type: u1}"
            types.append(
                f"  k{len(types)}: {{seq: [{{id: n, type: u1}}, {{id: x, {field}, encoding: {encoding}}}{behind}]}}"
            )
            cases.append(f"{number * len(FRAMES) + place}: k{len(types) - 1}")
    path = tmp_path_factory.mktemp("texts") / "toy.ksy"
    body = f"{{switch-on: kind, cases: {{{', '.join(cases)}}}}}"
    seq = f"[{{id: kind, type: u1}}, {{id: body, type: {body}}}]"
    path.write_text("\n".join([f"meta: {{id: toy, endian: le}}\nseq: {seq}\ntypes:", *types]))
    return load(path)


@pytest.mark.parametrize("name", FRAMES)
@pytest.mark.parametrize("encoding", WIDTHS)
def test_text_that_changes_reads_back(encoding: str, name: str, codec: Codec) -> None:
    kind = list(WIDTHS).index(encoding) * len(FRAMES) + list(FRAMES).index(name)
    ended = "\0" if "included" in name else ""
    for before in TEXTS:
        body = {"x": before + ended, **({} if "length" in name else {"n": 0}), **({} if "rest" in name else {"z": 7})}
        try:
            data = codec.to_bytes(from_plain(codec, {"kind": kind, "body": body}))
        except WriteError:
            continue  # it doesn't fit, or can't be told from its padding
        dumped = json.dumps(tree.build(codec, BytesSource(data)).to_json())
        for after in TEXTS:
            for model in (codec.parse(data), tree.load(codec, dumped)):
                model.body.x = after + ended
                try:
                    written = codec.to_bytes(model)
                except WriteError:
                    continue
                read = codec.parse(written).body
                assert (read.x, getattr(read, "z", 7)) == (after + ended, 7), (before, after)
