"""Types with their sizes, and where their entries lie."""

from __future__ import annotations

from bytewright_codegen.analysis.sizes import Size
from bytewright_codegen.backends.docs.type_layout import amount, layout
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.explain.tables import aligned
from bytewright_codegen.ir.schema import Attribute
from bytewright_codegen.plans.notation import expression, short


def type_lines(plans: CodecPlans) -> list[str]:
    """The types of a spec: size, parameters, entries with offset, size and type, calculated values."""
    lines: list[str] = []
    for plan in plans.reading:
        typedef = plans.types[plan.type]
        params = ", ".join(f"{p.id}: {p.type_name}" for p in typedef.params)
        lines.append(f"{short(plan.type)}{f'({params})' if params else ''}  {size_text(plans.sizes.types[plan.type])}")
        rows = []
        for laid in layout(plan, plans.sizes):
            notes = []
            if laid.times:
                notes.append(f"repeated {laid.times}" if laid.times.startswith(("to", "until")) else f"× {laid.times}")
            if laid.condition:
                notes.append(f"if {laid.condition}")
            if laid.entry.enum is not None:
                notes.append(f"enum {short(laid.entry.enum)}")
            if laid.rule:
                notes.append(laid.rule)
            rows.append((laid.offset, laid.size, laid.type, laid.name, "; ".join(notes)))
        lines += aligned(rows)
        values = [i for i in typedef.instances if not isinstance(i, Attribute)]
        lines += aligned([("value", i.id, f"= {expression(i.expr)}") for i in values])
    return lines


def size_text(size: Size) -> str:
    """A size in words."""
    if size.exact is not None:
        return amount(size.exact // 8, "byte") if size.exact % 8 == 0 else amount(size.exact, "bit")
    return f"{amount(-(-size.minimum // 8), 'byte')} or more" if size.minimum else "any size"
