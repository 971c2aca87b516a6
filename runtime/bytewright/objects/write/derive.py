"""What generated writers call to derive fields and to check what users set."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from bytewright.arrow.logical import MIN_LONG, moment_of, units, unwrapped, utf16_unit
from bytewright.codecs.process import Process
from bytewright.errors import NO_VALUE, ReadError, WriteError, cause, shown
from bytewright.limits import Limits
from bytewright.model.padding import UNPADDED, Padding
from bytewright.model.structures import (
    NAMED,
    Field,
    Spelt,
    Struct,
    Undecided,
    choose,
    chosen_case,
    field_path,
    given,
    id_of,
    is_null,
    paired,
    span_of,
    standing_for,
)
from bytewright.objects.read.blame import shown_value
from bytewright.objects.read.list_rules import difference, repetition
from bytewright.objects.read.traverse import structures_below
from bytewright.objects.write.lazy import LazyStructure
from bytewright.objects.write.missing_values import missing_member, missing_value
from bytewright.objects.write.output import Output
from bytewright.objects.write.placed_lists import ColumnList
from bytewright.objects.write.placeholders import ExternalList, PlaceholderList

_TURNS = 8
"""How often a structure is written on its own, at most, until its lengths are right."""


def invalid_value(owner: Struct, field: int, expected: str, value: Any, element: int | None = None) -> WriteError:
    """The error for a value that breaks a rule of its format."""
    return WriteError(field=field_path(owner, field, element), expected=expected, found=shown_value(value))


def check_instance(
    owner: Struct,
    name: str,
    calculate: Callable[[], Any],
    wrong: Callable[[Any], bool],
    expected: Callable[[], str],
) -> None:
    """A calculated value must not break a rule of its format.

    Raises:
        WriteError: it does, or there is none.
    """
    try:
        value = calculate()
    except NO_VALUE as error:
        found = f"none, as {cause(error)}"
        raise WriteError(
            field=field_path(owner, name), expected="a value that can be calculated", found=found
        ) from None
    if wrong(value):
        raise WriteError(field=field_path(owner, name), expected=expected(), found=shown_value(value))


def check_unique(owner: Struct, field: int, key: Callable[[Any], Any]) -> None:
    """No two elements of a list may have the same key.

    Raises:
        WriteError: two have; it names the second.
    """
    found = repetition(owner, field, key)
    if found is not None:
        element, value, expected = found
        raise invalid_value(owner, field, expected, value, element)


def check_same(owner: Struct, field: int, key: Callable[[Any], Any]) -> None:
    """All elements of a list must have the same key.

    Raises:
        WriteError: one hasn't; it names that.
    """
    found = difference(owner, field, key)
    if found is not None:
        element, value, expected = found
        raise invalid_value(owner, field, expected, value, element)


def check_present(owner: Struct, field: int) -> None:
    """A value that must be there.

    Raises:
        MissingError: it was not set.
    """
    if getattr(owner, owner.FIELDS[field].name) is None:
        raise missing_value(owner, field)


def check_absent(owner: Struct, field: int, element: int | None = None, out: Output | None = None) -> None:
    """A field whose condition is false, or for which a switch has no case; a derived one becomes absent.

    ``out``: is told of it, as something else may be written only if the field can say where that is.

    Raises:
        WriteError: it, or the ``element`` of it, was set, and not only to nulls.
    """
    name = owner.FIELDS[field].name
    value = getattr(owner, name)
    if element is not None:
        if not is_null(value[element]):
            path = field_path(owner, field, element)
            raise WriteError(field=path, expected="nothing, as there is no case for it", found=shown(value[element]))
        return
    if out is not None:
        out.absentees.add((id(owner), field, None))
        out.forgo(owner, field)
    if owner.FIELDS[field].derived:
        setattr(owner, name, None)
    elif not _is_nothing(value):
        raise WriteError(
            field=field_path(owner, field), expected="nothing, as its condition is false", found=shown(value)
        )


def _is_nothing(value: Any) -> bool:
    """Whether there is no value, nor one in a list."""
    if isinstance(value, PlaceholderList):
        return value.nulls == len(value)
    return value is None or (isinstance(value, list) and all(map(is_null, value)))


def check_list(owner: Struct, field: int, count: int | None = None, *, or_none: bool = False) -> Sequence[Any]:
    """A list that must be there, with as many elements as its count says; ``or_none``: left out, it has none.

    Raises:
        WriteError: it is no list, or has another length.
    """
    values = getattr(owner, owner.FIELDS[field].name)
    if values is None and or_none:
        values = []
        setattr(owner, owner.FIELDS[field].name, values)
    if type(values) is not list and (isinstance(values, str | bytes) or not isinstance(values, Sequence)):
        raise WriteError(field=field_path(owner, field), expected="a list", found=shown(values))
    if count is not None and len(values) != count:
        raise WriteError(field=field_path(owner, field), expected=f"{count} elements", found=str(len(values)))
    return values


def check_elements(owner: Struct, field: int, wrong: Iterable[tuple[int, str]]) -> None:
    """A list whose elements follow a rule: ``wrong`` are those that don't, with what is expected of them.

    Raises:
        WriteError: one doesn't.
    """
    for element, expected in wrong:
        raise invalid_value(owner, field, expected, getattr(owner, owner.FIELDS[field].name)[element], element)


def encode_text(value: Any, encoding: str, owner: Struct, field: int, element: int | None, kept: Any = None) -> bytes:
    """Text as bytes; ``kept``: those that were read, if they say it otherwise.

    Raises:
        WriteError: the value is no text, or the encoding has no such characters.
    """
    if not isinstance(value, str):
        raise WriteError(field=field_path(owner, field, element), expected="text", found=shown(value))
    try:
        if isinstance(kept, bytes) and kept.decode(encoding, "replace") == value:
            return kept
        return value.encode(encoding) if value else b""  # no mark of a byte order either
    except UnicodeEncodeError as error:
        raise WriteError(
            field=field_path(owner, field, element), expected=f"text in {encoding}", found=shown(value[error.start])
        ) from None
    except LookupError:
        raise WriteError(
            field=field_path(owner, field, element), expected="an encoding that Python knows", found=encoding
        ) from None


def encode(
    out: Output,
    owner: Struct,
    field: int,
    element: int | None,
    data: bytes,
    process: Process,
    padding: Padding = UNPADDED,
) -> bytes:
    """What is decoded to some bytes: what was read, if it still is, otherwise what the process makes of them.

    Raises:
        WriteError: the process can't be turned round.
    """
    kept = out.kept_element(owner, field, element)
    if isinstance(kept, bytes):
        value = padding.strip(kept)
        if _decodes_to(process, value, data):
            out.note_stored(process, value)
            return value
    last = out.memory.encoded.get((id(owner), field, element))
    if last is not None and last[0] == data and last[1] == process:
        out.note_stored(process, last[2])
        return last[2]
    found = process.stored(data, partial(field_path, owner, field, element))
    out.memory.encoded[id(owner), field, element] = (data, process, found)
    out.note_stored(process, found)
    return found


def _decodes_to(process: Process, stored: bytes, data: bytes) -> bool:
    """Whether some bytes are decoded to others, which are there, however many they are."""
    limits = Limits(maxDecodedBytes=len(data), maxExpansion=len(data))
    try:
        return process.decode(stored, limits) == data
    except ReadError:
        return False


def size_as_read(owner: Struct, field: int, size: Callable[[], int]) -> int:
    """The size of a field that rests on where the reader stood: what it was then, if the field was read."""
    span = span_of(owner, field)
    return size() if span is None else span.end - span.start


def _settles(owner: Struct, field: int, out: Output) -> bool:
    """Whether a derived field is to be computed: not where a user overrides it."""
    return not (out.override and getattr(owner, owner.FIELDS[field].name) is not None)


def derive_constant(owner: Struct, field: int, out: Output, value: Any) -> None:
    """Derive a field that is always the same."""
    if _settles(owner, field, out):
        setattr(owner, owner.FIELDS[field].name, value)


def derive_ruled(owner: Struct, field: int, out: Output, rule: Callable[[], Any], *, number: bool = False) -> None:
    """Derive a field that is what its rule says, as far as that is known by now; ``number``: it is one."""
    if _settles(owner, field, out) and not out.stays(owner, field):
        try:
            value = rule()
        except NO_VALUE:
            if not out.first:
                raise
            value = None
        if out.first and number:
            value = max(0, value or 0)  # nothing has a size yet: what there is behind a header is less than nothing
        setattr(owner, owner.FIELDS[field].name, value)
        out.expect(rule, value, owner, field, "as its rule says")


def derive_value(
    owner: Struct, field: int, out: Output, value: Callable[[], Any], *, conditional: bool = False
) -> None:
    """Derive a field by an expression; what was read stays where it was another even then.

    Args:
        owner: the structure that holds it.
        field: which of its fields it is.
        out: where it will be written.
        value: computes it.
        conditional: whether the field may be left out: then it need not have a value.

    Raises:
        WriteError: what it is computed of isn't set, or isn't there.
    """
    if not _settles(owner, field, out) or out.stays(owner, field):
        return
    name = owner.FIELDS[field].name
    try:
        setattr(owner, name, value())
    except NO_VALUE as error:
        if not conditional:
            expected = "a value that follows from others"
            raise WriteError(
                field=field_path(owner, field), expected=expected, found=f"nothing, as {cause(error)}"
            ) from None
        setattr(owner, name, None)


class Lists(NamedTuple):
    """Lists that a count counts.

    Attributes:
        names: the way to them from the structure that holds the count, in Python's names.
        solve: how the count follows from a length.
    """

    names: tuple[str, ...]
    solve: Callable[[int], int]


def lists_at(*names: str, solve: Callable[[int], int] = int) -> Lists:
    """The lists at the end of a way; where a list lies on it, those of each of its elements."""
    return Lists(names, solve)


Way = tuple[str | int, ...]
"""Names of fields, and places in lists."""


def reached(node: Any, names: Sequence[str], way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """What lies at the end of a way, and how it was reached; nothing where something on it is left out."""
    if not names:
        yield way, node
    elif isinstance(node, list):
        for place, item in enumerate(node):
            yield from reached(item, names, (*way, place))
    elif isinstance(node, Struct):
        if hasattr(node, names[0]):  # another case of a switch has no such field
            yield from reached(getattr(node, names[0]), names[1:], (*way, names[0]))
    elif isinstance(node, Undecided):
        yield from reached(node.get(names[0]), names[1:], (*way, names[0]))


def spelled(way: Way) -> str:
    """A way as errors show it, by ids."""
    ids = (f"[{p}]" if isinstance(p, int) else f".{id_of(p)}" for p in way)
    return "".join(ids).removeprefix(".")


def derive_count(owner: Struct, field: int, out: Output, *counted: Lists, conditional: bool = False) -> None:
    """Derive a count from the lists that it counts.

    Args:
        owner: the structure that holds the count.
        field: which of its fields the count is.
        out: where it will be written.
        counted: the lists; those that are left out don't count.
        conditional: whether the count may be left out itself.

    Raises:
        WriteError: the lists are not equally long, or there is none and no count was given.
    """
    if _settles(owner, field, out):
        _count(owner, field, owner, counted, conditional)


def below(owner: Struct, way: tuple[str, ...]) -> Struct | None:
    """The structure at the end of a way down, if there is one."""
    holder: Any = owner
    for name in way:
        if not isinstance(holder, Struct) or not given(holder, name):
            return None
        holder = getattr(holder, name)
    return holder if isinstance(holder, Struct) else None


def derive_count_below(owner: Struct, way: tuple[str, ...], field: int, out: Output, *counted: Lists) -> None:
    """Derive a count in a structure below from lists that lie outside of it.

    Args:
        owner: the structure in which both lie.
        way: the way down to the one that holds the count, in Python's names.
        field: which of its fields the count is.
        out: where it will be written.
        counted: the lists, as seen from ``owner``.

    Raises:
        WriteError: the lists are not equally long, or there is none and no count was given.
    """
    holder = below(owner, way)
    if holder is not None and _settles(holder, field, out):
        _count(holder, field, owner, counted, conditional=True)


def _count(owner: Struct, field: int, outer: Struct, counted: Sequence[Lists], conditional: bool) -> None:
    name = owner.FIELDS[field].name
    found: int | None = None
    first: Way = ()
    for names, solve in counted:
        for way, value in reached(outer, names):
            if value is None:
                continue
            if isinstance(value, str | bytes) or not isinstance(value, Sequence):
                raise WriteError(field=field_path(outer, spelled(way)), expected="a list", found=shown(value))
            here = solve(len(value))
            if found is None:
                found, first = here, way
            elif here != found:
                expected = f"as many in {spelled(way)} as in {spelled(first)} ({found})"
                raise WriteError(field=field_path(owner, field), expected=expected, found=str(here))
    if found is None:
        found = getattr(owner, name)
        if found is None and not conditional:
            expected = "a number, as no list is there to count"
            raise WriteError(field=field_path(owner, field), expected=expected, found="nothing")
    setattr(owner, name, found)


def derive_nulls(
    owner: Struct, field: int, out: Output, values: Sequence[Any] | None, all: Any, none: Any, some: Any
) -> None:
    """Derive a field that says whether all, none or some values of a list are null; a stored one that is true stays.

    A structure without the value that it stands for is null by itself, so that it needs nothing to say so."""
    if not _settles(owner, field, out):
        return
    name = owner.FIELDS[field].name
    stored = getattr(owner, name)
    if isinstance(values, PlaceholderList):
        nulls = unsaid = values.nulls
    else:
        nulls = 0 if values is None else sum(map(is_null, values))
        unsaid = 0 if values is None else sum(value is None for value in values)
    everything = values is None or nulls == len(values)
    true = {all} if values is None else {some, *([all] if everything else []), *([] if unsaid else [none])}
    if stored is None or out.canonical or stored not in true:
        setattr(owner, name, all if everything else some if nulls else none)


def check_filled(owner: Struct, field: int, size: int) -> None:
    """A value that is there because it takes bytes.

    Raises:
        WriteError: it takes none.
    """
    if not size:
        raise WriteError(field=field_path(owner, field), expected="at least a byte, or no value", found="no bytes")


def derive_validity(
    owner: Struct,
    field: int,
    out: Output,
    values: Sequence[Any] | None,
    nothing: Callable[[int], bool] | None = None,
) -> None:
    """Derive the bits that say which elements of a list are present.

    ``nothing``: whether an element is none whatever its bit says, which stays as it was read then; None: none is."""
    if not _settles(owner, field, out):
        return
    name = owner.FIELDS[field].name
    bits: Sequence[bool] | None
    if isinstance(values, PlaceholderList):
        bits = values.validity()
    elif values is None:
        bits = None
    else:
        bits = [value is not None for value in values]
        if nothing is not None and not out.canonical:
            for index, there in enumerate((getattr(owner, name) or ())[: len(bits)]):
                bits[index] = bits[index] or (bool(there) and _holds(nothing, index))
    setattr(owner, name, bits)


def _holds(test: Callable[[int], bool], index: int) -> bool:
    """Whether something holds of an element, as far as that is known by now."""
    try:
        return test(index)
    except NO_VALUE:
        return False


def derive_presence(
    owner: Struct,
    field: int,
    out: Output,
    count: int,
    items: Sequence[Any] | None,
    member: str,
    at: Callable[[Any], int],
    where: Callable[[Any], bool],
) -> None:
    """Derive the bits that say which items of a list have a member.

    Args:
        owner: the structure that holds the bits.
        field: which of its fields they are.
        out: where they will be written.
        count: how many bits there are.
        items: the list.
        member: Python name of the member.
        at: from an item to the place of its bit.
        where: whether an item has a bit; one without has no such member.

    Raises:
        WriteError: an item without a bit has the member.
    """
    if not _settles(owner, field, out):
        return
    bits = [False] * count
    for item in items or ():
        there = getattr(item, member) is not None
        if where(item):
            bits[at(item)] = there
        elif there:
            place = next(i for i, known in enumerate(item.FIELDS) if known.name == member)
            expected = "nothing, as no bit says that it is there"
            raise WriteError(field=field_path(item, place), expected=expected, found=shown(getattr(item, member)))
    setattr(owner, owner.FIELDS[field].name, bits)


def reserve_list(
    owner: Struct,
    field: int,
    out: Output,
    count: int,
    when_empty: int | None,
    *,
    keeps: bool = False,
    there: Callable[[], Any] | None = None,
) -> None:
    """Make room for a list of late values; what was read is the first guess, and stays where nothing settles it.

    Args:
        owner: the structure that holds it.
        field: which of its fields it is.
        out: where it will be written.
        count: how many values there are.
        when_empty: what they are where nothing settles them and nothing was set; None: that is an error.
        keeps: what was read stays in a rebuilt file, too, as the values may say something else besides.
        there: whether there is a list, as far as that is known: if there is, room is made at the latest when it is
            written.
    """
    if not _settles(owner, field, out):
        return
    name = owner.FIELDS[field].name
    stored = getattr(owner, name)
    if stored is None and there is not None and not _may_be(there):
        return
    if not isinstance(stored, list) or (out.canonical and not keeps):
        stored = []
    elif len(stored) == count:
        return
    kept = stored[:count] if keeps else []
    rest = [when_empty or 0] * (count - len(kept))
    setattr(owner, name, kept + rest if kept else rest)
    if when_empty is None and not out.override:
        for element in range(len(kept), count):
            out.note_unset(owner, field, element)
    if kept:
        for element in range(len(kept), count):
            out.note_free(owner, field, element)
    else:
        out.note_free(owner, field, ...)


def _may_be(there: Callable[[], Any]) -> bool:
    """Whether a condition holds, or isn't known to fail."""
    try:
        return bool(there())
    except NO_VALUE:
        return True


