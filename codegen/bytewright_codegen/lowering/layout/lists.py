"""Reading lists symbolically: how many elements there are, where each begins, and what is asked of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Literal

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Chain, Const, Index, Last, Load, Lookup, Previous, Select
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Expr, Literal_, Member
from bytewright_codegen.ir.schema import CalculatedOrder
from bytewright_codegen.lowering.expressions.alternatives import merged
from bytewright_codegen.lowering.expressions.arithmetic import (
    choose,
    constant,
    difference,
    inlined,
    lowered,
    nodes,
    scaled,
    total,
    weighs_more,
)
from bytewright_codegen.lowering.expressions.bit_loads import ANYWHERE, bits_number
from bytewright_codegen.lowering.expressions.checks import StatedCheck
from bytewright_codegen.lowering.expressions.evaluation import Evaluation
from bytewright_codegen.lowering.expressions.lists.empty_elements import bound_count, bound_empty
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import (
    Alternatives,
    Context,
    Label,
    Num,
    Piece,
    Place,
    Refusal,
    Sequence,
    Stream,
    Structure,
    Unread,
    Value,
)
from bytewright_codegen.lowering.expressions.walked import Asked, common, values_of
from bytewright_codegen.lowering.layout.bit_positions import Inside
from bytewright_codegen.lowering.layout.compared_keys import ComparedKeys
from bytewright_codegen.lowering.layout.element_layout import ElementLayout
from bytewright_codegen.lowering.layout.slots import offsets_of
from bytewright_codegen.lowering.layout.switches import case_of_all
from bytewright_codegen.lowering.layout.vector_cases import pivot_cases
from bytewright_codegen.plans.reading import Bits, Choice, Entry, Item, Nested, Number, Raw, RecordPlan, frame_of

Unrolls = Literal["all", "entries", "none"]
"""Which lists: those that the header describes, and those that an entry of one of its lists does; only these; none."""
_SMALL = 2_000
"""Nodes of an expression that is computed from what is known before the elements of a list are read."""


class Lists:
    """Reads lists of a layout, which reads their elements."""

    def __init__(
        self,
        layout: ElementLayout,
        steps: Steps,
        plans: Mapping[str, RecordPlan],
        sizes: Sizes,
        inside: Inside,
        evaluation: Evaluation,
    ) -> None:
        self._layout = layout
        self._steps = steps
        self._plans = plans
        self._sizes = sizes
        self._library = steps.library
        self._inside = inside
        self._evaluation = evaluation
        self.keys = ComparedKeys(steps, evaluation)
        """What elements and records are compared by."""
        self.unrolls: Unrolls = "all"
        """Which lists of records are written out, an element for each column."""
        self.depth = 0
        """In how many lists that entries describe something is read, one inside the other."""
        self._domain = ""  # that these belong to

    def read(self, entry: Entry, here: Place) -> tuple[Value, plan.Expr]:
        """Read a list; gives it and the address behind it."""
        assert here.parent is not None
        assert entry.count is not None
        found, end = self._read(entry, here)
        if entry.attribute.unique is not None:
            self._refuse_repetitions(found, entry.attribute.unique, entry, here)
        if entry.attribute.same is not None:
            self._refuse_differences(found, entry.attribute.same, entry, here)
        to_end = entry.count.kind == "eos" and not entry.attribute.until_zeros
        if to_end and not (isinstance(entry.item, Choice) and entry.item.may_choose_none):
            end = here.stream.end  # also where a part of an element is left, which is checked: nothing follows it
        if isinstance(found, Sequence) and entry.masked_by is not None:
            if not self._is_plain(entry):
                raise Refusal("a list with validity bits, and with rules", entry.loc)
            mask = here.parent.fields.get(self._plans[here.parent.type].entries[entry.masked_by].name)
            found.validity = mask if isinstance(mask, Sequence) else None
        return found, end

    def _refuse_repetitions(self, found: Value, key: Expr, entry: Entry, here: Place) -> None:
        """Refuse a record with a list of which two elements have the same key."""
        assert here.parent is not None
        child, value = self._key(found, key, here)
        repeated = plan.Repeats(self._steps.let(child, f"{here.path}<key>", value))
        self._steps.check(child, Binary("==", repeated, Const(0)), here.path, None, rule=True)
        self._steps.carry(here.parent, StatedCheck(entry.index, "-valid: {unique: …}"))

    def _refuse_differences(self, found: Value, key: Expr, entry: Entry, here: Place) -> None:
        """Refuse a record with a list of which an element hasn't the key of the one before it."""
        assert here.parent is not None
        child, value = self._key(found, key, here)
        own = self._steps.let(child, f"{here.path}<alike>", value)
        alike = plan.any_of(Binary("==", Index(), Const(0)), Binary("==", own, plan.Before(own)))
        self._steps.check(child, alike, here.path, None, rule=True)
        self._steps.carry(here.parent, StatedCheck(entry.index, "-valid: {same: …}"))

    def _key(self, found: Value, key: Expr, here: Place) -> tuple[str, plan.Expr]:
        """What the elements of a list are compared by, in their domain."""
        assert here.parent is not None
        if not isinstance(found, Sequence):
            raise Refusal("elements that are compared, of such a list", key.loc)
        child, element = self.each(found, key)
        index = Num(child, Index(), 0, plan.MOST_ELEMENTS)
        value = self._evaluation.value(key, Context(here.parent, child, {"_": element, "_index": index}))
        return child, self.keys.of_element(value, child, key, here.path)

    def _read(self, entry: Entry, here: Place) -> tuple[Value, plan.Expr]:
        assert here.parent is not None
        assert entry.count is not None
        size = self._sizes.elements[here.parent.type, entry.name if entry.placed else entry.index]
        if self._inside.never_ends(entry) and not isinstance(entry.item, Bits):
            raise Refusal("a list up to the end of a stream whose elements leave a part of a byte", entry.loc)
        if entry.attribute.until_zeros:
            return self._up_to_zeros(entry, here, size.bytes)
        if self._is_described(entry, here) and not size.bytes:
            inner = self._inner(entry, here)
            if inner is not None or self.unrolls == "all":
                return inner or self._unrolled(entry, here)
        if not size.bytes and entry.count.kind == "eos" and not isinstance(entry.item, Bits):
            return self._run(entry, here)
        if entry.count.kind == "until" and not isinstance(entry.item, Bits):
            return self._up_to_last(entry, here, size.bytes)
        varies = not size.bytes and self._evaluation.header is not None and self.unrolls != "none"
        if varies and entry.count.expr is not None:
            known = self._evaluation.value(entry.count.expr, self._layout.context(here.parent, here.guard))
            if (
                isinstance(known, Num)
                and isinstance(known.expr, plan.Entry)
                and known.expr.inner is None
                and known.domain == here.domain
            ):
                if self.depth or here.guard is not None:
                    raise Refusal("a list that an entry describes inside another one, or under a condition", entry.loc)
                return self._varied(entry, here, known, known.expr.list, known.expr.index)
        if isinstance(entry.item, Choice) and entry.item.once and self._differs_in_size(entry, entry.item):
            return self._case_by_case(entry, entry.item, here)
        count = self.count(entry, here, size.bytes)
        alike = not isinstance(entry.item, Choice) or entry.item.once
        if (isinstance(entry.item, (Bits, Choice)) and alike) or offsets_of(self._library, entry.item) is not None:
            return self._vector(entry, here, count)
        if size.bytes:
            return self._array(entry, here, count, size.bytes)
        return self._elements(entry, here, count)

    def is_without_bytes(self, entry: Entry) -> bool:
        """Whether a list at a place of its own is structures that take no bytes: they say something of others."""
        attribute, at = entry.attribute, entry.attribute.position
        if not entry.placed or entry.count is None or entry.count.kind != "expr" or not isinstance(entry.item, Nested):
            return False
        if entry.frame.kind != "none" or attribute.stream is not None or attribute.parent is not None:
            return False
        is_first = isinstance(at, Literal_) and at.value == 0
        return is_first and entry.valid is None and not self._library.types[entry.item.type].attributes

    def without_bytes(self, entry: Entry, owner: Structure) -> Sequence:
        """A list of structures that take no bytes. Where there is one for each element of another list, it is beside
        that in the same domain, so that it can be asked for it.

        Raises:
            Refusal: they have rules, or are one for each element of a list that can't be looked at one by one.
        """
        assert entry.count is not None
        assert entry.count.expr is not None
        assert isinstance(entry.item, Nested)
        type, context, counted = entry.item.type, self._layout.context(owner), entry.count.expr
        if entry.attribute.compared or self._layout.checks.of_values(type):
            raise Refusal("rules for structures without bytes", entry.loc)
        path = f"{owner.path}.{entry.name}".lstrip(".")
        listed: Value | None = None
        if isinstance(counted, Member) and counted.binding == "method" and counted.name in ("size", "length"):
            listed = self._evaluation.value(counted.target, context)
        if isinstance(listed, Sequence) and listed.domain == owner.domain and listed.present is None:
            count = listed.count
            child, _ = self._looked_at(listed, counted)
        else:
            count = self.count(entry, Place(owner.domain, owner.stream.start, owner.stream, owner, path), None)
            child = self._steps.elements(owner.domain, count.expr, path)
        stream = owner.stream.below(child, 1)
        element = Structure(type, child, stream, stream.start, owner, path)
        element.index = Num(child, Index(), 0, plan.MOST_ELEMENTS)
        inside = Context(owner, child, {"_index": element.index})
        for param, argument in zip(self._library.types[type].params, entry.item.args, strict=True):
            self._layout.give(element, param.id, argument, inside)
        return Sequence(owner.domain, count, owner.stream.start, entry, child, element)

    def count(self, entry: Entry, here: Place, size: int | None) -> Num:
        """How many elements a list has; ``size``: how many bytes each has, where all are alike.

        Raises:
            Refusal: only reading them tells.
        """
        assert here.parent is not None
        assert entry.count is not None
        if entry.count.kind == "expr":
            assert entry.count.expr is not None
            count = self._evaluation.number(entry.count.expr, self._layout.context(here.parent, here.guard))
            if isinstance(count.expr, plan.Given):
                few = Binary("<=", count.expr, Const(1 << 40))
                self._steps.check(here.domain, few, here.path, here.guard)
            elif count.high > 1 << 40:
                count = self._evaluation.exact(count)
                self._steps.check(here.domain, Binary("<=", count.expr, Const(1 << 40)), here.path, here.guard)
            if count.low < 0:
                self._steps.check(here.domain, Binary("<=", Const(0), count.expr), here.path, here.guard)
            named = count.expr
        elif entry.count.kind == "eos" and size:
            left = difference(here.stream.end, here.position)
            self._steps.check(
                here.domain, Binary("==", Binary("%", left, Const(size)), Const(0)), here.path, here.guard
            )
            named = self._steps.let(here.domain, f"{here.path}#", Binary("//", left, Const(size)))
        else:
            raise Refusal("a list that ends where its elements say", entry.loc)
        return Num(here.domain, choose(here.guard, named, Const(0)), 0, 1 << 40)

    def _array(self, entry: Entry, here: Place, count: Num, size: int) -> tuple[Value, plan.Expr]:
        """Elements of one size: each can be found by its number."""
        whole = scaled(count.expr, size)
        self._layout.need(here, whole)
        found = Sequence(here.domain, count, here.position, entry, stride=size, present=here.guard)
        found.proven_at = len(self._steps.written)
        found.address = choose(here.guard, here.position, here.stream.base)
        processed = entry.frame.process is not None
        if not processed:
            found.make = self._maker(entry, here, found.address)
        if processed or not self._is_plain(entry):
            self._each(entry, here, found)
        return found, total(here.position, whole)

    def of_bytes(self, entry: Entry, here: Place, count: Num) -> Sequence:
        """A list of elements of a byte each that have been read, as something else."""
        found = Sequence(here.domain, count, here.position, entry, stride=1, present=here.guard)
        found.proven_at, found.make = len(self._steps.written), self._maker(entry, here, here.position)
        return found

    def _maker(self, entry: Entry, here: Place, start: plan.Expr) -> Callable[[str, plan.Expr, Num], Value]:
        """What reads an element of a list whose elements have one size, at an address of a domain; the first one is at
        ``start``, and what they ask for has been checked."""

        def make(domain: str, address: plan.Expr, index: Num) -> Value:
            levels = self._steps.levels(here.domain, domain)
            assert levels is not None
            stream = replace(here.stream.below(domain, levels), base=lowered(start, levels))
            with self._steps.silence():
                value, _ = self._layout.one(entry, Place(domain, address, stream, here.parent, here.path), index)
            return value

        return make

    def _each(self, entry: Entry, here: Place, found: Sequence) -> None:
        """Look at every element of an array."""
        child = self._steps.elements(here.domain, found.count.expr, here.path)
        assert found.stride is not None
        position = total(lowered(found.address, 1), scaled(Index(), found.stride))
        stream = here.stream.below(child, 1)
        place = Place(child, position, stream, here.parent, here.path)
        self._steps.trust(child, position, Const(found.stride), stream.end)
        element, _ = self._layout.one(entry, place, Num(child, Index(), 0, plan.MOST_ELEMENTS))
        found.child, found.element = child, element
        found.ends = Last(child, total(position, found.stride), found.address)

    def each(self, found: Sequence, at: Expr, *, shown: bool = False) -> tuple[str, Value]:
        """The domain of a list's elements, and the element; ``shown``: it is there where validity bits say so.

        Raises:
            Refusal: its elements are none that can be looked at one by one.
        """
        if found.entry.masked_by is None:
            return self._looked_at(found, at)
        mask = found.validity
        if not shown or mask is None or mask.present is not None or mask.count != found.count or not mask.is_of_bits:
            raise Refusal("the elements of a list with validity bits", at.loc)
        child, element = self._looked_at(found, at)
        if not isinstance(element, Num | Piece | Label):
            raise Refusal("validity bits of such elements", at.loc)
        assert isinstance(mask.entry.item, Bits)
        there = Binary("!=", self._bit(mask, mask.entry.item, child).expr, Const(0))
        return child, self._evaluation.where_also(element, there, child)

    def _looked_at(self, found: Sequence, at: Expr) -> tuple[str, Value]:
        if found.child is None:
            self._steps.forgetting(found.overlook)
        if found.child is None and found.look is not None:
            found.child, found.element = found.look()
        if found.child is None:
            if found.make is None or found.stride is None:
                raise Refusal("the elements of this list", at.loc)
            child = self._steps.elements(found.domain, found.count.expr, found.entry.name)
            address = total(lowered(found.address, 1), scaled(Index(), found.stride))
            index = Num(child, Index(), 0, plan.MOST_ELEMENTS)
            found.child, found.element = child, found.make(child, address, index)
            found.ends = Last(child, total(address, found.stride), found.address)
        assert found.element is not None
        return found.child, found.element

    def _bits(self, found: Sequence, here: Place) -> tuple[str, Value]:
        """Look at every element of a list of bits."""
        child, item = self._steps.elements(found.domain, found.count.expr, found.entry.name), found.entry.item
        assert isinstance(item, Bits)
        element = self._bit(found, item, child)
        if self._is_plain(found.entry):
            return child, element
        address = lowered(found.address, 1)
        inside = Place(child, address, here.stream.below(child, 1), here.parent, here.path)
        index = Num(child, Index(), 0, plan.MOST_ELEMENTS)
        return child, self._layout.ruled(found.entry, element, inside, address, index)

    def _bit(self, found: Sequence, item: Bits, child: str, guard: plan.Expr | None = None) -> Num:
        """An element of such a list, of which one stands beside each item of a domain, where ``guard`` holds."""
        place = plan.add(lowered(found.bits, 1), scaled(Index(), item.width))
        first = constant(found.bits)
        before = ANYWHERE if first is None else [(first + number * item.width) % 8 for number in ANYWHERE]
        address = choose(guard, lowered(found.address, 1), self._steps.somewhere(child))
        number = bits_number(address, choose(guard, place, Const(0)), item.width, item.order, before)
        return Num(child, number, 0, (1 << item.width) - 1, present=guard)

    def _cases(self, found: Sequence, here: Place, sizes: tuple[int, ...]) -> tuple[str, Value]:
        """Look at every element of a list whose elements are what a switch chooses for all of them; ``sizes``: of an
        element, in bits."""
        choice = found.entry.item
        assert isinstance(choice, Choice)
        assert found.case is not None
        child, case = self._steps.elements(found.domain, found.count.expr, found.entry.name), lowered(found.case, 1)
        index, address = Num(child, Index(), 0, plan.MOST_ELEMENTS), lowered(found.address, 1)
        read: list[tuple[Item, Value]] = []
        for item, size in dict(zip((item for _, item in choice.cases), sizes, strict=True)).items():
            chosen = [Binary("==", case, Const(place)) for place, (_, one) in enumerate(choice.cases) if one == item]
            guard = self._steps.let(child, f"{here.path}<{len(read)}>", plan.any_of(*chosen))
            if isinstance(item, Bits):
                read.append((item, self._bit(found, item, child, guard)))
                continue
            entry = replace(found.entry, item=item, frame=frame_of(found.entry, item))
            at = total(address, scaled(Index(), size // 8))
            inside = Place(child, at, here.stream.below(child, 1), here.parent, here.path, guard)
            with self._steps.silence():
                read.append((item, self._layout.one(entry, inside, index)[0]))
        return child, merged(Alternatives(child, tuple(read), Binary("<=", Const(0), case)))

    def of_bits(self, entry: Entry, here: Place, begin: plan.Expr) -> tuple[Sequence, plan.Expr]:
        """Read a list of bits that begins so many bits behind a place; gives it, and where it ends, likewise."""
        assert isinstance(entry.item, Bits)
        count = self.count(entry, here, None)
        end = plan.add(begin, scaled(count.expr, entry.item.width))
        self._layout.need(here, Binary(">>", plan.add(end, 7), Const(3)))
        return self._of_bits(entry, here, count, begin), end

    def _of_bits(self, entry: Entry, here: Place, count: Num, begin: plan.Expr) -> Sequence:
        found = Sequence(here.domain, count, here.position, entry, present=here.guard, bits=begin)
        found.look = partial(self._bits, found, here)
        if not self._is_plain(entry):
            found.child, found.element = found.look()
        return found

    def _elements(self, entry: Entry, here: Place, count: Num) -> tuple[Value, plan.Expr]:
        """Elements that differ in size: each begins where the one before ends."""
        assert entry.count is not None
        bound_count(self._steps, entry.count, here, count.expr)
        if entry.count.smallest >= 8:  # bits
            self._layout.need(here, scaled(count.expr, entry.count.smallest // 8))
        child = self._steps.elements(here.domain, count.expr, here.path)
        stream = here.stream.below(child, 1)
        index = Num(child, Index(), 0, plan.MOST_ELEMENTS)
        begin = self._begin(entry, here, Place(child, plan.Given(plan.BEGIN), stream, here.parent, here.path), index)
        position = self._steps.let(child, f"{here.path}@", begin)
        element, end = self._layout.one(entry, Place(child, position, stream, here.parent, here.path), index)
        bound_empty(self._steps, entry.count, child, Binary("==", end, position), here.path)
        ends = Last(child, end, here.position)
        found = Sequence(here.domain, count, here.position, entry, child, element, present=here.guard, ends=ends)
        return found, self._steps.let(here.domain, f"{here.path}>", ends)

    def _run(self, entry: Entry, here: Place) -> tuple[Value, plan.Expr]:
        """Elements up to the end of the stream, which differ in size: each begins where the one before ends."""
        guard, item = here.guard, entry.item
        if isinstance(item, Choice) and item.may_choose_none:
            chosen = Binary("<=", Const(0), self._chosen(item, entry, here))  # without a case there are no elements
            guard = chosen if guard is None else plan.all_of(guard, chosen)
        step = len(self._steps.written)
        child = self._steps.run(here.domain, here.path)
        stream = here.stream.below(child, 1)
        inside = Place(child, plan.Begin(), stream, here.parent, here.path)
        element, end = self._layout.one(entry, inside, Num(child, Index(), 0, plan.MOST_ELEMENTS))
        nowhere = self._steps.somewhere(here.domain)
        first, high = choose(guard, here.position, nowhere), choose(guard, here.stream.end, nowhere)
        self._steps.ran(step, child, first, end, high, here.path, partial(self._lowest, entry, here))
        count = Num(here.domain, plan.Count(child), 0, plan.MOST_ELEMENTS)
        behind = here.stream.end
        if guard is not here.guard:
            behind = self._steps.let(here.domain, f"{here.path}>>", choose(guard, behind, here.position))
        return Sequence(here.domain, count, here.position, entry, child, element, present=here.guard), behind

    def _up_to_last(self, entry: Entry, here: Place, size: int | None) -> tuple[Value, plan.Expr]:
        """Elements up to the first one that says that it is the last; ``size``: how large they are, where all are
        alike."""
        assert here.parent is not None
        assert entry.count is not None
        until = entry.count.expr
        assert until is not None
        self._layout.need(here, Const(1))

        def is_last(parent: Structure, element: Value, index: Num) -> plan.Expr:
            context = Context(parent, index.domain, {"_": element, "_index": index})
            return self._evaluation.number(until, context).expr

        return self._up_to(entry, here, size, is_last)

    def _up_to_zeros(self, entry: Entry, here: Place, size: int | None) -> tuple[Value, plan.Expr]:
        """Elements up to the last byte of the stream that isn't zero; where all are, there are none."""
        assert entry.count is not None
        if isinstance(entry.item, Bits) or not entry.count.smallest:
            raise Refusal("a list that ends at zeros, of bits or of what may have no bytes", entry.loc)
        nowhere = self._steps.somewhere(here.domain)
        first, end = choose(here.guard, here.position, nowhere), choose(here.guard, here.stream.end, nowhere)
        left = plan.Cut(first, difference(end, first), 0, "")
        zeros = self._steps.let(here.domain, f"{here.path}<zeros>", total(first, left))
        begins = self._steps.let(here.domain, f"{here.path}<any>", Binary("<", first, zeros))

        def is_last(parent: Structure, element: Value, index: Num) -> plan.Expr:
            return Binary("<=", lowered(zeros, 1), parent.position)

        found, behind = self._up_to(entry, replace(here, guard=begins), size, is_last)
        assert isinstance(found, Sequence)
        found.present = here.guard
        return found, behind

    def _up_to(
        self, entry: Entry, here: Place, size: int | None, is_last: Callable[[Structure, Value, Num], plan.Expr]
    ) -> tuple[Value, plan.Expr]:
        """Elements up to the first one that ``is_last`` says to be the last, from the structure that has the list,
        which has been read up to there, the element and its number."""
        assert here.parent is not None
        step = len(self._steps.written)
        child = self._steps.run(here.domain, here.path)
        stream = here.stream.below(child, 1)
        index = Num(child, Index(), 0, plan.MOST_ELEMENTS)
        element, end = self._layout.one(entry, Place(child, plan.Begin(), stream, here.parent, here.path), index)
        # Where reading has come to is behind the element, for the structure that has the list.
        around = replace(
            here.parent,
            domain=child,
            stream=stream,
            position=end,
            instances=dict(here.parent.instances),
            asked=dict(here.parent.asked),
            present=None if here.parent.present is None else lowered(here.parent.present, 1),
            splits=self._inside.ends(entry),
        )
        last = self._steps.let(child, f"{here.path}<last>", is_last(around, element, index))
        nowhere = self._steps.somewhere(here.domain)
        first, high = choose(here.guard, here.position, nowhere), choose(here.guard, here.stream.end, nowhere)
        self._steps.ran(step, child, first, end, high, here.path, partial(self._lowest, entry, here), last, here.guard)
        count = Num(here.domain, plan.Count(child), 0, plan.MOST_ELEMENTS)
        ends = Last(child, end, here.position)
        found = Sequence(here.domain, count, here.position, entry, child, element, present=here.guard, ends=ends)
        if size:
            found.stride, found.address, found.make = size, first, self._maker(entry, here, first)
            found.proven_at = len(self._steps.written)
        return found, self._steps.let(here.domain, f"{here.path}>", ends)

    def _inner(self, entry: Entry, here: Place) -> tuple[Value, plan.Expr] | None:
        """A list in an element of a list that an entry describes, which describes this one as well; None: the header
        does."""
        assert here.parent is not None
        assert entry.count is not None
        assert entry.count.expr is not None
        count = self._evaluation.number(entry.count.expr, self._layout.context(here.parent, here.guard))
        assert isinstance(count.expr, plan.Given)
        described = self._evaluation.listed.described.get(count.expr.name)
        if described is None:
            return None
        if self.depth == len(plan.COLUMNS) or here.domain != self._domain:
            raise Refusal(
                f"lists that entries describe in other lists, or more than {len(plan.COLUMNS)} in each other", entry.loc
            )
        return self._varied(entry, replace(here, stream=self.named(here.stream, here.path)), count, *described)

    def named(self, stream: Stream, path: str) -> Stream:
        """A stream whose edges have names: what lies deep inside would repeat them over and over."""
        base = self._steps.let(stream.domain, f"{path}<first>", stream.base)
        return replace(stream, base=base, end=self._steps.let(stream.domain, f"{path}<behind>", stream.end))

    def _varied(self, entry: Entry, here: Place, count: Num, listed: str, by: plan.Expr) -> tuple[Value, plan.Expr]:
        """A list that an entry of a list of the header's describes, one that the record chooses: each of its elements
        has a size that is known when the entry is."""
        name = f"{here.path}[*]"
        found = Sequence(here.domain, count, here.position, entry, unrolled=name, depth=self.depth)
        index = Num(here.domain, plan.Given(plan.COLUMNS[self.depth]), 0, plan.MOST_ELEMENTS)
        at, guard = plan.Get(f"{name}@"), plan.Get(f"{name}?")
        decisions, explores = self._evaluation.decisions, self._layout.explores
        start = decisions.taken or ()
        inside = replace(here, position=at, guard=guard)
        variants: list[plan.Variant] = []

        def read() -> None:
            self._layout.explores = False
            with self._steps.trial():
                size = difference(self._layout.one(entry, inside, index)[1], at)
            self._layout.explores = explores
            if not self._evaluation.listed.tell(size):
                raise Refusal(
                    "elements of a list that an entry describes, of a size that isn't in the header", entry.loc
                )
            steps: list[plan.Step] = []
            try:
                with self._steps.apart() as steps:
                    self._steps.trust(here.domain, at, size, here.stream.end, guard)
                    element, _ = self._layout.one(entry, inside, index)
            except Refusal:
                variants.append(plan.Variant(decisions.when(len(start)), (), plan.add(at, size), aside=True))
                return
            variants.append(plan.Variant(decisions.when(len(start)), tuple(steps), plan.add(at, size)))
            found.variants.append((decisions.taken or (), element))

        around, self._domain = self._domain, here.domain
        self.depth += 1
        try:
            decisions.alternatives(start, read)
        finally:
            self.depth, self._domain = self.depth - 1, around
            self._layout.explores = explores
        if not found.variants:
            raise Refusal("a list that an entry describes, none of whose elements the kernel can read", entry.loc)
        self._steps.unroll(
            plan.Unrolled(
                name=name,
                domain=here.domain,
                count=count.expr,
                first=here.position,
                steps=(),
                variants=tuple(variants),
                list=listed,
                by=by,
                low=here.stream.base,
                high=here.stream.end,
                there=here.guard,
            )
        )
        return found, plan.Get(f"{name}>")

    def _begin(self, entry: Entry, here: Place, inside: Place, index: Num) -> plan.Expr:
        """Where an element begins, which is read at ``inside`` to find out where it ends."""
        step = len(self._steps.written)
        with self._steps.trial():
            _, end = self._layout.one(entry, inside, index)
            names = self._steps.names.get(inside.domain, {})
            if not weighs_more(_SMALL, end, names):
                known, described = inlined(end, names), self._steps.described(inside.domain)
                if not any(
                    node == inside.position
                    or (isinstance(node, Load) and not self._steps.is_proven(node, step))
                    or (isinstance(node, plan.Get) and node.name in described)
                    for node in nodes(known)
                ):
                    return Previous(known, here.position)
            asked = self._steps.asked([end], inside.domain)
            elsewhere = self._steps.asks_elsewhere(inside.domain, asked, [end], inside.position)
            low = self._lowest(entry, here, asked, [end]) if elsewhere else None
            return Chain(here.position, asked, end, here.stream.end, here.path, low)

    def _lowest(self, entry: Entry, here: Place, asked: Asked, values: list[plan.Expr]) -> plan.Expr:
        """From where on bytes may be read for elements: of the record, or of what has been decoded of it."""
        if here.stream.decoded is None:
            return self._steps.somewhere(here.domain)
        values = [*values, *values_of(asked)]
        compared = [node for value in values for node in nodes(value) if isinstance(node, plan.Compared)]
        if any(isinstance(part, plan.Up) for one in compared for part in nodes(one)):
            raise Refusal("elements that are decoded, compared with what isn't", entry.loc)
        return here.stream.base

    def _is_described(self, entry: Entry, here: Place) -> bool:
        """Whether the header says how many elements a list has, and each of them may be another."""
        assert here.parent is not None
        assert entry.count is not None
        if isinstance(entry.item, Bits) or entry.count.kind != "expr" or self._evaluation.header is None:
            return False
        if isinstance(entry.item, Choice) and entry.item.once:
            return False
        assert entry.count.expr is not None
        count = self._evaluation.value(entry.count.expr, self._layout.context(here.parent, here.guard))
        return isinstance(count, Num) and isinstance(count.expr, plan.Given)

    def _unrolled(self, entry: Entry, here: Place) -> tuple[Value, plan.Expr]:
        """A list with one element per column of the header: each is read in the way that the header decides."""
        assert here.parent is not None
        assert entry.count is not None
        assert entry.count.expr is not None
        if self._evaluation.decisions.followed:
            raise Refusal("a list that the header describes inside another list", entry.loc)
        count = self._evaluation.number(entry.count.expr, self._layout.context(here.parent, here.guard))
        if not entry.count.smallest:
            left = difference(here.stream.end, here.position)
            few = Binary("<=", count.expr, plan.Given(plan.MOST_TURNS))
            self._steps.check(here.domain, Binary("|", few, Binary("<=", count.expr, left)), here.path, here.guard)
        name = f"{here.path}[*]"
        index = Num(here.domain, plan.Given(plan.COLUMN), 0, plan.MOST_ELEMENTS)
        found = Sequence(here.domain, count, here.position, entry, present=here.guard, unrolled=name)
        variants: list[plan.Variant] = []

        def read() -> None:
            with self._steps.apart() as steps:
                element, end = self._layout.one(entry, replace(here, position=plan.Get(f"{name}@")), index)
            if any(isinstance(step, plan.Elements | plan.Rows | plan.Unrolled) for step in steps):
                raise Refusal("lists in the elements of a list that the header describes", entry.loc)
            variants.append(plan.Variant(self._evaluation.decisions.when(), tuple(steps), end))
            found.variants.append((self._evaluation.decisions.taken or (), element))

        self._evaluation.decisions.alternatives((), read)
        shared = common([variant.steps for variant in variants])
        variants = [replace(variant, steps=variant.steps[len(shared) :]) for variant in variants]
        self._steps.unroll(plan.Unrolled(name, here.domain, count.expr, here.position, shared, tuple(variants)))
        return found, plan.Get(f"{name}>")

    def _vector(self, entry: Entry, here: Place, count: Num) -> tuple[Value, plan.Expr]:
        """Bits; or values that nothing is asked of: slots, or of one of several types that is the same for all."""
        assert here.parent is not None
        item = entry.item
        if isinstance(item, Bits):
            whole = Binary("//", plan.add(scaled(count.expr, item.width), 7), Const(8))
            taken = self._steps.let(here.domain, f"{here.path}#bytes", whole)
            self._layout.need(here, taken)
            return self._of_bits(entry, here, count, Const(0)), total(here.position, taken)
        if not self._is_plain(entry):
            raise Refusal("a list of switches with rules", entry.loc)
        case: plan.Expr | None = None
        sizes: tuple[int, ...] = ()
        if not isinstance(item, Choice):
            width: plan.Expr = Const(0)
        else:
            if not item.once:
                raise Refusal("a switch that differs from element to element", entry.loc)
            case = self._chosen(item, entry, here)
            known = [self._width(each) for _, each in item.cases]
            sizes = tuple(width for width in known if width is not None)
            if len(sizes) < len(known):
                raise Refusal("a case whose values differ in size", entry.loc)
            width = Lookup(case, sizes)
        bits = Binary("*", width, count.expr) if constant(width) is None else scaled(count.expr, constant(width) or 0)
        size: plan.Expr = Binary("//", plan.add(bits, 7), Const(8))
        offsets = self._offsets(entry, here)
        if offsets is not None:
            size = self._slots(here, entry, count, case, offsets, size)
        size = self._steps.let(here.domain, f"{here.path}#bytes", size)
        self._layout.need(here, size)
        found = Sequence(here.domain, count, here.position, entry, case=case, present=here.guard)
        found.offsets = offsets
        if offsets is None and sizes:
            found.look = partial(self._cases, found, here, sizes)
        return found, total(here.position, size)

    def _differs_in_size(self, entry: Entry, choice: Choice) -> bool:
        """Whether the elements of a list, which one switch chooses for all of them, may have no size of their own, or
        rules, so that each has to be looked at."""
        sized = all(self._width(item) is not None for _, item in choice.cases)
        return entry.masked_by is None and not (sized and self._is_plain(entry))

    def _case_by_case(self, entry: Entry, choice: Choice, here: Place) -> tuple[Value, plan.Expr]:
        """Read such a list: by each case, where it is chosen."""
        case = self._chosen(choice, entry, here)
        end = here.position
        for place, item in enumerate(dict.fromkeys(item for _, item in choice.cases)):
            chosen = [Binary("==", case, Const(at)) for at, (_, one) in enumerate(choice.cases) if one == item]
            guard = plan.any_of(*chosen) if here.guard is None else plan.all_of(here.guard, plan.any_of(*chosen))
            guard = self._steps.let(here.domain, f"{here.path}<{place}>", guard)
            inside = replace(entry, item=item, frame=frame_of(entry, item))
            _, behind = self._read(inside, replace(here, guard=guard))
            end = self._steps.let(here.domain, f"{here.path}>", Select(guard, behind, end))
        sized = all(self._width(item) is not None for _, item in choice.cases)
        reason = "a list of switches with rules" if sized else "a list of what one switch chooses, in several sizes"
        return Unread(reason, entry.loc, here.domain, here.guard), end

    def _chosen(self, choice: Choice, entry: Entry, here: Place) -> plan.Expr:
        """Which case of a switch is that of all elements, by its place."""
        assert here.parent is not None
        on = self._evaluation.number(choice.on, self._layout.context(here.parent, here.guard))
        return self._steps.let(here.domain, f"{here.path}:", case_of_all(self._library, choice, on, entry))

    def _offsets(self, entry: Entry, here: Place) -> Sequence | None:
        """The list of offsets that the elements of a vector lie between, where they are slots."""
        items = [item for _, item in entry.item.cases] if isinstance(entry.item, Choice) else [entry.item]
        names = {name for item in items if (name := offsets_of(self._library, item)) is not None}
        if not names:
            return None
        assert here.parent is not None
        found = here.parent.fields.get(names.pop())
        if names or not isinstance(found, Sequence) or not isinstance(found.entry.item, Number):
            raise Refusal("slots between the offsets of several lists, or of none that is read before", entry.loc)
        if found.entry.item.size > 4:
            raise Refusal("slots between offsets of 64 bits", entry.loc)
        return found

    def _slots(
        self, here: Place, entry: Entry, count: Num, case: plan.Expr | None, offsets: Sequence, size: plan.Expr
    ) -> plan.Expr:
        """Look at the slots of a vector; gives its size, which otherwise is ``size``."""
        assert isinstance(offsets.entry.item, Number)
        number = offsets.entry.item
        cases = pivot_cases(self._library, self._plans, entry.item, entry.loc)
        slots: plan.Expr = count.expr
        if case is not None:
            slots = Binary("*", Lookup(case, tuple(int(bool(each.lists)) for each in cases)), slots)
        slots = self._steps.let(here.domain, f"{here.path}#slots", slots)
        there = Binary("<", Const(0), slots)
        enough = Binary("|", Binary("<=", slots, Const(0)), Binary("<", slots, offsets.count.expr))
        self._steps.check(here.domain, enough, here.path, None)
        nowhere = self._steps.somewhere(here.domain)
        first = Load(number.kind, Select(there, offsets.address, nowhere))
        last = Load(number.kind, Select(there, total(offsets.address, scaled(slots, number.size)), nowhere))
        case = Const(0) if case is None else case
        self._steps.slots(
            plan.Slots(
                domain=here.domain,
                case=case,
                cases=cases,
                count=slots,
                kind=number.kind,
                offsets=offsets.address,
                address=here.position,
                high=here.stream.end,
                field=here.path,
            )
        )
        return Select(there, difference(last, first), size)

    def _width(self, item: Item) -> int | None:
        """How many bits a value of a case has (0: it is a slot); None: that differs."""
        match item:
            case Number(_, size):
                return 8 * size
            case Bits(width):
                return width
            case Nested(type) if self._sizes.types[type].exact is not None:
                return self._sizes.types[type].exact or 0
            case Nested() if offsets_of(self._library, item) is not None:
                return 0
        return None

    def _is_plain(self, entry: Entry) -> bool:
        """Whether nothing is asked of an element: all bytes are good."""
        if self._layout.checks.of_entry(entry):
            return False
        return isinstance(entry.item, Raw) or (entry.frame.kind == "none" and self._is_plain_item(entry.item))

    def _is_plain_item(self, item: Item) -> bool:
        match item:
            case Number() | Bits():
                return True
            case Nested(type, ()):
                if isinstance(self._library.types[type].order, CalculatedOrder):
                    return False
                entries = self._plans[type].sequence
                return all(self._is_plain_member(entry) for entry in entries)
            case Choice(_, cases):
                return all(self._is_plain_item(case) for _, case in cases)
            case Nested():
                return offsets_of(self._library, item) is not None
        return False

    def _is_plain_member(self, entry: Entry) -> bool:
        return entry.count is None and entry.condition is None and self._is_plain(entry)
