"""FiloDB RecordContainer (BinaryRecord v2): what the kernel needs to make records of rows, besides its plans.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.encoding import HeaderValue

ENCODING_HEADER: dict[str, HeaderValue] = {
    "schemas[0].has_id": lambda scope: scope.root.schemas[0].has_id,
    "schemas[0].has_id and not false": lambda scope: scope.root.schemas[0].has_id and not False,
    "schemas[*]": lambda scope: scope.root.schemas,
    "schemas[*].id": lambda scope: scope.element.id,
    "schemas[*].columns.size": lambda scope: len(scope.element.columns),
    "schemas[*].columns[_column].type": lambda scope: scope.element.columns[scope.column].type,
    "schemas[*].predefined_keys.size": lambda scope: len(scope.element.predefined_keys),
}
"""By the names that plans have for it, what they ask of a file's header."""
