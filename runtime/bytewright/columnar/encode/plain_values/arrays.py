"""Plain values of structures, as a root or code beside a spec gives them, as an array of Arrow, field by field.

Objects know what all plain values mean, and what is wrong with them. Those whose meaning a plan knows are taken here;
what only something around it decides (which of several cases of a switch it is) is left to objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.kernels.plan.encoding import CASE, COUNT, ITEM, Source
from bytewright.kernels.plan.failures import Unsupported
from bytewright.model.member_names import id_of

Path = tuple[str, ...]
_compute: Any = pc
ABOUT = ("same", "characters", "short")
"""Kinds of what is said of other values."""
UNDECIDED = CASE
"""Beside the cases of a switch: whether there is one of which nothing else is said."""
_NOT_FINITE = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


@dataclass(slots=True)
class PlainType:
    """What values of a field may be, as far as a plan makes something of them.

    Attributes:
        source: what rows may hold for it; None: nothing.
        members: what they may hold below it, by the steps there.
        given: whether it is made of something else, whatever is said of it.
    """

    source: Source | None = None
    members: dict[str, PlainType] = field(default_factory=dict)
    given: bool = False

    @classmethod
    def of(cls, sources: Iterable[Source], given: Iterable[Path] = ()) -> PlainType:
        """What structures may hold of which a plan makes something.

        Args:
            sources: the plan's.
            given: the ways to what is made of something else.
        """
        found = cls()
        for source in sources:
            if source.kind not in ABOUT and source.path[:1] != (COUNT,):
                found._at(source.path).source = source
        for path in given:
            found._at(path).given = True
        return found

    def _at(self, path: Path) -> PlainType:
        inner = self
        for step in path:
            inner = inner.members.setdefault(step, PlainType())
        return inner


def structures(values: Sequence[Any], kind: PlainType) -> Any:
    """An array of structures.

    Args:
        values: each by the ids of its fields; None: nothing is said of it.
        kind: what they may hold.

    Raises:
        Unsupported: objects know what a value means.
    """
    try:
        return _array(values, kind, ())
    except (ValueError, TypeError, LookupError, OverflowError, pa.ArrowException) as error:
        raise Unsupported(f"what is said of structures isn't plain: {error}") from error


def alike_cases(sources: Iterable[Source], shown: Iterable[Path]) -> Iterator[Path]:
    """The ways to switches of which objects alone know the case, where what no column shows of one is said.

    Args:
        sources: what rows may hold.
        shown: the ways to what columns show.
    """
    known = {*shown}
    todo: list[tuple[Path, PlainType]] = [((), PlainType.of(sources))]
    while todo:
        way, kind = todo.pop()
        todo += [((*way, name), inner) for name, inner in kind.members.items()]
        cases = {name: {*inner.members} for name, inner in kind.members.items() if name.startswith(CASE)}
        left = {name: {one for one in ids if (*way, name, one) not in known} for name, ids in cases.items()}
        if any(left[name] and left[name] <= ids for name in cases for other, ids in cases.items() if other != name):
            yield way


class SaidStructures:
    """Structures, some of which are asked for at a time.

    Args:
        values: see `structures`.

    Attributes:
        values: the same; empty: nothing is said of any.
    """

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = values if any(values) else ()
        self._made: Any = None
        self._says: dict[Path, bool] = {}

    def says(self, way: Path) -> bool:
        """Whether something is said of what lies at the end of a way."""
        if way not in self._says:
            self._says[way] = any(value is not None for value in below(self.values, way))
        return self._says[way]

    def some(self, first: int, count: int, sources: Sequence[Source]) -> Any:
        """Those from one on, as many as are asked for; None: nothing is said of any.

        Args:
            first: the number of that.
            count: how many; of those behind the last one nothing is said.
            sources: what they may hold, each time the same.

        Raises:
            Unsupported: objects know what a value means.
        """
        if not self.values:
            return None
        if self._made is None:
            self._made = structures(self.values, PlainType.of(sources))
        found = self._made.slice(first, count)
        more = count - len(found)
        return pa.concat_arrays([found, pa.nulls(more, found.type)]) if more else found


def _array(values: Sequence[Any], kind: PlainType, way: Path) -> Any:
    found = set(map(type, values)) - {type(None)}
    if not found:
        return pa.nulls(len(values))
    if found == {dict}:
        return _structures(values, kind, way)
    if found == {list}:
        return _lists(values, kind, way)
    shown = [name for name, inner in kind.members.items() if inner.source is not None and inner.source.shown]
    if len(shown) == 1:  # it stands for its structure
        return _array(values, kind.members[shown[0]], (*way, shown[0]))
    return _scalars(values, kind.source, found, way)


def _structures(values: Sequence[Mapping[str, Any] | None], kind: PlainType, way: Path) -> Any:
    """Structures with a member for each field of which something is said."""
    if any(name.startswith(CASE) for name in kind.members):
        return _chosen(values, kind, way)
    named = {id_of(name): name for name in kind.members}
    said = set().union(*(value for value in values if value is not None))
    if unknown := said - named.keys():
        raise ValueError(f"{'.'.join((*way, min(unknown)))}: a field that only objects know")
    names = [name for id, name in named.items() if id in said and not kind.members[name].given]
    if not names:
        return pa.array([None if value is None else {} for value in values], pa.struct([]))
    arrays = []
    for name in names:
        id = id_of(name)
        each = [None if value is None else value.get(id) for value in values]
        arrays.append(_array(each, kind.members[name], (*way, name)))
    return pa.StructArray.from_arrays(arrays, names, mask=pa.array([value is None for value in values]))


def _chosen(values: Sequence[Mapping[str, Any] | None], kind: PlainType, way: Path) -> Any:
    """Structures that are cases of a switch: of each the only one that has all its fields. That it is the right one is
    for the plan to see, as with what columns show. Where nothing is said of one, columns decide: it is `UNDECIDED`."""
    fields = {name: {*map(id_of, inner.members)} for name, inner in kind.members.items()}
    known: dict[frozenset[str], str] = {}
    cases: list[str | None] = []
    for value in values:
        said = None if value is None else frozenset(value)
        if said is not None and said not in known:
            fitting = [name for name, ids in fields.items() if name.startswith(CASE) and said <= ids]
            if len(fitting) != 1 and (said or ITEM in way):
                raise ValueError(f"{'.'.join(way)}: {len(fitting)} cases of a switch that have these fields")
            known[said] = fitting[0] if len(fitting) == 1 else UNDECIDED
        cases.append(None if said is None else known[said])
    arrays = []
    names = sorted(set(known.values()))
    for name in names:
        if name == UNDECIDED:
            arrays.append(pa.array([case == name for case in cases]))
            continue
        each = [value if case == name else None for value, case in zip(values, cases, strict=True)]
        arrays.append(_array(each, kind.members[name], (*way, name)))
    return pa.StructArray.from_arrays(arrays, names, mask=pa.array([case is None for case in cases]))


def _lists(values: Sequence[list[Any] | None], kind: PlainType, way: Path) -> Any:
    inner = kind.members.get(ITEM)
    if inner is None or kind.source is None or kind.source.kind != "list":
        raise ValueError(f"{'.'.join(way)}: a list that only objects know")
    items = [*chain.from_iterable(value for value in values if value is not None)]
    if any(item is None for item in items):
        raise ValueError(f"{'.'.join(way)}: an element of which nothing is said")
    offsets, end = [], 0
    for value in values:
        offsets.append(None if value is None else end)
        end += len(value or ())
    return pa.ListArray.from_arrays(pa.array([*offsets, end], pa.int32()), _array(items, inner, (*way, ITEM)))


def _scalars(values: Sequence[Any], source: Source | None, kinds: set[type], way: Path) -> Any:
    """Numbers, text or bytes."""
    kind = "" if source is None else source.kind
    if source is not None:
        if source.labels and kinds <= {str, int}:
            numbers = dict(source.labels)
            return pa.array([numbers[one] if isinstance(one, str) else one for one in values], pa.int64())
        if kind == "str" and kinds == {str}:
            return pa.array(values, pa.string())
        if kind == "bytes" and not source.logical and kinds <= {str, bytes}:
            return pa.array([bytes.fromhex(one) if isinstance(one, str) else one for one in values], pa.binary())
        if (kind == "flag" or source.logical == "bool") and kinds == {bool}:
            return pa.array(values, pa.bool_())
        if kind[0] == "f" and kind != "flag" and kinds <= {float, int, str}:
            return pa.array([_NOT_FINITE[one] if isinstance(one, str) else one for one in values], pa.float64())
        if kind[0] in "us" and kinds == {int}:
            return pa.array(values, pa.uint64() if kind.startswith("u8") else pa.int64())
    raise ValueError(f"{'.'.join(way)}: a value that only objects know")


def below(values: Sequence[Any], way: Path) -> list[Any]:
    """What lies at the end of a way, by names in Python, from each structure; None: nothing is said of it.

    Raises:
        Unsupported: something else than structures lies on the way.
    """
    found: list[Any] = list(values)
    for id in map(id_of, way):
        if not set(map(type, found)) <= {dict, type(None)}:
            raise Unsupported("a root with something else than structures")
        found = [None if value is None else value.get(id) for value in found]
    return found


def completed(column: Any, without: npt.NDArray[np.bool_], values: Sequence[Any]) -> Any:
    """A column with plain values where it says nothing.

    Args:
        column: its values.
        without: where it says nothing.
        values: all of which count there; None: nothing is said either.

    Raises:
        Unsupported: objects know what a value means.
    """
    if {dict, list} & set(map(type, values)):
        raise Unsupported("a root says something of what a column shows")
    there = [value if needed else None for value, needed in zip(values, without.tolist(), strict=True)]
    kinds = {type(value) for value in there} - {type(None)}
    if not kinds:
        return column
    if not any(kinds == {kind} and of(column.type) for kind, of in _PLAIN.items()):
        raise Unsupported(f"what is said of structures isn't plain: {column.type} is wanted")
    try:
        return _compute.coalesce(pa.array(there, column.type), column)
    except (ValueError, TypeError, OverflowError, pa.ArrowException) as error:
        raise Unsupported(f"what is said of structures isn't plain: {error}") from error


_PLAIN: Mapping[type, Callable[[pa.DataType], bool]] = {int: pa.types.is_integer, float: pa.types.is_floating}
"""What stands for itself in columns as in plain values: text may be the name of a number there."""
