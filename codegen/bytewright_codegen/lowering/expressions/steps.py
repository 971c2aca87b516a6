"""The steps of a plan while they are written: domains, names, checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import partial
from typing import Any

from bytewright.kernels import plan
from bytewright.kernels.plan import (
    RECORDS,
    Aside,
    Best,
    Binary,
    Check,
    Checksum,
    CheckText,
    Const,
    Count,
    Elements,
    Get,
    Last,
    Let,
    Need,
    Run,
    Select,
    Slack,
    Start,
    Step,
    Sum,
    Unrolled,
)
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.plan.record_ends import terms
from bytewright.kernels.program.assemble import lifted
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import NOWHERE, Location
from bytewright_codegen.lowering.expressions.arithmetic import (
    constant,
    difference,
    inlined,
    is_long,
    loads_elsewhere,
    lowered,
    nodes,
    total,
    weighs_more,
)
from bytewright_codegen.lowering.expressions.checks import StatedCheck
from bytewright_codegen.lowering.expressions.implied import implied
from bytewright_codegen.lowering.expressions.values import TOO_MUCH, Refusal, Sequence, Structure, Value
from bytewright_codegen.lowering.expressions.walked import Asked, size_of, walked

MOST_BUILT = 450_000
"""Nodes of the steps of a plan."""

_DEEPEST = 150
"""Levels of a step: Python reads no more than 200 levels of a plan's source."""

_MOST = 10_000
"""What a plan may cost: for each field as much as it lies deep in structures, for each value of an expression one."""

MOST_OF_ALL = 15
"""So many times as much as one plan all plans of a spec may cost."""

_SMALL = 200
"""Nodes of a condition that is looked at more closely."""


@dataclass
class _Domain:
    parent: str
    count: plan.Expr


