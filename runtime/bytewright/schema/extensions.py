"""Columns in Arrow's canonical extension types: what others know by their names is more than text or a list.

``arrow.uuid`` for what a spec says is a uuid, ``arrow.json`` for JSON text, ``arrow.fixed_shape_tensor`` for lists, and
lists in lists, of numbers whose counts are constants. Engines make the values as without them.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from bytewright.errors import OptionError
from bytewright.schema.value_forms import Form, JsonText, Null, Uuid, Via


def extended(kind: pa.DataType, form: Form, shape: tuple[int, ...] = ()) -> pa.DataType:
    """The type in which a column is shown with extension types: that which it has, where none is meant for it.

    Args:
        kind: its type without them.
        form: how its values are shown.
        shape: how many numbers there are in it, dimension by dimension; empty: that isn't known.

    Raises:
        OptionError: this pyarrow has no such type.
    """
    while isinstance(form, Via | Null):
        form = form.form
    found, number = kind, _number(kind)
    if isinstance(form, Uuid):
        found = _known("uuid")()
    elif isinstance(form, JsonText):
        found = _known("json_")()
    elif shape and (pa.types.is_integer(number) or pa.types.is_floating(number)):
        found = pa.fixed_shape_tensor(number, shape)
    return found


def _known(name: str) -> Any:
    found = getattr(pa, name, None)
    if found is None:
        raise OptionError(f"pyarrow {pa.__version__} has no type {name.rstrip('_')}", hint="Install a newer one.")
    return found


def _number(kind: Any) -> Any:
    while pa.types.is_list(kind):
        kind = kind.value_type
    return kind
