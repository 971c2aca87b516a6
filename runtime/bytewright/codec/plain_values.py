"""Models as plain values: what a user sets, as JSON; and back."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from bytewright.codec.codec import Codec
from bytewright.errors import WriteError, shown
from bytewright.host.suggest import hint
from bytewright.model.enums import Enum
from bytewright.model.kept_keys import NAMED, follows
from bytewright.model.member_names import id_of
from bytewright.model.number_formats import KINDS
from bytewright.model.structures import Field, Struct, is_null, paired
from bytewright.model.switches import HexText, Undecided
from bytewright.objects.write.lazy import LazyStructure
from bytewright.objects.write.placed_lists import ColumnList, Element, ElementRange


class ListEncoders(Protocol):
    """What makes the bytes of elements that are columns."""

    def give_up_strays(self, laid: Iterable[Any]) -> None:
        """Have objects make what refers to elements that they make."""
        ...


_FLOATS = frozenset(kind for kind in KINDS if kind[0] == "f")


def to_plain(model: Struct) -> dict[str, Any]:
    """The fields of a model that don't follow from others, or stay if they are set, by their ids; absent ones are left
    out."""
    found: dict[str, Any] = {}
    for field in model.FIELDS:
        if field.name and not follows(model, field) and not field.again:
            value = getattr(model, field.name)
            if value is not None:
                found[field.id] = _value(value)
    found.update({flag: getattr(model, flag) for flag in model.PRESENCE})
    return found


def _value(value: Any) -> Any:
    match value:
        case Struct():
            return to_plain(value)
        case list():
            return [_item(v) for v in value]
        case Enum():
            return value.label
        case bytes():
            return value.hex()
        case float() if not math.isfinite(value):
            return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


def _item(value: Any) -> Any:
    """An item of a list: null where it is null and nothing else is said of it."""
    said = _value(value)
    return None if said == {} and is_null(value) else said


def plain_value(value: Any) -> Any:
    """A value of a model as a plain one."""
    return _value(value)


def set_plain(codec: Codec, owner: Struct, field: Field, value: Any, element: int | None, path: str) -> None:
    """Give a field of a model a plain value.

    Args:
        codec: the format.
        owner: the structure that holds the field.
        field: the field.
        value: the value; None: nothing.
        element: the element of a list that gets it; None: all of the field.
        path: what errors call it.

    Raises:
        WriteError: it is no value of the field's.
    """
    known = _Known(codec.structures(), None)
    if element is not None:
        getattr(owner, field.name)[element] = _element(field, value, known, path)
        return
    around = path.removesuffix(field.id).removesuffix(".")
    made = None if value is None else _structure(type(owner), {field.id: value}, known, around)
    setattr(owner, field.name, None if made is None else getattr(made, field.name))


def from_plain(codec: Codec, document: str | bytes | Mapping[str, Any], encoders: ListEncoders | None = None) -> Any:
    """A model from plain values; what they leave out is absent.

    Args:
        codec: the format.
        document: the values by the ids of fields, or JSON.
        encoders: what makes the bytes of elements that are columns; None: they become objects.

    Raises:
        WriteError: the text is not JSON, or has a key that is no field.
    """
    if isinstance(document, str | bytes):
        try:
            document = json.loads(document)
        except (ValueError, RecursionError) as error:
            raise WriteError(f"not JSON: {error}") from None
    if not isinstance(document, Mapping):
        raise WriteError(expected="an object", found=type(document).__name__)
    return _whole(codec.root, document, _Known(codec.structures(), encoders), "")


def _whole(kind: type[Struct], document: Mapping[str, Any], structures: Mapping[str, type[Struct]], path: str) -> Any:
    """A structure and all that it refers to."""
    known = _Known(structures, structures.encoders if isinstance(structures, _Known) else None)
    made = _structure(kind, document, known, path)
    if known.encoders is not None:
        laid: dict[int, Any] = {id(one.run.elements): one.run.elements for one in known.laid}
        for elements in laid.values():
            elements.take(known.encoders)
        known.encoders.give_up_strays(list(laid.values()))
    for one in known.laid:
        one.decide(known)
    known.decided = True
    for owner, field, value in known.references:
        setattr(owner, field.name, _referred(known, field, value))
    return made


def _referred(known: _Known, field: Field, value: Any) -> Struct | Element | None:
    """What a field reads again: a structure that stands elsewhere, or a new one around such."""
    found = known.standing(value)
    if found is None and field.struct is not None and isinstance(value, Mapping):
        inner = {key: known.standing(item) for key, item in value.items()}
        names = {one.id: one.name for one in field.struct.FIELDS}
        if inner and all(inner.values()) and inner.keys() <= names.keys():
            found = field.struct._begin(None, None, "", None)
            for key, item in inner.items():
                setattr(found, names[key], item)
    return found


class _Known(dict[str, type[Struct]]):
    """The structures of a codec by name, and what has been made of which object of a document.

    A field that reads again what others describe is the same object as one of theirs."""

    def __init__(self, structures: Mapping[str, type[Struct]], encoders: ListEncoders | None) -> None:
        super().__init__(structures)
        self.encoders = encoders
        self.made: dict[int, Struct] = {}
        self.references: list[tuple[Struct, Field, Any]] = []
        self.laid: list[_Laying] = []
        self.decided = False

    def standing(self, value: Any) -> Struct | Element | None:
        """What stands elsewhere in the document; None: a value doesn't."""
        if not isinstance(value, Element):
            return self.made.get(id(value))
        elements: Any = value.elements
        return value if elements.encodes else self.made.get(id(elements.expanded()[value.row]))


