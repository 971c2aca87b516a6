"""Hash fields: fields of items that are digests of other parts of them, filled in when these have been encoded.

Where a part of an item lies is what the plan says of it, computed once more, without putting anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.columnar.encode.encoded_elements import EncodedElements
from bytewright.compute.digests import xxh32_of
from bytewright.kernels.drivers.encoder import Array, Encoder, Sizes
from bytewright.kernels.plan import RECORDS, Binary, Const, Expr, Held, Let, Select, There
from bytewright.kernels.plan.encoding import EncodingPlan, Fits, Lies, Listed, Put, PutSum
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.specialize_encoding import nodes_of

Path = tuple[str, ...]
_PLACE = 4
"""Bytes of a number that says where something lies in an item."""


@dataclass(frozen=True, slots=True)
class HashField:
    """A field that follows from digests of others: numbers that nothing else rests on.

    Attributes:
        parts: what they are of, by the ways to structures at places of their own.
        seed: the seed of the digests, which are XXH32.
        kind: of the numbers.
        of: makes the numbers of the digests of each part (from 0 to 2³² - 1), an array for each.
    """

    parts: Sequence[str]
    seed: int
    kind: pa.DataType
    of: Callable[..., pa.Array[Any]]


class HashFieldWriter:
    """Fills in such fields.

    Args:
        plan: how items are laid out.
        digested: the fields.
        sizes: sizes that decide how fast it is, not what it gives.

    Raises:
        Unsupported: the plan doesn't say where something lies, or something else rests on such a field.

    Attributes:
        digested: the fields, with what makes their numbers of the items at hand.
    """

    def __init__(self, plan: EncodingPlan, digested: Mapping[Path, HashField], sizes: Sizes) -> None:
        self.digested = digested
        self._kinds = {}
        asked: list[Expr] = []
        for way, one in digested.items():
            put = _put_of(plan, way, one)
            self._kinds[way] = _kind_of(put.kind)
            asked.append(put.at)
            for part in one.parts:
                lies = _place_of(plan, tuple(part.split(".")))
                asked += [lies.begin, Binary("-", lies.end, lies.begin)]
        self._count = len(asked)
        puts = [Put(RECORDS, "u4le", Const(_PLACE * number), expr) for number, expr in enumerate(asked)]
        steps = [step for step in plan.steps if isinstance(step, Let | Listed)]
        places = EncodingPlan((*steps, *puts), Const(_PLACE * self._count), plan.sources)
        self._encoder = Encoder(places, sizes)

    def fill(
        self, items: EncodedElements, held: Mapping[Path, Array], chosen: npt.NDArray[np.int64] | None = None
    ) -> None:
        """Put what follows in its place in the bytes of items.

        Args:
            items: the items.
            held: what rows hold for their fields.
            chosen: which of what is held they are; see `Encoder.encode`.

        Raises:
            Unsupported: a row can't be encoded.
            ValueError: there are no such numbers.
        """
        rows, begins = len(items), items.ends[:-1]
        said = bytes(self._encoder.whole(rows, held, chosen=chosen))
        places = iter(np.frombuffer(said, np.uint32).reshape(rows, self._count).T.astype(np.int64))
        memory = np.frombuffer(items.data, np.uint8)
        for way, one in self.digested.items():
            at = begins + next(places)
            parts = [(begins + next(places), next(places)) for _ in one.parts]
            digests = [xxh32_of(memory, first, sizes, one.seed) for first, sizes in parts]
            try:
                found = one.of(*digests)
            except (TypeError, OverflowError, pa.ArrowException) as error:
                raise ValueError(str(error)) from error
            if found.type != one.kind or found.null_count or len(found) != rows:
                raise ValueError(f"{'.'.join(way)}: numbers of another kind, or too few")
            stored = np.ascontiguousarray(found.to_numpy(zero_copy_only=False), self._kinds[way])
            width = stored.itemsize
            memory[at[:, None] + np.arange(width)] = stored.view(np.uint8).reshape(rows, width)


def _put_of(plan: EncodingPlan, way: Path, one: HashField) -> Put:
    """The step that puts a field: the only one that asks for its number."""
    held = Held(way)
    plain = (held, Select(There(way), held, Const(0)))
    found = None
    for step in plan.steps:
        if isinstance(step, PutSum):
            raise Unsupported("checksums of what follows from digests")
        if isinstance(step, Fits) and step.path == way:
            continue
        if held not in nodes_of(step):
            continue
        if found is not None or not isinstance(step, Put) or step.domain != RECORDS or step.value not in plain:
            raise Unsupported(f"something rests on {'.'.join(way)}")
        found = step
    if found is None or held in nodes_of(plan.size):
        raise Unsupported(f"no number is put for {'.'.join(way)}")
    signed, width = _kind_of(found.kind).kind == "i", _kind_of(found.kind).itemsize
    if not pa.types.is_integer(one.kind) or one.kind.bit_width != 8 * width:
        raise Unsupported(f"{'.'.join(way)} is a number of another size")
    if pa.types.is_signed_integer(one.kind) != signed:
        raise Unsupported(f"{'.'.join(way)} is a number of another kind")
    return found


def _kind_of(kind: str) -> np.dtype[Any]:
    """The type of numbers of a kind of the kernel's, as they are stored."""
    if kind[0] not in "su":
        raise Unsupported(f"numbers of the kind {kind}")
    order = ">" if kind.endswith("be") else "<"
    return np.dtype(f"{order}{'i' if kind[0] == 's' else 'u'}{kind[1]}")


def _place_of(plan: EncodingPlan, way: Path) -> Lies:
    """Where a part of an item lies."""
    found = next((step for step in plan.steps if isinstance(step, Lies) and step.path == way), None)
    if found is None:
        raise Unsupported(f"the plan doesn't say where {'.'.join(way)} lies")
    return found