def reserve_value(
    owner: Struct,
    field: int,
    out: Output,
    *,
    digits: int = 0,
    keeps: bool = False,
    unless: int | None = None,
    when_empty: int | None = None,
    certain: bool = False,
) -> None:
    """Make room for a late value; what was read is the first guess.

    Args:
        owner: the structure that holds it.
        field: which of its fields it is.
        out: where it will be written.
        digits: how many it has where it is text.
        keeps: what was read stays in a rebuilt file as well where nothing settles it.
        unless: a value that nothing settles, and what it is where nothing does.
        when_empty: what it is where nothing settles it and nothing was set.
        certain: whether something must settle it then.
    """
    name = owner.FIELDS[field].name
    value = getattr(owner, name)
    if unless is not None and value == unless:
        return
    if value is None or (out.canonical and not out.override and not keeps):
        setattr(owner, name, "0" * digits if digits else when_empty or 0)
        out.note_free(owner, field)
        if value is None and (certain or unless is not None) and not out.override:
            out.note_unset(owner, field, otherwise=unless)


def derive_filling(value: Any, size: int) -> Any:
    """Bytes that fill up to where something else begins: where they are zeros, or are left out, as many as it takes."""
    if value is None or (isinstance(value, bytes) and not value.strip(b"\0")):
        return bytes(max(size, 0))
    return value


