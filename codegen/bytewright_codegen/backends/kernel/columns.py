"""``columns.py``: what row plans ask of a file's header."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bytewright.kernels import plan as kernel
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import field_name
from bytewright_codegen.backends.python.reader import of_element
from bytewright_codegen.backends.templates import render
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.lowering.read.row_plans import FIRST_READ, FIRST_VALUE, Rows

_COLUMNS = dict(zip(kernel.COLUMNS, ("scope.column", "scope.inner"), strict=True))
"""What stands for numbers of columns."""


def columns(plans: CodecPlans) -> str:
    """Source of a codec's ``columns.py``; empty: its row plans ask nothing."""
    asked: dict[str, str] = {}
    for rows in plans.rows.values():
        if isinstance(rows, Rows):
            asked |= asked_of_header(plans, rows.givens, rows.tables)
            asked |= asked_of_entries(plans, rows.lists, rows.parts)
            asked |= {} if rows.alike is None else asked_of_first(plans, rows.alike)
    if not asked:
        return ""
    own, foreign = classes_of(plans, asked)
    return render("columns.py.jinja", spec=plans.spec, header=asked, models=own, foreign_enums=foreign)


def asked_of_header(
    plans: CodecPlans, givens: Mapping[str, Expr], tables: Mapping[str, tuple[Expr, tuple[str, ...]]]
) -> dict[str, str]:
    """What plans ask of a file's header, by the names that they have for it, as source."""
    expressions = PythonExpressions(plans.naming, "scope.root", _COLUMNS, "scope.options", plans.absence.is_optional)
    asked = {name: expressions(expr) for name, expr in givens.items()}
    return asked | {name: _texts(expressions, *table) for name, table in tables.items()}


def classes_of(plans: CodecPlans, asked: Mapping[str, str]) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """The classes that sources name, of enums and of the root: the spec's own, and others' by module."""
    text = "\n".join(asked.values())
    enums = [name for name in plans.naming.enums.values() if re.search(rf"\b{name}\.", text)]
    root = plans.naming.types[plans.naming.spec]
    named = [*enums, *([root] if re.search(rf"\b{root}\b", text) else [])]
    own = sorted({*plans.own_enums(plans.enums), root} & {*named})
    return own, [
        (module, used) for module, known in plans.foreign_enums(plans.enums) if (used := sorted({*known} & {*enums}))
    ]


def _texts(expressions: PythonExpressions, items: Expr, way: tuple[str, ...]) -> str:
    """The texts of a list, as source."""
    listed = expressions(items)
    return f"[{'.'.join(['item', *map(field_name, way)])} for item in {listed}]" if way else f"list({listed})"


def asked_of_first(plans: CodecPlans, key: Expr) -> dict[str, str]:
    """Likewise of a file's first record, by which others are judged."""
    asked = f"scope.root, {of_element(PythonExpressions(plans.naming), key)}"
    return {FIRST_READ: f"rt.first_is_read({asked})", FIRST_VALUE: f"rt.value_of_first({asked})"}


def asked_of_entries(plans: CodecPlans, lists: Mapping[str, Expr], parts: Mapping[str, Expr]) -> dict[str, str]:
    """Likewise the lists whose entries records choose, and what is asked of these."""
    expressions = PythonExpressions(plans.naming, "scope.root", _COLUMNS, "scope.options", plans.absence.is_optional)
    entries = expressions.with_special({"_": "scope.element"})
    asked = {name: expressions(expr) for name, expr in lists.items()}
    return asked | {name: entries(expr) for name, expr in parts.items()}
