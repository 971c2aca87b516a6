"""Machine code of walks: it gives what the interpreter gives of any walk and any bytes."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import llvmlite.binding
import numpy as np
import pytest
from tests.support.hanging import HANGS
from tests.support.reading import TINY
from tests.support.walks import walks

from bytewright import kernels
from bytewright.errors import BytewrightWarning
from bytewright.io.source import BytesSource
from bytewright.kernels.drivers import walk_codes
from bytewright.kernels.drivers.region_scan import Pending, RegionScan, Wave
from bytewright.kernels.drivers.scan import Scan, Settings
from bytewright.kernels.native.machine import cache
from bytewright.kernels.native.machine import walks as machine
from bytewright.kernels.plan import (
    RECORDS,
    Beside,
    Binary,
    Characters,
    Const,
    Count,
    Elements,
    End,
    Find,
    First,
    Get,
    Given,
    Index,
    Last,
    Let,
    Load,
    Lookup,
    Match,
    Number,
    Offset,
    Outer,
    Region,
    RegionFrame,
    RowPlan,
    Run,
    Select,
    Start,
    Told,
    Up,
    Varint,
    VarintSize,
    WalkFrame,
    codes,
)
from bytewright.kernels.plan.expressions import Begin, Expr
from bytewright.kernels.plan.failures import BadRecord, Unsupported
from bytewright.kernels.plan.names import FILE_END
from bytewright.kernels.plan.types import KINDS
from bytewright.kernels.program import assembled, walk_code
from bytewright.kernels.program.assemble import assemble
from bytewright.kernels.program.specialize import unroll
from bytewright.spark.read import task

pytestmark = pytest.mark.skipif(
    llvmlite.binding.llvm_version_info < (20,), reason="this LLVM has pointers of another form: walks are interpreted"
)
ROOT = Path(__file__).parents[2]
_LOADS = ("u1", "s1", "u2le", "u2be", "s2le", "s2be", "u4le", "u4be", "s4le", "s4be", "s8le", "s8be")
PLAIN = WalkFrame((), Start() + 1 + (Load("u1", Start()) & 1))
_COLUMNS = (Number("start", "int64", Offset(Start())), Number("end", "int64", Offset(End())))


class Walk:
    """A random walk: fields one behind another, some of them under conditions, some of them lists; ``said``: numbers
    besides those of the record."""

    def __init__(self, seed: int, said: tuple[Expr, ...] = ()) -> None:
        self.random = random.Random(seed)
        self.said = said
        self.steps: list[Any] = []
        self.names = 0
        self.frame = self._frame()

    def _frame(self) -> WalkFrame:
        end, _ = self._fields(RECORDS, Start(), self.random.randrange(1, 9), 0)
        return WalkFrame(tuple(self.steps), end)

    def _name(self) -> str:
        self.names += 1
        return f"n{self.names}"

    def _let(self, domain: str, value: Expr) -> Expr:
        name = self._name()
        self.steps.append(Let(domain, name, value))
        return Get(name)

    def _fields(self, domain: str, place: Expr, count: int, depth: int) -> tuple[Expr, list[Expr]]:
        """Where some fields end that begin somewhere, and numbers that they have."""
        numbers: list[Expr] = [Const(self.random.choice((0, 1, 3, -1, 1 << 40))), Index()]
        if domain == RECORDS:
            numbers.pop()
        numbers += self.said
        for _ in range(count):
            place = self._let(domain, self._field(domain, place, numbers, depth))
        return place, numbers

    def _field(self, domain: str, place: Expr, numbers: list[Expr], depth: int) -> Expr:
        choice = self.random.randrange(10 if depth < 2 else 7)
        if choice < 3:
            kind = self.random.choice(_LOADS)
            width = KINDS[kind].size
            there = self._number(numbers) & 1 if self.random.random() < 0.3 else Const(1)
            address = place if there == Const(1) else Select(there, place, _up(Start(), depth))
            number = self._let(domain, Load(kind, address))
            numbers.append(number)
            return place + Select(there, Const(width), Const(0)) + (number & 3)
        if choice == 3:
            there = self._number(numbers) & 1 if self.random.random() < 0.5 else Const(1)
            size = self._let(domain, Select(there, VarintSize(place, _up(End(), depth), there), Const(0)))
            number = self._let(domain, Varint(place, size))
            numbers.append(number)
            return place + size + (number & 7)
        if choice == 4:
            there = self._number(numbers) & 1 if self.random.random() < 0.5 else Const(1)
            mark = self.random.choice(("00", "0a", "0001", "000000"))
            high = _up(End(), depth) if self.random.random() < 0.7 else place + 9
            found = self._let(domain, Find(place, high, mark, there))
            return place + Select(there, found + len(mark) // 2, Const(0))
        if choice == 5:
            numbers.append(self._let(domain, Lookup(self._number(numbers), (5, 1, 0, 7), 2)))
            return place
        if choice == 6:
            numbers.append(self._let(domain, Match(self._number(numbers), (-1, 0, 2, 1 << 40), (3, 2, 1, 0), 6)))
            return place
        return self._list(domain, place, numbers, depth)

    def _list(self, domain: str, place: Expr, numbers: list[Expr], depth: int) -> Expr:
        inside, mark = self._name(), len(self.steps)
        count = self._number(numbers) & 3
        end, within = self._fields(inside, Begin(), self.random.randrange(1, 4), depth + 1)
        inner, self.steps[mark:] = self.steps[mark:], []
        last = self._let(domain, place)  # where it begins
        if self.random.random() < 0.5:
            self.steps += [Elements(inside, domain, count, "list"), *inner]
        else:
            until = Binary("!=", self._number(within) & 1, Const(0))
            self.steps += [Run(inside, domain, last, tuple(inner), end, _up(End(), depth), "list", until), *inner]
            if self.random.random() < 0.5:
                numbers.append(Count(inside))
        ends = Last(inside, end, last)
        if self.random.random() < 0.3:
            numbers.append(First(self._number(within) & 1, self._number(within), ends, Const(9)))
        return ends

    def _number(self, numbers: list[Expr]) -> Expr:
        """A number, or one computed of two."""
        left = self.random.choice(numbers)
        if self.random.random() < 0.5:
            return left
        operator = self.random.choice(codes.OPERATORS)
        return Binary(operator, left, self.random.choice(numbers))  # type: ignore[arg-type]


def _up(value: Expr, depth: int) -> Expr:
    """What a value of the record is to elements."""
    return value if depth == 0 else Up(_up(value, depth - 1))


def _bytes(generator: random.Random, size: int) -> bytes:
    """Bytes as records have them: mostly small numbers, some with the highest bit."""
    common = (0, 0, 0, 1, 1, 2, 3, 10, 0x7F, 0x80, 0xFF)
    return bytes(
        generator.choice(common) if generator.random() < 0.8 else generator.randrange(256) for _ in range(size)
    )


def _outcome(plan: RowPlan, data: bytes, settings: Settings, *, made: bool) -> tuple[list[Any], tuple[int, int] | None]:
    """Rows, and where the first bad record begins with what it is blamed for."""
    rows: list[Any] = []
    with walks(made=made):
        scan = Scan(plan, BytesSource(data), settings=settings)
        try:
            for batch in scan:
                rows += batch.to_pylist()
        except BadRecord as bad:
            return rows, (bad.offset, bad.code)
        finally:
            has_code = all(one.table[codes.WALK_CODE] != 0 for one in scan._program.boundaries)
            assert has_code is made or not rows  # where nothing was read, nothing was asked for
    return rows, None


def _hold_against_each_other(seeds: range) -> tuple[int, int]:
    """Both ways on what some walks are given; how many rows there were, and bad records."""
    rows = bad = 0
    for seed in seeds:
        plan = RowPlan(Walk(seed).frame, (), RECORDS, _COLUMNS)
        generator = random.Random(seed)
        for size in (0, 5, 40, 700):
            data = _bytes(generator, size)
            wanted = _outcome(plan, data, Settings(), made=False)
            for settings in (Settings(), TINY):
                assert _outcome(plan, data, settings, made=True) == wanted, (seed, size)
            rows += len(wanted[0])
            bad += wanted[1] is not None
    return rows, bad


def test_random_walks() -> None:
    rows, bad = _hold_against_each_other(range(20))
    assert rows > 700
    assert bad > 30


@pytest.mark.slow
def test_many_random_walks() -> None:
    rows, bad = _hold_against_each_other(range(20, 600))
    assert rows > 20_000
    assert bad > 800


def _written_in(node: Any) -> Any:
    """A part of a plan with constants where numbers of the header have names."""
    if isinstance(node, Told):
        return Const(node.value)
    if isinstance(node, tuple):
        return tuple(map(_written_in, node))
    if not is_dataclass(node):
        return node
    parts = {field.name: _written_in(getattr(node, field.name)) for field in fields(node)}
    return replace(cast("Any", node), **parts)


def _share_it(seeds: range) -> int:
    """Hold walks that rest on headers against those with the headers' numbers; how many had code of their own."""
    names = ("a", "b", "c")
    told = 0
    for seed in seeds:
        bare = RowPlan(Walk(seed, tuple(map(Given, names))).frame, (), RECORDS, _COLUMNS)
        shared = kernels.walk_texts(bare)
        generator = random.Random(seed)
        for _ in range(4):
            numbers = {name: generator.choice((0, 1, 2, 3, -1, 1 << 40)) for name in names}
            try:
                plan = unroll(bare, {}, lambda name, _column, numbers=numbers: numbers[name])
            except Unsupported:  # records of no bytes
                continue
            data = _bytes(generator, 300)
            wanted = _outcome(replace(plan, frame=_written_in(plan.frame)), data, Settings(), made=False)
            for made in (False, True):
                for settings in (Settings(), TINY):
                    assert _outcome(plan, data, settings, made=made) == wanted, seed
            texts = {walk_code.written(boundary) for boundary in assemble(plan).boundaries}
            assert texts <= {*shared}, seed
            told += any(isinstance(node, Told) for node in _nodes(plan.frame)) and bool(texts)
    return told


