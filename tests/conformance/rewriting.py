"""Files written back from their trees."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.conformance.results import Result, described, failed, passed

from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.io.source import BytesSource
from bytewright.tree import SLACK, Node


def result(part: str, name: str, codec: Codec, data: bytes, arguments: Mapping[str, Any] | None = None) -> Result:
    """Whether a file is written back from the JSON text of its tree, byte for byte.

    Args:
        part: the part of the table.
        name: the name in it.
        codec: the format.
        data: the file.
        arguments: what the root's parameters are, which a tree doesn't hold.
    """
    try:
        node = tree.build(codec, BytesSource(data))
    except Exception as error:
        return failed(part, name, f"not read: {described(error)}")
    raw, slack = _kept(node)
    try:
        model = tree.load(codec, json.dumps(node.to_json()))
        for parameter, value in (arguments or {}).items():
            setattr(model, parameter, value)
        again = codec.to_bytes(model)
    except Exception as error:
        return replace(failed(part, name, f"not written: {described(error)}"), size=len(data), raw=raw, slack=slack)
    found = passed(part, name) if again == data else failed(part, name, _difference(again, data))
    return replace(found, size=len(data), raw=raw, slack=slack)


def _kept(node: Node) -> tuple[int, int]:
    """How many bytes a tree keeps besides its values, and how many no field describes."""
    if node.type == SLACK:
        return 0, node.size
    if node.raw is not None:  # it holds what is below as well
        return len(node.raw), 0
    below = [_kept(child) for child in node.children or ()]
    return sum(raw for raw, _ in below), sum(slack for _, slack in below)


def _difference(again: bytes, data: bytes) -> str:
    place = next((i for i, (x, y) in enumerate(zip(again, data, strict=False)) if x != y), min(len(again), len(data)))
    return f"{len(again)} bytes instead of {len(data)}, other ones from offset {place} (0x{place:x})"
