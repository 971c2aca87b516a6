"""Unsigned LEB128 integer: the views.

Generated from specs/common/uvarint.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import pyarrow as pa

from bytewright.generated_api import views as rt

ROWS = rt.View(
    name="rows",
    default=True,
    doc="One row per element of ``groups``.",
    each=lambda scope: scope.root.groups,
    each_field="groups",
    columns=(
        rt.Column(
            "has_next",
            pa.bool_(),
            lambda scope: scope.element.has_next,
            per_row=False,
            is_member=True,
            path=("element", "has_next"),
            doc="Whether another group follows.",
        ),
        rt.Column(
            "low",
            pa.int16(),
            lambda scope: scope.element.low,
            per_row=False,
            is_member=True,
            path=("element", "low"),
            doc="The bits. The tenth group has room for one.",
        ),
        rt.Column(
            "value",
            pa.decimal128(20, 0),
            lambda scope: scope.element.value,
            per_row=False,
            doc="The integer that this group and those before it make.",
        ),
    ),
    each_path=("groups",),
)

VIEWS = (ROWS,)
"""All views, the default one first."""
