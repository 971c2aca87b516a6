"""Milvus binlog: what the kernel needs to make records of rows.

Generated from specs/milvus/milvus_binlog.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.kernels.encoding.plan import EncodingPlan

ENCODING: EncodingPlan | str = "a condition that rests on sizes"
"""How rows become records, or why the kernel can't make them."""