def _nodes(node: Any) -> Iterator[Any]:
    """A part of a plan, and all that it consists of."""
    yield node
    for part in node if isinstance(node, tuple) else ():
        yield from _nodes(part)
    for field in fields(node) if is_dataclass(node) else ():
        yield from _nodes(getattr(node, field.name))


def test_headers_share_it() -> None:
    """Walks that rest on a header are the same for any, and give what they would if its numbers were written in."""
    assert _share_it(range(8)) > 8


@pytest.mark.slow
def test_many_headers_share_it() -> None:
    assert _share_it(range(8, 200)) > 200


@pytest.mark.parametrize("frame", [PLAIN, RegionFrame((), Start() + 1 + Find(Start(), End(), "00", Const(1)))])
def test_plans_of_files_without_headers(frame: WalkFrame | RegionFrame) -> None:
    """They have the code of their own walks, also where columns are made of what lies beside the input."""
    outer = (Outer("outer", "int64", nullable=False),) if isinstance(frame, RegionFrame) else ()
    plan = RowPlan(frame, (), RECORDS, (*_COLUMNS, *outer))
    found = [walk_code.written(boundary) for boundary in assemble(plan).boundaries]
    assert found
    assert set(kernels.walk_texts(plan)) >= {*found}


def test_numbers_that_a_header_lacks() -> None:
    """What a walk needs of them must be there; what it only asks for under a condition that doesn't hold needn't."""
    size = Select(Given("old"), Const(1), Given("size")) + (Load("u1", Start()) & 1)
    end = Start() + size + Find(Start() + size, End(), "00", Const(1)) + 1
    bare = RowPlan(WalkFrame((), end), (), RECORDS, _COLUMNS)
    plan = unroll(bare, {}, lambda name, _column: {"old": 1}[name])
    for made in (False, True):
        rows, bad = _outcome(plan, b"\2x\0\1xy\0", Settings(), made=made)
        assert [row["end"] for row in rows] == [3, 7]
        assert bad is None
    with pytest.raises(Unsupported, match="size has no value"):
        unroll(bare, {}, lambda name, _column: {"old": 0}[name])


