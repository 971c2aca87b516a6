"""The columns of rows of which code makes a file: what is none of them is refused."""

from __future__ import annotations

import pyarrow as pa

from bytewright.codec.makers import Maker
from bytewright.errors import WriteError
from bytewright.host.suggest import hint


def check_columns(maker: Maker, schema: pa.Schema, root: str | None) -> None:
    """Refuse columns that rows of which a file is made don't have, and a root that says something, which they need not.

    Raises:
        WriteError: there is such a one.
    """
    assert maker.schema is not None
    if root is not None and root.strip() != "{}":
        raise WriteError(f"files of {maker.name} are made of their rows alone", hint="Leave the root out.")
    for field in schema:
        if maker.schema.get_field_index(field.name) < 0:
            raise WriteError(f"there is no column {field.name!r}", hint=hint(field.name, maker.schema.names, "columns"))
        _check_members(field.type, maker.schema.field(field.name).type, field.name)


def _check_members(have: pa.DataType, want: pa.DataType, where: str) -> None:
    """Refuse members that structs don't have, which a cast would leave out."""
    if pa.types.is_list(have) and pa.types.is_list(want):
        _check_members(have.value_type, want.value_type, where)
    if not (pa.types.is_struct(have) and pa.types.is_struct(want)):
        return
    members = {field.name: field.type for field in want}
    for field in have:
        if field.name not in members:
            raise WriteError(f"{where} has no member {field.name!r}", hint=hint(field.name, members, "members"))
        _check_members(field.type, members[field.name], f"{where}.{field.name}")
