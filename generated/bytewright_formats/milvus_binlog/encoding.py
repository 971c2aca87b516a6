"""Milvus binlog: what the kernel needs to make records of rows.

Generated from specs/milvus/milvus_binlog.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.encoding import EncodingPlan

ENCODING: EncodingPlan | str = "records that say something of each other, or of what precedes them"
"""How rows become records, or why the kernel can't make them."""

SKELETONS: dict[str, str] = {}
"""By name of the view: why its steps differ in more than their vectors; empty where they don't."""
