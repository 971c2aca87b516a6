"""Fields of the header that follow from the records: taken from the first record; all others must agree."""

from __future__ import annotations

from bytewright.model.structures import Struct


def take_derived(made: Struct, target: Struct, records: str) -> None:
    """Take over what follows from others, where nothing is said of it.

    Args:
        made: a whole file with a record, which has been written.
        target: the same without records, which is changed.
        records: name of the field that holds them.
    """
    for field in made.FIELDS:
        if not field.name or field.name == records or field.placed or field.again:
            continue
        value, there = getattr(made, field.name), getattr(target, field.name)
        if there is None and not isinstance(value, Struct):
            setattr(target, field.name, value)
        elif isinstance(value, Struct) and field.struct is type(value):
            if there is None:
                there = type(value)._begin(None, None, "", None)
                setattr(target, field.name, there)
            if isinstance(there, Struct):
                take_derived(value, there, "")
