"""Steps that say where records and elements end: what is left of others for that, and what they ask for; the steps that
several lists share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile

from bytewright.kernels import plan
from bytewright.kernels.plan import Chain, Let, Step, Unrolled
from bytewright.kernels.plan.record_ends import Walked
from bytewright_codegen.lowering.expressions.arithmetic import nodes

Asked = tuple[Walked, ...]
"""Steps that values of elements ask for: names, and elements of lists in these."""


def walked(listed: Unrolled) -> Unrolled:
    """What says where the elements of a list end."""
    every = [step for step in listed.steps if isinstance(step, Let)]
    variants = [
        replace(variant, steps=tuple(step for step in variant.steps if isinstance(step, Let)))
        for variant in listed.variants
    ]
    return replace(listed, steps=tuple(every), variants=tuple(variants))


def values_of(steps: Iterable[Step]) -> Iterator[plan.Expr]:
    """The values that steps name, and where elements end of lists that the header describes."""
    for step in steps:
        if isinstance(step, Let):
            yield step.value
        elif isinstance(step, Unrolled):
            yield from values_of(step.steps)
            for variant in step.variants:
                yield from values_of(variant.steps)
                yield variant.end


def size_of(steps: Asked) -> int:
    """How many steps there are, with those that values in them ask for."""
    return len(steps) + sum(
        size_of(node.steps) for value in values_of(steps) for node in nodes(value) if isinstance(node, Chain)
    )


def common(lists: list[tuple[plan.Step, ...]]) -> tuple[plan.Step, ...]:
    """The steps that all lists begin with."""
    alike = takewhile(lambda steps: all(step == steps[0] for step in steps), zip(*lists, strict=False))
    return tuple(steps[0] for steps in alike)
