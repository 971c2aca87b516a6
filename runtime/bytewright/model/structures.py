"""What generated models are made of: structures and their fields.

A structure is a typed dataclass. Besides its fields it knows where it was read (``_at``), as which cases of its
switches (``_cases``), what it belongs to (``_parent``, ``_field``, ``_index``), and what its bytes have beyond their
meaning (``_kept``): padding that is not zero, spare bits, bytes that no field describes. Structures that a program
builds have none of that.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self
from uuid import UUID

from bytewright.errors import WriteError
from bytewright.host.suggest import hint
from bytewright.io.decode_budget import Lease
from bytewright.model.enums import Enum
from bytewright.model.html import UNREAD, html_of
from bytewright.model.member_names import UNNAMED
from bytewright.model.places import Place, placed
from bytewright.model.tracking import Items, Tracked, track_list

AnyMoment = str | datetime
"""What a writer takes for a timestamp, besides the stored number: text is ISO 8601."""
AnyUuid = str | UUID
"""What a writer takes for a UUID, besides the stored bytes."""


@dataclass(frozen=True, slots=True)
class Field:
    """What is known of an entry of a structure.

    Attributes:
        id: its id in the spec, or ``_unnamedN`` for an entry without one (padding, gaps).
        name: its name in Python (the id, with ``_`` behind it where that is a keyword); empty without an id.
        kind: how it is stored: ``u4le`` …, ``b3le``, ``bytes``, ``str``, ``struct``, ``switch``, ``padding``.
        repeated: whether it is a list.
        derived: whether it follows from others: readers verify it, writers compute it; ``stays``: unless it is set and
            fits, as the size of the largest of several things, or one of several numbers from which a size follows.
        enum: class of its values.
        struct: class of its structures; of a switch None.
        cases: what a switch may give, by the name that ``tree`` shows: a kind, or a class.
        encoding: of text.
        unit: of a timestamp (``s``, ``ms``, ``us``, ``ns``), counted since 1970-01-01 UTC.
        logical: what else it means (``uuid``).
        again: whether it reads what other fields describe, so that it belongs to no tree and is never written.
        stream: of structures: whether they have a stream of their own, of bytes of the one around them (``own``) or
            of what such bytes are decoded to (``decoded``).
        placed: whether it lies at a place of its own, outside the sequence.
        always: whether it is one structure that is there wherever the structure around it is.
        handed: where the spec says its place, if that rests on a parameter that writers can't follow to an offset.
        mask: Python name of the list of bits that says which of its elements are present; None may stand in it.
        lasts: whether it is a structure with a stream of its own that rests on nothing outside of itself.
        pairs: of a list of structures that is shown as a map, the ids that lead from an item to its key and value.
        made: whether a writer makes the structure where it is left out, as nothing of it must be said.
        hint: what to say besides where the field is wrong.
        decides: the fields of which it decides what they are or whether they are there: type and id, joined by a dot.
    """

    id: str
    name: str
    kind: str
    repeated: bool = False
    derived: bool | Literal["stays"] = False
    enum: type[Enum] | None = None
    struct: type[Struct] | None = None
    cases: Mapping[str, str | type[Struct]] | None = None
    encoding: str = ""
    unit: str = ""
    logical: str = ""
    mask: str = ""
    pairs: tuple[tuple[str, ...], ...] = ()
    made: bool = False
    hint: str = ""
    decides: tuple[str, ...] = ()
    placed: bool = False
    always: bool = False
    handed: str = ""
    again: bool = False
    stream: str = ""
    lasts: bool = False


def paired(field: Field, pair: tuple[Any, Any]) -> dict[str, Any]:
    """The plain value of an item of a list that is shown as a map."""
    item: dict[str, Any] = {}
    for way, value in zip(field.pairs, pair, strict=True):
        holder = item
        for id in way[:-1]:
            holder = holder.setdefault(id, {})
        holder[way[-1]] = value
    return item


def value_of(owner: Struct, field: int, element: int | None = None) -> Any:
    """The value of a field, or of an element of it."""
    value = getattr(owner, owner.FIELDS[field].name)
    return value if element is None else value[element]


def given(owner: Struct, name: str) -> bool:
    """Whether a field has a value, without reading one that is read when it is first asked for."""
    try:
        return bool(name) and object.__getattribute__(owner, name) is not None
    except AttributeError:
        return False


def structures_in(owner: Struct, name: str) -> list[Struct]:
    """The structures that a field holds."""
    value = getattr(owner, name)
    if not isinstance(value, list):
        return [value] if isinstance(value, Struct) else []
    if not any(issubclass(kind, Struct) for kind in set(map(type, value))):  # lists of numbers may be long
        return []
    return [item for item in value if isinstance(item, Struct)]


def removed(owner: Struct, field: int) -> bool:
    """Whether a field at a place of its own has no value because nobody gave it one, or somebody took it away."""
    if owner._pending is not None and field not in owner._at:
        return False  # there was none, or it has not been read
    return not given(owner, owner.FIELDS[field].name)


_VACANT: dict[tuple[int, str], Callable[[], Any] | None] = {}


def vacate(owner: Struct, name: str, there: Callable[[], Any] | None) -> None:
    """While a model is written, let a field that was left out be an error to whoever asks for it, and not None.

    Args:
        owner: the structure that holds it.
        name: what it is called in Python.
        there: whether a reader finds something; without it, always. Where it doesn't, the field is None.
    """
    delattr(owner, name)
    _VACANT[id(owner), name] = there


def occupy(owner: Struct, name: str) -> None:
    """Undo that."""
    _VACANT.pop((id(owner), name), None)
    if not owner._is_set(name):
        setattr(owner, name, None)


def parameters_of(owner: Struct) -> tuple[Any, ...]:
    """The values of a structure's parameters, of those that are plain or structures."""
    fields = {field.name for field in owner.FIELDS}
    values = (getattr(owner, name) for name in _names(type(owner)) if name not in fields)
    return tuple(value for value in values if value is None or isinstance(value, int | float | str | bytes | Struct))


