"""What a column shows in place of its value, by the first element of a list that has it as its key."""

from __future__ import annotations

from dataclasses import replace

from bytewright.kernels import plan
from bytewright.kernels.plan import Const, Index, Select
from bytewright_codegen.ir.expressions import Compare, Item, Literal_, Name
from bytewright_codegen.ir.location import NOWHERE
from bytewright_codegen.ir.values import ArrayValue, BoolValue, IntValue
from bytewright_codegen.ir.views import ViewColumn
from bytewright_codegen.lowering.expressions.evaluation import Evaluation
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import Context, Each, Held, Num, Refusal, Sequence

# No spec has such names.
_SOUGHT = Name("_sought", NOWHERE, None, "special")
_FOUND = Name("_found", NOWHERE, IntValue(), "special")


def element_with_key(evaluation: Evaluation, steps: Steps, each: Each, column: ViewColumn, context: Context) -> Context:
    """Look for the first element of a list that has the value of a column as its key.

    Args:
        evaluation: computes expressions.
        steps: what has been computed.
        each: looks at the elements of a list one by one.
        column: the column, with ``named``.
        context: where the column is computed.

    Returns:
        Where what it shows is computed: ``_`` is the element. Records without such an element are left to objects.

    Raises:
        Refusal: the kernel can't find it.
    """
    named = column.named
    assert named is not None
    items = evaluation.value(named.items, context)
    match items:
        case Held():
            place = evaluation.listed.found(named.items, named.key, column.expr, context, column.expr)
            evaluation.ask_for(plan.Binary("<=", Const(0), place.expr), context, column.expr)
        case Sequence() if not items.unrolled and items.domain == context.domain:
            child, element = each(items, named.items)
            wanted = evaluation.value(column.expr, context)
            inside = replace(context, domain=child, special={**context.special, "_": element, _SOUGHT.name: wanted})
            for value in (wanted, evaluation.value(named.key, inside)):
                if getattr(value, "present", None) is not None:
                    raise Refusal("what stands for a value that may be absent", column.loc)
            # Over the element, ``_`` is that, and not what the column's own expression asks.
            other = column.expr if isinstance(column.expr, Literal_) else replace(_SOUGHT, type=column.expr.type)
            same = evaluation.number(Compare("==", named.key, other, column.loc, BoolValue()), inside)
            none = Const(plan.MOST_ELEMENTS)
            first = plan.Best("smallest", child, Select(same.expr, Index(), none), none)
            found = steps.let(items.domain, f"{column.id}[]", first)
            place = Num(items.domain, found, 0, plan.MOST_ELEMENTS)
        case _:
            raise Refusal("what a value stands for in a list around the element", column.loc)
    listed = named.items.type
    item = listed.item if isinstance(listed, ArrayValue) else None
    one = Item(named.items, _FOUND, column.loc, item)
    element = evaluation.value(one, replace(context, special={**context.special, _FOUND.name: place}))
    return replace(context, special={**context.special, "_": element})
