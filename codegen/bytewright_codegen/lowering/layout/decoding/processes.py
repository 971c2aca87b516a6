"""Bytes that are decoded before anything in them is read: by the kernel, or by a library between two of its calls."""

from __future__ import annotations

from itertools import takewhile

from bytewright.codecs.built_in import BUILT_IN
from bytewright.kernels import plan
from bytewright.kernels.plan import Const
from bytewright.kernels.plan.codes import EIGHT_BYTES, MOST_ARGUMENTS, ONE_BYTE
from bytewright_codegen.ir.expressions import ListLiteral, Literal_
from bytewright_codegen.ir.schema import Process
from bytewright_codegen.ir.values import IntValue
from bytewright_codegen.lowering.expressions.arithmetic import difference, scaled, total
from bytewright_codegen.lowering.expressions.evaluation import Evaluation
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import Context, Num, Piece, Place, Refusal, Value
from bytewright_codegen.lowering.layout.decoding.front_coding import FrontCoding
from bytewright_codegen.plans.reading import Entry

_DECODERS: dict[str, plan.Decoder] = {
    "bytewright.codecs.nibble_pack": "nibble_pack",
    **{name: row.kernel for name, row in BUILT_IN.items() if row.kernel is not None},
}
"""Codecs of bytes that the kernel has, by the names that specs have for them."""
_SIZE = 8
"""Bytes that say how many a library has decoded, before these."""
_WHOLE = (1, 2, 4, 8)
"""Sizes of keys of which eight bytes hold a whole number."""


def decoder_of(process: Process) -> plan.Decoder | None:
    """What of the kernel decodes bytes; None: a library does."""
    return _DECODERS.get(process.name)


class Processes:
    """Decodes bytes, as far as plans can say how.

    Attributes:
        fronts: reads texts whose beginnings those before them have.
    """

    def __init__(self, steps: Steps, evaluation: Evaluation, fronts: FrontCoding) -> None:
        self._steps = steps
        self._evaluation = evaluation
        self.fronts = fronts

    def decode(
        self, entry: Entry, process: Process, here: Place, context: Context, stored: tuple[plan.Expr, plan.Expr]
    ) -> tuple[plan.Expr, plan.Expr]:
        """The address and the size of what bytes are decoded to.

        Args:
            entry: the field that they are.
            process: what decodes them.
            here: where they lie.
            context: what its arguments may see.
            stored: the address and the size of the bytes.

        Raises:
            Refusal: the plan can't say how.
        """
        address, length = stored
        there = Const(1) if here.guard is None else here.guard
        name = f"{here.path}<decoded>"
        arguments: tuple[plan.Expr, ...]
        known = decoder_of(process)
        if known is None:
            arguments, texts = self._told(entry, process, context)
            told = self._steps.decode(
                plan.Processed(here.domain, name, process.name, there, address, length, arguments, here.path, texts)
            )
            return total(told, Const(_SIZE)), plan.Load("s8le", told)
        if process.keeps_size:
            decoded, arguments = length, self._key(process, context)
        else:
            decoded, arguments = self._packed(entry, process, context)
        begin = self._steps.decode(
            plan.Decode(here.domain, name, known, there, address, length, decoded, arguments, here.path)
        )
        return begin, decoded

    def _told(self, entry: Entry, process: Process, context: Context) -> tuple[tuple[plan.Expr, ...], tuple[str, ...]]:
        """The arguments of a library that decodes bytes: numbers, and texts behind them."""
        if process.beside or process.handed:
            raise Refusal("processed bytes of a class that belongs to the spec", entry.loc)
        written = [arg.value if isinstance(arg, Literal_) else None for arg in process.args]
        texts = list(takewhile(lambda text: isinstance(text, str), reversed(written)))
        args = process.args[: len(written) - len(texts)]
        if len(args) > MOST_ARGUMENTS or not all(isinstance(one.type, IntValue) for one in args):
            raise Refusal("processed bytes with such arguments", entry.loc)
        return tuple(self._evaluation.number(argument, context).expr for argument in args), tuple(map(str, texts[::-1]))

    def _packed(self, entry: Entry, process: Process, context: Context) -> tuple[plan.Expr, tuple[plan.Expr, ...]]:
        """How many bytes packed words are, decoded, and what else the decoder is told."""
        arguments = [self._evaluation.number(argument, context) for argument in process.args]
        if len(arguments) == 1:
            arguments.append(Num(context.domain, Const(0), 0, 0))
        if len(arguments) != 2 or any(argument.high > plan.MOST_ELEMENTS for argument in arguments):
            raise Refusal("processed bytes with such arguments", entry.loc)
        return scaled(arguments[0].expr, 8), tuple(argument.expr for argument in arguments)

    def _key(self, process: Process, context: Context) -> tuple[plan.Expr, plan.Expr]:
        """How bytes are changed one by one: what the decoder is told."""
        (argument,) = process.args
        if process.name != "xor":
            places = self._evaluation.number(argument, context).expr
            return places if process.name == "rol" else difference(Const(0), places), Const(0)
        if isinstance(argument, ListLiteral) and all(isinstance(item, Literal_) for item in argument.items):
            key = bytes(int(item.value) for item in argument.items)  # type: ignore[union-attr]
            if len(key) in _WHOLE:
                return Const(int.from_bytes(key * (8 // len(key)), "little", signed=True)), Const(EIGHT_BYTES)
            value: Value = self._evaluation.texts.in_memory(argument, context)
        else:
            value = self._evaluation.value(argument, context)
        if isinstance(value, Piece):
            return self._evaluation.texts.there(value, context, argument)
        return self._evaluation.number(argument, context).expr, Const(ONE_BYTE)