def derive_digits(owner: Struct, field: int, number: int, base: int) -> str:
    """A number as text, as long as what stands there, and filled up as that is."""
    stored = getattr(owner, owner.FIELDS[field].name)
    text = format(number, {2: "b", 8: "o", 10: "d", 16: "x"}[base])
    if not isinstance(stored, str):
        return text
    try:
        if int(stored, base) == number:
            return stored
    except ValueError:
        pass
    if stored != stored.lower():
        text = text.upper()
    if stored.startswith(" "):
        return text.rjust(len(stored))
    return text.ljust(len(stored)) if stored.endswith(" ") else text.zfill(len(stored))


def check_fits(owner: Struct, field: int) -> None:
    """Refuse numbers that a field can't hold before they choose a structure for something else.

    Raises:
        WriteError: a number doesn't fit.
    """
    out = Output()
    known = owner.FIELDS[field]
    value = getattr(owner, known.name)
    for element, item in enumerate(value) if isinstance(value, list) else ((None, value),):
        if isinstance(item, int | float):
            out.value(known.kind, item, owner, field, element)


def stored_value(owner: Struct, field: int) -> None:
    """Turn what a user set into what is stored: labels of an enum, moments, text of UUIDs.

    Raises:
        WriteError: a label, moment or UUID that is not one.
    """
    known = owner.FIELDS[field]
    value = getattr(owner, known.name)
    if isinstance(value, list):
        plain = (_plain(known, v, owner, field, i) for i, v in enumerate(value))
        setattr(owner, known.name, owner._list(known.name, plain))
    elif value is not None:
        setattr(owner, known.name, _plain(known, value, owner, field, None))


