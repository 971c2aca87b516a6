"""Expressions of a spec to expressions of a plan."""

from __future__ import annotations

from bytewright.kernels import plan
from bytewright.kernels.codes import SLACK
from bytewright.kernels.plan import Binary, Const, Select
from bytewright_codegen.ir.expressions import Binary as SpecBinary
from bytewright_codegen.ir.expressions import (
    Call,
    Cast,
    Compare,
    Conditional,
    EnumMember,
    Expr,
    Item,
    Literal_,
    Logical,
    Member,
    Name,
    Unary,
)
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.symbolic.arithmetic import constant, difference, lowered, scaled, terms, total
from bytewright_codegen.symbolic.steps import Steps
from bytewright_codegen.symbolic.values import (
    Context,
    Num,
    Piece,
    Refusal,
    Sequence,
    Stream,
    Structure,
    Value,
)

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
_COMPARISONS: dict[str, tuple[plan.Operator, bool]] = {
    "==": ("==", False),
    "!=": ("!=", False),
    "<": ("<", False),
    "<=": ("<=", False),
    ">": ("<", True),
    ">=": ("<=", True),
}


class Evaluation:
    """Computes expressions where they stand."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._library = steps.library

    def number(self, expr: Expr, context: Context) -> Num:
        """A number.

        Raises:
            Refusal: it is none, or can't be computed.
        """
        value = self.value(expr, context)
        if not isinstance(value, Num) or value.is_float:
            raise Refusal("this isn't a number that the kernel can compute with", expr.loc)
        return self.bring(value, context.domain, expr)

    def condition(self, expr: Expr, context: Context) -> plan.Expr | None:
        """A condition: 0 or 1; None where it always holds."""
        found = self._steps.assume(context.domain, self.number(expr, context).expr)
        return None if found == Const(1) else found

    def bring(self, value: Num, domain: str, expr: Expr) -> Num:
        """A number in a domain below its own."""
        levels = self._steps.levels(value.domain, domain)
        if levels is None:
            raise Refusal("a value of elements of another list", expr.loc)
        present = None if value.present is None else lowered(value.present, levels)
        return Num(domain, lowered(value.expr, levels), value.low, value.high, value.is_float, present)

    def place(self, expr: plan.Expr, own: str, domain: str, at: Expr) -> plan.Expr:
        """An address in a domain below its own."""
        return self.bring(Num(own, expr, 0, HIGHEST), domain, at).expr

    def value(self, expr: Expr, context: Context) -> Value:
        """A value of any kind."""
        match expr:
            case Literal_(bool() | int() as value):
                return self._constant(int(value), context, expr)
            case EnumMember(enum, member):
                entries = self._library.enums[enum].entries
                return self._constant(next(e.value for e in entries if e.id == member), context, expr)
            case Name(name, binding="special"):
                return self._special(name, context, expr)
            case Name(name, binding=binding):
                return self._member(context.structure, name, binding, expr)
            case Member(target, name, binding="method"):
                return self._method(target, name, context, expr)
            case Member(target, "_parent"):
                return self._parent(self.value(target, context), expr)
            case Member(target, name, binding=binding):
                owner = self.value(target, context)
                if not isinstance(owner, Structure):
                    raise Refusal(f"'{name}' of something that isn't a structure", expr.loc)
                return self._member(owner, name, binding, expr)
            case Call(target, method, ()):
                return self._method(target, method, context, expr)
            case Item(target, index):
                return self._item(target, index, context, expr)
            case Cast(target):
                return self.value(target, context)
            case Unary() | SpecBinary() | Compare() | Logical() | Conditional():
                return self._computed(expr, context)
        raise Refusal("this expression", expr.loc)

    def _constant(self, value: int, context: Context, expr: Expr) -> Num:
        if not LOWEST <= value <= HIGHEST:
            raise Refusal("a number of more than 64 bits", expr.loc)
        return Num(context.domain, Const(value), value, value)

    def _special(self, name: str, context: Context, expr: Expr) -> Value:
        if name in context.special:
            return context.special[name]
        structure = context.structure
        if name == "_parent":
            return self._parent(structure, expr)
        if name == "_root":
            while structure.parent is not None:
                structure = structure.parent
            return structure
        if name == "_io":
            return structure.stream
        raise Refusal(f"'{name}' here", expr.loc)

    def _parent(self, value: Value, expr: Expr) -> Structure:
        if not isinstance(value, Structure) or value.parent is None:
            raise Refusal("a structure above the records", expr.loc)
        return value.parent

    def _member(self, owner: Structure, name: str, binding: str | None, expr: Expr) -> Value:
        if binding == "parameter":
            if name not in owner.params:
                raise Refusal(f"'{name}', a parameter of a file", expr.loc)
            return owner.params[name]
        if binding == "instance":
            return self._instance(owner, name, expr)
        if name not in owner.fields:
            raise Refusal(f"'{name}' isn't read with the record, or not yet", expr.loc)
        return owner.fields[name]

    def _instance(self, owner: Structure, name: str, expr: Expr) -> Value:
        if name not in owner.instances:
            instance = next(i for i in self._library.types[owner.type].instances if i.id == name)
            if not isinstance(instance, ValueInstance) or instance.condition is not None:
                raise Refusal(f"'{name}', an instance with a place or a condition", expr.loc)
            found = self.value(instance.expr, Context(owner, owner.domain, {}))
            if self._steps.in_trial:
                return found
            owner.instances[name] = found
        return owner.instances[name]

    def _method(self, target: Expr, name: str, context: Context, expr: Expr) -> Value:
        if name == "pos" and isinstance(target, Name) and target.name == "_io":
            structure = context.structure
            here = difference(structure.position, structure.stream.origin or structure.stream.base)
            return self.bring(Num(structure.domain, here, 0, 1 << 48), context.domain, expr)
        value = self.value(target, context)
        if isinstance(value, Stream) and name == "size":
            return Num(value.domain, difference(value.end, value.base), 0, 1 << 48)
        if isinstance(value, Num) and name == "to_i":
            return value
        if isinstance(value, Sequence) and name in ("size", "length"):
            return value.count
        if isinstance(value, Piece) and name in ("size", "length") and not value.is_text:
            return Num(value.domain, value.length, 0, 1 << 48)
        raise Refusal(f"'.{name}' here", expr.loc)

    def _item(self, target: Expr, index: Expr, context: Context, expr: Expr) -> Value:
        value = self.value(target, context)
        if not isinstance(value, Sequence) or value.make is None or not value.stride:
            raise Refusal("an element of a list whose elements differ in size", expr.loc)
        place = self.number(index, context)
        count = self.bring(value.count, context.domain, expr)
        base = self.place(value.address, value.domain, context.domain, expr)
        address = total(base, scaled(place.expr, value.stride))
        if not self._is_inside(place, count, context.domain):
            if value.stride > SLACK - 8:
                raise Refusal("an element of a list of large elements, by an index that isn't the list's own", expr.loc)
            inside = Binary("&", Binary("<=", Const(0), place.expr), Binary("<", place.expr, count.expr))
            self._steps.check(context.domain, inside, value.entry.name, self._guard(context, expr))
            # The check comes first, but not where this is used ahead of it: an element that isn't there is read
            # elsewhere.
            return value.make(context.domain, Select(inside, address, self._steps.somewhere(context.domain)))
        found = value.make(context.domain, address)
        if isinstance(found, Num) and isinstance(found.expr, plan.Load):
            self._steps.note_proven(found.expr, value)
        return found

    def _guard(self, context: Context, expr: Expr) -> plan.Expr | None:
        """Where the structure is there, in whose text an expression stands."""
        structure = context.structure
        if structure.present is None:
            return None
        return self.place(structure.present, structure.domain, context.domain, expr)

    def _is_inside(self, place: Num, count: Num, domain: str) -> bool:
        """Whether an index is certainly inside: the element's own, or one near it in a list that is longer."""
        if place.low < 0:
            return False
        atoms, behind = terms(difference(count.expr, place.expr))
        length = self._steps.length(domain)
        if length is None:
            return False
        own, more = terms(difference(length, plan.Index()))
        # count - place is what the element's list has behind the element, 1 or more, and a constant.
        return atoms == own and 1 + behind - more >= 1

    # --- arithmetic --------------------------------------------------------------------------------------------------

    def _computed(self, expr: Expr, context: Context) -> Num:
        domain = context.domain
        match expr:
            case Unary("not", operand):
                value = self.number(operand, context)
                return Num(domain, Binary("==", value.expr, Const(0)), 0, 1)
            case Unary("-", operand):
                value = self.number(operand, context)
                return self._num(domain, scaled(value.expr, -1), -value.high, -value.low, expr)
            case Unary("~", operand):
                value = self.number(operand, context)
                return Num(domain, Binary("^", value.expr, Const(-1)), ~value.high, ~value.low)
            case Compare(operator, left, right):
                code, swapped = _COMPARISONS[operator]
                a, b = self.number(left, context), self.number(right, context)
                first, second = (b, a) if swapped else (a, b)
                self._exact(expr, a, b)
                return Num(domain, Binary(code, first.expr, second.expr), 0, 1)
            case Logical(operator, left, right):
                a, b = self.number(left, context), self.number(right, context)
                return Num(domain, Binary("&" if operator == "and" else "|", a.expr, b.expr), 0, 1)
            case Conditional(test, then, otherwise):
                condition = self.condition(test, context)
                a, b = self.number(then, context), self.number(otherwise, context)
                if condition is None:
                    return a
                low, high = min(a.low, b.low), max(a.high, b.high)
                return Num(domain, Select(condition, a.expr, b.expr), low, high)
            case SpecBinary(operator, left, right):
                return self._arithmetic(
                    operator, self.number(left, context), self.number(right, context), context, expr
                )
        raise Refusal("this expression", expr.loc)

    def _arithmetic(self, operator: str, a: Num, b: Num, context: Context, expr: Expr) -> Num:
        domain = context.domain
        self._exact(expr, a, b)
        corners = [(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
        if operator == "+":
            return self._num(domain, total(a.expr, b.expr), a.low + b.low, a.high + b.high, expr)
        if operator == "-":
            return self._num(domain, difference(a.expr, b.expr), a.low - b.high, a.high - b.low, expr)
        if operator == "*":
            products = [x * y for x, y in corners]
            factor = constant(b.expr)
            product = scaled(a.expr, factor) if factor is not None else Binary("*", a.expr, b.expr)
            return self._num(domain, product, min(products), max(products), expr)
        if operator in ("/", "%"):
            if b.low <= 0 <= b.high:
                guard = self._guard(context, expr)
                self._steps.check(domain, Binary("!=", b.expr, Const(0)), context.structure.path, guard)
            if operator == "%":
                low, high = (0, b.high - 1) if b.low >= 0 else (b.low + 1, max(0, b.high - 1))
                return Num(domain, Binary("%", a.expr, b.expr), low, max(low, high))
            bound = max(abs(a.low), abs(a.high)) + 1
            return self._num(domain, Binary("//", a.expr, b.expr), -bound if a.low < 0 or b.low < 0 else 0, bound, expr)
        if operator in ("<<", ">>"):
            if b.low < 0 or b.high > 63:
                raise Refusal("a shift by a number that may be negative or above 63", expr.loc)
            if operator == ">>":
                return Num(domain, Binary(">>", a.expr, b.expr), min(a.low, 0), max(a.high, 0))
            return self._num(domain, Binary("<<", a.expr, b.expr), min(a.low, a.low << b.high), a.high << b.high, expr)
        if operator == "&" and (a.low >= 0 or b.low >= 0):
            high = min(n.high for n in (a, b) if n.low >= 0)
            return Num(domain, Binary("&", a.expr, b.expr), 0, high)
        code: plan.Operator = "&" if operator == "&" else "|" if operator == "|" else "^"
        size = max(abs(n) for n in (a.low, a.high, b.low, b.high)).bit_length()
        low = 0 if a.low >= 0 and b.low >= 0 else -(1 << size)
        return self._num(domain, Binary(code, a.expr, b.expr), low, (1 << size) - 1, expr)

    def _num(self, domain: str, value: plan.Expr, low: int, high: int, expr: Expr) -> Num:
        if low < LOWEST or high > HIGHEST:
            raise Refusal("a result that may not fit 64 bits", expr.loc)
        return Num(domain, value, low, high)

    def _exact(self, expr: Expr, *values: Num) -> None:
        if any(value.high > HIGHEST for value in values):
            raise Refusal("computing with unsigned numbers of 64 bits", expr.loc)