@dataclass
class Steps:
    """Collects steps.

    Attributes:
        written: what there is so far.
        names: what each name stands for, by domain.
    """

    library: Library
    written: list[Step] = field(default_factory=list)
    names: dict[str, dict[str, plan.Expr]] = field(default_factory=dict)
    _domains: dict[str, _Domain] = field(default_factory=dict)
    _covered: tuple[str, plan.Expr, plan.Expr | None, plan.Expr] | None = None
    _proven: dict[plan.Expr, int] = field(default_factory=dict)
    _apart: dict[str, _Domain] = field(default_factory=dict)
    _tried: list[Callable[[], object]] = field(default_factory=list)
    _silent: bool = False
    _leaves: bool = False
    _ever: dict[str, dict[str, plan.Expr | None]] = field(default_factory=dict)
    _at: Location = NOWHERE
    in_trial: bool = False
    _attempts: int = 0
    depth: int = 0
    known: dict[plan.Expr, int] = field(default_factory=dict)
    """Conditions that are known to hold or not, since other records are left aside."""
    spent: int = 0
    """How much has been read and computed symbolically."""
    built: int = 0
    """Nodes of all steps, of those that were given up, too."""
    waiting: list[tuple[Location, Callable[[], object]]] = field(default_factory=list)
    """Rules that ask for what hasn't been read yet: where each stands, and what checks it."""

    def spend(self, effort: int, at: Location) -> None:
        """Counts what is read and computed.

        Raises:
            Refusal: it is more than a plan is worth: structures that use each other twice double it with every type.
        """
        self._at = at
        self.spent += effort
        self.library.effort.spent += effort
        if self.spent > _MOST:
            raise Refusal(TOO_MUCH, at)
        self._check_all()

    def build(self, *parts: object) -> None:
        """Counts what a plan consists of: all of it is gone through time and again, and printed.

        Raises:
            Refusal: it is more than a plan is worth, or nests more deeply than Python reads.
        """
        before = self.built
        try:
            self._build(parts)
        finally:
            self.library.effort.built += self.built - before
        self._check_all()

    def _check_all(self) -> None:
        """Refuse a plan where those of its spec have cost enough: objects read what is left."""
        effort = self.library.effort
        if effort.spent > MOST_OF_ALL * _MOST or effort.built > MOST_OF_ALL * MOST_BUILT:
            raise Refusal("too many views, or too much to compute for them", self._at)

    def _build(self, parts: object) -> None:
        level: list[Any] = [parts]
        for _ in range(_DEEPEST):
            inner: list[Any] = []
            for part in level:
                if isinstance(part, tuple):
                    inner += part
                elif is_dataclass(part):
                    self.built += 1
                    inner += [getattr(part, field.name) for field in fields(part)]
            if self.built > MOST_BUILT:
                raise Refusal(f"the kernel's plan would be larger than {MOST_BUILT} operations", self._at)
            if not inner:
                return
            level = inner
        raise Refusal("fields whose places rest on too many others", self._at)

    # --- domains -----------------------------------------------------------------------------------------------------

    def levels(self, above: str, below: str) -> int | None:
        """How many levels a domain lies below another; None: it doesn't."""
        levels = 0
        while below != above:
            if self._domain(below) is None:
                return None
            below, levels = self.parent(below), levels + 1
        return levels

    def _domain(self, name: str) -> _Domain | None:
        return self._domains.get(name) or self._apart.get(name)

    def parent(self, domain: str) -> str:
        """The domain around another one."""
        return (self._domains.get(domain) or self._apart[domain]).parent

    def length(self, domain: str) -> plan.Expr | None:
        """How many elements a domain has in each parent, over the domain itself."""
        found = self._domain(domain)
        return None if found is None else lowered(found.count, 1)

    def elements(self, parent: str, count: plan.Expr, path: str) -> str:
        """The domain of ``count`` elements in each of ``parent``: one that is there already, or a new one."""
        length = terms(count)
        for name, domain in self._domains.items():
            if domain.parent == parent and terms(domain.count) == length:
                return name
        name = self._unused(path)
        self._domains[name] = _Domain(parent, count)
        self._add(Elements(name, parent, count, path))
        return name

    def _unused(self, path: str) -> str:
        name = path or "elements"
        while self._domain(name) is not None or name == RECORDS:
            name += "_"
        return name

    def run(self, parent: str, path: str) -> str:
        """The domain of the elements of a list that goes on to its end, which are found by reading them; `ran` says
        how, when one has been read."""
        name = self._unused(path)
        self._domains[name] = _Domain(parent, Count(name))
        return name

    def ran(
        self,
        step: int,
        domain: str,
        first: plan.Expr,
        end: plan.Expr,
        high: plan.Expr,
        path: str,
        lowest: Callable[[Asked, list[plan.Expr]], plan.Expr],
        last: plan.Expr | None = None,
        there: plan.Expr | None = None,
    ) -> None:
        """Say where the elements of a domain lie: the first of a parent at ``first``, each other where the one before
        it has its ``end``, up to ``high``, or to one for which ``last`` holds, where ``there`` does (None: in every
        parent). ``lowest``: says from where on bytes may be read, where they ask for some before the first of them.
        ``step``: how many steps there were before any of the domain's own."""
        if not self._silent:
            parent = self._domains[domain].parent
            values = [end] if last is None else [end, last]
            asked = self.asked(values, domain)
            low = lowest(asked, values) if self.asks_elsewhere(domain, asked, values, plan.Begin()) else None
            run = Run(domain, parent, first, asked, end, high, path, last, Const(1) if there is None else there, low)
            self.build(run)
            self.written.insert(step, run)

    def asks_elsewhere(self, domain: str, asked: Asked, values: list[plan.Expr], position: plan.Expr) -> bool:
        """Whether values of elements, which begin at a position, may ask for bytes before the first of these."""
        names = self.names.get(domain, {})
        nested = any(step.domain != domain or isinstance(step, Unrolled) for step in asked)
        return nested or any(loads_elsewhere(value, names, position) for value in values)

    def asked(self, values: list[plan.Expr], domain: str) -> Asked:
        """The steps that values over a domain ask for: the names, or all where they ask for lists.

        Raises:
            Refusal: these are more than a plan is worth: each list in elements may ask for all that stand before it.
        """
        names = self.names.get(domain, {})
        described = self.described(domain)
        found: set[str] = set()
        todo = list(values)
        while todo:
            for node in nodes(todo.pop()):
                if isinstance(node, (Last, Best, Sum, Count)) or (isinstance(node, Get) and node.name in described):
                    every = self.naming(domain)
                    self.spend(size_of(every), NOWHERE)
                    return every
                if isinstance(node, Get) and node.name in names and node.name not in found:
                    found.add(node.name)
                    todo.append(names[node.name])
        return tuple(step for step in self.naming(domain) if isinstance(step, Let) and step.name in found)

    def described(self, domain: str) -> set[str]:
        """The names of where lists end that the header describes."""
        return {f"{step.name}>" for step in self.written if isinstance(step, Unrolled) and step.domain == domain}

    def add_domain(self, parent: str, count: plan.Expr, path: str) -> str:
        """A new domain of ``count`` elements in each of ``parent``, of which no step tells; gives its name."""
        name = self._unused(path)
        self._domains[name] = _Domain(parent, count)
        return name

    def naming(self, domain: str) -> Asked:
        """The steps so far that name values of a domain and of those below it, or are such a domain (of a `Run`, one
        with a last element: the others end where what they lie in does); of lists that the header describes, what says
        where their elements end."""
        found: list[Let | Elements | Run | Unrolled] = []
        for step in self.written:
            if self.levels(domain, step.domain) is None:
                continue
            if isinstance(step, Unrolled):
                found.append(walked(step))
            elif isinstance(step, Let | Elements) or (isinstance(step, Run) and step.last is not None):
                found.append(step)
        return tuple(found)

    def assume(self, domain: str, condition: plan.Expr) -> plan.Expr:
        """A condition, simplified by what is known: a list that has an element isn't empty."""
        known = self.known.get(condition, constant(condition))
        if known is not None:
            return Const(known)
        length = self.length(domain)
        if length is None or not isinstance(condition, Binary):
            return condition
        difference_is_length = difference(condition.left, condition.right) == length
        if condition.operator == "!=" and difference_is_length:
            return Const(1)
        if condition.operator == "<" and difference(condition.right, condition.left) == length:
            return Const(1)
        return condition

    # --- steps -------------------------------------------------------------------------------------------------------

    def _add(self, step: Step) -> None:
        if not self._silent:
            self.build(step)
            self.written.append(step)

    def let(self, domain: str, path: str, value: plan.Expr) -> plan.Expr:
        """Name a value; gives what to write for it."""
        if self._silent or isinstance(value, (Const, Get)):
            return value
        names = self.names.setdefault(domain, {})
        name = path
        while name in names:
            if names[name] == value:
                return Get(name)
            name += "'"
        names[name] = value
        ever = self._ever.setdefault(domain, {})
        ever[name] = value if ever.get(name, value) == value else None
        self._add(Let(domain, name, value))
        return Get(name)

    def end(self, domain: str, path: str, value: plan.Expr, start: plan.Expr | None = None) -> plan.Expr:
        """The address behind a field, where it is a long sum by a name: of all of it, or of what comes after
        ``start``."""
        if not is_long(value):
            return value
        taken = value if start is None else difference(value, start)
        named = self.let(domain, f"{path}>", taken)
        return named if start is None else total(start, named)

    def checksum(self, step: Checksum) -> None:
        """Refuse records where bytes have another checksum."""
        self._add(step)

    def decode(self, step: plan.Decode | plan.Processed) -> plan.Expr:
        """Decode bytes; gives the address of what comes of them. The name is made one of its own."""
        names = self.names.setdefault(step.domain, {})
        while step.name in names:
            step = replace(step, name=step.name + "'")
        names[step.name] = plan.Decoded(step.name)
        self._covered = None
        self._add(step)
        return Get(step.name)

    def fronts(self, step: plan.Fronts) -> plan.Expr:
        """Complete strings; gives where they begin. The name is made one of its own."""
        names = self.names.setdefault(step.domain, {})
        while step.name in names:
            step = replace(step, name=step.name + "'")
        names[step.name] = plan.Decoded(step.name)
        self._add(step)
        return Get(step.name)

    def unroll(self, listed: Unrolled) -> None:
        """Add a list that the header describes."""
        self._covered = None
        self._add(listed)

    def check(
        self, domain: str, condition: plan.Expr, path: str, guard: plan.Expr | None, *, rule: bool = False
    ) -> None:
        """Refuse records where a condition doesn't hold, on elements for which ``guard`` does; ``rule``: see
        `Check`."""
        known = constant(condition)
        if known:
            return
        if guard is not None:
            condition = plan.any_of(plan.invert(guard), condition)
        if self._leaves:
            self.leave_once(domain, condition)
        else:
            self._add(Check(domain, condition, path, rule))

    def need(
        self,
        domain: str,
        address: plan.Expr,
        size: plan.Expr,
        low: plan.Expr,
        high: plan.Expr,
        path: str,
        guard: plan.Expr | None,
    ) -> None:
        """Refuse records that don't have these bytes, on elements for which ``guard`` holds."""
        if self._silent or self._is_covered(domain, high, total(address, size), guard):
            return
        self.trust(domain, address, size, high, guard)
        if guard is not None:
            address, size = plan.select(guard, address, low), plan.select(guard, size, Const(0))
        self._add(Need(domain, address, size, low, high, path))

    def trust(
        self, domain: str, address: plan.Expr, size: plan.Expr, high: plan.Expr, guard: plan.Expr | None = None
    ) -> None:
        """These bytes are there, before ``high``, on elements for which ``guard`` holds: nothing need be asked for
        them."""
        self._covered = (domain, high, guard, total(address, size))

    def _is_covered(self, domain: str, high: plan.Expr, end: plan.Expr, guard: plan.Expr | None) -> bool:
        """Whether the last need of a run of fields reaches as far: what lies between is of fixed size."""
        if self._covered is None or self._covered[:2] != (domain, high) or self._covered[2] not in (None, guard):
            return False
        left = constant(difference(self._covered[3], end))
        return left is not None and left >= 0

    def carry(self, structure: Structure, *checks: StatedCheck) -> None:
        """The plan makes checks of a structure that the spec states; in a trial, until that ends."""
        new = () if self._silent else [check for check in checks if check not in structure.carried]
        structure.carried.update(new)
        self.forgetting(partial(structure.carried.difference_update, new))

    def account(self, structure: Structure, checks: frozenset[StatedCheck], at: Location) -> None:
        """All checks that the spec states are part of the plan.

        Raises:
            Refusal: one isn't, so that only objects would refuse what breaks it.
        """
        if not self._silent:
            refuse(checks - structure.carried, at)

    def check_text(self, domain: str, address: plan.Expr, length: plan.Expr, encoding: str, path: str) -> None:
        """Refuse records where bytes aren't text."""
        self._add(CheckText(domain, address, length, path, encoding))

    def leave(self, domain: str, condition: plan.Expr, path: str) -> None:
        """Leave records aside for which a condition doesn't hold; from here on it is known to."""
        self._add(Aside(domain, condition, path))
        if domain == RECORDS:
            self.suppose(condition)

    def leave_once(self, domain: str, condition: plan.Expr) -> None:
        """Likewise, where that hasn't been said: records in which something is asked for that isn't there."""
        step = Aside(domain, condition, "")
        if constant(condition) is None and self.known.get(condition) != 1 and step not in self.written:
            self.leave(domain, condition, "")

    def raised(self, domain: str, first: plan.Expr, second: plan.Expr) -> tuple[str, plan.Expr, plan.Expr]:
        """Two conditions that are the same for all elements of a domain's parent, over that; the first one holds only
        where there are elements."""
        known = self._domain(domain)
        begin = plan.Given(plan.BEGIN)  # of the element, though it has the form of what is the same for all
        while known is not None and not any(node == begin for part in (first, second) for node in nodes(part)):
            try:
                first, second = plan.all_of(_has_elements(known.count), lifted(first)), lifted(second)
            except Unsupported:
                break
            domain, known = known.parent, self._domain(known.parent)
        return domain, first, second

    def implies(self, domain: str, condition: plan.Expr, other: plan.Expr) -> bool:
        """Whether a condition says that another one holds."""
        known = self._parts(domain, condition)
        missing = self._parts(domain, other) - known
        if not missing:
            return True
        meant = {**self._ever.get(domain, {}), **self.names.get(domain, {})}
        names = {name: value for name, value in meant.items() if value is not None}
        if any(weighs_more(_SMALL, part, names) for part in (*known, *missing)):
            return False
        inside = [inlined(part, names) for part in known]
        return all(implied(inside, inlined(part, names)) for part in missing)

    def _parts(self, domain: str, condition: plan.Expr) -> set[plan.Expr]:
        """The conditions that one consists of, names replaced by what they stand for."""
        match condition:
            case Get(name) if (meant := self._meaning(domain, name)) is not None:
                return self._parts(domain, meant)
            case Binary("&", left, right):
                return self._parts(domain, left) | self._parts(domain, right)
            case plan.Up(above) if (known := self._domain(domain)) is not None:
                return {plan.Up(part) for part in self._parts(known.parent, above)}
        return {condition}

    def _meaning(self, domain: str, name: str) -> plan.Expr | None:
        """What a name stands for, also one of steps that are kept apart; None: nothing, or not only one thing."""
        return self.names.get(domain, {}).get(name, self._ever.get(domain, {}).get(name))

    def suppose(self, condition: plan.Expr) -> None:
        """A condition is known to hold for all records from here on."""
        self._know(condition, holds=True)
        match condition:
            case Binary("==", opposite, Const(0)):
                self._know(opposite, holds=False)
            case Binary("&", left, right):
                self.suppose(left)
                self.suppose(right)

    def _know(self, condition: plan.Expr, *, holds: bool) -> None:
        self.known[condition] = int(holds)
        self.known[Binary("==", condition, Const(0))] = int(not holds)
        match condition:
            case Binary("==", left, right):
                self.known[Binary("!=", left, right)] = int(not holds)
            case Binary("!=", left, right):
                self.known[Binary("==", left, right)] = int(not holds)

    def slack(self, domain: str, size: plan.Expr, path: str, guard: plan.Expr | None) -> None:
        """Note that bytes may be left behind a structure, on elements for which ``guard`` holds."""
        if constant(size) != 0:
            self._add(Slack(domain, size if guard is None else Select(guard, size, Const(0)), path))

    def slots(self, step: plan.Slots) -> None:
        """Refuse records with slots that aren't what their case says."""
        self._add(step)

    def somewhere(self, domain: str) -> plan.Expr:
        """An address at which a number can be read whatever the record holds: its first byte, with the slack behind
        it."""
        levels = self.levels(RECORDS, domain)
        return lowered(Start(), levels or 0)

    # --- reading ahead -----------------------------------------------------------------------------------------------

    @property
    def is_silent(self) -> bool:
        """Whether nothing is written."""
        return self._silent

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Write nothing: what is read here has been checked elsewhere."""
        before, self._silent = self._silent, True
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
            self._silent = before

    @contextmanager
    def leaving(self) -> Iterator[None]:
        """Leave records to objects that would be refused."""
        before, self._leaves = self._leaves, True
        try:
            yield
        finally:
            self._leaves = before

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Forget afterwards what is written here."""
        before, kept = self.in_trial, self._so_far()
        self.in_trial = True
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
            self._return_to(kept)
            self.in_trial = before

    def keep(self, values: dict[str, Value], name: str, value: Value) -> None:
        """Keep a value under a name; in a trial, until that ends."""
        values[name] = value
        self.forgetting(partial(values.pop, name, None))

    def forgetting(self, forget: Callable[[], object]) -> None:
        """Say what makes what a trial or an attempt has found unknown again, where one is under way."""
        if self.in_trial or self._attempts:
            self._tried.append(forget)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Forget what is written here where it ends with a refusal."""
        kept, spent = self._so_far(), self.spent
        self._attempts += 1
        try:
            yield
        except Refusal:
            self._return_to(kept)
            self.spent = spent
            raise
        finally:
            self._attempts -= 1

    def _so_far(self) -> tuple[Any, ...]:
        names, told = {k: dict(v) for k, v in self.names.items()}, (dict(self._proven), dict(self.known))
        written, domains = list(self.written), dict(self._domains)
        return len(self._tried), written, names, domains, self._covered, *told, list(self.waiting)

    def _return_to(self, kept: tuple[Any, ...]) -> None:
        """Forget what has been written since then, and what structures and lists were told."""
        tried, self.written[:], self.names, self._domains, self._covered, *told = kept
        self._proven, self.known, self.waiting = told
        for forget in self._tried[tried:]:
            forget()
        del self._tried[tried:]

    @contextmanager
    def apart(self) -> Iterator[list[Step]]:
        """Collect what is written here apart; names are those of before afterwards."""
        before, names, covered = list(self.written), {k: dict(v) for k, v in self.names.items()}, self._covered
        domains, proven, waiting = dict(self._domains), dict(self._proven), len(self.waiting)
        self.written[:], self._covered = [], None
        self.depth += 1
        found: list[Step] = []
        try:
            yield found
            for at, _ in self.waiting[waiting:]:
                raise Refusal("a rule for a value that asks for what lies behind its structure", at)
            found += self.written
        finally:
            self.depth -= 1
            self.written[:], self.names, self._covered = before, names, covered
            self._apart |= {name: domain for name, domain in self._domains.items() if name not in domains}
            self._domains, self._proven = domains, proven

    def note_proven(self, load: plan.Expr, sequence: Sequence) -> None:
        """Remember since when an element of a list can be read."""
        self._proven.setdefault(load, sequence.proven_at)

    def is_proven(self, load: plan.Expr, step: int) -> bool:
        """Whether a number could be read before a step."""
        return self._proven.get(load, 1 << 60) <= step


def _has_elements(count: plan.Expr) -> plan.Expr:
    """Whether a list has elements, or where nothing else says so, whether it is there."""
    match count:
        case Select(test, _, Const(0)):
            return test
        case Const(number):
            return Const(int(number > 0))
    return Binary("<", Const(0), count)


@contextmanager
def not_too_deep(at: Location) -> Iterator[None]:
    """Refuse what nests more deeply than Python's stack.

    Raises:
        Refusal: it does.
    """
    try:
        yield
    except RecursionError:
        raise Refusal("fields whose places rest on too many others", at) from None


def refuse(missing: Iterable[StatedCheck], at: Location) -> None:
    """Leave what is checked to objects, where the kernel doesn't do so.

    Args:
        missing: what the kernel doesn't check.
        at: where that is read.

    Raises:
        Refusal: there is something.
    """
    kinds = sorted({check.of.rpartition("::")[2] or check.kind for check in missing})
    if kinds:
        raise Refusal(f"checks that the kernel doesn't make here: {', '.join(kinds)}", at)