def _plain(known: Field, value: Any, owner: Struct, field: int, element: int | None) -> Any:
    if isinstance(value, str) and known.enum is not None:
        member = known.enum.labelled(value)
        if member is not None:
            return member
        if value.lstrip("-").isdigit():
            return _plain(known, int(value), owner, field, element)
        names = ", ".join(m.label for m in known.enum)
        raise WriteError(field=field_path(owner, field, element), expected=f"one of {names}", found=shown(value))
    if type(value) is int and known.enum is not None:
        return known.enum._value2member_map_.get(value, value)
    if known.unit and isinstance(value, datetime | str):
        where = field_path(owner, field, element)
        try:
            moment = datetime.fromisoformat(value) if isinstance(value, str) else value
        except ValueError:
            raise WriteError(field=where, expected="a moment as in ISO 8601", found=shown(value)) from None
        try:
            return units(moment_of(moment), known.unit)  # type: ignore[arg-type]
        except ValueError as error:
            raise WriteError(str(error), field=where) from None
    return _stored(known.logical, value, owner, field, element)


def derive_index(owner: Struct, field: int, items: Sequence[Any]) -> None:
    """Turn an item that a user set into its place in a list; the first one counts.

    Raises:
        WriteError: the list has no such item.
    """
    name = owner.FIELDS[field].name
    value = getattr(owner, name)
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return
    place = next((place for place, item in enumerate(items) if standing_for(item) == value), None)
    if place is None:
        few = ", ".join(repr(standing_for(item)) for item in items[:8]) + (", …" if len(items) > 8 else "")
        raise WriteError(field=field_path(owner, field), expected=f"one of {few or 'none'}", found=shown(value))
    setattr(owner, name, place)


