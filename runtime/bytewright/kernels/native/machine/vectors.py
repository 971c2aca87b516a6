"""Operations on 8, 16 or 32 lanes at a time. LLVM doesn't vectorise loops over addresses by itself.

A *register* is a vector of int64 that is 64-byte aligned and has a multiple of 64 elements, so whole vectors may
always be loaded and stored; what the lanes past the last element hold means nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from llvmlite import ir
from numba import types

from bytewright.kernels.native.machine.intrinsics import WORD, declared, pointer, processor_has
from bytewright.kernels.native.machine.jit import effect, word

LANES = 8
SMALL = 32
"""Entries of a table that vectors hold, at most."""

Combine = Callable[[Any, Any, Any], Any]


def _lanes(count: int, bits: int = 64) -> Any:
    return ir.VectorType(ir.IntType(bits), count)


def _all(count: int, value: int, bits: int = 64) -> Any:
    return ir.Constant(_lanes(count, bits), [value] * count)


def _spread(builder: Any, value: Any, count: int) -> Any:
    kind = ir.VectorType(value.type, count)
    nothing = ir.Constant(kind, ir.Undefined)
    first = builder.insert_element(nothing, value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, nothing, _all(count, 0, 32))


def _load(builder: Any, address: Any, count: int = LANES, bits: int = 64, align: int = 8) -> Any:
    return builder.load(pointer(builder, address, _lanes(count, bits)), align=align)


def _keep(builder: Any, value: Any, address: Any, align: int = 8) -> None:
    builder.store(value, pointer(builder, address, value.type), align=align)


def _binary(combine: Combine) -> Callable[[int, int, int], None]:
    @effect
    def operation(typing_context: Any, target: Any, left: Any, right: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value = combine(builder, _load(builder, arguments[1]), _load(builder, arguments[2]))
            _keep(builder, value, arguments[0])
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.int64), generate

    return operation


def _compare(condition: str) -> Combine:
    def combine(builder: Any, left: Any, right: Any) -> Any:
        return builder.zext(builder.icmp_signed(condition, left, right), _lanes(LANES))

    return combine


def _shift(direction: str) -> Combine:
    def combine(builder: Any, left: Any, right: Any) -> Any:
        return getattr(builder, direction)(left, builder.and_(right, _all(LANES, 63)))

    return combine


def _extreme(condition: str) -> Combine:
    def combine(builder: Any, left: Any, right: Any) -> Any:
        return builder.select(builder.icmp_signed(condition, left, right), left, right)

    return combine


# Each: (target, left, right), addresses of eight int64. Comparisons give 0 or 1; shifts use the low six bits of the
# count.
add_8 = _binary(lambda builder, left, right: builder.add(left, right))
subtract_8 = _binary(lambda builder, left, right: builder.sub(left, right))
multiply_8 = _binary(lambda builder, left, right: builder.mul(left, right))
and_8 = _binary(lambda builder, left, right: builder.and_(left, right))
or_8 = _binary(lambda builder, left, right: builder.or_(left, right))
xor_8 = _binary(lambda builder, left, right: builder.xor(left, right))
shift_left_8 = _binary(_shift("shl"))
shift_right_8 = _binary(_shift("ashr"))
equal_8 = _binary(_compare("=="))
unequal_8 = _binary(_compare("!="))
less_8 = _binary(_compare("<"))
at_most_8 = _binary(_compare("<="))
smaller_8 = _binary(_extreme("<"))
larger_8 = _binary(_extreme(">"))


@effect
def select_8(typing_context: Any, target: Any, test: Any, then: Any, otherwise: Any) -> Any:
    """Eight lanes of ``then`` where ``test`` isn't 0, of ``otherwise`` elsewhere."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        test, then, otherwise = (_load(builder, address) for address in arguments[1:])
        chosen = builder.select(builder.icmp_unsigned("!=", test, _all(LANES, 0)), then, otherwise)
        _keep(builder, chosen, arguments[0])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64, types.int64), generate


