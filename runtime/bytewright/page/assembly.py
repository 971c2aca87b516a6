"""Puts a page together: one file of HTML, which fetches nothing and of which only our own script runs."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

_ESCAPED = {ord(one): f"\\u{ord(one):04x}" for one in "<>&"}
"""Characters by which text could end the element that it stands in."""
_SCRIPTS = (
    "file_data.js",
    "virtual_list.js",
    "hex_pane.js",
    "tree_pane.js",
    "rows_pane.js",
    "search.js",
    "comparison.js",
    "page.js",
)
"""In the order in which they stand in the page's only script."""


def page_of(data: Mapping[str, Any]) -> str:
    """The page of a file, or of two beside each other.

    Args:
        data: what `bytewright.page.data_of` tells, or `bytewright.page.data_of_both`.
    """
    style, script = _asset("page.css"), "\n".join(map(_asset, _SCRIPTS))
    allowed = f"style-src '{_digest(style)}'; script-src '{_digest(script)}'"
    policy = f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"
    parts = {
        "policy": escape(policy),
        "title": escape(" – ".join(str(one["label"]) for one in data["files"])),
        "style": style,
        "data": embedded(data),
        "script": script,
    }
    page = _asset("page.html")
    pieces: list[str] = []
    for piece in page.split("{{"):
        name, closed, rest = piece.partition("}}")
        pieces += [parts[name], rest] if closed else [piece]
    return "".join(pieces)


def embedded(value: Any) -> str:
    """A value as JSON in ASCII that may stand in an element of HTML, whatever its text says."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).translate(_ESCAPED)


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _asset(name: str) -> str:
    return files("bytewright.page").joinpath("assets", name).read_text("utf-8")
