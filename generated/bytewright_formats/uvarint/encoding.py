"""Unsigned LEB128 integer: what the kernel needs to make records of rows.

Generated from specs/common/uvarint.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.encoding import EncodingPlan

ENCODING: EncodingPlan | str = "files that aren't a list of records"
"""How rows become records, or why the kernel can't make them."""

SKELETONS: dict[str, str] = {}
"""By name of the view: why its steps differ in more than their vectors; empty where they don't."""