@effect
def lookup_8(typing_context: Any, target: Any, index: Any, table: Any, entries: Any, default: Any) -> Any:
    """Eight lanes of the entries of a table, of the default where an index is outside."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target, index, table, entries, default = arguments
        _keep(builder, _gathered(builder, _load(builder, index), table, entries, default), target)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64, types.int64, types.int64), generate


@effect
def lookup_small_8(typing_context: Any, target: Any, index: Any, table: Any, entries: Any, default: Any) -> Any:
    """As `lookup_8`, of at most `SMALL` entries: from vectors, where the processor takes lanes of these by number; to
    gather them takes four times as long."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target, index, table, entries, default = arguments
        found = _permuted if processor_has("avx512f") else _gathered
        _keep(builder, found(builder, _load(builder, index), table, entries, default), target)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64, types.int64, types.int64), generate


def _gathered(builder: Any, at: Any, table: Any, entries: Any, default: Any) -> Any:
    inside = builder.icmp_unsigned("<", at, _spread(builder, entries, LANES))
    places = builder.add(_spread(builder, table, LANES), builder.shl(at, _all(LANES, 3)))
    pointers = builder.inttoptr(places, ir.VectorType(WORD.as_pointer(), LANES))
    kind = ir.FunctionType(_lanes(LANES), [pointers.type, ir.IntType(32), inside.type, _lanes(LANES)])
    gather = declared(builder.module, kind, f"llvm.masked.gather.v{LANES}i64.v{LANES}p0")
    return builder.call(gather, [pointers, ir.Constant(ir.IntType(32), 8), inside, _spread(builder, default, LANES)])