def test_varints_of_every_size() -> None:
    """Each record is a LEB128 integer and as many bytes as a remainder of it says."""
    size, number = (
        Let(RECORDS, "size", VarintSize(Start(), End(), Const(1))),
        Let(RECORDS, "n", Varint(Start(), Get("size"))),
    )
    end = Start() + Get("size") + Binary("u%", Get("n"), Const(251))
    plan = RowPlan(WalkFrame((size, number), end), (), RECORDS, _COLUMNS)
    generator, data, ends = random.Random(5), b"", []
    for groups in [*range(1, 10)] * 20:
        parts = [generator.randrange(128) for _ in range(groups - 1)] + [generator.randrange(1, 128)]
        value = sum(part << 7 * place for place, part in enumerate(parts))
        data += bytes([part | 128 for part in parts[:-1]] + parts[-1:]) + bytes(value % 251)
        ends.append(len(data))
    for made in (False, True):
        rows, bad = _outcome(plan, data, Settings(), made=made)
        assert bad is None
        assert [row["end"] for row in rows] == ends


def test_every_operation_is_tried() -> None:
    """Those walks have all that machine code is made of, but for what lies beside the input, which regions have."""
    tried: set[int] = set()
    for seed in range(20):
        program = assemble(RowPlan(Walk(seed).frame, (), RECORDS, _COLUMNS))
        tried |= {word[0] for boundary in program.boundaries for word in boundary.words}
    assert set(walk_code._WORDS) - tried == {codes.WALK_BESIDE}