def is_null(value: Any) -> bool:
    """Whether there is no value: None, or a structure without the member that stands for it."""
    while isinstance(value, Struct):
        name = value.SHOWN_AS
        if not name or all(field.name != name for field in value.FIELDS):
            return False
        value = getattr(value, name)
    return value is None


class Same:
    """Says that the parent of a structure is what it lies in."""


SAME = Same()


class Unchanging(dict[Any, Any]):
    """Indexes of a model that is being read: a value that it has stays as it is."""


class Spelt(NamedTuple):
    """How structures of a class spell a number.

    Attributes:
        number: the number.
        digits: the digits.
        make: gives them to a structure that is that number; None: they are there.
        data: their bytes, if these are whole and follow from the number alone.
    """

    number: int
    digits: list[int]
    make: Callable[[Struct], None] | None = None
    data: bytes | None = None


class _Constructed(type):
    """Says the nearest name where a constructor is told of a member that there isn't."""

    if not TYPE_CHECKING:  # checkers go by the constructors

        def __call__(cls, *values: Any, **members: Any) -> Any:
            try:
                return super().__call__(*values, **members)
            except TypeError as error:
                known = [field.name for field in dataclass_fields(cls) if field.init]
                unknown = next((name for name in members if name not in known), None)
                if unknown is None:
                    raise
                raise TypeError(f"{error}. {hint(unknown, known, 'members')}") from None