def complete(owner: Struct) -> None:
    """Make structures of what stands for those below one, at every depth, also where one that says nothing is left out.

    What a switch chooses comes later, when it is known what decides.

    Raises:
        WriteError: a value stands for no such structure.
    """
    if isinstance(owner._told, Spelt):
        return
    for index, known in _structures_in(type(owner)):
        if not given(owner, known.name) and not known.made:
            continue
        value = getattr(owner, known.name)
        assert known.struct is not None
        if value is not None and known.repeated:
            setattr(owner, known.name, as_structures(known.struct, owner, index))
        elif value is not None or known.made:
            if value is None:
                setattr(owner, known.name, known.struct())
            setattr(owner, known.name, as_structure(known.struct, owner, index))


def _structures_in(kind: type[Struct]) -> tuple[tuple[int, Field], ...]:
    found = _STRUCTURES.get(kind)
    if found is None:
        found = _STRUCTURES[kind] = tuple(
            (i, f) for i, f in enumerate(kind.FIELDS) if f.struct is not None and not f.again
        )
    return found


_STRUCTURES: dict[type[Struct], tuple[tuple[int, Field], ...]] = {}


def make_structures(owner: Struct, field: int, count: int) -> None:
    """Make the structures of a list that is left out, of which nothing must be said."""
    known = owner.FIELDS[field]
    assert known.struct is not None
    if getattr(owner, known.name) is None:
        setattr(owner, known.name, [known.struct() for _ in range(count)])
        setattr(owner, known.name, as_structures(known.struct, owner, field))


