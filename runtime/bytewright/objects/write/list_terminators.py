"""Checks, while lists are written, the conditions that end them."""

from __future__ import annotations

from collections.abc import Sequence

from bytewright.errors import WriteError
from bytewright.model.structures import Struct, field_path
from bytewright.objects.write.placeholders import ExternalList

WHOLE_BYTES = "whole bytes up to the end of the list"
"""What is expected of a list that readers take to the end of its stream."""


def check_list_end(owner: Struct, field: int, ends: Sequence[bool]) -> None:
    """A list that goes on until a condition holds: ``ends`` says of each element whether it does.

    Raises:
        WriteError: it holds before the last element, or not there.
    """
    if isinstance(getattr(owner, owner.FIELDS[field].name), ExternalList):
        return  # whoever makes its elements has seen to it
    if any(ends[:-1]):
        i = next(i for i, end in enumerate(ends) if end)
        raise WriteError(
            field=field_path(owner, field, i + 1), expected="nothing behind what ends the list", found="more"
        )
    if not ends or not ends[-1]:
        raise WriteError(field=field_path(owner, field), expected="a last element that ends the list", found="none")
