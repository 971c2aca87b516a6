"""Blocks of a file whose places an index says: which list names them, and where it says so.

Where such an index is lost, mostly as it lies at the end of the file, blocks are looked for by what their type says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bytewright_codegen.analysis.dependencies import Place
from bytewright_codegen.ir.expressions import Binary, Cast, Expr, Literal_, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.views import View
from bytewright_codegen.plans.reading import Entry, Nested, Number, RecordPlan


@dataclass(frozen=True, slots=True)
class StoredNumber:
    """A number that is stored in a reference.

    Attributes:
        way: the fields from the reference to it; the last one is the number.
        more: what is meant is so much more than it.
    """

    way: tuple[Place, ...]
    more: int


@dataclass(frozen=True, slots=True)
class BlockIndex:
    """A list of references to blocks.

    Attributes:
        way: the fields from the root to the list, which is the last one.
        list: the type that holds it, and its id.
        type: that of a reference.
        field: its field that is the block.
        block: the type of that.
        offset: where a block begins in the file; None: that isn't stored in the reference.
        size: how many bytes it has; None: likewise, or the block says it itself.
        is_alone: whether a block rests on nothing around it, and says where it ends, so that it can be looked for.
    """

    way: tuple[Place, ...]
    list: tuple[str, str]
    type: str
    field: int
    block: str
    offset: StoredNumber | None
    size: StoredNumber | None
    is_alone: bool

    def level(self, view: View) -> int | None:
        """Which of the lists that a view passes through is that of the references; None: none of them."""
        for level, passed in enumerate(view.lists):
            if isinstance(passed, Name | Member) and (passed.owner, passed.name) == self.list:
                return level
        return None


def block_index(
    root: str, library: Library, plans: Mapping[str, RecordPlan], is_alone: Callable[[str], bool]
) -> BlockIndex | None:
    """The references to the blocks of a file; None: there are none.

    Args:
        root: the type of a whole file.
        library: the resolved specs.
        plans: record plans of all types, by type.
        is_alone: whether a structure of a type rests on nothing around it, and says where it ends.
    """
    finder = _Finder(root, library, plans, is_alone)
    return finder.within(root, (), is_list=False, is_file=True)


class _Finder:
    def __init__(
        self, root: str, library: Library, plans: Mapping[str, RecordPlan], is_alone: Callable[[str], bool]
    ) -> None:
        self._root = root
        self._library = library
        self._plans = plans
        self._is_alone = is_alone
        self._seen: set[str] = set()

    def within(self, type: str, way: tuple[Place, ...], *, is_list: bool, is_file: bool) -> BlockIndex | None:
        """Those in a structure that lies at the end of a way; ``is_file``: its stream is the file."""
        if type in self._seen:
            return None
        self._seen.add(type)
        for entry in self._plans[type].entries if is_list else ():
            found = self._reference(type, entry, way, is_file=is_file)
            if found is not None:
                return found
        for entry in self._plans[type].entries:
            plain = entry.condition is None and entry.frame.process is None and not entry.attribute.again
            if not plain or not isinstance(entry.item, Nested):
                continue
            inside = is_file and entry.frame.kind == "none" and entry.attribute.stream is None
            step = (*way, (type, entry.index))
            found = self.within(entry.item.type, step, is_list=entry.count is not None, is_file=inside)
            if found is not None:
                return found
        return None

    def _reference(self, type: str, entry: Entry, way: tuple[Place, ...], *, is_file: bool) -> BlockIndex | None:
        attribute, item = entry.attribute, entry.item
        position, single = attribute.position, entry.count is None and entry.condition is None
        if position is None or not single or not isinstance(item, Nested) or item.args or attribute.again:
            return None
        if not (self._is_of_file(attribute.stream) if attribute.stream is not None else is_file):
            return None
        if isinstance(position, Literal_) or entry.frame.kind not in ("none", "size"):
            return None
        is_alone = self._is_alone(item.type)
        if not is_alone and entry.frame.kind == "none":
            return None
        offset = self._stored(position, type)
        size = None if entry.frame.size is None else self._stored(entry.frame.size, type)
        owner, index = way[-1]
        name = self._plans[owner].entries[index].name
        return BlockIndex(way, (owner, name), type, entry.index, item.type, offset, size, is_alone)

    def _is_of_file(self, stream: Expr) -> bool:
        return isinstance(stream, Member) and stream.name == "_io" and getattr(stream.target, "name", "") == "_root"

    def _stored(self, expr: Expr, type: str) -> StoredNumber | None:
        """The number that an expression is, but for what is added to it."""
        match expr:
            case Cast(target):
                return self._stored(target, type)
            case Binary("+", inner, Literal_(int(more))) | Binary("+", Literal_(int(more)), inner):
                return self._more(inner, type, more)
            case Binary("-", inner, Literal_(int(less))):
                return self._more(inner, type, -less)
            case Name(name, owner=str(owner)) if owner == type:
                return self._member(type, name)
            case Member(target, name, owner=str(owner)):
                around = self._way(target, type)
                found = None if around is None else self._member(owner, name)
                return None if around is None or found is None else StoredNumber((*around, *found.way), found.more)
        return None

    def _more(self, expr: Expr, type: str, more: int) -> StoredNumber | None:
        found = self._stored(expr, type)
        return None if found is None else StoredNumber(found.way, found.more + more)

    def _member(self, type: str, name: str) -> StoredNumber | None:
        entry = self._field(type, name)
        if entry is not None:
            return StoredNumber(((type, entry.index),), 0) if isinstance(entry.item, Number) else None
        for instance in self._library.types[type].instances:
            if isinstance(instance, ValueInstance) and instance.id == name and instance.condition is None:
                return self._stored(instance.expr, type)
        return None

    def _way(self, expr: Expr, type: str) -> tuple[Place, ...] | None:
        """The fields from a structure to one in it that an expression is."""
        around: tuple[Place, ...] | None
        match expr:
            case Name(name, owner=str(owner)) if owner == type:
                around = ()
            case Member(target, name, owner=str(owner)):
                around = self._way(target, type)
            case _:
                return None
        entry = self._field(owner, name)
        if around is None or entry is None or not isinstance(entry.item, Nested) or entry.item.args:
            return None
        return (*around, (owner, entry.index))

    def _field(self, type: str, name: str) -> Entry | None:
        """A field that is there once."""
        found = (entry for entry in self._plans[type].entries if entry.name == name)
        return next((entry for entry in found if entry.count is None and entry.condition is None), None)
