"""How single values of models are drawn, as source."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from bytewright_codegen.analysis.dependencies import Place
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import field_name
from bytewright_codegen.backends.python.reader import padding, process, read_item, terminator
from bytewright_codegen.backends.python.rules import VALUE, rules
from bytewright_codegen.backends.testing.drawn_fields import DrawnFields
from bytewright_codegen.backends.testing.field_roles import Roles
from bytewright_codegen.ir.expressions import Find
from bytewright_codegen.plans.ranges import integer, range_of
from bytewright_codegen.plans.reading import Bits, Choice, Entry, Frame, Item, Nested, Number, Raw, Text, frame_of
from bytewright_codegen.plans.writing import QUANTITY, EntryWriting, WritingPlan


@dataclass(frozen=True)
class DrawItem:
    """How one value is drawn: ``kind`` names the macro.

    Attributes:
        kind: ``value``, ``nested`` or ``choice``.
        source: source of one value.
        values: source of the strategy of a value, where many can be drawn at once.
        on: source of what decides a choice.
        arms: its cases.
        by_match: whether the cases are patterns.
        once: whether the choice is the same for all elements of a list.
        shares: whether all elements of a list lie in as many bytes, which nothing says yet.
    """

    kind: str
    source: str = ""
    values: str = ""
    on: str = ""
    arms: tuple[tuple[str | None, DrawItem], ...] = ()
    by_match: bool = False
    once: bool = False
    shares: bool = False


class DrawnValues:
    """Says how values are drawn.

    Args:
        plans: of the codec.
        writings: how its entries, and those of what it imports, are written.
        roles: what fields are for.
        fields: those that are drawn, and what is known then.
        sought: by type and field, what is looked for in a list by its value.
        told: the fields, as TYPE.FIELD, that may be told what they are.
    """

    def __init__(
        self,
        plans: CodecPlans,
        writings: Mapping[Place, EntryWriting],
        roles: Roles,
        fields: DrawnFields,
        sought: Mapping[tuple[str, str], Find],
        told: Set[str],
    ) -> None:
        self._plans = plans
        self._writings = writings
        self._roles = roles
        self._fields = fields
        self._sought = sought
        self._told = told

    def item(self, plan: WritingPlan, entry: Entry, item: Item, expressions: PythonExpressions) -> DrawItem:
        """How a value of an entry is drawn."""
        field = f"{plan.type}.{entry.name}"
        sought = self._sought.get((plan.type, entry.name))
        if sought is not None:
            key = expressions.with_special({"_": "item"})
            return DrawItem("value", f"draft.key_of({expressions(sought.items)}, lambda item: {key(sought.key)})")
        drawn = self._drawn(plan, entry, item, expressions)
        if field in self._told:
            return DrawItem("value", f"draft.told({field!r}, lambda: {drawn.source})")
        return drawn

    def _drawn(self, plan: WritingPlan, entry: Entry, item: Item, expressions: PythonExpressions) -> DrawItem:
        orders = self._roles.orders.get((plan.type, entry.index), ())
        if orders and entry.valid is None:
            return DrawItem("value", f"draft.of({', '.join(expressions(order) for order in orders)})")
        logical = entry.attribute.logical
        if logical is not None and logical.index is not None:
            null = entry.attribute.null
            arguments = expressions(logical.index) + (f", {expressions(null)}" if null is not None else "")
            return DrawItem("value", f"draft.place_in({arguments})")
        if logical is not None and logical.members is not None:
            return DrawItem("value", f"draft.json({dict(logical.members)!r})")
        match item:
            case Number() | Bits():
                return self._value(self._values(plan, entry, item), entry, expressions)
            case Raw() | Text():
                return self._bytes(plan, entry, item, expressions)
            case Nested(type, args):
                given = "".join(f", {expressions(a) if self._fields.known(a) else 'None'}" for a in args)
                index = "_index" if entry.count is not None else "None"
                source = f"draw_{self._plans.function(type)}(draft, self, {entry.name!r}, {index}{given})"
                if self._fills(type, entry.frame):
                    assert entry.frame.size is not None
                    source = f"draft.inside({expressions(entry.frame.size)}, lambda: {source})"
                return DrawItem("nested", source)
            case Choice(on, cases, once, _):
                shape = read_item(self._plans, expressions, item, "")
                arms = tuple(
                    (value, self.item(plan, entry, case, expressions))
                    for (value, _), (_, case) in zip(shape.arms, cases, strict=True)
                )
                shares = any(arm.shares for _, arm in arms)
                return DrawItem(
                    "choice", on=expressions(on), arms=arms, by_match=shape.by_match, once=once, shares=shares
                )

    def _value(self, values: str, entry: Entry, expressions: PythonExpressions) -> DrawItem:
        wrong = self.wrong(entry, expressions)
        return DrawItem("value", f"draft.one({values}{', ' + wrong if wrong else ''})", values)

    def _values(self, plan: WritingPlan, entry: Entry, item: Number | Bits) -> str:
        plans = self._plans
        valid = entry.valid
        if valid is not None and (valid.any_of or valid.eq is not None):
            choices = valid.any_of or ((valid.eq,) if valid.eq is not None else ())
            expressions = PythonExpressions(plans.naming)
            if all(integer(plans.enums, c) is not None for c in choices):
                return f"rt.choices({', '.join(expressions(c) for c in choices)})"
        if isinstance(item, Bits) and item.flag:
            return "rt.booleans()"
        limits = range_of(entry, item)
        if limits is None:
            assert isinstance(item, Number)
            return f"rt.floats({8 * item.size})"
        if entry.enum is not None:
            name = plans.naming.enums[entry.enum]
            if valid is not None and valid.in_enum:
                return f"rt.members({name}, {limits.low}, {limits.high})"
            return f"rt.members({name}, {limits.low}, {limits.high}, unnamed=True)"
        if (plan.type, entry.index) in self._roles.shifts:
            return f"rt.integers({limits.low}, {min(limits.high, max(limits.low, 12))})"
        if (plan.type, entry.index) in self._roles.rooms:
            return f"rt.rooms({limits.low}, {limits.high})"
        if (plan.type, entry.index) in self._roles.positions:
            return f"rt.positions({limits.low}, {limits.high})"
        if (plan.type, entry.index) in self._roles.sizes:
            return f"rt.sizes({limits.low}, {limits.high})"
        likely = {n + d for n in self._roles.likely.get((plan.type, entry.index), ()) for d in (-1, 0, 1)}
        shown = tuple(sorted(n for n in likely if limits.low <= n <= limits.high))
        return f"rt.integers({limits.low}, {limits.high}{f', {shown}' if shown else ''})"

    def _fills(self, type: str, frame: Frame) -> bool:
        """Whether a structure has a size that is known, and something in it that takes what is left of it."""
        if frame.kind != "size" or padding(frame) or not self._fields.known(frame.size):
            return False
        if frame.process is not None and not frame.process.keeps_size:
            return False
        entries = self._plans.all_plans[type].entries
        return any(e.frame.kind == "eos" or (e.count is not None and e.count.kind == "eos") for e in entries)

    def before(self, plan: WritingPlan, entry: Entry) -> int | None:
        """How many bytes come before an entry in its structure, where they are always as many."""
        if entry.placed:
            return None
        sizes = [self._plans.sizes.attributes[plan.type, i].bytes for i in range(entry.index)]
        known = [size for size in sizes if size is not None]
        return sum(known) if len(known) == len(sizes) else None

    def _size(self, plan: WritingPlan, entry: Entry, frame: Frame, expressions: PythonExpressions) -> str:
        """The size of bytes or text, as source; where nothing says it yet, one that can be said of them."""
        assert frame.size is not None
        source = expressions(frame.size)
        if self._fields.known(frame.size):
            return source
        if padding(frame) or (frame.process is not None and not frame.process.keeps_size):
            return "None"  # a writer finds out how large it becomes
        writing = self._writings[plan.type, entry.index]
        inner = expressions.with_special({QUANTITY: "number"})
        solve = writing.after[0] if len(writing.after) == 1 and not writing.sizes else None
        answer = writing.sizes[0] if len(writing.sizes) == 1 and not writing.after else None
        if solve is not None and solve.value is not None and not solve.element:
            holder, name, value = "self" + f".{expressions.above}" * solve.climb, solve.name, solve.value
        elif answer is not None and not (answer.when or answer.base or answer.digits or answer.element):
            holder = expressions(answer.way) if answer.way is not None else "self"
            name, value = answer.name, answer.value
        else:
            return "None" if writing.after or writing.sizes else f"draft.said(lambda: {source})"
        if (answer is not None and answer.field is None) or self._plans.dependencies(value).stream:
            return "None"
        solved = f"lambda number: {inner(value)}"
        return f"draft.sayable(lambda: {source}, {holder}, {field_name(name)!r}, {solved})"

    def _bytes(self, plan: WritingPlan, entry: Entry, item: Raw | Text, expressions: PythonExpressions) -> DrawItem:
        frame = frame_of(entry, item)
        valid = entry.valid
        if valid is not None and (valid.any_of or valid.eq is not None):
            choices = valid.any_of or ((valid.eq,) if valid.eq is not None else ())
            return DrawItem("value", f"draft.of({', '.join(expressions(c) for c in choices)})")
        size, shares = "None", False
        if frame.kind == "size" and frame.size is not None:
            if isinstance(item, Raw) and not self._fields.known(frame.size) and frame.fills_up:
                return DrawItem("value", "None")  # a writer fills up
            size = self._size(plan, entry, frame, expressions)
        elif frame.kind == "eos" and (fixed := self.before(plan, entry)) is not None:
            size = f"draft.left(self, {fixed})"
        encoding = f", encoding={item.encoding!r}" if isinstance(item, Text) else ""
        if frame.kind == "terminator":
            source = f"draft.terminated({terminator(frame)}{encoding})"
        elif padding(frame):
            shares = entry.count is not None and frame.kind == "size" and size == "None"
            room = "room" if shares else size
            source = f"draft.padded({room}, {padding(frame)}{encoding})"
            if frame.process is not None:
                made = f"lambda: {process(expressions, frame)}, {padding(frame)}, {room}{encoding}"
                source = f"draft.stored(lambda: {source}, {made})"
        else:
            source = f"draft.raw({size})" if isinstance(item, Raw) else f"draft.text({item.encoding!r}, {size})"
        texts = tuple(sorted(self._roles.texts.get((plan.type, entry.index), ())))
        ended = frame.kind == "terminator" and frame.terminator is not None and frame.terminator.include
        if texts and isinstance(item, Text) and not ended:
            source = f"draft.rather({texts}, lambda: {source})"
        base = self._roles.numerals.get((plan.type, entry.index))
        if base is not None and isinstance(item, Text):
            source = f"draft.numeral(lambda: {source}, {item.encoding!r}{f', {base}' if base != 10 else ''})"
        wrong = self.wrong(entry, expressions)
        if wrong:
            source = f"draft.right(lambda: {source}, {wrong})"
        return DrawItem("value", source, shares=shares)

    def wrong(self, entry: Entry, expressions: PythonExpressions) -> str:
        """A test for values that break a rule which their strategy can't keep."""
        valid = entry.valid
        if valid is None:
            return ""
        loose = any(bound is not None and integer(self._plans.enums, bound) is None for bound in (valid.min, valid.max))
        if valid.expr is None and not loose:
            return ""
        if not self._fields.known(valid.expr, valid.min, valid.max):
            return ""
        tests = [rule.wrong for rule in rules(self._plans, expressions, entry)]
        return f"lambda {VALUE}: " + " or ".join(f"({test})" for test in tests)