def as_structure(
    kind: type[Struct], owner: Struct, field: int, value: Any = None, element: int | None = None, *, by: str = ""
) -> Any:
    """A nested structure, also from plain values: a mapping of its fields, or the value that stands for it.

    ``by``: the expression that chose it.

    Raises:
        WriteError: the value is neither.
    """
    if element is None:
        value = getattr(owner, owner.FIELDS[field].name)
    if isinstance(value, LazyStructure):
        return value
    if isinstance(value, kind):
        item = value
    elif isinstance(value, Undecided):
        item = value.made(kind)
    elif isinstance(value, Mapping):
        try:
            item = _made(kind, value)
        except TypeError as error:
            where, says = field_path(owner, field, element), str(error).partition("() ")[2] or str(error)
            message = says.replace("got an unexpected keyword argument", "there is no member")
            lacking = missing_member(kind, value, where) if message == says else None
            raise lacking or WriteError(message, field=where) from None
    elif (kind.HELD or kind.SPELT) and type(value) is int:
        item = kind._begin(None, None, "", None)
        item._told = value
    elif (kind.HELD or kind.SPELT) and not isinstance(value, Struct):
        raise WriteError(field=field_path(owner, field, element), expected="a whole number", found=shown(value))
    elif kind.SHOWN_AS in kind.INSTANCES and not isinstance(value, Struct):
        expected = f"its fields, of which {kind.SHOWN_AS} is calculated"
        raise WriteError(field=field_path(owner, field, element), expected=expected, found=shown(value))
    elif kind.SHOWN_AS and (value is not None or element is not None) and not isinstance(value, Struct):
        item = kind(**{kind.SHOWN_AS: _stored(kind.LOGICAL, value, owner, field, element)})
        choose(item, kind.SHOWN_AS, getattr(item, kind.SHOWN_AS))
    else:
        expected = f"a {kind.__name__}" + (f", as {by} says" if by else "")
        raise WriteError(field=field_path(owner, field, element), expected=expected, found=shown(value))
    if owner.FIELDS[field].cases:
        check_case(owner, field, kind.TYPE.rpartition("::")[2], element, by=by)
    item._parent, item._field, item._index = owner, owner.FIELDS[field].id, element
    complete(item)
    return item


