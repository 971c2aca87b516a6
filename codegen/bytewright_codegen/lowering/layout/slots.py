"""What lies in slots: lists of values of one size, or lists of such lists, as the kernel reads them."""

from __future__ import annotations

from collections.abc import Mapping

from bytewright.kernels.plan import Listing
from bytewright.kernels.plan.codes import MOST_DEPTH
from bytewright_codegen.analysis.cases import Cases, Known
from bytewright_codegen.analysis.slots import present_by_size, slot_of
from bytewright_codegen.ir.expressions import Binary, Compare, Expr, Literal_, Member, Name, Unary
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import StructWire
from bytewright_codegen.lowering.expressions.values import Refusal
from bytewright_codegen.plans.reading import Bits, Choice, Entry, Item, Nested, Number, Raw, RecordPlan


def offsets_of(library: Library, item: Item) -> str | None:
    """The list of their parent that slots lie between; None: these are none."""
    found = slot_of(library, StructWire(item.type, item.args)) if isinstance(item, Nested) else None
    return found.offsets if found is not None else None


def content_of(
    library: Library, plans: Mapping[str, RecordPlan], slot: Nested, holder: Known | None
) -> tuple[tuple[Listing, ...], Item]:
    """The lists that a slot holds, the outermost first, and what the innermost hold.

    Args:
        library: the resolved specs.
        plans: record plans by type.
        slot: the slot.
        holder: what is known of the structure whose list the slots are.

    Raises:
        Refusal: it holds something else.
    """
    return _Reader(library, plans).slot(slot, holder)


class _Reader:
    def __init__(self, library: Library, plans: Mapping[str, RecordPlan]) -> None:
        self._library = library
        self._plans = plans
        self._cases = Cases(library)

    def slot(self, slot: Nested, holder: Known | None) -> tuple[tuple[Listing, ...], Item]:
        entry = self._plans[slot.type].entries[0]
        shown = self._library.types[slot.type].shown_as
        condition = entry.condition
        # Under `size > 0` a size below zero would be nothing as well.
        by_size = isinstance(condition, Compare) and condition.operator == "!=" and present_by_size(entry.attribute)
        plain = entry.frame.kind == "size" and entry.valid is None and _names(shown, entry)
        if not plain or not by_size or not isinstance(entry.item, Nested):
            raise Refusal("slots of something that isn't null where it has no bytes", entry.loc)
        known = self._cases.inside(slot, holder)
        lists: list[Listing] = []
        item: Item = entry.item
        while isinstance(item, Nested) and (not lists or self._is_list(item)):
            if len(lists) == MOST_DEPTH:
                raise Refusal("lists in lists that are as deep", entry.loc)
            listing, inner, known = self._list(item, known, outermost=not lists)
            lists.append(listing)
            item = inner
        return tuple(lists), item

    def _is_list(self, item: Nested) -> bool:
        return any(entry.count is not None for entry in self._plans[item.type].entries)

    def _list(self, nested: Nested, holder: Known | None, *, outermost: bool) -> tuple[Listing, Item, Known]:
        """A structure of a length, elements, and perhaps validity bits and padding."""
        entries = list(self._plans[nested.type].entries)
        shown = self._library.types[nested.type].shown_as
        at = self._library.types[nested.type].loc
        known = self._cases.inside(nested, holder)
        if len(entries) < 2 or not _is_length(entries[0]) or not _names(shown, entries[1]):
            raise Refusal("slots of anything but a length and a list", at)
        length, values, *rest = entries
        item = self._cases.chosen(values.item, known)
        if not _is_counted(values, length) or item is None or isinstance(item, Choice):
            raise Refusal("such a list in a slot", values.loc)
        aligned = False
        if rest and _is_padding(rest[0]) and _constant(rest[0].frame.size) == 0:
            aligned = True
            rest.pop(0)
        validity = False
        if values.masked_by is not None:
            if not rest or rest[0].index != values.masked_by or not _is_counted(rest[0], length):
                raise Refusal("validity bits that don't follow their list", values.loc)
            bits = rest.pop(0).item
            if not isinstance(bits, Bits) or bits.order != "le" or (isinstance(item, Bits) and not aligned):
                raise Refusal("validity bits that follow in the same byte, or in another order", values.loc)
            validity = True
        padding = 1
        if rest and outermost and _is_padding(rest[0]):
            padding = _multiple(rest.pop(0).frame.size)
        if rest or padding < 1 or (validity and isinstance(item, Nested) and self._is_list(item)):
            raise Refusal("something else in a slot", values.loc)
        assert isinstance(length.item, Number)
        return Listing(length.item.kind, validity, padding), item, known


def _names(shown: Expr | None, entry: Entry) -> bool:
    return isinstance(shown, Name) and entry.named and shown.name == entry.name


def _is_length(entry: Entry) -> bool:
    number = isinstance(entry.item, Number) and entry.item.kind.startswith("u")
    return number and entry.named and entry.count is None and entry.condition is None and entry.valid is None


def _is_counted(entry: Entry, length: Entry) -> bool:
    """Whether an entry has as many elements as a length before it says, and nothing is asked of them."""
    if entry.count is None or entry.count.kind != "expr" or entry.condition is not None or entry.valid is not None:
        return False
    count = entry.count.expr
    own = isinstance(count, Name) and count.binding == "attribute" and count.name == length.name
    return own and entry.frame.kind == "none"


def _is_padding(entry: Entry) -> bool:
    unnamed = not entry.named and isinstance(entry.item, Raw) and entry.contents is None
    return unnamed and entry.frame.kind == "size" and entry.condition is None and entry.count is None


def _constant(expr: Expr | None) -> int | None:
    return expr.value if isinstance(expr, Literal_) and isinstance(expr.value, int) else None


def _multiple(size: Expr | None) -> int:
    """What padding of that size fills its stream up to a multiple of; 0: it is something else."""
    match size:
        case Binary("%", Unary("-", Member(Name("_io"), "pos")), Literal_(int() as multiple)):
            return multiple
    return 0
