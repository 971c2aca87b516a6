"""Byte diagrams: the entries of a type as boxes in a row, as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bytewright_codegen.backends.docs.type_layout import Laid

_WIDEST_LINE = 108
_WIDEST_BOX = 30


@dataclass(frozen=True, slots=True)
class _Box:
    offset: str
    lines: tuple[str, str]

    @property
    def width(self) -> int:
        return max(len(self.lines[0]), len(self.lines[1]), len(self.offset) - 2, 1) + 2


def diagram(entries: Sequence[Laid]) -> str:
    """The entries as boxes: offset above, name and type inside; what may be absent has a ``?``.

    Returns:
        Lines of at most 110 characters; empty for a type without entries.
    """
    boxes = [_box(laid, before) for before, laid in zip((None, *entries), entries, strict=False)]
    rows: list[list[_Box]] = []
    for box in boxes:
        if not rows or sum(b.width + 1 for b in rows[-1]) + box.width > _WIDEST_LINE:
            rows.append([])
        rows[-1].append(box)
    return "\n".join(line for row in rows for line in _lines(row))


def _box(laid: Laid, before: Laid | None) -> _Box:
    name = laid.entry.name if laid.entry.named else "·"
    kind = laid.type if laid.entry.contents is None else laid.entry.contents.hex(" ")
    if laid.type == "bytes" and laid.entry.contents is None:
        kind = f"{laid.size} bytes" if laid.size[:1] not in "tu" else laid.size
    elif laid.type.startswith("str "):
        kind = "text"
    if laid.times:
        kind += " …" if laid.times.startswith(("to", "until")) else f" × {laid.times}"
    place = laid.offset.partition(", ")[0]
    if place.startswith("end of ") or (before is not None and before.offset.startswith(f"{place}, ")):
        place = ""
    return _Box(place, (_short(name + ("?" if laid.condition else "")), _short(kind)))


def _short(text: str) -> str:
    return text if len(text) <= _WIDEST_BOX else text[: _WIDEST_BOX - 1] + "…"


def _lines(boxes: Sequence[_Box]) -> list[str]:
    widths = [box.width for box in boxes]
    offsets = " ".join(box.offset.ljust(width) for box, width in zip(boxes, widths, strict=True)).rstrip()
    inside = [
        "│" + "│".join(f" {box.lines[i]}".ljust(width) for box, width in zip(boxes, widths, strict=True)) + "│"
        for i in (0, 1)
    ]
    return [
        *([offsets] if offsets else []),
        "┌" + "┬".join("─" * width for width in widths) + "┐",
        *inside,
        "└" + "┴".join("─" * width for width in widths) + "┘",
    ]