def from_text(text: str) -> Any:
    """A structure that a view shows as JSON text, for a writer, which knows its class; other values as they are.

    Raises:
        WriteError: the text is not JSON.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WriteError(f"not JSON: {error}") from None
    if isinstance(value, dict):
        return Undecided(value, lambda kind: _structure(kind, value, {}, ""))
    return value


def _structure(
    kind: type[Struct], document: Mapping[str, Any], structures: Mapping[str, type[Struct]], path: str
) -> Struct:
    made = kind._begin(None, None, "", None)
    fields = _fields(kind)
    if isinstance(structures, _Known):
        structures.made[id(document)] = made
    for key, value in document.items():
        field = fields.get(key)
        if field is not None and type(value) is _PLAIN.get(field.kind) and not (field.repeated or field.again):
            setattr(made, field.name, value)
            continue
        here = f"{path}.{key}" if path else key
        if key in kind.PRESENCE:
            if not isinstance(value, bool):
                raise WriteError(field=here, expected="true or false", found=shown(value))
            setattr(made, key, value)
            continue
        if field is None and key in _calculated(kind):
            continue
        if field is None and kind.CELLS is not None:
            made._kept.setdefault(NAMED, {})[key] = _cell(kind, value, structures, here)
            continue
        if field is None:
            raise WriteError("there is no such field", field=here, hint=hint(key, fields, "fields"))
        if value is None:
            continue
        if field.again:
            if isinstance(structures, _Known):
                structures.references.append((made, field, value))
            continue
        if not field.repeated:
            setattr(made, field.name, _parsed(field, value, structures, here))
        elif isinstance(value, list) and set(map(type, value)) == {_PLAIN.get(field.kind)}:
            setattr(made, field.name, list(value))
        elif isinstance(value, list):
            items = [_element(field, v, structures, f"{here}[{i}]") for i, v in enumerate(value)]
            setattr(made, field.name, items)
        elif field.pairs and isinstance(value, Mapping):
            items = [_element(field, paired(field, pair), structures, f"{here}[{pair[0]}]") for pair in value.items()]
            setattr(made, field.name, items)
        elif isinstance(value, ElementRange):
            setattr(made, field.name, _run(made, field, value, structures, here))
        else:
            raise WriteError(field=here, expected="a list", found=shown(value))
    return made


def _cell(kind: type[Struct], value: Any, structures: Mapping[str, type[Struct]], path: str) -> Any:
    """The element of a list that holds a member which a value names."""
    assert kind.CELLS is not None
    list_id, way = kind.CELLS
    for id in reversed(way):
        value = {id: value}
    return _element(_fields(kind)[list_id], value, structures, path)


def _run(
    owner: Struct, field: Field, run: ElementRange, structures: Mapping[str, type[Struct]], path: str
) -> list[Any]:
    """A list whose elements are columns: as such, until all of them are known."""
    if not isinstance(structures, _Known) or structures.encoders is None:
        return _items(field, run, structures, path)
    elements: Any = run.elements
    elements.want(type(owner), field.name)
    if structures.decided:  # it is in a structure of which only now is known what it is
        elements.take(structures.encoders)
        structures.encoders.give_up_strays([elements])
        return ColumnList(run) if elements.take(structures.encoders) else _items(field, run, structures, path)
    structures.laid.append(_Laying(owner, field, run, path))
    return ColumnList(run)


def _items(field: Field, run: ElementRange, structures: Mapping[str, type[Struct]], path: str) -> list[Any]:
    """The elements of such a list as structures."""
    elements: Any = run.elements
    items = elements.expanded()[run.start : run.stop]
    return [_element(field, item, structures, f"{path}[{i}]") for i, item in enumerate(items)]


class _Laying(NamedTuple):
    """A list whose elements are columns, and the structure that it is in."""

    owner: Struct
    field: Field
    run: ElementRange
    path: str

    def decide(self, known: _Known) -> None:
        """Make structures of its elements if the kernel doesn't make them."""
        elements: Any = self.run.elements
        if not elements.take(known.encoders):
            setattr(self.owner, self.field.name, _items(self.field, self.run, known, self.path))


