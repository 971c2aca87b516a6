"""Expressions of Construct (``this.n + 1``, functions of a context) as trees of the IR."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal, cast

from construct import obj_, this
from construct.expr import BinExpr, ExprMixin, FuncPath, Path, Path2, UniExpr, list_

from bytewright.construct import values
from bytewright_codegen.front.construct.declaration import Declaration, noting
from bytewright_codegen.front.construct.drafts import (
    ANY,
    BOOL,
    BYTES,
    FLOAT,
    INT,
    TEXT,
    Cases,
    Draft,
    Level,
    Meaning,
    Refused,
    Stream,
    member,
    through,
)
from bytewright_codegen.front.construct.scopes import Scope, Value, index_of, own_index
from bytewright_codegen.front.construct.tracing import Decision, Untraceable, trace
from bytewright_codegen.ir.diagnostics import nearest
from bytewright_codegen.ir.expressions import (
    Binary,
    BinaryOperator,
    Cast,
    Compare,
    ComparisonOperator,
    Conditional,
    CountBefore,
    EnumMember,
    Expr,
    Find,
    Item,
    ListLiteral,
    Literal_,
    Logical,
    Member,
    Name,
    Unary,
)
from bytewright_codegen.ir.location import Location

_ARITHMETIC: Mapping[Callable[..., Any], BinaryOperator] = {
    operator.add: "+",
    operator.sub: "-",
    operator.mul: "*",
    operator.floordiv: "/",
    operator.mod: "%",
    operator.lshift: "<<",
    operator.rshift: ">>",
    operator.and_: "&",
    operator.or_: "|",
    operator.xor: "^",
}
_COMPARISONS: Mapping[Callable[..., Any], ComparisonOperator] = {
    operator.eq: "==",
    operator.ne: "!=",
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
}
_LARGEST_POWER = 8
_MEANT: Mapping[str, str] = {
    "_params": "Let a function of parameters return the construct; these are what readers are told.",
    "_subcons": "Say the number of bytes, or ask a member: len_(this.x).",
}
"""What to write instead of names that Construct gives to contexts."""


class Translator:
    """Translates the expressions of a declaration."""

    def __init__(self, declaration: Declaration) -> None:
        self._declaration = declaration
        self._given: dict[int, tuple[values.Given, Draft, str, Meaning]] = {}
        self._functions: list[str] = []
        self.root: Level | None = None
        """The names of a whole file."""

    def give(self, symbol: values.Given, draft: Draft, id: str, meaning: Meaning) -> None:
        """Says which parameter of a type a symbol stands for."""
        self._given[id_of(symbol)] = symbol, draft, id, meaning

    # --- what callers ask for ---------------------------------------------------------------------------------

    def expr(self, written: Any, scope: Scope, loc: Location) -> Expr:
        """An expression, a function of the context, or a plain value.

        Args:
            written: as it stands in the construct.
            scope: where.
            loc: where that is in the text, for what knows no place of its own.

        Raises:
            Refused: it can't be said.
        """
        return self._number(self.value(written, scope, loc)).expr

    def test(self, written: Any, scope: Scope, loc: Location) -> Expr:
        """A condition: true or false."""
        return self._test(self.value(written, scope, loc))

    def value(self, written: Any, scope: Scope, loc: Location) -> Value:
        """An expression with what it gives."""
        loc = self._declaration.loc(written) or loc
        if callable(written) and not isinstance(written, ExprMixin):
            return self._traced(written, (this,), scope, loc)
        return self._value(written, scope, loc)

    def predicate(self, written: Any, scope: Scope, loc: Location) -> Expr:
        """What ``RepeatUntil`` asks of an element: an expression, or a function of element, list and context."""
        loc = self._declaration.loc(written) or loc
        if callable(written) and not isinstance(written, ExprMixin):
            return self._test(self._traced(written, (obj_, list_, this), scope, loc))
        return self._test(self._value(written, scope, loc))

    def converted(self, written: Any, scope: Scope, loc: Location, *, path: bool = False) -> Value:
        """What an adapter makes of a value: an expression, or a function of value and context (and ``path``)."""
        loc = self._declaration.loc(written) or loc
        if callable(written) and not isinstance(written, ExprMixin):
            return self._number(self._traced(written, (obj_, this, *(("",) if path else ())), scope, loc))
        return self._number(self._value(written, scope, loc))

    def validator(self, written: Any, scope: Scope, loc: Location, *, path: bool = False) -> Expr:
        """What a validator asks of a value: an expression, or a function of value and context (and ``path``)."""
        loc = self._declaration.loc(written) or loc
        if callable(written) and not isinstance(written, ExprMixin):
            return self._test(self._traced(written, (obj_, this, *(("",) if path else ())), scope, loc))
        return self._test(self._value(written, scope, loc))

    # --- functions --------------------------------------------------------------------------------------------

    def _traced(self, function: Any, arguments: tuple[ExprMixin | str, ...], scope: Scope, loc: Location) -> Value:
        code = getattr(function, "__code__", None)
        if code is not None and code.co_filename == self._declaration.file:
            # What begins a function has no width.
            places = [(line, column) for line, _, column, end in code.co_positions() if line and end]
            loc = self._declaration.locate(*min(places, default=(code.co_firstlineno, 0)))
        name = getattr(function, "__name__", "")
        what = "this lambda" if name in ("<lambda>", "") else f"the function '{name}'"
        try:
            with noting(self._declaration):
                outcome = trace(function, arguments)
        except Untraceable as error:
            raise Refused(
                loc, f"{what} can't be analysed: {error}", "Use 'this' expressions, or plain arithmetic on the context."
            ) from error
        self._functions.append(what)
        try:
            return self._outcome(outcome, scope, loc)
        finally:
            self._functions.pop()

    def _outcome(self, outcome: Any, scope: Scope, loc: Location) -> Value:
        if not isinstance(outcome, Decision):
            return self._value(outcome, scope, loc)
        test = self._test(self._value(outcome.test, scope, loc))
        then, otherwise = (self._outcome(part, scope, loc) for part in (outcome.then, outcome.otherwise))
        if then.kind == otherwise.kind == "bool":
            return Value(_chosen(test, then.expr, otherwise.expr, loc), BOOL)
        then, otherwise = self._number(then), self._number(otherwise)
        meaning = then.meaning if then.kind == otherwise.kind else ANY
        return Value(_joined(test, then.expr, otherwise.expr, loc), meaning)

    # --- values -----------------------------------------------------------------------------------------------

    def _value(self, written: Any, scope: Scope, loc: Location) -> Value:
        loc = self._declaration.loc(written) or loc
        match written:
            case Path():
                return self._path(written, scope, loc)
            case Path2():
                return self._list(written, scope, loc)
            case BinExpr():
                return self._binary(written, scope, loc)
            case UniExpr():
                return self._unary(written, scope, loc)
            case FuncPath():
                return self._function(written, scope, loc)
            case Name():
                return Value(member(scope.level.draft, written.name, loc, scope.draft), INT)
            case values.Value():
                return self._helper(written, scope, loc)
            case bool():
                return Value(Literal_(written, loc), BOOL)
            case int():
                return Value(Literal_(int(written), loc), INT)
            case float():
                return Value(Literal_(written, loc), FLOAT)
            case str():
                return Value(Literal_(str(written), loc), TEXT)
            case bytes() | bytearray():
                return Value(ListLiteral(tuple(Literal_(byte, loc) for byte in written), loc), BYTES)
            case list() | tuple():
                items = [self._number(self._value(item, scope, loc)) for item in written]
                meaning = Meaning("list", item=items[0].meaning if items else None)
                return Value(ListLiteral(tuple(item.expr for item in items), loc), meaning)
        if callable(written):
            return self._traced(written, (this,), scope, loc)
        what = "nothing" if written is None else f"a value of the type {type(written).__name__}"
        raise Refused(loc, f"{what} can't be part of an expression")

    # --- names ------------------------------------------------------------------------------------------------

    def _path(self, path: Path, scope: Scope, loc: Location) -> Value:
        steps: list[tuple[Any, Location]] = []
        node = path
        while getattr(node, "_Path__parent") is not None:  # noqa: B009  (it has no other name)
            steps.insert(0, (node.__getfield__(), self._declaration.loc(node) or loc))
            node = getattr(node, "_Path__parent")  # noqa: B009
        if getattr(node, "_Path__name") == "obj_":  # noqa: B009
            if scope.element is None:
                raise Refused(loc, "'obj_' has a meaning only where a single value is judged")
            return self._members(scope.element, steps, scope)
        level = scope.level
        while steps and steps[0][0] == "_":
            if level.outer is None:
                raise Refused(loc, "'_' leads out of the outermost structure")
            level = level.outer
            del steps[0]
        absolute = bool(steps) and steps[0][0] == "_root"
        if absolute:
            assert self.root is not None
            level = self.root
            del steps[0]
        if not steps:
            raise Refused(loc, "a context as a whole can't be a value", "Name a member of it.")
        (name, here), *steps = steps
        if name == "_index":
            return self._members(Value(self._index(level, scope, here), INT), steps, scope)
        if name == "_io":
            return Value(member(level.draft, "_io", here, scope.draft), Meaning("stream"))
        if name not in level.names and name in level.broken:
            raise Refused(here, "")
        if name not in level.names:
            known = [*level.names]
            hint = (
                _MEANT.get(str(name))
                or nearest(str(name), known)
                or f"Known before it: {', '.join(known) or 'nothing'}."
            )
            raise Refused(here, f"unknown name '{name}'", hint)
        id, meaning = level.names[name]
        if absolute:
            found: Expr = Member(Name("_root", here), id, here)
        else:
            found = member(level.draft, id, here, scope.draft)
        return self._members(Value(through(found, meaning.path), meaning), steps, scope)

    def _index(self, level: Level, scope: Scope, loc: Location) -> Expr:
        if level is scope.level:
            return index_of(scope.draft, loc)
        found = index_of(level.draft, loc)
        if isinstance(found, Name) and found.name == "_index":
            # A list of that level is being read, and what asks stands in an element of it.
            inside = scope.draft
            while inside.user is not None and inside.user is not level.draft:
                inside = inside.user
            found = own_index(inside, loc)
            level = replace(level, draft=inside)
        assert isinstance(found, Name)
        return member(level.draft, found.name, loc, scope.draft)

    def _members(self, value: Value, steps: list[tuple[Any, Location]], scope: Scope) -> Value:
        for name, loc in steps:
            value = self._member(value, name, loc, scope)
        return value

    def _member(self, value: Value, name: Any, loc: Location, scope: Scope) -> Value:
        if isinstance(name, ExprMixin) or (isinstance(name, int) and not isinstance(name, bool)):
            item = value.meaning.item or ANY
            expr: Expr
            if isinstance(name, int) and name < 0:
                if value.kind != "list" or name != -1:
                    raise Refused(loc, "only the last item can be counted from the end")
                expr = Member(value.expr, "last", loc)
            else:
                expr = Item(value.expr, self.expr(name, scope, loc), loc)
            return Value(through(expr, item.path), item)
        if value.meaning.cases is not None:
            return self._of_case(value, value.meaning.cases, name, loc, scope)
        level = value.meaning.level
        if level is None:
            raise Refused(loc, f"'{name}' is asked of what has no members")
        if name == "_io":
            return Value(Member(value.expr, "_io", loc), Meaning("stream"))
        if name not in level.names and name in level.broken:
            raise Refused(loc, "")
        if name not in level.names:
            raise Refused(loc, f"unknown name '{name}'", nearest(str(name), [*level.names]))
        id, meaning = level.names[name]
        expr = Member(value.expr, id, loc) if id else value.expr
        return Value(through(expr, meaning.path), meaning)

    def _of_case(self, value: Value, cases: Cases, name: Any, loc: Location, scope: Scope) -> Value:
        """A member that some cases of a choice have."""
        on = self.expr(cases.on, replace(scope, level=cases.level), loc)
        having: dict[str, tuple[list[Expr], Meaning]] = {}
        for test, type, meaning in cases.cases:
            if meaning.level is not None and type is not None and name in meaning.level.names:
                having.setdefault(type, ([], meaning))[0].extend([] if test is None else [test])
        found: Value | None = None
        for type, (tests, meaning) in reversed(having.items()):
            cast_ = Value(through(Cast(value.expr, type, loc), meaning.path), replace(meaning, cases=None))
            of_case = self._member(cast_, name, loc, scope)
            if found is None or not tests:
                found = of_case
                continue
            any_of: Expr = Compare("==", on, tests[0], loc)
            for test in tests[1:]:
                any_of = Logical("or", any_of, Compare("==", on, test, loc), loc)
            same = found.meaning if found.kind == of_case.kind else ANY
            found = Value(Conditional(any_of, of_case.expr, found.expr, loc), same)
        if found is None:
            raise Refused(loc, f"no case has a member '{name}'")
        return found

    def _list(self, path: Path2, scope: Scope, loc: Location) -> Value:
        index = getattr(path, "_Path2__index")  # noqa: B009
        parent = getattr(path, "_Path2__parent")  # noqa: B009
        if scope.element is not None and index == -1 and getattr(parent, "_Path2__parent", 0) is None:
            return scope.element
        hint = "Ask 'obj_', the element, or let the elements ask each other."
        raise Refused(loc, "of 'list_' only the last item is known, list_[-1]", hint)

    # --- what helpers of ours say -----------------------------------------------------------------------------

    def _helper(self, written: values.Value, scope: Scope, loc: Location) -> Value:
        match written:
            case values.Given():
                return self._parameter(written, scope, loc)
            case values.Member(target, name):
                return self._member(self._value(target, scope, loc), name, loc, scope)
            case values.At(listed, index):
                return self._member(self._value(listed, scope, loc), index, loc, scope)
            case values.Find(listed, key, wanted):
                items = self._value(listed, scope, loc)
                found = self._number(self._of_item(key, self._element(items, loc), scope, loc)).expr
                return Value(Find(items.expr, found, self.expr(wanted, scope, loc), loc), INT)
            case values.CountBefore(listed, before, where):
                items = self._value(listed, scope, loc)
                counted = self._test(self._of_item(where, self._element(items, loc), scope, loc))
                return Value(CountBefore(items.expr, self.expr(before, scope, loc), counted, loc), INT)
            case values.Chosen(test, first, second):
                tested = self._test(self._value(test, scope, loc))
                then, otherwise = (self._number(self._value(part, scope, loc)) for part in (first, second))
                meaning = then.meaning if then.kind == otherwise.kind else ANY
                return Value(Conditional(tested, then.expr, otherwise.expr, loc), meaning)
        raise Refused(loc, f"{type(written).__name__} can't be part of an expression")

    @staticmethod
    def _element(items: Value, loc: Location) -> Value:
        if items.kind != "list":
            raise Refused(loc, "this is no list")
        item = items.meaning.item or ANY
        return Value(through(Name("_", loc), item.path), item)

    def _of_item(self, function: Callable[[Any], Any], element: Value, scope: Scope, loc: Location) -> Value:
        """A function of a list's item."""
        return self._traced(function, (obj_,), replace(scope, element=element), loc)

    def _parameter(self, symbol: values.Given, scope: Scope, loc: Location) -> Value:
        known = self._given.get(id_of(symbol))
        if known is None:
            raise Refused(loc, f"the parameter '{symbol!r}' is of another construct")
        if self._functions:
            # Construct calls the function with values of the file, and a symbol would stay one.
            hint = "Write an expression of it outside of functions: choose(), find(), &, |, ~."
            raise Refused(loc, f"{self._functions[-1]} asks for the parameter '{symbol!r}'", hint)
        _, draft, id, meaning = known
        assert self.root is not None
        if draft is self.root.draft and draft is not scope.draft:
            return Value(Member(Name("_root", loc), id, loc), meaning)
        here: Draft | None = scope.draft
        while here is not None and here is not draft:
            here = here.user
        if here is None:
            raise Refused(loc, f"the parameter '{symbol!r}' is of another construct", "Hand it on as an argument.")
        return Value(member(draft, id, loc, scope.draft), meaning)

    # --- operators --------------------------------------------------------------------------------------------

    def _binary(self, written: BinExpr, scope: Scope, loc: Location) -> Value:
        op = written.op
        left, right = self._value(written.lhs, scope, loc), self._value(written.rhs, scope, loc)
        if op in _COMPARISONS:
            return self._compare(_COMPARISONS[op], left, right, loc)
        if op in (operator.and_, operator.or_) and "bool" in (left.kind, right.kind):
            word: Literal["and", "or"] = "and" if op is operator.and_ else "or"
            return Value(Logical(word, self._test(left), self._test(right), loc), BOOL)
        if op is operator.add and left.kind == right.kind == "text":
            return Value(Binary("+", left.expr, right.expr, loc), TEXT)
        left, right = self._integer(left), self._integer(right)
        meaning = FLOAT if "float" in (left.kind, right.kind) else INT
        if op is operator.truediv:
            first = left.expr
            if meaning is INT:  # what Construct computes is a float, too
                first = Binary("*", first, Literal_(1.0, loc), loc)
            return Value(Binary("/", first, right.expr, loc), FLOAT)
        if op is operator.pow:
            return self._power(left, right, meaning, loc)
        if op in _ARITHMETIC:
            return Value(Binary(_ARITHMETIC[op], left.expr, right.expr, loc), meaning)
        raise Refused(loc, "'in' can't be said of what the file holds", "Compare with each value.")

    def _power(self, left: Value, right: Value, meaning: Meaning, loc: Location) -> Value:
        if isinstance(left.expr, Literal_) and left.expr.value == 2 and right.kind == "int":
            return Value(Binary("<<", Literal_(1, loc), right.expr, loc), INT)
        power = right.expr.value if isinstance(right.expr, Literal_) else None
        if isinstance(power, int) and 1 <= power <= _LARGEST_POWER:
            expr = left.expr
            for _ in range(power - 1):
                expr = Binary("*", expr, left.expr, loc)
            return Value(expr, meaning)
        raise Refused(loc, "this power can't be computed", f"Powers up to {_LARGEST_POWER} and of 2 can.")

    def _compare(self, op: ComparisonOperator, left: Value, right: Value, loc: Location) -> Value:
        if left.meaning.enum is None and right.meaning.enum is not None:
            mirrored = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
            left, right, op = right, left, cast(ComparisonOperator, mirrored.get(op, op))
        if left.meaning.enum is not None and right.meaning.enum is None:
            return Value(Compare(op, left.expr, self._enum_member(left.meaning, right.expr, loc), loc), BOOL)
        if "bool" in (left.kind, right.kind) or "byte flag" in (left.kind, right.kind):
            first, second = (self._test(v) if v.kind in ("bool", "byte flag") else v.expr for v in (left, right))
            for known, other in ((first, second), (second, first)):
                if isinstance(known, Literal_) and isinstance(known.value, bool) and op in ("==", "!="):
                    return Value(other if known.value == (op == "==") else Unary("not", other, loc), BOOL)
            left, right = self._integer(left), self._integer(right)
        left, right = self._number(left), self._number(right)
        return Value(Compare(op, left.expr, right.expr, loc), BOOL)

    def _enum_member(self, meaning: Meaning, expr: Expr, loc: Location) -> Expr:
        assert meaning.enum is not None
        for entry in meaning.enum.entries:
            if meaning.numbered and isinstance(expr, Literal_) and entry.value == expr.value:
                return EnumMember(meaning.enum.name.rpartition("::")[2], entry.id, loc)
        if not isinstance(expr, Literal_) or not isinstance(expr.value, str):
            hint = "An Enum is compared with the name of a member; Construct finds it unequal to a number."
            raise Refused(loc, "an Enum is compared with what is no member's name", hint)
        return self.enum_member(meaning, expr.value, loc)

    def enum_case(self, meaning: Meaning, key: object, loc: Location) -> Expr:
        """A member of an enum by what stands for it among the cases of a choice."""
        value = key if isinstance(key, str) else int(key) if isinstance(key, int) else ""
        return self._enum_member(meaning, Literal_(value, loc), loc)

    @staticmethod
    def enum_member(meaning: Meaning, label: str, loc: Location) -> Expr:
        """A member of an enum by the name that the declaration gives it."""
        assert meaning.enum is not None
        for entry in meaning.enum.entries:
            if label == (entry.label or entry.id):
                return EnumMember(meaning.enum.name.rpartition("::")[2], entry.id, loc)
        known = [entry.label or entry.id for entry in meaning.enum.entries]
        raise Refused(loc, f"no member of the Enum is called '{label}'", nearest(label, known))

    def _unary(self, written: UniExpr, scope: Scope, loc: Location) -> Value:
        operand = self._value(written.operand, scope, loc)
        if written.op is operator.not_:
            return Value(Unary("not", self._test(operand), loc), BOOL)
        number = self._integer(operand)
        return number if written.op is operator.pos else Value(Unary("-", number.expr, loc), number.meaning)

    def _function(self, written: FuncPath, scope: Scope, loc: Location) -> Value:
        function = getattr(written, "_FuncPath__func")  # noqa: B009
        name = getattr(function, "__name__", "?")
        argument = getattr(written, "_FuncPath__operand")  # noqa: B009
        if argument is None:
            raise Refused(loc, f"'{name}_' without an argument can't be a value")
        if function is len and isinstance(argument, Path2) and scope.element is not None:
            # Construct asks when the element has been added to the list.
            return Value(Binary("+", scope.index(loc), Literal_(1, loc), loc), INT)
        value = self._value(argument, scope, loc)
        if function is len and value.kind in ("text", "bytes"):
            return Value(Member(value.expr, "length", loc), INT)
        if function is len and value.kind == "list":
            return Value(Member(value.expr, "size", loc), INT)
        if function in (min, max) and value.kind == "list":
            return Value(Member(value.expr, name, loc), value.meaning.item or ANY)
        if function is abs:
            number = self._number(value)
            negative = Compare("<", number.expr, Literal_(0, loc), loc)
            return Value(Conditional(negative, Unary("-", number.expr, loc), number.expr, loc), number.meaning)
        raise Refused(
            loc, f"the function '{name}' can't be part of an expression", "Known are len_, min_, max_ and abs_."
        )

    # --- truth and numbers ------------------------------------------------------------------------------------

    @staticmethod
    def _number(value: Value) -> Value:
        """A value as Construct has it, which takes a bit for a number and a byte for a truth value."""
        loc = value.expr.loc
        if value.kind == "byte flag":
            return Value(Compare("!=", value.expr, Literal_(0, loc), loc), BOOL)
        return Value(Member(value.expr, "to_i", loc), INT) if value.kind == "bit" else value

    def _integer(self, value: Value) -> Value:
        """A value to reckon with: truth is 1 or 0 there."""
        value = self._number(value)
        return Value(Member(value.expr, "to_i", value.expr.loc), INT) if value.kind == "bool" else value

    @staticmethod
    def _test(value: Value) -> Expr:
        """A value where Python asks whether it is true."""
        loc = value.expr.loc
        if value.kind in ("bool", "bit"):
            return value.expr
        if isinstance(value.expr, Literal_):
            return Literal_(bool(value.expr.value), loc)
        if value.kind in ("int", "float", "byte flag"):
            return Compare("!=", value.expr, Literal_(0, loc), loc)
        if value.kind in ("text", "bytes", "list"):
            length = Member(value.expr, "size" if value.kind == "list" else "length", loc)
            return Compare("!=", length, Literal_(0, loc), loc)
        raise Refused(loc, "whether this is true can't be said", "Compare it with something.")

    # --- positions --------------------------------------------------------------------------------------------

    def stream_of(self, written: Any, scope: Scope, loc: Location) -> Stream | None:
        """The stream in which a position counts: of the one ``Tell`` that it is reckoned from; None without any.

        Raises:
            Refused: it is reckoned from several.
        """
        found = self._tells(written, scope, loc)
        left = {stream: times for stream, times in found.items() if times}
        if not left:
            return None
        if len(left) > 1 or [*left.values()] != [1]:
            raise Refused(loc, "a place must be reckoned from one position, or from none")
        return next(iter(left))

    def _tells(self, written: Any, scope: Scope, loc: Location) -> dict[Stream, int]:
        match written:
            case BinExpr() if written.op in (operator.add, operator.sub):
                found = self._tells(written.lhs, scope, loc)
                sign = 1 if written.op is operator.add else -1
                for stream, times in self._tells(written.rhs, scope, loc).items():
                    found[stream] = found.get(stream, 0) + sign * times
                return found
            case Path():
                tell = self._path(written, scope, loc).meaning.tell
                return {tell: 1} if tell else {}
            case BinExpr():
                if any(self._tells(part, scope, loc) for part in (written.lhs, written.rhs)):
                    raise Refused(loc, "a position can only be added to and subtracted from here")
        if callable(written) and not isinstance(written, ExprMixin):
            outcome = trace(written, (this,))
            return {} if isinstance(outcome, Decision) else self._tells(outcome, scope, loc)
        return {}


