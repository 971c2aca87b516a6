"""Loads, stores and moves by address, of any alignment and byte order. All integers travel as int64.

Nothing here checks an address: whoever calls has proved that the bytes are there, or that the slack behind every buffer
covers them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from bytewright.kernels.native.machine.jit import effect, processor_features, several, word

WORD = ir.IntType(64)
BYTE_POINTER = ir.IntType(8).as_pointer()

Load = Callable[[int], int]
Store = Callable[[int, int], None]
Move = Callable[[int, int], None]


def declared(module: Any, kind: Any, name: str) -> Any:
    """A function of LLVM, declared where it isn't yet."""
    return cgutils.get_or_insert_function(module, kind, name)  # type: ignore[no-untyped-call]


def pointer(builder: Any, address: Any, kind: Any) -> Any:
    """The address as a pointer to a value of an LLVM type."""
    return builder.inttoptr(address, kind.as_pointer())


def _load(bits: int, signed: bool = False, swapped: bool = False) -> Load:
    @word
    def load(typing_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value = builder.load(pointer(builder, arguments[0], ir.IntType(bits)), align=1)
            if swapped:
                value = builder.bswap(value)
            if bits == 64:
                return value
            return (builder.sext if signed else builder.zext)(value, WORD)

        return types.int64(types.int64), generate

    return load


def _store(bits: int, swapped: bool = False) -> Store:
    @effect
    def store(typing_context: Any, address: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            low = arguments[1] if bits == 64 else builder.trunc(arguments[1], ir.IntType(bits))
            if swapped:
                low = builder.bswap(low)
            builder.store(low, pointer(builder, arguments[0], ir.IntType(bits)), align=1)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate

    return store


load_u1, load_s1 = _load(8), _load(8, signed=True)
load_u2, load_s2 = _load(16), _load(16, signed=True)
load_u4, load_s4 = _load(32), _load(32, signed=True)
load_8 = _load(64)
load_u2be, load_s2be = _load(16, swapped=True), _load(16, signed=True, swapped=True)
load_u4be, load_s4be = _load(32, swapped=True), _load(32, signed=True, swapped=True)
load_8be = _load(64, swapped=True)
store_1, store_2, store_4, store_8 = _store(8), _store(16), _store(32), _store(64)
store_2be, store_4be, store_8be = _store(16, swapped=True), _store(32, swapped=True), _store(64, swapped=True)


@effect
def move_32(typing_context: Any, target: Any, source: Any) -> Any:
    """Copy 32 bytes."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes = ir.VectorType(ir.IntType(8), 32)
        value = builder.load(pointer(builder, arguments[1], lanes), align=1)
        builder.store(value, pointer(builder, arguments[0], lanes), align=1)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), generate


def processor_has(*features: str) -> bool:
    """Whether the processor that is compiled for has all of some features, by LLVM's names."""
    return {f"+{feature}" for feature in features} <= set(processor_features().split(","))


@effect
def blend_32(typing_context: Any, target: Any, source: Any, size: Any) -> Any:
    """Copy the first ``size`` of 32 bytes; those behind them in the target stay, but may be read and written as they
    were."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte = ir.IntType(8)
        lanes = ir.VectorType(byte, 32)
        place = pointer(builder, arguments[0], lanes)
        new = builder.load(pointer(builder, arguments[1], lanes), align=1)
        undefined = ir.Constant(lanes, ir.Undefined)
        first = builder.insert_element(undefined, builder.trunc(arguments[2], byte), ir.Constant(ir.IntType(32), 0))
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), 32), [0] * 32)
        size = builder.shuffle_vector(first, undefined, zeros)
        inside = builder.icmp_unsigned("<", ir.Constant(lanes, list(range(32))), size)
        # What was written just before needn't be waited for then, as it is to read it.
        if processor_has("avx512bw", "avx512vl"):
            kinds = [lanes, place.type, ir.IntType(32), inside.type]
            store = declared(builder.module, ir.FunctionType(ir.VoidType(), kinds), "llvm.masked.store.v32i8.p0")
            builder.call(store, [new, place, ir.Constant(ir.IntType(32), 1), inside])
        else:
            old = builder.load(place, align=1)
            builder.store(builder.select(inside, new, old), place, align=1)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@effect
def copy_bytes(typing_context: Any, target: Any, source: Any, size: Any) -> Any:
    """Copy ``size`` bytes; the two places don't overlap."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = builder.module.declare_intrinsic("llvm.memcpy", [BYTE_POINTER, BYTE_POINTER, WORD])
        places = [builder.inttoptr(argument, BYTE_POINTER) for argument in arguments[:2]]
        builder.call(function, [*places, arguments[2], ir.Constant(ir.IntType(1), 0)])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@effect
def clear_bytes(typing_context: Any, target: Any, size: Any) -> Any:
    """Set ``size`` bytes to zero."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = builder.module.declare_intrinsic("llvm.memset", [BYTE_POINTER, WORD])
        place = builder.inttoptr(arguments[0], BYTE_POINTER)
        zero = ir.Constant(ir.IntType(8), 0)
        builder.call(function, [place, zero, arguments[1], ir.Constant(ir.IntType(1), 0)])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), generate


@word
def trailing_zeros(typing_context: Any, value: Any) -> Any:
    """Number of zero bits below the lowest one; 64 for 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@word
def bit_length(typing_context: Any, value: Any) -> Any:
    """Number of the highest bit that is set, counted from 1; 0 for 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.sub(ir.Constant(WORD, 64), builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0)))

    return types.int64(types.int64), generate


@word
def shift_right_unsigned(typing_context: Any, value: Any, count: Any) -> Any:
    """``value >> count`` with zeros from the left; ``count`` is 0 to 63."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.lshr(arguments[0], arguments[1])

    return types.int64(types.int64, types.int64), generate


@word
def remainder_unsigned(typing_context: Any, value: Any, divisor: Any) -> Any:
    """``value % divisor`` of numbers that aren't below 0: a third of the work of a floored one."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.urem(arguments[0], arguments[1])

    return types.int64(types.int64, types.int64), generate


@word
def quotient_unsigned(typing_context: Any, value: Any, divisor: Any) -> Any:
    """``value // divisor`` of numbers of 64 bits without a sign; the divisor isn't 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.udiv(arguments[0], arguments[1])

    return types.int64(types.int64, types.int64), generate


@word
def float_of(typing_context: Any, bits: Any) -> Any:
    """The float that 64 bits are."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), generate


@word
def widened(typing_context: Any, bits: Any) -> Any:
    """The float that the lower 32 bits are."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        short = builder.bitcast(builder.trunc(arguments[0], ir.IntType(32)), ir.FloatType())
        return builder.fpext(short, ir.DoubleType())

    return types.float64(types.int64), generate


@word
def narrowed(typing_context: Any, number: Any) -> Any:
    """The 32 bits of the short float that is nearest to a float."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        short = builder.fptrunc(arguments[0], ir.FloatType())
        return builder.zext(builder.bitcast(short, ir.IntType(32)), WORD)

    return types.int64(types.float64), generate


@word
def bits_of(typing_context: Any, number: Any) -> Any:
    """The bits of a float."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], WORD)

    return types.int64(types.float64), generate


@word
def rest_of(typing_context: Any, number: Any, divisor: Any) -> Any:
    """What is left of a float when it is divided by another one, with the sign of the first."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.frem(arguments[0], arguments[1])

    return types.float64(types.float64, types.float64), generate


@effect
def prefetch(typing_context: Any, address: Any) -> Any:
    """Ask for the cache line at an address that will be read soon; any address is legal."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [BYTE_POINTER, number, number, number])
        function = declared(builder.module, kind, "llvm.prefetch.p0")
        operands = [ir.Constant(number, constant) for constant in (0, 3, 1)]
        builder.call(function, [builder.inttoptr(arguments[0], BYTE_POINTER), *operands])
        return context.get_dummy_value()

    return types.void(types.int64), generate


@word
def cycles(typing_context: Any) -> Any:
    """The processor's clock."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = builder.module.declare_intrinsic("llvm.readcyclecounter", [], ir.FunctionType(WORD, []))
        return builder.call(function, [])

    return types.int64(), generate


@word
def call(typing_context: Any, part: Any, state: Any, at: Any, low: Any, high: Any, rows: Any) -> Any:
    """Call what is compiled at an address; see `bytewright.kernels.native.machine.part_table`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = [types.int64] * 5
        convention = context.call_conv
        kind = convention.get_function_type(types.int64, words)
        function = builder.inttoptr(arguments[0], kind.as_pointer())
        _, found = convention.call_function(builder, function, types.int64, words, arguments[1:])
        return found  # nothing in the kernel raises, so that there is no status to look at

    return types.int64(*[types.int64] * 6), generate


@several
def walked(
    typing_context: Any,
    code: Any,
    table: Any,
    slots: Any,
    place: Any,
    low: Any,
    high: Any,
    there: Any,
    most: Any,
) -> Any:
    """Call what has been made of a walk; see `bytewright.kernels.program.walk_code`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.LiteralStructType([WORD] * 3), [WORD] * 7)
        given = builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])
        return cgutils.pack_array(builder, [builder.extract_value(given, number) for number in range(3)])  # type: ignore[no-untyped-call]

    three: Any = types.UniTuple(types.int64, 3)  # type: ignore[no-untyped-call]
    return three(*[types.int64] * 8), generate


@word
def read_at(typing_context: Any, reader: Any, descriptor: Any, buffer: Any, size: Any, offset: Any) -> Any:
    """Read bytes of an open file into memory, by ``pread`` of the C library, whose address is ``reader``; gives how
    many there were, or -1."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        short = ir.IntType(32)
        kind = ir.FunctionType(WORD, [short, BYTE_POINTER, WORD, WORD])
        function, file, place, *others = arguments
        operands = [builder.trunc(file, short), builder.inttoptr(place, BYTE_POINTER), *others]
        return builder.call(builder.inttoptr(function, kind.as_pointer()), operands)

    return types.int64(*[types.int64] * 5), generate