def check_case(owner: Struct, field: int, case: str, element: int | None = None, *, by: str = "") -> None:
    """Refuse a value that rows have as another case of a switch than the one that is written.

    Args:
        owner: the structure that holds the switch.
        field: which of its fields that is.
        case: the name of the case.
        element: the place in a list.
        by: the expression that chose it.

    Raises:
        WriteError: it is another one.
    """
    said = chosen_case(owner, field, element)
    if said is not None and said != case and not _lacks_decision(owner, field):
        where = field_path(owner, field, element)
        raise WriteError(field=where, expected=f"{case}, as {by} says", found=said)


def _lacks_decision(owner: Struct, field: int) -> bool:
    """Whether a field that decides what a switch is hasn't been said: who misses it knows more of it."""
    place = f"{owner.TYPE}.{owner.FIELDS[field].id}"
    node: Struct | None = owner
    while node is not None:
        if any(place in one.decides and getattr(node, one.name) is None for one in node.FIELDS):
            return True
        node = node._parent
    return False


def _made(kind: type[Struct], value: Mapping[str, Any]) -> Struct:
    """A structure of plain values by ids, such as a row holds: what is calculated is passed over, as in columns."""
    fields = {field.id: field for field in kind.FIELDS if field.name}
    calculated = {*kind.INSTANCES, *(name.removesuffix("_") for name in kind.INSTANCES)} - fields.keys()
    given = {fields[key].name if key in fields else key: item for key, item in value.items() if key not in calculated}
    # What follows from others is no argument; it says which of several solutions is meant, where it still holds.
    derived = {field.name: given.pop(field.name) for field in fields.values() if field.derived and field.name in given}
    made = kind(**given)
    for name, item in derived.items():
        setattr(made, name, item)
    for field in fields.values():
        if field.cases and field.name in given:
            choose(made, field.name, given[field.name])
    return made