class Struct(metaclass=_Constructed):
    """Base of generated structures.

    Fields have the plain names. What begins with an underscore is the runtime's, in all of its rooms, and no user's.
    """

    __slots__ = (
        "_asked",
        "_cases",
        "_field",
        "_index",
        "_indexes",
        "_io",
        "_kept",
        "_le",
        "_lease",
        "_parent",
        "_pending",
        "_places",
        "_told",
        "_tracked",
        "_up",
    )

    TYPE: ClassVar[str] = ""
    """Absolute name of the type in its spec."""
    FIELDS: ClassVar[tuple[Field, ...]] = ()
    """The entries of its ``seq``, in order."""
    INSTANCES: ClassVar[tuple[str, ...]] = ()
    """Python names of its value instances, in order."""

    ITEMS: ClassVar[tuple[str, ...]] = ()
    """Python names of the items of lists of which fields are the places."""

    PARAMETERS: ClassVar[Mapping[str, tuple[str, type | None]]] = {}
    """Its parameters by id: their names in Python, and the class of their values (or of the items of these)."""
    SHOWN_AS: ClassVar[str] = ""
    """Python name of the member that stands for a value of the type, where ``-show`` says so."""
    SPELT: ClassVar[tuple[int, int | None, int] | None] = None
    """How digits spell that member: the list of them, the digit in an element (None: the element), its bits; None: they
    don't."""
    ALONE: ClassVar[bool] = False
    """Whether its bytes follow from that member alone, wherever it lies: digits are made when they are asked for."""
    LEB128: ClassVar[int] = 0
    """In how many bytes at most that member is all of it, as an unsigned LEB128 integer; 0: it isn't that."""
    HELD: ClassVar[bool] = False
    """Whether a writer finds a field by that member, which is calculated of it."""
    KEEPS: ClassVar[bool] = False
    """Whether that member leaves something of the field untold, as a quotient does, which stays as it is."""
    CELLS: ClassVar[tuple[str, tuple[str, ...]] | None] = None
    """Of a structure whose members values name, the id of the list that holds them, and the ids that lead from an item
    to the member; None: it is none, or that isn't known."""
    LOGICAL: ClassVar[str] = ""
    """What that member means (``uuid`` …)."""
    TRACKED: ClassVar[tuple[str, ...]] = ()
    """Python names of the lists on which calculated values rest that are kept (`bytewright.model.running_values`)."""
    PRESENCE: ClassVar[Mapping[str, int]] = {}
    """Python names of members that say whether a field is there, with its place: a reader finds out by its checksum."""

    _parent: Any
    _field: str
    _index: int | None
    _io: Any
    _places: dict[int, Place] | list[Any]
    _kept: dict[int, Any]
    _cases: dict[int, Any]
    _pending: dict[str, Callable[[], None]] | None
    _asked: dict[str, Any] | None
    _indexes: Any
    _le: bool
    _told: Any
    _tracked: Tracked | None
    _lease: Lease | None
    _up: Struct | Same | None

    def __post_init__(self) -> None:
        """Make a structure that was not read."""
        self._parent = None
        self._field = ""
        self._index = None
        self._io = None
        self._places = {}
        self._kept = {}
        self._cases = {}
        self._pending = None
        self._asked = None
        self._indexes = None
        self._told = None
        self._tracked = None
        self._lease = None
        self._up = SAME

    if not TYPE_CHECKING:  # it is only asked for slots without a value, and must not hide wrong names from checkers

        def __getattr__(self, name: str) -> Any:
            """Read a field that is read when it is first asked for; or make what `begin` leaves out."""
            if name in ("_kept", "_cases"):
                found: dict[int, Any] = {}
                setattr(self, name, found)
                return found
            own = name.startswith("_") and not name.startswith(UNNAMED)
            read = None if own else (self._pending or {}).pop(name, None)
            spells = self.SPELT is not None and name == self.FIELDS[self.SPELT[0]].name
            if spells and isinstance(self._told, Spelt):
                self._told.make(self)
                return getattr(self, name)
            if read is None:
                calculated = getattr(type(self), name, None)
                if isinstance(calculated, property):
                    return calculated.fget(self)  # it had no value: say once more why
                if (id(self), name) in _VACANT:
                    return _vacant(self, name)
                if name in _names(type(self)):
                    if self._pending is None:
                        return None  # it is yet to be read
                    raise AttributeError(f"{name} depends on itself")
                raise AttributeError(f"{type(self).__name__} has no member {name}")
            try:
                read()
            except BaseException:
                self._pending[name] = read  # to fail again where it is asked for again
                with suppress(AttributeError):
                    delattr(self, name)
                raise
            return getattr(self, name)

    def _repr_html_(self) -> str:
        """What notebooks show; nothing is read for that."""
        return html_of(self)

    def _shown_fields(self) -> Iterator[tuple[str, Any]]:
        """The ids of the fields and their values, as far as these have been read."""
        for field in self.FIELDS:
            if field.name and given(self, field.name):
                yield field.id, getattr(self, field.name)
            elif field.name:
                yield field.id, UNREAD if field.name in (self._pending or {}) else None

    @classmethod
    def _begin(cls, io: Any, parent: Struct | None, field: str, index: int | None) -> Self:
        """A structure that is about to be read from ``io``: all its fields are absent."""
        self = cls.__new__(cls)
        self._parent = parent
        self._field = field
        self._index = index
        self._io = io
        self._places = {}
        self._kept = {}
        self._cases = {}
        self._pending = None
        self._asked = None
        self._indexes = Unchanging() if parent is None and io is not None else None
        self._told = None
        self._tracked = None
        self._lease = None
        self._up = SAME
        for name in _names(cls):
            setattr(self, name, None)
        return self

    @property
    def _at(self) -> dict[int, Place]:
        """Where its fields lie, by their numbers."""
        places = self._places
        if isinstance(places, dict):
            return places
        if isinstance(self._told, Spelt) and self._told.make is not None:
            self._told.make(self)  # which says where its digits lie
            return self._at
        found = placed(places)
        if len(places) - 2 == len(places[0]):
            self._places = found  # nothing is read any more
        return found

    def _note_end(self, at: int) -> None:
        """Some of the numbers that are read at once end there, and no more of them are read."""
        assert isinstance(self._places, list)
        self._places.append(at)

    def _read_in_part(self) -> None:
        """No more of it is read: what is missing is absent."""
        self._places = self._at
        for name in _names(type(self)):
            if not self._is_set(name) and name not in (self._pending or ()):
                setattr(self, name, None)

    def _is_set(self, name: str) -> bool:
        """Whether a field has a value, or none: it need not be read."""
        try:
            object.__getattribute__(self, name)
        except AttributeError:
            return False
        return True

    @property
    def _is_told(self) -> bool:
        """Whether it is the number that it was told, and nobody has asked for its digits, or given it others."""
        return isinstance(self._told, Spelt) and not self._is_set(self.FIELDS[self.SPELT[0]].name)  # type: ignore[index]

    def _defer(self, name: str, read: Callable[[], None]) -> None:
        """Leave a field to be read when it is first asked for; ``read`` sets it."""
        with suppress(AttributeError):  # it may never have had a value
            delattr(self, name)
        if self._pending is None:
            self._pending = {}
        self._pending[name] = read

    def _once(self, name: str, value: Callable[[], Any]) -> Any:
        """A calculated value that rests on where its stream stands: what it was when it was first asked for."""
        if self._asked is None:
            self._asked = {}
        if name not in self._asked:
            self._asked[name] = value()
        return self._asked[name]

    @property
    def _above(self) -> Any:
        """What expressions call ``_parent``: what the structure lies in, unless the spec says something else."""
        return self._parent if isinstance(self._up, Same) else self._up

    @property
    def _above_in_spec(self) -> Any:
        """The same for expressions of another spec: none where the structure's own spec ends."""
        above = self._above
        return above if above is not None and in_same_spec(above, self) else None

    @property
    def _root_in_spec(self) -> Any:
        """What expressions of another spec call ``_root``: the root of its own spec that it lies in."""
        node: Any = self
        while node._parent is not None and in_same_spec(node._parent, self):
            node = node._parent
        return node if self.TYPE.partition("::")[0] == node.TYPE else None

    def _top(self, kind: type[Struct]) -> Any:
        """The outermost structure of a class that this one lies in (``_root``)."""
        node: Any = self
        found = None
        while node is not None:
            if isinstance(node, kind):
                found = node
            node = node._parent
        return found

    def _list(self, name: str, items: Iterable[Any]) -> list[Any]:
        """A list for a field, which tells when it changes if values rest on it."""
        return Items(items) if name in self.TRACKED else list(items)

    @property
    def _names(self) -> list[str]:
        """Names of the members that values name, where there are some (``CELLS``)."""
        return []

    def _adopt(self) -> None:
        """Tell the structures below what they belong to."""
        if isinstance(self._told, Spelt):
            return  # there are none yet
        for name in self.TRACKED:
            track_list(self, name)
        for id, name in _holding(type(self)):
            try:
                value = object.__getattribute__(self, name)
            except AttributeError:
                continue  # it is read when it is first asked for
            if isinstance(value, Struct):
                value._parent, value._field, value._index = self, id, None
                value._adopt()
            elif isinstance(value, list):
                for index, item in enumerate(value):
                    if isinstance(item, Struct):
                        item._parent, item._field, item._index = self, id, index
                        item._adopt()

    def _disown(self) -> None:
        """Let the structures below, and this one, forget what they belong to: whatever holds none of them is let go at
        once, and not when cycles are looked for."""
        self._parent = None
        if isinstance(self._told, Spelt):
            return
        for _, name in _holding(type(self)):
            try:
                value = object.__getattribute__(self, name)
            except AttributeError:
                continue
            for item in value if isinstance(value, list) else (value,):
                if isinstance(item, Struct):
                    item._disown()

    def __bytes__(self) -> bytes:
        """The bytes of a whole file; see ``write``."""
        package = type(self).__module__.rpartition(".")[0]
        return importlib.import_module(package).CODEC.to_bytes(self)  # type: ignore[no-any-return]