def _permuted(builder: Any, at: Any, table: Any, entries: Any, default: Any) -> Any:
    many = _spread(builder, entries, LANES)
    held = [_entries(builder, table, many, first) for first in range(0, SMALL, LANES)]
    kind = ir.FunctionType(_lanes(LANES), [_lanes(LANES)] * 3)
    permute = declared(builder.module, kind, "llvm.x86.avx512.vpermi2var.q.512")
    lower, upper = (builder.call(permute, [held[i], at, held[i + 1]]) for i in (0, 2))
    is_lower = builder.icmp_unsigned("<", at, _all(LANES, SMALL // 2))
    is_inside = builder.icmp_unsigned("<", at, many)
    return builder.select(is_inside, builder.select(is_lower, lower, upper), _spread(builder, default, LANES))


def _entries(builder: Any, table: Any, many: Any, first: int) -> Any:
    """Eight entries of a table, of which only those are read that are there."""
    numbers = ir.Constant(_lanes(LANES), list(range(first, first + LANES)))
    inside = builder.icmp_unsigned("<", numbers, many)
    place = pointer(builder, builder.add(table, ir.Constant(WORD, 8 * first)), _lanes(LANES))
    kind = ir.FunctionType(_lanes(LANES), [place.type, ir.IntType(32), inside.type, _lanes(LANES)])
    load = declared(builder.module, kind, f"llvm.masked.load.v{LANES}i64.p0")
    return builder.call(load, [place, ir.Constant(ir.IntType(32), 8), inside, _all(LANES, 0)])


@word
def zeros_8(typing_context: Any, address: Any) -> Any:
    """Bit *i* is set where lane *i* of eight is 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = builder.icmp_unsigned("==", _load(builder, arguments[0]), _all(LANES, 0))
        return builder.zext(builder.bitcast(found, ir.IntType(LANES)), WORD)

    return types.int64(types.int64), generate


@word
def outside_8(typing_context: Any, low: Any, place: Any, size: Any, high: Any) -> Any:
    """Bit *i* is set where ``size`` bytes at ``place`` don't lie between ``low`` and ``high``, in lane *i* of eight. No
    bytes at ``low`` are always there.

    It can't be fooled by numbers that wrap: the place is compared before anything is added."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        low, place, size, high = (_load(builder, address) for address in arguments)
        bad = builder.icmp_signed("<", place, low)
        bad = builder.or_(bad, builder.icmp_signed(">", place, high))
        bad = builder.or_(bad, builder.icmp_signed("<", size, _all(LANES, 0)))
        bad = builder.or_(bad, builder.icmp_signed(">", size, builder.sub(high, place)))
        # One comparison for two: both are as they must be where neither has a bit that it shouldn't.
        nothing = builder.icmp_unsigned("==", builder.or_(size, builder.xor(place, low)), _all(LANES, 0))
        bad = builder.and_(bad, builder.not_(nothing))
        return builder.zext(builder.bitcast(bad, ir.IntType(LANES)), WORD)

    return types.int64(types.int64, types.int64, types.int64, types.int64), generate


@word
def nonzero_16(typing_context: Any, address: Any) -> Any:
    """Bit *i* is set where lane *i* of sixteen isn't 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = builder.icmp_unsigned("!=", _load(builder, arguments[0], 16), _all(16, 0))
        return builder.zext(builder.bitcast(found, ir.IntType(16)), WORD)

    return types.int64(types.int64), generate


def _convert(source: int, target: int) -> Callable[[int, int], None]:
    @effect
    def convert(typing_context: Any, target_address: Any, source_address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value = _load(builder, arguments[1], 16, source, 1)
            change = builder.zext if target > source else builder.trunc
            _keep(builder, change(value, _lanes(16, target)), arguments[0], 1)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate

    return convert


# (target, source): sixteen unsigned integers of one width become sixteen of another.
narrow_16_to_1, narrow_16_to_2, narrow_16_to_4 = _convert(64, 8), _convert(64, 16), _convert(64, 32)
widen_16_from_1, widen_16_from_2, widen_16_from_4 = _convert(8, 16), _convert(16, 32), _convert(32, 64)


def _take(bits: int, signed: bool) -> Callable[[int, int], None]:
    @effect
    def take(typing_context: Any, target: Any, source: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value = _load(builder, arguments[1], 16, bits, 1)
            if bits < 64:
                value = (builder.sext if signed else builder.zext)(value, _lanes(16))
            _keep(builder, value, arguments[0])
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate

    return take


# (target, source): sixteen integers of any alignment become sixteen int64.
take_16_u1, take_16_u2, take_16_u4 = _take(8, False), _take(16, False), _take(32, False)
take_16_s1, take_16_s2, take_16_s4 = _take(8, True), _take(16, True), _take(32, True)
take_16 = _take(64, False)


@effect
def take_16_steps(typing_context: Any, target: Any, source: Any) -> Any:
    """How far apart seventeen integers (int32) of any alignment are, as sixteen int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        first = _load(builder, arguments[1], 16, 32, 1)
        second = _load(builder, builder.add(arguments[1], ir.Constant(WORD, 4)), 16, 32, 1)
        found = [builder.sext(value, _lanes(16)) for value in (second, first)]
        _keep(builder, builder.sub(*found), arguments[0])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), generate


@effect
def take_64_bits(typing_context: Any, target: Any, word: Any) -> Any:
    """The bits of a word, from the lowest one on, as 64 int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bits = builder.bitcast(arguments[1], _lanes(64, 1))
        _keep(builder, builder.zext(bits, _lanes(64)), arguments[0])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), generate


def _fill(bits: int, count: int) -> Callable[[int, int], None]:
    @effect
    def fill(typing_context: Any, target: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value = arguments[1] if bits == 64 else builder.trunc(arguments[1], ir.IntType(bits))
            _keep(builder, _spread(builder, value, count), arguments[0], 1)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate

    return fill


# (target, value): 64 bytes of one integer.
fill_64_by_1, fill_64_by_2, fill_64_by_4, fill_64_by_8 = _fill(8, 64), _fill(16, 32), _fill(32, 16), _fill(64, 8)


def _count_up(bits: int, count: int) -> Callable[[int, int], None]:
    @effect
    def count_up(typing_context: Any, target: Any, first: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value = arguments[1] if bits == 64 else builder.trunc(arguments[1], ir.IntType(bits))
            steps = ir.Constant(_lanes(count, bits), list(range(count)))
            _keep(builder, builder.add(_spread(builder, value, count), steps), arguments[0], 1)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate

    return count_up


# (target, first): 64 bytes of consecutive integers.
count_64_by_4, count_64_by_8 = _count_up(32, 16), _count_up(64, 8)


def _keep_64(bits: int) -> Callable[[int, int, int], None]:
    @effect
    def keep(typing_context: Any, target: Any, source: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            there = builder.bitcast(arguments[2], _lanes(64, 1))
            value = _load(builder, arguments[1], 64, bits, 1)
            _keep(builder, builder.select(there, value, _all(64, 0, bits)), arguments[0], 1)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.int64), generate

    return keep


# (target, source, word): 64 integers, or 0 in place of those whose bit of the word isn't set.
keep_64_of_1, keep_64_of_2, keep_64_of_4, keep_64_of_8 = _keep_64(8), _keep_64(16), _keep_64(32), _keep_64(64)


@word
def high_bits_32(typing_context: Any, address: Any) -> Any:
    """Bit *i* is set where byte *i* of 32 is above 127."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value = _load(builder, arguments[0], 32, 8, 1)
        high = builder.icmp_signed("<", value, _all(32, 0, 8))
        return builder.zext(builder.bitcast(high, ir.IntType(32)), WORD)

    return types.int64(types.int64), generate


@word
def equal_bytes_32(typing_context: Any, address: Any, byte: Any) -> Any:
    """Bit *i* is set where byte *i* of 32 is the one given."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value = _load(builder, arguments[0], 32, 8, 1)
        same = builder.icmp_signed("==", value, _spread(builder, builder.trunc(arguments[1], ir.IntType(8)), 32))
        return builder.zext(builder.bitcast(same, ir.IntType(32)), WORD)

    return types.int64(types.int64, types.int64), generate


@word
def reverse_bits_in_bytes(typing_context: Any, value: Any) -> Any:
    """Each of eight bytes with its bits in the other order."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(WORD, [WORD])
        function = declared(builder.module, kind, "llvm.bitreverse.i64")
        return builder.bswap(builder.call(function, [arguments[0]]))

    return types.int64(types.int64), generate


@word
def adler_64(typing_context: Any, address: Any, count: Any) -> Any:
    """Of the first ``count`` of 64 bytes: their sum in the low 32 bits; above it that of each times 64 less its
    place."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, number = ir.IntType(8), ir.IntType(32)
        value = _load(builder, arguments[0], 64, 8, 1)
        limit = _spread(builder, builder.trunc(arguments[1], byte), 64)
        places = ir.Constant(_lanes(64, 8), list(range(64)))
        value = builder.select(builder.icmp_unsigned("<", places, limit), value, _all(64, 0, 8))
        if processor_has("avx512vnni"):
            return _dotted_64(builder, value)
        wide = builder.zext(value, _lanes(64, 32))
        weights = ir.Constant(_lanes(64, 32), list(range(64, 0, -1)))
        reduce = declared(builder.module, ir.FunctionType(number, [wide.type]), "llvm.vector.reduce.add.v64i32")
        total = builder.zext(builder.call(reduce, [wide]), WORD)
        weighted = builder.zext(builder.call(reduce, [builder.mul(wide, weights)]), WORD)
        return builder.or_(builder.shl(weighted, ir.Constant(WORD, 32)), total)

    return types.int64(types.int64, types.int64), generate


def _dotted_64(builder: Any, value: Any) -> Any:
    """Both sums of `adler_64` by products of bytes; their parts are added up side by side, which takes half the steps
    that one after the other does."""
    kind = _lanes(16, 32)
    dot = declared(builder.module, ir.FunctionType(kind, [kind] * 3), "llvm.x86.avx512.vpdpbusd.512")
    weights = [_all(64, 1, 8), ir.Constant(_lanes(64, 8), list(range(64, 0, -1)))]
    words = builder.bitcast(value, kind)
    total, weighted = (builder.call(dot, [_all(16, 0, 32), words, builder.bitcast(one, kind)]) for one in weights)
    begins = range(0, 16, 4)  # of the parts of a vector that the processor can shuffle without crossing them
    pairs = [[first + lane + side for first in begins for lane in (n, n + 1) for side in (0, 16)] for n in (0, 2)]
    found = builder.add(*(builder.shuffle_vector(total, weighted, _numbers(pair)) for pair in pairs))
    for half in (8, 4, 2):
        parts = (_numbers(range(half)), _numbers(range(half, 2 * half)))
        found = builder.add(*(builder.shuffle_vector(found, found, part) for part in parts))
    return builder.bitcast(found, WORD)


def _numbers(lanes: Iterable[int]) -> Any:
    """Which lanes a shuffle takes."""
    wanted = list(lanes)
    return ir.Constant(_lanes(len(wanted), 32), wanted)


@word
def crc_folded(typing_context: Any, address: Any, size: Any, keys: Any) -> Any:
    """The state of a cyclic redundancy check behind more than 16 bytes, by products without carries; -1 where the
    processor doesn't have these. ``keys`` as `bytewright.kernels.program.crc_tables` makes them. Up to 15 bytes behind
    those that are checked are read.

    Bytes are a polynomial in which those before others are multiplied by a power of x. What that leaves when it is
    divided gives the same check and is short, so that blocks of 16 bytes are multiplied by it and go into others behind
    them; four side by side, as a product takes six times as long as the next one waits for it.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if not processor_has("pclmul"):
            return ir.Constant(WORD, -1)
        address, size, keys = arguments
        end = builder.add(address, size)
        by_four, by_three, by_two, by_one, *last = (_block(builder, keys, number) for number in range(6))

        def before_end(at: Any) -> Any:
            return builder.icmp_signed("<", at, end)

        def far(values: list[Any]) -> Any:
            return before_end(_behind(builder, values[0], 4))

        def fold_four(values: list[Any]) -> list[Any]:
            at, *blocks = values
            found = [_folded(builder, one, by_four, _block(builder, at, n)) for n, one in enumerate(blocks)]
            return [_behind(builder, at, 4), *found]

        def near(values: list[Any]) -> Any:
            return before_end(_behind(builder, values[0], 1))

        def fold_one(values: list[Any]) -> list[Any]:
            at, before = values
            return [_behind(builder, at, 1), _folded(builder, before, by_one, _block(builder, at))]

        first = builder.xor(_block(builder, address), ir.Constant(_lanes(2), [0xFFFFFFFF, 0]))
        few = [_behind(builder, address, 1), first]
        at_first = builder.block
        with builder.if_then(far([address])):
            begun = [_behind(builder, address, 4), first, *(_block(builder, address, n) for n in (1, 2, 3))]
            at, *blocks, together = _repeated(builder, begun, far, fold_four)
            for one, key in zip(blocks, (by_three, by_two, by_one), strict=True):
                together = _folded(builder, one, key, together)
            many = [at, together]
            at_many = builder.block
        begun = []
        for before, after in zip(few, many, strict=True):
            begun.append(builder.phi(before.type))
            begun[-1].add_incoming(before, at_first)
            begun[-1].add_incoming(after, at_many)
        at, value = _repeated(builder, begun, near, fold_one)
        # Between 1 and 16 bytes are left: all there is moves up to the end of two blocks, behind zeros.
        whole = ir.IntType(128)
        free = builder.zext(builder.shl(builder.sub(_behind(builder, at, 1), end), ir.Constant(WORD, 3)), whole)
        both = declared(builder.module, ir.FunctionType(whole, [whole] * 3), "llvm.fshl.i128")
        before, left = (builder.bitcast(one, whole) for one in (value, _block(builder, at)))
        high = builder.bitcast(builder.call(both, [left, before, free]), value.type)
        low = builder.bitcast(builder.shl(before, free), value.type)
        return _remainder(builder, _folded(builder, low, by_one, high), *last)

    return types.int64(types.int64, types.int64, types.int64), generate


def _repeated(
    builder: Any, begun: list[Any], test: Callable[[Any], Any], step: Callable[[Any], list[Any]]
) -> list[Any]:
    """What a step makes of values, again and again while a test of them holds."""
    entered = builder.block
    head, body, behind = (builder.append_basic_block() for _ in range(3))
    builder.branch(head)
    builder.position_at_end(head)
    values = [builder.phi(value.type) for value in begun]
    builder.cbranch(test(values), body, behind)
    builder.position_at_end(body)
    for value, before, after in zip(values, begun, step(values), strict=True):
        value.add_incoming(before, entered)
        value.add_incoming(after, body)
    builder.branch(head)
    builder.position_at_end(behind)
    return values


def _behind(builder: Any, address: Any, blocks: int) -> Any:
    return builder.add(address, ir.Constant(WORD, 16 * blocks))


def _block(builder: Any, address: Any, number: int = 0) -> Any:
    return _load(builder, _behind(builder, address, number), 2, align=1)


def _product(builder: Any, left: Any, right: Any, halves: int) -> Any:
    """The product without carries of a half of each: ``halves`` is 1 for the left one's upper half, 16 for the right's,
    17 for both."""
    byte = ir.IntType(8)
    kind = ir.FunctionType(left.type, [left.type, left.type, byte])
    return builder.call(declared(builder.module, kind, "llvm.x86.pclmulqdq"), [left, right, ir.Constant(byte, halves)])


def _folded(builder: Any, block: Any, key: Any, into: Any) -> Any:
    """A block with what stands for one before it, by the two powers of that."""
    low, high = (_product(builder, block, key, halves) for halves in (0, 17))
    return builder.xor(into, builder.xor(low, high))


def _remainder(builder: Any, block: Any, shorter: Any, divisor: Any) -> Any:
    """What is left of a block with 32 zeros behind it: of its 160 bits 96 stay, then 64, which are divided."""
    words = builder.bitcast(block, _lanes(4, 32))
    upper = builder.shuffle_vector(words, _all(4, 0, 32), _numbers([4, 2, 3, 4]))
    found = builder.xor(_product(builder, block, shorter, 0), builder.bitcast(upper, block.type))
    found = builder.xor(_product(builder, found, shorter, 16), found)
    low, high = (ir.Constant(_lanes(2), lanes) for lanes in ([0xFFFFFFFF, 0], [0, 0xFFFFFFFF]))
    quotient = _product(builder, builder.and_(found, high), divisor, 1)
    less = _product(builder, builder.and_(quotient, low), divisor, 16)
    left = builder.xor(builder.shuffle_vector(found, found, _numbers([1, 0])), less)
    return builder.lshr(builder.extract_element(left, ir.Constant(ir.IntType(32), 0)), ir.Constant(WORD, 32))


@effect
def write_uuid(typing_context: Any, target: Any, source: Any) -> Any:
    """Sixteen bytes as 36 characters: lower-case hexadecimal with dashes."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = ir.IntType(32)
        raw = _load(builder, arguments[1], 16, 8, 1)
        high = builder.lshr(raw, _all(16, 4, 8))
        low = builder.and_(raw, _all(16, 15, 8))
        order = [lane // 2 + 16 * (lane % 2) for lane in range(32)]
        nibbles = builder.shuffle_vector(high, low, ir.Constant(ir.VectorType(number, 32), order))
        letters = builder.icmp_unsigned(">", nibbles, _all(32, 9, 8))
        shift = builder.select(letters, _all(32, ord("a") - 10, 8), _all(32, ord("0"), 8))
        text = builder.add(nibbles, shift)
        dash = _all(32, ord("-"), 8)
        places = [*range(8), 32, *range(8, 12), 32, *range(12, 16), 32, *range(16, 20), 32, *range(20, 28)]
        start = builder.shuffle_vector(text, dash, ir.Constant(ir.VectorType(number, 32), places))
        end = builder.shuffle_vector(text, dash, ir.Constant(ir.VectorType(number, 4), [28, 29, 30, 31]))
        _keep(builder, start, arguments[0], 1)
        _keep(builder, end, builder.add(arguments[0], ir.Constant(WORD, 32)), 1)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), generate
