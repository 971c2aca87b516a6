"""Tables of rows as prompts and notebooks show them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Protocol

import pyarrow as pa

from bytewright.arrow.python_rows import rows_of
from bytewright.errors import BytewrightError

_ROWS = 10
_COLUMNS = 60
_FILES = 3
_CHARACTERS = 100


class Rows(Protocol):
    """What has rows."""

    def to_batches(self, *, limit: int) -> Iterator[pa.RecordBatch]:
        """The first rows."""


def described(title: str, files: Sequence[str], schema: pa.Schema) -> str:
    """A table in a line for what it is of, one for its files, and one for each column.

    Args:
        title: the format and the view.
        files: what they are called.
        schema: the columns that are shown.
    """
    names = [*files[:_FILES]] + ["…"] * (len(files) > _FILES)
    many = f"{len(files):,} file{'s' * (len(files) != 1)}"
    lines = [title, f"{many}: {', '.join(names)}" if names else many]
    lines += [f"  {field.name}: {field.type}" for field in itertools.islice(schema, _COLUMNS)]
    if len(schema) > _COLUMNS:
        lines.append(f"  … {len(schema) - _COLUMNS:,} more columns")
    return "\n".join(lines)


def html_of(text: str, rows: Rows) -> str:
    """A table as HTML: what it is, and its first rows, or why these can't be read.

    Args:
        text: what it is.
        rows: the rows, which nobody else reads.
    """
    found: list[dict[str, Any]] = []
    said = ""
    try:
        for batch in rows.to_batches(limit=_ROWS):
            found += rows_of(batch)
    except BytewrightError as error:
        said = f"<p>{escape(str(error))}</p>"
    title, _, rest = text.partition("\n")
    parts = [f"<details><summary>{escape(title)}</summary><pre>{escape(rest)}</pre></details>"]
    if found:
        names = list(found[0])[:_COLUMNS]
        parts.append(f"<table><thead><tr>{''.join(f'<th>{escape(name)}</th>' for name in names)}</tr></thead><tbody>")
        parts += [f"<tr>{''.join(f'<td>{escape(_cell(row[name]))}</td>' for name in names)}</tr>" for row in found]
        parts.append("</tbody></table>")
    return "".join(parts) + said


def _cell(value: Any) -> str:
    text = "–" if value is None else value.hex() if isinstance(value, bytes) else str(value)
    return text if len(text) <= _CHARACTERS else f"{text[:_CHARACTERS]}…"