def _vacant(owner: Struct, name: str) -> None:
    """What a field is that was left out, to an expression.

    Raises:
        WriteError: a reader finds something there.
    """
    there = _VACANT[id(owner), name]
    if there is None or there():
        field = next(i for i, field in enumerate(owner.FIELDS) if field.name == name)
        raise WriteError(field=field_path(owner, field), expected="a value, as others ask for it", found="nothing")


def begin(kind: type[Struct], io: Any, parent: Struct | None, field: str, index: int | None, places: list[Any]) -> Any:
    """A structure that is about to be read from ``io``, and sets all its fields.

    Args:
        kind: its class.
        io: the stream.
        parent: what it lies in.
        field: id of the field there.
        index: which element of that.
        places: which fields lie where; see `placed`.
    """
    self = kind.__new__(kind)
    self._parent = parent
    self._field = field
    self._index = index
    self._io = io
    self._places = places
    self._pending = None
    self._asked = None
    self._indexes = None
    self._told = None
    self._tracked = None
    self._lease = None
    self._up = SAME
    return self


def in_same_spec(one: Struct, other: Struct) -> bool:
    """Whether the types of two structures are of one spec."""
    return one.TYPE.partition("::")[0] == other.TYPE.partition("::")[0]


def standing_for(value: Any) -> Any:
    """What stands for a structure (``value`` of ``-show``), at any depth; any other value is itself."""
    while isinstance(value, Struct) and value.SHOWN_AS:
        value = getattr(value, value.SHOWN_AS)
    return value


