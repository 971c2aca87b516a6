"""What a library makes of the bytes of structures, each by the arguments that what is around it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from bytewright.codecs.process import Process
from bytewright.errors import NO_VALUE, CodecError, WriteError
from bytewright.kernels.drivers.encoder import Array, Encoder, Sizes
from bytewright.kernels.plan import RECORDS, Const, Let
from bytewright.kernels.plan.encoding import EncodingPlan, Inside, Listed, Put, Source
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.assemble_encoding import Path

_NUMBER = 8
"""Bytes of a number that is an argument."""


class Processing:
    """A process of bytes that lie in structures.

    Args:
        around: how the structures are made.
        inside: what lies in them.
        sizes: sizes that decide how fast it is, not what it gives.

    Attributes:
        told: how many arguments the structures say.
        sources: what rows may hold of the structures.
    """

    def __init__(self, around: EncodingPlan, inside: Inside, sizes: Sizes) -> None:
        self._name = inside.process
        constants = [bytes.fromhex(one) if isinstance(one, str) else one for one in inside.arguments]
        self._behind = (*constants, *inside.texts)
        self._known: dict[tuple[int, ...], Process] = {}
        self.told = len(inside.told)
        self.sources: Sequence[Source] = [one for one in around.sources if one.path != inside.path]
        steps = [step for step in around.steps if isinstance(step, Let | Listed)]
        puts = [Put(RECORDS, "s8le", Const(_NUMBER * place), expr) for place, expr in enumerate(inside.told)]
        said = EncodingPlan((*steps, *puts), Const(_NUMBER * self.told), tuple(self.sources))
        self._encoder = Encoder(said, sizes) if self.told else None

    def numbers(self, count: int, held: Mapping[Path, Array]) -> Sequence[tuple[int, ...]]:
        """The arguments that so many structures say, of which columns hold something.

        Raises:
            Unsupported: they don't say them.
        """
        if self._encoder is None:
            return [()] * count
        found = np.frombuffer(self._encoder.whole(count, held), np.int64).reshape(count, self.told)
        return [tuple(each) for each in found.tolist()]

    def stored(self, pieces: Sequence[bytes], numbers: Sequence[tuple[int, ...]]) -> list[bytes]:
        """What is stored of bytes, by the numbers for each.

        Raises:
            Unsupported: a library refuses them, or its arguments.
        """
        try:
            return [self._by(told).stored(piece, _nowhere) for piece, told in zip(pieces, numbers, strict=True)]
        except (WriteError, CodecError, *NO_VALUE) as error:
            raise Unsupported(str(error)) from error

    def _by(self, told: tuple[int, ...]) -> Process:
        known = self._known.get(told)
        if known is None:
            known = self._known[told] = Process(self._name, *told, *self._behind)
        return known


def _nowhere() -> str:
    return ""
