"""Writes a model until its sizes and positions agree, or a part of it that depends on nothing outside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bytewright.errors import NO_VALUE, WriteError
from bytewright.host.gc_pause import relieve
from bytewright.io.rope import Part, together
from bytewright.model.structures import Field, Struct, field_path
from bytewright.objects.write.fields.structures import complete
from bytewright.objects.write.lazy import LazyStructure, Memory
from bytewright.objects.write.output import Output
from bytewright.objects.write.placed_lists import ListEncoder

_TURNS = 48


def converged(model: Struct, emit: Callable[[Any, Output], None], first: Output, *, placed: bool) -> Output:
    """The output of a model of which all is derived that can be before it is written.

    Args:
        model: the structure, which has a stream of its own.
        emit: writes it.
        first: the output that it was derived for.
        placed: whether something in it lies at a place of its own.

    Raises:
        WriteError: a value doesn't fit, is missing, or contradicts another; sizes don't settle.
    """
    memory = Memory(canonical=first.canonical, known=first.memory)
    try:
        return _settled(model, emit, first, memory, placed=placed)
    finally:
        memory.occupy()


def _settled(
    model: Struct, emit: Callable[[Any, Output], None], first: Output, memory: Memory, *, placed: bool
) -> Output:
    for turn in range(_TURNS):
        out = Output(
            canonical=first.canonical,
            override=first.override,
            relocate=first.relocate,
            free=first.free,
            unset=first.unset,
            clashes=first.clashes,
            rehearsal=placed and turn == 0,
            first=turn == 0,
            memory=memory,
            unread=first.unread,
        )
        try:
            emit(model, out)
            out.tail(model)
            if out.seal() or first.override:
                return out
            failure = None
        except (WriteError, *NO_VALUE) as error:
            if not out.learnt:  # nothing is known better the next time
                raise
            failure = error
        out.discard()
    raise failure if isinstance(failure, WriteError) else out.contradiction()


def make_deferred(
    owner: Struct,
    field: int,
    out: Output,
    derive: Callable[[Any, Output], None],
    emit: Callable[[Any, Output], None],
    element: int | None = None,
) -> bool:
    """Make a structure that rests on nothing outside of itself, if that was left for later, and keep only its bytes.

    Args:
        owner: the structure that holds it.
        field: which of its fields it is.
        out: the output for which the model is derived.
        derive: finds what follows from the rest of it.
        emit: writes it.
        element: which element of a list it is.

    Returns:
        Whether it was left for later.

    Raises:
        WriteError: it can't be written.
    """
    known = owner.FIELDS[field]
    value = getattr(owner, known.name)
    if element is not None:
        value = value[element]
    if not isinstance(value, LazyStructure):
        return False
    if value.data is None:
        parts, laid = _made(owner, known, value, out, derive, emit, element)
        value.keep(together(parts) if out.spool is None else out.spool.keep(parts))
        for elements in laid:
            elements.let_go()
        relieve()
    return True


def _made(
    owner: Struct,
    field: Field,
    value: LazyStructure,
    out: Output,
    derive: Callable[[Any, Output], None],
    emit: Callable[[Any, Output], None],
    element: int | None,
) -> tuple[Sequence[Part], Sequence[ListEncoder]]:
    """The bytes of a structure that is made now, and again until it stays as it is; and the columns among them."""
    model = value.made(None)
    parts: Sequence[Part] = ()
    laid: dict[int, ListEncoder] = {}
    for _ in range(_TURNS):
        if model is None:
            return parts, list(laid.values())
        model._parent, model._field, model._index = owner, field.id, element
        model._adopt()
        complete(model)
        model._indexes = {}
        first = Output(
            canonical=out.canonical,
            override=out.override,
            relocate=out.relocate,
            options=out.options,
            memory=Memory(canonical=out.canonical, known=out.memory),
        )
        try:
            derive(model, first)
            model._adopt()
            made = converged(model, emit, first, placed=True)
        except WriteError as error:
            error.reached = error.reached or model
            raise
        parts = made.parts
        laid |= {id(elements): elements for elements in made.laid}
        made.let_go()
        last, model = model, value.made(model)
        last._disown()
    raise WriteError("it is made anew again and again", field=field_path(owner, owner.FIELDS.index(field), element))