def root_of(structure: Struct) -> Struct:
    """The outermost structure that one lies in; itself where it lies in none."""
    while structure._parent is not None:
        structure = structure._parent
    return structure


def field_path(owner: Struct, field: int | str, element: int | None = None) -> str:
    """The path of a field from the root: ids joined by dots, elements ``[i]``."""
    parts = [owner.FIELDS[field].id if isinstance(field, int) else field]
    if element is not None:
        parts[0] += f"[{element}]"
    node: Any = owner
    while node._parent is not None or node._field:
        parts.append(node._field if node._index is None else f"{node._field}[{node._index}]")
        node = node._parent
        if node is None:
            break
    return ".".join(reversed(parts))


_NAMES: dict[type, tuple[str, ...]] = {}


_HOLDING: dict[type[Struct], tuple[tuple[str, str], ...]] = {}


def _holding(kind: type[Struct]) -> tuple[tuple[str, str], ...]:
    """The fields of a class that may hold structures of their own: their ids, and their names in Python."""
    found = _HOLDING.get(kind)
    if found is None:
        held = (field for field in kind.FIELDS if field.kind in ("struct", "switch") and not field.again)
        found = _HOLDING[kind] = tuple((field.id, field.name) for field in held if field.name)
    return found


def _names(cls: type) -> tuple[str, ...]:
    found = _NAMES.get(cls)
    if found is None:
        found = _NAMES[cls] = tuple(f.name for f in dataclass_fields(cls))
    return found
