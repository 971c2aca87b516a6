"""FiloDB RecordContainer (BinaryRecord v2): what the kernel asks of a file's header to make columns.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.columns import HeaderValue

HEADER: dict[str, HeaderValue] = {
    "schemas[0].has_id": lambda scope: scope.root.schemas[0].has_id,
    "schemas[0].has_id and not false": lambda scope: scope.root.schemas[0].has_id and not False,
    "schemas[*].name": lambda scope: [item.name for item in scope.root.schemas],
    "schemas[*]": lambda scope: scope.root.schemas,
    "schemas[*].id": lambda scope: scope.element.id,
    "schemas[*].columns.size": lambda scope: len(scope.element.columns),
    "schemas[*].columns[_column].type": lambda scope: scope.element.columns[scope.column].type,
    "schemas[*].predefined_keys.size": lambda scope: len(scope.element.predefined_keys),
    "schemas[*].columns[_column].inner.has_id": lambda scope: scope.element.columns[scope.column].inner.has_id,
    "schemas[*].columns[_column].inner.columns.size": lambda scope: len(
        scope.element.columns[scope.column].inner.columns
    ),
    "schemas[*].columns[_column].inner.columns[_column'].type": lambda scope: (
        scope.element.columns[scope.column].inner.columns[scope.inner].type
    ),
    "schemas[*].columns[_column].inner.predefined_keys.size": lambda scope: len(
        scope.element.columns[scope.column].inner.predefined_keys
    ),
    "schemas[*].columns[_column].inner.columns[_column'].inner.has_id": lambda scope: (
        scope.element.columns[scope.column].inner.columns[scope.inner].inner.has_id
    ),
    "schemas[*].columns[_column].inner.columns[_column'].inner.columns.size": lambda scope: len(
        scope.element.columns[scope.column].inner.columns[scope.inner].inner.columns
    ),
    "schemas[*].predefined_keys": lambda scope: scope.element.predefined_keys,
    "schemas[*].columns[_column].inner.predefined_keys": lambda scope: (
        scope.element.columns[scope.column].inner.predefined_keys
    ),
}
"""By the names that plans have for it, what they ask of a file's header."""