def test_what_is_given_is_no_part_of_it() -> None:
    """Files of other sizes have the same code, and each its own end."""
    rest = Given(FILE_END) - Offset(Start())
    limit = Select(Binary("<", rest, Const(5)), rest, Const(5))
    plan = RowPlan(WalkFrame((), Start() + limit), (), RECORDS, _COLUMNS)
    texts = set()
    for size in (12, 14):
        with walks(made=True):
            scan = Scan(plan, BytesSource(bytes(size)), given={FILE_END: size})
            assert [batch.to_pydict()["end"] for batch in scan] == [[5, 10, size]]
        texts |= {walk_code.written(boundary) for boundary in scan._program.boundaries}
    assert len(texts) == 1


@pytest.mark.parametrize("made", [False, True])
def test_what_lies_beside_the_input(made: bool) -> None:
    """Records of a region have a size that an array says; where it says none, they are of one byte."""
    plan = RowPlan(RegionFrame((), Start() + 1 + Beside("sizes", Region())), (), RECORDS, _COLUMNS)
    wave = Wave(np.array([[0, 6], [6, 10], [10, 12]]), {"sizes": np.array([2, 1])})
    with walks(made=made):
        scan = RegionScan(plan, BytesSource(bytes(12)), Pending(wave))
        assert [batch.to_pydict()["end"] for batch in scan] == [[3, 6, 8, 10, 11, 12]]
        assert [one.table[codes.WALK_CODE] != 0 for one in scan._program.boundaries] == [made]


def test_what_is_left_to_the_interpreter() -> None:
    """A walk with a rare operation gets no code, and reads as before."""
    size = Characters(Start(), Const(2))
    plan = RowPlan(WalkFrame((), Start() + 2 + size), (), RECORDS, _COLUMNS)
    with walks(made=True):
        scan = Scan(plan, BytesSource(b"abcdefgh"))
        assert [batch.to_pydict() for batch in scan] == [{"start": [0, 4], "end": [4, 8]}]
        assert [one.table[codes.WALK_CODE] for one in scan._program.boundaries] == [0]


