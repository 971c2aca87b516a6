"""Changes single values of a file: what follows from them is derived, all other bytes stay as they are.

Of a file of records that rest on nothing around them, those are read and written that are touched; the others are
copied.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO, NamedTuple

from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import plain_value, set_plain
from bytewright.codec.settings import Settings
from bytewright.errors import OptionError, ReadError, WriteError, of_file
from bytewright.host.suggest import hint
from bytewright.io.atomic_files import replacing
from bytewright.io.source import FileSource, Source
from bytewright.model.number_formats import KINDS, bit_width
from bytewright.model.structures import Field, Struct, standing_for
from bytewright.model.switches import HexText
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.traverse import explore
from bytewright.objects.write.fields.stored_values import stored_value
from bytewright.tables.inputs import Input
from bytewright.tables.trees.record_walks import walk_of
from bytewright.tree import paths
from bytewright.tree.paths import Step
from bytewright.tree.record_places import runs
from bytewright.tree.streaming import records_at
from bytewright.views.evaluate.steps import Steps

_PIECE = 1 << 20
_RECORDS = 4096
"""Bytes of records, and how many, that are read and written together where all are."""
_DERIVED = "It follows from other values: change these, and it is derived."


@dataclass(frozen=True, slots=True)
class Edited:
    """What an edit did.

    Attributes:
        copied: how many bytes of the file were copied.
        written: how many were made.
    """

    copied: int
    written: int


class Assignment(NamedTuple):
    """A value that a field is given: the way to the field, and the value as text."""

    steps: tuple[Step, ...]
    text: str

    @classmethod
    def parsed(cls, word: str) -> Assignment:
        """The assignment ``path=value``.

        Raises:
            OptionError: it is none.
        """
        path, equals, text = word.partition("=")
        if not equals or not path:
            raise OptionError(expected="path=value", found=repr(word))
        return cls(paths.parsed(path), text)

    @property
    def path(self) -> str:
        """The path as users write it."""
        return paths.shown(self.steps)


def edit(codec: Codec, file: Input, settings: Settings, given: Sequence[Assignment], path: str) -> Edited:
    """Write a file with other values; it appears when it is complete, or not at all.

    Args:
        codec: the format.
        file: the file.
        settings: the options.
        given: the values.
        path: the new file.

    Raises:
        OptionError: a path leads nowhere.
        ReadError: the file is bad, as far as it must be read.
        WriteError: a value is none of its field's, or contradicts others; a value can't be set, as it follows from
            others.
    """
    source = file.open()
    with of_file(source.name), replacing(path) as made:
        if records_at(codec) < 0 or codec.append_refusal:
            return _whole(codec, source, settings, given, made)
        if all(len(one.steps) > 2 and one.steps[0] == codec.records_id for one in given):
            return _records(codec, file, settings, given, made)
        return _in_groups(codec, source, settings, given, made)


# --- a file that is held whole ---------------------------------------------------------------------------------------


def _whole(codec: Codec, source: Source, settings: Settings, given: Sequence[Assignment], file: BinaryIO) -> Edited:
    data = source.read(0, source.size)
    model = _model(codec, data, settings)
    wanted = [_assigned(codec, model, one.steps, one) for one in given]
    try:
        made = codec.to_bytes(model, options=settings.values)
    except WriteError as first:
        try:  # where there is no room for what grows, it may lie elsewhere
            made = codec.to_bytes(model, relocate=True, options=settings.values)
        except WriteError:
            raise first from None
    _check(_model(codec, made, settings), [(one.steps, one, value) for one, value in zip(given, wanted, strict=True)])
    file.write(made)
    return Edited(0, len(made))


def _model(codec: Codec, data: bytes, settings: Settings) -> Struct:
    io = Cursor(data, limits=settings.limits)
    io.options = settings.values
    model: Struct = codec.read_from(io)
    explore(model)
    return model


# --- records that are touched ----------------------------------------------------------------------------------------


def _records(codec: Codec, file: Input, settings: Settings, given: Sequence[Assignment], made: BinaryIO) -> Edited:
    source = file.open()
    touched: dict[int, list[Assignment]] = defaultdict(list)
    for one in given:
        touched[_number(one.steps)].append(one)
    steps = Steps(codec, source, settings)
    place = copied = written = 0
    for number, (start, end) in _extents(codec, file, settings, sorted(touched)):
        data = _rewritten(codec, steps, number, source.read(start, end - start), start, settings, touched[number])
        _copy(source, made, place, start)
        made.write(data)
        copied, written, place = copied + start - place, written + len(data), end
    _copy(source, made, place, source.size)
    return Edited(copied + source.size - place, written)


def _number(steps: tuple[Step, ...]) -> int:
    """The number of the record that a path leads into."""
    if not isinstance(steps[1], int):
        expected = "the number of an element, in brackets"
        raise OptionError(field=paths.shown(steps[:1]), expected=expected, found=str(steps[1]))
    return steps[1]


def _extents(
    codec: Codec, file: Input, settings: Settings, numbers: Sequence[int]
) -> Iterator[tuple[int, tuple[int, int]]]:
    """Where records begin and end, whose numbers ascend."""
    left, count = list(numbers), 0
    for run in runs(Steps(codec, file.open(), settings), walk_of(codec, file, settings), numbers[-1] + 1):
        count = run.first + len(run)
        while left and left[0] < count:
            at = left[0] - run.first
            yield left.pop(0), (int(run.edges[at]), int(run.edges[at + 1]))
    if left:
        expected = f"the number of an element, from 0 to {count - 1}" if count else "a list that has elements"
        raise OptionError(field=codec.records_id, expected=expected, found=str(left[0]))


def _rewritten(
    codec: Codec,
    steps: Steps,
    number: int,
    data: bytes,
    start: int,
    settings: Settings,
    given: Sequence[Assignment],
) -> bytes:
    """The bytes of a record with other values."""
    if not steps.begun:
        steps.begin()
    root, records = steps.structures(None, start, number)
    record = next(iter(records))
    explore(record)
    before = _alone(codec, root, [record], settings)
    if not before.endswith(data):
        what = "a record whose bytes are those that are written of it"
        raise WriteError(field=paths.shown((codec.records_id, number)), expected=what, found="another one")
    head = before[: len(before) - len(data)]
    wanted = [_assigned(codec, record, one.steps[2:], one) for one in given]
    try:
        after = _alone(codec, root, [record], settings)
    except WriteError as error:
        alone, here = paths.shown((codec.records_id, 0)), paths.shown((codec.records_id, number))
        if error.field is not None and error.field.startswith(alone):
            error.field = here + error.field.removeprefix(alone)
        raise
    if not after.startswith(head):
        field = paths.shown((codec.records_id, number))
        what = "values that change nothing of what precedes the records"
        raise WriteError(field=field, expected=what, found="others")
    found = getattr(_model(codec, after, settings), codec.records_field)
    (again,) = found if len(found) == 1 else (None,)
    _check(again, [(one.steps[2:], one, value) for one, value in zip(given, wanted, strict=True)])
    return after[len(head) :]


def _alone(codec: Codec, root: Struct, records: list[Struct], settings: Settings) -> bytes:
    """A file of some records."""
    root._indexes = None
    setattr(root, codec.records_field, records)
    return codec.to_bytes(root, options=settings.values)


def _copy(source: Source, file: BinaryIO, start: int, end: int) -> None:
    """Copy bytes of a file behind those that have been written: by the system, where it can do that."""
    if isinstance(source, FileSource) and hasattr(os, "copy_file_range"):
        file.flush()
        with suppress(OSError):
            while start < end:
                size = os.copy_file_range(source.descriptor, file.fileno(), end - start, start)
                if not size:
                    break
                start += size
    while start < end:
        data = source.read(start, min(_PIECE, end - start))
        if not data:
            raise ReadError("it has become shorter", offset=start)
        file.write(data)
        start += len(data)


# --- what precedes the records ---------------------------------------------------------------------------------------


def _in_groups(codec: Codec, source: Source, settings: Settings, given: Sequence[Assignment], file: BinaryIO) -> Edited:
    """Read and write all records, some at a time: they may rest on what precedes them."""
    touched: dict[int, list[Assignment]] = defaultdict(list)
    before: list[Assignment] = []
    for one in given:
        if one.steps[0] != codec.records_id:
            before.append(one)
        elif len(one.steps) > 2:
            touched[_number(one.steps)].append(one)
        else:
            return _whole(codec, source, settings, given, file)  # the list, or a record
    steps, writing = Steps(codec, source, settings), Steps(codec, source, settings)
    writing.begin()
    root = writing.root_begun
    root._indexes = None
    wanted = [(one.steps, one, _assigned(codec, root, one.steps, one)) for one in before]
    try:
        head = _alone(codec, root, [], settings)
    except WriteError:  # there must be some
        return _whole(codec, source, settings, given, file)
    file.write(head)
    written, number = len(head), 0
    for group in _groups(steps):
        inner = []
        for at, record in enumerate(group):
            for one in touched.pop(number + at, ()):
                value = _assigned(codec, record, one.steps[2:], one)
                inner.append(((codec.records_id, at, *one.steps[2:]), one, value))
        made = _alone(codec, root, group, settings)
        if not made.startswith(head):
            raise AssertionError("nothing before records follows from them")
        if inner or not number:
            _check(_model(codec, made, settings), [*wanted, *inner])
        file.write(memoryview(made)[len(head) :])
        written, number = written + len(made) - len(head), number + len(group)
        for record in group:
            record._disown()
    if not number:
        _check(_model(codec, head, settings), wanted)
    if touched:
        expected = f"the number of an element, from 0 to {number - 1}" if number else "a list that has elements"
        raise OptionError(field=codec.records_id, expected=expected, found=str(min(touched)))
    return Edited(0, written)


def _groups(steps: Steps) -> Iterator[list[Struct]]:
    """The records, some at a time."""
    group: list[Struct] = []
    begun = 0
    for record in steps.structures()[1]:
        explore(record)
        group.append(record)
        begun = begun or steps.at
        if len(group) == _RECORDS or steps.reached - begun >= _PIECE:
            yield group
            group, begun = [], 0
    if group:
        yield group


# --- values ----------------------------------------------------------------------------------------------------------


def _assigned(codec: Codec, owner: Struct, steps: tuple[Step, ...], one: Assignment) -> Any:
    """Give the field that steps lead to its value, which is returned as the model has it."""
    holder, field, element = _field(owner, steps, one)
    if isinstance(field, str):  # whether something is there
        if one.text not in ("true", "false"):
            raise WriteError(field=one.path, expected="true or false", found=one.text)
        setattr(holder, field, one.text == "true")
        return None
    if field.again:
        what = "It reads again what other fields describe: change these."
        raise WriteError(field=one.path, expected="a field with bytes of its own", found=field.id, hint=what)
    value = _plain(field, one, whole=element is None)
    if element is None and (value is None) != (getattr(holder, field.name) is None):
        _let_follow(holder, field)
    set_plain(codec, holder, field, value, element, one.path)
    if field.struct is None and not field.cases:
        try:
            stored_value(holder, holder.FIELDS.index(field))
        except WriteError as error:
            error.field = one.path
            raise
    found = getattr(holder, field.name)
    if any(isinstance(inner, Struct) for inner in (found if isinstance(found, list) else [found])):
        return None  # the value that stands for it may follow only when it is written
    return _checked(found if element is None else found[element])


def _let_follow(owner: Struct, field: Field) -> None:
    """Let fields be derived anew that say whether a field is there."""
    place = f"{owner.TYPE}.{field.id}"
    for other in owner.FIELDS:
        if place in other.decides:
            setattr(owner, other.name, None)


def _checked(value: Any) -> Any:
    """A value as it must be read back; None: it need not be, as it is a structure, or one that a width rounds."""
    if isinstance(value, list):
        items = [_checked(item) for item in value]
        return None if None in items else items
    value = standing_for(value)
    return plain_value(value) if isinstance(value, int | bytes | str) and not isinstance(value, HexText) else None


def _field(owner: Struct, steps: tuple[Step, ...], one: Assignment) -> tuple[Struct, Field | str, int | None]:
    """What steps lead to: what holds it, the field (or the name of what says whether something is there), and which
    element of it."""
    node: Any = owner
    holder, field, element = owner, None, None
    done = len(one.steps) - len(steps)
    for number, step in enumerate(steps, done):
        here = paths.shown(one.steps[: number + 1])
        if isinstance(step, int):
            if not isinstance(node, list) or step >= len(node):
                what = f"the number of an element, from 0 to {len(node) - 1}" if isinstance(node, list) else "an id"
                expected = "a list that has elements" if node == [] else what
                raise OptionError(field=paths.shown(one.steps[:number]), expected=expected, found=str(step))
            element, node = step, node[step]
            continue
        if not isinstance(node, Struct):
            expected = "the number of an element, in brackets" if isinstance(node, list) else "a structure"
            found = "nothing" if node is None else step
            raise OptionError(field=paths.shown(one.steps[:number]), expected=expected, found=found)
        if step in node.PRESENCE and number == len(one.steps) - 1:
            return node, step, None
        fields = {field.id: field for field in node.FIELDS if field.name}
        if step not in fields:
            raise _no_field(node, step, here, list(fields))
        holder, field, element = node, fields[step], None
        node = getattr(node, field.name)
    if field is None:
        raise OptionError(field=one.path, expected="a field", found="all of a structure")
    return holder, field, element


def _no_field(node: Struct, step: str, here: str, names: list[str]) -> OptionError:
    if step in node.INSTANCES:
        return OptionError("it is calculated", field=here, hint="Change what it is calculated from.")
    return OptionError("there is no such field", field=here, hint=hint(step, [*names, *node.PRESENCE], "fields"))


def _plain(field: Field, one: Assignment, *, whole: bool) -> Any:
    """A value as text, as a plain one of its field.

    Raises:
        WriteError: it is none.
    """
    text = one.text
    if text == "null":
        return None
    if (field.repeated and whole) or text[:1] in ("{", "[", '"'):
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise WriteError(f"not JSON: {error}", field=one.path) from None
    if field.kind == "bytes":
        return text.removeprefix("0x")
    if field.kind == "str":
        return text
    bits = bit_width(field.kind)
    if field.enum is not None and field.enum.labelled(text) is not None:
        return text
    if bits or field.kind in KINDS or f"{field.kind}le" in KINDS:
        return _number_of(field, one, bits)
    with suppress(ValueError, RecursionError):  # a switch, or a structure that a value stands for
        return json.loads(text)
    with suppress(ValueError):
        return int(text, 0)
    return text


def _number_of(field: Field, one: Assignment, bits: int) -> Any:
    text = one.text
    try:
        if bits == 1 and text in ("true", "false"):
            return text == "true"
        if field.kind.startswith("f"):
            return float(text)
        found = int(text, 0)
    except ValueError:
        if field.unit:
            return text  # a moment
        if field.enum is not None:
            names = [member.label for member in field.enum]
            raise WriteError(
                field=one.path, expected="a name or a number", found=text, hint=hint(text, names, "names")
            ) from None
        expected = "true or false" if bits == 1 else "a number" if field.kind.startswith("f") else "a whole number"
        raise WriteError(field=one.path, expected=expected, found=text) from None
    return bool(found) if bits == 1 and field.enum is None and found in (0, 1) else found


def _check(model: Any, wanted: Sequence[tuple[tuple[Step, ...], Assignment, Any]]) -> None:
    """Check that what was set is what the new file says.

    Raises:
        WriteError: something isn't, as it follows from other values.
    """
    for steps, one, value in wanted:
        if value is None:
            continue
        found: Any = None
        with suppress(OptionError):
            holder, field, element = _field(model, steps, one._replace(steps=steps))
            assert isinstance(field, Field)
            found = getattr(holder, field.name)
            found = _checked(found if element is None else found[element])
        if found != value:
            raise WriteError(field=one.path, expected=_as_given(found), found=one.text, hint=_DERIVED)


def _as_given(value: Any) -> str:
    """A value as users write it on a command line."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
