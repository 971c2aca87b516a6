"""Boundary programs as text of LLVM's assembly language, of which machine code is made.

The function that comes of a walk does what `bytewright.kernels.native.operations.boundaries` does with its words, and
reads nothing that this wouldn't read. Operations that are rare are left to that: a walk that has one gets no function.
Nothing in the text is of this process: addresses are taken from the walk's table when it runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bytewright.kernels.plan import codes
from bytewright.kernels.program.program import Boundary
from bytewright.kernels.program.walk_functions import DECLARED, FUNCTIONS

SYMBOL = "bytewright_walk"
"""What the function is called."""
MOST_WORDS = 2000
"""Longer walks take too long to compile."""
_LONGEST_VARINT = 10
_LOADS = {
    codes.U1: ("i8", "zext", False),
    codes.S1: ("i8", "sext", False),
    codes.U2: ("i16", "zext", False),
    codes.S2: ("i16", "sext", False),
    codes.U4: ("i32", "zext", False),
    codes.S4: ("i32", "sext", False),
    codes.WORD: ("i64", "", False),
    codes.U2BE: ("i16", "zext", True),
    codes.S2BE: ("i16", "sext", True),
    codes.U4BE: ("i32", "zext", True),
    codes.S4BE: ("i32", "sext", True),
    codes.WORDBE: ("i64", "", True),
}
"""How a number of each kind lies in memory: its bits, how it is widened, whether its highest byte comes first."""
_PLAIN = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor"}
_SHIFTS = {"<<": "shl", ">>": "ashr"}
_COMPARED = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle"}


def written(boundary: Boundary) -> str | None:
    """The function for a walk: ``(table, slots, place, low, high, there, most) -> {end, code, wanted}``, see
    `bytewright.kernels.native.operations.boundaries.walk`; ``place`` is what is in slot 0.

    Args:
        boundary: the walk.

    Returns:
        None: it has operations that are left to the interpreter, or is too long.
    """
    words = boundary.words
    if len(words) > MOST_WORDS or any(word[0] not in _WORDS for word in words):
        return None
    return _Writer(boundary, words).text()


@dataclass(slots=True)
class _Writer:
    """Writes a function, word by word: each slot that words write is a variable, which LLVM makes registers of."""

    boundary: Boundary
    words: Sequence[Sequence[int]]
    lines: list[str] = field(default_factory=list)
    changed: set[int] = field(default_factory=set)
    names: int = 0

    def text(self) -> str:
        """All of it."""
        for word in self.words:
            self.changed.add(word[-1])
            if word[0] in (codes.WALK_LOOP, codes.WALK_AGAIN, codes.WALK_UNTIL):
                self.changed.add(word[3])
        for number, word in enumerate(self.words):
            self.label(f"w{number}")
            self.word = number
            _WORDS[word[0]](self, *word[1:])
        self.label(f"w{len(self.words)}")
        for slot in self.boundary.told:
            if slot in self.changed:
                self.line(f"store i64 {self.slot(slot)}, ptr {self.pointer('%slots', 8 * slot)}, align 8")
        self.give(self.slot(self.boundary.result), codes.NONE, 0)
        arguments = ", ".join(f"i64 %{name}" for name in ("table", "slots", "place", "low", "high", "there", "most"))
        head = [f"define {{i64, i64, i64}} @{SYMBOL}({arguments}) {{"]
        for slot in sorted(self.changed):
            head += [f"  %s{slot} = alloca i64", f"  store i64 0, ptr %s{slot}"]
        head += ["  %turns = alloca i64", "  store i64 0, ptr %turns"]
        head += ["  %limit = call i64 @llvm.smin.i64(i64 %high, i64 %there)"]
        called = [text for name, text in FUNCTIONS.items() if any(f"@{name}(" in line for line in self.lines)]
        return "\n".join([DECLARED, *called, *head, *self.lines, "}", _LIKELY, ""])

    # --- text --------------------------------------------------------------------------------------------------------

    def line(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def new(self, text: str) -> str:
        """A value of its own."""
        self.names += 1
        self.line(f"%v{self.names} = {text}")
        return f"%v{self.names}"

    def label(self, name: str) -> None:
        if not self.lines or not self.lines[-1].lstrip().startswith(("br ", "ret ")):
            self.line(f"br label %{name}")
        self.lines.append(f"{name}:")

    def fresh(self) -> str:
        """A label of its own."""
        self.names += 1
        return f"l{self.names}"

    def branch(self, test: str, then: str, otherwise: str, *, rare: bool = False) -> None:
        self.line(f"br i1 {test}, label %{then}, label %{otherwise}" + (", !prof !0" if rare else ""))

    def give(self, end: str | int, code: int, wanted: str | int) -> None:
        first = self.new(f"insertvalue {{i64, i64, i64}} poison, i64 {end}, 0")
        second = self.new(f"insertvalue {{i64, i64, i64}} {first}, i64 {code}, 1")
        third = self.new(f"insertvalue {{i64, i64, i64}} {second}, i64 {wanted}, 2")
        self.line(f"ret {{i64, i64, i64}} {third}")

    def fail_if(self, test: str, code: int) -> None:
        """Give a code where a test holds."""
        bad, good = self.fresh(), self.fresh()
        self.branch(test, bad, good, rare=True)
        self.label(bad)
        self.give(0, code, 0)
        self.label(good)

    def add(self, left: str | int, right: str | int) -> str:
        return str(left) if right == 0 else self.new(f"add i64 {left}, {right}")

    def pointer(self, base: str, offset: int = 0) -> str:
        return self.new(f"inttoptr i64 {self.add(base, offset)} to ptr")

    def slot(self, number: int) -> str:
        """What is in a slot."""
        if number in self.boundary.constants:
            return str(self.boundary.constants[number])
        if number == 0:
            return "%place"
        if number in self.changed:
            return self.new(f"load i64, ptr %s{number}")
        return self.new(f"load i64, ptr {self.pointer('%slots', 8 * number)}, align 8")

    def put(self, number: int, value: str | int) -> None:
        self.line(f"store i64 {value}, ptr %s{number}")

    def operand(self, number: int) -> str:
        """An operand of the word that differs from process to process."""
        place = 8 * (self.boundary.head + codes.WALK_WORD * self.word + 1 + number)
        return self.new(f"load i64, ptr {self.pointer('%table', place)}, align 8")

    def holds(self, slot: int) -> str:
        return self.new(f"icmp ne i64 {self.slot(slot)}, 0")

    def only_if(self, condition: int, result: int) -> str | None:
        """Begin what is only done where a condition holds (-1: always); otherwise the result is 0. Gives what `ended`
        asks for."""
        if condition < 0:
            return None
        there, behind = self.fresh(), self.fresh()
        self.put(result, 0)
        self.branch(self.holds(condition), there, behind)
        self.label(there)
        return behind

    def ended(self, behind: str | None) -> None:
        if behind is not None:
            self.label(behind)

    word: int = 0


_LIKELY = '!0 = !{!"branch_weights", i32 1, i32 4000}'


def _load(w: _Writer, kind: int, address: int, constant: int, size: int, condition: int, _f: int, result: int) -> None:
    behind = w.only_if(condition, result)
    place = w.add(w.slot(address), constant)
    low = w.new(f"icmp slt i64 {place}, %low")
    high = w.new(f"icmp sgt i64 {place}, {w.add('%limit', -size)}")
    bad, good, outside, more = (w.fresh() for _ in range(4))
    w.branch(w.new(f"or i1 {low}, {high}"), bad, good, rare=True)
    w.label(bad)
    high = w.new(f"icmp sgt i64 {place}, {w.add('%high', -size)}")
    w.branch(w.new(f"or i1 {low}, {high}"), outside, more)
    w.label(outside)
    w.give(0, codes.OUTSIDE, 0)
    w.label(more)
    w.give(0, codes.MORE, w.add(place, size))
    w.label(good)
    bits, wider, swapped = _LOADS[kind]
    value = w.new(f"load {bits}, ptr {w.pointer(place)}, align 1")
    if swapped:
        value = w.new(f"call {bits} @llvm.bswap.{bits}({bits} {value})")
    w.put(result, w.new(f"{wider} {bits} {value} to i64") if wider else value)
    w.ended(behind)


def _binary(w: _Writer, number: int, left: int, right: int, _c: int, _d: int, _e: int, result: int) -> None:
    operator, x, y = codes.OPERATORS[number], w.slot(left), w.slot(right)
    if operator in _PLAIN:
        value = w.new(f"{_PLAIN[operator]} i64 {x}, {y}")
    elif operator in _SHIFTS:
        by = w.new(f"and i64 {y}, 63")
        value = w.new(f"{_SHIFTS[operator]} i64 {x}, {by}")
    elif operator in _COMPARED:
        value = w.new(f"zext i1 {w.new(f'icmp {_COMPARED[operator]} i64 {x}, {y}')} to i64")
    elif operator in ("min", "max"):
        value = w.new(f"call i64 @llvm.s{operator}.i64(i64 {x}, i64 {y})")
    else:
        value = _divided(w, operator, x, y)
    w.put(result, value)


def _divided(w: _Writer, operator: str, x: str, y: str) -> str:
    """Floored; of nothing by nothing, and of the smallest number by -1, as the interpreter gives it."""
    zero = w.new(f"icmp eq i64 {y}, 0")
    if operator in ("u//", "u%"):
        by = w.new(f"select i1 {zero}, i64 1, i64 {y}")
        value = w.new(f"{'udiv' if operator == 'u//' else 'urem'} i64 {x}, {by}")
        return w.new(f"select i1 {zero}, i64 0, i64 {value}")
    minus = w.new(f"icmp eq i64 {y}, -1")
    by = w.new(f"select i1 {w.new(f'or i1 {zero}, {minus}')}, i64 1, i64 {y}")
    quotient, rest = w.new(f"sdiv i64 {x}, {by}"), w.new(f"srem i64 {x}, {by}")
    some = w.new(f"icmp ne i64 {rest}, 0")
    apart = w.new(f"icmp slt i64 {w.new(f'xor i64 {rest}, {by}')}, 0")
    down = w.new(f"and i1 {some}, {apart}")
    if operator == "//":
        floored = w.new(f"sub i64 {quotient}, {w.new(f'zext i1 {down} to i64')}")
        negated = w.new(f"sub i64 0, {x}")
        found = w.new(f"select i1 {minus}, i64 {negated}, i64 {floored}")
    else:
        more = w.new(f"select i1 {down}, i64 {by}, i64 0")
        # What is left of a division by 1 is 0, as of one by -1.
        found = w.new(f"add i64 {rest}, {more}")
    return w.new(f"select i1 {zero}, i64 0, i64 {found}")


def _select(w: _Writer, test: int, then: int, otherwise: int, _d: int, _e: int, _f: int, result: int) -> None:
    w.put(result, w.new(f"select i1 {w.holds(test)}, i64 {w.slot(then)}, i64 {w.slot(otherwise)}"))


def _lookup(w: _Writer, index: int, _table: int, entries: int, default: int, _e: int, _f: int, result: int) -> None:
    _entry(w, w.slot(index), w.operand(1), entries, default, result)


def _beside(w: _Writer, index: int, _place: int, default: int, _d: int, _e: int, _f: int, result: int) -> None:
    place = w.operand(1)
    table = w.new(f"load i64, ptr {w.pointer(place)}, align 8")
    length = w.new(f"load i64, ptr {w.pointer(place, 8)}, align 8")
    _entry(w, w.slot(index), table, length, default, result)


def _entry(w: _Writer, index: str, table: str, entries: str | int, default: int, result: int) -> None:
    """An entry of a table, where there is such a one."""
    w.put(result, default)
    there, behind = w.fresh(), w.fresh()
    low = w.new(f"icmp sge i64 {index}, 0")
    high = w.new(f"icmp slt i64 {index}, {entries}")
    w.branch(w.new(f"and i1 {low}, {high}"), there, behind)
    w.label(there)
    place = w.new(f"add i64 {table}, {w.new(f'shl i64 {index}, 3')}")
    w.put(result, w.new(f"load i64, ptr {w.pointer(place)}, align 8"))
    w.label(behind)


def _match(w: _Writer, value: int, _table: int, entries: int, default: int, _e: int, _f: int, result: int) -> None:
    operands = f"i64 {w.slot(value)}, i64 {w.operand(1)}, i64 {entries}, i64 {default}"
    w.put(result, w.new(f"call i64 @matched({operands})"))


def _find(w: _Writer, address: int, mark: int, width: int, limit: int, condition: int, _f: int, result: int) -> None:
    behind = w.only_if(condition, result)
    place = w.slot(address)
    high = "%high" if limit < 0 else w.new(f"call i64 @llvm.smin.i64(i64 %high, i64 {w.slot(limit)})")
    low = w.new(f"icmp slt i64 {place}, %low")
    far = w.new(f"icmp sgt i64 {place}, {high}")
    w.fail_if(w.new(f"or i1 {low}, {far}"), codes.OUTSIDE)
    end = w.new(f"call i64 @llvm.smin.i64(i64 {high}, i64 %there)")
    if width == 1:
        found = w.new(f"call i64 @find_byte(i64 {place}, i64 {end}, i8 {mark & 0xFF})")
    else:
        found = w.new(f"call i64 @find_bytes(i64 {place}, i64 {end}, i64 {mark}, i64 {width})")
    none = w.new(f"icmp slt i64 {found}, 0")
    on = w.new(f"icmp slt i64 %there, {high}")
    more, good = w.fresh(), w.fresh()
    w.branch(w.new(f"and i1 {none}, {on}"), more, good, rare=True)
    w.label(more)
    # As much again, so that a long search doesn't begin over and over.
    reached = w.new(f"call i64 @llvm.smax.i64(i64 {place}, i64 %there)")
    again = w.add(w.new("sub i64 %there, %low"), 64)
    w.give(0, codes.MORE, w.new(f"call i64 @llvm.smin.i64(i64 {high}, i64 {w.add(reached, again)})"))
    w.label(good)
    w.put(result, found)
    w.ended(behind)


def _size(w: _Writer, address: int, constant: int, condition: int, _d: int, _e: int, _f: int, result: int) -> None:
    behind = w.only_if(condition, result)
    place = w.add(w.slot(address), constant)
    low = w.new(f"icmp slt i64 {place}, %low")
    high = w.new(f"icmp sge i64 {place}, %high")
    w.fail_if(w.new(f"or i1 {low}, {high}"), codes.OUTSIDE)
    inside, one, several, bad, good = (w.fresh() for _ in range(5))
    w.branch(w.new(f"icmp slt i64 {place}, %limit"), inside, bad)
    w.label(inside)
    byte = w.new(f"load i8, ptr {w.pointer(place)}, align 1")
    w.branch(w.new(f"icmp sge i8 {byte}, 0"), one, several)
    w.label(one)
    w.put(result, 1)
    w.line(f"br label %{good}")
    w.label(several)
    size = w.new(f"call i64 @size_of(i64 {place}, i64 %limit)")
    w.put(result, size)
    w.branch(w.new(f"icmp eq i64 {size}, 0"), bad, good, rare=True)
    w.label(bad)
    on = w.new("icmp slt i64 %there, %high")
    near = w.new(f"icmp slt i64 {w.new(f'sub i64 %there, {place}')}, {_LONGEST_VARINT}")
    more, wrong = w.fresh(), w.fresh()
    w.branch(w.new(f"and i1 {on}, {near}"), more, wrong)
    w.label(more)
    w.give(0, codes.MORE, w.new(f"call i64 @llvm.smin.i64(i64 %high, i64 {w.add(place, _LONGEST_VARINT)})"))
    w.label(wrong)
    # What is wrong with it, if anything is, the object reader knows.
    w.give(0, codes.LEFT, 0)
    w.label(good)
    w.ended(behind)


def _varint(w: _Writer, address: int, constant: int, size: int, _d: int, _e: int, _f: int, result: int) -> None:
    place, length = w.add(w.slot(address), constant), w.slot(size)
    one, other, several, none, behind = (w.fresh() for _ in range(5))
    w.branch(w.new(f"icmp eq i64 {length}, 1"), one, other)
    w.label(one)
    byte = w.new(f"load i8, ptr {w.pointer(place)}, align 1")
    w.put(result, w.new(f"zext i8 {w.new(f'and i8 {byte}, 127')} to i64"))
    w.line(f"br label %{behind}")
    w.label(other)
    w.branch(w.new(f"icmp eq i64 {length}, 0"), none, several)
    w.label(several)
    w.put(result, w.new(f"call i64 @value_of(i64 {place}, i64 {length})"))
    w.line(f"br label %{behind}")
    w.label(none)
    w.put(result, 0)
    w.label(behind)


def _loop(w: _Writer, count: int, size: int, number: int, first: int, _e: int, _f: int, result: int) -> None:
    turns = w.slot(count)
    negative = w.new(f"icmp slt i64 {turns}, 0")
    many = w.new(f"icmp sgt i64 {turns}, %most")
    w.fail_if(w.new(f"or i1 {negative}, {many}"), codes.COUNT)
    w.put(number, 0)
    w.put(result, w.slot(first))
    w.branch(w.new(f"icmp eq i64 {turns}, 0"), f"w{w.word + 1 + size}", f"w{w.word + 1}")


def _again(w: _Writer, count: int, size: int, number: int, end: int, _e: int, _f: int, result: int) -> None:
    value, begin = w.slot(end), w.slot(result)
    before = w.new(f"icmp slt i64 {value}, {begin}")
    behind = w.new(f"icmp sgt i64 {value}, %high")
    w.fail_if(w.new(f"or i1 {before}, {behind}"), codes.OUTSIDE)
    _turn(w)
    following = w.add(w.slot(number), 1)
    w.put(number, following)
    w.put(result, value)
    on = w.new(f"icmp slt i64 {following}, {w.slot(count)}")
    w.branch(on, f"w{w.word + 1 - size}", f"w{w.word + 1}")


def _until(w: _Writer, last: int, size: int, number: int, end: int, _e: int, _f: int, result: int) -> None:
    value, begin = w.slot(end), w.slot(result)
    # Elements without bytes: objects know how many there may be.
    w.fail_if(w.new(f"icmp eq i64 {value}, {begin}"), codes.LEFT)
    before = w.new(f"icmp slt i64 {value}, {begin}")
    behind = w.new(f"icmp sgt i64 {value}, %high")
    w.fail_if(w.new(f"or i1 {before}, {behind}"), codes.OUTSIDE)
    _turn(w)
    w.put(number, w.add(w.slot(number), 1))
    w.put(result, value)
    on = w.new(f"icmp eq i64 {w.slot(last)}, 0")
    w.branch(on, f"w{w.word + 1 - size}", f"w{w.word + 1}")


def _turn(w: _Writer) -> None:
    """Count a turn of a loop: of all loops there are so many at most."""
    turns = w.add(w.new("load i64, ptr %turns"), 1)
    w.line(f"store i64 {turns}, ptr %turns")
    w.fail_if(w.new(f"icmp sgt i64 {turns}, %most"), codes.LIMIT)


_WORDS = {
    codes.WALK_LOAD: _load,
    codes.WALK_BINARY: _binary,
    codes.WALK_SELECT: _select,
    codes.WALK_LOOKUP: _lookup,
    codes.WALK_MATCH: _match,
    codes.WALK_BESIDE: _beside,
    codes.WALK_FIND: _find,
    codes.WALK_SIZE: _size,
    codes.WALK_VARINT: _varint,
    codes.WALK_LOOP: _loop,
    codes.WALK_AGAIN: _again,
    codes.WALK_UNTIL: _until,
}