def named_cells(owner: Struct) -> None:
    """Put members that values name into the list that holds them, in the order in which these are described.

    Raises:
        WriteError: one isn't described, or one that is described lacks.
    """
    found = owner._kept.pop(NAMED, None)
    if found is None or owner.CELLS is None:
        return
    names = owner._names
    wrong = [name for name in found if name not in names] or [f"no {name}" for name in names if name not in found]
    if wrong:
        path = field_path(owner, owner.CELLS[0])
        raise WriteError(field=path, expected=f"the members {', '.join(names)}", found=wrong[0])
    place = next(i for i, field in enumerate(owner.FIELDS) if field.id == owner.CELLS[0])
    known = owner.FIELDS[place]
    setattr(owner, known.name, [found[name] for name in names])
    if known.struct is not None:
        setattr(owner, known.name, as_structures(known.struct, owner, place))


def as_structures(kind: type[Struct], owner: Struct, field: int, *, by: str = "") -> Sequence[Any]:
    """A list of nested structures, likewise; None stays where validity bits say that a value is absent."""
    known = owner.FIELDS[field]
    if known.pairs and isinstance(entries := getattr(owner, known.name), Mapping):
        setattr(owner, known.name, [paired(known, pair) for pair in entries.items()])
    values = check_list(owner, field)
    if isinstance(values, ColumnList | ExternalList):
        return values
    masked = known.mask
    made = (
        None if v is None and masked else as_structure(kind, owner, field, v, i, by=by) for i, v in enumerate(values)
    )
    return owner._list(known.name, made)


def _stored(logical: str, value: Any, owner: Struct, field: int, element: int | None) -> Any:
    if logical == "bool" and isinstance(value, bool):
        return int(value)
    if logical == "long" and type(value) is int and MIN_LONG <= value < 0:
        return unwrapped(value)
    if logical == "utf16-unit" and isinstance(value, str):
        try:
            return utf16_unit(value)
        except ValueError as error:
            raise WriteError(field=field_path(owner, field, element), expected=str(error), found=shown(value)) from None
    if logical == "uuid" and isinstance(value, str | uuid.UUID):
        try:
            return uuid.UUID(str(value)).bytes
        except ValueError:
            raise WriteError(field=field_path(owner, field, element), expected="a UUID", found=shown(value)) from None
    return value


def bytes_of(emit: Callable[[Any, Output], None], structure: Any, out: Output) -> bytes:
    """The bytes of a structure as it will be written, for what follows from them.

    Nothing in it may rest on where it lies or what lies around it.

    Raises:
        WriteError: it can't be written.
    """
    if not isinstance(structure, Struct):
        raise WriteError(expected="a structure", found=shown(structure))
    streams = [(one, one._io) for one in structures_below(structure)]
    structure._adopt()
    try:
        for turn in range(_TURNS):
            apart = Output(canonical=out.canonical, options=out.options, first=turn == 0)
            emit(structure, apart)
            apart.tail(structure)
            if apart.seal():
                return apart.getvalue()
        raise apart.contradiction()
    finally:
        for one, stream in streams:
            one._io = stream
