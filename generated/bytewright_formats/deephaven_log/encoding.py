"""Deephaven intraday binary log: what the kernel needs to make records of rows, besides its plans.

Generated from specs/deephaven/deephaven_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.encoding import HeaderValue

ENCODING_HEADER: dict[str, HeaderValue] = {
    "columns.size - header.num_constants": lambda scope: len(scope.root.columns) - scope.root.header.num_constants,
    "columns[_column].presence_index": lambda scope: scope.root.columns[scope.column].presence_index,
    "not columns[_column].is_constant": lambda scope: not scope.root.columns[scope.column].is_constant,
    "columns.size": lambda scope: len(scope.root.columns),
    "columns[_column].storage": lambda scope: scope.root.columns[scope.column].storage,
    "columns[_column].symbols.size - 1": lambda scope: len(scope.root.columns[scope.column].symbols) - 1,
    "columns[_column].symbols[*]": lambda scope: list(scope.root.columns[scope.column].symbols),
}
"""By the names that plans have for it, what they ask of a file's header."""