_PLAIN = {kind: float if kind[0] == "f" else int for kind in KINDS} | {"str": str}
"""What stands for itself in plain values, by the kind of its field: whatever names it has besides are text."""
_NO_MAPPINGS = frozenset((bytes, str, int, bool, float))
"""Kinds of plain values that are none, as most are; to ask whether one is takes longer."""
_NAMED: dict[type[Struct], dict[str, Field]] = {}


def _fields(kind: type[Struct]) -> dict[str, Field]:
    """The fields of a class by their ids."""
    found = _NAMED.get(kind)
    if found is None:
        found = _NAMED[kind] = {field.id: field for field in kind.FIELDS if field.name}
    return found


def later(
    kind: type[Struct], document: Mapping[str, Any], structures: Mapping[str, type[Struct]], path: str
) -> LazyStructure:
    """A structure of plain values that rests on nothing outside of itself, made when its bytes are needed.

    Args:
        kind: its class.
        document: its fields by their ids.
        structures: those of the codec, by name.
        path: where it stands, as errors show it.
    """
    return LazyStructure(_Later(kind, lambda: document, structures, path))


def _element(field: Field, value: Any, structures: Mapping[str, type[Struct]], path: str) -> Any:
    if value is None and not field.mask and not _may_be_null(field):
        raise WriteError(field=path, expected="a value", found="null")
    return None if value is None else _parsed(field, value, structures, path)


def _may_be_null(field: Field) -> bool:
    """Whether null is a structure without the member that stands for it."""
    kinds = [field.struct, *(field.cases or {}).values()]
    return any(kind.SHOWN_AS for kind in kinds if isinstance(kind, type))


def _parsed(field: Field, value: Any, structures: Mapping[str, type[Struct]], path: str) -> Any:
    if type(value) is dict and field.struct is not None:  # most often
        return _structure(field.struct, value, structures, path)
    if isinstance(value, list):
        return _listing(field, value, structures, path)
    if isinstance(value, LazyStructure) and field.lasts:
        return value
    if callable(value) and field.lasts:
        kind = field.struct
        assert kind is not None
        return LazyStructure(_Later(kind, value, structures, path))
    if type(value) not in _NO_MAPPINGS and isinstance(value, Mapping):
        kinds = [field.struct] if field.struct is not None else _cases(field, value)
        if not kinds:
            raise WriteError(field=path, expected="a value", found="an object")
        if len(kinds) > 1:
            return Undecided(value, lambda kind: _structure(kind, value, structures, path))
        return _structure(kinds[0], value, structures, path)
    if isinstance(value, bytes) and field.kind == "bytes":
        return value
    if field.struct is not None and not field.struct.SHOWN_AS:
        raise WriteError(field=path, expected="an object", found=shown(value))
    if isinstance(value, str) and field.kind == "bytes" and not field.logical:  # text of another kind: see `deriving`
        try:
            return bytes.fromhex(value)
        except ValueError:
            raise WriteError(field=path, expected="bytes in hexadecimal", found=shown(value)) from None
    if value in ("NaN", "Infinity", "-Infinity") and _is_float(field):
        return float(value.lower())
    if isinstance(value, str) and "bytes" in (field.cases or {}).values():
        return HexText(value)
    if isinstance(value, str) and field.enum is not None:
        member = field.enum.labelled(value)
        return value if member is None else member  # a member that is 0 is false
    return value


