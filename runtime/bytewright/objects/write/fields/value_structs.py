"""Makes structures from the calculated value that represents them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.errors import WriteError, shown
from bytewright.model.structures import Struct, field_path
from bytewright.objects.write.fields.checks import check_fits
from bytewright.objects.write.fields.stored_values import stored_value
from bytewright.objects.write.fields.structures import as_structure
from bytewright.objects.write.output import Output


def hold_value(
    holder: Struct, field: int, out: Output, derive: Callable[[Any, Output], None], *solutions: Callable[[int], Any]
) -> None:
    """Have a structure hold what gives the value that it is made of.

    Args:
        holder: the structure.
        field: which of its fields the value is calculated of.
        out: where it is written.
        derive: derives what else the structure holds.
        solutions: what the field may be, of the value; the first that gives the value back is taken.

    Raises:
        WriteError: none does.
    """
    value, holder._told = holder._told, None
    known = holder.FIELDS[field]
    if holder.KEEPS and known.struct is None and getattr(holder, known.name) is None:
        setattr(holder, known.name, 0)  # of which what the value doesn't say is kept
    if any(_gives(holder, field, out, derive, value, solution) for solution in solutions):
        return
    path = field_path(holder, field)
    raise WriteError(field=path, expected=f"something of which {holder.SHOWN_AS} is {value}", found=shown(value))


def _gives(
    holder: Struct,
    field: int,
    out: Output,
    derive: Callable[[Any, Output], None],
    value: int,
    solution: Callable[[int], Any],
) -> bool:
    known = holder.FIELDS[field]
    try:
        setattr(holder, known.name, solution(value))
        if known.struct is not None:
            setattr(holder, known.name, as_structure(known.struct, holder, field))
        stored_value(holder, field)
        check_fits(holder, field)
        derive(holder, out)
        return bool(getattr(holder, holder.SHOWN_AS) == value)
    except (WriteError, ArithmeticError):
        return False