def id_of(made: object) -> int:
    """The identity of what can't be asked whether it is equal to something."""
    return id(made)


def _chosen(test: Expr, then: Expr, otherwise: Expr, loc: Location) -> Expr:
    """A condition that depends on another: as ``and``, ``or`` where it is one."""
    if otherwise == test:  # what `x and y` gives
        return Logical("and", test, then, loc)
    if then == test:
        return Logical("or", test, otherwise, loc)
    match then, otherwise:
        case Literal_(True), Literal_(False):
            return test
        case Literal_(False), Literal_(True):
            return Unary("not", test, loc)
        case Literal_(True), _:
            return Logical("or", test, otherwise, loc)
        case _, Literal_(False):
            return Logical("and", test, then, loc)
        case Literal_(False), _:
            return Logical("and", Unary("not", test, loc), otherwise, loc)
    return Conditional(test, then, otherwise, loc)


def _joined(test: Expr, then: Expr, otherwise: Expr, loc: Location) -> Expr:
    """A choice between two, of which one may be a choice with an outcome in common: one condition then."""
    if isinstance(then, Conditional) and then.otherwise == otherwise:
        return Conditional(Logical("and", test, then.test, loc), then.then, otherwise, loc)
    if isinstance(otherwise, Conditional) and otherwise.then == then:
        return Conditional(Logical("or", test, otherwise.test, loc), then, otherwise.otherwise, loc)
    return Conditional(test, then, otherwise, loc)