def _listing(field: Field, value: list[Any], structures: Mapping[str, type[Struct]], path: str) -> Any:
    """A structure for which a list stands."""
    kinds = [k for k in (field.struct, *(field.cases or {}).values()) if isinstance(k, type)]
    if not any(map(_list_in, kinds)):
        raise WriteError(field=path, expected="a value", found="a list")

    def made(kind: type[Struct]) -> Struct:
        shown = _list_in(kind)
        if shown is None:
            raise WriteError(field=path, expected=f"a {kind.__name__}", found="a list")
        return _structure(kind, {shown.id: value}, structures, path)

    return made(kinds[0]) if field.struct is not None else Undecided({}, made)


def _list_in(kind: type[Struct]) -> Field | None:
    """The member that stands for a structure, where it is a list, or a structure for which one stands."""
    shown = next((field for field in kind.FIELDS if field.name and field.name == kind.SHOWN_AS), None)
    is_list = shown is not None and (
        shown.repeated or (shown.struct is not None and _list_in(shown.struct) is not None)
    )
    return shown if is_list else None


class _Later:
    """A structure that code beside a spec makes when it is needed, and again when it has seen how it was written.

    ``make``: gives plain values, or is a generator of them that is sent the structure as it was written."""

    def __init__(
        self, kind: type[Struct], make: Callable[[], Any], structures: Mapping[str, type[Struct]], path: str
    ) -> None:
        self._kind = kind
        self._make = make
        self._structures = structures
        self._path = path
        self._steps: Generator[Any, Any, None] | None = None

    def __call__(self, last: Struct | None) -> Struct | None:
        try:
            values = self._values(last)
        except ValueError as error:
            raise WriteError(f"no file can be made of these rows: {error}") from None
        if values is None:
            return None
        found: Struct = _whole(self._kind, values, self._structures, self._path)
        return found

    def _values(self, last: Struct | None) -> Mapping[str, Any] | None:
        try:
            if last is not None:
                return self._steps.send(last) if self._steps is not None else None
            made = self._make()
            if isinstance(made, Generator):
                self._steps = made
                made = next(made)
        except StopIteration:
            return None
        found: Mapping[str, Any] = made
        return found


def _is_float(field: Field) -> bool:
    """Whether such a text can only be a number: the field is a float, or a case of a switch, and none is text."""
    kinds = [field.kind, *(case for case in (field.cases or {}).values() if isinstance(case, str))]
    return field.enum is None and any(k in _FLOATS for k in kinds) and "str" not in kinds


def _cases(field: Field, value: Mapping[str, Any]) -> list[type[Struct]]:
    """The cases of a switch whose fields the keys are."""
    cases = [case for case in (field.cases or {}).values() if not isinstance(case, str)]
    return [c for c in cases if c.CELLS is not None or value.keys() <= _members(c)]


_MEMBERS: dict[type[Struct], frozenset[str]] = {}


def _members(kind: type[Struct]) -> frozenset[str]:
    """What plain values of a class may say."""
    found = _MEMBERS.get(kind)
    if found is None:
        found = _MEMBERS[kind] = frozenset([*(field.id for field in kind.FIELDS), *kind.PRESENCE, *_calculated(kind)])
    return found


def _calculated(kind: type[Struct]) -> tuple[str, ...]:
    """The ids of what is calculated in a class, which views show and writers pass over."""
    return tuple(map(id_of, kind.INSTANCES))