def test_llvm_says_no(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interpreter goes on, and it is said once."""
    monkeypatch.setattr(machine, "_addresses", {})
    monkeypatch.setattr(machine, "_object_of", _refusing)
    plan = RowPlan(PLAIN, (), RECORDS, _COLUMNS)
    with walks(made=True):
        with pytest.warns(BytewrightWarning, match="interpreted, as LLVM says: no ptr"):
            assert next(Scan(plan, BytesSource(b"\1x\0"))).num_rows == 2
        assert next(Scan(plan, BytesSource(b"\0\0"))).num_rows == 2


def _refusing(*_what: str) -> bytes:
    raise RuntimeError("no ptr")


def _asked(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether code may be made, each time that it is asked for; there is none."""
    asked: list[bool] = []

    def address_of(_text: str, _symbol: str, *, makes: bool, taken: object) -> int:
        asked.append(makes)
        return 0

    monkeypatch.setattr(machine, "address_of", address_of)
    return asked


@pytest.mark.parametrize(("size", "made"), [(1, False), (10, True)])
def test_code_is_made_where_it_pays(size: int, made: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of small files it isn't, nor before some of a large one has been read."""
    monkeypatch.setattr(machine, "_addresses", {})
    monkeypatch.setattr(walk_codes, "SOUGHT", 2 << 10)
    monkeypatch.setattr(walk_codes, "MADE", 8 << 10)
    asked = _asked(monkeypatch)
    data = bytes(size << 10)
    settings = Settings(buffer_bytes=1 << 10)
    plan = RowPlan(PLAIN, (), RECORDS, _COLUMNS)
    assert sum(batch.num_rows for batch in Scan(plan, BytesSource(data), settings=settings)) == len(data)
    assert asked == ([True] if made else [])


@pytest.fixture(autouse=True)
def _usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever other tests have done in this process."""
    monkeypatch.setattr(walk_codes, "_may_make", True)
    monkeypatch.setattr(assembled, "_kept", {})


def test_tasks_make_none(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _asked(monkeypatch)
    request = SimpleNamespace(options=SimpleNamespace(codecs=()), walks=None)
    assert list(task.read([], cast("task.Request", request), lambda _done: None)) == []
    found = walk_codes.WalkCodes(assemble(RowPlan(PLAIN, (), RECORDS, _COLUMNS)).boundaries)
    found.go_on(100 << 20, 100 << 20)
    assert asked == [False]


def test_code_that_is_there_is_taken_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked for once, and again where it is worth making it."""
    asked = _asked(monkeypatch)
    program = assemble(RowPlan(PLAIN, (), RECORDS, _COLUMNS))
    found = walk_codes.WalkCodes(program.boundaries)
    found.go_on(1 << 20, 1 << 20)
    assert asked == []
    found.go_on(1 << 20, 1 << 20)
    found.go_on(1 << 20, 1 << 20)
    assert asked == [False]
    found.go_on(1 << 20, 15 << 20)
    found.go_on(1 << 20, 15 << 20)
    assert asked == [False, True]


def test_files_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that is kept knows what has been read of the files before."""
    asked = _asked(monkeypatch)
    program = assemble(RowPlan(PLAIN, (), RECORDS, _COLUMNS))
    for count in range(1, 20):
        walk_codes.WalkCodes(program.boundaries).go_on(1 << 20, 0)
        assert asked == [False, True][: (count >= 2) + (count >= 16)]


def test_code_that_others_send_later_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _asked(monkeypatch)
    taken: dict[str, bytes] = {}
    monkeypatch.setattr(walk_codes, "_taken", taken)
    program = assemble(RowPlan(PLAIN, (), RECORDS, _COLUMNS))
    for _ in range(2):
        walk_codes.WalkCodes(program.boundaries).go_on(3 << 20, 0)
    assert asked == [False]
    taken["walk"] = b""
    walk_codes.WalkCodes(program.boundaries).go_on(3 << 20, 0)
    assert asked == [False, False]


KEPT = """
import sys
from bytewright.kernels.native.machine import walks
text = "define i64 @{symbol}(i64 %x) {{ ret i64 %x }}"
if "deny" in sys.argv:
    walks._object_of = None
print(walks.address_of(text, "{symbol}", makes="make" in sys.argv) != 0, "numba" in sys.modules)
"""


def test_code_is_kept(tmp_path: Path) -> None:
    """What one process makes, others find; none of them needs Numba."""

    def run(*words: str) -> list[str]:
        environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
        command = [sys.executable, "-c", KEPT.format(symbol=walk_code.SYMBOL), *words]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=HANGS
        )
        return done.stdout.split()

    assert run() == ["False", "False"]
    assert run("make") == ["True", "False"]
    assert run("deny") == ["True", "False"]


@pytest.mark.parametrize("kernel", [None, "another"])
def test_objects_that_another_process_has_made(kernel: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are taken where they are of this kernel; otherwise walks are interpreted."""
    plan = RowPlan(PLAIN, (), RECORDS, _COLUMNS)
    assert kernels.walk_objects(plan, walk_codes.MADE - 1) is None
    made = kernels.walk_objects(plan, walk_codes.MADE)
    assert made is not None
    sent = pickle.loads(pickle.dumps(made))
    monkeypatch.setattr(machine, "_addresses", {})
    monkeypatch.setattr(walk_codes, "_taken", {})
    monkeypatch.setattr(cache, "read", lambda _name: None)
    monkeypatch.setattr(walk_codes, "SOUGHT", 2 << 10)
    kernels.leave_walks(sent if kernel is None else replace(sent, kernel=kernel))
    data = bytes(100 << 10)
    scan = Scan(plan, BytesSource(data), settings=Settings(buffer_bytes=1 << 10))
    assert sum(batch.num_rows for batch in scan) == len(data)
    assert [address != 0 for address in machine._addresses.values()] == ([True] if kernel is None else [])
